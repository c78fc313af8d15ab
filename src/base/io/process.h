/* Running another program: no shell, nothing printed, stopped when the computation is to stop. */
#ifndef NH_BASE_IO_PROCESS_H
#define NH_BASE_IO_PROCESS_H

#include <stdbool.h>

#include "base/arena.h"

/* The path of the program as execvp would find it, in the arena; NULL when there is none. An empty part of PATH means
 * the folder we are in, which is not examined. */
const char *nh_process_find(nh_arena *arena, const char *name);

typedef struct nh_process_call {
    const char *const *words;     /* the path of the program, then its arguments; ends with NULL */
    const char *const *variables; /* "NAME=VALUE" in place of those in our environment; ends with NULL. NULL: none */
    const char *input;            /* what it reads from standard input */
    size_t input_length;
    bool keeps_output; /* standard output is kept whole; else it goes where the complaints go */
    const char *doing; /* for progress: "compiling" */
} nh_process_call;

typedef struct nh_process_end {
    int error;      /* an errno when it could not be started; else 0 */
    nh_status stop; /* NH_OK, or why it was killed before its end: NH_E_INTERRUPT, NH_E_LIMIT */
    int status;     /* of its exit */
    int signal;     /* that ended it; 0: none */
    char *output;   /* keeps_output: all of it */
    size_t output_length;
    const char *said; /* on standard error: the beginning; never NULL */
} nh_process_end;

/* Starts the program and waits. Nothing of it runs any more when this returns, or when the computation is left. */
nh_process_end nh_process_run(nh_arena *arena, const nh_process_call *call);
/* Whether it was started and ended well. */
bool nh_process_is_good(const nh_process_end *end);
/* An errno in words; lives in the arena. */
const char *nh_process_reason(nh_arena *arena, int error);

#endif
