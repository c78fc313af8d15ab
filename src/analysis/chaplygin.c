/* Choices of dependent coordinates on which nothing depends. */
#include "analysis/chaplygin.h"

#include "algebra/identity.h"
#include "analysis/kind.h"
#include "base/limits.h"

/* No more choices than this are tried; nor in systems with more coordinates. */
enum { MOST_CHOICES = 500, MOST_COORDINATES = 64 };

typedef struct search {
    nh_admissible *a;
    nh_pool *pool;
    uint32_t k;
    uint32_t *rows;                    /* k: the independent ones */
    uint32_t count;                    /* of coordinates that neither L nor a force contains */
    uint32_t *absent;                  /* these */
    uint32_t chosen[MOST_COORDINATES]; /* k of them: the choice at hand */
} search;

/* Whether e is free of all these symbols. */
static nh_truth is_free_of(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_truth all = NH_YES;
    for (uint32_t i = 0; i < count && all != NH_NO; i++) {
        nh_truth one = nh_expr_is_zero(pool, nh_expr_expand_names(pool, nh_expr_diff(pool, e, symbols[i])));
        if (one != NH_YES) all = one;
    }
    return all;
}

static nh_truth and (nh_truth a, nh_truth b) {
    return a == NH_NO || b == NH_NO ? NH_NO : a == NH_YES ? b : a;
}

/* Whether L and the forces are free of a symbol. */
static nh_truth forces_are_free_of(const search *s, nh_expr symbol) {
    const nh_model *model = s->a->model;
    nh_truth all = is_free_of(s->pool, model->L, 1, &symbol);
    for (size_t i = 0; i < model->coordinates.count && all != NH_NO; i++)
        all = and(all, is_free_of(s->pool, model->Q[i], 1, &symbol));
    return all;
}

/* Whether the rows are linear or affine, as they are written, and stationary. */
static nh_truth rows_are_linear(const search *s) {
    nh_truth all = NH_YES;
    for (uint32_t i = 0; i < s->a->lagrange.rows && all != NH_NO; i++) {
        if (s->a->redundant[s->a->lagrange.row[i]]) continue;
        nh_kind kind = nh_kind_of(s->pool, s->a->lagrange.rates[i]);
        bool is_linear = kind.kind == NH_ROW_LINEAR || kind.kind == NH_ROW_AFFINE;
        all = and(all, is_linear ? NH_YES : kind.kind == NH_ROW_UNKNOWN ? NH_UNKNOWN : NH_NO);
        nh_truth rheonomic = nh_kind_rheonomic(s->pool, s->a->lagrange.rates[i], s->a->model->time);
        all = and(all, rheonomic == NH_UNKNOWN ? NH_UNKNOWN : rheonomic == NH_YES ? NH_NO : NH_YES);
    }
    return all;
}

/* ---- one choice ---- */

/* alpha without velocities. */
static nh_expr constant_part(search *s, nh_expr alpha) {
    const nh_model *model = s->a->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_arena *arena = s->a->arena;
    nh_expr *velocities = nh_model_velocities(model, arena), *zeros = NH_NEW_ARRAY(arena, nh_expr, n);
    for (uint32_t i = 0; i < n; i++) zeros[i] = NH_EXPR_ZERO;
    return nh_expr_substitute(s->pool, alpha, n, velocities, zeros, true);
}

static nh_truth is_good(search *s) {
    const nh_model *model = s->a->model;
    const nh_explicit *form = nh_explicit_make(s->a->arena, s->a->model, s->k, s->rows, s->chosen);
    const nh_expr *q = nh_model_coordinates(model, s->a->arena);
    nh_expr dependent[MOST_COORDINATES] = {0};
    nh_truth all = form->kind == NH_EXPLICIT_LINEAR ? NH_YES : NH_NO;
    for (uint32_t d = 0; d < s->k; d++) dependent[d] = q[s->chosen[d]];
    for (uint32_t d = 0; d < s->k && all != NH_NO; d++) {
        nh_expr alpha = form->dependent[d].alpha;
        all = and(all, is_free_of(s->pool, alpha, s->k, dependent));
        if (all == NH_NO) break;
        all = and(all, is_free_of(s->pool, constant_part(s, alpha), (uint32_t)model->coordinates.count, q));
    }
    return all;
}

