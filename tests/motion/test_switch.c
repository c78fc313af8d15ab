/* Motions across switches, against closed forms: `if`, sign, abs, min, max and mod of time and of the state.
 * Constraints that jump and conditions that change again and again end a motion. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "form/form.h"
#include "lang/lang.h"
#include "model/values.h"
#include "motion/places/switch.h"
#include "motion/run/run.h"

#define AGREEMENT 1e-8

#define ONE "coord x\nkinetic x'^2/2\n"
#define STEP ONE "init x = -1, x' = 1\n"
#define TWO "coord x, y\nkinetic (x'^2 + y'^2)/2\n"

static nh_model *read_text(nh_context *context, const char *text) {
    nh_read_def read = nh_default_read();
    nh_model *model = NULL;
    assert_int_equal(nh_model_read(context, &read, text, strlen(text), &model), NH_OK);
    return model;
}

static nh_run *run_of(nh_model *model, const nh_run_def *def) {
    nh_run *run = NULL;
    if (nh_run_make(model, def, &run) != NH_OK) fail_msg("no motion");
    return run;
}

static double value(const nh_run *run, size_t row, const char *column) {
    nh_run_info info = nh_run_get_info(run);
    for (size_t k = 0; k < info.columns; k++)
        if (strcmp(nh_run_column(run, k), column) == 0) return nh_run_value(run, row, k);
    fail_msg("there is no column %s", column);
    return NAN;
}

static double last(const nh_run *run, const char *column) {
    return value(run, nh_run_get_info(run).rows - 1, column);
}

static void check_near(const char *name, const char *what, double found, double wanted) {
    if (!(fabs(found - wanted) <= AGREEMENT * fmax(1, fabs(wanted))))
        fail_msg("%s: %s is %.17g, not %.17g", name, what, found, wanted);
}

/* Times go along the run, none twice. */
static void check_times(const char *name, const nh_run *run) {
    nh_run_info info = nh_run_get_info(run);
    double sign = info.to < info.from ? -1 : 1;
    for (size_t i = 1; i < info.rows; i++)
        if (!(sign * nh_run_value(run, i - 1, 0) < sign * nh_run_value(run, i, 0)))
            fail_msg("%s: row %zu is at %.17g", name, i, nh_run_value(run, i, 0));
}

/* ---- closed forms ---- */

typedef struct closed {
    const char *name, *text;
    double from, to;
    const char *column[4];
    double wanted[4];
} closed;

#define PI 3.14159265358979323846
#define ROOT_2 1.41421356237309504880
#define HALF (PI / 10)                /* half a period of x'' = -100 x */
#define WIDTH_1 0.2830789466488546    /* 2 acos(0.99): the width of a pulse of sin t > 0.99 */
#define WIDTH_2 0.0028284273604891703 /* 2 acos(0.999999) */

