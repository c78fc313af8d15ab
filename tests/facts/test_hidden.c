/* Conditions on positions that rows force: they are found, they join, and the motion with them is that of
 * a model that says them. */
#include "support.h"

#include <math.h>
#include <string.h>

#include <nonholo/check.h>
#include <nonholo/run.h>

#include "base/text/text.h"

/* ---- what is forced ---- */

typedef struct hidden_case {
    const char *rows;
    const char *forced[4]; /* as residuals of the rows that join; NULL after the last */
    int freedoms;
} hidden_case;

#define PLAIN "coord x, y, z, w\nlagrangian (x'^2 + y'^2 + z'^2 + w'^2)/2\n"

static const hidden_case cases[] = {
    {"constraint a: x' = y\nconstraint b: x' = z\ninit y = 1, z ~ 1\n", {"z - y|y - z"}, 2},
    {"constraint a: x' = y\nconstraint b: x' = y + z^2\ninit y = 1, z ~ 0\n", {"z"}, 2},
    {"constraint a: x' = y\nconstraint b: x' = z\nconstraint c: y' = w\nconstraint d: z' = w^2\ninit w ~ 1\n",
     {"z - y|y - z", "w - 1|1 - w"},
     0},
    {"constraint a: x' + y' = t\nconstraint b: x' = z*t\nconstraint c: y' = w*t\ninit z ~ 0.5, w ~ 0.5\nsimulate t = 1 "
     ".. 2\n",
     {"w + z - 1|1 - w - z|z + w - 1"},
     1},
    {"constraint a: x' = y*z\nconstraint b: x' = y*w\ninit y = 1, z ~ 2, w ~ 2\n", {"z - w|w - z"}, 2},
    {"param a = 1, b = 1\nconstraint k: x' + a*y' = z\nconstraint l: x' + b*y' = w\ninit z = 1, w ~ 1\n",
     {"z - w|w - z"},
     2},
    {"param a = 1, b = 1, c = 1, d = 1\nconstraint k: x' = a*z + c*w\nconstraint l: x' = b*z + d*w\n", {NULL}, 3},
    {"constraint a: x' = y*z\nconstraint b: x' = 0\ninit y = 0, z = 0, z' = 1\n", {NULL}, -1},
    {"constraint a: x' = 0\nconstraint b: x' = y^2 + z^2\ninit y = 0, z = 0\n", {"z", "y"}, 1},
    {"constraint a: x' = y\nconstraint b: z' = y\n", {NULL}, 2},
    {"constraint a: x' = y\nconstraint b: 2*x' = 2*y\n", {NULL}, 3},
    {"constraint a: x'*y' = 0\nconstraint b: x' = 0\ninit y' = 1\n", {NULL}, 3},
    {"constraint s: x^2 + y^2 = 1\nconstraint a: x*x' + y*y' = z\ninit x ~ 1, z ~ 0\n", {"z"}, 2},
    /* once, and not what a geometric row says itself at the start */
    {"constraint a: 2*x*x' = 0\nconstraint b: x - y^2 = 1\nconstraint c: z*x' = w^2\nconstraint d: 4*x*x' = 0\n"
     "init x ~ 2, y = 1, z = -2, w = 0\n",
     {"w"},
     1},
    {"constraint a: x*x' + z*z' = 0\nconstraint b: x^2 = 1\ninit x ~ -1, z = 0, z' = 1\n", {"z"}, 2},
};

/* Whether it is one of these, "z - y|y - z". */
static bool is_one_of(const char *found, const char *wanted) {
    for (const char *at = wanted;; at += strcspn(at, "|") + 1) {
        size_t length = strcspn(at, "|");
        if (strlen(found) == length && strncmp(found, at, length) == 0) return true;
        if (at[length] == '\0') return false;
    }
}

