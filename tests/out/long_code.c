/* The C file of every built-in model in every formulation that applies: it compiles without a warning as C99 and as
 * C++, and gives what the library gives. */
#include "code_files.h"

static void check(nh_context *context, void *argument) {
    const nh_builtin *builtin = argument;
    nh_read_def def = nh_default_read();
    def.name = builtin->name;
    nh_model *model = files_model(context, &def, builtin->text, strlen(builtin->text), true);
    code_check_model(context, model, builtin->name, test_count(5), true);
    nh_model_destroy(model);
}

static void test(void **state) {
    nh_context *context = test_context();
    nh_arena *arena = nh_arena_create(context);
    bool can_compile = code_compiler(arena) != NULL;
    if (can_compile) test_run(context, check, *state);
    nh_context_destroy(context);
    if (!can_compile) print_message("skipped: there is no C compiler\n");
    if (!can_compile) skip();
}

int main(void) {
    static struct CMUnitTest tests[FILES_MAX];
    size_t count = 0;
    for (; nh_builtin_at(count) != NULL && count < FILES_MAX; count++)
        tests[count] = (struct CMUnitTest){.name = nh_builtin_at(count)->name,
                                           .test_func = test,
                                           .initial_state = (void *)(uintptr_t)nh_builtin_at(count)};
    return _cmocka_run_group_tests("code", tests, count, NULL, NULL);
}
