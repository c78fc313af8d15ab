/* L D L^T of a small symmetric matrix, unrolled into values. Zeros of the matrix that stay zeros cost nothing: the
 * builder knows that 0 times anything is 0.
 *
 *   d_j  = a_jj - sum_{k<j} l_jk^2 d_k
 *   l_ij = (a_ij - sum_{k<j} l_ik l_jk d_k) / d_j */
#include "tape/build.h"

static nh_value entry_at(const nh_value *a, uint32_t n, uint32_t i, uint32_t j) {
    return i >= j ? a[i + j * n] : a[j + i * n];
}

static uint32_t *copy_order(nh_arena *arena, uint32_t n, const uint32_t *order) {
    uint32_t *copy = NH_NEW_ARRAY(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) copy[i] = order != NULL ? order[i] : i;
    return copy;
}

/* a_ij - sum_{k<j} l_ik (l_jk d_k), where scaled[k] = l_jk d_k. */
static nh_value reduced_entry(nh_builder *builder, const nh_build_ldl *ldl, nh_value a, uint32_t i, uint32_t j,
                              const nh_value *scaled) {
    for (uint32_t k = 0; k < j; k++) a = nh_build_op(builder, NH_OP_fnma, ldl->l[i + k * ldl->n], scaled[k], a);
    return a;
}

nh_build_ldl nh_build_ldl_factor(nh_builder *builder, nh_arena *arena, uint32_t n, const nh_value *a,
                                 const uint32_t *order) {
    nh_build_ldl ldl = {.n = n, .order = copy_order(arena, n, order)};
    ldl.l = NH_NEW_ARRAY(arena, nh_value, (size_t)n * n);
    ldl.inverse = NH_NEW_ARRAY(arena, nh_value, n);
    ldl.pivot = NH_NEW_ARRAY(arena, nh_value, n);
    nh_value *scaled = NH_NEW_ARRAY(arena, nh_value, n);
    nh_value one = nh_build_number(builder, nh_rat_int(1));
    for (uint32_t j = 0; j < n; j++) {
        for (uint32_t k = 0; k < j; k++) scaled[k] = nh_build_op(builder, NH_OP_mul, ldl.l[j + k * n], ldl.pivot[k], 0);
        ldl.pivot[j] = reduced_entry(builder, &ldl, entry_at(a, n, ldl.order[j], ldl.order[j]), j, j, scaled);
        ldl.inverse[j] = nh_build_op(builder, NH_OP_div, one, ldl.pivot[j], 0);
        for (uint32_t i = j + 1; i < n; i++) {
            nh_value rest = reduced_entry(builder, &ldl, entry_at(a, n, ldl.order[i], ldl.order[j]), i, j, scaled);
            ldl.l[i + j * n] = nh_build_op(builder, NH_OP_mul, rest, ldl.inverse[j], 0);
        }
    }
    return ldl;
}

void nh_build_ldl_forward(nh_builder *builder, const nh_build_ldl *ldl, nh_value *b) {
    const uint32_t *row = ldl->order;
    for (uint32_t i = 0; i < ldl->n; i++)
        for (uint32_t k = 0; k < i; k++)
            b[row[i]] = nh_build_op(builder, NH_OP_fnma, ldl->l[i + k * ldl->n], b[row[k]], b[row[i]]);
}

void nh_build_ldl_backward(nh_builder *builder, const nh_build_ldl *ldl, nh_value *b) {
    uint32_t n = ldl->n;
    const uint32_t *row = ldl->order;
    for (uint32_t i = 0; i < n; i++) b[row[i]] = nh_build_op(builder, NH_OP_mul, b[row[i]], ldl->inverse[i], 0);
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t k = i + 1; k < n; k++)
            b[row[i]] = nh_build_op(builder, NH_OP_fnma, ldl->l[k + i * n], b[row[k]], b[row[i]]);
}

/* L y = b, z = D^-1 y, L^T x = z, all in the new order. */
void nh_build_ldl_solve(nh_builder *builder, const nh_build_ldl *ldl, nh_value *b) {
    nh_build_ldl_forward(builder, ldl, b);
    nh_build_ldl_backward(builder, ldl, b);
}
