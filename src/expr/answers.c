/* Answers that are remembered: a table by question and expression, in the memory of the pool. */
#include "expr/answers.h"

#include <string.h>

#include "base/limits.h"
#include "expr/pool_private.h"

static uint64_t key_of(nh_question question, nh_expr e) {
    return (uint64_t)question << 32 | e;
}

const nh_answer *nh_answer_find(nh_pool *pool, nh_question question, nh_expr e) {
    NH_ASSERT(e < pool->nodes.count);
    const uint64_t *place = nh_map_get(&pool->answer_place, key_of(question, e));
    if (place == NULL) return NULL;
    const nh_answer *answer = &pool->answers.items[*place];
    nh_tick(pool->context, answer->work);
    return answer;
}

uint64_t nh_answer_begin(const nh_pool *pool) {
    return ((const nh_pulse *)pool->context)->work;
}

const nh_answer *nh_answer_keep(nh_pool *pool, nh_question question, nh_expr e, uint64_t begun, size_t count,
                                const nh_expr *items) {
    uint64_t now = nh_answer_begin(pool);
    NH_ASSERT(e < pool->nodes.count && begun <= now);
    nh_expr *copy = NH_NEW_ARRAY(pool->arena, nh_expr, count + 1);
    if (count > 0) memcpy(copy, items, count * sizeof *copy);
    nh_array_push(&pool->answers, ((nh_answer){now - begun, count, copy}));
    nh_map_put(&pool->answer_place, key_of(question, e), pool->answers.count - 1);
    return &pool->answers.items[pool->answers.count - 1];
}
