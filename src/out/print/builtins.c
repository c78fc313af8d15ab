/* `list`: the built-in models, or how they move. `show --json`: the text of a model. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

static int larger_width(int width, const char *text) {
    size_t length = strlen(text);
    return length > (size_t)width ? (int)length : width;
}

static nh_json open_list(nh_text *text) {
    nh_json json = nh_json_begin(text);
    nh_json_open(&json, NULL, '{');
    nh_json_integer(&json, "format", 1);
    nh_json_open(&json, "models", '[');
    return json;
}

static void close_list(nh_json *json) {
    nh_json_close(json);
    nh_json_close(json);
    nh_text_add(json->text, "\n");
}

/* ---- what there is ---- */

/* One heading a source, one line a model, in columns as wide as the longest. */
static void print_text(nh_text *text, size_t count, const nh_builtin *builtins) {
    const char *source = "";
    int name = 0, title = 0;
    for (size_t i = 0; i < count; i++) {
        name = larger_width(name, builtins[i].name);
        title = larger_width(title, builtins[i].title);
    }
    for (size_t i = 0; i < count; i++) {
        const nh_builtin *b = &builtins[i];
        if (strcmp(source, b->source) != 0) nh_text_format(text, "%s%s\n", i > 0 ? "\n" : "", b->source);
        source = b->source;
        nh_text_format(text, "  %-*s  %-*s  %s\n", name, b->name, title, b->title, b->reference);
    }
    if (count == 0) nh_text_add(text, "there are no built-in models in this build\n");
}

static void print_json(nh_text *text, size_t count, const nh_builtin *builtins) {
    nh_json json = open_list(text);
    for (size_t i = 0; i < count; i++) {
        nh_json_open(&json, NULL, '{');
        nh_json_string(&json, "name", builtins[i].name);
        nh_json_string(&json, "title", builtins[i].title);
        nh_json_string(&json, "source", builtins[i].source);
        nh_json_string(&json, "reference", builtins[i].reference);
        nh_json_close(&json);
    }
    close_list(&json);
}

void nh_print_builtins(nh_text *text, nh_print_as as, size_t count, const nh_builtin *builtins) {
    NH_ASSERT(as == NH_PRINT_JSON || as == NH_PRINT_TEXT);
    if (as == NH_PRINT_JSON) print_json(text, count, builtins);
    else print_text(text, count, builtins);
}

/* ---- how they move ---- */

static void add_error(nh_text *text, double error, size_t count) {
    nh_text_format(text, "  %10s", count > 0 ? POWER(error) : "-");
}

static void add_motion(nh_text *text, int width, const nh_builtin_motion *m) {
    nh_text_format(text, "%-*s", width, m->builtin->name);
    if (m->status != NH_OK) {
        nh_text_format(text, "  %s: nonholo run %s\n", nh_status_text(m->status), m->builtin->name);
        return;
    }
    nh_text_format(text, "  %11zu  %11zu  %8zu  %6llu", m->coordinates, m->constraints, m->run.degrees_of_freedom,
                   nh_whole(m->run.steps));
    add_error(text, m->run.residual, m->constraints);
    nh_text_format(text, "  %8s", POWER(m->run.energy_error));
    add_error(text, m->invariants, m->run.invariants);
    add_error(text, m->claims, m->run.claims);
    if (m->run.outcome > NH_OUTCOME_STOPPED)
        nh_text_format(text, "  %s at t = %s: nonholo run %s", nh_outcome_name(m->run.outcome), DIGITS(m->run.end, 6),
                       m->builtin->name);
    nh_text_add(text, "\n");
}

static void add_motion_json(nh_json *json, const nh_builtin_motion *m) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", m->builtin->name);
    nh_json_string(json, "title", m->builtin->title);
    nh_json_string(json, "status", m->status == NH_OK ? nh_outcome_name(m->run.outcome) : "error");
    nh_json_integer(json, "coordinates", m->coordinates);
    nh_json_integer(json, "constraints", m->constraints);
    nh_json_integer(json, "freedoms", m->run.degrees_of_freedom);
    nh_json_number(json, "t_end", m->run.end);
    nh_json_integer(json, "steps", m->run.steps);
    nh_json_number(json, "max_constraint_residual", m->run.residual);
    nh_json_number(json, "energy_balance_error", m->run.energy_error);
    nh_json_number(json, "invariants", m->run.invariants > 0 ? m->invariants : NAN);
    nh_json_number(json, "claims", m->run.claims > 0 ? m->claims : NAN);
    nh_json_close(json);
}

void nh_print_builtin_motions(nh_text *text, nh_print_as as, size_t count, const nh_builtin_motion *motions) {
    if (as == NH_PRINT_JSON) {
        nh_json json = open_list(text);
        for (size_t i = 0; i < count; i++) add_motion_json(&json, &motions[i]);
        close_list(&json);
        return;
    }
    int width = 0;
    for (size_t i = 0; i < count; i++) width = larger_width(width, motions[i].builtin->name);
    nh_text_format(text,
                   "%-*s  coordinates  constraints       DOF   steps    residual    energy  invariants      claims\n",
                   width, "model");
    for (size_t i = 0; i < count; i++) add_motion(text, width, &motions[i]);
}

/* ---- the text of one ---- */

void nh_print_model(nh_text *text, const nh_model *model, const char *name, const char *source, const char *shown) {
    NH_ASSERT(name != NULL && shown != NULL);
    nh_json json = nh_json_begin(text);
    nh_json_open(&json, NULL, '{');
    nh_json_integer(&json, "format", 1);
    nh_json_string(&json, "name", name);
    nh_json_string(&json, "title", nh_name_text(model->context, model->title));
    nh_json_string(&json, "source", source);
    nh_json_string(&json, "text", shown);
    nh_print_close(&json, model);
}
