/* Verification: checks that the formulations of the equations of motion agree, and that the energy balances and the
 * claims of the model hold.
 *
 *     nh_verify_def def = nh_default_verify();
 *     nh_verify *verify;
 *     if (nh_verify_make(model, &def, &verify) != NH_OK) ...
 *     if (nh_verify_get_info(verify).verdict == NH_VERDICT_FAILS) ...
 *     nh_verify_destroy(verify);
 *
 * All computations are in ball arithmetic, which encloses each number in proved bounds, at random admissible states,
 * which are proved to exist within balls, and at the initial state of the model. Each check is about values that must
 * be 0: a difference of accelerations, the residual of a balance, the difference of the sides of a claim. "Holds" means
 * that all of them are proved to be below 10^-digits at all states checked; "fails", that one of them is proved to be
 * nonzero at a state, which is given. The precision is raised, up to four times that of the digits, until one of them
 * is true.
 *
 * Values are relative to 1 and the size of their terms: an acceleration to 1 + |x''|, all others to 1 + the absolute
 * values of the terms. */
#ifndef NONHOLO_VERIFY_H
#define NONHOLO_VERIFY_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_verify nh_verify;

#define NH_VERIFY_DIGITS_MAX 300
#define NH_VERIFY_SAMPLES_MAX 10000

/* Options of a verification. Always start from nh_default_verify(). */
typedef struct nh_verify_def {
    size_t samples; /* random states, 1 to NH_VERIFY_SAMPLES_MAX; default 10 */
    int digits;     /* 1 to NH_VERIFY_DIGITS_MAX; default 50 */
    uint64_t seed;  /* for the random states, and the values of parameters that have none */
    uint32_t magic; /* set by nh_default_verify; a def without it is rejected */
} nh_verify_def;

NH_API nh_verify_def nh_default_verify(void);

typedef enum nh_verdict {
    NH_VERDICT_HOLDS = 0,        /* at all states checked, to the digits */
    NH_VERDICT_FAILS = 1,        /* at one state, certainly */
    NH_VERDICT_UNDECIDED = 2,    /* neither, at the highest precision */
    NH_VERDICT_INAPPLICABLE = 3, /* a formulation does not apply, or a claim contains something that is not computed */
} nh_verdict;

NH_API const char *nh_verdict_name(nh_verdict verdict); /* "holds"; a constant string */

/* Returns NH_E_USAGE when def is wrong, NH_E_INTERRUPT or NH_E_LIMIT when interrupted or at a limit; *verify is then
 * NULL. The model must outlive the verification. */
NH_API nh_status nh_verify_make(const nh_model *model, const nh_verify_def *def, nh_verify **verify);
NH_API void nh_verify_destroy(nh_verify *verify); /* accepts NULL */

typedef struct nh_verify_info {
    /* The verdict on all checks together: fails if one fails, else undecided if one is, or without states. */
    nh_verdict verdict;
    size_t states;  /* checked */
    bool has_start; /* the first state is the initial state of the model */
    /* The number of states at and around the initial state, where claims are checked; without an initial state they are
     * checked everywhere. */
    size_t near;
    size_t drawn; /* parameters without a value, which got a random one */
    /* "xi(a1)=2.5 + ..., ...": bodies that were drawn for functions without one; nothing is proved then. NULL: none. */
    const char *bodies;
    int digits;   /* as requested */
    size_t items; /* checks */
    /* Why there are fewer states than requested, or why the initial state is not among them; else NULL. Lives as long
     * as the verification. */
    const char *message;
} nh_verify_info;

NH_API nh_verify_info nh_verify_get_info(const nh_verify *verify);

/* The subject of a check. */
typedef enum nh_verify_kind {
    /* A formulation gives the accelerations of Lagrange's equations with multipliers under the Chetaev condition; for
     * these themselves: they satisfy Lagrange's equations and all constraints. */
    NH_VERIFY_FORM = 0,
    /* The change of an energy is the sum of its parts: "E" and "E_star", [Homogeneous] (20)-(22); "E_quasi",
     * [Rheonomous] (18). */
    NH_VERIFY_BALANCE = 1,
    /* "virtual work": N^T A^T lambda = 0; "power": lambda A q' = 0 for homogeneous constraints */
    NH_VERIFY_REACTIONS = 2,
    /* A claim of the model; at its initial state and around it, since on another component of the admissible states it
     * may be meaningless. */
    NH_VERIFY_CLAIM = 3,
} nh_verify_kind;

/* A part of the change of an energy: its largest value at the states. */
typedef struct nh_verify_part {
    const char *name; /* "forces", "geometry", "potential", "constraints", "quasi-velocities" */
    double largest;
} nh_verify_part;

typedef struct nh_verify_item {
    nh_verify_kind kind;
    const char *name; /* of the formulation, of the energy, of the claim */
    nh_verdict verdict;
    const char *why; /* why it does not hold everywhere or is undecided; NULL otherwise */
    size_t states;   /* where it holds */
    double bound;    /* proved bound on the largest value, relative as said above; infinite: none */
    /* For a formulation or a claim: it is proved by algebra, for all states and parameter values except exceptional
     * ones. */
    bool is_proved;
    size_t state;    /* the state where it fails most */
    double residual; /* there, a value that should be 0 and is not */
    size_t parts;    /* for a balance: its nonzero parts */
    const nh_verify_part *part;
} nh_verify_item;

/* The i-th check; NH_E_USAGE when there is none. */
NH_API nh_status nh_verify_get_item(const nh_verify *verify, size_t i, nh_verify_item *item);
/* The i-th state, rounded: t, coordinates, velocities, 2 n + 1 numbers that live as long as the verification; NULL when
 * out of range. */
NH_API const double *nh_verify_state(const nh_verify *verify, size_t i);

/* Prints all of the above. */
NH_API nh_status nh_verify_print(nh_verify *verify, nh_print_as as, const char **text);

NH_END

#endif
