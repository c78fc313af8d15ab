/* Rationals against GMP's mpq and MPFR, which share no code with them, and against the laws of arithmetic.
 *
 * Operands are drawn around the places where a result just fits machine words or just does not. Operations are called
 * outside the guard; what they should give is computed inside it, in one call a round, and
 * reported as a list of faults. */
#include "num/rational.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "num/guard.h"
#include "num/rational_private.h"

#include "support.h"

#define WORD_MOST INT64_MAX

/* ---- operands ---- */

static int64_t random_word(nh_random *random) {
    static const int64_t corners[] = {
        0,
        1,
        2,
        3,
        4,
        6,
        10,
        64,
        WORD_MOST,
        WORD_MOST - 1,
        INT64_C(1) << 62,
        (INT64_C(1) << 62) - 1,
        (INT64_C(1) << 62) + 1,
        (INT64_C(1) << 53) - 1,
        (INT64_C(1) << 53) + 1,
        INT64_C(3037000499),
        INT64_C(3037000500),
        INT64_C(2097151),
        INT64_C(2097152),
        (INT64_C(1) << 32) - 1,
        INT64_C(1) << 32,
        INT64_C(1000000000000000000),
        INT64_C(9223372036854775783),
    };
    int64_t value;
    switch (nh_random_below(random, 4)) {
        case 0: value = corners[nh_random_below(random, sizeof corners / sizeof corners[0])]; break;
        case 1: value = nh_random_between(random, 0, 20); break;
        default: value = (int64_t)(nh_random_u64(random) >> nh_random_between(random, 1, 63));
    }
    return nh_random_below(random, 2) ? -value : value;
}

static int64_t random_nonzero(nh_random *random) {
    int64_t value;
    do value = random_word(random);
    while (value == 0);
    return value;
}

/* As large as the draw wants: words, or products and quotients of some of them. */
static nh_rat random_rat(nh_arena *arena, nh_random *random) {
    nh_rat value = nh_rat_make(random_word(random), random_nonzero(random));
    if (nh_random_below(random, 3) == 0) value = nh_rat_int(random_word(random));
    if (nh_random_below(random, 3) != 0) return value;
    for (uint64_t i = nh_random_below(random, 5); i > 0; i--) {
        nh_rat factor = nh_rat_make(random_nonzero(random), random_nonzero(random));
        value = nh_random_below(random, 2) ? nh_rat_mul(arena, value, factor) : nh_rat_add(arena, value, factor);
    }
    if (nh_random_below(random, 8) == 0) value = nh_rat_pow(arena, value, nh_random_between(random, 2, 12));
    return value;
}

/* ---- the judge: GMP ---- */

static void set_limbs(mpz_t r, const mp_limb_t *limbs, int size) {
    mpz_import(r, (size_t)abs(size), -1, sizeof *limbs, 0, 0, limbs);
    if (size < 0) mpz_neg(r, r);
}

static void set_mpq(mpq_t r, nh_rat a) {
    if (a.den != 0) {
        mpz_set_si(mpq_numref(r), a.num);
        mpz_set_si(mpq_denref(r), a.den);
        return;
    }
    set_limbs(mpq_numref(r), a.big->limbs, a.big->num_size);
    set_limbs(mpq_denref(r), a.big->limbs + abs(a.big->num_size), a.big->den_size);
}

static bool fits_word(const mpz_t x) {
    return mpz_sizeinbase(x, 2) <= 63;
}

/* The one representation that the header promises, and no other. */
static bool is_canonical(nh_rat a) {
    if (a.den < 0) return false;
    if (a.den == 0) {
        const struct nh_big *big = a.big;
        if (big->num_size == 0 || big->den_size < 1) return false;
        if (big->limbs[abs(big->num_size) - 1] == 0 || big->limbs[abs(big->num_size) + big->den_size - 1] == 0)
            return false;
    } else if (a.num == INT64_MIN) {
        return false;
    }
    mpq_t value, reduced;
    mpq_inits(value, reduced, NULL);
    set_mpq(value, a);
    mpq_set(reduced, value);
    mpq_canonicalize(reduced);
    bool fits = fits_word(mpq_numref(value)) && fits_word(mpq_denref(value));
    bool right = mpz_cmp(mpq_numref(value), mpq_numref(reduced)) == 0 &&
                 mpz_cmp(mpq_denref(value), mpq_denref(reduced)) == 0 && fits == (a.den != 0);
    mpq_clears(value, reduced, NULL);
    return right;
}

static bool equals(nh_rat a, const mpq_t expected) {
    mpq_t value;
    mpq_init(value);
    if (is_canonical(a)) set_mpq(value, a);
    bool same = is_canonical(a) && mpz_cmp(mpq_numref(value), mpq_numref(expected)) == 0 &&
                mpz_cmp(mpq_denref(value), mpq_denref(expected)) == 0;
    mpq_clear(value);
    return same;
}

/* One round: the operands and all that was computed from them outside the guard. */
typedef struct trial {
    nh_rat a, b;
    int64_t exponent, order;
    nh_rat sum, difference, product, quotient, inverse, negative, absolute, power, floor, num, den, gcd, root;
    bool has_quotient, has_inverse, has_power, has_root;
    int order_ab, sign;
    double value;
    bool is_int, is_small;
    int64_t bits;
    const char *text;
    const char *fault; /* what the judge found wrong first, or NULL */
} trial;

static void expect(trial *r, bool right, const char *what) {
    if (!right && r->fault == NULL) r->fault = what;
}

