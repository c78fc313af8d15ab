/* Analysis of a system: degrees of freedom, redundant constraints, integrability, homogeneity, energy, explicit form,
 * singular configurations.
 *
 *     nh_check_def def = nh_default_check();
 *     nh_check *check;
 *     if (nh_check_make(model, &def, &check) != NH_OK) ...
 *     nh_check_info info = nh_check_get_info(check);
 *     if (info.energy_conserved.truth == NH_YES) ...
 *     const char *text;
 *     if (nh_check_print(check, NH_PRINT_TEXT, &text) == NH_OK) puts(text);
 *     nh_check_destroy(check);
 *
 * When the admissible states have several components, the answers are for the component of the reference state: the
 * initial state of the model, or else a random admissible state. A row is one scalar constraint equation. Strings are
 * expressions or names of the language and live as long as the check. */
#ifndef NONHOLO_CHECK_H
#define NONHOLO_CHECK_H

#include <nonholo/fact.h>
#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_check_def {
    uint64_t seed;       /* for the random states */
    bool without_places; /* omits singular configurations and components, which take longest */
    bool with_special;   /* looks for special values of the parameters, which takes several checks */
    uint32_t magic;      /* set by nh_default_check; a def without it is rejected */
} nh_check_def;

NH_API nh_check_def nh_default_check(void);

typedef struct nh_check nh_check;

NH_API nh_status nh_check_make(const nh_model *model, const nh_check_def *def, nh_check **check);
NH_API void nh_check_destroy(nh_check *check); /* accepts NULL */

/* The reference state of the answers. */
typedef enum nh_check_state {
    NH_CHECK_START = 0,  /* the initial state of the model */
    NH_CHECK_RANDOM = 1, /* a random admissible state */
    /* None was found, or a function has no body: only algebra answers. Parameters without a value get one for the
     * duration of the check. */
    NH_CHECK_NONE = 2,
} nh_check_state;

/* The kind of the explicit form. */
typedef enum nh_check_form {
    NH_FORM_LINEAR = 0,
    NH_FORM_RATIONAL = 1,
    NH_FORM_RADICAL = 2,
    NH_FORM_IMPLICIT = 3,
    NH_FORM_UNKNOWN = 4,        /* no choice was made, for lack of a state */
    NH_FORM_PIECEWISE = 5,      /* between radical and implicit: if, min, max, sign, mod of velocities */
    NH_FORM_TRANSCENDENTAL = 6, /* likewise: sines, exponentials and other functions of velocities */
} nh_check_form;

NH_API const char *nh_check_form_name(nh_check_form form); /* "linear"; a constant string */

/* What happens in a set of singular states. */
typedef enum nh_condition_kind {
    NH_CONDITION_RANK = 0,    /* the rows lose rank: a singular configuration */
    NH_CONDITION_CHOICE = 1,  /* the explicit form fails; another choice of independent velocities works */
    NH_CONDITION_MASS = 2,    /* the reduced mass matrix is singular */
    NH_CONDITION_HESSIAN = 3, /* the Hessian of L is singular */
    NH_CONDITION_KINDS = 4,
} nh_condition_kind;

