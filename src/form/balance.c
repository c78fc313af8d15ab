/* The two energies of [Homogeneous] section 1.3 and their balances.
 *
 * (20), with forces Q:
 *
 *     dE/dt = Q.q' - dL/dt + sum_j lambda_j d(rate_j)/dq' . q'
 *
 * where the last sum is over the rows that are not homogeneous in the velocities: of the others d(rate)/dq' . q' is a
 * multiple of the rate, which is 0 (Proposition 3). A row g(t, q, q', q'') = 0 adds lambda dg/dq'' . q', and to the
 * balance of E* lambda dg/dq'' . (q' + x): it acts along any direction.
 *
 * (21)-(22), with alphabar_d = sum_r dalpha_d/dq_r' q_r' and x_d = alphabar_d - alpha_d, the excess:
 *
 *     dE* /dt = sum_r q_r' (Q_r + sum_d dalpha_d/dq_r' Q_d) - d(L*)/dt + sum_d (x_d d(L*)/dq_d + Bbar_d dT/dq_d')
 *     Bbar_d  = d(x_d)/dt - sum_e dalpha_d/dq_e x_e + dalpha_d/dt
 *
 * Of vakonomic motions, with mu' = -lambda:
 *
 *     dE_ext/dt = Q.q' - dL/dt + sum_r (lambda_r rate_r - mu_r d(rate_r)/dt)
 *
 * over the rows that are not geometric, and lambda d(rate)/dq' . q' of the others.
 *
 * The derivatives of what is on the constraints are those of form/restricted.h, so alpha may be implicit. */
#include "form/balance.h"

#include <string.h>

#include "base/assert.h"
#include "form/restricted.h"
#include "state/explicit/kind.h"

static void add_part(nh_balance *balance, const char *name, nh_expr value) {
    nh_array_push(&balance->parts, ((nh_coefficient){name, value, value}));
}

static nh_balance *make_balance(nh_arena *arena, const char *name, nh_expr energy) {
    nh_balance *balance = NH_NEW(arena, nh_balance);
    *balance = (nh_balance){.name = name, .energy = energy, .parts = {.arena = arena}};
    return balance;
}

static nh_expr add_product(nh_pool *pool, nh_expr sum, nh_expr a, nh_expr b) {
    return nh_expr_add(pool, sum, nh_expr_mul(pool, a, b));
}

/* ---- E ---- */

/* d(rate)/dq' . q' */
static nh_expr slope_along_velocities(const nh_model *model, nh_expr rate) {
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < model->coordinates.count; i++) {
        nh_expr v = model->coordinates.items[i].v;
        sum = add_product(model->pool, sum, nh_expr_diff(model->pool, rate, v), v);
    }
    return sum;
}

/* lambda d(rate)/dq' . q' of one row. */
static nh_expr work_of_row(const nh_model *model, nh_arena *arena, uint32_t number) {
    nh_expr rate = nh_row_rate(model, &model->rows.items[number]);
    if (nh_kind_of(model->pool, rate).homogeneous == NH_YES) return NH_EXPR_ZERO;
    return nh_expr_mul(model->pool, nh_equations_multiplier(model, arena, number), slope_along_velocities(model, rate));
}

static nh_expr work_of_rows(const nh_model *model, nh_arena *arena) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (nh_row_restricts(&model->rows.items[i])) sum = nh_expr_add(model->pool, sum, work_of_row(model, arena, i));
    nh_expr of_accelerated = nh_equations_accelerated_work(model, arena, nh_model_velocities(model, arena));
    return nh_expr_add(model->pool, sum, of_accelerated);
}

nh_balance *nh_balance_of_energy(const nh_model *model, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_pool *pool = model->pool;
    nh_balance *balance = make_balance(arena, "E", nh_model_energy(model));
    const nh_expr *v = nh_model_velocities(model, arena);
    bool has_parts = model->T != NH_EXPR_UNDEFINED && model->V != NH_EXPR_UNDEFINED &&
                     !nh_expr_depends_on(pool, model->V, (uint32_t)model->coordinates.count, v);
    nh_expr power = NH_EXPR_ZERO;
    for (size_t i = 0; i < model->coordinates.count; i++)
        power = add_product(pool, power, model->Q[i], model->coordinates.items[i].v);
    add_part(balance, "forces", power);
    nh_expr T = has_parts ? model->T : model->L, V = has_parts ? model->V : NH_EXPR_ZERO;
    add_part(balance, "geometry", nh_expr_neg(pool, nh_expr_diff(pool, T, model->time)));
    add_part(balance, "potential", nh_expr_diff(pool, V, model->time));
    add_part(balance, "constraints", work_of_rows(model, arena));
    return balance;
}

/* ---- E_ext ---- */

