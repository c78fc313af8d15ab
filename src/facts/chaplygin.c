/* Choices of dependent coordinates on which nothing depends. */
#include "facts/chaplygin.h"

#include <math.h>
#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "facts/limits_private.h"
#include "model/values.h"
#include "num/linear/dense.h"
#include "state/explicit/explicit.h"
#include "state/explicit/kind.h"
#include "state/explicit/outline.h"

/* No more choices than this are tried; nor in systems with more coordinates. */
enum { MOST_CHOICES = 500, MOST_COORDINATES = 64 };
/* Rows are not solved for velocities with a smaller determinant. */
#define SMALLEST_VOLUME 1e-10

typedef struct search {
    const nh_model *model;
    nh_arena *arena;
    nh_pool *pool;
    uint32_t k;
    const uint32_t *rows;              /* k: the independent ones */
    const uint32_t *preferred;         /* k: a choice to be tried before others; NULL: none */
    const double *slopes;              /* k x n, by columns: the rows by the velocities at a state; NULL: at none */
    uint32_t count;                    /* of coordinates that neither L nor a force contains */
    uint32_t *absent;                  /* these */
    uint32_t chosen[MOST_COORDINATES]; /* k of them: the current choice */
    bool leaves_out;   /* a choice that would do, though the rows cannot be solved for it at the state */
    bool needs_values; /* something is absent because a parameter is 0 */
    const char *why;   /* which hypothesis fails or is not decided; NULL: none so far */
} search;

/* ---- hypotheses ---- */

/* Whether e is free of all these symbols; with the values that the parameters have where it is not for all. */
static nh_truth is_free_of(search *s, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_truth all = NH_YES;
    for (uint32_t i = 0; i < count && all != NH_NO; i++) {
        nh_expr by = nh_expr_expand_names(s->pool, nh_expr_diff(s->pool, e, symbols[i]));
        nh_truth one = nh_expr_is_zero(s->pool, by);
        if (one == NH_NO) {
            one = nh_expr_is_zero(s->pool, nh_model_with_values(s->model, by));
            s->needs_values |= one == NH_YES;
        }
        bool may_hide = nh_expr_is_pieced(s->pool, e) && nh_expr_depends_on(s->pool, e, 1, &symbols[i]);
        if (one == NH_YES && may_hide) one = NH_UNKNOWN; /* a derivative does not show where pieces meet */
        if (one != NH_YES) all = one;
    }
    return all;
}

static nh_truth truth_of_both(nh_truth a, nh_truth b) {
    return a == NH_NO || b == NH_NO ? NH_NO : a == NH_YES ? b : a;
}

/* Keeps what is to be said about the first hypothesis that is not seen to hold, one that certainly fails before
 * others. */
NH_PRINTF(3, 4)
static void add_objection(search *s, nh_truth truth, const char *format, ...) {
    if (truth == NH_YES || (s->why != NULL && truth != NH_NO)) return;
    nh_text text = nh_text_begin(s->arena);
    va_list list;
    if (truth == NH_UNKNOWN) nh_text_add(&text, "it could not be ruled out that ");
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    s->why = nh_text_string(&text);
}

/* Whether L and the forces are free of a symbol. */
static nh_truth forces_are_free_of(search *s, nh_expr symbol) {
    const nh_model *model = s->model;
    nh_truth all = is_free_of(s, model->L, 1, &symbol);
    for (size_t i = 0; i < model->coordinates.count && all != NH_NO; i++)
        all = truth_of_both(all, is_free_of(s, model->Q[i], 1, &symbol));
    return all;
}

/* Whether the row is linear or affine, and stationary. */
static nh_truth row_is_linear(search *s, const nh_row *row) {
    nh_expr rate = nh_row_rate(s->model, row);
    const char *name = nh_name_text(s->model->context, row->name);
    nh_kind kind = nh_kind_of(s->pool, rate);
    bool is_linear = kind.kind == NH_ROW_LINEAR || kind.kind == NH_ROW_AFFINE;
    nh_truth linear = is_linear ? NH_YES : nh_kind_linear(s->pool, rate);
    nh_truth rheonomic = nh_kind_rheonomic(s->pool, rate, s->model->time);
    nh_truth stationary = rheonomic == NH_UNKNOWN ? NH_UNKNOWN : rheonomic == NH_YES ? NH_NO : NH_YES;
    add_objection(s, linear, "the constraint '%s' is not linear in the velocities", name);
    if (linear != NH_NO) add_objection(s, stationary, "the constraint '%s' contains the time", name);
    return truth_of_both(linear, stationary);
}

