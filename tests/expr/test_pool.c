/* Pools: each expression once, symbols of all roles, hashes that depend on names and shape only, and what is left of a
 * pool when a computation with it is stopped. */
#include <string.h>

#include "evaluate.h"
#include "expr/canonical/canonical.h"
#include "random_expr.h"

#define same(a, b) assert_int_equal(a, b)

static nh_name name_of(nh_pool *pool, const char *text) {
    return nh_name_of_text(nh_pool_context(pool), text);
}

PROTECTED_TEST(test_constants) {
    nh_pool *pool = nh_pool_create(context);
    same(nh_expr_int(pool, 0), NH_EXPR_ZERO);
    same(nh_expr_int(pool, 1), NH_EXPR_ONE);
    same(nh_expr_fraction(pool, 5, -5), NH_EXPR_MINUS_ONE);
    same(nh_expr_kind_of(pool, NH_EXPR_UNDEFINED), NH_EXPR_NO_VALUE);
    same(nh_expr_kind_of(pool, NH_EXPR_PI), NH_EXPR_CONSTANT_PI);
    same(nh_pool_count(pool), 5);
    for (nh_expr e = 0; e < 5; e++) {
        same(nh_expr_arity(pool, e), 0);
        assert_true(nh_expr_is_canonical(pool, e));
        assert_int_equal(nh_expr_is_nonnegative(pool, e), e != NH_EXPR_MINUS_ONE && e != NH_EXPR_UNDEFINED);
    }
    assert_ptr_equal(nh_pool_context(pool), context);
    nh_pool_destroy(pool);
    nh_pool_destroy(NULL);
}

PROTECTED_TEST(test_numbers) {
    nh_pool *pool = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    same(nh_expr_fraction(pool, 6, -4), nh_expr_fraction(pool, -3, 2));
    same(nh_expr_fraction(pool, 6, 3), nh_expr_int(pool, 2));
    int64_t value;
    assert_true(nh_expr_get_int(pool, nh_expr_int(pool, INT64_MAX), &value) && value == INT64_MAX);
    assert_false(nh_expr_get_int(pool, nh_expr_fraction(pool, 1, 2), &value));
    assert_false(nh_expr_get_int(pool, NH_EXPR_PI, &value));
    nh_rat big = nh_rat_pow(arena, nh_rat_make(3, 7), 100);
    nh_expr e = nh_expr_number(pool, big);
    same(nh_expr_number(pool, nh_rat_pow(arena, nh_rat_make(3, 7), 100)), e);
    assert_int_not_equal(nh_expr_number(pool, nh_rat_neg(arena, big)), e);
    assert_false(nh_expr_get_int(pool, nh_expr_number(pool, nh_rat_pow(arena, nh_rat_int(3), 100)), &value));
    nh_arena_destroy(arena); /* the pool has its own digits */
    nh_rat kept = nh_expr_rational(pool, e);
    assert_true(nh_rat_eq(nh_rat_pow(nh_pool_arena(pool), nh_rat_make(3, 7), 100), kept));
    assert_true(nh_expr_is_nonnegative(pool, e));
    assert_false(nh_expr_is_nonnegative(pool, nh_expr_fraction(pool, -1, 2)));
}

PROTECTED_TEST(test_symbols) {
    nh_pool *pool = nh_pool_create(context);
    static const nh_role roles[] = {NH_ROLE_COORDINATE, NH_ROLE_PARAMETER, NH_ROLE_TIME, NH_ROLE_MULTIPLIER,
                                    NH_ROLE_QUASI};
    enum { ROLES = sizeof roles / sizeof *roles };
    nh_expr made[ROLES];
    for (int i = 0; i < ROLES; i++) made[i] = nh_expr_symbol_text(pool, roles[i], "a");
    for (int i = 0; i < ROLES; i++) {
        same(nh_expr_symbol(pool, roles[i], name_of(pool, "a"), 0), made[i]);
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(made[i], made[j]);
            assert_true(nh_expr_hash(pool, made[i]) != nh_expr_hash(pool, made[j]));
        }
        const nh_symbol *symbol = nh_expr_symbol_of(pool, made[i]);
        same(symbol->role, roles[i]);
        assert_string_equal(nh_name_text(context, symbol->name), "a");
        same(symbol->order, 0);
        assert_false(nh_expr_is_nonnegative(pool, made[i]));
    }
    assert_int_not_equal(nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "b"), made[1]);
    nh_expr f = nh_expr_function(pool, name_of(pool, "a"), 1);
    for (int i = 0; i < ROLES; i++) assert_int_not_equal(f, made[i]);
}

