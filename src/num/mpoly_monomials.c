/* Polynomials whose coefficients are polynomials in the later variables; and from one ring to another. */
#include "base/assert.h"
#include "base/limits.h"
#include "num/guard.h"
#include "num/mpoly_private.h"

/* GCC takes the argument of an inlined function for the word that it examined first. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

/* Exponents of rings with no more room than this need no memory of the guard. */
enum { SMALL = 64 };

static _Noreturn void too_large(void) {
    nh_fail(nh_guard_context(), NH_E_LIMIT, "polynomial-size", "a polynomial would be too long");
}

static slong room_in(const nh_mpoly *p) {
    return fmpz_mpoly_ctx_nvars(nh_ring_context(p->ring));
}

void nh_mpoly_powers(nh_mpoly *p, size_t i, uint32_t count, uint32_t *powers) {
    nh_mpoly_lift(p);
    NH_ASSERT(i < nh_mpoly_terms(p) && count <= p->ring->count);
    ulong few[SMALL], *exponents = room_in(p) <= SMALL ? few : nh_guard_alloc((size_t)room_in(p), sizeof *exponents);
    if (!fmpz_mpoly_term_exp_fits_ui(p->p, (slong)i, nh_ring_context(p->ring))) too_large();
    fmpz_mpoly_get_term_exp_ui(exponents, p->p, (slong)i, nh_ring_context(p->ring));
    for (uint32_t k = 0; k < count; k++) {
        if (exponents[k] > UINT32_MAX) too_large();
        powers[k] = (uint32_t)exponents[k];
    }
    if (exponents != few) nh_guard_free(exponents);
}

void nh_mpoly_coefficient_of(nh_mpoly *r, nh_mpoly *a, uint32_t count, const uint32_t *powers) {
    NH_ASSERT(r->ring == a->ring && count <= a->ring->count);
    nh_mpoly_lift(r);
    nh_mpoly_lift(a);
    slong *variables = nh_guard_alloc(count + 1, sizeof *variables);
    ulong *exponents = nh_guard_alloc(count + 1, sizeof *exponents);
    for (uint32_t k = 0; k < count; k++) {
        variables[k] = (slong)k;
        exponents[k] = powers[k];
    }
    fmpz_mpoly_get_coeff_vars_ui(r->p, a->p, variables, exponents, (slong)count, nh_ring_context(r->ring));
    nh_guard_free(exponents);
    nh_guard_free(variables);
}

void nh_mpoly_set_monomial(nh_mpoly *r, uint32_t count, const uint32_t *powers) {
    NH_ASSERT(count <= r->ring->count);
    nh_mpoly_lift(r);
    ulong *exponents = nh_guard_alloc((size_t)room_in(r), sizeof *exponents);
    for (uint32_t k = 0; k < count; k++) exponents[k] = powers[k];
    fmpz_mpoly_zero(r->p, nh_ring_context(r->ring));
    fmpz_mpoly_push_term_ui_ui(r->p, 1, exponents, nh_ring_context(r->ring));
    nh_guard_free(exponents);
}

/* The greatest common divisor of the coefficients. */
static void set_content(nh_mpoly *r, nh_mpoly *a, uint32_t count) {
    slong *variables = nh_guard_alloc(count + 1, sizeof *variables);
    for (uint32_t k = 0; k < count; k++) variables[k] = (slong)k;
    nh_tick(nh_guard_context(), 10 * nh_mpoly_terms(a) + 1);
    if (fmpz_mpoly_content_vars(r->p, a->p, variables, (slong)count, nh_ring_context(a->ring)) == 0) too_large();
    nh_guard_free(variables);
}

/* The same of numbers. */
static void set_number_content(nh_mpoly *r, const nh_mpoly *a) {
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, a->p->coeffs, a->p->length);
    fmpz_mpoly_set_fmpz(r->p, content, nh_ring_context(a->ring));
    fmpz_clear(content);
}

void nh_mpoly_primitive(nh_mpoly *r, nh_mpoly *a, uint32_t count, nh_mpoly *content) {
    NH_ASSERT(r->ring == a->ring);
    nh_mpoly *factor = nh_mpoly_new(r->ring);
    nh_mpoly_set(r, a);
    if (nh_mpoly_is_zero(r)) nh_mpoly_set_int(factor, 1);
    else if (count == r->ring->count) set_number_content(factor, r);
    else set_content(factor, r, count);
    if (!nh_mpoly_is_one(factor)) (void)nh_mpoly_divide(r, r, factor);
    if (nh_mpoly_sign(r) < 0) nh_mpoly_neg(r, r);
    if (content != NULL) nh_mpoly_swap(content, factor);
    nh_mpoly_free(factor);
}

void nh_mpoly_move(nh_mpoly *r, nh_mpoly *a, const uint32_t *to) {
    NH_ASSERT(r->ring != a->ring);
    nh_mpoly_lift(r);
    nh_mpoly_lift(a);
    slong *map = nh_guard_alloc((size_t)room_in(a), sizeof *map);
    for (slong i = 0; i < room_in(a); i++) map[i] = -1; /* a has none of these */
    for (uint32_t i = 0; i < a->ring->count; i++) {
        NH_ASSERT(to[i] < r->ring->count || to[i] == UINT32_MAX);
        if (to[i] != UINT32_MAX) map[i] = (slong)to[i];
    }
    nh_mpoly_rename(r->p, nh_ring_context(r->ring), a->p, nh_ring_context(a->ring), map);
    nh_guard_free(map);
}

size_t nh_mpoly_bits(const nh_mpoly *p) {
    slong bits = _fmpz_vec_max_bits(p->p->coeffs, p->p->length); /* negative when a coefficient is */
    return (size_t)(bits < 0 ? -bits : bits);
}
