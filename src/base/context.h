/* What the modules above base may ask of a context, in addition to the public interface. */
#ifndef NH_BASE_CONTEXT_H
#define NH_BASE_CONTEXT_H

#include "base/arena.h"

/* The arena that lives as long as the context. */
nh_arena *nh_context_arena(nh_context *context);
/* Of all random draws. */
uint64_t nh_context_seed(const nh_context *context);

/* Takes, resizes and gives back raw memory, counted against the limit. NULL when there is none or the limit is reached
 * (*why, if not NULL, is then NH_E_MEMORY or NH_E_LIMIT). For the arenas and for the hooks of other libraries only. */
void *nh_context_resize(nh_context *context, void *block, size_t old_size, size_t new_size, nh_status *why);
/* Whether raw memory is that of the C library: nobody watches its requests one by one. */
bool nh_context_is_plain(const nh_context *context);

/* The place where module num keeps its guard; NULL at first. */
void **nh_context_guard(nh_context *context);
/* The place where it keeps the factors of polynomials that it has found; NULL at first. */
void **nh_context_factors(nh_context *context);

#endif
