/* Ctrl-C: the first asks the computation to stop, the second ends the program. */
#ifndef NONHOLO_CLI_INTERRUPT_H
#define NONHOLO_CLI_INTERRUPT_H

#include <stdbool.h>

#include <nonholo/context.h>

/* From now on an interrupt goes to this context; NULL: it ends the program as usual. */
void watch_interrupts(nh_context *context);
bool was_interrupted(void);

#endif
