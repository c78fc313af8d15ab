/* What the files of the C output share. */
#ifndef NH_OUT_C_CODE_PRIVATE_H
#define NH_OUT_C_CODE_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "base/text/text.h"
#include "facts/admissible.h"
#include "model/holes.h"
#include "model/lagrange.h"
#include "out/c/code.h"

/* ---- code_names.c: identifiers ---- */

/* Identifiers that were given out. No two are equal. */
typedef struct nh_code_names {
    nh_arena *arena;
    nh_map taken; /* hash of a name to 1; a clash of hashes costs a number after a name */
} nh_code_names;

/* The beginning of all names of the file: "leibniz_particle" of "Leibniz particle". */
const char *nh_code_prefix(nh_arena *arena, const char *title);
/* before + the name with what no identifier has replaced; a number after it where it was given out before. */
const char *nh_code_name(nh_code_names *names, const char *before, const char *name);
/* Text inside a comment: nothing in it may begin or end one. Lines are filled to a width; the first begins at column
 * `column`, the others with `margin`. */
void nh_code_comment(nh_text *text, const char *string, const char *margin, size_t column);

/* ---- code_plan.c: what is written ---- */

/* Expressions, and what they are assigned to. */
typedef struct nh_code_list {
    nh_exprs exprs;
    NH_ARRAY(const char *) targets; /* "M[0][2]" */
} nh_code_list;

typedef struct nh_code_plan {
    nh_arena *arena;
    const nh_model *model;
    const nh_form *form;
    const char *prefix;
    uint32_t n;
    nh_admissible *around; /* the reference state */
    bool has_state;
    bool is_start;  /* the state is the initial state of the model */
    nh_state state; /* for which rows and velocities were chosen */
    const nh_equations *equations;
    bool has_own;         /* they are for variables of the formulation's own */
    bool has_mu;          /* multipliers mu are numbers of the state, and the file gives their rates */
    const char *answer;   /* what the functions call those that they give: "lambda", or "rate" */
    nh_lagrange lagrange; /* its rows are all that have multipliers */
    uint32_t rank;
    uint32_t *used;          /* rank: rows that are used, places in lagrange; rising */
    uint32_t left;           /* rows that are left out */
    uint32_t *left_out;      /* their places in lagrange */
    uint32_t rows;           /* of the linear system */
    bool is_pivoted;         /* the file has all rows, and chooses at each state which of them carry the equations */
    uint32_t given;          /* rows of Lagrange's equations that the file has: all, or those that are used */
    nh_code_list system;     /* M, f, A, c; lift, rest of own variables */
    nh_holes holes;          /* those that the coefficients do not show */
    nh_code_list balance;    /* M, f, A of Lagrange's equations, where the system has no multipliers */
    nh_code_names names;     /* with a prefix */
    const char **coordinate; /* n: names of indices */
    const char **parameter;
    const char **row; /* by place in lagrange */
} nh_code_plan;

/* NULL, and *why. */
nh_code_plan *nh_code_plan_make(nh_arena *arena, const nh_model *model, const nh_form *form, uint64_t seed,
                                const char **why);

/* ---- code_text.c: expressions as statements ---- */

/* Small functions that the file needs: which is known when all else is written. */
typedef enum nh_code_helper {
    NH_CODE_POWER,
    NH_CODE_ROOT,
    NH_CODE_SIGN,
    NH_CODE_MOD,
    NH_CODE_MIN,
    NH_CODE_MAX,
    NH_CODE_SELECT,
    NH_CODE_HELPERS
} nh_code_helper;

typedef struct nh_code_writer {
    nh_arena *arena;
    nh_pool *pool;
    const char *prefix;
    nh_code_names *globals;
    bool needs[NH_CODE_HELPERS];
    nh_exprs functions;           /* without a body, and derivatives of such, that were called */
    NH_ARRAY(const char *) calls; /* their names */
} nh_code_writer;

/* Where a function finds the value of a symbol: "q[disc_q_x]", and its name there; NULL: it is read where it is. */
typedef struct nh_code_place {
    nh_expr symbol;
    const char *where, *local;
} nh_code_place;

/* The statements of one C function: each expression is computed once. */
typedef struct nh_code_scope {
    nh_code_writer *writer;
    nh_text *text;
    NH_ARRAY(nh_code_place) bound;
    nh_map places; /* symbol to its number there */
    nh_map known;  /* expression to the number of its text in strings */
    nh_map roots;  /* base and order of a root to the same */
    nh_map signs;  /* symbols that are 1 or -1, to whether they are used */
    NH_ARRAY(const char *) strings;
    nh_code_names locals;
    bool is_used[256]; /* by the first letter of where a symbol is: t, q, v, p */
    uint32_t count;    /* of temporaries */
} nh_code_scope;

nh_code_scope nh_code_begin(nh_code_writer *writer, nh_text *text);
void nh_code_bind(nh_code_scope *scope, nh_expr symbol, const char *where, const char *local);
/* The expression is a variable of the function, of this name. */
void nh_code_know(nh_code_scope *scope, nh_expr e, const char *name);
/* Statements "target[i] = e[i];". A target may also be a declaration "const double sign_x". */
void nh_code_assign(nh_code_scope *scope, size_t count, const nh_expr *e, const char *const *targets);
/* A number as a C constant: "0.5", "(1.0 / 3.0)". */
const char *nh_code_double(nh_arena *arena, double x);

/* ---- code_head.c: the comment, names of indices, prototypes; code_example.c: a program that uses the file ---- */

void nh_code_head(const nh_code_plan *plan, const nh_code_writer *writer, nh_text *text);
void nh_code_example(const nh_code_plan *plan, nh_text *text);

/* ---- code_solver.c: what does not depend on the model ---- */

void nh_code_helpers(const nh_code_writer *writer, nh_text *text);
void nh_code_solver(const nh_code_plan *plan, nh_text *text);

/* ---- code_body.c: coefficients; code_motion.c: accelerations and multipliers ---- */

void nh_code_parameters(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text);
/* A function that says whether a state is in a hole; nothing where there is none. */
void nh_code_holes(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text);
/* The coefficients of the system, and of Lagrange's equations: functions that fill arrays. */
void nh_code_coefficients(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text);
/* The arrays that they fill, as parameters "double M[2][2], double f[2]", in a declaration "M[2][2],
 * f[2]", as arguments "M, f". */
typedef enum nh_code_arrays_as { NH_CODE_PARAMETERS, NH_CODE_VARIABLES, NH_CODE_ARGUMENTS } nh_code_arrays_as;
const char *nh_code_arrays(const nh_code_plan *plan, bool is_balance, nh_code_arrays_as as);
/* "double t, const double q[], ...", and "t, q, ...": of all functions that are given a state. */
const char *nh_code_state(const nh_code_plan *plan);
const char *nh_code_state_arguments(const nh_code_plan *plan);
void nh_code_accelerations(const nh_code_plan *plan, nh_text *text);

#endif
