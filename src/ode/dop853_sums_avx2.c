/* Sums over stages for x86-64 with AVX2; the build gives this file the flags. */
#if defined __x86_64__
#define NH_DOP853_SUMS nh_dop853_sums_avx2
#include "ode/dop853_sums_private.h"
#else
typedef int nh_dop853_sums_avx2_is_empty;
#endif
