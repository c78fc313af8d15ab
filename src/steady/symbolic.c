/* Matrices as formulas: symbolic_private.h says what takes the place of the symbols, linear.h has the equations. */
#include "steady/symbolic_private.h"

#include <math.h>

#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "steady/limits_private.h"
#include "steady/linearize.h"
#include "tape/ball_run.h"
#include "tape/native/print_c.h"

/* ---- matrices ---- */

static nh_expr slope_at(const nh_formulas *w, size_t row, size_t column) {
    return w->slope[row * 3 * w->n + column];
}

static void find_slopes(nh_formulas *w) {
    const nh_expr_matrix *slopes = &w->l->slopes;
    size_t rows = nh_linear_rows(w->l);
    w->slope = NH_NEW_ARRAY(w->arena, nh_expr, rows * 3 * w->n + 1);
    for (size_t i = 0; i < rows * 3 * w->n; i++) w->slope[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = slopes->start[i]; k < slopes->start[i + 1]; k++)
            w->slope[i * 3 * w->n + slopes->column[k]] = nh_formulas_put(w, slopes->entry[k]);
}

/* -J_d^-1 right at the dependent places of to, n x columns, for the first `size` rows; right is size x columns. */
static bool fill_dependent(const nh_formulas *w, uint32_t size, nh_expr *to, nh_expr *right, size_t columns) {
    const nh_linearizer *l = w->l;
    nh_expr *a = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)size * size + 1);
    nh_linear_solution solution;
    if (size == 0 || columns == 0) return true;
    for (uint32_t r = 0; r < size; r++)
        for (uint32_t d = 0; d < size; d++) a[r * size + d] = slope_at(w, w->n + l->rank + r, w->n + l->dependent[d]);
    for (size_t i = 0; i < size * columns; i++) right[i] = nh_expr_neg(w->pool, right[i]);
    if (nh_linear_solve(w->pool, w->arena, size, a, (uint32_t)columns, right, &solution) != NH_LINEAR_DONE)
        return false;
    for (uint32_t d = 0; d < size; d++)
        for (size_t j = 0; j < columns; j++) to[l->dependent[d] * columns + j] = solution.x[d * columns + j];
    return true;
}

/* Row `row` of the slopes by the columns from `by` on, times column j of x, n x columns. */
static nh_expr product_of(const nh_formulas *w, size_t row, size_t by, const nh_expr *x, size_t columns, size_t j) {
    nh_exprs terms = {.arena = w->arena};
    for (size_t i = 0; i < w->n; i++)
        nh_array_push(&terms, nh_expr_mul(w->pool, slope_at(w, row, by + i), x[i * columns + j]));
    return nh_expr_sum(w->pool, terms.count, terms.items);
}

static nh_expr *zeros_of(const nh_formulas *w, size_t count) {
    nh_expr *zeros = NH_NEW_ARRAY(w->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) zeros[i] = NH_EXPR_ZERO;
    return zeros;
}

static bool find_displacements(nh_formulas *w) {
    const nh_linearizer *l = w->l;
    size_t n = w->n, rates = n + l->rank;
    nh_expr *right = zeros_of(w, (size_t)l->rank * (l->places + l->m));
    w->P = zeros_of(w, n * l->places);
    w->Q = zeros_of(w, n * l->places);
    w->N = zeros_of(w, n * l->m);
    for (uint32_t j = 0; j < l->places; j++) {
        w->P[l->x[j] * l->places + j] = NH_EXPR_ONE;
        for (uint32_t r = 0; r < l->positions; r++) right[r * l->places + j] = slope_at(w, rates + r, n + l->x[j]);
    }
    if (!fill_dependent(w, l->positions, w->P, right, l->places)) return false;
    for (uint32_t j = 0; j < l->m; j++) {
        w->N[l->independent[j] * l->m + j] = NH_EXPR_ONE;
        for (uint32_t r = 0; r < l->rank; r++) right[r * l->m + j] = slope_at(w, rates + r, n + l->independent[j]);
    }
    if (!fill_dependent(w, l->rank, w->N, right, l->m)) return false;
    for (uint32_t j = 0; j < l->places; j++)
        for (uint32_t r = 0; r < l->rank; r++)
            right[r * l->places + j] = product_of(w, rates + r, 0, w->P, l->places, j);
    return fill_dependent(w, l->rank, w->Q, right, l->places);
}

