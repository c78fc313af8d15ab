/* Contacts against the same systems written by hand: equal accelerations at random admissible states; and what is known
 * of the classics. */
#include "../lang/files.h"

#include <math.h>

#include "base/diag.h"
#include "base/text/text.h"
#include "form/form.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/run/run.h"
#include "state/state.h"

enum { STATES = 4 };
#define LEAST_PIVOT 1e-9 /* of the states that are compared */
#define AGREEMENT 1e-10  /* of accelerations, relative to the largest */

/* head, then a body with an orientation and the contact; or with a quaternion and constraints. */
typedef struct subject {
    const char *name, *head, *body, *contact, *hand;
    uint32_t more; /* coordinates that the contact adds, and `hand` declares */
} subject;

#define HEAD "param m = 1.3, R = 0.5, r = 0.2, g = 9.81, e = 0.1, al = 0.3, W = 1.5, mu = 0.4\ncoord x, y, z\n"
#define BODY "at [x, y, z], mass m, inertia diag(0.05, 0.07, 0.09)"
#define GRAVITY "gravity [0, 0, -g]\n"
#define EDGE                                                                                                           \
    "let a = B.R*[0, 1, 0], s = dot(a, n), d = sqrt(1 - s^2)\npoint P = B.c + R*(s*a - n)/d\n"                         \
    "constraint touch: dot(B.c, n) = R*d\nconstraint roll: B.velocity(P) = 0\n"

#define PLACE(X) "coord u, v, w\npoint P = B.at(" X ")\n"
#define ROLLING_BY_HAND "constraint roll: B.velocity(P) = 0\n"

