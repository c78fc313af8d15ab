/* The growth of the distribution of a Pfaffian system by brackets.
 *
 * The fields X_j of the solved form (pfaffian_private.h) have constant components along the independent variables, so
 * all brackets are vertical: Y = sum_a Y_a d/dx_d(a), and
 *
 *     [X_i, X_j]_a = -B_a,ij,      [X_j, Y]_a = X_j Y_a + Y c_aj
 *
 * D_s is spanned by the X_j and a basis of its vertical fields over the functions; any one will do,
 * multiplied by any functions, since [X, f Y] = f [X, Y] + (X f) Y. Brackets with a field that is in an
 * earlier D_s lead to no new ones. */
#include "algebra/pfaff/pfaffian.h"
#include "algebra/pfaff/pfaffian_private.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"

/* The fields of one block. */
typedef struct flag {
    const nh_pfaffian *system;
    nh_solved_forms s;
    nh_expr_rows basis; /* of the vertical fields of D_s */
    uint32_t new_count; /* the last ones of them, which are not in the D before */
    uint32_t *dimension;
    uint32_t levels;
} flag;

/* ---- brackets ---- */

/* Y e for a vertical field Y. */
static nh_expr vertical_derivative(const nh_solved_forms *s, const nh_expr *y, nh_expr e) {
    nh_expr *terms = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank + 1);
    for (uint32_t b = 0; b < s->rank; b++)
        terms[b] = y[b] == NH_EXPR_ZERO || nh_expr_is_number(s->pool, e)
                       ? NH_EXPR_ZERO
                       : nh_expr_mul(s->pool, y[b], nh_expr_diff(s->pool, e, s->variables[s->dependent[b]]));
    return nh_expr_sum(s->pool, s->rank, terms);
}

/* [X_j, Y] for all j. */
static void add_brackets(const nh_solved_forms *s, const nh_expr *y, nh_expr_rows *rows) {
    nh_expr *all = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->free * s->rank + 1);
    nh_expr *along = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->free + 1);
    for (uint32_t a = 0; a < s->rank; a++) {
        nh_pfaffian_along(s, y[a], along);
        for (uint32_t j = 0; j < s->free; j++)
            all[(size_t)j * s->rank + a] =
                nh_expr_add(s->pool, along[j], vertical_derivative(s, y, s->c[(size_t)a * s->free + j]));
    }
    for (uint32_t j = 0; j < s->free; j++) nh_expr_rows_add(rows, &all[(size_t)j * s->rank]);
}

/* The basis, and after it fields that span D_(s+1) with it. */
static nh_expr_rows next_fields(const flag *f) {
    uint32_t rank = f->s.rank;
    nh_expr_rows rows = {.arena = f->s.arena, .columns = rank};
    if (f->levels == 1) return nh_pfaffian_curvature(&f->s, true);
    for (uint32_t i = 0; i < f->basis.count; i++) nh_expr_rows_add(&rows, &f->basis.items[(size_t)i * rank]);
    for (uint32_t i = f->basis.count - f->new_count; i < f->basis.count; i++)
        add_brackets(&f->s, &f->basis.items[(size_t)i * rank], &rows);
    return rows;
}

/* ---- dimensions ---- */

/* Whether a number of vertical fields that are independent is as many as there can be, since what can be integrated
 * stays constant along all of them. */
static bool is_most(const flag *f, uint32_t count) {
    nh_pfaffian part;
    return nh_pfaffian_block_part(f->s.pool, f->s.arena, f->system, &part) == NH_LINEAR_DONE &&
           count == f->s.rank - part.rank;
}

/* Rows, or columns that are not 0 to the letter, whichever are fewer. */
static uint32_t most_rank(const nh_expr_rows *rows) {
    uint32_t columns = 0;
    for (uint32_t j = 0; j < rows->columns; j++) {
        uint32_t i = 0;
        while (i < rows->count && rows->items[(size_t)i * rows->columns + j] == NH_EXPR_ZERO) i++;
        columns += i < rows->count;
    }
    return rows->count < columns ? rows->count : columns;
}

/* The rows without components that the closed forms determine by the others. */
static nh_expr_rows without_replaced(const nh_solved_forms *s, const nh_expr_rows *rows) {
    nh_expr_rows kept = {.arena = s->arena, .columns = s->rank - s->closed, .count = rows->count};
    kept.items = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)rows->count * kept.columns + 1);
    for (uint32_t i = 0; i < rows->count; i++)
        for (uint32_t a = 0, k = 0; a < s->rank; a++)
            if (!s->is_replaced[a]) kept.items[(size_t)i * kept.columns + k++] = rows->items[(size_t)i * s->rank + a];
    return kept;
}

/* The rank of the rows, and which ones are a basis; rows is NULL when there is no need to know,
 * since the flag ends here. */
