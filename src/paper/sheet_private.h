/* How sheets are made; only src/paper sees it.
 *
 *     sheet.c              the choice of velocities, the order of the parts
 *     sheet_words.c        what stands for what: signs of roots, dependent velocities in place of roots
 *     sheet_factor.c       the form of an expression that is shortest to read; factors that are taken out of an
 *                          equation, or multiplied into it
 *     sheet_names.c        abbreviations of the model found in expressions
 *     sheet_lines.c        sums that are kept together; constraints, explicit form, variables, coefficients
 *     sheet_quasi.c        names for velocities that are long
 *     sheet_vectors.c      equations as vectors
 *     sheet_structure.c    what long equations are made from
 *     sheet_equations.c    equations and rows
 *     sheet_geometry.c     the constraint submanifold, its forms and fields
 *     sheet_omega.c        the transposition matrix
 *     sheet_short.c        further abbreviations, where lines are long
 *     sheet_assume.c       assumptions
 *     sheet_redundant.c    rows that are left out for the values of parameters */
#ifndef NH_PAPER_SHEET_PRIVATE_H
#define NH_PAPER_SHEET_PRIVATE_H

#include "base/map.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "paper/sheet.h"

/* Something that the constraints say is something shorter. */
typedef enum nh_sheet_word_kind {
    NH_SHEET_ROW_ROOT, /* sqrt(base) = value: a row as it was written, |P'| = c */
    NH_SHEET_ROW_SUM,  /* base = value: a geometric row, q0^2 + q1^2 + q2^2 + q3^2 = 1 */
    NH_SHEET_ROOT, /* sqrt(base) = sign * velocity / rest, by the explicit form velocity = sign * rest * sqrt(base) */
    NH_SHEET_SUM,  /* base = velocity / rest, by velocity = rest * base, where base is a sum */
} nh_sheet_word_kind;

typedef struct nh_sheet_word {
    nh_sheet_word_kind kind;
    nh_expr base;
    nh_expr value;
    bool is_unit; /* of a geometric row: of a quaternion */
    nh_expr plain,
        /* Of a root: the factor of base that contains velocities, and what it is; as a
         * denominator it may stand alone. */
        square;
} nh_sheet_word;

/* Which words are used. */
typedef enum nh_sheet_wording {
    NH_SHEET_SIGNS = 0, /* sign^2 = 1 only */
    NH_SHEET_ROWS = 1,  /* and rows */
    NH_SHEET_ALL = 2,   /* and dependent velocities for what they are */
} nh_sheet_wording;

/* An abbreviation of the model, or a partial derivative of one, that may be found in expressions. */
typedef struct nh_sheet_name {
    nh_expr symbol;   /* the abbreviation */
    nh_expr stand_in; /* a plain symbol that takes its place while an expression is worked on */
    nh_exprs terms;   /* what it stands for, multiplied out */
    uint64_t length;  /* of all of these */
} nh_sheet_name;

typedef struct nh_sheet_job {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    nh_context *context;
    nh_admissible *a;
    const nh_form *form;
    nh_sheet *sheet;
    nh_equations *e;
    const nh_explicit *choice; /* what the constraints are solved for; NULL: nothing is known of that */
    uint32_t n;
    nh_expr *q, *v;
    uint32_t speed_count;
    nh_expr *speeds;    /* by which terms are collected: velocities, or the variables of the formulation */
    bool is_restricted; /* dependent velocities are replaced by what they are, else they stand for it */
    bool is_function;   /* what is worked on will be differentiated: geometric rows are not put in */
    bool is_raw;    /* what is worked on is a row itself, or a function off the rows: nothing that rows say is put in */
    bool is_large;  /* too large for anything but the bare equations */
    nh_exprs signs; /* of the choice */
    NH_ARRAY(nh_sheet_word) words;
    NH_ARRAY(nh_sheet_name) names;
    nh_exprs veiled, veils; /* sums, and the symbols that stand for them */
    nh_exprs own_names;     /* abbreviations that the sheet has made before it was written */
    nh_exprs opaque,
        stand_ins;   /* these and their derivatives, and what stands for them while an expression is worked on */
    nh_map polished; /* what was polished before */
    uint64_t work;   /* that was spent on it */
} nh_sheet_job;

/* ---- sheet_words.c ---- */

void nh_sheet_find_words(nh_sheet_job *job);
/* e in the words of the sheet: the variables of the formulation in place of velocities, dependent velocities in place
 * of roots. */
