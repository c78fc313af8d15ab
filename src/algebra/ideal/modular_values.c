/* Values of expressions modulo p.
 *
 * Every angle is a sum of rational multiples of terms. For each term a point of the circle is drawn for the common part
 * of its multiples, ((1 - r^2) + 2 r i) / (1 + r^2), and multiples and sums of angles are powers and products of these;
 * exponentials and powers with exponents that are no numbers likewise. What has a value is drawn from the structural
 * hash of an expression: the same in every run. */
#include "algebra/ideal/modular.h"
#include "base/hash.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/walk.h"

enum { FIRST_ATTEMPTS = 600, ATTEMPTS = 200, MOST_MULTIPLE = 64 };
/* Times a denominator it is below 2^63. */
#define MOST_NUMERATOR (INT64_C(1) << 40)

/* A term of angles (on the circle) or of exponents. */
typedef struct motion {
    nh_expr base; /* of a power; 0 for exp */
    nh_expr term;
    bool varies;
    int64_t denominator;      /* of all its multiples together */
    uint64_t real, imaginary; /* now; of an exponent `real` only */
} motion;

/* A multiple of a term. */
typedef struct share {
    uint32_t motion;
    nh_rat multiple;
} share;

typedef struct node {
    nh_expr e;
    nh_expr_kind kind;
    bool varies;
    uint32_t start, arity; /* of its arguments, as places */
    uint32_t shares, share_count;
    nh_rat rest;       /* the number in the exponent of a power */
    uint64_t constant; /* of a number */
} node;

struct nh_modular {
    nh_pool *pool;
    nh_context *context;
    nh_arena *arena;
    uint32_t variable_count;
    const nh_expr *variables;
    NH_ARRAY(node) nodes;
    NH_ARRAY(uint32_t) places;  /* of arguments; of the expressions requested, from `wanted` on */
    NH_ARRAY(nh_rat) exponents; /* next to places */
    NH_ARRAY(motion) circles, powers;
    NH_ARRAY(share) shares;
    uint64_t *values; /* by node */
    size_t wanted, wanted_count;
    uint64_t fixed, point; /* seeds */
    bool is_fixed, is_hopeless;
};

/* ---- making ---- */

static bool is_varying_expr(const nh_modular *m, nh_expr e) {
    return nh_expr_depends_on(m->pool, e, m->variable_count, m->variables);
}

static int64_t common_multiple(int64_t a, int64_t b) {
    int64_t x = a, y = b;
    while (y != 0) {
        int64_t rest = x % y;
        x = y, y = rest;
    }
    return a / x * b;
}

static uint32_t find_motion(nh_modular *m, bool is_circle, nh_expr base, nh_expr term) {
    size_t count = is_circle ? m->circles.count : m->powers.count;
    const motion *all = is_circle ? m->circles.items : m->powers.items;
    for (size_t i = 0; i < count; i++)
        if (all[i].term == term && all[i].base == base) return (uint32_t)i;
    motion fresh = {.base = base, .term = term, .denominator = 1};
    fresh.varies = is_varying_expr(m, term) || (base != NH_EXPR_ZERO && is_varying_expr(m, base));
    if (is_circle) nh_array_push(&m->circles, fresh);
    else nh_array_push(&m->powers, fresh);
    return (uint32_t)count;
}

static void add_share(nh_modular *m, bool is_circle, nh_expr base, nh_expr term, nh_rat multiple) {
    if (nh_rat_is_zero(multiple)) return;
    uint32_t number = find_motion(m, is_circle, base, term);
    motion *of = is_circle ? &m->circles.items[number] : &m->powers.items[number];
    bool is_usual = nh_rat_is_small(multiple) && multiple.den <= MOST_MULTIPLE && multiple.num <= MOST_NUMERATOR &&
                    multiple.num >= -MOST_NUMERATOR;
    if (is_usual && !m->is_hopeless) of->denominator = common_multiple(of->denominator, multiple.den);
    m->is_hopeless |= !is_usual || of->denominator > INT64_C(1) << 20;
    nh_array_push(&m->shares, ((share){number, multiple}));
}

