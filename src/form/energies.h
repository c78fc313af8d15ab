/* The energies of a motion next to each other: E, [Homogeneous] (16); E_star of the independent velocities, (17);
 * E_quasi of the quasi-velocities of the model, [Rheonomous] (18). Which of them are constant along every motion, and
 * which causes change the others; whether E_star is constant with other independent velocities. */
#ifndef NH_FORM_ENERGIES_H
#define NH_FORM_ENERGIES_H

#include "base/array.h"
#include "facts/analysis.h"

typedef struct nh_energy_cause {
    const char *name; /* "forces", as in form/balance.h */
    nh_fact is_there; /* it is not 0 at all admissible states */
} nh_energy_cause;

typedef struct nh_energy_answer {
    const char *name;   /* "E_star" */
    const char *choice; /* of E_star: the independent velocities, "x', y'"; else NULL */
    nh_fact is_E;       /* at all admissible states it has the value of E */
    nh_fact conserved;
    NH_ARRAY(nh_energy_cause) causes; /* of one that is not conserved; a cause that is certainly 0 is left out */
    /* Of E_star that is not conserved: whether it is with other independent velocities, and with which: the first that
     * were found. */
    nh_fact other;
    const char *other_choice; /* NULL: none was found */
} nh_energy_answer;

typedef NH_ARRAY(nh_energy_answer) nh_energy_answers;

/* E first. E_star where there are dependent and independent velocities, E_quasi where the model has quasi-velocities
 * and `hamel` applies. None where nothing follows from the rows. In the arena. */
nh_energy_answers nh_energies_find(nh_arena *arena, const nh_analysis *x);

#endif
