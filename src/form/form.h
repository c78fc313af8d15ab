/* The formulations by name: one file each, one line each in forms.def. */
#ifndef NH_FORM_FORM_H
#define NH_FORM_FORM_H

#include "form/equations.h"

typedef struct nh_form {
    const char *name;  /* "chetaev" */
    const char *title; /* what its equations are, for a sentence: "Lagrange's equations with multipliers ..." */
    nh_equations *(*derive)(nh_model *model, nh_arena *arena);
} nh_form;

/* NULL when there is none of that name; *nearest, if not NULL, is then the most similar name, or NULL. */
const nh_form *nh_form_find(const char *name, const char **nearest);
/* The same, with chetaev for NULL. Leaves with NH_E_USAGE and a diagnostic when there is none: one that has a name but is not derived yet
 * is told from one that does not exist. */
const nh_form *nh_form_require(nh_context *context, const char *name);

#endif
