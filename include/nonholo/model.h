/* Models: a mechanical system, read from a text of the language (docs/language.md).
 *
 *     nh_read_def def = nh_default_read();
 *     def.name = "leibniz.nh";
 *     nh_model *model;
 *     if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
 *         ... // nh_context_diag(context, i) says where and what
 *     nh_model_destroy(model);
 *
 * A model is constant after reading. Its strings live as long as the model. */
#ifndef NONHOLO_MODEL_H
#define NONHOLO_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nonholo/context.h>
#include <nonholo/fact.h>

NH_BEGIN

typedef struct nh_model nh_model;

/* A list of strings, for the options of reading. */
typedef struct nh_strings {
    const char *const *items; /* may be NULL when count is 0 */
    size_t count;
} nh_strings;

/* Options for reading a model. Always start from nh_default_read(). */
typedef struct nh_read_def {
    /* The name of the file, for diagnostics and as a title; NULL: none. No file of this name is opened. */
    const char *name;
    /* "m=2", "N=100", "C(t)=1/sqrt(t)": replace values of the text; of a family all members, or one: "m[3]=1". */
    nh_strings set;
    /* "x'=2", "z'~1.4": replace or add initial values; "random": choose a random initial state. */
    nh_strings init;
    /* Labels of conditions to impose; "a,b" are two; "perp" means a whole family or all components of a vector. */
    nh_strings with;
    nh_strings without; /* labels of constraints to drop */

    /* For judging equations (<nonholo/judge.h>): */
    /* Statements to read after those of the text, and their length; NULL: none. Their claims are judged. */
    const char *more;
    size_t more_length;
    const char *more_name; /* the name of their file, for diagnostics; may be NULL */
    nh_strings equations;  /* "a = b": claims to judge */
    nh_strings assume;     /* "q3' > 0"; "q3' = 0", which only judging uses (judge.h) */
    bool transposition;    /* whether to judge the conditions of [Algebraic] (60), (61) on the model's matrix */
    /* "a = b" or "name: a = b": conditions to add at the end of the text (<nonholo/implies.h>). The name defaults to
     * the text. */
    nh_strings conditions;
    /* "x = c1*t + c2, y = 0": all coordinates as functions of t. Names that the model does not have are arbitrary
     * constants; on the left they are abbreviations. NULL: none. */
    const char *motion;
    /* "x = cos(th), y = sin(th)": a field of displacements (<nonholo/displacements.h>), in t, coordinates, velocities
     * and parameters; omitted coordinates have 0. "x' = e" gives the variation of the velocity, which may contain
     * accelerations. NULL: none. */
    const char *field;
    /* "x = 0", "x = y rising", or the name of an event: a section, whose crossings are the rows of a motion
     * (<nonholo/run.h>). NULL: none. */
    const char *section;
    /* "x = 1, y = 2": what a motion is to end with (<nonholo/run.h>); "chetaev": a vakonomic motion as Chetaev's. */
    nh_strings end;
    /* "sin(x), exp(-y)": functions of t and coordinates with which first integrals are sought, too
     * (<nonholo/integrals.h>). */
    nh_strings factors;
    uint32_t magic; /* set by nh_default_read; a def without it is rejected */
} nh_read_def;

NH_API nh_read_def nh_default_read(void);

/* Reads a text of `length` bytes. Returns NH_E_MODEL when the text is wrong, with at most 20 errors as diagnostics, and
 * NH_E_USAGE when an option names something that is not in the model; *model is then NULL. There may be warnings and
 * notes with NH_OK, too. */
NH_API nh_status nh_model_read(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                               nh_model **model);
/* Reads a model from a file; returns NH_E_IO when it cannot be read. def->name defaults to the path. */
NH_API nh_status nh_model_read_file(nh_context *context, const nh_read_def *def, const char *path, nh_model **model);
NH_API void nh_model_destroy(nh_model *model); /* accepts NULL */

/* The sizes of a model. */
typedef struct nh_model_info {
    const char *title; /* never NULL */
    size_t consts;
    size_t coordinates;     /* n */
    size_t parameters;      /* scalar symbols, each member of a family counted */
    size_t parameters_open; /* those without a value */
    size_t functions;
    size_t functions_open; /* those without a body */
    size_t abbreviations;
    size_t points, bodies; /* with and without mass */
    size_t links;          /* springs and dampers */
    size_t forces;         /* force and torque statements, each member of a family counted */
    size_t geometric;      /* imposed constraint equations without velocities */
    size_t kinematic;      /* imposed constraint equations with velocities, and no accelerations */
    size_t conditions;     /* condition equations, which are not imposed */
    size_t assumptions, independents, quasi_velocities, transpositions, initial_values, events, watches, invariants,
        claims, drawings;
    bool has_span;      /* there is a `simulate` */
    bool random_start;  /* the initial state is random */
    nh_truth rheonomic; /* whether L, a force or an imposed constraint depends on time */
    /* Whether L is a polynomial of degree 2 in the velocities; NH_UNKNOWN when its form does not show it. */
    nh_truth quadratic;
    uint64_t operations; /* to evaluate L, the forces and the imposed constraints once */
    size_t accelerated;  /* imposed constraint equations with accelerations */
} nh_model_info;

