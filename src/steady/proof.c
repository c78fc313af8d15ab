/* Proofs of steady motions. What is known of the motion as formulas (symbolic_private.h) is put into the equations of
 * problem_private.h, in which ignorable coordinates, and what the members of the family differ by, stay symbols. If all
 * of them have the normal form 0, these formulas are a steady motion, for all values of what is left, parameters too,
 * wherever the formulas have values. As the ignorable coordinates are arbitrary, that holds at all times.
 *
 * A coordinate of which nothing is known may satisfy a relation: a factor of an equation, cos(theta) w^2 R - g = 0, is
 * solved for a symbol s = P(theta), a parameter or a velocity, and s = P takes its place. P - s certainly has different
 * signs on both sides of the value that was found, so a motion of the relation is there.
 *
 * The formulas agree with the certified motion to 20 digits; which of two motions that are closer than that is meant
 * makes no difference. */
#include "steady/proof_private.h"

#include <math.h>
#include <string.h>

#include "algebra/domain/domain.h"
#include "algebra/field/normal.h"
#include "algebra/linear/solve.h"
#include "algebra/tidy/simplify.h"
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
#include "steady/symbolic_private.h"
#include "tape/ball_run.h"

/* Parts of a turn of which sines are known. */
enum { PARTS_OF_PI = 12, SHOWN_MOST = 12 };
/* A number that is this close to one of them is it, if 20 digits agree. */
#define CLOSE 1e-12
/* On both sides of the value of a coordinate, relative to 1 + its size. */
#define BESIDE 1e-15

typedef struct proof {
    nh_arena *arena;
    const nh_steady_motion *motion;
    nh_formulas w;
    size_t outputs;
    nh_expr *output;  /* with definitions of parameters, without values */
    nh_expr relation; /* the symbol that was solved for, and its value; undefined: none */
    nh_expr value;
    nh_expr factor;  /* that is 0 then */
    size_t length;   /* of the text of both */
    bool sets_zeros; /* only the members of the family of which nothing more is 0 */
    bool is_proved;
    nh_steady_proof answer;
} proof;

/* ---- values ---- */

static const char *print_equation(const proof *p, nh_expr left, nh_expr right) {
    nh_text text = nh_text_begin(p->arena);
    nh_expr_print(p->w.pool, &text, left);
    nh_text_add(&text, " = ");
    nh_expr_print(p->w.pool, &text, right);
    return nh_text_string(&text);
}

static void set_input(proof *p, size_t at, nh_expr value) {
    for (size_t i = 0; i < p->w.all; i++)
        p->w.value[i] =
            i == at ? value : nh_expr_substitute(p->w.pool, p->w.value[i], 1, &p->w.l->input[at], &value, true);
}

static bool has_value(proof *p, size_t at, nh_expr value) {
    bool is_same;
    nh_formulas_compare(&p->w, 1, &value, &p->motion->inputs[at], &is_same);
    return is_same;
}

/* Coordinates that are parts of a turn. */
static void find_angles(proof *p) {
    for (size_t i = 1; i <= p->w.n; i++) {
        double parts = p->motion->values[i] * PARTS_OF_PI / acos(-1);
        bool is_open = p->w.value[i] == p->w.l->input[i] && !nh_formulas_keep(&p->w, i);
        if (!is_open || fabs(parts - round(parts)) > CLOSE || fabs(parts) > 1e6) continue;
        nh_rat part = nh_rat_div(p->arena, nh_rat_int((int64_t)round(parts)), nh_rat_int(PARTS_OF_PI));
        nh_expr angle = nh_expr_mul(p->w.pool, nh_expr_number(p->w.pool, part), NH_EXPR_PI);
        if (has_value(p, i, angle)) set_input(p, i, angle);
    }
}

/* Derived parameters are what they are made from. */
static nh_expr with_definitions(const proof *p, nh_expr e) {
    const nh_model *model = p->w.l->model;
    const nh_expr *symbols = nh_model_parameter_symbols(model, p->arena);
    for (size_t i = model->parameters.count; i-- > 0;) {
        const nh_parameter *parameter = &model->parameters.items[i];
        bool is_derived = parameter->value != NH_EXPR_UNDEFINED &&
                          nh_expr_depends_on(p->w.pool, parameter->value, (uint32_t)i, symbols);
        if (is_derived) e = nh_expr_substitute(p->w.pool, e, 1, &parameter->symbol, &parameter->value, true);
    }
    return e;
}

