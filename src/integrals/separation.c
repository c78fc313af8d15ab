/* Quasi-velocities whose equations separate from those of the positions.
 *
 * [Rheonomous] asks for a choice of quasi-velocities eta that disentangles (20), the equations of motion, from (13),
 * the rates of the positions. Where symmetries X_a of the Lagrangian and of the constraints are known, velocities that
 * all of them leave alone are one: eta = sum of c_ki f_k(q) q_i' with X_a^C eta = 0 at all admissible states is linear
 * in the coefficients, and the rates of such eta are functions of eta and of what positions the symmetries leave alone,
 * if there are any. So it is with the angular velocity in the frame of a body, and with the velocity of a sleigh along
 * its blade. The equations are computed in eta, and judged like equations that a person wrote. */
#include "algebra/field/normal.h"
#include "algebra/ideal/modular.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/limits_private.h"
#include "integrals/symmetry_private.h"

/* Velocities; unknown coefficients; the degree of f; states in a row without a new equation. */
enum { MOST_VELOCITIES = 4, MOST_UNKNOWNS = 400, MOST_DEGREE = 2, IDLE_POINTS = 4 };

typedef struct separation_work {
    const nh_flow *flow;
    nh_pool *pool;
    nh_arena *arena;
    const nh_symmetries *symmetries;
    uint32_t n, m, r;    /* coordinates, velocities, symmetries */
    nh_exprs functions;  /* f */
    nh_modular *modular; /* q_i', f_k, then for each symmetry X f_k and (X_i)' */
    uint64_t *values;
    uint32_t found;
    nh_expr eta[MOST_VELOCITIES], name[MOST_VELOCITIES], rate[MOST_VELOCITIES]; /* rates in the names */
    bool is_done;
} separation_work;

/* ---- velocities that symmetries leave alone ---- */

/* X f for a function of positions. */
static nh_expr apply_field(const separation_work *w, const nh_expr *field, nh_expr f) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < w->n; i++) {
        nh_expr slope = nh_expr_diff(w->pool, f, w->flow->model->coordinates.items[i].q);
        sum = nh_expr_add(w->pool, sum, nh_expr_mul(w->pool, field[i], slope));
    }
    return sum;
}

static bool open_condition(separation_work *w) {
    nh_ansatz_space space = nh_symmetry_space(w->arena, w->flow);
    uint32_t degree = MOST_DEGREE + 1;
    for (bool is_whole = false; !is_whole && degree-- > 0;) {
        w->functions.count = 0;
        is_whole =
            nh_ansatz_space_terms(&space, 0, degree, &w->functions) && w->functions.count * w->n <= MOST_UNKNOWNS;
    }
    if (w->functions.count * w->n > MOST_UNKNOWNS || w->functions.count == 0) return false;
    nh_exprs list = {.arena = w->arena};
    for (uint32_t i = 0; i < w->n; i++)
        nh_array_push(&list, nh_flow_restrict(w->flow, w->flow->model->coordinates.items[i].v));
    for (size_t k = 0; k < w->functions.count; k++)
        nh_array_push(&list, nh_flow_restrict(w->flow, w->functions.items[k]));
    for (uint32_t a = 0; a < w->r; a++) {
        const nh_expr *field = w->symmetries->items.items[a].field;
        for (size_t k = 0; k < w->functions.count; k++)
            nh_array_push(&list, nh_flow_restrict(w->flow, apply_field(w, field, w->functions.items[k])));
        for (uint32_t i = 0; i < w->n; i++)
            nh_array_push(&list, nh_flow_restrict(w->flow, nh_expr_total_derivative(w->pool, field[i])));
    }
    w->modular = nh_modular_make(w->pool, w->arena, list.count, list.items, w->flow->count, w->flow->variables);
    w->values = NH_NEW_ARRAY(w->arena, uint64_t, list.count + 1);
    return true;
}

/* Each state and each symmetry give an equation for the coefficients, f by f; false where there are no states. */
static bool add_equations(separation_work *w, nh_echelon *echelon) {
    size_t count = w->functions.count;
    uint64_t *row = NH_NEW_ARRAY(w->arena, uint64_t, echelon->columns + 1);
    const uint64_t *v = w->values, *f = v + w->n;
    NH_ASSERT(echelon->columns == count * w->n);
    for (int idle = 0; idle < IDLE_POINTS && echelon->rank < echelon->columns; idle++) {
        if (!nh_modular_next(w->modular, w->values)) return false;
        for (uint32_t a = 0; a < w->r; a++) {
            const uint64_t *Xf = f + count + a * (count + w->n), *rate = Xf + count;
            for (size_t k = 0; k < count; k++)
                for (uint32_t i = 0; i < w->n; i++)
                    row[k * w->n + i] = nh_modular_add(nh_modular_mul(Xf[k], v[i]), nh_modular_mul(f[k], rate[i]));
            if (nh_echelon_add(echelon, row)) idle = -1;
        }
        nh_tick(nh_pool_context(w->pool), echelon->columns);
    }
    nh_echelon_reduce(echelon);
    return true;
}

