/* Events, stops and assumptions against closed forms: many of them in one long step, pulses that are short next to it,
 * touches, order, both directions of time; functions of accelerations and multipliers. */
#include <math.h>
#include <string.h>

#include "support.h"

#define PI 3.14159265358979323846
#define SPIKE 8.325546111576977e-7 /* 1e-6 sqrt(log 2) */

#define DISC "coord x, th\nkinetic (x'^2 + th'^2)/2\nconstraint roll: x' = th'\ninit th' = 10\n"
#define FREE "coord x\nkinetic x'^2/2\ninit x = 0, x' = 1\n"
#define SKATE                                                                                                          \
    "coord x, y, th\nkinetic (x'^2 + y'^2 + th'^2)/2\nconstraint k: x'*sin(th) = y'*cos(th)\ninit th' = 3, x' = 1\n"
#define PENDULUM                                                                                                       \
    "param g = 981/100\ncoord x, y\npoint P = [x, y, 0] mass 1\ngravity [0, -g, 0]\nconstraint rod: x^2 + y^2 = 1\n"   \
    "init x = 1, y ~ 0\n"

typedef struct motion {
    nh_context *context;
    nh_model *model;
    nh_run *run;
    nh_run_info info;
} motion;

static motion make_motion(const char *text, double to, const char *form, double rtol) {
    nh_read_def read = nh_default_read();
    nh_run_def def = nh_default_run();
    motion m = {.context = test_context()};
    def.from = 0;
    def.to = to;
    if (form != NULL) def.form = form;
    if (rtol > 0) def.rtol = def.atol = rtol;
    if (nh_model_read(m.context, &read, text, strlen(text), &m.model) != NH_OK) fail_msg("not read: %s", text);
    if (nh_run_make(m.model, &def, &m.run) != NH_OK) fail_msg("no motion: %s", text);
    m.info = nh_run_get_info(m.run);
    return m;
}

static void end_motion(motion *m) {
    nh_run_destroy(m->run);
    nh_model_destroy(m->model);
    nh_context_destroy(m->context);
}

static nh_run_event event_of(const motion *m, size_t i) {
    nh_run_event event;
    assert_int_equal(nh_run_get_event(m->run, i, &event), NH_OK);
    return event;
}

static size_t count_warnings(const motion *m, const char *code) {
    size_t count = 0;
    for (size_t i = 0; i < nh_context_diag_count(m->context); i++) {
        const nh_diag *diag = nh_context_diag(m->context, i);
        count += strcmp(diag->code, code) == 0;
    }
    return count;
}

/* ---- many in a step ---- */

typedef struct series {
    const char *name, *text;
    double to, first, distance; /* events at first + i distance, all of them up to `to` */
    double allowed;
} series;

static void test_series(void **state) {
    (void)state;
    static const series table[] = {
        {"turns", DISC "event e: sin(th)\n", 100, PI / 10, PI / 10, 1e-11},
        {"turns backwards", DISC "event e: sin(th)\n", -100, -PI / 10, -PI / 10, 1e-11},
        {"rising", DISC "event e: sin(th) rising\n", 100, PI / 5, PI / 5, 1e-11},
        {"falling", DISC "event e: sin(th) falling\n", 100, PI / 10, PI / 5, 1e-11},
        {"of time", FREE "event e: sin(50*t)\n", 100, PI / 50, PI / 50, 1e-11},
        {"becomes true", DISC "event e: cos(th) < -99999/100000\n", 100, 0.3137120513907990, PI / 5, 1e-10},
        {"jumps of mod", FREE "event e: mod(x, 1) - 1/2 falling\n", 50.5, 1, 1, 1e-11},
        {"a pair close together", FREE "event e: (x - 3)^2 - 1e-10\n", 3.00002, 2.99999, 2e-5, 1e-11},
        {"a spike", FREE "event e: exp(-((x - 30)*1e6)^2) - 1/2\n", 30.000001, 30 - SPIKE, 2 * SPIKE, 1e-11},
        {"a pulse", FREE "event e: if(abs(x - 30) < 1e-7, 1, -1)\n", 30.0000002, 30 - 1e-7, 2e-7, 1e-11},
        {"least", FREE "event e: min(x - 3, 5 - x)\n", 6, 3, 2, 1e-11},
        {"of third order", FREE "event e: (x - 3)^3\n", 4, 3, 10, 1e-9},
        {"a pole", FREE "event e: 1/(x - 7)\n", 8, 7, 10, 1e-11},
        {"where a root begins", FREE "event e: sqrt(x - 7) - 1\n", 9, 8, 10, 1e-11},
        {"0 at the start", FREE "event e: x*(x - 2)\n", 10, 2, 100, 1e-11},
        {"at the end", FREE "event e: x - 2\n", 2, 2, 100, 1e-11},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const series *s = &table[i];
        motion m = make_motion(s->text, s->to, NULL, 0);
        size_t wanted = (size_t)floor((s->to - s->first) / s->distance + 1e-9) + 1;
        if (m.info.events != wanted) fail_msg("%s: %zu events, not %zu", s->name, m.info.events, wanted);
        for (size_t k = 0; k < wanted; k++) {
            double t = event_of(&m, k).t, right = s->first + (double)k * s->distance;
            if (!(fabs(t - right) < s->allowed)) fail_msg("%s: event %zu at %.17g, not %.17g", s->name, k, t, right);
        }
        end_motion(&m);
    }
}

