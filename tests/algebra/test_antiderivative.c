/* Antiderivatives: random sums of functions of the class, against Gauss' rule in doubles; and functions that have
 * none. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "algebra/linear/antiderivative.h"
#include "base/text/text.h"
#include "expr/read/read.h"
#include "tape/program.h"

/* e, of s and the constant w = 1.3, at s. */
static nh_program *program_of(nh_pool *pool, nh_arena *arena, nh_expr e, const nh_expr *symbols) {
    static const double w = 1.3;
    nh_tape_def def = {.input_count = 1, .inputs = &symbols[0], .parameter_count = 1, .parameters = &symbols[1]};
    def.output_count = 1;
    def.outputs = &e;
    return nh_program_of(arena, pool, &def, &w);
}

/* Gauss-Legendre with 5 points on each of many parts. */
static double integral_of(nh_program *program, double from, double to) {
    static const double x[] = {0, 0.5384693101056831, 0.9061798459386640},
                        weight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
    enum { PARTS = 60 };
    double sum = 0, half = (to - from) / (2 * PARTS);
    for (int i = 0; i < PARTS; i++)
        for (int k = -2; k <= 2; k++) {
            double at = from + (2 * i + 1) * half + (k < 0 ? -x[-k] : x[k]) * half;
            sum += weight[k < 0 ? -k : k] * *nh_program_at(program, &at) * half;
        }
    return sum;
}

static const char *const terms[] = {"s^3 - 2*s + 1", "cos(w*s + 1)", "s^2*sin(2*s)", "exp(-s/2)*cos(3*s)",
                                    "sin(w*s)^2*cos(w*s)", "sin(s)*cos(2*s)", "s*exp(w*s)", "sin(s)^2",
                                    "1/(1 + (0.75*s + 1.5)^2)", "1/(2*s + 3)", "(w*s + 4)^(3/2)", "(s + 2)^(-3)",
                                    "w^2/(s^2 + s + 1)", "cos(s/2)*sin(3*s/4 + w)*exp(s/5)", "7"};

enum { TERMS = sizeof terms / sizeof *terms };

PROTECTED_TEST(test_sums) {
    nh_random random = nh_random_make(test_seed(), 77);
    for (int i = 0; i < TERMS + test_count(25); i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_pool *pool = nh_pool_create(context);
        nh_expr symbols[] = {nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "s"),
                             nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "w")};
        nh_read_names names = nh_read_names_of(pool, arena, 2, symbols);
        nh_text text = nh_text_begin(arena);
        nh_text_add(&text, terms[i < TERMS ? (size_t)i : nh_random_below(&random, TERMS)]);
        for (int k = 0; i >= TERMS && k < 2; k++)
            nh_text_format(&text, " + %d/3*%s", (int)nh_random_below(&random, 5) + 1,
                           terms[1 + nh_random_below(&random, TERMS - 1)]);
        nh_expr e;
        const char *written = nh_text_string(&text);
        assert_true(nh_expr_read(pool, written, strlen(written), NULL, &names, &e));
        nh_expr found = nh_antiderivative(pool, arena, e, symbols[0]);
        if (found == NH_EXPR_UNDEFINED) fail_msg("%s: not found", written);
        nh_program *of_e = program_of(pool, arena, e, symbols), *of_found = program_of(pool, arena, found, symbols);
        double from = nh_random_uniform(&random, -0.9, 0.5), to = from + nh_random_uniform(&random, 0.3, 2);
        double difference = *nh_program_at(of_found, &to) - *nh_program_at(of_found, &from);
        double wanted = integral_of(of_e, from, to);
        if (!(fabs(difference - wanted) < 1e-10 * (1 + fabs(wanted))))
            fail_msg("%s: %.15g, not %.15g", written, difference, wanted);
        nh_pool_destroy(pool);
        nh_arena_destroy(arena);
    }
}

PROTECTED_TEST(test_none) {
    static const char *const none[] = {"exp(-s^2)", "sin(s)/s", "1/(s^2 + w)", "sin(s^2)", "1/cos(s)", "abs(s)",
                                       "s^w", "log(s)"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_pool *pool = nh_pool_create(context);
        nh_expr symbols[] = {nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "s"),
                             nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "w")},
                e;
        nh_read_names names = nh_read_names_of(pool, arena, 2, symbols);
        assert_true(nh_expr_read(pool, none[i], strlen(none[i]), NULL, &names, &e));
        if (nh_antiderivative(pool, arena, e, symbols[0]) != NH_EXPR_UNDEFINED) fail_msg("%s: found", none[i]);
        nh_pool_destroy(pool);
        nh_arena_destroy(arena);
    }
}

PROTECTED_TEST(test_poles) {
    static const struct {
        const char *e, *poles; /* a product that is 0 at all of them */
        uint32_t count;
    } cases[] = {{"1/(s - 1)^2 + s", "s - 1", 1},     {"1/(2*s + 3) - 5/(w - s)^3", "(2*s + 3)*(w - s)", 2},
                 {"(s + 2)^(-2/3)", "1", 0},          {"(s + 2)^(-3/2)", "s + 2", 1},
                 {"1/(s^2 + s + 1) + 1/w^2", "1", 0}, {"1/s + 1/s^2", "s", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_pool *pool = nh_pool_create(context);
        nh_expr symbols[] = {nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "s"),
                             nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "w")};
        nh_read_names names = nh_read_names_of(pool, arena, 2, symbols);
        nh_expr e, wanted;
        assert_true(nh_expr_read(pool, cases[i].e, strlen(cases[i].e), NULL, &names, &e));
        assert_true(nh_expr_read(pool, cases[i].poles, strlen(cases[i].poles), NULL, &names, &wanted));
        assert_true(nh_antiderivative(pool, arena, e, symbols[0]) != NH_EXPR_UNDEFINED);
        nh_exprs poles = nh_antiderivative_poles(pool, arena, e, symbols[0]);
        nh_expr product = NH_EXPR_ONE;
        for (size_t k = 0; k < poles.count; k++) product = nh_expr_mul(pool, product, poles.items[k]);
        bool is_same = nh_expr_is_number(pool, nh_expr_div(pool, product, wanted));
        if (poles.count != cases[i].count || !is_same) fail_msg("%s: %zu poles", cases[i].e, poles.count);
        nh_pool_destroy(pool);
        nh_arena_destroy(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_none),
                                       cmocka_unit_test(test_poles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
