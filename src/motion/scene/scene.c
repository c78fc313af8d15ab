/* Three tapes over a state: figures, curves (with their variable as one more input), trails. What they give are the
 * numbers of a model; here they become vectors in space. */
#include "motion/scene/scene.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "tape/program.h"

/* What a figure is made from. Its numbers occur in the outputs from `first` on, in the order of the fields here; which
 * of them it has is said by its kind. */
typedef struct scene_item {
    nh_figure_kind kind;
    uint32_t drawing, body;
    bool is_fixed;
    size_t first;
    nh_vector at, vector;
    nh_expr radius;
    double half[3]; /* of a body without a drawing: half axes, in place of `vector` */
} scene_item;

typedef NH_ARRAY(scene_item) scene_items;

struct nh_scene {
    const nh_model *model;
    const double *parameters;
    size_t inputs; /* of a state */
    scene_items items;
    NH_ARRAY(nh_trail) trails;
    size_t left_out;
    nh_program *shapes, *curves, *paths; /* NULL: without outputs */
    double *curve_inputs;                /* a state, and after it the variable of the curves, which goes from 0 to 1 */
};

/* While a scene is made. */
typedef struct scene_maker {
    nh_scene *scene;
    nh_arena *arena;
    const nh_model *model;
    nh_map known;                    /* symbols that have a value at a state */
    nh_exprs shapes, curves, places; /* outputs of the three programs */
    nh_expr variable;                /* of all curves */
} scene_maker;

/* ---- programs ---- */

static void know_symbol(scene_maker *m, nh_expr symbol) {
    nh_map_put(&m->known, symbol, 1);
}

/* A parameter without a value says nothing about a picture. */
static void know_state(scene_maker *m, const nh_tape_def *def) {
    for (uint32_t i = 0; i < def->input_count; i++) know_symbol(m, def->inputs[i]);
    for (size_t i = 0; i < m->model->parameters.count; i++)
        if (m->model->parameters.items[i].value != NH_EXPR_UNDEFINED)
            know_symbol(m, m->model->parameters.items[i].symbol);
    m->variable = nh_expr_symbol_text(m->model->pool, NH_ROLE_PARAMETER, "draw curve"); /* no name in a model */
    know_symbol(m, m->variable);
}

static nh_program *make_program(const scene_maker *m, nh_tape_def def, const nh_exprs *outputs) {
    if (outputs->count == 0) return NULL;
    def.output_count = (uint32_t)outputs->count;
    def.outputs = outputs->items;
    return nh_program_of(m->arena, m->model->pool, &def, m->scene->parameters);
}

static nh_tape_def with_variable(const scene_maker *m, nh_tape_def def) {
    nh_expr *inputs = NH_NEW_ARRAY(m->arena, nh_expr, def.input_count + 1);
    memcpy(inputs, def.inputs, def.input_count * sizeof *inputs);
    inputs[def.input_count++] = m->variable;
    def.inputs = inputs;
    return def;
}

/* ---- what there is to draw ---- */

/* What a scene consists of: the drawings of the model, or what it has by itself. */

/* ---- what has a value ---- */

static bool is_fixed(const scene_maker *m, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (nh_expr_has(m->model->pool, e[i], NH_HAS_ANYTHING)) return false;
    return true;
}

/* ---- items and their outputs ---- */

static void add_vector(nh_exprs *list, nh_vector v) {
    nh_array_append(list, 3, v.x);
}

static bool is_solid(nh_figure_kind kind) {
    return kind == NH_FIGURE_DISC || kind == NH_FIGURE_SPHERE || kind == NH_FIGURE_ELLIPSOID || kind == NH_FIGURE_BOX ||
           kind == NH_FIGURE_FRAME;
}

/* at; vector unless it is a point; of solids the radius and, on a body, the matrix. */
static nh_exprs numbers_of(const scene_maker *m, const scene_item *item) {
    nh_exprs list = {.arena = m->arena};
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
static bool add_item(scene_maker *m, scene_item item) {
    nh_exprs list = numbers_of(m, &item), *outputs = item.kind == NH_FIGURE_CURVE ? &m->curves : &m->shapes;
    if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, list.count, list.items)) return false;
    item.is_fixed = is_fixed(m, list.count, list.items);
    item.first = outputs->count;
    nh_array_append(outputs, list.count, list.items);
    nh_array_push(&m->scene->items, item);
    return true;
}

