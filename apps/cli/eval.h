/* What `eval` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_EVAL_H
#define NONHOLO_CLI_EVAL_H

#include "session.h"
#include "sink.h"

typedef struct evaluation {
    nh_eval_def def;
    const char *states; /* the CSV of the states; - is standard input */
    const char *path;   /* that of the numbers; - is standard output, NULL: they are part of the summary */
    sink fields;        /* then: the fields of all rows, each with a NUL behind it */
    nh_model_info model;
    nh_eval *eval;
    nh_eval_info info;
} evaluation;

void eval_text(sink *out, const evaluation *e);
void eval_json(sink *out, const session *s, const evaluation *e);

#endif
