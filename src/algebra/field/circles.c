/* Angles put together in sums of monomials. */
#include "algebra/field/circles_private.h"

#include <string.h>

/* Beyond this a form is given up. */
enum { MOST_TERMS = 100, MOST_DEGREE = 8 };

nh_circles nh_circles_make(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *meaning) {
    nh_circles c = {.pool = pool, .arena = arena, .meaning = {.arena = arena}, .by_angle = nh_map_make(arena)};
    c.list.arena = c.circle_of.arena = arena;
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&c.meaning, meaning[i]);
        nh_array_push(&c.circle_of, 0);
    }
    return c;
}

void nh_circles_declare(nh_circles *circles, nh_expr angle, uint32_t cosine, uint32_t sine) {
    uint32_t number = (uint32_t)circles->list.count;
    nh_array_push(&circles->list, ((nh_circle){angle, cosine, sine}));
    circles->circle_of.items[cosine] = circles->circle_of.items[sine] = number + 1;
    nh_map_put(&circles->by_angle, angle, number);
}

static uint32_t add_thing(nh_circles *circles, nh_expr meaning) {
    nh_array_push(&circles->meaning, meaning);
    nh_array_push(&circles->circle_of, 0);
    return (uint32_t)circles->meaning.count - 1;
}

/* The circle of an angle, or of the opposite one. False for one whose sine is written otherwise: by a
 * number, or by a cosine. */
static bool find_circle(nh_circles *circles, nh_expr angle, uint32_t *circle, bool *is_negative) {
    nh_rat sign;
    nh_pool *pool = circles->pool;
    nh_expr cosine = nh_expr_apply1(pool, NH_EXPR_COS, angle);
    nh_expr sine = nh_expr_split(pool, nh_expr_apply1(pool, NH_EXPR_SIN, angle), &sign);
    if (nh_expr_kind_of(pool, sine) != NH_EXPR_SIN || nh_expr_kind_of(pool, cosine) != NH_EXPR_COS) return false;
    nh_expr kept = nh_expr_args(pool, sine)[0];
    *is_negative = nh_rat_sign(sign) < 0;
    if (kept != (*is_negative ? nh_expr_neg(pool, angle) : angle)) return false;
    const uint64_t *known = nh_map_get(&circles->by_angle, kept);
    if (known == NULL) {
        uint32_t c = add_thing(circles, cosine), s = add_thing(circles, sine);
        nh_circles_declare(circles, kept, c, s);
        known = nh_map_get(&circles->by_angle, kept);
    }
    *circle = (uint32_t)*known;
    return true;
}

/* ---- monomials ---- */

static nh_power *room_for(const nh_terms *terms, const nh_term *term) {
    return NH_NEW_ARRAY(terms->arena, nh_power, (size_t)term->count + 1);
}

static nh_term multiplied_term(const nh_terms *terms, const nh_term *term, nh_rat factor, uint32_t number) {
    nh_power *powers = room_for(terms, term);
    uint32_t count = nh_powers_shift(term, UINT32_MAX, 0, number, 1, powers);
    return (nh_term){
        .coefficient = nh_rat_mul(terms->arena, term->coefficient, factor), .count = count, .powers = powers};
}

static nh_term reduced_term(const nh_terms *terms, const nh_term *term, uint32_t number, uint32_t power) {
    nh_power *powers = room_for(terms, term);
    uint32_t count = nh_powers_shift(term, number, power, number, 0, powers);
    return (nh_term){.coefficient = term->coefficient, .count = count, .powers = powers};
}

static void add_term(nh_terms *terms, nh_term term) {
    nh_terms_add(terms, term.coefficient, term.count, term.powers);
}

static void remove_at(nh_terms *terms, uint32_t place) {
    nh_term term = terms->list.items[place];
    nh_terms_add(terms, nh_rat_neg(terms->arena, term.coefficient), term.count, term.powers);
}

