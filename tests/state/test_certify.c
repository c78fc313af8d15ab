/* States with a proof: all reference systems, roots that are known in closed form, and what must not be certified.
 *
 * The rows are computed a second time here, from the texts of the model with the values of its parameters put in. */
#include "state_support.h"

#include "expr/calculus/calculus.h"
#include "num/guard.h"
#include "tape/ball_run.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

static const char *name_of_case = "";

/* ---- the rows, a second time ---- */

typedef struct second {
    nh_tape *tape; /* residuals of geometric rows, then all rates; without parameters */
    uint32_t count, size;
} second;

static second second_of(subject *s) {
    nh_model *model = s->model;
    const nh_expr *symbols = nh_model_parameter_symbols(model, s->arena);
    const nh_expr *values = nh_model_closed_values(model, s->arena);
    nh_exprs outputs = {.arena = s->arena};
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < model->rows.count; i++) {
            const nh_row *row = &model->rows.items[i];
            if (!row->is_imposed || (pass == 0 && !row->is_geometric)) continue;
            nh_expr e = pass == 0 ? row->residual : nh_row_rate(model, row);
            e = nh_expr_substitute(model->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
            nh_array_push(&outputs, e);
        }
    nh_expr *inputs = NH_NEW_ARRAY(s->arena, nh_expr, 2 * s->n + 1);
    inputs[0] = model->time;
    memcpy(inputs + 1, nh_model_coordinates(model, s->arena), s->n * sizeof *inputs);
    memcpy(inputs + 1 + s->n, nh_model_velocities(model, s->arena), s->n * sizeof *inputs);
    nh_tape_def def = {.input_count = 2 * s->n + 1,
                       .inputs = inputs,
                       .output_count = (uint32_t)outputs.count,
                       .outputs = outputs.items};
    return (second){nh_tape_make(s->arena, model->pool, &def), (uint32_t)outputs.count, 2 * s->n + 1};
}

typedef struct look {
    const second *rows;
    const nh_certified *c;
    uint32_t n;
    int digits;
    /* what is found */
    bool contain_zero;
    double worst_residual, worst_radius;
} look;

static void load_state(nh_ball *z, const nh_certified *c, uint32_t n) {
    nh_ball_load(&z[0], c->t);
    for (uint32_t i = 0; i < n; i++) {
        nh_ball_load(&z[1 + i], c->q[i]);
        nh_ball_load(&z[1 + n + i], c->v[i]);
    }
}

static void look_inside(nh_context *context, void *argument) {
    (void)context;
    look *l = argument;
    nh_ball *z = nh_balls_new(l->rows->size), *f = nh_balls_new(l->rows->count + 1);
    load_state(z, l->c, l->n);
    nh_tape_run_balls(l->rows->tape, NULL, z, f, 4 * l->digits + 64);
    l->contain_zero = true;
    for (uint32_t e = 0; e < l->rows->count; e++) {
        l->contain_zero &= nh_ball_is_finite(&f[e]) && nh_ball_is_zero(&f[e]) != NH_NO;
        double low, high;
        nh_ball_bounds(&f[e], &low, &high);
        l->worst_residual = fmax(l->worst_residual, fmax(-low, high));
    }
    for (uint32_t i = 1; i < l->rows->size; i++) {
        double size = fabs(nh_ball_double(&z[i])), radius = nh_ball_radius(&z[i]);
        bool is_around_zero = nh_ball_is_zero(&z[i]) != NH_NO;
        for (uint32_t k = 0; k < l->n && is_around_zero; k++)
            size = fmax(size, fabs(i <= l->n ? l->c->middle.q[k] : l->c->middle.v[k]));
        if (radius > 0) l->worst_radius = fmax(l->worst_radius, radius / (size > 0 ? size : 1));
    }
    nh_balls_free(f, l->rows->count + 1);
    nh_balls_free(z, l->rows->size);
}

