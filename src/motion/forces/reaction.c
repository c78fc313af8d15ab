/* Constraint forces as expressions: a symbol is read by its name, and what it needs is derived when
 * it is first requested. */
#include "motion/forces/reaction.h"

#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/text/text.h"
#include "model/curved_rows.h"
#include "motion/forces/applied_private.h"

struct nh_reactions {
    const nh_equations *equations;
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    nh_map holders;                  /* by name: points, then bodies, numbered together */
    nh_applied *applied;             /* these are made when they are first needed */
    nh_shares *shares;               /* NULL: none is needed */
    const nh_expr *u;                /* of the unplaced forces; NULL: there are none */
    nh_map part_of;                  /* by label: its number in parts */
    NH_ARRAY(const nh_expr *) parts; /* w of the rows with a label */
    nh_expr_matrix *places;          /* dr/dq of points and centres, three rows each */
    nh_expr_matrix *turns;           /* dOmega/dq' of bodies, three rows each */
};

/* What a symbol asks for. */
typedef struct request {
    bool is_torque;
    uint32_t holder; /* a point, or a body after the points */
    nh_name label;   /* 0: all constraints */
    int component;
} request;

/* ---- reading symbols ---- */

nh_reactions *nh_reactions_make(nh_arena *arena, const nh_equations *equations) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_equations_fit(equations));
    nh_reactions *r = NH_NEW(arena, nh_reactions);
    const nh_model *model = equations->model;
    *r = (nh_reactions){.equations = equations, .model = model, .pool = model->pool, .arena = arena};
    r->holders = nh_map_make(arena);
    r->part_of = nh_map_make(arena);
    r->parts.arena = arena;
    for (size_t i = 0; i < model->points.count; i++) nh_map_put(&r->holders, model->points.items[i].name, i);
    for (size_t i = 0; i < model->bodies.count; i++)
        nh_map_put(&r->holders, model->bodies.items[i].name, model->points.count + i);
    return r;
}

static nh_name name_of(const nh_reactions *r, const char *text, size_t length) {
    nh_text name = nh_text_begin(r->arena);
    nh_text_add_bytes(&name, text, length);
    return nh_name_of_text(r->model->context, nh_text_string(&name));
}

/* "reaction(P[2], roll).x": the names have neither a blank nor a round bracket. */
static bool read_symbol(const nh_reactions *r, nh_expr symbol, request *wanted) {
    const nh_symbol *s = nh_expr_symbol_of(r->pool, symbol);
    if (s->role != NH_ROLE_MULTIPLIER || s->order != 0) return false;
    const char *text = nh_name_text(r->model->context, s->name), *open = strchr(text, '('), *close = strchr(text, ')');
    if (open == NULL || close == NULL || close[1] != '.') return false;
    size_t head = (size_t)(open - text);
    wanted->is_torque = strncmp(text, "reactiontorque", head) == 0 && head == strlen("reactiontorque");
    if (!wanted->is_torque && !(strncmp(text, "reaction", head) == 0 && head == strlen("reaction"))) return false;
    const char *comma = strstr(open, ", ");
    const uint64_t *holder =
        nh_map_get(&r->holders, name_of(r, open + 1, (size_t)((comma != NULL ? comma : close) - open - 1)));
    if (holder == NULL) return false;
    wanted->holder = (uint32_t)*holder;
    wanted->label = comma != NULL ? name_of(r, comma + 2, (size_t)(close - comma - 2)) : 0;
    wanted->component = close[2] - 'x';
    return wanted->component >= 0 && wanted->component < 3;
}

static bool is_body(const nh_reactions *r, uint32_t holder) {
    return holder >= r->model->points.count;
}

static const nh_rigid_body *body_of(const nh_reactions *r, uint32_t holder) {
    return &r->model->bodies.items[holder - r->model->points.count];
}

static const nh_point *point_of(const nh_reactions *r, uint32_t holder) {
    return &r->model->points.items[holder];
}

static nh_expr mass_of(const nh_reactions *r, uint32_t holder) {
    return is_body(r, holder) ? body_of(r, holder)->mass : point_of(r, holder)->mass;
}

/* Why there is no constraint force on it, or NULL. */
static const char *reason_against(const nh_reactions *r, uint32_t holder) {
    bool is_a_body = is_body(r, holder);
    if (is_a_body ? !nh_is_frame(body_of(r, holder)) : !nh_is_marker(point_of(r, holder))) return NULL;
    nh_name name = is_a_body ? body_of(r, holder)->name : point_of(r, holder)->name;
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "the %s '%s' has %s, so its motion does not determine the constraint force on it",
                   is_a_body ? "body" : "point", nh_name_text(r->model->context, name),
                   is_a_body ? "neither mass nor inertia" : "no mass");
    return nh_text_string(&text);
}

