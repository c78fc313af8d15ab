/* The coefficients of the commutation condition: for every system of the reference data for [Algebraic] (53) that
 * satisfies it, against what least squares give at states, and against D and A by differences along the motion. */
#include <math.h>
#include <string.h>

#include <nonholo/check.h>
#include <nonholo/displacements.h>
#include <nonholo/eval.h>

#include "base/random.h"
#include "base/text/text.h"
#include "facts/analysis.h"
#include "model/inputs.h"
#include "model/values.h"
#include "support.h"

#include "../oracle/oracle.h"

enum { LINES = 18, HOLDING = 8, STATES = 4, MOST = 4 };

/* ---- numbers ---- */

/* Expressions in t, q, q', q'' as a program. */
typedef struct program {
    nh_tape *tape;
    double *work;
} program;

static program program_of(nh_arena *arena, nh_model *model, size_t count, const nh_expr *outputs) {
    nh_tape_def def = nh_model_tape_def(model, arena, true, count, outputs);
    program p = {nh_tape_make(arena, model->pool, &def), NULL};
    p.work = nh_arena_alloc_aligned(arena, nh_tape_work_size(p.tape, 1) * sizeof(double), 64);
    nh_tape_begin(p.tape, 1, nh_model_parameter_values(model, arena), p.work);
    return p;
}

static void run(const program *p, const double *inputs, double *outputs) {
    nh_tape_run(p->tape, 1, inputs, outputs, p->work);
}

/* The model, its rows as a program, the coefficients as another. */
typedef struct subject {
    nh_arena *arena;
    const char *name;
    nh_model *model;
    size_t n, rows; /* all rows are kinematic and imposed */
    const nh_analysis *analysis;
    program rates, rho;
    nh_displacements *displacements;
    nh_eval *eval;
} subject;

static void near(const subject *s, const char *what, double found, double wanted, double allowed) {
    if (!(fabs(found - wanted) <= allowed)) fail_msg("%s: %s is %.17g, not %.17g", s->name, what, found, wanted);
}

/* The gradients of all rows by the variables from this input on, by differences: rows x n. */
static void slopes(const subject *s, const double *inputs, size_t first, double *result) {
    double moved[1 + 3 * MOST], sides[2][MOST];
    const double h = 1e-5;
    for (size_t i = 0; i < s->n; i++) {
        for (int side = 0; side < 2; side++) {
            memcpy(moved, inputs, (1 + 3 * s->n) * sizeof *moved);
            moved[first + i] += side ? h : -h;
            run(&s->rates, moved, sides[side]);
        }
        for (size_t r = 0; r < s->rows; r++) result[r * s->n + i] = (sides[1][r] - sides[0][r]) / (2 * h);
    }
}

/* d/dt of the gradients by the velocities, along the motion with these accelerations. */
static void slopes_dot(const subject *s, const double *inputs, double *result) {
    double moved[1 + 3 * MOST], sides[2][MOST * MOST];
    const double h = 1e-3;
    for (int side = 0; side < 2; side++) {
        double step = side ? h : -h;
        memcpy(moved, inputs, (1 + 3 * s->n) * sizeof *moved);
        moved[0] += step;
        for (size_t i = 0; i < s->n; i++) {
            double v = inputs[1 + s->n + i], x = inputs[1 + 2 * s->n + i];
            moved[1 + i] += step * v + step * step / 2 * x;
            moved[1 + s->n + i] += step * x;
        }
        slopes(s, moved, 1 + s->n, sides[side]);
    }
    for (size_t i = 0; i < s->rows * s->n; i++) result[i] = (sides[1][i] - sides[0][i]) / (2 * h);
}

/* D = rho A, all by differences but rho. */
static void check_differences(const subject *s, const double *inputs, const double *rho) {
    double A[MOST * MOST], G[MOST * MOST], dot[MOST * MOST];
    const nh_commutation *c = &s->analysis->commutation;
    slopes(s, inputs, 1 + s->n, A);
    slopes(s, inputs, 1, G);
    slopes_dot(s, inputs, dot);
    for (size_t v = 0; v < c->rows; v++)
        for (size_t i = 0; i < s->n; i++) {
            double sum = 0, size = 1;
            for (size_t k = 0; k < c->by_rows; k++) {
                sum += rho[v * c->by_rows + k] * A[c->by_row[k] * s->n + i];
                size += fabs(rho[v * c->by_rows + k] * A[c->by_row[k] * s->n + i]);
            }
            near(s, "D", dot[v * s->n + i] - G[v * s->n + i], sum, 1e-4 * size);
        }
}

