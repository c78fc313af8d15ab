/* The inverse of a symmetric matrix of expressions, block by block. */
#include <string.h>

#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "form/limits_private.h"
#include "form/momenta.h"

/* The exact inverse of a full block with more rows is too long to be of use; and an elimination of one with many
 * more has too many steps. */
enum { MOST_EXPANDED = 5, MOST_ELIMINATED = 64 };

/* The rows that hang together: block b has the rows member[start[b]] .. member[start[b+1]-1], rising. */
typedef struct blocks {
    uint32_t count;
    uint32_t *start, *member;
    uint32_t *place; /* by row: its number within its block */
} blocks;

typedef struct inversion {
    nh_pool *pool;
    nh_arena *arena;
    const nh_expr_matrix *A;
    blocks blocks;
    nh_expr **inverse; /* by block: dense, row by row */
} inversion;

/* ---- blocks ---- */

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* The smallest row of a block is its root. */
static uint32_t *unite_rows(nh_arena *arena, const nh_expr_matrix *A) {
    uint32_t *parent = NH_NEW_ARRAY(arena, uint32_t, A->rows);
    for (uint32_t i = 0; i < A->rows; i++) parent[i] = i;
    for (uint32_t i = 0; i < A->rows; i++)
        for (uint32_t k = A->start[i]; k < A->start[i + 1]; k++) {
            uint32_t a = root_of(parent, i), b = root_of(parent, A->column[k]);
            parent[a < b ? b : a] = a < b ? a : b;
        }
    return parent;
}

static blocks find_blocks(nh_arena *arena, const nh_expr_matrix *A) {
    uint32_t n = A->rows, *parent = unite_rows(arena, A), *block = NH_NEW_ARRAY(arena, uint32_t, n);
    blocks b = {.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1)};
    b.member = NH_NEW_ARRAY(arena, uint32_t, n);
    b.place = NH_NEW_ARRAY(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = root_of(parent, i);
        block[i] = root == i ? b.count++ : block[root];
        b.place[i] = b.start[block[i] + 1]++;
    }
    for (uint32_t k = 0; k < b.count; k++) b.start[k + 1] += b.start[k];
    for (uint32_t i = 0; i < n; i++) b.member[b.start[block[i]] + b.place[i]] = i;
    return b;
}

/* Block k, row by row. */
static nh_expr *dense_block(const inversion *v, uint32_t k) {
    const blocks *b = &v->blocks;
    uint32_t first = b->start[k], size = b->start[k + 1] - first;
    nh_expr *a = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)size * size);
    for (size_t i = 0; i < (size_t)size * size; i++) a[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t row = b->member[first + i];
        for (uint32_t e = v->A->start[row]; e < v->A->start[row + 1]; e++)
            a[(size_t)i * size + b->place[v->A->column[e]]] = v->A->entry[e];
    }
    return a;
}

/* ---- one block ---- */

static nh_expr *unit_matrix(nh_arena *arena, uint32_t size) {
    nh_expr *one = NH_NEW_ARRAY(arena, nh_expr, (size_t)size * size);
    for (size_t i = 0; i < (size_t)size * size; i++) one[i] = i % ((size_t)size + 1) == 0 ? NH_EXPR_ONE : NH_EXPR_ZERO;
    return one;
}

/* A row or a column of a dense matrix. */
typedef struct line {
    const nh_expr *at;
    size_t step;
} line;

/* sum_(from <= k < to) a[k] b[k] c[k]; c may be NULL */
static nh_expr product_sum(const inversion *v, uint32_t from, uint32_t to, line a, line b, const nh_expr *c) {
    nh_expr *terms = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)to + 1);
    size_t count = 0;
    for (uint32_t k = from; k < to; k++) {
        nh_expr factors[] = {a.at[k * a.step], b.at[k * b.step], c != NULL ? c[k] : NH_EXPR_ONE};
        terms[count++] = nh_expr_product(v->pool, 3, factors);
    }
    return nh_expr_sum(v->pool, count, terms);
}

