/* Closed forms of contacts.
 *
 * With the centre c of the shape, the normal n at the point of contact P, and s = n . a for an axis a:
 *     sphere on anything          P = c - r n; so the centre is on the parallel surface at the distance r
 *     circle on a plane           P = c + r (s a - n)/sqrt(1 - s^2), the lowest point of the circle
 *     torus on a plane            the same, less tube n
 *     ellipsoid on a plane        P = c - R A^2 N/|A N|, N = R^T n, A = diag(half axes): the support function is |A N|
 * For a sphere at the distance L from a centre or an axis, gap = (d.d - L^2)/(2 L) has the gradient n where d.d = L^2,
 * without a root. */
#include "model/contact.h"

#include "base/assert.h"

static nh_expr half_of(nh_pool *pool, nh_expr e) {
    return nh_expr_div(pool, e, nh_expr_int(pool, 2));
}

static nh_vector move_along(nh_pool *pool, nh_vector from, nh_expr by, nh_vector direction) {
    return nh_vector_add(pool, from, nh_vector_scale(pool, by, direction));
}

/* ---- tangents ---- */

/* Of the turn that takes the unit vector e = [2, 3, 6]/7 to n, times 49 (1 + e . n): singular at n = -e only, where
 * no motion comes that is symmetric to the axes or to planes between them. */
static void turn_tangents(nh_pool *pool, nh_vector n, nh_vector tangent[2]) {
    static const int pole[] = {2, 3, 6}, across[2][3] = {{3, -6, 2}, {6, 2, -3}}; /* orthogonal, all of length 7 */
    nh_expr seven = nh_expr_int(pool, 7);
    nh_vector e, f;
    for (int k = 0; k < 3; k++) e.x[k] = nh_expr_int(pool, pole[k]);
    nh_expr sum = nh_expr_add(pool, seven, nh_vector_dot(pool, e, n));
    nh_vector both = move_along(pool, e, seven, n);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) f.x[k] = nh_expr_int(pool, across[i][k]);
        nh_expr part = nh_expr_neg(pool, nh_vector_dot(pool, n, f));
        tangent[i] = move_along(pool, nh_vector_scale(pool, sum, f), part, both);
    }
}

void nh_touch_tangents(nh_pool *pool, nh_vector direction, nh_vector unit, nh_vector tangent[2]) {
    NH_ASSERT(!nh_vector_is_zero(direction));
    for (int i = 0; i < 3; i++)
        if (direction.x[i] == NH_EXPR_ZERO) { /* an axis of the frame is in the plane */
            tangent[0] = nh_vector_zero();
            tangent[0].x[i] = NH_EXPR_ONE;
            tangent[1] = nh_vector_cross(pool, unit, tangent[0]);
            return;
        }
    if (nh_expr_is_number(pool, direction.x[2])) { /* of a graph */
        nh_expr rest = nh_expr_neg(pool, direction.x[0]);
        tangent[0] = (nh_vector){{direction.x[2], NH_EXPR_ZERO, rest}};
        tangent[1] = (nh_vector){{NH_EXPR_ZERO, direction.x[2], nh_expr_neg(pool, direction.x[1])}};
        return;
    }
    turn_tangents(pool, unit, tangent);
}

nh_touch nh_touch_of_point(nh_pool *pool, nh_vector point, nh_expr f, nh_vector gradient) {
    nh_touch touch = {.gap = f, .scale = nh_vector_norm(pool, gradient), .point = point};
    touch.width = touch.squares = NH_EXPR_UNDEFINED;
    touch.normal = nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, touch.scale), gradient);
    nh_touch_tangents(pool, gradient, touch.normal, touch.tangent);
    return touch;
}

/* ---- planes ---- */

