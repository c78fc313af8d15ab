/* Coefficients and solution as one program: the linear algebra is unrolled into the tape, where zeros cost nothing.
 *
 *     M x = f + A^T lambda,     A x + c = 0
 *
 * A row that has a number as coefficient of an unknown which stands in no other row says what that unknown is; it is put into the others:
 * with B and e the row divided by that number, d its unknown,
 *
 *     x_d = -e - sum_j B_j x_j
 *
 * and what is left is N^T M N x = N^T (f - M x_p), x = N x_free + x_p. For rolling that removes the coordinates of the contact and all rows.
 * The rest is L D L^T of the matrix, then of the Schur complement S = Y^T D^-1 Y with Y = L^-1 A^T of the rows that remain:
 *
 *     S lambda = -(c + Y^T D^-1 L^-1 f),     x = L^-T D^-1 (L^-1 f + Y lambda)
 *
 * With f = 0 and the value of the rows in place of c the same equations give the step of least norm, in the metric of M, to where the rows
 * hold: a step of Newton's method, for velocities, and with the geometric rows alone for positions.
 *
 * There is no pivoting at run time. The program gives its pivots too, with what they were before elimination: where one of them is small the
 * solution is not trusted. */
#include <math.h>
#include <string.h>

#include "model/inputs.h"
#include "sim/dynamics_private.h"
#include "tape/build.h"
#include "tape/program.h"

/* A pivot below this, relative to what it was before elimination, is not trusted. */
#define SMALL_PIVOT 1e-8
#define NOISE 1e-10
/* One above this is no matter of doubt. */
#define LARGE_PIVOT 1e-3
/* Of the largest that it has been: a pivot above this is far from vanishing. */
#define FAR 0.25
/* A coefficient from this on may be divided by. */
#define LEAST_NUMBER 1e-3
/* Steps to the rows: longer ones than this, relative to the state, are no business of a projection. They have come to an end when one is shorter by this
 * than the one before, since the next would be shorter by as much again, or is rounding. */
#define MOST_STEP 1e-2
#define SHORTER 1e-3
#define ROUNDING 1e-15
enum { MOST_STEPS = 6 };

typedef enum purpose {
    MOTION,     /* accelerations */
    WHOLE,      /* and multipliers */
    VELOCITIES, /* a step to where all rows hold */
    POSITIONS,  /* a step to where the geometric rows hold */
    PURPOSES
} purpose;

/* Outputs: what is asked for; (pivot, what it was) for unknowns and for rows that remain; of WHOLE the multipliers. */
typedef struct part {
    nh_program *program;
    uint32_t unknowns, rests; /* that remain */
} part;

struct nh_fused_way {
    part parts[PURPOSES];
    double *outputs;
    double *largest;          /* n + rows: of each pivot, so far; those of unknowns first */
    uint32_t used, geometric; /* rows that are not left out; the geometric ones among them */
    bool is_linear;           /* the rows are, in the velocities */
    uint32_t *row;            /* used: their numbers, in the order of the multipliers */
};

/* ---- building ---- */

typedef struct building {
    nh_builder *builder;
    nh_arena *arena;
    uint32_t n, used;
    const uint32_t *row;  /* used */
    nh_value zero;        /* 0 */
    nh_value *m;          /* n x n */
    nh_value *f;          /* n; zeros for a step to the rows */
    nh_value *a;          /* used x n: [i + r * n] */
    nh_value *c;          /* used; their values for a step to the rows */
    nh_value *inverse;    /* used: 1 / the number by which the row is divided */
    uint32_t *solved;     /* used: the unknown that the row gives, or NH_MODEL_NONE */
    bool *is_solved;      /* n: a row gives it */
    uint32_t *unknown;    /* the others, in order */
    uint32_t unknowns;    /* how many */
    uint32_t *rest;       /* the other rows, in order */
    uint32_t rests;       /* how many */
    nh_value *x, *lambda; /* n, used: the solution */
    nh_build_ldl mass, schur;
    nh_value *mass_before, *schur_before; /* diagonals before elimination */
} building;

/* c + a b and c - a b */
static nh_value plus(building *b, nh_value c, nh_value a, nh_value x) {
    return nh_build_op(b->builder, NH_OP_fma, a, x, c);
}

static nh_value minus(building *b, nh_value c, nh_value a, nh_value x) {
    return nh_build_op(b->builder, NH_OP_fnma, a, x, c);
}