/* factor * term * sin or cos of the angle */
static bool add_wave(nh_circles *circles, nh_terms *terms, nh_term term, nh_rat factor, nh_expr angle, bool is_sine) {
    uint32_t circle;
    bool is_negative;
    term.coefficient = nh_rat_mul(terms->arena, term.coefficient, factor);
    if (angle == NH_EXPR_ZERO) {
        if (!is_sine) add_term(terms, term);
        return true;
    }
    if (!find_circle(circles, angle, &circle, &is_negative)) return false;
    const nh_circle *c = &circles->list.items[circle];
    add_term(terms,
             multiplied_term(terms, &term, nh_rat_int(is_sine && is_negative ? -1 : 1), is_sine ? c->sine : c->cosine));
    return true;
}

static uint32_t circle_degree(const nh_circles *circles, const nh_term *term) {
    uint32_t degree = 0;
    for (uint32_t i = 0; i < term->count; i++)
        if (circles->circle_of.items[term->powers[i].of] > 0) degree += term->powers[i].power;
    return degree;
}

/* ---- products to sums ---- */

/* The first sine or cosine in a term; false when there is none. */
static bool first_wave(const nh_circles *circles, const nh_term *term, uint32_t *number, nh_expr *angle,
                       bool *is_sine) {
    for (uint32_t i = 0; i < term->count; i++) {
        *number = term->powers[i].of;
        uint32_t circle = circles->circle_of.items[*number];
        if (circle == 0) continue;
        *angle = circles->list.items[circle - 1].angle;
        *is_sine = circles->list.items[circle - 1].sine == *number;
        return true;
    }
    return false;
}

/* term * (sin or cos of u) * (sin or cos of v) as half the sum of two: of u + v and of u - v */
static bool add_product(nh_circles *circles, nh_terms *terms, nh_term term, nh_expr u, bool u_sine, nh_expr v,
                        bool v_sine) {
    nh_expr sum = nh_expr_add(circles->pool, u, v), difference = nh_expr_sub(circles->pool, u, v);
    nh_rat of_sum = nh_rat_make(u_sine && v_sine ? -1 : 1, 2);
    nh_rat of_difference = nh_rat_make(!u_sine && v_sine ? -1 : 1, 2);
    bool is_sine = u_sine != v_sine;
    return add_wave(circles, terms, term, of_sum, sum, is_sine) &&
           add_wave(circles, terms, term, of_difference, difference, is_sine);
}

/* Splits two waves of a term into a sum of two terms. */
static bool split_waves(nh_circles *circles, nh_terms *terms, const nh_term *term) {
    uint32_t number;
    nh_expr u, v;
    bool u_sine, v_sine;
    if (!first_wave(circles, term, &number, &u, &u_sine)) return false;
    nh_term rest = reduced_term(terms, term, number, 1);
    if (!first_wave(circles, &rest, &number, &v, &v_sine)) return false;
    rest = reduced_term(terms, &rest, number, 1);
    return add_product(circles, terms, rest, u, u_sine, v, v_sine);
}

/* One round; *again when products may be left. */
static bool split_round(nh_circles *circles, nh_terms *terms, bool *again) {
    for (uint32_t i = 0; i < terms->list.count; i++) {
        nh_term term = terms->list.items[i];
        uint32_t degree = circle_degree(circles, &term);
        if (degree < 2 || nh_rat_is_zero(term.coefficient)) continue;
        if (degree > MOST_DEGREE || terms->live > MOST_TERMS) return false;
        remove_at(terms, i);
        if (!split_waves(circles, terms, &term)) return false;
        *again = true;
    }
    return true;
}

bool nh_circles_fourier(nh_circles *circles, const nh_terms *terms, nh_terms *result) {
    *result = nh_terms_copy(terms);
    for (bool again = true; again;) {
        again = false;
        if (!split_round(circles, result, &again)) return false;
    }
    *result = nh_terms_copy(result);
    return true;
}

/* ---- another angle ---- */

/* factor * term * x * y */
static void add_with(nh_terms *terms, const nh_term *term, int factor, uint32_t x, uint32_t y) {
    nh_term one = multiplied_term(terms, term, nh_rat_int(factor), x);
    add_term(terms, multiplied_term(terms, &one, nh_rat_int(1), y));
}

