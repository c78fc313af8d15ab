/* Diagnostics for people, on standard error. */
#ifndef NONHOLO_CLI_REMARKS_H
#define NONHOLO_CLI_REMARKS_H

#include "session/source.h"

/* The diagnostics of the context from this number on; warnings and notes not with --quiet. */
void report_diags(nh_context *context, size_t from, const source *text, const options *given);

#endif