static const closed closed_forms[] = {
    {"periodic pulses", ONE "force x: if(mod(t, 20) < 1, 1, 0)\ninit x = 0\n", 0, 100, {"x", "x'"}, {297.5, 5}},
    {"one short pulse",
     ONE "force x: if(t < 50, 0, if(t < 50.5, 1, 0))\ninit x = 0\n",
     0,
     100,
     {"x", "x'"},
     {24.875, 0.5}},
    {"a pulse backwards",
     ONE "force x: if(t < 50, 0, if(t < 50.5, 1, 0))\ninit x = 24.875, x' = 0.5\n",
     100,
     0,
     {"x", "x'"},
     {0, 0}},
    {"a very short pulse", ONE "force x: if(t < 50, 0, if(t < 50.0001, 10000, 0))\ninit x = 0\n", 0, 100, {"x'"}, {1}},
    {"short pulses", ONE "force x: if(mod(t, 1) < 1/10000, 1, 0)\ninit x = 0\n", 0, 99.5, {"x'"}, {0.01}},
    {"quick pulses",
     ONE "force x: if(mod(t, 1/1000) < 1/2000, 1, 0)\ninit x = 0\n",
     0,
     2,
     {"x'", "x"},
     {1, 1 + 0.5 / 2000}},
    {"pulses of a sine", ONE "force x: if(sin(t) > 0.99, 1, 0)\ninit x = 0\n", 0, 100, {"x'"}, {16 * WIDTH_1}},
    {"short pulses of a sine",
     ONE "force x: if(sin(t) > 0.999999, 1, 0)\ninit x = 0\n",
     0,
     100,
     {"x'"},
     {16 * WIDTH_2}},
    {"quick waves", ONE "force x: if(sin(2*pi*100*t) < 0, 1, 0)\ninit x = 0\n", 0, 5, {"x'"}, {2.5}},
    {"a parameter", "param T = 5/2\n" ONE "force x: if(t < T, 1, -1)\ninit x = 0\n", 0, 5, {"x'", "x"}, {0, 6.25}},
    {"an abbreviation", ONE "let late = if(t < 3, 0, 1)\nforce x: 2*late\ninit x = 0\n", 0, 5, {"x'", "x"}, {4, 4}},
    {"at most", ONE "force x: if(t <= 50, 1, 0)\ninit x = 0\n", 0, 100, {"x'"}, {50}},
    {"a switch at both ends",
     ONE "force x: if(t > 0, 1, 5) + if(t < 10, 1, 7)\ninit x = 0\n",
     0,
     10,
     {"x'", "x"},
     {20, 100}},
    {"the same backwards",
     ONE "force x: if(t > 0, 1, 5) + if(t < 10, 1, 7)\ninit x = 0\n",
     10,
     0,
     {"x'", "x"},
     {-20, 100}},
    {"a saw of time", ONE "force x: mod(t, 3)\ninit x = 0\n", 0, 30, {"x'"}, {45}},
    {"a saw of time, downwards", ONE "force x: mod(-t, 3)\ninit x = 0\n", 0, 30, {"x'"}, {45}},
    {"a saw of the state", TWO "force y: mod(x, 1)\ninit x' = 1\n", 0, 5, {"y'", "y"}, {2.5, 5 + 5.0 / 6}},
    {"pulses of the state", TWO "force y: if(mod(x, 2) < 1, 1, 0)\ninit x = 1, x' = 1\n", 0, 200, {"y'"}, {100}},
    {"short pulses of the state",
     TWO "force y: if(mod(x, 2) < 1/100, 1, 0)\ninit x = 1, x' = 1\n",
     0,
     200,
     {"y'"},
     {1}},
    {"quick pulses of the state, downwards",
     TWO "force y: if(mod(x, 2) < 1, 1, 0)\ninit x = 2, x' = -10\n",
     0,
     20,
     {"y'"},
     {10}},
    {"waves of the state", TWO "force y: if(sin(x) < 0, 1, 0)\ninit x = 0, x' = 2*pi\n", 0, 20, {"y'"}, {10}},
    {"the sign of time", ONE "force x: sign(t - 4)\ninit x = 0\n", 0, 10, {"x'", "x"}, {2, -14}},
    {"the absolute value", ONE "potential |x|\ninit x = 1/2\n", 0, 40, {"x", "x'"}, {0.5, 0}},
    {"its middle", ONE "potential |x|\ninit x = 1/2\n", 0, 41, {"x", "x'"}, {0, -1}},
    {"the largest of two", ONE "potential max(x, -2*x)\ninit x = 1/2\n", 0, 30, {"x", "x'"}, {0.5, 0}},
    {"the largest of three", ONE "potential max(x, -2*x, x - 7)\ninit x = 1/2\n", 0, 30, {"x", "x'"}, {0.5, 0}},
    {"the least of two", ONE "force x: min(t, 2)\ninit x = 0\n", 0, 5, {"x'"}, {8}},
    {"the least of the state", TWO "force y: min(x, 2)\ninit x' = 1\n", 0, 5, {"y'", "y"}, {8, 4.0 / 3 + 6 + 9}},
    {"dry friction", ONE "potential x^2/2\nforce x: -sign(x')/10\ninit x = 1\n", 0, 4.5 * PI, {"x", "x'"}, {0.1, -0.1}},
    {"a start on a switch",
     ONE "force x: if(x < 0, -100*x, 0)\ninit x = 0, x' = -1\n",
     0,
     1 + HALF,
     {"x", "x'"},
     {1, 1}},
    {"a start on its other side",
     ONE "force x: if(x > 0, -100*x, 0)\ninit x = 0, x' = 1\n",
     0,
     1 + HALF,
     {"x", "x'"},
     {-1, -1}},
    {"a rate with a kink", TWO "constraint c: y' = if(t < 1, t, 1)\ninit x = 0\n", 0, 10, {"y", "y'"}, {9.5, 1}},
    {"a rate with a kink in the state",
     TWO "constraint a: x' = 1\nconstraint c: y' = min(x, 1)\ninit x = 0\n",
     0,
     3,
     {"x", "y", "y'"},
     {3, 2.5, 1}},
    {"a smooth position",
     TWO "constraint c: y = if(t < 1, 0, (t - 1)^2)\ninit x' = 1\n",
     0,
     3,
     {"x", "y", "y'"},
     {3, 4, 4}},
    {"a mass that changes its spring",
     ONE "potential if(t < pi, x^2/2, 2*x^2)\ninit x = 1\n",
     0,
     3 * PI / 2,
     {"x", "x'"},
     {1, 0}},
    {"a step and free fall",
     ONE "force x: if(x < 1, 1, 0)\ninit x = 0\n",
     0,
     ROOT_2 + 1,
     {"x", "x'"},
     {1 + ROOT_2, ROOT_2}},
};

