/* Growable arrays in an arena, typed by a macro:
 *
 *     typedef NH_ARRAY(double) doubles;
 *     doubles values = {.arena = arena};
 *     nh_array_push(&values, 0.5);
 *     for (size_t i = 0; i < values.count; i++) use(values.items[i]);
 *
 * Growing doubles the capacity; the items may move, so no pointer to an item is kept across a push. */
#ifndef NH_BASE_ARRAY_H
#define NH_BASE_ARRAY_H

#include "base/arena.h"

#define NH_ARRAY(type)                                                                                                 \
    struct {                                                                                                           \
        type *items;                                                                                                   \
        size_t count;                                                                                                  \
        size_t capacity;                                                                                               \
        nh_arena *arena;                                                                                               \
    }

/* Makes room for extra more items behind the last one. (Items may be pointers, whose sizeof clang-tidy suspects.) */
#define nh_array_reserve(array, extra)                                                                                 \
    ((array)->capacity - (array)->count >= (extra)                                                                     \
         ? (void)0                                                                                                     \
         : (void)((array)->items = nh_array_grow((array)->arena, (array)->items,                                       \
                                                 sizeof *(array)->items, /* NOLINT(bugprone-sizeof-expression) */      \
                                                 (array)->count, (extra), &(array)->capacity)))

#define nh_array_push(array, item) (nh_array_reserve((array), 1), (void)((array)->items[(array)->count++] = (item)))

/* Returns the place for at least count + extra items of the given size, with the first count copied. */
void *nh_array_grow(nh_arena *arena, void *items, size_t size, size_t count, size_t extra, size_t *capacity);

#endif
