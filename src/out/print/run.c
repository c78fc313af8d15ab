/* The summary of `run`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "form/form.h"
#include "out/print/print_private.h"
#include "out/report/report_private.h"

/* Lines of each list; a last line says how many more there are. */
enum { SHOWN_MAX = 12 };

/* "... and 88 more" when not all were shown. */
static void add_rest(nh_text *out, size_t count) {
    if (count > SHOWN_MAX) nh_text_format(out, "  ... and %zu more\n", count - SHOWN_MAX);
}

/* Whether the motion began; a section may have no rows all the same. */
static bool has_start(const nh_run_facts *m) {
    return m->motion->info.rows > 0 || (m->motion->trajectory->section != NULL && m->motion->info.steps > 0);
}

static void add_problem(nh_text *out, const nh_run_facts *m) {
    size_t rows = m->about.geometric + m->about.kinematic, accelerated = m->about.accelerated;
    nh_text_format(out, "system: %s\n", m->about.title);
    nh_text_format(out, "  %zu coordinate%s, ", m->about.coordinates, nh_plural(m->about.coordinates));
    if (rows + accelerated == 0) nh_text_add(out, "no constraints");
    if (rows > 0)
        nh_text_format(out, "%zu constraint equation%s (%zu geometric, %zu kinematic)", rows, nh_plural(rows),
                       m->about.geometric, m->about.kinematic);
    if (accelerated > 0)
        nh_text_format(out, "%s%zu equation%s for accelerations", rows > 0 ? ", " : "", accelerated,
                       nh_plural(accelerated));
    if (has_start(m))
        nh_text_format(out, ", %zu degree%s of freedom", m->motion->info.degrees_of_freedom,
                       nh_plural(m->motion->info.degrees_of_freedom));
    nh_text_format(out, "\n  %s\n", m->motion->info.form);
    nh_text_format(out, "  %s%s; rtol = %s, atol = %s\n", m->motion->info.method,
                   rows > 0 ? " with projection on the constraints after each step" : "", DIGITS(m->motion->rtol, 6),
                   DIGITS(m->motion->atol, 6));
    if (m->about.random_start) nh_text_format(out, "initial state: random, seed %llu\n", nh_whole(m->seed));
}

static void add_outcome(nh_text *out, const nh_run_facts *m) {
    const nh_run_info *info = &m->motion->info;
    nh_text_format(out, "time: from %s to %s: %s", DIGITS(info->from, 10), DIGITS(info->to, 10),
                   nh_outcome_name(info->outcome));
    if (info->outcome != NH_OUTCOME_FINISHED)
        nh_text_format(out, " at t = %s: %s", DIGITS(info->end, 10), info->message);
    nh_text_format(out, "\nsteps: %llu accepted, %llu rejected; %llu evaluations\n", nh_whole(info->steps),
                   nh_whole(info->rejected), nh_whole(info->evaluations));
}

static void add_quality(nh_text *out, const nh_run_facts *m) {
    if (!has_start(m)) return;
    if (m->about.geometric + m->about.kinematic > 0)
        nh_text_format(out, "constraints: largest residual %s, relative to their terms\n",
                       DIGITS(m->motion->info.residual, 2));
    nh_text_format(out, "energy: largest error of the balance %s, relative to T, V and work\n",
                   DIGITS(m->motion->info.energy_error, 2));
}

static void add_invariants(nh_text *out, const nh_run_facts *m) {
    if (m->motion->info.invariants > 0) nh_text_add(out, "invariants:\n");
    for (size_t i = 0; i < m->motion->info.invariants && i < SHOWN_MAX; i++) {
        nh_run_invariant invariant = m->motion->invariants[i];
        if (isnan(invariant.start)) nh_text_format(out, "  %s: no value at the initial state\n", invariant.name);
        else if (isnan(invariant.drift))
            nh_text_format(out, "  %s: no value along part of the motion\n", invariant.name);
        else
            nh_text_format(out, "  %s = %s initially, changes by at most %s\n", invariant.name,
                           DIGITS(invariant.start, 10), DIGITS(invariant.drift, 2));
    }
    add_rest(out, m->motion->info.invariants);
}

static void add_false_claims(nh_text *out, const nh_run_facts *m) {
    size_t shown = 0;
    nh_text_add(out, "claims that fail along this motion:\n");
    for (size_t i = 0; i < m->motion->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim = m->motion->claims[i];
        if (claim.holds) continue;
        if (isnan(claim.error)) continue;
        nh_text_format(out, "  %s: the sides differ by %s, relative to their terms\n", claim.name,
                       DIGITS(claim.error, 2));
        shown++;
    }
}

/* Those that were evaluated only in some rows. */
static void add_partial_claims(nh_text *out, const nh_run_facts *m) {
    size_t shown = 0;
    for (size_t i = 0; i < m->motion->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim = m->motion->claims[i];
        if (isnan(claim.error) || isnan(claim.no_value_at)) continue;
        if (shown++ == 0)
            nh_text_add(out,
                        "claims that could not be evaluated at some times, where they are neither true nor false:\n");
        nh_text_format(out, "  %s: first at t = %s\n", claim.name, DIGITS(claim.no_value_at, 10));
    }
}

