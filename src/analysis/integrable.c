/* All rows together: by algebra, by what rows say alone, by brackets at states. */
#include "analysis/integrable.h"
#include "expr/walk.h"

#include "analysis/brackets.h"
#include "analysis/curvature.h"
#include "analysis/integrable_private.h"

static uint32_t *kinematic_rows(const nh_admissible *a, uint32_t *count) {
    uint32_t *rows = NH_NEW_ARRAY(a->arena, uint32_t, a->model->rows.count + 1);
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (a->model->rows.items[i].is_imposed && !a->model->rows.items[i].is_geometric) rows[(*count)++] = i;
    return rows;
}

static nh_asking begin(nh_admissible *a) {
    nh_asking s = {a, a->model->pool, nh_chart_find(a), nh_map_make(a->arena)};
    for (uint32_t i = 0; i < a->model->coordinates.count; i++) {
        nh_map_put(&s.coordinates, a->model->coordinates.items[i].q, i);
        nh_map_put(&s.coordinates, a->model->coordinates.items[i].v, i);
    }
    return s;
}

/* ---- what rows say alone, of all together ---- */

static uint32_t independent_of(const nh_asking *s, uint32_t count, const uint32_t *rows) {
    uint32_t independent = 0;
    for (uint32_t i = 0; i < count; i++) independent += !s->a->redundant[rows[i]];
    return independent;
}

/* Where all together are too much for algebra: the functions of rows alone are constant too, and where every independent row has one, these are all. */
static void take_alone(const nh_asking *s, uint32_t count, const uint32_t *rows, nh_integrability *x) {
    nh_expr *function = NH_NEW_ARRAY(s->a->arena, nh_expr, count + 1);
    uint32_t found = 0, independent = independent_of(s, count, rows);
    nh_fact all = nh_fact_yes(NH_EVIDENCE_PROVED);
    for (uint32_t i = 0; i < count; i++) {
        if (s->a->redundant[rows[i]]) continue;
        all = nh_fact_and(all, x->alone[rows[i]]);
        if (x->of_row[rows[i]] != NH_EXPR_UNDEFINED) function[found++] = x->of_row[rows[i]];
    }
    if (x->together.found == 0) x->together = (nh_integrals){x->together.count, found, function, 0, NULL, NULL};
    bool is_sure = s->a->is_rank_known && independent > 0; /* that these rows are independent */
    if (all.truth != NH_YES || !is_sure || x->together.count.by != NH_EVIDENCE_NONE) return;
    x->is_integrable = all;
    x->together.count = (nh_count){independent, all.by};
}

nh_integrals nh_integrals_find(nh_admissible *a) {
    if (a->open != NULL) return (nh_integrals){.found = 0};
    nh_asking s = begin(a);
    uint32_t count = 0;
    const uint32_t *rows = kinematic_rows(a, &count);
    nh_integrability x = nh_asking_alone(&s);
    take_alone(&s, count, rows, &x);
    if (x.together.found == independent_of(&s, count, rows))
        return x.together; /* the short way, in large systems the only one */
    nh_answer together = nh_asking_ask(&s, count, rows);
    return together.integrals.found > x.together.found ? together.integrals : x.together;
}

/* ---- what brackets show ---- */

/* Growth up to where it must end, if brackets show all of it. */
static void grow_by_brackets(const nh_asking *s, const nh_brackets *b, uint32_t kept, nh_integrability *x) {
    uint32_t *dimension = NH_NEW_ARRAY(s->a->arena, uint32_t, NH_BRACKETS_LEVELS);
    uint32_t count = nh_brackets_growth(b, kept, dimension);
    if (count == 0 || x->growth_by != NH_EVIDENCE_NONE) return;
    x->growth = (nh_growth){count, dimension};
    x->growth_has_time = b->has_time;
    x->growth_by = NH_EVIDENCE_CERTIFIED;
}

/* Brackets bound the functions from above, rows that are integrable alone from below. False where brackets cannot be looked at. */
static bool count_brackets(const nh_asking *s, uint32_t flats, nh_integrability *x) {
    nh_brackets b = nh_brackets_find(s->a, flats);
    if (b.rows == 0) return false;
    uint32_t most = nh_brackets_leave(&b);
    if (most < b.rows && x->is_integrable.truth == NH_UNKNOWN) x->is_integrable = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    if (most == flats) x->together.count = (nh_count){flats, NH_EVIDENCE_CERTIFIED};
    grow_by_brackets(s, &b, flats, x);
    return true;
}

