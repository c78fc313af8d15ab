/* A tree: of what is made of pieces, the innermost first, each piece is put in by turns, with the sign that it asks
 * for. A leaf is an expression without pieces, which may be 0, and the signs that lead to it.
 *
 * What cannot be put in, as atan2 and the square root of a square, is left as it is, and only its signs are kept. */
#include "facts/places/pieces.h"

#include "algebra/domain/domain.h"
#include "algebra/field/normal.h"
#include "algebra/field/squares.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/places/switches.h"

/* Pieces of an equation, conditions of one; steps of the search; operations of a condition, and of what is proved on a
 * piece. */
enum { MOST_PIECES = 256, MOST_SIGNS = 24, MOST_STEPS = 2000, MOST_SHORT = 60, MOST_PROVED = 200 };
/* Of the elimination that shows a piece to be empty. */
enum { MOST_ATOMS = 16, MOST_INEQUALITIES = 160 };

typedef struct piece_search {
    nh_arena *arena;
    nh_pool *pool;
    nh_pieces found;
    nh_piece signs; /* that lead to where the search is */
    nh_exprs whole; /* what is left as it is there */
    nh_expr hints[MOST_SIGNS];
    uint32_t hint_count, steps;
    bool has_inverse;
} piece_search;

/* ---- linear inequalities ---- */

typedef struct inequality {
    nh_rat *slope; /* by atom */
    nh_rat constant;
    bool is_strict; /* > 0, or else >= 0 */
} inequality;

typedef struct elimination {
    nh_arena *arena;
    nh_pool *pool;
    nh_exprs atoms;
    NH_ARRAY(inequality) list;
    bool is_long;
} elimination;

static inequality *add_inequality(elimination *l, bool is_strict) {
    nh_rat *slope = NH_NEW_ARRAY(l->arena, nh_rat, MOST_ATOMS);
    for (int i = 0; i < MOST_ATOMS; i++) slope[i] = nh_rat_int(0);
    nh_array_push(&l->list, ((inequality){slope, nh_rat_int(0), is_strict}));
    return &l->list.items[l->list.count - 1];
}

static void add_term(elimination *l, inequality *to, nh_expr term, nh_rat factor) {
    size_t at = 0;
    while (at < l->atoms.count && l->atoms.items[at] != term) at++;
    if (at == MOST_ATOMS) l->is_long = true;
    if (l->is_long) return;
    if (at == l->atoms.count) nh_array_push(&l->atoms, term);
    to->slope[at] = nh_rat_add(l->arena, to->slope[at], factor);
}

static void add_expression(elimination *l, nh_expr e, bool is_strict) {
    nh_rat content;
    inequality *to = add_inequality(l, is_strict);
    e = nh_expr_split(l->pool, e, &content);
    content = nh_rat_int(nh_rat_sign(content));
    if (nh_expr_is_number(l->pool, e)) {
        to->constant = nh_rat_mul(l->arena, content, nh_expr_rational(l->pool, e));
    } else if (nh_expr_kind_of(l->pool, e) != NH_EXPR_SUM) {
        add_term(l, to, e, content);
    } else {
        const nh_expr *args = nh_expr_args(l->pool, e);
        to->constant = nh_rat_mul(l->arena, content, nh_expr_rational(l->pool, args[0]));
        for (uint32_t i = 1; i < nh_expr_arity(l->pool, e); i += 2)
            add_term(l, to, args[i], nh_rat_mul(l->arena, content, nh_expr_rational(l->pool, args[i + 1])));
    }
}

/* a.slope of the atom is positive, that of b negative: their sum without it. */
static void add_sum(elimination *l, inequality a, inequality b, size_t atom) {
    nh_rat of_a = nh_rat_neg(l->arena, b.slope[atom]), of_b = a.slope[atom];
    inequality *sum = add_inequality(l, a.is_strict || b.is_strict);
    for (size_t i = 0; i < l->atoms.count; i++)
        sum->slope[i] =
            nh_rat_add(l->arena, nh_rat_mul(l->arena, of_a, a.slope[i]), nh_rat_mul(l->arena, of_b, b.slope[i]));
    sum->constant =
        nh_rat_add(l->arena, nh_rat_mul(l->arena, of_a, a.constant), nh_rat_mul(l->arena, of_b, b.constant));
}

