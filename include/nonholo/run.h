/* Motions: a model simulated over a span of time.
 *
 *     nh_run_def def = nh_default_run();
 *     def.to = 5;
 *     nh_run *run;
 *     if (nh_run_make(model, &def, &run) == NH_OK) ... nh_run_value(run, row, column) ...
 *     nh_run_destroy(run);
 *
 * The equations are those of the formulation that def names; the method is DOP853 with projection on all
 * constraints after each step. A motion that cannot go on is no error: the run says where and why it ended, and has
 * what was computed until then. */
#ifndef NONHOLO_RUN_H
#define NONHOLO_RUN_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_run nh_run;

/* Whether formulas that are evaluated often are compiled to machine code by the system's C compiler, and kept in
 * ${XDG_CACHE_HOME:-$HOME/.cache}/nonholo. The numbers are the same. */
typedef enum nh_native_use {
    NH_NATIVE_AUTO = 0,   /* when that saves time, where there is a compiler */
    NH_NATIVE_ALWAYS = 1, /* at once; a note says why when it cannot be done */
    NH_NATIVE_NEVER = 2,
} nh_native_use;

/* What a motion is made with. Always start from nh_default_run(). */
typedef struct nh_run_def {
    double from, to; /* not a number, the default: as the model says, else 0 and 10. Backwards is allowed */
    double step; /* spacing of the rows; 0, the default: as the model says, else one row for each step of the method */
    const double *at; /* times of the rows, in the order of the run; NULL, the default: none are given */
    size_t at_count;
    const char *form;   /* the formulation: "chetaev", the default when NULL; docs/formulations.md has all of them */
    const char *method; /* of integration: "dop853", the default when NULL, is the one that there is; docs/methods.md */
    double rtol, atol;  /* relative and absolute tolerance of the error of one step in each component; both 1e-10 */
    bool reactions;     /* columns for the constraint forces on all points and bodies follow the watches; false */
    /* keep points for nh_run_write_plot and nh_run_write_picture, between the rows and behind them
     * too, some thousands; false */
    bool sketch;
    /* with sketch: times at which there are points, in the order of the run; others are chosen where these are too far
     * apart, and behind the last of them. NULL, the default: none */
    const double *sketch_at;
    size_t sketch_count;
    nh_native_use native;       /* NH_NATIVE_AUTO */
    const char *const *columns; /* names that the run must have as columns, seen before it is computed; NULL: none */
    size_t column_count;
    /* A file to which the rows are written while they are computed, as nh_run_write_csv and, where columns are named,
     * nh_run_write_columns do; "-" is standard output. It has what was computed when the motion ends early; it stays as
     * it was when there is no run. NULL, the default: none */
    const char *csv;
    /* The columns for constraint forces are left out of that file, where no columns are named; false. */
    bool csv_without_reactions;
    /* Of the rows only the last is kept, and those that drawings need: memory does not grow with their number.
     * nh_run_value and nh_run_write_csv have no others. false */
    bool forget_rows;
    uint32_t magic; /* set by nh_default_run; a def without it is refused */
} nh_run_def;

NH_API nh_run_def nh_default_run(void);
/* The name of the i-th method of integration, "dop853", for nh_run_def.method; NULL when there is none. */
NH_API const char *nh_run_method(size_t i);

/* NH_E_MODEL when there is no start, or none that satisfies the constraints, or a parameter has no value;
 * NH_E_UNSUPPORTED when the model asks for something that is not computed; NH_E_HYPOTHESIS when the formulation does
 * not apply; NH_E_USAGE when def is wrong: an unknown formulation or method, a span or a step that is not finite, a
 * tolerance below 0 or both 0, times out of order or outside of the span, times and a step, more than 10^9 rows, a
 * column that does not exist; *run is then NULL. The model must live as long as the run. */
NH_API nh_status nh_run_make(const nh_model *model, const nh_run_def *def, nh_run **run);
NH_API void nh_run_destroy(nh_run *run); /* accepts NULL */

/* How a motion ended. */
typedef enum nh_outcome {
    NH_OUTCOME_FINISHED = 0,
    NH_OUTCOME_STOPPED = 1,  /* by `stop when`, or where an assumption of the model was left */
    NH_OUTCOME_SINGULAR = 2, /* at a place where it is not determined */
    NH_OUTCOME_FAILED = 3,   /* for another reason; also interrupted */
} nh_outcome;

