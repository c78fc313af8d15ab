/* All kernels in all widths as one unit, which test_kernels.c contains and also compiles with other flags
 * and compilers. Lanes wider than a register of the target are there with KERNELS_WIDE only: gcc remarks on
 * them without -Wno-psabi. */
#ifndef NH_TESTS_TAPE_KERNELS_UNIT_H
#define NH_TESTS_TAPE_KERNELS_UNIT_H

enum kernel_op {
#define OP(name, arguments, words) OP_##name,
#include "tape/ops.def"
#undef OP
};

#define NH_LANES 1
#include "kernels_apply.h"
#undef NH_LANES
#define NH_LANES 2
#include "kernels_apply.h"
#undef NH_LANES
#if NH_LANES_NATIVE >= 4 || defined KERNELS_WIDE
#define NH_LANES 4
#include "kernels_apply.h"
#undef NH_LANES
#endif
#if NH_LANES_NATIVE >= 8 || defined KERNELS_WIDE
#define NH_LANES 8
#include "kernels_apply.h"
#undef NH_LANES
#endif

/* False when there is no such lane count here; count is a multiple of 8. */
_Bool kernels_unit(int lanes, int op, int count, const double *const in[3], double *r, double *r2);

_Bool kernels_unit(int lanes, int op, int count, const double *const in[3], double *r, double *r2) {
    switch (lanes) {
        case 1: nh_apply_1((enum kernel_op)op, count, in, r, r2); return 1;
        case 2: nh_apply_2((enum kernel_op)op, count, in, r, r2); return 1;
#if NH_LANES_NATIVE >= 4 || defined KERNELS_WIDE
        case 4: nh_apply_4((enum kernel_op)op, count, in, r, r2); return 1;
#endif
#if NH_LANES_NATIVE >= 8 || defined KERNELS_WIDE
        case 8: nh_apply_8((enum kernel_op)op, count, in, r, r2); return 1;
#endif
        default: return 0;
    }
}

/* Kernels of libm with arguments that the compiler knows, and might be tempted to evaluate itself. */
enum { KERNELS_CONSTANTS = 40 };
#define KERNELS_CONSTANT(X) X(0.1) X(0.3) X(0.7) X(1.1) X(1.79) X(2.563) X(5.9) X(21.7)
void kernels_constants(double r[KERNELS_CONSTANTS]);

void kernels_constants(double r[KERNELS_CONSTANTS]) {
#define EVALUATE(v)                                                                                                    \
    *r++ = nh_sinh_1(v), *r++ = nh_cosh_1(v), *r++ = nh_tanh_1(v), *r++ = nh_tan_1(v), *r++ = nh_pow_1(v, 1.5);
    KERNELS_CONSTANT(EVALUATE)
#undef EVALUATE
}

#endif
