/* A common denominator of the coefficients of an equation, multiplied into it where that is shorter to read, and common
 * parameters, divided by.
 *
 *     m (x'^2 + z'^2)/z'^2 x'' + m x' y'/z'^2 y'' = m g x'/z'   becomes   (x'^2 + z'^2) x'' + x' y' y'' = g x' z' */
#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "algebra/tidy/tidy.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "paper/limits_private.h"
#include "paper/sheet_private.h"

/* Longer coefficients keep their denominators. */
enum { MOST_LENGTH = 2000 };

typedef struct clearer {
    nh_sheet_job *job;
    size_t count;
    const nh_expr *given;
    nh_expr *cleared;
    nh_expr factor;
} clearer;

typedef struct power {
    nh_expr base;
    nh_rat least;   /* the least exponent so far, 0 where it is missing */
    size_t counted; /* coefficients that have it */
} power;

typedef NH_ARRAY(power) powers;

static power *find_power(powers *all, nh_expr base) {
    size_t k = 0;
    while (k < all->count && all->items[k].base != base) k++;
    if (k == all->count) nh_array_push(all, ((power){.base = base}));
    return &all->items[k];
}

static void count_power(const clearer *c, powers *all, nh_expr base, nh_rat exponent) {
    power *p = find_power(all, base);
    if (p->counted == 0 || nh_rat_cmp(c->job->context, exponent, p->least) < 0) p->least = exponent;
    p->counted++;
}

/* The powers that a coefficient is a product of. */
static void count_powers(const clearer *c, nh_expr e, powers *all) {
    const nh_pool *pool = c->job->pool;
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SUM && nh_expr_arity(pool, e) == 3 &&
        nh_expr_args(pool, e)[0] == NH_EXPR_ZERO)
        e = nh_expr_args(pool, e)[1];
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) {
        count_power(c, all, e, nh_rat_int(1));
        return;
    }
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2) {
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]);
        count_power(c, all, nh_expr_args(pool, e)[i], exponent);
    }
}

/* What is in all coefficients: parameters, which are taken not to be 0, and roots of time. */
static bool can_be_divided_by(const nh_pool *pool, nh_expr base) {
    NH_ASSERT(base != NH_EXPR_ZERO);
    if (nh_expr_kind_of(pool, base) != NH_EXPR_SYMBOL) return false;
    nh_role role = nh_expr_symbol_of(pool, base)->role;
    return role == NH_ROLE_PARAMETER || role == NH_ROLE_TIME;
}

/* An equation that has no denominator keeps its parameters, since others next to it may have them too. */
static nh_expr factor_for(const clearer *c, const powers *all, size_t coefficients) {
    NH_ASSERT(coefficients > 0);
    nh_pool *pool = c->job->pool;
    nh_expr factor = NH_EXPR_ONE;
    bool has_denominator = false;
    for (size_t k = 0; k < all->count; k++) has_denominator = has_denominator || nh_rat_sign(all->items[k].least) < 0;
    if (!has_denominator) return NH_EXPR_ONE;
    for (size_t k = 0; k < all->count; k++) {
        const power *p = &all->items[k];
        int sign = nh_rat_sign(p->least);
        if (sign == 0 || (sign > 0 && (p->counted < coefficients || !can_be_divided_by(pool, p->base)))) continue;
        nh_expr by = nh_expr_pow_rational(pool, p->base, nh_rat_neg(c->job->arena, p->least));
        factor = nh_expr_mul(pool, factor, by);
    }
    return factor;
}

static uint64_t length_of_all(nh_pool *pool, size_t count, const nh_expr *e) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        if (e[i] != NH_EXPR_ZERO && e[i] != NH_EXPR_ONE) sum += 1 + nh_expr_length(pool, e[i]);
    return sum;
}

static void clear_here(void *argument) {
    clearer *c = argument;
    nh_pool *pool = c->job->pool;
    powers found = {.arena = nh_arena_create(c->job->context)};
    size_t coefficients = 0;
    for (size_t i = 0; i < c->count; i++) {
        c->cleared[i] = nh_expr_factored(pool, nh_sheet_veil(c->job, c->given[i]));
        if (c->cleared[i] == NH_EXPR_ZERO) continue;
        coefficients++;
        count_powers(c, c->cleared[i], &found);
    }
    c->factor = factor_for(c, &found, coefficients);
    for (size_t i = 0; i < c->count; i++) c->cleared[i] = nh_expr_mul(pool, c->factor, c->cleared[i]);
    nh_arena_destroy(found.arena);
}

