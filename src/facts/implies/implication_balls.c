/* States in balls that show something of an implication.
 *
 * The equations e_1, ..., e_m of a set are satisfied to rounding by steps from random points (branches.h).
 * Elimination with full pivoting finds there which of them are independent, and by which variables; the other
 * variables stay as they are, and Krawczyk's operator (num/newton.h) proves that the independent equations have a
 * root nearby. What is more than these is not proved by any ball: a given row r that is not among them is 0 at the
 * root where its ball is exactly 0, or where r f vanishes at all solutions of the independent equations and f, some
 * other value, is certainly not 0 there. Such an f is the value that fails, or an element of I : r^infinity, where I
 * has the independent equations.
 *
 * Where no ball was needed that is exactly 0, all given rows vanish around the root with the independent equations,
 * whose solutions are a manifold there: that is its dimension. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"
#include "facts/places/branches.h"
#include "num/guard.h"
#include "num/newton.h"
#include "tape/ball_run.h"
#include "tape/program.h"

/* Starts of the search; digits of a state, the precision in bits at which it is examined; unknowns times equations;
 * states that must show zero before a conclusion seems true. */
enum { TRIES = 80, DIGITS = 40, PREC = 160, MOST_NUMBERS = 10000, FEWEST_ZEROS = 5 };
/* A pivot below this, of rows of length 1, is none. */
#define DEPENDENT 1e-8
/* What counts as 0 to many digits. */
#define TINY 1e-25
/* What fails by less is not shown: near an end of a set, as 0 of x = |x|, everything is small. */
#define SMALLEST 1e-6

/* A value at the state, copied out of the guard. */
typedef struct seen_value {
    bool is_finite, is_zero; /* exactly 0 */
    int sign;                /* 0: not certain */
    double value, most;      /* the midpoint; the largest absolute value in the ball */
} seen_value;

typedef struct ball_search {
    const nh_question *q;
    const nh_wanted_state *wanted; /* NULL: whether the conclusions seem to hold */
    nh_found_state *found;
    nh_arena *arena;
    nh_random random;
    uint32_t m, n; /* equations, variables */
    nh_exprs equations;
    uint32_t member_count;
    const nh_expr *members; /* equations of the set that are not solved: they should be 0 */
    /* Given rows, conclusions, assumptions, then what is to be avoided, what is in signs, what
     * conclusions need, members. */
    nh_exprs watched;
    size_t first_need;
    nh_tape *tape; /* of the equations, their derivatives row by row, and what is watched */
    double *point; /* n */
    bool *is_used; /* n */
    uint32_t rank, *row, *column;
    bool is_proved;
    seen_value *seen; /* of what is watched */
    nh_ball *inputs, *outputs;
    bool is_found;
    bool is_local;     /* the state is one of a manifold of such states */
    nh_extent extent;  /* of that */
    int zeros, others; /* states at which the conclusions seem to hold, and at which not */
} ball_search;

/* ---- programs ---- */

static void list_watched(ball_search *s) {
    const nh_question *q = s->q;
    for (size_t i = 0; i < q->given.count; i++) nh_array_push(&s->watched, nh_question_number(q, q->given.items[i]));
    for (size_t i = 0; i < q->then.count; i++)
        nh_array_push(&s->watched, nh_question_number(q, q->then.items[i].residual));
    for (size_t i = 0; i < q->assumed.count; i++)
        nh_array_push(&s->watched, nh_question_number(q, q->assumed.items[i].difference));
    for (uint32_t k = 0; s->wanted != NULL && k < s->wanted->avoid_count; k++) {
        const nh_expr *basis;
        uint32_t count = nh_ideal_basis(s->wanted->avoid[k], &basis);
        for (uint32_t i = 0; i < count; i++) nh_array_push(&s->watched, nh_question_number(q, basis[i]));
    }
    for (size_t i = 0; i < q->given_signs.count; i++)
        nh_array_push(&s->watched, nh_question_number(q, q->given_signs.items[i]));
    s->first_need = s->watched.count;
    for (size_t i = 0; i < q->then.count; i++)
        for (size_t k = 0; k < q->then.items[i].needs.count; k++)
            nh_array_push(&s->watched, nh_question_number(q, q->then.items[i].needs.items[k].difference));
    for (uint32_t i = 0; i < s->member_count; i++) nh_array_push(&s->watched, nh_question_number(q, s->members[i]));
}

