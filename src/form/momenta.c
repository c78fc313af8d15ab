/* Symbols of momenta, rows, and accelerations by the rates of variables that depend on the velocities. */
#include "form/momenta.h"

#include "base/assert.h"
#include "base/map.h"
#include "base/text/text.h"

/* ---- names ---- */

#define TAKE_NAMES(map, field)                                                                                         \
    for (size_t i = 0; i < model->field.count; i++) nh_map_put(map, model->field.items[i].name, 1)

nh_map nh_momenta_declared(const nh_model *model, nh_arena *arena) {
    nh_map map = nh_map_make(arena);
    TAKE_NAMES(&map, consts);
    TAKE_NAMES(&map, parameters);
    TAKE_NAMES(&map, coordinates);
    TAKE_NAMES(&map, functions);
    TAKE_NAMES(&map, lets);
    TAKE_NAMES(&map, points);
    TAKE_NAMES(&map, bodies);
    TAKE_NAMES(&map, quasis);
    return map;
}

/* p_x, or the first of p2_x, p3_x, ... that the model does not declare. */
static nh_name free_name(const nh_model *model, nh_arena *arena, const nh_map *declared, uint32_t coordinate) {
    const char *of = nh_name_text(model->context, model->coordinates.items[coordinate].name);
    for (unsigned number = 1;; number++) {
        nh_text text = nh_text_begin(arena);
        if (number == 1) nh_text_format(&text, "p_%s", of);
        else nh_text_format(&text, "p%u_%s", number, of);
        nh_name name = nh_name_of_text(model->context, nh_text_string(&text));
        if (nh_map_get(declared, name) == NULL) return name;
    }
}

nh_expr *nh_momenta_symbols(const nh_model *model, nh_arena *arena, uint32_t count, const uint32_t *coordinates) {
    NH_ASSERT(nh_are_below(count, coordinates, model->coordinates.count));
    nh_map declared = nh_momenta_declared(model, arena);
    nh_expr *p = NH_NEW_ARRAY(arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++)
        p[i] = nh_expr_symbol(model->pool, NH_ROLE_QUASI, free_name(model, arena, &declared, coordinates[i]), 0);
    return p;
}

/* ---- rates ---- */

nh_expr *nh_momenta_slow_rates(const nh_model *model, nh_arena *arena, uint32_t count, const nh_expr *e,
                               const nh_expr_matrix *by_q) {
    NH_ASSERT(by_q->rows == count && by_q->columns == model->coordinates.count);
    nh_expr *rates = nh_matrix_times(model->pool, arena, by_q, nh_model_velocities(model, arena));
    for (uint32_t i = 0; i < count; i++)
        rates[i] = nh_expr_add(model->pool, rates[i], nh_expr_diff(model->pool, e[i], model->time));
    return rates;
}

void nh_momenta_lift(nh_equations *e, nh_arena *arena) {
    NH_ASSERT(e->velocities != NULL && e->symbols != NULL);
    const nh_model *model = e->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    const nh_expr *q = nh_model_coordinates(model, arena);
    nh_expr_matrix by_q = nh_expr_jacobian(model->pool, arena, n, e->velocities, n, q);
    e->lift = nh_expr_jacobian(model->pool, arena, n, e->velocities, e->count, e->symbols);
    e->rest = nh_momenta_slow_rates(model, arena, n, e->velocities, &by_q);
}

/* ---- rows ---- */

static bool is_of(const nh_explicit *choice, uint32_t row) {
    for (uint32_t d = 0; d < choice->k; d++)
        if (choice->dependent[d].row == row) return true;
    return false;
}

/* The rows of a matrix with these numbers. */
static nh_expr_matrix take_rows(nh_arena *arena, const nh_expr_matrix *from, uint32_t count, const uint32_t *numbers) {
    nh_expr_matrix a = {.rows = count, .columns = from->columns};
    uint32_t entries = 0;
    for (uint32_t i = 0; i < count; i++) entries += from->start[numbers[i] + 1] - from->start[numbers[i]];
    a.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)count + 1);
    a.column = NH_NEW_ARRAY(arena, uint32_t, entries);
    a.entry = NH_NEW_ARRAY(arena, nh_expr, entries);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = a.start[i];
        for (uint32_t k = from->start[numbers[i]]; k < from->start[numbers[i] + 1]; k++) {
            a.column[at] = from->column[k];
            a.entry[at++] = from->entry[k];
        }
        a.start[i + 1] = at;
    }
    return a;
}

void nh_momenta_rows(nh_equations *e, nh_arena *arena, const nh_lagrange *lagrange) {
    uint32_t k = e->choice->k, *numbers = NH_NEW_ARRAY(arena, uint32_t, k);
    e->row = NH_NEW_ARRAY(arena, uint32_t, k);
    e->multipliers = NH_NEW_ARRAY(arena, nh_expr, k);
    e->rates = NH_NEW_ARRAY(arena, nh_expr, k);
    e->drift = NH_NEW_ARRAY(arena, nh_expr, k);
    e->rows = 0;
    for (uint32_t j = 0; j < lagrange->rows; j++) {
        if (!is_of(e->choice, lagrange->row[j])) continue;
        NH_ASSERT(e->rows < k);
        uint32_t i = e->rows++;
        numbers[i] = j;
        e->row[i] = lagrange->row[j];
        e->multipliers[i] = nh_equations_multiplier(e->model, arena, e->row[i]);
        e->rates[i] = lagrange->rates[j];
        e->drift[i] = lagrange->drift[j];
    }
    NH_ASSERT(e->rows == k);
    e->jacobian = take_rows(arena, &lagrange->jacobian, e->rows, numbers);
}
