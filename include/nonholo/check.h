/* What is known of a system: degrees of freedom, redundant rows, integrability, homogeneity, energy, explicit
 * form, singular places.
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
 * Where the admissible states fall apart into components, what is said is about the component of the state at
 * hand: the start of the model, else a random admissible state. Strings are expressions or names of the language
 * and live as long as the check. */
#ifndef NONHOLO_CHECK_H
#define NONHOLO_CHECK_H

#include <nonholo/fact.h>
#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_check_def {
    uint64_t seed;       /* of the random states */
    bool without_places; /* singular places and components, which take longest, are not looked for */
    uint32_t magic;      /* set by nh_default_check; a def without it is refused */
} nh_check_def;

NH_API nh_check_def nh_default_check(void);

typedef struct nh_check nh_check;

NH_API nh_status nh_check_make(const nh_model *model, const nh_check_def *def, nh_check **check);
NH_API void nh_check_destroy(nh_check *check); /* accepts NULL */

/* The state that the answers are about. */
typedef enum nh_check_state {
    NH_CHECK_START = 0,  /* the start of the model */
    NH_CHECK_RANDOM = 1, /* a random admissible state */
    /* None was found, or a function has no body, and algebra alone answers. Parameters without a value get one for
     * the time of the check. */
    NH_CHECK_NONE = 2,
} nh_check_state;

/* How difficult the explicit form is. */
typedef enum nh_check_form {
    NH_FORM_LINEAR = 0,
    NH_FORM_RATIONAL = 1,
    NH_FORM_RADICAL = 2,
    NH_FORM_IMPLICIT = 3,
    NH_FORM_UNKNOWN = 4,        /* no choice was made: there is no state to choose at */
    NH_FORM_PIECEWISE = 5,      /* between radical and implicit: if, min, max, sign, mod of velocities */
    NH_FORM_TRANSCENDENTAL = 6, /* likewise: sines, exponentials and other functions of velocities */
} nh_check_form;

NH_API const char *nh_check_form_name(nh_check_form form); /* "linear"; a constant string */

/* What happens where a condition holds. */
typedef enum nh_condition_kind {
    NH_CONDITION_RANK = 0,    /* the rows lose rank: a singular configuration */
    NH_CONDITION_CHOICE = 1,  /* the explicit form fails: another choice of independent velocities will do */
    NH_CONDITION_MASS = 2,    /* the reduced mass matrix is singular */
    NH_CONDITION_HESSIAN = 3, /* the Hessian of L is */
    NH_CONDITION_KINDS = 4,
} nh_condition_kind;

typedef struct nh_check_info {
    size_t n;           /* coordinates */
    nh_count m;         /* independent velocities: n - geometric - k */
    nh_count k;         /* independent kinematic rows */
    nh_count geometric; /* independent geometric rows */
    /* Of all imposed rows together; geometric when no velocities stand in them, or when there are none. */
    nh_row_kind kind;
    double degree;       /* likewise; 0 when they have several */
    nh_fact homogeneous; /* likewise */
    nh_check_state state;
    bool has_no_states; /* proved: the constraints contradict each other. Nothing else is said of what follows */
    /* Why nothing is known of what follows from the constraints: no admissible state was found, or the rank condition
     * fails at all of them; NULL: something may be known. */
    const char *open;
    bool rank_drops_at_start;       /* the rows have a lower rank at the start than near it */
    nh_fact alpha_bar_equals_alpha; /* A q' = 0 at all admissible states, [Homogeneous] (24) */
    nh_fact energy_conserved;       /* E of [Homogeneous] (16) is constant along every motion */
    nh_fact chaplygin;              /* for some choice of independent velocities, [Simple] (62) */
    nh_fact regular;      /* the reduced mass matrix, [Examples] (14), is regular at almost all admissible states */
    nh_fact regular_free; /* the Hessian of L is, at almost all states */
    nh_check_form form;
    bool independent_refused; /* what the model calls independent cannot be, at the state */
    size_t independent;       /* velocities; 0 when unknown */
    size_t dependent;
    size_t chaplygin_independent; /* velocities of that choice */
    size_t homogeneous_rows;      /* rows that take the place of those that are not, where (24) holds */
    size_t conditions;            /* places where something is singular */
    /* By kind: whether the places that are listed are all; NH_EVIDENCE_NONE when that is not known. */
    nh_evidence conditions_complete[NH_CONDITION_KINDS];
    size_t components;      /* of the admissible states; 0: not found out */
    nh_count integrals;     /* independent functions f(t, q) that all kinematic rows together keep constant */
    size_t integrals_found; /* those that could be written down */
    /* All rows together are integrable: the system is holonomic, but for constants. The same as the commutation
     * condition, [Algebraic] (53). */
    nh_fact commutation;
    /* Where it holds: that its coefficients are known; NH_EVIDENCE_NONE: they are not. */
    nh_evidence commutation_coefficients_by;
    size_t commutation_coefficients; /* those that are not 0 */
    size_t hidden;                   /* conditions on positions that rows force, here or on other components */
    /* Entries of the growth vector of the velocities that linear rows admit; 0: they are not
     * linear, or it is unknown. */
    size_t growth;
    nh_evidence growth_by;
    bool growth_has_time; /* time counts as a coordinate: a row depends on it, or is affine */
    /* At all admissible states, not at almost all: no singular place is listed, and it is known that there are no
     * others; "no": one is listed, and certain. */
    nh_fact regular_everywhere, regular_free_everywhere;
} nh_check_info;

