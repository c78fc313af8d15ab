/* The Euler-Lagrange expressions, the constraint forms and alpha_Q, by their coefficients. */
#include "form/formulation/reduced_forms_private.h"

typedef struct forms {
    nh_expr *A;       /* n: A_i */
    nh_expr_matrix B; /* n x n: B_ij */
} forms;

static forms find_forms(const nh_restricted *r) {
    nh_expr *p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1), L = r->model->L;
    forms f = {.A = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1)};
    nh_expr_gradient(r->pool, L, r->n, r->v, p);
    nh_expr_gradient(r->pool, L, r->n, r->q, f.A);
    nh_expr_matrix by_place = nh_expr_jacobian(r->pool, r->arena, r->n, p, 1 + r->n, r->place);
    f.B = nh_expr_jacobian(r->pool, r->arena, r->n, p, r->n, r->v);
    for (uint32_t e = 0; e < f.B.start[r->n]; e++) f.B.entry[e] = nh_expr_neg(r->pool, f.B.entry[e]);
    for (uint32_t i = 0; i < r->n; i++)
        f.A[i] = nh_expr_sub(r->pool, f.A[i], nh_matrix_row_times(r->pool, &by_place, i, r->pace));
    return f;
}

static void name_euler_lagrange(const nh_restricted *r, const forms *f, nh_equations *e) {
    for (uint32_t i = 0; i < r->n; i++) {
        const char *name = nh_restricted_coordinate(r, i);
        nh_equations_name(e, f->A[i], "EL_A[%s]", name);
        for (uint32_t j = 0; j < r->n; j++)
            nh_equations_name(e, nh_matrix_at(&f->B, i, j), "EL_B[%s,%s]", name, nh_restricted_coordinate(r, j));
    }
}

/* -dg_d/dq_l' for independent coordinates, 1 for its own, 0 for other dependent ones. */
static nh_expr constraint_coefficient(const nh_restricted *r, uint32_t d, uint32_t coordinate) {
    if (r->dependent[coordinate] == d) return NH_EXPR_ONE;
    if (r->dependent[coordinate] != NH_MODEL_NONE) return NH_EXPR_ZERO;
    uint32_t own = r->choice->dependent[d].coordinate;
    return nh_expr_neg(r->pool, nh_matrix_at(&r->N, own, r->independent[coordinate]));
}

static void name_constraints(const nh_restricted *r, nh_equations *e) {
    for (uint32_t d = 0; d < r->k; d++)
        for (uint32_t i = 0; i < r->n; i++)
            nh_equations_name(e, constraint_coefficient(r, d, i), "form[%s,%s]", nh_restricted_row(r, d),
                              nh_restricted_coordinate(r, i));
}

/* c_i, c_is of all coordinates, then those of independent ones replaced by their projections. */
static void name_alpha_Q(const nh_restricted *r, const forms *f, nh_equations *e) {
    nh_expr_matrix c_s = nh_matrix_product(r->pool, r->arena, &f->B, &r->N);
    nh_expr_matrix a_s = nh_matrix_product(r->pool, r->arena, &r->along, &c_s);
    nh_expr *c = nh_matrix_times(r->pool, r->arena, &f->B, r->rest);
    for (uint32_t i = 0; i < r->n; i++) c[i] = nh_expr_add(r->pool, f->A[i], c[i]);
    for (uint32_t i = 0; i < r->n; i++) {
        const char *name = nh_restricted_coordinate(r, i);
        uint32_t l = r->independent[i];
        bool is_independent = l != NH_MODEL_NONE;
        nh_equations_name(e, is_independent ? nh_restricted_project(r, c, l) : c[i], "alphaQ[%s]", name);
        for (uint32_t s = 0; s < r->m; s++)
            nh_equations_name(e, is_independent ? nh_matrix_at(&a_s, l, s) : nh_matrix_at(&c_s, i, s), "alphaQ[%s,%s]",
                              name, nh_restricted_independent(r, s));
    }
}

void nh_reduced_name_forms(const nh_restricted *r, nh_equations *e) {
    forms f = find_forms(r);
    name_euler_lagrange(r, &f, e);
    name_constraints(r, e);
    name_alpha_Q(r, &f, e);
}
