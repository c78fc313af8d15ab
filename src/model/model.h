/* What a system is: the result of reading a model text, constant from then on.
 *
 * A model owns one arena and one pool. `lang` makes it in three steps:
 *
 *     nh_model *model = nh_model_begin(context);   // empty
 *     ... fills the arrays of what is declared ...
 *     nh_model_build_energies(model);                // T, V, L from points, bodies, springs, gravity and terms
 *     ... fills what may speak about energies: quasi-velocities, watches, claims, ... ...
 *     nh_model_build_forces(model);                  // generalised forces by virtual work
 *
 * Where an expression may be absent it is NH_EXPR_UNDEFINED. Every part knows its place in the text. */
#ifndef NH_MODEL_MODEL_H
#define NH_MODEL_MODEL_H

#include <nonholo/model.h>

#include "base/array.h"
#include "base/diag.h"
#include "expr/calculus/calculus.h"
#include "expr/expr.h"
#include "model/rotation.h"

#define NH_MODEL_NONE UINT32_MAX /* no body, no item */

/* ---- what is declared ---- */

typedef struct nh_const {
    nh_name name;
    int64_t value;
    nh_place place;
} nh_const;

typedef struct nh_parameter {
    nh_name name;
    nh_expr symbol;    /* role PARAMETER */
    nh_expr value;     /* in earlier parameters; undefined: stays symbolic */
    nh_expr low, high; /* the range for sliders and random draws; undefined: none */
    nh_name words;     /* what it is, for the reader; 0: nothing was said */
    bool is_set;       /* an option gave the value */
    bool is_tangent;   /* no text names it: model/curved_rows.h */
    nh_place place;
} nh_parameter;

typedef struct nh_coordinate {
    nh_name name;
    nh_expr q, v; /* the coordinate and its velocity; the acceleration is nh_expr_dot of that */
    bool is_made; /* by an orientation or a contact */
    nh_place place;
} nh_coordinate;

/* orientation B: a rotation that is free. Its coordinates are the numbers B.q0 .. B.q3 of a quaternion whose length a
 * unit row keeps at 1. */
typedef struct nh_orientation {
    nh_name name;
    uint32_t first;       /* its first coordinate, of four that follow each other */
    nh_rotation rotation; /* by these */
    nh_place place;
} nh_orientation;

/* A function with a body was put in wherever it was called; its text remains. One without stays a symbol. */
typedef struct nh_function {
    nh_name name;
    uint32_t arity;
    nh_expr symbol;   /* role FUNCTION; undefined when it has a body */
    const char *text; /* "C(t) = exp(-t)", "C(t)": the declaration without its first word */
    nh_place place;
} nh_function;

typedef enum nh_quantity_kind {
    NH_QUANTITY_BAD, /* something that has got its error */
    NH_QUANTITY_SCALAR,
    NH_QUANTITY_VECTOR,
    NH_QUANTITY_ROTATION, /* or a multiple of one */
    NH_QUANTITY_BODY,
} nh_quantity_kind;

typedef struct nh_quantity {
    nh_quantity_kind kind;
    union {
        nh_expr scalar;
        nh_vector vector;
        nh_rotation rotation; /* of a multiple of one: only the matrix means something */
        uint32_t body;        /* its number in the model */
    };
    /* Of a rotation: an expression of the language that gives it, "Rz(phi)*Rx(theta)", for printing. */
    const char *text;
    bool is_scaled; /* of a rotation: it is a multiple of one */
} nh_quantity;

/* A scalar abbreviation is a symbol of role ABBREVIATION, its value; vectors and rotations are kept as they are. */
typedef struct nh_let {
    nh_name name;
    nh_quantity value;
    nh_place place;
} nh_let;

/* What must hold where an expression, as it was written, has a value. The canonical form may have one in
 * more places: x/x is 1. */
typedef enum nh_need_kind {
    NH_NEED_NONZERO,     /* a denominator */
    NH_NEED_NONNEGATIVE, /* under an even root */
    NH_NEED_POSITIVE,    /* in a logarithm, or under an even root in a denominator */
    NH_NEED_VALUE,       /* that it has a value: a power whose exponent is not a number */
} nh_need_kind;

typedef struct nh_need {
    nh_need_kind kind;
    nh_expr e;
} nh_need;

typedef struct nh_needs {
    size_t count;
    const nh_need *items;
} nh_needs;

typedef struct nh_point {
    nh_name name;
    nh_vector position;
    nh_expr mass;   /* undefined: a marker without mass */
    nh_needs needs; /* where it has a value, as it was written */
    nh_place place;
} nh_point;