NH_API const char *nh_outcome_name(nh_outcome outcome); /* "finished"; a constant string */

/* What can be said of a motion. */
typedef struct nh_run_info {
    const char *form;   /* the equations that were solved, in words */
    const char *method; /* of integration: "DOP853" */
    nh_outcome outcome;
    const char *message;  /* why it ended; NULL when it is finished */
    double from, to, end; /* the span that was asked for, and the time that was reached */
    size_t freedoms;      /* coordinates less independent rows of constraints, at the start */
    size_t rows, columns;
    uint64_t steps, rejected, evaluations;
    double residual; /* the largest residual of a constraint in the rows, relative to the size of its terms */
    /* The largest of |E(t) - E(0) - work done| in the rows, relative to the largest |T|, |V| or work. */
    double energy_error;
    size_t invariants, claims, events;
} nh_run_info;

NH_API nh_run_info nh_run_get_info(const nh_run *run);
/* Columns: t, coordinates, velocities x', multipliers lambda.NAME (with the formulation "vakonomic" mu.NAME and
 * mu'.NAME), E, watches; with def.reactions also reaction(P).x .y .z for every point with mass, reaction(B) and
 * reactiontorque(B) likewise for every body with mass or inertia. NULL when there is none. */
NH_API const char *nh_run_column(const nh_run *run, size_t column);

/* What a column has. */
typedef enum nh_column_kind {
    NH_COLUMN_TIME = 0,
    NH_COLUMN_COORDINATE = 1,
    NH_COLUMN_VELOCITY = 2,
    NH_COLUMN_MULTIPLIER = 3,       /* lambda.NAME */
    NH_COLUMN_MULTIPLIER_STATE = 4, /* mu.NAME, where multipliers are state variables, */
    NH_COLUMN_MULTIPLIER_RATE = 5,  /* and mu'.NAME, whose negative takes the place of lambda.NAME */
    NH_COLUMN_ENERGY = 6,
    NH_COLUMN_WATCH = 7,
    NH_COLUMN_REACTION = 8, /* a component of a constraint force or its torque */
} nh_column_kind;

typedef struct nh_column {
    const char *name;
    nh_column_kind kind;
    size_t number; /* of its coordinate; of a multiplier, of its row of constraints (nh_model_row); else 0 */
} nh_column;

/* NH_E_USAGE when there is none of this number. */
NH_API nh_status nh_run_get_column(const nh_run *run, size_t column, nh_column *result);
/* The times of the points that were kept for drawing, in the order of the run, *count of them; NULL and 0 without
 * def.sketch. As def.sketch_at of another run they give it points at the same times, so that both can be shown
 * together. They live as long as the run. */
NH_API const double *nh_run_get_sketch_times(const nh_run *run, size_t *count);
/* Not a number when there is no such row or column, or the row was not kept. */
NH_API double nh_run_value(const nh_run *run, size_t row, size_t column);

/* An invariant of the model, or, behind these, a function of positions that the analysis found to be constant by the
 * constraints, which the projection keeps; its name is then the function. Its value at the start, its largest change
 * since then in the rows; not a number when it is not computed, or has no value in some row. */
typedef struct nh_run_invariant {
    const char *name;
    double start, drift;
} nh_run_invariant;
NH_API nh_status nh_run_get_invariant(const nh_run *run, size_t i, nh_run_invariant *invariant);

/* A claim `a = b`: the largest |a - b| in the rows, relative to the largest that its terms have been, or to 1e-6 of the
 * largest terms of all claims and of the state at the start when that is more; not a number when it is not computed, or
 * has no value in any row: in rows in which a side has no value, as it is written, it is neither true nor false. A
 * vector has three, NAME.x, .y, .z. */
typedef struct nh_run_claim {
    const char *name;
    double error;
    bool holds;         /* errors of the integration may be all of it */
    double no_value_at; /* the first time at which it has no value; not a number: it always has one */
} nh_run_claim;
NH_API nh_status nh_run_get_claim(const nh_run *run, size_t i, nh_run_claim *claim);

