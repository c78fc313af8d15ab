/* Dense linear algebra: every result is computed in two ways, on random matrices that are often corner cases.
 *
 * Tolerances are multiples of eps |a| (times |x| for a residual): the algorithms are backward stable, so their
 * result is exact for a matrix that differs from a by a modest multiple of n eps |a|. SLACK is that multiple;
 * measured ones stay below 10. */
#include "num/linear/dense.h"

#include "support.h"

#include "counted_malloc.h"
#include "matrices.h"

#define SLACK 50

/* |a x - b| for n x n a and n x k x, b. */
static double residual(nh_arena *arena, int n, int k, const double *a, const double *x, const double *b) {
    return matrix_distance(n * k, matrix_product(arena, n, n, k, a, x), b);
}

/* Largest and smallest singular value; 1 and 1 for size 0. */
static void extremes(nh_arena *arena, int n, const double *a, double *most, double *least) {
    nh_svd *svd = nh_svd_make(arena, n, n);
    assert_true(nh_svd_factor(svd, a));
    *most = n > 0 ? nh_svd_values(svd)[0] : 1;
    *least = n > 0 ? nh_svd_values(svd)[n - 1] : 1;
}

/* The largest sum of a column. */
static double one_norm(int n, const double *a) {
    double most = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(a[i + j * n]);
        most = fmax(most, sum);
    }
    return most;
}

/* 1/(|a| |a^-1|) in the 1-norm, with the inverse V diag(1/s) U^T. */
static double exact_rcond(nh_arena *arena, int n, const double *a) {
    if (n == 0) return 1;
    nh_svd *svd = nh_svd_make(arena, n, n);
    assert_true(nh_svd_factor(svd, a));
    double *v = matrix_transposed(arena, n, n, nh_svd_right(svd)),
           *ut = matrix_transposed(arena, n, n, nh_svd_left(svd));
    for (int k = 0; k < n * n; k++) v[k] /= nh_svd_values(svd)[k / n];
    return 1 / one_norm(n, a) / one_norm(n, matrix_product(arena, n, n, n, v, ut));
}

/* The estimate of the condition is below the true one, up to rounding, and seldom below a third of it (Higham,
 * "Accuracy and stability of numerical algorithms", 15.3); a tenth is requested. */
static void check_rcond(nh_arena *arena, int n, const double *a, double rcond) {
    double most, least;
    extremes(arena, n, a, &most, &least);
    if (least < 1e-12 * most) {
        assert_below(rcond, 1e-12 * n * 20);
        return;
    }
    double exact = exact_rcond(arena, n, a);
    assert_below(exact, 1.01 * rcond);
    assert_below(rcond, 10 * exact);
}

static void check_lu_solution(nh_arena *arena, nh_random *random, nh_lu *lu, int n, const double *a, bool transposed) {
    int k = (int)nh_random_between(random, 0, 3);
    double *b = random_gauss(arena, random, n, k), *x = matrix_copy(arena, n, k, b);
    if (transposed) nh_lu_solve_transposed(lu, x, k);
    else nh_lu_solve(lu, x, k);
    const double *applied = transposed ? matrix_transposed(arena, n, n, a) : a;
    double bound = SLACK * n * EPS * matrix_norm(n * n, a) * matrix_norm(n * k, x);
    assert_below(residual(arena, n, k, applied, x, b), bound);
    double rcond = nh_lu_rcond(lu);
    if (transposed || rcond < 1e-6) return;
    nh_qr *qr = nh_qr_make(arena, n, n);
    assert_true(nh_qr_factor(qr, a));
    double *y = matrix_new(arena, n, k);
    nh_qr_solve(qr, n, b, y, k);
    assert_below(matrix_distance(n * k, x, y), SLACK * n * EPS / rcond * matrix_norm(n * k, x));
}

static void lu_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    double *a = random_any(arena, random, n, n);
    nh_lu *lu = nh_lu_make(arena, n);
    if (nh_lu_factor(lu, a)) {
        check_lu_solution(arena, random, lu, n, a, false);
        check_lu_solution(arena, random, lu, n, a, true);
        check_rcond(arena, n, a, nh_lu_rcond(lu));
    } else {
        double most, least;
        extremes(arena, n, a, &most, &least);
        assert_below(least, SLACK * n * EPS * most);
        assert_true(nh_lu_rcond(lu) == 0);
        assert_true(nh_lu_determinant(lu) == 0);
    }
}

static void lu_solves(void **state) {
    (void)state;
    repeat(1, 300, lu_once);
}

/* Dominant with negative numbers next to the diagonal: the inverse has no negative entry, and then the estimate, which
 * begins with the sums of its columns, is exact. */
