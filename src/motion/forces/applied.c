/* Applied forces: one pass over gravity, springs, dampers and forces.
 *
 * Places that carry mass are found by a hash of their expressions, so that many springs between many points cost no
 * more than that. Which material point of which body a place is takes a zero test for each body that may carry it; only
 * places that are nothing else need it. */
#include "motion/forces/applied_private.h"

#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "expr/inspect.h"

typedef struct vectors {
    nh_exprs of[3];
} vectors;

/* Where mass is: all points and bodies at one position. */
typedef struct place {
    nh_vector position;
    nh_exprs masses;
    vectors forces;
} place;

typedef struct sorter {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *own;
    NH_ARRAY(place) places;
    nh_index index;               /* of places by position */
    uint32_t *point_at, *body_at; /* their places; NH_INDEX_NONE for what has no mass */
    nh_map *turned_by;            /* by body: the symbols in its rotation */
    vectors *on_body, *torques;   /* by body: what acts on it alone */
    nh_exprs moved, weight;          /* unplaced forces: weight times the derivatives of moved by the coordinates */
    nh_exprs turned, twist;          /* the same with angular velocities, by the velocities */
    nh_exprs *unplaced;              /* by coordinate */
} sorter;

bool nh_is_marker(const nh_point *point) {
    return point->mass == NH_EXPR_UNDEFINED || point->mass == NH_EXPR_ZERO;
}

static bool has_inertia(const nh_rigid_body *body) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (body->inertia.r[i][j] != NH_EXPR_ZERO) return true;
    return false;
}

bool nh_is_frame(const nh_rigid_body *body) {
    return body->mass == NH_EXPR_ZERO && !has_inertia(body);
}

/* ---- lists of vectors ---- */

static vectors no_vectors(nh_arena *arena) {
    vectors list;
    for (int i = 0; i < 3; i++) list.of[i] = (nh_exprs){.arena = arena};
    return list;
}

static void add_vector(vectors *list, nh_vector v) {
    for (int i = 0; i < 3; i++)
        if (v.x[i] != NH_EXPR_ZERO) nh_array_push(&list->of[i], v.x[i]);
}

static nh_vector sum_of(nh_pool *pool, const vectors *list) {
    nh_vector sum;
    for (int i = 0; i < 3; i++) sum.x[i] = nh_expr_sum(pool, list->of[i].count, list->of[i].items);
    return sum;
}

/* ---- places ---- */

typedef struct wanted_position {
    const sorter *s;
    nh_vector position;
} wanted_position;

static bool is_place(const void *user, uint32_t number) {
    const wanted_position *w = user;
    return nh_vector_equal(w->s->places.items[number].position, w->position);
}

static uint64_t hash_of(const sorter *s, nh_vector v) {
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) hash = (hash ^ nh_expr_hash(s->pool, v.x[i])) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 29);
}

/* Names are looked through: an abbreviation and what it stands for are one place. */
static nh_vector plain_vector(const sorter *s, nh_vector v) {
    for (int i = 0; i < 3; i++) v.x[i] = nh_expr_expand_names(s->pool, v.x[i]);
    return v;
}

static uint32_t find_place(const sorter *s, nh_vector position) {
    wanted_position w = {s, position};
    return nh_index_find(&s->index, hash_of(s, position), is_place, &w);
}

/* The place of this mass, made when it is the first there. */
static uint32_t settle_mass(sorter *s, nh_vector position, nh_expr mass) {
    nh_vector at = plain_vector(s, position);
    uint32_t number = find_place(s, at);
    if (number == NH_INDEX_NONE) {
        number = (uint32_t)s->places.count;
        place new = {.position = at, .masses.arena = s->own, .forces = no_vectors(s->own)};
        nh_array_push(&s->places, new);
        nh_index_add(&s->index, hash_of(s, at), number);
    }
    nh_array_push(&s->places.items[number].masses, mass);
    return number;
}

static nh_map symbols_of_rotation(const sorter *s, const nh_rigid_body *body) {
    nh_map map = nh_map_make(s->own);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->own, 9, &body->rotation.matrix.r[0][0], &count);
    for (uint32_t i = 0; i < count; i++) nh_map_put(&map, symbols[i], 1);
    return map;
}

