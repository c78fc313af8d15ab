/* Sums of monomials, and sin^2 + cos^2 = 1 in them. */
#include "algebra/field/terms_private.h"

#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "base/limits.h"

nh_terms nh_terms_make(nh_arena *arena) {
    return (nh_terms){.arena = arena, .list = {.arena = arena}, .index = nh_index_make(arena)};
}

static uint64_t hash_of(uint32_t count, const nh_power *powers) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) hash = nh_hash_combine(hash, (uint64_t)powers[i].of << 32 | powers[i].power);
    return hash;
}

typedef struct wanted_powers {
    const nh_terms *terms;
    uint32_t count;
    const nh_power *powers;
} wanted_powers;

static bool is_wanted(const void *user, uint32_t number) {
    const wanted_powers *w = user;
    const nh_term *term = &w->terms->list.items[number];
    if (term->count != w->count) return false;
    return w->count == 0 || memcmp(term->powers, w->powers, w->count * sizeof *w->powers) == 0;
}

uint32_t nh_terms_find(const nh_terms *terms, uint32_t count, const nh_power *powers) {
    wanted_powers w = {terms, count, powers};
    return nh_index_find(&terms->index, hash_of(count, powers), is_wanted, &w);
}

static void change_coefficient(nh_terms *terms, uint32_t place, nh_rat change) {
    nh_term *term = &terms->list.items[place];
    terms->live -= !nh_rat_is_zero(term->coefficient);
    term->coefficient = nh_rat_add(terms->arena, term->coefficient, change);
    terms->live += !nh_rat_is_zero(term->coefficient);
}

void nh_terms_add(nh_terms *terms, nh_rat coefficient, uint32_t count, const nh_power *powers) {
    uint32_t place = nh_terms_find(terms, count, powers);
    nh_tick(nh_arena_context(terms->arena), 1);
    if (place == NH_INDEX_NONE) {
        nh_power *copy = NH_NEW_ARRAY(terms->arena, nh_power, count);
        if (count > 0) memcpy(copy, powers, count * sizeof *copy);
        place = (uint32_t)terms->list.count;
        uint64_t hash = hash_of(count, powers);
        nh_array_push(&terms->list, ((nh_term){nh_rat_int(0), hash, count, copy}));
        nh_index_add(&terms->index, hash, place);
    }
    change_coefficient(terms, place, coefficient);
}

nh_terms nh_terms_copy(const nh_terms *terms) {
    nh_terms copy = nh_terms_make(terms->arena);
    for (size_t i = 0; i < terms->list.count; i++) {
        const nh_term *term = &terms->list.items[i];
        if (!nh_rat_is_zero(term->coefficient)) nh_terms_add(&copy, term->coefficient, term->count, term->powers);
    }
    return copy;
}

uint32_t nh_power_in(const nh_term *term, uint32_t of) {
    for (uint32_t i = 0; i < term->count; i++)
        if (term->powers[i].of == of) return term->powers[i].power;
    return 0;
}

uint32_t nh_powers_shift(const nh_term *term, uint32_t down, uint32_t lower, uint32_t up, uint32_t raise,
                         nh_power *result) {
    uint32_t count = 0;
    bool is_raised = raise == 0;
    for (uint32_t i = 0; i < term->count; i++) {
        nh_power now = term->powers[i];
        if (!is_raised && now.of > up) result[count++] = (nh_power){up, raise}, is_raised = true;
        if (now.of == down) now.power -= lower;
        if (now.of == up && !is_raised) now.power += raise, is_raised = true;
        if (now.power > 0) result[count++] = now;
    }
    if (!is_raised) result[count++] = (nh_power){up, raise};
    return count;
}

/* ---- sines and cosines ---- */

/* The smaller one by size of two numbers of one sign; 0 when the signs differ. */
static nh_rat common_part(nh_terms *terms, nh_rat a, nh_rat b) {
    if (nh_rat_sign(a) * nh_rat_sign(b) <= 0) return nh_rat_int(0);
    int order = nh_rat_cmp(nh_arena_context(terms->arena), a, b) * nh_rat_sign(a);
    return order <= 0 ? a : b;
}

