/* The largest integrable part of a Pfaffian system, by derived systems.
 *
 * theta = sum_a k_a theta_a is in the derived system where dtheta = 0 modulo the theta_a: sum_a k_a B_a,ij = 0 for all i < j, with the curvature B of pfaffian_solved.c. The null space of B gives the next system,
 * until B is 0 on it: by the theorem of Frobenius it is integrable then, and every differential in the first system is in all of them. (R. Bryant et al., Exterior Differential Systems, 1991, II.4.)
 *
 * Both ends are proved: a null space by normal forms that are 0 and minors that are not; that there is none also by a minor of B that is not 0 at one point. */
#include "algebra/pfaffian.h"

#include <string.h>

#include "algebra/pfaffian_private.h"
#include "algebra/simplify.h"
#include "algebra/tidy.h"
#include "base/protect.h"
#include "expr/inspect.h"

/* Of a form that is simplified: a longer one is tidied alone, which takes less time. */
enum { MOST_OPERATIONS = 200 };

/* ---- one block ---- */

/* The form sum_a k_a theta_a. */
static void combine(const nh_solved_forms *s, const nh_expr *k, nh_expr *form) {
    nh_expr *terms = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank + 1);
    for (uint32_t a = 0; a < s->rank; a++) form[s->dependent[a]] = k[a];
    for (uint32_t j = 0; j < s->free; j++) {
        for (uint32_t a = 0; a < s->rank; a++) terms[a] = nh_expr_mul(s->pool, k[a], s->c[(size_t)a * s->free + j]);
        form[s->independent[j]] = nh_expr_sum(s->pool, s->rank, terms);
    }
}

/* The closed forms, and sum_a k_a theta_a for all k of the basis, short. */
static nh_pfaffian combinations(const nh_solved_forms *s, const nh_pfaffian *system, const nh_null_space *space) {
    size_t n = s->count;
    nh_expr *forms = NH_NEW_ARRAY(s->arena, nh_expr, (s->closed + space->count) * n + 1), *made = forms + s->closed * n;
    for (uint32_t i = 0; i < s->closed; i++)
        memcpy(&forms[i * n], &system->forms[s->closed_form[i] * n], n * sizeof *forms);
    for (uint32_t i = 0; i < space->count; i++) combine(s, &space->basis[(size_t)i * s->rank], &made[i * n]);
    nh_expr_tidy_all(s->pool, s->arena, space->count * n, made);
    nh_pfaffian_clear(s->pool, space->count, s->count, made);
    for (uint32_t i = 0; i < space->count; i++)
        if (nh_expr_operations(s->pool, n, &made[i * n]) <= MOST_OPERATIONS)
            nh_expr_simplify_all(s->pool, s->arena, n, &made[i * n]);
    return (nh_pfaffian){s->count, s->variables, s->closed + space->count, forms};
}

/* Columns of b that are 0 to the letter, and the others; without those of forms that are replaced. */
typedef struct column_parts {
    uint32_t zeros, others;
    uint32_t *zero, *other;
    nh_expr *rest; /* b without the zeros */
} column_parts;

static column_parts part_columns(nh_arena *arena, const nh_expr_rows *b, const bool *is_replaced) {
    column_parts p = {.zero = NH_NEW_ARRAY(arena, uint32_t, (size_t)b->columns + 1)};
    p.other = NH_NEW_ARRAY(arena, uint32_t, (size_t)b->columns + 1);
    p.rest = NH_NEW_ARRAY(arena, nh_expr, (size_t)b->count * b->columns + 1);
    for (uint32_t a = 0; a < b->columns; a++) {
        uint32_t i = 0;
        if (is_replaced[a]) continue;
        while (i < b->count && b->items[(size_t)i * b->columns + a] == NH_EXPR_ZERO) i++;
        if (i == b->count) p.zero[p.zeros++] = a;
        else p.other[p.others++] = a;
    }
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t a = 0; a < p.others; a++)
            p.rest[(size_t)i * p.others + a] = b->items[(size_t)i * b->columns + p.other[a]];
    return p;
}

