/* Generators, relations, and the arithmetic of elements. */
#include "algebra/field/field_private.h"

#include "base/assert.h"
#include "num/guard.h"

/* How often a field is made anew because of something that was learnt late. */
enum { MOST_FIELDS = 8 };

/* In the arena, with what an earlier one, or NULL, has learnt. */
static nh_field *make_field(nh_pool *pool, nh_arena *arena, const nh_field *earlier) {
    nh_field *f = NH_NEW(arena, nh_field);
    *f = (nh_field){.pool = pool, .arena = arena, .ring = nh_ring_make(), .is_settled = true};
    f->generators.arena = f->angles.arena = f->exponents.arena = arena;
    f->primes.arena = f->roots.arena = f->owned.arena = f->nonnegative.arena = arena;
    f->variable_of = nh_map_make(arena);
    for (size_t i = 0; earlier != NULL && i < earlier->angles.count; i++) {
        const nh_angle *angle = &earlier->angles.items[i];
        nh_array_push(&f->angles, ((nh_angle){angle->term, angle->denominator, NH_INDEX_NONE, NH_INDEX_NONE}));
    }
    for (size_t i = 0; earlier != NULL && i < earlier->exponents.count; i++) {
        const nh_angle *exponent = &earlier->exponents.items[i];
        nh_array_push(&f->exponents, ((nh_angle){exponent->term, exponent->denominator, NH_INDEX_NONE, NH_INDEX_NONE}));
    }
    for (size_t i = 0; earlier != NULL && i < earlier->nonnegative.count; i++)
        nh_array_push(&f->nonnegative, earlier->nonnegative.items[i]);
    return f;
}

static void free_field(nh_field *field) {
    for (size_t i = 0; i < field->owned.count; i++) nh_mpoly_free(field->owned.items[i]);
    nh_ring_free(field->ring);
}

typedef struct request {
    nh_pool *pool;
    nh_field_body *body;
    void *question;
} request;

static void ask_inside(void *argument) {
    const request *r = argument;
    nh_arena *arena = nh_arena_create(nh_pool_context(r->pool));
    nh_field *field = NULL;
    bool is_over = false;
    for (int i = 0; i < MOST_FIELDS && !is_over; i++) {
        nh_field *earlier = field;
        field = make_field(r->pool, arena, earlier);
        if (earlier != NULL) free_field(earlier);
        is_over = r->body(field, r->question);
    }
    free_field(field);
    nh_arena_destroy(arena);
}

static void ask_guarded(void *argument) {
    const request *r = argument;
    nh_guard_call(nh_pool_context(r->pool), ask_inside, argument);
}

bool nh_field_ask(nh_pool *pool, const nh_budget *budget, nh_field_body *body, void *question) {
    return nh_attempt(nh_pool_context(pool), budget, ask_guarded, &(request){pool, body, question}) == NH_OK;
}

uint32_t nh_field_add_generator(nh_field *field, nh_generator generator) {
    uint32_t variable = nh_ring_add(field->ring);
    NH_ASSERT(variable == field->generators.count);
    nh_array_push(&field->generators, generator);
    return variable;
}

uint32_t nh_field_variable(nh_field *field, nh_expr e) {
    const uint64_t *known = nh_map_get(&field->variable_of, e);
    if (known != NULL) return (uint32_t)*known;
    uint32_t variable = nh_field_add_generator(field, (nh_generator){.kind = NH_GENERATOR_FREE, .meaning = e});
    nh_map_put(&field->variable_of, e, variable);
    return variable;
}

nh_mpoly *nh_field_poly(nh_field *field) {
    nh_mpoly *p = nh_mpoly_new(field->ring);
    nh_array_push(&field->owned, p);
    return p;
}

/* ---- relations ---- */

uint32_t nh_field_fold(const nh_field *field, uint32_t variable, uint32_t order, nh_element square, nh_mpoly *p) {
    uint32_t degree = nh_mpoly_degree(p, variable), most = degree / order;
    if (most == 0) return 0;
    nh_mpoly *sum = nh_mpoly_new(field->ring), *part = nh_mpoly_new(field->ring), *power = nh_mpoly_new(field->ring);
    for (uint32_t k = 0; k <= degree; k++) {
        uint32_t j = k / order;
        nh_mpoly_coefficient(part, p, variable, k);
        if (nh_mpoly_is_zero(part)) continue;
        nh_mpoly_pow(power, square.num, j);
        nh_mpoly_mul(part, part, power);
        nh_mpoly_pow(power, square.den, most - j);
        nh_mpoly_mul(part, part, power);
        nh_mpoly_set_variable(power, variable);
        nh_mpoly_pow(power, power, k % order);
        nh_mpoly_mul(part, part, power);
        nh_mpoly_add(sum, sum, part);
    }
    nh_mpoly_swap(p, sum);
    nh_mpoly_free(power);
    nh_mpoly_free(part);
    nh_mpoly_free(sum);
    return most;
}

