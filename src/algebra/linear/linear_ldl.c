/* L D L^T with pivots on the diagonal, block by block.
 *
 * Free of fractions as in linear_eliminate.c, which keeps the symmetry: with a_ij of step k and the pivots p_k = a_kk,
 *
 *     L_ik = a_ik / p_k,     D_k = p_k / p_(k-1)
 *
 * a_ik is the minor of rows 0..k and columns 0..k-1, i: where sines and roots are among the entries of a small
 * block, it is found by expansion (linear_expand.c), in an order that is fixed before. That needs leading
 * minors that are not zero. */
#include "algebra/linear/linear_private.h"
#include "base/limits.h"

typedef struct ldl_work {
    nh_arena *arena;
    uint32_t n;
    nh_ldl_factors *result;
    uint32_t *order, *start;
    nh_expr *L, *D;
} ldl_work;

typedef struct symmetric_matrix {
    nh_field *field;
    uint32_t size, rank;
    nh_element *a;     /* both triangles */
    nh_element scale;  /* all was multiplied by this */
    nh_element pivot;  /* the last one */
    uint32_t *members; /* which rows of the matrix */
} symmetric_matrix;

static nh_element *entry_at(const symmetric_matrix *s, uint32_t i, uint32_t j) {
    return &s->a[(size_t)i * s->size + j];
}

static symmetric_matrix take_block(nh_field *field, const nh_linear_blocks *blocks, uint32_t block, uint32_t n,
                                   const nh_element *a) {
    symmetric_matrix s = {.field = field, .pivot = nh_element_number(field, nh_rat_int(1))};
    s.members = nh_linear_members(field->arena, n, blocks->of_row, block, &s.size);
    size_t size = (size_t)s.size * s.size;
    s.a = NH_NEW_ARRAY(field->arena, nh_element, size + 1);
    for (uint32_t i = 0; i < s.size; i++)
        for (uint32_t j = 0; j <= i; j++)
            *entry_at(&s, i, j) = *entry_at(&s, j, i) = a[(size_t)s.members[i] * n + s.members[j]];
    s.scale = nh_linear_common_denominator(field, size, s.a);
    for (size_t i = 0; i < size && !nh_mpoly_is_one(s.scale.num); i++) s.a[i] = nh_element_mul(field, s.a[i], s.scale);
    return s;
}

static uint32_t entries_beside(const symmetric_matrix *s, uint32_t i) {
    uint32_t count = 0;
    for (uint32_t j = s->rank; j < s->size; j++) count += !nh_element_is_zero(*entry_at(s, i, j));
    return count;
}

/* The best place on the diagonal that is left and not refused; `size` when there is none. */
static uint32_t find_pivot(const symmetric_matrix *s, const bool *refused) {
    uint32_t best = s->size, best_beside = 0;
    size_t best_length = 0;
    for (uint32_t i = s->rank; i < s->size; i++) {
        if (refused[i] || nh_element_is_zero(*entry_at(s, i, i))) continue;
        size_t length = nh_linear_length(s->field, *entry_at(s, i, i));
        uint32_t beside = entries_beside(s, i);
        if (best < s->size && (length > best_length || (length == best_length && beside >= best_beside))) continue;
        best = i;
        best_length = length;
        best_beside = beside;
    }
    return best;
}

/* The same, certified not to be zero. */
static uint32_t choose_pivot(const symmetric_matrix *s) {
    nh_tick(nh_pool_context(s->field->pool), (uint64_t)s->size * s->size);
    bool *refused = NH_NEW_ARRAY(s->field->arena, bool, (size_t)s->size + 1);
    uint32_t best = find_pivot(s, refused);
    while (best < s->size && !nh_linear_is_certainly_nonzero(s->field, *entry_at(s, best, best))) {
        refused[best] = true;
        best = find_pivot(s, refused);
    }
    return best;
}

static void swap_elements(nh_element *a, nh_element *b) {
    nh_element c = *a;
    *a = *b;
    *b = c;
}

static void bring_pivot(const symmetric_matrix *s, uint32_t from) {
    uint32_t to = s->rank, member = s->members[from];
    if (from == to) return;
    for (uint32_t j = 0; j < s->size; j++) swap_elements(entry_at(s, from, j), entry_at(s, to, j));
    for (uint32_t i = 0; i < s->size; i++) swap_elements(entry_at(s, i, from), entry_at(s, i, to));
    s->members[from] = s->members[to];
    s->members[to] = member;
}

static void eliminate_column(symmetric_matrix *s) {
    uint32_t k = s->rank;
    nh_element p = *entry_at(s, k, k);
    for (uint32_t i = k + 1; i < s->size; i++)
        for (uint32_t j = k + 1; j <= i; j++)
            *entry_at(s, i, j) = *entry_at(s, j, i) =
                nh_linear_step(s->field, p, *entry_at(s, i, j), *entry_at(s, i, k), *entry_at(s, j, k), s->pivot);
}

/* Column k of L and D: where D is 0, L is that of the unit matrix. */
static void take_column(const ldl_work *w, symmetric_matrix *s, uint32_t first, nh_linear_parts *parts) {
    uint32_t k = s->rank;
    nh_field *field = s->field;
    nh_element p = *entry_at(s, k, k), d = nh_element_div(field, p, nh_element_mul(field, s->pivot, s->scale));
    d = nh_linear_shorter(field, d);
    nh_linear_assume(parts, d.num);
    nh_linear_assume(parts, d.den);
    w->D[first + k] = nh_field_expr(field, d);
    for (uint32_t i = k + 1; i < s->size; i++) {
        nh_element l = nh_linear_shorter(field, nh_element_div(field, *entry_at(s, i, k), p));
        nh_linear_assume(parts, l.den);
        *entry_at(s, i, k) = l; /* exchanged with the rows later on */
    }
    s->pivot = p;
    s->rank++;
}

