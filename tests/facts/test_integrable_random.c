/* Some random systems of integrable_random.h. */
#include "integrable_random.h"

PROTECTED_TEST(test_random) {
    int count = test_count(15), known = 0;
    for (int i = 0; i < count; i++) known += random_system_check(context, test_seed() * 1000 + (uint64_t)i);
    assert_true(known * 10 >= count * 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
