/* What `displacements` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_DISPLACEMENTS_H
#define NONHOLO_CLI_DISPLACEMENTS_H

#include "json.h"
#include "session.h"
#include "sink.h"

typedef struct displaced {
    nh_displacements_def def;
    nh_model_info model;
    nh_displacements *displacements;
    const char *path, *csv; /* of the states and of the table; NULL: the start of the model, no table */
    size_t count;           /* of states */
    const double *states;
    double *start; /* owned; NULL unless there are no states */
    size_t failed; /* states at which something has no value */
} displaced;

/* One state: a block of lines, or an object. */
void displacements_text(sink *out, const session *s, const displaced *d, size_t number,
                        const nh_displacements_info *info);
void displacements_json(json *out, const session *s, const nh_displacements_info *info);

#endif
