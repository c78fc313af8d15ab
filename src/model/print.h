/* The model as a text of the language: families written out, expressions in full, one statement a line, in the
 * order of the original. Reading it gives the same model: every expression equal, every name, label and flag
 * the same (places aside). */
#ifndef NH_MODEL_PRINT_H
#define NH_MODEL_PRINT_H

#include "base/text/text.h"
#include "model/model.h"

void nh_model_print(const nh_model *model, nh_text *text);

#endif
