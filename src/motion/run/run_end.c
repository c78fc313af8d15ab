/* How a motion ended, in words. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "facts/rank.h"
#include "facts/regular.h"
#include "model/values.h"
#include "motion/limits_private.h"
#include "motion/run/run_private.h"

static const char out_of_reach[] = "the steps have become too short to reach the end: ";

/* ---- causes ---- */

/* Why a motion could not continue: names and numbers for the last sentence. Used once, at the end of a run. */

/* A quantity that is this many times what it was at the start is taken to grow without bound, once steps
 * are at their smallest. */
#define UNBOUNDED 1e6
/* The same for derivatives of rows by positions. */
#define STEEP 1e5

const char *nh_sim_row_name(const nh_sim *r, uint32_t row) {
    NH_ASSERT(row < r->equations->rows);
    return nh_name_text(r->model->context, r->model->rows.items[r->equations->row[row]].name);
}

const char *nh_sim_coordinate_name(const nh_sim *r, size_t coordinate) {
    NH_ASSERT(coordinate < r->n);
    return nh_name_text(r->model->context, r->model->coordinates.items[coordinate].name);
}

/* ---- no value ---- */

/* The numbers at a state of expressions in time, coordinates, velocities, extras, parameters and the entries of the
 * transposition matrix that was found last; in the arena. */
static const double *values_of(nh_sim *r, uint32_t count, const nh_expr *e, double t, const double *y) {
    nh_tape_def def = nh_dynamics_tape_def(r->arena, r->equations, false, count, e);
    size_t states = def.input_count - 1, omegas = r->equations->omegas;
    nh_dynamics_add_omega(r->arena, r->equations, &def);
    double *state = NH_NEW_ARRAY(r->arena, double, def.input_count);
    state[0] = t;
    memcpy(state + 1, y, states * sizeof *y);
    if (omegas > 0) memcpy(state + 1 + states, nh_dynamics_omega(r->dynamics), omegas * sizeof *y);
    return nh_program_at(nh_program_of(r->arena, r->model->pool, &def, r->parameters), state);
}

/* The first that is not finite, or the count. */
static uint32_t first_without(nh_sim *r, uint32_t count, const nh_expr *e, double t, const double *y) {
    const double *values = values_of(r, count, e, t, y);
    uint32_t i = 0;
    while (i < count && isfinite(values[i])) i++;
    return i;
}

static uint32_t row_of_entry(const nh_expr_matrix *matrix, uint32_t entry) {
    uint32_t row = 0;
    while (matrix->start[row + 1] <= entry) row++;
    return row;
}

/* Says which equations have no value at a state. */
static void tell_no_value(nh_sim *r, nh_text *text, double t, const double *y) {
    static const char *const ending = "has no finite value there: a division by 0, a root or logarithm of a negative "
                                      "number, or a number that is too large";
    const nh_equations *e = r->equations;
    if (e->omegas > 0) (void)nh_sim_solve_at(r, t, y);
    uint32_t slopes = e->jacobian.start[e->rows], entries = e->matrix.start[e->count];
    uint32_t slope = first_without(r, slopes, e->jacobian.entry, t, y),
             drift = first_without(r, e->rows, e->drift, t, y);
    uint32_t entry = first_without(r, entries, e->matrix.entry, t, y),
             force = first_without(r, e->count, e->force, t, y);
    if (slope < slopes || drift < e->rows) {
        uint32_t row = slope < slopes ? row_of_entry(&e->jacobian, slope) : drift;
        nh_text_format(text, "the constraint '%s' %s", nh_sim_row_name(r, row), ending);
    } else if (entry < entries) {
        uint32_t row = row_of_entry(&e->matrix, entry);
        nh_text_format(text, "the inertia of '%s' %s", nh_sim_coordinate_name(r, row), ending);
    } else if (e->omegas > 0 && !isfinite(*nh_dynamics_omega(r->dynamics))) {
        nh_text_add(text, "the transposition matrix is not determined there: it needs the accelerations under the "
                          "Chetaev condition, which are not determined");
    } else if (force < e->count) nh_text_format(text, "the force on '%s' %s", nh_sim_coordinate_name(r, force), ending);
    else nh_text_add(text, "the equations have no finite value there");
}

/* ---- growth ---- */