/* Those that could not be evaluated: the formulation has no such quantity, or it has no value in any row. */
static void add_open_claims(nh_text *out, const nh_run_facts *m) {
    size_t shown = 0;
    nh_text_add(out, "claims that could not be evaluated at any time:");
    for (size_t i = 0; i < m->motion->info.claims && shown < SHOWN_MAX; i++) {
        nh_run_claim claim = m->motion->claims[i];
        if (!isnan(claim.error)) continue;
        nh_text_format(out, "%s %s", shown++ > 0 ? "," : "", claim.name);
    }
    nh_text_add(out, "\n");
}

static void add_claims(nh_text *out, const nh_run_facts *m) {
    size_t good = 0, open = 0;
    double most = 0;
    for (size_t i = 0; i < m->motion->info.claims; i++) {
        nh_run_claim claim = m->motion->claims[i];
        if (isnan(claim.error)) open++;
        if (!claim.holds) continue;
        most = fmax(most, claim.error);
        good++;
    }
    if (good > 0)
        nh_text_format(out, "claims: %zu hold%s along this motion, within %s of their terms\n", good,
                       good == 1 ? "s" : "", DIGITS(most, 2));
    if (good + open < m->motion->info.claims) add_false_claims(out, m);
    add_partial_claims(out, m);
    if (open > 0) add_open_claims(out, m);
}

static void add_events(nh_text *out, const nh_run_facts *m) {
    size_t sections = m->motion->trajectory->section != NULL;
    if (sections > 0)
        nh_text_format(out, "section %s: %zu crossing%s\n", m->model->source.def.section, m->motion->info.rows,
                       nh_plural(m->motion->info.rows));
    if (m->motion->info.events == 0 && m->about.events > sections) nh_text_add(out, "events: none\n");
    if (m->motion->info.events > 0) nh_text_add(out, "events:\n");
    for (size_t i = 0; i < m->motion->info.events && i < SHOWN_MAX; i++) {
        nh_run_event event = m->motion->events[i];
        const char *how = event.becomes_true ? "becomes true" : event.rising ? "rising" : "falling";
        nh_text_format(out, "  %s at t = %s, %s\n", event.name, DIGITS(event.t, 10), how);
    }
    add_rest(out, m->motion->info.events);
}

/* Coordinates and their velocities in the last row, side by side. */
static void add_state(nh_text *out, const nh_run_facts *m) {
    const nh_trajectory *t = m->motion->trajectory;
    size_t n = m->about.coordinates;
    if (t->rows == 0) return;
    const double *last = t->values.items + (t->is_last_alone ? 0 : (t->rows - 1) * t->columns);
    nh_text_format(out, "%s, t = %s:\n", t->section != NULL ? "last crossing" : "final state", DIGITS(last[0], 10));
    for (size_t i = 1; i <= n && i <= SHOWN_MAX; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s = %s", t->column[i].name, DIGITS(last[i], 10));
        nh_text_format(out, "  %-28s %s = %s\n", left, t->column[i + n].name, DIGITS(last[i + n], 10));
    }
    add_rest(out, n);
}

static bool uses_transposition(const nh_run_facts *m) {
    const nh_form *form = nh_form_of(m->motion->name);
    return form != NULL && form->setting != NULL;
}

static bool is_drawn(const nh_run_facts *m) {
    return m->pictures.count > 0 || m->report != NULL;
}

/* Statements of the model that play no part here, so that none is ignored silently. */
static void add_unused(nh_text *out, const nh_run_facts *m) {
    const nh_model_info *info = &m->about;
    const struct {
        const char *one, *many;
        size_t count;
    } list[] = {
        {"condition", "conditions", info->conditions},
        {"independent velocity", "independent velocities", info->independents},
        {"quasi-velocity", "quasi-velocities", info->quasi_velocities},
        {"entry of the transposition matrix", "entries of the transposition matrix",
         uses_transposition(m) ? 0 : info->transpositions},
        {"drawing", "drawings", is_drawn(m) ? 0 : info->drawings},
    };
    size_t shown = 0;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].count > 0)
            nh_text_format(out, "%s%zu %s", shown++ == 0 ? "not used by this command: " : ", ", list[i].count,
                           list[i].count == 1 ? list[i].one : list[i].many);
    if (shown > 0) nh_text_add(out, "\n");
}

