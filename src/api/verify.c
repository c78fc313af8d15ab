/* Verification at the border. */
#include <nonholo/verify.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "base/random.h"
#include "model/values.h"
#include "out/print/print.h"
#include "system/read.h"
#include "truth/judge/draw.h"
#include "truth/verify/verify.h"

struct nh_verify {
    const nh_model *model;
    uint64_t seed;
    nh_context *context;
    nh_arena *arena; /* owns the verification */
    const nh_verification *result;
    const char *words; /* of the bodies that were drawn; NULL: none */
    nh_strings bodies; /* one by one */
    nh_model *drawn;   /* with them */
};

nh_verify_def nh_default_verify(void) {
    return (nh_verify_def){.samples = 10, .digits = 50, .seed = 1, .magic = NH_MAGIC_VERIFY};
}

const char *nh_verdict_name(nh_verdict verdict) {
    static const char *const names[] = {"holds", "fails", "undecided", "inapplicable"};
    return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "undecided";
}

/* ---- making ---- */

/* The model with drawn bodies for its functions without one; itself where there are none. */
static nh_model *draw_bodies(nh_verify *verify, const nh_model *model) {
    nh_random random = nh_random_make(verify->seed, NH_STREAM_BODIES);
    nh_read_def def = model->source.def;
    nh_drawn drawn = nh_draw_bodies(model, verify->arena, &random, 0);
    size_t given = model->source.def.set.count;
    verify->words = drawn.words;
    verify->bodies = (nh_strings){drawn.set.items + given, drawn.set.count - given};
    def.set = drawn.set;
    nh_model *other = nh_read_again(model, &def, model->source.is_trial);
    if (other == NULL) nh_raise(model->context, NH_E_MODEL);
    return other;
}

static void *make_verify(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_verify_def *def = given;
    nh_verify *verify = NH_NEW(arena, nh_verify);
    nh_verification_def asked = {.samples = def->samples, .digits = def->digits, .seed = def->seed};
    *verify = (nh_verify){.model = model, .seed = def->seed, .context = model->context, .arena = arena};
    asked.is_numeric = !nh_model_has_bodies(model, arena); /* a proof with one body says nothing of others */
    verify->drawn = asked.is_numeric ? draw_bodies(verify, model) : NULL;
    verify->result = nh_verification_make(arena, verify->drawn != NULL ? verify->drawn : model, &asked);
    return verify;
}

static const char *find_complaint(const nh_verify_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_VERIFY) return "nh_verify_make: def was not made by nh_default_verify";
    if (def->digits < 1 || def->digits > NH_VERIFY_DIGITS_MAX)
        return "nh_verify_make: the number of digits is not between 1 and 300";
    if (def->samples < 1 || def->samples > NH_VERIFY_SAMPLES_MAX)
        return "nh_verify_make: the number of samples is not between 1 and 10000";
    return NULL;
}

nh_status nh_verify_make(const nh_model *model, const nh_verify_def *def, nh_verify **verify) {
    nh_make_request m = {__func__, model, def, find_complaint(def), verify != NULL, make_verify, NULL};
    nh_status status = nh_border_make(&m);
    if (verify != NULL) *verify = m.made;
    return status;
}

void nh_verify_destroy(nh_verify *verify) {
    if (verify == NULL) return;
    nh_model_destroy(verify->drawn);
    nh_arena_destroy(verify->arena); /* the verification itself is in it */
}

/* ---- asking ---- */

nh_verify_info nh_verify_get_info(const nh_verify *verify) {
    if (verify == NULL) return (nh_verify_info){.verdict = NH_VERDICT_UNDECIDED};
    nh_verify_info info = verify->result->info;
    info.bodies = verify->words;
    return info;
}

nh_status nh_verify_get_item(const nh_verify *verify, size_t i, nh_verify_item *item) {
    nh_status status = NH_ASK(verify, item, i, verify->result->items.count, "question");
    if (status == NH_OK) *item = verify->result->items.items[i];
    return status;
}

const double *nh_verify_state(const nh_verify *verify, size_t i) {
    return verify != NULL && i < verify->result->states.count ? verify->result->states.items[i] : NULL;
}

/* ---- printing ---- */

static void print_verify(nh_text *text, nh_print_as as, void *object) {
    const nh_verify *verify = object;
    nh_print_verify(text, as, verify->model, verify->result, &verify->bodies, verify->seed);
}

nh_status nh_verify_print(nh_verify *verify, nh_print_as as, const char **text) {
    return NH_PRINT(verify, print_verify, as, text);
}
