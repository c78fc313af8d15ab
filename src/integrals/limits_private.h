/* What a search for first integrals may cost before it is given up.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each. */
#ifndef NH_INTEGRALS_LIMITS_PRIVATE_H
#define NH_INTEGRALS_LIMITS_PRIVATE_H

enum {
    NH_WORK_ANSATZ = 300000000,       /* all terms of one degree: linear algebra with some hundred of them */
    NH_WORK_MEASURE = 300000000,      /* a density, or an obstruction */
    NH_WORK_SYMMETRIES = 300000000,   /* fields, and their brackets */
    NH_WORK_LINEAR = 30000000,        /* velocities with linear equations: normal forms of accelerations */
    NH_WORK_SPECIAL = 300000000,      /* values of parameters with which there are more integrals */
    NH_WORK_KEPT_POSITIONS = 4000000, /* functions of positions that the constraints keep */
};

#endif