nh_expr nh_sheet_worded(const nh_sheet_job *job, nh_expr e);
/* e with what rows say, |P'| = c and the like, in place. */
nh_expr nh_sheet_on_rows(const nh_sheet_job *job, nh_expr e);
/* The shortest form of e on the constraints: what rows say is used again on what came out. */
nh_expr nh_sheet_settle(nh_sheet_job *job, nh_expr e);
/* sign^2 = 1. */
nh_expr nh_sheet_reduce_signs(const nh_sheet_job *job, nh_expr e);
/* Names that the explicit form has made are opened: "alpha.z'" is z'. */
nh_expr nh_sheet_open_names(const nh_sheet_job *job, nh_expr e);
/* A name that the model does not declare: the first of these, or one with a number. */
nh_name nh_sheet_free_name(const nh_sheet_job *job, const char *wanted);

/* ---- sheet_factor.c ---- */

nh_expr nh_sheet_polish(nh_sheet_job *job, nh_expr e);
/* Runs the body within bounded work, less when much was spent already; false when that did not do. */
bool nh_sheet_attempt(nh_sheet_job *job, nh_body body, void *argument);

/* ---- sheet_names.c ---- */

void nh_sheet_find_names(nh_sheet_job *job);
/* e, multiplied out, with stand-ins for names of the model where these are found; and with the names themselves in
 * place of the stand-ins. */
nh_expr nh_sheet_fold(nh_sheet_job *job, nh_expr e);
nh_expr nh_sheet_named(const nh_sheet_job *job, nh_expr e);

/* ---- sheet_lines.c ---- */

/* The symbol that stands for a thing, in two lists side by side; a new one is called by the word and a number,
 * which no text can have. */
nh_expr nh_sheet_symbol_for(nh_sheet_job *job, nh_exprs *things, nh_exprs *symbols, const char *word, nh_expr thing);

/* e with symbols for the short sums that are factors in it, and back. */
nh_expr nh_sheet_veil(nh_sheet_job *job, nh_expr e);
nh_expr nh_sheet_unveil(const nh_sheet_job *job, nh_expr e);
/* Common factors of the terms of a sum taken out. */
nh_expr nh_sheet_pull(nh_sheet_job *job, nh_expr e);

/* ---- sheet_quasi.c ---- */

/* Exchanges equations in quasi-velocities for such with names, where the velocities are long. */
void nh_sheet_name_velocities(nh_sheet_job *job);
/* e with stand-ins for those names, and back. */
nh_expr nh_sheet_close(nh_sheet_job *job, nh_expr e);
/* The same for all abbreviations. */
nh_expr nh_sheet_close_all(nh_sheet_job *job, nh_expr e);
nh_expr nh_sheet_open(const nh_sheet_job *job, nh_expr e);

/* ---- sheet_vectors.c ---- */

/* The equations as vectors, where a body turns freely and this is proved. */
void nh_sheet_find_vectors(nh_sheet_job *job);

/* ---- sheet_structure.c ---- */

/* Where the equations would fill pages: what they are made from; false: they do not, or it cannot be told. */
bool nh_sheet_find_structure(nh_sheet_job *job);

/* ---- sheet_equations.c ---- */

/* Along each coordinate: forces without those of a potential that contains velocities. */
nh_expr *nh_sheet_forces(const nh_sheet_job *job);

void nh_sheet_make_equations(nh_sheet_job *job);
void nh_sheet_add_rows(nh_sheet_job *job);

/* ---- sheet_factor.c ---- */

/* Multiplies the coefficients of one equation by what makes them shorter: a common denominator. The factor. */
nh_expr nh_sheet_clear(nh_sheet_job *job, size_t count, nh_expr *coefficients);

/* ---- sheet_lines.c ---- */

void nh_sheet_add_constraints(nh_sheet_job *job);
void nh_sheet_add_explicit(nh_sheet_job *job);
void nh_sheet_add_variables(nh_sheet_job *job);
void nh_sheet_add_coefficients(nh_sheet_job *job);
/* e as a polynomial in the symbols, each coefficient polished, unless the whole is much shorter. */
nh_expr nh_sheet_sorted_by(nh_sheet_job *job, nh_expr e, uint32_t count, const nh_expr *symbols);
void nh_sheet_add(nh_sheet_job *job, nh_sheet_lines *to, const char *of, nh_expr left, nh_expr right);
void nh_sheet_note(nh_sheet_job *job, const char *format, ...) NH_PRINTF(2, 3);
const char *nh_sheet_text_of(nh_sheet_job *job, nh_expr e);

/* ---- sheet_geometry.c ---- */

void nh_sheet_add_geometry(nh_sheet_job *job);

/* ---- sheet_omega.c ---- */

/* Says what the transposition matrix is, if there is one, and makes its entries named coefficients. */
void nh_sheet_find_omega(nh_sheet_job *job);

/* ---- sheet_short.c ---- */

void nh_sheet_shorten(nh_sheet_job *job);

/* ---- sheet_assume.c ---- */

void nh_sheet_add_assumptions(nh_sheet_job *job);

/* ---- sheet_redundant.c ---- */

void nh_sheet_note_redundant(nh_sheet_job *job);

#endif
