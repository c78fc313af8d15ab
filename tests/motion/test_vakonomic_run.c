/* Motions of the vakonomic equations: against the reference trajectories, with the balance of energy and the energy of
 * the extended Lagrangian; initial multipliers; how they end where their matrix is singular. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "base/text/text.h"
#include "motion/run/run.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

/* A motion of a model that is given as text. */
typedef struct motion {
    const char *text;
    nh_strings init;
    const char *form; /* NULL: vakonomic */
    nh_run_def run;
    nh_arena *arena;
    nh_model *model;
    nh_trajectory *found;
} motion;

static void simulate(nh_context *context, motion *m) {
    nh_read_def def = nh_default_read();
    def.name = "motion.nh";
    def.init = m->init;
    m->arena = nh_arena_create(context);
    m->model = files_model(context, &def, m->text, strlen(m->text), true);
    if (m->run.rtol == 0) m->run = nh_default_run();
    m->run.form = m->form != NULL ? m->form : "vakonomic";
    m->found = nh_simulate(m->arena, m->model, &m->run);
}

static size_t column_of(const motion *m, const char *name) {
    for (size_t i = 0; i < m->found->columns; i++)
        if (strcmp(m->found->column[i].name, name) == 0) return i;
    fail_msg("there is no column '%s'", name);
    return 0;
}

static double value_in(const motion *m, size_t row, const char *name) {
    return m->found->values.items[row * m->found->columns + column_of(m, name)];
}

static double last_value(const motion *m, const char *name) {
    return value_in(m, m->found->values.count / m->found->columns - 1, name);
}

/* ---- reference trajectories ---- */

typedef struct reference {
    const oracle_block *begin, *states; /* the block "trajectory vakonomic", and what follows */
    size_t count;
} reference;

static reference find_reference(const oracle_case *data, size_t from) {
    reference r = {.begin = NULL};
    for (size_t i = from; i < data->blocks.count && r.begin == NULL; i++)
        if (strcmp(data->blocks.items[i].kind, "trajectory vakonomic") == 0) r.begin = &data->blocks.items[i];
    if (r.begin == NULL) return r;
    r.states = r.begin + 1;
    while (r.states + r.count < data->blocks.items + data->blocks.count && strcmp(r.states[r.count].kind, "state") == 0)
        r.count++;
    return r;
}

static void check_numbers(const char *name, const double *found, const double *wanted, size_t count, double t) {
    for (size_t i = 0; i < count; i++)
        if (!(fabs(found[i] - wanted[i]) <= 1e-9 * (1 + fabs(wanted[i]))))
            fail_msg("%s: at t = %g, number %zu is %.17g, not %.17g", name, t, i, found[i], wanted[i]);
}

static nh_strings initial_values(nh_arena *arena, const oracle_case *data, const oracle_block *begin) {
    uint32_t rows;
    const oracle_entry **row = oracle_all(data, "constraint", &rows);
    const double *mu = oracle_get(begin, "mu0", rows);
    const char **list = NH_NEW_ARRAY(arena, const char *, rows);
    for (uint32_t i = 0; i < rows; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "mu.%s = %.17g", row[i]->name, mu[i]);
        list[i] = nh_text_string(&text);
    }
    return (nh_strings){list, rows};
}

static void check_reference(nh_context *context, const char *name, motion *m, const reference *r) {
    double *times = NH_NEW_ARRAY(m->arena, double, r->count);
    for (size_t i = 0; i < r->count; i++) times[i] = *oracle_get(&r->states[i], "t", 1);
    m->run = nh_default_run();
    m->run.rtol = m->run.atol = 1e-12;
    m->run.at = times;
    m->run.at_count = r->count;
    simulate(context, m);
    const nh_trajectory *found = m->found;
    size_t n = m->model->coordinates.count, rows = m->init.count;
    assert_int_equal(found->outcome, NH_OUTCOME_FINISHED);
    assert_int_equal(found->values.count, r->count * found->columns);
    for (size_t i = 0; i < r->count; i++) {
        const double *row = found->values.items + i * found->columns;
        check_numbers(name, row + 1, oracle_get(&r->states[i], "q", n), n, *row);
        check_numbers(name, row + 1 + n, oracle_get(&r->states[i], "qd", n), n, *row);
        check_numbers(name, row + 1 + 2 * n, oracle_get(&r->states[i], "mu", rows), rows, *row);
    }
    if (!(found->residual < 1e-12)) fail_msg("%s: residual %g", name, found->residual);
    if (!(found->energy_error < 1e-9)) fail_msg("%s: energy %g", name, found->energy_error);
    for (size_t i = 0; i < found->kept; i++)
        if (!(found->kept_drifts[i] < 1e-8 * (1 + fabs(found->kept_starts[i]))))
            fail_msg("%s: %s drifts by %g", name, found->kept_names[i], found->kept_drifts[i]);
    nh_model_destroy(m->model);
}

