/* Conditions for values, found by going over expressions.
 *
 * A scope is what is evaluated in any case: everything but the branches of an `if`. Each branch is a scope of its own;
 * what both branches need is needed where the `if` is. */
#include "algebra/domain/domain.h"

#include "algebra/field/atoms_private.h"
#include "algebra/linear/linear_private.h"
#include "algebra/tidy/simplify.h"
#include "base/array.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "expr/walk.h"

typedef enum condition_kind { CONDITION_NONZERO, CONDITION_NONNEGATIVE, CONDITION_POSITIVE } condition_kind;

typedef struct value_condition {
    condition_kind kind;
    nh_expr e;
} value_condition;

typedef NH_ARRAY(value_condition) condition_list;

enum { MOST_OPERATIONS = 100 }; /* of a condition that is written as it reads best */

typedef NH_ARRAY(uint32_t) numbers;

typedef struct scope {
    numbers conditions; /* in the list of all conditions */
    numbers choices;    /* `if`s, which come before this scope */
} scope;

typedef struct choice {
    scope branch[2];
    condition_list needed; /* by both */
} choice;

typedef struct search {
    nh_pool *pool;
    nh_arena *arena;
    condition_list all; /* each once */
    nh_map place_of;    /* in it */
    NH_ARRAY(choice) choices;
    nh_map choice_of; /* by `if` */
} search;

/* ---- lists of conditions ---- */

static bool is_implied(value_condition by, value_condition c) {
    return by.e == c.e && (by.kind == c.kind || by.kind == CONDITION_POSITIVE);
}

/* What follows from `list`: x > 0 contains x >= 0 and x != 0. */
static bool imply_condition(const condition_list *list, value_condition condition) {
    for (size_t i = 0; i < list->count; i++)
        if (is_implied(list->items[i], condition)) return true;
    return false;
}

/* Adds one unless it, or a stronger one, is there. */
static void add_condition(condition_list *list, value_condition condition) {
    size_t kept = 0;
    if (imply_condition(list, condition)) return;
    for (size_t i = 0; i < list->count; i++) { /* x >= 0 and x != 0 are x > 0 */
        value_condition *other = &list->items[i];
        bool is_pair = other->e == condition.e && other->kind != condition.kind;
        if (is_pair) condition.kind = CONDITION_POSITIVE;
        else list->items[kept++] = *other;
    }
    list->count = kept;
    nh_array_push(list, condition);
}

static void add_all(condition_list *list, const condition_list *more) {
    for (size_t i = 0; i < more->count; i++) add_condition(list, more->items[i]);
}

/* ---- conditions taken apart ---- */

/* Conditions taken apart: in one field, by irreducible factors. */

enum { MOST_SUMMANDS = 2 }; /* of an angle */

typedef struct reduction {
    nh_arena *arena; /* for the results */
    const condition_list *given;
    const nh_domain_known *known;
    condition_list *parts;
    nh_field *field;
    nh_linear_parts nonzero;       /* irreducible parts of what is known not to be zero */
    NH_ARRAY(nh_mpoly *) positive; /* irreducible, known to be positive */
    uint32_t symbol_count;         /* symbols that are known to be positive */
    nh_expr *symbols;
} reduction;

static nh_linear_parts parts_make(const reduction *r) {
    nh_linear_parts parts = nh_linear_parts_make(r->field);
    parts.positive_count = r->symbol_count;
    parts.positive = r->symbols;
    return parts;
}

static nh_mpoly *copy_of(nh_field *field, nh_mpoly *p) {
    nh_mpoly *copy = nh_field_poly(field);
    nh_mpoly_set(copy, p);
    return copy;
}

static nh_mpoly *variable_poly(nh_field *field, uint32_t v) {
    nh_mpoly *p = nh_field_poly(field);
    nh_mpoly_set_variable(p, v);
    return p;
}