/* ---- shares ---- */

static nh_shares *shares_of(nh_reactions *r) {
    if (r->shares == NULL) r->shares = nh_shares_make(r->arena, r->model);
    return r->shares;
}

static void find_applied(nh_reactions *r) {
    if (r->applied != NULL) return;
    r->applied = nh_applied_forces(r->arena, r->model);
    if (r->applied->has_unplaced) r->u = nh_shares_add(shares_of(r), r->applied->unplaced);
}

/* A^T lambda of the rows with this label. */
static nh_expr *force_of(nh_reactions *r, nh_name label) {
    const nh_equations *e = r->equations;
    const nh_model *model = r->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_expr *Q = NH_NEW_ARRAY(r->arena, nh_expr, n);
    for (uint32_t i = 0; i < n; i++) Q[i] = NH_EXPR_ZERO;
    const nh_expr *v = nh_model_velocities(model, r->arena), *a = nh_model_accelerations(model, r->arena);
    for (uint32_t j = 0; j < e->rows; j++) {
        nh_tick(model->context, 1);
        const nh_row *row = &model->rows.items[e->row[j]];
        if (row->label != label) continue;
        nh_expr_matrix slopes = nh_expr_jacobian(r->pool, r->arena, 1, &e->rates[j], n, row->has_accelerations ? a : v);
        nh_curved_rows_open(model, r->arena, slopes.start[1], slopes.entry);
        for (uint32_t k = 0; k < slopes.start[1]; k++) {
            nh_expr term = nh_expr_mul(r->pool, e->multipliers[j], slopes.entry[k]);
            Q[slopes.column[k]] = nh_expr_add(r->pool, Q[slopes.column[k]], term);
        }
    }
    return Q;
}

static const nh_expr *part_of(nh_reactions *r, nh_name label) {
    const uint64_t *known = nh_map_get(&r->part_of, label);
    if (known != NULL) return r->parts.items[*known];
    nh_map_put(&r->part_of, label, r->parts.count);
    nh_array_push(&r->parts, nh_shares_add(shares_of(r), force_of(r, label)));
    return r->parts.items[r->parts.count - 1];
}

/* ---- derivatives ---- */

static void derive_places(nh_reactions *r) {
    const nh_model *model = r->model;
    nh_exprs moved = {.arena = r->arena};
    for (size_t i = 0; i < model->points.count; i++)
        for (int k = 0; k < 3; k++) nh_array_push(&moved, model->points.items[i].position.x[k]);
    for (size_t i = 0; i < model->bodies.count; i++)
        for (int k = 0; k < 3; k++) nh_array_push(&moved, model->bodies.items[i].center.x[k]);
    r->places = NH_NEW(r->arena, nh_expr_matrix);
    *r->places = nh_expr_jacobian(r->pool, r->arena, (uint32_t)moved.count, moved.items,
                                  (uint32_t)model->coordinates.count, nh_model_coordinates(model, r->arena));
}

static void derive_turns(nh_reactions *r) {
    const nh_model *model = r->model;
    nh_exprs turned = {.arena = r->arena};
    for (size_t i = 0; i < model->bodies.count; i++)
        for (int k = 0; k < 3; k++) nh_array_push(&turned, model->bodies.items[i].rotation.Omega.x[k]);
    r->turns = NH_NEW(r->arena, nh_expr_matrix);
    *r->turns = nh_expr_jacobian(r->pool, r->arena, (uint32_t)turned.count, turned.items,
                                 (uint32_t)model->coordinates.count, nh_model_velocities(model, r->arena));
}

/* Row i of the matrix times u. */
static nh_expr row_times(const nh_reactions *r, const nh_expr_matrix *matrix, uint32_t i, const nh_expr *u) {
    NH_ASSERT(i < matrix->rows);
    nh_exprs terms = {.arena = r->arena};
    for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++)
        nh_array_push(&terms, nh_expr_mul(r->pool, matrix->entry[k], u[matrix->column[k]]));
    return nh_expr_sum(r->pool, terms.count, terms.items);
}

/* The acceleration of a point or a centre that goes with u. */
static nh_expr moved_by(nh_reactions *r, const request *wanted, const nh_expr *u) {
    if (r->places == NULL) derive_places(r);
    return row_times(r, r->places, 3 * wanted->holder + (uint32_t)wanted->component, u);
}

