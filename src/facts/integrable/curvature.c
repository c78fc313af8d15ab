/* Forms and their derivatives from one program, their kernel and the rank of the curvatures in doubles. */
#include "facts/integrable/curvature.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/integrable/curvature_private.h"
#include "facts/sizes.h"
#include "model/inputs.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "num/linear/dense.h"
#include "state/explicit/kind.h"
#include "tape/program.h"

/* Below these parts of the largest, diagonals of a factorisation are 0. */
#define DEPENDENT 1e-9
#define FLAT 1e-7

/* ---- expressions ---- */

/* The row as a form; false when it is not linear in the velocities by its shape. */
static bool add_form(nh_curvature *f, const nh_row *row) {
    const nh_model *model = f->model;
    nh_pool *pool = model->pool;
    uint32_t n = f->n1 - 1;
    nh_expr rate = nh_expr_expand_names(pool, nh_row_rate(model, row));
    const nh_expr *v = nh_model_velocities(model, f->arena);
    nh_expr *form = f->entry + (size_t)f->count * f->n1;
    nh_expr_gradient(pool, rate, n, v, form + 1);
    for (uint32_t i = 1; i < f->n1; i++)
        if (nh_expr_has(pool, form[i], NH_HAS_VELOCITY)) return false;
    form[0] = nh_model_at_rest(model, f->arena, rate);
    f->count++;
    return true;
}

static void add_all(nh_curvature *f, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++)
        if (!add_form(f, &f->model->rows.items[rows[i]])) f->is_linear = false;
}

static void find_slopes(nh_curvature *f) {
    const nh_model *model = f->model;
    nh_expr *x = NH_NEW_ARRAY(f->arena, nh_expr, f->n1);
    x[0] = model->time;
    memcpy(x + 1, nh_model_coordinates(model, f->arena), (f->n1 - 1) * sizeof *x);
    f->slope = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)f->kinematic * f->n1 * f->n1 + 1);
    for (size_t i = 0; i < (size_t)f->kinematic * f->n1; i++)
        nh_expr_gradient(model->pool, f->entry[i], f->n1, x, f->slope + i * f->n1);
}

nh_curvature nh_curvature_forms(nh_arena *arena, const nh_model *model, uint32_t kinematic, const uint32_t *rows,
                                uint32_t geometric, const uint32_t *geometric_rows) {
    NH_ASSERT(nh_are_below(kinematic, rows, model->rows.count));
    NH_ASSERT(nh_are_below(geometric, geometric_rows, model->rows.count));
    nh_curvature f = {.model = model, .arena = arena, .n1 = (uint32_t)model->coordinates.count + 1, .is_linear = true};
    f.entry = NH_NEW_ARRAY(arena, nh_expr, (size_t)(kinematic + geometric) * f.n1 + 1);
    add_all(&f, kinematic, rows);
    f.kinematic = f.count;
    add_all(&f, geometric, geometric_rows);
    return f;
}

static nh_curvature collect_forms(nh_arena *arena, const nh_model *model, uint32_t kinematic, const uint32_t *rows,
                                  uint32_t geometric, const uint32_t *geometric_rows) {
    nh_curvature f = nh_curvature_forms(arena, model, kinematic, rows, geometric, geometric_rows);
    find_slopes(&f);
    return f;
}

uint32_t *nh_curvature_rows(nh_arena *arena, const nh_model *model, bool is_geometric, uint32_t *count) {
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, model->rows.count + 1);
    *count = 0;
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (nh_row_restricts(&model->rows.items[i]) && model->rows.items[i].is_geometric == is_geometric)
            rows[(*count)++] = i;
    return rows;
}

/* All of them at the state: the forms, then their derivatives. */
static const double *evaluate_forms(const nh_curvature *f, const double *parameters, const nh_state *state) {
    NH_ASSERT(f->kinematic <= f->count);
    uint32_t n = f->n1 - 1, entries = f->count * f->n1, slopes = f->kinematic * f->n1 * f->n1;
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)entries + slopes + 1);
    memcpy(outputs, f->entry, entries * sizeof *outputs);
    memcpy(outputs + entries, f->slope, slopes * sizeof *outputs);
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false, entries + slopes, outputs);
    double *inputs = NH_NEW_ARRAY(f->arena, double, 2 * (size_t)n + 1);
    inputs[0] = state->t;
    memcpy(inputs + 1, state->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, state->v, n * sizeof *inputs);
    return nh_program_at(nh_program_of(f->arena, f->model->pool, &def, parameters), inputs);
}

/* ---- numbers ---- */