static const subject subjects[] = {
    {"ball on a plane", HEAD, BODY, GRAVITY "contact C: sphere of B radius R on plane rolls\n",
     GRAVITY "constraint touch: z = R\nconstraint roll: B.velocity([x, y, 0]) = 0\n", 0},
    {"Chaplygin's top", HEAD, BODY, GRAVITY "contact C: sphere of B radius R at [0, 0, e] on plane rolls\n",
     GRAVITY "let c = B.at([0, 0, e])\nconstraint touch: c.z = R\nconstraint roll: B.velocity(c - [0, 0, R]) = 0\n", 0},
    {"rubber ball", HEAD, BODY, GRAVITY "contact C: sphere of B radius R on plane rolls without spin\n",
     GRAVITY "constraint touch: z = R\nconstraint roll: B.velocity([x, y, 0]) = 0\nconstraint s: B.omega.z = 0\n", 0},
    {"tippe top", HEAD, BODY,
     GRAVITY "contact C: sphere of B radius R at [0, 0, e] on plane slides\nforce B at C.point: -mu*C.slip\n",
     GRAVITY "let c = B.at([0, 0, e])\nconstraint touch: c.z = R\n"
             "force B at c - [0, 0, R]: -mu*B.velocity(c - [0, 0, R])\n",
     0},
    {"disc", HEAD, BODY, GRAVITY "contact C: disc of B radius R axis [0, 1, 0] on plane rolls\n",
     GRAVITY "let n = [0, 0, 1]\n" EDGE, 0},
    {"disc on an incline", HEAD, BODY,
     GRAVITY "contact C: disc of B radius R axis [0, 1, 0] on plane normal [sin(al), 0, cos(al)] rolls\n",
     GRAVITY "let n = [sin(al), 0, cos(al)]\n" EDGE, 0},
    {"disc on a plane of any direction", HEAD, BODY,
     GRAVITY "contact C: disc of B radius R axis [0, 2, 0] on plane at [0, 0, 0] normal [1, 2, 2] rolls\n",
     GRAVITY "let n = [1, 2, 2]/3\n" EDGE, 0},
    {"wheel as a blade", HEAD, BODY, GRAVITY "contact C: wheel of B radius R axis [0, 1, 0] on plane blade\n",
     GRAVITY "let a = B.R*[0, 1, 0], d = sqrt(1 - a.z^2)\npoint P = B.c + R*(a.z*a - [0, 0, 1])/d\n"
             "constraint touch: z = R*d\nconstraint side: dot(B.velocity(P), [a.x, a.y, 0]) = 0\n",
     0},
    {"torus", HEAD, BODY, GRAVITY "contact C: torus of B radius R tube r axis [1, 0, 0] on plane rolls\n",
     GRAVITY "let a = B.R*[1, 0, 0], d = sqrt(1 - a.z^2)\npoint P = B.c + R*(a.z*a - [0, 0, 1])/d - [0, 0, r]\n"
             "constraint touch: P.z = 0\nconstraint roll: B.velocity(P) = 0\n",
     0},
    {"ellipsoid", HEAD, BODY, GRAVITY "contact C: ellipsoid of B axes [R, 2*R, 3*R] at [0, 0, e] on plane rolls\n",
     GRAVITY "let n = inverse(B.R)*[0, 0, 1], h = R*sqrt(n.x^2 + 4*n.y^2 + 9*n.z^2)\n"
             "point P = B.at([0, 0, e] - R^2*[n.x, 4*n.y, 9*n.z]/h)\n"
             "constraint touch: P.z = 0\nconstraint roll: B.velocity(P) = 0\n",
     0},
    {"turntable", HEAD, BODY,
     "gravity [g*sin(al), 0, -g*cos(al)]\nbody T { rotation Rz(W*t) }\n"
     "contact C: sphere of B radius R on plane of T rolls\n",
     "gravity [g*sin(al), 0, -g*cos(al)]\nconstraint touch: z = R\n"
     "constraint roll: B.velocity([x, y, 0]) = cross([0, 0, W], [x, y, 0])\n",
     0},
    {"ball in a cylinder", HEAD, BODY, GRAVITY "contact C: sphere of B radius r in cylinder radius R rolls\n",
     GRAVITY "constraint touch: x^2 + y^2 = (R - r)^2\n"
             "constraint roll: B.velocity(B.c + r/(R - r)*[x, y, 0]) = 0\n",
     0},
    {"ball on a cylinder that lies", HEAD, BODY,
     GRAVITY "contact C: sphere of B radius r on cylinder radius R axis [1, 0, 0] rolls\n",
     GRAVITY "constraint touch: sqrt(y^2 + z^2) = R + r\n"
             "constraint roll: B.velocity(B.c - r*[0, y, z]/sqrt(y^2 + z^2)) = 0\n",
     0},
    {"ball on a sphere", HEAD, BODY, GRAVITY "contact C: sphere of B radius r on sphere radius R rolls\n",
     GRAVITY "constraint touch: |B.c| = R + r\nconstraint roll: B.velocity(R/(R + r)*B.c) = 0\n", 0},
    {"rubber ball in a sphere", HEAD, BODY,
     GRAVITY "contact C: sphere of B radius r in sphere radius R at [0, 0, e] rolls without spin\n",
     GRAVITY "let c = B.c - [0, 0, e]\nconstraint touch: |c| = R - r\n"
             "constraint roll: B.velocity(R/(R - r)*c + [0, 0, e]) = 0\nconstraint spin: dot(B.omega, c) = 0\n",
     0},
    {"ball in a cone", HEAD "assume z > r/sin(al), x^2 + y^2 > 0\n", BODY,
     GRAVITY "contact C: sphere of B radius r in cone angle al rolls\n",
     GRAVITY "let d = sqrt(x^2 + y^2)\nlet n = [-cos(al)*x/d, -cos(al)*y/d, sin(al)]\n"
             "constraint touch: z*sin(al) - d*cos(al) = r\nconstraint roll: B.velocity(B.c - r*n) = 0\n",
     0},
    {"ball on a graph", HEAD "function h(x, y) = x^2/4 + sin(y)/5\n", BODY,
     GRAVITY "contact C: sphere of B radius r on graph h rolls\n",
     GRAVITY "coord u, v\nlet N = [-u/2, -cos(v)/5, 1]\npoint P = [u, v, h(u, v)]\n"
             "constraint touch: B.c = P + r*N/|N|\nconstraint roll: B.velocity(P) = 0\n",
     2},
    {"wheel on a curved road", HEAD "function h(x, y) = sin(x)/4\n", BODY,
     GRAVITY "contact C: wheel of B radius r axis [0, 1, 0] on graph h rolls\n",
     GRAVITY "coord s\npoint P = B.at(r*[cos(s), 0, -sin(s)])\nconstraint touch: P.z = h(P.x, P.y)\n"
             "constraint edge: dot(B.R*[sin(s), 0, cos(s)], [-cos(P.x)/4, 0, 1]) = 0\n"
             "constraint roll: B.velocity(P) = 0\n",
     1},
    {"point on an implicit surface", HEAD "function f(x, y, z) = x^2 + 2*y^2 + 3*z^2 - 1\n", BODY,
     GRAVITY "contact C: point of B at [0, 0, -e] on implicit f rolls\n",
     GRAVITY "point P = B.at([0, 0, -e])\nconstraint touch: P.x^2 + 2*P.y^2 + 3*P.z^2 = 1\n"
             "constraint roll: B.velocity(P) = 0\n",
     0},
    {"ball on an implicit surface", HEAD "function f(x, y, z) = x^2 + 2*y^2 + 3*z^2 - 1\n", BODY,
     GRAVITY "contact C: sphere of B radius r on implicit f slides\n",
     GRAVITY "coord u, v, w\nlet N = [2*u, 4*v, 6*w]\nconstraint touch: B.c = [u, v, w] + r*N/|N|\n"
             "constraint on: u^2 + 2*v^2 + 3*w^2 = 1\n",
     3},
    {"blade", HEAD, BODY, GRAVITY "contact C: blade of B at [0, 0, -e] along [1, 0, 0] on plane slides\n",
     GRAVITY "point P = B.at([0, 0, -e])\nlet u = B.R*[1, 0, 0]\nconstraint touch: P.z = 0\n"
             "constraint side: dot(B.velocity(P), [-u.y, u.x, 0]) = 0\n",
     0},
    {"two balls",
     "param m = 1.3, R = 0.5, r = 0.2, g = 9.81\ncoord x, y, z, X, Y, Z, a, b, c\n"
     "body A { at [X, Y, Z], rotation Rz(a)*Rx(b)*Rz(c), mass 2*m, inertia diag(0.2, 0.3, 0.4) }\n",
     BODY,
     GRAVITY
     "contact F: sphere of A radius R on plane rolls\ncontact C: sphere of B radius r on sphere of A radius R rolls\n",
     GRAVITY
     "let d = B.c - A.c, P = A.c + R/(R + r)*d\nconstraint floor: Z = R\nconstraint touch: dot(d, d) = (R + r)^2\n"
     "constraint ground: A.velocity([X, Y, 0]) = 0\nconstraint roll: B.velocity(P) = A.velocity(P)\n",
     0},
    {"ellipsoid on a cylinder", HEAD, BODY,
     GRAVITY "contact C: ellipsoid of B axes [R, r, 2*r] at [0, 0, e] on cylinder radius R axis [1, 0, 0] rolls\n",
     GRAVITY PLACE("[u, v, w]") "constraint own: u^2/R^2 + v^2/r^2 + (w - e)^2/(4*r^2) = 1\n"
                                "constraint touch: P.y^2 + P.z^2 = R^2\n" ROLLING_BY_HAND
                                "constraint side: cross([0, P.y, P.z], B.R*[u/R^2, v/r^2, (w - e)/(4*r^2)]) = 0\n",
     3},
    {"torus in a sphere", HEAD, BODY,
     GRAVITY "contact C: torus of B radius r tube e axis [1, 0, 0] in sphere radius R slides\n",
     GRAVITY PLACE("[u, v, w]") "let rho = sqrt(v^2 + w^2)\nconstraint own: (rho - r)^2 + u^2 = e^2\n"
                                "constraint touch: |P| = R\n"
                                "constraint side: cross(P, B.R*[u, (rho - r)*v/rho, (rho - r)*w/rho]) = 0\n",
     3},
    {"cylinder on a sphere", HEAD, BODY,
     GRAVITY "contact C: cylinder of B radius r axis [0, 1, 0] on sphere radius R rolls\n",
     GRAVITY PLACE("[u, v, w]") "constraint own: u^2 + w^2 = r^2\nconstraint touch: |P| = R\n" ROLLING_BY_HAND
                                "constraint side: cross(P, B.R*[u, 0, w]) = 0\n",
     3},
    {"cone on a sphere", HEAD, BODY, GRAVITY "contact C: cone of B angle al at [0, 0, -1] on sphere radius R rolls\n",
     GRAVITY PLACE("[u, v, w]") "let rho = sqrt(u^2 + v^2)\nconstraint own: rho*cos(al) = (w + 1)*sin(al)\n"
                                "constraint touch: |P| = R\n" ROLLING_BY_HAND
                                "constraint side: cross(P, B.R*[u/rho*cos(al), v/rho*cos(al), -sin(al)]) = 0\n",
     3},
    {"surface of revolution on a plane", HEAD "function p(h) = 0.3 + h/5 - h^2\n", BODY,
     GRAVITY "contact C: revolution p of B on plane rolls\n",
     GRAVITY PLACE("[u, v, w]") "constraint own: u^2 + v^2 = p(w)^2\nconstraint touch: P.z = 0\n" ROLLING_BY_HAND
                                "constraint side: cross([0, 0, 1], B.R*[u, v, -p(w)*(1/5 - 2*w)]) = 0\n",
     3},
    {"surface of revolution on a graph", HEAD "function p(h) = 0.3 + h/5 - h^2\nfunction h(x, y) = x^2/4 + sin(y)/5\n",
     BODY, GRAVITY "contact C: revolution p of B at [0, e, 0] axis [1, 0, 0] on graph h slides\n",
     GRAVITY PLACE("[u, v, w]") "constraint own: (v - e)^2 + w^2 = p(u)^2\nconstraint touch: P.z = h(P.x, P.y)\n"
                                "constraint side: cross([-P.x/2, -cos(P.y)/5, 1], "
                                "B.R*[-p(u)*(1/5 - 2*u), v - e, w]) = 0\n",
     3},
    {"implicit surface on a plane", HEAD "function f(x, y, z) = x^4 + 2*y^4 + 3*z^2 - 1\n", BODY,
     GRAVITY "contact C: implicit f of B at [0, 0, e] on plane rolls without spin\n",
     GRAVITY PLACE(
         "[u, v, w]") "constraint own: u^4 + 2*v^4 + 3*(w - e)^2 = 1\nconstraint touch: P.z = 0\n" ROLLING_BY_HAND
                      "constraint side: cross([0, 0, 1], B.R*[4*u^3, 8*v^3, 6*(w - e)]) = 0\n"
                      "constraint spin: B.omega.z = 0\n",
     3},
    {"two implicit surfaces",
     HEAD "function f(x, y, z) = x^2 + 2*y^2 + 3*z^2 - 0.04\nfunction F(x, y, z) = x^2 + z^4 + y^2/2 - 1\n", BODY,
     GRAVITY "contact C: implicit f of B on implicit F rolls\n",
     GRAVITY PLACE("[u, v, w]") "constraint own: u^2 + 2*v^2 + 3*w^2 = 0.04\nconstraint touch: P.x^2 + P.z^4 + P.y^2/2 "
                                "= 1\n" ROLLING_BY_HAND
                                "constraint side: cross([2*P.x, P.y, 4*P.z^3], B.R*[2*u, 4*v, 6*w]) = 0\n",
     3},
    {"ball in a surface of revolution", HEAD "function p(h) = 1 + h^2/3\n", BODY,
     GRAVITY "contact C: sphere of B radius r in revolution p axis [0, 1, 0] rolls\n",
     GRAVITY "coord u, v, w\nlet N = [-u, p(v)*2*v/3, -w]\npoint P = [u, v, w]\n"
             "constraint touch: B.c = P + r*N/|N|\nconstraint on: u^2 + w^2 = p(v)^2\n" ROLLING_BY_HAND,
     3},
    {"point on a torus", HEAD, BODY,
     GRAVITY "contact C: point of B at [0, 0, -e] on torus radius R tube r at [0, 0, e] rolls\n",
     GRAVITY
     "point P = B.at([0, 0, -e])\nconstraint touch: (sqrt(P.x^2 + P.y^2) - R)^2 + (P.z - e)^2 = r^2\n" ROLLING_BY_HAND,
     0},
    {"cylinder on a plane", HEAD, BODY, GRAVITY "contact C: cylinder of B radius r axis [1, 0, 0] on plane rolls\n",
     GRAVITY "let a = B.R*[1, 0, 0]\nconstraint touch: z = r\nconstraint level: a.z = 0\n"
             "constraint roll: B.velocity(B.c - [0, 0, r]) = 0\nconstraint far: B.velocity(B.c - [0, 0, r] + a) = 0\n",
     0},
    {"cone on a plane", HEAD, BODY,
     GRAVITY "contact C: cone of B angle al at [0, 0, -e] on plane normal [sin(al), 0, cos(al)] rolls\n",
     GRAVITY
     "let n = [sin(al), 0, cos(al)], tip = B.at([0, 0, -e]), a = B.R*[0, 0, 1]\nconstraint touch: dot(tip, n) = 0\n"
     "constraint lies: dot(a, n) = sin(al)\nconstraint roll: B.velocity(tip) = 0\n"
     "constraint far: B.velocity(tip + a - sin(al)*n) = 0\n",
     0},
    {"ball on an ellipsoid that moves",
     "param m = 1.3, R = 0.5, r = 0.2, g = 9.81\ncoord x, y, z, X, Y, Z, a, b, c\n"
     "body A { at [X, Y, Z], rotation Rz(a)*Rx(b)*Rz(c), mass 2*m, inertia diag(0.2, 0.3, 0.4) }\n",
     BODY, GRAVITY "contact C: sphere of B radius r on ellipsoid of A axes [R, 2*R, 3*R] rolls\n",
     GRAVITY "coord u, v, w\nlet N = [u, v/4, w/9]\npoint P = A.at([u, v, w])\n"
             "constraint touch: B.c = P + r*(A.R*N)/|N|\nconstraint on: u^2 + v^2/4 + w^2/9 = R^2\n"
             "constraint roll: B.velocity(P) = A.velocity(P)\n",
     3},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static nh_model *read_model(nh_context *context, nh_arena *arena, const char *name, const char *text) {
    nh_read_def def = nh_default_read();
    (void)arena;
    def.name = name;
    return files_model(context, &def, text, strlen(text), true);
}

static nh_dynamics *dynamics_of(nh_arena *arena, const nh_model *model) {
    nh_dynamics *dynamics = nh_dynamics_make(arena, nh_chetaev_derive(model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, nh_model_parameter_values(model, arena));
    return dynamics;
}

/* The coordinates are the same ones; a contact may have one more, the ratio of gradients. */
static void compare_models(nh_context *context, const char *name, nh_model *contact, nh_model *hand) {
    nh_arena *arena = nh_arena_create(context);
    size_t n = contact->coordinates.count, shared = hand->coordinates.count;
    assert_true(n == shared || n == shared + 1);
    nh_states *states = nh_states_make(arena, contact, nh_model_parameter_values(contact, arena));
    nh_states *again = nh_states_make(arena, hand, nh_model_parameter_values(hand, arena));
    nh_dynamics *first = dynamics_of(arena, contact), *second = dynamics_of(arena, hand);
    double *q = NH_NEW_ARRAY(arena, double, n), *v = NH_NEW_ARRAY(arena, double, n);
    nh_random random = nh_random_make(test_seed(), 1);
    int seen = 0;
    for (int i = 0; i < STATES; i++) {
        nh_state state = {.q = q, .v = v};
        if (!nh_states_random(states, &random, 0.25, 100, &state)) continue;
        state.t = 0.25;
        double residual = nh_states_residual(again, &state, NULL), most = 1;
        if (!(residual < 1e-10)) fail_msg("%s: the state misses what was written by hand by %g", name, residual);
        nh_solution a = nh_dynamics_solve(first, 0.25, q, v), b = nh_dynamics_solve(second, 0.25, q, v);
        if (a.status != NH_SOLVED || b.status != NH_SOLVED || a.least_pivot < LEAST_PIVOT) continue;
        for (size_t k = 0; k < shared; k++) most = fmax(most, fabs(b.x[k]));
        for (size_t k = 0; k < shared; k++)
            if (!(fabs(a.x[k] - b.x[k]) < AGREEMENT * most))
                fail_msg("%s: %s'' is %.17g, by hand %.17g", name,
                         nh_name_text(context, contact->coordinates.items[k].name), a.x[k], b.x[k]);
        seen++;
    }
    if (seen == 0) fail_msg("%s: no state was compared", name);
    nh_arena_destroy(arena);
}

static void check_subject(nh_context *context, void *argument) {
    const subject *s = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_text contact = nh_text_begin(arena), hand = nh_text_begin(arena);
    nh_text_format(&contact, "%sorientation B\nbody B { %s }\n%s", s->head, s->body, s->contact);
    nh_text_format(&hand, "%scoord q0, q1, q2, q3\nbody B { %s, rotation quaternion(q0, q1, q2, q3) }\n%s", s->head,
                   s->body, s->hand);
    nh_model *first = read_model(context, arena, s->name, nh_text_string(&contact));
    nh_model *second = read_model(context, arena, s->name, nh_text_string(&hand));
    compare_models(context, s->name, first, second);
    nh_model_destroy(first);
    nh_model_destroy(second);
    nh_arena_destroy(arena);
}

static void test_subject(void **state) {
    nh_context *context = test_context();
    test_run(context, check_subject, *state);
    nh_context_destroy(context);
}

/* ---- built-in models ---- */

/* Their constraints of rolling, from one word of the text to another, as contacts. */
static const struct built_in {
    const char *name, *from, *to, *contacts;
} built_ins[] = {
    {"bicycle", "constraint touch", "init   x = 0",
     "contact C1: wheel of rear radius rR axis [0, 1, 0] on plane rolls\n"
     "contact C2: wheel of front radius rF axis [0, 1, 0] on plane rolls\n"},
    {"rattleback", "constraint roll.x", "init   alpha",
     "contact touching: ellipsoid of S axes [a, b, c] at [0, 0, h] on plane rolls\n"},
    {"coin", "constraint roll.x", "init   theta",
     "contact touching: disc of D radius R axis [0, 1, 0] on plane rolls\n"},
    {"chaplygin-ball", "constraint roll.x", "let    S =", "contact touching: sphere of B radius R on plane rolls\n"},
    {"ball-on-turntable", "let    slip",
     "let    k =", "body table { rotation Rz(W*t) }\ncontact touching: sphere of B radius R on plane of table rolls\n"},
};

PROTECTED_TEST(built_in_models) {
    for (size_t i = 0; i < sizeof built_ins / sizeof *built_ins; i++) {
        const struct built_in *b = &built_ins[i];
        nh_arena *arena = nh_arena_create(context);
        size_t length;
        nh_text path = nh_text_begin(arena), other = nh_text_begin(arena);
        nh_text_format(&path, "../models/classics/%s", b->name);
        const char *text =
            nh_file_read(arena, files_path(arena, NH_TEST_SOURCE, nh_text_string(&path), ".nh"), &length);
        const char *from = strstr(text, b->from), *to = strstr(text, b->to);
        assert_true(from != NULL && to != NULL && from < to);
        nh_text_add_bytes(&other, text, (size_t)(from - text));
        nh_text_add(&other, b->contacts);
        nh_text_add(&other, to);
        nh_model *hand = read_model(context, arena, b->name, text);
        nh_model *contact = read_model(context, arena, b->name, nh_text_string(&other));
        compare_models(context, b->name, contact, hand);
        nh_model_destroy(hand);
        nh_model_destroy(contact);
        nh_arena_destroy(arena);
    }
}

/* ---- motions ---- */

typedef struct motion {
    nh_arena *arena;
    nh_model *model;
    nh_run_def run;
    nh_trajectory *found;
} motion;

static void simulate(nh_context *context, void *argument) {
    motion *m = argument;
    (void)context;
    m->found = nh_simulate(m->arena, m->model, &m->run);
}

static const nh_trajectory *move(nh_context *context, nh_arena *arena, const char *text) {
    motion m = {arena, read_model(context, arena, "motion.nh", text), nh_default_run(), NULL};
    assert_int_equal(test_protect(context, simulate, &m), NH_OK);
    return m.found;
}

static double last_of(const nh_trajectory *t, const char *name) {
    for (size_t i = 0; i < t->columns; i++)
        if (strcmp(t->column[i].name, name) == 0) return t->values.items[t->values.count - t->columns + i];
    fail_msg("no column '%s'", name);
    return NAN;
}

#define ROLLING                                                                                                        \
    "param m = 1, R = 1, r = 0.2, I = 2/5*m*r^2, g = 9.81\ncoord x, y, z\norientation B\n"                             \
    "body B { at [x, y, z], mass m, inertia diag(I, I, I) }\n"

/* z oscillates at sqrt(2/7) times the angular velocity of the ball round the axis. */
PROTECTED_TEST(in_a_cylinder) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t =
        move(context, arena,
             ROLLING "gravity [0, 0, -g]\ncontact C: sphere of B radius r in cylinder radius R rolls\n"
                     "init x = R - r, y = 0, z = 0, y' = 3*(R - r), z' = 0.3, B.omega.x = 2\n"
                     "simulate t = 0 .. 2*pi/(3*sqrt(2/7))\n");
    assert_int_equal(t->outcome, NH_OUTCOME_FINISHED);
    if (!(fabs(last_of(t, "z")) < 1e-7)) fail_msg("z = %g after its period", last_of(t, "z"));
    assert_true(t->residual < 1e-13);
}

/* A uniform ball that begins on top of a sphere leaves it at the angle with the cosine 10/17. */
PROTECTED_TEST(on_a_sphere) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t =
        move(context, arena,
             ROLLING "gravity [0, 0, -g]\ncontact C: sphere of B radius r on sphere radius R rolls\n"
                     "init x = 1e-5, y = 0, z ~ R + r\nstop when C.normal_force < 0\n"
                     "watch slip = |C.slip|\nwatch size = |C.force|^2 - C.normal_force^2 - C.friction^2\n");
    assert_int_equal(t->outcome, NH_OUTCOME_STOPPED);
    if (!(fabs(last_of(t, "z") / 1.2 - 10.0 / 17) < 1e-8)) fail_msg("left at %.12g", last_of(t, "z") / 1.2);
    assert_true(last_of(t, "slip") < 1e-10 && fabs(last_of(t, "size")) < 1e-8);
}

