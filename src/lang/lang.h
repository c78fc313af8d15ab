/* Text to model, or up to 20 diagnostics. */
#ifndef NH_LANG_LANG_H
#define NH_LANG_LANG_H

#include <nonholo/model.h>

#include "model/model.h"

/* NULL after errors, which are then in the diagnostics of the context; *status is NH_E_MODEL when the text is wrong,
 * NH_E_USAGE when an option is. The text must live until the call returns; the model does not point into it. */
nh_model *nh_lang_read(nh_context *context, const nh_read_def *def, const char *text, size_t length, nh_status *status);

/* The model once more, with another def than that of model->source. In a trial the equations are named "0",
 * "1", ..., those that cannot be read are left out, and so are the claims that were added. NULL after
 * errors, which are forgotten. */
nh_model *nh_lang_again(const nh_model *model, const nh_read_def *def, bool is_trial);

#endif
