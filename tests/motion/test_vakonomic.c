/* The vakonomic equations: against the reference numbers, against Lagrange's operator of the extended Lagrangian, and
 * next to the equations under the Chetaev condition, with which they agree at mu = 0, and for all mu where the
 * commutation condition holds. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "base/random.h"
#include "form/form.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "state/state.h"
#include "truth/eval/evaluate.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

typedef struct subject {
    nh_arena *arena;
    const char *name;
    nh_model *model;
    nh_equations *equations;
    nh_evaluator *evaluator, *balls;
    uint32_t *order; /* rows as the samples list them: kinematic ones first, then geometric ones */
    size_t n, rows;
} subject;

static subject subject_make(nh_arena *arena, nh_model *model, const char *name) {
    subject s = {.arena = arena, .name = name, .model = model, .n = model->coordinates.count};
    s.equations = nh_vakonomic_derive(model, arena);
    s.rows = s.equations->rows;
    s.evaluator = nh_evaluator_make(arena, model, &(nh_eval_def){.form = "vakonomic"});
    s.order = NH_NEW_ARRAY(arena, uint32_t, s.rows);
    uint32_t count = 0;
    for (int geometric = 0; geometric < 2; geometric++)
        for (uint32_t i = 0; i < s.rows; i++)
            if (model->rows.items[s.equations->row[i]].is_geometric == (geometric == 1)) s.order[count++] = i;
    return s;
}

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* t, q, q' of a sample; mu is 0. */
static double *state_of(const subject *s, const oracle_block *sample) {
    double *state = NH_NEW_ARRAY(s->arena, double, 1 + 2 * s->n + s->rows);
    state[0] = *oracle_get(sample, "t", 1);
    memcpy(state + 1, oracle_get(sample, "q", s->n), s->n * sizeof *state);
    memcpy(state + 1 + s->n, oracle_get(sample, "qd", s->n), s->n * sizeof *state);
    return state;
}

static const double *evaluate(const subject *s, nh_evaluator *evaluator, const double *state) {
    nh_evaluation found = nh_evaluator_at(evaluator, s->arena, &(nh_given_state){.values = state});
    if (found.why != NULL) fail_msg("%s: %s", s->name, found.why);
    return found.values + 1;
}

static void compare(const subject *s, const char *what, const double *found, const double *wanted, size_t count) {
    double size = 1 + largest(wanted, count);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(found[i] - wanted[i]) <= 1e-10 * size))
            fail_msg("%s: %s %zu is %.17g, not %.17g", s->name, what, i, found[i], wanted[i]);
}

/* The rates of mu in the order of the samples. */
static const double *ordered(const subject *s, const double *rates, double sign) {
    double *list = NH_NEW_ARRAY(s->arena, double, s->rows);
    for (size_t i = 0; i < s->rows; i++) list[i] = sign * rates[s->order[i]];
    return list;
}

/* ---- reference numbers ---- */

static size_t samples; /* with vakonomic numbers */

static void check_vakonomic(subject *s, const oracle_block *sample) {
    const double *qdd = oracle_get(sample, "vakonomic.qdd", s->n), *mu = oracle_get(sample, "mu", s->rows);
    if (qdd == NULL) return;
    double *state = state_of(s, sample);
    for (size_t i = 0; i < s->rows; i++) state[1 + 2 * s->n + s->order[i]] = mu[i];
    if (s->balls == NULL)
        s->balls = nh_evaluator_make(s->arena, s->model, &(nh_eval_def){.form = "vakonomic", .digits = 20});
    for (int with_balls = 0; with_balls < 2; with_balls++) {
        const double *found = evaluate(s, with_balls ? s->balls : s->evaluator, state);
        compare(s, "acceleration", found, qdd, s->n);
        compare(s, "rate", ordered(s, found + s->n, 1), oracle_get(sample, "vakonomic.mu_dot", s->rows), s->rows);
    }
    samples++;
}

/* At mu = 0 the equations are those under the Chetaev condition. */
static void check_beginning(const subject *s, const oracle_block *sample) {
    const double *state = state_of(s, sample), *found = evaluate(s, s->evaluator, state);
    compare(s, "acceleration", found, oracle_get(sample, "qdd", s->n), s->n);
    nh_evaluation whole = nh_evaluator_at(s->evaluator, s->arena, &(nh_given_state){.values = state});
    if (whole.left_out > 0) return; /* the shortest multipliers are others than those of the sample */
    compare(s, "multiplier", ordered(s, found + s->n, -1), oracle_get(sample, "lambda", 0),
            oracle_count(sample, "lambda"));
}

/* ---- Lagrange's operator ---- */

/* d/dt dL/dq' - dL/dq - Q of the Lagrangian L + sum of mu rate, with all rows in it; mu' stands
 * in it as the dots of mu. */
