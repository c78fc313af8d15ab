/* 500 random systems of integrable_random.h. */
#include "integrable_random.h"

PROTECTED_TEST(test_random) {
    int count = test_count(500), known = 0;
    for (int i = 0; i < count; i++) known += random_system_check(context, test_seed() * 100000 + (uint64_t)i);
    print_message("%d of %d are known\n", known, count);
    assert_true(known * 10 >= count * 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