/* The same motion of one surface that is written in two ways: where the body is in the end. */
PROTECTED_TEST(two_ways) {
    static const char *const pairs[][3] = {
        {"contact C: sphere of B radius r in cylinder radius R rolls\n",
         "contact C: ellipsoid of B axes [r, r, r] in cylinder radius R rolls\n",
         "init x = R - r, y = 0, y' = 2, z = 0, dot(B.omega, C.normal) = 1"},
        {"contact C: sphere of B radius r in sphere radius R rolls\n",
         "function p(h) = sqrt(r^2 - h^2)\ncontact C: revolution p of B in sphere radius R rolls\n",
         "init x = 0.3, y = 0, x' = 0, y' = 2, z ~ -0.7, dot(B.omega, C.normal) = 1"},
        {"contact C: ellipsoid of B axes [r, 2*r, 3*r] on plane rolls\n",
         "function f(x, y, z) = x^2 + y^2/4 + z^2/9 - r^2\ncontact C: implicit f of B on plane rolls\n",
         "init x = 0, y = 0, z ~ 0.5, B.R = Rx(0.4), B.Omega = [1, 2, 3], C.w ~ -0.5"},
        {"contact C: torus of B radius r tube 0.1 axis [0, 1, 0] on plane rolls\n",
         "function f(x, y, z) = (sqrt(x^2 + z^2) - r)^2 + y^2 - 0.01\ncontact C: implicit f of B on plane rolls\n",
         "init x = 0, y = 0, z ~ 0.3, B.R = Rx(0.3), B.Omega = [1, 2, 3], C.w ~ -0.3"},
        {"contact C: sphere of B radius r in cone angle 0.6 rolls\n",
         "function p(h) = h*tan(0.6)\ncontact C: sphere of B radius r in revolution p rolls\n",
         "init x = 0.5, y = 0, x' = 0, y' = 2, z ~ 1"},
        {"contact C: sphere of B radius r on plane rolls\n",
         "function f(x, y, z) = z\ncontact C: ellipsoid of B axes [r, r, r] on implicit f rolls\n",
         "init x = 0, y = 0, x' = 1, y' = 2, z ~ 0.2"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        nh_arena *arena = nh_arena_create(context);
        static const char *const names[] = {"x", "y", "z", "N", "F"};
        double end[2][5];
        for (int k = 0; k < 2; k++) {
            const char *init = pairs[i][2], *guess = strstr(init, ", C.w");
            int length = k == 0 && guess != NULL ? (int)(guess - init) : (int)strlen(init);
            nh_text text = nh_text_begin(arena);
            nh_text_format(&text,
                           ROLLING "gravity [0, 0, -g]\n%s%.*s\nsimulate t = 0 .. 1\n"
                                   "watch N = C.normal_force\nwatch F = C.friction\n",
                           pairs[i][k], length, init);
            const nh_trajectory *t = move(context, arena, nh_text_string(&text));
            if (t->outcome != NH_OUTCOME_FINISHED) fail_msg("pair %zu, %d: %s", i, k, t->message);
            for (int n = 0; n < 5; n++) end[k][n] = last_of(t, names[n]);
        }
        for (int k = 0; k < 5; k++)
            if (!(fabs(end[0][k] - end[1][k]) < 1e-6))
                fail_msg("pair %zu: %s = %.12g, %.12g", i, names[k], end[0][k], end[1][k]);
        nh_arena_destroy(arena);
    }
}

/* A uniform cylinder rolls down an incline with 2/3 g sin(al), at rest in its axis; a cone rolls round its tip. */
PROTECTED_TEST(along_a_line) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t =
        move(context, arena,
             "param m = 1, r = 0.2, al = 0.3, g = 9.81\ncoord x, y, z\norientation B\n"
             "body B { at [x, y, z], mass m, inertia m*r^2*diag(2, 2, 1/2) }\ngravity [g*sin(al), 0, -g*cos(al)]\n"
             "contact C: cylinder of B radius r axis [0, 0, 1] on plane rolls\nwatch F = C.friction\n"
             "init B.R = Rx(pi/2), x = 0, y = 0, z ~ r, x' = 0\nsimulate t = 0 .. 1\n");
    double expected = 9.81 * sin(0.3) / 3;
    if (!(fabs(last_of(t, "x") - expected) < 1e-9)) fail_msg("x = %.12g, not %.12g", last_of(t, "x"), expected);
    if (!(fabs(last_of(t, "F") - 9.81 * sin(0.3) / 3) < 1e-9)) fail_msg("friction %.12g", last_of(t, "F"));
}

