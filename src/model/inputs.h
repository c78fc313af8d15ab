/* What every program over the states of a model begins with. */
#ifndef NH_MODEL_INPUTS_H
#define NH_MODEL_INPUTS_H

#include "model/model.h"
#include "tape/tape.h"

/* Inputs t, q, q' and, with accelerations, q''; the parameters in their order; families kept as loops. */
nh_tape_def nh_model_tape_def(const nh_model *model, nh_arena *arena, bool with_accelerations, size_t outputs,
                              const nh_expr *output);
/* The same with other inputs. */
nh_tape_def nh_model_tape_over(const nh_model *model, nh_arena *arena, size_t inputs, const nh_expr *input,
                               size_t outputs, const nh_expr *output);

/* The momentum of a coordinate as a variable of its own, "momentum(x)", of role QUASI. */
nh_expr nh_model_momentum_symbol(const nh_model *model, nh_arena *arena, uint32_t coordinate);
/* Whether it is alpha, alphabar or sigma: before a coordinate parts of the explicit form; and whether a name such as
 * "alpha.x" begins so. */
bool nh_model_is_explicit_head(const char *head);
bool nh_model_is_explicit_name(const char *name);
/* Whether it is the name of an energy that belongs to a choice of velocities, E_star or E_quasi; and whether it names a
 * term of the balance of an energy, "E.forces". */
bool nh_model_is_chosen_energy(const char *name);
bool nh_model_is_energy_part(const char *name);
/* Whether a coefficient by its name, "hamel.Ltilde", belongs to a formulation with variables of its own:
 * momenta or quasi-velocities. */
bool nh_model_formula_has_variables(const char *name);
/* What formulas that statements name, alpha.x or voronec.B[a,x], are called with when they are differentiated:
 * t, q, q', q'', parameters; those of formulations with variables of their own: t, q, q', momenta,
 * quasi-velocities, parameters. */
nh_expr *nh_model_formula_arguments(const nh_model *model, nh_arena *arena, bool has_variables, uint32_t *count);

#endif
