/* Integrability: of rows by themselves and together, the functions that stay constant, growth, the commutation
 * condition, on systems of which it is known; every line of the reference data for [Algebraic] (53).
 *
 * A function that is found is judged by another way: that its rate vanishes along every motion (nonholo/judge.h).
 * Growth is compared with the number of functions: it ends at the number of variables less these. */
#include "support.h"

#include "../oracle/oracle.h"

#include <nonholo/check.h>
#include <nonholo/judge.h>

#include "base/text/text.h"

/* ---- one system ---- */

typedef struct integrable_case {
    const char *name;
    const char *coordinates; /* "x, y, z" */
    const char *rows;        /* statements, with constraints */
    const char *alone;       /* a letter for each row: y, n, or u: unknown */
    int integrals;           /* of all together; -1: unknown */
    int found;               /* in closed form */
    const char *growth;      /* "2 3", "t 3 4" with time; NULL: none */
} integrable_case;

static nh_model *read(nh_context *context, const char *text, nh_strings equations) {
    nh_read_def def = nh_default_read();
    nh_model *model;
    def.name = "case";
    def.equations = equations;
    nh_status status = nh_model_read(context, &def, text, strlen(text), &model);
    if (status != NH_OK) fail_msg("%s: %s", text, nh_context_diag(context, 0)->sentence);
    return model;
}

static const char *text_of(nh_arena *arena, const integrable_case *c) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "system \"%s\"\ncoord %s\n%s\n", c->name, c->coordinates, c->rows);
    if (strstr(c->rows, "lagrangian") == NULL && strstr(c->rows, "body") == NULL) {
        nh_text_add(&text, "lagrangian 0");
        for (const char *at = c->coordinates; *at; at += strspn(at, ", ")) {
            size_t length = strcspn(at, ", ");
            nh_text_format(&text, " + %.*s'^2", (int)length, at);
            at += length;
        }
        nh_text_add(&text, "\n");
    }
    return nh_text_string(&text);
}

static char letter(nh_truth truth) {
    return truth == NH_YES ? 'y' : truth == NH_NO ? 'n' : 'u';
}

static void compare_rows(const integrable_case *c, nh_check *check) {
    char found[80] = "";
    size_t count = 0;
    for (size_t i = 0; i < nh_check_row_count(check); i++) {
        nh_check_row row;
        assert_int_equal(nh_check_get_row(check, i, &row), NH_OK);
        if (row.kind != NH_ROW_GEOMETRIC) found[count++] = letter(row.integrable.truth);
        assert_true(row.factor == NULL || row.integral != NULL);
    }
    if (strcmp(found, c->alone) != 0) fail_msg("%s: alone %s, not %s", c->name, found, c->alone);
}

static void compare_growth(const integrable_case *c, nh_arena *arena, nh_check *check, const nh_check_info *info) {
    nh_text text = nh_text_begin(arena);
    if (info->growth_has_time && info->growth > 0) nh_text_add(&text, "t");
    for (size_t i = 0; i < info->growth; i++)
        nh_text_format(&text, "%s%zu", text.length > 0 ? " " : "", nh_check_growth(check, i));
    const char *found = nh_text_string(&text), *wanted = c->growth != NULL ? c->growth : "";
    if (strcmp(found, wanted) != 0) fail_msg("%s: growth %s, not %s", c->name, found, wanted);
    if (info->growth == 0 || c->integrals < 0) return;
    size_t all = info->n - info->geometric.value + info->growth_has_time;
    assert_int_equal(nh_check_growth(check, info->growth - 1), all - (size_t)c->integrals);
    assert_int_equal(nh_check_growth(check, info->growth), 0);
}

/* That the rates of all functions that were found vanish along every motion. */
static void judge(nh_context *context, nh_arena *arena, const char *text, nh_check *check, size_t count) {
    const char **equations = NH_NEW_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        nh_check_integral integral;
        nh_text equation = nh_text_begin(arena);
        assert_int_equal(nh_check_get_integral(check, i, &integral), NH_OK);
        nh_text_format(&equation, "(%s)' = 0", integral.function);
        equations[i] = nh_text_string(&equation);
    }
    nh_model *model = read(context, text, (nh_strings){equations, count});
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    def.has_repairs = false;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    for (size_t i = 0; i < count; i++) {
        nh_judge_item item;
        assert_int_equal(nh_judge_get_item(judge, i, &item), NH_OK);
        if (item.judgement > NH_JUDGED_CERTIFIED)
            fail_msg("%s: %s is %s", text, equations[i], nh_judgement_name(item.judgement));
    }
    nh_judge_destroy(judge);
    nh_model_destroy(model);
}

