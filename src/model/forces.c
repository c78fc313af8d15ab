/* Generalised forces by virtual work.
 *
 *     force F at the place r                      Q_i = F . dr/dq_i
 *     force F on a body's material point P        Q_i = F . dc/dq_i + ((P - c) x F) . domega/dq_i'
 *     torque M on A, -M on B                      Q_i = M . domega_A/dq_i' - M . domega_B/dq_i'
 *     damper c between P and Q                    Q_i = -c d' dd/dq_i,  d = |PQ|
 *     force e on the coordinate q_i               Q_i = e
 *
 * The displacement of a material point that goes with dq_i is dc/dq_i + domega/dq_i' x (P - c), since the angular
 * velocity is affine in the velocities. So all but the last are sums of weights times derivatives, of positions by
 * coordinates and of angular velocities by velocities. They are listed first; then two sparse Jacobians give all
 * derivatives at once, and each Q_i is summed once: the cost is that of what is not zero. */
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "model/model.h"

/* weight[i] times the derivatives of moved[i] */
typedef struct works {
    nh_exprs moved, weight;
} works;

/* A part of the generalised force on a coordinate. */
typedef struct share {
    uint32_t coordinate;
    nh_expr value;
} share;

typedef NH_ARRAY(share) shares;

typedef struct builder {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *own;
    works by_coordinates, by_velocities;
    shares shares;
} builder;

/* ---- the list of works ---- */

static void add_work(works *list, nh_expr moved, nh_expr weight) {
    if (weight == NH_EXPR_ZERO) return;
    nh_array_push(&list->moved, moved);
    nh_array_push(&list->weight, weight);
}

static void add_work_of(works *list, nh_vector moved, nh_vector weight) {
    for (int i = 0; i < 3; i++) add_work(list, moved.x[i], weight.x[i]);
}

static void add_torque(builder *b, uint32_t body, nh_vector torque) {
    NH_ASSERT(body < b->model->bodies.count);
    add_work_of(&b->by_velocities, b->model->bodies.items[body].rotation.omega, torque);
}

static void add_body_force(builder *b, const nh_force *force) {
    NH_ASSERT(force->body < b->model->bodies.count);
    nh_vector center = b->model->bodies.items[force->body].center;
    nh_vector arm = nh_vector_sub(b->pool, force->position, center);
    add_work_of(&b->by_coordinates, center, force->vector);
    add_torque(b, force->body, nh_vector_cross(b->pool, arm, force->vector));
}

static void add_torque_pair(builder *b, const nh_force *force) {
    add_torque(b, force->body, force->vector);
    if (force->other == NH_MODEL_NONE) return;
    add_torque(b, force->other, nh_vector_scale(b->pool, NH_EXPR_MINUS_ONE, force->vector));
}

static void add_force(builder *b, const nh_force *force) {
    switch (force->kind) {
        case NH_FORCE_AT_POINT: add_work_of(&b->by_coordinates, force->position, force->vector); return;
        case NH_FORCE_ON_BODY: add_body_force(b, force); return;
        case NH_FORCE_TORQUE: add_torque_pair(b, force); return;
        case NH_FORCE_COORDINATE:
            NH_ASSERT(force->coordinate < b->model->coordinates.count);
            nh_array_push(&b->shares, ((share){force->coordinate, force->scalar}));
            return;
    }
}

static void add_damper(builder *b, const nh_link *damper) {
    nh_expr distance = nh_vector_norm(b->pool, nh_vector_sub(b->pool, damper->to, damper->from));
    nh_expr rate = nh_expr_total_derivative(b->pool, distance);
    add_work(&b->by_coordinates, distance, nh_expr_neg(b->pool, nh_expr_mul(b->pool, damper->coefficient, rate)));
}

static void list_works(builder *b) {
    const nh_model *model = b->model;
    for (size_t i = 0; i < model->forces.count; i++) {
        nh_tick(model->context, 10);
        add_force(b, &model->forces.items[i]);
    }
    for (size_t i = 0; i < model->links.count; i++) {
        nh_tick(model->context, 10);
        if (model->links.items[i].is_damper) add_damper(b, &model->links.items[i]);
    }
}

/* ---- from works to forces ---- */

static void share_out(builder *b, const works *list, const nh_expr *symbols) {
    if (list->moved.count > UINT32_MAX) nh_raise(b->model->context, NH_E_LIMIT);
    nh_expr_matrix slopes = nh_expr_jacobian(b->pool, b->own, (uint32_t)list->moved.count, list->moved.items,
                                             (uint32_t)b->model->coordinates.count, symbols);
    for (uint32_t i = 0; i < slopes.rows; i++) {
        NH_ASSERT(list->weight.items != NULL);
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++) {
            nh_expr value = nh_expr_mul(b->pool, list->weight.items[i], slopes.entry[k]);
            nh_array_push(&b->shares, ((share){slopes.column[k], value}));
        }
    }
}

/* Sorts the shares by coordinate, by counting, and sums those of each. */
static nh_expr *sum_shares(builder *b) {
    size_t n = b->model->coordinates.count;
    size_t *behind = NH_NEW_ARRAY(b->own, size_t, n + 1); /* in the end: where the shares of i end */
    nh_expr *sorted = NH_NEW_ARRAY(b->own, nh_expr, b->shares.count);
    nh_expr *Q = NH_NEW_ARRAY(b->model->arena, nh_expr, n);
    for (size_t k = 0; k < b->shares.count; k++) behind[b->shares.items[k].coordinate + 1]++;
    for (size_t i = 0; i < n; i++) behind[i + 1] += behind[i];
    for (size_t k = 0; k < b->shares.count; k++)
        sorted[behind[b->shares.items[k].coordinate]++] = b->shares.items[k].value;
    for (size_t i = 0, first = 0; i < n; first = behind[i], i++) {
        nh_tick(b->model->context, 1);
        Q[i] = nh_expr_sum(b->pool, behind[i] - first, sorted + first);
    }
    return Q;
}

void nh_model_build_forces(nh_model *model) {
    nh_arena *own = nh_arena_create(model->context);
    builder b = {.model = model, .pool = model->pool, .own = own, .shares.arena = own};
    b.by_coordinates.moved.arena = b.by_coordinates.weight.arena = own;
    b.by_velocities.moved.arena = b.by_velocities.weight.arena = own;
    list_works(&b);
    share_out(&b, &b.by_coordinates, nh_model_coordinates(model, own));
    share_out(&b, &b.by_velocities, nh_model_velocities(model, own));
    model->Q = sum_shares(&b);
    nh_arena_destroy(own);
}
