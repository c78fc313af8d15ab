/* Places and values of parameters at which an equation changes its piece, one by one and together: what is seen on one
 * side of them says nothing of the other one. */
#include "judging.h"

#include "base/text/text.h"

static const char free_particle[] = "param a = 2, b = 0, k, m = 1\ncoord x, y\nkinetic m*(x'^2 + y'^2)/2\n"
                                    "potential a*x^2/2\ninit x = 1, y = 2, x' = 1, y' = 1\n";
static const char pendulum[] = "param m = 2, g = 3, R = 1\ncoord x, y\npoint P = [x, y] mass m\ngravity [0, -g]\n"
                               "constraint c: x^2 + y^2 = R^2\ninit x = R*3/5, y = R*4/5\n";

typedef struct threshold_case {
    const char *equation;
    nh_judgement wanted;
} threshold_case;

static void check_cases(nh_context *context, const char *text, size_t count, const threshold_case *cases) {
    for (size_t i = 0; i < count; i++) {
        judgement j = judge_text(context, &(judge_def){.text = text, .equations = {cases[i].equation}});
        check_item(&j, "equation", cases[i].wanted);
        nh_model_destroy(j.model);
    }
}

/* What is true on one side of what only switches is false on the other one, however far away that is. */
PROTECTED_TEST(places) {
    static const threshold_case cases[] = {
        {"mod(|x|, 1000) = |x|", NH_JUDGED_REFUTED},
        {"mod(x^2 + y^2, 1e8) = x^2 + y^2", NH_JUDGED_REFUTED},
        {"atan2(y, x + 1000) = atan(y/(x + 1000))", NH_JUDGED_REFUTED},
        {"atan(x - 1000) + atan(1/(x - 1000)) = -pi/2", NH_JUDGED_REFUTED},
        {"atan(tan(x/100)) = x/100", NH_JUDGED_REFUTED},
        {"atan(tan(t/100)) = t/100", NH_JUDGED_REFUTED},
        {"sqrt(x^2 - 2000*x + 1000000) = 1000 - x", NH_JUDGED_REFUTED},
        {"min(x, y, 1000) = min(x, y)", NH_JUDGED_REFUTED},
        {"|x| + |y| = if(x > 100, if(y > 100, 0, |x| + |y|), |x| + |y|)", NH_JUDGED_REFUTED},
        {"x*y = x*y*sign(max(|x - 10|, |y - 7|))", NH_JUDGED_REFUTED},
        {"sqrt(x^2 - 2000*x + 1000000) = |1000 - x|", NH_JUDGED_PROVED},
        {"atan2(y, x) = 2*atan(y/(x + sqrt(x^2 + y^2)))", NH_JUDGED_CERTIFIED},
        {"mod(x, 2) = 2*mod(x/2, 1)", NH_JUDGED_CERTIFIED},
        {"min(x, y, 1000) = min(min(x, y), 1000)", NH_JUDGED_PROVED},
    };
    check_cases(context, free_particle, sizeof cases / sizeof *cases, cases);
}

/* Signs of several things together; 0, where the model says nothing of the sign; values that are very small. */
PROTECTED_TEST(parameters) {
    static const threshold_case cases[] = {
        {"sign(k) = if((k^2 - 1/4)/(k + 1/2) < 0, -1, if(k > 0, 1, 0))", NH_JUDGED_REFUTED},
        {"k = if(max(k - 2.02, 2 - k) < 0, 0, k)", NH_JUDGED_REFUTED},
        {"sqrt(b) = sqrt(atan(tan(b)))", NH_JUDGED_REFUTED},
        {"a^(2/3) = (a*sign(k)^2)^(2/3)", NH_JUDGED_REFUTED},
        {"a*x = if(a < 1e-3, 0, a*x)", NH_JUDGED_REFUTED},
        {"k^2*x = k^2*x*if(|k| < 1e-3, 2, 1)", NH_JUDGED_REFUTED},
        {"a*|k| = |a*k|", NH_JUDGED_CERTIFIED},
        {"a^(2/3) = (a*sign(a)^2)^(2/3)", NH_JUDGED_CERTIFIED},
        {"max(k, b) = if(k > b, k, b)", NH_JUDGED_CERTIFIED},
    };
    check_cases(context, free_particle, sizeof cases / sizeof *cases, cases);
}

/* Where something in several parameters is exactly 0: other values are chosen such that balls show it. */
PROTECTED_TEST(parameters_that_meet) {
    static const char text[] = "param a = 2, b = 3, c = 5, k\ncoord x\nkinetic x'^2/2\n";
    static const char *const zeros[] = {"a - b",       "a - b*c", "a*b - c",  "a*b - c*k",
                                        "a + 2*b - c", "a - b^2", "a*b*c - k"};
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text equation = nh_text_begin(arena);
        nh_text_format(&equation, "if(%s > 0, 1, 0) + if(%s < 0, 1, 0) = 1", zeros[i], zeros[i]);
        judgement j = judge_text(context, &(judge_def){.text = text, .equations = {nh_text_string(&equation)}});
        check_item(&j, "equation", NH_JUDGED_REFUTED);
        nh_model_destroy(j.model);
        nh_arena_destroy(arena);
    }
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"mod(a, b) + mod(-a, b) = b"}});
    check_item(&j, "equation", NH_JUDGED_REFUTED);
}

