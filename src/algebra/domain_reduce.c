/* Conditions taken apart: in one field, by irreducible factors. */
#include "algebra/domain_private.h"
#include "algebra/linear_private.h"

enum { MOST_SUMMANDS = 2 }; /* of an angle */

typedef struct reduction {
    nh_arena *arena; /* for the results */
    const nh_conditions *given;
    const nh_domain_known *known;
    nh_conditions *parts;
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

static nh_mpoly *variable(nh_field *field, uint32_t v) {
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
            nh_linear_assume(parts, variable(field, angle->sine));
    }
}

/* A root is zero where what stands under it is. Later roots have earlier ones under them. */
static void assume_roots(nh_linear_parts *parts, nh_mpoly *p) {
    nh_field *field = parts->field;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        const nh_generator *g = &field->generators.items[v];
        if (g->kind == NH_GENERATOR_ROOT && take_out(p, variable(field, v))) nh_mpoly_mul(p, p, g->square.num);
    }
}

static void reduce_nonzero(const reduction *r, nh_mpoly *given, nh_conditions *result) {
    nh_linear_parts parts = parts_make(r);
    nh_mpoly *p = copy_of(r->field, given);
    if (nh_mpoly_is_zero(p)) {
        nh_conditions_add(result, (nh_condition){NH_CONDITION_NONZERO, NH_EXPR_ZERO});
        return;
    }
    for (size_t i = 0; i < r->nonzero.parts.count; i++) (void)take_out(p, r->nonzero.parts.items[i]);
    assume_roots(&parts, p);
    assume_sines(&parts, p);
    for (size_t i = 0; i < r->nonzero.parts.count; i++) (void)take_out(p, r->nonzero.parts.items[i]);
    nh_linear_assume(&parts, p);
    nh_linear_assumptions found = nh_linear_assumptions_of(&parts, r->arena);
    for (size_t i = 0; i < found.count; i++)
        nh_conditions_add(result, (nh_condition){NH_CONDITION_NONZERO, found.nonzero[i]});
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
static void take_signs(const reduction *r, nh_mpoly *p, bool is_strict, signed_product *s, nh_conditions *result) {
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

static void reduce_sign(const reduction *r, nh_condition given, nh_element a, nh_conditions *result) {
    nh_pool *pool = r->field->pool;
    bool is_strict = given.kind == NH_CONDITION_POSITIVE;
    signed_product s = {.product = NH_EXPR_ONE, .sign = 1};
    if (nh_mpoly_is_zero(a.num)) {
        if (is_strict) nh_conditions_add(result, (nh_condition){given.kind, NH_EXPR_ZERO});
        return;
    }
    take_signs(r, a.num, is_strict, &s, result);
    take_signs(r, a.den, false, &s, result);
    if (s.product == NH_EXPR_ONE && s.sign > 0) return;
    bool is_never = s.product == NH_EXPR_ONE; /* or only where it is zero */
    nh_expr left = is_never ? given.e : nh_expr_scale(pool, nh_rat_int(s.sign), s.product);
    nh_conditions_add(result, (nh_condition){given.kind, left});
}

/* ---- what is known ---- */

static void learn_symbols(reduction *r) {
    r->symbols = NH_NEW_ARRAY(r->arena, nh_expr, r->known->positive_count + 1);
    for (size_t i = 0; i < r->known->positive_count; i++)
        if (nh_expr_kind_of(r->field->pool, r->known->positive[i]) == NH_EXPR_SYMBOL)
            r->symbols[r->symbol_count++] = r->known->positive[i];
}

/* Of a positive polynomial with one factor that factor is positive, up to the sign of the number beside it. */
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
static void learn(reduction *r, const nh_element *known) {
    learn_symbols(r);
    r->nonzero = parts_make(r);
    for (size_t i = 0; i < r->known->nonzero_count + r->known->positive_count; i++) {
        if (!nh_mpoly_is_zero(known[i].num)) nh_linear_assume(&r->nonzero, known[i].num);
        if (i >= r->known->nonzero_count) learn_positive(r, known[i]);
    }
}

/* The sine or cosine of a long sum would be long, multiplied out, and hardly ever a product. */
static bool is_left_alone(nh_pool *pool, nh_condition c) {
    nh_expr_kind kind = nh_expr_kind_of(pool, c.e);
    if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) return false;
    nh_expr u = nh_expr_args(pool, c.e)[0];
    return nh_expr_kind_of(pool, u) == NH_EXPR_SUM && nh_expr_arity(pool, u) / 2 > MOST_SUMMANDS;
}

static void reduce_all(nh_linear_job *job, nh_field *field, const nh_element *first, const nh_element *second) {
    reduction *r = job->user;
    r->field = field;
    r->positive.arena = field->arena;
    learn(r, second);
    for (size_t i = 0; i < r->given->count; i++) {
        nh_condition given = r->given->items[i];
        if (is_left_alone(field->pool, given)) nh_conditions_add(&r->parts[i], given);
        else if (given.kind == NH_CONDITION_NONZERO) reduce_nonzero(r, first[i].num, &r->parts[i]);
        else reduce_sign(r, given, first[i], &r->parts[i]);
    }
    job->answer = NH_LINEAR_DONE;
}

/* Each as it is where all would take too long; one of which a part has no value, sqrt(-1) for one, as well. */
static void restore(const nh_conditions *given, bool is_reduced, nh_conditions *parts) {
    for (size_t i = 0; i < given->count; i++) {
        bool has_values = is_reduced;
        for (size_t k = 0; k < parts[i].count; k++) has_values &= parts[i].items[k].e != NH_EXPR_UNDEFINED;
        if (has_values) continue;
        parts[i].count = 0;
        nh_conditions_add(&parts[i], given->items[i]);
    }
}

void nh_conditions_reduce(nh_pool *pool, nh_arena *arena, const nh_conditions *given, const nh_domain_known *known,
                          nh_conditions *parts) {
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
    for (size_t i = 0; i < count; i++) parts[i] = (nh_conditions){.arena = arena};
    restore(given, nh_linear_run_as_entered(&job) == NH_LINEAR_DONE, parts);
}
