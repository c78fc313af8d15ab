/* Derivatives of alpha, and change of choice.
 *
 * By the implicit function, block after block: with x_d = dalpha_d/dw,
 *
 *     sum_{d in the block} dphi_r/dq_d' x_d = -dphi_r/dw - sum_{e earlier} dphi_r/dq_e' x_e,
 *
 * [Homogeneous] Remark 3 with its misprint corrected. The matrix of a block is inverted once. Second derivatives are
 * derivatives of x_d along the rows:
 *
 *     d^2 alpha_d/dw du = dx_d/du + sum_e dx_d/dq_e' dalpha_e/du */
#include <stdlib.h>
#include <string.h>

#include "algebra/linear/linear.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "state/explicit/explicit_private.h"
#include "state/explicit/kind.h"
#include "state/limits_private.h"

/* Velocities beyond which the matrix of a block is not inverted. */
enum { BLOCK_MOST = 24 };

/* ---- the matrix of a block ---- */

typedef struct inversion {
    const nh_explicit_parts *p;
    uint32_t block, size;
    nh_expr *result; /* size x size, velocity by row; NULL: there is none */
} inversion;

static uint32_t block_row(const nh_explicit_parts *p, uint32_t block, uint32_t i) {
    return p->blocks.row[p->blocks.start[block] + i];
}

static uint32_t block_velocity(const nh_explicit_parts *p, uint32_t block, uint32_t i) {
    return p->blocks.velocity_of[block_row(p, block, i)];
}

/* dphi/dq_d' of the block, row by row. */
static nh_expr *block_matrix(const inversion *in, nh_arena *arena) {
    const nh_explicit_parts *p = in->p;
    uint32_t n = in->size;
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            a[i * n + j] = nh_expr_diff(p->form.model->pool, p->rate[block_row(p, in->block, i)],
                                        p->velocity[block_velocity(p, in->block, j)]);
    return a;
}

static void keep_inverse(inversion *in, const nh_expr *x) {
    in->result = NH_NEW_ARRAY(in->p->arena, nh_expr, (size_t)in->size * in->size);
    memcpy(in->result, x, (size_t)in->size * in->size * sizeof *x);
}

static void invert_inside(void *argument) {
    inversion *in = argument;
    nh_pool *pool = in->p->form.model->pool;
    nh_arena *arena = nh_arena_create(in->p->form.model->context);
    uint32_t n = in->size;
    const nh_expr *a = block_matrix(in, arena);
    nh_expr *one = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * n);
    nh_linear_solution solution;
    for (uint32_t i = 0; i < n * n; i++) one[i] = i % (n + 1) == 0 ? NH_EXPR_ONE : NH_EXPR_ZERO;
    if (n == 1) {
        nh_expr inverse = a[0] != NH_EXPR_ZERO ? nh_expr_div(pool, NH_EXPR_ONE, a[0]) : NH_EXPR_UNDEFINED;
        keep_inverse(in, &inverse);
    } else if (nh_linear_solve(pool, arena, n, a, n, one, &solution) == NH_LINEAR_DONE) keep_inverse(in, solution.x);
    nh_arena_destroy(arena);
}

static nh_expr *make_symbols(nh_pool *pool, nh_arena *arena, uint32_t count, const char *name) {
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "#%s%u", name, (unsigned)i);
        symbols[i] = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, nh_text_string(&text));
    }
    return symbols;
}

/* With long coefficients: a x = b is solved for symbols b, by which the solution is differentiated. */
static void invert_long_inside(void *argument) {
    inversion *in = argument;
    nh_pool *pool = in->p->form.model->pool;
    nh_arena *arena = nh_arena_create(in->p->form.model->context);
    uint32_t n = in->size;
    const nh_expr *a = block_matrix(in, arena);
    const nh_expr *unknowns = make_symbols(pool, arena, n, "x"), *b = make_symbols(pool, arena, n, "b");
    nh_expr *rows = NH_NEW_ARRAY(arena, nh_expr, n), *x = NH_NEW_ARRAY(arena, nh_expr, n);
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, (size_t)n + 1), *result = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * n);
    nh_exprs pivots = {.arena = arena};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) terms[j] = nh_expr_mul(pool, a[i * n + j], unknowns[j]);
        terms[n] = nh_expr_neg(pool, b[i]);
        rows[i] = nh_expr_sum(pool, (size_t)n + 1, terms);
    }
    if (nh_explicit_solve_long(pool, arena, n, rows, unknowns, x, &pivots)) {
        for (uint32_t j = 0; j < n; j++) nh_expr_gradient(pool, x[j], n, b, &result[(size_t)j * n]);
        keep_inverse(in, result);
    }
    nh_arena_destroy(arena);
}

