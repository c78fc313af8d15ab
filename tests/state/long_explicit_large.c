/* Explicit forms of systems of 10^4 points. */
#include "explicit_large.h"

PROTECTED_TEST(parallel) {
    large_check_parallel(context, 10000);
}

PROTECTED_TEST(chain) {
    large_check_chain(context, 10000, false);
}

/* Each velocity by the one before: alpha of the last contains all of them. */
PROTECTED_TEST(nested_chain) {
    large_check_chain(context, 10000, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(parallel), cmocka_unit_test(chain),
                                       cmocka_unit_test(nested_chain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
