/* Elimination free of fractions (Bareiss): every entry is a minor of the matrix,
 *
 *     a_ij := (a_kk a_ij - a_ik a_kj) / p,     p the pivot before
 *
 * where the division leaves no denominator: not even modulo the relations, since a rationalised element has but one
 * form. Rows are multiplied by their common denominators first. A pivot is the shortest entry that is left, a number if
 * there is one; of equal ones that with the fewest entries next to it. */
#include "algebra/linear/linear_private.h"
#include "base/limits.h"

enum { MOST_DOUBTFUL = 8 }; /* candidates for one pivot that could not be certified */

/* ---- elements ---- */

nh_element nh_linear_common_denominator(nh_field *field, size_t count, const nh_element *a) {
    nh_element all = nh_element_number(field, nh_rat_int(1));
    nh_mpoly *g = nh_mpoly_new(field->ring);
    for (size_t i = 0; i < count; i++) {
        if (nh_mpoly_is_one(a[i].den)) continue;
        nh_mpoly_gcd(g, all.num, a[i].den);
        (void)nh_mpoly_divide(g, a[i].den, g);
        nh_mpoly_mul(all.num, all.num, g);
    }
    nh_mpoly_free(g);
    return all;
}

/* a / b, rationalised; fast when b divides a as a polynomial. */
static nh_element quotient_of(nh_field *field, nh_element a, nh_element b) {
    if (nh_element_is_zero(a)) return a;
    if (nh_mpoly_is_one(a.den) && nh_mpoly_is_one(b.den)) {
        nh_element q = nh_element_new(field);
        if (nh_mpoly_is_one(b.num)) return a;
        if (nh_mpoly_divide(q.num, a.num, b.num)) return q;
    }
    return nh_element_rationalise(field, nh_element_div(field, a, b));
}

nh_element nh_linear_step(nh_field *field, nh_element p, nh_element x, nh_element y, nh_element z, nh_element before) {
    bool is_second_zero = nh_element_is_zero(y) || nh_element_is_zero(z);
    if (nh_element_is_zero(x) && is_second_zero) return x;
    nh_element r = nh_element_mul(field, p, x);
    if (!is_second_zero) r = nh_element_sub(field, r, nh_element_mul(field, y, z));
    return quotient_of(field, r, before);
}

size_t nh_linear_length(nh_field *field, nh_element a) {
    nh_rat value;
    return nh_element_is_number(field, a, &value) ? 0 : nh_mpoly_terms(a.num) + nh_mpoly_terms(a.den);
}

/* ---- the block ---- */

static nh_element *entry_at(const nh_elimination *e, uint32_t i, uint32_t j) {
    return &e->a[(size_t)i * e->width + j];
}

static void scale_rows(nh_elimination *e) {
    for (uint32_t i = 0; i < e->rows; i++) {
        nh_element common = nh_linear_common_denominator(e->field, e->columns, entry_at(e, i, 0));
        if (nh_mpoly_is_one(common.num)) continue;
        for (uint32_t j = 0; j < e->width; j++)
            *entry_at(e, i, j) = nh_element_mul(e->field, *entry_at(e, i, j), common);
        e->rows_scale = nh_element_mul(e->field, e->rows_scale, common);
    }
}

static void scale_sides(nh_elimination *e) {
    nh_element *side = NH_NEW_ARRAY(e->field->arena, nh_element, (size_t)e->rows + 1);
    for (uint32_t j = e->columns; j < e->width; j++) {
        for (uint32_t i = 0; i < e->rows; i++) side[i] = *entry_at(e, i, j);
        nh_element common = e->side_scale[j - e->columns] = nh_linear_common_denominator(e->field, e->rows, side);
        if (nh_mpoly_is_one(common.num)) continue;
        for (uint32_t i = 0; i < e->rows; i++) *entry_at(e, i, j) = nh_element_mul(e->field, side[i], common);
    }
}

