/* Constraint forces by closed forms: what a watch of them gives at a state. */
#include "../lang/files.h"

#include <math.h>

#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/run/observe.h"
#include "motion/run/run.h"
#include "state/state.h"

/* A model at its start: watches and claims as numbers. */
typedef struct scene {
    nh_model *model;
    nh_arena *arena;
    nh_equations *equations;
    nh_observer *observer;
    double t, *q, *v;
    nh_solution solution;
    nh_observation seen;
} scene;

static scene begin(nh_context *context, const char *text, bool reactions) {
    scene s = {.arena = nh_arena_create(context)};
    nh_read_def def = nh_default_read();
    def.name = "test.nh";
    s.model = files_model(context, &def, text, strlen(text), true);
    const double *parameters = nh_model_parameter_values(s.model, s.arena);
    size_t n = s.model->coordinates.count;
    s.q = NH_NEW_ARRAY(s.arena, double, n);
    s.v = NH_NEW_ARRAY(s.arena, double, n);
    s.equations = nh_chetaev_derive(s.model, s.arena);
    s.observer = nh_observer_make(s.arena, s.equations, reactions);
    nh_observer_set(s.observer, parameters);
    nh_states *states = nh_states_make(s.arena, s.model, parameters);
    nh_state state = {.t = 0, .q = s.q, .v = s.v};
    assert_int_equal(nh_states_start(states, 0, &state), NH_START_FOUND);
    nh_dynamics *dynamics = nh_dynamics_make(s.arena, s.equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, parameters);
    s.solution = nh_dynamics_solve(dynamics, 0, s.q, s.v);
    assert_int_equal(s.solution.status, NH_SOLVED);
    s.seen = nh_observe(s.observer, 0, s.q, s.v, s.solution.x, s.solution.lambda);
    return s;
}

static void end(scene *s) {
    nh_model_destroy(s->model);
    nh_arena_destroy(s->arena);
}

/* The value of a watch, an invariant or a claim. */
static double seen(const scene *s, const char *name) {
    for (size_t i = 0; i < s->model->records.count; i++)
        if (strcmp(nh_name_text(s->model->context, s->model->records.items[i].name), name) == 0)
            return s->seen.records[i];
    fail_msg("there is no '%s'", name);
    return 0;
}

static void check(const scene *s, const char *name, double wanted) {
    double found = seen(s, name);
    if (!(fabs(found - wanted) <= 1e-12 * (1 + fabs(wanted)))) fail_msg("%s is %.17g, not %.17g", name, found, wanted);
}

/* All claims hold. */
static void check_claims(const scene *s) {
    for (size_t i = 0; i < s->model->records.count; i++) {
        const nh_record *record = &s->model->records.items[i];
        const char *name = nh_name_text(s->model->context, record->name);
        if (record->kind == NH_RECORD_CLAIM && !(fabs(s->seen.records[i]) <= 1e-12))
            fail_msg("the claim %s is off by %g", name, s->seen.records[i]);
    }
}

static void check_text(nh_context *context, const char *text) {
    scene s = begin(context, text, false);
    check_claims(&s);
    end(&s);
}

/* ---- a pendulum ---- */

/* The tension is m (v^2/l + g cos) in an angle, where no constraint has a name, and in Cartesian coordinates. */
PROTECTED_TEST(pendulum_string) {
    const char *angle = "param m = 2, l = 1.5, g = 9.81\n"
                        "coord a\n"
                        "point P = l*[sin(a), -cos(a)] mass m\n"
                        "gravity [0, -g]\n"
                        "watch tension = -dot(reaction(P), P)/l\n"
                        "watch across = reaction(P).x*cos(a) + reaction(P).y*sin(a)\n"
                        "init a = 0.4, a' = -1.25\n";
    const char *plane = "param m = 2, l = 1.5, g = 9.81\n"
                        "coord x, y\n"
                        "point P = [x, y] mass m\n"
                        "gravity [0, -g]\n"
                        "constraint string: |P| = l\n"
                        "watch tension = -dot(reaction(P), P)/l\n"
                        "watch across = reaction(P).x*y - reaction(P).y*x\n"
                        "claim part: reaction(P, string) = lambda.string*P/l\n"
                        "claim all: reaction(P) = reaction(P, string)\n"
                        "init x = 1.5*sin(0.4), y = -1.5*cos(0.4), x' = 1.5*cos(0.4)*(-1.25), y' ~ 0\n";
    double wanted = 2 * (1.5 * 1.25 * 1.25 + 9.81 * cos(0.4));
    for (int i = 0; i < 2; i++) {
        scene s = begin(context, i == 0 ? angle : plane, false);
        check(&s, "tension", wanted);
        check(&s, "across", 0);
        check_claims(&s);
        end(&s);
    }
}

