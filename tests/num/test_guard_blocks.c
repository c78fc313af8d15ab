/* The table of blocks of a guard against a model that keeps them in a list, with addresses that are likely to hurt. */
#include <string.h>

#include "base/context.h"
#include "base/hash.h"
#include "num/guard_private.h"

#include "support.h"

enum { MODEL_MAX = 600, POOL = 1200 };

/* The model: all blocks in a list. */
typedef struct model {
    nh_block blocks[MODEL_MAX];
    size_t count;
} model;

static size_t model_find(const model *list, const void *place) {
    for (size_t i = 0; i < list->count; i++)
        if (list->blocks[i].place == place) return i;
    return list->count;
}

/* The address is never followed: these tests only add and take. */
static void *fake_place(uint64_t number) {
    return (void *)(uintptr_t)number;
}

/* An address whose home in a table of the given capacity lies among the four slots around its end. */
static void *place_at_end(nh_random *random, size_t capacity) {
    for (;;) {
        uint64_t number = nh_random_u64(random);
        size_t home = (size_t)nh_hash_u64(number) & (capacity - 1);
        if (number != 0 && (home >= capacity - 2 || home < 2)) return fake_place(number);
    }
}

typedef enum kind { RANDOM, PACKED, PAGES, HIGH_BITS, CLUSTER, LARGER_CLUSTER, KINDS } kind;

static void *make_place(nh_random *random, kind which, uint64_t i) {
    switch (which) {
        case PACKED: return fake_place(UINT64_C(0x7f0000000000) + 16 * i);
        case PAGES: return fake_place(4096 * (i + 1));
        case HIGH_BITS: return fake_place((i + 1) << 48);
        case CLUSTER: return place_at_end(random, 256);
        case LARGER_CLUSTER: return place_at_end(random, 1024);
        default: return fake_place(nh_random_u64(random) | 1);
    }
}

static void add(nh_context *context, nh_blocks *blocks, model *list, void *place, size_t size) {
    if (list->count == MODEL_MAX || model_find(list, place) < list->count) return;
    assert_int_equal(nh_blocks_reserve(blocks, 1, context), NH_OK);
    nh_blocks_add(blocks, place, size);
    list->blocks[list->count++] = (nh_block){place, size};
}

/* Takes the place from both, whether it is there or not. */
static void take(nh_blocks *blocks, model *list, const void *place) {
    size_t size = 12345, at = model_find(list, place);
    bool found = nh_blocks_take(blocks, place, &size);
    assert_int_equal(found, at < list->count);
    if (!found) return;
    assert_int_equal(size, list->blocks[at].size);
    list->blocks[at] = list->blocks[--list->count];
}

static void check_shape(const nh_blocks *blocks, const model *list) {
    assert_int_equal(blocks->count, list->count);
    assert_true(2 * blocks->count <= blocks->capacity);
    assert_int_equal(blocks->capacity & (blocks->capacity - 1), 0);
    size_t used = 0;
    for (size_t i = 0; i < blocks->capacity; i++) used += blocks->entries[i].place != NULL;
    assert_int_equal(used, list->count);
}

/* Random adds and takes, more of the one or the other in turn, so that the table fills and empties. */
static void run_kind(nh_context *context, nh_random *random, kind which) {
    static void *pool[POOL];
    static model list;
    nh_blocks blocks = {0};
    list.count = 0;
    for (uint64_t i = 0; i < POOL; i++) pool[i] = make_place(random, which, i);
    for (int step = 0; step < 8000; step++) {
        void *place = pool[nh_random_below(random, POOL)];
        uint64_t share = (step / 1000) % 2 == 0 ? 7 : 2;
        if (nh_random_below(random, 10) < share) add(context, &blocks, &list, place, (size_t)nh_random_u64(random));
        else take(&blocks, &list, place);
        if (step % 500 == 0) check_shape(&blocks, &list);
    }
    while (list.count > 0) take(&blocks, &list, list.blocks[nh_random_below(random, list.count)].place);
    check_shape(&blocks, &list);
    for (size_t i = 0; i < POOL; i++) take(&blocks, &list, pool[i]);
    nh_blocks_free(&blocks, context);
}

static void run_kinds(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 1);
    (void)argument;
    for (int round = 0; round < test_count(3); round++)
        for (kind which = RANDOM; which < KINDS; which++) run_kind(context, &random, which);
}

static void test_model(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, run_kinds, NULL);
    nh_context_destroy(context);
}

static void test_empty(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_blocks blocks = {0};
    size_t size = 7;
    assert_false(nh_blocks_take(&blocks, &size, &size));
    assert_false(nh_blocks_take(&blocks, NULL, &size));
    assert_int_equal(nh_blocks_reserve(&blocks, 1, context), NH_OK);
    assert_false(nh_blocks_take(&blocks, &size, &size));
    assert_false(nh_blocks_take(&blocks, NULL, &size)); /* an empty entry is no block */
    assert_int_equal(blocks.count, 0);
    assert_int_equal(size, 7);
    nh_blocks_free(&blocks, context);
    assert_null(blocks.entries);
    nh_blocks_free(&blocks, context);
    nh_context_destroy(context);
}

/* Real memory: what is left in the table is given back with the sizes that it was taken with. */
static void test_giving_back(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_def def = test_memory_def(&memory);
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    nh_random random = nh_random_make(test_seed(), 2);
    size_t held = memory.blocks;
    for (int round = 0; round < test_count(20); round++) {
        nh_blocks blocks = {0};
        uint64_t count = nh_random_below(&random, 1000);
        for (uint64_t i = 0; i < count; i++) {
            size_t size = 1 + (size_t)nh_random_below(&random, 200);
            assert_int_equal(nh_blocks_reserve(&blocks, 1, context), NH_OK);
            nh_blocks_add(&blocks, nh_context_resize(context, NULL, 0, size, NULL), size);
        }
        nh_blocks_free(&blocks, context);
        assert_int_equal(memory.blocks, held);
    }
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
}

/* A table that cannot grow says why and stays as it was. */
static void test_no_memory(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_def def = test_memory_def(&memory);
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    nh_blocks blocks = {0};
    memory.fail_at = memory.calls + 1;
    assert_int_equal(nh_blocks_reserve(&blocks, 1, context), NH_E_MEMORY);
    assert_int_equal(blocks.capacity, 0);
    uint64_t number = 0;
    do {
        assert_int_equal(nh_blocks_reserve(&blocks, 1, context), NH_OK);
        number++;
        nh_blocks_add(&blocks, fake_place(16 * number), (size_t)number);
    } while (2 * (blocks.count + 1) <= blocks.capacity);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(nh_blocks_reserve(&blocks, 1, context), NH_E_MEMORY);
    assert_int_equal(blocks.count, number);
    for (; number > 0; number--) {
        size_t size = 0;
        assert_true(nh_blocks_take(&blocks, fake_place(16 * number), &size));
        assert_int_equal(size, number);
    }
    nh_blocks_free(&blocks, context);
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
}

static void reserve_beyond_limit(nh_context *context, void *argument) {
    *(nh_status *)argument = nh_blocks_reserve(&(nh_blocks){0}, 1, context);
}

static void test_limit(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    size_t used = nh_context_memory(context);
    nh_context_destroy(context);
    def.limits.memory = used + 64;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    nh_status status = NH_OK;
    test_run(context, reserve_beyond_limit, &status);
    assert_int_equal(status, NH_E_LIMIT);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model),     cmocka_unit_test(test_empty), cmocka_unit_test(test_giving_back),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