/* Certifies near the state; all rows contain 0 and are tiny. */
static nh_certified check_certified(subject *s, const second *rows, int digits) {
    nh_certified c;
    if (!nh_states_certify(s->states, &s->state, digits, s->arena, &c))
        fail_msg("%s: not certified to %d digits: %s", name_of_case, digits, c.reason);
    assert_null(c.reason);
    look l = {.rows = rows, .c = &c, .n = s->n, .digits = digits};
    test_guard_call(s->context, look_inside, &l);
    if (!l.contain_zero) fail_msg("%s: a row excludes 0", name_of_case);
    double tiny = pow(10, -digits);
    if (!(l.worst_residual <= 1e4 * tiny))
        fail_msg("%s: a row is only known to be below %g", name_of_case, l.worst_residual);
    if (!(c.radius <= tiny && l.worst_radius <= tiny))
        fail_msg("%s: radius %g, %g", name_of_case, c.radius, l.worst_radius);
    if (!(c.distance < 1e-10)) fail_msg("%s: moved by %g", name_of_case, c.distance);
    assert_true(c.redundant_contain_zero);
    assert_int_equal(c.positions + c.rank + c.redundant, rows->count);
    return c;
}

/* ---- all reference systems ---- */

typedef struct pair {
    const nh_certified *a, *b;
    uint32_t n;
    bool agree;
} pair;

/* Both balls contain the one root, the narrower one lies within the other except for its rounding. */
static void compare_inside(nh_context *context, void *argument) {
    (void)context;
    pair *p = argument;
    size_t size = 2 * (size_t)p->n + 1;
    nh_ball *a = nh_balls_new(size), *b = nh_balls_new(size);
    load_state(a, p->a, p->n);
    load_state(b, p->b, p->n);
    p->agree = true;
    for (size_t i = 0; i < size; i++) p->agree &= nh_ball_overlaps(&a[i], &b[i]);
    nh_balls_free(a, size);
    nh_balls_free(b, size);
}

static bool agree(subject *s, const nh_certified *a, const nh_certified *b) {
    pair p = {a, b, s->n, false};
    test_guard_call(s->context, compare_inside, &p);
    return p.agree;
}

static void check_random_certified(subject *s, const second *rows, double t) {
    nh_random random = nh_random_make(test_seed(), 17);
    nh_certified first, next;
    if (!nh_states_random_certified(s->states, &random, t, 40, 30, s->arena, &first))
        fail_msg("%s: no random state: %s", name_of_case, first.reason);
    assert_true(nh_states_random_certified(s->states, &random, t, 40, 30, s->arena, &next));
    assert_false(agree(s, &first, &next));
    s->state = next.middle;
    check_certified(s, rows, 30);
}