/* Divides p by the divisor as often as that goes; whether it did. */
static bool take_out(nh_mpoly *p, nh_mpoly *divisor) {
    bool any = false;
    while (nh_mpoly_divide(p, p, divisor)) any = true;
    return any;
}

/* ---- not zero ---- */

/* 1 - c^2 as s, so that (1 - c) (1 + c) is one condition. */
static void assume_sines(nh_linear_parts *parts, nh_mpoly *p) {
    nh_field *field = parts->field;
    for (size_t i = 0; i < field->angles.count; i++) {
        const nh_angle *angle = &field->angles.items[i];
        if (angle->sine == NH_INDEX_NONE || angle->cosine == NH_INDEX_NONE) continue;
        if (take_out(p, field->generators.items[angle->sine].square.num))
            nh_linear_assume(parts, variable_poly(field, angle->sine));
    }
}

/* A root is zero where what is under it is. Later roots have earlier ones under them. */
static void assume_roots(nh_linear_parts *parts, nh_mpoly *p) {
    nh_field *field = parts->field;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        const nh_generator *g = &field->generators.items[v];
        if (g->kind == NH_GENERATOR_ROOT && take_out(p, variable_poly(field, v))) nh_mpoly_mul(p, p, g->square.num);
    }
}

static void reduce_nonzero(const reduction *r, nh_mpoly *given, condition_list *result) {
    nh_linear_parts parts = parts_make(r);
    nh_mpoly *p = copy_of(r->field, given);
    if (nh_mpoly_is_zero(p)) {
        add_condition(result, (value_condition){CONDITION_NONZERO, NH_EXPR_ZERO});
        return;
    }
    for (size_t i = 0; i < r->nonzero.parts.count; i++) (void)take_out(p, r->nonzero.parts.items[i]);
    assume_roots(&parts, p);
    assume_sines(&parts, p);
    for (size_t i = 0; i < r->nonzero.parts.count; i++) (void)take_out(p, r->nonzero.parts.items[i]);
    nh_linear_assume(&parts, p);
    nh_linear_assumptions found = nh_linear_assumptions_of(&parts, r->arena);
    for (size_t i = 0; i < found.count; i++)
        add_condition(result, (value_condition){CONDITION_NONZERO, found.nonzero[i]});
}

/* ---- signs ---- */

/* The product of what is left when factors of certain sign, and squares, are taken out. */
typedef struct signed_product {
    nh_expr product;
    int sign;
} signed_product;

static int known_sign(const reduction *r, const nh_linear_parts *parts, nh_mpoly *p) {
    for (size_t i = 0; i < r->positive.count; i++)
        if (nh_mpoly_equal(r->positive.items[i], p)) return 1;
    return nh_linear_sign_of(parts, p).sign;
}

/* p, which is not zero, as a part of the product. Of a condition > 0 what is taken out must not be zero. */
static void take_signs(const reduction *r, nh_mpoly *p, bool is_strict, signed_product *s, condition_list *result) {
    nh_field *field = r->field;
    nh_linear_parts parts = parts_make(r);
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    if (!nh_mpoly_factorise(field->arena, p, &number, &factors, &count)) {
        s->product = nh_expr_mul(field->pool, s->product, nh_field_expr_of_poly(field, p));
        return;
    }
    s->sign *= nh_rat_sign(number);
    for (size_t i = 0; i < count; i++) {
        nh_mpoly *factor = factors[i].factor;
        nh_array_push(&field->owned, factor);
        int sign = known_sign(r, &parts, factor);
        bool is_even = factors[i].times % 2 == 0;
        if (sign < 0 && !is_even) s->sign = -s->sign;
        if (sign == 0 && !is_even)
            s->product = nh_expr_mul(field->pool, s->product, nh_field_expr_of_poly(field, factor));
        else if (is_strict) reduce_nonzero(r, factor, result);
    }
}

