/* Multipliers of rows that depend on each other. Where row b is the sum of mu_k times other rows k, the equations of
 * motion are the same with lambda_b + c and lambda_k - c mu_k, for every number c: they determine sums of multipliers
 * only. What is solved are the shortest; a claim means something where its value does not depend on c.
 *
 * mu comes from the system of the accelerations with -A_b^T for the forces and without a drift: its solution is x = 0,
 * lambda = mu. All c are moved at once, by numbers that have nothing to do with each other. */
#include <math.h>

#include "base/assert.h"
#include "motion/at/exact_system.h"
#include "num/guard.h"
#include "truth/verify/verify_private.h"

/* How often multipliers are moved along what the rows leave open, each time by other numbers. */
enum { MOVES = 2 };

static bool has_multipliers(const nh_verifier *v) {
    for (size_t i = 0; i < v->model->records.count; i++) {
        nh_expr claim = v->now->claims[i];
        bool is_there = v->claim_question[i] != NH_VERIFY_NONE && claim != NH_EXPR_UNDEFINED;
        if (is_there && nh_expr_has(v->model->pool, claim, NH_HAS_MULTIPLIER)) return true;
    }
    return false;
}

static bool is_used(const nh_verifier *v, uint32_t row) {
    return nh_is_among(row, v->rank, v->used);
}

/* ---- inside the guard ---- */

/* The coefficients of the equations at the state, with forces and drift that are changed for each row. */
typedef struct coefficients {
    size_t count;
    nh_ball *outputs, *force, *jacobian, *drift;
    nh_ball *x, *mu;
} coefficients;

static coefficients begin_coefficients(const nh_verifier *v, const nh_verify_input *in) {
    const nh_equations *e = v->law;
    coefficients c = {.count = (size_t)nh_tape_outputs(v->coefficients) + 1};
    c.outputs = nh_balls_new(c.count);
    nh_verify_law_run(v, in, c.outputs);
    c.force = c.outputs + e->matrix.start[e->count];
    c.jacobian = c.force + e->count;
    c.drift = c.jacobian + e->jacobian.start[e->rows];
    c.x = nh_balls_new((size_t)v->n + v->rows + 1);
    c.mu = c.x + v->n;
    return c;
}

static void end_coefficients(const nh_verifier *v, coefficients *c) {
    nh_balls_free(c->x, (size_t)v->n + v->rows + 1);
    nh_balls_free(c->outputs, c->count);
}

/* mu of row b; false when it cannot be proved that there is one. */
static bool combine_row(const nh_verifier *v, coefficients *c, uint32_t b, int prec) {
    const nh_equations *e = v->law;
    for (uint32_t i = 0; i < e->count; i++) nh_ball_set_int(&c->force[i], 0);
    for (uint32_t i = 0; i < e->rows; i++) nh_ball_set_int(&c->drift[i], 0);
    for (uint32_t k = e->jacobian.start[b]; k < e->jacobian.start[b + 1]; k++)
        nh_ball_neg(&c->force[e->jacobian.column[k]], &c->jacobian[k]);
    nh_exact_system system = {.equations = e,
                              .matrix = c->outputs,
                              .force = c->force,
                              .jacobian = c->jacobian,
                              .drift = c->drift,
                              .rank = v->rank,
                              .used = v->used,
                              .is_of_used = true};
    return nh_exact_system_solve(&system, c->x, c->mu, prec);
}

/* lambda, moved by what is free; false when that is not known. */
static bool move_multipliers(const nh_verifier *v, coefficients *c, int turn, nh_ball *lambda, int prec) {
    nh_ball *shift = nh_balls_new(2), *product = &shift[1];
    bool is_known = true;
    for (uint32_t b = 0; b < v->rows && is_known; b++) {
        if (is_used(v, b)) continue;
        is_known = combine_row(v, c, b, prec);
        nh_ball_set_double(shift, sqrt(2.0 + b) * (turn % 2 == 0 ? 1 : -M_PI));
        for (uint32_t i = 0; i < v->rank && is_known; i++) {
            nh_ball_mul(product, shift, &c->mu[v->used[i]], prec);
            nh_ball_sub(&lambda[v->used[i]], &lambda[v->used[i]], product, prec);
        }
        nh_ball_add(&lambda[b], &lambda[b], shift, prec);
    }
    nh_balls_free(shift, 2);
    return is_known;
}

/* Questions whose values are not the same with other multipliers are not decided. */
static void compare_moved(nh_verifier *v, const nh_ball *values, const nh_ball *moved, int prec) {
    nh_ball *r = nh_balls_new(2);
    for (size_t i = 0; i < v->now->values.count; i++) {
        const nh_verify_values *own = &v->now->values.items[i];
        nh_verify_question *question = &v->questions.items[own->question];
        if (question->seen != NH_VERIFY_SMALL && question->seen != NH_VERIFY_NONZERO) continue;
        for (uint32_t k = own->first; k < own->first + own->count; k++) {
            nh_verify_question same = {.seen = NH_VERIFY_SMALL};
            nh_ball_sub(&r[0], &moved[k], &values[k], prec);
            nh_ball_add(&r[1], &moved[k + own->count], &values[k + own->count], prec);
            nh_verify_look(v, &same, &r[0], &r[1], prec);
            if (same.seen == NH_VERIFY_SMALL) continue;
            question->seen = NH_VERIFY_NOTHING;
            question->bound = INFINITY;
            question->problem = "multipliers of constraints that depend on each other are not determined";
        }
    }
    nh_balls_free(r, 2);
}

void nh_verify_multipliers_compare(nh_verifier *v, const nh_verify_input *in) {
    NH_ASSERT(nh_guard_inside() && v->rank <= v->rows);
    if (v->rank == v->rows || !has_multipliers(v)) return;
    size_t outputs = (size_t)nh_tape_outputs(v->now->tape) + 1, count = (size_t)v->input_count + 1;
    nh_ball *values = nh_balls_new(outputs), *moved = nh_balls_new(outputs), *inputs = nh_balls_new(count);
    coefficients c = begin_coefficients(v, in);
    nh_verify_terms_run(v, in, values);
    for (int turn = 0; turn < MOVES; turn++) {
        for (size_t i = 0; i < v->input_count; i++) nh_ball_set(&inputs[i], &in->inputs[i]);
        nh_ball *lambda = inputs + 1 + 3 * (size_t)v->n;
        if (!move_multipliers(v, &c, turn, lambda, in->prec))
            for (uint32_t j = 0; j < v->rows; j++) nh_ball_set_double(&lambda[j], NAN);
        nh_verify_input with = {.parameters = in->parameters, .inputs = inputs, .prec = in->prec};
        nh_verify_shares_solve(v, in->parameters, inputs, in->prec);
        nh_verify_terms_run(v, &with, moved);
        compare_moved(v, values, moved, in->prec);
    }
    end_coefficients(v, &c);
    nh_balls_free(inputs, count);
    nh_balls_free(moved, outputs);
    nh_balls_free(values, outputs);
}
