/* Lists of doubles as vectors: lengths whose squares leave the range of doubles. */
#include "num/linear/doubles.h"
#include "support.h"

/* The same vector on scales from 1e-300 to 1e300. */
static void test_length(void **state) {
    (void)state;
    static const double scales[] = {1e-300, 1e-200, 1e-150, 1e-140, 1, 1e100, 1e149, 1e151, 1e200, 1e300};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        double x[] = {3 * scales[i], 0, -4 * scales[i]}, length = nh_doubles_length(x, 3);
        assert_true(fabs(length - 5 * scales[i]) <= 1e-15 * 5 * scales[i]);
    }
}

static void test_length_of_corners(void **state) {
    (void)state;
    assert_true(nh_doubles_length(NULL, 0) == 0);
    assert_true(nh_doubles_length((double[]){0, 0}, 2) == 0);
    assert_true(nh_doubles_length((double[]){1, -INFINITY}, 2) == INFINITY);
    assert_true(isnan(nh_doubles_length((double[]){NAN, 1}, 2)) && isnan(nh_doubles_length((double[]){NAN}, 1)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_length_of_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
