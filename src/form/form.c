#include "form/form.h"

#include <string.h>

#include "analysis/chaplygin.h"
#include "base/closest.h"
#include "base/protect.h"
#include "base/text.h"

static const nh_form forms[] = {
#define FORM(name, title, reference) {#name, title, reference, NULL, nh_##name##_derive, NULL, NULL, NULL, NULL, false},
#define FORM_APART(name, title, reference)                                                                             \
    {#name, title, reference, NULL, nh_##name##_derive, NULL, NULL, NULL, NULL, true},
#define FORM_IN(variables, name, title, reference, applies, choose, other)                                             \
    {#name, title, reference, variables, NULL, applies, nh_##name##_derive, choose, other, false},
#include "form/forms.def"
#undef FORM_IN
#undef FORM_APART
#undef FORM
};

enum { FORMS = sizeof forms / sizeof *forms };

/* All that have a name, derived or not. */
static const char *const known[] = {
#define FORMULATION(name) #name,
#define OTHER_FORMULATION(text) text,
#include "model/formulations.def"
#undef FORMULATION
};

const nh_form *nh_form_at(size_t i) {
    return i < FORMS ? &forms[i] : NULL;
}

const nh_form *nh_form_find(const char *name, const char **nearest) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < FORMS; i++) {
        if (strcmp(forms[i].name, name) == 0) return &forms[i];
        nh_closest_offer(&search, forms[i].name);
    }
    if (nearest != NULL) *nearest = nh_closest_found(&search);
    return NULL;
}

static bool is_known(const char *name) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0) return true;
    return false;
}

/* "a, b and c": those that are derived. */
static const char *list_forms(nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < FORMS; i++)
        nh_text_format(&text, "%s%s", i == 0 ? "" : i + 1 == FORMS ? " and " : ", ", forms[i].name);
    return nh_text_string(&text);
}

const nh_form *nh_form_require(nh_context *context, const char *name) {
    const char *nearest;
    if (name == NULL) name = "chetaev";
    const nh_form *form = nh_form_find(name, &nearest);
    if (form != NULL) return form;
    const char *there_are = list_forms(nh_scratch(context));
    if (is_known(name))
        nh_fail(context, NH_E_USAGE, "formulation", "the formulation '%s' is not derived by this version; there are %s",
                name, there_are);
    if (nearest != NULL)
        nh_fail(context, NH_E_USAGE, "formulation", "there is no formulation '%s'; did you mean '%s'?", name, nearest);
    nh_fail(context, NH_E_USAGE, "formulation", "there is no formulation '%s'; there are %s", name, there_are);
}