/* Without the stop there is a warning, and the event is noted. */
PROTECTED_TEST(lifting_off) {
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    const nh_trajectory *t =
        move(context, arena,
             ROLLING "gravity [0, 0, -g]\ncontact C: sphere of B radius r on sphere radius R rolls\n"
                     "init x = 0.1, y = 0, z ~ R + r\nsimulate t = 0 .. 2\n");
    assert_int_equal(t->happenings.count > 0, true);
    assert_int_equal(nh_context_diag_count(context), before + 1);
    nh_diag_forget(context, before);
}

/* Inside a sphere, through its highest point: the motion is the one in a cylinder. */
PROTECTED_TEST(looping) {
    static const char *const contacts[] = {"sphere of B radius r in cylinder radius R axis [0, 1, 0]",
                                           "sphere of B radius r in sphere radius R",
                                           "ellipsoid of B axes [r, r, r] in sphere radius R"};
    double ends[3][2];
    for (int i = 0; i < 3; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text,
                       ROLLING "gravity [0, 0, -g]\ncontact C: %s rolls\n"
                               "init x = 0, y = 0, z ~ -0.8, x' = 9, y' = 0\nsimulate t = 0 .. 3\n",
                       contacts[i]);
        const nh_trajectory *t = move(context, arena, nh_text_string(&text));
        if (t->outcome != NH_OUTCOME_FINISHED) fail_msg("%s: %s", contacts[i], t->message);
        ends[i][0] = last_of(t, "x"), ends[i][1] = last_of(t, "z");
        for (int k = 0; k < 2; k++)
            if (!(fabs(ends[i][k] - ends[0][k]) < 1e-6))
                fail_msg("%s: %.12g, %.12g", contacts[i], ends[i][k], ends[0][k]);
        nh_arena_destroy(arena);
    }
}