static void make_tape(ball_search *s) {
    nh_exprs outputs = {.arena = s->arena};
    nh_array_append(&outputs, s->m, s->equations.items);
    nh_expr *gradient = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->m; i++) {
        nh_expr_gradient(s->q->pool, s->equations.items[i], s->n, s->q->variables.items, gradient);
        nh_array_append(&outputs, s->n, gradient);
    }
    nh_array_append(&outputs, s->watched.count, s->watched.items);
    nh_tape_def def = {.input_count = s->n, .inputs = s->q->variables.items};
    def.output_count = (uint32_t)outputs.count;
    def.outputs = outputs.items;
    s->tape = nh_tape_make(s->arena, s->q->pool, &def);
}

/* Newton's method needs functions without jumps. */
static bool have_jumps(const ball_search *s) {
    for (uint32_t i = 0; i < s->m; i++)
        if (nh_expr_jumps_with(s->q->pool, s->equations.items[i], s->n, s->q->variables.items)) return true;
    return false;
}

static nh_branch_way *make_way(ball_search *s, const nh_model *bare) {
    bool has_time = false;
    for (uint32_t i = 0; i < s->m; i++)
        has_time = has_time || nh_expr_has(s->q->pool, s->equations.items[i], NH_HAS_TIME);
    nh_branch branch = {.count = s->m, .zero = s->equations.items, .has_time = has_time};
    return nh_branch_way_make(s->arena, nh_states_make(s->arena, bare, NULL), &branch);
}

/* A state at which the equations hold to rounding. */
static bool draw_state(ball_search *s, nh_branch_way *way) {
    nh_state state = {.q = s->point + 1, .v = s->point + 1 + (s->n - 1) / 2};
    bool is_drawn = nh_branch_draw(way, &s->random, nh_random_uniform(&s->random, -2, 2), &state);
    s->point[0] = state.t;
    for (uint32_t k = 0; k < s->n; k++)
        if (!s->is_used[k]) s->point[k] = 0;
    return is_drawn;
}

/* The variables that are somewhere; the others are 0 at states. */
static void find_used(ball_search *s) {
    s->is_used = NH_NEW_ARRAY(s->arena, bool, s->n);
    for (uint32_t k = 0; k < s->n; k++) {
        const nh_expr *symbol = &s->q->variables.items[k];
        for (uint32_t i = 0; i < s->m && !s->is_used[k]; i++)
            s->is_used[k] = nh_expr_depends_on(s->q->pool, s->equations.items[i], 1, symbol);
        for (size_t i = 0; i < s->watched.count && !s->is_used[k]; i++)
            s->is_used[k] = nh_expr_depends_on(s->q->pool, s->watched.items[i], 1, symbol);
    }
}

/* The model without anything but its coordinates: what draws states needs no more. */
static nh_model *bare_model(const ball_search *s) {
    nh_model *bare = nh_model_copy(s->q->model, s->arena);
    bare->rows.count = bare->parameters.count = bare->assumptions.count = bare->initials.count = 0;
    bare->records.count = bare->events.count = bare->forces.count = 0;
    bare->T = bare->V = bare->L = NH_EXPR_ZERO;
    bare->Q = NH_NEW_ARRAY(s->arena, nh_expr, bare->coordinates.count + 1);
    for (size_t i = 0; i < bare->coordinates.count; i++) bare->Q[i] = NH_EXPR_ZERO;
    return bare;
}

/* ---- independent equations ---- */

static double *slopes_at(ball_search *s) {
    return nh_program_at(nh_program_begun(s->arena, s->tape, NULL), s->point) + s->m;
}

/* The largest entry in rows and columns that are left. */
static double find_pivot(const ball_search *s, const double *a, uint32_t *r, uint32_t *c) {
    double most = 0;
    uint32_t done = s->rank;
    for (uint32_t i = done; i < s->m; i++)
        for (uint32_t k = done; k < s->n; k++) {
            double now = fabs(a[s->row[i] * s->n + s->column[k]]);
            if (now > most) most = now, *r = i, *c = k;
        }
    return most;
}

