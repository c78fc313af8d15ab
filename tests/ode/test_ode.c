/* The integrator: the same steps as SciPy's, closed solutions, long runs, both directions, projection, refusals, ends,
 * statistics. */
#include "problems.h"

#include "base/arena.h"

typedef struct reference {
    nh_ode_function f;
    size_t size;
    double y[4], t0, t1, rtol, atol, first_step, most_step;
    uint64_t steps, rejected, evaluations;
    double first, y_end;
} reference;

#define LIST(...) __VA_ARGS__
static const reference references[] = {
#define SCIPY(f, size, start, ...) {f, size, {LIST start}, __VA_ARGS__},
#include "scipy.def"
#undef SCIPY
};

static bool is_close(double a, double b, double relative) {
    return fabs(a - b) <= relative * fabs(b);
}

/* Steps, rejections and evaluations one by one, the first size and the result; rounding differs, so the last digits
 * do. */
PROTECTED_TEST(test_scipy) {
    nh_arena *arena = nh_arena_create(context);
    int bad = 0;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        const reference *r = &references[i];
        nh_ode_statistics s;
        nh_ode_def def = {r->rtol, r->atol, r->first_step, r->most_step, 0, NULL};
        double y[4];
        memcpy(y, r->y, sizeof y);
        assert_int_equal(run_ode(arena, (nh_ode_problem){.size = r->size, .f = r->f}, def, r->t0, y, r->t1, &s),
                         NH_ODE_FINISHED);
        bool same = s.steps == r->steps && s.rejected == r->rejected && s.evaluations == r->evaluations &&
                    is_close(s.first_step, r->first, 1e-6) && fabs(y[0] - r->y_end) < 100 * (r->rtol + r->atol);
        if (!same)
            print_error("case %zu: %d %d %d, %.10g, %g\n", i, (int)s.steps, (int)s.rejected, (int)s.evaluations,
                        s.first_step, y[0] - r->y_end);
        bad += !same;
    }
    assert_int_equal(bad, 0);
    nh_arena_destroy(arena);
}

static nh_ode_problem problem_of(size_t size, nh_ode_function f) {
    return (nh_ode_problem){.size = size, .f = f};
}

static double error_at(nh_arena *arena, nh_ode_problem problem, nh_ode_def def, const double *start, double t0,
                       double t1, const double *expected) {
    double y[4];
    memcpy(y, start, problem.size * sizeof *y);
    assert_int_equal(run_ode(arena, problem, def, t0, y, t1, NULL), NH_ODE_FINISHED);
    return distance(problem.size, y, expected);
}