/* The motion is the same, to the last bit, whether something is watched or not. */
static void test_same_motion(void **state) {
    (void)state;
    motion plain = make_motion(PENDULUM, 5, NULL, 0);
    motion watched = make_motion(PENDULUM "event e: sin(100*x)\nassume y < 2\n", 5, NULL, 0);
    assert_int_equal(plain.info.rows, watched.info.rows);
    assert_true(watched.info.events > 100);
    for (size_t row = 0; row < plain.info.rows; row++)
        for (size_t k = 0; k < plain.info.columns; k++)
            assert_true(nh_run_value(plain.run, row, k) == nh_run_value(watched.run, row, k));
    end_motion(&plain);
    end_motion(&watched);
}

/* Several functions in one step: in the order of time, those of one time in the order of the text. */
static void test_order(void **state) {
    (void)state;
    motion m = make_motion(DISC "event a: sin(th)\nevent b: sin(2*th)\nevent c: cos(th)\n", 100, NULL, 0);
    assert_int_equal(m.info.events, 318 + 636 + 318);
    for (size_t i = 1; i < m.info.events; i++) assert_true(event_of(&m, i - 1).t <= event_of(&m, i).t);
    end_motion(&m);
}

/* ---- stops and assumptions ---- */

typedef struct ending {
    const char *text;
    double to, end; /* not a number: it runs to the end */
} ending;

static void test_ends(void **state) {
    (void)state;
    static const ending table[] = {
        {DISC "stop when cos(th) < -99999/100000\n", 100, 0.3137120513907990},
        {DISC "stop when cos(th) <= -99999/100000\n", 100, 0.3137120513907990},
        {DISC "stop when -99999/100000 > cos(th)\n", 100, 0.3137120513907990},
        {DISC "stop when cos(th) < -99999/100000\n", -100, -0.3137120513907990},
        {DISC "stop when sin(th) rising\n", 100, PI / 5},
        {DISC "assume cos(th) > -99999/100000\n", 100, 0.3137120513907990},
        {DISC "assume cos(th) >= -99999/100000\n", 100, 0.3137120513907990},
        {DISC "assume -99999/100000 < cos(th)\n", -100, -0.3137120513907990},
        {DISC "assume th != 3\n", 100, 0.3},
        {DISC "assume th != 1e6\n", 100, NAN},
        {FREE "stop when abs(x - 77) < 1e-9\n", 100, 77},
        {FREE "assume abs(x - 77) > 1e-9\n", 100, 77},
        {FREE "stop when x <= 0\n", 100, 0}, /* holds at the start */
        {FREE "stop when x < 0\n", 100, NAN},
        {FREE "assume x >= 0\n", 100, NAN},
        {FREE "assume x >= 0\n", -100, 0},
        {PENDULUM "stop when y < -9999999/10000000\n", 10,
         0.5919604869 - 0.0001009638}, /* sqrt(2e-7)/sqrt(2 g) before the lowest point */
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        motion m = make_motion(table[i].text, table[i].to, NULL, 0);
        double wanted = isnan(table[i].end) ? table[i].to : table[i].end;
        nh_outcome outcome = isnan(table[i].end) ? NH_OUTCOME_FINISHED : NH_OUTCOME_STOPPED;
        if (m.info.outcome != outcome || !(fabs(m.info.end - wanted) < 2e-9))
            fail_msg("%s: %s at %.17g", table[i].text, nh_outcome_name(m.info.outcome), m.info.end);
        end_motion(&m);
    }
}

