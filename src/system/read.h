/* The one reading of a model: from its text, completed by the rows that others force (facts/integrable/hidden.h).
 * Whoever reads a model for its motions reads it here, for the first time or once more with other values. */
#ifndef NH_SYSTEM_READ_H
#define NH_SYSTEM_READ_H

#include "model/model.h"

/* As nh_lang_read. */
nh_model *nh_read_model(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                        nh_status *status);
/* As nh_lang_again: the model once more, with another def than that of model->source. With the same def it has the same
 * rows. Nothing is said. */
nh_model *nh_read_again(const nh_model *model, const nh_read_def *def, bool is_trial);

/* With the same def, and without assumptions, also when it is read again from there: what is proved of it is
 * true where they hold, too. */
nh_model *nh_read_without_assumptions(const nh_model *model);

#endif
