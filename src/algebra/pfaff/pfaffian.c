/* The largest integrable part of a Pfaffian system, by derived systems.
 *
 * theta = sum_a k_a theta_a is in the derived system where dtheta = 0 modulo the theta_a: sum_a k_a B_a,ij = 0 for all
 * i < j, with the curvature B of pfaffian_solved.c. The null space of B gives the next system, until B is 0 on it: by
 * the theorem of Frobenius it is integrable then, and every differential in the first system is in all of them. (R.
 * Bryant et al., Exterior Differential Systems, 1991, II.4.)
 *
 * Both ends are proved: a null space by normal forms that are 0 and minors that are not; that there is none also by a
 * minor of B that is not 0 at one point. */
#include "algebra/pfaff/pfaffian.h"

#include <string.h>

#include "algebra/linear/linear_private.h"
#include "algebra/pfaff/pfaffian_private.h"
#include "algebra/tidy/simplify.h"
#include "algebra/tidy/tidy.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* Of a form that is simplified: a longer one is tidied only, which takes less time. */
enum { MOST_OPERATIONS = 200 };

/* ---- one block ---- */

/* The form sum_a k_a theta_a. */
static void combine_forms(const nh_solved_forms *s, const nh_expr *k, nh_expr *form) {
    nh_expr *terms = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank + 1);
    for (uint32_t a = 0; a < s->rank; a++) form[s->dependent[a]] = k[a];
    for (uint32_t j = 0; j < s->free; j++) {
        for (uint32_t a = 0; a < s->rank; a++) terms[a] = nh_expr_mul(s->pool, k[a], s->c[(size_t)a * s->free + j]);
        form[s->independent[j]] = nh_expr_sum(s->pool, s->rank, terms);
    }
}