/* ---- a system ---- */

static subject subject_of(nh_context *context, nh_arena *arena, const char *name, const char *text) {
    subject s = {.arena = arena, .name = name, .model = test_read_model(context, text)};
    s.n = s.model->coordinates.count;
    s.rows = s.model->rows.count;
    s.analysis = nh_analysis_make(arena, s.model, test_seed());
    return s;
}

static void make_programs(subject *s) {
    const nh_commutation *c = &s->analysis->commutation;
    nh_expr *rates = NH_NEW_ARRAY(s->arena, nh_expr, s->rows + 1);
    for (size_t i = 0; i < s->rows; i++) rates[i] = nh_row_rate(s->model, &s->model->rows.items[i]);
    s->rates = program_of(s->arena, s->model, s->rows, rates);
    s->rho = program_of(s->arena, s->model, (size_t)c->rows * c->by_rows, c->rho);
    nh_displacements_def displaced = nh_default_displacements();
    nh_eval_def evaluated = nh_default_eval();
    assert_int_equal(nh_displacements_make(s->model, &displaced, &s->displacements), NH_OK);
    assert_int_equal(nh_eval_make(s->model, &evaluated, &s->eval), NH_OK);
}

static void forget(subject *s) {
    nh_displacements_destroy(s->displacements);
    nh_eval_destroy(s->eval);
    nh_model_destroy(s->model);
}

/* The coefficients at an admissible state, with the accelerations of the motion. */
static void check_state(const subject *s, double *inputs) {
    const nh_commutation *c = &s->analysis->commutation;
    double values[1 + 4 * MOST], rho[MOST * MOST];
    nh_displacements_info info;
    assert_int_equal(nh_eval_at(s->eval, inputs, values), NH_OK);
    memcpy(inputs + 1 + 2 * s->n, values + 1, s->n * sizeof *inputs);
    assert_int_equal(nh_displacements_at(s->displacements, inputs, &info), NH_OK);
    assert_true(info.commutes);
    run(&s->rho, inputs, rho);
    for (size_t v = 0; v < c->rows; v++)
        for (size_t k = 0; k < c->by_rows; k++) {
            double wanted = info.rho[v * info.rows + c->by_row[k]], found = rho[v * c->by_rows + k];
            near(s, "rho", found, wanted, 1e-9 * (1 + fabs(wanted)));
        }
    check_differences(s, inputs, rho);
}

static void check_states(subject *s) {
    double inputs[1 + 3 * MOST];
    nh_random random = nh_random_make(test_seed(), 3);
    make_programs(s);
    for (int i = 0; i < STATES; i++) {
        nh_state state = {.t = 0.3, .q = inputs + 1, .v = inputs + 1 + s->n};
        inputs[0] = state.t;
        assert_true(nh_states_random(s->analysis->admissible->states, &random, state.t, 100, &state));
        check_state(s, inputs);
    }
}

/* ---- the reference data ---- */

/* The lines "constraints.NAME...." of one system, as a model. */
static const char *model_of(const oracle_case *data, nh_arena *arena, const char *name) {
    nh_text text = nh_text_begin(arena), energy = nh_text_begin(arena), rows = nh_text_begin(arena);
    size_t length = strlen(name), terms = 0;
    for (size_t i = 0; i < data->entries.count; i++) {
        const oracle_entry *e = &data->entries.items[i];
        bool is_of = strncmp(e->key, "constraints.", 12) == 0 && strncmp(e->key + 12, name, length) == 0 &&
                     e->key[12 + length] == '.';
        const char *key = is_of ? e->key + 13 + length : "";
        if (strncmp(key, "parameters.", 11) == 0) nh_text_format(&text, "param %s = %s\n", key + 11, e->rest);
        if (strncmp(key, "constraints.", 12) == 0) nh_text_format(&rows, "constraint %s: %s = 0\n", key + 12, e->rest);
        if (strncmp(key, "coordinates.", 12) != 0) continue;
        nh_text_format(&text, "coord %s\n", e->rest);
        nh_text_format(&energy, " + %zu*%s'^2/2 - sin(%s)", ++terms, e->rest, e->rest);
    }
    nh_text_format(&text, "lagrangian 0%s\n%s", nh_text_string(&energy), nh_text_string(&rows));
    return nh_text_string(&text);
}