/* N^T (M B + dE), m x columns, for the displacements (dq, dq'); dq NULL: 0. NULL: not found. */
static nh_expr *find_forces(const nh_formulas *w, const nh_expr *dq, const nh_expr *dv, size_t columns) {
    const nh_linearizer *l = w->l;
    size_t n = w->n;
    nh_expr *right = zeros_of(w, l->rank * columns), *b = zeros_of(w, n * columns), *to = zeros_of(w, l->m * columns);
    nh_expr *force = zeros_of(w, n * columns);
    for (size_t j = 0; j < columns; j++)
        for (uint32_t r = 0; r < l->rank; r++) {
            nh_expr sum = product_of(w, n + r, n, dv, columns, j);
            if (dq != NULL) sum = nh_expr_add(w->pool, sum, product_of(w, n + r, 0, dq, columns, j));
            right[r * columns + j] = sum;
        }
    if (!fill_dependent(w, l->rank, b, right, columns)) return NULL;
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < n; i++) {
            nh_expr sum =
                nh_expr_add(w->pool, product_of(w, i, n, dv, columns, j), product_of(w, i, 2 * n, b, columns, j));
            if (dq != NULL) sum = nh_expr_add(w->pool, sum, product_of(w, i, 0, dq, columns, j));
            force[i * columns + j] = sum;
        }
    for (uint32_t k = 0; k < l->m; k++)
        for (size_t j = 0; j < columns; j++) {
            nh_exprs terms = {.arena = w->arena};
            for (size_t i = 0; i < n; i++)
                nh_array_push(&terms, nh_expr_mul(w->pool, w->N[i * l->m + k], force[i * columns + j]));
            to[k * columns + j] = nh_expr_sum(w->pool, terms.count, terms.items);
        }
    return to;
}

/* N^T M N. */
static nh_expr *find_mass(const nh_formulas *w) {
    const nh_linearizer *l = w->l;
    nh_expr *to = zeros_of(w, (size_t)l->m * l->m);
    for (uint32_t k = 0; k < l->m; k++)
        for (uint32_t j = 0; j < l->m; j++) {
            nh_exprs terms = {.arena = w->arena};
            for (size_t i = 0; i < w->n; i++)
                nh_array_push(&terms,
                              nh_expr_mul(w->pool, w->N[i * l->m + k], product_of(w, i, 2 * w->n, w->N, l->m, j)));
            to[k * l->m + j] = nh_expr_sum(w->pool, terms.count, terms.items);
        }
    return to;
}

/* ---- telling ---- */

static void tell_matrix(const nh_formulas *w, size_t size, const nh_expr *e, const char *const **text,
                        const char *const **latex) {
    const char **texts = NH_NEW_ARRAY(w->arena, const char *, size *size + 1);
    const char **latexes = NH_NEW_ARRAY(w->arena, const char *, size *size + 1);
    for (size_t i = 0; i < size * size; i++) {
        nh_text a = nh_text_begin(w->arena), b = nh_text_begin(w->arena);
        nh_expr_print(w->pool, &a, e[i]);
        nh_expr_print_latex(w->pool, &b, e[i]);
        texts[i] = nh_text_string(&a);
        latexes[i] = nh_text_string(&b);
    }
    *text = texts;
    *latex = latexes;
}

/* The certified matrices, to compare with. */
typedef struct certified {
    nh_formulas *w;
    size_t size;
    const nh_ball_data **M, **C, **K, **A; /* of the pairs; of w */
} certified;

