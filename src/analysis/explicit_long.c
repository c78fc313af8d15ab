/* Linear blocks whose coefficients are too long for a normal form: solved with expressions as they are. The result is a program rather than a formula.
 *
 * Small blocks by Cramer's rule, each minor made once from those of one row less: then only the determinant must not be zero. Larger ones by elimination that divides, whose size grows as
 * the third power of that of the block. A pivot is certainly not zero at some point; numbers are taken first, then what is short. */
#include "algebra/identity.h"
#include "analysis/explicit_private.h"
#include "expr/inspect.h"

/* Velocities up to which minors are used. */
enum { MINORS_MOST = 8 };

typedef struct tableau {
    nh_pool *pool;
    uint32_t n;
    nh_expr *a; /* n x (n + 1), row by row; the last column is the right side */
} tableau;

static nh_expr *entry(const tableau *t, uint32_t i, uint32_t j) {
    return &t->a[(size_t)i * (t->n + 1) + j];
}

/* The row from `step` on with the best pivot in that column; n: there is none. */
static uint32_t find_pivot(const tableau *t, uint32_t step) {
    uint32_t best = t->n;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = step; i < t->n; i++) {
        nh_expr e = *entry(t, i, step);
        if (e == NH_EXPR_ZERO || e == NH_EXPR_UNDEFINED) continue;
        uint64_t cost = nh_expr_operations(t->pool, 1, &e) + (nh_expr_is_number(t->pool, e) ? 0 : 1);
        if (cost >= least || !(nh_expr_is_number(t->pool, e) || nh_expr_is_nonzero_somewhere(t->pool, e))) continue;
        best = i;
        least = cost;
    }
    return best;
}

static void eliminate(const tableau *t, uint32_t step) {
    nh_pool *pool = t->pool;
    for (uint32_t i = step + 1; i < t->n; i++) {
        nh_expr factor = nh_expr_div(pool, *entry(t, i, step), *entry(t, step, step));
        for (uint32_t j = step; j <= t->n && factor != NH_EXPR_ZERO; j++)
            *entry(t, i, j) = j == step
                                  ? NH_EXPR_ZERO
                                  : nh_expr_sub(pool, *entry(t, i, j), nh_expr_mul(pool, factor, *entry(t, step, j)));
    }
}

static void exchange_rows(const tableau *t, uint32_t a, uint32_t b) {
    for (uint32_t j = 0; j <= t->n; j++) {
        nh_expr e = *entry(t, a, j);
        *entry(t, a, j) = *entry(t, b, j);
        *entry(t, b, j) = e;
    }
}

static void solve_backwards(const tableau *t, nh_expr *x) {
    nh_pool *pool = t->pool;
    for (uint32_t i = t->n; i > 0; i--) {
        nh_expr rest = *entry(t, i - 1, t->n);
        for (uint32_t j = i; j < t->n; j++)
            rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, *entry(t, i - 1, j), x[j]));
        x[i - 1] = nh_expr_div(pool, rest, *entry(t, i - 1, i - 1));
    }
}

static bool solve_by_elimination(const tableau *t, nh_expr *x, nh_expr_list *pivots) {
    for (uint32_t step = 0; step < t->n; step++) {
        uint32_t row = find_pivot(t, step);
        if (row == t->n) return false;
        exchange_rows(t, step, row);
        nh_expr pivot = *entry(t, step, step);
        if (!nh_expr_is_number(t->pool, pivot)) nh_array_push(pivots, pivot);
        eliminate(t, step);
    }
    solve_backwards(t, x);
    return true;
}

/* ---- minors ---- */

/* The minor of the first rows with these columns, a bit each, by its last row: minors of one row less are known. */
static nh_expr expand_minor(const tableau *t, uint32_t columns, uint32_t row, const nh_expr *minor) {
    nh_expr terms[MINORS_MOST + 1];
    uint32_t count = 0;
    for (uint32_t j = 0, place = 0; j <= t->n; j++) {
        if ((columns >> j & 1) == 0) continue;
        nh_expr term = nh_expr_mul(t->pool, *entry(t, row, j), minor[columns & ~(UINT32_C(1) << j)]);
        terms[count++] = (row + place++) % 2 == 0 ? term : nh_expr_neg(t->pool, term);
    }
    return nh_expr_sum(t->pool, count, terms);
}

/* a x = b: x_j det(a) is the determinant with b in place of column j, which is the minor of (a, b) without column j, up to the sign that moving b there costs. */
static bool solve_by_minors(const tableau *t, nh_arena *work, nh_expr *x, nh_expr_list *pivots) {
    uint32_t all = UINT32_C(1) << (t->n + 1), right = UINT32_C(1) << t->n;
    nh_expr *minor = NH_NEW_ARRAY(work, nh_expr, all);
    minor[0] = NH_EXPR_ONE;
    for (uint32_t columns = 1; columns < all; columns++) {
        uint32_t size = (uint32_t)__builtin_popcount(columns);
        if (size <= t->n) minor[columns] = expand_minor(t, columns, size - 1, minor);
    }
    nh_expr determinant = minor[right - 1];
    if (!nh_expr_is_nonzero_somewhere(t->pool, determinant)) return false;
    if (!nh_expr_is_number(t->pool, determinant)) nh_array_push(pivots, determinant);
    for (uint32_t j = 0; j < t->n; j++) {
        nh_expr other = minor[(all - 1) & ~(UINT32_C(1) << j)];
        if ((t->n - 1 - j) % 2 == 1) other = nh_expr_neg(t->pool, other);
        x[j] = nh_expr_div(t->pool, other, determinant);
    }
    return true;
}

/* ---- both ---- */

bool nh_explicit_solve_long(nh_pool *pool, nh_arena *work, uint32_t size, const nh_expr *rows,
                            const nh_expr *velocities, nh_expr *x, nh_expr_list *pivots) {
    tableau t = {pool, size, NH_NEW_ARRAY(work, nh_expr, (size_t)size * (size + 1))};
    nh_expr *zeros = NH_NEW_ARRAY(work, nh_expr, size);
    for (uint32_t j = 0; j < size; j++) zeros[j] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < size; i++) {
        nh_expr_gradient(pool, rows[i], size, velocities, entry(&t, i, 0));
        *entry(&t, i, size) = nh_expr_neg(pool, nh_expr_substitute(pool, rows[i], size, velocities, zeros, false));
    }
    return size <= MINORS_MOST ? solve_by_minors(&t, work, x, pivots) : solve_by_elimination(&t, x, pivots);
}