/* Whether velocities are below a fraction line within e. */
static bool has_fraction(const nh_sheet_job *job, nh_expr e) {
    nh_pool *pool = job->pool;
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_PRODUCT) continue;
        const nh_expr *args = nh_expr_args(pool, walk->order[i]);
        for (uint32_t k = 0; k < nh_expr_arity(pool, walk->order[i]); k += 2)
            found = found || (nh_rat_sign(nh_expr_rational(pool, args[k + 1])) < 0 &&
                              nh_expr_has(pool, args[k], NH_HAS_VELOCITY));
    }
    nh_walk_end(walk);
    return found;
}

/* The shortest form may have fractions again: (m/z'^2 + M)*z'^2. */
static nh_expr without_fractions(nh_sheet_job *job, nh_expr e) {
    nh_expr polished = nh_sheet_polish(job, e);
    if (!has_fraction(job, polished)) return polished;
    nh_expr plain = nh_sheet_pull(job, nh_expr_normal(job->pool, e));
    return has_fraction(job, plain) ? polished : plain;
}

nh_expr nh_sheet_clear(nh_sheet_job *job, size_t count, nh_expr *coefficients) {
    clearer c = {.job = job, .count = count, .given = coefficients};
    c.cleared = NH_NEW_ARRAY(job->arena, nh_expr, count + 1);
    uint64_t before = length_of_all(job->pool, count, coefficients);
    if (job->is_large || before > MOST_LENGTH) return NH_EXPR_ONE;
    if (!nh_sheet_attempt(job, clear_here, &c) || c.factor == NH_EXPR_ONE) return NH_EXPR_ONE;
    c.factor = nh_sheet_unveil(job, c.factor);
    for (size_t i = 0; i < count; i++) c.cleared[i] = without_fractions(job, nh_sheet_unveil(job, c.cleared[i]));
    NH_ASSERT(count > 0 && coefficients != NULL);
    bool has_velocity = nh_expr_has(job->pool, c.factor, NH_HAS_VELOCITY);
    uint64_t after = length_of_all(job->pool, count, c.cleared);
    if (has_velocity ? after > before + before / 4 : after > before - before / 5) return NH_EXPR_ONE;
    for (size_t i = 0; i < count; i++) coefficients[i] = c.cleared[i];
    return c.factor;
}

/* ==== polish ==== */

/* The form of an expression that is shortest to read, within bounded work. */

/* One expression may take this part of the work that is left for a sheet. */
enum { PART = 3, CHEAP = 2 };
/* Longer expressions are only tidied; of those that evaluation takes this many operations for,
 * simplification does no more. */
enum { MOST_POLISHED = 20000, MOST_OPERATIONS = 600 };
/* Sums that are tidied by themselves within long expressions. */
enum { LONG = 150, SHORT_SUM = 60 };

