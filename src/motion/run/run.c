/* The loop of a simulation: step, search for what ends it, write rows. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/print/print.h"
#include "facts/singular.h"
#include "model/kinks.h"
#include "model/values.h"
#include "motion/run/run_private.h"
#include "motion/variation/shooting.h"
#include "num/linear/doubles.h"
#include "ode/method.h"

/* Above that, work is measured by the energy: relative rounding, 1e-16, is then above the usual tolerance, 1e-10. */
#define LARGE_ENERGY 1e6
/* Times the tolerance of a step: a projection or an energy that is so far off is not an error of steps. */
#define FAR_OFF 1e4
/* Initial accelerations are kept up to that, relative. */
#define HELD 1e-8
/* Every this many steps the pace is examined. A run is ended that would take more than this many steps, or so
 * many that are short relative to the largest: near a singular configuration at once, elsewhere when it is found for
 * the fourth time in a row. */
enum { PACE_STEPS = 16384, MOST_SLOW = 4 };
/* So often it is examined whether steps are short because a row has no derivative further on. */
enum { EDGE_STEPS = 1024 };
#define MOST_EDGE_STEPS 1e6
#define MOST_STEPS 1e12
#define MOST_SHORT_STEPS 1e8
#define SHORT 1e-4
/* The time after the start at which a kink is searched for again. */
#define AHEAD 1e-3
/* Energy, invariants and residuals are examined in rows, and every this many steps. */
enum { NOTE_STEPS = 16 };

/* ---- what the integrator calls ---- */

void nh_sim_refuse(nh_sim *r, nh_refusal refusal, double t, const double *y) {
    NH_ASSERT(refusal != NH_REFUSAL_NONE);
    r->refusal = refusal;
    r->last_time = t;
    memcpy(r->last_y, y, r->size * sizeof *y);
}

/* Whether the equations say something at a state; what they do not say is remembered. */
static bool is_solved(nh_sim *r, double t, const double *y, const nh_solution *solution) {
    bool good = solution->status == NH_SOLVED && solution->rank >= r->rank;
    if (!good) {
        r->last = *solution;
        nh_sim_refuse(r, NH_REFUSAL_SOLUTION, t, y);
    }
    return good;
}

bool nh_sim_solve(nh_sim *r, double t, const double *y, nh_solution *solution) {
    *solution = nh_sim_solve_at(r, t, y);
    if (!is_solved(r, t, y, solution)) return false;
    if (r->formula == NULL) return true;
    nh_state state = {.t = t, .q = (double *)y, .v = (double *)y + r->n}; /* which is only read */
    solution->x = r->accelerations;
    solution->lambda = r->multipliers;
    if (nh_formula_solve(r->formula, &state, NULL, r->accelerations, r->multipliers)) return true;
    nh_sim_refuse(r, NH_REFUSAL_VARIABLES, t, y);
    return false;
}

static void set_rates(const nh_sim *r, const double *y, const double *accelerations, double *dydt) {
    memcpy(dydt, y + r->n, r->n * sizeof *y);
    memcpy(dydt + r->n, accelerations, r->n * sizeof *y);
}

/* Whether the accelerations are all that is requested. */
static bool needs_motion_only(const nh_sim *r) {
    return !nh_sim_has_work(r) && r->equations->extras == 0;
}

/* The slow way to the rates, and the one where work is done. */
static int solve_for_rates(nh_sim *r, double t, const double *y, double *dydt) {
    nh_solution solution;
    if (needs_motion_only(r)) {
        solution = nh_dynamics_solve_motion(r->dynamics, t, y, y + r->n);
        if (!is_solved(r, t, y, &solution)) return 1;
    } else if (!nh_sim_solve(r, t, y, &solution)) return 1;
    set_rates(r, y, solution.x, dydt);
    nh_sim_extra_rates(r, solution.lambda, dydt + 2 * r->n);
    if (!nh_sim_has_work(r)) return 0;
    double power = nh_observe_power(r->observer, t, y, y + r->n, solution.x, solution.lambda) / r->work_unit;
    dydt[nh_sim_work_at(r)] = power;
    if (isfinite(power)) return 0;
    nh_sim_refuse(r, NH_REFUSAL_POWER, t, y);
    return 1;
}

