/* Linear systems in balls, over Arb's matrices, whose entries are row-major: the balls are moved there and back. */
#include "num/ball/ball_linear.h"

#include "num/ball/ball_private.h"

/* Swaps the entries of m with those of the column-major a. */
static void swap_entries(arb_mat_t m, nh_ball *a) {
    slong rows = arb_mat_nrows(m);
    for (slong j = 0; j < arb_mat_ncols(m); j++)
        for (slong i = 0; i < rows; i++) arb_swap(arb_mat_entry(m, i, j), nh_arb(&a[i + j * rows]));
}

static void copy_entries(arb_mat_t m, const nh_ball *a) {
    slong rows = arb_mat_nrows(m);
    for (slong j = 0; j < arb_mat_ncols(m); j++)
        for (slong i = 0; i < rows; i++) arb_set(arb_mat_entry(m, i, j), nh_arb_const(&a[i + j * rows]));
}

bool nh_ball_lu_factor(nh_ball *a, int n, int *row, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(n >= 0);
    arb_mat_t m;
    arb_mat_init(m, n, n);
    slong *order = nh_guard_alloc((size_t)n, sizeof *order);
    swap_entries(m, a);
    bool done = arb_mat_lu(order, m, m, prec) != 0;
    swap_entries(m, a);
    for (int i = 0; i < n; i++) row[i] = (int)order[i];
    nh_guard_free(order);
    arb_mat_clear(m);
    return done;
}

void nh_ball_lu_solve(nh_ball *x, const nh_ball *lu, int n, const int *row, const nh_ball *b, int columns, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(n >= 0 && columns >= 0 && (x != b || n == 0 || columns == 0));
    arb_mat_t factors, right;
    arb_mat_init(factors, n, n);
    arb_mat_init(right, n, columns);
    slong *order = nh_guard_alloc((size_t)n, sizeof *order);
    for (int i = 0; i < n; i++) order[i] = row[i];
    copy_entries(factors, lu);
    copy_entries(right, b);
    arb_mat_solve_lu_precomp(right, order, factors, right, prec);
    swap_entries(right, x);
    nh_guard_free(order);
    arb_mat_clear(factors);
    arb_mat_clear(right);
}

bool nh_ball_solve(nh_ball *x, const nh_ball *a, int n, const nh_ball *b, int columns, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(n >= 0 && columns >= 0);
    arb_mat_t left, right, solution;
    arb_mat_init(left, n, n);
    arb_mat_init(right, n, columns);
    arb_mat_init(solution, n, columns);
    copy_entries(left, a);
    copy_entries(right, b);
    bool done = arb_mat_solve_precond(solution, left, right, prec) || arb_mat_solve_lu(solution, left, right, prec);
    if (done) swap_entries(solution, x);
    arb_mat_clear(left);
    arb_mat_clear(right);
    arb_mat_clear(solution);
    return done;
}
