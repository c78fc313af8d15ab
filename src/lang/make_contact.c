/* contact C: a surface of a body touches another surface, and rolls, slides or acts as a blade there.
 *
 * The rows are C.gap, geometric, then those of the motion in the tangent plane: C.slip1 and C.slip2, C.spin, or C.side.
 * So there are as many as there are equations, where a vector equation has three. Closed forms of the point of contact
 * are in model/contact.h; where there is none its coordinates are further unknowns, C.angle, or C.u and C.v, with rows
 * of their own whose multipliers are 0: moving the point over the surfaces does no work. */
#include <string.h>

#include "algebra/domain/identity.h"
#include "base/text/text.h"
#include "lang/reading_private.h"
#include "model/contact.h"

/* One over the squared sine of the angle between a disc and its plane at which it lies flat. */
enum { FLATNESS = 1000000 };
#define RIGHT 1.5707963267948966 /* pi/2 */

/* A surface f = 0, in the frame of its body. */
typedef struct surface {
    bool is_given; /* whether it is one at all */
    nh_touch_level level;
    nh_vector at;
    uint32_t function; /* f itself, the height of a graph, the radius of a surface of revolution */
    nh_part_kind part; /* where that is written */
    bool is_graph, is_inside;
} surface;

typedef struct maker {
    nh_reading *r;
    const nh_member *member;
    nh_contact item;
    uint32_t body, other; /* NH_MODEL_NONE: a surface that is fixed */
    nh_rotation frame;    /* of the surface, and its origin */
    nh_vector origin;
    nh_touch_body shape;
    nh_touch_ground ground;
    surface own, base; /* of the body, and what it is on, where they are surfaces f = 0 */
    nh_vector track;   /* of a blade: the way it goes, in space */
    bool is_line;      /* they touch along a line */
    nh_touch touch;
} maker;

/* ---- what shapes and surfaces have ---- */

typedef struct kind {
    const char *word;
    int what;                  /* nh_touch_shape, nh_touch_surface */
    uint64_t needed, allowed;  /* bits of parts */
    const char *needs, *usage; /* the words of what is needed, and how it is written */
} kind;

#define PART(NAME) ((uint64_t)1 << NH_PART_##NAME)

static const kind shapes[] = {
    {"point", NH_TOUCH_POINT, 0, PART(AT), NULL, "point of B at [0, 0, -1]"},
    {"blade", NH_TOUCH_POINT, PART(ALONG), PART(AT), "direction", "blade of B along [1, 0, 0]"},
    {"sphere", NH_TOUCH_SPHERE, PART(RADIUS), PART(AT), "radius", "sphere of B radius R"},
    {"disc", NH_TOUCH_CIRCLE, PART(RADIUS), PART(AT) | PART(AXIS), "radius", "disc of B radius R axis [0, 1, 0]"},
    {"ring", NH_TOUCH_CIRCLE, PART(RADIUS), PART(AT) | PART(AXIS), "radius", "ring of B radius R axis [0, 1, 0]"},
    {"wheel", NH_TOUCH_CIRCLE, PART(RADIUS), PART(AT) | PART(AXIS), "radius", "wheel of B radius R axis [0, 1, 0]"},
    {"torus", NH_TOUCH_TORUS, PART(RADIUS) | PART(TUBE), PART(AT) | PART(AXIS), "radius and the radius of its tube",
     "torus of B radius R tube r"},
    {"ellipsoid", NH_TOUCH_ELLIPSOID, PART(AXES), PART(AT), "half axes", "ellipsoid of B axes [a, b, c]"},
    {"cylinder", NH_TOUCH_LEVEL, PART(RADIUS), PART(AT) | PART(AXIS), "radius",
     "cylinder of B radius R axis [0, 1, 0]"},
    {"cone", NH_TOUCH_LEVEL, PART(SHAPE_ANGLE), PART(AT) | PART(AXIS), "angle", "cone of B angle pi/6 axis [0, 0, 1]"},
    {"revolution", NH_TOUCH_LEVEL, 0, PART(AT) | PART(AXIS), NULL, "revolution r of B axis [0, 0, 1]"},
    {"implicit", NH_TOUCH_LEVEL, 0, PART(AT), NULL, "implicit f of B"},
};
static const kind surfaces[] = {
    {"plane", NH_TOUCH_PLANE, 0, PART(SURFACE_AT) | PART(SURFACE_AXIS), NULL, "plane at P normal n"},
    {"sphere", NH_TOUCH_BALL, PART(SURFACE_RADIUS), PART(SURFACE_AT), "radius", "sphere radius R"},
    {"cylinder", NH_TOUCH_CYLINDER, PART(SURFACE_RADIUS), PART(SURFACE_AT) | PART(SURFACE_AXIS), "radius",
     "cylinder radius R axis [0, 0, 1]"},
    {"cone", NH_TOUCH_CONE, PART(ANGLE), PART(SURFACE_AT) | PART(SURFACE_AXIS), "angle",
     "cone angle pi/6 axis [0, 0, 1]"},
    {"ellipsoid", NH_TOUCH_IMPLICIT, PART(SURFACE_AXES), PART(SURFACE_AT), "half axes", "ellipsoid axes [a, b, c]"},
    {"torus", NH_TOUCH_IMPLICIT, PART(SURFACE_RADIUS) | PART(SURFACE_TUBE), PART(SURFACE_AT) | PART(SURFACE_AXIS),
     "radius and the radius of its tube", "torus radius R tube r"},
    {"revolution", NH_TOUCH_IMPLICIT, 0, PART(SURFACE_AT) | PART(SURFACE_AXIS), NULL, "revolution r axis [0, 0, 1]"},
    {"graph", NH_TOUCH_IMPLICIT, 0, 0, NULL, "graph h"},
    {"implicit", NH_TOUCH_IMPLICIT, 0, 0, NULL, "implicit f"},
};

