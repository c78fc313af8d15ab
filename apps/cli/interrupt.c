/* The one piece of global state of the program: a signal handler sees nothing else. */
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "command.h"

static _Atomic(nh_context *) watched;
static volatile sig_atomic_t count;

static void on_interrupt(int number) {
    (void)number;
    nh_context *context = atomic_load(&watched);
    if (count++ > 0 || context == NULL) _exit(EXIT_INTERRUPT);
    nh_context_interrupt(context);
}

/* Without SA_RESTART, so that a read that waits is ended too. */
void watch_interrupts(nh_context *context) {
    struct sigaction action = {.sa_handler = context != NULL ? on_interrupt : SIG_DFL};
    sigemptyset(&action.sa_mask);
    atomic_store(&watched, context);
    sigaction(SIGINT, &action, NULL);
}

bool was_interrupted(void) {
    return count > 0;
}
