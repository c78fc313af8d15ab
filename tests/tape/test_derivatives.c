/* Jacobian tapes against differences and against series: three ways to the same numbers. */
#include "tape/jet.h"
#include "tapes.h"

/* Smooth expressions of x, y, z and parameters, without numbers of a hundred digits. */
static random_exprs smooth_exprs(tapes *t, uint64_t stream) {
    random_exprs g = {.pool = t->pool, .random = nh_random_make(test_seed(), stream), .kinds = RANDOM_ALL};
    static const nh_expr_kind rough[] = {NH_EXPR_NUMBER, NH_EXPR_SIGN, NH_EXPR_MOD,
                                         NH_EXPR_TAN,    NH_EXPR_ASIN, NH_EXPR_ACOS};
    for (size_t i = 0; i < sizeof rough / sizeof *rough; i++) g.kinds &= ~RANDOM_KIND(rough[i]);
    memcpy(g.symbols, (nh_expr[]){t->x, t->y, t->z, t->a, t->b}, 5 * sizeof t->x);
    g.symbol_count = 5;
    return g;
}

enum { ROWS = 4, COLUMNS = 3 };

typedef struct functions {
    nh_expr e[ROWS];
    nh_expr_matrix matrix;
    nh_tape *values, *jacobian; /* of the functions, of the entries that are not zero */
    double p[3], x[3];
    double dense[ROWS][COLUMNS]; /* the Jacobian by its tape */
} functions;

static bool functions_begin(tapes *t, uint64_t stream, functions *s) {
    random_exprs g = smooth_exprs(t, stream);
    nh_expr *e = s->e;
    for (int i = 0; i < ROWS; i++) e[i] = random_expr(&g, 12);
    s->matrix = nh_expr_jacobian(t->pool, t->arena, ROWS, e, COLUMNS, t->def.inputs);
    uint32_t count = s->matrix.start[ROWS];
    for (uint32_t k = 0; k < count; k++)
        if (s->matrix.entry[k] == NH_EXPR_UNDEFINED) return false;
    s->values = tapes_make(t, ROWS, e);
    s->jacobian = tapes_make(t, count, s->matrix.entry);
    for (int i = 0; i < 3; i++) {
        s->p[i] = nh_random_uniform(&g.random, -2, 2);
        s->x[i] = nh_random_uniform(&g.random, -2, 2);
    }
    double *entries = tapes_room(t->arena, count);
    tapes_run(t->arena, s->jacobian, s->p, s->x, entries);
    memset(s->dense, 0, sizeof s->dense);
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t k = s->matrix.start[i]; k < s->matrix.start[i + 1]; k++)
            s->dense[i][s->matrix.column[k]] = entries[k];
    return true;
}

/* Central differences with two steps, and whether they agree with each other. */
static void difference(tapes *t, const functions *s, int column, double *slopes, bool *settled) {
    double ahead[ROWS], behind[ROWS], first[ROWS];
    for (int halving = 0; halving < 2; halving++) {
        double h = halving == 0 ? 0x1p-10 : 0x1p-11, x[3];
        memcpy(x, s->x, sizeof x);
        x[column] = s->x[column] + h;
        tapes_run(t->arena, s->values, s->p, x, ahead);
        x[column] = s->x[column] - h;
        tapes_run(t->arena, s->values, s->p, x, behind);
        for (int i = 0; i < ROWS; i++) {
            slopes[i] = (ahead[i] - behind[i]) / (2 * h);
            if (halving == 0) first[i] = slopes[i];
            double better = (4 * slopes[i] - first[i]) / 3;
            double noise = 0x1p-50 * (fabs(ahead[i]) + fabs(behind[i])) / h; /* of x + 10^20 nothing can be said */
            settled[i] = fabs(slopes[i] - first[i]) < 1e-4 * (1 + fabs(better)) && noise < 1e-6 * (1 + fabs(better));
            if (halving == 1) slopes[i] = better;
        }
    }
}

/* The derivative along a direction by the first coefficient of the series. */
static void along(tapes *t, const functions *s, const double *direction, double *slopes) {
    double x[6], y[2 * ROWS], *work = tapes_room(t->arena, nh_jet_work_size(s->values, 1));
    for (int i = 0; i < 3; i++) x[2 * i] = s->x[i], x[2 * i + 1] = direction[i];
    nh_jet_begin(s->values, 1, s->p, work);
    for (uint32_t k = 0; k < 2; k++) nh_jet_order(s->values, 1, k, x, y, work);
    for (int i = 0; i < ROWS; i++) slopes[i] = y[2 * i + 1];
}

typedef struct tally {
    int tried, differences, series;
    int wrong; /* some are: the sine of a number of 20 digits has no differences */
} tally;

static void check_differences(tapes *t, const functions *s, tally *sum) {
    for (int j = 0; j < COLUMNS; j++) {
        double slopes[ROWS];
        bool settled[ROWS];
        difference(t, s, j, slopes, settled);
        for (int i = 0; i < ROWS; i++) {
            sum->tried++;
            if (!settled[i] || !isfinite(s->dense[i][j]) || !isfinite(slopes[i])) continue;
            sum->differences++;
            if (fabs(slopes[i] - s->dense[i][j]) <= 1e-5 * (1 + fabs(slopes[i]))) continue;
            sum->wrong++;
            print_message("column %d of %s: %.17g by rules, %.17g by differences\n", j,
                          tapes_text(t->arena, t->pool, s->e[i]), s->dense[i][j], slopes[i]);
        }
    }
}