static void rcond_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    double *a = random_gauss(arena, random, n, n), *symmetric = matrix_copy(arena, n, n, a);
    matrix_symmetrise(n, symmetric);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            a[i + j * n] = i == j ? 3 * n : -fabs(a[i + j * n]);
            symmetric[i + j * n] = i == j ? 3 * n : -fabs(symmetric[i + j * n]);
        }
    nh_lu *lu = nh_lu_make(arena, n);
    nh_ldl *ldl = nh_ldl_make(arena, n);
    assert_true(nh_lu_factor(lu, a) && nh_ldl_factor(ldl, symmetric));
    assert_below(fabs(nh_lu_rcond(lu) / exact_rcond(arena, n, a) - 1), 1e-10);
    assert_below(fabs(nh_ldl_rcond(ldl) / exact_rcond(arena, n, symmetric) - 1), 1e-10);
}

static void rcond_exact(void **state) {
    (void)state;
    repeat(19, 100, rcond_once);
}

/* By Leibniz's sum over expansions along the first column: exact for small integers. */
static int64_t exact_determinant(int n, const int64_t *a) {
    int64_t sum = 0, minor[16] = {0};
    if (n == 0) return 1;
    for (int row = 0; row < n; row++) {
        int count = 0;
        for (int j = 1; j < n; j++)
            for (int i = 0; i < n; i++)
                if (i != row) minor[count++] = a[i + j * n];
        sum += (row % 2 == 0 ? 1 : -1) * a[row] * exact_determinant(n - 1, minor);
    }
    return sum;
}

static void determinant_once(nh_arena *arena, nh_random *random) {
    int n = (int)nh_random_between(random, 0, 5);
    int64_t whole[25];
    double *a = matrix_new(arena, n, n);
    for (int k = 0; k < n * n; k++) a[k] = (double)(whole[k] = nh_random_between(random, -3, 3));
    nh_lu *lu = nh_lu_make(arena, n);
    nh_lu_factor(lu, a);
    double determinant = nh_lu_determinant(lu);
    /* Hadamard: no partial determinant is above the product of |column| <= |a|_F; eps-relative
     * changes of a move it so far. */
    double bound = SLACK * EPS * pow(matrix_norm(n * n, a), n);
    assert_below(fabs(determinant - (double)exact_determinant(n, whole)), bound);

    nh_eigen *eigen = nh_eigen_make(arena, n);
    assert_true(nh_eigen_general(eigen, a));
    double real = 1, imaginary = 0;
    for (int k = 0; k < n; k++) {
        double re = nh_eigen_values(eigen)[k], im = nh_eigen_imaginary(eigen)[k], old = real;
        real = old * re - imaginary * im;
        imaginary = old * im + imaginary * re;
    }
    assert_below(hypot(determinant - real, imaginary), n * bound);
}

static void determinants(void **state) {
    (void)state;
    repeat(2, 300, determinant_once);
}

/* Partial products leave the range of double, the determinant does not; those that do become 0 or infinite. */
static void determinants_at_the_ends(void **state) {
    (void)state;
    bench b = bench_open(3);
    nh_lu *lu = nh_lu_make(b.arena, 4);
    double *a = matrix_new(b.arena, 4, 4);
    a[0] = a[5] = 0x1p1000, a[10] = a[15] = 0x1p-1000;
    assert_true(nh_lu_factor(lu, a));
    assert_true(nh_lu_determinant(lu) == 1);
    a[10] = -1, a[15] = 1;
    assert_true(nh_lu_factor(lu, a));
    assert_true(nh_lu_determinant(lu) == -INFINITY);
    a[0] = a[5] = 0x1p-1000;
    assert_true(nh_lu_factor(lu, a));
    assert_true(nh_lu_determinant(lu) == 0);
    bench_close(&b);
}

/* Symmetric, often a corner case; singular, indefinite, graded; not symmetric only by the NaN that must not be read. */
static double *random_any_symmetric(nh_arena *arena, nh_random *random, int n) {
    double *a = random_any(arena, random, n, n);
    matrix_symmetrise(n, a);
    return a;
}

static void check_inertia(nh_arena *arena, int n, const double *a, nh_inertia inertia) {
    nh_eigen *eigen = nh_eigen_make(arena, n);
    assert_true(nh_eigen_symmetric(eigen, a));
    const double *values = nh_eigen_values(eigen);
    double most = n > 0 ? fmax(fabs(values[0]), fabs(values[n - 1])) : 0;
    int positive = 0, negative = 0;
    for (int k = 0; k < n; k++) {
        positive += values[k] > SLACK * n * EPS * most;
        negative += values[k] < -SLACK * n * EPS * most;
    }
    /* Eigenvalues within rounding of zero may count either way. */
    assert_true(inertia.positive >= positive && inertia.negative >= negative);
    assert_int_equal(inertia.positive + inertia.negative + inertia.zero, n);
}

