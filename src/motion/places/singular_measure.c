/* The numbers that vanish at singular configurations, at one state, and what a small one means. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "model/curved_rows.h"
#include "motion/at/dynamics.h"
#include "motion/places/singular_private.h"
#include "num/linear/doubles.h"

enum { DENSE_MOST = 160 }; /* coordinates or rows; above, rows are watched one by one */

#define DEPENDENT 1e-10 /* as in dynamics.c: so little is left of a row that depends on others */
#define ROUNDING 1e-10  /* of the diagonal: a pivot below may be 0 */
#define NO_PIVOT 1e-4   /* against 1: what is taken to be no pivot at a singular configuration */
#define AT_REST 1e-4    /* of the largest speed so far */
#define INVOLVED 1e-4   /* of the largest: a row of which a dependent one contains so much is named */

/* ---- making ---- */

static bool depend_on_state(const nh_equations *e, uint32_t count, const nh_expr *entries) {
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_has(e->model->pool, entries[i], NH_HAS_COORDINATE | NH_HAS_TIME | NH_HAS_MULTIPLIER)) return true;
    return false;
}

static void find_coordinates(nh_singular *s, uint32_t count, const nh_expr *entries) {
    const nh_model *model = s->equations->model;
    uint32_t symbol_count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, s->arena, count, entries, &symbol_count);
    nh_map known = nh_map_make(s->arena);
    s->is_in = NH_NEW_ARRAY(s->arena, bool, (size_t)s->n + 1);
    for (uint32_t i = 0; i < symbol_count; i++) nh_map_put(&known, symbols[i], i);
    for (uint32_t i = 0; i < s->n; i++) s->is_in[i] = nh_map_get(&known, model->coordinates.items[i].q) != NULL;
}

static void make_program(nh_singular *s, const double *parameters, nh_native_use native) {
    const nh_equations *e = s->equations;
    const nh_model *model = e->model;
    uint32_t n = s->n, entries = e->matrix.start[n], slopes = e->jacobian.start[s->rows];
    s->has_constant_matrix = !depend_on_state(e, entries, e->matrix.entry);
    s->is_constant = s->has_constant_matrix && !depend_on_state(e, slopes, e->jacobian.entry);
    nh_expr *outputs = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)entries + slopes + 1);
    memcpy(outputs, e->jacobian.entry, slopes * sizeof *outputs);
    memcpy(outputs + slopes, e->matrix.entry, entries * sizeof *outputs);
    nh_tape_def def = nh_dynamics_tape_def(s->arena, e, false, slopes + entries, outputs);
    s->program = nh_program_make(s->arena, nh_tape_make(s->arena, model->pool, &def), native);
    s->inputs = NH_NEW_ARRAY(s->arena, double, s->states + 1);
    s->outputs = NH_NEW_ARRAY(s->arena, double, (size_t)slopes + entries + 1);
    nh_program_begin(s->program, parameters);
    find_coordinates(s, slopes + entries, outputs);
}

static void make_dense(nh_singular *s) {
    size_t n = s->n, rows = s->rows;
    s->mass = NH_NEW_ARRAY(s->arena, double, n *n + 1);
    s->jacobian = NH_NEW_ARRAY(s->arena, double, n *rows + 1);
    s->basis = NH_NEW_ARRAY(s->arena, double, n *rows + 1);
    s->rest = NH_NEW_ARRAY(s->arena, double, n *rows + 1);
    s->span = NH_NEW_ARRAY(s->arena, double, n *rows + 1);
    s->r = NH_NEW_ARRAY(s->arena, double, rows *rows + 1);
    s->system = NH_NEW_ARRAY(s->arena, double, (n + rows) * (n + rows) + 1);
    s->whole = NH_NEW_ARRAY(s->arena, nh_lu *, rows + 1);
    s->column = NH_NEW_ARRAY(s->arena, double, n + 1);
}

/* The matrix of implicit equations is known at solutions only: the rows are examined without it. That it is singular
 * is seen where the equations are solved. */
static const nh_equations *without_matrix(nh_arena *arena, const nh_equations *equations) {
    nh_equations *plain = NH_NEW(arena, nh_equations);
    size_t n = equations->count;
    nh_expr *unit = NH_NEW_ARRAY(arena, nh_expr, n * n);
    *plain = *equations;
    for (size_t i = 0; i < n * n; i++) unit[i] = i % (n + 1) == 0 ? NH_EXPR_ONE : NH_EXPR_ZERO;
    plain->matrix = nh_equations_sparse(arena, equations->count, equations->count, unit);
    plain->is_symmetric = true;
    return plain;
}

