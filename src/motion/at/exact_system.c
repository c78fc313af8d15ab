/* The linear system of the equations in balls: [M, A^T; A, 0] (x, -lambda) = (force, -drift) for
 * the rows A that are used.
 *
 * Where rows beyond these depend on them, the multipliers are the shortest (shortest_private.h). Equations of least
 * multipliers meet all rows in the sense of least squares: with A = C A1, A^+ = A1^+ C^+, so that A1 x = C^+ (-drift)
 * = (C^T C)^-1 C^T (-drift). */
#include "motion/at/exact_system.h"

#include "base/assert.h"
#include "motion/forces/shortest_private.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"

nh_exact_system nh_exact_system_of(const nh_equations *equations, const nh_ball *outputs, uint32_t rank,
                                   const uint32_t *used) {
    NH_ASSERT(nh_guard_inside() && rank <= equations->rows && nh_is_rising(rank, used, equations->rows));
    const nh_equations *e = equations;
    nh_exact_system s = {.equations = e, .matrix = outputs, .rank = rank, .used = used};
    s.force = s.matrix + e->matrix.start[e->count];
    s.jacobian = s.force + e->count;
    s.drift = s.jacobian + e->jacobian.start[e->rows];
    return s;
}

/* Solves the whole system for the rows `a` (n x rank) with A x = side. */
static bool solve_whole(const nh_exact_system *s, const nh_ball *a, const nh_ball *side, nh_ball *x, nh_ball *lambda,
                        int prec) {
    const nh_expr_matrix *m = &s->equations->matrix;
    size_t n = s->equations->count, size = n + s->rank;
    nh_ball *system = nh_balls_new(size * size), *right = nh_balls_new(size), *found = nh_balls_new(size);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++)
            nh_ball_set(&system[i + m->column[k] * size], &s->matrix[k]);
    for (size_t k = 0; k < s->rank; k++)
        for (size_t j = 0; j < n; j++) {
            nh_ball_set(&system[n + k + j * size], &a[j + k * n]);
            nh_ball_set(&system[j + (n + k) * size], &a[j + k * n]);
        }
    for (size_t i = 0; i < size; i++) nh_ball_set(&right[i], i < n ? &s->force[i] : &side[i - n]);
    bool is_solved = nh_ball_solve(found, system, (int)size, right, 1, prec);
    for (size_t i = 0; i < n && is_solved; i++) nh_ball_set(&x[i], &found[i]);
    for (size_t k = 0; k < s->rank && is_solved; k++) nh_ball_neg(&lambda[k], &found[n + k]);
    nh_balls_free(found, size);
    nh_balls_free(right, size);
    nh_balls_free(system, size * size);
    return is_solved;
}

/* side := (C^T C)^-1 C^T (-drift) */
static bool project_side(const nh_exact_system *s, const nh_shortest_factors *f, nh_ball *side, int prec) {
    nh_ball *minus = nh_balls_new(f->rows), *image = nh_balls_new(f->rank);
    for (size_t i = 0; i < f->rows; i++) nh_ball_neg(&minus[i], &s->drift[i]);
    nh_balls_multiply_transposed(image, f->c, f->rank, minus, 1, f->rows, prec);
    bool is_found = nh_ball_solve(side, f->square, (int)f->rank, image, 1, prec);
    nh_balls_free(image, f->rank);
    nh_balls_free(minus, f->rows);
    return is_found;
}

static bool solve_least(const nh_exact_system *s, const nh_ball *a, nh_ball *x, nh_ball *lambda, int prec) {
    const nh_expr_matrix *jacobian = &s->equations->jacobian;
    nh_shortest_factors f;
    nh_ball *side = nh_balls_new(s->rank), *mu = nh_balls_new(s->rank);
    bool is_solved = nh_shortest_factors_find(&f, jacobian, s->jacobian, s->rank, s->used, prec) &&
                     project_side(s, &f, side, prec) && solve_whole(s, a, side, x, mu, prec) &&
                     nh_shortest_spread(&f, mu, lambda, prec);
    nh_shortest_factors_free(&f);
    nh_balls_free(mu, s->rank);
    nh_balls_free(side, s->rank);
    return is_solved;
}

/* The rows that are used as they are, and of all multipliers with the same forces the shortest, or those that
 * are 0 for the other rows. */
static bool solve_used(const nh_exact_system *s, const nh_ball *a, nh_ball *x, nh_ball *lambda, int prec) {
    nh_ball *side = nh_balls_new(s->rank), *mu = nh_balls_new(s->rank);
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_neg(&side[k], &s->drift[s->used[k]]);
    bool is_solved = solve_whole(s, a, side, x, mu, prec);
    if (is_solved && !s->is_of_used)
        is_solved = nh_shortest_balls(&s->equations->jacobian, s->jacobian, s->rank, s->used, mu, lambda, prec);
    for (uint32_t i = 0; i < s->equations->rows && s->is_of_used; i++) nh_ball_set_int(&lambda[i], 0);
    for (uint32_t k = 0; k < s->rank && s->is_of_used; k++) nh_ball_set(&lambda[s->used[k]], &mu[k]);
    nh_balls_free(mu, s->rank);
    nh_balls_free(side, s->rank);
    return is_solved;
}

bool nh_exact_system_solve(const nh_exact_system *system, nh_ball *x, nh_ball *lambda, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    const nh_exact_system *s = system;
    size_t size = (size_t)s->equations->count * s->rank;
    nh_ball *a = nh_balls_new(size);
    nh_balls_spread_rows(&s->equations->jacobian, s->jacobian, s->rank, s->used, a);
    bool has_more = s->rank < s->equations->rows && s->equations->is_least;
    bool is_solved = has_more ? solve_least(s, a, x, lambda, prec) : solve_used(s, a, x, lambda, prec);
    nh_balls_free(a, size);
    return is_solved;
}
