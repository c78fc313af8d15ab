/* DOP853: the conditions for its order over all rooted trees, for the embedded methods and the interpolant too; the
 * orders seen as the step shrinks. */
#include "ode/dop853_private.h"

#include "problems.h"

enum { STAGES = NH_DOP853_STAGES, END = NH_DOP853_END, ORDER_MAX = 9 };

/* A rooted tree: the level of each node, in the order of a walk from the root; parents by it. */
typedef struct tree {
    int order;
    int level[ORDER_MAX];
} tree;

/* The next tree of that order (Beyer and Hedetniemi, SIAM J. Comput. 9 (1980) 706); false after the last. */
static bool next_tree(tree *t) {
    int p = t->order - 1;
    while (p > 0 && t->level[p] <= 1) p--;
    if (p <= 0) return false;
    int q = p - 1;
    while (t->level[q] != t->level[p] - 1) q--;
    for (int i = p; i < t->order; i++) t->level[i] = t->level[i - (p - q)];
    return true;
}

static tree first_tree(int order) {
    tree t = {.order = order};
    for (int i = 0; i < order; i++) t.level[i] = i;
    return t;
}

static int parent_of(const tree *t, int node) {
    int p = node - 1;
    while (t->level[p] != t->level[node] - 1) p--;
    return p;
}

/* gamma(t) sum_i weights_i Phi_i(t): 1 when the condition of that tree is met by a method with these weights. */
static double condition(const tree *t, const double *weights) {
    double phi[ORDER_MAX][STAGES], gamma = 1, sum = 0;
    int below[ORDER_MAX];
    for (int node = 0; node < t->order; node++) {
        below[node] = 1;
        for (int s = 0; s < STAGES; s++) phi[node][s] = 1;
    }
    for (int node = t->order - 1; node > 0; node--) {
        int parent = parent_of(t, node);
        below[parent] += below[node];
        for (int s = 0; s < STAGES; s++) {
            double inner = 0;
            for (int j = 0; j < s; j++) inner += nh_dop853_coefficients.a[s][j] * phi[node][j];
            phi[parent][s] *= inner;
        }
    }
    for (int node = 0; node < t->order; node++) gamma *= below[node];
    for (int s = 0; s < STAGES; s++) sum += weights[s] * phi[0][s];
    return gamma * sum;
}

/* The largest deviation of the conditions of one order from `value`, and how many there are. */
static double deviation(int order, const double *weights, double value, int *count) {
    double largest = 0;
    tree t = first_tree(order);
    *count = 0;
    do {
        largest = fmax(largest, fabs(condition(&t, weights) - value));
        ++*count;
    } while (next_tree(&t));
    return largest;
}

static const int tree_counts[ORDER_MAX + 1] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};

static void test_order(void **state) {
    (void)state;
    for (int order = 1; order <= ORDER_MAX; order++) {
        int count;
        double off = deviation(order, nh_dop853_coefficients.a[END], 1, &count);
        assert_int_equal(count, tree_counts[order]);
        if (order <= 8) assert_true(off < 1e-12);
        else assert_true(off > 1e-6);
    }
}

static void test_row_sums(void **state) {
    (void)state;
    const nh_dop853_table *table = &nh_dop853_coefficients;
    for (int s = 0; s < STAGES; s++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++) {
            if (j >= s) assert_true(table->a[s][j] == 0);
            sum += table->a[s][j];
        }
        assert_true(fabs(sum - table->c[s]) < 2e-14);
    }
}

static void test_quadrature(void **state) {
    (void)state;
    const nh_dop853_table *table = &nh_dop853_coefficients;
    for (int power = 0; power <= 8; power++) {
        double sum = 0;
        for (int s = 0; s < END; s++) sum += table->a[END][s] * pow(table->c[s], power);
        if (power < 8) assert_true(fabs(sum - 1.0 / (power + 1)) < 2e-15);
        else assert_true(fabs(sum - 1.0 / 9) > 1e-7);
    }
}

/* Differences of two methods that agree up to some order: 0 up to there, not beyond. */
static void test_embedded(void **state) {
    (void)state;
    const nh_dop853_table *table = &nh_dop853_coefficients;
    int count;
    for (int order = 1; order <= 6; order++) {
        double off = deviation(order, table->error5, 0, &count);
        if (order <= 5) assert_true(off < 1e-12);
        else assert_true(off > 1e-3);
    }
    for (int order = 1; order <= 4; order++) {
        double off = deviation(order, table->lower3, 1, &count);
        if (order <= 3) assert_true(off < 1e-12);
        else assert_true(off > 1e-3);
    }
}

/* The weights of the stages in the interpolant at x, by the formula at the head of dop853.c. */
static void dense_weights(double x, double *weights) {
    const nh_dop853_table *table = &nh_dop853_coefficients;
    double z = 1 - x, p[NH_DOP853_DENSE] = {x, x * z, x * x * z, x * x * z * z};
    p[4] = p[3] * x, p[5] = p[4] * z, p[6] = p[5] * x;
    for (int j = 0; j < STAGES; j++) {
        weights[j] = (p[0] - p[1] + 2 * p[2]) * table->a[END][j];
        if (j == 0) weights[j] += p[1] - p[2];
        if (j == END) weights[j] -= p[2];
        for (int i = 3; i < NH_DOP853_DENSE; i++) weights[j] += p[i] * table->dense[i][j];
    }
}

