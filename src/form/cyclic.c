/* Cyclic coordinates, by hypotheses that are tried one after the other. What is proved to be 0 counts as absent
 * (algebra/domain/identity.h); what is not decided counts as an obstacle, and is said to be undecided. */
#include "form/cyclic.h"

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "form/momenta.h"

/* Why a coordinate is not cyclic, or does not serve: the later the nearer. */
typedef enum obstacle_kind {
    IN_L,
    OWN_FORCE,
    IN_FORCE,
    IN_ROW,
    NOT_AFFINE,
    NOT_REGULAR,
    NOTHING,
} obstacle_kind;

typedef struct obstacle {
    obstacle_kind kind;
    bool is_certain;
    uint32_t row; /* IN_ROW: of the model */
} obstacle;

typedef struct search {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_explicit *choice;
    uint32_t n;
    nh_expr *q, *v;     /* n */
    obstacle *obstacle; /* n */
} search;

/* ---- hypotheses ---- */

static bool is_candidate(const search *s, uint32_t i) {
    return s->obstacle[i].kind == NOTHING;
}

/* Excludes the coordinate unless is_absent. */
static void note_obstacle(search *s, uint32_t i, obstacle_kind kind, nh_truth is_absent, uint32_t row) {
    if (is_absent != NH_YES && is_candidate(s, i)) s->obstacle[i] = (obstacle){kind, is_absent == NH_NO, row};
}

/* Excludes the coordinates of the symbols on which e_i depends: symbol j belongs to coordinate j modulo n. Of a row
 * that excludes one the number is noted. */
static void exclude_coordinates(search *s, obstacle_kind kind, uint32_t count, const nh_expr *e, const uint32_t *row,
                                uint32_t symbols, const nh_expr *symbol) {
    NH_ASSERT(s->n > 0);
    nh_expr_matrix slopes = nh_expr_jacobian(s->pool, s->arena, count, e, symbols, symbol);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = row != NULL ? row[i] : NH_MODEL_NONE;
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++) {
            uint32_t coordinate = slopes.column[k] % s->n;
            if (is_candidate(s, coordinate))
                note_obstacle(s, coordinate, kind, nh_expr_is_zero(s->pool, slopes.entry[k]), number);
        }
        if (!nh_expr_is_pieced(s->pool, e[i])) continue;
        for (uint32_t j = 0; j < symbols; j++) /* a derivative does not show where pieces meet */
            if (is_candidate(s, j % s->n) && nh_expr_jumps_with(s->pool, e[i], 1, &symbol[j]))
                note_obstacle(s, j % s->n, kind, NH_UNKNOWN, number);
    }
}

static void exclude_by_rows(search *s) {
    uint32_t k = s->choice->k, *row = NH_NEW_ARRAY(s->arena, uint32_t, k + s->model->rows.count);
    nh_expr *residual = NH_NEW_ARRAY(s->arena, nh_expr, k + s->model->rows.count);
    nh_expr *symbol = NH_NEW_ARRAY(s->arena, nh_expr, 3 * (size_t)s->n);
    for (uint32_t d = 0; d < k; d++) row[d] = s->choice->dependent[d].row;
    for (uint32_t i = 0; i < s->model->rows.count; i++)
        if (s->model->rows.items[i].is_imposed && s->model->rows.items[i].has_accelerations) row[k++] = i;
    for (uint32_t d = 0; d < k; d++) residual[d] = s->model->rows.items[row[d]].residual;
    for (uint32_t i = 0; i < s->n; i++) {
        symbol[i] = s->q[i];
        symbol[s->n + i] = s->v[i];
        symbol[2 * s->n + i] = nh_expr_dot(s->pool, s->v[i]);
    }
    exclude_coordinates(s, IN_ROW, k, residual, row, 3 * s->n, symbol);
}

static void exclude_what_acts(search *s) {
    const nh_expr *Q = s->model->Q;
    exclude_coordinates(s, IN_L, 1, &s->model->L, NULL, s->n, s->q);
    for (uint32_t i = 0; i < s->n; i++)
        if (is_candidate(s, i)) note_obstacle(s, i, OWN_FORCE, nh_expr_is_zero(s->pool, Q[i]), NH_MODEL_NONE);
    exclude_coordinates(s, IN_FORCE, s->n, Q, NULL, s->n, s->q);
    exclude_by_rows(s);
}

/* ---- momenta ---- */

/* The candidates, with their momenta and the derivatives of these by the velocities. */
static nh_cyclic list_candidates(const search *s) {
    nh_cyclic c = {.coordinate = NH_NEW_ARRAY(s->arena, uint32_t, s->n), .v = NH_NEW_ARRAY(s->arena, nh_expr, s->n)};
    c.momenta = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        if (!is_candidate(s, i)) continue;
        c.coordinate[c.count] = i;
        c.v[c.count++] = s->v[i];
    }
    nh_expr_gradient(s->pool, s->model->L, c.count, c.v, c.momenta);
    c.A = nh_expr_jacobian(s->pool, s->arena, c.count, c.momenta, c.count, c.v);
    return c;
}

