/* Equations whose truth is known from school, and that many a rule forgets: true for whole, positive or small numbers
 * alone. None may be judged wrong. */
#include "judging.h"

static const char plane[] = "param a, b, n, k = 2, p in 1 .. 3\ncoord x, y\npoint P = [x, y] mass 1\n";

/* False with some values, or at some states, at which both sides have a value. */
static const char *const wrong[] = {
    /* an exponent that is 0, a fraction, no whole number */
    "0^x = 0",
    "0^a = 0",
    "0^(a^2) = 0",
    "0^(x - 5) = 0",
    "(x^a)^b = x^(a*b)",
    "(x^2)^a = x^(2*a)",
    "(x^4)^a = x^(4*a)",
    "(x^2)^y = x^(2*y)",
    "(-1)^(2*n) = 1",
    "sin(n*pi)*x^n = 0",
    "(n - 2)*(n - 3)*(n - 4)*x^n = 0",
    "(p - 2)*y^p = 0",
    "x^k = x^2",
    "(x^n)^(1/n) = x",
    /* a base that is negative */
    "|x|^a = x^a",
    "|x|^y = x^y",
    "|a|^n = a^n",
    "(-x)^a = x^a",
    "(x^2)^n = |x|^n",
    "sqrt(x^2) = x",
    "sqrt(a^2) = a",
    "(x^3)^(1/3) = |x|",
    "a^0.5*b^0.5 = -(a*b)^0.5",
    /* whole numbers */
    "sin(n*pi) = 0",
    "cos(2*n*pi) = 1",
    "mod(n, 1) = 0",
    /* one of several angles */
    "asin(sin(x)) = x",
    "acos(cos(x)) = |x|",
    "acos(cos(a)) = |a|",
    "atan(tan(a)) = a",
    "atan2(sin(a), cos(a)) = a",
    "atan2(sin(k), cos(k)) = k",
    "asin(sin(k)) = k",
    "atan2(y, x) = atan(y/x)",
    /* pieces */
    "mod(x, 3) = x",
    "mod(x, a) = mod(x, -a)",
    "mod(a, 3) = a",
    "max(a, b) = a",
    "sign(x)^2 = 1",
    "sign(a)*sign(b) = 1",
    "log(x^2) = 2*log(|x|) + a",
};

/* True wherever both sides have a value. */
static const char *const right[] = {
    "(x*y)^a = x^a*y^a",
    "x^a*x^b = x^(a + b)",
    "(a*b)^n = a^n*b^n",
    "exp(a*log(x)) = |x|^a",
    "(x^2)^n = |x|^(2*n)",
    "(x^a)' = a*x^(a - 1)*x'",
    "(-1)^n*(-1)^n = 1",
    "1^x = 1",
    "x^0 = 1",
    "log(x^2) = 2*log(x)",
    "sqrt(a)*sqrt(b) = sqrt(a*b)",
    "sqrt(p^2) = p",
    "sqrt(k^2) = k",
    "tan(atan2(x, y)) = x/y",
    "sin(asin(x)) = x",
    "(x^3)^(1/3) = x",
    "sign(x)*|x| = x",
    "mod(x + 3, 3) = mod(x, 3)",
};

PROTECTED_TEST(false_ones) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        judgement j = judge_text(context, &(judge_def){.text = plane, .equations = {wrong[i]}});
        check_item(&j, "equation", NH_JUDGED_REFUTED);
    }
}

PROTECTED_TEST(true_ones) {
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        judgement j = judge_text(context, &(judge_def){.text = plane, .equations = {right[i]}});
        check_holds(&j, "equation");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_ones),
        cmocka_unit_test(true_ones),
    };
    return cmocka_run_group_tests_name("identities", tests, NULL, NULL);
}
