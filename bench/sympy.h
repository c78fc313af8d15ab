/* Asking SymPy: a program of peers/, in a process of its own. */
#ifndef NH_BENCH_SYMPY_H
#define NH_BENCH_SYMPY_H

#include <stddef.h>

enum { SYMPY_MOST_VALUES = 64, SYMPY_MOST_SECONDS = 120 };

typedef struct sympy_answer {
    char missing[120];           /* "", or why there is no answer */
    int is_stopped;              /* it took longer than SYMPY_MOST_SECONDS, and was ended */
    double seconds;              /* of CPU time; those that it had, when it was stopped */
    long operations, with_state; /* all, and those that depend on the state */
    int count;
    double values[SYMPY_MOST_VALUES];
} sympy_answer;

/* The program is the name of a file; the task and its numbers are those of the program. */
sympy_answer sympy_ask(const char *program, const char *task, size_t count, const double *numbers);
/* The fastest of a few processes; of one when that takes long. */
sympy_answer sympy_fastest(const char *program, const char *task, size_t count, const double *numbers);
/* An answer whose values are not ours does not count: it becomes a missing one. */
void sympy_check(sympy_answer *answer, size_t count, const double *own);

#endif