PROTECTED_TEST(test_closed_solutions) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_def def = tolerances(1e-12, 1e-12);
    const double one[] = {1, 0};
    assert_true(error_at(arena, problem_of(1, decay), def, one, 0, 10, (double[]){exp(-10)}) < 1e-13);
    assert_true(error_at(arena, problem_of(2, oscillator), def, one, 0, 100, (double[]){cos(100), -sin(100)}) < 2e-11);
    assert_true(error_at(arena, problem_of(1, swinging), def, one, 0, -30, (double[]){exp(-sin(30))}) < 1e-9);
    /* (a^2 cos t + a sin t - a^2 e^(-a t)) / (a^2 + 1), a = 1000 */
    double a = 1000, stiff = (a * a * cos(2.0) + a * sin(2.0)) / (a * a + 1);
    assert_true(error_at(arena, problem_of(2, stiffish), def, (double[]){0, 1}, 0, 2, (double[]){stiff, exp(-2)}) <
                1e-11);
    /* A sn, cn, dn of modulus 25/81 by a table of 30 digits */
    const double body[] = {-0.307056139344860334, -0.752378116080367911, 0.763918103056435344};
    assert_true(error_at(arena, problem_of(3, rigid), def, (double[]){1, 0, 0.9}, 0, 100, body) < 1e-9);
    /* by Taylor series with 30 digits */
    const double weather[] = {-8.173499932242249613, -9.5620236867987994624, 24.620702049679665657};
    assert_true(error_at(arena, problem_of(3, lorenz), def, (double[]){1, 1, 1}, 0, 2, weather) < 1e-9);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_kepler) {
    nh_arena *arena = nh_arena_create(context);
    double start[4], y[4];
    for (int i = 0; i < 2; i++) {
        kepler_start(i == 0 ? 0.5 : 0.9, start);
        double off = error_at(arena, problem_of(4, kepler), tolerances(1e-13, 1e-13), start, 0, 200 * PI, start);
        print_message("Kepler, 100 periods: %.2g\n", off);
        assert_true(off < (i == 0 ? 1e-7 : 1e-5));
        memcpy(y, start, sizeof y);
        run_ode(arena, problem_of(4, kepler), tolerances(1e-13, 1e-13), 0, y, 200 * PI, NULL);
        double energy = (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / hypot(y[0], y[1]);
        assert_true(fabs(energy + 0.5) < 1e-10);
    }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_arenstorf) {
    nh_arena *arena = nh_arena_create(context);
    double off = error_at(arena, problem_of(4, arenstorf), tolerances(1e-13, 1e-13), arenstorf_start, 0,
                          ARENSTORF_PERIOD, arenstorf_start);
    print_message("Arenstorf, one period: %.2g\n", off);
    assert_true(off < 1e-6);
    nh_arena_destroy(arena);
}

/* There and back again. */
PROTECTED_TEST(test_backwards) {
    nh_arena *arena = nh_arena_create(context);
    double y[4], start[4];
    kepler_start(0.5, start);
    memcpy(y, start, sizeof y);
    run_ode(arena, problem_of(4, kepler), tolerances(1e-12, 1e-12), -1, y, 9, NULL);
    assert_true(distance(4, y, start) > 0.1);
    run_ode(arena, problem_of(4, kepler), tolerances(1e-12, 1e-12), 9, y, -1, NULL);
    assert_true(distance(4, y, start) < 1e-9);
    nh_arena_destroy(arena);
}

/* A hundredth of the tolerance gives about a hundredth of the error. */
PROTECTED_TEST(test_tolerance) {
    nh_arena *arena = nh_arena_create(context);
    double start[4], before = INFINITY;
    kepler_start(0.5, start);
    for (double tolerance = 1e-4; tolerance > 1e-13; tolerance /= 100) {
        double off = error_at(arena, problem_of(4, kepler), tolerances(tolerance, tolerance), start, 0, 4 * PI, start);
        assert_true(off < before / 20 && off < 5000 * tolerance);
        before = off;
    }
    /* an absolute tolerance alone, a relative one alone with a component that starts at 0 */
    assert_true(error_at(arena, problem_of(4, kepler), tolerances(0, 1e-10), start, 0, 4 * PI, start) < 1e-6);
    const double one[] = {0, 1};
    assert_true(
        error_at(arena, problem_of(2, oscillator), tolerances(1e-10, 0), one, 0, 1, (double[]){sin(1), cos(1)}) < 1e-9);
    nh_arena_destroy(arena);
}

static int mixed_scales(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0];
    f[2] = -y[2];
    f[3] = 0;
    return 0;
}

/* Components of 10^200 and 10^-200, and one that stays 0 without any tolerance. */
PROTECTED_TEST(test_scales) {
    nh_arena *arena = nh_arena_create(context);
    double y[] = {1e-200, 0, 1e200, 0};
    assert_int_equal(run_ode(arena, problem_of(4, mixed_scales), tolerances(1e-10, 0), 0, y, 1, NULL), NH_ODE_FINISHED);
    assert_true(is_close(y[0], 1e-200 * cos(1), 1e-8) && is_close(y[1], -1e-200 * sin(1), 1e-8));
    assert_true(is_close(y[2], 1e200 * exp(-1), 1e-8) && y[3] == 0);
    double zero[4] = {0};
    assert_int_equal(run_ode(arena, problem_of(4, mixed_scales), tolerances(1e-10, 0), 0, zero, 1, NULL),
                     NH_ODE_FINISHED);
    assert_true(distance(4, zero, (double[4]){0}) == 0);
    nh_arena_destroy(arena);
}

typedef struct circle {
    uint64_t calls, moved; /* moved: those that changed a bit */
} circle;

