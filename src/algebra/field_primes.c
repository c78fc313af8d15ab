/* Products of primes: a vector space over the field of two elements, in which products that differ by squares are equal. */
#include "algebra/field_roots_private.h"
#include "base/protect.h"
#include "num/factor.h"

enum { MOST_PRIMES = 63, MOST_ROOTS = 60 };

void nh_field_too_many_roots(const nh_field *field) {
    nh_fail(nh_pool_context(field->pool), NH_E_LIMIT, "roots", "there are too many roots");
}

/* ---- taking apart ---- */

nh_element nh_element_of_prime(nh_field *field, nh_mpoly *p) {
    nh_element a = nh_element_new(field);
    nh_mpoly_set(a.num, p);
    return a;
}

static void add_number(nh_field *field, nh_prime_powers *all, nh_rat value, int64_t sign) {
    nh_factor *primes;
    size_t count = nh_factor_integer(field->arena, nh_rat_abs(field->arena, value), &primes);
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *base = nh_field_poly(field);
        nh_mpoly_set_integer(base, primes[i].base);
        nh_array_push(all, ((nh_prime_power){base, sign * primes[i].times}));
    }
    if (nh_rat_sign(value) > 0) return;
    nh_mpoly *minus = nh_field_poly(field);
    nh_mpoly_set_int(minus, -1);
    nh_array_push(all, ((nh_prime_power){minus, 1}));
}

static void add_factors(nh_field *field, nh_prime_powers *all, nh_mpoly *p, int64_t sign) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (!nh_mpoly_factorise(field->arena, p, &number, &list, &count)) {
        nh_array_push(all, ((nh_prime_power){nh_element_of_prime(field, p).num, sign}));
        return;
    }
    add_number(field, all, number, sign);
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, list[i].factor);
        nh_array_push(all, ((nh_prime_power){list[i].factor, sign * (int64_t)list[i].times}));
    }
}

/* num / den is in lowest terms, so the factors are distinct, but for the sign, which stands in the numerator. */
nh_prime_powers nh_field_take_apart(nh_field *field, nh_element a) {
    nh_prime_powers all = {.arena = field->arena};
    add_factors(field, &all, a.num, 1);
    add_factors(field, &all, a.den, -1);
    return all;
}

/* ---- sets of primes ---- */

uint64_t nh_field_prime(nh_field *field, nh_mpoly *p) {
    for (size_t i = 0; i < field->primes.count; i++)
        if (nh_mpoly_equal(field->primes.items[i], p)) return UINT64_C(1) << i;
    if (field->primes.count == MOST_PRIMES) nh_field_too_many_roots(field);
    nh_array_push(&field->primes, p);
    return UINT64_C(1) << (field->primes.count - 1);
}

nh_element nh_field_product(nh_field *field, uint64_t primes) {
    nh_element s = nh_element_number(field, nh_rat_int(1));
    for (size_t i = 0; i < field->primes.count; i++)
        if (primes >> i & 1) s = nh_element_mul(field, s, nh_element_of_prime(field, field->primes.items[i]));
    return s;
}

/* The root of base^times goes where it belongs. */
static void halve(nh_field *field, nh_halves *h, nh_mpoly *base, int64_t times) {
    int64_t half = times >= 0 ? times / 2 : -((1 - times) / 2), rest = half & 1; /* rounded down */
    if (times == 0) return;
    if (times != 2 * half) h->inside ^= nh_field_prime(field, base);
    if (rest == 1) h->odd ^= nh_field_prime(field, base);
    h->even = nh_element_mul(field, h->even, nh_element_pow(field, nh_element_of_prime(field, base), half - rest));
}

nh_halves nh_field_halve(nh_field *field, nh_element a) {
    nh_halves h = {.even = nh_element_number(field, nh_rat_int(1))};
    nh_prime_powers all = nh_field_take_apart(field, a);
    for (size_t i = 0; i < all.count; i++) halve(field, &h, all.items[i].base, all.items[i].times);
    return h;
}

nh_halves nh_field_halve_sum(nh_field *field, uint64_t primes, uint64_t which) {
    nh_halves h = {.even = nh_element_number(field, nh_rat_int(1))};
    for (size_t i = 0; i < field->primes.count; i++) {
        int64_t times = (int64_t)(primes >> i & 1);
        for (size_t k = 0; k < field->roots.count; k++)
            if (which >> k & 1) times += (int64_t)(field->roots.items[k].primes >> i & 1);
        halve(field, &h, field->primes.items[i], times);
    }
    return h;
}

void nh_field_add_root(nh_field *field, nh_known_root root) {
    if (field->roots.count == MOST_ROOTS) nh_field_too_many_roots(field);
    nh_array_push(&field->roots, root);
}

/* By elimination: the rows have different leading bits, the largest first. */
bool nh_field_find_sum(const nh_field *field, uint64_t primes, uint64_t ignored, uint64_t *which) {
    uint64_t row[MOST_ROOTS], made_of[MOST_ROOTS];
    size_t rank = 0;
    *which = 0;
    for (size_t i = 0; i < field->roots.count && i < MOST_ROOTS; i++) {
        uint64_t now = field->roots.items[i].primes & ~ignored, from = UINT64_C(1) << i;
        for (size_t k = 0; k < rank; k++)
            if ((now ^ row[k]) < now) now ^= row[k], from ^= made_of[k];
        if (now == 0) continue;
        size_t at = rank++;
        for (; at > 0 && row[at - 1] < now; at--) row[at] = row[at - 1], made_of[at] = made_of[at - 1];
        row[at] = now, made_of[at] = from;
    }
    primes &= ~ignored;
    for (size_t k = 0; k < rank; k++)
        if ((primes ^ row[k]) < primes) primes ^= row[k], *which ^= made_of[k];
    return primes == 0;
}
