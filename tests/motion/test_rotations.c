/* Motions whose rotations are quaternions, integrated in angular velocities: closed forms, balances, events. */
#include "../lang/files.h"

#include <math.h>

#include "base/diag.h"
#include "motion/run/run.h"

static const nh_trajectory *move(nh_context *context, nh_arena *arena, const char *text, const char *form) {
    nh_read_def def = nh_default_read();
    nh_run_def run = nh_default_run();
    def.name = "motion.nh";
    run.form = form;
    const nh_trajectory *t = nh_simulate(arena, files_model(context, &def, text, strlen(text), true), &run);
    if (t->outcome != NH_OUTCOME_FINISHED) fail_msg("%s", t->message);
    return t;
}

static double last_of(const nh_trajectory *t, const char *name) {
    for (size_t i = 0; i < t->columns; i++)
        if (strcmp(t->column[i].name, name) == 0) return t->values.items[t->values.count - t->columns + i];
    fail_msg("no column '%s'", name);
    return NAN;
}

typedef struct turn {
    double s, x[3];
} turn;

static turn compose(turn a, turn b) {
    turn c = {a.s * b.s, {0}};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c.s -= a.x[i] * b.x[i];
        c.x[i] = a.s * b.x[i] + b.s * a.x[i] + a.x[j] * b.x[k] - a.x[k] * b.x[j];
    }
    return c;
}

static turn turn_by(const double *w, double t) {
    double size = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), part = sin(size * t / 2) / size;
    return (turn){cos(size * t / 2), {part * w[0], part * w[1], part * w[2]}};
}

/* A symmetric body without forces: q(t) = exp(L t/2A) q(0) exp(e3 (1 - C/A) W3 t/2), L = A W + (C - A) W3 e3. */
PROTECTED_TEST(free_symmetric_body) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t = move(context, arena,
                                  "orientation B\nbody B { inertia diag(2, 2, 3) }\n"
                                  "init B.Omega = [5, 7, 60]\nsimulate t = 0 .. 50\n",
                                  "chetaev");
    const double L[] = {5, 7, 90}, spin[] = {0, 0, -30};
    turn expected = compose(turn_by(L, 50), turn_by(spin, 50));
    double sign = last_of(t, "B.q0") * expected.s < 0 ? -1 : 1, off = fabs(last_of(t, "B.q0") - sign * expected.s);
    const char *names[] = {"B.q1", "B.q2", "B.q3"};
    for (int i = 0; i < 3; i++) off = fmax(off, fabs(last_of(t, names[i]) - sign * expected.x[i]));
    if (!(off < 1e-7 && t->energy_error < 1e-9)) fail_msg("off by %g, energy by %g", off, t->energy_error);
}

/* Here the rates of z, phi and the angular velocity of space are those of slow oscillations, and the ball spins fast.
 * A length of q that is not 1 until the projection must not count as a change of the angular velocity. */
PROTECTED_TEST(fast_spin) {
    static const char *const texts[] = {
        "coord x, y, z\norientation B\nbody B { at [x, y, z], mass 1, inertia diag(0.016, 0.016, 0.016) }\n"
        "gravity [0, 0, -9.81]\ncontact C: sphere of B radius 0.2 in cylinder radius 1 rolls\n"
        "init x = 0.8, y = 0, z = 0, y' = 2.4, B.omega.x = 2\nsimulate t = 0 .. 20\n",
        "coord phi, z, q0, q1, q2, q3\nlet n = [cos(phi), sin(phi), 0], I = 0.016\n"
        "body B { at 0.8*n + [0, 0, z], rotation quaternion(q0, q1, q2, q3), mass 1, inertia diag(I, I, I) }\n"
        "gravity [0, 0, -9.81]\nconstraint roll: B.velocity(n + [0, 0, z]) = 0\n"
        "init phi = 0, z = 0, q0 = 1, phi' = 3, B.omega.x = 2\nsimulate t = 0 .. 20\n",
    };
    for (int i = 0; i < 2; i++) {
        nh_arena *arena = nh_arena_create(context);
        const nh_trajectory *t = move(context, arena, texts[i], "chetaev");
        if (!(t->energy_error < 1e-12)) fail_msg("text %d: the energy is off by %g", i, t->energy_error);
        assert_true(t->residual < 1e-14);
        nh_arena_destroy(arena);
    }
}

/* Events on the components and their rates: of cos(40 t/2) and its rate within t < 1. */
PROTECTED_TEST(events) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t = move(context, arena,
                                  "orientation B\nbody B { inertia diag(1, 1, 1) }\ninit B.Omega = [40, 0, 0]\n"
                                  "event a: B.q0\nevent b: B.q0'\nsimulate t = 0 .. 1\n",
                                  "chetaev");
    const double pi = acos(-1.0);
    assert_int_equal(t->happenings.count, 12);
    for (size_t i = 0; i < t->happenings.count; i++) {
        double expected = (double)(i + 1) * pi / 40;
        if (!(fabs(t->happenings.items[i].t - expected) < 1e-8))
            fail_msg("event %zu at %.17g, expected at %.17g", i, t->happenings.items[i].t, expected);
    }
}

#define ANGLES                                                                                                         \
    "coord phi, theta, psi\nbody B { rotation Rz(phi)*Rx(theta)*Rz(psi), inertia diag(1, 1, 1) }\n"                    \
    "simulate t = 0 .. 2\n"

/* Angles in gimbal lock end a motion with that reason; a motion that passes next to it is warned of, others are not. */
PROTECTED_TEST(gimbal_lock) {
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_run_def run = nh_default_run();
    static const char *const texts[] = {ANGLES "init theta = 1, theta' = -1, phi = 0, psi = 0, phi' = 0, psi' = 0",
                                        ANGLES "init theta = 0, theta' = 1, phi = 0, psi = 0, phi' = 0, psi' = 1"};
    def.name = "motion.nh";
    for (int i = 0; i < 2; i++) {
        nh_trajectory *t = nh_simulate(arena, files_model(context, &def, texts[i], strlen(texts[i]), true), &run);
        assert_int_equal(t->outcome, NH_OUTCOME_SINGULAR);
        if (strstr(t->message, "gimbal lock") == NULL) fail_msg("%s", t->message);
    }
    size_t before = nh_context_diag_count(context);
    (void)move(context, arena, ANGLES "init theta = 1, theta' = -1, phi = 0, psi = 0, phi' = 0.02, psi' = 0",
               "chetaev");
    assert_int_equal(nh_context_diag_count(context), before);
    (void)move(context, arena, ANGLES "init theta = 1, theta' = -1, phi = 0, psi = 0, phi' = 0.0004, psi' = 0",
               "chetaev");
    assert_int_equal(nh_context_diag_count(context), before + 1);
    nh_diag_forget(context, before);
    (void)move(context, arena,
               "coord a, b, c\nbody B { rotation Rz(a)*Rz(b)*Rz(c), inertia 1 }\nkinetic a'^2 + b'^2\n"
               "simulate t = 0 .. 2\ninit a' = 1, b' = 2, c' = 3\n",
               "chetaev");
    assert_int_equal(nh_context_diag_count(context), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gimbal_lock),
        cmocka_unit_test(free_symmetric_body),
        cmocka_unit_test(fast_spin),
        cmocka_unit_test(events),
    };
    return cmocka_run_group_tests_name("rotations", tests, NULL, NULL);
}
