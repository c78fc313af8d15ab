/* Building by hand: identities change no value, equal operations are one, systems are solved with no more operations
 * than their zeros leave. */
#include "num/linear/dense.h"
#include "tapes.h"

typedef struct bench {
    tapes t;
    nh_builder *b;
    nh_value x, y, z, a; /* values of three inputs and a parameter */
} bench;

static bench bench_begin(nh_context *context) {
    bench k = {.t = tapes_begin(context)};
    k.b = nh_builder_create(k.t.arena, k.t.pool, &k.t.def);
    k.x = nh_build_expr(k.b, k.t.x);
    k.y = nh_build_expr(k.b, k.t.y);
    k.z = nh_build_expr(k.b, k.t.z);
    k.a = nh_build_expr(k.b, k.t.a);
    return k;
}

static nh_value number(bench *k, int64_t num, int64_t den) {
    return nh_build_number(k->b, nh_rat_make(num, den));
}

#define OP1(op, u) nh_build_op(k.b, NH_OP_##op, (u), 0, 0)
#define OP2(op, u, v) nh_build_op(k.b, NH_OP_##op, (u), (v), 0)
#define OP3(op, u, v, w) nh_build_op(k.b, NH_OP_##op, (u), (v), (w))
#define same(u, v) assert_int_equal(u, v)

PROTECTED_TEST(test_identities) {
    bench k = bench_begin(context);
    nh_value zero = number(&k, 0, 1), one = number(&k, 1, 1), minus = number(&k, -1, 1), x = k.x, y = k.y, z = k.z;
    same(OP2(add, x, zero), x);
    same(OP2(add, zero, x), x);
    same(OP2(sub, x, zero), x);
    same(OP2(sub, zero, x), OP1(neg, x));
    same(OP2(sub, x, x), zero);
    same(OP2(mul, x, one), x);
    same(OP2(mul, minus, x), OP1(neg, x));
    same(OP2(mul, zero, x), zero);
    same(OP2(div, x, one), x);
    same(OP2(div, x, minus), OP1(neg, x));
    same(OP2(div, zero, x), zero);
    same(OP1(neg, OP1(neg, x)), x);
    same(OP3(fma, x, y, zero), OP2(mul, x, y));
    same(OP3(fma, x, one, z), OP2(add, x, z));
    same(OP3(fma, x, zero, z), z);
    same(OP3(fms, x, one, z), OP2(sub, x, z));
    same(OP3(fnma, x, one, z), OP2(sub, z, x));
    same(OP3(fnma, x, minus, z), OP2(add, z, x));
    same(OP3(fms, x, y, zero), OP2(mul, x, y));
    same(OP3(fnma, x, y, zero), OP1(neg, OP2(mul, x, y)));
    same(OP2(min, x, x), x);
    same(OP3(select, x, y, y), y);
    same(OP3(select, minus, y, z), y);
    same(OP3(select, zero, y, z), z);
    assert_int_not_equal(OP2(div, zero, zero), zero); /* no number */
    assert_int_not_equal(OP2(div, one, zero), zero);
}

PROTECTED_TEST(test_signs) {
    /* signs move outwards, and meet */
    bench k = bench_begin(context);
    nh_value x = k.x, y = k.y, z = k.z, mx = OP1(neg, x), my = OP1(neg, y), mz = OP1(neg, z);
    same(OP2(add, mx, my), OP1(neg, OP2(add, x, y)));
    same(OP2(add, x, my), OP2(sub, x, y));
    same(OP2(add, mx, y), OP2(sub, y, x));
    same(OP2(sub, mx, my), OP2(sub, y, x));
    same(OP2(sub, x, my), OP2(add, x, y));
    same(OP2(mul, mx, my), OP2(mul, x, y));
    same(OP2(mul, mx, y), OP1(neg, OP2(mul, x, y)));
    same(OP2(div, mx, y), OP1(neg, OP2(div, x, y)));
    same(OP3(fma, mx, y, z), OP3(fnma, x, y, z));
    same(OP3(fma, mx, my, z), OP3(fma, x, y, z));
    same(OP3(fma, x, y, mz), OP3(fms, x, y, z));
    same(OP3(fma, mx, y, mz), OP1(neg, OP3(fma, x, y, z)));
    same(OP3(fms, mx, y, z), OP1(neg, OP3(fma, x, y, z)));
    same(OP3(fnma, x, y, mz), OP1(neg, OP3(fma, x, y, z)));
    same(OP3(fms, x, y, mz), OP3(fma, x, y, z));
}