int nh_sim_find_rates(void *user, double t, const double *y, double *dydt) {
    nh_sim *r = user;
    const double *x = !needs_motion_only(r) ? NULL : nh_dynamics_accelerate(r->dynamics, r->rank, t, y, y + r->n);
    if (x == NULL) return solve_for_rates(r, t, y, dydt);
    set_rates(r, y, x, dydt);
    return 0;
}

bool nh_sim_is_near(const nh_sim *r, const double *y, const double *before) {
    NH_ASSERT(y != before);
    for (size_t i = 0; i < 2 * r->n; i++) {
        double scale = r->def->atol + r->def->rtol * fmax(fabs(before[i]), fabs(y[i]));
        if (!(fabs(y[i] - before[i]) <= FAR_OFF * scale + 1e-13 * fabs(y[i]))) return false;
    }
    return true;
}

/* Moves positions back to where what the rows keep constant is so. Where that is further than errors of
 * a step go, it is left. */
static void keep_integrals(nh_sim *r, double t, double *y) {
    if (r->kept == NULL || r->is_kept_over) return;
    if (!nh_kept_holds(r->kept, t, y, y + r->n)) {
        nh_remark remark = {.code = "not-kept", .severity = NH_SEVERITY_WARNING};
        nh_diag_add(r->model->context, &remark, "'%s' is not constant from t = %.10g on and is no longer enforced",
                    r->result->kept_names[0], t);
        r->is_kept_over = true;
        return;
    }
    memcpy(r->before, y, 2 * r->n * sizeof *y);
    bool is_near = nh_kept_project_positions(r->kept, t, y, y + r->n) && nh_sim_is_near(r, y, r->before);
    if (!is_near) memcpy(y, r->before, 2 * r->n * sizeof *y);
}

/* The same of velocities, once the rows hold. */
static void keep_velocities(nh_sim *r, double t, double *y) {
    if (r->kept == NULL) return;
    memcpy(r->before, y, 2 * r->n * sizeof *y);
    bool is_near = nh_kept_project_velocities(r->kept, t, y, y + r->n) && nh_sim_is_near(r, y, r->before);
    if (!is_near) memcpy(y, r->before, 2 * r->n * sizeof *y);
}

static bool project_rows(nh_sim *r, double t, double *y) {
    nh_state state = {.t = t, .q = y, .v = y + r->n};
    if (nh_dynamics_project(r->dynamics, t, y, y + r->n)) return true;
    memcpy(r->before, y, 2 * r->n * sizeof *y);
    bool may_jump = r->switches != NULL; /* a step over a switch is examined, and cut, when it is there */
    if (nh_states_project(r->states, &state) && (may_jump || nh_sim_is_near(r, y, r->before))) return true;
    memcpy(y, r->before, 2 * r->n * sizeof *y);
    return false;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): through state */
int nh_sim_project(nh_sim *r, double t, double *y) {
    NH_ASSERT(y != r->before);
    nh_sim_set_lengths(r, y);
    keep_integrals(r, t, y);
    if (project_rows(r, t, y)) {
        keep_velocities(r, t, y);
        return 0;
    }
    nh_sim_refuse(r, NH_REFUSAL_PROJECTION, t, y);
    return 1;
}

/* Moves y back to the rows and chooses those that carry the equations there. */
static int settle_state(nh_sim *r, double t, double *y) {
    if (nh_sim_project(r, t, y) != 0) return 1;
    nh_solution solution = nh_sim_choose_at(r, t, y);
    if (!is_solved(r, t, y, &solution)) return 1;
    r->rank_now = solution.rank;
    return 0;
}

int nh_sim_end_step(nh_sim *r, double t, double *y) {
    return nh_dynamics_is_settled(r->dynamics) ? nh_sim_project(r, t, y) : settle_state(r, t, y);
}

static int end_step(void *user, double t, double *y) {
    return nh_sim_end_step(user, t, y);
}

/* ---- making ready ---- */

/* How much of Omega is open follows from the rank of the rows, where that is known. */
static const char *form_in_words(const nh_sim *r, bool has_rank) {
    nh_text text = nh_text_begin(r->arena);
    const nh_setting *setting = &r->equations->setting;
    uint32_t all = (uint32_t)(r->n * r->n), open = nh_omega_free(setting->omega, (uint32_t)r->n, r->rank);
    if (r->equations->omega != NULL) {
        nh_text_format(&text, "%s; Omega is %s", r->form->title, nh_omega_meaning(setting->omega));
        if (open > 0 && has_rank) nh_text_format(&text, ", %u of its %u entries are open", open, all);
        return nh_text_string(&text);
    }
    if (r->form->variables == NULL) return r->form->title;
    nh_text_format(&text, "%s, integrated in %s", r->form->title, r->form->variables);
    return nh_text_string(&text);
}

