#include "ode/method.h"

#include <string.h>

#include "base/protect.h"
#include "base/text/text.h"
#include "ode/method_private.h"

static const nh_method methods[] = {
#define METHOD(name, label, title) {#name, label, title, &nh_##name##_stepper},
#include "ode/methods.def"
#undef METHOD
};

enum { METHODS = sizeof methods / sizeof *methods, LANES = NH_STEP_LANES };

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
    nh_fail(context, NH_E_USAGE, "method", "there is no method '%s'; available: %s", name,
            list_methods(nh_scratch(context)));
}

/* ---- vectors ---- */

double *nh_step_vector(nh_arena *arena, size_t size) {
    return NH_NEW_ARRAY(arena, double, (size + LANES - 1) / LANES * LANES);
}

/* 0 x is 0 for finite x only. */
bool nh_step_finite(size_t size, const double *x) {
    double zero[LANES] = {0};
    for (size_t i = 0; i < size; i += LANES)
        for (size_t l = 0; l < LANES; l++) zero[l] += 0 * x[i + l];
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}