static void judge_field(trial *r, const mpq_t a, const mpq_t b, mpq_t t) {
    mpq_add(t, a, b);
    expect(r, equals(r->sum, t), "sum");
    mpq_sub(t, a, b);
    expect(r, equals(r->difference, t), "difference");
    mpq_mul(t, a, b);
    expect(r, equals(r->product, t), "product");
    mpq_neg(t, a);
    expect(r, equals(r->negative, t), "negative");
    mpq_abs(t, a);
    expect(r, equals(r->absolute, t), "absolute");
    if (r->has_quotient) {
        mpq_div(t, a, b);
        expect(r, equals(r->quotient, t), "quotient");
    }
    if (r->has_inverse) {
        mpq_inv(t, a);
        expect(r, equals(r->inverse, t), "inverse");
    }
}

static void judge_power(trial *r, const mpq_t a, mpq_t t) {
    if (!r->has_power) return;
    unsigned long n = (unsigned long)llabs(r->exponent);
    mpz_pow_ui(mpq_numref(t), mpq_numref(a), n);
    mpz_pow_ui(mpq_denref(t), mpq_denref(a), n);
    if (r->exponent < 0) mpq_inv(t, t);
    expect(r, equals(r->power, t), "power");
}

static void judge_integers(trial *r, const mpq_t a, const mpq_t b, mpq_t t) {
    mpz_t d;
    mpz_init(d);
    mpz_fdiv_q(mpq_numref(t), mpq_numref(a), mpq_denref(a));
    mpz_set_ui(mpq_denref(t), 1);
    expect(r, equals(r->floor, t), "floor");
    mpz_set(mpq_numref(t), mpq_numref(a));
    expect(r, equals(r->num, t), "num");
    mpz_set(mpq_numref(t), mpq_denref(a));
    expect(r, equals(r->den, t), "den");
    /* gcd(a/b, c/d) = gcd(ad, cb) / bd */
    mpz_mul(mpq_numref(t), mpq_numref(a), mpq_denref(b));
    mpz_mul(d, mpq_numref(b), mpq_denref(a));
    mpz_gcd(mpq_numref(t), mpq_numref(t), d);
    mpz_mul(mpq_denref(t), mpq_denref(a), mpq_denref(b));
    mpq_canonicalize(t);
    expect(r, equals(r->gcd, t), "gcd");
    mpz_clear(d);
}

static void judge_root(trial *r, const mpq_t a, mpq_t t) {
    unsigned long n = (unsigned long)r->order;
    bool real = mpq_sgn(a) >= 0 || n % 2 == 1;
    bool exact =
        real && mpz_root(mpq_numref(t), mpq_numref(a), n) != 0 && mpz_root(mpq_denref(t), mpq_denref(a), n) != 0;
    expect(r, r->has_root == exact, "whether there is a root");
    if (exact && r->has_root) expect(r, equals(r->root, t), "root");
}

static int sign_of(int x) {
    return (x > 0) - (x < 0);
}

static void judge_questions(trial *r, const mpq_t a, const mpq_t b) {
    expect(r, r->order_ab == sign_of(mpq_cmp(a, b)), "cmp");
    expect(r, r->sign == mpq_sgn(a), "sign");
    expect(r, r->is_int == (mpz_cmp_ui(mpq_denref(a), 1) == 0), "is_int");
    expect(r, r->is_small == (fits_word(mpq_numref(a)) && fits_word(mpq_denref(a))), "is_small");
    size_t num_bits = mpq_sgn(a) == 0 ? 0 : mpz_sizeinbase(mpq_numref(a), 2);
    expect(r, (size_t)r->bits == num_bits + mpz_sizeinbase(mpq_denref(a), 2), "bits");
    char *text = mpq_get_str(NULL, 10, a);
    expect(r, strcmp(text, r->text) == 0, "text");
    void (*give)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &give);
    give(text, strlen(text) + 1);
}