static void eliminate_atom(elimination *l, size_t atom) {
    size_t count = l->list.count, kept = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && nh_rat_sign(l->list.items[i].slope[atom]) > 0; k++) {
            if (nh_rat_sign(l->list.items[k].slope[atom]) >= 0) continue;
            if (l->list.count >= MOST_INEQUALITIES) l->is_long = true;
            if (l->is_long) return;
            add_sum(l, l->list.items[i], l->list.items[k], atom);
        }
    for (size_t i = 0; i < l->list.count; i++)
        if (nh_rat_is_zero(l->list.items[i].slope[atom])) l->list.items[kept++] = l->list.items[i];
    l->list.count = kept;
}

bool nh_pieces_exclude(nh_arena *arena, nh_pool *pool, const nh_exprs *positive, const nh_exprs *nonnegative) {
    elimination l = {.arena = arena, .pool = pool, .atoms = {.arena = arena}, .list = {.arena = arena}};
    for (size_t i = 0; i < positive->count; i++) {
        nh_expr e = positive->items[i];
        if (e == NH_EXPR_ZERO || nh_expr_is_nonnegative(pool, nh_expr_neg(pool, e))) return true;
        add_expression(&l, e, true);
    }
    for (size_t i = 0; i < nonnegative->count; i++) add_expression(&l, nonnegative->items[i], false);
    for (size_t i = 0; i < l.atoms.count && !l.is_long; i++)
        if (nh_expr_is_nonnegative(pool, l.atoms.items[i])) add_inequality(&l, false)->slope[i] = nh_rat_int(1);
    for (size_t i = 0; i < l.atoms.count && !l.is_long; i++) eliminate_atom(&l, i);
    for (size_t i = 0; i < l.list.count && !l.is_long; i++) {
        int sign = nh_rat_sign(l.list.items[i].constant);
        if (sign < 0 || (sign == 0 && l.list.items[i].is_strict)) return true;
    }
    return false;
}

/* ---- signs ---- */

/* What decides at a state: not a number, nor parameters only. */
static bool is_deciding(const piece_search *s, nh_expr e) {
    return nh_expr_has(s->pool, e, NH_HAS_ANYTHING);
}

/* Of a sum c sqrt(u) + v with c^2 u >= v^2 the sign of c; 0: it is no such sum. */
static int sign_of_root(const piece_search *s, nh_expr e) {
    const nh_expr half = nh_expr_fraction(s->pool, 1, 2);
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_SUM || nh_expr_operations(s->pool, 1, &e) > MOST_SHORT) return 0;
    for (uint32_t i = 1; i < nh_expr_arity(s->pool, e); i += 2) {
        nh_expr root = nh_expr_args(s->pool, e)[i], factor = nh_expr_args(s->pool, e)[i + 1];
        if (nh_expr_kind_of(s->pool, root) != NH_EXPR_PRODUCT || nh_expr_arity(s->pool, root) != 2) continue;
        if (nh_expr_args(s->pool, root)[1] != half) continue;
        nh_expr u = nh_expr_args(s->pool, root)[0];
        nh_expr v = nh_expr_sub(s->pool, e, nh_expr_mul(s->pool, factor, root));
        nh_expr square = nh_expr_mul(s->pool, nh_expr_mul(s->pool, factor, factor), u);
        nh_expr rest = nh_expr_normal(s->pool, nh_expr_sub(s->pool, square, nh_expr_mul(s->pool, v, v)));
        if (nh_expr_is_nonnegative(s->pool, rest)) return nh_rat_sign(nh_expr_rational(s->pool, factor));
    }
    return 0;
}

/* Whether its logarithm has a value everywhere: 3 + cos(t). */
static bool is_positive(const piece_search *s, nh_expr e) {
    nh_expr logarithm = nh_expr_apply1(s->pool, NH_EXPR_LOG, e);
    if (logarithm == NH_EXPR_UNDEFINED) return false;
    nh_domain domain = nh_expr_domain(s->pool, s->arena, 1, &logarithm, NULL);
    return domain.positive_count + domain.nonzero_count + domain.nonnegative_count == 0;
}