/* What does not depend on the choice. */
static nh_truth system_is_good(search *s) {
    nh_truth all = NH_YES;
    if (s->k == 0) add_objection(s, all = NH_NO, "there are no constraints");
    for (uint32_t i = 0; i < s->k && all != NH_NO; i++)
        all = truth_of_both(all, row_is_linear(s, &s->model->rows.items[s->rows[i]]));
    if (all == NH_NO) return all;
    nh_truth stationary = forces_are_free_of(s, s->model->time);
    add_objection(s, stationary, "the Lagrangian or a force contains the time");
    return truth_of_both(all, stationary);
}

/* ---- one choice ---- */

/* Whether the rows, linear in the velocities, can certainly not be solved for these. */
static bool is_singular(search *s, const nh_explicit *form) {
    uint32_t k = form->k;
    nh_expr *matrix = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)k * k), determinant;
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            matrix[i * k + j] = nh_expr_diff(s->pool, nh_row_rate(s->model, &s->model->rows.items[s->rows[i]]),
                                             s->model->coordinates.items[form->dependent[j].coordinate].v);
    return nh_linear_determinant(s->pool, k, matrix, &determinant) == NH_LINEAR_DONE &&
           nh_expr_is_zero(s->pool, determinant) == NH_YES;
}

/* Whether its coefficients are free of the dependent coordinates, and its constant part of all. */
static nh_truth coefficients_are_free(search *s, const nh_explicit *form) {
    const nh_model *model = s->model;
    const nh_expr *q = nh_model_coordinates(model, s->arena);
    nh_expr *dependent = NH_NEW_ARRAY(s->arena, nh_expr, form->k);
    nh_truth all = form->kind == NH_EXPLICIT_LINEAR                              ? NH_YES
                   : form->kind == NH_EXPLICIT_IMPLICIT && !is_singular(s, form) ? NH_UNKNOWN
                                                                                 : NH_NO;
    for (uint32_t d = 0; d < form->k; d++) dependent[d] = q[form->dependent[d].coordinate];
    for (uint32_t d = 0; d < form->k && all != NH_NO; d++) {
        nh_expr alpha = form->dependent[d].alpha;
        all = truth_of_both(all, is_free_of(s, alpha, form->k, dependent));
        if (all == NH_NO) break;
        all = truth_of_both(
            all, is_free_of(s, nh_model_at_rest(model, s->arena, alpha), (uint32_t)model->coordinates.count, q));
    }
    return all;
}

static nh_truth is_good(search *s) {
    return coefficients_are_free(s, nh_explicit_make(s->arena, s->model, s->k, s->rows, s->chosen));
}

bool nh_chaplygin_fits(const nh_explicit *choice, nh_arena *arena, const char **why) {
    NH_ASSERT(why != NULL && !nh_arena_is_scratch(arena));
    search s = {.model = choice->model, .arena = arena, .pool = choice->model->pool, .k = choice->k};
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, choice->k);
    for (uint32_t d = 0; d < choice->k; d++) rows[d] = choice->dependent[d].row;
    s.rows = rows;
    nh_truth truth = system_is_good(&s);
    for (uint32_t d = 0; d < choice->k && truth == NH_YES; d++) {
        const nh_coordinate *coordinate = &s.model->coordinates.items[choice->dependent[d].coordinate];
        truth = forces_are_free_of(&s, coordinate->q);
        add_objection(&s, truth, "the Lagrangian or a force contains the dependent coordinate '%s'",
                      nh_name_text(s.model->context, coordinate->name));
    }
    if (truth == NH_YES) {
        truth = coefficients_are_free(&s, choice);
        add_objection(&s, truth,
                      "a coefficient of the constraints contains a dependent coordinate, or a term without velocities "
                      "is not constant");
    }
    *why = s.why;
    return truth == NH_YES;
}

/* ---- all choices ---- */

/* The choices, k numbers of absent coordinates each; no more than MOST_CHOICES, *is_all tells whether that are all. */
static uint32_t *list_choices(const search *s, uint32_t *count, bool *is_all) {
    uint32_t choice[MOST_COORDINATES] = {0}, *list = NH_NEW_ARRAY(s->arena, uint32_t, (size_t)MOST_CHOICES * s->k);
    for (uint32_t i = 0; i < s->k; i++) choice[i] = i;
    *count = 0;
    do {
        for (uint32_t i = 0; i < s->k; i++) list[(size_t)*count * s->k + i] = s->absent[choice[i]];
        ++*count;
        *is_all = !nh_next_choice(s->k, s->count, choice);
    } while (!*is_all && *count < MOST_CHOICES);
    return list;
}

