/* Whether the answers of all commands about one system fit together. Every question that two commands answer is asked
 * of both; numbers are compared with those of differences.h, which shares no derivative and no solver with the library.
 *
 *     audit a = audit_begin(context, arena, "seed 17", text);
 *     audit_all(&a);
 *     if (a.contradictions > 0) fail_msg("%s", nh_text_string(&a.found));
 *
 * Answers of `check` are about the component of the admissible states on which the model starts, those of `holds` about
 * all of them: both are compared where there is one component. A motion stays on its component. */
#ifndef NH_TESTS_TRUTH_CONTRADICTIONS_H
#define NH_TESTS_TRUTH_CONTRADICTIONS_H

#include "audit_numbers.h"
#include "audit_verdicts.h"

static inline void audit_all(audit *a) {
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    const char *text;
    if (nh_model_read(a->context, &read, a->text, strlen(a->text), &a->model) != NH_OK) {
        if (nh_context_diag_count(a->context) == 0) audit_contradiction(a, "refused without a message");
        return;
    }
    a->n = a->model->coordinates.count;
    nh_status status = nh_check_make(a->model, &def, &a->check);
    if (status != NH_OK) {
        audit_contradiction(a, "check ends with %s", nh_status_name(status));
        nh_model_destroy(a->model);
        return;
    }
    a->about = nh_check_get_info(a->check);
    if (nh_check_print(a->check, NH_PRINT_TEXT, &text) != NH_OK) audit_contradiction(a, "check has no text");
    if (nh_check_print(a->check, NH_PRINT_JSON, &text) != NH_OK) audit_contradiction(a, "check has no JSON");
    audit_start(a);
    a->is_singular = a->about.rank_drops_at_start || audit_is_near(a);
    if (a->start != NULL) {
        audit_rank(a);
        audit_accelerations(a);
        audit_motions(a);
        audit_code(a);
    }
    audit_other_starts(a);
    audit_verify(a);
    audit_equations list = audit_list_equations(a);
    audit_judge(a, &list);
    audit_claims(a);
    audit_implications(a);
    nh_check_destroy(a->check);
    nh_model_destroy(a->model);
}

#endif
