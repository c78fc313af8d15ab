/* The rows of admissible states in balls.
 *
 * The programs are those of state_rows.c, so that doubles and balls cannot drift apart. Parameters are computed anew for
 * every precision from the exact values that the model gives them.
 *
 * A proof by Krawczyk's operator (num/newton.h) needs functions that are Lipschitz continuous, with derivatives that
 * contain all slopes: a ball for sign(x) does that for |x| where x = 0. It needs more where a function jumps, since a
 * derivative does not see that: sign, mod, atan2 on its cut, and `if`. So their arguments are outputs of a program
 * of their own, and it is asked that these stay on one side of every jump. */
#include <string.h>

#include "analysis/state_private.h"
#include "base/array.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "tape/ball_run.h"

/* A jump that an argument must keep away from. */
typedef enum jump_kind {
    JUMP_AT_ZERO,  /* of the sign of one output */
    JUMP_AT_WHOLE, /* of the whole part of one output */
    JUMP_AT_CUT,   /* of an angle: two outputs, y and x */
} jump_kind;

struct nh_state_balls {
    nh_tape *parameters; /* the closed values of the model; NULL when it has open ones */
    bool *is_exact;      /* by parameter: the value is that of the model, not another double */
    nh_tape *jumps;      /* NULL when there are none */
    NH_ARRAY(jump_kind) kinds;
};

/* ---- making ---- */

typedef NH_ARRAY(nh_expr) exprs;

static void add_jump(nh_states *s, nh_state_balls *b, exprs *outputs, nh_expr e) {
    nh_pool *pool = s->model->pool;
    if (nh_expr_arity(pool, e) == 0) return;
    nh_expr first = nh_expr_args(pool, e)[0];
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SIGN:
        case NH_EXPR_IF:
            nh_array_push(outputs, first);
            nh_array_push(&b->kinds, JUMP_AT_ZERO);
            break;
        case NH_EXPR_MOD:
            nh_array_push(outputs, nh_expr_div(pool, first, nh_expr_args(pool, e)[1]));
            nh_array_push(&b->kinds, JUMP_AT_WHOLE);
            break;
        case NH_EXPR_ATAN2:
            nh_array_push(outputs, first);
            nh_array_push(outputs, nh_expr_args(pool, e)[1]);
            nh_array_push(&b->kinds, JUMP_AT_CUT);
            break;
        default: break;
    }
}

/* All that jumps in the residuals and rates of imposed rows. */
static void find_jumps(nh_states *s, nh_state_balls *b, exprs *outputs) {
    nh_model *model = s->model;
    exprs roots = {.arena = s->arena};
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed) continue;
        nh_array_push(&roots, row->residual);
        nh_array_push(&roots, nh_row_rate(model, row));
    }
    for (uint32_t i = 0; i < s->further; i++) nh_array_push(&roots, s->zero[i]);
    nh_walk *walk = nh_walk_begin(model->pool, roots.count, roots.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) add_jump(s, b, outputs, walk->order[i]);
    nh_walk_end(walk);
}

static nh_tape *make_jump_tape(nh_states *s, const exprs *outputs) {
    nh_tape_def def = nh_model_tape_def(s->model, s->arena, false);
    def.output_count = (uint32_t)outputs->count;
    def.outputs = outputs->items;
    return nh_tape_make(s->arena, s->model->pool, &def);
}

static void make_parameters(nh_states *s, nh_state_balls *b) {
    nh_model *model = s->model;
    size_t count = model->parameters.count;
    b->is_exact = NH_NEW_ARRAY(s->arena, bool, count + 1);
    if (!nh_model_is_closed(model, s->arena)) return;
    const double *values = nh_model_parameter_values(model, s->arena);
    for (size_t i = 0; i < count; i++) b->is_exact[i] = values[i] == s->parameters[i];
    nh_tape_def def = {.output_count = (uint32_t)count, .outputs = nh_model_closed_values(model, s->arena)};
    b->parameters = nh_tape_make(s->arena, model->pool, &def);
}

