/* Some random implications against solutions that are found by plain steps in long doubles;
 * long_implication_random.c has more. */
#include "implication_random.h"

PROTECTED_TEST(test_random) {
    nh_random random = nh_random_make(test_seed(), 409);
    int answers[3] = {0};
    for (int i = 0; i < 25; i++) answers[random_check(context, &random)]++;
    assert_true(answers[0] > 2 && answers[1] > 2); /* both are requested */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
