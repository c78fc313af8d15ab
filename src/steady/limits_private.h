/* What answers may cost before they are given up. Work is counted in steps of nh_tick (base/limits.h). */
#ifndef NH_STEADY_LIMITS_PRIVATE_H
#define NH_STEADY_LIMITS_PRIVATE_H

enum {
    NH_WORK_CONSERVED = 20000000, /* whether the energy is conserved, which decides where eigenvalues do not */
    NH_WORK_FORMULAS = 100000000, /* matrices as formulas, on request */
    NH_WORK_EXACT = 15000000,     /* values at which stability changes, in closed form; in numbers once more */
    NH_WORK_PROOF = 5000000,      /* that a steady motion is one, for all values of the parameters; of each */
};

#endif
