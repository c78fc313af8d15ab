/* The equations of a formulation in terms of x, and their coefficients next to those of the projection.
 *
 * The rates of the variables y(t, q, q') of a formulation are y' = K x + k with
 *
 *     K = dy/dq' N,     k = dy/dq' rest + dy/dq q' + dy/dt
 *
 * and its equations, matrix y' = force + jacobian^T lambda, are those along the displacements dq'/dy, or along the
 * coordinates. So they are multiplied by P^T, P = K or N, and these must vanish:
 *
 *     P^T matrix K - N^T M N                          the coefficients of x
 *     P^T (matrix k - force) - N^T (M rest - f)       what is free of x
 *     jacobian K, jacobian k + drift                  the rows hold for every x
 *     jacobian P                                      and their multipliers drop out
 *     lift K - N, lift k + rest - rest of N           the accelerations that the formulation gives are these
 *
 * A transposition matrix that is computed occurs in the force; its closed form is substituted, with accelerations q'' =
 * N x + rest in it: then Chetaev's accelerations solve the equations.
 *
 * For equations in all accelerations y = q', so that K = N and k = rest. The dependent velocities are substituted, and
 * every sign that a root may have. */
#include "form/agree.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "form/limits_private.h"
#include "form/omega.h"
#include "form/restricted.h"

/* Longer coefficients are not brought to a normal form; more signs of roots, more unknowns are not tried. */
enum { MOST_OPERATIONS = 2500, MOST_SIGNS = 3, MOST_UNKNOWNS = 16 };

typedef struct comparison {
    nh_equations *e; /* a copy of its own */
    const nh_restricted *r;
    nh_arena *arena;
    nh_pool *pool;
    uint32_t m, count;    /* accelerations x; unknowns of the formulation */
    nh_expr *N;           /* n x m */
    nh_expr *K, *k;       /* count x m, count */
    const nh_expr *P;     /* count x m */
    nh_expr_matrix slope; /* count x n: of the force by the accelerations, with a transposition matrix */
    nh_exprs zero;        /* what must vanish */
    bool is_proved;
} comparison;

/* ---- in velocities ---- */

static nh_expr *replaced_velocities(const nh_equations *e, nh_arena *arena, size_t count, const nh_expr *from) {
    nh_expr *to = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    if (count > 0) memcpy(to, from, count * sizeof *to);
    nh_equations_in_velocities(e, count, to);
    return to;
}

/* The same equations without the symbols of their variables. */
static nh_equations *in_velocities(const nh_equations *e, nh_arena *arena) {
    nh_equations *copy = NH_NEW(arena, nh_equations);
    *copy = *e;
    if (e->symbols == NULL) return copy;
    copy->matrix.entry = replaced_velocities(e, arena, e->matrix.start[e->count], e->matrix.entry);
    copy->force = replaced_velocities(e, arena, e->count, e->force);
    copy->jacobian.entry = replaced_velocities(e, arena, e->jacobian.start[e->rows], e->jacobian.entry);
    copy->drift = replaced_velocities(e, arena, e->rows, e->drift);
    copy->lift.entry = replaced_velocities(e, arena, e->lift.start[e->lift.rows], e->lift.entry);
    copy->rest = replaced_velocities(e, arena, e->lift.rows, e->rest);
    return copy;
}

/* ---- products ---- */

static nh_expr *dense_of(const comparison *c, const nh_expr_matrix *a) {
    nh_expr *all = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)a->rows * a->columns + 1);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t j = 0; j < a->columns; j++) all[(size_t)i * a->columns + j] = nh_matrix_at(a, i, j);
    return all;
}

/* a b, for a dense b with this many columns. */
static nh_expr *multiply_sparse(const comparison *c, const nh_expr_matrix *a, const nh_expr *b, uint32_t columns) {
    nh_expr *product = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)a->rows * columns + 1);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++)
                sum =
                    nh_expr_add(c->pool, sum, nh_expr_mul(c->pool, a->entry[k], b[(size_t)a->column[k] * columns + j]));
            product[(size_t)i * columns + j] = sum;
        }
    return product;
}

