/* Events: times against closed solutions, both directions, order, zeros at starts, at ends and at samples, pairs,
 * jumps, gaps. */
#include "ode/event.h"

#include "problems.h"

enum { MOST = 4096 };

typedef double (*formula)(double t, const double *y);

typedef struct watch {
    uint32_t count;
    formula functions[4];
    double no_value_from, no_value_to; /* no function has a value at these times */
    uint64_t calls;
} watch;

static int watched(void *user, double t, const double *y, double *g) {
    watch *w = user;
    w->calls++;
    if (w->no_value_from <= t && t < w->no_value_to) return 1;
    for (uint32_t i = 0; i < w->count; i++) g[i] = w->functions[i](t, y);
    return 0;
}

typedef struct record {
    uint32_t count;
    nh_occurrence found[MOST];
} record;

/* y = (cos t, -sin t) from t0 to t1, with the events that are watched; `most` at a time. */
static void run(nh_arena *arena, watch *w, nh_crossing crossing, double t0, double t1, uint32_t most, record *r) {
    nh_ode_problem problem = {.size = 2, .f = oscillator};
    nh_ode_def def = tolerances(1e-12, 1e-12);
    nh_crossing crossings[] = {crossing, crossing, crossing, crossing};
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, t0, (double[]){cos(t0), -sin(t0)}, t1);
    nh_events *events = nh_events_begin(arena, 2, w->count, crossings, watched, w);
    r->count = 0;
    nh_events_start(events, ode);
    while (nh_ode_step(ode) == NH_ODE_GOING) {
        double from = nh_ode_time_before(ode), to = nh_ode_time(ode);
        for (uint32_t got = most; got == most; r->count += got) {
            got = nh_events_in_step(events, ode, most, r->found + r->count);
            for (uint32_t i = r->count; i < r->count + got; i++)
                assert_true(fmin(from, to) <= r->found[i].t && r->found[i].t <= fmax(from, to));
        }
        assert_int_equal(nh_events_in_step(events, ode, most, r->found + r->count), 0);
    }
    for (uint32_t i = 1; i < r->count; i++) assert_true((r->found[i].t - r->found[i - 1].t) * (t1 - t0) >= 0);
}

static double first(double t, const double *y) {
    (void)t;
    return y[0];
}

static double second(double t, const double *y) {
    (void)t;
    return y[1];
}

/* cos t at pi/2 + k pi, both ways, and the two kinds apart. */
PROTECTED_TEST(test_many) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    for (int way = -1; way <= 1; way += 2) {
        watch w = {1, {first}, 0, 0, 0};
        run(arena, &w, NH_CROSSING_ANY, 0, way * 1000, 3, r);
        assert_int_equal(r->count, 318);
        for (uint32_t i = 0; i < r->count; i++) {
            assert_true(fabs(r->found[i].t - way * (i + 0.5) * PI) < 1e-8);
            assert_int_equal(r->found[i].rising, i % 2 == 1);
        }
        run(arena, &w, NH_CROSSING_RISING, 0, way * 1000, 3, r);
        assert_int_equal(r->count, 159);
        for (uint32_t i = 0; i < r->count; i++) assert_true(fabs(r->found[i].t - way * (2 * i + 1.5) * PI) < 1e-8);
        run(arena, &w, NH_CROSSING_FALLING, 0, way * 1000, 3, r);
        assert_int_equal(r->count, 159);
        for (uint32_t i = 0; i < r->count; i++) assert_true(fabs(r->found[i].t - way * (2 * i + 0.5) * PI) < 1e-8);
    }
    nh_arena_destroy(arena);
}

static double at_one(double t, const double *y) {
    (void)y;
    return t - 1;
}

static double cubed(double t, const double *y) {
    (void)y;
    return (t - 1.1) * (t - 1.1) * (t - 1.1);
}

static double jumping(double t, const double *y) {
    (void)y;
    return t < 1.2 ? -1 : 1e-300;
}

static double jumping_late(double t, const double *y) {
    (void)y;
    return t < 1.2 ? -1e-8 : 1;
}

static double infinite(double t, const double *y) {
    (void)y;
    return 1 / (1.3 - t);
}

/* To the spacing of doubles, whatever the function; the time is the first double at which the side is left. */
PROTECTED_TEST(test_precision) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    watch w = {4, {at_one, cubed, jumping, infinite}, 0, 0, 0};
    run(arena, &w, NH_CROSSING_ANY, 0, 2, 64, r);
    assert_int_equal(r->count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(r->found[i].event, i);
        assert_int_equal(r->found[i].rising, i < 3);
        assert_true(r->found[i].t >= 1 + 0.1 * i - 1e-15 && r->found[i].t <= 1 + 0.1 * i + 1e-15);
        assert_true(jumping(r->found[2].t, NULL) > 0);
    }
    /* a smooth function needs few evaluations beyond the samples, the worst ones no more than bisection */
    watch smooth = {1, {at_one}, 0, 0, 0}, none = {1, {infinite}, 0, 0, 0}, worst = {1, {jumping}, 0, 0, 0};
    run(arena, &none, NH_CROSSING_RISING, 0, 2, 64, r);
    run(arena, &smooth, NH_CROSSING_ANY, 0, 2, 64, r);
    run(arena, &worst, NH_CROSSING_ANY, 0, 2, 64, r);
    watch late = {1, {jumping_late}, 0, 0, 0};
    run(arena, &late, NH_CROSSING_ANY, 0, 2, 64, r);
    assert_true(late.calls < none.calls + 60);
    print_message("%d evaluations, linear %d, a jump %d\n", (int)none.calls, (int)smooth.calls, (int)worst.calls);
    assert_true(smooth.calls < none.calls + 12 && worst.calls < none.calls + 60);
    nh_arena_destroy(arena);
}