static void check_case(nh_context *context, void *argument) {
    name_of_case = argument;
    subject s = subject_of_file(context, FOLDER, argument);
    second rows = second_of(&s);
    double t = subject_time(&s);
    if (s.model->initials.count > 0) {
        subject_start(&s, t, NH_START_FOUND);
        nh_certified a = check_certified(&s, &rows, 30), b = check_certified(&s, &rows, 100);
        assert_true(agree(&s, &a, &b));
    }
    check_random_certified(&s, &rows, t);
    subject_end(&s);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* ---- roots that are known ---- */

typedef struct wanted {
    const nh_ball_data *found;
    nh_tape *tape; /* of the expression that it must contain */
    int digits;
    bool contains;
} wanted;

static void contains_inside(nh_context *context, void *argument) {
    (void)context;
    wanted *w = argument;
    nh_ball *found = nh_balls_new(1), *exact = nh_balls_new(1);
    nh_ball_load(found, w->found);
    nh_tape_run_balls(w->tape, NULL, NULL, exact, 8 * w->digits + 400);
    w->contains = nh_ball_contains(found, exact);
    nh_balls_free(found, 1);
    nh_balls_free(exact, 1);
}

/* Whether the ball contains the number that is written there. */
static bool contains(subject *s, const nh_ball_data *found, const char *number, int digits) {
    char text[1000];
    snprintf(text, sizeof text, "coord u\nparam p = %s\nkinetic u'^2\n", number);
    subject other = subject_of_text(s->context, text);
    nh_tape_def def = {.output_count = 1, .outputs = nh_model_closed_values(other.model, other.arena)};
    wanted w = {found, nh_tape_make(other.arena, other.model->pool, &def), digits, false};
    test_guard_call(s->context, contains_inside, &w);
    subject_end(&other);
    return w.contains;
}

static void put(subject *s, double x, double y, double vx, double vy) {
    s->state.q[0] = x, s->state.q[1] = y;
    s->state.v[0] = vx, s->state.v[1] = vy;
}

/* A third is no double: with its rounding the proof would be about another pendulum. */
PROTECTED_TEST(test_pendulum) {
    static const int digits[] = {1, 15, 30, 100, 1000};
    subject s = subject_of_text(context, "param l = 1/3, c = 3*l/10\ncoord x, y\npoint P = [x, y] mass 1\n"
                                         "constraint ring: x^2 + y^2 = l^2\nconstraint place: x = c\n");
    second rows = second_of(&s);
    put(&s, 0.1, -sqrt(91) / 30, 0, 0);
    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
        nh_certified c;
        assert_true(nh_states_certify(s.states, &s.state, digits[i], s.arena, &c));
        assert_true(contains(&s, c.q[0], "1/10", digits[i]) && contains(&s, c.q[1], "-sqrt(91)/30", digits[i]));
        assert_true(contains(&s, c.v[0], "0", digits[i]) && contains(&s, c.v[1], "0", digits[i]));
        if (digits[i] == 1000) assert_false(contains(&s, c.q[1], "-sqrt(91)/30 + 1e-900", digits[i]));
        assert_int_equal(c.rank, 2);
        assert_int_equal(c.positions, 2);
        assert_int_equal(c.redundant, 0);
    }
    check_certified(&s, &rows, 60);
    subject_end(&s);
}

/* The pursuer at (1, 2) runs with speed 1/7 towards (0, t): v = (-1, t - 2)/7/sqrt(1 + (2 - t)^2). */
PROTECTED_TEST(test_pursuit) {
    subject s =
        subject_of_text(context, "param V = 1/7\ncoord x, y\npoint P = [x, y] mass 1\n"
                                 "constraint aim: x'*(t - y) + y'*x = 0\nconstraint speed: x'^2 + y'^2 = V^2\n");
    put(&s, 1, 2, -0.1, -0.1);
    s.state.t = 0.75;
    nh_certified c;
    assert_true(nh_states_certify(s.states, &s.state, 80, s.arena, &c));
    assert_true(contains(&s, c.q[0], "1", 80) && contains(&s, c.q[1], "2", 80) && contains(&s, c.t, "3/4", 80));
    assert_true(contains(&s, c.v[0], "-1/7/sqrt(1 + (5/4)^2)", 80));
    assert_true(contains(&s, c.v[1], "-5/28/sqrt(1 + (5/4)^2)", 80));
    assert_true(c.distance < 0.03 && c.distance > 0.01);
    subject_end(&s);
}

/* Digits are relative, whatever the units are. */
PROTECTED_TEST(test_units) {
    for (int k = -40; k <= 40; k += 20) {
        char text[200], number[60];
        snprintf(text, sizeof text,
                 "param l = 2e%d\ncoord x, y\nconstraint r: x^2 = 2*l^2\nconstraint s: y*l = 3\n"
                 "kinetic x'^2 + y'^2\n",
                 k);
        subject s = subject_of_text(context, text);
        put(&s, -2.8284e0 * pow(10, k), 1.5 * pow(10, -k), 0, 0);
        nh_certified c;
        if (!nh_states_certify(s.states, &s.state, 50, s.arena, &c)) fail_msg("10^%d: %s", k, c.reason);
        assert_true(c.radius <= 1e-50);
        snprintf(number, sizeof number, "-2*sqrt(2)*1e%d", k);
        assert_true(contains(&s, c.q[0], number, 100));
        snprintf(number, sizeof number, "3/2*1e%d", -k);
        assert_true(contains(&s, c.q[1], number, 100));
        subject_end(&s);
    }
}