/* ---- [Simple] ---- */

/* In Cartesian coordinates the force is lambda dg/dr', whatever the constraint: Ex. 1, 2 and 4. */
PROTECTED_TEST(multiplier_times_slope) {
    check_text(context, "param m = 1.2, g = 9.81, c = 2\n"
                        "coord x, y, z\n"
                        "point P = [x, y, z] mass m\n"
                        "gravity [0, 0, -g]\n"
                        "constraint speed: |P'| = c\n"
                        "claim all: reaction(P) = lambda.speed*P'/|P'|\n"
                        "claim newton: m*P'' = reaction(P) + m*[0, 0, -g]\n"
                        "claim leibniz: dot(reaction(P), P') = m*g*z'\n"
                        "init z = 5, x' = 1, y' = 1, z' ~ 1.4\n");
    check_text(context, "param m[1..3] = (1.2, 0.8, 1.4), k = 3\n"
                        "coord x[1..3], y[1..3]\n"
                        "point P[i=1..3] = [x[i], y[i]] mass m[i]\n"
                        "spring P[i], P[i+1] stiffness k length 1 for i = 1..2\n"
                        "damper P[1], P[3] coefficient 0.4\n"
                        "force P[2]: [x[1]', t]\n"
                        "constraint perp[i=1..2]: dot(P[i]', P[i+1]') = 0\n"
                        "claim first: reaction(P[1]) = lambda.perp[1]*P[2]'\n"
                        "claim middle: reaction(P[2]) = lambda.perp[1]*P[1]' + lambda.perp[2]*P[3]'\n"
                        "claim part: reaction(P[2], perp[2]) = lambda.perp[2]*P[3]'\n"
                        "claim none: reaction(P[1], perp[2]) = 0\n"
                        "init x[1] = 0, x[2] = 1, x[3] = 2.5, y[2] = 0.5, x[1]' = 1, y[1]' = 0.3\n"
                        "init x[2]' ~ -0.3, y[2]' ~ 1, x[3]' ~ 1, y[3]' ~ 0.3\n");
}

/* ---- a wire that turns ---- */

/* A bead on a wire that turns with w in the plane: the wire pushes across with 2 m w r' + the weight across it. */
PROTECTED_TEST(turning_wire) {
    scene s = begin(context,
                    "param m = 0.7, w = 3, g = 9.81, k = 5\n"
                    "coord r\n"
                    "point P = r*[cos(w*t + 0.3), sin(w*t + 0.3)] mass m\n"
                    "let along = [cos(w*t + 0.3), sin(w*t + 0.3)]\n"
                    "let across = [-sin(w*t + 0.3), cos(w*t + 0.3)]\n"
                    "gravity [0, -g]\n"
                    "spring P, [0, 0] stiffness k\n"
                    "watch push = dot(reaction(P), across)\n"
                    "watch pull = dot(reaction(P), along)\n"
                    "init r = 1.1, r' = -0.4\n",
                    false);
    check(&s, "push", 0.7 * (2 * 3 * -0.4 + 9.81 * cos(0.3)));
    check(&s, "pull", 0);
    end(&s);
}

/* ---- bodies ---- */