/* Rows that are not linear in the accelerations depend on these: they are examined where the equations are solved. */
static const nh_equations *without_curved(nh_arena *arena, const nh_equations *equations) {
    nh_equations *plain = NH_NEW(arena, nh_equations);
    uint32_t rows = equations->rows, count = 0;
    *plain = *equations;
    plain->row = NH_NEW_ARRAY(arena, uint32_t, rows);
    plain->multipliers = NH_NEW_ARRAY(arena, nh_expr, rows);
    plain->rates = NH_NEW_ARRAY(arena, nh_expr, rows);
    plain->drift = NH_NEW_ARRAY(arena, nh_expr, rows);
    nh_expr_matrix all = equations->jacobian, *some = &plain->jacobian;
    some->start = NH_NEW_ARRAY(arena, uint32_t, (size_t)rows + 1);
    some->column = NH_NEW_ARRAY(arena, uint32_t, (size_t)all.start[rows] + 1);
    some->entry = NH_NEW_ARRAY(arena, nh_expr, (size_t)all.start[rows] + 1);
    for (uint32_t j = 0; j < rows; j++) {
        if (equations->model->rows.items[equations->row[j]].is_curved) continue;
        plain->row[count] = equations->row[j];
        plain->multipliers[count] = equations->multipliers[j];
        plain->rates[count] = equations->rates[j];
        plain->drift[count] = equations->drift[j];
        uint32_t next = some->start[count];
        for (uint32_t k = all.start[j]; k < all.start[j + 1]; k++) {
            some->column[next] = all.column[k];
            some->entry[next++] = all.entry[k];
        }
        some->start[++count] = next;
    }
    plain->rows = some->rows = count;
    return plain;
}

nh_singular *nh_singular_make(nh_arena *arena, const nh_equations *equations, const nh_singular_def *def) {
    NH_ASSERT(nh_equations_fit(equations) && def->rtol >= 0);
    nh_singular *s = NH_NEW(arena, nh_singular);
    if (equations->is_implicit) equations = without_matrix(arena, equations);
    if (nh_curved_rows_act(equations->model)) equations = without_curved(arena, equations);
    *s = (nh_singular){.equations = equations, .arena = arena, .n = equations->count, .rows = equations->rows};
    s->states = 2 * (size_t)s->n + equations->extras;
    s->parameters = def->parameters;
    s->rtol = def->rtol;
    s->eta = fmin(fmax(1e3 * def->rtol, 1e-7), 1e-3);
    s->is_large = s->n > DENSE_MOST || s->rows > DENSE_MOST;
    make_program(s, def->parameters, def->native);
    size_t n = s->n, rows = s->rows;
    s->norms = n + rows + 1;
    s->length = s->norms + rows;
    for (int i = 0; i <= NH_SINGULAR_PIECES; i++) s->along[i] = NH_NEW_ARRAY(arena, double, s->length);
    s->at = NH_NEW_ARRAY(arena, double, s->length);
    s->y = NH_NEW_ARRAY(arena, double, s->states + 1);
    s->unit = NH_NEW_ARRAY(arena, double, n + 1);
    s->size = NH_NEW_ARRAY(arena, double, rows + 1);
    s->largest = NH_NEW_ARRAY(arena, double, n + rows + 1);
    s->used = NH_NEW_ARRAY(arena, uint32_t, rows + 1);
    s->others = NH_NEW_ARRAY(arena, uint32_t, rows + 1);
    s->passed_others = NH_NEW_ARRAY(arena, uint32_t, rows + 1);
    s->factor = NH_NEW_ARRAY(arena, double, rows + 1);
    if (!s->is_large) make_dense(s);
    return s;
}

/* ---- coefficients ---- */

/* Columns in units in which the diagonal of the matrix is 1, as far as it is above 0. */
static void choose_units(nh_singular *s) {
    const nh_expr_matrix *m = &s->equations->matrix;
    const double *entry = s->outputs + s->equations->jacobian.start[s->rows];
    for (uint32_t i = 0; i < s->n; i++) {
        s->unit[i] = 1;
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++)
            if (m->column[k] == i && entry[k] > 0) s->unit[i] = 1 / sqrt(entry[k]);
    }
}

