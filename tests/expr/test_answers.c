/* Answers that the pool remembers: they come back for their question and expression alone, and their work counts. */
#include "expr/answers.h"

#include "base/limits.h"
#include "random_expr.h"

PROTECTED_TEST(test_answers_come_back) {
    enum { COUNT = 500 }; /* so that the tables grow */
    nh_pool *pool = nh_pool_create(context);
    nh_expr e[COUNT];
    for (int64_t i = 0; i < COUNT; i++) {
        e[i] = nh_expr_int(pool, i + 100);
        assert_null(nh_answer_find(pool, NH_ASKED_TIDY, e[i]));
        uint64_t begun = nh_answer_begin(pool);
        nh_tick(context, (uint64_t)i);
        nh_expr items[2] = {e[i], e[0]};
        const nh_answer *kept = nh_answer_keep(pool, NH_ASKED_TIDY, e[i], begun, (size_t)(i % 3), items);
        assert_int_equal(kept->count, i % 3);
    }
    for (int64_t i = 0; i < COUNT; i++) {
        uint64_t before = nh_answer_begin(pool);
        const nh_answer *found = nh_answer_find(pool, NH_ASKED_TIDY, e[i]);
        assert_non_null(found);
        assert_int_equal(found->count, i % 3);
        if (i % 3 > 0) assert_int_equal(found->items[0], e[i]);
        if (i % 3 > 1) assert_int_equal(found->items[1], e[0]);
        assert_int_equal(nh_answer_begin(pool) - before, i); /* as if it were found once more */
        assert_null(nh_answer_find(pool, NH_ASKED_READABLE, e[i]));
    }
    nh_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
