/* nonholo periodic: a periodic motion near the initial state, followed in a parameter. */
#include "session/output.h"
#include "session/session.h"

static exit_status show_periodic(session *s, const nh_periodic_def *def, nh_periodic **periodic) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_periodic_make(s->model, def, periodic);
    if (got == NH_OK) got = nh_periodic_print(*periodic, print_as(s->given), &text);
    return session_show(s, got, text);
}

exit_status run_periodic(const options *given) {
    session s = {0};
    nh_periodic_def def = nh_default_periodic();
    nh_periodic *periodic = NULL;
    const values *vary = &given->of[OPTION_VARY];
    def.period = option_value(given, OPTION_PERIOD);
    if (def.period == NULL) {
        complain("'periodic' needs about the period of the motion: --period T");
        suggest("for example nonholo periodic driven-pendulum --init theta=0.1 --period \"2*pi/w\"");
        return EXIT_USAGE;
    }
    if (vary->count > 1) {
        complain("'periodic' follows a motion in one parameter: give --vary once");
        return EXIT_USAGE;
    }
    def.vary = vary->count > 0 ? vary->items[0] : NULL;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show_periodic(&s, &def, &periodic);
    nh_periodic_destroy(periodic);
    session_close(&s);
    return status;
}