static void check_series(tapes *t, const functions *s, tally *sum) {
    const double direction[] = {0.5, -1.25, 2};
    double slopes[ROWS];
    along(t, s, direction, slopes);
    for (int i = 0; i < ROWS; i++) {
        double product = 0, size = 0;
        for (int j = 0; j < COLUMNS; j++)
            product += s->dense[i][j] * direction[j], size += fabs(s->dense[i][j] * direction[j]);
        if (!isfinite(product) || !isfinite(slopes[i]) || size > 1e4) continue; /* sines of large numbers */
        sum->series++;
        if (fabs(slopes[i] - product) > 1e-9 * (1 + size))
            fail_msg("%s: %.17g by rules, %.17g by series", tapes_text(t->arena, t->pool, s->e[i]), product, slopes[i]);
    }
}

PROTECTED_TEST(test_jacobians) {
    tally sum = {0};
    for (int i = 0; i < test_count(300); i++) {
        tapes t = tapes_begin(context);
        functions s;
        if (functions_begin(&t, (uint64_t)i, &s)) {
            check_differences(&t, &s, &sum);
            check_series(&t, &s, &sum);
        }
        nh_pool_destroy(t.pool);
        nh_arena_destroy(t.arena);
    }
    assert_true(sum.differences * 2 > sum.tried);
    assert_true(sum.wrong * 200 < sum.differences);
    assert_true(sum.series * COLUMNS * 3 > sum.tried * 2);
}

PROTECTED_TEST(test_sparsity) {
    /* a chain has three entries a row, and they are three families */
    enum { N = 60 };
    tapes t = tapes_begin(context);
    nh_expr *x = tapes_symbols(&t, NH_ROLE_COORDINATE, "u", N), e[N];
    for (int i = 0; i < N; i++)
        e[i] = ADD(FUN(SIN, SUB(x[i < N - 1 ? i + 1 : 0], x[i])), POW(SUB(x[i], x[i > 0 ? i - 1 : N - 1]), 3));
    nh_expr_matrix m = nh_expr_jacobian(t.pool, t.arena, N, e, N, x);
    assert_int_equal(m.start[N], 3 * N);
    nh_tape_def def = {.input_count = N, .inputs = x, .output_count = 3 * N, .outputs = m.entry, .loop_from = 16};
    nh_tape *tape = nh_tape_make(t.arena, t.pool, &def);
    assert_true(tape->loop_count > 0);
    assert_true(nh_tape_operations(tape) < 100);
    double numbers[N], *entries = tapes_room(t.arena, 3 * N);
    for (int i = 0; i < N; i++) numbers[i] = cos(i * i * 0.1);
    tapes_run(t.arena, tape, NULL, numbers, entries);
    for (uint32_t i = 1; i + 1 < N; i++)
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++) {
            double c = cos(numbers[i + 1] - numbers[i]), d = 3 * pow(numbers[i] - numbers[i - 1], 2);
            double want = m.column[k] == i ? d - c : m.column[k] == i + 1 ? c : -d;
            assert_true(fabs(entries[k] - want) < 1e-14);
        }
}

PROTECTED_TEST(test_jacobian_times_vector) {
    /* sum over j of (d e_i / d x_j) v_j, as expressions, costs little more than e itself, and equals the series */
    tapes t = tapes_begin(context);
    nh_expr *v = tapes_symbols(&t, NH_ROLE_QUASI, "v", 3), inputs[6] = {t.x, t.y, t.z, v[0], v[1], v[2]};
    nh_expr r = nh_expr_sqrt(t.pool, ADD(ADD(POW(t.x, 2), POW(t.y, 2)), POW(t.z, 2)));
    nh_expr e[3] = {DIV(t.x, POW(r, 3)), DIV(t.y, POW(r, 3)), DIV(t.z, POW(r, 3))}, product[3];
    nh_expr_matrix m = nh_expr_jacobian(t.pool, t.arena, 3, e, 3, t.def.inputs);
    for (uint32_t i = 0; i < 3; i++) {
        product[i] = NH_EXPR_ZERO;
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++)
            product[i] = ADD(product[i], MUL(m.entry[k], v[m.column[k]]));
    }
    functions s = {.values = tapes_make(&t, 3, e), .x = {0.5, -1, 2}};
    nh_tape_def def = {.input_count = 6, .inputs = inputs, .output_count = 3, .outputs = product};
    nh_tape *tape = nh_tape_make(t.arena, t.pool, &def);
    double direction[] = {1, 0.25, -3}, x[12], y[6], got[3], work[400];
    assert_true(nh_jet_work_size(s.values, 1) <= 400);
    for (int i = 0; i < 3; i++) x[2 * i] = s.x[i], x[2 * i + 1] = direction[i];
    nh_jet_begin(s.values, 1, s.p, work);
    for (uint32_t k = 0; k < 2; k++) nh_jet_order(s.values, 1, k, x, y, work);
    tapes_run(t.arena, tape, NULL, (double[]){0.5, -1, 2, 1, 0.25, -3}, got);
    for (int i = 0; i < 3; i++) assert_true(fabs(got[i] - y[2 * i + 1]) < 1e-15 * 8);
    assert_true(nh_tape_operations(tape) < 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jacobians),
        cmocka_unit_test(test_sparsity),
        cmocka_unit_test(test_jacobian_times_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
