/* What `implies` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_IMPLIES_H
#define NONHOLO_CLI_IMPLIES_H

#include "session.h"
#include "sink.h"

/* Texts that are owned. */
typedef struct texts {
    const char **items;
    size_t count;
} texts;

typedef struct implication {
    nh_implies_def def;
    texts given, then; /* names */
    texts conditions;  /* equations among them */
    nh_model_info model;
    nh_implies *implies;
    nh_implies_info info;
} implication;

void implies_text(sink *out, const session *s, const implication *i);
void implies_json(sink *out, const session *s, const implication *i);

#endif
