/* Steady motions through the public interface: counts and places that are known, families, wrong calls. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/model.h>
#include <nonholo/steady.h>

#include "support.h"

static nh_steady *must_find(nh_model *model, size_t starts) {
    nh_steady *steady = NULL;
    nh_steady_def def = nh_default_steady();
    def.starts = starts;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_OK);
    return steady;
}

/* cos(theta) = g/(R w^2), or theta = 0, pi: modulo a full turn no others, and all of them from 40 starts. */
static void test_hoop(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "param m = 1, R = 1, g = 9.81, w = 4\ncoord theta\n"
                                               "kinetic m/2*R^2*(theta'^2 + w^2*sin(theta)^2)\n"
                                               "potential -m*g*R*cos(theta)\ninit theta = 0, theta' = 0\n");
    nh_steady *steady = must_find(model, 40);
    const nh_steady_info *info = nh_steady_get(steady);
    unsigned found = 0;
    assert_true(info->items[0].linear->state[1] == 0);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        double angle = remainder(item->state[1], 2 * acos(-1)), side = acos(9.81 / 16);
        bool is_low = fabs(angle) < 1e-12, is_high = fabs(fabs(angle) - acos(-1)) < 1e-12;
        assert_true(is_low || is_high || fabs(fabs(angle) - side) < 1e-12);
        found |= is_low ? 1 : is_high ? 2 : angle > 0 ? 4 : 8;
        assert_string_equal(item->kind, "equilibrium");
        assert_int_equal(item->family, 0);
        assert_string_equal(item->verdict, is_low || is_high ? "unstable" : "stable (by energy)");
    }
    assert_int_equal(found, 15);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A rolling disc: a family of two parameters, on which the balance of moments about the edge holds,
 * with lean theta, n = phi' cos(theta) + psi' about the axis:
 * m g R cos(theta) = (C + m R^2) n phi' sin(theta) - A phi'^2 sin(theta) cos(theta). */
static void test_disc(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(
        context, "param m = 1, R = 0.5, g = 9.81\ncoord x, y, phi, theta, psi\n"
                 "body B { at [x, y, 0] + Rz(phi)*Rx(theta)*[0, R, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, "
                 "inertia diag(m*R^2/4, m*R^2/4, m*R^2/2) }\ngravity [0, 0, -g]\n"
                 "constraint roll: B.velocity([x, y, 0]) = 0\ninit theta = pi/2 - 0.2, psi' = -5\n");
    nh_steady *steady = must_find(model, 5);
    const nh_steady_info *info = nh_steady_get(steady);
    assert_true(info->count >= 1);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        double theta = item->state[4], turn = item->state[8], spin = item->state[10], s = sin(theta), c = cos(theta);
        double A = 0.0625, C = 0.125, n = turn * c + spin;
        double left = -9.81 * 0.5 * c, right = (C + 0.25) * n * turn * s - A * turn * turn * s * c;
        if (!(fabs(left - right) < 1e-12 * (1 + fabs(left))))
            fail_msg("theta = %g, phi' = %g, psi' = %g: %g, %g", theta, turn, spin, left, right);
        assert_int_equal(item->family, 2);
        assert_int_equal(item->ignorables, 4);
        assert_true(item->state[9] == 0);
    }
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Where there is none nothing is found: a particle on a slope, and one whose only zero is a double one. */
static void test_none(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential y + x^2\n"
                                               "init x = 0, y = 0, x' = 0, y' = 0\n");
    nh_steady *steady = must_find(model, 5);
    assert_int_equal(nh_steady_get(steady)->count, 0);
    const char *text = NULL;
    assert_int_equal(nh_steady_print(steady, NH_PRINT_TEXT, &text), NH_OK);
    assert_non_null(strstr(text, "0 steady motions found"));
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = test_read_model(context, "coord x\nkinetic x'^2/2\npotential x + x^3/3 - x^2\ninit x = 0.5, x' = 0\n");
    steady = must_find(model, 5);
    assert_int_equal(nh_steady_get(steady)->count, 0);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- built-in models ---- */

