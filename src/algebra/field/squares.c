/* The radicand becomes a polynomial in its atoms; where |u| or the root of u is one, and u is linear in another, that
 * one is put in: x = |x| where nothing depends on the sign of x, x = r^2 with r = sqrt(x). Then it is factored. */
#include "algebra/field/squares.h"

#include "algebra/field/atoms_private.h"
#include "algebra/field/normal.h"

/* Atoms and operations of longer expressions are not looked at. */
enum { MOST_ATOMS = 8, MOST_OPERATIONS = 60 };

/* The symbol w of which u = c w + the rest, with a number c, and what w is then where u is `value`; false: there is
 * none. */
static bool solve_for_atom(nh_atoms *a, nh_expr u, nh_expr value, nh_expr *w, nh_expr *is) {
    for (size_t i = 0; i < a->symbols.count; i++) {
        nh_expr symbol = a->symbols.items[i], slope = nh_expr_diff(a->pool, u, symbol);
        if (slope == NH_EXPR_ZERO || !nh_expr_is_number(a->pool, slope)) continue;
        nh_expr rest = nh_expr_sub(a->pool, u, nh_expr_mul(a->pool, slope, symbol));
        *w = symbol;
        *is = nh_expr_div(a->pool, nh_expr_sub(a->pool, value, rest), slope);
        return true;
    }
    return false;
}

/* Of |u|: the polynomial with |u| for u, where it is even in u; else as it is. */
static nh_expr without_sign(nh_atoms *a, nh_expr polynomial, nh_expr u, nh_expr absolute) {
    nh_expr w, above, below;
    if (!solve_for_atom(a, u, absolute, &w, &above)) return polynomial;
    if (!solve_for_atom(a, u, nh_expr_neg(a->pool, absolute), &w, &below)) return polynomial;
    above = nh_expr_substitute(a->pool, polynomial, 1, &w, &above, false);
    below = nh_expr_substitute(a->pool, polynomial, 1, &w, &below, false);
    return nh_expr_is_proved_zero(a->pool, nh_expr_sub(a->pool, above, below)) ? above : polynomial;
}

/* Of the root r of u: with r^2 for u. */
static nh_expr with_root(nh_atoms *a, nh_expr polynomial, nh_expr u, nh_expr root) {
    nh_expr w, square;
    if (!solve_for_atom(a, u, nh_expr_pow_int(a->pool, root, 2), &w, &square)) return polynomial;
    return nh_expr_substitute(a->pool, polynomial, 1, &w, &square, false);
}

static nh_expr put_in(nh_atoms *a, nh_expr polynomial, size_t i) {
    nh_expr atom = a->meanings.items[i], symbol = a->symbols.items[i];
    nh_expr_kind kind = nh_expr_kind_of(a->pool, atom);
    const nh_expr *args = nh_expr_args(a->pool, atom);
    bool is_root = kind == NH_EXPR_PRODUCT && nh_expr_arity(a->pool, atom) == 2 &&
                   args[1] == nh_expr_fraction(a->pool, 1, 2);
    if (kind == NH_EXPR_ABS) return without_sign(a, polynomial, nh_atoms_polynomial(a, args[0]), symbol);
    return is_root ? with_root(a, polynomial, nh_atoms_polynomial(a, args[0]), symbol) : polynomial;
}

nh_expr nh_expr_factored_in_atoms(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_rat ignored;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_operations(pool, 1, &e) > MOST_OPERATIONS) return e;
    nh_atoms a = nh_atoms_make(pool, arena);
    nh_expr polynomial = nh_atoms_polynomial(&a, e);
    size_t count = a.symbols.count;
    if (count > MOST_ATOMS) return e;
    for (size_t i = 0; i < count; i++) polynomial = put_in(&a, polynomial, i);
    nh_expr factored = nh_expr_factored(pool, polynomial);
    if (factored == NH_EXPR_UNDEFINED) return e;
    factored = nh_expr_split(pool, factored, &ignored);
    return nh_expr_substitute(pool, factored, (uint32_t)a.symbols.count, a.symbols.items, a.meanings.items, false);
}
