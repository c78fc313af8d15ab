/* Projection, residuals, ranks, random states; large systems. */
#include "state_support.h"

#define RING "coord x, y\npoint P = [x, y] mass 1\nconstraint ring: x^2 + y^2 = 25\n"

/* ---- projection ---- */

/* The point of the ring in the direction of the state, and the tangent part of its velocity. */
PROTECTED_TEST(test_ring) {
    subject s = subject_of_text(context, RING);
    double q[] = {3.003, 3.997}, v[] = {4.1, -2.8};
    nh_state state = {0, q, v};
    assert_true(nh_states_project(s.states, &state));
    assert_true(fabs(hypot(q[0], q[1]) - 5) < 1e-15 * 5);
    assert_true(fabs(q[0] * 3.997 - q[1] * 3.003) < 1e-4);
    assert_true(fabs(q[0] * v[0] + q[1] * v[1]) < 1e-14);
    double along = (4.1 * q[1] + 2.8 * q[0]) / 5; /* the tangent is (y, -x)/5 */
    assert_true(fabs(v[0] - along * q[1] / 5) < 1e-14 && fabs(v[1] + along * q[0] / 5) < 1e-14);
    subject_end(&s);
}

PROTECTED_TEST(test_far_away) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x^2 + y^2 = -1\n"
                                         "constraint b: y = 2\n");
    double q[] = {0.3, 2.1}, v[] = {1, 2};
    nh_state state = {0, q, v};
    assert_false(nh_states_project(s.states, &state));
    assert_true(q[0] == 0.3 && q[1] == 2.1 && v[0] == 1 && v[1] == 2);
    subject_end(&s);
    s = subject_of_text(context, RING);
    double p[] = {1e-4, 2e-4}, w[] = {1, 2}; /* near the centre: the first step goes far out */
    state = (nh_state){0, p, w};
    assert_false(nh_states_project(s.states, &state));
    assert_true(p[0] == 1e-4 && p[1] == 2e-4 && w[0] == 1 && w[1] == 2);
    p[0] = 0.3, p[1] = 0.4; /* Newton's method would arrive, ten times as far out */
    assert_false(nh_states_project(s.states, &state));
    assert_true(p[0] == 0.3 && p[1] == 0.4);
    p[0] = NAN;
    assert_false(nh_states_project(s.states, &state));
    subject_end(&s);
}

/* An admissible state, as projection leaves it, is left where it is except for rounding. */
PROTECTED_TEST(test_twice) {
    subject s = subject_of_text(context, RING);
    nh_random random = nh_random_make(test_seed(), 3);
    for (int i = 0; i < test_count(50); i++) {
        assert_true(nh_states_random(s.states, &random, 0, 10, &s.state));
        double x = s.state.q[0], v = s.state.v[0];
        assert_true(nh_states_project(s.states, &s.state));
        assert_true(fabs(s.state.q[0] - x) <= 4e-15 * 5 && fabs(s.state.v[0] - v) <= 4e-15 * fmax(1, fabs(v)));
    }
    subject_end(&s);
}

/* The metric counts: a heavy coordinate moves less. */
PROTECTED_TEST(test_metric) {
    subject s = subject_of_text(context, "coord x, y\nkinetic 50*x'^2 + y'^2/2\nconstraint a: x + y = 1\n");
    double q[] = {0.5, 0.6}, v[] = {1, 1};
    nh_state state = {0, q, v};
    assert_true(nh_states_project(s.states, &state));
    assert_true(fabs(q[0] - 0.5 + 0.1 / 101) < 1e-15 && fabs(v[0] - 1 + 2. / 101) < 1e-15);
    subject_end(&s);
}

/* Near admissible states a redundant row seems independent: it must not drive the state away. */
PROTECTED_TEST(test_redundant_nearby) {
    subject s =
        subject_of_text(context, "coord x[1..2], y[1..2], z[1..2]\npoint P[i=1..2] = [x[i], y[i], z[i]] mass 1\n"
                                 "constraint par: cross(P[1]', P[2]') = 0\n");
    nh_random random = nh_random_make(test_seed(), 4);
    for (int i = 0; i < test_count(200); i++) {
        double size = pow(10, nh_random_uniform(&random, -14, -3)), before[6], most = 0;
        for (int k = 0; k < 6; k++)
            before[k] = s.state.v[k] = (k % 2 + 1) * (k / 2 + 0.5) + size * nh_random_normal(&random);
        assert_true(nh_states_project(s.states, &s.state));
        for (int k = 0; k < 6; k++) most = fmax(most, fabs(before[k] - s.state.v[k]));
        if (!(most <= 30 * size + 1e-14)) fail_msg("moved %g from %g", most, size);
        assert_true(nh_states_residual(s.states, &s.state, NULL) <= 1e-14);
    }
    subject_end(&s);
}

