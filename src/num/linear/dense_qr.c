/* QR with column pivoting, a P = Q R by dgeqp3; least squares and kernels by the complete orthogonal factorisation.
 *
 * At rank r the rows of R below r are dropped; dtzrzf turns the rest from the right into a triangle T (r x r):
 *     a P = Q (T 0; 0 0) Z,   Z orthogonal n x n.
 * So the least-squares solution of least norm is x = P Z^T (T^-1 (Q^T b)_r; 0), and P Z^T (0; 1) is a basis of the
 * kernel (Golub and Van Loan, "Matrix computations", 5.5.2). T and Z are made at the first use of a rank and kept.
 *
 * Workspaces must not depend on the number of right sides, so these are taken PANEL columns at a time. */
#include "num/linear/dense.h"

#include "num/linear/dense_private.h"

enum { PANEL = 32 };

struct nh_qr {
    int m, n, least; /* least = min(m, n) */
    bool factored;
    double *factors; /* m x n: R, and the reflectors of Q below the diagonal */
    double *tau;     /* least */
    int *columns;    /* n */

    int rank;              /* of the trapezoid, -1 when there is none */
    double *trapezoid;     /* least x n: T, and the reflectors of Z to its right */
    double *trapezoid_tau; /* least */

    double *panel; /* height x PANEL */
    int height;    /* max(m, n, 1) */
    double *work;  /* length of them */
    int length;
};

/* The longest workspace that the four routines ask for. Every query is for the largest rank at
 * which it can be called. */
static int work_length(int m, int n) {
    int least = nh_dense_least(m, n), narrow = nh_dense_least(m, n - 1);
    double best = PANEL, query = 0;
    int info = LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, NULL, nh_dense_most(m, 1), NULL, NULL, &query, -1);
    best = fmax(best, query);
    info |= LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', m, PANEL, least, NULL, nh_dense_most(m, 1), NULL, NULL,
                                nh_dense_most(m, 1), &query, -1);
    best = fmax(best, query);
    if (narrow > 0) {
        info |= LAPACKE_dtzrzf_work(LAPACK_COL_MAJOR, narrow, n, NULL, narrow, NULL, &query, -1);
        best = fmax(best, query);
        info |= LAPACKE_dormrz_work(LAPACK_COL_MAJOR, 'L', 'T', n, PANEL, narrow, n - narrow, NULL, narrow, NULL, NULL,
                                    n, &query, -1);
        best = fmax(best, query);
    }
    NH_ASSERT(info == 0);
    (void)info;
    return nh_dense_length(best);
}

nh_qr *nh_qr_make(nh_arena *arena, int m, int n) {
    nh_qr *qr = NH_NEW(arena, nh_qr);
    qr->m = m;
    qr->n = n;
    qr->least = nh_dense_least(m, n);
    qr->factors = nh_dense_new(arena, m, n);
    qr->tau = nh_dense_new(arena, qr->least, 1);
    qr->columns = NH_NEW_ARRAY(arena, int, (size_t)n);
    qr->rank = -1;
    qr->trapezoid = nh_dense_new(arena, qr->least, n);
    qr->trapezoid_tau = nh_dense_new(arena, qr->least, 1);
    qr->height = nh_dense_most(nh_dense_most(m, n), 1);
    qr->panel = nh_dense_new(arena, qr->height, PANEL);
    qr->length = work_length(m, n);
    qr->work = nh_dense_new(arena, qr->length, 1);
    return qr;
}

bool nh_qr_factor(nh_qr *qr, const double *a) {
    size_t count = nh_dense_count(qr->m, qr->n);
    qr->rank = -1;
    qr->factored = nh_dense_finite(count, a);
    if (!qr->factored) return false;
    /* Zero marks a column as free to move; the numbers come back from 1. */
    for (int j = 0; j < qr->n; j++) qr->columns[j] = qr->least == 0 ? j + 1 : 0;
    if (qr->least > 0) {
        nh_dense_copy(count, a, qr->factors);
        int info = LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, qr->m, qr->n, qr->factors, qr->m, qr->columns, qr->tau,
                                       qr->work, qr->length);
        NH_ASSERT(info == 0);
        (void)info;
    }
    for (int j = 0; j < qr->n; j++) qr->columns[j]--;
    qr->factored = nh_dense_finite(count, qr->factors) && nh_dense_finite((size_t)qr->least, qr->tau);
    return qr->factored;
}

double nh_qr_diagonal(const nh_qr *qr, int i) {
    NH_ASSERT(qr->factored && i >= 0 && i < qr->least);
    return qr->factors[(size_t)i * ((size_t)qr->m + 1)];
}

int nh_qr_rank(const nh_qr *qr, double tolerance) {
    NH_ASSERT(qr->factored && tolerance >= 0);
    int rank = 0;
    while (rank < qr->least && fabs(nh_qr_diagonal(qr, rank)) > tolerance * fabs(nh_qr_diagonal(qr, 0))) rank++;
    return rank;
}