/* A basis of the directions along which all forms vanish, n1 x *free; NULL when a form has no value. */
static const double *kernel_of(const nh_curvature *f, const double *entries, uint32_t *free) {
    uint32_t m = f->count, n1 = f->n1;
    double *a = NH_NEW_ARRAY(f->arena, double, (size_t)m *n1);
    for (uint32_t r = 0; r < m; r++)
        for (uint32_t j = 0; j < n1; j++) a[r + (size_t)j * m] = entries[(size_t)r * n1 + j];
    nh_qr *qr = nh_qr_make(f->arena, (int)m, (int)n1);
    if (!nh_qr_factor(qr, a)) return NULL;
    int rank = nh_qr_rank(qr, DEPENDENT);
    NH_ASSERT(rank >= 0 && (uint32_t)rank <= n1);
    *free = n1 - (uint32_t)rank;
    double *basis = NH_NEW_ARRAY(f->arena, double, (size_t)n1 **free + 1);
    nh_qr_kernel(qr, rank, basis);
    return basis;
}

/* dtheta(u, w), and the size of its terms. */
static double curvature_of(const nh_curvature *f, const double *slope, const double *u, const double *w, double *size) {
    double sum = 0;
    for (uint32_t j = 0; j < f->n1; j++)
        for (uint32_t l = 0; l < f->n1; l++) {
            double term = slope[(size_t)j * f->n1 + l] * (u[l] * w[j] - u[j] * w[l]);
            sum += term;
            *size = fmax(*size, fabs(term));
        }
    return sum;
}

/* The rank of the curvatures of the kinematic forms, as vectors over the pairs of directions. */
static uint32_t curvature_rank(const nh_curvature *f, const double *slopes, uint32_t free, const double *basis) {
    uint32_t pairs = free * (free - 1) / 2, k = f->kinematic, n1 = f->n1;
    double *B = NH_NEW_ARRAY(f->arena, double, (size_t)k *pairs + 1), size = 0, most = 0;
    for (uint32_t r = 0; r < k; r++)
        for (uint32_t i = 0, p = 0; i < free; i++)
            for (uint32_t j = 0; j < i; j++, p++) {
                double *b = &B[r + (size_t)p * k];
                *b = curvature_of(f, slopes + (size_t)r * n1 * n1, basis + (size_t)i * n1, basis + (size_t)j * n1,
                                  &size);
                most = fmax(most, fabs(*b));
            }
    if (!(most > FLAT * size)) return 0;
    nh_qr *qr = nh_qr_make(f->arena, (int)k, (int)pairs);
    return nh_qr_factor(qr, B) ? (uint32_t)nh_qr_rank(qr, FLAT) : k;
}

/* Rows that are linear when they are cleared of denominators, x'/y' = -y/x: of these nothing is known here. */
static bool has_cleared(const nh_model *model, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++) {
        nh_kind kind = nh_kind_of(model->pool, model->rows.items[rows[i]].residual);
        if (kind.kind == NH_ROW_LINEAR || kind.kind == NH_ROW_AFFINE) return true;
    }
    return false;
}

uint32_t nh_curvature_leaves(const nh_model *model, const double *parameters, const nh_state *state) {
    size_t n = model->coordinates.count;
    if (n > NH_CURVATURE_COORDINATES || n == 0) return 0;
    nh_arena *arena = nh_arena_create(model->context);
    uint32_t kinematic, geometric, free, left = 0;
    const uint32_t *rows = nh_curvature_rows(arena, model, false, &kinematic);
    const uint32_t *others = nh_curvature_rows(arena, model, true, &geometric);
    nh_curvature f = collect_forms(arena, model, kinematic, rows, geometric, others);
    if (f.kinematic > 0) {
        const double *values = evaluate_forms(&f, parameters, state), *basis = kernel_of(&f, values, &free);
        uint32_t bent = basis == NULL ? f.kinematic
                        : free < 2    ? 0
                                      : curvature_rank(&f, values + f.count * f.n1, free, basis);
        left = f.kinematic - bent;
    }
    if (left == 0 && !f.is_linear && has_cleared(model, kinematic, rows)) left = 1;
    nh_arena_destroy(arena);
    return left;
}

/* ==== balls ==== */

/* The same in balls: at a certified state the curvatures of the rows are certainly independent. If a combination of the
 * rows could be integrated nearby, a limit of such combinations would have no curvature at the state. */

/* More outputs of the program than this are not computed. */
enum { MOST_OUTPUTS = 20000 };
#define DEPENDENT_BALLS 1e-9