static const uint64_t parts_of_shapes =
    PART(AT) | PART(RADIUS) | PART(AXIS) | PART(TUBE) | PART(AXES) | PART(ALONG) | PART(SHAPE_ANGLE);
static const uint64_t parts_of_surfaces = PART(SURFACE_AT) | PART(SURFACE_AXIS) | PART(SURFACE_RADIUS) | PART(ANGLE) |
                                          PART(SURFACE_TUBE) | PART(SURFACE_AXES);

static nh_node node_of(const maker *m, nh_part_kind part) {
    return nh_member_node(m->r, m->member, part);
}

static const char *word_of(const maker *m, nh_part_kind part) {
    const nh_part *found = nh_syntax_part(m->r->syntax, m->member->clause, part);
    return found != NULL ? NH_NAME(m->r, nh_syntax_token(m->r->syntax, found->token)->name) : "";
}

static nh_place place_of(const maker *m, nh_part_kind part) {
    return nh_reading_token_place(m->r, nh_syntax_part(m->r->syntax, m->member->clause, part)->token);
}

static const kind *kind_of(const kind *list, const char *word) {
    while (strcmp(list->word, word) != 0) list++; /* the parser knows only these */
    return list;
}

/* Whether it has all it needs and nothing else, of the parts that were given. */
static bool check_parts(const maker *m, const kind *k, nh_part_kind about, uint64_t all) {
    uint64_t given = 0;
    const nh_clause *clause = m->member->clause;
    for (uint32_t i = 0; i < clause->parts; i++)
        given |= (uint64_t)1 << m->r->syntax->parts.items[clause->first_part + i].kind & all;
    nh_words words = {"contact", nh_reading_text(m->r, "write %s", k->usage)};
    if ((given & k->needed) != k->needed)
        nh_reading_error_at(m->r, place_of(m, about), words, "a %s needs its %s", k->word, k->needs);
    else if ((given & ~(k->needed | k->allowed)) != 0)
        nh_reading_error_at(m->r, place_of(m, about), words, "something is given here that a %s does not have",
                            k->word);
    else return true;
    return false;
}

/* ---- values ---- */

/* A vector that is constant in its frame, as it is written there; false after an error. */
static bool evaluate_fixed(const maker *m, nh_part_kind part, const char *what, nh_vector *v) {
    nh_node node = node_of(m, part);
    if (node == 0) return true;
    if (!nh_evaluate_vector(m->r, node, what, v)) return false;
    for (int i = 0; i < 3; i++)
        if (nh_expr_has(m->r->pool, v->x[i], NH_HAS_COORDINATE)) {
            nh_words words = {"not-constant", "a surface that moves is one of a body: plane of T"};
            nh_reading_error(m->r, node, words, "%s must be constant in the frame of its body", what);
            return false;
        }
    return true;
}

/* The same of length 1. */
static bool evaluate_direction(const maker *m, nh_part_kind part, const char *what, nh_vector *v) {
    nh_pool *pool = m->r->pool;
    *v = (nh_vector){{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ONE}};
    if (!evaluate_fixed(m, part, what, v)) return false;
    if (nh_vector_is_zero(*v)) {
        nh_reading_error(m->r, node_of(m, part), (nh_words){"arguments", NULL}, "%s is the zero vector", what);
        return false;
    }
    nh_expr square = nh_vector_dot(pool, *v, *v);
    if (square == NH_EXPR_ONE || nh_expr_are_equal(pool, square, NH_EXPR_ONE) == NH_YES) return true;
    *v = nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, nh_expr_sqrt(pool, square)), *v);
    return true;
}

/* A number that is known already must be above 0. */
static bool check_positive(const maker *m, nh_part_kind part, const char *what, nh_expr e) {
    if (!nh_expr_is_number(m->r->pool, e) || nh_rat_sign(nh_expr_rational(m->r->pool, e)) > 0) return true;
    nh_reading_error(m->r, node_of(m, part), (nh_words){"arguments", NULL}, "%s must be positive", what);
    return false;
}

static bool evaluate_length(const maker *m, nh_part_kind part, const char *what, nh_expr *e) {
    nh_node node = node_of(m, part);
    return node == 0 || (nh_evaluate_constant(m->r, node, what, e) && check_positive(m, part, what, *e));
}

static bool evaluate_angle(const maker *m, nh_part_kind part, nh_expr *e) {
    const char *what = "the angle of a cone, from its axis to its surface in radians,";
    if (!evaluate_length(m, part, what, e)) return false;
    bool is_large =
        nh_expr_is_number(m->r->pool, *e) && nh_rat_double(m->r->context, nh_expr_rational(m->r->pool, *e)) > RIGHT;
    if (is_large)
        nh_reading_error(m->r, node_of(m, part), (nh_words){"arguments", NULL}, "%s must be below pi/2", what);
    return !is_large;
}

static bool evaluate_axes(const maker *m, nh_part_kind part, nh_vector *axes) {
    bool good = evaluate_fixed(m, part, "a list of half axes", axes);
    for (int i = 0; i < 3 && good && node_of(m, part) != 0; i++)
        good = check_positive(m, part, "each of the three half axes", axes->x[i]);
    return good;
}

static bool evaluate_body(const maker *m, nh_part_kind part, uint32_t *body) {
    nh_node node = node_of(m, part);
    nh_quantity value = nh_evaluate(m->r, node);
    *body = value.kind == NH_QUANTITY_BODY ? value.body : NH_MODEL_NONE;
    if (value.kind != NH_QUANTITY_BAD && value.kind != NH_QUANTITY_BODY)
        nh_reading_error(m->r, node, (nh_words){"type", NULL}, "expected a body here, found %s",
                         nh_quantity_describe(value));
    return value.kind == NH_QUANTITY_BODY;
}

/* v of a frame as a place and as a direction of space. */
static nh_vector to_place(const maker *m, nh_rotation frame, nh_vector origin, nh_vector v) {
    return nh_vector_add(m->r->pool, origin, nh_matrix3_apply(m->r->pool, frame.matrix, v));
}

