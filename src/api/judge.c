/* Judgements at the border. */
#include <nonholo/judge.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "out/print/print.h"
#include "truth/judge/judge.h"

enum { JUDGE_MAGIC = 0x6e686a31 };

struct nh_judge {
    const nh_model *model;
    uint64_t seed;
    int digits;
    nh_context *context;
    nh_arena *arena; /* owns the judgement */
    const nh_judging *result;
};

nh_judge_def nh_default_judge(void) {
    return (nh_judge_def){.samples = 10, .digits = 50, .seed = 1, .has_repairs = true, .magic = JUDGE_MAGIC};
}

const char *nh_judgement_name(nh_judgement judgement) {
    static const char *const names[] = {"proved", "certified", "refuted", "undecided", "no value"};
    return (unsigned)judgement < sizeof names / sizeof *names ? names[judgement] : "undecided";
}

/* ---- making ---- */

typedef struct making {
    const nh_model *model;
    const nh_judge_def *def;
    nh_judge *judge;
} making;

static void make_judge(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    nh_arena *arena = nh_arena_create(context);
    nh_judge *judge = NH_NEW(arena, nh_judge);
    nh_judging_def def = {.samples = m->def->samples,
                          .digits = m->def->digits,
                          .seed = m->def->seed,
                          .form = m->def->form,
                          .has_repairs = m->def->has_repairs};
    *judge = (nh_judge){.model = m->model, .seed = def.seed, .digits = def.digits, .context = context, .arena = arena};
    judge->result = nh_judging_make(arena, m->model, &def);
    m->judge = judge;
}

static bool has_judged(const nh_model *model) {
    for (size_t i = 0; i < model->records.count; i++)
        if (model->records.items[i].is_judged) return true;
    return model->motion != NULL;
}

static const char *complaint(const nh_model *model, const nh_judge_def *def) {
    if (def == NULL || def->magic != JUDGE_MAGIC) return "nh_judge_make: def was not made by nh_default_judge";
    if (def->digits < 1 || def->digits > NH_JUDGE_DIGITS_MAX)
        return "nh_judge_make: the number of digits is not between 1 and 300";
    if (def->samples < 1 || def->samples > NH_JUDGE_SAMPLES_MAX)
        return "nh_judge_make: the number of samples is not between 1 and 10000";
    return has_judged(model) ? NULL
                             : "there is nothing to judge: no equation, no claim and no motion was added to the model";
}

nh_status nh_judge_make(const nh_model *model, const nh_judge_def *def, nh_judge **judge) {
    if (judge != NULL) *judge = NULL;
    if (model == NULL) return NH_E_USAGE;
    const char *wrong = judge == NULL ? "nh_judge_make: the place for the judgement is NULL" : complaint(model, def);
    if (wrong != NULL) return nh_refuse(model->context, wrong);
    making m = {.model = model, .def = def};
    nh_status status = nh_protect(model->context, make_judge, &m);
    *judge = status == NH_OK ? m.judge : NULL;
    return status;
}

void nh_judge_destroy(nh_judge *judge) {
    if (judge != NULL) nh_arena_destroy(judge->arena); /* the judgement itself is in it */
}

/* ---- asking ---- */

nh_judgement nh_judge_verdict(const nh_judge *judge) {
    return judge != NULL ? judge->result->judgement : NH_JUDGED_UNDECIDED;
}

size_t nh_judge_count(const nh_judge *judge) {
    return judge != NULL ? judge->result->items.count : 0;
}

nh_status nh_judge_get_item(const nh_judge *judge, size_t i, nh_judge_item *item) {
    if (judge == NULL) return NH_E_USAGE;
    if (item == NULL) return nh_refuse(judge->context, "nh_judge_get_item: the place for the result is NULL");
    if (i >= judge->result->items.count)
        return nh_refuse(judge->context, "nh_judge_get_item: there is no equation of this number");
    *item = judge->result->items.items[i];
    return NH_OK;
}

/* ---- printing ---- */

static void print_judge(nh_text *text, nh_print_as as, void *object) {
    const nh_judge *judge = object;
    nh_judge_facts facts = {.model = judge->model,
                            .digits = judge->digits,
                            .seed = judge->seed,
                            .judgement = judge->result->judgement,
                            .count = judge->result->items.count,
                            .items = judge->result->items.items};
    nh_print_judge(text, as, &facts);
}

nh_status nh_judge_print(nh_judge *judge, nh_print_as as, const char **text) {
    nh_printing p = {.name = "nh_judge_print", .print = print_judge, .object = judge};
    if (judge != NULL) p.context = judge->context, p.arena = judge->arena;
    return nh_print_object(&p, as, text);
}
