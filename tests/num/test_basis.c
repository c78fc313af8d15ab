/* Independent vectors: rank, the basis, what vectors are in it, and the choice within a group. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "num/linear/basis.h"

enum { SIZE = 7, VECTORS = 9 };

typedef struct vectors {
    double of[VECTORS][SIZE];
} vectors;

static void load(void *user, uint32_t vector, double *column) {
    memcpy(column, ((const vectors *)user)->of[vector], SIZE * sizeof *column);
}

static void draw(vectors *v, nh_random *random) {
    for (int j = 0; j < VECTORS; j++)
        for (int i = 0; i < SIZE; i++) v->of[j][i] = nh_random_uniform(random, -1, 1);
}

/* The columns are orthonormal, and give back the vectors that were taken. */
static void check(const nh_basis *b, const vectors *v) {
    for (uint32_t k = 0; k < b->rank; k++) {
        for (uint32_t l = 0; l <= k; l++) {
            double sum = 0;
            for (size_t i = 0; i < SIZE; i++) sum += b->z[i + k * SIZE] * b->z[i + l * SIZE];
            assert_true(fabs(sum - (k == l)) < 1e-14);
        }
        for (size_t i = 0; i < SIZE; i++) {
            double sum = 0;
            for (uint32_t l = 0; l <= k; l++) sum += b->r[l + (size_t)k * b->most] * b->z[i + l * SIZE];
            assert_true(fabs(sum - v->of[b->used[k]][i]) < 1e-13);
        }
    }
}

PROTECTED_TEST(singles_in_order) {
    nh_random random = nh_random_make(test_seed(), 1);
    nh_basis *b = nh_basis_make(nh_arena_create(context), SIZE, VECTORS);
    for (int round = 0; round < 100; round++) {
        vectors v;
        draw(&v, &random);
        for (int i = 0; i < SIZE; i++) v.of[2][i] = 3 * v.of[0][i] - v.of[1][i]; /* depends on those before it */
        nh_basis_begin(b, 1e-10);
        for (uint32_t j = 0; j < VECTORS; j++) nh_basis_take(b, 1, &j, load, &v);
        assert_int_equal(b->rank, SIZE);
        static const uint32_t wanted[SIZE] = {0, 1, 3, 4, 5, 6, 7};
        assert_memory_equal(b->used, wanted, sizeof wanted);
        assert_true(b->least > 0 && b->least <= 1);
        check(b, &v);
    }
}

/* Of three components with two independent, the one that is nearly 0 is not taken, wherever it stands. */
PROTECTED_TEST(small_components_come_last) {
    nh_random random = nh_random_make(test_seed(), 2);
    nh_basis *b = nh_basis_make(nh_arena_create(context), SIZE, VECTORS);
    for (uint32_t small = 0; small < 3; small++) {
        vectors v;
        draw(&v, &random);
        uint32_t one = (small + 1) % 3, other = (small + 2) % 3;
        for (int i = 0; i < SIZE; i++) v.of[small][i] = 1e-7 * (v.of[one][i] + v.of[other][i]);
        nh_basis_begin(b, 1e-10);
        nh_basis_take(b, 3, (uint32_t[]){0, 1, 2}, load, &v);
        assert_int_equal(b->rank, 2);
        assert_true(b->used[0] != small && b->used[1] != small);
        check(b, &v);
    }
}

/* A group has as many as are independent, though single ones would be fewer or more by their own length. */
PROTECTED_TEST(a_group_is_measured_by_its_largest) {
    nh_basis *b = nh_basis_make(nh_arena_create(context), SIZE, VECTORS);
    vectors v = {{{1}, {0, 1e-12}, {0, 0, 1}}};
    nh_basis_begin(b, 1e-10);
    nh_basis_take(b, 3, (uint32_t[]){0, 1, 2}, load, &v);
    assert_int_equal(b->rank, 2);
    assert_int_equal(b->used[1], 2);
    nh_basis_begin(b, 1e-10);
    for (uint32_t j = 0; j < 3; j++) nh_basis_take(b, 1, &j, load, &v);
    assert_int_equal(b->rank, 3);
    nh_basis_take(b, 0, NULL, load, &v);
    uint32_t nothing = 5; /* a vector of zeros */
    nh_basis_take(b, 1, &nothing, load, &v);
    assert_int_equal(b->rank, 3);
}

/* What is left out is no large multiple of what is taken; a small vector is not taken while a larger one serves, nor
 * when it is preferred; noise is nothing. */
PROTECTED_TEST(pivots) {
    nh_random random = nh_random_make(test_seed(), 5);
    (void)context;
    for (int round = 0; round < 100; round++) {
        vectors v;
        double columns[VECTORS * SIZE], least[VECTORS] = {0};
        bool is_preferred[VECTORS] = {true, true};
        uint32_t order[VECTORS];
        draw(&v, &random);
        for (int i = 0; i < SIZE; i++) {
            v.of[0][i] = 1e-6 * v.of[3][i];
            v.of[2][i] = v.of[3][i] + v.of[1][i] / 7;
            for (int j = 4; j < VECTORS; j++) v.of[j][i] = 1e-14 * v.of[j][i];
        }
        for (int j = 0; j < VECTORS; j++) least[j] = j == 0 ? 1e-10 * 1e-6 : 1e-10;
        memcpy(columns, v.of, sizeof columns);
        assert_int_equal(nh_basis_pivots(SIZE, VECTORS, columns, least, SIZE, is_preferred, order), 2);
        assert_true(order[0] == 1 && (order[1] == 2 || order[1] == 3));
        memcpy(columns, v.of, sizeof columns);
        assert_int_equal(nh_basis_pivots(SIZE, VECTORS, columns, least, 1, NULL, order), 1);
        assert_int_not_equal(order[0], 0);
        memcpy(columns, v.of, sizeof columns);
        assert_int_equal(nh_basis_pivots(SIZE, 1, columns, least, SIZE, NULL, order), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singles_in_order),
        cmocka_unit_test(small_components_come_last),
        cmocka_unit_test(pivots),
        cmocka_unit_test(a_group_is_measured_by_its_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