static void settle_all(sorter *s) {
    const nh_model *model = s->model;
    for (size_t i = 0; i < model->points.count; i++) {
        const nh_point *point = &model->points.items[i];
        nh_tick(model->context, 10);
        s->point_at[i] = nh_is_marker(point) ? NH_INDEX_NONE : settle_mass(s, point->position, point->mass);
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        const nh_rigid_body *body = &model->bodies.items[i];
        nh_tick(model->context, 10);
        s->turned_by[i] = symbols_of_rotation(s, body);
        s->on_body[i] = no_vectors(s->own);
        s->torques[i] = no_vectors(s->own);
        s->body_at[i] = body->mass == NH_EXPR_ZERO ? NH_INDEX_NONE : settle_mass(s, body->center, body->mass);
    }
}

/* ---- one force ---- */

static bool has_coordinates(const sorter *s, nh_vector v) {
    for (int i = 0; i < 3; i++)
        if (nh_expr_has(s->pool, v.x[i], NH_HAS_COORDINATE)) return true;
    return false;
}

/* A quick look: in the body's frame the place is constant, so the arm has no other coordinates than the rotation.
 * (Where an identity hides that, the force is left unplaced.) */
static bool may_be_carried(const sorter *s, uint32_t number, nh_vector arm) {
    NH_ASSERT(number < s->model->bodies.count);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->own, 3, arm.x, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_has(s->pool, symbols[i], NH_HAS_COORDINATE) &&
            nh_map_get(&s->turned_by[number], symbols[i]) == NULL)
            return false;
    return true;
}

/* Whether the place is carried by the body: r' = c' + omega x (r - c). */
static bool is_carried(const sorter *s, uint32_t number, nh_vector r) {
    const nh_rigid_body *body = &s->model->bodies.items[number];
    nh_vector arm = nh_vector_sub(s->pool, r, plain_vector(s, body->center));
    if (!may_be_carried(s, number, arm)) return false;
    nh_vector turning = nh_vector_cross(s->pool, body->rotation.omega, arm);
    nh_vector slip = nh_vector_sub(s->pool, nh_vector_rate(s->pool, arm), turning);
    for (int i = 0; i < 3; i++)
        if (nh_expr_is_zero(s->pool, nh_expr_expand_names(s->pool, slip.x[i])) != NH_YES) return false;
    return true;
}

/* The only body that carries the place, or NH_MODEL_NONE: a joint may belong to two. */
static uint32_t carrier_of(const sorter *s, nh_vector r) {
    uint32_t found = NH_MODEL_NONE;
    for (size_t i = 0; i < s->model->bodies.count; i++) {
        nh_tick(s->model->context, 100);
        if (nh_is_frame(&s->model->bodies.items[i]) || !is_carried(s, (uint32_t)i, r)) continue;
        if (found != NH_MODEL_NONE) return NH_MODEL_NONE;
        found = (uint32_t)i;
    }
    return found;
}

static void act_on_body(sorter *s, uint32_t number, nh_vector r, nh_vector force) {
    nh_vector arm = nh_vector_sub(s->pool, r, s->model->bodies.items[number].center);
    add_vector(&s->on_body[number], force);
    add_vector(&s->torques[number], nh_vector_cross(s->pool, arm, force));
}

static void leave_unplaced(nh_exprs *moved, nh_exprs *weight, nh_vector r, nh_vector force) {
    for (int i = 0; i < 3; i++) {
        if (force.x[i] == NH_EXPR_ZERO) continue;
        nh_array_push(moved, r.x[i]);
        nh_array_push(weight, force.x[i]);
    }
}

static void act_at(sorter *s, nh_vector position, nh_vector force) {
    nh_vector r = plain_vector(s, position);
    uint32_t number = find_place(s, r);
    if (number != NH_INDEX_NONE) {
        add_vector(&s->places.items[number].forces, force);
        return;
    }
    if (!has_coordinates(s, r)) return; /* the ground */
    uint32_t body = carrier_of(s, r);
    if (body != NH_MODEL_NONE) act_on_body(s, body, position, force);
    else leave_unplaced(&s->moved, &s->weight, position, force);
}

static void twist_body(sorter *s, uint32_t number, nh_vector torque) {
    const nh_rigid_body *body = &s->model->bodies.items[number];
    if (!nh_is_frame(body)) add_vector(&s->torques[number], torque);
    else leave_unplaced(&s->turned, &s->twist, body->rotation.omega, torque);
}

/* On a frame: what carries it is not known, so the force goes by its place, and its torque by the angular velocity. */
static void act_on_frame(sorter *s, const nh_force *force) {
    nh_vector center = s->model->bodies.items[force->body].center;
    act_at(s, center, force->vector);
    nh_vector arm = nh_vector_sub(s->pool, force->position, center);
    twist_body(s, force->body, nh_vector_cross(s->pool, arm, force->vector));
}

