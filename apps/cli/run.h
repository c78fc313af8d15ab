/* What `run` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_RUN_H
#define NONHOLO_CLI_RUN_H

#include "session.h"
#include "sink.h"

typedef struct motion {
    nh_run_def def;
    const char *path; /* of the CSV; NULL: none is asked for */
    nh_model_info model;
    nh_run *run;
    nh_run_info info;
    const char **names; /* of the columns to write; NULL: all */
    size_t *columns;    /* their numbers */
    size_t column_count;
    bool is_written;
    const values *plots, *pictures;         /* paths of those that are asked for */
    size_t plots_written, pictures_written; /* so many of them, the first ones */
} motion;

void run_text(sink *out, const session *s, const motion *m);
void run_json(sink *out, const session *s, const motion *m);

#endif