static void swap_numbers(uint32_t *list, uint32_t i, uint32_t k) {
    uint32_t kept = list[i];
    list[i] = list[k];
    list[k] = kept;
}

static void eliminate_row(const ball_search *s, double *a, uint32_t done) {
    const double *pivot = a + s->row[done] * s->n;
    for (uint32_t i = done + 1; i < s->m; i++) {
        double *row = a + s->row[i] * s->n, factor = row[s->column[done]] / pivot[s->column[done]];
        for (uint32_t k = 0; k < s->n; k++) row[k] -= factor * pivot[k];
        nh_tick(s->q->context, 1 + s->n / 8);
    }
}

/* Rows of length 1, so that what is small is small compared with 1. */
static bool scale_rows(const ball_search *s, double *a) {
    for (uint32_t i = 0; i < s->m; i++) {
        double most = 0;
        for (uint32_t k = 0; k < s->n; k++) most = fmax(most, fabs(a[i * s->n + k]));
        if (!isfinite(most)) return false;
        for (uint32_t k = 0; k < s->n && most > 0; k++) a[i * s->n + k] /= most;
    }
    return true;
}

static void find_rank(ball_search *s, double *a) {
    for (uint32_t i = 0; i < s->m; i++) s->row[i] = i;
    for (uint32_t k = 0; k < s->n; k++) s->column[k] = k;
    for (s->rank = 0; s->rank < s->m && s->rank < s->n; s->rank++) {
        uint32_t r = 0, c = 0;
        if (find_pivot(s, a, &r, &c) < DEPENDENT) break;
        swap_numbers(s->row, s->rank, r);
        swap_numbers(s->column, s->rank, c);
        eliminate_row(s, a, s->rank);
    }
}

/* A tangent vector of the manifold changes the positions unless it is one of velocities only: of n - rank dimensions
 * this many are left as there are more than v - (rank by velocities), v their number. */
static void find_extent(ball_search *s, double *a) {
    uint32_t positions = s->q->position_count;
    for (uint32_t i = 0; i < s->m; i++)
        for (uint32_t k = 0; k < positions; k++) a[i * s->n + k] = 0;
    find_rank(s, a);
    s->extent.positions = -(int)(s->n - positions - s->rank);
}

/* The first `rank` of s->row and s->column are a regular square. */
static bool choose_square(ball_search *s) {
    double *a = slopes_at(s);
    if (!scale_rows(s, a)) return false;
    double *copy = NH_NEW_ARRAY(s->arena, double, (size_t)s->m * s->n + 1);
    memcpy(copy, a, (size_t)s->m * s->n * sizeof *a);
    find_extent(s, copy);
    find_rank(s, a);
    s->extent.states = (int)(s->n - s->rank);
    s->extent.positions += s->extent.states;
    return true;
}

/* ---- the proof, inside the guard ---- */

/* Where it is asked whether something holds, variables that stay are moved to irrational numbers nearby: what is true
 * of all doubles need not be true of others. */
static void set_fixed(const ball_search *s, uint32_t k, int prec) {
    NH_ASSERT(nh_guard_inside());
    nh_ball *z = &s->inputs[k];
    nh_ball_set_double(z, s->point[k]);
    if (s->wanted != NULL) return;
    nh_ball *r = nh_balls_new(2);
    nh_ball_set_int(r, 2);
    nh_ball_sqrt(r, r, prec);
    nh_ball_set_double(&r[1], ldexp((double)k + 1, -41));
    nh_ball_mul(r, r, &r[1], prec);
    nh_ball_fma(z, r, z, z, prec);
    nh_balls_free(r, 2);
}

static void run_tape(const ball_search *s, const nh_ball *x, int prec) {
    for (uint32_t k = 0; k < s->n; k++) set_fixed(s, k, prec);
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_set(&s->inputs[s->column[k]], &x[k]);
    nh_tape_run_balls(s->tape, NULL, s->inputs, s->outputs, prec);
    nh_guard_poll();
}