static bool find_basis(const flag *f, const nh_expr_rows *all, nh_linear_minor *minor) {
    const nh_solved_forms *s = &f->s;
    nh_expr_rows rows = without_replaced(s, all);
    const uint32_t *chosen;
    uint32_t least = nh_pfaffian_rank_at_points(s->pool, s->arena, rows.count, rows.columns, rows.items, &chosen);
    *minor = (nh_linear_minor){least, chosen, NULL};
    if (least == most_rank(&rows)) return true;
    if (nh_linear_rank(s->pool, s->arena, rows.count, rows.columns, rows.items, minor) == NH_LINEAR_DONE) return true;
    *minor = (nh_linear_minor){least > f->basis.count ? least : f->basis.count, NULL, NULL};
    return is_most(f, minor->rank);
}

/* The chosen rows: those of the basis first, then new ones without denominators. */
static void take_basis(flag *f, const nh_expr_rows *rows, const nh_linear_minor *minor) {
    uint32_t old = f->basis.count, rank = f->s.rank;
    nh_expr_rows basis = {.arena = f->s.arena, .columns = rank};
    for (int pass = 0; pass < 2; pass++) {
        uint32_t before = basis.count;
        for (uint32_t i = 0; i < minor->rank; i++)
            if ((minor->rows[i] >= old) == (pass == 1))
                nh_expr_rows_add(&basis, &rows->items[(size_t)minor->rows[i] * rank]);
        f->new_count = basis.count - before;
    }
    nh_pfaffian_clear(f->s.pool, f->new_count, rank, &basis.items[(size_t)(basis.count - f->new_count) * rank]);
    f->basis = basis;
}

/* One more level; false when it is the last one: nothing is added, all is there, or it is not known what is. */
static bool grow_level(flag *f, bool *is_known) {
    nh_linear_minor minor;
    nh_expr_rows rows = next_fields(f);
    *is_known = find_basis(f, &rows, &minor);
    if (!*is_known || minor.rank == f->basis.count) return false;
    f->dimension[f->levels++] = f->s.free + minor.rank;
    if (minor.rows == NULL || minor.rank == f->s.rank - f->s.closed) return false;
    take_basis(f, &rows, &minor);
    return true;
}

/* ---- blocks ---- */

/* False when it is not known. */
static bool grow_block(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_growth *growth) {
    flag f = {.system = system, .dimension = NH_NEW_ARRAY(arena, uint32_t, (size_t)system->count + 2), .levels = 1};
    if (nh_pfaffian_solve(pool, arena, system, &f.s) != NH_LINEAR_DONE) return false;
    bool is_known = true;
    f.dimension[0] = f.s.free;
    f.basis = (nh_expr_rows){.arena = arena, .columns = f.s.rank};
    while (f.s.closed < f.s.rank && grow_level(&f, &is_known)) {}
    *growth = (nh_growth){f.levels, f.dimension};
    return is_known;
}

typedef struct growth_work {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    uint32_t *dimension;
    uint32_t levels;
    nh_linear_answer answer;
} growth_work;

/* A block that has ended keeps its dimension. */
static void add_block(growth_work *w, const nh_growth *block) {
    uint32_t levels = block->count > w->levels ? block->count : w->levels;
    for (uint32_t i = w->levels; i < levels; i++) w->dimension[i] = w->dimension[w->levels - 1];
    w->levels = levels;
    for (uint32_t i = 0; i < levels; i++) w->dimension[i] += block->dimension[i < block->count ? i : block->count - 1];
}

static void find_growth(void *argument) {
    growth_work *w = argument;
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    nh_pfaffian_blocks blocks = {.count = 0};
    bool is_known = nh_pfaffian_split(w->pool, arena, w->system, &blocks);
    w->dimension = NH_NEW_ARRAY(w->arena, uint32_t, (size_t)w->system->count + 2);
    w->dimension[0] = blocks.idle;
    w->levels = 1;
    for (uint32_t i = 0; i < blocks.count && is_known; i++) {
        nh_growth growth;
        is_known = grow_block(w->pool, arena, &blocks.items[i].system, &growth);
        if (is_known) add_block(w, &growth);
    }
    w->answer = is_known ? NH_LINEAR_DONE : NH_LINEAR_UNKNOWN;
    nh_arena_destroy(arena);
}

nh_linear_answer nh_pfaffian_growth(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_growth *growth) {
    growth_work w = {.pool = pool, .arena = arena, .system = system, .answer = NH_LINEAR_UNKNOWN};
    nh_budget budget = {.work = NH_PFAFFIAN_WORK, .memory = NH_PFAFFIAN_MEMORY};
    if (nh_attempt(nh_pool_context(pool), &budget, find_growth, &w) != NH_OK) return NH_LINEAR_UNKNOWN;
    *growth = (nh_growth){w.levels, w.dimension};
    return w.answer;
}
