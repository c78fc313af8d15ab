/* Polynomials of a field as expressions with their angles put together.
 *
 * In a field every angle is taken apart into its terms: cos(x + y) becomes cos x cos y - sin x sin y. Here each product
 * of the other generators has a coefficient, a polynomial in sines and cosines, which is written in several ways: as it
 * is; with terms joined in pairs; with a sum of angles as a new angle; as a Fourier sum. Which way is taken is decided
 * by what all coefficients cost together, or by their length only. */
#include "algebra/field/circles_private.h"
#include "algebra/field/factor_private.h"
#include "algebra/field/field_private.h"
#include "algebra/tidy/cost_private.h"
#include "base/limits.h"

/* What is longer is left as it is. */
enum { MOST_TERMS = 300, MOST_GROUP = 60, MOST_TURNED_ANGLES = 6, MOST_TURNS = 6, SWEEPS = 2 };
enum { WAYS = 5 }; /* as it is, joined, turned and joined, Fourier sum, joined with double angles */

/* The terms with one product of other generators. */
typedef struct group {
    nh_terms way[WAYS];
    nh_expr form[WAYS];
    int count, chosen;
} group;

typedef struct recombination {
    nh_field *field;
    nh_circles circles;
    NH_ARRAY(group) groups;
} recombination;

/* ---- groups ---- */

static nh_circles circles_of(nh_field *field) {
    size_t count = field->generators.count;
    nh_expr *meaning = NH_NEW_ARRAY(field->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) meaning[i] = field->generators.items[i].meaning;
    nh_circles circles = nh_circles_make(field->pool, field->arena, count, meaning);
    for (size_t i = 0; i < field->angles.count; i++) {
        const nh_angle *angle = &field->angles.items[i];
        if (angle->sine == NH_INDEX_NONE || angle->cosine == NH_INDEX_NONE) continue;
        nh_expr cosine = meaning[angle->cosine], sine = meaning[angle->sine];
        bool is_plain =
            nh_expr_kind_of(field->pool, cosine) == NH_EXPR_COS && nh_expr_kind_of(field->pool, sine) == NH_EXPR_SIN;
        if (is_plain) nh_circles_declare(&circles, nh_expr_args(field->pool, sine)[0], angle->cosine, angle->sine);
    }
    return circles;
}

/* The group with these powers of other generators, which are terms of `outer`. */
static group *group_of(recombination *r, nh_terms *outer, uint32_t count, const nh_power *powers) {
    uint32_t place = nh_terms_find(outer, count, powers);
    if (place == NH_INDEX_NONE) {
        place = (uint32_t)outer->list.count;
        nh_terms_add(outer, nh_rat_int(1), count, powers);
        group new = {.way = {nh_terms_make(r->field->arena)}, .count = 1};
        nh_array_push(&r->groups, new);
    }
    return &r->groups.items[place];
}

static void make_groups(recombination *r, nh_mpoly *p) {
    nh_arena *arena = r->field->arena;
    uint32_t generators = (uint32_t)r->field->generators.count;
    uint32_t *exponents = NH_NEW_ARRAY(arena, uint32_t, (size_t)generators + 1);
    nh_power *all = NH_NEW_ARRAY(arena, nh_power, (size_t)generators + 1);
    nh_power *other = NH_NEW_ARRAY(arena, nh_power, (size_t)generators + 1);
    nh_terms outer = nh_terms_make(arena);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        nh_rat coefficient = nh_mpoly_term(arena, p, i, exponents);
        uint32_t count = 0, others = 0;
        for (uint32_t v = 0; v < generators; v++) {
            if (exponents[v] == 0) continue;
            all[count++] = (nh_power){v, exponents[v]};
            if (r->circles.circle_of.items[v] == 0) other[others++] = (nh_power){v, exponents[v]};
        }
        nh_terms_add(&group_of(r, &outer, others, other)->way[0], coefficient, count, all);
    }
}

/* ---- ways to write one ---- */

static size_t factors_in(const nh_terms *terms) {
    size_t count = 0;
    for (size_t i = 0; i < terms->list.count; i++) {
        const nh_term *term = &terms->list.items[i];
        for (uint32_t k = 0; k < term->count && !nh_rat_is_zero(term->coefficient); k++) count += term->powers[k].power;
    }
    return count;
}

/* Fewer terms, or as many with fewer factors. */
static bool is_shorter(const nh_terms *a, const nh_terms *b) {
    return a->live != b->live ? a->live < b->live : factors_in(a) < factors_in(b);
}

static bool has_circle(const nh_terms *terms, const nh_circle *circle) {
    for (size_t i = 0; i < terms->list.count; i++) {
        const nh_term *term = &terms->list.items[i];
        if (nh_rat_is_zero(term->coefficient)) continue;
        if (nh_power_in(term, circle->cosine) + nh_power_in(term, circle->sine) > 0) return true;
    }
    return false;
}

