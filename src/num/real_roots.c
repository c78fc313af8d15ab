/* FLINT counts the roots of a polynomial without square factors; the count is exact. */
#include "num/real_roots.h"

#include "base/assert.h"
#include "num/guard.h"
#include "num/rational_private.h"

typedef struct job {
    uint32_t degree;
    const nh_rat *c;
    slong roots;
} job;

/* The polynomial times the common denominator, which moves no root. */
static void set_coefficients(fmpz_poly_t p, const job *work) {
    fmpq_poly_t rational;
    fmpq_poly_init(rational);
    for (uint32_t i = 0; i <= work->degree; i++) {
        fmpq_t q;
        fmpq_init(q);
        nh_rat_get_fmpq(q, work->c[i]);
        fmpq_poly_set_coeff_fmpq(rational, i, q);
        fmpq_clear(q);
    }
    fmpq_poly_get_numerator(p, rational);
    fmpq_poly_clear(rational);
}

/* p / gcd(p, p') has each root of p once. */
static void drop_multiple_roots(fmpz_poly_t p) {
    fmpz_poly_t common;
    fmpz_poly_init(common);
    fmpz_poly_derivative(common, p);
    fmpz_poly_gcd(common, p, common);
    fmpz_poly_div(p, p, common);
    fmpz_poly_clear(common);
}

static void count_roots(void *argument) {
    job *work = argument;
    fmpz_poly_t p;
    fmpz_poly_init(p);
    set_coefficients(p, work);
    drop_multiple_roots(p);
    work->roots = fmpz_poly_num_real_roots(p);
    fmpz_poly_clear(p);
}

uint32_t nh_real_roots(nh_context *context, uint32_t degree, const nh_rat *c) {
    NH_ASSERT(!nh_rat_is_zero(c[degree]));
    job work = {degree, c, 0};
    nh_guard_call(context, count_roots, &work);
    return (uint32_t)work.roots;
}