/* The normal form of a fraction with roots in its denominator divides by a norm, which may be 0 where the denominator
 * is not: at |P'| = |Q'| for |P'| + |Q'|. */
static bool has_roots(const inversion *in) {
    for (uint32_t i = 0; i < in->size && in->size > 1; i++)
        if (nh_explicit_has_roots(in->p->form.model->pool, in->p->rate[block_row(in->p, in->block, i)])) return true;
    return false;
}

/* Entry 0 undefined: there is no inverse, or it is too long. */
static const nh_expr *inverse_of(const nh_explicit_parts *p, uint32_t block) {
    static const nh_expr none[1] = {NH_EXPR_UNDEFINED};
    if (p->inverse[block] != NULL) return p->inverse[block];
    inversion in = {.p = p, .block = block, .size = p->blocks.start[block + 1] - p->blocks.start[block]};
    nh_budget budget = {.work = NH_WORK_INVERT, .memory = NH_MEMORY_INVERT};
    nh_context *context = p->form.model->context;
    if (in.size <= BLOCK_MOST && !p->is_unsolved && !has_roots(&in))
        (void)nh_attempt(context, &budget, invert_inside, &in);
    if (in.size <= BLOCK_MOST && in.result == NULL) (void)nh_attempt(context, &budget, invert_long_inside, &in);
    p->inverse[block] = in.result != NULL ? in.result : none;
    return p->inverse[block];
}

/* ---- first derivatives ---- */

typedef struct derivation {
    const nh_explicit_parts *p;
    nh_pool *pool;
    nh_arena *work;
    nh_expr w;
    nh_expr *x;     /* k: derivatives by w */
    bool *is_known; /* k */
} derivation;

/* -dphi_r/dw - sum over earlier velocities */
static nh_expr right_side(const derivation *d, uint32_t block, uint32_t row) {
    const nh_explicit_parts *p = d->p;
    nh_exprs terms = {.arena = d->work};
    nh_array_push(&terms, nh_expr_diff(d->pool, p->rate[row], d->w));
    for (uint32_t e = p->incidence.start[row]; e < p->incidence.start[row + 1]; e++) {
        uint32_t v = p->incidence.velocity[e];
        if (p->block_of[v] == block) continue;
        nh_expr slope = nh_expr_diff(d->pool, p->rate[row], p->velocity[v]);
        nh_array_push(&terms, nh_expr_mul(d->pool, slope, d->x[v]));
    }
    return nh_expr_neg(d->pool, nh_expr_sum(d->pool, terms.count, terms.items));
}

static void derive_block(derivation *d, uint32_t block) {
    const nh_explicit_parts *p = d->p;
    uint32_t size = p->blocks.start[block + 1] - p->blocks.start[block];
    const nh_expr *inverse = inverse_of(p, block);
    nh_arena_mark here = nh_arena_mark_here(d->work);
    nh_expr *b = NH_NEW_ARRAY(d->work, nh_expr, size), *terms = NH_NEW_ARRAY(d->work, nh_expr, size);
    for (uint32_t i = 0; i < size; i++) b[i] = right_side(d, block, block_row(p, block, i));
    for (uint32_t i = 0; i < size; i++) {
        uint32_t v = block_velocity(p, block, i);
        bool has_inverse = inverse[0] != NH_EXPR_UNDEFINED;
        for (uint32_t j = 0; j < size && has_inverse; j++) terms[j] = nh_expr_mul(d->pool, inverse[i * size + j], b[j]);
        d->x[v] = has_inverse ? nh_expr_sum(d->pool, size, terms) : NH_EXPR_UNDEFINED;
        d->is_known[v] = true;
    }
    nh_arena_release(d->work, here);
}