static void check_closed(const closed *c, double step) {
    nh_context *context = test_context();
    nh_model *model = read_text(context, c->text);
    nh_run_def def = nh_default_run();
    def.from = c->from;
    def.to = c->to;
    def.step = step;
    nh_run *run = run_of(model, &def);
    nh_run_info info = nh_run_get_info(run);
    if (info.outcome != NH_OUTCOME_FINISHED) fail_msg("%s: %s at %.17g", c->name, info.message, info.end);
    check_times(c->name, run);
    if (last(run, "t") != c->to || info.end != c->to) fail_msg("%s: the last row is at %.17g", c->name, last(run, "t"));
    for (size_t i = 0; i < 4 && c->column[i] != NULL; i++)
        check_near(c->name, c->column[i], last(run, c->column[i]), c->wanted[i]);
    if (step > 0) assert_int_equal(info.rows, 11);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_closed(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof closed_forms / sizeof *closed_forms; i++) {
        const closed *c = &closed_forms[i];
        check_closed(c, 0);
        check_closed(c, fabs(c->to - c->from) / 10);
    }
}

/* ---- a ball on a spring ---- */

#define BALL ONE "force x: if(x < 0, -100*x, 0) - 1\ninit x = 1\nwatch H = x'^2/2 + x + if(x < 0, 50*x^2, 0)\n"

/* How long the ball touches the spring: it comes with the speed sqrt 2, and x = -1/100 + cos(10 s)/100
 * - sqrt(2) sin(10 s)/10. */
static double contact(void) {
    return (PI - atan(sqrt(2) / 0.1)) / 5;
}

/* After many bounces it is where it was, and its energy stays. Bounds are some times the tolerance by
 * the number of bounces. */