/* A parameter that was given another value is that double, exactly. */
PROTECTED_TEST(test_given_parameters) {
    subject s = subject_of_text(context, "param a = 1/10, b = 1/5\ncoord x, y\nkinetic x'^2 + y'^2\n"
                                         "constraint c: x = a\nconstraint d: y = b\n");
    double values[] = {0.1, 0.3};
    nh_states *states = nh_states_make(s.arena, s.model, values);
    put(&s, 0.1, 0.3, 0, 0);
    nh_certified c;
    assert_true(nh_states_certify(states, &s.state, 40, s.arena, &c));
    assert_true(contains(&s, c.q[0], "1/10", 40) && !contains(&s, c.q[1], "3/10", 40));
    assert_true(contains(&s, c.q[1], "5404319552844595/18014398509481984", 40)); /* the double 0.3 */
    subject_end(&s);
}

/* Large systems have sparse programs; certified they are all the same. */
PROTECTED_TEST(test_chain) {
    subject s = subject_of_text(context, "const N = 75\ncoord x[1..N], y[1..N], z[1..N]\n"
                                         "point P[i=1..N] = [x[i], y[i], z[i]] mass 1 + i/10\n"
                                         "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
                                         "constraint rod: dot(P[1], P[1]) = 2\n"
                                         "init x[i]' = 1, y[i]' ~ i, z[i]' ~ (-1)^i*i for i = 1..N\n"
                                         "init x[1] ~ 1, y[1] ~ 1\n");
    assert_non_null(s.states->sparse);
    second rows = second_of(&s);
    subject_start(&s, 0, NH_START_FOUND);
    nh_certified c = check_certified(&s, &rows, 40);
    assert_int_equal(c.rank, 75);
    assert_int_equal(c.positions, 1);
    assert_non_null(s.states->sparse);
    subject_end(&s);
}

/* ---- rows that say the same ---- */

PROTECTED_TEST(test_redundant) {
    subject s = subject_of_text(context, "coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x^2 + y = sqrt(2)\n"
                                         "constraint b: 2*x^2 + 2*y = sqrt(8)\nconstraint c: 6*x*x' + 3*y' = 0\n");
    second rows = second_of(&s);
    put(&s, 0.3, sqrt(2) - 0.09, 1, -0.6);
    nh_certified c = check_certified(&s, &rows, 50);
    assert_int_equal(c.positions, 1);
    assert_int_equal(c.rank, 1);
    assert_int_equal(c.redundant, 3);
    subject_end(&s);
}

/* What certify says about a state that it must refuse. */
static void check_refused(nh_context *context, const char *text, const double *z, const char *words) {
    subject s = subject_of_text(context, text);
    put(&s, z[0], z[1], z[2], z[3]);
    nh_certified c;
    bool is_certified = nh_states_certify(s.states, &s.state, 40, s.arena, &c);
    if (is_certified || c.is_certified) fail_msg("certified: %s", text);
    assert_non_null(c.reason);
    if (strstr(c.reason, words) == NULL) fail_msg("'%s' for %s", c.reason, text);
    assert_true(c.q == NULL && c.v == NULL);
    subject_end(&s);
}

#define PLANE "coord x, y\nkinetic x'^2 + y'^2\n"

