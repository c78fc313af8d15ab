/* Gimbal lock: places where angles no longer describe every turn of a body.
 *
 * If the angular velocity of a body contains the rates of three coordinates, omega = W (q1', q2', q3') + ..., then
 * det W, relative to the lengths of its columns, is sin(theta) for Euler's angles. Near its zeros the rates of the
 * angles are large in an even motion, steps are short, and at a zero the motion ends. A unit quaternion has no such
 * place. */
#include <math.h>

#include "algebra/domain/identity.h"
#include "base/diag.h"
#include "expr/calculus/calculus.h"
#include "model/inputs.h"
#include "motion/run/run_private.h"

#define FAR 0.1   /* a motion that comes from there is not meant to be in such a place */
#define NEAR 1e-3 /* of the zeros: that is said */

/* ---- finding ---- */

/* The columns of W, if there are three. */
static bool find_columns(const nh_sim *r, const nh_rigid_body *body, const nh_expr *velocities, nh_expr w[9]) {
    nh_expr_matrix m =
        nh_expr_jacobian(r->model->pool, r->arena, 3, body->rotation.omega.x, (uint32_t)r->n, velocities);
    uint32_t columns[3], count = 0;
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t k = m.start[row]; k < m.start[row + 1]; k++) {
            uint32_t c = 0;
            while (c < count && columns[c] != m.column[k]) c++;
            if (c == 3) return false;
            if (c == count) columns[count++] = m.column[k];
        }
    for (int i = 0; i < 9; i++) w[i] = NH_EXPR_ZERO;
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t k = m.start[row]; k < m.start[row + 1]; k++)
            for (uint32_t c = 0; c < count; c++)
                if (columns[c] == m.column[k]) w[3 * c + row] = m.entry[k];
    return count == 3;
}

/* Whether it has zeros, and not only these. */
static bool may_vanish(nh_pool *pool, const nh_expr w[9]) {
    nh_vector a = {{w[0], w[1], w[2]}}, b = {{w[3], w[4], w[5]}}, c = {{w[6], w[7], w[8]}};
    nh_expr volume = nh_vector_dot(pool, a, nh_vector_cross(pool, b, c));
    return nh_expr_has(pool, volume, NH_HAS_COORDINATE) && nh_expr_is_zero(pool, volume) != NH_YES;
}

void nh_sim_find_angles(nh_sim *r) {
    nh_exprs all = {.arena = r->arena};
    const nh_expr *velocities = nh_model_velocities(r->model, r->arena);
    r->angled.arena = r->arena;
    for (uint32_t i = 0; i < r->model->bodies.count; i++) {
        nh_expr w[9];
        if (!find_columns(r, &r->model->bodies.items[i], velocities, w) || !may_vanish(r->model->pool, w)) continue;
        nh_array_append(&all, 9, w);
        nh_array_push(&r->angled, i);
    }
    if (r->angled.count == 0) return;
    nh_tape_def def = nh_model_tape_def(r->model, r->arena, false, all.count, all.items);
    r->angles = nh_program_of(r->arena, r->model->pool, &def, r->parameters);
    r->angle_inputs = NH_NEW_ARRAY(r->arena, double, 2 * r->n + 1);
}

/* ---- looking ---- */

static double length_of(const double *a) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* |det W|, relative; the body for which it is the least. */
static double least_volume(nh_sim *r, double t, const double *y, uint32_t *body) {
    double least = INFINITY;
    r->angle_inputs[0] = t;
    for (size_t i = 0; i < 2 * r->n; i++) r->angle_inputs[1 + i] = y[i];
    const double *w = nh_program_at(r->angles, r->angle_inputs);
    for (size_t i = 0; i < r->angled.count; i++, w += 9) {
        double volume = w[0] * (w[4] * w[8] - w[5] * w[7]) + w[1] * (w[5] * w[6] - w[3] * w[8]) +
                        w[2] * (w[3] * w[7] - w[4] * w[6]);
        double relative = fabs(volume) / (length_of(w) * length_of(w + 3) * length_of(w + 6));
        if (!(relative < least)) continue;
        least = relative;
        *body = r->angled.items[i];
    }
    return least;
}

static const char *body_name(const nh_sim *r, uint32_t body) {
    return nh_name_text(r->model->context, r->model->bodies.items[body].name);
}

void nh_sim_watch_angles(nh_sim *r, double t, const double *y) {
    uint32_t body;
    if (r->angles == NULL || r->has_told_lock) return;
    double volume = least_volume(r, t, y, &body);
    if (volume > FAR && volume < INFINITY) r->was_far = true;
    if (!r->was_far || !(volume < NEAR)) return;
    r->has_told_lock = true;
    nh_remark remark = {.code = "gimbal-lock", .severity = NH_SEVERITY_WARNING};
    nh_text hint = nh_text_begin(r->arena);
    nh_text_format(&hint, "write 'orientation %s', and 'body %s' without its rotation", body_name(r, body),
                   body_name(r, body));
    remark.hint = nh_text_string(&hint);
    nh_diag_add(r->model->context, &remark,
                "at t = %.6g the angles of the body '%s' are close to gimbal lock: their rates are large although the "
                "body turns evenly, and the motion cannot pass the place itself",
                t, body_name(r, body));
}

void nh_sim_tell_lock(nh_sim *r, nh_text *text, double t, const double *y) {
    uint32_t body;
    if (r->angles == NULL || !(least_volume(r, t, y, &body) < NEAR)) return;
    nh_text_format(text,
                   "; the angles of the body '%s' are in gimbal lock there: with 'orientation %s' and without its "
                   "rotation there is no such place",
                   body_name(r, body), body_name(r, body));
}
