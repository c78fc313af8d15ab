/* Determinants of small square blocks by expansion, row after row:
 *
 *     minor of rows 0..k-1, columns S = sum_{j in S} +-a_(k-1)j (minor of rows 0..k-2, columns S - j)
 *
 * for all sets S of k columns: n 2^(n-1) products and no division. Where sines and roots are among the entries, the
 * divisions of elimination are what takes long: a division modulo relations multiplies by conjugates. And where no
 * entry is a number, elimination has products of long minors that it divides again. */
#include "algebra/linear/linear_private.h"

enum { LARGEST = 9 };

static bool has_relations(const nh_field *field) {
    for (size_t i = 0; i < field->generators.count; i++)
        if (field->generators.items[i].kind != NH_GENERATOR_FREE) return true;
    return false;
}

/* Whether there is a number among the entries: a pivot that costs nothing. */
static bool has_numbers(const nh_elimination *e) {
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t j = 0; j < e->columns; j++) {
            nh_element a = e->a[(size_t)i * e->width + j];
            if (!nh_element_is_zero(a) && nh_linear_length(e->field, a) == 0) return true;
        }
    return false;
}

static uint32_t size_of_set(uint32_t set) {
    uint32_t size = 0;
    for (; set != 0; set &= set - 1) size++;
    return size;
}

uint32_t nh_linear_first_bits(uint32_t count) {
    uint32_t set = 0;
    while (count-- > 0) set = 2 * set + 1;
    return set;
}

/* The column at a bit: those of A, then one more. */
static nh_element entry_at(const nh_elimination *e, uint32_t row, uint32_t bit, uint32_t side) {
    return e->a[(size_t)row * e->width + (bit < e->columns ? bit : side)];
}

static nh_element expand_minor(const nh_elimination *e, uint32_t set, uint32_t side, const nh_element *minors) {
    nh_field *field = e->field;
    nh_element sum = nh_element_new(field);
    uint32_t row = size_of_set(set) - 1, bits = e->columns + 1;
    for (uint32_t j = 0; j < bits; j++) {
        if (!(set >> j & 1)) continue;
        nh_element a = entry_at(e, row, j, side), minor = minors[set & ~(UINT32_C(1) << j)];
        if (nh_element_is_zero(a) || nh_element_is_zero(minor)) continue;
        bool is_odd = (row + size_of_set(set & ((UINT32_C(1) << j) - 1))) % 2 == 1;
        nh_element term = nh_element_mul(field, a, minor);
        sum = is_odd ? nh_element_sub(field, sum, term) : nh_element_add(field, sum, term);
    }
    return sum;
}

nh_element *nh_linear_minors(const nh_elimination *e, uint32_t side) {
    uint32_t bits = e->columns + (side < e->width), sets = nh_linear_first_bits(bits) + 1;
    nh_element *minors = NH_NEW_ARRAY(e->field->arena, nh_element, sets);
    minors[0] = nh_element_number(e->field, nh_rat_int(1));
    for (uint32_t set = 1; set < sets; set++)
        if (size_of_set(set) <= e->rows) minors[set] = expand_minor(e, set, side, minors);
    return minors;
}

/* The block with a column in place of each other one, which follows them in the minor: Cramer's rule. */
void nh_linear_cramer(const nh_elimination *e, uint32_t side, nh_element *y) {
    uint32_t n = e->columns, all = nh_linear_first_bits(n + 1), bit = 1;
    const nh_element *minors = nh_linear_minors(e, side);
    for (uint32_t i = 0; i < n; i++, bit *= 2) {
        y[i] = minors[all & ~bit];
        if ((n - 1 - i) % 2 == 1) y[i] = nh_element_neg(e->field, y[i]);
    }
}

bool nh_linear_is_to_expand(const nh_elimination *e) {
    return e->rows == e->columns && e->rows <= LARGEST && (has_relations(e->field) || !has_numbers(e));
}

void nh_linear_expand(nh_elimination *e) {
    nh_element determinant = nh_linear_minors(e, e->width)[nh_linear_first_bits(e->columns)];
    e->is_expanded = true;
    e->is_known = nh_element_is_zero(determinant) || nh_linear_is_certainly_nonzero(e->field, determinant);
    if (!e->is_known || nh_element_is_zero(determinant)) return;
    e->rank = e->rows;
    e->pivot = determinant;
}