PROTECTED_TEST(test_sharing) {
    bench k = bench_begin(context);
    nh_value x = k.x, y = k.y, z = k.z;
    same(OP2(add, x, y), OP2(add, y, x));
    same(OP2(mul, x, y), OP2(mul, y, x));
    same(OP2(min, x, y), OP2(min, y, x));
    same(OP3(fma, x, y, z), OP3(fma, y, x, z));
    assert_int_not_equal(OP2(sub, x, y), OP2(sub, y, x));
    assert_int_not_equal(OP2(mod, x, y), OP2(mod, y, x));
    assert_int_not_equal(OP2(pow, x, y), OP2(pow, y, x));
    same(OP1(sin, OP2(add, x, y)), OP1(sin, OP2(add, y, x)));
    nh_value s1, c1, s2, c2;
    nh_build_sincos(k.b, x, &s1, &c1);
    nh_build_sincos(k.b, x, &s2, &c2);
    same(s1, s2);
    same(c1, c2);
    assert_int_not_equal(s1, c1);
    /* what an operation does not take is ignored */
    same(nh_build_op(k.b, NH_OP_exp, x, 17, 4), OP1(exp, x));
    same(nh_build_op(k.b, NH_OP_add, x, y, 4), OP2(add, x, y));
}

PROTECTED_TEST(test_constants) {
    bench k = bench_begin(context);
    same(number(&k, 2, 6), number(&k, 1, 3));
    same(OP2(add, number(&k, 1, 3), number(&k, 1, 6)), number(&k, 1, 2));
    same(OP2(sub, number(&k, 1, 3), number(&k, 1, 3)), number(&k, 0, 1));
    same(OP2(mul, number(&k, 2, 3), number(&k, 3, 2)), number(&k, 1, 1));
    same(OP2(div, number(&k, 1, 1), number(&k, 3, 1)), number(&k, 1, 3));
    same(OP3(fma, number(&k, 1, 3), number(&k, 3, 1), number(&k, 4, 1)), number(&k, 5, 1));
    same(OP3(fnma, number(&k, 1, 3), number(&k, 3, 1), number(&k, 4, 1)), number(&k, 3, 1));
    same(OP3(fms, number(&k, 1, 3), number(&k, 3, 1), number(&k, 4, 1)), number(&k, -3, 1));
    same(OP3(fma, number(&k, 1, 3), number(&k, 3, 1), k.x), OP2(add, k.x, number(&k, 1, 1)));
    same(OP1(neg, number(&k, 5, 7)), number(&k, -5, 7));
    nh_rat third;
    assert_true(nh_build_get_number(k.b, number(&k, 1, 3), &third) && nh_rat_eq(third, nh_rat_make(1, 3)));
    assert_false(nh_build_get_number(k.b, k.x, &third));
    assert_false(nh_build_get_number(k.b, nh_build_pi(k.b), &third));
    assert_true(nh_build_is_zero(k.b, number(&k, 0, 5)));
    /* long numbers are not folded without end */
    nh_value v = number(&k, 3, 7);
    for (int i = 0; i < 12; i++) v = OP2(mul, v, v);
    nh_build_output(k.b, OP2(mul, v, k.x));
    nh_tape *tape = nh_builder_finish(k.b);
    double got;
    tapes_run(k.t.arena, tape, (double[]){0, 0, 0}, (double[]){1, 0, 0}, &got);
    assert_true(got == 0 || fabs(log(got) / (4096 * log(3.0 / 7)) - 1) < 1e-12);
}

PROTECTED_TEST(test_levels) {
    bench k = bench_begin(context);
    assert_int_equal(nh_build_level(k.b, number(&k, 1, 3)), NH_LEVEL_CONSTANT);
    assert_int_equal(nh_build_level(k.b, OP1(sin, number(&k, 1, 3))), NH_LEVEL_CONSTANT);
    assert_int_equal(nh_build_level(k.b, k.a), NH_LEVEL_PARAMETER);
    assert_int_equal(nh_build_level(k.b, OP2(add, k.a, number(&k, 1, 1))), NH_LEVEL_PARAMETER);
    assert_int_equal(nh_build_level(k.b, OP2(mul, k.a, k.x)), NH_LEVEL_INPUT);
    nh_value s, c;
    nh_build_sincos(k.b, k.a, &s, &c);
    assert_int_equal(nh_build_level(k.b, s), NH_LEVEL_PARAMETER);
    assert_int_equal(nh_build_level(k.b, c), NH_LEVEL_PARAMETER);
}