/* a s^2 r + b c^2 r, at s^2 r: what both have in common becomes a multiple of r. */
static bool join_squares(nh_terms *terms, uint32_t place, uint32_t s, uint32_t c, nh_power *powers) {
    nh_term term = terms->list.items[place];
    uint32_t count = nh_powers_shift(&term, s, 2, c, 2, powers);
    uint32_t other = nh_terms_find(terms, count, powers);
    if (other == NH_INDEX_NONE) return false;
    nh_rat part = common_part(terms, term.coefficient, terms->list.items[other].coefficient);
    if (nh_rat_is_zero(part)) return false;
    change_coefficient(terms, place, nh_rat_neg(terms->arena, part));
    change_coefficient(terms, other, nh_rat_neg(terms->arena, part));
    count = nh_powers_shift(&term, s, 2, s, 0, powers);
    nh_terms_add(terms, part, count, powers);
    return true;
}

/* a r - a s^2 r, at s^2 r: becomes a c^2 r. */
static bool complete_square(nh_terms *terms, uint32_t place, uint32_t s, uint32_t c, nh_power *powers) {
    nh_term term = terms->list.items[place];
    uint32_t count = nh_powers_shift(&term, s, 2, s, 0, powers);
    uint32_t other = nh_terms_find(terms, count, powers);
    nh_rat opposite = nh_rat_neg(terms->arena, term.coefficient);
    if (other == NH_INDEX_NONE || !nh_rat_eq(terms->list.items[other].coefficient, opposite)) return false;
    change_coefficient(terms, place, opposite);
    change_coefficient(terms, other, term.coefficient);
    count = nh_powers_shift(&term, s, 2, c, 2, powers);
    nh_terms_add(terms, opposite, count, powers);
    return true;
}

static bool pair_at(nh_terms *terms, uint32_t place, uint32_t s, uint32_t c) {
    const nh_term *term = &terms->list.items[place];
    nh_power *powers = NH_NEW_ARRAY(terms->arena, nh_power, (size_t)term->count + 1);
    if (nh_rat_is_zero(term->coefficient)) return false;
    if (nh_power_in(term, s) >= 2 &&
        (join_squares(terms, place, s, c, powers) || complete_square(terms, place, s, c, powers)))
        return true;
    term = &terms->list.items[place];
    return nh_power_in(term, c) >= 2 && complete_square(terms, place, c, s, powers);
}

/* The number of terms falls with each step, or it stays and the degree falls: so it ends. */
bool nh_terms_pair(nh_terms *terms, uint32_t s, uint32_t c) {
    bool any = false, again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < terms->list.count; i++)
            while (pair_at(terms, i, s, c)) any = again = true;
    }
    return any;
}

/* One round; *again when a power above 1 may be left. */
static bool drop_round(nh_terms *terms, uint32_t drop, uint32_t keep, uint32_t most, bool *again) {
    for (uint32_t i = 0; i < terms->list.count; i++) {
        nh_term term = terms->list.items[i];
        if (nh_rat_is_zero(term.coefficient) || nh_power_in(&term, drop) < 2) continue;
        nh_power *powers = NH_NEW_ARRAY(terms->arena, nh_power, (size_t)term.count + 1);
        nh_rat opposite = nh_rat_neg(terms->arena, term.coefficient);
        change_coefficient(terms, i, opposite);
        nh_terms_add(terms, term.coefficient, nh_powers_shift(&term, drop, 2, drop, 0, powers), powers);
        nh_terms_add(terms, opposite, nh_powers_shift(&term, drop, 2, keep, 2, powers), powers);
        *again = true;
        if (terms->live > most) return false;
    }
    return true;
}

/* Of a power n there come n/2 + 1 terms, in n/2 rounds, with coefficients that have as many digits: beyond this
 * nothing gets shorter by it. */
enum { MOST_DROPPED = 40 };

bool nh_terms_drop(nh_terms *terms, uint32_t drop, uint32_t keep, uint32_t most) {
    for (size_t i = 0; i < terms->list.count; i++)
        if (nh_power_in(&terms->list.items[i], drop) > MOST_DROPPED) return false;
    for (bool again = true; again;) {
        again = false;
        if (!drop_round(terms, drop, keep, most, &again)) return false;
    }
    return true;
}