/* Whether e is the cosine of an angle that is a quarter turn at most: cos(atan(x)), cos(sin(x)). */
static bool is_near_cosine(const piece_search *s, nh_expr e) {
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_COS) return false;
    nh_expr_kind angle = nh_expr_kind_of(s->pool, nh_expr_args(s->pool, e)[0]);
    return angle == NH_EXPR_ATAN || angle == NH_EXPR_ASIN || angle == NH_EXPR_SIN || angle == NH_EXPR_COS;
}

/* The only sign that e can have next to 0; 0: that is open. */
static int known_sign(const piece_search *s, nh_expr e) {
    nh_expr opposite = nh_expr_neg(s->pool, e);
    if (nh_expr_is_number(s->pool, e)) return nh_rat_sign(nh_expr_rational(s->pool, e));
    if (is_near_cosine(s, e)) return 1;
    if (nh_expr_is_nonnegative(s->pool, e)) return 1;
    if (nh_expr_is_nonnegative(s->pool, opposite)) return -1;
    if (is_positive(s, e)) return 1;
    return is_positive(s, opposite) ? -1 : sign_of_root(s, e);
}

/* Adds that e has this sign; false where it cannot have it. What does not decide says nothing. */
static bool add_sign(piece_search *s, nh_expr e, int sign) {
    nh_rat content;
    int known = known_sign(s, e);
    if (known != 0) return known == sign;
    if (!is_deciding(s, e)) return true;
    e = nh_expr_split(s->pool, e, &content);
    sign *= nh_rat_sign(content);
    size_t at = 0;
    while (at < s->found.conditions.count && s->found.conditions.items[at] != e) at++;
    if (at == s->found.conditions.count) nh_array_push(&s->found.conditions, e);
    for (size_t i = 0; i < s->signs.count; i++)
        if (s->signs.items[i].condition == at) return s->signs.items[i].sign == sign;
    if (s->signs.count >= MOST_SIGNS) s->found.is_cut = true;
    nh_array_push(&s->signs, ((nh_piece_sign){(uint32_t)at, sign}));
    return true;
}

/* The sign that is asked of e; 0: none is. */
static int asked_sign(const piece_search *s, nh_expr e) {
    int known = known_sign(s, e);
    for (size_t i = 0; i < s->signs.count && known == 0; i++)
        if (s->found.conditions.items[s->signs.items[i].condition] == e) known = s->signs.items[i].sign;
    return known;
}

static nh_expr factors_of(const piece_search *s, nh_expr e) {
    bool is_short = nh_expr_kind_of(s->pool, e) == NH_EXPR_SUM && nh_expr_operations(s->pool, 1, &e) <= MOST_SHORT;
    nh_expr factored = is_short ? nh_expr_factored(s->pool, e) : e;
    return factored != NH_EXPR_UNDEFINED ? factored : e;
}

/* Whether the signs of its factors are requested, and give another one. */
static bool is_another_product(const piece_search *s, nh_expr e, int sign) {
    nh_rat content;
    e = nh_expr_split(s->pool, factors_of(s, e), &content);
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_PRODUCT) return false;
    int product = nh_rat_sign(content);
    for (uint32_t i = 0; i < nh_expr_arity(s->pool, e) && product != 0; i += 2) {
        const nh_expr *args = nh_expr_args(s->pool, e);
        int64_t exponent;
        if (!nh_expr_get_int(s->pool, args[i + 1], &exponent)) exponent = 0;
        if (!nh_expr_is_number(s->pool, args[i + 1])) return false;
        if (exponent % 2 != 0) product *= asked_sign(s, args[i]);
    }
    return product == -sign;
}

static bool is_empty(const piece_search *s) {
    nh_exprs positive = {.arena = s->arena};
    for (size_t i = 0; i < s->signs.count; i++)
        if (is_another_product(s, s->found.conditions.items[s->signs.items[i].condition], s->signs.items[i].sign))
            return true;
    for (size_t i = 0; i < s->signs.count; i++) {
        nh_expr e = s->found.conditions.items[s->signs.items[i].condition];
        nh_array_push(&positive, s->signs.items[i].sign > 0 ? e : nh_expr_neg(s->pool, e));
    }
    return nh_pieces_exclude(s->arena, s->pool, &positive, &(nh_exprs){.count = 0});
}

/* ---- the tree ---- */

