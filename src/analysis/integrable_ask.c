/* Some rows: their forms, the largest integrable part of these, its functions and factors. */
#include "algebra/potential.h"
#include "algebra/simplify.h"
#include "analysis/curvature.h"
#include "analysis/integrable_private.h"
#include "expr/calculus.h"
#include "expr/inspect.h"
#include "model/values.h"

/* Longer coefficients are not looked at; nor factors of more rows. */
enum { MOST_OPERATIONS = 4000, MOST_FACTORS = 8 };
/* What may be spent on one stage of one question. */
#define MOST_WORK 8000000

/* ---- systems of forms ---- */

bool nh_asking_is_small(const nh_asking *s, const nh_pfaffian *system) {
    size_t size = (size_t)system->rank * system->count;
    return nh_expr_operations(s->pool, size, system->forms) <= MOST_OPERATIONS;
}

nh_pfaffian nh_asking_valued(const nh_asking *s, const nh_pfaffian *given, bool *is_other) {
    size_t size = (size_t)given->rank * given->count;
    nh_expr *forms = NH_NEW_ARRAY(s->a->arena, nh_expr, size + 1);
    *is_other = false;
    for (size_t i = 0; i < size; i++) {
        forms[i] = nh_model_with_values(s->a->model, s->a->arena, given->forms[i]);
        *is_other = *is_other || forms[i] != given->forms[i];
    }
    return (nh_pfaffian){given->count, given->variables, given->rank, forms};
}

typedef struct parting {
    const nh_asking *s;
    const nh_pfaffian *system;
    nh_pfaffian part;
    bool is_known;
} parting;

static void find_part(nh_context *context, void *user) {
    parting *p = user;
    (void)context;
    p->is_known = nh_pfaffian_integrable_part(p->s->pool, p->s->a->arena, p->system, &p->part) == NH_LINEAR_DONE;
}

bool nh_asking_attempt(const nh_asking *s, nh_body body, void *user) {
    nh_budget budget = {.work = MOST_WORK};
    return nh_attempt(s->a->model->context, &budget, body, user) == NH_OK;
}

static parting part_of(const nh_asking *s, const nh_pfaffian *system) {
    parting p = {.s = s, .system = system};
    if (!nh_asking_attempt(s, find_part, &p)) p.is_known = false;
    return p;
}

/* The largest integrable part, and on what it rests that there is no larger one: with the values that parameters have there may be. */
static nh_evidence integrable_part(const nh_asking *s, const nh_pfaffian *system, nh_pfaffian *part) {
    bool is_other;
    nh_pfaffian with_values = nh_asking_valued(s, system, &is_other);
    parting generic = part_of(s, system);
    *part = generic.part;
    if (generic.is_known && (!is_other || generic.part.rank == system->rank)) return NH_EVIDENCE_PROVED;
    parting special = is_other ? part_of(s, &with_values) : generic;
    if (!special.is_known) return generic.is_known ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    if (generic.is_known && special.part.rank == generic.part.rank) return NH_EVIDENCE_PROVED;
    *part = special.part;
    return NH_EVIDENCE_CERTIFIED;
}

/* ---- integrals of rows ---- */

nh_evidence nh_asking_weaker(nh_evidence a, nh_evidence b) {
    return a == NH_EVIDENCE_NONE || b == NH_EVIDENCE_NONE ? NH_EVIDENCE_NONE : a == NH_EVIDENCE_PROVED ? b : a;
}

/* Whether they are functions at all, and independent, with the values that parameters have: (a - b)*x is none for a = b. */
static bool are_independent(const nh_asking *s, const nh_pfaffian *part, const nh_potentials *found) {
    uint32_t n = part->count;
    nh_expr *rows = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)found->count * n + 1);
    nh_linear_minor minor;
    for (uint32_t i = 0; i < found->count; i++)
        nh_expr_gradient(s->pool, nh_model_with_values(s->a->model, s->a->arena, found->items[i]), n, part->variables,
                         rows + (size_t)i * n);
    return found->count == 0 ||
           (nh_linear_rank(s->pool, s->a->arena, found->count, n, rows, &minor) == NH_LINEAR_DONE &&
            minor.rank == found->count);
}