/* The sum with this vector of coefficients; undefined where they are no fractions. */
static nh_expr velocity_of(const separation_work *w, const uint64_t *vector) {
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t k = 0; k < w->functions.count; k++)
        for (uint32_t i = 0; i < w->n; i++) {
            nh_rat value;
            if (vector[k * w->n + i] == 0) continue;
            if (!nh_modular_fraction(vector[k * w->n + i], &value)) return NH_EXPR_UNDEFINED;
            nh_expr term = nh_expr_mul(w->pool, w->functions.items[k], w->flow->model->coordinates.items[i].v);
            sum = nh_expr_add(w->pool, sum, nh_expr_scale(w->pool, value, term));
        }
    return sum;
}

/* The simplest ones that are independent at admissible states. */
static void choose_velocities(separation_work *w, const nh_echelon *echelon) {
    const nh_expr *u = w->flow->variables + w->flow->times + w->flow->positions;
    uint64_t *vector = NH_NEW_ARRAY(w->arena, uint64_t, echelon->columns + 1);
    nh_expr slopes[MOST_VELOCITIES * MOST_VELOCITIES];
    for (uint32_t c = 0; c < echelon->columns && w->found < w->m; c++) {
        if (echelon->row_of[c] != NULL) continue;
        nh_echelon_null_vector(echelon, c, vector);
        nh_expr eta = velocity_of(w, vector);
        if (eta == NH_EXPR_UNDEFINED) continue;
        nh_expr restricted = nh_flow_restrict(w->flow, eta);
        for (uint32_t j = 0; j < w->m; j++)
            slopes[w->found * w->m + j] = nh_expr_shortest(w->pool, nh_expr_diff(w->pool, restricted, u[j]));
        nh_linear_minor minor;
        if (nh_linear_rank(w->pool, w->arena, w->found + 1, w->m, slopes, &minor) != NH_LINEAR_DONE) return;
        if (minor.rank == w->found + 1) w->eta[w->found++] = eta;
    }
}

/* ---- their equations ---- */

/* f along the motion, with the rates of the independent velocities. */
static nh_expr rate_of(const separation_work *w, const nh_reduced *reduced, nh_expr f) {
    const nh_flow *flow = w->flow;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < flow->times + flow->positions; i++)
        sum = nh_expr_add(w->pool, sum,
                          nh_expr_mul(w->pool, nh_expr_diff(w->pool, f, flow->variables[i]), flow->rates[i]));
    for (uint32_t j = 0; j < w->m; j++) {
        nh_expr acceleration = NH_EXPR_ZERO;
        for (uint32_t x = 0; x < w->m; x++)
            acceleration =
                nh_expr_add(w->pool, acceleration, nh_expr_mul(w->pool, reduced->inverse[j * w->m + x], reduced->F[x]));
        sum = nh_expr_add(w->pool, sum, nh_expr_mul(w->pool, nh_expr_diff(w->pool, f, reduced->u[j]), acceleration));
    }
    return sum;
}

/* u by the names, and the rates of eta by these. */
static bool find_equations(separation_work *w) {
    nh_pool *pool = w->pool;
    uint32_t m = w->m;
    const nh_reduced *reduced = nh_reduced_make(w->arena, w->flow);
    nh_expr C[MOST_VELOCITIES * MOST_VELOCITIES], side[MOST_VELOCITIES], eta[MOST_VELOCITIES];
    nh_expr zeros[MOST_VELOCITIES] = {NH_EXPR_ZERO};
    nh_linear_solution solved;
    NH_ASSERT(w->found == m && m <= MOST_VELOCITIES);
    if (reduced == NULL) return false;
    for (uint32_t k = 0; k < m; k++) {
        nh_text name = nh_text_begin(w->arena);
        nh_text_format(&name, "eta%u", (unsigned)k + 1);
        w->name[k] = nh_expr_symbol_text(pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        eta[k] = nh_flow_restrict(w->flow, w->eta[k]);
        for (uint32_t j = 0; j < m; j++)
            C[k * m + j] = nh_expr_shortest(pool, nh_expr_diff(pool, eta[k], reduced->u[j]));
        side[k] = nh_expr_sub(pool, w->name[k], nh_expr_substitute(pool, eta[k], m, reduced->u, zeros, true));
    }
    if (nh_linear_solve(pool, w->arena, m, C, 1, side, &solved) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < m; k++) {
        nh_expr rate = rate_of(w, reduced, eta[k]);
        w->rate[k] =
            nh_expr_shortest(pool, nh_expr_normal(pool, nh_expr_substitute(pool, rate, m, reduced->u, solved.x, true)));
        if (w->rate[k] == NH_EXPR_UNDEFINED) return false;
    }
    return true;
}

/* How many positions occur in the rates, and in *names which. */
static uint32_t list_positions(const separation_work *w, const nh_expr *rates, const char **names) {
    nh_text text = nh_text_begin(w->arena);
    uint32_t count = 0;
    for (uint32_t i = w->flow->times; i < w->flow->times + w->flow->positions; i++) {
        bool occurs = false;
        for (uint32_t k = 0; k < w->m; k++) occurs |= nh_expr_depends_on(w->pool, rates[k], 1, &w->flow->variables[i]);
        if (!occurs) continue;
        nh_text_add(&text, count++ > 0 ? ", " : "");
        nh_expr_print(w->pool, &text, w->flow->variables[i]);
    }
    *names = nh_text_string(&text);
    return count;
}

static void search_separation(void *user) {
    separation_work *w = user;
    if (!open_condition(w)) return;
    nh_echelon echelon = nh_echelon_make(w->arena, (uint32_t)w->functions.count * w->n);
    if (!add_equations(w, &echelon)) return;
    choose_velocities(w, &echelon);
    w->is_done = w->found == w->m && find_equations(w);
}

/* ---- the answer ---- */

static const char *text_of(const separation_work *w, nh_expr e) {
    nh_text text = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, e);
    return nh_text_string(&text);
}

