/* Deriving equations of motion: how long, against whom, and how it grows. */
#include "derive.h"

#include "bench.h"

void bench_derive(nh_context *context) {
    (void)context;
    bench_note("\nderiving equations of motion");
    derive_models();
    derive_sympy();
    derive_families();
}
