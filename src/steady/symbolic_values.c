/* What is known of a steady motion as formulas: symbolic_private.h says what takes the place of the symbols. */
#include <math.h>

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "steady/linearize.h"
#include "steady/symbolic_private.h"
#include "tape/ball_run.h"

/* A number that is known to be another one by less is the same. */
#define SAME 1e-20

/* ---- values ---- */

static bool seems_zero(const nh_formulas *w, size_t at) {
    return fabs(w->r->motion->values[at]) < SAME;
}

bool nh_formulas_keep(const nh_formulas *w, size_t at) {
    const nh_steady_motion *motion = w->r->motion;
    if (w->l->input[at] == w->r->open) return true;
    if (!w->r->keeps_free) return false;
    for (uint32_t i = 0; i < w->l->places; i++)
        if (w->r->p->is_ignorable[i] && 1 + w->l->x[i] == at) return true;
    for (uint32_t k = 0; k < motion->held; k++)
        if (motion->is_family[k] && 1 + motion->held_at[k] == at) return !(w->r->sets_zeros && seems_zero(w, at));
    return false;
}

/* What the initial state says about q or q' in parameters alone; undefined: nothing that the motion has, too. */
static nh_expr initial_formula(const nh_formulas *w, size_t at) {
    const nh_model *model = w->l->model;
    const nh_steady_problem *p = w->r->p;
    if (at < 1 || at > 2 * w->n || !p->is_given[at - 1]) return NH_EXPR_UNDEFINED;
    nh_expr found = NH_EXPR_UNDEFINED;
    for (size_t k = 0; k < model->initials.count; k++) {
        const nh_initial *given = &model->initials.items[k];
        if (given->quantity == w->l->input[at] && given->is_held) found = given->value;
    }
    bool is_open =
        found == NH_EXPR_UNDEFINED || nh_expr_depends_on(w->pool, found, (uint32_t)(2 * w->n + 1), w->l->input);
    return is_open ? NH_EXPR_UNDEFINED : found;
}

static bool has_parameters(const nh_formulas *w, nh_expr e) {
    const nh_model *model = w->l->model;
    nh_expr *symbols = nh_model_parameter_symbols(model, w->arena);
    return nh_expr_depends_on(w->pool, e, (uint32_t)model->parameters.count, symbols);
}

/* Whether the formula has the value of the motion. Inside the guard. */
typedef struct comparison {
    const nh_formulas *w;
    size_t count;
    const nh_expr *e;
    const nh_ball_data *const *expected;
    bool *is_same;
} comparison;

static void compare_values(void *argument) {
    comparison *c = argument;
    const nh_formulas *w = c->w;
    const nh_model *model = w->l->model;
    int prec = nh_steady_bits(0);
    nh_ball *inputs = nh_balls_new(w->all), *parameters = nh_balls_new(model->parameters.count + 1);
    nh_ball *values = nh_balls_new(c->count + 1), *expected = nh_balls_new(2);
    for (size_t i = 0; i < w->all; i++) nh_ball_load(&inputs[i], w->r->motion->inputs[i]);
    nh_steady_parameters(w->r->p, parameters, prec);
    nh_tape_def def = nh_model_tape_over(model, w->arena, w->all, w->l->input, c->count, c->e);
    nh_tape_run_balls(nh_tape_make(w->arena, w->pool, &def), parameters, inputs, values, prec);
    for (size_t i = 0; i < c->count; i++) {
        nh_ball_load(&expected[0], c->expected[i]);
        nh_ball_sub(&expected[1], &values[i], &expected[0], prec);
        double size = 1 + fabs(nh_ball_double(&expected[0]));
        c->is_same[i] = nh_ball_is_zero(&expected[1]) != NH_NO && nh_ball_radius(&expected[1]) < SAME * size;
    }
    nh_balls_free(expected, 2);
    nh_balls_free(values, c->count + 1);
    nh_balls_free(parameters, model->parameters.count + 1);
    nh_balls_free(inputs, w->all);
}

void nh_formulas_compare(const nh_formulas *w, size_t count, const nh_expr *e, const nh_ball_data *const *expected,
                         bool *is_same) {
    comparison c = {w, count, e, expected, is_same};
    nh_guard_call(w->l->model->context, compare_values, &c);
}

/* Formulas that do not have the values of the motion are dropped. */
static void check_values(nh_formulas *w) {
    bool *is_same = NH_NEW_ARRAY(w->arena, bool, w->all);
    nh_formulas_compare(w, w->all, w->value, w->r->motion->inputs, is_same);
    for (size_t i = 0; i < w->all; i++)
        if (!is_same[i]) w->value[i] = w->l->input[i];
}