/* The ground pushes a rolling disc in its point of contact: a force lambda with the torque of its arm. */
PROTECTED_TEST(rolling_disc) {
    check_text(context,
               "param m = 1.5, R = 0.75, I1 = 0.25, I2 = 0.5, g = 9.8125\n"
               "coord x, y, z, psi, phi, theta\n"
               "body B { at [x, y, z], rotation Rz(phi)*Rx(-theta)*Ry(psi), mass m, inertia diag(I1, I2, I1) }\n"
               "let up = Rz(phi)*Rx(-theta)*[0, 0, 1]\n"
               "point P = B.c - R*up\n"
               "gravity [0, 0, -g]\n"
               "constraint height: P.z = 0\n"
               "constraint roll: B.velocity(P) = 0\n"
               "claim force: reaction(B) = lambda.roll + lambda.height*[0, 0, 1]\n"
               "claim torque: reactiontorque(B) = cross(P - B.c, reaction(B))\n"
               "claim part: reaction(B, roll) = lambda.roll\n"
               "init x = 0, y = 0, z ~ 0.7, psi = 0, phi = 0.5, theta = 0.25\n"
               "init psi' = 4, phi' = -0.5, theta' = 0.25, x' ~ 0\n");
}

/* A heavy top: the support pushes in the fixed point, whatever the coordinates are. In a quaternion the mass matrix is
 * singular, and the part of the pivot is found all the same. */
PROTECTED_TEST(heavy_top) {
    const char *model = "param m = 1, l = 0.5, I1 = 0.1, I3 = 0.05, g = 9.81, F = 0.7\n"
                        "%s"
                        "body B { at %s, rotation %s, mass m, inertia diag(I1, I1, I3) }\n"
                        "gravity [0, 0, -g]\n"
                        "force B at B.at([0.2, 0, 0.1]): [F, 0, 0]\n"
                        "claim force: reaction(B) = m*B.c'' + [-F, 0, m*g]\n"
                        "claim torque: reactiontorque(B) = cross(-B.R*[0, 0, l], reaction(B))\n"
                        "watch support = reaction(B)\n"
                        "%s";
    static const char *const ways[][4] = {
        {"coord x, y, z, a, b, c, d\n", "[x, y, z]", "quaternion(a, b, c, d)",
         "constraint pivot: B.at([0, 0, -l]) = 0\nclaim part: reaction(B, pivot) = reaction(B)\n"
         "init a = cos(0.3), b = sin(0.3), c = 0, d = 0, y ~ -0.3, z ~ 0.4, B.Omega = [0.5, 0, 40]\n"},
        {"coord p, h, s\n", "Rz(p)*Rx(h)*Rz(s)*[0, 0, l]", "Rz(p)*Rx(h)*Rz(s)",
         "init p = 0, h = 0.6, s = 0, B.Omega = [0.5, 0, 40]\n"},
        {"coord x, y, z, p, h, s\n", "[x, y, z]", "Rz(p)*Rx(h)*Rz(s)",
         "constraint pivot: B.at([0, 0, -l]) = 0\nclaim part: reaction(B, pivot) = lambda.pivot\n"
         "init p = 0, h = 0.6, s = 0, y ~ -0.3, z ~ 0.4, B.Omega = [0.5, 0, 40]\n"},
    };
    double first[3];
    for (int i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text, model, ways[i][0], ways[i][1], ways[i][2], ways[i][3]);
        scene s = begin(context, text, false);
        check_claims(&s);
        static const char *const names[] = {"support.x", "support.y", "support.z"};
        for (int k = 0; k < 3; k++) {
            if (i == 0) first[k] = seen(&s, names[k]);
            else check(&s, names[k], first[k]);
        }
        end(&s);
    }
}

/* ---- where forces act ---- */