PROTECTED_TEST(test_dots) {
    nh_pool *pool = nh_pool_create(context);
    static const nh_role roles[] = {NH_ROLE_COORDINATE, NH_ROLE_MULTIPLIER, NH_ROLE_QUASI};
    for (int i = 0; i < 3; i++) {
        nh_expr x = nh_expr_symbol_text(pool, roles[i], "x"), velocity = nh_expr_dot(pool, x);
        assert_int_not_equal(velocity, x);
        same(nh_expr_dot(pool, x), velocity);
        same(nh_expr_symbol(pool, roles[i], name_of(pool, "x"), 2), nh_expr_dot(pool, velocity));
        same(nh_expr_symbol_of(pool, velocity)->order, 1);
        same(nh_expr_symbol_of(pool, velocity)->role, roles[i]);
    }
}

PROTECTED_TEST(test_functions) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr f = nh_expr_function(pool, name_of(pool, "f"), 2), one = nh_expr_function(pool, name_of(pool, "f"), 1);
    assert_int_not_equal(f, one);
    same(nh_expr_function(pool, name_of(pool, "f"), 2), f);
    same(nh_expr_symbol_of(pool, f)->by_count, 2);
    nh_expr first = nh_expr_function_derivative(pool, f, 0), second = nh_expr_function_derivative(pool, f, 1);
    assert_int_not_equal(first, second);
    same(nh_expr_function_derivative(pool, first, 1), nh_expr_function_derivative(pool, second, 0));
    assert_int_not_equal(nh_expr_function_derivative(pool, first, 0), nh_expr_function_derivative(pool, first, 1));
    const nh_symbol *mixed = nh_expr_symbol_of(pool, nh_expr_function_derivative(pool, first, 1));
    same(mixed->by[0], 1);
    same(mixed->by[1], 1);
    nh_expr x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
    nh_expr call = nh_expr_call(pool, f, 2, (nh_expr[]){x, NH_EXPR_ONE});
    same(nh_expr_arity(pool, call), 3);
    same(nh_expr_args(pool, call)[0], f);
    assert_int_not_equal(nh_expr_call(pool, first, 2, (nh_expr[]){x, NH_EXPR_ONE}), call);
    nh_expr nothing = nh_expr_function(pool, name_of(pool, "c"), 0);
    same(nh_expr_call(pool, nothing, 0, NULL), nh_expr_call(pool, nothing, 0, NULL));
}

PROTECTED_TEST(test_abbreviations) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"),
            y = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "y");
    nh_expr square = nh_expr_pow_int(pool, x, 2), product = nh_expr_mul(pool, x, y);
    nh_expr a = nh_expr_abbreviation(pool, name_of(pool, "A"), product);
    same(nh_expr_abbreviation(pool, name_of(pool, "A"), product), a);
    assert_int_not_equal(nh_expr_abbreviation(pool, name_of(pool, "A"), square), a);
    assert_int_not_equal(nh_expr_abbreviation(pool, name_of(pool, "B"), product), a);
    same(nh_expr_symbol_of(pool, a)->definition, product);
    same(nh_expr_abbreviation(pool, name_of(pool, "A"), NH_EXPR_UNDEFINED), NH_EXPR_UNDEFINED);
    assert_false(nh_expr_is_nonnegative(pool, a));
    assert_true(nh_expr_is_nonnegative(pool, nh_expr_abbreviation(pool, name_of(pool, "A"), square)));
    /* derivatives: by x and by y, in either order, are one */
    nh_expr by_x = nh_expr_abbreviation_derivative(pool, a, x, square);
    same(nh_expr_symbol_of(pool, by_x)->of, a);
    same(nh_expr_symbol_of(pool, by_x)->by_count, 1);
    nh_expr by_y = nh_expr_abbreviation_derivative(pool, a, y, square);
    assert_int_not_equal(by_x, by_y);
    nh_expr mixed = nh_expr_abbreviation_derivative(pool, by_x, y, product);
    same(nh_expr_abbreviation_derivative(pool, by_y, x, product), mixed);
    same(nh_expr_symbol_of(pool, mixed)->of, a);
    same(nh_expr_symbol_of(pool, mixed)->by_count, 2);
    same(nh_expr_symbol_of(pool, mixed)->by[0], x);
    same(nh_expr_symbol_of(pool, mixed)->by[1], y);
    same(nh_expr_abbreviation_derivative(pool, a, x, y), y);
    same(nh_expr_abbreviation_derivative(pool, a, x, NH_EXPR_ONE), NH_EXPR_ONE);
}

/* Values look through abbreviations; so does what is known of their sign. */
PROTECTED_TEST(test_names_for_values) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
    nh_expr a =
        nh_expr_abbreviation(pool, name_of(pool, "A"), nh_expr_add(pool, nh_expr_pow_int(pool, x, 2), NH_EXPR_ONE));
    nh_expr b = nh_expr_abbreviation(pool, name_of(pool, "B"), nh_expr_mul(pool, a, a));
    point at = {.count = 1, .symbols = &x, .values = &(long double){3}};
    assert_true(evaluate(pool, b, &at).value == 100);
    same(nh_expr_sqrt(pool, nh_expr_pow_int(pool, a, 2)), a);
}

