/* Polynomials behind the guard: laws that they obey, and values at integer points computed
 * term by term in rationals. */
#include "num/mpoly.h"

#include "balls.h"

#include <string.h>

#include "base/limits.h"
#include "num/mpoly_private.h"
#include "num/rational_private.h"

enum { MOST_VARIABLES = 20, AT_ONCE = 12, POLYNOMIALS = 8 };

/* A ring that grows, a point, and polynomials to work with. */
typedef struct lab {
    trial *t;
    nh_ring *ring;
    uint32_t count;
    nh_rat at[MOST_VARIABLES];
    nh_mpoly *p[POLYNOMIALS];
} lab;

static void grow(lab *l, uint32_t count) {
    while (l->count < count) {
        CHECK(l->t, nh_ring_add(l->ring) == l->count);
        l->at[l->count++] = nh_rat_int(nh_random_between(&l->t->random, -5, 5));
    }
    CHECK(l->t, nh_ring_count(l->ring) == l->count);
}

static lab begin(trial *t, uint32_t count) {
    lab l = {.t = t, .ring = nh_ring_make()};
    grow(&l, count);
    for (int i = 0; i < POLYNOMIALS; i++) l.p[i] = nh_mpoly_new(l.ring);
    return l;
}

static void end(lab *l) {
    for (int i = 0; i < POLYNOMIALS; i++) nh_mpoly_free(l->p[i]);
    nh_mpoly_free(NULL);
    nh_ring_free(l->ring);
}

/* A small integer, seldom one of many digits; not 0. */
static nh_rat random_integer(trial *t) {
    int64_t small = nh_random_between(&t->random, 1, 9) * (chance(t, 2) ? -1 : 1);
    if (!chance(t, 12)) return nh_rat_int(small);
    nh_rat large = nh_rat_int(nh_random_between(&t->random, INT64_MAX / 2, INT64_MAX));
    return nh_rat_mul(t->arena, nh_rat_int(small), nh_rat_pow(t->arena, large, nh_random_between(&t->random, 1, 4)));
}

/* r := number * product of variable^power */
static void set_monomial(lab *l, nh_mpoly *r, nh_rat number, const uint32_t *powers) {
    nh_mpoly *x = nh_mpoly_new(l->ring);
    nh_mpoly_set_integer(r, number);
    for (uint32_t i = 0; i < l->count; i++) {
        if (powers[i] == 0) continue;
        nh_mpoly_set_variable(x, i);
        nh_mpoly_pow(x, x, powers[i]);
        nh_mpoly_mul(r, r, x);
    }
    nh_mpoly_free(x);
}

/* r := a sum of at most this many monomials in variables from `first` on; its value at the point, from the
 * numbers it was made of. */
static nh_rat set_random_from(lab *l, nh_mpoly *r, uint32_t first, int terms, int degree) {
    trial *t = l->t;
    nh_mpoly *term = nh_mpoly_new(l->ring);
    nh_rat sum = nh_rat_int(0);
    nh_mpoly_set_int(r, 0);
    for (int k = 0; k < terms; k++) {
        uint32_t powers[MOST_VARIABLES] = {0};
        nh_rat number = random_integer(t), value = number;
        for (int64_t d = nh_random_between(&t->random, 0, degree); d > 0; d--) {
            uint32_t v =
                first + (uint32_t)nh_random_below(&t->random, l->count - first < AT_ONCE ? l->count - first : AT_ONCE);
            powers[v]++;
            value = nh_rat_mul(t->arena, value, l->at[v]);
        }
        set_monomial(l, term, number, powers);
        nh_mpoly_add(r, r, term);
        sum = nh_rat_add(t->arena, sum, value);
    }
    nh_mpoly_free(term);
    return sum;
}

static nh_rat set_random(lab *l, nh_mpoly *r, int terms, int degree) {
    return set_random_from(l, r, 0, terms, degree);
}

/* The same, but not 0. */
static void set_something(lab *l, nh_mpoly *r, int terms, int degree) {
    do (void)set_random(l, r, terms, degree);
    while (nh_mpoly_is_zero(r));
}

/* The value at the point, from the terms that the polynomial tells. */
static nh_rat value(lab *l, nh_mpoly *p) {
    uint32_t powers[MOST_VARIABLES];
    nh_arena *arena = l->t->arena;
    nh_rat sum = nh_rat_int(0);
    for (size_t i = 0; i < nh_mpoly_terms(p); i++) {
        nh_rat term = nh_mpoly_term(arena, p, i, powers);
        CHECK(l->t, !nh_rat_is_zero(term) && nh_rat_is_int(term));
        for (uint32_t v = 0; v < l->count; v++) term = nh_rat_mul(arena, term, nh_rat_pow(arena, l->at[v], powers[v]));
        sum = nh_rat_add(arena, sum, term);
    }
    return sum;
}

static uint32_t random_variable(lab *l) {
    return (uint32_t)nh_random_below(&l->t->random, l->count);
}

static uint32_t random_count(trial *t) {
    return (uint32_t)nh_random_between(&t->random, 1, AT_ONCE);
}

/* ---- small things, known ---- */

