/* Arenas: single promises one by one, then random programs of operations against a model that knows
 * what each block holds. */
#include "base/arena.h"

#include <string.h>

#include "support.h"

#include "base/array.h"
#include "base/context.h"

/* The allocator of a test, and a context on it. */
static nh_context *counted_context(test_memory *memory) {
    nh_context_def def = test_memory_def(memory);
    nh_context *context = NULL;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

static bool holds_only(const void *block, size_t size, int byte) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != byte) return false;
    return true;
}

PROTECTED_TEST(alignment) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < test_count(2000); i++) {
        size_t align = (size_t)1 << nh_random_below(&random, 13), size = nh_random_below(&random, 600);
        char *block = nh_arena_alloc_aligned(arena, size, align);
        assert_int_equal((uintptr_t)block % align, 0);
        assert_int_equal((uintptr_t)block % 16, 0);
        memset(block, 1, size);
        assert_int_equal((uintptr_t)nh_arena_alloc(arena, nh_random_below(&random, 40)) % 16, 0);
    }
    char *page = nh_arena_alloc_aligned(arena, 10000000, 4096);
    assert_int_equal((uintptr_t)page % 4096, 0);
    page[9999999] = 1;
}

/* A block without bytes is still a block: another one never takes over its place in a resize. */
PROTECTED_TEST(zero_sizes) {
    nh_arena *arena = nh_arena_create(context);
    char *empty = nh_arena_alloc(arena, 0);
    char *next = nh_arena_alloc(arena, 32);
    assert_non_null(empty);
    memset(next, 7, 32);
    char *grown = nh_arena_resize(arena, empty, 0, 64);
    memset(grown, 8, 64);
    assert_true(holds_only(next, 32, 7));
    char *cut = nh_arena_alloc(arena, 16);
    cut = nh_arena_resize(arena, cut, 16, 0);
    char *behind = nh_arena_alloc(arena, 16);
    memset(behind, 9, 16);
    cut = nh_arena_resize(arena, cut, 0, 16);
    memset(cut, 10, 16);
    assert_true(holds_only(behind, 16, 9));
    assert_non_null(nh_arena_alloc_zero(arena, 0, SIZE_MAX));
    assert_non_null(nh_arena_alloc_zero(arena, SIZE_MAX, 0));
    assert_non_null(nh_arena_resize(arena, NULL, 0, 0));
    assert_string_equal(nh_arena_text(arena, NULL, 0), "");
    nh_arena_mark mark = nh_arena_mark_here(arena);
    for (int i = 0; i < 10000; i++) assert_non_null(nh_arena_alloc(arena, 0));
    nh_arena_release(arena, mark);
}

PROTECTED_TEST(texts) {
    nh_arena *arena = nh_arena_create(context);
    const char bytes[] = {'a', '\0', 'b', '\0', '\0', 'c'};
    char *copy = nh_arena_text(arena, bytes, sizeof bytes);
    assert_memory_equal(copy, bytes, sizeof bytes);
    assert_int_equal(copy[sizeof bytes], 0);
    assert_string_equal(nh_arena_text(arena, "abcdef", 3), "abc");
    assert_memory_equal(copy, bytes, sizeof bytes);
}

/* Zeroed memory is zero where the arena had something else before. */
PROTECTED_TEST(zeroed) {
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 20; i++) {
        nh_arena_mark mark = nh_arena_mark_here(arena);
        size_t size = (size_t)1 << i;
        assert_true(holds_only(nh_arena_alloc_zero(arena, size, 1), size, 0));
        memset(nh_arena_alloc(arena, size), 0xff, size);
        nh_arena_release(arena, mark);
        mark = nh_arena_mark_here(arena);
        assert_true(holds_only(nh_arena_alloc_zero(arena, 2, size), 2 * size, 0));
        memset(nh_arena_alloc(arena, 3 * size), 0xff, 3 * size);
        nh_arena_release(arena, mark);
    }
    const double *numbers = NH_NEW_ARRAY(arena, double, 100);
    for (int i = 0; i < 100; i++) assert_true(numbers[i] == 0);
}

