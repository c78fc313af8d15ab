/* Judgement of what a person wrote: equations that should be true along every motion of a model, and functions of time
 * that should be motions.
 *
 *     nh_read_def read = nh_default_read();
 *     read.equations = (nh_strings){(const char *[]){"x'' = lambda.speed*x'"}, 1};
 *     ... nh_model_read(context, &read, text, length, &model) ...
 *     nh_judge_def def = nh_default_judge();
 *     nh_judge *judge;
 *     if (nh_judge_make(model, &def, &judge) != NH_OK) ...
 *     if (nh_judge_verdict(judge) == NH_JUDGED_REFUTED) ...
 *     nh_judge_destroy(judge);
 *
 * Judged are the equations and the claims that were added to the text of the model (nh_read_def: equations, more), and
 * the motion, where one is given; equations are then judged along it. An equation is true when it holds at all
 * admissible states at which both of its sides have a value, with the accelerations and multipliers that the equations
 * of motion give there, for all values of the parameters; those that were set (nh_read_def: set) have their values, and
 * so have those that the model makes from others. A function without a body may be any function. */
#ifndef NONHOLO_JUDGE_H
#define NONHOLO_JUDGE_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_judge nh_judge;

#define NH_JUDGE_DIGITS_MAX 300
#define NH_JUDGE_SAMPLES_MAX 10000

/* What a judgement is made with. Always start from nh_default_judge(). */
typedef struct nh_judge_def {
    /* Random states with the values of the model, 1 to NH_JUDGE_SAMPLES_MAX; default 10. Half as many with
     * each set of other values. */
    size_t samples;
    int digits;  /* to which sides must agree, 1 to NH_JUDGE_DIGITS_MAX; 50 unless given */
    uint64_t seed;
    /* Of a formulation, whose motions are meant; NULL: chetaev. Those that there are all have the same
     * motions, where they apply. */
    const char *form;
    bool has_repairs; /* whether corrections are looked for; true unless given */
    uint32_t magic;   /* set by nh_default_judge; a def without it is refused */
} nh_judge_def;

NH_API nh_judge_def nh_default_judge(void);

typedef enum nh_judgement {
    NH_JUDGED_PROVED = 0,    /* by algebra: the difference of the sides has the normal form 0 */
    NH_JUDGED_CERTIFIED = 1, /* at all states that were looked at both sides agree to the digits, with proved bounds */
    NH_JUDGED_REFUTED = 2,   /* at one state both sides have a value, and they differ, certainly */
    NH_JUDGED_UNDECIDED = 3, /* none of these */
    NH_JUDGED_NO_VALUE =
        4, /* neither true nor false: it is proved that both sides have a value at no admissible state */
} nh_judgement;

NH_API const char *nh_judgement_name(nh_judgement judgement); /* "proved"; a constant string */

/* NH_E_USAGE when def is wrong or there is nothing to judge; NH_E_HYPOTHESIS when the formulation does not
 * apply; *judge is then NULL. NH_E_INTERRUPT and NH_E_LIMIT end it without a result. The model must live as
 * long as the judgement. */
NH_API nh_status nh_judge_make(const nh_model *model, const nh_judge_def *def, nh_judge **judge);
NH_API void nh_judge_destroy(nh_judge *judge); /* accepts NULL */

/* Of all together: one that is refuted decides, then one that is undecided, then one that has no value, then one
 * that is only certified. */
NH_API nh_judgement nh_judge_verdict(const nh_judge *judge);

/* A correction: an equation that is true, and how it differs from what was written. */
typedef struct nh_repair {
    const char *equation;
    const char *words; /* "with M2 in front of the second term" */
    bool is_proved;
} nh_repair;

/* One equation. Strings and numbers live as long as the judgement. */
typedef struct nh_judge_item {
    const char *name;
    const char *text; /* as it was written; NULL: one of a family, or of a motion */
    nh_judgement judgement;
    const char *why;   /* in words, when it is undecided or has no value; NULL: nothing to say */
    const char *where; /* of what is proved: "x' is not 0"; NULL: everywhere */
    /* "x', phi'": the independent velocities with which its names are meant; NULL: no name depends on them */
    const char *choice;
    size_t states;       /* at which both sides agree */
    size_t sets;         /* of values of parameters, at states of which it was looked at */
    double bound;        /* the largest difference there, beside 1 and the size of the terms, is proved to be below */
    const double *state; /* of what is refuted: t, coordinates, velocities, 2 n + 1 numbers, rounded */
    /* there: "M1 = 1.25, M2 = 0.5", parameters that have other values than in the model; NULL: all have those */
    const char *values;
    double residual;     /* there: left side minus right side */
    bool holds_with_own; /* of what is refuted: it holds with the values of the model */
    size_t repairs;
    const nh_repair *repair;
} nh_judge_item;

NH_API size_t nh_judge_count(const nh_judge *judge);
/* i-th equation; NH_E_USAGE when there is none. */
NH_API nh_status nh_judge_get_item(const nh_judge *judge, size_t i, nh_judge_item *item);

/* Everything above in print. */
NH_API nh_status nh_judge_print(nh_judge *judge, nh_print_as as, const char **text);

NH_END

#endif
