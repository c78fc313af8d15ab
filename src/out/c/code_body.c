/* The functions of the C file that compute coefficients: values of parameters, the matrices of the equations. */
#include <inttypes.h>
#include <string.h>

#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "out/c/code_private.h"

static const char *joined(nh_arena *arena, const char *format, ...) NH_PRINTF(2, 3);
static const char *joined(nh_arena *arena, const char *format, ...) {
    nh_text text = nh_text_begin(arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    return nh_text_string(&text);
}

/* ---- where symbols are found ---- */

static void bind_state(const nh_code_plan *plan, nh_code_scope *scope) {
    const nh_model *model = plan->model;
    nh_arena *arena = scope->writer->arena;
    nh_code_bind(scope, model->time, "t", NULL);
    for (uint32_t i = 0; i < plan->n; i++) {
        const nh_coordinate *c = &model->coordinates.items[i];
        const char *name = nh_name_text(model->context, c->name), *index = plan->coordinate[i];
        nh_code_bind(scope, c->q, joined(arena, "q[%s]", index), nh_code_name(&scope->locals, "q_", name));
        nh_code_bind(scope, c->v, joined(arena, "v[%s]", index), nh_code_name(&scope->locals, "v_", name));
    }
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        const char *name = nh_name_text(model->context, p->name);
        nh_code_bind(scope, p->symbol, joined(arena, "p[%s]", plan->parameter[i]),
                     nh_code_name(&scope->locals, "p_", name));
    }
}

/* ---- parameters ---- */

/* Each value may have earlier parameters in it; one that the model leaves open is no number until the user says what it is. */
void nh_code_parameters(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text) {
    const nh_model *model = plan->model;
    nh_text body = nh_text_begin(writer->arena);
    nh_code_scope scope = nh_code_begin(writer, &body);
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        const char *target = joined(writer->arena, "p[%s]", plan->parameter[i]);
        nh_code_assign(&scope, 1, &p->value, &target);
        nh_code_know(&scope, p->symbol, target);
    }
    nh_text_format(text, "void %s_parameters(double p[]) {\n", plan->prefix);
    nh_text_add(text, model->parameters.count > 0 ? nh_text_string(&body) : "    (void)p;\n");
    nh_text_add(text, "}\n\n");
}

/* ---- signs of roots ---- */

/* alpha = middle + sign half: the sign of the root at a state is that of (q_d' - middle) half. Other signs may stand in it. */
static nh_expr sign_of(const nh_code_plan *plan, const nh_dependent *d) {
    nh_pool *pool = plan->model->pool;
    nh_expr one = NH_EXPR_ONE, minus_one = NH_EXPR_MINUS_ONE;
    nh_expr plus = nh_expr_substitute(pool, d->alpha, 1, &d->sign, &one, true);
    nh_expr minus = nh_expr_substitute(pool, d->alpha, 1, &d->sign, &minus_one, true);
    nh_expr half = nh_expr_fraction(pool, 1, 2), v = plan->model->coordinates.items[d->coordinate].v;
    nh_expr middle = nh_expr_mul(pool, half, nh_expr_add(pool, plus, minus));
    return nh_expr_mul(pool, nh_expr_sub(pool, v, middle), nh_expr_sub(pool, plus, minus));
}

static bool stands_in(const nh_code_plan *plan, nh_expr symbol, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (nh_expr_depends_on(plan->model->pool, e[i], 1, &symbol)) return true;
    return false;
}

typedef struct signs {
    uint32_t count;
    const nh_dependent **of;
    nh_expr *value;
    bool *is_needed, *is_written;
} signs;

