/* Hash tables in an arena.
 *
 * nh_map maps 64-bit keys to 64-bit values. nh_index finds 32-bit numbers of things that the caller keeps in an array,
 * by the caller's hash and equality: the table of interned names, and of hash-consed expressions. Both use open
 * addressing with linear probing, at most two thirds full; nothing is ever taken out. */
#ifndef NH_BASE_MAP_H
#define NH_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct nh_map {
    nh_arena *arena;
    struct nh_map_entry *entries; /* capacity of them; a power of two or 0 */
    size_t capacity;
    size_t count;
} nh_map;

nh_map nh_map_make(nh_arena *arena);
/* The place of the value of key, or NULL. Valid until the next nh_map_put or nh_map_slot. */
uint64_t *nh_map_get(const nh_map *map, uint64_t key);
/* Sets the value of key, replacing an earlier one. */
void nh_map_put(nh_map *map, uint64_t key, uint64_t value);
/* The place of the value of key, made with the value 0 if it was not there (then *is_new is true). */
uint64_t *nh_map_slot(nh_map *map, uint64_t key, bool *is_new);
/* Walks all entries in no particular, but repeatable, order: start with *position = 0, ends with false. */
bool nh_map_next(const nh_map *map, size_t *position, uint64_t *key, uint64_t *value);

#define NH_INDEX_NONE UINT32_MAX

typedef struct nh_index {
    nh_arena *arena;
    uint64_t *slots; /* upper half: a part of the hash; lower half: number + 1, or 0 when empty */
    size_t capacity; /* a power of two or 0 */
    size_t count;
} nh_index;

/* Whether the thing with this number is the one that is searched for. */
typedef bool (*nh_index_same)(const void *user, uint32_t number);

nh_index nh_index_make(nh_arena *arena);
/* Where the search begins for a thing with this upper half of its hash, which is mixed already. */
static inline size_t nh_index_first(const nh_index *index, uint64_t tag) {
    return (size_t)tag & (index->capacity - 1);
}
/* The number of the thing with this hash that `same` accepts, or NH_INDEX_NONE. Inline, so that `same` can be. */
static inline uint32_t nh_index_find(const nh_index *index, uint64_t hash, nh_index_same same, const void *user) {
    if (index->capacity == 0) return NH_INDEX_NONE;
    uint64_t tag = hash >> 32;
    for (size_t at = nh_index_first(index, tag);; at = (at + 1) & (index->capacity - 1)) {
        uint64_t slot = index->slots[at];
        if (slot == 0) return NH_INDEX_NONE;
        uint32_t number = (uint32_t)slot - 1;
        if (slot >> 32 == tag && same(user, number)) return number;
    }
}
/* Enters a number below NH_INDEX_NONE that is not there yet. */
void nh_index_add(nh_index *index, uint64_t hash, uint32_t number);

#endif
