/* All candidates are read at once, as claims of the model with other values for its parameters, and examined with few
 * digits at a few states. What survives is judged like any other equation. */
#include "truth/judge/repair_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/map.h"
#include "system/read.h"
#include "truth/judge/draw.h"
#include "truth/judge/edits.h"

enum {
    MOST_EDITS = 4000,
    MOST_JUDGED = 12, /* of those that survive */
    MOST_REPAIRS = 3,
    FEW_STATES = 3,
    FEW_DIGITS = 12,
};

/* ---- candidates ---- */

typedef NH_ARRAY(const nh_edit *) candidates;

static nh_strings texts_of(nh_arena *arena, const nh_edits *edits) {
    const char **texts = NH_NEW_ARRAY(arena, const char *, edits->count + 1);
    for (size_t i = 0; i < edits->count; i++) texts[i] = edits->items[i].equation;
    return (nh_strings){texts, edits->count};
}

/* The model with other values for its parameters and these equations as claims; NULL when it cannot be read. */
static nh_model *read_with(const nh_judge_work *w, nh_arena *arena, nh_strings equations) {
    nh_random random = nh_random_make(w->def.seed, NH_STREAM_REPAIR);
    nh_read_def def = w->model->source.def;
    def.set = nh_draw_values(w->model, arena, &random, 0).set;
    def.equations = equations;
    return nh_read_again(w->model, &def, true);
}

/* The number of the equation that a claim of a trial is; SIZE_MAX: it is none. */
static size_t number_of(const char *name) {
    return name[strspn(name, "0123456789")] == '\0' ? (size_t)strtoul(name, NULL, 10) : SIZE_MAX;
}

/* Whether accelerations or multipliers occur in it. */
static bool is_dynamic(const nh_model *model, const nh_record *record) {
    return nh_expr_has(model->pool, record->value, (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER));
}

/* One that is trivial is no correction: 0 = 0, x/x = 1, no acceleration where the equation has some, a derivative that
 * has become 0, as diff(m, x') or diff(L, x''). */
static bool is_trivial(const nh_model *model, const nh_record *record, const nh_judge_work *w, const nh_record *wrong) {
    if (nh_expr_is_number(model->pool, record->value) || record->idle > wrong->idle) return true;
    return is_dynamic(w->model, wrong) && !is_dynamic(model, record);
}

/* Those that hold at a few states. */
static candidates find_survivors(const nh_judge_work *w, const nh_model *trial, nh_arena *arena, const nh_edits *edits,
                                 const nh_record *wrong) {
    candidates found = {.arena = arena};
    nh_map known = nh_map_make(arena);
    nh_judge_look_def look = {.samples = FEW_STATES, .digits = FEW_DIGITS, .seed = w->def.seed, .is_numeric = true};
    look.is_trial = true;
    look.form = w->form;
    look.choices = w->choices.count > 0 ? &w->choices : NULL;
    size_t diags = nh_context_diag_count(w->model->context);
    const nh_verification *seen = nh_judge_look(trial, arena, &look);
    nh_diag_forget(w->model->context, diags); /* of the start with other values */
    size_t at = 0;
    for (size_t i = 0; i < trial->records.count; i++) {
        const nh_record *record = &trial->records.items[i];
        if (record->kind != NH_RECORD_CLAIM || !record->is_judged) continue;
        while (at < seen->items.count && seen->items.items[at].kind != NH_VERIFY_CLAIM) at++;
        if (at == seen->items.count) break;
        const nh_verify_item *item = &seen->items.items[at++];
        if (item->verdict != NH_VERDICT_HOLDS || item->states < 2 || record->name != record->label) continue;
        if (is_trivial(trial, record, w, wrong) || nh_map_get(&known, record->value) != NULL) continue;
        nh_map_put(&known, record->value, 1);
        nh_map_put(&known, nh_expr_neg(trial->pool, record->value), 1);
        size_t number = number_of(nh_name_text(trial->context, record->label));
        if (number < edits->count) nh_array_push(&found, &edits->items[number]);
    }
    return found;
}

/* ---- judging them ---- */

