/* Least movement: the start is the nearest admissible point to the guess, in the metric of the mass matrix. */
#include "state_support.h"

#include "num/linear/dense.h"

/* ---- against known answers ---- */

/* A particle with two masses on the ellipse x^2/4 + y^2 = 1: the nearest point by going around it. */
static void nearest_on_ellipse(double a, double b, double mx, double my, double *x, double *y) {
    double best = INFINITY, at = 0, step = 1e-2, low = 0, high = 2 * acos(-1);
    for (int round = 0; round < 6; round++) {
        for (double s = low; s <= high; s += step) {
            double dx = 2 * cos(s) - a, dy = sin(s) - b, d = mx * dx * dx + my * dy * dy;
            if (d < best) best = d, at = s;
        }
        low = at - step, high = at + step, step /= 50;
    }
    *x = 2 * cos(at), *y = sin(at);
}

PROTECTED_TEST(test_ellipse) {
    static const double cases[][4] = {{2.5, 1.7, 3, 1}, {0.3, 0.2, 1, 1},   {-30, 11, 1, 5},  {1.4, 0.05, 1, 1},
                                      {0.1, -9, 7, 1},  {1.99, 0.01, 2, 2}, {500, 300, 1, 1}, {-0.2, 0.6, 1, 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x, y;
        const double *c = cases[i];
        char text[300];
        snprintf(text, sizeof text,
                 "coord x, y\nkinetic %g/2*x'^2 + %g/2*y'^2\nconstraint e: x^2/4 + y^2 = 1\ninit x ~ %g, y ~ %g\n",
                 c[2], c[3], c[0], c[1]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        nearest_on_ellipse(c[0], c[1], c[2], c[3], &x, &y);
        if (!(hypot(subject_q(&s, "x") - x, subject_q(&s, "y") - y) < 1e-6))
            fail_msg("case %zu: %g, %g, not %g, %g", i, subject_q(&s, "x"), subject_q(&s, "y"), x, y);
        subject_end(&s);
    }
}

/* Projection of a velocity along the row in the metric: known in closed form. */
PROTECTED_TEST(test_linear_row) {
    subject s = subject_of_text(context, "coord x, y\nkinetic 2*x'^2 + y'^2/2\nconstraint a: 3*x' + y' = 7\n"
                                         "init x' ~ 1, y' ~ 1\n");
    subject_start(&s, 0, NH_START_FOUND);
    /* M = diag(4, 1), J = (3, 1): d = M^-1 J^T (J M^-1 J^T)^-1 3 = (3/4, 1) * 3 / (9/4 + 1) */
    assert_true(fabs(subject_v(&s, "x") - 1 - 9. / 13) < 1e-15 && fabs(subject_v(&s, "y") - 1 - 12. / 13) < 1e-15);
    subject_end(&s);
}

/* Where the mass matrix is degenerate or indefinite the metric is Euclidean. */
PROTECTED_TEST(test_euclidean) {
    static const char *const energies[] = {"(x' + y')^2", "x'^2/2 - y'^2/2", "x'^2/2"};
    for (size_t i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text, "coord x, y\nlagrangian %s\nconstraint a: 3*x' + y' = 7\ninit x' ~ 1, y' ~ 1\n",
                 energies[i]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        assert_true(fabs(subject_v(&s, "x") - 1.9) < 1e-15 && fabs(subject_v(&s, "y") - 1.3) < 1e-15);
        subject_end(&s);
    }
}

PROTECTED_TEST(test_nearer_of_two_roots) {
    static const double guesses[] = {0.2, 3, -0.2, -3, 1e-3, 40};
    for (size_t i = 0; i < 6; i++) {
        char text[300];
        snprintf(text, sizeof text, "coord x\npoint P = [x, 0] mass 2\nconstraint a: x^2 = 1\ninit x ~ %g\n",
                 guesses[i]);
        subject s = subject_of_text(context, text);
        subject_start(&s, 0, NH_START_FOUND);
        assert_true(fabs(subject_q(&s, "x") - (guesses[i] > 0 ? 1 : -1)) < 1e-15);
        subject_end(&s);
    }
}

/* ---- on random surfaces ---- */

typedef struct polynomial_case {
    char text[1200];
} polynomial_case;

/* Four coordinates with a full mass matrix, two quadratic rows that hold near the guess, one of the coordinates
 * held. */
static void make_case(nh_random *random, bool velocities, polynomial_case *c) {
    char *end = c->text, *stop = c->text + sizeof c->text;
    const char *dot = velocities ? "'" : "";
    end += snprintf(end, (size_t)(stop - end),
                    "coord a, b, c, d\nkinetic a'^2 + b'^2 + c'^2 + d'^2 + (a' + %g*b' + %g*d')^2\n",
                    nh_random_uniform(random, -2, 2), nh_random_uniform(random, -2, 2));
    for (int i = 0; i < 2; i++) {
        double k[5];
        for (int j = 0; j < 5; j++) k[j] = nh_random_uniform(random, -1, 1);
        end += snprintf(end, (size_t)(stop - end),
                        "constraint r%d: %g*a%s^2 + %g*b%s*c%s + %g*d%s^2 + %g*c%s + %g*a%s*d%s = %g\n", i, k[0], dot,
                        k[1], dot, dot, k[2], dot, k[3], dot, k[4], dot, dot, nh_random_uniform(random, -1, 1));
    }
    snprintf(end, (size_t)(stop - end), "init a%s ~ %g, b%s ~ %g, c%s = %g, d%s ~ %g\n", dot,
             nh_random_uniform(random, -1, 1), dot, nh_random_uniform(random, -1, 1), dot,
             nh_random_uniform(random, 0.5, 1), dot, nh_random_uniform(random, -1, 1));
}

/* Squared distance of the unknowns x from the guess, by the mass matrix M. */
static double distance(const double *M, const double *x, const double *guess) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum += (x[i] - guess[i]) * M[i + 4 * j] * (x[j] - guess[j]);
    return sum;
}

/* Nearby points at which the rows hold and c is as it is are farther from the guess. */
static void check_neighbours(subject *s, nh_random *random, bool velocities, const double *M, const double *guess) {
    nh_states *st = s->states;
    double *x = velocities ? s->state.v : s->state.q, z[8];
    double here = distance(M, x, guess);
    for (double size = 1e-4; size < 0.2; size *= 10)
        for (int i = 0; i < 5; i++) {
            memcpy(z, s->state.q, sizeof(double[4]));
            memcpy(z + 4, s->state.v, sizeof(double[4]));
            for (uint32_t k = 0; k < 8; k++) st->is_free[k] = (k >= 4) == velocities && k % 4 != 2;
            for (uint32_t e = 0; e < st->count; e++) st->is_active[e] = (e >= st->geometric) == velocities;
            for (uint32_t k = 0; k < 8; k++) z[k] += st->is_free[k] ? size * nh_random_normal(random) : 0;
            nh_state_set_metric(st, 0, z);
            if (!nh_state_restore(st, 0, z)) continue;
            double there = distance(M, z + (velocities ? 4 : 0), guess);
            double way = distance(M, z + (velocities ? 4 : 0), x);
            if (way < 1e-3 && way < 0.01 * here && !(there > here * (1 - 1e-12) - 1e-14))
                fail_msg("a point nearer to the guess: %.17g < %.17g, %g away", there, here, sqrt(way));
        }
}

/* z - z0 is W^-1 J^T lambda on what is free: the residual of least squares, by a factorisation of its own. */
static void check_multipliers(subject *s, bool velocities, const double *M, const double *guess) {
    static const uint32_t rows[] = {0, 1, 3};
    nh_states *st = s->states;
    double *x = velocities ? s->state.v : s->state.q, z[8], a[6], g[3], lambda[2], size = 0, off = 0;
    memcpy(z, s->state.q, sizeof(double[4]));
    memcpy(z + 4, s->state.v, sizeof(double[4]));
    assert_true(nh_state_evaluate(st, 0, z));
    for (int i = 0; i < 3; i++) {
        g[i] = 0;
        for (int j = 0; j < 4; j++) g[i] += M[rows[i] + 4 * (uint32_t)j] * (x[j] - guess[j]);
        size = fmax(size, fabs(g[i]));
    }
    memset(a, 0, sizeof a);
    for (uint32_t e = 0; e < 2; e++) /* the geometric rows, or the rates when there are none */
        for (uint32_t k = st->J.start[e]; k < st->J.start[e + 1]; k++)
            for (int i = 0; i < 3; i++)
                if (st->J.column[k] == rows[i] + (velocities ? 4u : 0u)) a[(uint32_t)i + 3 * e] = st->slope[k];
    nh_qr *qr = nh_qr_make(s->arena, 3, 2);
    assert_true(nh_qr_factor(qr, a));
    nh_qr_solve(qr, nh_qr_rank(qr, 1e-12), g, lambda, 1);
    for (int i = 0; i < 3; i++) off = fmax(off, fabs(g[i] - a[i] * lambda[0] - a[i + 3] * lambda[1]));
    if (!(off <= 1e-7 * size + 1e-13)) fail_msg("the movement is off the rows by %g of %g", off, size);
}

/* M from the kinetic energy, entry by entry from the programs that the states have. */
static void read_mass(subject *s, double *M) {
    double z[8] = {0};
    memset(M, 0, sizeof(double[16]));
    assert_true(nh_state_evaluate_mass(s->states, 0, z));
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = s->states->M.start[i]; k < s->states->M.start[i + 1]; k++)
            M[i + 4 * s->states->M.column[k]] = s->states->mass[k];
}

