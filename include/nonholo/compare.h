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
 * Model, start, span, tolerances and times of the rows are the same for all of them. The vakonomic equations have
 * another motion than those of the Chetaev condition; all other formulations have the same one, so that their
 * differences are errors of the integration. What is said of differences is seen in the rows: nothing is known of
 * what lies between them. */
#ifndef NONHOLO_COMPARE_H
#define NONHOLO_COMPARE_H

#include <nonholo/run.h>

NH_BEGIN

typedef struct nh_compare nh_compare;

/* What a comparison is made with. Always start from nh_default_compare(). */
typedef struct nh_compare_def {
    /* Span, rows, tolerances; its form and method are not looked at. Without a step, times, or a step of the model the
     * rows stand at 200 equal intervals. Its columns are names that at least one of the motions must have. */
    nh_run_def run;
    const char *const
        *forms; /* formulations, as in nh_run_def; the others are measured by the first one that applies */
    size_t form_count;
    const char *const *methods; /* each formulation is integrated by each of them; NULL, the default: dop853 */
    size_t method_count;
    double visible; /* motions that differ by more than this, relative to the size of the motion, have parted; 1e-6 */
    uint32_t magic; /* set by nh_default_compare; a def without it is refused */
} nh_compare_def;

NH_API nh_compare_def nh_default_compare(void);

/* A formulation that does not apply is left out, with a warning that says why, as long as two motions are left; else it
 * is NH_E_HYPOTHESIS. NH_E_USAGE when def is wrong: less than two motions, one that is named twice, an unknown
 * formulation or method, `visible` not above 0, a column that none of them has; further as nh_run_make; *compare is
 * then NULL. An interrupt ends it with the motions that there are, the last one as far as it went; NH_E_INTERRUPT when
 * there is none. The model must live as long as the comparison. */
NH_API nh_status nh_compare_make(const nh_model *model, const nh_compare_def *def, nh_compare **compare);
NH_API void nh_compare_destroy(nh_compare *compare); /* accepts NULL */

typedef struct nh_compare_info {
    size_t parts;    /* formulations, times methods */
    size_t first;    /* the one that the others are measured by */
    size_t motions;  /* parts that have a motion */
    size_t columns;  /* of all motions together */
    double from, to; /* the span that was asked for */
    double visible;
} nh_compare_info;

NH_API nh_compare_info nh_compare_get_info(const nh_compare *compare);

/* One of the motions, and how far it is from the first one, which it is compared with in the rows that both have: as
 * far as both go. All that is said of differences is not a number, and false, for the first one itself, and where
 * there are no such rows. */
typedef struct nh_compare_part {
    const char *name; /* the formulation; with several methods "chetaev/dop853" */
    nh_status status; /* NH_OK: it has a motion; NH_E_HYPOTHESIS: it does not apply; NH_E_INTERRUPT: it was not begun */
    const char *why;  /* why it has no motion, or why that ended early; NULL when it is finished */
    nh_outcome outcome; /* of the motion, and the time that it reached */
    double end;
    uint64_t steps, evaluations;
    double seconds;     /* work of the processor, with that for making the equations */
    size_t rows;        /* that were compared */
    double common;      /* the time of the last of them */
    double difference;  /* the largest |difference| of a coordinate or velocity, */
    const char *column; /* of which of them, */
    double t;           /* and when */
    /* The largest difference relative to the size of its column: the largest absolute value there in the first
     * motion; of all coordinates, or all velocities, for a column that is below 1e-6 of that; and in the other motion
     * where all of these are 0. */
    double relative;
    /* Whether the relative difference is above `visible` in some row, and the time of the first such row: it was passed
     * since the row before. Not a number when there is none. */
    bool has_parted;
    double parted;
    double energy; /* the largest |E - E of the first| */
    /* The largest |difference| of a lambda.NAME, of which -mu'.NAME takes the place where multipliers are integrated;
     * not a number when they have none in common. */
    double multipliers;
} nh_compare_part;

/* NH_E_USAGE when there is no part of this number. */
NH_API nh_status nh_compare_get(const nh_compare *compare, size_t i, nh_compare_part *part);
/* The motion, which the comparison owns; NULL when it has none. */
NH_API const nh_run *nh_compare_run(const nh_compare *compare, size_t i);
/* The columns of all motions together: t, coordinates, velocities x', multipliers of any of them, E, watches. NULL when
 * there is none of this number. */
NH_API const char *nh_compare_column(const nh_compare *compare, size_t column);

/* Writes all motions as one CSV, as nh_run_write_csv does: the name of the part in the first column, `form`, then those
 * of nh_compare_column; first all rows of the first motion, then of the second, and so on. A field is empty where a
 * motion has no such column. Where def.run.columns names columns, these are written, in their order. */
NH_API nh_status nh_compare_write_csv(const nh_compare *compare, const char *path);
/* The same with `form` and these columns, in this order; NH_E_USAGE when one of them does not exist. */
NH_API nh_status nh_compare_write_columns(const nh_compare *compare, const char *path, size_t count,
                                          const size_t *columns);
/* Draws the motions over each other, one colour each, then their differences from the first one, energies,
 * multipliers; otherwise as nh_run_write_plot. Curves are drawn through the points that def.run.sketch keeps, without
 * it only the rows are marked. */
NH_API nh_status nh_compare_write_plot(const nh_compare *compare, const char *path);

/* The summary in print: a line and a sentence for each motion, and the files that were written of them until now. */
NH_API nh_status nh_compare_print(nh_compare *compare, nh_print_as as, const char **text);

NH_END

#endif
