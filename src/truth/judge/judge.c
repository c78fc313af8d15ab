/* Sets of values and verdicts.
 *
 * Equations are examined with the values of the model, where it has them all, and with sets of other values, for each
 * of which the model is read again: so all that it makes from its parameters stays exact. */
#include "truth/judge/judge.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "facts/admissible.h"
#include "form/form.h"
#include "model/values.h"
#include "system/read.h"
#include "truth/judge/draw.h"
#include "truth/judge/judge_private.h"
#include "truth/judge/places_private.h"
#include "truth/judge/repair_private.h"
#include "truth/judge/thresholds_private.h"

enum {
    FEWEST = 3,
    FEWEST_SETS = 2, /* of values, where these can vary: what is seen with one of them may be true of that only */
    FEWEST_FAR = 2,
    FORM_DIGITS = 15,
    TRIES = 5, /* for two sets */
    AIMED_TRIES = 2,
    MOST_TOGETHER = 31, /* features of one equation */
    MOST_SIGNS = 32,    /* sets of one equation, for signs that were not seen together */
    MOST_SIGNS_OF_ALL = 80,
    MOST_MORE = 16,
    MOTION_TRIES = 40
};

/* ---- what is asked ---- */

static void list_items(nh_judge_work *w) {
    const nh_model *model = w->model;
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        if (record->kind != NH_RECORD_CLAIM || !record->is_judged) continue;
        nh_judge_item item = {.name = nh_name_text(model->context, record->name), .text = record->text};
        item.judgement = NH_JUDGED_UNDECIDED;
        nh_array_push(&w->result->items, item);
    }
}

const nh_verification *nh_judge_look(const nh_model *model, nh_arena *arena, const nh_judge_look_def *def) {
    NH_ASSERT(def->samples > 0 && def->digits > 0);
    nh_verification_def asked = {.samples = def->samples,
                                 .digits = def->digits,
                                 .seed = def->seed,
                                 .choices = def->choices,
                                 .form = def->form,
                                 .is_judging = true,
                                 .has_branches = !def->is_trial,
                                 .is_numeric = def->is_numeric};
    return nh_verification_make(arena, model, &asked);
}

/* A motion that is to be vakonomic says what its multipliers are, and no other does; a matrix that is judged is
 * there. */
static void require_given(const nh_judge_work *w) {
    const nh_model *model = w->model;
    nh_context *context = model->context;
    const nh_exprs *given = &model->motion_mu;
    if (model->source.def.transposition && model->transpositions.count == 0)
        nh_fail(context, NH_E_HYPOTHESIS, "transposition",
                "the model gives no transposition matrix to judge: write transposition omega[x,y] = e in it");
    if (given->count > 0 && w->form == NULL)
        nh_fail(context, NH_E_USAGE, "motion",
                "the motion gives %s, which motions under the Chetaev condition do not have: add --form vakonomic",
                nh_name_text(context, nh_expr_symbol_of(model->pool, given->items[0])->name));
    nh_arena *scratch = nh_scratch(context);
    for (uint32_t i = 0; w->form != NULL && model->motion != NULL && i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        bool is_given = !row->is_imposed || row->is_geometric;
        for (size_t k = 0; k < given->count && !is_given; k += 2)
            is_given = given->items[k] == nh_equations_extra(model, scratch, i);
        if (!is_given)
            nh_fail(context, NH_E_USAGE, "motion",
                    "the motion does not give 'mu.%s': a vakonomic motion gives it as a function of t",
                    nh_name_text(context, row->name));
    }
}

/* Leaves with NH_E_HYPOTHESIS when the formulation does not apply. Where it does, and is not a vakonomic one, it has
 * the motions of chetaev, with which everything is computed; that it has is examined too. */