PROTECTED_TEST(test_random_surfaces) {
    nh_random random = nh_random_make(test_seed(), 11);
    int found = 0, cases = test_count(60);
    for (int i = 0; i < cases; i++) {
        bool velocities = i % 2 == 1;
        polynomial_case c;
        make_case(&random, velocities, &c);
        subject s = subject_of_text(context, c.text);
        double guess[4], M[16];
        for (uint32_t k = 0; k < 4; k++) {
            const double *values = nh_state_evaluate_values(s.states, 0);
            guess[s.states->value_unknown[k] % 4] = values[k];
        }
        if (nh_states_start(s.states, 0, &s.state) == NH_START_FOUND && subject_remarks(&s) == 0) {
            found++;
            double residual = nh_states_residual(s.states, &s.state, NULL);
            if (!(residual <= 1e-13)) fail_msg("residual %g", residual);
            assert_true((velocities ? s.state.v : s.state.q)[2] == guess[2]);
            read_mass(&s, M);
            check_multipliers(&s, velocities, M, guess);
            check_neighbours(&s, &random, velocities, M, guess);
        }
        subject_end(&s);
    }
    if (!(found >= cases / 3)) fail_msg("only %d of %d starts were found", found, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ellipse),         cmocka_unit_test(test_linear_row),
        cmocka_unit_test(test_euclidean),       cmocka_unit_test(test_nearer_of_two_roots),
        cmocka_unit_test(test_random_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
