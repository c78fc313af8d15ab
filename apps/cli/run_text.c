/* The summary of `run` for people. */
#include <math.h>
#include <string.h>

#include "run.h"

enum { SHOWN_MAX = 12 };

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static unsigned long long whole(uint64_t count) {
    return (unsigned long long)count;
}

/* "... and 88 more" when not all were shown. */
static void add_rest(sink *out, size_t count) {
    if (count > SHOWN_MAX) sink_format(out, "  ... and %zu more\n", count - SHOWN_MAX);
}

static void add_problem(sink *out, const session *s, const motion *m) {
    size_t rows = m->model.geometric + m->model.kinematic;
    sink_format(out, "system: %s\n", m->model.title);
    sink_format(out, "solved: n = %zu coordinate%s, ", m->model.coordinates, plural(m->model.coordinates));
    if (rows == 0) sink_text(out, "no constraints");
    else
        sink_format(out, "%zu row%s of constraints (%zu geometric, %zu kinematic)", rows, plural(rows),
                    m->model.geometric, m->model.kinematic);
    if (m->info.rows > 0) sink_format(out, ", %zu freedom%s", m->info.freedoms, plural(m->info.freedoms));
    sink_format(out, "\n  %s\n", m->info.form);
    sink_format(out, "  DOP853%s; rtol = %g, atol = %g\n",
                rows > 0 ? " with projection on the constraints after each step" : "", m->def.rtol, m->def.atol);
    if (m->model.random_start) sink_format(out, "start: drawn with the seed %llu\n", whole(s->given->seed));
}

static void add_outcome(sink *out, const motion *m) {
    const nh_run_info *info = &m->info;
    sink_format(out, "time: from %.10g to %.10g: %s", info->from, info->to, nh_outcome_name(info->outcome));
    if (info->outcome != NH_OUTCOME_FINISHED) sink_format(out, " at t = %.10g: %s", info->end, info->message);
    sink_format(out, "\nsteps: %llu, %llu rejected, %llu evaluations\n", whole(info->steps), whole(info->rejected),
                whole(info->evaluations));
}

static void add_quality(sink *out, const motion *m) {
    if (m->info.rows == 0) return;
    if (m->model.geometric + m->model.kinematic > 0)
        sink_format(out, "constraints: largest residual %.2g, relative to their terms\n", m->info.residual);
    sink_format(out, "energy: E - E(start) - work done is at most %.2g, relative to T, V and work\n",
                m->info.energy_error);
}

static void add_invariants(sink *out, const motion *m) {
    if (m->info.invariants > 0) sink_text(out, "invariants:\n");
    for (size_t i = 0; i < m->info.invariants && i < SHOWN_MAX; i++) {
        nh_run_invariant invariant;
        if (nh_run_get_invariant(m->run, i, &invariant) != NH_OK) continue;
        if (isnan(invariant.start)) sink_format(out, "  %s: has no value at the start\n", invariant.name);
        else if (isnan(invariant.drift))
            sink_format(out, "  %s: has no value along the whole motion\n", invariant.name);
        else
            sink_format(out, "  %s = %.10g at the start, changes by at most %.2g\n", invariant.name, invariant.start,
                        invariant.drift);
    }
    add_rest(out, m->info.invariants);
}

static void add_false_claims(sink *out, const motion *m) {
    size_t shown = 0;
    sink_text(out, "claims that do not hold along this motion:\n");
    for (size_t i = 0; i < m->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(m->run, i, &claim) != NH_OK || claim.holds) continue;
        if (isnan(claim.error)) continue;
        sink_format(out, "  %s: its sides differ by %.2g of their terms\n", claim.name, claim.error);
        shown++;
    }
}

/* Those that were looked at in some rows alone. */
static void add_partial_claims(sink *out, const motion *m) {
    size_t shown = 0;
    for (size_t i = 0; i < m->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(m->run, i, &claim) != NH_OK || isnan(claim.error) || isnan(claim.no_value_at)) continue;
        if (shown++ == 0)
            sink_text(out, "claims without a value in some rows, where they are neither true nor false:\n");
        sink_format(out, "  %s: first at t = %.10g\n", claim.name, claim.no_value_at);
    }
}

/* Those that could not be looked at: the formulation has no such quantity, or it has no value in any row. */
static void add_open_claims(sink *out, const motion *m) {
    size_t shown = 0;
    sink_text(out, "claims without a value along the whole motion:");
    for (size_t i = 0; i < m->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(m->run, i, &claim) != NH_OK || !isnan(claim.error)) continue;
        sink_format(out, "%s %s", shown++ > 0 ? "," : "", claim.name);
    }
    sink_text(out, "\n");
}