static size_t references, extended;

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    for (size_t from = 0;; references++) {
        reference r = find_reference(&data, from);
        if (r.begin == NULL) break;
        motion m = {.arena = arena, .init = initial_values(arena, &data, r.begin)};
        m.text = nh_file_read(arena, files_path(arena, FOLDER, name, ".nh"), &length);
        check_reference(context, name, &m, &r);
        for (size_t i = 0; i < m.found->kept; i++) extended += strcmp(m.found->kept_names[i], "E_ext") == 0;
        from = (size_t)(r.begin - data.blocks.items) + 1;
    }
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

static void test_all_were_there(void **state) {
    (void)state;
    assert_int_equal(references, 14);
    assert_true(extended > 0);
}

/* ---- initial values ---- */

/* A vector, a family, an expression in parameters; what is not given is 0. */
static void check_initial(nh_context *context, void *argument) {
    (void)argument;
    motion m = {.text = "param c = 0.25\n coord x, y, z, u[1..2], w\n"
                        "kinetic (x'^2 + y'^2 + z'^2 + u[1]'^2 + u[2]'^2 + w'^2)/2\n"
                        "constraint line: [x' - y*z', y' + x*z', 0] = 0\n"
                        "constraint f[i]: u[i]'*w = i*w' for i = 1..2\n"
                        "init x = 1, w = 1, z' = 1, w' = 1\n"
                        "init mu.line = [c, 2*c, 0]\n init mu.f[i] = i/8 for i = 1..2\n"
                        "watch size = mu.f[1] + mu.f[2]\n simulate t = 0 .. 0.1"};
    simulate(context, &m);
    assert_int_equal(m.found->outcome, NH_OUTCOME_FINISHED);
    assert_true(value_in(&m, 0, "mu.line.x") == 0.25 && value_in(&m, 0, "mu.line.y") == 0.5);
    assert_true(value_in(&m, 0, "mu.f[1]") == 0.125 && value_in(&m, 0, "mu.f[2]") == 0.25);
    assert_true(value_in(&m, 0, "size") == 0.375);
    assert_true(isfinite(value_in(&m, 0, "mu'.f[1]")));
    nh_model_destroy(m.model);
    motion none = {.text = "coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n constraint s: x'*sin(th) = y'*cos(th)\n"
                           "init th' = 1, x' = 1\n simulate t = 0 .. 0.1"};
    simulate(context, &none);
    assert_true(value_in(&none, 0, "mu.s") == 0 && value_in(&none, 0, "mu'.s") != 0);
    nh_model_destroy(none.model);
}

/* ---- next to the motion under the Chetaev condition ---- */

static const char *const integrable[] = {
    "coord x, y, z\n kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\n potential x*y + z\n constraint g: x*x' + y*y' + z*z' = 0\n",
    "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential x + z\n constraint g: y*z*x' + x*z*y' + 2*x*y*z' = 0\n",
    "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n constraint g: (x*x' + y*y' + z*z')^2 = 2\n",
    "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n constraint g: x^2 + y^2 + z^2 = 1 + t\n",
};

static void check_integrable(nh_context *context, void *argument) {
    static const char *const mu[] = {"mu.g = 0.375"};
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s init x = 0.75, y = 0.5, z ~ 0.5, x' = 1, y' = 0.25, z' ~ 1\n simulate t = 0 .. 1",
                   (const char *)argument);
    motion with = {.text = nh_text_string(&text), .init = {mu, 1}};
    motion without = {.text = with.text, .form = "chetaev"};
    simulate(context, &with);
    simulate(context, &without);
    static const char *const names[] = {"x", "y", "z", "x'", "y'", "z'"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double difference = fabs(last_value(&with, names[i]) - last_value(&without, names[i]));
        if (!(difference < 1e-8)) fail_msg("%s: %s differs by %g", with.text, names[i], difference);
    }
    assert_true(fabs(last_value(&with, "mu.g") - 0.375) > 1e-3);
    if (!(with.found->energy_error < 1e-8)) fail_msg("%s: energy %g", with.text, with.found->energy_error);
    nh_model_destroy(with.model);
    nh_model_destroy(without.model);
}

/* Forces without a potential, and constraints that depend on time: the balance of energy has all of them. */
static void check_work(nh_context *context, void *argument) {
    motion m = {.text = argument};
    simulate(context, &m);
    assert_int_equal(m.found->outcome, NH_OUTCOME_FINISHED);
    double change = fabs(last_value(&m, "E") - value_in(&m, 0, "E"));
    if (!(m.found->energy_error < 1e-8) || !(change > 1e-2))
        fail_msg("%s: energy changes by %g, balance %g", m.text, change, m.found->energy_error);
    nh_model_destroy(m.model);
}

