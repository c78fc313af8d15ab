/* The analysis at the border: wrong calls, answers for small systems that are known, strings that
 * live as long as the check. */
#include <stdio.h>
#include <string.h>

#include <nonholo/check.h>

#include "support.h"

/* Constant speed under gravity: one nonlinear row, a root with a sign. */
static const char speed[] =
    "system \"Speed\"\nparam c = 2, g = 9.81\ncoord x, y\npoint P = [x, y] mass 1\ngravity [0, -g]\n"
    "constraint speed: x'^2 + y'^2 = c^2\ninit x' = 0, y' ~ -2\n";
/* A bead on a circle, twice: the second row is redundant. */
static const char bead[] = "coord x, y\npoint P = [x, y] mass 2\nconstraint round: x^2 + y^2 = 1\n"
                           "constraint again: 2*x*x' + 2*y*y' = 0\ncondition fast: y' = 1\ninit x = 1, y' = 1\n";
static const char skate[] = "coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\n"
                            "constraint blade: y'*cos(phi) = x'*sin(phi)\ninit x' = 1\n";
/* Homogeneous, though the first row is not as it is written. */
static const char hidden[] = "coord x, y, w\nkinetic (x'^2 + y'^2 + w'^2)/2\nconstraint a: x' = y' + w'^2\n"
                             "constraint b: w' = 0\ninit x' = 1\n";

static nh_model *must_read(nh_context *context, const char *text) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return model;
}

static nh_check *must_check(nh_model *model) {
    nh_check_def def = nh_default_check();
    nh_check *check = NULL;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    assert_non_null(check);
    return check;
}

static void assert_fact(nh_fact fact, nh_truth truth, nh_evidence by) {
    assert_int_equal(fact.truth, truth);
    assert_int_equal(fact.by, by);
}

static void assert_count(nh_count count, size_t value) {
    assert_int_equal(count.value, value);
    assert_int_equal(count.by, NH_EVIDENCE_PROVED);
}

static const char *last_sentence(const nh_context *context) {
    return nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
}

/* ---- wrong calls ---- */

static void refuse(nh_context *context, nh_model *model, const nh_check_def *def) {
    nh_check *check = (nh_check *)&context; /* anything but NULL */
    assert_int_equal(nh_check_make(model, def, &check), NH_E_USAGE);
    assert_null(check);
    assert_non_null(strstr(last_sentence(context), "nh_default_check"));
}

