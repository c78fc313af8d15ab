/* Rings and polynomials: FLINT's fmpz_mpoly.
 *
 * FLINT fixes the variables of a ring. Ours grows: when the room for variables is used up it gets a context of twice as
 * many, and polynomials move there when they are next touched. The old contexts stay until the ring is freed. */
#include "num/mpoly.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "num/flint_private.h"
#include "num/guard.h"
#include "num/mpoly_private.h"
#include "num/rational_private.h"

/* GCC takes the argument of an inlined function for the word that it examined first. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

enum { FIRST_ROOM = 8 };
/* What one operation may come to: products of numbers of terms, and degrees. */
#define MOST_TERMS 2e5
#define MOST_WORK 3e8
/* A gcd is found from images in fewer variables: so much for each term. */
#define GCD_WORK 400.0
#define MOST_DEGREE 100000
#define MOST_BITS 0x1p26 /* of a coefficient of a product or a power */

/* ---- rings ---- */

static uint32_t room_of(int number) {
    return (uint32_t)FIRST_ROOM << number;
}

static nh_ring *make_ring(ordering_t order) {
    NH_ASSERT(nh_guard_inside());
    nh_ring *ring = nh_guard_alloc(1, sizeof *ring);
    ring->order = order;
    fmpz_mpoly_ctx_init(&ring->context[0], room_of(0), order);
    return ring;
}

nh_ring *nh_ring_make(void) {
    return make_ring(ORD_LEX);
}

nh_ring *nh_ring_make_graded(void) {
    return make_ring(ORD_DEGREVLEX);
}

void nh_ring_free(nh_ring *ring) {
    NH_ASSERT(nh_guard_inside());
    for (int i = 0; i <= ring->now; i++) fmpz_mpoly_ctx_clear(&ring->context[i]);
    nh_guard_free(ring);
}

uint32_t nh_ring_add(nh_ring *ring) {
    if (ring->count == room_of(ring->now)) {
        if (ring->now + 1 == ROOMS) nh_fail(nh_guard_context(), NH_E_LIMIT, "polynomial-size", "too many variables");
        fmpz_mpoly_ctx_init(&ring->context[ring->now + 1], room_of(ring->now + 1), ring->order);
        ring->now++;
    }
    return ring->count++;
}

uint32_t nh_ring_count(const nh_ring *ring) {
    return ring->count;
}

/* ---- polynomials ---- */

static const fmpz_mpoly_ctx_struct *context_of(const nh_mpoly *p) {
    return &p->ring->context[p->at];
}

static const fmpz_mpoly_ctx_struct *present_context(const nh_ring *ring) {
    return nh_ring_context(ring);
}

nh_mpoly *nh_mpoly_new(nh_ring *ring) {
    NH_ASSERT(nh_guard_inside());
    nh_mpoly *p = nh_guard_alloc(1, sizeof *p);
    p->ring = ring;
    p->at = ring->now;
    fmpz_mpoly_init(p->p, present_context(ring));
    return p;
}

void nh_mpoly_free(nh_mpoly *p) {
    if (p == NULL) return;
    fmpz_mpoly_clear(p->p, context_of(p));
    nh_guard_free(p);
}

static bool exponents_fit(const fmpz_mpoly_struct *p, const fmpz_mpoly_ctx_struct *context) {
    for (slong i = 0; i < p->length; i++)
        if (!fmpz_mpoly_term_exp_fits_ui(p, i, context)) return false;
    return true;
}

