/* E_star: A and A q' by one tape, then least squares in doubles. Rows that depend on each other agree
 * where the constraints hold. */
#include "motion/forces/explicit_energy_private.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/dense.h"
#include "state/explicit/kind.h"
#include "tape/program.h"

/* The matrix is dense: more entries are not taken. */
enum { MOST_ENTRIES = 4000000 };
/* A dependent velocity counts as determined when the rows, scaled to its coefficients, keep this much of it. */
#define DEPENDENT 1e-10
/* So far may a row be from holding, relative to its terms. */
#define CONTRADICTS 1e-6

struct nh_explicit_energy {
    const nh_equations *equations;
    uint32_t rows; /* of them that restrict velocities, the first */
    const nh_model *model;
    nh_arena *arena;
    uint32_t count, *place; /* dependent velocities; by coordinate, which of them or NH_MODEL_NONE */
    nh_expr *symbols;       /* count; NULL: none are needed */
    uint32_t used;          /* entries of A in dependent velocities */
    uint32_t *row, *column; /* by such an entry */
    nh_program *program;    /* the entries, then A q' */
    double *matrix, *side;
    nh_qr *qr;
};

nh_explicit_energy *nh_explicit_energy_make(nh_arena *arena, const nh_equations *equations) {
    NH_ASSERT(nh_equations_fit(equations));
    nh_explicit_energy *energy = NH_NEW(arena, nh_explicit_energy);
    *energy = (nh_explicit_energy){.equations = equations, .model = equations->model, .arena = arena};
    for (uint32_t i = 0; i < equations->rows; i++)
        energy->rows += nh_row_restricts(&equations->model->rows.items[equations->row[i]]);
    return energy;
}

/* The first row that is not homogeneous in the velocities, or NH_MODEL_NONE. */
static uint32_t first_other(const nh_equations *e) {
    for (uint32_t j = 0; j < e->rows; j++)
        if (nh_row_restricts(&e->model->rows.items[e->row[j]]) && !nh_equations_is_workless(e, j)) return j;
    return NH_MODEL_NONE;
}

static void find_dependent(nh_explicit_energy *x) {
    const nh_model *model = x->model;
    size_t n = model->coordinates.count;
    x->place = NH_NEW_ARRAY(x->arena, uint32_t, n);
    for (size_t i = 0; i < model->independents.count; i++)
        x->place[model->independents.items[i].coordinate] = NH_MODEL_NONE;
    for (size_t i = 0; i < n; i++)
        if (x->place[i] != NH_MODEL_NONE) x->place[i] = x->count++;
}

static const char *reason_against(nh_explicit_energy *x, uint32_t other) {
    nh_text text = nh_text_begin(x->arena);
    const nh_model *model = x->model;
    const char *row = nh_name_text(model->context, model->rows.items[x->equations->row[other]].name);
    if (model->independents.count == 0)
        nh_text_format(&text,
                       "E_star depends on which velocities are independent, since the constraint '%s' is not "
                       "homogeneous in them; the model does not say which",
                       row);
    else if (x->count == 0 || x->count > x->rows)
        nh_text_format(&text,
                       "E_star needs a constraint for each dependent velocity: the model has %u constraint%s and "
                       "%u dependent velocities",
                       (unsigned)x->rows, x->rows == 1 ? "" : "s", (unsigned)x->count);
    else if ((uint64_t)x->count * x->rows > MOST_ENTRIES)
        nh_text_add(&text, "E_star is not computed for this many constraints");
    else return NULL;
    return nh_text_string(&text);
}

