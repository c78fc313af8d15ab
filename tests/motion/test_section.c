/* Poincare sections: the rows of a motion are its crossings, with the whole state; states at events. */
#include <math.h>
#include <string.h>

#include "support.h"

#define PI 3.14159265358979323846
#define DISC "coord x, th\nkinetic (x'^2 + th'^2)/2\nconstraint roll: x' = th'\ninit th' = 10\n"
/* q = sin t, p = 2 cos 2t */
#define OSCILLATORS                                                                                                    \
    "coord q, p\nkinetic (q'^2 + p'^2)/2\npotential (q^2 + 4*p^2)/2\ninit q = 0, q' = 1, p = 2, p' = 0\n"              \
    "event top: q' falling\nevent high: q > 1/2\n"

typedef struct motion {
    nh_context *context;
    nh_model *model;
    nh_run *run;
    nh_run_info info;
} motion;

static motion make_motion(const char *text, const char *section, double to, bool forgets) {
    nh_read_def read = nh_default_read();
    nh_run_def def = nh_default_run();
    motion m = {.context = test_context()};
    read.section = section;
    def.from = 0;
    def.to = to;
    def.forget_rows = forgets;
    if (nh_model_read(m.context, &read, text, strlen(text), &m.model) != NH_OK) fail_msg("not read: %s", section);
    if (nh_run_make(m.model, &def, &m.run) != NH_OK) fail_msg("no motion: %s", section);
    m.info = nh_run_get_info(m.run);
    return m;
}

static void end_motion(motion *m) {
    nh_run_destroy(m->run);
    nh_model_destroy(m->model);
    nh_context_destroy(m->context);
}

/* ---- crossings ---- */

typedef struct section {
    const char *name, *equation;
    double to;
    size_t count;
    double first, distance; /* the times */
} section;

static void test_crossings(void **state) {
    (void)state;
    static const section table[] = {
        {"both", "q = 0", 20, 6, PI, PI},
        {"rising", "q = 0 rising", 20, 3, 2 * PI, 2 * PI},
        {"falling", "q = 0 falling", 20, 3, PI, 2 * PI},
        {"two sides", "q = 1/2 rising", 20, 4, PI / 6, 2 * PI},
        {"of velocities", "q' = 0", 20, 6, PI / 2, PI},
        {"of time", "sin(t/2) = 0", 20, 3, 2 * PI, 2 * PI},
        {"an event", "top", 20, 3, PI / 2, 2 * PI},
        {"a comparison", "high", 20, 4, PI / 6, 2 * PI},
        {"backwards", "q = 0", -20, 6, -PI, -PI},
        {"none", "q = 2", 20, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const section *s = &table[i];
        motion m = make_motion(OSCILLATORS, s->equation, s->to, false);
        if (m.info.rows != s->count) fail_msg("%s: %zu crossings", s->name, m.info.rows);
        assert_int_equal(m.info.outcome, NH_OUTCOME_FINISHED);
        for (size_t k = 0; k < s->count; k++) {
            double t = s->first + s->distance * (double)k;
            double is[] = {t, sin(t), 2 * cos(2 * t), cos(t), -4 * sin(2 * t)};
            for (size_t c = 0; c < 5; c++)
                if (!(fabs(nh_run_value(m.run, k, c) - is[c]) < 1e-8))
                    fail_msg("%s: crossing %zu, column %zu: %.15g", s->name, k, c, nh_run_value(m.run, k, c));
        }
        end_motion(&m);
    }
}

/* Without rows that are kept there is the last one; a stop ends the motion, and is no crossing. */
static void test_forgotten(void **state) {
    (void)state;
    motion m = make_motion(OSCILLATORS "stop when t - 12\n", "q = 0", 1e4, true);
    assert_int_equal(m.info.rows, 3);
    assert_int_equal(m.info.outcome, NH_OUTCOME_STOPPED);
    assert_true(fabs(nh_run_value(m.run, 2, 0) - 3 * PI) < 1e-8);
    assert_true(isnan(nh_run_value(m.run, 1, 0)));
    end_motion(&m);
}

/* ---- states at events ---- */

static void test_states(void **state) {
    (void)state;
    motion m = make_motion(DISC "event e: sin(th) rising\n", NULL, 10, false);
    assert_true(m.info.events == 15 || m.info.events == 16);
    for (size_t i = 0; i < m.info.events; i++) {
        nh_run_event event;
        assert_int_equal(nh_run_get_event(m.run, i, &event), NH_OK);
        assert_non_null(event.state);
        double is[] = {10 * event.t, 10 * event.t, 10, 10};
        for (size_t k = 0; k < 4; k++) assert_true(fabs(event.state[k] - is[k]) < 1e-8);
    }
    end_motion(&m);
}

/* ---- what is refused ---- */

static void test_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "q",       "q rising", "nothing", "q = ",          "top rising", "2 = 0",
        "q = 0 0", "q < 1",    "",        "q = 0 upwards", "q = top",    "q = k for k = 1..2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_context *context = test_context();
        nh_read_def read = nh_default_read();
        nh_model *model;
        read.section = wrong[i];
        nh_status status = nh_model_read(context, &read, OSCILLATORS, strlen(OSCILLATORS), &model);
        if (status != NH_E_USAGE) fail_msg("'%s': %s", wrong[i], nh_status_text(status));
        assert_true(nh_context_diag_count(context) > 0);
        nh_context_destroy(context);
    }
    motion m = make_motion(OSCILLATORS, "q = 0", 1, false);
    nh_run_def def = nh_default_run();
    nh_run *run;
    def.step = 0.1;
    assert_int_equal(nh_run_make(m.model, &def, &run), NH_E_USAGE);
    end_motion(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crossings), cmocka_unit_test(test_forgotten),
                                       cmocka_unit_test(test_states), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
