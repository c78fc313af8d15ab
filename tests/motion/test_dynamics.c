/* Accelerations and multipliers against the reference numbers, for every case that has them. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "model/values.h"
#include "motion/at/dynamics.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

/* Rows as the samples list them: kinematic ones first, then geometric ones. */
static uint32_t *sample_order(nh_arena *arena, const nh_equations *e) {
    uint32_t *order = NH_NEW_ARRAY(arena, uint32_t, e->rows), count = 0;
    for (int geometric = 0; geometric < 2; geometric++)
        for (uint32_t i = 0; i < e->rows; i++)
            if (e->model->rows.items[e->row[i]].is_geometric == (geometric == 1)) order[count++] = i;
    return order;
}

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static void check_sample(const char *name, const nh_solution *found, const oracle_block *sample, uint32_t n,
                         const uint32_t *order, bool has_multipliers) {
    const double *wanted = oracle_get(sample, "qdd", n), *lambda = oracle_get(sample, "lambda", 0);
    size_t count = oracle_count(sample, "lambda");
    if (found->status != NH_SOLVED) fail_msg("%s: status %d", name, (int)found->status);
    double size = 1 + largest(wanted, n);
    for (uint32_t i = 0; i < n; i++)
        if (!(fabs(found->x[i] - wanted[i]) <= 1e-10 * size))
            fail_msg("%s: acceleration %u is %.17g, not %.17g", name, (unsigned)i, found->x[i], wanted[i]);
    size = 1 + largest(lambda, count);
    for (size_t i = 0; i < count && has_multipliers; i++)
        if (!(fabs(found->lambda[order[i]] - lambda[i]) <= 1e-10 * size))
            fail_msg("%s: multiplier %zu is %.17g, not %.17g", name, i, found->lambda[order[i]], lambda[i]);
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, FOLDER, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    nh_equations *equations = nh_chetaev_derive(model, arena);
    nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics *least = nh_dynamics_make(arena, nh_udwadia_derive(model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, nh_model_parameter_values(model, arena));
    nh_dynamics_set(least, nh_model_parameter_values(model, arena));
    const uint32_t *order = sample_order(arena, equations);
    uint32_t n = equations->count;
    for (size_t i = 0; i < data.blocks.count; i++) {
        const oracle_block *sample = &data.blocks.items[i];
        if (strcmp(sample->kind, "sample") != 0 || !oracle_get(sample, "qdd", n)) continue;
        nh_solution found = nh_dynamics_solve(dynamics, *oracle_get(sample, "t", 1), oracle_get(sample, "q", n),
                                              oracle_get(sample, "qd", n));
        bool is_independent = found.rank == equations->rows; /* else the shortest multipliers are others */
        check_sample(name, &found, sample, n, order, is_independent);
        double *shortest = NH_NEW_ARRAY(arena, double, equations->rows);
        memcpy(shortest, found.lambda, equations->rows * sizeof *shortest);
        found = nh_dynamics_solve(least, *oracle_get(sample, "t", 1), oracle_get(sample, "q", n),
                                  oracle_get(sample, "qd", n));
        if (found.status == NH_SOLUTION_SINGULAR) assert_true(strstr(name, "relativistic") != NULL);
        else check_sample(name, &found, sample, n, order, is_independent);
        double size = 1 + largest(shortest, equations->rows); /* in both ways the same */
        for (uint32_t k = 0; k < equations->rows && found.status == NH_SOLVED; k++)
            if (!(fabs(found.lambda[k] - shortest[k]) <= 1e-10 * size))
                fail_msg("%s: the multiplier of row %u is %.17g and %.17g", name, (unsigned)k, shortest[k],
                         found.lambda[k]);
    }
    nh_model_destroy(model);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("dynamics", FOLDER, CASES, test_case);
}