/* The weakest evidence for eta' = rate; NONE where one is not decided, or refuted. */
static nh_evidence judge_rates(const separation_work *w, uint64_t seed) {
    const char *equations[MOST_VELOCITIES];
    for (uint32_t k = 0; k < w->m; k++) {
        nh_text text = nh_text_begin(w->arena);
        nh_expr rate = nh_expr_substitute(w->pool, w->rate[k], w->m, w->name, w->eta, false);
        nh_text_format(&text, "(%s)' = %s", text_of(w, w->eta[k]), text_of(w, rate));
        equations[k] = nh_text_string(&text);
    }
    nh_integrals_question q = {equations, w->m, NULL, seed};
    nh_model *again = NULL;
    const nh_judge_result *judged = nh_integrals_judge(w->arena, w->flow->model, &q, &again);
    nh_evidence by = judged != NULL && judged->items.count == q.count ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    for (size_t k = 0; by != NH_EVIDENCE_NONE && k < q.count; k++) {
        nh_judgement judgement = judged->items.items[k].judgement;
        if (judgement == NH_JUDGED_CERTIFIED) by = NH_EVIDENCE_CERTIFIED;
        else if (judgement != NH_JUDGED_PROVED) by = NH_EVIDENCE_NONE;
    }
    if (again != NULL) nh_model_destroy(again);
    return by;
}

/* Whether all are velocities of coordinates: nothing is gained. */
static bool is_trivial(const separation_work *w) {
    for (uint32_t k = 0; k < w->m; k++)
        if (nh_expr_kind_of(w->pool, w->eta[k]) != NH_EXPR_SYMBOL) return false;
    return true;
}

void nh_separation_find(nh_integrals_result *result, nh_arena *arena, const nh_flow *flow,
                        const nh_symmetries *symmetries, uint64_t seed) {
    NH_ASSERT(flow != NULL && symmetries != NULL);
    separation_work w = {.flow = flow, .pool = flow->pool, .arena = arena, .symmetries = symmetries};
    w.n = flow->n, w.m = flow->form->m, w.r = (uint32_t)symmetries->items.count, w.functions.arena = arena;
    if (w.r == 0 || w.m < 2 || w.m > MOST_VELOCITIES || flow->rows > flow->form->k) return;
    nh_budget budget = {.work = NH_WORK_LINEAR};
    if (nh_attempt(flow->model->context, &budget, search_separation, &w) != NH_OK || !w.is_done) return;
    const char *positions;
    if (is_trivial(&w) || list_positions(&w, w.rate, &positions) >= flow->positions) return;
    nh_evidence by = judge_rates(&w, seed);
    if (by == NH_EVIDENCE_NONE) return;
    const char **definitions = NH_NEW_ARRAY(arena, const char *, w.m), **rates = NH_NEW_ARRAY(arena, const char *, w.m);
    for (uint32_t k = 0; k < w.m; k++) {
        nh_text definition = nh_text_begin(arena), rate = nh_text_begin(arena);
        nh_text_format(&definition, "%s = %s", text_of(&w, w.name[k]), text_of(&w, w.eta[k]));
        nh_text_format(&rate, "%s' = %s", text_of(&w, w.name[k]), text_of(&w, w.rate[k]));
        definitions[k] = nh_text_string(&definition), rates[k] = nh_text_string(&rate);
    }
    result->separation = (nh_integrals_separation){w.m, definitions, rates, positions, by};
}
