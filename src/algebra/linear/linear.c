/* Rank, solution, determinant and null space, block by block. */
#include "algebra/linear/linear.h"

#include "algebra/field/normal.h"
#include "algebra/linear/linear_private.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

/* The worse one of the answers of two blocks: one that is singular makes the whole so. */
static nh_linear_answer worse_answer(nh_linear_answer a, nh_linear_answer b) {
    if (a == NH_LINEAR_SINGULAR || b == NH_LINEAR_SINGULAR) return NH_LINEAR_SINGULAR;
    return a == NH_LINEAR_UNKNOWN ? a : b;
}

static nh_linear_answer known_or_not(bool is_known) {
    return is_known ? NH_LINEAR_DONE : NH_LINEAR_UNKNOWN;
}

/* ---- rank ---- */

typedef struct rank_work {
    nh_arena *arena;
    uint32_t rows, columns;
    nh_linear_minor *result;
} rank_work;

static void find_rank(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    rank_work *w = job->user;
    (void)unused;
    nh_linear_system system = {w->rows, w->columns, 0, a, NULL};
    nh_linear_blocks blocks = nh_linear_blocks_of(field->arena, w->rows, w->columns, a, false);
    uint32_t *row = NH_NEW_ARRAY(w->arena, uint32_t, (size_t)w->rows + 1), rank = 0;
    uint32_t *column = NH_NEW_ARRAY(w->arena, uint32_t, (size_t)w->columns + 1);
    job->answer = NH_LINEAR_DONE;
    for (uint32_t k = 0; k < blocks.count; k++) {
        nh_elimination e = nh_linear_eliminate(field, &system, &blocks, k);
        job->answer = worse_answer(job->answer, known_or_not(e.is_known));
        for (uint32_t i = 0; i < e.rank; i++, rank++) {
            row[rank] = e.row[i];
            column[rank] = e.column[i];
        }
    }
    *w->result = (nh_linear_minor){rank, row, column};
}

nh_linear_answer nh_linear_rank(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                nh_linear_minor *result) {
    rank_work w = {arena, rows, columns, result};
    nh_linear_job job = {pool, {(size_t)rows * columns, 0}, {a, NULL}, find_rank, &w, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}

/* ---- solution ---- */

typedef struct solve_work {
    nh_arena *arena;
    uint32_t n, sides;
    nh_expr *x;
    nh_linear_solution *result;
} solve_work;

/* The unknowns of a block: y_j / p over what the side was multiplied by. */
static void take_solution(const solve_work *w, const nh_elimination *e, nh_linear_parts *parts) {
    nh_field *field = e->field;
    nh_element *y = NH_NEW_ARRAY(field->arena, nh_element, (size_t)e->rank + 1);
    nh_linear_assume_pivots(parts, e);
    for (uint32_t side = 0; side < w->sides; side++) {
        nh_element below = nh_element_mul(field, e->pivot, e->side_scale[side]);
        nh_linear_back(e, e->columns + side, y);
        for (uint32_t i = 0; i < e->rank; i++) {
            nh_element x = nh_linear_shorter(field, nh_element_div(field, y[i], below));
            nh_linear_assume(parts, x.den);
            w->x[(size_t)e->column[i] * w->sides + side] = nh_field_expr(field, x);
        }
    }
}

static void solve_blocks(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *b) {
    solve_work *w = job->user;
    nh_linear_parts parts = nh_linear_parts_make(field);
    nh_linear_system system = {w->n, w->n, w->sides, a, b};
    nh_linear_blocks blocks = nh_linear_blocks_of(field->arena, w->n, w->n, a, false);
    w->x = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)w->n * w->sides + 1);
    job->answer = NH_LINEAR_DONE;
    for (uint32_t k = 0; k < blocks.count; k++) {
        nh_elimination e = nh_linear_eliminate_or_expand(field, &system, &blocks, k);
        bool is_regular = e.rank == e.rows && e.rank == e.columns;
        job->answer = worse_answer(job->answer, !e.is_known   ? NH_LINEAR_UNKNOWN
                                                : !is_regular ? NH_LINEAR_SINGULAR
                                                              : NH_LINEAR_DONE);
        if (job->answer == NH_LINEAR_DONE) take_solution(w, &e, &parts);
    }
    *w->result = (nh_linear_solution){w->x, nh_linear_assumptions_of(&parts, w->arena)};
}

