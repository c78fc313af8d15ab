/* Admissible states of all systems with reference numbers. */
#include "state_files.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

static void check_case(nh_context *context, void *argument) {
    check_file(context, FOLDER, argument, true);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("states", FOLDER, CASES, test_case);
}
