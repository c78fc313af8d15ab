/* A whole motion, from the text of the model to its last row, against peers on the same problem: the rolling disc of
 * [Examples] 5.6 for t = 0 .. 100.
 *
 * What counts is only the integration, of all of them: SymPy takes seconds for its equations, ours are
 * derived in milliseconds, both are printed next to it. Ours is machine code from the cache, as in every run but the
 * first long one of a model.
 * SciPy at the same tolerance: the same method, DOP853, on what SymPy gives: the matrix and the right side of the whole
 * system (`matrix`); and on accelerations that a person has reduced and solved with it by hand (`solved`).
 * CVODE at the same error: its time where it is as far from the exact end as ours is at 10^-10, between its runs at
 * 10^-6 .. 10^-13. The time of a peer counts only when its end is that of the exact motion. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/protect.h"
#include "bench.h"
#include "disc.h"
#include "ode/ode.h"

enum { STARTS = 2, TOLERANCES = 8, HARDEST = 13, MIDDLE = 4 /* 10^-10 */, ROUNDS = 20 };

#define END 100.0
#define TOLERANCE 1e-10
/* Beyond this an end is another motion's, not a less exact one. */
#define SAME 1e-3

static const double starts[STARTS][DISC_STATES] = {{0, 0, 0, 0, 0.4, 6, 0.8, 0.1}, {0, 0, 0, 0, 0.3, 10, 1.5, 0.1}};
static const char *const names[DISC_STATES] = {"x", "y", "psi", "phi", "theta", "psi'", "phi'", "theta'"};

/* As a person writes it: three constraints, one of them redundant. */
static const char by_body[] = "system \"Rolling disc\"\n"
                              "param m = 1.5, R = 0.75, I1 = 0.25, I2 = 0.5, g = 9.8125\n"
                              "coord x, y, psi, phi, theta\n"
                              "point P = [x, y, 0]\n"
                              "body B { at P + R*Rz(phi)*Rx(-theta)*[0, 0, 1]\n"
                              "         rotation Rz(phi)*Rx(-theta)*Ry(psi)\n"
                              "         mass m, inertia diag(I1, I2, I1) }\n"
                              "gravity [0, 0, -g]\n"
                              "constraint roll: B.velocity(P) = 0\n";

/* ---- ours ---- */

typedef struct task {
    nh_context *context; /* for what is not made from the text */
    const char *text;
    const double *start;
    double end, tolerance;
    disc_motion motion;
    nh_run_info info;
} task;

static double value_of(const nh_run *run, const char *name) {
    for (size_t i = 0; nh_run_column(run, i) != NULL; i++)
        if (strcmp(nh_run_column(run, i), name) == 0) return nh_run_value(run, 0, i);
    return NAN;
}

static void keep(task *t, const nh_run *run) {
    t->info = nh_run_get_info(run);
    t->motion.evaluations = (unsigned long)t->info.evaluations;
    t->motion.missing = t->info.outcome == NH_OUTCOME_FINISHED ? NULL : "our own run did not reach the end";
    for (int i = 0; i < DISC_STATES; i++) t->motion.end[i] = value_of(run, names[i]);
}

static nh_status read_model(const task *t, nh_context *context, nh_model **model) {
    char init[DISC_STATES][48];
    const char *items[DISC_STATES];
    for (int i = 0; i < DISC_STATES; i++) {
        snprintf(init[i], sizeof init[i], "%s=%.17g", names[i], t->start[i]);
        items[i] = init[i];
    }
    nh_read_def def = nh_default_read();
    def.init = (nh_strings){items, DISC_STATES};
    return nh_model_read(context, &def, t->text, strlen(t->text), model);
}

/* From nothing to the last row: reading, deriving, integrating. */
static void from_text(void *user) {
    task *t = user;
    nh_context_def context_def = nh_default_context();
    nh_context *context;
    nh_model *model = NULL;
    nh_run *run = NULL;
    t->motion.missing = "our own run failed";
    if (nh_context_create(&context_def, &context) != NH_OK) return;
    nh_run_def def = nh_default_run();
    def.to = t->end;
    def.at = &t->end;
    def.at_count = 1;
    def.rtol = def.atol = t->tolerance;
    def.native = NH_NATIVE_ALWAYS;
    if (read_model(t, context, &model) == NH_OK && nh_run_make(model, &def, &run) == NH_OK) keep(t, run);
    nh_run_destroy(run);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* ---- our integrator on equations by hand: the limit for everything around it ---- */

static int rates_by_hand(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    disc_rates(disc_parameters, y, f);
    return 0;
}

static void integrate_by_hand(nh_context *context, void *argument) {
    task *t = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = DISC_STATES, .f = rates_by_hand};
    nh_ode_def def = nh_default_ode();
    def.rtol = def.atol = t->tolerance;
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, t->start, t->end);
    while (nh_ode_step(ode) == NH_ODE_GOING) continue;
    t->motion.missing = nh_ode_end(ode) == NH_ODE_FINISHED ? NULL : "it did not reach the end";
    memcpy(t->motion.end, nh_ode_state(ode), sizeof t->motion.end);
    t->motion.evaluations = (unsigned long)nh_ode_get_statistics(ode).evaluations;
    nh_arena_destroy(arena);
}

