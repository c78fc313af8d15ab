/* What all formulations need to give their equations. */
#include "form/equations.h"

#include <stdarg.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "form/sums.h"
#include "state/explicit/kind.h"

static bool has_size(const nh_expr_matrix *matrix, uint32_t rows, uint32_t columns) {
    return matrix->rows == rows && matrix->columns == columns && matrix->start != NULL;
}

bool nh_equations_fit(const nh_equations *equations) {
    const nh_equations *e = equations;
    uint32_t n = (uint32_t)e->model->coordinates.count;
    if (!has_size(&e->matrix, e->count, e->count) || e->unknowns == NULL || e->force == NULL) return false;
    if (!nh_are_below(e->rows, e->row, e->model->rows.count) || (e->extras != 0 && e->extras != e->rows)) return false;
    if (e->rows > 0 && (e->multipliers == NULL || e->rates == NULL || e->drift == NULL)) return false;
    if (e->choice == NULL) return e->count == n;
    return e->choice->model == e->model && e->symbols != NULL && e->variables != NULL && e->velocities != NULL &&
           has_size(&e->lift, n, e->count) && e->rest != NULL;
}

nh_expr *nh_equations_residuals(const nh_equations *e, nh_arena *arena, uint32_t rows, const uint32_t *used) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && (used != NULL ? nh_are_below(rows, used, e->rows) : rows == e->rows));
    nh_pool *pool = e->model->pool;
    uint32_t n = e->count;
    nh_expr *out = NH_NEW_ARRAY(arena, nh_expr, n + 3 * (size_t)rows + 1);
    nh_exprs *terms = NH_NEW_ARRAY(arena, nh_exprs, (size_t)n + rows + 1);
    for (size_t i = 0; i < (size_t)n + rows; i++) terms[i].arena = arena;
    for (uint32_t i = 0; i < n; i++) {
        nh_array_push(&terms[i], nh_expr_neg(pool, e->force[i]));
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_array_push(&terms[i], nh_expr_mul(pool, e->matrix.entry[k], e->unknowns[e->matrix.column[k]]));
    }
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t r = used != NULL ? used[i] : i;
        const nh_row *row = &e->model->rows.items[e->row[r]];
        nh_expr lambda = nh_expr_neg(pool, e->multipliers[r]);
        nh_array_push(&terms[n + i], e->drift[r]);
        for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++) {
            uint32_t column = e->jacobian.column[k];
            nh_array_push(&terms[column], nh_expr_mul(pool, e->jacobian.entry[k], lambda));
            nh_array_push(&terms[n + i], nh_expr_mul(pool, e->jacobian.entry[k], e->unknowns[column]));
        }
        out[n + rows + i] = e->rates[r];
        out[n + 2 * rows + i] = row->is_geometric ? row->residual : NH_EXPR_ZERO;
    }
    for (size_t i = 0; i < (size_t)n + rows; i++) out[i] = nh_expr_sum(pool, terms[i].count, terms[i].items);
    return out;
}

nh_expr_matrix nh_equations_sparse(nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *dense) {
    NH_ASSERT(dense != NULL || rows == 0 || columns == 0);
    nh_expr_matrix a = {.rows = rows, .columns = columns};
    a.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)rows + 1);
    a.column = NH_NEW_ARRAY(arena, uint32_t, (size_t)rows * columns);
    a.entry = NH_NEW_ARRAY(arena, nh_expr, (size_t)rows * columns);
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < columns; j++) {
            nh_expr e = dense[(size_t)i * columns + j];
            if (e == NH_EXPR_ZERO) continue;
            a.column[count] = j;
            a.entry[count++] = e;
        }
        a.start[i + 1] = count;
    }
    return a;
}

static nh_expr multiplier_of(const nh_model *model, nh_arena *arena, const char *letter, uint32_t row) {
    NH_ASSERT(row < model->rows.count);
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "%s.%s", letter, nh_name_text(model->context, model->rows.items[row].name));
    return nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
}

nh_expr nh_equations_multiplier(const nh_model *model, nh_arena *arena, uint32_t row) {
    return multiplier_of(model, arena, "lambda", row);
}

nh_expr nh_equations_extra(const nh_model *model, nh_arena *arena, uint32_t row) {
    return multiplier_of(model, arena, "mu", row);
}

void nh_equations_integrate_multipliers(nh_equations *equations, nh_arena *arena) {
    NH_ASSERT(equations->rows == 0 || equations->row != NULL);
    nh_equations *e = equations;
    e->extras = e->rows;
    e->extra = NH_NEW_ARRAY(arena, nh_expr, e->rows);
    for (uint32_t i = 0; i < e->rows; i++) e->extra[i] = nh_equations_extra(e->model, arena, e->row[i]);
}

