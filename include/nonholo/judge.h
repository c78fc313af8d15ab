/* Judging equations that should hold along every motion of a model, and proposed motions, given as functions of time.
 *
 *     nh_read_def read = nh_default_read();
 *     read.equations = (nh_strings){(const char *[]){"x'' = lambda.speed*x'"}, 1};
 *     if (nh_model_read(context, &read, text, length, &model) != NH_OK) ...
 *     nh_judge_def def = nh_default_judge();
 *     nh_judge *judge;
 *     if (nh_judge_make(model, &def, &judge) != NH_OK) ...
 *     if (nh_judge_verdict(judge) == NH_JUDGED_REFUTED) ...
 *     nh_judge_destroy(judge);
 *
 * The equations and claims that were added to the text of the model are judged (nh_read_def: equations, more), and the
 * motion, when one is given; equations are then judged along it. An equation is true when it holds at all admissible
 * states at which both of its sides have a value, with the accelerations and multipliers of the equations of motion
 * there, for all parameter values. Parameters that were set (nh_read_def: set), or that the model defines by others,
 * have their values. A function without a body may be any function. */
#ifndef NONHOLO_JUDGE_H
#define NONHOLO_JUDGE_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_judge nh_judge;

#define NH_JUDGE_DIGITS_MAX 300
#define NH_JUDGE_SAMPLES_MAX 10000

/* Options. Always start from nh_default_judge(). */
typedef struct nh_judge_def {
    /* Random states with the parameter values of the model, 1 to NH_JUDGE_SAMPLES_MAX; default 10. Each set of other
     * values gets half as many. */
    size_t samples;
    int digits; /* digits to which sides must agree, 1 to NH_JUDGE_DIGITS_MAX; default 50 */
    uint64_t seed;
    /* The formulation that defines the motions; default NULL: chetaev. All define the same motions where they apply,
     * except the vakonomic ones: along these mu.NAME and mu.NAME' have values, every mu is admissible, and a proposed
     * motion must give mu.NAME. NH_E_UNSUPPORTED for a transposition matrix that has no formula in the state. */
    const char *form;
    bool has_repairs; /* whether to search for corrections; default true */
    uint32_t magic;   /* set by nh_default_judge; a def without it is rejected */
} nh_judge_def;

NH_API nh_judge_def nh_default_judge(void);

typedef enum nh_judgement {
    NH_JUDGED_PROVED = 0,    /* by algebra: the difference of the sides has the normal form 0 */
    NH_JUDGED_CERTIFIED = 1, /* at all states checked, both sides agree to the digits, with proved bounds */
    NH_JUDGED_REFUTED = 2,   /* at one state both sides have a value, and they differ, certainly */
    NH_JUDGED_UNDECIDED = 3, /* none of these */
    NH_JUDGED_NO_VALUE = 4,  /* proved: the sides have a value at no admissible state; neither true nor false */
} nh_judgement;

NH_API const char *nh_judgement_name(nh_judgement judgement); /* "proved"; a constant string */

/* Judges the equations. Returns NH_E_USAGE when def is wrong or there is nothing to judge, NH_E_HYPOTHESIS when the
 * formulation does not apply, NH_E_INTERRUPT or NH_E_LIMIT when interrupted or at a limit; *judge is then NULL. The
 * model must outlive the result. */
NH_API nh_status nh_judge_make(const nh_model *model, const nh_judge_def *def, nh_judge **judge);
NH_API void nh_judge_destroy(nh_judge *judge); /* accepts NULL */

/* The verdict on all equations together: refuted if one is refuted, else undecided if one is, else no value if one has
 * none, else certified if one is only certified. */
NH_API nh_judgement nh_judge_verdict(const nh_judge *judge);

/* A correction: a true equation, and how it differs from the given one. */
typedef struct nh_repair {
    const char *equation;
    const char *words; /* "with M2 in front of the second term" */
    bool is_proved;
} nh_repair;

/* One equation. Strings and numbers live as long as the result. */
typedef struct nh_judge_item {
    const char *name;
    const char *text; /* as written; NULL: a member of a family, or of a motion */
    nh_judgement judgement;
    const char *why;   /* why it is undecided or has no value; NULL otherwise */
    const char *where; /* restriction of a proof: "x' is not 0"; NULL: none */
    /* "x', phi'": the choice of independent velocities that its names refer to; NULL: none does */
    const char *choice;
    size_t states;       /* where both sides agree */
    size_t sets;         /* sets of parameter values with which it was checked */
    double bound;        /* proved bound on the largest difference there, relative to 1 and the size of the terms */
    const double *state; /* if refuted, a state that shows it: t, coordinates, velocities, 2 n + 1 numbers, rounded */
    const char *multipliers; /* there, along vakonomic motions: "mu.skate = 0.25"; NULL: there are none */
    /* there, the parameters with values other than in the model, "M1 = 1.25, M2 = 0.5"; NULL: none */
    const char *values;
    double residual;     /* there, left side minus right side */
    bool holds_with_own; /* if refuted: it holds with the parameter values of the model */
    /* if refuted with other values: proved, with those of the model there is no admissible state */
    bool is_own_empty;
    size_t repairs;
    const nh_repair *repair;
} nh_judge_item;

NH_API size_t nh_judge_count(const nh_judge *judge);
/* The i-th equation; NH_E_USAGE when there is none. */
NH_API nh_status nh_judge_get_item(const nh_judge *judge, size_t i, nh_judge_item *item);

/* Prints all of the above. */
NH_API nh_status nh_judge_print(nh_judge *judge, nh_print_as as, const char **text);

NH_END

#endif
