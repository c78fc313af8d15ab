/* First integrals of the systems of textbooks, and of many random ones. */
#include "constrained.h"

static const known_integrals table[] = {
    {"chaplygin-ball", {"E", "K.x", "K.y", "K.z", "dot(K, K)"}, 4},
    {"ball-on-turntable", {"B.omega.z", "x'^2 + y'^2", "x - y'/k", "y + x'/k"}, 4},
    {"ball-in-cone", {"E", "B.omega.z", "s^2*phi'"}, SIZE_MAX},
    {"ball-in-cylinder", {"E", "phi'", "(R - r)*dot(B.omega, n) + B.omega.z*z"}, SIZE_MAX},
    {"rubber-ball",
     {"E", "(B.R*[(J1 - J3)*B.Omega.x, (J2 - J3)*B.Omega.y, 0]).x + (J3 + m*R^2)*B.omega.x",
      "(B.R*[(J1 - J3)*B.Omega.x, (J2 - J3)*B.Omega.y, 0]).y + (J3 + m*R^2)*B.omega.y"},
     SIZE_MAX},
    {"two-sleighs", {"E"}, SIZE_MAX},
    {"nonholonomic-oscillator", {"E", "x'*sqrt(1 + y^2)"}, SIZE_MAX},
    {"roller-racer", {"E"}, SIZE_MAX},
    {"snakeboard-free", {"E", "J_r*(theta' + psi')", "phi'"}, SIZE_MAX},
    {"tower-of-balls", {"E", "r*I*a3' - R*i*b3'", "X - R*a2", "Y + R*a1"}, SIZE_MAX},
};

static void test_table(void **state) {
    (void)state;
    check_table(sizeof table / sizeof *table, table);
}

static void test_random(void **state) {
    (void)state;
    check_random(200);
}

static void test_constrained(void **state) {
    (void)state;
    check_random_constrained(200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_constrained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
