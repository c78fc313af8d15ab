/* Thinning: a picture of a thousand pixels does not show a million rows, but it must show their extremes. */
#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "out/plot/plot_private.h"

/* Points of a stretch, on average; series whose extremes are kept; points of a stretch, at most. */
enum { OF_STRETCH = 3, MOST_SERIES = 3, MOST_OF_STRETCH = 2 + 3 * MOST_SERIES };

/* gnuplot's own arithmetic with ranges must not overflow. */
bool nh_plot_is_drawable(double value) {
    return fabs(value) < 1e300;
}

/* Adds the number to a rising list in which it may be. */
static void insert_number(size_t *list, size_t *count, size_t number) {
    size_t i = *count;
    while (i > 0 && list[i - 1] > number) i--;
    if (i > 0 && list[i - 1] == number) return;
    for (size_t k = *count; k > i; k--) list[k] = list[k - 1];
    list[i] = number;
    ++*count;
}

/* The rows of one series in a stretch where it is least, largest, and has no value. */
static void insert_extremes(size_t *list, size_t *count, size_t from, size_t to, const double *values) {
    NH_ASSERT(from < to);
    size_t least = to, largest = to, none = to;
    for (size_t i = from; i < to; i++) {
        if (!nh_plot_is_drawable(values[i])) {
            none = i;
            continue;
        }
        if (least == to || values[i] < values[least]) least = i;
        if (largest == to || values[i] > values[largest]) largest = i;
    }
    if (least < to) insert_number(list, count, least);
    if (largest < to) insert_number(list, count, largest);
    if (none < to) insert_number(list, count, none);
}

nh_plot_rows nh_plot_thin(nh_arena *arena, size_t rows, size_t few, size_t count, const double *const *series) {
    NH_ASSERT(few > 0 && (count == 0 || series != NULL));
    nh_plot_rows chosen = {.arena = arena};
    size_t stretches = few / OF_STRETCH;
    if (rows <= few) {
        for (size_t i = 0; i < rows; i++) nh_array_push(&chosen, i);
        NH_ASSERT(chosen.count <= rows);
        return chosen;
    }
    for (size_t s = 0; s < stretches; s++) {
        /* rows may be 10^9: the product fits 64 bits */
        size_t from = (size_t)((uint64_t)rows * s / stretches), to = (size_t)((uint64_t)rows * (s + 1) / stretches);
        size_t list[MOST_OF_STRETCH], size = 0;
        insert_number(list, &size, from);
        insert_number(list, &size, to - 1);
        for (size_t k = 0; k < count && k < MOST_SERIES; k++) insert_extremes(list, &size, from, to, series[k]);
        nh_array_append(&chosen, size, list);
        nh_tick(nh_arena_context(arena), (to - from) * count);
    }
    return chosen;
}