nh_expr nh_formulas_put(const nh_formulas *w, nh_expr e) {
    return nh_expr_substitute(w->pool, e, (uint32_t)w->all, w->l->input, w->value, true);
}

/* Solves `rank` of the outputs, with the values so far, for the inputs at these places. */
static bool solve_outputs(nh_formulas *w, const size_t *output, const size_t *place) {
    uint32_t rank = w->l->rank;
    nh_expr *equations = NH_NEW_ARRAY(w->arena, nh_expr, rank + 1),
            *unknowns = NH_NEW_ARRAY(w->arena, nh_expr, rank + 1);
    nh_linear_solution solution;
    for (uint32_t r = 0; r < rank; r++) w->value[place[r]] = unknowns[r] = w->l->input[place[r]];
    for (uint32_t r = 0; r < rank; r++) equations[r] = nh_formulas_put(w, w->l->output[output[r]]);
    if (nh_linear_solve_for(w->pool, w->arena, rank, equations, unknowns, &solution) != NH_LINEAR_DONE) return false;
    for (uint32_t r = 0; r < rank; r++) w->value[place[r]] = solution.x[r];
    return true;
}

/* Dependent velocities from the rates. One that the initial state gives in parameters, as in x' = v, changes places
 * with an independent one that is left as a symbol. */
static void find_velocities(nh_formulas *w) {
    const nh_linearizer *l = w->l;
    size_t *output = NH_NEW_ARRAY(w->arena, size_t, l->rank + 1), *place = NH_NEW_ARRAY(w->arena, size_t, l->rank + 1);
    for (uint32_t r = 0; r < l->rank; r++) {
        output[r] = w->n + l->rank + r;
        place[r] = 1 + w->n + l->dependent[r];
    }
    for (uint32_t k = 0; k < l->m; k++) {
        size_t at = 1 + w->n + l->independent[k];
        for (uint32_t r = 0; r < l->rank && w->value[at] == l->input[at] && !nh_formulas_keep(w, at); r++) {
            nh_expr given = initial_formula(w, place[r]);
            size_t swapped = place[r];
            if (given == NH_EXPR_UNDEFINED || !has_parameters(w, given)) continue;
            w->value[swapped] = given;
            place[r] = at;
            if (solve_outputs(w, output, place)) return;
            place[r] = swapped;
        }
    }
    (void)solve_outputs(w, output, place);
}

/* A value that is a formula without parameters: a part of a turn, of which sine and cosine are known. */
static bool is_angle(const nh_formulas *w, size_t at) {
    return fabs(remainder(w->r->motion->values[at], acos(-1) / 12)) < 1e-12;
}

/* The formulas for what is known of the motion. */
static void find_values(nh_formulas *w) {
    const nh_linearizer *l = w->l;
    size_t n = w->n;
    w->value = NH_NEW_ARRAY(w->arena, nh_expr, w->all);
    for (size_t i = 0; i < w->all; i++) {
        nh_expr given = initial_formula(w, i);
        bool is_velocity = i > n && i <= 2 * n;
        w->value[i] = l->input[i];
        if (nh_formulas_keep(w, i)) continue;
        if (i > 0 && seems_zero(w, i)) w->value[i] = NH_EXPR_ZERO;
        else if (given != NH_EXPR_UNDEFINED && (has_parameters(w, given) || (!is_velocity && is_angle(w, i))))
            w->value[i] = given;
    }
    check_values(w);
    find_velocities(w);
    check_values(w);
    size_t *output = NH_NEW_ARRAY(w->arena, size_t, l->rank + 1), *place = NH_NEW_ARRAY(w->arena, size_t, l->rank + 1);
    for (uint32_t r = 0; r < l->rank; r++) output[r] = n + r, place[r] = 1 + 2 * n + l->dependent[r];
    (void)solve_outputs(w, output, place);
    for (uint32_t r = 0; r < l->rank; r++) output[r] = l->dependent[r], place[r] = 1 + 3 * n + r;
    (void)solve_outputs(w, output, place);
    check_values(w);
}

nh_formulas nh_formulas_make(nh_arena *arena, const nh_symbolic_request *r) {
    const nh_linearizer *l = r->p->l;
    NH_ASSERT(!nh_arena_is_scratch(arena) && r->motion->is_found);
    nh_formulas w = {.arena = arena, .pool = l->model->pool, .r = r, .l = l, .n = l->n, .all = nh_linear_inputs(l)};
    find_values(&w);
    return w;
}
