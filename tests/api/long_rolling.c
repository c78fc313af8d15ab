/* The classics of rolling, verified: all formulations that apply agree, and energies and reactions are balanced. */
#include "rolling.h"

#include <nonholo/verify.h>

#include "support.h"

static void agrees(void **state) {
    const rolling_system *system = *state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, system->text);
    nh_verify_def def = nh_default_verify();
    nh_verify *verify;
    assert_int_equal(nh_verify_make(model, &def, &verify), NH_OK);
    nh_verify_info info = nh_verify_get_info(verify);
    size_t holding = 0;
    for (size_t i = 0; i < info.items; i++) {
        nh_verify_item item;
        assert_int_equal(nh_verify_get_item(verify, i, &item), NH_OK);
        holding += item.verdict == NH_VERDICT_HOLDS;
        if (item.verdict == NH_VERDICT_FAILS || item.verdict == NH_VERDICT_UNDECIDED)
            fail_msg("%s: %s: %s", system->name, item.name, item.why);
    }
    assert_int_equal(info.verdict, NH_VERDICT_HOLDS);
    assert_true(info.states > def.samples / 2 && holding > 10);
    print_message("%s: %zu checks hold at %zu states\n", system->name, holding, info.states);
    nh_verify_destroy(verify);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    struct CMUnitTest tests[ROLLING_SYSTEMS];
    for (size_t i = 0; i < ROLLING_SYSTEMS; i++)
        tests[i] = (struct CMUnitTest){.name = rolling_systems[i].name,
                                       .test_func = agrees,
                                       .initial_state = (void *)(uintptr_t)&rolling_systems[i]};
    return cmocka_run_group_tests_name("rolling, verified", tests, NULL, NULL);
}