static nh_expr with_relation(const proof *p, nh_expr e) {
    e = with_definitions(p, e);
    if (p->relation == NH_EXPR_UNDEFINED) return e;
    return nh_expr_substitute(p->w.pool, e, 1, &p->relation, &p->value, true);
}

static nh_expr output_at(const proof *p, size_t k) {
    return with_relation(p, nh_formulas_put(&p->w, p->output[k]));
}

/* ---- a relation ---- */

/* The signs of P - s on both sides of the coordinate. */
typedef struct sign_question {
    const proof *p;
    nh_expr difference;
    size_t at;
    bool differ;
} sign_question;

static void compare_signs(void *argument) {
    sign_question *q = argument;
    const nh_formulas *w = &q->p->w;
    int prec = nh_steady_bits(0), sign[2];
    nh_ball *inputs = nh_balls_new(w->all), *value = nh_balls_new(2);
    nh_ball *parameters = nh_balls_new(w->l->model->parameters.count + 1);
    nh_tape_def def = nh_model_tape_over(w->l->model, w->arena, w->all, w->l->input, 1, &q->difference);
    nh_tape *tape = nh_tape_make(w->arena, w->pool, &def);
    for (size_t i = 0; i < w->all; i++) nh_ball_load(&inputs[i], q->p->motion->inputs[i]);
    nh_steady_parameters(q->p->motion->p, parameters, prec);
    for (int side = 0; side < 2; side++) {
        double middle = q->p->motion->values[q->at];
        bool is_certain;
        nh_ball_set_double(&inputs[q->at], middle + (side == 0 ? -1 : 1) * BESIDE * (1 + fabs(middle)));
        nh_tape_run_balls(tape, parameters, inputs, value, prec);
        sign[side] = nh_ball_sign_of(value, &is_certain);
        if (!is_certain) sign[side] = 0;
    }
    q->differ = sign[0] * sign[1] < 0;
    nh_balls_free(parameters, w->l->model->parameters.count + 1);
    nh_balls_free(value, 2);
    nh_balls_free(inputs, w->all);
}

/* factor = 0 solved for a symbol, with a solution that crosses the motion: kept if it is shorter than what there is. */
static void solve_relation(proof *p, nh_expr factor, size_t at, nh_expr symbol) {
    nh_branches branches;
    if (!nh_expr_depends_on(p->w.pool, factor, 1, &symbol)) return;
    if (nh_solve_polynomial(p->w.pool, p->arena, factor, symbol, &branches) != NH_LINEAR_DONE) return;
    for (size_t k = 0; k < branches.count; k++) {
        nh_expr value = branches.branches[k].value;
        sign_question q = {p, nh_expr_sub(p->w.pool, value, symbol), at, false};
        nh_guard_call(p->w.l->model->context, compare_signs, &q);
        if (!q.differ) continue;
        value = nh_expr_readable(p->w.pool, p->arena, value);
        size_t length = strlen(print_equation(p, symbol, value));
        if (p->relation != NH_EXPR_UNDEFINED && length >= p->length) continue;
        p->relation = symbol;
        p->value = value;
        p->factor = factor;
        p->length = length;
    }
}

/* For a parameter, or a velocity of the family. */
static bool find_relation(proof *p, nh_expr factor, size_t at) {
    const nh_model *model = p->w.l->model;
    for (size_t i = 0; i < model->parameters.count; i++)
        solve_relation(p, factor, at, model->parameters.items[i].symbol);
    for (uint32_t k = 0; k < p->motion->held; k++)
        if (p->motion->is_family[k]) solve_relation(p, factor, at, p->w.l->input[1 + p->motion->held_at[k]]);
    return p->relation != NH_EXPR_UNDEFINED;
}

