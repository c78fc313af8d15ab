/* Random systems with the constraint z' = f(x, y) x', which is not integrable, and a potential V(x, y):
 *
 *     (1 + f^2) x'' = -V_x - f (f_x x' + f_y y') x',     y'' = -V_y.
 *
 * With these formulas, derived by hand, it is known how many sums of products are constant: polynomials of degree 2 in
 * the velocities, their coefficients polynomials of degree 4 in x, y, with and without the factor sqrt(1 + f^2). The
 * rates of all products at many states are the rows of a matrix of doubles; its null space has their number. */
#ifndef NH_TESTS_INTEGRALS_CONSTRAINED_H
#define NH_TESTS_INTEGRALS_CONSTRAINED_H

#include "tables.h"

enum { MOST_POWER = 4, PAIRS = 15, SPEEDS = 6, PRODUCTS = 2 * PAIRS * SPEEDS, STATES = 2 * PRODUCTS };

/* What is left of a column of length 1 that depends on others is rounding; of others, far more. */
#define LEFT_OVER 1e-10

/* f = c[0] y + c[1] y^2 + c[2] x y + c[3] x^2 */
typedef struct constrained_system {
    int c[4];
    plane_potential V;
} constrained_system;

/* f, f_x, f_y */
static void value_of_slope(const constrained_system *s, double x, double y, double *f) {
    const int *c = s->c;
    f[0] = c[0] * y + c[1] * y * y + c[2] * x * y + c[3] * x * x;
    f[1] = c[2] * y + 2 * c[3] * x;
    f[2] = c[0] + 2 * c[1] * y + c[2] * x;
}

/* x^i y^j x'^k y'^l (1 + f^2)^(r/2): its rate over its other factors is a sum of powers times rates. */
static double rate_of_product(const double *state, const double *rates, const int *powers) {
    double value = 1, sum = 0;
    for (int i = 0; i < 5; i++) value *= pow(state[i], powers[i]);
    for (int i = 0; i < 5; i++) sum += powers[i] * rates[i] / state[i];
    return value * sum;
}

/* x, y, x', y', sqrt(1 + f^2) and their rates. */
static void draw_state(const constrained_system *s, nh_random *random, double *state, double *rates) {
    double f[3], d[5];
    for (int i = 0; i < 4; i++) state[i] = 2.4 * nh_random_unit(random) - 1.2;
    value_of_slope(s, state[0], state[1], f);
    derive_potential(&s->V, state[0], state[1], d);
    double slope = f[1] * state[2] + f[2] * state[3];
    state[4] = sqrt(1 + f[0] * f[0]);
    rates[0] = state[2], rates[1] = state[3];
    rates[2] = -(d[0] + f[0] * slope * state[2]) / (1 + f[0] * f[0]);
    rates[3] = -d[1];
    rates[4] = f[0] * slope / state[4];
}

