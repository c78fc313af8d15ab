/* Periodic motions at the border. */
#include <nonholo/periodic.h>

#include <math.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "model/model.h"
#include "out/print/print.h"
#include "steady/periodic/periodic.h"

struct nh_periodic {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_periodic_info *info;
};

nh_periodic_def nh_default_periodic(void) {
    return (nh_periodic_def){.rtol = 1e-12, .atol = 1e-12, .magic = NH_MAGIC_PERIODIC};
}

static const char *find_complaint(const nh_periodic_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_PERIODIC)
        return "nh_periodic_make: def was not made by nh_default_periodic";
    if (def->period == NULL) return "nh_periodic_make: the period is NULL";
    bool has_tolerances = isfinite(def->rtol) && isfinite(def->atol) && def->rtol >= 0 && def->atol >= 0;
    return has_tolerances && def->rtol + def->atol > 0
               ? NULL
               : "nh_periodic_make: a tolerance is negative or not finite, or both are 0";
}

static void *make_periodic(nh_arena *arena, const nh_model *model, const void *given) {
    nh_periodic *periodic = NH_NEW(arena, nh_periodic);
    *periodic = (nh_periodic){.model = model, .context = model->context, .arena = arena};
    periodic->info = nh_periodic_of(arena, model, given);
    return periodic;
}

nh_status nh_periodic_make(const nh_model *model, const nh_periodic_def *def, nh_periodic **periodic) {
    nh_make_request m = {__func__, model, def, find_complaint(def), periodic != NULL, make_periodic, NULL};
    nh_status status = nh_border_make(&m);
    if (periodic != NULL) *periodic = m.made;
    return status;
}

void nh_periodic_destroy(nh_periodic *periodic) {
    if (periodic != NULL) nh_arena_destroy(periodic->arena); /* it itself is in it */
}

const nh_periodic_info *nh_periodic_get(const nh_periodic *periodic) {
    return periodic != NULL ? periodic->info : NULL;
}

static void print_periodic(nh_text *text, nh_print_as as, void *object) {
    const nh_periodic *periodic = object;
    NH_ASSERT(periodic->info->count > 0);
    nh_print_periodic(text, as, periodic->model, periodic->info);
}

nh_status nh_periodic_print(nh_periodic *periodic, nh_print_as as, const char **text) {
    return NH_PRINT(periodic, print_periodic, as, text);
}
