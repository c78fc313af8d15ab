/* Ideals as expressions, and the questions about them: each enters the basis into a field of its own, in one call of the guard. */
#include "algebra/ideal.h"

#include "algebra/ideal_private.h"
#include "base/protect.h"
#include "num/guard.h"

/* What one question may cost before it is given up. */
#define MOST_WORK 30000000
#define MOST_MEMORY ((size_t)1 << 30)
/* How often a field is made anew because of something that was learnt late. */
enum { MOST_FIELDS = 8 };

struct nh_ideal {
    nh_pool *pool;
    uint32_t variable_count, count;
    const nh_expr *variables;
    const nh_expr *basis;
    uint32_t equation_count; /* from which it was made: 0 for a component */
    const nh_expr *equations;
    int dimension;
    bool is_plain; /* the basis, entered again, is a basis again: there are no relations */
};

typedef struct job job;
struct job {
    nh_pool *pool;
    uint32_t count, variable_count;
    const nh_expr *entries; /* equations; behind them what is asked about */
    const nh_expr *variables;
    uint32_t equation_count; /* of the entries */
    bool are_basis;          /* the equations are, where there are no relations */
    void (*work)(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked);
    bool is_deep;    /* of components: look for more than factors */
    nh_arena *arena; /* for the result */
    bool is_done;
    nh_truth answer;
    int sign;
    bool are_whole; /* what is asked about has no denominators */
    nh_ideal *ideal;
    nh_components components;
};

/* ---- entering ---- */

/* The basis of the ideal, in this space. */
static nh_polys enter_ideal(const job *work, nh_space *space, const nh_element *elements) {
    nh_polys all = {.arena = space->arena};
    for (uint32_t i = 0; i < work->equation_count; i++) nh_array_push(&all, nh_space_enter(space, elements[i].num));
    if (work->are_basis && space->is_plain) return all;
    for (size_t i = 0; i < space->relations.count; i++) nh_array_push(&all, space->relations.items[i]);
    return nh_space_basis(space, &all, NH_ORDER_GRADED);
}

static void work_in(job *work, nh_field *field, const nh_element *elements) {
    nh_polys used = {.arena = field->arena};
    for (uint32_t i = 0; i < work->count; i++) nh_array_push(&used, elements[i].num);
    nh_space *space = nh_space_make(field, &used, work->variable_count, work->variables);
    nh_polys basis = enter_ideal(work, space, elements);
    nh_polys asked = {.arena = field->arena};
    for (uint32_t i = work->equation_count; i < work->count; i++)
        nh_array_push(&asked, nh_space_enter(space, elements[i].num));
    work->are_whole = true;
    for (uint32_t i = work->equation_count; i < work->count; i++)
        work->are_whole = work->are_whole && nh_mpoly_is_one(elements[i].den);
    work->work(work, space, &basis, &asked);
    nh_space_free(space);
    work->is_done = true;
}

/* Whether no other field is needed: the work is done, or cannot be. */
static bool try_field(job *work, nh_field *field) {
    nh_element *elements = NH_NEW_ARRAY(field->arena, nh_element, work->count + 1);
    bool have_values = true;
    for (uint32_t i = 0; i < work->count && have_values; i++)
        have_values = nh_field_enter(field, work->entries[i], &elements[i]);
    if (!field->is_settled) return false;
    if (have_values) work_in(work, field, elements);
    return true;
}

static void run_inside(nh_context *context, void *argument) {
    job *work = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_field *field = NULL;
    bool is_over = false;
    for (int i = 0; i < MOST_FIELDS && !is_over; i++) {
        nh_field *earlier = field;
        field = nh_field_make(work->pool, arena, earlier);
        if (earlier != NULL) nh_field_free(earlier);
        is_over = try_field(work, field);
    }
    nh_field_free(field);
    nh_arena_destroy(arena);
}

static void call(nh_context *context, void *argument) {
    nh_guard_call(context, run_inside, argument);
}

static bool run(job *work) {
    nh_budget budget = {.work = MOST_WORK, .memory = MOST_MEMORY};
    return nh_attempt(nh_pool_context(work->pool), &budget, call, work) == NH_OK && work->is_done;
}

/* ---- making ---- */

static nh_ideal *keep(const job *work, nh_space *space, const nh_polys *basis) {
    nh_ideal *ideal = NH_NEW(work->arena, nh_ideal);
    nh_expr *variables = NH_NEW_ARRAY(work->arena, nh_expr, work->variable_count + 1);
    nh_expr *list = NH_NEW_ARRAY(work->arena, nh_expr, basis->count + 1);
    for (uint32_t i = 0; i < work->variable_count; i++) variables[i] = work->variables[i];
    *ideal = (nh_ideal){.pool = work->pool, .variable_count = work->variable_count, .variables = variables};
    for (size_t i = 0; i < basis->count; i++)
        if (!nh_space_is_identity(space, basis->items[i])) list[ideal->count++] = nh_space_expr(space, basis->items[i]);
    ideal->basis = list;
    ideal->dimension = nh_groebner_dimension(space, basis);
    ideal->is_plain = space->is_plain;
    return ideal;
}

static void make(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    (void)asked;
    work->ideal = keep(work, space, basis);
}