/* Computed on demand: the first call may take some time. */
NH_API nh_status nh_model_get_info(const nh_model *model, nh_model_info *info);
/* The name of the i-th coordinate; NULL when there is none. */
NH_API const char *nh_model_coordinate(const nh_model *model, size_t i);

/* A parameter. */
typedef struct nh_parameter_info {
    const char *name;
    const char *value; /* an expression of the language; NULL: none, the parameter stays symbolic */
    const char *words; /* its description in the model; NULL: none */
} nh_parameter_info;

/* The i-th parameter, in the order of the text; NH_E_USAGE when there is none. */
NH_API nh_status nh_model_parameter(const nh_model *model, size_t i, nh_parameter_info *info);

/* A function. */
typedef struct nh_function_info {
    const char *name;
    uint32_t arguments;
    bool open; /* it has no body and stays symbolic */
} nh_function_info;

NH_API nh_status nh_model_function(const nh_model *model, size_t i, nh_function_info *info);

/* The kind of a constraint equation, as far as its form shows it without simplification. */
typedef enum nh_row_kind {
    NH_ROW_GEOMETRIC = 0,    /* no velocity */
    NH_ROW_LINEAR = 1,       /* homogeneous of degree 1 and linear in the velocities */
    NH_ROW_AFFINE = 2,       /* linear plus a term free of velocities */
    NH_ROW_HOMOGENEOUS = 3,  /* homogeneous of another degree, or of degree 1 and not linear */
    NH_ROW_POWER_AFFINE = 4, /* a sum of s_j q_j'^p, p > 1, plus a term free of velocities */
    NH_ROW_GENERAL = 5,      /* a polynomial of another kind */
    NH_ROW_UNKNOWN = 6,      /* not apparent from the form */
    NH_ROW_ACCELERATION = 7, /* an equation for the accelerations */
} nh_row_kind;

NH_API const char *nh_row_kind_name(nh_row_kind kind); /* "power-affine"; a constant string */

/* One scalar equation of a constraint or condition. */
typedef struct nh_row_info {
    const char *name; /* "roll.x", "perp[3]" */
    const char *text; /* the residual a - b of `a = b` as an expression of the language */
    bool imposed;
    bool unit; /* not written: it keeps a quaternion, as of an orientation, at length 1 */
    nh_row_kind kind;
    bool curved;          /* an equation for the accelerations that is not linear in them */
    double degree;        /* in the velocities; 0 when unknown */
    nh_truth homogeneous; /* in the velocities, for positive factors */
    nh_truth rheonomic;   /* whether it depends on time */
    const char *file;     /* where it is declared; NULL when the text has no name */
    uint32_t line;
} nh_row_info;

NH_API size_t nh_model_row_count(const nh_model *model);
/* The i-th equation, in the order of the text; NH_E_USAGE when there is none. */
NH_API nh_status nh_model_row(const nh_model *model, size_t i, nh_row_info *info);

/* The model as a text of the language, with families written out and options applied. Reading it gives the same
 * model. */
NH_API nh_status nh_model_text(const nh_model *model, const char **text);
/* One JSON object with the name, the title, the source of a built-in model, the text (as it was read, or expanded as by
 * nh_model_text), warnings and notes. *text lives as long as the model. */
NH_API nh_status nh_model_show(const nh_model *model, const char *name, bool is_expanded, const char **text);

/* A built-in model. */
typedef struct nh_builtin {
    const char *name;      /* "leibniz" */
    const char *source;    /* the heading under which lists show it */
    const char *title;     /* one line */
    const char *reference; /* the place in that source, or the authors: "Ex. 4, (20)", "S. A. Chaplygin, 1911" */
    const char *text;      /* the model file */
} nh_builtin;

NH_API size_t nh_builtin_count(void);
NH_API const nh_builtin *nh_builtin_at(size_t index);       /* sorted by source and name; NULL after the last */
NH_API const nh_builtin *nh_builtin_find(const char *name); /* NULL when there is none */
/* Prints the list of built-in models. *text lives as long as the context. */
NH_API nh_status nh_builtin_print(nh_context *context, nh_print_as as, const char **text);

/* The word in the list that is nearest to a misspelt one, for "did you mean"; NULL when none is near. */
NH_API const char *nh_nearest(const char *word, size_t count, const char *const *words);

NH_END

#endif