/* a^T b, for a dense a with m columns. */
static nh_expr *project_on_choice(const comparison *c, const nh_expr *a, uint32_t rows, const nh_expr *b,
                                  uint32_t columns) {
    nh_expr *product = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)c->m * columns + 1);
    for (uint32_t i = 0; i < c->m; i++)
        for (uint32_t j = 0; j < columns; j++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (uint32_t k = 0; k < rows; k++)
                sum = nh_expr_add(c->pool, sum,
                                  nh_expr_mul(c->pool, a[(size_t)k * c->m + i], b[(size_t)k * columns + j]));
            product[(size_t)i * columns + j] = sum;
        }
    return product;
}

/* a + factor b, entry by entry, in place of a. */
static nh_expr *add_to(const comparison *c, size_t count, nh_expr *a, int factor, const nh_expr *b) {
    for (size_t i = 0; i < count; i++)
        a[i] = factor > 0 ? nh_expr_add(c->pool, a[i], b[i]) : nh_expr_sub(c->pool, a[i], b[i]);
    return a;
}

static void must_vanish(comparison *c, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (e[i] != NH_EXPR_ZERO) nh_array_push(&c->zero, e[i]);
}

/* ---- the transposition matrix ---- */

/* Which rows are not used by the choice. */
static const bool *redundant_rows(const comparison *c) {
    const nh_explicit *choice = c->r->choice;
    size_t rows = c->e->model->rows.count;
    bool *is_redundant = NH_NEW_ARRAY(c->arena, bool, rows + 1);
    for (size_t i = 0; i < rows; i++) is_redundant[i] = true;
    for (uint32_t d = 0; d < choice->k; d++) is_redundant[choice->dependent[d].row] = false;
    return is_redundant;
}

/* The force with the closed form in it is force(q'') = slope q'' + what is left at q'' = 0. */
static void split_force(comparison *c, nh_expr *force) {
    const nh_expr *a = nh_model_accelerations(c->e->model, c->arena);
    nh_expr *zeros = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)c->r->n + 1);
    for (uint32_t i = 0; i < c->r->n; i++) zeros[i] = NH_EXPR_ZERO;
    c->slope = nh_expr_jacobian(c->pool, c->arena, c->count, force, c->r->n, a);
    nh_expr_substitute_all(c->pool, c->count, force, c->r->n, a, zeros, true);
}

/* Puts the closed form in; false when it is not known. */
static bool close_omega(comparison *c) {
    nh_equations *e = c->e;
    if (e->omegas == 0) return true;
    if (e->is_implicit) return false;
    const nh_expr *omega = nh_omega_close(e->model, c->arena, e->setting.omega, redundant_rows(c), NULL);
    if (omega == NULL) return false;
    nh_expr *force = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)e->count + 1);
    memcpy(force, e->force, e->count * sizeof *force);
    nh_expr_substitute_all(c->pool, e->count, force, e->omegas, e->computed, omega, true);
    split_force(c, force);
    e->force = force;
    return true;
}

/* ---- the equations in terms of x ---- */

/* K and k of the variables of the formulation. */
static void find_rates(comparison *c) {
    const nh_restricted *r = c->r;
    nh_expr_matrix by_v = nh_expr_jacobian(c->pool, c->arena, c->count, c->e->variables, r->n, r->v);
    c->K = multiply_sparse(c, &by_v, c->N, c->m);
    c->k = multiply_sparse(c, &by_v, r->rest, 1);
    for (uint32_t i = 0; i < c->count; i++) {
        c->k[i] = nh_expr_add(c->pool, c->k[i], nh_expr_diff(c->pool, c->e->variables[i], r->model->time));
        for (uint32_t j = 0; j < r->n; j++) {
            nh_expr slope = nh_expr_diff(c->pool, c->e->variables[i], r->q[j]);
            c->k[i] = nh_expr_add(c->pool, c->k[i], nh_expr_mul(c->pool, slope, r->v[j]));
        }
    }
    c->P = c->e->is_by_coordinate ? c->N : c->K;
}

