/* The ways of solving the equations agree: dense, sparse and fused, at random admissible states of every model, and at
 * a size at which rows that share coordinates would couple everything. */
#include "../lang/files.h"

#include <math.h>

#include "form/form.h"
#include "model/values.h"
#include "motion/at/dynamics_private.h"
#include "state/state.h"

enum { STATES = 3 };

typedef struct subject {
    const char *name;
    nh_arena *arena;
    nh_dynamics *dynamics;
    size_t n, rows;
    double t, *q, *v;
    double *x, *lambda; /* by the dense way: of the rows that carry the equations, */
    double *shortest;   /* and of all rows the shortest */
} subject;

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static void compare(const subject *s, const char *way, const char *what, size_t count, const double *found,
                    const double *wanted, double pivot) {
    double allowed = 1e-11 / (pivot * pivot) * (1 + largest(wanted, count));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(found[i] - wanted[i]) <= allowed))
            fail_msg("%s, %s: %s %zu is %.17g, not %.17g", s->name, way, what, i, found[i], wanted[i]);
}

/* Each way as if it were the only one. */
static void check_state(subject *s) {
    nh_dynamics *d = s->dynamics;
    nh_solution by_dense = {.least_pivot = 1}, found = {.least_pivot = 1};
    d->has_choice = false;
    assert_true(nh_dynamics_evaluate(d, s->t, s->q, s->v));
    if (!nh_dense_way_solve(d, &by_dense) || by_dense.least_pivot < 1e-3) return;
    memcpy(s->x, d->x, s->n * sizeof *s->x);
    memcpy(s->lambda, d->lambda, s->rows * sizeof *s->lambda);
    memcpy(d->is_left_out, d->is_redundant, s->rows * sizeof *d->is_left_out);
    d->rank = by_dense.rank;
    memcpy(s->shortest, s->lambda, s->rows * sizeof *s->lambda);
    nh_shortest_find(nh_shortest_make(s->arena, &d->equations->jacobian), nh_dynamics_jacobian(d), d->is_left_out,
                     s->shortest);
    double pivot = by_dense.least_pivot;
    assert_true(nh_sparse_way_solve(d, &found));
    assert_int_equal(found.rank, by_dense.rank);
    compare(s, "sparse", "acceleration", s->n, d->x, s->x, pivot);
    d->has_choice = true; /* else it may leave out another row */
    assert_true(nh_sparse_way_solve(d, &found));
    compare(s, "sparse", "acceleration", s->n, d->x, s->x, pivot);
    compare(s, "sparse", "multiplier", s->rows, d->lambda, s->lambda, pivot);
    d->fused = nh_fused_way_make(d);
    const double *alone = nh_fused_way_accelerate(d, s->t, s->q, s->v);
    if (alone != NULL) compare(s, "fused", "acceleration", s->n, alone, s->x, pivot);
    if (!nh_fused_way_solve(d, s->t, s->q, s->v, &found)) return;
    assert_int_equal(found.rank, by_dense.rank);
    compare(s, "fused", "acceleration", s->n, found.x, s->x, pivot);
    compare(s, "fused", "multiplier", s->rows, d->lambda, s->shortest, pivot);
}

/* The projection of the fused program comes to a state where the rows hold, near the one from which it starts, and to
 * the same state as that of all other callers. */
static void check_projection(subject *s, nh_states *states, nh_random *random) {
    nh_dynamics *d = s->dynamics;
    double *z = NH_NEW_ARRAY(s->arena, double, 2 * s->n), *slow = NH_NEW_ARRAY(s->arena, double, 2 * s->n);
    for (size_t i = 0; i < s->n; i++) {
        z[i] = s->q[i] * (1 + 1e-7 * nh_random_uniform(random, -1, 1));
        z[s->n + i] = s->v[i] * (1 + 1e-7 * nh_random_uniform(random, -1, 1));
    }
    for (size_t i = 0; i < 2 * s->n; i++) slow[i] = z[i];
    if (!nh_dynamics_project(d, s->t, z, z + s->n)) return;
    nh_state by_states = {.t = s->t, .q = slow, .v = slow + s->n};
    assert_true(nh_states_project(states, &by_states));
    for (size_t i = 0; i < 2 * s->n; i++)
        if (!(fabs(z[i] - slow[i]) < 1e-9 * (1 + fabs(slow[i]))))
            fail_msg("%s: projected to %.17g, or to %.17g", s->name, z[i], slow[i]);
    nh_state state = {.t = s->t, .q = z, .v = z + s->n};
    double residual = nh_states_residual(states, &state, NULL);
    if (!(residual < 1e-13)) fail_msg("%s: residual %g after the projection", s->name, residual);
    for (size_t i = 0; i < 2 * s->n; i++) {
        double before = i < s->n ? s->q[i] : s->v[i - s->n];
        if (!(fabs(z[i] - before) < 1e-3 * (1 + fabs(before)))) fail_msg("%s: moved far", s->name);
    }
}

static bool has_open_function(const nh_model *model) {
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED) return true;
    return false;
}

static void check_model(nh_context *context, nh_model *model, const char *name, int count) {
    nh_arena *arena = nh_arena_create(context);
    const double *parameters = nh_model_parameter_values(model, arena);
    nh_equations *equations = nh_chetaev_derive(model, arena);
    subject s = {.name = name, .arena = arena, .n = equations->count, .rows = equations->rows};
    s.dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(s.dynamics, parameters);
    if (s.dynamics->dense == NULL) s.dynamics->dense = nh_dense_way_make(s.dynamics);
    if (s.dynamics->sparse == NULL) s.dynamics->sparse = nh_sparse_way_make(s.dynamics);
    nh_states *states = nh_states_make(arena, model, parameters);
    nh_random random = nh_random_make(test_seed(), 1);
    s.q = NH_NEW_ARRAY(arena, double, s.n);
    s.v = NH_NEW_ARRAY(arena, double, s.n);
    s.x = NH_NEW_ARRAY(arena, double, s.n);
    s.lambda = NH_NEW_ARRAY(arena, double, s.rows);
    s.shortest = NH_NEW_ARRAY(arena, double, s.rows);
    for (int i = 0; i < count; i++) {
        nh_state state = {.q = s.q, .v = s.v};
        if (!nh_states_random(states, &random, 0.25, 100, &state)) continue;
        s.t = 0.25;
        check_state(&s);
        if (s.dynamics->fused != NULL) check_projection(&s, states, &random);
    }
    nh_arena_destroy(arena);
}

static void check_file(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, NH_TEST_SOURCE, argument, ".nh");
    const char *text = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, text, length, true);
    if (!has_open_function(model)) check_model(context, model, argument, STATES);
    const char *name = files_name(argument);
    if (strcmp(name, "equal-speeds") == 0 || strcmp(name, "parallel-velocities") == 0) {
        const char *const set[] = {"N=60"}; /* every row has the coordinates of the first point */
        def.set = (nh_strings){set, 1};
        check_model(context, files_model(context, &def, text, length, true), argument, 1);
    }
    nh_model_destroy(model);
}

static void test_file(void **state) {
    nh_context *context = test_context();
    test_run(context, check_file, *state);
    nh_context_destroy(context);
}

int main(void) {
    return files_run_models("ways", test_file);
}