static int to_circle(void *user, double t, double *y) {
    circle *c = user;
    (void)t;
    double r = hypot(y[0], y[1]), old[] = {y[0], y[1]};
    y[0] /= r;
    y[1] /= r;
    c->calls++;
    c->moved += memcmp(old, y, sizeof old) != 0;
    return 0;
}

/* 10^5 steps: without projection the radius drifts, with it it stays. The last evaluation
 * of a step is made where the state was moved to, so that a try that is rejected saves it. */
PROTECTED_TEST(test_projection) {
    nh_arena *arena = nh_arena_create(context);
    for (int projected = 0; projected < 2; projected++) {
        circle c = {0, 0};
        nh_ode_problem problem = {.size = 2, .f = oscillator, .project = projected != 0 ? to_circle : NULL, .user = &c};
        nh_ode_def def = tolerances(1e-5, 1e-5);
        nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, 150000);
        double worst = 0;
        while (nh_ode_step(ode) == NH_ODE_GOING)
            worst = fmax(worst, fabs(hypot(nh_ode_state(ode)[0], nh_ode_state(ode)[1]) - 1));
        nh_ode_statistics s = nh_ode_get_statistics(ode);
        print_message("%d steps, radius off by %.2g\n", (int)s.steps, worst);
        assert_true(s.steps > 100000);
        assert_int_equal(s.projections, projected != 0 ? s.steps : 0);
        assert_int_equal(s.projections, c.calls);
        assert_int_equal(s.evaluations, 2 + 12 * s.steps + (projected != 0 ? 11 : 12) * s.rejected);
        assert_true(projected == 0 || c.moved > s.steps / 2);
        assert_true(projected != 0 ? worst < 3e-16 : worst > 1e-3);
    }
    nh_arena_destroy(arena);
}

static int shift(void *user, double t, double *y) {
    (void)user, (void)t;
    y[0] += 1e-3;
    return 0;
}

/* The interpolant belongs to the step before its projection; the next step starts from the projected state. */
PROTECTED_TEST(test_projection_and_dense) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = 1, .f = decay, .project = shift};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1}, 1);
    double y, before = 1;
    while (nh_ode_step(ode) == NH_ODE_GOING) {
        nh_ode_dense(ode, nh_ode_time_before(ode), &y);
        assert_true(y == before);
        nh_ode_dense(ode, nh_ode_time(ode), &y);
        assert_true(y + 1e-3 == nh_ode_state(ode)[0]);
        assert_true(is_close(y, before * exp(nh_ode_time_before(ode) - nh_ode_time(ode)), 1e-9));
        before = nh_ode_state(ode)[0];
    }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_long) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_statistics s;
    double y[] = {1, 0}, end = 21000;
    run_ode(arena, problem_of(2, oscillator), tolerances(1e-12, 1e-12), 0, y, end, &s);
    print_message("%d steps, error %.2g\n", (int)s.steps, distance(2, y, (double[]){cos(end), -sin(end)}));
    assert_true(s.steps >= 100000);
    assert_true(distance(2, y, (double[]){cos(end), -sin(end)}) < 1e-8);
    nh_arena_destroy(arena);
}

typedef struct wall {
    double at; /* a time, or a value of y[0] */
    int code;  /* what f says after it; 0: it gives a value that is not finite */
    uint64_t calls, give_up_at, nan_at;
} wall;

/* y' = 1 up to the wall, which y[0] must not reach. */
static int walled(void *user, double t, const double *y, double *f) {
    wall *w = user;
    (void)t;
    w->calls++;
    if (w->calls == w->give_up_at) return -1;
    if (w->calls == w->nan_at) return f[0] = NAN, 0;
    f[0] = y[0] < w->at ? 1 + 0.1 * y[0] : NAN;
    return y[0] < w->at ? 0 : w->code;
}

static int walled_projection(void *user, double t, double *y) {
    wall *w = user;
    (void)t;
    if (w->code == 0 && y[0] >= w->at) y[0] = INFINITY;
    return y[0] < w->at ? 0 : w->code;
}

static int growing(void *user, double t, const double *y, double *f) {
    (void)user, (void)t, (void)y;
    f[0] = 1;
    return 0;
}