/* Rows that are independent by a little only are no redundant ones. */
PROTECTED_TEST(test_nearly_dependent) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: x + y = 1\n"
                                         "constraint b: x + (1 + 1e-8)*y = 1 + 2e-8\ninit x ~ 0, y ~ 0\n");
    subject_start(&s, 0, NH_START_FOUND);
    assert_true(fabs(subject_q(&s, "x") + 1) < 1e-4 && fabs(subject_q(&s, "y") - 2) < 1e-4);
    s.state.q[0] += 1e-3;
    s.state.q[1] += 1e-3;
    s.state.v[1] = 0.1;
    assert_true(nh_states_project(s.states, &s.state));
    assert_true(fabs(subject_q(&s, "y") - 2) < 1e-4 && fabs(subject_v(&s, "y")) < 1e-4);
    subject_end(&s);
}

PROTECTED_TEST(test_no_allocation) {
    subject s = subject_of_text(context, RING);
    double q[] = {3.003, 3.997}, v[] = {4.1, -2.8};
    nh_state state = {0, q, v};
    size_t before = nh_context_memory_peak(context);
    nh_arena_mark mark = nh_arena_mark_here(s.arena);
    for (int i = 0; i < 1000; i++) {
        q[0] += 1e-3;
        assert_true(nh_states_project(s.states, &state));
    }
    nh_arena_mark after = nh_arena_mark_here(s.arena);
    assert_true(mark.used == after.used && mark.chunk == after.chunk);
    assert_int_equal(nh_context_memory_peak(context), before);
    subject_end(&s);
}

/* ---- residuals ---- */

PROTECTED_TEST(test_residual) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\ncondition n: x = 1\n"
                                         "constraint a: y' = 1\nconstraint ring: x^2 + y^2 = 25\n");
    double q[] = {3, 4}, v[] = {-4. / 3, 1};
    nh_state state = {0, q, v};
    uint32_t row = 77;
    assert_true(nh_states_residual(s.states, &state, &row) < 1e-15);
    v[1] = 1.5;
    v[0] = -2;
    double residual = nh_states_residual(s.states, &state, &row);
    assert_true(row == 1 && residual > 0.1 && residual < 1);
    v[1] = 1, v[0] = -4. / 3, q[0] = 3.0001;
    residual = nh_states_residual(s.states, &state, &row);
    assert_true(row == 2 && residual > 1e-6 && residual < 1e-4);
    q[0] = NAN;
    assert_true(isnan(nh_states_residual(s.states, &state, &row)) && row == 2);
    subject_end(&s);
}

/* The residual is relative: units do not matter. */
PROTECTED_TEST(test_residual_units) {
    double residuals[3];
    for (int i = 0; i < 3; i++) {
        char text[200];
        int k = 8 * (i - 1);
        snprintf(text, sizeof text, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: 1e%d*(x^2 + y^2) = 25e%d\n", k,
                 3 * k);
        subject s = subject_of_text(context, text);
        double unit = pow(10, k), q[] = {3.01 * unit, 4 * unit}, v[] = {4 * unit, -3.01 * unit};
        nh_state state = {0, q, v};
        residuals[i] = nh_states_residual(s.states, &state, NULL);
        subject_end(&s);
    }
    assert_true(fabs(residuals[0] / residuals[1] - 1) < 1e-6 && fabs(residuals[2] / residuals[1] - 1) < 1e-6);
}

/* ---- ranks ---- */

PROTECTED_TEST(test_rank_order) {
    subject s = subject_of_text(context, "coord x, y, z\npoint P = [x, y, z] mass 1\nconstraint a: x' = 0\n"
                                         "constraint b: 2*x' = 0\ncondition n: y' = 0\nconstraint c: x' + y' = 0\n"
                                         "constraint d: 1e9*y' = 0\nconstraint e: z'*z = 0\n");
    bool redundant[6];
    assert_int_equal(nh_states_rank(s.states, &s.state, redundant), 2);
    static const bool wanted[] = {false, true, true, false, true, true};
    assert_memory_equal(redundant, wanted, sizeof redundant);
    s.state.q[2] = 1e-3;
    assert_int_equal(nh_states_rank(s.states, &s.state, redundant), 3);
    assert_false(redundant[5]);
    subject_end(&s);
}

