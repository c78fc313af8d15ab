/* Numbers for what is constant: the values of a model's parameters, each of which may be made from earlier ones. */
#ifndef NH_MODEL_VALUES_H
#define NH_MODEL_VALUES_H

#include "model/model.h"

/* The value of every parameter as an expression without symbols, in the order of model->parameters; in the arena.
 * Leaves with NH_E_MODEL, and a diagnostic that says which, when a parameter has no value or a function no body, and
 * the equations, the start, or what is recorded uses it. One without a value that is not used gets 0. */
nh_expr *nh_model_closed_values(const nh_model *model, nh_arena *arena);
/* The same as doubles. */
double *nh_model_parameter_values(const nh_model *model, nh_arena *arena);
/* Whether all that is used has a value or a body; whether all functions that are used have a body. */
bool nh_model_is_closed(const nh_model *model);
bool nh_model_has_bodies(const nh_model *model, nh_arena *arena);
/* e with the values of the parameters put in; e itself when something has no value. For "no, with these values": a
 * coefficient may be 0 by its value. */
nh_expr nh_model_with_values(const nh_model *model, nh_expr e);
/* The symbols of the parameters, in that order. */
nh_expr *nh_model_parameter_symbols(const nh_model *model, nh_arena *arena);
/* The same with numbers for what has no value, drawn from the seed, positive and of moderate size: for questions about
 * which all values agree but exceptional ones. NULL when a function without a body is used, or when these numbers
 * leave a value undefined. */
double *nh_model_drawn_values(const nh_model *model, nh_arena *arena, uint64_t seed);
/* When the motion begins, with these values of the parameters: as `simulate` says, else 0. */
double nh_model_start_time(const nh_model *model, nh_arena *arena, const double *values);
/* A constant expression in parameters as a double, with their values. */
double nh_model_constant(const nh_model *model, nh_arena *arena, nh_expr e);
/* One without symbols: no parameter need have a value. */
double nh_closed_constant(const nh_model *model, nh_arena *arena, nh_expr e);

#endif