/* The nearest double: MPFR with the precision and the exponents of a double. */
static double nearest(const mpq_t a) {
    mpfr_t x;
    mpfr_init2(x, 53);
    mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    int rounded = mpfr_set_q(x, a, MPFR_RNDN);
    mpfr_subnormalize(x, rounded, MPFR_RNDN);
    double value = mpfr_get_d(x, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(most);
    mpfr_clear(x);
    return value;
}

static void judge(nh_context *context, void *argument) {
    (void)context;
    trial *r = argument;
    mpq_t a, b, t;
    mpq_inits(a, b, t, NULL);
    set_mpq(a, r->a);
    set_mpq(b, r->b);
    expect(r, is_canonical(r->a) && is_canonical(r->b), "operands");
    judge_field(r, a, b, t);
    judge_power(r, a, t);
    judge_integers(r, a, b, t);
    judge_root(r, a, t);
    judge_questions(r, a, b);
    expect(r, r->value == nearest(a), "double");
    mpq_clears(a, b, t, NULL);
}

static void compute(nh_arena *arena, trial *r) {
    nh_context *context = nh_arena_context(arena);
    nh_rat a = r->a, b = r->b;
    r->sum = nh_rat_add(arena, a, b);
    r->difference = nh_rat_sub(arena, a, b);
    r->product = nh_rat_mul(arena, a, b);
    r->has_quotient = !nh_rat_is_zero(b);
    if (r->has_quotient) r->quotient = nh_rat_div(arena, a, b);
    r->has_inverse = !nh_rat_is_zero(a);
    if (r->has_inverse) r->inverse = nh_rat_inv(arena, a);
    r->negative = nh_rat_neg(arena, a);
    r->absolute = nh_rat_abs(arena, a);
    r->has_power = !nh_rat_is_zero(a) || r->exponent >= 0;
    if (r->has_power) r->power = nh_rat_pow(arena, a, r->exponent);
    r->floor = nh_rat_floor(arena, a);
    r->num = nh_rat_num(arena, a);
    r->den = nh_rat_den(arena, a);
    r->gcd = nh_rat_gcd(arena, a, b);
    r->has_root = nh_rat_root(arena, a, r->order, &r->root);
    r->order_ab = nh_rat_cmp(context, a, b);
    r->sign = nh_rat_sign(a);
    r->is_int = nh_rat_is_int(a);
    r->is_small = nh_rat_is_small(a);
    r->bits = nh_rat_bits(a);
    r->value = nh_rat_double(context, a);
    r->text = nh_rat_text(arena, a);
}

static void assert_no_fault(nh_arena *arena, const trial *r) {
    if (r->fault == NULL) return;
    fail_msg("%s is wrong: a = %s, b = %s, exponent %lld, order %lld", r->fault, nh_rat_text(arena, r->a),
             nh_rat_text(arena, r->b), (long long)r->exponent, (long long)r->order);
}

/* A second operand that often cancels, equals or nearly equals the first. */
static nh_rat partner(nh_arena *arena, nh_random *random, nh_rat a) {
    switch (nh_random_below(random, 6)) {
        case 0: return nh_rat_neg(arena, a);
        case 1: return nh_rat_copy(arena, a);
        case 2: return nh_rat_sub(arena, nh_rat_make(random_word(random), random_nonzero(random)), a);
        case 3: return nh_rat_is_zero(a) ? a : nh_rat_div(arena, nh_rat_int(random_word(random)), a);
        default: return random_rat(arena, random);
    }
}

static void against_gmp(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 1);
    (void)argument;
    for (int i = 0; i < test_count(2000); i++) {
        nh_arena *arena = nh_arena_create(context);
        trial r = {.exponent = nh_random_between(&random, -6, 6), .order = nh_random_between(&random, 1, 5)};
        if (nh_random_below(&random, 20) == 0) r.order = nh_random_between(&random, 1, 4000);
        r.a = random_rat(arena, &random);
        if (nh_random_below(&random, 4) == 0)
            r.a = nh_rat_pow(arena, r.a, (r.order - 1) % 5 + 1);                            /* often has a root */
        if (nh_random_below(&random, 16) == 0) r.a = nh_rat_add(arena, r.a, nh_rat_int(1)); /* and nearly has one */
        r.b = partner(arena, &random, r.a);
        compute(arena, &r);
        test_guard_call(context, judge, &r);
        assert_no_fault(arena, &r);
        nh_arena_destroy(arena);
    }
}

static void test_against_gmp(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, against_gmp, NULL);
    nh_context_destroy(context);
}

/* ---- laws ---- */

static void assert_equal(nh_arena *arena, nh_rat a, nh_rat b) {
    if (!nh_rat_eq(a, b)) fail_msg("%s is not %s", nh_rat_text(arena, a), nh_rat_text(arena, b));
    assert_int_equal(nh_rat_hash(a), nh_rat_hash(b));
    assert_int_equal(nh_rat_cmp(nh_arena_context(arena), a, b), 0);
    assert_int_equal(nh_rat_is_small(a), nh_rat_is_small(b));
}

static void check_ring(nh_arena *arena, nh_rat a, nh_rat b, nh_rat c) {
    assert_equal(arena, nh_rat_sub(arena, nh_rat_add(arena, a, b), b), a);
    assert_equal(arena, nh_rat_add(arena, a, b), nh_rat_add(arena, b, a));
    assert_equal(arena, nh_rat_add(arena, nh_rat_add(arena, a, b), c), nh_rat_add(arena, a, nh_rat_add(arena, b, c)));
    assert_equal(arena, nh_rat_mul(arena, a, b), nh_rat_mul(arena, b, a));
    assert_equal(arena, nh_rat_mul(arena, nh_rat_mul(arena, a, b), c), nh_rat_mul(arena, a, nh_rat_mul(arena, b, c)));
    assert_equal(arena, nh_rat_mul(arena, a, nh_rat_add(arena, b, c)),
                 nh_rat_add(arena, nh_rat_mul(arena, a, b), nh_rat_mul(arena, a, c)));
    assert_equal(arena, nh_rat_neg(arena, nh_rat_neg(arena, a)), a);
    assert_equal(arena, nh_rat_mul(arena, a, nh_rat_int(0)), nh_rat_int(0));
    assert_true(nh_rat_is_zero(nh_rat_sub(arena, a, a)));
}

static void check_inverse(nh_arena *arena, nh_rat a, nh_rat b) {
    assert_equal(arena, nh_rat_div(arena, nh_rat_num(arena, a), nh_rat_den(arena, a)), a);
    if (nh_rat_is_zero(a)) return;
    assert_true(nh_rat_is_one(nh_rat_mul(arena, a, nh_rat_inv(arena, a))));
    assert_equal(arena, nh_rat_inv(arena, nh_rat_inv(arena, a)), a);
    assert_equal(arena, nh_rat_mul(arena, nh_rat_div(arena, b, a), a), b);
    assert_equal(arena, nh_rat_pow(arena, nh_rat_pow(arena, a, -3), -1), nh_rat_pow(arena, a, 3));
    assert_equal(arena, nh_rat_mul(arena, nh_rat_pow(arena, a, 2), a), nh_rat_pow(arena, a, 3));
    assert_equal(arena, nh_rat_pow(arena, a, 0), nh_rat_int(1));
    assert_equal(arena, nh_rat_pow(arena, a, 1), a);
}

