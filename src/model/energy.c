/* The energies: T, V, L, and the E that a motion without time in it conserves.
 *
 *     T = sum over points   m/2 |P'|^2
 *       + sum over bodies   m/2 |c'|^2 + 1/2 Omega . I Omega          (Koenig; Omega, I in the body frame)
 *       + the kinetic terms
 *     V = the potential terms + sum over springs  k/2 |PQ|^2 or k/2 (|PQ| - l)^2
 *       - sum over masses   m g . r                                   (g: the sum of all gravity statements)
 *     L = T - V, or the sum of the lagrangian terms when there are any; then T and V are undefined
 *     E = sum q' dL/dq' - L                                           [Homogeneous] (16)
 *
 * Each sum is made at once, so that n points cost n log n. */
#include "base/assert.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "model/model.h"

static nh_expr half_of(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(1, 2), a);
}

static nh_expr sum_of(nh_pool *pool, const nh_exprs *list) {
    return nh_expr_sum(pool, list->count, list->items);
}

/* ---- T ---- */

/* m/2 |r'|^2 */
static nh_expr energy_of_translation(nh_pool *pool, nh_expr mass, nh_vector position) {
    nh_vector velocity = nh_vector_rate(pool, position);
    return half_of(pool, nh_expr_mul(pool, mass, nh_vector_dot(pool, velocity, velocity)));
}

/* 1/2 Omega . I Omega */
static nh_expr energy_of_rotation(nh_pool *pool, const nh_rigid_body *body) {
    nh_vector momentum = nh_matrix3_apply(pool, body->inertia, body->rotation.Omega);
    return half_of(pool, nh_vector_dot(pool, body->rotation.Omega, momentum));
}

static void add_moving_points(const nh_model *model, nh_exprs *kinetic) {
    for (size_t i = 0; i < model->points.count; i++) {
        const nh_point *point = &model->points.items[i];
        nh_tick(model->context, 10);
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        nh_array_push(kinetic, energy_of_translation(model->pool, point->mass, point->position));
    }
}

static void add_moving_bodies(const nh_model *model, nh_exprs *kinetic) {
    for (size_t i = 0; i < model->bodies.count; i++) {
        const nh_rigid_body *body = &model->bodies.items[i];
        nh_tick(model->context, 50);
        if (body->mass != NH_EXPR_ZERO)
            nh_array_push(kinetic, energy_of_translation(model->pool, body->mass, body->center));
        nh_array_push(kinetic, energy_of_rotation(model->pool, body));
    }
}

/* ---- V ---- */

static nh_vector gravity_of(const nh_model *model) {
    nh_vector field = nh_vector_zero();
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_GRAVITY)
            field = nh_vector_add(model->pool, field, model->terms.items[i].field);
    return field;
}

/* -m g . r */
static nh_expr weight_energy(nh_pool *pool, nh_expr mass, nh_vector field, nh_vector position) {
    return nh_expr_neg(pool, nh_expr_mul(pool, mass, nh_vector_dot(pool, field, position)));
}

static void add_weights(const nh_model *model, nh_exprs *potential) {
    nh_vector field = gravity_of(model);
    if (nh_vector_is_zero(field)) return;
    for (size_t i = 0; i < model->points.count; i++) {
        const nh_point *point = &model->points.items[i];
        nh_tick(model->context, 10);
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        nh_array_push(potential, weight_energy(model->pool, point->mass, field, point->position));
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        const nh_rigid_body *body = &model->bodies.items[i];
        nh_array_push(potential, weight_energy(model->pool, body->mass, field, body->center));
    }
}

static nh_expr spring_energy(nh_pool *pool, const nh_link *spring) {
    nh_vector apart = nh_vector_sub(pool, spring->to, spring->from);
    nh_expr square = nh_vector_dot(pool, apart, apart);
    if (spring->length != NH_EXPR_UNDEFINED) {
        nh_expr longer = nh_expr_sub(pool, nh_expr_sqrt(pool, square), spring->length);
        square = nh_expr_pow_int(pool, longer, 2);
    }
    return half_of(pool, nh_expr_mul(pool, spring->coefficient, square));
}

