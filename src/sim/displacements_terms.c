/* The expressions behind displacements, as one program of t, q, q', q''. */
#include <string.h>

#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "sim/displacements_private.h"

typedef struct listing {
    nh_displacer *d;
    nh_pool *pool;
    NH_ARRAY(nh_expr) outputs;
} listing;

static size_t add(listing *l, size_t count, const nh_expr *e) {
    size_t first = l->outputs.count;
    for (size_t i = 0; i < count; i++) nh_array_push(&l->outputs, e[i]);
    return first;
}

static size_t add_sizes(listing *l, size_t count, const nh_expr *e) {
    size_t first = l->outputs.count;
    for (size_t i = 0; i < count; i++) nh_array_push(&l->outputs, nh_expr_terms_size(l->pool, e[i]));
    return first;
}

/* Where the values stand among the outputs. */
typedef struct places {
    size_t A, G, D, D_size, reaction, reaction_size, omega, dq, dq_dot, rate, total, total_size;
} places;

/* What Lagrange's equations leave for the reactions, straight from L. */
static nh_expr *reactions(const nh_displacer *d) {
    nh_model *model = d->model;
    nh_expr *left = NH_NEW_ARRAY(d->arena, nh_expr, (size_t)d->n + 1);
    for (uint32_t i = 0; i < d->n; i++) {
        left[i] = nh_expr_total_derivative(model->pool, d->variation.p[i]);
        left[i] = nh_expr_sub(model->pool, left[i], nh_expr_diff(model->pool, model->L, model->coordinates.items[i].q));
        left[i] = nh_expr_sub(model->pool, left[i], model->Q[i]);
    }
    return left;
}

static void add_rows(listing *l, places *at) {
    const nh_variation *x = &l->d->variation;
    size_t entries = (size_t)x->rows * x->n;
    const nh_expr *reaction = reactions(l->d);
    at->A = add(l, entries, x->A);
    at->G = add(l, entries, x->G);
    at->D = add(l, entries, x->D);
    at->D_size = add_sizes(l, entries, x->D);
    at->reaction = add(l, x->n, reaction);
    at->reaction_size = add_sizes(l, x->n, reaction);
    if (l->d->info.has_transposition) at->omega = add(l, (size_t)x->n * x->n, nh_displacer_omega(l->d));
}

static nh_expr *derivatives(const listing *l, size_t count, const nh_expr *e) {
    nh_expr *dot = NH_NEW_ARRAY(l->d->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) dot[i] = nh_expr_total_derivative(l->pool, e[i]);
    return dot;
}

/* A dq of all rows. */
static nh_expr *chetaev_sums(const listing *l, const nh_expr *dq) {
    const nh_variation *x = &l->d->variation;
    nh_expr *sums = NH_NEW_ARRAY(l->d->arena, nh_expr, (size_t)x->rows + 1);
    for (uint32_t r = 0; r < x->rows; r++) {
        sums[r] = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < x->n; i++)
            sums[r] = nh_expr_add(l->pool, sums[r], nh_expr_mul(l->pool, x->A[(size_t)r * x->n + i], dq[i]));
    }
    return sums;
}

static void add_field(listing *l, places *at) {
    const nh_model *model = l->d->model;
    uint32_t n = l->d->n, rows = l->d->rows;
    nh_expr *rate = NH_NEW_ARRAY(l->d->arena, nh_expr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        rate[i] = model->field_rate[i] != NH_EXPR_UNDEFINED ? model->field_rate[i] : NH_EXPR_ZERO;
    const nh_expr *total = derivatives(l, rows, chetaev_sums(l, model->field));
    at->dq = add(l, n, model->field);
    at->dq_dot = add(l, n, derivatives(l, n, model->field));
    at->rate = add(l, n, rate);
    at->total = add(l, rows, total);
    at->total_size = add_sizes(l, rows, total);
}

static void make_tape(nh_displacer *d, const listing *l) {
    nh_tape_def def = nh_model_tape_def(d->model, d->arena, true);
    def.output_count = (uint32_t)l->outputs.count;
    def.outputs = l->outputs.items;
    d->tape = nh_tape_make(d->arena, l->pool, &def);
    d->inputs = NH_NEW_ARRAY(d->arena, double, def.input_count);
    d->outputs = NH_NEW_ARRAY(d->arena, double, l->outputs.count + 1);
    d->work = nh_arena_alloc_aligned(d->arena, nh_tape_work_size(d->tape, 1) * sizeof(double), 64);
    nh_tape_begin(d->tape, 1, nh_model_parameter_values(d->model, d->arena), d->work);
}

void nh_displacer_list(nh_displacer *d) {
    listing l = {.d = d, .pool = d->model->pool, .outputs = {.arena = d->arena}};
    places at = {0};
    add_rows(&l, &at);
    if (d->info.has_field) add_field(&l, &at);
    make_tape(d, &l);
    double *out = d->outputs;
    d->at = (nh_displaced_values){.A = out + at.A, .G = out + at.G, .D = out + at.D, .D_size = out + at.D_size};
    d->at.reaction = out + at.reaction;
    d->at.reaction_size = out + at.reaction_size;
    if (d->info.has_transposition) d->at.omega = out + at.omega;
    if (!d->info.has_field) return;
    d->at.dq = out + at.dq;
    d->at.dq_dot = out + at.dq_dot;
    d->at.rate = out + at.rate;
    d->at.total = out + at.total;
    d->at.total_size = out + at.total_size;
}
