/* A motion as data of a page: what can be said about it in numbers, and its curves over the frames. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "expr/print/print.h"
#include "out/report/report_private.h"

/* ---- numbers ---- */

static void add_numbers(nh_json *json, const nh_report_motion *motion, size_t frames) {
    const nh_run_info *info = &motion->info;
    nh_json_open(json, "numbers", '{');
    nh_json_number(json, "from", info->from);
    nh_json_number(json, "to", info->to);
    nh_json_number(json, "end", info->end);
    nh_json_number(json, "rtol", motion->rtol);
    nh_json_number(json, "atol", motion->atol);
    nh_json_integer(json, "freedoms", info->degrees_of_freedom);
    nh_json_integer(json, "steps", info->steps);
    nh_json_integer(json, "rejected", info->rejected);
    nh_json_integer(json, "evaluations", info->evaluations);
    nh_json_integer(json, "rows", info->rows);
    nh_json_integer(json, "constraints", motion->constraints);
    nh_json_integer(json, "frames", frames);
    nh_json_number(json, "residual", info->residual);
    nh_json_number(json, "energy_error", info->energy_error);
    nh_json_close(json);
}

void nh_report_write_invariants(nh_json *json, const nh_report_motion *motion) {
    nh_json_open(json, "invariants", '[');
    for (size_t i = 0; i < motion->info.invariants; i++) {
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "name", motion->invariants[i].name);
        nh_json_number(json, "start", motion->invariants[i].start);
        nh_json_number(json, "drift", motion->invariants[i].drift);
        nh_json_close(json);
    }
    nh_json_close(json);
}

static void add_claims(nh_json *json, const nh_report_motion *motion) {
    nh_json_open(json, "claims", '[');
    for (size_t i = 0; i < motion->info.claims; i++) {
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "name", motion->claims[i].name);
        nh_json_number(json, "error", motion->claims[i].error);
        nh_json_truth(json, "holds", motion->claims[i].holds);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* Coordinates and velocities, the columns after the time. */
static void add_event_state(nh_json *json, const nh_trajectory *trajectory, const double *state) {
    if (state == NULL) {
        nh_json_null(json, "state");
        return;
    }
    nh_json_open_line(json, "state", '{');
    for (size_t i = 1; i < trajectory->columns && trajectory->column[i].kind <= NH_COLUMN_VELOCITY; i++)
        nh_json_number(json, trajectory->column[i].name, state[i - 1]);
    nh_json_close(json);
}

void nh_report_write_events(nh_json *json, const nh_report_motion *motion) {
    nh_json_open(json, "events", '[');
    for (size_t i = 0; i < motion->info.events; i++) {
        const nh_run_event *event = &motion->events[i];
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "name", event->name);
        nh_json_number(json, "t", event->t);
        nh_json_string(json, "direction", event->becomes_true ? "true" : event->rising ? "rising" : "falling");
        add_event_state(json, motion->trajectory, event->state);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* ---- curves ---- */

/* The symbol of a multiplier, or its rate. */
static nh_expr multiplier_of(const nh_report_film *film, const nh_column *column) {
    const nh_model *model = film->plot->model;
    nh_text text = nh_text_begin(film->arena);
    if (column->kind != NH_COLUMN_MULTIPLIER_RATE)
        return nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, column->name);
    nh_text_format(&text, "mu.%s", nh_name_text(model->context, model->rows.items[column->number].name));
    return nh_expr_dot(model->pool, nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, nh_text_string(&text)));
}

const char *nh_report_coordinate_latex(const nh_report_film *film, size_t number, uint32_t order) {
    NH_ASSERT(number < film->plot->model->coordinates.count && order <= 2);
    const nh_model *model = film->plot->model;
    nh_text text = nh_text_begin(film->arena);
    nh_expr_print_latex(model->pool, &text,
                        nh_expr_symbol(model->pool, NH_ROLE_COORDINATE, model->coordinates.items[number].name, order));
    return nh_text_string(&text);
}

/* What is drawn as LaTeX: a coordinate, its velocity or a multiplier; NULL for others. */
static const char *latex_of(const nh_report_film *film, const nh_column *column) {
    nh_text text = nh_text_begin(film->arena);
    if (column == NULL) return NULL;
    switch (column->kind) {
        case NH_COLUMN_COORDINATE: return nh_report_coordinate_latex(film, column->number, 0);
        case NH_COLUMN_VELOCITY: return nh_report_coordinate_latex(film, column->number, 1);
        case NH_COLUMN_MULTIPLIER:
        case NH_COLUMN_MULTIPLIER_STATE:
        case NH_COLUMN_MULTIPLIER_RATE:
            nh_expr_print_latex(film->plot->model->pool, &text, multiplier_of(film, column));
            return nh_text_string(&text);
        default: return NULL;
    }
}

static void add_panel(nh_json *json, const nh_report_film *film, const nh_plot_panel *panel) {
    static const char *const groups[] = {"coordinates", "velocities", "watches",   "energies",
                                         "multipliers", "forces",     "residuals", "integrals"};
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "group", groups[panel->group]);
    nh_json_string(json, "label", panel->label);
    nh_json_string(json, "scale", panel->scale == NH_PLOT_LOGARITHMIC ? "log" : "linear");
    nh_json_string(json, "note", panel->note);
    nh_json_open(json, "curves", '[');
    for (size_t i = 0; i < panel->count; i++) {
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "name", panel->curves[i].name);
        nh_json_string(json, "latex", latex_of(film, panel->curves[i].column));
        nh_report_pack_curve(json, "values", film, panel->curves[i].values);
        nh_json_close(json);
    }
    nh_json_close(json);
    nh_json_close(json);
}

/* ---- all of it ---- */

void nh_report_write_motion(nh_json *json, const char *key, const nh_report_film *film, const nh_report_film *first) {
    const nh_report_motion *motion = film->motion;
    bool has_rows = film->plot->set->residual.values != NULL;
    nh_json_open(json, key, '{');
    nh_json_string(json, "name", motion->name);
    nh_json_string(json, "outcome", nh_outcome_name(motion->info.outcome));
    nh_json_string(json, "message", motion->info.message);
    nh_json_string(json, "form", motion->info.form);
    nh_text method = nh_text_begin(json->text->arena);
    nh_text_format(&method, "%s%s", motion->info.method,
                   has_rows ? " with projection on the constraints after each step" : "");
    nh_json_string(json, "method", nh_text_string(&method));
    add_numbers(json, motion, film->count);
    nh_report_write_invariants(json, motion);
    add_claims(json, motion);
    nh_report_write_events(json, motion);
    nh_report_pack_times(json, film);
    /* a frame for every second point at least, and a point for every step: between others the motion may be anywhere */
    bool is_joined = film->plot->is_joined && film->plot->drawn->has_steps && 2 * film->count >= film->plot->points;
    nh_json_truth(json, "joined", is_joined);
    nh_json_open(json, "panels", '[');
    for (size_t i = 0; i < film->plot->panels.count; i++) add_panel(json, film, &film->plot->panels.items[i]);
    nh_json_close(json);
    if (film->picture->has_scene) nh_report_write_scene(json, film, first == NULL);
    else nh_json_null(json, "scene");
    if (first != NULL) nh_report_write_difference(json, film, first);
    nh_json_close(json);
}
