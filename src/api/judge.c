/* Judgements at the border. */
#include <nonholo/judge.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "out/print/print.h"
#include "truth/judge/judge.h"

struct nh_judge {
    const nh_model *model;
    uint64_t seed;
    int digits;
    nh_context *context;
    nh_arena *arena; /* owns the judgement */
    const nh_judge_result *result;
};

nh_judge_def nh_default_judge(void) {
    return (nh_judge_def){.samples = 10, .digits = 50, .seed = 1, .has_repairs = true, .magic = NH_MAGIC_JUDGE};
}

const char *nh_judgement_name(nh_judgement judgement) {
    static const char *const names[] = {"proved", "certified", "refuted", "undecided", "no value"};
    return (unsigned)judgement < sizeof names / sizeof *names ? names[judgement] : "undecided";
}

/* ---- making ---- */

static void *make_judge(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_judge_def *def = given;
    nh_judge *judge = NH_NEW(arena, nh_judge);
    *judge = (nh_judge){model, def->seed, def->digits, model->context, arena, NULL};
    judge->result = nh_judge_result_make(arena, model, def);
    return judge;
}

static bool has_judged(const nh_model *model) {
    for (size_t i = 0; i < model->records.count; i++)
        if (model->records.items[i].is_judged) return true;
    return model->motion != NULL || model->source.def.transposition;
}

static const char *find_complaint(const nh_model *model, const nh_judge_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_JUDGE) return "nh_judge_make: def was not made by nh_default_judge";
    if (def->digits < 1 || def->digits > NH_JUDGE_DIGITS_MAX)
        return "nh_judge_make: the number of digits is not between 1 and 300";
    if (def->samples < 1 || def->samples > NH_JUDGE_SAMPLES_MAX)
        return "nh_judge_make: the number of samples is not between 1 and 10000";
    return model == NULL || has_judged(model)
               ? NULL
               : "there is nothing to judge: no equation, no claim and no motion was added to the model";
}

nh_status nh_judge_make(const nh_model *model, const nh_judge_def *def, nh_judge **judge) {
    nh_make_request m = {__func__, model, def, find_complaint(model, def), judge != NULL, make_judge, NULL};
    nh_status status = nh_border_make(&m);
    if (judge != NULL) *judge = m.made;
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
    nh_status status = NH_ASK(judge, item, i, judge->result->items.count, "equation");
    if (status == NH_OK) *item = judge->result->items.items[i];
    return status;
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
    return NH_PRINT(judge, print_judge, as, text);
}
