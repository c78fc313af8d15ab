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

/* Makes sure that one more block can be entered. NH_OK, or why there is no memory for it. */
nh_status nh_blocks_reserve(nh_blocks *blocks, nh_context *context);
void nh_blocks_add(nh_blocks *blocks, void *place, size_t size);
/* Takes the block out and tells its size; false when it is not there. */
bool nh_blocks_take(nh_blocks *blocks, const void *place, size_t *size);
/* Gives all blocks and the table back to the context. */
void nh_blocks_free(nh_blocks *blocks, nh_context *context);

#endif
