/* Reports: one HTML file about a model, for any current browser. It needs no network and no other file.
 *
 *     nh_report_def def = nh_default_report();
 *     def.check = check;            // <nonholo/check.h>
 *     def.derivation = derivation;  // <nonholo/derive.h>, of the form "all"
 *     def.run = run;                // <nonholo/run.h>, made with def.sketch, and with def.reactions
 *     if (nh_report_write(model, &def, "leibniz.html") != NH_OK) ...
 *
 * A report shows the text of the model, the analysis, the equations in all formulations, the motion: an animation,
 * plots, numbers; first integrals; and the stability of a steady motion; each part when it is given. Several motions,
 * of different formulations from the same initial state, are shown together, in one animation and in the same panels,
 * with their differences from the first. For this they need points at the same times:
 *
 *     other.form = "vakonomic";     // another nh_run_def, like that of `run`
 *     other.sketch_at = nh_run_get_sketch_times(run, &other.sketch_count);
 *
 * Without common times the differences are omitted. A long motion is shown by some thousand points. Texts from the
 * model are shown as text, whatever they contain; formulas in the comment at its head are typeset
 * (models/README.md). */
#ifndef NONHOLO_REPORT_H
#define NONHOLO_REPORT_H

#include <nonholo/check.h>
#include <nonholo/derive.h>
#include <nonholo/integrals.h>
#include <nonholo/run.h>
#include <nonholo/stability.h>

NH_BEGIN

/* The parts of a report, all of the same model. Always start from nh_default_report(). */
typedef struct nh_report_def {
    nh_check *check; /* default NULL: omitted; likewise the others */
    nh_derive *derivation;
    nh_run *run;           /* without def.sketch it shows only the rows, without def.reactions no constraint forces */
    nh_run *const *others; /* further motions of the model, shown with `run` and compared with it; NULL: none */
    size_t other_count;
    nh_integrals *integrals;   /* first integrals; NULL: those that `run` found, if it was made with def.integrals */
    nh_stability_study *study; /* of one quantity that is varied: matrices, and eigenvalues over its values */
    const char *file;          /* the name of the model's file; NULL: none */
    const char *command;       /* the command that reproduces the report, for the reader; NULL: not shown */
    const char *date;          /* "2026-01-31"; NULL: not shown */
    uint64_t seed;             /* shown to the reader; default 1 */
    uint32_t magic;            /* set by nh_default_report; a def without it is rejected */
} nh_report_def;

NH_API nh_report_def nh_default_report(void);

/* Writes the report, replacing the file atomically; "-" is standard output (the descriptor, not the stream of stdio).
 * The report includes the warnings of the context, and errors that did not stop the work. Returns NH_E_USAGE when def
 * is wrong, NH_E_IO when the file cannot be written. */
NH_API nh_status nh_report_write(const nh_model *model, const nh_report_def *def, const char *path);

NH_END

#endif
