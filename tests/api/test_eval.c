/* Evaluation through the public interface: wrong calls, values against closed forms, states
 * without a solution, files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nonholo/eval.h>
#include <nonholo/run.h>

#include "support.h"

/* A bead on the circle x^2 + y^2 = 1, twice: the second row is redundant. */
static const char circle[] = "system \"Bead\"\nparam g = 9.81\ncoord x, y\npoint P = [x, y] mass 2\ngravity [0, -g]\n"
                             "constraint round: x^2 + y^2 = 1\nconstraint again: 2*x*x' + 2*y*y' = 0\n";
static const char oscillator[] = "param k = 2/3\ncoord x\nkinetic x'^2/2\npotential k*x^2/2\nforce x: sin(t)\n";
static const char massless[] = "coord x, y\nkinetic x'^2/2\n"; /* y is a gauge */
static const char pulled[] = "coord x, y\nkinetic x'^2/2\npotential y\n"; /* no motions: 0 = -1 */

static nh_model *must_read(nh_context *context, const char *text) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static nh_eval *must_make(nh_model *model, const char *form, int digits) {
    nh_eval *eval = NULL;
    nh_eval_def def = nh_default_eval();
    def.form = form;
    def.digits = digits;
    assert_int_equal(nh_eval_make(model, &def, &eval), NH_OK);
    assert_non_null(eval);
    return eval;
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_content(const char *path, const char *wanted) {
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    assert_string_equal(text, wanted);
}

/* ---- wrong calls ---- */

static void refuse(nh_context *context, nh_model *model, const nh_eval_def *def, const char *word) {
    nh_eval *eval = (nh_eval *)&context; /* anything but NULL */
    assert_int_equal(nh_eval_make(model, def, &eval), NH_E_USAGE);
    assert_null(eval);
    if (strstr(last_sentence(context), word) == NULL) fail_msg("'%s' is not in: %s", word, last_sentence(context));
}

static void wrong_calls(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator), *open = must_read(context, "param k\ncoord x\nkinetic k*x'^2\n");
    nh_eval_def def = nh_default_eval(), zero = {0};
    nh_eval *eval = NULL;
    double numbers[10] = {0};
    nh_eval_info info;
    assert_int_equal(nh_eval_make(NULL, &def, &eval), NH_E_USAGE);
    assert_int_equal(nh_eval_make(model, &def, NULL), NH_E_USAGE);
    assert_int_equal(nh_eval_make(open, &def, &eval), NH_E_MODEL);
    refuse(context, model, NULL, "nh_default_eval");
    refuse(context, model, &zero, "nh_default_eval");
    def.digits = -1;
    refuse(context, model, &def, "digits");
    def.digits = 1001;
    refuse(context, model, &def, "digits");
    def.digits = 0;
    def.form = "chetaef";
    refuse(context, model, &def, "did you mean 'chetaev'");
    def.form = "newton";
    refuse(context, model, &def, "there is no formulation 'newton'");
    eval = must_make(model, NULL, 0);
    assert_int_equal(nh_eval_at(NULL, numbers, numbers), NH_E_USAGE);
    assert_int_equal(nh_eval_at(eval, NULL, numbers), NH_E_USAGE);
    assert_int_equal(nh_eval_at(eval, numbers, NULL), NH_E_USAGE);
    numbers[1] = (double)INFINITY;
    assert_int_equal(nh_eval_at(eval, numbers, numbers), NH_E_USAGE);
    assert_int_equal(nh_eval_file(NULL, "a", "b", &info), NH_E_USAGE);
    assert_int_equal(nh_eval_file(eval, NULL, "b", &info), NH_E_USAGE);
    assert_int_equal(nh_eval_file(eval, test_path("nowhere.csv"), "b", &info), NH_E_IO);
    assert_true(nh_eval_inputs(NULL) == 0 && nh_eval_columns(NULL) == 0);
    assert_null(nh_eval_input(NULL, 0));
    assert_null(nh_eval_input(eval, nh_eval_inputs(eval)));
    assert_null(nh_eval_column(eval, nh_eval_columns(eval)));
    nh_eval_destroy(eval);
    nh_eval_destroy(NULL);
    nh_model_destroy(open);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- one state ---- */

static void names(void **state) {
    (void)state;
    static const char *const inputs[] = {"t", "x", "y", "x'", "y'"};
    static const char *const columns[] = {"t", "x''", "y''", "lambda.round", "lambda.again", "E", "dE/dt", "residual"};
    nh_context *context = test_context();
    nh_model *model = must_read(context, circle);
    nh_eval *eval = must_make(model, NULL, 0);
    assert_int_equal(nh_eval_inputs(eval), 5);
    assert_int_equal(nh_eval_columns(eval), 8);
    for (size_t i = 0; i < 5; i++) assert_string_equal(nh_eval_input(eval, i), inputs[i]);
    for (size_t i = 0; i < 8; i++) assert_string_equal(nh_eval_column(eval, i), columns[i]);
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void assert_near(double a, double b) {
    if (!(fabs(a - b) <= 1e-13 * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

/* At (3/5, 4/5) with the velocity w (-4/5, 3/5): q'' = tau (-4/5, 3/5) - w^2 (3/5, 4/5), tau = -g 3/5. */
static void check_bead(const double *values, double w) {
    double g = 9.81, tau = -0.6 * g;
    assert_near(values[1], -0.8 * tau - 0.6 * w * w);
    assert_near(values[2], 0.6 * tau - 0.8 * w * w);
    double reaction = 2 * (0.8 * g - w * w); /* along (3/5, 4/5), which is half of both rows together */
    assert_near(2 * values[3] + 2 * values[4], reaction);
    assert_near(values[3], values[4]); /* the shortest */
    assert_near(values[5], w * w + 2 * g * 0.8);
    assert_near(values[6], 0);
    assert_true(values[7] < 1e-15);
}

static void bead(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, circle);
    for (int kind = 0; kind < 4; kind++) {
        bool is_least = kind % 2 == 1;
        nh_eval *eval = must_make(model, is_least ? "udwadia" : "chetaev", kind < 2 ? 0 : 25);
        double w = 1.25, at[] = {0, 0.6, 0.8, -0.8 * w, 0.6 * w}, values[8];
        assert_int_equal(nh_eval_at(eval, at, values), NH_OK);
        check_bead(values, w);
        nh_eval_destroy(eval);
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The centre of the circle: no direction is forbidden there, and the rows contradict the motion. */
static void no_solution(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, circle), *free_model = must_read(context, massless);
    double at[] = {0, 0, 0, 1, 0}, values[8];
    for (int digits = 0; digits <= 20; digits += 20) {
        nh_eval *eval = must_make(model, NULL, digits);
        assert_int_equal(nh_eval_at(eval, at, values), NH_E_NUMERIC);
        assert_non_null(strstr(last_sentence(context), "the constraint 'round' contradicts"));
        assert_true(isnan(values[1]) && isnan(values[3]) && isnan(values[6]));
        assert_near(values[5], 1);
        assert_true(values[7] > 0.1);
        nh_eval_destroy(eval);
        eval = must_make(free_model, NULL, digits);
        assert_int_equal(nh_eval_at(eval, at, values), NH_OK);
        assert_near(values[1], 0);
        assert_true(isnan(values[2])); /* which nothing determines */
        nh_eval_destroy(eval);
        eval = must_make(free_model, "udwadia", digits);
        assert_int_equal(nh_eval_at(eval, at, values), NH_E_HYPOTHESIS);
        assert_non_null(strstr(last_sentence(context), "not positive definite"));
        nh_eval_destroy(eval);
    }
    nh_model_destroy(free_model);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- files ---- */

static void files(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, oscillator);
    nh_eval_info info;
    const char *in = test_path("in.csv"), *out = test_path("out.csv");
    write_text(in, "x',t,x\n0.5,0,3\n0,0.25,-0.1\n");
    nh_eval *eval = must_make(model, NULL, 30);
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_OK);
    /* -2/3 x + sin t; x'^2/2 + x^2/3; x' sin t */
    assert_content(out, "t,x'',E,dE/dt,residual\n"
                        "0,-2.00000000000000000000000000000,3.12500000000000000000000000000,0,0\n"
                        "0.25,0.314070625921189596263515371516,0.00333333333333333333333333333333,0,0\n");
    assert_true(info.states == 2 && info.failed == 0 && info.digits_least == 30 && info.residual == 0);
    assert_null(info.message);
    nh_eval_destroy(eval);
    eval = must_make(model, NULL, 0);
    assert_int_equal(nh_eval_file(eval, in, out, NULL), NH_OK);
    assert_content(out, "t,x'',E,dE/dt,residual\n0,-2,3.125,0,0\n0.25,0.3140706259211896,0.003333333333333334,0,0\n");
    write_text(in, "x',x\n0.5,3\n");
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_E_IO);
    assert_non_null(strstr(last_sentence(context), "there is no column 't'"));
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* What cannot be distinguished from 0, redundant rows, states that fail: notes and warnings. */
static void join_fields(void *user, size_t count, const char *const *fields) {
    char *text = user;
    for (size_t i = 0; i < count; i++) {
        strcat(text, fields[i]);
        strcat(text, i + 1 < count ? "," : "\n");
    }
}

/* Rows for a caller that writes them in another way: the fields that the file has, with the file and without. */
static void rows(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, pulled);
    char file[1024], result[1024], text[1024], whole[1200];
    snprintf(file, sizeof file, "%s", test_path("rows-in.csv"));
    snprintf(result, sizeof result, "%s", test_path("rows-out.csv"));
    write_text(file, "t,x,y,x',y'\n.5,1,2,3,4\n1,0,0,1,0\n");
    for (int digits = 0; digits <= 5; digits += 5)
        for (int is_written = 0; is_written < 2; is_written++) {
            nh_eval *eval;
            nh_eval_info info;
            nh_eval_def def = nh_default_eval();
            def.digits = digits;
            def.row = join_fields;
            def.row_user = text;
            text[0] = '\0';
            assert_int_equal(nh_eval_make(model, &def, &eval), NH_OK);
            assert_int_equal(nh_eval_file(eval, file, is_written ? result : NULL, &info), NH_OK);
            assert_true(info.states == 2 && info.failed == 2 && info.is_written == (is_written == 1));
            snprintf(whole, sizeof whole, "t,x'',y'',E,dE/dt,residual\n%s", text);
            if (is_written) assert_content(result, whole);
            assert_non_null(strstr(text, digits > 0 ? ".5,,,6.5000,," : "0.5,,,6.5,,"));
            nh_eval_destroy(eval);
        }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void remarks(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, circle);
    nh_eval *eval = must_make(model, NULL, 12);
    nh_eval_info info;
    const char *in = test_path("in.csv"), *out = test_path("out.csv");
    write_text(in, "x,y,x',y'\n0.6,0.8,0,0\n0,0,1,0\n0.28,0.96,-0.096,0.028\n");
    nh_context_clear_diags(context);
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_OK);
    assert_true(info.states == 3 && info.failed == 1 && info.inapplicable == 0);
    assert_string_equal(info.message, "the constraint 'round' contradicts those before it");
    bool has_time = false, has_state = false, has_zero = false, has_redundant = false;
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        has_time |= strstr(diag->sentence, "column 't'") != NULL;
        has_state |= strstr(diag->sentence, "state 2: the constraint") != NULL && diag->line == 3;
        has_zero |=
            strstr(diag->sentence, "'dE/dt': ") != NULL && strstr(diag->sentence, "distinguished from 0") != NULL;
        has_redundant |= strstr(diag->sentence, "'again' at the first") != NULL;
    }
    assert_true(!has_time && has_state && has_redundant);
    assert_true(has_zero == (info.zeros > 0));
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A motion that was written can be fed back: what was computed along it is computed again. */
static void fed_back(void **state) {
    (void)state;
    nh_context *context = test_context();
    const nh_builtin *builtin = nh_builtin_find("leibniz");
    nh_model *model = must_read(context, builtin->text);
    nh_run_def def = nh_default_run();
    def.to = 1;
    def.step = 0.25;
    nh_run *run = NULL;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    const char *in = test_path("motion.csv"), *out = test_path("again.csv");
    assert_int_equal(nh_run_write_csv(run, in), NH_OK);
    nh_eval *eval = must_make(model, NULL, 20);
    nh_eval_info info;
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_OK);
    assert_true(info.states == 5 && info.failed == 0 && info.digits_least == 20 && info.residual < 1e-15);
    double at[7], values[8];
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 7; k++) at[k] = nh_run_value(run, i, k);
        assert_int_equal(nh_eval_at(eval, at, values), NH_OK);
        assert_near(values[4], nh_run_value(run, i, 7)); /* lambda.speed */
        assert_near(values[5], nh_run_value(run, i, 8)); /* E */
    }
    nh_eval_destroy(eval);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* An interrupt: what was computed until then is written. */