static void ldl_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random), k = (int)nh_random_between(random, 0, 3);
    double *a = random_any_symmetric(arena, random, n);
    double *lower = matrix_copy(arena, n, n, a);
    matrix_fill_upper(n, lower, NAN);
    nh_ldl *ldl = nh_ldl_make(arena, n);
    bool regular = nh_ldl_factor(ldl, lower);
    check_inertia(arena, n, lower, nh_ldl_inertia(ldl));
    if (!regular) {
        double most, least;
        extremes(arena, n, a, &most, &least);
        assert_below(least, SLACK * n * EPS * most);
        assert_true(nh_ldl_rcond(ldl) == 0);
        return;
    }
    double *b = random_gauss(arena, random, n, k), *x = matrix_copy(arena, n, k, b);
    nh_ldl_solve(ldl, x, k);
    double bound = SLACK * n * EPS * matrix_norm(n * n, a) * matrix_norm(n * k, x);
    assert_below(residual(arena, n, k, a, x, b), bound);
    check_rcond(arena, n, a, nh_ldl_rcond(ldl));
    nh_lu *lu = nh_lu_make(arena, n);
    double rcond = nh_lu_factor(lu, a) ? nh_lu_rcond(lu) : 0;
    if (rcond < 1e-6) return;
    nh_lu_solve(lu, b, k);
    assert_below(matrix_distance(n * k, x, b), SLACK * n * EPS / rcond * matrix_norm(n * k, x));
}

static void ldl_solves(void **state) {
    (void)state;
    repeat(4, 300, ldl_once);
}

/* [M A^T; A 0] with M definite (n) and A of full rank (m <= n) has n positive and m negative eigenvalues. */
static void inertia_of_kkt_once(nh_arena *arena, nh_random *random) {
    int n = (int)nh_random_between(random, 1, 8), m = (int)nh_random_between(random, 0, n), size = n + m;
    double *values = matrix_new(arena, n, 1);
    for (int i = 0; i < n; i++) values[i] = nh_random_uniform(random, 0.5, 2);
    double *mass = random_symmetric(arena, random, n, values), *a = random_with_values(arena, random, m, n, values);
    double *kkt = matrix_new(arena, size, size);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) kkt[i + j * size] = mass[i + j * n];
        for (int i = 0; i < m; i++) kkt[n + i + j * size] = a[i + j * m];
    }
    nh_ldl *ldl = nh_ldl_make(arena, size);
    assert_true(nh_ldl_factor(ldl, kkt));
    nh_inertia inertia = nh_ldl_inertia(ldl);
    assert_int_equal(inertia.positive, n);
    assert_int_equal(inertia.negative, m);
    assert_int_equal(inertia.zero, 0);
}

static void inertia_of_kkt(void **state) {
    (void)state;
    repeat(5, 100, inertia_of_kkt_once);
}

/* Rows and columns of zeros are zero eigenvalues that no rounding hides. */
static void inertia_of_singular(void **state) {
    (void)state;
    bench b = bench_open(6);
    for (int n = 0; n < 80; n += n < 6 ? 1 : 35) {
        double *a = matrix_new(b.arena, n, n);
        for (int i = 0; i < n; i++) a[i + i * n] = i % 3 - 1;
        nh_ldl *ldl = nh_ldl_make(b.arena, n);
        assert_int_equal(nh_ldl_factor(ldl, a), n < 2);
        nh_inertia inertia = nh_ldl_inertia(ldl);
        assert_int_equal(inertia.negative, (n + 2) / 3);
        assert_int_equal(inertia.zero, (n + 1) / 3);
        assert_int_equal(inertia.positive, n / 3);
    }
    bench_close(&b);
}