/* The function of a graph, of an implicit surface, or of one of revolution. */
static bool evaluate_function(maker *m, nh_part_kind part, surface *f) {
    nh_node node = node_of(m, part);
    bool failed;
    if (node == 0) return true;
    const nh_meaning *meaning = nh_reading_named(m->r, node, &failed);
    bool is_profile = f->level.form == NH_FORM_REVOLUTION;
    uint32_t arity = is_profile ? 1 : f->is_graph ? 2 : 3;
    static const char *const wanted[] = {"the height", "x and y", "x, y and z"};
    static const char *const hints[] = {"declare function r(h) = ... and write revolution r",
                                        "declare function h(x, y) = ... and write graph h",
                                        "declare function f(x, y, z) = ... and write implicit f"};
    if (failed || (meaning != NULL && meaning->kind == NH_MEANS_FAILED)) return false;
    bool is_function = meaning != NULL && meaning->kind == NH_MEANS_FUNCTION;
    if (is_function && m->r->model->functions.items[meaning->number].arity == arity) {
        f->function = meaning->number;
        f->part = part;
        return true;
    }
    nh_reading_error(m->r, node, (nh_words){"contact", hints[arity - 1]}, "expected a function of %s here",
                     wanted[arity - 1]);
    return false;
}

/* The form of a surface f = 0 with this name; false: it is another one. */
static bool set_form(surface *f, const char *word) {
    static const char *const words[] = {"ellipsoid", "torus", "cylinder", "cone", "revolution"};
    f->level.form = NH_FORM_GIVEN;
    for (int i = 0; i < 5; i++)
        if (strcmp(word, words[i]) == 0) f->level.form = (nh_touch_form)i;
    f->is_graph = strcmp(word, "graph") == 0;
    return f->level.form != NH_FORM_GIVEN || f->is_graph || strcmp(word, "implicit") == 0;
}

static bool evaluate_shape(maker *m) {
    nh_pool *pool = m->r->pool;
    const kind *k = kind_of(shapes, word_of(m, NH_PART_SHAPE));
    nh_vector at = nh_vector_zero(), axis, along = nh_vector_zero();
    nh_expr angle = NH_EXPR_ZERO;
    if (!evaluate_body(m, NH_PART_FIRST, &m->body) || !check_parts(m, k, NH_PART_SHAPE, parts_of_shapes)) return false;
    const nh_rigid_body *b = &m->r->model->bodies.items[m->body];
    m->shape = (nh_touch_body){.shape = (nh_touch_shape)k->what,
                               .rotation = b->rotation.matrix,
                               .half_axes = nh_vector_zero(),
                               .radius = NH_EXPR_ZERO,
                               .tube = NH_EXPR_ZERO};
    bool good = evaluate_fixed(m, NH_PART_AT, "the centre of a surface", &at);
    good &= evaluate_direction(m, NH_PART_AXIS, "an axis", &axis);
    good &= evaluate_fixed(m, NH_PART_ALONG, "the direction of a blade", &along);
    good &= evaluate_axes(m, NH_PART_AXES, &m->shape.half_axes);
    good &= evaluate_length(m, NH_PART_RADIUS, "a radius", &m->shape.radius);
    good &= evaluate_length(m, NH_PART_TUBE, "the radius of a tube", &m->shape.tube);
    good &= evaluate_angle(m, NH_PART_SHAPE_ANGLE, &angle);
    m->own.is_given = set_form(&m->own, k->word);
    good &= evaluate_function(m, NH_PART_SHAPE_FUNCTION, &m->own);
    if (!good) return false;
    m->own.at = at;
    m->own.level.axis = axis;
    m->own.level.half_axes = m->shape.half_axes;
    m->own.level.radius = m->shape.radius, m->own.level.tube = m->shape.tube, m->own.level.angle = angle;
    m->shape.center = to_place(m, b->rotation, b->center, at);
    m->shape.axis = nh_matrix3_apply(pool, b->rotation.matrix, axis);
    m->track = nh_matrix3_apply(pool, b->rotation.matrix, along);
    return true;
}

static bool evaluate_surface(maker *m) {
    const char *word = word_of(m, NH_PART_SURFACE);
    const kind *k = kind_of(surfaces, word);
    nh_vector at = nh_vector_zero(), axis;
    if (!check_parts(m, k, NH_PART_SURFACE, parts_of_surfaces)) return false;
    m->other = NH_MODEL_NONE;
    m->origin = nh_vector_zero();
    m->frame = nh_rotation_identity();
    if (node_of(m, NH_PART_SECOND) != 0) {
        if (!evaluate_body(m, NH_PART_SECOND, &m->other)) return false;
        m->origin = m->r->model->bodies.items[m->other].center;
        m->frame = m->r->model->bodies.items[m->other].rotation;
    }
    m->ground = (nh_touch_ground){.surface = (nh_touch_surface)k->what,
                                  .is_inside = strcmp(word_of(m, NH_PART_SIDE), "in") == 0,
                                  .radius = NH_EXPR_ZERO,
                                  .angle = NH_EXPR_ZERO};
    m->base.is_given = k->what == NH_TOUCH_IMPLICIT;
    m->base.is_inside = m->ground.is_inside;
    nh_vector half_axes = nh_vector_zero();
    nh_expr tube = NH_EXPR_ZERO;
    (void)set_form(&m->base, word);
    bool good = evaluate_function(m, NH_PART_FUNCTION, &m->base);
    bool has_inside = strcmp(word, "plane") != 0 && (!m->base.is_given || m->base.level.form != NH_FORM_GIVEN);
    if (m->ground.is_inside && !has_inside) {
        nh_reading_error_at(m->r, place_of(m, NH_PART_SIDE), (nh_words){"contact", "write on"}, "a %s has no inside",
                            word);
        return false;
    }
    good &= evaluate_fixed(m, NH_PART_SURFACE_AT, "the place of a surface", &at);
    good &= evaluate_direction(m, NH_PART_SURFACE_AXIS, "an axis", &axis);
    good &= evaluate_axes(m, NH_PART_SURFACE_AXES, &half_axes);
    good &= evaluate_length(m, NH_PART_SURFACE_RADIUS, "a radius", &m->ground.radius);
    good &= evaluate_length(m, NH_PART_SURFACE_TUBE, "the radius of a tube", &tube);
    good &= evaluate_angle(m, NH_PART_ANGLE, &m->ground.angle);
    if (!good) return false;
    m->base.at = at;
    m->base.level.axis = axis, m->base.level.half_axes = half_axes;
    m->base.level.radius = m->ground.radius, m->base.level.tube = tube, m->base.level.angle = m->ground.angle;
    m->ground.at = to_place(m, m->frame, m->origin, at);
    m->ground.axis = nh_matrix3_apply(m->r->pool, m->frame.matrix, axis);
    nh_touch_tangents(m->r->pool, axis, axis, m->touch.tangent); /* of a plane, in its own frame */
    return true;
}

