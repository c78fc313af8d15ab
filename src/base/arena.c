/* Arenas as lists of chunks.
 *
 * A chunk is one block of the allocator: a header, then memory that is handed out from low to high. Chunks grow with
 * the arena, so that their number is logarithmic in its size; a request that is larger gets a chunk of its own.
 * Invariant: the chunk at the head of the list is the one that is filled; those behind it are full or were left behind.
 * Under AddressSanitizer the part of a chunk that is not handed out is poisoned, so that stray writes are caught. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/context.h"
#include "base/context_private.h"

#if defined(__SANITIZE_ADDRESS__)
#define NH_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NH_HAS_ASAN 1
#endif
#endif
#ifdef NH_HAS_ASAN
#include <sanitizer/asan_interface.h>
#define poison(place, size) ASAN_POISON_MEMORY_REGION((place), (size))
#define unpoison(place, size) ASAN_UNPOISON_MEMORY_REGION((place), (size))
#define GAP 16 /* bytes between two blocks that stay poisoned */
#else
#define poison(place, size) ((void)(place), (void)(size))
#define unpoison(place, size) ((void)(place), (void)(size))
#define GAP 0
#endif

enum { ALIGN = 16, FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

typedef struct chunk {
    struct chunk *before;
    size_t size;    /* of the whole block, with this header */
    size_t used;    /* from the start of the block */
    bool is_shared; /* there are several blocks in it */
    bool is_marked; /* a mark may name it */
} chunk;

_Static_assert(sizeof(chunk) % 16 == 0, "the memory after the header is aligned");

typedef struct cleanup {
    struct cleanup *before;
    void (*run)(void *object);
    void *object;
} cleanup;

struct nh_arena {
    nh_context *context;
    nh_arena *newer, *older; /* neighbours in the context's list */
    uint64_t serial;
    chunk *chunks; /* newest first; never NULL */
    chunk *spare;  /* one empty chunk kept after a release, so that mark and release in a loop costs nothing */
    cleanup *cleanups;
    void *last; /* the newest block, which nh_arena_resize can extend */
};

static _Noreturn void no_memory(nh_context *context, nh_status why) {
    nh_raise(context, why);
}

static chunk *take_chunk(nh_context *context, size_t size) {
    nh_status why = NH_OK;
    chunk *fresh = nh_context_resize(context, NULL, 0, size, &why);
    if (fresh == NULL) no_memory(context, why);
    fresh->before = NULL;
    fresh->size = size;
    fresh->used = sizeof(chunk);
    fresh->is_shared = fresh->is_marked = false;
    poison(fresh + 1, size - sizeof(chunk));
    return fresh;
}

static void give_chunk(nh_context *context, chunk *old) {
    unpoison(old, old->size);
    nh_context_resize(context, old, old->size, 0, NULL);
}

nh_arena *nh_arena_create(nh_context *context) {
    chunk *first = take_chunk(context, FIRST_CHUNK);
    nh_arena *arena = (nh_arena *)(first + 1);
    unpoison(arena, sizeof *arena);
    first->used += sizeof *arena + GAP;
    first->used = (first->used + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    *arena =
        (nh_arena){.context = context, .older = context->arenas, .serial = ++context->arena_serial, .chunks = first};
    if (arena->older != NULL) arena->older->newer = arena;
    context->arenas = arena;
    return arena;
}

static void run_cleanups(nh_arena *arena, const cleanup *until) {
    while (arena->cleanups != until) {
        cleanup *next = arena->cleanups;
        arena->cleanups = next->before;
        next->run(next->object);
    }
}

void nh_arena_destroy(nh_arena *arena) {
    if (arena == NULL) return;
    run_cleanups(arena, NULL);
    nh_context *context = arena->context;
    if (arena->older != NULL) arena->older->newer = arena->newer;
    if (arena->newer != NULL) arena->newer->older = arena->older;
    else context->arenas = arena->older;
    if (arena->spare != NULL) give_chunk(context, arena->spare);
    chunk *next = arena->chunks;
    while (next != NULL) { /* the arena itself lies in the last one */
        chunk *before = next->before;
        give_chunk(context, next);
        next = before;
    }
}

nh_context *nh_arena_context(const nh_arena *arena) {
    return arena->context;
}

uint64_t nh_arena_serial(const nh_arena *arena) {
    return arena->serial;
}

/* The size of the next chunk: twice the last one, within bounds, and large enough for the request. */
static size_t next_chunk_size(const nh_arena *arena, size_t request) {
    size_t size = arena->chunks->size < LARGEST_CHUNK / 2 ? 2 * arena->chunks->size : LARGEST_CHUNK;
    return size > request ? size : request;
}

static void add_chunk(nh_arena *arena, size_t size, size_t align) {
    size_t request = sizeof(chunk) + size + align + GAP;
    if (request < size) no_memory(arena->context, NH_E_LIMIT);
    chunk *fresh = arena->spare;
    if (fresh != NULL && fresh->size >= request) {
        arena->spare = NULL;
    } else {
        fresh = take_chunk(arena->context, next_chunk_size(arena, request));
    }
    fresh->before = arena->chunks;
    arena->chunks = fresh;
}

/* The next free offset of the chunk such that the address is aligned. */
static size_t aligned_offset(const chunk *in, size_t align) {
    uintptr_t place = (uintptr_t)in + in->used;
    return in->used + (size_t)(-place & (align - 1));
}

static bool has_room(const chunk *in, size_t offset, size_t size) {
    return offset <= in->size && size <= in->size - offset && size + GAP <= in->size - offset;
}

void *nh_arena_alloc_aligned(nh_arena *arena, size_t size, size_t align) {
    NH_ASSERT(align >= 1 && align <= 4096 && (align & (align - 1)) == 0);
    if (align < ALIGN) align = ALIGN;
    size_t offset = aligned_offset(arena->chunks, align);
    if (!has_room(arena->chunks, offset, size)) {
        add_chunk(arena, size, align);
        offset = aligned_offset(arena->chunks, align);
    }
    chunk *in = arena->chunks;
    char *block = (char *)in + offset;
    if (size > 0 && in->used > sizeof(chunk)) in->is_shared = true;
    in->used =
        in->size > LARGEST_CHUNK ? in->size : offset + size + GAP; /* a large one is not shared for its last bytes */
    unpoison(block, size);
    arena->last = block;
    return block;
}

void *nh_arena_alloc(nh_arena *arena, size_t size) {
    return nh_arena_alloc_aligned(arena, size, ALIGN);
}

void *nh_arena_alloc_zero(nh_arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) no_memory(arena->context, NH_E_LIMIT);
    return memset(nh_arena_alloc(arena, bytes), 0, bytes);
}

/* Extends or cuts the newest block where it lies, if the chunk has room. Not a block without bytes: it may share its
 * place with the one after it. */
static bool resize_in_place(nh_arena *arena, const char *block, size_t old_size, size_t new_size) {
    chunk *in = arena->chunks;
    if (old_size == 0 || block != arena->last || block < (const char *)in || block >= (const char *)in + in->size)
        return false;
    size_t offset = (size_t)(block - (const char *)in);
    if (!has_room(in, offset, new_size)) return false;
    poison(block, in->size - offset);
    unpoison(block, new_size);
    in->used = offset + new_size + GAP;
    return true;
}

void nh_arena_give(nh_arena *arena, void *block, size_t size) {
    if (block == NULL) return;
    poison(block, size);
    if (size < LARGEST_CHUNK) return;
    const char *place = block;
    for (chunk **link = &arena->chunks; (*link)->before != NULL;
         link = &(*link)->before) { /* the last is the arena's */
        chunk *here = *link;
        if (place < (const char *)here || place >= (const char *)here + here->size) continue;
        if (here->is_shared || here->is_marked) return;
        *link = here->before;
        give_chunk(arena->context, here);
        return;
    }
}

void *nh_arena_resize(nh_arena *arena, void *block, size_t old_size, size_t new_size) {
    if (resize_in_place(arena, block, old_size, new_size)) return block;
    void *moved = nh_arena_alloc(arena, new_size);
    size_t keep = old_size < new_size ? old_size : new_size;
    if (keep > 0) memcpy(moved, block, keep);
    nh_arena_give(arena, block, old_size);
    return moved;
}

char *nh_arena_text(nh_arena *arena, const char *bytes, size_t length) {
    if (length == SIZE_MAX) no_memory(arena->context, NH_E_LIMIT);
    char *copy = nh_arena_alloc(arena, length + 1);
    if (length > 0) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *nh_arena_string(nh_arena *arena, const char *string) {
    return nh_arena_text(arena, string, strlen(string));
}

nh_arena_mark nh_arena_mark_here(nh_arena *arena) {
    arena->last = NULL; /* a block before the mark must not reach across it */
    arena->chunks->is_marked = true;
    return (nh_arena_mark){arena->chunks, arena->chunks->used, arena->cleanups};
}

/* Takes the head chunk off the list; keeps it as the spare one when it is of ordinary size and larger than that. */
static void drop_head(nh_arena *arena) {
    chunk *head = arena->chunks;
    arena->chunks = head->before;
    bool keep = head->size <= LARGEST_CHUNK && (arena->spare == NULL || arena->spare->size < head->size);
    chunk *unwanted = keep ? arena->spare : head;
    if (keep) {
        head->used = sizeof(chunk);
        head->is_shared = head->is_marked = false;
        poison(head + 1, head->size - sizeof(chunk));
        arena->spare = head;
    }
    if (unwanted != NULL) give_chunk(arena->context, unwanted);
}

void nh_arena_release(nh_arena *arena, nh_arena_mark mark) {
    run_cleanups(arena, mark.cleanup);
    while (arena->chunks != mark.chunk) {
        NH_ASSERT(arena->chunks->before != NULL);
        drop_head(arena);
    }
    NH_ASSERT(mark.used <= arena->chunks->used);
    arena->chunks->used = mark.used;
    poison((char *)arena->chunks + mark.used, arena->chunks->size - mark.used);
    arena->last = NULL;
}

void nh_arena_on_release(nh_arena *arena, void (*run)(void *object), void *object) {
    cleanup *entry = nh_arena_alloc(arena, sizeof *entry);
    *entry = (cleanup){arena->cleanups, run, object};
    arena->cleanups = entry;
}

nh_arena *nh_scratch(nh_context *context) {
    return context->scratch;
}

bool nh_arena_is_scratch(const nh_arena *arena) {
    return arena == arena->context->scratch;
}
