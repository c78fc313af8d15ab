/* The forms of rows with their first and second derivatives as one program, and what the ranks of their values in balls
 * say. */
#include "facts/integrable/brackets.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "facts/integrable/curvature_private.h"
#include "facts/limits_private.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "state/samples.h"

/* A derivative that is not 0 by its form: of A_row,column by x_by, and by x_also, by <= also,
 * where it is a second one. */
typedef struct bracket_term {
    uint32_t row, column, by, also;
} bracket_term;

/* The forms of rows in the variables x. The program gives count x variables coefficients A, row by row, then the first
 * derivatives of all, then the second ones of kinematic rows. */
typedef struct bracket_forms {
    uint32_t variables, count, kinematic; /* the first forms are those of kinematic rows */
    uint32_t slopes, bends;
    const bracket_term *slope, *bend;
    bool has_third;
    uint32_t most;    /* what all brackets can have as a rank: it is enough */
    uint32_t rank[2]; /* the best so far: of brackets, of these with brackets of brackets */
} bracket_forms;

/* More outputs of the program than this are not computed, nor more products in balls at one state. */
enum { MOST_OUTPUTS = 20000, MOST_PRODUCTS = 4000000 };

typedef struct bracket_search {
    nh_admissible *a;
    nh_arena *arena;
    bracket_forms forms;
    bool is_found, has_time;
    uint32_t entries, room; /* outputs: coefficients, and all of them */
    nh_expr *x;             /* variables */
    nh_expr *output;
} bracket_search;

/* ---- rows ---- */

/* The independent rows of one kind; *is_sure: what is left out is known to follow from the
 * others, where something is. */
static uint32_t *independent_rows(const bracket_search *b, bool is_geometric, uint32_t *count, bool *is_sure) {
    const nh_admissible *a = b->a;
    uint32_t all, used = 0;
    uint32_t *rows = nh_curvature_rows(b->arena, a->model, is_geometric, &all);
    for (uint32_t i = 0; i < all; i++) {
        if (a->usual[rows[i]]) *is_sure = *is_sure && a->is_rank_known;
        else rows[used++] = rows[i];
    }
    *count = used;
    return rows;
}

static bool depends_on_time(const nh_curvature *f) {
    nh_expr time = f->model->time;
    for (uint32_t r = 0; r < f->count; r++) {
        const nh_expr *form = f->entry + (size_t)r * f->n1;
        if (form[0] != NH_EXPR_ZERO) return true;
        for (uint32_t j = 1; j < f->n1; j++)
            if (nh_expr_depends_on(f->model->pool, form[j], 1, &time)) return true;
    }
    return false;
}

/* The coefficients; where no row knows of time, d/dt is one more direction that commutes with all, and is left out. */
static void take_entries(bracket_search *b, const nh_curvature *f) {
    uint32_t first = b->has_time ? 0 : 1, n = f->n1 - first;
    b->x = NH_NEW_ARRAY(b->arena, nh_expr, f->n1);
    b->x[0] = f->model->time;
    memcpy(b->x + 1 - first, nh_model_coordinates(f->model, b->arena), (f->n1 - 1) * sizeof *b->x);
    b->entries = b->room = f->count * n;
    b->output = NH_NEW_ARRAY(b->arena, nh_expr, (size_t)b->entries + 1);
    for (uint32_t r = 0; r < f->count; r++)
        memcpy(b->output + (size_t)r * n, f->entry + (size_t)r * f->n1 + first, n * sizeof *b->output);
    b->forms = (bracket_forms){.variables = n, .count = f->count, .kinematic = f->kinematic};
}

/* ---- derivatives ---- */

static void add_outputs(bracket_search *b, uint32_t count, const nh_expr *e) {
    NH_ASSERT(count == 0 || e != NULL);
    nh_expr *output = NH_NEW_ARRAY(b->arena, nh_expr, (size_t)b->room + count + 1);
    memcpy(output, b->output, b->room * sizeof *output);
    if (count > 0) memcpy(output + b->room, e, count * sizeof *output);
    b->output = output;
    b->room += count;
}