/* The angular acceleration of a body, in its frame, that goes with u. */
static nh_vector turned_by(nh_reactions *r, uint32_t holder, const nh_expr *u) {
    if (r->turns == NULL) derive_turns(r);
    nh_vector turn;
    uint32_t body = holder - (uint32_t)r->model->points.count;
    for (uint32_t i = 0; i < 3; i++) turn.x[i] = row_times(r, r->turns, 3 * body + i, u);
    return turn;
}

/* ---- the forces ---- */

/* m r'' - F - m J u */
static nh_expr force_on(nh_reactions *r, const request *wanted) {
    find_applied(r);
    uint32_t holder = wanted->holder;
    bool is_a_body = is_body(r, holder);
    nh_vector at = is_a_body ? body_of(r, holder)->center : point_of(r, holder)->position;
    nh_vector applied = is_a_body ? r->applied->on_body[holder - r->model->points.count] : r->applied->on_point[holder];
    nh_expr v = nh_expr_total_derivative(r->pool, at.x[wanted->component]);
    nh_expr a = nh_expr_total_derivative(r->pool, v);
    if (r->u != NULL) a = nh_expr_sub(r->pool, a, moved_by(r, wanted, r->u));
    return nh_expr_sub(r->pool, nh_expr_mul(r->pool, mass_of(r, holder), a), applied.x[wanted->component]);
}

/* R (I (Omega' - J u) + Omega x I Omega) - torque: Euler's equations, brought to the space frame. */
static nh_expr torque_on(nh_reactions *r, const request *wanted) {
    find_applied(r);
    nh_pool *pool = r->pool;
    const nh_rigid_body *body = body_of(r, wanted->holder);
    nh_vector Omega = body->rotation.Omega, rate = nh_vector_rate(pool, Omega);
    if (r->u != NULL) rate = nh_vector_sub(pool, rate, turned_by(r, wanted->holder, r->u));
    nh_vector spin = nh_vector_cross(pool, Omega, nh_matrix3_apply(pool, body->inertia, Omega));
    nh_vector all = nh_vector_add(pool, nh_matrix3_apply(pool, body->inertia, rate), spin);
    nh_vector in_space = nh_matrix3_apply(pool, body->rotation.matrix, all);
    nh_vector torque = r->applied->torque[wanted->holder - r->model->points.count];
    return nh_expr_sub(pool, in_space.x[wanted->component], torque.x[wanted->component]);
}

/* m J w */
static nh_expr named_force_on(nh_reactions *r, const request *wanted) {
    nh_expr moved = moved_by(r, wanted, part_of(r, wanted->label));
    return nh_expr_mul(r->pool, mass_of(r, wanted->holder), moved);
}

nh_expr nh_reactions_value(nh_reactions *reactions, nh_expr symbol, const char **why) {
    NH_ASSERT(why != NULL && nh_expr_kind_of(reactions->pool, symbol) == NH_EXPR_SYMBOL);
    request wanted;
    *why = NULL;
    if (!read_symbol(reactions, symbol, &wanted)) return NH_EXPR_UNDEFINED;
    *why = reason_against(reactions, wanted.holder);
    if (*why != NULL) return NH_EXPR_UNDEFINED;
    if (wanted.is_torque) return torque_on(reactions, &wanted);
    return wanted.label != 0 ? named_force_on(reactions, &wanted) : force_on(reactions, &wanted);
}

nh_shares *nh_reactions_shares(nh_reactions *reactions) {
    return reactions->shares;
}

/* ---- all of them ---- */

static void list_vector(const nh_reactions *r, const char *function, nh_name name, nh_exprs *list) {
    for (int i = 0; i < 3; i++) {
        nh_text text = nh_text_begin(r->arena);
        nh_text_format(&text, "%s(%s).%c", function, nh_name_text(r->model->context, name), "xyz"[i]);
        nh_array_push(list, nh_expr_symbol_text(r->pool, NH_ROLE_MULTIPLIER, nh_text_string(&text)));
    }
}

const nh_expr *nh_reactions_all(nh_reactions *reactions, size_t *count) {
    const nh_model *model = reactions->model;
    nh_exprs list = {.arena = reactions->arena};
    for (size_t i = 0; i < model->points.count; i++) {
        nh_tick(model->context, 10);
        const nh_point *point = &model->points.items[i];
        if (!nh_is_marker(point)) list_vector(reactions, "reaction", point->name, &list);
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        nh_tick(model->context, 10);
        const nh_rigid_body *body = &model->bodies.items[i];
        if (nh_is_frame(body)) continue;
        list_vector(reactions, "reaction", body->name, &list);
        list_vector(reactions, "reactiontorque", body->name, &list);
    }
    *count = list.count;
    return list.items;
}