static bool evaluate_square(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    const ball_search *s = user;
    run_tape(s, x, prec);
    for (uint32_t i = 0; i < s->rank; i++) nh_ball_set(&f[i], &s->outputs[s->row[i]]);
    for (uint32_t i = 0; jacobian != NULL && i < s->rank; i++)
        for (uint32_t k = 0; k < s->rank; k++)
            nh_ball_set(&jacobian[i + k * s->rank], &s->outputs[s->m + s->row[i] * s->n + s->column[k]]);
    return true;
}

static seen_value seen_of(const nh_ball *value) {
    seen_value result = {.is_finite = nh_ball_is_finite(value)};
    bool is_certain = false;
    if (!result.is_finite) return result;
    double low, high;
    int sign = nh_ball_sign_of(value, &is_certain);
    nh_ball_bounds(value, &low, &high);
    result.is_zero = nh_ball_is_zero(value) == NH_YES;
    result.sign = is_certain ? sign : 0;
    result.value = nh_ball_double(value);
    result.most = fmax(fabs(low), fabs(high));
    return result;
}

static void prove_inside(void *argument) {
    ball_search *s = argument;
    uint32_t outputs = nh_tape_outputs(s->tape);
    nh_ball *x = nh_balls_new((size_t)s->rank + 1);
    s->inputs = nh_balls_new(s->n);
    s->outputs = nh_balls_new(outputs);
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_set_double(&x[k], s->point[s->column[k]]);
    s->is_proved = nh_newton_certify(x, (int)s->rank, evaluate_square, s, DIGITS) == NH_NEWTON_PROVED;
    if (s->is_proved) {
        run_tape(s, x, PREC);
        for (uint32_t k = 0; k < s->n; k++) s->point[k] = nh_ball_double(&s->inputs[k]);
        for (size_t i = 0; i < s->watched.count; i++) s->seen[i] = seen_of(&s->outputs[s->m + (size_t)s->m * s->n + i]);
    }
    nh_balls_free(s->outputs, outputs);
    nh_balls_free(s->inputs, s->n);
    nh_balls_free(x, (size_t)s->rank + 1);
}

/* ---- further values at the root ---- */

typedef struct value_check {
    const ball_search *s;
    nh_tape *tape;
    uint32_t count;
    bool is_one_nonzero;
} value_check;

static void value_inside(void *argument) {
    value_check *v = argument;
    const ball_search *s = v->s;
    ball_search again = *s; /* the point is the middle of the ball: the root is the same */
    nh_ball *x = nh_balls_new((size_t)s->rank + 1), *values = nh_balls_new((size_t)v->count + 1);
    again.inputs = nh_balls_new(s->n);
    again.outputs = nh_balls_new(nh_tape_outputs(s->tape));
    for (uint32_t k = 0; k < s->rank; k++) nh_ball_set_double(&x[k], s->point[s->column[k]]);
    if (nh_newton_certify(x, (int)s->rank, evaluate_square, &again, DIGITS) == NH_NEWTON_PROVED) {
        run_tape(&again, x, PREC);
        nh_tape_run_balls(v->tape, NULL, again.inputs, values, PREC);
        for (uint32_t i = 0; i < v->count; i++) v->is_one_nonzero = v->is_one_nonzero || seen_of(&values[i]).sign != 0;
    }
    nh_balls_free(again.outputs, nh_tape_outputs(s->tape));
    nh_balls_free(again.inputs, s->n);
    nh_balls_free(values, (size_t)v->count + 1);
    nh_balls_free(x, (size_t)s->rank + 1);
}

/* Whether one of the elements of the ideal is certainly not 0 at the root, which then is not a solution of it. */
static bool is_no_solution(const ball_search *s, const nh_ideal *ideal) {
    const nh_expr *basis;
    value_check v = {.s = s, .count = nh_ideal_basis(ideal, &basis)};
    nh_tape_def def = {.input_count = s->n, .inputs = s->q->variables.items, .output_count = v.count, .outputs = basis};
    if ((uint64_t)v.count * s->n > MOST_NUMBERS) return false;
    v.tape = nh_tape_make(s->arena, s->q->pool, &def);
    nh_guard_call(s->q->context, value_inside, &v);
    return v.is_one_nonzero;
}

/* ---- what it shows ---- */