static nh_model *read_builtin(nh_context *context, const char *name, size_t count, const char *const *set) {
    const nh_builtin *found = nh_builtin_find(name);
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    assert_non_null(found);
    def.set = (nh_strings){set, count};
    assert_int_equal(nh_model_read(context, &def, found->text, strlen(found->text), &model), NH_OK);
    return model;
}

/* How many of the list have these values, by name, except for full turns. */
typedef struct expected {
    const char *name;
    double value;
} expected;

static size_t count_motions(const nh_model *model, const nh_steady_info *info, size_t count, const expected *list,
                            const char *verdict) {
    nh_model_info about;
    size_t found = 0;
    assert_int_equal(nh_model_get_info(model, &about), NH_OK);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        bool is_it = strcmp(item->verdict, verdict) == 0;
        for (size_t k = 0; k < count; k++) {
            size_t length = strlen(list[k].name), at = 0;
            bool is_velocity = list[k].name[length - 1] == '\'';
            length -= is_velocity;
            for (; at < about.coordinates; at++) {
                const char *name = nh_model_coordinate(model, at);
                if (strlen(name) == length && strncmp(name, list[k].name, length) == 0) break;
            }
            double value = item->state[1 + at + (is_velocity ? about.coordinates : 0)];
            is_it &= fabs(remainder(value - list[k].value, 2 * acos(-1))) < 1e-12;
        }
        found += is_it;
    }
    return found;
}

