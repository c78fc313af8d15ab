/* The blocks that a worker holds; see guard.c. */
#ifndef NH_NUM_GUARD_PRIVATE_H
#define NH_NUM_GUARD_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include <nonholo/context.h>

typedef struct nh_block {
    void *place; /* NULL: a free entry */
    size_t size;
} nh_block;

/* A set of blocks by their place: open addressing, at most half full. */
typedef struct nh_blocks {
    nh_block *entries; /* capacity of them; a power of two or 0 */
    size_t capacity;
    size_t count;
} nh_blocks;

/* Makes sure that this many more blocks can be entered. NH_OK, or why there is no memory for it. */
nh_status nh_blocks_reserve(nh_blocks *blocks, size_t more, nh_context *context);
void nh_blocks_add(nh_blocks *blocks, void *place, size_t size);
/* Takes the block out and tells its size; false when it is not there. */
bool nh_blocks_take(nh_blocks *blocks, const void *place, size_t *size);
/* Its size; 0: it is not there. */
size_t nh_blocks_size(const nh_blocks *blocks, const void *place);
/* Gives all blocks and the table back to the context. */
void nh_blocks_free(nh_blocks *blocks, nh_context *context);

enum { NH_SMALL_BLOCK = 512, NH_SLAB_SIZES = 32 };
typedef struct nh_slab nh_slab;
typedef struct nh_slab_group nh_slab_group;

/* Small blocks, see guard_slabs.c; zero at first. */
typedef struct nh_slabs {
    nh_slab *open[NH_SLAB_SIZES]; /* those with room, by the size of their blocks */
    nh_slab *empty;
    nh_slab_group *groups;
    size_t free_groups; /* of which all slabs are empty */
    nh_blocks places;   /* of all slabs */
} nh_slabs;

/* A block of at least this size, from 1 to NH_SMALL_BLOCK. NULL: there is no memory, *why says why. */
void *nh_slabs_take(nh_slabs *slabs, nh_context *context, size_t size, nh_status *why);
/* The size of a block that was taken here; 0: it was not. */
size_t nh_slabs_size(const nh_slabs *slabs, const void *block);
void nh_slabs_give(nh_slabs *slabs, nh_context *context, void *block);
/* Gives all memory back to the context. */
void nh_slabs_free(nh_slabs *slabs, nh_context *context);

#endif