static bool is_as_assumed(const seen_value *value, nh_relation relation) {
    switch (relation) {
        case NH_LESS: return value->sign < 0;
        case NH_GREATER: return value->sign > 0;
        case NH_LESS_EQUAL: return value->sign < 0 || value->is_zero;
        case NH_GREATER_EQUAL: return value->sign > 0 || value->is_zero;
        case NH_NOT_EQUAL: return value->sign != 0;
    }
    return false;
}

/* Whether what the conclusion needs, as it was written, is certainly met. */
static bool has_needs(const ball_search *s, uint32_t which) {
    size_t at = s->first_need;
    for (uint32_t i = 0; i < which; i++) at += s->q->then.items[i].needs.count;
    for (size_t k = 0; k < s->q->then.items[which].needs.count; k++)
        if (!is_as_assumed(&s->seen[at + k], s->q->then.items[which].needs.items[k].relation)) return false;
    return true;
}

/* The first conclusion that certainly fails. */
static bool find_failing(const ball_search *s, uint32_t *which) {
    for (*which = 0; *which < s->q->then.count; (*which)++) {
        const seen_value *value = &s->seen[s->q->given.count + *which];
        if (value->sign != 0 && fabs(value->value) > SMALLEST && has_needs(s, *which)) return true;
    }
    return false;
}

static bool are_assumed(const ball_search *s) {
    const nh_question *q = s->q;
    for (size_t i = 0; i < q->assumed.count; i++)
        if (!is_as_assumed(&s->seen[q->given.count + q->then.count + i], q->assumed.items[i].relation)) return false;
    return true;
}

/* Outside of each of the sets; *f, unless it is NULL, becomes times something that is not 0 there. */
static bool is_outside(const ball_search *s, nh_expr *f) {
    size_t at = s->q->given.count + s->q->then.count + s->q->assumed.count;
    for (uint32_t k = 0; k < s->wanted->avoid_count; k++) {
        const nh_expr *basis;
        uint32_t count = nh_ideal_basis(s->wanted->avoid[k], &basis), i = 0;
        while (i < count && s->seen[at + i].sign == 0) i++;
        if (i == count) return false;
        *f = nh_expr_mul(s->q->pool, *f, s->watched.items[at + i]);
        at += count;
    }
    return true;
}

/* Whether the row vanishes at the root since it does with the independent equations, where f does not. */
static bool row_follows(const ball_search *s, const nh_ideal *ideal, nh_expr row, nh_expr f) {
    if (nh_ideal_vanishes(ideal, nh_expr_mul(s->q->pool, row, f)) == NH_YES) return true;
    const nh_ideal *rest = nh_ideal_saturate(s->arena, ideal, row);
    return rest != NULL && (nh_ideal_dimension(rest) < 0 || is_no_solution(s, rest));
}

/* The ideal takes |u|/u for sign(u), which is right where u is not 0. */
static bool are_signs_known(const ball_search *s) {
    size_t end = s->watched.count - s->member_count;
    for (size_t i = 0; i < s->q->given_signs.count; i++)
        if (s->seen[end - 1 - i].sign == 0) return false;
    return true;
}

/* Whether the given rows are exactly 0 there, where f is not. */
static bool rows_hold(ball_search *s, nh_expr f) {
    const nh_question *q = s->q;
    nh_exprs used = {.arena = s->arena};
    for (uint32_t i = 0; i < s->rank; i++) nh_array_push(&used, s->equations.items[s->row[i]]);
    const nh_ideal *ideal = NULL;
    bool are_known = are_signs_known(s);
    for (size_t i = 0; i < q->given.count; i++) {
        nh_expr row = s->watched.items[i];
        bool is_used = row == NH_EXPR_ZERO;
        if (!s->seen[i].is_finite || s->seen[i].sign != 0) return false;
        for (uint32_t k = 0; k < used.count; k++) is_used = is_used || used.items[k] == row;
        if (is_used) continue;
        if (ideal == NULL) ideal = nh_question_ideal(q, s->arena, &used);
        if (ideal != NULL && are_known && row_follows(s, ideal, row, f)) continue;
        if (!s->seen[i].is_zero) return false;
        s->is_local = false;
    }
    return true;
}

