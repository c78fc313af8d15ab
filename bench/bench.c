#define _GNU_SOURCE /* sched_setaffinity */
#include "bench.h"

#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 15 };
#define LEAST_ROUND 0.01 /* seconds */

int bench_pin(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return -1;
    for (size_t core = CPU_SETSIZE; core-- > 0;) {
        if (!CPU_ISSET(core, &allowed)) continue;
        CPU_ZERO(&allowed);
        CPU_SET(core, &allowed);
        return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? (int)core : -1;
    }
    return -1;
}

double bench_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double round_of(void (*work)(void *), void *user, long calls) {
    double began = bench_clock();
    for (long i = 0; i < calls; i++) work(user);
    return bench_clock() - began;
}

double bench_seconds(void (*work)(void *), void *user) {
    long calls = 1;
    double took = round_of(work, user, calls);
    while (took < LEAST_ROUND) {
        calls = took > LEAST_ROUND / 20 ? (long)((double)calls * 1.2 * LEAST_ROUND / took) + 1 : 10 * calls;
        took = round_of(work, user, calls);
    }
    double best = took;
    for (int i = 1; i < ROUNDS; i++) best = fmin(best, round_of(work, user, calls));
    return best / (double)calls;
}

double bench_best(int rounds, void (*work)(void *), void *user) {
    double best = round_of(work, user, 1);
    for (int i = 1; i < rounds; i++) best = fmin(best, round_of(work, user, 1));
    return best;
}

double bench_children_clock(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double bench_child_seconds(const char *command) {
    double began = bench_children_clock();
    return system(command) == 0 ? bench_children_clock() - began : INFINITY;
}

static int missed;

void bench_line(const char *what, double figure, const char *relation, double goal) {
    bool met = strcmp(relation, "<=") == 0 ? figure <= goal : figure >= goal;
    missed += !met;
    printf("  %-76s %9.3g   goal %s %-6g %s\n", what, figure, relation, goal, met ? "" : "MISSED");
    fflush(stdout);
}

void bench_not_measured(const char *what, const char *why) {
    missed++;
    printf("  %-76s not measured: %s\n", what, why);
    fflush(stdout);
}

void bench_note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
}

int bench_missed(void) {
    return missed;
}