typedef struct nh_rigid_body {
    nh_name name;
    nh_vector center;
    nh_rotation rotation;
    const char *rotation_text; /* as nh_quantity.text; NULL: the identity */
    nh_expr mass;              /* 0: a frame */
    nh_matrix3 inertia;        /* about the centre, body frame; symmetric */
    nh_needs needs;            /* of what has mass: where all of it has a value, as it was written */
    nh_place place;
} nh_rigid_body;

/* ---- energies and forces ---- */

typedef enum nh_term_kind { NH_TERM_KINETIC, NH_TERM_POTENTIAL, NH_TERM_LAGRANGIAN, NH_TERM_GRAVITY } nh_term_kind;

typedef struct nh_term {
    nh_term_kind kind;
    nh_expr value;   /* of an energy */
    nh_vector field; /* of gravity: the acceleration */
    nh_needs needs;  /* where the energy has a value, as it was written */
    nh_place place;
} nh_term;

/* A spring adds k/2 dot(PQ, PQ) to V, with a length k/2 (|PQ| - length)^2; a damper is the force
 * -c d' grad d, d = |PQ|. */
typedef struct nh_link {
    bool is_damper;
    nh_vector from, to;
    nh_expr coefficient; /* stiffness or damping */
    nh_expr length;      /* of a spring; undefined: none */
    nh_needs needs;      /* where all of it has a value, as it was written */
    nh_place place;
} nh_link;

typedef enum nh_force_kind {
    NH_FORCE_AT_POINT,   /* vector at position */
    NH_FORCE_ON_BODY,    /* vector at the material point of the body that is now at position */
    NH_FORCE_TORQUE,     /* vector on the body, and its opposite on other unless that is NH_MODEL_NONE */
    NH_FORCE_COORDINATE, /* scalar on the coordinate */
} nh_force_kind;

typedef struct nh_force {
    nh_force_kind kind;
    nh_vector position, vector;
    uint32_t body, other;
    uint32_t coordinate;
    nh_expr scalar;
    nh_needs needs; /* where it has a value, as it was written */
    nh_place place;
} nh_force;

/* ---- constraints ---- */

/* One scalar row of a constraint or a condition: residual = a - b of `a = b`, to which the multiplier belongs. */
typedef struct nh_row {
    nh_name name;      /* "roll.x", "perp[3]": as in lambda.NAME */
    nh_name label;     /* as it was declared: "roll", "perp[3]" */
    nh_name family;    /* the bare name: "roll", "perp" */
    nh_expr residual;  /* not identically 0 by its form */
    bool is_geometric; /* no velocity in it */
    /* accelerations are in it, and the residual is linear in them: it restricts these, and no state */
    bool has_accelerations;
    bool is_imposed;   /* a constraint; false for a condition, and for a constraint that was lifted */
    bool is_unit;      /* made by a quaternion, not by a statement: its length is 1 */
    bool is_contact;   /* made by a contact */
    bool is_hidden;    /* forced by other rows, not by a statement: facts/integrable/hidden.h */
    bool is_local;     /* and only on the component of the start: on others it need not hold */
    bool is_of_motion; /* with is_hidden: forced by Lagrange's equations, not by rows: facts/singular.h */
    bool is_gauge;     /* gives an acceleration that nothing determines: facts/singular.h */
    /* As it was written it is not linear in the accelerations: that is `curved`, and the residual is its tangent
     * (model/curved_rows.h). */
    bool is_curved;
    nh_expr curved;
    nh_needs needs; /* where both sides have a value, as they were written; of all components of a vector */
    nh_place place;
} nh_row;

/* An acceleration at which curved rows have their tangents: model/curved_rows.h. */
typedef struct nh_curved_symbol {
    uint32_t coordinate, parameter;
    nh_name name; /* "x''" */
    nh_expr symbol;
} nh_curved_symbol;

/* What one row of a contact does: its force on the body is the multiplier times the direction. */
typedef struct nh_contact_force {
    nh_name row;
    nh_vector direction;
    bool is_normal;
} nh_contact_force;

enum { NH_CONTACT_FORCES = 5 };

/* contact C: SHAPE of B on SURFACE rolls. Its rows are C.gap, geometric, and C.slip1 and the like, kinematic. */
typedef struct nh_contact {
    nh_name name;
    const char *text; /* the statement without its first word and its label */
    nh_vector point;  /* of contact */
    nh_vector normal; /* of length 1, towards the body */
    nh_vector slip;   /* velocity of the material point of the body, relative to that of the surface */
    nh_expr friction; /* the most it can be, relative to the normal force; undefined: nothing is known */
    uint32_t force_count;
    nh_contact_force forces[NH_CONTACT_FORCES];
    nh_place place;
} nh_contact;

