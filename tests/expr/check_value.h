/* Checks that an expression has the value that it should have, and counts how often that could be told. */
#ifndef NH_TESTS_CHECK_VALUE_H
#define NH_TESTS_CHECK_VALUE_H

#include "evaluate.h"
#include "support.h"

typedef struct value_checks {
    int tried, decided;
} value_checks;

/* Where `want` is known, e must have that value at the point: it may have more values than wanted, never fewer. */
static inline void check_value(value_checks *checks, nh_pool *pool, const char *what, nh_expr e, evaluated want,
                               const point *at) {
    evaluated got = evaluate(pool, e, at);
    checks->tried++;
    if (!is_known(want) || (!is_known(got) && !is_absent(got))) return;
    if (is_absent(got) || !is_near(want, got))
        fail_msg("%s at seed %llu: %.20Lg instead of %.20Lg (errors %.3Lg, %.3Lg)", what, (unsigned long long)at->seed,
                 got.value, want.value, got.error, want.error);
    checks->decided++;
}

/* At least this many of a hundred must have been decided, or the test says nothing. */
static inline void check_decided(const value_checks *checks, int percent) {
    assert_true(checks->tried > 0);
    if ((int64_t)checks->decided * 100 < (int64_t)checks->tried * percent)
        fail_msg("only %d of %d values could be compared", checks->decided, checks->tried);
}

#endif