bool nh_singular_evaluate(nh_singular *s, double t, const double *y) {
    const nh_equations *e = s->equations;
    uint32_t slopes = e->jacobian.start[s->rows], all = slopes + e->matrix.start[s->n];
    s->inputs[0] = t;
    memcpy(s->inputs + 1, y, s->states * sizeof *y);
    nh_program_run(s->program, s->inputs, s->outputs);
    if (!nh_doubles_are_finite(s->outputs, all)) return false;
    if (s->unit[0] == 0) choose_units(s);
    return true;
}

static void find_norms(nh_singular *s, double *norms) {
    const nh_expr_matrix *a = &s->equations->jacobian;
    for (uint32_t j = 0; j < s->rows; j++) {
        norms[j] = 0;
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) {
            double part = s->outputs[k] * s->unit[a->column[k]];
            norms[j] += part * part;
        }
    }
}

void nh_singular_spread(nh_singular *s) {
    NH_ASSERT(!s->is_large);
    const nh_expr_matrix *a = &s->equations->jacobian, *m = &s->equations->matrix;
    const double *entry = s->outputs + a->start[s->rows];
    size_t n = s->n;
    memset(s->jacobian, 0, n * s->rows * sizeof *s->jacobian);
    memset(s->mass, 0, n * n * sizeof *s->mass);
    for (uint32_t j = 0; j < s->rows; j++)
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++)
            s->jacobian[j * n + a->column[k]] = s->outputs[k] * s->unit[a->column[k]];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++)
            s->mass[i * n + m->column[k]] = entry[k] * s->unit[i] * s->unit[m->column[k]];
}

/* ---- measures ---- */

/* What is left of row j besides the first `count` of the basis, in s->column; twice, for rounding. */
static double rest_of(nh_singular *s, uint32_t j, uint32_t count) {
    NH_ASSERT(j < s->rows && count <= s->n);
    size_t n = s->n;
    double *r = s->r + (size_t)count * s->rows;
    memcpy(s->column, s->jacobian + j * n, n * sizeof *s->column);
    memset(r, 0, s->rows * sizeof *r);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < count; k++) {
            const double *z = s->basis + k * n;
            double part = nh_doubles_dot(z, s->column, n);
            for (size_t i = 0; i < n; i++) s->column[i] -= part * z[i];
            r[k] += part;
        }
    return nh_doubles_dot(s->column, s->column, n);
}

static void add_to_basis(nh_singular *s, uint32_t count, double square) {
    double size = sqrt(square);
    for (size_t i = 0; i < s->n; i++) s->basis[count * (size_t)s->n + i] = size > 0 ? s->column[i] / size : 0;
    s->r[(size_t)count * s->rows + count] = size;
}

/* Pivots of the matrix without changing the order. Those after one that is not above 0 keep what they were. */
static bool find_pivots(nh_singular *s, double *pivots) {
    size_t n = s->n;
    double *a = s->mass;
    for (size_t j = 0; j < n; j++) {
        pivots[j] = a[j + j * n];
        if (!(pivots[j] > 0)) {
            for (size_t i = j + 1; i < n; i++) pivots[i] = s->along[0][s->used_count + i];
            return false;
        }
        for (size_t i = j + 1; i < n; i++) {
            double factor = a[i + j * n] / pivots[j];
            if (factor == 0) continue;
            for (size_t k = j + 1; k <= i; k++) a[i + k * n] -= factor * a[k + j * n];
        }
    }
    return true;
}

bool nh_singular_has_pivots(nh_singular *s) {
    NH_ASSERT(!s->is_large);
    return find_pivots(s, s->column);
}

double nh_singular_orthogonalise(nh_singular *s, uint32_t k) {
    NH_ASSERT(k < s->used_count && !s->is_large);
    double square = rest_of(s, s->used[k], k);
    add_to_basis(s, k, square);
    return square;
}

/* How many rows are independent, against their sizes, taking the best one first; at most `most`. What they span has the
 * orthonormal basis s->span. */
