/* Every built-in model moved as it stands: one line each, of how well that goes. */
#include "list_run.h"

#include <math.h>
#include <string.h>

#include "interrupt.h"
#include "json.h"
#include "progress.h"
#include "sink.h"

/* How a model moved. */
typedef struct line {
    const char *name;
    nh_status status; /* of reading and running */
    nh_model_info model;
    nh_run_info run;
    double invariants; /* the largest change of one, relative to its size or to 1 */
    double claims;     /* the largest difference of the sides of one */
} line;

static double larger(double most, double value) {
    return value > most || isnan(value) ? value : most;
}

static void find_errors(const nh_run *run, line *l) {
    for (size_t i = 0; i < l->run.invariants; i++) {
        nh_run_invariant invariant;
        if (nh_run_get_invariant(run, i, &invariant) == NH_OK)
            l->invariants = larger(l->invariants, invariant.drift / fmax(fabs(invariant.start), 1));
    }
    for (size_t i = 0; i < l->run.claims; i++) {
        nh_run_claim claim;
        if (nh_run_get_claim(run, i, &claim) == NH_OK) l->claims = larger(l->claims, claim.error);
    }
}

static line move(nh_context *context, const nh_builtin *builtin) {
    line l = {.name = builtin->name};
    nh_model *model = NULL;
    nh_run *run = NULL;
    nh_read_def read = nh_default_read();
    nh_run_def def = nh_default_run();
    read.name = builtin->name;
    def.forget_rows = true;
    l.status = nh_model_read(context, &read, builtin->text, strlen(builtin->text), &model);
    if (l.status == NH_OK) l.status = nh_model_get_info(model, &l.model);
    if (l.status == NH_OK) l.status = nh_run_make(model, &def, &run);
    l.model.title = builtin->title; /* that of the model dies with it */
    if (l.status == NH_OK) {
        l.run = nh_run_get_info(run);
        find_errors(run, &l);
    }
    l.run.message = l.run.form = NULL;
    nh_run_destroy(run);
    nh_model_destroy(model);
    return l;
}

static bool is_good(const line *l) {
    return l->status == NH_OK && l->run.outcome <= NH_OUTCOME_STOPPED;
}

/* ---- printing ---- */

static void add_error(sink *out, size_t count, double error) {
    if (count > 0) sink_format(out, "  %10.1e", error);
    else sink_format(out, "  %10s", "-");
}

static void add_line(sink *out, int width, const line *l) {
    size_t rows = l->model.geometric + l->model.kinematic;
    sink_format(out, "%-*s", width, l->name);
    if (l->status != NH_OK) {
        sink_format(out, "  %s: nonholo run %s\n", nh_status_text(l->status), l->name);
        return;
    }
    sink_format(out, "  %11zu  %11zu  %8zu  %6llu", l->model.coordinates, rows, l->run.freedoms,
                (unsigned long long)l->run.steps);
    add_error(out, rows, l->run.residual);
    sink_format(out, "  %8.1e", l->run.energy_error);
    add_error(out, l->run.invariants, l->invariants);
    add_error(out, l->run.claims, l->claims);
    if (!is_good(l))
        sink_format(out, "  %s at t = %.6g: nonholo run %s", nh_outcome_name(l->run.outcome), l->run.end, l->name);
    sink_text(out, "\n");
}

static int longest_name(void) {
    size_t longest = 0;
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++)
        if (strlen(nh_builtin_at(i)->name) > longest) longest = strlen(nh_builtin_at(i)->name);
    return (int)longest;
}

static void add_heading(sink *out, int width) {
    sink_format(out, "%-*s  coordinates  constraints  freedoms   steps    residual    energy  invariants      claims\n",
                width, "model");
}

static void add_json(json *j, const line *l) {
    json_open(j, NULL, '{');
    json_string(j, "name", l->name);
    json_string(j, "title", l->model.title);
    json_string(j, "status", l->status == NH_OK ? nh_outcome_name(l->run.outcome) : "error");
    json_integer(j, "coordinates", l->model.coordinates);
    json_integer(j, "constraints", l->model.geometric + l->model.kinematic);
    json_integer(j, "freedoms", l->run.freedoms);
    json_number(j, "t_end", l->run.end);
    json_integer(j, "steps", l->run.steps);
    json_number(j, "max_constraint_residual", l->run.residual);
    json_number(j, "energy_balance_error", l->run.energy_error);
    json_number(j, "invariants", l->run.invariants > 0 ? l->invariants : NAN);
    json_number(j, "claims", l->run.claims > 0 ? l->claims : NAN);
    json_close(j);
}

/* ---- all of them ---- */

static line move_alone(const nh_builtin *builtin) {
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    if (shows_progress()) def.progress = show_progress;
    nh_status status = nh_context_create(&def, &context);
    if (status != NH_OK) return (line){.name = builtin->name, .status = status};
    watch_interrupts(context);
    line l = move(context, builtin);
    clear_progress();
    watch_interrupts(NULL);
    nh_context_destroy(context);
    return l;
}

exit_status list_runs(const options *given) {
    sink out = {0};
    json j = json_begin(&out);
    bool as_json = has_option(given, OPTION_JSON), all_good = true;
    int width = longest_name();
    if (as_json) {
        json_open(&j, NULL, '{');
        json_integer(&j, "format", 1);
        json_open(&j, "models", '[');
    } else add_heading(&out, width);
    for (size_t i = 0; nh_builtin_at(i) != NULL && !was_interrupted(); i++) {
        line l = move_alone(nh_builtin_at(i));
        all_good &= is_good(&l);
        if (as_json) add_json(&j, &l);
        else add_line(&out, width, &l);
    }
    if (as_json) {
        json_close(&j);
        json_close(&j);
    }
    exit_status written = sink_write(&out, given);
    if (written != EXIT_DONE) return written;
    return was_interrupted() ? interrupt_status() : all_good ? EXIT_DONE : EXIT_NUMERIC;
}