/* What is found holds on one branch, or for one value of a parameter, and would be refuted on others. */
static bool is_local(const integrable_case *c) {
    static const char *const names[] = {"squared",     "factors",          "special value",
                                        "other value", "special function", "rate of a row"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(c->name, names[i]) == 0) return true;
    return false;
}

static void check_case(nh_context *context, const integrable_case *c) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = text_of(arena, c);
    nh_model *model = read(context, text, (nh_strings){NULL, 0});
    nh_check_def def = nh_default_check();
    nh_check *check;
    def.without_places = true;
    def.seed = test_seed();
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_check_info info = nh_check_get_info(check);
    compare_rows(c, check);
    int integrals = info.integrals.by == NH_EVIDENCE_NONE ? -1 : (int)info.integrals.value;
    if (integrals != c->integrals) fail_msg("%s: %d integrals, not %d", c->name, integrals, c->integrals);
    if ((int)info.integrals_found != c->found)
        fail_msg("%s: %zu found, not %d", c->name, info.integrals_found, c->found);
    if (integrals >= 0) assert_int_equal(info.commutation.truth, (size_t)integrals == info.k.value ? NH_YES : NH_NO);
    compare_growth(c, arena, check, &info);
    if (c->found > 0 && !is_local(c)) judge(context, arena, text, check, (size_t)c->found);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* ---- the table ---- */

#define BODY(place) "param m = 1, R = 0.5\n" place "\n"