static nh_elimination take_block(nh_field *field, const nh_linear_system *s, const nh_linear_blocks *blocks,
                                 uint32_t block) {
    nh_elimination e = {.field = field, .is_known = true};
    e.row = nh_linear_members(field->arena, s->rows, blocks->of_row, block, &e.rows);
    e.column = nh_linear_members(field->arena, s->columns, blocks->of_column, block, &e.columns);
    e.width = e.columns + s->sides;
    e.a = NH_NEW_ARRAY(field->arena, nh_element, (size_t)e.rows * e.width + 1);
    e.side_scale = NH_NEW_ARRAY(field->arena, nh_element, (size_t)s->sides + 1);
    e.rows_scale = e.pivot = nh_element_number(field, nh_rat_int(1));
    for (uint32_t i = 0; i < e.rows; i++) {
        size_t row = e.row[i];
        for (uint32_t j = 0; j < e.columns; j++) *entry_at(&e, i, j) = s->a[row * s->columns + e.column[j]];
        for (uint32_t j = 0; j < s->sides; j++) *entry_at(&e, i, e.columns + j) = s->b[row * s->sides + j];
    }
    scale_rows(&e);
    scale_sides(&e);
    return e;
}

/* ---- pivots ---- */

typedef struct place {
    uint32_t i, j;
} place;

typedef struct candidate {
    place at;
    size_t length;
    uint64_t beside; /* how many entries a step with this pivot touches */
    bool found;
} candidate;

/* How many entries of each row and column are left that are not zero. */
static uint32_t *count_entries(const nh_elimination *e) {
    uint32_t *count = NH_NEW_ARRAY(e->field->arena, uint32_t, (size_t)e->rows + e->columns + 1);
    for (uint32_t i = e->rank; i < e->rows; i++)
        for (uint32_t j = e->rank; j < e->columns; j++) {
            bool is_entry = !nh_element_is_zero(*entry_at(e, i, j));
            count[i] += is_entry;
            count[e->rows + j] += is_entry;
        }
    return count;
}

static bool is_listed(uint32_t count, const place *list, uint32_t i, uint32_t j) {
    for (uint32_t k = 0; k < count; k++)
        if (list[k].i == i && list[k].j == j) return true;
    return false;
}

/* The best place that is not listed. */
static candidate find_pivot(const nh_elimination *e, const uint32_t *count, uint32_t doubts, const place *doubtful) {
    candidate best = {.found = false};
    for (uint32_t i = e->rank; i < e->rows; i++)
        for (uint32_t j = e->rank; j < e->columns; j++) {
            if (nh_element_is_zero(*entry_at(e, i, j)) || is_listed(doubts, doubtful, i, j)) continue;
            candidate now = {{i, j}, nh_linear_length(e->field, *entry_at(e, i, j)), 0, true};
            now.beside = (uint64_t)(count[i] - 1) * (count[e->rows + j] - 1);
            if (!best.found || now.length < best.length || (now.length == best.length && now.beside < best.beside))
                best = now;
        }
    return best;
}

/* False at the end. Then is_known says whether what is left is zero. */
static bool choose_pivot(nh_elimination *e, place *pivot) {
    place doubtful[MOST_DOUBTFUL];
    uint32_t doubts = 0;
    const uint32_t *count = count_entries(e);
    nh_tick(nh_pool_context(e->field->pool), (uint64_t)(e->rows - e->rank) * (e->columns - e->rank));
    for (;;) {
        candidate best = find_pivot(e, count, doubts, doubtful);
        *pivot = best.at;
        if (!best.found || doubts == MOST_DOUBTFUL) break;
        if (nh_linear_is_certainly_nonzero(e->field, *entry_at(e, best.at.i, best.at.j))) return true;
        doubtful[doubts++] = best.at;
    }
    e->is_known = doubts == 0;
    return false;
}

static void swap_numbers(uint32_t *numbers, uint32_t i, uint32_t k) {
    uint32_t number = numbers[i];
    numbers[i] = numbers[k];
    numbers[k] = number;
}