static uint32_t span_rows(nh_singular *s, uint32_t most_rows) {
    size_t n = s->n;
    for (uint32_t j = 0; j < s->rows; j++)
        for (size_t i = 0; i < n; i++) s->rest[j * n + i] = s->jacobian[j * n + i] / s->size[j];
    uint32_t rank = 0;
    for (; rank < most_rows; rank++) {
        uint32_t best = 0;
        double most = 0, *z = s->span + rank * n;
        for (uint32_t j = 0; j < s->rows; j++) {
            double square = nh_doubles_dot(s->rest + j * n, s->rest + j * n, n);
            if (square > most) most = square, best = j;
        }
        if (!(most > s->eta * s->eta)) break;
        for (size_t i = 0; i < n; i++) z[i] = s->rest[best * n + i] / sqrt(most);
        for (uint32_t j = 0; j < s->rows; j++) {
            double *rest = s->rest + j * n, part = nh_doubles_dot(rest, z, n);
            for (size_t i = 0; i < n; i++) rest[i] -= part * z[i];
        }
    }
    return rank;
}

/* What the whole matrix has for row number k in use: the row scaled by its size; where some rows depend on others a
 * basis of what all of them span, so that it does not count which rows are in use. False when there is no such row. */
static bool border_of(nh_singular *s, uint32_t k, bool is_spanned, uint32_t rank, double *border) {
    NH_ASSERT(k < s->rows);
    size_t n = s->n;
    const double *row = is_spanned ? s->span + k * n : s->jacobian + s->used[k] * n;
    for (size_t i = 0; i < n; i++) border[i] = row[i] / (is_spanned ? 1 : s->size[s->used[k]]);
    return !is_spanned || k < rank;
}

/* The determinant of the whole matrix; its reciprocal condition in *rcond, if requested. Both are
 * 0 where rows lose rank. */
static double whole_determinant(nh_singular *s, double *rcond) {
    size_t n = s->n, size = n + s->used_count;
    bool is_spanned = s->used_count < s->rows;
    uint32_t rank = is_spanned ? span_rows(s, s->used_count) : s->used_count;
    memset(s->system, 0, size * size * sizeof *s->system);
    for (size_t j = 0; j < n; j++) memcpy(s->system + j * size, s->mass + j * n, n * sizeof *s->system);
    for (uint32_t k = 0; k < s->used_count; k++) {
        if (!border_of(s, k, is_spanned, rank, s->column)) {
            if (rcond != NULL) *rcond = 0;
            return 0;
        }
        for (size_t i = 0; i < n; i++) s->system[n + k + i * size] = s->system[i + (n + k) * size] = s->column[i];
    }
    nh_lu **lu = &s->whole[s->used_count];
    if (*lu == NULL) *lu = nh_lu_make(s->arena, (int)size);
    bool good = nh_lu_factor(*lu, s->system);
    if (rcond != NULL) *rcond = good ? nh_lu_rcond(*lu) : 0;
    return nh_lu_determinant(*lu);
}

static void measure_matrix(nh_singular *s, double *measures) {
    if (s->has_constant_matrix && s->is_definite) return;
    if (s->is_definite) {
        (void)find_pivots(s, measures);
        return;
    }
    double determinant = whole_determinant(s, measures == s->along[0] + s->used_count ? &s->rcond : NULL);
    measures[0] = determinant * determinant;
}

bool nh_singular_measure(nh_singular *s, double t, const double *y, double *measures) {
    NH_ASSERT(measures != NULL && s->used_count <= s->rows);
    if (!nh_singular_evaluate(s, t, y)) return false;
    find_norms(s, measures + s->norms);
    for (uint32_t k = 0; k < s->used_count; k++) measures[k] = measures[s->norms + s->used[k]];
    if (s->is_large) return true;
    nh_singular_spread(s);
    for (uint32_t k = 0; k < s->used_count; k++) measures[k] = nh_singular_orthogonalise(s, k);
    measure_matrix(s, measures + s->used_count);
    return true;
}

/* ---- the choice ---- */

static double largest_speed(const nh_singular *s) {
    double most = 0;
    for (uint32_t i = 0; i < s->n; i++) most = fmax(most, fabs(s->inputs[1 + s->n + i]));
    return most;
}