static nh_value negated(building *b, nh_value a) {
    return nh_build_op(b->builder, NH_OP_neg, a, 0, 0);
}

static nh_value *new_values(building *b, size_t count) {
    nh_value *values = NH_NEW_ARRAY(b->arena, nh_value, count);
    for (size_t i = 0; i < count; i++) values[i] = b->zero;
    return values;
}

/* What stands beside the Jacobian in the equation of row j. */
static nh_expr side_of_row(const nh_equations *e, uint32_t j, purpose what) {
    if (what == POSITIONS) return e->model->rows.items[e->row[j]].residual;
    return what == VELOCITIES ? e->rates[j] : e->drift[j];
}

/* An expression and where its value belongs. */
typedef struct wanted {
    nh_expr expr;
    nh_value *place;
} wanted;

typedef NH_ARRAY(wanted) wanted_list;

/* All at once: what is common, and sine and cosine of one angle, are found then. */
static void build_wanted(building *b, const wanted_list *list) {
    nh_expr *exprs = NH_NEW_ARRAY(b->arena, nh_expr, list->count);
    nh_value *values = NH_NEW_ARRAY(b->arena, nh_value, list->count);
    for (size_t i = 0; i < list->count; i++) exprs[i] = list->items[i].expr;
    nh_build_exprs(b->builder, list->count, exprs, values);
    for (size_t i = 0; i < list->count; i++) *list->items[i].place = values[i];
}

static void build_coefficients(building *b, const nh_equations *e, purpose what) {
    uint32_t n = b->n;
    wanted_list list = {.arena = b->arena};
    b->m = new_values(b, (size_t)n * n);
    b->f = new_values(b, n);
    b->a = new_values(b, (size_t)n * b->used);
    b->c = new_values(b, b->used);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            nh_array_push(&list, ((wanted){e->matrix.entry[k], &b->m[i + e->matrix.column[k] * n]}));
    for (uint32_t i = 0; i < n && (what == MOTION || what == WHOLE); i++)
        nh_array_push(&list, ((wanted){e->force[i], &b->f[i]}));
    for (uint32_t r = 0; r < b->used; r++) {
        uint32_t j = b->row[r];
        for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++)
            nh_array_push(&list, ((wanted){e->jacobian.entry[k], &b->a[e->jacobian.column[k] + r * n]}));
        nh_array_push(&list, ((wanted){side_of_row(e, j, what), &b->c[r]}));
    }
    build_wanted(b, &list);
}

/* How many of the used rows have this unknown. */
static uint32_t count_in_column(const building *b, uint32_t i) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < b->used; r++) count += b->a[i + r * b->n] != b->zero;
    return count;
}

/* The unknown that used row r gives, and by what it is to be divided. */
static uint32_t find_solved(const building *b, const nh_equations *e, uint32_t r, nh_rat *number) {
    uint32_t j = b->row[r];
    for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++) {
        uint32_t i = e->jacobian.column[k];
        if (!nh_expr_is_number(e->model->pool, e->jacobian.entry[k]) || count_in_column(b, i) != 1) continue;
        *number = nh_expr_rational(e->model->pool, e->jacobian.entry[k]);
        if (fabs(nh_rat_double(e->model->context, *number)) >= LEAST_NUMBER) return i;
    }
    return NH_MODEL_NONE;
}

/* Which rows give an unknown; these are divided by its coefficient. */
static void choose_solved(building *b, const nh_equations *e) {
    b->solved = NH_NEW_ARRAY(b->arena, uint32_t, b->used);
    b->inverse = new_values(b, b->used);
    b->is_solved = NH_NEW_ARRAY(b->arena, bool, b->n);
    b->unknown = NH_NEW_ARRAY(b->arena, uint32_t, b->n);
    b->rest = NH_NEW_ARRAY(b->arena, uint32_t, b->used);
    for (uint32_t r = 0; r < b->used; r++) {
        nh_rat number;
        b->solved[r] = find_solved(b, e, r, &number);
        if (b->solved[r] == NH_MODEL_NONE) {
            b->rest[b->rests++] = r;
            continue;
        }
        b->is_solved[b->solved[r]] = true;
        nh_value one = nh_build_number(b->builder, nh_rat_int(1));
        b->inverse[r] = nh_build_op(b->builder, NH_OP_div, one, nh_build_number(b->builder, number), 0);
        for (uint32_t i = 0; i < b->n; i++)
            b->a[i + r * b->n] = nh_build_op(b->builder, NH_OP_mul, b->a[i + r * b->n], b->inverse[r], 0);
        b->c[r] = nh_build_op(b->builder, NH_OP_mul, b->c[r], b->inverse[r], 0);
    }
    for (uint32_t i = 0; i < b->n; i++)
        if (!b->is_solved[i]) b->unknown[b->unknowns++] = i;
}