static void add_force(sorter *s, const nh_force *force) {
    switch (force->kind) {
        case NH_FORCE_AT_POINT: act_at(s, force->position, force->vector); return;
        case NH_FORCE_ON_BODY:
            if (nh_is_frame(&s->model->bodies.items[force->body])) act_on_frame(s, force);
            else act_on_body(s, force->body, force->position, force->vector);
            return;
        case NH_FORCE_TORQUE:
            twist_body(s, force->body, force->vector);
            if (force->other != NH_MODEL_NONE)
                twist_body(s, force->other, nh_vector_scale(s->pool, NH_EXPR_MINUS_ONE, force->vector));
            return;
        case NH_FORCE_COORDINATE: nh_array_push(&s->unplaced[force->coordinate], force->scalar); return;
    }
}

/* ---- springs and dampers ---- */

/* The force on the end `from`, with PQ = to - from, d = |PQ|: k PQ, k (d - l)/d PQ of a spring;
 * c d'/d PQ of a damper. */
static nh_vector pull_of(nh_pool *pool, const nh_link *link) {
    nh_vector apart = nh_vector_sub(pool, link->to, link->from);
    nh_expr size = link->coefficient;
    if (link->is_damper || link->length != NH_EXPR_UNDEFINED) {
        nh_expr distance = nh_vector_norm(pool, apart);
        nh_expr change =
            link->is_damper ? nh_expr_total_derivative(pool, distance) : nh_expr_sub(pool, distance, link->length);
        size = nh_expr_mul(pool, size, nh_expr_div(pool, change, distance));
    }
    return nh_vector_scale(pool, size, apart);
}

static void add_link(sorter *s, const nh_link *link) {
    nh_vector pull = pull_of(s->pool, link);
    act_at(s, link->from, pull);
    act_at(s, link->to, nh_vector_scale(s->pool, NH_EXPR_MINUS_ONE, pull));
}

static void add_all(sorter *s) {
    const nh_model *model = s->model;
    for (size_t i = 0; i < model->forces.count; i++) {
        nh_tick(model->context, 10);
        add_force(s, &model->forces.items[i]);
    }
    for (size_t i = 0; i < model->links.count; i++) {
        nh_tick(model->context, 10);
        add_link(s, &model->links.items[i]);
    }
}

/* ---- what has no place ---- */

static void add_slopes(sorter *s, const nh_exprs *moved, const nh_exprs *weight, const nh_expr *by) {
    if (moved->count == 0) return;
    uint32_t n = (uint32_t)s->model->coordinates.count;
    nh_expr_matrix slopes = nh_expr_jacobian(s->pool, s->own, (uint32_t)moved->count, moved->items, n, by);
    for (uint32_t i = 0; i < slopes.rows; i++)
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++)
            nh_array_push(&s->unplaced[slopes.column[k]], nh_expr_mul(s->pool, weight->items[i], slopes.entry[k]));
}

/* Of the potentials that are given as expressions: d/dt dV/dq' - dV/dq. */
static void add_potentials(sorter *s, const nh_expr *q, const nh_expr *v) {
    nh_exprs terms = {.arena = s->own};
    uint32_t n = (uint32_t)s->model->coordinates.count;
    for (size_t i = 0; i < s->model->terms.count; i++)
        if (s->model->terms.items[i].kind == NH_TERM_POTENTIAL) nh_array_push(&terms, s->model->terms.items[i].value);
    nh_expr sum = nh_expr_sum(s->pool, terms.count, terms.items);
    nh_expr_matrix by_q = nh_expr_jacobian(s->pool, s->own, 1, &sum, n, q);
    nh_expr_matrix by_v = nh_expr_jacobian(s->pool, s->own, 1, &sum, n, v);
    for (uint32_t k = 0; k < by_q.start[1]; k++)
        nh_array_push(&s->unplaced[by_q.column[k]], nh_expr_neg(s->pool, by_q.entry[k]));
    for (uint32_t k = 0; k < by_v.start[1]; k++)
        nh_array_push(&s->unplaced[by_v.column[k]], nh_expr_total_derivative(s->pool, by_v.entry[k]));
}

