/* The parts of the integration of Pfaffian systems; only src/algebra sees it.
 *
 * A system that is solved for some differentials, its fields X_j, and an ansatz F = sum of c_k m_k with
 * constants c_k for the functions with X_j F = 0. Which c_k are not zero is found modulo a prime
 * (modular.h), the constants are then fractions, or solved for exactly as functions of the parameters.
 * What comes out is proved by normal forms. */
#ifndef NH_ALGEBRA_PFAFF_POTENTIAL_PRIVATE_H
#define NH_ALGEBRA_PFAFF_POTENTIAL_PRIVATE_H

#include "algebra/field/atoms_private.h"
#include "algebra/ideal/modular.h"
#include "algebra/pfaff/potential.h"
#include "base/array.h"
#include "base/map.h"

/* ---- potential_ansatz.c: solved systems ---- */

/* dy_a = sum over j of gamma_aj dx_j;   X_j = d/dx_j + sum over a of gamma_aj d/dy_a */
typedef struct nh_solved {
    nh_pool *pool;
    nh_arena *arena;
    nh_pfaffian system;
    uint32_t free_count;         /* fields: count - rank */
    const uint32_t *dependent;   /* rank columns */
    const uint32_t *independent; /* free_count columns */
    const nh_expr *gamma;        /* rank x free_count, in factors */
} nh_solved;

/* False: it could not be solved. */
bool nh_solved_make(nh_pool *pool, nh_arena *arena, nh_pfaffian system, nh_solved *result);
nh_expr nh_solved_along(const nh_solved *s, uint32_t j, nh_expr f); /* X_j f */
/* In factors, if it is not too long for that. */
nh_expr nh_potential_factored(nh_pool *pool, nh_expr e);
/* e with (u^k)^2 / u for u^(2 k - 1) and the like. */
nh_expr nh_potential_split_powers(nh_pool *pool, nh_expr e);
/* Whether X_j f = 0 for all j is proved. */
bool nh_solved_proves(const nh_solved *s, nh_expr f);
/* The system of one of the solved forms by themselves, dy_a - sum gamma_aj dx_j. */
nh_pfaffian nh_solved_row(const nh_solved *s, uint32_t a);
/* The same forms, each times a function: without denominators that all coefficients have, and
 * without common factors. */
nh_pfaffian nh_pfaffian_primitive(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system);
/* Whether theta ^ dtheta = 0 for the only form, as far as some points modulo p tell. */
bool nh_pfaffian_looks_integrable(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system);

/* ---- potential_ansatz.c: terms, and those that are needed ---- */

/* A function of which the terms are made. */
typedef struct nh_ansatz_atom {
    nh_expr meaning;
    bool is_alone; /* occurs in no product, and only its derivatives count: a logarithm, an arc tangent */
    uint32_t weight;
} nh_ansatz_atom;

/* Product of atom^power. */
typedef struct nh_ansatz_factor {
    uint32_t atom;
    int32_t power;
} nh_ansatz_factor;

typedef struct nh_ansatz_term {
    uint32_t start, count; /* in factors */
    uint64_t weight;
} nh_ansatz_term;

typedef struct nh_ansatz {
    nh_pool *pool;
    nh_arena *arena;
    const nh_solved *system;
    NH_ARRAY(nh_ansatz_atom) atoms;
    nh_map atom_of; /* by meaning */
    NH_ARRAY(nh_ansatz_term) terms;
    NH_ARRAY(nh_ansatz_factor) factors;
    nh_map term_of;      /* by the hash of its factors */
    nh_exprs bases;      /* factors of the coefficients, which may occur in logarithms and denominators */
    const nh_expr *side; /* by field: sum of c_k X_j m_k + c side_j = 0, where c is not zero; or NULL */
} nh_ansatz;

/* A part of a solution. */
typedef struct nh_ansatz_part {
    uint32_t term;       /* UINT32_MAX: the side */
    nh_expr coefficient; /* free of the variables */
} nh_ansatz_part;
typedef struct nh_ansatz_solution {
    uint32_t count;
    nh_ansatz_part *parts;
} nh_ansatz_solution;

