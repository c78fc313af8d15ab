/* What follows from what: whether some conditions on positions and velocities imply others.
 *
 *     nh_read_def read = nh_default_read();
 *     read.conditions = (nh_strings){(const char *[]){"e: x' = y'"}, 1};
 *     ... nh_model_read(context, &read, text, length, &model) ...
 *     nh_implies_def def = nh_default_implies();
 *     def.given = (nh_strings){(const char *[]){"a", "e"}, 2};
 *     def.then = (nh_strings){(const char *[]){"b"}, 1};
 *     nh_implies *implies;
 *     if (nh_implies_make(model, &def, &implies) != NH_OK) ...
 *     nh_implies_info info = nh_implies_get_info(implies);
 *     if (info.implied.truth == NH_YES && info.exceptions == 0) ...
 *     nh_implies_destroy(implies);
 *
 * Names are those of constraints and conditions of the model, of single rows or of all rows of a family or a vector
 * equation. The states that are meant are those at which the given rows hold, geometric ones together with their
 * rates, and the assumptions of the model; of its other rows only those count that belong to the coordinates
 * themselves, such as the unit length of the parameters of a rotation; conditions that the constraints force on
 * positions along motions count where they are named. Parameters are generic in proofs and have the values of the
 * model at states that refute. */
#ifndef NONHOLO_IMPLIES_H
#define NONHOLO_IMPLIES_H

#include <nonholo/check.h>
#include <nonholo/fact.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_implies nh_implies;

/* What is asked. Always start from nh_default_implies(). */
typedef struct nh_implies_def {
    nh_strings given; /* names; none: all imposed constraints */
    nh_strings then;  /* names; all of them are asked for together */
    uint64_t seed;    /* of the random states */
    uint32_t magic;   /* set by nh_default_implies; a def without it is refused */
} nh_implies_def;

NH_API nh_implies_def nh_default_implies(void);

/* NH_E_USAGE when def is wrong or a name is not known; *implies is then NULL. The model must live
 * as long as the answer. */
NH_API nh_status nh_implies_make(const nh_model *model, const nh_implies_def *def, nh_implies **implies);
NH_API void nh_implies_destroy(nh_implies *implies); /* accepts NULL */

/* Strings and numbers live as long as the answer. */
typedef struct nh_implies_info {
    /* Yes: wherever the given rows hold, or wherever they hold outside of exceptional sets of lower dimension, of
     * states or of their positions. No: it fails at a state, and at as many around it as there are where it holds. */
    nh_fact implied;
    nh_fact elsewhere; /* of no: yes where it holds outside of the sets that are listed */
    size_t exceptions; /* sets of states on which it fails, though it holds on others */
    bool is_complete;  /* it is known that it fails nowhere else */
    bool is_empty;     /* no state satisfies the given rows, which therefore imply everything */
    /* The rows that are asked for have a value at no state that satisfies the given ones: neither yes nor no. */
    bool is_valueless;
    /* Where not, or where it fails on an exceptional set: t, coordinates, velocities, 2 n + 1 numbers,
     * rounded; NULL: none was found. */
    const double *witness;
    const char *fails;   /* the first row that fails there */
    double residual;     /* its left side minus its right side there, rounded; certainly not 0 */
    const char *why;     /* of what is undecided, in words; NULL: nothing to say */
    const char *but_for; /* of what is proved: values of the parameters for which it is not, "c = 0"; NULL: none */
} nh_implies_info;

NH_API nh_implies_info nh_implies_get_info(const nh_implies *implies);

/* A set on which it fails, or may fail. */
typedef struct nh_implies_exception {
    const char *text;      /* what holds there besides the given rows, in words of the model: "P[1]' = P[2]'" */
    const char *equations; /* the same in coordinates: "x[1]' - x[2]' = 0 and y[1]' - y[2]' = 0" */
    nh_fact fails;         /* yes: certified at a state of it; unknown: perhaps */
    const double *witness; /* that state, as above; NULL: none */
    double residual;
} nh_implies_exception;

/* i-th of them; NH_E_USAGE when there is none. */
NH_API nh_status nh_implies_get_exception(const nh_implies *implies, size_t i, nh_implies_exception *exception);

/* What was asked, and everything above, in print. */
NH_API nh_status nh_implies_print(nh_implies *implies, nh_print_as as, const char **text);

NH_END

#endif