static void require_form(nh_judge_work *w) {
    nh_context *context = w->model->context;
    const nh_form *form = nh_form_require(context, w->def.form);
    w->form = form->is_apart ? form : NULL;
    require_given(w);
    if (form->is_apart) return;
    nh_arena *arena = nh_arena_create(context);
    if (w->def.form == NULL || !nh_model_is_closed(w->model)) { /* without numbers it is not examined */
        nh_arena_destroy(arena);
        return;
    }
    const nh_form *forms[] = {form, NULL};
    nh_verification_def def = {
        .samples = 2, .digits = FORM_DIGITS, .seed = w->def.seed, .forms = forms, .is_numeric = true};
    const nh_verify_item *item = &nh_verification_make(arena, w->model, &def)->items.items[0];
    if (item->verdict == NH_VERDICT_INAPPLICABLE)
        nh_fail(context, NH_E_HYPOTHESIS, "hypothesis", "the formulation '%s' does not apply: %s", form->name,
                item->why != NULL ? item->why : "a hypothesis fails");
    if (item->verdict == NH_VERDICT_FAILS)
        nh_fail(context, NH_E_INTERNAL, "judge", "the formulation '%s' does not have the motions of chetaev",
                form->name);
    nh_arena_destroy(arena);
}

/* ---- one set of values ---- */

static const char *keep_text(const nh_judge_work *w, const char *text) {
    return text != NULL ? nh_arena_string(w->arena, text) : NULL;
}

static const double *keep_state(const nh_judge_work *w, const double *state) {
    size_t count = 2 * w->model->coordinates.count + 1;
    double *copy = NH_NEW_ARRAY(w->arena, double, count);
    if (state != NULL) memcpy(copy, state, count * sizeof *copy);
    return copy;
}

/* Words of the set: NULL for the values of the model. */
static void take_failure(nh_judge_work *w, size_t i, const nh_verification *seen, const nh_verify_item *found,
                         const char *words) {
    NH_ASSERT(i < w->result->items.count);
    nh_judge_item *item = &w->result->items.items[i];
    item->judgement = NH_JUDGED_REFUTED;
    item->holds_with_own = words != NULL && w->has_own && w->tallies[i].own_states > 0 && !w->tallies[i].is_open;
    item->is_own_empty = words != NULL && w->is_own_empty;
    item->values = keep_text(w, words);
    item->residual = found->residual;
    item->state = keep_state(w, seen->states.items[found->state]);
    item->multipliers = keep_text(w, seen->multipliers.items[found->state]);
}

/* min(x', 0) = 0 has no gradient on one side, and restricts the states all the same. */
static bool has_pieced_row(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && nh_expr_is_pieced(model->pool, model->rows.items[i].residual))
            return true;
    return false;
}

/* A row that depends on others in the velocities, but says more, forces conditions that are not known here. */
static void note_hidden(nh_judge_work *w, const nh_verification *seen) {
    if (seen->has_redundant && has_pieced_row(w->model) && w->doubt == NULL)
        w->doubt = "a piecewise constraint depends on others in the velocities, or has no gradient, on one of its "
                   "pieces: what it adds to the others is unknown";
    bool is_alone = seen->has_redundant && seen->info.states - seen->info.near < FEWEST_FAR;
    if (is_alone && w->model->motion == NULL && w->doubt == NULL)
        w->doubt = "a constraint depends on others in the velocities, and too few states were found to see what it "
                   "adds to them";
    if (seen->hidden == NH_MODEL_NONE || w->doubt != NULL) return;
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text,
                   "the constraint '%s' implies conditions that no constraint states, and motions must satisfy them",
                   nh_name_text(w->model->context, w->model->rows.items[seen->hidden].name));
    w->doubt = nh_text_string(&text);
}

/* Of a condition that joins the constraints, and that need not hold on all components of the admissible states. */
static void note_local(nh_judge_work *w) {
    const nh_model *model = w->model;
    for (size_t i = 0; i < model->rows.count && w->doubt == NULL; i++) {
        if (!model->rows.items[i].is_imposed || !model->rows.items[i].is_local) continue;
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(
            &text,
            "the constraints imply the condition '%s' only on the component of the initial state, and nothing is known "
            "about the others; write it as a constraint to restrict the question to that component",
            nh_name_text(model->context, model->rows.items[i].name));
        w->doubt = nh_text_string(&text);
    }
}