/* The blocks that the velocity needs, itself included, marked. */
static void mark_needed(const nh_explicit_parts *p, uint32_t velocity, nh_arena *work, bool *is_needed) {
    NH_ARRAY(uint32_t) open = {.arena = work};
    nh_array_push(&open, p->block_of[velocity]);
    is_needed[p->block_of[velocity]] = true;
    while (open.count > 0) {
        uint32_t block = open.items[--open.count];
        for (uint32_t i = p->blocks.start[block]; i < p->blocks.start[block + 1]; i++) {
            uint32_t row = p->blocks.row[i];
            for (uint32_t e = p->incidence.start[row]; e < p->incidence.start[row + 1]; e++) {
                uint32_t other = p->block_of[p->incidence.velocity[e]];
                if (is_needed[other]) continue;
                is_needed[other] = true;
                nh_array_push(&open, other);
            }
        }
    }
}

typedef struct known_exprs {
    nh_expr *x;
    bool *is_known;
} known_exprs;

static known_exprs *first_by(const nh_explicit_parts *p, nh_expr w) {
    bool is_new;
    uint64_t *place = nh_map_slot(p->first, w, &is_new);
    if (!is_new) return (known_exprs *)(uintptr_t)*place;
    known_exprs *known = NH_NEW(p->arena, known_exprs);
    known->x = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)p->form.k + 1);
    known->is_known = NH_NEW_ARRAY(p->arena, bool, (size_t)p->form.k + 1);
    *place = (uintptr_t)known;
    return known;
}

nh_expr nh_explicit_first_implicit(const nh_explicit *form, uint32_t d, nh_expr w) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    NH_ASSERT(d < form->k && nh_map_get(&p->number, w) == NULL);
    known_exprs *known = first_by(p, w);
    if (known->is_known[d]) return known->x[d];
    nh_arena *work = nh_arena_create(form->model->context);
    derivation s = {p, form->model->pool, work, w, known->x, known->is_known};
    bool *is_needed = NH_NEW_ARRAY(work, bool, (size_t)p->blocks.count + 1);
    mark_needed(p, d, work, is_needed);
    for (uint32_t b = 0; b <= p->block_of[d]; b++)
        if (is_needed[b] && !known->is_known[block_velocity(p, b, 0)]) derive_block(&s, b);
    nh_arena_destroy(work);
    return known->x[d];
}

nh_expr nh_explicit_first(const nh_explicit *form, uint32_t d, nh_expr w) {
    NH_ASSERT(d < form->k && nh_expr_kind_of(form->model->pool, w) == NH_EXPR_SYMBOL);
    if (form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return nh_explicit_first_implicit(form, d, w);
    return nh_expr_diff(form->model->pool, form->dependent[d].alpha, w);
}

/* ---- all first derivatives ---- */

typedef struct entry {
    uint32_t column;
    nh_expr slope;
} entry;

typedef NH_ARRAY(entry) entry_list;

static int by_column(const void *a, const void *b) {
    uint32_t first = ((const entry *)a)->column, second = ((const entry *)b)->column;
    return (first > second) - (first < second);
}

/* By the symbols of the rows that an implicit velocity comes from: by others its derivative is 0. */
static void add_implicit(const nh_explicit_parts *p, uint32_t d, const nh_map *columns, entry_list *entries) {
    nh_arena *work = nh_arena_create(p->form.model->context);
    bool *is_needed = NH_NEW_ARRAY(work, bool, (size_t)p->blocks.count + 1);
    nh_exprs rates = {.arena = work};
    mark_needed(p, d, work, is_needed);
    for (uint32_t b = 0; b < p->blocks.count; b++)
        for (uint32_t i = p->blocks.start[b]; i < p->blocks.start[b + 1] && is_needed[b]; i++)
            nh_array_push(&rates, p->rate[p->blocks.row[i]]);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(p->form.model->pool, work, rates.count, rates.items, &count);
    size_t first = entries->count;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *column = nh_map_get(columns, symbols[i]);
        nh_expr slope = column != NULL ? nh_explicit_first_implicit(&p->form, d, symbols[i]) : NH_EXPR_ZERO;
        if (slope != NH_EXPR_ZERO) nh_array_push(entries, ((entry){(uint32_t)*column, slope}));
    }
    if (entries->count > first)
        qsort(entries->items + first, entries->count - first, sizeof *entries->items, by_column);
    nh_arena_destroy(work);
}

static void add_solved(const nh_expr_matrix *solved, uint32_t d, entry_list *entries) {
    for (uint32_t e = solved->start[d]; e < solved->start[d + 1]; e++)
        nh_array_push(entries, ((entry){solved->column[e], solved->entry[e]}));
}

