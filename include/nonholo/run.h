/* Motions: simulation of a model over a time span.
 *
 *     nh_run_def def = nh_default_run();
 *     def.to = 5;
 *     nh_run *run;
 *     if (nh_run_make(model, &def, &run) != NH_OK) ...
 *     double value = nh_run_value(run, row, column);
 *     nh_run_destroy(run);
 *
 * Where the model was read with `end`, initial values are found first with which the motion ends so; NH_E_NUMERIC comes
 * with the best ones where there are none. The equations are those of the formulation in def; the method is DOP853 with
 * projection onto all constraints after each step. A motion that cannot continue is not an error: the run reports where
 * and why it ended, and has the results up to there. */
#ifndef NONHOLO_RUN_H
#define NONHOLO_RUN_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_run nh_run;

/* Whether formulas that are evaluated often are compiled to machine code by the system's C compiler, and cached in
 * ${XDG_CACHE_HOME:-$HOME/.cache}/nonholo. The numbers are the same. */
typedef enum nh_native_use {
    NH_NATIVE_AUTO = 0,   /* when this saves time and there is a compiler */
    NH_NATIVE_ALWAYS = 1, /* immediately; a note says why when this is not possible */
    NH_NATIVE_NEVER = 2,
} nh_native_use;

typedef enum nh_run_integrals_use {
    NH_RUN_INTEGRALS_NONE = 0,
    NH_RUN_INTEGRALS_WATCHED = 1,
    NH_RUN_INTEGRALS_KEPT = 2,
} nh_run_integrals_use;

/* Options of a run. Always start from nh_default_run(). */
typedef struct nh_run_def {
    double from, to;  /* time span; default (not a number): the model's, or 0 and 10. `to` may be less than `from` */
    double step;      /* spacing of the rows; default 0: the model's, or one row per step of the method */
    const double *at; /* times of the rows, in the order of the run; default NULL: none */
    size_t at_count;
    const char *form;   /* formulation, see docs/formulations.md; default NULL: "chetaev" */
    const char *method; /* integration method, see docs/methods.md; default NULL: "dop853", the only one so far */
    double rtol, atol;  /* relative and absolute error tolerance per step and component; default 1e-10 */
    bool reactions;     /* adds columns for the constraint forces on all points and bodies; default false */
    /* keeps some thousand points for nh_run_write_plot and nh_run_write_picture, independent of the rows; default
     * false */
    bool sketch;
    /* with sketch: times of points to keep, in the order of the run; more are added where these are too far apart, and
     * after the last. Default NULL: none */
    const double *sketch_at;
    size_t sketch_count;
    nh_native_use native;       /* default NH_NATIVE_AUTO */
    const char *const *columns; /* column names to validate before the run starts; default NULL: none */
    size_t column_count;
    /* A file to which the rows are written as they are computed, like nh_run_write_csv or, with `columns`,
     * nh_run_write_columns; "-" is standard output. When the motion ends early, the file has the rows so far; when
     * there is no run, it is not changed. Default NULL: none */
    const char *csv;
    /* Omits the columns of constraint forces from that file, unless `columns` is given; default false. */
    bool csv_without_reactions;
    /* Keeps only the last row and those that drawings need, so that memory does not grow with their number;
     * nh_run_value and nh_run_write_csv have no others. Default false */
    bool forget_rows;
    /* First integrals of the motion (<nonholo/integrals.h>): their changes are reported like those of invariants, and
     * plotted; with NH_RUN_INTEGRALS_KEPT those that are proved are also kept constant by projection. Default: none are
     * sought. Not for formulations with other motions than Chetaev's. */
    nh_run_integrals_use integrals;
    uint32_t magic; /* set by nh_default_run; a def without it is rejected */
} nh_run_def;

NH_API nh_run_def nh_default_run(void);
/* The name of the i-th method of integration, "dop853", for nh_run_def.method; NULL when there is none. */
NH_API const char *nh_run_method(size_t i);

/* Computes a motion. Returns NH_E_MODEL when there is no initial state that satisfies the constraints, or a parameter
 * has no value; NH_E_UNSUPPORTED when the model asks for something that is not supported; NH_E_HYPOTHESIS when the
 * formulation does not apply; NH_E_USAGE when def is wrong: an unknown formulation or method, a span or a step that is
 * not finite, a negative tolerance or two that are 0, times out of order or outside the span, both times and a step,
 * more than 10^9 rows, or a column that does not exist. *run is then NULL. The model must outlive the run. */