/* Q^T a P must be upper triangular with the diagonal that is told, and Q orthogonal: both through nh_qr_multiply. */
static void check_qr(nh_arena *arena, nh_qr *qr, int m, int n, const double *a) {
    int least = m < n ? m : n;
    double *q = matrix_identity(arena, m);
    nh_qr_multiply(qr, q, m, false);
    assert_below(matrix_skewness(arena, m, m, q), SLACK * m * EPS);

    double *r = matrix_new(arena, m, n), *seen = matrix_new(arena, n, 1);
    for (int j = 0; j < n; j++) {
        int from = nh_qr_columns(qr)[j];
        assert_in_range(from, 0, n - 1);
        assert_true(seen[from]++ == 0);
        for (int i = 0; i < m; i++) r[i + j * m] = a[i + from * m];
    }
    nh_qr_multiply(qr, r, n, true);
    double tiny = SLACK * (m + n) * EPS * matrix_norm(m * n, a);
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < m; i++) assert_below(fabs(r[i + j * m]), tiny);
    for (int i = 0; i < least; i++) assert_below(fabs(r[i + i * m] - nh_qr_diagonal(qr, i)), tiny);
    for (int i = 1; i < least; i++)
        assert_below(fabs(nh_qr_diagonal(qr, i)), fabs(nh_qr_diagonal(qr, i - 1)) * (1 + 1e-6) + tiny);
}

static void qr_once(nh_arena *arena, nh_random *random) {
    int m = random_size(random), n = random_size(random);
    nh_qr *qr = nh_qr_make(arena, m, n);
    for (int pass = 0; pass < 2; pass++) {
        double *a = random_any(arena, random, m, n);
        assert_true(nh_qr_factor(qr, a));
        check_qr(arena, qr, m, n, a);
    }
}

static void qr_factors(void **state) {
    (void)state;
    repeat(7, 200, qr_once);
}

/* min(m, n) singular values, `rank` of them in [0.1, 1], the others zero. */
static double *random_values(nh_arena *arena, nh_random *random, int least, int rank) {
    double *values = matrix_new(arena, least, 1);
    for (int k = 0; k < rank; k++) values[k] = nh_random_uniform(random, 0.1, 1);
    return values;
}

/* V diag(1/s) U^T b over the first `rank` singular values. */
static double *pseudo_inverse(nh_arena *arena, nh_svd *svd, int m, int n, int rank, const double *b) {
    int least = m < n ? m : n;
    double *x = matrix_new(arena, n, 1);
    for (int k = 0; k < rank; k++) {
        double dot = 0;
        for (int i = 0; i < m; i++) dot += nh_svd_left(svd)[i + k * m] * b[i];
        for (int j = 0; j < n; j++) x[j] += nh_svd_right(svd)[k + j * least] * dot / nh_svd_values(svd)[k];
    }
    return x;
}

static void check_kernel(nh_arena *arena, nh_qr *qr, int m, int n, int rank, const double *a) {
    double *basis = matrix_new(arena, n, n - rank);
    nh_qr_kernel(qr, rank, basis);
    assert_below(matrix_skewness(arena, n, n - rank, basis), SLACK * n * EPS);
    double *image = matrix_product(arena, m, n, n - rank, a, basis);
    assert_below(matrix_norm(m * (n - rank), image), SLACK * (m + n) * EPS * matrix_norm(m * n, a));
}

/* Singular values between 0.1 and 1 make the condition at most 10: solutions agree to about 100 eps times |b| / 0.1. */
static void least_squares_once(nh_arena *arena, nh_random *random) {
    int m = random_size(random), n = random_size(random), least = m < n ? m : n;
    int rank = (int)nh_random_between(random, 0, least);
    double *values = random_values(arena, random, least, rank);
    double *a = random_with_values(arena, random, m, n, values);
    nh_qr *qr = nh_qr_make(arena, m, n);
    nh_svd *svd = nh_svd_make(arena, m, n);
    /* What an earlier matrix of the same rank left behind must not show. */
    assert_true(nh_qr_factor(qr, random_with_values(arena, random, m, n, values)));
    nh_qr_kernel(qr, rank, matrix_new(arena, n, n - rank));
    assert_true(nh_qr_factor(qr, a) && nh_svd_factor(svd, a));
    assert_int_equal(nh_qr_rank(qr, 1e-10), rank);
    for (int k = 0; k < least; k++) assert_true((nh_svd_values(svd)[k] > 1e-10) == (k < rank));

    int columns = nh_random_below(random, 8) == 0 ? 70 : (int)nh_random_between(random, 0, 3);
    double *b = random_gauss(arena, random, m, columns), *x = random_gauss(arena, random, n, columns);
    nh_qr_solve(qr, rank, b, x, columns);
    double *transposed = matrix_transposed(arena, m, n, a);
    for (int j = 0; j < columns; j++) {
        double *xj = x + j * n, *bj = b + j * m, size = SLACK * (m + n) * EPS * matrix_norm(m, bj);
        double *rest = matrix_product(arena, m, n, 1, a, xj);
        for (int i = 0; i < m; i++) rest[i] -= bj[i];
        assert_below(matrix_norm(n, matrix_product(arena, n, m, 1, transposed, rest)), 10 * size);
        assert_below(matrix_distance(n, xj, pseudo_inverse(arena, svd, m, n, rank, bj)), 100 * size);
    }
    check_kernel(arena, qr, m, n, rank, a);
}

