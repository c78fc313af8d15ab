/* nonholo stability: eigenvalues of a steady motion over a parameter or its family, and where stability changes. */
#include "session/output.h"
#include "session/session.h"

/* Whether all that is to be written can be, before it is computed. */
static nh_status check_files(const session *s) {
    const values *plots = &s->given->of[OPTION_PLOT];
    const char *csv = option_value(s->given, OPTION_CSV);
    nh_status got = csv != NULL ? nh_run_check_path(s->context, csv) : NH_OK;
    for (size_t i = 0; got == NH_OK && i < plots->count; i++) got = nh_run_check_plot(s->context, plots->items[i]);
    return got;
}

static nh_status write_files(const session *s, nh_stability_study *study) {
    const values *plots = &s->given->of[OPTION_PLOT];
    const char *csv = option_value(s->given, OPTION_CSV);
    nh_status got = csv != NULL ? nh_stability_write_csv(study, csv) : NH_OK;
    for (size_t i = 0; got == NH_OK && i < plots->count; i++) got = nh_stability_write_plot(study, plots->items[i]);
    return got;
}

static exit_status show_stability(session *s, const nh_stability_def *def, nh_stability_study **study) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = check_files(s);
    if (got == NH_OK) got = nh_stability_make(s->model, def, study);
    if (got == NH_OK) got = write_files(s, *study);
    if (got == NH_OK) got = nh_stability_print(*study, print_as(s->given), &text);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    return is_output(option_value(s->given, OPTION_CSV)) ? EXIT_DONE : write_text(s->given, text);
}

exit_status run_stability(const options *given) {
    session s = {0};
    nh_stability_def def = nh_default_stability();
    nh_stability_study *study = NULL;
    const values *vary = &given->of[OPTION_VARY];
    long digits = def.digits;
    if (!option_whole(given, OPTION_DIGITS, 1, NH_LINEARIZE_DIGITS_MAX, &digits)) return EXIT_USAGE;
    if (vary->count == 0) {
        complain("'stability' needs a quantity to vary: --vary NAME=A:B");
        suggest("for example nonholo stability bicycle --vary v=0:10 --set push=0");
        return EXIT_USAGE;
    }
    def.digits = (int)digits;
    def.vary = (nh_strings){vary->items, vary->count};
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show_stability(&s, &def, &study);
    nh_stability_destroy(study);
    session_close(&s);
    return status;
}