static void check_ball(double direction) {
    enum { BOUNCES = 100 };
    nh_context *context = test_context();
    nh_model *model = read_text(context, BALL);
    double period = 2 * sqrt(2) + contact(), times[BOUNCES];
    nh_run_def def = nh_default_run();
    for (int i = 0; i < BOUNCES; i++) times[i] = direction * period * (i + 1);
    def.from = 0;
    def.to = times[BOUNCES - 1];
    def.at = times;
    def.at_count = BOUNCES;
    nh_run *run = run_of(model, &def);
    assert_int_equal(nh_run_get_info(run).rows, BOUNCES);
    for (size_t i = 0; i < BOUNCES; i++) {
        check_near("ball", "x", value(run, i, "x"), 1);
        check_near("ball", "x'", value(run, i, "x'"), 0);
        if (!(fabs(value(run, i, "H") - 1) < 1e-11 * (double)(i + 10)))
            fail_msg("the energy after %zu bounces is %.17g", i + 1, value(run, i, "H"));
    }
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_ball(void **state) {
    (void)state;
    check_ball(1);
    check_ball(-1);
}

/* Events at the switch itself are noted once each, and a stop there stops. */
static void test_events(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read_text(context, BALL "event touch: x\nevent middle: x - 1/2 falling\nstop when t - 30\n");
    nh_model *stopped = read_text(context, BALL "stop when x < 0\n");
    nh_run_def def = nh_default_run();
    def.to = 40;
    nh_run *run = run_of(model, &def), *short_run = run_of(stopped, &def);
    nh_run_info info = nh_run_get_info(run);
    double period = 2 * sqrt(2) + contact();
    assert_true(info.outcome == NH_OUTCOME_STOPPED && info.end == 30);
    size_t touches = 0, middles = 0;
    for (size_t i = 0; i < info.events; i++) {
        nh_run_event event;
        assert_int_equal(nh_run_get_event(run, i, &event), NH_OK);
        if (strcmp(event.name, "stop") == 0) continue;
        bool is_touch = strcmp(event.name, "touch") == 0;
        size_t bounce = is_touch ? touches / 2 : middles;
        double since = !is_touch ? 1 : sqrt(2) + (touches % 2 == 1 ? contact() : 0);
        double wanted = (double)bounce * period + since;
        check_near("events", event.name, event.t, wanted);
        touches += is_touch;
        middles += !is_touch;
    }
    assert_int_equal(touches, 19);
    assert_int_equal(middles, 10);
    info = nh_run_get_info(short_run);
    assert_int_equal(info.outcome, NH_OUTCOME_STOPPED);
    check_near("stop", "t", info.end, sqrt(2));
    check_near("stop", "x", last(short_run, "x"), 0);
    nh_run_destroy(run);
    nh_run_destroy(short_run);
    nh_model_destroy(model);
    nh_model_destroy(stopped);
    nh_context_destroy(context);
}

/* ---- ends ---- */

typedef struct ending {
    const char *text;
    nh_outcome outcome;
    double end;
    const char *words;
} ending;

static void test_ends(void **state) {
    (void)state;
    static const ending table[] = {
        {TWO "constraint c: y' = if(t < 1, 0, 1)\ninit x = 0\n", NH_OUTCOME_SINGULAR, 1,
         "the constraint 'c' jumps there"},
        {TWO "constraint c: y = if(t < 1, 0, 1)\ninit x = 0\n", NH_OUTCOME_SINGULAR, 1,
         "the constraint 'c' jumps there"},
        {TWO "constraint c: y' = if(x < 1, 0, 1)\ninit x' = 1/2\n", NH_OUTCOME_SINGULAR, 2,
         "the constraint 'c' jumps there"},
        {TWO "constraint a: x' = 1\nconstraint c: y = max(x - 3, 0)\ninit x = 0\n", NH_OUTCOME_SINGULAR, 3,
         "the constraint 'c' jumps there"},
        {TWO "constraint c: |x| + |y| = 1\ninit x = 0.5, y ~ 0.5, x' = -0.3\n", NH_OUTCOME_SINGULAR, 5.0 / 3,
         "the constraint 'c' jumps there"},
        {ONE "force x: -sign(x')\ninit x' = 1.1\n", NH_OUTCOME_FAILED, 1.1, "the sign of 'x'' changes more than"},
        /* impulses */
        {STEP "potential if(x > 0, 1/4, 0)\n", NH_OUTCOME_SINGULAR, 1, "energy jumps there"},
        {STEP "potential if(x > 0, 0, 1/4)\n", NH_OUTCOME_SINGULAR, 1, "energy jumps there"},
        {STEP "potential 1000000 + 1e-6*sign(x)\n", NH_OUTCOME_SINGULAR, 1, "energy jumps there"},
        {"coord x\nkinetic x'^2/2\npotential (x - mod(x, 1))/4\ninit x = -1/2, x' = 1\n", NH_OUTCOME_SINGULAR, 0.5,
         "energy jumps there"},
        {STEP "potential (x - mod(x, 1))/4\n", NH_OUTCOME_SINGULAR, 0, "the Lagrangian jumps where mod(x, 1) = 0"},
        {"coord x\nlagrangian x'^2/2 - if(x > 0, 1/4, 0)\ninit x = -1, x' = 1\n", NH_OUTCOME_SINGULAR, 1,
         "energy jumps there"},
        {TWO "potential atan2(y, x)/10\nconstraint c: x' = 0\ninit x = -1, y = 1, y' = -2 + 1/20\n",
         NH_OUTCOME_SINGULAR, 0.5175888767, "energy jumps there"},
        {ONE "potential if(x > 0, 1, 0)\ninit x = 0, x' = 1\n", NH_OUTCOME_SINGULAR, 0,
         "the Lagrangian jumps where x = 0"},
        {"coord x\nkinetic if(x > 0, 2, 1)*x'^2/2\ninit x = -1, x' = 1\n", NH_OUTCOME_SINGULAR, 1,
         "the momentum of 'x', which is dL/dx', jumps"},
        {"coord x\nkinetic if(t > 1, 2, 1)*x'^2/2\ninit x = -1, x' = 1\n", NH_OUTCOME_SINGULAR, 1,
         "the momentum of 'x', which is dL/dx', jumps"},
        {"coord x, y\nkinetic if(x > 0, 2, 1)*(x'^2 + y'^2)/2\nconstraint d: x = t - 1\ninit y' = 1/9\n",
         NH_OUTCOME_SINGULAR, 1, "the momentum of 'y'"},
        /* none */
        {STEP "potential if(x > 0, x, -x)/4\n", NH_OUTCOME_FINISHED, 10, NULL},
        {STEP "potential max(x, 0)^2\n", NH_OUTCOME_FINISHED, 10, NULL},
        {STEP "potential if(t > 1, x/100, 0)\n", NH_OUTCOME_FINISHED, 10, NULL},
        {ONE "potential abs(x)\ninit x = 1e-3\n", NH_OUTCOME_FINISHED, 10, NULL},
        {"coord x\nkinetic if(t > 1, 2, 1)*x'^2/2\ninit x = -1\n", NH_OUTCOME_FINISHED, 10, NULL},
        {"coord x\nkinetic x'^2/2*(2 + sign(x'))\nforce x: -1\ninit x' = 1\n", NH_OUTCOME_FINISHED, 10, NULL},
        {TWO "potential if(x > 0, 1, 0) + y\nconstraint d: x = t - 1\ninit y = 1\n", NH_OUTCOME_FINISHED, 10, NULL},
        {"coord x, y\nkinetic if(x > 0, 2, 1)*x'^2/2 + y'^2/2\nconstraint d: x = t - 1\ninit y' = 1\n",
         NH_OUTCOME_FINISHED, 10, NULL},
        /* continuous, and all terms of the row are 0 at the switch */
        {TWO "force y: -1\nconstraint c: y = if(x < 0, x^2/4, x^2)\ninit x = 1, y ~ 1, x' = 0\n", NH_OUTCOME_FINISHED,
         10, NULL},
        {TWO "constraint c: x' = max(0, t - 1)\ninit y = 1\n", NH_OUTCOME_FINISHED, 10, NULL},
        {TWO "constraint c: x = max(0, t - 1)^2\ninit y = 1\n", NH_OUTCOME_FINISHED, 10, NULL},
        {TWO "force x: -2*sign(x)\nforce y: x\ninit x = 0, x' = 0, y' = 1\n", NH_OUTCOME_FINISHED, 10, NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        nh_model *model = read_text(context, table[i].text);
        nh_run_def def = nh_default_run();
        nh_run *run = run_of(model, &def);
        nh_run_info info = nh_run_get_info(run);
        if (info.outcome != table[i].outcome ||
            (table[i].words != NULL && strstr(info.message, table[i].words) == NULL))
            fail_msg("%s: %s: %s", table[i].text, nh_outcome_name(info.outcome), info.message);
        if (!(fabs(info.end - table[i].end) < 1e-6)) fail_msg("%s: the end is %.17g", table[i].text, info.end);
        check_times(table[i].text, run);
        if (info.rows > 0) assert_true((info.rows > 2 || info.end == 0) && last(run, "t") == info.end);
        if (info.rows > 0 && !(info.energy_error < 1e-8))
            fail_msg("%s: the balance of energy is off by %.3g", table[i].text, info.energy_error);
        nh_run_destroy(run);
        nh_model_destroy(model);
        nh_context_destroy(context);
    }
}

/* ---- what is watched ---- */

static bool has_switches(const char *text) {
    nh_context *context = test_context();
    nh_model *model = read_text(context, text);
    nh_arena *arena = nh_arena_create(context);
    nh_switches_def def = {.parameters = nh_model_parameter_values(model, arena), .size = 2 * model->coordinates.count};
    bool found = nh_switches_make(arena, nh_chetaev_derive(model, arena), &def) != NULL;
    nh_arena_destroy(arena);
    nh_model_destroy(model);
    nh_context_destroy(context);
    return found;
}

static void test_watched(void **state) {
    (void)state;
    assert_false(has_switches(ONE "potential x^4 + sqrt(1 + x^2)\nforce x: sin(t)\n"));
    assert_false(has_switches("param a = 1, b = 2\n" ONE "force x: if(a < b, a, b) + max(a, b) + mod(b, a)\n"));
    assert_false(has_switches(ONE "watch w = if(x < 0, 1, 2)\nevent e: |x| - 1\n"));
    assert_true(has_switches(ONE "potential if(x < 0, 0, x^2)\n"));
    assert_true(has_switches(ONE "let a = |x|\nlet b = a + 1\nforce x: b\n"));
    assert_true(has_switches(TWO "constraint c: x' = mod(y, 2)\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed), cmocka_unit_test(test_ball),    cmocka_unit_test(test_events),
        cmocka_unit_test(test_ends),   cmocka_unit_test(test_watched),
    };
    return cmocka_run_group_tests_name("motion.switch", tests, NULL, NULL);
}