static void take_pieces(nh_judge_work *w, nh_judge_tally *tally, const nh_verify_domain *domain) {
    uint32_t count = domain->pieces;
    if (tally->words == NULL) {
        tally->pieces = count;
        tally->words = NH_NEW_ARRAY(w->arena, const char *, count + 1);
        tally->is_met = NH_NEW_ARRAY(w->arena, bool, count + 1);
        for (uint32_t i = 0; i < count; i++) tally->words[i] = keep_text(w, domain->words[i]);
    }
    for (uint32_t i = 0; i < count && tally->pieces == count; i++)
        tally->is_met[i] = tally->is_met[i] || domain->is_seen[i] || domain->is_out[i];
}

/* What was seen with one set; the claims come in the order of the items. */
static void take_set(nh_judge_work *w, const nh_verification *seen, const char *words) {
    size_t at = 0;
    note_hidden(w, seen);
    w->has_kinks |= seen->has_kinks;
    if (w->missed == NULL) w->missed = keep_text(w, seen->missed);
    for (size_t i = 0; i < seen->items.count; i++) {
        const nh_verify_item *found = &seen->items.items[i];
        const nh_verify_domain *domain = &seen->domains.items[i];
        if (found->kind != NH_VERIFY_CLAIM) continue;
        nh_judge_item *item = &w->result->items.items[at];
        nh_judge_tally *tally = &w->tallies[at++];
        if (item->judgement == NH_JUDGED_REFUTED) continue;
        item->sets += found->states > 0;
        item->states += found->states;
        if (found->states > 0) item->bound = fmax(item->bound, found->bound);
        if (found->verdict == NH_VERDICT_FAILS) take_failure(w, at - 1, seen, found, words);
        if (found->verdict == NH_VERDICT_UNDECIDED && domain->is_all) {
            if (tally->no_value == NULL) tally->no_value = keep_text(w, found->why);
        } else if (found->verdict == NH_VERDICT_UNDECIDED) {
            tally->is_open = true;
            if (item->why == NULL) item->why = keep_text(w, found->why);
        }
        if (tally->nowhere == NULL && domain->nowhere != NULL) {
            tally->nowhere = keep_text(w, domain->nowhere);
            tally->is_nowhere = domain->is_identical;
        }
        tally->is_bound |= domain->is_bound;
        take_pieces(w, tally, domain);
        tally->is_cut |= domain->is_cut;
        if (tally->jumps == NULL) tally->jumps = keep_text(w, domain->jumps);
        if (words == NULL) tally->own_states = found->states;
        tally->is_proved |= found->is_proved;
        tally->meant |= seen->meant[i];
    }
}

static void take_pivots(nh_judge_work *w, const nh_model *model, const nh_verification *seen) {
    w->where = nh_places_words(model, w->arena, seen->pivots.count, seen->pivots.items);
}

/* The same for the choices with which names are meant. */
static void take_choice_pivots(nh_judge_work *w, const nh_model *model) {
    for (size_t i = 0; i < w->choices.count; i++) {
        const nh_meaning_choice *choice = &w->choices.items[i];
        if (choice->why != NULL) continue;
        const nh_explicit *form = nh_explicit_remembered(model, choice->rank, choice->rows, choice->dependent);
        w->choice_where[i] = nh_places_words(model, w->arena, 1, &form->pivots);
    }
}

static bool are_all_refuted(const nh_judge_work *w) {
    for (size_t i = 0; i < w->result->items.count; i++)
        if (w->result->items.items[i].judgement != NH_JUDGED_REFUTED) return false;
    return true;
}

/* ---- all sets ---- */

static size_t samples_of_others(const nh_judge_work *w) {
    return (w->def.samples + 1) / 2;
}

/* Where no parameter can be varied there are as many states in all as where some can. */
static size_t samples_of_own(nh_judge_work *w, nh_arena *arena) {
    nh_random random = nh_random_make(w->def.seed, NH_STREAM_JUDGE);
    w->is_constant = nh_draw_values(w->model, arena, &random, 0).words[0] == '\0';
    return w->def.samples + (w->is_constant ? w->sets * samples_of_others(w) : 0);
}