static void by_hand(void *user) {
    task *t = user;
    if (test_protect(t->context, integrate_by_hand, t) != NH_OK) t->motion.missing = "it failed";
}

/* ---- errors ---- */

static void set_error(disc_motion *motion, const double *exact) {
    motion->error = 0;
    for (int i = 0; i < DISC_STATES; i++) {
        double error = fabs(motion->end[i] - exact[i]) / (1 + fabs(exact[i]));
        if (!(error <= motion->error)) motion->error = isnan(error) ? INFINITY : error;
    }
    if (motion->missing == NULL && !(motion->error <= SAME))
        motion->missing = "it ends elsewhere than the exact motion";
}

static disc_motion timed(task *t, void (*work)(void *), const double *exact) {
    t->motion = (disc_motion){0};
    t->motion.seconds = bench_best(ROUNDS, work, t);
    set_error(&t->motion, exact);
    return t->motion;
}

/* ---- SciPy ---- */

enum { WAYS = 2 };
static const char *const ways[WAYS] = {"matrix", "solved"};

typedef struct scipy_result {
    char missing[200]; /* "" or what is not there */
    double derived;    /* seconds that SymPy took */
    disc_motion motions[WAYS][STARTS];
} scipy_result;

static void read_motion(scipy_result *result, const char *line) {
    char way[16];
    int start = 0, used = 0;
    disc_motion m = {0};
    if (sscanf(line, "%15s %d %lf %lu%n", way, &start, &m.seconds, &m.evaluations, &used) != 4) return;
    if (start < 0 || start >= STARTS) return;
    char *rest = (char *)line + used;
    for (int i = 0; i < DISC_STATES; i++) m.end[i] = strtod(rest, &rest);
    for (int w = 0; w < WAYS; w++)
        if (strcmp(way, ways[w]) == 0) result->motions[w][start] = m;
}

/* Debian's Python and nothing of the user's; NumPy may not start threads. */
static void ask_scipy(scipy_result *result) {
    char command[1200], line[600];
    int length =
        snprintf(command, sizeof command,
                 "OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 /usr/bin/python3 -I -B '%s/scipy_disc.py' %.17g %.17g",
                 NH_BENCH_PEERS, TOLERANCE, END);
    for (int i = 0; i < DISC_PARAMETERS; i++)
        length += snprintf(command + length, sizeof command - (size_t)length, " %.17g", disc_parameters[i]);
    for (int s = 0; s < STARTS; s++)
        for (int i = 4; i < DISC_STATES; i++)
            length += snprintf(command + length, sizeof command - (size_t)length, " %.17g", starts[s][i]);
    FILE *pipe = access("/usr/bin/python3", X_OK) == 0 ? popen(command, "r") : NULL;
    snprintf(result->missing, sizeof result->missing, "%s", pipe == NULL ? "python3 is missing" : "");
    while (pipe != NULL && fgets(line, sizeof line, pipe) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "missing ", 8) == 0)
            snprintf(result->missing, sizeof result->missing, "%.100s is missing", line + 8);
        else if (sscanf(line, "derived %lf", &result->derived) != 1) read_motion(result, line);
    }
    if (pipe != NULL && pclose(pipe) != 0) snprintf(result->missing, sizeof result->missing, "Python failed");
}

static void compare_scipy(scipy_result *result, int start, const disc_motion *own, const double *exact) {
    const char *what = "SciPy DOP853 on SymPy's equations / ours";
    if (result->missing[0] != 0) {
        bench_not_measured(what, result->missing);
        return;
    }
    for (int w = 0; w < WAYS; w++) {
        disc_motion *m = &result->motions[w][start];
        set_error(m, exact);
        bench_note("  SciPy, %s: %.1f ms, %lu evaluations, error %.1e%s%s", ways[w], 1e3 * m->seconds, m->evaluations,
                   m->error, m->missing != NULL ? "; does not count: " : "", m->missing != NULL ? m->missing : "");
        if (w > 0 && m->missing == NULL) bench_note("    / ours: %.3g", m->seconds / own->seconds);
    }
    const disc_motion *matrix = &result->motions[0][start];
    if (matrix->missing == NULL) bench_line(what, matrix->seconds / own->seconds, ">=", 150);
    else bench_not_measured(what, matrix->missing);
}

/* ---- CVODE ---- */

/* The same motion to a time that needs a step or two: what comes before the integration. */
static double seconds_before(const task *t) {
    task brief = *t;
    brief.end = 1e-6;
    return bench_best(ROUNDS, from_text, &brief);
}

/* The integration only. */
static disc_motion integrated(task *t, const double *exact, double before) {
    disc_motion motion = timed(t, from_text, exact);
    motion.seconds -= before;
    return motion;
}

