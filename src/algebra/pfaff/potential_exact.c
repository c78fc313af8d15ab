/* The coefficients of an ansatz exactly, where it is known which are not zero.
 *
 * Fractions are read off their residues. Where they depend on parameters, X_j F has, as a fraction in normal form, a
 * numerator that is linear in the coefficients c_k; each of its monomials in what varies gives a linear equation for
 * them over the functions of the parameters. */
#include "algebra/field/atoms_private.h"
#include "algebra/field/normal.h"
#include "algebra/pfaff/potential_private.h"
#include "base/hash.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

enum { MOST_TERMS = 4000, MOST_UNKNOWNS = 60, MOST_EQUATIONS = 400 };

static nh_expr side_of(const nh_ansatz *a, uint32_t term, uint32_t j) {
    if (term == UINT32_MAX) return a->side[j];
    return nh_solved_along(a->system, j, nh_ansatz_meaning(a, term));
}

/* sum of c_k X_j m_k */
static nh_expr combine_sides(const nh_ansatz *a, const nh_ansatz_solution *s, const nh_expr *c, uint32_t j) {
    nh_expr *terms = NH_NEW_ARRAY(a->arena, nh_expr, s->count + 1);
    for (uint32_t k = 0; k < s->count; k++) terms[k] = nh_expr_mul(a->pool, c[k], side_of(a, s->parts[k].term, j));
    return nh_expr_sum(a->pool, s->count, terms);
}

static bool is_proved(const nh_ansatz *a, const nh_ansatz_solution *s) {
    nh_expr *c = NH_NEW_ARRAY(a->arena, nh_expr, s->count + 1);
    for (uint32_t k = 0; k < s->count; k++) c[k] = s->parts[k].coefficient;
    for (uint32_t j = 0; j < a->system->free_count; j++)
        if (!nh_expr_is_proved_zero(a->pool, combine_sides(a, s, c, j))) return false;
    return true;
}

/* ---- fractions ---- */

static bool read_fractions(const nh_ansatz *a, nh_ansatz_solution *s, const uint64_t *residues) {
    for (uint32_t k = 0; k < s->count; k++) {
        nh_rat value;
        if (!nh_modular_fraction(residues[k], &value)) return false;
        s->parts[k].coefficient = nh_expr_number(a->pool, value);
    }
    return true;
}

/* ---- functions of the parameters ---- */

typedef struct equations {
    const nh_ansatz *a;
    nh_ansatz_solution *s;
    nh_expr *unknowns;
    nh_atoms atoms;
    nh_map row_of; /* by field and monomial of what varies */
    uint32_t rows;
    nh_exprs entries; /* rows x unknowns */
} equations;

static void make_unknowns(equations *q) {
    q->unknowns = NH_NEW_ARRAY(q->a->arena, nh_expr, q->s->count + 1);
    for (uint32_t k = 0; k < q->s->count; k++) {
        nh_text name = nh_text_begin(q->a->arena);
        nh_text_format(&name, "#c%u", (unsigned)k);
        q->unknowns[k] = nh_expr_symbol_text(q->a->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    }
}

/* Without the factors below the fraction line. */
static nh_expr numerator_of(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_rat number;
    nh_expr rest = nh_expr_split(pool, e, &number);
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) return e;
    uint32_t arity = nh_expr_arity(pool, rest);
    nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, arity + 1), result = NH_EXPR_ONE;
    for (uint32_t i = 0; i < arity; i++) args[i] = nh_expr_args(pool, rest)[i];
    for (uint32_t i = 0; i + 1 < arity; i += 2) {
        nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
        if (nh_rat_sign(exponent) > 0)
            result = nh_expr_mul(pool, result, nh_expr_pow_rational(pool, args[i], exponent));
    }
    return result;
}

static uint32_t find_row(equations *q, uint64_t key) {
    bool is_new;
    uint64_t *row = nh_map_slot(&q->row_of, key, &is_new);
    if (!is_new) return (uint32_t)*row;
    *row = q->rows;
    for (uint32_t k = 0; k < q->s->count; k++) nh_array_push(&q->entries, NH_EXPR_ZERO);
    return q->rows++;
}

static uint32_t unknown_number(const equations *q, nh_expr e) {
    uint32_t k = 0;
    while (k < q->s->count && q->unknowns[k] != e) k++;
    return k;
}

/* One monomial of the numerator of X_j F: an unknown, what varies, and what does not. */
static bool add_monomial(equations *q, uint32_t j, const nh_collected *c, uint32_t term) {
    nh_pool *pool = q->a->pool;
    const nh_pfaffian *system = &q->a->system->system;
    uint32_t unknown = q->s->count;
    uint64_t key = nh_hash_u64(j + 1);
    nh_expr value = c->coefficient[term];
    for (uint32_t i = c->start[term]; i < c->start[term + 1]; i++) {
        nh_expr atom = q->atoms.meanings.items[c->symbol[i]];
        uint32_t number = unknown_number(q, atom);
        if (number < q->s->count) unknown = number;
        else if (nh_expr_depends_on(pool, atom, system->count, system->variables))
            key += nh_hash_u64(nh_hash_combine(atom, c->power[i]));
        else value = nh_expr_mul(pool, value, nh_expr_pow_int(pool, atom, c->power[i]));
    }
    if (unknown == q->s->count) return false;
    uint32_t row = find_row(q, key);
    nh_expr *entry = &q->entries.items[(size_t)row * q->s->count + unknown];
    *entry = nh_expr_add(pool, *entry, value);
    return true;
}

static bool add_field(equations *q, uint32_t j) {
    nh_pool *pool = q->a->pool;
    nh_expr sum = numerator_of(pool, q->a->arena, nh_expr_normal(pool, combine_sides(q->a, q->s, q->unknowns, j)));
    nh_collected c;
    if (sum == NH_EXPR_ZERO) return true;
    nh_expr polynomial = nh_atoms_polynomial(&q->atoms, sum);
    if (!nh_atoms_expand(&q->atoms, polynomial, MOST_TERMS, &c)) return false;
    for (uint32_t i = 0; i < c.count; i++)
        if (!add_monomial(q, j, &c, i)) return false;
    return true;
}

static bool solve_exactly(const nh_ansatz *a, nh_ansatz_solution *s) {
    equations q = {.a = a, .s = s, .atoms = nh_atoms_make(a->pool, a->arena), .row_of = nh_map_make(a->arena)};
    q.entries.arena = a->arena;
    nh_null_space space;
    if (s->count > MOST_UNKNOWNS) return false;
    make_unknowns(&q);
    for (uint32_t j = 0; j < a->system->free_count; j++)
        if (!add_field(&q, j) || q.rows > MOST_EQUATIONS) return false;
    if (nh_linear_null_space(a->pool, a->arena, q.rows, s->count, q.entries.items, &space) != NH_LINEAR_DONE)
        return false;
    if (space.count != 1) return false;
    for (uint32_t k = 0; k < s->count; k++) s->parts[k].coefficient = nh_expr_factored(a->pool, space.basis[k]);
    return true;
}

bool nh_ansatz_coefficients(const nh_ansatz *a, nh_ansatz_solution *s, const uint64_t *residues) {
    if (read_fractions(a, s, residues) && is_proved(a, s)) return true;
    return solve_exactly(a, s) && is_proved(a, s);
}