static void find_slopes(bracket_search *b) {
    bracket_forms *f = &b->forms;
    nh_expr_matrix m = nh_expr_jacobian(b->a->model->pool, b->arena, b->entries, b->output, f->variables, b->x);
    bracket_term *slope = NH_NEW_ARRAY(b->arena, bracket_term, (size_t)m.start[b->entries] + 1);
    for (uint32_t i = 0; i < b->entries; i++)
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++)
            slope[k] = (bracket_term){i / f->variables, i % f->variables, m.column[k], m.column[k]};
    f->slope = slope;
    f->slopes = m.start[b->entries];
    add_outputs(b, f->slopes, m.entry);
}

/* Where there is something to examine: not rows that are not linear, none, not two directions, or rows of which it is
 * not known whether they follow from others. */
static void find_forms(void *user) {
    bracket_search *b = user;
    uint32_t kinematic, geometric;
    bool is_sure = true;
    const uint32_t *rows = independent_rows(b, false, &kinematic, &is_sure);
    const uint32_t *others = independent_rows(b, true, &geometric, &is_sure);
    if (!is_sure || kinematic == 0) return;
    nh_curvature f = nh_curvature_forms(b->arena, b->a->model, kinematic, rows, geometric, others);
    b->has_time = f.is_linear && depends_on_time(&f);
    if (f.is_linear) take_entries(b, &f);
    if (!f.is_linear || f.count + 2 > b->forms.variables) return;
    find_slopes(b);
    b->is_found = true;
}

/* The second derivatives of kinematic rows, each pair of variables once. */
static void find_bends(void *user) {
    bracket_search *b = user;
    bracket_forms *f = &b->forms;
    uint32_t slopes = 0, used = 0;
    while (slopes < f->slopes && f->slope[slopes].row < f->kinematic) slopes++;
    nh_expr_matrix m =
        nh_expr_jacobian(b->a->model->pool, b->arena, slopes, b->output + b->entries, f->variables, b->x);
    bracket_term *bend = NH_NEW_ARRAY(b->arena, bracket_term, (size_t)m.start[slopes] + 1);
    for (uint32_t i = 0; i < slopes; i++)
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++) {
            if (m.column[k] < f->slope[i].by) continue;
            bend[used] = (bracket_term){f->slope[i].row, f->slope[i].column, f->slope[i].by, m.column[k]};
            m.entry[used++] = m.entry[k];
        }
    add_outputs(b, used, m.entry);
    f->bend = bend;
    f->bends = used;
    f->has_third = true;
}

static bool is_done(const bracket_search *b, nh_body body) {
    nh_budget budget = {.work = NH_WORK_BRACKETS};
    return nh_attempt(b->a->model->context, &budget, body, (void *)b) == NH_OK;
}

/* Without second derivatives where these would be too many. */
static void find_third(bracket_search *b) {
    bracket_forms *f = &b->forms;
    NH_ASSERT(f->count <= f->variables);
    uint32_t room = b->room;
    uint64_t free = f->variables - f->count, brackets = (free * free * free - free) / 3;
    f->has_third = is_done(b, find_bends) && f->has_third;
    uint64_t products = brackets * (8 * (uint64_t)f->bends + 14 * (uint64_t)f->slopes);
    if (f->has_third && b->room <= MOST_OUTPUTS && products <= MOST_PRODUCTS) return;
    f->has_third = false;
    f->bends = 0;
    b->room = room;
}

/* ---- in balls ---- */

/* Brackets of implicit fields at one state, in balls.
 *
 * The rows are A(x) x' = 0. Solved for as many pivots as there are rows they give the fields X_i: 1 in one of the other
 * variables, 0 in the rest of these, and what A X_i = 0 asks for in the pivots. Differentiated along u, and along w,
 *
 *     A DX(u)     = - DA(u) X
 *     A D2X(u, w) = - D2A(u, w) X - DA(u) DX(w) - DA(w) DX(u)
 *
 * With Y_ij = DX_j(X_i) the brackets are
 *
 *     Z_ij       = [X_i, X_j]  = Y_ij - Y_ji
 *     [X_k, Z_ij] = D2X_j(X_i, X_k) + DX_j(Y_ki) - D2X_i(X_j, X_k) - DX_i(Y_kj) - DX_k(Z_ij)
 *
 * They have no components but in the pivots, where A is regular: so their rank next to the X is that of A Z and of A
 * [X, Z], which need no second solution. The components of geometric rows vanish, because all brackets are along the
 * surface; those of kinematic rows are left. By Jacobi's identity [X_k, Z_ij] with k >= i, i < j suffice. */