static void sum_unplaced(sorter *s, nh_arena *arena, nh_applied *applied) {
    size_t n = s->model->coordinates.count;
    const nh_expr *q = nh_model_coordinates(s->model, s->own), *v = nh_model_velocities(s->model, s->own);
    add_slopes(s, &s->moved, &s->weight, q);
    add_slopes(s, &s->turned, &s->twist, v);
    add_potentials(s, q, v);
    nh_expr *unplaced = NH_NEW_ARRAY(arena, nh_expr, n);
    for (size_t i = 0; i < n; i++) {
        unplaced[i] = nh_expr_sum(s->pool, s->unplaced[i].count, s->unplaced[i].items);
        applied->has_unplaced |= unplaced[i] != NH_EXPR_ZERO;
    }
    applied->unplaced = unplaced;
}

/* ---- sums ---- */

static nh_vector gravity_of(const sorter *s) {
    vectors fields = no_vectors(s->own);
    for (size_t i = 0; i < s->model->terms.count; i++)
        if (s->model->terms.items[i].kind == NH_TERM_GRAVITY) add_vector(&fields, s->model->terms.items[i].field);
    return sum_of(s->pool, &fields);
}

/* What a mass at a place gets: its weight and its part of what acts there. */
static nh_vector part_of(const sorter *s, uint32_t number, nh_expr mass, nh_vector gravity) {
    nh_vector weight = nh_vector_scale(s->pool, mass, gravity);
    const place *at = &s->places.items[number];
    nh_vector force = sum_of(s->pool, &at->forces);
    if (nh_vector_is_zero(force)) return weight;
    nh_expr all = nh_expr_sum(s->pool, at->masses.count, at->masses.items);
    return nh_vector_add(s->pool, weight, nh_vector_scale(s->pool, nh_expr_div(s->pool, mass, all), force));
}

static void sum_all(sorter *s, nh_applied *applied) {
    const nh_model *model = s->model;
    nh_vector gravity = gravity_of(s);
    for (size_t i = 0; i < model->points.count; i++) {
        nh_tick(model->context, 10);
        if (s->point_at[i] != NH_INDEX_NONE)
            applied->on_point[i] = part_of(s, s->point_at[i], model->points.items[i].mass, gravity);
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        nh_tick(model->context, 10);
        applied->on_body[i] = sum_of(s->pool, &s->on_body[i]);
        applied->torque[i] = sum_of(s->pool, &s->torques[i]);
        if (s->body_at[i] == NH_INDEX_NONE) continue;
        nh_vector part = part_of(s, s->body_at[i], model->bodies.items[i].mass, gravity);
        applied->on_body[i] = nh_vector_add(s->pool, applied->on_body[i], part);
    }
}

static nh_vector *zero_vectors(nh_arena *arena, size_t count) {
    nh_vector *list = NH_NEW_ARRAY(arena, nh_vector, count);
    for (size_t i = 0; i < count; i++) list[i] = nh_vector_zero();
    return list;
}

static void begin_sorter(sorter *s, nh_arena *own) {
    size_t points = s->model->points.count, bodies = s->model->bodies.count, n = s->model->coordinates.count;
    s->own = s->places.arena = own;
    s->index = nh_index_make(own);
    s->moved.arena = s->weight.arena = s->turned.arena = s->twist.arena = own;
    s->point_at = NH_NEW_ARRAY(own, uint32_t, points);
    s->body_at = NH_NEW_ARRAY(own, uint32_t, bodies);
    s->turned_by = NH_NEW_ARRAY(own, nh_map, bodies);
    s->on_body = NH_NEW_ARRAY(own, vectors, bodies);
    s->torques = NH_NEW_ARRAY(own, vectors, bodies);
    s->unplaced = NH_NEW_ARRAY(own, nh_exprs, n);
    for (size_t i = 0; i < n; i++) s->unplaced[i].arena = own;
}

nh_applied *nh_applied_forces(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    NH_ASSERT(model->T != NH_EXPR_UNDEFINED);
    nh_applied *applied = NH_NEW(arena, nh_applied);
    applied->on_point = zero_vectors(arena, model->points.count);
    applied->on_body = zero_vectors(arena, model->bodies.count);
    applied->torque = zero_vectors(arena, model->bodies.count);
    sorter s = {.model = model, .pool = model->pool};
    nh_arena *own = nh_arena_create(model->context);
    begin_sorter(&s, own);
    settle_all(&s);
    add_all(&s);
    sum_unplaced(&s, arena, applied);
    sum_all(&s, applied);
    nh_arena_destroy(own);
    return applied;
}
