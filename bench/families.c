#include "families.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/protect.h"
#include "lang/lang.h"

enum { SPACE = 3 };

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void scale(double *v, double length) {
    double factor = length / sqrt(dot(v, v));
    for (int k = 0; k < SPACE; k++) v[k] *= factor;
}

/* No component is small: it may be divided by. */
static void draw(nh_random *random, double *v) {
    for (int k = 0; k < SPACE; k++) {
        v[k] = nh_random_uniform(random, 0.5, 1.5);
        if (nh_random_uniform(random, -1, 1) < 0) v[k] = -v[k];
    }
}

/* |P_i'| = |P_1'|: [Simple] (13) */
static void set_equal(nh_random *random, const double *before, double *v) {
    (void)before;
    draw(random, v);
    scale(v, 1);
}

/* P_i' x P_1' = 0: [Simple] (15) */
static void set_parallel(nh_random *random, const double *before, double *v) {
    if (before != NULL) memcpy(v, before, SPACE * sizeof *v);
    else draw(random, v);
    scale(v, nh_random_uniform(random, 0.5, 1.5));
}

/* P_i' . P_{i+1}' = 0: [Simple] (20); of length 1, so that the rows are well conditioned however many there are. */
static void set_perpendicular(nh_random *random, const double *before, double *v) {
    do {
        draw(random, v);
        double along = before == NULL ? 0 : dot(v, before) / dot(before, before);
        for (int k = 0; k < SPACE && before != NULL; k++) v[k] -= along * before[k];
    } while (fmin(fabs(v[0]), fmin(fabs(v[1]), fabs(v[2]))) < 0.1);
    scale(v, 1);
}

const family families[FAMILIES] = {
    {"equal-speeds", 1, set_equal}, {"parallel-velocities", 2, set_parallel}, {"chain", 1, set_perpendicular}};

/* After the span there is only what is watched, claimed and drawn, of which the equations know nothing. */
static size_t length_of_system(const char *text) {
    const char *span = strstr(text, "\nsimulate");
    return span != NULL ? (size_t)(span - text) + 1 : strlen(text);
}

nh_model *family_read(nh_context *context, const family *f, uint32_t points) {
    const nh_builtin *builtin = nh_builtin_find(f->model);
    char set[24];
    nh_status status = NH_E_INTERNAL;
    nh_read_def def = nh_default_read();
    snprintf(set, sizeof set, "N=%u", points);
    def.set = (nh_strings){(const char *const[]){set}, 1};
    if (builtin == NULL) nh_fail(context, NH_E_INTERNAL, "bench", "there is no model '%s'", f->model);
    nh_model *model = nh_lang_read(context, &def, builtin->text, length_of_system(builtin->text), &status);
    if (model == NULL) nh_raise(context, status);
    return model;
}

nh_state family_state(nh_arena *arena, const family *f, uint32_t points) {
    nh_random random = nh_random_make(1, points);
    size_t n = points;
    nh_state state = {.q = NH_NEW_ARRAY(arena, double, SPACE *n), .v = NH_NEW_ARRAY(arena, double, SPACE *n)};
    double v[2][SPACE];
    for (size_t i = 0; i < n; i++) {
        f->set_velocity(&random, i == 0 ? NULL : v[(i - 1) % 2], v[i % 2]);
        for (size_t k = 0; k < SPACE; k++) {
            state.q[i + k * n] = (k == 0 ? (double)i : 0) + nh_random_uniform(&random, -0.25, 0.25);
            state.v[i + k * n] = v[i % 2][k];
        }
    }
    return state;
}