static void known_body(trial *t) {
    lab l = begin(t, 2);
    nh_mpoly **p = l.p;
    uint32_t powers[MOST_VARIABLES];
    CHECK(t, nh_mpoly_is_zero(p[0]) && nh_mpoly_is_constant(p[0]) && !nh_mpoly_is_one(p[0]));
    CHECK(t, nh_mpoly_terms(p[0]) == 0 && nh_mpoly_sign(p[0]) == 0 && nh_mpoly_degree(p[0], 1) == 0);
    CHECK(t, nh_rat_is_zero(nh_mpoly_constant(t->arena, p[0])) && nh_rat_is_zero(nh_mpoly_content(t->arena, p[0])));
    nh_mpoly_set_int(p[0], 1);
    CHECK(t, nh_mpoly_is_one(p[0]) && nh_mpoly_is_constant(p[0]) && nh_mpoly_sign(p[0]) == 1);
    nh_mpoly_set_int(p[1], INT64_MIN);
    nh_mpoly_set_integer(p[2], nh_rat_neg(t->arena, nh_rat_pow(t->arena, nh_rat_int(2), 63)));
    CHECK(t, nh_mpoly_equal(p[1], p[2]) && nh_mpoly_sign(p[1]) == -1);
    nh_mpoly_set_variable(p[0], 0);
    nh_mpoly_set_variable(p[1], 1);
    CHECK(t, !nh_mpoly_is_constant(p[0]) && !nh_mpoly_equal(p[0], p[1]));
    nh_mpoly_mul(p[2], p[1], p[1]);
    nh_mpoly_sub(p[2], p[0], p[2]); /* x - y^2: x is first in the order of the terms */
    CHECK(t, nh_mpoly_sign(p[2]) == 1 && nh_mpoly_terms(p[2]) == 2);
    CHECK(t, nh_rat_is_one(nh_mpoly_term(t->arena, p[2], 0, powers)) && powers[0] == 1 && powers[1] == 0);
    CHECK(t, nh_rat_eq(nh_mpoly_term(t->arena, p[2], 1, powers), nh_rat_int(-1)) && powers[0] == 0 && powers[1] == 2);
    CHECK(t, nh_mpoly_uses(p[2], 1) && nh_mpoly_degree(p[2], 1) == 2 && nh_mpoly_degree(p[2], 0) == 1);
    nh_mpoly_set_int(p[3], 4);
    nh_mpoly_mul(p[3], p[3], p[0]);
    nh_mpoly_set_int(p[4], -6);
    nh_mpoly_gcd(p[5], p[3], p[4]);
    CHECK(t, nh_rat_eq(nh_mpoly_constant(t->arena, p[5]), nh_rat_int(2)));
    CHECK(t, nh_rat_eq(nh_mpoly_content(t->arena, p[3]), nh_rat_int(4)));
    nh_mpoly_swap(p[3], p[4]);
    CHECK(t, nh_mpoly_is_constant(p[3]) && !nh_mpoly_is_constant(p[4]));
    nh_mpoly_pow(p[3], p[2], 0);
    CHECK(t, nh_mpoly_is_one(p[3]));
    nh_mpoly_set_int(p[3], 0);
    nh_mpoly_gcd(p[4], p[3], p[3]);
    CHECK(t, nh_mpoly_is_zero(p[4]) && nh_mpoly_sqrt(p[4], p[3]) && nh_mpoly_divide(p[4], p[3], p[2]));
    end(&l);
}

static void test_known(void **state) {
    (void)state;
    run_trial(1, known_body);
}

/* ---- laws and values ---- */

static void check_laws(lab *l) {
    nh_mpoly *a = l->p[0], *b = l->p[1], *c = l->p[2], *d = l->p[3], *e = l->p[4], *f = l->p[5];
    trial *t = l->t;
    nh_mpoly_add(d, a, b);
    nh_mpoly_add(e, b, a);
    CHECK(t, nh_mpoly_equal(d, e)); /* a + b */
    nh_mpoly_add(e, b, c);
    nh_mpoly_add(d, d, c);
    nh_mpoly_add(f, a, e);
    CHECK(t, nh_mpoly_equal(d, f)); /* a + b + c */
    nh_mpoly_mul(d, a, e);
    nh_mpoly_mul(e, a, b);
    nh_mpoly_mul(f, a, c);
    nh_mpoly_add(f, e, f);
    CHECK(t, nh_mpoly_equal(d, f)); /* a (b + c) */
    nh_mpoly_mul(f, b, a);
    CHECK(t, nh_mpoly_equal(e, f)); /* a b */
    nh_mpoly_mul(e, e, c);
    nh_mpoly_mul(f, b, c);
    nh_mpoly_mul(f, f, a);
    CHECK(t, nh_mpoly_equal(e, f)); /* a b c */
    nh_mpoly_sub(d, a, b);
    nh_mpoly_sub(e, b, a);
    nh_mpoly_neg(e, e);
    CHECK(t, nh_mpoly_equal(d, e)); /* a - b */
    nh_mpoly_add(d, d, b);
    CHECK(t, nh_mpoly_equal(d, a));
    nh_mpoly_sub(d, d, a);
    CHECK(t, nh_mpoly_is_zero(d));
}

static void check_values(lab *l, nh_rat a, nh_rat b) {
    trial *t = l->t;
    nh_arena *arena = t->arena;
    nh_mpoly *r = l->p[3], *s = l->p[4];
    CHECK(t, nh_rat_eq(value(l, l->p[0]), a) && nh_rat_eq(value(l, l->p[1]), b));
    nh_mpoly_add(r, l->p[0], l->p[1]);
    CHECK(t, nh_rat_eq(value(l, r), nh_rat_add(arena, a, b)));
    nh_mpoly_sub(r, l->p[0], l->p[1]);
    CHECK(t, nh_rat_eq(value(l, r), nh_rat_sub(arena, a, b)));
    nh_mpoly_mul(r, l->p[0], l->p[1]);
    CHECK(t, nh_rat_eq(value(l, r), nh_rat_mul(arena, a, b)));
    nh_mpoly_neg(r, l->p[0]);
    CHECK(t, nh_rat_eq(value(l, r), nh_rat_neg(arena, a)) && nh_mpoly_sign(r) == -nh_mpoly_sign(l->p[0]));
    uint32_t exponent = (uint32_t)nh_random_below(&t->random, 6);
    nh_mpoly_pow(r, l->p[0], exponent);
    CHECK(t, nh_rat_eq(value(l, r), nh_rat_pow(arena, a, exponent)));
    nh_mpoly_set_int(s, 1);
    for (uint32_t k = 0; k < exponent; k++) nh_mpoly_mul(s, s, l->p[0]);
    CHECK(t, nh_mpoly_equal(r, s));
}

/* A result may be one of its arguments. */
static void check_aliases(lab *l) {
    typedef void (*binary)(nh_mpoly * r, nh_mpoly * a, nh_mpoly * b);
    static const binary operations[] = {nh_mpoly_add, nh_mpoly_sub, nh_mpoly_mul, nh_mpoly_gcd};
    nh_mpoly *a = l->p[0], *b = l->p[1], *r = l->p[3], *s = l->p[4];
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        operations[i](r, a, b);
        nh_mpoly_set(s, a);
        operations[i](s, s, b);
        CHECK(l->t, nh_mpoly_equal(r, s));
        nh_mpoly_set(s, b);
        operations[i](s, a, s);
        CHECK(l->t, nh_mpoly_equal(r, s));
        operations[i](r, a, a);
        nh_mpoly_set(s, a);
        operations[i](s, s, s);
        CHECK(l->t, nh_mpoly_equal(r, s));
    }
    uint32_t v = random_variable(l), k = (uint32_t)nh_random_below(&l->t->random, 3);
    nh_mpoly_pow(r, a, k);
    nh_mpoly_set(s, a);
    nh_mpoly_pow(s, s, k);
    CHECK(l->t, nh_mpoly_equal(r, s));
    nh_mpoly_coefficient(r, a, v, k);
    nh_mpoly_set(s, a);
    nh_mpoly_coefficient(s, s, v, k);
    CHECK(l->t, nh_mpoly_equal(r, s));
    nh_mpoly_derivative(r, a, v);
    nh_mpoly_set(s, a);
    nh_mpoly_derivative(s, s, v);
    CHECK(l->t, nh_mpoly_equal(r, s));
}

