/* Every formulation in variables of its own at the reference states: accelerations and multipliers in doubles and in balls; matrix and force of those in independent velocities, which are those of
 * Maggi's equations however they are derived; A' and B' of [Examples] (12)-(14). Where a formulation says that it does not apply, that its hypothesis fails is seen in numbers. */
#include "forms.h"

#include "../oracle/oracle.h"

#include "motion/at/formula.h"
#include "num/guard.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114, BITS = 140, MOST_CHOICES = 40, FEWEST = 2 };

typedef struct job {
    subject s;
    oracle_case data;
    uint32_t *order; /* rows as the samples list them */
    uint32_t rows;
} job;

/* ---- states ---- */

/* Of each case; sanitizers make them slow, and go through the same code at the first one. */
#ifdef __SANITIZE_ADDRESS__
enum { MOST_SAMPLES = 1 };
#else
enum { MOST_SAMPLES = 1000 };
#endif

static bool is_sample(const job *j, const oracle_block *block) {
    return strcmp(block->kind, "sample") == 0 && oracle_get(block, "qdd", j->s.n) != NULL;
}

static nh_state state_of(const job *j, const oracle_block *sample) {
    nh_state state = subject_state(&j->s);
    state.t = *oracle_get(sample, "t", 1);
    memcpy(state.q, oracle_get(sample, "q", j->s.n), j->s.n * sizeof *state.q);
    memcpy(state.v, oracle_get(sample, "qd", j->s.n), j->s.n * sizeof *state.v);
    return state;
}

/* Kinematic rows first, then geometric ones. */
static void find_order(job *j) {
    const nh_model *model = j->s.model;
    uint32_t count = 0;
    j->order = NH_NEW_ARRAY(j->s.arena, uint32_t, model->rows.count);
    for (int geometric = 0; geometric < 2; geometric++) {
        uint32_t number = 0;
        for (uint32_t i = 0; i < model->rows.count; i++) {
            if (!model->rows.items[i].is_imposed) continue;
            if (model->rows.items[i].is_geometric == (geometric == 1)) j->order[count++] = number;
            number++;
        }
    }
    j->rows = count;
}

/* ---- accelerations ---- */

static void check_solution(const job *j, const nh_form *form, const oracle_block *sample, const double *x,
                           const double *lambda, bool has_multipliers, double tolerance) {
    size_t count = has_multipliers ? oracle_count(sample, "lambda") : 0;
    const double *wanted = oracle_get(sample, "lambda", 0);
    check_all_near(&j->s, form->name, j->s.n, x, oracle_get(sample, "qdd", j->s.n), tolerance);
    for (size_t i = 0; i < count; i++)
        check_near(&j->s, form->name, lambda[j->order[i]], wanted[i], tolerance * (1 + largest(wanted, count)));
}

typedef struct balls {
    const job *j;
    nh_formula *formula;
    const nh_state *state;
    double *x, *lambda;
    bool is_solved;
} balls;

/* The decimal states and parameters are taken as the doubles that they are read as. */
static void solve_in_balls(nh_context *context, void *argument) {
    (void)context;
    balls *b = argument;
    const subject *s = &b->j->s;
    size_t own = s->model->parameters.count + 1, inputs = 2 * (size_t)s->n + 1, most = (size_t)b->j->rows + 1;
    nh_ball *p = nh_balls_new(own), *in = nh_balls_new(inputs), *x = nh_balls_new(s->n), *lambda = nh_balls_new(most);
    for (size_t i = 0; i + 1 < own; i++) nh_ball_set_double(&p[i], s->parameters[i]);
    nh_ball_set_double(&in[0], b->state->t);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_ball_set_double(&in[1 + i], b->state->q[i]);
        nh_ball_set_double(&in[1 + s->n + i], b->state->v[i]);
    }
    b->is_solved = nh_formula_solve_balls(b->formula, p, in, x, lambda, BITS);
    for (uint32_t i = 0; i < s->n; i++) {
        b->x[i] = nh_ball_double(&x[i]);
        b->is_solved &= nh_ball_radius(&x[i]) < 1e-30 * (1 + fabs(b->x[i]));
    }
    for (uint32_t i = 0; i < b->j->rows; i++) b->lambda[i] = nh_ball_double(&lambda[i]);
    nh_balls_free(lambda, most);
    nh_balls_free(x, s->n);
    nh_balls_free(in, inputs);
    nh_balls_free(p, own);
}

/* ---- refusals ---- */

/* Whether a value of one of the expressions is not 0 at one of the samples. */
static bool are_anywhere(const job *j, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < j->data.blocks.count; i++) {
        if (!is_sample(j, &j->data.blocks.items[i])) continue;
        nh_state state = state_of(j, &j->data.blocks.items[i]);
        if (largest(values_at(&j->s, choice_at(&j->s, &state), &state, NULL, count, e), count) > 1e-12) return true;
    }
    return false;
}