PROTECTED_TEST(test_powers) {
    /* x^(p/q) for all small p, q, negative x where the root is odd; relative error of a power by
     * multiplication: its exponent in ulps */
    bench k = bench_begin(context);
    enum { P = 70, Q = 10 };
    for (int64_t p = 1; p <= P; p++)
        for (int64_t q = 1; q <= Q; q++) nh_build_output(k.b, nh_build_power(k.b, k.x, nh_rat_make(p, q)));
    nh_tape *tape = nh_builder_finish(k.b);
    double *got = tapes_room(k.t.arena, (size_t)P * Q);
    for (int sign = -1; sign <= 1; sign += 2) {
        tapes_run(k.t.arena, tape, (double[]){0, 0, 0}, (double[]){sign * 1.375, 0, 0}, got);
        for (int64_t p = 1; p <= P; p++)
            for (int64_t q = 1; q <= Q; q++) {
                nh_rat r = nh_rat_make(p, q);
                double value = got[(p - 1) * Q + q - 1];
                long double want = powl(1.375L, (long double)r.num / (long double)r.den);
                if (sign < 0 && r.den % 2 == 0) assert_true(isnan(value));
                else
                    assert_true(fabsl(value - (sign < 0 && r.num % 2 != 0 ? -want : want)) <=
                                (double)(p + 2) * 2.3e-16L * want);
            }
    }
}

/* ---- identities against plain evaluation ---- */

/* One operation on two or three numbers, in long double. */
static long double plain(nh_op op, long double a, long double b, long double c) {
    switch (op) {
        case NH_OP_add: return a + b;
        case NH_OP_sub: return a - b;
        case NH_OP_mul: return a * b;
        case NH_OP_div: return a / b;
        case NH_OP_neg: return -a;
        case NH_OP_fma: return a * b + c;
        case NH_OP_fms: return a * b - c;
        case NH_OP_fnma: return c - a * b;
        case NH_OP_min: return a < b ? a : b;
        case NH_OP_max: return a > b ? a : b;
        case NH_OP_select: return a < 0 ? b : c;
        default: return NAN;
    }
}

PROTECTED_TEST(test_against_plain_evaluation) {
    /* small integers, and zeros and ones among them, are computed exactly: so every identity must hold to the bit */
    static const nh_op ops[] = {NH_OP_add,  NH_OP_sub, NH_OP_mul, NH_OP_neg,    NH_OP_fma, NH_OP_fms,
                                NH_OP_fnma, NH_OP_min, NH_OP_max, NH_OP_select, NH_OP_div};
    for (int round = 0; round < test_count(300); round++) {
        bench k = bench_begin(context);
        nh_random random = nh_random_make(test_seed(), (uint64_t)round);
        enum { SIZE = 60 };
        nh_value v[SIZE] = {k.x, k.y, k.z, k.a};
        long double w[SIZE] = {3, -2, 0, 1};
        for (int i = 4; i < 9; i++) v[i] = number(&k, i - 6, 1), w[i] = i - 6;
        int count = 9;
        for (; count < SIZE; count++) {
            uint64_t i = nh_random_below(&random, (uint64_t)count), j = nh_random_below(&random, (uint64_t)count);
            uint64_t l = nh_random_below(&random, (uint64_t)count);
            nh_op op = ops[nh_random_below(&random, sizeof ops / sizeof *ops)];
            long double value = plain(op, w[i], w[j], w[l]);
            if (!(fabsl(value) < 0x1p50L) || value != rintl(value)) op = NH_OP_neg, value = -w[i];
            v[count] = nh_build_op(k.b, op, v[i], v[j], v[l]);
            w[count] = value;
        }
        for (int i = 0; i < SIZE; i++) nh_build_output(k.b, v[i]);
        double got[SIZE];
        tapes_run(k.t.arena, nh_builder_finish(k.b), (double[]){1, 0, 0}, (double[]){3, -2, 0}, got);
        for (int i = 0; i < SIZE; i++)
            if (got[i] != (double)w[i]) fail_msg("round %d: value %d is %g, not %Lg", round, i, got[i], w[i]);
        nh_pool_destroy(k.t.pool);
        nh_arena_destroy(k.t.arena);
    }
}

/* ---- symmetric systems ---- */

