/* Linear algebra modulo p: an echelon form that grows row by row. */
#include "algebra/modular_private.h"
#include "base/limits.h"

nh_echelon nh_echelon_make(nh_arena *arena, uint32_t columns) {
    return (nh_echelon){.context = nh_arena_context(arena),
                        .columns = columns,
                        .row_of = NH_NEW_ARRAY(arena, uint64_t *, columns + 1),
                        .arena = arena};
}

/* row := row - factor * other, from this column on */
static void subtract(const nh_echelon *e, uint64_t *row, const uint64_t *other, uint32_t from) {
    uint64_t factor = row[from];
    nh_tick(e->context, (e->columns - from) / 8 + 1);
    for (uint32_t i = from; i < e->columns; i++)
        if (other[i] != 0) row[i] = nh_modular_sub(row[i], nh_modular_mul(factor, other[i]));
}

static void keep(nh_echelon *e, const uint64_t *row, uint32_t first) {
    uint64_t *kept = NH_NEW_ARRAY(e->arena, uint64_t, e->columns), scale = nh_modular_inv(row[first]);
    for (uint32_t i = first; i < e->columns; i++) kept[i] = nh_modular_mul(scale, row[i]);
    e->row_of[first] = kept;
    e->rank++;
}

bool nh_echelon_add(nh_echelon *e, uint64_t *row) {
    for (uint32_t i = 0; i < e->columns; i++) {
        if (row[i] == 0) continue;
        if (!e->row_of[i]) {
            keep(e, row, i);
            return true;
        }
        subtract(e, row, e->row_of[i], i);
    }
    return false;
}

void nh_echelon_reduce(nh_echelon *e) {
    for (uint32_t i = e->columns; i-- > 0;) {
        if (!e->row_of[i]) continue;
        for (uint32_t k = i + 1; k < e->columns; k++)
            if (e->row_of[k] && e->row_of[i][k] != 0) subtract(e, e->row_of[i], e->row_of[k], k);
    }
}

void nh_echelon_null_vector(const nh_echelon *e, uint32_t column, uint64_t *vector) {
    for (uint32_t i = 0; i < e->columns; i++)
        vector[i] = e->row_of[i] ? nh_modular_sub(0, e->row_of[i][column]) : i == column;
}
