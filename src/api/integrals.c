/* First integrals at the border. */
#include <nonholo/integrals.h>

#include "api/border_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "integrals/integrals.h"
#include "out/print/print.h"

struct nh_integrals {
    const nh_model *model;
    nh_integrals_def def; /* what was asked */
    nh_context *context;
    nh_arena *arena; /* owns the answer */
    const nh_integrals_result *result;
};

nh_integrals_def nh_default_integrals(void) {
    return (nh_integrals_def){.degree = 2, .seed = 1, .magic = NH_MAGIC_INTEGRALS};
}

/* ---- making ---- */

static void *make_integrals(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_integrals_def *def = given;
    nh_integrals *integrals = NH_NEW(arena, nh_integrals);
    *integrals = (nh_integrals){.model = model, .def = *def, .context = model->context, .arena = arena};
    integrals->result = nh_integrals_find(arena, model, def);
    return integrals;
}

static const char *find_complaint(const nh_integrals_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_INTEGRALS)
        return "nh_integrals_make: def was not made by nh_default_integrals";
    bool is_degree = def->degree >= 1 && def->degree <= NH_INTEGRALS_DEGREE_MAX;
    return is_degree ? NULL : "nh_integrals_make: the degree is not between 1 and 6";
}

nh_status nh_integrals_make(const nh_model *model, const nh_integrals_def *def, nh_integrals **integrals) {
    nh_make_request m = {__func__, model, def, find_complaint(def), integrals != NULL, make_integrals, NULL};
    nh_status status = nh_border_make(&m);
    if (integrals != NULL) *integrals = m.made;
    return status;
}

void nh_integrals_destroy(nh_integrals *integrals) {
    if (integrals != NULL) nh_arena_destroy(integrals->arena); /* the answer itself is in it */
}

/* ---- asking ---- */

nh_integrals_info nh_integrals_get_info(const nh_integrals *integrals) {
    return integrals != NULL ? integrals->result->info : (nh_integrals_info){0};
}

nh_status nh_integrals_get_item(const nh_integrals *integrals, size_t i, nh_integral *item) {
    nh_status status = NH_ASK(integrals, item, i, integrals->result->items.count, "first integral");
    if (status == NH_OK) *item = integrals->result->items.items[i];
    return status;
}

nh_status nh_integrals_get_symmetry(const nh_integrals *integrals, size_t i, nh_integrals_symmetry *symmetry) {
    nh_status status = NH_ASK(integrals, symmetry, i, integrals->result->symmetries.count, "symmetry");
    if (status == NH_OK) *symmetry = integrals->result->symmetries.items[i];
    return status;
}

nh_status nh_integrals_get_linear(const nh_integrals *integrals, size_t i, nh_integrals_linear *linear) {
    nh_status status = NH_ASK(integrals, linear, i, integrals->result->linear.count, "system of linear equations");
    if (status == NH_OK) *linear = integrals->result->linear.items[i];
    return status;
}

nh_integrals_separation nh_integrals_get_separation(const nh_integrals *integrals) {
    return integrals != NULL ? integrals->result->separation : (nh_integrals_separation){0};
}

nh_integrals_measure nh_integrals_get_measure(const nh_integrals *integrals) {
    bool is_there = integrals != NULL && integrals->result->measure != NULL;
    return is_there ? *integrals->result->measure : (nh_integrals_measure){0};
}

/* ---- for reports ---- */

bool nh_integrals_is_of(const nh_integrals *integrals, const nh_model *model) {
    return integrals->model == model;
}

const nh_integrals_result *nh_integrals_get(const nh_integrals *integrals) {
    return integrals->result;
}

/* ---- printing ---- */

static void print_integrals(nh_text *text, nh_print_as as, void *object) {
    const nh_integrals *integrals = object;
    nh_print_integrals(text, as, integrals->model, integrals->result, &integrals->def);
}

nh_status nh_integrals_print(nh_integrals *integrals, nh_print_as as, const char **text) {
    return NH_PRINT(integrals, print_integrals, as, text);
}