/* The functions that are not those of geometric rows. */
static void find_functions(const nh_asking *s, const nh_pfaffian *part, uint32_t known, nh_integrals *integrals) {
    if (part->rank == known || known > 0) return;
    nh_potentials found = nh_pfaffian_integrate(s->pool, s->a->arena, part);
    if (!are_independent(s, part, &found)) {
        bool is_other;
        nh_pfaffian with_values = nh_asking_valued(s, part, &is_other);
        found = nh_pfaffian_integrate(s->pool, s->a->arena, &with_values);
    }
    integrals->found = found.count;
    integrals->function = found.items;
}

/* ---- factors ---- */

/* The columns of a minor of the forms that is not 0. */
static const uint32_t *good_columns(const nh_asking *s, const nh_pfaffian *system) {
    nh_linear_minor minor;
    nh_linear_answer done = nh_linear_rank(s->pool, s->a->arena, system->rank, system->count, system->forms, &minor);
    return done == NH_LINEAR_DONE && minor.rank == system->rank ? minor.columns : NULL;
}

/* c with c theta = dF: the integrating factors. */
static bool find_factor(const nh_asking *s, const nh_pfaffian *system, const uint32_t *columns, nh_expr F, nh_expr *c) {
    uint32_t r = system->rank;
    nh_expr *a = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)r * r), *b = NH_NEW_ARRAY(s->a->arena, nh_expr, r);
    nh_linear_solution solution;
    for (uint32_t i = 0; i < r; i++) {
        b[i] = nh_expr_diff(s->pool, F, system->variables[columns[i]]);
        for (uint32_t k = 0; k < r; k++) a[i * r + k] = system->forms[(size_t)k * system->count + columns[i]];
    }
    if (nh_linear_solve(s->pool, s->a->arena, r, a, 1, b, &solution) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < r; k++) c[k] = nh_expr_readable(s->pool, s->a->arena, solution.x[k]);
    return true;
}

static void find_factors(const nh_asking *s, const nh_differentials *d, nh_integrals *x) {
    uint32_t r = d->system.rank;
    if (x->found == 0 || r > MOST_FACTORS) return;
    for (uint32_t i = 0; i < r; i++)
        if (d->source[i] == NH_MODEL_NONE) return;
    const uint32_t *columns = good_columns(s, &d->system);
    nh_expr *factor = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)x->found * r);
    for (uint32_t i = 0; i < x->found; i++) {
        nh_expr *c = factor + (size_t)i * r;
        bool is_found = columns != NULL && find_factor(s, &d->system, columns, x->function[i], c);
        for (uint32_t k = 0; k < r && !is_found; k++) c[k] = NH_EXPR_UNDEFINED;
    }
    x->rows = r;
    x->row = d->source;
    x->factor = factor;
}

static nh_fact integrable_fact(const nh_answer *x, const nh_pfaffian *part, nh_evidence by, bool is_on_rows) {
    if (x->d.is_linear.truth == NH_NO) return x->d.is_linear;
    if (x->d.is_linear.truth == NH_UNKNOWN || by == NH_EVIDENCE_NONE) return nh_fact_unknown();
    if (part->rank == x->d.system.rank) return nh_fact_yes(by);
    return is_on_rows ? nh_fact_no(by) : nh_fact_unknown();
}

