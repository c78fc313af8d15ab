/* Motions that meet singular places, and a table of wrong and nasty models. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { BOTH, CHETAEV, UDWADIA };
enum { FINISHED, STOPPED, SINGULAR, FAILED, NONE };

typedef struct nasty {
    const char *name;
    int forms, exit, outcome;
    double end, tolerance;
    const char *words, *text;
} nasty;

static const nasty table[] = {
#define NASTY(name, forms, exit, outcome, end, tolerance, words, text)                                                 \
    {#name, forms, exit, outcome, end, tolerance, words, text},
#include "nasty.def"
#undef NASTY
};

enum { ROWS = sizeof table / sizeof *table };

/* As the program tells them: docs/commands.md. */
static int exit_of(nh_status status, nh_outcome outcome) {
    switch (status) {
        case NH_OK: return outcome == NH_OUTCOME_FINISHED || outcome == NH_OUTCOME_STOPPED ? 0 : 3;
        case NH_E_MODEL: return 1;
        case NH_E_USAGE: return 2;
        case NH_E_HYPOTHESIS: return 7;
        default: return 3;
    }
}

/* Whether one of the alternatives, divided by '|', occurs in the text. */
static bool has_words(const char *text, const char *words) {
    char one[200];
    for (;; words++) {
        size_t length = strcspn(words, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, words);
        if (text != NULL && strstr(text, one) != NULL) return true;
        words += length;
        if (*words == '\0') return false;
    }
}

static bool is_said(const nh_context *context, const char *message, const char *words) {
    if (words[0] == '\0') return message == NULL;
    if (has_words(message, words)) return true;
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        if (has_words(nh_context_diag(context, i)->sentence, words)) return true;
    return false;
}

static void fail_with(const nh_context *context, const nasty *row, const char *form, const char *what,
                      const nh_run_info *info) {
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        print_error("%s\n", nh_context_diag(context, i)->sentence);
    fail_msg("%s (%s): %s; it ended as %s at t = %.17g: %s", row->name, form, what, nh_outcome_name(info->outcome),
             info->end, info->message != NULL ? info->message : "-");
}

/* Rows lie along the run, none after the end, all finite. */
static void check_rows(const nasty *row, const char *form, const nh_run *run, const nh_run_info *info) {
    double direction = info->to < info->from ? -1 : 1, last = -INFINITY;
    for (size_t i = 0; i < info->rows; i++) {
        double t = nh_run_value(run, i, 0);
        if (!(direction * t > last) && i > 0) fail_msg("%s (%s): row %zu at t = %.17g", row->name, form, i, t);
        if (direction * (t - info->end) > 0) fail_msg("%s (%s): a row behind the end, t = %.17g", row->name, form, t);
        last = direction * t;
        for (size_t k = 0; k + 1 < info->columns; k++)
            if (!isfinite(nh_run_value(run, i, k)) && strcmp(nh_run_column(run, k), "E") != 0)
                fail_msg("%s (%s): row %zu, column %s", row->name, form, i, nh_run_column(run, k));
    }
    /* the last row is close to the end */
    if (info->outcome == NH_OUTCOME_SINGULAR && info->end != info->from) {
        double gap = fabs(last * direction - info->end);
        if (!(gap <= 2e-3 * fabs(info->end - info->from)))
            fail_msg("%s (%s): the last row is %g before the end", row->name, form, gap);
    }
}

