/* Models: a mechanical system, read from a text of the language (docs/language.md).
 *
 *     nh_read_def def = nh_default_read();
 *     def.name = "leibniz.nh";
 *     const nh_model *model;
 *     if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
 *         ... nh_context_diag(context, i) says where and what ...
 *     nh_model_destroy(model);
 *
 * A model is constant after reading. Strings that it gives out live as long as it does. */
#ifndef NONHOLO_MODEL_H
#define NONHOLO_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nonholo/context.h>
#include <nonholo/fact.h>

NH_BEGIN

typedef struct nh_model nh_model;

/* A list of texts, for the options of reading. */
typedef struct nh_strings {
    const char *const *items; /* may be NULL when count is 0 */
    size_t count;
} nh_strings;

/* What a model is read with. Always start from nh_default_read(). */
typedef struct nh_read_def {
    /* Of the file, for diagnostics and for a title; NULL: none. Nothing is opened by this name. */
    const char *name;
    /* "m=2", "N=100", "C(t)=1/sqrt(t)": in place of what the text says; of a family all members, or one: "m[3]=1". */
    nh_strings set;
    /* "x'=2", "z'~1.4": in place of, or beside, the initial values of the text; "random": a start is to be drawn. */
    nh_strings init;
    /* Labels of conditions to impose; "a,b" are two; "perp" is all of the family perp, or all rows of a vector. */
    nh_strings with;
    nh_strings without; /* labels of constraints to lift */

    /* For judging what a person wrote (<nonholo/judge.h>): */
    /* Statements that are read behind those of the text, and their length; NULL: none. Their claims are judged. */
    const char *more;
    size_t more_length;
    const char *more_name; /* of their file, for diagnostics; may be NULL */
    nh_strings equations;  /* "a = b": claims that are judged */
    nh_strings assume;     /* "q3' > 0"; "q3' = 0" for what is judged (judge.h), at which nothing else looks */
    /* "a = b" or "name: a = b": conditions, as if they stood at the end of the text (<nonholo/implies.h>). One without
     * a name is called by its text. */
    nh_strings conditions;
    /* "x = c1*t + c2, y = 0": all coordinates as functions of t. Names that the model does not have are constants,
     * which may have any values; on the left they are abbreviations. NULL: none. */
    const char *motion;
    /* "x = cos(th), y = sin(th)": a field of displacements (<nonholo/displacements.h>), in t, coordinates, velocities
     * and parameters; coordinates that are left out have 0. "x' = e" gives how the velocity is varied, where that is
     * not said otherwise; accelerations may then be in it. NULL: none. */
    const char *field;
    uint32_t magic; /* set by nh_default_read; a def without it is refused */
} nh_read_def;

NH_API nh_read_def nh_default_read(void);

/* Reads a text of `length` bytes. NH_E_MODEL when it is wrong: the diagnostics, at most 20 errors, say where; *model is
 * then NULL. NH_E_USAGE when an option names nothing in the model. Warnings and notes may come with NH_OK too. */
NH_API nh_status nh_model_read(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                               nh_model **model);
/* The same from a file; NH_E_IO when it cannot be read. def->name, when NULL, is the path. */
NH_API nh_status nh_model_read_file(nh_context *context, const nh_read_def *def, const char *path, nh_model **model);
NH_API void nh_model_destroy(nh_model *model); /* accepts NULL */

/* How many of everything there are. */
typedef struct nh_model_info {
    const char *title; /* never NULL */
    size_t consts;
    size_t coordinates;     /* n */
    size_t parameters;      /* scalar symbols, members of families counted each */
    size_t parameters_open; /* those without a value */
    size_t functions;
    size_t functions_open; /* those without a body */
    size_t abbreviations;
    size_t points, bodies; /* with and without mass */
    size_t links;          /* springs and dampers */
    size_t forces;         /* force and torque statements, members of families counted each */
    size_t geometric;      /* imposed rows without velocities */
    size_t kinematic;      /* imposed rows with velocities */
    size_t conditions;     /* rows that are not imposed */
    size_t assumptions, independents, quasi_velocities, transpositions, initial_values, events, watches, invariants,
        claims, drawings;
    bool has_span;      /* `simulate` is there */
    bool random_start;  /* a start is to be drawn */
    nh_truth rheonomic; /* whether L, a force or an imposed row depends on time */
    /* Whether L is a polynomial of degree 2 in the velocities; NH_UNKNOWN when the form does not show it. */
    nh_truth quadratic;
    uint64_t operations; /* to evaluate L, the forces and the imposed rows once */
} nh_model_info;

