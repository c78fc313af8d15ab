/* The summary of `compare --json`. */
#include <math.h>

#include "compare.h"
#include "json.h"
#include "remarks.h"

static void add_motion(json *j, const nh_compare_part *part, const nh_run *run) {
    if (run == NULL) return;
    json_number(j, "t_end", part->end);
    json_integer(j, "steps", part->steps);
    json_integer(j, "rhs_evaluations", part->evaluations);
    json_integer(j, "rows", nh_run_get_info(run).rows);
}

/* parted: null where nothing was compared. */
static void add_difference(json *j, const nh_compare_part *part) {
    json_integer(j, "compared_rows", part->rows);
    json_number(j, "compared_to", part->common);
    json_number(j, "difference", part->difference);
    json_string(j, "column", part->column);
    json_number(j, "t", part->t);
    json_number(j, "relative", part->relative);
    if (part->rows == 0) json_null(j, "parted");
    else json_truth(j, "parted", part->has_parted);
    json_number(j, "t_parted", part->parted);
    json_number(j, "energy_difference", part->energy);
    json_number(j, "multiplier_difference", part->multipliers);
}

static void add_parts(json *j, const comparison *c) {
    json_open(j, "motions", '[');
    for (size_t i = 0; i < c->info.parts; i++) {
        nh_compare_part part;
        const nh_run *run = nh_compare_run(c->compare, i);
        if (nh_compare_get(c->compare, i, &part) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "form", part.name);
        json_truth(j, "applies", part.status != NH_E_HYPOTHESIS);
        json_string(j, "status", run != NULL ? nh_outcome_name(part.outcome) : NULL);
        json_string(j, "message", part.why);
        add_motion(j, &part, run);
        if (run != NULL && i != c->info.first) add_difference(j, &part);
        json_close(j);
    }
    json_close(j);
}

static void add_files(json *j, const comparison *c) {
    json_integer(j, "rows", c->rows);
    json_open_line(j, "columns", '[');
    json_string(j, NULL, "form");
    size_t count = c->columns != NULL ? c->column_count : c->info.columns;
    for (size_t i = 0; i < count; i++)
        json_string(j, NULL, nh_compare_column(c->compare, c->columns != NULL ? c->columns[i] : i));
    json_close(j);
    json_string(j, "file", c->is_written ? c->path : NULL);
    json_open_line(j, "plots", '[');
    for (size_t i = 0; i < c->plots_written; i++) json_string(j, NULL, c->plots->items[i]);
    json_close(j);
}

void compare_json(sink *out, const session *s, const comparison *c) {
    nh_compare_part first = {0};
    (void)nh_compare_get(c->compare, c->info.first, &first);
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", c->model.title);
    json_string(&j, "first", first.name);
    json_number(&j, "from", c->info.from);
    json_number(&j, "to", c->info.to);
    json_number(&j, "rtol", c->def.run.rtol);
    json_number(&j, "atol", c->def.run.atol);
    json_number(&j, "visible", c->info.visible);
    add_parts(&j, c);
    add_files(&j, c);
    json_integer(&j, "seed", s->given->seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