/* ---- pivots ---- */

/* Vectors that are independent for all points of their balls: each has 1 in its leading place, and 0 in those
 * of the ones before it. */
typedef struct span {
    uint32_t size, rank;
    nh_ball *basis; /* size x size */
    uint32_t *lead;
} span;

typedef struct place {
    const bracket_forms *f;
    const nh_ball *entry, *slope, *bend;
    int prec;
    uint32_t free;   /* fields */
    uint32_t *order; /* variables: the pivots first */
    nh_ball *X;      /* variables x free */
    nh_ball *Y;      /* variables x free x free: Y_ij is the column i + j free */
    nh_ball *scrap;  /* 2 */
} place;

static void swap_columns(double *a, uint32_t rows, uint32_t *order, uint32_t j, uint32_t k) {
    uint32_t kept = order[j];
    order[j] = order[k];
    order[k] = kept;
    for (uint32_t r = 0; r < rows; r++) {
        double value = a[r + (size_t)j * rows];
        a[r + (size_t)j * rows] = a[r + (size_t)k * rows];
        a[r + (size_t)k * rows] = value;
    }
}

/* The column, from the row's own number on, with its largest entry. */
static uint32_t largest_column(const double *a, uint32_t rows, uint32_t columns, uint32_t r) {
    uint32_t best = r;
    for (uint32_t j = r; j < columns; j++)
        if (fabs(a[r + (size_t)j * rows]) > fabs(a[r + (size_t)best * rows])) best = j;
    return best;
}

/* Doubles choose them, row by row; whether they serve is proved later. */
static bool order_pivots(double *a, uint32_t rows, uint32_t columns, uint32_t *order) {
    for (uint32_t r = 0; r < rows; r++) {
        swap_columns(a, rows, order, r, largest_column(a, rows, columns, r));
        double pivot = a[r + (size_t)r * rows];
        if (!(fabs(pivot) > 0)) return false;
        for (uint32_t i = r + 1; i < rows; i++) {
            double factor = a[i + (size_t)r * rows] / pivot;
            for (uint32_t j = r; j < columns; j++) a[i + (size_t)j * rows] -= factor * a[r + (size_t)j * rows];
        }
    }
    return true;
}

static bool choose_pivots(const place *p) {
    uint32_t rows = p->f->count, columns = p->f->variables;
    double *a = nh_guard_alloc((size_t)rows * columns + 1, sizeof *a);
    bool is_good = true;
    for (uint32_t j = 0; j < columns; j++) {
        p->order[j] = j;
        for (uint32_t r = 0; r < rows; r++) {
            a[r + (size_t)j * rows] = nh_ball_double(&p->entry[(size_t)r * columns + j]);
            is_good = is_good && isfinite(a[r + (size_t)j * rows]);
        }
    }
    is_good = is_good && order_pivots(a, rows, columns, p->order);
    nh_guard_free(a);
    return is_good;
}

/* The vectors, variables x columns, with 0 outside of the pivots and A x = side; false when the pivots
 * are not proved to serve. */
static bool solve_columns(const place *p, const nh_ball *side, uint32_t columns, nh_ball *x) {
    uint32_t rows = p->f->count, n = p->f->variables;
    nh_ball *a = nh_balls_new((size_t)rows * rows + 1), *y = nh_balls_new((size_t)rows * columns + 1);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t k = 0; k < rows; k++)
            nh_ball_set(&a[r + (size_t)k * rows], &p->entry[(size_t)r * n + p->order[k]]);
    bool is_solved = nh_ball_solve(y, a, (int)rows, side, (int)columns, p->prec);
    for (uint32_t c = 0; c < columns && is_solved; c++)
        for (uint32_t k = 0; k < rows; k++) nh_ball_set(&x[p->order[k] + (size_t)c * n], &y[k + (size_t)c * rows]);
    nh_balls_free(y, (size_t)rows * columns + 1);
    nh_balls_free(a, (size_t)rows * rows + 1);
    return is_solved;
}

/* ---- derivatives of the forms along vectors ---- */