/* ---- features ---- */

static void add_features(nh_judge_work *w, size_t count, const nh_verify_feature *list) {
    NH_ASSERT(count == 0 || list != NULL);
    for (size_t i = 0; i < count; i++) {
        size_t known = 0;
        while (known < w->features.count && w->features.items[known].e != list[i].e) known++;
        if (known == w->features.count) nh_array_push(&w->features, ((nh_judge_feature){.e = list[i].e}));
        w->features.items[known].claims |= list[i].claims;
    }
}

/* The features that an item can feel. */
static nh_draw_signs signs_of(const nh_judge_work *w, size_t item) {
    NH_ASSERT(item < w->result->items.count);
    nh_draw_signs signs = {.model = w->featured, .seen = {.arena = w->arena}};
    nh_expr *list = NH_NEW_ARRAY(w->arena, nh_expr, MOST_TOGETHER);
    for (size_t i = 0; i < w->features.count && signs.count < MOST_TOGETHER; i++)
        if ((w->features.items[i].claims & nh_verify_claim_bit(item)) != 0)
            list[signs.count++] = w->features.items[i].e;
    signs.features = list;
    return signs;
}

static void keep_features(nh_judge_work *w, const nh_model *model, const nh_verification *seen) {
    w->featured = model;
    nh_thresholds thresholds = nh_thresholds_find(model, w->arena);
    add_features(w, seen->features.count, seen->features.items);
    add_features(w, thresholds.count, thresholds.items);
    w->signs = NH_NEW_ARRAY(w->arena, nh_draw_signs, w->result->items.count + 1);
    for (size_t i = 0; i < w->result->items.count; i++) w->signs[i] = signs_of(w, i);
}

/* States were examined with the values of this model. */
static void note_sides(nh_judge_work *w, nh_arena *arena, const nh_model *model) {
    for (size_t i = 0; i < w->features.count; i++) {
        int side = nh_draw_side(w->featured, arena, w->features.items[i].e, model);
        if (side <= 1) w->features.items[i].is_seen[side + 1] = true;
    }
    for (size_t i = 0; i < w->result->items.count && w->signs != NULL; i++) nh_draw_note(&w->signs[i], arena, model);
}

/* ---- sets ---- */

static void look_at_own(nh_judge_work *w) {
    nh_arena *arena = nh_arena_create(w->model->context);
    w->has_own = nh_model_is_closed(w->model);
    if (w->has_own) {
        nh_judge_look_def def = {.samples = samples_of_own(w, arena), .digits = w->def.digits, .seed = w->def.seed};
        def.choices = &w->choices;
        def.form = w->form;
        const nh_verification *seen = nh_judge_look(w->model, arena, &def);
        take_pivots(w, w->model, seen);
        take_choice_pivots(w, w->model);
        take_set(w, seen, NULL);
        keep_features(w, w->model, seen);
        if (seen->states.count > 0) note_sides(w, arena, w->model);
        else w->is_own_empty = nh_admissible_make(arena, w->model, w->def.seed)->is_empty;
        w->message = keep_text(w, seen->info.message);
    }
    nh_arena_destroy(arena);
}

/* Values that were drawn are no options: a proof is about the symbols. */
static void forget_drawn(const nh_judge_work *w, const nh_model *other) {
    for (size_t i = 0; i < other->parameters.count && i < w->model->parameters.count; i++)
        other->parameters.items[i].is_set = w->model->parameters.items[i].is_set;
}

/* Another set of values, drawn on purpose with this sign of a feature, with signs of several that were not seen
 * together, or at random. */
typedef struct other_set {
    size_t number;
    const nh_draw_aim *aim; /* NULL: none */
    nh_draw_signs *signs;   /* NULL: none */
    bool is_exact;          /* of these one is 0 */
} other_set;