nh_ideal *nh_ideal_make(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *equations,
                        uint32_t variable_count, const nh_expr *variables) {
    job work = {.pool = pool, .arena = arena, .count = count, .equation_count = count, .entries = equations};
    work.variable_count = variable_count;
    work.variables = variables;
    work.work = make;
    if (!run(&work)) return NULL;
    nh_expr *copy = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++) copy[i] = equations[i];
    work.ideal->equations = copy;
    work.ideal->equation_count = count;
    return work.ideal;
}

uint32_t nh_ideal_basis(const nh_ideal *ideal, const nh_expr **basis) {
    *basis = ideal->basis;
    return ideal->count;
}

int nh_ideal_dimension(const nh_ideal *ideal) {
    return ideal->dimension;
}

/* ---- questions ---- */

static job job_of(const nh_ideal *ideal) {
    job work = {.pool = ideal->pool, .count = ideal->count, .equation_count = ideal->count, .entries = ideal->basis};
    work.variable_count = ideal->variable_count;
    work.variables = ideal->variables;
    work.are_basis = ideal->is_plain;
    work.answer = NH_UNKNOWN;
    return work;
}

/* Where functions of the variables are variables of their own, that is more room than there is: a point there need not be a solution, and no is not certain. */
static nh_truth answer_of(const nh_space *space, bool is_so) {
    return is_so ? NH_YES : space->is_exact ? NH_NO : NH_UNKNOWN;
}

static void look_for(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_reducer reducer = nh_reducer_make(space, NH_ORDER_GRADED, basis);
    work->answer = answer_of(space, nh_reducer_has(&reducer, asked->items[0]));
}

static void look_whether_zero(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    work->answer = answer_of(space, nh_groebner_vanishes(space, basis, asked->items[0]));
}

/* The job with some expressions behind the basis. */
static job job_about(nh_arena *arena, const nh_ideal *ideal, uint32_t count, const nh_expr *asked) {
    job work = job_of(ideal);
    nh_expr *entries = NH_NEW_ARRAY(arena, nh_expr, ideal->count + count + 1);
    for (uint32_t i = 0; i < ideal->count; i++) entries[i] = ideal->basis[i];
    for (uint32_t i = 0; i < count; i++) entries[work.count++] = asked[i];
    work.entries = entries;
    return work;
}

static nh_truth ask(const nh_ideal *ideal, nh_expr e,
                    void (*look)(job *, nh_space *, const nh_polys *, const nh_polys *)) {
    nh_arena *arena = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(arena, ideal, 1, &e);
    work.work = look;
    nh_truth answer = run(&work) ? work.answer : NH_UNKNOWN;
    nh_arena_destroy(arena);
    return answer;
}

nh_truth nh_ideal_contains(const nh_ideal *ideal, nh_expr e) {
    return ask(ideal, e, look_for);
}

nh_truth nh_ideal_vanishes(const nh_ideal *ideal, nh_expr e) {
    return ask(ideal, e, look_whether_zero);
}

/* e + z leaves a remainder r + c z, so that c e = r at the solutions. */
static void look_for_sign(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_reducer reducer = nh_reducer_make(space, NH_ORDER_GRADED, basis);
    nh_mpoly *sum = nh_space_poly(space), *z = nh_space_poly(space), *rest = nh_space_poly(space);
    nh_mpoly_set_variable(z, 0);
    nh_mpoly_add(sum, asked->items[0], z);
    (void)nh_reducer_reduce(&reducer, sum, 0, true);
    nh_mpoly_coefficient(z, sum, 0, 1);
    nh_mpoly_coefficient(rest, sum, 0, 0);
    bool is_number = work->are_whole && nh_mpoly_is_constant(z) && !nh_mpoly_is_zero(z);
    work->sign = is_number ? nh_mpoly_sign(z) * nh_space_sign(space, rest) : 0;
}

int nh_ideal_sign(const nh_ideal *ideal, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(arena, ideal, 1, &e);
    work.work = look_for_sign;
    int sign = run(&work) ? work.sign : 0;
    nh_arena_destroy(arena);
    return sign;
}

static void saturate(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_polys rest = nh_space_saturate(space, basis, asked->items[0]);
    work->ideal = keep(work, space, &rest);
}

nh_ideal *nh_ideal_saturate(nh_arena *arena, const nh_ideal *ideal, nh_expr e) {
    nh_arena *own = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(own, ideal, 1, &e);
    work.arena = arena;
    work.work = saturate;
    bool is_done = run(&work);
    nh_arena_destroy(own);
    return is_done ? work.ideal : NULL;
}

static void split(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_branches parts = {.arena = space->arena};
    if (!nh_space_split(space, basis, asked, work->is_deep, &parts)) return;
    NH_ARRAY(const nh_ideal *) list = {.arena = work->arena};
    for (size_t i = 0; i < parts.count; i++) nh_array_push(&list, keep(work, space, &parts.items[i]));
    work->components = (nh_components){(uint32_t)list.count, list.items, true};
}

nh_components nh_ideal_components(nh_arena *arena, const nh_ideal *ideal) {
    nh_arena *own = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(own, ideal, ideal->equation_count, ideal->equations);
    work.arena = arena;
    work.work = split;
    work.is_deep = true;
    bool is_done = run(&work) && work.components.is_complete;
    work.is_deep = work.is_done = false;
    is_done = is_done || run(&work);
    nh_arena_destroy(own);
    return is_done ? work.components : (nh_components){0};
}