/* sum += or -= c u w. */
static void add_product(const place *p, const nh_ball *c, const nh_ball *u, const nh_ball *w, bool is_minus,
                        nh_ball *sum) {
    nh_ball_mul(p->scrap, c, u, p->prec);
    if (is_minus) nh_ball_neg(p->scrap, p->scrap);
    nh_ball_fma(sum, p->scrap, w, sum, p->prec);
}

/* sum_r += or -= (DA(u) w)_r for the first rows. */
static void add_slope(const place *p, uint32_t rows, const nh_ball *u, const nh_ball *w, bool is_minus, nh_ball *sum) {
    for (uint32_t i = 0; i < p->f->slopes; i++) {
        const bracket_term *s = &p->f->slope[i];
        if (s->row < rows) add_product(p, &p->slope[i], &u[s->by], &w[s->column], is_minus, &sum[s->row]);
    }
}

/* sum_r += or -= (D2A(u, v) w)_r for the kinematic rows. */
static void add_bend(const place *p, const nh_ball *u, const nh_ball *v, const nh_ball *w, bool is_minus,
                     nh_ball *sum) {
    nh_ball *both = &p->scrap[1];
    for (uint32_t i = 0; i < p->f->bends; i++) {
        const bracket_term *s = &p->f->bend[i];
        nh_ball_mul(both, &u[s->by], &v[s->also], p->prec);
        if (s->by != s->also) nh_ball_fma(both, &u[s->also], &v[s->by], both, p->prec);
        add_product(p, &p->bend[i], both, &w[s->column], is_minus, &sum[s->row]);
    }
}

/* ---- fields ---- */

static nh_ball *field_at(const place *p, uint32_t i) {
    return p->X + (size_t)i * p->f->variables;
}

static nh_ball *derivative_at(const place *p, uint32_t i, uint32_t j) {
    return p->Y + ((size_t)i + (size_t)j * p->free) * p->f->variables;
}

static bool find_fields(const place *p) {
    uint32_t rows = p->f->count;
    size_t size = (size_t)rows * p->free + 1;
    nh_ball *side = nh_balls_new(size);
    for (uint32_t i = 0; i < p->free; i++)
        for (uint32_t r = 0; r < rows; r++)
            nh_ball_neg(&side[r + (size_t)i * rows], &p->entry[(size_t)r * p->f->variables + p->order[rows + i]]);
    bool is_solved = solve_columns(p, side, p->free, p->X);
    for (uint32_t i = 0; i < p->free; i++) nh_ball_set_int(&field_at(p, i)[p->order[rows + i]], 1);
    nh_balls_free(side, size);
    return is_solved;
}

/* All Y_ij = DX_j(X_i). */
static bool find_slope_balls(const place *p) {
    uint32_t rows = p->f->count, columns = p->free * p->free;
    size_t size = (size_t)rows * columns + 1;
    nh_ball *side = nh_balls_new(size);
    for (uint32_t i = 0; i < p->free; i++)
        for (uint32_t j = 0; j < p->free; j++)
            add_slope(p, rows, field_at(p, i), field_at(p, j), true, side + ((size_t)i + (size_t)j * p->free) * rows);
    bool is_solved = solve_columns(p, side, columns, p->Y);
    nh_balls_free(side, size);
    return is_solved;
}

/* ---- brackets ---- */

/* The largest component that is certainly not 0; size: none. */
static uint32_t leading_component(const span *s, const nh_ball *v) {
    uint32_t best = s->size;
    bool certain;
    for (uint32_t r = 0; r < s->size; r++) {
        if (!nh_ball_is_finite(&v[r])) return s->size;
        if (nh_ball_sign_of(&v[r], &certain) == 0 || !certain) continue;
        if (best == s->size || fabs(nh_ball_double(&v[r])) > fabs(nh_ball_double(&v[best]))) best = r;
    }
    return best;
}

