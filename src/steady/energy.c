/* The energy at an equilibrium: energy_private.h has the conditions. */
#include "steady/energy_private.h"

#include "model/inputs.h"
#include "num/ball/ball_linear.h"
#include "tape/ball_run.h"

/* ---- the second derivative on the manifold ---- */

/* E and the equations of the manifold: geometric rows, then rates. */
typedef struct functions {
    const nh_linearizer *l;
    uint32_t count;        /* 1 + positions + rank */
    nh_expr_matrix first;  /* count x 2n */
    nh_expr_matrix second; /* count * 2n x 2n */
    nh_tape *tape;
} functions;

static functions functions_of(const nh_linearizer *l, nh_arena *arena) {
    const nh_model *model = l->model;
    size_t n = l->n;
    functions f = {.l = l, .count = 1 + l->positions + l->rank};
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, f.count), *z = NH_NEW_ARRAY(arena, nh_expr, 2 * n);
    nh_expr *dense = NH_NEW_ARRAY(arena, nh_expr, f.count * 2 * n);
    e[0] = nh_model_energy(model);
    for (uint32_t r = 0; r < l->positions; r++) e[1 + r] = model->rows.items[l->equations->row[l->used[r]]].residual;
    for (uint32_t r = 0; r < l->rank; r++) e[1 + l->positions + r] = l->equations->rates[l->used[r]];
    for (size_t i = 0; i < n; i++) {
        z[i] = model->coordinates.items[i].q;
        z[n + i] = model->coordinates.items[i].v;
    }
    f.first = nh_expr_jacobian(model->pool, arena, f.count, e, (uint32_t)(2 * n), z);
    for (size_t i = 0; i < f.count * 2 * n; i++) dense[i] = NH_EXPR_ZERO;
    for (uint32_t k = 0; k < f.count; k++)
        for (uint32_t j = f.first.start[k]; j < f.first.start[k + 1]; j++)
            dense[k * 2 * n + f.first.column[j]] = f.first.entry[j];
    f.second = nh_expr_jacobian(model->pool, arena, (uint32_t)(f.count * 2 * n), dense, (uint32_t)(2 * n), z);
    uint32_t firsts = f.first.start[f.count], seconds = f.second.start[f.count * 2 * n];
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, (size_t)firsts + seconds + 1);
    for (uint32_t i = 0; i < firsts; i++) outputs[i] = f.first.entry[i];
    for (uint32_t i = 0; i < seconds; i++) outputs[firsts + i] = f.second.entry[i];
    nh_tape_def def = nh_model_tape_def(model, arena, false, (size_t)firsts + seconds, outputs);
    f.tape = nh_tape_make(arena, model->pool, &def);
    return f;
}

/* gradient: count x 2n, column-major. The multipliers from the slopes by the dependent velocities, which have those of
 * the rates, then by the dependent coordinates. */
static bool find_multipliers(const functions *f, const nh_ball *gradient, nh_ball *mu, int prec) {
    const nh_linearizer *l = f->l;
    size_t n = l->n, count = f->count, size = count - 1;
    nh_ball *a = nh_balls_new(size * size + 1), *b = nh_balls_new(size + 1);
    for (size_t i = 0; i < size; i++) {
        size_t at = i < l->positions ? l->dependent[i] : n + l->dependent[i - l->positions];
        for (size_t k = 0; k < size; k++) nh_ball_set(&a[i + k * size], &gradient[1 + k + at * count]);
        nh_ball_neg(&b[i], &gradient[at * count]);
    }
    bool is_found = size == 0 || nh_ball_solve(mu, a, (int)size, b, 1, prec);
    nh_balls_free(b, size + 1);
    nh_balls_free(a, size * size + 1);
    return is_found;
}

/* T, 2n x states. */
static void set_displacements(const nh_linearizer *l, const nh_linear_point *p, nh_ball *t) {
    size_t n = l->n;
    for (size_t j = 0; j < l->states; j++)
        for (size_t i = 0; i < n; i++) {
            if (j < l->places) nh_ball_set(&t[i + j * 2 * n], &p->P[i + j * n]);
            nh_ball_set(&t[n + i + j * 2 * n], j < l->places ? &p->Q[i + j * n] : &p->N[i + (j - l->places) * n]);
        }
}

/* h, 2n x 2n: d2E + sum mu d2c. */
static void set_hessian(const functions *f, const nh_ball *outputs, const nh_ball *mu, nh_ball *h, int prec) {
    size_t n2 = 2 * (size_t)f->l->n;
    for (uint32_t row = 0; row < f->count * n2; row++)
        for (uint32_t k = f->second.start[row]; k < f->second.start[row + 1]; k++) {
            nh_ball *to = &h[row % n2 + f->second.column[k] * n2];
            const nh_ball *entry = &outputs[f->first.start[f->count] + k];
            if (row < n2) nh_ball_add(to, to, entry, prec);
            else nh_ball_fma(to, entry, &mu[row / n2 - 1], to, prec);
        }
}

