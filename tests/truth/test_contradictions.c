/* Random systems: no answer of a command contradicts that of another one. A sample; long_contradictions.c has many. */
#include "audit_random.h"

static void commands_agree(void **state) {
    (void)state;
    audit_random(test_seed() * 100000, (size_t)test_count(10));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(commands_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
