#include "judge/read.h"

#include "analysis/hidden.h"
#include "base/diag.h"
#include "lang/lang.h"

nh_model *nh_read_model(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                        nh_status *status) {
    nh_model *model = nh_lang_read(context, def, text, length, status);
    if (model != NULL) nh_hidden_join(model, NULL);
    return model;
}

nh_model *nh_read_again(const nh_model *model, const nh_read_def *def, bool is_trial) {
    size_t diags = nh_context_diag_count(model->context);
    nh_model *result = nh_lang_again(model, def, is_trial);
    if (result != NULL) nh_hidden_join(result, model);
    nh_diag_forget(model->context, diags);
    return result;
}