static void compare_dynamics(comparison *c) {
    const nh_restricted *r = c->r;
    nh_lagrange l = nh_lagrange_derive(r->model, c->arena, false);
    size_t size = (size_t)c->m * c->m;
    nh_expr *with_x = project_on_choice(c, c->P, c->count, multiply_sparse(c, &c->e->matrix, c->K, c->m), c->m);
    nh_expr *without = add_to(c, c->count, multiply_sparse(c, &c->e->matrix, c->k, 1), -1, c->e->force);
    nh_expr *side = add_to(c, r->n, multiply_sparse(c, &l.matrix, r->rest, 1), -1, l.force);
    if (c->e->omegas > 0) { /* the force has slope (N x + rest) in it */
        with_x = add_to(c, size, with_x, -1,
                        project_on_choice(c, c->P, c->count, multiply_sparse(c, &c->slope, c->N, c->m), c->m));
        without = add_to(c, c->count, without, -1, multiply_sparse(c, &c->slope, r->rest, 1));
    }
    must_vanish(
        c, size,
        add_to(c, size, with_x, -1, project_on_choice(c, c->N, r->n, multiply_sparse(c, &l.matrix, c->N, c->m), c->m)));
    without = project_on_choice(c, c->P, c->count, without, 1);
    must_vanish(c, c->m, add_to(c, c->m, without, -1, project_on_choice(c, c->N, r->n, side, 1)));
}

static void compare_rows(comparison *c) {
    uint32_t rows = c->e->rows;
    if (rows == 0) return;
    must_vanish(c, (size_t)rows * c->m, multiply_sparse(c, &c->e->jacobian, c->K, c->m));
    must_vanish(c, rows, add_to(c, rows, multiply_sparse(c, &c->e->jacobian, c->k, 1), 1, c->e->drift));
    if (c->P != c->K) must_vanish(c, (size_t)rows * c->m, multiply_sparse(c, &c->e->jacobian, c->P, c->m));
}

/* All rows of the choice occur in equations that leave the displacements free, and bind them: written for
 * accelerations, their Jacobian is that of the rows. */
static void compare_jacobian(comparison *c) {
    const nh_restricted *r = c->r;
    const nh_equations *e = c->e;
    if (e->variables != NULL && c->count == c->m) return; /* as many unknowns as degrees of freedom */
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t at = 0;
        while (at < e->rows && e->row[at] != r->choice->dependent[d].row) at++;
        if (at == e->rows) {
            nh_array_push(&c->zero, NH_EXPR_ONE); /* it is missing */
            return;
        }
    }
    nh_expr_matrix slopes = nh_expr_jacobian(c->pool, c->arena, e->rows, e->rates, r->n, r->v);
    nh_expr *wanted = dense_of(c, &slopes), *found = dense_of(c, &e->jacobian);
    if (e->variables != NULL) {
        nh_expr_matrix by_v = nh_expr_jacobian(c->pool, c->arena, c->count, e->variables, r->n, r->v);
        found = multiply_sparse(c, &e->jacobian, dense_of(c, &by_v), r->n);
    }
    size_t size = (size_t)e->rows * r->n;
    must_vanish(c, size, add_to(c, size, found, -1, wanted));
}

/* q' = velocities(t, q, y). */
static void compare_velocities(comparison *c) {
    const nh_restricted *r = c->r;
    nh_expr *found = replaced_velocities(c->e, c->arena, r->n, c->e->velocities);
    for (uint32_t i = 0; i < r->n; i++)
        if (found[i] != NH_EXPR_UNDEFINED) found[i] = nh_expr_sub(c->pool, found[i], r->v[i]);
        else found[i] = NH_EXPR_ZERO; /* it is found by solving for it */
    must_vanish(c, r->n, found);
}