bool nh_equations_is_workless(const nh_equations *equations, uint32_t row) {
    const nh_equations *e = equations;
    return nh_row_restricts(&e->model->rows.items[e->row[row]]) &&
           nh_kind_of(e->model->pool, e->rates[row]).homogeneous == NH_YES;
}

nh_expr nh_equations_accelerated_work(const nh_model *model, nh_arena *arena, const nh_expr *direction) {
    nh_exprs terms = {.arena = arena};
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed || !row->has_accelerations) continue;
        nh_expr multiplier = nh_equations_multiplier(model, arena, i);
        for (size_t k = 0; k < model->coordinates.count; k++) {
            nh_expr slope = nh_row_slope(model, row, model->coordinates.items[k].v);
            nh_expr along = nh_expr_mul(model->pool, slope, direction[k]);
            nh_array_push(&terms, nh_expr_mul(model->pool, multiplier, along));
        }
    }
    return nh_expr_sum(model->pool, terms.count, terms.items);
}

const nh_row *nh_equations_accelerated(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].has_accelerations) return &model->rows.items[i];
    return NULL;
}

const char *nh_equations_not_variational(const nh_model *model) {
    if (nh_equations_accelerated(model) != NULL) return "a constraint contains accelerations";
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_of_motion)
            return "Lagrange's equations do not determine all accelerations without hidden constraints, which are "
                   "those under the Chetaev condition";
    return NULL;
}

/* The rows of the matrix from `first` on. */
static nh_expr_matrix rows_from(nh_arena *arena, const nh_expr_matrix *a, uint32_t first) {
    nh_expr_matrix part = {.rows = a->rows - first, .columns = a->columns};
    part.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)part.rows + 1);
    for (uint32_t i = 0; i <= part.rows; i++) part.start[i] = a->start[first + i] - a->start[first];
    part.column = a->column + a->start[first];
    part.entry = a->entry + a->start[first];
    return part;
}

static void add_matrix(nh_sums *sums, const nh_expr_matrix *a, uint32_t first) {
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++)
            nh_sums_add(sums, first + i, a->column[k], a->entry[k]);
}

void nh_equations_add_accelerated(nh_equations *equations, nh_arena *arena) {
    nh_equations *e = equations;
    nh_pool *pool = e->model->pool;
    nh_lagrange x = nh_lagrange_derive(e->model, arena, true);
    uint32_t count = x.acting - x.rows, before = e->rows;
    NH_ASSERT(e->lift.columns == e->count && e->jacobian.rows == before);
    if (count == 0) return;
    nh_expr_matrix slopes = rows_from(arena, &x.jacobian, x.rows);
    nh_expr_matrix along = nh_matrix_product(pool, arena, &slopes, &e->lift);
    const nh_expr *rest = nh_matrix_times(pool, arena, &slopes, e->rest);
    nh_sums sums = nh_sums_begin(pool, arena);
    add_matrix(&sums, &e->jacobian, 0);
    add_matrix(&sums, &along, before);
    e->jacobian = nh_sums_matrix(&sums, before + count, e->count);
    uint32_t *row = NH_NEW_ARRAY(arena, uint32_t, (size_t)before + count);
    nh_expr *lists = NH_NEW_ARRAY(arena, nh_expr, 3 * ((size_t)before + count));
    nh_expr *multipliers = lists, *rates = lists + before + count, *drift = rates + before + count;
    for (uint32_t i = 0; i < before; i++) {
        row[i] = e->row[i];
        multipliers[i] = e->multipliers[i];
        rates[i] = e->rates[i];
        drift[i] = e->drift[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        row[before + i] = x.row[x.rows + i];
        multipliers[before + i] = nh_equations_multiplier(e->model, arena, row[before + i]);
        rates[before + i] = x.rates[x.rows + i];
        drift[before + i] = nh_expr_add(pool, x.drift[x.rows + i], rest[i]);
    }
    e->row = row;
    e->multipliers = multipliers;
    e->rates = rates;
    e->drift = drift;
    e->rows = before + count;
}

void nh_equations_name(nh_equations *equations, nh_expr value, const char *format, ...) {
    NH_ASSERT(equations->coefficients.arena != NULL);
    nh_text text = nh_text_begin(equations->coefficients.arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    nh_array_push(&equations->coefficients, ((nh_coefficient){nh_text_string(&text), value, value}));
}

void nh_equations_in_velocities(const nh_equations *equations, size_t count, nh_expr *e) {
    NH_ASSERT(equations->symbols == NULL || equations->variables != NULL);
    const nh_equations *q = equations;
    if (q->symbols == q->variables) return; /* they are velocities */
    nh_expr_substitute_all(q->model->pool, count, e, q->count, q->symbols, q->variables, true);
}