/* The functions that were found, all of one system. */
typedef struct nh_found {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system; /* whose variables count */
    nh_exprs items;
    uint32_t most; /* there are no more */
} nh_found;
/* Takes a function that was proved to be one, unless it depends on those before. */
bool nh_found_offer(nh_found *found, nh_expr f);

enum { NH_ANSATZ_TERMS = 320 };

nh_ansatz nh_ansatz_make(const nh_solved *system, nh_arena *arena);
uint32_t nh_ansatz_atom_number(nh_ansatz *ansatz, nh_expr meaning, bool is_alone);
void nh_ansatz_add(nh_ansatz *ansatz, uint32_t count, const nh_ansatz_factor *factors);
nh_expr nh_ansatz_meaning(const nh_ansatz *ansatz, uint32_t number); /* of a term */
/* All products of this many atoms, or fewer; false when these are too many. */
bool nh_ansatz_add_products(nh_ansatz *ansatz, uint32_t degree);
/* Finds functions and offers them. */
void nh_ansatz_search(nh_ansatz *ansatz, nh_found *found);
/* A solution with the side; false when there is none. */
bool nh_ansatz_with_side(nh_ansatz *ansatz, nh_ansatz_solution *solution);

/* ---- potential_exact.c ---- */

/* The coefficients, whose number and residues are known, up to a common factor; false when they were not found. */
bool nh_ansatz_coefficients(const nh_ansatz *ansatz, nh_ansatz_solution *solution, const uint64_t *residues);

/* ---- potential_shape.c, potential_guess.c: what the terms are made of ---- */

/* The functions in the expressions, which are in factors, as atoms, and these factors as bases. */
void nh_ansatz_learn(nh_ansatz *ansatz, size_t count, const nh_expr *e);
void nh_ansatz_learn_base(nh_ansatz *ansatz, nh_expr base);
/* Logarithms of the bases and the variables, arc tangents, ... as terms. */
void nh_ansatz_add_primitives(nh_ansatz *ansatz);
/* Terms that an integral of the form would have. */
void nh_ansatz_guess(nh_ansatz *ansatz, const nh_expr *form);

/* ---- potential_shape.c ---- */

/* The sum, or a function of it that is shorter; NH_EXPR_UNDEFINED when it has no variable. */
nh_expr nh_potential_shape(const nh_ansatz *ansatz, const nh_ansatz_solution *solution);
/* exp of the sum over the coefficient of the side; logarithms become factors. */
nh_expr nh_potential_exponential(const nh_ansatz *ansatz, const nh_ansatz_solution *solution);
/* A function of f that is shorter: without factors, terms, functions around all of it that do not matter. What comes
 * out is proved, or f itself. */
nh_expr nh_potential_polish(const nh_solved *system, nh_arena *arena, nh_expr f);

/* ---- potential_guess.c ---- */

/* a u^2 + b u v + c v^2 as a (u + b/(2 a) v)^2 in a sum, where that is it. */
nh_expr nh_potential_squares(nh_pool *pool, nh_arena *arena, nh_expr sum);

/* ---- potential_guess.c ---- */

/* An integrating factor of the only form of the system, or NH_EXPR_UNDEFINED. */
nh_expr nh_potential_factor(const nh_solved *system, nh_arena *arena);
/* Polynomials P of low degree with X_j P = K_j P, or what may be such. */
void nh_potential_darboux(const nh_solved *system, nh_exprs *result);
/* The system on the sets f = constant, with one variable less. */
typedef struct nh_peel {
    nh_expr variable, value; /* what it was solved for */
    nh_expr constant, f;     /* a new symbol, and what it stands for */
    nh_pfaffian rest;
} nh_peel;
/* number: a new one for each new symbol. False: f was not solved for a variable. */
bool nh_potential_peel(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_expr f, uint32_t number,
                       nh_peel *result);

#endif
