/* A trajectory, row by row. */
#include "out/csv.h"

#include "out/fields.h"

static size_t column_of(nh_csv_choice choice, size_t i) {
    return choice.columns != NULL ? choice.columns[i] : i;
}

static void add_row(nh_fields *fields, const double *row, nh_csv_choice choice) {
    for (size_t i = 0; i < choice.count; i++) nh_fields_number(fields, row[column_of(choice, i)]);
    nh_fields_end_line(fields);
}

void nh_csv_write(nh_writer *writer, const nh_trajectory *trajectory, nh_csv_choice choice) {
    nh_fields fields = {.writer = writer};
    if (choice.columns == NULL) choice.count = trajectory->columns;
    for (size_t i = 0; i < choice.count; i++) nh_fields_text(&fields, trajectory->names[column_of(choice, i)]);
    nh_fields_end_line(&fields);
    size_t rows = trajectory->columns > 0 ? trajectory->values.count / trajectory->columns : 0;
    for (size_t i = 0; i < rows; i++) add_row(&fields, trajectory->values.items + i * trajectory->columns, choice);
    nh_fields_flush(&fields);
}
