/* Integrating factors of one form theta = dy - sum of gamma_j dx_j: mu with d(mu theta) = 0. It is one exactly when
 *
 *     X_j log mu = - d gamma_j / dy
 *
 * which is linear in log mu: the same ansatz, with a side. Logarithms among its terms make products of powers of the factors (as Darboux has them), other terms exponentials, as in linear differential equations. */
#include "algebra/potential_private.h"
#include "expr/calculus.h"

static const nh_expr *sides_of(const nh_solved *s, nh_arena *arena) {
    nh_expr *side = NH_NEW_ARRAY(arena, nh_expr, s->free_count + 1);
    nh_expr y = s->system.variables[s->dependent[0]];
    for (uint32_t j = 0; j < s->free_count; j++) {
        nh_expr slope = nh_potential_split_powers(s->pool, nh_expr_diff(s->pool, s->gamma[j], y));
        side[j] = nh_potential_factored(s->pool, slope);
    }
    return side;
}

/* sum of side_j dx_j, of which log mu is minus the integral where that is closed */
static const nh_expr *form_of(const nh_solved *s, nh_arena *arena, const nh_expr *side) {
    nh_expr *form = NH_NEW_ARRAY(arena, nh_expr, s->system.count + 1);
    for (uint32_t j = 0; j < s->free_count; j++) form[s->independent[j]] = side[j];
    return form;
}

nh_expr nh_potential_factor(const nh_solved *s, nh_arena *arena) {
    nh_ansatz a = nh_ansatz_make(s, arena);
    nh_ansatz_solution solution;
    a.side = sides_of(s, arena);
    nh_ansatz_learn(&a, s->free_count, s->gamma);
    nh_ansatz_learn(&a, s->free_count, a.side);
    nh_ansatz_learn(&a, s->system.count, s->system.forms);
    nh_ansatz_add_primitives(&a);
    nh_ansatz_guess(&a, form_of(s, arena, a.side));
    if (!nh_ansatz_add_products(&a, 2)) nh_ansatz_add_products(&a, 1);
    if (!nh_ansatz_with_side(&a, &solution)) return NH_EXPR_UNDEFINED;
    return nh_potential_exponential(&a, &solution);
}
