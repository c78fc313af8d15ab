/* Certified eigenvalues: against exact spectra, against LAPACK, and the equation of eigenvectors itself. */
#include "num/ball/ball_eigen.h"

#include "balls.h"

#include <math.h>

#include <flint/fmpq_mat.h>

#include "num/linear/dense.h"

enum { SIZE_MOST = 12 };

/* An exact matrix, T = P J P^-1, with eigenvalues re + i im that are small rationals; column k of P is an eigenvector
 * where an eigenvalue is real and no coupling is above it in J. */
typedef struct spectrum {
    int n;
    fmpq_mat_t matrix, p;
    fmpq re[SIZE_MOST], im[SIZE_MOST]; /* in the order of J; pairs are together */
    bool is_plain[SIZE_MOST];          /* real, and by itself */
} spectrum;

static void set_random(trial *t, fmpq *r, int most) {
    fmpq_set_si(r, nh_random_between(&t->random, -most, most), (ulong)nh_random_between(&t->random, 1, 3));
}

/* P: a product of elementary operations, so P^-1 is integral too. */
static void mix_columns(trial *t, fmpq_mat_t p) {
    int n = (int)fmpq_mat_nrows(p);
    fmpq_mat_one(p);
    for (int k = 0; k < 3 * n && n > 1; k++) {
        int from = (int)nh_random_below(&t->random, (uint64_t)n), to = (int)nh_random_below(&t->random, (uint64_t)n);
        int64_t factor = nh_random_between(&t->random, -2, 2);
        for (int i = 0; i < n && from != to; i++) {
            fmpq_t term;
            fmpq_init(term);
            fmpq_mul_si(term, fmpq_mat_entry(p, i, from), factor);
            fmpq_add(fmpq_mat_entry(p, i, to), fmpq_mat_entry(p, i, to), term);
            fmpq_clear(term);
        }
    }
}

/* J: real numbers and 2 x 2 blocks of pairs; an eigenvalue may be that of the block before, with or without a
 * coupling. */
static void fill_jordan(trial *t, spectrum *s, fmpq_mat_t j) {
    int width = 1;
    for (int k = 0; k < s->n; k += width) {
        bool is_repeated = k >= width && chance(t, 3) && k + width <= s->n;
        if (!is_repeated) width = k + 2 <= s->n && chance(t, 2) ? 2 : 1;
        for (int i = 0; i < width; i++) {
            fmpq *re = &s->re[k + i], *im = &s->im[k + i];
            if (is_repeated) {
                fmpq_set(re, &s->re[k - width + i]);
                fmpq_set(im, &s->im[k - width + i]);
                if (chance(t, 2)) fmpq_one(fmpq_mat_entry(j, k - width + i, k + i));
            } else if (i == 0) {
                set_random(t, re, 6);
                while (width == 2 && fmpq_is_zero(im)) set_random(t, im, 4);
            } else {
                fmpq_set(re, &s->re[k]);
                fmpq_neg(im, &s->im[k]);
            }
            fmpq_set(fmpq_mat_entry(j, k + i, k + i), re);
        }
        if (width == 2) {
            fmpq_set(fmpq_mat_entry(j, k, k + 1), &s->im[k]);
            fmpq_neg(fmpq_mat_entry(j, k + 1, k), &s->im[k]);
        }
    }
}

static int count_of(const spectrum *s, int k) {
    int count = 0;
    for (int i = 0; i < s->n; i++) count += fmpq_equal(&s->re[i], &s->re[k]) && fmpq_equal(&s->im[i], &s->im[k]);
    return count;
}