static void reduce_sign(const reduction *r, value_condition given, nh_element a, condition_list *result) {
    nh_pool *pool = r->field->pool;
    bool is_strict = given.kind == CONDITION_POSITIVE;
    signed_product s = {.product = NH_EXPR_ONE, .sign = 1};
    if (nh_mpoly_is_zero(a.num)) {
        if (is_strict) add_condition(result, (value_condition){given.kind, NH_EXPR_ZERO});
        return;
    }
    take_signs(r, a.num, is_strict, &s, result);
    take_signs(r, a.den, false, &s, result);
    if (s.product == NH_EXPR_ONE && s.sign > 0) return;
    bool is_never = s.product == NH_EXPR_ONE; /* or only where it is zero */
    nh_expr left = is_never ? given.e : nh_expr_scale(pool, nh_rat_int(s.sign), s.product);
    add_condition(result, (value_condition){given.kind, left});
}

/* ---- what is known ---- */

static void learn_symbols(reduction *r) {
    r->symbols = NH_NEW_ARRAY(r->arena, nh_expr, r->known->positive_count + 1);
    for (size_t i = 0; i < r->known->positive_count; i++)
        if (nh_expr_kind_of(r->field->pool, r->known->positive[i]) == NH_EXPR_SYMBOL)
            r->symbols[r->symbol_count++] = r->known->positive[i];
}

/* Of a positive polynomial with one factor that factor is positive, up to the sign of the number next to it. */
static void learn_positive(reduction *r, nh_element a) {
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    if (nh_mpoly_is_zero(a.num) || !nh_mpoly_is_constant(a.den)) return;
    if (!nh_mpoly_factorise(r->field->arena, a.num, &number, &factors, &count)) return;
    for (size_t i = 0; i < count; i++) nh_array_push(&r->field->owned, factors[i].factor);
    if (count == 1 && factors[0].times == 1 && nh_rat_sign(number) > 0) nh_array_push(&r->positive, factors[0].factor);
}

/* The elements that are known: first those that are not zero. */
static void learn_known(reduction *r, const nh_element *known) {
    learn_symbols(r);
    r->nonzero = parts_make(r);
    for (size_t i = 0; i < r->known->nonzero_count + r->known->positive_count; i++) {
        if (!nh_mpoly_is_zero(known[i].num)) nh_linear_assume(&r->nonzero, known[i].num);
        if (i >= r->known->nonzero_count) learn_positive(r, known[i]);
    }
}

/* The sine or cosine of a long sum would be long, multiplied out, and hardly ever a product. */
static bool is_left_alone(nh_pool *pool, value_condition c) {
    nh_expr_kind kind = nh_expr_kind_of(pool, c.e);
    if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) return false;
    nh_expr u = nh_expr_args(pool, c.e)[0];
    return nh_expr_kind_of(pool, u) == NH_EXPR_SUM && nh_expr_arity(pool, u) / 2 > MOST_SUMMANDS;
}

static void reduce_all(nh_linear_job *job, nh_field *field, const nh_element *first, const nh_element *second) {
    reduction *r = job->user;
    r->field = field;
    r->positive.arena = field->arena;
    learn_known(r, second);
    for (size_t i = 0; i < r->given->count; i++) {
        value_condition given = r->given->items[i];
        if (is_left_alone(field->pool, given)) add_condition(&r->parts[i], given);
        else if (given.kind == CONDITION_NONZERO) reduce_nonzero(r, first[i].num, &r->parts[i]);
        else reduce_sign(r, given, first[i], &r->parts[i]);
    }
    job->answer = NH_LINEAR_DONE;
}

/* Each as it is where all would take too long; one of which a part has no value, sqrt(-1) for one, as well. */
static void restore_conditions(const condition_list *given, bool is_reduced, condition_list *parts) {
    for (size_t i = 0; i < given->count; i++) {
        bool has_values = is_reduced;
        for (size_t k = 0; k < parts[i].count; k++) has_values &= parts[i].items[k].e != NH_EXPR_UNDEFINED;
        if (has_values) continue;
        parts[i].count = 0;
        add_condition(&parts[i], given->items[i]);
    }
}