/* Forces that are wrong at the start already, and forces that are 0 on a plane without gravity. */
PROTECTED_TEST(wrong_from_the_start) {
    static const char *const texts[] = {
        ROLLING "gravity [0, 0, -g]\ncontact C: sphere of B radius r on sphere radius R rolls friction 0.01\n"
                "init x = 0.1, y = 0, z ~ R + r, x' = 6\nsimulate t = 0 .. 0.1\n",
        ROLLING "contact C: sphere of B radius r on plane rolls friction 0.01\nwatch size = g*R\n"
                "init x = 0.1, y = 0, x' = 6, B.omega.z = 3\nsimulate t = 0 .. 0.1\n"};
    for (int i = 0; i < 2; i++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        (void)move(context, arena, texts[i]);
        assert_int_equal(nh_context_diag_count(context), before + (i == 0 ? 2 : 0));
        nh_diag_forget(context, before);
        nh_arena_destroy(arena);
    }
}

/* A disc that rolls down an incline upright needs 2/7 tan(t) of friction: a coefficient below that is noted, with a
 * warning, once the incline has become so steep; one above it is not. */
PROTECTED_TEST(skidding) {
    for (int i = 0; i < 2; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text,
                       ROLLING "gravity [g*sin(t), 0, -g*cos(t)]\n"
                               "contact C: disc of B radius r axis [0, 1, 0] on plane rolls friction %s\n"
                               "init x = 0, y = 0, z ~ r\nwatch size = R\nsimulate t = 0 .. 1\n",
                       i == 0 ? "0.1" : "0.6");
        size_t before = nh_context_diag_count(context);
        const nh_trajectory *t = move(context, arena, nh_text_string(&text));
        assert_int_equal(nh_context_diag_count(context), before + (i == 0));
        assert_int_equal(t->happenings.count, i == 0);
        /* I = 2/5 m r^2: the friction is I/(I + m r^2) m g sin(t) = 2/7 m g sin(t) */
        if (i == 0 && !(fabs(t->happenings.items[0].t - atan(0.35)) < 1e-9))
            fail_msg("it skids at %.12g", t->happenings.items[0].t);
        nh_diag_forget(context, before);
        nh_arena_destroy(arena);
    }
}

