#include "system/read.h"

#include "base/diag.h"
#include "facts/integrable/hidden.h"
#include "facts/singular.h"
#include "lang/lang.h"

/* What Lagrange's equations force may force more with the rows, and so on: a few rounds. */
static void join_all(nh_model *model, const nh_model *like) {
    enum { MOST_ROUNDS = 4 };
    nh_hidden_join(model, like);
    for (int round = 0; round < MOST_ROUNDS && nh_singular_join(model); round++) nh_hidden_join(model, like);
}

nh_model *nh_read_model(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                        nh_status *status) {
    nh_model *model = nh_lang_read(context, def, text, length, status);
    if (model != NULL) join_all(model, NULL);
    return model;
}

static nh_model *read_again(const nh_model *model, const nh_read_def *def, bool is_trial, bool is_unassumed) {
    size_t diags = nh_context_diag_count(model->context);
    nh_model *result = nh_lang_again(model, def, is_trial);
    if (result != NULL) join_all(result, model);
    nh_diag_forget(model->context, diags);
    if (result != NULL && is_unassumed) result->assumptions.count = result->equalities.count = 0;
    if (result != NULL) result->source.is_unassumed = is_unassumed;
    return result;
}

nh_model *nh_read_again(const nh_model *model, const nh_read_def *def, bool is_trial) {
    return read_again(model, def, is_trial, model->source.is_unassumed);
}

nh_model *nh_read_without_assumptions(const nh_model *model) {
    return read_again(model, &model->source.def, model->source.is_trial, true);
}
