/* What the tests of rows that depend on each other share: which of them carry the equations changes along a motion. The
 * motion is that of independent rows, in every formulation, and the multipliers are the shortest. */
#ifndef NH_TESTS_REDUNDANT_RUNS_H
#define NH_TESTS_REDUNDANT_RUNS_H

#include "../lang/files.h"

#include <math.h>

#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "form/form.h"
#include "motion/run/run.h"

/* A model with rows that depend on each other; the same with independent ones, or NULL. */
typedef struct subject {
    const char *name, *before, *redundant, *plain, *after;
    double to;
    size_t least_forms; /* formulations that apply */
    bool is_slow;       /* to derive: a few of them in short tests */
} subject;

#define BALL(rotation)                                                                                                 \
    "param m = 1, r = 0.5, R = 1, I1 = 0.08, I2 = 0.1, I3 = 0.13\n"                                                    \
    "let n = [sin(th)*cos(ph), sin(th)*sin(ph), cos(th)]\n"                                                            \
    "let e1 = [cos(th)*cos(ph), cos(th)*sin(ph), -sin(th)], e2 = [-sin(ph), cos(ph), 0]\n"                             \
    "body B { at (R + r)*n, rotation " rotation ", mass m, inertia diag(I1, I2, I3) }\n"                               \
    "constraint rubber: dot(B.omega, n) = 0\n"
#define BALL_AT_ONCE "constraint roll: B.velocity(R*n) = 0\n"
#define BALL_BY_ROWS "constraint roll1: dot(B.velocity(R*n), e1) = 0\nconstraint roll2: dot(B.velocity(R*n), e2) = 0\n"

static const subject subjects[] = {
    {"spin, quaternion",
     "coord phi, q0, q1, q2, q3\nbody B { rotation quaternion(q0, q1, q2, q3), inertia diag(1, 1, 1) }\n"
     "kinetic phi'^2/2\n",
     "constraint c: (phi' - B.omega.z)*[cos(phi), sin(phi), 0] = 0\n", "constraint c: phi' = B.omega.z\n",
     "init phi' = 1, phi = 0, q0 = 1, B.omega.x = 0.5\n", 5, 7, false},
    {"ball on a sphere, quaternion", "coord th, ph, q0, q1, q2, q3\n" BALL("quaternion(q0, q1, q2, q3)"), BALL_AT_ONCE,
     BALL_BY_ROWS, "init th = 1, ph = 0, q0 ~ 1, q1 = 0.3, q2 = 0, q3 = 0, th' = 0.5, ph' = 0.7\n", 2, 7, true},
    {"ball on a sphere, z x z", "coord th, ph, a, b, c\n" BALL("Rz(a)*Rx(b)*Rz(c)"), BALL_AT_ONCE, BALL_BY_ROWS,
     "init th = 1, ph = 0, a = 0.3, b = 1.2, c = 0.1, th' = 0.5, ph' = 0.7\n", 1.6, 7, true},
    {"ball on a sphere, x y z", "coord th, ph, a, b, c\n" BALL("Rx(a)*Ry(b)*Rz(c)"), BALL_AT_ONCE, BALL_BY_ROWS,
     "init th = 1, ph = 0, a = 0.3, b = 0.2, c = 0.1, th' = 0.5, ph' = 0.7\n", 1.6, 7, true},
    {"two wheels on an axle",
     "param R = 0.1, m = 0.5, Ia = 0.01, Il = 0.02, w = 0.5\ncoord x, y, phi, s, u\nlet A = Rz(phi)\n"
     "point O = [x, y, R] mass 0.01\n"
     "body U { at O + A*[0, w/2, 0], rotation A*Ry(s), mass m, inertia diag(Il, Ia, Il) }\n"
     "body V { at O - A*[0, w/2, 0], rotation A*Ry(u), mass m, inertia diag(Il, Ia, Il) }\n"
     "force O + A*[0.2, 0, 0]: [0.3, 2, 0]\n",
     "constraint a: U.velocity(U.c - [0, 0, R]) = 0\nconstraint b: V.velocity(V.c - [0, 0, R]) = 0\n",
     "constraint a: dot(U.velocity(U.c - [0, 0, R]), A*[1, 0, 0]) = 0\n"
     "constraint b: dot(V.velocity(V.c - [0, 0, R]), A*[1, 0, 0]) = 0\nconstraint c: x'*sin(phi) = y'*cos(phi)\n",
     "init phi = 0.3, phi' = 1\n", 3, 7, false},
    {"rows that take turns", "coord x, y, z\npoint P = [x, y, z] mass 1\nforce P: [0, -1, cos(z)]\n",
     "constraint a: cos(t)*(y' - x*z') = 0\nconstraint b: sin(t)*(y' - x*z') = 0\n"
     "constraint c: 1000*cos(2*t)*(y' - x*z') = 0\n",
     "constraint a: y' = x*z'\n", "init x' = 1, z' = 1\n", 4, 7, false},
    {"four rows of rank two", "coord x, y, z, w\nkinetic (x'^2 + 2*y'^2 + z'^2 + w'^2)/2\npotential x*w + y*z\n",
     "constraint a: cos(x)*(y' - x*z') = 0\nconstraint b: y' - x*z' + sin(x)*(w' - x'*y) = 0\n"
     "constraint c: sin(x)*(y' - x*z') + w' - x'*y = 0\nconstraint d: cos(3*x)*(w' - x'*y) = 0\n",
     "constraint a: y' = x*z'\nconstraint b: w' = x'*y\n", "init x' = 1, z' = 0.5\n", 4, 7, false},
    {"rods at a point, geometric", "coord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -9.81]\n",
     "constraint a: |P - [0, 0, 0]| = 2\nconstraint b: |P - [1, 0, 0]|^2 + 2*x = 5\n", "constraint a: |P| = 2\n",
     "init x = 0, y = 2, z = 0, x' = 1\n", 2, 6, false},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects, ROWS = 8 };