/* The derivatives of what is solved; rows of what is not are empty. */
static nh_expr_matrix solved_jacobian(const nh_explicit *form, nh_arena *arena, uint32_t count, const nh_expr *w) {
    nh_expr *alpha = NH_NEW_ARRAY(arena, nh_expr, (size_t)form->k + 1);
    for (uint32_t d = 0; d < form->k; d++)
        alpha[d] = form->dependent[d].kind == NH_EXPLICIT_IMPLICIT ? NH_EXPR_ZERO : form->dependent[d].alpha;
    return nh_expr_jacobian(form->model->pool, arena, form->k, alpha, count, w);
}

nh_expr_matrix nh_explicit_jacobian(const nh_explicit *form, nh_arena *arena, uint32_t count, const nh_expr *w) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    if (form->kind != NH_EXPLICIT_IMPLICIT) return solved_jacobian(form, arena, count, w);
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_expr_matrix solved = solved_jacobian(form, arena, count, w), all = {.rows = form->k, .columns = count};
    nh_map columns = nh_map_make(arena);
    entry_list entries = {.arena = arena};
    for (uint32_t i = 0; i < count; i++) nh_map_put(&columns, w[i], i);
    all.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)form->k + 1);
    for (uint32_t d = 0; d < form->k; d++) {
        if (form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) add_implicit(p, d, &columns, &entries);
        else add_solved(&solved, d, &entries);
        all.start[d + 1] = (uint32_t)entries.count;
    }
    all.column = NH_NEW_ARRAY(arena, uint32_t, entries.count + 1);
    all.entry = NH_NEW_ARRAY(arena, nh_expr, entries.count + 1);
    for (size_t i = 0; i < entries.count; i++) {
        all.column[i] = entries.items[i].column;
        all.entry[i] = entries.items[i].slope;
    }
    return all;
}

/* ---- second derivatives ---- */

nh_expr nh_explicit_second_implicit(const nh_explicit *form, uint32_t d, nh_expr w, nh_expr u) {
    NH_ASSERT(nh_expr_kind_of(form->model->pool, u) == NH_EXPR_SYMBOL);
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    nh_pool *pool = form->model->pool;
    nh_expr first = nh_explicit_first_implicit(form, d, w);
    if (first == NH_EXPR_UNDEFINED) return first;
    nh_arena *work = nh_arena_create(form->model->context);
    nh_exprs terms = {.arena = work};
    uint32_t count;
    const nh_expr *velocities = nh_kind_velocities(pool, work, first, &count);
    nh_array_push(&terms, nh_expr_diff(pool, first, u));
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *number = nh_map_get(&p->number, velocities[i]);
        if (number == NULL) continue;
        nh_expr along = nh_explicit_first_implicit(form, (uint32_t)*number, u);
        nh_array_push(&terms, nh_expr_mul(pool, nh_expr_diff(pool, first, velocities[i]), along));
    }
    nh_expr second = nh_expr_sum(pool, terms.count, terms.items);
    nh_arena_destroy(work);
    return second;
}

nh_expr nh_explicit_second(const nh_explicit *form, uint32_t d, nh_expr w, nh_expr u) {
    NH_ASSERT(d < form->k && nh_expr_kind_of(form->model->pool, u) == NH_EXPR_SYMBOL);
    if (form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return nh_explicit_second_implicit(form, d, w, u);
    return nh_expr_diff(form->model->pool, nh_explicit_first(form, d, w), u);
}

/* ---- change of choice ---- */

const nh_expr *nh_explicit_change(nh_arena *arena, const nh_explicit *from, const nh_explicit *to) {
    NH_ASSERT(from->model == to->model && from->m == to->m);
    const nh_explicit_parts *p = (const nh_explicit_parts *)to;
    const nh_model *model = to->model;
    uint32_t m = to->m;
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m + 1);
    for (uint32_t j = 0; j < m; j++)
        for (uint32_t i = 0; i < m; i++) {
            nh_expr v = model->coordinates.items[from->independent[i]].v;
            nh_expr w = model->coordinates.items[to->independent[j]].v;
            const uint64_t *d = nh_map_get(&p->number, v);
            nh_expr own = v == w ? NH_EXPR_ONE : NH_EXPR_ZERO;
            matrix[(size_t)j * m + i] = d != NULL ? nh_explicit_first(to, (uint32_t)*d, w) : own;
        }
    return matrix;
}
