/* nonholo verify: formulations side by side, balances of energy, claims, at certified admissible states. */
#include "verify.h"

#include "progress.h"

static bool read_numbers(const options *given, nh_verify_def *def) {
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

static exit_status verify(session *s, verification *v) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = nh_model_get_info(s->model, &v->model);
    if (got == NH_OK) got = nh_verify_make(s->model, &v->def, &v->verify);
    clear_progress();
    if (got != NH_OK) return session_failed(s, got);
    v->info = nh_verify_get_info(v->verify);
    session_warn(s);
    sink out = {0};
    if (has_option(s->given, OPTION_JSON)) verify_json(&out, s, v);
    else verify_text(&out, s, v);
    status = sink_write(&out, s->given);
    return status == EXIT_DONE ? status_of(v->info.verdict) : status;
}

exit_status run_verify(const options *given) {
    session s = {0};
    verification v = {.def = nh_default_verify()};
    if (!read_numbers(given, &v.def)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = verify(&s, &v);
    nh_verify_destroy(v.verify);
    session_close(&s);
    return status;
}