static double pair(double t, const double *y) {
    (void)y;
    return (t - 1.51) * (t - 1.5101);
}

static double lifted(double t, const double *y) {
    return pair(t, y) + 3e-9;
}

static double backwards_pair(double t, const double *y) {
    (void)y;
    return -(t + 1.51) * (t + 1.5101);
}

/* Two zeros that are much nearer to each other than the samples, and none where the extremum does not reach 0. */
PROTECTED_TEST(test_pairs) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    watch w = {2, {pair, lifted}, 0, 0, 0}, back = {1, {backwards_pair}, 0, 0, 0};
    run(arena, &w, NH_CROSSING_ANY, 0, 3, 1, r);
    assert_int_equal(r->count, 2);
    assert_true(fabs(r->found[0].t - 1.51) < 1e-10 && !r->found[0].rising && r->found[0].event == 0);
    assert_true(fabs(r->found[1].t - 1.5101) < 1e-10 && r->found[1].rising);
    run(arena, &w, NH_CROSSING_RISING, 0, 3, 1, r);
    assert_true(r->count == 1 && r->found[0].rising && fabs(r->found[0].t - 1.5101) < 1e-10);
    run(arena, &back, NH_CROSSING_ANY, 0, -3, 1, r);
    assert_true(r->count == 2 && r->found[0].rising && fabs(r->found[0].t + 1.51) < 1e-10 && !r->found[1].rising);
    nh_arena_destroy(arena);
}

/* sin t is 0 at the start: no event there, one at each return. */
PROTECTED_TEST(test_start) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    for (int way = -1; way <= 1; way += 2) {
        watch w = {1, {second}, 0, 0, 0};
        run(arena, &w, NH_CROSSING_ANY, 0, way * 10.0, 8, r);
        assert_int_equal(r->count, 3);
        for (uint32_t i = 0; i < 3; i++) assert_true(fabs(r->found[i].t - way * (i + 1.0) * PI) < 1e-10);
        assert_true(r->found[0].rising == (way > 0));
    }
    nh_arena_destroy(arena);
}

static double end_of_run(double t, const double *y) {
    (void)y;
    return t - 2;
}

static double touching(double t, const double *y) {
    (void)y;
    return fmin(t - 0.5, 0);
}

static double never(double t, const double *y) {
    (void)t, (void)y;
    return 0;
}

/* Zeros exactly at the end of a run and of every step; one that is reached and not left; one that is everywhere. */
PROTECTED_TEST(test_ends) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    watch w = {3, {end_of_run, touching, never}, 0, 0, 0};
    run(arena, &w, NH_CROSSING_ANY, 0, 2, 64, r);
    assert_int_equal(r->count, 2);
    assert_true(r->found[0].event == 1 && fabs(r->found[0].t - 0.5) < 1e-15 && r->found[0].rising);
    assert_true(r->found[1].event == 0 && r->found[1].t == 2);
    nh_arena_destroy(arena);
}

static double ends[MOST];
static uint32_t end_count;

/* Changes its sign exactly at the ends of steps. */
static double at_step_ends(double t, const double *y) {
    double product = 1;
    (void)y;
    for (uint32_t i = 0; i < end_count; i++)
        if (fabs(t - ends[i]) < 0.5) product *= (t - ends[i]) * 100;
        else if (t < ends[i]) product = -product;
    return product;
}

PROTECTED_TEST(test_step_ends) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    nh_ode_problem problem = {.size = 2, .f = oscillator};
    nh_ode_def def = tolerances(1e-12, 1e-12);
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, 10);
    for (end_count = 0; nh_ode_step(ode) == NH_ODE_GOING; end_count++) ends[end_count] = nh_ode_time(ode);
    watch w = {1, {at_step_ends}, 0, 0, 0};
    run(arena, &w, NH_CROSSING_ANY, 0, 10, 64, r);
    assert_int_equal(r->count, end_count);
    for (uint32_t i = 0; i < end_count; i++) assert_true(fabs(r->found[i].t - ends[i]) < 2e-15);
    nh_arena_destroy(arena);
}

