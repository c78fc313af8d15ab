/* Taylor series of tapes, against series that are known, against symbolic derivatives, against differences in balls,
 * and as solutions of differential equations. */
#include "expr/calculus/calculus.h"
#include "tape/jet.h"
#include "tapes.h"

enum { ORDER = 20, WIDTH = ORDER + 1 };

/* All coefficients of the outputs, from those of the inputs; widths are order + 1. */
static void run_jet(nh_arena *arena, const nh_tape *tape, uint32_t order, const double *p, const double *x, double *y) {
    double *work = tapes_room(arena, nh_jet_work_size(tape, order));
    nh_jet_begin(tape, order, p, work);
    for (uint32_t k = 0; k <= order; k++) nh_jet_order(tape, order, k, x, y, work);
}

static void assert_series(const char *what, uint32_t width, const double *got, const double *want, double tolerance) {
    for (uint32_t k = 0; k < width; k++)
        if (!(fabs(got[k] - want[k]) <= tolerance * (1 + fabs(want[k]))))
            fail_msg("%s: coefficient %u is %.17g, not %.17g", what, k, got[k], want[k]);
}

/* ---- known series ---- */

/* One operation on inputs x, y, z of the tape. */
static nh_tape *tape_of_op(tapes *t, nh_op op) {
    nh_builder *builder = nh_builder_create(t->arena, t->pool, &t->def);
    nh_value v = nh_build_op(builder, op, nh_build_expr(builder, t->x), nh_build_expr(builder, t->y),
                             nh_build_expr(builder, t->z));
    nh_build_output(builder, v);
    return nh_builder_finish(builder);
}

/* The series of a function of t only, x = x0 + t. */
static void series_of_op(tapes *t, nh_op op, double x0, double *y) {
    double x[3 * WIDTH] = {x0, 1};
    run_jet(t->arena, tape_of_op(t, op), ORDER, (double[]){0, 0, 0}, x, y);
}

static double factorial(uint32_t k) {
    return k < 2 ? 1 : k * factorial(k - 1);
}

