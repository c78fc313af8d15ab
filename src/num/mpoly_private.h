/* What a ring and a polynomial are; only the files of num/mpoly.h see it. */
#ifndef NH_NUM_MPOLY_PRIVATE_H
#define NH_NUM_MPOLY_PRIVATE_H

#include "num/flint_private.h"
#include "num/mpoly.h"

#include <flint/fmpz_mpoly.h>

enum { ROOMS = 24 };

struct nh_ring {
    fmpz_mpoly_ctx_struct context[ROOMS]; /* each has twice the variables of the one before */
    int now;
    ordering_t order;
    uint32_t count;
};

struct nh_mpoly {
    nh_ring *ring;
    int at; /* the context it lives in */
    fmpz_mpoly_struct p[1];
};

/* Moves p to the present context of its ring. */
void nh_mpoly_lift(nh_mpoly *p);

static inline const fmpz_mpoly_ctx_struct *nh_ring_context(const nh_ring *ring) {
    return &ring->context[ring->now];
}

#endif
