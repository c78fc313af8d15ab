/* What `holds` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_HOLDS_H
#define NONHOLO_CLI_HOLDS_H

#include "session.h"
#include "sink.h"

typedef struct judgement {
    nh_judge_def def;
    nh_model_info model;
    nh_judge *judge;
} judgement;

void holds_text(sink *out, const session *s, const judgement *j);
void holds_json(sink *out, const session *s, const judgement *j);

#endif
