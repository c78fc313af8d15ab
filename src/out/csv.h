/* A trajectory as CSV: RFC 4180 with the names in the first line, UTF-8, a point as decimal mark, lines that end in "\n". Numbers
 * have the fewest digits that read back to the same double, 17 at most; not-a-number is an empty field. */
#ifndef NH_OUT_CSV_H
#define NH_OUT_CSV_H

#include "base/file.h"
#include "sim/run.h"

/* Those columns, in that order; NULL: all of them. Every number of a column is below trajectory->columns. */
typedef struct nh_csv_choice {
    const size_t *columns;
    size_t count;
} nh_csv_choice;

/* The writer is not committed. */
void nh_csv_write(nh_writer *writer, const nh_trajectory *trajectory, nh_csv_choice choice);

#endif