/* All k with b k = 0 and k_a = 0 where theta_a is replaced: unit vectors for columns of zeros, and those of the rest, which is often seen at a point to have none. */
static nh_linear_answer find_null_space(const nh_solved_forms *s, const nh_expr_rows *b, nh_null_space *space) {
    nh_pool *pool = s->pool;
    nh_arena *arena = s->arena;
    column_parts p = part_columns(arena, b, s->is_replaced);
    nh_null_space rest = {.count = 0};
    const uint32_t *unused;
    bool is_empty = nh_pfaffian_rank_at_points(pool, arena, b->count, p.others, p.rest, &unused) == p.others;
    if (!is_empty && nh_linear_null_space(pool, arena, b->count, p.others, p.rest, &rest) != NH_LINEAR_DONE)
        return NH_LINEAR_UNKNOWN;
    nh_expr *basis = NH_NEW_ARRAY(arena, nh_expr, (size_t)b->columns * b->columns + 1);
    for (uint32_t i = 0; i < p.zeros; i++) basis[(size_t)i * b->columns + p.zero[i]] = NH_EXPR_ONE;
    for (uint32_t i = 0; i < rest.count; i++)
        for (uint32_t a = 0; a < p.others; a++)
            basis[(size_t)(p.zeros + i) * b->columns + p.other[a]] = rest.basis[(size_t)i * p.others + a];
    *space = (nh_null_space){.count = p.zeros + rest.count, .basis = basis};
    return NH_LINEAR_DONE;
}

/* The derived system; of one that is integrable that system itself. */
static nh_linear_answer derive(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian *derived) {
    nh_solved_forms s;
    nh_null_space space;
    *derived = *system;
    if (nh_pfaffian_solve(pool, arena, system, &s) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
    if (s.closed == s.rank) return NH_LINEAR_DONE;
    nh_expr_rows b = nh_pfaffian_curvature(&s, false);
    if (find_null_space(&s, &b, &space) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
    if (s.closed + space.count < s.rank) *derived = combinations(&s, system, &space);
    return NH_LINEAR_DONE;
}

nh_linear_answer nh_pfaffian_block_part(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian *part) {
    nh_pfaffian next = *system;
    do {
        *part = next;
        if (part->rank > 0 && derive(pool, arena, part, &next) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
    } while (next.rank < part->rank);
    return NH_LINEAR_DONE;
}

/* ---- all blocks ---- */

typedef struct part_work {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    nh_pfaffian part;
    nh_linear_answer answer;
} part_work;

/* The forms of a part of a block, as forms in all variables. */
static void spread(nh_expr *forms, uint32_t count, const nh_pfaffian_block *block, const nh_pfaffian *part) {
    for (uint32_t a = 0; a < part->rank; a++) {
        for (uint32_t v = 0; v < count; v++) forms[(size_t)a * count + v] = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < part->count; i++)
            forms[(size_t)a * count + block->variable[i]] = part->forms[(size_t)a * part->count + i];
    }
}

static void find_part(nh_context *context, void *argument) {
    part_work *w = argument;
    uint32_t n = w->system->count, rank = 0;
    nh_arena *arena = nh_arena_create(context);
    nh_expr *forms = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)w->system->rank * n + 1);
    nh_pfaffian_blocks blocks = {.count = 0};
    bool is_known = nh_pfaffian_split(w->pool, arena, w->system, &blocks);
    for (uint32_t i = 0; i < blocks.count && is_known; i++) {
        nh_pfaffian part;
        is_known = nh_pfaffian_block_part(w->pool, arena, &blocks.items[i].system, &part) == NH_LINEAR_DONE;
        if (!is_known) break;
        spread(&forms[(size_t)rank * n], n, &blocks.items[i], &part);
        rank += part.rank;
    }
    w->part = (nh_pfaffian){n, w->system->variables, rank, forms};
    w->answer = is_known ? NH_LINEAR_DONE : NH_LINEAR_UNKNOWN;
    nh_arena_destroy(arena);
}

nh_linear_answer nh_pfaffian_integrable_part(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system,
                                             nh_pfaffian *part) {
    part_work w = {.pool = pool, .arena = arena, .system = system, .answer = NH_LINEAR_UNKNOWN};
    nh_budget budget = {.work = NH_PFAFFIAN_WORK, .memory = NH_PFAFFIAN_MEMORY};
    if (nh_attempt(nh_pool_context(pool), &budget, find_part, &w) != NH_OK) return NH_LINEAR_UNKNOWN;
    *part = w.part;
    return w.answer;
}