/* A run comes as near as it can, and says why it ended. */
PROTECTED_TEST(test_refusals) {
    nh_arena *arena = nh_arena_create(context);
    for (int code = 0; code <= 1; code++)
        for (int by_projection = 0; by_projection <= 1; by_projection++) {
            wall w = {.at = 0.7, .code = code};
            nh_ode_problem problem = {.size = 1,
                                      .f = by_projection != 0 ? growing : walled,
                                      .project = by_projection != 0 ? walled_projection : NULL,
                                      .user = &w};
            nh_ode_def def = nh_default_ode();
            nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 2);
            while (nh_ode_step(ode) == NH_ODE_GOING) {}
            assert_int_equal(nh_ode_end(ode), NH_ODE_REFUSED);
            assert_int_equal(nh_ode_step(ode), NH_ODE_REFUSED);
            assert_true(nh_ode_state(ode)[0] < 0.7 && nh_ode_state(ode)[0] > 0.7 - 1e-13);
            assert_true(nh_ode_get_statistics(ode).rejected > 10 && nh_ode_get_statistics(ode).rejected < 3000);
            /* from another place it continues */
            w.at = 100;
            nh_ode_restart(ode, 1.5, (double[]){3});
            assert_int_equal(nh_ode_end(ode), NH_ODE_GOING);
            while (nh_ode_step(ode) == NH_ODE_GOING) {}
            assert_int_equal(nh_ode_end(ode), NH_ODE_FINISHED);
        }
    /* at the start: f, or a state that is not finite, for which f is not asked */
    wall w = {.at = -1, .code = 1};
    nh_ode_problem problem = {.size = 1, .f = walled, .user = &w};
    double y[] = {0};
    assert_int_equal(run_ode(arena, problem, nh_default_ode(), 0, y, 1, NULL), NH_ODE_REFUSED);
    y[0] = NAN;
    w.calls = 0;
    assert_int_equal(run_ode(arena, problem, nh_default_ode(), 0, y, 1, NULL), NH_ODE_REFUSED);
    assert_int_equal(w.calls, 0);
    nh_arena_destroy(arena);
}

/* A value that is not finite in any one evaluation, the last of a step too, costs a try and nothing else. */
PROTECTED_TEST(test_single_refusals) {
    nh_arena *arena = nh_arena_create(context);
    for (uint64_t at = 3; at < 40; at++) {
        wall w = {.at = 100, .nan_at = at};
        nh_ode_statistics s;
        double y[] = {0};
        assert_int_equal(
            run_ode(arena, (nh_ode_problem){.size = 1, .f = walled, .user = &w}, nh_default_ode(), 0, y, 5, &s),
            NH_ODE_FINISHED);
        assert_int_equal(s.rejected, 1);
        assert_true(fabs(y[0] - 10 * expm1(0.5)) < 1e-8);
    }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_giving_up) {
    nh_arena *arena = nh_arena_create(context);
    for (uint64_t at = 1; at < 40; at++) {
        wall w = {.at = 100, .give_up_at = at};
        nh_ode_problem problem = {.size = 1, .f = walled, .user = &w};
        nh_ode_def def = nh_default_ode();
        nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 20);
        while (nh_ode_step(ode) == NH_ODE_GOING) {}
        assert_int_equal(nh_ode_end(ode), NH_ODE_GAVE_UP);
        assert_int_equal(nh_ode_step(ode), NH_ODE_GAVE_UP);
        assert_int_equal(nh_ode_get_statistics(ode).steps, at < 14 + 1 ? 0 : (at - 3) / 12);
        assert_int_equal(w.calls, at);
    }
    /* in the interpolant: it is the cubic, and the next step is the end */
    wall w = {.at = 100, .give_up_at = 15};
    nh_ode_problem problem = {.size = 1, .f = walled, .user = &w};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 20);
    double y[1], middle;
    assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
    middle = nh_ode_time(ode) / 2;
    assert_false(nh_ode_dense(ode, middle, y));
    assert_true(fabs(y[0] - 10 * expm1(0.1 * middle)) < 1e-12);
    assert_int_equal(nh_ode_step(ode), NH_ODE_GAVE_UP);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_pole) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = problem_of(1, pole);
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1}, 2);
    while (nh_ode_step(ode) == NH_ODE_GOING) {}
    assert_true(nh_ode_end(ode) == NH_ODE_STEP_SMALL || nh_ode_end(ode) == NH_ODE_REFUSED);
    print_message("pole: %d at 1%+.2g, y = %.2g\n", (int)nh_ode_end(ode), nh_ode_time(ode) - 1, nh_ode_state(ode)[0]);
    assert_true(fabs(nh_ode_time(ode) - 1) < 1e-8 && nh_ode_state(ode)[0] > 1e8 && isfinite(nh_ode_state(ode)[0]));
    nh_arena_destroy(arena);
}