static void ask_too_much(nh_context *context, void *argument) {
    nh_arena *arena = nh_arena_create(context);
    size_t capacity = 8;
    switch (*(int *)argument) {
        case 0: nh_arena_alloc(arena, SIZE_MAX); break;
        case 1: nh_arena_alloc(arena, SIZE_MAX - 40); break;
        case 2: nh_arena_alloc_aligned(arena, SIZE_MAX - 3000, 4096); break;
        case 3: nh_arena_alloc_zero(arena, SIZE_MAX / 2 + 1, 2); break; /* the product is 0 */
        case 4: nh_arena_alloc_zero(arena, (size_t)1 << 33, ((size_t)1 << 31) + 1); break;
        case 5: nh_arena_text(arena, "", SIZE_MAX); break;
        case 6: nh_arena_text(arena, "", SIZE_MAX - 1); break;
        case 7: nh_arena_resize(arena, nh_arena_alloc(arena, 16), 16, SIZE_MAX - 8); break;
        case 8: nh_array_grow(arena, nh_arena_alloc(arena, 64), 8, 8, SIZE_MAX - 7, &capacity); break;
        case 9: nh_array_grow(arena, nh_arena_alloc(arena, 64), 8, 8, SIZE_MAX / 8, &capacity); break;
        default: nh_arena_alloc(arena, (size_t)1 << 40); break;
    }
}

static void sizes_that_overflow(void **state) {
    (void)state;
    nh_context *context = test_context();
    size_t before = nh_context_memory(context);
    for (int which = 0; which <= 10; which++) {
        assert_string_equal(nh_status_name(test_protect(context, ask_too_much, &which)), "NH_E_LIMIT");
        assert_string_equal(test_last_code(context), "memory-limit");
        assert_int_equal(nh_context_memory(context), before);
        nh_context_clear_diags(context);
    }
    nh_context_destroy(context);
}

PROTECTED_TEST(resize_in_place) {
    nh_arena *arena = nh_arena_create(context);
    char *first = nh_arena_alloc(arena, 100);
    memset(first, 1, 100);
    char *newest = nh_arena_alloc(arena, 10);
    memset(newest, 2, 10);
    assert_ptr_equal(nh_arena_resize(arena, newest, 10, 500), newest);
    memset(newest, 2, 500);
    assert_ptr_equal(nh_arena_resize(arena, newest, 500, 20), newest);
    char *behind = nh_arena_alloc(arena, 16); /* where the cut part was */
    assert_true(behind >= newest + 20 && behind <= newest + 500);
    memset(behind, 3, 16);
    char *moved = nh_arena_resize(arena, first, 100, 200);
    assert_ptr_not_equal(moved, first);
    assert_true(holds_only(moved, 100, 1));
    memset(moved, 4, 200);
    assert_true(holds_only(newest, 20, 2) && holds_only(behind, 16, 3));
}

/* A newest block that its chunk has no room for moves with what it holds; by doubling it gets there in few chunks. */
PROTECTED_TEST(resize_moved) {
    nh_arena *arena = nh_arena_create(context);
    size_t size = 1;
    unsigned char *block = nh_arena_alloc(arena, size);
    block[0] = 5;
    for (; size < 5000000; size *= 2) {
        block = nh_arena_resize(arena, block, size, 2 * size);
        assert_true(holds_only(block, size, 5));
        memset(block, 5, 2 * size);
    }
    assert_true(nh_context_memory(context) < 5 * size);
    unsigned char *other = nh_arena_alloc(arena, 10);
    memset(other, 6, 10);
    block = nh_arena_resize(arena, block, size, 3); /* not the newest: a copy of what fits */
    assert_true(holds_only(block, 3, 5));
    assert_true(holds_only(other, 10, 6));
}

/* A block that is resized after a mark belongs after the mark; its neighbours before the mark do not notice. */
PROTECTED_TEST(resize_behind_mark) {
    nh_arena *arena = nh_arena_create(context);
    char *kept = nh_arena_alloc(arena, 64), *cut = nh_arena_alloc(arena, 100);
    memset(kept, 1, 64);
    memset(cut, 2, 100);
    nh_arena_mark mark = nh_arena_mark_here(arena);
    cut = nh_arena_resize(arena, cut, 100, 10);
    assert_true(holds_only(cut, 10, 2));
    nh_arena_release(arena, mark);
    assert_true(holds_only(kept, 64, 1));
    char *next = nh_arena_alloc(arena, 200), *last = nh_arena_alloc(arena, 200);
    memset(next, 3, 200);
    mark = nh_arena_mark_here(arena);
    char *larger = nh_arena_resize(arena, last, 200, 3000);
    memset(larger, 4, 3000);
    nh_arena_release(arena, mark);
    char *fresh = nh_arena_alloc(arena, 3000);
    memset(fresh, 5, 3000);
    assert_true(holds_only(kept, 64, 1) && holds_only(next, 200, 3));
}

