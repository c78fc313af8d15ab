/* How a motion ended, in words. */
#include <math.h>
#include <string.h>

#include "analysis/rank.h"
#include "analysis/regular.h"
#include "base/diag.h"
#include "base/protect.h"
#include "sim/run_private.h"

/* What may be spent on finding out whether all states are singular. */
#define MOST_WORK 20000000

static const char out_of_reach[] = "the steps have become so short that the end is out of reach: ";

static void end_with(nh_sim *r, nh_outcome outcome, nh_text *text) {
    r->result->outcome = outcome;
    r->result->message = nh_text_string(text);
}

/* Why the last state was refused. */
static void tell_refusal(nh_sim *r, nh_text *text, double t, const double *y) {
    const nh_solution *s = &r->last;
    if (r->refusal == NH_REFUSAL_ENERGY) {
        nh_text_add(text,
                    "the Lagrangian has no finite value there: a division by 0, a root or logarithm of a negative "
                    "number, or a number that is too large");
        return;
    }
    nh_singular_place place = nh_singular_look(r->singular, t, y);
    bool is_without = r->refusal == NH_REFUSAL_SOLUTION && s->status == NH_SOLUTION_NOT_FINITE;
    bool is_singular = place.kind != NH_SINGULAR_NOT;
    /* a transposition matrix that is computed has no value where the motion is singular */
    if (is_without && !(is_singular && r->equations->omegas > 0))
        nh_sim_tell_no_value(r, text, r->last_time, r->last_y);
    else if (is_singular) nh_sim_tell_place(r, text, &place, y);
    else if (nh_sim_tell_growth(r, text, 3)) return;
    else if (r->refusal == NH_REFUSAL_POWER)
        nh_text_add(text,
                    "the power of the forces has no finite value there, or is too large for a number of the machine");
    else if (r->refusal == NH_REFUSAL_PROJECTION)
        nh_text_add(text, "the constraints cannot be satisfied any further near there");
    else if (r->refusal == NH_REFUSAL_VARIABLES)
        nh_text_format(text,
                       "the variables of the formulation '%s' do not determine the motion there, and no others do",
                       r->form->name);
    else if (s->status == NH_SOLUTION_NO_OMEGA) nh_text_add(text, nh_transposer_problem(r->equations->setting.omega));
    else if (s->status == NH_SOLUTION_SINGULAR) nh_text_add(text, "the equations do not determine the accelerations");
    else if (s->status == NH_SOLUTION_INCONSISTENT)
        nh_text_format(text, "the constraint '%s' contradicts those before it", nh_sim_row_name(r, s->worst_row));
    else nh_text_add(text, "the constraints are no longer independent of each other");
}

void nh_sim_end_at(nh_sim *r, const nh_singular_place *place) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, "the motion ends in a singular configuration: ");
    nh_ode_dense(r->ode, place->t, r->y);
    nh_sim_tell_place(r, &text, place, r->y);
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

/* Without a row nothing was looked at, and nothing is 0. */
static void forget_balances(nh_sim *r) {
    nh_trajectory *result = r->result;
    if (r->has_rows) return;
    result->energy_error = result->residual = NAN;
    for (size_t i = 0; i < r->model->records.count; i++) r->first[i] = r->drifts[i] = NAN;
    for (size_t i = 0; i < result->kept; i++) result->kept_starts[i] = result->kept_drifts[i] = NAN;
}

typedef struct asking {
    const nh_sim *r;
    bool is_singular; /* it is proved that no state determines the accelerations */
} asking;

static void ask_everywhere(nh_context *context, void *argument) {
    asking *q = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_admissible *a = nh_admissible_make(arena, q->r->model, 1);
    (void)nh_rank_find(a);
    nh_fact regular = nh_regular_reduced(a);
    q->is_singular = regular.truth == NH_NO && regular.by == NH_EVIDENCE_PROVED;
    nh_arena_destroy(arena);
}

