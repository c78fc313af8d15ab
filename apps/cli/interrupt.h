/* Ctrl-C, a request to end (SIGTERM), a terminal that goes away (SIGHUP): the first asks the computation to stop, the
 * second ends the program. */
#ifndef NONHOLO_CLI_INTERRUPT_H
#define NONHOLO_CLI_INTERRUPT_H

#include <stdbool.h>

#include <nonholo/context.h>

#include "command.h"

/* From now on these signals go to this context; NULL: they end the program as usual. The context to
 * which they went before. */
nh_context *watch_interrupts(nh_context *context);
bool was_interrupted(void);
/* How the program ends after one of them. */
exit_status interrupt_status(void);

#endif