/* At one place the force is shared by the masses; on the ground it is lost; on a body it has a torque. */
PROTECTED_TEST(where_forces_act) {
    check_text(context, "param m1 = 1, m2 = 3, k = 2\n"
                        "coord x, y\n"
                        "point P1 = [x, y] mass m1\n"
                        "point P2 = [x, y] mass m2\n"
                        "spring P2, [1, 0] stiffness k\n"
                        "claim first: reaction(P1) = 0\n"
                        "claim second: reaction(P2) = 0\n"
                        "init x = 3, y = 1\n");
    check_text(context, "param m = 2, J = 0.5, k = 3\n"
                        "coord x, y, a\n"
                        "body B { at [x, y], rotation Rz(a), mass m, inertia J }\n"
                        "point S = B.at([0.5, 0.2, 0])\n"
                        "spring S, [2, t] stiffness k length 0.4\n"
                        "damper B.at([0, -1, 0]), [1, 1] coefficient 0.7\n"
                        "force S: [0, 1, 0]\n"
                        "torque B: [0, 0, sin(t) + 1]\n"
                        "claim force: reaction(B) = 0\n"
                        "claim torque: reactiontorque(B) = 0\n"
                        "init x = 0.1, y = 0, a = 0.3, x' = 1, a' = 2\n");
    check_text(context,
               "param m = 2, J = 0.5, k = 3\n" /* a pinned rod: the spring acts on its end, the pin feels the rest */
               "coord a\n"
               "body B { at [cos(a), sin(a)], rotation Rz(a), mass m, inertia J }\n"
               "let S = B.at([0.5, 0.2, 0])\n"
               "let pull = k*([2, t] - S)\n"
               "spring S, [2, t] stiffness k\n"
               "claim force: reaction(B) = m*B.c'' - pull\n"
               "claim torque: reactiontorque(B) = [0, 0, J*a''] - cross(S - B.c, pull)\n"
               "claim pin: reactiontorque(B) = cross(-B.c, reaction(B))\n"
               "init a = 0.3, a' = 2\n");
}

/* Forces without a place are spread, so that none is left for constraints where there are none. What acts on s, which
 * moves no mass, comes to P through the constraint. */
PROTECTED_TEST(forces_without_a_place) {
    check_text(context, "param m1 = 1, m2 = 3, J = 0.7\n"
                        "coord x, y, z, a, s\n"
                        "point P = [x, y, 0] mass m1\n"
                        "body B { at [z, 1], rotation Rz(a), mass m2, inertia J }\n"
                        "potential x^2*y*z + sin(a)*x - x'*a\n"
                        "force a: -a'\n"
                        "force s: 4\n"
                        "force (P + B.c)/2: [1, 2, 0]\n"
                        "constraint massless: s' = x'\n"
                        "claim point: reaction(P) = [4, 0, 0]\n"
                        "claim part: reaction(P, massless) = [-lambda.massless, 0, 0]\n"
                        "claim body: reaction(B) = 0\n"
                        "claim torque: reactiontorque(B) = 0\n"
                        "init x = 0.5, y = 0.4, z = 0.3, a = 0.2, x' = 1, y' = -2, a' = 3\n");
}

/* ---- what there is not ---- */

static size_t warnings_of(nh_context *context, const char *words) {
    size_t count = 0;
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity == NH_SEVERITY_WARNING && strstr(diag->sentence, words) != NULL) count++;
    }
    return count;
}

PROTECTED_TEST(without_mass) {
    scene s = begin(context,
                    "coord x, y\npoint P = [x, y] mass 1\npoint M = [x, 0]\nbody F { at [x, y] }\n"
                    "constraint c: x' = y'\n"
                    "watch a = reaction(M)\nwatch b = reaction(F)\nwatch d = reaction(M, c).x\nwatch e = alpha.x\n"
                    "watch f = reaction(P).x\ninit x' = 1\n",
                    true);
    assert_true(isnan(seen(&s, "a.x")) && isnan(seen(&s, "b.z")) && isnan(seen(&s, "d")) && isnan(seen(&s, "e")));
    check(&s, "f", 0);
    assert_int_equal(warnings_of(context, "the point 'M' has no mass, so its motion does not determine"), 2);
    assert_int_equal(warnings_of(context, "the body 'F' has neither mass nor inertia"), 1);
    assert_int_equal(warnings_of(context, "'alpha.x' is not computed along a motion"), 1);
    size_t count;
    const nh_expr *symbols = nh_observer_reactions(s.observer, &count);
    assert_int_equal(count, 3);
    const nh_symbol *symbol = nh_expr_symbol_of(s.model->pool, symbols[2]);
    assert_string_equal(nh_name_text(context, symbol->name), "reaction(P).z");
    end(&s);
}