nh_state_balls *nh_state_balls_make(nh_states *s) {
    nh_state_balls *b = NH_NEW(s->arena, nh_state_balls);
    *b = (nh_state_balls){.kinds = {.arena = s->arena}};
    exprs outputs = {.arena = s->arena};
    make_parameters(s, b);
    find_jumps(s, b, &outputs);
    if (outputs.count > 0) b->jumps = make_jump_tape(s, &outputs);
    return b;
}

/* ---- running, inside the guard ---- */

static size_t parameter_count(const nh_ball_rows *rows) {
    return rows->s->model->parameters.count + 1;
}

static size_t jump_count(const nh_ball_rows *rows) {
    return rows->s->balls->jumps != NULL ? nh_tape_outputs(rows->s->balls->jumps) : 1;
}

nh_ball_rows nh_ball_rows_begin(const nh_states *s) {
    nh_ball_rows rows = {.s = s};
    rows.parameters = nh_balls_new(parameter_count(&rows));
    rows.inputs = nh_balls_new((size_t)s->size + 1);
    rows.outputs = nh_balls_new((size_t)nh_tape_outputs(s->row_tape.tape) + 1);
    rows.jumps = nh_balls_new(jump_count(&rows));
    return rows;
}

void nh_ball_rows_end(nh_ball_rows *rows) {
    nh_balls_free(rows->parameters, parameter_count(rows));
    nh_balls_free(rows->inputs, (size_t)rows->s->size + 1);
    nh_balls_free(rows->outputs, (size_t)nh_tape_outputs(rows->s->row_tape.tape) + 1);
    nh_balls_free(rows->jumps, jump_count(rows));
}

static void set_parameters(nh_ball_rows *rows, int prec) {
    const nh_state_balls *b = rows->s->balls;
    if (rows->prec == prec) return;
    if (b->parameters != NULL) nh_tape_run_balls(b->parameters, NULL, NULL, rows->parameters, prec);
    for (size_t i = 0; i < rows->s->model->parameters.count; i++)
        if (!b->is_exact[i]) nh_ball_set_double(&rows->parameters[i], rows->s->parameters[i]);
    rows->prec = prec;
}

void nh_ball_rows_run(nh_ball_rows *rows, int prec) {
    set_parameters(rows, prec);
    nh_tape_run_balls(rows->s->row_tape.tape, rows->parameters, rows->inputs, rows->outputs, prec);
}

const nh_ball *nh_ball_rows_slope(const nh_ball_rows *rows, uint32_t k) {
    return &rows->outputs[2 * (size_t)rows->s->rows + k]; /* behind residuals and the sizes of their terms */
}

static bool has_sign(const nh_ball *a, int *sign) {
    bool certain = false;
    *sign = nh_ball_is_finite(a) ? nh_ball_sign_of(a, &certain) : 0;
    return certain;
}

static bool has_whole_part(nh_ball *a, int prec) {
    nh_ball_floor(a, a, prec);
    return nh_ball_is_finite(a) && nh_ball_radius(a) == 0;
}

bool nh_ball_rows_are_continuous(nh_ball_rows *rows, int prec) {
    const nh_state_balls *b = rows->s->balls;
    if (b->jumps == NULL) return true;
    set_parameters(rows, prec);
    nh_tape_run_balls(b->jumps, rows->parameters, rows->inputs, rows->jumps, prec);
    nh_ball *next = rows->jumps;
    for (size_t i = 0; i < b->kinds.count; i++) {
        int sign, other;
        bool good = false;
        switch (b->kinds.items[i]) {
            case JUMP_AT_ZERO: good = has_sign(next, &sign); break;
            case JUMP_AT_WHOLE: good = has_whole_part(next, prec); break;
            case JUMP_AT_CUT:
                good = has_sign(next, &sign) || (has_sign(next + 1, &other) && other > 0);
                next++;
                break;
        }
        if (!good) return false;
        next++;
    }
    return true;
}