/* v joins where it is certainly no combination of the others; it is spoilt. */
static void join_span(span *s, nh_ball *v, int prec) {
    NH_ASSERT(s->rank < s->size);
    nh_ball *factor = nh_balls_new(1);
    for (uint32_t b = 0; b < s->rank; b++) {
        const nh_ball *base = s->basis + (size_t)b * s->size;
        nh_ball_neg(factor, &v[s->lead[b]]);
        for (uint32_t r = 0; r < s->size; r++) nh_ball_fma(&v[r], factor, &base[r], &v[r], prec);
        nh_ball_set_int(&v[s->lead[b]], 0);
    }
    uint32_t lead = leading_component(s, v);
    if (lead < s->size) {
        nh_ball *base = s->basis + (size_t)s->rank * s->size;
        for (uint32_t r = 0; r < s->size; r++) nh_ball_div(&base[r], &v[r], &v[lead], prec);
        nh_ball_set_int(&base[lead], 1);
        s->lead[s->rank++] = lead;
    }
    nh_balls_free(factor, 1);
}

/* Those of two fields: A Z_ij. */
static void join_brackets(const place *p, span *s) {
    for (uint32_t j = 0; j < p->free; j++)
        for (uint32_t i = 0; i < j && s->rank < p->f->most; i++) {
            nh_ball *v = nh_balls_new((size_t)s->size + 1);
            add_slope(p, s->size, field_at(p, i), field_at(p, j), true, v);
            add_slope(p, s->size, field_at(p, j), field_at(p, i), false, v);
            join_span(s, v, p->prec);
            nh_balls_free(v, (size_t)s->size + 1);
        }
}

/* sum += or -= A (D2X_j(X_i, X_k) + DX_j(Y_ki)) */
static void add_second(const place *p, uint32_t k, uint32_t i, uint32_t j, bool is_minus, nh_ball *sum) {
    uint32_t rows = p->f->kinematic;
    add_bend(p, field_at(p, i), field_at(p, k), field_at(p, j), !is_minus, sum);
    add_slope(p, rows, field_at(p, i), derivative_at(p, k, j), !is_minus, sum);
    add_slope(p, rows, field_at(p, k), derivative_at(p, i, j), !is_minus, sum);
    add_slope(p, rows, derivative_at(p, k, i), field_at(p, j), !is_minus, sum);
}

/* A [X_k, Z_ij] */
static void join_third(const place *p, uint32_t k, uint32_t i, uint32_t j, span *s) {
    uint32_t n = p->f->variables;
    nh_ball *v = nh_balls_new((size_t)s->size + 1), *Z = nh_balls_new(n);
    for (uint32_t l = 0; l < n; l++)
        nh_ball_sub(&Z[l], &derivative_at(p, i, j)[l], &derivative_at(p, j, i)[l], p->prec);
    add_second(p, k, i, j, false, v);
    add_second(p, k, j, i, true, v);
    add_slope(p, s->size, Z, field_at(p, k), false, v);
    join_span(s, v, p->prec);
    nh_balls_free(Z, n);
    nh_balls_free(v, (size_t)s->size + 1);
    nh_guard_poll();
}

static void join_third_brackets(const place *p, span *s) {
    for (uint32_t j = 0; j < p->free; j++)
        for (uint32_t i = 0; i < j; i++)
            for (uint32_t k = i; k < p->free && s->rank < p->f->most; k++) join_third(p, k, i, j, s);
}

/* ---- a state ---- */

static void look_at_state(const place *p, uint32_t rank[2]) {
    span s = {.size = p->f->kinematic};
    size_t size = (size_t)s.size * s.size + 1;
    s.basis = nh_balls_new(size);
    s.lead = nh_guard_alloc((size_t)s.size + 1, sizeof *s.lead);
    join_brackets(p, &s);
    rank[0] = s.rank;
    if (p->f->has_third && s.rank < p->f->most && find_slope_balls(p)) join_third_brackets(p, &s);
    rank[1] = s.rank;
    NH_ASSERT(rank[0] <= rank[1] && rank[1] <= s.size);
    nh_guard_free(s.lead);
    nh_balls_free(s.basis, size);
}

/* There are no more brackets of two fields than pairs. */
static bool is_enough(const bracket_forms *f, uint32_t free) {
    uint32_t pairs = free * (free - 1) / 2, second = pairs < f->most ? pairs : f->most;
    return f->has_third ? f->rank[1] == f->most : f->rank[0] == second;
}

