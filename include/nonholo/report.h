/* Reports: one HTML file about a model, to be shown to people. It needs no network and no other file, and opens
 * in any current browser.
 *
 *     nh_report_def def = nh_default_report();
 *     def.check = check;            // <nonholo/check.h>
 *     def.derivation = derivation;  // <nonholo/derive.h>, of the form "all"
 *     def.run = run;                // <nonholo/run.h>, made with def.sketch, and with def.reactions
 *     if (nh_report_write(model, &def, "leibniz.html") != NH_OK) ...
 *
 * It shows the text of the model, what is known of it, its equations in all formulations, and the motion: an animation,
 * curves over time, numbers. Each part is there when it is given. Several motions, of other formulations from the same
 * start, are shown together: in one animation, in the same panels, with how far each is from the first. For that they
 * want points at the same times:
 *
 *     other.form = "vakonomic";     // an nh_run_def like that of `run`
 *     other.sketch_at = nh_run_get_sketch_times(run, &other.sketch_count);
 *
 * Without common times the differences are left out. Of a long motion some thousand points are in it; all are in its
 * CSV. Texts from the model are shown as text, whatever is in them. */
#ifndef NONHOLO_REPORT_H
#define NONHOLO_REPORT_H

#include <nonholo/check.h>
#include <nonholo/derive.h>
#include <nonholo/run.h>

NH_BEGIN

/* What a report is made from; all of the same model. Always start from nh_default_report(). */
typedef struct nh_report_def {
    nh_check *check;       /* NULL, the default: left out; likewise the others */
    nh_derive *derivation; /* not one for C alone */
    nh_run *run;           /* without def.sketch its rows alone are shown, without def.reactions no constraint forces */
    nh_run *const *others; /* further motions of the model, shown together with `run` and measured by it; NULL: none */
    size_t other_count;
    const char *file;    /* the name of the model's file; NULL: none */
    const char *command; /* that makes the report again, for the reader; NULL: not told */
    const char *date;    /* "2026-01-31"; NULL: not told */
    uint64_t seed;       /* told to the reader; 1 */
    uint32_t magic;      /* set by nh_default_report; a def without it is refused */
} nh_report_def;

NH_API nh_report_def nh_default_report(void);

/* Replaces the file whole or not at all; "-" is standard output: the descriptor, not the stream of stdio. The warnings
 * of the context are in the report, and errors that did not end the work. NH_E_USAGE when def is wrong, NH_E_IO when
 * the file cannot be written. */
NH_API nh_status nh_report_write(const nh_model *model, const nh_report_def *def, const char *path);

NH_END

#endif