static void marks_and_requests(nh_context *context, void *argument) {
    test_memory *memory = argument;
    nh_arena *arena = nh_arena_create(context);
    uint64_t warm = 0;
    for (int i = 0; i < 1000; i++) {
        nh_arena_mark outer = nh_arena_mark_here(arena);
        memset(nh_arena_alloc(arena, 3000), 1, 3000);
        nh_arena_mark inner = nh_arena_mark_here(arena);
        memset(nh_arena_alloc(arena, 5000), 2, 5000);
        nh_arena_release(arena, inner);
        memset(nh_arena_alloc(arena, 6000), 3, 6000);
        nh_arena_release(arena, outer);
        if (i == 10) warm = memory->calls;
    }
    assert_int_equal(memory->calls, warm);
    /* a chunk of extraordinary size is not kept */
    size_t before = memory->bytes;
    nh_arena_mark mark = nh_arena_mark_here(arena);
    nh_arena_alloc(arena, (size_t)3 << 20);
    assert_true(memory->bytes > before + ((size_t)3 << 20));
    nh_arena_release(arena, mark);
    assert_int_equal(memory->bytes, before);
    /* an ordinary one after it is, however large the one before it was */
    for (int i = 0; i < 10; i++) {
        mark = nh_arena_mark_here(arena);
        nh_arena_alloc(arena, 600000);
        nh_arena_alloc(arena, 400000);
        nh_arena_release(arena, mark);
        if (i == 2) warm = memory->calls;
    }
    assert_int_equal(memory->calls, warm);
    /* two are not kept */
    mark = nh_arena_mark_here(arena);
    for (int i = 0; i < 100; i++) nh_arena_alloc(arena, 100000);
    nh_arena_release(arena, mark);
    assert_true(memory->bytes <= before + (1 << 20)); /* the spare one */
}

static void spare_chunk(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    test_run(context, marks_and_requests, &memory);
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
}

static void small_blocks(nh_context *context, void *argument) {
    test_memory *memory = argument;
    nh_arena *arena = nh_arena_create(context);
    uint64_t before = memory->calls;
    size_t size = 0;
    for (; size < 1 << 20; size += 96) nh_arena_alloc(arena, 96);
    assert_true(memory->calls - before <= 10);
    for (; size < 10 << 20; size += 96) nh_arena_alloc(arena, 96);
    assert_true(memory->calls - before <= 25);
    assert_true(memory->bytes < 13 << 20);
}

static void few_chunks(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    test_run(context, small_blocks, &memory);
    nh_context_destroy(context);
}

/* What the cleanups of a test leave behind: their numbers in the order in which they ran. */
static int cleaned[64];
static int cleaned_count;
static int numbers[64];

static void note_cleanup(void *object) {
    assert_true(cleaned_count < 64);
    cleaned[cleaned_count++] = *(int *)object;
}

static void hang(nh_arena *arena, int number) {
    numbers[number] = number;
    nh_arena_on_release(arena, note_cleanup, &numbers[number]);
}

static void assert_cleaned(int count, const int *expected) {
    assert_int_equal(cleaned_count, count);
    for (int i = 0; i < count; i++) assert_int_equal(cleaned[i], expected[i]);
    cleaned_count = 0;
}

static void hang_some(nh_context *context, void *unused) {
    (void)unused;
    nh_arena *arena = nh_arena_create(context);
    hang(arena, 1);
    nh_arena_mark outer = nh_arena_mark_here(arena);
    hang(arena, 2);
    hang(arena, 3);
    nh_arena_alloc(arena, 100000);
    nh_arena_mark inner = nh_arena_mark_here(arena);
    hang(arena, 4);
    nh_arena_alloc(arena, 100000);
    hang(arena, 5);
    nh_arena_release(arena, inner);
    assert_cleaned(2, (int[]){5, 4});
    hang(arena, 6);
    nh_arena_release(arena, outer);
    assert_cleaned(3, (int[]){6, 3, 2});
    nh_arena_release(arena, outer);
    assert_cleaned(0, NULL);
    hang(arena, 7);
    nh_arena_destroy(arena);
    assert_cleaned(2, (int[]){7, 1});
    hang(nh_arena_create(context), 8);
    hang(nh_arena_create(context), 9);
    hang(nh_context_arena(context), 10);
}

