#include "ode/method.h"

#include <string.h>

#include "base/protect.h"
#include "base/text.h"

static const nh_method methods[] = {
#define METHOD(name, title) {#name, title},
#include "ode/methods.def"
#undef METHOD
};

enum { METHODS = sizeof methods / sizeof *methods };

const nh_method *nh_method_at(size_t i) {
    return i < METHODS ? &methods[i] : NULL;
}

/* "a, b and c" */
static const char *list_methods(nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < METHODS; i++)
        nh_text_format(&text, "%s%s", i == 0 ? "" : i + 1 == METHODS ? " and " : ", ", methods[i].name);
    return nh_text_string(&text);
}

const nh_method *nh_method_require(nh_context *context, const char *name) {
    if (name == NULL) return &methods[0];
    for (size_t i = 0; i < METHODS; i++)
        if (strcmp(methods[i].name, name) == 0) return &methods[i];
    nh_fail(context, NH_E_USAGE, "method", "there is no method '%s'; %s %s", name,
            METHODS == 1 ? "there is" : "there are", list_methods(nh_scratch(context)));
}
