/* Motions across switches: each smooth piece is integrated by itself. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "motion/run/run_private.h"

/* A row that does not hold after a switch, though it held before it: so far off, relative to its terms. */
#define BROKEN 1e-9

static int find_accelerations(void *user, double t, const double *y, double *accelerations) {
    nh_sim *r = user;
    nh_solution solution;
    if (!nh_sim_solve(r, t, y, &solution)) return 1;
    memcpy(accelerations, solution.x, r->n * sizeof *accelerations);
    return 0;
}

void nh_sim_begin_switches(nh_sim *r, const nh_outputs *o) {
    NH_ASSERT(r->switches == NULL);
    nh_switches_def def = {.parameters = r->parameters, .size = r->size, .accelerate = find_accelerations, .user = r};
    nh_exprs watched = nh_hole_watched(r->holes, r->arena);
    def.others = watched.count;
    def.other = watched.items;
    r->switches = nh_switches_make(r->arena, r->equations, &def);
    if (r->switches == NULL) return;
    for (uint32_t i = 0; i < r->equations->rows; i++)
        r->has_pieced_rows |= nh_expr_is_pieced(r->model->pool, r->model->rows.items[r->equations->row[i]].residual);
    nh_switches_begin(r->switches, r->ode, o->to);
    r->jumps = nh_jumps_make(r->arena, r->equations, r->parameters);
}

/* ---- ends ---- */

/* A last row before the switch, where the run is. */
static void end_with(nh_sim *r, nh_outcome outcome, nh_text *text) {
    double t = nh_ode_time(r->ode);
    if (!(r->has_rows && r->row[0] == t)) (void)nh_sim_write_row(r, t, nh_ode_state(r->ode));
    r->result->t_end = t;
    r->result->outcome = outcome;
    r->result->message = nh_text_string(text);
}

/* Whether a row that holds before the switch does not hold at r->y after it. A geometric one and
 * its rate are examined. */
static bool row_jumps(nh_sim *r, double t, uint32_t *row) {
    double *y = r->rates; /* a copy, where nothing is kept */
    memcpy(y, nh_ode_state(r->ode), r->size * sizeof *y);
    nh_state before = {.t = nh_ode_time(r->ode), .q = y, .v = y + r->n}, behind = {.t = t, .q = r->y, .v = r->y + r->n};
    double old = nh_states_residual(r->states, &before, NULL), new = nh_states_residual(r->states, &behind, row);
    if (!(new > BROKEN) || new <= 10 * old) return false;
    /* Where all terms of a row are about 0, so is what it is off by: the state tells, which has a size. */
    memcpy(y, r->y, r->size * sizeof *y);
    nh_state moved = {.t = t, .q = y, .v = y + r->n};
    return !(nh_states_project(r->states, &moved) && nh_sim_is_near(r, y, r->y));
}

static void end_at_jump(nh_sim *r, uint32_t row) {
    NH_ASSERT(row < r->equations->rows);
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "the constraint '%s' jumps there, and nothing determines how the velocities change",
                   nh_name_text(r->model->context, r->model->rows.items[row].name));
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

static void end_at_pieces(nh_sim *r, uint32_t row) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(
        &text,
        "the motion ends in a singular configuration: the rank condition fails: pieces of the constraint '%s' "
        "meet there, its gradient jumps, and the motion would stay within none of them",
        nh_sim_row_name(r, row));
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

/* The motion cannot continue where what is written has no value, though the equations have one there. */
static bool meets_hole(nh_sim *r, double t) {
    const nh_hole *hole = nh_hole_between(r->holes, nh_ode_time(r->ode), nh_ode_state(r->ode), t, r->y);
    if (hole == NULL) return false;
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "the motion ends in a singular configuration: %s", nh_hole_words(r->model, r->arena, hole));
    end_with(r, NH_OUTCOME_SINGULAR, &text);
    return true;
}

/* After a switch of its rows a motion may have values again, though velocities or derivatives of rows go
 * to infinity before it. */
static bool ends_before(nh_sim *r) {
    nh_text text = nh_text_begin(r->arena);
    if (!r->has_pieced_rows) return false;
    nh_text_add(&text, "the motion ends in a singular configuration: ");
    if (!nh_sim_tell_growth(r, &text, 2) && !nh_sim_tell_steep(r, &text)) return false;
    end_with(r, NH_OUTCOME_SINGULAR, &text);
    return true;
}

/* L or a momentum jumps. */
static void end_at_impulse(nh_sim *r, const nh_jump *jump) {
    nh_text text = nh_text_begin(r->arena);
    if (jump->kind == NH_JUMP_MOMENTUM)
        nh_text_format(&text, "the momentum of '%s', which is dL/d%s', jumps there",
                       nh_sim_coordinate_name(r, jump->coordinate), nh_sim_coordinate_name(r, jump->coordinate));
    else nh_text_add(&text, "the kinetic or potential energy jumps there");
    nh_text_add(&text, ", and nothing determines how the velocities change");
    end_with(r, NH_OUTCOME_SINGULAR, &text);
}