static uint64_t least_of(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The same, with at most so much work. */
static bool attempt_within(nh_sheet_job *job, uint64_t most, nh_body body, void *argument) {
    const nh_pulse *pulse = (const nh_pulse *)job->context;
    uint64_t before = pulse->work, left = job->work < NH_WORK_SHEET ? (NH_WORK_SHEET - job->work) / PART : 0;
    uint64_t least = NH_WORK_SHEET_EXPRESSION;
    nh_budget budget = {.work = least_of(left > least ? left : least, most)};
    nh_status status = nh_attempt(job->context, &budget, body, argument);
    job->work += pulse->work - before;
    NH_ASSERT(pulse->work >= before);
    return status == NH_OK;
}

bool nh_sheet_attempt(nh_sheet_job *job, nh_body body, void *argument) {
    return attempt_within(job, UINT64_MAX, body, argument);
}

typedef struct polish_request {
    nh_sheet_job *job;
    nh_expr e;
} polish_request;

static nh_expr shorter_of(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_length(pool, b) < nh_expr_length(pool, a) ? b : a;
}

/* The same with equal ones exchanged too. */
static nh_expr no_longer(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_length(pool, b) <= nh_expr_length(pool, a) ? b : a;
}

static nh_expr readable_form(nh_sheet_job *job, nh_arena *arena, nh_expr e) {
    nh_expr found = nh_expr_readable(job->pool, arena, e);
    return no_longer(job->pool, found, nh_sheet_pull(job, found));
}

/* The forms of e itself; with short sums kept together; with names of the model. */
static nh_expr best_form(nh_sheet_job *job, nh_arena *arena, nh_expr e) {
    nh_expr best = readable_form(job, arena, e), veiled = nh_sheet_veil(job, e);
    if (veiled != e) best = shorter_of(job->pool, best, nh_sheet_unveil(job, readable_form(job, arena, veiled)));
    if (job->names.count == 0) return best;
    for (int round = 0; round < 2;
         round++) { /* what is short has a normal form where e itself may be too long for one */
        nh_expr folded = readable_form(job, arena, nh_sheet_fold(job, round == 0 ? e : best));
        best = shorter_of(job->pool, best, nh_sheet_named(job, folded));
    }
    return best;
}

/* With the abbreviations in it as symbols, which is fast: what cancels behind their names is
 * left to the other forms. */
static void polish_closed_here(void *argument) {
    polish_request *p = argument;
    nh_arena *arena = nh_arena_create(p->job->context);
    nh_sheet_job *job = p->job;
    nh_expr closed = nh_sheet_close_all(job, p->e);
    if (closed != p->e) { /* names of the sheet itself stay closed */
        nh_expr found = nh_sheet_close(job, nh_sheet_open(job, readable_form(job, arena, closed)));
        p->e = shorter_of(job->pool, p->e, found);
    }
    nh_arena_destroy(arena);
}

static void polish_here(void *argument) {
    polish_request *p = argument;
    nh_sheet_job *job = p->job;
    nh_arena *arena = nh_arena_create(p->job->context); /* for what is tried */
    nh_expr e = best_form(job, arena, p->e), reduced = nh_sheet_reduce_signs(job, e);
    if (reduced != e) e = best_form(job, arena, reduced);
    p->e = nh_sheet_reduce_signs(job, e);
    nh_arena_destroy(arena);
}

static void tidy_here(void *argument) {
    polish_request *p = argument;
    nh_arena *arena = nh_arena_create(p->job->context);
    p->e = nh_expr_tidy(p->job->pool, arena, p->e);
    nh_arena_destroy(arena);
}

/* False, and nothing is changed, when it takes too long. The work goes with what could be saved, and costs the sheet
 * nothing where something was. */
static bool attempt_polish(nh_sheet_job *job, nh_body body, nh_expr *e) {
    polish_request p = {job, *e};
    uint64_t length = nh_expr_length(job->pool, *e), before = job->work;
    if (!attempt_within(job, NH_WORK_SHEET_LETTER * length, body, &p)) return false;
    if (nh_expr_length(job->pool, p.e) < length) job->work = before + (job->work - before) / CHEAP;
    *e = p.e;
    return true;
}

static nh_expr tidy_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    nh_sheet_job *job = user;
    nh_expr now = changed ? nh_expr_rebuild(job->pool, e, args) : e;
    bool is_short_sum = nh_expr_kind_of(job->pool, now) == NH_EXPR_SUM && nh_expr_length(job->pool, now) <= SHORT_SUM;
    if (!is_short_sum) return now;
    nh_arena *arena = nh_arena_create(job->context);
    now = nh_expr_tidy(job->pool, arena, now);
    nh_arena_destroy(arena);
    return now;
}

/* Short sums within a long expression, inner ones first: sin^2 + cos^2 goes without a look at the whole. */
static void tidy_parts_here(void *argument) {
    polish_request *p = argument;
    nh_expr_rewrite(p->job->pool, 1, &p->e, tidy_node, p->job);
}

static bool is_long(const nh_sheet_job *job, nh_expr e) {
    return nh_expr_length(job->pool, e) > MOST_POLISHED || nh_expr_operations(job->pool, 1, &e) > MOST_OPERATIONS;
}

nh_expr nh_sheet_polish(nh_sheet_job *job, nh_expr e) {
    if (nh_expr_kind_of(job->pool, e) == NH_EXPR_SYMBOL || nh_expr_is_number(job->pool, e)) return e;
    const uint64_t *known = nh_map_get(&job->polished, e);
    if (known != NULL) return (nh_expr)*known;
    nh_expr best = nh_sheet_close(job, e);
    bool is_done = false;
    if (!job->is_large && !is_long(job, best)) (void)attempt_polish(job, polish_closed_here, &best);
    if (nh_expr_length(job->pool, best) > LONG) (void)attempt_polish(job, tidy_parts_here, &best);
    if (!job->is_large && !is_long(job, best)) is_done = attempt_polish(job, polish_here, &best);
    if (!is_done && attempt_polish(job, tidy_here, &best) && !job->is_large && !is_long(job, best))
        (void)attempt_polish(job, polish_here, &best);
    best = nh_sheet_open(job, best);
    nh_map_put(&job->polished, e, best);
    return best;
}
