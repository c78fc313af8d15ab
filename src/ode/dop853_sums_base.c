/* Sums over stages for any processor. */
#define NH_DOP853_SUMS nh_dop853_sums_base
#include "ode/dop853_sums_private.h"
