/* Computations that use what FLINT, Arb, GMP and MPFR keep for a thread: pools of numbers, cached constants, tables of
 * primes and of Bernoulli numbers. Each one knows its result, so that a state half changed by a failure before would
 * show. For the tests of the guard. */
#ifndef NH_TESTS_FLINT_EXERCISE_H
#define NH_TESTS_FLINT_EXERCISE_H

#include <stdbool.h>
#include <string.h>

#include <mpfr.h>

#include <flint/fmpq_mat.h>
#include <flint/fmpz_factor.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#include <flint/ulong_extras.h>

#include "num/flint_private.h"
#include "num/guard.h"

#include "support.h"

#if __has_include(<flint/bernoulli.h>)
#include <flint/bernoulli.h>
#else
#include <bernoulli.h>
#endif

static bool exercise_integers(void) {
    fmpz_t a, b;
    mpz_t m;
    fmpz_init(a);
    fmpz_init(b);
    mpz_init(m);
    fmpz_fac_ui(a, 200);
    mpz_fac_ui(m, 200);
    fmpz_set_mpz(b, m);
    bool right = fmpz_equal(a, b);
    char *text = fmpz_get_str(NULL, 10, a);
    right &= strlen(text) == 375 && strncmp(text, "78865786736479050355236321393218506229513597768717", 50) == 0;
    right &= fmpz_set_str(b, text, 10) == 0 && fmpz_equal(a, b);
    flint_free(text);
    fmpz_mul(b, a, a);
    fmpz_sqrt(b, b);
    right &= fmpz_equal(a, b);
    fmpz_bin_uiui(a, 60, 30);
    right &= fmpz_get_ui(a) == 118264581564861424u;
    fmpz_set_ui(a, 3);
    fmpz_pow_ui(a, a, 20000); /* long enough for temporaries that GMP takes from its hooks */
    fmpz_mul(b, a, a);
    fmpz_tdiv_q(b, b, a);
    right &= fmpz_equal(a, b);
    mpz_clear(m);
    fmpz_clear(b);
    fmpz_clear(a);
    return right;
}

static bool exercise_primes(void) {
    bool right = n_nth_prime(3000) == 27449 && n_prime_pi(27449) == 3000;
    fmpz_t n, back;
    fmpz_factor_t factors;
    fmpz_init(n);
    fmpz_init(back);
    fmpz_factor_init(factors);
    fmpz_fac_ui(n, 40);
    fmpz_mul_ui(n, n, 1000003);
    fmpz_factor(factors, n);
    right &= factors->num == 13 && fmpz_equal_ui(factors->p + 11, 37) && fmpz_equal_ui(factors->p + 12, 1000003);
    fmpz_factor_expand(back, factors);
    right &= fmpz_equal(n, back);
    fmpz_set_ui(n, 10);
    fmpz_pow_ui(n, n, 20);
    fmpz_add_ui(n, n, 39);
    right &= fmpz_is_probabprime(n) == 1;
    fmpz_factor_clear(factors);
    fmpz_clear(back);
    fmpz_clear(n);
    return right;
}

static bool exercise_bernoulli(void) {
    fmpq_t r, expected;
    fmpq_init(r);
    fmpq_init(expected);
    bernoulli_cache_compute(50);
    bernoulli_fmpq_ui(r, 30);
    fmpq_set_str(expected, "8615841276005/14322", 10);
    bool right = fmpq_equal(r, expected);
    bernoulli_fmpq_ui(r, 40);
    fmpq_set_str(expected, "-261082718496449122051/13530", 10);
    right &= fmpq_equal(r, expected);
    fmpq_clear(expected);
    fmpq_clear(r);
    return right;
}

/* Whether the ball holds the number to at least this many bits, given to some more by MPFR. */
static bool exercise_agrees(const arb_t ball, mpfr_t number, slong bits) {
    arb_t other;
    arb_init(other);
    arf_set_mpfr(arb_midref(other), number);
    arb_add_error_2exp_si(other, -(slong)mpfr_get_prec(number) + 2);
    bool agrees = arb_overlaps(ball, other) && arb_rel_accuracy_bits(ball) >= bits;
    arb_clear(other);
    return agrees;
}

