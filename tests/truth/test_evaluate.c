/* Accelerations, multipliers and energies against the reference numbers, for every case that has them: in doubles and
 * in balls, by every formulation; and what certified digits promise. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "base/text/text.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/run/observe.h"
#include "state/state.h"
#include "truth/eval/evaluate.h"
#include "truth/eval/state_table.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

/* One model under one formulation. */
typedef struct subject {
    nh_arena *arena;
    const char *name, *form;
    nh_model *model;
    nh_equations *equations;
    uint32_t *order; /* rows as the samples list them */
    nh_evaluator *doubles, *balls, *longer;
    size_t n;
} subject;

/* Kinematic rows first, then geometric ones. */
static uint32_t *sample_order(nh_arena *arena, const nh_equations *e) {
    uint32_t *order = NH_NEW_ARRAY(arena, uint32_t, e->rows), count = 0;
    for (int geometric = 0; geometric < 2; geometric++)
        for (uint32_t i = 0; i < e->rows; i++)
            if (e->model->rows.items[e->row[i]].is_geometric == (geometric == 1)) order[count++] = i;
    return order;
}

static subject subject_make(nh_arena *arena, nh_model *model, const char *name, const char *form) {
    subject s = {.arena = arena, .name = name, .form = form, .model = model, .n = model->coordinates.count};
    s.equations = nh_chetaev_derive(model, arena);
    s.order = sample_order(arena, s.equations);
    s.doubles = nh_evaluator_make(arena, model, &(nh_eval_def){.form = form});
    s.balls = nh_evaluator_make(arena, model, &(nh_eval_def){.form = form, .digits = 30});
    s.longer = nh_evaluator_make(arena, model, &(nh_eval_def){.form = form, .digits = 50});
    return s;
}

/* ---- states ---- */

static void add_fields(nh_text *csv, const char *texts) {
    for (const char *c = texts; *c; c++) nh_text_add_char(csv, *c == ' ' ? ',' : *c);
}

/* The state of a sample by the texts of its numbers, through a table. */
static nh_given_state state_of(const subject *s, const oracle_block *sample) {
    nh_names names = nh_evaluator_inputs(s->doubles);
    nh_text csv = nh_text_begin(s->arena);
    for (size_t i = 0; i < names.count; i++) nh_text_format(&csv, "%s\"%s\"", i > 0 ? "," : "", names.items[i]);
    nh_text_add_char(&csv, '\n');
    add_fields(&csv, oracle_text(sample, "t"));
    nh_text_add_char(&csv, ',');
    add_fields(&csv, oracle_text(sample, "q"));
    nh_text_add_char(&csv, ',');
    add_fields(&csv, oracle_text(sample, "qd"));
    const char *text = nh_text_string(&csv);
    nh_state_table_def def = {names.count, names.items, true, true};
    nh_state_table *table = nh_state_table_read(s->arena, "sample", text, strlen(text), &def);
    assert_int_equal(table->states, 1);
    return (nh_given_state){table->values, nh_state_table_exact(table, s->arena, 0)};
}

/* ---- comparing ---- */

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static void check_number(const subject *s, const char *what, double found, double wanted, double allowed) {
    if (!(fabs(found - wanted) <= allowed))
        fail_msg("%s, %s: %s is %.17g, not %.17g", s->name, s->form, what, found, wanted);
}

/* E is the sum of q' dL/dq' less L: where the case means T + V by energy it has this as jacobi. */
static const double *energy_of(const oracle_block *sample) {
    const double *jacobi = oracle_get(sample, "jacobi", 1);
    return jacobi != NULL ? jacobi : oracle_get(sample, "energy", 1);
}

static void check_sample(const subject *s, const nh_evaluation *found, const oracle_block *sample, double tolerance,
                         bool has_multipliers) {
    nh_names names = nh_evaluator_columns(s->doubles);
    const double *qdd = oracle_get(sample, "qdd", s->n), *lambda = oracle_get(sample, "lambda", 0);
    const double *energy = energy_of(sample), *rate = oracle_get(sample, "dE_dt", 1);
    size_t count = oracle_count(sample, "lambda"), rest = 1 + s->n + s->equations->rows;
    if (found->why != NULL) fail_msg("%s, %s: %s", s->name, s->form, found->why);
    double size = tolerance * (1 + largest(qdd, s->n));
    for (size_t i = 0; i < s->n; i++) check_number(s, names.items[1 + i], found->values[1 + i], qdd[i], size);
    size = tolerance * (1 + largest(lambda, count));
    for (size_t i = 0; i < count && has_multipliers; i++) {
        size_t column = 1 + s->n + s->order[i];
        check_number(s, names.items[column], found->values[column], lambda[i], size);
    }
    if (energy != NULL) check_number(s, "E", found->values[rest], *energy, tolerance * (1 + fabs(*energy)));
    if (rate != NULL && energy != NULL && energy == oracle_get(sample, "energy", 1))
        check_number(s, "dE/dt", found->values[rest + 1], *rate,
                     tolerance * (1 + fabs(*rate) + fabs(*energy) + largest(qdd, s->n)));
    assert_true(found->values[rest + 2] < 1e-14);
}

/* The balance of energy: the rate of E is the power of what acts on the system. */
static void check_power(const subject *s, nh_observer *observer, const nh_given_state *state,
                        const nh_evaluation *found) {
    const double *x = found->values + 1, *q = state->values + 1;
    nh_observation seen = nh_observe(observer, state->values[0], q, q + s->n, x, x + s->n);
    size_t rest = 1 + s->n + s->equations->rows;
    double size = 1 + fabs(seen.power) + fabs(seen.energy) + largest(x, s->n + s->equations->rows);
    check_number(s, "the power", found->values[rest + 1], seen.power, 1e-10 * size);
}