/* The argument of a sine, or an exponent, as multiples of terms; the number in it is a multiple
 * of 1, or left to *rest. */
static void add_shares(nh_modular *m, node *n, bool is_circle, nh_expr base, nh_expr argument, nh_rat *rest) {
    n->shares = (uint32_t)m->shares.count;
    nh_rat number = nh_rat_int(0);
    if (nh_expr_kind_of(m->pool, argument) == NH_EXPR_SUM) {
        number = nh_expr_rational(m->pool, nh_expr_args(m->pool, argument)[0]);
        for (uint32_t i = 1; i + 1 < nh_expr_arity(m->pool, argument); i += 2) {
            const nh_expr *args = nh_expr_args(m->pool, argument);
            add_share(m, is_circle, base, args[i], nh_expr_rational(m->pool, args[i + 1]));
        }
    } else if (nh_expr_is_number(m->pool, argument)) number = nh_expr_rational(m->pool, argument);
    else add_share(m, is_circle, base, argument, nh_rat_int(1));
    if (rest) *rest = number;
    else add_share(m, is_circle, base, NH_EXPR_ONE, number);
    n->share_count = (uint32_t)m->shares.count - n->shares;
}

static void add_motions(nh_modular *m, node *n) {
    const nh_expr *args = nh_expr_args(m->pool, n->e);
    switch (n->kind) {
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN: add_shares(m, n, true, NH_EXPR_ZERO, args[0], NULL); return;
        case NH_EXPR_SINH:
        case NH_EXPR_COSH:
        case NH_EXPR_TANH:
        case NH_EXPR_EXP: add_shares(m, n, false, NH_EXPR_ZERO, args[0], NULL); return;
        case NH_EXPR_POWER: add_shares(m, n, false, args[0], args[1], &n->rest); return;
        default: return;
    }
}

static bool is_free_kind(nh_expr_kind kind) {
    return kind == NH_EXPR_SYMBOL || kind == NH_EXPR_CONSTANT_PI || kind == NH_EXPR_CALL || kind == NH_EXPR_IF ||
           kind == NH_EXPR_LOG || kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS || kind == NH_EXPR_ATAN ||
           kind == NH_EXPR_ATAN2 || kind == NH_EXPR_MOD || kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
}

static void add_node(nh_modular *m, const nh_walk *walk, nh_expr e) {
    node n = {.e = e, .kind = nh_expr_kind_of(m->pool, e), .start = (uint32_t)m->places.count};
    n.arity = nh_expr_arity(m->pool, e);
    for (uint32_t i = 0; i < n.arity; i++) {
        nh_expr arg = nh_expr_args(m->pool, e)[i];
        bool is_number = nh_expr_is_number(m->pool, arg);
        nh_array_push(&m->places, nh_walk_place(walk, arg));
        nh_array_push(&m->exponents, is_number ? nh_expr_rational(m->pool, arg) : nh_rat_int(0));
    }
    if (n.kind == NH_EXPR_NUMBER) n.constant = nh_modular_rational(m->arena, nh_expr_rational(m->pool, e));
    if (is_free_kind(n.kind)) n.varies = is_varying_expr(m, e);
    m->is_hopeless |= n.kind == NH_EXPR_NO_VALUE;
    add_motions(m, &n);
    nh_array_push(&m->nodes, n);
}

nh_modular *nh_modular_make(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e, uint32_t variable_count,
                            const nh_expr *variables) {
    nh_modular *m = NH_NEW(arena, nh_modular);
    *m = (nh_modular){.pool = pool, .context = nh_pool_context(pool), .arena = arena};
    m->variable_count = variable_count, m->variables = variables;
    m->nodes.arena = m->places.arena = m->exponents.arena = arena;
    m->circles.arena = m->powers.arena = m->shares.arena = arena;
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) add_node(m, walk, walk->order[i]);
    m->wanted = m->places.count, m->wanted_count = count;
    for (size_t i = 0; i < count; i++) nh_array_push(&m->places, nh_walk_place(walk, e[i]));
    nh_walk_end(walk);
    m->values = NH_NEW_ARRAY(arena, uint64_t, m->nodes.count + 1);
    return m;
}