static void interrupt_now(void *user, const nh_progress *progress) {
    if (progress->fraction > 0) nh_context_interrupt(*(nh_context **)user);
}

static void interrupted(void **state) {
    (void)state;
    nh_context *context = NULL;
    nh_context_def def = nh_default_context();
    def.progress = interrupt_now;
    def.progress_user = &context;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    nh_model *model = must_read(context, oscillator);
    nh_eval *eval = must_make(model, NULL, 0);
    nh_eval_info info;
    const char *in = test_path("in.csv"), *out = test_path("out.csv");
    write_text(in, "x',t,x\n0.5,0,3\n0,0.25,-0.1\n");
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_E_INTERRUPT);
    assert_int_equal(info.states, 1);
    assert_int_equal(info.given, 2);
    assert_true(info.is_written);
    assert_content(out, "t,x'',E,dE/dt,residual\n0,-2,3.125,0,0\n");
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A limit: so too, and nothing is said to be written where nothing is. */
static void limited(void **state) {
    (void)state;
    nh_context *context = NULL;
    nh_context_def def = nh_default_context();
    def.limits.work = 20000;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    nh_model *model = must_read(context, oscillator);
    nh_eval *eval = must_make(model, NULL, 0);
    nh_eval_info info;
    const char *in = test_path("in.csv"), *out = test_path("out.csv");
    FILE *file = fopen(in, "w");
    assert_non_null(file);
    fputs("x',t,x\n", file);
    for (int i = 0; i < 5000; i++) fputs("0.5,0,3\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_E_LIMIT);
    assert_true(info.states > 0 && info.states < 5000 && info.given == 5000 && info.is_written);
    file = fopen(out, "r");
    assert_non_null(file);
    size_t lines = 0;
    for (int c = fgetc(file); c != EOF; c = fgetc(file)) lines += c == '\n';
    fclose(file);
    assert_int_equal(lines, info.states + 1);
    write_text(in, "x',t,x\n0.5,0,none\n");
    assert_int_equal(nh_eval_file(eval, in, out, &info), NH_E_IO);
    assert_false(info.is_written);
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- what has no value ---- */

static const nh_diag *refuse_open(nh_context *context, const char *text) {
    nh_model *model = must_read(context, text);
    nh_eval_def def = nh_default_eval();
    nh_eval *eval = NULL;
    nh_context_clear_diags(context);
    assert_int_equal(nh_eval_make(model, &def, &eval), NH_E_MODEL);
    nh_model_destroy(model);
    return nh_context_diag(context, nh_context_diag_count(context) - 1);
}

/* The place and the hint of what has no value; what is not used may have none. */
static void open_names(void **state) {
    (void)state;
    nh_context *context = test_context();
    const nh_diag *diag = refuse_open(context, "param g = 1\nparam a = 2, k\ncoord x\nkinetic k*x'^2\n");
    assert_string_equal(diag->sentence, "parameters without a value: k");
    assert_int_equal(diag->line, 2);
    assert_int_equal(diag->column, 14);
    assert_string_equal(diag->hint, "--set k=...");
    diag = refuse_open(context, "function f(s, t)\ncoord x\nkinetic x'^2\nwatch a = f(x, t)\n");
    assert_string_equal(diag->sentence, "functions without a body: f");
    assert_int_equal(diag->line, 1);
    assert_string_equal(diag->hint, "--set \"f(s, t)=...\"");
    diag = refuse_open(context, "param k, c = 2*k\ncoord x\nkinetic x'^2\ninit x = c\n");
    assert_string_equal(diag->sentence, "parameters without a value: k");
    diag = refuse_open(context, "param k\ncoord x\nkinetic x'^2\nconstraint a: x' = k\n");
    assert_string_equal(diag->sentence, "parameters without a value: k");
    for (int digits = 0; digits <= 10; digits += 10) {
        nh_model *model = must_read(context, "param k, c = k/3, g = 1/3\nfunction f(s)\nparam a = 2*c\n"
                                             "coord x\nkinetic x'^2/2\npotential g*x\ncondition no: x' = k\n");
        nh_eval *eval = must_make(model, NULL, digits);
        double at[] = {0, 1, 2}, values[5];
        assert_int_equal(nh_eval_at(eval, at, values), NH_OK);
        assert_true(fabs(values[1] + 1.0 / 3) < 1e-10);
        nh_eval_destroy(eval);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* ---- failing memory ---- */

static void evaluate_body(nh_context *context, void *argument) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    nh_eval_def eval_def = nh_default_eval();
    nh_eval *eval = NULL;
    double at[] = {0, 0.6, 0.8, -0.8, 0.6}, values[8];
    eval_def.digits = *(const int *)argument;
    eval_def.form = "udwadia";
    nh_status status = nh_model_read(context, &def, circle, strlen(circle), &model);
    if (status == NH_OK) status = nh_eval_make(model, &eval_def, &eval);
    if (status == NH_OK) status = nh_eval_at(eval, at, values);
    nh_eval_destroy(eval);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void failing_memory(void **state) {
    (void)state;
    nh_install_hooks();
    for (int digits = 0; digits <= 10; digits += 10)
        assert_true(test_every_failure(evaluate_body, &digits, (uint64_t)test_count(40)) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls), cmocka_unit_test(names),       cmocka_unit_test(bead),
        cmocka_unit_test(no_solution), cmocka_unit_test(files),       cmocka_unit_test(remarks),
        cmocka_unit_test(fed_back),    cmocka_unit_test(interrupted), cmocka_unit_test(failing_memory),
        cmocka_unit_test(limited),     cmocka_unit_test(open_names),  cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
