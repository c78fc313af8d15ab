/* Every result in print, through the public interface: text and JSON, again and again, in any locale, with wrong
 * arguments and without memory. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../out/json_reader.h"
#include "support.h"

static const char skate[] =
    "system \"Skate\"\nparam m = 2\ncoord x, y, φ\nkinetic m/2*(x'^2 + y'^2) + φ'^2/2\npotential x\n"
    "constraint skate: x'*sin(φ) = y'*cos(φ)\ncondition still: φ' = 0\n"
    "init x = 1, φ = 0.5, x' ~ 1, φ' = 2\nwatch s = x + y\ninvariant spin: φ'\nevent half: φ - 1\n";

/* One object of each kind, of one model. */
typedef struct objects {
    nh_context *context;
    nh_model *model;
    nh_check *check;
    nh_run *run;
    nh_compare *compare;
    nh_eval *eval;
    nh_verify *verify;
    nh_judge *judge;
    nh_implies *implies;
    nh_displacements *displacements;
} objects;

static nh_status read_skate(nh_context *context, nh_model **model) {
    static const char *const equations[] = {"φ'' = 0", "x'' = 1/3"};
    nh_read_def def = nh_default_read();
    def.equations = (nh_strings){equations, 2};
    return nh_model_read(context, &def, skate, strlen(skate), model);
}

static nh_status compare_skate(objects *o) {
    static const char *const forms[] = {"chetaev", "vakonomic"};
    nh_compare_def def = nh_default_compare();
    def.forms = forms;
    def.form_count = 2;
    def.run.to = 1;
    return nh_compare_make(o->model, &def, &o->compare);
}

static nh_status judge_skate(objects *o) {
    nh_judge_def def = nh_default_judge();
    def.samples = 1;
    def.digits = 10;
    def.has_repairs = false;
    return nh_judge_make(o->model, &def, &o->judge);
}

static nh_status imply_skate(objects *o) {
    static const char *const then[] = {"still"};
    nh_implies_def def = nh_default_implies();
    def.then = (nh_strings){then, 1};
    return nh_implies_make(o->model, &def, &o->implies);
}

