/* Modified Gram-Schmidt, each vector twice: then the basis is orthonormal to rounding. */
#include "num/linear/basis.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/linear/doubles.h"

/* Of a group, a vector may be taken when its rest is so much of the largest. */
#define NOT_SMALL 0.1

nh_basis *nh_basis_make(nh_arena *arena, size_t size, uint32_t most) {
    nh_basis *basis = NH_NEW(arena, nh_basis);
    *basis = (nh_basis){.size = size, .most = most};
    basis->used = NH_NEW_ARRAY(arena, uint32_t, (size_t)most + 1);
    basis->z = NH_NEW_ARRAY(arena, double, size *((size_t)most + 1));
    basis->r = NH_NEW_ARRAY(arena, double, (size_t)most *most + 1);
    basis->rests = NH_NEW_ARRAY(arena, double, (size_t)most + 1);
    return basis;
}

void nh_basis_begin(nh_basis *basis, double tolerance) {
    basis->tolerance = tolerance;
    basis->rank = 0;
    basis->least = 1;
    basis->worst = 0;
}

static double *next_column(const nh_basis *b) {
    return b->z + b->rank * b->size;
}

/* Takes the basis out of the next column; what was taken goes to the next column of r. */
static void reduce_column(nh_basis *b) {
    double *column = next_column(b), *r = b->r + (size_t)b->rank * b->most;
    memset(r, 0, b->rank * sizeof *r);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < b->rank; k++) {
            const double *z = b->z + k * b->size;
            double part = nh_doubles_dot(z, column, b->size);
            for (size_t i = 0; i < b->size; i++) column[i] -= part * z[i];
            r[k] += part;
        }
}

/* Loads a vector as the next column, without the basis: its length before; what is left of it in *rest. */
static double load_rest(nh_basis *b, uint32_t vector, nh_basis_load load, void *user, double *rest) {
    double *column = next_column(b);
    load(user, vector, column);
    double before = sqrt(nh_doubles_dot(column, column, b->size));
    reduce_column(b);
    *rest = sqrt(nh_doubles_dot(column, column, b->size));
    return before;
}

/* Makes the rest that was loaded last a column of the basis. */
static void keep_column(nh_basis *b, uint32_t vector, double before, double rest) {
    double *column = next_column(b);
    for (size_t i = 0; i < b->size; i++) column[i] /= rest;
    if (rest < b->least * before) {
        b->least = rest / before;
        b->worst = vector;
    }
    b->r[(size_t)b->rank * b->most + b->rank] = rest;
    b->used[b->rank++] = vector;
}

/* The place in the group of the vector to take next, or the count when none is independent of what is there. size:
 * the longest of the group. */
static uint32_t choose_vector(nh_basis *b, uint32_t count, const uint32_t *vectors, nh_basis_load load, void *user,
                              double size) {
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (b->rests[i] < 0) continue; /* it was taken */
        (void)load_rest(b, vectors[i], load, user, &b->rests[i]);
        most = fmax(most, b->rests[i]);
    }
    if (!(most > b->tolerance * size)) return count;
    uint32_t i = 0;
    while (!(b->rests[i] >= NOT_SMALL * most)) i++;
    return i;
}

void nh_basis_take(nh_basis *basis, uint32_t count, const uint32_t *vectors, nh_basis_load load, void *user) {
    nh_basis *b = basis;
    double size = 0, rest;
    if (b->rank == b->size || count == 0) return;
    if (count == 1) {
        double before = load_rest(b, vectors[0], load, user, &rest);
        if (rest > b->tolerance * before) keep_column(b, vectors[0], before, rest);
        return;
    }
    NH_ASSERT(count <= b->most);
    for (uint32_t i = 0; i < count; i++) size = fmax(size, load_rest(b, vectors[i], load, user, &b->rests[i]));
    while (b->rank < b->size) {
        uint32_t i = choose_vector(b, count, vectors, load, user, size);
        if (i == count) return;
        double before = load_rest(b, vectors[i], load, user, &rest);
        keep_column(b, vectors[i], before, rest);
        b->rests[i] = -1;
    }
}

/* ---- pivots ---- */

/* Whether something is left of vector j. Those that were taken are 0. */
static bool has_rest(size_t size, const double *columns, const double *least, uint32_t j, double *square) {
    *square = nh_doubles_dot(columns + j * size, columns + j * size, size);
    return *square > least[j] * least[j];
}

/* The vector to take next, or the count: nothing is left of any. */
static uint32_t find_pivot(size_t size, uint32_t count, const double *columns, const double *least,
                           const bool *is_preferred) {
    double most = 0, square;
    for (uint32_t j = 0; j < count; j++)
        if (has_rest(size, columns, least, j, &square)) most = fmax(most, square);
    for (int turn = is_preferred != NULL ? 0 : 1; turn < 2; turn++)
        for (uint32_t j = 0; j < count; j++) {
            if (turn == 0 && !is_preferred[j]) continue;
            if (has_rest(size, columns, least, j, &square) && square >= NOT_SMALL * NOT_SMALL * most) return j;
        }
    return count;
}

uint32_t nh_basis_pivots(size_t size, uint32_t count, double *columns, const double *least, uint32_t most,
                         const bool *is_preferred, uint32_t *order) {
    uint32_t rank = 0, j;
    while (rank < most && (j = find_pivot(size, count, columns, least, is_preferred)) < count) {
        double *z = columns + j * size, length = sqrt(nh_doubles_dot(z, z, size));
        for (size_t i = 0; i < size; i++) z[i] /= length;
        for (uint32_t k = 0; k < count; k++) {
            double *column = columns + k * size;
            for (int pass = 0; pass < 2 && k != j; pass++) {
                double part = nh_doubles_dot(z, column, size);
                for (size_t i = 0; i < size; i++) column[i] -= part * z[i];
            }
        }
        memset(z, 0, size * sizeof *z);
        order[rank++] = j;
    }
    return rank;
}
