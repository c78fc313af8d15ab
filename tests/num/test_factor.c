/* Taking integers apart: the product gives the number back, the bases are what the header says, words and large numbers
 * by two ways of the code. */
#include "num/factor.h"
#include "support.h"

#include "base/arena.h"

enum { LARGEST_TRIAL = 1000 };

static bool is_small_prime(int64_t p) {
    if (p < 2) return false;
    for (int64_t d = 2; d * d <= p; d++)
        if (p % d == 0) return false;
    return p < LARGEST_TRIAL;
}

/* A base after the small primes: free of them, and no perfect power. */
static void check_rest(nh_arena *arena, nh_rat base) {
    for (int64_t p = 2; p < LARGEST_TRIAL; p++) {
        bool divides = nh_rat_is_int(nh_rat_div(arena, base, nh_rat_int(p)));
        assert_false(divides && nh_rat_cmp(nh_arena_context(arena), base, nh_rat_int(p)) != 0);
    }
    nh_rat root;
    for (int64_t order = 2; order < 20; order++) assert_false(nh_rat_root(arena, base, order, &root));
}

static void check_factors(nh_arena *arena, nh_rat n) {
    nh_factor *factors;
    size_t count = nh_factor_integer(arena, n, &factors);
    nh_rat product = nh_rat_int(1);
    for (size_t i = 0; i < count; i++) {
        assert_true(factors[i].times >= 1);
        product = nh_rat_mul(arena, product, nh_rat_pow(arena, factors[i].base, factors[i].times));
        bool small = nh_rat_is_small(factors[i].base) && is_small_prime(factors[i].base.num);
        if (!small) assert_int_equal(i, count - 1);
        if (!small) check_rest(arena, factors[i].base);
        if (i > 0) assert_true(nh_rat_cmp(nh_arena_context(arena), factors[i - 1].base, factors[i].base) < 0);
    }
    assert_true(nh_rat_eq(product, n));
}

static void known(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_factor *factors;
    assert_int_equal(nh_factor_integer(arena, nh_rat_int(1), &factors), 0);
    assert_int_equal(nh_factor_integer(arena, nh_rat_int(360), &factors), 3);
    assert_int_equal(factors[0].times, 3); /* 2^3 3^2 5 */
    assert_int_equal(factors[1].times, 2);
    assert_int_equal(factors[2].base.num, 5);
    assert_int_equal(nh_factor_integer(arena, nh_rat_int(INT64_C(1009) * 1009 * 1009), &factors), 1);
    assert_int_equal(factors[0].base.num, 1009);
    assert_int_equal(factors[0].times, 3);
    nh_arena_destroy(arena);
}

static void test_known(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, known, NULL);
    nh_context_destroy(context);
}

/* Products of small primes, of primes above the bound, and of powers, on both sides of 2^63. */
static nh_rat random_integer(nh_arena *arena, nh_random *random) {
    static const int64_t pieces[] = {2, 3, 5, 7, 997, 1009, 1013, 10007, 999983, 2147483647};
    nh_rat n = nh_rat_int(1);
    int64_t count = nh_random_between(random, 0, 6);
    for (int64_t i = 0; i < count; i++) {
        nh_rat piece = nh_rat_int(pieces[nh_random_below(random, sizeof pieces / sizeof *pieces)]);
        n = nh_rat_mul(arena, n, nh_rat_pow(arena, piece, nh_random_between(random, 1, 4)));
    }
    return nh_random_below(random, 3) == 0 ? nh_rat_int(nh_random_between(random, 1, INT64_MAX)) : n;
}

static void many(nh_context *context, void *unused) {
    (void)unused;
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < test_count(15); i++) {
        nh_arena *arena = nh_arena_create(context);
        check_factors(arena, random_integer(arena, &random));
        nh_arena_destroy(arena);
    }
}

static void test_random(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, many, NULL);
    nh_context_destroy(context);
}

/* The same number as a word, and with a large square on it that only adds a factor: both paths
 * agree on the small part. */
static void both_ways(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 2);
    nh_rat large = nh_rat_pow(arena, nh_rat_int(2147483647), 4);
    for (int i = 0; i < test_count(10); i++) {
        nh_rat n = nh_rat_int(1);
        for (int k = 0; k < 4; k++) n = nh_rat_mul(arena, n, nh_rat_int(nh_random_between(&random, 1, 900)));
        nh_factor *word, *both;
        size_t word_count = nh_factor_integer(arena, n, &word);
        size_t count = nh_factor_integer(arena, nh_rat_mul(arena, n, large), &both);
        assert_int_equal(count, word_count + 1);
        for (size_t k = 0; k < word_count; k++) {
            assert_true(nh_rat_eq(word[k].base, both[k].base));
            assert_int_equal(word[k].times, both[k].times);
        }
        assert_int_equal(both[word_count].base.num, 2147483647);
        assert_int_equal(both[word_count].times, 4);
    }
    nh_arena_destroy(arena);
}

static void test_both_ways(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, both_ways, NULL);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