static void check_floor(nh_arena *arena, nh_rat a) {
    nh_context *context = nh_arena_context(arena);
    nh_rat floor = nh_rat_floor(arena, a), rest = nh_rat_sub(arena, a, floor);
    assert_true(nh_rat_is_int(floor));
    assert_true(nh_rat_sign(rest) >= 0);
    assert_int_equal(nh_rat_cmp(context, rest, nh_rat_int(1)), -1);
}

static void check_gcd(nh_arena *arena, nh_rat a, nh_rat b, nh_rat c) {
    nh_rat g = nh_rat_gcd(arena, a, b);
    assert_equal(arena, g, nh_rat_gcd(arena, b, a));
    assert_true(nh_rat_sign(g) >= 0);
    assert_int_equal(nh_rat_is_zero(g), nh_rat_is_zero(a) && nh_rat_is_zero(b));
    if (nh_rat_is_zero(g)) return;
    nh_rat p = nh_rat_div(arena, a, g), q = nh_rat_div(arena, b, g);
    assert_true(nh_rat_is_int(p) && nh_rat_is_int(q));
    assert_equal(arena, nh_rat_gcd(arena, p, q), nh_rat_int(1));
    assert_equal(arena, nh_rat_gcd(arena, nh_rat_mul(arena, a, c), nh_rat_mul(arena, b, c)),
                 nh_rat_mul(arena, g, nh_rat_abs(arena, c)));
}

static void check_root(nh_arena *arena, nh_random *random, nh_rat a) {
    int64_t order = nh_random_between(random, 1, 9);
    nh_rat root, power = nh_rat_pow(arena, a, order);
    assert_true(nh_rat_root(arena, power, order, &root));
    assert_equal(arena, root, order % 2 == 0 ? nh_rat_abs(arena, a) : a);
    if (order > 1 && nh_rat_is_int(a) && nh_rat_cmp(nh_arena_context(arena), nh_rat_abs(arena, a), nh_rat_int(1)) > 0)
        assert_false(nh_rat_root(arena, nh_rat_add(arena, nh_rat_abs(arena, power), nh_rat_int(1)), order, &root));
    if (nh_rat_sign(a) < 0) assert_false(nh_rat_root(arena, a, 2, &root));
}

static void check_order(nh_arena *arena, nh_rat a, nh_rat b, nh_rat c) {
    nh_context *context = nh_arena_context(arena);
    int ab = nh_rat_cmp(context, a, b), bc = nh_rat_cmp(context, b, c);
    assert_int_equal(ab, -nh_rat_cmp(context, b, a));
    assert_int_equal(ab == 0, nh_rat_eq(a, b));
    assert_int_equal(ab, nh_rat_sign(nh_rat_sub(arena, a, b)));
    if (ab == bc) assert_int_equal(nh_rat_cmp(context, a, c), ab);
}

static void laws(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 2);
    (void)argument;
    for (int i = 0; i < test_count(400); i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_rat a = random_rat(arena, &random), b = partner(arena, &random, a), c = partner(arena, &random, b);
        check_ring(arena, a, b, c);
        check_inverse(arena, a, b);
        check_floor(arena, a);
        check_gcd(arena, a, b, c);
        check_root(arena, &random, a);
        check_order(arena, a, b, c);
        nh_arena_destroy(arena);
    }
}

static void test_laws(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, laws, NULL);
    nh_context_destroy(context);
}

/* The digits of a result lie in the arena of the operation, not in that of an operand. */
static void lifetimes(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *old = nh_arena_create(context), *arena = nh_arena_create(context), *scratch = nh_scratch(context);
    nh_rat a = nh_rat_pow(old, nh_rat_make(10, 3), 60), b = nh_rat_int(1), root, read;
    nh_rat sum = nh_rat_add(arena, a, b), product = nh_rat_mul(arena, a, b), power = nh_rat_pow(arena, a, 1);
    nh_rat absolute = nh_rat_abs(arena, a), copy = nh_rat_copy(arena, a), num = nh_rat_num(arena, a);
    assert_true(nh_rat_root(arena, a, 1, &root));
    const char *text = nh_rat_text(arena, a);
    nh_arena_destroy(old);
    assert_true(nh_rat_eq(absolute, copy) && nh_rat_eq(product, copy) && nh_rat_eq(power, copy) &&
                nh_rat_eq(root, copy));
    assert_true(nh_rat_eq(nh_rat_sub(arena, sum, b), copy));
    assert_true(nh_rat_eq(num, nh_rat_pow(arena, nh_rat_int(10), 60)));
    assert_string_equal(text, nh_rat_text(arena, copy));
    /* the scratch arena is one like any other */
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    assert_int_equal(nh_rat_read(scratch, "100000000000000000000000000000000000000001", 42, &read), 42);
    memset(nh_arena_alloc(scratch, 100), 255, 100);
    assert_string_equal(nh_rat_text(arena, read), "100000000000000000000000000000000000000001");
    nh_arena_release(scratch, mark);
}

static void test_lifetimes(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, lifetimes, NULL);
    nh_context_destroy(context);
}

/* ---- doubles ---- */

typedef struct trialing {
    nh_rat a;
    double value, expected;
} rounding;

static void judge_double(nh_context *context, void *argument) {
    (void)context;
    rounding *r = argument;
    mpq_t a;
    mpq_init(a);
    set_mpq(a, r->a);
    r->expected = nearest(a);
    mpq_clear(a);
}

