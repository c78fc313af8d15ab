/* The balance of the energy in quasi-velocities, [Rheonomous] (18), corrected and sorted by causes.
 *
 *     E = y . dL~/dy - L~ = (q' + u) . dL/dq' - L,     u = Gamma psi + Theta beta
 *
 * since y . dL~/dy = (Gamma y) . dL/dq', and Gamma y = q' + u by (13). That is a displacement which the constraints allow, so that Maggi's equations (10) hold along it:
 * (q' + u) . (d/dt dL/dq' - dL/dq - Q) = 0. With the rate of q' . dL/dq' - L this gives
 *
 *     dE/dt = Q . q' - dL/dt + u . (dL/dq + Q) + u' . dL/dq'
 *
 * which is (18) with the term of pi that the print lacks, written without Z and alpha; u' is the total derivative of u(t, q). The last terms are what the system does along u, and u is a sum
 * of two causes: Theta beta, by which constraints move, and Gamma psi, by which quasi-velocities do. Time in alpha and Z alone changes nothing, when beta and psi are 0.
 *
 *     forces            Q . q'                            the power of forces without potential
 *     geometry          -dT/dt                            time in A, b, c: explicit
 *     potential         dV/dt                             time in V
 *     constraints       the last terms with Theta beta
 *     quasi-velocities  the last terms with Gamma psi
 *
 * Where L is given directly, or V has velocities in it, T and V are not told apart, and -dL/dt is geometry. */
#include "form/hamel.h"

static nh_expr dot(nh_grid a, nh_grid b) {
    return *nh_grid_at(nh_grid_mul(nh_grid_transpose(a), b), 0, 0);
}

typedef struct balancing {
    const nh_quasi_frame *f;
    nh_grid v, by_v;    /* q', dL/dq' */
    nh_grid all_forces; /* dL/dq + Q */
} balancing;

/* u . (dL/dq + Q) + u' . dL/dq' */
static nh_expr work_along(const balancing *b, nh_grid u) {
    const nh_quasi_frame *f = b->f;
    nh_grid rate = nh_grid_add(nh_grid_along(u, f->n, f->q, b->v), nh_grid_diff(u, f->model->time));
    return nh_expr_add(f->pool, dot(u, b->all_forces), dot(rate, b->by_v));
}

static balancing prepare(const nh_quasi_frame *f) {
    balancing b = {.f = f, .v = nh_grid_vector(f->pool, f->arena, f->n, f->v)};
    b.by_v = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_grid by_q = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, f->model->L, f->n, f->v, b.by_v.e);
    nh_expr_gradient(f->pool, f->model->L, f->n, f->q, by_q.e);
    b.all_forces = nh_grid_add(by_q, nh_grid_vector(f->pool, f->arena, f->n, f->model->Q));
    return b;
}

static void add_part(nh_balance *balance, const char *name, nh_expr value) {
    nh_array_push(&balance->parts, ((nh_coefficient){name, value, value}));
}

nh_balance *nh_hamel_balance(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_quasi_frame *f = nh_quasi_make(model, arena, choice, false, why);
    if (f == NULL) return NULL;
    balancing b = prepare(f);
    nh_grid of_constraints = nh_grid_mul(nh_quasi_Theta(f), nh_quasi_beta(f));
    nh_grid of_variables = nh_grid_mul(nh_quasi_Gamma(f), nh_quasi_psi(f));
    nh_grid shifted = nh_grid_add(b.v, nh_grid_add(of_constraints, of_variables)); /* q' + u */
    bool has_V = model->V != NH_EXPR_UNDEFINED && !nh_expr_has(f->pool, model->V, NH_HAS_VELOCITY);
    nh_expr V = has_V ? model->V : NH_EXPR_ZERO, T = has_V ? model->T : model->L;
    nh_balance *balance = NH_NEW(arena, nh_balance);
    *balance = (nh_balance){.name = "E_quasi", .parts = {.arena = arena}};
    balance->energy = nh_expr_sub(f->pool, dot(shifted, b.by_v), model->L);
    add_part(balance, "forces", dot(b.v, nh_grid_vector(f->pool, arena, f->n, model->Q)));
    add_part(balance, "geometry", nh_expr_neg(f->pool, nh_expr_diff(f->pool, T, model->time)));
    add_part(balance, "potential", nh_expr_diff(f->pool, V, model->time));
    add_part(balance, "constraints", work_along(&b, of_constraints));
    add_part(balance, "quasi-velocities", work_along(&b, of_variables));
    return balance;
}
