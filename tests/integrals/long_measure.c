/* Invariant measures of bodies whose orientation is a quaternion, and of the rattleback. */
#include "measures.h"

static const known_measure table[] = {
    {"rattleback", NULL, NULL},
    {"chaplygin-ball", "sqrt(1/(m*R^2) - n.x^2/(J1 + m*R^2) - n.y^2/(J2 + m*R^2) - n.z^2/(J3 + m*R^2))", NULL},
};

static void test_table(void **state) {
    (void)state;
    check_measures(sizeof table / sizeof *table, table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