/* ---- random states ---- */

PROTECTED_TEST(test_random_within_assumptions) {
    subject s = subject_of_text(context, RING "assume x > 1\nassume y <= 0\nassume y' != 0\n");
    nh_random random = nh_random_make(test_seed(), 5);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 100; i++) {
        assert_true(nh_states_random(s.states, &random, 0, 100, &s.state));
        assert_true(s.state.q[0] > 1 && s.state.q[1] <= 0 && s.state.v[1] != 0);
        assert_true(nh_states_residual(s.states, &s.state, NULL) < 1e-14);
        low = fmin(low, s.state.q[0]);
        high = fmax(high, s.state.q[0]);
    }
    assert_true(high - low > 1);
    subject_end(&s);
    s = subject_of_text(context, RING "assume x > 6\n");
    assert_false(nh_states_random(s.states, &random, 0, 100, &s.state));
    subject_end(&s);
}

PROTECTED_TEST(test_random_near_start) {
    subject s = subject_of_text(context, "coord x, y\npoint P = [x, y] mass 1\nconstraint a: y = 1000 + sin(x)\n"
                                         "init x ~ 1000, y ~ 1000\n");
    nh_random random = nh_random_make(test_seed(), 6);
    double sum = 0;
    for (int i = 0; i < 100; i++) {
        assert_true(nh_states_random(s.states, &random, 0, 100, &s.state));
        sum += s.state.q[0] / 100;
    }
    assert_true(sum > 700 && sum < 1300);
    subject_end(&s);
}

/* ---- large systems ---- */

static subject chain(nh_context *context, int count, const char *more) {
    char text[700];
    snprintf(text, sizeof text,
             "const N = %d\ncoord x[1..N], y[1..N]\npoint P[i=1..N] = [x[i], y[i]] mass 1 + mod(i, 3)\n"
             "constraint rod[i=1..N-1]: |P[i+1] - P[i]|^2 = 1\nconstraint skate: x[1]' = 0\n"
             "init P[i] ~ [0.9*i, 0.5*(-1)^i] for i = 8..N\ninit x[i]' ~ i/N for i = 1..N\n"
             "init P[i] %s [0.9*i, 0.5*(-1)^i] for i = 7..7\ninit P[i] ~ [0.9*i, 0.5*(-1)^i] for i = 1..6\n%s",
             count, more[0] != 0 ? "=" : "~", more);
    return subject_of_text(context, text);
}

static void shake(subject *s, nh_random *random, double size) {
    for (uint32_t i = 0; i < s->n; i++) {
        s->state.q[i] += size * nh_random_uniform(random, -1, 1);
        s->state.v[i] += size * nh_random_uniform(random, -1, 1);
    }
}

/* How much a projection costs: factorisations, and entries of the factor for each point. */
PROTECTED_TEST(test_large_is_linear) {
    uint64_t factorisations[2];
    double fill[2];
    for (int i = 0; i < 2; i++) {
        int count = 300 << (2 * i);
        nh_random random = nh_random_make(test_seed(), 12);
        subject s = chain(context, count, "");
        assert_non_null(s.states->sparse);
        subject_start(&s, 0, NH_START_FOUND);
        uint64_t before = s.states->factorisations;
        shake(&s, &random, 1e-4);
        assert_true(nh_states_project(s.states, &s.state));
        double residual = nh_states_residual(s.states, &s.state, NULL);
        if (!(residual <= 2e-15)) fail_msg("residual %g", residual);
        factorisations[i] = s.states->factorisations - before;
        fill[i] = (double)nh_state_sparse_fill(s.states) / count;
        subject_end(&s);
    }
    assert_true(factorisations[1] <= factorisations[0] + 2 && factorisations[1] <= 16);
    if (!(fill[1] <= 1.1 * fill[0])) fail_msg("fill %g and %g for each point", fill[0], fill[1]);
}

