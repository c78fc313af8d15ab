/* Implications at the border. */
#include <nonholo/implies.h>

#include <string.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "facts/implies/implication.h"
#include "out/print/print.h"

struct nh_implies {
    const nh_model *model;
    nh_implies_def def; /* what was asked */
    nh_context *context;
    nh_arena *arena; /* owns the answer */
    const nh_implication *result;
};

nh_implies_def nh_default_implies(void) {
    return (nh_implies_def){.seed = 1, .magic = NH_MAGIC_IMPLIES};
}

/* ---- making ---- */

static nh_strings copy_of(nh_arena *arena, nh_strings list) {
    const char **items = NH_NEW_ARRAY(arena, const char *, list.count + 1);
    for (size_t i = 0; i < list.count; i++) items[i] = nh_arena_string(arena, list.items[i]);
    return (nh_strings){items, list.count};
}

static void *make_implies(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_implies_def *def = given;
    nh_implies *implies = NH_NEW(arena, nh_implies);
    *implies = (nh_implies){.model = model, .def = *def, .context = model->context, .arena = arena};
    implies->def.given = copy_of(arena, def->given);
    implies->def.then = copy_of(arena, def->then);
    implies->result = nh_implication_make(arena, model, def);
    return implies;
}

static const char *find_complaint(const nh_model *model, const nh_implies_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_IMPLIES) return "nh_implies_make: def was not made by nh_default_implies";
    if (!nh_are_strings(def->given) || !nh_are_strings(def->then))
        return "nh_implies_make: a list of names is NULL or has NULL in it";
    if (def->then.count == 0) return "nh_implies_make: no conclusion is given";
    bool is_given = model != NULL && model->equalities.count > 0;
    return is_given ? "write the equation with --given: --assume takes inequalities" : NULL;
}

nh_status nh_implies_make(const nh_model *model, const nh_implies_def *def, nh_implies **implies) {
    nh_make_request m = {__func__, model, def, find_complaint(model, def), implies != NULL, make_implies, NULL};
    nh_status status = nh_border_make(&m);
    if (implies != NULL) *implies = m.made;
    return status;
}

void nh_implies_destroy(nh_implies *implies) {
    if (implies != NULL) nh_arena_destroy(implies->arena); /* the answer itself is in it */
}

/* ---- asking ---- */

nh_implies_info nh_implies_get_info(const nh_implies *implies) {
    return implies != NULL ? implies->result->info : (nh_implies_info){.implied = {NH_UNKNOWN, NH_EVIDENCE_NONE}};
}

nh_status nh_implies_get_exception(const nh_implies *implies, size_t i, nh_implies_exception *exception) {
    nh_status status = NH_ASK(implies, exception, i, implies->result->info.exceptions, "set");
    if (status == NH_OK) *exception = implies->result->exceptions[i];
    return status;
}

/* ---- printing ---- */

static void print_implies(nh_text *text, nh_print_as as, void *object) {
    const nh_implies *implies = object;
    nh_print_implies(text, as, implies->model, implies->result, &implies->def);
}

nh_status nh_implies_print(nh_implies *implies, nh_print_as as, const char **text) {
    return NH_PRINT(implies, print_implies, as, text);
}