static void check_double(nh_context *context, nh_rat a) {
    rounding r = {.a = a, .value = nh_rat_double(context, a)};
    test_guard_call(context, judge_double, &r);
    if (r.value == r.expected) return;
    nh_arena *arena = nh_arena_create(context);
    fail_msg("%s gives %.17g instead of %.17g", nh_rat_text(arena, a), r.value, r.expected);
}

/* A number half way between two doubles, of any exponent down below the subnormal ones and up to infinity, then one
 * that is a trifle away from it on each side. */
static void check_tie(nh_arena *arena, nh_random *random) {
    nh_context *context = nh_arena_context(arena);
    int64_t length = nh_random_below(random, 2) ? 53 : nh_random_between(random, 1, 53);
    int64_t mantissa = (int64_t)(nh_random_u64(random) >> (64 - length));
    int64_t exponents[] = {nh_random_between(random, -1080, -1060), nh_random_between(random, -1030, -1010),
                           nh_random_between(random, 965, 975), nh_random_between(random, -120, 120)};
    nh_rat scale = nh_rat_pow(arena, nh_rat_int(2), exponents[nh_random_below(random, 4)]);
    nh_rat tie = nh_rat_mul(arena, nh_rat_add(arena, nh_rat_int(mantissa), nh_rat_make(1, 2)), scale);
    if (nh_random_below(random, 2)) tie = nh_rat_neg(arena, tie);
    nh_rat trifle = nh_rat_pow(arena, nh_rat_int(2), nh_random_between(random, -1400, -1200));
    check_double(context, tie);
    check_double(context, nh_rat_mul(arena, tie, nh_rat_add(arena, nh_rat_int(1), trifle)));
    check_double(context, nh_rat_mul(arena, tie, nh_rat_sub(arena, nh_rat_int(1), trifle)));
    check_double(context, nh_rat_make(random_word(random), random_nonzero(random)));
}

static double random_double(nh_random *random) {
    double value;
    uint64_t bits;
    do {
        bits = nh_random_u64(random);
        if (nh_random_below(random, 4) == 0) bits &= UINT64_C(0x801fffffffffffff); /* small exponents */
        if (nh_random_below(random, 4) == 0) bits &= UINT64_C(0xffffffff00000000); /* few digits */
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    if (nh_random_below(random, 4) == 0) value = (double)random_word(random);
    if (nh_random_below(random, 8) == 0)
        value = ldexp(nh_random_below(random, 2) ? 1 : -1, (int)nh_random_between(random, -1074, 1023));
    return value;
}

static void check_from_double(nh_arena *arena, nh_random *random) {
    nh_context *context = nh_arena_context(arena);
    double x = random_double(random), y = random_double(random);
    nh_rat a = nh_rat_from_double(arena, x), b = nh_rat_from_double(arena, y);
    assert_true(nh_rat_double(context, a) == x);
    assert_int_equal(nh_rat_cmp(context, a, b), (x > y) - (x < y));
    assert_int_equal(nh_rat_sign(a), (x > 0) - (x < 0));
    /* exactly: the denominator is a power of two, and the number is the mantissa times the rest */
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(x, &exponent), 53);
    nh_rat scale = nh_rat_pow(arena, nh_rat_int(2), exponent - 53);
    assert_equal(arena, a, nh_rat_mul(arena, nh_rat_int(mantissa), scale));
}

static void doubles(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 3);
    (void)argument;
    for (int i = 0; i < test_count(1000); i++) {
        nh_arena *arena = nh_arena_create(context);
        check_tie(arena, &random);
        check_from_double(arena, &random);
        nh_arena_destroy(arena);
    }
    nh_arena *arena = nh_arena_create(context);
    nh_rat two = nh_rat_int(2), huge = nh_rat_pow(arena, two, 1000000), tiny = nh_rat_inv(arena, huge);
    assert_true(nh_rat_double(context, huge) == INFINITY);
    assert_true(nh_rat_double(context, nh_rat_neg(arena, huge)) == -INFINITY);
    assert_true(nh_rat_double(context, tiny) == 0);
    assert_true(nh_rat_double(context, nh_rat_pow(arena, two, -1074)) == 0x1p-1074);
    assert_true(nh_rat_double(context, nh_rat_pow(arena, two, -1075)) == 0);
    assert_true(nh_rat_double(context, nh_rat_mul(arena, nh_rat_int(3), nh_rat_pow(arena, two, -1076))) == 0x1p-1074);
    assert_true(nh_rat_is_zero(nh_rat_from_double(arena, -0.0)));
    assert_true(nh_rat_eq(nh_rat_from_double(arena, 0.5), nh_rat_make(1, 2)));
    assert_true(nh_rat_eq(nh_rat_from_double(arena, -4), nh_rat_int(-4)));
    assert_true(nh_rat_double(context, nh_rat_from_double(arena, DBL_MAX)) == DBL_MAX);
    assert_true(nh_rat_double(context, nh_rat_from_double(arena, 0x1p-1074)) == 0x1p-1074);
}

static void test_doubles(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, doubles, NULL);
    nh_context_destroy(context);
}

/* ---- text ---- */

