/* Verification at the border. */
#include <nonholo/verify.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "out/print/print.h"
#include "truth/verify/verify.h"

enum { VERIFY_MAGIC = 0x6e687631 };

struct nh_verify {
    const nh_model *model;
    uint64_t seed;
    nh_context *context;
    nh_arena *arena; /* owns the verification */
    const nh_verification *result;
};

nh_verify_def nh_default_verify(void) {
    return (nh_verify_def){.samples = 10, .digits = 50, .seed = 1, .magic = VERIFY_MAGIC};
}

const char *nh_verdict_name(nh_verdict verdict) {
    static const char *const names[] = {"holds", "fails", "undecided", "inapplicable"};
    return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "undecided";
}

/* ---- making ---- */

typedef struct making {
    const nh_model *model;
    const nh_verify_def *def;
    nh_verify *verify;
} making;

static void make_verify(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    nh_arena *arena = nh_arena_create(context);
    nh_verify *verify = NH_NEW(arena, nh_verify);
    nh_verification_def def = {.samples = m->def->samples, .digits = m->def->digits, .seed = m->def->seed};
    *verify = (nh_verify){.model = m->model, .seed = def.seed, .context = context, .arena = arena};
    verify->result = nh_verification_make(arena, m->model, &def);
    m->verify = verify;
}

static const char *complaint(const nh_verify_def *def) {
    if (def == NULL || def->magic != VERIFY_MAGIC) return "nh_verify_make: def was not made by nh_default_verify";
    if (def->digits < 1 || def->digits > NH_VERIFY_DIGITS_MAX)
        return "nh_verify_make: the number of digits is not between 1 and 300";
    if (def->samples < 1 || def->samples > NH_VERIFY_SAMPLES_MAX)
        return "nh_verify_make: the number of samples is not between 1 and 10000";
    return NULL;
}

nh_status nh_verify_make(const nh_model *model, const nh_verify_def *def, nh_verify **verify) {
    if (verify != NULL) *verify = NULL;
    if (model == NULL) return NH_E_USAGE;
    const char *wrong = verify == NULL ? "nh_verify_make: the place for the verification is NULL" : complaint(def);
    if (wrong != NULL) return nh_refuse(model->context, wrong);
    making m = {.model = model, .def = def};
    nh_status status = nh_protect(model->context, make_verify, &m);
    *verify = status == NH_OK ? m.verify : NULL;
    return status;
}

void nh_verify_destroy(nh_verify *verify) {
    if (verify != NULL) nh_arena_destroy(verify->arena); /* the verification itself is in it */
}

/* ---- asking ---- */

nh_verify_info nh_verify_get_info(const nh_verify *verify) {
    return verify != NULL ? verify->result->info : (nh_verify_info){.verdict = NH_VERDICT_UNDECIDED};
}

nh_status nh_verify_get_item(const nh_verify *verify, size_t i, nh_verify_item *item) {
    if (verify == NULL) return NH_E_USAGE;
    if (item == NULL) return nh_refuse(verify->context, "nh_verify_get_item: the place for the result is NULL");
    if (i >= verify->result->items.count)
        return nh_refuse(verify->context, "nh_verify_get_item: there is no question of this number");
    *item = verify->result->items.items[i];
    return NH_OK;
}

const double *nh_verify_state(const nh_verify *verify, size_t i) {
    return verify != NULL && i < verify->result->states.count ? verify->result->states.items[i] : NULL;
}

/* ---- printing ---- */

static void print_verify(nh_text *text, nh_print_as as, void *object) {
    const nh_verify *verify = object;
    nh_print_verify(text, as, verify->model, verify->result, verify->seed);
}

nh_status nh_verify_print(nh_verify *verify, nh_print_as as, const char **text) {
    nh_printing p = {.name = "nh_verify_print", .print = print_verify, .object = verify};
    if (verify != NULL) p.context = verify->context, p.arena = verify->arena;
    return nh_print_object(&p, as, text);
}
