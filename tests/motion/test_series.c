/* Series along a motion, against closed forms. */
#include <math.h>
#include <string.h>

#include "motion/run/series.h"

#include "support.h"

#define G 9.81

static nh_model *read_model(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) nh_raise(context, status);
    return model;
}

static nh_trajectory *move(nh_arena *arena, nh_model *model, double to, double step) {
    nh_run_def def = nh_default_run();
    def.to = to;
    def.step = step;
    nh_trajectory *found = nh_simulate(arena, model, &def);
    assert_int_equal(found->outcome, NH_OUTCOME_FINISHED);
    return found;
}

static void check_value(const char *name, size_t row, double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance * (1 + fabs(wanted))))
        fail_msg("%s in row %zu is %.17g, not %.17g", name, row, value, wanted);
}

/* A throw: x = 3 t, z = 5 + t - g t^2/2. The centre of B is where P is; F stands still. */
static const char throw[] = "param m = 2, g = 9.81\n"
                            "coord x, z\n"
                            "point P = [x, t, z] mass m\n"
                            "point Q = 2*P - [0, 0, 1]\n"
                            "point F = [1, m, 3]\n"
                            "body B { at P, inertia diag(1, 1, 1) }\n"
                            "gravity [0, 0, -g]\n"
                            "init x = 0, z = 5, x' = 3, z' = 1\n"
                            "invariant speed: x'\n"
                            "invariant fall: z' + 4\n";

static void check_throw(const nh_series_set *set, const double *times, double tolerance) {
    double largest = 5;
    for (size_t i = 0; i < set->rows; i++) largest = fmax(largest, fabs(5 - G * times[i]));
    for (size_t i = 0; i < set->rows; i++) {
        double t = times[i], x = 3 * t, z = 5 + t - G * t * t / 2, T = 9 + 1 + (1 - G * t) * (1 - G * t);
        const double P[3] = {x, t, z}, Q[3] = {2 * x, 2 * t, 2 * z - 1}, F[3] = {1, 2, 3};
        const double rate[3] = {3, 1, 1 - G * t};
        for (int k = 0; k < 3; k++) {
            check_value("P", i, set->paths[0].x[k][i], P[k], tolerance);
            check_value("Q", i, set->paths[1].x[k][i], Q[k], tolerance);
            check_value("F", i, set->paths[2].x[k][i], F[k], 0);
            check_value("P'", i, set->paths[0].v[k][i], rate[k], tolerance);
            check_value("Q'", i, set->paths[1].v[k][i], 2 * rate[k], tolerance);
            check_value("F'", i, set->paths[2].v[k][i], 0, 0);
        }
        check_value("T", i, set->T.values[i], T, tolerance);
        check_value("V", i, set->V.values[i], 2 * G * z, tolerance);
        check_value("E", i, set->E.values[i], T - 2 + 2 * G * z, tolerance); /* T has a part free of velocities */
        check_value("speed", i, set->invariants[0].values[i], 0, tolerance);
        check_value("fall", i, set->invariants[1].values[i], G * t / largest, tolerance);
    }
}

static double *times_of(nh_arena *arena, const nh_trajectory *trajectory) {
    size_t rows = trajectory->values.count / trajectory->columns;
    double *times = NH_NEW_ARRAY(arena, double, rows);
    for (size_t i = 0; i < rows; i++) times[i] = trajectory->values.items[i * trajectory->columns];
    return times;
}

PROTECTED_TEST(closed_form) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, throw);
    nh_trajectory *found = move(arena, model, 2, 0.125);
    nh_series_set *set = nh_series_make(arena, model, found, 8);
    assert_int_equal(set->rows, 17);
    assert_int_equal(set->path_count, 3);
    assert_string_equal(set->paths[0].name, "P");
    assert_true(set->paths[2].is_fixed && !set->paths[0].is_fixed);
    assert_int_equal(set->invariant_count, 2);
    assert_null(set->residual.values);
    check_throw(set, times_of(arena, found), 1e-9);
    nh_model_destroy(model);
}