NH_API nh_status nh_run_make(const nh_model *model, const nh_run_def *def, nh_run **run);
NH_API void nh_run_destroy(nh_run *run); /* accepts NULL */

/* How a motion ended. */
typedef enum nh_outcome {
    NH_OUTCOME_FINISHED = 0,
    NH_OUTCOME_STOPPED = 1,  /* by `stop when`, or because an assumption of the model no longer held */
    NH_OUTCOME_SINGULAR = 2, /* at a singular configuration, where the motion is not determined */
    NH_OUTCOME_FAILED = 3,   /* for another reason, such as an interrupt */
} nh_outcome;

NH_API const char *nh_outcome_name(nh_outcome outcome); /* "finished"; a constant string */

/* Summary of a motion. */
typedef struct nh_run_info {
    const char *form;   /* the equations that were solved, in words */
    const char *method; /* integration method: "DOP853" */
    nh_outcome outcome;
    const char *message;       /* why it ended; NULL when it finished */
    double from, to, end;      /* the requested span, and the time reached */
    size_t degrees_of_freedom; /* at the initial state */
    size_t rows, columns;
    uint64_t steps, rejected, evaluations;
    double residual; /* the largest residual of a constraint in the rows, relative to its terms */
    /* The largest of |E(t) - E(0) - work done| in the rows, relative to the largest |T|, |V| or work. */
    double energy_error;
    size_t invariants, claims, events;
} nh_run_info;

NH_API nh_run_info nh_run_get_info(const nh_run *run);
/* Columns: t, coordinates, velocities x', multipliers lambda.NAME (with the formulation "vakonomic" mu.NAME and
 * mu'.NAME), E, watches; with def.reactions also reaction(P).x .y .z for every point with mass, reaction(B) and
 * reactiontorque(B) likewise for every body with mass or inertia. NULL when there is none. */
NH_API const char *nh_run_column(const nh_run *run, size_t column);

/* The kind of a column. */
typedef enum nh_column_kind {
    NH_COLUMN_TIME = 0,
    NH_COLUMN_COORDINATE = 1,
    NH_COLUMN_VELOCITY = 2,
    NH_COLUMN_MULTIPLIER = 3,       /* lambda.NAME */
    NH_COLUMN_MULTIPLIER_STATE = 4, /* mu.NAME, for multipliers that are state variables */
    NH_COLUMN_MULTIPLIER_RATE = 5,  /* their rates mu'.NAME; -mu'.NAME corresponds to lambda.NAME */
    NH_COLUMN_ENERGY = 6,
    NH_COLUMN_WATCH = 7,
    NH_COLUMN_REACTION = 8, /* a component of a constraint force or its torque */
} nh_column_kind;

typedef struct nh_column {
    const char *name;
    nh_column_kind kind;
    size_t number; /* of the coordinate; of a multiplier, of its constraint equation (nh_model_row); else 0 */
} nh_column;

/* NH_E_USAGE when out of range. */
NH_API nh_status nh_run_get_column(const nh_run *run, size_t column, nh_column *result);
/* The *count times of the points kept for drawing, in the order of the run; NULL and 0 without def.sketch. Passed as
 * def.sketch_at of another run, they give it points at the same times, so that both can be shown together. They live as
 * long as the run. */
NH_API const double *nh_run_get_sketch_times(const nh_run *run, size_t *count);
/* A value; not a number when there is no such row or column, or the row was not kept. */
NH_API double nh_run_value(const nh_run *run, size_t row, size_t column);

/* An invariant of the model or, after these, a first integral of the constraints that the analysis found, which the
 * projection keeps; its name is then the function. The initial value, and the largest change in the rows; not a number
 * when it is not computed, or has no value in some row. */
typedef struct nh_run_invariant {
    const char *name;
    double start, drift;
} nh_run_invariant;
NH_API nh_status nh_run_get_invariant(const nh_run *run, size_t i, nh_run_invariant *invariant);

/* A claim `a = b`: the largest |a - b| in the rows, relative to the larger of its largest terms and 1e-6 of the largest
 * terms of all claims and of the initial state; not a number when it is not computed, or has no value in any row. In a
 * row where a side has no value, as it is written, a claim is neither true nor false. A vector has three, NAME.x, .y,
 * .z. */
typedef struct nh_run_claim {
    const char *name;
    double error;
    bool holds;         /* the error is within that of the integration */
    double no_value_at; /* the first time at which it has no value; not a number: none */
} nh_run_claim;
NH_API nh_status nh_run_get_claim(const nh_run *run, size_t i, nh_run_claim *claim);