static void test_forced(void **state) {
    const hidden_case *c = *state;
    nh_context *context = test_context();
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s", PLAIN, c->rows);
    nh_model *model = test_read_model(context, nh_text_string(&text));
    size_t found = 0;
    for (size_t i = 0; i < nh_model_row_count(model); i++) {
        nh_row_info row;
        assert_int_equal(nh_model_row(model, i, &row), NH_OK);
        if (strncmp(row.name, "hidden[", 7) != 0) continue;
        if (c->forced[found] == NULL || !is_one_of(row.text, c->forced[found]))
            fail_msg("%s: forced: %s", c->rows, row.text);
        found++;
    }
    if (c->forced[found] != NULL) fail_msg("%s: not found: %s", c->rows, c->forced[found]);
    nh_check_def def = nh_default_check();
    nh_check *check;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_check_info info = nh_check_get_info(check);
    if (c->freedoms >= 0) assert_int_equal(info.m.value, c->freedoms);
    for (size_t i = 0; i < found; i++) {
        nh_check_hidden hidden;
        assert_int_equal(nh_check_get_hidden(check, i, &hidden), NH_OK);
        assert_non_null(hidden.row);
    }
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
    nh_context_destroy(context);
}

/* ---- the same motion ---- */

/* The last state of a motion: coordinates and velocities. */
static void last_state(nh_model *model, size_t n, double *y) {
    nh_run_def def = nh_default_run();
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FINISHED);
    assert_true(info.residual < 1e-14);
    for (size_t i = 0; i < 2 * n; i++) y[i] = nh_run_value(run, info.rows - 1, 1 + i);
    nh_run_destroy(run);
}

#define CHAIN                                                                                                          \
    "coord x[1..3], y[1..3]\npoint P[i=1..3] = [x[i], y[i]] mass i\nlet d[i=1..2] = P[i+1] - P[i]\n"                   \
    "spring P[1], P[3] stiffness 1\n"                                                                                  \
    "init P[1] = [0, 0], P[2] = [1, 0], P[3] ~ [1, 1], P[1]' = [0, 1], P[2]' ~ [1, 0], P[3]' ~ [1, 1]\nsimulate t = "  \
    "0 .. 1\n"

/* [Simple] Remark 7: the scheme (60), and the same with the orthogonality (61) said and what it
 * makes redundant left out. */
static void test_chain(void **state) {
    (void)state;
    nh_context *context = test_context();
    double a[12], b[12];
    nh_model *forced = test_read_model(context, CHAIN "constraint across[i=1..2]: dot(P[i]', d[i]) = 0\n"
                                                      "constraint along[i=1..2]: cross(P[i+1]', d[i]).z = 0\n");
    nh_model *said = test_read_model(context, CHAIN
                                     "constraint right: dot(d[1], d[2]) = 0\nconstraint across: dot(P[1]', d[1]) = 0\n"
                                     "constraint along[i=1..2]: cross(P[i+1]', d[i]).z = 0\n");
    assert_int_equal(nh_model_row_count(forced), 5);
    last_state(forced, 6, a);
    last_state(said, 6, b);
    for (int i = 0; i < 12; i++) assert_true(fabs(a[i] - b[i]) < 1e-8);
    nh_model_destroy(said);
    nh_model_destroy(forced);
    nh_context_destroy(context);
}

/* With P_2 at rest nothing is forced. */
static void test_other_component(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(
        context,
        "coord x[1..3], y[1..3]\npoint P[i=1..3] = [x[i], y[i]] mass i\nlet d[i=1..2] = P[i+1] - P[i]\n"
        "init P[1] = [0, 0], P[2] = [1, 0], P[3] = [2, 1], P[1]' = [0, 1], P[2]' ~ [0, 0], P[3]' ~ [1, 1]\n"
        "constraint across[i=1..2]: dot(P[i]', d[i]) = 0\nconstraint along[i=1..2]: cross(P[i+1]', d[i]).z = 0\n");
    assert_int_equal(nh_model_row_count(model), 4);
    nh_check_def def = nh_default_check();
    nh_check *check;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_check_info info = nh_check_get_info(check);
    assert_true(info.hidden > 0);
    bool has_orthogonality = false;
    for (size_t i = 0; i < info.hidden; i++) {
        nh_check_hidden hidden;
        assert_int_equal(nh_check_get_hidden(check, i, &hidden), NH_OK);
        assert_null(hidden.row);
        has_orthogonality = has_orthogonality || strstr(hidden.text, "x[1]*x[3]") != NULL;
    }
    assert_true(has_orthogonality);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

enum { CASES = sizeof cases / sizeof *cases };

int main(void) {
    static struct CMUnitTest tests[CASES + 2];
    for (int i = 0; i < CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].rows, test_forced, NULL, NULL, (void *)&cases[i]};
    tests[CASES] = (struct CMUnitTest)cmocka_unit_test(test_chain);
    tests[CASES + 1] = (struct CMUnitTest)cmocka_unit_test(test_other_component);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
