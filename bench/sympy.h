/* Asking SymPy: peers/sympy_algebra.py, in a process of its own. */
#ifndef NH_BENCH_SYMPY_H
#define NH_BENCH_SYMPY_H

#include <stddef.h>

enum { SYMPY_MOST_VALUES = 32, SYMPY_MOST_SECONDS = 120 };

typedef struct sympy_answer {
    char missing[120];           /* "", or why there is no answer */
    int is_stopped;              /* it took longer than SYMPY_MOST_SECONDS, and was ended */
    double seconds;              /* of CPU time */
    long operations, with_state; /* all, and those that depend on the state */
    int count;
    double values[SYMPY_MOST_VALUES];
} sympy_answer;

/* The task and its numbers are those of the program. */
sympy_answer sympy_ask(const char *task, size_t count, const double *numbers);

#endif