static void wrong_makers(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check_def def = nh_default_check(), zero = {0};
    nh_check *check = (nh_check *)&context;
    assert_int_equal(def.seed, 1);
    assert_int_equal(nh_check_make(NULL, &def, &check), NH_E_USAGE);
    assert_null(check);
    assert_int_equal(nh_check_make(model, &def, NULL), NH_E_USAGE);
    assert_non_null(strstr(last_sentence(context), "NULL"));
    refuse(context, model, NULL);
    refuse(context, model, &zero);
    nh_check_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Nothing is found `behind` places after the last of each list. */
static void assert_nothing_behind(const nh_check *check, size_t behind) {
    nh_check_info info = nh_check_get_info(check);
    nh_check_row row;
    nh_check_dependent dependent;
    nh_check_condition condition;
    nh_check_component component;
    assert_int_equal(nh_check_get_row(check, nh_check_row_count(check) + behind, &row), NH_E_USAGE);
    assert_int_equal(nh_check_get_dependent(check, info.dependent + behind, &dependent), NH_E_USAGE);
    assert_int_equal(nh_check_get_condition(check, info.conditions + behind, &condition), NH_E_USAGE);
    assert_int_equal(nh_check_get_component(check, info.components + behind, &component), NH_E_USAGE);
    assert_null(nh_check_independent(check, info.independent + behind));
    assert_null(nh_check_chaplygin_independent(check, info.chaplygin_independent + behind));
    assert_null(nh_check_homogeneous(check, info.homogeneous_rows + behind));
}

static void wrong_questions(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(NULL);
    assert_int_equal(info.state, NH_CHECK_NONE);
    assert_int_equal(info.form, NH_FORM_UNKNOWN);
    assert_int_equal(info.m.by, NH_EVIDENCE_NONE);
    assert_int_equal(info.conditions + info.components + info.dependent, 0);
    assert_int_equal(nh_check_row_count(NULL), 0);
    assert_nothing_behind(NULL, 0);
    assert_nothing_behind(check, 0);
    assert_nothing_behind(check, 1000);
    assert_non_null(strstr(last_sentence(context), "there is no"));
    assert_int_equal(nh_check_get_row(check, 0, NULL), NH_E_USAGE);
    assert_non_null(strstr(last_sentence(context), "NULL"));
    assert_int_equal(nh_check_get_dependent(check, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_check_get_condition(check, 0, NULL), NH_E_USAGE);
    assert_int_equal(nh_check_get_component(check, 0, NULL), NH_E_USAGE);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void names(void **state) {
    (void)state;
    assert_string_equal(nh_evidence_name(NH_EVIDENCE_NONE), "unknown");
    assert_string_equal(nh_evidence_name(NH_EVIDENCE_PROVED), "proved");
    assert_string_equal(nh_evidence_name(NH_EVIDENCE_CERTIFIED), "certified");
    assert_string_equal(nh_check_form_name(NH_FORM_LINEAR), "linear");
    assert_string_equal(nh_check_form_name(NH_FORM_RATIONAL), "rational");
    assert_string_equal(nh_check_form_name(NH_FORM_RADICAL), "radical");
    assert_string_equal(nh_check_form_name(NH_FORM_IMPLICIT), "implicit");
    assert_string_equal(nh_check_form_name(NH_FORM_UNKNOWN), "unknown");
    assert_string_equal(nh_check_form_name((nh_check_form)77), "unknown");
}

/* ---- answers ---- */

static void nonlinear_row(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, speed);
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(check);
    nh_check_row row;
    nh_check_dependent dependent;
    assert_int_equal(info.n, 2);
    assert_count(info.m, 1);
    assert_count(info.k, 1);
    assert_count(info.geometric, 0);
    assert_int_equal(info.kind, NH_ROW_POWER_AFFINE);
    assert_true(info.degree == 2);
    assert_fact(info.homogeneous, NH_NO, NH_EVIDENCE_CERTIFIED);
    assert_int_equal(info.state, NH_CHECK_START);
    assert_false(info.rank_drops_at_start);
    assert_false(info.independent_refused);
    assert_fact(info.alpha_bar_equals_alpha, NH_NO, NH_EVIDENCE_CERTIFIED);
    assert_fact(info.energy_conserved, NH_NO, NH_EVIDENCE_CERTIFIED);
    assert_int_equal(info.regular.truth, NH_YES);
    assert_fact(info.regular_free, NH_YES, NH_EVIDENCE_PROVED); /* as it is everywhere */
    assert_fact(info.regular_free_everywhere, NH_YES, NH_EVIDENCE_PROVED);
    assert_int_equal(info.chaplygin.truth, NH_NO);
    assert_int_equal(info.form, NH_FORM_RADICAL);
    assert_int_equal(info.independent, 1);
    assert_int_equal(info.dependent, 1);
    assert_string_equal(nh_check_independent(check, 0), "x'");
    assert_int_equal(nh_check_get_dependent(check, 0, &dependent), NH_OK);
    assert_string_equal(dependent.name, "y'");
    assert_string_equal(dependent.row, "speed");
    assert_string_equal(dependent.alpha, "sigma.y*sqrt(c^2 - x'^2)");
    assert_int_equal(dependent.form, NH_FORM_RADICAL);
    assert_int_equal(dependent.sign, -1);
    assert_int_equal(nh_check_row_count(check), 1);
    assert_int_equal(nh_check_get_row(check, 0, &row), NH_OK);
    assert_string_equal(row.name, "speed");
    assert_int_equal(row.kind, NH_ROW_POWER_AFFINE);
    assert_true(row.degree == 2);
    assert_fact(row.homogeneous, NH_NO, NH_EVIDENCE_CERTIFIED);
    assert_fact(row.rheonomic, NH_NO, NH_EVIDENCE_PROVED);
    assert_fact(row.redundant, NH_NO, NH_EVIDENCE_PROVED);
    assert_null(row.combination);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Conditions that are not imposed are not among the rows. */
static void redundant_row(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, bead);
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(check);
    nh_check_row row;
    assert_count(info.m, 1);
    assert_count(info.k, 0);
    assert_count(info.geometric, 1);
    assert_int_equal(nh_check_row_count(check), 2);
    assert_int_equal(nh_check_get_row(check, 0, &row), NH_OK);
    assert_int_equal(row.kind, NH_ROW_GEOMETRIC);
    assert_int_equal(nh_check_get_row(check, 1, &row), NH_OK);
    assert_string_equal(row.name, "again");
    assert_fact(row.redundant, NH_YES, NH_EVIDENCE_PROVED);
    assert_string_equal(row.combination, "round");
    assert_fact(info.energy_conserved, NH_YES, NH_EVIDENCE_PROVED);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void linear_row(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(check);
    assert_fact(info.chaplygin, NH_YES, NH_EVIDENCE_PROVED);
    assert_int_equal(info.chaplygin_independent, 2);
    assert_non_null(nh_check_chaplygin_independent(check, 0));
    assert_string_equal(nh_check_chaplygin_independent(check, 1), "phi'");
    assert_null(nh_check_chaplygin_independent(check, 2));
    assert_fact(info.alpha_bar_equals_alpha, NH_YES, NH_EVIDENCE_PROVED);
    assert_int_equal(info.homogeneous_rows, 0);
    assert_null(nh_check_homogeneous(check, 0));
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void homogeneous_rows(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, hidden);
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(check);
    assert_fact(info.alpha_bar_equals_alpha, NH_YES, NH_EVIDENCE_PROVED);
    assert_int_equal(info.homogeneous_rows, 1);
    assert_non_null(nh_check_homogeneous(check, 0));
    assert_null(strstr(nh_check_homogeneous(check, 0), "w'^2"));
    assert_null(nh_check_homogeneous(check, 1));
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static nh_check_formulation formulation_of(const nh_check *check, const char *name) {
    nh_check_formulation found = {0};
    for (size_t i = 0; i < nh_check_formulation_count(check); i++) {
        assert_int_equal(nh_check_get_formulation(check, i, &found), NH_OK);
        if (strcmp(found.name, name) == 0) return found;
    }
    fail_msg("there is no formulation '%s'", name);
    return found;
}

/* The system is one of Chaplygin's, with x' dependent; at p = 0 the row cannot be solved for x', and the
 * formulation does not apply there. */
static void not_at_the_start(void **state) {
    (void)state;
    static const char text[] =
        "coord x, y, p\nkinetic (x'^2 + y'^2 + p'^2)/2\npotential y\n"
        "constraint c: x'*sin(p) = y'*cos(p)\ninit x = 0, y = 0, p = %s, x' = 1, y' ~ 0, p' = 1\n";
    nh_context *context = test_context();
    for (int i = 0; i < 2; i++) {
        char whole[400];
        snprintf(whole, sizeof whole, text, i == 0 ? "0" : "1");
        nh_model *model = must_read(context, whole);
        nh_check *check = must_check(model);
        assert_int_equal(nh_check_get_info(check).chaplygin.truth, NH_YES);
        assert_int_equal(formulation_of(check, "chaplygin").applies.truth, i == 0 ? NH_NO : NH_YES);
        nh_check_destroy(check);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* L has the domain of what is written, and a start outside of it is no admissible state. */
static void start_without_energy(void **state) {
    (void)state;
    static const char *const potentials[] = {"x^2/x", "exp(log(x))", "sqrt(x - 0.01)^2", "1/x", "x"};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof potentials / sizeof *potentials; i++) {
        char text[200];
        snprintf(text, sizeof text, "coord x\nkinetic x'^2/2\npotential %s\ninit x = 0, x' = 1\n", potentials[i]);
        nh_model *model = must_read(context, text);
        nh_check *check = must_check(model);
        bool has_value = strcmp(potentials[i], "x") == 0;
        assert_int_equal(nh_check_get_info(check).state, has_value ? NH_CHECK_START : NH_CHECK_RANDOM);
        if (!has_value) assert_non_null(strstr(last_sentence(context), "no value at the initial state"));
        nh_check_destroy(check);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* A function without a body leaves no state; the call succeeds all the same. */
static void no_state(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "function C(t)\ncoord x, y\nkinetic (x'^2 + y'^2)/2\n"
                                         "constraint speed: x'^2 + y'^2 = C(t)\n");
    nh_check *check = must_check(model);
    nh_check_info info = nh_check_get_info(check);
    assert_int_equal(info.state, NH_CHECK_NONE);
    assert_int_equal(info.form, NH_FORM_UNKNOWN);
    assert_int_equal(info.m.by, NH_EVIDENCE_NONE);
    assert_fact(info.regular, NH_UNKNOWN, NH_EVIDENCE_NONE);
    assert_int_equal(info.independent + info.dependent, 0);
    assert_null(nh_check_independent(check, 0));
    assert_int_equal(nh_check_row_count(check), 1);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A start that cannot be is a warning; the answers are about another state. */
static void bad_start(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint round: x^2 + y^2 = 1\n"
                                         "init x = 3, y = 0\n");
    nh_check *check = must_check(model);
    assert_int_equal(nh_check_get_info(check).state, NH_CHECK_RANDOM);
    assert_int_equal(nh_check_get_info(check).m.value, 1);
    assert_true(nh_context_diag_count(context) > 0);
    assert_int_equal(nh_context_diag(context, 0)->severity, NH_SEVERITY_WARNING);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Two checks of one model, with two seeds: what one says survives the other, and every number below
 * a count has an answer. */
static void answers_survive(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check *first = must_check(model), *second = NULL;
    const char *name = nh_check_independent(first, 0);
    nh_check_dependent before, after;
    assert_int_equal(nh_check_get_dependent(first, 0, &before), NH_OK);
    nh_check_def def = nh_default_check();
    def.seed = 99;
    assert_int_equal(nh_check_make(model, &def, &second), NH_OK);
    assert_int_equal(nh_check_get_dependent(second, 0, &after), NH_OK);
    assert_string_equal(before.alpha, after.alpha);
    nh_check_destroy(second);
    assert_string_equal(name, "x'");
    assert_string_equal(before.name, "y'");
    assert_string_equal(before.row, "blade");
    nh_check_info info = nh_check_get_info(first);
    nh_check_condition condition;
    nh_check_component component;
    for (size_t i = 0; i < info.conditions; i++) {
        assert_int_equal(nh_check_get_condition(first, i, &condition), NH_OK);
        assert_non_null(condition.text);
        assert_true(condition.kind < NH_CONDITION_KINDS);
    }
    for (size_t i = 0; i < info.components; i++) {
        assert_int_equal(nh_check_get_component(first, i, &component), NH_OK);
        assert_non_null(component.text);
    }
    nh_check_destroy(first);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- in print ---- */

static void wrong_prints(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check *check = must_check(model);
    const char *text = "anything";
    assert_int_equal(nh_check_print(NULL, NH_PRINT_TEXT, &text), NH_E_USAGE);
    assert_null(text);
    assert_int_equal(nh_check_print(check, NH_PRINT_TEXT, NULL), NH_E_USAGE);
    assert_non_null(strstr(last_sentence(context), "NULL"));
    text = "anything";
    assert_int_equal(nh_check_print(check, (nh_print_as)2, &text), NH_E_USAGE);
    assert_null(text);
    assert_non_null(strstr(last_sentence(context), "no such format"));
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* One print survives the other, and the same question has the same answer. */
static void prints(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, skate);
    nh_check_def def = nh_default_check();
    nh_check *check = NULL;
    const char *text, *json, *again;
    def.seed = 42;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    assert_int_equal(nh_check_print(check, NH_PRINT_TEXT, &text), NH_OK);
    assert_int_equal(nh_check_print(check, NH_PRINT_JSON, &json), NH_OK);
    assert_int_equal(nh_check_print(check, NH_PRINT_TEXT, &again), NH_OK);
    assert_string_equal(text, again);
    assert_non_null(strstr(text, "\n  coordinates         3: x, y, phi\n"));
    assert_non_null(
        strstr(text, "\nconstraints: 1, kinematic\n  blade  linear, not integrable (proved) (line 3)\n"));
    assert_non_null(strstr(text, "\n  Chaplygin           yes, with independent "));
    assert_int_equal(strncmp(json, "{\n  \"format\": 1,\n", 17), 0);
    assert_non_null(strstr(json, "\n  \"coordinates\": [\"x\", \"y\", \"phi\"],\n  \"n\": 3,\n  \"m\": 2,\n"));
    assert_non_null(strstr(json, "\n  \"seed\": 42,\n  \"warnings\": [],\n  \"notes\": []\n}\n"));
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void print_body(nh_context *context, void *unused) {
    (void)unused;
    nh_model *model = NULL;
    nh_check *check = NULL;
    const char *text = NULL;
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    def.without_places = true;
    nh_status status = nh_model_read(context, &read, bead, strlen(bead), &model);
    if (status == NH_OK) status = nh_check_make(model, &def, &check);
    if (status == NH_OK) status = nh_check_print(check, NH_PRINT_TEXT, &text);
    if (status == NH_OK) status = nh_check_print(check, NH_PRINT_JSON, &text);
    assert_true((status == NH_OK) == (text != NULL) || status == NH_E_MEMORY);
    nh_check_destroy(check);
    nh_model_destroy(model);
    if (status != NH_OK) nh_raise(context, status);
}

static void prints_without_memory(void **state) {
    (void)state;
    assert_true(test_every_failure(print_body, NULL, 60) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_makers),
        cmocka_unit_test(wrong_questions),
        cmocka_unit_test(names),
        cmocka_unit_test(nonlinear_row),
        cmocka_unit_test(redundant_row),
        cmocka_unit_test(linear_row),
        cmocka_unit_test(homogeneous_rows),
        cmocka_unit_test(no_state),
        cmocka_unit_test(bad_start),
        cmocka_unit_test(answers_survive),
        cmocka_unit_test(wrong_prints),
        cmocka_unit_test(prints),
        cmocka_unit_test(prints_without_memory),
        cmocka_unit_test(not_at_the_start),
        cmocka_unit_test(start_without_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
