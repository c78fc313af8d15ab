/* Which velocities are independent: one choice for a model and a formulation, the same in every command.
 *
 * It is the one that `check` announces: that of nh_explicit_choose at the state of nh_admissible_make. A formulation
 * may ask for another one (nh_form: choose). Where a function has no body there are no numbers to choose by; then a
 * minor of the rows that is not 0 decides. */
#ifndef NH_FORM_CHOICE_H
#define NH_FORM_CHOICE_H

#include "facts/admissible.h"
#include "form/form.h"

/* form NULL: that of all formulations that ask for no other. NULL, and *why in words, when there is none. In the arena,
 * which is not the scratch arena. */
const nh_explicit *nh_form_choice(nh_arena *arena, const nh_admissible *a, const nh_form *form, const char **why);
/* Without numbers: the rows and velocities of a minor that is not identically 0. NULL when none is known. */
const nh_explicit *nh_form_choice_by_algebra(nh_arena *arena, const nh_admissible *a);
/* The one that the model names with `independent`, where the rows cannot be solved so at the state of `a` but can be
 * elsewhere; NULL: there is none. */
const nh_explicit *nh_form_choice_named(nh_arena *arena, const nh_admissible *a);

#endif