static void check_form(const nasty *row, const char *form) {
    nh_context *context = test_context();
    nh_read_def read = nh_default_read();
    nh_model *model = NULL;
    nh_run *run = NULL;
    nh_run_def def = nh_default_run();
    def.form = form;
    nh_status status = nh_model_read(context, &read, row->text, strlen(row->text), &model);
    if (status == NH_OK) status = nh_run_make(model, &def, &run);
    nh_run_info info = nh_run_get_info(run);
    if (exit_of(status, info.outcome) != row->exit) fail_with(context, row, form, "another exit status", &info);
    if ((run == NULL) != (row->outcome == NONE)) fail_with(context, row, form, "a motion, or none", &info);
    if (run != NULL) {
        if ((int)info.outcome != row->outcome) fail_with(context, row, form, "another outcome", &info);
        if (!(fabs(info.end - row->end) <= row->tolerance)) fail_with(context, row, form, "another end", &info);
        check_rows(row, form, run, &info);
    }
    if (!is_said(context, info.message, row->words)) fail_with(context, row, form, "other words", &info);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_row(void **state) {
    const nasty *row = *state;
    if (row->forms != UDWADIA) check_form(row, "chetaev");
    if (row->forms != CHETAEV) check_form(row, "udwadia");
}

/* ---- what the table does not hold ---- */

static nh_model *read_text(nh_context *context, const char *text) {
    nh_read_def read = nh_default_read();
    nh_model *model = NULL;
    assert_int_equal(nh_model_read(context, &read, text, strlen(text), &model), NH_OK);
    return model;
}

/* At every tolerance, the place is where it is, to the tolerance. */
static void test_tolerances(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read_text(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\n"
                                         "constraint chase: x'*(y - t/2) - y'*x = 0\n"
                                         "constraint speed: x'^2 + y'^2 = 1\n"
                                         "init x = 1, y = 0, x' ~ -1, y' ~ 0\n");
    for (int k = 4; k <= 13; k++) {
        nh_run_def def = nh_default_run();
        def.rtol = def.atol = pow(10, -k);
        nh_run *run;
        assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
        nh_run_info info = nh_run_get_info(run);
        if (info.outcome != NH_OUTCOME_SINGULAR || !(fabs(info.end - 4.0 / 3) < fmax(1e-6, 10 * def.rtol)))
            fail_msg("tolerance 1e-%d: %s at %.17g", k, nh_outcome_name(info.outcome), info.end);
        nh_run_destroy(run);
    }
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Closer and closer to the centre of polar coordinates, where the motion is a straight line: never stopped. */
static void test_near(void **state) {
    (void)state;
    nh_context *context = test_context();
    for (int k = 1; k <= 4; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord r, phi\nkinetic (r'^2 + r^2*phi'^2)/2\ninit r = 1, r' = -1, phi' = 1e-%d\n",
                 k);
        nh_model *model = read_text(context, text);
        nh_run_def def = nh_default_run();
        def.to = 3;
        nh_run *run;
        assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
        nh_run_info info = nh_run_get_info(run);
        assert_int_equal(info.outcome, NH_OUTCOME_FINISHED);
        double r = nh_run_value(run, info.rows - 1, 1), exact = sqrt(4 + 9 * pow(10, -2 * k));
        if (!(fabs(r - exact) < 1e-6)) fail_msg("1e-%d: r = %.17g, not %.17g", k, r, exact);
        nh_run_destroy(run);
        nh_model_destroy(model);
    }
    nh_context_destroy(context);
}

/* Rows that are due before the place where a run stops are written. */
static void test_due_rows(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read_text(context, "coord x\nkinetic x'^2/2\ninit x' = 1\nstop when x > 2\n");
    nh_run_def def = nh_default_run();
    def.step = 0.25;
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_STOPPED);
    assert_true(info.rows >= 9);
    for (size_t i = 0; i < 8; i++) assert_true(nh_run_value(run, i, 0) == 0.25 * (double)i);
    assert_true(fabs(nh_run_value(run, info.rows - 1, 0) - 2) < 1e-12);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A tolerance that no step can reach. */
static void test_out_of_reach(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read_text(context, "coord x\nkinetic x'^2/2\npotential cos(x)\ninit x = 1\n");
    nh_run_def def = nh_default_run();
    def.rtol = 0;
    def.atol = 1e-30;
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FAILED);
    assert_string_equal(info.message, "the tolerance cannot be reached with steps of any size");
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Columns are checked before anything is computed: here the start would be wrong too. */
static void test_columns(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = read_text(context, "coord x\nkinetic x'^2/2\nconstraint c: x'^2 = -1\ninit x = 1\n");
    static const char *const names[] = {"t", "lambda.d"};
    nh_run_def def = nh_default_run();
    def.columns = names;
    def.column_count = 2;
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_USAGE);
    assert_true(is_said(context, NULL, "there is no column 'lambda.d', did you mean 'lambda.c'?"));
    def.columns = NULL;
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_USAGE);
    def.column_count = 0;
    assert_int_equal(nh_run_make(model, &def, &run), NH_E_MODEL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_file(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_int_equal(nh_run_check_path(context, test_path("new.csv")), NH_OK);
    assert_int_equal(nh_run_check_path(context, "-"), NH_OK);
    assert_int_equal(nh_run_check_path(context, "/dev/full"), NH_OK);
    assert_int_equal(nh_run_check_path(context, test_path("missing/new.csv")), NH_E_IO);
    assert_int_equal(nh_run_check_path(context, test_folder()), NH_E_IO);
    assert_int_equal(nh_run_check_path(context, NULL), NH_E_USAGE);
    assert_int_equal(nh_run_check_path(NULL, "-"), NH_E_USAGE);
    FILE *file = fopen(test_path("new.csv"), "r");
    assert_null(file);
    nh_context_destroy(context);
}

int main(void) {
    static struct CMUnitTest tests[ROWS + 6] = {
        cmocka_unit_test(test_tolerances),   cmocka_unit_test(test_near),    cmocka_unit_test(test_due_rows),
        cmocka_unit_test(test_out_of_reach), cmocka_unit_test(test_columns), cmocka_unit_test(test_file),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[6 + i] =
            (struct CMUnitTest){.name = table[i].name, .test_func = test_row, .initial_state = (void *)&table[i]};
    return cmocka_run_group_tests_name("singular", tests, NULL, NULL);
}
