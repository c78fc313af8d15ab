/* A sheet: the equations of motion of one formulation as a paper would write them, with all that a
 * reader needs to follow them.
 *
 *     abbreviations    those that the next three need
 *     constraints      as they were declared
 *     explicit form    dependent velocities by the independent ones
 *     variables        of the formulation's own, by the velocities
 *     abbreviations    the others: those of the model that occur, and such that keep lines short; each is
 *                      defined by earlier ones
 *     velocities       by the variables
 *     coefficients     that have a name in the formulation
 *     equations        one for each unknown
 *     rows             the constraints differentiated, where multipliers are unknown too
 *     assumptions      what must not vanish, or be positive
 *
 * All are expressions; src/out prints them. An equation is equal to that of the formulation up to a factor, which is
 * told; dependent velocities may occur in it for what the explicit form says they are. */
#ifndef NH_PAPER_SHEET_H
#define NH_PAPER_SHEET_H

#include "facts/admissible.h"
#include "facts/integrable/integrable.h"
#include "facts/places/conditions.h"
#include "form/form.h"

/* A sum: parts that are written in this order. No part: 0. */
typedef struct nh_sheet_side {
    uint32_t count;
    const nh_expr *parts;
} nh_sheet_side;

typedef struct nh_sheet_line {
    const char *of;   /* what it is about: "x", "eta1", "speed", "B[speed,x]" */
    const char *name; /* in place of the left side where that is not an expression: "B[speed,x]"; else NULL */
    nh_sheet_side left, right;
    nh_expr factor;  /* of an equation: by what it was multiplied; 1: by nothing */
    bool is_contact; /* a constraint that a contact makes */
} nh_sheet_line;

typedef NH_ARRAY(nh_sheet_line) nh_sheet_lines;

/* left relation right */
typedef struct nh_sheet_condition {
    nh_expr left, right;
    nh_relation relation;
} nh_sheet_condition;

typedef NH_ARRAY(nh_sheet_condition) nh_sheet_conditions;

/* ---- the geometry of the constraint submanifold, [Examples] sections 2 to 4 ---- */

/* Forms and vector fields of a basis, by coordinates x, y; omega[x] = dx - x' dt. */
typedef enum nh_sheet_basis {
    NH_SHEET_DT,       /* dt */
    NH_SHEET_OMEGA,    /* omega[x] */
    NH_SHEET_OMEGA_DT, /* omega[x] ^ dt */
    NH_SHEET_OMEGA_DV, /* omega[x] ^ dy' */
    NH_SHEET_BY_TIME,  /* d/dt */
    NH_SHEET_BY_PLACE, /* d/dx */
    NH_SHEET_BY_SPEED, /* d/dx' */
} nh_sheet_basis;

typedef struct nh_sheet_term {
    nh_expr coefficient;
    const char *name; /* of the coefficient, "A[x]", where that occurs in its place; else NULL */
    nh_sheet_basis basis;
    uint32_t x, y; /* coordinates */
} nh_sheet_term;

/* A form, or a field, as a sum of terms. */
typedef struct nh_sheet_form {
    const char *name; /* "phi[roll.x]" */
    NH_ARRAY(nh_sheet_term) terms;
    bool has_F, has_phi; /* a class: with any product of two contact forms, and any constraint 2-form */
} nh_sheet_form;

typedef NH_ARRAY(nh_sheet_form) nh_sheet_forms;

typedef struct nh_sheet_geometry {
    bool is_there;
    uint32_t dimension_J, dimension_Q, rank_C; /* of J^1 Y, of Q, of the canonical distribution */
    nh_sheet_form cartan, system;              /* theta_L, (1); the class alpha */
    nh_sheet_forms constraint_forms;           /* phi, (10) */
    nh_sheet_forms distribution;               /* a basis of C */
    nh_sheet_form constrained_system;          /* the class alpha_Q */
    nh_conditions places;                      /* where (8) fails, or regularity */
    nh_fact rank, regular;                     /* (8), and that (B') is regular, at all states of Q */
    nh_position_integrals semiholonomic;       /* what is constant where the rows hold */
} nh_sheet_geometry;

/* ---- equations as vectors ---- */

/* How a textbook writes those of a body that turns freely, in the frame of the body:
 *
 *     I*Omega' + cross(Omega, I*Omega) + m*R^2*cross(gamma, cross(Omega', gamma)) = 0
 *
 * A vector expression knows its components too: so what is printed is judged as equations in components are. */
