/* What `compare` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_COMPARE_H
#define NONHOLO_CLI_COMPARE_H

#include "session.h"
#include "sink.h"

typedef struct comparison {
    nh_compare_def def;
    const char *path; /* of the CSV; NULL: none is asked for */
    const char **forms, **methods;
    const char **names; /* of the columns to write; NULL: all */
    size_t *columns;    /* their numbers */
    size_t column_count;
    nh_model_info model;
    nh_compare *compare;
    nh_compare_info info;
    size_t rows; /* of all motions together */
    bool is_written;
    const values *plots;  /* paths of those that are asked for */
    size_t plots_written; /* so many of them, the first ones */
} comparison;

void compare_text(sink *out, const session *s, const comparison *c);
void compare_json(sink *out, const session *s, const comparison *c);

#endif