/* What was seen where a feature is 0, at exceptional values, speaks against what is not proved, and for nothing. */
static bool is_against(const nh_judge_work *w, const nh_verification *seen) {
    if (seen->hidden != NH_MODEL_NONE || seen->missed != NULL || w->model->motion != NULL) return false;
    for (size_t i = 0, at = 0; i < seen->items.count; i++) {
        if (seen->items.items[i].kind != NH_VERIFY_CLAIM) continue;
        bool is_proved = w->tallies[at++].is_proved;
        if (seen->items.items[i].verdict == NH_VERDICT_FAILS && !is_proved) return true;
    }
    return false;
}

static void take_failures(nh_judge_work *w, const nh_verification *seen, const char *words) {
    for (size_t i = 0, at = 0; i < seen->items.count; i++) {
        const nh_verify_item *found = &seen->items.items[i];
        if (found->kind != NH_VERIFY_CLAIM) continue;
        bool is_open = w->result->items.items[at].judgement != NH_JUDGED_REFUTED && !w->tallies[at].is_proved;
        if (found->verdict == NH_VERDICT_FAILS && is_open) take_failure(w, at, seen, found, words);
        at++;
    }
}

static bool look_at_model(nh_judge_work *w, nh_arena *arena, const nh_model *other, const nh_drawn *drawn,
                          other_set set) {
    bool is_first = !w->has_own && w->featured == NULL;
    nh_judge_look_def look = {.samples = samples_of_others(w), .digits = w->def.digits};
    look.seed = w->def.seed + 1 + set.number;
    look.choices = &w->choices;
    look.form = w->form;
    look.is_numeric = !is_first || drawn->has_functions; /* a proof with one body says nothing of others */
    size_t diags = nh_context_diag_count(w->model->context);
    const nh_verification *seen = nh_judge_look(other, arena, &look);
    nh_diag_forget(w->model->context, diags); /* it was said about the model itself */
    bool is_seen = seen->states.count > 0;
    if (set.is_exact) {
        if (is_seen && is_against(w, seen)) take_failures(w, seen, drawn->words);
        return is_seen;
    }
    if (is_seen && is_first) take_pivots(w, other, seen);
    if (is_seen && is_first) take_choice_pivots(w, other);
    if (is_seen && is_first) keep_features(w, other, seen);
    if (is_seen) take_set(w, seen, drawn->words);
    if (is_seen) note_sides(w, arena, other);
    if (!is_seen && w->message_of_others == NULL) w->message_of_others = keep_text(w, seen->info.message);
    return is_seen;
}

/* False when there are no states with it. */
static bool look_at_drawn(nh_judge_work *w, nh_random *random, other_set set) {
    nh_arena *arena = nh_arena_create(w->model->context);
    nh_drawn drawn = {0};
    nh_read_def def = w->model->source.def;
    bool is_seen = false, is_drawn = true;
    if (set.signs != NULL)
        is_drawn = nh_draw_unseen(w->model, arena, random, set.number, set.signs, set.is_exact, &drawn);
    else if (set.aim != NULL) is_drawn = nh_draw_aimed(w->model, arena, random, set.number, set.aim, &drawn);
    else drawn = nh_draw_values(w->model, arena, random, set.number);
    def.set = drawn.set;
    nh_model *other = is_drawn ? nh_read_again(w->model, &def, w->model->source.is_trial) : NULL;
    if (other != NULL) {
        forget_drawn(w, other);
        is_seen = look_at_model(w, arena, other, &drawn, set);
        if (w->featured == other) w->kept = other;
        else nh_model_destroy(other);
    }
    nh_arena_destroy(arena);
    return is_seen;
}

/* Both sides of what the equations can feel: the number of the next set. */
static size_t look_at_features(nh_judge_work *w, nh_random *random, size_t number) {
    static const int sides[] = {1, -1};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++)
        for (size_t i = 0; i < w->features.count; i++) {
            nh_judge_feature *feature = &w->features.items[i];
            nh_draw_aim aim = {.model = w->featured, .feature = feature->e, .side = sides[k]};
            for (int try = 0; try < AIMED_TRIES && !feature->is_seen[sides[k] + 1]; try++) {
                if (are_all_refuted(w)) return number;
                bool is_seen = look_at_drawn(w, random, (other_set){.number = number++, .aim = &aim});
                if (is_seen) feature->is_seen[sides[k] + 1] = true;
            }
        }
    return number;
}