nh_linear_answer nh_linear_solve(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, uint32_t sides,
                                 const nh_expr *b, nh_linear_solution *result) {
    solve_work w = {.arena = arena, .n = n, .sides = sides, .result = result};
    size_t size = (size_t)n * n, right_size = (size_t)n * sides;
    nh_linear_job job = {pool, {size, right_size}, {a, b}, solve_blocks, &w, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}

/* e = sum_j a_j u_j - b; false when a coefficient depends on the unknowns. */
static bool take_linear(nh_pool *pool, uint32_t count, nh_expr e, const nh_expr *unknowns, nh_expr *a, nh_expr *b) {
    nh_expr rest = e;
    for (uint32_t j = 0; j < count; j++) {
        a[j] = nh_expr_diff(pool, e, unknowns[j]);
        if (nh_expr_depends_on(pool, a[j], count, unknowns)) a[j] = nh_expr_normal(pool, a[j]);
        if (a[j] == NH_EXPR_UNDEFINED || nh_expr_depends_on(pool, a[j], count, unknowns)) return false;
        rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, a[j], unknowns[j]));
    }
    if (nh_expr_depends_on(pool, rest, count, unknowns)) rest = nh_expr_normal(pool, rest);
    *b = nh_expr_neg(pool, rest);
    return rest != NH_EXPR_UNDEFINED && !nh_expr_depends_on(pool, rest, count, unknowns);
}

nh_linear_answer nh_linear_solve_for(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *equations,
                                     const nh_expr *unknowns, nh_linear_solution *result) {
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, (size_t)count * count + 1);
    nh_expr *b = NH_NEW_ARRAY(arena, nh_expr, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr e = nh_expr_expand_names(pool, equations[i]);
        if (nh_expr_jumps_with(pool, e, count, unknowns)) return NH_LINEAR_UNKNOWN; /* derivatives do not show it */
        if (!take_linear(pool, count, e, unknowns, &a[(size_t)i * count], &b[i])) return NH_LINEAR_UNKNOWN;
    }
    return nh_linear_solve(pool, arena, count, a, 1, b, result);
}

/* ---- determinant ---- */

typedef struct determinant_work {
    uint32_t n;
    nh_expr determinant;
    uint32_t *row, *column; /* in the order of the pivots, block by block */
    uint32_t placed;
} determinant_work;

/* Whether an odd number of exchanges brings the numbers into order. They are put there. */
static bool is_odd(uint32_t count, uint32_t *numbers) {
    bool odd = false;
    for (uint32_t i = 0; i < count; i++)
        while (numbers[i] != i) {
            uint32_t other = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = other;
            odd = !odd;
        }
    return odd;
}

/* Of a block; 0 when it is not square. */
static nh_element determinant_of(determinant_work *w, const nh_elimination *e) {
    nh_field *field = e->field;
    if (e->rank < e->rows || e->rank < e->columns) return nh_element_new(field);
    for (uint32_t i = 0; i < e->rank; i++, w->placed++) {
        w->row[w->placed] = e->row[i];
        w->column[w->placed] = e->column[i];
    }
    return nh_element_div(field, e->pivot, e->rows_scale);
}

static void find_determinant(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    determinant_work *w = job->user;
    (void)unused;
    nh_linear_system system = {w->n, w->n, 0, a, NULL};
    nh_linear_blocks blocks = nh_linear_blocks_of(field->arena, w->n, w->n, a, false);
    nh_element all = nh_element_number(field, nh_rat_int(1));
    w->row = NH_NEW_ARRAY(field->arena, uint32_t, (size_t)w->n + 1);
    w->column = NH_NEW_ARRAY(field->arena, uint32_t, (size_t)w->n + 1);
    job->answer = NH_LINEAR_DONE;
    for (uint32_t k = 0; k < blocks.count && !nh_element_is_zero(all); k++) {
        nh_elimination e = nh_linear_eliminate_or_expand(field, &system, &blocks, k);
        job->answer = worse_answer(job->answer, known_or_not(e.is_known));
        if (e.is_known) all = nh_element_mul(field, all, determinant_of(w, &e));
    }
    if (nh_element_is_zero(all)) job->answer = NH_LINEAR_DONE;
    else if (job->answer == NH_LINEAR_DONE && is_odd(w->n, w->row) != is_odd(w->n, w->column))
        all = nh_element_neg(field, all);
    w->determinant = nh_field_expr(field, nh_linear_shorter(field, all));
}

