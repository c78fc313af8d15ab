/* Coefficients and solution as one program: the linear algebra is unrolled into the tape, where zeros cost nothing.
 *
 * Rows that give an unknown are put in first (reduced.h). The rest is L D L^T of the matrix, then of the Schur
 * complement S = Y^T D^-1 Y with Y = L^-1 A^T of the rows that remain:
 *
 *     S lambda = -(c + Y^T D^-1 L^-1 f),     x = L^-T D^-1 (L^-1 f + Y lambda)
 *
 * With f = 0 and the value of the rows in place of c the same equations give the step of least norm, in the
 * metric of M, to where the rows hold: a step of Newton's method, for velocities, and with the geometric
 * rows by themselves for positions.
 *
 * There is no pivoting at run time. The program gives its pivots too, with what they were before elimination: where one
 * of them is small the solution is not trusted.
 *
 * Rows that are left out are D = E A of those that are used. E is computed too: where it is large the rows that are
 * used are nearly dependent, or nearly 0, and others should carry the equations. Besides the constraints all rows are
 * met in the sense of least squares, as in way_dense.c: c + E^T w in place of c, (1 + E E^T) w = d - E c with the drift
 * d of the rows that are left out. The shortest multipliers are mu - E^T z and z, (1 + E E^T) z = E mu. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "model/inputs.h"
#include "motion/at/dynamics_private.h"
#include "motion/at/reduced.h"
#include "num/linear/doubles.h"
#include "tape/build.h"
#include "tape/program.h"

/* A pivot below this, relative to what it was before elimination, is not trusted. */
#define SMALL_PIVOT 1e-8
#define NOISE 1e-10
/* One above this is no matter of doubt. */
#define LARGE_PIVOT 1e-3
/* Of the largest that it has been: a pivot above this is far from vanishing. */
#define FAR 0.25
/* A row that is left out is this many times a row that is used: that does not serve any more. */
#define MOST_TIMES 100
/* Steps to the rows: longer ones than this, relative to the state, are no business of a projection. They have
 * come to an end when one is shorter by this than the one before, since the next would be shorter by as much
 * again, or is rounding. */
#define MOST_STEP 1e-2
#define SHORTER 1e-3
#define ROUNDING 1e-15
enum { MOST_STEPS = 6 };

/* Outputs: what is requested; (pivot, what it was) for unknowns and for rows that remain; E; of WHOLE the multipliers,
 * of the rows that are used, then of the others. */
typedef struct part {
    nh_program *program;
    uint32_t unknowns, rests; /* that remain */
} part;

struct nh_fused_way {
    part parts[NH_PURPOSES];
    double *outputs;
    double *largest;          /* n + rows: of each pivot, so far; those of unknowns first */
    uint32_t used, geometric; /* rows that are not left out; the geometric ones among them */
    bool is_linear;           /* the rows are, in the velocities */
    uint32_t *row;            /* used: their numbers, in the order of the multipliers */
    uint32_t left;            /* rows that are left out */
    uint32_t *left_row;       /* left: their numbers */
};

/* ---- building ---- */

typedef struct fused_builder {
    nh_builder *builder;
    nh_arena *arena;
    nh_reduced reduced;
    nh_value zero;        /* 0 */
    nh_value *matrix;     /* unknowns x unknowns: of the reduced equations, as the following */
    nh_value *side;       /* unknowns */
    nh_value *a, *c;      /* used x n: [i + r * n]; used */
    nh_value *m, *f;      /* n x n, n; where multipliers are wanted, of the unknowns that rows give */
    nh_value *x, *lambda; /* n, used: the solution */
    nh_build_ldl mass, schur;
    nh_value *mass_before, *schur_before; /* diagonals before elimination */
    nh_value *y;                          /* unknowns x rests: L^-1 A^T */
    uint32_t left;                        /* rows that are left out */
    const uint32_t *left_row;
    nh_value *D, *d, *E; /* left x n: [i + l * n]; left; left x used: [u + l * used] */
    nh_build_ldl square; /* 1 + E E^T */
    nh_value *z;         /* left: their multipliers */
} fused_builder;