static const char *states_file(void) {
    const char *path = test_path("states.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("x,y,φ,x',y',φ'\n1,2,0,1.5,0,2\n0,0,0,1,1,2\n", file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static nh_status make(objects *o) {
    nh_check_def check = nh_default_check();
    nh_run_def run = nh_default_run();
    nh_eval_def eval = nh_default_eval();
    nh_verify_def verify = nh_default_verify();
    nh_displacements_def displacements = nh_default_displacements();
    run.to = 1;
    check.without_places = true;
    verify.samples = 1;
    verify.digits = 10;
    nh_status status = read_skate(o->context, &o->model);
    if (status == NH_OK) status = nh_check_make(o->model, &check, &o->check);
    if (status == NH_OK) status = nh_run_make(o->model, &run, &o->run);
    if (status == NH_OK) status = compare_skate(o);
    if (status == NH_OK) status = nh_eval_make(o->model, &eval, &o->eval);
    if (status == NH_OK) status = nh_eval_file(o->eval, states_file(), NULL, NULL);
    if (status == NH_OK) status = nh_verify_make(o->model, &verify, &o->verify);
    if (status == NH_OK) status = judge_skate(o);
    if (status == NH_OK) status = imply_skate(o);
    if (status == NH_OK) status = nh_displacements_make(o->model, &displacements, &o->displacements);
    return status;
}

static void destroy(objects *o) {
    nh_displacements_destroy(o->displacements);
    nh_implies_destroy(o->implies);
    nh_judge_destroy(o->judge);
    nh_verify_destroy(o->verify);
    nh_eval_destroy(o->eval);
    nh_compare_destroy(o->compare);
    nh_run_destroy(o->run);
    nh_check_destroy(o->check);
    nh_model_destroy(o->model);
}

/* ---- all of them ---- */

enum { PRINTERS = 10 };

static nh_status print_one(const objects *o, int which, nh_print_as as, const char **text) {
    switch (which) {
        case 0: return nh_check_print(o->check, as, text);
        case 1: return nh_run_print(o->run, as, text);
        case 2: return nh_compare_print(o->compare, as, text);
        case 3: return nh_eval_print(o->eval, as, text);
        case 4: return nh_verify_print(o->verify, as, text);
        case 5: return nh_judge_print(o->judge, as, text);
        case 6: return nh_implies_print(o->implies, as, text);
        case 7: return nh_displacements_print(o->displacements, as, text);
        case 8: return nh_builtin_print(o->context, as, text);
        default: return nh_context_print(o->context, as, NULL, text);
    }
}

/* One print survives the other, and the same object has the same text. */
PROTECTED_TEST(prints) {
    objects o = {.context = context};
    nh_arena *arena = nh_arena_create(context);
    assert_int_equal(make(&o), NH_OK);
    for (int i = 0; i < PRINTERS; i++) {
        const char *text = NULL, *json = NULL, *again = NULL;
        assert_int_equal(print_one(&o, i, NH_PRINT_TEXT, &text), NH_OK);
        assert_int_equal(print_one(&o, i, NH_PRINT_JSON, &json), NH_OK);
        assert_int_equal(print_one(&o, i, NH_PRINT_TEXT, &again), NH_OK);
        assert_string_equal(text, again);
        assert_true(text[0] == '\0' || text[strlen(text) - 1] == '\n');
        const json_value *root = json_read(arena, json, strlen(json));
        if (root == NULL) fail_msg("no JSON: %s", json);
        if (i < 8) assert_string_equal(json_text(root, "system"), "Skate");
        if (i < 8) assert_int_equal(json_at(root, "warnings")->kind, '[');
    }
    destroy(&o);
    nh_arena_destroy(arena);
}

static void wrong_calls(void **state) {
    (void)state;
    objects o = {.context = test_context()}, none = {0};
    assert_int_equal(make(&o), NH_OK);
    for (int i = 0; i < PRINTERS; i++) {
        const char *text = "anything";
        assert_int_equal(print_one(&none, i, NH_PRINT_TEXT, &text), NH_E_USAGE);
        assert_null(text);
        assert_int_equal(print_one(&o, i, NH_PRINT_TEXT, NULL), NH_E_USAGE);
        text = "anything";
        assert_int_equal(print_one(&o, i, (nh_print_as)2, &text), NH_E_USAGE);
        assert_null(text);
        assert_string_equal(test_last_code(o.context), "usage");
    }
    destroy(&o);
    nh_context_destroy(o.context);
}

/* ---- locales ---- */

/* A locale with a comma; false when the system has not got the means. */
static bool enter_comma(void) {
    char command[512];
    FILE *source = fopen(test_path("source"), "w");
    assert_non_null(source);
    fputs("LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n", source);
    assert_int_equal(fclose(source), 0);
    snprintf(command, sizeof command, "localedef -c -i %s -f ANSI_X3.4-1968 %s >/dev/null 2>&1", test_path("source"),
             test_path("made"));
    if (system(command) == -1) return false;
    setenv("LOCPATH", test_folder(), 1);
    return setlocale(LC_NUMERIC, "made") != NULL;
}

static void locales(void **state) {
    (void)state;
    objects o = {.context = test_context()};
    assert_int_equal(make(&o), NH_OK);
    const char *plain[2 * PRINTERS], *other;
    for (int i = 0; i < 2 * PRINTERS; i++)
        assert_int_equal(print_one(&o, i / 2, (nh_print_as)(i % 2), &plain[i]), NH_OK);
    bool is_entered = enter_comma();
    for (int i = 0; is_entered && i < 2 * PRINTERS; i++) {
        assert_int_equal(print_one(&o, i / 2, (nh_print_as)(i % 2), &other), NH_OK);
        assert_string_equal(plain[i], other);
    }
    setlocale(LC_ALL, "C");
    destroy(&o);
    nh_context_destroy(o.context);
    if (!is_entered) skip();
}

/* ---- files ---- */

static void must_have(const char *text, const char *words) {
    if (strstr(text, words) == NULL) fail_msg("'%s' is not in:\n%s", words, text);
}

/* What was written until then is told, with the columns that are in it. */
PROTECTED_TEST(files) {
    objects o = {.context = context};
    const char *text;
    size_t columns[2] = {0, 2};
    assert_int_equal(make(&o), NH_OK);
    assert_int_equal(nh_run_print(o.run, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "nothing written");
    assert_int_equal(nh_run_write_picture(o.run, test_path("a.svg")), NH_OK);
    assert_int_equal(nh_run_write_columns(o.run, test_path("a.csv"), 2, columns), NH_OK);
    assert_int_equal(nh_run_print(o.run, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "picture: ");
    must_have(text, "a.csv, ");
    must_have(text, " rows of 2 columns\n");
    assert_int_equal(nh_run_print(o.run, NH_PRINT_JSON, &text), NH_OK);
    must_have(text, "\"columns\": [\"t\", \"y\"]");
    assert_int_equal(nh_compare_write_columns(o.compare, test_path("b.csv"), 1, columns), NH_OK);
    assert_int_equal(nh_compare_print(o.compare, NH_PRINT_JSON, &text), NH_OK);
    must_have(text, "\"columns\": [\"form\", \"t\"]");
    destroy(&o);
}

/* Columns that a def names decide what is written. */
PROTECTED_TEST(named_columns) {
    static const char *const forms[] = {"chetaev", "vakonomic"}, *const names[] = {"mu.skate", "t"};
    nh_model *model;
    nh_compare *compare;
    nh_compare_def def = nh_default_compare();
    const char *text;
    char line[64];
    def.forms = forms, def.form_count = 2;
    def.run.columns = names, def.run.column_count = 2, def.run.to = 1;
    assert_int_equal(read_skate(context, &model), NH_OK);
    assert_int_equal(nh_compare_make(model, &def, &compare), NH_OK);
    assert_int_equal(nh_compare_write_csv(compare, test_path("c.csv")), NH_OK);
    FILE *file = fopen(test_path("c.csv"), "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_string_equal(line, "form,mu.skate,t\n");
    assert_int_equal(nh_compare_print(compare, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "rows of 3 columns\n");
    nh_compare_destroy(compare);
    nh_model_destroy(model);
}

static void skip_row(void *user, size_t count, const char *const *fields) {
    (void)fields;
    *(size_t *)user += count;
}

/* Rows are part of the JSON where nobody else has them. */
PROTECTED_TEST(rows) {
    objects o = {.context = context};
    const char *text;
    size_t seen = 0;
    assert_int_equal(make(&o), NH_OK);
    assert_int_equal(nh_eval_print(o.eval, NH_PRINT_JSON, &text), NH_OK);
    must_have(text, "\"rows\": [\n    [0, ");
    assert_int_equal(nh_eval_file(o.eval, states_file(), test_path("e.csv"), NULL), NH_OK);
    assert_int_equal(nh_eval_print(o.eval, NH_PRINT_JSON, &text), NH_OK);
    must_have(text, "\"rows\": null");
    nh_eval_def def = nh_default_eval();
    nh_eval *other;
    def.row = skip_row, def.row_user = &seen;
    assert_int_equal(nh_eval_make(o.model, &def, &other), NH_OK);
    assert_int_equal(nh_eval_file(other, states_file(), NULL, NULL), NH_OK);
    assert_int_equal(nh_eval_print(other, NH_PRINT_JSON, &text), NH_OK);
    must_have(text, "\"rows\": null");
    assert_int_equal(seen, 2 * nh_eval_columns(other));
    nh_eval_destroy(other);
    destroy(&o);
}

/* The start, states that were read, a table. */
PROTECTED_TEST(displaced) {
    objects o = {.context = context};
    const char *text;
    size_t count;
    const double *states;
    assert_int_equal(make(&o), NH_OK);
    assert_int_equal(nh_displacements_print(o.displacements, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "\nthe initial state: t = 0, x = 1,");
    assert_int_equal(nh_displacements_read(o.displacements, states_file(), &count, &states), NH_OK);
    assert_int_equal(nh_displacements_print(o.displacements, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "\nstate 2: t = 0, x = 0,");
    assert_int_equal(nh_displacements_failed(o.displacements), 0);
    assert_int_equal(nh_displacements_write(o.displacements, count, states, test_path("d.csv")), NH_OK);
    assert_int_equal(nh_displacements_print(o.displacements, NH_PRINT_TEXT, &text), NH_OK);
    must_have(text, "states: 2\nwritten: ");
    nh_context_interrupt(context);
    assert_int_equal(nh_displacements_print(o.displacements, NH_PRINT_JSON, &text), NH_E_INTERRUPT);
    assert_null(text);
    nh_context_clear_interrupt(context);
    destroy(&o);
}

/* ---- diagnostics ---- */

/* The line with a mark, wherever the text is from; wide characters take two columns, accents none. */
static void diagnostics(void **state) { /* not inside of a protected call, which holds the diagnostics */
    (void)state;
    nh_context *context = test_context();
    static const char wrong[] = "coord x\nparam 日e\u0301 = zz\n", name[] = "--set m=1+2+3";
    const char *text;
    nh_diag_text texts[] = {{"a.nh", wrong, strlen(wrong)}, {name, name + 6, strlen(name) - 6}};
    nh_diag first = {
        .code = "one", .file = "a.nh", .line = 2, .column = 13, .length = 2, .sentence = "no zz", .hint = "write z"};
    nh_diag second = {.code = "two",
                      .severity = NH_SEVERITY_WARNING,
                      .file = "--set m=1...",
                      .line = 1,
                      .column = 1,
                      .sentence = "m is long"};
    nh_diags_def def = {.texts = texts, .text_count = 2};
    assert_int_equal(nh_context_add_diag(context, NULL), NH_E_USAGE);
    nh_context_clear_diags(context);
    assert_int_equal(nh_context_add_diag(context, &first), NH_OK);
    assert_int_equal(nh_context_add_diag(context, &second), NH_OK);
    assert_int_equal(nh_context_print(context, NH_PRINT_TEXT, &def, &text), NH_OK);
    assert_string_equal(text, "a.nh:2:13: error: no zz\n  param 日e\u0301 = zz\n              ^~\n  hint: write z\n"
                              "--set m=1...: warning: m is long\n  m=1+2+3\n  ^\n");
    const char *const codes[] = {"none", "two"};
    def.left_out = codes;
    def.left_out_count = 2;
    def.first = 1;
    assert_int_equal(nh_context_print(context, NH_PRINT_TEXT, &def, &text), NH_OK);
    assert_non_null(strstr(text, "warning: m is long")); /* no note */
    second.severity = NH_SEVERITY_NOTE;
    assert_int_equal(nh_context_add_diag(context, &second), NH_OK);
    def.first = 2;
    assert_int_equal(nh_context_print(context, NH_PRINT_TEXT, &def, &text), NH_OK);
    assert_string_equal(text, "");
    def.left_out_count = 1;
    assert_int_equal(nh_context_print(context, NH_PRINT_TEXT, &def, &text), NH_OK);
    assert_non_null(strstr(text, "note: m is long"));
    def.errors_alone = true;
    def.first = 1;
    assert_int_equal(nh_context_print(context, NH_PRINT_TEXT, &def, &text), NH_OK);
    assert_string_equal(text, "");
    assert_int_equal(nh_context_print(context, NH_PRINT_JSON, NULL, &text), NH_OK);
    must_have(
        text,
        "{\"code\": \"one\", \"file\": \"a.nh\", \"line\": 2, \"column\": 13, \"length\": 2, \"message\": \"no zz\"");
    nh_context_destroy(context);
}

/* ---- models ---- */

PROTECTED_TEST(models) {
    const nh_builtin *leibniz = nh_builtin_find("leibniz");
    nh_model *model;
    nh_read_def def = nh_default_read();
    nh_arena *arena = nh_arena_create(context);
    const char *text, *expanded;
    nh_builtin_motion motion;
    assert_int_equal(nh_model_read(context, &def, leibniz->text, strlen(leibniz->text), &model), NH_OK);
    assert_int_equal(nh_model_show(model, "leibniz", false, &text), NH_OK);
    const json_value *root = json_read(arena, text, strlen(text));
    assert_string_equal(json_text(root, "source"), leibniz->source);
    assert_string_equal(json_text(root, "text"), leibniz->text);
    assert_int_equal(nh_model_show(model, "other", true, &text), NH_OK);
    assert_int_equal(nh_model_text(model, &expanded), NH_OK);
    root = json_read(arena, text, strlen(text));
    assert_int_equal(json_at(root, "source")->kind, 'n');
    assert_string_equal(json_text(root, "text"), expanded);
    assert_int_equal(nh_model_show(NULL, "a", true, &text), NH_E_USAGE);
    nh_model_destroy(model);
    assert_int_equal(nh_builtin_move(context, NULL, &motion), NH_E_USAGE);
    assert_int_equal(nh_builtin_move(context, leibniz, &motion), NH_OK);
    assert_true(motion.coordinates == 3 && motion.constraints == 1 && motion.claims < 1e-6);
    assert_int_equal(nh_builtin_print_motions(context, NH_PRINT_TEXT, 1, &motion, &text), NH_OK);
    must_have(text, "\nleibniz            3            1         2 ");
    assert_int_equal(nh_builtin_print_motions(context, NH_PRINT_JSON, 1, &motion, &text), NH_OK);
    assert_non_null(json_read(arena, text, strlen(text)));
    assert_int_equal(nh_builtin_print_motions(context, NH_PRINT_JSON, 1, NULL, &text), NH_E_USAGE);
    nh_arena_destroy(arena);
}

/* ---- memory ---- */

static void print_once(nh_context *context, void *argument) {
    (void)argument;
    nh_model *model = NULL;
    nh_run_def def = nh_default_run();
    nh_run *run = NULL;
    const char *text = NULL;
    def.to = 0.1;
    nh_status status = read_skate(context, &model);
    if (status == NH_OK) status = nh_run_make(model, &def, &run);
    if (status == NH_OK) status = nh_run_print(run, NH_PRINT_TEXT, &text);
    if (status == NH_OK) status = nh_run_print(run, NH_PRINT_JSON, &text);
    if (status == NH_OK) status = nh_context_print(context, NH_PRINT_TEXT, NULL, &text);
    nh_run_destroy(run);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void memory(void **state) {
    (void)state;
    assert_true(test_every_failure(print_once, NULL, (uint64_t)test_count(100)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints),        cmocka_unit_test(wrong_calls), cmocka_unit_test(locales),
        cmocka_unit_test(files),         cmocka_unit_test(rows),        cmocka_unit_test(displaced),
        cmocka_unit_test(named_columns), cmocka_unit_test(diagnostics), cmocka_unit_test(models),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests_name("print", tests, NULL, NULL);
}
