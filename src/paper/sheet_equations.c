/* The equations of motion, and the rows that go with multipliers.
 *
 *     sum_j M_ij x_j + (inertia) = (active forces) + sum_r J_ri lambda_r
 *
 * Inertia is what is left of the equation when forces are taken to the right: sorted by products of velocities,
 * quadratic terms first, where it is a polynomial in them. Where the kinetic energy is not known apart from the
 * potential, what is free of velocities counts as a force.
 *
 * Two formulations have equations that are simpler to read than the linear system that solves them.
 * Hamilton's: p' = -dH/dq + Q + J^T lambda, without Gamma on both sides. Routh's: the rates of cyclic momenta
 * are 0, and so not written. */
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "form/sums.h"
#include "paper/sheet_private.h"

/* Equations that are shown; terms by which one is sorted. */
enum { MOST_SHOWN = 60, MOST_TERMS = 400 };

/* One equation before it is written down. */
typedef struct balance {
    nh_exprs factors, unknowns; /* the left side */
    nh_expr inertia, active;
    nh_exprs pushes, multipliers; /* the right side */
} balance;

/* ---- parts ---- */

/* The potential has a part of its own, free of velocities. */
static bool has_potential(const nh_sheet_job *job) {
    nh_expr V = job->model->V;
    return V != NH_EXPR_UNDEFINED && !nh_expr_has(job->pool, V, NH_HAS_VELOCITY);
}

/* Along each coordinate: Q - dV/dq. */
nh_expr *nh_sheet_forces(const nh_sheet_job *job) {
    nh_expr *F = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->n + 1);
    bool has_V = has_potential(job);
    if (has_V) nh_expr_gradient(job->pool, job->model->V, job->n, job->q, F);
    for (uint32_t i = 0; i < job->n; i++) F[i] = nh_expr_sub(job->pool, job->model->Q[i], has_V ? F[i] : NH_EXPR_ZERO);
    return F;
}

/* The same along the direction of each equation. */
static nh_expr *find_active(const nh_sheet_job *job) {
    const nh_equations *e = job->e;
    nh_expr *F = nh_sheet_forces(job);
    if (e->choice == NULL || e->is_by_coordinate) return F;
    nh_expr_matrix along = nh_matrix_transpose(job->pool, job->arena, &e->lift);
    return nh_matrix_times(job->pool, job->arena, &along, F);
}

static void push_term(nh_sheet_job *job, nh_exprs *factors, nh_exprs *symbols, nh_expr factor, nh_expr symbol) {
    factor = nh_sheet_settle(job, nh_sheet_worded(job, factor));
    if (factor == NH_EXPR_ZERO) return;
    nh_array_push(factors, factor);
    nh_array_push(symbols, symbol);
}

/* A lambda, or -A mu' where multipliers are state variables. */
static void add_push(nh_sheet_job *job, uint32_t r, nh_expr factor, balance *b) {
    const nh_equations *e = job->e;
    bool has_extras = e->extras > 0;
    push_term(job, &b->pushes, &b->multipliers, has_extras ? nh_expr_neg(job->pool, factor) : factor,
              has_extras ? nh_expr_dot(job->pool, e->extra[r]) : e->multipliers[r]);
}

static void add_pushes(nh_sheet_job *job, const nh_expr_matrix *jacobian, uint32_t i, balance *b) {
    const nh_equations *e = job->e;
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t k = jacobian->start[r]; k < jacobian->start[r + 1]; k++)
            if (jacobian->column[k] == i) add_push(job, r, jacobian->entry[k], b);
}

static balance begin_balance(const nh_sheet_job *job) {
    balance b = {.inertia = NH_EXPR_ZERO, .active = NH_EXPR_ZERO};
    b.factors.arena = b.unknowns.arena = b.pushes.arena = b.multipliers.arena = job->arena;
    return b;
}

/* ---- the balances of a formulation ---- */

static bool is_cyclic(const nh_sheet_job *job, uint32_t i) {
    return job->form->has_cyclic && job->e->symbols[i] != job->v[i];
}

static balance usual_balance(nh_sheet_job *job, const nh_expr *active, uint32_t i) {
    const nh_equations *e = job->e;
    balance b = begin_balance(job);
    for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++) {
        uint32_t j = e->matrix.column[k];
        if (i == j || !is_cyclic(job, j)) push_term(job, &b.factors, &b.unknowns, e->matrix.entry[k], e->unknowns[j]);
    }
    if (is_cyclic(job, i)) return b;
    b.active = nh_sheet_settle(job, nh_sheet_worded(job, active[i]));
    b.inertia = nh_sheet_worded(job, nh_expr_sub(job->pool, active[i], e->force[i]));
    add_pushes(job, &e->jacobian, i, &b);
    return b;
}