/* c + a b and c - a b */
static nh_value plus_product(fused_builder *b, nh_value c, nh_value a, nh_value x) {
    return nh_build_op(b->builder, NH_OP_fma, a, x, c);
}

static nh_value minus_product(fused_builder *b, nh_value c, nh_value a, nh_value x) {
    return nh_build_op(b->builder, NH_OP_fnma, a, x, c);
}

static nh_value negated_value(fused_builder *b, nh_value a) {
    return nh_build_op(b->builder, NH_OP_neg, a, 0, 0);
}

static nh_value *new_values(fused_builder *b, size_t count) {
    nh_value *values = NH_NEW_ARRAY(b->arena, nh_value, count);
    for (size_t i = 0; i < count; i++) values[i] = b->zero;
    return values;
}

/* An expression and where its value belongs. */
typedef struct wanted_value {
    nh_expr expr;
    nh_value *place;
} wanted_value;

typedef NH_ARRAY(wanted_value) wanted_list;

/* All at once: what is common, and sine and cosine of one angle, are found then. */
static void build_wanted(fused_builder *b, const wanted_list *list) {
    nh_expr *exprs = NH_NEW_ARRAY(b->arena, nh_expr, list->count);
    nh_value *values = NH_NEW_ARRAY(b->arena, nh_value, list->count);
    for (size_t i = 0; i < list->count; i++) exprs[i] = list->items[i].expr;
    nh_build_exprs(b->builder, list->count, exprs, values);
    for (size_t i = 0; i < list->count; i++) *list->items[i].place = values[i];
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the value is put there */
static void want_value(wanted_list *list, nh_expr e, nh_value *place) {
    nh_array_push(list, ((wanted_value){e, place}));
}

static void build_coefficients(fused_builder *b, nh_purpose what) {
    const nh_reduced *r = &b->reduced;
    size_t n = r->n, size = r->unknowns;
    wanted_list list = {.arena = b->arena};
    b->matrix = new_values(b, size * size);
    b->side = new_values(b, size);
    b->a = new_values(b, n * r->used);
    b->c = new_values(b, r->used);
    b->m = new_values(b, n * n);
    b->f = new_values(b, n);
    for (size_t k = 0; k < size; k++)
        for (size_t i = k; i < size; i++) want_value(&list, r->matrix[i + k * size], &b->matrix[i + k * size]);
    for (size_t i = 0; i < size; i++) want_value(&list, r->side[i], &b->side[i]);
    for (size_t i = 0; i < n * r->used; i++) want_value(&list, r->a[i], &b->a[i]);
    for (size_t u = 0; u < r->used; u++) {
        uint32_t d = r->solved[u];
        want_value(&list, r->c[u], &b->c[u]);
        if (d == NH_MODEL_NONE || what != NH_PURPOSE_WHOLE) continue;
        want_value(&list, r->f[d], &b->f[d]);
        for (size_t j = 0; j < n; j++) want_value(&list, r->m[d + j * n], &b->m[d + j * n]);
    }
    const nh_expr_matrix *slopes = &r->equations->jacobian;
    b->D = new_values(b, n * b->left);
    b->d = new_values(b, b->left);
    for (size_t l = 0; l < b->left; l++) want_value(&list, r->equations->drift[b->left_row[l]], &b->d[l]);
    for (size_t l = 0; l < b->left; l++)
        for (uint32_t k = slopes->start[b->left_row[l]]; k < slopes->start[b->left_row[l] + 1]; k++)
            want_value(&list, slopes->entry[k], &b->D[slopes->column[k] + l * n]);
    build_wanted(b, &list);
}

/* Rows with few entries first: less fills in. */
static uint32_t *elimination_order(fused_builder *b, uint32_t n, const nh_value *a) {
    uint32_t *order = NH_NEW_ARRAY(b->arena, uint32_t, n), *entries = NH_NEW_ARRAY(b->arena, uint32_t, n);
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = j; i < n; i++)
            if (a[i + j * n] != b->zero) entries[i]++, entries[j]++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i;
        for (; k > 0 && entries[order[k - 1]] > entries[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    return order;
}

static nh_build_ldl factor_matrix(fused_builder *b, uint32_t n, const nh_value *a, nh_value **before) {
    nh_build_ldl ldl = nh_build_ldl_factor(b->builder, b->arena, n, a, elimination_order(b, n, a));
    *before = new_values(b, n);
    for (uint32_t k = 0; k < n; k++) (*before)[k] = a[ldl.order[k] + ldl.order[k] * n];
    return ldl;
}

/* sum of y_i z_i / d_i, with D the pivots of the mass matrix */
static nh_value weighted_product(fused_builder *b, const nh_value *y, const nh_value *z) {
    nh_value sum = b->zero;
    for (uint32_t k = 0; k < b->reduced.unknowns; k++) {
        uint32_t i = b->mass.order[k];
        sum = plus_product(b, sum, nh_build_op(b->builder, NH_OP_mul, y[i], b->mass.inverse[k], 0), z[i]);
    }
    return sum;
}

/* E of the row number l that is left out. Where rows are left out none gives an unknown. */
static void build_factors(fused_builder *b, uint32_t l) {
    const nh_reduced *r = &b->reduced;
    nh_value *rest = new_values(b, r->unknowns), *E = b->E + (size_t)l * r->used;
    for (uint32_t k = 0; k < r->unknowns; k++) rest[k] = b->D[r->unknown[k] + (size_t)l * r->n];
    nh_build_ldl_forward(b->builder, &b->mass, rest);
    for (uint32_t k = 0; k < r->rests; k++) E[k] = weighted_product(b, rest, b->y + (size_t)k * r->unknowns);
    nh_build_ldl_solve(b->builder, &b->schur, E);
}

/* E, 1 + E E^T, and c so that all rows are met. */
static void build_redundant(fused_builder *b) {
    uint32_t left = b->left, used = b->reduced.used;
    nh_value one = nh_build_number(b->builder, nh_rat_int(1)), *square = new_values(b, (size_t)left * left);
    nh_value *w = new_values(b, left), *before;
    b->E = new_values(b, (size_t)left * used);
    for (uint32_t l = 0; l < left; l++) {
        const nh_value *E = b->E + (size_t)l * used;
        build_factors(b, l);
        w[l] = b->d[l];
        for (uint32_t u = 0; u < used; u++) w[l] = minus_product(b, w[l], E[u], b->c[u]);
        for (uint32_t k = 0; k <= l; k++) {
            nh_value sum = k == l ? one : b->zero;
            for (uint32_t u = 0; u < used; u++) sum = plus_product(b, sum, E[u], b->E[u + (size_t)k * used]);
            square[l + (size_t)k * left] = sum;
        }
    }
    b->square = factor_matrix(b, left, square, &before);
    nh_build_ldl_solve(b->builder, &b->square, w);
    for (uint32_t u = 0; u < used; u++)
        for (uint32_t l = 0; l < left; l++) b->c[u] = plus_product(b, b->c[u], b->E[u + (size_t)l * used], w[l]);
}

/* side := what the unknowns that remain are; the multipliers of the rows that remain. */
static void solve_reduced(fused_builder *b, nh_value *side) {
    const nh_reduced *r = &b->reduced;
    uint32_t size = r->unknowns, rests = r->rests;
    nh_value *y = b->y = new_values(b, (size_t)size * rests), *s = new_values(b, (size_t)rests * rests);
    nh_value *lambda = new_values(b, rests);
    nh_build_ldl_forward(b->builder, &b->mass, side);
    for (uint32_t k = 0; k < rests; k++) {
        nh_value *column = y + (size_t)k * size;
        for (uint32_t i = 0; i < size; i++) column[i] = b->a[r->unknown[i] + (size_t)r->rest[k] * r->n];
        nh_build_ldl_forward(b->builder, &b->mass, column);
        for (uint32_t j = 0; j <= k; j++) s[k + j * rests] = weighted_product(b, column, y + (size_t)j * size);
    }
    b->schur = factor_matrix(b, rests, s, &b->schur_before);
    if (b->left > 0) build_redundant(b);
    for (uint32_t k = 0; k < rests; k++)
        lambda[k] = negated_value(b, nh_build_op(b->builder, NH_OP_add, b->c[r->rest[k]],
                                                 weighted_product(b, y + (size_t)k * size, side), 0));
    nh_build_ldl_solve(b->builder, &b->schur, lambda);
    for (uint32_t k = 0; k < rests; k++)
        for (uint32_t i = 0; i < size; i++) side[i] = plus_product(b, side[i], y[i + (size_t)k * size], lambda[k]);
    nh_build_ldl_backward(b->builder, &b->mass, side);
    for (uint32_t k = 0; k < rests; k++) b->lambda[r->rest[k]] = lambda[k];
}

/* The unknowns that rows give. */
static void build_solved(fused_builder *b) {
    const nh_reduced *r = &b->reduced;
    for (uint32_t u = 0; u < r->used; u++) {
        if (r->solved[u] == NH_MODEL_NONE) continue;
        nh_value sum = negated_value(b, b->c[u]);
        for (uint32_t k = 0; k < r->unknowns; k++)
            sum = minus_product(b, sum, b->a[r->unknown[k] + (size_t)u * r->n], b->x[r->unknown[k]]);
        b->x[r->solved[u]] = sum;
    }
}

/* The multipliers of these rows: what is missing in the equation of motion of their unknown. */
static void build_multipliers(fused_builder *b) {
    const nh_reduced *r = &b->reduced;
    nh_value one = nh_build_number(b->builder, nh_rat_int(1));
    for (uint32_t u = 0; u < r->used; u++) {
        uint32_t i = r->solved[u];
        if (i == NH_MODEL_NONE) continue;
        nh_value sum = negated_value(b, b->f[i]);
        for (uint32_t j = 0; j < r->n; j++) sum = plus_product(b, sum, b->m[i + (size_t)j * r->n], b->x[j]);
        nh_value inverse = nh_build_op(b->builder, NH_OP_div, one, nh_build_number(b->builder, r->divisor[u]), 0);
        b->lambda[u] = nh_build_op(b->builder, NH_OP_mul, sum, inverse, 0);
    }
}

/* (1 + E E^T) z = E mu, then mu - E^T z. */
static void build_shortest(fused_builder *b) {
    uint32_t left = b->left, used = b->reduced.used;
    b->z = new_values(b, left);
    for (uint32_t l = 0; l < left; l++)
        for (uint32_t u = 0; u < used; u++)
            b->z[l] = plus_product(b, b->z[l], b->E[u + (size_t)l * used], b->lambda[u]);
    nh_build_ldl_solve(b->builder, &b->square, b->z);
    for (uint32_t u = 0; u < used; u++)
        for (uint32_t l = 0; l < left; l++)
            b->lambda[u] = minus_product(b, b->lambda[u], b->E[u + (size_t)l * used], b->z[l]);
}

static void build_way(fused_builder *b, nh_purpose what) {
    const nh_reduced *r = &b->reduced;
    b->zero = nh_build_number(b->builder, nh_rat_int(0));
    build_coefficients(b, what);
    b->x = new_values(b, r->n);
    b->lambda = new_values(b, r->used);
    b->mass = factor_matrix(b, r->unknowns, b->matrix, &b->mass_before);
    solve_reduced(b, b->side);
    for (uint32_t k = 0; k < r->unknowns; k++) b->x[r->unknown[k]] = b->side[k];
    build_solved(b);
    if (what == NH_PURPOSE_WHOLE) build_multipliers(b);
    if (what == NH_PURPOSE_WHOLE && b->left > 0) build_shortest(b);
}

static void output_pivots(fused_builder *b, const nh_build_ldl *ldl, const nh_value *before) {
    for (uint32_t k = 0; k < ldl->n; k++) {
        nh_build_output(b->builder, ldl->pivot[k]);
        nh_build_output(b->builder, before[k]);
    }
}

static bool is_geometric(const nh_dynamics *d, uint32_t j) {
    return d->equations->model->rows.items[d->equations->row[j]].is_geometric;
}

/* Whether the row says something of what this part is about. */
static bool is_about(const nh_dynamics *d, uint32_t j, nh_purpose what) {
    if (what == NH_PURPOSE_POSITIONS) return is_geometric(d, j);
    return what != NH_PURPOSE_VELOCITIES || nh_row_restricts(&d->equations->model->rows.items[d->equations->row[j]]);
}

/* The rows that this part is about; how many. */
static uint32_t choose_rows(const nh_dynamics *d, const nh_fused_way *w, nh_purpose what, uint32_t *row) {
    uint32_t used = 0;
    for (uint32_t r = 0; r < w->used; r++)
        if (is_about(d, w->row[r], what)) row[used++] = w->row[r];
    return used;
}

static part make_part(const nh_dynamics *d, const nh_fused_way *w, nh_purpose what) {
    NH_ASSERT(what < NH_PURPOSES);
    nh_tape_def def = nh_model_tape_def(d->equations->model, d->arena, false, 0, NULL);
    uint32_t *row = NH_NEW_ARRAY(d->arena, uint32_t, w->used + 1), used = choose_rows(d, w, what, row);
    fused_builder b = {.arena = d->arena, .reduced = nh_reduce(d->arena, d->equations, used, row, what, w->left == 0)};
    b.left = w->left;
    b.left_row = w->left_row;
    b.builder = nh_builder_create(d->arena, d->equations->model->pool, &def);
    build_way(&b, what);
    for (uint32_t i = 0; i < b.reduced.n; i++) nh_build_output(b.builder, b.x[i]);
    output_pivots(&b, &b.mass, b.mass_before);
    output_pivots(&b, &b.schur, b.schur_before);
    for (size_t i = 0; i < (size_t)b.left * used; i++) nh_build_output(b.builder, b.E[i]);
    for (uint32_t r = 0; r < used && what == NH_PURPOSE_WHOLE; r++) nh_build_output(b.builder, b.lambda[r]);
    for (uint32_t l = 0; l < b.left && what == NH_PURPOSE_WHOLE; l++) nh_build_output(b.builder, b.z[l]);
    nh_program *program = nh_program_make(d->arena, nh_builder_finish(b.builder), d->native);
    return (part){program, b.reduced.unknowns, b.reduced.rests};
}

nh_fused_way *nh_fused_way_make(const nh_dynamics *d) {
    NH_ASSERT(d->has_choice && d->rank <= d->rows);
    nh_fused_way *w = NH_NEW(d->arena, nh_fused_way);
    w->row = NH_NEW_ARRAY(d->arena, uint32_t, d->rows);
    w->left_row = NH_NEW_ARRAY(d->arena, uint32_t, d->rows);
    for (uint32_t j = 0; j < d->rows; j++) {
        if (d->is_left_out[j]) {
            w->left_row[w->left++] = j;
            continue;
        }
        w->row[w->used++] = j;
        w->geometric += is_geometric(d, j);
    }
    const nh_expr_matrix *slopes = &d->equations->jacobian;
    w->is_linear = true;
    for (uint32_t k = 0; k < slopes->start[d->rows]; k++)
        w->is_linear &= !nh_expr_has(d->equations->model->pool, slopes->entry[k], NH_HAS_VELOCITY);
    w->outputs = NH_NEW_ARRAY(d->arena, double, 3 * ((size_t)d->n + d->rows) + (size_t)w->left * w->used);
    w->largest = NH_NEW_ARRAY(d->arena, double, (size_t)d->n + d->rows);
    NH_ASSERT(w->used + w->left == d->rows);
    return w;
}

bool nh_fused_way_fits(const nh_fused_way *fused, const nh_dynamics *d) {
    uint32_t left = 0;
    for (uint32_t j = 0; j < d->rows; j++) {
        if (!d->is_left_out[j]) continue;
        if (left == fused->left || fused->left_row[left] != j) return false;
        left++;
    }
    return left == fused->left;
}

void nh_fused_way_set(nh_fused_way *fused, const double *parameters) {
    for (nh_purpose what = 0; what < NH_PURPOSES; what++)
        if (fused->parts[what].program != NULL) nh_program_begin(fused->parts[what].program, parameters);
}

/* Parts are made when they are first needed. */
static const part *find_part(nh_dynamics *d, nh_purpose what) {
    NH_ASSERT(what < NH_PURPOSES);
    nh_fused_way *w = d->fused;
    if (w->parts[what].program == NULL) {
        w->parts[what] = make_part(d, w, what);
        nh_program_begin(w->parts[what].program, d->parameters);
    }
    return &w->parts[what];
}

/* ---- solving ---- */

/* The smallest of these pivots, relative to what they were; not above 1. 0 when one is not positive, or may be the
 * rounding of others: a small pivot makes those after it uncertain by its inverse. */
static double least_pivot(const double *pivots, uint32_t count) {
    double least = 1;
    for (uint32_t k = 0; k < count; k++) {
        double pivot = pivots[2 * k], before = pivots[2 * k + 1];
        if (!(before > 0) || !(pivot * least > NOISE * before)) return 0;
        if (pivot < least * before) least = pivot / before;
    }
    return least;
}

/* Whether the pivots are to be trusted. All of them are large almost always, which is seen without a division. */
static bool are_good(const double *pivots, uint32_t count) {
    bool large = true;
    for (uint32_t k = 0; k < count; k++) large &= pivots[2 * k] > LARGE_PIVOT * pivots[2 * k + 1];
    for (uint32_t k = 0; k < count; k++) large &= pivots[2 * k + 1] > 0 && pivots[2 * k] < INFINITY;
    return large || least_pivot(pivots, count) > SMALL_PIVOT;
}

static bool are_finite(const double *x, uint32_t count) {
    double zero = 0; /* 0 x is 0 for finite x only */
    for (uint32_t i = 0; i < count; i++) zero += 0 * x[i];
    return zero == 0;
}

static void set_inputs(nh_dynamics *d, double t, const double *q, const double *v) {
    size_t states = d->equations->model->coordinates.count, size = states * sizeof *q;
    d->inputs[0] = t;
    if (v == q + states) {
        memcpy(d->inputs + 1, q, 2 * size);
        return;
    }
    memcpy(d->inputs + 1, q, size);
    memcpy(d->inputs + 1 + states, v, size);
}

/* Where E begins. */
static const double *factors_of(const nh_fused_way *w, const nh_dynamics *d, const part *p) {
    return w->outputs + d->n + 2 * ((size_t)p->unknowns + p->rests);
}

/* Whether the rows that are used still carry those that are left out. */
static bool are_carried(const nh_dynamics *d, const part *p) {
    const nh_fused_way *w = d->fused;
    const double *E = factors_of(w, d, p);
    for (size_t i = 0; i < (size_t)w->left * w->used; i++)
        if (!(fabs(E[i]) <= MOST_TIMES)) return false;
    return true;
}

/* Runs a part; false when a pivot or a result is not to be trusted. */
static bool run_part(nh_dynamics *d, nh_purpose what, double t, const double *q, const double *v, double *row_pivot) {
    const nh_fused_way *w = d->fused;
    const part *p = find_part(d, what);
    set_inputs(d, t, q, v);
    nh_program_run(p->program, d->inputs, w->outputs);
    const double *pivots = w->outputs + d->n, *row_pivots = pivots + 2 * (size_t)p->unknowns;
    if (!are_good(pivots, p->unknowns) || !are_finite(w->outputs, d->n)) return false;
    *row_pivot = least_pivot(row_pivots, p->rests);
    return *row_pivot > SMALL_PIVOT && are_carried(d, p);
}

/* Remembers how the pivots of MOTION or WHOLE, which are the same, stand. */
static void note_pivots(nh_dynamics *d, const part *p, double row_pivot) {
    const nh_fused_way *w = d->fused;
    const double *pivots = w->outputs + d->n;
    bool far = true;
    for (uint32_t k = 0; k < p->unknowns + p->rests; k++) {
        double pivot = pivots[2 * (size_t)k];
        if (pivot > w->largest[k]) w->largest[k] = pivot;
        far &= pivot > FAR * w->largest[k];
    }
    d->was_regular &= far;
    if (row_pivot < d->least_seen) d->least_seen = row_pivot;
}

const double *nh_fused_way_accelerate(nh_dynamics *d, double t, const double *q, const double *v) {
    NH_ASSERT(d->fused != NULL && d->has_choice);
    double row_pivot;
    if (!run_part(d, NH_PURPOSE_MOTION, t, q, v, &row_pivot)) return NULL;
    note_pivots(d, &d->fused->parts[NH_PURPOSE_MOTION], row_pivot);
    return d->fused->outputs;
}

bool nh_fused_way_solve(nh_dynamics *d, double t, const double *q, const double *v, nh_solution *solution) {
    const nh_fused_way *w = d->fused;
    double row_pivot;
    if (!run_part(d, NH_PURPOSE_WHOLE, t, q, v, &row_pivot)) return false;
    NH_ASSERT(d->fused != NULL && d->has_choice);
    const double *multipliers = factors_of(w, d, &w->parts[NH_PURPOSE_WHOLE]) + (size_t)w->left * w->used;
    for (uint32_t r = 0; r < w->used; r++) d->lambda[w->row[r]] = multipliers[r];
    for (uint32_t l = 0; l < w->left; l++) d->lambda[w->left_row[l]] = multipliers[w->used + l];
    solution->x = w->outputs;
    solution->lambda = d->lambda;
    solution->is_redundant = d->is_left_out;
    solution->status = NH_SOLVED;
    solution->rank = w->used;
    solution->least_pivot = sqrt(row_pivot);
    note_pivots(d, &w->parts[NH_PURPOSE_WHOLE], row_pivot);
    return true;
}

uint32_t nh_fused_way_rank(const nh_dynamics *d) {
    NH_ASSERT(d->fused != NULL);
    return d->fused->used;
}

/* ---- back to the rows ---- */

/* Newton's method for y, which is q or v; false when it does not get there at once. */
static bool approach_rows(nh_dynamics *d, nh_purpose what, double t, const double *q, const double *v, double *y) {
    double row_pivot, size = nh_doubles_largest(y, d->n), last = INFINITY;
    for (int i = 0; i < MOST_STEPS; i++) {
        if (!run_part(d, what, t, q, v, &row_pivot)) return false;
        const double *step = d->fused->outputs;
        double length = nh_doubles_largest(step, d->n);
        if (!(length <= MOST_STEP * size)) return false;
        for (size_t k = 0; k < d->n; k++) y[k] += step[k];
        if (length <= ROUNDING * size || length <= SHORTER * last) return true;
        if (what == NH_PURPOSE_VELOCITIES && d->fused->is_linear) return true; /* exact after one step */
        last = length;
    }
    return false;
}

bool nh_fused_way_project(nh_dynamics *d, double t, double *q, double *v) {
    NH_ASSERT(d->fused != NULL && q != v);
    const nh_fused_way *w = d->fused;
    if (w->used < d->rows) return false;
    return (w->geometric == 0 || approach_rows(d, NH_PURPOSE_POSITIONS, t, q, v, q)) &&
           approach_rows(d, NH_PURPOSE_VELOCITIES, t, q, v, v);
}
