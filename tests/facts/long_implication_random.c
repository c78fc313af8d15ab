/* Random implications against solutions that are found by plain steps in long doubles. */
#include "implication_random.h"

PROTECTED_TEST(test_random) {
    nh_random random = nh_random_make(test_seed(), 419);
    int answers[3] = {0};
    for (int i = 0; i < test_count(400); i++) answers[random_check(context, &random)]++;
    print_message("%d implied, %d not, %d neither\n", answers[0], answers[1], answers[2]);
    assert_true(answers[0] > 20 && answers[1] > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
