/* The same as test_contradictions.c for 2,000 systems, or for those that NH_TEST_FIRST and NH_TEST_COUNT name. */
#include "audit_random.h"

#include <stdlib.h>

static uint64_t number_in(const char *variable, uint64_t otherwise) {
    const char *text = getenv(variable);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static void commands_agree(void **state) {
    (void)state;
    audit_random(number_in("NH_TEST_FIRST", test_seed() * 1000000), (size_t)number_in("NH_TEST_COUNT", 2000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(commands_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
