/* Functions that are constant where all forms of an integrable system vanish: the order in which ways are tried.
 *
 * Forms that share no variables are integrated apart. Of each such part:
 *     each form by itself, if it can be integrated: by terms guessed from its coefficients, then with an integrating
 *     factor;
 *     all forms together: products of the functions in them of rising degree, logarithms of their factors;
 *     the factors of what was found, and polynomials that the fields keep, as further logarithms;
 *     what is left on the sets where the functions that were found are constant, which has fewer variables.
 * Every way has a bounded amount of work. */
#include "algebra/pfaff/potential.h"

#include "algebra/field/normal.h"
#include "algebra/pfaff/potential_private.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

enum { MOST_VARIABLES = 12, MOST_DEGREE = 6, MOST_LEVELS = 4 };

static const uint64_t WORK = 1500000;     /* of one way for one system */
static const uint64_t ALL_WORK = 5000000; /* of all ways for one part */

typedef struct way way;
typedef void (*way_body)(const way *w, nh_arena *arena);
struct way {
    nh_pool *pool;
    const nh_pfaffian *system;
    const nh_solved *solved; /* of the system, where the way needs it */
    nh_found *found;         /* of the same variables */
    way_body run;
    uint32_t degree;
};

static void run_way(void *argument) {
    const way *w = argument;
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    w->run(w, arena);
    nh_arena_destroy(arena);
}

static void try_way(const way *w, uint64_t work, way_body run) {
    way now = *w;
    now.run = run;
    if (w->found->items.count >= w->found->most) return;
    (void)nh_attempt(nh_pool_context(w->pool), &(nh_budget){.work = work}, run_way, &now);
}

/* ---- all forms together ---- */

/* What is mixed into the forms by a factor of all of them is gone in gamma. */
static void learn_system(nh_ansatz *a, const nh_solved *s) {
    if (s->system.rank == 1) nh_ansatz_learn(a, s->system.count, s->system.forms);
    nh_ansatz_learn(a, (size_t)s->system.rank * s->free_count, s->gamma);
}

static void guess_system(nh_ansatz *a, const nh_solved *s) {
    if (s->system.rank == 1) nh_ansatz_guess(a, s->system.forms);
    for (uint32_t i = 0; i < s->system.rank; i++) nh_ansatz_guess(a, nh_solved_row(s, i).forms);
}

/* Terms from the coefficients, and products of low degree. */
static void search_near(const way *w, nh_arena *arena) {
    nh_ansatz a = nh_ansatz_make(w->solved, arena);
    learn_system(&a, w->solved);
    nh_ansatz_add_products(&a, 1);
    nh_ansatz_add_primitives(&a);
    guess_system(&a, w->solved);
    nh_ansatz_add_products(&a, 2);
    nh_ansatz_search(&a, w->found);
}

static void search_degree(const way *w, nh_arena *arena) {
    nh_ansatz a = nh_ansatz_make(w->solved, arena);
    learn_system(&a, w->solved);
    if (!nh_ansatz_add_products(&a, w->degree)) return;
    nh_ansatz_add_primitives(&a);
    nh_ansatz_search(&a, w->found);
}

/* ---- one form ---- */

static void search_with_factor(const way *w, nh_arena *arena) {
    nh_solved s = *w->solved;
    nh_expr mu = nh_potential_factor(&s, arena);
    if (mu == NH_EXPR_UNDEFINED) return;
    nh_pfaffian row = nh_solved_row(&s, 0);
    nh_expr *forms = NH_NEW_ARRAY(arena, nh_expr, row.count + 1);
    for (uint32_t i = 0; i < row.count; i++) {
        nh_expr product = nh_potential_split_powers(w->pool, nh_expr_mul(w->pool, mu, row.forms[i]));
        forms[i] = nh_expr_factored(w->pool, product);
    }
    s.system.forms = forms;
    nh_ansatz a = nh_ansatz_make(&s, arena);
    nh_ansatz_learn(&a, row.count, forms);
    nh_ansatz_guess(&a, forms);
    nh_ansatz_add_primitives(&a);
    nh_ansatz_add_products(&a, 2);
    nh_ansatz_search(&a, w->found);
}

static void search_one(const way *w, nh_arena *arena) {
    way alone = *w;
    nh_solved solved;
    if (!nh_pfaffian_looks_integrable(w->pool, arena, w->system)) return;
    nh_pfaffian primitive = nh_pfaffian_primitive(w->pool, arena, w->system);
    if (!nh_solved_make(w->pool, arena, primitive, &solved)) return;
    alone.system = &primitive, alone.solved = &solved;
    size_t before = w->found->items.count;
    try_way(&alone, WORK, search_near);
    if (w->found->items.count == before) try_way(&alone, WORK, search_with_factor);
}