/* a = L D L^T; false when a pivot is not certainly different from 0. */
static bool factor_block(const inversion *v, uint32_t size, const nh_expr *a, nh_expr *L, nh_expr *D) {
    for (uint32_t j = 0; j < size; j++) {
        line row = {L + (size_t)j * size, 1};
        D[j] = nh_expr_sub(v->pool, a[(size_t)j * size + j], product_sum(v, 0, j, row, row, D));
        if (!nh_expr_is_nonzero_somewhere(v->pool, D[j])) return false;
        for (uint32_t i = j + 1; i < size; i++) {
            size_t at = (size_t)i * size;
            nh_expr sum = product_sum(v, 0, j, (line){L + at, 1}, row, D);
            L[at + j] = nh_expr_div(v->pool, nh_expr_sub(v->pool, a[at + j], sum), D[j]);
        }
    }
    return true;
}

/* W = L^-1, then a^-1 = W^T D^-1 W. */
static nh_expr *invert_by_steps(const inversion *v, uint32_t size, const nh_expr *a) {
    if (size > MOST_ELIMINATED) return NULL;
    size_t area = (size_t)size * size;
    nh_expr *L = unit_matrix(v->arena, size), *W = unit_matrix(v->arena, size);
    nh_expr *D = NH_NEW_ARRAY(v->arena, nh_expr, size), *result = NH_NEW_ARRAY(v->arena, nh_expr, area);
    if (!factor_block(v, size, a, L, D)) return NULL;
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = j + 1; i < size; i++) {
            line row = {L + (size_t)i * size, 1}, column = {W + j, size};
            W[(size_t)i * size + j] = nh_expr_neg(v->pool, product_sum(v, j, i, row, column, NULL));
        }
    for (uint32_t j = 0; j < size; j++) D[j] = nh_expr_pow_int(v->pool, D[j], -1);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j <= i; j++) {
            nh_expr sum = product_sum(v, i, size, (line){W + i, size}, (line){W + j, size}, D);
            result[(size_t)i * size + j] = result[(size_t)j * size + i] = sum;
        }
    return result;
}

typedef struct exact_inverse {
    inversion *v;
    uint32_t size;
    const nh_expr *a;
    nh_linear_solution solution;
    nh_linear_answer answer;
} exact_inverse;

static void solve_exactly(void *argument) {
    exact_inverse *x = argument;
    const nh_expr *one = unit_matrix(x->v->arena, x->size);
    x->answer = nh_linear_solve(x->v->pool, x->v->arena, x->size, x->a, x->size, one, &x->solution);
}

/* With bounded work: what takes longer is too long. */
static nh_linear_answer invert_exactly(inversion *v, uint32_t size, const nh_expr *a, nh_linear_solution *solution) {
    exact_inverse x = {.v = v, .size = size, .a = a, .answer = NH_LINEAR_UNKNOWN};
    nh_budget budget = {.work = NH_WORK_INVERSE};
    nh_status status = nh_attempt(nh_arena_context(v->arena), &budget, solve_exactly, &x);
    *solution = x.solution;
    return status == NH_OK ? x.answer : NH_LINEAR_UNKNOWN;
}

/* By steps too where the exact inverse is long: of a large block at once, of a small one when it was too long. */
static nh_linear_answer invert_block(inversion *v, uint32_t k) {
    NH_ASSERT(k < v->blocks.count);
    uint32_t size = v->blocks.start[k + 1] - v->blocks.start[k];
    const nh_expr *a = dense_block(v, k);
    nh_linear_solution solution;
    if (size > MOST_EXPANDED) v->inverse[k] = invert_by_steps(v, size, a);
    if (v->inverse[k] != NULL) return NH_LINEAR_DONE;
    nh_linear_answer answer = invert_exactly(v, size, a, &solution);
    if (answer == NH_LINEAR_DONE) {
        v->inverse[k] = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)size * size);
        memcpy(v->inverse[k], solution.x, (size_t)size * size * sizeof *solution.x);
    }
    if (answer == NH_LINEAR_UNKNOWN && size <= MOST_EXPANDED) v->inverse[k] = invert_by_steps(v, size, a);
    return v->inverse[k] != NULL ? NH_LINEAR_DONE : answer;
}

