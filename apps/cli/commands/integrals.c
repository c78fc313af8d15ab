/* nonholo integrals: functions of the state that are constant along every motion. */
#include "session/output.h"
#include "session/session.h"

static bool read_def(const options *given, nh_integrals_def *def) {
    long degree = def->degree;
    bool is_read = option_whole(given, OPTION_DEGREE, 1, NH_INTEGRALS_DEGREE_MAX, &degree);
    def->degree = (int)degree;
    def->has_measure = has_option(given, OPTION_MEASURE);
    def->has_special = has_option(given, OPTION_SPECIAL);
    def->seed = given->seed;
    return is_read;
}

static exit_status find_integrals(session *s, const nh_integrals_def *def, nh_integrals **made) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_integrals_make(s->model, def, made);
    if (got == NH_OK) got = nh_integrals_print(*made, print_as(s->given), &text);
    status = session_show(s, got, text);
    nh_integrals_info info = nh_integrals_get_info(*made);
    return status == EXIT_DONE && info.why != NULL && info.count == 0 ? EXIT_UNDECIDED : status;
}

exit_status run_integrals(const options *given) {
    session s = {0};
    nh_integrals_def def = nh_default_integrals();
    nh_integrals *made = NULL;
    if (!read_def(given, &def)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = find_integrals(&s, &def, &made);
    nh_integrals_destroy(made);
    session_close(&s);
    return status;
}