static void find_certified(void *argument) {
    certified *c = argument;
    const nh_symbolic_request *r = c->w->r;
    const nh_linearizer *l = c->w->l;
    int prec = nh_steady_bits(0);
    nh_linear_point point = nh_linear_point_new(l);
    nh_ball *parameters = nh_balls_new(l->model->parameters.count + 1);
    for (size_t i = 0; i < c->w->all; i++) nh_ball_load(&point.inputs[i], r->motion->inputs[i]);
    nh_steady_parameters(r->p, parameters, prec);
    if (!nh_linear_at(l, parameters, &point, prec)) c->size = 0;
    for (size_t i = 0; i < c->size; i++)
        for (size_t j = 0; j < c->size; j++) {
            size_t at = i * c->size + j;
            if (r->pairs == 0) {
                c->A[at] = nh_ball_save(c->w->arena, &point.A[r->p->kept[i] + (size_t)r->p->kept[j] * l->states]);
                continue;
            }
            c->M[at] = nh_ball_save(c->w->arena, &point.M[r->pair[i] + (size_t)r->pair[j] * l->m]);
            c->C[at] = nh_ball_save(c->w->arena, &point.C[r->pair[i] + (size_t)r->pair[j] * l->m]);
            c->K[at] = nh_ball_save(c->w->arena, &point.K[r->pair[i] + (size_t)r->pair_place[j] * l->m]);
        }
    nh_balls_free(parameters, l->model->parameters.count + 1);
    nh_linear_point_free(l, &point);
}

/* Whether a matrix of formulas has the certified entries. */
static bool is_certified(nh_formulas *w, size_t size, const nh_expr *e, const nh_ball_data *const *expected) {
    bool *is_same = NH_NEW_ARRAY(w->arena, bool, size *size + 1), is_all = true;
    nh_formulas_compare(w, size * size, e, expected, is_same);
    for (size_t i = 0; i < size * size; i++) is_all &= is_same[i];
    return is_all;
}

/* The entries of these rows and columns, for reading. */
static nh_expr *part_of(const nh_formulas *w, const nh_expr *a, size_t width, size_t size, const uint32_t *rows,
                        const uint32_t *columns) {
    nh_expr *part = NH_NEW_ARRAY(w->arena, nh_expr, size * size + 1);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            part[i * size + j] = nh_expr_readable(w->pool, w->arena, a[rows[i] * width + columns[j]]);
    return part;
}

/* A of all states: Q, N, -M^-1 (K, C). NULL: not found. */
static nh_expr *find_system(const nh_formulas *w, const nh_expr *mass, const nh_expr *damping,
                            const nh_expr *stiffness) {
    const nh_linearizer *l = w->l;
    size_t s = l->states, m = l->m, places = l->places;
    nh_expr *a = zeros_of(w, s * s), *right = zeros_of(w, m * s);
    nh_linear_solution solution = {0};
    for (size_t k = 0; k < m; k++)
        for (size_t j = 0; j < s; j++)
            right[k * s + j] =
                nh_expr_neg(w->pool, j < places ? stiffness[k * places + j] : damping[k * m + (j - places)]);
    if (m > 0 && nh_linear_solve(w->pool, w->arena, (uint32_t)m, mass, (uint32_t)s, right, &solution) != NH_LINEAR_DONE)
        return NULL;
    for (size_t j = 0; j < s; j++) {
        for (size_t i = 0; i < places; i++)
            a[i * s + j] = j < places ? w->Q[l->x[i] * places + j] : w->N[l->x[i] * m + (j - places)];
        for (size_t k = 0; k < m; k++) a[(places + k) * s + j] = solution.x[k * s + j];
    }
    return a;
}