/* Signs that features have together, for what is only likely by then: sign(k) = if((k^2 - 1)/(k + 1) < 0, -1, 1) is
 * true for k < 0 and for k > 1, which are both signs of each. */
static size_t look_at_signs(nh_judge_work *w, nh_random *random, size_t number, bool is_exact) {
    size_t looked = 0;
    for (size_t i = 0; i < w->result->items.count && w->signs != NULL; i++)
        for (size_t k = 0; k < MOST_SIGNS && looked < MOST_SIGNS_OF_ALL; k++, looked++) {
            other_set set = {.number = number++, .signs = &w->signs[i], .is_exact = is_exact};
            size_t before = w->signs[i].seen.count;
            bool is_likely = w->result->items.items[i].judgement != NH_JUDGED_REFUTED && !w->tallies[i].is_proved;
            if (!is_likely) break;
            (void)look_at_drawn(w, random, set);
            if (w->signs[i].seen.count == before) break;
        }
    return number;
}

/* Whether an equation has a value with few of the sets. */
static bool has_few_sets(const nh_judge_work *w) {
    for (size_t i = 0; i < w->result->items.count; i++) {
        const nh_judge_item *item = &w->result->items.items[i];
        if (item->judgement != NH_JUDGED_REFUTED && w->tallies[i].no_value != NULL && item->sets < w->sets) return true;
    }
    return false;
}

/* With most signs of k and m log(k) + log(m) has no value: sets with others, one after the other. */
static void look_for_values(nh_judge_work *w, nh_random *random, size_t number) {
    for (size_t k = 0; k < MOST_MORE && has_few_sets(w); k++) {
        nh_draw_aim aim = {.model = w->featured, .side = k / (w->features.count + 1) % 2 == 0 ? 1 : -1};
        bool is_aimed = w->features.count > 0;
        if (is_aimed) aim.feature = w->features.items[k % w->features.count].e;
        (void)look_at_drawn(w, random, (other_set){.number = number + k, .aim = is_aimed ? &aim : NULL});
    }
}

static void look_at_others(nh_judge_work *w) {
    nh_random random = nh_random_make(w->def.seed, NH_STREAM_JUDGE);
    size_t tries = w->model->motion != NULL ? MOTION_TRIES : w->sets * TRIES / 2, number = 0;
    for (size_t found = 0; number < tries && found < w->sets; number++) {
        if (are_all_refuted(w) || w->is_constant) return;
        nh_progress_tell(w->model->context, "other values", (double)number / (double)tries);
        found += look_at_drawn(w, &random, (other_set){.number = number});
    }
    number = look_at_features(w, &random, number);
    number = look_at_signs(w, &random, number, false);
    number = look_at_signs(w, &random, number, true);
    look_for_values(w, &random, number);
}

/* ---- verdicts ---- */

/* Nothing is said about a system whose motions are not known. */
static bool is_open_to_doubt(nh_judge_work *w) {
    if (w->doubt == NULL) return false;
    for (size_t i = 0; i < w->result->items.count; i++) {
        nh_judge_item *item = &w->result->items.items[i];
        item->judgement = NH_JUDGED_UNDECIDED;
        item->why = w->doubt;
    }
    return true;
}

/* Why it was seen with one set of values only. */
static const char *words_of_few_sets(nh_judge_work *w, const nh_judge_tally *tally) {
    nh_text text = nh_text_begin(w->arena);
    if (tally->no_value != NULL)
        return "for other values of the parameters, no state was found at which both sides have a value";
    nh_text_add(&text, "no admissible state was found with other values of the parameters");
    if (w->message_of_others != NULL) nh_text_format(&text, ": %s", w->message_of_others);
    return nh_text_string(&text);
}

