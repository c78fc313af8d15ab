/* Export: the equations of motion of a model as a file for other programs.
 *
 *     nh_export_def def = nh_default_export();
 *     nh_export *file;
 *     def.form = "voronec";
 *     if (nh_export_make(model, &def, &file) != NH_OK) ...
 *     fputs(nh_export_text(file), stdout);
 *     nh_export_destroy(file);
 *
 * The C file has functions for accelerations and multipliers and needs nothing but <math.h> (docs/code.md). The same
 * equations for readers are in <nonholo/derive.h>. */
#ifndef NONHOLO_EXPORT_H
#define NONHOLO_EXPORT_H

#include <nonholo/model.h>

NH_BEGIN

typedef struct nh_export nh_export;

typedef enum nh_export_as {
    NH_EXPORT_C = 0, /* functions in C */
} nh_export_as;

/* Options of an export. Always start from nh_default_export(). */
typedef struct nh_export_def {
    nh_export_as as;  /* default NH_EXPORT_C */
    const char *form; /* the formulation; default NULL: chetaev */
    uint64_t seed;    /* for the random state at which rows and velocities are chosen when the model has no initial
                       * state; default 1 */
    uint32_t magic;   /* set by nh_default_export; a def without it is rejected */
} nh_export_def;

NH_API nh_export_def nh_default_export(void);

/* Writes the file. Returns NH_E_USAGE when def is wrong or the formulation is unknown, NH_E_HYPOTHESIS with a
 * diagnostic when the formulation does not apply, NH_E_UNSUPPORTED when there is no such file: the system is too large,
 * or the formulation has other motions than the Chetaev condition gives; NH_E_INTERRUPT or NH_E_LIMIT when interrupted
 * or at a limit. *file is then NULL. */
NH_API nh_status nh_export_make(const nh_model *model, const nh_export_def *def, nh_export **file);
NH_API void nh_export_destroy(nh_export *file); /* accepts NULL */

/* The text of the file, which lives as long as the export. NULL for NULL. */
NH_API const char *nh_export_text(const nh_export *file);

NH_END

#endif
