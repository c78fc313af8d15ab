/* The models of tests/oracle, written from expressions, against those expressions and the reference numbers. */
#include "files.h"
#include "mechanics.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

typedef struct oracle_test {
    const char *name;
    nh_arena *arena;
    oracle_case data;
    mechanics model, wanted;
    uint32_t *row; /* of the model, for each row of the case */
} oracle_test;

static uint32_t row_of(const oracle_test *t, const char *name) {
    for (uint32_t i = 0; i < t->model.rows; i++)
        if (strcmp(t->model.row[i], name) == 0) return i;
    fail_msg("%s: there is no row %s", t->name, name);
    return 0;
}

static void check_names(oracle_test *t) {
    nh_context *context = nh_pool_context(t->wanted.pool);
    assert_int_equal(t->model.n, t->wanted.n);
    for (uint32_t i = 0; i < t->model.n; i++) {
        nh_name wanted = nh_expr_symbol_of(t->wanted.pool, t->wanted.q[i])->name;
        assert_string_equal(nh_name_text(context, nh_expr_symbol_of(t->model.pool, t->model.q[i])->name),
                            nh_name_text(context, wanted));
    }
    assert_int_equal(t->model.rows, t->wanted.rows);
    t->row = NH_NEW_ARRAY(t->arena, uint32_t, t->wanted.rows);
    for (uint32_t i = 0; i < t->wanted.rows; i++) t->row[i] = row_of(t, t->wanted.row[i]);
}

/* T, V, the forces and the residuals, at a state where the constraints need not hold. */
static void check_expressions(const oracle_test *t, const mechanics_state *at) {
    mechanics_values found = mechanics_evaluate(t->arena, &t->model, at);
    mechanics_values wanted = mechanics_evaluate(t->arena, &t->wanted, at);
    mechanics_compare(t->name, "T", found.T, wanted.T, 1e-3L, 1e-12);
    mechanics_compare(t->name, "V", found.V, wanted.V, 1e-3L, 1e-12);
    mechanics_compare(t->name, "L", found.L, wanted.L, 1e-3L, 1e-12);
    mechanics_compare(t->name, "E", found.E, wanted.E, 1e-3L, 1e-12);
    for (uint32_t i = 0; i < t->model.n; i++) mechanics_compare(t->name, "Q", found.Q[i], wanted.Q[i], 1e-3L, 1e-12);
    for (uint32_t i = 0; i < t->wanted.rows; i++)
        mechanics_compare(t->name, t->wanted.row[i], found.residual[t->row[i]], wanted.residual[i], 1e-3L, 1e-12);
}

/* Where a sample has the Jacobi function relative to its energy, the energy is T + V. */
static void check_energy(const oracle_test *t, const oracle_block *sample, const mechanics_values *found) {
    const double *energy = oracle_get(sample, "energy", 1), *rate = oracle_get(sample, "dE_dt", 1);
    const double *jacobi = oracle_get(sample, "jacobi", 1), *jacobi_rate = oracle_get(sample, "djacobi_dt", 1);
    if (jacobi) {
        mechanics_compare(t->name, "T + V", found->T + found->V, energy[0], 1, 1e-12);
        mechanics_compare(t->name, "d(T + V)/dt", found->dT_dt + found->dV_dt, rate[0], 10, 1e-9);
        energy = jacobi;
        rate = jacobi_rate;
    }
    if (energy) mechanics_compare(t->name, "energy", found->E, energy[0], 1, 1e-12);
    if (rate) mechanics_compare(t->name, "dE/dt", found->dE_dt, rate[0], 10, 1e-9);
}

/* d/dt dL/dq' - dL/dq = Q + A^T lambda at the accelerations and multipliers of the sample. */
static void check_motion(const oracle_test *t, const oracle_block *sample, const mechanics_values *found) {
    size_t count = oracle_count(sample, "lambda");
    const double *lambda = oracle_get(sample, "lambda", 0);
    assert_true(count <= t->wanted.rows); /* rows that are redundant have no multiplier */
    for (uint32_t i = 0; i < t->model.n; i++) {
        long double right = found->Q[i], size = 1 + fabsl(found->Q[i]);
        for (uint32_t r = 0; r < count; r++) {
            long double term = lambda[r] * found->jacobian[(size_t)t->row[r] * t->model.n + i];
            right += term;
            size += fabsl(term);
        }
        mechanics_compare(t->name, "an equation of motion", found->lagrange[i], right, size, 1e-9);
    }
}

static void check_sample(const oracle_test *t, const oracle_block *sample, uint64_t stream) {
    mechanics_state at = mechanics_sample(t->arena, t->model.n, sample);
    mechanics_state moved = mechanics_moved(t->arena, t->model.n, at, stream);
    check_expressions(t, &at);
    check_expressions(t, &moved);
    mechanics_values found = mechanics_evaluate(t->arena, &t->model, &at);
    for (uint32_t i = 0; i < t->model.rows; i++) mechanics_compare(t->name, "a row", found.residual[i], 0, 1, 1e-12);
    if (!oracle_get(sample, "qdd", t->model.n)) return;
    check_energy(t, sample, &found);
    check_motion(t, sample, &found);
    for (uint32_t i = 0; i < t->model.rows; i++)
        mechanics_compare(t->name, "a differentiated row", found.drate[i], 0, 10, 1e-10);
}

static void check_file(nh_context *context, void *argument) {
    oracle_test t = {.name = argument, .arena = nh_arena_create(context)};
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(t.arena, FOLDER, t.name, ".nh");
    const char *text = nh_file_read(t.arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    t.data = oracle_read(t.arena, files_path(t.arena, FOLDER, t.name, ".txt"));
    t.model = mechanics_of_model(t.arena, model);
    t.wanted = mechanics_of_case(t.arena, &t.data);
    check_names(&t);
    int samples = 0;
    for (size_t i = 0; i < t.data.blocks.count; i++)
        if (strcmp(t.data.blocks.items[i].kind, "sample") == 0) check_sample(&t, &t.data.blocks.items[i], i), samples++;
    assert_true(samples >= 5);
    nh_model_destroy(model);
}

static void test_file(void **state) {
    nh_context *context = test_context();
    test_run(context, check_file, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("oracle", FOLDER, 114, test_file);
}