/* Computed on demand: the first call may take time. */
NH_API nh_status nh_model_get_info(const nh_model *model, nh_model_info *info);
/* The name of the i-th coordinate; NULL when there is none. */
NH_API const char *nh_model_coordinate(const nh_model *model, size_t i);

/* A parameter. */
typedef struct nh_parameter_info {
    const char *name;
    const char *value; /* an expression of the language; NULL: it has none and stays symbolic */
    const char *words; /* what it is; NULL: the model does not say */
} nh_parameter_info;

/* Of the i-th parameter, in the order of the text; NH_E_USAGE when there is none. */
NH_API nh_status nh_model_parameter(const nh_model *model, size_t i, nh_parameter_info *info);

/* A function. */
typedef struct nh_function_info {
    const char *name;
    uint32_t arguments;
    bool open; /* it has no body and stays symbolic */
} nh_function_info;

NH_API nh_status nh_model_function(const nh_model *model, size_t i, nh_function_info *info);

/* What kind of equation a row is, as far as its form shows it without simplification. */
typedef enum nh_row_kind {
    NH_ROW_GEOMETRIC = 0,    /* no velocity */
    NH_ROW_LINEAR = 1,       /* homogeneous of degree 1 and linear in the velocities */
    NH_ROW_AFFINE = 2,       /* linear plus a term free of velocities */
    NH_ROW_HOMOGENEOUS = 3,  /* of another degree, or of degree 1 and not linear */
    NH_ROW_POWER_AFFINE = 4, /* a sum of s_j q_j'^p, p > 1, plus a term free of velocities */
    NH_ROW_GENERAL = 5,      /* a polynomial that is none of these */
    NH_ROW_UNKNOWN = 6,      /* the form does not tell */
} nh_row_kind;

NH_API const char *nh_row_kind_name(nh_row_kind kind); /* "power-affine"; a constant string */

/* One scalar row of a constraint or condition. */
typedef struct nh_row_info {
    const char *name; /* "roll.x", "perp[3]" */
    const char *text; /* the residual a - b of `a = b` as an expression of the language */
    bool imposed;
    nh_row_kind kind;
    double degree;        /* in the velocities; 0 when unknown */
    nh_truth homogeneous; /* in the velocities, for positive factors */
    nh_truth rheonomic;   /* whether it depends on time */
    const char *file;     /* where it was declared; NULL when the text had no name */
    uint32_t line;
} nh_row_info;

NH_API size_t nh_model_row_count(const nh_model *model);
/* Of the i-th row, in the order of the text; NH_E_USAGE when there is none. */
NH_API nh_status nh_model_row(const nh_model *model, size_t i, nh_row_info *info);

/* The model as a text of the language again: families written out, options applied. Reading it gives the same model. */
NH_API nh_status nh_model_text(const nh_model *model, const char **text);
/* One JSON object with the text: as it was read, or expanded, as nh_model_text writes it; with this name, the title,
 * the source of a built-in model, warnings and notes. *text lives as long as the model. */
NH_API nh_status nh_model_show(const nh_model *model, const char *name, bool is_expanded, const char **text);

/* A model that comes with the library. */
typedef struct nh_builtin {
    const char *name;      /* "leibniz" */
    const char *source;    /* where it is from: the heading under which lists show it */
    const char *title;     /* one line */
    const char *reference; /* where in that source, or who found it: "Ex. 4, (20)", "S. A. Chaplygin, 1911" */
    const char *text;      /* the model file */
} nh_builtin;

NH_API size_t nh_builtin_count(void);
NH_API const nh_builtin *nh_builtin_at(size_t index);       /* sorted by source and name; NULL behind the last */
NH_API const nh_builtin *nh_builtin_find(const char *name); /* NULL when there is none */
/* All of them in print. *text lives as long as the context. */
NH_API nh_status nh_builtin_print(nh_context *context, nh_print_as as, const char **text);

/* Of the words, the one that is nearest to a misspelt one, or NULL when none is near: for "did you mean". */
NH_API const char *nh_nearest(const char *word, size_t count, const char *const *words);

NH_END

#endif