static int jump(void *user, double t, const double *y, double *f) {
    (void)user, (void)y;
    f[0] = t < 1.0 / 3 ? 1 : -1;
    return 0;
}

static int nothing(void *user, double t, const double *y, double *f) {
    (void)user, (void)t, (void)y, (void)f;
    return 0;
}

/* Sizes: that of the definition, the largest allowed, the end exactly; limits; t1 = t0; no equations at all. */
PROTECTED_TEST(test_sizes_and_limits) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_statistics s;
    nh_ode_def def = nh_default_ode();
    double y[] = {1, 0};
    def.first_step = 0.01;
    def.most_step = 0.05;
    assert_int_equal(run_ode(arena, problem_of(2, oscillator), def, 0, y, 1, &s), NH_ODE_FINISHED);
    assert_true(s.first_step == 0.01 && s.largest_step <= 0.05 * (1 + 1e-14) && s.largest_step > 0.049);
    assert_true(s.least_step > 0 && s.least_step <= s.first_step);
    assert_int_equal(s.evaluations, 1 + 12 * s.steps);
    def.most_steps = 7;
    assert_int_equal(run_ode(arena, problem_of(2, oscillator), def, 0, y, 1, &s), NH_ODE_STEPS_LIMIT);
    assert_int_equal(s.steps, 7);
    def = nh_default_ode();
    def.most_steps = 20;
    def.first_step = 1;
    assert_int_equal(run_ode(arena, problem_of(1, jump), def, 0, y, 1, &s), NH_ODE_STEPS_LIMIT);
    assert_int_equal(s.steps + s.rejected, 20);
    assert_true(s.rejected > 3);
    def = nh_default_ode();
    assert_int_equal(run_ode(arena, problem_of(1, jump), def, 0, y, 1, &s), NH_ODE_FINISHED);
    y[0] = 3;
    assert_int_equal(run_ode(arena, problem_of(1, decay), def, 5, y, 5, &s), NH_ODE_FINISHED);
    assert_true(y[0] == 3 && s.evaluations == 0 && s.steps == 0);
    assert_int_equal(run_ode(arena, problem_of(1, decay), def, 5, y, nextafter(5, 6), &s), NH_ODE_FINISHED);
    assert_int_equal(s.steps, 1);
    assert_int_equal(run_ode(arena, problem_of(0, nothing), def, -1e308, y, 1e308, &s), NH_ODE_FINISHED);
    nh_arena_destroy(arena);
}

/* Everything twice: the same bits; and the interpolant within the steps, also after the end. */
PROTECTED_TEST(test_dense_and_determinism) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = problem_of(2, oscillator);
    nh_ode_def def = tolerances(1e-10, 1e-10);
    nh_ode *a = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, -30);
    nh_ode *b = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, -30);
    double y[2], worst = 0;
    assert_true(nh_ode_time_before(a) == 0 && nh_ode_dense(a, 0, y) && y[0] == 1 && y[1] == 0);
    while (nh_ode_step(a) == NH_ODE_GOING) {
        assert_int_equal(nh_ode_step(b), NH_ODE_GOING);
        assert_memory_equal(nh_ode_state(a), nh_ode_state(b), sizeof y);
        double from = nh_ode_time_before(a), to = nh_ode_time(a);
        assert_true(to < from && to == nh_ode_time(b));
        for (int i = 0; i <= 8; i++) {
            double t = i == 8 ? to : from + (to - from) * i / 8;
            assert_true(nh_ode_dense(a, t, y));
            worst = fmax(worst, distance(2, y, (double[]){cos(t), -sin(t)}));
        }
        assert_memory_equal(y, nh_ode_state(a), sizeof y);
    }
    assert_true(worst < 1e-8);
    assert_int_equal(nh_ode_get_statistics(a).evaluations,
                     nh_ode_get_statistics(b).evaluations + 3 * nh_ode_get_statistics(a).steps);
    double middle = nh_ode_time_before(b) / 2 + nh_ode_time(b) / 2;
    assert_true(nh_ode_dense(b, middle, y) && fabs(y[0] - cos(middle)) < 1e-8);
    nh_arena_destroy(arena);
}

