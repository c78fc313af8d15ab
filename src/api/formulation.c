/* The formulations at the border. */
#include <nonholo/formulation.h>

#include "form/form.h"

static nh_status describe_form(const nh_form *form, nh_formulation *formulation) {
    if (form == NULL || formulation == NULL) return NH_E_USAGE;
    *formulation = (nh_formulation){.name = form->name,
                                    .title = form->title,
                                    .reference = form->reference,
                                    .is_apart = form->is_apart,
                                    .has_settings = form->setting != NULL};
    return NH_OK;
}

nh_status nh_formulation_at(size_t i, nh_formulation *formulation) {
    return describe_form(nh_form_at(i), formulation);
}

nh_status nh_formulation_find(const char *name, nh_formulation *formulation) {
    return describe_form(name != NULL ? nh_form_of(name) : NULL, formulation);
}