static void least_squares(void **state) {
    (void)state;
    repeat(8, 200, least_squares_once);
}

/* One object asked at several ranks, in any order, answers as a new one does. A lower rank has a larger kernel. */
static void ranks_in_any_order(void **state) {
    (void)state;
    bench b = bench_open(9);
    int m = 5, n = 7, order[] = {3, 5, 0, 3, 1, 5};
    double *a = random_gauss(b.arena, &b.random, m, n), *right = random_gauss(b.arena, &b.random, m, 1);
    nh_qr *qr = nh_qr_make(b.arena, m, n);
    assert_true(nh_qr_factor(qr, a));
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        nh_qr *fresh = nh_qr_make(b.arena, m, n);
        assert_true(nh_qr_factor(fresh, a));
        double x[7], y[7], *basis = matrix_new(b.arena, n, n - order[k]);
        nh_qr_solve(qr, order[k], right, x, 1);
        nh_qr_solve(fresh, order[k], right, y, 1);
        assert_memory_equal(x, y, sizeof x);
        nh_qr_kernel(qr, order[k], basis);
        assert_below(matrix_skewness(b.arena, n, n - order[k], basis), SLACK * n * EPS);
    }
    bench_close(&b);
}

/* The middle of a well separated spectrum: rank by tolerance, relative to the first pivot. */
static void rank_by_tolerance(void **state) {
    (void)state;
    bench b = bench_open(10);
    for (int k = 0; k < test_count(20); k++) {
        double values[] = {1e9, 1e8, 1, 1e-1, 1e-9};
        double *a = random_with_values(b.arena, &b.random, 6, 5, values);
        nh_qr *qr = nh_qr_make(b.arena, 6, 5);
        assert_true(nh_qr_factor(qr, a));
        assert_int_equal(nh_qr_rank(qr, 1e-5), 2);
        assert_int_equal(nh_qr_rank(qr, 1e-13), 4);
        assert_int_equal(nh_qr_rank(qr, 1), 0);
    }
    bench_close(&b);
}

static void svd_once(nh_arena *arena, nh_random *random) {
    int m = random_size(random), n = random_size(random), least = m < n ? m : n;
    double *a = random_any(arena, random, m, n), size = SLACK * (m + n) * EPS * matrix_norm(m * n, a);
    nh_svd *svd = nh_svd_make(arena, m, n);
    assert_true(nh_svd_factor(svd, a));
    const double *s = nh_svd_values(svd), *left = nh_svd_left(svd), *right = nh_svd_right(svd);
    for (int k = 0; k < least; k++) assert_true(s[k] >= 0 && (k == 0 || s[k] <= s[k - 1]));
    assert_below(matrix_skewness(arena, m, least, left), SLACK * (m + n) * EPS);
    assert_below(matrix_skewness(arena, n, least, matrix_transposed(arena, least, n, right)), SLACK * (m + n) * EPS);
    double *scaled = matrix_copy(arena, m, least, left);
    for (int k = 0; k < m * least; k++) scaled[k] *= s[k / m];
    assert_below(matrix_distance(m * n, matrix_product(arena, m, least, n, scaled, right), a), size);

    double *known = random_values(arena, random, least, least);
    for (int k = 1; k < least; k++) known[k] *= known[k - 1];
    assert_true(nh_svd_factor(svd, random_with_values(arena, random, m, n, known)));
    for (int k = 0; k < least; k++) assert_below(fabs(s[k] - known[k]), SLACK * (m + n) * EPS);
}

static void svd_factors(void **state) {
    (void)state;
    repeat(11, 200, svd_once);
}

static void symmetric_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    double *a = random_any_symmetric(arena, random, n), size = SLACK * n * EPS * matrix_norm(n * n, a);
    double *lower = matrix_copy(arena, n, n, a);
    matrix_fill_upper(n, lower, NAN);
    nh_eigen *eigen = nh_eigen_make(arena, n);
    assert_true(nh_eigen_general(eigen, random_gauss(arena, random, n, n))); /* leaves imaginary parts behind */
    assert_true(nh_eigen_symmetric(eigen, lower));
    const double *values = nh_eigen_values(eigen), *vectors = nh_eigen_vectors(eigen);
    for (int k = 1; k < n; k++) assert_true(values[k] >= values[k - 1]);
    assert_below(matrix_skewness(arena, n, n, vectors), SLACK * n * EPS);
    double *scaled = matrix_copy(arena, n, n, vectors);
    for (int k = 0; k < n * n; k++) scaled[k] *= values[k / n];
    assert_below(matrix_distance(n * n, matrix_product(arena, n, n, n, a, vectors), scaled), size);
    for (int k = 0; k < n; k++) assert_true(nh_eigen_imaginary(eigen)[k] == 0);

    double *known = random_gauss(arena, random, n, 1);
    for (int k = 1; k < n; k++) known[k] = known[k - 1] + fabs(known[k]);
    assert_true(nh_eigen_symmetric(eigen, random_symmetric(arena, random, n, known)));
    assert_below(matrix_distance(n, values, known), SLACK * n * EPS * matrix_norm(n, known));
}

