/* Motions under every formulation against the reference trajectories, for every case that has one. */
#include "../lang/files.h"
#include "../oracle/oracle.h"

#include <math.h>

#include "form/form.h"
#include "motion/run/run.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

typedef NH_ARRAY(const oracle_block *) blocks;

/* The states of the trajectory under the Chetaev condition. */
static blocks states_of(nh_arena *arena, const oracle_case *data) {
    blocks list = {.arena = arena};
    bool is_inside = false;
    for (size_t i = 0; i < data->blocks.count; i++) {
        const oracle_block *block = &data->blocks.items[i];
        if (strcmp(block->kind, "state") == 0) {
            if (is_inside) nh_array_push(&list, block);
        } else {
            is_inside = strcmp(block->kind, "trajectory") == 0;
        }
    }
    return list;
}

static void check_state(const char *name, const char *form, const double *row, const oracle_block *state, size_t n) {
    const double *q = oracle_get(state, "q", n), *v = oracle_get(state, "qd", n);
    for (size_t i = 0; i < 2 * n; i++) {
        double wanted = i < n ? q[i] : v[i - n], error = fabs(row[1 + i] - wanted);
        if (!(error <= 1e-9 * (1 + fabs(wanted))))
            fail_msg("%s, %s: at t = %g, column %zu is %.17g, not %.17g", name, form, row[0], i + 1, row[1 + i],
                     wanted);
    }
}

/* A motion of a case under a formulation. */
typedef struct motion {
    const char *name;
    nh_arena *arena;
    nh_model *model;
    nh_run_def run;
    nh_trajectory *found;
} motion;

static void simulate(nh_context *context, void *argument) {
    (void)context;
    motion *m = argument;
    m->found = nh_simulate(m->arena, m->model, &m->run);
}

enum { MOST_FORMS = 16 };
static size_t moved[MOST_FORMS]; /* cases in which a formulation applied */

static void check_motion(nh_context *context, motion *m, const nh_form *form, const blocks *states) {
    m->run.form = form->name;
    nh_status status = test_protect(context, simulate, m);
    if (status == NH_E_HYPOTHESIS) return;
    if (status != NH_OK) fail_msg("%s, %s: status %d", m->name, form->name, (int)status);
    const nh_trajectory *found = m->found;
    bool is_bound = strcmp(form->name, "chaplygin") == 0; /* to coordinates that may cease to do */
    bool has_ended = found->outcome == NH_OUTCOME_SINGULAR && is_bound;
    if (found->outcome != NH_OUTCOME_FINISHED && !has_ended)
        fail_msg("%s, %s: %s at t = %g", m->name, form->name, found->message, found->t_end);
    size_t rows = found->values.count / found->columns;
    assert_true(has_ended ? rows > 1 && strstr(found->message, "no other choice does") != NULL : rows == states->count);
    for (size_t i = 0; i < rows; i++)
        check_state(m->name, form->name, found->values.items + i * found->columns, states->items[i],
                    m->model->coordinates.count);
    if (!(found->residual < 1e-12)) fail_msg("%s, %s: residual %g", m->name, form->name, found->residual);
    if (!(found->energy_error < 1e-9)) fail_msg("%s, %s: energy %g", m->name, form->name, found->energy_error);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) moved[i] += nh_form_at(i) == form;
}

/* Sanitizers make motions slow: each case has one of the formulations then, next to the first. */
static bool is_run(size_t form, size_t number) {
#ifdef __SANITIZE_ADDRESS__
    size_t count = 0;
    while (nh_form_at(count) != NULL) count++;
    return form == 0 || (form == number % count && !nh_form_at(form)->is_apart);
#else
    (void)number;
    return !nh_form_at(form)->is_apart;
#endif
}

static size_t cases; /* that have a trajectory */

static void check_case(nh_context *context, void *argument) {
    motion m = {.name = argument, .arena = nh_arena_create(context), .run = nh_default_run()};
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(m.arena, FOLDER, m.name, ".nh");
    const char *text = nh_file_read(m.arena, def.name, &length);
    oracle_case data = oracle_read(m.arena, files_path(m.arena, FOLDER, m.name, ".txt"));
    blocks states = states_of(m.arena, &data);
    if (states.count == 0) return;
    m.model = files_model(context, &def, text, length, true);
    double *times = NH_NEW_ARRAY(m.arena, double, states.count);
    for (size_t i = 0; i < states.count; i++) times[i] = *oracle_get(states.items[i], "t", 1);
    m.run.rtol = m.run.atol = 1e-12;
    m.run.at = times;
    m.run.at_count = states.count;
    m.run.from = times[0];
    m.run.to = times[states.count - 1];
    cases++;
    for (size_t i = 0; nh_form_at(i) != NULL; i++)
        if (is_run(i, cases)) check_motion(context, &m, nh_form_at(i), &states);
    nh_model_destroy(m.model);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* Formulations that moved nothing; Hamilton's equations do not, since all of these have kinematic rows. */
static int count_idle_forms(void) {
    int idle = 0;
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        printf("%s: %zu of %zu\n", nh_form_at(i)->name, moved[i], cases);
        idle += moved[i] == 0 && !nh_form_at(i)->is_apart && strcmp(nh_form_at(i)->name, "hamilton") != 0;
    }
    return idle;
}

int main(void) {
    int failed = files_run("run", FOLDER, CASES, test_case);
    bool are_all_run = is_run(1, 0) && cases > 100;
    return failed + (are_all_run ? count_idle_forms() : 0);
}
