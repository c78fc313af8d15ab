/* Terms that an integral of a form is likely to have, from the terms of its coefficients.
 *
 * A term of the coefficient of dx comes from one with a power of x more, or with a denominator to a power less;
 * from x^k sin x comes x^k cos x and what partial integration leaves of it. Higher degrees are reached in this
 * way than by all products. */
#include "algebra/field/atoms_private.h"
#include "algebra/field/normal.h"
#include "algebra/linear/solve.h"
#include "algebra/pfaff/potential_private.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

enum { MOST_FACTORS = 24, MOST_TERMS = 400, MOST_POWER = 12 };

typedef struct guess {
    nh_ansatz *a;
    nh_expr variable;
    uint32_t atom; /* the variable's */
    uint32_t count;
    nh_ansatz_factor factors[MOST_FACTORS]; /* of a term, without the variable; denominators first */
    uint32_t below;                         /* this many of them are denominators */
    int32_t power;                          /* of the variable */
} guess;

static bool find_atom(const nh_ansatz *a, nh_expr meaning, uint32_t *atom) {
    const uint64_t *number = nh_map_get(&a->atom_of, meaning);
    if (number) *atom = (uint32_t)*number;
    return number != NULL && !a->atoms.items[*number].is_alone;
}

static bool push_factor(guess *g, nh_expr meaning, int32_t power) {
    uint32_t atom;
    if (g->count == MOST_FACTORS || !find_atom(g->a, meaning, &atom)) return false;
    if (atom == g->atom) g->power += power;
    else g->factors[g->count++] = (nh_ansatz_factor){atom, power};
    return true;
}

/* ---- denominators ---- */

static bool is_varying(const guess *g, nh_expr e) {
    const nh_pfaffian *s = &g->a->system->system;
    return nh_expr_depends_on(g->a->pool, e, s->count, s->variables);
}

static bool is_exponential(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_EXP || nh_expr_kind_of(pool, e) == NH_EXPR_POWER;
}

/* What is below the fraction line, as factors; *above: what is left. */
static bool take_denominators(guess *g, nh_expr e, nh_expr *above) {
    nh_pool *pool = g->a->pool;
    nh_rat number;
    nh_expr rest = nh_expr_split(pool, nh_expr_factored(pool, e), &number);
    *above = e;
    g->count = 0;
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) return true;
    for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, rest); i += 2) {
        nh_expr base = nh_expr_args(pool, rest)[i];
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, rest)[i + 1]);
        if (nh_rat_sign(exponent) >= 0 || !nh_rat_is_small(exponent) || !is_varying(g, base)) continue;
        if (is_exponential(pool, base)) continue;
        int64_t power = (-exponent.num + exponent.den - 1) / exponent.den;
        if (power > MOST_POWER) return false;
        nh_expr inverse = nh_expr_pow_int(pool, base, -1);
        nh_ansatz_atom_number(g->a, inverse, false);
        if (!push_factor(g, inverse, (int32_t)power)) return false;
        *above = nh_expr_mul(pool, *above, nh_expr_pow_int(pool, base, power));
    }
    return true;
}

/* ---- variants of a term ---- */

static nh_expr meaning_of(const guess *g, uint32_t i) {
    return g->a->atoms.items[g->factors[i].atom].meaning;
}

/* The angle of a sine or cosine among the factors that the variable moves, or undefined; how many
 * sines and cosines of it. */
static nh_expr find_angle(const guess *g, int32_t *degree) {
    nh_expr angle = NH_EXPR_UNDEFINED;
    *degree = 0;
    for (uint32_t i = g->below; i < g->count; i++) {
        nh_expr e = meaning_of(g, i);
        nh_expr_kind kind = nh_expr_kind_of(g->a->pool, e);
        if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) continue;
        nh_expr argument = nh_expr_args(g->a->pool, e)[0];
        if (!nh_expr_depends_on(g->a->pool, argument, 1, &g->variable)) continue;
        if (angle == NH_EXPR_UNDEFINED) angle = argument;
        if (angle == argument) *degree += g->factors[i].power;
    }
    return angle;
}