static void compare_accelerations(comparison *c) {
    const nh_restricted *r = c->r;
    size_t size = (size_t)r->n * c->m;
    must_vanish(c, size, add_to(c, size, multiply_sparse(c, &c->e->lift, c->K, c->m), -1, c->N));
    nh_expr *rest = add_to(c, r->n, multiply_sparse(c, &c->e->lift, c->k, 1), 1, c->e->rest);
    must_vanish(c, r->n, add_to(c, r->n, rest, -1, r->rest));
}

/* ---- proofs ---- */

static bool is_short(const comparison *c, nh_expr e) {
    return nh_expr_operations(c->pool, 1, &e) <= MOST_OPERATIONS;
}

/* The signs of roots: bit i of which says that the i-th is -1. */
static void set_signs(const comparison *c, uint32_t which, double *signs) {
    for (uint32_t i = 0; i < c->r->choice->signs; i++) signs[i] = which >> i & 1 ? -1 : 1;
}

/* Opens names and puts the dependent velocities in; false when one is long then, so that the others
 * need not be examined. */
static bool open_names(comparison *c, nh_context *context) {
    double signs[MOST_SIGNS];
    set_signs(c, 0, signs);
    for (size_t i = 0; i < c->zero.count; i++) {
        nh_tick(context, 1);
        c->zero.items[i] = nh_expr_expand_names(c->pool, c->zero.items[i]);
        if (!is_short(c, c->zero.items[i])) return false;
        if (!is_short(c, nh_explicit_restrict(c->r->choice, c->zero.items[i], signs))) return false;
    }
    return true;
}

static bool are_zero_with(const comparison *c, nh_context *context, const double *signs) {
    for (size_t i = 0; i < c->zero.count; i++) {
        nh_tick(context, 1);
        nh_expr restricted = nh_explicit_restrict(c->r->choice, c->zero.items[i], signs);
        if (!is_short(c, restricted) || !nh_expr_is_proved_zero(c->pool, restricted)) return false;
    }
    return true;
}

static bool are_zero(const comparison *c, nh_context *context) {
    double signs[MOST_SIGNS];
    for (uint32_t which = 0; which < UINT32_C(1) << c->r->choice->signs; which++) {
        set_signs(c, which, signs);
        if (!are_zero_with(c, context, signs)) return false;
    }
    return true;
}

static void run_comparison(void *argument) {
    comparison *c = argument;
    nh_context *context = c->e->model->context;
    if (!close_omega(c)) return;
    if (c->e->variables != NULL) find_rates(c);
    compare_dynamics(c);
    compare_rows(c);
    compare_jacobian(c);
    if (c->e->variables != NULL) compare_accelerations(c);
    if (c->e->variables != NULL) compare_velocities(c);
    c->is_proved = open_names(c, context) && are_zero(c, context);
}

nh_truth nh_agree_by_algebra(const nh_equations *equations, const nh_explicit *choice, nh_arena *arena) {
    const nh_equations *e = equations;
    const nh_model *model = e->model;
    const char *why;
    if (e->choice != NULL) choice = e->choice;
    if (choice->signs > MOST_SIGNS || e->count > MOST_UNKNOWNS) return NH_UNKNOWN;
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_equations_fit(equations));
    if (nh_equations_accelerated(model) != NULL) return NH_UNKNOWN; /* their multipliers do not drop out */
    const nh_restricted *r = nh_restricted_make(model, arena, choice, &why);
    if (r == NULL) return NH_UNKNOWN;
    comparison c = {
        .e = in_velocities(e, arena), .r = r, .arena = arena, .pool = model->pool, .m = r->m, .count = e->count};
    c.K = c.N = dense_of(&c, &r->N);
    c.k = r->rest;
    c.P = c.N;
    c.zero.arena = arena;
    nh_budget budget = {.work = NH_WORK_AGREE};
    nh_status status = nh_attempt(model->context, &budget, run_comparison, &c);
    return status == NH_OK && c.is_proved ? NH_YES : NH_UNKNOWN;
}