/* The sizes in the statistics are those seen; the interpolant ends in the bits of the state. */
PROTECTED_TEST(test_statistics) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = problem_of(3, lorenz);
    nh_ode_def def = tolerances(1e-8, 1e-8);
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 1, 1}, 5);
    double y[3], first = 0, least = INFINITY, largest = 0;
    uint64_t steps = 0;
    while (nh_ode_step(ode) == NH_ODE_GOING) {
        double h = nh_ode_time(ode) - nh_ode_time_before(ode);
        if (steps++ == 0) first = h;
        least = fmin(least, h);
        largest = fmax(largest, h);
        nh_ode_dense(ode, nh_ode_time(ode), y);
        assert_memory_equal(y, nh_ode_state(ode), sizeof y);
    }
    nh_ode_statistics s = nh_ode_get_statistics(ode);
    assert_true(s.first_step == first && s.least_step == least && s.largest_step == largest && least < first);
    assert_int_equal(s.steps, steps);
    assert_int_equal(s.evaluations, 2 + 12 * (s.steps + s.rejected) + 3 * s.steps);
    assert_int_equal(s.projections, 0);
    nh_arena_destroy(arena);
}

/* An end that is no step leaves the interpolant of the last step; a restart has none. */
PROTECTED_TEST(test_restart) {
    nh_arena *arena = nh_arena_create(context);
    wall w = {.at = 0.7, .code = 1};
    nh_ode_problem problem = {.size = 1, .f = walled, .user = &w};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 2);
    while (nh_ode_step(ode) == NH_ODE_GOING) {}
    double y[1], before = nh_ode_time_before(ode), steps = (double)nh_ode_get_statistics(ode).steps;
    nh_ode_dense(ode, before, y);
    assert_true(before < nh_ode_time(ode) && fabs(y[0] - 10 * expm1(0.1 * before)) < 1e-9);
    w.at = 2;
    nh_ode_restart(ode, nh_ode_time(ode), nh_ode_state(ode));
    assert_true(nh_ode_time_before(ode) == nh_ode_time(ode));
    assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
    assert_true((double)nh_ode_get_statistics(ode).steps == steps + 1);
    nh_ode_restart(ode, 2, (double[]){1});
    assert_int_equal(nh_ode_step(ode), NH_ODE_FINISHED);
    nh_ode_restart(ode, 3, (double[]){1}); /* after t1: backwards */
    while (nh_ode_step(ode) == NH_ODE_GOING) assert_true(nh_ode_time(ode) < nh_ode_time_before(ode));
    assert_true(nh_ode_end(ode) == NH_ODE_FINISHED && nh_ode_time(ode) == 2);
    nh_arena_destroy(arena);
}

/* A step that is taken back leaves no trace but in the counts: the same steps follow, bit for bit. */
PROTECTED_TEST(test_undo) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = 1, .f = walled, .user = &(wall){.at = 10}};
    nh_ode_def def = nh_default_ode();
    nh_ode *plain = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 2);
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 2);
    for (int i = 0; i < 3; i++) assert_int_equal(nh_ode_step(plain), NH_ODE_GOING);
    for (int i = 0; i < 3; i++) assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
    double t = nh_ode_time(plain), y = nh_ode_state(plain)[0], end;
    assert_int_equal(nh_ode_step(plain), NH_ODE_GOING);
    assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
    end = nh_ode_time(ode);
    nh_ode_undo(ode);
    assert_true(nh_ode_time(ode) == t && nh_ode_time_before(ode) == t && nh_ode_state(ode)[0] == y);
    assert_int_equal(nh_ode_get_statistics(ode).steps, 3);
    assert_int_equal(nh_ode_get_statistics(ode).rejected, nh_ode_get_statistics(plain).rejected + 1);
    nh_ode_set_end(ode, end); /* so that the next try has the size of the first one */
    assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
    assert_true(nh_ode_time(ode) == end && nh_ode_state(ode)[0] == nh_ode_state(plain)[0]);
    nh_arena_destroy(arena);
}

