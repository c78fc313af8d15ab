/* Verification: the formulations of the equations of motion say the same, the balances of energy hold, and so do
 * the claims of the model.
 *
 *     nh_verify_def def = nh_default_verify();
 *     nh_verify *verify;
 *     if (nh_verify_make(model, &def, &verify) != NH_OK) ...
 *     if (nh_verify_get_info(verify).verdict == NH_VERDICT_FAILS) ...
 *     nh_verify_destroy(verify);
 *
 * Everything is computed in ball arithmetic, which encloses each number by proved bounds, at random admissible states,
 * which are proved to exist within balls, and at the start of the model. Each question is one of values that must be 0:
 * a difference of accelerations, what is left of a balance, the difference of the sides of a claim. "It holds" means
 * that all of them are proved to be below 10^-digits at all states that were looked at; "it fails", that one of them is
 * proved not to be 0 at a state, which is given. The precision is raised, up to four times what the digits take, until
 * it is the one or the other.
 *
 * Values are relative to 1 and the size of what they are made from: of an acceleration to 1 + |x''|, else to 1 + the
 * absolute values of the terms. */
#ifndef NONHOLO_VERIFY_H
#define NONHOLO_VERIFY_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_verify nh_verify;

#define NH_VERIFY_DIGITS_MAX 300
#define NH_VERIFY_SAMPLES_MAX 10000

/* What a verification is made with. Always start from nh_default_verify(). */
typedef struct nh_verify_def {
    size_t samples; /* random states, 1 to NH_VERIFY_SAMPLES_MAX; 10 unless given */
    int digits;     /* 1 to NH_VERIFY_DIGITS_MAX; 50 unless given */
    uint64_t seed;  /* of the random states, and of values for parameters that have none */
    uint32_t magic; /* set by nh_default_verify; a def without it is refused */
} nh_verify_def;

NH_API nh_verify_def nh_default_verify(void);

typedef enum nh_verdict {
    NH_VERDICT_HOLDS = 0,        /* at all states that were looked at, to the digits */
    NH_VERDICT_FAILS = 1,        /* at one state, certainly */
    NH_VERDICT_UNDECIDED = 2,    /* neither, at the highest precision */
    NH_VERDICT_INAPPLICABLE = 3, /* a formulation does not apply, a claim speaks of what is not computed */
} nh_verdict;

NH_API const char *nh_verdict_name(nh_verdict verdict); /* "holds"; a constant string */

/* NH_E_USAGE when def is wrong; NH_E_MODEL when a function that is used has no body; *verify is then NULL.
 * NH_E_INTERRUPT and NH_E_LIMIT end it without a result. The model must live as long as the verification. */
NH_API nh_status nh_verify_make(const nh_model *model, const nh_verify_def *def, nh_verify **verify);
NH_API void nh_verify_destroy(nh_verify *verify); /* accepts NULL */

typedef struct nh_verify_info {
    /* Of all together: one that fails decides, then one that is undecided; undecided without states. */
    nh_verdict verdict;
    size_t states;  /* that were looked at */
    bool has_start; /* the first one is the start of the model */
    /* That one and those around it, at which claims are looked at; without a start claims are looked at everywhere. */
    size_t near;
    size_t drawn; /* parameters that have no value, for which one was drawn */
    int digits;   /* as asked for */
    size_t items; /* questions */
    /* Why there are fewer states than were asked for, or why the start is not among them; else NULL; lives as
     * long as the verification. */
    const char *message;
} nh_verify_info;

NH_API nh_verify_info nh_verify_get_info(const nh_verify *verify);

/* What a question is about. */
typedef enum nh_verify_kind {
    /* a formulation gives the accelerations of Lagrange's equations with multipliers under the Chetaev condition; those
     * themselves: they fulfil Lagrange's equations and all rows */
    NH_VERIFY_FORM = 0,
    /* An energy changes by what its parts say: "E" and "E_star", [Homogeneous] (20)-(22);
     * "E_quasi", [Rheonomous] (18). */
    NH_VERIFY_BALANCE = 1,
    NH_VERIFY_REACTIONS =
        2, /* "virtual work": N^T A^T lambda = 0; "power": lambda A q' = 0 for homogeneous constraints */
    /* a claim of the model; at its start and around it, since on another component of the admissible
     * states it may mean nothing */
    NH_VERIFY_CLAIM = 3,
} nh_verify_kind;

/* What an energy changes by: its largest value at the states. */
typedef struct nh_verify_part {
    const char *name; /* "forces", "geometry", "potential", "constraints", "quasi-velocities" */
    double largest;
} nh_verify_part;

typedef struct nh_verify_item {
    nh_verify_kind kind;
    const char *name; /* of the formulation, of the energy, of the claim */
    nh_verdict verdict;
    const char *why; /* in words, when it does not hold everywhere or is not decided; NULL: nothing to say */
    size_t states;   /* at which it holds */
    double bound;    /* the largest value, relative as said above, is proved to be below; infinite: not bounded */
    /* Of a formulation, of a claim: that it agrees, that it holds, is proved by algebra, for all states and
     * parameters but exceptional ones. */
    bool is_proved;
    size_t state;  /* where it fails the most */
    double residual; /* there: a value that should be 0 and is not */
    size_t parts;    /* of a balance: those that are not 0 */
    const nh_verify_part *part;
} nh_verify_item;

/* i-th question; NH_E_USAGE when there is none. */
NH_API nh_status nh_verify_get_item(const nh_verify *verify, size_t i, nh_verify_item *item);
/* The i-th state, rounded: t, coordinates, velocities, 2 n + 1 numbers that live as long as the verification;
 * NULL when there is none. */
NH_API const double *nh_verify_state(const nh_verify *verify, size_t i);

/* Everything above in print. */
NH_API nh_status nh_verify_print(nh_verify *verify, nh_print_as as, const char **text);

NH_END

#endif
