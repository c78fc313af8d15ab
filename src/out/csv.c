/* A trajectory, row by row. */
#include "out/csv.h"

#include "base/assert.h"
#include "out/fields.h"

struct nh_csv_rows {
    nh_fields fields;
    nh_csv_choice choice;
    bool is_broken; /* while something is written; it stays so when that was left */
};

static size_t column_of(nh_csv_choice choice, size_t i) {
    return choice.columns != NULL ? choice.columns[i] : i;
}

nh_csv_rows *nh_csv_rows_begin(nh_arena *arena, nh_writer *writer, const nh_trajectory *trajectory,
                               nh_csv_choice choice) {
    NH_ASSERT(writer != NULL && trajectory->column != NULL);
    nh_csv_rows *rows = NH_NEW(arena, nh_csv_rows);
    rows->fields.writer = writer;
    if (choice.columns == NULL) choice.count = trajectory->columns;
    rows->choice = choice;
    for (size_t i = 0; i < choice.count; i++)
        nh_fields_text(&rows->fields, trajectory->column[column_of(choice, i)].name);
    nh_fields_end_line(&rows->fields);
    return rows;
}

void nh_csv_rows_add(nh_csv_rows *rows, const double *row) {
    if (rows->is_broken) return;
    rows->is_broken = true;
    for (size_t i = 0; i < rows->choice.count; i++) nh_fields_number(&rows->fields, row[column_of(rows->choice, i)]);
    nh_fields_end_line(&rows->fields);
    rows->is_broken = false;
}

bool nh_csv_rows_end(nh_csv_rows *rows) {
    if (!rows->is_broken) nh_fields_flush(&rows->fields);
    return !rows->is_broken;
}

void nh_csv_write(nh_arena *arena, nh_writer *writer, const nh_trajectory *trajectory, nh_csv_choice choice) {
    NH_ASSERT(trajectory->columns == 0 || trajectory->values.count % trajectory->columns == 0);
    nh_csv_rows *rows = nh_csv_rows_begin(arena, writer, trajectory, choice);
    size_t count = trajectory->columns > 0 ? trajectory->values.count / trajectory->columns : 0;
    for (size_t i = 0; i < count; i++) nh_csv_rows_add(rows, trajectory->values.items + i * trajectory->columns);
    (void)nh_csv_rows_end(rows);
}
