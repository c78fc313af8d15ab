/* Exact real states of a component, and the rank of the rows there. */
#include "analysis/parts_private.h"

#include "algebra/linear.h"
#include "analysis/exact.h"
#include "base/map.h"
#include "expr/calculus.h"
#include "model/values.h"

enum { TRIES = 12 };

typedef struct searching {
    nh_admissible *a;
    nh_pool *pool;
    nh_arena *arena;
    nh_exactly *state;
} searching;

static bool put_parameters(searching *s) {
    nh_model *model = s->a->model;
    if (!nh_model_is_closed(model, s->arena)) return false;
    const nh_expr *values = nh_model_closed_values(model, s->arena);
    for (size_t i = 0; i < model->parameters.count; i++) {
        if (!nh_expr_is_number(s->pool, values[i])) return false;
        nh_exactly_set(s->state, model->parameters.items[i].symbol, values[i]);
    }
    return true;
}

static bool try_once(searching *s, const nh_part_equations *of) {
    nh_exactly_begin(s->state, 0);
    return put_parameters(s) && nh_exactly_satisfy(s->state, of->count, of->basis, false);
}

/* ---- the rank there ---- */

/* What has no value yet gets a random one, the time too. */
static uint32_t rank_there(searching *s) {
    const nh_lagrange *x = &s->a->lagrange;
    nh_expr *matrix = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)x->rows * x->n + 1);
    for (uint32_t i = 0; i < x->rows * x->n; i++) matrix[i] = NH_EXPR_ZERO;
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t k = x->jacobian.start[r]; k < x->jacobian.start[r + 1]; k++) {
            nh_expr e = nh_exactly_value(s->state, nh_expr_expand_names(s->pool, x->jacobian.entry[k]));
            if (!nh_expr_is_number(s->pool, e)) return NH_INDEX_NONE;
            matrix[r * x->n + x->jacobian.column[k]] = e;
        }
    nh_linear_minor minor;
    nh_linear_answer answer = nh_linear_rank(s->pool, s->arena, x->rows, x->n, matrix, &minor);
    return answer == NH_LINEAR_DONE ? minor.rank : NH_INDEX_NONE;
}

bool nh_part_find_exact(nh_admissible *a, nh_arena *arena, const nh_part_equations *of, nh_random *random,
                        uint32_t *rank) {
    searching s = {a, a->model->pool, arena, nh_exactly_make(a->model->pool, arena, random)};
    *rank = NH_INDEX_NONE;
    for (int i = 0; i < TRIES; i++) {
        if (!try_once(&s, of)) continue;
        *rank = rank_there(&s);
        return true;
    }
    return false;
}
