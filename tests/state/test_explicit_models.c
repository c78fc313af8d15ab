/* Explicit forms of all models: alpha, its derivatives in three ways, restriction, change of choice. */
#include "explicit_files.h"

static void check_case(nh_context *context, void *argument) {
    explicit_check_file(context, NH_TEST_SOURCE, argument);
}

static void test_case(void **state) {
#ifdef __SANITIZE_ADDRESS__ /* slow there, and the same code: every third one */
    static int number;
    if (number++ % 3 != 0) return;
#endif
    if (strcmp(files_name(*state), "net") == 0) return; /* has a function without a body, and so no numbers */
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("explicit", test_case);
}
