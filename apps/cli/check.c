/* nonholo check: what a model is and what follows from that; what is not decided is said to be unknown. */
#include "check.h"

#include <stdlib.h>

/* The rows as the model has them, and what was found out about those that are imposed. */
static nh_status find_rows(session *s, facts *found) {
    nh_status status = NH_OK;
    size_t imposed = 0;
    found->row_count = nh_model_row_count(s->model);
    found->rows = need(calloc(found->row_count + 1, sizeof *found->rows));
    for (size_t i = 0; i < found->row_count && status == NH_OK; i++) {
        row_facts *row = &found->rows[i];
        status = nh_model_row(s->model, i, &row->info);
        if (status == NH_OK && row->info.imposed) status = nh_check_get_row(found->check, imposed++, &row->check);
    }
    return status;
}

static nh_status find_facts(session *s, facts *found) {
    nh_check_def def = nh_default_check();
    def.seed = s->given->seed;
    nh_status status = nh_model_get_info(s->model, &found->info);
    if (status == NH_OK) status = nh_check_make(s->model, &def, &found->check);
    if (status != NH_OK) return status;
    found->about = nh_check_get_info(found->check);
    return find_rows(s, found);
}

static exit_status check(session *s) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    facts found = {0};
    nh_status got = find_facts(s, &found);
    if (got == NH_OK) {
        session_warn(s);
        sink out = {0};
        if (has_option(s->given, OPTION_JSON)) check_json(&out, s, &found);
        else check_text(&out, s, &found);
        status = sink_write(&out, s->given);
    } else {
        status = session_failed(s, got);
    }
    free(found.rows);
    nh_check_destroy(found.check);
    return status;
}

exit_status run_check(const options *given) {
    session s;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = check(&s);
    session_close(&s);
    return status;
}