static bool seem_zero(const ball_search *s) {
    for (size_t i = 0; i < s->q->then.count; i++) {
        const seen_value *value = &s->seen[s->q->given.count + i];
        if (!value->is_finite || value->sign != 0 || value->most > TINY) return false;
    }
    return true;
}

static bool rows_seem_to_hold(const ball_search *s) {
    for (size_t i = 0; i < s->q->given.count; i++)
        if (!s->seen[i].is_finite || s->seen[i].sign != 0) return false;
    return are_assumed(s);
}

static void keep_state(ball_search *s, uint32_t which) {
    if (s->is_found && (!s->is_local || s->found->extent.states >= 0)) return;
    double *state = NH_NEW_ARRAY(s->q->arena, double, s->n);
    memcpy(state, s->point, s->n * sizeof *state);
    *s->found = (nh_found_state){.state = state, .extent = s->is_local ? s->extent : (nh_extent){-1, -1}};
    s->is_found = true;
    if (!s->wanted->is_failing) return;
    s->found->row = which;
    s->found->residual = s->seen[s->q->given.count + which].value;
}

/* As far as balls show; that it is a state at all is proved otherwise. */
static bool is_member(const ball_search *s) {
    for (uint32_t i = 0; i < s->member_count; i++) {
        const seen_value *value = &s->seen[s->watched.count - s->member_count + i];
        if (!value->is_finite || value->sign != 0) return false;
    }
    return true;
}

static bool have_values(const ball_search *s) {
    for (uint32_t i = 0; i < s->q->then.count; i++)
        if (!s->seen[s->q->given.count + i].is_finite || !has_needs(s, i)) return false;
    return true;
}

/* On the boundary of an assumption there may be states next to it at which that fails, unless
 * all of the set is there. */
static bool is_boundary(const nh_ideal *on, const nh_premise *assumed) {
    return on == NULL || nh_ideal_vanishes(on, assumed->difference) != NH_YES;
}

static bool is_on_boundary(const ball_search *s) {
    for (size_t i = 0; i < s->q->assumed.count; i++)
        if (s->seen[s->q->given.count + s->q->then.count + i].sign == 0 &&
            is_boundary(s->wanted->on, &s->q->assumed.items[i]))
            return true;
    return false;
}

static void judge_state(ball_search *s) {
    uint32_t which = 0;
    nh_expr f = NH_EXPR_ONE;
    if (s->wanted == NULL) {
        if (!rows_seem_to_hold(s)) return;
        if (seem_zero(s)) s->zeros++;
        else s->others++;
        return;
    }
    if (!are_assumed(s) || (s->wanted->is_failing && !find_failing(s, &which)) || !is_outside(s, &f)) return;
    if (!is_member(s) || (s->wanted->has_values && !have_values(s))) return;
    if (s->wanted->is_failing) f = nh_expr_mul(s->q->pool, f, s->watched.items[s->q->given.count + which]);
    s->is_local = !is_on_boundary(s);
    if (rows_hold(s, f)) keep_state(s, which);
}

/* ---- attempts ---- */

static bool is_over(const ball_search *s) {
    return (s->is_found && s->found->extent.states >= 0) || s->others > 0 || s->zeros >= FEWEST_ZEROS;
}

static void look_with_balls(void *argument) {
    ball_search *s = argument;
    if (have_jumps(s)) return;
    make_tape(s);
    nh_branch_way *way = make_way(s, bare_model(s));
    for (int i = 0; i < TRIES && !is_over(s); i++) {
        if (!draw_state(s, way) || !choose_square(s)) continue;
        nh_guard_call(s->q->context, prove_inside, s);
        if (s->is_proved) judge_state(s);
    }
}

/* The rank of the equations at the point. */
static void look_at_rank(void *argument) {
    ball_search *s = argument;
    if (have_jumps(s)) return;
    make_tape(s);
    s->is_found = choose_square(s);
}