/* The closed forms, and sum_a k_a theta_a for all k of the basis, short. */
static nh_pfaffian closed_combinations(const nh_solved_forms *s, const nh_pfaffian *system,
                                       const nh_null_space *space) {
    size_t n = s->count;
    nh_expr *forms = NH_NEW_ARRAY(s->arena, nh_expr, (s->closed + space->count) * n + 1), *made = forms + s->closed * n;
    for (uint32_t i = 0; i < s->closed; i++)
        memcpy(&forms[i * n], &system->forms[s->closed_form[i] * n], n * sizeof *forms);
    for (uint32_t i = 0; i < space->count; i++) combine_forms(s, &space->basis[(size_t)i * s->rank], &made[i * n]);
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

/* All k with b k = 0 and k_a = 0 where theta_a is replaced: unit vectors for columns of zeros, and those of the rest,
 * which is often seen at a point to have none. */
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
static nh_linear_answer derive_system(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian *derived) {
    nh_solved_forms s;
    nh_null_space space;
    *derived = *system;
    if (nh_pfaffian_solve(pool, arena, system, &s) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
    if (s.closed == s.rank) return NH_LINEAR_DONE;
    nh_expr_rows b = nh_pfaffian_curvature(&s, false);
    if (find_null_space(&s, &b, &space) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
    if (s.closed + space.count < s.rank) *derived = closed_combinations(&s, system, &space);
    return NH_LINEAR_DONE;
}

nh_linear_answer nh_pfaffian_block_part(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian *part) {
    nh_pfaffian next = *system;
    do {
        *part = next;
        if (part->rank > 0 && derive_system(pool, arena, part, &next) != NH_LINEAR_DONE) return NH_LINEAR_UNKNOWN;
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
static void spread_forms(nh_expr *forms, uint32_t count, const nh_pfaffian_block *block, const nh_pfaffian *part) {
    for (uint32_t a = 0; a < part->rank; a++) {
        for (uint32_t v = 0; v < count; v++) forms[(size_t)a * count + v] = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < part->count; i++)
            forms[(size_t)a * count + block->variable[i]] = part->forms[(size_t)a * part->count + i];
    }
}

static void find_part(void *argument) {
    part_work *w = argument;
    uint32_t n = w->system->count, rank = 0;
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    nh_expr *forms = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)w->system->rank * n + 1);
    nh_pfaffian_blocks blocks = {.count = 0};
    bool is_known = nh_pfaffian_split(w->pool, arena, w->system, &blocks);
    for (uint32_t i = 0; i < blocks.count && is_known; i++) {
        nh_pfaffian part;
        is_known = nh_pfaffian_block_part(w->pool, arena, &blocks.items[i].system, &part) == NH_LINEAR_DONE;
        if (!is_known) break;
        spread_forms(&forms[(size_t)rank * n], n, &blocks.items[i], &part);
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

/* ==== analytic ==== */

/* Whether functions are of one piece: what balls show at one point then holds almost everywhere.
 *
 * Quotients of polynomials, sines and exponentials are, through the complex numbers; roots as well, as long as no
 * square hides under them: sqrt(x^2 + 2 x y + y^2) is |x + y|, which the field of all roots shows. Arcs are where their
 * argument does not come to the ends of their domain from inside, or pass infinity: atan x + atan 1/x is pi/2 for x > 0
 * and -pi/2 for x < 0, asin(3 x - 4 x^3) is 3 asin x for small x only. */

/* A polynomial of at most this degree in all symbols that it has. */
static bool is_polynomial(nh_pool *pool, nh_arena *arena, nh_expr e, int64_t most) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &e, &count);
    nh_degree degree = nh_expr_degree(pool, e, count, symbols);
    if (degree.kind == NH_DEGREE_ZERO || count == 0) return true;
    return degree.polynomial && nh_rat_cmp(nh_arena_context(arena), degree.degree, nh_rat_int(most)) <= 0;
}

static bool is_of_one_piece(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS) return is_polynomial(pool, arena, nh_expr_args(pool, e)[0], 1);
    if (kind == NH_EXPR_ATAN) return is_polynomial(pool, arena, nh_expr_args(pool, e)[0], INT32_MAX);
    return kind != NH_EXPR_NO_VALUE;
}

/* The factors of a product that are roots. */
static void add_roots(nh_pool *pool, nh_expr e, nh_exprs *roots) {
    uint32_t arity = nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT ? nh_expr_arity(pool, e) : 0;
    for (uint32_t k = 0; k + 1 < arity; k += 2) {
        nh_expr base = nh_expr_args(pool, e)[k], exponent = nh_expr_args(pool, e)[k + 1];
        int64_t value;
        if (nh_expr_get_int(pool, exponent, &value)) continue;
        nh_array_push(roots, nh_expr_pow(pool, base, exponent));
    }
}

static void look_for_absolute_values(nh_linear_job *job, nh_field *field, const nh_element *a,
                                     const nh_element *unused) {
    (void)a;
    (void)unused;
    job->answer = nh_linear_has_absolute_values(field) ? NH_LINEAR_UNKNOWN : NH_LINEAR_DONE;
}

/* Whether no square hides under these roots, or their products. */
static bool are_true_roots(nh_pool *pool, const nh_exprs *roots) {
    nh_linear_job job = {pool, {roots->count, 0}, {roots->items, NULL}, look_for_absolute_values,
                         NULL, NH_LINEAR_UNKNOWN};
    return roots->count == 0 || nh_linear_run_as_entered(&job) == NH_LINEAR_DONE;
}

bool nh_pfaffian_are_analytic(nh_pool *pool, size_t count, const nh_expr *e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    nh_exprs roots = {.arena = arena};
    bool found = true;
    for (uint32_t i = 0; i < walk->count && found; i++) {
        found = is_of_one_piece(pool, arena, walk->order[i]);
        add_roots(pool, walk->order[i], &roots);
    }
    nh_walk_end(walk);
    for (size_t i = 0; i < count && found; i++) found = !nh_expr_is_pieced(pool, e[i]);
    found = found && are_true_roots(pool, &roots);
    nh_arena_destroy(arena);
    return found;
}

/* ==== blocks ==== */

/* Pfaffian systems that fall into independent ones: variables are joined by the forms in which they occur, as
 * differentials or in coefficients. */

typedef struct block_search {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    nh_map number;    /* of a variable, by its symbol */
    uint32_t *parent; /* by variable: a tree for each block */
    uint32_t *first;  /* by form: a variable in it */
} block_search;

static uint32_t root_of(const block_search *s, uint32_t v) {
    while (s->parent[v] != v) v = s->parent[v] = s->parent[s->parent[v]];
    return v;
}

static void join_blocks(block_search *s, uint32_t a, uint32_t b) {
    uint32_t low = root_of(s, a), high = root_of(s, b);
    if (low > high) s->parent[low] = high;
    else s->parent[high] = low;
}

/* False when the form is 0. */
static bool join_form(block_search *s, uint32_t form, const nh_expr *row) {
    uint32_t n = s->system->count, symbols, first = n;
    for (uint32_t j = 0; j < n; j++) {
        if (row[j] == NH_EXPR_ZERO) continue;
        if (first == n) first = j;
        join_blocks(s, first, j);
    }
    if (first == n) return false;
    s->first[form] = first;
    const nh_expr *symbol = nh_expr_symbols(s->pool, s->arena, n, row, &symbols);
    for (uint32_t i = 0; i < symbols; i++) {
        const uint64_t *v = nh_map_get(&s->number, symbol[i]);
        if (v != NULL) join_blocks(s, first, (uint32_t)*v);
    }
    return true;
}

static uint32_t *members_of_block(const block_search *s, uint32_t root, uint32_t *count) {
    uint32_t *list = NH_NEW_ARRAY(s->arena, uint32_t, (size_t)s->system->count + 1);
    *count = 0;
    for (uint32_t v = 0; v < s->system->count; v++)
        if (root_of(s, v) == root) list[(*count)++] = v;
    return list;
}

static nh_pfaffian_block block_of(const block_search *s, uint32_t root, const nh_expr *forms) {
    uint32_t n = s->system->count, count, rank = 0;
    uint32_t *list = members_of_block(s, root, &count);
    nh_expr *variables = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)count + 1);
    nh_expr *rows = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->system->rank * count + 1);
    for (uint32_t i = 0; i < count; i++) variables[i] = s->system->variables[list[i]];
    for (uint32_t a = 0; a < s->system->rank; a++) {
        if (root_of(s, s->first[a]) != root) continue;
        for (uint32_t i = 0; i < count; i++) rows[(size_t)rank * count + i] = forms[(size_t)a * n + list[i]];
        rank++;
    }
    return (nh_pfaffian_block){{count, variables, rank, rows}, list};
}

