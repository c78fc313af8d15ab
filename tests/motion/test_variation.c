/* Neighbouring motions: displacements that are carried along against differences of motions, by the initial state and
 * by parameters, and against closed forms; growth rates; what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/values.h"
#include "motion/variation/variation.h"
#include "num/linear/doubles.h"
#include "support.h"
#include "system/read.h"

#define TOLERANCE 1e-12
#define STEP 1e-4
#define CLOSE 2e-6 /* STEP^2 times third derivatives, and TOLERANCE / STEP */

static nh_model *read_model(nh_context *context, const char *text, const char *set) {
    nh_read_def def = nh_default_read();
    nh_status status;
    const char *sets[] = {set};
    if (set != NULL) def.set = (nh_strings){sets, 1};
    nh_model *model = nh_read_model(context, &def, text, strlen(text), &status);
    if (model == NULL) fail_msg("not read: %s", text);
    return model;
}

static nh_variation *make_variation(nh_context *context, nh_model *model, size_t count, const uint32_t *by) {
    static const size_t parameter[] = {SIZE_MAX, 0};
    nh_arena *arena = nh_arena_create(context);
    nh_variation_def def = {.rtol = TOLERANCE, .atol = TOLERANCE, .count = count, .parameter = parameter};
    def.parameters = by != NULL;
    def.by = by;
    return nh_variation_make(arena, model, &def);
}

static const struct motion {
    const char *name, *text;
    double to;
} table[] = {
    {"pendulum",
     "param p = 2\ncoord x, y\npoint P = [x, y] mass 1\ngravity [0, -p]\nconstraint rod: x^2 + y^2 = 1\n"
     "init x = 0.6, y = -0.8, x' = 0.8\n",
     3},
    {"redundant",
     "param p = 2\ncoord x, y\npoint P = [x, y] mass 1\ngravity [0, -p]\nconstraint rod: x^2 + y^2 = 1\n"
     "constraint again: x*x' + y*y' = 0\ninit x = 0.6, y = -0.8, x' = 0.8\n",
     3},
    {"sleigh",
     "param p = 0.3\ncoord x, y, th\nbody B { at [x + p*cos(th), y + p*sin(th)], rotation Rz(th), mass 1, "
     "inertia 0.2 }\nconstraint edge: x'*sin(th) = y'*cos(th)\ninit x = 0, y = 0, th = 0.4, th' = 1, x' = 1\n",
     3},
    {"power of the speed",
     "param p = 2\ncoord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -1]\n"
     "constraint s: x'^2 + y'^2 = p^2*z'^2\ninit x = 0, y = 0, z = 0, x' = 1, y' = 0.5, z' ~ -0.5\n",
     1},
    {"time",
     "param p = 0.7\ncoord x, th\npoint P = [x, 0] mass 1\npoint Q = [x + sin(th), -cos(th)] mass p\n"
     "gravity [0, -9.81]\nconstraint push: x = cos(2*t)/3\ninit th = 0.5, th' = 0\n",
     2},
};

/* Moves from the start, displaced by h times a displacement; the end in y. */
static void move_end(nh_context *context, const struct motion *m, const char *set, const double *displacement, double h,
                     double *y) {
    nh_model *model = read_model(context, m->text, set);
    size_t size = 2 * model->coordinates.count;
    nh_variation *flow = make_variation(context, model, 0, NULL);
    double *start = nh_variation_start(flow, 0);
    for (size_t i = 0; displacement != NULL && i < size; i++) start[i] += h * displacement[i];
    assert_null(nh_variation_begin(flow, 0, start, NULL));
    assert_null(nh_variation_go(flow, m->to));
    memcpy(y, nh_variation_state(flow), size * sizeof *y);
}

static void check_difference(const char *name, size_t size, const double *found, const double *plus,
                             const double *minus) {
    for (size_t i = 0; i < size; i++) {
        double difference = (plus[i] - minus[i]) / (2 * STEP), off = fabs(found[i] - difference);
        if (!(off <= CLOSE * (1 + nh_doubles_largest(found, size))))
            fail_msg("%s: component %zu is %.12g, the difference %.12g", name, i, found[i], difference);
    }
}

