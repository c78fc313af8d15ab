/* Where the sides of an equation have a value: 0/0 and sqrt(-1) are no witnesses and no counterexamples. */
#include "judging.h"

#include "truth/eval/evaluate.h"

static const char circle[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 = 4\ninit x' = 1\n";
static const char plane[] = "param m = 1\ncoord x, y\npoint P = [x, y] mass m\n";

static const char written[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2/x\ninit x = 0, y' = 1\n";
static const char written_row[] =
    "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x^2/x*y' = 0\nconstraint d: x = 0\n";
static const char written_nowhere[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2/x\nconstraint c: x = 0\n";

typedef struct value_case {
    const char *text, *equation;
    nh_judgement wanted;
} value_case;

static const value_case cases[] = {
    /* nowhere: by the constraint, by the form, inside of something else */
    {circle, "(x'^2 + y'^2 - 4)/(x'^2 + y'^2 - 4) = 1", NH_JUDGED_NO_VALUE},
    {circle, "x/(x'^2 + y'^2 - 4) = y/(x'^2 + y'^2 - 4)", NH_JUDGED_NO_VALUE},
    {circle, "sqrt(x'^2 + y'^2 - 5) = 1", NH_JUDGED_NO_VALUE},
    {circle, "root(3 - x'^2 - y'^2, 4)^4 = 1", NH_JUDGED_NO_VALUE},
    {circle, "log(sqrt(x'^2 + y'^2 - 4)) = 1", NH_JUDGED_NO_VALUE},
    {circle, "acos(x'^2 + y'^2) - acos(x'^2 + y'^2) = 0", NH_JUDGED_NO_VALUE},
    {plane, "log(-x^2 - 1) = 1", NH_JUDGED_NO_VALUE},
    {plane, "log(-x^2) = log(-x^2)", NH_JUDGED_NO_VALUE},
    {plane, "1/(sin(x)^2 + cos(x)^2 - 1) = 1", NH_JUDGED_NO_VALUE},
    {plane, "sqrt(-x^2 - 1)*y = sqrt(-x^2 - 1)*(y + x) - x", NH_JUDGED_NO_VALUE},
    {plane, "0/sqrt(-exp(x)) = 0", NH_JUDGED_NO_VALUE},
    {plane, "exp(log(sqrt(-1 - x^2)))^2 = -1 - x^2", NH_JUDGED_NO_VALUE},
    {plane, "log(x) + log(-x) = 1", NH_JUDGED_NO_VALUE},
    {plane, "sqrt(x - 1)*sqrt(-x) = 1", NH_JUDGED_NO_VALUE},
    {plane, "sqrt(x)*sqrt(-x) = 0", NH_JUDGED_CERTIFIED}, /* at x = 0 only */
    {circle, "sqrt(x' - 2)*sqrt(y' - 2) = 1", NH_JUDGED_UNDECIDED},
    /* somewhere: true there, or false there */
    {plane, "sqrt(x*x) = sqrt(x)*sqrt(x)", NH_JUDGED_CERTIFIED},
    {plane, "sqrt(x)^2 = x", NH_JUDGED_PROVED},
    {plane, "log(x^2) = 2*log(x)", NH_JUDGED_CERTIFIED},
    {plane, "x/x = 1", NH_JUDGED_PROVED},
    {plane, "x/x = 2", NH_JUDGED_REFUTED},
    {plane, "sqrt(x) = -sqrt(x)", NH_JUDGED_REFUTED},
    {plane, "(sqrt(x))'*sqrt(x)*2 = x'", NH_JUDGED_PROVED},
    {plane, "if(x > 0, sqrt(x)^2, x) = x", NH_JUDGED_PROVED},
    {plane, "diff(|x|, x)^2 = 1", NH_JUDGED_PROVED}, /* where x = 0 it has no value */
    {plane, "|x|/x = if(x > 0, 1, -1)", NH_JUDGED_CERTIFIED},
    /* states at which L or a row has none, as it is written, are no states */
    {written, "if(|x| > 0, 1, 0) = 1", NH_JUDGED_CERTIFIED},
    {written, "x'' = -1", NH_JUDGED_PROVED},
    {written_row, "y'' = 0", NH_JUDGED_UNDECIDED},
    {written_nowhere, "y'' = 0", NH_JUDGED_UNDECIDED},
};

PROTECTED_TEST(domains) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        judgement j = judge_text(context, &(judge_def){.text = cases[i].text, .equations = {cases[i].equation}});
        const nh_judge_item *item = check_item(&j, "equation", cases[i].wanted);
        if (cases[i].wanted == NH_JUDGED_REFUTED) must_witness(j.model, item);
        if (cases[i].wanted == NH_JUDGED_NO_VALUE) assert_non_null(item->why);
        assert_true(cases[i].wanted != NH_JUDGED_NO_VALUE || (item->states == 0 && item->sets == 0));
    }
}

/* Names and functions bring along what they need. */
PROTECTED_TEST(names) {
    judge_def def = {.text = circle,
                     .more = "let R = x'^2 + y'^2 - 4\nlet one = R/R\nfunction half(u) = sqrt(u)*sqrt(u)/2\n"
                             "claim first: one = 1\nclaim second: half(-1 - x^2) = half(-1 - x^2)\n"
                             "claim third: half(x) = x/2\nclaim fourth: if(x > 0, half(x), 0) + half(x) = half(x)*2\n"
                             "claim fifth: diff(half, 1)(-1 - x^2) = 1/2\n"};
    judgement j = judge_text(context, &def);
    check_item(&j, "first", NH_JUDGED_NO_VALUE);
    check_item(&j, "second", NH_JUDGED_NO_VALUE);
    check_item(&j, "third", NH_JUDGED_PROVED);
    check_holds(&j, "fourth"); /* where x is negative the second half has no value */
    check_item(&j, "fifth", NH_JUDGED_NO_VALUE);
}

/* Refuted, undecided, no value, certified, proved. */
PROTECTED_TEST(order) {
    static const char none[] = "log(-1 - x^2) = 0", open[] = "alpha.x = 0", likely[] = "log(x^2) = 2*log(x)";
    judgement j = judge_text(context, &(judge_def){.text = plane, .equations = {none, likely, "x'' = 0"}});
    assert_int_equal(j.result->judgement, NH_JUDGED_NO_VALUE);
    j = judge_text(context, &(judge_def){.text = plane, .equations = {none, open}});
    assert_int_equal(j.result->judgement, NH_JUDGED_UNDECIDED);
    j = judge_text(context, &(judge_def){.text = plane, .equations = {none, open, "x = y"}});
    assert_int_equal(j.result->judgement, NH_JUDGED_REFUTED);
}

/* Numbers at states are there, or not, as the text says. */
PROTECTED_TEST(evaluated) {
    static const double at[] = {0, 0, 0, 0, 1}, beside[] = {0, 1, 0, 0, 1};
    static const char *const texts[] = {written, written_row};
    for (int i = 0; i < 4; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_read_def def = nh_default_read();
        nh_model *model = files_model(context, &def, texts[i / 2], strlen(texts[i / 2]), true);
        nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.digits = i % 2 * 20});
        nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = at});
        assert_non_null(found.why);
        assert_true(isnan(found.values[1]));
        found = nh_evaluator_at(e, arena, &(nh_given_state){.values = beside});
        if (i < 2) assert_null(found.why);
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(domains),
        cmocka_unit_test(names),
        cmocka_unit_test(order),
        cmocka_unit_test(evaluated),
    };
    return cmocka_run_group_tests_name("no_value", tests, NULL, NULL);
}