/* Where M is singular, and needed: no numbers, and one warning. Both coordinates move the one point along one line. */
PROTECTED_TEST(singular_mass) {
    scene s = begin(context,
                    "coord u, w\npoint P = [u + w, 0] mass 1\npotential u^2\nconstraint c: u' = 2*w'\n"
                    "watch a = reaction(P).x\nwatch b = reaction(P).x + reaction(P, c).x\nwatch d = P.x\n"
                    "init u = 1, u' = 1\n",
                    false);
    assert_true(isnan(seen(&s, "a")) && isnan(seen(&s, "b")));
    check(&s, "d", 1);
    nh_observe(s.observer, 1, s.q, s.v, s.solution.x, s.solution.lambda);
    assert_int_equal(warnings_of(context, "the mass matrix is singular at t = 0, so the distribution of forces"), 1);
    end(&s);
}

/* ---- E_star ---- */

/* [Homogeneous] (17): with |P'| = c the restricted L* = m c^2/2 - V has E* = -m c^2/2 + V, where E = m c^2/2 + V. */
PROTECTED_TEST(energy_in_independent_velocities) {
    scene s = begin(context,
                    "param m = 1.2, c = 2\ncoord x, y\npoint P = [x, y] mass m\npotential 3*x*y\n"
                    "constraint speed: |P'| = c\nindependent x'\nwatch star = E_star\nwatch energy = E\n"
                    "init x = 1, y = 2, x' = 1, y' ~ 1\n",
                    false);
    check(&s, "energy", 2.4 + 6);
    check(&s, "star", -2.4 + 6);
    end(&s);
    s = begin(context,
              "param m = 1.2, c = 2\ncoord x, y\npoint P = [x, y] mass m\nconstraint speed: |P'| = c\n"
              "watch star = E_star\ninit x' = 1, y' ~ 1\n",
              false);
    assert_true(isnan(seen(&s, "star")));
    assert_int_equal(warnings_of(context, "E_star depends on which velocities are independent"), 1);
    end(&s);
    s = begin(context,
              "coord x, y, z\nkinetic x'^2 + y'^2 + y'*z' + z'^2\nconstraint edge: x' = y*z'\n"
              "constraint same: x'^2 = y'^2\nclaim star: E_star = E\ninit y = 2, z' = 1, y' ~ 2\n",
              false);
    check_claims(&s);
    end(&s);
}

/* Where the independent velocities do not fit the constraints: no numbers. */
PROTECTED_TEST(no_energy_in_independent_velocities) {
    const char *head = "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint drift: x' = 1 + y'\n";
    static const char *const tails[] = {
        "independent x'\nwatch star = E_star\ninit y' = 1\n",
        "constraint other: z' = 2*y'\nindependent x', y'\nwatch star = E_star\ninit y' = 1\n",
        "constraint other: z' = 2*y'\nindependent z'\nwatch star = E_star\ninit y' = 1\n", /* the one that does */
    };
    for (int i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", head, tails[i]);
        scene s = begin(context, text, false);
        assert_int_equal(isnan(seen(&s, "star")), i < 2);
        end(&s);
    }
    assert_int_equal(warnings_of(context,
                                 "E_star needs a constraint for each dependent velocity: the model has 1 "
                                 "constraint and 2 dependent velocities"),
                     1);
}

/* An affine row: L* by hand. x' = a + b y', T = (x'^2 + y'^2)/2: E* = (1 + b^2) y'^2/2 - a^2/2. */
PROTECTED_TEST(energy_of_an_affine_row) {
    scene s = begin(context,
                    "param a = 0.7, b = 1.5\ncoord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint drift: x' = a + b*y'\n"
                    "constraint again: 2*x' = 2*a + 2*b*y'\n"
                    "independent y'\nclaim star: E_star = (1 + b^2)*y'^2/2 - a^2/2\ninit y' = 3\n",
                    false);
    check_claims(&s);
    end(&s);
}

/* ---- power ---- */

