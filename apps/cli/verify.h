/* What `verify` was asked and has found out: what both of its printers write. */
#ifndef NONHOLO_CLI_VERIFY_H
#define NONHOLO_CLI_VERIFY_H

#include "session.h"
#include "sink.h"

typedef struct verification {
    nh_verify_def def;
    nh_model_info model;
    nh_verify *verify;
    nh_verify_info info;
} verification;

void verify_text(sink *out, const session *s, const verification *v);
void verify_json(sink *out, const session *s, const verification *v);

#endif
