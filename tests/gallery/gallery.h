/* Motions of built-in models, for tests of what a system is known for.
 *
 *     gallery_motion motion = gallery_run(&(gallery_def){.name = "sleigh", .set = "a=0.2", .to = 20});
 *     ... gallery_value(&motion, row, "theta'") ...
 *     gallery_close(&motion);
 *
 * A motion that does not come to its end fails the test, unless the def says that it may stop. */
#ifndef NH_TESTS_GALLERY_H
#define NH_TESTS_GALLERY_H

#include <math.h>
#include <string.h>

#include "support.h"

enum { GALLERY_OPTIONS = 16 };

typedef struct gallery_def {
    const char *name;
    const char *set, *init, *with, *without; /* several are separated by ";" */
    double to;                               /* 0: as the model says */
    double step;                             /* of the rows; 0: as the model says */
    double tolerance;                        /* 0: that of a run */
    bool may_stop;                           /* `stop when` ends it */
} gallery_def;

typedef struct gallery_motion {
    nh_context *context;
    nh_model *model;
    nh_run *run;
    nh_run_info info;
} gallery_motion;

typedef struct gallery_options {
    char text[400];
    const char *items[GALLERY_OPTIONS];
} gallery_options;

static inline nh_strings gallery_split(gallery_options *options, const char *list) {
    nh_strings strings = {options->items, 0};
    assert_true(strlen(list == NULL ? "" : list) < sizeof options->text);
    strcpy(options->text, list == NULL ? "" : list);
    for (char *part = strtok(options->text, ";"); part != NULL; part = strtok(NULL, ";")) {
        assert_true(strings.count < GALLERY_OPTIONS);
        options->items[strings.count++] = part + strspn(part, " ");
    }
    return strings;
}

static inline void gallery_fail(const gallery_motion *motion, const char *name) {
    for (size_t i = 0; i < nh_context_diag_count(motion->context); i++)
        print_error("%s\n", nh_context_diag(motion->context, i)->sentence);
    fail_msg("%s: it cannot be read, or run", name);
}

static inline gallery_motion gallery_run(const gallery_def *def) {
    gallery_motion motion = {.context = test_context()};
    gallery_options set, init, with, without;
    nh_read_def read = nh_default_read();
    read.set = gallery_split(&set, def->set);
    read.init = gallery_split(&init, def->init);
    read.with = gallery_split(&with, def->with);
    read.without = gallery_split(&without, def->without);
    read.name = def->name;
    const nh_builtin *builtin = nh_builtin_find(def->name);
    if (builtin == NULL) fail_msg("there is no model '%s'", def->name);
    nh_run_def run = nh_default_run();
    if (def->to != 0) run.to = def->to;
    if (def->step != 0) run.step = def->step;
    if (def->tolerance != 0) run.rtol = run.atol = def->tolerance;
    if (nh_model_read(motion.context, &read, builtin->text, strlen(builtin->text), &motion.model) != NH_OK ||
        nh_run_make(motion.model, &run, &motion.run) != NH_OK)
        gallery_fail(&motion, def->name);
    motion.info = nh_run_get_info(motion.run);
    if (motion.info.outcome > (def->may_stop ? NH_OUTCOME_STOPPED : NH_OUTCOME_FINISHED))
        fail_msg("%s: it ends at t = %g: %s", def->name, motion.info.end, motion.info.message);
    return motion;
}

static inline double gallery_value(const gallery_motion *motion, size_t row, const char *column) {
    for (size_t i = 0; i < motion->info.columns; i++)
        if (strcmp(nh_run_column(motion->run, i), column) == 0) return nh_run_value(motion->run, row, i);
    fail_msg("there is no column %s", column);
    return NAN;
}

/* In the last row. */
static inline double gallery_last(const gallery_motion *motion, const char *column) {
    return gallery_value(motion, motion->info.rows - 1, column);
}

/* The largest |value| from the time `from` on. */
static inline double gallery_largest(const gallery_motion *motion, const char *column, double from) {
    double most = 0;
    for (size_t row = 0; row < motion->info.rows; row++)
        if (gallery_value(motion, row, "t") >= from) most = fmax(most, fabs(gallery_value(motion, row, column)));
    return most;
}

static inline void gallery_close(gallery_motion *motion) {
    nh_run_destroy(motion->run);
    nh_model_destroy(motion->model);
    nh_context_destroy(motion->context);
}

/* |found - wanted| <= tolerance, else the test fails and says both. */
static inline void gallery_near(const char *what, double found, double wanted, double tolerance) {
    if (!(fabs(found - wanted) <= tolerance)) fail_msg("%s is %.10g, not %.10g", what, found, wanted);
}

#endif
