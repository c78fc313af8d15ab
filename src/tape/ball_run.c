/* Running a tape in balls. */
#include "tape/ball_run.h"

#include "base/assert.h"
#include "num/guard.h"
#include "tape/tape_private.h"

static void set_constant(nh_ball *r, const nh_constant *constant, int prec) {
    if (constant->is_pi) nh_ball_pi(r, prec);
    else nh_ball_set_rational(r, constant->exact, prec);
}

/* b where a < 0, else c; both when that is open; nothing where a is not finite. */
static void choose_ball(nh_ball *r, const nh_ball *a, const nh_ball *b, const nh_ball *c, int prec) {
    bool certain;
    int sign = nh_ball_sign_of(a, &certain);
    if (!nh_ball_is_finite(a)) nh_ball_set(r, a);
    else if (certain) nh_ball_set(r, sign < 0 ? b : c);
    else nh_ball_set_interval(r, b, c, prec);
}

/* a*b; of a number with itself the square, which is not negative: speeds near rest are roots of such sums. */
static void multiply_balls(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    if (a == b) nh_ball_pow_rational(r, a, nh_rat_int(2), prec);
    else nh_ball_mul(r, a, b, prec);
}

/* a*a ± c, or c - a*a. */
static void fused_square(nh_ball *r, nh_op op, const nh_ball *a, const nh_ball *c, int prec) {
    nh_ball *square = nh_balls_new(1);
    nh_ball_pow_rational(square, a, nh_rat_int(2), prec);
    if (op == NH_OP_fma) nh_ball_add(r, square, c, prec);
    else if (op == NH_OP_fms) nh_ball_sub(r, square, c, prec);
    else nh_ball_sub(r, c, square, prec);
    nh_balls_free(square, 1);
}

/* a*b ± c, or c - a*b: the ball of the exact value, rounded at the end. */
static void multiply_add(nh_ball *r, nh_op op, const nh_ball *a, const nh_ball *b, const nh_ball *c, int prec) {
    if (a == b) {
        fused_square(r, op, a, c, prec);
        return;
    }
    nh_ball *t = nh_balls_new(1);
    if (op == NH_OP_fms) nh_ball_neg(t, c);
    else nh_ball_set(t, c);
    if (op == NH_OP_fnma) {
        nh_ball *minus = nh_balls_new(1);
        nh_ball_neg(minus, a);
        nh_ball_fma(r, minus, b, t, prec);
        nh_balls_free(minus, 1);
    } else {
        nh_ball_fma(r, a, b, t, prec);
    }
    nh_balls_free(t, 1);
}

static void root_of_ball(nh_ball *r, const nh_ball *a, const nh_ball *order, int prec) {
    nh_ball_root(r, a, (int)nh_ball_double(order), prec);
}

/* clang-format off */
#define ONE(name) case NH_OP_##name: nh_ball_##name(r, a, prec); break;
#define TWO(name) case NH_OP_##name: nh_ball_##name(r, a, b, prec); break;

static void execute_instr(const nh_instr *instr, nh_ball *slots, int prec) {
    nh_ball *r = &slots[instr->dst];
    const nh_ball *a = &slots[instr->a], *b = &slots[instr->b], *c = &slots[instr->c];
    switch ((nh_op)instr->op) {
        TWO(add) TWO(sub) TWO(div) TWO(pow) TWO(atan2) TWO(min) TWO(max) TWO(mod)
        ONE(sqrt) ONE(cbrt) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh)
        ONE(exp) ONE(log) ONE(abs) ONE(sign)
        case NH_OP_mul: multiply_balls(r, a, b, prec); break;
        case NH_OP_neg: nh_ball_neg(r, a); break;
        case NH_OP_fma:
        case NH_OP_fms:
        case NH_OP_fnma: multiply_add(r, (nh_op)instr->op, a, b, c, prec); break;
        case NH_OP_root: root_of_ball(r, a, b, prec); break;
        case NH_OP_sincos: nh_ball_sin_cos(r, &slots[instr->dst2], a, prec); break;
        case NH_OP_select: choose_ball(r, a, b, c, prec); break;
        case NH_OPS: break;
    }
}
/* clang-format on */

static void execute_all(const nh_code *code, nh_ball *slots, int prec) {
    for (uint32_t i = 0; i < code->count; i++) {
        execute_instr(&code->instr[i], slots, prec);
        if (i % 64 == 0) nh_guard_poll();
    }
}

static nh_ball *new_slots(const nh_code *code, int prec) {
    nh_ball *slots = nh_balls_new(code->slots);
    for (uint32_t i = 0; i < code->constant_count; i++) set_constant(&slots[i], &code->constants[i], prec);
    return slots;
}

static void run_loop(const nh_loop *loop, const nh_ball *externals, nh_ball *outputs, int prec) {
    const nh_code *body = &loop->body;
    nh_ball *slots = new_slots(body, prec);
    for (uint32_t i = 0; i < loop->members; i++) {
        for (uint32_t g = 0; g < body->external_count; g++)
            nh_ball_set(&slots[body->constant_count + g], &externals[nh_series_at(&loop->gathers[g], i)]);
        execute_all(body, slots, prec);
        for (uint32_t s = 0; s < body->store_count; s++)
            nh_ball_set(&outputs[nh_series_at(&loop->scatters[s], i)], &slots[body->stores[s].place]);
    }
    nh_balls_free(slots, body->slots);
}

void nh_tape_run_balls(const nh_tape *tape, const nh_ball *parameters, const nh_ball *inputs, nh_ball *outputs,
                       int prec) {
    NH_ASSERT(nh_guard_inside());
    const nh_code *code = &tape->main;
    nh_ball *slots = new_slots(code, prec), *externals = slots + code->constant_count;
    for (uint32_t i = 0; i < tape->parameters; i++) nh_ball_set(&externals[i], &parameters[i]);
    for (uint32_t i = 0; i < tape->inputs; i++) nh_ball_set(&externals[tape->parameters + i], &inputs[i]);
    execute_all(code, slots, prec);
    for (uint32_t i = 0; i < code->store_count; i++)
        nh_ball_set(&outputs[code->stores[i].output], &slots[code->stores[i].place]);
    for (uint32_t i = 0; i < tape->loop_count; i++) run_loop(&tape->loops[i], externals, outputs, prec);
    nh_balls_free(slots, code->slots);
}
