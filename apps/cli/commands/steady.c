/* nonholo steady: equilibria and steady motions. */
#include "session/output.h"
#include "session/session.h"

static exit_status show_steady(session *s, const nh_steady_def *def, nh_steady **steady) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL, *csv = option_value(s->given, OPTION_CSV);
    nh_status got = csv != NULL ? nh_run_check_path(s->context, csv) : NH_OK;
    if (got == NH_OK) got = nh_steady_make(s->model, def, steady);
    if (got == NH_OK && csv != NULL) got = nh_steady_write_csv(*steady, csv);
    if (got == NH_OK) got = nh_steady_print(*steady, print_as(s->given), &text);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    return is_output(csv) ? EXIT_DONE : write_text(s->given, text);
}

exit_status run_steady(const options *given) {
    session s = {0};
    nh_steady_def def = nh_default_steady();
    nh_steady *steady = NULL;
    long digits = def.digits, starts = (long)def.starts;
    if (!option_whole(given, OPTION_DIGITS, 1, NH_LINEARIZE_DIGITS_MAX, &digits) ||
        !option_whole(given, OPTION_STARTS, 0, NH_STEADY_STARTS_MAX, &starts))
        return EXIT_USAGE;
    const values *grid = &given->of[OPTION_GRID];
    def.digits = (int)digits;
    def.starts = (size_t)starts;
    def.grid = (nh_strings){grid->items, grid->count};
    def.along = option_value(given, OPTION_ALONG);
    if (def.along != NULL && (grid->count > 0 || has_option(given, OPTION_STARTS))) {
        complain("--along follows the motion nearest to the initial state and cannot be combined with %s",
                 grid->count > 0 ? "--grid" : "--starts");
        return EXIT_USAGE;
    }
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show_steady(&s, &def, &steady);
    nh_steady_destroy(steady);
    session_close(&s);
    return status;
}
