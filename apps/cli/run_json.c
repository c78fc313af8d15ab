/* The summary of `run --json`. */
#include "json.h"
#include "remarks.h"
#include "run.h"

static void add_invariants(json *j, const motion *m) {
    json_open(j, "invariants", '[');
    for (size_t i = 0; i < m->info.invariants; i++) {
        nh_run_invariant invariant;
        if (nh_run_get_invariant(m->run, i, &invariant) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "name", invariant.name);
        json_number(j, "start", invariant.start);
        json_number(j, "drift", invariant.drift);
        json_close(j);
    }
    json_close(j);
}

static void add_claims(json *j, const motion *m) {
    json_open(j, "claims", '[');
    for (size_t i = 0; i < m->info.claims; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(m->run, i, &claim) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "name", claim.name);
        json_number(j, "error", claim.error);
        json_number(j, "no_value_at", claim.no_value_at);
        json_close(j);
    }
    json_close(j);
}

static void add_events(json *j, const motion *m) {
    json_open(j, "events", '[');
    for (size_t i = 0; i < m->info.events; i++) {
        nh_run_event event;
        if (nh_run_get_event(m->run, i, &event) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "name", event.name);
        json_number(j, "t", event.t);
        json_string(j, "direction", event.becomes_true ? "true" : event.rising ? "rising" : "falling");
        json_close(j);
    }
    json_close(j);
}

static void add_numbers(json *j, const motion *m) {
    const nh_run_info *info = &m->info;
    if (info->rows > 0) json_integer(j, "freedoms", info->freedoms);
    else json_null(j, "freedoms"); /* the start was refused */
    json_number(j, "from", info->from);
    json_number(j, "to", info->to);
    json_number(j, "t_end", info->end);
    json_number(j, "rtol", m->def.rtol);
    json_number(j, "atol", m->def.atol);
    json_integer(j, "steps", info->steps);
    json_integer(j, "rejected", info->rejected);
    json_integer(j, "rhs_evaluations", info->evaluations);
    json_number(j, "max_constraint_residual", info->residual);
    json_number(j, "energy_balance_error", info->energy_error);
}

static void add_files(json *j, const motion *m) {
    json_integer(j, "rows", m->info.rows);
    json_open_line(j, "columns", '[');
    size_t count = m->columns != NULL ? m->column_count : m->info.columns;
    for (size_t i = 0; i < count; i++)
        json_string(j, NULL, nh_run_column(m->run, m->columns != NULL ? m->columns[i] : i));
    json_close(j);
    json_string(j, "file", m->is_written ? m->path : NULL);
    json_string(j, "report", m->is_reported ? m->report : NULL);
    json_open_line(j, "plots", '[');
    for (size_t i = 0; i < m->plots_written; i++) json_string(j, NULL, m->plots->items[i]);
    json_close(j);
    json_open_line(j, "pictures", '[');
    for (size_t i = 0; i < m->pictures_written; i++) json_string(j, NULL, m->pictures->items[i]);
    json_close(j);
}

static void add_unused(json *j, const motion *m) {
    const nh_model_info *info = &m->model;
    json_open(j, "not_used", '{');
    json_integer(j, "conditions", info->conditions);
    json_integer(j, "independents", info->independents);
    json_integer(j, "quasi_velocities", info->quasi_velocities);
    json_integer(j, "transpositions", info->transpositions);
    json_integer(j, "drawings", m->pictures_written > 0 || m->is_reported ? 0 : info->drawings);
    json_close(j);
}

void run_json(sink *out, const session *s, const motion *m) {
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", m->model.title);
    json_string(&j, "status", nh_outcome_name(m->info.outcome));
    json_string(&j, "message", m->info.message);
    json_string(&j, "form", m->def.form != NULL ? m->def.form : "chetaev");
    add_numbers(&j, m);
    add_invariants(&j, m);
    add_claims(&j, m);
    add_events(&j, m);
    add_files(&j, m);
    add_unused(&j, m);
    json_integer(&j, "seed", s->given->seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