PROTECTED_TEST(test_reference) {
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, NH_TEST_SOURCE "/oracle/t003_commutation53.txt");
    int lines = 0, holding = 0;
    for (size_t i = 0; i < data.entries.count; i++) {
        const char *key = data.entries.items[i].key, *end = strrchr(key, '.');
        if (end == NULL || strcmp(end, ".holds_53") != 0) continue;
        const char *name = nh_arena_text(arena, key + 12, (size_t)(end - key) - 12);
        subject s = subject_of(context, arena, name, model_of(&data, arena, name));
        bool holds = strcmp(data.entries.items[i].rest, "true") == 0;
        if ((s.analysis->commutation.by == NH_EVIDENCE_PROVED) != holds) fail_msg("%s: the coefficients", name);
        if (holds) check_states(&s);
        forget(&s);
        lines++;
        holding += holds;
    }
    assert_int_equal(lines, LINES);
    assert_int_equal(holding, HOLDING);
    nh_arena_destroy(arena);
}

/* ---- more systems, and the texts ---- */

/* Coefficients as `check` gives them: "row by text" each. */
static const struct {
    const char *text, *coefficients;
} known[] = {
    /* the paper has one list of coefficients for all rows: these depend on the row */
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 2*y*z'\nconstraint b: y' = x*z'\n",
     "a b 2*z'; b a z'; "},
    /* exact ones have none */
    {"coord x, y\nkinetic x'^2 + y'^2\nconstraint a: y*x' + x*y' = t\n", ""},
    /* an exponential as integrating factor */
    {"coord x, y\nkinetic x'^2 + y'^2\nconstraint a: exp(x)*(x' + 2*y') = 0\n", "a a x'; "},
    /* a geometric row among them has D = 0, and may be needed for another */
    {"coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint s: x^2 + y^2 + z^2 = 1\nconstraint a: y*x' = x*y'\n", NULL},
    /* a row that says the same with a factor that depends on time */
    {"coord x, y\nkinetic x'^2 + y'^2\npotential x\nconstraint a: x' = y'\nconstraint b: t*x' = t*y'\n", "b a 1; "},
    /* free accelerations */
    {"coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x'^2 = 4*y'^2\ninit x' = 2, y' = 1\n", "a a x''/x'; "},
};

static const char *coefficients_of(nh_arena *arena, const nh_check *check) {
    nh_text text = nh_text_begin(arena);
    size_t count = nh_check_get_info(check).commutation_coefficients;
    nh_check_coefficient one;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(nh_check_get_coefficient(check, i, &one), NH_OK);
        nh_text_format(&text, "%s %s %s; ", one.row, one.by, one.text);
    }
    assert_int_equal(nh_check_get_coefficient(check, count, &one), NH_E_USAGE);
    return nh_text_string(&text);
}

PROTECTED_TEST(test_known) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        nh_model *model = test_read_model(context, known[i].text);
        nh_check_def def = nh_default_check();
        nh_check *check;
        def.without_places = true;
        assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
        nh_check_info info = nh_check_get_info(check);
        if (info.commutation.truth != NH_YES || info.commutation_coefficients_by == NH_EVIDENCE_NONE)
            fail_msg("%s: not found", known[i].text);
        if (known[i].coefficients != NULL) assert_string_equal(coefficients_of(arena, check), known[i].coefficients);
        nh_check_destroy(check);
        nh_model_destroy(model);
    }
    nh_arena_destroy(arena);
}

/* With geometric rows and redundant ones the numbers agree too. */
PROTECTED_TEST(test_states) {
    nh_arena *arena = nh_arena_create(context);
    const size_t which[] = {0, 2, 3, 4, 5};
    for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
        subject s = subject_of(context, arena, known[which[i]].text, known[which[i]].text);
        const nh_commutation *c = &s.analysis->commutation;
        assert_true(c->by == NH_EVIDENCE_PROVED);
        if (c->rows == s.rows) check_states(&s);
        else assert_int_equal(c->row[0], 1); /* the first one is geometric */
        forget(&s);
    }
    nh_arena_destroy(arena);
}

/* Where the condition fails there is nothing to know. */
PROTECTED_TEST(test_none) {
    nh_arena *arena = nh_arena_create(context);
    subject s =
        subject_of(context, arena, "contact", "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: z' = y*x'\n");
    assert_int_equal(s.analysis->integrability.is_integrable.truth, NH_NO);
    assert_true(s.analysis->commutation.by == NH_EVIDENCE_NONE && s.analysis->commutation.rho == NULL);
    nh_fact claimed = nh_fact_yes(NH_EVIDENCE_PROVED); /* what is solved for is examined, whoever says that it holds */
    assert_int_equal(nh_commutation_find(s.analysis->admissible, claimed).by, NH_EVIDENCE_NONE);
    forget(&s);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