/* Each condition taken apart into conditions on shorter expressions, without those that certainly hold:
 * parts[i] for given[i]. */
static void reduce_conditions(nh_pool *pool, nh_arena *arena, const condition_list *given, const nh_domain_known *known,
                              condition_list *parts) {
    size_t count = given->count, known_count = known->nonzero_count + known->positive_count;
    nh_expr *entries = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    nh_expr *others = NH_NEW_ARRAY(arena, nh_expr, known_count + 1);
    for (size_t i = 0; i < count; i++)
        entries[i] = is_left_alone(pool, given->items[i]) ? NH_EXPR_ONE : given->items[i].e;
    for (size_t i = 0; i < known_count; i++)
        others[i] = i < known->nonzero_count ? known->nonzero[i] : known->positive[i - known->nonzero_count];
    reduction r = {.arena = arena, .given = given, .known = known, .parts = parts};
    nh_linear_job job = {
        .pool = pool, .count = {count, known_count}, .entries = {entries, others}, .work = reduce_all, .user = &r};
    for (size_t i = 0; i < count; i++) parts[i] = (condition_list){.arena = arena};
    restore_conditions(given, nh_linear_run_as_entered(&job) == NH_LINEAR_DONE, parts);
}

/* ---- conditions of one expression ---- */

static void need_condition(search *s, scope *to, condition_kind kind, nh_expr e) {
    bool is_new;
    if (nh_expr_is_number(s->pool, e) && nh_rat_sign(nh_expr_rational(s->pool, e)) > 0) return;
    uint64_t *place = nh_map_slot(&s->place_of, (uint64_t)kind << 32 | e, &is_new);
    if (is_new) {
        *place = s->all.count;
        nh_array_push(&s->all, ((value_condition){kind, e}));
    }
    nh_array_push(&to->conditions, (uint32_t)*place);
}

static void need_factor(search *s, scope *to, nh_expr base, nh_rat exponent) {
    int64_t q;
    bool is_below = nh_rat_sign(exponent) < 0;
    bool is_even = nh_rat_get_int(nh_rat_den(s->arena, exponent), &q) && q % 2 == 0;
    if (is_even) need_condition(s, to, is_below ? CONDITION_POSITIVE : CONDITION_NONNEGATIVE, base);
    else if (is_below) need_condition(s, to, CONDITION_NONZERO, base);
}

static void need_product(search *s, scope *to, nh_expr e) {
    for (uint32_t i = 0; i < nh_expr_arity(s->pool, e); i += 2) {
        const nh_expr *args = nh_expr_args(s->pool, e);
        need_factor(s, to, args[i], nh_expr_rational(s->pool, args[i + 1]));
    }
}

static void need_of(search *s, scope *to, nh_expr e) {
    nh_pool *pool = s->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NO_VALUE) need_condition(s, to, CONDITION_NONZERO, NH_EXPR_ZERO);
    if (nh_expr_arity(pool, e) == 0) return;
    nh_expr u = nh_expr_args(pool, e)[0];
    switch (kind) {
        case NH_EXPR_PRODUCT: need_product(s, to, e); break;
        case NH_EXPR_POWER:
        case NH_EXPR_LOG: need_condition(s, to, CONDITION_POSITIVE, u); break;
        case NH_EXPR_TAN: need_condition(s, to, CONDITION_NONZERO, nh_expr_apply1(pool, NH_EXPR_COS, u)); break;
        case NH_EXPR_MOD: need_condition(s, to, CONDITION_NONZERO, nh_expr_args(pool, e)[1]); break;
        case NH_EXPR_ASIN:
        case NH_EXPR_ACOS:
            need_condition(s, to, CONDITION_NONNEGATIVE, nh_expr_sub(pool, NH_EXPR_ONE, nh_expr_mul(pool, u, u)));
            break;
        case NH_EXPR_IF: nh_array_push(&to->choices, (uint32_t)*nh_map_get(&s->choice_of, e)); break;
        default: break;
    }
}

