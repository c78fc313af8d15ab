/* Lyapunov exponents: lyapunov.h. */
#include "motion/variation/lyapunov.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/random.h"
#include "model/values.h"
#include "motion/variation/variation.h"

typedef struct exponents {
    nh_arena *arena;
    const nh_model *model;
    nh_lyapunov_info *info;
    size_t count;
    double *time, *value, *change;
} exponents;

/* As `run` has it. */
static void choose_span(exponents *x, const nh_lyapunov_def *def) {
    const nh_model *model = x->model;
    x->info->from = nh_model_start_time(model, x->arena, nh_model_parameter_values(model, x->arena));
    x->info->to = model->spans.count > 0 ? nh_model_constant(model, x->arena, model->spans.items[0].to) : 10;
    if (!isnan(def->from)) x->info->from = def->from;
    if (!isnan(def->to)) x->info->to = def->to;
    if (!isfinite(x->info->from) || !isfinite(x->info->to) || x->info->from == x->info->to)
        nh_fail(model->context, NH_E_USAGE, "times", "Lyapunov exponents need a time span that is finite and not 0");
}

static void keep_row(exponents *x, nh_variation *variation) {
    size_t row = x->info->rows++;
    double t = nh_variation_time(variation), span = fabs(t - x->info->from);
    x->time[row] = t;
    for (size_t k = 0; k < x->count; k++) x->value[row * x->count + k] = nh_variation_growth(variation)[k] / span;
}

static void find_changes(exponents *x) {
    size_t rows = x->info->rows;
    const double *last = x->value + (rows > 0 ? (rows - 1) * x->count : 0);
    for (size_t k = 0; k < x->count; k++) {
        x->change[k] = rows > 1 ? 0 : NAN;
        for (size_t row = rows / 2; row > 0 && row <= rows; row++)
            x->change[k] = fmax(x->change[k], fabs(x->value[(row - 1) * x->count + k] - last[k]));
    }
    x->info->exponent = last;
    x->info->change = x->change;
}

/* Random combinations of the basis: what lies along an exponent from the beginning would stay there. */
static double *mix_basis(exponents *x, const double *basis) {
    size_t size = 2 * x->model->coordinates.count;
    double *mixed = NH_NEW_ARRAY(x->arena, double, size * x->count + 1);
    nh_random random = nh_random_make(1, NH_STREAM_LYAPUNOV);
    for (size_t k = 0; k < x->count; k++)
        for (size_t j = 0; j < x->count; j++) {
            double part = nh_random_normal(&random);
            for (size_t i = 0; i < size; i++) mixed[k * size + i] += part * basis[j * size + i];
        }
    return mixed;
}

static double *find_basis(exponents *x, double t, double *start) {
    nh_variation_def def = {.rtol = 1, .atol = 1};
    nh_variation *variation = nh_variation_make(x->arena, x->model, &def);
    memcpy(start, nh_variation_start(variation, t), 2 * x->model->coordinates.count * sizeof *start);
    const uint32_t *place;
    const char *why = nh_variation_begin(variation, t, start, NULL);
    nh_tangent *tangent = why == NULL ? nh_variation_tangent(variation) : NULL;
    double *basis = tangent != NULL ? nh_tangent_basis(tangent, x->arena, &x->count, &place) : NULL;
    if (basis == NULL)
        nh_fail(x->model->context, NH_E_HYPOTHESIS, "singular",
                "the initial state is singular: the equations do not determine the motion, or its neighbours");
    return mix_basis(x, basis);
}

const nh_lyapunov_info *nh_lyapunov_of(nh_arena *arena, const nh_model *model, const nh_lyapunov_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && def->rows > 0);
    exponents x = {.arena = arena, .model = model, .info = NH_NEW(arena, nh_lyapunov_info)};
    choose_span(&x, def);
    double *start = NH_NEW_ARRAY(arena, double, 2 * model->coordinates.count + 1);
    const double *basis = find_basis(&x, x.info->from, start);
    nh_variation_def v = {.rtol = def->rtol, .atol = def->atol, .count = x.count, .is_normalised = true};
    nh_variation *variation = nh_variation_make(arena, model, &v);
    x.time = NH_NEW_ARRAY(arena, double, def->rows + 1);
    x.value = NH_NEW_ARRAY(arena, double, def->rows *x.count + 1);
    x.change = NH_NEW_ARRAY(arena, double, x.count + 1);
    x.info->message = nh_variation_begin(variation, x.info->from, start, basis);
    for (size_t row = 1; row <= def->rows && x.info->message == NULL; row++) {
        double part = (double)row / (double)def->rows;
        double t = row == def->rows ? x.info->to : x.info->from + part * (x.info->to - x.info->from);
        nh_progress_tell(model->context, "integrating", part);
        x.info->message = nh_variation_go(variation, t);
        if (x.info->message == NULL) keep_row(&x, variation);
    }
    x.info->count = x.count;
    x.info->time = x.time;
    x.info->value = x.value;
    x.info->end = x.info->rows > 0 ? x.time[x.info->rows - 1] : x.info->from;
    find_changes(&x);
    return x.info;
}
