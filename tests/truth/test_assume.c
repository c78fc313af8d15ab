/* Equations that are assumed, states and values that are drawn on purpose: on both sides of what an equation can
 * feel, and where it is 0. */
#include "base/text/text.h"
#include "judging.h"

static const char circle[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 = 4\ninit x' = 1\n";
static const char plane[] =
    "param m = 1, k = 2\ncoord x, y\npoint P = [x, y] mass m\npotential k/2*x^2\ninit x = 0.3\n";
static const char moved[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = t*y'\ninit x = 1\n";
static const char ordered[] =
    "param a = 2, b = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = (a - b)*y'\ninit y' = 1\n";
static const char open[] = "param m, k\ncoord x\nkinetic m/2*x'^2\npotential k/2*x^2\n";
static const char disc[] = "param m = 1, g = 10, r = 0.5\ncoord x, y, th, ph\n"
                           "kinetic m/2*(x'^2 + y'^2) + m*r^2/4*ph'^2 + m*r^2/8*th'^2\npotential m*g*x/10\n"
                           "constraint a: x' = r*cos(th)*ph'\nconstraint b: y' = r*sin(th)*ph'\n"
                           "init ph' = 1, th' = 1\n";

typedef struct purpose_case {
    const char *text, *equation, *assume[3];
    nh_judgement wanted;
} purpose_case;

static const purpose_case cases[] = {
    /* places that no state meets by chance */
    {plane, "sign(x)^2 = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "sign(x*y' - y*x')^2 = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "sign(x^2 + y^2 - 1)^2 = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "sign(x'^2 + y'^2) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(x < 0, 1, 0) + if(x > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(t < 2, 1, 0) + if(t > 2, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(t*t > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(sin(t) > 0, 1, 0) = if(sin(t) >= 0, 1, 0)", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if((t - 1/3)^2 + (x - y)^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(t < 2, x, 0) + if(t >= 2, x, 0) = x", {NULL}, NH_JUDGED_CERTIFIED},
    {moved, "if(t < 1/3, 1, 0) + if(t > 1/3, 1, 0) = 1", {NULL}, NH_JUDGED_CERTIFIED}, /* 1/3 is no double */
    {moved, "if(t < 1/2, 1, 0) + if(t > 1/2, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    /* where something touches 0 */
    {plane, "if((x - 1)^2 + (y' - 2)^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(x^2 + y^2 > 2*x + 4*y - 5, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(x^2 + x*y + y^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if((x - k)^2 + (y - m)^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(x^2*y^2 + x'^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if((x^2 + y^2 - 1)^2 + (x - y)^2 > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(cos(x) + cos(y) < 2, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(sqrt(1 + x^2) > 1, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "if(exp(x) > 1 + x, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {plane, "sign(x)*|x| = x", {NULL}, NH_JUDGED_PROVED},
    {plane, "sign(x)^2 = 1", {"x != 0"}, NH_JUDGED_PROVED},
    {plane, "sqrt(-x^2)^2 = -x^2", {NULL}, NH_JUDGED_PROVED},
    {plane, "sqrt(-x^2) = 1", {NULL}, NH_JUDGED_REFUTED},
    /* equations that are assumed */
    {plane, "m*x'' = 0", {"x = 0"}, NH_JUDGED_PROVED},
    {plane, "m*x'' = 0", {"x >= 0", "x <= 0"}, NH_JUDGED_PROVED},
    {plane, "m*x'' = 0", {"x = y"}, NH_JUDGED_REFUTED},
    {plane, "m*x'' = -k*y", {"x = y"}, NH_JUDGED_PROVED},
    {plane, "m*x'' = -k*(2 - y)", {"x + y = 2"}, NH_JUDGED_PROVED},
    {plane, "m*x'' = -k", {"x^2 + y^2 = 1", "y = 0", "x > 0"}, NH_JUDGED_CERTIFIED},
    {plane, "m*x'' = -k*x", {"x > 5", "x < 4"}, NH_JUDGED_PROVED},
    {circle, "y'^2 = 4", {"x' = 0"}, NH_JUDGED_PROVED},
    {circle, "y'^2 = 2", {"x' = y'"}, NH_JUDGED_CERTIFIED},
    {circle, "y' = sqrt(2)", {"x' = y'"}, NH_JUDGED_REFUTED},
    {circle, "y' = sqrt(2)", {"x' = y'", "x' > 0"}, NH_JUDGED_CERTIFIED},
    {circle, "1/x' = 1", {"x' = 0"}, NH_JUDGED_NO_VALUE},
    {circle, "x' = 7", {"x' = 3"}, NH_JUDGED_UNDECIDED}, /* there is no such state, which is not proved */
    {disc, "x'' = -r*sin(th)*th'*ph'", {"cos(th) = 0"}, NH_JUDGED_CERTIFIED},
    {disc, "y' = 0", {"th = 0"}, NH_JUDGED_PROVED},
    {disc, "x' = r*ph'", {"th = 0"}, NH_JUDGED_PROVED},
    {disc, "x' = 0", {"ph' = 0"}, NH_JUDGED_PROVED},
    {disc, "ph'' = 0", {"ph' = 0"}, NH_JUDGED_REFUTED}, /* at rest it begins to roll */
    /* values of parameters: the order, what makes something 0 */
    {ordered, "|x'| = (a - b)*|y'|", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "|x'| = |a - b|*|y'|", {NULL}, NH_JUDGED_PROVED},
    {ordered, "max(a, b) = a", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "sqrt((a - b)^2) = a - b", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "if(a < 100, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "if(a*b < 50, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "if(a - b < 0, 1, 0) + if(a - b > 0, 1, 0) = 1", {NULL}, NH_JUDGED_REFUTED},
    {ordered, "sqrt(a^2) = a", {NULL}, NH_JUDGED_CERTIFIED}, /* signs are those of the model */
    {ordered, "sqrt(b - a)^2*y' = -x'", {NULL}, NH_JUDGED_CERTIFIED},
    {open, "log(k*m) = log(k) + log(m)", {NULL}, NH_JUDGED_CERTIFIED}, /* with most signs it has no value */
    {open, "sqrt(k^2) = k", {NULL}, NH_JUDGED_REFUTED},
    {open, "sqrt(k*m) = sqrt(k)*sqrt(m)", {NULL}, NH_JUDGED_PROVED},
};

PROTECTED_TEST(on_purpose) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const purpose_case *c = &cases[i];
        judge_def def = {.text = c->text, .equations = {c->equation}};
        for (size_t k = 0; k < 3; k++) def.assume[k] = c->assume[k];
        judgement j = judge_text(context, &def);
        const nh_judge_item *item = check_item(&j, "equation", c->wanted);
        assert_true((item->why != NULL) == (c->wanted >= NH_JUDGED_UNDECIDED));
    }
}

/* What a constraint says is 0 is 0 in signs and roots; an equation that does not speak about the motion is judged
 * where this is not determined, too, as at the kink of a constraint. */
PROTECTED_TEST(constraints_in_equations) {
    static const char axes[] = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: x*y = 0\ninit x = 1\n";
    static const char kinked[] = "param m = 1, c = 1\ncoord x, y, z\nkinetic (x'^2 + m*(x' + y')^2 + y'^2 + z'^2)/2\n"
                                 "potential x\nconstraint c0: x' = max(y', 0)\n";
    judgement j = judge_text(context, &(judge_def){.text = axes,
                                                   .equations = {"sign(x*y) = 0", "sqrt(x*y) = 0",
                                                                 "max(x*y, 0) = min(x*y, 0)", "sign(x) = 0"}});
    for (size_t i = 0; i < 3; i++) assert_int_equal(j.result->items.items[i].judgement, NH_JUDGED_PROVED);
    check_item(&j, "equation[4]", NH_JUDGED_REFUTED);
    j = judge_text(context, &(judge_def){.text = kinked,
                                         .equations = {"sqrt(m*c) = sqrt(m)*sqrt(c)", "x'/max(y', 0) = 1", "x' = y'"}});
    assert_true(item_of(&j, "equation[1]")->judgement <= NH_JUDGED_CERTIFIED);
    assert_true(item_of(&j, "equation[2]")->judgement <= NH_JUDGED_CERTIFIED);
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
}

/* Sides that differ by less than the digits that are requested are not equal. */
PROTECTED_TEST(close_to_each_other) {
    judgement j = judge_text(context, &(judge_def){.text = plane,
                                                   .equations = {"tanh(200 + x^2) = 1", "tanh(x)*cosh(x) = sinh(x)",
                                                                 "1/cosh(300 + y'^2) = 0", "exp(x - 900) = 0"}});
    check_item(&j, "equation[1]", NH_JUDGED_REFUTED);
    assert_true(item_of(&j, "equation[2]")->judgement <= NH_JUDGED_CERTIFIED);
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[4]", NH_JUDGED_REFUTED);
}

/* Of several exponents all pairs of kinds are tried, in whichever equation they stand. */
PROTECTED_TEST(exponents) {
    static const char text[] = "param a = 2, b = 1, c = 3, d = 1\ncoord x\nkinetic x'^2/2\n";
    judgement j =
        judge_text(context, &(judge_def){.text = text,
                                         .equations = {"|x|^a = |x|^a*1^b", "(x^b)^c = x^(b*c)", "(x^c)^d = x^(c*d)",
                                                       "(x^a)^d = x^(a*d)", "(|x|^c)^d = |x|^(c*d)"}});
    check_item(&j, "equation[2]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[3]", NH_JUDGED_REFUTED);
    check_item(&j, "equation[4]", NH_JUDGED_REFUTED);
    assert_true(item_of(&j, "equation[5]")->judgement <= NH_JUDGED_CERTIFIED);
}

/* The verdict does not depend on where the model starts, nor does a proof hide where it does not serve. */
PROTECTED_TEST(any_start) {
    static const char *const starts[] = {"x = 0", "x = 0.3", "x = -1"};
    for (size_t i = 0; i < 3; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "coord x\nkinetic x'^2/2\ninit %s\n", starts[i]);
        judgement j = judge_text(context, &(judge_def){.text = nh_text_string(&text),
                                                       .equations = {"sign(x)^2 = 1", "sign(x)^2 = sign(x)^4"}});
        check_item(&j, "equation[1]", NH_JUDGED_REFUTED);
        assert_non_null(strstr(check_item(&j, "equation[2]", NH_JUDGED_PROVED)->where, "x is not 0"));
        nh_arena_destroy(arena);
    }
}

/* What holds with one set of values is not certified where others have no states. */
PROTECTED_TEST(one_set) {
    static const char text[] = "param a = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 = 1\n"
                               "constraint d: x'^2 + y'^2 = a\ninit x' = 1\n";
    judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"exp(x'^2 + y'^2) = exp(1)"}});
    const nh_judge_item *item = item_of(&j, "equation");
    assert_true(item->judgement == NH_JUDGED_UNDECIDED || item->judgement == NH_JUDGED_PROVED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_purpose),          cmocka_unit_test(constraints_in_equations),
        cmocka_unit_test(close_to_each_other), cmocka_unit_test(exponents),
        cmocka_unit_test(any_start),           cmocka_unit_test(one_set),
    };
    return cmocka_run_group_tests_name("assume", tests, NULL, NULL);
}
