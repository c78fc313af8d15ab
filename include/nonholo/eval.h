/* Evaluation: accelerations, multipliers and energies of a model at given states.
 *
 *     nh_eval_def def = nh_default_eval();
 *     def.digits = 30;
 *     nh_eval *eval;
 *     if (nh_eval_make(model, &def, &eval) != NH_OK) ...
 *     nh_eval_info info;
 *     if (nh_eval_file(eval, "states.csv", "result.csv", &info) == NH_OK) ... info.residual ...
 *     nh_eval_destroy(eval);
 *
 * A state is used as given and never projected onto the constraints; `residual` measures its distance from them.
 *
 * Without digits, all computations are in doubles. With digits they are in ball arithmetic, which encloses every number
 * in proved bounds: the numbers of a state are exact decimals, the parameters exact expressions, and the precision is
 * raised until all requested digits are certain. Numbers are then correctly rounded. "0" is written for a number that
 * is exactly 0, and for one that cannot be distinguished from 0 at four times the precision of the digits; a note names
 * the column and a bound. A number with fewer certain digits than requested is written with those, and a note says so.
 * Which constraints are redundant at a state is decided in doubles; that the others determine the accelerations is
 * proved. */
#ifndef NONHOLO_EVAL_H
#define NONHOLO_EVAL_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_eval nh_eval;

#define NH_EVAL_DIGITS_MAX 1000

/* Options of an evaluation. Always start from nh_default_eval(). */
typedef struct nh_eval_def {
    const char *form; /* formulation, see docs/formulations.md; default NULL: "chetaev" */
    int digits;       /* certified digits, 1 to NH_EVAL_DIGITS_MAX; default 0: doubles */
    /* nh_eval_file adds columns for the named coefficients of the formulation, by nh_eval_choose at its first state */
    bool coefficients;
    /* nh_eval_file calls it with each row, whose fields are as in the file, empty where there is no value. It must not
     * call the library for this context. Default NULL */
    void (*row)(void *user, size_t count, const char *const *fields);
    void *row_user; /* passed to row; default NULL */
    uint32_t magic; /* set by nh_default_eval; a def without it is rejected */
} nh_eval_def;

NH_API nh_eval_def nh_default_eval(void);

/* Prepares an evaluation. Returns NH_E_USAGE when def is wrong (an unknown formulation, digits out of range),
 * NH_E_MODEL when a parameter has no value, NH_E_UNSUPPORTED when the system is too large; *eval is then NULL. The
 * model must outlive the evaluation. */
NH_API nh_status nh_eval_make(const nh_model *model, const nh_eval_def *def, nh_eval **eval);
NH_API void nh_eval_destroy(nh_eval *eval); /* accepts NULL */

/* The numbers of a state: t, coordinates, velocities x', with the formulation "vakonomic" multipliers mu.NAME. The name
 * is NULL when out of range. */
NH_API size_t nh_eval_inputs(const nh_eval *eval);
NH_API const char *nh_eval_input(const nh_eval *eval, size_t i);
/* The numbers of a result: t, accelerations x'', multipliers lambda.NAME (with "vakonomic" the rates mu'.NAME), with
 * the formulation "hamel" the rates eta' of the model's quasi-velocities, E, dE/dt, residual. E is the sum of q' dL/dq'
 * minus L, dE/dt its derivative along the motion with these accelerations, residual the largest residual of a
 * constraint at the state, relative to its terms. */
NH_API size_t nh_eval_columns(const nh_eval *eval);
NH_API const char *nh_eval_column(const nh_eval *eval, size_t i);

/* Adds columns for the named coefficients of the formulation, with their names in the language: voronec.B[speed,x]. If
 * they depend on a choice of independent velocities, it is that of `check`, or, where these cannot be independent at
 * this state, one chosen at this state for all states that follow; a note says which. Returns NH_E_HYPOTHESIS when the
 * formulation does not apply there. */
NH_API nh_status nh_eval_choose(nh_eval *eval, const double *state);

/* Evaluates one state: nh_eval_inputs numbers in, nh_eval_columns numbers out, not-a-number where there is no value.
 * The doubles of the state are taken as exact; with digits, the results are the certified numbers, rounded to doubles.
 * Returns NH_E_NUMERIC with a diagnostic when the equations have no value there or do not determine the accelerations,
 * NH_E_HYPOTHESIS when the formulation does not apply there; `values` then has the known numbers. NH_E_USAGE when a
 * number of the state is not finite. */
NH_API nh_status nh_eval_at(nh_eval *eval, const double *state, double *values);

/* Summary of a file of states. */
typedef struct nh_eval_info {
    size_t states;       /* evaluated */
    size_t failed;       /* those where something has no value */
    size_t inapplicable; /* of these, those where the formulation does not apply */
    double residual;     /* the largest; 0 when there is none */
    const char *message; /* why the first failed; NULL: none did; lives as long as the evaluation */
    int digits_least;    /* the fewest certified digits of a nonzero number; 0 in doubles, or when all are 0 */
    size_t zeros;        /* numbers that cannot be distinguished from 0 */
    size_t given;        /* states in the file; more than `states` after an interrupt or at a limit */
    bool is_written;     /* whether the results of the evaluated states are in the file */
} nh_eval_info;

/* Reads states from a CSV, writes results as CSV; "-" is standard input or output (the descriptor,
 * not the stream of stdio).
 *
 * States: names in the first line, in any order; other columns are ignored; one row per state. RFC 4180, with quotes,
 * line ends of any kind, a byte order mark, empty lines, and spaces around numbers. x_d may be written for x', a_1 for
 * a[1]. t may be omitted when nothing in the model depends on time. A malformed file gives NH_E_IO with a diagnostic,
 * and nothing is written.
 *
 * Results: like nh_run_write_csv; with digits, all digits including trailing zeros, and t as given. A state where
 * something has no value gets empty fields and a warning; the status is still NH_OK. After NH_E_INTERRUPT or
 * NH_E_LIMIT, the rows computed so far are written. `result` may be NULL: nothing is written, and without def.row the
 * rows are kept for nh_eval_print. info may be NULL. */
NH_API nh_status nh_eval_file(nh_eval *eval, const char *states, const char *result, nh_eval_info *info);

/* Prints the summary of the last nh_eval_file; as JSON with the rows, if they were kept. */
NH_API nh_status nh_eval_print(nh_eval *eval, nh_print_as as, const char **text);

NH_END

#endif
