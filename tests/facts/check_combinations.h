/* Combinations that are printed for redundant rows, read back and compared with the gradients at
 * random admissible states. */
#ifndef NH_TESTS_CHECK_COMBINATIONS_H
#define NH_TESTS_CHECK_COMBINATIONS_H

#include "../state/explicit_support.h"

#include "base/text/name.h"
#include "expr/inspect.h"
#include "expr/read/read.h"
#include "facts/analysis.h"

enum { COMBINATION_STATES = 6 };

/* Names of the model, and those of rows, each a symbol of its own. */
typedef struct row_names {
    nh_model *model;
    nh_read_names model_names;
    uint32_t rows;
    const nh_name *name;
    const nh_expr *symbol;
} row_names;

static inline bool find_name(void *user, nh_pool *pool, nh_name name, bool is_function, nh_expr *result) {
    const row_names *names = user;
    for (uint32_t i = 0; i < names->rows && !is_function; i++)
        if (names->name[i] == name) {
            *result = names->symbol[i];
            return true;
        }
    return names->model_names.find(names->model_names.user, pool, name, is_function, result);
}

/* Time, parameters, coordinates. */
static inline nh_read_names names_of_model(nh_model *model, nh_arena *arena) {
    uint32_t count = 0;
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, 1 + model->coordinates.count + model->parameters.count);
    list[count++] = model->time;
    for (size_t i = 0; i < model->coordinates.count; i++) list[count++] = model->coordinates.items[i].q;
    for (size_t i = 0; i < model->parameters.count; i++) list[count++] = model->parameters.items[i].symbol;
    return nh_read_names_of(model->pool, arena, count, list);
}

static inline row_names names_of_rows(nh_model *model, nh_arena *arena) {
    row_names names = {.model = model, .model_names = names_of_model(model, arena)};
    nh_name *name = NH_NEW_ARRAY(arena, nh_name, model->rows.count + 1);
    nh_expr *symbol = NH_NEW_ARRAY(arena, nh_expr, model->rows.count + 1);
    for (size_t i = 0; i < model->rows.count; i++) {
        char text[60];
        snprintf(text, sizeof text, "row %zu of the combination", i);
        name[i] = model->rows.items[i].name;
        symbol[i] = nh_expr_symbol_text(model->pool, NH_ROLE_PARAMETER, text);
    }
    names.rows = (uint32_t)model->rows.count;
    names.name = name;
    names.symbol = symbol;
    return names;
}

/* The coefficients of the rows in a combination, which is linear in them. */
static inline nh_expr *read_combination(explicit_case *c, const char *text, const char *model_text) {
    nh_model *model = c->s.model;
    row_names rows = names_of_rows(model, c->s.arena);
    nh_read_names names = {.user = &rows, .find = find_name};
    nh_expr e, *coefficient = NH_NEW_ARRAY(c->s.arena, nh_expr, rows.rows + 1);
    if (!nh_expr_read(model->pool, text, strlen(text), "combination", &names, &e))
        fail_msg("%s cannot be read: %s", text, model_text);
    for (uint32_t i = 0; i < rows.rows; i++) {
        coefficient[i] = nh_expr_diff(model->pool, e, rows.symbol[i]);
        if (nh_expr_depends_on(model->pool, coefficient[i], rows.rows, rows.symbol))
            fail_msg("%s is not linear in the rows", text);
        e = nh_expr_substitute(model->pool, e, 1, &rows.symbol[i], &(nh_expr){NH_EXPR_ZERO}, false);
    }
    if (e != NH_EXPR_ZERO) fail_msg("%s has a term without a row", text);
    return coefficient;
}