typedef struct nh_check_info {
    size_t n;           /* coordinates */
    nh_count m;         /* independent velocities: n - geometric - k */
    nh_count k;         /* independent kinematic constraints */
    nh_count geometric; /* independent geometric constraints */
    /* Of all imposed rows together; geometric when they contain no velocities, or when there are none. */
    nh_row_kind kind;
    double degree;       /* likewise; 0 when they have different degrees */
    nh_fact homogeneous; /* likewise */
    nh_check_state state;
    bool has_no_states; /* proved: the constraints contradict each other, and nothing follows */
    /* Why the consequences of the constraints are unknown: no admissible state was found, or the rank condition fails
     * at all of them; NULL otherwise. */
    const char *open;
    bool rank_drops_at_start;       /* the rows have a lower rank at the initial state than near it */
    nh_fact alpha_bar_equals_alpha; /* A q' = 0 at all admissible states, [Homogeneous] (24) */
    nh_fact energy_conserved;       /* E of [Homogeneous] (16) is constant along every motion */
    nh_fact chaplygin;              /* for some choice of independent velocities, [Simple] (62) */
    nh_fact regular;      /* the reduced mass matrix, [Examples] (14), is regular at almost all admissible states */
    nh_fact regular_free; /* the Hessian of L is regular at almost all states */
    /* "psi''": accelerations that the equations of motion leave open, and that are a gauge: all others are determined,
     * and no state excludes any value of these (proved). NULL: none, or not known. */
    const char *gauge;
    nh_check_form form;
    bool independent_refused; /* the independent velocities of the model are not possible at the reference state */
    size_t independent;       /* velocities; 0 when unknown */
    size_t dependent;
    size_t chaplygin_independent; /* independent velocities of that choice */
    size_t homogeneous_rows;      /* homogeneous rows that replace the others, where (24) holds */
    size_t conditions;            /* sets of singular states */
    /* By kind: whether the list is complete; NH_EVIDENCE_NONE when unknown. */
    nh_evidence conditions_complete[NH_CONDITION_KINDS];
    size_t components;      /* of the admissible states; 0: unknown */
    nh_count integrals;     /* independent first integrals f(t, q) of all kinematic rows together */
    size_t integrals_found; /* those found explicitly */
    /* All rows together are integrable: the system is holonomic, up to constants. Equivalent to the commutation
     * condition, [Algebraic] (53). */
    nh_fact commutation;
    /* If it holds, the evidence for its coefficients; NH_EVIDENCE_NONE: they are unknown. */
    nh_evidence commutation_coefficients_by;
    size_t commutation_coefficients; /* the number of nonzero coefficients */
    size_t hidden;                   /* hidden constraints, on this or on other components */
    /* Entries of the growth vector of the velocities that linear rows admit; 0: the rows are not linear, or unknown. */
    size_t growth;
    nh_evidence growth_by;
    bool growth_has_time; /* time counts as a coordinate: a row depends on it, or is affine */
    /* At all admissible states, not only at almost all: "yes" when no singular configuration is listed and the list is
     * complete; "no" when one is listed and certain. */
    nh_fact regular_everywhere, regular_free_everywhere;
    nh_count bound; /* independent constraints on accelerations, in addition to those on positions and velocities */
    /* Answers that change at special values of the parameters. is_special_known: such values were searched for, and
     * states were found with values of the parameters other than those of the model. */
    size_t special;
    bool is_special_known;
} nh_check_info;

NH_API nh_check_info nh_check_get_info(const nh_check *check);

/* One imposed constraint equation. */
typedef struct nh_check_row {
    const char *name;
    nh_row_kind kind;
    double degree;
    nh_fact homogeneous; /* as written, after clearing */
    nh_fact rheonomic;
    nh_fact redundant;       /* it depends on other rows, on the component of the reference state */
    const char *combination; /* of a redundant row, its gradient by the others: "x'*roll.y - ..."; NULL: not found */
    nh_fact integrable;      /* by itself, where the geometric rows hold; geometric rows are integrable */
    const char *integral;    /* its first integral; NULL: none, or not found */
    const char *factor;      /* the row times this is the rate of that function; "1" when exact; NULL: not found */
} nh_check_row;

NH_API size_t nh_check_row_count(const nh_check *check);
/* The i-th imposed row; NH_E_USAGE when there is none. Likewise for the functions below. */
NH_API nh_status nh_check_get_row(const nh_check *check, size_t i, nh_check_row *row);

NH_API const char *nh_check_independent(const nh_check *check, size_t i);           /* "x'"; NULL after the last */
NH_API const char *nh_check_chaplygin_independent(const nh_check *check, size_t i); /* likewise */
NH_API const char *nh_check_homogeneous(const nh_check *check, size_t i);           /* an expression that is 0 */

/* A dependent velocity. */
typedef struct nh_check_dependent {
    const char *name; /* "z'" */
    const char *row;  /* the row that gives it */
    nh_check_form form;
    const char *alpha; /* in terms of the independent ones; NULL when implicit, or too long to print */
    int sign;          /* of its root, at the reference state: 1 or -1; 0 when there is no choice */
} nh_check_dependent;

NH_API nh_status nh_check_get_dependent(const nh_check *check, size_t i, nh_check_dependent *dependent);

typedef struct nh_check_condition {
    nh_condition_kind kind;
    const char *text;  /* "x' = 0 and y' = 0" */
    nh_evidence by;    /* NH_EVIDENCE_PROVED: such states exist and are singular; NONE: perhaps */
    bool is_near;      /* the reference state is close to it */
    bool other_values; /* no admissible state is there with the parameter values of the model; perhaps with others */
} nh_check_condition;

NH_API nh_status nh_check_get_condition(const nh_check *check, size_t i, nh_check_condition *condition);

/* An energy of the motion: E, then E_star of the independent velocities, [Homogeneous] (17), where there are dependent
 * ones, then E_quasi of the quasi-velocities of the model, [Rheonomous] (18), where these apply. */
