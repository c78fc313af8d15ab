/* Pages about a model and its motion. */
#ifndef NONHOLO_CLI_REPORT_H
#define NONHOLO_CLI_REPORT_H

#include "session.h"

/* Writes the page; run may be NULL: it is then about the model alone. */
nh_status write_report(session *s, nh_run *run, const char *path);

#endif