static bool has_kinematic_row(const job *j, const nh_state *state) {
    row_list r = rows_at(&j->s, state);
    for (uint32_t i = 0; i < r.rank; i++)
        if (!j->s.model->rows.items[r.row[i]].is_geometric) return true;
    return false;
}

/* The Hessian of L by the velocities at the state. */
static bool is_hessian_regular(const job *j, const nh_state *state) {
    const subject *s = &j->s;
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    nh_expr_matrix M = nh_expr_hessian(s->model->pool, s->arena, s->model->L, s->n, v);
    const double *value = values_at(s, choice_at(s, state), state, NULL, M.start[s->n], M.entry);
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)s->n * s->n);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = M.start[i]; k < M.start[i + 1]; k++) a[i + M.column[k] * s->n] = value[k];
    nh_lu *lu = nh_lu_make(s->arena, (int)s->n);
    return nh_lu_factor(lu, a) && nh_lu_rcond(lu) > 1e-12;
}

/* What must vanish for a coordinate to be cyclic. */
static void list_obstacles(const job *j, const row_list *r, uint32_t i, nh_expr *list) {
    nh_pool *pool = j->s.model->pool;
    nh_expr q = nh_model_coordinates(j->s.model, j->s.arena)[i], v = nh_model_velocities(j->s.model, j->s.arena)[i];
    *list++ = nh_expr_diff(pool, j->s.model->L, q);
    *list++ = j->s.model->Q[i];
    for (uint32_t k = 0; k < j->s.n; k++) *list++ = nh_expr_diff(pool, j->s.model->Q[k], q);
    for (uint32_t k = 0; k < r->rank; k++) {
        *list++ = nh_expr_diff(pool, j->s.model->rows.items[r->row[k]].residual, q);
        *list++ = nh_expr_diff(pool, j->s.model->rows.items[r->row[k]].residual, v);
    }
}

/* Whether a coordinate is cyclic, and its momentum affine in its velocity with a slope that is not 0. */
static bool is_one_cyclic(const job *j, const nh_state *state) {
    row_list r = rows_at(&j->s, state);
    nh_pool *pool = j->s.model->pool;
    size_t count = 2 + j->s.n + 2 * (size_t)r.rank;
    nh_expr *list = NH_NEW_ARRAY(j->s.arena, nh_expr, count);
    for (uint32_t i = 0; i < j->s.n; i++) {
        nh_expr v = nh_model_velocities(j->s.model, j->s.arena)[i];
        nh_expr slope = nh_expr_diff(pool, nh_expr_diff(pool, j->s.model->L, v), v),
                bend = nh_expr_diff(pool, slope, v);
        list_obstacles(j, &r, i, list);
        if (!are_anywhere(j, count, list) && are_anywhere(j, 1, &slope) && !are_anywhere(j, 1, &bend)) return true;
    }
    return false;
}

/* Maggi's equations and what is like them apply always. */
static bool is_refused_rightly(const job *j, const nh_form *form, const nh_state *state) {
    if (strcmp(form->name, "chaplygin") == 0) return true; /* test_choices.c */
    if (strcmp(form->name, "hamilton") == 0) return has_kinematic_row(j, state) || !is_hessian_regular(j, state);
    if (strcmp(form->name, "hamel") == 0) return !rows_are_linear(&j->s);
    return strcmp(form->name, "routh") == 0 && !is_one_cyclic(j, state);
}

/* How often the formulation at that place of the list applied. */
enum { MOST_FORMS = 40 };
static size_t applied[MOST_FORMS];

/* ---- a formulation ---- */