static void add_claims(sink *out, const motion *m) {
    size_t good = 0, open = 0;
    double most = 0;
    for (size_t i = 0; i < m->info.claims; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(m->run, i, &claim) != NH_OK) continue;
        if (isnan(claim.error)) open++;
        if (!claim.holds) continue;
        most = fmax(most, claim.error);
        good++;
    }
    if (good > 0)
        sink_format(out, "claims: %zu hold%s along this motion, to %.2g of their terms\n", good, good == 1 ? "s" : "",
                    most);
    if (good + open < m->info.claims) add_false_claims(out, m);
    add_partial_claims(out, m);
    if (open > 0) add_open_claims(out, m);
}

static void add_events(sink *out, const motion *m) {
    if (m->info.events == 0 && m->model.events > 0) sink_text(out, "events: none happened\n");
    if (m->info.events > 0) sink_text(out, "events:\n");
    for (size_t i = 0; i < m->info.events && i < SHOWN_MAX; i++) {
        nh_run_event event;
        if (nh_run_get_event(m->run, i, &event) != NH_OK) continue;
        const char *how = event.becomes_true ? "becomes true" : event.rising ? "rising" : "falling";
        sink_format(out, "  %s at t = %.10g, %s\n", event.name, event.t, how);
    }
    add_rest(out, m->info.events);
}

/* Coordinates and their velocities in the last row, side by side. */
static void add_state(sink *out, const motion *m) {
    size_t n = m->model.coordinates, last = m->info.rows - 1;
    if (m->info.rows == 0) return;
    sink_format(out, "last row, t = %.10g:\n", nh_run_value(m->run, last, 0));
    for (size_t i = 1; i <= n && i <= SHOWN_MAX; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s = %.10g", nh_run_column(m->run, i), nh_run_value(m->run, last, i));
        sink_format(out, "  %-28s %s = %.10g\n", left, nh_run_column(m->run, i + n), nh_run_value(m->run, last, i + n));
    }
    add_rest(out, n);
}

static bool uses_transposition(const motion *m) {
    return m->def.form != NULL && strncmp(m->def.form, "vakonomic-modified", strlen("vakonomic-modified")) == 0;
}

/* What the model says beyond this, so that nothing that was accepted is passed over in silence. */
static void add_unused(sink *out, const motion *m) {
    const nh_model_info *info = &m->model;
    const struct {
        const char *what;
        size_t count;
    } list[] = {
        {"conditions, not imposed", info->conditions},
        {"independent velocities, not used here", info->independents},
        {"quasi-velocities, not solved for here", info->quasi_velocities},
        {"entries of the transposition matrix, not used here", uses_transposition(m) ? 0 : info->transpositions},
        {"drawings, not drawn here", m->pictures_written > 0 || m->is_reported ? 0 : info->drawings},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].count > 0) sink_format(out, "%s: %zu\n", list[i].what, list[i].count);
}

static void add_files(sink *out, const motion *m) {
    size_t columns = m->columns != NULL ? m->column_count : m->info.columns;
    for (size_t i = 0; i < m->pictures_written; i++) sink_format(out, "drawn: %s\n", m->pictures->items[i]);
    for (size_t i = 0; i < m->plots_written; i++) sink_format(out, "drawn: %s\n", m->plots->items[i]);
    if (m->is_reported) sink_format(out, "report: %s\n", m->report);
    if (!m->is_written && m->plots_written + m->pictures_written + m->is_reported > 0) return;
    if (!m->is_written) {
        sink_format(out, "written: nothing; -o FILE writes the motion, %zu row%s of %zu columns\n", m->info.rows,
                    plural(m->info.rows), columns);
        return;
    }
    sink_format(out, "written: %s, %zu row%s of %zu column%s\n",
                strcmp(m->path, "-") == 0 ? "to standard output" : m->path, m->info.rows, plural(m->info.rows), columns,
                plural(columns));
}

void run_text(sink *out, const session *s, const motion *m) {
    add_problem(out, s, m);
    add_outcome(out, m);
    add_quality(out, m);
    add_invariants(out, m);
    add_claims(out, m);
    add_events(out, m);
    add_state(out, m);
    add_unused(out, m);
    add_files(out, m);
}
