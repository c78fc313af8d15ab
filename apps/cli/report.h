/* Diagnostics for people, on standard error, and for programs, as JSON. */
#ifndef NONHOLO_CLI_REPORT_H
#define NONHOLO_CLI_REPORT_H

#include "json.h"
#include "source.h"

/* All diagnostics of the context; warnings and notes not with --quiet. */
void report_diags(const nh_context *context, const source *text, const options *given);
/* The diagnostics of one severity as a list under this key. */
void json_diags(json *j, const char *key, const nh_context *context, nh_severity severity);

#endif
