/* The classics of rolling are as short as promised, are read without a remark, and move. */
#include "rolling.h"

#include <string.h>

#include <nonholo/run.h>

#include "support.h"

static void moves(void **state) {
    const rolling_system *system = *state;
    nh_context *context = test_context();
    size_t lines = 0;
    for (const char *c = system->text; *c != '\0'; c++) lines += *c == '\n';
    if (lines > ROLLING_LINES) fail_msg("%s has %zu lines", system->name, lines);
    nh_model *model = test_read_model(context, system->text);
    assert_int_equal(nh_context_diag_count(context), 0);
    nh_run_def def = nh_default_run();
    nh_run *run;
    def.to = 0.5;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    nh_run_info info = nh_run_get_info(run);
    if (info.outcome != NH_OUTCOME_FINISHED && info.outcome != NH_OUTCOME_STOPPED)
        fail_msg("%s: %s", system->name, info.message);
    if (!(info.residual < 1e-14)) fail_msg("%s: residual %g", system->name, info.residual);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    struct CMUnitTest tests[ROLLING_SYSTEMS];
    for (size_t i = 0; i < ROLLING_SYSTEMS; i++)
        tests[i] = (struct CMUnitTest){.name = rolling_systems[i].name,
                                       .test_func = moves,
                                       .initial_state = (void *)(uintptr_t)&rolling_systems[i]};
    return cmocka_run_group_tests_name("rolling", tests, NULL, NULL);
}
