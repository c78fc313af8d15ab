/* `list --run`: every built-in model moved as it stands. */
#ifndef NONHOLO_CLI_LIST_RUN_H
#define NONHOLO_CLI_LIST_RUN_H

#include "command.h"

exit_status list_runs(const options *given);

#endif
