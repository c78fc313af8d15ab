/* Which rows and columns of a matrix have to do with each other. */
#include "algebra/linear/linear_private.h"
#include "base/limits.h"

/* The one that stands for all that i is joined with; the way there is shortened. */
static uint32_t first_of(uint32_t *next, uint32_t i) {
    while (next[i] != i) i = next[i] = next[next[i]];
    return i;
}

static void join_rows(uint32_t *next, uint32_t i, uint32_t j) {
    uint32_t a = first_of(next, i), b = first_of(next, j);
    if (a < b) next[b] = a;
    else next[a] = b;
}

nh_linear_blocks nh_linear_blocks_of(nh_arena *arena, uint32_t rows, uint32_t columns, const nh_element *a,
                                     bool is_symmetric) {
    uint32_t shift = is_symmetric ? 0 : rows, size = shift + columns;
    uint32_t *next = NH_NEW_ARRAY(arena, uint32_t, (size_t)size + 1);
    uint32_t *number = NH_NEW_ARRAY(arena, uint32_t, (size_t)size + 1);
    nh_linear_blocks blocks = {0, number, number + shift};
    nh_tick(nh_arena_context(arena), (uint64_t)rows * columns + size);
    for (uint32_t i = 0; i < size; i++) next[i] = i;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < (is_symmetric ? i : columns); j++)
            if (!nh_element_is_zero(a[(size_t)i * columns + j])) join_rows(next, i, shift + j);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t first = first_of(next, i);
        number[i] = first == i ? blocks.count++ : number[first];
    }
    return blocks;
}

uint32_t *nh_linear_members(nh_arena *arena, uint32_t size, const uint32_t *of, uint32_t block, uint32_t *count) {
    uint32_t *members = NH_NEW_ARRAY(arena, uint32_t, (size_t)size + 1);
    *count = 0;
    for (uint32_t i = 0; i < size; i++)
        if (of[i] == block) members[(*count)++] = i;
    return members;
}