/* The same of the extras. */
static bool tell_extra_growth(nh_sim *r, nh_text *text) {
    const double *extras = nh_ode_state(r->ode) + 2 * r->n;
    for (uint32_t i = 0; i < r->equations->extras; i++) {
        if (!(fabs(extras[i]) > UNBOUNDED * fmax(1, r->start_size))) continue;
        nh_text_format(text, "mu.%s grows without bound (%.3g in the last step)", nh_sim_row_name(r, i), extras[i]);
        return true;
    }
    return false;
}

/* Names what is largest by its size against what is usual; false when nothing is out of proportion. */
bool nh_sim_tell_growth(nh_sim *r, nh_text *text, int orders) {
    NH_ASSERT(orders >= 1 && orders <= 3);
    static const char *const marks[] = {"", "'", "''"};
    const double *y = nh_ode_state(r->ode);
    nh_solution solution = nh_sim_solve_at(r, nh_ode_time(r->ode), y);
    const double *values[] = {y, y + r->n, solution.status == NH_SOLVED ? solution.x : NULL};
    for (int order = 0; order < orders; order++) {
        size_t worst = 0;
        if (values[order] == NULL) continue;
        for (size_t i = 1; i < r->n; i++)
            if (fabs(values[order][i]) > fabs(values[order][worst])) worst = i;
        double value = r->n > 0 ? values[order][worst] : 0, usual = order == 2 ? r->start_rate : r->start_size;
        if (!(fabs(value) > UNBOUNDED * fmax(1, usual))) continue;
        nh_text_format(text, "%s%s grows without bound (%.3g in the last step)", nh_sim_coordinate_name(r, worst),
                       marks[order], value);
        return true;
    }
    return tell_extra_growth(r, text);
}

/* The largest derivative of a kinematic row by a coordinate, and which one; not a number where it has none. */
static double steepest_slope(nh_sim *r, nh_expr row, double t, const double *y, size_t *coordinate) {
    const nh_expr *q = nh_model_coordinates(r->model, r->arena);
    nh_expr *slopes = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    double most = 0;
    nh_expr_gradient(r->model->pool, row, (uint32_t)r->n, q, slopes);
    for (size_t i = 0; i < r->n; i++)
        if (slopes[i] == NH_EXPR_UNDEFINED) return 0;
    const double *values = values_of(r, (uint32_t)r->n, slopes, t, y);
    for (size_t i = 0; i < r->n; i++) {
        if (fabs(values[i]) <= most) continue;
        most = fabs(values[i]);
        *coordinate = i;
    }
    return most;
}

bool nh_sim_tell_steep(nh_sim *r, nh_text *text) {
    for (uint32_t i = 0; i < r->equations->rows; i++) {
        const nh_row *row = &r->model->rows.items[r->equations->row[i]];
        size_t by = 0, other;
        if (row->is_geometric) continue;
        double usual = steepest_slope(r, row->residual, r->result->from, r->start_y, &other);
        double slope = steepest_slope(r, row->residual, nh_ode_time(r->ode), nh_ode_state(r->ode), &by);
        if (!(slope > STEEP * fmax(1, usual))) continue;
        nh_text_format(text,
                       "the derivative of the constraint '%s' by %s grows without bound (%.3g in the last step); where "
                       "it is not finite the constraint does not determine how the motion continues",
                       nh_sim_row_name(r, i), nh_sim_coordinate_name(r, by), slope);
        return true;
    }
    return false;
}

/* ---- singular configurations ---- */

enum { NAMED_MOST = 4 }; /* in one sentence */

/* 'a', 'b' and 'c' */
static void add_rows(const nh_sim *r, nh_text *text, uint32_t row, const uint32_t *others, uint32_t count) {
    NH_ASSERT(row < r->equations->rows && nh_are_below(count, others, r->equations->rows));
    uint32_t shown = count < NAMED_MOST ? count : NAMED_MOST;
    for (uint32_t i = 0; i < shown; i++)
        nh_text_format(text, "%s'%s'", i > 0 ? ", " : "", nh_sim_row_name(r, others[i]));
    if (count > shown) nh_text_format(text, ", %u more", count - shown);
    nh_text_format(text, " and '%s'", nh_sim_row_name(r, row));
}

/* "x", "x'" or "mu.roll": a number of the state. */
static const char *name_in_state(nh_sim *r, size_t i) {
    nh_text text = nh_text_begin(r->arena);
    if (i < 2 * r->n) nh_text_format(&text, "%s%s", nh_sim_coordinate_name(r, i % r->n), i < r->n ? "" : "'");
    else nh_text_format(&text, "mu.%s", nh_sim_row_name(r, (uint32_t)(i - 2 * r->n)));
    return nh_text_string(&text);
}