/* An event, or the stop, in the order of the run. */
typedef struct nh_run_event {
    const char *name; /* "stop" for a stop */
    double t;
    bool rising;
    bool becomes_true; /* it is a comparison, which became true; rising means nothing then */
} nh_run_event;
NH_API nh_status nh_run_get_event(const nh_run *run, size_t i, nh_run_event *event);

/* Writes all rows as CSV (RFC 4180 with lines that end in "\n"; as many digits as read back to the same number;
 * not-a-number is an empty field), replacing the file whole or not at all; "-" is standard output: the descriptor, not
 * the stream of stdio. NH_E_USAGE when the rows were not kept. */
NH_API nh_status nh_run_write_csv(const nh_run *run, const char *path);
/* Whether a file can be written there, to know it before a long computation: NH_E_IO, and a diagnostic, when it cannot.
 * Nothing is changed. What is no regular file, and "-", is not looked at. */
NH_API nh_status nh_run_check_path(nh_context *context, const char *path);
/* The same as nh_run_write_csv with these columns, in this order; NH_E_USAGE when there is none or one
 * of them does not exist. */
NH_API nh_status nh_run_write_columns(const nh_run *run, const char *path, size_t count, const size_t *columns);

/* Writes the motion as one picture for people, replacing the file whole or not at all: the paths of points and bodies,
 * coordinates, watches and energies over time, how well constraints and invariants are kept; as far as the model has
 * them. The ending of the path says what is written: .svg, .png or .pdf; another one is NH_E_USAGE. Only what was
 * computed is drawn: with def.sketch the points that were kept for it; else the rows, joined by lines when they are the
 * steps of the method, as marks when they are others. Very many are thinned, extremes stay. The program gnuplot draws
 * it: NH_E_UNSUPPORTED when there is none; NH_E_IO when it fails or the file cannot be written; NH_E_USAGE when neither
 * rows nor a sketch were kept. The model must still live. */
NH_API nh_status nh_run_write_plot(const nh_run *run, const char *path);
/* Whether a picture could be drawn there, to know it before a long computation: NH_E_USAGE for another ending, NH_E_IO
 * when the file cannot be written, NH_E_UNSUPPORTED when there is no gnuplot, with a diagnostic. Nothing is changed. */
NH_API nh_status nh_run_check_plot(nh_context *context, const char *path);

/* Writes one picture of the system itself in motion, replacing the file whole or not at all: what the model draws (its
 * points, bodies, springs and trails when it says nothing), at some moments from the start, pale, to the end, strong,
 * over the trails of the whole motion. A planar system is drawn in its plane, a spatial one as seen from one side, with
 * shadows on the ground. A system that draws nothing gets its coordinates over time. The path ends with .svg; another
 * ending is NH_E_USAGE, NH_E_IO when the file cannot be written. The points are those of nh_run_write_plot; no other
 * program is needed. The model must still live. */
NH_API nh_status nh_run_write_picture(const nh_run *run, const char *path);
/* Whether such a picture could be written there, to know it before a long computation: NH_E_USAGE for another ending,
 * NH_E_IO when the file cannot be written, with a diagnostic. Nothing is changed. */
NH_API nh_status nh_run_check_picture(nh_context *context, const char *path);

/* The summary of a motion in print: how it ended, how well constraints, energy, invariants and claims are kept, its
 * last row, and the files that were written of it until now: the CSV of the def, plots, pictures, a report of which
 * it is the first motion. */
NH_API nh_status nh_run_print(nh_run *run, nh_print_as as, const char **text);

/* How a built-in model moves as it stands. */
typedef struct nh_builtin_motion {
    const nh_builtin *builtin;
    nh_status status; /* of reading and running; what follows is 0 when it is not NH_OK */
    size_t coordinates, constraints;
    nh_run_info run;   /* without its texts */
    double invariants; /* the largest change of one, relative to its size or to 1 */
    double claims;     /* the largest error of one */
} nh_builtin_motion;

/* Returns motion->status. */
NH_API nh_status nh_builtin_move(nh_context *context, const nh_builtin *builtin, nh_builtin_motion *motion);
/* A line, or an object, for each. *text lives as long as the context. */
NH_API nh_status nh_builtin_print_motions(nh_context *context, nh_print_as as, size_t count,
                                          const nh_builtin_motion *motions, const char **text);

NH_END

#endif