/* The point of the shape that lies deepest below its centre, as seen from there. */
static nh_vector deepest_point(nh_pool *pool, const nh_touch_body *body, nh_vector n, nh_expr *width) {
    nh_vector arm = nh_vector_scale(pool, nh_expr_neg(pool, body->radius), n);
    if (body->shape == NH_TOUCH_POINT || body->shape == NH_TOUCH_SPHERE) return arm;
    if (body->shape == NH_TOUCH_ELLIPSOID) {
        nh_vector N = nh_matrix3_apply(pool, nh_matrix3_transpose(body->rotation), n), scaled;
        for (int i = 0; i < 3; i++) scaled.x[i] = nh_expr_mul(pool, body->half_axes.x[i], N.x[i]);
        nh_expr factor = nh_expr_div(pool, NH_EXPR_MINUS_ONE, nh_vector_norm(pool, scaled));
        for (int i = 0; i < 3; i++) scaled.x[i] = nh_expr_mul(pool, body->half_axes.x[i], scaled.x[i]);
        return nh_matrix3_apply(pool, body->rotation, nh_vector_scale(pool, factor, scaled));
    }
    nh_expr s = nh_vector_dot(pool, n, body->axis);
    *width = nh_expr_sub(pool, NH_EXPR_ONE, nh_expr_pow_int(pool, s, 2));
    nh_vector down = nh_vector_sub(pool, nh_vector_scale(pool, s, body->axis), n);
    arm = nh_vector_scale(pool, nh_expr_div(pool, body->radius, nh_expr_sqrt(pool, *width)), down);
    return move_along(pool, arm, nh_expr_neg(pool, body->tube), n);
}

/* The square of how deep that is, without the tube: of the support function. */
static nh_expr squared_depth(nh_pool *pool, const nh_touch_body *body, nh_vector n, nh_expr width) {
    if (width != NH_EXPR_UNDEFINED) return nh_expr_mul(pool, nh_expr_pow_int(pool, body->radius, 2), width);
    nh_vector N = nh_matrix3_apply(pool, nh_matrix3_transpose(body->rotation), n);
    for (int i = 0; i < 3; i++) N.x[i] = nh_expr_mul(pool, body->half_axes.x[i], N.x[i]);
    return nh_vector_dot(pool, N, N);
}

static void set_gap(nh_pool *pool, const nh_touch_body *body, nh_expr height, nh_touch *touch) {
    touch->level = touch->squares = NH_EXPR_UNDEFINED;
    if (body->shape == NH_TOUCH_POINT || body->shape == NH_TOUCH_SPHERE) {
        touch->gap = nh_expr_sub(pool, height, body->radius);
        return;
    }
    nh_expr square = squared_depth(pool, body, touch->normal, touch->width), depth = nh_expr_sqrt(pool, square);
    bool is_round = touch->width != NH_EXPR_UNDEFINED;
    if (is_round) depth = nh_expr_mul(pool, body->radius, nh_expr_sqrt(pool, touch->width));
    touch->level = nh_expr_sub(pool, height, body->tube);
    touch->gap = nh_expr_sub(pool, touch->level, depth);
    touch->squares = nh_expr_sub(pool, nh_expr_pow_int(pool, touch->level, 2), square);
}

static nh_touch on_plane(nh_pool *pool, const nh_touch_body *body, const nh_touch_ground *ground) {
    nh_touch touch = {.scale = NH_EXPR_ONE, .normal = ground->axis, .width = NH_EXPR_UNDEFINED};
    nh_vector arm = deepest_point(pool, body, touch.normal, &touch.width);
    nh_expr height = nh_vector_dot(pool, touch.normal, nh_vector_sub(pool, body->center, ground->at));
    touch.point = nh_vector_add(pool, body->center, arm);
    set_gap(pool, body, height, &touch);
    nh_touch_tangents(pool, touch.normal, touch.normal, touch.tangent);
    return touch;
}

/* ---- round surfaces, touched by spheres ---- */

/* d: from the centre or the axis of the surface to that of the sphere. */
static nh_touch at_distance(nh_pool *pool, const nh_touch_body *body, const nh_touch_ground *ground, nh_vector d) {
    nh_expr r = ground->is_inside ? nh_expr_neg(pool, body->radius) : body->radius;
    nh_expr distance = nh_expr_add(pool, ground->radius, r), sign = NH_EXPR_ONE;
    nh_expr excess = nh_expr_sub(pool, nh_vector_dot(pool, d, d), nh_expr_pow_int(pool, distance, 2));
    if (ground->is_inside) sign = NH_EXPR_MINUS_ONE;
    nh_touch touch = {.scale = NH_EXPR_ONE, .width = NH_EXPR_UNDEFINED, .squares = NH_EXPR_UNDEFINED};
    nh_expr inverse = nh_expr_div(pool, sign, distance);
    touch.gap = half_of(pool, nh_expr_mul(pool, inverse, excess));
    touch.normal = nh_vector_scale(pool, inverse, d);
    touch.point = move_along(pool, body->center, nh_expr_neg(pool, body->radius), touch.normal);
    return touch;
}

