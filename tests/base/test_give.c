/* Large blocks that are given back before their arena is: by growing arrays and tables, and never where a mark could name them. */
#include "support.h"

#include <string.h>

#include "base/array.h"
#include "base/diag.h"
#include "base/map.h"

enum { MEGABYTE = 1 << 20 };

static nh_context *counted_context(test_memory *memory) {
    nh_context_def def = test_memory_def(memory);
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

/* Runs the body in a context whose memory is counted, and wants all of it back. */
static void run_counted(test_body body) {
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    test_run(context, body, &memory);
    nh_context_destroy(context);
    assert_int_equal(memory.bytes, 0);
}

/* An array of 8 MB that grew by doubling holds no more than itself, and never held more than itself and its half. */
static void array_body(nh_context *context, void *argument) {
    const test_memory *memory = argument;
    size_t before = memory->bytes;
    NH_ARRAY(uint64_t) array = {.arena = nh_arena_create(context)};
    for (uint64_t i = 0; i < MEGABYTE; i++) nh_array_push(&array, i);
    for (uint64_t i = 0; i < MEGABYTE; i++) assert_int_equal(array.items[i], i);
    assert_true(memory->bytes - before < 8 * MEGABYTE + 3 * MEGABYTE);
    assert_true(memory->peak - before < 12 * MEGABYTE + 3 * MEGABYTE);
}

static void arrays_give_back(void **state) {
    (void)state;
    run_counted(array_body);
}

static void map_body(nh_context *context, void *argument) {
    const test_memory *memory = argument;
    size_t before = memory->bytes;
    nh_map map = nh_map_make(nh_arena_create(context));
    for (uint64_t i = 0; i < 300000; i++) nh_map_put(&map, i * i, i);
    for (uint64_t i = 0; i < 300000; i++) assert_int_equal(*nh_map_get(&map, i * i), i);
    assert_true(memory->bytes - before < map.capacity * 24 + 3 * MEGABYTE);
}

static void maps_give_back(void **state) {
    (void)state;
    run_counted(map_body);
}

static void mark_body(nh_context *context, void *argument) {
    const test_memory *memory = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_arena_alloc(arena, 100);
    char *first = nh_arena_alloc(arena, 2 * MEGABYTE);
    nh_arena_mark mark = nh_arena_mark_here(arena);
    char *second = nh_arena_alloc(arena, 3 * MEGABYTE);
    size_t before = memory->bytes;
    nh_arena_give(arena, first, 2 * MEGABYTE); /* the mark lies in its chunk */
    assert_int_equal(memory->bytes, before);
    nh_arena_give(arena, second, 3 * MEGABYTE);
    assert_true(memory->bytes < before - 2 * MEGABYTE);
    memset(nh_arena_alloc(arena, 5 * MEGABYTE), 1, 5 * MEGABYTE);
    nh_arena_release(arena, mark);
    memset(nh_arena_alloc(arena, 1000), 2, 1000);
    nh_arena_destroy(arena);
}

static void marks_stay(void **state) {
    (void)state;
    run_counted(mark_body);
}

/* A block that was cut and has neighbours in its chunk stays, and so do they. */
static void shared_body(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    char *large = nh_arena_alloc(arena, 4 * MEGABYTE);
    large = nh_arena_resize(arena, large, 4 * MEGABYTE, 2 * MEGABYTE);
    char *next = nh_arena_alloc(arena, 1000);
    memset(next, 'n', 1000);
    nh_arena_give(arena, large, 2 * MEGABYTE);
    memset(nh_arena_alloc(arena, 4 * MEGABYTE), 'o', 4 * MEGABYTE);
    for (int i = 0; i < 1000; i++) assert_int_equal(next[i], 'n');
    nh_arena_give(arena, NULL, 0);
}

static void shared_ones_stay(void **state) {
    (void)state;
    run_counted(shared_body);
}

/* ---- at random ---- */

enum { BLOCKS = 12 };

typedef struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char fill;
} block;

static void check_block(const block *b) {
    for (size_t i = 0; i < b->size; i += 4099) assert_int_equal(b->bytes[i], b->fill);
    if (b->size > 0) assert_int_equal(b->bytes[b->size - 1], b->fill);
}

static void random_body(nh_context *context, void *argument) {
    (void)argument;
    nh_random random = nh_random_make(test_seed(), 7);
    for (int round = test_count(20); round > 0; round--) {
        nh_arena *arena = nh_arena_create(context);
        block blocks[BLOCKS] = {{0}};
        for (int step = 0; step < 60; step++) {
            block *b = &blocks[nh_random_below(&random, BLOCKS)];
            size_t size = nh_random_below(&random, 4) > 0 ? nh_random_below(&random, 3 * MEGABYTE) : 100;
            nh_arena_mark mark = nh_arena_mark_here(nh_scratch(context));
            check_block(b);
            b->bytes = nh_arena_resize(arena, b->bytes, b->size, size);
            if (size > b->size) memset(b->bytes + b->size, b->fill, size - b->size);
            b->fill = (unsigned char)(b->size == 0 ? step : b->fill);
            memset(b->bytes, b->fill, b->size = size);
            memset(nh_arena_alloc(nh_scratch(context), size), 0, size);
            nh_arena_release(nh_scratch(context), mark);
            for (int i = 0; i < BLOCKS; i++) check_block(&blocks[i]);
        }
        nh_arena_destroy(arena);
    }
}

static void random_blocks(void **state) {
    (void)state;
    run_counted(random_body);
}

/* ---- errors are counted ---- */

static void failing_part(nh_context *context, void *argument) {
    (void)argument;
    nh_diag_add(context, &(nh_remark){.code = "a", .severity = NH_SEVERITY_ERROR}, "an error");
    nh_diag_add(context, &(nh_remark){.code = "b", .severity = NH_SEVERITY_WARNING}, "a warning");
    assert_int_equal(nh_diag_errors(context), 2);
    nh_raise(context, NH_E_LIMIT);
}

PROTECTED_TEST(errors_are_counted) {
    nh_diag_add(context, &(nh_remark){.code = "n", .severity = NH_SEVERITY_NOTE}, "a note");
    assert_int_equal(nh_diag_errors(context), 0);
    nh_diag_add(context, &(nh_remark){.code = "e", .severity = NH_SEVERITY_ERROR}, "an error");
    assert_int_equal(test_attempt(context, &(nh_budget){.work = 100}, failing_part, NULL), NH_E_LIMIT);
    assert_int_equal(nh_diag_errors(context), 1);
    assert_int_equal(nh_context_diag_count(context), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_give_back), cmocka_unit_test(maps_give_back), cmocka_unit_test(marks_stay),
        cmocka_unit_test(shared_ones_stay), cmocka_unit_test(random_blocks),  cmocka_unit_test(errors_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