/* Where a proof serves: as the choices say with which its names are meant, and where none is the general one,
 * where the others serve. */
static const char *where_of(const nh_judge_work *w, uint32_t meant) {
    nh_text text = nh_text_begin(w->arena);
    if ((meant & 1) == 0 && w->where != NULL) nh_text_add(&text, w->where);
    for (size_t i = 0; i < w->choices.count; i++)
        if ((meant >> i & 1) != 0 && w->choice_where[i] != NULL)
            nh_text_format(&text, "%s%s", text.length > 0 ? " and " : "", w->choice_where[i]);
    return text.length > 0 ? nh_text_string(&text) : NULL;
}

/* "x', phi'", and of a formulation with a choice of its own "y', z' (chaplygin)". */
static const char *choice_of(const nh_judge_work *w, uint32_t meant) {
    nh_text text = nh_text_begin(w->arena);
    for (size_t i = 0; i < w->choices.count; i++) {
        const nh_meaning_choice *choice = &w->choices.items[i];
        if ((meant >> i & 1) == 0 || choice->words == NULL) continue;
        nh_text_format(&text, "%s%s", text.length > 0 ? "; " : "", choice->words);
        if (choice->form != NULL) nh_text_format(&text, " (%s)", choice->form->name);
    }
    return text.length > 0 ? nh_text_string(&text) : NULL;
}

/* Where a proof serves, in words; NULL: everywhere. */
static const char *words_of_where(const nh_judge_work *w, const nh_judge_tally *tally) {
    const char *parts[] = {tally->is_bound ? "both sides have a value" : NULL, tally->jumps, where_of(w, tally->meant)};
    nh_text text = nh_text_begin(w->arena);
    size_t count = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] != NULL) nh_text_format(&text, "%s%s", count++ > 0 ? ", and " : "", parts[i]);
    return count > 0 ? nh_text_string(&text) : NULL;
}

/* Of a piece on which no state was seen, though it is not known that there is none; NULL: there is none such. */
static const char *words_of_piece(const nh_judge_tally *tally) {
    for (uint32_t i = 0; i < tally->pieces; i++)
        if (!tally->is_met[i]) return tally->words[i];
    return NULL;
}

static void conclude_items(nh_judge_work *w) {
    if (is_open_to_doubt(w)) return;
    bool has_pieces = nh_motion_has_pieces(w->model) || w->has_kinks;
    for (size_t i = 0; i < w->result->items.count; i++) {
        nh_judge_item *item = &w->result->items.items[i];
        const nh_judge_tally *tally = &w->tallies[i];
        item->choice = choice_of(w, tally->meant);
        if (item->judgement == NH_JUDGED_REFUTED) continue;
        if (has_pieces) {
            item->why = w->has_kinks
                            ? "the functions jump or have a kink at some time"
                            : "the functions are piecewise: where the pieces meet, a motion may jump or have a kink";
        } else if (tally->is_proved && !tally->is_open) {
            item->judgement = NH_JUDGED_PROVED;
            item->where = words_of_where(w, tally);
        } else if (item->states == 0 && !tally->is_open && tally->nowhere != NULL &&
                   (tally->is_nowhere || w->missed == NULL)) {
            item->judgement = NH_JUDGED_NO_VALUE;
            item->why = tally->nowhere;
            item->where = tally->is_nowhere ? NULL : w->where;
        } else if (item->states > 0 && !tally->is_open && w->missed != NULL) {
            item->why = w->missed;
        } else if (item->states > 0 && !tally->is_open && !w->is_constant && item->sets < FEWEST_SETS) {
            item->why = words_of_few_sets(w, tally);
        } else if (item->states > 0 && !tally->is_open && words_of_piece(tally) != NULL) {
            item->why = words_of_piece(tally);
        } else if (item->states > 0 && !tally->is_open && tally->is_cut) {
            item->why = "it has too many absolute values, conditions and similar pieces to check all of them";
        } else if (item->states >= FEWEST && !tally->is_open) {
            item->judgement = NH_JUDGED_CERTIFIED;
        } else if (item->states > 0 && !tally->is_open) {
            item->why = tally->is_bound ? "no states were found at which both sides have a value"
                                        : "admissible states are hard to find";
        } else if (item->why == NULL) {
            item->why = tally->no_value != NULL        ? tally->no_value
                        : w->message != NULL           ? w->message
                        : w->message_of_others != NULL ? w->message_of_others
                                                       : "no admissible states were found";
        }
    }
}

