/* Stability over values, and steady motions, row by row. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "out/fields.h"
#include "out/stability.h"

/* Eigenvalues but the explained zeros; a cluster counts as often as it has members. */
static size_t count_values(const nh_linearize_info *linear) {
    size_t count = 0;
    for (size_t i = 0; linear != NULL && i < linear->eigenvalues; i++)
        if (!linear->eigenvalue[i].is_explained) count += linear->eigenvalue[i].multiplicity;
    return count;
}

/* The verdict, `most` eigenvalues, the end of the line. */
static void add_linear(nh_fields *fields, const nh_linearize_info *linear, size_t most) {
    NH_ASSERT(linear == NULL || count_values(linear) <= most);
    nh_fields_text(fields, linear != NULL ? linear->verdict : "");
    size_t added = 0;
    for (size_t i = 0; linear != NULL && i < linear->eigenvalues; i++) {
        const nh_eigenvalue *value = &linear->eigenvalue[i];
        for (size_t k = 0; k < value->multiplicity && !value->is_explained; k++, added++) {
            nh_fields_number(fields, value->is_on_axis ? 0 : value->re);
            nh_fields_number(fields, value->is_real ? 0 : value->im);
        }
    }
    for (; added < most; added++) {
        nh_fields_number(fields, NAN);
        nh_fields_number(fields, NAN);
    }
    nh_fields_end_line(fields);
}

static void add_name(nh_arena *arena, nh_fields *fields, const char *part, size_t number) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s[%zu]", part, number);
    nh_fields_text(fields, nh_text_string(&text));
}

static void add_linear_names(nh_arena *arena, nh_fields *fields, size_t most) {
    nh_fields_text(fields, "verdict");
    for (size_t i = 1; i <= most; i++) {
        add_name(arena, fields, "re", i);
        add_name(arena, fields, "im", i);
    }
    nh_fields_end_line(fields);
}

void nh_stability_csv(nh_arena *arena, nh_writer *writer, const nh_stability_info *info) {
    NH_ASSERT(writer != NULL && info->varied > 0);
    nh_fields *fields = NH_NEW(arena, nh_fields);
    size_t most = 0;
    fields->writer = writer;
    for (size_t i = 0; i < info->rows; i++) {
        size_t count = count_values(info->row[i].linear);
        if (count > most) most = count;
    }
    for (size_t k = 0; k < info->varied; k++) nh_fields_text(fields, info->name[k]);
    add_linear_names(arena, fields, most);
    for (size_t i = 0; i < info->rows; i++) {
        for (size_t k = 0; k < info->varied; k++) nh_fields_number(fields, info->row[i].value[k]);
        add_linear(fields, info->row[i].linear, most);
    }
    nh_fields_flush(fields);
}

/* ---- steady motions ---- */

/* What was followed along is a column of its own unless it is one already. */
static bool has_value(const nh_model *model, const nh_steady_info *info) {
    for (size_t i = 0; info->along != NULL && i < model->parameters.count; i++)
        if (strcmp(nh_name_text(model->context, model->parameters.items[i].name), info->along) == 0) return true;
    return false;
}

void nh_steady_csv(nh_arena *arena, nh_writer *writer, const nh_model *model, const nh_steady_info *info) {
    NH_ASSERT(writer != NULL);
    nh_fields *fields = NH_NEW(arena, nh_fields);
    size_t most = 0, n = model->coordinates.count;
    fields->writer = writer;
    for (size_t i = 0; i < info->count; i++) {
        size_t count = count_values(info->items[i].linear);
        if (count > most) most = count;
    }
    if (has_value(model, info)) nh_fields_text(fields, info->along);
    for (size_t i = 0; i < 2 * n; i++) {
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "%s%s", nh_name_text(model->context, model->coordinates.items[i % n].name),
                       i < n ? "" : "'");
        nh_fields_text(fields, nh_text_string(&name));
    }
    add_linear_names(arena, fields, most);
    for (size_t i = 0; i < info->count; i++) {
        if (has_value(model, info)) nh_fields_number(fields, info->items[i].value);
        for (size_t k = 1; k < 1 + 2 * n; k++) nh_fields_number(fields, info->items[i].linear->state[k]);
        add_linear(fields, info->items[i].linear, most);
    }
    nh_fields_flush(fields);
}