static void swap_elements(nh_element *a, nh_element *b) {
    nh_element c = *a;
    *a = *b;
    *b = c;
}

static void bring_pivot(nh_elimination *e, place pivot) {
    for (uint32_t j = 0; j < e->width && pivot.i != e->rank; j++)
        swap_elements(entry_at(e, pivot.i, j), entry_at(e, e->rank, j));
    for (uint32_t i = 0; i < e->rows && pivot.j != e->rank; i++)
        swap_elements(entry_at(e, i, pivot.j), entry_at(e, i, e->rank));
    swap_numbers(e->row, pivot.i, e->rank);
    swap_numbers(e->column, pivot.j, e->rank);
}

static void eliminate_column(nh_elimination *e) {
    uint32_t k = e->rank;
    nh_element p = *entry_at(e, k, k), zero = nh_element_new(e->field);
    for (uint32_t i = k + 1; i < e->rows; i++) {
        for (uint32_t j = k + 1; j < e->width; j++)
            *entry_at(e, i, j) =
                nh_linear_step(e->field, p, *entry_at(e, i, j), *entry_at(e, i, k), *entry_at(e, k, j), e->pivot);
        *entry_at(e, i, k) = zero;
    }
    e->pivot = p;
    e->rank++;
}

static void eliminate_block(nh_elimination *e) {
    place pivot;
    while (e->rank < e->rows && e->rank < e->columns && choose_pivot(e, &pivot)) {
        bring_pivot(e, pivot);
        eliminate_column(e);
    }
}

nh_elimination nh_linear_eliminate(nh_field *field, const nh_linear_system *system, const nh_linear_blocks *blocks,
                                   uint32_t block) {
    nh_elimination e = nh_linear_eliminate_or_expand(field, system, blocks, block);
    if (!e.is_expanded || e.rank == e.rows) return e;
    e.is_expanded = false; /* its determinant does not tell the rank */
    e.is_known = true;
    eliminate_block(&e);
    return e;
}

nh_elimination nh_linear_eliminate_or_expand(nh_field *field, const nh_linear_system *system,
                                             const nh_linear_blocks *blocks, uint32_t block) {
    nh_elimination e = take_block(field, system, blocks, block);
    if (nh_linear_is_to_expand(&e)) nh_linear_expand(&e);
    else eliminate_block(&e);
    return e;
}

/* y_i = (p c_i - sum_{j > i} a_ij y_j) / a_ii: by Cramer's rule a minor, so this division too leaves no denominator. */
void nh_linear_back(const nh_elimination *e, uint32_t column, nh_element *y) {
    if (e->is_expanded) {
        nh_linear_cramer(e, column, y);
        return;
    }
    for (uint32_t i = e->rank; i-- > 0;) {
        nh_element sum = nh_element_mul(e->field, e->pivot, *entry_at(e, i, column));
        for (uint32_t j = i + 1; j < e->rank; j++) {
            if (nh_element_is_zero(*entry_at(e, i, j)) || nh_element_is_zero(y[j])) continue;
            sum = nh_element_sub(e->field, sum, nh_element_mul(e->field, *entry_at(e, i, j), y[j]));
        }
        y[i] = quotient_of(e->field, sum, *entry_at(e, i, i));
    }
}

bool nh_linear_has_absolute_values(const nh_field *field) {
    for (size_t i = 0; i < field->generators.count; i++)
        if (nh_expr_kind_of(field->pool, field->generators.items[i].meaning) == NH_EXPR_ABS) return true;
    return false;
}

void nh_linear_assume_pivots(nh_linear_parts *parts, const nh_elimination *e) {
    bool are_all = !e->is_expanded && nh_linear_has_absolute_values(e->field);
    nh_linear_assume(parts, nh_element_div(e->field, e->pivot, e->rows_scale).num);
    for (uint32_t i = 0; i < e->rank && are_all; i++) nh_linear_assume(parts, entry_at(e, i, i)->num);
}