/* |det| of the rows, scaled to length 1, by these velocities at the state; 1 when there is no state. */
static double volume_of(const search *s, const uint32_t *choice) {
    double *square = NH_NEW_ARRAY(s->arena, double, (size_t)s->k * s->k);
    if (s->slopes == NULL) return 1;
    for (uint32_t d = 0; d < s->k; d++)
        memcpy(square + (size_t)d * s->k, s->slopes + (size_t)choice[d] * s->k, s->k * sizeof *square);
    nh_lu *lu = nh_lu_make(s->arena, (int)s->k);
    return nh_lu_factor(lu, square) ? fabs(nh_lu_determinant(lu)) : 0;
}

/* The number of the largest; of several the first. */
static uint32_t largest_of(uint32_t count, const double *x) {
    NH_ASSERT(count > 0);
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++)
        if (x[i] > x[best]) best = i;
    return best;
}

static bool is_absent(const search *s, uint32_t coordinate) {
    return nh_is_among(coordinate, s->count, s->absent);
}

static nh_truth try_preferred(search *s) {
    if (s->preferred == NULL) return NH_NO;
    for (uint32_t d = 0; d < s->k; d++) {
        s->chosen[d] = s->preferred[d];
        if (!is_absent(s, s->chosen[d])) return NH_NO;
    }
    return is_good(s);
}

/* The best conditioned ones first; those for which the rows cannot be solved at the state are left out. */
static nh_truth try_choices(search *s) {
    uint32_t count;
    bool is_all;
    if (s->count < s->k) return NH_NO;
    if (try_preferred(s) == NH_YES) return NH_YES;
    const uint32_t *list = list_choices(s, &count, &is_all);
    double *volume = NH_NEW_ARRAY(s->arena, double, count);
    for (uint32_t i = 0; i < count; i++) volume[i] = volume_of(s, list + (size_t)i * s->k);
    nh_truth best = is_all ? NH_NO : NH_UNKNOWN;
    for (uint32_t tried = 0; tried < count; tried++) {
        uint32_t i = largest_of(count, volume);
        bool is_singular = !(volume[i] > SMALLEST_VOLUME), is_certain = volume[i] == 0;
        volume[i] = -1;
        memcpy(s->chosen, list + (size_t)i * s->k, s->k * sizeof *s->chosen);
        nh_truth now = is_good(s);
        if (now == NH_YES && !is_singular) return NH_YES;
        if (now == NH_YES) s->leaves_out = true;
        if (now == NH_UNKNOWN || (now == NH_YES && !is_certain)) best = NH_UNKNOWN;
    }
    return best;
}

typedef struct trial {
    search *s;
    nh_truth truth;
} trial;

static void try_all(void *user) {
    trial *t = user;
    t->truth = try_choices(t->s);
}

/* Unknown where it takes too long. */
static nh_truth try_in_time(search *s) {
    trial t = {s, NH_UNKNOWN};
    nh_budget budget = {.work = NH_WORK_CHAPLYGIN};
    return nh_attempt(s->model->context, &budget, try_all, &t) == NH_OK ? t.truth : NH_UNKNOWN;
}

/* Coordinates that do not matter; whether it was decided of all. */
static bool find_absent(search *s) {
    const nh_model *model = s->model;
    bool is_decided = true;
    s->absent = NH_NEW_ARRAY(s->arena, uint32_t, model->coordinates.count);
    for (uint32_t i = 0; i < model->coordinates.count; i++) {
        nh_truth is_free = forces_are_free_of(s, model->coordinates.items[i].q);
        if (is_free == NH_YES) s->absent[s->count++] = i;
        if (is_free == NH_UNKNOWN) is_decided = false;
    }
    return is_decided;
}

/* "x and y": the coordinates that neither L nor a force contains. */
static const char *list_absent(const search *s) {
    nh_text text = nh_text_begin(s->arena);
    for (uint32_t i = 0; i < s->count; i++)
        nh_text_format(&text, "%s'%s'",
                       i == 0              ? ""
                       : i + 1 == s->count ? " and "
                                           : ", ",
                       nh_name_text(s->model->context, s->model->coordinates.items[s->absent[i]].name));
    return nh_text_string(&text);
}

/* What is to be said when no choice was found. */
static void object_to_choices(search *s, nh_truth truth) {
    if (s->count == 0)
        add_objection(s, truth, "the Lagrangian or a force contains every coordinate, so none can be dependent");
    else if (s->count < s->k)
        add_objection(s, truth,
                      "the Lagrangian or a force contains every coordinate except %s, but %u dependent ones are needed",
                      list_absent(s), s->k);
    else
        add_objection(s, truth,
                      "%sthe constraints cannot be solved for velocities of %s with coefficients that do not contain "
                      "these coordinates, plus constants",
                      s->leaves_out ? "at this state " : "", list_absent(s));
}

