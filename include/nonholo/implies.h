/* Implication: whether some conditions on positions and velocities imply others.
 *
 *     nh_read_def read = nh_default_read();
 *     read.conditions = (nh_strings){(const char *[]){"e: x' = y'"}, 1};
 *     if (nh_model_read(context, &read, text, length, &model) != NH_OK) ...
 *     nh_implies_def def = nh_default_implies();
 *     def.given = (nh_strings){(const char *[]){"a", "e"}, 2};
 *     def.then = (nh_strings){(const char *[]){"b"}, 1};
 *     nh_implies *implies;
 *     if (nh_implies_make(model, &def, &implies) != NH_OK) ...
 *     nh_implies_info info = nh_implies_get_info(implies);
 *     if (info.implied.truth == NH_YES && info.exceptions == 0) ...
 *     nh_implies_destroy(implies);
 *
 * Names are those of constraints and conditions of the model, of single rows, or of a whole family or vector equation.
 * The question is about the states at which the given rows hold (geometric ones together with their rates), and the
 * assumptions of the model. Of the other constraints, only those count that belong to the coordinates themselves, such
 * as the unit length of a quaternion; hidden constraints count when they are named. Parameters are generic in proofs,
 * and have the values of the model at states that refute. */
#ifndef NONHOLO_IMPLIES_H
#define NONHOLO_IMPLIES_H

#include <nonholo/check.h>
#include <nonholo/fact.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_implies nh_implies;

/* The question. Always start from nh_default_implies(). */
typedef struct nh_implies_def {
    nh_strings given; /* names; default none: all imposed constraints */
    nh_strings then;  /* names; all of them together are the conclusion */
    uint64_t seed;    /* for the random states */
    uint32_t magic;   /* set by nh_default_implies; a def without it is rejected */
} nh_implies_def;

NH_API nh_implies_def nh_default_implies(void);

/* Returns NH_E_USAGE when def is wrong or a name is unknown; *implies is then NULL. The model must outlive the
 * answer. */
NH_API nh_status nh_implies_make(const nh_model *model, const nh_implies_def *def, nh_implies **implies);
NH_API void nh_implies_destroy(nh_implies *implies); /* accepts NULL */

/* Strings and numbers live as long as the answer. */
typedef struct nh_implies_info {
    /* Yes: it holds wherever the given rows hold, or wherever they hold outside exceptional sets, which have a lower
     * dimension as states or as positions. No: it fails at a state, and on a set around it of the same dimension as
     * where it holds. */
    nh_fact implied;
    nh_fact elsewhere; /* when `implied` is no: yes if it holds outside the listed sets */
    size_t exceptions; /* exceptional sets of states, on which it fails */
    bool is_complete;  /* it certainly fails nowhere else */
    bool is_empty;     /* no state satisfies the given rows, which therefore imply everything */
    /* The conclusion has a value at no state that satisfies the given rows: neither yes nor no. */
    bool is_valueless;
    /* A state where it fails, perhaps of an exceptional set: t, coordinates, velocities, 2 n + 1 numbers, rounded;
     * NULL: none was found. */
    const double *witness;
    const char *fails;   /* the first row that fails there */
    double residual;     /* its left side minus its right side there, rounded; certainly not 0 */
    const char *why;     /* why it is undecided; NULL otherwise */
    const char *but_for; /* parameter values excluded from the proof, "c = 0"; NULL: none */
} nh_implies_info;

NH_API nh_implies_info nh_implies_get_info(const nh_implies *implies);

/* A set on which it fails, or may fail. */
typedef struct nh_implies_exception {
    const char *text;      /* its additional equations, in terms of the model: "P[1]' = P[2]'" */
    const char *equations; /* the same in coordinates: "x[1]' - x[2]' = 0 and y[1]' - y[2]' = 0" */
    nh_fact fails;         /* yes: certified at one of its states; unknown: perhaps */
    const double *witness; /* that state, as above; NULL: none */
    double residual;
} nh_implies_exception;

/* The i-th exceptional set; NH_E_USAGE when there is none. */
NH_API nh_status nh_implies_get_exception(const nh_implies *implies, size_t i, nh_implies_exception *exception);

/* Prints the question and all of the above. */
NH_API nh_status nh_implies_print(nh_implies *implies, nh_print_as as, const char **text);

NH_END

#endif
