/* How the stability of a steady motion depends on a parameter, or on what distinguishes the members of its family.
 *
 *     nh_stability_def def = nh_default_stability();
 *     def.vary = (nh_strings){(const char *[]){"v=0:10"}, 1};
 *     nh_stability_study *study;
 *     if (nh_stability_make(model, &def, &study) != NH_OK) ...
 *     const nh_stability_info *info = nh_stability_get(study);
 *     for (size_t i = 0; i < info->changes; i++) ... info->change[i].text, info->change[i].kind ...
 *     nh_stability_destroy(study);
 *
 * The steady motion nearest to the initial state is followed from value to value. docs/steady.md has the theory. */
#ifndef NONHOLO_STABILITY_H
#define NONHOLO_STABILITY_H

#include <nonholo/linearize.h>

NH_BEGIN

typedef struct nh_stability_study nh_stability_study;

#define NH_STABILITY_VALUES_MAX 10000

/* Options. Always start from nh_default_stability(). */
typedef struct nh_stability_def {
    /* "NAME=A:B" or "NAME=A:B:N": a parameter, a coordinate or a velocity ("psi'"), and N values from A to B, which are
     * decimal numbers; 51 of one, 21 of two. Two of them make a map. */
    nh_strings vary;
    int digits;     /* of eigenvalues and of the values at which something changes; default 15 */
    uint32_t magic; /* set by nh_default_stability; a def without it is rejected */
} nh_stability_def;

NH_API nh_stability_def nh_default_stability(void);

/* Returns what nh_linearize_make does; NH_E_USAGE for ranges that cannot be read, names that are not in the model, and
 * more than NH_STABILITY_VALUES_MAX values; NH_E_HYPOTHESIS when there is no steady motion near the initial state, or
 * the steady motions do not differ by the coordinate or velocity that is varied. */
NH_API nh_status nh_stability_make(const nh_model *model, const nh_stability_def *def, nh_stability_study **study);
NH_API void nh_stability_destroy(nh_stability_study *study); /* accepts NULL */

/* At one value, or one of each. */
typedef struct nh_stability_row {
    double value[2];
    const nh_linearize_info *linear; /* NULL: the motion was not found, or has no linearised equations */
    const char *why;                 /* then, in words */
} nh_stability_row;

typedef enum nh_stability_kind {
    NH_CHANGE_ZERO_ROOT,      /* a real eigenvalue goes through 0, or in a reversible system a pair meets there */
    NH_CHANGE_IMAGINARY_PAIR, /* a pair of conjugates goes through the imaginary axis */
    NH_CHANGE_DOUBLE_ROOT,    /* two eigenvalues meet: real ones become a pair, or imaginary ones leave the axis */
} nh_stability_kind;

/* A value at which stability may change. It is certainly within the radius, if the steady motions there depend on the
 * value continuously. */
typedef struct nh_stability_change {
    double value, radius;
    const char *text; /* its certain digits */
    /* The value, or its square, in closed form, "psi'^2 = g/(3*R)", as text and as LaTeX: in parameters where that is
     * possible, else a number. It is a zero of the function, computed from the matrices as formulas, that changes its
     * sign there, and lies within the radius. NULL: none is found. */
    const char *formula, *latex;
    nh_stability_kind kind;
    const char *name;           /* "zero root", "imaginary pair", "double root" */
    double re, omega;           /* the eigenvalue there: its real part, the absolute value of its imaginary part */
    const char *before, *after; /* the verdicts on both sides */
} nh_stability_change;

typedef struct nh_stability_info {
    size_t varied; /* 1 or 2 */
    const char *name[2];
    size_t count[2]; /* of values; the second one varies fastest */
    size_t rows;
    const nh_stability_row *row;
    size_t begin;   /* if one quantity is varied: the row where the branch begins, nearest to the model's value */
    size_t changes; /* if one quantity is varied; ascending */
    const nh_stability_change *change;
} nh_stability_info;

NH_API const nh_stability_info *nh_stability_get(const nh_stability_study *study);
NH_API nh_status nh_stability_print(nh_stability_study *study, nh_print_as as, const char **text);
/* One row per value: the values, the verdict, real and imaginary parts of all eigenvalues except explained zeros. "-"
 * is standard output. */
NH_API nh_status nh_stability_write_csv(nh_stability_study *study, const char *path);
/* Real and imaginary parts over the value, and the root locus; of two the map of verdicts. By the ending of the path
 * .svg, .png or .pdf; needs gnuplot. */
NH_API nh_status nh_stability_write_plot(nh_stability_study *study, const char *path);

NH_END

#endif