/* N^T y for y over all unknowns, at unknown i: y_i - sum_r B_ri y_d. */
static nh_value project(building *b, const nh_value *y, uint32_t i) {
    nh_value sum = y[i];
    for (uint32_t r = 0; r < b->used; r++)
        if (b->solved[r] != NH_MODEL_NONE) sum = minus(b, sum, b->a[i + r * b->n], y[b->solved[r]]);
    return sum;
}

/* N^T M N and N^T (f - M x_p), over the unknowns that remain. */
static void build_reduced(building *b, nh_value *matrix, nh_value *side) {
    uint32_t n = b->n, size = b->unknowns;
    nh_value *column = new_values(b, n), *force = new_values(b, n);
    for (uint32_t k = 0; k < size; k++) {
        for (uint32_t i = 0; i < n; i++) { /* M N e_k */
            column[i] = b->m[i + b->unknown[k] * n];
            for (uint32_t r = 0; r < b->used; r++)
                if (b->solved[r] != NH_MODEL_NONE)
                    column[i] = minus(b, column[i], b->m[i + b->solved[r] * n], b->a[b->unknown[k] + r * n]);
        }
        for (uint32_t i = k; i < size; i++) matrix[i + k * size] = project(b, column, b->unknown[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        force[i] = b->f[i];
        for (uint32_t r = 0; r < b->used; r++)
            if (b->solved[r] != NH_MODEL_NONE) force[i] = plus(b, force[i], b->m[i + b->solved[r] * n], b->c[r]);
    }
    for (uint32_t i = 0; i < size; i++) side[i] = project(b, force, b->unknown[i]);
}

/* Rows with few entries first: less fills in. */
static uint32_t *elimination_order(building *b, uint32_t n, const nh_value *a) {
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

static nh_build_ldl factor(building *b, uint32_t n, const nh_value *a, nh_value **before) {
    nh_build_ldl ldl = nh_build_ldl_factor(b->builder, b->arena, n, a, elimination_order(b, n, a));
    *before = new_values(b, n);
    for (uint32_t k = 0; k < n; k++) (*before)[k] = a[ldl.order[k] + ldl.order[k] * n];
    return ldl;
}

/* sum of y_i z_i / d_i, with D the pivots of the mass matrix */
static nh_value weighted(building *b, const nh_value *y, const nh_value *z) {
    nh_value sum = b->zero;
    for (uint32_t k = 0; k < b->unknowns; k++) {
        uint32_t i = b->mass.order[k];
        sum = plus(b, sum, nh_build_op(b->builder, NH_OP_mul, y[i], b->mass.inverse[k], 0), z[i]);
    }
    return sum;
}

/* side := what the unknowns that remain are; the multipliers of the rows that remain. */
static void solve_reduced(building *b, nh_value *side) {
    uint32_t size = b->unknowns, rests = b->rests;
    nh_value *y = new_values(b, (size_t)size * rests), *s = new_values(b, (size_t)rests * rests);
    nh_value *lambda = new_values(b, rests);
    nh_build_ldl_forward(b->builder, &b->mass, side);
    for (uint32_t k = 0; k < rests; k++) {
        nh_value *column = y + (size_t)k * size;
        for (uint32_t i = 0; i < size; i++) column[i] = b->a[b->unknown[i] + b->rest[k] * b->n];
        nh_build_ldl_forward(b->builder, &b->mass, column);
        for (uint32_t j = 0; j <= k; j++) s[k + j * rests] = weighted(b, column, y + (size_t)j * size);
        lambda[k] = negated(b, nh_build_op(b->builder, NH_OP_add, b->c[b->rest[k]], weighted(b, column, side), 0));
    }
    b->schur = factor(b, rests, s, &b->schur_before);
    nh_build_ldl_solve(b->builder, &b->schur, lambda);
    for (uint32_t k = 0; k < rests; k++)
        for (uint32_t i = 0; i < size; i++) side[i] = plus(b, side[i], y[i + (size_t)k * size], lambda[k]);
    nh_build_ldl_backward(b->builder, &b->mass, side);
    for (uint32_t k = 0; k < rests; k++) b->lambda[b->rest[k]] = lambda[k];
}

/* The unknowns that rows give, and the multipliers of these rows: what is missing in their equation of motion. */
static void build_solved(building *b) {
    uint32_t n = b->n;
    for (uint32_t r = 0; r < b->used; r++) {
        if (b->solved[r] == NH_MODEL_NONE) continue;
        nh_value sum = negated(b, b->c[r]);
        for (uint32_t k = 0; k < b->unknowns; k++)
            sum = minus(b, sum, b->a[b->unknown[k] + r * n], b->x[b->unknown[k]]);
        b->x[b->solved[r]] = sum;
    }
    for (uint32_t r = 0; r < b->used; r++) {
        uint32_t i = b->solved[r];
        if (i == NH_MODEL_NONE) continue;
        nh_value sum = negated(b, b->f[i]);
        for (uint32_t j = 0; j < n; j++) sum = plus(b, sum, b->m[i + j * n], b->x[j]);
        b->lambda[r] = nh_build_op(b->builder, NH_OP_mul, sum, b->inverse[r], 0);
    }
}

static void build(building *b, const nh_equations *e, purpose what) {
    b->zero = nh_build_number(b->builder, nh_rat_int(0));
    build_coefficients(b, e, what);
    choose_solved(b, e);
    nh_value *matrix = new_values(b, (size_t)b->unknowns * b->unknowns), *side = new_values(b, b->unknowns);
    build_reduced(b, matrix, side);
    b->x = new_values(b, b->n);
    b->lambda = new_values(b, b->used);
    b->mass = factor(b, b->unknowns, matrix, &b->mass_before);
    solve_reduced(b, side);
    for (uint32_t k = 0; k < b->unknowns; k++) b->x[b->unknown[k]] = side[k];
    build_solved(b);
}

static void output_pivots(building *b, const nh_build_ldl *ldl, const nh_value *before) {
    for (uint32_t k = 0; k < ldl->n; k++) {
        nh_build_output(b->builder, ldl->pivot[k]);
        nh_build_output(b->builder, before[k]);
    }
}

static bool is_geometric(const nh_dynamics *d, uint32_t j) {
    return d->equations->model->rows.items[d->equations->row[j]].is_geometric;
}

/* The rows that this part is about. */
static void choose_rows(building *b, const nh_dynamics *d, const nh_fused_way *w, purpose what) {
    uint32_t *row = NH_NEW_ARRAY(b->arena, uint32_t, w->used);
    for (uint32_t r = 0; r < w->used; r++)
        if (what != POSITIONS || is_geometric(d, w->row[r])) row[b->used++] = w->row[r];
    b->row = row;
}

static part make_part(const nh_dynamics *d, const nh_fused_way *w, purpose what) {
    nh_tape_def def = nh_model_tape_def(d->equations->model, d->arena, false);
    building b = {.builder = nh_builder_create(d->arena, d->equations->model->pool, &def), .arena = d->arena};
    b.n = d->n;
    choose_rows(&b, d, w, what);
    build(&b, d->equations, what);
    for (uint32_t i = 0; i < b.n; i++) nh_build_output(b.builder, b.x[i]);
    output_pivots(&b, &b.mass, b.mass_before);
    output_pivots(&b, &b.schur, b.schur_before);
    for (uint32_t r = 0; r < b.used && what == WHOLE; r++) nh_build_output(b.builder, b.lambda[r]);
    nh_program *program = nh_program_make(d->arena, nh_builder_finish(b.builder), d->native);
    return (part){program, b.unknowns, b.rests};
}

nh_fused_way *nh_fused_way_make(const nh_dynamics *d) {
    nh_fused_way *w = NH_NEW(d->arena, nh_fused_way);
    w->row = NH_NEW_ARRAY(d->arena, uint32_t, d->rows);
    for (uint32_t j = 0; j < d->rows; j++) {
        if (d->is_left_out[j]) continue;
        w->row[w->used++] = j;
        w->geometric += is_geometric(d, j);
    }
    const nh_expr_matrix *slopes = &d->equations->jacobian;
    w->is_linear = true;
    for (uint32_t k = 0; k < slopes->start[d->rows]; k++)
        w->is_linear &= !nh_expr_has(d->equations->model->pool, slopes->entry[k], NH_HAS_VELOCITY);
    w->outputs = NH_NEW_ARRAY(d->arena, double, 3 * ((size_t)d->n + d->rows));
    w->largest = NH_NEW_ARRAY(d->arena, double, (size_t)d->n + d->rows);
    return w;
}

void nh_fused_way_set(nh_fused_way *fused, const double *parameters) {
    for (purpose what = 0; what < PURPOSES; what++)
        if (fused->parts[what].program != NULL) nh_program_begin(fused->parts[what].program, parameters);
}

/* Parts are made when they are first needed. */
static const part *find_part(nh_dynamics *d, purpose what) {
    nh_fused_way *w = d->fused;
    if (w->parts[what].program == NULL) {
        w->parts[what] = make_part(d, w, what);
        nh_program_begin(w->parts[what].program, d->parameters);
    }
    return &w->parts[what];
}

/* ---- solving ---- */

/* The smallest of these pivots, relative to what they were; not above 1. 0 when one is not positive, or may be the rounding of others: a small
 * pivot makes those behind it uncertain by its inverse. */
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
    double zero = 0; /* 0 x is 0 for finite x alone */
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

/* Runs a part; false when a pivot or a result is not to be trusted. */
static bool run(nh_dynamics *d, purpose what, double t, const double *q, const double *v, double *row_pivot) {
    const nh_fused_way *w = d->fused;
    const part *p = find_part(d, what);
    set_inputs(d, t, q, v);
    nh_program_run(p->program, d->inputs, w->outputs);
    const double *pivots = w->outputs + d->n, *row_pivots = pivots + 2 * (size_t)p->unknowns;
    if (!are_good(pivots, p->unknowns) || !are_finite(w->outputs, d->n)) return false;
    *row_pivot = least_pivot(row_pivots, p->rests);
    return *row_pivot > SMALL_PIVOT;
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
    double row_pivot;
    if (!run(d, MOTION, t, q, v, &row_pivot)) return NULL;
    note_pivots(d, &d->fused->parts[MOTION], row_pivot);
    return d->fused->outputs;
}

bool nh_fused_way_solve(nh_dynamics *d, double t, const double *q, const double *v, nh_solution *solution) {
    const nh_fused_way *w = d->fused;
    double row_pivot;
    if (!run(d, WHOLE, t, q, v, &row_pivot)) return false;
    const double *multipliers = w->outputs + d->n + 2 * ((size_t)w->parts[WHOLE].unknowns + w->parts[WHOLE].rests);
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t r = 0; r < w->used; r++) d->lambda[w->row[r]] = multipliers[r];
    solution->x = w->outputs;
    solution->lambda = d->lambda;
    solution->is_redundant = d->is_left_out;
    solution->status = NH_SOLVED;
    solution->rank = w->used;
    solution->least_pivot = sqrt(row_pivot);
    note_pivots(d, &w->parts[WHOLE], row_pivot);
    return true;
}

uint32_t nh_fused_way_rank(const nh_dynamics *d) {
    return d->fused->used;
}

/* ---- back to the rows ---- */

static double size_of(const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* Newton's method for y, which is q or v; false when it does not get there at once. */
static bool approach(nh_dynamics *d, purpose what, double t, const double *q, const double *v, double *y) {
    double row_pivot, size = size_of(y, d->n), last = INFINITY;
    for (int i = 0; i < MOST_STEPS; i++) {
        if (!run(d, what, t, q, v, &row_pivot)) return false;
        const double *step = d->fused->outputs;
        double length = size_of(step, d->n);
        if (!(length <= MOST_STEP * size)) return false;
        for (size_t k = 0; k < d->n; k++) y[k] += step[k];
        if (length <= ROUNDING * size || length <= SHORTER * last) return true;
        if (what == VELOCITIES && d->fused->is_linear) return true; /* exact after one step */
        last = length;
    }
    return false;
}

bool nh_fused_way_project(nh_dynamics *d, double t, double *q, double *v) {
    const nh_fused_way *w = d->fused;
    if (w->used < d->rows) return false;
    return (w->geometric == 0 || approach(d, POSITIONS, t, q, v, q)) && approach(d, VELOCITIES, t, q, v, v);
}
