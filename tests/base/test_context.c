/* The context: what it is made from, its memory account, its diagnostics. */
#include "base/context.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/diag.h"
#include "base/text/name.h"

static nh_context *counted_context(test_memory *memory) {
    nh_context_def def = test_memory_def(memory);
    nh_context *context = NULL;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    return context;
}

/* ---- making one ---- */

static void assert_refused(const nh_context_def *def) {
    nh_context *context = (nh_context *)(void *)&def; /* anything but NULL */
    assert_int_equal(nh_context_create(def, &context), NH_E_USAGE);
    assert_null(context);
}

static void wrong_defs(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    assert_int_equal(nh_context_create(&def, NULL), NH_E_USAGE);
    assert_int_equal(nh_context_create(NULL, NULL), NH_E_USAGE);
    assert_refused(NULL);
    assert_refused(&(nh_context_def){0});
    nh_context_def forged = {.allocator = def.allocator, .limits = def.limits, .seed = 1};
    assert_refused(&forged);
    forged.magic = def.magic + 1;
    assert_refused(&forged);
    def.allocator.resize = NULL;
    assert_refused(&def);
    const double seconds[] = {-1, -1e-300, -INFINITY, NAN, -NAN};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        def = nh_default_context();
        def.limits.seconds = seconds[i];
        assert_refused(&def);
    }
}

static void right_defs(void **state) {
    (void)state;
    const double seconds[] = {0, -0.0, 1e-300, 1, 1e300, INFINITY};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        nh_context_def def = nh_default_context();
        nh_context *context = NULL;
        def.limits = (nh_limits){.seconds = seconds[i]};
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        memset(&def, 0xff, sizeof def); /* the context has its own copy */
        assert_int_equal(nh_context_diag_count(context), 0);
        assert_null(nh_context_diag(context, 0));
        assert_null(*nh_context_guard(context));
        nh_context_destroy(context);
    }
    nh_context_destroy(NULL);
}

static void defaults(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    assert_int_equal(def.limits.memory, (size_t)16 << 30);
    assert_int_equal(def.limits.nodes, (uint64_t)1 << 28);
    assert_int_equal(def.limits.work, 0);
    assert_true(def.limits.seconds == 0);
    assert_int_equal(def.seed, 1);
    assert_true(def.progress == NULL && def.progress_user == NULL);
}

/* Every request of nh_context_create fails once, then from some request on all do. */
static void no_memory_to_begin(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_destroy(counted_context(&memory));
    uint64_t requests = memory.calls;
    assert_true(requests >= 2);
    for (uint64_t at = 1; at <= 2 * requests; at++) {
        test_memory failing = {.fail_at = (at + 1) / 2, .fail_from_then = at % 2 == 0};
        nh_context_def def = test_memory_def(&failing);
        nh_context *context = (nh_context *)(void *)&def;
        assert_int_equal(nh_context_create(&def, &context), NH_E_MEMORY);
        assert_null(context);
        assert_true(failing.failed >= 1);
        assert_int_equal(failing.blocks, 0);
    }
}

static void hardly_any_memory(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context_destroy(counted_context(&memory));
    size_t needed = memory.peak;
    for (size_t limit = 1; limit <= needed + 100; limit += limit + 50 < needed ? 50 : 1) {
        memory = (test_memory){0};
        nh_context_def def = test_memory_def(&memory);
        def.limits.memory = limit;
        nh_context *context;
        assert_int_equal(nh_context_create(&def, &context), limit < needed ? NH_E_LIMIT : NH_OK);
        assert_true((context != NULL) == (limit >= needed));
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
        assert_true(memory.peak <= (limit < needed ? limit : needed) || memory.peak <= 1000); /* the context itself */
    }
}

static void draw_seed(nh_context *context, void *argument) {
    nh_random random = nh_random_of(context, 3);
    *(uint64_t *)argument = nh_random_u64(&random);
}

static void seeds(void **state) {
    (void)state;
    uint64_t drawn[2];
    for (int i = 0; i < 2; i++) {
        nh_context_def def = nh_default_context();
        def.seed = 40 + (uint64_t)i;
        nh_context *context;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        test_run(context, draw_seed, &drawn[i]);
        nh_random same = nh_random_make(def.seed, 3);
        assert_int_equal(drawn[i], nh_random_u64(&same));
        nh_context_destroy(context);
    }
    assert_true(drawn[0] != drawn[1]);
}

/* ---- the account ---- */

typedef struct account {
    test_memory memory;
    nh_random random;
} account;

static void assert_exact(const nh_context *context, const account *a) {
    assert_int_equal(nh_context_memory(context), a->memory.bytes);
    assert_int_equal(nh_context_memory_peak(context), a->memory.peak);
}

