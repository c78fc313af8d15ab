/* Printed equations under test: what `derive` prints of a model in a formulation, read as claims after its text, is
 * never refuted. Through the public headers only. */
#ifndef NH_TESTS_PRINTED_H
#define NH_TESTS_PRINTED_H

#include <stdio.h>
#include <string.h>

#include "support.h"

#include <nonholo/derive.h>
#include <nonholo/judge.h>

typedef struct printed_tally {
    size_t sheets, claims, held, undecided;
} printed_tally;

static inline nh_model *printed_read(nh_context *context, const char *name, const char *text, const char *more) {
    nh_model *model = NULL;
    nh_read_def read = nh_default_read();
    read.name = name;
    read.more = more;
    read.more_length = more != NULL ? strlen(more) : 0;
    if (nh_model_read(context, &read, text, strlen(text), &model) == NH_OK) return model;
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        if (nh_context_diag(context, i)->severity == NH_SEVERITY_ERROR)
            print_error("%s: %s\n", name, nh_context_diag(context, i)->sentence);
    fail_msg("%s cannot be read with\n%s", name, more != NULL ? more : "nothing else");
    return NULL;
}

static inline void printed_judge(nh_context *context, const char *name, const char *text, const char *claims,
                                 printed_tally *tally) {
    nh_model *model = printed_read(context, name, text, claims);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    def.has_repairs = false;
    def.samples = 2; /* and as many with other values */
    def.seed = test_seed();
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    for (size_t i = 0; i < nh_judge_count(judge); i++) {
        nh_judge_item item;
        assert_int_equal(nh_judge_get_item(judge, i, &item), NH_OK);
        if (item.judgement == NH_JUDGED_REFUTED)
            fail_msg("%s, %s: %s is refuted by %g", name, item.name, item.text, item.residual);
        bool holds = item.judgement == NH_JUDGED_PROVED || item.judgement == NH_JUDGED_CERTIFIED;
        tally->claims++;
        tally->held += holds;
        tally->undecided += !holds;
        if (!holds)
            print_message("%s, %s: %s (%s)\n", name, item.name, nh_judgement_name(item.judgement),
                          item.why != NULL ? item.why : "-");
    }
    nh_judge_destroy(judge);
    nh_model_destroy(model);
}

/* One formulation; where it does not apply there is nothing to do. */
static inline void check_printed(nh_context *context, const char *name, const char *text, const char *form,
                                 printed_tally *tally) {
    nh_model *model = printed_read(context, name, text, NULL);
    nh_derive_def def = nh_default_derive();
    nh_derive *derivation;
    const char *claims = NULL;
    def.form = form;
    nh_status status = nh_derive_make(model, &def, &derivation);
    if (status == NH_OK) {
        assert_int_equal(nh_derive_print(derivation, NH_DERIVE_CLAIMS, &claims), NH_OK);
        tally->sheets++;
        printed_judge(context, name, text, claims, tally);
    } else {
        assert_int_equal(status, NH_E_HYPOTHESIS);
    }
    nh_derive_destroy(derivation);
    nh_model_destroy(model);
}

static const char *const printed_forms[] = {"chetaev", "udwadia",   "maggi", "voronec",  "acceleration", "appell",
                                            "reduced", "chaplygin", "hamel", "hamilton", "routh"};

static inline printed_tally check_all_printed(nh_context *context, const char *name, const char *text) {
    printed_tally tally = {0};
    for (size_t i = 0; i < sizeof printed_forms / sizeof *printed_forms; i++)
        check_printed(context, name, text, printed_forms[i], &tally);
    return tally;
}

#endif