static const struct {
    const char *text;
    size_t read;
    int64_t num, den;
} readable[] = {
    {"0", 1, 0, 1},
    {"12", 2, 12, 1},
    {"0.1", 3, 1, 10},
    {"1e-3", 4, 1, 1000},
    {"2.5E+10", 7, INT64_C(25000000000), 1},
    {"1.", 1, 1, 1},
    {".5", 0, 0, 1},
    {"", 0, 0, 1},
    {"-1", 0, 0, 1},
    {"+1", 0, 0, 1},
    {"x", 0, 0, 1},
    {"e5", 0, 0, 1},
    {"1..N", 1, 1, 1},
    {"1.x", 1, 1, 1},
    {"1e", 1, 1, 1},
    {"1e+", 1, 1, 1},
    {"1e-", 1, 1, 1},
    {"1ex", 1, 1, 1},
    {"1.5e", 3, 3, 2},
    {"1.e5", 1, 1, 1},
    {"1e5.5", 3, 100000, 1},
    {"0012.50", 7, 25, 2},
    {"0.000", 5, 0, 1},
    {"000", 3, 0, 1},
    {"1e18", 4, INT64_C(1000000000000000000), 1},
    {"9e18", 4, INT64_C(9000000000000000000), 1},
    {"9223372036854775807", 19, WORD_MOST, 1},
    {"0.9223372036854775807e19", 24, WORD_MOST, 1},
    {"1000e-3", 7, 1, 1},
    {"0.5e1", 5, 5, 1},
    {"0e999999999999", 14, 0, 1},
    {"0.00e-999999999999999999999999999", 33, 0, 1},
    {"1e0000000000000000000000000000001", 33, 10, 1},
    {"1e-0", 4, 1, 1},
    {"3 4", 1, 3, 1},
    {"1_000", 1, 1, 1},
    {"0x10", 1, 0, 1},
};

static void fixed_texts(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof readable / sizeof readable[0]; i++) {
        nh_rat value = nh_rat_int(-7);
        size_t length = strlen(readable[i].text), read = nh_rat_read(arena, readable[i].text, length, &value);
        if (read != readable[i].read) fail_msg("%s: %zu bytes read", readable[i].text, read);
        if (read > 0) assert_equal(arena, value, nh_rat_make(readable[i].num, readable[i].den));
        else assert_equal(arena, value, nh_rat_int(-7));
    }
    assert_string_equal(nh_rat_text(arena, nh_rat_int(-3)), "-3");
    assert_string_equal(nh_rat_text(arena, nh_rat_make(22, 7)), "22/7");
    assert_string_equal(nh_rat_text(arena, nh_rat_make(-22, -7)), "22/7");
    assert_string_equal(nh_rat_text(arena, nh_rat_int(0)), "0");
    assert_string_equal(nh_rat_text(arena, nh_rat_pow(arena, nh_rat_int(-2), 63)), "-9223372036854775808");
    assert_string_equal(nh_rat_text(arena, nh_rat_pow(arena, nh_rat_int(2), -64)), "1/18446744073709551616");
}

/* What a number means: its digits without the point, times a power of ten. */
typedef struct spelled {
    const char *digits;
    int64_t exponent;
    nh_rat value;
    bool right;
} spelled;

static void judge_reading(nh_context *context, void *argument) {
    (void)context;
    spelled *s = argument;
    mpq_t expected;
    mpz_t scale;
    mpq_init(expected);
    mpz_init(scale);
    mpz_set_str(mpq_numref(expected), s->digits, 10);
    mpz_ui_pow_ui(scale, 10, (unsigned long)llabs(s->exponent));
    if (s->exponent < 0) mpz_set(mpq_denref(expected), scale);
    else mpz_mul(mpq_numref(expected), mpq_numref(expected), scale);
    mpq_canonicalize(expected);
    s->right = equals(s->value, expected);
    mpz_clear(scale);
    mpq_clear(expected);
}

static void check_reading(nh_arena *arena, nh_random *random) {
    char digits[128], text[192];
    int whole = (int)nh_random_between(random, 1, nh_random_below(random, 2) ? 20 : 60);
    int part = nh_random_below(random, 2) ? 0 : (int)nh_random_between(random, 1, nh_random_below(random, 2) ? 20 : 60);
    int64_t exponent =
        nh_random_between(random, -1, 1) * nh_random_between(random, 0, nh_random_below(random, 4) == 0 ? 3000 : 30);
    uint64_t kinds = nh_random_below(random, 4) == 0 ? 2 : 10; /* sometimes noughts and ones only */
    for (int i = 0; i < whole + part; i++)
        digits[i] = (char)('0' + (nh_random_below(random, 3) == 0 ? 0 : nh_random_below(random, kinds)));
    digits[whole + part] = '\0';
    int length = sprintf(text, "%.*s%s%s", whole, digits, part > 0 ? "." : "", digits + whole);
    if (exponent != 0 || nh_random_below(random, 2)) {
        const char *sign = exponent < 0 ? "-" : nh_random_below(random, 2) ? "+" : "";
        length += sprintf(text + length, "%s%s%lld", nh_random_below(random, 2) ? "e" : "E", sign,
                          llabs((long long)exponent));
    }
    spelled s = {.digits = digits, .exponent = exponent - part};
    text[length] = "x.+e"[nh_random_below(random, 4)]; /* must not be examined, or not be taken */
    assert_int_equal(nh_rat_read(arena, text, (size_t)length, &s.value), length);
    test_guard_call(nh_arena_context(arena), judge_reading, &s);
    if (!s.right) fail_msg("%.*s was read as %s", length, text, nh_rat_text(arena, s.value));
}

static void random_texts(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 4);
    (void)argument;
    for (int i = 0; i < test_count(3000); i++) {
        nh_arena *arena = nh_arena_create(context);
        check_reading(arena, &random);
        nh_arena_destroy(arena);
    }
}

