#include "sympy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "algebra.h"
#include "bench.h"

enum { STOPPED = 124 }; /* the exit status of timeout(1) */
enum { ROUNDS = 3 };
#define LONG 20.0 /* seconds: longer ones are not repeated */

static void read_line(sympy_answer *answer, const char *line) {
    (void)sscanf(line, "seconds %lf", &answer->seconds);
    (void)sscanf(line, "operations %ld %ld", &answer->operations, &answer->with_state);
    if (strncmp(line, "missing ", 8) == 0)
        snprintf(answer->missing, sizeof answer->missing, "%.80s is missing", line + 8);
    if (strncmp(line, "values ", 7) != 0) return;
    char *rest = (char *)line + 7, *end;
    while (answer->count < SYMPY_MOST_VALUES) {
        double value = strtod(rest, &end);
        if (end == rest) break;
        answer->values[answer->count++] = value;
        rest = end;
    }
}

static void read_answer(sympy_answer *answer, const char *command) {
    char line[1200];
    double began = bench_children_clock();
    FILE *pipe = popen(command, "r");
    while (pipe != NULL && fgets(line, sizeof line, pipe) != NULL) {
        line[strcspn(line, "\n")] = 0;
        read_line(answer, line);
    }
    int status = pipe == NULL ? -1 : pclose(pipe);
    answer->is_stopped = status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == STOPPED;
    if (answer->is_stopped) answer->seconds = bench_children_clock() - began;
    else if (status != 0) snprintf(answer->missing, sizeof answer->missing, "Python failed");
}

/* Debian's Python and nothing of the user's. */
sympy_answer sympy_ask(const char *program, const char *task, size_t count, const double *numbers) {
    sympy_answer answer = {0};
    char command[2000];
    int length = snprintf(command, sizeof command, "timeout %d /usr/bin/python3 -I -B '%s/%s' %s",
                          (int)SYMPY_MOST_SECONDS, NH_BENCH_PEERS, program, task);
    for (size_t i = 0; i < count && (size_t)length < sizeof command; i++)
        length += snprintf(command + length, sizeof command - (size_t)length, " %.17g", numbers[i]);
    if (access("/usr/bin/python3", X_OK) != 0) snprintf(answer.missing, sizeof answer.missing, "python3 is missing");
    else read_answer(&answer, command);
    return answer;
}

sympy_answer sympy_fastest(const char *program, const char *task, size_t count, const double *numbers) {
    sympy_answer best = sympy_ask(program, task, count, numbers);
    for (int i = 1; i < ROUNDS && best.missing[0] == 0 && !best.is_stopped && best.seconds < LONG; i++) {
        sympy_answer answer = sympy_ask(program, task, count, numbers);
        if (answer.missing[0] != 0 || answer.seconds < best.seconds) best = answer;
    }
    return best;
}

void sympy_check(sympy_answer *answer, size_t count, const double *own) {
    if (answer->missing[0] != 0 || answer->is_stopped) return;
    if ((size_t)answer->count != count || !(algebra_difference(answer->count, own, answer->values) < ALGEBRA_SAME))
        strcpy(answer->missing, "SymPy's values are not ours");
}