typedef struct nh_check_energy {
    const char *name;        /* "E_star" */
    const char *independent; /* of E_star: the choice that it belongs to, "x', y'"; NULL of others */
    nh_fact equals_E;        /* it has the value of E at all admissible states */
    nh_fact conserved;       /* it is constant along every motion */
    /* Of one that is not conserved: the causes that change it, "forces, constraints", and those that may; NULL: none */
    const char *changed_by, *perhaps_by;
    /* Of E_star, if it is not conserved: whether it is with other independent velocities; those that were found, or
     * NULL. */
    nh_fact other_conserved;
    const char *other_independent;
} nh_check_energy;

NH_API size_t nh_check_energy_count(const nh_check *check);
NH_API nh_status nh_check_get_energy(const nh_check *check, size_t i, nh_check_energy *energy);

/* A component of the admissible states. */
typedef struct nh_check_component {
    const char *text; /* its equations, "x[1]' = 0 and y[1]' = 0" */
    int dimension;    /* of states (q, q') at fixed time; -1: unknown */
    nh_fact real;     /* whether it has real states: "yes" when one was found */
    nh_count rank;    /* of the rows there */
    bool is_at_hand;  /* it contains the reference state */
} nh_check_component;

NH_API nh_status nh_check_get_component(const nh_check *check, size_t i, nh_check_component *component);

/* A first integral of the kinematic rows, a function of time and coordinates. It belongs to all rows together, which
 * may have more first integrals than each by itself. */
typedef struct nh_check_integral {
    const char *function;    /* "x^2 + y^2" */
    double constant;         /* its value at the reference state; not a number when there is none */
    const char *combination; /* its rate in terms of the rows: "2*x*a + 2*y*b"; NULL: not found */
    /* It contains a root or an arc function, and is constant near the reference state only; other branches have
     * others. */
    bool is_local;
} nh_check_integral;

NH_API nh_status nh_check_get_integral(const nh_check *check, size_t i, nh_check_integral *integral);

/* A coefficient of the commutation condition: D = d/dt d/dq' - d/dq of a row is the sum of these times the gradients by
 * the velocities of the rows `by`, where the rows hold. */
typedef struct nh_check_coefficient {
    const char *row, *by;
    /* In t, coordinates, velocities, and, for rows that are not linear, accelerations; NULL: too long to print. */
    const char *text;
} nh_check_coefficient;

NH_API nh_status nh_check_get_coefficient(const nh_check *check, size_t i, nh_check_coefficient *coefficient);

/* The i-th entry of the growth vector, at almost all positions: the dimension of the admissible velocities, of these
 * with the brackets of two of their fields, of three, and so on. 0 after the last. */
NH_API size_t nh_check_growth(const nh_check *check, size_t i);

/* A hidden constraint: a condition on positions that the rows imply. */
typedef struct nh_check_hidden {
    const char *text; /* "z - y = 0"; on a component there may be several: "x - y = 0 and z = 0" */
    /* The name of the row added for it; NULL: it belongs to another component than that of the reference state. */
    const char *row;
    size_t component; /* the number of that component */
} nh_check_hidden;

NH_API nh_status nh_check_get_hidden(const nh_check *check, size_t i, nh_check_hidden *hidden);

/* An answer that changes at special values of the parameters. Certified: it was computed with two sets of numbers that
 * have these values, and with one that does not. More values may be special than those that were found. */
typedef struct nh_check_special {
    const char *where;  /* "a = 1 and g = 0"; NULL: no values change it, proved */
    const char *answer; /* a key of the JSON: "energy_conserved"; of a row "integrable", of all "integrable_together" */
    const char *row;    /* the name of a row; NULL: the answer is not about one row */
    nh_fact here, generic;              /* with these values, and with others; of a number unknown */
    nh_count count_here, count_generic; /* of a number: "m", "integrals"; by NH_EVIDENCE_NONE otherwise */
    nh_evidence only; /* PROVED: only the values listed for this answer change it; NONE: perhaps others do */
} nh_check_special;

NH_API nh_status nh_check_get_special(const nh_check *check, size_t i, nh_check_special *special);

/* A formulation of the equations of motion, and whether it applies at the reference state. */
typedef struct nh_check_formulation {
    const char *name;  /* "voronec" */
    const char *title; /* "the generalised equations of Voronec" */
    nh_fact applies;   /* its hypotheses hold; an expression may still be too long to derive */
    const char *why;   /* which hypothesis fails, or what is unknown; NULL when it applies */
} nh_check_formulation;

NH_API size_t nh_check_formulation_count(const nh_check *check);
NH_API nh_status nh_check_get_formulation(const nh_check *check, size_t i, nh_check_formulation *formulation);

/* Prints all of the above. */
NH_API nh_status nh_check_print(nh_check *check, nh_print_as as, const char **text);

NH_END

#endif
