/* Diagnostics for people, on standard error, and for programs, as JSON. */
#ifndef NONHOLO_CLI_REMARKS_H
#define NONHOLO_CLI_REMARKS_H

#include "json.h"
#include "source.h"

/* The diagnostics of the context from this number on; warnings and notes not with --quiet. */
void report_diags(const nh_context *context, size_t from, const source *text, const options *given);
/* The diagnostics of one severity as a list under this key. */
void json_diags(json *j, const char *key, const nh_context *context, nh_severity severity);

#endif
