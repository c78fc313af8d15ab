/* What the files of the search for first integrals share: flow.c, ansatz.c, space.c,
 * measure.c, coefficients.c, integrals.c. */
#ifndef NH_INTEGRALS_INTEGRALS_PRIVATE_H
#define NH_INTEGRALS_INTEGRALS_PRIVATE_H

#include "algebra/ideal/modular.h"
#include "facts/admissible.h"
#include "facts/integrable/chart.h"
#include "integrals/integrals.h"
#include "model/lagrange.h"

/* ---- flow.c: the motion as a vector field, and its values modulo a prime ---- */

/* The admissible states in coordinates of their own: positions that the geometric constraints leave free, and
 * independent velocities. The equations of motion are not solved; their coefficients are in these variables:
 *
 *     matrix a - jacobian^T lambda = force,     jacobian a = -drift */
typedef struct nh_flow {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t count;             /* variables: time where something depends on it, positions, velocities */
    const nh_expr *variables;   /* count: symbols */
    uint32_t times, positions;  /* 0 or 1; free coordinates */
    const uint32_t *coordinate; /* count: of a position or velocity; of time NH_MODEL_NONE */
    const nh_expr *rates;       /* of time and positions: in the variables */
    uint32_t n, rows;           /* accelerations, multipliers */
    nh_expr_matrix matrix, jacobian;
    const nh_expr *force, *drift;
    /* What takes the place of other symbols: parameters that others define, dependent coordinates and velocities. */
    uint32_t replaced, definitions; /* of these, the first ones: parameters */
    const nh_expr *from, *to;
    nh_chart chart; /* dependent coordinates by others */
    const nh_explicit *form;
    const double *signs;
    const nh_state *state; /* the reference state */
    const double *parameters;
} nh_flow;

/* Parameters and what they are: 0, or another parameter. */
typedef struct nh_flow_values {
    nh_exprs symbol, value;
} nh_flow_values;

/* Which parameters are substituted; others may have any value. */
typedef struct nh_flow_def {
    bool has_definitions;         /* those that others define */
    const nh_flow_values *values; /* these have these values; NULL: none */
} nh_flow_def;

/* NULL, and *why, when there are no such variables, or none are known. */
nh_flow *nh_flow_make(nh_arena *arena, nh_admissible *a, nh_flow_def def, const char **why);
/* "A = m*R^2/4, C = m*R^2/2": the parameters that were substituted. */
const char *nh_flow_definitions(const nh_flow *flow);
/* e, a function of the state, in the variables. */
nh_expr nh_flow_restrict(const nh_flow *flow, nh_expr e);
/* e, in the variables and symbols of the model, at the reference state; NAN where it has no value. */
double nh_flow_value(const nh_flow *flow, nh_expr e);
/* e without the factors that are constant along every motion; 1 where it is constant. */
nh_expr nh_flow_without_constants(const nh_flow *flow, nh_expr e);
/* The expressions whose values nh_flow_solve takes, in their order: added to the list. */
void nh_flow_list(const nh_flow *flow, nh_exprs *list);
size_t nh_flow_size(const nh_flow *flow);
/* From their values modulo p the rates of the variables; false where the equations have no unique solution. */
bool nh_flow_solve(const nh_flow *flow, const uint64_t *values, uint64_t *rates);

/* ---- ansatz.c: sums of products of known functions that are constant along the flow ---- */

/* A sum of coefficient * term, the coefficients not known but modulo p. */
typedef struct nh_relation_terms {
    uint32_t count;
    nh_expr *term;      /* in symbols of the model */
    uint64_t *residues; /* of the coefficients */
    nh_expr growth;     /* as in the question */
    nh_rat power;
} nh_relation_terms;

typedef struct nh_integral_search nh_integral_search;

nh_integral_search *nh_integral_search_make(nh_arena *arena, const nh_flow *flow);
/* Whether e, in symbols of the model, is constant along the flow, as far as some points tell, and independent of those
 * that were taken before: then it is taken, too. */
bool nh_integral_search_takes(nh_integral_search *search, nh_expr e);
uint32_t nh_integral_search_count(const nh_integral_search *search); /* of those that were taken */
/* The integrals that are sums of these terms, and independent of those that were taken before, which are not taken yet;
 * in the arena of the search. */
typedef NH_ARRAY(nh_relation_terms) nh_relations;
nh_relations nh_integral_search_find(nh_integral_search *search, size_t count, const nh_expr *terms);

/* Whether e is a function of the other. */
bool nh_integral_search_is_function_of(const nh_integral_search *search, nh_expr e, nh_expr other);

/* A linear relation between the rates of terms; with a growth between power f' + growth f. */
typedef struct nh_relation_question {
    size_t count;
    const nh_expr *term;   /* in symbols of the model */
    const nh_exprs *drawn; /* parameters that are drawn at every point, too; NULL: none */
    nh_expr growth;        /* a function of the state; undefined: none */
    nh_rat power;
} nh_relation_question;

/* The first one; false when there is none. */
bool nh_integral_search_relate(const nh_integral_search *search, const nh_relation_question *question,
                               nh_relation_terms *found);

/* ---- space.c: what the terms are made of ---- */

/* All products of exactly this degree, at most MOST_TERMS of them and one more, in falling order of the first powers;
 * powers up to `most`. */
nh_exprs nh_products_of(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *bases, const uint32_t *most,
                        uint32_t degree);