/* ---- values ---- */

/* A square other than 0, so that symbols have roots. What is drawn for one expression in several parts must be
 * independent: `base` distinguishes them. */
static uint64_t draw_square(const nh_modular *m, nh_expr e, nh_expr base, bool is_varying) {
    uint64_t seed = nh_hash_combine(is_varying ? m->point : m->fixed, nh_expr_hash(m->pool, e));
    uint64_t value = nh_hash_combine(seed, nh_expr_hash(m->pool, base)) % NH_MODULAR_PRIME;
    return nh_modular_mul(value, value);
}

static void draw_motions(nh_modular *m) {
    for (size_t i = 0; i < m->circles.count; i++) {
        motion *c = &m->circles.items[i];
        uint64_t r = draw_square(m, c->term, NH_EXPR_UNDEFINED, c->varies), square = nh_modular_mul(r, r);
        uint64_t scale = nh_modular_inv(nh_modular_add(1, square));
        c->real = nh_modular_mul(nh_modular_sub(1, square), scale);
        c->imaginary = nh_modular_mul(nh_modular_add(r, r), scale);
    }
    for (size_t i = 0; i < m->powers.count; i++) {
        motion *c = &m->powers.items[i];
        c->real = draw_square(m, c->term, c->base, c->varies);
    }
}

typedef struct complex_residue {
    uint64_t real, imaginary;
} complex_residue;

static complex_residue multiply_residues(complex_residue a, complex_residue b) {
    uint64_t rr = nh_modular_mul(a.real, b.real), ii = nh_modular_mul(a.imaginary, b.imaginary);
    uint64_t ri = nh_modular_mul(a.real, b.imaginary), ir = nh_modular_mul(a.imaginary, b.real);
    return (complex_residue){nh_modular_sub(rr, ii), nh_modular_add(ri, ir)};
}

/* How often the drawn part of a term occurs in a multiple of it. */
static int64_t times_of(const motion *of, nh_rat multiple) {
    return multiple.num * (of->denominator / multiple.den);
}

static complex_residue turn_point(const nh_modular *m, const node *n) {
    complex_residue result = {1, 0};
    for (uint32_t i = 0; i < n->share_count; i++) {
        const share *s = &m->shares.items[n->shares + i];
        const motion *of = &m->circles.items[s->motion];
        int64_t times = times_of(of, s->multiple);
        complex_residue z = {of->real, times < 0 ? nh_modular_sub(0, of->imaginary) : of->imaginary};
        for (uint64_t k = (uint64_t)(times < 0 ? -times : times); k != 0; k >>= 1, z = multiply_residues(z, z))
            if (k & 1) result = multiply_residues(result, z);
    }
    return result;
}

static uint64_t exponential_of(const nh_modular *m, const node *n) {
    uint64_t result = 1;
    for (uint32_t i = 0; i < n->share_count; i++) {
        const share *s = &m->shares.items[n->shares + i];
        const motion *of = &m->powers.items[s->motion];
        int64_t times = times_of(of, s->multiple);
        uint64_t power = nh_modular_pow(of->real, (uint64_t)(times < 0 ? -times : times));
        result = nh_modular_mul(result, times < 0 ? nh_modular_inv(power) : power);
    }
    return result;
}

static bool circular_value(const nh_modular *m, const node *n, uint64_t *value) {
    complex_residue z = turn_point(m, n);
    *value = n->kind == NH_EXPR_COS ? z.real : z.imaginary;
    if (n->kind == NH_EXPR_TAN) *value = nh_modular_mul(z.imaginary, nh_modular_inv(z.real));
    return n->kind != NH_EXPR_TAN || z.real != 0;
}