/* d rate_r / dq_j' for all rows and velocities, then the coefficients. */
static inline nh_expr *outputs_of(const explicit_case *c, const nh_expr *coefficient, uint32_t *count) {
    nh_model *model = c->s.model;
    uint32_t rows = (uint32_t)model->rows.count, n = c->s.n;
    nh_expr *outputs = NH_NEW_ARRAY(c->s.arena, nh_expr, rows * n + rows);
    for (uint32_t r = 0; r < rows; r++) {
        nh_expr rate = nh_row_rate(model, &model->rows.items[r]);
        for (uint32_t j = 0; j < n; j++)
            outputs[r * n + j] = nh_expr_diff(model->pool, rate, model->coordinates.items[j].v);
        outputs[rows * n + r] = coefficient[r];
    }
    *count = rows * n + rows;
    return outputs;
}

/* Whether the coefficients have values at the state; then the gradient of the row is the combination. */
static inline bool compare_gradients(explicit_case *c, uint32_t row, uint32_t count, const nh_expr *outputs,
                                     const char *text, const char *model_text) {
    uint32_t rows = (uint32_t)c->s.model->rows.count, n = c->s.n;
    double *values = NH_NEW_ARRAY(c->s.arena, double, count), largest = 0;
    case_evaluate_at(c, &c->s.state, count, outputs, values);
    const double *factor = values + (size_t)rows * n;
    for (uint32_t r = 0; r < rows; r++) largest = fmax(largest, isfinite(factor[r]) ? fabs(factor[r]) : INFINITY);
    if (!(largest < 1e4)) return false;
    for (uint32_t j = 0; j < n; j++) {
        double sum = 0, size = fabs(values[row * n + j]);
        for (uint32_t r = 0; r < rows; r++) {
            sum += factor[r] * values[r * n + j];
            size += fabs(factor[r] * values[r * n + j]);
        }
        if (!(fabs(sum - values[row * n + j]) <= 1e-7 * (1e-3 + size)))
            fail_msg("%s: component %u is %g, not %g:\n%s", text, j, sum, values[row * n + j], model_text);
    }
    return true;
}

/* Compares at some states; returns at how many. */
static inline int check_combination(explicit_case *c, nh_admissible *a, uint32_t row, const char *text,
                                    const char *model_text) {
    nh_random random = nh_random_make(test_seed(), 67);
    uint32_t count;
    const nh_expr *outputs = outputs_of(c, read_combination(c, text, model_text), &count);
    int compared = 0;
    for (int i = 0; i < 10 * COMBINATION_STATES && compared < COMBINATION_STATES; i++)
        if (nh_samples_draw(a->states, &random, &a->state, i % 2 ? 0.1 : 0.02, &c->s.state))
            compared += compare_gradients(c, row, count, outputs, text, model_text);
    return compared;
}

/* All combinations of a model; returns how many were compared. Every redundant row must have one, and states at which
 * it can be compared, where must_compare says so. */
static inline int combinations_check(nh_context *context, nh_model *model, const char *model_text, bool must_compare) {
    subject s = {.context = context, .arena = nh_arena_create(context), .model = model};
    nh_analysis *x = nh_analysis_make(s.arena, model, test_seed());
    int found = 0;
    s.n = (uint32_t)model->coordinates.count;
    s.state = (nh_state){0, NH_NEW_ARRAY(s.arena, double, s.n + 1), NH_NEW_ARRAY(s.arena, double, s.n + 1)};
    explicit_case c = {.s = s, .form = x->admissible->form, .signs = x->admissible->signs};
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const char *text = x->rank.combination[i];
        if (x->rank.redundant[i].truth != NH_YES || x->admissible->form == NULL || x->admissible->states == NULL)
            continue;
        c.parameters = nh_states_parameters(x->admissible->states);
        int compared = text != NULL ? check_combination(&c, x->admissible, i, text, model_text) : 0;
        bool is_nothing = text != NULL &&
                          strcmp(text, "0") == 0; /* no gradient: no state can be distinguished from those around it */
        if (must_compare && !is_nothing && compared < COMBINATION_STATES)
            fail_msg("the combination %s of %s was compared at %d states:\n%s", text != NULL ? text : "(none)",
                     nh_name_text(context, model->rows.items[i].name), compared, model_text);
        found += compared > 0;
    }
    nh_arena_destroy(s.arena);
    return found;
}

#endif