/* A function of time and positions, a factor of terms. */
typedef struct nh_ansatz_base {
    nh_expr meaning; /* in symbols of the model */
    uint32_t most;   /* the highest power that is tried: 1 of a cosine, whose square is that of a sine */
} nh_ansatz_base;

/* The rotation of a body, by names: omega_i = sum over j of entry_ij Omega_j. */
typedef struct nh_body_names {
    nh_expr omega[3], Omega[3], entry[3][3];
} nh_body_names;

typedef enum nh_space_kind { NH_SPACE_OWN, NH_SPACE_FRAMES, NH_SPACE_BODIES } nh_space_kind;

typedef struct nh_ansatz_space {
    const nh_flow *flow;
    nh_arena *arena;
    NH_ARRAY(nh_ansatz_base) factors;
    nh_exprs velocities; /* independent ones, and dependent ones with denominators or roots */
    nh_space_kind kind;
    NH_ARRAY(nh_body_names) bodies;
    size_t entries; /* of rotations: the first factors */
    nh_exprs poles; /* what is below a fraction line in the equations, and no sum: x, sin(theta) */
} nh_ansatz_space;

/* The functions in the equations of motion, and these others, with independent velocities. */
nh_ansatz_space nh_ansatz_space_make(nh_arena *arena, const nh_flow *flow, size_t count, const nh_expr *others);
/* Roots of what is negative at the reference state become those of its negative: a density has values there. */
void nh_ansatz_space_take_real_roots(nh_ansatz_space *space);
/* The same with roots, and with what else is below a fraction line in the equations, below one: x/sqrt(x^2 + y^2), of
 * Kepler's problem, 1/x^2. Without velocities where `own` has none. */
nh_ansatz_space nh_ansatz_space_of_inverses(const nh_ansatz_space *own);
/* Entries of the rotations of bodies, with their angular velocities and the velocities of their centres: angular
 * momenta, in the frame of space or of the body, have few of these terms. Factors of `own` that the rotations do not
 * have in them are factors, too. Without velocities where there is no body that turns in space. */
nh_ansatz_space nh_ansatz_space_of_bodies(nh_arena *arena, const nh_flow *flow, const nh_ansatz_space *own);
/* The smaller one of angular velocities in the frames of the bodies, with the vertical, which gravity shows, as these
 * see it. */
nh_ansatz_space nh_ansatz_space_of_frames(nh_arena *arena, const nh_flow *flow);
/* All products of at most this degree in the velocities with products of factors, simple ones first; false when they
 * are too many. */
bool nh_ansatz_space_terms(const nh_ansatz_space *space, uint32_t velocities, uint32_t factors, nh_exprs *terms);
/* Products of the square of velocity i with all products of at most this many factors, added to the list; how many
 * velocities there are. */
size_t nh_ansatz_space_squares(const nh_ansatz_space *space, uint32_t factors, size_t i, nh_exprs *terms);
/* The same function, with angular velocities in the frame of the body where that is shorter, and the sign with which a
 * person would write it. */
nh_expr nh_ansatz_space_polish(const nh_ansatz_space *space, nh_expr e);
/* For people: "x', phi'"; " in sin(theta), cos(theta), x", or nothing */
const char *nh_ansatz_space_velocities(const nh_ansatz_space *space);
const char *nh_ansatz_space_words(const nh_ansatz_space *space);

/* ---- verdicts.c ---- */

/* Equations that are judged, with these values of parameters; NULL: those of the model. */
typedef struct nh_integrals_question {
    const char **equations;
    size_t count;
    const nh_flow_values *values;
    uint64_t seed;
} nh_integrals_question;

/* In the arena. *again, which may become NULL, is the model that was judged: destroy it behind the result. */
const struct nh_judge_result *nh_integrals_judge(nh_arena *arena, const nh_model *model,
                                                 const nh_integrals_question *question, nh_model **again);

/* ---- reduced.c ---- */

/* G u' = F in the independent velocities u; the velocities are A u and a function of positions. */
typedef struct nh_reduced {
    uint32_t m;
    const nh_expr *u;
    nh_expr *A;           /* n x m */
    nh_expr *G, *inverse; /* m x m, functions of positions */
    nh_expr *F;           /* m */
} nh_reduced;

/* NULL where G depends on velocities. */
nh_reduced *nh_reduced_make(nh_arena *arena, const nh_flow *flow);

/* ---- measure.c ---- */

/* An invariant measure with a density in the coordinates, or why there is none. In the arena. */
typedef struct nh_measure {
    nh_integrals_measure info;
    nh_expr density;       /* for positions and velocities, in the variables of its flow; undefined: none */
    const nh_flow *flow;   /* NULL: none */
    nh_flow_values values; /* parameters that are 0 in it, as in the model */
} nh_measure;

nh_measure *nh_measure_find(nh_arena *arena, nh_admissible *a);

/* ---- quadratures.c ---- */

/* Whether the measure and the integrals that were found for all values of the parameters suffice. */
void nh_quadratures_count(nh_measure *measure, nh_arena *arena, const nh_integrals_result *found);

/* ---- hamiltonian.c ---- */

/* The time in which the reduced equations are Hamilton's, where there is one. */
void nh_hamiltonian_find(nh_measure *measure, nh_arena *arena, uint64_t seed);

/* ---- coefficients.c ---- */

/* The sum with its coefficients, fractions or polynomials in the parameters; undefined when they were not found. */
nh_expr nh_integral_with_coefficients(const nh_integral_search *search, nh_arena *arena,
                                      const nh_relation_terms *relation);
const nh_flow *nh_integral_search_flow(const nh_integral_search *search);

#endif