/* An event or a stop, in the order of the run. */
typedef struct nh_run_event {
    const char *name; /* "stop" for a stop */
    double t;
    bool rising;
    bool becomes_true;   /* a comparison became true; `rising` is then meaningless */
    const double *state; /* coordinates, then velocities; NULL: no state that satisfies the constraints was found */
} nh_run_event;
NH_API nh_status nh_run_get_event(const nh_run *run, size_t i, nh_run_event *event);

/* Writes all rows as CSV (RFC 4180 with lines that end in "\n"; numbers have the digits that they need to be read back
 * exactly; not-a-number is an empty field), replacing the file atomically. "-" is standard output (the descriptor, not
 * the stream of stdio). Returns NH_E_USAGE when the rows were not kept. */
NH_API nh_status nh_run_write_csv(const nh_run *run, const char *path);
/* Checks, before a long computation, that the file can be written; returns NH_E_IO with a diagnostic when it cannot.
 * Nothing is changed. "-" and anything but a regular file are not checked. */
NH_API nh_status nh_run_check_path(nh_context *context, const char *path);
/* Like nh_run_write_csv, with these columns in this order; NH_E_USAGE when there are none, or one does not exist. */
NH_API nh_status nh_run_write_columns(const nh_run *run, const char *path, size_t count, const size_t *columns);

/* Plots the motion, replacing the file atomically: the paths of points and bodies, coordinates, watches and energies
 * over time, and how well constraints and invariants are kept. The ending of the path selects the format: .svg, .png or
 * .pdf; any other is NH_E_USAGE. The plot shows the points kept by def.sketch; without it, the rows, joined by lines
 * when they are the steps of the method, and as marks otherwise. Large numbers of points are thinned; extremes are
 * kept. The plot is drawn by gnuplot: returns NH_E_UNSUPPORTED when it is missing, NH_E_IO when it fails or the file
 * cannot be written, NH_E_USAGE when neither rows nor a sketch were kept. The model must still exist. */
NH_API nh_status nh_run_write_plot(const nh_run *run, const char *path);
/* Checks, before a long computation, that the plot can be written; returns with a diagnostic NH_E_USAGE for another
 * ending, NH_E_IO when the file cannot be written, NH_E_UNSUPPORTED when gnuplot is missing. Nothing is changed. */
NH_API nh_status nh_run_check_plot(nh_context *context, const char *path);

/* Draws a picture of the moving system, replacing the file atomically: the drawings of the model (by default its
 * points, bodies, springs and trails) at some moments, from pale at the beginning to strong at the end, over the trails
 * of the whole motion. A planar system is drawn in its plane, a spatial one from the side, with shadows on the ground.
 * For a system without drawings, the coordinates are plotted over time. The path must end with .svg: NH_E_USAGE
 * otherwise; NH_E_IO when the file cannot be written. It shows the same points as nh_run_write_plot and needs no other
 * program. The model must still exist. */
NH_API nh_status nh_run_write_picture(const nh_run *run, const char *path);
/* Checks, before a long computation, that the picture can be written; returns with a diagnostic NH_E_USAGE for another
 * ending, NH_E_IO when the file cannot be written. Nothing is changed. */
NH_API nh_status nh_run_check_picture(nh_context *context, const char *path);

/* Prints the summary of a motion: how it ended, how well constraints, energy, invariants and claims are kept, its last
 * row, and the files written so far: the CSV of the def, plots, pictures, a report of which it is the first motion. */
NH_API nh_status nh_run_print(nh_run *run, nh_print_as as, const char **text);

/* The motion of a built-in model, unchanged. */
typedef struct nh_builtin_motion {
    const nh_builtin *builtin;
    nh_status status; /* of reading and running; when it is not NH_OK, the fields below are 0 */
    size_t coordinates, constraints;
    nh_run_info run;   /* without its texts */
    double invariants; /* the largest change of an invariant, relative to its size or to 1 */
    double claims;     /* the largest error of a claim */
} nh_builtin_motion;

/* Returns motion->status. */
NH_API nh_status nh_builtin_move(nh_context *context, const nh_builtin *builtin, nh_builtin_motion *motion);
/* Prints a line, or an object, for each. *text lives as long as the context. */
NH_API nh_status nh_builtin_print_motions(nh_context *context, nh_print_as as, size_t count,
                                          const nh_builtin_motion *motions, const char **text);

NH_END

#endif