static void symmetric_eigenvalues(void **state) {
    (void)state;
    repeat(12, 150, symmetric_once);
}

/* |a (u + i v) - (re + i im)(u + i v)| in both parts. */
static double eigen_residual(nh_arena *arena, int n, const double *a, const double *value, const double *u,
                             const double *v) {
    double *au = matrix_product(arena, n, n, 1, a, u), *av = matrix_product(arena, n, n, 1, a, v), sum = 0;
    for (int i = 0; i < n; i++) {
        sum = hypot(sum, au[i] - (value[0] * u[i] - value[1] * v[i]));
        sum = hypot(sum, av[i] - (value[0] * v[i] + value[1] * u[i]));
    }
    return sum;
}

/* dgeev balances first: it is backward stable for D^-1 a D with a diagonal D that evens out a graded matrix, and the
 * residual for a itself may grow by the spread of D, hence BALANCE; 15 was the largest growth in 18000 cases. */
#define BALANCE 1000

static void general_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    double *a = random_any(arena, random, n, n), size = SLACK * n * EPS * matrix_norm(n * n, a), trace = 0;
    nh_eigen *eigen = nh_eigen_make(arena, n);
    assert_true(nh_eigen_general(eigen, a));
    const double *re = nh_eigen_values(eigen), *im = nh_eigen_imaginary(eigen), *vectors = nh_eigen_vectors(eigen);
    double *none = matrix_new(arena, n, 1);
    for (int k = 0; k < n; k++) trace += a[k + k * n] - re[k];
    assert_below(fabs(trace), size);
    for (int k = 0; k < n; k++) {
        double value[2] = {re[k], im[k]};
        const double *u = vectors + k * n, *v = im[k] == 0 ? none : u + n;
        assert_below(eigen_residual(arena, n, a, value, u, v), BALANCE * size);
        assert_below(fabs(hypot(matrix_norm(n, u), matrix_norm(n, v)) - 1), SLACK * n * EPS);
        if (im[k] == 0) continue;
        assert_true(im[k] > 0 && re[k + 1] == re[k] && im[k + 1] == -im[k]);
        k++;
    }
}

static void general_eigenvalues(void **state) {
    (void)state;
    repeat(13, 150, general_once);
}

/* A rotation by the angle t has the eigenvalues cos t +- i sin t. */
static void eigenvalues_of_rotation(void **state) {
    (void)state;
    bench b = bench_open(14);
    nh_eigen *eigen = nh_eigen_make(b.arena, 2);
    double c = cos(0.7), s = sin(0.7), a[] = {c, s, -s, c};
    assert_true(nh_eigen_general(eigen, a));
    for (int k = 0; k < 2; k++) {
        assert_below(fabs(nh_eigen_values(eigen)[k] - c), 10 * EPS);
        assert_below(fabs(fabs(nh_eigen_imaginary(eigen)[k]) - s), 10 * EPS);
    }
    bench_close(&b);
}

/* All objects of one shape, as many cases need them. */
typedef struct objects {
    int n;
    nh_lu *lu;
    nh_ldl *ldl;
    nh_qr *qr;
    nh_svd *svd;
    nh_eigen *eigen;
} objects;

static objects make_all(nh_arena *arena, int n) {
    return (objects){n,
                     nh_lu_make(arena, n),
                     nh_ldl_make(arena, n),
                     nh_qr_make(arena, n, n + 1),
                     nh_svd_make(arena, n, n + 1),
                     nh_eigen_make(arena, n)};
}

/* Factors the first n or n + 1 columns of a in each way; returns how many said true. */
static int factor_all(const objects *all, const double *a) {
    return nh_lu_factor(all->lu, a) + nh_ldl_factor(all->ldl, a) + nh_qr_factor(all->qr, a) +
           nh_svd_factor(all->svd, a) + nh_eigen_symmetric(all->eigen, a) + nh_eigen_general(all->eigen, a);
}