static void test_dense_order(void **state) {
    (void)state;
    for (int k = 1; k <= 9; k++) {
        double weights[STAGES], x = k / 10.0;
        int count;
        dense_weights(x, weights);
        for (int order = 1; order <= 7; order++) assert_true(deviation(order, weights, pow(x, order), &count) < 1e-10);
    }
    double weights[STAGES];
    int count;
    dense_weights(0.5, weights);
    assert_true(deviation(8, weights, pow(0.5, 8), &count) > 1e-6);
}

/* A step of size h of y' = y cos t at t = 0.3. */
static nh_step *swing_once(nh_arena *arena, double h) {
    nh_step *step = nh_dop853_stepper.make(arena, 1);
    step->t = 0.3;
    step->t_end = 0.3 + h;
    step->y[0] = exp(sin(0.3));
    swinging(NULL, step->t, step->y, step->slope);
    assert_int_equal(nh_dop853_stepper.run(step, swinging, NULL), 0);
    swinging(NULL, step->t_end, step->y_end, step->slope_end);
    return step;
}

static double dense_error(nh_arena *arena, double h) {
    nh_step *step = swing_once(arena, h);
    double largest = 0, y;
    assert_int_equal(nh_dop853_stepper.make_dense(step, swinging, NULL), 0);
    for (int i = 0; i <= 20; i++) {
        double t = 0.3 + h * i / 20;
        nh_dop853_stepper.dense(step, t, &y);
        largest = fmax(largest, fabs(y - exp(sin(t))));
    }
    return largest;
}

/* The error of the interpolant within one step is like h^8, which is order 7. */
PROTECTED_TEST(test_dense_convergence) {
    nh_arena *arena = nh_arena_create(context);
    double order = log2(dense_error(arena, 0.5) / dense_error(arena, 0.25));
    print_message("order of the interpolant within one step %.2f\n", order);
    assert_true(order > 7.4 && order < 9.5);
    nh_arena_destroy(arena);
}

/* Far too small a tolerance: squares overflow, and the error does not come out small. */
PROTECTED_TEST(test_small_tolerances) {
    nh_arena *arena = nh_arena_create(context);
    nh_step *step = swing_once(arena, 0.5);
    for (double atol = 1e-10; atol > 0; atol /= 10) assert_true(nh_dop853_stepper.error(step, 0, atol) > 0.5);
    nh_arena_destroy(arena);
}

static nh_dop853 *new_step(nh_arena *arena, size_t size) {
    return (nh_dop853 *)nh_dop853_stepper.make(arena, size);
}

/* Sums over stages have the same bits on every instruction set, for numbers of any size and for those that are none. */
PROTECTED_TEST(test_sums) {
    nh_arena *arena = nh_arena_create(context);
    const nh_dop853_sums *others[] = {&nh_dop853_sums_base, new_step(arena, 1)->sums};
    nh_random random = nh_random_make(test_seed(), 4);
    static const double special[] = {0, -0.0, INFINITY, NAN, 1e308, 5e-324};
    for (int round = 0; round < test_count(2000); round++) {
        size_t size = 1 + (size_t)nh_random_between(&random, 0, 9), stage = (size_t)nh_random_between(&random, 1, 15);
        nh_dop853 *step = new_step(arena, size);
        double *states[2] = {nh_step_vector(arena, size), nh_step_vector(arena, size)};
        for (size_t i = 0; i < size; i++) {
            step->base.y[i] = nh_random_normal(&random);
            step->base.y_end[i] = nh_random_normal(&random);
            for (size_t s = 0; s < NH_DOP853_STAGES; s++) {
                int64_t chance = nh_random_between(&random, 0, 300);
                step->k[s][i] = chance < 6 ? special[chance] : nh_random_normal(&random);
            }
        }
        bool finite[2];
        nh_dop853_squares squares[2];
        for (int i = 0; i < 2; i++) {
            finite[i] = others[i]->state(step, stage, 0.1, states[i]);
            squares[i] = others[i]->error(step, 1e-6, 1e-9);
        }
        assert_int_equal(finite[0], finite[1]);
        for (size_t i = 0; i < size; i++)
            assert_true(states[0][i] == states[1][i] || (isnan(states[0][i]) && isnan(states[1][i])));
        assert_true(squares[0].of_order_5 == squares[1].of_order_5 || isnan(squares[0].of_order_5));
        assert_true(squares[0].of_order_3 == squares[1].of_order_3 || isnan(squares[0].of_order_3));
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_row_sums),
        cmocka_unit_test(test_quadrature),
        cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_dense_order),
        cmocka_unit_test(test_dense_convergence),
        cmocka_unit_test(test_small_tolerances),
    };
    return cmocka_run_group_tests_name("ode.dop853", tests, NULL, NULL);
}