static bool is_of_angle(const guess *g, uint32_t i, nh_expr angle) {
    nh_expr e = meaning_of(g, i);
    nh_expr_kind kind = nh_expr_kind_of(g->a->pool, e);
    return (kind == NH_EXPR_SIN || kind == NH_EXPR_COS) && nh_expr_args(g->a->pool, e)[0] == angle;
}

static bool is_logarithm(const guess *g, uint32_t i) {
    nh_expr_kind kind = nh_expr_kind_of(g->a->pool, meaning_of(g, i));
    return kind == NH_EXPR_LOG || kind == NH_EXPR_ATAN || kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS;
}

/* The term with x^power; `lower` is taken from denominators and logarithms; sines and cosines of the
 * angle give way to these. */
static void add_variant(const guess *g, int32_t power, int32_t lower, nh_expr angle, int32_t sines, int32_t cosines) {
    nh_ansatz_factor factors[MOST_FACTORS + 3];
    uint32_t n = 0, atom;
    for (uint32_t i = 0; i < g->count; i++) {
        bool is_lowered = i < g->below || is_logarithm(g, i);
        if (angle != NH_EXPR_UNDEFINED && i >= g->below && is_of_angle(g, i, angle)) continue;
        factors[n] = g->factors[i];
        if (is_lowered) factors[n].power -= lower < factors[n].power ? lower : factors[n].power;
        n++;
    }
    factors[n++] = (nh_ansatz_factor){g->atom, power};
    if (sines > 0 && find_atom(g->a, nh_expr_apply1(g->a->pool, NH_EXPR_SIN, angle), &atom))
        factors[n++] = (nh_ansatz_factor){atom, sines};
    if (cosines > 0 && find_atom(g->a, nh_expr_apply1(g->a->pool, NH_EXPR_COS, angle), &atom))
        factors[n++] = (nh_ansatz_factor){atom, cosines};
    nh_ansatz_add(g->a, n, factors);
}

static void add_variants(const guess *g, int32_t lower) {
    int32_t degree;
    nh_expr angle = find_angle(g, &degree);
    if (degree > MOST_POWER || g->power > MOST_POWER) return;
    for (int32_t power = g->power + 1; power >= 0; power--) {
        add_variant(g, power, lower, NH_EXPR_UNDEFINED, 0, 0);
        for (int32_t sines = 0; sines < 2 && angle != NH_EXPR_UNDEFINED; sines++)
            for (int32_t cosines = 0; sines + cosines <= degree; cosines++)
                add_variant(g, power, lower, angle, sines, cosines);
    }
}

/* ---- coefficients ---- */

static void guess_term(guess *g, const nh_atoms *atoms, const nh_collected *c, uint32_t term) {
    uint32_t below = g->count;
    g->below = below, g->power = 0;
    bool is_known = true;
    for (uint32_t i = c->start[term]; i < c->start[term + 1] && is_known; i++) {
        nh_expr atom = atoms->meanings.items[c->symbol[i]];
        if (is_varying(g, atom)) is_known = c->power[i] <= MOST_POWER && push_factor(g, atom, (int32_t)c->power[i]);
    }
    for (int32_t lower = 0; lower < 2 && is_known; lower++) add_variants(g, lower);
    g->count = below;
}

static void guess_coefficient(guess *g, nh_expr e) {
    nh_pool *pool = g->a->pool;
    nh_atoms atoms = nh_atoms_make(pool, g->a->arena);
    nh_collected c;
    nh_expr above;
    if (!take_denominators(g, e, &above)) return;
    nh_expr polynomial = nh_atoms_polynomial(&atoms, nh_expr_normal(pool, above));
    if (!nh_atoms_expand(&atoms, polynomial, MOST_TERMS, &c)) return;
    for (uint32_t i = 0; i < c.count; i++) guess_term(g, &atoms, &c, i);
}