static bool exercise_constants(void) {
    enum { BITS = 600 };
    arb_t x;
    mpfr_t y;
    arb_init(x);
    mpfr_init2(y, BITS + 60);
    arb_const_pi(x, BITS);
    mpfr_const_pi(y, MPFR_RNDN);
    bool right = exercise_agrees(x, y, BITS - 20);
    arb_const_log2(x, BITS);
    mpfr_const_log2(y, MPFR_RNDN);
    right &= exercise_agrees(x, y, BITS - 20);
    arb_const_euler(x, BITS);
    mpfr_const_euler(y, MPFR_RNDN);
    right &= exercise_agrees(x, y, BITS - 20);
    arb_const_catalan(x, BITS);
    mpfr_const_catalan(y, MPFR_RNDN);
    right &= exercise_agrees(x, y, BITS - 20);
    arb_const_e(x, BITS);
    mpfr_set_ui(y, 1, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    right &= exercise_agrees(x, y, BITS - 20);
    mpfr_clear(y);
    arb_clear(x);
    return right;
}

/* The same functions from Arb and from MPFR, at 7/5. */
static bool exercise_functions(void) {
    typedef void (*arb_function)(arb_t, const arb_t, slong);
    typedef int (*mpfr_function)(mpfr_t, const mpfr_t, mpfr_rnd_t);
    static const arb_function balls[] = {arb_exp, arb_log, arb_sin, arb_atan, arb_gamma, arb_zeta};
    static const mpfr_function numbers[] = {mpfr_exp, mpfr_log, mpfr_sin, mpfr_atan, mpfr_gamma, mpfr_zeta};
    enum { BITS = 250 };
    arb_t x, f;
    mpfr_t y, g;
    arb_init(x);
    arb_init(f);
    mpfr_init2(y, BITS + 60);
    mpfr_init2(g, BITS + 40);
    arb_set_ui(x, 7);
    arb_div_ui(x, x, 5, BITS + 60);
    mpfr_set_ui(y, 7, MPFR_RNDN);
    mpfr_div_ui(y, y, 5, MPFR_RNDN);
    bool right = true;
    for (size_t i = 0; i < sizeof balls / sizeof balls[0]; i++) {
        balls[i](f, x, BITS);
        numbers[i](g, y, MPFR_RNDN);
        right &= exercise_agrees(f, g, BITS - 30);
    }
    mpfr_clear(g);
    mpfr_clear(y);
    arb_clear(f);
    arb_clear(x);
    return right;
}

/* At this many bits: sin^2 + cos^2 = 1, exp log x = x, tan(atan x) = x. */
static bool exercise_precision(slong bits) {
    arb_t x, s, c;
    arb_init(x);
    arb_init(s);
    arb_init(c);
    arb_set_ui(x, 10);
    arb_sqrt(x, x, bits);
    arb_sin_cos(s, c, x, bits);
    arb_mul(s, s, s, bits);
    arb_addmul(s, c, c, bits);
    bool right = arb_contains_si(s, 1) && arb_rel_accuracy_bits(s) > bits - 30;
    arb_log(s, x, bits);
    arb_exp(s, s, bits);
    right &= arb_overlaps(s, x) && arb_rel_accuracy_bits(s) > bits - 30;
    arb_atan(s, x, bits);
    arb_tan(s, s, bits);
    right &= arb_overlaps(s, x) && arb_rel_accuracy_bits(s) > bits - 30;
    arb_clear(c);
    arb_clear(s);
    arb_clear(x);
    return right;
}

static bool exercise_balls(void) {
    return exercise_precision(1500);
}

static bool exercise_univariate(void) {
    fmpz_poly_t p;
    fmpz_poly_factor_t factors;
    fmpz_poly_init(p);
    fmpz_poly_factor_init(factors);
    fmpz_poly_set_coeff_si(p, 12, 1);
    fmpz_poly_set_coeff_si(p, 0, -1);
    fmpz_poly_factor(factors, p);
    bool right = factors->num == 6; /* the divisors of 12 */
    fmpz_poly_factor_clear(factors);
    fmpz_poly_clear(p);
    return right;
}

/* a x + b y + c z + d, in a context of three variables. */
static void exercise_line(fmpz_mpoly_t r, const slong *coefficients, const fmpz_mpoly_ctx_t context) {
    fmpz_mpoly_zero(r, context);
    for (int i = 0; i < 4; i++) {
        ulong exponents[3] = {i == 0, i == 1, i == 2};
        fmpz_mpoly_push_term_si_ui(r, coefficients[i], exponents, context);
    }
    fmpz_mpoly_sort_terms(r, context);
    fmpz_mpoly_combine_like_terms(r, context);
}

static bool exercise_multivariate(void) {
    static const slong lines[3][4] = {{1, 1, 1, 1}, {1, -1, 2, 0}, {3, 0, 5, -7}};
    fmpz_mpoly_ctx_t context;
    fmpz_mpoly_t a, b, c, p, q;
    fmpz_mpoly_factor_t factors;
    fmpz_mpoly_ctx_init(context, 3, ORD_LEX);
    fmpz_mpoly_init(a, context);
    fmpz_mpoly_init(b, context);
    fmpz_mpoly_init(c, context);
    fmpz_mpoly_init(p, context);
    fmpz_mpoly_init(q, context);
    fmpz_mpoly_factor_init(factors, context);
    exercise_line(a, lines[0], context);
    exercise_line(b, lines[1], context);
    exercise_line(c, lines[2], context);
    fmpz_mpoly_pow_ui(p, a, 3, context);
    fmpz_mpoly_mul(p, p, b, context); /* a^3 b */
    fmpz_mpoly_pow_ui(q, a, 2, context);
    fmpz_mpoly_mul(q, q, c, context); /* a^2 c */
    bool right = fmpz_mpoly_gcd(b, p, q, context) == 1;
    fmpz_mpoly_pow_ui(a, a, 2, context);
    right &= fmpz_mpoly_equal(a, b, context) == 1;
    fmpz_mpoly_mul(p, p, q, context);
    right &= fmpz_mpoly_factor(factors, p, context) == 1 && fmpz_mpoly_factor_length(factors, context) == 3;
    fmpz_mpoly_factor_expand(q, factors, context);
    right &= fmpz_mpoly_equal(p, q, context) == 1;
    fmpz_mpoly_factor_clear(factors, context);
    fmpz_mpoly_clear(q, context);
    fmpz_mpoly_clear(p, context);
    fmpz_mpoly_clear(c, context);
    fmpz_mpoly_clear(b, context);
    fmpz_mpoly_clear(a, context);
    fmpz_mpoly_ctx_clear(context);
    return right;
}

/* The determinant of the Hilbert matrix of order 6, and a linear system in balls. */
static bool exercise_matrices(void) {
    enum { N = 6 };
    fmpq_mat_t h;
    fmpq_t det, expected;
    arb_mat_t a, x, b;
    fmpq_mat_init(h, N, N);
    fmpq_init(det);
    fmpq_init(expected);
    arb_mat_init(a, N, N);
    arb_mat_init(x, N, 1);
    arb_mat_init(b, N, 1);
    fmpq_mat_hilbert_matrix(h);
    fmpq_mat_det(det, h);
    fmpq_set_str(expected, "1/186313420339200000", 10);
    bool right = fmpq_equal(det, expected) == 1;
    arb_mat_set_fmpq_mat(a, h, 300);
    for (int i = 0; i < N; i++) arb_set_si(arb_mat_entry(x, i, 0), i + 1);
    arb_mat_mul(b, a, x, 300);
    arb_mat_zero(x);
    right &= arb_mat_solve(x, a, b, 300) == 1;
    for (int i = 0; i < N; i++) right &= arb_contains_si(arb_mat_entry(x, i, 0), i + 1) == 1;
    arb_mat_clear(b);
    arb_mat_clear(x);
    arb_mat_clear(a);
    fmpq_clear(expected);
    fmpq_clear(det);
    fmpq_mat_clear(h);
    return right;
}

typedef bool (*flint_exercise)(void);

static const flint_exercise flint_exercises[] = {
    exercise_integers, exercise_primes,     exercise_bernoulli,    exercise_constants, exercise_functions,
    exercise_balls,    exercise_univariate, exercise_multivariate, exercise_matrices,
};

enum {
    FLINT_EXERCISES = sizeof flint_exercises / sizeof flint_exercises[0],
    FLINT_ALL_RIGHT = (1 << FLINT_EXERCISES) - 1
};

/* Sets one bit in *(unsigned *)mask for each exercise that gave what it should. */
static void flint_exercise_all(nh_context *context, void *mask) {
    (void)context;
    unsigned right = 0;
    for (unsigned i = 0; i < FLINT_EXERCISES; i++) right |= (unsigned)flint_exercises[i]() << i;
    *(unsigned *)mask = right;
}

/* All of them inside the guard, for a protected call. */
static void flint_exercise_body(nh_context *context, void *argument) {
    unsigned right = 0;
    (void)argument;
    test_guard_call(context, flint_exercise_all, &right);
    assert_int_equal(right, FLINT_ALL_RIGHT);
}

#endif
