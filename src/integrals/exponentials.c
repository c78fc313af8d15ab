/* Integrals J_1^a J_2^b ... exp(g): momenta and velocities whose logarithmic rates are those of functions of positions.
 *
 *     a J_1'/J_1 + b J_2'/J_2 + ... + g' = 0
 *
 * is linear in a, b, ... and in the coefficients of g: ln J is one of the terms of a sum that is constant, and residues
 * need its gradient only, which is rational. So a symmetry whose momentum reactions change in proportion to itself
 * gives an integral with an exponential of the potential, as a particle does whose speed is held constant. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/limits_private.h"
#include "integrals/symmetry_private.h"

/* Logarithms in a sum; the degree of g in its factors; terms of g. */
enum { MOST_LOGARITHMS = 10, MOST_DEGREE = 2, MOST_TERMS = 150 };

typedef struct exponentials {
    nh_finder *f;
    uint32_t count;
    nh_expr J[MOST_LOGARITHMS], logarithm[MOST_LOGARITHMS]; /* the second are names for ln J */
} exponentials;

static void add_logarithm(exponentials *x, nh_expr J) {
    nh_finder *f = x->f;
    J = nh_flow_without_constants(f->flow, J);
    for (uint32_t k = 0; k < x->count; k++)
        if (x->J[k] == J) return;
    if (x->count == MOST_LOGARITHMS || J == NH_EXPR_ONE) return;
    nh_text name = nh_text_begin(f->arena);
    nh_text_format(&name, "ln %u", (unsigned)x->count);
    x->J[x->count] = J;
    x->logarithm[x->count++] = nh_expr_abbreviation(f->pool, nh_name_of_text(f->model->context, nh_text_string(&name)),
                                                    nh_expr_apply1(f->pool, NH_EXPR_LOG, J));
}

/* What is under the roots among the factors, then momenta and velocities that change. */
static void list_logarithms(exponentials *x, const nh_ansatz_space *space) {
    nh_finder *f = x->f;
    for (size_t i = 0; i < space->factors.count; i++) {
        nh_expr e = space->factors.items[i].meaning;
        bool is_root = nh_expr_kind_of(f->pool, e) == NH_EXPR_PRODUCT && nh_expr_arity(f->pool, e) == 2;
        if (is_root) add_logarithm(x, nh_expr_args(f->pool, e)[0]);
    }
    for (size_t i = 0; i < f->symmetries->items.count; i++)
        if (strcmp(f->symmetries->items.items[i].rate, "0") != 0) add_logarithm(x, f->symmetries->items.items[i].J);
    for (size_t i = 0; i < space->velocities.count; i++) add_logarithm(x, space->velocities.items[i]);
}

/* The part of a sum that belongs to the name number k; of none: what is left. */
static nh_expr coefficient_in(const exponentials *x, nh_expr sum, uint32_t k) {
    NH_ASSERT(k <= x->count && x->count <= MOST_LOGARITHMS);
    nh_expr values[MOST_LOGARITHMS] = {NH_EXPR_ZERO}, rest;
    rest = nh_expr_substitute(x->f->pool, sum, x->count, x->logarithm, values, false);
    if (k == x->count) return rest;
    values[k] = NH_EXPR_ONE;
    nh_expr with = nh_expr_substitute(x->f->pool, sum, x->count, x->logarithm, values, false);
    return nh_expr_shortest(x->f->pool, nh_expr_sub(x->f->pool, with, rest));
}

/* J_1^a ... exp(g) of a ln J_1 + ... + g, with the last exponent 1 if the others are numbers then; undefined where it
 * has no logarithm, or an exponent is not constant. */
static nh_expr exponential_of(const exponentials *x, nh_expr sum) {
    const nh_flow *flow = x->f->flow;
    nh_pool *pool = x->f->pool;
    nh_expr c[MOST_LOGARITHMS], product = NH_EXPR_ONE, last = NH_EXPR_ZERO;
    bool are_numbers = true;
    for (uint32_t k = 0; k < x->count; k++) {
        c[k] = coefficient_in(x, sum, k);
        if (nh_expr_depends_on(pool, c[k], flow->count, flow->variables)) return NH_EXPR_UNDEFINED;
        if (c[k] != NH_EXPR_ZERO) last = c[k];
    }
    if (last == NH_EXPR_ZERO) return NH_EXPR_UNDEFINED;
    for (uint32_t k = 0; k < x->count; k++)
        are_numbers &= nh_expr_is_number(pool, nh_expr_shortest(pool, nh_expr_div(pool, c[k], last)));
    nh_expr unit = are_numbers ? last : NH_EXPR_ONE;
    for (uint32_t k = 0; k < x->count; k++) {
        nh_expr power = nh_expr_shortest(pool, nh_expr_div(pool, c[k], unit));
        if (power != NH_EXPR_ZERO) product = nh_expr_mul(pool, product, nh_expr_pow(pool, x->J[k], power));
    }
    nh_expr g = nh_expr_shortest(pool, nh_expr_div(pool, coefficient_in(x, sum, x->count), unit));
    return nh_expr_mul(pool, product, nh_expr_apply1(pool, NH_EXPR_EXP, g));
}

static void search_sums(void *user) {
    exponentials *x = user;
    nh_finder *f = x->f;
    nh_ansatz_space space = nh_ansatz_space_make(f->arena, f->flow, 0, NULL);
    nh_exprs terms = {.arena = f->arena};
    uint32_t degree = MOST_DEGREE;
    for (; degree > 0; degree--) {
        terms.count = 0;
        if (nh_ansatz_space_terms(&space, 0, degree, &terms) && terms.count <= MOST_TERMS) break;
        terms.count = 0;
    }
    list_logarithms(x, &space);
    nh_array_append(&terms, x->count, x->logarithm);
    nh_relations found = nh_integral_search_find(f->search, terms.count, terms.items);
    for (size_t i = 0; i < found.count && !nh_finder_is_complete(f); i++) {
        nh_expr sum = nh_integral_with_coefficients(f->search, f->arena, &found.items[i]);
        nh_expr e = sum != NH_EXPR_UNDEFINED ? exponential_of(x, sum) : sum;
        if (e != NH_EXPR_UNDEFINED) nh_finder_offer(f, e, NULL, "products of powers and exponentials");
    }
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "products of powers of %s and of momenta of symmetries, times exponentials of degree %u%s",
                   nh_ansatz_space_velocities(&space), (unsigned)degree, nh_ansatz_space_words(&space));
    nh_array_push(&f->searched, nh_text_string(&text));
}

void nh_finder_search_exponentials(nh_finder *f) {
    NH_ASSERT(f->flow != NULL && f->search != NULL && f->symmetries != NULL);
    exponentials x = {.f = f};
    nh_budget budget = {.work = NH_WORK_ANSATZ};
    if (!nh_finder_is_complete(f)) (void)nh_attempt(f->model->context, &budget, search_sums, &x);
}