void nh_ansatz_guess(nh_ansatz *a, const nh_expr *form) {
    const nh_pfaffian *s = &a->system->system;
    for (uint32_t i = 0; i < s->count; i++) {
        guess g = {.a = a, .variable = s->variables[i]};
        if (form[i] == NH_EXPR_ZERO || !find_atom(a, s->variables[i], &g.atom)) continue;
        guess_coefficient(&g, form[i]);
    }
}

/* ==== peel ==== */

/* Fewer variables by a function that was found: on f = C one variable is a function of the others,
 *
 *     v = V(x, C),     dv = - sum of (df/dx_j) dx_j / (df/dv)
 *
 * and the system that is left has one form and one variable less. A function of x and C that is constant there gives
 * one of all variables with f for C. */

typedef struct peel {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    nh_expr f;
    uint32_t column; /* of v */
    nh_expr value;   /* V */
} peel;

static nh_expr new_constant(nh_pool *pool, nh_arena *arena, uint32_t number) {
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "#level%u", (unsigned)number);
    return nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, nh_text_string(&name));
}

/* The variable with the fewest branches, of two the shorter one. */
static bool choose_variable(peel *p, nh_expr constant) {
    nh_expr equation = nh_expr_sub(p->pool, p->f, constant);
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < p->system->count; i++) {
        nh_branches b;
        nh_expr v = p->system->variables[i];
        if (!nh_expr_depends_on(p->pool, p->f, 1, &v)) continue;
        if (nh_solve_polynomial(p->pool, p->arena, equation, v, &b) != NH_LINEAR_DONE || b.count == 0) continue;
        uint64_t cost = nh_expr_length(p->pool, b.branches[0].value) + 1000 * b.count;
        if (cost >= least) continue;
        least = cost, p->column = i, p->value = b.branches[0].value;
    }
    return least < UINT64_MAX;
}

/* c_j - c_v (df/dx_j) / (df/dv) at v = V */
static nh_expr entry_of(const peel *p, const nh_expr *row, uint32_t j) {
    nh_expr v = p->system->variables[p->column];
    nh_expr slope = nh_expr_diff(p->pool, p->f, p->system->variables[j]), steep = nh_expr_diff(p->pool, p->f, v);
    nh_expr turned = nh_expr_mul(p->pool, row[p->column], nh_expr_div(p->pool, slope, steep));
    nh_expr entry = nh_expr_sub(p->pool, row[j], turned);
    return nh_expr_factored(p->pool, nh_expr_substitute(p->pool, entry, 1, &v, &p->value, true));
}

/* All forms on f = C, of which one has become a combination of the others. */
static nh_expr *entries_of(const peel *p) {
    const nh_pfaffian *s = p->system;
    nh_expr *entries = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)s->rank * s->count + 1);
    size_t n = 0;
    for (uint32_t a = 0; a < s->rank; a++)
        for (uint32_t j = 0; j < s->count; j++)
            if (j != p->column) entries[n++] = entry_of(p, s->forms + (size_t)a * s->count, j);
    return entries;
}

static bool keep_independent(const peel *p, nh_pfaffian *rest) {
    const nh_pfaffian *s = p->system;
    nh_expr *entries = entries_of(p), *variables = NH_NEW_ARRAY(p->arena, nh_expr, s->count + 1);
    nh_linear_minor minor;
    uint32_t n = 0, columns = s->count - 1;
    if (nh_linear_rank(p->pool, p->arena, s->rank, columns, entries, &minor) != NH_LINEAR_DONE) return false;
    if (minor.rank + 1 != s->rank) return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (i != p->column) variables[n++] = s->variables[i];
    nh_expr *forms = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)minor.rank * columns + 1);
    for (uint32_t a = 0; a < minor.rank; a++)
        for (uint32_t j = 0; j < columns; j++) forms[a * columns + j] = entries[minor.rows[a] * columns + j];
    *rest = (nh_pfaffian){.count = columns, .variables = variables, .rank = minor.rank, .forms = forms};
    return true;
}

