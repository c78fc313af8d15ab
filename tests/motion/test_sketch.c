/* Points kept for drawing: computed ones, whatever the rows are, and never too many. */
#include <math.h>
#include <string.h>

#include "motion/run/series.h"
#include "motion/run/sketch.h"

#include "support.h"

#define G 9.81

static nh_model *read_model(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) nh_raise(context, status);
    return model;
}

static nh_run_def sketched(double to, double step) {
    nh_run_def def = nh_default_run();
    def.to = to;
    def.step = step;
    def.sketch = true;
    return def;
}

static size_t count_points(const nh_trajectory *points) {
    return points->values.count / points->columns;
}

static const double *point_of(const nh_trajectory *points, size_t i) {
    return points->values.items + i * points->columns;
}

static const double *last_of(const nh_trajectory *points) {
    return point_of(points, count_points(points) - 1);
}

static void check_same(const nh_trajectory *a, const nh_trajectory *b) {
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->values.count, b->values.count);
    assert_memory_equal(a->values.items, b->values.items, a->values.count * sizeof *a->values.items);
}

/* ---- along a run ---- */

static const char pendulum[] = "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -9.81]\nconstraint rod: |P| = 1\n"
                               "init x = 1, y = 0\nwatch height = y\nwatch fall = y''\n";

/* On the circle with velocities along it, with the energy of the start, close to each other; y'' by Newton's equation:
 * y'' = -g - N y with N = v^2 - g y. */
static void check_pendulum(const nh_trajectory *points, double to, double tolerance) {
    assert_int_equal(points->columns, 9); /* t, x, y, x', y', lambda.rod, E, height, fall */
    assert_string_equal(points->column[0].name, "t");
    assert_string_equal(points->column[8].name, "fall");
    assert_true(count_points(points) > 200);
    for (size_t i = 0; i < count_points(points); i++) {
        const double *p = point_of(points, i);
        double x = p[1], y = p[2], u = p[3], v = p[4];
        double fall = -G - (u * u + v * v - G * y) * y, E = (u * u + v * v) / 2 + G * y;
        if (!(fabs(x * x + y * y - 1) <= 1e-12 && fabs(x * u + y * v) <= 1e-12)) fail_msg("off the circle at %g", p[0]);
        if (!(fabs(E) <= tolerance)) fail_msg("E = %g at %g", E, p[0]);
        if (!(p[7] == y && fabs(p[8] - fall) <= 1e-9)) fail_msg("y'' = %.17g, not %.17g", p[8], fall);
        /* |P| = 1 has the gradient P/|P|: lambda = y'' + g along it */
        if (!(fabs(p[5] * y - (fall + G)) <= 1e-9)) fail_msg("lambda = %.17g", p[5]);
        if (!(fabs(p[6] - E) <= 1e-9)) fail_msg("E = %.17g, not %.17g", p[6], E);
        if (i > 0 && !(hypot(x - p[1 - 9], y - p[2 - 9]) < 0.1)) fail_msg("a hole at %g", p[0]);
        assert_true(i == 0 || p[0] > p[-9]);
    }
    assert_true(point_of(points, 0)[0] == 0 && last_of(points)[0] == to);
}

/* Rows of every kind have the same points next to them, to the bit. */
PROTECTED_TEST(whatever_the_rows_are) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, pendulum);
    const double at[] = {1}, steps[] = {0, 0.5, 3, 0.001};
    nh_run_def def = sketched(3, 0);
    def.at = at;
    def.at_count = 1;
    const nh_trajectory *one = nh_simulate(arena, model, &def);
    assert_int_equal(one->values.count, one->columns);
    check_pendulum(one->sketch, 3, 1e-7);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        def = sketched(3, steps[i]);
        const nh_trajectory *with = nh_simulate(arena, model, &def);
        assert_int_equal(with->has_steps, steps[i] == 0);
        check_same(with->sketch, one->sketch);
        def.sketch = false;
        const nh_trajectory *without = nh_simulate(arena, model, &def);
        assert_null(without->sketch);
        check_same(with, without); /* looking changes nothing */
    }
    nh_model_destroy(model);
}

/* Steps are longer then, and the energy is worse; the constraints are not. */
PROTECTED_TEST(loose_tolerances) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, pendulum);
    nh_run_def def = sketched(30, 10);
    for (int k = 4; k <= 8; k += 2) {
        def.rtol = def.atol = pow(10, -k);
        check_pendulum(nh_simulate(arena, model, &def)->sketch, 30, 2e4 * def.rtol);
    }
    nh_model_destroy(model);
}

/* A throw has few steps; z = t - g t^2/2. Its residual and energies are those of series. */
PROTECTED_TEST(few_steps) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "coord x, z\npoint P = [x, 0, z] mass 2\ngravity [0, 0, -9.81]\n"
                                          "constraint c: x' = 3\ninit x' = 3, z' = 1\n");
    nh_run_def def = sketched(-2, 0); /* backwards */
    const nh_trajectory *points = nh_simulate(arena, model, &def)->sketch;
    assert_true(count_points(points) >= 400);
    nh_series_set *set = nh_series_make(arena, model, points, 8);
    assert_int_equal(set->rows, count_points(points));
    for (size_t i = 0; i < set->rows; i++) {
        double t = point_of(points, i)[0], z = t - G * t * t / 2, v = 1 - G * t;
        assert_true(fabs(set->paths[0].x[0][i] - 3 * t) < 1e-9 && fabs(set->paths[0].x[2][i] - z) < 1e-8);
        assert_true(fabs(set->T.values[i] - 9 - v * v) < 1e-7 && set->residual.values[i] < 1e-12);
        assert_true(i == 0 || t < point_of(points, i - 1)[0]);
    }
    assert_true(last_of(points)[0] == -2);
    nh_model_destroy(model);
}