/* ---- touching ---- */

static void turn_to_space(const maker *m, nh_touch *touch) {
    nh_pool *pool = m->r->pool;
    touch->normal = nh_matrix3_apply(pool, m->frame.matrix, touch->normal);
    for (int i = 0; i < 2; i++) touch->tangent[i] = nh_matrix3_apply(pool, m->frame.matrix, touch->tangent[i]);
}

/* The function of a surface at these arguments, and its derivatives; false after an error. */
static bool call_function(maker *m, const surface *f, uint32_t arity, const nh_expr *x, nh_expr *value,
                          nh_expr *slope) {
    nh_node node = node_of(m, f->part);
    for (uint32_t by = 0; by <= arity; by++) {
        nh_quantity found = nh_call_at(m->r, node, f->function, x, by);
        if (found.kind == NH_QUANTITY_BAD) return false;
        if (found.kind != NH_QUANTITY_SCALAR) {
            nh_reading_error(m->r, node, (nh_words){"type", NULL}, "the value of this function must be a number");
            return false;
        }
        *(by == 0 ? value : &slope[by - 1]) = found.scalar;
    }
    return true;
}

/* f and its gradient at a place of the frame of the body; false after an error. */
static bool evaluate_level(maker *m, const surface *f, nh_vector place, nh_expr *value, nh_vector *slope) {
    nh_pool *pool = m->r->pool;
    nh_touch_level level = f->level;
    *slope = nh_vector_zero();
    place = nh_vector_sub(pool, place, f->at);
    if (level.form == NH_FORM_REVOLUTION) {
        nh_expr h = nh_touch_height(pool, &level, place);
        if (!call_function(m, f, 1, &h, &level.profile, &level.slope)) return false;
    }
    if (level.form != NH_FORM_GIVEN) *value = nh_touch_value(pool, &level, place, slope);
    else if (!call_function(m, f, f->is_graph ? 2 : 3, place.x, value, slope->x)) return false;
    if (f->is_graph) {
        *value = nh_expr_sub(pool, place.x[2], *value);
        *slope = nh_vector_sub(pool, (nh_vector){{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ONE}}, *slope);
    }
    if (f->is_inside) {
        *value = nh_expr_neg(pool, *value);
        *slope = nh_vector_scale(pool, NH_EXPR_MINUS_ONE, *slope);
    }
    if (!nh_vector_is_zero(*slope)) return true;
    nh_reading_error(m->r, node_of(m, f->part), (nh_words){"contact", NULL},
                     "this function is constant and describes no surface");
    return false;
}

/* The surface that the body is on, at a place of its frame. */
static bool touch_function(maker *m, nh_vector place, nh_touch *touch) {
    nh_expr value;
    nh_vector slope;
    if (!evaluate_level(m, &m->base, place, &value, &slope)) return false;
    *touch = nh_touch_of_point(m->r->pool, place, value, slope);
    return true;
}

static nh_vector to_frame(const maker *m, nh_vector place) {
    nh_vector from = nh_vector_sub(m->r->pool, place, m->origin);
    return nh_matrix3_apply(m->r->pool, nh_matrix3_transpose(m->frame.matrix), from);
}

/* A point of space on the surface. */
static bool touch_point(maker *m, nh_vector point, nh_touch *touch) {
    nh_vector tangent[2] = {m->touch.tangent[0], m->touch.tangent[1]};
    if (m->base.is_given) {
        if (!touch_function(m, to_frame(m, point), touch)) return false;
        turn_to_space(m, touch);
        touch->point = point;
        return true;
    }
    nh_touch_body at = {.shape = NH_TOUCH_POINT, .center = point, .radius = NH_EXPR_ZERO, .tube = NH_EXPR_ZERO};
    *touch = nh_touch_find(m->r->pool, &at, &m->ground);
    for (int i = 0; i < 2 && m->ground.surface == NH_TOUCH_PLANE; i++)
        touch->tangent[i] = nh_matrix3_apply(m->r->pool, m->frame.matrix, tangent[i]);
    return true;
}

/* ---- rows ---- */

static void add_row(maker *m, const char *suffix, nh_expr residual, nh_vector direction, bool is_normal) {
    nh_reading *r = m->r;
    nh_row row = {.name = nh_name_of_text(r->context, nh_reading_text(r, "%s.%s", NH_NAME(r, m->item.name), suffix)),
                  .residual = residual,
                  .is_geometric = !nh_expr_has(r->pool, residual, NH_HAS_VELOCITY),
                  .is_imposed = true,
                  .is_contact = true,
                  .place = m->member->place};
    row.label = row.family = row.name;
    if (!nh_vector_is_zero(direction))
        m->item.forces[m->item.force_count++] = (nh_contact_force){row.name, direction, is_normal};
    if (residual == NH_EXPR_ZERO) return;
    if (!nh_expr_has(r->pool, residual, NH_HAS_COORDINATE)) {
        nh_reading_error_at(r, m->member->place, (nh_words){"contradiction", "does the body have its coordinates?"},
                            "the surfaces of the contact '%s' cannot touch", NH_NAME(r, m->item.name));
        return;
    }
    if (!nh_scope_label(r, 0, row.name, false, m->member->place)) return;
    nh_map_put(&r->row_of, row.name, r->model->rows.count);
    nh_model_add(r->model, rows, NH_ITEM_ROW, row);
}

