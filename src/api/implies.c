/* Implications at the border. */
#include <nonholo/implies.h>

#include <string.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "facts/implies/implication.h"
#include "out/print/print.h"

enum { IMPLIES_MAGIC = 0x6e686931 };

struct nh_implies {
    const nh_model *model;
    nh_implies_def def; /* what was asked */
    nh_context *context;
    nh_arena *arena; /* owns the answer */
    const nh_implication *result;
};

nh_implies_def nh_default_implies(void) {
    return (nh_implies_def){.seed = 1, .magic = IMPLIES_MAGIC};
}

/* ---- making ---- */

typedef struct making {
    const nh_model *model;
    const nh_implies_def *def;
    nh_implies *implies;
} making;

static nh_strings copy_of(nh_arena *arena, nh_strings list) {
    const char **items = NH_NEW_ARRAY(arena, const char *, list.count + 1);
    for (size_t i = 0; i < list.count; i++) items[i] = nh_arena_text(arena, list.items[i], strlen(list.items[i]));
    return (nh_strings){items, list.count};
}

static void make_implies(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    nh_arena *arena = nh_arena_create(context);
    nh_implies *implies = NH_NEW(arena, nh_implies);
    *implies = (nh_implies){.model = m->model, .def = *m->def, .context = context, .arena = arena};
    implies->def.given = copy_of(arena, m->def->given);
    implies->def.then = copy_of(arena, m->def->then);
    implies->result = nh_implication_make(arena, m->model, m->def);
    m->implies = implies;
}

static bool are_strings(nh_strings list) {
    if (list.items == NULL) return list.count == 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i] == NULL) return false;
    return true;
}

static const char *complaint(const nh_implies_def *def) {
    if (def == NULL || def->magic != IMPLIES_MAGIC) return "nh_implies_make: def was not made by nh_default_implies";
    if (!are_strings(def->given) || !are_strings(def->then))
        return "nh_implies_make: a list of names is NULL or has NULL in it";
    return def->then.count > 0 ? NULL : "nh_implies_make: there is no row that is asked for";
}

nh_status nh_implies_make(const nh_model *model, const nh_implies_def *def, nh_implies **implies) {
    if (implies != NULL) *implies = NULL;
    if (model == NULL) return NH_E_USAGE;
    const char *wrong = implies == NULL ? "nh_implies_make: the place for the answer is NULL" : complaint(def);
    if (wrong == NULL && model->equalities.count > 0) wrong = "an equation is given (--given), it is not assumed";
    if (wrong != NULL) return nh_refuse(model->context, wrong);
    making m = {.model = model, .def = def};
    nh_status status = nh_protect(model->context, make_implies, &m);
    *implies = status == NH_OK ? m.implies : NULL;
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
    if (implies == NULL) return NH_E_USAGE;
    if (exception == NULL)
        return nh_refuse(implies->context, "nh_implies_get_exception: the place for the result is NULL");
    if (i >= implies->result->info.exceptions)
        return nh_refuse(implies->context, "nh_implies_get_exception: there is no set of this number");
    *exception = implies->result->exceptions[i];
    return NH_OK;
}

/* ---- printing ---- */

static void print_implies(nh_text *text, nh_print_as as, void *object) {
    const nh_implies *implies = object;
    nh_print_implies(text, as, implies->model, implies->result, &implies->def);
}

nh_status nh_implies_print(nh_implies *implies, nh_print_as as, const char **text) {
    nh_printing p = {.name = "nh_implies_print", .print = print_implies, .object = implies};
    if (implies != NULL) p.context = implies->context, p.arena = implies->arena;
    return nh_print_object(&p, as, text);
}
