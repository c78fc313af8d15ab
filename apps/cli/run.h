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
    const char *report;                     /* the path of the page; NULL: none is asked for */
    bool is_reported;
} motion;

/* How a motion ended. */
exit_status motion_status(const nh_run_info *info);
/* Where a motion goes as CSV: --csv and -o are the same; NULL when it is not asked for. False after a message. */
bool read_motion_path(const options *given, const char **path);
/* Whether constraint forces belong to a formulation (NULL: the usual one): those of the vakonomic equations are not computed. */
bool has_reactions(const char *form);
/* What the options say of a motion; false after a message. The caller frees def->at. */
bool read_run_def(const options *given, nh_run_def *def);

void run_text(sink *out, const session *s, const motion *m);
void run_json(sink *out, const session *s, const motion *m);

#endif