/* How they are judged as equations of their own. */
static const nh_judge_result *judge_candidates(const nh_judge_work *w, nh_arena *arena, const candidates *list,
                                               nh_model **again) {
    size_t count = list->count < MOST_JUDGED ? list->count : MOST_JUDGED;
    const char **texts = NH_NEW_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) texts[i] = list->items[i]->equation;
    nh_read_def def = w->model->source.def;
    def.equations = (nh_strings){texts, count};
    *again = nh_read_again(w->model, &def, true);
    if (*again == NULL) return NULL;
    nh_judge_def asked = w->def;
    asked.has_repairs = false;
    if (w->form == NULL) asked.form = NULL;
    return nh_judge_result_make(arena, *again, &asked);
}

/* Whether another exponent in its place is proposed already: (a - b)^4 = 1 next to (a - b)^2 = 1. */
static bool is_other_power(const candidates *list, const bool *taken, size_t number) {
    const nh_edit *edit = list->items[number];
    for (size_t i = 0; i < number && edit->kind == NH_EDIT_POWER; i++)
        if (taken[i] && list->items[i]->kind == NH_EDIT_POWER && list->items[i]->place == edit->place) return true;
    return false;
}

/* The likely ones first: that is their order. */
static void take_repairs(const nh_judge_work *w, nh_judge_item *item, const candidates *list,
                         const nh_judge_result *judged) {
    NH_ASSERT(item->judgement == NH_JUDGED_REFUTED);
    nh_repair *repairs = NH_NEW_ARRAY(w->arena, nh_repair, MOST_REPAIRS);
    bool taken[MOST_JUDGED] = {false};
    for (size_t i = 0; i < judged->items.count && item->repairs < MOST_REPAIRS; i++) {
        const nh_judge_item *found = &judged->items.items[i];
        size_t number = number_of(found->name);
        if (found->judgement > NH_JUDGED_CERTIFIED || number >= list->count || number >= MOST_JUDGED) continue;
        if (is_other_power(list, taken, number)) continue;
        taken[number] = true;
        nh_repair repair = {.equation = nh_arena_string(w->arena, list->items[number]->equation),
                            .words = nh_arena_string(w->arena, list->items[number]->words),
                            .is_proved = found->judgement == NH_JUDGED_PROVED};
        repairs[item->repairs++] = repair;
    }
    item->repair = repairs;
}

static const nh_record *record_of(const nh_judge_work *w, const char *name) {
    const nh_record *found = NULL;
    for (size_t i = 0; i < w->model->records.count && found == NULL; i++) {
        const nh_record *record = &w->model->records.items[i];
        if (record->is_judged && strcmp(nh_name_text(w->model->context, record->name), name) == 0) found = record;
    }
    NH_ASSERT(found != NULL);
    return found;
}

static void repair_item(nh_judge_work *w, nh_judge_item *item) {
    nh_arena *arena = nh_arena_create(w->model->context);
    nh_edits edits = nh_edits_of(w->model, arena, item->text, MOST_EDITS);
    nh_model *trial = read_with(w, arena, texts_of(arena, &edits)), *again = NULL;
    if (trial != NULL) {
        NH_ASSERT(item->judgement == NH_JUDGED_REFUTED && item->text != NULL);
        candidates found = find_survivors(w, trial, arena, &edits, record_of(w, item->name));
        const nh_judge_result *judged = found.count > 0 ? judge_candidates(w, arena, &found, &again) : NULL;
        if (judged != NULL) take_repairs(w, item, &found, judged);
    }
    nh_model_destroy(again);
    nh_model_destroy(trial);
    nh_arena_destroy(arena);
}

void nh_judge_repair(nh_judge_work *w) {
    for (size_t i = 0; i < w->result->items.count; i++) {
        nh_judge_item *item = &w->result->items.items[i];
        bool is_component = item->text != NULL && strchr(item->name, '.') != NULL;
        if (item->judgement != NH_JUDGED_REFUTED || item->text == NULL || is_component) continue;
        nh_progress_tell(w->model->context, "corrections", (double)i / (double)w->result->items.count);
        repair_item(w, item);
    }
}