/* Coordinates, velocities or extras that occur in the row of the matrix, with their values: what makes it singular. */
static bool add_values(nh_sim *r, nh_text *text, uint32_t unknown, const double *y) {
    const nh_expr_matrix *m = &r->equations->matrix;
    uint32_t first = m->start[unknown], count = m->start[unknown + 1] - first, shown = 0;
    const nh_expr *symbols = nh_dynamics_tape_def(r->arena, r->equations, false, 0, NULL).inputs + 1;
    for (size_t i = 0; i < nh_sim_work_at(r) && shown < NAMED_MOST; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < count && !is_there; k++)
            is_there = nh_expr_depends_on(r->model->pool, m->entry[first + k], 1, &symbols[i]);
        if (!is_there) continue;
        double value = fabs(y[i]) < 1e-5 ? 0 : y[i];
        nh_text_format(text, "%s%s = %.6g", shown++ > 0 ? ", " : " at ", name_in_state(r, i), value);
    }
    return shown > 0;
}

static void tell_matrix(nh_sim *r, nh_text *text, const nh_singular_place *place, const double *y) {
    nh_text_add(text, r->equations->extras > 0 ? "the matrix of the accelerations, which contains the multipliers mu, "
                                               : "the mass matrix ");
    nh_text_add(text, "is singular");
    if (place->unknown >= r->n || !add_values(r, text, place->unknown, y)) {
        nh_text_add(text, " there");
        if (place->kind == NH_SINGULAR_MATRIX)
            nh_text_format(text, ", it does not determine %s''", nh_sim_coordinate_name(r, place->unknown));
    }
    if (place->kind == NH_SINGULAR_WHOLE) {
        nh_text_add(text, " in a free direction");
        if (place->unknown < r->n)
            nh_text_format(text, ", nothing determines %s''", nh_sim_coordinate_name(r, place->unknown));
    }
    nh_sim_tell_lock(r, text, place->t, y);
}

/* Says what is singular there. y: the state at the place, or near it. */
static void tell_place(nh_sim *r, nh_text *text, const nh_singular_place *place, const double *y) {
    NH_ASSERT(place->kind != NH_SINGULAR_MATRIX || place->unknown < r->n);
    const char *row = r->equations->rows > 0 ? nh_sim_row_name(r, place->row) : "";
    switch (place->kind) {
        case NH_SINGULAR_NOT: break;
        case NH_SINGULAR_ROW:
            if (place->is_at_rest) nh_text_format(text, "the speed is 0, so the constraint '%s' has no direction", row);
            else nh_text_format(text, "the constraint '%s' has no direction there: all its coefficients vanish", row);
            break;
        case NH_SINGULAR_ROWS:
            nh_text_add(text, "the constraints ");
            add_rows(r, text, place->row, place->others, place->other_count);
            nh_text_add(text, " depend on each other there");
            break;
        case NH_SINGULAR_MATRIX:
        case NH_SINGULAR_WHOLE: tell_matrix(r, text, place, y); break;
    }
}

/* ---- places that are passed ---- */

void nh_sim_tell_passed(nh_sim *r, const nh_singular_place *place) {
    static const char *const one_way =
        "it continues in the direction common to all nearby states, with continuous velocities";
    static const char *const branch = "it continues on its branch, although nothing determines which branch it takes";
    bool is_crossing = place->kind == NH_SINGULAR_ROWS && !place->is_affine;
    nh_text text = nh_text_begin(r->arena);
    tell_place(r, &text, place, nh_ode_state(r->ode));
    nh_remark remark = {.code = "singular", .severity = NH_SEVERITY_WARNING};
    nh_diag_add(
        r->model->context, &remark,
        "the motion passes a singular configuration at t = %.10g: %s; %s. The multipliers are not determined there",
        place->t, nh_text_string(&text), is_crossing ? branch : one_way);
}

void nh_sim_tell_more_passed(nh_sim *r) {
    unsigned long long more = r->passed_count > 1 ? r->passed_count - 1 : 0;
    if (more == 0) return;
    nh_remark remark = {.code = "singular", .severity = NH_SEVERITY_WARNING};
    nh_diag_add(r->model->context, &remark, "the motion passes %llu more singular configuration%s", more,
                more == 1 ? "" : "s");
}