/* Whether constraint forces are observed: they belong to the multipliers of the Chetaev condition. */
static bool wants_reactions(const nh_sim *r) {
    if (!r->def->reactions || r->equations->extras == 0) return r->def->reactions;
    nh_remark remark = {.code = "not-computed", .severity = NH_SEVERITY_WARNING};
    nh_diag_add(r->model->context, &remark, "constraint forces are not computed with the formulation '%s'",
                r->form->name);
    return false;
}

static void prepare_run(nh_sim *r) {
    r->method = nh_method_require(r->model->context, r->def->method);
    r->result->method = r->method->label;
    r->form = nh_form_require(r->model->context, r->def->form);
    const double *parameters = r->parameters = nh_model_parameter_values(r->model, r->arena);
    r->equations = nh_form_full_equations(r->form, r->model, r->arena);
    r->dynamics = nh_dynamics_make(r->arena, r->equations, r->def->native);
    r->observer = nh_observer_make(r->arena, r->equations, wants_reactions(r));
    r->states = nh_states_make(r->arena, r->model, parameters);
    r->holes = nh_hole_watch_make(r->arena, r->model, parameters);
    if (r->form->derive == NULL) r->formula = nh_formula_make(r->arena, r->model, r->form, r->states, r->def->native);
    nh_dynamics_set(r->dynamics, parameters);
    nh_observer_set(r->observer, parameters);
    r->size = nh_sim_work_at(r) + (nh_observer_power_is_zero(r->observer) ? 0 : 1);
    nh_sim_find_rotations(r);
    nh_sim_find_angles(r);
    nh_sim_name_columns(r);
    nh_sim_check_columns(r);
    nh_singular_def singular = {.parameters = parameters, .rtol = r->def->rtol, .native = r->def->native};
    r->singular = nh_singular_make(r->arena, r->equations, &singular);
    r->last_y = NH_NEW_ARRAY(r->arena, double, r->size);
    r->before = NH_NEW_ARRAY(r->arena, double, 2 * r->n);
    r->near = NH_NEW_ARRAY(r->arena, double, r->n);
    r->seen = NH_NEW_ARRAY(r->arena, double, r->size);
    r->accelerations = NH_NEW_ARRAY(r->arena, double, r->n);
    r->multipliers = NH_NEW_ARRAY(r->arena, double, r->equations->rows);
    r->y = NH_NEW_ARRAY(r->arena, double, r->size);
    r->rates = NH_NEW_ARRAY(r->arena, double, r->size);
    r->start_y = NH_NEW_ARRAY(r->arena, double, r->size);
    r->row = NH_NEW_ARRAY(r->arena, double, r->result->columns);
    r->first = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    r->drifts = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    r->sizes = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    r->lacks = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    for (size_t i = 0; i < r->model->records.count; i++) {
        r->lacks[i] = NAN;
        if (r->model->records.items[i].kind == NH_RECORD_CLAIM) r->drifts[i] = NAN;
    }
    r->result->drifts = r->drifts;
    r->result->lacks = r->lacks;
    r->result->sizes = r->sizes;
    r->result->starts = r->first;
}

/* Says which rows follow from others at the start. */
static void note_redundant(nh_sim *r, const nh_solution *solution) {
    uint32_t count = 0, first = 0;
    for (uint32_t i = r->equations->rows; i-- > 0;)
        if (solution->is_redundant[i]) count++, first = i;
    if (count == 0) return;
    const nh_row *row = &r->model->rows.items[r->equations->row[first]];
    nh_remark remark = {.code = "redundant", .severity = NH_SEVERITY_NOTE, .place = &row->place};
    const char *name = nh_sim_row_name(r, first);
    if (count == 1)
        nh_diag_add(
            r->model->context, &remark,
            "'%s' follows from other constraints at the initial state: the multipliers are the minimum-norm solution",
            name);
    else
        nh_diag_add(r->model->context, &remark,
                    "%u constraint equations follow from others at the initial state, among them '%s': the multipliers "
                    "are the minimum-norm solution",
                    (unsigned)count, name);
}