static const integrable_case cases[] = {
    {"contact", "x, y, z", "constraint a: z' = y*x'", "n", 0, 0, "2 3"},
    {"sphere", "x, y, z", "constraint a: x*x' + y*y' + z*z' = 0\ninit x = 1, y = 2, z = 3", "y", 1, 1, "2"},
    {"moving sphere", "x, y, z", "constraint a: x*x' + y*y' + z*z' = t\ninit x = 1, y = 2, z = 3", "y", 1, 1, "t 3"},
    {"integrating factor", "x, y, z", "constraint a: y*z*x' + x*z*y' + 2*x*y*z' = 0", "y", 1, 1, "2"},
    {"affine factor", "x, y", "constraint a: x*y' + y*x' = t*x*y", "y", 1, 1, "t 2"},
    {"linear equation", "x, y", "constraint a: x' + x = t", "y", 1, 1, "t 2"},
    {"skate", "x, y, phi", "constraint a: x'*sin(phi) = y'*cos(phi)", "n", 0, 0, "2 3"},
    {"disc", "x, y, psi, phi", "param R = 2\nconstraint a: x' = R*cos(phi)*psi'\nconstraint b: y' = R*sin(phi)*psi'",
     "nn", 0, 0, "2 3 4"},
    {"two alone", "x, y, z", "constraint a: x*x' + y*y' = 0\nconstraint b: z' = 2*x'\ninit x = 1, y = 2", "yy", 2, 2,
     "1"},
    {"only together", "x, y, z", "constraint a: x' = y*z'\nconstraint b: y' = x*z'\ninit x = 1, y = 3", "nn", 2, 2,
     "1"},
    {"one of a pair", "x, y, u, v",
     "constraint a: (x - u)*x' + (y - v)*y' = 0\nconstraint b: (x - u)*u' + (y - v)*v' = 0", "nn", 1, 1, "2 3"},
    {"derived twice", "x, y, z, w", "constraint a: w' = z*x' - z*x'\nconstraint b: z' = y*x'", "yn", 1, 1, "2 3"},
    {"Engel", "x, y, z, w", "constraint a: y' = z*x'\nconstraint b: z' = w*x'", "nn", 0, 0, "2 3 4"},
    {"Cartan", "x, y, z, u, v", "constraint a: z' = y*x'\nconstraint b: u' = z*x'\nconstraint c: v' = z*y'", "nnn", 0,
     0, "2 3 5"},
    {"time alone", "x, y", "constraint a: x' = sin(t)\nconstraint b: y' = t*x'", "yn", 2, 2, "t 1"},
    {"dog", "x, y", "param c = 1\nconstraint a: x*y' = (y - c*t)*x'\ninit x = 1", "n", 0, 0, "t 2 3"},
    {"fixed target", "x, y", "constraint a: x*y' = (y - 1)*x'\ninit x = 1", "y", 1, 1, "1"},
    {"squared", "x, y, z", "constraint a: (x*x' + y*y' + z*z')^2 = 9/4\ninit x = 1, y = 1, z = 1, x' ~ 1", "y", 1, 1,
     "t 3"},
    {"factors", "x, y", "constraint a: x'^2 = 4*y'^2\ninit x' ~ 2, y' ~ 1", "y", 1, 1, "1"},
    {"speed", "x, y, z", "constraint a: x'^2 + y'^2 + z'^2 = 9\ninit x' ~ 1, y' ~ 2, z' ~ 2", "n", 0, 0, NULL},
    {"speed in the plane", "x, y", "constraint a: x'^2 + y'^2 = 9\ninit x' ~ 1, y' ~ 2", "n", 0, 0, NULL},
    {"curved pair", "x, y, z", "constraint a: x'^2 + y' = 0\nconstraint b: x'^2 + z' = 0\ninit x' = 1", "nn", 1, 1,
     NULL},
    {"curved, one linear", "x, y, z",
     "constraint a: x'^2 = y'*z'\nconstraint b: x*x' + y*y' = 0\ninit x = 1, y = -1, x' = 1, z' ~ 1", "ny", 2, 1, "1"},
    {"special value", "x, y, z", "param c = 0\nconstraint a: z' = c*y*x'", "y", 1, 1, "2"},
    {"general value", "x, y, z", "param c = 2\nconstraint a: z' = c*y*x'", "n", 0, 0, "2 3"},
    {"open value", "x, y, z", "param c\nconstraint a: z' = c*y*x'", "n", 0, 0, "2 3"},
    {"symbolic power", "x, y", "param k = 3\nconstraint a: y*x' = k*x*y'\ninit x = 1, y = 1", "y", 1, 1, "1"},
    {"on a sphere", "x, y, z",
     "constraint s: x^2 + y^2 + z^2 = 14\nconstraint a: x*x' + y*y' + 2*z*z' = 0\ninit x ~ 1, y ~ 2, z ~ 3", "y", 1, 1,
     "1"},
    {"knife on a sphere", "x, y, z, w",
     "constraint s: x^2 + y^2 + z^2 = 14\nconstraint a: w' = y*x' - x*y'\ninit x ~ 1, y ~ 2, z ~ 3", "n", 0, 0, "2 3"},
    {"rate of a row", "x, y, z",
     "constraint s: x^2 + y^2 = 4\nconstraint a: x*x' + y*y' = 0\nconstraint b: z' = y*x'\ninit x ~ 1, y ~ 1", "yy", 1,
     1, "1"},
    {"rolling disc", "x, y, z, phi, theta, psi",
     BODY("let T = Rz(phi)*Rx(theta)\nbody B { at [x, y, z], rotation T*Ry(psi), mass m, inertia diag(1, 2, 1) }\nlet "
          "P = B.c - T*[0, 0, R]\nconstraint roll: B.velocity(P) = 0\ninit theta = 0.3, z = 0.4"),
     "nny", 1, 1, "3 4 5"},
    {"rolling ball", "x, y, z, q0, q1, q2, q3",
     BODY("body B { at [x, y, z], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(1, 2, 1) }\nconstraint "
          "roll: B.velocity(B.c - [0, 0, R]) = 0\ninit q0 ~ 1, q1 ~ 0.2, q2 ~ 0.3, q3 ~ 0.1, z = R"),
     "nny", 1, 1, "3 5"},
    {"rolling disc, quaternion", "x, y, z, q0, q1, q2, q3",
     BODY("body B { at [x, y, z], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(1, 2, 1) }\nlet n = "
          "inverse(B.R)*[0, 0, 1]\nlet P = B.c - B.R*[n.x, 0, n.z]*R/sqrt(n.x^2 + n.z^2)\nconstraint roll: "
          "B.velocity(P) = 0\ninit q0 ~ 1, q1 ~ 0.2, q2 ~ 0.3, q3 ~ 0.1, z = R"),
     "nny", 1, 0, NULL},
    {"height eliminated", "x, y, phi, theta, psi",
     BODY("let T = Rz(phi)*Rx(theta)\nbody B { at [x, y, 0] + T*[0, 0, R], rotation T*Ry(psi), mass m, inertia diag(1, "
          "2, 1) }\nconstraint roll.x: B.velocity([x, y, 0]).x = 0\nconstraint roll.y: B.velocity([x, y, 0]).y = "
          "0\ninit theta = 0.3"),
     "nn", 0, 0, "3 4 5"},
    {"equal values", "x, y, z", "param a = 1, b = 1\nconstraint k: x' + a*y*z' = 0\nconstraint l: x' + b*y*z' = 0",
     "nn", 0, 0, "2 3"},
    {"other velocities", "x, y, z, u, w", "constraint a: x' = y*z'\nconstraint b: u' = w*w'", "ny", 1, 1, "3 4"},
    {"other value", "x, y, z, u, v, w", "param a = 0, b = 1\nconstraint k: x' = a*y*z'\nconstraint l: u' = b*v*w'",
     "yn", 1, 1, "4 5"},
    {"other branch", "x, y, z, w", "constraint g: x*y = 0\nconstraint k: z' = (x-1)^2*w'\ninit x = 1, y = 0, x' = 0.5",
     "n", 0, 0, "2 3"},
    {"no motion", "x, y, z", "constraint a: x' = y\nconstraint b: x' = z\ninit y = 1, z = 2", "uu", -1, 0, NULL},
    {"special function", "x, y", "param a = 1, b = 1\nconstraint k: x' = exp((a-b)*y)*y'", "y", 1, 1, "1"},
    {"no kinematic row", "x, y", "constraint s: x^2 + y^2 = 4\ninit x ~ 1, y ~ 1", "", 0, 0, "1"},
    {"nothing", "x, y", "", "", 0, 0, "2"},
    {"pieces", "x, y", "constraint a: y' = abs(x)*x'", "u", -1, 0, NULL},
    {"not linear on another piece", "x, y, z", "constraint a: x'*y' = abs(t) - t\ninit x' = 0, y' = 1", "u", -1, 0,
     NULL},
    {"a function", "x, y, z", "function f(u) = u^2 + 1\nconstraint a: f(x)*x' + y' = 0", "y", 1, 1, "2"},
    {"elliptic", "x, y", "constraint a: y' = x'/sqrt(1 + x^4)", "y", 1, 0, "1"},
};

