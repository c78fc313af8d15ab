/* Explicit forms at states: which of two solutions a state has, and expressions with alpha in them. */
#include <string.h>

#include "analysis/explicit_private.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "tape/ball_run.h"

nh_tape *nh_explicit_measures(const nh_explicit *form, nh_arena *arena) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    if (form->signs == 0) return NULL;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, form->signs);
    uint32_t count = 0;
    for (uint32_t d = 0; d < form->k; d++)
        if (form->dependent[d].sign != NH_EXPR_UNDEFINED) outputs[count++] = p->measure[d];
    nh_tape_def def = nh_model_tape_def(form->model, arena, false);
    def.output_count = count;
    def.outputs = outputs;
    return nh_tape_make(arena, form->model->pool, &def);
}

void nh_explicit_signs(const nh_explicit *form, const double *parameters, const nh_state *at, double *signs) {
    nh_model *model = form->model;
    size_t n = model->coordinates.count;
    if (form->signs == 0) return;
    nh_arena *arena = nh_arena_create(model->context);
    const nh_tape *tape = nh_explicit_measures(form, arena);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    inputs[0] = at->t;
    memcpy(inputs + 1, at->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, at->v, n * sizeof *inputs);
    nh_tape_begin(tape, 1, parameters, work);
    nh_tape_run(tape, 1, inputs, signs, work);
    for (uint32_t i = 0; i < form->signs; i++) signs[i] = signs[i] < 0 ? -1 : 1;
    nh_arena_destroy(arena);
}

void nh_explicit_sign_balls(const nh_tape *measures, const nh_ball *parameters, const nh_ball *inputs, nh_ball *signs,
                            int prec) {
    if (measures == NULL) return;
    nh_tape_run_balls(measures, parameters, inputs, signs, prec);
    for (uint32_t i = 0; i < nh_tape_outputs(measures); i++) nh_ball_sign(&signs[i], &signs[i], prec);
}

/* Of the symbols, those that have something in their place, and what: alpha for velocities, numbers for signs. */
static uint32_t replacements(const nh_explicit_parts *p, const double *signs, uint32_t count, nh_expr *from,
                             nh_expr *to) {
    const nh_explicit *form = &p->form;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *number = nh_map_get(&p->number, from[i]);
        nh_expr value = NH_EXPR_UNDEFINED;
        if (number != NULL && form->dependent[*number].kind != NH_EXPLICIT_IMPLICIT) value = p->stand[*number];
        const uint64_t *sign = signs != NULL ? nh_map_get(&p->sign_number, from[i]) : NULL;
        if (sign != NULL) value = signs[*sign] < 0 ? NH_EXPR_MINUS_ONE : NH_EXPR_ONE;
        if (value == NH_EXPR_UNDEFINED) continue;
        from[kept] = from[i];
        to[kept++] = value;
    }
    return kept;
}

/* Once: only what stands in e is looked for, since a large form has many velocities and e has few. */
static nh_expr replace(const nh_explicit_parts *p, nh_arena *arena, nh_expr e, const double *signs) {
    uint32_t count;
    nh_expr *from = nh_expr_symbols(p->form.model->pool, arena, 1, &e, &count);
    nh_expr *to = NH_NEW_ARRAY(arena, nh_expr, count);
    count = replacements(p, signs, count, from, to);
    return count > 0 ? nh_expr_substitute(p->form.model->pool, e, count, from, to, true) : e;
}

nh_expr nh_explicit_restrict(const nh_explicit *form, nh_expr e, const double *signs) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    nh_arena *arena = nh_arena_create(form->model->context);
    e = replace(p, arena, e, NULL);
    if (signs != NULL && form->signs > 0) e = replace(p, arena, e, signs);
    nh_arena_destroy(arena);
    return e;
}