void nh_mpoly_rename(fmpz_mpoly_struct *to, const fmpz_mpoly_ctx_struct *to_context, const fmpz_mpoly_struct *from,
                     const fmpz_mpoly_ctx_struct *context, const slong *map) {
    slong room = fmpz_mpoly_ctx_nvars(context), to_room = fmpz_mpoly_ctx_nvars(to_context);
    if (from->length >= room || !exponents_fit(from, context)) {
        fmpz_mpoly_compose_fmpz_mpoly_gen(to, from, map, context, to_context);
        return;
    }
    ulong *exponents = nh_guard_alloc((size_t)room, sizeof *exponents);
    ulong *renamed = nh_guard_alloc((size_t)to_room, sizeof *renamed);
    fmpz_mpoly_zero(to, to_context);
    for (slong i = 0; i < from->length; i++) {
        bool is_kept = true;
        memset(renamed, 0, (size_t)to_room * sizeof *renamed);
        fmpz_mpoly_get_term_exp_ui(exponents, from, i, context);
        for (slong k = 0; k < room; k++) {
            if (exponents[k] == 0) continue;
            if (map[k] < 0) is_kept = false;
            else renamed[map[k]] += exponents[k];
        }
        if (is_kept) fmpz_mpoly_push_term_fmpz_ui(to, from->coeffs + i, renamed, to_context);
    }
    fmpz_mpoly_sort_terms(to, to_context);
    fmpz_mpoly_combine_like_terms(to, to_context);
    nh_guard_free(renamed);
    nh_guard_free(exponents);
}

void nh_mpoly_lift(nh_mpoly *p) {
    nh_ring *ring = p->ring;
    NH_ASSERT(nh_guard_inside());
    if (p->at == ring->now) return;
    uint32_t room = room_of(p->at);
    slong *map = nh_guard_alloc(room, sizeof *map);
    for (uint32_t i = 0; i < room; i++) map[i] = (slong)i;
    fmpz_mpoly_t lifted;
    fmpz_mpoly_init(lifted, present_context(ring));
    nh_mpoly_rename(lifted, present_context(ring), p->p, context_of(p), map);
    fmpz_mpoly_clear(p->p, context_of(p));
    *p->p = *lifted;
    p->at = ring->now;
    nh_guard_free(map);
}

static void lift_poly(nh_mpoly *p) {
    nh_mpoly_lift(p);
}

static void lift_all(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_poly(r);
    lift_poly(a);
    if (b != NULL) lift_poly(b);
    NH_ASSERT(r->ring == a->ring && (b == NULL || b->ring == a->ring));
}

static _Noreturn void too_large(void) {
    nh_fail(nh_guard_context(), NH_E_LIMIT, "polynomial-size", "a polynomial would be too long");
}

static double terms_of(const nh_mpoly *p) {
    return (double)p->p->length;
}

/* The length of the longest coefficient. */
static double bits_of(const nh_mpoly *p) {
    return fabs((double)_fmpz_vec_max_bits(p->p->coeffs, p->p->length)); /* negative when one of them is */
}

void nh_mpoly_count_work(double work, double terms) {
    if (!(work <= MOST_WORK) || !(terms <= MOST_TERMS)) too_large();
    nh_tick(nh_guard_context(), (uint64_t)work + 1);
    nh_guard_poll();
}

void nh_mpoly_set(nh_mpoly *r, nh_mpoly *a) {
    lift_all(r, a, NULL);
    fmpz_mpoly_set(r->p, a->p, present_context(r->ring));
}

void nh_mpoly_swap(nh_mpoly *a, nh_mpoly *b) {
    nh_mpoly c = *a;
    *a = *b;
    *b = c;
}

void nh_mpoly_set_int(nh_mpoly *r, int64_t value) {
    lift_poly(r);
    fmpz_mpoly_set_si(r->p, value, present_context(r->ring));
}

void nh_mpoly_set_integer(nh_mpoly *r, nh_rat value) {
    fmpq_t q;
    lift_poly(r);
    fmpq_init(q);
    nh_rat_get_fmpq(q, value);
    NH_ASSERT(fmpz_is_one(fmpq_denref(q)));
    fmpz_mpoly_set_fmpz(r->p, fmpq_numref(q), present_context(r->ring));
    fmpq_clear(q);
}

void nh_mpoly_set_variable(nh_mpoly *r, uint32_t variable) {
    NH_ASSERT(variable < r->ring->count);
    lift_poly(r);
    fmpz_mpoly_gen(r->p, (slong)variable, present_context(r->ring));
}