static void spend_memory(nh_context *context, void *argument) {
    account *a = argument;
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 30; i++) {
        uint64_t dice = nh_random_below(&a->random, 5);
        size_t size = nh_random_below(&a->random, (uint64_t)1 << nh_random_below(&a->random, 18));
        nh_arena_mark mark = nh_arena_mark_here(arena);
        if (dice == 0) nh_arena_destroy(nh_arena_create(context));
        else if (dice == 1) nh_arena_create(context);
        else nh_arena_alloc(arena, size);
        if (dice == 2) nh_arena_release(arena, mark);
        if (dice == 3) nh_diag_add(context, &(nh_remark){.code = "c", .hint = "h"}, "%*d", (int)size % 5000, 1);
        if (dice == 4) nh_name_of(context, nh_arena_alloc_zero(arena, size, 1), size);
        assert_exact(context, a);
    }
    if (nh_random_below(&a->random, 2) == 0) nh_raise(context, NH_E_MODEL);
    nh_arena_destroy(arena);
}

static void memory_account(void **state) {
    (void)state;
    account a = {.random = nh_random_make(test_seed(), 1)};
    for (int round = 0; round < test_count(5); round++) {
        nh_context *context = counted_context(&a.memory);
        for (int i = 0; i < 20; i++) {
            test_protect(context, spend_memory, &a);
            assert_exact(context, &a);
            if (nh_random_below(&a.random, 4) == 0) nh_context_clear_diags(context);
            assert_exact(context, &a);
        }
        nh_context_destroy(context);
        assert_int_equal(a.memory.bytes, 0);
        assert_int_equal(a.memory.blocks, 0);
        a.memory.peak = 0;
    }
}

static void resize_raw(nh_context *context, void *argument) {
    test_memory *memory = argument;
    size_t before = nh_context_memory(context);
    nh_status why = NH_OK;
    char *block = nh_context_resize(context, NULL, 0, 1000, &why);
    memset(block, 1, 1000);
    block = nh_context_resize(context, block, 1000, 5000, &why);
    assert_int_equal(block[999], 1);
    assert_int_equal(nh_context_memory(context), before + 5000);
    assert_null(nh_context_resize(context, block, 5000, (size_t)17 << 30, &why));
    assert_int_equal(why, NH_E_LIMIT);
    assert_null(nh_context_resize(context, NULL, 0, SIZE_MAX, &why));
    assert_null(nh_context_resize(context, NULL, 0, SIZE_MAX, NULL));
    assert_int_equal(why, NH_E_LIMIT);
    memory->fail_at = memory->calls + 1;
    assert_null(nh_context_resize(context, block, 5000, 6000, &why));
    assert_int_equal(why, NH_E_MEMORY);
    assert_int_equal(nh_context_memory(context), before + 5000);
    block = nh_context_resize(context, block, 5000, 10, &why);
    assert_int_equal(block[9], 1);
    assert_null(nh_context_resize(context, block, 10, 0, NULL));
    assert_int_equal(nh_context_memory(context), before);
    assert_int_equal(memory->bytes, before);
}

static void raw_memory(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    test_run(context, resize_raw, &memory);
    nh_context_destroy(context);
}

/* ---- diagnostics ---- */

static void add_many(nh_context *context, void *argument) {
    int *count = argument;
    for (int i = 0; i < *count; i++) {
        char file[20], hint[20], word[20];
        snprintf(file, sizeof file, "file%d", i);
        snprintf(hint, sizeof hint, "hint%d", i);
        snprintf(word, sizeof word, "word%d", i);
        nh_place place = {file, (uint32_t)i, (uint32_t)i + 1, (uint32_t)i + 2};
        nh_remark remark = {.code = i % 2 == 0 ? "even" : "odd",
                            .severity = (nh_severity)(i % 3),
                            .status = i % 3 == 0 ? NH_E_MODEL : NH_OK,
                            .place = i % 5 == 0 ? NULL : &place,
                            .hint = i % 7 == 0 ? NULL : hint};
        nh_diag_add(context, &remark, "sentence %d with %s", i, word);
        memset(file, 'x', sizeof file - 1);
        memset(hint, 'x', sizeof hint - 1);
        memset(word, 'x', sizeof word - 1);
        place = (nh_place){0};
    }
}