/* ---- digits ---- */

static nh_rat number_of(nh_arena *arena, const char *text) {
    nh_rat value;
    size_t sign = text[0] == '-' ? 1 : 0, length = strlen(text);
    assert_int_equal(nh_rat_read(arena, text + sign, length - sign, &value), length - sign);
    return sign ? nh_rat_neg(arena, value) : value;
}

/* How many digits, leading zeros not counted. */
static int digits_of(const char *text) {
    int count = 0;
    for (const char *c = text; *c && *c != 'e'; c++)
        if (*c >= '0' && *c <= '9' && (count > 0 || *c != '0')) count++;
    return count;
}

/* The difference of both texts is at most half a unit of the last of the fewer digits, or one unit of the
 * last of the others more. */
static void check_digits(const subject *s, const char *what, const nh_certain *fewer, const nh_certain *more) {
    nh_arena *arena = s->arena;
    if (fewer->text == NULL || more->text == NULL) {
        fail_msg("%s, %s: %s is not certified", s->name, s->form, what);
        return;
    }
    assert_int_equal(fewer->is_small, more->is_small);
    if (more->digits == 0) {
        assert_string_equal(more->text, "0");
        assert_string_equal(fewer->text, "0");
        return;
    }
    assert_int_equal(fewer->digits, 30);
    assert_int_equal(more->digits, 50);
    assert_int_equal(digits_of(fewer->text), 30);
    assert_int_equal(digits_of(more->text), 50);
    nh_rat a = number_of(arena, fewer->text), b = number_of(arena, more->text);
    nh_rat apart = nh_rat_abs(arena, nh_rat_sub(arena, a, b)), size = nh_rat_abs(arena, a);
    double relative = nh_rat_double(nh_arena_context(arena), nh_rat_div(arena, apart, size));
    if (!(relative <= 0.5000001e-29))
        fail_msg("%s, %s: %s: %s and %s", s->name, s->form, what, fewer->text, more->text);
}

static void check_certified(const subject *s, const nh_given_state *state) {
    nh_names names = nh_evaluator_columns(s->balls);
    nh_evaluation fewer = nh_evaluator_at(s->balls, s->arena, state),
                  more = nh_evaluator_at(s->longer, s->arena, state);
    for (size_t i = 1; i < names.count; i++) check_digits(s, names.items[i], &fewer.numbers[i], &more.numbers[i]);
}

/* Away from the constraints the residual is no rounding, and both computations agree on it. */
static void check_residual(const subject *s, const nh_given_state *state) {
    size_t inputs = nh_evaluator_inputs(s->doubles).count, last = nh_evaluator_columns(s->doubles).count - 1;
    double *moved = NH_NEW_ARRAY(s->arena, double, inputs);
    for (size_t i = 0; i < inputs; i++) moved[i] = state->values[i] + 1e-3 * (double)(i % 3) + 1e-4;
    nh_given_state there = {.values = moved};
    double rough = nh_evaluator_at(s->doubles, s->arena, &there).values[last];
    double fine = nh_evaluator_at(s->balls, s->arena, &there).values[last];
    if (isnan(rough) && isnan(fine)) return;
    check_number(s, "the residual", rough, fine, 1e-9 * (1e-6 + fine));
    assert_true(s->equations->rows == 0 || fine > 1e-9);
}

/* ---- cases ---- */

static bool is_shortest_others(const subject *s, const nh_given_state *state, nh_dynamics *dynamics) {
    const double *v = state->values;
    nh_solution found = nh_dynamics_solve(dynamics, v[0], v + 1, v + 1 + s->n);
    return found.rank < s->equations->rows;
}

static void check_form(const subject *s, const oracle_case *data) {
    nh_dynamics *dynamics = nh_dynamics_make(s->arena, s->equations, NH_NATIVE_NEVER);
    nh_observer *observer = nh_observer_make(s->arena, s->equations, false);
    nh_dynamics_set(dynamics, nh_model_parameter_values(s->model, s->arena));
    nh_observer_set(observer, nh_model_parameter_values(s->model, s->arena));
    bool is_first = true;
    for (size_t i = 0; i < data->blocks.count; i++) {
        const oracle_block *sample = &data->blocks.items[i];
        if (strcmp(sample->kind, "sample") != 0 || !oracle_get(sample, "qdd", s->n)) continue;
        nh_given_state state = state_of(s, sample);
        bool has_multipliers = !is_shortest_others(s, &state, dynamics);
        nh_evaluation rough = nh_evaluator_at(s->doubles, s->arena, &state);
        if (!rough.is_applicable) {
            assert_true(strstr(s->name, "relativistic") != NULL && strcmp(s->form, "udwadia") == 0);
            assert_false(nh_evaluator_at(s->balls, s->arena, &state).is_applicable);
            continue;
        }
        check_sample(s, &rough, sample, 1e-10, has_multipliers);
        check_power(s, observer, &state, &rough);
        nh_evaluation fine = nh_evaluator_at(s->balls, s->arena, &state);
        check_sample(s, &fine, sample, 1e-14, has_multipliers);
        if (is_first) check_certified(s, &state);
        if (is_first) check_residual(s, &state);
        is_first = false;
    }
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, FOLDER, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    static const char *const forms[] = {"chetaev", "udwadia"};
    for (int i = 0; i < 2; i++) {
        subject s = subject_make(arena, model, name, forms[i]);
        check_form(&s, &data);
    }
    nh_model_destroy(model);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run("evaluate", FOLDER, CASES, test_case);
}