/* ---- scopes ---- */

/* What the roots need in any case. */
static scope scope_of(search *s, size_t count, const nh_expr *roots) {
    scope result = {.conditions = {.arena = s->arena}, .choices = {.arena = s->arena}};
    nh_walk *walk = nh_walk_begin(s->pool, count, roots, NH_WALK_PLAIN);
    bool *needed = NH_NEW_ARRAY(s->arena, bool, walk->count);
    for (size_t i = 0; i < count; i++) needed[nh_walk_place(walk, roots[i])] = true;
    for (uint32_t i = walk->count; i-- > 0;) {
        nh_expr now = walk->order[i];
        if (!needed[i]) continue;
        uint32_t used = nh_expr_kind_of(s->pool, now) == NH_EXPR_IF ? 1 : nh_expr_arity(s->pool, now);
        for (uint32_t k = 0; k < used; k++) needed[nh_walk_place(walk, nh_expr_args(s->pool, now)[k])] = true;
    }
    for (uint32_t i = 0; i < walk->count; i++)
        if (needed[i]) need_of(s, &result, walk->order[i]);
    nh_walk_end(walk);
    return result;
}

/* The branches of every `if`, inner ones first. */
static void find_choices(search *s, size_t count, const nh_expr *roots) {
    nh_walk *walk = nh_walk_begin(s->pool, count, roots, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        if (nh_expr_kind_of(s->pool, now) != NH_EXPR_IF) continue;
        choice c = {.needed = {.arena = s->arena}};
        for (int k = 0; k < 2; k++) {
            nh_expr branch = nh_expr_args(s->pool, now)[k + 1];
            c.branch[k] = scope_of(s, 1, &branch);
        }
        nh_map_put(&s->choice_of, now, s->choices.count);
        nh_array_push(&s->choices, c);
    }
    nh_walk_end(walk);
}

static condition_list conditions_of(const search *s, const scope *of, const condition_list *parts) {
    condition_list result = {.arena = s->arena};
    for (size_t i = 0; i < of->conditions.count; i++) add_all(&result, &parts[of->conditions.items[i]]);
    for (size_t i = 0; i < of->choices.count; i++) add_all(&result, &s->choices.items[of->choices.items[i]].needed);
    return result;
}

/* x > 0 in one branch and x >= 0 in the other: x >= 0. */
static void add_common(condition_list *list, const condition_list *a, const condition_list *b) {
    for (size_t i = 0; i < a->count; i++)
        if (imply_condition(b, a->items[i])) add_condition(list, a->items[i]);
}

static void add_common_needs(search *s, const condition_list *parts) {
    for (size_t i = 0; i < s->choices.count; i++) {
        choice *c = &s->choices.items[i];
        condition_list a = conditions_of(s, &c->branch[0], parts), b = conditions_of(s, &c->branch[1], parts);
        add_common(&c->needed, &a, &b);
        add_common(&c->needed, &b, &a);
    }
}

/* ---- the answer ---- */

/* Whether e is +-1 +- cos u and sin u is not zero: then e is not. */
static bool follows_from_sine(nh_pool *pool, const condition_list *list, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_arity(pool, e) != 3) return false;
    nh_expr args[3];
    for (int i = 0; i < 3; i++) args[i] = nh_expr_args(pool, e)[i];
    bool is_unit = (args[0] == NH_EXPR_ONE || args[0] == NH_EXPR_MINUS_ONE) &&
                   (args[2] == NH_EXPR_ONE || args[2] == NH_EXPR_MINUS_ONE);
    if (!is_unit || nh_expr_kind_of(pool, args[1]) != NH_EXPR_COS) return false;
    nh_expr sine = nh_expr_apply1(pool, NH_EXPR_SIN, nh_expr_args(pool, args[1])[0]);
    return imply_condition(list, (value_condition){CONDITION_NONZERO, sine});
}