static void search_rows(const way *w) {
    for (uint32_t i = 0; i < w->system->rank; i++) {
        nh_pfaffian row = *w->system;
        way alone = *w;
        alone.system = &row;
        row.rank = 1, row.forms = w->system->forms + (size_t)i * row.count;
        try_way(&alone, 3 * WORK, search_one);
    }
}

static void search_solved_rows(const way *w) {
    for (uint32_t i = 0; i < w->system->rank; i++) {
        nh_pfaffian row = nh_solved_row(w->solved, i);
        way alone = *w;
        alone.system = &row;
        try_way(&alone, 3 * WORK, search_one);
    }
}

/* ---- further logarithms, and what is in the forms but not in gamma ---- */

static void search_kept(const way *w, nh_arena *arena) {
    nh_exprs more = {.arena = arena};
    nh_potential_darboux(w->solved, &more);
    nh_ansatz a = nh_ansatz_make(w->solved, arena);
    for (size_t i = 0; i < w->found->items.count; i++) {
        nh_expr factored = nh_potential_factored(w->pool, w->found->items.items[i]);
        nh_ansatz_learn(&a, 1, &factored);
    }
    for (size_t i = 0; i < more.count; i++) nh_ansatz_learn_base(&a, more.items[i]);
    learn_system(&a, w->solved);
    nh_ansatz_learn(&a, (size_t)w->system->rank * w->system->count, w->system->forms);
    nh_ansatz_add_products(&a, 1);
    nh_ansatz_add_primitives(&a);
    nh_ansatz_add_products(&a, 2);
    nh_ansatz_search(&a, w->found);
}

/* ---- all ways for one system ---- */

static void search_together(const way *w, nh_arena *arena) {
    nh_solved solved;
    if (!nh_solved_make(w->pool, arena, *w->system, &solved)) return;
    way next = *w;
    next.solved = &solved;
    if (w->system->rank > 1) {
        try_way(&next, WORK, search_near);
        search_solved_rows(&next);
    }
    try_way(&next, WORK, search_kept);
    for (next.degree = 3; next.degree <= MOST_DEGREE; next.degree++) try_way(&next, WORK, search_degree);
}

static void search_all(const way *w) {
    search_rows(w);
    if (w->system->count <= MOST_VARIABLES) try_way(w, ALL_WORK, search_together);
}

/* ---- fewer variables ---- */

typedef struct descent {
    const way *w;
    nh_arena *arena;
    nh_solved top;
    nh_pfaffian system; /* on the sets where all that was found is constant */
    nh_exprs newest;    /* found there last */
    NH_ARRAY(nh_peel) peels;
} descent;

/* What is constant where the system of this level holds, as a function of all variables. */
static nh_expr lift_constant(const descent *d, nh_expr f) {
    for (size_t i = d->peels.count; i-- > 0;)
        f = nh_expr_substitute(d->w->pool, f, 1, &d->peels.items[i].constant, &d->peels.items[i].f, true);
    return f;
}

static bool peel_newest(descent *d) {
    nh_pool *pool = d->w->pool;
    for (size_t i = 0; i < d->newest.count; i++) {
        nh_peel peel;
        nh_expr f = d->newest.items[i];
        if (!nh_potential_peel(pool, d->arena, &d->system, f, (uint32_t)d->peels.count, &peel)) return false;
        nh_array_push(&d->peels, peel);
        d->system = peel.rest;
        if (i + 1 < d->newest.count)
            nh_expr_substitute_all(pool, d->newest.count - i - 1, d->newest.items + i + 1, 1, &peel.variable,
                                   &peel.value, true);
    }
    return d->newest.count > 0;
}

static void search_level(descent *d) {
    const way *w = d->w;
    nh_found found = {.pool = w->pool, .arena = d->arena, .system = &d->system, .items = {.arena = d->arena}};
    found.most = d->system.rank;
    way below = {.pool = w->pool, .system = &d->system, .found = &found};
    search_all(&below);
    for (size_t i = 0; i < found.items.count; i++) {
        nh_expr f = lift_constant(d, found.items.items[i]);
        if (nh_solved_proves(&d->top, f)) nh_found_offer(w->found, nh_potential_polish(&d->top, d->arena, f));
    }
    d->newest = found.items;
}

static void descend_levels(const way *w, nh_arena *arena) {
    descent d = {.w = w, .arena = arena, .system = *w->system, .peels = {.arena = arena}};
    d.newest = (nh_exprs){.arena = arena};
    nh_array_append(&d.newest, w->found->items.count, w->found->items.items);
    if (!nh_solved_make(w->pool, arena, *w->system, &d.top)) return;
    for (int i = 0; i < MOST_LEVELS && w->found->items.count < w->found->most && peel_newest(&d); i++) search_level(&d);
}

