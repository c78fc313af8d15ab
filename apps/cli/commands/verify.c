/* nonholo verify: formulations side by side, balances of energy, claims, at certified admissible states. */
#include "session/output.h"
#include "session/session.h"

static bool read_def(const options *given, nh_verify_def *def) {
    long samples = (long)def->samples, digits = def->digits;
    bool is_read = option_whole(given, OPTION_SAMPLES, 1, NH_VERIFY_SAMPLES_MAX, &samples) &&
                   option_whole(given, OPTION_DIGITS, 1, NH_VERIFY_DIGITS_MAX, &digits);
    def->samples = (size_t)samples;
    def->digits = (int)digits;
    def->seed = given->seed;
    return is_read;
}

static exit_status status_of(nh_verdict verdict) {
    switch (verdict) {
        case NH_VERDICT_HOLDS:
        case NH_VERDICT_INAPPLICABLE: return EXIT_DONE;
        case NH_VERDICT_FAILS: return EXIT_NO;
        case NH_VERDICT_UNDECIDED: break;
    }
    return EXIT_UNDECIDED;
}

static exit_status verify_model(session *s, const nh_verify_def *def, nh_verify **made) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_verify_make(s->model, def, made);
    if (got == NH_OK) got = nh_verify_print(*made, print_as(s->given), &text);
    status = session_show(s, got, text);
    return status == EXIT_DONE ? status_of(nh_verify_get_info(*made).verdict) : status;
}

exit_status run_verify(const options *given) {
    session s = {0};
    nh_verify_def def = nh_default_verify();
    nh_verify *made = NULL;
    if (!read_def(given, &def)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = verify_model(&s, &def, &made);
    nh_verify_destroy(made);
    session_close(&s);
    return status;
}