static void cleanups(void **state) {
    (void)state;
    nh_context *context = test_context();
    cleaned_count = 0;
    test_run(context, hang_some, NULL);
    assert_int_equal(cleaned_count, 0);
    nh_context_destroy(context);
    assert_cleaned(3, (int[]){9, 8, 10});
}

/* Arenas that go in any order leave the list of the context whole, and give all their memory back. */
PROTECTED_TEST(any_order) {
    enum { COUNT = 12 };
    nh_random random = nh_random_make(test_seed(), 2);
    size_t before = nh_context_memory(context);
    for (int round = 0; round < test_count(200); round++) {
        nh_arena *arenas[COUNT];
        for (int i = 0; i < COUNT; i++) {
            arenas[i] = nh_arena_create(context);
            nh_arena_alloc(arenas[i], nh_random_below(&random, 10000));
            assert_ptr_equal(nh_arena_context(arenas[i]), context);
            if (i > 0) assert_true(nh_arena_serial(arenas[i]) > nh_arena_serial(arenas[i - 1]));
        }
        for (int left = COUNT; left > 0; left--) {
            uint64_t which = nh_random_below(&random, (uint64_t)left);
            nh_arena_destroy(arenas[which]);
            arenas[which] = arenas[left - 1];
        }
        assert_int_equal(nh_context_memory(context), before);
    }
    nh_arena_destroy(NULL);
    nh_arena_destroy(nh_arena_create(context));
    for (int i = 0; i < 5; i++) nh_arena_create(context); /* left to the context */
}

PROTECTED_TEST(arrays) {
    NH_ARRAY(uint64_t) array = {.arena = nh_arena_create(context)};
    for (uint64_t i = 0; i < 20000; i++) nh_array_push(&array, i * i);
    assert_int_equal(array.count, 20000);
    for (uint64_t i = 0; i < 20000; i++) assert_int_equal(array.items[i], i * i);
    nh_array_reserve(&array, 100000);
    assert_true(array.capacity >= 120000);
    const uint64_t *place = array.items;
    for (int i = 0; i < 100000; i++) nh_array_push(&array, array.items[0]);
    assert_ptr_equal(place, array.items);
    while (array.count < array.capacity) nh_array_push(&array, 1);
    nh_array_push(&array, array.items[19999]); /* the item may be one that moves */
    assert_int_equal(array.items[array.count - 1], (uint64_t)19999 * 19999);
}

/* The model: blocks with what fills them, levels of marks, cleanups that are due. */
enum { BLOCKS = 256, LEVELS = 16, CLEANUPS = 256 };

typedef struct program {
    nh_arena *arena;
    nh_random random;
    struct {
        unsigned char *place; /* NULL: moved away */
        size_t size;
        int fill;
    } blocks[BLOCKS];
    int count;
    struct {
        nh_arena_mark mark;
        int blocks, cleanups;
    } levels[LEVELS];
    int depth;
    int cleanups;
} program;

static int due; /* cleanups that are registered and did not run, numbered from 0 */
static int cleanup_numbers[CLEANUPS];

static void check_cleanup(void *object) {
    assert_int_equal(*(int *)object, --due);
}

static size_t random_length(nh_random *random) {
    return nh_random_below(random, (uint64_t)1 << nh_random_below(random, 15));
}

static void check_blocks(const program *p) {
    for (int i = 0; i < p->count; i++) {
        assert_true(holds_only(p->blocks[i].place, p->blocks[i].size, p->blocks[i].fill));
        for (int j = 0; j < i; j++) {
            const unsigned char *a = p->blocks[i].place, *b = p->blocks[j].place;
            assert_true(a == NULL || b == NULL || a + p->blocks[i].size <= b || b + p->blocks[j].size <= a);
        }
    }
}

static void enter_block(program *p, unsigned char *place, size_t size) {
    int fill = (int)nh_random_below(&p->random, 256);
    if (size > 0) memset(place, fill, size);
    p->blocks[p->count].place = place;
    p->blocks[p->count].size = size;
    p->blocks[p->count++].fill = fill;
}

static void allocate(program *p) {
    size_t size = random_length(&p->random);
    if (nh_random_below(&p->random, 2) == 0) {
        enter_block(p, nh_arena_alloc(p->arena, size), size);
        return;
    }
    size_t align = (size_t)1 << nh_random_below(&p->random, 13);
    unsigned char *place = nh_arena_alloc_aligned(p->arena, size, align);
    assert_int_equal((uintptr_t)place % align, 0);
    enter_block(p, place, size);
}

