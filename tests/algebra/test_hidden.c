/* Hidden identities, true and false: no verdict is wrong. Thousands of them are in long_hidden.c. */
#include "hidden.h"

#define MOST_UNKNOWN 0.02 /* share of those that are not decided */
enum { CASES = 150 };     /* a true one and a false one each */

PROTECTED_TEST(every_rule) {
    nh_random random = nh_random_make(test_seed(), 21);
    hidden_count counts[HIDDEN_CLASSES] = {0};
    for (int i = test_count(2); i > 0; i--) hidden_plain(context, &random, counts);
    hidden_report(counts, MOST_UNKNOWN);
}

PROTECTED_TEST(random_chains) {
    nh_random random = nh_random_make(test_seed(), 22);
    hidden_count counts[HIDDEN_CLASSES] = {0};
    hidden_random(context, &random, test_count(CASES), counts);
    hidden_report(counts, MOST_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule),
        cmocka_unit_test(random_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
