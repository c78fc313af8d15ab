/* Point symmetries, with their momenta and brackets. */
#ifndef NH_INTEGRALS_SYMMETRY_PRIVATE_H
#define NH_INTEGRALS_SYMMETRY_PRIVATE_H

#include "integrals/finder_private.h"
#include "truth/judge/judge.h"

typedef struct nh_symmetry {
    nh_expr *field; /* by coordinates */
    const char *text, *latex;
    nh_expr J;
    const char *momentum, *rate; /* J' = rate */
    bool is_compatible;          /* the field is a virtual displacement; proved */
    nh_evidence by;              /* of the rate */
} nh_symmetry;

typedef struct nh_symmetries {
    NH_ARRAY(nh_symmetry) items;
    bool is_searched;
    const char *searched;               /* "components of degree 2 in x, y" */
    uint32_t open;                      /* further ones, not written down or not proved */
    uint32_t brackets;                  /* of pairs of fields, that are sums of fields, proved */
    NH_ARRAY(const char *) commutators; /* those that are not 0: "[X1, X3] = X2" */
} nh_symmetries;

/* In the arena of the finder, which has a flow. Momenta are not judged yet. */
nh_symmetries *nh_symmetries_find(const nh_finder *f, nh_admissible *a);
void nh_symmetries_judge(nh_symmetries *found, const nh_model *model, uint64_t seed);

/* The factors of the space of integrals without time and roots. */
nh_ansatz_space nh_symmetry_space(nh_arena *arena, const nh_flow *flow);
/* "x = -y, y = x", as `displacements --field` reads it, and -y d/dx + x d/dy in LaTeX. */
void nh_symmetry_write_field(const nh_flow *flow, nh_arena *arena, const nh_expr *field, const char **in_words,
                             const char **in_latex);

/* ---- exponentials.c ---- */

/* Products of powers of velocities and momenta of symmetries with exponentials of functions of positions. */
void nh_finder_search_exponentials(nh_finder *f);

/* ---- separation.c ---- */

/* Quasi-velocities that the symmetries leave alone. */
void nh_separation_find(nh_integrals_result *result, nh_arena *arena, const nh_flow *flow,
                        const nh_symmetries *symmetries, uint64_t seed);

/* ---- gauge_momenta.c ---- */

/* Integrals that are momenta of fields of virtual displacements, linear ones, and squares of these, are told so. */
void nh_gauge_momenta_find(nh_integrals_result *result, nh_arena *arena, const nh_flow *flow,
                           const nh_symmetries *symmetries);

#endif
