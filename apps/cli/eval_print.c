/* The summary of `eval`, for people and as JSON. */
#include "eval.h"

#include <string.h>

#include "json.h"
#include "remarks.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static const char *form_of(const evaluation *e) {
    return e->def.form != NULL ? e->def.form : "chetaev";
}

void eval_text(sink *out, const evaluation *e) {
    const nh_eval_info *info = &e->info;
    sink_format(out, "system: %s\n", e->model.title);
    sink_format(out, "states: %zu", info->states);
    if (info->given > info->states) sink_format(out, " of %zu", info->given);
    sink_format(out, ", by the formulation %s, ", form_of(e));
    if (e->def.digits == 0) sink_text(out, "in doubles\n");
    else sink_format(out, "in balls, %d digits\n", e->def.digits);
    if (info->failed > 0)
        sink_format(out, "without a value: %zu state%s; %s\n", info->failed, plural(info->failed), info->message);
    if (e->def.digits > 0 && info->digits_least > 0)
        sink_format(out, "certified: %d digits at least\n", info->digits_least);
    if (info->zeros > 0) sink_format(out, "not told from 0: %zu number%s\n", info->zeros, plural(info->zeros));
    if (e->model.geometric + e->model.kinematic > 0)
        sink_format(out, "constraints: largest residual %.2g, relative to their terms\n", info->residual);
    size_t columns = nh_eval_columns(e->eval);
    sink_format(out, "written: %s, %zu row%s of %zu columns\n", e->path, info->states, plural(info->states), columns);
}

/* The numbers, where no file has them. */
static void add_rows(json *j, const evaluation *e) {
    if (e->path != NULL) {
        json_null(j, "rows");
        return;
    }
    json_open(j, "rows", '[');
    const char *at = e->fields.bytes;
    for (size_t row = 0; row < e->info.states; row++) {
        json_open(j, NULL, '[');
        for (size_t i = 0; i < nh_eval_columns(e->eval); i++, at += strlen(at) + 1) json_digits(j, NULL, at);
        json_close(j);
    }
    json_close(j);
}

void eval_json(sink *out, const session *s, const evaluation *e) {
    const nh_eval_info *info = &e->info;
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", e->model.title);
    json_string(&j, "form", form_of(e));
    json_integer(&j, "states", info->states);
    json_integer(&j, "failed", info->failed);
    json_integer(&j, "inapplicable", info->inapplicable);
    json_string(&j, "message", info->message);
    if (e->def.digits > 0) json_integer(&j, "digits", (uint64_t)e->def.digits);
    else json_null(&j, "digits");
    if (info->digits_least > 0) json_integer(&j, "digits_least", (uint64_t)info->digits_least);
    else json_null(&j, "digits_least");
    json_integer(&j, "zeros", info->zeros);
    json_number(&j, "max_constraint_residual", info->residual);
    json_open_line(&j, "columns", '[');
    for (size_t i = 0; i < nh_eval_columns(e->eval); i++) json_string(&j, NULL, nh_eval_column(e->eval, i));
    json_close(&j);
    json_string(&j, "file", e->path);
    add_rows(&j, e);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