static nh_vector across_axis(nh_pool *pool, nh_vector d, nh_vector axis) {
    return move_along(pool, d, nh_expr_neg(pool, nh_vector_dot(pool, axis, d)), axis);
}

/* Within the cone the distance of the centre is h sin(angle) - |d| cos(angle), with h along the axis and d across. */
static nh_touch at_cone(nh_pool *pool, const nh_touch_body *body, const nh_touch_ground *ground, nh_vector from) {
    nh_vector d = across_axis(pool, from, ground->axis);
    nh_expr sine = nh_expr_apply1(pool, NH_EXPR_SIN, ground->angle);
    nh_expr cosine = nh_expr_apply1(pool, NH_EXPR_COS, ground->angle), length = nh_vector_norm(pool, d);
    nh_expr out = ground->is_inside ? nh_expr_neg(pool, cosine) : cosine;
    nh_expr up = ground->is_inside ? sine : nh_expr_neg(pool, sine);
    nh_touch touch = {.scale = NH_EXPR_ONE, .width = NH_EXPR_UNDEFINED, .squares = NH_EXPR_UNDEFINED};
    nh_vector radial = nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, length), d);
    nh_expr height = nh_vector_dot(pool, ground->axis, from);
    nh_expr terms[] = {nh_expr_mul(pool, up, height), nh_expr_mul(pool, out, length), nh_expr_neg(pool, body->radius)};
    touch.gap = nh_expr_sum(pool, 3, terms);
    touch.normal = move_along(pool, nh_vector_scale(pool, up, ground->axis), out, radial);
    touch.point = move_along(pool, body->center, nh_expr_neg(pool, body->radius), touch.normal);
    touch.tangent[0] = nh_vector_cross(pool, ground->axis, radial);
    touch.tangent[1] = move_along(pool, nh_vector_scale(pool, cosine, ground->axis), sine, radial);
    return touch;
}

nh_touch nh_touch_find(nh_pool *pool, const nh_touch_body *body, const nh_touch_ground *ground) {
    NH_ASSERT(ground->surface == NH_TOUCH_PLANE || body->shape <= NH_TOUCH_SPHERE);
    NH_ASSERT(ground->surface != NH_TOUCH_IMPLICIT && body->shape != NH_TOUCH_LEVEL);
    nh_vector from = nh_vector_sub(pool, body->center, ground->at);
    nh_touch touch;
    switch (ground->surface) {
        case NH_TOUCH_PLANE: return on_plane(pool, body, ground);
        case NH_TOUCH_CONE: return at_cone(pool, body, ground, from);
        case NH_TOUCH_BALL:
            touch = at_distance(pool, body, ground, from);
            nh_touch_tangents(pool, touch.normal, touch.normal, touch.tangent);
            return touch;
        case NH_TOUCH_CYLINDER:
        case NH_TOUCH_IMPLICIT: break;
    }
    touch = at_distance(pool, body, ground, across_axis(pool, from, ground->axis));
    touch.tangent[0] = ground->axis;
    touch.tangent[1] = nh_vector_cross(pool, touch.normal, ground->axis);
    return touch;
}

/* ---- surfaces f = 0 ---- */

nh_expr nh_touch_height(nh_pool *pool, const nh_touch_level *level, nh_vector place) {
    return nh_vector_dot(pool, level->axis, place);
}

/* With the height h along the axis, the vector d across it and rho = |d|:
 *     ellipsoid   (x^2/a^2 + y^2/b^2 + z^2/c^2 - 1)/2
 *     torus       ((rho - R)^2 + h^2 - r^2)/2
 *     cylinder    (rho^2 - r^2)/(2 r)
 *     cone        rho cos(angle) - h sin(angle)
 *     revolution  (rho^2 - profile(h)^2)/2 */
