/* Ideals as expressions, and the questions about them: each enters the basis into a field of its own, in
 * one call of the guard. */
#include "algebra/ideal/ideal.h"

#include "algebra/ideal/ideal_private.h"
#include "base/limits.h"

/* What one question may cost before it is given up. */
#define MOST_WORK 30000000
#define MOST_MEMORY ((size_t)1 << 30)

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
    const nh_expr *entries; /* equations; after them what is asked about */
    const nh_expr *variables;
    uint32_t equation_count; /* of the entries */
    bool are_basis;          /* the equations are, where there are no relations */
    void (*work)(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked);
    bool is_deep;    /* of components: search for more than factors */
    nh_arena *arena; /* for the result */
    bool is_done;
    nh_truth answer;
    int sign;
    bool is_doubtful;        /* a number that would be divided by may be 0 */
    bool are_functions_free; /* so all functions count as variables */
    bool are_whole;          /* what is asked about has no denominators */
    nh_ideal *ideal;
    nh_components components;
};

/* ---- entering ---- */

/* The basis of the ideal, in this space. */
static nh_polys enter_ideal(const job *work, nh_space *space, const nh_element *elements) {
    nh_polys all = {.arena = space->arena};
    for (uint32_t i = 0; i < work->equation_count; i++) nh_array_push(&all, nh_space_enter(space, elements[i].num));
    if (work->are_basis && space->is_plain) return all;
    nh_array_append(&all, space->relations.count, space->relations.items);
    return nh_space_basis(space, &all, NH_ORDER_GRADED);
}