/* ---- the same in every pool ---- */

static void check_same_shape(nh_pool *p, nh_expr a, nh_pool *q, nh_expr b) {
    assert_true(nh_expr_hash(p, a) == nh_expr_hash(q, b));
    same(nh_expr_kind_of(p, a), nh_expr_kind_of(q, b));
    same(nh_expr_arity(p, a), nh_expr_arity(q, b));
    same(nh_expr_is_nonnegative(p, a), nh_expr_is_nonnegative(q, b));
    for (uint32_t i = 0; i < nh_expr_arity(p, a); i++)
        assert_true(nh_expr_hash(p, nh_expr_args(p, a)[i]) == nh_expr_hash(q, nh_expr_args(q, b)[i]));
}

/* Makes symbols and other expressions in another order than random_exprs_begin does. */
static void stir(nh_pool *pool) {
    static const char *const names[] = {"omega", "q", "lambda", "t", "m", "theta", "x"};
    nh_expr sum = NH_EXPR_ONE;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (nh_role role = NH_ROLE_QUASI + 1; role-- > 0;) {
            if (role == NH_ROLE_FUNCTION) continue;
            nh_expr symbol = nh_expr_symbol_text(pool, role, names[i]);
            sum = nh_expr_apply1(pool, NH_EXPR_SIN, nh_expr_sub(pool, symbol, sum));
        }
    nh_expr_function(pool, name_of(pool, "g"), 2);
}

enum { SHAPES = 3000 };
static uint64_t shapes[SHAPES]; /* hashes of expressions and of their arguments in their order */

static uint64_t shape_of(nh_pool *pool, nh_expr e) {
    uint64_t shape = nh_expr_hash(pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i++)
        shape = nh_hash_combine(shape, nh_expr_hash(pool, nh_expr_args(pool, e)[i]));
    return shape;
}

static void note_shapes(nh_context *context, void *unused) {
    (void)unused;
    random_exprs g = random_exprs_begin(nh_pool_create(context), 7);
    for (int i = 0; i < SHAPES; i++) shapes[i] = shape_of(g.pool, random_expr(&g, 15));
}

static void check_shapes(nh_context *context, void *unused) {
    (void)unused;
    nh_pool *pool = nh_pool_create(context);
    stir(pool);
    random_exprs g = random_exprs_begin(pool, 7);
    for (int i = 0; i < SHAPES; i++) assert_true(shapes[i] == shape_of(pool, random_expr(&g, 15)));
}

/* In a context of its own, where names have other numbers, and a pool where symbols have. */
static void test_hashes_across_pools(void **state) {
    (void)state;
    test_in_context(note_shapes);
    test_in_context(check_shapes);
}

/* A derivative by two symbols, which two pools made in different orders. */
PROTECTED_TEST(test_hashes_of_derivatives) {
    nh_expr results[2];
    nh_pool *pools[2];
    for (int i = 0; i < 2; i++) {
        nh_pool *pool = pools[i] = nh_pool_create(context);
        nh_expr x = 0, y = 0;
        if (i == 0) x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
        y = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "y");
        if (i == 1) x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
        nh_expr body = nh_expr_apply1(pool, NH_EXPR_SIN, nh_expr_mul(pool, x, y));
        nh_expr a = nh_expr_abbreviation(pool, name_of(pool, "A"), body);
        nh_expr first = nh_expr_abbreviation_derivative(pool, a, y, nh_expr_mul(pool, body, x));
        results[i] = nh_expr_abbreviation_derivative(pool, first, x, nh_expr_mul(pool, body, y));
        assert_true(nh_expr_hash(pool, first) != nh_expr_hash(pool, results[i]));
    }
    check_same_shape(pools[0], results[0], pools[1], results[1]);
}

/* ---- limits, interrupts, memory ---- */

typedef struct growth {
    nh_pool *pool;
    uint64_t stream;
    nh_expr last;
} growth;

static void grow(nh_context *context, void *argument) {
    (void)context;
    growth *state = argument;
    random_exprs g = random_exprs_begin(state->pool, state->stream);
    for (int i = 0; i < 200; i++) state->last = random_expr(&g, 15);
}

static void check_all_canonical(nh_pool *pool) {
    for (nh_expr e = 0; e < nh_pool_count(pool); e++) assert_true(nh_expr_is_canonical(pool, e));
}

