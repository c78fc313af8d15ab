/* A comparison, motion by motion and row by row. */
#include <math.h>

#include "base/assert.h"
#include "out/compare.h"
#include "out/fields.h"

static size_t column_of(nh_csv_choice choice, size_t i) {
    return choice.columns != NULL ? choice.columns[i] : i;
}

/* A column that the motion does not have is an empty field, as what is not a number is. */
static void add_row(nh_fields *fields, const nh_compared *item, const double *row, nh_csv_choice choice) {
    nh_fields_text(fields, item->part.name);
    for (size_t i = 0; i < choice.count; i++) {
        size_t own = item->own[column_of(choice, i)];
        nh_fields_number(fields, own == SIZE_MAX ? NAN : row[own]);
    }
    nh_fields_end_line(fields);
}

void nh_compare_csv(nh_writer *writer, const nh_comparison *c, nh_csv_choice choice) {
    NH_ASSERT(choice.columns == NULL || choice.count <= c->columns);
    nh_fields fields = {.writer = writer};
    if (choice.columns == NULL) choice.count = c->columns;
    nh_fields_text(&fields, "form");
    for (size_t i = 0; i < choice.count; i++) nh_fields_text(&fields, c->column[column_of(choice, i)].name);
    nh_fields_end_line(&fields);
    for (size_t i = 0; i < c->count; i++) {
        const nh_trajectory *t = c->items[i].trajectory;
        for (size_t at = 0; t != NULL && at + t->columns <= t->values.count; at += t->columns)
            add_row(&fields, &c->items[i], t->values.items + at, choice);
    }
    nh_fields_flush(&fields);
}