static void add_springs(const nh_model *model, nh_exprs *potential) {
    for (size_t i = 0; i < model->links.count; i++) {
        nh_tick(model->context, 10);
        if (!model->links.items[i].is_damper)
            nh_array_push(potential, spring_energy(model->pool, &model->links.items[i]));
    }
}

/* ---- both ---- */

/* The terms of this kind; returns whether there are any. */
static bool add_terms(const nh_model *model, nh_term_kind kind, nh_exprs *list) {
    size_t before = list->count;
    for (size_t i = 0; i < model->terms.count; i++) {
        nh_tick(model->context, 1);
        if (model->terms.items[i].kind == kind) nh_array_push(list, model->terms.items[i].value);
    }
    return list->count > before;
}

static nh_expr build_kinetic(const nh_model *model, nh_arena *own) {
    nh_exprs kinetic = {.arena = own};
    add_moving_points(model, &kinetic);
    add_moving_bodies(model, &kinetic);
    add_terms(model, NH_TERM_KINETIC, &kinetic);
    return sum_of(model->pool, &kinetic);
}

static nh_expr build_potential(const nh_model *model, nh_arena *own) {
    nh_exprs potential = {.arena = own};
    add_terms(model, NH_TERM_POTENTIAL, &potential);
    add_springs(model, &potential);
    add_weights(model, &potential);
    return sum_of(model->pool, &potential);
}

void nh_model_build_energies(nh_model *model) {
    nh_arena *own = nh_arena_create(model->context);
    nh_exprs given = {.arena = own};
    if (add_terms(model, NH_TERM_LAGRANGIAN, &given)) {
        model->T = model->V = NH_EXPR_UNDEFINED;
        model->L = sum_of(model->pool, &given);
    } else {
        model->T = build_kinetic(model, own);
        model->V = build_potential(model, own);
        model->L = nh_expr_sub(model->pool, model->T, model->V);
    }
    nh_arena_destroy(own);
}

/* ---- E ---- */

/* sum q' df/dq' - f. By Euler's theorem (d - 1) f when f is homogeneous of degree d in the velocities: short, where
 * the sum over the velocities would repeat the factors that f has in common. */
static nh_expr energy_of(const nh_model *model, nh_arena *own, nh_expr f, const nh_expr *v) {
    nh_pool *pool = model->pool;
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_degree degree = nh_expr_degree(pool, f, n, v);
    if (degree.kind == NH_DEGREE_ZERO) return NH_EXPR_ZERO;
    if (degree.kind == NH_DEGREE_HOMOGENEOUS)
        return nh_expr_scale(pool, nh_rat_sub(own, degree.degree, nh_rat_int(1)), f);
    nh_expr_matrix slopes = nh_expr_jacobian(pool, own, 1, &f, n, v);
    nh_exprs list = {.arena = own};
    for (uint32_t k = 0; k < slopes.start[1]; k++)
        nh_array_push(&list, nh_expr_mul(pool, v[slopes.column[k]], slopes.entry[k]));
    nh_array_push(&list, nh_expr_neg(pool, f));
    return sum_of(pool, &list);
}

nh_expr nh_model_energy(const nh_model *model) {
    NH_ASSERT(model->L != NH_EXPR_UNDEFINED);
    nh_arena *own = nh_arena_create(model->context);
    const nh_expr *v = nh_model_velocities(model, own);
    nh_expr E;
    if (model->T == NH_EXPR_UNDEFINED) E = energy_of(model, own, model->L, v);
    else E = nh_expr_sub(model->pool, energy_of(model, own, model->T, v), energy_of(model, own, model->V, v));
    nh_arena_destroy(own);
    return E;
}
