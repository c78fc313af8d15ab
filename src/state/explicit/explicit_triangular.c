/* Coupled rows that are polynomials in the velocities of their block, as a'c' = b'^2, b'd' = a'^2: by the components of
 * their ideal over the rational functions of everything else.
 *
 * Each component is solved by elimination: a velocity that one of its polynomials contains linearly, with a coefficient
 * that vanishes nowhere on the component, is put into the others, and so on down to one velocity, whose polynomial is
 * linear, quadratic, or a pure power. Components and roots together are the real branches of the solution. With one
 * branch the velocities are given; with two, u_1 and u_2, they are (u_1 + u_2)/2 + sign (u_2 - u_1)/2, and a state
 * tells the sign, as everywhere in explicit forms. More branches are left implicit. */
#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/ideal/ideal.h"
#include "algebra/linear/solve.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "state/explicit/explicit_private.h"
#include "state/explicit/kind.h"

/* Velocities of a block; polynomials of a component. */
enum { SIZE_MOST = 3, BASIS_MOST = 12 };

typedef struct solver {
    nh_pool *pool;
    nh_arena *work;
    nh_triangular *found;
} solver;

/* Unknowns, and polynomials that are 0 in them. */
typedef struct polynomials {
    uint32_t size, count;
    nh_expr unknown[SIZE_MOST], zero[BASIS_MOST];
} polynomials;

/* Values of the unknowns, for one or two branches. */
typedef struct branches {
    uint32_t count;
    nh_expr value[NH_TRIANGULAR_BRANCHES][SIZE_MOST];
} branches;

static void note_pivots(const solver *s, nh_linear_assumptions assumptions) {
    nh_array_append(&s->found->pivots, assumptions.count, assumptions.nonzero);
}

static bool are_zero_at(const solver *s, const polynomials *p, const nh_expr *value) {
    for (uint32_t i = 0; i < p->count; i++) {
        nh_expr rest = nh_expr_substitute(s->pool, p->zero[i], p->size, p->unknown, value, false);
        if (rest == NH_EXPR_UNDEFINED || !nh_expr_is_proved_zero(s->pool, rest)) return false;
    }
    return true;
}

/* From one polynomial whose roots are roots of the others. */
static bool solve_last(const solver *s, const polynomials *p, branches *b) {
    NH_ASSERT(p->size == 1);
    for (uint32_t i = 0; i < p->count; i++) {
        nh_branches roots;
        if (nh_solve_polynomial(s->pool, s->work, p->zero[i], p->unknown[0], &roots) != NH_LINEAR_DONE) continue;
        if (roots.count == 0 || roots.count > NH_TRIANGULAR_BRANCHES) continue;
        bool is_good = true;
        for (size_t k = 0; k < roots.count; k++) is_good = is_good && are_zero_at(s, p, &roots.branches[k].value);
        if (!is_good) continue;
        b->count = (uint32_t)roots.count;
        for (size_t k = 0; k < roots.count; k++) b->value[k][0] = roots.branches[k].value;
        note_pivots(s, roots.assumptions);
        return true;
    }
    return false;
}

/* Whether it vanishes nowhere together with the polynomials. */
static bool vanishes_nowhere(const solver *s, const polynomials *p, nh_expr e) {
    nh_expr all[BASIS_MOST + 1];
    if (!nh_expr_depends_on(s->pool, e, p->size, p->unknown)) return nh_expr_is_zero(s->pool, e) == NH_NO;
    for (uint32_t i = 0; i < p->count; i++) all[i] = p->zero[i];
    all[p->count] = e;
    nh_ideal *ideal = nh_ideal_make(s->pool, s->work, p->count + 1, all, p->size, p->unknown);
    return ideal != NULL && nh_ideal_dimension(ideal) < 0;
}