typedef struct curvature_search {
    const nh_curvature *f;
    const int *pivots; /* count: columns that the forms are solved for; the others follow */
    uint32_t free;
} curvature_search;

/* The columns in the order of pivots, at the reference state; NULL when the forms depend on each other there. */
static const int *find_pivots(const nh_curvature *f, const nh_admissible *a) {
    size_t size = (size_t)f->count * f->n1;
    double *values = NH_NEW_ARRAY(f->arena, double, size + 1), *matrix = NH_NEW_ARRAY(f->arena, double, size + 1);
    nh_sizes_values(a, (uint32_t)size, f->entry, values);
    for (uint32_t r = 0; r < f->count; r++)
        for (uint32_t j = 0; j < f->n1; j++) matrix[r + (size_t)j * f->count] = values[(size_t)r * f->n1 + j];
    nh_qr *qr = nh_qr_make(f->arena, (int)f->count, (int)f->n1);
    bool is_good = nh_qr_factor(qr, matrix) && nh_qr_rank(qr, DEPENDENT_BALLS) == (int)f->count;
    return is_good ? nh_qr_columns(qr) : NULL;
}

/* The directions along which all forms vanish, n1 x free: 1 in a column that is no pivot, what the forms ask
 * for in those that are. */
static bool find_kernel(const curvature_search *b, const nh_ball *entry, nh_ball *kernel, int prec) {
    const nh_curvature *f = b->f;
    uint32_t m = f->count;
    nh_ball *a = nh_balls_new((size_t)m * m + 1), *side = nh_balls_new((size_t)m * b->free + 1);
    nh_ball *x = nh_balls_new((size_t)m * b->free + 1);
    for (uint32_t r = 0; r < m; r++) {
        for (uint32_t k = 0; k < m; k++)
            nh_ball_set(&a[r + (size_t)k * m], &entry[(size_t)r * f->n1 + (size_t)b->pivots[k]]);
        for (uint32_t i = 0; i < b->free; i++)
            nh_ball_neg(&side[r + (size_t)i * m], &entry[(size_t)r * f->n1 + (size_t)b->pivots[m + i]]);
    }
    bool is_solved = nh_ball_solve(x, a, (int)m, side, (int)b->free, prec);
    for (uint32_t i = 0; i < b->free && is_solved; i++) {
        nh_ball *u = kernel + (size_t)i * f->n1;
        for (uint32_t k = 0; k < m; k++) nh_ball_set(&u[b->pivots[k]], &x[k + (size_t)i * m]);
        nh_ball_set_int(&u[b->pivots[m + i]], 1);
    }
    nh_balls_free(x, (size_t)m * b->free + 1);
    nh_balls_free(side, (size_t)m * b->free + 1);
    nh_balls_free(a, (size_t)m * m + 1);
    return is_solved;
}

/* sum += dtheta(u, w), size += |terms|. */
static void add_curvature(uint32_t n1, const nh_ball *slope, const nh_ball *u, const nh_ball *w, nh_ball *sum,
                          nh_ball *size, int prec) {
    nh_ball *term = nh_balls_new(2);
    for (uint32_t j = 0; j < n1; j++)
        for (uint32_t l = 0; l < n1; l++) {
            nh_ball_mul(&term[0], &u[l], &w[j], prec);
            nh_ball_mul(&term[1], &u[j], &w[l], prec);
            nh_ball_sub(&term[0], &term[0], &term[1], prec);
            nh_ball_mul(&term[0], &slope[(size_t)j * n1 + l], &term[0], prec);
            nh_ball_add(sum, sum, &term[0], prec);
            nh_ball_set_double(&term[1], fabs(nh_ball_double(&term[0])));
            nh_ball_add(size, size, &term[1], prec);
        }
    nh_balls_free(term, 2);
}

/* The curvatures of all rows on one pair of directions; false when one of them is not seen to be 0. */
static bool find_curvatures(const curvature_search *b, const nh_ball *slopes, const nh_ball *u, const nh_ball *w,
                            nh_ball *B, int prec) {
    uint32_t n1 = b->f->n1;
    nh_ball *size = nh_balls_new(1);
    bool is_flat = true;
    for (uint32_t r = 0; r < b->f->kinematic; r++) {
        nh_ball_set_int(&B[r], 0);
        nh_ball_set_int(size, 0);
        add_curvature(n1, slopes + (size_t)r * n1 * n1, u, w, &B[r], size, prec);
        is_flat = is_flat && nh_seen_of(&B[r], size) == NH_SEEN_ZERO;
    }
    nh_balls_free(size, 1);
    return is_flat;
}