/* Whether x y > 0 is among them, of which e is a factor. */
static bool follows_from_product(nh_pool *pool, const condition_list *list, nh_expr e) {
    for (size_t i = 0; i < list->count; i++) {
        nh_rat ignored;
        nh_expr product = nh_expr_split(pool, list->items[i].e, &ignored);
        nh_expr factor = nh_expr_split(pool, e, &ignored);
        if (list->items[i].kind != CONDITION_POSITIVE) continue;
        if (product == factor) return true;
        const nh_expr *args = nh_expr_args(pool, product);
        bool is_product = nh_expr_kind_of(pool, product) == NH_EXPR_PRODUCT;
        for (uint32_t k = 0; is_product && k < nh_expr_arity(pool, product); k += 2)
            if (args[k] == factor) return true;
    }
    return false;
}

static bool is_to_be_listed(nh_pool *pool, const condition_list *list, value_condition c) {
    if (c.kind != CONDITION_NONZERO) return true;
    return !follows_from_sine(pool, list, c.e) && !follows_from_product(pool, list, c.e);
}

/* The sign with which most terms are positive: that something is not zero says as much of its opposite. */
static nh_expr with_sign(nh_pool *pool, nh_expr e) {
    nh_rat content;
    nh_expr primitive = nh_expr_split(pool, e, &content);
    if (nh_expr_kind_of(pool, primitive) != NH_EXPR_SUM) return primitive;
    const nh_expr *args = nh_expr_args(pool, primitive);
    uint32_t arity = nh_expr_arity(pool, primitive), negative = nh_rat_sign(nh_expr_rational(pool, args[0])) < 0;
    for (uint32_t i = 2; i < arity; i += 2) negative += nh_rat_sign(nh_expr_rational(pool, args[i])) < 0;
    return 2 * negative > arity / 2 + (args[0] != NH_EXPR_ZERO) ? nh_expr_neg(pool, primitive) : primitive;
}

static const nh_expr *pick_conditions(nh_pool *pool, nh_arena *arena, const condition_list *list, condition_kind kind,
                                      size_t *count) {
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, list->count + 1);
    *count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].kind != kind || !is_to_be_listed(pool, list, list->items[i])) continue;
        nh_expr e = list->items[i].e;
        bool is_short = nh_expr_operations(pool, 1, &e) <= MOST_OPERATIONS;
        if (is_short && nh_is_polynomial_node(pool, e)) e = nh_expr_readable(pool, arena, e);
        result[(*count)++] = kind == CONDITION_NONZERO && e != NH_EXPR_ZERO ? with_sign(pool, e) : e;
    }
    return result;
}

static nh_domain answer_of(nh_pool *pool, nh_arena *arena, const condition_list *list) {
    nh_domain d;
    d.nonzero = pick_conditions(pool, arena, list, CONDITION_NONZERO, &d.nonzero_count);
    d.nonnegative = pick_conditions(pool, arena, list, CONDITION_NONNEGATIVE, &d.nonnegative_count);
    d.positive = pick_conditions(pool, arena, list, CONDITION_POSITIVE, &d.positive_count);
    return d;
}

nh_domain nh_expr_domain(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e, const nh_domain_known *known) {
    const nh_domain_known nothing = {0};
    search s = {.pool = pool, .arena = arena, .all = {.arena = arena}, .choices = {.arena = arena}};
    s.place_of = nh_map_make(arena);
    s.choice_of = nh_map_make(arena);
    nh_expr *roots = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) roots[i] = nh_expr_expand_names(pool, e[i]);
    find_choices(&s, count, roots);
    scope whole = scope_of(&s, count, roots);
    condition_list *parts = NH_NEW_ARRAY(arena, condition_list, s.all.count + 1);
    reduce_conditions(pool, arena, &s.all, known != NULL ? known : &nothing, parts);
    add_common_needs(&s, parts);
    condition_list list = conditions_of(&s, &whole, parts);
    return answer_of(pool, arena, &list);
}
