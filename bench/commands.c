/* What the program takes: its start, each command over all built-in models, check and run of long chains, and the
 * second motion of a model through the library. In seconds of CPU time, those of the commands with their start. */
#define _GNU_SOURCE /* wait4 */
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <nonholo/run.h>

#include "bench.h"

extern char **environ;

enum { WORDS = 10, STARTS = 50, ROUNDS = 5 };

/* ---- processes ---- */

typedef struct cost {
    double seconds, megabytes;
} cost;

/* Of one process, whose output goes nowhere; infinite where it failed. Verdicts have exit codes, too. */
static cost cost_of(const char *program, const char *const *words) {
    const cost none = {INFINITY, INFINITY};
    char *arguments[WORDS + 2] = {(char *)program};
    for (int i = 0; i < WORDS && words[i] != NULL; i++) arguments[i + 1] = (char *)words[i];
    posix_spawn_file_actions_t files;
    if (posix_spawn_file_actions_init(&files) != 0) return none;
    for (int stream = 1; stream <= 2; stream++)
        (void)posix_spawn_file_actions_addopen(&files, stream, "/dev/null", 1 /* O_WRONLY */, 0);
    pid_t process;
    int status, failed = posix_spawn(&process, program, &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    struct rusage usage;
    if (failed != 0 || wait4(process, &status, 0, &usage) != process || !WIFEXITED(status)) return none;
    if (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 2) return none;
    double user = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
    double system = (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
    return (cost){user + system, (double)usage.ru_maxrss / 1024};
}

static double least_of(int times, const char *program, const char *const *words) {
    double least = INFINITY;
    for (int i = 0; i < times; i++) least = fmin(least, cost_of(program, words).seconds);
    return least;
}

/* ---- start ---- */

static void measure_start(void) {
    static const char *const version[] = {"--version", NULL}, *const list[] = {"list", NULL}, *const nothing[] = {NULL};
    double bare = least_of(STARTS, "/bin/true", nothing);
    bench_note("\nthe program: ms of CPU time, with the start of a process, which takes %.2f", 1e3 * bare);
    bench_line("nonholo --version", 1e3 * least_of(STARTS, NH_BENCH_PROGRAM, version), "<=", 3);
    bench_line("nonholo list", 1e3 * least_of(STARTS, NH_BENCH_PROGRAM, list), "<=", 3);
}

/* ---- commands ---- */

typedef struct command {
    const char *words[WORDS]; /* MODEL takes the place of the model */
    double median, most;      /* goals, in seconds */
} command;

static const char model_word[] = "MODEL";

static const command commands[] = {
    {{"run", model_word, "--to", "0"}, 0.05, 0.3},
    {{"check", model_word}, 0.1, 0.5},
    {{"derive", model_word}, 0.1, 1},
    {{"derive", model_word, "--form", "all"}, 0.5, 3},
    {{"verify", model_word}, 0.3, 2},
    {{"report", model_word, "-o", "/dev/null"}, 0.4, 2},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int compare_seconds(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void measure_command(const command *c) {
    size_t count = nh_builtin_count(), slowest = 0;
    double *seconds = calloc(count, sizeof *seconds);
    if (seconds == NULL) return;
    char name[80] = "", what[120];
    for (int k = 0; k < WORDS && c->words[k] != NULL; k++) {
        size_t used = strlen(name);
        if (c->words[k] != model_word) snprintf(name + used, sizeof name - used, " %s", c->words[k]);
    }
    for (size_t i = 0; i < count; i++) {
        const char *words[WORDS] = {NULL};
        for (int k = 0; k < WORDS && c->words[k] != NULL; k++)
            words[k] = c->words[k] == model_word ? nh_builtin_at(i)->name : c->words[k];
        seconds[i] = cost_of(NH_BENCH_PROGRAM, words).seconds;
        if (seconds[i] > seconds[slowest]) slowest = i;
    }
    double most = seconds[slowest];
    qsort(seconds, count, sizeof *seconds, compare_seconds);
    snprintf(what, sizeof what, "%s: median of %zu models", name + 1, count);
    bench_line(what, seconds[count / 2], "<=", c->median);
    snprintf(what, sizeof what, "%s: most, %s", name + 1, nh_builtin_at(slowest)->name);
    bench_line(what, most, "<=", c->most);
    free(seconds);
}

/* ---- sizes ---- */

/* The exponent of time and of memory between two numbers of points. */
static void measure_growth(const char *word, const char *last, const char *value, int few, int many) {
    char first[24], second[24], what[120];
    snprintf(first, sizeof first, "N=%d", few);
    snprintf(second, sizeof second, "N=%d", many);
    cost low = cost_of(NH_BENCH_PROGRAM, (const char *const[]){word, "chain", "--set", first, last, value, NULL});
    cost high = cost_of(NH_BENCH_PROGRAM, (const char *const[]){word, "chain", "--set", second, last, value, NULL});
    double ratio = log((double)many / few);
    bench_note("  %s chain: %.2f s, %.0f MB with N = %d; %.2f s, %.0f MB with N = %d", word, low.seconds, low.megabytes,
               few, high.seconds, high.megabytes, many);
    snprintf(what, sizeof what, "%s chain: exponent of N in time", word);
    bench_line(what, log(high.seconds / low.seconds) / ratio, "<=", 1.1);
    snprintf(what, sizeof what, "%s chain: exponent of N in memory", word);
    bench_line(what, log(high.megabytes / low.megabytes) / ratio, "<=", 1.1);
}

/* ---- motions of one model ---- */

typedef struct repeated {
    const nh_model *model;
    bool has_failed;
} repeated;

static void run_shortly(void *user) {
    repeated *r = user;
    nh_run_def def = nh_default_run();
    nh_run *run = NULL;
    def.to = 0;
    r->has_failed |= nh_run_make(r->model, &def, &run) != NH_OK;
    nh_run_destroy(run);
}

/* Motions of no length: all but the integration. */
static void measure_repeated(nh_context *context, const char *name, double goal) {
    char what[120];
    const nh_builtin *builtin = nh_builtin_find(name);
    nh_read_def def = nh_default_read();
    nh_model *model = NULL;
    snprintf(what, sizeof what, "second motion of %s, ms", name);
    if (nh_model_read(context, &def, builtin->text, strlen(builtin->text), &model) != NH_OK) {
        bench_not_measured(what, "the model is not read");
        return;
    }
    repeated r = {model, false};
    double first = bench_best(1, run_shortly, &r), second = bench_best(ROUNDS, run_shortly, &r);
    bench_note("  first motion of %s: %.1f ms", name, 1e3 * first);
    if (r.has_failed) bench_not_measured(what, "the run failed");
    else bench_line(what, 1e3 * second, "<=", goal);
    nh_model_destroy(model);
}

void bench_commands(nh_context *context) {
    measure_start();
    bench_note("\ncommands over all built-in models, seconds");
    for (int i = 0; i < COMMANDS; i++) measure_command(&commands[i]);
    bench_note("\nlong chains");
    measure_growth("check", "--seed", "1", 100, 10000);
    measure_growth("run", "--to", "0", 100, 10000);
    bench_note("\nmotions of a model that is there");
    measure_repeated(context, "rolling-disc", 2);
    measure_repeated(context, "rattleback", 5);
    measure_repeated(context, "bicycle", 50);
}
