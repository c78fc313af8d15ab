/* Random systems: no answer of a command contradicts that of another one. A sample, and systems of which it once was
 * not so; long_contradictions.c has many. */
#include "audit_random.h"

static const struct {
    const char *what, *text;
    uint64_t seed; /* the number of the formulation for which more is asked */
} known[] = {
    {"the commutation condition holds on one of two components",
     "param m = 1, k = 0.5\n"
     "param a = 1.25, b = -3, c = 0\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "constraint r0: v'*sin(y) - x'*cos(y) = 0\n"
     "constraint r1: dot(P', Q') = 0\n"
     "constraint r2: a*(v'*sin(y) - x'*cos(y) - (0)) = 0\n"
     "init x ~ 0, x' ~ -0.75, y ~ 1, y' ~ 0, u ~ -0.75, u' ~ 1.3, v ~ 1, v' ~ 0\n",
     0},
    {"accelerations have no value at a kink of a constraint",
     "param m = 1, k = 1\n"
     "param a = 0.5, b = 1, c = 0.5\n"
     "coord x, y, z, w\n"
     "kinetic (m*x'^2 + (1 + x^2)*y'^2 + x'*y')/2 + z'^2/2 + w'^2/2\n"
     "potential k*x^2/2 + x*y\n"
     "constraint r0: w = sin(z)\n"
     "constraint r1: x'^2 = a^2 + z^2\n"
     "constraint r2: w' = max(y', 0)\n"
     "init x ~ 2, x' ~ 0, y ~ 1, y' ~ 0.5, z ~ -0.75, z' ~ 2, w ~ 1.3, w' ~ 1\n",
     6},
    {"linear rows were solved for a velocity whose coefficient is 0 at the start",
     "param m = 1, k = 1\n"
     "param a = 0.5, b = 1, c = -3\n"
     "coord x, y, z, u, v, w\n"
     "point P = [x, y, z] mass m\n"
     "point Q = [u, v, w] mass k\n"
     "constraint r0: (1 + u^2)*x' = v'\n"
     "constraint r1: |P'|^2 + |Q'|^2 = c^2\n"
     "constraint r2: cross(P - Q, P' + Q') = [0, 0, 0]\n"
     "init x ~ -0.75, x' ~ 2, y ~ 0.5, y' ~ 1.3, z ~ -0.75, z' ~ 2, u ~ 2, u' ~ 2, v ~ 2, v' ~ 2, w ~ -0.75, w' ~ 0\n",
     0},
    {"of rows without a gradient one follows from another",
     "param m = 1, k = 1\n"
     "param a = -1, b = 1.25, c = 0\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "gravity [0, -9.81]\n"
     "potential k*x^2/2 + x*y\n"
     "constraint r0: v'^2 = a*x'*y'\n"
     "constraint r1: |P'|^2 + |Q'|^2 = c^2\n"
     "constraint r2: 3*(v'^2 - (a*x'*y')) = 0\n"
     "init x ~ -0.75, x' ~ 2, y ~ -0.75, y' ~ 0.5, u ~ 0, u' ~ 0, v ~ 2, v' ~ 0.5\n",
     0},
    {"the norm of a root is 0 where the constraints hold",
     "param m = 1, k = 0.5\n"
     "param a = -3, b = -3, c = -3\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "constraint r0: |P'|^2 + |Q'|^2 = c^2\n"
     "constraint r1: |v'| = |u'|\n"
     "constraint r2: |P'| = |Q'|\n"
     "init x ~ 0, x' ~ -0.75, y ~ 0, y' ~ -0.75, u ~ -0.75, u' ~ -0.75, v ~ -0.75, v' ~ 2\n",
     2},
    {"constraints that contradict each other when they are differentiated",
     "param m = 2, k = 1\n"
     "param a = 0.5, b = 0, c = 1\n"
     "coord x, y, z, w\n"
     "kinetic (m*x'^2 + (1 + x^2)*y'^2 + x'*y')/2 + z'^2/2 + w'^2/2\n"
     "potential k*x^2/2 + x*y\n"
     "constraint r0: a*z' + b*x' = 0\n"
     "constraint r1: w' - x*z' = t\n"
     "constraint r2: z*z' + w*w' = 0\n"
     "init x ~ 0, x' ~ -0.75, y ~ -0.75, y' ~ 1, z ~ 2, z' ~ 2, w ~ 1.3, w' ~ 0.5\n",
     0},
    {"the sign of a root is no parameter",
     "param m = 2, k = 0.5\n"
     "param a = 1.25, b = 1.25, c = 0.5\n"
     "coord x, y, z, u, v, w\n"
     "point P = [x, y, z] mass m\n"
     "point Q = [u, v, w] mass k\n"
     "constraint r0: cross(P', Q') = [0, 0, 0]\n"
     "constraint r1: |P'| = c\n"
     "init x ~ -0.75, x' ~ 1, y ~ 0.5, y' ~ 0.5, z ~ 0, z' ~ 2, u ~ 1.3, u' ~ -0.75, v ~ 1, v' ~ 1, w ~ 1, w' ~ 1\n",
     0},
    {"a proof leaves out a component",
     "param m = 2, k = 1\n"
     "param a = 1.25, b = 1, c = -1\n"
     "coord x, y, z, u, v, w\n"
     "point P = [x, y, z] mass m\n"
     "point Q = [u, v, w] mass k\n"
     "constraint r0: v'^2 = a*y'*w'\n"
     "constraint r1: z'*y' = 0\n"
     "init x ~ 0, x' ~ 1.3, y ~ 1.3, y' ~ -0.75, z ~ 0.5, z' ~ -0.75, u ~ 0, u' ~ 1, v ~ -0.75, v' ~ 2, w ~ 1, w' ~ "
     "2\n",
     0},
    {"accelerations that are 0 but for rounding",
     "param m = 2, k = 0.5\n"
     "param a = -1, b = 1, c = -1\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "constraint r0: |P - Q| = 2\n"
     "constraint r1: 3*(|P - Q| - (2)) = 0\n"
     "constraint r2: |P - Q| = 2\n"
     "init x ~ 0, x' ~ 0, y ~ 1, y' ~ -1, u ~ -1, u' ~ 1, v ~ 0, v' ~ 0\n",
     0},
    {"a fraction whose normal form is 0/0 on the constraints",
     "param m = 2, k = 0.5\n"
     "param a = 1.25, b = 0, c = -3\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "gravity [0, -9.81]\n"
     "force x: -k*x'\n"
     "constraint r0: |P'|^2 + |Q'|^2 = c^2\n"
     "constraint r1: |P'| = |Q'|\n"
     "init x ~ 1, x' ~ 0.5, y ~ 2, y' ~ 1, u ~ 2, u' ~ 1, v ~ 0, v' ~ 0\n",
     3},
    {"a search for the start that ends next to a crossing of components",
     "param m = 1, k = 1\n"
     "param a = 0, b = 1.25, c = 2\n"
     "coord x, y, th\n"
     "body B { at [x, y], rotation Rz(th), mass m, inertia k }\n"
     "constraint r0: th^2 = y^2\n"
     "init x ~ 0.5, x' ~ 0.5, y ~ -0.75, y' ~ 1, th ~ 0, th' ~ 2\n",
     0},
    {"a search for the start that ends where rates of several constraints depend on each other",
     "param m = 2, k = 1\n"
     "param a = -1, b = 0.5, c = 1\n"
     "coord x, y, z, w\n"
     "kinetic (m*x'^2 + k*y'^2)/2 + z'^2/2 + w'^2/2\n"
     "potential cos(x)*y\n"
     "force y: -y'\n"
     "constraint r0: y'^2 + w'^2 = x'^2\n"
     "constraint r1: |x'| = |z'|\n"
     "constraint r2: x*x' + w*w' = 0\n"
     "init x ~ 0, x' ~ -0.75, y ~ 2, y' ~ 0, z ~ 2, z' ~ 2, w ~ 0, w' ~ 0\n",
     0},
    {"the sign of a root that one of two velocities does not show",
     "param m = 1, k = 1\n"
     "param a = 0, b = 2, c = -1\n"
     "coord x, y, th\n"
     "body B { at [x, y], rotation Rz(th), mass m, inertia k }\n"
     "force x: -k*x'\n"
     "constraint r0: dot(B.c', B.R*[0, 1]) = a*th'\n"
     "constraint r1: th'^2 + y'^2 + x'^2 = c^2\n"
     "init x ~ 2, x' ~ 1, y ~ 1.3, y' ~ 1, th ~ 1.3, th' ~ 1.3\n",
     3},
    {"a formulation that applies at other states than the one at hand",
     "param m = 2, k = 0.5\n"
     "param a = 0, b = 1, c = 1.25\n"
     "coord x, y, th\n"
     "body B { at [x, y], rotation Rz(th), mass m, inertia k }\n"
     "constraint r0: dot(B.c', B.R*[0, 1]) = a*th'\n"
     "constraint r1: th' = a*x' + b*y'\n"
     "init x ~ 0, x' ~ 0, y ~ 0, y' ~ 1, th ~ 0, th' ~ 0\n",
     0},
    {"digits that are lost inside of the expressions of accelerations",
     "param m = 1, k = 1\n"
     "param a = 2, b = 1.25, c = 2\n"
     "coord x, y, z, u, v, w\n"
     "point P = [x, y, z] mass m\n"
     "point Q = [u, v, w] mass k\n"
     "force y: cos(t)\n"
     "constraint r0: u' = y'^2 + z\n"
     "constraint r1: P' = Q'\n"
     "constraint r2: cross(P - Q, P' + Q') = [0, 0, 0]\n"
     "init x ~ 0.5, x' ~ 2, y ~ -0.75, y' ~ 0, z ~ 0, z' ~ 1, u ~ 0.5, u' ~ 0.5, v ~ -0.75, v' ~ 0, w ~ 1.3, w' ~ 0\n",
     0},
    {"a condition that the constraints force on one of two components",
     "param m = 1, k = 1\n"
     "coord x, y, th\n"
     "body B { at [x, y], rotation Rz(th), mass m, inertia k }\n"
     "force y: cos(t)\n"
     "constraint r0: (1 + x^2)*th' = y'\n"
     "constraint r1: th^2 = y^2\n"
     "init x ~ 0, x' ~ 1.3, y ~ 1, y' ~ 1.3, th ~ 1.3, th' ~ 1\n",
     6},
    {"the commutation condition holds on one of two branches of a root",
     "param m = 1, k = 1\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "constraint r0: |P'| = |Q'|\n"
     "constraint r1: |P - Q| = 2\n"
     "init x ~ 0, x' ~ 1.3, y ~ 0.5, y' ~ 1.3, u ~ 0, u' ~ 2, v ~ 1, v' ~ -0.75\n",
     0},
    {"a norm beside its components has no gradient where these hold",
     "param m = 2, k = 1\n"
     "param a = 0.5, b = -1, c = -3\n"
     "coord x, y, u, v\n"
     "point P = [x, y] mass m\n"
     "point Q = [u, v] mass k\n"
     "constraint r0: |P' - Q'| = 0\n"
     "constraint r1: P' = Q'\n"
     "constraint r2: u' = a\n"
     "init x ~ -0.75, x' ~ -0.75, y ~ -0.75, y' ~ 1, u ~ 2, u' ~ -0.75, v ~ 0.5, v' ~ 0.5\n",
     0},
};

static void audit_known(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t i = *(const size_t *)argument;
    audit a = audit_begin(context, arena, known[i].what, known[i].text);
    a.seed = known[i].seed;
    audit_all(&a);
    if (a.contradictions > 0) fail_msg("%s", nh_text_string(&a.found));
    nh_arena_destroy(arena);
}

static void known_systems(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        nh_context *context = test_context();
        test_run(context, audit_known, &i);
        nh_context_destroy(context);
    }
}

static void commands_agree(void **state) {
    (void)state;
    audit_random(test_seed() * 100000, (size_t)test_count(5));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_systems), cmocka_unit_test(commands_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
