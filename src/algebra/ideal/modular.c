/* Arithmetic modulo p = 2^61 - 11913. */
#include "algebra/ideal/modular.h"
#include "base/limits.h"

uint64_t nh_modular_pow(uint64_t a, uint64_t exponent) {
    uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = nh_modular_mul(result, a);
        a = nh_modular_mul(a, a);
    }
    return result;
}

uint64_t nh_modular_inv(uint64_t a) {
    return nh_modular_pow(a, NH_MODULAR_PRIME - 2);
}

bool nh_modular_is_square(uint64_t a) {
    return nh_modular_pow(a, (NH_MODULAR_PRIME - 1) / 2) <= 1;
}

/* The inverse of n modulo m, or 0. */
static uint64_t inverse_of(uint64_t n, uint64_t m) {
    int64_t a = (int64_t)m, b = (int64_t)(n % m), u = 0, v = 1;
    while (b != 0) {
        int64_t q = a / b, rest = a % b, next = u - q * v;
        a = b, b = rest, u = v, v = next;
    }
    if (a != 1) return 0;
    return (uint64_t)(u < 0 ? u + (int64_t)m : u);
}

/* The squares are a group of odd order (p-1)/2: each contains one root, of every order that has no
 * factor in common with that. */
static bool take_root(uint64_t a, uint64_t order, uint64_t *result) {
    const uint64_t squares = (NH_MODULAR_PRIME - 1) / 2;
    uint64_t exponent = inverse_of(order, squares);
    bool is_square = nh_modular_is_square(a);
    if (exponent == 0 || (order % 2 == 0 && !is_square)) return false;
    uint64_t size = nh_modular_pow(is_square ? a : nh_modular_sub(0, a), exponent);
    *result = is_square ? size : nh_modular_sub(0, size);
    return true;
}

bool nh_modular_pow_rational(uint64_t a, nh_rat exponent, uint64_t *result) {
    if (!nh_rat_is_small(exponent) || (a == 0 && exponent.num < 0)) return false;
    if (exponent.den > 1 && !take_root(a, (uint64_t)exponent.den, &a)) return false;
    uint64_t power = nh_modular_pow(a, (uint64_t)(exponent.num < 0 ? -exponent.num : exponent.num));
    *result = exponent.num < 0 ? nh_modular_inv(power) : power;
    return true;
}

/* Of an integer. */
static uint64_t residue_of(nh_arena *arena, nh_rat a) {
    int64_t small;
    if (nh_rat_get_int(a, &small)) {
        int64_t rest = small % (int64_t)NH_MODULAR_PRIME;
        return (uint64_t)(rest < 0 ? rest + (int64_t)NH_MODULAR_PRIME : rest);
    }
    nh_rat p = nh_rat_int((int64_t)NH_MODULAR_PRIME);
    nh_rat whole = nh_rat_floor(arena, nh_rat_div(arena, a, p));
    nh_rat rest = nh_rat_sub(arena, a, nh_rat_mul(arena, whole, p));
    return nh_rat_get_int(rest, &small) ? (uint64_t)small : 0;
}

uint64_t nh_modular_rational(nh_arena *arena, nh_rat a) {
    uint64_t num = residue_of(arena, nh_rat_num(arena, a)), den = residue_of(arena, nh_rat_den(arena, a));
    return nh_modular_mul(num, nh_modular_inv(den));
}

/* Euclid's algorithm on p and a, stopped half way (Wang): remainder = cofactor * a modulo p in every step. */
bool nh_modular_fraction(uint64_t a, nh_rat *result) {
    const int64_t bound = INT64_C(1) << 29;
    int64_t old = (int64_t)NH_MODULAR_PRIME, now = (int64_t)a, u = 0, v = 1;
    while (now >= bound) {
        int64_t q = old / now, rest = old % now, next = u - q * v;
        old = now, now = rest, u = v, v = next;
    }
    if (v == 0 || v >= bound || -v >= bound) return false;
    *result = nh_rat_make(now, v);
    return true;
}

/* ==== linear ==== */

/* Linear algebra modulo p: an echelon form that grows row by row. */

nh_echelon nh_echelon_make(nh_arena *arena, uint32_t columns) {
    return (nh_echelon){.context = nh_arena_context(arena),
                        .columns = columns,
                        .row_of = NH_NEW_ARRAY(arena, uint64_t *, columns + 1),
                        .arena = arena};
}

/* row := row - factor * other, from this column on */
static void subtract_row(const nh_echelon *e, uint64_t *row, const uint64_t *other, uint32_t from) {
    uint64_t factor = row[from];
    nh_tick(e->context, (e->columns - from) / 8 + 1);
    for (uint32_t i = from; i < e->columns; i++)
        if (other[i] != 0) row[i] = nh_modular_sub(row[i], nh_modular_mul(factor, other[i]));
}

static void keep_row(nh_echelon *e, const uint64_t *row, uint32_t first) {
    uint64_t *kept = NH_NEW_ARRAY(e->arena, uint64_t, e->columns), scale = nh_modular_inv(row[first]);
    for (uint32_t i = first; i < e->columns; i++) kept[i] = nh_modular_mul(scale, row[i]);
    e->row_of[first] = kept;
    e->rank++;
}

bool nh_echelon_add(nh_echelon *e, uint64_t *row) {
    for (uint32_t i = 0; i < e->columns; i++) {
        if (row[i] == 0) continue;
        if (!e->row_of[i]) {
            keep_row(e, row, i);
            return true;
        }
        subtract_row(e, row, e->row_of[i], i);
    }
    return false;
}

void nh_echelon_reduce(nh_echelon *e) {
    for (uint32_t i = e->columns; i-- > 0;) {
        if (!e->row_of[i]) continue;
        for (uint32_t k = i + 1; k < e->columns; k++)
            if (e->row_of[k] && e->row_of[i][k] != 0) subtract_row(e, e->row_of[i], e->row_of[k], k);
    }
}

void nh_echelon_null_vector(const nh_echelon *e, uint32_t column, uint64_t *vector) {
    for (uint32_t i = 0; i < e->columns; i++)
        vector[i] = e->row_of[i] ? nh_modular_sub(0, e->row_of[i][column]) : i == column;
}
