/* Formulas in balls, inside the guard. */
#include "num/ball_linear.h"
#include "num/guard.h"
#include "sim/formula_private.h"
#include "sim/shortest.h"
#include "tape/ball_run.h"

/* [matrix, jacobian^T; jacobian, 0], by columns. */
static void fill_square(const nh_equations *e, const nh_ball *outputs, nh_ball *a) {
    uint32_t count = e->count, size = count + e->rows;
    const nh_ball *slopes = outputs + e->matrix.start[count];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_ball_set(&a[i + (size_t)e->matrix.column[k] * size], &outputs[k]);
    for (uint32_t i = 0; i < e->rows; i++)
        for (uint32_t k = e->jacobian.start[i]; k < e->jacobian.start[i + 1]; k++) {
            nh_ball_set(&a[count + i + (size_t)e->jacobian.column[k] * size], &slopes[k]);
            nh_ball_set(&a[e->jacobian.column[k] + (size_t)(count + i) * size], &slopes[k]);
        }
}

/* The rates of the variables, then all accelerations. */
static bool accelerate(const nh_formula *f, const nh_ball *outputs, nh_ball *x, int prec) {
    const nh_equations *e = f->now->equations;
    size_t count = e->count, size = count + e->rows;
    const nh_ball *force = outputs + e->matrix.start[count] + e->jacobian.start[e->rows], *drift = force + count;
    const nh_ball *lift = drift + e->rows, *rest = lift + e->lift.start[f->n];
    nh_ball *a = nh_balls_new(size * size + 1), *u = nh_balls_new(size + 1), *b = nh_balls_new(size + 1);
    fill_square(e, outputs, a);
    for (size_t i = 0; i < size; i++)
        if (i < count) nh_ball_set(&b[i], &force[i]);
        else nh_ball_neg(&b[i], &drift[i - count]);
    bool is_solved = size == 0 || nh_ball_solve(u, a, (int)size, b, 1, prec);
    for (uint32_t i = 0; i < f->n && is_solved; i++) {
        nh_ball_set(&x[i], &rest[i]);
        for (uint32_t k = e->lift.start[i]; k < e->lift.start[i + 1]; k++)
            nh_ball_fma(&x[i], &lift[k], &u[e->lift.column[k]], &x[i], prec);
    }
    nh_balls_free(b, size + 1);
    nh_balls_free(u, size + 1);
    nh_balls_free(a, size * size + 1);
    return is_solved;
}

/* (A A^T) mu = A (M x - f) for the rows that are used, then the shortest multipliers of all rows. */
static bool find_multipliers(const nh_formula *f, const nh_ball *outputs, const nh_ball *x, nh_ball *lambda, int prec) {
    const nh_lagrange *l = &f->lagrange;
    uint32_t n = f->n, used = 0;
    uint32_t *row = nh_guard_alloc((size_t)l->rows + 1, sizeof *row);
    const nh_ball *matrix = outputs, *force = matrix + l->matrix.start[n], *slopes = force + n;
    for (uint32_t j = 0; j < l->rows; j++)
        if (!f->redundant[l->row[j]]) row[used++] = j;
    size_t size = (size_t)n * used + 1, square = (size_t)used * used + 1;
    nh_ball *a = nh_balls_new(size), *side = nh_balls_new(n + 1), *gram = nh_balls_new(square);
    nh_ball *right = nh_balls_new((size_t)used + 1), *mu = nh_balls_new((size_t)used + 1);
    for (uint32_t i = 0; i < n; i++) {
        nh_ball_neg(&side[i], &force[i]);
        for (uint32_t k = l->matrix.start[i]; k < l->matrix.start[i + 1]; k++)
            nh_ball_fma(&side[i], &matrix[k], &x[l->matrix.column[k]], &side[i], prec);
    }
    nh_balls_spread_rows(&l->jacobian, slopes, used, row, a);
    nh_balls_multiply_transposed(right, a, used, side, 1, n, prec);
    nh_balls_multiply_transposed(gram, a, used, a, used, n, prec);
    bool is_solved = used == 0 || nh_ball_solve(mu, gram, (int)used, right, 1, prec);
    is_solved = is_solved && nh_shortest_balls(&l->jacobian, slopes, used, row, mu, lambda, prec);
    nh_balls_free(mu, (size_t)used + 1);
    nh_balls_free(right, (size_t)used + 1);
    nh_balls_free(gram, square);
    nh_balls_free(side, n + 1);
    nh_balls_free(a, size);
    nh_guard_free(row);
    return is_solved;
}

bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec) {
    nh_formula *f = formula;
    if (f->now == NULL || f->now->equations == NULL) return false;
    size_t own = f->model->parameters.count, count = own + f->now->equations->choice->signs + 1;
    size_t outputs = (size_t)nh_tape_outputs(f->now->system.tape) + 1;
    size_t others = (size_t)nh_tape_outputs(f->balance.tape) + 1;
    nh_ball *all = nh_balls_new(count), *y = nh_balls_new(outputs), *z = nh_balls_new(others);
    for (size_t i = 0; i < own; i++) nh_ball_set(&all[i], &parameters[i]);
    nh_explicit_sign_balls(f->now->measures, parameters, inputs, all + own, prec);
    nh_tape_run_balls(f->now->system.tape, all, inputs, y, prec);
    bool is_solved = accelerate(f, y, x, prec);
    if (is_solved && lambda != NULL) {
        nh_tape_run_balls(f->balance.tape, parameters, inputs, z, prec);
        is_solved = find_multipliers(f, z, x, lambda, prec);
    }
    nh_balls_free(z, others);
    nh_balls_free(y, outputs);
    nh_balls_free(all, count);
    return is_solved;
}