static void not_finite_once(nh_arena *arena, nh_random *random) {
    int n = (int)nh_random_between(random, 1, 6);
    double *a = random_gauss(arena, random, n, n + 1), bad[] = {NAN, INFINITY, -INFINITY};
    objects all = make_all(arena, n);
    int i = (int)nh_random_below(random, (uint64_t)n), j = (int)nh_random_below(random, (uint64_t)i + 1);
    double old = a[i + j * n];
    a[i + j * n] = bad[nh_random_below(random, 3)];
    assert_int_equal(factor_all(&all, a), 0);
    assert_true(nh_lu_rcond(all.lu) == 0 && nh_ldl_rcond(all.ldl) == 0);
    assert_true(isnan(nh_lu_determinant(all.lu)));
    nh_inertia none = nh_ldl_inertia(all.ldl);
    assert_int_equal(none.positive + none.negative + none.zero, 0);
    a[i + j * n] = old;
    assert_int_equal(factor_all(&all, a), 6);
}

static void not_finite(void **state) {
    (void)state;
    repeat(15, 60, not_finite_once);
}

/* At the end of the range a factorisation overflows and says false, or it does not and is right. */
static void overflow_once(nh_arena *arena, nh_random *random) {
    int n = (int)nh_random_between(random, 1, 6);
    double *a = matrix_new(arena, n, n + 1), *x = matrix_new(arena, n, 1);
    for (int k = 0; k < n * (n + 1); k++) a[k] = nh_random_uniform(random, -DBL_MAX, DBL_MAX);
    objects all = make_all(arena, n);
    factor_all(&all, a);
    for (int i = 0; i < n; i++) x[i] = 1;
    if (nh_lu_factor(all.lu, a)) nh_lu_solve(all.lu, x, 1);
    for (int i = 0; i < n; i++) assert_true(isfinite(x[i]));
    assert_true(nh_lu_rcond(all.lu) >= 0 && nh_ldl_rcond(all.ldl) >= 0);

    /* Among the smallest numbers, which have no reciprocal. */
    for (int k = 0; k < n * (n + 1); k++) a[k] = ldexp(nh_random_uniform(random, -1, 1), -1060);
    factor_all(&all, a);
    assert_true(nh_lu_rcond(all.lu) >= 0 && nh_ldl_rcond(all.ldl) >= 0);
    if (nh_qr_factor(all.qr, a)) assert_in_range(nh_qr_rank(all.qr, 1e-10), 0, n);
}

static void ends_of_the_range(void **state) {
    (void)state;
    repeat(16, 60, overflow_once);
}

/* Size 0 in every place, and the shapes 0 x n and m x 0. */
static void empty(void **state) {
    (void)state;
    bench b = bench_open(17);
    double nothing[1] = {NAN}, x[3] = {5, 5, 5}, basis[9];
    objects all = make_all(b.arena, 0);
    assert_int_equal(factor_all(&all, nothing), 6);
    nh_lu_solve(all.lu, nothing, 2);
    nh_lu_solve_transposed(all.lu, nothing, 2);
    nh_ldl_solve(all.ldl, nothing, 2);
    assert_true(nh_lu_determinant(all.lu) == 1 && nh_lu_rcond(all.lu) == 1 && nh_ldl_rcond(all.ldl) == 1);
    nh_qr *wide = nh_qr_make(b.arena, 0, 3), *tall = nh_qr_make(b.arena, 3, 0);
    assert_true(nh_qr_factor(wide, nothing) && nh_qr_factor(tall, nothing));
    assert_int_equal(nh_qr_rank(wide, 0) + nh_qr_rank(tall, 0), 0);
    nh_qr_solve(wide, 0, nothing, x, 1);
    assert_true(x[0] == 0 && x[1] == 0 && x[2] == 0);
    nh_qr_solve(tall, 0, x, nothing, 1);
    nh_qr_kernel(wide, 0, basis);
    assert_below(matrix_skewness(b.arena, 3, 3, basis), 0);
    nh_qr_multiply(tall, x, 1, true);
    assert_true(isnan(nothing[0]));
    bench_close(&b);
}

/* Everything that may occur in a stepping loop, except the eigenvalues. */
static void use_solvers(const objects *all, const double *a, double *b, double *x) {
    int n = all->n, rank = n < 2 ? n : n - 1;
    assert_true(nh_lu_factor(all->lu, a) && nh_ldl_factor(all->ldl, a) && nh_qr_factor(all->qr, a));
    assert_true(nh_svd_factor(all->svd, a));
    nh_lu_rcond(all->lu);
    nh_lu_solve(all->lu, b, n);
    nh_lu_solve_transposed(all->lu, b, n);
    nh_ldl_rcond(all->ldl);
    nh_ldl_solve(all->ldl, b, n);
    nh_qr_multiply(all->qr, b, n, true);
    nh_qr_solve(all->qr, rank, b, x, n);
    nh_qr_kernel(all->qr, rank, x);
}

