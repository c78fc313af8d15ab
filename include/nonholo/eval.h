/* Evaluation: accelerations, multipliers and energies of a model at given states.
 *
 *     nh_eval_def def = nh_default_eval();
 *     def.digits = 30;
 *     nh_eval *eval;
 *     if (nh_eval_make(model, &def, &eval) == NH_OK) ... nh_eval_file(eval, "states.csv", "result.csv", &info) ...
 *     nh_eval_destroy(eval);
 *
 * A state is taken as it is given and never moved onto the constraints; `residual` says how far from them it is.
 *
 * Without digits everything is computed in doubles. With digits it is computed in ball arithmetic, which encloses every
 * number by proved bounds: the numbers of a state are taken as exact decimals, the parameters as exact expressions, and
 * the precision is raised until all digits asked for are certain. A number is then correctly rounded. "0" is written
 * for a number that is exactly 0, and for one that cannot be told from 0 with four times the precision that the digits
 * take; a note names the column and a bound. A number with fewer certain digits than asked for is written with those,
 * and a note says so. Which of the constraints are redundant at a state is decided in doubles; that the others
 * determine the accelerations is proved. */
#ifndef NONHOLO_EVAL_H
#define NONHOLO_EVAL_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_eval nh_eval;

#define NH_EVAL_DIGITS_MAX 1000

/* What an evaluation is made with. Always start from nh_default_eval(). */
typedef struct nh_eval_def {
    const char *form; /* the formulation: "chetaev", the default when NULL; docs/formulations.md has all of them */
    int digits;       /* certified digits, 1 to NH_EVAL_DIGITS_MAX; 0, the default: doubles */
    /* nh_eval_file adds columns for the named coefficients of the formulation, as nh_eval_choose
     * does for its first state */
    bool coefficients;
    /* nh_eval_file calls it with each row, the fields as the file has them, empty where there is no value; NULL, the
     * default: nobody is called. Must not call the library for this context */
    void (*row)(void *user, size_t count, const char *const *fields);
    void *row_user; /* handed to row; default NULL */
    uint32_t magic; /* set by nh_default_eval; a def without it is refused */
} nh_eval_def;

NH_API nh_eval_def nh_default_eval(void);

/* NH_E_USAGE when def is wrong: an unknown formulation, a number of digits out of range; NH_E_MODEL when a
 * parameter has no value; NH_E_UNSUPPORTED when the system is too large; *eval is then NULL. The model must live as
 * long as the evaluation. */
NH_API nh_status nh_eval_make(const nh_model *model, const nh_eval_def *def, nh_eval **eval);
NH_API void nh_eval_destroy(nh_eval *eval); /* accepts NULL */

/* The numbers of a state: t, coordinates, velocities x', with the formulation "vakonomic" multipliers mu.NAME. The name
 * is NULL when there is none of this number. */
NH_API size_t nh_eval_inputs(const nh_eval *eval);
NH_API const char *nh_eval_input(const nh_eval *eval, size_t i);
/* Those of a result: t, accelerations x'', multipliers lambda.NAME (with "vakonomic" the rates mu'.NAME), with the
 * formulation "hamel" the rates eta' of the model's quasi-velocities, E, dE/dt, residual. E is the sum of q' dL/dq'
 * less L, dE/dt its derivative along the motion with these accelerations, residual the largest residual of a constraint
 * at the state, relative to the size of its terms. */
NH_API size_t nh_eval_columns(const nh_eval *eval);
NH_API const char *nh_eval_column(const nh_eval *eval, size_t i);

/* Adds columns for the named coefficients of the formulation, as the language names them: voronec.B[speed,x]. Those
 * that have independent velocities in them belong to the ones that `check` announces or, where these cannot be
 * independent at this state, to those that are chosen at it, at all states that follow; a note says which.
 * NH_E_HYPOTHESIS when the formulation does not apply there. */
NH_API nh_status nh_eval_choose(nh_eval *eval, const double *state);

/* One state: nh_eval_inputs numbers in, nh_eval_columns numbers out, not-a-number where there is none. The
 * doubles of the state are exact; with digits the results are the certified numbers, rounded to doubles.
 * NH_E_NUMERIC, with a diagnostic, when the equations have no value there or do not determine the accelerations,
 * NH_E_HYPOTHESIS when the formulation does not apply there: values then has what is known. NH_E_USAGE when a
 * number of the state is not finite. */
NH_API nh_status nh_eval_at(nh_eval *eval, const double *state, double *values);

/* What is said of a file of states. */
typedef struct nh_eval_info {
    size_t states;       /* that were evaluated */
    size_t failed;       /* those at which something has no value */
    size_t inapplicable; /* those of them at which the formulation does not apply */
    double residual;     /* the largest; 0 when there is none */
    const char *message; /* why the first of them failed; NULL when none did; lives as long as the evaluation */
    int digits_least;    /* the fewest certified digits of a number that is not 0; 0 in doubles, or when all are 0 */
    size_t zeros;        /* numbers that cannot be told from 0 */
    size_t given;        /* states in the file; more than were evaluated after an interrupt or at a limit */
    bool is_written;     /* whether the results of the evaluated states are in the file */
} nh_eval_info;

/* Reads states from a CSV, writes results as CSV; "-" is standard input or output (the descriptor,
 * not the stream of stdio).
 *
 * States: the names in the first line, in any order; other columns are ignored; one row a state. RFC 4180: quotes, line
 * ends of any kind, a mark of UTF-8 at the beginning, empty lines, blanks around numbers. x_d may stand for x', a_1 for
 * a[1]. When nothing in the model depends on time, t may be missing. A file that is no such table gives NH_E_IO with a
 * diagnostic: where and what; then nothing is written.
 *
 * Results: as nh_run_write_csv writes them; with digits all of them, trailing zeros too, and t as it was given. A state
 * at which something has no value gets empty fields and a warning, and the status is still NH_OK. NH_E_INTERRUPT or
 * NH_E_LIMIT after rows were computed: those are written. The result may be NULL: then nothing is written; without
 * def.row the rows are kept for nh_eval_print. info may be NULL. */
NH_API nh_status nh_eval_file(nh_eval *eval, const char *states, const char *result, nh_eval_info *info);

/* The summary of the last nh_eval_file in print; as JSON with the rows, where they were kept. */
NH_API nh_status nh_eval_print(nh_eval *eval, nh_print_as as, const char **text);

NH_END

#endif