/* Rows with accelerations that are used: they take no degree of freedom away. */
static size_t count_bound(const nh_sim *r, const nh_solution *solution) {
    size_t count = 0;
    if (solution->status != NH_SOLVED) return 0;
    for (uint32_t i = 0; i < r->equations->rows; i++)
        count += r->model->rows.items[r->equations->row[i]].has_accelerations && !solution->is_redundant[i];
    return count;
}

/* As it was given, or as it is printed. */
static const char *name_kept(const nh_sim *r, nh_expr e) {
    const nh_run_integrals *given = r->result->integrals;
    for (size_t i = 0; given != NULL && i < given->functions->count; i++)
        if (nh_expr_expand_names(r->model->pool, given->functions->items[i]) == e) return given->texts[i];
    nh_text text = nh_text_begin(r->arena);
    nh_expr_print(r->model->pool, &text, e);
    return nh_text_string(&text);
}

/* Looks for functions that stay constant. */
static void find_kept(nh_sim *r, const nh_state *start) {
    nh_trajectory *result = r->result;
    r->kept = nh_kept_make(r->arena, r->model, r->parameters, start, result->integrals);
    uint32_t own = r->kept != NULL ? nh_kept_count(r->kept) : 0;
    result->kept = own + (nh_observer_has_extended(r->observer) ? 1 : 0);
    result->kept_names = NH_NEW_ARRAY(r->arena, const char *, result->kept);
    result->kept_starts = NH_NEW_ARRAY(r->arena, double, result->kept);
    result->kept_drifts = NH_NEW_ARRAY(r->arena, double, result->kept);
    for (uint32_t i = 0; i < own; i++) {
        result->kept_names[i] = name_kept(r, nh_kept_function(r->kept, i));
        result->kept_starts[i] = nh_kept_constant(r->kept, i);
    }
    if (result->kept > own) result->kept_names[own] = "E_ext"; /* its value at the start is noted with the others */
}

/* Rows without a gradient of their own at the start end the motion there, unless the other rows
 * determine one that keeps them. */
static void find_lost(nh_sim *r, const nh_state *state) {
    nh_solution solution;
    r->lost = nh_lost_find(r->arena, r->states, state, "there");
    if (r->lost.reason == NULL) return;
    bool keeps = nh_sim_solve(r, state->t, r->y, &solution) &&
                 nh_states_motion_keeps(r->states, state, r->lost.rows, solution.x);
    nh_lost_remark(&r->lost, r->model, keeps ? NH_SEVERITY_NOTE : NH_SEVERITY_WARNING, NH_OK);
    if (keeps) r->lost = (nh_lost){.rows = NULL};
}

/* Rows with accelerations that cannot hold at the start, next to the others. */
static void refuse_contradiction(const nh_sim *r, const nh_solution *solution) {
    if (solution->status != NH_SOLUTION_INCONSISTENT || nh_equations_accelerated(r->model) == NULL) return;
    const nh_row *row = &r->model->rows.items[r->equations->row[solution->worst_row]];
    nh_remark remark = {"contradiction", NH_SEVERITY_ERROR, NH_E_MODEL, &row->place,
                        "change the initial state or one of the constraints"};
    nh_diag_add(r->model->context, &remark,
                "constraint '%s' cannot hold at the initial state: it contradicts the accelerations that the other "
                "constraints require",
                nh_name_text(r->model->context, row->name));
    nh_raise(r->model->context, NH_E_MODEL);
}

/* What chose the accelerations, where rows that are not linear in them leave several; those that were to be kept
 * must be among them. */
static void tell_branch(nh_sim *r) {
    nh_curved *curved = nh_dynamics_curved(r->dynamics);
    if (curved == NULL) return;
    nh_curved_choice choice = nh_curved_choice_of(curved);
    const double *a = nh_curved_accelerations(curved);
    nh_curved_follow(curved, true);
    if (r->formula != NULL) nh_formula_follow(r->formula);
    nh_context *context = r->model->context;
    if (choice.branches > 0 && choice.off > HELD) {
        const char *name = nh_sim_coordinate_name(r, choice.worst);
        nh_remark remark = {"contradiction", NH_SEVERITY_ERROR, NH_E_MODEL, &r->model->accelerations.items[0].place,
                            "write ~ in place of = to choose the nearest accelerations, or change the initial state"};
        nh_diag_add(context, &remark,
                    "the initial accelerations contradict the constraints and the equations of motion: nearest to them "
                    "is %s'' = %.10g",
                    name, a[choice.worst]);
        nh_raise(context, NH_E_MODEL);
    }
    if (choice.branches < 2) return;
    nh_remark remark = {.code = "branches", .severity = NH_SEVERITY_NOTE};
    nh_diag_add(context, &remark,
                "%u accelerations were found that satisfy the constraints and the equations of motion at the initial "
                "state; the motion has %s%s",
                (unsigned)choice.branches,
                choice.is_near ? "those nearest to the initial accelerations" : "those of least compulsion (Gauss)",
                choice.is_tied ? ", with which others are tied: write init x'' ~ value to choose" : "");
}

