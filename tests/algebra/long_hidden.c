/* Thousands of hidden identities, true and false: no verdict is wrong. */
#include "hidden.h"

#define MOST_UNKNOWN 0.01 /* share of those that are not decided */
enum { CASES = 3000 };    /* a true one and a false one each */

PROTECTED_TEST(random_chains) {
    nh_random random = nh_random_make(test_seed(), 23);
    hidden_count counts[HIDDEN_CLASSES] = {0};
    hidden_random(context, &random, CASES, counts); /* not multiplied: the factor of long tests would make it hours */
    hidden_report(counts, MOST_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