typedef enum nh_relation { NH_LESS, NH_GREATER, NH_LESS_EQUAL, NH_GREATER_EQUAL, NH_NOT_EQUAL } nh_relation;

/* left relation right */
typedef struct nh_assumption {
    nh_expr left, right;
    nh_relation relation;
    nh_place place;
} nh_assumption;

/* In the expressions of the model its name is an abbreviation of the definition. */
typedef struct nh_quasi {
    nh_name name;
    nh_expr symbol;     /* role QUASI: for equations of motion that have it as an unknown */
    nh_expr definition; /* affine in the velocities */
    nh_place place;
} nh_quasi;

typedef struct nh_independent {
    uint32_t coordinate; /* whose velocity it is */
    nh_place place;
} nh_independent;

/* An entry of the transposition matrix, [Algebraic] (30). */
typedef struct nh_transposition {
    uint32_t row, column; /* coordinates */
    nh_expr value;
    nh_place place;
} nh_transposition;

/* ---- the motion ---- */

/* quantity = value (held) or ~ value (a guess) at the start. Quantity: an expression in the
 * state, or a symbol mu.NAME. */
typedef struct nh_initial {
    nh_expr quantity, value;
    bool is_held;
    nh_place place;
} nh_initial;

typedef struct nh_span {
    nh_expr from, to, step; /* undefined: not given */
    nh_place place;
} nh_span;

typedef enum nh_direction { NH_ANY_DIRECTION, NH_RISING, NH_FALLING } nh_direction;

/* value crosses 0. A comparison that becomes true is its difference that falls through 0. */
typedef struct nh_event {
    nh_name name; /* 0 for a stop */
    nh_expr value;
    nh_direction direction;
    bool is_stop;
    bool is_comparison; /* it was written as a < b, value = a - b */
    bool or_equal;      /* or as a <= b */
    const char *reason; /* of what a contact watches: the sentence when it happens; NULL: a statement wrote it */
    bool is_section;    /* the rows of a motion are the states at which it happens */
    nh_place place;
} nh_event;

typedef enum nh_record_kind { NH_RECORD_WATCH, NH_RECORD_INVARIANT, NH_RECORD_CLAIM } nh_record_kind;

/* A scalar that is recorded along the motion; of a claim: the difference of its sides. */
typedef struct nh_record {
    nh_record_kind kind;
    nh_name name;  /* with .x .y .z for components */
    nh_name label; /* as declared */
    nh_expr value;
    bool is_judged;   /* of a claim: it was added to the text of the model, to be judged */
    const char *text; /* of such a claim: "a = b" as it was written; NULL: it is one of a family */
    nh_needs needs;   /* where it has a value, as it was written; of a claim: where both sides have one */
    uint32_t idle;    /* of such a claim: how many partial derivatives in it are 0 whatever the state is */
    nh_place place;
} nh_record;

/* ---- the picture ---- */

typedef enum nh_shape {
#define SHAPE(NAME, word) NH_SHAPE_##NAME,
#include "model/shapes.def"
#undef SHAPE
    NH_SHAPES
} nh_shape;

/* What the fields mean is said in shapes.def; those that a shape does not use are zero. */
typedef struct nh_drawing {
    nh_shape shape;
    uint32_t body; /* NH_MODEL_NONE: not on a body */
    nh_vector at, vector;
    nh_expr radius;
    nh_expr variable, low, high; /* of a curve: the symbol that runs, role PARAMETER, and its bounds */
    nh_place place;
} nh_drawing;

/* What a model was read from, for reading it once more with other claims. */
typedef struct nh_source {
    const char *text;
    size_t length;
    nh_read_def def;
    bool is_trial;     /* equations are candidates, and the claims that were added are left out */
    bool is_unassumed; /* assumptions are left out: system/read.h */
} nh_source;

/* ---- all of it ---- */

typedef enum nh_item_kind {
#define ITEM(KIND, type, field) NH_ITEM_##KIND,
#include "model/items.def"
#undef ITEM
} nh_item_kind;

typedef struct nh_item {
    nh_item_kind kind;
    uint32_t number;    /* in its array */
    uint32_t statement; /* that made it */
} nh_item;

/* What was computed from a model and is remembered, NULL before. The model is constant; this lies next to it. */
typedef struct nh_memo {
    const char *text;                              /* as nh_model_print writes it */
    struct nh_known_values *values;                /* model/values.c: those of the parameters */
    const struct nh_position_integrals *integrals; /* motion/run/integrals.c: those that a run keeps */
    struct nh_explicit_list *explicit;             /* state/explicit/explicit.h */
    const struct nh_lagrange *tidied;  /* model/lagrange.h: Lagrange's equations, tidied while they are derived */
    const struct nh_lagrange *tidiest; /* and once more as a whole */
} nh_memo;