/* An n x n system whose entries and right hand side are inputs; pattern says which entries there are. */
typedef struct symmetric {
    uint32_t n;
    nh_tape *tape; /* outputs the solution */
    double *a, *b; /* numbers: full matrix, right hand side */
    double *inputs;
} symmetric;

typedef bool (*pattern)(uint32_t n, uint32_t i, uint32_t j);

static bool full(uint32_t n, uint32_t i, uint32_t j) {
    return n > 0 && i >= j;
}

static bool diagonal(uint32_t n, uint32_t i, uint32_t j) {
    return n > 0 && i == j;
}

static bool banded(uint32_t n, uint32_t i, uint32_t j) {
    return n > 0 && i - j <= 1;
}

/* The last row is full: no fill when it is eliminated last. */
static bool arrow(uint32_t n, uint32_t i, uint32_t j) {
    return i == j || i == n - 1;
}

static bool arrow_first(uint32_t n, uint32_t i, uint32_t j) {
    return n > 0 && (i == j || j == 0);
}

static symmetric symmetric_begin(tapes *t, uint32_t n, pattern has, const uint32_t *order, uint64_t stream) {
    symmetric s = {.n = n};
    uint32_t inputs = n * n + n;
    nh_expr *symbols = tapes_symbols(t, NH_ROLE_COORDINATE, "a", inputs);
    nh_tape_def def = {.input_count = inputs, .inputs = symbols};
    nh_builder *builder = nh_builder_create(t->arena, t->pool, &def);
    nh_random random = nh_random_make(test_seed(), stream);
    nh_value *a = NH_NEW_ARRAY(t->arena, nh_value, (size_t)n * n + 1), *b = NH_NEW_ARRAY(t->arena, nh_value, n + 1);
    s.inputs = NH_NEW_ARRAY(t->arena, double, inputs + 1);
    s.a = s.inputs, s.b = s.inputs + (size_t)n * n;
    for (uint32_t j = 0; j < n; j++) {
        for (uint32_t i = 0; i < n; i++) {
            bool there = has(n, i > j ? i : j, i > j ? j : i);
            a[i + j * n] = there ? nh_build_expr(builder, symbols[i + j * n]) : nh_build_number(builder, nh_rat_int(0));
            if (i < j) a[i + j * n] = UINT32_MAX; /* not examined */
            s.a[i + j * n] = i < j    ? s.a[j + i * n]
                             : !there ? 0
                                      : nh_random_uniform(&random, -1, 1) + (i == j ? 2.0 * n : 0);
        }
    }
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < j; i++) s.a[i + j * n] = s.a[j + i * n];
    for (uint32_t i = 0; i < n; i++) {
        b[i] = nh_build_expr(builder, symbols[n * n + i]);
        s.b[i] = nh_random_uniform(&random, -1, 1);
    }
    nh_build_ldl ldl = nh_build_ldl_factor(builder, t->arena, n, a, order);
    nh_build_ldl_solve(builder, &ldl, b);
    for (uint32_t i = 0; i < n; i++) nh_build_output(builder, b[i]);
    s.tape = nh_builder_finish(builder);
    return s;
}

static void check_solution(tapes *t, const symmetric *s) {
    double *got = tapes_room(t->arena, s->n), *want = NH_NEW_ARRAY(t->arena, double, s->n + 1);
    double *again = NH_NEW_ARRAY(t->arena, double, s->n + 1);
    memcpy(want, s->b, s->n * sizeof *want);
    memcpy(again, s->b, s->n * sizeof *again);
    nh_lu *lu = nh_lu_make(t->arena, (int)s->n);
    nh_ldl *ldl = nh_ldl_make(t->arena, (int)s->n);
    assert_true(nh_lu_factor(lu, s->a));
    assert_true(nh_ldl_factor(ldl, s->a));
    nh_lu_solve(lu, want, 1);
    nh_ldl_solve(ldl, again, 1);
    tapes_run(t->arena, s->tape, NULL, s->inputs, got);
    for (uint32_t i = 0; i < s->n; i++) assert_true(fabs(got[i] - want[i]) < 1e-14 && fabs(got[i] - again[i]) < 1e-14);
}

static uint32_t operations_of(tapes *t, uint32_t n, pattern has, const uint32_t *order) {
    symmetric s = symmetric_begin(t, n, has, order, n);
    if (n > 0) check_solution(t, &s);
    return nh_tape_operations(s.tape);
}