/* ---- parts that share no variables ---- */

typedef struct partition {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system; /* expanded */
    uint32_t *part_of;         /* by form */
    nh_exprs result;
} partition;

static bool has_variable(const partition *p, uint32_t a, uint32_t variable) {
    const nh_pfaffian *s = p->system;
    for (uint32_t j = 0; j < s->count; j++) {
        nh_expr e = s->forms[a * s->count + j];
        if (e != NH_EXPR_ZERO && (j == variable || nh_expr_depends_on(p->pool, e, 1, &s->variables[variable])))
            return true;
    }
    return false;
}

/* The forms that have the variable become one part, named by the first. */
static void join_by(const partition *p, uint32_t variable) {
    uint32_t first = UINT32_MAX;
    for (uint32_t a = 0; a < p->system->rank; a++) {
        if (!has_variable(p, a, variable)) continue;
        if (first == UINT32_MAX) first = p->part_of[a];
        uint32_t old = p->part_of[a];
        for (uint32_t b = 0; b < p->system->rank; b++)
            if (p->part_of[b] == old) p->part_of[b] = first;
    }
}

static nh_pfaffian part_system(const partition *p, uint32_t part) {
    const nh_pfaffian *s = p->system;
    nh_pfaffian result = {.rank = 0};
    nh_expr *variables = NH_NEW_ARRAY(p->arena, nh_expr, s->count + 1);
    nh_exprs forms = {.arena = p->arena};
    uint32_t *columns = NH_NEW_ARRAY(p->arena, uint32_t, s->count + 1);
    for (uint32_t j = 0; j < s->count; j++) {
        bool is_used = false;
        for (uint32_t a = 0; a < s->rank; a++) is_used |= p->part_of[a] == part && has_variable(p, a, j);
        if (is_used) columns[result.count] = j, variables[result.count++] = s->variables[j];
    }
    for (uint32_t a = 0; a < s->rank; a++) {
        if (p->part_of[a] != part) continue;
        for (uint32_t j = 0; j < result.count; j++) nh_array_push(&forms, s->forms[a * s->count + columns[j]]);
        result.rank++;
    }
    result.variables = variables, result.forms = forms.items;
    return result;
}

static int compare_lengths(nh_pool *pool, nh_expr a, nh_expr b) {
    uint64_t x = nh_expr_length(pool, a), y = nh_expr_length(pool, b);
    return x < y ? -1 : x > y;
}

/* After what is not longer. */
static void insert_by_length(partition *p, nh_expr f) {
    nh_array_push(&p->result, f);
    for (size_t i = p->result.count - 1; i > 0; i--) {
        nh_expr *items = p->result.items, before = items[i - 1];
        if (compare_lengths(p->pool, before, f) <= 0) return;
        items[i - 1] = f, items[i] = before;
    }
}

static void search_whole(const way *w, nh_arena *arena) {
    search_all(w);
    if (w->system->count <= MOST_VARIABLES && w->found->items.count > 0) descend_levels(w, arena);
}

static void integrate_part(partition *p, uint32_t part) {
    nh_pfaffian system = part_system(p, part);
    if (system.rank == 0) return;
    nh_found found = {.pool = p->pool, .arena = p->arena, .system = &system, .items = {.arena = p->arena}};
    found.most = system.rank;
    way w = {.pool = p->pool, .system = &system, .found = &found};
    try_way(&w, ALL_WORK, search_whole);
    for (size_t i = 0; i < found.items.count; i++) insert_by_length(p, found.items.items[i]);
}

nh_potentials nh_pfaffian_integrate(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system) {
    nh_expr *forms = NH_NEW_ARRAY(arena, nh_expr, (size_t)system->rank * system->count + 1);
    for (size_t i = 0; i < (size_t)system->rank * system->count; i++)
        forms[i] = nh_expr_normal(pool, nh_potential_split_powers(pool, nh_expr_expand_names(pool, system->forms[i])));
    nh_pfaffian expanded = *system;
    expanded.forms = forms;
    partition p = {.pool = pool, .arena = arena, .system = &expanded, .result = {.arena = arena}};
    p.part_of = NH_NEW_ARRAY(arena, uint32_t, system->rank + 1);
    for (uint32_t a = 0; a < system->rank; a++) p.part_of[a] = a;
    for (uint32_t j = 0; j < system->count; j++) join_by(&p, j);
    for (uint32_t a = 0; a < system->rank; a++) integrate_part(&p, a);
    return (nh_potentials){(uint32_t)p.result.count, p.result.items};
}
