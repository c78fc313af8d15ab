/* Stability over values, row by row. */
#include <math.h>

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

static void add_row(nh_fields *fields, const nh_stability_info *info, const nh_stability_row *row, size_t most) {
    for (size_t k = 0; k < info->varied; k++) nh_fields_number(fields, row->value[k]);
    nh_fields_text(fields, row->linear != NULL ? row->linear->verdict : "");
    size_t added = 0;
    for (size_t i = 0; row->linear != NULL && i < row->linear->eigenvalues; i++) {
        const nh_eigenvalue *value = &row->linear->eigenvalue[i];
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
    nh_fields_text(fields, "verdict");
    for (size_t i = 1; i <= most; i++) {
        add_name(arena, fields, "re", i);
        add_name(arena, fields, "im", i);
    }
    nh_fields_end_line(fields);
    for (size_t i = 0; i < info->rows; i++) add_row(fields, info, &info->row[i], most);
    nh_fields_flush(fields);
}