static void long_texts(nh_context *context, void *argument) {
    (void)argument;
    enum { DIGITS = 100000 };
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_of(context, 5);
    char *text = nh_arena_alloc(arena, DIGITS + 3);
    nh_rat value, shifted;
    for (size_t i = 0; i < DIGITS; i++) text[i] = (char)('1' + nh_random_below(&random, 9));
    text[DIGITS] = '\0';
    assert_int_equal(nh_rat_read(arena, text, DIGITS, &value), DIGITS);
    assert_string_equal(nh_rat_text(arena, value), text);
    memmove(text + 2, text + 1, DIGITS - 1);
    text[1] = '.';
    assert_int_equal(nh_rat_read(arena, text, DIGITS + 1, &shifted), DIGITS + 1);
    assert_equal(arena, nh_rat_mul(arena, shifted, nh_rat_pow(arena, nh_rat_int(10), DIGITS - 1)), value);
    /* zeros that carry nothing cost nothing, however many */
    memset(text, '0', DIGITS);
    text[DIGITS] = '5';
    assert_int_equal(nh_rat_read(arena, text, DIGITS + 1, &value), DIGITS + 1);
    assert_equal(arena, value, nh_rat_int(5));
}

/* Every decimal with few digits is what its text says, and no other number has one. */
static void decimals(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    for (int64_t den = 1; den <= 2000; den++)
        for (int64_t num = -7; num <= 9; num += 2) {
            nh_rat a = nh_rat_make(num, den), back;
            const char *text = nh_rat_decimal(arena, a);
            int64_t rest = a.den;
            while (rest % 2 == 0) rest /= 2;
            while (rest % 5 == 0) rest /= 5;
            assert_int_equal(text != NULL, rest == 1 && a.den > 1);
            if (text == NULL) continue;
            size_t sign = text[0] == '-' ? 1 : 0;
            assert_int_equal(nh_rat_read(arena, text + sign, strlen(text) - sign, &back), strlen(text) - sign);
            assert_true(nh_rat_eq(sign == 1 ? nh_rat_neg(arena, back) : back, a));
        }
    assert_string_equal(nh_rat_decimal(arena, nh_rat_make(1, INT64_C(1000000000000000000))), "1e-18");
    assert_null(nh_rat_decimal(arena, nh_rat_make(1, INT64_C(1) << 40)));
    assert_null(nh_rat_decimal(arena, nh_rat_pow(arena, nh_rat_make(1, 2), 100)));
    assert_null(nh_rat_decimal(arena, nh_rat_make(INT64_MAX, 16)));
    nh_arena_destroy(arena);
}

static void test_texts(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, fixed_texts, NULL);
    test_run(context, random_texts, NULL);
    test_run(context, long_texts, NULL);
    test_run(context, decimals, NULL);
    nh_context_destroy(context);
}

/* ---- limits ---- */

static void read_text(nh_context *context, void *argument) {
    nh_rat value;
    nh_rat_read(nh_scratch(context), argument, strlen(argument), &value);
}

typedef struct huge_power {
    int64_t num, den, exponent;
} huge_power;

static void raise_power(nh_context *context, void *argument) {
    const huge_power *power = argument;
    nh_rat_pow(nh_scratch(context), nh_rat_make(power->num, power->den), power->exponent);
}

static void assert_too_large(nh_context *context, test_body body, void *argument) {
    assert_int_equal(test_protect(context, body, argument), NH_E_LIMIT);
    assert_string_equal(test_last_code(context), "number-size");
    nh_context_clear_diags(context);
}

static void multiply_large(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    (void)argument;
    nh_rat a = nh_rat_pow(arena, nh_rat_int(3), 22000000); /* 35 million bits: more than half of what is allowed */
    assert_equal(arena, nh_rat_add(arena, a, a), nh_rat_mul(arena, a, nh_rat_int(2)));
    nh_rat_mul(arena, a, a);
}

/* The sum has one and a half times the bits of both together. */
static void add_large(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    (void)argument;
    nh_rat a = nh_rat_pow(arena, nh_rat_int(2), -22300000), b = nh_rat_pow(arena, nh_rat_int(3), -15000000);
    nh_rat_add(arena, a, b);
}

/* Refused before anything is computed: there is not even a worker. */
static void test_too_large(void **state) {
    (void)state;
    static char *const texts[] = {"1e999999999999", "1e-999999999999", "1e99999999999999999999999", "5.5e20000000",
                                  "0.0001e-30000000"};
    static huge_power powers[] = {{2, 1, 1000000000},     {2, 1, INT64_MAX},         {3, 2, INT64_MIN},
                                  {-7, 1, INT64_MIN + 1}, {WORD_MOST, 2, 100000000}, {1, 2, 1000000000}};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) assert_too_large(context, read_text, texts[i]);
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) assert_too_large(context, raise_power, &powers[i]);
    assert_null(*nh_context_guard(context));
    assert_too_large(context, multiply_large, NULL);
    assert_too_large(context, add_large, NULL);
    nh_context_destroy(context);
}

/* Powers of 0, 1 and -1 are never too large. */
static void unit_powers(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    (void)argument;
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(0), INT64_MAX), nh_rat_int(0));
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(0), 0), nh_rat_int(1));
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(1), INT64_MIN), nh_rat_int(1));
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(-1), INT64_MIN), nh_rat_int(1));
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(-1), INT64_MIN + 1), nh_rat_int(-1));
    assert_equal(arena, nh_rat_pow(arena, nh_rat_int(-1), INT64_MAX), nh_rat_int(-1));
    nh_rat root;
    assert_true(nh_rat_root(arena, nh_rat_int(1), INT64_MAX, &root) && nh_rat_is_one(root));
    assert_true(nh_rat_root(arena, nh_rat_int(0), INT64_MAX, &root) && nh_rat_is_zero(root));
    assert_false(nh_rat_root(arena, nh_rat_int(2), INT64_MAX, &root));
}

