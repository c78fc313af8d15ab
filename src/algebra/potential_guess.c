/* Terms that an integral of a form is likely to have, from the terms of its coefficients.
 *
 * A term of the coefficient of dx comes from one with a power of x more, or with a denominator to a power less; from x^k sin x comes x^k cos x and what partial integration leaves of it. Higher degrees are reached in this way than by all products. */
#include "algebra/atoms_private.h"
#include "algebra/normal.h"
#include "algebra/potential_private.h"
#include "expr/inspect.h"

enum { MOST_FACTORS = 24, MOST_TERMS = 400, MOST_POWER = 12 };

typedef struct guess {
    nh_ansatz *a;
    nh_expr variable;
    uint32_t atom; /* the variable's */
    uint32_t count;
    nh_ansatz_factor factors[MOST_FACTORS]; /* of a term, without the variable; denominators first */
    uint32_t below;                         /* so many of them are denominators */
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

static bool varies(const guess *g, nh_expr e) {
    const nh_pfaffian *s = &g->a->system->system;
    return nh_expr_depends_on(g->a->pool, e, s->count, s->variables);
}

static bool is_exponential(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_EXP || nh_expr_kind_of(pool, e) == NH_EXPR_POWER;
}

/* What stands below the fraction line, as factors; *above: what is left. */
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
        if (nh_rat_sign(exponent) >= 0 || !nh_rat_is_small(exponent) || !varies(g, base)) continue;
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

/* The angle of a sine or cosine among the factors that the variable moves, or undefined; how many sines and cosines of it. */
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

/* The term with x^power; `lower` is taken from denominators and logarithms; sines and cosines of the angle give way to these. */
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
        if (varies(g, atom)) is_known = c->power[i] <= MOST_POWER && push_factor(g, atom, (int32_t)c->power[i]);
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