/* H where Hamilton's equations can be written by it. */
static nh_expr find_H(const nh_sheet_job *job) {
    if (!job->form->has_hamiltonian) return NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < job->n; i++)
        if (job->e->velocities[i] == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    return job->e->coefficients.items[0].value;
}

/* The rows of the equations, by the coordinates. */
static nh_expr_matrix rows_by_coordinates(const nh_sheet_job *job) {
    nh_lagrange x = nh_lagrange_derive(job->model, job->arena, true);
    nh_sums sums = nh_sums_begin(job->pool, job->arena);
    for (uint32_t r = 0; r < job->e->rows; r++)
        for (uint32_t l = 0; l < x.rows; l++)
            for (uint32_t k = x.jacobian.start[l]; x.row[l] == job->e->row[r] && k < x.jacobian.start[l + 1]; k++)
                nh_sums_add(&sums, r, x.jacobian.column[k], x.jacobian.entry[k]);
    return nh_sums_matrix(&sums, job->e->rows, job->n);
}

/* x of x'' */
static nh_expr undotted_symbol(const nh_sheet_job *job, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(job->pool, symbol);
    return nh_expr_symbol(job->pool, s->role, s->name, 0);
}

static balance hamilton_balance(nh_sheet_job *job, nh_expr H, const nh_expr_matrix *jacobian, uint32_t i) {
    balance b = begin_balance(job);
    nh_expr pull = nh_expr_sub(job->pool, job->model->Q[i], nh_expr_diff(job->pool, H, job->q[i]));
    push_term(job, &b.factors, &b.unknowns, NH_EXPR_ONE, job->e->unknowns[i]);
    b.active = nh_sheet_sorted_by(job, nh_sheet_worded(job, pull), job->speed_count, job->speeds);
    add_pushes(job, jacobian, i, &b);
    return b;
}

/* ---- sorting ---- */

static nh_expr product_of(const nh_sheet_job *job, const nh_collected *c, uint32_t i) {
    nh_expr product = NH_EXPR_ONE;
    for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++)
        product = nh_expr_mul(job->pool, product, nh_expr_pow_int(job->pool, job->speeds[c->symbol[k]], c->power[k]));
    return product;
}

static uint32_t degree_of(const nh_collected *c, uint32_t i) {
    uint32_t degree = 0;
    for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++) degree += c->power[k];
    return degree;
}

/* coefficient * product of powers for the terms of e by the symbols, by falling degree; false: it is no
 * polynomial, or a long one. */
static bool sort_terms(nh_sheet_job *job, nh_expr e, nh_exprs *coefficients, nh_exprs *products) {
    NH_ASSERT(coefficients->count == products->count);
    nh_collected c;
    if (!nh_expr_collect(job->pool, job->arena, e, job->speed_count, job->speeds, MOST_TERMS, &c)) return false;
    uint32_t highest = c.count > 0 ? degree_of(&c, c.count - 1) : 0; /* they come by rising degree */
    for (uint32_t degree = highest + 1; degree-- > 0;)
        for (uint32_t i = 0; i < c.count; i++) {
            if (degree_of(&c, i) != degree) continue;
            nh_expr coefficient = nh_sheet_settle(job, c.coefficient[i]);
            if (coefficient == NH_EXPR_ZERO) continue;
            nh_array_push(coefficients, coefficient);
            nh_array_push(products, product_of(job, &c, i));
        }
    return true;
    NH_ASSERT(coefficients->count == products->count);
}

/* ---- lines ---- */

/* What is multiplied by a factor for the whole equation: factors, inertia, active forces,
 * pushes, one after the other. */
typedef struct whole_equation {
    nh_exprs coefficients, products;
    size_t factors, inertia; /* how many of each; one active; the rest are pushes */
} whole_equation;

static void append_exprs(nh_exprs *to, const nh_exprs *from) {
    nh_array_append(to, from->count, from->items);
}

static whole_equation put_together(const nh_sheet_job *job, const balance *b, const nh_exprs *coefficients,
                                   const nh_exprs *products) {
    whole_equation w = {.factors = b->factors.count, .inertia = coefficients->count};
    w.coefficients.arena = w.products.arena = job->arena;
    append_exprs(&w.coefficients, &b->factors);
    append_exprs(&w.products, &b->unknowns);
    append_exprs(&w.coefficients, coefficients);
    append_exprs(&w.products, products);
    nh_array_push(&w.coefficients, b->active);
    nh_array_push(&w.products, NH_EXPR_ONE);
    append_exprs(&w.coefficients, &b->pushes);
    append_exprs(&w.products, &b->multipliers);
    return w;
}