/* ---- all of them ---- */

static nh_expr_matrix put_together(const inversion *v) {
    const blocks *b = &v->blocks;
    nh_expr_matrix a = {.rows = v->A->rows, .columns = v->A->rows};
    size_t most = 0;
    for (uint32_t k = 0; k < b->count; k++)
        most += (size_t)(b->start[k + 1] - b->start[k]) * (b->start[k + 1] - b->start[k]);
    a.start = NH_NEW_ARRAY(v->arena, uint32_t, (size_t)a.rows + 1);
    a.column = NH_NEW_ARRAY(v->arena, uint32_t, most);
    a.entry = NH_NEW_ARRAY(v->arena, nh_expr, most);
    uint32_t *block = NH_NEW_ARRAY(v->arena, uint32_t, a.rows), count = 0;
    for (uint32_t k = 0; k < b->count; k++)
        for (uint32_t i = b->start[k]; i < b->start[k + 1]; i++) block[b->member[i]] = k;
    for (uint32_t i = 0; i < a.rows; i++) {
        uint32_t first = b->start[block[i]], size = b->start[block[i] + 1] - first;
        for (uint32_t j = 0; j < size; j++) {
            nh_expr e = v->inverse[block[i]][(size_t)b->place[i] * size + j];
            if (e == NH_EXPR_ZERO) continue;
            a.column[count] = b->member[first + j];
            a.entry[count++] = e;
        }
        a.start[i + 1] = count;
    }
    return a;
}

static inversion begin_inversion(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *A) {
    inversion v = {.pool = pool, .arena = arena, .A = A, .blocks = find_blocks(arena, A)};
    v.inverse = NH_NEW_ARRAY(arena, nh_expr *, v.blocks.count);
    return v;
}

nh_linear_answer nh_momenta_invert(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *A, nh_expr_matrix *inverse) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && A->rows == A->columns);
    inversion v = begin_inversion(pool, arena, A);
    nh_linear_answer worst = NH_LINEAR_DONE;
    for (uint32_t k = 0; k < v.blocks.count; k++) {
        nh_linear_answer answer = invert_block(&v, k);
        if (answer == NH_LINEAR_SINGULAR) return answer;
        if (answer == NH_LINEAR_UNKNOWN) worst = answer;
    }
    if (worst == NH_LINEAR_DONE) *inverse = put_together(&v);
    return worst;
}

/* Rows that are a basis of all rows of a symmetric matrix give a regular minor together with the same columns. A large
 * block that can be eliminated is regular. */
bool nh_momenta_regular(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *A, bool *kept) {
    NH_ASSERT(A->rows == A->columns);
    inversion v = begin_inversion(pool, arena, A);
    for (uint32_t k = 0; k < v.blocks.count; k++) {
        const uint32_t *member = v.blocks.member + v.blocks.start[k];
        uint32_t size = v.blocks.start[k + 1] - v.blocks.start[k];
        const nh_expr *a = dense_block(&v, k);
        bool is_regular = size > MOST_EXPANDED && invert_by_steps(&v, size, a) != NULL;
        nh_linear_minor minor = {.rank = 0};
        bool is_known = is_regular || nh_linear_rank(pool, arena, size, size, a, &minor) == NH_LINEAR_DONE;
        if (!is_known) is_known = is_regular = invert_by_steps(&v, size, a) != NULL;
        if (!is_known) return false;
        for (uint32_t i = 0; i < size; i++) kept[member[i]] = is_regular;
        for (uint32_t i = 0; !is_regular && i < minor.rank; i++) kept[member[minor.rows[i]]] = true;
    }
    return true;
}