/* Matrices of the answer, of the same size. */
enum { MATRICES_MOST = 3 };
typedef struct matrices {
    size_t count, size;
    const char *name[MATRICES_MOST];
    const nh_expr *entry[MATRICES_MOST];
} matrices;

/* The inputs that occur in the matrices, with their names. */
static size_t name_symbols(nh_formulas *w, const matrices *m, nh_expr *symbol, const char **name) {
    size_t count = 0;
    for (size_t i = 0; i < w->all; i++) {
        bool occurs = false;
        for (size_t k = 0; k < m->count; k++)
            for (size_t e = 0; e < m->size * m->size && !occurs; e++)
                occurs = nh_expr_depends_on(w->pool, m->entry[k][e], 1, &w->l->input[i]);
        if (!occurs) continue;
        nh_text text = nh_text_begin(w->arena);
        nh_expr_print(w->pool, &text, w->l->input[i]);
        symbol[count] = w->l->input[i];
        name[count++] = nh_text_string(&text);
    }
    return count;
}

/* A C file: of the symbols and the parameters, the entries of the matrices row by row. */
static const char *code_of(const nh_formulas *w, const matrices *m, size_t symbols, const nh_expr *symbol,
                           const char *const *name) {
    const nh_model *model = w->l->model;
    size_t count = m->size * m->size, all = m->count * count;
    nh_expr *output = NH_NEW_ARRAY(w->arena, nh_expr, all + 1);
    const char **names = NH_NEW_ARRAY(w->arena, const char *, all + 1);
    const char **parameters = NH_NEW_ARRAY(w->arena, const char *, model->parameters.count + 1);
    for (size_t k = 0; k < all; k++) {
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "%s[%zu][%zu]", m->name[k / count], k % count / m->size, k % m->size);
        names[k] = nh_text_string(&text);
        output[k] = m->entry[k / count][k % count];
    }
    for (size_t i = 0; i < model->parameters.count; i++)
        parameters[i] = nh_name_text(model->context, model->parameters.items[i].name);
    nh_tape_def tape = nh_model_tape_over(model, w->arena, symbols, symbol, all, output);
    nh_print_c_def def = nh_default_print_c();
    def.prefix = "linear";
    def.document = true;
    def.input_names = name;
    def.parameter_names = parameters;
    def.output_names = names;
    nh_text code = nh_text_begin(w->arena);
    nh_tape_print_c(nh_tape_make(w->arena, w->pool, &tape), &code, &def);
    return nh_text_string(&code);
}

static void tell_rest(nh_formulas *w, const matrices *m) {
    nh_expr *symbol = NH_NEW_ARRAY(w->arena, nh_expr, w->all);
    const char **name = NH_NEW_ARRAY(w->arena, const char *, w->all);
    w->why = NULL;
    w->answer->size = m->size;
    w->answer->symbols = name_symbols(w, m, symbol, name);
    w->answer->symbol = name;
    w->answer->code = code_of(w, m, w->answer->symbols, symbol, name);
}

static void tell_pairs(nh_formulas *w, const nh_expr *mass, const nh_expr *damping, const nh_expr *stiffness) {
    const nh_symbolic_request *r = w->r;
    size_t size = r->pairs, count = size * size;
    certified c = {.w = w, .size = size};
    c.M = NH_NEW_ARRAY(w->arena, const nh_ball_data *, count + 1);
    c.C = NH_NEW_ARRAY(w->arena, const nh_ball_data *, count + 1);
    c.K = NH_NEW_ARRAY(w->arena, const nh_ball_data *, count + 1);
    nh_expr *M = part_of(w, mass, w->l->m, size, r->pair, r->pair);
    nh_expr *C = part_of(w, damping, w->l->m, size, r->pair, r->pair);
    nh_expr *K = part_of(w, stiffness, w->l->places, size, r->pair, r->pair_place);
    nh_guard_call(w->l->model->context, find_certified, &c);
    if (c.size == 0 || !is_certified(w, size, M, c.M) || !is_certified(w, size, C, c.C) ||
        !is_certified(w, size, K, c.K))
        return;
    tell_matrix(w, size, M, &w->answer->M, &w->answer->M_latex);
    tell_matrix(w, size, C, &w->answer->C, &w->answer->C_latex);
    tell_matrix(w, size, K, &w->answer->K, &w->answer->K_latex);
    tell_rest(w, &(matrices){3, size, {"M", "C", "K"}, {M, C, K}});
}