static void add_files(nh_text *out, const nh_run_facts *m) {
    size_t rows = m->motion->info.rows;
    for (size_t i = 0; i < m->pictures.count; i++) nh_text_format(out, "picture: %s\n", m->pictures.items[i]);
    for (size_t i = 0; i < m->plots.count; i++) nh_text_format(out, "plot: %s\n", m->plots.items[i]);
    if (m->report != NULL) nh_text_format(out, "report: %s\n", m->report);
    if (m->csv != NULL)
        nh_text_format(out, "written: %s, %zu row%s of %zu column%s\n",
                       strcmp(m->csv, "-") == 0 ? "to standard output" : m->csv, rows, nh_plural(rows),
                       m->columns.count, nh_plural(m->columns.count));
    else if (m->plots.count + m->pictures.count == 0 && m->report == NULL)
        nh_text_format(out, "nothing written (use -o FILE to save the motion: %zu row%s of %zu columns)\n", rows,
                       nh_plural(rows), m->columns.count);
}

static void print_text(nh_text *out, const nh_run_facts *m) {
    add_problem(out, m);
    add_outcome(out, m);
    add_quality(out, m);
    add_invariants(out, m);
    add_claims(out, m);
    add_events(out, m);
    add_state(out, m);
    add_unused(out, m);
    add_files(out, m);
}

/* ---- JSON ---- */

static void add_claims_json(nh_json *j, const nh_run_facts *m) {
    nh_json_open(j, "claims", '[');
    for (size_t i = 0; i < m->motion->info.claims; i++) {
        nh_run_claim claim = m->motion->claims[i];
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "name", claim.name);
        nh_json_number(j, "error", claim.error);
        nh_json_number(j, "no_value_at", claim.no_value_at);
        nh_json_close(j);
    }
    nh_json_close(j);
}

static void add_numbers(nh_json *j, const nh_run_facts *m) {
    const nh_run_info *info = &m->motion->info;
    if (has_start(m)) nh_json_integer(j, "freedoms", info->degrees_of_freedom);
    else nh_json_null(j, "freedoms"); /* the start was refused */
    nh_json_number(j, "from", info->from);
    nh_json_number(j, "to", info->to);
    nh_json_number(j, "t_end", info->end);
    nh_json_number(j, "rtol", m->motion->rtol);
    nh_json_number(j, "atol", m->motion->atol);
    nh_json_integer(j, "steps", info->steps);
    nh_json_integer(j, "rejected", info->rejected);
    nh_json_integer(j, "rhs_evaluations", info->evaluations);
    nh_json_number(j, "max_constraint_residual", info->residual);
    nh_json_number(j, "energy_balance_error", info->energy_error);
}

/* Its crossings are the rows. */
static void add_section_json(nh_json *j, const nh_run_facts *m) {
    if (m->motion->trajectory->section == NULL) {
        nh_json_null(j, "section");
        return;
    }
    nh_json_open(j, "section", '{');
    nh_json_string(j, "equation", m->model->source.def.section);
    nh_json_integer(j, "crossings", m->motion->info.rows);
    nh_json_close(j);
}

static void add_paths(nh_json *j, const char *key, nh_strings paths) {
    nh_json_open_line(j, key, '[');
    for (size_t i = 0; i < paths.count; i++) nh_json_string(j, NULL, paths.items[i]);
    nh_json_close(j);
}

static void add_files_json(nh_json *j, const nh_run_facts *m) {
    nh_json_integer(j, "rows", m->motion->info.rows);
    nh_json_open_line(j, "columns", '[');
    for (size_t i = 0; i < m->columns.count; i++)
        nh_json_string(j, NULL, m->motion->trajectory->column[m->columns.columns[i]].name);
    nh_json_close(j);
    nh_json_string(j, "file", m->csv);
    nh_json_string(j, "report", m->report);
    add_paths(j, "plots", m->plots);
    add_paths(j, "pictures", m->pictures);
}

static void add_unused_json(nh_json *j, const nh_run_facts *m) {
    const nh_model_info *info = &m->about;
    nh_json_open(j, "not_used", '{');
    nh_json_integer(j, "conditions", info->conditions);
    nh_json_integer(j, "independents", info->independents);
    nh_json_integer(j, "quasi_velocities", info->quasi_velocities);
    nh_json_integer(j, "transpositions", info->transpositions);
    nh_json_integer(j, "drawings", is_drawn(m) ? 0 : info->drawings);
    nh_json_close(j);
}

static void print_json(nh_text *text, const nh_run_facts *m) {
    nh_json j = nh_print_open(text, m->model);
    nh_json_string(&j, "status", nh_outcome_name(m->motion->info.outcome));
    nh_json_string(&j, "message", m->motion->info.message);
    nh_json_string(&j, "form", m->motion->name);
    add_numbers(&j, m);
    nh_report_write_invariants(&j, m->motion);
    add_claims_json(&j, m);
    nh_report_write_events(&j, m->motion);
    add_section_json(&j, m);
    add_files_json(&j, m);
    add_unused_json(&j, m);
    nh_json_integer(&j, "seed", m->seed);
    nh_print_close(&j, m->model);
}

void nh_print_run(nh_text *text, nh_print_as as, const nh_run_facts *facts) {
    NH_ASSERT(facts->motion->trajectory != NULL);
    if (as == NH_PRINT_JSON) print_json(text, facts);
    else print_text(text, facts);
}