static void start_run(nh_sim *r, double t) {
    nh_state state = {.t = t, .q = r->y, .v = r->y + r->n};
    nh_states_require_start(r->states, t, &state);
    nh_sim_start_extras(r, t);
    nh_solution solution = nh_sim_choose_at(r, t, r->y);
    if (r->equations->is_least && solution.status == NH_SOLUTION_SINGULAR)
        nh_fail(r->model->context, NH_E_HYPOTHESIS, "formulation",
                "the formulation 'udwadia' does not apply: the matrix of the accelerations is not positive definite on "
                "the free directions");
    refuse_contradiction(r, &solution);
    tell_branch(r);
    if (solution.status == NH_SOLUTION_NO_OMEGA)
        nh_fail(r->model->context, NH_E_HYPOTHESIS, "formulation", "the formulation '%s' does not apply: %s",
                r->form->name, nh_transposer_problem(r->equations->setting.omega));
    find_lost(r, &state);
    find_kept(r, &state);
    r->rank = solution.rank;
    r->result->form = form_in_words(r, solution.status != NH_SOLUTION_NOT_FINITE);
    r->result->degrees_of_freedom = r->n - solution.rank + count_bound(r, &solution);
    if (r->lost.reason == NULL) note_redundant(r, &solution);
    nh_singular_begin(r->singular, t, r->y, solution.rank == r->equations->rows);
}

/* ---- the run ---- */

/* The kink in which the start is, up to rounding, and in which the motion would stay, such as that of |x - y| if
 * x = y. NULL: there is none. */
static const nh_hole *lasting_kink(nh_sim *r, double t, const double *y, const double *acceleration) {
    nh_arena *arena = nh_arena_create(r->model->context);
    nh_state next = {t + AHEAD, NH_NEW_ARRAY(arena, double, r->n + 1), NH_NEW_ARRAY(arena, double, r->n + 1)};
    const nh_kinks *kinks = nh_kinks_make(arena, r->model, r->parameters);
    const nh_hole *found = nh_kinks_at(kinks, t, y, y + r->n);
    for (size_t i = 0; i < r->n; i++) {
        next.q[i] = y[i] + AHEAD * (y[r->n + i] + AHEAD / 2 * acceleration[i]);
        next.v[i] = y[r->n + i] + AHEAD * acceleration[i];
    }
    bool is_lasting =
        found != NULL && nh_states_project(r->states, &next) && nh_kinks_at(kinks, next.t, next.q, next.v) != NULL;
    nh_hole *kept = NH_NEW(r->arena, nh_hole);
    if (is_lasting) *kept = *found;
    nh_arena_destroy(arena);
    return is_lasting ? kept : NULL;
}

/* What later growth is compared with; false when the equations cannot be solved at the start. */
static bool look_at_start(nh_sim *r) {
    nh_solution solution;
    const double *y = nh_ode_state(r->ode);
    if (r->lost.reason != NULL || !nh_sim_solve(r, nh_ode_time(r->ode), y, &solution)) return false;
    r->hole = nh_hole_of_motion(r->holes, nh_ode_time(r->ode), y, y + r->n);
    if (r->hole == NULL) r->hole = lasting_kink(r, nh_ode_time(r->ode), y, solution.x);
    if (r->hole != NULL) {
        nh_sim_refuse(r, NH_REFUSAL_HOLE, nh_ode_time(r->ode), y);
        return false;
    }
    r->start_size = r->result->start_size = nh_doubles_largest(y, 2 * r->n);
    memcpy(r->start_y, y, r->size * sizeof *y);
    nh_observation seen = nh_observe(r->observer, nh_ode_time(r->ode), y, y + r->n, solution.x, solution.lambda);
    if (!isfinite(seen.energy)) {
        nh_sim_refuse(r, NH_REFUSAL_ENERGY, nh_ode_time(r->ode), y);
        return false;
    }
    nh_sim_note_start(r, &seen);
    double energy = fabs(seen.energy);
    if (energy > LARGE_ENERGY) r->work_unit = energy; /* even its rounding would be above the tolerance */
    r->start_rate = fmax(nh_doubles_largest(y + r->n, r->n), nh_doubles_largest(solution.x, r->n));
    return true;
}