/* e with another expression in place of one within it. */
static nh_expr replace_part(nh_pool *pool, nh_expr e, nh_expr part, nh_expr by) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(pool, now);
        nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity + 1);
        bool is_changed = false, has_value = true;
        for (uint32_t k = 0; k < arity; k++) {
            nh_expr before = nh_expr_args(pool, now)[k];
            args[k] = result[nh_walk_place(walk, before)];
            is_changed |= args[k] != before;
            has_value &= args[k] != NH_EXPR_UNDEFINED;
        }
        result[i] = now == part ? by : !is_changed ? now : NH_EXPR_UNDEFINED;
        if (now != part && is_changed && has_value) result[i] = nh_expr_rebuild(pool, now, args);
    }
    nh_expr found = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return found;
}

/* The innermost part that is made of pieces and not examined yet; undefined: there is none. */
static nh_expr next_part(const piece_search *s, nh_expr e) {
    nh_expr found = NH_EXPR_UNDEFINED;
    nh_walk *walk = nh_walk_begin(s->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count && found == NH_EXPR_UNDEFINED; i++) {
        nh_switches own = {.items = {.arena = s->arena}};
        nh_switches_of(s->pool, walk->order[i], s->has_inverse, &own);
        for (size_t k = 0; k < own.items.count && found == NH_EXPR_UNDEFINED; k++)
            if (is_deciding(s, own.items.items[k]) && !nh_exprs_has(&s->whole, walk->order[i])) found = walk->order[i];
    }
    nh_walk_end(walk);
    return found;
}

static void keep_piece(piece_search *s, nh_expr e) {
    bool is_short = e == NH_EXPR_ZERO || nh_expr_operations(s->pool, 1, &e) <= MOST_PROVED;
    if (is_short && nh_expr_is_proved_zero(s->pool, e)) return;
    if (is_empty(s)) return;
    if (s->found.items.count >= MOST_PIECES) {
        s->found.is_cut = true;
        return;
    }
    nh_piece piece = {.arena = s->arena};
    nh_array_append(&piece, s->signs.count, s->signs.items);
    nh_array_push(&s->found.items, piece);
}

static void search_below(piece_search *s, nh_expr e);

/* With `by` in place of the part where this many expressions have these signs. */
static void search_piece(piece_search *s, nh_expr e, nh_expr part, nh_expr by, size_t count, const nh_expr *of,
                         const int *signs) {
    size_t before = s->signs.count, whole = s->whole.count;
    bool is_possible = true;
    for (size_t i = 0; i < count && is_possible; i++) is_possible = add_sign(s, of[i], signs[i]);
    if (by == part) nh_array_push(&s->whole, part);
    nh_expr below = by == part ? e : replace_part(s->pool, e, part, by);
    if (is_possible && below != NH_EXPR_UNDEFINED) search_below(s, below);
    s->signs.count = before;
    s->whole.count = whole;
}

/* Of a minimum or maximum: each argument by turns, smaller or larger than the others. */
static void search_extreme(piece_search *s, nh_expr e, nh_expr part) {
    uint32_t count = nh_expr_arity(s->pool, part);
    nh_expr *args = NH_NEW_ARRAY(s->arena, nh_expr, count), *of = NH_NEW_ARRAY(s->arena, nh_expr, count);
    int *signs = NH_NEW_ARRAY(s->arena, int, count);
    int sign = nh_expr_kind_of(s->pool, part) == NH_EXPR_MAX ? 1 : -1;
    memcpy(args, nh_expr_args(s->pool, part), count * sizeof *args);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t others = 0;
        for (uint32_t k = 0; k < count; k++)
            if (k != i) signs[others] = sign, of[others++] = nh_expr_sub(s->pool, args[i], args[k]);
        search_piece(s, e, part, args[i], others, of, signs);
    }
}

static void search_sides(piece_search *s, nh_expr e, nh_expr part) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, part);
    nh_expr u = nh_expr_args(s->pool, part)[0];
    for (int sign = 1; sign >= -1; sign -= 2) {
        nh_expr by = kind == NH_EXPR_IF     ? nh_expr_args(s->pool, part)[sign < 0 ? 1 : 2]
                     : kind == NH_EXPR_SIGN ? nh_expr_int(s->pool, sign)
                     : sign > 0             ? u
                                            : nh_expr_neg(s->pool, u);
        search_piece(s, e, part, by, 1, &u, &sign);
    }
}

