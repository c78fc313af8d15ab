/* nonholo check: what a model is and what follows from that; what is not decided is said to be unknown. */
#include "session/output.h"
#include "session/session.h"

static exit_status check_model(session *s, nh_check **made) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_check_def def = nh_default_check();
    def.seed = s->given->seed;
    def.with_special = has_option(s->given, OPTION_SPECIAL);
    const char *text = NULL;
    nh_status got = nh_check_make(s->model, &def, made);
    if (got == NH_OK) got = nh_check_print(*made, print_as(s->given), &text);
    return session_show(s, got, text);
}

exit_status run_check(const options *given) {
    session s;
    nh_check *made = NULL;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = check_model(&s, &made);
    nh_check_destroy(made);
    session_close(&s);
    return status;
}