/* Everything with small numbers and small results. */
static void small_numbers(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 6);
    (void)argument;
    unit_powers(context, NULL);
    for (int i = 0; i < test_count(2000); i++) {
        nh_arena *arena = nh_arena_create(context);
        trial r = {.order = nh_random_between(&random, 1, 80), .exponent = nh_random_between(&random, -2, 2)};
        r.a = nh_rat_make(nh_random_between(&random, -1000000, 1000000), nh_random_between(&random, 1, 1000000));
        r.b = nh_rat_make(nh_random_between(&random, -1000000, 1000000), nh_random_between(&random, 1, 1000000));
        compute(arena, &r);
        nh_rat_from_double(arena, (double)nh_random_between(&random, -WORD_MOST >> 10, WORD_MOST >> 10));
        nh_rat_from_double(arena, nh_random_unit(&random));
        nh_rat_from_double(arena, ldexp(1, (int)nh_random_between(&random, -62, 62)));
        nh_rat value;
        nh_rat_read(arena, "123456789.123456789e-3", 22, &value);
        nh_rat_read(arena, "9e18", 4, &value);
        nh_rat_read(arena, "7e-18", 5, &value);
        nh_arena_destroy(arena);
    }
    nh_rat word;
    nh_arena *arena = nh_arena_create(context);
    nh_rat_read(arena, "9223372036854775807", 19, &word);
    assert_true(nh_rat_eq(word, nh_rat_int(WORD_MOST)));
    word = nh_rat_sub(arena, nh_rat_make(1, WORD_MOST), nh_rat_int(1));
    assert_true(nh_rat_eq(nh_rat_mul(arena, word, nh_rat_make(WORD_MOST, WORD_MOST - 1)), nh_rat_int(-1)));
}

static void test_small_stay_outside(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, small_numbers, NULL);
    assert_null(*nh_context_guard(context));
    nh_context_destroy(context);
}

/* ---- machine words and beyond ---- */

static void boundaries(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    nh_rat most = nh_rat_int(WORD_MOST), one = nh_rat_int(1), two = nh_rat_int(2);
    nh_rat above = nh_rat_add(arena, most, one), below = nh_rat_neg(arena, above);
    assert_false(nh_rat_is_small(above));
    assert_false(nh_rat_is_small(below)); /* -2^63 is a word, but not one that is used */
    assert_int_equal(nh_rat_bits(above), 65);
    assert_int_equal(nh_rat_bits(most), 64);
    assert_equal(arena, nh_rat_sub(arena, above, one), most);
    assert_equal(arena, nh_rat_add(arena, below, one), nh_rat_int(-WORD_MOST));
    assert_equal(arena, nh_rat_div(arena, above, two), nh_rat_int(INT64_C(1) << 62));
    assert_equal(arena, nh_rat_div(arena, above, above), one);
    assert_equal(arena, nh_rat_div(arena, above, below), nh_rat_int(-1));
    assert_equal(arena, nh_rat_make(WORD_MOST, WORD_MOST), one);
    assert_equal(arena, nh_rat_make(WORD_MOST, -WORD_MOST), nh_rat_int(-1));
    assert_equal(arena, nh_rat_make(0, -5), nh_rat_int(0));
    assert_equal(arena, nh_rat_make(-6, -4), nh_rat_make(3, 2));
    assert_equal(arena, nh_rat_floor(arena, nh_rat_make(-WORD_MOST, 2)), nh_rat_int(-(INT64_C(1) << 62)));
    int64_t word;
    assert_true(nh_rat_get_int(most, &word) && word == WORD_MOST);
    assert_true(nh_rat_get_int(nh_rat_int(-WORD_MOST), &word) && word == -WORD_MOST);
    assert_false(nh_rat_get_int(above, &word));
    assert_false(nh_rat_get_int(nh_rat_make(1, 2), &word));
    assert_true(nh_rat_is_int(above) && !nh_rat_is_int(nh_rat_inv(arena, above)));
    assert_true(nh_rat_hash(above) != nh_rat_hash(below));
    assert_int_equal(nh_rat_sign(below), -1);
}

static void test_boundaries(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, boundaries, NULL);
    nh_context_destroy(context);
}

/* ---- memory that fails ---- */

static void all_big(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    (void)argument;
    trial r = {.exponent = -3, .order = 3, .b = nh_rat_make(-5, 7)};
    r.a = nh_rat_pow(arena, nh_rat_make(10, 3), 60);
    compute(arena, &r);
    nh_rat value;
    nh_rat_read(arena, "12345678901234567890.12345678901234567890e-50", 45, &value);
    nh_rat_from_double(arena, 1e300);
    nh_rat_cmp(context, r.a, value);
    assert_true(r.has_root && nh_rat_eq(r.root, nh_rat_pow(arena, nh_rat_make(10, 3), 20)));
    nh_arena_destroy(arena);
}

static void test_every_allocation(void **state) {
    (void)state;
    assert_true(test_every_failure(all_big, NULL, 300) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_stay_outside),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_boundaries),
        cmocka_unit_test(test_against_gmp),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_lifetimes),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