/* ---- the end ---- */

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
    if (r->refusal == NH_REFUSAL_HOLE) {
        nh_text_add(text, nh_hole_words(r->model, r->arena, r->hole));
        return;
    }
    nh_singular_place place = nh_singular_look(r->singular, t, y);
    bool is_without = r->refusal == NH_REFUSAL_SOLUTION && s->status == NH_SOLUTION_NOT_FINITE;
    bool is_singular = place.kind != NH_SINGULAR_NOT;
    /* a transposition matrix that is computed has no value where the motion is singular */
    if (s->status == NH_SOLUTION_NO_TANGENT) nh_text_add(text, nh_curved_problem);
    else if (is_without && !(is_singular && r->equations->omegas > 0)) tell_no_value(r, text, r->last_time, r->last_y);
    else if (is_singular) tell_place(r, text, &place, y);
    else if (nh_sim_tell_growth(r, text, 3)) return;
    else if (r->refusal == NH_REFUSAL_POWER)
        nh_text_add(text,
                    "the power of the forces has no finite value there, or one that is too large for double precision");
    else if (r->refusal == NH_REFUSAL_PROJECTION) nh_text_add(text, "no nearby state satisfies the constraints");
    else if (r->refusal == NH_REFUSAL_VARIABLES)
        nh_text_format(
            text, "the variables of the formulation '%s' do not determine the motion there, and no other choice does",
            r->form->name);
    else if (s->status == NH_SOLUTION_NO_OMEGA) nh_text_add(text, nh_transposer_problem(r->equations->setting.omega));
    else if (s->status == NH_SOLUTION_SINGULAR) nh_text_add(text, "the equations do not determine the accelerations");
    else if (s->status == NH_SOLUTION_INCONSISTENT)
        nh_text_format(text, "the constraint '%s' contradicts those before it", nh_sim_row_name(r, s->worst_row));
    else nh_text_add(text, "the constraints are no longer independent of each other");
}

void nh_sim_end_at(nh_sim *r, const nh_singular_place *place) {
    NH_ASSERT(place->kind != NH_SINGULAR_NOT);
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, "the motion ends in a singular configuration: ");
    nh_ode_dense(r->ode, place->t, r->y);
    tell_place(r, &text, place, r->y);
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

/* Without a row nothing was examined, and nothing is 0. */
static void forget_balances(nh_sim *r) {
    nh_trajectory *result = r->result;
    if (r->has_rows) return;
    result->energy_error = result->residual = NAN;
    for (size_t i = 0; i < r->model->records.count; i++) r->first[i] = r->drifts[i] = NAN;
    for (size_t i = 0; i < result->kept; i++) result->kept_starts[i] = result->kept_drifts[i] = NAN;
}

typedef struct request {
    const nh_sim *r;
    bool is_singular; /* it is proved that no state determines the accelerations */
} request;

static void ask_everywhere(void *argument) {
    request *q = argument;
    nh_arena *arena = nh_arena_create(q->r->model->context);
    nh_admissible *a = nh_admissible_make(arena, q->r->model, 1);
    (void)nh_rank_find(a);
    nh_fact regular = nh_regular_reduced(a);
    q->is_singular = regular.truth == NH_NO && regular.by == NH_EVIDENCE_PROVED;
    nh_arena_destroy(arena);
}

/* Whether other initial values would be no better. What is said about the start on the way has been said before. */
static bool is_singular_everywhere(const nh_sim *r) {
    nh_context *context = r->model->context;
    nh_budget budget = {.work = NH_WORK_END};
    request q = {.r = r};
    size_t before = nh_context_diag_count(context);
    if (r->form->is_apart) return false; /* its equations are others */
    bool is_done = nh_attempt(context, &budget, ask_everywhere, &q) == NH_OK;
    nh_diag_forget(context, before);
    return is_done && q.is_singular;
}

void nh_sim_end_at_start(nh_sim *r) {
    nh_text text = nh_text_begin(r->arena);
    forget_balances(r);
    bool is_hole = r->refusal == NH_REFUSAL_ENERGY || r->refusal == NH_REFUSAL_HOLE;
    bool has_value = r->lost.reason != NULL || !is_hole;
    bool is_everywhere = has_value && r->lost.reason == NULL && is_singular_everywhere(r);
    if (has_value)
        nh_text_add(&text,
                    is_everywhere ? "every state is singular: " : "the initial state is a singular configuration: ");
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
    else if (place.kind != NH_SINGULAR_NOT) tell_place(r, &text, &place, y);
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
        nh_text_add(&text, "forces that switch back and forth, such as dry friction at rest, or a stiff problem");
    else {
        nh_text_add(&text, "the motion comes very close to a singular configuration, ");
        tell_place(r, &text, place, nh_ode_state(r->ode));
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
