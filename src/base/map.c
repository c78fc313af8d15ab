/* Open addressing with linear probing; see map.h. */
#include "base/map.h"

#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "base/protect.h"

enum { FIRST_CAPACITY = 16 };

struct nh_map_entry {
    uint64_t key, value;
    bool used;
};

typedef struct nh_map_entry entry;

/* Whether one more entry would fill more than two thirds of the table. */
static bool is_full(size_t count, size_t capacity) {
    return 3 * (count + 1) > 2 * capacity;
}

nh_map nh_map_make(nh_arena *arena) {
    return (nh_map){.arena = arena};
}

/* The entry of the key, or the free one where it belongs. */
static entry *find_entry(const nh_map *map, uint64_t key) {
    size_t at = nh_hash_u64(key) & (map->capacity - 1);
    while (map->entries[at].used && map->entries[at].key != key) at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

static void grow_map(nh_map *map) {
    nh_map old = *map;
    size_t capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
    map->entries = NH_NEW_ARRAY(map->arena, entry, capacity);
    map->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].used) *find_entry(map, old.entries[i].key) = old.entries[i];
    nh_arena_give(map->arena, old.entries, old.capacity * sizeof(entry));
}

uint64_t *nh_map_get(const nh_map *map, uint64_t key) {
    if (map->capacity == 0) return NULL;
    entry *found = find_entry(map, key);
    return found->used ? &found->value : NULL;
}

uint64_t *nh_map_slot(nh_map *map, uint64_t key, bool *is_new) {
    if (is_full(map->count, map->capacity)) grow_map(map);
    entry *found = find_entry(map, key);
    *is_new = !found->used;
    if (*is_new) {
        *found = (entry){key, 0, true};
        map->count++;
    }
    return &found->value;
}

void nh_map_put(nh_map *map, uint64_t key, uint64_t value) {
    bool is_new;
    *nh_map_slot(map, key, &is_new) = value;
}

bool nh_map_next(const nh_map *map, size_t *position, uint64_t *key, uint64_t *value) {
    while (*position < map->capacity) {
        const entry *next = &map->entries[(*position)++];
        if (!next->used) continue;
        *key = next->key;
        *value = next->value;
        return true;
    }
    return false;
}

nh_index nh_index_make(nh_arena *arena) {
    return (nh_index){.arena = arena};
}

static void place_slot(nh_index *index, uint64_t slot) {
    size_t at = nh_index_first(index, slot >> 32);
    while (index->slots[at] != 0) at = (at + 1) & (index->capacity - 1);
    index->slots[at] = slot;
}

static void grow_index(nh_index *index) {
    nh_index old = *index;
    size_t capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
    index->slots = NH_NEW_ARRAY(index->arena, uint64_t, capacity);
    index->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i] != 0) place_slot(index, old.slots[i]);
    nh_arena_give(index->arena, old.slots, old.capacity * sizeof *old.slots);
}

void nh_index_add(nh_index *index, uint64_t hash, uint32_t number) {
    NH_ASSERT(number != NH_INDEX_NONE);
    if (is_full(index->count, index->capacity)) grow_index(index);
    place_slot(index, (hash >> 32) << 32 | (number + 1));
    index->count++;
}
