/* What a scene consists of: the drawings of the model, or what it has by itself. */
#include <math.h>

#include "expr/inspect.h"
#include "model/values.h"
#include "sim/scene_private.h"

/* ---- what has a value ---- */

static bool is_fixed(const nh_scene_making *m, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (nh_expr_has(m->model->pool, e[i], NH_HAS_ANYTHING)) return false;
    return true;
}

/* ---- items and their outputs ---- */

static void add_vector(nh_scene_exprs *list, nh_vector v) {
    for (int k = 0; k < 3; k++) nh_array_push(list, v.x[k]);
}

static bool is_solid(nh_figure_kind kind) {
    return kind == NH_FIGURE_DISC || kind == NH_FIGURE_SPHERE || kind == NH_FIGURE_ELLIPSOID || kind == NH_FIGURE_BOX ||
           kind == NH_FIGURE_FRAME;
}

/* at; vector unless it is a point; of solids the radius and, on a body, the matrix. */
static nh_scene_exprs numbers_of(const nh_scene_making *m, const nh_scene_item *item) {
    nh_scene_exprs list = {.arena = m->arena};
    add_vector(&list, item->at);
    if (item->kind == NH_FIGURE_POINT || item->kind == NH_FIGURE_CURVE) return list;
    add_vector(&list, item->vector);
    if (!is_solid(item->kind)) return list;
    nh_array_push(&list, item->radius);
    if (item->body == NH_MODEL_NONE) return list;
    const nh_matrix3 *matrix = &m->model->bodies.items[item->body].rotation.matrix;
    for (int k = 0; k < 9; k++) nh_array_push(&list, matrix->r[k / 3][k % 3]);
    return list;
}

/* False when a state does not determine it. */
static bool add_item(nh_scene_making *m, nh_scene_item item) {
    nh_scene_exprs list = numbers_of(m, &item), *outputs = item.kind == NH_FIGURE_CURVE ? &m->curves : &m->shapes;
    if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, list.count, list.items)) return false;
    item.is_fixed = is_fixed(m, list.count, list.items);
    item.first = outputs->count;
    for (size_t i = 0; i < list.count; i++) nh_array_push(outputs, list.items[i]);
    nh_array_push(&m->scene->items, item);
    return true;
}

/* The point, or the body with its centre, at this place. */
static const char *name_at(const nh_scene_making *m, nh_vector at) {
    const nh_model *model = m->model;
    for (size_t i = 0; i < model->points.count; i++)
        if (nh_vector_equal(model->points.items[i].position, at))
            return nh_name_text(model->context, model->points.items[i].name);
    for (size_t i = 0; i < model->bodies.count; i++)
        if (nh_vector_equal(model->bodies.items[i].center, at))
            return nh_name_text(model->context, model->bodies.items[i].name);
    return NULL;
}

static bool add_trail(nh_scene_making *m, uint32_t drawing, nh_vector at) {
    if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, 3, at.x)) return false;
    nh_trail trail = {drawing, is_fixed(m, 3, at.x), name_at(m, at)};
    nh_array_push(&m->scene->trails, trail);
    add_vector(&m->places, at);
    return true;
}

/* ---- drawings ---- */

static nh_figure_kind kind_of(nh_shape shape) {
    switch (shape) {
        case NH_SHAPE_SEGMENT: return NH_FIGURE_SEGMENT;
        case NH_SHAPE_ARROW: return NH_FIGURE_ARROW;
        case NH_SHAPE_DISC: return NH_FIGURE_DISC;
        case NH_SHAPE_SPHERE: return NH_FIGURE_SPHERE;
        case NH_SHAPE_ELLIPSOID: return NH_FIGURE_ELLIPSOID;
        case NH_SHAPE_BOX: return NH_FIGURE_BOX;
        case NH_SHAPE_CURVE: return NH_FIGURE_CURVE;
        case NH_SHAPE_PLANE: return NH_FIGURE_PLANE;
        case NH_SHAPE_NONE:
        case NH_SHAPE_TRAIL:
        case NH_SHAPES: break;
    }
    return NH_FIGURE_KINDS;
}

/* The curve as its variable goes from 0 to 1. */
static nh_vector with_variable(nh_scene_making *m, const nh_drawing *drawing) {
    nh_pool *pool = m->model->pool;
    nh_expr length = nh_expr_sub(pool, drawing->high, drawing->low);
    nh_expr place = nh_expr_add(pool, drawing->low, nh_expr_mul(pool, length, m->variable));
    nh_vector at = drawing->at;
    nh_expr_substitute_all(pool, 3, at.x, 1, &drawing->variable, &place, true);
    return at;
}

static bool add_drawing(nh_scene_making *m, uint32_t number) {
    const nh_drawing *drawing = &m->model->drawings.items[number];
    nh_figure_kind kind = kind_of(drawing->shape);
    if (drawing->shape == NH_SHAPE_NONE) return true;
    if (drawing->shape == NH_SHAPE_TRAIL) return add_trail(m, number, drawing->at);
    nh_scene_item item = {.kind = kind,
                          .drawing = number,
                          .body = drawing->body,
                          .at = drawing->at,
                          .vector = drawing->vector,
                          .radius = drawing->radius};
    if (kind == NH_FIGURE_CURVE) item.at = with_variable(m, drawing);
    if (kind != NH_FIGURE_DISC && kind != NH_FIGURE_SPHERE) item.radius = NH_EXPR_ZERO;
    return add_item(m, item);
}

