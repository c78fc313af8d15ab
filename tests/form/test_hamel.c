/* The equations in quasi-velocities against those of Maggi and against the reference data: for every model that has
 * quasi-velocities, for random ones on systems of all kinds, and for numbers of quasi-velocities that do not fit. */
#include "quasis.h"

#include "../oracle/oracle.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

#ifdef __SANITIZE_ADDRESS__
enum { DRAWS = 1, STATES = 1 };
#else
enum { DRAWS = 3, STATES = 3 };
#endif

/* q' and q'' by y and y'. */
static void check_accelerations(const quasi_case *c, double tolerance) {
    const double *v = entries_at(&c->s, c->e, &c->state, c->s.n, c->e->velocities);
    check_all_near(&c->s, "q' by y", c->s.n, v, c->state.v, tolerance);
    check_all_near(&c->s, "q''", c->s.n, accelerations_by(&c->s, c->e, &c->state), quasi_wanted(c), tolerance);
}

/* What is printed is in t, q and y: no velocity is left next to them. */
static void check_symbols(const quasi_case *c) {
    nh_pool *pool = c->s.model->pool;
    for (uint32_t i = 0; i < c->s.n; i++) {
        bool is_variable = false;
        for (uint32_t j = 0; j < c->e->count; j++) is_variable |= c->e->symbols[j] == c->f->v[i];
        for (uint32_t j = 0; j < c->e->count && !is_variable; j++)
            assert_false(nh_expr_depends_on(pool, c->e->force[j], 1, &c->f->v[i]));
        for (uint32_t j = 0; j < c->s.n && !is_variable; j++)
            assert_false(nh_expr_depends_on(pool, c->e->rest[j], 1, &c->f->v[i]));
    }
}

/* ---- models ---- */

static size_t models_with_quasis;

static void check_model(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *text = nh_file_read(arena, files_path(arena, NH_TEST_SOURCE, argument, ".nh"), &length);
    if (strstr(text, "\nquasi ") == NULL) return;
    models_with_quasis++;
    quasi_case c = {.s = subject_make(context, argument, text)};
    nh_random random = nh_random_make(test_seed(), 0);
    for (int i = 0; i < STATES; i++) {
        quasi_at(&c, subject_random(&c.s, &random));
        assert_false(c.f->is_plain);
        check_accelerations(&c, 1e-8);
        check_symbols(&c);
    }
    subject_free(&c.s);
}

static void test_model(void **state) {
    nh_context *context = test_context();
    test_run(context, check_model, *state);
    nh_context_destroy(context);
}

/* ---- random quasi-velocities ---- */

static void check_random(nh_context *context, const quasi_system *system, nh_random *random, quasi_kind kind) {
    nh_arena *arena = nh_arena_create(context);
    const char *text = quasi_text(system, arena, random, system->n - system->k, kind);
    quasi_case c = quasi_begin(context, system->name, text, random);
    assert_false(c.f->is_plain);
    check_accelerations(&c, 1e-8);
    check_symbols(&c);
    subject_free(&c.s);
}

PROTECTED_TEST(test_random) {
    nh_random random = nh_random_make(test_seed(), 1);
    for (size_t i = 0; i < QUASI_SYSTEMS; i++)
        for (int draw = 0; draw < test_count(DRAWS); draw++)
            check_random(context, &quasi_systems[i], &random, (quasi_kind){draw % 2 == 0, draw % 3 != 2});
}

/* Fewer than m are completed; more than m, or dependent ones, are left aside. */
static void check_count(nh_context *context, const char *more, uint32_t own) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s", quasi_find("moving")->text, more);
    nh_random random = nh_random_make(test_seed(), 2);
    quasi_case c = quasi_begin(context, more, nh_text_string(&text), &random);
    uint32_t found = 0;
    for (uint32_t i = 0; i < c.f->m; i++) found += c.f->symbols[i] != c.f->variables[i];
    assert_int_equal(found, own);
    assert_true(c.f->is_plain == (own == 0));
    assert_true((c.e->symbols == c.e->variables) == (own == 0));
    check_accelerations(&c, 1e-8);
    check_symbols(&c);
    const char *why = NULL;
    c.e = nh_hamel_derive_plain(c.s.model, c.s.arena, c.choice, &why);
    assert_ptr_equal(c.e->symbols, c.e->variables);
    check_accelerations(&c, 1e-8);
    subject_free(&c.s);
}

PROTECTED_TEST(test_counts) {
    check_count(context, "", 0);
    check_count(context, "quasi w = q1' + 3*q2' + t\n", 1);
    check_count(context, "quasi w = q1' + 3*q2' + q3, u = q4'*q1 + q2'\n", 2);
    check_count(context, "independent q1', q2'\nquasi w = 2*q1' + t\n", 1); /* q1' is no other variable */
    check_count(context, "quasi w = q1', u = q2', z = q3'\n", 0);
    check_count(context, "quasi w = q1' + q3, u = 2*q1' - t\n", 0);
    check_count(context, "quasi w = (1 + t/5)*q1'*cos(q3) + q2'*sin(q3 + t) - q4'\n", 0); /* row a */
}