/* Functions that a run was given are numbered; what a state does not give has no series. */
PROTECTED_TEST(given_functions) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, throw);
    nh_exprs functions = {.arena = arena};
    nh_array_push(&functions, model->coordinates.items[0].v);
    nh_array_push(&functions, nh_expr_dot(model->pool, model->coordinates.items[0].v));
    nh_array_push(&functions, nh_expr_add(model->pool, model->coordinates.items[1].v, nh_expr_int(model->pool, 4)));
    const char *texts[] = {"x'", "x''", "z' + 4"};
    const bool are_kept[] = {false, false, false};
    nh_run_integrals integrals = {&functions, texts, are_kept};
    nh_trajectory *found = move(arena, model, 2, 0.125);
    found->integrals = &integrals;
    nh_series_set *set = nh_series_make(arena, model, found, 8);
    assert_int_equal(set->integral_count, 2);
    assert_string_equal(set->integrals[0].name, "1: x'");
    assert_string_equal(set->integrals[1].name, "3: z' + 4");
    const double *times = times_of(arena, found);
    double largest = fmax(5, fabs(5 - G * 2));
    for (size_t i = 0; i < set->rows; i++) {
        check_value("x'", i, set->integrals[0].values[i], 0, 1e-9);
        check_value("z' + 4", i, set->integrals[1].values[i], G * times[i] / largest, 1e-9);
    }
    nh_model_destroy(model);
}

PROTECTED_TEST(residual) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "coord x, y, th\nbody B { at [x, y], rotation Rz(th), mass 1, inertia 1 }\n"
                                          "constraint blade: dot(B.c', B.R*[0, 1]) = 0\ninit x' = 1, th' = 2\n");
    nh_trajectory *found = move(arena, model, 3, 0.5);
    nh_series_set *set = nh_series_make(arena, model, found, 8);
    double largest = 0;
    for (size_t i = 0; i < set->rows; i++) largest = fmax(largest, set->residual.values[i]);
    assert_true(largest <= found->residual);
    assert_null(set->V.values);
    assert_false(set->is_angle[0] || set->is_angle[1]);
    assert_true(set->is_angle[2]);
    /* off the constraint by a known amount: y' is 1 more than it should be, |x'| + |y'| is 2 at th = 0 */
    found->values.items[1 + 3 + 1] += 1;
    set = nh_series_make(arena, model, found, 8);
    assert_true(set->residual.values[0] > 0.3);
    assert_true(set->residual.values[1] < 1e-14);
    nh_model_destroy(model);
}

PROTECTED_TEST(angles) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model =
        read_model(context, "param l = 1\ncoord a, b, c, d, s\nlet twice = 2*b\n"
                            "kinetic (a'^2 + b'^2 + c'^2 + d'^2 + s'^2)/2\n"
                            "potential -cos(a) + sin(twice)/9 + sin(c/l + 1.5*l)/9 + cos(t + d - 1)/9 + s\n"
                            "init a = 0\n");
    nh_series_set *set = nh_series_make(arena, model, move(arena, model, 1, 0.5), 8);
    assert_true(set->is_angle[0] && set->is_angle[1] && set->is_angle[3]);
    assert_false(set->is_angle[4]);
    assert_int_equal(set->path_count, 0);
    nh_model_destroy(model);
}

/* Evenly chosen, with both ends. */
PROTECTED_TEST(many_paths) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = read_model(context, "const N = 100\ncoord x[1..N]\npoint P[i=1..N] = [x[i], i] mass 1\n"
                                          "init x[i]' = i for i = 1..N\n");
    nh_series_set *set = nh_series_make(arena, model, move(arena, model, 1, 0.5), 4);
    const char *const names[] = {"P[1]", "P[34]", "P[67]", "P[100]"};
    assert_int_equal(set->path_total, 100);
    assert_int_equal(set->path_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(set->paths[i].name, names[i]);
        check_value("x", 2, set->paths[i].x[0][2], (double)(1 + 33 * i), 1e-9);
    }
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form), cmocka_unit_test(given_functions), cmocka_unit_test(residual),
        cmocka_unit_test(angles),      cmocka_unit_test(many_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