/* ---- all choices ---- */

/* The next choice of k numbers below count, rising; false after the last. */
static bool next_choice(uint32_t k, uint32_t count, uint32_t *choice) {
    for (uint32_t i = k; i-- > 0;) {
        if (choice[i] + (k - i) >= count) continue;
        choice[i]++;
        for (uint32_t j = i + 1; j < k; j++) choice[j] = choice[j - 1] + 1;
        return true;
    }
    return false;
}

static bool is_absent(const search *s, uint32_t coordinate) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->absent[i] == coordinate) return true;
    return false;
}

/* The choice at hand, where nothing depends on its dependent coordinates. */
static nh_truth try_at_hand(search *s) {
    const nh_explicit *form = s->a->form;
    for (uint32_t d = 0; d < s->k; d++) {
        s->chosen[d] = form->dependent[d].coordinate;
        if (!is_absent(s, s->chosen[d])) return NH_NO;
    }
    return is_good(s);
}

static nh_truth try_choices(search *s) {
    uint32_t choice[MOST_COORDINATES] = {0};
    nh_truth best = NH_NO;
    int tried = 0;
    if (s->count < s->k) return NH_NO;
    if (try_at_hand(s) == NH_YES) return NH_YES;
    for (uint32_t i = 0; i < s->k; i++) choice[i] = i;
    do {
        if (++tried > MOST_CHOICES) return NH_UNKNOWN;
        for (uint32_t i = 0; i < s->k; i++) s->chosen[i] = s->absent[choice[i]];
        nh_truth now = is_good(s);
        if (now == NH_YES) return NH_YES;
        if (now == NH_UNKNOWN) best = NH_UNKNOWN;
    } while (next_choice(s->k, s->count, choice));
    return best;
}

/* Coordinates that do not matter; whether it was decided of all. */
static bool find_absent(search *s) {
    const nh_model *model = s->a->model;
    bool is_decided = true;
    s->absent = NH_NEW_ARRAY(s->a->arena, uint32_t, model->coordinates.count);
    for (uint32_t i = 0; i < model->coordinates.count; i++) {
        nh_truth is_free = forces_are_free_of(s, model->coordinates.items[i].q);
        if (is_free == NH_YES) s->absent[s->count++] = i;
        if (is_free == NH_UNKNOWN) is_decided = false;
    }
    return is_decided;
}

static const uint32_t *others(const search *s, uint32_t *m) {
    uint32_t n = (uint32_t)s->a->model->coordinates.count, *list = NH_NEW_ARRAY(s->a->arena, uint32_t, n), d = 0;
    *m = 0;
    for (uint32_t i = 0; i < n; i++)
        if (d < s->k && s->chosen[d] == i) d++;
        else list[(*m)++] = i;
    return list;
}

static nh_fact fact_of(nh_truth truth) {
    return truth == NH_YES ? nh_fact_yes(NH_EVIDENCE_PROVED)
           : truth == NH_NO
               ? nh_fact_no(NH_EVIDENCE_CERTIFIED) /* something depends on what it should not: seen at a point */
               : nh_fact_unknown();
}

nh_chaplygin nh_chaplygin_find(nh_admissible *a) {
    search s = {.a = a, .pool = a->model->pool, .k = a->rank, .rows = NH_NEW_ARRAY(a->arena, uint32_t, a->rank)};
    nh_chaplygin result = {.fact = nh_fact_unknown()};
    if (a->form == NULL) return result;
    if (a->rank == 0) return (nh_chaplygin){.fact = nh_fact_no(NH_EVIDENCE_PROVED)}; /* there are no constraints */
    uint32_t next = 0;
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (!a->redundant[i]) s.rows[next++] = i;
    nh_truth truth = rows_are_linear(&s);
    if (truth != NH_NO) truth = and(truth, forces_are_free_of(&s, a->model->time));
    if (truth != NH_NO && a->model->coordinates.count > MOST_COORDINATES) return result;
    if (truth != NH_NO) {
        bool is_decided = find_absent(&s);
        nh_truth some = try_choices(&s);
        truth = and(truth, some == NH_NO && !is_decided ? NH_UNKNOWN : some);
    }
    result.fact = fact_of(truth);
    if (truth == NH_YES) result.independent = others(&s, &result.m);
    return result;
}
