#include "form/form.h"

#include <string.h>

#include "base/closest.h"

static const nh_form forms[] = {
#define FORM(name, title) {#name, title, nh_##name##_derive},
#include "form/forms.def"
#undef FORM
};

enum { FORMS = sizeof forms / sizeof *forms };

const nh_form *nh_form_find(const char *name, const char **nearest) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < FORMS; i++) {
        if (strcmp(forms[i].name, name) == 0) return &forms[i];
        nh_closest_offer(&search, forms[i].name);
    }
    if (nearest != NULL) *nearest = nh_closest_found(&search);
    return NULL;
}