/* The numbers of the first circles that occur in the terms. */
static size_t circles_in(const nh_circles *circles, const nh_terms *terms, uint32_t *list) {
    size_t count = 0;
    for (uint32_t i = 0; i < circles->list.count && count < MOST_TURNED_ANGLES; i++)
        if (has_circle(terms, &circles->list.items[i])) list[count++] = i;
    return count;
}

/* The best of all that come from taking a sum or difference of two angles for one of them;
 * false when none is shorter. */
static bool turn_once(nh_circles *circles, nh_terms *terms) {
    uint32_t list[MOST_TURNED_ANGLES];
    size_t count = circles_in(circles, terms, list);
    nh_terms best = *terms, now;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            for (int sign = -1; sign <= 1 && i != k; sign += 2)
                if (nh_circles_turn(circles, terms, list[i], list[k], sign, &now) && is_shorter(&now, &best))
                    best = now;
    bool is_better = is_shorter(&best, terms);
    *terms = best;
    return is_better;
}

static void add_way(recombination *r, group *g, const nh_terms *terms) {
    nh_terms folded = nh_terms_copy(terms);
    nh_circles_fold(&r->circles, &folded);
    g->way[g->count++] = nh_terms_copy(&folded);
}

static void find_ways(recombination *r, group *g) {
    uint32_t ignored[MOST_TURNED_ANGLES];
    nh_circles *circles = &r->circles;
    const nh_terms plain = g->way[0];
    if (plain.live > MOST_GROUP || circles_in(circles, &plain, ignored) == 0) return;
    nh_terms joined = nh_terms_copy(&plain), turned = nh_terms_copy(&plain), doubled, fourier;
    (void)nh_circles_join(circles, &joined);
    add_way(r, g, &joined);
    for (int i = 0; i < MOST_TURNS && turn_once(circles, &turned);) i++;
    (void)nh_circles_join(circles, &turned);
    add_way(r, g, &turned);
    doubled = nh_terms_copy(&joined);
    (void)nh_circles_double(circles, &doubled);
    add_way(r, g, &doubled);
    if (nh_circles_fourier(circles, &plain, &fourier) && fourier.live <= plain.live + 1) add_way(r, g, &fourier);
}

/* ---- the choice ---- */

static nh_expr form_of(recombination *r, const nh_terms *terms) {
    const nh_exprs *meaning = &r->circles.meaning;
    return nh_terms_factor(r->field->pool, terms, (uint32_t)meaning->count, meaning->items);
}

/* The shortest way for each group. */
static void choose_shortest(recombination *r) {
    for (size_t i = 0; i < r->groups.count; i++) {
        group *g = &r->groups.items[i];
        for (int k = 1; k < g->count; k++)
            if (is_shorter(&g->way[k], &g->way[g->chosen])) g->chosen = k;
    }
}

/* Another way for one group where all of them cost less with it. */
static void offer_ways(nh_tally *tally, group *g) {
    for (int k = 0; k < g->count; k++) {
        int64_t before = tally->cost;
        if (g->form[k] == g->form[g->chosen]) continue;
        nh_tally_enter(tally, g->form[k]);
        nh_tally_leave(tally, g->form[g->chosen]);
        if (tally->cost < before) {
            g->chosen = k;
            continue;
        }
        nh_tally_enter(tally, g->form[g->chosen]);
        nh_tally_leave(tally, g->form[k]);
    }
}

static void choose_cheapest(recombination *r) {
    nh_tally tally = nh_tally_make(r->field->pool, r->field->arena, false);
    for (size_t i = 0; i < r->groups.count; i++) {
        group *g = &r->groups.items[i];
        for (int k = 0; k < g->count; k++) g->form[k] = form_of(r, &g->way[k]);
        nh_tally_enter(&tally, g->form[g->chosen]);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t i = 0; i < r->groups.count; i++) offer_ways(&tally, &r->groups.items[i]);
}

static nh_expr all_chosen(recombination *r) {
    nh_terms all = nh_terms_make(r->field->arena);
    for (size_t i = 0; i < r->groups.count; i++) {
        const group *g = &r->groups.items[i];
        const nh_terms *terms = &g->way[g->chosen];
        for (size_t k = 0; k < terms->list.count; k++) {
            const nh_term *term = &terms->list.items[k];
            if (!nh_rat_is_zero(term->coefficient)) nh_terms_add(&all, term->coefficient, term->count, term->powers);
        }
    }
    nh_circles_fold(&r->circles, &all);
    return form_of(r, &all);
}

nh_expr nh_field_expr_of_poly_joined(nh_field *field, nh_mpoly *p, bool is_by_cost) {
    recombination r = {.field = field, .groups = {.arena = field->arena}};
    if (nh_mpoly_terms(p) > MOST_TERMS) return nh_field_expr_of_poly(field, p);
    r.circles = circles_of(field);
    if (r.circles.list.count == 0) return nh_field_expr_of_poly(field, p);
    make_groups(&r, p);
    for (size_t i = 0; i < r.groups.count; i++) find_ways(&r, &r.groups.items[i]);
    choose_shortest(&r);
    if (is_by_cost) choose_cheapest(&r);
    return all_chosen(&r);
}