/* Whether the velocities cannot stay as they are from the state of the run to r->y at t. */
static bool is_impulse(nh_sim *r, double t, nh_expr place) {
    if (r->jumps == NULL) return false;
    nh_jump_side before = {nh_ode_time(r->ode), nh_ode_state(r->ode)}, behind = {t, r->y};
    nh_jump jump = nh_jumps_across(r->jumps, before, behind, place);
    if (jump.kind != NH_JUMP_NONE) end_at_impulse(r, &jump);
    return jump.kind != NH_JUMP_NONE;
}

/* The energy may jump where the velocities stay: that is not an error. */
static void allow_for_energy(nh_sim *r) {
    if (r->jumps == NULL) return;
    r->energy += nh_jumps_energy(r->jumps, (nh_jump_side){nh_ode_time(r->ode), nh_ode_state(r->ode)});
}

static void end_in_chatter(nh_sim *r) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, "the sign of '");
    nh_expr_print(r->model->pool, &text, nh_switches_chatter(r->switches));
    nh_text_format(&text,
                   "' changes more than %d times within %g of the span: rest or sliding at a switch is not modelled",
                   NH_SWITCHES_MOST, NH_SWITCHES_PART);
    end_with(r, NH_OUTCOME_FAILED, &text);
}

/* ---- passing ---- */

/* Rows whose times lie between the state before the switch and t, which are neighbours except for rounding. */
static bool write_between(nh_sim *r, nh_outputs *o, double t) {
    bool has_times = o->at != NULL || o->step > 0, backwards = o->to < o->from;
    for (double next; has_times && (next = nh_sim_next_time(o)) != t && nh_sim_is_reached(next, t, backwards);
         o->next++)
        if (!nh_sim_write_row(r, next, nh_ode_state(r->ode))) return false;
    return true;
}

/* Continues with r->y, the state at t after a switch; the run is before it. place: the function that is 0 there;
 * NH_EXPR_ZERO for one of time only. */
static nh_ode_status pass_switch(nh_sim *r, nh_outputs *o, double t, nh_expr place) {
    uint32_t row;
    bool has_times = o->at != NULL || o->step > 0;
    if (meets_hole(r, t)) return NH_ODE_FINISHED;
    if (row_jumps(r, t, &row)) {
        end_at_jump(r, row);
        return NH_ODE_FINISHED;
    }
    if (nh_sim_is_held(r, t, place, &row)) {
        end_at_pieces(r, row);
        return NH_ODE_FINISHED;
    }
    if (is_impulse(r, t, place) || ends_before(r)) return NH_ODE_FINISHED;
    if (!write_between(r, o, t) || !nh_sim_go_on_from(r, t)) return NH_ODE_REFUSED;
    allow_for_energy(r);
    nh_switches_go_on(r->switches, r->ode);
    r->result->t_end = t;
    if ((has_times || t == o->to) && !nh_sim_write_due(r, o, t)) return NH_ODE_REFUSED;
    return NH_ODE_GOING;
}

/* At the end of a piece the state is the same on both sides of the switch. */
static nh_ode_status pass_breaks(nh_sim *r, nh_outputs *o) {
    nh_ode_status status = NH_ODE_GOING;
    for (double t; status == NH_ODE_GOING && nh_switches_is_at_break(r->switches, r->ode, &t);) {
        memcpy(r->y, nh_ode_state(r->ode), r->size * sizeof *r->y);
        status = pass_switch(r, o, t, NH_EXPR_ZERO);
    }
    return status;
}

/* The last step is left at t, close after its beginning. */
static nh_ode_status pass_here(nh_sim *r, nh_outputs *o, double t) {
    nh_ode_dense(r->ode, t, r->y);
    nh_ode_undo(r->ode);
    /* Variables may give other velocities after the switch: those that were there are meant. Where they continue as
     * they were they stay, since the switch may be one of velocities. */
    if (r->formula != NULL && !nh_sim_is_near(r, r->y, nh_ode_state(r->ode)))
        memcpy(r->y + r->n, nh_ode_state(r->ode) + r->n, r->n * sizeof *r->y);
    if (nh_switches_chatter(r->switches) == NH_EXPR_UNDEFINED)
        return pass_switch(r, o, t, nh_switches_place(r->switches));
    end_in_chatter(r);
    return NH_ODE_FINISHED;
}

nh_ode_status nh_sim_step(nh_sim *r, nh_outputs *o) {
    if (!nh_sim_renew_variables(r)) return NH_ODE_FINISHED;
    if (r->switches == NULL) return nh_ode_step(r->ode);
    for (double t;;) {
        nh_ode_status status = pass_breaks(r, o);
        if (status == NH_ODE_GOING && !nh_sim_renew_variables(r)) return NH_ODE_FINISHED;
        if (status == NH_ODE_GOING) status = nh_ode_step(r->ode);
        if (status != NH_ODE_GOING) return status;
        nh_switch_verdict verdict = nh_switches_in_step(r->switches, r->ode, &t);
        if (verdict == NH_SWITCH_NONE) return status;
        if (verdict == NH_SWITCH_HERE) status = pass_here(r, o, t);
        else (void)nh_sim_choose_at(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
        if (status != NH_ODE_GOING) return status;
    }
}