static void choose_rows(nh_singular *s) {
    const double *norms = s->along[0] + s->norms;
    s->used_count = 0;
    for (uint32_t j = 0; j < s->rows; j++) {
        s->size[j] = norms[j] > 0 ? sqrt(norms[j]) : 1;
        s->largest[j] = fmax(s->largest[j], sqrt(norms[j]));
        if (norms[j] == 0) continue;
        double square = s->is_large ? norms[j] : rest_of(s, j, s->used_count);
        if (!(square > DEPENDENT * DEPENDENT * norms[j])) continue;
        if (!s->is_large) add_to_basis(s, s->used_count, square);
        s->used[s->used_count++] = j;
    }
}

/* The matrix counts as definite when every pivot stands out of the rounding of its diagonal. */
static bool is_definite(nh_singular *s, double *pivots) {
    if (!s->equations->is_symmetric) return false;
    for (uint32_t i = 0; i < s->n; i++) s->column[i] = s->mass[i + i * (size_t)s->n];
    bool good = find_pivots(s, pivots);
    double least = 1; /* a small pivot makes those after it uncertain by its inverse */
    for (uint32_t i = 0; i < s->n && good; i++) {
        good = pivots[i] * least > ROUNDING * s->column[i];
        least = fmin(least, pivots[i] / s->column[i]);
    }
    return good;
}

static void choose_way(nh_singular *s) {
    s->count = s->used_count;
    if (s->is_large) return;
    nh_singular_spread(s);
    double *pivots = s->along[0] + s->used_count;
    memset(pivots, 0, s->n * sizeof *pivots);
    s->is_definite = is_definite(s, pivots);
    for (uint32_t i = 0; i < s->n && s->is_definite; i++)
        s->largest[s->rows + i] = fmax(s->largest[s->rows + i], pivots[i]);
    if (!s->is_definite) s->count += 1;
    else if (!s->has_constant_matrix) s->count += s->n;
}

void nh_singular_note(nh_singular *s) {
    const double *norms = s->along[0] + s->norms, *pivots = s->along[0] + s->used_count;
    s->speed = fmax(s->speed, largest_speed(s));
    for (uint32_t j = 0; j < s->rows; j++) {
        s->size[j] = norms[j] > 0 ? sqrt(norms[j]) : 1;
        s->largest[j] = fmax(s->largest[j], s->size[j]);
    }
    for (uint32_t i = 0; i < s->n && s->count > s->used_count; i++)
        s->largest[s->rows + i] = fmax(s->largest[s->rows + i], pivots[i]);
}

bool nh_singular_choose(nh_singular *s, double t, const double *y) {
    if (!nh_singular_evaluate(s, t, y)) return false;
    s->speed = fmax(s->speed, largest_speed(s));
    find_norms(s, s->along[0] + s->norms);
    if (!s->is_large) nh_singular_spread(s);
    choose_rows(s);
    choose_way(s);
    return nh_singular_measure(s, t, y, s->along[0]);
}

/* ---- judging ---- */

/* s->factor: what of each row, in multiples of it, the row number k in use is at the place; R c = r. Then
 * row k less these is 0. */
static void find_factors(nh_singular *s, uint32_t k) {
    const double *r = s->r + (size_t)k * s->rows;
    for (uint32_t i = k; i-- > 0;) {
        double sum = r[i], pivot = s->r[(size_t)i * s->rows + i];
        for (uint32_t j = i + 1; j < k; j++) sum -= s->r[(size_t)j * s->rows + i] * s->factor[j];
        s->factor[i] = pivot > s->eta * s->size[s->used[i]] ? sum / pivot : 0;
    }
}

static bool is_affine(const nh_singular *s, uint32_t row) {
    NH_ASSERT(row < s->rows);
    const nh_expr_matrix *a = &s->equations->jacobian;
    for (uint32_t k = a->start[row]; k < a->start[row + 1]; k++)
        if (nh_expr_has(s->equations->model->pool, a->entry[k], NH_HAS_VELOCITY)) return false;
    return true;
}

/* The rows before it that the row number k in use depends on; whether all of them and itself are affine. */
static bool find_others(nh_singular *s, uint32_t k, nh_singular_place *place) {
    bool are_affine = is_affine(s, place->row);
    double most = 0;
    for (uint32_t i = 0; i < k; i++) most = fmax(most, fabs(s->factor[i]) * s->size[s->used[i]]);
    for (uint32_t i = 0; i < k; i++) {
        if (fabs(s->factor[i]) * s->size[s->used[i]] <= INVOLVED * most) s->factor[i] = 0;
        if (s->factor[i] == 0) continue;
        are_affine &= is_affine(s, s->used[i]);
        s->others[place->other_count++] = s->used[i];
    }
    place->others = s->others;
    return are_affine;
}

