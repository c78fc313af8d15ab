/* Motions against the reference trajectories, for every case that has one. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "sim/run.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

typedef NH_ARRAY(const oracle_block *) blocks;

/* The states of the trajectory under the Chetaev condition. */
static blocks states_of(nh_arena *arena, const oracle_case *data) {
    blocks list = {.arena = arena};
    bool is_inside = false;
    for (size_t i = 0; i < data->blocks.count; i++) {
        const oracle_block *block = &data->blocks.items[i];
        if (strcmp(block->kind, "state") == 0) {
            if (is_inside) nh_array_push(&list, block);
        } else {
            is_inside = strcmp(block->kind, "trajectory") == 0;
        }
    }
    return list;
}

static void check_state(const char *name, const double *row, const oracle_block *state, size_t n) {
    const double *q = oracle_get(state, "q", n), *v = oracle_get(state, "qd", n);
    for (size_t i = 0; i < 2 * n; i++) {
        double wanted = i < n ? q[i] : v[i - n], error = fabs(row[1 + i] - wanted);
        if (!(error <= 1e-9 * (1 + fabs(wanted))))
            fail_msg("%s: at t = %g, column %zu is %.17g, not %.17g", name, row[0], i + 1, row[1 + i], wanted);
    }
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, FOLDER, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    blocks states = states_of(arena, &data);
    if (states.count == 0) return;
    nh_model *model = files_model(context, &def, text, length, true);
    double *times = NH_NEW_ARRAY(arena, double, states.count);
    for (size_t i = 0; i < states.count; i++) times[i] = *oracle_get(states.items[i], "t", 1);
    nh_run_def run = nh_default_run();
    run.rtol = run.atol = 1e-12;
    run.at = times;
    run.at_count = states.count;
    run.from = times[0];
    run.to = times[states.count - 1];
    nh_trajectory *found = nh_simulate(arena, model, &run);
    if (found->outcome != NH_OUTCOME_FINISHED) fail_msg("%s: %s at t = %g", name, found->message, found->t_end);
    assert_int_equal(found->values.count, states.count * found->columns);
    for (size_t i = 0; i < states.count; i++)
        check_state(name, found->values.items + i * found->columns, states.items[i], model->coordinates.count);
    if (!(found->residual < 1e-13)) fail_msg("%s: residual %g", name, found->residual);
    if (!(found->energy_error < 1e-9)) fail_msg("%s: energy %g", name, found->energy_error);
    nh_model_destroy(model);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("run", FOLDER, CASES, test_case);
}
