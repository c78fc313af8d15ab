/* A body that uses all of module base, checks what it gets, and can be run with any of its requests for memory failing.
 *
 * An arena asks for memory only when a chunk is full. So most steps begin with an arena that has little room left: how
 * much is up to the caller, and decides at which point of the step the arena asks. */
#ifndef NH_TESTS_BASE_EXERCISE_H
#define NH_TESTS_BASE_EXERCISE_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/array.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/io/file.h"
#include "base/map.h"
#include "base/text/name.h"
#include "base/text/text.h"

typedef struct exercise {
    size_t room;     /* bytes that are left in the arenas when a step begins, from 0 to 8000 */
    int due;         /* cleanups that did not run yet */
    int descriptors; /* open at the beginning */
} exercise;

static int exercise_descriptors(void) {
    int count = 0;
    for (int i = 0; i < 64; i++) count += fcntl(i, F_GETFD) != -1;
    return count;
}

/* Also makes the file that the body reads. The body itself commits none: that waits for the disk. */
static exercise exercise_make(size_t room) {
    FILE *file = fopen(test_path("exercise"), "w");
    assert_non_null(file);
    fprintf(file, "%70000d", 7);
    assert_int_equal(fclose(file), 0);
    return (exercise){.room = room, .descriptors = exercise_descriptors()};
}

/* An arena whose second chunk, of 8192 bytes with its header and what alignment may take, is all but full. */
static nh_arena *exercise_full_arena(nh_context *context, const exercise *e) {
    nh_arena *arena = nh_arena_create(context);
    nh_arena_alloc(arena, 8192 - 48 - e->room);
    return arena;
}

static void exercise_close(void *object) {
    --*(int *)object;
}

static void exercise_arena(nh_context *context, exercise *e) {
    nh_arena *arena = exercise_full_arena(context, e);
    for (int i = 0; i < 3; i++) {
        nh_arena_mark mark = nh_arena_mark_here(arena);
        nh_arena_on_release(arena, exercise_close, &e->due);
        e->due++;
        char *block = nh_arena_alloc(arena, 100);
        memset(block, 'b', 100);
        block = nh_arena_resize(arena, block, 100, 20000);
        assert_true(block[0] == 'b' && block[99] == 'b');
        if (i % 2 == 0) nh_arena_release(arena, mark);
    }
    nh_arena_destroy(arena);
    arena = exercise_full_arena(context, e);
    assert_int_equal(*(int *)nh_arena_alloc_zero(arena, 1, sizeof(int)), 0);
    arena = exercise_full_arena(context, e);
    assert_string_equal(nh_arena_text(arena, "a longer text", 13), "a longer text");
    arena = exercise_full_arena(context, e);
    assert_int_equal((uintptr_t)nh_arena_alloc_aligned(arena, 100, 4096) % 4096, 0);
}

static bool exercise_same(const void *user, uint32_t number) {
    return *(const uint32_t *)user == number;
}

static void exercise_tables(nh_context *context, const exercise *e) {
    nh_map map = nh_map_make(exercise_full_arena(context, e));
    nh_index index = nh_index_make(exercise_full_arena(context, e));
    NH_ARRAY(uint32_t) array = {.arena = exercise_full_arena(context, e)};
    for (uint32_t i = 0; i < 3000; i++) {
        nh_map_put(&map, (uint64_t)i << 32, i);
        nh_index_add(&index, (uint64_t)i << 32, i);
        nh_array_push(&array, i);
    }
    for (uint32_t i = 0; i < 3000; i++) {
        assert_int_equal(*nh_map_get(&map, (uint64_t)i << 32), i);
        assert_int_equal(nh_index_find(&index, (uint64_t)i << 32, exercise_same, &i), i);
        assert_int_equal(array.items[i], i);
    }
}

/* Names outlive a run, so each run finds those of the runs before it, whole, and adds some. */
static void exercise_names(nh_context *context) {
    nh_name names[300];
    for (int i = 0; i < 300; i++) {
        char text[100];
        snprintf(text, sizeof text, "name %80d", i);
        names[i] = nh_name_of_text(context, text);
        assert_string_equal(nh_name_text(context, names[i]), text);
        if (i > 0) assert_true(names[i] != names[i - 1]);
    }
    assert_int_equal(nh_name_of_text(context, nh_name_text(context, names[7])), names[7]);
}

static void exercise_text(nh_context *context, const exercise *e) {
    nh_text text = nh_text_begin(exercise_full_arena(context, e));
    nh_text_format(&text, "%20d", 0);
    nh_text_add_repeated(&text, '-', 20000);
    nh_text_format(&text, "%50000d", 1);
    nh_text_add(&text, "end");
    assert_int_equal(text.length, 70023);
    assert_memory_equal(nh_text_string(&text) + 18, " 0---", 5);
    assert_string_equal(nh_text_string(&text) + 70018, " 1end");
}

static void exercise_diags(nh_context *context) {
    static char large[30000];
    memset(large, 'h', sizeof large - 1);
    nh_place place = {.file = large, .line = 3, .column = 4, .length = 5};
    for (int i = 0; i < 10; i++) {
        nh_remark remark = {.code = "exercise", .severity = NH_SEVERITY_NOTE, .hint = large, .place = &place};
        nh_diag_add(context, &remark, "note %d", i);
        const nh_diag *last = nh_context_diag(context, nh_context_diag_count(context) - 1);
        assert_string_equal(last->code, "exercise");
        assert_int_equal(strlen(last->hint), sizeof large - 1);
    }
}

static void exercise_files(nh_context *context, const exercise *e) {
    const char *path = test_path("exercise");
    size_t length = 0;
    assert_string_equal(nh_file_read(exercise_full_arena(context, e), path, &length) + 69998, " 7");
    assert_int_equal(length, 70000);
    nh_arena *arena = exercise_full_arena(context, e), *other = exercise_full_arena(context, e);
    nh_writer *writer = nh_writer_open(arena, path);
    nh_writer_write(writer, "half", 4);
    nh_writer_write(nh_writer_open(other, test_path("other")), "half", 4);
    nh_arena_destroy(other); /* without a commit, and the first one is left to the context */
}

static void exercise_in_attempt(nh_context *context, void *argument) {
    exercise_arena(context, argument);
    exercise_tables(context, argument);
}

static void exercise_body(nh_context *context, void *argument) {
    exercise *e = argument;
    exercise_arena(context, e);
    exercise_names(context);
    exercise_text(context, e);
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_arena_alloc(scratch, 50000);
    nh_arena_alloc(nh_context_arena(context), 4000 - e->room / 4);
    exercise_diags(context);
    exercise_files(context, e);
    nh_arena_release(scratch, mark);
    nh_status status = test_attempt(context, &(nh_budget){.work = 1000000}, exercise_in_attempt, e);
    if (status != NH_OK) nh_raise(context, status); /* the memory limit of the context, that is */
}

/* After the runs: no cleanup was lost, no file is open, and none was left behind. */
static void exercise_check(const exercise *e) {
    assert_int_equal(e->due, 0);
    assert_int_equal(exercise_descriptors(), e->descriptors);
    DIR *folder = opendir(test_folder());
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            assert_string_equal(entry->d_name, "exercise");
    closedir(folder);
}

#endif
