/* The equations of a choice as programs. */
#include <string.h>

#include "base/assert.h"
#include "model/inputs.h"
#include "sim/formula_private.h"

typedef NH_ARRAY(nh_expr) exprs;

static void gather(exprs *all, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++) nh_array_push(all, e[i]);
}

/* The signs of the choice are further parameters. */
nh_formula_program nh_formula_program_make(const nh_formula *f, uint32_t inputs, const nh_expr *input,
                                           const nh_explicit *choice, uint32_t count, const nh_expr *outputs) {
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false);
    exprs parameters = {.arena = f->arena};
    gather(&parameters, def.parameter_count, def.parameters);
    if (choice != NULL) gather(&parameters, choice->signs, choice->sign);
    if (input != NULL) {
        def.input_count = inputs;
        def.inputs = input;
    }
    def.parameter_count = (uint32_t)parameters.count;
    def.parameters = parameters.items;
    def.output_count = count;
    def.outputs = outputs;
    nh_formula_program p = {.tape = nh_tape_make(f->arena, f->model->pool, &def)};
    p.program = nh_program_make(f->arena, p.tape, f->native);
    p.outputs = NH_NEW_ARRAY(f->arena, double, (size_t)count + 1);
    return p;
}

uint32_t nh_formula_row(const nh_formula *f, uint32_t row) {
    uint32_t low = 0, high = f->lagrange.rows; /* they rise */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->lagrange.row[middle] < row) low = middle + 1;
        else high = middle;
    }
    NH_ASSERT(f->lagrange.row[low] == row);
    return low;
}

/* ---- the linear system ---- */

static void make_system(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    exprs all = {.arena = f->arena};
    gather(&all, e->matrix.start[e->count], e->matrix.entry);
    gather(&all, e->jacobian.start[e->rows], e->jacobian.entry);
    gather(&all, e->count, e->force);
    gather(&all, e->rows, e->drift);
    gather(&all, e->lift.start[f->n], e->lift.entry);
    gather(&all, f->n, e->rest);
    nh_equations_in_velocities(e, all.count, all.items);
    c->system = nh_formula_program_make(f, 0, NULL, e->choice, (uint32_t)all.count, all.items);
}

/* [matrix, jacobian^T; jacobian, 0] for the rates and the multipliers with the other sign. */
static void make_square(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows], count = e->count;
    nh_entries list = nh_entries_make(f->arena, (size_t)entries + 2 * (size_t)slopes);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_entries_add(&list, i, e->matrix.column[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++)
            nh_entries_add(&list, count + i, e->jacobian.column[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++)
            nh_entries_add(&list, e->jacobian.column[k], count + i);
    c->square = nh_square_make(f->arena, count + e->rows, &list);
    c->values = NH_NEW_ARRAY(f->arena, double, (size_t)list.count + 1);
    c->side = NH_NEW_ARRAY(f->arena, double, (size_t)count + e->rows + f->n);
    c->y = NH_NEW_ARRAY(f->arena, double, (size_t)count + 1);
}

/* ---- variables and velocities ---- */

/* dy/dq', and below it d rate/dq' of the rows that are needed to find all velocities. */
static nh_expr_matrix find_slopes(const nh_formula *f, const nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    const nh_expr_matrix *A = &f->lagrange.jacobian;
    const nh_expr *v = nh_model_velocities(f->model, f->arena);
    nh_expr_matrix own = nh_expr_jacobian(f->model->pool, f->arena, e->count, e->variables, f->n, v);
    uint32_t rows = f->n - e->count;
    NH_ASSERT(rows == 0 || rows == c->rank);
    size_t entries = own.start[e->count];
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t row = nh_formula_row(f, c->rows[i]);
        entries += A->start[row + 1] - A->start[row];
    }
    nh_expr_matrix all = {.rows = f->n, .columns = f->n, .start = NH_NEW_ARRAY(f->arena, uint32_t, f->n + 1)};
    all.column = NH_NEW_ARRAY(f->arena, uint32_t, entries);
    all.entry = NH_NEW_ARRAY(f->arena, nh_expr, entries);
    for (uint32_t i = 0; i < f->n; i++) {
        const nh_expr_matrix *from = i < e->count ? &own : A;
        uint32_t row = i < e->count ? i : nh_formula_row(f, c->rows[i - e->count]), at = all.start[i];
        for (uint32_t k = from->start[row]; k < from->start[row + 1]; k++) {
            all.column[at] = from->column[k];
            all.entry[at++] = from->entry[k];
        }
        all.start[i + 1] = at;
    }
    return all;
}

static void make_variables(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    c->slopes = find_slopes(f, c);
    exprs all = {.arena = f->arena};
    gather(&all, e->count, e->variables);
    for (uint32_t i = 0; i < f->n - e->count; i++)
        nh_array_push(&all, f->lagrange.rates[nh_formula_row(f, c->rows[i])]);
    gather(&all, c->slopes.start[f->n], c->slopes.entry);
    c->variables = nh_formula_program_make(f, 0, NULL, e->choice, (uint32_t)all.count, all.items);
    nh_entries list = nh_entries_make(f->arena, c->slopes.start[f->n]);
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t k = c->slopes.start[i]; k < c->slopes.start[i + 1]; k++)
            nh_entries_add(&list, i, c->slopes.column[k]);
    c->newton = nh_square_make(f->arena, f->n, &list);
}

static void make_velocities(nh_formula *f, nh_formula_choice *c) {
    const nh_equations *e = c->equations;
    exprs inputs = {.arena = f->arena};
    for (uint32_t i = 0; i < f->n; i++)
        if (e->velocities[i] == NH_EXPR_UNDEFINED) return;
    nh_array_push(&inputs, f->model->time);
    gather(&inputs, f->n, nh_model_coordinates(f->model, f->arena));
    gather(&inputs, e->count, e->symbols);
    c->velocities = nh_formula_program_make(f, (uint32_t)inputs.count, inputs.items, e->choice, f->n, e->velocities);
}

void nh_formula_make_programs(nh_formula *f, nh_formula_choice *c) {
    make_system(f, c);
    make_square(f, c);
    make_variables(f, c);
    make_velocities(f, c);
    c->measures = nh_explicit_measures(c->equations->choice, f->arena);
}