static bool is_critical(const functions *f, const nh_ball *gradient, const nh_ball *t, int prec) {
    size_t n2 = 2 * (size_t)f->l->n;
    nh_ball *sum = nh_balls_new(1);
    bool is_zero = true;
    for (size_t j = 0; j < f->l->states && is_zero; j++) {
        nh_ball_set_int(sum, 0);
        for (size_t i = 0; i < n2; i++) nh_ball_fma(sum, &gradient[i * f->count], &t[i + j * n2], sum, prec);
        is_zero = nh_ball_is_zero(sum) != NH_NO && nh_ball_radius(sum) < 1e-25;
    }
    nh_balls_free(sum, 1);
    return is_zero;
}

/* T^T h T. */
static void project_hessian(const nh_linearizer *l, const nh_ball *h, const nh_ball *t, nh_ball *to, int prec) {
    size_t n2 = 2 * (size_t)l->n, states = l->states;
    nh_ball *product = nh_balls_new(n2 * states + 1);
    for (size_t j = 0; j < states; j++)
        for (size_t k = 0; k < n2; k++)
            for (size_t i = 0; i < n2 && nh_ball_is_zero(&t[k + j * n2]) != NH_YES; i++)
                nh_ball_fma(&product[i + j * n2], &h[i + k * n2], &t[k + j * n2], &product[i + j * n2], prec);
    for (size_t j = 0; j < states; j++)
        for (size_t i = 0; i < states; i++)
            for (size_t k = 0; k < n2; k++)
                nh_ball_fma(&to[i + j * states], &t[k + i * n2], &product[k + j * n2], &to[i + j * states], prec);
    nh_balls_free(product, n2 * states + 1);
}

bool nh_steady_has_minimum(const nh_steady_problem *p, nh_arena *arena, const nh_spectral *s, int prec) {
    const nh_linearizer *l = p->l;
    size_t n2 = 2 * (size_t)l->n, states = l->states;
    if (p->ignorables > 0 || *p->conserved != NH_YES) return false;
    functions f = functions_of(l, arena);
    size_t count = f.count, outputs = nh_tape_outputs(f.tape);
    nh_ball *parameters = nh_balls_new(p->model->parameters.count + 1), *value = nh_balls_new(outputs + 1);
    nh_ball *gradient = nh_balls_new(count * n2 + 1), *mu = nh_balls_new(count + 1), *t = nh_balls_new(n2 * states + 1);
    nh_ball *h = nh_balls_new(n2 * n2 + 1), *second = nh_balls_new(states * states + 1);
    nh_steady_parameters(p, parameters, prec);
    nh_tape_run_balls(f.tape, parameters, s->point.inputs, value, prec);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t j = f.first.start[k]; j < f.first.start[k + 1]; j++)
            nh_ball_set(&gradient[k + f.first.column[j] * count], &value[j]);
    set_displacements(l, &s->point, t);
    bool is_minimum = find_multipliers(&f, gradient, mu, prec) && is_critical(&f, gradient, t, prec);
    if (is_minimum) {
        set_hessian(&f, value, mu, h, prec);
        project_hessian(l, h, t, second, prec);
        is_minimum = nh_balls_are_definite(second, (uint32_t)states, prec);
    }
    nh_balls_free(second, states * states + 1);
    nh_balls_free(h, n2 * n2 + 1);
    nh_balls_free(t, n2 * states + 1);
    nh_balls_free(mu, count + 1);
    nh_balls_free(gradient, count * n2 + 1);
    nh_balls_free(value, outputs + 1);
    nh_balls_free(parameters, p->model->parameters.count + 1);
    return is_minimum;
}

/* ---- definiteness ---- */

bool nh_balls_are_definite(const nh_ball *given, uint32_t size, int prec) {
    nh_ball *a = nh_balls_new((size_t)size * size + 1), *factor = nh_balls_new(2), *zero = nh_balls_new(1);
    bool is_positive = true;
    for (size_t i = 0; i < (size_t)size * size; i++) nh_ball_set(&a[i], &given[i]);
    for (uint32_t k = 0; k < size && is_positive; k++) {
        is_positive = nh_ball_less(zero, &a[k + (size_t)k * size]) == NH_YES;
        for (uint32_t i = k + 1; i < size && is_positive; i++) {
            nh_ball_div(&factor[0], &a[i + (size_t)k * size], &a[k + (size_t)k * size], prec);
            nh_ball_neg(&factor[0], &factor[0]);
            for (uint32_t j = k + 1; j < size; j++)
                nh_ball_fma(&a[i + (size_t)j * size], &factor[0], &a[k + (size_t)j * size], &a[i + (size_t)j * size],
                            prec);
        }
    }
    nh_balls_free(zero, 1);
    nh_balls_free(factor, 2);
    nh_balls_free(a, (size_t)size * size + 1);
    return is_positive;
}