static void check_diag(const nh_diag *diag, int i) {
    char expected[60];
    assert_string_equal(diag->code, i % 2 == 0 ? "even" : "odd");
    assert_int_equal(diag->severity, i % 3);
    assert_int_equal(diag->status, i % 3 == 0 ? NH_E_MODEL : NH_OK);
    snprintf(expected, sizeof expected, "sentence %d with word%d", i, i);
    assert_string_equal(diag->sentence, expected);
    if (i % 5 == 0) {
        assert_null(diag->file);
        assert_true(diag->line == 0 && diag->column == 0 && diag->length == 0);
    } else {
        snprintf(expected, sizeof expected, "file%d", i);
        assert_string_equal(diag->file, expected);
        assert_true(diag->line == (uint32_t)i && diag->column == diag->line + 1 && diag->length == diag->line + 2);
    }
    snprintf(expected, sizeof expected, "hint%d", i);
    if (i % 7 == 0) assert_null(diag->hint);
    else assert_string_equal(diag->hint, expected);
}

static void diagnostics(void **state) {
    (void)state;
    nh_context *context = test_context();
    const nh_diag *seen[3000];
    int count = 1000;
    for (int round = 0; round < 3; round++) {
        for (int part = 0; part < 3; part++) {
            test_run(context, add_many, &count);
            for (int i = 0; i < count; i++) {
                size_t number = (size_t)(part * count + i);
                check_diag(nh_context_diag(context, number), i);
                seen[number] = nh_context_diag(context, number);
            }
            /* each lives, where it was, until they are cleared */
            for (int i = 0; i < part * count; i++) {
                check_diag(seen[i], i % count);
                assert_ptr_equal(seen[i], nh_context_diag(context, (size_t)i));
            }
        }
        assert_int_equal(nh_context_diag_count(context), 3 * count);
        assert_null(nh_context_diag(context, 3 * (size_t)count));
        assert_null(nh_context_diag(context, SIZE_MAX));
        assert_int_equal(nh_diag_errors(context), 3 * 334);
        nh_context_clear_diags(context);
        assert_int_equal(nh_context_diag_count(context), 0);
        assert_null(nh_context_diag(context, 0));
        assert_int_equal(nh_diag_errors(context), 0);
        nh_context_clear_diags(context);
    }
    nh_context_destroy(context);
}

/* Clearing gives the memory back, except for the list itself and a chunk of at most 1 MiB. */
static void add_at(nh_context *context, const char *file, uint32_t line, uint32_t column) {
    nh_place place = {.file = file, .line = line, .column = column, .length = 1};
    nh_remark remark = {.code = "test", .severity = NH_SEVERITY_NOTE, .place = line > 0 ? &place : NULL};
    nh_diag_add(context, &remark, "%s %u:%u", file, (unsigned)line, (unsigned)column);
}

static void add_unsorted(nh_context *context, void *unused) {
    (void)unused;
    add_at(context, "a", 9, 9);
    add_at(context, "a", 7, 1);
    add_at(context, "b", 1, 1);
    add_at(context, "a", 2, 5);
    add_at(context, "none", 0, 0);
    add_at(context, "a", 2, 3);
    add_at(context, "a", 7, 1);
    nh_diag_sort(context, 1, "a");
}

/* The first is not sorted, what is elsewhere goes after in its order. */
static void sorting(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, add_unsorted, NULL);
    static const char *const expected[] = {"a 9:9", "a 2:3", "a 2:5", "a 7:1", "a 7:1", "b 1:1", "none 0:0"};
    assert_int_equal(nh_context_diag_count(context), 7);
    for (size_t i = 0; i < 7; i++) assert_string_equal(nh_context_diag(context, i)->sentence, expected[i]);
    nh_context_destroy(context);
}

static void clearing(void **state) {
    (void)state;
    nh_context *context = test_context();
    int count = 3000;
    test_run(context, add_many, &count);
    size_t before = nh_context_memory(context);
    nh_context_clear_diags(context);
    assert_true(nh_context_memory(context) < before);
    for (int i = 0; i < 20; i++) {
        test_run(context, add_many, &count);
        nh_context_clear_diags(context);
    }
    assert_true(nh_context_memory(context) < before + (1 << 20));
    nh_context_destroy(context);
}

static void without_a_place(nh_context *context, void *unused) {
    (void)unused;
    nh_place nowhere = {.file = "f", .line = 0, .column = 3, .length = 4};
    nh_diag_add(context, &(nh_remark){.code = "a", .place = &nowhere}, "s");
    nowhere = (nh_place){.line = 2};
    nh_diag_add(context, &(nh_remark){.code = "b", .place = &nowhere}, "%s", "");
}

static void places(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, without_a_place, NULL);
    const nh_diag *first = nh_context_diag(context, 0), *second = nh_context_diag(context, 1);
    assert_null(first->file);
    assert_true(first->line == 0 && first->column == 0 && first->length == 0);
    assert_null(second->file);
    assert_int_equal(second->line, 2);
    assert_string_equal(second->sentence, "");
    nh_context_destroy(context);
}

