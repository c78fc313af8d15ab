/* The coefficients of Lagrange's equations, which are tidied, against derivatives of L and of the rows that are not, at
 * random states, for every model. */
#include "../lang/files.h"

#include <math.h>

#include "expr/calculus/calculus.h"
#include "form/equations.h"
#include "model/values.h"
#include "tape/tape.h"

enum { STATES = 4 };

/* e with every acceleration replaced by 0. */
static nh_expr at_rest(const nh_equations *e, nh_arena *arena, nh_expr of) {
    nh_expr *zeros = NH_NEW_ARRAY(arena, nh_expr, e->count);
    return nh_expr_substitute(e->model->pool, of, e->count, e->unknowns, zeros, true);
}

static nh_expr entry_at(const nh_expr_matrix *matrix, uint32_t i, uint32_t j) {
    for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++)
        if (matrix->column[k] == j) return matrix->entry[k];
    return NH_EXPR_ZERO;
}

/* All coefficients as derived, then all as wanted: in pairs, half of the list apart. */
static void list_both(nh_arena *arena, const nh_equations *e, nh_exprs *found, nh_exprs *wanted) {
    nh_pool *pool = e->model->pool;
    const nh_expr *q = nh_model_coordinates(e->model, arena), *v = nh_model_velocities(e->model, arena);
    for (uint32_t i = 0; i < e->count; i++) {
        nh_expr p = nh_expr_diff(pool, e->model->L, v[i]);
        for (uint32_t j = 0; j < e->count; j++) {
            nh_array_push(found, entry_at(&e->matrix, i, j));
            nh_array_push(wanted, nh_expr_diff(pool, p, v[j]));
        }
        nh_expr rate = at_rest(e, arena, nh_expr_total_derivative(pool, p));
        nh_expr terms[] = {e->model->Q[i], nh_expr_diff(pool, e->model->L, q[i]), nh_expr_neg(pool, rate)};
        nh_array_push(found, e->force[i]);
        nh_array_push(wanted, nh_expr_sum(pool, 3, terms));
    }
    const nh_expr *acceleration = nh_model_accelerations(e->model, arena);
    for (uint32_t i = 0; i < e->rows; i++) {
        const nh_row *row = &e->model->rows.items[e->row[i]];
        bool is_rate = !row->has_accelerations; /* else the constraint is the equation for the accelerations itself */
        nh_expr equation = is_rate ? nh_row_rate(e->model, row) : row->residual;
        for (uint32_t j = 0; j < e->count; j++) {
            nh_array_push(found, entry_at(&e->jacobian, i, j));
            nh_array_push(wanted, nh_expr_diff(pool, equation, is_rate ? v[j] : acceleration[j]));
        }
        nh_array_push(found, e->drift[i]);
        nh_array_push(wanted, at_rest(e, arena, is_rate ? nh_expr_total_derivative(pool, equation) : equation));
    }
}

static double *values_of(nh_arena *arena, nh_model *model, const nh_exprs *list, const double *state, double *outputs) {
    size_t n = model->coordinates.count;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, 2 * n + 1);
    inputs[0] = model->time;
    for (size_t i = 0; i < n; i++) {
        inputs[1 + i] = nh_model_coordinates(model, arena)[i];
        inputs[1 + n + i] = nh_model_velocities(model, arena)[i];
    }
    nh_tape_def def = {.input_count = (uint32_t)(2 * n + 1), .inputs = inputs, .output_count = (uint32_t)list->count};
    def.outputs = list->items;
    def.parameter_count = (uint32_t)model->parameters.count;
    def.parameters = nh_model_parameter_symbols(model, arena);
    const nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    nh_tape_begin(tape, 1, nh_model_parameter_values(model, arena), work);
    nh_tape_run(tape, 1, state, outputs, work);
    return outputs;
}

/* Whether there are functions without a body, for which there are no values. */
static bool has_open_functions(const nh_model *model) {
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED) return true;
    return false;
}

static void check_symmetry(const nh_equations *e) {
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++) {
            assert_int_not_equal(e->matrix.entry[k], NH_EXPR_ZERO);
            assert_int_equal(entry_at(&e->matrix, e->matrix.column[k], i), e->matrix.entry[k]);
        }
    for (uint32_t k = 0; k < e->jacobian.start[e->rows]; k++) assert_int_not_equal(e->jacobian.entry[k], NH_EXPR_ZERO);
}

static void check_file(nh_context *context, void *path) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = path;
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    nh_equations *e = nh_chetaev_derive(model, arena);
    nh_exprs found = {.arena = arena}, wanted = {.arena = arena};
    check_symmetry(e);
    list_both(arena, e, &found, &wanted);
    nh_random random = nh_random_make(test_seed(), 11);
    size_t n = model->coordinates.count;
    double *state = NH_NEW_ARRAY(arena, double, 2 * n + 1), *a = NH_NEW_ARRAY(arena, double, found.count),
           *b = NH_NEW_ARRAY(arena, double, found.count);
    for (int round = 0; round < STATES && !has_open_functions(model); round++) {
        double size = 1;
        for (size_t i = 0; i <= 2 * n; i++) state[i] = (double)nh_random_between(&random, 100, 2000) / 1000;
        values_of(arena, model, &found, state, a);
        values_of(arena, model, &wanted, state, b);
        for (size_t i = 0; i < found.count; i++)
            if (isfinite(b[i])) size = fmax(size, fabs(b[i]));
        for (size_t i = 0; i < found.count; i++)
            if (isfinite(b[i]) && !(fabs(a[i] - b[i]) <= 1e-12 * size))
                fail_msg("%s: coefficient %zu is %.17g, not %.17g", (char *)path, i, a[i], b[i]);
    }
    nh_model_destroy(model);
}

static void check_in(const char *folder, const char *name) {
    char path[1000];
    nh_context *context = test_context();
    snprintf(path, sizeof path, "%s/%s.nh", folder, name);
    test_run(context, check_file, path);
    nh_context_destroy(context);
}

static void test_model(void **state) {
    check_in(NH_TEST_SOURCE, *state);
}

static void test_oracle(void **state) {
    check_in(NH_TEST_SOURCE "/oracle", *state);
}

int main(void) {
    int failed = files_run_models("models", test_model);
    static files other;
    files_list(&other, NH_TEST_SOURCE "/oracle");
    for (size_t i = 0; i < other.count; i++)
        other.tests[i] =
            (struct CMUnitTest){.name = other.names[i], .test_func = test_oracle, .initial_state = other.names[i]};
    return failed + _cmocka_run_group_tests("oracle", other.tests, other.count, NULL, NULL);
}