/* b = sign (c - a), where c is the sum of a and sign b; a circle has c, or -c where `side` is -1. */
typedef struct turn {
    nh_circle a, b, c;
    int sign, side;
} turn;

/* cos b = cos c cos a + sin c sin a, sin b = sign (sin c cos a - cos c sin a) */
static void turn_term(nh_terms *terms, const turn *t, const nh_term *term) {
    bool is_sine = nh_power_in(term, t->b.sine) > 0;
    nh_term rest = reduced_term(terms, term, is_sine ? t->b.sine : t->b.cosine, 1);
    if (is_sine) {
        add_with(terms, &rest, t->sign * t->side, t->c.sine, t->a.cosine);
        add_with(terms, &rest, -t->sign, t->c.cosine, t->a.sine);
    } else {
        add_with(terms, &rest, 1, t->c.cosine, t->a.cosine);
        add_with(terms, &rest, t->side, t->c.sine, t->a.sine);
    }
}

/* One round; *again when b may still be there. */
static bool turn_round(const nh_circles *circles, nh_terms *terms, const turn *t, bool *again) {
    for (uint32_t i = 0; i < terms->list.count; i++) {
        nh_term term = terms->list.items[i];
        if (nh_rat_is_zero(term.coefficient)) continue;
        if (nh_power_in(&term, t->b.sine) + nh_power_in(&term, t->b.cosine) == 0) continue;
        if (terms->live > MOST_TERMS || circle_degree(circles, &term) > 2 * MOST_DEGREE) return false;
        remove_at(terms, i);
        turn_term(terms, t, &term);
        *again = true;
    }
    return true;
}

bool nh_circles_turn(nh_circles *circles, const nh_terms *terms, uint32_t a, uint32_t b, int sign, nh_terms *result) {
    uint32_t circle;
    bool is_negative;
    nh_expr of_b = nh_expr_scale(circles->pool, nh_rat_int(sign), circles->list.items[b].angle);
    nh_expr sum = nh_expr_add(circles->pool, circles->list.items[a].angle, of_b);
    if (!find_circle(circles, sum, &circle, &is_negative)) return false;
    const nh_circle *list = circles->list.items;
    turn t = {list[a], list[b], list[circle], sign, is_negative ? -1 : 1};
    *result = nh_terms_copy(terms);
    for (bool again = true; again;) {
        again = false;
        if (!turn_round(circles, result, &t, &again)) return false;
    }
    *result = nh_terms_copy(result);
    return nh_terms_drop(result, t.c.sine, t.c.cosine, MOST_TERMS) &&
           nh_terms_drop(result, t.a.sine, t.a.cosine, MOST_TERMS);
}

/* ---- theorems of addition, backwards ---- */

/* The place of rest * x * y with the coefficient, up to its sign: NH_INDEX_NONE, or the place and that sign. */
static uint32_t find_partner(const nh_terms *terms, const nh_term *rest, uint32_t x, uint32_t y, int *sign) {
    nh_term wanted = multiplied_term(terms, rest, nh_rat_int(1), x);
    wanted = multiplied_term(terms, &wanted, nh_rat_int(1), y);
    uint32_t place = nh_terms_find(terms, wanted.count, wanted.powers);
    if (place == NH_INDEX_NONE) return place;
    nh_rat found = terms->list.items[place].coefficient;
    if (nh_rat_is_zero(found)) return NH_INDEX_NONE;
    if (nh_rat_eq(found, rest->coefficient)) *sign = 1;
    else if (nh_rat_eq(found, nh_rat_neg(terms->arena, rest->coefficient))) *sign = -1;
    else return NH_INDEX_NONE;
    return place;
}

