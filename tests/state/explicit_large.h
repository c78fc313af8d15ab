/* Large systems: parallel velocities and the chain, of N points. */
#ifndef NH_TESTS_EXPLICIT_LARGE_H
#define NH_TESTS_EXPLICIT_LARGE_H

#include "explicit_support.h"

/* A state by hand: velocities along one line, or every second one perpendicular to its neighbours, which differ. */
static inline void large_parallel_state(explicit_case *c) {
    uint32_t N = c->s.n / 3;
    for (uint32_t i = 0; i < N; i++) {
        double size = 1 + 0.25 * (i % 5);
        c->s.state.v[i] = 0.5 * size;
        c->s.state.v[N + i] = -0.75 * size;
        c->s.state.v[2 * N + i] = size;
    }
}

static inline void large_chain_state(explicit_case *c) {
    static const double turns[4][3] = {{1, 2, -2}, {-1, -2.5, -3}, {1, -1, 0.5}, {-1, -2.5, -3}};
    uint32_t N = c->s.n / 3;
    for (uint32_t i = 0; i < c->s.n; i++) c->s.state.v[i] = turns[i % N % 4][i / N] * (1 + 0.25 * (i % N % 3));
}

static inline explicit_case large_case(nh_context *context, const char *format, int N) {
    char text[1000];
    snprintf(text, sizeof text, format, N);
    explicit_case c = case_of(subject_of_text(context, text));
    case_rows(&c); /* arrays */
    c.k = (uint32_t)c.s.model->rows.count;
    for (uint32_t i = 0; i < c.k; i++) c.rows[i] = i;
    return c;
}

/* Some of the derivatives, closed against implicit. */
static inline void large_check_derivatives(const explicit_case *c) {
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t d = i * (c->k - 1) / 5;
        nh_expr w = c->s.model->coordinates.items[c->form->independent[i * (c->form->m - 1) / 5]].v;
        double closed = case_value(c, nh_explicit_first(c->form, d, w));
        double other = case_value(c, nh_explicit_first_implicit(c->form, d, w));
        if (!(fabs(closed - other) <= 1e-9 * fmax(1, fabs(closed)))) fail_msg("%g, %g", closed, other);
    }
}

/* All of alpha at once. */
static inline void large_check_alpha(const explicit_case *c) {
    nh_expr *alpha = NH_NEW_ARRAY(c->s.arena, nh_expr, c->k);
    double *values = NH_NEW_ARRAY(c->s.arena, double, c->k);
    for (uint32_t d = 0; d < c->k; d++) alpha[d] = c->form->dependent[d].alpha;
    case_evaluate_at(c, &c->s.state, c->k, alpha, values);
    for (uint32_t d = 0; d < c->k; d++)
        if (!(fabs(values[d] - c->s.state.v[c->form->dependent[d].coordinate]) <= 1e-9))
            fail_msg("velocity %u is %g, not %g", (unsigned)d, values[d],
                     c->s.state.v[c->form->dependent[d].coordinate]);
}

#define LARGE_PARALLEL                                                                                                 \
    "const N = %d\ncoord x[1..N], y[1..N], z[1..N]\npoint P[i=1..N] = [x[i], y[i], z[i]] mass 1\n"                     \
    "constraint along[i=2..N]: y[i]'*x[1]' - x[i]'*y[1]' = 0\n"                                                        \
    "constraint up[i=2..N]: z[i]'*x[1]' - x[i]'*z[1]' = 0\n"
#define LARGE_CHAIN                                                                                                    \
    "const N = %d\ncoord x[1..N], y[1..N], z[1..N]\npoint P[i=1..N] = [x[i], y[i], z[i]] mass 1\n"                     \
    "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
#define LARGE_CHAIN_NAMED LARGE_CHAIN "independent x[i]', y[i]' for i = 1..N\nindependent z[1]'\n"

static inline void large_check_parallel(nh_context *context, int N) {
    explicit_case c = large_case(context, LARGE_PARALLEL, N);
    large_parallel_state(&c);
    nh_explicit_choose(c.s.arena, c.s.states, &c.s.state, c.k, c.rows, c.dependent, &c.refused);
    case_make(&c);
    assert_false(c.refused);
    assert_int_equal(c.form->kind, NH_EXPLICIT_RATIONAL);
    assert_int_equal(c.form->pivots.count, 1);
    large_check_alpha(&c);
    large_check_derivatives(&c);
    subject_end(&c.s);
}

static inline void large_check_chain(nh_context *context, int N, bool is_named) {
    explicit_case c = large_case(context, is_named ? LARGE_CHAIN_NAMED : LARGE_CHAIN, N);
    large_chain_state(&c);
    nh_explicit_choose(c.s.arena, c.s.states, &c.s.state, c.k, c.rows, c.dependent, &c.refused);
    case_make(&c);
    assert_false(c.refused);
    assert_int_equal(c.form->kind, NH_EXPLICIT_RATIONAL);
    for (uint32_t d = 0; d < c.k && is_named; d++) assert_int_equal(c.dependent[d], 2 * N + 1 + (int)d);
    large_check_alpha(&c);
    if (!is_named) large_check_derivatives(&c);
    if (!is_named)
        assert_int_equal(c.form->pivots.count, N / 2); /* (22): of every second point, by its neighbours only */
    subject_end(&c.s);
}

#endif