/* On some processors OpenBLAS's product of small matrices takes a block of memory for a moment. LAPACK
 * multiplies matrices for eigenvalues, and everywhere once it works in blocks: there only what is held before
 * and after is compared. */
static void stepping_allocates_nothing(void **state) {
    (void)state;
    bench b = bench_open(18);
    for (int n = 0; n <= 100; n += n < 20 ? 1 : 80) {
        double *a = random_gauss(b.arena, &b.random, n, n + 1), *right = random_gauss(b.arena, &b.random, n, n);
        double *x = matrix_new(b.arena, n + 1, n + 1);
        objects all = make_all(b.arena, n);
        use_solvers(&all, a, right, x); /* the first call may set up the libraries themselves */
        factor_all(&all, a);
        size_t memory = nh_context_memory(b.context);
        unsigned long calls = counted.calls;
        long live = counted.live;
        use_solvers(&all, a, right, x);
        if (n <= 20) assert_int_equal(counted.calls, calls);
        factor_all(&all, a);
        assert_int_equal(counted.live, live);
        assert_int_equal(nh_context_memory(b.context), memory);
    }
    bench_close(&b);
}

static void make_body(nh_context *context, void *argument) {
    (void)argument;
    double a[] = {2, 1, 0, 1, 3, 1, 0, 1, 4, 1, 1, 1};
    nh_arena *arena = nh_arena_create(context);
    for (int n = 0; n <= 60; n += 30) make_all(arena, n);
    objects all = make_all(arena, 3);
    assert_int_equal(factor_all(&all, a), 6);
    nh_arena_destroy(arena);
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(test_every_failure(make_body, NULL, 0) > 0);
}

/* LAPACK counts the workspace of dsyevd in int: a size for which that overflows is refused, before memory is taken. */
static void huge_body(nh_context *context, void *argument) {
    (void)argument;
    nh_eigen_make(nh_arena_create(context), 40000);
}

static void too_large(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, huge_body, NULL), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "matrix-size");
    nh_context_destroy(context);
}

/* a = G G^T is definite; its factor gives a back, and solves; one direction taken out of G leaves it singular. */
static void cholesky(void **state) {
    (void)state;
    enum { N = 6 };
    nh_random random = nh_random_make(test_seed(), 77);
    for (int round = 0; round < test_count(50); round++) {
        double g[N * N], a[N * N], x[N], b[N] = {0};
        for (int i = 0; i < N * N; i++) g[i] = nh_random_normal(&random);
        bool is_singular = round % 2 == 1;
        for (int i = 0; is_singular && i < N; i++) g[i + (N - 1) * N] = 0;
        for (int i = 0; i < N; i++) {
            x[i] = nh_random_normal(&random);
            for (int j = 0; j < N; j++) {
                a[i + j * N] = i == j && !is_singular ? 0.5 : 0;
                for (int k = 0; k < N; k++) a[i + j * N] += g[i + k * N] * g[j + k * N];
            }
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) b[i] += a[i + j * N] * x[j];
        assert_int_equal(nh_cholesky(a, N), !is_singular);
        if (is_singular) continue;
        nh_solve_lower(a, N, b);
        nh_solve_lower_transposed(a, N, b);
        for (int i = 0; i < N; i++) assert_true(fabs(b[i] - x[i]) < 1e-9);
    }
    double negative[] = {-1}, nothing[] = {NAN};
    assert_false(nh_cholesky(negative, 1));
    assert_false(nh_cholesky(nothing, 1));
    assert_true(nh_cholesky(nothing, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky),
        cmocka_unit_test(lu_solves),
        cmocka_unit_test(rcond_exact),
        cmocka_unit_test(determinants),
        cmocka_unit_test(determinants_at_the_ends),
        cmocka_unit_test(ldl_solves),
        cmocka_unit_test(inertia_of_kkt),
        cmocka_unit_test(inertia_of_singular),
        cmocka_unit_test(qr_factors),
        cmocka_unit_test(least_squares),
        cmocka_unit_test(ranks_in_any_order),
        cmocka_unit_test(rank_by_tolerance),
        cmocka_unit_test(svd_factors),
        cmocka_unit_test(symmetric_eigenvalues),
        cmocka_unit_test(general_eigenvalues),
        cmocka_unit_test(eigenvalues_of_rotation),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(empty),
        cmocka_unit_test(stepping_allocates_nothing),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