/* A gap in which nothing has a value: a change of sign across it is found where the values begin again. */
PROTECTED_TEST(test_gaps) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    for (int start = 0; start <= 1; start++) {
        watch w = {1, {first}, start != 0 ? -1 : 1.2, 2.2, 0};
        run(arena, &w, NH_CROSSING_ANY, 0, 6, 64, r);
        assert_int_equal(r->count, start != 0 ? 1 : 2);
        if (start == 0) assert_true(fabs(r->found[0].t - 2.2) < 1e-15 && !r->found[0].rising);
        assert_true(fabs(r->found[r->count - 1].t - 1.5 * PI) < 1e-10 && r->found[r->count - 1].rising);
    }
    nh_arena_destroy(arena);
}

static int moved(void *user, double t, double *y) {
    (void)user, (void)t;
    y[0] += y[0] > 0 ? -1e-6 : 1e-6;
    return 0;
}

/* A projection that moves the state at the ends of steps, to and fro over zeros: each is found once. */
PROTECTED_TEST(test_projected) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = 2, .f = oscillator, .project = moved};
    for (int k = 0; k < 40; k++) {
        nh_ode_def def = {1e-8, 1e-8, 0.05, 0.05 + 1e-7 * k, 0, NULL};
        nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, 30);
        watch w = {1, {first}, 0, 0, 0};
        nh_events *events = nh_events_begin(arena, 2, 1, (nh_crossing[]){NH_CROSSING_ANY}, watched, &w);
        nh_occurrence found[8];
        bool rising = false;
        uint32_t total = 0;
        nh_events_start(events, ode);
        while (nh_ode_step(ode) == NH_ODE_GOING) {
            uint32_t count = nh_events_in_step(events, ode, 8, found);
            for (uint32_t i = 0; i < count; i++, rising = !rising) assert_int_equal(found[i].rising, rising);
            total += count;
        }
        assert_int_equal(total, 10); /* at pi/2 + k pi up to 29.8 */
    }
    nh_arena_destroy(arena);
}

static int falling_ball(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -10;
    return 0;
}

/* A ball that bounces without loss from height 5, by restarts: it is down at 1, 3, 5, .. */
PROTECTED_TEST(test_restarts) {
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = 2, .f = falling_ball};
    nh_ode_def def = nh_default_ode();
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){5, 0}, 50);
    watch w = {1, {first}, 0, 0, 0};
    nh_events *events = nh_events_begin(arena, 2, 1, (nh_crossing[]){NH_CROSSING_FALLING}, watched, &w);
    nh_occurrence found[2];
    double y[2];
    int bounces = 0;
    nh_events_start(events, ode);
    while (nh_ode_step(ode) == NH_ODE_GOING) {
        if (nh_events_in_step(events, ode, 2, found) == 0) continue;
        nh_ode_dense(ode, found[0].t, y);
        assert_true(y[0] <= 0 && fabs(found[0].t - (2 * bounces + 1)) < 1e-9);
        y[1] = -y[1];
        nh_ode_restart(ode, found[0].t, y);
        nh_events_start(events, ode);
        assert_int_equal(nh_events_in_step(events, ode, 2, found), 0);
        bounces++;
    }
    assert_int_equal(bounces, 25);
    nh_arena_destroy(arena);
}

/* Random lines in t: every zero once, in order, both ways, with any number requested at a time. */
static double slopes[4];

#define LINE(i)                                                                                                        \
    static double line_##i(double t, const double *y) {                                                                \
        (void)y;                                                                                                       \
        return (i % 2 == 0 ? 1 : -1) * (t - slopes[i]);                                                                \
    }
LINE(0)
LINE(1)
LINE(2)
LINE(3)

PROTECTED_TEST(test_random_order) {
    nh_arena *arena = nh_arena_create(context);
    record *r = NH_NEW(arena, record);
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < test_count(200); i++) {
        bool back = nh_random_below(&random, 2) == 1;
        for (int k = 0; k < 4; k++) slopes[k] = (back ? -1 : 1) * (0.001 + (double)nh_random_below(&random, 40) / 100);
        watch w = {4, {line_0, line_1, line_2, line_3}, 0, 0, 0};
        run(arena, &w, NH_CROSSING_ANY, 0, back ? -1 : 1, 1 + (uint32_t)nh_random_below(&random, 5), r);
        assert_int_equal(r->count, 4);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t event = r->found[k].event;
            seen |= 1u << event;
            assert_true(fabs(r->found[k].t - slopes[event]) < 3e-16);
            assert_int_equal(r->found[k].rising, (event % 2 == 0) != back);
            if (k > 0 && r->found[k].t == r->found[k - 1].t) assert_true(event > r->found[k - 1].event);
        }
        assert_int_equal(seen, 15);
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many),         cmocka_unit_test(test_precision), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_start),        cmocka_unit_test(test_ends),      cmocka_unit_test(test_step_ends),
        cmocka_unit_test(test_gaps),         cmocka_unit_test(test_projected), cmocka_unit_test(test_restarts),
        cmocka_unit_test(test_random_order),
    };
    return cmocka_run_group_tests_name("ode.event", tests, NULL, NULL);
}