static nh_expr add_coordinate(maker *m, const char *suffix) {
    nh_reading *r = m->r;
    const char *text = nh_reading_text(r, "%s.%s", NH_NAME(r, m->item.name), suffix);
    nh_coordinate item = {.name = nh_name_of_text(r->context, text), .is_made = true, .place = m->member->place};
    uint32_t number = (uint32_t)r->model->coordinates.count;
    item.q = nh_expr_symbol(r->pool, NH_ROLE_COORDINATE, item.name, 0);
    item.v = nh_expr_dot(r->pool, item.q);
    (void)nh_scope_declare(r, NH_MEANS_COORDINATE, item.name, 0, NULL, number, m->member->place);
    (void)nh_scope_find(r, item.name); /* counts as a use */
    nh_array_push(&r->model->coordinates, item);
    return item.q;
}

/* Where a search for the start begins, for coordinates that `init` does not speak of. */
static void guess_coordinates(maker *m, int count, const nh_expr *coordinate, const nh_expr *value) {
    for (int i = 0; i < count; i++) {
        nh_initial guess = {.quantity = coordinate[i], .value = value[i], .place = m->member->place};
        nh_array_push(&m->r->guesses, guess);
    }
}

static void add_stop(maker *m, nh_expr value, const char *reason) {
    nh_event stop = {.value = value,
                     .direction = NH_FALLING,
                     .is_stop = true,
                     .is_comparison = true,
                     .reason = nh_arena_string(m->r->model->arena, reason),
                     .place = m->member->place};
    nh_model_add(m->r->model, events, NH_ITEM_EVENT, stop);
}

/* Coordinates that keep the height of a leaning wheel make the gap h - |h|, which has no gradient: it is left out, and
 * a motion stops before h changes its sign. */
static void add_gap(maker *m, const nh_touch *touch) {
    nh_reading *r = m->r;
    nh_expr gap = touch->gap;
    m->touch = *touch;
    bool is_kept = touch->squares != NH_EXPR_UNDEFINED && nh_expr_is_zero(r->pool, touch->squares) == NH_YES;
    if (is_kept && gap != NH_EXPR_ZERO) {
        gap = NH_EXPR_ZERO;
        add_stop(m, touch->level,
                 nh_reading_text(r, "the body of the contact '%s' is on the other side of the surface",
                                 NH_NAME(r, m->item.name)));
    }
    add_row(m, "gap", gap, nh_vector_scale(r->pool, touch->scale, touch->normal), true);
}

/* The edge of a disc on a curved surface: the point at the angle C.angle of the edge is on it, and the edge is tangent
 * there. */
static bool touch_by_angle(maker *m) {
    nh_pool *pool = m->r->pool;
    nh_vector own, e[2];
    const nh_rigid_body *b = &m->r->model->bodies.items[m->body];
    if (!evaluate_direction(m, NH_PART_AXIS, "an axis", &own)) return false;
    nh_touch_tangents(pool, own, own, e);
    nh_expr length = nh_vector_norm(pool, e[0]);
    e[0] = nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, length), e[0]);
    e[1] = nh_vector_cross(pool, own, e[0]);
    for (int i = 0; i < 2; i++) e[i] = nh_matrix3_apply(pool, b->rotation.matrix, e[i]);
    nh_expr angle = add_coordinate(m, "angle");
    nh_expr c = nh_expr_apply1(pool, NH_EXPR_COS, angle), s = nh_expr_apply1(pool, NH_EXPR_SIN, angle);
    nh_vector arm = nh_vector_add(pool, nh_vector_scale(pool, c, e[0]), nh_vector_scale(pool, s, e[1]));
    nh_vector edge = nh_vector_sub(pool, nh_vector_scale(pool, c, e[1]), nh_vector_scale(pool, s, e[0]));
    nh_vector point = nh_vector_add(pool, m->shape.center, nh_vector_scale(pool, m->shape.radius, arm));
    nh_touch touch, middle;
    if (!touch_point(m, m->shape.center, &middle) || !touch_point(m, point, &touch)) return false;
    nh_expr up[2], down;
    for (int i = 0; i < 2; i++) up[i] = nh_expr_neg(pool, nh_vector_dot(pool, e[1 - i], middle.normal));
    down = nh_expr_apply(pool, NH_EXPR_ATAN2, 2, up);
    guess_coordinates(m, 1, &angle, &down);
    add_gap(m, &touch);
    add_row(m, "tangent", nh_vector_dot(pool, edge, touch.normal), nh_vector_zero(), false);
    return true;
}

/* A cylinder or a cone on a plane lies there along a line, from the apex of the cone, below the middle of the
 * cylinder: its axis keeps its angle to the plane. Rolling, it does not turn on the spot. */
static bool touch_by_line(maker *m) {
    nh_pool *pool = m->r->pool;
    bool is_cone = m->own.level.form == NH_FORM_CONE;
    nh_expr sine = is_cone ? nh_expr_apply1(pool, NH_EXPR_SIN, m->own.level.angle) : NH_EXPR_ZERO;
    nh_vector tangent[2] = {m->touch.tangent[0], m->touch.tangent[1]};
    nh_touch_body round = m->shape;
    round.shape = is_cone ? NH_TOUCH_POINT : NH_TOUCH_SPHERE;
    nh_touch touch = nh_touch_find(pool, &round, &m->ground);
    for (int i = 0; i < 2; i++) touch.tangent[i] = nh_matrix3_apply(pool, m->frame.matrix, tangent[i]);
    add_gap(m, &touch);
    add_row(m, "tilt", nh_expr_sub(pool, nh_vector_dot(pool, m->shape.axis, touch.normal), sine), nh_vector_zero(),
            false);
    m->is_line = true;
    return true;
}

