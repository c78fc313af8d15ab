/* Chaplygin's reducing multiplier: the time in which the reduced equations are Hamilton's.
 *
 * Let the velocities of m positions q be independent, and let L_c(q, q'), which is L with the constraints put in, and
 * the equations of q contain no other positions. With the invariant measure rho dq dp in the momenta p = dL_c/dq',
 *
 *     N = rho^(1/(m - 1)),     dtau = N dt,     P = N p,     H(q, P) the energy,
 *     dq/dtau = dH/dP,     dP/dtau = -dH/dq
 *
 * hold for m = 2 (Chaplygin), and for more velocities in some systems. They are judged like equations that a person
 * wrote, q' = N dH/dP and P' = -N dH/dq, and nothing is said unless all of them are proved or certified. */
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/name.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/integrals_private.h"
#include "integrals/limits_private.h"
#include "truth/judge/judge.h"

/* The matrix of more is inverted for too long. */
enum { MOST_VELOCITIES = 4 };

typedef struct hamiltonian_work {
    const nh_flow *flow;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t m;
    const nh_expr *u;
    nh_expr q[MOST_VELOCITIES], p[MOST_VELOCITIES], P[MOST_VELOCITIES]; /* positions, dL_c/du, symbols of momenta */
    nh_expr L, N, H, density;
    bool is_found;
} hamiltonian_work;

static const char *text_of(const hamiltonian_work *w, nh_expr e) {
    nh_text text = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, e);
    return nh_text_string(&text);
}

/* The positions of which the independent velocities are; false where one of them is not free. */
static bool find_positions(hamiltonian_work *w) {
    const nh_flow *flow = w->flow;
    uint32_t known = flow->times + flow->positions;
    NH_ASSERT(w->m <= MOST_VELOCITIES && known + w->m == flow->count);
    for (uint32_t j = 0; j < w->m; j++) {
        uint32_t i = flow->times;
        while (i < known && flow->coordinate[i] != flow->coordinate[known + j]) i++;
        if (i == known) return false;
        w->q[j] = flow->variables[i];
    }
    return true;
}

/* Whether it contains no time and no position but q. */
static bool is_reduced(const hamiltonian_work *w, nh_expr e) {
    const nh_flow *flow = w->flow;
    for (uint32_t i = 0; i < flow->times + flow->positions; i++) {
        bool is_own = false;
        for (uint32_t j = 0; j < w->m; j++) is_own |= w->q[j] == flow->variables[i];
        if (!is_own && nh_expr_depends_on(w->pool, e, 1, &flow->variables[i])) return false;
    }
    return true;
}

/* P_x for the coordinate x. */
static nh_expr name_momentum(const hamiltonian_work *w, uint32_t j) {
    const nh_model *model = w->flow->model;
    uint32_t coordinate = w->flow->coordinate[w->flow->times + w->flow->positions + j];
    nh_text name = nh_text_begin(w->arena);
    nh_text_format(&name, "P_%s", nh_name_text(model->context, model->coordinates.items[coordinate].name));
    return nh_expr_symbol_text(w->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name)); /* no multiplier has this name */
}

/* L_c = u^T G u/2 + g u - V; N; H = (P/N - g)^T G^-1 (P/N - g)/2 + V. */
static void find_hamiltonian(void *user) {
    hamiltonian_work *w = user;
    nh_pool *pool = w->pool;
    uint32_t m = w->m;
    nh_expr G[MOST_VELOCITIES * MOST_VELOCITIES], side[MOST_VELOCITIES], zeros[MOST_VELOCITIES] = {NH_EXPR_ZERO};
    nh_expr determinant, E = nh_expr_neg(pool, w->L);
    nh_linear_solution solved;
    for (uint32_t i = 0; i < m; i++) {
        w->p[i] = nh_expr_shortest(pool, nh_expr_diff(pool, w->L, w->u[i]));
        E = nh_expr_add(pool, E, nh_expr_mul(pool, w->u[i], w->p[i]));
        for (uint32_t j = 0; j < m; j++) G[i * m + j] = nh_expr_shortest(pool, nh_expr_diff(pool, w->p[i], w->u[j]));
    }
    if (nh_linear_determinant(pool, m, G, &determinant) != NH_LINEAR_DONE) return;
    w->N = nh_expr_pow_rational(pool, nh_expr_shortest(pool, nh_expr_div(pool, w->density, determinant)),
                                nh_rat_make(1, (int64_t)m - 1));
    w->N = nh_flow_without_constants(w->flow, w->N);
    if (!is_reduced(w, w->N) || !is_reduced(w, w->L)) return;
    for (uint32_t i = 0; i < m; i++) {
        w->P[i] = name_momentum(w, i);
        side[i] = nh_expr_sub(pool, nh_expr_div(pool, w->P[i], w->N),
                              nh_expr_substitute(pool, w->p[i], m, w->u, zeros, true));
    }
    if (nh_linear_solve(pool, w->arena, m, G, 1, side, &solved) != NH_LINEAR_DONE) return;
    w->H = nh_expr_shortest(pool, nh_expr_substitute(pool, E, m, w->u, solved.x, true));
    w->is_found = true;
}