/* An end can be moved: steps stop there exactly, and continue when it is moved again, in both directions. So
 * can the limit on steps. */
PROTECTED_TEST(test_set_end) {
    nh_arena *arena = nh_arena_create(context);
    for (int direction = -1; direction <= 1; direction += 2) {
        nh_ode_problem problem = {.size = 1, .f = walled, .user = &(wall){.at = 10}};
        nh_ode_def def = nh_default_ode();
        nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, direction * 2);
        for (int i = 1; i <= 5; i++) {
            double end = direction * 0.3 * i;
            nh_ode_set_end(ode, end);
            while (nh_ode_step(ode) == NH_ODE_GOING) assert_true(fabs(nh_ode_time(ode)) <= fabs(end));
            assert_true(nh_ode_end(ode) == NH_ODE_FINISHED && nh_ode_time(ode) == end);
            assert_true(fabs(nh_ode_state(ode)[0] - 10 * expm1(0.1 * end)) < 1e-9);
        }
    }
    nh_ode_problem problem = {.size = 1, .f = walled, .user = &(wall){.at = 10}};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){0}, 2);
    nh_ode_set_most_step(ode, 0.01);
    while (nh_ode_step(ode) == NH_ODE_GOING) {}
    assert_true(nh_ode_time(ode) == 2 && nh_ode_get_statistics(ode).largest_step <= 0.01 * (1 + 1e-12));
    nh_arena_destroy(arena);
}

static void allocations(nh_context *context, void *argument) {
    test_memory *memory = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = problem_of(4, kepler);
    nh_ode_def def = nh_default_ode();
    double start[4], y[4];
    kepler_start(0.9, start);
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, start, 20);
    nh_arena_mark mark = nh_arena_mark_here(arena);
    uint64_t calls = memory->calls;
    while (nh_ode_step(ode) == NH_ODE_GOING) nh_ode_dense(ode, nh_ode_time_before(ode), y);
    nh_ode_restart(ode, 0, start);
    while (nh_ode_step(ode) == NH_ODE_GOING) {}
    nh_arena_mark end = nh_arena_mark_here(arena);
    assert_int_equal(memory->calls, calls);
    assert_true(mark.chunk == end.chunk && mark.used == end.used);
}

static void test_nothing_allocated(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_def def = test_memory_def(&memory);
    nh_context *context = NULL;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    test_run(context, allocations, &memory);
    nh_context_destroy(context);
}

static void endless(nh_context *context, void *unused) {
    (void)unused;
    nh_ode_def def = nh_default_ode();
    double y[] = {1, 0};
    run_ode(nh_arena_create(context), problem_of(2, oscillator), def, 0, y, 1e15, NULL);
}

/* The middle of a step by the cubic through both ends: of order 3, without an evaluation. At the
 * start it is the state. */
PROTECTED_TEST(test_middle) {
    nh_ode_problem problem = problem_of(2, oscillator);
    nh_ode_def def = nh_default_ode();
    double y[] = {1, 0}, middle[2], dense[2];
    nh_ode *ode = nh_ode_begin(nh_arena_create(context), &problem, &def, 0, y, 10);
    nh_ode_middle(ode, middle);
    assert_true(middle[0] == 1 && middle[1] == 0);
    while (nh_ode_step(ode) == NH_ODE_GOING) {
        double from = nh_ode_time_before(ode), to = nh_ode_time(ode), h = to - from;
        uint64_t evaluations = nh_ode_get_statistics(ode).evaluations;
        nh_ode_middle(ode, middle);
        assert_int_equal(nh_ode_get_statistics(ode).evaluations, evaluations);
        nh_ode_dense(ode, from + h / 2, dense);
        for (int i = 0; i < 2; i++) assert_true(fabs(middle[i] - dense[i]) <= pow(h, 4) / 384 + 1e-9);
    }
}

