/* Admissible states of all showcases. */
#include "state_files.h"

#define FOLDER NH_TEST_SOURCE "/models"

enum { CASES = 68 };

static void check_case(nh_context *context, void *argument) {
    check_file(context, FOLDER, argument, false);
}

static void test_case(void **state) {
    if (strcmp(*state, "net") == 0) return; /* has a function without a body, and so no numbers */
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("states", FOLDER, CASES, test_case);
}
