/* Motions of bodies whose rotation is a unit quaternion q: what is integrated is q and the angular velocity w in the
 * frame of space, by w = 2 im(q' q*) and q' = w q/2, instead of q and q'.
 *
 * The components of q' turn with half the speed of the body, and errors of steps change their size, so a fast spin
 * would gain or lose energy; w changes only as the motion does, and not at all in one that is steady. Any w gives a q'
 * across q, so no step changes |q| by more than its error; the rates are those at q/|q|, so that they do not depend on
 * what is left of it. The sphere |q| = 1 itself is kept by the projection, as all rows are.
 *
 * z = (q, velocities with w in place of q', the rest of y). */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/run/run_private.h"

/* ---- finding ---- */

static bool find_coordinate(const nh_model *model, nh_expr q, uint32_t *number) {
    for (uint32_t i = 0; i < model->coordinates.count; i++)
        if (model->coordinates.items[i].q == q) {
            *number = i;
            return true;
        }
    return false;
}

/* A coordinate belongs to one rotation at most. */
void nh_sim_find_rotations(nh_sim *r) {
    const nh_exprs *all = &r->model->quaternions;
    bool *is_taken = NH_NEW_ARRAY(r->arena, bool, r->n);
    r->rotations.arena = r->arena;
    r->place = NH_NEW_ARRAY(r->arena, uint32_t, r->n);
    for (size_t i = 0; i + 4 <= all->count; i += 4) {
        nh_sim_rotation rotation;
        bool is_free = true;
        for (int k = 0; k < 4 && is_free; k++)
            is_free = find_coordinate(r->model, all->items[i + (size_t)k], &rotation.q[k]) && !is_taken[rotation.q[k]];
        if (!is_free) continue;
        for (int k = 0; k < 4; k++) is_taken[rotation.q[k]] = true;
        nh_array_push(&r->rotations, rotation);
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->n; i++) r->place[i] = is_taken[i] ? NH_MODEL_NONE : next++;
    for (size_t i = 0; i < r->rotations.count; i++, next += 3) r->rotations.items[i].w = next;
}

/* ---- quaternions ---- */

typedef struct quaternion {
    double x[4];
} quaternion;

static quaternion quaternion_of(const nh_sim_rotation *rotation, const double *y) {
    quaternion q;
    for (int k = 0; k < 4; k++) q.x[k] = y[rotation->q[k]];
    return q;
}

/* w q/2 */
static quaternion turn_rate(const double *w, quaternion q) {
    const double *x = q.x;
    return (quaternion){{-(w[0] * x[1] + w[1] * x[2] + w[2] * x[3]) / 2, (w[0] * x[0] + w[1] * x[3] - w[2] * x[2]) / 2,
                         (w[1] * x[0] + w[2] * x[1] - w[0] * x[3]) / 2, (w[2] * x[0] + w[0] * x[2] - w[1] * x[1]) / 2}};
}

/* 2 im(p q*)/|q|^2 */
static void angular_part(quaternion p, quaternion q, double *w) {
    const double *a = p.x, *b = q.x;
    double scale = 2 / (b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + b[3] * b[3]);
    w[0] = scale * (a[1] * b[0] - a[0] * b[1] + a[3] * b[2] - a[2] * b[3]);
    w[1] = scale * (a[2] * b[0] - a[0] * b[2] + a[1] * b[3] - a[3] * b[1]);
    w[2] = scale * (a[3] * b[0] - a[0] * b[3] + a[2] * b[1] - a[1] * b[2]);
}

void nh_sim_set_lengths(const nh_sim *r, double *y) {
    for (size_t i = 0; i < r->rotations.count; i++) {
        const nh_sim_rotation *rotation = &r->rotations.items[i];
        quaternion q = quaternion_of(rotation, y);
        double length = sqrt(q.x[0] * q.x[0] + q.x[1] * q.x[1] + q.x[2] * q.x[2] + q.x[3] * q.x[3]);
        for (int k = 0; k < 4; k++) {
            y[rotation->q[k]] /= length;
            y[r->n + rotation->q[k]] /= length;
        }
    }
}

/* ---- to and fro ---- */

/* Where velocities end in z, after its positions. */
static size_t count_velocities(const nh_sim *r) {
    return r->n - r->rotations.count;
}

/* Velocities of y, or their rates, at the positions y: those of z. */
static void take_velocities(const nh_sim *r, const double *y, const double *v, double *u) {
    for (size_t i = 0; i < r->n; i++)
        if (r->place[i] != NH_MODEL_NONE) u[r->place[i]] = v[i];
    for (size_t i = 0; i < r->rotations.count; i++) {
        const nh_sim_rotation *rotation = &r->rotations.items[i];
        angular_part(quaternion_of(rotation, v), quaternion_of(rotation, y), u + rotation->w);
    }
}

/* What follows the velocities in y. */
static void take_rest(const nh_sim *r, const double *y, double *u) {
    memcpy(u + count_velocities(r), y + 2 * r->n, (r->size - 2 * r->n) * sizeof *y);
}

/* y to z */
static int take_state(void *user, double t, const double *y, double *z) {
    nh_sim *r = user;
    (void)t;
    memcpy(z, y, r->n * sizeof *y);
    take_velocities(r, y, y + r->n, z + r->n);
    take_rest(r, y, z + r->n);
    return 0;
}

/* z to y */
static int show_state(void *user, double t, const double *z, double *y) {
    nh_sim *r = user;
    const double *u = z + r->n;
    (void)t;
    memcpy(y, z, r->n * sizeof *y);
    for (size_t i = 0; i < r->n; i++)
        if (r->place[i] != NH_MODEL_NONE) y[r->n + i] = u[r->place[i]];
    for (size_t i = 0; i < r->rotations.count; i++) {
        const nh_sim_rotation *rotation = &r->rotations.items[i];
        quaternion rate = turn_rate(u + rotation->w, quaternion_of(rotation, y));
        for (int k = 0; k < 4; k++) y[r->n + rotation->q[k]] = rate.x[k];
    }
    memcpy(y + 2 * r->n, u + count_velocities(r), (r->size - 2 * r->n) * sizeof *y);
    return 0;
}

/* ---- what the integrator calls ---- */

static int find_rates(void *user, double t, const double *z, double *dzdt) {
    nh_sim *r = user;
    double *y = r->seen, *u = dzdt + r->n;
    (void)show_state(r, t, z, y);
    nh_sim_set_lengths(r, y);
    int code = nh_sim_find_rates(r, t, y, r->rates);
    if (code != 0) return code;
    memcpy(dzdt, r->rates, r->n * sizeof *y);
    take_velocities(r, y, r->rates + r->n, u); /* w' = 2 im(q'' q*), since q' q'* is a number */
    take_rest(r, r->rates, u);
    return 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): take changes it */
static int project_state(void *user, double t, double *z) {
    nh_sim *r = user;
    (void)show_state(r, t, z, r->seen);
    int code = nh_sim_end_step(r, t, r->seen);
    return code != 0 ? code : take_state(r, t, r->seen, z);
}

nh_ode_problem nh_sim_begin_rotations(nh_sim *r) {
    NH_ASSERT(r->rotations.count > 0 && r->formula == NULL);
    return (nh_ode_problem){.size = r->size - r->rotations.count,
                            .f = find_rates,
                            .project = project_state,
                            .user = r,
                            .shown = r->size,
                            .show = show_state,
                            .take = take_state};
}