/* The equation with its inertia sorted where that is possible, and multiplied by *factor. */
static whole_equation arrange_equation(nh_sheet_job *job, const balance *b, nh_expr *factor) {
    nh_exprs coefficients = {.arena = job->arena}, products = {.arena = job->arena};
    bool is_sorted = sort_terms(job, b->inertia, &coefficients, &products);
    if (!is_sorted) {
        nh_array_push(&coefficients, nh_sheet_settle(job, b->inertia));
        nh_array_push(&products, NH_EXPR_ONE);
    }
    whole_equation w = put_together(job, b, &coefficients, &products);
    *factor = nh_sheet_clear(job, w.coefficients.count, w.coefficients.items);
    if (is_sorted || w.inertia == 0) return w;
    balance next = *b;
    nh_expr inertia = w.coefficients.items[w.factors];
    nh_exprs rest = {.items = w.coefficients.items + w.factors + 2, .count = b->pushes.count};
    coefficients.count = products.count = 0;
    if (!sort_terms(job, inertia, &coefficients, &products)) {
        if (inertia != NH_EXPR_ZERO) {
            nh_array_push(&coefficients, inertia);
            nh_array_push(&products, NH_EXPR_ONE);
        }
    }
    next.factors = (nh_exprs){.items = w.coefficients.items, .count = w.factors};
    next.active = w.coefficients.items[w.factors + 1];
    next.pushes = rest;
    return put_together(job, &next, &coefficients, &products);
}

static nh_sheet_side side_of(const nh_exprs *parts) {
    return (nh_sheet_side){(uint32_t)parts->count, parts->items};
}

static nh_sheet_line make_line(nh_sheet_job *job, const balance *b, const char *of) {
    nh_sheet_line line = {.of = of};
    whole_equation w = arrange_equation(job, b, &line.factor);
    nh_exprs left = {.arena = job->arena}, right = {.arena = job->arena};
    bool is_free = !has_potential(job); /* what is free of velocities goes to the right */
    for (size_t i = 0; i < w.coefficients.count; i++) {
        nh_expr part = nh_expr_mul(job->pool, w.coefficients.items[i], w.products.items[i]);
        bool is_inertia = i >= w.factors && i < w.factors + w.inertia;
        bool is_moved = is_inertia && is_free && !nh_expr_has(job->pool, part, NH_HAS_VELOCITY) &&
                        w.products.items[i] == NH_EXPR_ONE;
        if (part == NH_EXPR_ZERO) continue;
        if (is_moved) nh_array_push(&right, nh_expr_neg(job->pool, part));
        else if (i < w.factors + w.inertia) nh_array_push(&left, part);
        else nh_array_push(&right, part);
    }
    line.left = side_of(&left);
    line.right = side_of(&right);
    return line;
}

void nh_sheet_make_equations(nh_sheet_job *job) {
    const nh_equations *e = job->e;
    uint32_t shown = e->count < MOST_SHOWN ? e->count : MOST_SHOWN;
    const nh_expr *active = find_active(job);
    nh_expr H = find_H(job);
    nh_expr_matrix jacobian = {0};
    if (H != NH_EXPR_UNDEFINED) jacobian = rows_by_coordinates(job);
    for (uint32_t i = 0; i < shown; i++) {
        balance b = H != NH_EXPR_UNDEFINED ? hamilton_balance(job, H, &jacobian, i) : usual_balance(job, active, i);
        nh_expr symbol =
            e->symbols != NULL && e->symbols != e->variables ? e->symbols[i] : undotted_symbol(job, e->unknowns[i]);
        nh_array_push(&job->sheet->equations, make_line(job, &b, nh_sheet_text_of(job, symbol)));
    }
    if (shown < e->count) nh_sheet_note(job, "%u of %u equations are shown.", shown, e->count);
}

/* jacobian x + drift = 0. In all accelerations a row that has these is among the constraints already. */
void nh_sheet_add_rows(nh_sheet_job *job) {
    NH_ASSERT(job->e->rows == 0 || job->e->rates != NULL);
    const nh_equations *e = job->e;
    uint32_t shown = e->rows < MOST_SHOWN ? e->rows : MOST_SHOWN;
    for (uint32_t r = 0; r < shown; r++) {
        const nh_row *row = &job->model->rows.items[e->row[r]];
        if (row->is_curved || (e->variables == NULL && row->has_accelerations)) continue;
        balance b = begin_balance(job);
        for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++)
            push_term(job, &b.factors, &b.unknowns, e->jacobian.entry[k], e->unknowns[e->jacobian.column[k]]);
        b.inertia = nh_sheet_worded(job, e->drift[r]);
        nh_sheet_line line = make_line(job, &b, nh_name_text(job->context, row->name));
        nh_array_push(&job->sheet->rows, line);
    }
    if (shown < e->rows) nh_sheet_note(job, "%u of %u differentiated constraints are shown.", shown, e->rows);
}