/* Unknown v by zero = slope v + rest in the others. False where that does not serve. */
static bool eliminate_unknown(const solver *s, const polynomials *p, uint32_t v, nh_expr zero, polynomials *left,
                      nh_expr *value, nh_expr *slope) {
    nh_expr nothing = NH_EXPR_ZERO;
    *slope = nh_expr_diff(s->pool, zero, p->unknown[v]);
    if (*slope == NH_EXPR_ZERO || nh_expr_depends_on(s->pool, *slope, 1, &p->unknown[v])) return false;
    if (!vanishes_nowhere(s, p, *slope)) return false;
    nh_expr rest = nh_expr_substitute(s->pool, zero, 1, &p->unknown[v], &nothing, false);
    *value = nh_expr_neg(s->pool, nh_expr_div(s->pool, rest, *slope));
    *left = (polynomials){.size = p->size - 1};
    for (uint32_t i = 0, k = 0; i < p->size; i++)
        if (i != v) left->unknown[k++] = p->unknown[i];
    for (uint32_t i = 0; i < p->count; i++) {
        nh_expr e = nh_expr_substitute(s->pool, p->zero[i], 1, &p->unknown[v], value, false), cleared;
        if (e == NH_EXPR_UNDEFINED) return false;
        if (nh_expr_is_proved_zero(s->pool, e)) continue;
        if (!nh_kind_clear(s->pool, e, left->size, left->unknown, &cleared)) return false;
        left->zero[left->count++] = cleared;
    }
    return left->count > 0;
}

/* Size by size, without going deeper than SIZE_MOST. */
static bool solve_component(const solver *s, const polynomials *p, branches *b) {
    if (p->size == 1) return solve_last(s, p, b);
    for (uint32_t v = p->size; v-- > 0;)
        for (uint32_t i = 0; i < p->count; i++) {
            polynomials left;
            nh_expr value, slope;
            size_t before = s->found->pivots.count;
            branches of_left = {.count = 0};
            if (eliminate_unknown(s, p, v, p->zero[i], &left, &value, &slope) && solve_component(s, &left, &of_left)) {
                *b = (branches){.count = of_left.count};
                for (uint32_t k = 0; k < b->count; k++) {
                    const nh_expr *others = of_left.value[k];
                    for (uint32_t j = 0, at = 0; j < p->size; j++)
                        b->value[k][j] = j != v ? others[at++] : nh_expr_substitute(s->pool, value, left.size,
                                                                                    left.unknown, others, false);
                    nh_expr pivot = nh_expr_substitute(s->pool, slope, left.size, left.unknown, others, false);
                    nh_array_push(&s->found->pivots, pivot);
                }
                return true;
            }
            s->found->pivots.count = before;
        }
    return false;
}

static bool add_branches(nh_triangular *found, uint32_t size, const branches *b) {
    if (found->count + b->count > NH_TRIANGULAR_BRANCHES) return false;
    for (uint32_t k = 0; k < b->count; k++, found->count++)
        for (uint32_t i = 0; i < size; i++) found->value[found->count * size + i] = b->value[k][i];
    return true;
}

/* Whether every branch has values and satisfies the rows. */
static bool are_solutions(const solver *s, uint32_t size, const nh_expr *rows, const nh_expr *velocities) {
    for (uint32_t k = 0; k < s->found->count; k++)
        for (uint32_t r = 0; r < size; r++) {
            const nh_expr *value = s->found->value + k * size;
            nh_expr rest = nh_expr_substitute(s->pool, rows[r], size, velocities, value, false);
            if (rest == NH_EXPR_UNDEFINED || !nh_expr_is_proved_zero(s->pool, rest)) return false;
        }
    return s->found->count > 0;
}

bool nh_explicit_solve_triangular(nh_pool *pool, nh_arena *work, uint32_t size, const nh_expr *rows,
                                  const nh_expr *velocities, nh_triangular *found) {
    NH_ASSERT(size > 1 && !nh_arena_is_scratch(work));
    *found = (nh_triangular){.pivots = {.arena = work}};
    if (size > SIZE_MOST) return false;
    found->value = NH_NEW_ARRAY(work, nh_expr, NH_TRIANGULAR_BRANCHES * (size_t)size);
    solver s = {pool, work, found};
    nh_ideal *ideal = nh_ideal_make(pool, work, size, rows, size, velocities);
    if (ideal == NULL || nh_ideal_dimension(ideal) != 0) return false;
    nh_components parts = nh_ideal_components(work, ideal);
    if (!parts.is_complete || parts.count > NH_TRIANGULAR_BRANCHES) return false;
    for (uint32_t k = 0; k < parts.count; k++) {
        const nh_expr *basis;
        polynomials p = {.size = size, .count = nh_ideal_basis(parts.component[k], &basis)};
        branches b = {.count = 0};
        if (p.count > BASIS_MOST) return false;
        for (uint32_t i = 0; i < p.count; i++) p.zero[i] = basis[i];
        for (uint32_t i = 0; i < size; i++) p.unknown[i] = velocities[i];
        if (!solve_component(&s, &p, &b) || !add_branches(found, size, &b)) return false;
    }
    return are_solutions(&s, size, rows, velocities);
}