PROTECTED_TEST(test_symmetric_systems) {
    tapes t = tapes_begin(context);
    enum { N = 8 };
    uint32_t reversed[N], mixed[N];
    for (uint32_t i = 0; i < N; i++) reversed[i] = N - 1 - i, mixed[i] = i * 3 % N;
    assert_int_equal(operations_of(&t, 0, full, NULL), 0);
    assert_int_equal(operations_of(&t, 1, full, NULL), 2);
    assert_int_equal(operations_of(&t, N, diagonal, NULL), 2 * N);
    assert_int_equal(operations_of(&t, N, diagonal, mixed), 2 * N);
    /* a band: for each but the first row one scaling, one reduction, one l; N reciprocals; N - 1 steps
     * forward, N, N - 1 back */
    assert_int_equal(operations_of(&t, N, banded, NULL), 3 * (N - 1) + N + (N - 1) + N + (N - 1));
    assert_int_equal(operations_of(&t, N, banded, reversed), 3 * (N - 1) + N + (N - 1) + N + (N - 1));
    /* an arrow: likewise when its row is eliminated last, a full matrix when first */
    uint32_t thin = operations_of(&t, N, arrow, NULL), thick = operations_of(&t, N, full, NULL);
    assert_int_equal(thin, 3 * (N - 1) + N + (N - 1) + N + (N - 1));
    assert_int_equal(operations_of(&t, N, arrow_first, reversed), thin);
    assert_true(operations_of(&t, N, arrow_first, NULL) > 2 * thin);
    /* full: n^3/6 multiply-adds and lower terms */
    assert_in_range(thick, N * N * N / 6 + N * N, N * N * N / 6 + 3 * N * N);
    assert_int_equal(operations_of(&t, N, full, mixed), thick);
}

PROTECTED_TEST(test_indefinite_system) {
    /* a saddle point matrix, with an order that the caller knows to be good: the zero pivot comes last */
    tapes t = tapes_begin(context);
    enum { N = 3 };
    nh_tape_def def = {.input_count = 6, .inputs = tapes_symbols(&t, NH_ROLE_COORDINATE, "s", 6)};
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &def);
    nh_value v[6], zero = nh_build_number(builder, nh_rat_int(0));
    for (int i = 0; i < 6; i++) v[i] = nh_build_expr(builder, def.inputs[i]);
    /* rows: multiplier, x, y: [0 p q; p m 0; q 0 k] */
    nh_value a[] = {zero, v[0], v[1], 0, v[2], zero, 0, 0, v[3]}, b[] = {zero, v[4], v[5]};
    nh_build_ldl ldl = nh_build_ldl_factor(builder, t.arena, N, a, (uint32_t[]){1, 2, 0});
    nh_build_ldl_solve(builder, &ldl, b);
    for (int i = 0; i < N; i++) nh_build_output(builder, b[i]);
    double got[N], p = 1, q = 2, m = 3, k = 5, f = 7, g = 11;
    tapes_run(t.arena, nh_builder_finish(builder), NULL, (double[]){p, q, m, k, f, g}, got);
    assert_true(fabs(p * got[1] + q * got[2]) < 1e-14);
    assert_true(fabs(p * got[0] + m * got[1] - f) < 1e-14);
    assert_true(fabs(q * got[0] + k * got[2] - g) < 1e-14);
}

PROTECTED_TEST(test_constant_system) {
    /* numbers stay exact: the Hilbert matrix of order 5 has an integer inverse */
    tapes t = tapes_begin(context);
    enum { N = 5 };
    nh_builder *builder = nh_builder_create(t.arena, t.pool, &t.def);
    nh_value a[N * N], b[N];
    for (uint32_t j = 0; j < N; j++)
        for (uint32_t i = j; i < N; i++) a[i + j * N] = nh_build_number(builder, nh_rat_make(1, i + j + 1));
    for (uint32_t i = 0; i < N; i++) b[i] = nh_build_number(builder, nh_rat_int(i == 0));
    nh_build_ldl ldl = nh_build_ldl_factor(builder, t.arena, N, a, NULL);
    nh_build_ldl_solve(builder, &ldl, b);
    static const int64_t inverse[] = {25, -300, 1050, -1400, 630};
    for (uint32_t i = 0; i < N; i++) same(b[i], nh_build_number(builder, nh_rat_int(inverse[i])));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_against_plain_evaluation),
        cmocka_unit_test(test_symmetric_systems),
        cmocka_unit_test(test_indefinite_system),
        cmocka_unit_test(test_constant_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