/* ---- ends ---- */

static const nh_trajectory *moved(nh_arena *arena, const char *text, double to, double step) {
    nh_model *model = read_model(nh_arena_context(arena), text);
    nh_run_def def = sketched(to, step);
    const nh_trajectory *found = nh_simulate(arena, model, &def);
    nh_model_destroy(model);
    return found;
}

PROTECTED_TEST(ends) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *found = moved(arena, "coord x\nkinetic x'^2/2\ninit x' = 2\nstop when x > 3\n", 100, 40);
    assert_int_equal(found->outcome, NH_OUTCOME_STOPPED);
    assert_true(fabs(last_of(found->sketch)[0] - 1.5) < 1e-9 && fabs(last_of(found->sketch)[1] - 3) < 1e-9);
    assert_true(count_points(found->sketch) > 1);
    /* a force that ends at t = 1 */
    found = moved(arena, "coord x\nkinetic x'^2/2\nforce x: sqrt(1 - t)\ninit x = 0\n", 2, 0.3);
    assert_int_equal(found->outcome, NH_OUTCOME_SINGULAR);
    const double *end = last_of(found->sketch);
    assert_true(end[0] > 0.999 && end[0] <= 1 && end[0] >= found->values.items[found->values.count - found->columns]);
    /* none at a start where nothing can be said */
    found = moved(arena, "coord x\nkinetic x'^2/2\nforce x: sqrt(-1 - t)\ninit x = 0\n", 2, 0.3);
    assert_null(found->sketch);
    nh_arena_destroy(arena);
}

/* ---- thinning ---- */

/* Of very many points some thousands are kept: the first one, in order, in every part of the way;
 * few others are requested. */
PROTECTED_TEST(bounded) {
    nh_arena *arena = nh_arena_create(context);
    const size_t columns[] = {1, 3, 2000, 1000000};
    for (size_t c = 0; c < 4; c++) {
        nh_sketch *s = nh_sketch_make(arena, columns[c]);
        double *point = NH_NEW_ARRAY(arena, double, columns[c]);
        size_t offers = columns[c] > 3 ? 20000 : 10000000, asked = 0;
        for (size_t i = 0; i < offers; i++) {
            if (!nh_sketch_wants(s)) continue;
            point[0] = point[columns[c] - 1] = (double)i;
            nh_sketch_keep(s, point);
            asked++;
        }
        size_t count = count_points(s->points);
        assert_true(count <= s->most && 2 * count >= s->most && s->most <= 8193);
        assert_true(s->most * columns[c] <= (1u << 22) + columns[c] || s->most <= 129);
        assert_true(asked < s->most * 16);
        assert_true(point_of(s->points, 0)[0] == 0);
        for (size_t i = 1; i < count; i++) {
            const double *p = point_of(s->points, i);
            double apart = p[0] - point_of(s->points, i - 1)[0];
            assert_true(p[0] == p[columns[c] - 1] && apart > 0 && apart < 2 * (double)s->stride + 1);
        }
        assert_true(last_of(s->points)[0] > (double)offers - 1 - 2 * (double)s->stride);
    }
    nh_arena_destroy(arena);
}

/* Not every this many-th one: an oscillation would be seen at a few of its phases only. */
PROTECTED_TEST(uneven) {
    nh_arena *arena = nh_arena_create(context);
    nh_sketch *s = nh_sketch_make(arena, 1);
    for (size_t i = 0; i < 4000000; i++)
        if (nh_sketch_wants(s)) nh_sketch_keep(s, &(double){(double)i});
    size_t seen[16] = {0}, count = count_points(s->points);
    for (size_t i = 0; i < count; i++) seen[(size_t)point_of(s->points, i)[0] % 16]++;
    for (size_t k = 0; k < 16; k++)
        if (!(seen[k] > count / 32 && seen[k] < count / 8)) fail_msg("%zu of %zu at the phase %zu", seen[k], count, k);
    nh_arena_destroy(arena);
}

static void oscillate(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "coord x\nkinetic x'^2/2\npotential 5000*x^2\ninit x = 1\n");
    nh_run_def def = sketched(*(double *)argument, *(double *)argument);
    const nh_trajectory *found = nh_simulate(arena, model, &def);
    size_t count = count_points(found->sketch);
    assert_int_equal(found->values.count, 2 * found->columns);
    assert_true(count > 4000 && count < 8200);
    assert_true(last_of(found->sketch)[0] == def.to && point_of(found->sketch, 0)[1] == 1);
    for (size_t i = 0; i < count; i++) {
        const double *p = point_of(found->sketch, i);
        assert_true(fabs(p[2] * p[2] / 2 + 5000 * p[1] * p[1] - 5000) < 5000 * 1e-5);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static size_t peak_of(double to) {
    test_memory memory = {0};
    nh_context_def def = test_memory_def(&memory);
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(test_protect(context, oscillate, &to), NH_OK);
    nh_context_destroy(context);
    return memory.peak;
}

/* A run that is ten times as long takes no more memory. */
static void memory_stays(void **state) {
    (void)state;
    size_t few = peak_of(20), many = peak_of(200);
    if (!(many <= few + few / 10)) fail_msg("%zu bytes, then %zu", few, many);
}

static void move_in(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    (void)moved(arena, argument, 1, 0.5);
    nh_arena_destroy(arena);
}

static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(move_in, (void *)pendulum, 40) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_the_rows_are),
        cmocka_unit_test(loose_tolerances),
        cmocka_unit_test(few_steps),
        cmocka_unit_test(ends),
        cmocka_unit_test(bounded),
        cmocka_unit_test(uneven),
        cmocka_unit_test(memory_stays),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