static void make_spectrum(trial *t, spectrum *s, int n) {
    fmpq_mat_t j, inverse;
    *s = (spectrum){.n = n};
    fmpq_mat_init(s->matrix, n, n);
    fmpq_mat_init(s->p, n, n);
    fmpq_mat_init(j, n, n);
    fmpq_mat_init(inverse, n, n);
    for (int i = 0; i < n; i++) fmpq_init(&s->re[i]), fmpq_init(&s->im[i]);
    fill_jordan(t, s, j);
    mix_columns(t, s->p);
    CHECK(t, fmpq_mat_inv(inverse, s->p) || n == 0);
    fmpq_mat_mul(s->matrix, s->p, j);
    fmpq_mat_mul(s->matrix, s->matrix, inverse);
    for (int k = 0; k < n; k++) s->is_plain[k] = fmpq_is_zero(&s->im[k]) && count_of(s, k) == 1;
    fmpq_mat_clear(j);
    fmpq_mat_clear(inverse);
}

static void clear_spectrum(spectrum *s) {
    for (int i = 0; i < s->n; i++) fmpq_clear(&s->re[i]), fmpq_clear(&s->im[i]);
    fmpq_mat_clear(s->matrix);
    fmpq_mat_clear(s->p);
}

static nh_ball *balls_of(const spectrum *s, int prec) {
    nh_ball *a = nh_balls_new((size_t)(s->n * s->n));
    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->n; i++) arb_set_fmpq(nh_arb(&a[i + j * s->n]), fmpq_mat_entry(s->matrix, i, j), prec);
    return a;
}