bool nh_potential_peel(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_expr f, uint32_t number,
                       nh_peel *result) {
    peel p = {.pool = pool, .arena = arena, .system = system, .f = f};
    *result = (nh_peel){.constant = new_constant(pool, arena, number), .f = f};
    if (!choose_variable(&p, result->constant)) return false;
    result->variable = system->variables[p.column], result->value = p.value;
    return keep_independent(&p, &result->rest);
}

/* ==== squares ==== */

/* Squares of differences in a sum that was multiplied out, such as the distance of two points: (x1
 * - x2)^2 + (y1 - y2)^2. */

typedef struct member {
    nh_expr term;
    nh_rat coefficient;
    bool is_gone;
} member;

typedef struct squares {
    nh_pool *pool;
    nh_arena *arena;
    NH_ARRAY(member) members;
    nh_exprs result;
} squares;

/* Whether the term is base^2. */
static bool is_square(const squares *s, const member *m, nh_expr *base) {
    int64_t power;
    if (m->is_gone || nh_expr_kind_of(s->pool, m->term) != NH_EXPR_PRODUCT) return false;
    const nh_expr *args = nh_expr_args(s->pool, m->term);
    *base = args[0];
    return nh_expr_arity(s->pool, m->term) == 2 && nh_expr_get_int(s->pool, args[1], &power) && power == 2;
}

static member *find_member(squares *s, nh_expr term) {
    for (size_t i = 0; i < s->members.count; i++)
        if (!s->members.items[i].is_gone && s->members.items[i].term == term) return &s->members.items[i];
    return NULL;
}

/* b^2 = 4 a c */
static bool is_complete(const squares *s, nh_rat a, nh_rat b, nh_rat c) {
    nh_rat four = nh_rat_mul(s->arena, nh_rat_int(4), nh_rat_mul(s->arena, a, c));
    return nh_rat_eq(nh_rat_mul(s->arena, b, b), four);
}

static void try_pair(squares *s, member *first, member *second) {
    nh_expr u, v;
    if (first->is_gone || second->is_gone || !is_square(s, first, &u) || !is_square(s, second, &v)) return;
    member *mixed = find_member(s, nh_expr_mul(s->pool, u, v));
    if (!mixed || !is_complete(s, first->coefficient, mixed->coefficient, second->coefficient)) return;
    nh_rat twice = nh_rat_mul(s->arena, nh_rat_int(2), first->coefficient);
    nh_expr other = nh_expr_scale(s->pool, nh_rat_div(s->arena, mixed->coefficient, twice), v);
    nh_expr square = nh_expr_pow_int(s->pool, nh_expr_add(s->pool, u, other), 2);
    nh_array_push(&s->result, nh_expr_scale(s->pool, first->coefficient, square));
    first->is_gone = second->is_gone = mixed->is_gone = true;
}

nh_expr nh_potential_squares(nh_pool *pool, nh_arena *arena, nh_expr sum) {
    if (nh_expr_kind_of(pool, sum) != NH_EXPR_SUM) return sum;
    squares s = {.pool = pool, .arena = arena, .members = {.arena = arena}, .result = {.arena = arena}};
    nh_array_push(&s.result, nh_expr_args(pool, sum)[0]);
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, sum); i += 2) {
        const nh_expr *args = nh_expr_args(pool, sum);
        nh_array_push(&s.members, ((member){args[i], nh_expr_rational(pool, args[i + 1]), false}));
    }
    for (size_t i = 0; i < s.members.count; i++)
        for (size_t k = i + 1; k < s.members.count; k++) try_pair(&s, &s.members.items[i], &s.members.items[k]);
    for (size_t i = 0; i < s.members.count; i++) {
        member m = s.members.items[i];
        if (!m.is_gone) nh_array_push(&s.result, nh_expr_scale(pool, m.coefficient, m.term));
    }
    return nh_expr_sum(pool, s.result.count, s.result.items);
}