void nh_mpoly_add(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_all(r, a, b);
    nh_mpoly_count_work(terms_of(a) + terms_of(b), terms_of(a) + terms_of(b));
    fmpz_mpoly_add(r->p, a->p, b->p, present_context(r->ring));
}

void nh_mpoly_sub(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_all(r, a, b);
    nh_mpoly_count_work(terms_of(a) + terms_of(b), terms_of(a) + terms_of(b));
    fmpz_mpoly_sub(r->p, a->p, b->p, present_context(r->ring));
}

void nh_mpoly_mul(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_all(r, a, b);
    if (bits_of(a) + bits_of(b) > MOST_BITS) too_large();
    nh_mpoly_count_work(terms_of(a) * terms_of(b), 0);
    fmpz_mpoly_mul(r->p, a->p, b->p, present_context(r->ring));
    if (terms_of(r) > MOST_TERMS) too_large();
}

void nh_mpoly_neg(nh_mpoly *r, nh_mpoly *a) {
    lift_all(r, a, NULL);
    fmpz_mpoly_neg(r->p, a->p, present_context(r->ring));
}

uint32_t nh_mpoly_largest_degree(nh_mpoly *p) {
    lift_poly(p);
    if (!fmpz_mpoly_degrees_fit_si(p->p, present_context(p->ring))) too_large();
    slong degree = fmpz_mpoly_total_degree_si(p->p, present_context(p->ring));
    if (degree > MOST_DEGREE) too_large();
    return degree > 0 ? (uint32_t)degree : 0;
}

/* At most: combinations of the terms with repetition. */
static double terms_of_power(double terms, double exponent) {
    double fewer = exponent < terms - 1 ? exponent : terms - 1, more = exponent + terms - 1 - fewer, result = 1;
    for (uint64_t k = 1; (double)k <= fewer && result <= MOST_WORK; k++) result *= (more + (double)k) / (double)k;
    return result;
}

void nh_mpoly_pow(nh_mpoly *r, nh_mpoly *a, uint32_t exponent) {
    lift_all(r, a, NULL);
    if ((double)nh_mpoly_largest_degree(a) * exponent > MOST_DEGREE) too_large();
    if (bits_of(a) > 1 && bits_of(a) * exponent > MOST_BITS) too_large(); /* 1 bit: 1, -1 */
    nh_mpoly_count_work(terms_of(a) <= 1 ? 1 : terms_of_power(terms_of(a), exponent) * terms_of(a), 0);
    if (fmpz_mpoly_pow_ui(r->p, a->p, exponent, present_context(r->ring)) == 0 || terms_of(r) > MOST_TERMS) too_large();
}

bool nh_mpoly_divide(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_all(r, a, b);
    NH_ASSERT(b->p->length > 0);
    nh_mpoly_count_work(terms_of(a) * terms_of(b), 0);
    nh_mpoly *q = nh_mpoly_new(r->ring);
    bool divides = fmpz_mpoly_divides(q->p, a->p, b->p, present_context(r->ring)) != 0;
    if (divides) nh_mpoly_swap(r, q);
    nh_mpoly_free(q);
    return divides;
}

void nh_mpoly_gcd(nh_mpoly *r, nh_mpoly *a, nh_mpoly *b) {
    lift_all(r, a, b);
    nh_mpoly_count_work(fmin(terms_of(a) * terms_of(b), GCD_WORK * (terms_of(a) + terms_of(b))), 0);
    if (nh_mpoly_largest_degree(a) + nh_mpoly_largest_degree(b) > MOST_DEGREE) too_large();
    if (fmpz_mpoly_gcd(r->p, a->p, b->p, present_context(r->ring)) == 0) too_large();
}

bool nh_mpoly_sqrt(nh_mpoly *r, nh_mpoly *a) {
    lift_all(r, a, NULL);
    nh_mpoly_count_work(terms_of(a) * terms_of(a), 0);
    nh_mpoly *root = nh_mpoly_new(r->ring);
    bool is_square = fmpz_mpoly_sqrt(root->p, a->p, present_context(r->ring)) != 0;
    if (is_square) nh_mpoly_swap(r, root);
    nh_mpoly_free(root);
    if (is_square && nh_mpoly_sign(r) < 0) nh_mpoly_neg(r, r);
    return is_square;
}