PROTECTED_TEST(test_known_series) {
    tapes t = tapes_begin(context);
    double got[WIDTH], want[WIDTH];
    series_of_op(&t, NH_OP_exp, 0.7, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = exp(0.7) / factorial(k);
    assert_series("exp", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_sin, 0.7, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = sin(0.7 + k * acos(0)) / factorial(k);
    assert_series("sin", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_cos, 0.7, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = cos(0.7 + k * acos(0)) / factorial(k);
    assert_series("cos", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_sinh, 0.7, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = (k % 2 == 0 ? sinh(0.7) : cosh(0.7)) / factorial(k);
    assert_series("sinh", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_cosh, 0.7, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = (k % 2 == 0 ? cosh(0.7) : sinh(0.7)) / factorial(k);
    assert_series("cosh", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_log, 1.5, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = k == 0 ? log(1.5) : -pow(-1 / 1.5, k) / k;
    assert_series("log", WIDTH, got, want, 1e-14);
    series_of_op(&t, NH_OP_atan, 0, got);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = k % 2 == 0 ? 0 : (k % 4 == 1 ? 1.0 : -1.0) / k;
    assert_series("atan", WIDTH, got, want, 1e-15);
    series_of_op(&t, NH_OP_asin, 0, got);
    for (uint32_t k = 0; k < WIDTH; k++)
        want[k] =
            k % 2 == 0 ? 0 : factorial(k - 1) / pow(2, k - 1) / factorial((k - 1) / 2) / factorial((k - 1) / 2) / k;
    assert_series("asin", WIDTH, got, want, 1e-14);
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = k == 0 ? acos(0) : -want[k];
    series_of_op(&t, NH_OP_acos, 0, got);
    assert_series("acos", WIDTH, got, want, 1e-14);
}

/* tan and tanh from their differential equations, by exact fractions: the first coefficients. */
PROTECTED_TEST(test_known_tangents) {
    tapes t = tapes_begin(context);
    double got[WIDTH];
    static const double tangent[] = {0, 1, 0, 1.0 / 3, 0, 2.0 / 15, 0, 17.0 / 315, 0, 62.0 / 2835, 0, 1382.0 / 155925};
    double hyperbolic[12];
    for (int k = 0; k < 12; k++) hyperbolic[k] = k % 4 == 3 ? -tangent[k] : tangent[k];
    series_of_op(&t, NH_OP_tan, 0, got);
    assert_series("tan", 12, got, tangent, 1e-15);
    series_of_op(&t, NH_OP_tanh, 0, got);
    assert_series("tanh", 12, got, hyperbolic, 1e-15);
}

/* (x0 + t)^p, real for negative x0 where p is a root of odd order. */
static void check_power(tapes *t, const char *what, nh_op op, double x0, double y0, double p) {
    double x[3 * WIDTH] = {x0, 1}, got[WIDTH], want[WIDTH];
    x[WIDTH] = y0;
    nh_builder *builder = nh_builder_create(t->arena, t->pool, &t->def);
    nh_value order = nh_build_expr(builder, t->a); /* a parameter: constant in time */
    nh_build_output(builder, nh_build_op(builder, op, nh_build_expr(builder, t->x), order, 0));
    run_jet(t->arena, nh_builder_finish(builder), ORDER, (double[]){y0, 0, 0}, x, got);
    bool odd = p == floor(p) ? fmod(p, 2) != 0 : true;
    want[0] = pow(fabs(x0), p) * (x0 < 0 && odd ? -1 : 1);
    for (uint32_t k = 1; k < WIDTH; k++) want[k] = want[k - 1] * (p - k + 1) / k / x0;
    assert_series(what, WIDTH, got, want, 1e-13);
}

PROTECTED_TEST(test_powers) {
    tapes t = tapes_begin(context);
    for (int sign = -1; sign <= 1; sign += 2) {
        check_power(&t, "cbrt", NH_OP_cbrt, sign * 1.25, 0, 1.0 / 3);
        check_power(&t, "root", NH_OP_root, sign * 1.25, 5, 0.2);
        check_power(&t, "root", NH_OP_root, sign * 0.9, 11, 1.0 / 11);
        check_power(&t, "cube", NH_OP_pow, sign * 1.25, 3, 3);
        check_power(&t, "fourth power", NH_OP_pow, sign * 1.25, 4, 4);
        check_power(&t, "inverse cube", NH_OP_pow, sign * 1.25, -3, -3);
        check_power(&t, "power 0", NH_OP_pow, sign * 1.25, 0, 0);
    }
    check_power(&t, "sqrt", NH_OP_sqrt, 1.25, 0, 0.5);
    check_power(&t, "power 2.5", NH_OP_pow, 1.25, 2.5, 2.5);
    check_power(&t, "power -0.3", NH_OP_pow, 1.25, -0.3, -0.3);
}

PROTECTED_TEST(test_arithmetic) {
    /* 1/(1 - t), products and fused ones of polynomials */
    tapes t = tapes_begin(context);
    double x[3 * WIDTH] = {1}, got[WIDTH], want[WIDTH] = {0};
    x[WIDTH] = 1, x[WIDTH + 1] = -1;
    for (uint32_t k = 0; k < WIDTH; k++) want[k] = 1;
    run_jet(t.arena, tape_of_op(&t, NH_OP_div), ORDER, (double[]){0, 0, 0}, x, got);
    assert_series("1/(1-t)", WIDTH, got, want, 1e-15);
    nh_random random = nh_random_make(test_seed(), 5);
    for (size_t i = 0; i < 3 * WIDTH; i++) x[i] = nh_random_uniform(&random, -1, 1);
    static const struct {
        nh_op op;
        int product, a, b, c;
    } ops[] = {{NH_OP_add, 0, 1, 1, 0}, {NH_OP_sub, 0, 1, -1, 0}, {NH_OP_neg, 0, -1, 0, 0}, {NH_OP_mul, 1, 0, 0, 0},
               {NH_OP_fma, 1, 0, 0, 1}, {NH_OP_fms, 1, 0, 0, -1}, {NH_OP_fnma, -1, 0, 0, 1}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        for (uint32_t k = 0; k < WIDTH; k++) {
            want[k] = ops[i].a * x[k] + ops[i].b * x[WIDTH + k] + ops[i].c * x[2 * WIDTH + k];
            for (uint32_t j = 0; j <= k; j++) want[k] += ops[i].product * x[j] * x[WIDTH + k - j];
        }
        run_jet(t.arena, tape_of_op(&t, ops[i].op), ORDER, (double[]){0, 0, 0}, x, got);
        assert_series(nh_op_name(ops[i].op), WIDTH, got, want, 1e-14);
    }
}

/* ---- identities between functions, with series as arguments ---- */

typedef struct identity {
    const char *what;
    nh_expr e; /* is the series of x */
} identity;

PROTECTED_TEST(test_inverse_functions) {
    /* f(f^-1(x)) = x as series: each function against the others, at every coefficient */
    tapes t = tapes_begin(context);
    nh_expr x = t.x, y = t.y;
    nh_expr sine = FUN(SIN, y), cosine = FUN(COS, y);
    const identity list[] = {
        {"exp log", FUN(EXP, FUN(LOG, x))},
        {"sin asin", FUN(SIN, FUN(ASIN, x))},
        {"cos acos", FUN(COS, FUN(ACOS, x))},
        {"tan atan", FUN(TAN, FUN(ATAN, x))},
        {"tanh", DIV(FUN(SINH, x), MUL(FUN(COSH, x), DIV(FUN(TANH, x), x)))},
        {"atan2", FUN(TAN, nh_expr_apply(t.pool, NH_EXPR_ATAN2, 2, (nh_expr[]){MUL(x, FUN(EXP, y)), FUN(EXP, y)}))},
        {"sincos", MUL(x, ADD(POW(sine, 2), POW(cosine, 2)))},
        {"powers", MUL(nh_expr_pow(t.pool, x, y), nh_expr_pow(t.pool, x, SUB(NUM(1), y)))},
        {"power", FUN(EXP, DIV(FUN(LOG, nh_expr_pow(t.pool, x, y)), y))},
        {"roots", POW(MUL(nh_expr_root(t.pool, ADD(x, y), 5), nh_expr_root(t.pool, DIV(x, ADD(x, y)), 5)), 5)},
        {"high power", nh_expr_root(t.pool, POW(x, 100), 50)},
    };
    uint32_t count = sizeof list / sizeof *list;
    nh_expr outputs[sizeof list / sizeof *list];
    for (uint32_t i = 0; i < count; i++) outputs[i] = list[i].e;
    nh_tape *tape = tapes_make(&t, count, outputs);
    double in[3 * WIDTH], got[WIDTH * (sizeof list / sizeof *list)];
    nh_random random = nh_random_make(test_seed(), 6);
    for (uint32_t i = 0; i < 3 * WIDTH; i++) in[i] = nh_random_uniform(&random, -1, 1) * pow(0.5, i % WIDTH);
    in[0] = 0.6, in[WIDTH] = 0.7;
    run_jet(t.arena, tape, ORDER, (double[]){0, 0, 0}, in, got);
    for (uint32_t i = 0; i + 1 < count; i++) assert_series(list[i].what, WIDTH, got + i * WIDTH, in, 1e-8);
    for (uint32_t k = 0; k < WIDTH; k++) in[2 * WIDTH + k] = 0; /* the last one is |x|^2 */
    for (uint32_t k = 0; k < WIDTH; k++)
        for (uint32_t j = 0; j <= k; j++) in[2 * WIDTH + k] += in[j] * in[k - j];
    assert_series("high power", WIDTH, got + (count - 1) * WIDTH, in + 2 * WIDTH, 1e-6);
}

/* ---- random programs: a Taylor polynomial is what the function is, nearby ---- */

enum { K = 8 };

/* The polynomial with these coefficients at h, and the sum of the sizes of its terms. */
static double polynomial(const double *c, double h, double *size) {
    double sum = c[K];
    *size = fabs(c[K]);
    for (uint32_t k = K; k-- > 0;) sum = sum * h + c[k], *size = *size * h + fabs(c[k]);
    return sum;
}

/* Values of the tape at x(h) against the polynomials of its outputs: marks those that agree, or have no value there. */
static void compare_at(nh_arena *arena, const nh_tape *tape, const double *p, const double *x, const double *y,
                       double h, bool *agree) {
    double *moved = NH_NEW_ARRAY(arena, double, tape->inputs + 1), *value = tapes_room(arena, tape->outputs), size;
    for (uint32_t i = 0; i < tape->inputs; i++) moved[i] = polynomial(x + i * (K + 1), h, &size);
    tapes_run(arena, tape, p, moved, value);
    for (uint32_t i = 0; i < tape->outputs; i++) {
        const double *c = y + i * (K + 1);
        double sum = polynomial(c, h, &size);
        agree[i] |= !isfinite(value[i]) || fabs(sum - value[i]) <= 1e-11 * size + 1e3 * fabs(c[K]) * pow(h, K + 1);
    }
}

/* How many outputs agree nearby; at most a few do not, where a jump or a pole is nearer than the smallest step. */
static uint32_t check_nearby(nh_arena *arena, const nh_tape *tape, programs *g) {
    uint32_t n = tape->inputs, count = 0;
    double *p = NH_NEW_ARRAY(arena, double, tape->parameters + 1), *x = NH_NEW_ARRAY(arena, double, (size_t)n *(K + 1));
    double *y = tapes_room(arena, (size_t)tape->outputs * (K + 1)), *start = tapes_room(arena, tape->outputs);
    double *at = NH_NEW_ARRAY(arena, double, n + 1);
    bool *agree = NH_NEW_ARRAY(arena, bool, tape->outputs + 1);
    for (uint32_t i = 0; i < tape->parameters; i++) p[i] = nh_random_uniform(&g->random, -2, 2);
    for (uint32_t i = 0; i < n * (K + 1); i++) x[i] = nh_random_uniform(&g->random, -1, 1) * pow(0.5, i % (K + 1));
    run_jet(arena, tape, K, p, x, y);
    for (uint32_t i = 0; i < n; i++) at[i] = x[i * (K + 1)];
    tapes_run(arena, tape, p, at, start);
    for (uint32_t i = 0; i < tape->outputs; i++) assert_true(program_same(start[i], y[i * (K + 1)])); /* the bits */
    for (int e = 7; e <= 15; e += 4) compare_at(arena, tape, p, x, y, ldexp(1, -e), agree);
    for (uint32_t i = 0; i < tape->outputs; i++) count += agree[i];
    return count;
}

PROTECTED_TEST(test_nearby_values) {
    uint32_t agree = 0, tried = 0;
    for (int i = 0; i < test_count(40); i++) {
        nh_arena *arena = nh_arena_create(context);
        programs g = programs_begin(arena, (uint64_t)i);
        nh_tape *tape = i % 4 == 0   ? programs_loops(&g, 20)
                        : i % 2 == 0 ? programs_straight(&g, 30)
                                     : programs_expressions(&g, 8, 12);
        agree += check_nearby(arena, tape, &g);
        tried += tape->outputs;
        nh_pool_destroy(g.pool);
        nh_arena_destroy(arena);
    }
    if ((uint64_t)agree * 100 < (uint64_t)tried * 98) fail_msg("only %u of %u agree", agree, tried);
}

/* ---- symbolic derivatives ---- */

enum { DERIVATIVES = 4 };

/* Values of e, e', ... e'''' in time, by tapes of symbolic derivatives, as normalised coefficients; false when one has
 * no value anywhere (those of 0^x). */
static bool symbolic_series(tapes *t, nh_expr e, const double *in, double *series) {
    nh_expr outputs[DERIVATIVES + 1], inputs[3 * (DERIVATIVES + 1)];
    double values[3 * (DERIVATIVES + 1)];
    nh_expr base[] = {t->x, t->y, t->z};
    for (uint32_t i = 0; i < 3; i++) {
        double scale = 1;
        for (uint32_t k = 0; k <= DERIVATIVES; k++, scale *= k) {
            inputs[i * (DERIVATIVES + 1) + k] = base[i];
            values[i * (DERIVATIVES + 1) + k] = in[i * (DERIVATIVES + 1) + k] * scale;
            base[i] = nh_expr_dot(t->pool, base[i]);
        }
    }
    for (uint32_t k = 0; k <= DERIVATIVES; k++) {
        if (e == NH_EXPR_UNDEFINED) return false;
        outputs[k] = e;
        e = nh_expr_total_derivative(t->pool, e);
    }
    nh_tape_def def = t->def;
    def.input_count = 3 * (DERIVATIVES + 1);
    def.inputs = inputs;
    def.output_count = DERIVATIVES + 1;
    def.outputs = outputs;
    tapes_run(t->arena, nh_tape_make(t->arena, t->pool, &def), (double[]){0.5, -1.5, 2}, values, series);
    for (uint32_t k = 0; k <= DERIVATIVES; k++) series[k] /= factorial(k);
    return true;
}

PROTECTED_TEST(test_symbolic_derivatives) {
    int decided = 0, tried = 0, lost = 0;
    for (int i = 0; i < test_count(150); i++) {
        tapes t = tapes_begin(context);
        random_exprs g = {.pool = t.pool, .random = nh_random_make(test_seed(), (uint64_t)i), .kinds = RANDOM_ALL};
        memcpy(g.symbols, (nh_expr[]){t.x, t.y, t.z, t.a, t.b, t.c}, 6 * sizeof t.x);
        g.symbol_count = 6;
        nh_expr e = random_expr(&g, 9);
        nh_tape *tape = tapes_make(&t, 1, &e);
        double in[3 * (DERIVATIVES + 1)], got[DERIVATIVES + 1], want[DERIVATIVES + 1];
        for (int k = 0; k < 3 * (DERIVATIVES + 1); k++) in[k] = nh_random_uniform(&g.random, -1.5, 1.5);
        run_jet(t.arena, tape, DERIVATIVES, (double[]){0.5, -1.5, 2}, in, got);
        bool finite = symbolic_series(&t, e, in, want);
        double size = 0;
        for (int k = 0; finite && k <= DERIVATIVES; k++) size = fmax(size, fabs(want[k]));
        tried++;
        for (int k = 0; finite && k <= DERIVATIVES; k++) finite = isfinite(want[k]) != 0;
        bool singular = false; /* asin(sign(x)), and numbers that overflow on the way */
        for (int k = 0; finite && k <= DERIVATIVES; k++) singular |= !isfinite(got[k]);
        lost += singular;
        if (finite && !singular && size < 1e6)
            assert_series(tapes_text(t.arena, t.pool, e), DERIVATIVES + 1, got, want, 1e-9 * (1 + size)), decided++;
        nh_pool_destroy(t.pool);
        nh_arena_destroy(t.arena);
    }
    assert_true(decided * 2 > tried && lost * 50 <= tried);
}

/* ---- not analytic ---- */

/* Series of one operation at chosen coefficients of x and y. */
static void jet_of_op(tapes *t, nh_op op, const double *xs, const double *ys, double *got) {
    double in[3 * 5] = {0};
    for (int k = 0; k < 5; k++) in[k] = xs[k], in[5 + k] = ys[k], in[10 + k] = 10 + k;
    run_jet(t->arena, tape_of_op(t, op), 4, (double[]){0, 0, 0}, in, got);
}

static void assert_jet(tapes *t, nh_op op, const double *x, const double *y, const double *want) {
    double got[5];
    jet_of_op(t, op, x, y, got);
    assert_series(nh_op_name(op), 5, got, want, 1e-15);
}

#define S(...) ((const double[5]){__VA_ARGS__})

PROTECTED_TEST(test_pieces) {
    tapes t = tapes_begin(context);
    assert_jet(&t, NH_OP_abs, S(-2, 3, 1), S(0), S(2, -3, -1));
    assert_jet(&t, NH_OP_abs, S(0, -3, 1), S(0), S(0, 3, -1)); /* the branch for growing time */
    assert_jet(&t, NH_OP_abs, S(0, 0, 4, -1), S(0), S(0, 0, 4, -1));
    assert_jet(&t, NH_OP_sign, S(-2, 3, 1), S(0), S(-1));
    assert_jet(&t, NH_OP_min, S(1, 2, 3), S(1, 1, 5), S(1, 1, 5));
    assert_jet(&t, NH_OP_min, S(1, 1, 3), S(1, 1, 5, 1), S(1, 1, 3));
    assert_jet(&t, NH_OP_max, S(1, 1, 3), S(1, 1, 5, 1), S(1, 1, 5, 1));
    assert_jet(&t, NH_OP_max, S(2, 1, 3), S(1, 9, 5, 1), S(2, 1, 3));
    assert_jet(&t, NH_OP_mod, S(7, 2, 1), S(3, 1, 4), S(1, 0, -7));
    assert_jet(&t, NH_OP_mod, S(-7, 2, 1), S(3, 1, 4), S(2, 5, 13));
    assert_jet(&t, NH_OP_mod, S(-0x1p-60, 2, 1), S(3, 1, 4),
               S(3, 3, 5)); /* the quotient rounds to 0, its floor is -1 */
    assert_jet(&t, NH_OP_select, S(-1, 2), S(5, 6, 7), S(5, 6, 7));
    assert_jet(&t, NH_OP_select, S(0, -1), S(5, 6, 7), S(10, 11, 12, 13, 14)); /* the branch of the value */
}

PROTECTED_TEST(test_singular_points) {
    static const nh_op ops[] = {NH_OP_sqrt, NH_OP_cbrt, NH_OP_log, NH_OP_asin, NH_OP_div};
    tapes t = tapes_begin(context);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        double got[5];
        jet_of_op(&t, ops[i], ops[i] == NH_OP_asin ? S(1, -1) : S(0, 1), S(0, 1), got);
        bool finite = true;
        for (int k = 0; k < 5; k++) finite &= isfinite(got[k]) != 0;
        assert_false(finite);
    }
}

PROTECTED_TEST(test_roots_of_nothing) {
    /* max(0, x)^(3/2) + y below 0 is y; a root that begins at 0 is not finite from there on */
    tapes t = tapes_begin(context);
    nh_expr part = nh_expr_apply(t.pool, NH_EXPR_MAX, 2, (nh_expr[]){t.x, NH_EXPR_ZERO});
    nh_expr outputs[] = {ADD(nh_expr_pow_rational(t.pool, part, nh_rat_make(3, 2)), t.y),
                         ADD(nh_expr_pow_rational(t.pool, part, nh_rat_make(5, 3)), t.y), nh_expr_sqrt(t.pool, t.z)};
    nh_tape *tape = tapes_make(&t, 3, outputs);
    double in[15] = {-1, 2, 0, 0, 0, 3, 4, 5, 6, 7, 0, 0, 1, 0, 0}, got[15];
    run_jet(t.arena, tape, 4, (double[]){0, 0, 0}, in, got);
    assert_series("max(0, x)^(3/2) + y", 5, got, in + 5, 0);
    assert_series("max(0, x)^(5/3) + y", 5, got + 5, in + 5, 0);
    assert_true(got[10] == 0 && !isfinite(got[12]));
}

PROTECTED_TEST(test_powers_at_zero) {
    /* x^n has a series at 0 like everywhere; (2t + t^2)^3 = 8 t^3 + 12 t^4 + 6 t^5 + t^6 */
    tapes t = tapes_begin(context);
    nh_expr outputs[] = {POW(t.x, 100), POW(t.x, 3), nh_expr_pow(t.pool, t.x, t.a), nh_expr_pow(t.pool, t.x, t.b)};
    double in[3 * WIDTH] = {0, 2, 1}, got[4 * WIDTH];
    run_jet(t.arena, tapes_make(&t, 4, outputs), ORDER, (double[]){3, 0, 0}, in, got);
    const double none[WIDTH] = {0}, cube[WIDTH] = {0, 0, 0, 8, 12, 6, 1}, one[WIDTH] = {1};
    assert_series("x^100", WIDTH, got, none, 0);
    assert_series("x^3", WIDTH, got + WIDTH, cube, 1e-15);
    assert_series("x^a, a = 3", WIDTH, got + 2 * WIDTH, cube, 1e-15);
    assert_series("x^b, b = 0", WIDTH, got + 3 * WIDTH, one, 1e-15);
    in[1] = 0, in[2] = 0; /* x stays 0 */
    run_jet(t.arena, tapes_make(&t, 4, outputs), ORDER, (double[]){3, 0, 0}, in, got);
    assert_series("0^100", WIDTH, got, none, 0);
    assert_series("0^a, a = 3", WIDTH, got + 2 * WIDTH, none, 0);
}

PROTECTED_TEST(test_parameters_are_constant) {
    /* sqrt(a) at a = 0 has no derivative by a, but it is constant in time; also in a loop */
    enum { N = 20 };
    tapes t = tapes_begin(context);
    nh_expr *p = tapes_symbols(&t, NH_ROLE_PARAMETER, "p", N), *x = tapes_symbols(&t, NH_ROLE_COORDINATE, "u", N),
            outputs[2 * N];
    double zeros[N] = {0}, in[N * WIDTH] = {0}, got[2 * N * WIDTH];
    for (int i = 0; i < N; i++) {
        outputs[i] = ADD(nh_expr_sqrt(t.pool, p[i]), x[i]);
        outputs[N + i] = MUL(nh_expr_pow(t.pool, x[i], ADD(p[i], NUM(3))), NUM(2));
        in[i * WIDTH] = -1, in[i * WIDTH + 1] = 1;
    }
    t.def = (nh_tape_def){N, x, N, p, 2 * N, outputs, 0};
    const double line[WIDTH] = {-1, 1}, cube[WIDTH] = {-2, 6, -6, 2};
    for (uint32_t loop_from = 0; loop_from <= 16; loop_from += 16) {
        t.def.loop_from = loop_from;
        nh_tape *tape = nh_tape_make(t.arena, t.pool, &t.def);
        assert_int_equal(tape->loop_count > 0, loop_from > 0);
        run_jet(t.arena, tape, ORDER, zeros, in, got);
        for (int i = 0; i < N; i++) {
            assert_series("sqrt(p) + x", WIDTH, got + i * WIDTH, line, 1e-15);
            assert_series("2 x^(p+3)", WIDTH, got + (N + i) * WIDTH, cube, 1e-15);
        }
    }
}

/* ---- differential equations ---- */

/* One Taylor step of x' = f(x): its coefficients are made one after the other. */
static void taylor_step(const nh_tape *f, uint32_t n, const double *p, double h, double *x, double *rows,
                        double *work) {
    double *slopes = rows + n * WIDTH;
    nh_jet_begin(f, ORDER, p, work);
    for (uint32_t i = 0; i < n; i++) rows[i * WIDTH] = x[i];
    for (uint32_t k = 0; k < ORDER; k++) {
        nh_jet_order(f, ORDER, k, rows, slopes, work);
        for (uint32_t i = 0; i < n; i++) rows[i * WIDTH + k + 1] = slopes[i * WIDTH + k] / (k + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        x[i] = 0;
        for (uint32_t k = WIDTH; k-- > 0;) x[i] = x[i] * h + rows[i * WIDTH + k];
    }
}

static void integrate(nh_arena *arena, const nh_tape *f, const double *p, uint32_t steps, double h, double *x) {
    uint32_t n = nh_tape_inputs(f);
    double *rows = tapes_room(arena, (size_t)2 * n * WIDTH), *work = tapes_room(arena, nh_jet_work_size(f, ORDER));
    for (uint32_t i = 0; i < steps; i++) taylor_step(f, n, p, h, x, rows, work);
}

/* The classical Runge-Kutta method with small steps, as a reference. */
static void runge_kutta(nh_arena *arena, const nh_tape *f, const double *p, uint32_t steps, double h, double *x) {
    uint32_t n = nh_tape_inputs(f);
    double *work = tapes_room(arena, nh_tape_work_size(f, 1)), k[4][3], y[3];
    static const double part[] = {0, 0.5, 0.5, 1};
    nh_tape_begin(f, 1, p, work);
    for (uint32_t s = 0; s < steps; s++) {
        for (int stage = 0; stage < 4; stage++) {
            for (uint32_t i = 0; i < n; i++) y[i] = x[i] + (stage > 0 ? h * part[stage] * k[stage - 1][i] : 0);
            nh_tape_run(f, 1, y, k[stage], work);
        }
        for (uint32_t i = 0; i < n; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

PROTECTED_TEST(test_linear_equations) {
    tapes t = tapes_begin(context);
    nh_expr outputs[] = {t.x, t.z, nh_expr_neg(t.pool, t.y)}; /* x' = x, y' = z, z' = -y */
    double x[] = {1, 0, 1};
    integrate(t.arena, tapes_make(&t, 3, outputs), (double[]){0, 0, 0}, 10, 0.25, x);
    assert_true(fabs(x[0] - exp(2.5)) < 1e-14 * exp(2.5));
    assert_true(fabs(x[1] - sin(2.5)) < 1e-14);
    assert_true(fabs(x[2] - cos(2.5)) < 1e-14);
}

PROTECTED_TEST(test_pendulum) {
    tapes t = tapes_begin(context);
    nh_expr outputs[] = {t.y, nh_expr_neg(t.pool, MUL(t.a, FUN(SIN, t.x))), NUM(1)};
    nh_tape *f = tapes_make(&t, 3, outputs);
    double x[] = {1, 0.5, 0}, reference[] = {1, 0.5, 0}, a = 2;
    integrate(t.arena, f, (double[]){a, 0, 0}, 40, 0.1, x);
    runge_kutta(t.arena, f, (double[]){a, 0, 0}, 40000, 1e-4, reference);
    assert_true(fabs(x[0] - reference[0]) < 1e-11 && fabs(x[1] - reference[1]) < 1e-11);
    double energy = x[1] * x[1] / 2 - a * cos(x[0]), start = 0.125 - a * cos(1);
    assert_true(fabs(energy - start) < 1e-14 * 4);
    assert_true(fabs(x[2] - 4) < 1e-14);
}

PROTECTED_TEST(test_lorenz) {
    tapes t = tapes_begin(context);
    nh_expr outputs[] = {MUL(t.a, SUB(t.y, t.x)), SUB(MUL(t.x, SUB(t.b, t.z)), t.y), SUB(MUL(t.x, t.y), MUL(t.c, t.z))};
    nh_tape *f = tapes_make(&t, 3, outputs);
    double x[] = {1, 1, 1}, reference[] = {1, 1, 1}, p[] = {10, 28, 8.0 / 3};
    integrate(t.arena, f, p, 100, 0.02, x);
    runge_kutta(t.arena, f, p, 80000, 2.5e-5, reference);
    for (int i = 0; i < 3; i++) assert_true(fabs(x[i] - reference[i]) < 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_series),
        cmocka_unit_test(test_known_tangents),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_inverse_functions),
        cmocka_unit_test(test_nearby_values),
        cmocka_unit_test(test_symbolic_derivatives),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_singular_points),
        cmocka_unit_test(test_powers_at_zero),
        cmocka_unit_test(test_roots_of_nothing),
        cmocka_unit_test(test_parameters_are_constant),
        cmocka_unit_test(test_linear_equations),
        cmocka_unit_test(test_pendulum),
        cmocka_unit_test(test_lorenz),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