/* "x' = N*dH/dP_x" and "(N*p_x)' = -N*dH/dx", with the momenta put in. */
static const char **write_equations(const hamiltonian_work *w) {
    nh_pool *pool = w->pool;
    NH_ASSERT(w->is_found && w->m <= MOST_VELOCITIES);
    const char **equations = NH_NEW_ARRAY(w->arena, const char *, 2 * (size_t)w->m);
    nh_expr value[MOST_VELOCITIES];
    for (uint32_t i = 0; i < w->m; i++) value[i] = nh_expr_mul(pool, w->N, w->p[i]);
    for (uint32_t i = 0; i < 2 * w->m; i++) {
        uint32_t j = i / 2;
        bool is_rate = i % 2 == 1;
        nh_expr slope = nh_expr_diff(pool, w->H, is_rate ? w->q[j] : w->P[j]);
        slope = nh_expr_mul(pool, w->N, nh_expr_substitute(pool, slope, w->m, w->P, value, true));
        nh_text text = nh_text_begin(w->arena);
        if (is_rate) nh_text_format(&text, "(%s)' = -(%s)", text_of(w, value[j]), text_of(w, slope));
        else nh_text_format(&text, "%s = %s", text_of(w, w->u[j]), text_of(w, slope));
        equations[i] = nh_text_string(&text);
    }
    return equations;
}

/* The weakest evidence of all; NONE where one is not decided, or refuted. */
static nh_evidence judge_equations(const hamiltonian_work *w, const nh_flow_values *values, uint64_t seed) {
    nh_integrals_question q = {write_equations(w), 2 * (size_t)w->m, values, seed};
    nh_model *again = NULL;
    const nh_judge_result *judged = nh_integrals_judge(w->arena, w->flow->model, &q, &again);
    nh_evidence by = judged != NULL && judged->items.count == q.count ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    for (size_t i = 0; by != NH_EVIDENCE_NONE && i < q.count; i++) {
        nh_judgement judgement = judged->items.items[i].judgement;
        if (judgement == NH_JUDGED_CERTIFIED) by = NH_EVIDENCE_CERTIFIED;
        else if (judgement != NH_JUDGED_PROVED) by = NH_EVIDENCE_NONE;
    }
    if (again != NULL) nh_model_destroy(again);
    return by;
}

void nh_hamiltonian_find(nh_measure *measure, nh_arena *arena, uint64_t seed) {
    const nh_flow *flow = measure->flow;
    NH_ASSERT(measure->info.density != NULL && flow != NULL);
    hamiltonian_work w = {.flow = flow, .pool = flow->pool, .arena = arena, .m = flow->form->m};
    w.u = flow->variables + flow->times + flow->positions, w.density = measure->density;
    if (w.m < 2 || w.m > MOST_VELOCITIES || flow->times > 0 || !find_positions(&w)) return;
    w.L = nh_expr_shortest(w.pool, nh_flow_restrict(flow, flow->model->L));
    nh_budget budget = {.work = NH_WORK_LINEAR};
    if (nh_attempt(flow->model->context, &budget, find_hamiltonian, &w) != NH_OK || !w.is_found) return;
    nh_evidence by = judge_equations(&w, measure->values.symbol.count > 0 ? &measure->values : NULL, seed);
    if (by == NH_EVIDENCE_NONE) return;
    const char **momenta = NH_NEW_ARRAY(arena, const char *, w.m);
    for (uint32_t i = 0; i < w.m; i++) {
        nh_text text = nh_text_begin(arena);
        nh_expr P = nh_expr_shortest(w.pool, nh_expr_mul(w.pool, w.N, w.p[i]));
        nh_text_format(&text, "%s = %s", text_of(&w, w.P[i]), text_of(&w, P));
        momenta[i] = nh_text_string(&text);
    }
    nh_integrals_measure *info = &measure->info;
    info->multiplier = text_of(&w, w.N), info->hamiltonian = text_of(&w, w.H);
    info->momenta = momenta, info->momentum_count = w.m, info->hamiltonian_by = by;
}
