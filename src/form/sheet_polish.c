/* The form of an expression that is shortest to read, within bounded work. */
#include "algebra/simplify.h"
#include "algebra/tidy.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus.h"
#include "expr/inspect.h"
#include "form/sheet_private.h"

/* Steps of work for all of a sheet; one expression may take a part of what is left, and at least so many. */
enum { ALL_WORK = 120000000, PART = 8, LITTLE_WORK = 200000 };
/* Longer expressions are only tidied; of those that evaluation takes so many operations for, simplification does no more. */
enum { MOST_LENGTH = 20000, MOST_OPERATIONS = 600 };
/* Sums that are tidied by themselves within long expressions. */
enum { LONG = 150, SHORT_SUM = 60 };

bool nh_sheet_attempt(nh_sheet_job *job, nh_body body, void *argument) {
    const nh_pulse *pulse = (const nh_pulse *)job->context;
    uint64_t before = pulse->work, left = job->work < ALL_WORK ? (ALL_WORK - job->work) / PART : 0;
    nh_budget budget = {.work = left > LITTLE_WORK ? left : LITTLE_WORK};
    nh_status status = nh_attempt(job->context, &budget, body, argument);
    job->work += pulse->work - before;
    return status == NH_OK;
}

typedef struct polishing {
    nh_sheet_job *job;
    nh_expr e;
} polishing;

static nh_expr shorter(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_length(pool, b) < nh_expr_length(pool, a) ? b : a;
}

/* The same with equal ones exchanged too. */
static nh_expr no_longer(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_length(pool, b) <= nh_expr_length(pool, a) ? b : a;
}

static nh_expr readable(nh_sheet_job *job, nh_arena *arena, nh_expr e) {
    nh_expr found = nh_expr_readable(job->pool, arena, e);
    return no_longer(job->pool, found, nh_sheet_pull(job, found));
}

/* The forms of e itself; with short sums kept together; with names of the model. */
static nh_expr best_form(nh_sheet_job *job, nh_arena *arena, nh_expr e) {
    nh_expr best = readable(job, arena, e), veiled = nh_sheet_veil(job, e);
    if (veiled != e) best = shorter(job->pool, best, nh_sheet_unveil(job, readable(job, arena, veiled)));
    if (job->names.count == 0) return best;
    for (int round = 0; round < 2;
         round++) { /* what is short has a normal form where e itself may be too long for one */
        nh_expr folded = readable(job, arena, nh_sheet_fold(job, round == 0 ? e : best));
        best = shorter(job->pool, best, nh_sheet_named(job, folded));
    }
    return best;
}

/* With the abbreviations in it as symbols, which is fast: what cancels behind their names is left to the other forms. */
static void polish_closed_here(nh_context *context, void *argument) {
    polishing *p = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_sheet_job *job = p->job;
    nh_expr closed = nh_sheet_close_all(job, p->e);
    if (closed != p->e) { /* names of the sheet itself stay closed */
        nh_expr found = nh_sheet_close(job, nh_sheet_open(job, readable(job, arena, closed)));
        p->e = shorter(job->pool, p->e, found);
    }
    nh_arena_destroy(arena);
}

static void polish_here(nh_context *context, void *argument) {
    polishing *p = argument;
    nh_sheet_job *job = p->job;
    nh_arena *arena = nh_arena_create(context); /* for what is tried */
    nh_expr e = best_form(job, arena, p->e), reduced = nh_sheet_reduce_signs(job, e);
    if (reduced != e) e = best_form(job, arena, reduced);
    p->e = nh_sheet_reduce_signs(job, e);
    nh_arena_destroy(arena);
}

static void tidy_here(nh_context *context, void *argument) {
    polishing *p = argument;
    nh_arena *arena = nh_arena_create(context);
    p->e = nh_expr_tidy(p->job->pool, arena, p->e);
    nh_arena_destroy(arena);
}

/* False, and nothing is changed, when it takes too long. */
static bool attempt(nh_sheet_job *job, nh_body body, nh_expr *e) {
    polishing p = {job, *e};
    if (!nh_sheet_attempt(job, body, &p)) return false;
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
static void tidy_parts_here(nh_context *context, void *argument) {
    (void)context;
    polishing *p = argument;
    nh_expr_rewrite(p->job->pool, 1, &p->e, tidy_node, p->job);
}

static bool is_long(const nh_sheet_job *job, nh_expr e) {
    return nh_expr_length(job->pool, e) > MOST_LENGTH || nh_expr_operations(job->pool, 1, &e) > MOST_OPERATIONS;
}

nh_expr nh_sheet_polish(nh_sheet_job *job, nh_expr e) {
    if (nh_expr_kind_of(job->pool, e) == NH_EXPR_SYMBOL || nh_expr_is_number(job->pool, e)) return e;
    const uint64_t *known = nh_map_get(&job->polished, e);
    if (known != NULL) return (nh_expr)*known;
    nh_expr best = nh_sheet_close(job, e);
    bool is_done = false;
    if (!job->is_large && !is_long(job, best)) (void)attempt(job, polish_closed_here, &best);
    if (nh_expr_length(job->pool, best) > LONG) (void)attempt(job, tidy_parts_here, &best);
    if (!job->is_large && !is_long(job, best)) is_done = attempt(job, polish_here, &best);
    if (!is_done && attempt(job, tidy_here, &best) && !job->is_large && !is_long(job, best))
        (void)attempt(job, polish_here, &best);
    best = nh_sheet_open(job, best);
    nh_map_put(&job->polished, e, best);
    return best;
}