static nh_pfaffian_blocks blocks_of(const block_search *s, const nh_expr *forms) {
    uint32_t n = s->system->count;
    nh_pfaffian_block *items = NH_NEW_ARRAY(s->arena, nh_pfaffian_block, (size_t)n + 1);
    bool *has_form = NH_NEW_ARRAY(s->arena, bool, (size_t)n + 1);
    nh_pfaffian_blocks blocks = {.items = items};
    for (uint32_t a = 0; a < s->system->rank; a++) has_form[root_of(s, s->first[a])] = true;
    for (uint32_t v = 0; v < n; v++) {
        nh_tick(nh_pool_context(s->pool), n);
        if (has_form[v]) items[blocks.count++] = block_of(s, v, forms);
        blocks.idle += !has_form[root_of(s, v)];
    }
    return blocks;
}

bool nh_pfaffian_split(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian_blocks *blocks) {
    uint32_t n = system->count;
    size_t size = (size_t)system->rank * n;
    block_search s = {pool, arena, system, nh_map_make(arena), NULL, NULL};
    s.parent = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s.first = NH_NEW_ARRAY(arena, uint32_t, (size_t)system->rank + 1);
    nh_expr *forms = NH_NEW_ARRAY(arena, nh_expr, size + 1);
    for (uint32_t v = 0; v < n; v++) {
        s.parent[v] = v;
        nh_map_put(&s.number, system->variables[v], v);
    }
    for (size_t i = 0; i < size; i++) forms[i] = nh_expr_expand_names(pool, system->forms[i]);
    for (uint32_t a = 0; a < system->rank; a++)
        if (!join_form(&s, a, &forms[(size_t)a * n])) return false;
    *blocks = blocks_of(&s, forms);
    return true;
}