/* Whether other initial values would be no better. What is said of the start on the way has been said before. */
static bool is_singular_everywhere(const nh_sim *r) {
    nh_context *context = r->model->context;
    nh_budget budget = {.work = MOST_WORK};
    asking q = {.r = r};
    size_t before = nh_context_diag_count(context);
    if (r->form->is_apart) return false; /* its equations are others */
    bool is_done = nh_attempt(context, &budget, ask_everywhere, &q) == NH_OK;
    nh_diag_forget(context, before);
    return is_done && q.is_singular;
}

void nh_sim_end_at_start(nh_sim *r) {
    nh_text text = nh_text_begin(r->arena);
    forget_balances(r);
    bool has_value = r->lost.reason != NULL || r->refusal != NH_REFUSAL_ENERGY;
    bool is_everywhere = has_value && r->lost.reason == NULL && is_singular_everywhere(r);
    if (has_value)
        nh_text_add(&text, is_everywhere ? "every state is singular: " : "the start is a singular configuration: ");
    if (r->lost.reason != NULL) nh_text_add(&text, r->lost.reason);
    else tell_refusal(r, &text, nh_ode_time(r->ode), nh_ode_state(r->ode));
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

/* Steps became too small, or were refused down to the smallest. */
static void end_stuck(nh_sim *r, nh_ode_status status) {
    double t = nh_ode_time(r->ode);
    const double *y = nh_ode_state(r->ode);
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, "the motion ends in a singular configuration: ");
    nh_singular_place place = nh_singular_look(r->singular, t, y);
    if (status == NH_ODE_REFUSED || r->refusal != NH_REFUSAL_NONE) tell_refusal(r, &text, t, y);
    else if (place.kind != NH_SINGULAR_NOT) nh_sim_tell_place(r, &text, &place, y);
    else if (!nh_sim_tell_growth(r, &text, 3) && !nh_sim_tell_steep(r, &text)) {
        r->result->outcome = NH_OUTCOME_FAILED;
        r->result->message = "the tolerance cannot be reached with steps of any size";
        return;
    }
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

void nh_sim_finish(nh_sim *r, nh_ode_status status) {
    r->result->statistics = nh_ode_get_statistics(r->ode);
    if (r->result->outcome != NH_OUTCOME_FINISHED) return;
    switch (status) {
        case NH_ODE_GOING:
        case NH_ODE_FINISHED: return;
        case NH_ODE_REFUSED:
        case NH_ODE_STEP_SMALL: end_stuck(r, status); return;
        case NH_ODE_GAVE_UP: r->result->message = "the motion could not be continued"; break;
        case NH_ODE_STEPS_LIMIT: r->result->message = "the limit on steps was reached"; break;
    }
    r->result->outcome = NH_OUTCOME_FAILED;
}

bool nh_sim_ends_at_edge(nh_sim *r) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, out_of_reach);
    if (!nh_sim_tell_steep(r, &text)) return false;
    end_with(r, NH_OUTCOME_FAILED, &text);
    r->result->statistics = nh_ode_get_statistics(r->ode);
    return true;
}

void nh_sim_end_slow(nh_sim *r, const nh_singular_place *place) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, out_of_reach);
    if (place->kind == NH_SINGULAR_NOT)
        nh_text_add(&text, "forces that jump to and fro, as dry friction at rest, or a stiff problem");
    else {
        nh_text_add(&text, "the motion comes very near to a singular configuration, ");
        nh_sim_tell_place(r, &text, place, nh_ode_state(r->ode));
    }
    end_with(r, NH_OUTCOME_FAILED, &text);
    r->result->statistics = nh_ode_get_statistics(r->ode);
}

/* The words are constants: memory may be what is short. */
void nh_sim_end_early(nh_sim *r, nh_status status) {
    r->result->outcome = NH_OUTCOME_FAILED;
    r->result->message = status == NH_E_INTERRUPT ? "interrupted"
                         : status == NH_E_MEMORY  ? "out of memory"
                                                  : "a limit of the computation was reached";
    if (!r->result->is_last_alone) r->result->values.count = r->result->rows * r->result->columns; /* no half ones */
    r->result->statistics = nh_ode_get_statistics(r->ode);
}
