/* Whether a row that vanishes has a direction there all the same.
 *
 * Let b(z) be the row, or the combination of rows with fixed factors, that is 0 at the state z. Admissible neighbours are z + eps d, with
 * d = (dq, 0) where the geometric rows allow dq, and d = (0, dv) where all rows allow dv. If the derivatives of b in all these directions are
 * multiples of one vector, then b is, to first order, a number times that vector: only the number vanishes at z. */
#include <math.h>
#include <string.h>

#include "sim/singular_private.h"

#define KERNEL 1e-4 /* rows below this against their size are taken to be 0 */
#define SHARED 1e-2 /* so much of a derivative may point elsewhere: what differences over a finite distance leave */
#define PROBE 1e-3  /* the distance of neighbours, in parts of the way made since the beginning of the step */

typedef struct probing {
    nh_singular *s;
    const nh_singular_place *place;
    double t;
    const double *y;
    double *neighbour; /* q, q', extras */
    double *slopes;    /* n x 2n: derivatives of b */
    uint32_t count;
} probing;

/* b at a neighbour, in the units of the columns, added with a factor. */
static bool add_row(probing *p, const double *direction, size_t offset, double distance, double factor, double *to) {
    nh_singular *s = p->s;
    const nh_expr_matrix *a = &s->equations->jacobian;
    memcpy(p->neighbour, p->y, s->states * sizeof *p->y);
    for (uint32_t i = 0; i < s->n; i++) p->neighbour[offset + i] += distance * s->unit[i] * direction[i];
    if (!nh_singular_evaluate(s, p->t, p->neighbour)) return false;
    for (uint32_t j = 0; j < s->rows; j++) {
        double part = j == p->place->row ? factor : 0;
        for (uint32_t k = 0; k < s->used_count; k++)
            if (s->used[k] == j && j != p->place->row) part -= factor * s->factor[k];
        if (part == 0) continue;
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++)
            to[a->column[k]] += part * s->outputs[k] * s->unit[a->column[k]];
    }
    return true;
}

/* Derivatives in the directions that the rows (geometric ones alone, or all) allow; false when one has no value. */
static bool probe(probing *p, nh_arena *scratch, bool geometric, size_t offset, double distance) {
    nh_singular *s = p->s;
    size_t n = s->n, count = 0;
    double *rows = NH_NEW_ARRAY(scratch, double, n *(s->rows + 1));
    for (uint32_t j = 0; j < s->rows; j++)
        count += !geometric || s->equations->model->rows.items[s->equations->row[j]].is_geometric;
    size_t i = 0;
    for (uint32_t j = 0; j < s->rows; j++) {
        if (geometric && !s->equations->model->rows.items[s->equations->row[j]].is_geometric) continue;
        for (size_t k = 0; k < n; k++) rows[i + k * count] = s->jacobian[j * n + k] / s->size[j];
        i++;
    }
    double *kernel = NH_NEW_ARRAY(scratch, double, n *n);
    nh_qr *qr = nh_qr_make(scratch, (int)count, (int)n);
    if (!nh_qr_factor(qr, rows)) return false;
    int rank = 0;
    while (rank < (int)(count < n ? count : n) && fabs(nh_qr_diagonal(qr, rank)) > KERNEL) rank++;
    nh_qr_kernel(qr, rank, kernel);
    for (size_t k = 0; k < n - (size_t)rank; k++) {
        double *slope = p->slopes + n * p->count++;
        if (!add_row(p, kernel + k * n, offset, distance, 0.5 / distance, slope)) return false;
        if (!add_row(p, kernel + k * n, offset, -distance, -0.5 / distance, slope)) return false;
    }
    return true;
}

/* Whether all slopes are multiples of one. */
static bool share_direction(const probing *p) {
    size_t n = p->s->n, largest = 0;
    double most = 0;
    for (size_t k = 0; k < p->count; k++) {
        double square = 0;
        for (size_t i = 0; i < n; i++) square += p->slopes[k * n + i] * p->slopes[k * n + i];
        if (square > most) most = square, largest = k;
    }
    if (most == 0) return false;
    const double *u = p->slopes + largest * n;
    for (size_t k = 0; k < p->count; k++) {
        double part = 0, rest = 0;
        for (size_t i = 0; i < n; i++) part += u[i] * p->slopes[k * n + i] / most;
        for (size_t i = 0; i < n; i++) {
            double left = p->slopes[k * n + i] - part * u[i];
            rest += left * left;
        }
        if (rest > SHARED * SHARED * most) return false;
    }
    return true;
}

bool nh_singular_is_removable(nh_singular *s, const nh_singular_place *place, double t, const double *y,
                              double length) {
    nh_arena *scratch = nh_arena_create(nh_arena_context(s->arena));
    size_t n = s->n;
    probing p = {.s = s, .place = place, .t = t, .y = y};
    p.neighbour = NH_NEW_ARRAY(scratch, double, s->states);
    p.slopes = NH_NEW_ARRAY(scratch, double, 2 * n * n);
    double speed = 0;
    for (size_t i = 0; i < n; i++) speed = fmax(speed, fabs(y[n + i]) / s->unit[i]);
    speed = speed > 0 ? speed : 1;
    bool is_removable = probe(&p, scratch, true, 0, PROBE * speed * length);
    uint32_t by_positions = p.count;
    is_removable = is_removable && probe(&p, scratch, false, n, PROBE * speed);
    for (size_t i = n * by_positions; i < n * p.count; i++) p.slopes[i] /= length; /* both a change over the step */
    is_removable = is_removable && share_direction(&p);
    nh_arena_destroy(scratch);
    return is_removable;
}