/* Contradictions that doubles see, and one far below their rounding. */
PROTECTED_TEST(test_contradiction) {
    const double z[] = {0.5, 0.5, 0, 0};
    check_refused(context, PLANE "constraint a: x + y = 1\nconstraint b: 2*x + 2*y = 3\n", z, "no state near");
    check_refused(context, PLANE "constraint a: x + y = 1\nconstraint b: 2*x + 2*y = 2 + 1e-30\n", z,
                  "the constraint 'b' contradicts those that it depends on");
    check_refused(context, PLANE "constraint a: x' + y' = 1e-25\nconstraint b: x' + y' = 2e-25\n", z, "contradict");
}

PROTECTED_TEST(test_singular) {
    const double rest[] = {0.5, 0.5, 0, 0}, slow[] = {0.5, 0.5, 1e-9, 1e-9}, touch[] = {1, 1e-9, 0, 0},
                 touching[] = {1, 0, 0, 0}, cross[] = {1e-18, 1e-18, 0, 0}, far[] = {3, 3, 0, 0};
    /* at rest a row of degree 2 says nothing */
    check_refused(context, PLANE "constraint a: x'^2 = 2*y'^2\n", rest, "depend on each other");
    check_refused(context, PLANE "constraint a: x'^2 + y'^2 = 0\n", rest, "depend on each other");
    /* two rows that are independent but where x = y */
    check_refused(context, PLANE "constraint a: x' + y' = 1\nconstraint b: x*x' + y*y' = 1/2\n",
                  (const double[]){0.5, 0.5, 0.25, 0.75}, "depend on each other at the state");
    /* where only rest is allowed there is no regular state */
    check_refused(context, PLANE "constraint a: x'^2 + y'^2 = 0\n", slow, "");
    /* two circles that touch: a double root */
    check_refused(context, PLANE "constraint a: x^2 + y^2 = 1\nconstraint b: (x - 2)^2 + y^2 = 1\n", touch, "");
    check_refused(context, PLANE "constraint a: x^2 + y^2 = 1\nconstraint b: (x - 2)^2 + y^2 = 1\n", touching, "");
    /* two lines that cross, near the crossing */
    check_refused(context, PLANE "constraint a: x^2 = y^2\n", cross, "");
    check_refused(context, PLANE "constraint a: x^2 + y^2 = -1\n", far, "no state near");
}

/* ---- functions that jump ---- */

static void check_accepted(nh_context *context, const char *text, const double *z) {
    subject s = subject_of_text(context, text);
    second rows = second_of(&s);
    put(&s, z[0], z[1], z[2], z[3]);
    check_certified(&s, &rows, 40);
    subject_end(&s);
}

/* A derivative does not see a jump: mod(y, 1) = 0 seems to have a simple root at 0. */
PROTECTED_TEST(test_jumps) {
    const double zero[] = {1, 1e-17, 0, 0}, half[] = {1, 2.5, 0, 0}, cut[] = {-1, 1e-17, 0, 0},
                 axis[] = {1, 1e-17, 0, 0};
    check_refused(context, PLANE "constraint a: mod(y, 1) = 0\n", zero, "jumps");
    check_accepted(context, PLANE "constraint a: mod(y, 1) = 1/2\n", half);
    check_refused(context, PLANE "constraint a: atan2(y, x) = pi\n", cut, "jumps");
    check_accepted(context, PLANE "constraint a: y + atan2(y, x) = 0\n", axis);
    /* |y| has a kink at 0, and no jump; its rate has one */
    check_refused(context, PLANE "constraint a: 2*y + abs(y) = 0\n", axis, "jumps");
    /* at a kink the balls only become narrower step by step: too slow for many digits */
    check_refused(context, PLANE "constraint a: 2*y' + abs(y') = 0\n", axis, "no proof");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pendulum),         cmocka_unit_test(test_pursuit),  cmocka_unit_test(test_units),
        cmocka_unit_test(test_given_parameters), cmocka_unit_test(test_chain),    cmocka_unit_test(test_redundant),
        cmocka_unit_test(test_contradiction),    cmocka_unit_test(test_singular), cmocka_unit_test(test_jumps),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + files_run("certify", FOLDER, CASES, test_case);
}