static void work_in(job *work, nh_field *field, const nh_element *elements) {
    nh_polys used = {.arena = field->arena};
    for (uint32_t i = 0; i < work->count; i++) nh_array_push(&used, elements[i].num);
    nh_space *space = nh_space_make(field, &used, work->variable_count, work->variables, work->are_functions_free);
    space->is_doubtful = &work->is_doubtful;
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
static bool try_field(nh_field *field, void *question) {
    job *work = question;
    nh_element *elements = NH_NEW_ARRAY(field->arena, nh_element, work->count + 1);
    bool have_values = true;
    for (uint32_t i = 0; i < work->count && have_values; i++)
        have_values = nh_field_enter(field, work->entries[i], &elements[i]);
    if (!field->is_settled) return false;
    if (have_values) work_in(work, field, elements);
    return true;
}

static bool run_once(job *work) {
    nh_budget budget = {.work = MOST_WORK, .memory = MOST_MEMORY};
    work->is_doubtful = work->is_done = false;
    return nh_field_ask(work->pool, &budget, try_field, work) && work->is_done;
}

static bool run_job(job *work) {
    work->are_functions_free = false;
    if (run_once(work) || !work->is_doubtful) return work->is_done;
    work->are_functions_free = true;
    return run_once(work);
}

/* ---- making ---- */

static nh_ideal *keep_ideal(const job *work, nh_space *space, const nh_polys *basis) {
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

static void make_ideal(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    (void)asked;
    work->ideal = keep_ideal(work, space, basis);
}

nh_ideal *nh_ideal_make(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *equations,
                        uint32_t variable_count, const nh_expr *variables) {
    job work = {.pool = pool, .arena = arena, .count = count, .equation_count = count, .entries = equations};
    work.variable_count = variable_count;
    work.variables = variables;
    work.work = make_ideal;
    if (!run_job(&work)) return NULL;
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

/* Where functions of the variables are variables of their own, that is more room than there is: a point there need not
 * be a solution, and no is not certain. */
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

/* The job with some expressions after the basis. */
static job job_about(nh_arena *arena, const nh_ideal *ideal, uint32_t count, const nh_expr *asked) {
    job work = job_of(ideal);
    nh_expr *entries = NH_NEW_ARRAY(arena, nh_expr, ideal->count + count + 1);
    for (uint32_t i = 0; i < ideal->count; i++) entries[i] = ideal->basis[i];
    for (uint32_t i = 0; i < count; i++) entries[work.count++] = asked[i];
    work.entries = entries;
    return work;
}

static nh_truth ask_ideal(const nh_ideal *ideal, nh_expr e,
                          void (*look)(job *, nh_space *, const nh_polys *, const nh_polys *)) {
    nh_arena *arena = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(arena, ideal, 1, &e);
    work.work = look;
    nh_truth answer = run_job(&work) ? work.answer : NH_UNKNOWN;
    nh_arena_destroy(arena);
    return answer;
}

nh_truth nh_ideal_contains(const nh_ideal *ideal, nh_expr e) {
    return ask_ideal(ideal, e, look_for);
}

nh_truth nh_ideal_vanishes(const nh_ideal *ideal, nh_expr e) {
    return ask_ideal(ideal, e, look_whether_zero);
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
    int sign = run_job(&work) ? work.sign : 0;
    nh_arena_destroy(arena);
    return sign;
}

static void saturate_ideal(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_polys rest = nh_space_saturate(space, basis, asked->items[0]);
    work->ideal = keep_ideal(work, space, &rest);
}

nh_ideal *nh_ideal_saturate(nh_arena *arena, const nh_ideal *ideal, nh_expr e) {
    nh_arena *own = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(own, ideal, 1, &e);
    work.arena = arena;
    work.work = saturate_ideal;
    bool is_done = run_job(&work);
    nh_arena_destroy(own);
    return is_done ? work.ideal : NULL;
}

static void split_ideal(job *work, nh_space *space, const nh_polys *basis, const nh_polys *asked) {
    nh_branches parts = {.arena = space->arena};
    if (!nh_space_split(space, basis, asked, work->is_deep, &parts)) return;
    NH_ARRAY(const nh_ideal *) list = {.arena = work->arena};
    for (size_t i = 0; i < parts.count; i++) nh_array_push(&list, keep_ideal(work, space, &parts.items[i]));
    work->components = (nh_components){(uint32_t)list.count, list.items, true};
}

nh_components nh_ideal_components(nh_arena *arena, const nh_ideal *ideal) {
    nh_arena *own = nh_arena_create(nh_pool_context(ideal->pool));
    job work = job_about(own, ideal, ideal->equation_count, ideal->equations);
    work.arena = arena;
    work.work = split_ideal;
    work.is_deep = true;
    bool is_done = run_job(&work) && work.components.is_complete;
    work.is_deep = false;
    is_done = is_done || run_job(&work);
    nh_arena_destroy(own);
    return is_done ? work.components : (nh_components){0};
}

/* ---- dimension ---- */

/* The dimension of the solutions of an ideal.
 *
 * It is that of the ideal of the leading terms: the size of the largest set of variables such that no
 * leading term is a product of powers of these only. Its complement is the smallest set of variables that
 * has one of every leading term. */

typedef struct cover {
    const nh_reducer *reducer;
    bool *is_taken; /* by variable */
    bool *is_best;  /* the same of the best that was found */
    uint32_t best;
} cover;

static const nh_member *find_uncovered(const cover *c) {
    for (size_t i = 0; i < c->reducer->members.count; i++) {
        const nh_member *m = &c->reducer->members.items[i];
        bool is_covered = false;
        for (uint32_t v = 0; v < c->reducer->space->count; v++) is_covered |= m->powers[v] > 0 && c->is_taken[v];
        if (!is_covered) return m;
    }
    return NULL;
}

/* This many variables more are needed at least: that many leading terms have none of those taken, and none in
 * common. */
static uint32_t still_needed(const cover *c) {
    const nh_space *space = c->reducer->space;
    uint32_t count = 0;
    nh_arena_mark mark = nh_arena_mark_here(space->arena);
    bool *is_seen = NH_NEW_ARRAY(space->arena, bool, space->count);
    for (uint32_t v = 0; v < space->count; v++) is_seen[v] = c->is_taken[v];
    for (size_t i = 0; i < c->reducer->members.count; i++) {
        const nh_member *m = &c->reducer->members.items[i];
        bool is_apart = true;
        for (uint32_t v = 0; v < space->count; v++) is_apart &= m->powers[v] == 0 || !is_seen[v];
        for (uint32_t v = 0; v < space->count && is_apart; v++) is_seen[v] |= m->powers[v] > 0;
        count += is_apart;
    }
    nh_arena_release(space->arena, mark);
    return count;
}

/* NOLINTBEGIN(misc-no-recursion): each time a variable more is taken */

/* With `taken` variables so far. */
static void find_cover(cover *c, uint32_t taken) {
    nh_tick(nh_pool_context(c->reducer->space->field->pool), 2 * c->reducer->members.count + 1);
    if (taken + still_needed(c) >= c->best) return;
    const nh_member *m = find_uncovered(c);
    if (m == NULL) {
        c->best = taken;
        for (uint32_t v = 0; v < c->reducer->space->count; v++) c->is_best[v] = c->is_taken[v];
        return;
    }
    for (uint32_t v = 0; v < c->reducer->space->count; v++) {
        if (m->powers[v] == 0) continue;
        c->is_taken[v] = true;
        find_cover(c, taken + 1);
        c->is_taken[v] = false;
    }
}

/* NOLINTEND(misc-no-recursion) */

static uint32_t find_dependent(nh_space *space, const nh_polys *basis, bool *is_dependent) {
    nh_reducer reducer = nh_reducer_make(space, NH_ORDER_GRADED, basis);
    cover c = {.reducer = &reducer, .best = space->count};
    c.is_taken = NH_NEW_ARRAY(space->arena, bool, space->count);
    c.is_best = NH_NEW_ARRAY(space->arena, bool, space->count);
    find_cover(&c, 0);
    for (uint32_t v = 0; v < space->count; v++) is_dependent[v] = c.is_best[v];
    return c.best;
}

int nh_groebner_dimension(nh_space *space, const nh_polys *basis) {
    if (nh_groebner_is_one(space, basis)) return -1;
    bool *is_dependent = NH_NEW_ARRAY(space->arena, bool, space->count);
    uint32_t dependent = find_dependent(space, basis, is_dependent);
    return (int)(space->count - 1 - dependent + space->unseen); /* z is not a variable */
}

/* ---- candidates ---- */

/* Polynomials that may split the solutions of an ideal although no element of its basis has factors.
 *
 * A largest set of independent variables is added to the parameters. Over their rational functions only finitely many
 * solutions are left, and elements of the basis there may have factors: one vanishes on one component, one on
 * another. Components on which the chosen variables depend on each other are lost there; a leading coefficient
 * vanishes on them, or a common factor of coefficients that was divided out. (Gianni, Trager, Zacharias, "Groebner
 * bases and primary decomposition of polynomial ideals", 1988.) Nothing here is proof: f = 0 and "f is not 0" cover
 * all solutions for any f. */

/* Elements that are taken apart, and candidates that are of use. */
enum { MOST_TERMS = 300, MOST_LENGTH = 60, MOST_CANDIDATES = 16 };

/* The space over the rational functions of the variables that are not dependent. */
typedef struct narrow_space {
    nh_space space;
    uint32_t *to, *from; /* from the variables of the wide space to those of the narrow one, and back */
} narrow_space;

static void pass_variable(narrow_space *n, uint32_t variable) {
    uint32_t other = nh_ring_add(n->space.ring);
    n->to[variable] = other;
    n->from[other] = variable;
}

static narrow_space make_narrow(const nh_space *wide, const bool *is_dependent) {
    uint32_t all = nh_ring_count(wide->ring);
    narrow_space n = {.space = {.field = wide->field, .arena = wide->arena, .ring = nh_ring_make_graded()}};
    n.space.owned.arena = n.space.contents.arena = wide->arena;
    n.to = NH_NEW_ARRAY(wide->arena, uint32_t, all);
    n.from = NH_NEW_ARRAY(wide->arena, uint32_t, all);
    pass_variable(&n, 0);
    for (uint32_t v = 1; v < wide->count; v++)
        if (is_dependent[v]) pass_variable(&n, v);
    n.space.count = nh_ring_count(n.space.ring);
    for (uint32_t v = 1; v < all; v++)
        if (v >= wide->count || !is_dependent[v]) pass_variable(&n, v);
    return n;
}

static bool uses_variables(const nh_space *space, nh_mpoly *p) {
    for (uint32_t v = 1; v < space->count; v++)
        if (nh_mpoly_uses(p, v)) return true;
    return false;
}

/* By rising length, each once. */
static void insert_candidate(nh_space *wide, nh_polys *candidates, nh_mpoly *f) {
    if (!uses_variables(wide, f) || nh_mpoly_terms(f) > MOST_LENGTH) return;
    for (size_t i = 0; i < candidates->count; i++)
        if (nh_mpoly_equal(candidates->items[i], f)) return;
    nh_array_push(candidates, f);
    size_t k = candidates->count - 1;
    for (; k > 0 && nh_mpoly_terms(candidates->items[k - 1]) > nh_mpoly_terms(f); k--)
        candidates->items[k] = candidates->items[k - 1];
    candidates->items[k] = f;
    if (candidates->count > MOST_CANDIDATES) candidates->count = MOST_CANDIDATES;
}

/* The factors of p, a polynomial of the narrow space; where it is irreducible itself, only `if_simple`. */
static void take_factors(nh_space *wide, narrow_space *n, nh_mpoly *p, bool if_simple, nh_polys *candidates) {
    nh_rat number;
    nh_mpoly_factor *list;
    size_t count;
    if (nh_mpoly_terms(p) > MOST_TERMS || !nh_mpoly_factorise(wide->arena, p, &number, &list, &count)) return;
    bool is_simple = count == 1 && list[0].times == 1;
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *f = nh_space_poly(wide);
        nh_mpoly_move(f, list[i].factor, n->from);
        nh_mpoly_free(list[i].factor);
        if (!is_simple || if_simple) insert_candidate(wide, candidates, f);
    }
}

nh_polys nh_space_candidates(nh_space *space, const nh_polys *basis) {
    nh_polys candidates = {.arena = space->arena}, moved = {.arena = space->arena};
    bool *is_dependent = NH_NEW_ARRAY(space->arena, bool, space->count);
    (void)find_dependent(space, basis, is_dependent);
    narrow_space n = make_narrow(space, is_dependent);
    for (size_t i = 0; i < basis->count; i++) {
        nh_array_push(&moved, nh_space_poly(&n.space));
        nh_mpoly_move(moved.items[i], basis->items[i], n.to);
    }
    moved = nh_space_basis(&n.space, &moved, NH_ORDER_GRADED);
    nh_reducer reducer = nh_reducer_make(&n.space, NH_ORDER_GRADED, &moved);
    for (size_t i = 0; i < reducer.members.count; i++) {
        take_factors(space, &n, reducer.members.items[i].p, false, &candidates);
        take_factors(space, &n, reducer.members.items[i].first, true, &candidates);
    }
    for (size_t i = 0; i < n.space.contents.count; i++)
        take_factors(space, &n, n.space.contents.items[i], true, &candidates);
    nh_space_free(&n.space);
    return candidates;
}