/* ---- without drawings ---- */

static bool has_seen(nh_scene_making *m, nh_map *seen, nh_vector at) {
    uint64_t key = 0;
    for (int k = 0; k < 3; k++) key = key * 0x9e3779b97f4a7c15u + at.x[k] + 1;
    bool is_new;
    uint64_t *number = nh_map_slot(seen, key, &is_new);
    if (is_new) *number = m->places.count;
    return !is_new;
}

static void add_place(nh_scene_making *m, nh_map *seen, nh_vector at) {
    if (has_seen(m, seen, at)) return;
    if (!is_fixed(m, 3, at.x)) (void)add_trail(m, NH_MODEL_NONE, at);
}

/* Half axes of the body that has this mass and these moments of inertia: of an ellipsoid, a^2 = 5/2 (B + C - A)/m; where that makes one of
 * them 0, of an elliptic plate, a^2 = 4 B/m. A body in the plane has one moment only: a round plate. */
static void set_half_axes(double mass, double moment[3], double half[3]) {
    double all = moment[0] + moment[1] + moment[2];
    for (int k = 0; k < 3; k++) {
        double *a = &moment[(k + 1) % 3], *b = &moment[(k + 2) % 3];
        if (*a == 0 && *b == 0) *a = *b = moment[k] / 2;
    }
    for (int k = 0; k < 3; k++) {
        double a = moment[(k + 1) % 3], b = moment[(k + 2) % 3], c = moment[k];
        half[k] = sqrt(2.5 * fmax(a + b - c, 0) / mass);
    }
    for (int k = 0; k < 3; k++) {
        double a = moment[(k + 1) % 3], b = moment[(k + 2) % 3], c = moment[k];
        if (a + b - c > 1e-9 * all) continue;
        half[k] = 0;
        half[(k + 1) % 3] = 2 * sqrt(b / mass);
        half[(k + 2) % 3] = 2 * sqrt(a / mass);
    }
}

static bool find_half_axes(nh_scene_making *m, const nh_rigid_body *body, double half[3]) {
    const nh_matrix3 *J = &body->inertia;
    nh_expr all[4] = {body->mass, J->r[0][0], J->r[1][1], J->r[2][2]};
    bool is_diagonal = J->r[0][1] == NH_EXPR_ZERO && J->r[0][2] == NH_EXPR_ZERO && J->r[1][2] == NH_EXPR_ZERO;
    if (body->mass == NH_EXPR_ZERO || !is_diagonal || !nh_expr_has_only(m->model->pool, m->arena, &m->known, 4, all) ||
        !is_fixed(m, 4, all))
        return false;
    double mass = nh_model_constant(m->model, m->arena, all[0]), moment[3];
    for (int k = 0; k < 3; k++) moment[k] = nh_model_constant(m->model, m->arena, all[1 + k]);
    if (!(mass > 0) || !(moment[0] + moment[1] + moment[2] > 0)) return false;
    set_half_axes(mass, moment, half);
    return true;
}

static void add_body(nh_scene_making *m, uint32_t number) {
    const nh_rigid_body *body = &m->model->bodies.items[number];
    nh_scene_item item = {.kind = NH_FIGURE_FRAME,
                          .drawing = NH_MODEL_NONE,
                          .body = number,
                          .at = body->center,
                          .vector = nh_vector_zero(),
                          .radius = NH_EXPR_ZERO};
    if (find_half_axes(m, body, item.half)) item.kind = NH_FIGURE_ELLIPSOID;
    (void)add_item(m, item);
}

static void add_everything(nh_scene_making *m) {
    const nh_model *model = m->model;
    nh_map seen = nh_map_make(m->arena);
    for (size_t i = 0; i < model->links.count; i++)
        (void)add_item(m, (nh_scene_item){.kind = NH_FIGURE_SPRING,
                                          .drawing = NH_MODEL_NONE,
                                          .body = NH_MODEL_NONE,
                                          .at = model->links.items[i].from,
                                          .vector = model->links.items[i].to,
                                          .radius = NH_EXPR_ZERO});
    for (uint32_t i = 0; i < model->bodies.count; i++) add_body(m, i);
    for (size_t i = 0; i < model->points.count; i++) {
        nh_vector at = model->points.items[i].position;
        (void)add_item(m, (nh_scene_item){.kind = NH_FIGURE_POINT,
                                          .drawing = NH_MODEL_NONE,
                                          .body = NH_MODEL_NONE,
                                          .at = at,
                                          .radius = NH_EXPR_ZERO});
        add_place(m, &seen, at);
    }
    for (size_t i = 0; i < model->bodies.count; i++) add_place(m, &seen, model->bodies.items[i].center);
}

void nh_scene_list(nh_scene_making *m) {
    if (m->model->drawings.count == 0) add_everything(m);
    for (uint32_t i = 0; i < m->model->drawings.count; i++)
        if (!add_drawing(m, i)) m->scene->left_out++;
}