/* Whether e is free of these velocities; its normal form in its place where that shows it. */
static bool is_free_of(const search *s, nh_expr *e, const nh_cyclic *c) {
    if (!nh_expr_has(s->pool, *e, NH_HAS_VELOCITY) || !nh_expr_depends_on(s->pool, *e, c->count, c->v)) return true;
    nh_expr normal = nh_expr_normal(s->pool, *e);
    if (normal == NH_EXPR_UNDEFINED || nh_expr_depends_on(s->pool, normal, c->count, c->v)) return false;
    *e = normal;
    return true;
}

/* Excludes what is not affine. If A_ij contains the velocity of k, the momenta of i, j and k are not affine: they go
 * together, and what is left is affine in what is left. */
static void exclude_not_affine(search *s, const nh_cyclic *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        bool is_affine =
            !nh_expr_is_pieced(s->pool, c->momenta[i]) || !nh_expr_jumps_with(s->pool, c->momenta[i], c->count, c->v);
        for (uint32_t k = c->A.start[i]; k < c->A.start[i + 1]; k++)
            is_affine = is_affine && is_free_of(s, &c->A.entry[k], c);
        note_obstacle(s, c->coordinate[i], NOT_AFFINE, is_affine ? NH_YES : NH_UNKNOWN,
                      NH_MODEL_NONE); /* another set may do */
    }
}

static bool exclude_not_regular(search *s, const nh_cyclic *c) {
    bool *kept = NH_NEW_ARRAY(s->arena, bool, c->count);
    if (!nh_momenta_regular(s->pool, s->arena, &c->A, kept)) return false;
    for (uint32_t i = 0; i < c->count; i++)
        note_obstacle(s, c->coordinate[i], NOT_REGULAR, kept[i] ? NH_YES : NH_NO, NH_MODEL_NONE);
    return true;
}

/* ---- what is said when there is none ---- */

/* The coordinate whose obstacle is the latest, one that is not certain before others. */
static uint32_t nearest_obstacle(const search *s) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < s->n; i++) {
        const obstacle *a = &s->obstacle[i], *b = &s->obstacle[best];
        if (a->kind > b->kind || (a->kind == b->kind && !a->is_certain && b->is_certain)) best = i;
    }
    return best;
}

static const char *explain_obstacle(const search *s) {
    nh_text text = nh_text_begin(s->arena);
    uint32_t i = nearest_obstacle(s);
    const obstacle *o = &s->obstacle[i];
    if (o->kind == NOT_AFFINE) return "the momenta of the cyclic coordinates are not affine in their velocities";
    if (o->kind == NOT_REGULAR) return "the momenta of the cyclic coordinates do not determine their velocities";
    const char *x = nh_name_text(s->model->context, s->model->coordinates.items[i].name);
    nh_text_add(&text, o->is_certain ? "no coordinate is cyclic: "
                                     : "no coordinate is found to be cyclic: it could not be ruled out that ");
    if (o->kind == IN_L && o->is_certain) nh_text_add(&text, "L depends on all of them");
    else if (o->kind == IN_L) nh_text_format(&text, "L depends on %s", x);
    else if (o->kind == OWN_FORCE) nh_text_format(&text, "a force acts on %s, which L does not depend on", x);
    else if (o->kind == IN_FORCE) nh_text_format(&text, "a force depends on %s, which L does not depend on", x);
    else
        nh_text_format(&text, "the constraint '%s' acts on %s, which L does not depend on",
                       nh_name_text(s->model->context, s->model->rows.items[o->row].name), x);
    return nh_text_string(&text);
}

nh_truth nh_cyclic_find(nh_arena *arena, const nh_explicit *choice, nh_cyclic *result, const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && why != NULL);
    const nh_model *model = choice->model;
    search s = {.model = model, .pool = model->pool, .arena = arena, .choice = choice};
    s.n = (uint32_t)model->coordinates.count;
    s.q = nh_model_coordinates(model, arena);
    s.v = nh_model_velocities(model, arena);
    s.obstacle = NH_NEW_ARRAY(arena, obstacle, s.n);
    if (s.n == 0) {
        *why = "there are no coordinates";
        return NH_NO;
    }
    for (uint32_t i = 0; i < s.n; i++) s.obstacle[i].kind = NOTHING;
    exclude_what_acts(&s);
    nh_cyclic c = list_candidates(&s);
    exclude_not_affine(&s, &c);
    c = list_candidates(&s);
    if (!exclude_not_regular(&s, &c)) {
        *why = "could not decide whether the momenta of the cyclic coordinates determine their velocities";
        return NH_UNKNOWN;
    }
    *result = list_candidates(&s);
    if (result->count > 0) return NH_YES;
    *why = explain_obstacle(&s);
    for (uint32_t i = 0; i < s.n; i++)
        if (!s.obstacle[i].is_certain) return NH_UNKNOWN;
    return NH_NO;
}