static nh_expr *operator_of(const subject *s) {
    nh_pool *pool = s->model->pool;
    const nh_expr *q = nh_model_coordinates(s->model, s->arena), *v = nh_model_velocities(s->model, s->arena);
    nh_expr L = s->model->L, *list = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (size_t i = 0; i < s->rows; i++) {
        nh_expr rate = nh_row_rate(s->model, &s->model->rows.items[s->equations->row[i]]);
        L = nh_expr_add(pool, L, nh_expr_mul(pool, s->equations->extra[i], rate));
    }
    for (size_t i = 0; i < s->n; i++) {
        nh_expr pull = nh_expr_add(pool, nh_expr_diff(pool, L, q[i]), s->model->Q[i]);
        list[i] = nh_expr_sub(pool, nh_expr_total_derivative(pool, nh_expr_diff(pool, L, v[i])), pull);
    }
    return list;
}

typedef struct operators {
    nh_tape *tape;
    double *inputs, *outputs, *work;
} operators;

/* Of t, q, q', mu, q'', mu': the operators. */
static operators make_operators(const subject *s) {
    nh_tape_def def = nh_dynamics_tape_def(s->arena, s->equations, true, 0, NULL);
    nh_expr *inputs = NH_NEW_ARRAY(s->arena, nh_expr, def.input_count + s->rows);
    memcpy(inputs, def.inputs, def.input_count * sizeof *inputs);
    for (size_t i = 0; i < s->rows; i++)
        inputs[def.input_count + i] = nh_expr_dot(s->model->pool, s->equations->extra[i]);
    def.inputs = inputs;
    def.input_count += (uint32_t)s->rows;
    def.outputs = operator_of(s);
    def.output_count = (uint32_t)s->n;
    operators o = {.tape = nh_tape_make(s->arena, s->model->pool, &def)};
    o.inputs = NH_NEW_ARRAY(s->arena, double, def.input_count);
    o.outputs = NH_NEW_ARRAY(s->arena, double, s->n);
    o.work = nh_arena_alloc_aligned(s->arena, nh_tape_work_size(o.tape, 1) * sizeof(double), 64);
    nh_tape_begin(o.tape, 1, nh_model_parameter_values(s->model, s->arena), o.work);
    return o;
}

static size_t solved; /* states at which the operators were examined */

/* At t, q, q' of the state, and random mu. */
static void check_operator(const subject *s, const operators *o, nh_random *random, double *state) {
    size_t given = 1 + 2 * s->n + s->rows;
    for (size_t i = 0; i < s->rows; i++) state[1 + 2 * s->n + i] = 2 * nh_random_unit(random) - 1;
    nh_evaluation found = nh_evaluator_at(s->evaluator, s->arena, &(nh_given_state){.values = state});
    if (found.why != NULL) return; /* singular for these mu */
    solved++;
    memcpy(o->inputs, state, given * sizeof *state);
    memcpy(o->inputs + given, found.values + 1, (s->n + s->rows) * sizeof *state);
    nh_tape_run(o->tape, 1, o->inputs, o->outputs, o->work);
    double size = 1 + largest(found.values + 1, s->n + s->rows);
    for (size_t i = 0; i < s->n; i++)
        if (!(fabs(o->outputs[i]) <= 1e-9 * size * (1 + largest(state, given))))
            fail_msg("%s: equation %zu is off by %g of %g", s->name, i, o->outputs[i], size);
}

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, FOLDER, name, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    subject s = subject_make(arena, files_model(context, &def, text, length, true), name);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    operators o = make_operators(&s);
    nh_random random = nh_random_make(test_seed(), 0);
    for (size_t i = 0; i < data.blocks.count; i++) {
        const oracle_block *sample = &data.blocks.items[i];
        if (strcmp(sample->kind, "sample") != 0 || !oracle_get(sample, "qdd", s.n)) continue;
        check_vakonomic(&s, sample);
        check_beginning(&s, sample);
        check_operator(&s, &o, &random, state_of(&s, sample));
    }
    nh_model_destroy(s.model);
}

/* So large that the sparse way is taken; where 1 + 2 mu < 0 the matrix is not definite. */
static void check_large(nh_context *context, void *argument) {
    (void)argument;
    static const char text[] = "const N = 120\n coord x[1..N], y[1..N]\n"
                               "point P[i=1..N] = [x[i], y[i]] mass 1\n potential x[i]*y[i+1] for i = 1..N-1\n"
                               "constraint speed[i=1..N]: x[i]'^2 + y[i]'^2 = 1 + x[i]^2\n";
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    def.name = "large.nh";
    subject s = subject_make(arena, files_model(context, &def, text, strlen(text), true), "large");
    operators o = make_operators(&s);
    nh_random random = nh_random_make(test_seed(), 2);
    double *state = NH_NEW_ARRAY(arena, double, 1 + 2 * s.n + s.rows);
    for (size_t i = 0; i < 2 * s.n; i++) state[1 + i] = nh_random_uniform(&random, -1, 1);
    size_t before = solved;
    check_operator(&s, &o, &random, state);
    assert_true(solved == before + 1 && s.n + s.rows > 300);
    nh_model_destroy(s.model);
}