/* Rows of one shape, of which the reference state is on different branches. */
static void test_branches(void **state) {
    static const struct {
        const char *text, *integral[2];
        nh_truth integrable[2];
    } pairs[] = {
        {"constraint a: x'^2 = y'^2\nconstraint b: z'^2 = w'^2\ninit x' = 1, y' ~ 1, z' = 1, w' ~ -1\n",
         {"x - y|y - x", "w + z|z + w"},
         {NH_YES, NH_YES}},
        {"constraint a: x'^2 = 2*y'^2\nconstraint b: z'^2 = 2*w'^2\ninit x' ~ 1.4, y' = 1, z' ~ -1.4, w' = 1\n",
         {"2*y - sqrt(2)*x", "2*w + sqrt(2)*z|sqrt(2)*z + 2*w"},
         {NH_YES, NH_YES}},
        {"constraint a: y'*(y' - x'^2) = 0\nconstraint b: w'*(w' - z'^2) = 0\ninit x' = 2, y' ~ 4, z' = 2, w' ~ 0\n",
         {NULL, "w"},
         {NH_NO, NH_YES}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        nh_context *context = test_context();
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "coord x, y, z, w\nkinetic x'^2 + y'^2 + z'^2 + w'^2\n%s", pairs[i].text);
        nh_model *model = test_read_model(context, nh_text_string(&text));
        nh_check_def def = nh_default_check();
        nh_check *check;
        assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
        for (size_t k = 0; k < 2; k++) {
            nh_check_row row;
            assert_int_equal(nh_check_get_row(check, k, &row), NH_OK);
            assert_int_equal(row.integrable.truth, pairs[i].integrable[k]);
            if (pairs[i].integral[k] == NULL) continue;
            if (row.integral == NULL || strstr(pairs[i].integral[k], row.integral) == NULL)
                fail_msg("%s: %s keeps %s", pairs[i].text, row.name, row.integral);
        }
        nh_check_destroy(check);
        nh_model_destroy(model);
        nh_arena_destroy(arena);
        nh_context_destroy(context);
    }
}

