/* Comparisons: the same motion under several formulations or methods, side by side.
 *
 *     const char *const forms[] = {"chetaev", "vakonomic"};
 *     nh_compare_def def = nh_default_compare();
 *     def.forms = forms;
 *     def.form_count = 2;
 *     nh_compare *compare;
 *     if (nh_compare_make(model, &def, &compare) != NH_OK) ...
 *     nh_compare_part part;
 *     if (nh_compare_get(compare, 1, &part) == NH_OK && part.has_parted) ... part.parted ...
 *     nh_compare_destroy(compare);
 *
 * Model, initial state, span, tolerances and times of the rows are the same for all. The vakonomic equations have other
 * motions than those of the Chetaev condition; all other formulations have the same motion, so that their differences
 * are errors of the integration. Differences are measured in the rows only, not between them. */
#ifndef NONHOLO_COMPARE_H
#define NONHOLO_COMPARE_H

#include <nonholo/run.h>

NH_BEGIN

typedef struct nh_compare nh_compare;

/* Options of a comparison. Always start from nh_default_compare(). */
typedef struct nh_compare_def {
    /* Span, rows, tolerances; its form and method are ignored. Without a step, times, or a step of the model, there are
     * 200 equal intervals between rows. Each name in its columns must be a column of at least one motion. */
    nh_run_def run;
    const char *const *forms; /* formulations; the first one that applies is the reference for the others */
    size_t form_count;
    const char *const *methods; /* each formulation is integrated by each of them; default NULL: dop853 */
    size_t method_count;
    double visible; /* motions that differ by more than this, relative to their size, have parted; default 1e-6 */
    uint32_t magic; /* set by nh_default_compare; a def without it is rejected */
} nh_compare_def;

NH_API nh_compare_def nh_default_compare(void);

/* Computes the motions. A formulation that does not apply is omitted with a warning, as long as two motions remain;
 * otherwise the status is NH_E_HYPOTHESIS. Returns NH_E_USAGE when def is wrong: fewer than two motions, one named
 * twice, an unknown formulation or method, `visible` not positive, a column that no motion has; other errors as
 * nh_run_make. *compare is then NULL. After an interrupt the comparison has the motions so far, the last one up to that
 * time; NH_E_INTERRUPT when there is none. The model must outlive the comparison. */
NH_API nh_status nh_compare_make(const nh_model *model, const nh_compare_def *def, nh_compare **compare);
NH_API void nh_compare_destroy(nh_compare *compare); /* accepts NULL */

typedef struct nh_compare_info {
    size_t parts;    /* formulations, times methods */
    size_t first;    /* the reference for the others */
    size_t motions;  /* parts that have a motion */
    size_t columns;  /* of all motions together */
    double from, to; /* the requested span */
    double visible;
} nh_compare_info;

NH_API nh_compare_info nh_compare_get_info(const nh_compare *compare);

/* One of the motions, and its differences from the first one, in the rows that both have. For the first motion, and
 * when there are no such rows, the differences are not-a-number and false. */
typedef struct nh_compare_part {
    const char *name; /* the formulation; with several methods "chetaev/dop853" */
    nh_status
        status; /* NH_OK: there is a motion; NH_E_HYPOTHESIS: it does not apply; NH_E_INTERRUPT: it was not started */
    const char *why;    /* why there is no motion, or why it ended early; NULL when it finished */
    nh_outcome outcome; /* of the motion, and the time it reached */
    double end;
    uint64_t steps, evaluations;
    double seconds;     /* processor time, including the derivation of the equations */
    size_t rows;        /* compared */
    double common;      /* the time of the last of them */
    double difference;  /* the largest |difference| of a coordinate or velocity */
    const char *column; /* its column */
    double t;           /* and its time */
    /* The largest difference relative to the size of its column, which is the largest absolute value there in the first
     * motion. For a column below 1e-6 of all coordinates, or of all velocities, it is the size of these; where they are
     * all 0, that in the other motion. */
    double relative;
    /* Whether the relative difference exceeds `visible` in some row, and the time of the first such row (not a number
     * when there is none); it was exceeded between that row and the row before. */
    bool has_parted;
    double parted;
    double energy; /* the largest |E - E of the first| */
    /* The largest |difference| of a lambda.NAME, or of -mu'.NAME where multipliers are integrated; not a number when
     * the motions have none in common. */
    double multipliers;
} nh_compare_part;

/* NH_E_USAGE when out of range. */
NH_API nh_status nh_compare_get(const nh_compare *compare, size_t i, nh_compare_part *part);
/* The motion, which the comparison owns; NULL when there is none. */
NH_API const nh_run *nh_compare_run(const nh_compare *compare, size_t i);
/* The columns of all motions together: t, coordinates, velocities x', multipliers of any of them, E, watches. NULL when
 * out of range. */
NH_API const char *nh_compare_column(const nh_compare *compare, size_t column);

/* Writes all motions as one CSV, like nh_run_write_csv. The first column, `form`, has the name of the part; the columns
 * of nh_compare_column follow, or those of def.run.columns. All rows of the first motion come first, then those of the
 * second, and so on. A field is empty where a motion has no such column. */
NH_API nh_status nh_compare_write_csv(const nh_compare *compare, const char *path);
/* Writes `form` and these columns, in this order; NH_E_USAGE when one of them does not exist. */
NH_API nh_status nh_compare_write_columns(const nh_compare *compare, const char *path, size_t count,
                                          const size_t *columns);
/* Plots the motions over each other, each in its colour, then their differences from the first one, energies, and
 * multipliers; otherwise like nh_run_write_plot. Curves go through the points that def.run.sketch keeps; without it,
 * only the rows are marked. */
NH_API nh_status nh_compare_write_plot(const nh_compare *compare, const char *path);

/* Prints the summary: a line and a sentence for each motion, and the files written so far. */
NH_API nh_status nh_compare_print(nh_compare *compare, nh_print_as as, const char **text);

NH_END

#endif
