/* Where the stability of a branch changes. */
#ifndef NH_STEADY_CHANGES_PRIVATE_H
#define NH_STEADY_CHANGES_PRIVATE_H

#include <nonholo/stability.h>

#include "base/array.h"
#include "steady/branch/branch_private.h"

/* A value that was examined. */
typedef struct nh_looked {
    const nh_ball_data *value; /* exact */
    nh_indicators at;
} nh_looked;

typedef NH_ARRAY(nh_stability_change) nh_changes;

/* The changes between neighbours of a list with rising values; inside the guard. */
void nh_changes_find(nh_changes *changes, const nh_steady_branch *branch, size_t count, const nh_looked *looked);

#endif