/* The point, or the body with its centre, at this place. */
static const char *name_at(const scene_maker *m, nh_vector at) {
    const nh_model *model = m->model;
    for (size_t i = 0; i < model->points.count; i++)
        if (nh_vector_equal(model->points.items[i].position, at))
            return nh_name_text(model->context, model->points.items[i].name);
    for (size_t i = 0; i < model->bodies.count; i++)
        if (nh_vector_equal(model->bodies.items[i].center, at))
            return nh_name_text(model->context, model->bodies.items[i].name);
    return NULL;
}

static bool add_trail(scene_maker *m, uint32_t drawing, nh_vector at) {
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
static nh_vector item_with_variable(scene_maker *m, const nh_drawing *drawing) {
    nh_pool *pool = m->model->pool;
    nh_expr length = nh_expr_sub(pool, drawing->high, drawing->low);
    nh_expr place = nh_expr_add(pool, drawing->low, nh_expr_mul(pool, length, m->variable));
    nh_vector at = drawing->at;
    nh_expr_substitute_all(pool, 3, at.x, 1, &drawing->variable, &place, true);
    return at;
}

static bool add_drawing(scene_maker *m, uint32_t number) {
    NH_ASSERT(number < m->model->drawings.count);
    const nh_drawing *drawing = &m->model->drawings.items[number];
    nh_figure_kind kind = kind_of(drawing->shape);
    if (drawing->shape == NH_SHAPE_NONE) return true;
    if (drawing->shape == NH_SHAPE_TRAIL) return add_trail(m, number, drawing->at);
    scene_item item = {.kind = kind,
                       .drawing = number,
                       .body = drawing->body,
                       .at = drawing->at,
                       .vector = drawing->vector,
                       .radius = drawing->radius};
    if (kind == NH_FIGURE_CURVE) item.at = item_with_variable(m, drawing);
    if (kind != NH_FIGURE_DISC && kind != NH_FIGURE_SPHERE) item.radius = NH_EXPR_ZERO;
    return add_item(m, item);
}

/* ---- without drawings ---- */

static bool has_seen(scene_maker *m, nh_map *seen, nh_vector at) {
    uint64_t key = 0;
    for (int k = 0; k < 3; k++) key = key * 0x9e3779b97f4a7c15u + at.x[k] + 1;
    bool is_new;
    uint64_t *number = nh_map_slot(seen, key, &is_new);
    if (is_new) *number = m->places.count;
    return !is_new;
}

static void add_place(scene_maker *m, nh_map *seen, nh_vector at) {
    if (has_seen(m, seen, at)) return;
    if (!is_fixed(m, 3, at.x)) (void)add_trail(m, NH_MODEL_NONE, at);
}

/* Half axes of the body that has this mass and these moments of inertia: of an ellipsoid, a^2 = 5/2 (B + C -
 * A)/m; where that makes one of them 0, of an elliptic plate, a^2 = 4 B/m. A body in the plane has one
 * moment only: a round plate. */
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

static bool find_half_axes(scene_maker *m, const nh_rigid_body *body, double half[3]) {
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

static void add_body(scene_maker *m, uint32_t number) {
    NH_ASSERT(number < m->model->bodies.count);
    const nh_rigid_body *body = &m->model->bodies.items[number];
    scene_item item = {.kind = NH_FIGURE_FRAME,
                       .drawing = NH_MODEL_NONE,
                       .body = number,
                       .at = body->center,
                       .vector = nh_vector_zero(),
                       .radius = NH_EXPR_ZERO};
    if (find_half_axes(m, body, item.half)) item.kind = NH_FIGURE_ELLIPSOID;
    (void)add_item(m, item);
}

static void add_everything(scene_maker *m) {
    const nh_model *model = m->model;
    nh_map seen = nh_map_make(m->arena);
    for (size_t i = 0; i < model->links.count; i++)
        (void)add_item(m, (scene_item){.kind = NH_FIGURE_SPRING,
                                       .drawing = NH_MODEL_NONE,
                                       .body = NH_MODEL_NONE,
                                       .at = model->links.items[i].from,
                                       .vector = model->links.items[i].to,
                                       .radius = NH_EXPR_ZERO});
    for (uint32_t i = 0; i < model->bodies.count; i++) add_body(m, i);
    for (size_t i = 0; i < model->points.count; i++) {
        nh_vector at = model->points.items[i].position;
        (void)add_item(m, (scene_item){.kind = NH_FIGURE_POINT,
                                       .drawing = NH_MODEL_NONE,
                                       .body = NH_MODEL_NONE,
                                       .at = at,
                                       .radius = NH_EXPR_ZERO});
        add_place(m, &seen, at);
    }
    for (size_t i = 0; i < model->bodies.count; i++) add_place(m, &seen, model->bodies.items[i].center);
}

/* What the model has for drawing; without, everything that has a place. */
static void list_items(scene_maker *m) {
    if (m->model->drawings.count == 0) add_everything(m);
    for (uint32_t i = 0; i < m->model->drawings.count; i++)
        if (!add_drawing(m, i)) m->scene->left_out++;
}

/* ---- making ---- */

nh_scene *nh_scene_make(nh_arena *arena, const nh_model *model) {
    nh_scene *s = NH_NEW(arena, nh_scene);
    scene_maker m = {.scene = s, .arena = arena, .model = model, .known = nh_map_make(arena)};
    s->model = model;
    s->items.arena = s->trails.arena = m.shapes.arena = m.curves.arena = m.places.arena = arena;
    s->parameters = nh_model_parameter_values(model, arena);
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    s->inputs = def.input_count;
    s->curve_inputs = NH_NEW_ARRAY(arena, double, s->inputs + 1);
    know_state(&m, &def);
    list_items(&m);
    s->shapes = make_program(&m, def, &m.shapes);
    s->paths = make_program(&m, def, &m.places);
    s->curves = make_program(&m, with_variable(&m, def), &m.curves);
    return s;
}

size_t nh_scene_figures(const nh_scene *scene) {
    return scene->items.count;
}

size_t nh_scene_trails(const nh_scene *scene) {
    return scene->trails.count;
}

const nh_trail *nh_scene_trail(const nh_scene *scene, size_t i) {
    NH_ASSERT(i < scene->trails.count);
    return &scene->trails.items[i];
}

size_t nh_scene_left_out(const nh_scene *scene) {
    return scene->left_out;
}

/* ---- vectors ---- */

static double length_of(const double v[3]) {
    return hypot(hypot(v[0], v[1]), v[2]);
}

static void cross_product(const double a[3], const double b[3], double c[3]) {
    for (int k = 0; k < 3; k++) c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Two unit vectors u, v and the unit normal n, right-handed; u is that of the axis of the frame that is farthest from
 * n, made perpendicular. */
static void span_axes(const double normal[3], double axes[3][3]) {
    double size = length_of(normal), *u = axes[0], *v = axes[1], *n = axes[2];
    int least = 0;
    for (int k = 0; k < 3; k++) n[k] = normal[k] / size;
    for (int k = 1; k < 3; k++)
        if (fabs(n[k]) < fabs(n[least]) - 1e-9) least = k;
    for (int k = 0; k < 3; k++) u[k] = (k == least) - n[least] * n[k];
    size = length_of(u);
    for (int k = 0; k < 3; k++) u[k] /= size;
    cross_product(n, u, v);
}

/* From the body frame to space; matrix: NULL for no turn. */
static void turn_vector(const double *matrix, double v[3]) {
    if (matrix == NULL) return;
    double old[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++) v[i] = matrix[3 * i] * old[0] + matrix[3 * i + 1] * old[1] + matrix[3 * i + 2] * old[2];
}

static void set_diagonal(nh_figure *f, const double size[3]) {
    for (int k = 0; k < 3; k++) f->axes[k][k] = size[k];
}

/* ---- figures ---- */

static void make_disc(nh_figure *f, const double *vector, double radius) {
    span_axes(vector, f->axes);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) f->axes[i][k] *= radius;
}

/* numbers: vector, radius, and on a body its matrix. */
static void make_solid(nh_figure *f, const scene_item *item, const double *numbers) {
    NH_ASSERT(f->kind < NH_FIGURE_KINDS);
    bool is_on_body = item->body != NH_MODEL_NONE;
    const double *matrix = is_on_body ? numbers + 4 : NULL;
    double radius = numbers[3];
    const double half[3] = {numbers[0] / 2, numbers[1] / 2, numbers[2] / 2};
    if (f->kind == NH_FIGURE_DISC) make_disc(f, numbers, radius);
    else if (f->kind == NH_FIGURE_SPHERE) set_diagonal(f, (double[3]){radius, radius, radius});
    else if (f->kind == NH_FIGURE_FRAME) set_diagonal(f, (double[3]){1, 1, 1});
    else if (f->kind == NH_FIGURE_BOX) set_diagonal(f, half);
    else set_diagonal(f, f->drawing == NH_MODEL_NONE ? item->half : numbers);
    for (int i = 0; i < 3; i++) turn_vector(matrix, f->axes[i]);
    f->turns = is_on_body;
}

static bool is_good(const nh_figure *f) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += fabs(f->at[k]) + fabs(f->to[k]);
    for (int k = 0; k < 9; k++) sum += fabs(f->axes[k / 3][k % 3]);
    return sum < 1e100; /* beyond that products of lengths would overflow */
}

static nh_figure make_figure(const scene_item *item, const double *outputs) {
    nh_figure f = {.kind = item->kind, .drawing = item->drawing, .is_fixed = item->is_fixed};
    const double *numbers = outputs + item->first, *vector = numbers + 3;
    memcpy(f.at, numbers, sizeof f.at);
    switch (f.kind) {
        case NH_FIGURE_POINT: break;
        case NH_FIGURE_SEGMENT:
        case NH_FIGURE_SPRING: memcpy(f.to, vector, sizeof f.to); break;
        case NH_FIGURE_ARROW:
            for (int k = 0; k < 3; k++) f.to[k] = f.at[k] + vector[k];
            break;
        case NH_FIGURE_PLANE: span_axes(vector, f.axes); break;
        default: make_solid(&f, item, vector);
    }
    f.is_good = is_good(&f);
    return f;
}

/* ---- curves ---- */

static void set_point(nh_figure *f, double (*points)[3], const double *x) {
    memcpy(points[f->point_count], x, sizeof *points);
    bool is_finite = fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100;
    f->point_count += is_finite; /* where it has no value the next one takes the place */
}

static void look_curves(nh_scene *s, nh_arena *arena, const double *state, nh_figure *figures) {
    if (s->curves == NULL) return;
    memcpy(s->curve_inputs, state, s->inputs * sizeof *state);
    for (int j = 0; j < NH_SCENE_SAMPLES; j++) {
        s->curve_inputs[s->inputs] = (double)j / (NH_SCENE_SAMPLES - 1);
        const double *values = nh_program_at(s->curves, s->curve_inputs);
        nh_tick(s->model->context, nh_tape_operations_run(nh_program_tape(s->curves)) + 1);
        for (size_t i = 0; i < s->items.count; i++) {
            nh_figure *f = &figures[i];
            if (f->kind != NH_FIGURE_CURVE) continue;
            if (j == 0) f->points = (const double(*)[3])NH_NEW_ARRAY(arena, double, 3 * NH_SCENE_SAMPLES);
            set_point(f, (double(*)[3])f->points, values + s->items.items[i].first);
            f->is_good = f->point_count > 1;
        }
    }
}

/* ---- looking ---- */

nh_figure *nh_scene_look(nh_scene *scene, nh_arena *arena, const double *state) {
    NH_ASSERT(state != NULL);
    nh_scene *s = scene;
    nh_figure *figures = NH_NEW_ARRAY(arena, nh_figure, s->items.count);
    const double *values = s->shapes != NULL ? nh_program_at(s->shapes, state) : NULL;
    if (s->shapes != NULL)
        nh_tick(s->model->context, nh_tape_operations_run(nh_program_tape(s->shapes)) + s->items.count);
    for (size_t i = 0; i < s->items.count; i++) {
        const scene_item *item = &s->items.items[i];
        if (item->kind != NH_FIGURE_CURVE) figures[i] = make_figure(item, values);
        else figures[i] = (nh_figure){.kind = item->kind, .drawing = item->drawing, .is_fixed = item->is_fixed};
    }
    look_curves(s, arena, state, figures);
    return figures;
}

void nh_scene_look_trails(nh_scene *scene, const double *state, double *x) {
    NH_ASSERT(scene->paths == NULL || x != NULL);
    nh_scene *s = scene;
    if (s->paths == NULL) return;
    nh_program_run(s->paths, state, x);
    nh_tick(s->model->context, nh_tape_operations_run(nh_program_tape(s->paths)) + 1);
}