typedef enum nh_sheet_vector_kind {
    NH_VECTOR_NAMED,   /* "Omega", "gamma", with dots */
    NH_VECTOR_LIST,    /* [x, y, z] */
    NH_VECTOR_TURNED,  /* a vector of space, seen from the body: inverse(B.R)*[x, y, z] */
    NH_VECTOR_MOVED,   /* a vector of the body in space: B.R*a */
    NH_VECTOR_TIMES,   /* factor*a */
    NH_VECTOR_APPLIED, /* a matrix: I*a */
    NH_VECTOR_CROSS,   /* cross(a, b) */
    NH_VECTOR_PLUS,    /* a + b */
} nh_sheet_vector_kind;

typedef struct nh_sheet_vector {
    nh_sheet_vector_kind kind;
    const char *name; /* of a vector, of a matrix, of the body */
    uint32_t dots;
    nh_expr factor;
    const struct nh_sheet_vector *a, *b;
    nh_vector shown; /* of a list: its components as they are written, with those of named vectors in them */
    nh_vector value; /* the components, in t, q, the angular velocity and multipliers */
} nh_sheet_vector;

typedef enum nh_sheet_vector_sort {
    NH_VECTOR_DEFINITION, /* left = right: of a name; the first one of the angular velocity, by the velocities */
    NH_VECTOR_MATRIX,     /* left = the matrix: of the inertia */
    NH_VECTOR_EQUATION,   /* left = right */
    NH_VECTOR_NORMAL,     /* dot(left, right) = 0 */
    NH_VECTOR_KINEMATICS, /* left = right */
    NH_VECTOR_ROTATION,   /* of the body `left`: R' = R*hat(right), with hat(a)*b = cross(a, b) */
} nh_sheet_vector_sort;

typedef struct nh_sheet_vector_line {
    nh_sheet_vector_sort sort;
    const nh_sheet_vector *left, *right; /* right NULL: 0 */
    nh_matrix3 matrix;
    const char *words; /* what it is, behind a definition; NULL: nothing to say */
} nh_sheet_vector_line;

typedef NH_ARRAY(nh_sheet_vector_line) nh_sheet_vector_lines;

/* ---- what long equations are made from ---- */

typedef struct nh_sheet_structure {
    bool is_there;                     /* in place of equations, coefficients and abbreviations */
    bool is_projected;                 /* along the displacements that the rows allow; else along all coordinates */
    NH_ARRAY(const char *) declared;   /* statements of the model that say what masses, forces and rows are */
    nh_sheet_lines angular_velocities; /* components, in the frame of each body, that are short */
    nh_sheet_lines entries;            /* of M, those that are short */
    uint32_t entries_in_all;           /* that are not 0, on and above the diagonal */
} nh_sheet_structure;

/* ---- all of it ---- */

typedef struct nh_sheet {
    const nh_model *model;
    const nh_form *form;
    uint32_t count; /* of equations, those that are not shown too */
    uint32_t unknown_count;
    /* Accelerations or rates of variables, then multipliers, or the rates of those that are state variables. */
    const nh_expr *unknowns;
    uint32_t sign_count;
    const nh_expr *signs; /* 1 or -1, the signs of roots: those that occur */
    nh_sheet_lines constraints, explicit_form, variables, velocities, abbreviations, coefficients, equations, rows;
    size_t early;               /* how many of the abbreviations precede the constraints */
    nh_sheet_geometry geometry; /* of `reduced` */
    nh_sheet_conditions assumptions;
    nh_sheet_vector_lines vectors; /* of a body that turns freely: the equations as vectors */
    bool has_components;           /* people are shown components, not vectors */
    nh_sheet_structure structure;
    NH_ARRAY(const char *) notes; /* sentences: what is left out, what stands for what */
} nh_sheet;

/* What is made of it in place of components. */
typedef enum nh_sheet_style {
    NH_SHEET_WHOLE, /* components, and vectors too where there are such */
    NH_SHEET_SHORT, /* the same, but what fills pages is told by what it is made from */
} nh_sheet_style;

/* With the rows and velocities that fit the reference state. NULL, and *why in words, when the formulation does not
 * apply. In the arena, which is not the scratch arena; work on long expressions is bounded. */
nh_sheet *nh_sheet_make(nh_arena *arena, nh_admissible *a, const nh_form *form, const char **why);
nh_sheet *nh_sheet_make_in(nh_sheet_style style, nh_arena *arena, nh_admissible *a, const nh_form *form,
                           const char **why);

#endif
