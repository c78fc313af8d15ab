/* The displacements of points, [Simple] (43), [Algebraic] (22): with r the positions of all points and centres of
 * bodies, one component after the other, and J = dr/dq, the displacement dq moves them by dr = J dq.
 *
 * A transposition matrix omega of the coordinates belongs to a matrix W of the points, [Algebraic] (12),
 *
 *     dr' = d/dt dr + W dr,     W J = J omega, [Algebraic] (31).
 *
 * Where the points determine the coordinates, W = J omega J^-1 on the displacements of the points, and W is arbitrary
 * beyond them: the one of least norm is J omega J^+, 0 on what is orthogonal to them. Where some dq moves no point,
 * omega must take it to one that moves none either; else there is no W. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "truth/displacements/displacements_private.h"

/* The least part of the largest pivot of J that is not rounding. */
#define INDEPENDENT 1e-12

/* ---- making ---- */

typedef struct components {
    nh_displacer *d;
    nh_exprs position;
    NH_ARRAY(const char *) names;
} components;

/* The components that depend on coordinates. */
static void add_place(components *c, nh_name name, const nh_vector *place) {
    for (int i = 0; i < 3; i++) {
        if (!nh_expr_has(c->d->model->pool, place->x[i], NH_HAS_COORDINATE)) continue;
        nh_text text = nh_text_begin(c->d->arena);
        nh_text_format(&text, "%s.%c", nh_name_text(c->d->model->context, name), "xyz"[i]);
        nh_array_push(&c->position, place->x[i]);
        nh_array_push(&c->names, nh_text_string(&text));
    }
}

void nh_displacer_list_points(nh_displacer *d, nh_exprs *outputs, size_t *first) {
    const nh_model *model = d->model;
    components c = {.d = d, .position = {.arena = d->arena}, .names = {.arena = d->arena}};
    for (size_t i = 0; i < model->points.count; i++)
        add_place(&c, model->points.items[i].name, &model->points.items[i].position);
    for (size_t i = 0; i < model->bodies.count; i++)
        add_place(&c, model->bodies.items[i].name, &model->bodies.items[i].center);
    *first = outputs->count;
    d->info.too_many_components = c.position.count > NH_DISPLACEMENTS_COMPONENTS_MAX;
    if (d->info.too_many_components) return;
    size_t n = d->n, count = c.position.count;
    const nh_expr *coordinates = nh_model_coordinates(model, d->arena);
    nh_expr *slopes = NH_NEW_ARRAY(d->arena, nh_expr, n + 1);
    for (size_t i = 0; i < count; i++) {
        nh_expr_gradient(model->pool, c.position.items[i], (uint32_t)n, coordinates, slopes);
        nh_array_append(outputs, n, slopes);
    }
    d->info.components = count;
    d->info.component = c.names.items;
    d->info.component_basis = d->moves = NH_NEW_ARRAY(d->arena, double, count *n + 1);
    d->info.component_field = d->field_moves = NH_NEW_ARRAY(d->arena, double, count + 1);
    d->W = NH_NEW_ARRAY(d->arena, double, count *count + 1);
}

/* ---- at a state ---- */

/* W J = J omega, of least norm: W^T is the solution of least norm of J^T W^T = (J omega)^T. */
static void find_W(nh_displacer *d) {
    NH_ASSERT(d->info.has_transposition);
    nh_arena *arena = nh_arena_create(d->model->context);
    size_t n = d->n, count = d->info.components;
    double *side = NH_NEW_ARRAY(arena, double, n *count + 1), size = 0, rest = 0;
    for (size_t c = 0; c < count; c++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0, terms = 0;
            for (size_t h = 0; h < n; h++) {
                sum += d->at.J[c * n + h] * d->at.omega[h * n + j];
                terms += fabs(d->at.J[c * n + h] * d->at.omega[h * n + j]);
            }
            side[c * n + j] = sum;
            size = fmax(size, terms);
        }
    /* J^T is n x count by columns exactly where J is count x n by rows; so are the sides */
    nh_qr *qr = nh_qr_make(arena, (int)n, (int)count);
    int rank = nh_qr_factor(qr, d->at.J) ? nh_qr_rank(qr, INDEPENDENT) : 0;
    memset(d->W, 0, count * count * sizeof *d->W);
    if (rank > 0) nh_qr_solve(qr, rank, side, d->W, (int)count); /* column c of the solution is row c of W */
    for (size_t c = 0; c < count; c++)
        for (size_t j = 0; j < n; j++) {
            double found = 0;
            for (size_t e = 0; e < count; e++) found += d->W[c * count + e] * d->at.J[e * n + j];
            rest = fmax(rest, fabs(found - side[c * n + j]));
        }
    if (rest <= d->tolerance * size) d->info.W = d->W;
    nh_arena_destroy(arena);
}

void nh_displacer_move_points(nh_displacer *d) {
    size_t n = d->n, count = d->info.components;
    NH_ASSERT(d->info.has_basis && d->info.dimension <= n);
    d->info.has_points = count > 0 && nh_doubles_are_finite(d->at.J, count * n);
    if (!d->info.has_points) return;
    for (size_t k = 0; k < d->info.dimension; k++)
        for (size_t c = 0; c < count; c++)
            d->moves[k * count + c] = nh_doubles_dot(d->at.J + c * n, d->basis + k * n, n);
    for (size_t c = 0; c < count && d->info.has_field; c++)
        d->field_moves[c] = nh_doubles_dot(d->at.J + c * n, d->at.dq, n);
    if (d->info.has_transposition) find_W(d);
}
