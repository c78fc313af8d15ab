/* Polynomials of degree 1 that a field keeps: X P = K P.
 *
 * P = sum of a_k m_k with constants a_k and m_k = 1, x_1, x_2, ... Then X^i P = K_i P, so P divides the determinant of the X^i m_k, i, k = 0, 1, ..., the extactic polynomial of the field (Pereira 2001). Its factors are
 * tried. For linear differential equations with constant coefficients they are the eigenvectors. */
#include "algebra/normal.h"
#include "algebra/potential_private.h"
#include "expr/calculus.h"
#include "expr/inspect.h"

enum { MOST_MEMBERS = 5, MOST_LENGTH = 3000 };

/* The next power of the field, of all members; false when it is long. */
static bool derive(const nh_solved *s, uint32_t j, uint32_t count, const nh_expr *from, nh_expr *to) {
    uint64_t length = 0;
    for (uint32_t k = 0; k < count; k++) {
        to[k] = nh_expr_factored(s->pool, nh_solved_along(s, j, from[k]));
        length += nh_expr_length(s->pool, to[k]);
    }
    return length < MOST_LENGTH;
}

static void push_factors(const nh_solved *s, nh_expr e, nh_expr_list *result) {
    nh_rat number;
    nh_expr rest = nh_expr_split(s->pool, nh_expr_factored(s->pool, e), &number);
    if (nh_expr_kind_of(s->pool, rest) != NH_EXPR_PRODUCT) {
        nh_array_push(result, rest);
        return;
    }
    for (uint32_t i = 0; i + 1 < nh_expr_arity(s->pool, rest); i += 2)
        nh_array_push(result, nh_expr_args(s->pool, rest)[i]);
}

/* False: the determinant is zero, or was not found. */
static bool try_members(const nh_solved *s, uint32_t j, uint32_t count, const nh_expr *members, nh_expr_list *result) {
    nh_expr rows[MOST_MEMBERS * MOST_MEMBERS], determinant;
    if (count < 2) return false;
    for (uint32_t k = 0; k < count; k++) rows[k] = members[k];
    for (uint32_t i = 1; i < count; i++)
        if (!derive(s, j, count, rows + (size_t)(i - 1) * count, rows + (size_t)i * count)) return false;
    if (nh_linear_determinant(s->pool, count, rows, &determinant) != NH_LINEAR_DONE) return false;
    if (determinant == NH_EXPR_ZERO) return false;
    push_factors(s, determinant, result);
    return true;
}

/* The variables that the field moves, after 1. */
static uint32_t list_members(const nh_solved *s, uint32_t j, nh_expr *members) {
    uint32_t count = 1;
    members[0] = NH_EXPR_ONE;
    for (uint32_t i = 0; i < s->system.count; i++) {
        if (nh_solved_along(s, j, s->system.variables[i]) == NH_EXPR_ZERO) continue;
        if (count < MOST_MEMBERS) members[count] = s->system.variables[i];
        count++;
    }
    return count;
}

void nh_potential_darboux(const nh_solved *s, nh_expr_list *result) {
    nh_expr members[MOST_MEMBERS] = {0}, few[MOST_MEMBERS] = {0};
    for (uint32_t j = 0; j < s->free_count; j++) {
        uint32_t count = list_members(s, j, members), n = 0;
        if (count > MOST_MEMBERS || try_members(s, j, count, members, result)) continue;
        nh_expr x = s->system.variables[s->independent[j]];
        for (uint32_t k = 0; k < count; k++)
            if (members[k] != x) few[n++] = members[k];
        if (!try_members(s, j, n, few, result)) try_members(s, j, n - 1, few + 1, result);
    }
}