static const char *const working[] = {
    "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential x + t*z\n force x: -y'\n"
    "constraint speed: x'^2 + y'^2 + z'^2 = 4 + sin(t)\n init x' = 1, y' = 0.5, z' ~ 1, mu.speed = 0.25\n"
    "simulate t = 0 .. 1",
    "coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n potential x\n"
    "constraint edge: x'*sin(th + t) - y'*cos(th + t) = 1/4\n init th = 0.5, x' = 1, th' = 1, mu.edge = 0.5\n"
    "simulate t = 0 .. 1",
    "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n potential z\n constraint f: x^2 + y^2 = 1 + t\n"
    "constraint g: z'^2 + x' = x*t + 1\n init x = 1, y = 0, z' ~ 1, y' = 0.25, mu.f = 0.5, mu.g = 0.25\n"
    "simulate t = 0 .. 1",
};

/* ---- ends ---- */

/* (m + 2 mu) q'' = F - 2 mu' q' on |q'| = 1: against the force mu falls by 2 each unit of time, and at mu = -m/2
 * nothing determines the accelerations, though they are 0 all along. */
static void check_end(nh_context *context, void *argument) {
    (void)argument;
    motion m = {.text = "coord x, y\n kinetic (x'^2 + y'^2)/2\n force x: -4\n constraint speed: x'^2 + y'^2 = 1\n"
                        "init x' = 1, y' = 0\n simulate t = 0 .. 1"};
    simulate(context, &m);
    assert_int_equal(m.found->outcome, NH_OUTCOME_SINGULAR);
    assert_true(fabs(m.found->t_end - 0.25) < 1e-6);
    if (strstr(m.found->message, "which contains the multipliers mu, is singular") == NULL ||
        strstr(m.found->message, "mu.speed = -0.5") == NULL)
        fail_msg("%s", m.found->message);
    nh_model_destroy(m.model);
    motion there = {.text = m.text, .init = {(const char *const[]){"mu.speed = -0.5"}, 1}};
    simulate(context, &there);
    assert_int_equal(there.found->outcome, NH_OUTCOME_SINGULAR);
    assert_true(strncmp(there.found->message, "the initial state is a singular configuration", 45) == 0);
    nh_model_destroy(there.model);
}

/* y' - mu x = t on x y' = 0: mu goes to infinity where x = 0, and a motion does not go through. */
static void check_factor(nh_context *context, void *argument) {
    (void)argument;
    motion m = {.text = "coord x, y\n kinetic (x'^2 + y'^2)/2\n force y: 1\n constraint c: x*y' = 0\n"
                        "init x = -1, x' = 1\n simulate t = 0 .. 3"};
    simulate(context, &m);
    assert_int_equal(m.found->outcome, NH_OUTCOME_SINGULAR);
    assert_true(fabs(m.found->t_end - 1) < 1e-4);
    nh_model_destroy(m.model);
}

/* Two equal rows: mu' of both are the same, the shortest, and the motion is that of one row with the
 * sum of the multipliers. */
static void check_redundant(nh_context *context, void *argument) {
    (void)argument;
    motion two = {.text = "coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n potential x\n"
                          "constraint a: x'*sin(th) = y'*cos(th)\n constraint b: x'*sin(th) = y'*cos(th)\n"
                          "init th = 0.5, x' = 1, th' = 1, mu.a = 0.25, mu.b = 0.5\n simulate t = 0 .. 1"};
    motion one = {.text = "coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n potential x\n"
                          "constraint a: x'*sin(th) = y'*cos(th)\n"
                          "init th = 0.5, x' = 1, th' = 1, mu.a = 0.75\n simulate t = 0 .. 1"};
    simulate(context, &two);
    simulate(context, &one);
    assert_true(fabs(last_value(&two, "mu'.b") - last_value(&two, "mu'.a")) < 1e-12);
    assert_true(fabs(last_value(&two, "x") - last_value(&one, "x")) < 1e-8);
    assert_true(fabs(last_value(&two, "mu.a") + last_value(&two, "mu.b") - last_value(&one, "mu.a")) < 1e-8);
    nh_model_destroy(two.model);
    nh_model_destroy(one.model);
}

/* The same with a transposition matrix that is computed: what has no value is said there too, and what was
 * computed until then is kept. */
