/* Every model moves: to the end of its span, on its constraints, with its energy in balance. */
#include "../lang/files.h"

#include "motion/run/run.h"

static void check_model(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, NH_TEST_SOURCE, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    if (files_can_move(model)) {
        nh_run_def run = nh_default_run();
        nh_trajectory *found = nh_simulate(arena, model, &run);
        if (found->outcome > NH_OUTCOME_STOPPED) fail_msg("%s: %s at t = %g", name, found->message, found->t_end);
        if (!(found->residual < 1e-12)) fail_msg("%s: residual %g", name, found->residual);
        if (!(found->energy_error < 1e-8)) fail_msg("%s: energy %g", name, found->energy_error);
    }
    nh_model_destroy(model);
}

static void test_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("models", test_model);
}