/* An nh_samples_use for these forms: NONZERO where no other state can show more. */
static nh_seen see_brackets(void *forms, const nh_ball *outputs, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    bracket_forms *f = forms;
    size_t entries = (size_t)f->count * f->variables;
    place p = {.f = f, .entry = outputs, .slope = outputs + entries, .bend = outputs + entries + f->slopes};
    p.prec = prec;
    p.free = f->variables - f->count;
    size_t fields = (size_t)f->variables * p.free + 1, slopes = fields * p.free + 1;
    p.order = nh_guard_alloc((size_t)f->variables + 1, sizeof *p.order);
    p.X = nh_balls_new(fields);
    p.Y = nh_balls_new(slopes);
    p.scrap = nh_balls_new(2);
    uint32_t rank[2] = {0, 0};
    if (choose_pivots(&p) && find_fields(&p)) look_at_state(&p, rank);
    for (int i = 0; i < 2; i++) f->rank[i] = rank[i] > f->rank[i] ? rank[i] : f->rank[i];
    nh_balls_free(p.scrap, 2);
    nh_balls_free(p.Y, slopes);
    nh_balls_free(p.X, fields);
    nh_guard_free(p.order);
    return is_enough(f, p.free) ? NH_SEEN_NONZERO : NH_SEEN_NOTHING;
}

/* ---- all states ---- */

static bool is_short(const bracket_search *b) {
    const bracket_forms *f = &b->forms;
    uint64_t free = f->variables - f->count;
    return b->room <= MOST_OUTPUTS && 3 * free * free * f->slopes <= MOST_PRODUCTS;
}

static void run_samples(void *user) {
    bracket_search *b = user;
    (void)nh_samples_run(b->a->samples, b->room, b->output, see_brackets, &b->forms);
}

/* Where the second level is not enough. */
static void look_at_third(bracket_search *b) {
    find_third(b);
    if (b->forms.has_third) (void)is_done(b, run_samples);
}

/* What a run that took too long has seen until then stays true. */
static nh_brackets find_brackets(bracket_search *b, uint32_t kept) {
    const nh_brackets nothing = {.rows = 0};
    bracket_forms *f = &b->forms;
    if (!is_done(b, find_forms) || !b->is_found || kept >= f->kinematic || !is_short(b)) return nothing;
    NH_ASSERT(f->count <= f->variables && f->kinematic <= f->count);
    f->most = f->kinematic - kept;
    if (!is_done(b, run_samples) && f->rank[0] == 0) return nothing;
    if (f->rank[0] < f->most) look_at_third(b);
    uint32_t m = f->variables - f->count;
    return (nh_brackets){.rows = f->kinematic,
                         .all = m + f->kinematic,
                         .has_time = b->has_time,
                         .has_third = f->has_third,
                         .dimension = {m, m + f->rank[0], m + f->rank[1]}};
}

nh_brackets nh_brackets_find(nh_admissible *a, uint32_t kept) {
    bool has_states = a->samples != NULL && nh_samples_count(a->samples) > 0;
    bool is_smooth = !a->has_pieces; /* where pieces meet, derivatives have values that they have on neither side */
    if (!has_states || !is_smooth || a->model->coordinates.count > NH_CURVATURE_COORDINATES)
        return (nh_brackets){.rows = 0};
    bracket_search b = {.a = a, .arena = nh_arena_create(a->model->context)};
    nh_brackets result = find_brackets(&b, kept);
    nh_arena_destroy(b.arena);
    return result;
}

/* ---- what follows ---- */

uint32_t nh_brackets_leave(const nh_brackets *b) {
    NH_ASSERT(b->rows > 0 && b->dimension[NH_BRACKETS_LEVELS - 1] <= b->all);
    return b->all - b->dimension[NH_BRACKETS_LEVELS - 1];
}

uint32_t nh_brackets_growth(const nh_brackets *b, uint32_t kept, uint32_t dimension[NH_BRACKETS_LEVELS]) {
    NH_ASSERT(b->rows == 0 || kept <= b->all);
    const uint32_t *d = b->dimension;
    uint32_t end = b->all - kept, pairs = d[0] + d[0] * (d[0] - 1) / 2;
    if (b->rows == 0 || d[NH_BRACKETS_LEVELS - 1] != end) return 0;
    memcpy(dimension, d, NH_BRACKETS_LEVELS * sizeof *d);
    return d[0] == end ? 1 : d[1] == end ? 2 : d[1] == pairs ? 3 : 0;
}
