/* States between the rows, for smooth curves: the cubic that has the positions and velocities of both neighbours (Hermite). A method of high
 * order takes steps that are long for the eye. */
#include <math.h>
#include <string.h>

#include "sim/series.h"

enum { MOST_PARTS = 64 };

/* The state at the part s of the way from a to b, rows of t, q, q'. */
static void interpolate(double *state, const double *a, const double *b, double s, size_t n) {
    double h = b[0] - a[0], r = 1 - s;
    state[0] = a[0] + s * h;
    for (size_t i = 1; i <= n; i++) {
        double rise = b[i] - a[i], v = a[i + n], w = b[i + n];
        state[i] = r * a[i] + s * b[i] + s * r * (r * (h * v - rise) - s * (h * w - rise));
        state[i + n] = r * (1 - 3 * s) * v + s * (3 * s - 2) * w + 6 * s * r * rise / h;
    }
}

static bool can_interpolate(const double *a, const double *b, size_t n) {
    bool good = a[0] != b[0];
    for (size_t i = 0; i < 1 + 2 * n; i++) good = good && isfinite(a[i]) && isfinite(b[i]);
    return good;
}

const nh_trajectory *nh_series_refine(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                                      size_t least) {
    size_t n = model->coordinates.count, width = 1 + 2 * n;
    size_t rows = trajectory->values.count / trajectory->columns;
    if (rows < 2 || rows >= least) return trajectory;
    size_t parts = (least + rows - 2) / (rows - 1);
    if (parts > MOST_PARTS) parts = MOST_PARTS;
    nh_trajectory *fine = NH_NEW(arena, nh_trajectory);
    fine->columns = width;
    fine->values.arena = arena;
    double *state = NH_NEW_ARRAY(arena, double, width);
    for (size_t row = 0; row < rows; row++) {
        const double *a = trajectory->values.items + row * trajectory->columns, *b = a + trajectory->columns;
        for (size_t i = 0; i < width; i++) nh_array_push(&fine->values, a[i]);
        if (row + 1 == rows || !can_interpolate(a, b, n)) continue;
        for (size_t part = 1; part < parts; part++) {
            interpolate(state, a, b, (double)part / (double)parts, n);
            for (size_t i = 0; i < width; i++) nh_array_push(&fine->values, state[i]);
        }
    }
    return fine;
}