/* Of where the search for the point of contact begins, in the frame of the body: what faces the other surface. */
static bool guess_place(maker *m, const nh_expr *coordinate) {
    nh_pool *pool = m->r->pool;
    const nh_rigid_body *b = &m->r->model->bodies.items[m->body];
    nh_touch_level level = m->own.level;
    nh_touch middle;
    nh_expr height = nh_expr_neg(pool, nh_touch_height(pool, &level, m->own.at)), zero = NH_EXPR_ZERO;
    if (!touch_point(m, m->shape.center, &middle)) return false;
    nh_vector facing = nh_vector_scale(pool, NH_EXPR_MINUS_ONE, middle.normal);
    nh_vector place = nh_matrix3_apply(pool, nh_matrix3_transpose(b->rotation.matrix), facing);
    if (level.form == NH_FORM_REVOLUTION && !call_function(m, &m->own, 1, &zero, &level.profile, &level.slope))
        return false;
    if (height == NH_EXPR_ZERO) height = NH_EXPR_ONE; /* any height of a cone other than that of its apex */
    if (level.form != NH_FORM_GIVEN) place = nh_touch_facing(pool, &level, place, height);
    place = nh_vector_add(pool, m->own.at, place);
    guess_coordinates(m, 3, coordinate, place.x);
    return true;
}

/* Two surfaces in general position: a place f = 0 of the body, in its frame, is on the other surface, g = 0, and their
 * gradients are opposite there, grad f = -k grad g with k > 0. */
static bool touch_by_place(maker *m) {
    static const char *const names[] = {"opposite1", "opposite2", "opposite3"};
    nh_pool *pool = m->r->pool;
    const nh_rigid_body *b = &m->r->model->bodies.items[m->body];
    nh_vector place = {{add_coordinate(m, "u"), add_coordinate(m, "v"), add_coordinate(m, "w")}}, slope;
    nh_expr ratio = add_coordinate(m, "ratio"), value, one = NH_EXPR_ONE;
    nh_touch touch;
    if (!guess_place(m, place.x) || !evaluate_level(m, &m->own, place, &value, &slope)) return false;
    if (!touch_point(m, to_place(m, b->rotation, b->center, place), &touch)) return false;
    guess_coordinates(m, 1, &ratio, &one);
    nh_vector own = nh_matrix3_apply(pool, b->rotation.matrix, slope);
    nh_vector other = nh_vector_scale(pool, nh_expr_mul(pool, ratio, touch.scale), touch.normal);
    nh_vector sum = nh_vector_add(pool, own, other);
    add_gap(m, &touch);
    add_row(m, "surface", value, nh_vector_zero(), false);
    for (int i = 0; i < 3; i++) add_row(m, names[i], sum.x[i], nh_vector_zero(), false);
    const char *name = NH_NAME(m->r, m->item.name);
    add_stop(m, ratio,
             nh_reading_text(m->r,
                             "the surfaces of the contact '%s' are on the same side of their tangent plane: the body "
                             "would be in the other one; a guess for another point is init %s.u ~ ...",
                             name, name));
    return true;
}

/* A sphere on a surface f = 0: its centre is at the distance r from the point X of contact along the
 * normal. X is [u, v, h(u, v)], or has three coordinates with f(X) = 0. */
static bool touch_by_foot(maker *m) {
    static const char *const names[] = {"gap1", "gap2", "gap3"};
    nh_pool *pool = m->r->pool;
    nh_vector foot;
    foot.x[0] = add_coordinate(m, "u");
    foot.x[1] = add_coordinate(m, "v");
    if (m->base.is_graph) {
        nh_expr slope[2];
        if (!call_function(m, &m->base, 2, foot.x, &foot.x[2], slope)) return false;
    } else {
        foot.x[2] = add_coordinate(m, "w");
    }
    guess_coordinates(m, m->base.is_graph ? 2 : 3, foot.x, to_frame(m, m->shape.center).x);
    if (!touch_function(m, foot, &m->touch)) return false;
    nh_vector center = to_frame(m, m->shape.center);
    nh_vector wanted = nh_vector_add(pool, foot, nh_vector_scale(pool, m->shape.radius, m->touch.normal));
    nh_vector apart = nh_vector_sub(pool, center, wanted);
    for (int i = 0; i < 3; i++) {
        nh_vector axis = nh_vector_zero();
        axis.x[i] = NH_EXPR_ONE;
        add_row(m, names[i], apart.x[i], nh_matrix3_apply(pool, m->frame.matrix, axis), true);
    }
    if (!m->base.is_graph) add_row(m, "surface", m->touch.gap, nh_vector_zero(), false);
    turn_to_space(m, &m->touch);
    m->touch.point = to_place(m, m->frame, m->origin, foot);
    return true;
}

static bool find_touch(maker *m) {
    bool is_plane = m->ground.surface == NH_TOUCH_PLANE && !m->base.is_given;
    bool is_round = m->shape.shape == NH_TOUCH_SPHERE || m->shape.shape == NH_TOUCH_POINT;
    bool is_straight = m->own.level.form == NH_FORM_CYLINDER || m->own.level.form == NH_FORM_CONE;
    if (m->shape.shape == NH_TOUCH_POINT) {
        nh_touch touch;
        if (!touch_point(m, m->shape.center, &touch)) return false;
        add_gap(m, &touch);
        return true;
    }
    if (m->base.is_given && is_round) return touch_by_foot(m);
    if (!is_plane && m->shape.shape == NH_TOUCH_CIRCLE) return touch_by_angle(m);
    if (is_plane && is_straight) return touch_by_line(m);
    if (m->own.is_given && (!is_plane || m->shape.shape == NH_TOUCH_LEVEL)) return touch_by_place(m);
    nh_vector tangent[2] = {m->touch.tangent[0], m->touch.tangent[1]};
    nh_touch touch = nh_touch_find(m->r->pool, &m->shape, &m->ground);
    for (int i = 0; i < 2 && is_plane; i++)
        touch.tangent[i] = nh_matrix3_apply(m->r->pool, m->frame.matrix, tangent[i]);
    add_gap(m, &touch);
    return true;
}