typedef struct talk {
    test_memory memory;
    int notes; /* that fit */
} talk;

static void add_large(nh_context *context, void *argument) {
    talk *t = argument;
    static char large[100000];
    memset(large, 'y', sizeof large - 1);
    for (int i = 0; i < t->notes; i++) nh_diag_add(context, &(nh_remark){.code = "small"}, "fits");
    t->memory.fail_at = t->memory.calls + 1;
    t->memory.fail_from_then = true;
    nh_diag_add(context, &(nh_remark){.code = "large", .hint = large}, "does not fit");
}

/* A diagnostic for which there is no memory: the call ends, and that is said. So again and again. */
static void no_memory_to_say(void **state) {
    (void)state;
    talk t = {0};
    nh_context *context = counted_context(&t.memory);
    size_t before = 0;
    for (int i = 0; i < 50; i++) {
        t.memory.fail_at = 0;
        t.notes = i % 4;
        assert_int_equal(test_protect(context, add_large, &t), NH_E_MEMORY);
        for (int note = 0; note < t.notes; note++)
            assert_string_equal(nh_context_diag(context, before++)->code, "small");
        assert_string_equal(nh_context_diag(context, before++)->code, "memory");
        assert_int_equal(nh_context_diag_count(context), before);
    }
    nh_context_clear_diags(context); /* takes no memory */
    assert_int_equal(nh_context_diag_count(context), 0);
    t.memory.fail_at = 0;
    int count = 3;
    test_run(context, add_many, &count);
    nh_context_destroy(context);
    assert_int_equal(t.memory.blocks, 0);
}

static void take_memory(nh_context *context, void *unused) {
    (void)unused;
    nh_arena_create(context);
}

static void give_up(nh_context *context, void *unused) {
    (void)unused;
    nh_raise(context, NH_E_NUMERIC);
}

/* With no memory at all, not even for the list, each end is still said last. */
static void no_memory_ever(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    memory.fail_at = memory.calls + 1;
    memory.fail_from_then = true;
    size_t count = 0;
    while (test_protect(context, give_up, NULL) == NH_E_NUMERIC) {
        assert_int_equal(nh_context_diag_count(context), ++count);
        assert_string_equal(test_last_code(context), "failed");
        assert_true(count < 10000);
    }
    assert_string_equal(test_last_code(context), "memory"); /* for the list */
    assert_true(count >= 8);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(test_protect(context, take_memory, NULL), NH_E_MEMORY);
        assert_string_equal(test_last_code(context), "memory");
        assert_int_equal(nh_context_diag_count(context), count);
    }
    nh_context_clear_diags(context);
    memory.fail_at = 0;
    test_run(context, take_memory, NULL);
    nh_context_destroy(context);
    assert_int_equal(memory.blocks, 0);
}

static void fill_own_arena(nh_context *context, void *unused) {
    (void)unused;
    for (;;) nh_arena_alloc(nh_context_arena(context), 16);
}

static void add_while_it_goes(nh_context *context, void *argument) {
    for (;; ++*(size_t *)argument) nh_diag_add(context, &(nh_remark){.code = "small"}, "fits");
}

/* When the list cannot grow, the end by it takes the place that was kept for it, not that of a diagnostic. */
static void no_memory_for_the_list(void **state) {
    (void)state;
    test_memory memory = {0};
    nh_context *context = counted_context(&memory);
    memory.fail_at = memory.calls + 1;
    memory.fail_from_then = true;
    assert_int_equal(test_protect(context, fill_own_arena, NULL), NH_E_MEMORY);
    nh_context_clear_diags(context);
    size_t added = 0;
    assert_int_equal(test_protect(context, add_while_it_goes, &added), NH_E_MEMORY);
    assert_int_equal(nh_context_diag_count(context), added + 1);
    for (size_t i = 0; i < added; i++) assert_string_equal(nh_context_diag(context, i)->code, "small");
    assert_string_equal(test_last_code(context), "memory");
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_defs),
        cmocka_unit_test(right_defs),
        cmocka_unit_test(defaults),
        cmocka_unit_test(no_memory_to_begin),
        cmocka_unit_test(hardly_any_memory),
        cmocka_unit_test(seeds),
        cmocka_unit_test(memory_account),
        cmocka_unit_test(raw_memory),
        cmocka_unit_test(diagnostics),
        cmocka_unit_test(sorting),
        cmocka_unit_test(clearing),
        cmocka_unit_test(places),
        cmocka_unit_test(no_memory_to_say),
        cmocka_unit_test(no_memory_ever),
        cmocka_unit_test(no_memory_for_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
