/* nonholo check: what a model is. Everything that the text contains is counted; what is not decided is said to be
 * unknown. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static bool is_random_start(const options *given) {
    const values *list = &given->of[OPTION_INIT];
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], "random") == 0) return true;
    return false;
}

static nh_status find_facts(session *s, facts *found) {
    nh_status status = nh_model_get_info(s->model, &found->info);
    found->is_random = is_random_start(s->given);
    found->row_count = nh_model_row_count(s->model);
    found->rows = need(calloc(found->row_count + 1, sizeof *found->rows));
    for (size_t i = 0; i < found->row_count && status == NH_OK; i++)
        status = nh_model_row(s->model, i, &found->rows[i]);
    return status;
}

static exit_status check(session *s) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    facts found = {0};
    nh_status got = find_facts(s, &found);
    if (got == NH_OK) {
        sink out = {0};
        if (has_option(s->given, OPTION_JSON)) check_json(&out, s, &found);
        else check_text(&out, s, &found);
        status = sink_write(&out, s->given);
    } else {
        status = session_failed(s, got);
    }
    free(found.rows);
    return status;
}

exit_status run_check(const options *given) {
    session s;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = check(&s);
    session_close(&s);
    return status;
}