/* cos a cos b -+ sin a sin b = cos(a +- b), sin a cos b +- cos a sin b = sin(a +- b), at the first of both terms. */
static bool join_pair(nh_circles *circles, nh_terms *terms, uint32_t place, nh_circle a, nh_circle b, bool is_sine) {
    nh_term term = terms->list.items[place];
    uint32_t of_a = is_sine ? a.sine : a.cosine;
    int sign;
    if (nh_power_in(&term, of_a) == 0 || nh_power_in(&term, b.cosine) == 0) return false;
    nh_term rest = reduced_term(terms, &term, of_a, 1);
    rest = reduced_term(terms, &rest, b.cosine, 1);
    uint32_t partner = find_partner(terms, &rest, is_sine ? a.cosine : a.sine, b.sine, &sign);
    if (partner == NH_INDEX_NONE) return false;
    bool is_sum = is_sine == (sign > 0);
    nh_expr angle =
        is_sum ? nh_expr_add(circles->pool, a.angle, b.angle) : nh_expr_sub(circles->pool, a.angle, b.angle);
    if (!add_wave(circles, terms, rest, nh_rat_int(1), angle, is_sine)) return false;
    remove_at(terms, place);
    remove_at(terms, partner);
    return true;
}

/* 2 k cos(a)^2 - k = k cos(2 a), at the square. */
static bool join_square(nh_circles *circles, nh_terms *terms, uint32_t place, nh_circle a, bool is_sine) {
    nh_term term = terms->list.items[place];
    if (nh_power_in(&term, is_sine ? a.sine : a.cosine) < 2) return false;
    nh_term rest = reduced_term(terms, &term, is_sine ? a.sine : a.cosine, 2);
    uint32_t partner = nh_terms_find(terms, rest.count, rest.powers);
    rest.coefficient = nh_rat_mul(terms->arena, rest.coefficient, nh_rat_make(-1, 2));
    if (partner == NH_INDEX_NONE || !nh_rat_eq(terms->list.items[partner].coefficient, rest.coefficient)) return false;
    nh_expr angle = nh_expr_scale(circles->pool, nh_rat_int(2), a.angle);
    if (!add_wave(circles, terms, rest, nh_rat_int(is_sine ? 1 : -1), angle, false)) return false;
    remove_at(terms, place);
    remove_at(terms, partner);
    return true;
}

static bool join_at(nh_circles *circles, nh_terms *terms, uint32_t place, size_t i) {
    size_t count = circles->list.count;
    nh_circle a = circles->list.items[i];
    for (int is_sine = 0; is_sine < 2; is_sine++) {
        if (nh_rat_is_zero(terms->list.items[place].coefficient)) return false;
        if (join_square(circles, terms, place, a, is_sine)) return true;
        for (size_t k = 0; k < count; k++)
            if (k != i && join_pair(circles, terms, place, a, circles->list.items[k], is_sine)) return true;
    }
    return false;
}

/* Every step makes the terms fewer: so it ends. Terms that are made are examined too. */
bool nh_circles_join(nh_circles *circles, nh_terms *terms) {
    bool any = false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t place = 0; place < terms->list.count; place++)
            for (size_t i = 0; i < circles->list.count; i++) again |= join_at(circles, terms, place, i);
        any |= again;
    }
    return any;
}

bool nh_circles_double(nh_circles *circles, nh_terms *terms) {
    bool any = false;
    size_t count = terms->list.count, angles = circles->list.count;
    for (uint32_t place = 0; place < count; place++) {
        for (size_t i = 0; i < angles; i++) {
            nh_term term = terms->list.items[place];
            nh_circle a = circles->list.items[i];
            bool is_once = nh_power_in(&term, a.sine) == 1 && nh_power_in(&term, a.cosine) == 1;
            if (!is_once || nh_rat_is_zero(term.coefficient)) continue;
            nh_term rest = reduced_term(terms, &term, a.sine, 1);
            rest = reduced_term(terms, &rest, a.cosine, 1);
            nh_expr angle = nh_expr_scale(circles->pool, nh_rat_int(2), a.angle);
            if (!add_wave(circles, terms, rest, nh_rat_make(1, 2), angle, true)) continue;
            remove_at(terms, place);
            any = true;
        }
    }
    return any;
}

void nh_circles_fold(const nh_circles *circles, nh_terms *terms) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < circles->list.count; i++)
            again |= nh_terms_pair(terms, circles->list.items[i].sine, circles->list.items[i].cosine);
    }
}
