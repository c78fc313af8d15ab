/* nonholo holds: equations that a person wrote, and functions of time that should be motions. */
#include "session/output.h"
#include "session/session.h"

static bool read_def(const options *given, nh_judge_def *def) {
    long samples = (long)def->samples, digits = def->digits;
    bool is_read = option_whole(given, OPTION_SAMPLES, 1, NH_JUDGE_SAMPLES_MAX, &samples) &&
                   option_whole(given, OPTION_DIGITS, 1, NH_JUDGE_DIGITS_MAX, &digits);
    def->samples = (size_t)samples;
    def->digits = (int)digits;
    def->seed = given->seed;
    def->has_repairs = !has_option(given, OPTION_QUICK);
    def->form = option_value(given, OPTION_FORM);
    return is_read;
}

/* There must be something to judge, and one motion at most. */
static bool has_question(const options *given) {
    bool has_equations = has_option(given, OPTION_EQUATION) || has_option(given, OPTION_FILE);
    bool has_motion = has_option(given, OPTION_MOTION);
    bool has_matrix = has_option(given, OPTION_TRANSPOSITION);
    if (!has_equations && !has_motion && !has_matrix) {
        complain("'holds' needs something to judge");
        suggest("give --equation \"a = b\", --file FILE with claims, --motion \"x = ..., y = ...\" or --transposition");
    }
    if (has_motion && given->of[OPTION_MOTION].count > 1) complain("one --motion at a time");
    return (has_equations || has_motion || has_matrix) && given->of[OPTION_MOTION].count <= 1;
}

static exit_status status_of(nh_judgement verdict) {
    switch (verdict) {
        case NH_JUDGED_PROVED:
        case NH_JUDGED_CERTIFIED: return EXIT_DONE;
        case NH_JUDGED_REFUTED: return EXIT_NO;
        case NH_JUDGED_NO_VALUE: return EXIT_HYPOTHESIS;
        case NH_JUDGED_UNDECIDED: break;
    }
    return EXIT_UNDECIDED;
}

static exit_status judge_model(session *s, const nh_judge_def *def, nh_judge **made) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_judge_make(s->model, def, made);
    if (got == NH_OK) got = nh_judge_print(*made, print_as(s->given), &text);
    status = session_show(s, got, text);
    return status == EXIT_DONE ? status_of(nh_judge_verdict(*made)) : status;
}

exit_status run_holds(const options *given) {
    session s = {0};
    nh_judge_def def = nh_default_judge();
    nh_judge *made = NULL;
    if (!read_def(given, &def) || !has_question(given)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = judge_model(&s, &def, &made);
    nh_judge_destroy(made);
    session_close(&s);
    return status;
}