static void check_no_value(nh_context *context, void *argument) {
    (void)argument;
    motion far = {.text = "coord x, y, z\n kinetic (x'^2 + y'^2 + z'^2)/2\n force y: sqrt(1 - t)\n"
                          "constraint a: z' = x*y'\n init x = 1, y' = 1, mu.a = 0.5\n simulate t = 0 .. 2 step 0.5",
                  .form = "vakonomic-modified"};
    simulate(context, &far);
    assert_true(far.found->outcome != NH_OUTCOME_FINISHED && fabs(far.found->t_end - 1) < 1e-3);
    assert_true(far.found->values.count >= 2 * far.found->columns);
    nh_model_destroy(far.model);
    motion massless = {.text = "coord x, y, z\n kinetic x'^2/2\n constraint a: z' = x*y'\n init x = 1, y' = 1",
                       .form = "vakonomic-modified"};
    simulate(context, &massless);
    if (strstr(massless.found->message, "nothing determines y''") == NULL) fail_msg("%s", massless.found->message);
    nh_model_destroy(massless.model);
}

/* Without constraints every matrix but that of the model is 0, and there are no multipliers. */
static void check_free(nh_context *context, void *argument) {
    (void)argument;
    static const char *const forms[] = {"vakonomic", "vakonomic-modified", "vakonomic-modified:kernel60",
                                        "vakonomic-modified:variational:mass", "vakonomic-modified:imposed:least60"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        motion m = {.text = "coord x, y\n kinetic (x'^2 + y'^2)/2\n potential y\n init x' = 1\n simulate t = 0 .. 2",
                    .form = forms[i]};
        simulate(context, &m);
        assert_int_equal(m.found->outcome, NH_OUTCOME_FINISHED);
        assert_true(fabs(last_value(&m, "x") - 2) < 1e-9 && fabs(last_value(&m, "y") + 2) < 1e-9);
        nh_model_destroy(m.model);
    }
}

/* A wall that moves evenly does work, and its mu is part of the energy of the extended Lagrangian: as a row of its
 * own or as its derivative. */
static void check_wall(nh_context *context, void *argument) {
    (void)argument;
    static const char *const walls[] = {"x = 2*t", "x' = 2"};
    double starts[2];
    for (int i = 0; i < 2; i++) {
        motion m = {.init = {(const char *const[]){"mu.wall = 0.3", "mu.a = 0.5"}, 2}};
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text,
                       "coord x, y, z\n kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2\n potential x*y + z^2\n"
                       "constraint wall: %s\n constraint a: z' = 1 + x*y'\n"
                       "init x = 0, y' = 1\n simulate t = 0 .. 2",
                       walls[i]);
        m.text = nh_text_string(&text);
        simulate(context, &m);
        size_t last = m.found->kept - 1;
        assert_string_equal(m.found->kept_names[last], "E_ext");
        starts[i] = m.found->kept_starts[last];
        if (!(m.found->kept_drifts[last] < 1e-8)) fail_msg("%s: %g", walls[i], m.found->kept_drifts[last]);
        nh_model_destroy(m.model);
        nh_arena_destroy(arena);
    }
    assert_true(fabs(starts[0] - starts[1]) < 1e-12);
}

/* ---- what is refused ---- */

static void check_refused(nh_context *context, void *argument) {
    (void)argument;
    motion m = {.text = "coord x, y, th\n kinetic (x'^2 + y'^2 + th'^2)/2\n constraint s: x'*sin(th) = y'*cos(th)\n"
                        "init th' = 1, x' = 1\n watch pull = lambda.s\n simulate t = 0 .. 0.1"};
    simulate(context, &m);
    assert_true(isnan(last_value(&m, "pull")));
    const nh_diag *last = nh_context_diag(context, nh_context_diag_count(context) - 1);
    assert_true(last->severity == NH_SEVERITY_WARNING && strstr(last->sentence, "mu.NAME") != NULL);
    nh_model_destroy(m.model);
    motion forces = {.text = m.text, .run = nh_default_run()};
    forces.run.reactions = true;
    simulate(context, &forces);
    assert_int_equal(forces.found->columns, m.found->columns);
    nh_model_destroy(forces.model);
}

static void run_all(test_body body, size_t count, const char *const *texts) {
    for (size_t i = 0; i < count; i++) {
        nh_context *context = test_context();
        test_run(context, body, (void *)(texts != NULL ? texts[i] : NULL));
        nh_context_destroy(context);
    }
}

static void test_motions(void **state) {
    (void)state;
    run_all(check_initial, 1, NULL);
    run_all(check_integrable, sizeof integrable / sizeof *integrable, integrable);
    run_all(check_work, sizeof working / sizeof *working, working);
}

static void test_ends(void **state) {
    (void)state;
    run_all(check_end, 1, NULL);
    run_all(check_factor, 1, NULL);
    run_all(check_redundant, 1, NULL);
    run_all(check_no_value, 1, NULL);
    run_all(check_wall, 1, NULL);
    run_all(check_free, 1, NULL);
    run_all(check_refused, 1, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_motions), cmocka_unit_test(test_ends),
                                       cmocka_unit_test(test_all_were_there)};
    int failed = files_run("vakonomic", FOLDER, 114, test_case);
    return failed + cmocka_run_group_tests_name("motions", tests, NULL, NULL);
}