/* What it means that no pivot is left. */
static nh_linear_answer look_at_rest(const symmetric_matrix *s) {
    nh_linear_answer answer = NH_LINEAR_DONE;
    for (uint32_t i = s->rank; i < s->size; i++) {
        if (!nh_element_is_zero(*entry_at(s, i, i))) return NH_LINEAR_UNKNOWN; /* it was refused */
        for (uint32_t j = s->rank; j < i; j++) {
            if (nh_element_is_zero(*entry_at(s, i, j))) continue;
            if (nh_linear_is_certainly_nonzero(s->field, *entry_at(s, i, j))) answer = NH_LINEAR_SINGULAR;
            else if (answer == NH_LINEAR_DONE) answer = NH_LINEAR_UNKNOWN;
        }
    }
    return answer;
}

static void write_block(const ldl_work *w, const symmetric_matrix *s, uint32_t first) {
    for (uint32_t i = 0; i < s->size; i++) {
        nh_expr *row = &w->L[(size_t)(first + i) * w->n + first];
        w->order[first + i] = s->members[i];
        row[i] = NH_EXPR_ONE;
        for (uint32_t j = 0; j < i && j < s->rank; j++) row[j] = nh_field_expr(s->field, *entry_at(s, i, j));
    }
}

/* ---- by expansion ---- */

/* Whether row i is to be before row j: shorter on the diagonal, then with fewer entries next to it. */
static bool is_before(const symmetric_matrix *s, uint32_t i, uint32_t j) {
    size_t a = nh_linear_length(s->field, *entry_at(s, i, i)), b = nh_linear_length(s->field, *entry_at(s, j, j));
    return a < b || (a == b && entries_beside(s, i) < entries_beside(s, j));
}

static void sort_rows(const symmetric_matrix *s) {
    symmetric_matrix now = *s;
    for (now.rank = 0; now.rank < s->size; now.rank++) {
        uint32_t best = now.rank;
        for (uint32_t i = best + 1; i < s->size; i++)
            if (is_before(s, i, best)) best = i;
        bring_pivot(&now, best);
    }
}

/* False, and nothing is changed but the order, when a leading minor is zero or may be. */
static bool expand_block(const symmetric_matrix *s) {
    nh_elimination whole = {s->field, s->size, s->size, s->size, .a = s->a};
    if (!nh_linear_is_to_expand(&whole)) return false;
    sort_rows(s);
    const nh_element *minors = nh_linear_minors(&whole, s->size);
    for (uint32_t k = 0; k < s->size; k++)
        if (!nh_linear_is_certainly_nonzero(s->field, minors[nh_linear_first_bits(k + 1)])) return false;
    for (uint32_t k = 0; k < s->size; k++)
        for (uint32_t i = k; i < s->size; i++) *entry_at(s, i, k) = minors[nh_linear_first_bits(k) | UINT32_C(1) << i];
    return true;
}

static nh_linear_answer factor_block(const ldl_work *w, symmetric_matrix *s, uint32_t first, nh_linear_parts *parts) {
    if (expand_block(s))
        while (s->rank < s->size) take_column(w, s, first, parts);
    while (s->rank < s->size) {
        uint32_t pivot = choose_pivot(s);
        if (pivot == s->size) break;
        bring_pivot(s, pivot);
        eliminate_column(s);
        take_column(w, s, first, parts);
    }
    write_block(w, s, first);
    return look_at_rest(s);
}

/* All arrays are of zeros at first: NH_EXPR_ZERO is 0. */
static void make_room(ldl_work *w) {
    size_t n = w->n;
    w->order = NH_NEW_ARRAY(w->arena, uint32_t, n + 1);
    w->start = NH_NEW_ARRAY(w->arena, uint32_t, n + 1);
    w->L = NH_NEW_ARRAY(w->arena, nh_expr, n * n + 1);
    w->D = NH_NEW_ARRAY(w->arena, nh_expr, n + 1);
    *w->result = (nh_ldl_factors){.start = w->start, .order = w->order, .L = w->L, .D = w->D};
}

static void factor_blocks(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    ldl_work *w = job->user;
    nh_linear_parts parts = nh_linear_parts_make(field);
    nh_linear_blocks blocks = nh_linear_blocks_of(field->arena, w->n, w->n, a, true);
    (void)unused;
    make_room(w);
    job->answer = NH_LINEAR_DONE;
    w->result->blocks = blocks.count;
    for (uint32_t k = 0; k < blocks.count; k++) {
        symmetric_matrix s = take_block(field, &blocks, k, w->n, a);
        nh_linear_answer answer = factor_block(w, &s, w->start[k], &parts);
        if (answer == NH_LINEAR_SINGULAR || job->answer == NH_LINEAR_DONE) job->answer = answer;
        w->start[k + 1] = w->start[k] + s.size;
    }
    w->result->assumptions = nh_linear_assumptions_of(&parts, w->arena);
}

nh_linear_answer nh_linear_ldl(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, nh_ldl_factors *result) {
    ldl_work w = {.arena = arena, .n = n, .result = result};
    nh_linear_job job = {pool, {(size_t)n * n, 0}, {a, NULL}, factor_blocks, &w, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}
