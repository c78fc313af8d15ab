/* Small blocks of a worker. FLINT and Arb take and give millions of them; asking the allocator of the context for each,
 * with an entry in the table of blocks, took a third of all time. A slab is SLAB bytes at a multiple of SLAB: a head,
 * and blocks of one size. So the slab of a block is found from its address, and a table of slabs, which is short, tells
 * whether there is one. Blocks that were given back are a list within their slab. The context gives slabs, and takes
 * them back, a group at once. */
#include <stdint.h>

#include "base/assert.h"
#include "base/context.h"
#include "num/guard_private.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define CLOSE(place, size) ASAN_POISON_MEMORY_REGION(place, size) /* who touches a free block is told */
#define OPEN(place, size) ASAN_UNPOISON_MEMORY_REGION(place, size)
#else
#define CLOSE(place, size) ((void)(place), (void)(size))
#define OPEN(place, size) ((void)(place), (void)(size))
#endif

enum { SLAB = 1 << 14, GROUP = 16, STEP = NH_SMALL_BLOCK / NH_SLAB_SIZES };

struct nh_slab {
    nh_slab *next, *previous; /* in the list of slabs with room for this size, or of the empty ones */
    nh_slab_group *group;
    void **given; /* blocks that were given back; each holds the address of the next */
    size_t size;  /* of its blocks */
    size_t used;  /* blocks that are taken */
    size_t fresh; /* where the blocks begin that were never taken */
};

struct nh_slab_group {
    nh_slab_group *next, *previous; /* in the list of all */
    char *first;                    /* of its slabs, which are one after the other */
    size_t used;                    /* slabs that are not empty */
};

/* Of a group with its head: wherever it begins, this many slabs have room in it. */
enum {
    HEAD = (sizeof(nh_slab) + STEP - 1) / STEP * STEP,
    GROUP_BYTES = sizeof(nh_slab_group) + (GROUP + 1) * SLAB - STEP
};

/* ---- lists ---- */

static void push_slab(nh_slab **list, nh_slab *slab) {
    slab->previous = NULL;
    slab->next = *list;
    if (slab->next != NULL) slab->next->previous = slab;
    *list = slab;
}

static void unlink_slab(nh_slab **list, nh_slab *slab) {
    if (slab->previous != NULL) slab->previous->next = slab->next;
    else *list = slab->next;
    if (slab->next != NULL) slab->next->previous = slab->previous;
}

static void unlink_group(nh_slabs *slabs, nh_slab_group *group) {
    if (group->previous != NULL) group->previous->next = group->next;
    else slabs->groups = group->next;
    if (group->next != NULL) group->next->previous = group->previous;
}

static nh_slab *slab_of_group(const nh_slab_group *group, size_t i) {
    return (nh_slab *)(group->first + i * SLAB);
}

/* Where the slab of the place would be. */
static nh_slab *slab_around(const void *place) {
    return (nh_slab *)((uintptr_t)place & ~(uintptr_t)(SLAB - 1));
}

static bool has_room(const nh_slab *slab) {
    return slab->given != NULL || slab->fresh + slab->size <= SLAB;
}

/* ---- groups ---- */

static nh_status add_group(nh_slabs *slabs, nh_context *context) {
    nh_status why = nh_blocks_reserve(&slabs->places, GROUP, context);
    nh_slab_group *group = why == NH_OK ? nh_context_resize(context, NULL, 0, GROUP_BYTES, &why) : NULL;
    if (group == NULL) return why;
    *group = (nh_slab_group){.next = slabs->groups, .first = (char *)slab_around((char *)(group + 1) + SLAB - 1)};
    if (group->next != NULL) group->next->previous = group;
    slabs->groups = group;
    slabs->free_groups++;
    for (size_t i = GROUP; i-- > 0;) {
        nh_slab *slab = slab_of_group(group, i);
        *slab = (nh_slab){.group = group};
        nh_blocks_add(&slabs->places, slab, SLAB);
        push_slab(&slabs->empty, slab);
        CLOSE((char *)slab + HEAD, SLAB - HEAD);
    }
    return NH_OK;
}