/* All signs of what decides on the part, which stays as it is. */
static void search_whole(piece_search *s, nh_expr e, nh_expr part) {
    nh_switches own = {.items = {.arena = s->arena}};
    nh_switches_of(s->pool, part, s->has_inverse, &own);
    for (uint32_t which = 0; which < UINT32_C(1) << own.items.count; which++) {
        int *signs = NH_NEW_ARRAY(s->arena, int, own.items.count + 1);
        for (size_t i = 0; i < own.items.count; i++) signs[i] = which >> i & 1 ? -1 : 1;
        search_piece(s, e, part, part, own.items.count, own.items.items, signs);
    }
}

static void search_below(piece_search *s, nh_expr e) {
    if (s->found.is_cut || ++s->steps > MOST_STEPS) {
        s->found.is_cut = true;
        return;
    }
    nh_expr part = next_part(s, e);
    if (part == NH_EXPR_UNDEFINED) {
        keep_piece(s, e);
        return;
    }
    switch (nh_expr_kind_of(s->pool, part)) {
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: search_extreme(s, e, part); break;
        case NH_EXPR_ABS:
        case NH_EXPR_SIGN:
        case NH_EXPR_IF: search_sides(s, e, part); break;
        default: search_whole(s, e, part);
    }
}

/* ---- what the sides need ---- */

static void add_hint(piece_search *s, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(s->pool, e, &ignored);
    if (known_sign(s, e) != 0 || !is_deciding(s, e)) return;
    if (nh_is_among(e, s->hint_count, s->hints)) return;
    if (s->hint_count < MOST_SIGNS) s->hints[s->hint_count++] = e;
    else s->found.is_cut = true;
}

/* The root of x^2 - 2 x + 1 is |x - 1|: squares under roots. */
static void add_squares(piece_search *s, nh_expr e) {
    nh_expr factored = nh_expr_factored_in_atoms(s->pool, s->arena, e);
    if (nh_expr_kind_of(s->pool, factored) != NH_EXPR_PRODUCT) return;
    for (uint32_t i = 0; i < nh_expr_arity(s->pool, factored); i += 2) {
        int64_t exponent;
        bool is_small =
            nh_expr_get_int(s->pool, nh_expr_args(s->pool, factored)[i + 1], &exponent) && exponent * exponent <= 1;
        if (!is_small) add_hint(s, nh_expr_args(s->pool, factored)[i]);
    }
}

/* With inverse functions denominators count as well: atan(1/x) jumps where x is 0. False where the needs cannot be
 * met. */
static bool add_needs(piece_search *s, nh_needs needs) {
    for (size_t i = 0; i < needs.count; i++) {
        nh_expr e = nh_expr_expand_names(s->pool, needs.items[i].e);
        bool is_sided = needs.items[i].kind == NH_NEED_NONNEGATIVE || needs.items[i].kind == NH_NEED_POSITIVE;
        if (e == NH_EXPR_UNDEFINED) continue;
        if (is_sided) add_squares(s, e);
        if (is_sided && !add_sign(s, e, 1)) return false;
        if (!is_sided && s->has_inverse && needs.items[i].kind == NH_NEED_NONZERO && !nh_expr_is_pieced(s->pool, e))
            add_hint(s, e);
    }
    return true;
}

/* By all signs of the hints from the i-th on. */
static void search_hints(piece_search *s, nh_expr e, uint32_t i) {
    if (i == s->hint_count || s->found.is_cut) {
        search_below(s, e);
        return;
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
        size_t before = s->signs.count;
        if (add_sign(s, s->hints[i], sign)) search_hints(s, e, i + 1);
        s->signs.count = before;
    }
}

nh_pieces nh_pieces_find(nh_arena *arena, nh_pool *pool, nh_expr e, nh_needs needs) {
    piece_search s = {.arena = arena, .pool = pool, .signs = {.arena = arena}, .whole = {.arena = arena}};
    s.found.conditions.arena = s.found.items.arena = arena;
    e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_UNDEFINED) return s.found;
    s.has_inverse = nh_switches_has_inverse(pool, e);
    bool has_value = add_needs(&s, needs);
    if (has_value && (s.hint_count > 0 || next_part(&s, e) != NH_EXPR_UNDEFINED)) search_hints(&s, e, 0);
    return s.found;
}
