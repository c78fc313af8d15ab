/* What follows from constraints as states (facts/implies/implication.h), and what is true along motions under them
 * (truth/judge/judge.h), asked of the same equations: neither contradicts the other. */
#include "judging.h"

#include "base/text/text.h"
#include "facts/implies/implication.h"

static const struct {
    const char *given, *then;
} questions[] = {
    {"x'^2 = y'^2", "x' = y'"},
    {"x'*y' = 0", "x' = 0"},
    {"x*y' = 0", "y' = 0"},
    {"|x'| = |y'|", "x'^2 = y'^2"},
    {"x' = |y'|", "x' = y'"},
    {"x'^3 = y'^3", "x' = y'"},
    {"x*x' + y*y' = 0", "x*y' = y*x'"},
    {"x^2 + y^2 = 1", "x*x' + y*y' = 0"},
    {"sqrt(x'^2 + y'^2)*z' = 0", "z' = 0"},
    {"sin(x') = 0", "x' = 0"},
    {"x' = c*z'", "x'^2 = c^2*z'^2"},
    {"c*x' = 0", "x' = 0"},
    {"x' = c*y'", "x' = 2*y'"},
    {"x'^2 + y'^2 = 4", "x' = 2"},
    {"x'/y' = 1", "x' = y'"},
};

/* The constraint is given where no other row is named. */
static nh_implies_info ask_implication(nh_context *context, const char *text, const char *condition) {
    nh_status status;
    nh_read_def read = nh_default_read();
    read.conditions = (nh_strings){&condition, 1};
    nh_model *model = nh_lang_read(context, &read, text, strlen(text), &status);
    if (model == NULL) fail_msg("%s: %s", text, condition);
    nh_implies_def def = nh_default_implies();
    def.then = (nh_strings){&condition, 1};
    def.seed = test_seed();
    return nh_implication_make(nh_arena_create(context), model, &def)->info;
}

PROTECTED_TEST(test_both) {
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        nh_text text = nh_text_begin(nh_arena_create(context));
        nh_text_format(&text, "coord x, y, z\nparam c = 2\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint g: %s\n",
                       questions[i].given);
        const char *model = nh_text_string(&text);
        nh_truth implied = ask_implication(context, model, questions[i].then).implied.truth;
        judgement j =
            judge_text(context, &(judge_def){.text = model, .equations = {questions[i].then}, .set = {"c=2"}});
        nh_judgement verdict = item_of(&j, "equation")->judgement;
        bool is_seen = verdict == NH_JUDGED_PROVED || verdict == NH_JUDGED_CERTIFIED;
        bool is_against = (implied == NH_YES && verdict == NH_JUDGED_REFUTED) || (implied == NH_NO && is_seen);
        if (is_against) fail_msg("%s => %s: %d, %d", questions[i].given, questions[i].then, (int)implied, (int)verdict);
        if (implied == NH_UNKNOWN) fail_msg("%s => %s: undecided", questions[i].given, questions[i].then);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_both)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