/* False where there is nothing to look at, or where it took too long: what was found until then counts. */
static bool run_search(ball_search *s, uint32_t count, const nh_expr *equations, const double *point, nh_body body) {
    const nh_question *q = s->q;
    const nh_budget budget = {.work = NH_WORK_BALLS};
    s->m = count;
    s->n = (uint32_t)q->variables.count;
    if (q->has_functions || s->n < 3 || s->m == 0 || (uint64_t)s->m * s->n > MOST_NUMBERS) return false;
    s->arena = nh_arena_create(q->context);
    s->equations = (nh_exprs){.arena = s->arena};
    s->watched = (nh_exprs){.arena = s->arena};
    for (uint32_t i = 0; i < s->m; i++) nh_array_push(&s->equations, nh_question_number(q, equations[i]));
    list_watched(s);
    find_used(s);
    s->random = nh_random_make(q->seed, NH_STREAM_IMPLICATION_BALLS);
    s->point = NH_NEW_ARRAY(s->arena, double, s->n);
    for (uint32_t k = 0; point != NULL && k < s->n; k++) s->point[k] = point[k];
    s->row = NH_NEW_ARRAY(s->arena, uint32_t, s->m + 1);
    s->column = NH_NEW_ARRAY(s->arena, uint32_t, s->n);
    s->seen = NH_NEW_ARRAY(s->arena, seen_value, s->watched.count + 1);
    bool is_done = nh_attempt(q->context, &budget, body, s) == NH_OK;
    nh_arena_destroy(s->arena);
    return is_done;
}

bool nh_question_find_certified(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found) {
    NH_ASSERT(wanted->avoid_count == 0 || wanted->avoid != NULL);
    ball_search s = {.q = q, .wanted = wanted, .found = found};
    const nh_expr *all, *plain;
    uint32_t count = nh_question_equations(q, wanted->on, &all),
             less = nh_question_plain_equations(q, wanted->on, &plain);
    (void)run_search(&s, count, all, NULL, look_with_balls);
    bool is_enough = s.is_found && found->extent.states >= 0;
    s.member_count = count;
    s.members = all;
    if (!is_enough && less < count) (void)run_search(&s, less, plain, NULL, look_with_balls);
    return s.is_found;
}

bool nh_question_seems_true(const nh_question *q, const nh_ideal *on) {
    ball_search s = {.q = q};
    const nh_expr *basis;
    uint32_t count = nh_question_equations(q, on, &basis);
    return !q->is_pieced && run_search(&s, count, basis, NULL, look_with_balls) && s.others == 0 &&
           s.zeros >= FEWEST_ZEROS;
}

/* Where the gradients of the basis have the full rank n - d the solutions are a manifold of dimension d, which the
 * ideal knows where it knows all relations. On the boundary of an assumption it is not said. */
static nh_extent extent_at(const nh_question *q, const nh_ideal *on, const double *state) {
    ball_search s = {.q = q};
    const nh_extent unknown = {-1, -1}, all = {(int)q->variables.count, (int)q->position_count};
    if (on == NULL || !nh_question_knows_all(on)) return unknown;
    for (size_t i = 0; i < q->assumed.count; i++) {
        nh_relation relation = q->assumed.items[i].relation;
        bool has_boundary = relation == NH_LESS_EQUAL || relation == NH_GREATER_EQUAL;
        if (has_boundary && is_boundary(on, &q->assumed.items[i])) return unknown;
    }
    int own = nh_question_bound(q, on).states;
    if (own == all.states) return all;
    NH_ASSERT(state != NULL);
    const nh_expr *basis;
    uint32_t count = nh_question_equations(q, on, &basis);
    bool is_known = run_search(&s, count, basis, state, look_at_rank) && s.is_found;
    return is_known && s.extent.states == own ? s.extent : unknown;
}

/* At a simple state fewer positions may be near than elsewhere, as at x = y = 0 of x x' + y y' = 0: a random one
 * shows how many there are. */
bool nh_question_find(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found) {
    nh_found_state other = {0};
    if (!nh_question_find_exact(q, wanted, found)) return nh_question_find_certified(q, wanted, found);
    found->extent = extent_at(q, wanted->on, found->state);
    bool is_all = found->extent.states >= 0 && found->extent.positions >= nh_question_bound(q, wanted->on).positions;
    if (is_all || !nh_question_find_certified(q, wanted, &other)) return true;
    if (other.extent.positions > found->extent.positions) found->extent = other.extent;
    return true;
}