/* ==== factor ==== */

/* Integrating factors of one form theta = dy - sum of gamma_j dx_j: mu with d(mu theta) = 0. It is one exactly when
 *
 *     X_j log mu = - d gamma_j / dy
 *
 * which is linear in log mu: the same ansatz, with a side. Logarithms among its terms make products of powers of the
 * factors (as Darboux has them), other terms exponentials, as in linear differential equations. */

static const nh_expr *sides_of(const nh_solved *s, nh_arena *arena) {
    nh_expr *side = NH_NEW_ARRAY(arena, nh_expr, s->free_count + 1);
    nh_expr y = s->system.variables[s->dependent[0]];
    for (uint32_t j = 0; j < s->free_count; j++) {
        nh_expr slope = nh_potential_split_powers(s->pool, nh_expr_diff(s->pool, s->gamma[j], y));
        side[j] = nh_potential_factored(s->pool, slope);
    }
    return side;
}

/* sum of side_j dx_j, of which log mu is minus the integral where that is closed */
static const nh_expr *form_of(const nh_solved *s, nh_arena *arena, const nh_expr *side) {
    nh_expr *form = NH_NEW_ARRAY(arena, nh_expr, s->system.count + 1);
    for (uint32_t j = 0; j < s->free_count; j++) form[s->independent[j]] = side[j];
    return form;
}

nh_expr nh_potential_factor(const nh_solved *s, nh_arena *arena) {
    nh_ansatz a = nh_ansatz_make(s, arena);
    nh_ansatz_solution solution;
    a.side = sides_of(s, arena);
    nh_ansatz_learn(&a, s->free_count, s->gamma);
    nh_ansatz_learn(&a, s->free_count, a.side);
    nh_ansatz_learn(&a, s->system.count, s->system.forms);
    nh_ansatz_add_primitives(&a);
    nh_ansatz_guess(&a, form_of(s, arena, a.side));
    if (!nh_ansatz_add_products(&a, 2)) nh_ansatz_add_products(&a, 1);
    if (!nh_ansatz_with_side(&a, &solution)) return NH_EXPR_UNDEFINED;
    return nh_potential_exponential(&a, &solution);
}

/* ==== darboux ==== */

/* Polynomials of degree 1 that a field keeps: X P = K P.
 *
 * P = sum of a_k m_k with constants a_k and m_k = 1, x_1, x_2, ... Then X^i P = K_i P, so P divides the determinant of
 * the X^i m_k, i, k = 0, 1, ..., the extactic polynomial of the field (Pereira 2001). Its factors are tried. For linear
 * differential equations with constant coefficients they are the eigenvectors. */

enum { MOST_MEMBERS = 5, MOST_LENGTH = 3000 };

/* The next power of the field, of all members; false when it is long. */
static bool derive_members(const nh_solved *s, uint32_t j, uint32_t count, const nh_expr *from, nh_expr *to) {
    uint64_t length = 0;
    for (uint32_t k = 0; k < count; k++) {
        to[k] = nh_expr_factored(s->pool, nh_solved_along(s, j, from[k]));
        length += nh_expr_length(s->pool, to[k]);
    }
    return length < MOST_LENGTH;
}

static void push_factors(const nh_solved *s, nh_expr e, nh_exprs *result) {
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
static bool try_members(const nh_solved *s, uint32_t j, uint32_t count, const nh_expr *members, nh_exprs *result) {
    nh_expr rows[MOST_MEMBERS * MOST_MEMBERS], determinant;
    if (count < 2) return false;
    for (uint32_t k = 0; k < count; k++) rows[k] = members[k];
    for (uint32_t i = 1; i < count; i++)
        if (!derive_members(s, j, count, rows + (size_t)(i - 1) * count, rows + (size_t)i * count)) return false;
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

void nh_potential_darboux(const nh_solved *s, nh_exprs *result) {
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
