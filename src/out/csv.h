/* A trajectory as CSV: RFC 4180 with the names in the first line, UTF-8, a point as decimal mark, lines
 * that end in "\n". Numbers have the fewest digits that read back to the same double, 17 at most;
 * not-a-number is an empty field. */
#ifndef NH_OUT_CSV_H
#define NH_OUT_CSV_H

#include "base/io/file.h"
#include "motion/run/run.h"

/* Those columns, in that order; NULL: all of them. Every number of a column is below trajectory->columns. */
typedef struct nh_csv_choice {
    const size_t *columns;
    size_t count;
} nh_csv_choice;

/* A file of rows that are written one by one. Writers are not committed by it. */
typedef struct nh_csv_rows nh_csv_rows;

/* In the arena. Writes the names. */
nh_csv_rows *nh_csv_rows_begin(nh_arena *arena, nh_writer *writer, const nh_trajectory *trajectory,
                               nh_csv_choice choice);
void nh_csv_rows_add(nh_csv_rows *rows, const double *row);
/* Hands to the writer what it has not got yet. False when a row did not get there whole, because an interrupt ended a
 * writer that waited: nothing is written after it. */
bool nh_csv_rows_end(nh_csv_rows *rows);

/* The rows that a trajectory has. In the arena there is only what is used on the way. */
void nh_csv_write(nh_arena *arena, nh_writer *writer, const nh_trajectory *trajectory, nh_csv_choice choice);

#endif