struct nh_model {
    nh_context *context;
    nh_arena *arena; /* owns the model */
    nh_pool *pool;
    nh_name title; /* of `system`, else the name of the file without its ending */
    nh_expr time;  /* t */

#define ITEM(KIND, type, field) NH_ARRAY(type) field;
#include "model/items.def"
#undef ITEM
    NH_ARRAY(nh_item) items; /* all of these, in the order of the text */
    nh_exprs equalities;     /* claims are judged where these are 0; nothing else examines them */
    /* Rows that hold identically and were dropped: their names, for who asks about them. */
    NH_ARRAY(nh_row) identities;
    NH_ARRAY(nh_curved_symbol) curved_symbols;

    nh_exprs quaternions; /* of coordinates, four each, whose length a unit row keeps at 1 */

    uint32_t statement;        /* the number of the one that is being read; items are noted under it */
    bool random_start;         /* --init random */
    bool curved_is_set;        /* tangents of curved rows are at accelerations that were found; else at any numbers */
    NH_ARRAY(nh_initial) ends; /* --end x = 1: what is asked of the end of a motion */
    bool ends_as_chetaev;      /* --end chetaev */
    nh_exprs factors;          /* functions of time and coordinates, for first integrals; nothing else looks at them */
    nh_expr *motion;     /* n: functions of time that are to be judged, undefined where none was given; NULL: none */
    nh_exprs motion_mu;  /* with it, of vakonomic ones: mu.NAME and its function of time, by turns */
    nh_expr *field;      /* n: displacements that are asked about, 0 where none was given; NULL: none */
    nh_expr *field_rate; /* n, with the field: how the velocities are varied, undefined where it was not given */
    nh_source source;

    /* computed by nh_model_build_energies; T and V are undefined when L is given directly */
    nh_expr T, V, L;
    /* computed by nh_model_build_forces: one for each coordinate, without those that V gives */
    nh_expr *Q; /* n */

    nh_memo *memo;
};

nh_model *nh_model_begin(nh_context *context);
/* A copy that shares everything and remembers nothing, for the caller to change. It is not to be destroyed. */
nh_model *nh_model_copy(const nh_model *model, nh_arena *arena);
/* After a change of the rows. */
void nh_model_forget(nh_model *model);

/* Adds the item to the array `field` of the model and to its list of items. */
#define nh_model_add(model, field, item_kind, thing)                                                                   \
    (nh_array_push(&(model)->field, (thing)),                                                                          \
     nh_model_note_item((model), (item_kind), (uint32_t)(model)->field.count - 1))
void nh_model_note_item(nh_model *model, nh_item_kind kind, uint32_t number);

void nh_model_build_energies(nh_model *model);
void nh_model_build_forces(nh_model *model);

/* All coordinates, velocities, accelerations: n symbols, in the arena. */
nh_expr *nh_model_coordinates(const nh_model *model, nh_arena *arena);
nh_expr *nh_model_velocities(const nh_model *model, nh_arena *arena);
nh_expr *nh_model_accelerations(const nh_model *model, nh_arena *arena);
/* e with all velocities 0. The arena lends memory. */
nh_expr nh_model_at_rest(const nh_model *model, nh_arena *arena, nh_expr e);

/* E = sum q' dL/dq' - L, [Homogeneous] (16). */
nh_expr nh_model_energy(const nh_model *model);

/* T = 1/2 q' A q' + b q' + c, [Rheonomous] (8), and the matrix of the accelerations in the equations of motion. */
typedef struct nh_kinetic_parts {
    nh_expr_matrix mass; /* d^2 L / dq' dq', n by n; A itself when V is free of velocities */
    /* Whether L is a polynomial of degree 2 in the velocities; A, b, c are of T and only then meaningful. */
    nh_truth is_quadratic;
    nh_expr_matrix A;
    nh_expr *b; /* n */
    nh_expr c;
} nh_kinetic_parts;

/* In the arena, which is not the scratch arena. When L was given directly it stands for T. */
nh_kinetic_parts nh_model_kinetic_parts(const nh_model *model, nh_arena *arena);

/* Whether states have to satisfy it: it is imposed, and about positions or velocities. */
static inline bool nh_row_restricts(const nh_row *row) {
    return row->is_imposed && !row->has_accelerations;
}
/* The row as an equation for the velocities: a geometric one differentiated by time, a kinematic one as it is; and so
 * is one with accelerations, an equation for these. */
nh_expr nh_row_rate(const nh_model *model, const nh_row *row);
/* Its derivative by a velocity, or by the rate of that where it contains accelerations: how its multiplier acts. */
nh_expr nh_row_slope(const nh_model *model, const nh_row *row, nh_expr velocity);

#endif