/* One order of several parameters among many. */
PROTECTED_TEST(orders) {
    static const char text[] = "param a = 2, b = 3, c = 5, d = 7, e = 1\ncoord x\nkinetic x'^2/2\n";
    judgement j =
        judge_text(context, &(judge_def){.text = text,
                                         .equations = {"if(a > b, if(b > c, if(c > d, 1, 0), 0), 0) = 0",
                                                       "if(b > a, if(a > d, if(d > c, 1, 0), 0), 0) = 0",
                                                       "if(a > c, if(c > b, if(b > e, if(e > d, 1, 0), 0), 0), 0) = 0",
                                                       "if(a > b, if(b > a, if(c > d, 1, 0), 0), 0) = 0"}});
    for (size_t i = 0; i < 3; i++) assert_int_equal(j.result->items.items[i].judgement, NH_JUDGED_REFUTED);
    assert_true(j.result->items.items[3].judgement <= NH_JUDGED_CERTIFIED);
}

/* Thresholds of several things together, of time, coordinates, velocities and parameters, far away: a state is looked
 * for on each piece, and where none is found the equation is certified only if it is proved that there is none. */
PROTECTED_TEST(pieces) {
    static const threshold_case cases[] = {
        {"max(x, y, -1000, t) = max(x, y, t)", NH_JUDGED_REFUTED},
        {"max(x, y, a - 1000, t) = max(x, y, t)", NH_JUDGED_REFUTED},
        {"max(x, -1e7*k^2, t) = max(x, t)", NH_JUDGED_REFUTED},
        {"if(x > 1000, if(y > 1000, if(x' > 1000, 0, 1), 1), 1) = 1", NH_JUDGED_REFUTED},
        {"if(a > 5000, if(x > 3000, 0, 1), 1) = 1", NH_JUDGED_REFUTED},
        {"if(t > 1000, if(t < 1001, x, 0), 0) = 0", NH_JUDGED_REFUTED},
        /* never negative (Motzkin), which no sum of squares shows */
        {"|x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1| = x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1", NH_JUDGED_UNDECIDED},
        {"|x + y| + |x - y| = 2*max(|x|, |y|)", NH_JUDGED_CERTIFIED},
        {"max(x, y, x', y') = max(max(x, y), max(x', y'))", NH_JUDGED_PROVED},
    };
    static const threshold_case bound[] = {
        {"|x - R| = R - x", NH_JUDGED_CERTIFIED},
        {"max(x, -R, y - 2*R) = x", NH_JUDGED_CERTIFIED},
        {"max(x, -0.999*R) = x", NH_JUDGED_REFUTED},
        {"|x'| = x'", NH_JUDGED_REFUTED},
    };
    check_cases(context, free_particle, sizeof cases / sizeof *cases, cases);
    check_cases(context, pendulum, sizeof bound / sizeof *bound, bound);
}

/* Many equations do not take the place of one. */
PROTECTED_TEST(many) {
    const char *first = "y*|x - 1|*|x + 1| = y*|x^2 - 1|";
    judge_def def = {.text = free_particle,
                     .equations = {first, "y*|x - 2|*|x + 2| = y*|x^2 - 4|", "y*|x - 3|*|x + 3| = y*|x^2 - 9|",
                                   "y*|x - 4|*|x + 4| = y*|x^2 - 16|", "y*|x - 5|*|x + 5| = y*|x^2 - 25|",
                                   "y*|x - 6|*|x + 6| = y*|x^2 - 36|", "|k - 7|*|b + 7| = |(k - 7)*(b + 7)|",
                                   "|k - 8|*|b + 8| = |(k - 8)*(b + 8)|", "|k - 9|*|b + 9| = |(k - 9)*(b + 9)|",
                                   "x*y = if(|x - 1000| < 0.01, 0, x*y)",
                                   "a^(2/3)*(k + 30) = a^(2/3)*if(k < -30, 1, k + 30)"}};
    judgement j = judge_text(context, &def);
    for (size_t i = 0; i < 9; i++) assert_true(item_holds(&j.result->items.items[i]));
    check_item(&j, "equation[10]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[11]", NH_JUDGED_REFUTED);
    nh_model_destroy(j.model);
}

/* What changes at more places than are examined is not certified. */
PROTECTED_TEST(too_many) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    for (int i = 1; i <= 14; i++) nh_text_format(&text, "%smod(x, %d)", i > 1 ? " + " : "", i);
    nh_text_add(&text, " = 0");
    for (int i = 1; i <= 14; i++) nh_text_format(&text, " + mod(2*x, %d)/2", 2 * i);
    judgement j = judge_text(context, &(judge_def){.text = free_particle, .equations = {nh_text_string(&text)}});
    const nh_judge_item *item = check_item(&j, "equation", NH_JUDGED_UNDECIDED);
    assert_non_null(strstr(item->why, "too many absolute values"));
    nh_model_destroy(j.model);
}

/* Of accelerations states on both sides are not searched for. */
PROTECTED_TEST(accelerations) {
    static const threshold_case cases[] = {
        {"|acos(cos(1e-7*x''))| = 1e-7*|x''|", NH_JUDGED_UNDECIDED},
        {"mod(|x''|, 1e9) = |x''|", NH_JUDGED_UNDECIDED},
    };
    check_cases(context, pendulum, sizeof cases / sizeof *cases, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),        cmocka_unit_test(parameters), cmocka_unit_test(parameters_that_meet),
        cmocka_unit_test(pieces),        cmocka_unit_test(many),       cmocka_unit_test(too_many),
        cmocka_unit_test(accelerations), cmocka_unit_test(orders),
    };
    return cmocka_run_group_tests_name("thresholds", tests, NULL, NULL);
}