static nh_vector velocity_at(nh_pool *pool, const nh_rigid_body *body, nh_vector point) {
    nh_vector arm = nh_vector_sub(pool, point, body->center);
    return nh_vector_add(pool, nh_vector_rate(pool, body->center), nh_vector_cross(pool, body->rotation.omega, arm));
}

/* The way across which a blade does not move: in the tangent plane. */
static nh_vector side_of(const maker *m) {
    nh_pool *pool = m->r->pool;
    if (!nh_vector_is_zero(m->track)) return nh_vector_cross(pool, m->touch.normal, m->track);
    nh_expr s = nh_vector_dot(pool, m->shape.axis, m->touch.normal);
    return nh_vector_sub(pool, m->shape.axis, nh_vector_scale(pool, s, m->touch.normal));
}

static void add_motion(maker *m) {
    nh_pool *pool = m->r->pool;
    const nh_model *model = m->r->model;
    const char *motion = word_of(m, NH_PART_MOTION);
    bool is_blade = !nh_vector_is_zero(m->track), rolls = strcmp(motion, "rolls") == 0;
    nh_vector spin = model->bodies.items[m->body].rotation.omega;
    m->item.point = m->touch.point;
    m->item.normal = m->touch.normal;
    m->item.slip = velocity_at(pool, &model->bodies.items[m->body], m->item.point);
    if (m->other != NH_MODEL_NONE) {
        nh_vector ground = velocity_at(pool, &model->bodies.items[m->other], m->item.point);
        m->item.slip = nh_vector_sub(pool, m->item.slip, ground);
        spin = nh_vector_sub(pool, spin, m->frame.omega);
    }
    if (is_blade || strcmp(motion, "blade") == 0) {
        nh_vector side = side_of(m);
        add_row(m, "side", nh_vector_dot(pool, side, m->item.slip), side, false);
        return;
    }
    for (int i = 0; i < 2 && rolls; i++)
        add_row(m, i == 0 ? "slip1" : "slip2", nh_vector_dot(pool, m->touch.tangent[i], m->item.slip),
                m->touch.tangent[i], false);
    if (nh_syntax_part(m->r->syntax, m->member->clause, NH_PART_SPIN) != NULL || (rolls && m->is_line))
        add_row(m, "spin", nh_vector_dot(pool, m->touch.normal, spin), nh_vector_zero(), false);
}

/* Whether this shape can move so. */
static bool check_motion(maker *m) {
    const char *motion = word_of(m, NH_PART_MOTION);
    bool is_blade = !nh_vector_is_zero(m->track), is_wheel = m->shape.shape == NH_TOUCH_CIRCLE;
    bool good = is_blade ? strcmp(motion, "slides") == 0 : is_wheel || strcmp(motion, "blade") != 0;
    nh_words words = {"contact", is_blade ? "a blade slides: only along itself" : "write rolls or slides"};
    if (!good)
        nh_reading_error_at(m->r, place_of(m, NH_PART_MOTION), words,
                            is_blade ? "a blade does not roll" : "only a disc, a ring or a wheel can act as a blade");
    return good;
}

/* ---- the statement ---- */

/* Its text without the label, with numbers for the indices of families. */
static const char *text_of(maker *m) {
    nh_reading *r = m->r;
    const nh_clause *clause = m->member->clause;
    const nh_part *first = nh_syntax_part(r->syntax, clause, NH_PART_SHAPE);
    nh_text text = nh_text_begin(r->arena);
    for (uint32_t i = first->token; i < clause->behind; i++) {
        const nh_token *token = nh_syntax_token(r->syntax, i), *last = token - 1;
        const nh_quantity *index = token->kind == NH_TOKEN_NAME ? nh_scope_local(r, token->name) : NULL;
        bool is_apart = i > first->token && token->offset > last->offset + last->bytes;
        if (is_apart) nh_text_add(&text, " ");
        if (index != NULL) nh_text_format(&text, "(%s)", nh_reading_print(r, index->scalar));
        else nh_text_add_bytes(&text, r->syntax->text + token->offset, token->bytes);
    }
    return nh_arena_string(r->model->arena, nh_text_string(&text));
}

/* contact C: sphere of B radius R on plane rolls */
void nh_make_contact(nh_reading *r, const nh_member *member) {
    maker m = {.r = r, .member = member, .item = {.name = member->name, .place = member->place}};
    m.item.friction = NH_EXPR_UNDEFINED;
    if (!evaluate_shape(&m) || !evaluate_surface(&m) || !check_motion(&m)) return;
    if (!evaluate_length(&m, NH_PART_FRICTION, "a coefficient of friction", &m.item.friction)) return;
    if (!nh_member_declare(r, member, NH_MEANS_CONTACT, (uint32_t)r->model->contacts.count)) return;
    if (!find_touch(&m)) return;
    add_motion(&m);
    m.item.text = text_of(&m);
    nh_model_add(r->model, contacts, NH_ITEM_CONTACT, m.item);
    if (m.touch.width == NH_EXPR_UNDEFINED) return;
    add_stop(&m, nh_expr_sub(r->pool, m.touch.width, nh_expr_fraction(r->pool, 1, FLATNESS)),
             nh_reading_text(r, "the %s of the contact '%s' lies flat: it no longer touches in one point",
                             word_of(&m, NH_PART_SHAPE), NH_NAME(r, member->name)));
}

/* ---- parts ---- */