nh_expr nh_touch_value(nh_pool *pool, const nh_touch_level *level, nh_vector place, nh_vector *gradient) {
    NH_ASSERT(level->form != NH_FORM_GIVEN);
    nh_vector a = level->axis;
    if (level->form == NH_FORM_ELLIPSOID) {
        for (int i = 0; i < 3; i++)
            gradient->x[i] = nh_expr_div(pool, place.x[i], nh_expr_pow_int(pool, level->half_axes.x[i], 2));
        return half_of(pool, nh_expr_sub(pool, nh_vector_dot(pool, *gradient, place), NH_EXPR_ONE));
    }
    nh_expr h = nh_touch_height(pool, level, place);
    nh_vector d = across_axis(pool, place, a);
    nh_expr square = nh_vector_dot(pool, d, d), rho = nh_expr_sqrt(pool, square);
    if (level->form == NH_FORM_CYLINDER) {
        nh_expr inverse = nh_expr_div(pool, NH_EXPR_ONE, level->radius);
        *gradient = nh_vector_scale(pool, inverse, d);
        return half_of(pool,
                       nh_expr_mul(pool, inverse, nh_expr_sub(pool, square, nh_expr_pow_int(pool, level->radius, 2))));
    }
    if (level->form == NH_FORM_CONE) {
        nh_expr sine = nh_expr_apply1(pool, NH_EXPR_SIN, level->angle);
        nh_expr cosine = nh_expr_apply1(pool, NH_EXPR_COS, level->angle);
        *gradient =
            move_along(pool, nh_vector_scale(pool, nh_expr_div(pool, cosine, rho), d), nh_expr_neg(pool, sine), a);
        return nh_expr_sub(pool, nh_expr_mul(pool, cosine, rho), nh_expr_mul(pool, sine, h));
    }
    if (level->form == NH_FORM_REVOLUTION) {
        *gradient = move_along(pool, d, nh_expr_neg(pool, nh_expr_mul(pool, level->profile, level->slope)), a);
        return half_of(pool, nh_expr_sub(pool, square, nh_expr_pow_int(pool, level->profile, 2)));
    }
    nh_expr off = nh_expr_sub(pool, rho, level->radius);
    *gradient = move_along(pool, nh_vector_scale(pool, nh_expr_div(pool, off, rho), d), h, a);
    nh_expr terms[] = {nh_expr_pow_int(pool, off, 2), nh_expr_pow_int(pool, h, 2),
                       nh_expr_neg(pool, nh_expr_pow_int(pool, level->tube, 2))};
    return half_of(pool, nh_expr_sum(pool, 3, terms));
}

nh_vector nh_touch_facing(nh_pool *pool, const nh_touch_level *level, nh_vector direction, nh_expr height) {
    nh_vector d = across_axis(pool, direction, level->axis), place = nh_vector_zero();
    if (level->form == NH_FORM_ELLIPSOID) {
        for (int i = 0; i < 3; i++) place.x[i] = nh_expr_mul(pool, level->half_axes.x[i], direction.x[i]);
        nh_expr length = nh_vector_norm(pool, place);
        for (int i = 0; i < 3; i++)
            place.x[i] = nh_expr_div(pool, nh_expr_mul(pool, level->half_axes.x[i], place.x[i]), length);
        return place;
    }
    nh_vector out = nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, nh_vector_norm(pool, d)), d);
    switch (level->form) {
        case NH_FORM_TORUS: return move_along(pool, nh_vector_scale(pool, level->radius, out), level->tube, direction);
        case NH_FORM_CYLINDER: return nh_vector_scale(pool, level->radius, out);
        case NH_FORM_CONE: {
            nh_expr tangent = nh_expr_apply1(pool, NH_EXPR_TAN, level->angle);
            return move_along(pool, nh_vector_scale(pool, height, level->axis), nh_expr_mul(pool, height, tangent),
                              out);
        }
        default: return nh_vector_scale(pool, level->profile, out);
    }
}
