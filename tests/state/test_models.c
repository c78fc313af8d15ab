/* Admissible states of all models. */
#include "state_files.h"

static void check_case(nh_context *context, void *argument) {
    check_file(context, NH_TEST_SOURCE, argument, false);
}

static void test_case(void **state) {
    if (strcmp(files_name(*state), "net") == 0) return; /* has a function without a body, and so no numbers */
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("states", test_case);
}