static void give_group(nh_slabs *slabs, nh_context *context, nh_slab_group *group) {
    size_t size;
    for (size_t i = 0; i < GROUP; i++) nh_blocks_take(&slabs->places, slab_of_group(group, i), &size);
    unlink_group(slabs, group);
    OPEN(group->first, GROUP * SLAB);
    nh_context_resize(context, group, GROUP_BYTES, 0, NULL);
}

static void give_free_group(nh_slabs *slabs, nh_context *context, nh_slab_group *group) {
    for (size_t i = 0; i < GROUP; i++) unlink_slab(&slabs->empty, slab_of_group(group, i));
    slabs->free_groups--;
    give_group(slabs, context, group);
}

/* ---- slabs ---- */

static nh_slab **open_list(nh_slabs *slabs, size_t size) {
    return &slabs->open[size / STEP - 1];
}

static nh_status open_slab(nh_slabs *slabs, nh_context *context, size_t size) {
    if (slabs->empty == NULL) {
        nh_status why = add_group(slabs, context);
        if (why != NH_OK) return why;
    }
    nh_slab *slab = slabs->empty;
    unlink_slab(&slabs->empty, slab);
    if (slab->group->used++ == 0) slabs->free_groups--;
    slab->given = NULL;
    slab->size = size;
    slab->used = 0;
    slab->fresh = HEAD;
    push_slab(open_list(slabs, size), slab);
    return NH_OK;
}

/* One group without blocks is kept, so that the context is not asked again and again. */
static void close_slab(nh_slabs *slabs, nh_context *context, nh_slab *slab) {
    unlink_slab(open_list(slabs, slab->size), slab);
    slab->size = 0;
    push_slab(&slabs->empty, slab);
    if (--slab->group->used > 0) return;
    if (++slabs->free_groups > 1) give_free_group(slabs, context, slab->group);
}

static void *take_block(nh_slab *slab) {
    void **block = slab->given;
    slab->used++;
    if (block == NULL) {
        block = (void **)((char *)slab + slab->fresh);
        slab->fresh += slab->size;
        OPEN(block, slab->size);
    } else {
        OPEN(block, slab->size);
        slab->given = *block;
    }
    return block;
}

void *nh_slabs_take(nh_slabs *slabs, nh_context *context, size_t size, nh_status *why) {
    NH_ASSERT(size > 0 && size <= NH_SMALL_BLOCK);
    size = (size + STEP - 1) / STEP * STEP;
    nh_slab **list = open_list(slabs, size);
    if (*list == NULL) {
        *why = open_slab(slabs, context, size);
        if (*why != NH_OK) return NULL;
    }
    nh_slab *slab = *list;
    void *block = take_block(slab);
    if (!has_room(slab)) unlink_slab(list, slab);
    return block;
}

size_t nh_slabs_size(const nh_slabs *slabs, const void *place) {
    nh_slab *slab = slab_around(place);
    return nh_blocks_size(&slabs->places, slab) > 0 ? slab->size : 0;
}

void nh_slabs_give(nh_slabs *slabs, nh_context *context, void *block) {
    nh_slab *slab = slab_around(block);
    nh_slab **list = open_list(slabs, slab->size);
    NH_ASSERT(slab->used > 0);
    if (!has_room(slab)) push_slab(list, slab);
    *(void **)block = slab->given;
    slab->given = block;
    CLOSE(block, slab->size);
    if (--slab->used == 0) close_slab(slabs, context, slab);
}

void nh_slabs_free(nh_slabs *slabs, nh_context *context) {
    while (slabs->groups != NULL) give_group(slabs, context, slabs->groups);
    nh_blocks_free(&slabs->places, context);
    *slabs = (nh_slabs){0};
}