static uint32_t fold_variable(const nh_field *field, uint32_t variable, nh_mpoly *p) {
    const nh_generator *g = &field->generators.items[variable];
    return nh_field_fold(field, variable, g->order, g->square, p);
}

/* p := p * base^times */
static void multiply_by_power(nh_field *field, nh_mpoly *p, nh_mpoly *base, uint32_t times) {
    if (times == 0 || nh_mpoly_is_one(base)) return;
    nh_mpoly *power = nh_mpoly_new(field->ring);
    nh_mpoly_pow(power, base, times);
    nh_mpoly_mul(p, p, power);
    nh_mpoly_free(power);
}

/* Uses the relations, those of later generators first: these contain earlier ones. Whether
 * there was any use for them. */
static bool reduce_element(nh_field *field, nh_element a) {
    bool is_changed = false;
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        nh_generator *g = &field->generators.items[v];
        if (g->kind == NH_GENERATOR_FREE) continue;
        uint32_t above = fold_variable(field, v, a.num), below = fold_variable(field, v, a.den);
        multiply_by_power(field, a.den, g->square.den, above);
        multiply_by_power(field, a.num, g->square.den, below);
        is_changed |= above + below > 0;
    }
    return is_changed;
}

/* Common factors out, the leading coefficient of the denominator positive. */
static void cancel_common(nh_field *field, nh_element a) {
    if (nh_mpoly_is_zero(a.num)) {
        nh_mpoly_set_int(a.den, 1);
        return;
    }
    if (!nh_mpoly_is_one(a.den)) {
        nh_mpoly *g = nh_mpoly_new(field->ring);
        nh_mpoly_gcd(g, a.num, a.den);
        if (!nh_mpoly_is_one(g)) {
            (void)nh_mpoly_divide(a.num, a.num, g);
            (void)nh_mpoly_divide(a.den, a.den, g);
        }
        nh_mpoly_free(g);
    }
    if (nh_mpoly_sign(a.den) > 0) return;
    nh_mpoly_neg(a.num, a.num);
    nh_mpoly_neg(a.den, a.den);
}

static nh_element finish_element(nh_field *field, nh_element a) {
    (void)reduce_element(field, a);
    cancel_common(field, a);
    return a;
}

/* The same for one whose parts have no common factor before the relations are used. */
static nh_element finish_coprime(nh_field *field, nh_element a) {
    if (reduce_element(field, a) || nh_mpoly_is_zero(a.num)) cancel_common(field, a);
    if (nh_mpoly_sign(a.den) > 0) return a;
    nh_mpoly_neg(a.num, a.num);
    nh_mpoly_neg(a.den, a.den);
    return a;
}

/* Takes the common factor out of both. */
static void divide_both(nh_field *field, nh_mpoly *a, nh_mpoly *b) {
    if (nh_mpoly_is_one(a) || nh_mpoly_is_one(b) || nh_mpoly_is_zero(a) || nh_mpoly_is_zero(b)) return;
    nh_mpoly *g = nh_mpoly_new(field->ring);
    nh_mpoly_gcd(g, a, b);
    if (!nh_mpoly_is_one(g)) {
        (void)nh_mpoly_divide(a, a, g);
        (void)nh_mpoly_divide(b, b, g);
    }
    nh_mpoly_free(g);
}

/* ---- elements ---- */

nh_element nh_element_new(nh_field *field) {
    nh_element a = {nh_field_poly(field), nh_field_poly(field)};
    nh_mpoly_set_int(a.den, 1);
    return a;
}

nh_element nh_element_number(nh_field *field, nh_rat value) {
    nh_element a = nh_element_new(field);
    nh_mpoly_set_integer(a.num, nh_rat_num(field->arena, value));
    nh_mpoly_set_integer(a.den, nh_rat_den(field->arena, value));
    return a;
}

nh_element nh_element_of_poly(nh_field *field, nh_mpoly *p) {
    nh_element a = {p, nh_field_poly(field)};
    nh_mpoly_set_int(a.den, 1);
    return finish_element(field, a);
}

nh_element nh_element_variable(nh_field *field, uint32_t variable) {
    nh_element a = nh_element_new(field);
    nh_mpoly_set_variable(a.num, variable);
    return a;
}

/* a.num b.den + sign b.num a.den, over the least common multiple of the denominators. What the sum and that have in
 * common divides the gcd of the denominators. */