/* The force of some rows on the body; false when one of them is not there: the coordinates satisfy it. */
static bool force_of(nh_reading *r, const nh_contact *contact, bool normal, bool tangent, nh_vector *force) {
    bool is_whole = true;
    *force = nh_vector_zero();
    for (uint32_t i = 0; i < contact->force_count; i++) {
        const nh_contact_force *part = &contact->forces[i];
        if (!(part->is_normal ? normal : tangent)) continue;
        bool has_row = nh_map_get(&r->row_of, part->row) != NULL;
        is_whole = is_whole && has_row;
        if (!has_row) continue;
        const char *name = nh_reading_text(r, "lambda.%s", NH_NAME(r, part->row));
        nh_expr lambda = nh_expr_symbol_text(r->pool, NH_ROLE_MULTIPLIER, name);
        *force = nh_vector_add(r->pool, *force, nh_vector_scale(r->pool, lambda, part->direction));
    }
    return is_whole;
}

nh_quantity nh_part_of_contact(nh_reading *r, nh_node node, uint32_t number, const char *word) {
    const nh_contact *contact = &r->model->contacts.items[number];
    const char *name = NH_NAME(r, contact->name);
    if (strcmp(word, "point") == 0) return nh_quantity_vector(contact->point);
    if (strcmp(word, "normal") == 0) return nh_quantity_vector(contact->normal);
    if (strcmp(word, "slip") == 0) return nh_quantity_vector(contact->slip);
    const nh_meaning *unknown = nh_scope_find(r, nh_name_of_text(r->context, nh_reading_text(r, "%s.%s", name, word)));
    if (unknown != NULL && unknown->kind == NH_MEANS_COORDINATE)
        return nh_quantity_scalar(r->model->coordinates.items[unknown->number].q);
    bool is_all = strcmp(word, "force") == 0, is_normal = strcmp(word, "normal_force") == 0;
    if (!is_all && !is_normal && strcmp(word, "friction") != 0) {
        const char *hint = "a contact has .point, .normal, .slip, .force, .normal_force and .friction";
        nh_reading_error(r, node, (nh_words){"part", hint}, "a contact has no '.%s'", word);
        return nh_quantity_bad();
    }
    if (!r->is_motion) {
        nh_words words = {"misplaced", "it is allowed in watch, invariant, claim, stop and event"};
        nh_reading_error(r, node, words, "the force of a contact is not allowed here");
        return nh_quantity_bad();
    }
    nh_vector force;
    if (!force_of(r, contact, is_all || is_normal, !is_normal, &force)) {
        nh_words words = {"contact", "let the body have all its coordinates, or use reaction(B)"};
        nh_reading_error(r, node, words,
                         "the coordinates keep the contact '%s' by themselves: its force has no multiplier", name);
        return nh_quantity_bad();
    }
    if (is_all) return nh_quantity_vector(force);
    if (is_normal) return nh_quantity_scalar(nh_vector_dot(r->pool, force, contact->normal));
    return nh_quantity_scalar(nh_vector_norm(r->pool, force));
}

/* --without may have dropped its rows. */
static bool is_imposed(const nh_reading *r, const nh_contact *contact) {
    const uint64_t *row = nh_map_get(&r->row_of, contact->forces[0].row);
    return row != NULL && r->model->rows.items[*row].is_imposed;
}

void nh_guess_contacts(nh_reading *r) {
    if (r->model->initials.count == 0) return;
    for (size_t i = 0; i < r->guesses.count; i++) {
        nh_initial guess = r->guesses.items[i];
        if (nh_map_get(&r->initial_of, guess.quantity) != NULL) continue;
        guess.quantity = nh_expr_sub(r->pool, guess.quantity, guess.value);
        guess.value = NH_EXPR_ZERO;
        nh_array_push(&r->model->initials, guess); /* no item: it is not printed as a statement */
    }
}

static void add_watch(nh_reading *r, const nh_contact *contact, const char *what, nh_expr value, const char *reason) {
    const char *name = nh_reading_text(r, "%s.%s", NH_NAME(r, contact->name), what);
    nh_event event = {.name = nh_name_of_text(r->context, name),
                      .value = value,
                      .direction = NH_FALLING,
                      .is_comparison = true,
                      .reason = nh_arena_string(r->model->arena, reason),
                      .place = contact->place};
    if (nh_scope_label(r, 1, event.name, false, contact->place)) nh_model_add(r->model, events, NH_ITEM_EVENT, event);
}

static void watch_lifting(nh_reading *r, const nh_contact *contact, nh_expr normal) {
    const char *name = NH_NAME(r, contact->name);
    add_watch(r, contact, "lifts", normal,
              nh_reading_text(r,
                              "the normal force of the contact '%s' is negative: the surfaces would separate, but "
                              "the model holds them together; stop when %s.normal_force < 0 ends the motion there",
                              name, name));
}

static void watch_friction(nh_reading *r, const nh_contact *contact, nh_expr normal) {
    const char *name = NH_NAME(r, contact->name);
    nh_vector force;
    if (contact->friction == NH_EXPR_UNDEFINED || !force_of(r, contact, false, true, &force)) return;
    nh_expr most = nh_expr_mul(r->pool, contact->friction, normal);
    add_watch(
        r, contact, "skids", nh_expr_sub(r->pool, most, nh_vector_norm(r->pool, force)),
        nh_reading_text(r,
                        "the friction of the contact '%s' is larger than its coefficient allows: the surfaces "
                        "would slip, but the model lets them roll; stop when %s.friction > %s*%s.normal_force ends "
                        "the motion there",
                        name, name, nh_reading_print(r, contact->friction), name));
}

void nh_watch_contacts(nh_reading *r) {
    for (size_t i = 0; i < r->model->contacts.count; i++) {
        const nh_contact *contact = &r->model->contacts.items[i];
        nh_vector force;
        if (!force_of(r, contact, true, false, &force) || nh_vector_is_zero(force) || !is_imposed(r, contact)) continue;
        nh_expr normal = nh_vector_dot(r->pool, force, contact->normal);
        watch_lifting(r, contact, normal);
        watch_friction(r, contact, normal);
    }
}
