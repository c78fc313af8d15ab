/* Reading and building the open chain of [Simple] (20): N points in space, springs between neighbours, perpendicular velocities of
 * neighbours. The text is the same for all N, so this is the cost of a member: time and memory for each point. As a person has
 * it: the first reading of a process, whose memory comes from the system; so each one is made in a child process. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/protect.h"
#include "lang/lang.h"

static const char text[] = "system \"Open chain with perpendicular velocities\"\n"
                           "const  N = 5\n"
                           "param  m[i=1..N] = 1 + i/10\n"
                           "coord  x[1..N], y[1..N], z[1..N]\n"
                           "point  P[i=1..N] = [x[i], y[i], z[i]]  mass m[i]\n"
                           "spring P[i], P[i+1] stiffness 2 for i = 1..N-1\n"
                           "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
                           "init   x[i]' = 1, y[i]' ~ i, z[i]' ~ (-1)^i*i for i = 1..N\n";

typedef struct reading {
    uint32_t points;
    double seconds;
    size_t held, peak; /* bytes: now, and the most ever */
    nh_status status;
} reading;

static void *count_bytes(void *user, void *block, size_t old_size, size_t new_size) {
    reading *r = user;
    void *moved = NULL;
    if (new_size == 0) free(block);
    else moved = realloc(block, new_size);
    if (new_size > 0 && moved == NULL) return NULL;
    r->held += new_size - old_size;
    if (r->held > r->peak) r->peak = r->held;
    return moved;
}

static void read_text(nh_context *context, void *argument) {
    const reading *r = argument;
    char set[24];
    snprintf(set, sizeof set, "N=%u", r->points);
    nh_read_def def = nh_default_read();
    def.set = (nh_strings){(const char *const[]){set}, 1};
    nh_status status;
    const nh_model *model = nh_lang_read(context, &def, text, strlen(text), &status);
    if (model == NULL || model->rows.count + 1 != r->points) nh_raise(context, NH_E_INTERNAL);
}

/* From nothing to a model, and back. */
static void read_once(void *user) {
    reading *r = user;
    nh_context_def def = nh_default_context();
    nh_context *context;
    def.allocator = (nh_allocator){r, count_bytes};
    r->status = nh_context_create(&def, &context);
    if (r->status != NH_OK) return;
    r->status = test_protect(context, read_text, r);
    nh_context_destroy(context);
}

/* The best of a few readings, each in a process of its own. */
static void read_in_children(reading *r) {
    enum { TIMES = 5 };
    r->seconds = INFINITY;
    for (int i = 0; i < TIMES; i++) {
        int ends[2];
        reading result = {.status = NH_E_INTERNAL};
        if (pipe(ends) != 0) break;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            reading own = {.points = r->points};
            double began = bench_clock();
            read_once(&own);
            own.seconds = bench_clock() - began;
            ssize_t written = write(ends[1], &own, sizeof own);
            _exit(written == (ssize_t)sizeof own ? 0 : 1);
        }
        close(ends[1]);
        if (child < 0 || read(ends[0], &result, sizeof result) != (ssize_t)sizeof result) result.status = NH_E_INTERNAL;
        close(ends[0]);
        if (child > 0) waitpid(child, NULL, 0);
        if (result.status != NH_OK || result.seconds < r->seconds) *r = result;
        if (result.status != NH_OK) break;
    }
}

static double bytes_a_point(const reading *r) {
    return (double)r->peak / r->points;
}

static double seconds_a_point(const reading *r) {
    return r->seconds / r->points;
}

void bench_read(nh_context *context) {
    reading readings[] = {{.points = 1000}, {.points = 10000}, {.points = 100000}};
    (void)context;
    bench_note("\nreading the chain with perpendicular velocities");
    for (int i = 0; i < 3; i++) {
        reading *r = &readings[i];
        read_in_children(r);
        if (r->status != NH_OK) {
            bench_note("  failed: %s", nh_status_name(r->status));
            return;
        }
        bench_note("  N = %6u: %.3f s, %.1f us and %.0f bytes a point", r->points, r->seconds, 1e6 * seconds_a_point(r),
                   bytes_a_point(r));
    }
    const reading *few = &readings[0], *some = &readings[1], *many = &readings[2];
    bench_line("seconds, N = 10^5", many->seconds, "<=", 5);
    bench_line("time of a point, N = 10^5 / N = 10^4", seconds_a_point(many) / seconds_a_point(some), "<=", 1.5);
    bench_line("time of a point, N = 10^5 / N = 10^3", seconds_a_point(many) / seconds_a_point(few), "<=", 1.5);
    bench_line("memory of a point, N = 10^5 / N = 10^4", bytes_a_point(many) / bytes_a_point(some), "<=", 1.5);
    bench_line("memory of a point, N = 10^5 / N = 10^3", bytes_a_point(many) / bytes_a_point(few), "<=", 1.5);
}