/* All flat, or independent as vectors over the pairs of directions: their Gram matrix is regular. */
static nh_seen compare_curvatures(const curvature_search *b, const nh_ball *slopes, const nh_ball *kernel, int prec) {
    uint32_t k = b->f->kinematic, n1 = b->f->n1;
    nh_ball *gram = nh_balls_new((size_t)k * k + 1), *B = nh_balls_new((size_t)k + 1);
    int *order = nh_guard_alloc((size_t)k + 1, sizeof *order);
    bool is_flat = true;
    for (uint32_t i = 0; i < b->free; i++)
        for (uint32_t j = 0; j < i; j++) {
            is_flat = find_curvatures(b, slopes, kernel + (size_t)i * n1, kernel + (size_t)j * n1, B, prec) && is_flat;
            for (uint32_t r = 0; r < k; r++)
                for (uint32_t c = 0; c < k; c++)
                    nh_ball_fma(&gram[r + (size_t)c * k], &B[r], &B[c], &gram[r + (size_t)c * k], prec);
        }
    bool is_regular = !is_flat && nh_ball_lu_factor(gram, (int)k, order, prec);
    nh_guard_free(order);
    nh_balls_free(B, (size_t)k + 1);
    nh_balls_free(gram, (size_t)k * k + 1);
    return is_flat ? NH_SEEN_ZERO : is_regular ? NH_SEEN_NONZERO : NH_SEEN_NOTHING;
}

static nh_seen see_bent(void *user, const nh_ball *outputs, int prec) {
    const curvature_search *b = user;
    size_t size = (size_t)b->free * b->f->n1 + 1;
    nh_ball *kernel = nh_balls_new(size);
    nh_seen seen = find_kernel(b, outputs, kernel, prec)
                       ? compare_curvatures(b, outputs + (size_t)b->f->count * b->f->n1, kernel, prec)
                       : NH_SEEN_NOTHING;
    nh_balls_free(kernel, size);
    return seen;
}

static nh_seen look_at_samples(const nh_curvature *f, nh_admissible *a) {
    size_t entries = (size_t)f->count * f->n1, slopes = (size_t)f->kinematic * f->n1 * f->n1;
    curvature_search b = {.f = f, .free = f->n1 - f->count};
    if (!f->is_linear || f->kinematic == 0 || b.free < 2 || entries + slopes > MOST_OUTPUTS) return NH_SEEN_NOTHING;
    b.pivots = find_pivots(f, a);
    if (b.pivots == NULL) return NH_SEEN_NOTHING;
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, entries + slopes);
    memcpy(outputs, f->entry, entries * sizeof *outputs);
    memcpy(outputs + entries, f->slope, slopes * sizeof *outputs);
    return nh_samples_run(a->samples, (uint32_t)(entries + slopes), outputs, see_bent, &b);
}

/* The rows that are independent of others, after those that are in the list. */
static uint32_t add_independent(const nh_admissible *a, uint32_t count, const uint32_t *rows, bool is_alone,
                                uint32_t used, uint32_t *list) {
    for (uint32_t i = 0; i < count; i++)
        if (is_alone || !a->redundant[rows[i]]) list[used++] = rows[i];
    return used;
}

nh_seen nh_curvature_look(nh_admissible *a, uint32_t count, const uint32_t *rows, uint32_t held_count,
                          const uint32_t *held) {
    if (a->samples == NULL || nh_samples_count(a->samples) == 0 || count == 0) return NH_SEEN_NOTHING;
    if (a->model->coordinates.count > NH_CURVATURE_COORDINATES) return NH_SEEN_NOTHING;
    NH_ASSERT(nh_are_below(count, rows, a->model->rows.count) && nh_are_below(held_count, held, a->model->rows.count));
    nh_arena *arena = nh_arena_create(a->model->context);
    uint32_t all;
    const uint32_t *geometric = nh_curvature_rows(arena, a->model, true, &all);
    uint32_t *others = NH_NEW_ARRAY(arena, uint32_t, all + held_count + 1);
    uint32_t *kinematic = NH_NEW_ARRAY(arena, uint32_t, count);
    uint32_t used = add_independent(a, count, rows, count == 1 && held_count == 0, 0, kinematic);
    uint32_t beside = add_independent(a, all, geometric, false, 0, others);
    beside = add_independent(a, held_count, held, false, beside, others);
    nh_curvature f = collect_forms(arena, a->model, used, kinematic, beside, others);
    nh_seen seen = look_at_samples(&f, a);
    nh_arena_destroy(arena);
    return seen == NH_SEEN_ZERO && a->has_pieces ? NH_SEEN_NOTHING : seen;
}
