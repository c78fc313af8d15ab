/* Growing an array by doubling. */
#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/protect.h"

void *nh_array_grow(nh_arena *arena, void *items, size_t size, size_t count, size_t extra, size_t *capacity) {
    size_t least, bytes;
    bool overflow = __builtin_add_overflow(count, extra, &least);
    size_t wanted = *capacity < SIZE_MAX / 2 ? 2 * *capacity : SIZE_MAX;
    if (wanted < 8) wanted = 8;
    if (wanted < least) wanted = least;
    overflow |= __builtin_mul_overflow(wanted, size, &bytes);
    if (overflow) nh_raise(nh_arena_context(arena), NH_E_LIMIT);
    void *moved = items == NULL ? nh_arena_alloc(arena, bytes) : nh_arena_resize(arena, items, count * size, bytes);
    *capacity = wanted;
    return moved;
}