/* ---- motions ---- */

typedef struct motion {
    nh_arena *arena;
    nh_model *model;
    nh_run_def run;
    nh_trajectory *found;
} motion;

static inline void simulate(nh_context *context, void *argument) {
    (void)context;
    motion *m = argument;
    m->found = nh_simulate(m->arena, m->model, &m->run);
}

static inline nh_model *read_text(nh_context *context, nh_arena *arena, const char *a, const char *b, const char *c) {
    nh_read_def def = nh_default_read();
    def.name = "redundant.nh";
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s%s", a, b, c);
    return files_model(context, &def, nh_text_string(&text), strlen(nh_text_string(&text)), true);
}

/* False: the formulation does not apply. */
static inline bool move(nh_context *context, motion *m, const char *form, double to) {
    m->run = nh_default_run();
    m->run.form = form;
    m->run.to = to;
    m->run.step = to / ROWS;
    size_t before = nh_context_diag_count(context);
    nh_status status = test_protect(context, simulate, m);
    nh_diag_forget(context, before);
    if (status == NH_E_HYPOTHESIS) return false;
    assert_int_equal(status, NH_OK);
    return true;
}

static inline const double *row_of(const nh_trajectory *t, size_t row) {
    return t->values.items + row * t->columns;
}

/* The first `count` columns of both. */
static inline void compare(const subject *s, const char *what, const nh_trajectory *found, const nh_trajectory *wanted,
                           size_t first, size_t count, double tolerance) {
    for (size_t r = 0; r <= ROWS; r++) {
        const double *a = row_of(found, r) + first, *b = row_of(wanted, r) + first;
        double size = 1;
        for (size_t i = 0; i < count; i++) size = fmax(size, fabs(b[i]));
        for (size_t i = 0; i < count; i++)
            if (!(fabs(a[i] - b[i]) <= tolerance * size))
                fail_msg("%s, %s: at t = %g %s is %.17g, not %.17g", s->name, what, row_of(found, r)[0],
                         found->column[first + i].name, a[i], b[i]);
    }
}

static inline void require_finished(const subject *s, const char *form, const nh_trajectory *t) {
    if (t->outcome != NH_OUTCOME_FINISHED) fail_msg("%s, %s: ended at t = %g: %s", s->name, form, t->t_end, t->message);
    assert_int_equal(t->values.count / t->columns, ROWS + 1);
    if (!(t->energy_error < 1e-8)) fail_msg("%s, %s: the energy is off by %g", s->name, form, t->energy_error);
}

static inline void check_subject(nh_context *context, const subject *s, bool is_short) {
    nh_arena *arena = nh_arena_create(context);
    motion plain = {arena, read_text(context, arena, s->before, s->plain, s->after), .found = NULL}, least = plain;
    least.model = read_text(context, arena, s->before, s->redundant, s->after);
    assert_true(move(context, &plain, "chetaev", s->to) && move(context, &least, "udwadia", s->to));
    require_finished(s, "independent rows", plain.found);
    require_finished(s, "udwadia", least.found);
    size_t n = plain.model->coordinates.count, rows = least.found->columns, applied = 0;
    for (size_t i = 0; i < rows; i++)
        if (strcmp(least.found->column[i].name, "E") == 0) rows = i - 1 - 2 * n;
    compare(s, "udwadia", least.found, plain.found, 1, 2 * n, 1e-7);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        motion m = {arena, least.model, .found = NULL};
        const char *form = nh_form_at(i)->name;
        if (is_short && i > 0) break; /* chetaev comes first */
        if (nh_form_at(i)->is_apart || !move(context, &m, form, s->to)) continue;
        require_finished(s, form, m.found);
        compare(s, form, m.found, plain.found, 1, 2 * n, 1e-7);
        compare(s, form, m.found, least.found, 1 + 2 * n, rows, 1e-6);
        applied++;
    }
    if (!is_short && applied < s->least_forms) fail_msg("%s: %zu formulations", s->name, applied);
    nh_model_destroy(plain.model);
    nh_model_destroy(least.model);
}

#endif
