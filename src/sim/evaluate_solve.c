/* The linear system of the equations in balls: [M, A^T; A, 0] (x, -lambda) = (force, -drift) for the rows A that are used.
 *
 * Where equations of least multipliers have rows beyond these, A = C A1 with the independent rows A1 and C^T = (A1 A1^T)^-1 A1 A^T. Then A^+ = A1^+ C^+, so
 * that the rows are met in the sense of least squares when A1 x = C^+ (-drift) = (C^T C)^-1 C^T (-drift); and the shortest lambda with
 * A^T lambda = A1^T mu is C (C^T C)^-1 mu. */
#include "num/ball_linear.h"
#include "num/guard.h"
#include "sim/evaluate_private.h"

nh_exact_system nh_exact_system_of(const nh_equations *equations, const nh_ball *outputs, uint32_t rank,
                                   const uint32_t *used) {
    const nh_equations *e = equations;
    nh_exact_system s = {.equations = e, .matrix = outputs, .rank = rank, .used = used};
    s.force = s.matrix + e->matrix.start[e->count];
    s.jacobian = s.force + e->count;
    s.drift = s.jacobian + e->jacobian.start[e->rows];
    return s;
}

/* The rows of the sparse jacobian `which`, dense: row k of the list is the column k of the n x count result. */
static void spread_rows(const nh_exact_system *s, uint32_t count, const uint32_t *which, nh_ball *dense) {
    const nh_expr_matrix *a = &s->equations->jacobian;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row = which != NULL ? which[k] : k;
        for (uint32_t i = a->start[row]; i < a->start[row + 1]; i++)
            nh_ball_set(&dense[a->column[i] + (size_t)k * a->columns], &s->jacobian[i]);
    }
}

/* c := a^T b, for a of size x p and b of size x q. */
static void multiply_transposed(nh_ball *c, const nh_ball *a, size_t p, const nh_ball *b, size_t q, size_t size,
                                int prec) {
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++) {
            nh_ball *sum = &c[i + j * p];
            nh_ball_set_int(sum, 0);
            for (size_t k = 0; k < size; k++) nh_ball_fma(sum, &a[k + i * size], &b[k + j * size], sum, prec);
            nh_guard_poll();
        }
}

/* r := a^T of size q x p, for a of size p x q. */
static void transpose(nh_ball *r, const nh_ball *a, size_t p, size_t q) {
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++) nh_ball_set(&r[j + i * q], &a[i + j * p]);
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

/* What the least multipliers need: C^T and C^T C. */
typedef struct factors {
    size_t rank, rows;
    nh_ball *c;      /* rows x rank */
    nh_ball *square; /* rank x rank */
} factors;

static bool find_factors(const nh_exact_system *s, const nh_ball *a, factors *f, int prec) {
    size_t n = s->equations->count, rank = f->rank, rows = f->rows;
    nh_ball *all = nh_balls_new(n * rows), *gram = nh_balls_new(rank * rank), *mixed = nh_balls_new(rank * rows);
    nh_ball *transposed = nh_balls_new(rank * rows);
    spread_rows(s, (uint32_t)rows, NULL, all);
    multiply_transposed(gram, a, rank, a, rank, n, prec);
    multiply_transposed(mixed, a, rank, all, rows, n, prec);
    bool is_found = nh_ball_solve(transposed, gram, (int)rank, mixed, (int)rows, prec);
    transpose(f->c, transposed, rank, rows);
    multiply_transposed(f->square, f->c, rank, f->c, rank, rows, prec);
    nh_balls_free(transposed, rank * rows);
    nh_balls_free(mixed, rank * rows);
    nh_balls_free(gram, rank * rank);
    nh_balls_free(all, n * rows);
    return is_found;
}

/* side := (C^T C)^-1 C^T (-drift) */
static bool project_side(const nh_exact_system *s, const factors *f, nh_ball *side, int prec) {
    nh_ball *minus = nh_balls_new(f->rows), *image = nh_balls_new(f->rank);
    for (size_t i = 0; i < f->rows; i++) nh_ball_neg(&minus[i], &s->drift[i]);
    multiply_transposed(image, f->c, f->rank, minus, 1, f->rows, prec);
    bool is_found = nh_ball_solve(side, f->square, (int)f->rank, image, 1, prec);
    nh_balls_free(image, f->rank);
    nh_balls_free(minus, f->rows);
    return is_found;
}

/* lambda := C (C^T C)^-1 mu */
static bool spread_multipliers(const factors *f, const nh_ball *mu, nh_ball *lambda, int prec) {
    nh_ball *weights = nh_balls_new(f->rank);
    bool is_found = nh_ball_solve(weights, f->square, (int)f->rank, mu, 1, prec);
    for (size_t i = 0; i < f->rows; i++) {
        nh_ball_set_int(&lambda[i], 0);
        for (size_t k = 0; k < f->rank; k++)
            nh_ball_fma(&lambda[i], &f->c[i + k * f->rows], &weights[k], &lambda[i], prec);
    }
    nh_balls_free(weights, f->rank);
    return is_found;
}

static bool solve_least(const nh_exact_system *s, const nh_ball *a, nh_ball *x, nh_ball *lambda, int prec) {
    factors f = {.rank = s->rank, .rows = s->equations->rows};
    f.c = nh_balls_new(f.rows * f.rank);
    f.square = nh_balls_new(f.rank * f.rank);
    nh_ball *side = nh_balls_new(f.rank), *mu = nh_balls_new(f.rank);
    bool is_solved = find_factors(s, a, &f, prec) && project_side(s, &f, side, prec) &&
                     solve_whole(s, a, side, x, mu, prec) && spread_multipliers(&f, mu, lambda, prec);
    nh_balls_free(mu, f.rank);
    nh_balls_free(side, f.rank);
    nh_balls_free(f.square, f.rank * f.rank);
    nh_balls_free(f.c, f.rows * f.rank);
    return is_solved;
}

/* The rows that are used as they are; the multipliers of the others are 0. */
static bool solve_used(const nh_exact_system *s, const nh_ball *a, nh_ball *x, nh_ball *lambda, int prec) {
    nh_ball *side = nh_balls_new(s->rank), *mu = nh_balls_new(s->rank);
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_neg(&side[k], &s->drift[s->used[k]]);
    bool is_solved = solve_whole(s, a, side, x, mu, prec);
    for (uint32_t i = 0; i < s->equations->rows; i++) nh_ball_set_int(&lambda[i], 0);
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_set(&lambda[s->used[k]], &mu[k]);
    nh_balls_free(mu, s->rank);
    nh_balls_free(side, s->rank);
    return is_solved;
}

bool nh_exact_system_solve(const nh_exact_system *system, nh_ball *x, nh_ball *lambda, int prec) {
    const nh_exact_system *s = system;
    size_t size = (size_t)s->equations->count * s->rank;
    nh_ball *a = nh_balls_new(size);
    spread_rows(s, s->rank, s->used, a);
    bool has_more = s->rank < s->equations->rows && s->equations->is_least;
    bool is_solved = has_more ? solve_least(s, a, x, lambda, prec) : solve_used(s, a, x, lambda, prec);
    nh_balls_free(a, size);
    return is_solved;
}