static void test_table(void **state) {
    nh_context *context = test_context();
    check_case(context, *state);
    nh_context_destroy(context);
}

/* ---- reference data ---- */

/* The value after "constraints.NAME.KEY"; NULL: there is none. */
static const char *value_of(const oracle_case *data, nh_arena *arena, const char *name, const char *key) {
    nh_text path = nh_text_begin(arena);
    nh_text_format(&path, "constraints.%s.%s", name, key);
    const char *wanted = nh_text_string(&path);
    for (size_t i = 0; i < data->entries.count; i++)
        if (strcmp(data->entries.items[i].key, wanted) == 0) return data->entries.items[i].rest;
    return NULL;
}

/* The system as a model: "coordinates.0", ..., "constraints.NAME", "parameters.NAME". */
static const char *model_of(const oracle_case *data, nh_arena *arena, const char *name) {
    nh_text text = nh_text_begin(arena), energy = nh_text_begin(arena), rows = nh_text_begin(arena);
    nh_text_format(&text, "system \"%s\"\n", name);
    size_t length = strlen(name);
    for (size_t i = 0; i < data->entries.count; i++) {
        const oracle_entry *e = &data->entries.items[i];
        bool is_of = strncmp(e->key, "constraints.", 12) == 0 && strncmp(e->key + 12, name, length) == 0 &&
                     e->key[12 + length] == '.';
        const char *key = is_of ? e->key + 13 + length : "";
        if (strncmp(key, "coordinates.", 12) == 0) {
            nh_text_format(&text, "coord %s\n", e->rest);
            nh_text_format(&energy, " + %s'^2", e->rest);
        }
        if (strncmp(key, "parameters.", 11) == 0) nh_text_format(&text, "param %s = %s\n", key + 11, e->rest);
        if (strncmp(key, "constraints.", 12) == 0) nh_text_format(&rows, "constraint %s: %s = 0\n", key + 12, e->rest);
    }
    nh_text_format(&text, "lagrangian 0%s\n%s", nh_text_string(&energy), nh_text_string(&rows));
    return nh_text_string(&text);
}

static int check_line(nh_context *context, const oracle_case *data, nh_arena *arena, const char *name) {
    const char *text = model_of(data, arena, name), *holds = value_of(data, arena, name, "holds_53");
    nh_model *model = read(context, text, (nh_strings){NULL, 0});
    nh_check_def def = nh_default_check();
    nh_check *check;
    def.without_places = true;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    nh_fact found = nh_check_get_info(check).commutation;
    if (found.truth != (strcmp(holds, "true") == 0 ? NH_YES : NH_NO))
        fail_msg("%s: the commutation condition: %c, not %s", name, letter(found.truth), holds);
    assert_true(found.truth == NH_NO || found.by == NH_EVIDENCE_PROVED);
    nh_check_destroy(check);
    nh_model_destroy(model);
    return 1;
}

PROTECTED_TEST(test_commutation) {
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, NH_TEST_SOURCE "/oracle/t003_commutation53.txt");
    int lines = 0;
    for (size_t i = 0; i < data.entries.count; i++) {
        const char *key = data.entries.items[i].key, *end = strrchr(key, '.');
        if (end == NULL || strcmp(end, ".holds_53") != 0) continue;
        lines += check_line(context, &data, arena, nh_arena_text(arena, key + 12, (size_t)(end - key) - 12));
    }
    assert_int_equal(lines, 18);
    nh_arena_destroy(arena);
}

enum { CASES = sizeof cases / sizeof *cases };

int main(void) {
    static struct CMUnitTest tests[CASES + 2];
    for (int i = 0; i < CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, test_table, NULL, NULL, (void *)&cases[i]};
    tests[CASES] = (struct CMUnitTest)cmocka_unit_test(test_commutation);
    tests[CASES + 1] = (struct CMUnitTest)cmocka_unit_test(test_branches);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
