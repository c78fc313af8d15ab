/* Which formulations apply at the state at hand. */
#include "api/check_private.h"
#include "form/form.h"
#include "model/values.h"
#include "sim/dynamics.h"

/* The minimum-norm form is tried out: beyond so many coordinates and rows that takes long. */
enum { MOST_LEAST = 300 };

static nh_check_formulation unknown(const nh_form *form, const char *why) {
    return (nh_check_formulation){form->name, form->title, nh_fact_unknown(), why};
}

/* The matrix must be positive definite on the directions that the rows leave free: so it is where the equations can be solved. */
static nh_check_formulation look_at_least(const nh_form *form, nh_arena *arena, const nh_admissible *a) {
    if (a->model->coordinates.count + a->lagrange.rows > MOST_LEAST) return unknown(form, "the system is large");
    nh_dynamics *dynamics = nh_dynamics_make(arena, form->derive(a->model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, nh_states_parameters(a->states));
    nh_solution solution = nh_dynamics_solve(dynamics, a->state.t, a->state.q, a->state.v);
    nh_check_formulation answer = {form->name, form->title, nh_fact_yes(NH_EVIDENCE_CERTIFIED), NULL};
    if (solution.status == NH_SOLVED) return answer;
    if (solution.status != NH_SOLUTION_SINGULAR) return unknown(form, "its equations cannot be solved at the state");
    answer.applies = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    answer.why = "the matrix of the accelerations is not positive definite on the directions that the constraints "
                 "leave free";
    return answer;
}

/* One whose choice of velocities is its own. */
static nh_check_formulation look_at_choice(const nh_form *form, nh_arena *arena, const nh_admissible *a) {
    nh_check_formulation answer = {form->name, form->title, nh_fact_no(NH_EVIDENCE_PROVED), NULL};
    uint32_t k = a->form->k, *rows = NH_NEW_ARRAY(arena, uint32_t, k), *dependent = NH_NEW_ARRAY(arena, uint32_t, k);
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->model->rows.count && count < k; i++)
        for (uint32_t d = 0; d < k; d++)
            if (a->form->dependent[d].row == i) rows[count++] = i;
    if (form->choose(arena, a->states, &a->state, k, rows, dependent, &answer.why))
        answer.applies = nh_fact_yes(NH_EVIDENCE_PROVED);
    return answer;
}

static nh_check_formulation look_at(const nh_form *form, nh_arena *arena, const nh_admissible *a) {
    nh_check_formulation answer = {form->name, form->title, nh_fact_yes(NH_EVIDENCE_PROVED), NULL};
    if (form->derive == nh_chetaev_derive) return answer;
    if (a->form == NULL) return unknown(form, "no admissible state was found");
    if (form->derive != NULL) return look_at_least(form, arena, a);
    if (form->choose != NULL) return look_at_choice(form, arena, a);
    if (form->applies != NULL && !form->applies(a->model, arena, a->form, &answer.why))
        answer.applies = nh_fact_no(NH_EVIDENCE_PROVED);
    return answer;
}

const nh_check_formulation *nh_check_find_formulations(nh_arena *arena, const nh_admissible *a, size_t *count) {
    *count = 0;
    while (nh_form_at(*count) != NULL) ++*count;
    nh_check_formulation *list = NH_NEW_ARRAY(arena, nh_check_formulation, *count);
    for (size_t i = 0; i < *count; i++) list[i] = look_at(nh_form_at(i), arena, a);
    return list;
}