/* Often the newest, since that is the one which may stay in place. */
static void resize(program *p) {
    if (p->count == 0) return;
    int which =
        nh_random_below(&p->random, 2) == 0 ? p->count - 1 : (int)nh_random_below(&p->random, (uint64_t)p->count);
    unsigned char *old = p->blocks[which].place;
    if (old == NULL) return;
    size_t size = random_length(&p->random), old_size = p->blocks[which].size;
    unsigned char *place = nh_arena_resize(p->arena, old, old_size, size);
    assert_true(holds_only(place, size < old_size ? size : old_size, p->blocks[which].fill));
    p->blocks[which].place = NULL;
    p->blocks[which].size = 0;
    enter_block(p, place, size);
}

static void mark(program *p) {
    if (p->depth == LEVELS) return;
    p->levels[p->depth].mark = nh_arena_mark_here(p->arena);
    p->levels[p->depth].blocks = p->count;
    p->levels[p->depth++].cleanups = due;
}

static void release(program *p) {
    if (p->depth == 0) return;
    p->depth -= 1 + (int)nh_random_below(&p->random, (uint64_t)(p->depth < 3 ? p->depth : 3));
    nh_arena_release(p->arena, p->levels[p->depth].mark);
    assert_int_equal(due, p->levels[p->depth].cleanups);
    p->count = p->levels[p->depth].blocks;
}

static void add_cleanup(program *p) {
    if (due == CLEANUPS) return;
    cleanup_numbers[due] = due;
    nh_arena_on_release(p->arena, check_cleanup, &cleanup_numbers[due]);
    due++;
}

static void run_program(nh_context *context, nh_random *random) {
    program p = {.arena = nh_arena_create(context), .random = *random};
    size_t before = nh_context_memory(context);
    due = 0;
    for (int step = 0; step < 400 && p.count < BLOCKS; step++) {
        uint64_t dice = nh_random_below(&p.random, 20);
        if (dice < 8) allocate(&p);
        else if (dice < 13) resize(&p);
        else if (dice < 15) add_cleanup(&p);
        else if (dice < 18) mark(&p);
        else release(&p);
        if (step % 16 == 0) check_blocks(&p);
    }
    check_blocks(&p);
    *random = p.random;
    nh_arena_destroy(p.arena);
    assert_int_equal(due, 0);
    assert_true(nh_context_memory(context) < before);
}

PROTECTED_TEST(random_programs) {
    nh_random random = nh_random_make(test_seed(), 3);
    size_t before = nh_context_memory(context);
    for (int i = 0; i < test_count(150); i++) run_program(context, &random);
    assert_int_equal(nh_context_memory(context), before);
}

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>

/* Under AddressSanitizer one may touch what was handed out and nothing else. */
PROTECTED_TEST(poison) {
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 3000; i += 7) {
        size_t size = (size_t)i;
        nh_arena_mark mark = nh_arena_mark_here(arena);
        char *block = nh_arena_alloc(arena, size), *next = nh_arena_alloc(arena, 5);
        assert_null(__asan_region_is_poisoned(block, size));
        assert_true(__asan_address_is_poisoned(block + size));
        assert_true(__asan_address_is_poisoned(block - 1));
        assert_true(__asan_address_is_poisoned(next + 5));
        next = nh_arena_resize(arena, next, 5, 3);
        assert_true(__asan_address_is_poisoned(next + 3));
        char *moved = nh_arena_resize(arena, block, size, 3000);
        assert_null(__asan_region_is_poisoned(moved, 3000));
        if (size > 0) assert_true(__asan_address_is_poisoned(block));
        nh_arena_release(arena, mark);
        assert_true(__asan_address_is_poisoned(next));
        assert_true(__asan_address_is_poisoned(moved) && __asan_address_is_poisoned(moved + 2999));
    }
}
#else
static void poison(void **state) {
    (void)state;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alignment),
        cmocka_unit_test(zero_sizes),
        cmocka_unit_test(texts),
        cmocka_unit_test(zeroed),
        cmocka_unit_test(sizes_that_overflow),
        cmocka_unit_test(resize_in_place),
        cmocka_unit_test(resize_moved),
        cmocka_unit_test(resize_behind_mark),
        cmocka_unit_test(spare_chunk),
        cmocka_unit_test(few_chunks),
        cmocka_unit_test(cleanups),
        cmocka_unit_test(any_order),
        cmocka_unit_test(arrays),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(poison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