/* Where the functions are counted, but algebra was too long for the growth. */
static void find_growth_at_states(const nh_asking *s, nh_integrability *x) {
    uint32_t kept = (uint32_t)x->together.count.value;
    nh_brackets b = nh_brackets_find(s->a, kept);
    grow_by_brackets(s, &b, kept, x);
}

/* Where algebra does not tell: rows that are integrable alone, while balls show that the others keep nothing constant beside them. */
static void count_alone(const nh_asking *s, uint32_t count, const uint32_t *rows, nh_integrability *x) {
    nh_arena *arena = s->a->arena;
    uint32_t *flat = NH_NEW_ARRAY(arena, uint32_t, count + 1), *bent = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    uint32_t flats = 0, bents = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (s->a->redundant[rows[i]]) continue;
        if (x->alone[rows[i]].truth == NH_YES) flat[flats++] = rows[i];
        else bent[bents++] = rows[i];
    }
    if (bents == 0 || count_brackets(s, flats, x)) return;
    if (nh_curvature_look(s->a, bents, bent, flats, flat) != NH_SEEN_NONZERO) return;
    x->is_integrable = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    x->together.count = (nh_count){flats, NH_EVIDENCE_CERTIFIED};
}

nh_integrability nh_integrability_unknown(nh_admissible *a) {
    const nh_model *model = a->model;
    nh_integrability x = {.is_integrable = nh_fact_unknown()};
    x.alone = NH_NEW_ARRAY(a->arena, nh_fact, model->rows.count + 1);
    x.of_row = NH_NEW_ARRAY(a->arena, nh_expr, model->rows.count + 1);
    x.factor = NH_NEW_ARRAY(a->arena, nh_expr, model->rows.count + 1);
    for (size_t i = 0; i < model->rows.count; i++) {
        x.alone[i] = model->rows.items[i].is_geometric ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_unknown();
        x.of_row[i] = x.factor[i] = NH_EXPR_UNDEFINED;
    }
    return x;
}

nh_integrability nh_integrability_find(nh_admissible *a) {
    if (a->open != NULL) return nh_integrability_unknown(a);
    nh_asking s = begin(a);
    nh_integrability x = nh_asking_alone(&s);
    uint32_t count = 0;
    const uint32_t *rows = kinematic_rows(a, &count);
    nh_answer together = nh_asking_ask(&s, count, rows);
    x.together = together.integrals;
    x.is_integrable = count == 0 ? nh_fact_yes(NH_EVIDENCE_PROVED) : together.is_integrable;
    bool is_open = x.together.count.by == NH_EVIDENCE_NONE;
    bool is_fixed = is_open && a->is_rank_known && a->form != NULL && a->form->m == 0;
    if (is_fixed) { /* no velocity is free: what is left is an ordinary differential equation, whose constants are functions */
        x.is_integrable = nh_fact_yes(NH_EVIDENCE_CERTIFIED);
        x.together.count = (nh_count){independent_of(&s, count, rows), NH_EVIDENCE_CERTIFIED};
    }
    nh_asking_growth(&s, &together, &x);
    if (x.together.found == 0 && x.together.count.by != NH_EVIDENCE_PROVED) take_alone(&s, count, rows, &x);
    bool is_counted = x.together.count.by != NH_EVIDENCE_NONE;
    if (!is_counted && x.is_integrable.truth != NH_YES) count_alone(&s, count, rows, &x);
    if (is_counted && x.growth_by == NH_EVIDENCE_NONE) find_growth_at_states(&s, &x);
    return x;
}

/* ---- sheets ---- */

static bool has_odd_roots_only(nh_pool *pool, nh_expr product) {
    for (uint32_t i = 1; i < nh_expr_arity(pool, product); i += 2)
        if (nh_expr_rational(pool, nh_expr_args(pool, product)[i]).den % 2 == 0) return false;
    return true;
}

bool nh_integral_is_of_one_sheet(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    bool is_one = true;
    for (uint32_t i = 0; i < walk->count && is_one; i++) {
        nh_expr now = walk->order[i];
        switch (nh_expr_kind_of(pool, now)) {
            case NH_EXPR_NUMBER:
            case NH_EXPR_CONSTANT_PI:
            case NH_EXPR_SYMBOL:
            case NH_EXPR_SUM:
            case NH_EXPR_SIN:
            case NH_EXPR_COS:
            case NH_EXPR_TAN:
            case NH_EXPR_EXP:
            case NH_EXPR_LOG:
            case NH_EXPR_ABS: break;
            case NH_EXPR_PRODUCT: is_one = has_odd_roots_only(pool, now); break;
            default: is_one = false;
        }
    }
    nh_walk_end(walk);
    return is_one;
}
