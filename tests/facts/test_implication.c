/* Implications: every line of the oracle, as it is and with other names, coordinates and units, with states that are
 * evaluated anew and exceptional sets that are compared as sets. */
#include "implication_oracle.h"

PROTECTED_TEST(test_oracle) {
    check_all_oracle(context, (variant){0});
}

PROTECTED_TEST(test_oracle_in_other_coordinates) {
    check_all_oracle(context, (variant){.is_renamed = true, .is_turned = true, .is_scaled = true});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_oracle_in_other_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
