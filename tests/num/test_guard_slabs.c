/* The small blocks of a worker against a list of them: every block is where no other is, keeps its bytes, and is known
 * until it is given back; the memory goes back to the context. */
#include <string.h>

#include "base/context.h"
#include "num/guard_private.h"

#include "inside.h"

enum { LIVE_MAX = 20000 };

typedef struct live_block {
    unsigned char *place;
    size_t size; /* that was requested */
} live_block;

typedef struct trial {
    nh_context *context;
    nh_random random;
    nh_slabs slabs;
    live_block blocks[LIVE_MAX];
    size_t count;
} trial;

/* The bytes of a block come from its place, so that blocks that overlap spoil each other. */
static unsigned char byte_of(const live_block *block) {
    return (unsigned char)(((uintptr_t)block->place >> 4) * 37 + block->size);
}

static void take_one(trial *t, size_t size) {
    nh_status why = NH_OK;
    live_block block = {nh_slabs_take(&t->slabs, t->context, size, &why), size};
    assert_non_null(block.place);
    assert_int_equal((uintptr_t)block.place % 16, 0);
    assert_in_range(nh_slabs_size(&t->slabs, block.place), size, size + 15);
    memset(block.place, byte_of(&block), size);
    t->blocks[t->count++] = block;
}

static void give_one(trial *t, size_t i) {
    live_block block = t->blocks[i];
    for (size_t k = 0; k < block.size; k++) assert_int_equal(block.place[k], byte_of(&block));
    t->blocks[i] = t->blocks[--t->count];
    nh_slabs_give(&t->slabs, t->context, block.place);
}

/* Sizes of one kind for a while, so that slabs change from size to size. */
static size_t random_size(trial *t, int phase) {
    if (phase % 3 == 0) return 1 + nh_random_below(&t->random, NH_SMALL_BLOCK);
    return (size_t)(1 + (phase * 97) % (NH_SMALL_BLOCK - 8)) + nh_random_below(&t->random, 9);
}

static void run_phase(trial *t, int phase) {
    uint64_t share = phase % 2 == 0 ? 80 : 20; /* of requests, in a hundred: the slabs fill and empty */
    for (int step = 0; step < 12000; step++) {
        bool more = nh_random_below(&t->random, 100) < share;
        if (more && t->count < LIVE_MAX) take_one(t, random_size(t, phase));
        else if (t->count > 0) give_one(t, nh_random_below(&t->random, t->count));
    }
}

static void test_blocks(void **state) {
    (void)state;
    static trial t;
    test_memory memory = {0};
    t = (trial){.context = context_of(test_memory_def(&memory)), .random = nh_random_make(test_seed(), 1)};
    size_t held = memory.bytes, most = 0;
    for (int phase = 0; phase < test_count(12); phase++) {
        run_phase(&t, phase);
        if (memory.bytes > most) most = memory.bytes;
    }
    while (t.count > 0) give_one(&t, t.count - 1);
    assert_true(most > held + (4u << 20));
    assert_true(memory.bytes < held + (1u << 19)); /* one group is kept, and the table of slabs */
    nh_slabs_free(&t.slabs, t.context);
    assert_int_equal(memory.bytes, held);
    nh_context_destroy(t.context);
    assert_int_equal(memory.blocks, 0);
}

/* Every second block of full slabs is given back and taken again. */
static void test_reuse(void **state) {
    (void)state;
    enum { MANY = 20000 };
    static void *blocks[MANY];
    test_memory memory = {0};
    nh_context *context = context_of(test_memory_def(&memory));
    nh_slabs slabs = {0};
    nh_status why = NH_OK;
    for (int i = 0; i < MANY; i++) blocks[i] = nh_slabs_take(&slabs, context, 48, &why);
    size_t held = memory.bytes;
    for (int i = 0; i < MANY; i += 2) nh_slabs_give(&slabs, context, blocks[i]);
    for (int i = 0; i < MANY; i += 2) assert_non_null(nh_slabs_take(&slabs, context, 40, &why));
    assert_int_equal(memory.bytes, held);
    nh_slabs_free(&slabs, context);
    nh_context_destroy(context);
}

/* Addresses of others are not taken for blocks, and nothing is read there. */
static void test_strangers(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_slabs slabs = {0};
    nh_status why = NH_OK;
    int local = 0;
    assert_int_equal(nh_slabs_size(&slabs, &local), 0);
    char *block = nh_slabs_take(&slabs, context, 100, &why);
    assert_int_equal(nh_slabs_size(&slabs, block), 112);
    assert_int_equal(nh_slabs_size(&slabs, &local), 0);
    assert_int_equal(nh_slabs_size(&slabs, NULL), 0);
    assert_int_equal(nh_slabs_size(&slabs, (void *)(uintptr_t)64), 0);
    assert_int_equal(nh_slabs_size(&slabs, block - ((ptrdiff_t)1 << 20)), 0);
    assert_int_equal(nh_slabs_size(&slabs, block + ((ptrdiff_t)1 << 20)), 0);
    nh_slabs_give(&slabs, context, block);
    assert_int_equal(nh_slabs_size(&slabs, block), 0); /* its slab is empty */
    assert_non_null(nh_slabs_take(&slabs, context, 100, &why));
    nh_slabs_free(&slabs, context); /* with a block that was not given back */
    nh_context_destroy(context);
}

/* Without memory nothing changes, and later there may be some. */
static void test_no_memory(void **state) {
    (void)state;
    for (uint64_t at = 1; at <= 2; at++) { /* for the table, for the slabs */
        test_memory memory = {0};
        nh_context *context = context_of(test_memory_def(&memory));
        nh_slabs slabs = {0};
        nh_status why = NH_OK;
        memory.fail_at = memory.calls + at;
        assert_null(nh_slabs_take(&slabs, context, 40, &why));
        assert_int_equal(why, NH_E_MEMORY);
        assert_non_null(nh_slabs_take(&slabs, context, 40, &why));
        nh_slabs_free(&slabs, context);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
    }
}

static bool keeps_bytes(size_t from, size_t to) {
    size_t kept = from < to ? from : to;
    unsigned char *block = flint_malloc(from);
    bool right = true;
    memset(block, 7, from);
    block = flint_realloc(block, to);
    for (size_t i = 0; i < kept; i++) right &= block[i] == 7;
    memset(block, 9, to);
    flint_free(block);
    return right;
}

/* From every size to every other, across the border of small blocks. */
static void resize_blocks(nh_context *context, void *right) {
    static const size_t sizes[] = {1, 15, 16, 17, 200, 511, 512, 513, 1000, 20000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    (void)context;
    *(bool *)right = true;
    for (size_t i = 0; i < SIZES; i++)
        for (size_t j = 0; j < SIZES; j++) *(bool *)right &= keeps_bytes(sizes[i], sizes[j]);
}

static void test_resize(void **state) {
    (void)state;
    bool right = false;
    nh_context *plain = test_context();
    assert_true(nh_context_is_plain(plain));
    test_run(plain, go_inside, &(inside){resize_blocks, &right});
    assert_true(right);
    nh_context_destroy(plain);
    test_memory memory = {0};
    nh_context *watched = context_of(test_memory_def(&memory));
    assert_false(nh_context_is_plain(watched));
    uint64_t calls = memory.calls;
    test_run(watched, go_inside, &(inside){resize_blocks, &right});
    assert_true(right);
    assert_true(memory.calls - calls >= 200); /* whoever brings an allocator sees every request */
    nh_context_destroy(watched);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),    cmocka_unit_test(test_reuse),  cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_resize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
