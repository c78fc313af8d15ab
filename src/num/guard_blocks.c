/* The table of blocks of a worker. A block that is taken out leaves no gap: those after it move up (D. Knuth's
 * algorithm R of section 6.4), so that the table never has to be cleaned. */
#include "num/guard_private.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/context.h"
#include "base/hash.h"

enum { FIRST_CAPACITY = 256 };

/* The order of the table depends on addresses, and nothing else depends on the order of the table. */
static size_t home_of(const nh_blocks *blocks, const void *place) {
    return (size_t)nh_hash_u64((uintptr_t)place) & (blocks->capacity - 1);
}

static void put_block(nh_blocks *blocks, nh_block block) {
    size_t at = home_of(blocks, block.place);
    while (blocks->entries[at].place != NULL) at = (at + 1) & (blocks->capacity - 1);
    blocks->entries[at] = block;
}

nh_status nh_blocks_reserve(nh_blocks *blocks, size_t more, nh_context *context) {
    if (2 * (blocks->count + more) <= blocks->capacity) return NH_OK;
    nh_status why = NH_OK;
    nh_blocks larger = {.capacity = FIRST_CAPACITY, .count = blocks->count};
    while (larger.capacity < 2 * (blocks->count + more)) larger.capacity *= 2;
    larger.entries = nh_context_resize(context, NULL, 0, larger.capacity * sizeof(nh_block), &why);
    if (larger.entries == NULL) return why;
    memset(larger.entries, 0, larger.capacity * sizeof(nh_block));
    for (size_t i = 0; i < blocks->capacity; i++)
        if (blocks->entries[i].place != NULL) put_block(&larger, blocks->entries[i]);
    if (blocks->capacity > 0) nh_context_resize(context, blocks->entries, blocks->capacity * sizeof(nh_block), 0, NULL);
    *blocks = larger;
    return NH_OK;
}

void nh_blocks_add(nh_blocks *blocks, void *place, size_t size) {
    NH_ASSERT(place != NULL && 2 * (blocks->count + 1) <= blocks->capacity);
    put_block(blocks, (nh_block){place, size});
    blocks->count++;
}

/* Moves entries up into the gap at `gap` until the chain after it ends. */
static void close_gap(nh_blocks *blocks, size_t gap) {
    size_t mask = blocks->capacity - 1;
    for (size_t at = (gap + 1) & mask; blocks->entries[at].place != NULL; at = (at + 1) & mask) {
        size_t from_home = (at - home_of(blocks, blocks->entries[at].place)) & mask;
        if (from_home < ((at - gap) & mask)) continue; /* it may not be before its home */
        blocks->entries[gap] = blocks->entries[at];
        gap = at;
    }
    blocks->entries[gap].place = NULL;
}

/* False when it is not there. */
static bool find_block(const nh_blocks *blocks, const void *place, size_t *at) {
    if (blocks->capacity == 0 || place == NULL) return false; /* a free entry is no block */
    for (*at = home_of(blocks, place); blocks->entries[*at].place != place; *at = (*at + 1) & (blocks->capacity - 1))
        if (blocks->entries[*at].place == NULL) return false;
    return true;
}

size_t nh_blocks_size(const nh_blocks *blocks, const void *place) {
    size_t at;
    return find_block(blocks, place, &at) ? blocks->entries[at].size : 0;
}

bool nh_blocks_take(nh_blocks *blocks, const void *place, size_t *size) {
    size_t at;
    if (!find_block(blocks, place, &at)) return false;
    *size = blocks->entries[at].size;
    close_gap(blocks, at);
    blocks->count--;
    return true;
}

void nh_blocks_free(nh_blocks *blocks, nh_context *context) {
    for (size_t i = 0; i < blocks->capacity; i++)
        if (blocks->entries[i].place != NULL)
            nh_context_resize(context, blocks->entries[i].place, blocks->entries[i].size, 0, NULL);
    if (blocks->capacity > 0) nh_context_resize(context, blocks->entries, blocks->capacity * sizeof(nh_block), 0, NULL);
    *blocks = (nh_blocks){0};
}