nh_linear_answer nh_linear_determinant(nh_pool *pool, uint32_t n, const nh_expr *a, nh_expr *determinant) {
    determinant_work w = {.n = n};
    nh_linear_job job = {pool, {(size_t)n * n, 0}, {a, NULL}, find_determinant, &w, NH_LINEAR_UNKNOWN};
    nh_linear_answer answer = nh_linear_run(&job);
    *determinant = w.determinant;
    return answer;
}

/* ---- null space ---- */

typedef struct null_work {
    nh_arena *arena;
    uint32_t rows, columns;
    nh_null_space *result;
    nh_expr *basis;
} null_work;

void nh_linear_make_primitive(nh_field *field, uint32_t count, nh_element *v) {
    nh_mpoly *g = nh_mpoly_new(field->ring);
    int sign = 0;
    for (uint32_t i = 0; i < count; i++) {
        nh_mpoly_gcd(g, g, v[i].num);
        if (sign == 0) sign = nh_mpoly_sign(v[i].num);
    }
    if (sign < 0) nh_mpoly_neg(g, g);
    for (uint32_t i = 0; i < count; i++) {
        nh_element part = nh_element_new(field);
        (void)nh_mpoly_divide(part.num, v[i].num, g);
        v[i] = part;
    }
    nh_mpoly_free(g);
}

/* The vector whose only entry next to the pivots is at this place. False when a denominator stays, which
 * only odd roots can do. */
static bool take_null_vector(null_work *w, const nh_elimination *e, uint32_t place, nh_linear_parts *parts) {
    nh_field *field = e->field;
    nh_element *v = NH_NEW_ARRAY(field->arena, nh_element, (size_t)e->rank + 1);
    nh_linear_back(e, place, v);
    for (uint32_t i = 0; i < e->rank; i++) v[i] = nh_element_neg(field, v[i]);
    v[e->rank] = e->pivot;
    nh_element common = nh_linear_common_denominator(field, (size_t)e->rank + 1, v);
    for (uint32_t i = 0; i <= e->rank; i++) {
        v[i] = nh_element_mul(field, v[i], common);
        if (!nh_mpoly_is_one(v[i].den)) return false;
    }
    nh_linear_make_primitive(field, e->rank + 1, v);
    nh_expr *vector = &w->basis[(size_t)w->result->count++ * w->columns];
    for (uint32_t j = 0; j < w->columns; j++) vector[j] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < e->rank; i++) vector[e->column[i]] = nh_field_expr(field, v[i]);
    vector[e->column[place]] = nh_field_expr(field, v[e->rank]);
    nh_linear_assume(parts, v[e->rank].num);
    return true;
}

static void find_null_space(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    null_work *w = job->user;
    nh_linear_parts parts = nh_linear_parts_make(field);
    (void)unused;
    nh_linear_system system = {w->rows, w->columns, 0, a, NULL};
    nh_linear_blocks blocks = nh_linear_blocks_of(field->arena, w->rows, w->columns, a, false);
    w->basis = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)w->columns * w->columns + 1);
    *w->result = (nh_null_space){.basis = w->basis};
    job->answer = NH_LINEAR_DONE;
    for (uint32_t k = 0; k < blocks.count; k++) {
        nh_elimination e = nh_linear_eliminate(field, &system, &blocks, k);
        bool is_known = e.is_known;
        nh_linear_assume_pivots(&parts, &e);
        for (uint32_t j = e.rank; j < e.columns && is_known; j++) is_known = take_null_vector(w, &e, j, &parts);
        job->answer = worse_answer(job->answer, known_or_not(is_known));
    }
    w->result->assumptions = nh_linear_assumptions_of(&parts, w->arena);
}

nh_linear_answer nh_linear_null_space(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                      nh_null_space *result) {
    null_work w = {.arena = arena, .rows = rows, .columns = columns, .result = result};
    nh_linear_job job = {pool, {(size_t)rows * columns, 0}, {a, NULL}, find_null_space, &w, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}