static nh_element combine_elements(nh_field *field, nh_element a, nh_element b, bool is_sum) {
    nh_element r = nh_element_new(field);
    nh_mpoly *left = nh_mpoly_new(field->ring), *right = nh_mpoly_new(field->ring), *g = nh_mpoly_new(field->ring);
    nh_mpoly_gcd(g, a.den, b.den);
    (void)nh_mpoly_divide(left, b.den, g);
    (void)nh_mpoly_divide(right, a.den, g);
    nh_mpoly_mul(r.den, left, right);
    nh_mpoly_mul(left, a.num, left);
    nh_mpoly_mul(right, b.num, right);
    if (is_sum) nh_mpoly_add(r.num, left, right);
    else nh_mpoly_sub(r.num, left, right);
    divide_both(field, r.num, g);
    nh_mpoly_mul(r.den, r.den, g);
    nh_mpoly_free(g);
    nh_mpoly_free(right);
    nh_mpoly_free(left);
    return finish_coprime(field, r);
}

nh_element nh_element_add(nh_field *field, nh_element a, nh_element b) {
    return combine_elements(field, a, b, true);
}

nh_element nh_element_sub(nh_field *field, nh_element a, nh_element b) {
    return combine_elements(field, a, b, false);
}

nh_element nh_element_mul(nh_field *field, nh_element a, nh_element b) {
    nh_element r = nh_element_new(field), x = nh_element_new(field), y = nh_element_new(field);
    nh_mpoly_set(x.num, a.num);
    nh_mpoly_set(x.den, b.den);
    nh_mpoly_set(y.num, b.num);
    nh_mpoly_set(y.den, a.den);
    divide_both(field, x.num, x.den);
    divide_both(field, y.num, y.den);
    nh_mpoly_mul(r.num, x.num, y.num);
    nh_mpoly_mul(r.den, x.den, y.den);
    return finish_coprime(field, r);
}

nh_element nh_element_div(nh_field *field, nh_element a, nh_element b) {
    NH_ASSERT(!nh_element_is_zero(b));
    return nh_element_mul(field, a, (nh_element){b.den, b.num});
}

nh_element nh_element_neg(nh_field *field, nh_element a) {
    nh_element r = nh_element_new(field);
    nh_mpoly_neg(r.num, a.num);
    nh_mpoly_set(r.den, a.den);
    return r;
}

/* By repeated squaring, so that relations are used on the way. */
nh_element nh_element_pow(nh_field *field, nh_element a, int64_t exponent) {
    nh_element r = nh_element_number(field, nh_rat_int(1)), square = a;
    uint64_t left = exponent < 0 ? (uint64_t)-exponent : (uint64_t)exponent;
    for (; left > 0; left /= 2) {
        if (left % 2 == 1) r = nh_element_mul(field, r, square);
        if (left > 1) square = nh_element_mul(field, square, square);
    }
    return exponent < 0 ? nh_element_div(field, nh_element_number(field, nh_rat_int(1)), r) : r;
}

bool nh_element_is_zero(nh_element a) {
    return nh_mpoly_is_zero(a.num);
}

bool nh_element_equal(nh_element a, nh_element b) {
    return nh_mpoly_equal(a.num, b.num) && nh_mpoly_equal(a.den, b.den);
}

bool nh_element_is_number(nh_field *field, nh_element a, nh_rat *value) {
    if (!nh_mpoly_is_constant(a.num) || !nh_mpoly_is_constant(a.den)) return false;
    *value = nh_rat_div(field->arena, nh_mpoly_constant(field->arena, a.num), nh_mpoly_constant(field->arena, a.den));
    return true;
}

/* ---- denominators ---- */

/* The denominator A + B r with r^2 free of r: both parts times A - B r. */
static nh_element remove_from_denominator(nh_field *field, nh_element a, uint32_t variable) {
    nh_mpoly *conjugate = nh_mpoly_new(field->ring), *part = nh_mpoly_new(field->ring);
    nh_mpoly *r = nh_mpoly_new(field->ring);
    nh_element result = nh_element_new(field);
    nh_mpoly_coefficient(conjugate, a.den, variable, 0);
    nh_mpoly_coefficient(part, a.den, variable, 1);
    nh_mpoly_set_variable(r, variable);
    nh_mpoly_mul(part, part, r);
    nh_mpoly_sub(conjugate, conjugate, part);
    nh_mpoly_mul(result.num, a.num, conjugate);
    nh_mpoly_mul(result.den, a.den, conjugate);
    nh_mpoly_free(r);
    nh_mpoly_free(part);
    nh_mpoly_free(conjugate);
    reduce_element(field, result);
    if (nh_mpoly_is_zero(result.den)) return a; /* a relation is reducible after all */
    cancel_common(field, result);
    return result;
}

nh_element nh_element_rationalise(nh_field *field, nh_element a) {
    for (uint32_t v = (uint32_t)field->generators.count; v-- > 0;) {
        const nh_generator *g = &field->generators.items[v];
        if (g->kind != NH_GENERATOR_FREE && g->order == 2 && nh_mpoly_uses(a.den, v))
            a = remove_from_denominator(field, a, v);
    }
    return a;
}