/* ---- proofs without assumptions ---- */

static bool is_open_item(const nh_judge_work *w, size_t i) {
    return w->result->items.items[i].judgement == NH_JUDGED_UNDECIDED;
}

/* What is proved without assumptions is proved with them, unless both sides have a value elsewhere only. */
static void take_proof(nh_judge_work *w, size_t i, const nh_judge_item *found) {
    NH_ASSERT(i < w->result->items.count);
    nh_judge_item *item = &w->result->items.items[i];
    if (!is_open_item(w, i) || found->judgement != NH_JUDGED_PROVED) return;
    if (w->tallies[i].is_bound && item->states == 0) return;
    if (found->where != NULL && item->states == 0) { /* the assumptions may exclude all of it */
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "it is proved where %s, but no state was found there at which the assumptions hold",
                       found->where);
        item->why = nh_text_string(&text);
        return;
    }
    item->judgement = NH_JUDGED_PROVED;
    item->where = keep_text(w, found->where);
    item->why = NULL;
}

static void prove_without_assumptions(nh_judge_work *w) {
    bool is_open = false;
    for (size_t i = 0; i < w->result->items.count; i++) is_open = is_open || is_open_item(w, i);
    if (!is_open || w->model->assumptions.count + w->model->equalities.count == 0) return;
    nh_model *other = nh_read_without_assumptions(w->model);
    if (other == NULL) return;
    nh_arena *arena = nh_arena_create(w->model->context);
    nh_judge_def def = w->def;
    size_t diags = nh_context_diag_count(w->model->context);
    def.has_repairs = false;
    if (w->form == NULL) def.form = NULL;
    const nh_judge_result *found = nh_judge_result_make(arena, other, &def);
    nh_diag_forget(w->model->context, diags);
    for (size_t i = 0; i < found->items.count && i < w->result->items.count; i++)
        take_proof(w, i, &found->items.items[i]);
    nh_arena_destroy(arena);
    nh_model_destroy(other);
}

/* The gravest of all. */
static nh_judgement gravest_judgement(const nh_judge_result *result) {
    static const int order[] = {0, 1, 4, 3, 2}; /* proved, certified, refuted, undecided, no value */
    nh_judgement worst = result->items.count > 0 ? NH_JUDGED_PROVED : NH_JUDGED_UNDECIDED;
    for (size_t i = 0; i < result->items.count; i++)
        if (order[result->items.items[i].judgement] > order[worst]) worst = result->items.items[i].judgement;
    return worst;
}

const nh_judge_result *nh_judge_result_make(nh_arena *arena, const nh_model *model, const nh_judge_def *def) {
    nh_judge_result *result = NH_NEW(arena, nh_judge_result);
    result->items.arena = arena;
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_judge_work w = {.model = model, .arena = arena, .def = *def, .result = result, .features = {.arena = arena}};
    require_form(&w);
    list_items(&w);
    w.tallies = NH_NEW_ARRAY(arena, nh_judge_tally, result->items.count + 1);
    w.sets = nh_draw_sets(model, arena);
    w.choices = nh_meaning_choices_find(arena, model, true, def->seed);
    w.choice_where = NH_NEW_ARRAY(arena, const char *, w.choices.count + 1);
    if (result->items.count > 0) {
        note_local(&w);
        look_at_own(&w);
        look_at_others(&w);
        conclude_items(&w);
        prove_without_assumptions(&w);
        if (def->has_repairs && w.doubt == NULL) nh_judge_repair(&w);
        nh_model_destroy(w.kept);
    }
    result->judgement = gravest_judgement(result);
    return result;
}