static void test_large(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, check_large, NULL);
    nh_context_destroy(context);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* ---- where the commutation condition holds ---- */

typedef struct example {
    const char *text;
    bool commutes;
} example;

static const example examples[] = {
    {"coord x, y, z\n kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\n potential x*y + z\n"
     "constraint g: x*x' + y*y' + z*z' = 0\n init x = 1, y = 0.5, z = 0.25, x' = 1, y' = 0.5",
     true},
    {"coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n"
     "constraint g: x*x' + y*y' + z*z' - t = 0\n init x = 1, y = 0.5, z = 0.25, x' = 1, y' = 0.5",
     true},
    {"coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential x + z\n"
     "constraint g: y*z*x' + x*z*y' + 2*x*y*z' = 0\n init x = 1, y = 0.5, z = 0.75, x' = 1, y' = 0.5",
     true},
    {"param C = 2\n coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n"
     "constraint g: (x*x' + y*y' + z*z')^2 = C\n init x = 1, y = 0.5, z = 0.75, x' = 1, y' = 0.5",
     true},
    {"coord x, y, z, w\n kinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\n potential z*w\n"
     "constraint a: x' + z'*w + z*w' + y*(y' + 2*z*z') = 0\n"
     "constraint b: w*(x' + z'*w + z*w') + x*(y' + 2*z*z') = 0\n"
     "init x = 1, y = 0.5, z = 0.75, w = 0.5, z' = 1, w' = 1",
     true}, /* together d(x + z w) = 0 and d(y + z^2) = 0; none of them only is integrable */
    {"coord x, y, z, w\n kinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\n potential z*w\n"
     "constraint a: x' - y*z' = 0\n constraint b: y' - w*z' = 0\n init w = 0.5, y = 0.5, z' = 1, w' = 1",
     false},
    {"coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n"
     "constraint a: x' - y*z' = 0\n constraint b: y' + x*z' = 0\n init x = 1, y = 0.5, z = 0.75, z' = 1",
     true}, /* two rows on three coordinates are always integrable together */
    {"coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n"
     "constraint f: x^2 + y^2 + z^2 = 1\n constraint g: y*x' - x*y' + (y^2 + x^2)*z' = 0\n"
     "init x = 0.6, y = 0.5, x' = 1",
     true},
    {"coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n potential x\n"
     "constraint g: x'*sin(th) - y'*cos(th) = 0\n init th = 0.5, x' = 1, th' = 1",
     false},
    {"coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential x\n"
     "constraint g: x'^2 + y'^2 + z'^2 = 4\n init x' = 1, y' = 0.5",
     false},
};

static double difference(const subject *s, nh_evaluator *chetaev, const nh_state *at, nh_random *random) {
    double *state = NH_NEW_ARRAY(s->arena, double, 1 + 2 * s->n + s->rows), most = 0;
    state[0] = at->t;
    memcpy(state + 1, at->q, s->n * sizeof *state);
    memcpy(state + 1 + s->n, at->v, s->n * sizeof *state);
    for (size_t i = 0; i < s->rows; i++) state[1 + 2 * s->n + i] = 2 * nh_random_unit(random) - 1;
    const double *wanted = evaluate(s, chetaev, state), *found = evaluate(s, s->evaluator, state);
    for (size_t i = 0; i < s->n; i++) most = fmax(most, fabs(found[i] - wanted[i]) / (1 + fabs(wanted[i])));
    return most;
}

static void check_example(nh_context *context, void *argument) {
    const example *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    def.name = "example.nh";
    nh_model *model = files_model(context, &def, x->text, strlen(x->text), true);
    subject s = subject_make(arena, model, x->text);
    nh_evaluator *chetaev = nh_evaluator_make(arena, model, &(nh_eval_def){.form = "chetaev"});
    nh_states *states = nh_states_make(arena, model, nh_model_parameter_values(model, arena));
    nh_state at = {.q = NH_NEW_ARRAY(arena, double, s.n), .v = NH_NEW_ARRAY(arena, double, s.n)};
    nh_random random = nh_random_make(test_seed(), 1);
    double most = 0;
    for (int i = 0; i < 5; i++) {
        assert_true(nh_states_random(states, &random, 0.5, 20, &at));
        most = fmax(most, difference(&s, chetaev, &at, &random));
    }
    if (x->commutes ? !(most < 1e-9) : !(most > 1e-3)) fail_msg("%s\ndifference %g", x->text, most);
    nh_model_destroy(model);
}

static void test_commutation(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        nh_context *context = test_context();
        test_run(context, check_example, (void *)&examples[i]);
        nh_context_destroy(context);
    }
}

static void test_all_were_there(void **state) {
    (void)state;
    assert_true(samples >= 7 * 4);
    assert_true(solved > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_commutation), cmocka_unit_test(test_large),
                                       cmocka_unit_test(test_all_were_there)};
    int failed = files_run("vakonomic", FOLDER, CASES, test_case);
    return failed + cmocka_run_group_tests_name("commutation", tests, NULL, NULL);
}
