/* What the benchmarks share: ratios in one run, CPU time, best of many, one pinned core. */
#ifndef NH_BENCH_BENCH_H
#define NH_BENCH_BENCH_H

#include <nonholo/nonholo.h>

#include "../tests/support/body.h"

/* Puts the process on one core; call first. Returns its number, -1 when that is not possible. */
int bench_pin(void);

/* Seconds of CPU time for one call of work(user): the best of at least ten rounds, each long enough for the clock. */
double bench_seconds(void (*work)(void *user), void *user);
/* The same for one long call: the best of this many. */
double bench_best(int rounds, void (*work)(void *user), void *user);

/* CPU time of this process so far. */
double bench_clock(void);
/* The same of the processes that it has started and that have ended. */
double bench_children_clock(void);
/* Seconds of CPU time of a shell command. */
double bench_child_seconds(const char *command);

/* One line of the result: what was measured, the figure, the goal ("<=" or ">=" and a number),
 * and whether it is met. */
void bench_line(const char *what, double figure, const char *relation, double goal);
/* The same line where there is no figure, and why: its goal is missed. */
void bench_not_measured(const char *what, const char *why);
/* A line that is only told. */
void bench_note(const char *format, ...) NH_PRINTF(1, 2);
/* How many goals were missed so far. */
int bench_missed(void);

/* Each file of benchmarks has one such function. */
void bench_ode(nh_context *context);
void bench_tape(nh_context *context);
void bench_chain(nh_context *context);
void bench_read(nh_context *context);
void bench_motion(nh_context *context);
void bench_accelerations(nh_context *context);
void bench_algebra(nh_context *context);
void bench_derive(nh_context *context);
void bench_linearize(nh_context *context);
void bench_commands(nh_context *context);

#endif
