/* What the commands with motions share. */
#ifndef NONHOLO_CLI_RUN_H
#define NONHOLO_CLI_RUN_H

#include "session/session.h"

/* How a motion ended. */
exit_status motion_status(const nh_run_info *info);
/* Where a motion goes as CSV: --csv and -o are the same; NULL when it is not requested. False after a message. */
bool read_motion_path(const options *given, const char **path);
/* Whether a formulation (NULL: the usual one) has constraint forces. */
bool has_reactions(const char *form);
/* What the options say about a motion; false after a message. The caller frees def->at. */
bool read_run_def(const options *given, nh_run_def *def);

#endif
