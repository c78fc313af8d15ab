/* Models through the public interface: wrong calls, wrong texts, and what is said about right ones. */
#include <string.h>

#include <nonholo/model.h>

#include "support.h"

static const char two_points[] = "system \"Two points\"\n"
                                 "param m = 1, k\n"
                                 "coord x, y\n"
                                 "function C(t)\n"
                                 "point P = [x, y] mass m\n"
                                 "spring P, 0 stiffness k\n"
                                 "constraint line: x' = C(t)*y'\n"
                                 "constraint arm: |P| = 2\n"
                                 "condition speed: |P'| = 3\n"
                                 "watch v = P'\n"
                                 "claim c: x'' = 0\n"
                                 "init x = 1, x' ~ 0\n";

static nh_status read_text(nh_context *context, const char *text, nh_model **model) {
    nh_read_def def = nh_default_read();
    def.name = "test.nh";
    return nh_model_read(context, &def, text, strlen(text), model);
}

static nh_model *must_read(nh_context *context, const char *text) {
    nh_model *model = NULL;
    nh_status status = read_text(context, text, &model);
    if (status != NH_OK) fail_msg("%s", nh_context_diag(context, 0)->sentence);
    assert_non_null(model);
    return model;
}

/* ---- wrong calls ---- */

static void wrong_reads(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_read_def def = nh_default_read(), zero = {0};
    nh_model *model = (nh_model *)&def; /* anything but NULL */
    assert_int_equal(nh_model_read(NULL, &def, "", 0, &model), NH_E_USAGE);
    assert_null(model);
    assert_int_equal(nh_model_read(context, NULL, "", 0, &model), NH_E_USAGE);
    assert_string_equal(test_last_code(context), "usage");
    assert_int_equal(nh_model_read(context, &zero, "", 0, &model), NH_E_USAGE);
    assert_int_equal(nh_model_read(context, &def, NULL, 1, &model), NH_E_USAGE);
    assert_int_equal(nh_model_read(context, &def, "", 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_context_diag_count(context), 4);
    static const char *const hole[] = {"m=1", NULL};
    def.set = (nh_strings){hole, 2};
    assert_int_equal(nh_model_read(context, &def, "", 0, &model), NH_E_USAGE);
    def.set = (nh_strings){NULL, 1};
    assert_int_equal(nh_model_read(context, &def, "", 0, &model), NH_E_USAGE);
    assert_null(model);
    nh_context_destroy(context);
}

static void wrong_files(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_read_def def = nh_default_read(), zero = {0};
    nh_model *model = NULL;
    assert_int_equal(nh_model_read_file(NULL, &def, "x.nh", &model), NH_E_USAGE);
    assert_int_equal(nh_model_read_file(context, &zero, "x.nh", &model), NH_E_USAGE);
    assert_int_equal(nh_model_read_file(context, &def, NULL, &model), NH_E_USAGE);
    assert_int_equal(nh_model_read_file(context, &def, "x.nh", NULL), NH_E_USAGE);
    assert_int_equal(nh_model_read_file(context, &def, test_path("none.nh"), &model), NH_E_IO);
    assert_non_null(strstr(nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence, "none.nh"));
    assert_null(model);
    nh_context_destroy(context);
}

static void wrong_questions(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, two_points);
    nh_model_info info;
    nh_row_info row;
    const char *text = "";
    assert_int_equal(nh_model_get_info(NULL, &info), NH_E_USAGE);
    assert_int_equal(nh_model_get_info(model, NULL), NH_E_USAGE);
    assert_int_equal(nh_model_row(NULL, 0, &row), NH_E_USAGE);
    assert_int_equal(nh_model_row(model, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_model_row(model, nh_model_row_count(model), &row), NH_E_USAGE);
    assert_int_equal(nh_model_text(NULL, &text), NH_E_USAGE);
    assert_null(text);
    assert_int_equal(nh_model_text(model, NULL), NH_E_USAGE);
    assert_int_equal(nh_model_row_count(NULL), 0);
    assert_null(nh_model_coordinate(NULL, 0));
    assert_null(nh_model_coordinate(model, 2));
    nh_model_destroy(model);
    nh_model_destroy(NULL);
    nh_context_destroy(context);
}

/* ---- what is read ---- */

static void wrong_text(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = (nh_model *)&context;
    assert_int_equal(read_text(context, "coord theta\npotential cos(thta)\n", &model), NH_E_MODEL);
    assert_null(model);
    assert_int_equal(nh_context_diag_count(context), 1);
    const nh_diag *diag = nh_context_diag(context, 0);
    assert_string_equal(diag->file, "test.nh");
    assert_int_equal(diag->line, 2);
    assert_int_equal(diag->column, 15);
    assert_int_equal(diag->length, 4);
    assert_int_equal(diag->status, NH_E_MODEL);
    nh_context_destroy(context);
}

static void options(void **state) {
    (void)state;
    nh_context *context = test_context();
    static const char *const nothing[] = {"frob=1"}, *const label[] = {"speed"}, *const line[] = {"line"};
    nh_read_def def = nh_default_read();
    nh_model *model;
    def.set = (nh_strings){nothing, 1};
    assert_int_equal(nh_model_read(context, &def, two_points, strlen(two_points), &model), NH_E_USAGE);
    assert_null(model);
    def = nh_default_read();
    def.with = (nh_strings){label, 1};
    def.without = (nh_strings){line, 1};
    assert_int_equal(nh_model_read(context, &def, two_points, strlen(two_points), &model), NH_OK);
    nh_row_info row;
    assert_int_equal(nh_model_row(model, 0, &row), NH_OK);
    assert_true(strcmp(row.name, "line") == 0 && !row.imposed);
    assert_int_equal(nh_model_row(model, 2, &row), NH_OK);
    assert_true(strcmp(row.name, "speed") == 0 && row.imposed);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void info(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, two_points);
    nh_model_info info;
    assert_int_equal(nh_model_get_info(model, &info), NH_OK);
    assert_string_equal(info.title, "Two points");
    assert_int_equal(info.coordinates, 2);
    assert_string_equal(nh_model_coordinate(model, 1), "y");
    assert_true(info.parameters == 2 && info.parameters_open == 1);
    assert_true(info.functions == 1 && info.functions_open == 1);
    assert_true(info.points == 1 && info.bodies == 0 && info.links == 1 && info.forces == 0);
    assert_true(info.geometric == 1 && info.kinematic == 1 && info.conditions == 1);
    assert_true(info.watches == 3 && info.claims == 1 && info.invariants == 0 && info.initial_values == 2);
    assert_int_equal(info.rheonomic, NH_YES);
    assert_int_equal(info.quadratic, NH_YES);
    assert_true(info.operations > 0);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void symbols(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model =
        must_read(context, "param m = 3/2 \"mass, kg\", I = m*2, k\ncoord x\nfunction C(s)\nfunction D(s, u) = s*u\n"
                           "kinetic I*x'^2\npotential k*C(x)*D(x, 1)\n");
    nh_parameter_info parameter;
    assert_int_equal(nh_model_parameter(model, 0, &parameter), NH_OK);
    assert_string_equal(parameter.name, "m");
    assert_string_equal(parameter.value, "3/2");
    assert_string_equal(parameter.words, "mass, kg");
    assert_int_equal(nh_model_parameter(model, 1, &parameter), NH_OK);
    assert_string_equal(parameter.value, "2*m");
    assert_null(parameter.words);
    assert_int_equal(nh_model_parameter(model, 2, &parameter), NH_OK);
    assert_null(parameter.value);
    nh_function_info function;
    assert_int_equal(nh_model_function(model, 0, &function), NH_OK);
    assert_string_equal(function.name, "C");
    assert_true(function.open && function.arguments == 1);
    assert_int_equal(nh_model_function(model, 1, &function), NH_OK);
    assert_true(!function.open && function.arguments == 2);
    assert_int_equal(nh_model_parameter(model, 3, &parameter), NH_E_USAGE);
    assert_int_equal(nh_model_parameter(model, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_model_parameter(NULL, 0, &parameter), NH_E_USAGE);
    assert_int_equal(nh_model_function(model, 2, &function), NH_E_USAGE);
    assert_int_equal(nh_model_function(model, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_model_function(NULL, 0, &function), NH_E_USAGE);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void rows(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, two_points);
    static const struct {
        const char *name;
        nh_row_kind kind;
        double degree;
        nh_truth rheonomic;
        uint32_t line;
    } expected[] = {{"line", NH_ROW_LINEAR, 1, NH_YES, 7},
                    {"arm", NH_ROW_GEOMETRIC, 0, NH_NO, 8},
                    {"speed", NH_ROW_POWER_AFFINE, 2, NH_NO, 9}};
    assert_int_equal(nh_model_row_count(model), 3);
    for (size_t i = 0; i < 3; i++) {
        nh_row_info row;
        assert_int_equal(nh_model_row(model, i, &row), NH_OK);
        assert_string_equal(row.name, expected[i].name);
        assert_int_equal(row.kind, expected[i].kind);
        assert_true(row.degree == expected[i].degree);
        assert_int_equal(row.rheonomic, expected[i].rheonomic);
        assert_string_equal(row.file, "test.nh");
        assert_int_equal(row.line, expected[i].line);
        assert_true(row.imposed == (i < 2) && row.text[0] != '\0');
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The text of a model gives the same text when it is read again. */
static void text_again(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (size_t i = 0; i <= nh_builtin_count(); i++) {
        nh_model *model = must_read(context, i < nh_builtin_count() ? nh_builtin_at(i)->text : two_points);
        const char *once, *twice;
        assert_int_equal(nh_model_text(model, &once), NH_OK);
        nh_model *again = must_read(context, once);
        assert_int_equal(nh_model_text(again, &twice), NH_OK);
        assert_string_equal(once, twice);
        nh_model_destroy(model);
        nh_model_destroy(again);
    }
    nh_context_destroy(context);
}

/* An interrupt that was requested ends the reading; the context can be used again. */
static void interrupted(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_read_def def = nh_default_read();
    const nh_builtin *chain = nh_builtin_find("chain");
    static const char *const many[] = {"N=3000"};
    def.set = (nh_strings){many, 1};
    nh_model *model;
    nh_context_interrupt(context);
    assert_int_equal(nh_model_read(context, &def, chain->text, strlen(chain->text), &model), NH_E_INTERRUPT);
    assert_null(model);
    nh_context_clear_interrupt(context);
    assert_int_equal(nh_model_read(context, &def, chain->text, strlen(chain->text), &model), NH_OK);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Every request for memory fails once: reading and all questions end with a status and leak nothing. */
static void ask_everything(nh_context *context, void *unused) {
    (void)unused;
    nh_model *model;
    nh_model_info all;
    nh_row_info row;
    const char *text;
    nh_status status = read_text(context, two_points, &model);
    if (status == NH_OK) status = nh_model_get_info(model, &all);
    for (size_t i = 0; status == NH_OK && i < nh_model_row_count(model); i++) status = nh_model_row(model, i, &row);
    if (status == NH_OK) status = nh_model_text(model, &text);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory_fails(void **state) {
    (void)state;
    assert_true(test_every_failure(ask_everything, NULL, 100) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_reads),  cmocka_unit_test(wrong_files), cmocka_unit_test(wrong_questions),
        cmocka_unit_test(wrong_text),   cmocka_unit_test(options),     cmocka_unit_test(info),
        cmocka_unit_test(rows),         cmocka_unit_test(text_again),  cmocka_unit_test(interrupted),
        cmocka_unit_test(memory_fails), cmocka_unit_test(symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