static signs find_signs(const nh_code_plan *plan, const nh_code_list *list) {
    const nh_explicit *choice = plan->equations->choice;
    nh_arena *arena = plan->arena;
    signs s = {.of = NH_NEW_ARRAY(arena, const nh_dependent *, choice->k + 1)};
    s.value = NH_NEW_ARRAY(arena, nh_expr, choice->k + 1);
    s.is_needed = NH_NEW_ARRAY(arena, bool, choice->k + 1);
    s.is_written = NH_NEW_ARRAY(arena, bool, choice->k + 1);
    for (uint32_t d = 0; d < choice->k; d++) {
        const nh_dependent *dependent = &choice->dependent[d];
        if (dependent->sign == NH_EXPR_UNDEFINED) continue;
        s.of[s.count] = dependent;
        s.value[s.count] = sign_of(plan, dependent);
        s.is_needed[s.count] = stands_in(plan, dependent->sign, list->exprs.count, list->exprs.items);
        s.count++;
    }
    return s;
}

/* Whether all signs in the value of sign i are written; those that are not become needed. */
static bool is_ready(const nh_code_plan *plan, signs *s, uint32_t i) {
    bool is_ready = true;
    for (uint32_t k = 0; k < s->count; k++) {
        if (s->is_written[k] || !stands_in(plan, s->of[k]->sign, 1, &s->value[i])) continue;
        s->is_needed[k] = true;
        is_ready = false;
    }
    return is_ready;
}

static void write_sign(const nh_code_plan *plan, nh_code_scope *scope, signs *s, uint32_t i) {
    const nh_model *model = plan->model;
    nh_arena *arena = scope->writer->arena;
    const char *name = nh_name_text(model->context, model->coordinates.items[s->of[i]->coordinate].name);
    const char *side = nh_code_name(&scope->locals, "side_", name);
    const char *sign = nh_code_name(&scope->locals, "sign_", name), *target = joined(arena, "const double %s", side);
    nh_code_assign(scope, 1, &s->value[i], &target);
    nh_text_format(scope->text, "    const double %s = %s < 0.0 ? -1.0 : 1.0;\n", sign, side);
    nh_code_know(scope, s->of[i]->sign, sign);
    nh_map_put(&scope->signs, s->of[i]->sign, false);
    s->is_written[i] = true;
}

/* A sign is written when those that its value has in it are there. */
static void write_signs(const nh_code_plan *plan, nh_code_scope *scope, const nh_code_list *list) {
    if (plan->equations->choice == NULL) return;
    signs s = find_signs(plan, list);
    for (bool is_done = false; !is_done;) {
        bool has_moved = false;
        is_done = true;
        for (uint32_t i = 0; i < s.count; i++) {
            if (!s.is_needed[i] || s.is_written[i]) continue;
            is_done = false;
            if (!is_ready(plan, &s, i)) continue;
            write_sign(plan, scope, &s, i);
            has_moved = true;
        }
        if (!is_done && !has_moved)
            nh_fail(plan->model->context, NH_E_INTERNAL, "signs", "the signs of roots depend on each other");
    }
}

/* ---- coefficients ---- */

/* Arrays of no elements are not C: they have one, which is not used. */
static uint32_t dim(uint32_t size) {
    return size > 0 ? size : 1;
}

typedef struct array {
    const char *name;
    uint32_t rows, columns; /* columns 0: a vector */
} array;

/* The arrays that are there; returns how many. */
static uint32_t list_arrays(const nh_code_plan *plan, bool is_balance, array *arrays) {
    uint32_t count = is_balance ? plan->n : plan->equations->count, k = 0;
    uint32_t rows = is_balance || !plan->has_own ? plan->given : plan->rows;
    arrays[k++] = (array){"M", dim(count), dim(count)};
    arrays[k++] = (array){"f", dim(count), 0};
    if (rows > 0) arrays[k++] = (array){"A", rows, dim(count)};
    if (rows > 0 && !is_balance) arrays[k++] = (array){"c", rows, 0};
    if (plan->has_own && !is_balance) arrays[k++] = (array){"lift", plan->n, dim(count)};
    if (plan->has_own && !is_balance) arrays[k++] = (array){"rest", plan->n, 0};
    return k;
}

enum { ARRAYS = 8 };