/* E + sum x dL/dq' */
static nh_expr with_dependent(nh_explicit_energy *x) {
    nh_pool *pool = x->model->pool;
    x->symbols = NH_NEW_ARRAY(x->arena, nh_expr, x->count);
    nh_exprs terms = {.arena = x->arena};
    nh_array_push(&terms, nh_model_energy(x->model));
    for (size_t i = 0; i < x->model->coordinates.count; i++) {
        uint32_t k = x->place[i];
        if (k == NH_MODEL_NONE) continue;
        nh_text name = nh_text_begin(x->arena); /* no name in a model has a blank */
        nh_text_format(&name, "excess %u", (unsigned)i);
        x->symbols[k] = nh_expr_symbol_text(pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        nh_expr p = nh_expr_diff(pool, x->model->L, x->model->coordinates.items[i].v);
        nh_array_push(&terms, nh_expr_mul(pool, p, x->symbols[k]));
    }
    return nh_expr_sum(pool, terms.count, terms.items);
}

nh_expr nh_explicit_energy_value(nh_explicit_energy *energy, const char **why) {
    NH_ASSERT(why != NULL);
    nh_explicit_energy *x = energy;
    *why = NULL;
    uint32_t other = first_other(x->equations);
    if (other == NH_MODEL_NONE) return nh_model_energy(x->model);
    find_dependent(x);
    *why = reason_against(x, other);
    return *why != NULL ? NH_EXPR_UNDEFINED : with_dependent(x);
}

size_t nh_explicit_energy_count(const nh_explicit_energy *energy) {
    return energy->symbols != NULL ? energy->count : 0;
}

const nh_expr *nh_explicit_energy_symbols(const nh_explicit_energy *energy) {
    return energy->symbols;
}

/* ---- numbers ---- */

/* The entries of A in dependent velocities; puts A q' into products. */
static nh_exprs list_entries(nh_explicit_energy *x, nh_expr *products) {
    const nh_equations *e = x->equations;
    nh_pool *pool = x->model->pool;
    const nh_expr *v = nh_model_velocities(x->model, x->arena);
    nh_expr_matrix A = nh_expr_jacobian(pool, x->arena, x->rows, e->rates, (uint32_t)x->model->coordinates.count, v);
    nh_exprs entries = {.arena = x->arena};
    x->row = NH_NEW_ARRAY(x->arena, uint32_t, A.start[x->rows]);
    x->column = NH_NEW_ARRAY(x->arena, uint32_t, A.start[x->rows]);
    for (uint32_t j = 0; j < x->rows; j++) {
        nh_exprs terms = {.arena = x->arena};
        for (uint32_t k = A.start[j]; k < A.start[j + 1]; k++) {
            nh_array_push(&terms, nh_expr_mul(pool, A.entry[k], v[A.column[k]]));
            if (x->place[A.column[k]] == NH_MODEL_NONE) continue;
            x->row[x->used] = j;
            x->column[x->used++] = x->place[A.column[k]];
            nh_array_push(&entries, A.entry[k]);
        }
        products[j] = nh_expr_sum(pool, terms.count, terms.items);
    }
    return entries;
}

void nh_explicit_energy_begin(nh_explicit_energy *energy, size_t count, const nh_expr *inputs) {
    NH_ASSERT(energy->program == NULL);
    nh_explicit_energy *x = energy;
    if (nh_explicit_energy_count(x) == 0) return;
    uint32_t rows = x->rows;
    nh_expr *products = NH_NEW_ARRAY(x->arena, nh_expr, rows);
    nh_exprs outputs = list_entries(x, products);
    nh_array_append(&outputs, rows, products);
    nh_tape_def def = nh_model_tape_over(x->model, x->arena, count, inputs, outputs.count, outputs.items);
    x->program = nh_program_of(x->arena, x->model->pool, &def, NULL);
    x->matrix = NH_NEW_ARRAY(x->arena, double, (size_t)rows * x->count);
    x->side = NH_NEW_ARRAY(x->arena, double, rows);
    x->qr = nh_qr_make(x->arena, (int)rows, (int)x->count);
}

void nh_explicit_energy_set(nh_explicit_energy *energy, const double *parameters) {
    if (energy->program != NULL) nh_program_begin(energy->program, parameters);
}

/* Whether x solves all rows: not so when more velocities depend on each other than those that the model left over. */
static bool is_solution(const nh_explicit_energy *x, const double *numbers) {
    uint32_t rows = x->rows;
    for (uint32_t j = 0; j < rows; j++) {
        double sum = -x->side[j], size = fabs(sum);
        for (uint32_t k = 0; k < x->count; k++) {
            double term = x->matrix[j + (size_t)k * rows] * numbers[k];
            sum += term;
            size += fabs(term);
        }
        if (!(fabs(sum) <= CONTRADICTS * size)) return false;
    }
    return true;
}

void nh_explicit_energy_solve(nh_explicit_energy *energy, const double *inputs, double *numbers) {
    NH_ASSERT(energy->program == NULL || numbers != NULL);
    nh_explicit_energy *x = energy;
    if (x->program == NULL) return;
    uint32_t rows = x->rows;
    const double *outputs = nh_program_at(x->program, inputs);
    memset(x->matrix, 0, (size_t)rows * x->count * sizeof *x->matrix);
    for (uint32_t k = 0; k < x->used; k++) x->matrix[x->row[k] + (size_t)x->column[k] * rows] = outputs[k];
    for (uint32_t j = 0; j < rows; j++) x->side[j] = -outputs[x->used + j];
    bool solved = nh_qr_factor(x->qr, x->matrix) && nh_qr_rank(x->qr, DEPENDENT) == (int)x->count;
    if (solved) nh_qr_solve(x->qr, (int)x->count, x->side, numbers, 1);
    solved = solved && is_solution(x, numbers);
    for (uint32_t k = 0; !solved && k < x->count; k++) numbers[k] = NAN;
}
