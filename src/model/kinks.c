/* Places and differences of all kinks as one program, which runs at the state and, for sizes, at one whose entries are
 * as large as the largest of their kind. */
#include "model/kinks.h"

#include <math.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "tape/program.h"

/* A value below this part of its size is 0. */
#define ROUNDING 1e-12

/* The outputs of one kink. */
enum { PLACE, PLACE_SIZE, DIFFERENCE, DIFFERENCE_SIZE, OUTPUTS };

struct nh_kinks {
    size_t n;
    nh_holes list;
    nh_program *program;
    double *inputs, *values, *sizes;
};

nh_kinks *nh_kinks_make(nh_arena *arena, const nh_model *model, const double *parameters) {
    nh_holes list = nh_model_kinks(model, arena);
    if (list.count == 0) return NULL;
    nh_kinks *k = NH_NEW(arena, nh_kinks);
    *k = (nh_kinks){.n = model->coordinates.count, .list = list};
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, OUTPUTS * list.count);
    for (size_t i = 0; i < list.count; i++) {
        nh_expr *own = outputs + OUTPUTS * i;
        own[PLACE] = list.items[i].place;
        own[PLACE_SIZE] = nh_expr_terms_size(model->pool, own[PLACE]);
        own[DIFFERENCE] = list.items[i].difference;
        own[DIFFERENCE_SIZE] = nh_expr_terms_size(model->pool, own[DIFFERENCE]);
    }
    nh_tape_def def = nh_model_tape_def(model, arena, false, OUTPUTS * list.count, outputs);
    k->program = nh_program_of(arena, model->pool, &def, parameters);
    k->inputs = NH_NEW_ARRAY(arena, double, def.input_count + 1);
    k->values = NH_NEW_ARRAY(arena, double, OUTPUTS *list.count);
    k->sizes = NH_NEW_ARRAY(arena, double, OUTPUTS *list.count);
    return k;
}

/* All as large as the largest. */
static void fill_largest(double *to, const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    for (size_t i = 0; i < n; i++) to[i] = most > 0 ? most : 1;
}

/* Not a number is no kink: something has no value there. */
static bool is_small(double value, double size) {
    return fabs(value) <= ROUNDING * size;
}

const nh_hole *nh_kinks_at(const nh_kinks *kinks, double t, const double *q, const double *v) {
    if (kinks == NULL) return NULL;
    size_t n = kinks->n;
    kinks->inputs[0] = t;
    for (size_t i = 0; i < n; i++) {
        kinks->inputs[1 + i] = q[i];
        kinks->inputs[1 + n + i] = v[i];
    }
    nh_program_run(kinks->program, kinks->inputs, kinks->values);
    fill_largest(kinks->inputs + 1, q, n);
    fill_largest(kinks->inputs + 1 + n, v, n);
    nh_program_run(kinks->program, kinks->inputs, kinks->sizes);
    for (size_t i = 0; i < kinks->list.count; i++) {
        const double *value = kinks->values + OUTPUTS * i, *size = kinks->sizes + OUTPUTS * i;
        NH_ASSERT(kinks->list.items[i].place != NH_EXPR_UNDEFINED);
        bool is_there = is_small(value[PLACE], fmax(value[PLACE_SIZE], size[PLACE_SIZE]));
        if (is_there && !is_small(value[DIFFERENCE], fmax(value[DIFFERENCE_SIZE], size[DIFFERENCE_SIZE])))
            return &kinks->list.items[i];
    }
    return NULL;
}