static void check_form(job *j, const nh_form *form, size_t *count) {
    const subject *s = &j->s;
    nh_formula *formula = nh_formula_make(s->arena, s->model, form, s->states, NH_NATIVE_NEVER);
    double *x = NH_NEW_ARRAY(s->arena, double, s->n), *lambda = NH_NEW_ARRAY(s->arena, double, j->rows + 1);
    double *rough = NH_NEW_ARRAY(s->arena, double, j->rows + 1);
    bool is_first = true;
    int samples = 0;
    for (size_t i = 0; i < j->data.blocks.count && samples < MOST_SAMPLES; i++) {
        const oracle_block *sample = &j->data.blocks.items[i];
        if (!is_sample(j, sample)) continue;
        samples++;
        nh_state state = state_of(j, sample);
        if (!nh_formula_choose(formula, &state)) {
            assert_non_null(nh_formula_why(formula));
            if (!is_refused_rightly(j, form, &state))
                fail_msg("%s, %s: %s", s->name, form->name, nh_formula_why(formula));
            return;
        }
        if (strcmp(form->name, "hamilton") == 0) assert_false(has_kinematic_row(j, &state));
        assert_true(nh_formula_solve(formula, &state, NULL, x, lambda));
        bool is_independent = nh_formula_rank(formula) == j->rows; /* else the shortest multipliers are others */
        check_solution(j, form, sample, x, lambda, is_independent, 1e-10);
        memcpy(rough, lambda, j->rows * sizeof *rough);
        if (!is_first) continue;
        balls b = {.j = j, .formula = formula, .state = &state, .x = x, .lambda = lambda};
        test_guard_call(s->context, solve_in_balls, &b);
        assert_true(b.is_solved);
        check_solution(j, form, sample, x, lambda, is_independent, 1e-13);
        check_all_near(s, form->name, j->rows, rough, lambda, 1e-10);
        is_first = false;
        (*count)++;
    }
}

/* ---- the equations themselves ---- */

/* All formulations for one choice. */
typedef struct family {
    row_list rows;
    const uint32_t *dependent;
    const nh_explicit *choice;
    nh_equations *maggi, *others[16];
    size_t count;
} family;

static family derive_family(const subject *s, const row_list *r, const uint32_t *dependent) {
    const nh_explicit *choice = nh_explicit_make(s->arena, s->model, r->rank, r->row, dependent);
    family f = {.rows = *r, .dependent = dependent, .choice = choice, .maggi = derive(s, "maggi", choice)};
    assert_non_null(f.maggi);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        const char *why = NULL;
        bool is_hamel = strcmp(form->name, "hamel") == 0, is_chaplygin = strcmp(form->name, "chaplygin") == 0;
        if (!(is_in_velocities(form) || is_hamel) || strcmp(form->name, "maggi") == 0) continue;
        nh_equations *e = (is_hamel ? nh_hamel_derive_plain : form->derive_with)(s->model, s->arena, choice, &why);
        assert_true((e == NULL) == (why != NULL));
        if (e == NULL && !(is_chaplygin || (is_hamel && !rows_are_linear(s))))
            fail_msg("%s, %s: %s", s->name, form->name, why);
        if (e == NULL) continue;
        if (is_hamel) assert_true(rows_are_linear(s));
        assert_string_equal(e->form, form->name);
        f.others[f.count++] = e;
    }
    assert_true(f.count >= 4);
    return f;
}

static bool is_of(const family *f, const row_list *r, const uint32_t *dependent) {
    size_t size = r->rank * sizeof *dependent;
    return f->rows.rank == r->rank &&
           (size == 0 || (memcmp(f->rows.row, r->row, size) == 0 && memcmp(f->dependent, dependent, size) == 0));
}

static void check_family(const subject *s, const family *f, const nh_state *state) {
    const double *wanted = system_at(s, f->maggi, state);
    size_t m = f->maggi->count;
    for (size_t i = 0; i < f->count; i++) {
        const double *found = system_at(s, f->others[i], state);
        check_all_near(s, f->others[i]->form, m * m, found, wanted, 1e-10);
        check_all_near(s, f->others[i]->form, m, found + m * m, wanted + m * m, 1e-10);
        if (strcmp(f->others[i]->form, "voronec") != 0 && strcmp(f->others[i]->form, "chaplygin") != 0) continue;
        nh_expr T = s->model->T != NH_EXPR_UNDEFINED ? s->model->T : s->model->L;
        double energy = value_at(s, f->choice, state, NULL, T);
        double star = value_at(s, f->choice, state, NULL, coefficient(f->others[i], "Tstar"));
        check_near(s, "Tstar", star, energy, 1e-12 * (1 + fabs(energy)));
    }
}

static void check_equations(const job *j) {
    family families[MOST_CHOICES];
    size_t count = 0;
    int samples = 0;
    for (size_t i = 0; i < j->data.blocks.count && samples < MOST_SAMPLES; i++) {
        const oracle_block *sample = &j->data.blocks.items[i];
        if (!is_sample(j, sample)) continue;
        samples++;
        nh_state state = state_of(j, sample);
        row_list r = rows_at(&j->s, &state);
        const uint32_t *dependent = dependent_at(&j->s, &state, &r);
        size_t at = 0;
        while (at < count && !is_of(&families[at], &r, dependent)) at++;
        assert_true(at < MOST_CHOICES);
        if (at == count) families[count++] = derive_family(&j->s, &r, dependent);
        check_family(&j->s, &families[at], &state);
    }
}

/* ---- A' and B' ---- */