/* ---- rows ---- */

static void check_rows(nh_context *context, const char *row, const char *wanted) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "coord q1, q2\nkinetic (q1'^2 + (1 + q1^2)*q2'^2)/2\nconstraint c: %s = 0\n", row);
    subject s = subject_make(context, row, nh_text_string(&text));
    const uint32_t rows[] = {0}, dependent[] = {0};
    const char *why = NULL;
    const nh_explicit *choice = nh_explicit_make(s.arena, s.model, 1, rows, dependent);
    const nh_quasi_frame *f = nh_quasi_make(s.model, s.arena, choice, false, &why);
    assert_true((f == NULL) == (wanted != NULL));
    if (wanted != NULL) assert_string_equal(why, wanted);
    subject_free(&s);
}

/* Whether a row is linear does not depend on how it is written. */
PROTECTED_TEST(test_rows) {
    const char *no = "the constraint 'c' is not linear in the velocities";
    check_rows(context, "q1' - q2'*q1 + t", NULL);
    check_rows(context, "(q1' + q2')^2 - q1'^2 - 2*q1'*q2' - q2'^2 + q1' - 3", NULL);
    check_rows(context, "q1'^2*(sin(q1)^2 + cos(q1)^2 - 1) + q1' - q2'", NULL);
    check_rows(context, "(q1'^2 + 2*q1' + 1)/(q1' + 1) - q2'", NULL);
    check_rows(context, "q1'*q2' - 1", no);
    check_rows(context, "q1' - |q2'|", no);
    check_rows(context, "q1' + sign(q2')", no);
    check_rows(context, "q1'*sign(q2')- 1", no);
    check_rows(context, "q1' - sqrt(q2'^2 + 1)", no);
}

/* ---- reference data ---- */

static void check_sample(quasi_case *c, const oracle_block *sample, const char *y, const char *rate) {
    nh_state state = subject_state(&c->s);
    state.t = *oracle_get(sample, "t", 1);
    memcpy(state.q, oracle_get(sample, "q", c->s.n), c->s.n * sizeof *state.q);
    memcpy(state.v, oracle_get(sample, "qd", c->s.n), c->s.n * sizeof *state.v);
    quasi_at(c, state);
    const double *found = entries_at(&c->s, c->e, &c->state, c->e->count, c->e->variables);
    check_all_near(&c->s, "y", c->e->count, found, oracle_get(sample, y, c->e->count), 1e-12);
    check_all_near(&c->s, "y'", c->e->count, rates_by(&c->s, c->e, &c->state), oracle_get(sample, rate, c->e->count),
                   1e-12);
}

/* The case with these quasi-velocities in it, or with those that it lists itself. */
static void check_case(nh_context *context, const char *name, const char *quasis, const char *y, const char *rate) {
    nh_arena *arena = nh_arena_create(context);
    oracle_case data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    nh_text text = nh_text_begin(arena);
    size_t length, samples = 0;
    uint32_t count;
    nh_text_format(&text, "%s\n%s", nh_file_read(arena, files_path(arena, FOLDER, name, ".nh"), &length), quasis);
    const oracle_entry **own = oracle_all(&data, "quasi_velocities", &count);
    for (uint32_t i = 0; i < count; i++) nh_text_format(&text, "quasi %s = %s\n", own[i]->name, own[i]->text);
    quasi_case c = {.s = subject_make(context, name, nh_text_string(&text))};
    for (size_t i = 0; i < data.blocks.count; i++) {
        if (strcmp(data.blocks.items[i].kind, "sample") != 0 || samples >= STATES * 3) continue;
        check_sample(&c, &data.blocks.items[i], y, rate);
        assert_false(c.f->is_plain);
        samples++;
    }
    assert_true(samples >= STATES);
    subject_free(&c.s);
}

PROTECTED_TEST(test_reference) {
    static const char *const cases[] = {"t001_skate_pendulum", "t001_front_circle",     "t001_front_straight",
                                        "t001_unicycle_rider", "t001_disk_spin_linear", "t001_disk_spin_sin"};
    const char *omega = "quasi w_x = theta'*cos(psi) + phi'*sin(theta)*sin(psi)\n"
                        "quasi w_y = theta'*sin(psi) - phi'*sin(theta)*cos(psi), w_z = psi' + phi'*cos(theta)\n";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(context, cases[i], "", "eta", "etadot");
    check_case(context, "s004_5_7_ball_const_euler", omega, "omega", "omega_dot");
    check_case(context, "s004_5_7_ball_sin_euler", omega, "omega", "omega_dot");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_reference),
    };
    int failed = cmocka_run_group_tests_name("hamel", tests, NULL, NULL) + files_run_models("hamel", test_model);
    if (models_with_quasis < 9) fprintf(stderr, "only %zu models have quasi-velocities\n", models_with_quasis);
    return failed + (models_with_quasis < 9);
}