/* A limit on work ends a run. */
PROTECTED_TEST(test_work_limit) {
    nh_budget budget = {.work = 100000};
    assert_int_equal(test_attempt(context, &budget, endless, NULL), NH_E_LIMIT);
}

/* ---- other variables ---- */

/* The oscillator in polar coordinates r, phi: what is shown is x = r cos(phi), y = -r sin(phi). */
static int turning(void *user, double t, const double *z, double *dzdt) {
    (void)user, (void)t, (void)z;
    dzdt[0] = 0;
    dzdt[1] = 1;
    return 0;
}

static int show_plane(void *user, double t, const double *z, double *y) {
    (void)t;
    if (user != NULL && z[1] > *(const double *)user) return 1;
    y[0] = z[0] * cos(z[1]);
    y[1] = -z[0] * sin(z[1]);
    y[2] = 5;
    return 0;
}

static int take_plane(void *user, double t, const double *y, double *z) {
    (void)user, (void)t;
    z[0] = hypot(y[0], y[1]);
    z[1] = atan2(-y[1], y[0]);
    return 0;
}

static void check_plane(const double *y, double radius, double phi) {
    assert_true(fabs(y[0] - radius * cos(phi)) < 1e-9 && fabs(y[1] + radius * sin(phi)) < 1e-9);
    assert_true(y[2] == 5);
}

PROTECTED_TEST(test_shown_variables) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {2, turning, NULL, NULL, 3, show_plane, take_plane, NULL};
    nh_ode_def def = nh_default_ode();
    def.most_step = 0.1;
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){2, 0, 5}, 3);
    check_plane(nh_ode_state(ode), 2, 0);
    double y[3];
    for (int i = 0; i < 12; i++) {
        assert_int_equal(nh_ode_step(ode), NH_ODE_GOING);
        double from = nh_ode_time_before(ode), to = nh_ode_time(ode);
        check_plane(nh_ode_state(ode), 2, to);
        check_plane(nh_ode_state_before(ode), 2, from);
        assert_true(nh_ode_dense(ode, from + (to - from) / 3, y));
        check_plane(y, 2, from + (to - from) / 3);
        nh_ode_middle(ode, y);
        check_plane(y, 2, (from + to) / 2);
    }
    double before = nh_ode_time_before(ode);
    nh_ode_undo(ode);
    check_plane(nh_ode_state(ode), 2, before);
    nh_ode_restart(ode, 1, (double[]){0, -3, 5}); /* a quarter of a turn, another radius */
    check_plane(nh_ode_state_before(ode), 3, acos(0));
    while (nh_ode_step(ode) == NH_ODE_GOING) check_plane(nh_ode_state(ode), 3, acos(0) + nh_ode_time(ode) - 1);
    assert_int_equal(nh_ode_end(ode), NH_ODE_FINISHED);
    nh_arena_destroy(arena);
}

/* A state that cannot be shown is refused as one that f refuses. */
PROTECTED_TEST(test_what_cannot_be_shown) {
    nh_arena *arena = nh_arena_create(context);
    double most = 0.5;
    nh_ode_problem problem = {2, turning, NULL, &most, 3, show_plane, take_plane, NULL};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0, 5}, 3);
    while (nh_ode_step(ode) == NH_ODE_GOING) continue;
    assert_int_equal(nh_ode_end(ode), NH_ODE_REFUSED);
    assert_true(fabs(nh_ode_time(ode) - most) < 1e-9);
    check_plane(nh_ode_state(ode), 1, nh_ode_time(ode));
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown_variables),
        cmocka_unit_test(test_what_cannot_be_shown),
        cmocka_unit_test(test_scipy),
        cmocka_unit_test(test_closed_solutions),
        cmocka_unit_test(test_kepler),
        cmocka_unit_test(test_arenstorf),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_projection_and_dense),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_single_refusals),
        cmocka_unit_test(test_giving_up),
        cmocka_unit_test(test_pole),
        cmocka_unit_test(test_sizes_and_limits),
        cmocka_unit_test(test_dense_and_determinism),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_set_end),
        cmocka_unit_test(test_nothing_allocated),
        cmocka_unit_test(test_middle),
        cmocka_unit_test(test_work_limit),
    };
    return cmocka_run_group_tests_name("ode.ode", tests, NULL, NULL);
}
