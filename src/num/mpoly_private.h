/* What a ring and a polynomial are; only the files of num/mpoly.h see it: mpoly.c, mpoly_monomials.c, mpoly_factor.c,
 * mpoly_known.c. */
#ifndef NH_NUM_MPOLY_PRIVATE_H
#define NH_NUM_MPOLY_PRIVATE_H

#include "base/map.h"
#include "num/flint_private.h"
#include "num/mpoly.h"

#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

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

/* to = from with its k-th variable as the map[k]-th one; a term with one that has none (< 0) is left out. FLINT's
 * composition takes a matrix of all variables by all: most of the work for a few terms in a ring of hundreds. */
void nh_mpoly_rename(fmpz_mpoly_struct *to, const fmpz_mpoly_ctx_struct *to_context, const fmpz_mpoly_struct *from,
                     const fmpz_mpoly_ctx_struct *context, const slong *map);
/* Moves p to the present context of its ring. */
void nh_mpoly_lift(nh_mpoly *p);
/* Of a term of p; leaves when it is too large for any operation. */
uint32_t nh_mpoly_largest_degree(nh_mpoly *p);
/* Before an operation that takes about so much work and gives about this many terms. */
void nh_mpoly_count_work(double work, double terms);

static inline const fmpz_mpoly_ctx_struct *nh_ring_context(const nh_ring *ring) {
    return &ring->context[ring->now];
}

/* ---- mpoly_known.c: factorisations of the context, remembered ---- */

typedef struct nh_known_factors nh_known_factors;

nh_known_factors *nh_known_factors_of(nh_context *context);
/* The number of the factorisation of p; NH_INDEX_NONE: p was not met before. The next call is then nh_known_add, or
 * again this one. */
uint32_t nh_known_find(nh_known_factors *known, nh_mpoly *p);
/* Remembers the factors of the p that was searched for last, which took so much work to find; all == NULL: they were
 * not found. */
uint32_t nh_known_add(nh_known_factors *known, nh_mpoly *p, const fmpz_mpoly_factor_struct *all, uint64_t work);
uint64_t nh_known_work(const nh_known_factors *known, uint32_t number);
/* What nh_mpoly_factorise says about p. */
bool nh_known_take(const nh_known_factors *known, uint32_t number, nh_mpoly *p, nh_arena *arena, nh_rat *constant,
                   nh_mpoly_factor **factors, size_t *count);
size_t nh_known_count(const nh_known_factors *known);

#endif
