/* First integrals: functions of the state that are constant along every motion of a model.
 *
 *     nh_integrals_def def = nh_default_integrals();
 *     nh_integrals *integrals;
 *     if (nh_integrals_make(model, &def, &integrals) != NH_OK) ...
 *     for (size_t i = 0; i < nh_integrals_get_info(integrals).count; i++) {
 *         nh_integral item;
 *         nh_integrals_get_item(integrals, i, &item);
 *         ... item.text ...
 *     }
 *     nh_integrals_destroy(integrals);
 *
 * Each one is judged before it is listed, with the same proofs and states as an equation that is given to
 * <nonholo/judge.h>: its rate along the motion is 0 for all states and parameter values. They are independent of each
 * other at almost all states. That no others were found does not prove that there are none; what was searched is
 * listed. */
#ifndef NONHOLO_INTEGRALS_H
#define NONHOLO_INTEGRALS_H

#include <nonholo/fact.h>
#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_integrals nh_integrals;

#define NH_INTEGRALS_DEGREE_MAX 6

/* Options. Always start from nh_default_integrals(). */
typedef struct nh_integrals_def {
    int degree;       /* highest degree in the velocities, 1 to NH_INTEGRALS_DEGREE_MAX; default 2 */
    bool has_measure; /* an invariant measure is searched for, too */
    bool has_special; /* and values of parameters with which there are more */
    uint64_t seed;
    uint32_t magic; /* set by nh_default_integrals; a def without it is rejected */
} nh_integrals_def;

NH_API nh_integrals_def nh_default_integrals(void);

/* Returns NH_E_USAGE when def is wrong, NH_E_INTERRUPT or NH_E_LIMIT when interrupted or at a limit; *integrals is then
 * NULL. The model must outlive the result. */
NH_API nh_status nh_integrals_make(const nh_model *model, const nh_integrals_def *def, nh_integrals **integrals);
NH_API void nh_integrals_destroy(nh_integrals *integrals); /* accepts NULL */

/* Strings live as long as the result. */
typedef struct nh_integrals_info {
    size_t count;
    size_t undecided; /* candidates whose rate is neither proved to be 0, nor certified, nor refuted */
    /* How many independent ones there can be: variables of the state, less 1 without explicit time; 0: not known. */
    size_t most;
    size_t searched_count;
    const char *const *searched; /* what was searched, one sentence each */
    size_t symmetries;           /* point symmetries of the Lagrangian and of the constraints that were found */
    size_t open_symmetries;      /* further ones that were neither proved nor refuted */
    /* Commutators of these fields that are not 0: "[X1, X3] = X2"; `brackets`: all others are proved to be 0. */
    size_t commutator_count;
    const char *const *commutators;
    bool brackets;
    size_t linear; /* systems of linear equations that velocities obey */
    /* Why only energy, momenta and functions of positions were tried, or nothing; NULL: more was searched. */
    const char *why;
} nh_integrals_info;

NH_API nh_integrals_info nh_integrals_get_info(const nh_integrals *integrals);

/* One first integral. */
typedef struct nh_integral {
    const char *text; /* in the language of models */
    const char *latex;
    int degree;        /* in the velocities, where it is a polynomial in them; otherwise -1 */
    nh_evidence by;    /* proved or certified */
    const char *from;  /* "energy", "momentum of x", "constraints", "ansatz" */
    const char *when;  /* "A = m*R^2/4": for these values of parameters, others being arbitrary; NULL: for all */
    const char *where; /* restriction of the proof: "x' is not 0"; NULL: none */
    /* Of an integral that is linear in the velocities: the field xi of virtual displacements of which it is the
     * momentum, the sum of dL/dx' xi_x, proved. "x = y, z = -1", as <nonholo/displacements.h> takes it; NULL: none, or
     * too long. */
    const char *field;
    /* The field by symmetries: "X1 - X2", or with functions as coefficients, "X1/sqrt(1 + y^2) + ...", which makes it a
     * gauge symmetry. NULL: no such sum was found. */
    const char *generators;
    bool is_gauge; /* the coefficients are no constants */
} nh_integral;

/* The i-th one; NH_E_USAGE when there is none. */
NH_API nh_status nh_integrals_get_item(const nh_integrals *integrals, size_t i, nh_integral *item);