/* A last row where the run was stopped. */
static void write_last(nh_sim *r, double t) {
    if (!(r->has_rows && r->row[0] == t)) (void)nh_sim_write_within(r, t);
}

/* A last row close before a singular configuration, as close as the equations can be solved. */
static void write_before(nh_sim *r, const nh_singular_place *place) {
    static const double parts[] = {0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
    double length = place->before - nh_ode_time_before(r->ode);
    bool backwards = r->result->to < r->result->from;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double t = place->before - parts[i] * length;
        bool is_behind = r->has_rows && nh_sim_is_reached(t, r->row[0], backwards);
        if (is_behind || nh_sim_write_within(r, t)) return;
    }
}

/* The state at a time close after the end of the last step, by the Taylor series, moved to where the rows hold. */
static bool extrapolate_state(nh_sim *r, double t) {
    size_t n = r->n;
    double h = t - nh_ode_time(r->ode);
    memcpy(r->y, nh_ode_state(r->ode), r->size * sizeof *r->y);
    for (size_t i = 0; i < n; i++) r->y[i] += h * (r->rates[i] + h / 2 * r->rates[n + i]);
    for (size_t i = n; i < r->size; i++) r->y[i] += h * r->rates[i];
    return nh_sim_project(r, t, r->y) == 0;
}

/* Gets over a place at which rounding stops the steps, though the motion continues in one way: the time is very
 * short. */
static bool passes_over(nh_sim *r, nh_outputs *o, const nh_singular_place *place) {
    bool backwards = o->to < o->from, has_times = o->at != NULL || o->step > 0;
    if (!place->is_passable || !nh_sim_is_reached(place->beyond, o->to, backwards)) return false;
    if (nh_sim_find_rates(r, nh_ode_time(r->ode), nh_ode_state(r->ode), r->rates) != 0) return false;
    for (double t; has_times && nh_sim_is_reached(t = nh_sim_next_time(o), place->beyond, backwards); o->next++)
        if (!extrapolate_state(r, t) || !nh_sim_write_row(r, t, r->y)) return false;
    if (!extrapolate_state(r, place->beyond) || settle_state(r, place->beyond, r->y) != 0) return false;
    nh_ode_restart(r->ode, place->beyond, r->y);
    nh_singular_begin(r->singular, place->beyond, r->y, r->rank == r->equations->rows);
    return true;
}

bool nh_sim_go_on_from(nh_sim *r, double t) {
    if (settle_state(r, t, r->y) != 0) return false;
    nh_ode_restart(r->ode, t, r->y);
    nh_singular_begin(r->singular, t, r->y, r->rank == r->equations->rows);
    return true;
}

/* Where the equations say themselves that they are far from singular there is no need to look. */
static bool is_singular_in_step(nh_sim *r, nh_singular_place *place) {
    bool may_pass = nh_dynamics_stays_regular(r->dynamics) && !nh_singular_must_look(r->singular, r->ode);
    if (!may_pass) return nh_singular_in_step(r->singular, r->ode, place);
    nh_singular_pass_step(r->singular);
    return false;
}

/* The first place that is passed is told, the others are counted. */
static void note_passed(nh_sim *r, double limit) {
    const nh_singular_place *first;
    const double *times;
    uint32_t count = nh_singular_passed(r->singular, &times, &first);
    bool backwards = r->result->to < r->result->from;
    if (count == 0 || !nh_sim_is_reached(first->t, limit, backwards)) return;
    if (r->passed_count == 0) nh_sim_tell_passed(r, first);
    for (uint32_t i = 0; i < count; i++) r->passed_count += nh_sim_is_reached(times[i], limit, backwards);
}

