/* The shortest multipliers, in balls. */
#include "num/ball_linear.h"
#include "num/guard.h"
#include "sim/shortest.h"

void nh_balls_spread_rows(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t count, const uint32_t *which,
                          nh_ball *dense) {
    const nh_expr_matrix *a = jacobian;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row = which != NULL ? which[k] : k;
        for (uint32_t i = a->start[row]; i < a->start[row + 1]; i++)
            nh_ball_set(&dense[a->column[i] + (size_t)k * a->columns], &slopes[i]);
    }
}

void nh_balls_multiply_transposed(nh_ball *c, const nh_ball *a, size_t p, const nh_ball *b, size_t q, size_t size,
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

bool nh_shortest_factors_find(nh_shortest_factors *factors, const nh_expr_matrix *jacobian, const nh_ball *slopes,
                              uint32_t rank, const uint32_t *used, int prec) {
    nh_shortest_factors *f = factors;
    size_t n = jacobian->columns, k = rank, rows = jacobian->rows;
    *f = (nh_shortest_factors){k, rows, nh_balls_new(rows * k), nh_balls_new(k * k)};
    nh_ball *some = nh_balls_new(n * k), *all = nh_balls_new(n * rows), *gram = nh_balls_new(k * k);
    nh_ball *mixed = nh_balls_new(k * rows), *transposed = nh_balls_new(k * rows);
    nh_balls_spread_rows(jacobian, slopes, rank, used, some);
    nh_balls_spread_rows(jacobian, slopes, (uint32_t)rows, NULL, all);
    nh_balls_multiply_transposed(gram, some, k, some, k, n, prec);
    nh_balls_multiply_transposed(mixed, some, k, all, rows, n, prec);
    bool is_found = nh_ball_solve(transposed, gram, (int)k, mixed, (int)rows, prec);
    transpose(f->c, transposed, k, rows);
    nh_balls_multiply_transposed(f->square, f->c, k, f->c, k, rows, prec);
    nh_balls_free(transposed, k * rows);
    nh_balls_free(mixed, k * rows);
    nh_balls_free(gram, k * k);
    nh_balls_free(all, n * rows);
    nh_balls_free(some, n * k);
    return is_found;
}

void nh_shortest_factors_free(nh_shortest_factors *factors) {
    nh_balls_free(factors->square, factors->rank * factors->rank);
    nh_balls_free(factors->c, factors->rows * factors->rank);
}

bool nh_shortest_spread(const nh_shortest_factors *factors, const nh_ball *mu, nh_ball *lambda, int prec) {
    const nh_shortest_factors *f = factors;
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

bool nh_shortest_balls(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t rank, const uint32_t *used,
                       const nh_ball *mu, nh_ball *lambda, int prec) {
    nh_shortest_factors factors;
    if (rank == jacobian->rows) {
        for (uint32_t k = 0; k < rank; k++) nh_ball_set(&lambda[used[k]], &mu[k]);
        return true;
    }
    for (uint32_t j = 0; j < jacobian->rows && rank == 0; j++) nh_ball_set_int(&lambda[j], 0);
    if (rank == 0) return true;
    bool is_found = nh_shortest_factors_find(&factors, jacobian, slopes, rank, used, prec) &&
                    nh_shortest_spread(&factors, mu, lambda, prec);
    nh_shortest_factors_free(&factors);
    return is_found;
}