nh_balance *nh_balance_of_extended(const nh_equations *equations, nh_arena *arena) {
    NH_ASSERT(equations->extras == equations->rows);
    const nh_model *model = equations->model;
    nh_pool *pool = model->pool;
    nh_balance *balance = nh_balance_of_energy(model, arena);
    nh_expr work = NH_EXPR_ZERO;
    balance->name = "E_ext";
    for (uint32_t r = 0; r < equations->rows; r++) {
        const nh_row *row = &model->rows.items[equations->row[r]];
        nh_expr mu = equations->extra[r], lambda = equations->multipliers[r], rate = equations->rates[r];
        nh_expr along = slope_along_velocities(model, rate);
        if (row->is_geometric) {
            work = add_product(pool, work, lambda, along);
            continue;
        }
        balance->energy = add_product(pool, balance->energy, mu, nh_expr_sub(pool, along, rate));
        work = add_product(pool, work, lambda, rate);
        work = nh_expr_sub(pool, work, nh_expr_mul(pool, mu, nh_expr_diff(pool, rate, model->time)));
    }
    for (size_t i = 0; i < balance->parts.count; i++)
        if (strcmp(balance->parts.items[i].name, "constraints") == 0) balance->parts.items[i].value = work;
    return balance;
}

/* ---- E* ---- */

/* x_d = alphabar_d - alpha_d, (19); the dependent velocity itself stands for alpha. */
static nh_expr *find_excess(const nh_restricted *r) {
    nh_expr *excess = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->k + 1);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        excess[d] = nh_expr_sub(r->pool, nh_matrix_row_times(r->pool, &r->N, i, r->u), r->v[i]);
    }
    return excess;
}

/* d(e*)/dt along motions, with its accelerations. */
static nh_expr rate_of(const nh_restricted *r, nh_expr e) {
    nh_slopes slopes = nh_restricted_slopes(r, 1, &e);
    nh_expr fast = nh_matrix_row_times(r->pool, &slopes.by_velocity, 0, r->x);
    return nh_expr_add(r->pool, *nh_restricted_slow_rates(r, &slopes), fast);
}

/* Bbar_d, (22) */
static nh_expr find_Bbar(const nh_restricted *r, const nh_expr *excess, uint32_t d) {
    nh_expr sum = nh_expr_add(r->pool, rate_of(r, excess[d]), nh_explicit_first(r->choice, d, r->model->time));
    for (uint32_t e = 0; e < r->k; e++) {
        nh_expr slope = nh_explicit_first(r->choice, d, r->q[r->choice->dependent[e].coordinate]);
        sum = nh_expr_sub(r->pool, sum, nh_expr_mul(r->pool, slope, excess[e]));
    }
    return sum;
}

/* The last sum of (21). */
static nh_expr work_of_constraints(const nh_restricted *r) {
    const nh_expr *excess = find_excess(r);
    nh_slopes of_T = nh_restricted_slopes(r, 1, &r->T);
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        nh_expr by_q = nh_matrix_at(&of_T.by_place, 0, 1 + i);
        by_q = nh_expr_sub(r->pool, by_q, nh_expr_diff(r->pool, r->V, r->q[i]));
        sum = add_product(r->pool, sum, excess[d], by_q);
        sum = add_product(r->pool, sum, find_Bbar(r, excess, d), nh_expr_diff(r->pool, r->T, r->v[i]));
    }
    const nh_expr *along = nh_matrix_times(r->pool, r->arena, &r->N, r->u);
    return nh_expr_add(r->pool, sum, nh_equations_accelerated_work(r->model, r->arena, along));
}

nh_balance *nh_balance_of_restricted(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                     const char **why) {
    NH_ASSERT(choice->model == model);
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    nh_slopes of_L = nh_restricted_slopes(r, 1, &model->L), of_T = nh_restricted_slopes(r, 1, &r->T);
    nh_expr power = NH_EXPR_ZERO, energy = nh_matrix_row_times(r->pool, &of_L.by_velocity, 0, r->u);
    energy = nh_expr_sub(r->pool, energy, model->L);
    for (uint32_t j = 0; j < r->m; j++)
        power = add_product(r->pool, power, r->u[j], nh_restricted_project(r, model->Q, j));
    nh_balance *balance = make_balance(arena, "E_star", energy);
    add_part(balance, "forces", power);
    add_part(balance, "geometry", nh_expr_neg(r->pool, nh_matrix_at(&of_T.by_place, 0, 0)));
    add_part(balance, "potential", nh_expr_diff(r->pool, r->V, model->time));
    add_part(balance, "constraints", work_of_constraints(r));
    return balance;
}

/* ---- asking ---- */

nh_expr nh_balance_part(const nh_balance *balance, const char *name) {
    for (size_t i = 0; i < balance->parts.count; i++)
        if (strcmp(balance->parts.items[i].name, name) == 0) return balance->parts.items[i].value;
    return NH_EXPR_ZERO;
}

nh_expr nh_balance_residual(const nh_model *model, const nh_balance *balance) {
    nh_expr sum = nh_expr_total_derivative(model->pool, balance->energy);
    for (size_t i = 0; i < balance->parts.count; i++)
        sum = nh_expr_sub(model->pool, sum, balance->parts.items[i].value);
    return sum;
}