/* The time at which the peer has this error: log-log between runs that are neighbours by tolerance and have
 * it between them. Errors jump up and down a little; where several pairs do, the fastest counts. Infinite
 * when no run is so exact. */
static double seconds_at(const disc_motion *runs, double error) {
    double best = INFINITY;
    for (int i = 0; i < TOLERANCES; i++) {
        const disc_motion *a = &runs[i], *b = &runs[i + 1 < TOLERANCES ? i + 1 : i];
        if (a->missing != NULL || b->missing != NULL) continue;
        if (a->error <= error) best = fmin(best, a->seconds);
        if ((a->error - error) * (b->error - error) >= 0) continue;
        double part = log(a->error / error) / log(a->error / b->error);
        best = fmin(best, a->seconds * pow(b->seconds / a->seconds, part));
    }
    return best;
}

static double tolerance_of(int i) {
    return pow(10, TOLERANCES - 1 - HARDEST - i);
}

static void tell_tolerance(int i, const disc_motion *own, const disc_motion *runs) {
    char ratio[40] = "CVODE never";
    double seconds = seconds_at(runs, own->error);
    if (isfinite(seconds)) snprintf(ratio, sizeof ratio, "%.3g", seconds / own->seconds);
    bench_note("  %.0e: ours %6.2f ms, error %.1e; CVODE %6.2f ms, %6lu evaluations, error %.1e%s; at equal error: %s",
               tolerance_of(i), 1e3 * own->seconds, own->error, 1e3 * runs[i].seconds, runs[i].evaluations,
               runs[i].error, runs[i].missing != NULL ? " (does not count)" : "", ratio);
}

static void compare_cvode(task *t, const double *exact, disc_motion *own, double before) {
    const char *what = "CVODE Adams on equations by hand, at our error at 1e-10 / ours";
    disc_motion runs[TOLERANCES];
    for (int i = 0; i < TOLERANCES; i++) {
        t->tolerance = tolerance_of(i);
        runs[i] = disc_by_cvode(disc_parameters, END, t->tolerance, t->start);
        if (i == 0 && runs[i].missing != NULL) {
            bench_not_measured(what, runs[i].missing);
            return;
        }
        set_error(&runs[i], exact);
        if (i != MIDDLE) own[i] = integrated(t, exact, before);
    }
    for (int i = 0; i < TOLERANCES; i++) tell_tolerance(i, &own[i], runs);
    double seconds = seconds_at(runs, own[MIDDLE].error);
    if (isfinite(seconds)) bench_line(what, seconds / own[MIDDLE].seconds, ">=", 10);
    else bench_not_measured(what, "CVODE never comes so near to the exact end");
}

/* ---- all ---- */

static void tell(const char *what, const task *t) {
    bench_note(
        "  %s: %.2f ms, %.2f of it before the first step; %llu steps, %llu rejected, %lu evaluations, error %.1e", what,
        1e3 * t->motion.seconds, 1e3 * seconds_before(t), (unsigned long long)t->info.steps,
        (unsigned long long)t->info.rejected, t->motion.evaluations, t->motion.error);
}

static void tell_limit(const task *whole, const double *exact) {
    task t = *whole;
    disc_motion m = timed(&t, by_hand, exact);
    if (m.missing == NULL)
        bench_note(
            "  our integrator on equations by hand: %.2f ms, %lu evaluations, error %.1e; from energies / this: %.3g",
            1e3 * m.seconds, m.evaluations, m.error, whole->motion.seconds / m.seconds);
}

static void compare(nh_context *context, scipy_result *scipy, int start) {
    double exact[DISC_STATES];
    disc_motion own[TOLERANCES];
    task t = {context, by_body, starts[start], END, TOLERANCE, {0}, {0}};
    memcpy(exact, t.start, sizeof exact);
    disc_reference(disc_parameters, END, exact);
    bench_note("  theta %g, psi' %g, phi' %g, theta' %g", t.start[4], t.start[5], t.start[6], t.start[7]);
    if (timed(&t, from_text, exact).missing == NULL) tell("from a body", &t);
    t.text = disc_text;
    double before = seconds_before(&t);
    own[MIDDLE] = integrated(&t, exact, before);
    if (own[MIDDLE].missing != NULL) {
        bench_note("  failed: %s", own[MIDDLE].missing);
        return;
    }
    tell("from energies", &t);
    tell_limit(&t, exact);
    bench_note("  ours, integration alone: %.2f ms", 1e3 * own[MIDDLE].seconds);
    compare_scipy(scipy, start, &own[MIDDLE], exact);
    compare_cvode(&t, exact, own, before);
}

void bench_motion(nh_context *context) {
    static scipy_result scipy;
    bench_note("\nmotion of the rolling disc, t = 0 .. %g, from text to the last row", END);
    ask_scipy(&scipy);
    if (scipy.missing[0] == 0) bench_note("  SymPy needs %.1f s for the equations, which do not count", scipy.derived);
    for (int i = 0; i < STARTS; i++) compare(context, &scipy, i);
}