PROTECTED_TEST(power_alone) {
    static const struct {
        const char *text;
        bool is_zero;
    } list[] = {
        {"coord x, y\npoint P = [x, y] mass 1\npotential x*y\nconstraint c: x' = x*y'\ninit x = 1, y' = 1\n", true},
        {"coord x, y\npoint P = [x, y] mass 1\nconstraint c: |P'| = |P|^2*abs(x')\ninit x = 1, y = 1, x' = 1\n", true},
        {"coord x, y\npoint P = [x, y] mass 1\nconstraint c: |P| = 1\ninit x = 1, y' = 1\n", true},
        {"coord x, y\npoint P = [x, y] mass 1\nconstraint c: |P| = 1 + t\ninit x = 1, y' = 1\n", false},
        {"coord x, y\npoint P = [x, y] mass 1\npotential x\nconstraint c: |P'| = 1\ninit x' = 0.6, y' ~ 1\n", false},
        {"coord x\npoint P = [x, 0] mass 1\nforce x: -x'\ninit x' = 1\n", false},
        {"coord x\npoint P = [x, 0] mass 1\npotential x*sin(t + 1)\ninit x = 1\n", false},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        scene s = begin(context, list[i].text, false);
        double power = nh_observe_power(s.observer, 0, s.q, s.v, s.solution.x, s.solution.lambda);
        assert_int_equal(nh_observer_power_is_zero(s.observer), list[i].is_zero);
        if (power != s.seen.power || (power == 0) != list[i].is_zero) fail_msg("%zu: power %g", i, power);
        end(&s);
    }
}

/* Events only are the same as with everything else; they may speak about constraint forces. */
PROTECTED_TEST(events_alone) {
    scene s = begin(context,
                    "coord x, y\npoint P = [x, y] mass 2\ngravity [0, -9.81]\npotential x\nconstraint c: |P| = 1\n"
                    "event pull: reaction(P).y - 1\nevent part: reaction(P, c).x\nstop when y > 2\n"
                    "watch ry = reaction(P).y\nwatch rx = reaction(P).x\ninit x = 0.6, y ~ -0.8, x' = 1\n",
                    false);
    const double *events = nh_observe_events(s.observer, 0, s.q, s.v, s.solution.x, s.solution.lambda);
    check(&s, "ry", events[0] + 1);
    check(&s, "rx", events[1]);
    for (int i = 0; i < 3; i++) assert_true(events[i] == s.seen.events[i]);
    end(&s);
}

/* ---- columns ---- */

PROTECTED_TEST(columns) {
    const char *text = "coord x, y, a\npoint P = [x, y] mass 1\npoint M = [x, 0]\n"
                       "body B { at [0, 0], rotation Rz(a), inertia 1 }\nconstraint c: |P| = 1\nwatch w = x\n"
                       "init x = 1, y' = 2, a' = 1\nsimulate t = 0 .. 1 step 0.5\n";
    static const char *const names[] = {"w",
                                        "reaction(P).x",
                                        "reaction(P).y",
                                        "reaction(P).z",
                                        "reaction(B).x",
                                        "reaction(B).y",
                                        "reaction(B).z",
                                        "reactiontorque(B).x",
                                        "reactiontorque(B).y",
                                        "reactiontorque(B).z"};
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, text, strlen(text), true);
    nh_run_def run = nh_default_run();
    size_t plain = nh_simulate(arena, model, &run)->columns;
    run.reactions = true;
    nh_trajectory *found = nh_simulate(arena, model, &run);
    assert_int_equal(found->columns, plain + 9);
    for (size_t i = 0; i < 10; i++) assert_string_equal(found->column[plain - 1 + i].name, names[i]);
    for (size_t row = 0; row < 3; row++) {
        const double *values = found->values.items + row * found->columns;
        assert_true(fabs(values[plain] + 4 * values[1]) < 1e-8 && fabs(values[plain + 1] + 4 * values[2]) < 1e-8);
        for (size_t i = plain + 2; i < found->columns; i++) assert_true(values[i] == 0);
    }
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_string),
        cmocka_unit_test(multiplier_times_slope),
        cmocka_unit_test(turning_wire),
        cmocka_unit_test(rolling_disc),
        cmocka_unit_test(heavy_top),
        cmocka_unit_test(where_forces_act),
        cmocka_unit_test(forces_without_a_place),
        cmocka_unit_test(without_mass),
        cmocka_unit_test(singular_mass),
        cmocka_unit_test(energy_in_independent_velocities),
        cmocka_unit_test(no_energy_in_independent_velocities),
        cmocka_unit_test(energy_of_an_affine_row),
        cmocka_unit_test(power_alone),
        cmocka_unit_test(events_alone),
        cmocka_unit_test(columns),
    };
    return cmocka_run_group_tests_name("reaction", tests, NULL, NULL);
}
