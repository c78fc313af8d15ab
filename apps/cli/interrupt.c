/* The one piece of global state of the program: a signal handler sees nothing else. */
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic(nh_context *) watched;
static volatile sig_atomic_t first; /* the number of the first signal; 0: none came */

static void on_signal(int number) {
    nh_context *context = atomic_load(&watched);
    if (first == 0 && context != NULL) {
        first = number;
        nh_context_interrupt(context);
        return;
    }
    if (context != NULL) nh_context_remove_temporaries(context);
    _exit(EXIT_SIGNAL + number);
}

/* Without SA_RESTART, so that a read that waits is ended too. A hangup or a request to end that is ignored, as under
 * nohup, stays so; an interrupt is ignored in what a script starts in the background, and means us all the same. */
static void watch_signal(int number, bool is_watched) {
    struct sigaction action = {.sa_handler = is_watched ? on_signal : SIG_DFL}, old;
    sigemptyset(&action.sa_mask);
    bool is_ignored = sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN;
    if (!is_ignored || number == SIGINT) sigaction(number, &action, NULL);
}

nh_context *watch_interrupts(nh_context *context) {
    nh_context *before = atomic_exchange(&watched, context);
    watch_signal(SIGINT, context != NULL);
    watch_signal(SIGTERM, context != NULL);
    watch_signal(SIGHUP, context != NULL);
    return before;
}

bool was_interrupted(void) {
    return first != 0;
}

exit_status interrupt_status(void) {
    return (exit_status)(first != 0 ? EXIT_SIGNAL + (int)first : (int)EXIT_INTERRUPT);
}
