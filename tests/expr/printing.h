/* What the tests of the printers share: random expressions in the words of the vocabulary. */
#ifndef NH_TESTS_PRINTING_H
#define NH_TESTS_PRINTING_H

#include "expr/calculus/calculus.h"
#include "random_expr.h"
#include "vocabulary.h"

/* Every kind of expression, with symbols of every role, all of different names. */
static inline random_exprs printing_generator(vocabulary *v, uint64_t stream) {
    static const char *const leaves[] = {"x", "y",           "theta", "x[2]", "u[2][3]'", "m",  "a",  "R",
                                         "t", "lambda.roll", "eta1",  "F1",   "F2",       "x'", "y'", "x''"};
    nh_pool *pool = v->pool;
    nh_context *context = nh_pool_context(pool);
    random_exprs g = random_exprs_begin(pool, stream);
    g.symbol_count = 0;
    for (size_t i = 0; i < RANDOM_SYMBOLS_MAX; i++) {
        nh_expr e = NH_EXPR_ZERO;
        vocabulary_read(v, leaves[i], &e);
        g.symbols[g.symbol_count++] = e;
    }
    nh_expr theta = g.symbols[2], *last = &g.symbols[RANDOM_SYMBOLS_MAX - 1];
    if (stream % 2 == 0) *last = nh_expr_diff(pool, nh_expr_diff(pool, g.symbols[11], theta), g.symbols[0]);
    nh_expr one = nh_expr_function(pool, nh_name_of_text(context, "f"), 1);
    nh_expr two = nh_expr_function(pool, nh_name_of_text(context, "G"), 2);
    g.functions[0] = one;
    g.functions[1] = nh_expr_function_derivative(pool, one, 0);
    g.functions[2] = two;
    g.functions[3] = nh_expr_function_derivative(pool, nh_expr_function_derivative(pool, two, 1), 0);
    g.function_count = 4;
    return g;
}

#endif