const int *nh_qr_columns(const nh_qr *qr) {
    NH_ASSERT(qr->factored);
    return qr->columns;
}

/* Applies the first `reflectors` of Q, or of Q^T, to at most PANEL columns of height ld. */
static void apply_q(const nh_qr *qr, int reflectors, char transposed, double *b, int ld, int columns) {
    if (reflectors == 0 || columns == 0) return;
    int info = LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', transposed, qr->m, columns, reflectors, qr->factors, qr->m,
                                   qr->tau, b, ld, qr->work, qr->length);
    NH_ASSERT(info == 0);
    (void)info;
}

void nh_qr_multiply(const nh_qr *qr, double *b, int columns, bool transposed) {
    NH_ASSERT(qr->factored && columns >= 0);
    for (int first = 0; first < columns; first += PANEL)
        apply_q(qr, qr->least, transposed ? 'T' : 'N', b + nh_dense_count(qr->m, first), qr->m,
                nh_dense_least(PANEL, columns - first));
}

/* Makes T and Z for the rank, unless they are there. */
static void make_trapezoid(nh_qr *qr, int rank) {
    NH_ASSERT(qr->factored && rank >= 0 && rank <= nh_qr_rank(qr, 0));
    if (qr->rank == rank) return;
    qr->rank = rank;
    for (int j = 0; j < qr->n; j++)
        nh_dense_copy((size_t)nh_dense_least(j + 1, rank), qr->factors + nh_dense_count(qr->m, j),
                      qr->trapezoid + nh_dense_count(qr->least, j));
    if (rank == 0 || rank == qr->n) return;
    int info = LAPACKE_dtzrzf_work(LAPACK_COL_MAJOR, rank, qr->n, qr->trapezoid, qr->least, qr->trapezoid_tau, qr->work,
                                   qr->length);
    NH_ASSERT(info == 0);
    (void)info;
}

/* panel := Z^T panel for its first n rows. */
static void apply_zt(nh_qr *qr, int columns) {
    if (qr->rank == 0 || qr->rank == qr->n) return;
    int info =
        LAPACKE_dormrz_work(LAPACK_COL_MAJOR, 'L', 'T', qr->n, columns, qr->rank, qr->n - qr->rank, qr->trapezoid,
                            qr->least, qr->trapezoid_tau, qr->panel, qr->height, qr->work, qr->length);
    NH_ASSERT(info == 0);
    (void)info;
}

/* x := P panel: row k of the panel belongs to column columns[k] of a. */
static void scatter_panel(const nh_qr *qr, double *x, int columns) {
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < qr->n; k++)
            x[nh_dense_count(qr->n, j) + (size_t)qr->columns[k]] = qr->panel[nh_dense_count(qr->height, j) + (size_t)k];
}

/* Sets the rows of the panel from the rank on to zero, in its first n rows. */
static void clear_below_rank(nh_qr *qr, int columns) {
    for (int j = 0; j < columns; j++)
        for (int k = qr->rank; k < qr->n; k++) qr->panel[nh_dense_count(qr->height, j) + (size_t)k] = 0;
}

static void solve_panel(nh_qr *qr, const double *b, double *x, int columns) {
    for (int j = 0; j < columns; j++)
        nh_dense_copy((size_t)qr->m, b + nh_dense_count(qr->m, j), qr->panel + nh_dense_count(qr->height, j));
    apply_q(qr, qr->rank, 'T', qr->panel, qr->height, columns); /* later reflectors leave the first rows alone */
    if (qr->rank > 0) {
        int info = LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'U', 'N', 'N', qr->rank, columns, qr->trapezoid, qr->least,
                                       qr->panel, qr->height);
        NH_ASSERT(info >= 0);
        (void)info;
    }
    clear_below_rank(qr, columns);
    apply_zt(qr, columns);
    scatter_panel(qr, x, columns);
}

void nh_qr_solve(nh_qr *qr, int rank, const double *b, double *x, int columns) {
    NH_ASSERT(columns >= 0);
    make_trapezoid(qr, rank);
    for (int first = 0; first < columns; first += PANEL)
        solve_panel(qr, b + nh_dense_count(qr->m, first), x + nh_dense_count(qr->n, first),
                    nh_dense_least(PANEL, columns - first));
}

void nh_qr_kernel(nh_qr *qr, int rank, double *basis) {
    make_trapezoid(qr, rank);
    for (int first = rank; first < qr->n; first += PANEL) {
        int columns = nh_dense_least(PANEL, qr->n - first);
        memset(qr->panel, 0, nh_dense_count(qr->height, columns) * sizeof(double));
        for (int j = 0; j < columns; j++) qr->panel[nh_dense_count(qr->height, j) + (size_t)(first + j)] = 1;
        apply_zt(qr, columns);
        scatter_panel(qr, basis + nh_dense_count(qr->n, first - rank), columns);
    }
}