const char *nh_code_arrays(const nh_code_plan *plan, bool is_balance, nh_code_arrays_as as) {
    array arrays[ARRAYS];
    nh_text text = nh_text_begin(plan->arena);
    uint32_t count = list_arrays(plan, is_balance, arrays);
    for (uint32_t i = 0; i < count; i++) {
        nh_text_format(&text, "%s%s%s", i > 0 ? ", " : "", as == NH_CODE_PARAMETERS ? "double " : "", arrays[i].name);
        if (as == NH_CODE_ARGUMENTS) continue;
        nh_text_format(&text, "[%" PRIu32 "]", arrays[i].rows);
        if (arrays[i].columns > 0) nh_text_format(&text, "[%" PRIu32 "]", arrays[i].columns);
    }
    return nh_text_string(&text);
}

static void clear_arrays(const nh_code_plan *plan, bool is_balance, nh_text *text) {
    array arrays[ARRAYS];
    uint32_t count = list_arrays(plan, is_balance, arrays);
    for (uint32_t i = 0; i < count; i++) {
        const array *a = &arrays[i];
        nh_text_format(text, "    %s_clear(%s%s, %" PRIu32 ");\n", plan->prefix, a->name, a->columns > 0 ? "[0]" : "",
                       a->rows * dim(a->columns));
    }
}

/* C compilers remark on arguments that are not used, and on signs of which only squares occur. */
static void excuse(const nh_code_scope *scope, nh_text *text) {
    for (const char *c = "tqvp"; *c != '\0'; c++)
        if (!scope->is_used[(unsigned char)*c]) nh_text_format(text, "    (void)%c;\n", *c);
}

static void excuse_signs(const nh_code_plan *plan, const nh_code_scope *scope, nh_text *text) {
    const nh_explicit *choice = plan->equations->choice;
    for (uint32_t i = 0; choice != NULL && i < choice->signs; i++) {
        const uint64_t *is_used = nh_map_get(&scope->signs, choice->sign[i]);
        const uint64_t *name = nh_map_get(&scope->known, choice->sign[i]);
        if (is_used != NULL && !*is_used) nh_text_format(text, "    (void)%s;\n", scope->strings.items[*name]);
    }
}

static void write_function(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text, bool is_balance) {
    const nh_code_list *list = is_balance ? &plan->balance : &plan->system;
    nh_text body = nh_text_begin(writer->arena);
    nh_code_scope scope = nh_code_begin(writer, &body);
    bind_state(plan, &scope);
    if (!is_balance) write_signs(plan, &scope, list);
    nh_code_assign(&scope, list->exprs.count, list->exprs.items, list->targets.items);
    nh_text_format(
        text, "static void %s_%s(double t, const double q[], const double v[], const double p[],\n        %s) {\n",
        plan->prefix, is_balance ? "balance" : "equations", nh_code_arrays(plan, is_balance, NH_CODE_PARAMETERS));
    excuse(&scope, text);
    clear_arrays(plan, is_balance, text);
    excuse_signs(plan, &scope, &body);
    nh_text_format(text, "%s}\n\n", nh_text_string(&body));
}

static const char *system_comment(const nh_code_plan *plan) {
    if (!plan->has_own)
        return plan->rows > 0 ? "/* The equations M a = f + A^T lambda, A a + c = 0 at a state. */\n"
                              : "/* The equations M a = f at a state. */\n";
    return plan->rows > 0 ? "/* The equations M y' = f + A^T mu, A y' + c = 0 for the rates of the variables, and a = "
                            "lift y' + rest. */\n"
                          : "/* The equations M y' = f for the rates of the variables, and a = lift y' + rest. */\n";
}

void nh_code_coefficients(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text) {
    nh_text_add(text, system_comment(plan));
    write_function(plan, writer, text, false);
    if (!plan->has_own || plan->rank == 0) return;
    nh_text_add(text, "/* Lagrange's equations M a = f + A^T lambda, from which the multipliers follow. */\n");
    write_function(plan, writer, text, true);
}