/* NULL: it does not agree. */
static const nh_expr *certified_system(nh_formulas *w, const nh_expr *mass, const nh_expr *damping,
                                       const nh_expr *stiffness) {
    const nh_steady_problem *p = w->r->p;
    size_t size = p->size;
    certified c = {.w = w, .size = size};
    c.A = NH_NEW_ARRAY(w->arena, const nh_ball_data *, size *size + 1);
    const nh_expr *all = find_system(w, mass, damping, stiffness);
    if (all == NULL) return NULL;
    nh_expr *A = part_of(w, all, w->l->states, size, p->kept, p->kept);
    nh_guard_call(w->l->model->context, find_certified, &c);
    return c.size == size && is_certified(w, size, A, c.A) ? A : NULL;
}

static void tell_system(nh_formulas *w, const nh_expr *mass, const nh_expr *damping, const nh_expr *stiffness) {
    size_t size = w->r->p->size;
    const nh_expr *A = certified_system(w, mass, damping, stiffness);
    if (A == NULL) return;
    tell_matrix(w, size, A, &w->answer->A, &w->answer->A_latex);
    tell_rest(w, &(matrices){1, size, {"A"}, {A}});
}

/* ---- all of it ---- */

/* False: one of them is not found. */
static bool find_equations(nh_formulas *w, nh_expr **mass, nh_expr **damping, nh_expr **stiffness) {
    find_slopes(w);
    if (!find_displacements(w)) return false;
    *mass = find_mass(w);
    *damping = find_forces(w, NULL, w->N, w->l->m);
    *stiffness = find_forces(w, w->P, w->Q, w->l->places);
    return *damping != NULL && *stiffness != NULL;
}

typedef struct formulas_request {
    nh_arena *arena;
    const nh_symbolic_request *r;
    nh_linear_formulas *answer;
    bool is_found;
} formulas_request;

static void find_formulas(void *argument) {
    formulas_request *request = argument;
    nh_formulas w = nh_formulas_make(request->arena, request->r);
    w.answer = request->answer;
    w.why = "not found";
    nh_expr *mass, *damping, *stiffness;
    if (!find_equations(&w, &mass, &damping, &stiffness)) return;
    if (w.r->pairs > 0) tell_pairs(&w, mass, damping, stiffness);
    else tell_system(&w, mass, damping, stiffness);
    request->is_found = w.why == NULL;
}

const nh_expr *nh_symbolic_system(nh_arena *arena, const nh_symbolic_request *r) {
    NH_ASSERT(r->pairs == 0);
    nh_formulas w = nh_formulas_make(arena, r);
    nh_expr *mass, *damping, *stiffness;
    return find_equations(&w, &mass, &damping, &stiffness) ? certified_system(&w, mass, damping, stiffness) : NULL;
}

const nh_linear_formulas *nh_symbolic_matrices(nh_arena *arena, const nh_symbolic_request *r) {
    nh_linear_formulas *none = NH_NEW(arena, nh_linear_formulas);
    formulas_request request = {arena, r, NH_NEW(arena, nh_linear_formulas), false};
    nh_budget budget = {.work = NH_WORK_FORMULAS};
    nh_status status = nh_attempt(r->p->model->context, &budget, find_formulas, &request);
    if (status == NH_OK && request.is_found) return request.answer;
    none->why =
        status == NH_OK ? "no formulas were found that agree with the certified matrices" : "the formulas are too long";
    return none;
}