/* Wider by `size`, and the middle moved, with the exact number still inside. */
static void blur(trial *t, nh_ball *a, int count, double size) {
    for (int k = 0; k < count; k++) {
        arf_t shift;
        arf_init(shift);
        arf_set_d(shift, nh_random_uniform(&t->random, -size, size));
        arf_add(arb_midref(nh_arb(&a[k])), arb_midref(nh_arb(&a[k])), shift, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_set_d(shift, size);
        arb_add_error_arf(nh_arb(&a[k]), shift);
        arf_clear(shift);
    }
}

static bool holds(const nh_ball_eigen *r, int k, const fmpq *re, const fmpq *im) {
    return arb_contains_fmpq(nh_arb_const(&r->re[k]), re) && arb_contains_fmpq(nh_arb_const(&r->im[k]), im);
}

/* What every result keeps: clusters are together, are apart from each other, and conjugates are conjugate. */
static void check_shape(trial *t, const nh_ball_eigen *r) {
    for (int k = 0; k < r->n; k += r->multiplicity[k]) {
        int size = r->multiplicity[k];
        CHECK(t, size >= 1 && k + size <= r->n);
        for (int i = k; i < k + size; i++) {
            CHECK(t, r->multiplicity[i] == size);
            CHECK(t, arb_equal(nh_arb_const(&r->re[i]), nh_arb_const(&r->re[k])));
            CHECK(t, arb_equal(nh_arb_const(&r->im[i]), nh_arb_const(&r->im[k])));
        }
        for (int i = k + size; i < r->n; i++)
            CHECK(t, !nh_ball_overlaps(&r->re[i], &r->re[k]) || !nh_ball_overlaps(&r->im[i], &r->im[k]));
        int sign = arf_sgn(arb_midref(nh_arb_const(&r->im[k])));
        if (size == 1) CHECK(t, nh_ball_is_zero(&r->im[k]) != NH_UNKNOWN);
        if (sign > 0) {
            nh_ball *minus = nh_balls_new(1);
            CHECK(t, k + 2 * size <= r->n && r->multiplicity[k + size] == size);
            nh_ball_neg(minus, &r->im[k]);
            CHECK(t, arb_equal(nh_arb(minus), nh_arb_const(&r->im[k + size])));
            CHECK(t, arb_equal(nh_arb_const(&r->re[k]), nh_arb_const(&r->re[k + size])));
            nh_balls_free(minus, 1);
        }
        if (k > 0) CHECK(t, arf_cmp(arb_midref(nh_arb(&r->re[k - 1])), arb_midref(nh_arb(&r->re[k]))) <= 0);
    }
}

/* Each enclosure has exactly as many eigenvalues as it says. */
static void check_counts(trial *t, const nh_ball_eigen *r, const spectrum *s) {
    for (int k = 0; k < r->n; k++) {
        int inside = 0;
        for (int i = 0; i < s->n; i++) inside += holds(r, k, &s->re[i], &s->im[i]);
        CHECK(t, inside == r->multiplicity[k]);
    }
}

/* The vectors of simple real eigenvalues, against the columns of P. */
static void check_exact_vectors(trial *t, const nh_ball_eigen *r, const spectrum *s) {
    fmpq_t entry;
    fmpq_init(entry);
    for (int k = 0; k < r->n; k++)
        for (int j = 0; j < s->n; j++) {
            if (!s->is_plain[j] || r->multiplicity[k] != 1 || !holds(r, k, &s->re[j], &s->im[j])) continue;
            const nh_ball *v = &r->vector_re[k * r->n];
            int one = 0;
            while (one < r->n && !arb_is_one(nh_arb_const(&v[one]))) one++;
            CHECK(t, one < r->n || !nh_ball_is_finite(&v[0]));
            for (int i = 0; i < r->n && one < r->n; i++) {
                fmpq_div(entry, fmpq_mat_entry(s->p, i, j), fmpq_mat_entry(s->p, one, j));
                CHECK(t, arb_contains_fmpq(nh_arb_const(&v[i]), entry));
                CHECK(t, nh_ball_is_zero(&r->vector_im[i + k * r->n]) == NH_YES);
            }
        }
    fmpq_clear(entry);
}

/* Exact and blurred matrices, at precisions that separate all, some or none. */
static void exact_body(trial *t) {
    int simple = 0, clusters = 0;
    for (int round = test_count(100); round > 0; round--) {
        spectrum s;
        nh_ball_eigen r;
        make_spectrum(t, &s, (int)nh_random_below(&t->random, SIZE_MOST + 1));
        int prec = (int)nh_random_between(&t->random, 2, 300);
        nh_ball *a = balls_of(&s, prec + 40);
        bool is_blurred = chance(t, 2);
        if (is_blurred) blur(t, a, s.n * s.n, ldexp(1, -(int)nh_random_between(&t->random, 0, 80)));
        CHECK(t, nh_ball_eigen_find(&r, a, s.n, true, prec));
        check_shape(t, &r);
        check_counts(t, &r, &s);
        check_exact_vectors(t, &r, &s);
        for (int k = 0; k < s.n; k++) *(r.multiplicity[k] == 1 ? &simple : &clusters) += 1;
        /* eigenvalues are 1/9 apart at least */
        for (int k = 0; k < s.n && !is_blurred && prec >= 200; k++)
            for (int i = 0; i < s.n; i++)
                if (holds(&r, k, &s.re[i], &s.im[i])) CHECK(t, r.multiplicity[k] == count_of(&s, i));
        nh_ball_eigen_free(&r);
        nh_balls_free(a, (size_t)(s.n * s.n));
        clear_spectrum(&s);
    }
    CHECK(t, simple > 0 && clusters > 0);
}

static void test_exact(void **state) {
    (void)state;
    run_trial(1, exact_body);
}

/* A v - lambda v holds 0 and is narrow. */
static void check_equation(trial *t, const nh_ball_eigen *r, const nh_ball *a, int prec, double width) {
    nh_ball *sum = nh_balls_new(2), *lambda = nh_balls_new(1);
    for (int k = 0; k < r->n; k++)
        for (int i = 0; i < r->n && r->multiplicity[k] == 1; i++) {
            const nh_ball *re = &r->vector_re[k * r->n], *im = &r->vector_im[k * r->n];
            nh_ball_neg(lambda, &r->re[k]);
            nh_ball_mul(&sum[0], &re[i], lambda, prec);
            nh_ball_fma(&sum[0], &im[i], &r->im[k], &sum[0], prec);
            nh_ball_mul(&sum[1], &im[i], lambda, prec);
            nh_ball_neg(lambda, &r->im[k]);
            nh_ball_fma(&sum[1], &re[i], lambda, &sum[1], prec);
            for (int j = 0; j < r->n; j++) {
                nh_ball_fma(&sum[0], &a[i + j * r->n], &re[j], &sum[0], prec);
                nh_ball_fma(&sum[1], &a[i + j * r->n], &im[j], &sum[1], prec);
            }
            for (int part = 0; part < 2; part++) {
                CHECK(t, nh_ball_contains_rational(&sum[part], nh_rat_int(0)));
                CHECK(t, nh_ball_radius(&sum[part]) < width);
            }
        }
    nh_balls_free(sum, 2);
    nh_balls_free(lambda, 1);
}

/* The index of the value of LAPACK that is nearest to enclosure k. */
static int nearest_to(const nh_eigen *eigen, int n, const nh_ball_eigen *r, int k) {
    int nearest = 0;
    double least = (double)INFINITY;
    for (int i = 0; i < n; i++) {
        double distance = hypot(nh_eigen_values(eigen)[i] - nh_ball_double(&r->re[k]),
                                nh_eigen_imaginary(eigen)[i] - nh_ball_double(&r->im[k]));
        if (distance < least) least = distance, nearest = i;
    }
    return nearest;
}

static void check_against_lapack(trial *t, const double *values, int n) {
    nh_ball *a = nh_balls_new((size_t)(n * n));
    nh_eigen *eigen = nh_eigen_make(t->arena, n);
    double last = (double)INFINITY;
    unsigned char *is_taken = NH_NEW_ARRAY(t->arena, unsigned char, (size_t)n + 1);
    for (int k = 0; k < n * n; k++) nh_ball_set_double(&a[k], values[k]);
    CHECK(t, nh_eigen_general(eigen, values));
    for (int prec = 60; prec <= 240; prec += 90) {
        nh_ball_eigen r;
        double widest = 0;
        CHECK(t, nh_ball_eigen_find(&r, a, n, true, prec));
        check_shape(t, &r);
        check_equation(t, &r, a, prec + 40, ldexp(1e4, -prec));
        for (int k = 0; k < n; k++) {
            int i = nearest_to(eigen, n, &r, k);
            double re = nh_eigen_values(eigen)[i], im = nh_eigen_imaginary(eigen)[i], size = fmax(1, hypot(re, im));
            if (prec == 60) CHECK(t, !is_taken[i]);
            is_taken[i] = 1;
            CHECK(t, r.multiplicity[k] == 1);
            CHECK(t, fabs(nh_ball_double(&r.re[k]) - re) <= 1e-9 * size + nh_ball_radius(&r.re[k]));
            CHECK(t, fabs(nh_ball_double(&r.im[k]) - im) <= 1e-9 * size + nh_ball_radius(&r.im[k]));
            CHECK(t, (nh_ball_is_zero(&r.im[k]) == NH_YES) == (im == 0));
            widest = fmax(widest, fmax(nh_ball_radius(&r.re[k]), nh_ball_radius(&r.im[k])));
        }
        CHECK(t, n == 0 || (widest < ldexp(1e3, -prec) && widest < last));
        last = widest > 0 ? widest : last;
        nh_ball_eigen_free(&r);
    }
    nh_balls_free(a, (size_t)(n * n));
}

static void lapack_body(trial *t) {
    for (int round = test_count(12); round >= 0; round--) {
        int n = round == 0 ? 40 : (int)nh_random_below(&t->random, 16);
        double *values = NH_NEW_ARRAY(t->arena, double, (size_t)(n * n) + 1);
        for (int k = 0; k < n * n; k++) values[k] = nh_random_normal(&t->random);
        check_against_lapack(t, values, n);
    }
}

static void test_lapack(void **state) {
    (void)state;
    run_trial(2, lapack_body);
}

/* c := c (x - re)^2 + im^2 or c (x - re), in integers; the degree grows. */
static void multiply_by(fmpz *c, int *degree, int64_t re, int64_t im) {
    int64_t factor[3] = {im != 0 ? re * re + im * im : -re, im != 0 ? -2 * re : 1, 1};
    int width = im != 0 ? 2 : 1;
    fmpz_t sum;
    fmpz_init(sum);
    for (int i = *degree + width; i >= 0; i--) {
        fmpz_zero(sum);
        for (int j = 0; j <= width && j <= i; j++)
            if (i - j <= *degree) {
                fmpz_t term;
                fmpz_init(term);
                fmpz_mul_si(term, &c[i - j], factor[j]);
                fmpz_add(sum, sum, term);
                fmpz_clear(term);
            }
        fmpz_set(&c[i], sum);
    }
    *degree += width;
    fmpz_clear(sum);
}

/* (x-1)^3 (x^2+1)^2 and random ones like it, times a constant. */
static void roots_body(trial *t) {
    enum { ROOTS = 3, DEGREE_MOST = 20 };
    for (int round = test_count(30); round >= 0; round--) {
        fmpz c[DEGREE_MOST + 1];
        int64_t re[ROOTS], im[ROOTS];
        int multiplicity[ROOTS], degree = 0, found = 0;
        for (int i = 0; i <= DEGREE_MOST; i++) fmpz_init(&c[i]);
        fmpz_set_si(&c[0], chance(t, 2) ? 3 : -1);
        for (int i = 0; i < ROOTS; i++) {
            re[i] = round == 0 ? i == 0 : 5 * i + nh_random_between(&t->random, -2, 2);
            im[i] = round == 0 ? i == 1 : nh_random_between(&t->random, 0, 2);
            multiplicity[i] = round == 0 ? 3 - i : (int)nh_random_between(&t->random, 0, 3);
            if (round == 0 && i == 2) multiplicity[i] = 0;
            for (int k = 0; k < multiplicity[i]; k++) multiply_by(c, &degree, re[i], im[i]);
        }
        nh_ball *balls = nh_balls_new((size_t)degree + 1);
        for (int i = 0; i <= degree; i++) arb_set_fmpz(nh_arb(&balls[i]), &c[i]);
        nh_ball_eigen r;
        CHECK(t, nh_ball_eigen_roots(&r, balls, degree, 200));
        CHECK(t, r.n == degree);
        check_shape(t, &r);
        for (int k = 0; k < r.n; k++)
            for (int i = 0; i < ROOTS; i++) {
                if (!arb_contains_si(nh_arb(&r.re[k]), re[i])) continue;
                if (!arb_contains_si(nh_arb(&r.im[k]), im[i]) && !arb_contains_si(nh_arb(&r.im[k]), -im[i])) continue;
                CHECK(t, r.multiplicity[k] == multiplicity[i]);
                CHECK(t, nh_ball_radius(&r.re[k]) < 1e-12);
                found++;
            }
        CHECK(t, found == degree);
        nh_ball_eigen_free(&r);
        nh_balls_free(balls, (size_t)degree + 1);
        for (int i = 0; i <= DEGREE_MOST; i++) fmpz_clear(&c[i]);
    }
}

static void test_roots(void **state) {
    (void)state;
    run_trial(3, roots_body);
}

/* The matrix with these rows, one after the other. */
static nh_ball *matrix_of(int n, const double *rows) {
    nh_ball *a = nh_balls_new((size_t)(n * n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) nh_ball_set_double(&a[i + j * n], rows[i * n + j]);
    return a;
}

static void check_signs(trial *t, int n, const double *rows, nh_truth all_negative, nh_truth some_positive) {
    nh_ball *a = matrix_of(n, rows);
    nh_ball_eigen r;
    CHECK(t, nh_ball_eigen_find(&r, a, n, false, 80));
    nh_ball_eigen_signs signs = nh_ball_eigen_count(&r);
    CHECK(t, signs.negative + signs.zero + signs.positive + signs.unknown == n);
    CHECK(t, nh_ball_eigen_all_negative(&r) == all_negative);
    CHECK(t, nh_ball_eigen_some_positive(&r) == some_positive);
    nh_ball_eigen_free(&r);
    nh_balls_free(a, (size_t)(n * n));
}

static void signs_body(trial *t) {
    check_signs(t, 0, NULL, NH_YES, NH_NO);
    check_signs(t, 1, (double[]){-1e-30}, NH_YES, NH_NO);
    check_signs(t, 1, (double[]){0}, NH_NO, NH_NO);
    check_signs(t, 2, (double[]){-1, 3, -3, -1}, NH_YES, NH_NO);
    check_signs(t, 2, (double[]){-1, 3, 3, -1}, NH_NO, NH_YES);
    check_signs(t, 3, (double[]){-1, 5, 0, 0, -1, 7, 0, 0, -1}, NH_YES, NH_NO); /* a Jordan block */
    check_signs(t, 3, (double[]){1, 5, 0, 0, 1, 7, 0, 0, 1}, NH_NO, NH_YES);
    /* 0, which is not seen exactly, and -3 -+ sqrt(5) */
    check_signs(t, 3, (double[]){-1, 3, -2, 4, -3, -1, 3, -1, -2}, NH_UNKNOWN, NH_UNKNOWN);
    /* a pair i, -i that is not seen exactly, and -2 */
    check_signs(t, 3, (double[]){-2, 3, 5, 0, 3, -5, 0, 2, -3}, NH_UNKNOWN, NH_UNKNOWN);
}

static void test_signs(void **state) {
    (void)state;
    run_trial(4, signs_body);
}

/* Sizes 0 and 1; multiple eigenvalues that are seen exactly; what is not finite; what may have no leading term. */
static void corner_body(trial *t) {
    nh_ball_eigen r;
    nh_ball *a = nh_balls_new(25);
    CHECK(t, nh_ball_eigen_find(&r, a, 0, true, 53) && r.n == 0);
    nh_ball_eigen_free(&r);
    nh_ball_pi(&a[0], 60);
    CHECK(t, nh_ball_eigen_find(&r, a, 1, true, 53) && r.multiplicity[0] == 1 && nh_ball_contains(&r.re[0], &a[0]));
    CHECK(t, nh_ball_is_zero(r.im) == NH_YES && arb_is_one(nh_arb(r.vector_re)));
    nh_ball_eigen_free(&r);
    nh_ball_set_int(&a[0], 0);
    for (int couplings = 0; couplings < 2; couplings++) {
        for (int i = 0; i < 4 && couplings == 1; i++) nh_ball_set_int(&a[i + 5 * (i + 1)], 1);
        CHECK(t, nh_ball_eigen_find(&r, a, 5, true, 53));
        for (int k = 0; k < 5; k++) {
            CHECK(t, r.multiplicity[k] == 5 && !nh_ball_is_finite(&r.vector_re[5 * k]));
            CHECK(t, nh_ball_is_zero(&r.re[k]) == NH_YES && nh_ball_is_zero(&r.im[k]) == NH_YES);
        }
        nh_ball_eigen_free(&r);
    }
    nh_ball_set_double(&a[7], NAN);
    CHECK(t, !nh_ball_eigen_find(&r, a, 5, true, 53));
    CHECK(t, nh_ball_eigen_find(&r, a, 2, false, 53) && r.vector_re == NULL);
    nh_ball_eigen_free(&r);
    nh_ball_set_int(&a[0], 3);
    CHECK(t, nh_ball_eigen_roots(&r, a, 0, 53) && r.n == 0);
    nh_ball_eigen_free(&r);
    arb_zero_pm_one(nh_arb(&a[1]));
    CHECK(t, !nh_ball_eigen_roots(&r, a, 1, 53));
    nh_balls_free(a, 25);
}

static void test_corners(void **state) {
    (void)state;
    run_trial(5, corner_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact), cmocka_unit_test(test_lapack),  cmocka_unit_test(test_roots),
        cmocka_unit_test(test_signs), cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