/* What touches 0 within rounding is no event, and that is said. */
static void test_touches(void **state) {
    (void)state;
    motion m = make_motion(DISC "init th = 1\nevent e: 1 - cos(th)\nassume cos(th) < 1\n", 10, NULL, 0);
    assert_true(m.info.outcome == NH_OUTCOME_FINISHED && m.info.events == 0);
    assert_int_equal(count_warnings(&m, "touch"), 2);
    end_motion(&m);
    m = make_motion(DISC "event e: 2 - cos(th)\nassume cos(th) < 1.0000001\nevent f: x' - th'\n", 10, NULL, 0);
    assert_true(m.info.outcome == NH_OUTCOME_FINISHED && m.info.events == 0);
    assert_int_equal(count_warnings(&m, "touch"), 0);
    end_motion(&m);
}

/* x' = exp(-2 t) is never 0, but in doubles, once it is smaller than the tolerance. E stays what it is. */
static void test_errors(void **state) {
    (void)state;
    motion m = make_motion("coord x\nkinetic x'^2/2\nforce x: -2*x'\ninit x = 0, x' = 1\nevent e: x'\n", 100, NULL, 0);
    assert_true(m.info.events > 0 && event_of(&m, 0).t > 11);
    assert_int_equal(count_warnings(&m, "doubtful"), 1);
    end_motion(&m);
    m = make_motion("coord x, y\nkinetic (x'^2 + y'^2)/2\npotential (x^2 + y^2)/2\ninit x = 1, y' = 1/2\n"
                    "event e: E - 5/8\nevent f: x\n",
                    20, NULL, 0);
    assert_true(count_warnings(&m, "doubtful") + count_warnings(&m, "sampled") > 0);
    end_motion(&m);
    m = make_motion(PENDULUM "assume x^2 + y^2 >= 1\nassume x^2 + y^2 <= 1\n", 20, NULL, 0);
    assert_int_equal(m.info.outcome, NH_OUTCOME_FINISHED);
    assert_true(count_warnings(&m, "touch") > 0);
    end_motion(&m);
    m = make_motion(PENDULUM "assume y <= 0\n", 20, NULL, 1e-5); /* it comes back to 0, except for errors */
    assert_int_equal(m.info.outcome, NH_OUTCOME_FINISHED);
    end_motion(&m);
    m = make_motion(DISC "event e: sin(th)\nevent f: cos(th) + 99999/100000\n", 100, NULL, 0);
    assert_true(count_warnings(&m, "doubtful") == 0 && count_warnings(&m, "sampled") == 0);
    end_motion(&m);
}

/* ---- accelerations, multipliers, forces ---- */

/* A pendulum from the horizontal: x'' is 0 where x is; the force of the rod is 3 g |y|, above 2 g while |y| > 2/3. */
static void test_forces(void **state) {
    (void)state;
    static const char text[] = PENDULUM "event low: x\nevent bent: x''\nevent hard: norm(reaction(P)) - 2*g\n"
                                        "event pull: dot(reaction(P), P) + 2*g\nevent height: y + 2/3\n"
                                        "event multiplier: lambda.rod + g\n";
    for (int loose = 0; loose < 2; loose++) {
        motion m = make_motion(text, 20, NULL, loose ? 1e-4 : 0);
        double last[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
        size_t count[6] = {0};
        static const char *const names[] = {"low", "bent", "hard", "pull", "height", "multiplier"};
        for (size_t i = 0; i < m.info.events; i++) {
            nh_run_event event = event_of(&m, i);
            for (int k = 0; k < 6; k++)
                if (strcmp(event.name, names[k]) == 0) last[k] = event.t, count[k]++;
        }
        assert_int_equal(count[0], 17);
        assert_int_equal(count[1], 17);
        for (int k = 2; k < 6; k++) assert_int_equal(count[k], 34);
        assert_true(fabs(last[0] - last[1]) < 1e-9 && fabs(last[2] - last[4]) < (loose ? 1e-3 : 1e-8));
        end_motion(&m);
    }
}

/* In variables of a formulation the state is not a polynomial within a step. */
static void test_variables(void **state) {
    (void)state;
    static const char *const forms[] = {"chetaev", "hamel", "voronec", "udwadia"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        motion m = make_motion(SKATE "event e: sin(50*th)\nevent f: x'^2 + y'^2 - 2\n", 20, forms[i], 0);
        if (m.info.events != 954) fail_msg("%s: %zu events", forms[i], m.info.events);
        for (size_t k = 0; k < m.info.events; k++)
            assert_true(fabs(event_of(&m, k).t - (double)(k + 1) * PI / 150) < 1e-8);
        end_motion(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_series),    cmocka_unit_test(test_same_motion), cmocka_unit_test(test_order),
        cmocka_unit_test(test_ends),      cmocka_unit_test(test_touches),     cmocka_unit_test(test_forces),
        cmocka_unit_test(test_variables), cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