/* A point symmetry: a vector field on the coordinates under which the Lagrangian and all constraints are invariant. It
 * is proved. Its momentum J, the sum of dL/dx' times the component along x, obeys J' = rate. */
typedef struct nh_integrals_symmetry {
    const char *text; /* "x = -y, y = x": as <nonholo/displacements.h> takes it */
    const char *latex;
    const char *momentum; /* J */
    const char *rate;     /* "0", or the work of reactions (lambda.NAME) and forces on the field; NULL: undecided */
    bool is_compatible;   /* the field is a virtual displacement, proved: reactions do no work on it */
    nh_evidence by;       /* of the rate; NONE: undecided */
} nh_integrals_symmetry;

/* The i-th one; NH_E_USAGE when there is none. */
NH_API nh_status nh_integrals_get_symmetry(const nh_integrals *integrals, size_t i, nh_integrals_symmetry *symmetry);

/* Velocities u whose rates are s' times linear functions of them, with coefficients that depend on the position s
 * only, proved: du/ds = c(s) u. Its solutions give `count` first integrals, in general through special functions. */
typedef struct nh_integrals_linear {
    const char *variable; /* s */
    size_t count;
    const char *const *equations; /* count: "phi'' = theta'*(...)", as <nonholo/judge.h> takes them */
    const char *second_order;     /* of two unknowns: "y'' = (p)*y' + (q)*y with y = B.Omega.z, ..."; NULL: none */
    const char *special;          /* whose equation that is: "Legendre's equation in cos(theta), ..."; NULL: unknown */
} nh_integrals_linear;

/* The i-th one; NH_E_USAGE when there is none. */
NH_API nh_status nh_integrals_get_linear(const nh_integrals *integrals, size_t i, nh_integrals_linear *linear);

/* Quasi-velocities that the symmetries leave alone, as many as there are independent velocities: their rates are
 * functions of them and of fewer positions, or of none, so that their equations can be solved first. */
typedef struct nh_integrals_separation {
    size_t count;                   /* 0: none were found, or velocities of coordinates already do so */
    const char *const *definitions; /* "eta1 = cos(phi)*x' + sin(phi)*y'": as `quasi` takes it in a model */
    const char *const *rates;       /* "eta1' = a*eta2^2" */
    const char *positions;          /* that occur in the rates: "theta"; "" */
    nh_evidence by;                 /* of the rates */
} nh_integrals_separation;

NH_API nh_integrals_separation nh_integrals_get_separation(const nh_integrals *integrals);

/* An invariant measure of the motion with a density that depends on the coordinates only. Strings are NULL where there
 * is nothing to say; without has_measure all are. */
typedef struct nh_integrals_measure {
    const char *density, *latex; /* in the language of models */
    const char *volume;          /* "dx dy dphi dv dw": the density is multiplied by this; d(B.R): rotations */
    const char *obstruction;     /* why there is none that is smooth, for almost all values of the parameters */
    const char *when;            /* "a = 0": for these values of parameters; NULL: all */
    const char *special;         /* "a = 0": here there is a density, although in general there is none */
    const char *why;             /* why nothing is known */
    nh_evidence by;              /* of the density, or of the obstruction */
    /* Euler-Jacobi: "by quadratures: ...", or what is missing for that; NULL: no density. */
    const char *quadratures;
    bool is_integrable; /* it is: by quadratures */
    /* Chaplygin's reducing multiplier: with dtau = N dt and these momenta the equations of the positions whose
     * velocities are independent are Hamilton's, dq/dtau = dH/dP, dP/dtau = -dH/dq. NULL: they were not shown to be. */
    const char *multiplier;     /* N */
    const char *const *momenta; /* "P_x = x'/sqrt(1 + y^2)" */
    size_t momentum_count;
    const char *hamiltonian; /* H, in the positions and P_x, ... */
    nh_evidence hamiltonian_by;
} nh_integrals_measure;

NH_API nh_integrals_measure nh_integrals_get_measure(const nh_integrals *integrals);

/* Prints all of the above. */
NH_API nh_status nh_integrals_print(nh_integrals *integrals, nh_print_as as, const char **text);

NH_END

#endif
