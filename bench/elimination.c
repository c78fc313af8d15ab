/* Crout's form of elimination: with rows and columns in the order of their pivots,
 *
 *     u_kj = a_kj - sum_{m<k} l_km u_mj,   l_ik = (a_ik - sum_{m<k} l_im u_mk) / u_kk,
 *     x_k = (y_k - sum_{j>k} u_kj x_j) / u_kk
 *
 * so that each entry is one sum, made once; y is the column of b, treated as one of U. The order is found
 * beforehand, from which entries are 0: numbers are pivots first, then those that make few entries (Markowitz). L is
 * kept with the opposite sign. */
#include "elimination.h"

typedef struct system {
    nh_pool *pool;
    uint32_t n;
    const nh_expr *a, *b;
    uint32_t *row, *column; /* n: of the pivots, in their order */
    nh_expr *lu;            /* n x (n + 1), in the order of the pivots; after the last column y */
    nh_expr *inverse;       /* n: -1 / pivot */
    nh_expr *terms;         /* n + 1: room for a sum */
} system;

/* ---- the order ---- */

enum { NOTHING, NUMBER, EXPRESSION }; /* what an entry is while entries are only counted */

typedef struct pattern {
    uint32_t n;
    uint8_t *entry;               /* n x n */
    bool *row_done, *column_done; /* n */
} pattern;

static pattern pattern_of(const system *s, nh_arena *arena) {
    pattern p = {s->n, NH_NEW_ARRAY(arena, uint8_t, (size_t)s->n * s->n), NH_NEW_ARRAY(arena, bool, s->n),
                 NH_NEW_ARRAY(arena, bool, s->n)};
    for (size_t i = 0; i < (size_t)s->n * s->n; i++)
        if (s->a[i] != NH_EXPR_ZERO) p.entry[i] = nh_expr_is_number(s->pool, s->a[i]) ? NUMBER : EXPRESSION;
    return p;
}

/* How many other entries there are in the row of a pivot times those in its column. */
static uint32_t new_entries(const pattern *p, uint32_t row, uint32_t column) {
    uint32_t across = 0, down = 0;
    for (uint32_t k = 0; k < p->n; k++) {
        across += !p->column_done[k] && p->entry[row * p->n + k] != NOTHING;
        down += !p->row_done[k] && p->entry[k * p->n + column] != NOTHING;
    }
    return (across - 1) * (down - 1);
}

static bool choose_pivot(const pattern *p, uint32_t *row, uint32_t *column) {
    uint32_t kind = EXPRESSION + 1, fewest = UINT32_MAX;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t j = 0; j < p->n; j++) {
            uint32_t entry = p->entry[i * p->n + j];
            if (p->row_done[i] || p->column_done[j] || entry == NOTHING || entry > kind) continue;
            uint32_t made = new_entries(p, i, j);
            if (entry == kind && made >= fewest) continue;
            kind = entry, fewest = made;
            *row = i, *column = j;
        }
    return kind <= EXPRESSION;
}

static void eliminate(pattern *p, uint32_t row, uint32_t column) {
    p->row_done[row] = p->column_done[column] = true;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->row_done[i] || p->entry[i * p->n + column] == NOTHING) continue;
        for (uint32_t j = 0; j < p->n; j++)
            if (!p->column_done[j] && p->entry[row * p->n + j] != NOTHING) p->entry[i * p->n + j] = EXPRESSION;
    }
}

static bool find_order(system *s, nh_arena *arena) {
    pattern p = pattern_of(s, arena);
    for (uint32_t k = 0; k < s->n; k++) {
        if (!choose_pivot(&p, &s->row[k], &s->column[k])) return false;
        eliminate(&p, s->row[k], s->column[k]);
    }
    return true;
}

/* ---- the entries ---- */

static nh_expr *entry_at(const system *s, uint32_t i, uint32_t j) {
    return &s->lu[(size_t)i * (s->n + 1) + j];
}

static nh_expr given(const system *s, uint32_t i, uint32_t j) {
    return j == s->n ? s->b[s->row[i]] : s->a[(size_t)s->row[i] * s->n + s->column[j]];
}

/* a_ij - sum_{m<most} l_im u_mj */
static nh_expr reduced(const system *s, uint32_t i, uint32_t j, uint32_t most) {
    uint32_t count = 0;
    s->terms[count++] = given(s, i, j);
    for (uint32_t m = 0; m < most; m++) {
        nh_expr l = *entry_at(s, i, m), u = *entry_at(s, m, j);
        if (l != NH_EXPR_ZERO && u != NH_EXPR_ZERO) s->terms[count++] = nh_expr_mul(s->pool, l, u);
    }
    return count == 1 ? s->terms[0] : nh_expr_sum(s->pool, count, s->terms);
}

static bool factorise(const system *s) {
    for (uint32_t k = 0; k < s->n; k++) {
        for (uint32_t j = k; j <= s->n; j++) *entry_at(s, k, j) = reduced(s, k, j, k);
        nh_expr pivot = *entry_at(s, k, k);
        if (pivot == NH_EXPR_ZERO) return false;
        s->inverse[k] = nh_expr_neg(s->pool, nh_expr_pow_int(s->pool, pivot, -1));
        for (uint32_t i = k + 1; i < s->n; i++) {
            nh_expr l = reduced(s, i, k, k);
            *entry_at(s, i, k) = l == NH_EXPR_ZERO ? l : nh_expr_mul(s->pool, l, s->inverse[k]);
        }
    }
    return true;
}

static void substitute_back(const system *s, nh_expr *x) {
    for (uint32_t k = s->n; k-- > 0;) {
        uint32_t count = 0;
        s->terms[count++] = nh_expr_neg(s->pool, *entry_at(s, k, s->n));
        for (uint32_t j = k + 1; j < s->n; j++)
            if (*entry_at(s, k, j) != NH_EXPR_ZERO)
                s->terms[count++] = nh_expr_mul(s->pool, *entry_at(s, k, j), x[s->column[j]]);
        x[s->column[k]] = nh_expr_mul(s->pool, nh_expr_sum(s->pool, count, s->terms), s->inverse[k]);
    }
}

bool elimination_solve(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, const nh_expr *b, nh_expr *x) {
    system s = {.pool = pool, .n = n, .a = a, .b = b};
    s.row = NH_NEW_ARRAY(arena, uint32_t, n);
    s.column = NH_NEW_ARRAY(arena, uint32_t, n);
    s.lu = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * (n + 1));
    s.inverse = NH_NEW_ARRAY(arena, nh_expr, n);
    s.terms = NH_NEW_ARRAY(arena, nh_expr, (size_t)n + 1);
    if (!find_order(&s, arena) || !factorise(&s)) return false;
    substitute_back(&s, x);
    return true;
}