/* The sparse way and the dense one agree. */
PROTECTED_TEST(test_large_as_small) {
    nh_random random = nh_random_make(test_seed(), 13);
    subject s = chain(context, 40, "");
    assert_null(s.states->sparse);
    subject_start(&s, 0, NH_START_FOUND);
    shake(&s, &random, 1e-3);
    double *q = NH_NEW_ARRAY(s.arena, double, s.n), *v = NH_NEW_ARRAY(s.arena, double, s.n);
    memcpy(q, s.state.q, s.n * sizeof *q);
    memcpy(v, s.state.v, s.n * sizeof *v);
    bool *dense = NH_NEW_ARRAY(s.arena, bool, s.model->rows.count),
         *sparse = NH_NEW_ARRAY(s.arena, bool, s.model->rows.count);
    assert_true(nh_states_project(s.states, &s.state));
    uint32_t rank = nh_states_rank(s.states, &s.state, dense);
    s.states->sparse = nh_state_sparse_make(s.states);
    nh_state other = {0, q, v};
    assert_true(nh_states_project(s.states, &other));
    for (uint32_t i = 0; i < s.n; i++)
        if (!(fabs(q[i] - s.state.q[i]) < 1e-12 && fabs(v[i] - s.state.v[i]) < 1e-12))
            fail_msg("coordinate %u: %.17g and %.17g", (unsigned)i, q[i], s.state.q[i]);
    assert_int_equal(nh_states_rank(s.states, &other, sparse), rank);
    assert_memory_equal(dense, sparse, s.model->rows.count);
    subject_end(&s);
}

/* Redundant rows do no harm in the sparse way, and are found; held values stay to the bit. */
PROTECTED_TEST(test_large_redundant) {
    nh_random random = nh_random_make(test_seed(), 14);
    subject s = chain(context, 150, "constraint again: dot(P[2] - P[1], P[2] - P[1]) = 1\ninit y[7]' = 0.25\n");
    assert_non_null(s.states->sparse);
    subject_start(&s, 0, NH_START_FOUND);
    uint32_t k = subject_unknown(&s, "x[7]"), l = subject_unknown(&s, "y[7]");
    assert_true(s.state.q[k] == 6.3 && s.state.q[l] == -0.5 && s.state.v[l] == 0.25);
    bool *redundant = NH_NEW_ARRAY(s.arena, bool, s.model->rows.count);
    assert_int_equal(nh_states_rank(s.states, &s.state, redundant), 150);
    assert_true(redundant[150] && !redundant[149]);
    shake(&s, &random, 1e-4);
    assert_true(nh_states_project(s.states, &s.state));
    assert_true(nh_states_residual(s.states, &s.state, NULL) <= 4e-15);
    subject_end(&s);
}

/* Without a definite mass matrix the sparse way is Euclidean. */
PROTECTED_TEST(test_large_euclidean) {
    subject s =
        subject_of_text(context, "const N = 250\ncoord x[1..N]\nlagrangian sum(i=1..N, (-1)^i*x[i]'^2)\n"
                                 "constraint a[i=1..N-1]: x[i] + 2*x[i+1] = 1\nconstraint b: 3*x[1]' = x[N]'\n");
    assert_non_null(s.states->sparse);
    nh_random random = nh_random_make(test_seed(), 15);
    double *q = NH_NEW_ARRAY(s.arena, double, s.n), along = 0, length = 0, tangent = 1;
    for (uint32_t i = 0; i < s.n; i++) q[i] = s.state.q[i] = 1. / 3 + 0.01 * nh_random_normal(&random);
    assert_true(nh_states_project(s.states, &s.state));
    for (uint32_t i = 0; i < s.n; i++, tangent /= -2) { /* the kernel of the rows: (1, -1/2, 1/4, ...) */
        along += tangent * (s.state.q[i] - q[i]);
        length += fabs(tangent * (s.state.q[i] - q[i]));
    }
    assert_true(length > 1e-4 && fabs(along) < 1e-12);
    assert_true(nh_states_residual(s.states, &s.state, NULL) < 4e-15);
    subject_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_metric),
        cmocka_unit_test(test_redundant_nearby),
        cmocka_unit_test(test_nearly_dependent),
        cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_residual),
        cmocka_unit_test(test_residual_units),
        cmocka_unit_test(test_rank_order),
        cmocka_unit_test(test_random_within_assumptions),
        cmocka_unit_test(test_random_near_start),
        cmocka_unit_test(test_large_is_linear),
        cmocka_unit_test(test_large_as_small),
        cmocka_unit_test(test_large_redundant),
        cmocka_unit_test(test_large_euclidean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