static void fill_row(const constrained_system *s, nh_random *random, double *row) {
    static const int speeds[SPEEDS][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    double state[5], rates[5];
    draw_state(s, random, state, rates);
    for (int r = 0; r < 2; r++)
        for (int v = 0; v < SPEEDS; v++)
            for (int i = 0; i <= MOST_POWER; i++)
                for (int j = 0; i + j <= MOST_POWER; j++) {
                    int powers[] = {i, j, speeds[v][0], speeds[v][1], r};
                    *row++ = rate_of_product(state, rates, powers);
                }
}

static double length_of(const double *column) {
    double sum = 0;
    for (int i = 0; i < STATES; i++) sum += column[i] * column[i];
    return sqrt(sum);
}

static void divide_by(double *column, double length) {
    for (int i = 0; i < STATES; i++) column[i] /= length;
}

/* The rank by orthogonal columns, the longest one that is left first, each made orthogonal twice. */
static int rank_of(double (*columns)[STATES], int count) {
    for (int k = 0; k < count; k++) {
        double length = length_of(columns[k]);
        if (length > 0) divide_by(columns[k], length);
    }
    for (int rank = 0; rank < count; rank++) {
        int longest = rank;
        for (int k = rank; k < count; k++)
            if (length_of(columns[k]) > length_of(columns[longest])) longest = k;
        double length = length_of(columns[longest]);
        if (length < LEFT_OVER) return rank;
        for (int i = 0; i < STATES; i++) {
            double kept = columns[rank][i], of_longest = columns[longest][i] / length;
            columns[longest][i] = kept, columns[rank][i] = of_longest;
        }
        for (int k = rank + 1; k < count; k++)
            for (int twice = 0; twice < 2; twice++) {
                double product = 0;
                for (int i = 0; i < STATES; i++) product += columns[rank][i] * columns[k][i];
                for (int i = 0; i < STATES; i++) columns[k][i] -= product * columns[rank][i];
            }
    }
    return count;
}

/* How many of the sums are constant along the motion, 1 and the energy among them. */
static int count_constant_sums(nh_arena *arena, const constrained_system *s, nh_random *random) {
    double(*columns)[STATES] = (double(*)[STATES])NH_NEW_ARRAY(arena, double, (size_t)PRODUCTS *STATES);
    double row[PRODUCTS];
    for (int i = 0; i < STATES; i++) {
        fill_row(s, random, row);
        for (int k = 0; k < PRODUCTS; k++) columns[k][i] = row[k];
    }
    return PRODUCTS - rank_of(columns, PRODUCTS);
}

static const char *write_system(nh_arena *arena, const constrained_system *s) {
    nh_text text = nh_text_begin(arena);
    const int *c = s->V.c, *f = s->c;
    nh_text_format(&text,
                   "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\n"
                   "potential x^4 + y^4 + %d*x*y^3 + %d*x^2*y^2 + %d*x^3*y + %d*x^3 + %d*x*y^2\n"
                   "constraint c: z' = (%d*y + %d*y^2 + %d*x*y + %d*x^2)*x'\n",
                   c[0], c[1], c[2], c[3], c[4], f[0], f[1], f[2], f[3]);
    return nh_text_string(&text);
}

static void check_constrained(nh_context *context, nh_random *random, bool is_separable) {
    nh_arena *arena = nh_arena_create(context);
    constrained_system s = {.c = {0}};
    for (int i = 0; i < 4; i++) s.c[i] = is_separable && i >= 2 ? 0 : (int)nh_random_between(random, 1, 5);
    for (int i = 0; i < 5; i++) s.V.c[i] = is_separable ? 0 : (int)nh_random_between(random, 1, 5);
    int sums = count_constant_sums(arena, &s, random);
    if (is_separable) assert_int_equal(sums, 3);
    known_integrals x = {write_system(arena, &s), {"E"}, SIZE_MAX};
    if (sums > 2) x.count = (size_t)sums - 1;
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* Nearly all have the energy alone. */
static void check_without(nh_context *context, void *argument) {
    check_constrained(context, argument, false);
}

/* Without x in f, and with V = x^4 + y^4, y'^2/2 + y^4 is constant, too. */
static void check_separable(nh_context *context, void *argument) {
    check_constrained(context, argument, true);
}

/* In turned axes, u = a x + b y and w = b x - a y, with z' = f(w) u' and a potential of w: f is not constant, so the
 * constraint is not integrable. */
static void check_hidden_gauge_momentum(nh_context *context, void *argument) {
    nh_random *random = argument;
    nh_arena *arena = nh_arena_create(context);
    int a = (int)nh_random_between(random, 1, 13), b = (int)nh_random_between(random, 1, 13), n = a * a + b * b;
    int c = (int)nh_random_between(random, 1, 3), p = (int)nh_random_between(random, 1, 2);
    nh_text text = nh_text_begin(arena), known = nh_text_begin(arena);
    nh_text_format(&text,
                   "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential (%d*x - %d*y)^4\n"
                   "constraint c: z' = %d*(%d*x - %d*y)^%d*(%d*x' + %d*y')\n",
                   b, a, c, b, a, p, a, b);
    nh_text_format(&known, "(%d*x' + %d*y')*sqrt(1 + %d*(%d*x - %d*y)^%d)", a, b, n * c * c, b, a, 2 * p);
    known_integrals x = {nh_text_string(&text), {"E", nh_text_string(&known)}, SIZE_MAX};
    check_known(context, &x);
    nh_arena_destroy(arena);
}

/* Of each kind this many. */
static void check_random_constrained(int count) {
    nh_random random = nh_random_make(test_seed(), 33);
    nh_context *context = test_context();
    for (int i = 0; i < count; i++) {
        test_run(context, check_without, &random);
        if (i % 4 == 0) test_run(context, check_separable, &random);
        test_run(context, check_hidden_gauge_momentum, &random);
    }
    nh_context_destroy(context);
}

#endif
