/* Pages about a model and its motion. */
#ifndef NONHOLO_CLI_REPORT_H
#define NONHOLO_CLI_REPORT_H

#include "session/session.h"

/* Writes the page about the model and these motions of it; without any it is about the model only. */
nh_status write_report(session *s, nh_run *const *runs, size_t count, const char *path);

#endif