NH_API nh_check_info nh_check_get_info(const nh_check *check);

/* One imposed row. */
typedef struct nh_check_row {
    const char *name;
    nh_row_kind kind;
    double degree;
    nh_fact homogeneous; /* as written, after clearing */
    nh_fact rheonomic;
    nh_fact redundant;       /* it depends on other rows on the component at hand */
    const char *combination; /* of a redundant row: what its gradient is, "x'*roll.y - ..."; NULL: not found */
    nh_fact integrable;      /* alone, where the geometric rows hold; geometric rows are */
    const char *integral;    /* the function that it keeps constant; NULL: none, or not found */
    const char *factor; /* the row times this is the rate of that function: "1" when it is exact; NULL: not found */
} nh_check_row;

NH_API size_t nh_check_row_count(const nh_check *check);
/* i-th of the imposed rows; NH_E_USAGE when there is none. The same for what follows. */
NH_API nh_status nh_check_get_row(const nh_check *check, size_t i, nh_check_row *row);

NH_API const char *nh_check_independent(const nh_check *check, size_t i);           /* "x'"; NULL behind the last */
NH_API const char *nh_check_chaplygin_independent(const nh_check *check, size_t i); /* likewise */
NH_API const char *nh_check_homogeneous(const nh_check *check, size_t i);           /* an expression that is 0 */

/* A dependent velocity. */
typedef struct nh_check_dependent {
    const char *name; /* "z'" */
    const char *row;  /* the row that gives it */
    nh_check_form form;
    const char *alpha; /* by the independent ones; NULL when implicit, or too long to print */
    int sign;          /* of the root in it, at the state: 1 or -1; 0 when there is no choice */
} nh_check_dependent;

NH_API nh_status nh_check_get_dependent(const nh_check *check, size_t i, nh_check_dependent *dependent);

typedef struct nh_check_condition {
    nh_condition_kind kind;
    const char *text;  /* "x' = 0 and y' = 0" */
    nh_evidence by;    /* NH_EVIDENCE_PROVED: there are such states, and it happens there; NONE: perhaps */
    bool is_near;      /* the state at hand is close to it */
    bool other_values; /* no admissible state is there with the values of the parameters; with others perhaps */
} nh_check_condition;

NH_API nh_status nh_check_get_condition(const nh_check *check, size_t i, nh_check_condition *condition);

/* A component of the admissible states. */
typedef struct nh_check_component {
    const char *text; /* its equations, "x[1]' = 0 and y[1]' = 0" */
    int dimension;    /* of states (q, q') at fixed time; -1: not known */
    nh_fact real;     /* whether it has real states: "yes" by one that was found */
    nh_count rank;    /* of the rows there */
    bool is_at_hand;  /* the state at hand is in it */
} nh_check_component;

NH_API nh_status nh_check_get_component(const nh_check *check, size_t i, nh_check_component *component);

/* A function of time and coordinates that kinematic rows keep constant: of all rows together, which may
 * say more than each alone. */
typedef struct nh_check_integral {
    const char *function;    /* "x^2 + y^2" */
    double constant;         /* at the state at hand; not a number when there is none */
    const char *combination; /* its rate by the rows: "2*x*a + 2*y*b"; NULL: not found */
    /* It has a root or an arc in it, and is constant near the reference state: on another sheet something else is. */
    bool is_local;
} nh_check_integral;

NH_API nh_status nh_check_get_integral(const nh_check *check, size_t i, nh_check_integral *integral);

/* A coefficient of the commutation condition: D = d/dt d/dq' - d/dq of a row is the sum of these times the gradients by
 * the velocities of the rows `by`, where the rows hold. */
typedef struct nh_check_coefficient {
    const char *row, *by;
    /* In t, coordinates, velocities, and accelerations where rows are not linear; NULL: too long to print. */
    const char *text;
} nh_check_coefficient;

NH_API nh_status nh_check_get_coefficient(const nh_check *check, size_t i, nh_check_coefficient *coefficient);

/* i-th entry of the growth vector: the dimension of the velocities, of these with brackets of two of their fields, of
 * three, ...; at almost all places. 0 behind the last. */
NH_API size_t nh_check_growth(const nh_check *check, size_t i);

/* Conditions on positions that rows force, without constants. */
typedef struct nh_check_hidden {
    const char *text; /* "z - y = 0"; on a component perhaps several: "x - y = 0 and z = 0" */
    /* The row as which it has joined the others; NULL: it is forced on another component than the one at hand. */
    const char *row;
    size_t component; /* the number of that component */
} nh_check_hidden;

NH_API nh_status nh_check_get_hidden(const nh_check *check, size_t i, nh_check_hidden *hidden);

/* A formulation of the equations of motion, and whether it applies at the state at hand. */
typedef struct nh_check_formulation {
    const char *name;  /* "voronec" */
    const char *title; /* "the generalised equations of Voronec" */
    nh_fact applies;   /* as far as its hypotheses go: an expression may still be too long to derive */
    const char *why;   /* which hypothesis fails, or what is not known; NULL when it applies */
} nh_check_formulation;

NH_API size_t nh_check_formulation_count(const nh_check *check);
NH_API nh_status nh_check_get_formulation(const nh_check *check, size_t i, nh_check_formulation *formulation);

/* Everything above in print. */
NH_API nh_status nh_check_print(nh_check *check, nh_print_as as, const char **text);

NH_END

#endif
