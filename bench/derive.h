/* The parts of the benchmark `derive`. */
#ifndef NH_BENCH_DERIVE_H
#define NH_BENCH_DERIVE_H

void derive_models(void);   /* all formulations of the small built-in models: seconds */
void derive_sympy(void);    /* the rolling disc and the unicycle against SymPy */
void derive_families(void); /* the families of points: how time grows with their number */

#endif