/* After a step: whether it holds what ends the run. Rows up to there are written. */
static bool ends_in_step(nh_sim *r, nh_outputs *o, bool *is_refused) {
    double limit = nh_ode_time(r->ode);
    nh_singular_place place;
    bool is_singular = is_singular_in_step(r, &place);
    bool is_passable = is_singular && place.is_passable;
    if (is_singular && !is_passable) limit = place.before;
    bool stops = nh_sim_stops(r, &limit);
    note_passed(r, limit);
    *is_refused = !nh_sim_write_due(r, o, limit) && !is_singular;
    if (*is_refused) return true;
    nh_sim_sketch_step(r, limit);
    if (stops) write_last(r, limit);
    else if (is_passable && passes_over(r, o, &place)) is_singular = false;
    else if (is_singular) {
        write_before(r, &place);
        nh_sim_end_at(r, &place);
        limit = place.t;
    }
    r->result->t_end = limit;
    r->refusal = NH_REFUSAL_NONE; /* steps got over what was refused */
    return stops || is_singular;
}

/* Whether steps have become so short that the end is out of reach: forces that jump to and fro, a stiff problem, a
 * singular configuration that is approached and not reached. */
static bool is_too_slow(nh_sim *r, const nh_outputs *o, nh_singular_place *place) {
    nh_ode_statistics statistics = nh_ode_get_statistics(r->ode);
    if (statistics.steps % PACE_STEPS != 0) return false;
    double now = nh_ode_time(r->ode), step = fabs(now - r->pace_time) / PACE_STEPS, left = fabs(o->to - now) / step;
    r->pace_time = now;
    bool is_slow = left > MOST_STEPS || (left > MOST_SHORT_STEPS && step < SHORT * statistics.largest_step);
    r->slow_count = is_slow ? r->slow_count + 1 : 0;
    if (!is_slow) return false;
    *place = nh_singular_near(r->singular, now, nh_ode_state(r->ode));
    return place->kind != NH_SINGULAR_NOT || r->slow_count >= MOST_SLOW;
}

/* Whether the motion creeps towards a place where a row has no derivative. */
static bool ends_at_edge(nh_sim *r, const nh_outputs *o) {
    nh_ode_statistics statistics = nh_ode_get_statistics(r->ode);
    if (statistics.steps % EDGE_STEPS != 0) return false;
    double now = nh_ode_time(r->ode), step = fabs(now - r->edge_time) / EDGE_STEPS, left = fabs(o->to - now) / step;
    r->edge_time = now;
    return left > MOST_EDGE_STEPS && step < SHORT * statistics.largest_step && nh_sim_ends_at_edge(r);
}

/* After a step that ends nothing; false when the run ends all the same. */
static bool goes_on(nh_sim *r, const nh_outputs *o) {
    double now = nh_ode_time(r->ode);
    nh_sim_watch_angles(r, now, nh_ode_state(r->ode));
    if (nh_ode_get_statistics(r->ode).steps % NOTE_STEPS == 0) nh_sim_note_state(r, now, nh_ode_state(r->ode));
    nh_progress_tell(r->model->context, "integrating", (now - o->from) / (o->to - o->from));
    nh_status stop = nh_should_stop(r->model->context);
    nh_singular_place place;
    if (stop != NH_OK) nh_sim_end_early(r, stop);
    else if (is_too_slow(r, o, &place)) nh_sim_end_slow(r, &place);
    else return !ends_at_edge(r, o);
    return false;
}

static void step_to_end(nh_sim *r, nh_outputs *o) {
    nh_ode_status status = NH_ODE_FINISHED;
    nh_sim_begin_assumptions(r);
    if (!look_at_start(r) || !nh_sim_write_due(r, o, o->from)) {
        nh_sim_end_at_start(r);
        return;
    }
    if (nh_sim_stops_at_start(r)) return;
    nh_sim_begin_events(r);
    nh_sim_begin_sketch(r);
    nh_sim_begin_switches(r, o);
    while ((status = nh_sim_step(r, o)) == NH_ODE_GOING) {
        bool is_refused;
        if (ends_in_step(r, o, &is_refused)) {
            if (is_refused) status = NH_ODE_REFUSED;
            break;
        }
        if (!goes_on(r, o)) return;
    }
    nh_sim_finish(r, status);
    nh_sim_end_sketch(r);
}

typedef struct step_request {
    nh_sim *r;
    nh_outputs *o;
} step_request;

static void go_protected(void *argument) {
    step_request *g = argument;
    step_to_end(g->r, g->o);
}

/* A step that is left half way, by an interrupt or a limit, ends the run there; what was computed stays. */
static void go_on(nh_sim *r, nh_outputs *o) {
    step_request g = {r, o};
    nh_status status = nh_protect(r->model->context, go_protected, &g);
    if (status == NH_E_INTERRUPT || status == NH_E_LIMIT || status == NH_E_MEMORY) nh_sim_end_early(r, status);
    else if (status != NH_OK) nh_raise(r->model->context, status);
}

