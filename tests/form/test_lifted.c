/* Hamilton's and Routh's equations on the systems of the reference data with their kinematic rows lifted, so that
 * geometric ones are left: against Lagrange's equations, and whether they apply. */
#include "momenta.h"

#define FOLDER NH_TEST_SOURCE "/oracle"

enum { CASES = 114 };

static size_t hamilton_cases, routh_cases; /* to which they apply, of those that were run */

static void lift_kinematic_rows(nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++) model->rows.items[i].is_imposed &= model->rows.items[i].is_geometric;
}

/* The Hessian of L by the velocities: how far it is from singular. */
static double hessian_condition(const subject *s, const nh_explicit *choice, const nh_state *state) {
    nh_expr_matrix M =
        nh_expr_hessian(s->model->pool, s->arena, s->model->L, s->n, nh_model_velocities(s->model, s->arena));
    const double *value = values_at(s, choice, state, NULL, M.start[s->n], M.entry);
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)s->n * s->n);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = M.start[i]; k < M.start[i + 1]; k++) a[i + M.column[k] * s->n] = value[k];
    nh_lu *lu = nh_lu_make(s->arena, (int)s->n);
    return nh_lu_factor(lu, a) ? nh_lu_rcond(lu) : 0;
}

static void check_hamilton(const subject *s, const nh_state *state) {
    const char *why = NULL;
    const nh_equations *e = derive_at(s, "hamilton", state, &why);
    double condition = hessian_condition(s, choice_at(s, state), state);
    if ((e != NULL) != (condition > 1e-12))
        fail_msg("%s: %s, condition %g", s->name, e != NULL ? "it applies" : why, condition);
    if (e == NULL) return;
    double energy = value_at(s, e->choice, state, NULL, nh_model_energy(s->model));
    check_near(s, "H", value_of(s, e, state, coefficient(e, "H")), energy, 1e-9 * (1 + fabs(energy)));
    check_solutions(s, e, state);
    hamilton_cases++;
}

static void check_routh(const subject *s, const nh_state *state) {
    const char *why = NULL;
    const nh_equations *e = derive_at(s, "routh", state, &why);
    if (e == NULL) return;
    if (hessian_condition(s, choice_at(s, state), state) > 1e-12) check_solutions(s, e, state);
    routh_cases++;
}

static void check_case(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    subject s =
        subject_make(context, argument, nh_file_read(arena, files_path(arena, FOLDER, argument, ".nh"), &length));
    nh_random random = nh_random_make(test_seed(), 31);
    lift_kinematic_rows(s.model);
    s.states = nh_states_make(s.arena, s.model, s.parameters);
    nh_state state = subject_random(&s, &random);
    check_hamilton(&s, &state);
    check_routh(&s, &state);
    subject_free(&s);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

int main(void) {
    int failed = files_run("lifted", FOLDER, CASES, test_case);
    bool is_rare = hamilton_cases < 100 || routh_cases < 40;
    if (is_rare) fprintf(stderr, "they apply in %zu and %zu cases only\n", hamilton_cases, routh_cases);
    return failed + is_rare;
}