/* An equation with one coordinate of which nothing is known: factor by factor. */
static bool relate_output(proof *p, nh_expr e) {
    size_t at = 0;
    for (size_t i = 1; i < p->w.all; i++) {
        bool is_open = p->w.value[i] == p->w.l->input[i] && !nh_formulas_keep(&p->w, i);
        if (!is_open || !nh_expr_depends_on(p->w.pool, e, 1, &p->w.l->input[i])) continue;
        if (at != 0 || i > p->w.n) return false;
        at = i;
    }
    if (at == 0) return false;
    nh_rat number;
    e = nh_expr_split(p->w.pool, nh_expr_factored(p->w.pool, e), &number);
    if (nh_expr_kind_of(p->w.pool, e) != NH_EXPR_PRODUCT) return find_relation(p, e, at);
    for (uint32_t k = 0; k < nh_expr_arity(p->w.pool, e); k += 2) {
        nh_expr factor = nh_expr_args(p->w.pool, e)[k];
        if (nh_expr_depends_on(p->w.pool, factor, 1, &p->w.l->input[at]) && find_relation(p, factor, at)) return true;
    }
    return false;
}

/* ---- the proof ---- */

/* Coordinates that are not ignorable rest, whether their velocities are independent or not, and independent velocities
 * contain no coordinate that changes. */
static bool is_steady(const proof *p) {
    const nh_linearizer *l = p->w.l;
    size_t n = p->w.n;
    for (uint32_t i = 0; i < l->places; i++) {
        if (p->motion->p->is_ignorable[i]) continue;
        for (size_t order = 1; order <= 2; order++)
            if (!nh_expr_is_proved_zero(p->w.pool, with_relation(p, p->w.value[1 + order * n + l->x[i]]))) return false;
    }
    for (uint32_t k = 0; k < l->m; k++)
        for (uint32_t i = 0; i < l->places; i++)
            if (p->motion->p->is_ignorable[i] &&
                nh_expr_depends_on(p->w.pool, p->w.value[1 + n + l->independent[k]], 1, &l->input[1 + l->x[i]]))
                return false;
    return true;
}

static bool holds_everywhere(const proof *p) {
    if (p->w.l->others > 0 || !is_steady(p)) return false;
    for (size_t k = 0; k < p->outputs; k++)
        if (!nh_expr_is_proved_zero(p->w.pool, output_at(p, k))) return false;
    return true;
}

/* Solved, where that needs no division: g = R w^2 cos(theta). */
static const char *print_relation(const proof *p) {
    nh_domain domain = nh_expr_domain(p->w.pool, p->arena, 1, &p->value, NULL);
    if (domain.nonzero_count == 0) return print_equation(p, p->relation, p->value);
    return print_equation(p, nh_expr_readable(p->w.pool, p->arena, p->factor), NH_EXPR_ZERO);
}

/* Coordinates and velocities that are neither 0 nor arbitrary. */
static void tell_formulas(proof *p) {
    const char **exact = NH_NEW_ARRAY(p->arena, const char *, 2 * p->w.n + 2);
    size_t count = 0;
    if (p->relation != NH_EXPR_UNDEFINED) exact[count++] = print_relation(p);
    for (size_t i = 1; i <= 2 * p->w.n; i++) {
        nh_expr value = p->w.value[i];
        if (value == NH_EXPR_ZERO || value == p->w.l->input[i]) continue;
        exact[count++] = print_equation(p, p->w.l->input[i], nh_expr_readable(p->w.pool, p->arena, value));
    }
    p->answer = (nh_steady_proof){count, exact};
}

static void find_proof(void *argument) {
    proof *p = argument;
    nh_symbolic_request r = {.p = p->motion->p, .motion = p->motion, .open = NH_EXPR_UNDEFINED, .keeps_free = true};
    r.sets_zeros = p->sets_zeros;
    p->w = nh_formulas_make(p->arena, &r);
    p->outputs = p->w.l->values;
    p->output = p->w.l->output;
    p->relation = NH_EXPR_UNDEFINED;
    find_angles(p);
    for (size_t k = 0; k < p->outputs && p->relation == NH_EXPR_UNDEFINED; k++) (void)relate_output(p, output_at(p, k));
    p->is_proved = holds_everywhere(p);
    if (p->is_proved) tell_formulas(p);
}

const nh_steady_proof *nh_steady_prove(nh_arena *arena, const nh_steady_motion *motion) {
    for (int pass = 0; pass < 2; pass++) {
        proof p = {.arena = arena, .motion = motion, .sets_zeros = pass > 0};
        nh_budget budget = {.work = NH_WORK_PROOF};
        nh_status status = nh_attempt(motion->p->model->context, &budget, find_proof, &p);
        if (status != NH_OK || !p.is_proved) continue;
        nh_steady_proof *answer = NH_NEW(arena, nh_steady_proof);
        *answer = p.answer;
        return answer;
    }
    return NULL;
}