PROTECTED_TEST(differences) {
    nh_random random = nh_random_make(test_seed(), 1);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const struct motion *m = &table[k];
        nh_model *model = read_model(context, m->text, NULL);
        size_t size = 2 * model->coordinates.count;
        const uint32_t by[] = {0};
        nh_variation *flow = make_variation(context, model, 2, by);
        double displacements[32] = {0}, first[16], plus[16], minus[16];
        double *start = nh_variation_start(flow, 0);
        for (size_t i = 0; i < size; i++) displacements[i] = nh_random_uniform(&random, -1, 1);
        assert_null(nh_variation_begin(flow, 0, start, displacements));
        memcpy(first, nh_variation_displacement(flow, 0), size * sizeof *first);
        assert_null(nh_variation_go(flow, m->to));
        move_end(context, m, NULL, first, STEP, plus);
        move_end(context, m, NULL, first, -STEP, minus);
        check_difference(m->name, size, nh_variation_displacement(flow, 0), plus, minus);
        if (strcmp(m->name, "power of the speed") == 0) continue; /* whose start moves with the parameter */
        double p = nh_model_parameter_values(model, nh_arena_create(context))[0];
        char set[64];
        snprintf(set, sizeof set, "p=%.17g", p + STEP);
        move_end(context, m, set, NULL, 0, plus);
        snprintf(set, sizeof set, "p=%.17g", p - STEP);
        move_end(context, m, set, NULL, 0, minus);
        check_difference(m->name, size, nh_variation_displacement(flow, 1), plus, minus);
    }
}

/* x'' = -w^2 x: the displacements are the motions themselves; by w, x = cos w t has -t sin w t. */
PROTECTED_TEST(closed_form) {
    nh_model *model =
        read_model(context, "param w = 3\ncoord x\nkinetic x'^2/2\npotential w^2*x^2/2\ninit x = 1, x' = 0\n", NULL);
    const uint32_t by[] = {0};
    nh_variation *flow = make_variation(context, model, 2, by);
    const double displacements[] = {0, 1, 0, 0};
    assert_null(nh_variation_begin(flow, 0, nh_variation_start(flow, 0), displacements));
    assert_null(nh_variation_go(flow, 2));
    const double *d = nh_variation_displacement(flow, 0), *p = nh_variation_displacement(flow, 1);
    assert_true(fabs(d[0] - sin(6) / 3) < 1e-10 && fabs(d[1] - cos(6)) < 1e-10);
    assert_true(fabs(p[0] + 2 * sin(6)) < 1e-9 && fabs(p[1] + sin(6) + 6 * cos(6)) < 1e-9);
    assert_null(nh_variation_go(flow, 0)); /* and back */
    assert_true(fabs(nh_variation_displacement(flow, 0)[0]) < 1e-9 &&
                fabs(nh_variation_displacement(flow, 0)[1] - 1) < 1e-9);
}

/* x'' = 4 x at rest grows like e^2t and e^-2t. */
PROTECTED_TEST(growth) {
    nh_model *model = read_model(context, "coord x\nkinetic x'^2/2\npotential -2*x^2\ninit x = 0, x' = 0\n", NULL);
    nh_variation_def def = {.rtol = 1e-10, .atol = 1e-10, .count = 2, .is_normalised = true};
    nh_variation *flow = nh_variation_make(nh_arena_create(context), model, &def);
    const double displacements[] = {1, 0, 0, 1};
    assert_null(nh_variation_begin(flow, 0, nh_variation_start(flow, 0), displacements));
    assert_null(nh_variation_go(flow, 1000));
    assert_true(fabs(nh_variation_growth(flow)[0] / 1000 - 2) < 2e-3 &&
                fabs(nh_variation_growth(flow)[1] / 1000 + 2) < 2e-3);
}

PROTECTED_TEST(refused) {
    static const char *const texts[] = {
        "coord x\nkinetic x'^2/2\nforce x: -abs(x)*x'\ninit x = 1\n",
        "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint a: x'' = y'\ninit x = 1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_model *model = read_model(context, texts[i], NULL);
        nh_arena *arena = nh_arena_create(context);
        assert_non_null(nh_tangent_problem(nh_chetaev_derive(model, arena)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences), cmocka_unit_test(closed_form),
                                       cmocka_unit_test(growth), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