static bool hyperbolic_value(const nh_modular *m, const node *n, uint64_t *value) {
    uint64_t e = exponential_of(m, n), inverse = nh_modular_inv(e), half = (NH_MODULAR_PRIME + 1) / 2;
    uint64_t sum = nh_modular_add(e, inverse), difference = nh_modular_sub(e, inverse);
    *value = nh_modular_mul(half, n->kind == NH_EXPR_COSH ? sum : difference);
    if (n->kind == NH_EXPR_TANH) *value = nh_modular_mul(difference, nh_modular_inv(sum));
    return n->kind != NH_EXPR_TANH || sum != 0;
}

static uint64_t argument_value(const nh_modular *m, const node *n, uint32_t i) {
    return m->values[m->places.items[n->start + i]];
}

static uint64_t sum_of(const nh_modular *m, const node *n) {
    uint64_t sum = argument_value(m, n, 0);
    for (uint32_t i = 1; i + 1 < n->arity; i += 2)
        sum = nh_modular_add(sum, nh_modular_mul(argument_value(m, n, i), argument_value(m, n, i + 1)));
    return sum;
}

static bool product_of(const nh_modular *m, const node *n, uint64_t *value) {
    *value = 1;
    for (uint32_t i = 0; i + 1 < n->arity; i += 2) {
        uint64_t power;
        nh_rat exponent = m->exponents.items[n->start + i + 1];
        if (!nh_modular_pow_rational(argument_value(m, n, i), exponent, &power)) return false;
        *value = nh_modular_mul(*value, power);
    }
    return true;
}

static bool power_of(const nh_modular *m, const node *n, uint64_t *value) {
    uint64_t part;
    if (!nh_modular_pow_rational(argument_value(m, n, 0), n->rest, &part)) return false;
    *value = nh_modular_mul(part, exponential_of(m, n));
    return true;
}

static bool value_of(const nh_modular *m, const node *n, uint64_t *value) {
    if (is_free_kind(n->kind)) {
        *value = draw_square(m, n->e, NH_EXPR_MINUS_ONE, n->varies);
        return true;
    }
    uint64_t first = n->arity > 0 ? argument_value(m, n, 0) : 0;
    bool is_square = n->kind == NH_EXPR_ABS || n->kind == NH_EXPR_SIGN ? nh_modular_is_square(first) : true;
    switch (n->kind) {
        case NH_EXPR_NUMBER: *value = n->constant; return true;
        case NH_EXPR_SUM: *value = sum_of(m, n); return true;
        case NH_EXPR_PRODUCT: return product_of(m, n, value);
        case NH_EXPR_POWER: return power_of(m, n, value);
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN: return circular_value(m, n, value);
        case NH_EXPR_SINH:
        case NH_EXPR_COSH:
        case NH_EXPR_TANH: return hyperbolic_value(m, n, value);
        case NH_EXPR_EXP: *value = exponential_of(m, n); return true;
        case NH_EXPR_ABS: *value = is_square ? first : nh_modular_sub(0, first); return true;
        case NH_EXPR_SIGN: *value = is_square ? 1 : NH_MODULAR_PRIME - 1; return first != 0;
        default: return false;
    }
}

static bool run_nodes(nh_modular *m) {
    draw_motions(m);
    nh_tick(m->context, m->nodes.count + 1);
    for (size_t i = 0; i < m->nodes.count; i++)
        if (!value_of(m, &m->nodes.items[i], &m->values[i])) return false;
    return true;
}

bool nh_modular_next(nh_modular *m, uint64_t *values) {
    if (m->is_hopeless) return false;
    bool done = false;
    for (int i = 0; i < (m->is_fixed ? ATTEMPTS : FIRST_ATTEMPTS) && !done; i++) {
        m->point++;
        if (!m->is_fixed) m->fixed = nh_hash_u64(m->point);
        done = run_nodes(m);
    }
    m->is_fixed = done, m->is_hopeless = !done;
    for (size_t i = 0; i < m->wanted_count; i++) values[i] = m->values[m->places.items[m->wanted + i]];
    return done;
}