/* A tilted turntable: the ball drifts along the horizontal at 5 g sin(al)/(2 W). */
PROTECTED_TEST(on_a_turntable) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t =
        move(context, arena,
             ROLLING "param W = 2, al = 0.1\ngravity [g*sin(al), 0, -g*cos(al)]\nbody T { rotation Rz(W*t) }\n"
                     "contact C: sphere of B radius r on plane of T rolls\n"
                     "init x = 0, y = 0, z = r, x' = 0, y' = 5*g*sin(al)/(2*W), B.omega.z = 0\nsimulate t = 0 .. 3\n"
                     "watch ahead = y - 5*g*sin(al)/(2*W)*t\n");
    assert_int_equal(t->outcome, NH_OUTCOME_FINISHED);
    if (!(fabs(last_of(t, "x")) < 1e-6 && fabs(last_of(t, "ahead")) < 1e-6))
        fail_msg("off the line by %g, %g", last_of(t, "x"), last_of(t, "ahead"));
}

/* A disc that falls flat ends with a reason. */
PROTECTED_TEST(falling_flat) {
    nh_arena *arena = nh_arena_create(context);
    const nh_trajectory *t = move(context, arena,
                                  ROLLING "gravity [0, 0, -g]\ncontact C: disc of B radius R on plane slides\n"
                                          "init x = 0, y = 0, z ~ 0.1, B.R = Rx(0.1)\nsimulate t = 0 .. 5\n");
    assert_int_equal(t->outcome, NH_OUTCOME_STOPPED);
    assert_non_null(strstr(t->message, "lies flat"));
}

int main(void) {
    struct CMUnitTest tests[SUBJECTS + 11];
    for (size_t i = 0; i < SUBJECTS; i++)
        tests[i] = (struct CMUnitTest){
            .name = subjects[i].name, .test_func = test_subject, .initial_state = (void *)(uintptr_t)&subjects[i]};
    const struct CMUnitTest others[] = {
        cmocka_unit_test(built_in_models), cmocka_unit_test(in_a_cylinder),  cmocka_unit_test(on_a_sphere),
        cmocka_unit_test(lifting_off),     cmocka_unit_test(on_a_turntable), cmocka_unit_test(falling_flat),
        cmocka_unit_test(skidding),        cmocka_unit_test(looping),        cmocka_unit_test(wrong_from_the_start),
        cmocka_unit_test(two_ways),        cmocka_unit_test(along_a_line)};
    for (size_t i = 0; i < 11; i++) tests[SUBJECTS + i] = others[i];
    return cmocka_run_group_tests_name("contacts", tests, NULL, NULL);
}
