/* Growable arrays in an arena, typed by a macro:
 *
 *     typedef NH_ARRAY(double) doubles;
 *     doubles values = {.arena = arena};
 *     nh_array_push(&values, 0.5);
 *     for (size_t i = 0; i < values.count; i++) sum += values.items[i];
 *
 * Growing doubles the capacity; the items may move, so no pointer to an item is kept across a push. */
#ifndef NH_BASE_ARRAY_H
#define NH_BASE_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define NH_ARRAY(type)                                                                                                 \
    struct {                                                                                                           \
        type *items;                                                                                                   \
        size_t count;                                                                                                  \
        size_t capacity;                                                                                               \
        nh_arena *arena;                                                                                               \
    }

/* Makes room for extra more items after the last one. (Items may be pointers, whose sizeof clang-tidy suspects.) */
#define nh_array_reserve(array, extra)                                                                                 \
    ((array)->capacity - (array)->count >= (extra)                                                                     \
         ? (void)0                                                                                                     \
         : (void)((array)->items = nh_array_grow((array)->arena, (array)->items,                                       \
                                                 sizeof *(array)->items, /* NOLINT(bugprone-sizeof-expression) */      \
                                                 (array)->count, (extra), &(array)->capacity)))

#define nh_array_push(array, item) (nh_array_reserve((array), 1), (void)((array)->items[(array)->count++] = (item)))

/* Pushes n items of the same type, which are not those of the array; n is evaluated more than once. */
#define nh_array_append(array, n, from)                                                                                \
    (nh_array_reserve((array), (n)), (void)sizeof((array)->items == (from)),                                           \
     nh_array_copy((array)->items, (array)->count, (from), (n),                                                        \
                   sizeof *(array)->items), /* NOLINT(bugprone-sizeof-expression) */                                   \
     (void)((array)->count += (n)))

/* The lists may be NULL where there is nothing to copy. */
static inline void nh_array_copy(void *items, size_t at, const void *from, size_t count, size_t size) {
    if (count > 0) memcpy((char *)items + at * size, from, count * size);
}

/* Whether a number, or an expression, is in a list. */
static inline bool nh_is_among(uint32_t item, size_t count, const uint32_t *list) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == item) return true;
    return false;
}

/* The next k of the numbers below count, ascending, in alphabetical order; false after the last. */
static inline bool nh_next_choice(uint32_t k, uint32_t count, uint32_t *choice) {
    for (uint32_t i = k; i-- > 0;) {
        if (choice[i] + (k - i) >= count) continue;
        choice[i]++;
        for (uint32_t j = i + 1; j < k; j++) choice[j] = choice[j - 1] + 1;
        return true;
    }
    return false;
}

/* Whether a list is strictly rising, and all of it below the limit: numbers of rows or coordinates, for asserts. */
static inline bool nh_is_rising(size_t count, const uint32_t *list, size_t limit) {
    for (size_t i = 0; i < count; i++)
        if (list[i] >= limit || (i > 0 && list[i - 1] >= list[i])) return false;
    return true;
}

/* Whether all numbers of a list are below the limit. */
static inline bool nh_are_below(size_t count, const uint32_t *list, size_t limit) {
    for (size_t i = 0; i < count; i++)
        if (list[i] >= limit) return false;
    return true;
}

/* Returns the place for at least count + extra items of the given size, with the first count copied. */
void *nh_array_grow(nh_arena *arena, void *items, size_t size, size_t count, size_t extra, size_t *capacity);

#endif
