/* Every built-in model: all formulations that apply agree, all balances and claims hold, to 100 digits. */
#include "../lang/files.h"

#include "truth/verify/verify.h"

static void check(nh_context *context, void *argument) {
    const nh_builtin *builtin = argument;
    nh_read_def def = nh_default_read();
    def.name = builtin->name;
    nh_model *model = files_model(context, &def, builtin->text, strlen(builtin->text), true);
    nh_arena *arena = nh_arena_create(context);
    nh_verification_def how = {.samples = (size_t)test_count(5), .digits = 100, .seed = test_seed()};
    const nh_verification *v = nh_verification_make(arena, model, &how);
    assert_true(v->info.states >= how.samples);
    for (size_t i = 0; i < v->items.count; i++) {
        const nh_verify_item *item = &v->items.items[i];
        if (item->verdict == NH_VERDICT_INAPPLICABLE && item->why != NULL) continue;
        if (item->verdict != NH_VERDICT_HOLDS || !(item->bound < 1e-50))
            fail_msg("%s, %s: %s, %g: %s", builtin->name, item->name, nh_verdict_name(item->verdict), item->bound,
                     item->why != NULL ? item->why : "-");
    }
    nh_arena_destroy(arena);
    nh_model_destroy(model);
}

static void test(void **state) {
    nh_context *context = test_context();
    test_run(context, check, *state);
    nh_context_destroy(context);
}

int main(void) {
    static struct CMUnitTest tests[FILES_MAX];
    size_t count = 0;
    for (; nh_builtin_at(count) != NULL && count < FILES_MAX; count++)
        tests[count] = (struct CMUnitTest){.name = nh_builtin_at(count)->name,
                                           .test_func = test,
                                           .initial_state = (void *)(uintptr_t)nh_builtin_at(count)};
    return _cmocka_run_group_tests("verify", tests, count, NULL, NULL);
}