static nh_truth find_choice(search *s) {
    nh_truth truth = system_is_good(s);
    if (truth == NH_NO) return truth;
    if (s->model->coordinates.count > MOST_COORDINATES) {
        add_objection(s, NH_NO, "there are too many coordinates to look for dependent ones that nothing else contains");
        return NH_UNKNOWN;
    }
    bool is_decided = find_absent(s);
    nh_truth some = try_in_time(s);
    if (some == NH_NO && !is_decided) some = NH_UNKNOWN;
    object_to_choices(s, some);
    return truth_of_both(truth, some);
}

/* NULL where there are too many coordinates for a search: the table would be large. */
static const double *slopes_at(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k,
                               const uint32_t *rows) {
    if (nh_states_model(states)->coordinates.count > MOST_COORDINATES) return NULL;
    NH_ASSERT(k > 0);
    const nh_outline *o = nh_outline_make(arena, states, at, k, rows);
    double *a = NH_NEW_ARRAY(arena, double, (size_t)k * o->n);
    for (uint32_t r = 0; r < k; r++)
        for (uint32_t e = o->start[r]; e < o->start[r + 1]; e++)
            a[r + (size_t)o->entry[e].velocity * k] = o->entry[e].value;
    return a;
}

/* The choice that all other formulations have at the state. */
static const uint32_t *usual_choice(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k,
                                    const uint32_t *rows) {
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, k);
    nh_explicit_choose(arena, states, at, k, rows, dependent, NULL);
    return dependent;
}

bool nh_chaplygin_choose(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                         uint32_t *dependent, const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && why != NULL);
    const nh_model *model = nh_states_model(states);
    NH_ASSERT(k <= model->coordinates.count && nh_are_below(k, rows, model->rows.count));
    search s = {.model = model, .arena = arena, .pool = model->pool, .k = k, .rows = rows};
    if (k > 0) s.slopes = slopes_at(arena, states, at, k, rows);
    if (k > 0) s.preferred = usual_choice(arena, states, at, k, rows);
    bool is_found = find_choice(&s) == NH_YES;
    for (uint32_t i = 0; i < k && is_found; i++) dependent[i] = s.chosen[i];
    *why = s.why;
    return is_found;
}

/* ---- the fact ---- */

static const uint32_t *list_independent(const search *s, uint32_t *m) {
    uint32_t n = (uint32_t)s->model->coordinates.count, *list = NH_NEW_ARRAY(s->arena, uint32_t, n), d = 0;
    *m = 0;
    for (uint32_t i = 0; i < n; i++)
        if (d < s->k && s->chosen[d] == i) d++;
        else list[(*m)++] = i;
    return list;
}

static nh_fact fact_of(const search *s, nh_truth truth) {
    return truth == NH_YES ? nh_fact_yes(s->needs_values ? NH_EVIDENCE_CERTIFIED : NH_EVIDENCE_PROVED)
           : truth == NH_NO
               ? nh_fact_no(NH_EVIDENCE_CERTIFIED) /* something depends on what it should not: seen at a point */
               : nh_fact_unknown();
}

nh_chaplygin nh_chaplygin_find(nh_admissible *a) {
    NH_ASSERT(a->form == NULL || a->form->k == a->rank);
    uint32_t *rows = NH_NEW_ARRAY(a->arena, uint32_t, a->rank), next = 0;
    search s = {.model = a->model, .arena = a->arena, .pool = a->model->pool, .k = a->rank, .rows = rows};
    nh_chaplygin result = {.fact = nh_fact_unknown(), .at_hand = nh_fact_unknown()};
    if (a->form == NULL) return result;
    const nh_fact none = nh_fact_no(NH_EVIDENCE_PROVED);
    if (a->rank == 0) return (nh_chaplygin){.fact = none, .at_hand = none}; /* there are no constraints */
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (!a->redundant[i]) rows[next++] = i;
    s.preferred = usual_choice(a->arena, a->states, &a->state, a->rank, rows);
    s.slopes = slopes_at(a->arena, a->states, &a->state, a->rank, rows); /* the same choice as nh_chaplygin_choose */
    search elsewhere = s;
    elsewhere.slopes = NULL;
    nh_truth truth = find_choice(&s);
    result.at_hand = fact_of(&s, truth);
    if (truth != NH_YES && s.leaves_out) {
        s = elsewhere; /* at this state it cannot be, but at others */
        truth = find_choice(&s);
    }
    result.fact = fact_of(&s, truth);
    if (truth == NH_YES) result.independent = list_independent(&s, &result.m);
    return result;
}