/* The errors of steps add up to about the tolerance times their number. Much more than that is a sign of something that
 * the error estimate did not see. Slow motions have the absolute tolerance only. */
static void warn_of_energy(nh_sim *r) {
    double error = r->result->energy_error, steps = (double)r->result->statistics.steps;
    double tolerance = fmax(fmax(r->def->rtol, r->def->atol / fmin(r->speed, 1)), 1e-14);
    if (!(error > FAR_OFF * tolerance * (steps + 1))) return;
    nh_remark remark = {.code = "energy-balance", .severity = NH_SEVERITY_WARNING};
    nh_diag_add(r->model->context, &remark,
                "the energy balance is off by %.2g, far more than the tolerance: the motion jumps somewhere or comes "
                "very close to a singular configuration",
                error);
}

nh_trajectory *nh_simulate(nh_arena *arena, const nh_model *model, const nh_run_def *def) {
    return nh_simulate_into(arena, model, def, NULL, NULL);
}

/* Initial values with which the motion ends as is asked, for its span. */
static void shoot_at_end(nh_sim *r) {
    const nh_form *form = nh_form_require(r->model->context, r->def->form);
    if (!nh_shooting_is_asked(r->model)) return;
    if (form->is_apart && form->setting != NULL)
        nh_fail(r->model->context, NH_E_UNSUPPORTED, "shooting",
                "--end is not available for the formulation '%s': its variational equations are not known", form->name);
    r->parameters = nh_model_parameter_values(r->model, r->arena);
    nh_outputs o = nh_sim_choose_outputs(r);
    nh_shooting_def def = {.from = o.from, .to = o.to, .is_vakonomic = form->is_apart};
    def.rtol = r->def->rtol;
    def.atol = r->def->atol;
    r->model = nh_shooting_solve(r->arena, r->model, &def);
}

/* Accelerations that nothing determines are 0. */
static void fix_gauge(nh_sim *r) {
    const nh_gauge *gauge = nh_form_gauge(nh_form_require(r->model->context, r->def->form), r->model, r->arena);
    if (gauge == NULL) return;
    r->model = nh_gauge_fixed(r->model, r->arena, gauge, NULL);
    nh_gauge_tell(r->model, gauge,
                  "a gauge, for which any functions of time can be taken; in this motion, those that are independent "
                  "are 0");
}

nh_trajectory *nh_simulate_into(nh_arena *arena, const nh_model *model, const nh_run_def *def, const nh_row_sink *sink,
                                const nh_run_integrals *integrals) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_sim *r = NH_NEW(arena, nh_sim);
    *r = (nh_sim){.model = model, .arena = arena, .def = def, .n = model->coordinates.count, .work_unit = 1};
    r->sink = sink;
    r->result = NH_NEW(arena, nh_trajectory);
    shoot_at_end(r);
    fix_gauge(r);
    r->result->integrals = integrals;
    r->result->values.arena = r->result->happenings.arena = arena;
    prepare_run(r);
    nh_outputs o = nh_sim_choose_outputs(r);
    r->result->from = o.from;
    r->result->to = o.to;
    r->result->t_end = r->pace_time = r->edge_time = o.from;
    r->result->has_steps = o.at == NULL && o.step == 0 && !o.is_section;
    r->result->is_last_alone = def->forget_rows && !(def->sketch && (r->result->has_steps || o.is_section));
    if (sink != NULL) sink->begin(sink->user, r->result);
    start_run(r, o.from);
    nh_ode_problem problem = {.size = r->size, .f = nh_sim_find_rates, .project = end_step, .user = r};
    if (r->formula != NULL) problem = nh_sim_begin_variables(r, o.from);
    else if (r->rotations.count > 0) problem = nh_sim_begin_rotations(r);
    nh_ode_def ode_def = nh_default_ode();
    ode_def.rtol = def->rtol;
    ode_def.atol = def->atol;
    ode_def.method = r->method;
    r->ode = nh_ode_begin(arena, &problem, &ode_def, o.from, r->y, o.to);
    go_on(r, &o);
    nh_sim_tell_touches(r);
    nh_sim_tell_more_passed(r);
    warn_of_energy(r);
    return r->result;
}
