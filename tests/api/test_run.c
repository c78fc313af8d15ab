/* Motions through the public interface: wrong calls, every outcome, values against closed forms, files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/run.h>

#include "support.h"

static const char oscillator[] = "system \"Oscillator\"\n"
                                 "param k = 4\n"
                                 "coord x\n"
                                 "kinetic x'^2/2\n"
                                 "potential k*x^2/2\n"
                                 "init x = 1\n"
                                 "simulate t = 0 .. 3 step 0.5\n"
                                 "watch twice = 2*x\n"
                                 "invariant energy: x'^2/2 + k*x^2/2\n"
                                 "event crossing: x\n";
/* The force has no value after t = 1. */
static const char ending[] = "coord x\nkinetic x'^2/2\nforce x: sqrt(1 - t)\ninit x = 0\n";

static nh_model *must_read(nh_context *context, const char *text) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static nh_run *must_run(nh_model *model, const nh_run_def *def) {
    nh_run *run = NULL;
    assert_int_equal(nh_run_make(model, def, &run), NH_OK);
    assert_non_null(run);
    return run;
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

/* ---- first integrals ---- */

/* The drift of the first integral called so; -1: there is none. */
static double drift_of(nh_model *model, const nh_run_def *def, const char *name) {
    nh_run *run = must_run(model, def);
    double drift = -1;
    for (size_t i = 0; i < nh_run_get_info(run).invariants; i++) {
        nh_run_invariant item;
        assert_int_equal(nh_run_get_invariant(run, i, &item), NH_OK);
        if (strcmp(item.name, name) == 0) drift = item.drift;
    }
    nh_run_destroy(run);
    return drift;
}

/* With tolerances as loose as these the energy and the angular momentum of a central motion drift, unless they are
 * kept. */
static void integrals_are_kept(void **state) {
    (void)state;
    static const char central[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential (x^2 + y^2)^2/4\n"
                                  "init x = 1, y = 0, x' = 0.2, y' = 0.7\nsimulate t = 0 .. 20 step 1\n";
    nh_context *context = test_context();
    nh_model *model = must_read(context, central);
    nh_run_def def = nh_default_run();
    def.rtol = def.atol = 1e-5;
    assert_true(drift_of(model, &def, "E") == -1);
    def.integrals = NH_RUN_INTEGRALS_WATCHED;
    assert_true(drift_of(model, &def, "E") > 1e-8);
    def.integrals = NH_RUN_INTEGRALS_KEPT;
    double drift = drift_of(model, &def, "E");
    assert_true(drift >= 0 && drift < 1e-13);
    nh_run *run = NULL;
    def.form = "vakonomic";
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_USAGE);
    assert_non_null(strstr(last_sentence(context), "Chetaev's motion"));
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- wrong calls ---- */

static void refuse(nh_context *context, nh_model *model, const nh_run_def *def, const char *word) {
    nh_run *run = (nh_run *)&context; /* anything but NULL */
    assert_int_equal(nh_run_make(model, def, &run), NH_E_USAGE);
    assert_null(run);
    if (strstr(last_sentence(context), word) == NULL) fail_msg("'%s' is not in: %s", word, last_sentence(context));
}

static void wrong_defs(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run(), zero = {0};
    nh_run *run = NULL;
    assert_int_equal(nh_run_make(NULL, &def, &run), NH_E_USAGE);
    assert_int_equal(nh_run_make(model, &def, NULL), NH_E_USAGE);
    refuse(context, model, NULL, "nh_default_run");
    refuse(context, model, &zero, "nh_default_run");
    def.method = "rk4";
    refuse(context, model, &def, "there is no method 'rk4'");
    def.method = "dop853";
    const struct {
        double from, to, step, rtol, atol;
        const char *word;
    } wrong[] = {
        {INFINITY, 1, 0, 1, 1, "span"}, {0, -INFINITY, 0, 1, 1, "span"},     {0, 1, -1, 1, 1, "step"},
        {0, 1, NAN, 1, 1, "step"},      {0, 1, INFINITY, 1, 1, "step"},      {0, 1, 0, -1, 1, "tolerance"},
        {0, 1, 0, 1, NAN, "tolerance"}, {0, 1, 0, INFINITY, 1, "tolerance"}, {0, 1, 0, 0, 0, "tolerances"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        def.from = wrong[i].from;
        def.to = wrong[i].to;
        def.step = wrong[i].step;
        def.rtol = wrong[i].rtol;
        def.atol = wrong[i].atol;
        refuse(context, model, &def, wrong[i].word);
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void wrong_times(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    const struct {
        double at[3], to;
        const char *word;
    } wrong[] = {
        {{0, 2, 1}, NAN, "in the order of the motion"},
        {{0, 1, 3.5}, NAN, "between"},
        {{-1, 1, 2}, NAN, "between"},
        {{0, NAN, 1}, NAN, "between"},
        {{0, -2, -1}, -3, "in the order of the motion"},
        {{0, -1, -4}, -3, "between"},
        {{1, 0, -1}, -3, "between"},
        {{0, 1, INFINITY}, 5, "between"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_run_def def = nh_default_run();
        def.at = wrong[i].at;
        def.at_count = 3;
        def.to = wrong[i].to;
        refuse(context, model, &def, wrong[i].word);
    }
    nh_run_def def = nh_default_run();
    def.at_count = 1;
    refuse(context, model, &def, "NULL");
    def.at = wrong[0].at;
    def.step = 1;
    refuse(context, model, &def, "both");
    def = nh_default_run();
    def.step = 1e-300;
    refuse(context, model, &def, "10^9 rows");
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void wrong_questions(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_invariant invariant;
    nh_run_event event;
    const size_t none[] = {99};
    assert_int_equal(nh_run_get_info(NULL).outcome, NH_OUTCOME_FAILED);
    assert_null(nh_run_column(NULL, 0));
    assert_null(nh_run_column(run, 99));
    assert_true(isnan(nh_run_value(NULL, 0, 0)) && isnan(nh_run_value(run, 99, 0)) && isnan(nh_run_value(run, 0, 99)));
    assert_int_equal(nh_run_get_invariant(NULL, 0, &invariant), NH_E_USAGE);
    assert_int_equal(nh_run_get_invariant(run, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_get_invariant(run, 1, &invariant), NH_E_USAGE);
    assert_int_equal(nh_run_get_event(NULL, 0, &event), NH_E_USAGE);
    assert_int_equal(nh_run_get_event(run, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_get_event(run, 99, &event), NH_E_USAGE);
    assert_int_equal(nh_run_write_csv(NULL, "x"), NH_E_USAGE);
    assert_int_equal(nh_run_write_csv(run, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_write_plot(NULL, "x.svg"), NH_E_USAGE);
    assert_int_equal(nh_run_write_plot(run, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_write_plot(run, "x.txt"), NH_E_USAGE);
    assert_int_equal(nh_run_check_plot(NULL, "x.svg"), NH_E_USAGE);
    assert_int_equal(nh_run_check_plot(context, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_check_plot(context, "x.txt"), NH_E_USAGE);
    assert_int_equal(nh_run_write_picture(NULL, "x.svg"), NH_E_USAGE);
    assert_int_equal(nh_run_write_picture(run, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_write_picture(run, "x.png"), NH_E_USAGE);
    assert_int_equal(nh_run_check_picture(NULL, "x.svg"), NH_E_USAGE);
    assert_int_equal(nh_run_check_picture(context, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_check_picture(context, "x.png"), NH_E_USAGE);
    assert_int_equal(nh_run_write_columns(NULL, "x", 1, none), NH_E_USAGE);
    assert_int_equal(nh_run_write_columns(run, NULL, 1, none), NH_E_USAGE);
    assert_int_equal(nh_run_write_columns(run, "x", 1, none), NH_E_USAGE);
    assert_int_equal(nh_run_write_columns(run, "x", 0, none), NH_E_USAGE);
    assert_int_equal(nh_run_write_columns(run, "x", 1, NULL), NH_E_USAGE);
    nh_run_destroy(run);
    nh_run_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- motions ---- */

/* x = cos 2t, a row every half, as the model says. */
static void closed_form(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FINISHED);
    assert_null(info.message);
    assert_true(info.from == 0 && info.to == 3 && info.end == 3 && info.rows == 7 && info.columns == 5);
    assert_true(info.steps > 3 && info.evaluations >= 12 * info.steps && info.energy_error < 1e-9);
    static const char *const names[] = {"t", "x", "x'", "E", "twice"};
    for (size_t i = 0; i < 5; i++) assert_string_equal(nh_run_column(run, i), names[i]);
    for (size_t i = 0; i < info.rows; i++) {
        double t = 0.5 * (double)i;
        const double wanted[] = {t, cos(2 * t), -2 * sin(2 * t), 2, 2 * cos(2 * t)};
        for (size_t k = 0; k < 5; k++) assert_true(fabs(nh_run_value(run, i, k) - wanted[k]) < 1e-8);
    }
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Kinds of columns, and what they belong to; a condition precedes the constraint, whose
 * number is that of its row. */
static void check_columns(nh_model *model, const char *form, bool has_reactions, size_t count,
                          const nh_column *wanted) {
    nh_run_def def = nh_default_run();
    def.form = form, def.reactions = has_reactions, def.to = 0.1;
    nh_run *run = must_run(model, &def);
    nh_column column;
    assert_int_equal(nh_run_get_info(run).columns, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(nh_run_get_column(run, i, &column), NH_OK);
        assert_string_equal(column.name, wanted[i].name);
        if (column.kind != wanted[i].kind || column.number != wanted[i].number) fail_msg("%s", column.name);
    }
    assert_int_equal(nh_run_get_column(run, count, &column), NH_E_USAGE);
    assert_int_equal(nh_run_get_column(run, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_get_column(NULL, 0, &column), NH_E_USAGE);
    nh_run_destroy(run);
}

static void columns_by_kind(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "coord x, y\npoint P = [x, y, 0] mass 1\ncondition still: x' = 0\n"
                                         "constraint level: y' = 0\ninit x = 0, y = 0, x' = 1\nwatch E_twice = 2*E\n");
    static const nh_column usual[] = {
        {"t", NH_COLUMN_TIME, 0},
        {"x", NH_COLUMN_COORDINATE, 0},
        {"y", NH_COLUMN_COORDINATE, 1},
        {"x'", NH_COLUMN_VELOCITY, 0},
        {"y'", NH_COLUMN_VELOCITY, 1},
        {"lambda.level", NH_COLUMN_MULTIPLIER, 1},
        {"E", NH_COLUMN_ENERGY, 0},
        {"E_twice", NH_COLUMN_WATCH, 0},
        {"reaction(P).x", NH_COLUMN_REACTION, 0},
        {"reaction(P).y", NH_COLUMN_REACTION, 0},
        {"reaction(P).z", NH_COLUMN_REACTION, 0},
    };
    static const nh_column other[] = {
        {"t", NH_COLUMN_TIME, 0},
        {"x", NH_COLUMN_COORDINATE, 0},
        {"y", NH_COLUMN_COORDINATE, 1},
        {"x'", NH_COLUMN_VELOCITY, 0},
        {"y'", NH_COLUMN_VELOCITY, 1},
        {"mu.level", NH_COLUMN_MULTIPLIER_STATE, 1},
        {"mu'.level", NH_COLUMN_MULTIPLIER_RATE, 1},
        {"E", NH_COLUMN_ENERGY, 0},
        {"E_twice", NH_COLUMN_WATCH, 0},
    };
    check_columns(model, NULL, true, sizeof usual / sizeof *usual, usual);
    check_columns(model, "vakonomic", false, sizeof other / sizeof *other, other);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void observed(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_true(info.invariants == 1 && info.events == 2);
    nh_run_invariant invariant;
    assert_int_equal(nh_run_get_invariant(run, 0, &invariant), NH_OK);
    assert_string_equal(invariant.name, "energy");
    assert_true(invariant.start == 2 && invariant.drift < 1e-8);
    for (size_t i = 0; i < 2; i++) {
        nh_run_event event;
        assert_int_equal(nh_run_get_event(run, i, &event), NH_OK);
        assert_string_equal(event.name, "crossing");
        assert_true(fabs(event.t - acos(-1.0) / 4 * (i == 0 ? 1 : 3)) < 1e-8 && event.rising == (i == 1));
    }
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The second motion of a model uses what the first one has found out, and is the same as one of a model read anew; it
 * keeps x^2 + y^2, which the kinematic row integrates to. */
static void repeated(void **unused) {
    (void)unused;
    const char *text = "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential y + z^2/2\n"
                       "constraint c: x*x' + y*y' = 0\ninit x = 1, y = 0, y' = 1, z' = 1\nsimulate t = 0 .. 5\n";
    nh_context *context = test_context();
    nh_model *first = must_read(context, text), *anew = must_read(context, text);
    nh_run_def def = nh_default_run();
    nh_run *runs[] = {must_run(first, &def), must_run(first, &def), must_run(anew, &def)};
    nh_run_info info[3];
    for (int i = 0; i < 3; i++) info[i] = nh_run_get_info(runs[i]);
    assert_true(info[0].rows > 2 && info[0].rows == info[1].rows && info[0].rows == info[2].rows);
    assert_true(info[0].columns == info[1].columns && info[0].columns == info[2].columns);
    for (size_t i = 0; i < info[0].rows; i++)
        for (size_t k = 0; k < info[0].columns; k++) {
            assert_true(nh_run_value(runs[0], i, k) == nh_run_value(runs[1], i, k));
            assert_true(nh_run_value(runs[0], i, k) == nh_run_value(runs[2], i, k));
        }
    double x = nh_run_value(runs[1], info[1].rows - 1, 1), y = nh_run_value(runs[1], info[1].rows - 1, 2);
    assert_true(fabs(x * x + y * y - 1) < 1e-14);
    for (int i = 0; i < 3; i++) nh_run_destroy(runs[i]);
    nh_model_destroy(anew);
    nh_model_destroy(first);
    nh_context_destroy(context);
}

/* Backwards, at given times; and the same bits again. */
static void given_times(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    const double at[] = {1, 0.25, 0.25, -2};
    nh_run_def def = nh_default_run();
    def.from = 1;
    def.to = -3;
    def.at = at;
    def.at_count = 4;
    nh_run *run = must_run(model, &def), *again = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_true(info.rows == 4 && info.end == -3);
    for (size_t i = 0; i < 4; i++) {
        assert_true(nh_run_value(run, i, 0) == at[i]);
        assert_true(fabs(nh_run_value(run, i, 1) - cos(2 * (at[i] - 1))) < 1e-8);
        for (size_t k = 0; k < 5; k++) assert_true(nh_run_value(run, i, k) == nh_run_value(again, i, k));
    }
    nh_run_destroy(run);
    nh_run_destroy(again);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The particle of Leibniz keeps its speed, whatever gravity does. */
static void keeps_speed(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, nh_builtin_find("leibniz")->text);
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_true(info.outcome == NH_OUTCOME_FINISHED && info.residual < 1e-13);
    assert_string_equal(nh_run_column(run, 7), "lambda.speed");
    for (size_t i = 0; i < info.rows; i++) {
        double square = 0;
        for (size_t k = 4; k < 7; k++) square += nh_run_value(run, i, k) * nh_run_value(run, i, k);
        assert_true(fabs(square - 4) < 1e-12);
    }
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- outcomes ---- */

static void stopped(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model =
        must_read(context, "coord x\nkinetic x'^2/2\ninit x' = 1\nstop when x > 2\nsimulate t = 0 .. 5\n");
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    nh_run_event event;
    assert_int_equal(info.outcome, NH_OUTCOME_STOPPED);
    assert_true(fabs(info.end - 2) < 1e-9 && info.to == 5 && info.message != NULL && info.events == 1);
    assert_true(fabs(nh_run_value(run, info.rows - 1, 1) - 2) < 1e-9);
    assert_int_equal(nh_run_get_event(run, 0, &event), NH_OK);
    assert_string_equal(event.name, "stop");
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void singular(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, ending);
    nh_run_def def = nh_default_run();
    def.step = 0.3;
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_SINGULAR);
    assert_non_null(strstr(info.message, "singular"));
    assert_true(info.rows == 4 && fabs(info.end - 1) < 1e-6);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void no_run(void **state) {
    (void)state;
    nh_context *context = test_context();
    static const struct {
        const char *text;
        nh_status status;
    } list[] = {
        {"coord x\nkinetic x'^2/2\n", NH_E_MODEL},                                      /* no start */
        {"coord x\nkinetic x'^2/2\nconstraint a: x'^2 = -1\ninit x = 0\n", NH_E_MODEL}, /* none that fits */
        {"param k\ncoord x\nkinetic x'^2/2\npotential k*x\ninit x = 0\n", NH_E_MODEL},  /* k has no value */
        {"coord x\npoint P = [x, 0] mass 1\nevent r: alpha.x\ninit x = 0\n", NH_E_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        nh_model *model = must_read(context, list[i].text);
        nh_run_def def = nh_default_run();
        nh_run *run = (nh_run *)&def;
        nh_context_clear_diags(context);
        assert_int_equal(nh_run_make(model, &def, &run), list[i].status);
        assert_null(run);
        assert_true(nh_context_diag_count(context) > 0);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* Ended from outside: the rows until then are there. */
typedef struct interrupter {
    nh_context *context;
    int calls;
} interrupter;

static void interrupt_later(void *user, const nh_progress *progress) {
    interrupter *i = user;
    if (progress->fraction > 0 && i->calls++ == 1) nh_context_interrupt(i->context);
}

static void interrupted(void **state) {
    (void)state;
    interrupter user = {0};
    nh_context_def context_def = nh_default_context();
    context_def.progress = interrupt_later;
    context_def.progress_user = &user;
    assert_int_equal(nh_context_create(&context_def, &user.context), NH_OK);
    nh_context *context = user.context;
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    def.to = 1e9;
    def.step = 1;
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FAILED);
    assert_string_equal(info.message, "interrupted");
    assert_true(info.rows > 1 && info.end < 1e9 && fabs(nh_run_value(run, 1, 1) - cos(2)) < 1e-8);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A limit on work is met within a step. */
static void limited(void **state) {
    (void)state;
    nh_context *context = NULL;
    nh_context_def context_def = nh_default_context();
    context_def.limits.work = 100000;
    assert_int_equal(nh_context_create(&context_def, &context), NH_OK);
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    def.to = 1e8;
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FAILED);
    assert_non_null(strstr(info.message, "limit"));
    assert_true(info.rows > 10 && nh_run_value(run, info.rows - 1, 0) <= info.end);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void names(void **state) {
    (void)state;
    assert_string_equal(nh_outcome_name(NH_OUTCOME_FINISHED), "finished");
    assert_string_equal(nh_outcome_name(NH_OUTCOME_STOPPED), "stopped");
    assert_string_equal(nh_outcome_name(NH_OUTCOME_SINGULAR), "singular");
    assert_string_equal(nh_outcome_name(NH_OUTCOME_FAILED), "failed");
    assert_string_equal(nh_outcome_name((nh_outcome)99), "unknown");
}

/* ---- files ---- */

static void first_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, size, file));
    fclose(file);
}

static void files(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    const size_t columns[] = {2, 0};
    char line[64];
    assert_int_equal(nh_run_write_csv(run, test_path("a.csv")), NH_OK);
    first_line(test_path("a.csv"), line, sizeof line);
    assert_string_equal(line, "t,x,x',E,twice\n");
    assert_int_equal(nh_run_write_columns(run, test_path("a.csv"), 2, columns), NH_OK);
    first_line(test_path("a.csv"), line, sizeof line);
    assert_string_equal(line, "x',t\n");
    assert_int_equal(nh_run_write_csv(run, test_path("none/a.csv")), NH_E_IO);
    assert_int_equal(nh_run_write_plot(run, test_path("a.svg")), NH_OK);
    assert_int_equal(nh_run_write_plot(run, test_path("none/a.svg")), NH_E_IO);
    assert_int_equal(nh_run_check_picture(context, test_path("b.svg")), NH_OK);
    assert_int_equal(nh_run_write_picture(run, test_path("b.svg")), NH_OK);
    first_line(test_path("b.svg"), line, sizeof line);
    assert_memory_equal(line, "<svg ", 5);
    assert_int_equal(nh_run_check_picture(context, test_path("none/b.svg")), NH_E_IO);
    assert_int_equal(nh_run_write_picture(run, test_path("none/b.svg")), NH_E_IO);
    assert_int_equal(nh_run_write_csv(run, ""), NH_E_IO);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- rows that are written as they come ---- */

static bool have_same_bytes(const char *a, const char *b) {
    FILE *one = fopen(a, "r"), *other = fopen(b, "r");
    assert_true(one != NULL && other != NULL);
    int x, y;
    do {
        x = getc(one);
        y = getc(other);
    } while (x == y && x != EOF);
    fclose(one);
    fclose(other);
    return x == y;
}

/* The same bytes as those of rows that were kept, for every kind of rows and of end, with all columns and with some. */
static void streamed(void **state) {
    (void)state;
    static const char *const names[] = {"x'", "t"};
    static const double times[] = {0.25, 0.5};
    static const size_t columns[] = {2, 0};
    char file[1024], whole[1024];
    snprintf(file, sizeof file, "%s", test_path("rows.csv"));
    snprintf(whole, sizeof whole, "%s", test_path("whole.csv"));
    nh_context *context = test_context();
    for (int i = 0; i < 12; i++) {
        nh_model *model = must_read(context, i % 2 == 0 ? oscillator : ending);
        nh_run_def def = nh_default_run();
        if (i % 3 == 1) def.step = 0.01;
        if (i % 3 == 2) def.at = times, def.at_count = 2;
        if (i >= 6) def.columns = names, def.column_count = 2;
        def.csv = file;
        def.forget_rows = true;
        nh_run *lean = must_run(model, &def);
        def.csv = NULL;
        def.forget_rows = false;
        nh_run *run = must_run(model, &def);
        assert_int_equal(i >= 6 ? nh_run_write_columns(run, whole, 2, columns) : nh_run_write_csv(run, whole), NH_OK);
        assert_true(have_same_bytes(file, whole));
        nh_run_info info = nh_run_get_info(lean), other = nh_run_get_info(run);
        assert_int_equal(info.rows, other.rows);
        assert_true(info.outcome == other.outcome && info.residual == other.residual &&
                    info.energy_error == other.energy_error);
        for (size_t k = 0; k < info.columns; k++)
            assert_true(nh_run_value(lean, info.rows - 1, k) == nh_run_value(run, info.rows - 1, k));
        assert_true(isnan(nh_run_value(lean, 0, 0)));
        assert_int_equal(nh_run_write_csv(lean, whole), NH_E_USAGE);
        assert_int_equal(nh_run_write_columns(lean, whole, 2, columns), NH_E_USAGE);
        assert_int_equal(nh_run_write_picture(lean, test_path("b.svg")), NH_E_USAGE);
        nh_run_destroy(lean);
        nh_run_destroy(run);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* Drawings have what they need. */
static void streamed_and_drawn(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    char lean[1024], whole[1024];
    snprintf(lean, sizeof lean, "%s", test_path("lean.svg"));
    snprintf(whole, sizeof whole, "%s", test_path("whole.svg"));
    for (int i = 0; i < 2; i++) {
        nh_run_def def = nh_default_run();
        def.sketch = true;
        if (i == 1) def.step = 0.001;
        nh_run *run = must_run(model, &def);
        assert_int_equal(nh_run_write_picture(run, whole), NH_OK);
        nh_run_destroy(run);
        def.forget_rows = true;
        run = must_run(model, &def);
        assert_int_equal(nh_run_write_picture(run, lean), NH_OK);
        nh_run_destroy(run);
        assert_true(have_same_bytes(lean, whole));
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Memory does not grow with the number of rows. */
static void streamed_in_little_memory(void **state) {
    (void)state;
    size_t peaks[2];
    for (int i = 0; i < 2; i++) {
        nh_context *context = test_context();
        nh_model *model = must_read(context, oscillator);
        nh_run_def def = nh_default_run();
        def.step = i == 0 ? 0.1 : 1e-5;
        def.csv = "/dev/null";
        def.forget_rows = true;
        nh_run *run = must_run(model, &def);
        assert_true(nh_run_get_info(run).rows > (i == 0 ? 20u : 200000u));
        peaks[i] = nh_context_memory_peak(context);
        nh_run_destroy(run);
        nh_model_destroy(model);
        nh_context_destroy(context);
    }
    assert_true(peaks[1] < peaks[0] + 300000); /* the rows have 12 million bytes */
}

/* A run that does not come about leaves the file as it was. */
static void streamed_nowhere(void **state) {
    (void)state;
    nh_context *context = test_context();
    char file[1024], line[64];
    snprintf(file, sizeof file, "%s", test_path("old.csv"));
    FILE *old = fopen(file, "w");
    assert_non_null(old);
    fputs("old\n", old);
    fclose(old);
    nh_model *model = must_read(context, "coord x\nkinetic x'^2/2\nconstraint never: x'^2 = -1\ninit x = 0\n");
    nh_run_def def = nh_default_run();
    nh_run *run;
    def.csv = file;
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_MODEL);
    first_line(file, line, sizeof line);
    assert_string_equal(line, "old\n");
    nh_model_destroy(model);
    model = must_read(context, oscillator);
    def.csv = test_path("none/a.csv");
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_IO);
    def.csv = "/dev/full";
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_IO);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Every request for memory fails once. */
static void do_everything(nh_context *context, void *unused) {
    (void)unused;
    nh_model *model;
    nh_read_def read = nh_default_read();
    nh_run_def def = nh_default_run();
    nh_run *run = NULL;
    nh_status status = nh_model_read(context, &read, oscillator, strlen(oscillator), &model);
    if (status == NH_OK) status = nh_run_make(model, &def, &run);
    if (status == NH_OK) status = nh_run_write_csv(run, test_path("memory.csv"));
    nh_run_destroy(run);
    run = NULL;
    def.csv = test_path("streamed.csv");
    def.forget_rows = true;
    if (status == NH_OK) status = nh_run_make(model, &def, &run);
    nh_run_destroy(run);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(do_everything, NULL, 100) > 10);
}

/* ---- claims ---- */

static double claim_error(const nh_run *run, size_t i, const char *name) {
    nh_run_claim claim;
    assert_int_equal(nh_run_get_claim(run, i, &claim), NH_OK);
    assert_string_equal(claim.name, name);
    return claim.error;
}

/* True ones, false ones of any size, and those that have no value somewhere. */
static void claims(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "coord x, y\n"
                                         "kinetic (x'^2 + y'^2)/2\n"
                                         "init x = 1, x' = -1, y = 1e-9\n"
                                         "simulate t = 0 .. 2\n"
                                         "claim true: x'' = 0\n"
                                         "claim sum: (x + y)^2 = x^2 + 2*x*y + y^2\n"
                                         "claim false: x' = 1\n"
                                         "claim small: y = 2*y\n"
                                         "claim later: sqrt(x) = 7*sqrt(x)\n"
                                         "invariant root: sqrt(x)\n");
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_claim claim;
    nh_run_invariant invariant;
    assert_int_equal(nh_run_get_info(run).claims, 5);
    assert_true(claim_error(run, 0, "true") == 0);
    assert_true(claim_error(run, 1, "sum") < 1e-15);
    assert_true(claim_error(run, 2, "false") == 1);
    assert_true(claim_error(run, 3, "small") > 1e-4);
    assert_true(claim_error(run, 4, "later") == 1); /* where it has a value */
    assert_int_equal(nh_run_get_claim(run, 4, &claim), NH_OK);
    assert_true(!claim.holds && claim.no_value_at > 1);
    assert_int_equal(nh_run_get_claim(run, 2, &claim), NH_OK);
    assert_true(isnan(claim.no_value_at));
    assert_int_equal(nh_run_get_invariant(run, 0, &invariant), NH_OK);
    assert_true(invariant.start == 1 && isnan(invariant.drift));
    assert_int_equal(nh_run_get_claim(run, 5, &claim), NH_E_USAGE);
    assert_int_equal(nh_run_get_claim(run, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_get_claim(NULL, 0, &claim), NH_E_USAGE);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A component of a vector is not judged by the size of another one. */
static void components(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "coord x, y, z, w\n"
                                         "kinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\n"
                                         "constraint v: [1e12*(x - y), z^2 - w, 0] = 0\n"
                                         "init x = 1, y = 1, z = 1.41, w = 2\n"
                                         "watch side = z^2 - w\n"
                                         "simulate t = 0 .. 5 step 1\n");
    nh_run_def def = nh_default_run();
    nh_run *run = must_run(model, &def);
    nh_run_info info = nh_run_get_info(run);
    for (size_t row = 0; row < info.rows; row++) assert_true(fabs(nh_run_value(run, row, info.columns - 1)) < 1e-14);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_defs),
        cmocka_unit_test(wrong_times),
        cmocka_unit_test(wrong_questions),
        cmocka_unit_test(columns_by_kind),
        cmocka_unit_test(closed_form),
        cmocka_unit_test(observed),
        cmocka_unit_test(given_times),
        cmocka_unit_test(repeated),
        cmocka_unit_test(keeps_speed),
        cmocka_unit_test(stopped),
        cmocka_unit_test(singular),
        cmocka_unit_test(claims),
        cmocka_unit_test(components),
        cmocka_unit_test(no_run),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(limited),
        cmocka_unit_test(names),
        cmocka_unit_test(files),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(streamed),
        cmocka_unit_test(streamed_and_drawn),
        cmocka_unit_test(streamed_in_little_memory),
        cmocka_unit_test(integrals_are_kept),
        cmocka_unit_test(streamed_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