/* What a pool holds after a computation in it was left is as good as new: the same computation gives the same. */
static void check_still_good(nh_context *context, nh_pool *pool) {
    growth again = {pool, 11, 0}, fresh = {nh_pool_create(context), 11, 0};
    grow(context, &again);
    grow(context, &fresh);
    check_same_shape(pool, again.last, fresh.pool, fresh.last);
    check_all_canonical(pool);
    nh_pool_destroy(fresh.pool);
}

typedef struct limited {
    nh_pool *pool;
    uint64_t limit;
} limited;

static void create_pool(nh_context *context, void *argument) {
    ((limited *)argument)->pool = nh_pool_create(context);
}

static void fill_pool(nh_context *context, void *argument) {
    limited *state = argument;
    for (int64_t i = 0; i < 1000; i++) nh_expr_int(state->pool, 2 + i);
    (void)context;
}

static void use_full_pool(nh_context *context, void *argument) {
    (void)context;
    limited *state = argument;
    same(nh_pool_count(state->pool), state->limit);
    for (int64_t i = 0; i < (int64_t)state->limit - 5; i++) assert_true(nh_expr_int(state->pool, 2 + i) < state->limit);
    same(nh_expr_apply1(state->pool, NH_EXPR_SIN, NH_EXPR_PI), NH_EXPR_ZERO);
}

static void test_node_limit(void **unused) {
    (void)unused;
    nh_context_def def = nh_default_context();
    def.limits.nodes = 100;
    nh_context *context;
    nh_install_hooks();
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    limited state = {NULL, 100};
    test_run(context, create_pool, &state);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(test_protect(context, fill_pool, &state), NH_E_LIMIT);
        assert_string_equal(test_last_code(context), "node-limit");
    }
    test_run(context, use_full_pool, &state);
    nh_context_destroy(context);
}

static void grow_forever(nh_context *context, void *argument) {
    (void)context;
    growth *state = argument;
    random_exprs g = random_exprs_begin(state->pool, 12);
    for (;;) random_expr(&g, 15);
}

PROTECTED_TEST(test_interrupt) {
    growth state = {nh_pool_create(context), 12, 0};
    nh_context_interrupt(context);
    assert_int_equal(test_protect(context, grow_forever, &state), NH_E_INTERRUPT);
    nh_context_clear_interrupt(context);
    check_still_good(context, state.pool);
}

static void nest_forever(nh_context *context, void *argument) {
    (void)context;
    growth *state = argument;
    nh_expr x = nh_expr_symbol_text(state->pool, NH_ROLE_COORDINATE, "x");
    for (nh_expr e = x;; e = nh_expr_apply1(state->pool, NH_EXPR_SIN, nh_expr_add(state->pool, e, x))) continue;
}

/* The work of building is counted: a budget ends it, at the same place each time. */
PROTECTED_TEST(test_work_limit) {
    uint32_t counts[2];
    for (int i = 0; i < 2; i++) {
        growth state = {nh_pool_create(context), 12, 0};
        assert_int_equal(test_attempt(context, &(nh_budget){.work = 30000}, nest_forever, &state), NH_E_LIMIT);
        counts[i] = nh_pool_count(state.pool);
        check_still_good(context, state.pool);
    }
    same(counts[0], counts[1]);
    assert_true(counts[0] > 5000 && counts[0] < 30010);
}

static void build_sample(nh_context *context, void *argument) {
    (void)argument;
    growth state = {nh_pool_create(context), 13, 0};
    grow(context, &state);
    point at = {.seed = 1};
    evaluate(state.pool, state.last, &at);
    nh_pool_destroy(state.pool);
}

static void test_memory_failures(void **state) {
    (void)state;
    assert_true(test_every_failure(build_sample, NULL, 60) >= 20);
}

/* A pool that outlives the failure. */
static void test_memory_failures_inside(void **unused) {
    (void)unused;
    for (uint64_t at = 1; at < 40; at++) {
        test_memory memory = {0};
        nh_context_def def = test_memory_def(&memory);
        def.seed = test_seed();
        nh_context *context;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        limited state = {NULL, 0};
        test_run(context, create_pool, &state);
        memory.fail_at = memory.calls + at;
        growth more = {state.pool, 14, 0};
        nh_status status = test_protect(context, grow, &more);
        if (memory.failed > 0) assert_int_equal(status, NH_E_MEMORY);
        memory.fail_at = 0;
        growth again = {state.pool, 11, 0};
        test_run(context, grow, &again);
        check_all_canonical(state.pool);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_abbreviations),
        cmocka_unit_test(test_names_for_values),
        cmocka_unit_test(test_hashes_across_pools),
        cmocka_unit_test(test_hashes_of_derivatives),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_work_limit),
        cmocka_unit_test(test_memory_failures),
        cmocka_unit_test(test_memory_failures_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