static void laws_body(trial *t) {
    for (int k = test_count(150); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        nh_rat a = set_random(&l, l.p[0], 8, 5), b = set_random(&l, l.p[1], 8, 5);
        (void)set_random(&l, l.p[2], 5, 4);
        check_laws(&l);
        check_values(&l, a, b);
        check_aliases(&l);
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

static void test_laws(void **state) {
    (void)state;
    run_trial(2, laws_body);
}

/* ---- the ring grows ---- */

/* Between any two steps there may be new variables; polynomials of before and of after meet. */
static void growth_body(trial *t) {
    for (int k = test_count(60); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, (uint32_t)nh_random_between(&t->random, 1, 8));
        nh_rat a = set_random(&l, l.p[0], 6, 4), b = set_random(&l, l.p[1], 6, 4);
        uint32_t before = l.count, middle = (uint32_t)nh_random_between(&t->random, 9, 16);
        grow(&l, middle);
        CHECK(t, nh_mpoly_degree(l.p[0], middle - 1) == (middle == before ? nh_mpoly_degree(l.p[0], before - 1) : 0));
        nh_rat c = set_random_from(&l, l.p[2], middle - before > 4 ? 4 : 0, 5, 3);
        nh_mpoly_mul(l.p[3], l.p[0], l.p[2]); /* old by new */
        CHECK(t, nh_rat_eq(value(&l, l.p[3]), nh_rat_mul(t->arena, a, c)));
        grow(&l, (uint32_t)nh_random_between(&t->random, 17, MOST_VARIABLES));
        nh_rat d = set_random_from(&l, l.p[4], 8, 5, 3);
        nh_mpoly_sub(l.p[5], l.p[1], l.p[4]); /* over two borders at once */
        CHECK(t, nh_rat_eq(value(&l, l.p[5]), nh_rat_sub(t->arena, b, d)));
        nh_mpoly_swap(l.p[1], l.p[4]); /* one of before, one of now */
        CHECK(t, nh_rat_eq(value(&l, l.p[1]), d) && nh_rat_eq(value(&l, l.p[4]), b));
        nh_mpoly_mul(l.p[6], l.p[3], l.p[5]);
        nh_mpoly_set(l.p[7], l.p[6]);
        if (!nh_mpoly_is_zero(l.p[3]))
            CHECK(t, nh_mpoly_divide(l.p[7], l.p[7], l.p[3]) && nh_mpoly_equal(l.p[7], l.p[5]));
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

/* Two equal ones, one made before the ring grew, are equal; constants and signs of an old one are
 * known without moving it. */
static void old_and_new_body(trial *t) {
    for (uint32_t from = 1; from <= 8; from++) {
        lab l = begin(t, from);
        for (int k = 0; k < 2; k++) {
            nh_mpoly_set_int(l.p[k], -7);
            nh_mpoly_set_variable(l.p[2 + k], 0);
            if (k == 0) grow(&l, 17);
        }
        CHECK(t, nh_mpoly_is_constant(l.p[0]) && !nh_mpoly_is_one(l.p[0]) && nh_mpoly_sign(l.p[0]) == -1);
        CHECK(t, nh_rat_eq(nh_mpoly_constant(t->arena, l.p[0]), nh_rat_int(-7)) && nh_mpoly_terms(l.p[0]) == 1);
        CHECK(t, nh_rat_eq(nh_mpoly_content(t->arena, l.p[0]), nh_rat_int(7)));
        CHECK(t, nh_mpoly_equal(l.p[0], l.p[1]) && nh_mpoly_equal(l.p[3], l.p[2]));
        nh_mpoly_free(nh_mpoly_new(l.ring));
        grow(&l, MOST_VARIABLES);
        end(&l);
    }
}

static void test_growth(void **state) {
    (void)state;
    run_trial(3, growth_body);
    run_trial(4, old_and_new_body);
}

/* ---- quotients, greatest common divisors, roots ---- */

static void divide_body(trial *t) {
    for (int k = test_count(200); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        nh_mpoly *a = l.p[0], *b = l.p[1], *product = l.p[2], *r = l.p[3], *one = l.p[4];
        (void)set_random(&l, a, 6, 4);
        do set_something(&l, b, 5, 3);
        while (nh_rat_is_one(nh_mpoly_content(t->arena, b)) && nh_mpoly_is_constant(b));
        nh_mpoly_mul(product, a, b);
        CHECK(t, nh_mpoly_divide(r, product, b) && nh_mpoly_equal(r, a));
        nh_mpoly_set_int(one, 1);
        nh_mpoly_add(product, product, one); /* b is no unit and does not divide a b + 1 */
        CHECK(t, !nh_mpoly_divide(r, product, b) && nh_mpoly_equal(r, a));
        CHECK(t, !nh_mpoly_divide(b, product, b) && !nh_mpoly_divide(product, product, b));
        nh_mpoly_sub(product, product, one);
        CHECK(t, nh_mpoly_divide(product, product, b) && nh_mpoly_equal(product, a));
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

static void test_divide(void **state) {
    (void)state;
    run_trial(5, divide_body);
}

/* r := a small number times x, plus a polynomial without x: irreducible, because linear in x and primitive. */
static void set_irreducible(lab *l, nh_mpoly *r) {
    trial *t = l->t;
    uint32_t x = random_variable(l);
    nh_mpoly *work = nh_mpoly_new(l->ring), *content = nh_mpoly_new(l->ring);
    do {
        (void)set_random(l, r, 3, 2);
        nh_mpoly_coefficient(r, r, x, 0);
        nh_mpoly_set_variable(work, x);
        if (chance(t, 3)) {
            nh_mpoly_set_int(content, nh_random_between(&t->random, 1, 6));
            nh_mpoly_mul(work, work, content);
        }
        nh_mpoly_add(r, r, work);
    } while (!nh_rat_is_one(nh_mpoly_content(t->arena, r)));
    if (nh_mpoly_sign(r) < 0) nh_mpoly_neg(r, r);
    nh_mpoly_free(work);
    nh_mpoly_free(content);
}

/* r := number * product of f[i]^times[i] */
static void set_product(nh_mpoly *r, nh_mpoly *power, nh_rat number, nh_mpoly **f, const uint32_t *times, int count) {
    nh_mpoly_set_integer(r, number);
    for (int i = 0; i < count; i++) {
        nh_mpoly_pow(power, f[i], times[i]);
        nh_mpoly_mul(r, r, power);
    }
}

static bool has_equal(nh_mpoly **f, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (nh_mpoly_equal(f[i], f[k])) return true;
    return false;
}

/* This many different irreducible ones in p[0], p[1], ... */
static void set_different(lab *l, int count) {
    do
        for (int i = 0; i < count; i++) set_irreducible(l, l->p[i]);
    while (has_equal(l->p, count));
}

static void gcd_body(trial *t) {
    for (int k = test_count(100); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        uint32_t times[2][3], both[3];
        nh_rat numbers[2] = {random_integer(t), random_integer(t)};
        set_different(&l, 3);
        for (int i = 0; i < 3; i++) {
            for (int m = 0; m < 2; m++) times[m][i] = (uint32_t)nh_random_below(&t->random, 3);
            both[i] = times[0][i] < times[1][i] ? times[0][i] : times[1][i];
        }
        set_product(l.p[3], l.p[7], numbers[0], l.p, times[0], 3);
        set_product(l.p[4], l.p[7], numbers[1], l.p, times[1], 3);
        set_product(l.p[5], l.p[7], nh_rat_gcd(t->arena, numbers[0], numbers[1]), l.p, both, 3);
        nh_mpoly_gcd(l.p[6], l.p[3], l.p[4]);
        CHECK(t, nh_mpoly_equal(l.p[5], l.p[6]) && nh_mpoly_sign(l.p[6]) > 0);
        nh_mpoly_gcd(l.p[6], l.p[4], l.p[3]);
        CHECK(t, nh_mpoly_equal(l.p[5], l.p[6]));
        nh_mpoly_set_int(l.p[7], 0);
        nh_mpoly_gcd(l.p[6], l.p[3], l.p[7]); /* with 0: itself, positive */
        if (nh_mpoly_sign(l.p[3]) < 0) nh_mpoly_neg(l.p[3], l.p[3]);
        CHECK(t, nh_mpoly_equal(l.p[6], l.p[3]));
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

static void test_gcd(void **state) {
    (void)state;
    run_trial(6, gcd_body);
}

static void sqrt_body(trial *t) {
    for (int k = test_count(100); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        nh_mpoly *a = l.p[0], *square = l.p[1], *r = l.p[2], *other = l.p[3], *b = l.p[4];
        set_something(&l, a, 6, 4);
        nh_mpoly_mul(square, a, a);
        if (nh_mpoly_sign(a) < 0) nh_mpoly_neg(a, a);
        CHECK(t, nh_mpoly_sqrt(r, square) && nh_mpoly_equal(r, a));
        nh_mpoly_neg(other, square);
        CHECK(t, !nh_mpoly_sqrt(r, other) && nh_mpoly_equal(r, a)); /* and r stays */
        nh_mpoly_set_int(b, 2);
        nh_mpoly_mul(other, square, b);
        CHECK(t, !nh_mpoly_sqrt(other, other));
        nh_mpoly_set_variable(b, random_variable(&l));
        nh_mpoly_mul(other, square, b);
        CHECK(t, !nh_mpoly_sqrt(r, other));
        nh_mpoly_set_int(b, 1);
        nh_mpoly_add(other, square, b);
        CHECK(t, !nh_mpoly_sqrt(r, other) && nh_mpoly_equal(r, a));
        CHECK(t, nh_mpoly_sqrt(square, square) && nh_mpoly_equal(square, a));
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

static void test_sqrt(void **state) {
    (void)state;
    run_trial(7, sqrt_body);
}

/* ---- coefficients and derivatives ---- */

/* a = sum of c_k v^k, and its derivative the sum of k c_k v^(k-1). */
static void check_coefficients(lab *l, uint32_t v) {
    nh_mpoly *a = l->p[0], *c = l->p[2], *x = l->p[3], *sum = l->p[4], *slope = l->p[5], *k = l->p[6];
    uint32_t degree = nh_mpoly_degree(a, v);
    trial *t = l->t;
    nh_mpoly_set_int(sum, 0);
    nh_mpoly_set_int(slope, 0);
    for (uint32_t power = 0; power <= degree + 2; power++) {
        nh_mpoly_coefficient(c, a, v, power);
        CHECK(t, !nh_mpoly_uses(c, v));
        CHECK(t, power < degree || nh_mpoly_is_zero(c) == (power > degree || nh_mpoly_is_zero(a)));
        nh_mpoly_set_variable(x, v);
        nh_mpoly_pow(x, x, power);
        nh_mpoly_mul(x, x, c);
        nh_mpoly_add(sum, sum, x);
        if (power == 0) continue;
        nh_mpoly_set_variable(x, v);
        nh_mpoly_pow(x, x, power - 1);
        nh_mpoly_mul(x, x, c);
        nh_mpoly_set_int(k, power);
        nh_mpoly_mul(x, x, k);
        nh_mpoly_add(slope, slope, x);
    }
    CHECK(t, nh_mpoly_equal(sum, a) && nh_mpoly_uses(a, v) == (degree > 0));
    nh_mpoly_derivative(x, a, v);
    CHECK(t, nh_mpoly_equal(slope, x));
}

/* (a b)' = a' b + a b' */
static void check_product_rule(lab *l, uint32_t v) {
    nh_mpoly *a = l->p[0], *b = l->p[1], *x = l->p[2], *y = l->p[3], *both = l->p[4];
    nh_mpoly_derivative(x, a, v);
    nh_mpoly_mul(x, x, b);
    nh_mpoly_derivative(y, b, v);
    nh_mpoly_mul(y, y, a);
    nh_mpoly_add(x, x, y);
    nh_mpoly_mul(both, a, b);
    CHECK(l->t, nh_mpoly_is_zero(both) || nh_mpoly_degree(both, v) == nh_mpoly_degree(a, v) + nh_mpoly_degree(b, v));
    nh_mpoly_derivative(both, both, v);
    CHECK(l->t, nh_mpoly_equal(x, both));
}

static void parts_body(trial *t) {
    for (int k = test_count(200); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        (void)set_random(&l, l.p[0], (int)nh_random_below(&t->random, 9), 6);
        (void)set_random(&l, l.p[1], 5, 4);
        uint32_t v = random_variable(&l);
        check_coefficients(&l, v);
        check_product_rule(&l, v);
        nh_rat number = random_integer(t), content = nh_mpoly_content(t->arena, l.p[0]);
        nh_mpoly_set_integer(l.p[2], number);
        nh_mpoly_mul(l.p[2], l.p[2], l.p[0]);
        CHECK(t, nh_rat_eq(nh_mpoly_content(t->arena, l.p[2]),
                           nh_rat_mul(t->arena, content, nh_rat_abs(t->arena, number))));
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

static void test_parts(void **state) {
    (void)state;
    run_trial(8, parts_body);
}

/* ---- some variables, with coefficients in the others ---- */

static bool are_equal_powers(uint32_t count, const uint32_t *a, const uint32_t *b) {
    for (uint32_t v = 0; v < count; v++)
        if (a[v] != b[v]) return false;
    return true;
}

/* Whether an earlier term has the same powers of the first variables. */
static bool was_seen(nh_mpoly *p, size_t term, uint32_t count, const uint32_t *powers) {
    uint32_t other[MOST_VARIABLES];
    for (size_t i = 0; i < term; i++) {
        nh_mpoly_powers(p, i, count, other);
        if (are_equal_powers(count, other, powers)) return true;
    }
    return false;
}

/* a = sum of coefficient * product of powers */
static void check_collected(lab *l, uint32_t count) {
    nh_mpoly *a = l->p[0], *c = l->p[2], *x = l->p[3], *sum = l->p[4];
    uint32_t powers[MOST_VARIABLES];
    nh_mpoly_set_int(sum, 0);
    for (size_t i = 0; i < nh_mpoly_terms(a); i++) {
        nh_mpoly_powers(a, i, count, powers);
        if (was_seen(a, i, count, powers)) continue;
        nh_mpoly_coefficient_of(c, a, count, powers);
        for (uint32_t v = 0; v < count; v++) CHECK(l->t, !nh_mpoly_uses(c, v));
        nh_mpoly_set_monomial(x, count, powers);
        nh_mpoly_mul(c, c, x);
        nh_mpoly_add(sum, sum, c);
    }
    CHECK(l->t, nh_mpoly_equal(sum, a));
}

/* A factor in the later variables only is divided out. */
static void check_primitive(lab *l, uint32_t count) {
    nh_mpoly *a = l->p[0], *factor = l->p[1], *product = l->p[2], *plain = l->p[3], *content = l->p[4];
    do
        if (count == l->count) nh_mpoly_set_integer(factor, random_integer(l->t));
        else (void)set_random_from(l, factor, count, 3, 2);
    while (nh_mpoly_is_zero(factor));
    nh_mpoly_mul(product, a, factor);
    nh_mpoly_primitive(plain, a, count, NULL);
    nh_mpoly_primitive(product, product, count, content);
    CHECK(l->t, nh_mpoly_equal(product, plain) && nh_mpoly_sign(plain) >= 0);
    for (uint32_t v = 0; v < count; v++) CHECK(l->t, !nh_mpoly_uses(content, v));
    nh_mpoly_mul(product, product, content);
    nh_mpoly_mul(a, a, factor);
    if (nh_mpoly_sign(a) != nh_mpoly_sign(product)) nh_mpoly_neg(a, a);
    CHECK(l->t, nh_mpoly_is_zero(a) ? nh_mpoly_is_one(content) : nh_mpoly_equal(product, a));
}

/* By falling degree; of one degree first what has less of the last variable that they do not share. */
static bool is_graded(nh_mpoly *p, uint32_t count) {
    uint32_t now[2 * MOST_VARIABLES], before[2 * MOST_VARIABLES];
    for (size_t i = 1; i < nh_mpoly_terms(p); i++) {
        uint32_t degree[2] = {0, 0}, last = 0;
        nh_mpoly_powers(p, i - 1, count, before);
        nh_mpoly_powers(p, i, count, now);
        for (uint32_t v = 0; v < count; v++) {
            degree[0] += before[v];
            degree[1] += now[v];
            if (before[v] != now[v]) last = v;
        }
        if (degree[0] < degree[1] || (degree[0] == degree[1] && before[last] >= now[last])) return false;
    }
    return true;
}

/* Into a graded ring with its variables in another order, and back. */
static void check_move(lab *l) {
    nh_mpoly *a = l->p[0], *back = l->p[2];
    nh_ring *ring = nh_ring_make_graded();
    nh_mpoly *moved = nh_mpoly_new(ring);
    uint32_t to[MOST_VARIABLES], from[2 * MOST_VARIABLES], count = l->count + 3;
    for (uint32_t v = 0; v < count; v++) from[nh_ring_add(ring)] = UINT32_MAX;
    uint32_t shift = (uint32_t)nh_random_below(&l->t->random, count);
    for (uint32_t v = 0; v < l->count; v++) {
        to[v] = (2 * count - v + shift) % count;
        from[to[v]] = v;
    }
    nh_mpoly_move(moved, a, to);
    CHECK(l->t, nh_mpoly_terms(moved) == nh_mpoly_terms(a) && is_graded(moved, count));
    nh_mpoly_move(back, moved, from);
    CHECK(l->t, nh_mpoly_equal(back, a));
    for (uint32_t v = 0; v < MOST_VARIABLES; v++) (void)nh_ring_add(ring); /* it grows, the order stays */
    CHECK(l->t, is_graded(moved, count));
    nh_mpoly_free(moved);
    nh_ring_free(ring);
}

static void monomials_body(trial *t) {
    for (int k = test_count(200); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        uint32_t count = (uint32_t)nh_random_between(&t->random, 0, l.count);
        (void)set_random(&l, l.p[0], (int)nh_random_below(&t->random, 9), 4);
        check_collected(&l, count);
        check_move(&l);
        check_primitive(&l, count);
        end(&l);
        nh_arena_release(t->arena, mark);
    }
    lab l = begin(t, 2);
    nh_mpoly_set_integer(l.p[0], nh_rat_neg(t->arena, nh_rat_pow(t->arena, nh_rat_int(2), 70)));
    nh_mpoly_set_variable(l.p[1], 1);
    CHECK(t, nh_mpoly_bits(l.p[0]) == 71 && nh_mpoly_bits(l.p[1]) == 1 && nh_mpoly_bits(l.p[2]) == 0);
    end(&l);
}

static void test_monomials(void **state) {
    (void)state;
    run_trial(30, monomials_body);
}

/* ---- factors ---- */

static void free_factors(nh_mpoly_factor *factors, size_t count) {
    for (size_t i = 0; i < count; i++) nh_mpoly_free(factors[i].factor);
}

/* Whether the list is that of these irreducible ones, in any order. */
static void check_factors(lab *l, const nh_mpoly_factor *factors, size_t count, nh_mpoly **f, const uint32_t *times,
                          int kinds) {
    size_t expected = 0;
    for (int i = 0; i < kinds; i++) {
        if (times[i] == 0) continue;
        expected++;
        bool found = false;
        for (size_t k = 0; k < count; k++)
            found = found || (nh_mpoly_equal(factors[k].factor, f[i]) && factors[k].times == times[i]);
        CHECK(l->t, found);
    }
    CHECK(l->t, count == expected);
}

static void factor_body(trial *t) {
    for (int k = test_count(100); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        enum { KINDS = 3 };
        uint32_t times[KINDS];
        nh_mpoly_factor *factors, *again;
        size_t count, count_again;
        nh_rat number = random_integer(t), found;
        set_different(&l, KINDS);
        do {
            for (int i = 0; i < KINDS; i++) times[i] = (uint32_t)nh_random_below(&t->random, 4);
            set_product(l.p[3], l.p[4], number, l.p, times, KINDS);
        } while (nh_mpoly_terms(l.p[3]) > 2000); /* long ones may be left */
        CHECK(t, nh_mpoly_factorise(t->arena, l.p[3], &found, &factors, &count) && nh_rat_eq(found, number));
        check_factors(&l, factors, count, l.p, times, KINDS);
        for (int i = 0; i < KINDS; i++) nh_mpoly_neg(l.p[i], l.p[i]); /* the same from other signs, in another order */
        uint32_t odd = (times[0] + times[1] + times[2]) % 2;
        nh_mpoly_swap(l.p[0], l.p[2]);
        uint32_t others[KINDS] = {times[2], times[1], times[0]};
        set_product(l.p[3], l.p[4], number, l.p, others, KINDS);
        if (chance(t, 2)) grow(&l, 17);
        CHECK(t, nh_mpoly_factorise(t->arena, l.p[3], &found, &again, &count_again) && count == count_again);
        CHECK(t, nh_rat_eq(found, odd ? nh_rat_neg(t->arena, number) : number));
        for (size_t i = 0; i < count && i < count_again; i++)
            CHECK(t, nh_mpoly_equal(factors[i].factor, again[i].factor) && factors[i].times == again[i].times);
        free_factors(factors, count);
        free_factors(again, count_again);
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

/* x^12 - 1 has 6 factors; x^2 + y^2 none but itself, (x - y) (x + y) two; numbers have none. */
static void known_factors_body(trial *t) {
    lab l = begin(t, 2);
    nh_mpoly_factor *factors;
    size_t count;
    nh_rat number;
    nh_mpoly_set_int(l.p[1], 1);
    nh_mpoly_set_variable(l.p[0], 1);
    nh_mpoly_pow(l.p[0], l.p[0], 12);
    nh_mpoly_sub(l.p[0], l.p[1], l.p[0]);
    CHECK(t, nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count) && count == 6);
    CHECK(t, nh_rat_eq(number, nh_rat_int(-1)));
    for (size_t i = 0; i < count; i++) CHECK(t, factors[i].times == 1 && nh_mpoly_sign(factors[i].factor) == 1);
    free_factors(factors, count);
    for (int sign = -1; sign <= 1; sign += 2) {
        nh_mpoly_set_variable(l.p[0], 0);
        nh_mpoly_set_variable(l.p[1], 1);
        nh_mpoly_mul(l.p[0], l.p[0], l.p[0]);
        nh_mpoly_mul(l.p[1], l.p[1], l.p[1]);
        (sign < 0 ? nh_mpoly_sub : nh_mpoly_add)(l.p[0], l.p[0], l.p[1]);
        CHECK(t, nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count) && count == (sign < 0 ? 2 : 1));
        CHECK(t, nh_rat_is_one(number));
        free_factors(factors, count);
    }
    nh_mpoly_set_int(l.p[0], -360);
    CHECK(t, nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count) && count == 0);
    CHECK(t, nh_rat_eq(number, nh_rat_int(-360)));
    end(&l);
}

/* ---- factors that are remembered ---- */

static uint64_t work_of(const trial *t) {
    return ((const nh_pulse *)t->context)->work;
}

/* Factors of the polynomial in another ring, in which other variables are between its own: those of the first one,
 * and of as much work, though nothing is searched for. */
static void check_moved(lab *l, nh_ring *wide, nh_mpoly *p, const nh_mpoly_factor *factors, size_t count,
                        nh_rat number) {
    trial *t = l->t;
    uint32_t to[MOST_VARIABLES], variable = 0;
    nh_mpoly_factor *again;
    size_t count_again, known = nh_known_count(nh_known_factors_of(t->context));
    nh_rat found;
    nh_mpoly *moved = nh_mpoly_new(wide), *factor = nh_mpoly_new(wide);
    for (uint32_t v = 0; v < l->count; v++, variable++) {
        variable += (uint32_t)nh_random_below(&t->random, 3);
        to[v] = variable;
        while (nh_ring_count(wide) <= variable) nh_ring_add(wide);
    }
    nh_mpoly_move(moved, p, to);
    CHECK(t, nh_mpoly_factorise(t->arena, moved, &found, &again, &count_again));
    CHECK(t, nh_known_count(nh_known_factors_of(t->context)) == known);
    CHECK(t, nh_rat_eq(found, number) && count == count_again);
    for (size_t i = 0; i < count && i < count_again; i++) {
        nh_mpoly_move(factor, factors[i].factor, to);
        CHECK(t, nh_mpoly_equal(factor, again[i].factor) && factors[i].times == again[i].times);
    }
    free_factors(again, count_again);
    nh_mpoly_free(factor);
    nh_mpoly_free(moved);
}

static void remembered_body(trial *t) {
    for (int k = test_count(50); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, random_count(t));
        nh_ring *wide = nh_ring_make();
        nh_mpoly_factor *factors[2];
        size_t count[2];
        nh_rat number[2];
        uint64_t work[3];
        set_different(&l, 3);
        set_product(l.p[3], l.p[4], random_integer(t), l.p, (uint32_t[]){1, 2, 1}, 3);
        for (int i = 0; i < 2; i++) {
            work[i] = work_of(t);
            CHECK(t, nh_mpoly_factorise(t->arena, l.p[3], &number[i], &factors[i], &count[i]));
        }
        work[2] = work_of(t);
        CHECK(t, work[2] - work[1] == work[1] - work[0]);
        check_moved(&l, wide, l.p[3], factors[0], count[0], number[0]);
        for (int i = 0; i < 2; i++) free_factors(factors[i], count[i]);
        nh_ring_free(wide);
        end(&l);
        nh_arena_release(t->arena, mark);
    }
}

/* Polynomials in x - y, y - x, 2 x - y, x^2 - y, x, y, ... are distinguished, and so are both orders of terms. */
static void different_body(trial *t) {
    nh_mpoly_factor *factors;
    size_t count, known = 0;
    nh_rat number;
    for (int graded = 0; graded < 2; graded++) {
        nh_ring *ring = graded ? nh_ring_make_graded() : nh_ring_make();
        nh_mpoly *x = nh_mpoly_new(ring), *y = nh_mpoly_new(ring), *p = nh_mpoly_new(ring);
        (void)nh_ring_add(ring), (void)nh_ring_add(ring);
        for (int k = 0; k < 54; k++) {
            nh_mpoly_set_int(x, k % 3 - 1);
            nh_mpoly_set_variable(p, 0);
            nh_mpoly_pow(p, p, (uint32_t)(k / 3 % 3));
            nh_mpoly_mul(x, x, p);
            nh_mpoly_set_int(y, k / 9 % 2 == 0 ? 1 : 2);
            nh_mpoly_set_variable(p, 1);
            nh_mpoly_pow(p, p, (uint32_t)(k / 18));
            nh_mpoly_mul(y, y, p);
            nh_mpoly_add(p, x, y);
            if (nh_mpoly_is_zero(p)) continue;
            CHECK(t, nh_mpoly_factorise(t->arena, p, &number, &factors, &count));
            nh_mpoly_set_integer(x, number);
            for (size_t i = 0; i < count; i++) {
                nh_mpoly_pow(y, factors[i].factor, factors[i].times);
                nh_mpoly_mul(x, x, y);
            }
            CHECK(t, nh_mpoly_equal(x, p));
            free_factors(factors, count);
        }
        size_t now = nh_known_count(nh_known_factors_of(t->context));
        CHECK(t, graded == 0 || now == 2 * known);
        known = now;
        nh_mpoly_free(x), nh_mpoly_free(y), nh_mpoly_free(p);
        nh_ring_free(ring);
    }
}

/* What is remembered does not grow without end. */
static void forgotten_body(trial *t) {
    size_t known = 0, last = 0, memory = 0;
    for (int64_t k = 1; known >= last; k++) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        lab l = begin(t, 1);
        nh_mpoly_factor *factors;
        size_t count;
        nh_rat number, large = nh_rat_add(t->arena, nh_rat_pow(t->arena, nh_rat_int(2), 1 << 20), nh_rat_int(k));
        nh_mpoly_set_integer(l.p[0], large);
        CHECK(t, nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count) && count == 0);
        CHECK(t, nh_rat_eq(number, large));
        end(&l);
        nh_arena_release(t->arena, mark);
        last = known;
        known = nh_known_count(nh_known_factors_of(t->context));
        size_t held = nh_context_memory(t->context);
        if (held > memory) memory = held;
    }
    CHECK(t, known <= 1 && last > 10);
    CHECK(t, memory < (size_t)128 << 20 && nh_context_memory(t->context) < memory / 2);
}

static void test_factors(void **state) {
    (void)state;
    run_trial(9, factor_body);
    run_trial(10, known_factors_body);
    run_trial(15, remembered_body);
    run_trial(16, different_body);
    run_trial(17, forgotten_body);
}

/* ---- limits ---- */

/* r := the sum of this many powers of the first variable and of the second */
static void set_long(lab *l, nh_mpoly *r, nh_mpoly *work, uint32_t terms) {
    nh_mpoly_set_int(r, 0);
    for (uint32_t i = 0; i < terms; i++) {
        uint32_t powers[MOST_VARIABLES] = {i, (i * i) % 101};
        set_monomial(l, work, nh_rat_int(1), powers);
        nh_mpoly_add(r, r, work);
    }
}

enum {
    TOO_MANY_TERMS,
    TOO_LONG_A_CUBE,
    TOO_LONG_A_NUMBER,
    TOO_LONG_A_LONG_NUMBER,
    TOO_LONG_A_PRODUCT,
    TOO_HIGH,
    TOO_HIGH_TO_TELL,
    ENDS
};

static void too_long_body(nh_context *context, void *argument) {
    trial t = {.random = nh_random_make(test_seed(), 11), .context = context, .arena = nh_arena_create(context)};
    lab l = begin(&t, AT_ONCE);
    uint32_t powers[MOST_VARIABLES] = {0};
    switch (*(const int *)argument) {
        case TOO_MANY_TERMS:
            for (uint32_t i = 0; i < AT_ONCE; i++) {
                nh_mpoly_set_variable(l.p[1], i);
                nh_mpoly_add(l.p[0], l.p[0], l.p[1]);
            }
            nh_mpoly_pow(l.p[0], l.p[0], 50);
            break;
        case TOO_LONG_A_CUBE: /* about 3000^3 / 6 terms */
            set_long(&l, l.p[0], l.p[1], 3000);
            nh_mpoly_pow(l.p[0], l.p[0], 3);
            break;
        case TOO_LONG_A_NUMBER:
            nh_mpoly_set_int(l.p[0], 3);
            nh_mpoly_pow(l.p[0], l.p[0], UINT32_MAX);
            break;
        case TOO_LONG_A_LONG_NUMBER:
            nh_mpoly_set_integer(l.p[0], nh_rat_pow(t.arena, nh_rat_int(7), 1000));
            nh_mpoly_pow(l.p[0], l.p[0], UINT32_MAX - 1);
            break;
        case TOO_LONG_A_PRODUCT:
            nh_mpoly_set_int(l.p[0], -3);
            for (int i = 0; i < 40; i++) nh_mpoly_mul(l.p[0], l.p[0], l.p[0]);
            break;
        case TOO_HIGH:
            nh_mpoly_set_variable(l.p[0], 3);
            nh_mpoly_pow(l.p[0], l.p[0], UINT32_MAX);
            break;
        default: /* x^(2^40): a product may have that degree, but it cannot be told */
            nh_mpoly_set_variable(l.p[0], 3);
            for (int i = 0; i < 40; i++) nh_mpoly_mul(l.p[0], l.p[0], l.p[0]);
            (void)nh_mpoly_term(t.arena, l.p[0], 0, powers);
    }
}

static void go_inside(nh_context *context, void *argument) {
    test_guard_call(context, too_long_body, argument);
}

/* What is small enough is computed by the same context. */
static void small_body(nh_context *context, void *argument) {
    trial *t = argument;
    t->arena = nh_arena_create(context);
    lab l = begin(t, 3);
    nh_rat a = set_random(&l, l.p[0], 8, 5), b = set_random(&l, l.p[1], 8, 5);
    check_values(&l, a, b);
    nh_mpoly_set_int(l.p[0], -1);
    nh_mpoly_pow(l.p[0], l.p[0], UINT32_MAX);
    CHECK(t, nh_rat_eq(nh_mpoly_constant(t->arena, l.p[0]), nh_rat_int(-1)));
    nh_mpoly_set_int(l.p[0], 0);
    nh_mpoly_pow(l.p[0], l.p[0], UINT32_MAX);
    CHECK(t, nh_mpoly_is_zero(l.p[0]));
    nh_mpoly_set_variable(l.p[0], 2);
    nh_mpoly_pow(l.p[0], l.p[0], 100000);
    CHECK(t, nh_mpoly_degree(l.p[0], 2) == 100000 && nh_mpoly_degree(l.p[0], 1) == 0);
    end(&l);
    nh_arena_destroy(t->arena);
}

static void go_inside_small(nh_context *context, void *argument) {
    test_guard_call(context, small_body, argument);
}

/* r := (x^n + y^n - 1)^times */
static void set_high(lab *l, nh_mpoly *r, uint32_t n, uint32_t times) {
    nh_mpoly *y = nh_mpoly_new(l->ring);
    nh_mpoly_set_variable(r, 0);
    nh_mpoly_pow(r, r, n);
    nh_mpoly_set_variable(y, 1);
    nh_mpoly_pow(y, y, n);
    nh_mpoly_add(r, r, y);
    nh_mpoly_set_int(y, 1);
    nh_mpoly_sub(r, r, y);
    nh_mpoly_pow(r, r, times);
    nh_mpoly_free(y);
}

/* Factors of what has high degrees are not searched for, except for powers of what has low ones. */
static void high_degrees_body(nh_context *context, void *argument) {
    trial *t = argument;
    t->arena = nh_arena_create(context);
    lab l = begin(t, 2);
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    static const uint32_t high[] = {30, 60, 100, 1000};
    for (size_t i = 0; i < sizeof high / sizeof *high; i++) {
        set_high(&l, l.p[0], high[i], 1);
        CHECK(t, !nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count));
    }
    set_high(&l, l.p[0], 1, 40); /* (x + y - 1)^40 x^500 */
    nh_mpoly_set_variable(l.p[1], 0);
    nh_mpoly_pow(l.p[1], l.p[1], 500);
    nh_mpoly_mul(l.p[0], l.p[0], l.p[1]);
    CHECK(t, nh_mpoly_factorise(t->arena, l.p[0], &number, &factors, &count));
    CHECK(t, count == 2 && factors[0].times + factors[1].times == 540);
    for (size_t i = 0; i < count; i++) nh_mpoly_free(factors[i].factor);
    end(&l);
    nh_arena_destroy(t->arena);
}

static void go_inside_high(nh_context *context, void *argument) {
    test_guard_call(context, high_degrees_body, argument);
}

static void test_high_degrees(void **state) {
    (void)state;
    trial t = {.random = nh_random_make(test_seed(), 14), .context = test_context()};
    test_run(t.context, go_inside_high, &t);
    nh_context_destroy(t.context);
    assert_int_equal(t.failures, 0);
}

static void test_limits(void **state) {
    (void)state;
    trial t = {.random = nh_random_make(test_seed(), 12), .context = test_context()};
    for (int which = 0; which < ENDS; which++) {
        if (test_protect(t.context, go_inside, &which) != NH_E_LIMIT) fail_msg("end %d was not reached", which);
        if (strcmp(test_last_code(t.context), "polynomial-size") != 0)
            fail_msg("%d: %s", which, test_last_code(t.context));
        test_run(t.context, go_inside_small, &t);
    }
    nh_context_destroy(t.context);
    assert_int_equal(t.failures, 0);
}

/* ---- memory ---- */

static void everything(nh_context *context, void *argument) {
    trial t = {.random = nh_random_make(7, 13), .context = context, .arena = nh_arena_create(context)};
    lab l = begin(&t, 3);
    (void)argument;
    nh_rat a = set_random(&l, l.p[0], 4, 3), b = set_random(&l, l.p[1], 4, 3);
    check_values(&l, a, b);
    set_different(&l, 2);
    set_product(l.p[2], l.p[3], nh_rat_pow(t.arena, nh_rat_int(-3), 101), l.p, (uint32_t[]){1, 2}, 2);
    grow(&l, 9);
    nh_mpoly_gcd(l.p[3], l.p[2], l.p[0]);
    CHECK(&t, nh_mpoly_divide(l.p[4], l.p[2], l.p[3]));
    nh_mpoly_mul(l.p[4], l.p[0], l.p[0]);
    CHECK(&t, nh_mpoly_sqrt(l.p[4], l.p[4]) && nh_mpoly_equal(l.p[4], l.p[0]));
    nh_mpoly_factor *factors;
    size_t count;
    nh_rat number;
    CHECK(&t, nh_mpoly_factorise(t.arena, l.p[2], &number, &factors, &count) && count == 2);
    free_factors(factors, count);
    end(&l);
    nh_arena_destroy(t.arena);
    if (t.failures > 0) nh_raise(context, NH_E_INTERNAL);
}

static void everything_inside(nh_context *context, void *argument) {
    test_guard_call(context, everything, argument);
}

static void test_memory_failures(void **state) {
    (void)state;
    assert_true(test_every_failure(everything_inside, NULL, (uint64_t)test_count(500)) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),           cmocka_unit_test(test_laws),      cmocka_unit_test(test_growth),
        cmocka_unit_test(test_divide),          cmocka_unit_test(test_gcd),       cmocka_unit_test(test_sqrt),
        cmocka_unit_test(test_parts),           cmocka_unit_test(test_factors),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_memory_failures), cmocka_unit_test(test_monomials), cmocka_unit_test(test_high_degrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