/* By all coordinates again, also in what the rates are made of. */
static void lift_functions(const nh_asking *s, nh_integrals *x) {
    nh_arena *arena = s->a->arena;
    if (s->chart.count == 0) return;
    nh_expr *function = NH_NEW_ARRAY(arena, nh_expr, x->found + 1);
    nh_expr *factor = NH_NEW_ARRAY(arena, nh_expr, (size_t)x->found * x->rows + 1);
    for (uint32_t i = 0; i < x->found; i++) function[i] = nh_chart_lift(&s->chart, s->pool, arena, x->function[i]);
    for (size_t i = 0; i < (size_t)x->found * x->rows; i++)
        factor[i] = nh_chart_lift(&s->chart, s->pool, arena, x->factor[i]);
    x->function = function;
    x->factor = factor;
}

/* What is being asked: each stage is left alone where it takes too long. */
typedef struct stage {
    const nh_asking *s;
    uint32_t count;
    const uint32_t *rows;
    nh_answer x;
    nh_pfaffian part;
    nh_evidence by; /* of the part; NONE: not known */
} stage;

static void find_forms(nh_context *context, void *user) {
    stage *g = user;
    (void)context;
    g->x.d = nh_differentials_of(g->s->a, &g->s->chart, g->count, g->rows);
}

static void find_integrals(nh_context *context, void *user) {
    stage *g = user;
    (void)context;
    find_functions(g->s, &g->part, g->x.d.known, &g->x.integrals);
    find_factors(g->s, &g->x.d, &g->x.integrals);
    lift_functions(g->s, &g->x.integrals);
}

/* Whether the state at hand satisfies them. */
static bool is_imposed(const nh_asking *s, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++)
        if (!s->a->model->rows.items[rows[i]].is_imposed) return false;
    return true;
}

/* Of what is too long for algebra, or on surfaces that are not solved: whether balls show that nothing can be integrated, or all. */
static bool is_seen(const nh_asking *s, uint32_t count, const uint32_t *rows, nh_answer *x) {
    nh_seen seen = is_imposed(s, count, rows) ? nh_curvature_look(s->a, count, rows, 0, NULL) : NH_SEEN_NOTHING;
    if (seen == NH_SEEN_NOTHING) return false;
    bool is_flat = seen == NH_SEEN_ZERO;
    uint32_t independent = 0;
    for (uint32_t i = 0; i < count; i++) independent += count == 1 || !s->a->redundant[rows[i]];
    x->is_integrable = is_flat ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_no(NH_EVIDENCE_CERTIFIED);
    x->integrals.count = (nh_count){is_flat ? independent : 0, NH_EVIDENCE_CERTIFIED};
    return true;
}

nh_answer nh_asking_ask(const nh_asking *s, uint32_t count, const uint32_t *rows) {
    stage g = {.s = s, .count = count, .rows = rows, .x = {.is_integrable = nh_fact_unknown()}};
    nh_answer *x = &g.x;
    x->d = (nh_differentials){.is_linear = nh_fact_unknown(), .is_all = nh_fact_unknown()};
    bool is_on_rows = s->chart.is_complete;
    if (!is_on_rows && is_seen(s, count, rows, x)) return *x;
    bool has_forms = nh_asking_attempt(s, find_forms, &g);
    if (x->d.is_linear.truth == NH_NO) x->is_integrable = x->d.is_linear;
    bool is_open = x->d.is_linear.truth == NH_UNKNOWN && x->d.system.rank == 0;
    if (has_forms && !is_open && nh_asking_is_small(s, &x->d.system)) g.by = integrable_part(s, &x->d.system, &g.part);
    if (g.by == NH_EVIDENCE_NONE) {
        if (is_on_rows) (void)is_seen(s, count, rows, x);
        return *x;
    }
    x->is_integrable = integrable_fact(x, &g.part, g.by, is_on_rows);
    bool is_all = is_on_rows || g.part.rank == x->d.system.rank;
    nh_evidence all_by = x->d.is_all.truth == NH_YES && is_all ? x->d.is_all.by : NH_EVIDENCE_NONE;
    x->integrals.count = (nh_count){g.part.rank - x->d.known, nh_asking_weaker(g.by, all_by)};
    if (!nh_asking_attempt(s, find_integrals, &g)) x->integrals.found = 0;
    return *x;
}
