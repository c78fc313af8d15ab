/* Balances: a quantity whose rate along motions is the sum of named causes. */
#ifndef NH_FORM_BALANCE_H
#define NH_FORM_BALANCE_H

#include "base/array.h"
#include "form/equations.h"

typedef struct nh_balance {
    const char *name;               /* "E" */
    nh_expr energy;                 /* in t, q, q' and signs of a choice */
    NH_ARRAY(nh_coefficient) parts; /* d(energy)/dt is their sum: named by their cause */
} nh_balance;

#endif
