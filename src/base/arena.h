/* Arenas: the only owner of memory in the library.
 *
 * An arena hands out blocks and frees them together: all at once when it is destroyed, or everything since a mark. So
 * an object and all that it consists of share one arena, nothing is freed piecemeal, and a computation that is left by
 * a jump (base/protect.h) leaks nothing: the context knows its arenas. No function here returns NULL: when memory is
 * out or the limit is reached the computation is left. */
#ifndef NH_BASE_ARENA_H
#define NH_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nonholo/context.h>

typedef struct nh_arena nh_arena;

/* A place in the life of an arena; plain data. Marks are released last in, first out. */
typedef struct nh_arena_mark {
    void *chunk;
    size_t used;
    void *cleanup;
} nh_arena_mark;

/* The context destroys what is left of its arenas, and those made inside a protected call that fails. */
nh_arena *nh_arena_create(nh_context *context);
void nh_arena_destroy(nh_arena *arena); /* accepts NULL */
nh_context *nh_arena_context(const nh_arena *arena);

/* Uninitialised memory, aligned to 16 bytes (or to align, a power of two up to 4096). A size of 0
 * gives a valid pointer. */
void *nh_arena_alloc(nh_arena *arena, size_t size);
void *nh_arena_alloc_aligned(nh_arena *arena, size_t size, size_t align);
/* count * size bytes set to zero; a product that overflows leaves by NH_E_LIMIT. */
void *nh_arena_alloc_zero(nh_arena *arena, size_t count, size_t size);
/* Moves block to one of new_size bytes, in place when it is the newest block and was made after the last mark. The old
 * place must not be used again; the new one is aligned to 16 bytes and is freed with what is allocated now. */
void *nh_arena_resize(nh_arena *arena, void *block, size_t old_size, size_t new_size);
/* The block will not be used again. One of a megabyte or more that has a chunk to itself goes back at once, unless a
 * mark may name the chunk; others go with the arena. nh_arena_resize does so with the place that it leaves. */
void nh_arena_give(nh_arena *arena, void *block, size_t size);
/* Copies length bytes and puts a NUL after them. */
char *nh_arena_text(nh_arena *arena, const char *bytes, size_t length);
char *nh_arena_string(nh_arena *arena, const char *string);

#define NH_NEW(arena, type) ((type *)nh_arena_alloc_zero((arena), 1, sizeof(type)))
#define NH_NEW_ARRAY(arena, type, count) ((type *)nh_arena_alloc_zero((arena), (count), sizeof(type)))

nh_arena_mark nh_arena_mark_here(nh_arena *arena);
/* Frees everything that was allocated since the mark, and runs the cleanups registered since then, newest first. */
void nh_arena_release(nh_arena *arena, nh_arena_mark mark);

/* Has run(object) called when this point of the arena is released or destroyed: for what other libraries hold
 * (a factorisation, an open file, a thread). It must not allocate from an arena. */
void nh_arena_on_release(nh_arena *arena, void (*run)(void *object), void *object);

/* Arenas of a context are numbered in the order in which they are made. */
uint64_t nh_arena_serial(const nh_arena *arena);

/* The scratch arena of the context: mark, allocate, release, all within one function. */
nh_arena *nh_scratch(nh_context *context);
/* Whether an arena is that one. What is to last must not be made there: functions that use it themselves assert so. */
bool nh_arena_is_scratch(const nh_arena *arena);

#endif