/* ---- looking ---- */

bool nh_mpoly_is_zero(const nh_mpoly *p) {
    return p->p->length == 0;
}

bool nh_mpoly_is_one(const nh_mpoly *p) {
    return fmpz_mpoly_is_one(p->p, context_of(p)) != 0;
}

bool nh_mpoly_is_constant(const nh_mpoly *p) {
    return fmpz_mpoly_is_fmpz(p->p, context_of(p)) != 0;
}

bool nh_mpoly_equal(nh_mpoly *a, nh_mpoly *b) {
    lift_all(a, b, NULL);
    return fmpz_mpoly_equal(a->p, b->p, present_context(a->ring)) != 0;
}

int nh_mpoly_sign(const nh_mpoly *p) {
    return p->p->length == 0 ? 0 : fmpz_sgn(p->p->coeffs);
}

size_t nh_mpoly_terms(const nh_mpoly *p) {
    return (size_t)p->p->length;
}

uint32_t nh_mpoly_degree(nh_mpoly *p, uint32_t variable) {
    lift_poly(p);
    if (!fmpz_mpoly_degrees_fit_si(p->p, present_context(p->ring))) too_large();
    slong degree = fmpz_mpoly_degree_si(p->p, (slong)variable, present_context(p->ring));
    if (degree > MOST_DEGREE) too_large();
    return degree > 0 ? (uint32_t)degree : 0;
}

bool nh_mpoly_uses(nh_mpoly *p, uint32_t variable) {
    return nh_mpoly_degree(p, variable) > 0;
}

void nh_mpoly_coefficient(nh_mpoly *r, nh_mpoly *a, uint32_t variable, uint32_t power) {
    lift_all(r, a, NULL);
    slong of = (slong)variable;
    ulong exponent = power;
    fmpz_mpoly_get_coeff_vars_ui(r->p, a->p, &of, &exponent, 1, present_context(r->ring));
}

void nh_mpoly_derivative(nh_mpoly *r, nh_mpoly *a, uint32_t variable) {
    lift_all(r, a, NULL);
    fmpz_mpoly_derivative(r->p, a->p, (slong)variable, present_context(r->ring));
}

static nh_rat integer_of(nh_arena *arena, const fmpz_t value) {
    fmpq_t q;
    fmpq_init(q);
    fmpz_set(fmpq_numref(q), value);
    nh_rat result = nh_rat_from_fmpq(arena, q);
    fmpq_clear(q);
    return result;
}

nh_rat nh_mpoly_constant(nh_arena *arena, const nh_mpoly *p) {
    NH_ASSERT(nh_mpoly_is_constant(p));
    return p->p->length == 0 ? nh_rat_int(0) : integer_of(arena, p->p->coeffs);
}

nh_rat nh_mpoly_content(nh_arena *arena, const nh_mpoly *p) {
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, p->p->coeffs, p->p->length);
    nh_rat result = integer_of(arena, content);
    fmpz_clear(content);
    return result;
}

nh_rat nh_mpoly_term(nh_arena *arena, nh_mpoly *p, size_t i, uint32_t *powers) {
    lift_poly(p);
    uint32_t room = room_of(p->ring->now);
    ulong *exponents = nh_guard_alloc(room, sizeof *exponents);
    if (!fmpz_mpoly_term_exp_fits_ui(p->p, (slong)i, present_context(p->ring))) too_large();
    fmpz_mpoly_get_term_exp_ui(exponents, p->p, (slong)i, present_context(p->ring));
    for (uint32_t k = 0; k < p->ring->count; k++) {
        if (exponents[k] > UINT32_MAX) too_large();
        powers[k] = (uint32_t)exponents[k];
    }
    nh_guard_free(exponents);
    return integer_of(arena, p->p->coeffs + i);
}
