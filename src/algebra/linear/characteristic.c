/* The characteristic polynomial by the algorithm of Samuelson and Berkowitz (Berkowitz, On computing the determinant in
 * small parallel time using a small number of processors, 1984), and Hurwitz determinants.
 *
 * With the leading part A of order k, the column c next to it, the row r below and the corner d, the polynomial of
 * order k + 1 is the part without negative powers of x in
 *
 *     (x - d - r c x^-1 - r A c x^-2 - ...) det(x - A),
 *
 * since det = (x - d - r (x - A)^-1 c) det(x - A). */
#include "algebra/linear/characteristic.h"

#include "algebra/linear/linear_private.h"

typedef struct characteristic_work {
    uint32_t n;
    nh_expr *coefficients;
} characteristic_work;

/* sum_j row[j] column[j stride] */
static nh_element sum_products(nh_field *field, uint32_t count, const nh_element *row, const nh_element *column,
                               uint32_t stride) {
    nh_element sum = nh_element_new(field);
    for (uint32_t j = 0; j < count; j++)
        sum = nh_element_add(field, sum, nh_element_mul(field, row[j], column[(size_t)j * stride]));
    return sum;
}

/* factor[i], i = 0 .. k + 1: the coefficient of x^(1 - i) in the bracket. */
static void find_factor(nh_field *field, uint32_t n, uint32_t k, const nh_element *a, nh_element *factor) {
    const nh_element *row = &a[(size_t)k * n];
    nh_element *v = NH_NEW_ARRAY(field->arena, nh_element, (size_t)k + 1); /* A^i c */
    nh_element *next = NH_NEW_ARRAY(field->arena, nh_element, (size_t)k + 1);
    for (uint32_t j = 0; j < k; j++) v[j] = a[(size_t)j * n + k];
    factor[0] = nh_element_number(field, nh_rat_int(1));
    factor[1] = nh_element_neg(field, row[k]);
    for (uint32_t i = 2; i <= k + 1; i++) {
        factor[i] = nh_element_neg(field, sum_products(field, k, row, v, 1));
        for (uint32_t j = 0; j < k && i <= k; j++) next[j] = sum_products(field, k, &a[(size_t)j * n], v, 1);
        nh_element *other = v;
        v = next;
        next = other;
    }
}

static void find_characteristic(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    characteristic_work *w = job->user;
    uint32_t n = w->n;
    nh_element *factor = NH_NEW_ARRAY(field->arena, nh_element, (size_t)n + 2);
    nh_element *p = NH_NEW_ARRAY(field->arena, nh_element, (size_t)n + 1); /* p[i]: the coefficient of x^(k - i) */
    nh_element *next = NH_NEW_ARRAY(field->arena, nh_element, (size_t)n + 1);
    (void)unused;
    p[0] = nh_element_number(field, nh_rat_int(1));
    for (uint32_t k = 0; k < n; k++) {
        find_factor(field, n, k, a, factor);
        for (uint32_t i = 0; i <= k + 1; i++) {
            next[i] = nh_element_new(field);
            for (uint32_t j = 0; j <= i && j <= k; j++)
                next[i] = nh_element_add(field, next[i], nh_element_mul(field, p[j], factor[i - j]));
        }
        nh_element *other = p;
        p = next;
        next = other;
    }
    for (uint32_t i = 0; i <= n; i++) w->coefficients[n - i] = nh_field_expr(field, nh_linear_shorter(field, p[i]));
    job->answer = NH_LINEAR_DONE;
}

nh_linear_answer nh_linear_characteristic(nh_pool *pool, uint32_t n, const nh_expr *a, nh_expr *coefficients) {
    characteristic_work w = {n, coefficients};
    nh_linear_job job = {pool, {(size_t)n * n, 0}, {a, NULL}, find_characteristic, &w, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}

nh_linear_answer nh_linear_hurwitz(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *coefficients,
                                   nh_expr *determinants) {
    for (uint32_t order = 1; order <= n; order++) {
        nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)order * order);
        for (uint32_t i = 0; i < order; i++)
            for (uint32_t j = 0; j < order; j++) {
                int64_t power = (int64_t)n - 2 * (int64_t)j - 1 + (int64_t)i;
                matrix[(size_t)i * order + j] = power < 0 || power > (int64_t)n ? NH_EXPR_ZERO : coefficients[power];
            }
        nh_linear_answer answer = nh_linear_determinant(pool, order, matrix, &determinants[order - 1]);
        if (answer != NH_LINEAR_DONE) return answer;
    }
    return NH_LINEAR_DONE;
}
