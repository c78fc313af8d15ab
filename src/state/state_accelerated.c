/* Rows with accelerations: they restrict no state, but at each state some of them may depend on each other, or on the
 * rates of the other rows. Gradients by the accelerations, scaled to length 1, are made orthogonal one after the
 * other; of a row that depends on those before it nothing is left. */
#include "base/assert.h"
#include "model/inputs.h"
#include "model/lagrange.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

struct nh_state_accelerated {
    nh_lagrange lagrange;
    nh_program *slopes; /* entries of its jacobian, of t, q, q' */
    double *basis;      /* acting x n */
};

static nh_state_accelerated *make_accelerated(nh_states *s) {
    nh_state_accelerated *x = NH_NEW(s->arena, nh_state_accelerated);
    x->lagrange = nh_lagrange_derive(s->model, s->arena, true);
    const nh_expr_matrix *a = &x->lagrange.jacobian;
    uint32_t acting = x->lagrange.acting;
    nh_tape_def def = nh_model_tape_def(s->model, s->arena, false, a->start[acting], a->entry);
    x->slopes = nh_program_of(s->arena, s->model->pool, &def, s->parameters);
    x->basis = NH_NEW_ARRAY(s->arena, double, ((size_t)acting + 1) * s->n);
    return x;
}

static bool has_accelerations(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].has_accelerations) return true;
    return false;
}

/* A gradient into the next place of the basis; false when it depends on those before it, or has no value. */
static bool take_gradient(nh_state_accelerated *x, uint32_t n, uint32_t j, const double *slopes, uint32_t used) {
    const nh_expr_matrix *a = &x->lagrange.jacobian;
    double *next = x->basis + (size_t)used * n;
    for (uint32_t i = 0; i < n; i++) next[i] = 0;
    for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) next[a->column[k]] = slopes[k];
    if (used >= n || !nh_doubles_are_finite(next, n) || !(nh_doubles_length(next, n) > 0)) return false;
    return nh_doubles_orthogonalise(next, n, x->basis, used, NH_STATE_DEPENDENT);
}

uint32_t nh_states_accelerated(nh_states *states, const nh_state *state, bool *redundant) {
    NH_ASSERT(state->q != NULL && state->v != NULL && redundant != NULL);
    nh_states *s = states;
    if (!has_accelerations(s->model)) return 0;
    if (s->accelerated == NULL) s->accelerated = make_accelerated(s);
    nh_state_accelerated *x = s->accelerated;
    const nh_lagrange *l = &x->lagrange;
    s->inputs[0] = state->t;
    for (uint32_t i = 0; i < s->n; i++) {
        s->inputs[1 + i] = state->q[i];
        s->inputs[1 + s->n + i] = state->v[i];
    }
    const double *slopes = nh_program_at(x->slopes, s->inputs);
    uint32_t used = 0, count = 0;
    for (uint32_t j = 0; j < l->acting; j++) {
        bool is_accelerated = j >= l->rows;
        if (!is_accelerated && redundant[l->row[j]]) continue;
        bool is_taken = take_gradient(x, s->n, j, slopes, used);
        used += is_taken;
        if (!is_accelerated) continue;
        redundant[l->row[j]] = !is_taken;
        count += is_taken;
    }
    return count;
}