static nh_singular_place judge_row(nh_singular *s, uint32_t k) {
    NH_ASSERT(k < s->used_count);
    static const nh_singular_place not_singular = {.kind = NH_SINGULAR_NOT};
    nh_singular_place place = {.kind = NH_SINGULAR_ROW, .row = s->used[k]};
    if (s->is_large) return s->is_full ? place : not_singular; /* another row may take its place */
    if (span_rows(s, s->rows) >= s->used_count) return not_singular;
    memset(s->factor, 0, s->rows * sizeof *s->factor);
    if (sqrt(s->at[s->norms + place.row]) <= 10 * s->eta * s->size[place.row]) return place;
    place.kind = NH_SINGULAR_ROWS;
    find_factors(s, k);
    place.is_affine = find_others(s, k, &place);
    return place;
}

/* The unknown whose pivot, of either sign, is 0 against its diagonal; n when there is none. */
static uint32_t weakest_pivot(nh_singular *s) {
    size_t n = s->n;
    double *a = s->mass;
    for (size_t j = 0; j < n; j++) {
        double pivot = a[j + j * n], most = 0;
        for (size_t i = j; i < n; i++) most = fmax(most, fabs(a[i + j * n]));
        if (fabs(pivot) <= NO_PIVOT * fmax(most, 1)) return (uint32_t)j;
        for (size_t i = j + 1; i < n; i++)
            for (size_t k = j + 1; k <= i; k++) a[i + k * n] -= a[i + j * n] / pivot * a[k + j * n];
    }
    return s->n;
}

static nh_singular_place judge_matrix(nh_singular *s, uint32_t i) {
    NH_ASSERT(i < s->n);
    double rcond;
    nh_singular_place place = {.kind = s->is_definite ? NH_SINGULAR_MATRIX : NH_SINGULAR_WHOLE};
    nh_singular_spread(s);
    (void)whole_determinant(s, &rcond);
    if (rcond > (s->is_definite ? 1e-3 * s->eta : 10 * s->eta * s->rcond)) place.kind = NH_SINGULAR_NOT;
    place.unknown = s->is_definite ? i : weakest_pivot(s);
    return place;
}

static nh_singular_place judge_sized(nh_singular *s, uint32_t measure) {
    NH_ASSERT(measure < s->count);
    nh_singular_place place =
        measure < s->used_count ? judge_row(s, measure) : judge_matrix(s, measure - s->used_count);
    place.measure = measure;
    return place;
}

nh_singular_place nh_singular_judge(nh_singular *s, uint32_t measure) {
    NH_ASSERT(measure < s->count);
    for (uint32_t j = 0; j < s->rows; j++) {
        double size = sqrt(fmax(s->along[0][s->norms + j], s->along[NH_SINGULAR_PIECES][s->norms + j]));
        size = fmax(size, s->largest[j]);
        s->size[j] = size > 0 ? size : 1;
    }
    return judge_sized(s, measure);
}

bool nh_singular_is_at_rest(const nh_singular *s) {
    return largest_speed(s) <= AT_REST * s->speed;
}

nh_singular_place nh_singular_judge_all(nh_singular *s) {
    uint32_t worst = 0;
    double least = INFINITY;
    for (uint32_t j = 0; j < s->rows; j++) s->size[j] = s->largest[j] > 0 ? s->largest[j] : 1;
    for (uint32_t i = 0; i < s->count; i++) {
        bool is_row = i < s->used_count;
        if (!is_row && (!s->is_definite || s->is_large)) continue;
        double size = is_row ? s->size[s->used[i]] * s->size[s->used[i]] : s->largest[s->rows + i - s->used_count];
        if (!(s->at[i] / size < least)) continue;
        least = s->at[i] / size;
        worst = i;
    }
    if (least <= s->eta * s->eta) return judge_sized(s, worst);
    if (s->is_definite || s->is_large) return (nh_singular_place){.kind = NH_SINGULAR_NOT};
    s->rcond = 1e-6;
    return judge_matrix(s, 0);
}