/* The coordinates that the case calls independent, in its order; false when it calls none. */
static bool read_independent(const job *j, uint32_t *independent, uint32_t *count) {
    const oracle_entry *line = oracle_first(&j->data, "independent");
    *count = 0;
    if (line == NULL) return false;
    for (const char *rest = line->rest; *rest;) {
        const char *word = oracle_word(j->s.arena, rest, &rest);
        for (uint32_t i = 0; i < j->s.n; i++) {
            const char *name = coordinate_name(&j->s, i);
            size_t length = strlen(name);
            if (strncmp(word, name, length) == 0 && strcmp(word + length, "'") == 0) independent[(*count)++] = i;
        }
    }
    return true;
}

static const nh_explicit *choose_as(const job *j, const row_list *r, uint32_t count, const uint32_t *independent) {
    uint32_t *dependent = NH_NEW_ARRAY(j->s.arena, uint32_t, j->s.n), k = 0;
    for (uint32_t i = 0; i < j->s.n; i++) {
        bool is_independent = false;
        for (uint32_t l = 0; l < count; l++) is_independent |= independent[l] == i;
        if (!is_independent) dependent[k++] = i;
    }
    assert_int_equal(k, r->rank);
    return nh_explicit_make(j->s.arena, j->s.model, k, r->row, dependent);
}

/* B' row by row, then A', as the case orders them. */
static nh_expr *list_reduced(const subject *s, const nh_equations *e, uint32_t m, const uint32_t *independent) {
    nh_expr *list = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)m * m + m);
    for (uint32_t l = 0; l < m; l++) {
        const char *name = coordinate_name(s, independent[l]);
        list[m * m + l] = coefficient_of(e, "A[%s]", name);
        for (uint32_t i = 0; i < m; i++)
            list[l * m + i] = coefficient_of(e, "B[%s,%s]", name, coordinate_name(s, independent[i]));
    }
    return list;
}

/* Whether the case has any. */
static bool check_reduced(const job *j) {
    const subject *s = &j->s;
    uint32_t *independent = NH_NEW_ARRAY(s->arena, uint32_t, s->n), m = 0;
    const nh_explicit *choice = NULL;
    nh_expr *list = NULL;
    for (size_t i = 0; i < j->data.blocks.count; i++) {
        const oracle_block *sample = &j->data.blocks.items[i];
        if (oracle_count(sample, "A_reduced") == 0) continue;
        nh_state state = state_of(j, sample);
        if (choice == NULL) {
            row_list r = rows_at(s, &state);
            if (!read_independent(j, independent, &m)) fail_msg("%s does not say what is independent", s->name);
            choice = choose_as(j, &r, m, independent);
            list = list_reduced(s, derive(s, "reduced", choice), m, independent);
        }
        const double *found = values_at(s, choice, &state, NULL, (size_t)m * m + m, list);
        check_all_near(s, "B'", (size_t)m * m, found, oracle_get(sample, "B_reduced", (size_t)m * m), 1e-12);
        check_all_near(s, "A'", m, found + m * m, oracle_get(sample, "A_reduced", m), 1e-12);
    }
    return choice != NULL;
}

/* ---- cases ---- */

static size_t reduced_cases; /* of those that were run */

/* Sanitizers go through the same code with some of the formulations in each case. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 4 };
#else
enum { EVERY = 1 };
#endif
static size_t cases;

static void check_case(nh_context *context, void *argument) {
    const char *name = argument;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *path = files_path(arena, FOLDER, name, ".nh");
    job j = {.s = subject_make(context, name, nh_file_read(arena, path, &length))};
    j.data = oracle_read(arena, files_path(arena, FOLDER, name, ".txt"));
    find_order(&j);
    for (size_t i = 0; nh_form_at(i) != NULL; i++)
        if (nh_form_at(i)->derive_with != NULL && (i + cases) % EVERY == 0) check_form(&j, nh_form_at(i), &applied[i]);
    if (cases++ % EVERY == 0) check_equations(&j);
    reduced_cases += check_reduced(&j);
    subject_free(&j.s);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* A formulation that never applies is not tested: each has cases here, but Hamilton's equations, since every case has a kinematic row; test_lifted.c lifts those. */
static int count_rare_forms(void) {
    int rare = 0;
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        if (form->derive_with == NULL || applied[i] >= FEWEST || strcmp(form->name, "hamilton") == 0) continue;
        fprintf(stderr, "%s applies in %zu cases only\n", form->name, applied[i]);
        rare++;
    }
    return rare;
}

int main(void) {
    int failed = files_run("forms", FOLDER, CASES, test_case);
    if (reduced_cases < 15) fprintf(stderr, "A' and B' were compared in %zu cases only\n", reduced_cases);
    return failed + (reduced_cases < 15) + (EVERY == 1 ? count_rare_forms() : 0);
}
