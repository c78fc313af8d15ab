/* The formulations by name: one file each, one line each in model/forms.def. */
#ifndef NH_FORM_FORM_H
#define NH_FORM_FORM_H

#include "facts/singular.h"
#include "form/equations.h"

/* One of the two first functions is there: equations for all accelerations, or for variables of
 * the formulation's own. */
typedef struct nh_form {
    const char *name;       /* "chetaev" */
    const char *title;      /* what its equations are, for a sentence: "Lagrange's equations with multipliers ..." */
    const char *reference;  /* where they come from: "[Simple] (54)-(57)"; NULL: from none of the papers */
    const char *short_name; /* where there is little room: "modified"; NULL: its name */
    const char *variables;  /* "independent velocities": what it has in place of the velocities; NULL: nothing else */
    nh_equations *(*derive)(const nh_model *model, nh_arena *arena);
    /* Its hypotheses for the rows and velocities of a choice: no, or unknown, and *why in words: which of them fails,
     * or is not decided. NULL: there are none. */
    nh_truth (*applies)(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
    /* NULL, and *why, when it does not apply, or an expression on the way is too long. */
    nh_equations *(*derive_with)(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
    /* The dependent velocities that it asks for, of rows that are independent at the state, k each; false, and *why,
     * when there are none. NULL: any choice will do. */
    bool (*choose)(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                   uint32_t *dependent, const char **why);
    /* The same equations in other variables, for states at which those do not serve; NULL: there are none. */
    nh_equations *(*derive_else)(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
    /* Its settings, a variant and a transposition matrix: vakonomic-modified has some; else NULL. */
    const nh_setting *setting;
    /* Its motion differs from that of all others, except for special systems; no constraint
     * forces are computed for it. */
    bool is_apart;
    /* Its equations must determine all accelerations: no gauge is fixed for it (facts/singular.h). */
    bool is_determined;

    /* ---- what `derive` prints ---- */
    /* "Tstar B": coefficients that say more than the equations; `eval --coefficients` has all. NULL: none do */
    const char *shown;
    bool hides_ones;      /* of those that are shown, the ones that are 1 are left out, like those that are 0 */
    bool has_primes;      /* they have a prime in LaTeX: A' and B' of [Examples] (12)-(13) */
    bool has_geometry;    /* with the geometry of the constraint submanifold: forms, a basis, classes */
    bool has_quasis;      /* its variables are quasi-velocities, those of the model first */
    bool has_hamiltonian; /* its first coefficient is H, by which the equations can be written */
    bool has_cyclic;      /* a momentum takes the place of some velocities */
} nh_form;

/* All of them, in the order of forms.def; NULL after the last. */
const nh_form *nh_form_at(size_t i);
/* The equations of a formulation, with its settings. A formulation in variables of its own takes them from the choice;
 * without one they are those of chetaev, for all accelerations. NULL, and *why, as for derive_with. */
nh_equations *nh_form_equations(const nh_form *form, const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                const char **why);
/* Those for all accelerations: its own, or chetaev's where it is in variables of its own. */
nh_equations *nh_form_full_equations(const nh_form *form, const nh_model *model, nh_arena *arena);
/* Of a name with or without settings or a method after it, "vakonomic-modified:imposed", "chetaev/dop853";
 * NULL when there is none. */
const nh_form *nh_form_of(const char *name);
/* NULL when there is none of that name; *nearest, if not NULL, is then the most similar name, or NULL. */
const nh_form *nh_form_find(const char *name, const char **nearest);
/* The same, with chetaev for NULL, and with settings after the name: "vakonomic-modified:imposed:mass". Leaves with
 * NH_E_USAGE and a diagnostic when there is none, a setting is none, or one sort of them is set twice. */
const nh_form *nh_form_require(nh_context *context, const char *name);

/* The gauge that is fixed for motions by this formulation. NULL: there is none, or the formulation has to determine
 * everything by itself. In the arena, which is not the scratch arena. */
const nh_gauge *nh_form_gauge(const nh_form *form, const nh_model *model, nh_arena *arena);

#endif