/* The disc of [Examples] rolls along a line, spins on the spot, rolls on a circle, stands. */
static void test_members(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = read_builtin(context, "rolling-disc", 0, NULL);
    nh_steady *steady = must_find(model, 5);
    const nh_steady_info *info = nh_steady_get(steady);
    static const expected line[] = {{"theta", 0}, {"psi'", 4}, {"phi'", 0}},
                          spot[] = {{"theta", 0}, {"psi'", 0}, {"phi'", 4}};
    static const expected stands[] = {{"theta", 0}, {"psi'", 0}, {"phi'", 0}}, circle[] = {{"psi'", 4}, {"phi'", 4}};
    assert_int_equal(count_motions(model, info, 3, line, "spectrally stable"), 1);
    assert_int_equal(count_motions(model, info, 3, spot, "spectrally stable"), 1);
    assert_int_equal(count_motions(model, info, 3, stands, "unstable"), 1);
    assert_int_equal(count_motions(model, info, 2, circle, "spectrally stable"), 1);
    assert_true(info->count >= 4); /* there are others upside down */
    for (size_t i = 0; i < info->count; i++) assert_int_equal(info->items[i].linear->family, 2);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The sleigh: straight motions, one for each heading and speed, stable in one direction; the rattleback, whose slow
 * mode grows for one spin and the fast one for the other. */
static void test_directions(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = read_builtin(context, "sleigh", 0, NULL);
    nh_steady *steady = must_find(model, 5);
    static const expected back[] = {{"x'", -1}, {"phi'", 0}}, forth[] = {{"x'", 1}, {"phi'", 0}};
    assert_int_equal(count_motions(model, nh_steady_get(steady), 2, back, "unstable"), 1);
    assert_int_equal(count_motions(model, nh_steady_get(steady), 2, forth, "asymptotically stable"), 1);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = read_builtin(context, "rattleback", 0, NULL);
    steady = must_find(model, 0);
    const nh_steady_info *info = nh_steady_get(steady);
    assert_int_equal(info->count, 3);
    for (size_t i = 0; i < 2; i++) {
        double spin = info->items[i].linear->state[1 + 5 + 2];
        for (size_t k = 0; k < info->items[i].linear->eigenvalues; k++) {
            const nh_eigenvalue *value = &info->items[i].linear->eigenvalue[k];
            if (value->im > 70) assert_true(value->re * spin < 0);
            else if (value->im > 10) assert_true(value->re * spin > 0);
        }
    }
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A free snakeboard coasts straight on, one motion for each heading, speed and speed of the rotor, and stands. Nothing
 * holds the angle of its wheels, phi'' = 0: a double 0 that no family explains, and nothing follows. */
static void test_snakeboard(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model =
        test_read_model(context, "param m = 4, l = 0.5, J = 0.5, J_r = 0.4, J_t = 0.05\ncoord x, y, theta, psi, phi\n"
                                 "body board { at [x, y], rotation Rz(theta), mass m, inertia J }\n"
                                 "body rotor { at board.c, rotation Rz(theta + psi), inertia J_r }\n"
                                 "body front { at board.at([l, 0]), rotation Rz(theta + phi), inertia J_t }\n"
                                 "body back { at board.at([-l, 0]), rotation Rz(theta - phi), inertia J_t }\n"
                                 "constraint front: dot(front.c', front.R*[0, 1]) = 0\n"
                                 "constraint back: dot(back.c', back.R*[0, 1]) = 0\n"
                                 "init x = 0, y = 0, theta = 0, phi = 0.3, theta' = 0.2, psi' = 1, phi' = 0.1\n");
    nh_steady *steady = must_find(model, 0);
    const nh_steady_info *info = nh_steady_get(steady);
    static const expected coasts[] = {{"phi", 0}, {"theta'", 0}, {"psi'", 1}}, stands[] = {{"x'", 0}, {"psi'", 0}};
    assert_true(count_motions(model, info, 3, coasts, "undecided") >= 1);
    assert_int_equal(count_motions(model, info, 2, stands, "undecided"), 1);
    const nh_linearize_info *first = info->items[0].linear;
    assert_int_equal(first->family, 3);
    assert_int_equal(first->ignorables, 3);
    for (size_t i = 0; i < first->eigenvalues; i++)
        assert_true(hypot(first->eigenvalue[i].re, first->eigenvalue[i].im) < 1e-20);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A skate on a slope rests across it, where the velocities that determine the others at the start do not. */
static void test_velocities(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = read_builtin(context, "incline-skate", 0, NULL);
    nh_steady *steady = must_find(model, 10);
    double quarter = acos(-1) / 2;
    for (int side = -1; side <= 1; side += 2) {
        expected across[] = {{"theta", side * quarter}, {"theta'", 0}};
        assert_int_equal(count_motions(model, nh_steady_get(steady), 2, across, "undecided"), 1);
    }
    assert_int_equal(nh_steady_get(steady)->count, 2); /* not again by full turns */
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Free motion at constant speed is steady. Leibniz' particle falls steadily, and does not go level at z' = 0, where z'
 * is not determined by x', y'. At rest the rows of pair-8 depend on each other: no steady motion is told of. */
static void test_singular(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = read_builtin(context, "constant-speed", 1, (const char *[]){"k=0"});
    nh_steady *steady = must_find(model, 0);
    assert_int_equal(nh_steady_get(steady)->count > 0, true);
    assert_string_equal(nh_steady_get(steady)->items[0].linear->verdict, "stable (by family)");
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = read_builtin(context, "leibniz", 0, NULL);
    steady = must_find(model, 20);
    static const expected falls[] = {{"x'", 0}, {"y'", 0}, {"z'", 2}}, rises[] = {{"x'", 0}, {"y'", 0}, {"z'", -2}};
    assert_int_equal(nh_steady_get(steady)->count, 2);
    assert_int_equal(count_motions(model, nh_steady_get(steady), 3, falls, "unstable"), 1);
    assert_int_equal(count_motions(model, nh_steady_get(steady), 3, rises, "asymptotically stable"), 1);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = read_builtin(context, "pair-8", 0, NULL);
    steady = must_find(model, 10);
    assert_int_equal(nh_steady_get(steady)->count, 0);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- along a branch ---- */

static nh_steady *must_follow(nh_model *model, const char *along) {
    nh_steady *steady = NULL;
    nh_steady_def def = nh_default_steady();
    def.along = along;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_OK);
    return steady;
}

/* An arch of two springs under a load p buckles where dp/dy = 0: (1 + y^2)^(3/2) = sqrt(1 + h^2). From h, on through
 * both folds to the end of the range on the other side. */
static const char arch[] = "param p = 0, h = 1, k = 10\ncoord y\nkinetic y'^2/2\n"
                           "potential k/2*(sqrt(1 + y^2) - sqrt(1 + h^2))^2 + p*y\ninit y = h, y' = 0\n";

static double load_at(double y) {
    return -10 * (sqrt(1 + y * y) - sqrt(2)) * y / sqrt(1 + y * y);
}

static void test_folds(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, arch);
    nh_steady *steady = must_follow(model, "p=-3:3:7");
    const nh_steady_info *info = nh_steady_get(steady);
    double y = sqrt(cbrt(2) - 1);
    assert_int_equal(info->count, 13); /* -3 .. 1, back to -1, on to 3 */
    assert_int_equal(info->folds, 2);
    assert_int_equal(info->lost, 0);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        assert_true(fabs(load_at(item->state[1]) - info->items[i].value) < 1e-14);
        assert_string_equal(item->verdict, fabs(item->state[1]) < y ? "unstable" : "stable (by energy)");
        if (i > 0) assert_true(item->state[1] < info->items[i - 1].linear->state[1]);
    }
    assert_int_equal(info->fold[0].before, 5);
    assert_int_equal(info->fold[1].before, 8);
    assert_true(fabs(info->fold[0].value - load_at(y)) < 1e-12 && fabs(info->fold[1].value + load_at(y)) < 1e-12);
    assert_true(fabs(info->fold[0].state[1] - y) < 1e-6);
    assert_string_equal(info->ends[0], "the end of the range");
    assert_string_equal(info->ends[1], "the end of the range");
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* x^2 + a^2 = 1/4: a branch that closes, of which each member is listed once but the one with which it begins. */
static void test_closed(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "param a = 0\ncoord x\nkinetic x'^2/2\n"
                                               "potential x^3/3 - (1/4 - a^2)*x\ninit x = 0.5, x' = 0\n");
    nh_steady *steady = must_follow(model, "a=-1:1:11");
    const nh_steady_info *info = nh_steady_get(steady);
    assert_int_equal(info->count, 11);
    assert_int_equal(info->folds, 2);
    assert_string_equal(info->ends[1], "the branch closes");
    for (size_t i = 0; i < 2; i++) assert_true(fabs(fabs(info->fold[i].value) - 0.5) < 1e-12);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The pitchfork of the bead on a hoop: both places next to the lowest one are one branch, which turns back at
 * w^2 = g/R, where it meets another one; the lowest place continues. */
static void test_pitchfork(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "param m = 1, R = 1, g = 9.81, w = 4\ncoord theta\n"
                                               "kinetic m/2*R^2*(theta'^2 + w^2*sin(theta)^2)\n"
                                               "potential -m*g*R*cos(theta)\ninit theta = acos(9.81/16), theta' = 0\n");
    nh_steady *steady = must_follow(model, "w=0:5:6");
    const nh_steady_info *info = nh_steady_get(steady);
    assert_int_equal(info->count, 4);
    assert_int_equal(info->folds, 1);
    assert_true(fabs(info->fold[0].value - sqrt(9.81)) < 1e-9);
    for (size_t i = 0; i < info->count; i++) {
        double w = info->items[i].value;
        assert_true(fabs(cos(info->items[i].linear->state[1]) - 9.81 / (w * w)) < 1e-15);
        assert_string_equal(info->items[i].linear->verdict, "stable (by energy)");
    }
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = test_read_model(context, "param w = 4\ncoord theta\nkinetic 1/2*(theta'^2 + w^2*sin(theta)^2)\n"
                                     "potential -9.81*cos(theta)\ninit theta = 0, theta' = 0\n");
    steady = must_follow(model, "w=0:5:6");
    info = nh_steady_get(steady);
    assert_int_equal(info->count, 6);
    assert_int_equal(info->folds, 0);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Steady turning with lean: the disc of [Examples], of which the members differ by psi' and phi'. Its lean satisfies
 * the balance of moments about the edge, as in test_disc, with theta from the vertical and spin about the axis
 * n = psi' - phi' sin(theta). */
static void test_turning(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = read_builtin(context, "rolling-disc", 0, NULL);
    nh_steady *steady = must_follow(model, "phi'=1:8:8");
    const nh_steady_info *info = nh_steady_get(steady);
    assert_int_equal(info->count, 8);
    for (size_t i = 0; i < info->count; i++) {
        const double *state = info->items[i].linear->state;
        double theta = state[5], spin = state[8], turn = state[9], s = sin(theta), c = cos(theta), R = 0.5;
        double left = 9.81 * R * s, n = spin - turn * s;
        double right = 1.5 * R * R * n * turn * c + R * R / 4 * turn * turn * s * c;
        assert_true(turn == info->items[i].value && spin == 4);
        if (!(fabs(left - right) < 1e-13 * (1 + fabs(left)))) fail_msg("theta = %g: %g, %g", theta, left, right);
    }
    nh_steady_destroy(steady);
    nh_steady_def def = nh_default_steady();
    def.along = "theta'=0:1";
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_HYPOTHESIS);
    def.along = "psi'=0";
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* From a grid only all places of the bead and the arch are found. */
static void test_grid(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, arch);
    nh_steady_def def = nh_default_steady();
    nh_steady *steady = NULL;
    const char *grid[] = {"y=-2:2:5", "y'=-1:1:3"};
    def.starts = 0;
    def.grid = (nh_strings){grid, 2};
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_OK);
    assert_int_equal(nh_steady_get(steady)->count, 3);
    assert_int_equal(nh_steady_get(steady)->grid, 15);
    nh_steady_destroy(steady);
    grid[1] = "p=0:1:3";
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    grid[0] = "y=0:1:1000", grid[1] = "y'=0:1:101";
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The first motion, from the initial state: its evidence, and the formulas in order; NULL ends them. */
static void expect_proof(nh_context *context, const char *text, nh_evidence by, const char *const *exact) {
    nh_model *model = test_read_model(context, text);
    nh_steady *steady = must_find(model, 0);
    const nh_steady_item *item = &nh_steady_get(steady)->items[0];
    if (item->by != by) fail_msg("%s: %s", nh_evidence_name(item->by), text);
    size_t count = 0;
    for (; exact[count] != NULL; count++)
        if (count >= item->exacts || strcmp(item->exact[count], exact[count]) != 0)
            fail_msg("'%s', not '%s'", count < item->exacts ? item->exact[count] : "", exact[count]);
    assert_int_equal(item->exacts, count);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
}

#define BEAD                                                                                                           \
    "param m = 1, R = 1, g = 9.81, w = 4\ncoord theta\nkinetic m/2*R^2*(theta'^2 + w^2*sin(theta)^2)\n"                \
    "potential -m*g*R*cos(theta)\n"

/* What algebra proves, and what it must not: a number that is no formula, a coordinate that rests for one value of a
 * parameter only, whatever the equations say at that value. */
static void test_proofs(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    const char *const none[] = {NULL};
    expect_proof(context, BEAD "init theta = 0, theta' = 0\n", NH_EVIDENCE_PROVED, none);
    expect_proof(context, BEAD "init theta = 3, theta' = 0\n", NH_EVIDENCE_PROVED,
                 (const char *const[]){"theta = pi", NULL});
    expect_proof(context, BEAD "init theta = 1, theta' = 0\n", NH_EVIDENCE_PROVED,
                 (const char *const[]){"g = R*w^2*cos(theta)", NULL});
    expect_proof(context, /* a conical pendulum: for each b' */
                 "param l = 1, g = 9.81\ncoord a, b\npoint P = [l*sin(a)*cos(b), l*sin(a)*sin(b), -l*cos(a)] mass 2\n"
                 "gravity [0, 0, -g]\ninit a = 0.5, b' = 3.3, a' = 0\n",
                 NH_EVIDENCE_PROVED, (const char *const[]){"g = l*cos(a)*b'^2", NULL});
    expect_proof(context, "coord x\nkinetic x'^2/2\npotential x^2/2 + exp(-x)\ninit x = 0.5\n", NH_EVIDENCE_CERTIFIED,
                 none);
    expect_proof(context, "param a = 1\ncoord x\nkinetic x'^2/2\npotential a*x^2/2 + exp(-x)\ninit x = 0.5\n",
                 NH_EVIDENCE_PROVED, (const char *const[]){"a*x*exp(x) - 1 = 0", NULL});
    expect_proof(context,
                 "param k = 1\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential x*y + y^2/2\nconstraint c: x' = k - 1\n"
                 "init x = 0, y = 0, y' = 0\n",
                 NH_EVIDENCE_CERTIFIED, none);
    nh_context_destroy(context);
}

/* x^3 = x: all three from an initial state that is close to one of them, and from none. */
static void test_far(void **unused) {
    (void)unused;
    const char *const starts[] = {"init x = 0.01", "init x = 0.9", "init x = 3", ""};
    nh_context *context = test_context();
    for (size_t k = 0; k < 4; k++) {
        char text[200];
        (void)snprintf(text, sizeof text, "coord x\nkinetic x'^2/2\npotential x^4/4 - x^2/2\n%s\n", starts[k]);
        nh_model *model = test_read_model(context, text);
        nh_steady *steady = must_find(model, 20);
        const nh_steady_info *info = nh_steady_get(steady);
        int found = 0;
        assert_int_equal(info->count, 3);
        for (size_t i = 0; i < 3; i++) found |= 1 << (int)lround(info->items[i].linear->state[1] + 1);
        assert_int_equal(found, 7);
        nh_steady_destroy(steady);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

static void test_wrong(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord x\nkinetic x'^2/2\npotential x^2\ninit x = 0, x' = 0\n");
    nh_steady_def def = nh_default_steady(), empty = {.starts = 1};
    nh_steady *steady = (nh_steady *)&context; /* anything but NULL */
    assert_int_equal(nh_steady_make(model, &empty, &steady), NH_E_USAGE);
    assert_null(steady);
    def.starts = NH_STEADY_STARTS_MAX + 1;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    def.starts = 0;
    def.digits = 101;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    assert_int_equal(nh_steady_make(NULL, &def, &steady), NH_E_USAGE);
    assert_null(nh_steady_get(NULL));
    assert_int_equal(nh_steady_print(NULL, NH_PRINT_TEXT, NULL), NH_E_USAGE);
    assert_int_equal(nh_steady_write_csv(NULL, "-"), NH_E_USAGE);
    nh_steady_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hoop),       cmocka_unit_test(test_disc),       cmocka_unit_test(test_none),
        cmocka_unit_test(test_members),    cmocka_unit_test(test_directions), cmocka_unit_test(test_velocities),
        cmocka_unit_test(test_singular),   cmocka_unit_test(test_folds),      cmocka_unit_test(test_closed),
        cmocka_unit_test(test_pitchfork),  cmocka_unit_test(test_turning),    cmocka_unit_test(test_grid),
        cmocka_unit_test(test_snakeboard), cmocka_unit_test(test_far),        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_proofs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
