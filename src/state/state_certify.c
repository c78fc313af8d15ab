/* Admissible states with a proof.
 *
 * A state of doubles, on the rows to rounding, fixes which rows are independent and the
 * directions in which it is moved:
 *
 *     z = z0 + D mu,   D = W^-1 J^T (J W^-1 J^T)^-1 at z0, column by column divided by its largest entry.
 *
 * The columns of D span W^-1 J^T, so this is the projection of state.c, with directions that do not move. Geometric
 * rows move coordinates, rates move velocities. The independent rows in mu are a square system whose derivative J D is
 * about diagonal: Newton's method in balls finds its root, and Krawczyk's operator proves it (num/newton.h), at a
 * precision that rises until the balls of z have their digits.
 *
 * What is not proved: rows that are redundant at z0. Their balls are examined. A row that is redundant here and not at
 * random states has lost rank here: that is refused before. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "num/newton.h"
#include "state/state_private.h"
#include "tape/ball_run.h"

/* More independent equations than this are refused: matrices in balls are dense. */
enum { EQUATIONS_MOST = 800 };
/* How often digits are added for values that are much smaller than 1. */
enum { ROUNDS = 6 };

/* Rows in balls: parameters, inputs (t, q, v), and what the tape of the rows gives (slope_at). */
typedef struct ball_rows {
    const nh_states *s;
    nh_ball *parameters, *inputs, *outputs, *jumps;
    int prec; /* of the parameters; 0: not there yet */
} ball_rows;

typedef struct proof {
    nh_states *s; /* with dense arrays */
    nh_arena *arena;
    const nh_state *near;
    int digits;
    nh_certified *out;
    nh_state start;  /* z0 */
    uint32_t count;  /* of the equations that are solved */
    uint32_t *used;  /* these */
    double *columns; /* D: size x count */
    ball_rows rows;
    bool has_jumped;
} proof;

/* ---- rows in balls ---- */

/* The rows of admissible states in balls.
 *
 * The programs are those of state_rows.c, so that doubles and balls cannot drift apart. Parameters are computed anew
 * for every precision from the exact values that the model gives them.
 *
 * A proof by Krawczyk's operator (num/newton.h) needs functions that are Lipschitz continuous, with derivatives that
 * contain all slopes: a ball for sign(x) does that for |x| where x = 0. It needs more where a function jumps, since a
 * derivative does not see that: sign, mod, atan2 on its cut, and `if`. So their arguments are outputs of a program
 * of their own, and it is asked that these stay on one side of every jump. */

/* ---- making ---- */

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

static void add_jump(nh_states *s, nh_state_balls *b, nh_exprs *outputs, nh_expr e) {
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
static void find_jumps(nh_states *s, nh_state_balls *b, nh_exprs *outputs) {
    const nh_model *model = s->model;
    nh_exprs roots = {.arena = s->arena};
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!nh_row_restricts(row)) continue;
        nh_array_push(&roots, row->residual);
        nh_array_push(&roots, nh_row_rate(model, row));
    }
    nh_array_append(&roots, s->further, s->zero);
    nh_walk *walk = nh_walk_begin(model->pool, roots.count, roots.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) add_jump(s, b, outputs, walk->order[i]);
    nh_walk_end(walk);
}

static nh_tape *make_jump_tape(nh_states *s, const nh_exprs *outputs) {
    nh_tape_def def = nh_model_tape_def(s->model, s->arena, false, outputs->count, outputs->items);
    return nh_tape_make(s->arena, s->model->pool, &def);
}

static void make_parameters(nh_states *s, nh_state_balls *b) {
    const nh_model *model = s->model;
    size_t count = model->parameters.count;
    b->is_exact = NH_NEW_ARRAY(s->arena, bool, count + 1);
    if (!nh_model_is_closed(model)) return;
    const double *values = nh_model_parameter_values(model, s->arena);
    for (size_t i = 0; i < count; i++) b->is_exact[i] = values[i] == s->parameters[i];
    nh_tape_def def = {.output_count = (uint32_t)count, .outputs = nh_model_closed_values(model, s->arena)};
    b->parameters = nh_tape_make(s->arena, model->pool, &def);
}

static nh_state_balls *make_balls(nh_states *s) {
    NH_ASSERT(s->balls == NULL);
    nh_state_balls *b = NH_NEW(s->arena, nh_state_balls);
    *b = (nh_state_balls){.kinds = {.arena = s->arena}};
    nh_exprs outputs = {.arena = s->arena};
    make_parameters(s, b);
    find_jumps(s, b, &outputs);
    if (outputs.count > 0) b->jumps = make_jump_tape(s, &outputs);
    return b;
}

/* ---- running, inside the guard ---- */

static size_t parameter_count(const ball_rows *rows) {
    return rows->s->model->parameters.count + 1;
}

static size_t jump_count(const ball_rows *rows) {
    return rows->s->balls->jumps != NULL ? nh_tape_outputs(rows->s->balls->jumps) : 1;
}

static ball_rows begin_rows(const nh_states *s) {
    NH_ASSERT(nh_guard_inside() && s->balls != NULL);
    ball_rows rows = {.s = s};
    rows.parameters = nh_balls_new(parameter_count(&rows));
    rows.inputs = nh_balls_new((size_t)s->size + 1);
    rows.outputs = nh_balls_new((size_t)nh_tape_outputs(nh_program_tape(s->row_program)) + 1);
    rows.jumps = nh_balls_new(jump_count(&rows));
    return rows;
}

/* Inside the guard, all of these. */
static void end_rows(ball_rows *rows) {
    NH_ASSERT(nh_guard_inside());
    nh_balls_free(rows->parameters, parameter_count(rows));
    nh_balls_free(rows->inputs, (size_t)rows->s->size + 1);
    nh_balls_free(rows->outputs, (size_t)nh_tape_outputs(nh_program_tape(rows->s->row_program)) + 1);
    nh_balls_free(rows->jumps, jump_count(rows));
}

static void set_parameters(ball_rows *rows, int prec) {
    const nh_state_balls *b = rows->s->balls;
    if (rows->prec == prec) return;
    if (b->parameters != NULL) nh_tape_run_balls(b->parameters, NULL, NULL, rows->parameters, prec);
    for (size_t i = 0; i < rows->s->model->parameters.count; i++)
        if (!b->is_exact[i]) nh_ball_set_double(&rows->parameters[i], rows->s->parameters[i]);
    rows->prec = prec;
}

/* The outputs at the inputs: outputs[e] is the residual of equation e, below s->rows. */
static void evaluate_rows(ball_rows *rows, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    set_parameters(rows, prec);
    nh_tape_run_balls(nh_program_tape(rows->s->row_program), rows->parameters, rows->inputs, rows->outputs, prec);
}

/* The derivative k of s->J, of those of rows. */
static const nh_ball *slope_at(const ball_rows *rows, uint32_t k) {
    NH_ASSERT(rows->prec > 0 && k < rows->s->J.start[rows->s->rows]);
    return &rows->outputs[2 * (size_t)rows->s->rows + k]; /* after residuals and the sizes of their terms */
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

/* Whether no function in the rows jumps within the inputs. */
static bool are_continuous(ball_rows *rows, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
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

static bool refuse_proof(proof *p, const char *reason) {
    p->out->is_certified = false;
    p->out->reason = reason;
    return false;
}

/* ---- the system in mu, inside the guard ---- */

/* z (1 + i 2^-41 sqrt(2)) */
static void skew_ball(nh_ball *z, size_t i, int prec) {
    nh_ball *r = nh_balls_new(2);
    nh_ball_set_int(r, 2);
    nh_ball_sqrt(r, r, prec);
    nh_ball_set_double(&r[1], ldexp((double)i, -41));
    nh_ball_mul(r, r, &r[1], prec);
    nh_ball_fma(z, r, z, z, prec);
    nh_balls_free(r, 2);
}

/* inputs = (t, z0 + D mu) */
static void set_inputs(const proof *p, const nh_ball *mu, int prec) {
    NH_ASSERT(p->count <= p->s->rows);
    size_t size = p->s->size, n = p->s->n;
    nh_ball *inputs = p->rows.inputs, *d = nh_balls_new(1);
    nh_ball_set_double(&inputs[0], p->start.t);
    for (size_t i = 0; i < size; i++) {
        nh_ball *z = &inputs[1 + i];
        nh_ball_set_double(z, i < n ? p->start.q[i] : p->start.v[i - n]);
        if (p->s->is_skew) skew_ball(z, i + 1, prec);
        for (size_t k = 0; k < p->count; k++) {
            if (p->columns[i + k * size] == 0) continue;
            nh_ball_set_double(d, p->columns[i + k * size]);
            nh_ball_fma(z, d, &mu[k], z, prec);
        }
        nh_guard_poll();
    }
    nh_balls_free(d, 1);
}

/* J D, from the derivatives that were computed last. */
static void multiply_jacobian(const proof *p, nh_ball *jacobian, int prec) {
    const nh_expr_matrix *J = &p->s->J;
    size_t size = p->s->size, count = p->count;
    nh_ball *d = nh_balls_new(1);
    for (size_t j = 0; j < count; j++) {
        nh_guard_poll();
        for (size_t i = 0; i < count; i++) {
            nh_ball *sum = &jacobian[i + j * count];
            nh_ball_set_int(sum, 0);
            for (uint32_t k = J->start[p->used[i]]; k < J->start[p->used[i] + 1]; k++) {
                double entry = p->columns[J->column[k] + j * size];
                if (entry == 0) continue;
                nh_ball_set_double(d, entry);
                nh_ball_fma(sum, d, slope_at(&p->rows, k), sum, prec);
            }
        }
    }
    nh_balls_free(d, 1);
}

static bool evaluate_system(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    proof *p = user;
    set_inputs(p, x, prec);
    evaluate_rows(&p->rows, prec);
    for (uint32_t i = 0; i < p->count; i++) nh_ball_set(&f[i], &p->rows.outputs[p->used[i]]);
    if (jacobian == NULL) return true;
    p->has_jumped = !are_continuous(&p->rows, prec);
    if (p->has_jumped) return false;
    multiply_jacobian(p, jacobian, prec);
    return true;
}

/* ---- the result, inside the guard ---- */

static int bits_of(int digits) {
    return (int)(digits * INT64_C(33220) / 10000) + 1; /* log2(10) = 3.32193 */
}

/* The largest coordinate or velocity of the start. */
static double size_of_kind(const proof *p, size_t i) {
    const double *x = i < p->s->n ? p->start.q : p->start.v;
    return nh_state_spread(x, p->s->n, 0);
}

/* The radius of unknown i relative to its value, or relative to the largest of its kind when it contains 0; upwards. */
static double relative_radius(const proof *p, size_t i) {
    const nh_ball *z = &p->rows.inputs[1 + i];
    double low, high, radius = nh_ball_radius(z);
    if (radius == 0) return 0;
    nh_ball_bounds(z, &low, &high);
    double size = low > 0 ? low : high < 0 ? -high : size_of_kind(p, i);
    return nextafter(radius / size, INFINITY);
}

/* How many bits of unknown i are known, relative to its value or, around 0, relative to the largest of its kind. */
static int known_bits(const proof *p, size_t i, int prec) {
    const nh_ball *z = &p->rows.inputs[1 + i];
    if (nh_ball_is_zero(z) != NH_UNKNOWN) return nh_ball_accuracy_bits(z);
    nh_ball *beside = nh_balls_new(1);
    nh_ball_set_double(beside, size_of_kind(p, i));
    nh_ball_add(beside, beside, z, prec);
    int bits = nh_ball_accuracy_bits(beside);
    nh_balls_free(beside, 1);
    return bits;
}

/* How many more digits the unknowns need; 0: they have enough. */
static int missing_digits(const proof *p, int prec) {
    int missing = 0, bits = bits_of(p->digits) + 2; /* accuracies are told to a bit or two */
    for (size_t i = 0; i < p->s->size; i++) {
        int known = known_bits(p, i, prec);
        if (known >= bits) continue;
        int more = (bits - (known > 0 ? known : 0)) / 3 + 2;
        missing = more > missing ? more : missing;
    }
    return missing;
}

/* Finds mu with this many digits that z has its own; the inputs are then the balls of z. */
static bool find_root(proof *p, nh_ball *mu) {
    int digits = p->digits + 2;
    for (int round = 0; round < ROUNDS; round++) {
        if (digits > NH_NEWTON_DIGITS_MAX) return false;
        if (nh_newton_certify(mu, (int)p->count, evaluate_system, p, digits) != NH_NEWTON_PROVED) return false;
        int prec = bits_of(digits) + 64;
        set_inputs(p, mu, prec);
        int missing = missing_digits(p, prec);
        if (missing == 0) return true;
        digits += missing;
    }
    return false;
}

static double distance_of(const proof *p, size_t i) {
    double low, high, given = i < p->s->n ? p->near->q[i] : p->near->v[i - p->s->n];
    nh_ball_bounds(&p->rows.inputs[1 + i], &low, &high);
    return nextafter(fmax(high - given, given - low), INFINITY);
}

static void give_out(proof *p) {
    nh_certified *out = p->out;
    size_t n = p->s->n;
    out->t = nh_ball_save(p->arena, &p->rows.inputs[0]);
    out->q = NH_NEW_ARRAY(p->arena, const nh_ball_data *, n + 1);
    out->v = NH_NEW_ARRAY(p->arena, const nh_ball_data *, n + 1);
    out->middle = (nh_state){p->start.t, NH_NEW_ARRAY(p->arena, double, n + 1), NH_NEW_ARRAY(p->arena, double, n + 1)};
    for (size_t i = 0; i < 2 * n; i++) {
        const nh_ball *z = &p->rows.inputs[1 + i];
        *(i < n ? &out->q[i] : &out->v[i - n]) = nh_ball_save(p->arena, z);
        *(i < n ? &out->middle.q[i] : &out->middle.v[i - n]) = nh_ball_double(z);
        out->radius = fmax(out->radius, relative_radius(p, i));
        out->distance = fmax(out->distance, distance_of(p, i));
    }
    out->is_certified = true;
    out->reason = NULL;
}

static bool is_used(const proof *p, uint32_t equation) {
    return nh_is_among(equation, p->count, p->used);
}

/* The redundant rows at the balls of z; false when one of them certainly does not hold. */
static bool look_at_redundant(proof *p, int prec) {
    const nh_model *model = p->s->model;
    evaluate_rows(&p->rows, prec);
    p->out->redundant_contain_zero = true;
    for (uint32_t e = p->s->rates; e < p->s->rows && p->s->left_out == NULL; e++)
        if (!is_used(p, e))
            return refuse_proof(p, "what the states should satisfy depends on the constraints at the state");
    for (uint32_t e = 0; e < p->s->rates; e++) {
        if (is_used(p, e)) continue;
        const nh_ball *value = &p->rows.outputs[e];
        uint32_t row = p->s->equations[e].number;
        if (p->s->left_out != NULL && p->s->left_out[e]) {
            if (nh_ball_is_finite(value) && nh_ball_is_zero(value) == NH_NO) p->s->violated[row] = true;
            continue;
        }
        p->out->redundant++;
        if (nh_ball_is_finite(value) && nh_ball_is_zero(value) != NH_NO) continue;
        p->out->redundant_contain_zero = false;
        nh_text text = nh_text_begin(p->arena);
        nh_text_format(&text, "the constraint '%s' contradicts those that it depends on",
                       nh_name_text(model->context, model->rows.items[p->s->equations[e].number].name));
        return refuse_proof(p, nh_text_string(&text));
    }
    return true;
}

static void prove_inside(void *argument) {
    proof *p = argument;
    nh_ball *mu = nh_balls_new((size_t)p->count + 1);
    p->rows = begin_rows(p->s);
    p->out->is_without_root = !find_root(p, mu);
    if (p->out->is_without_root) {
        p->out->is_without_root = !p->has_jumped;
        refuse_proof(p, p->has_jumped ? "a function in the constraints jumps at the state"
                                      : "no proof was found that the constraints hold near the state");
    } else if (look_at_redundant(p, bits_of(p->digits) + 64)) give_out(p);
    end_rows(&p->rows);
    nh_balls_free(mu, (size_t)p->count + 1);
}

/* ---- the directions, in doubles ---- */

/* One direction for each independent equation of those that are active: to that equation, along the others. */
static void add_directions(proof *p) {
    nh_states *s = p->s;
    double *unit = s->row_vectors[1];
    for (uint32_t k = 0; k < s->rank; k++) {
        double *column = p->columns + (size_t)p->count * s->size, most = 0;
        memset(unit, 0, s->count * sizeof *unit);
        unit[s->used[k]] = -1;
        nh_state_normal_step(s, unit, column);
        for (uint32_t i = 0; i < s->size; i++) most = fmax(most, fabs(column[i]));
        for (uint32_t i = 0; i < s->size && most > 0; i++) column[i] /= most;
        p->used[p->count++] = s->used[k];
    }
}

/* Whether a row that was left out is not redundant: then more than the others must hold, and no
 * ball shows that. Refuses. */
static bool has_lost(proof *p) {
    nh_states *s = p->s;
    bool *lost = NH_NEW_ARRAY(p->arena, bool, s->model->rows.count + 1);
    if (s->left_out != NULL || p->out->redundant == 0 || !nh_state_find_restricting(s, &p->start, lost)) return false;
    refuse_proof(p, nh_states_lost_reason(s, &p->start, lost, "there", p->arena));
    return true;
}

/* All equations by all unknowns. */
static bool choose_joint_directions(proof *p, nh_arena *scratch) {
    nh_states *s = p->s;
    bool *redundant = NH_NEW_ARRAY(scratch, bool, s->model->rows.count + 1);
    p->out->rank = nh_states_rank(s, &p->start, redundant);
    if (!nh_state_linearise_at(s, &p->start, true, true))
        return refuse_proof(p, "the constraints have no value at the state");
    p->out->is_without_root = p->out->rank < s->usual_rank;
    if (p->out->is_without_root)
        return refuse_proof(p, "the constraints depend on each other at the state, but not at others");
    add_directions(p);
    return true;
}

/* Geometric rows by the coordinates, then rates by the velocities. */
static bool choose_directions(proof *p) {
    nh_states *s = p->s;
    for (int stage = 0; stage < 2; stage++) {
        if (!nh_state_linearise_at(s, &p->start, stage == 0, stage == 1))
            return refuse_proof(p, "the constraints have no value at the state");
        *(stage == 0 ? &p->out->positions : &p->out->rank) = s->rank;
        add_directions(p);
    }
    p->out->is_without_root = p->out->rank < s->usual_rank;
    if (p->out->is_without_root)
        return refuse_proof(p, "the constraints depend on each other at the state, but not at others");
    return true;
}

/* The largest rank at some states nearby, on the same component of the admissible states: others
 * may have another rank. */
static uint32_t usual_rank(nh_states *s, nh_arena *arena, const nh_state *near) {
    static const double sizes[] = {1e-2, 1e-2, 1e-3, 1e-4};
    nh_random random = nh_random_of(s->model->context, NH_STREAM_USUAL_RANK);
    double *z = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    nh_state state = {near->t, z, z + s->n};
    bool *redundant = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    uint32_t most = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        nh_state_scatter(&random, s->n, near, sizes[i], 0, &state);
        if (!nh_state_admit(s, near->t, z)) continue;
        uint32_t rank = nh_states_rank(s, &state, redundant);
        most = rank > most ? rank : most;
    }
    return most;
}

static void prepare_states(nh_states *s, nh_arena *arena, const nh_state *near) {
    s->usual_rank = usual_rank(s, arena, near);
    if (s->balls == NULL) s->balls = make_balls(s);
}

/* ---- all of it ---- */

static nh_state copy_of(nh_arena *arena, const nh_states *s, const nh_state *state) {
    nh_state copy = {state->t, NH_NEW_ARRAY(arena, double, s->n + 1), NH_NEW_ARRAY(arena, double, s->n + 1)};
    memcpy(copy.q, state->q, s->n * sizeof *copy.q);
    memcpy(copy.v, state->v, s->n * sizeof *copy.v);
    return copy;
}

static bool too_many(proof *p) {
    nh_text text = nh_text_begin(p->arena);
    nh_text_format(&text, "the constraints are %u equations, too many for a proof: at most %d are possible",
                   (unsigned)p->s->rows, EQUATIONS_MOST);
    return refuse_proof(p, nh_text_string(&text));
}

static bool certify_state(proof *p, nh_arena *scratch) {
    nh_states *s = p->s;
    p->start = copy_of(scratch, s, p->near);
    if (s->rows > EQUATIONS_MOST) return too_many(p);
    if (!isfinite(p->start.t) || !nh_states_project(s, &p->start))
        return refuse_proof(p, "no state near the given one satisfies the constraints");
    prepare_states(s, scratch, &p->start);
    p->s = NH_NEW(scratch, nh_states); /* a jump out of here leaves the states as they are */
    *p->s = *s;
    if (s->sparse != NULL) nh_state_make_dense(p->s, scratch);
    p->s->sparse = NULL;
    p->used = NH_NEW_ARRAY(scratch, uint32_t, (size_t)s->rows + 1);
    p->columns = NH_NEW_ARRAY(scratch, double, (size_t)s->size * s->rows + 1);
    if (!(s->further > 0 ? choose_joint_directions(p, scratch) : choose_directions(p))) return false;
    nh_guard_call(s->model->context, prove_inside, p);
    bool is_proved = p->out->is_certified;
    /* a row that is off a little contradicts others; one that is off by much, relative to the state, restricts them */
    if (!p->out->redundant_contain_zero) p->s->looks = UINT32_MAX;
    bool is_lost = (is_proved || !p->out->redundant_contain_zero) && has_lost(p);
    if (p->out->redundant_contain_zero) s->looks = p->s->looks;
    return is_proved && !is_lost;
}

void nh_states_skew(nh_states *states) {
    states->is_skew = true;
}

bool nh_states_certify(nh_states *states, const nh_state *near, int digits, nh_arena *arena, nh_certified *out) {
    NH_ASSERT(digits >= 1 && digits <= NH_STATE_DIGITS_MOST);
    *out = (nh_certified){.redundant_contain_zero = true};
    NH_ASSERT(near->q != NULL && near->v != NULL);
    nh_arena *scratch = nh_arena_create(states->model->context);
    proof p = {.s = states, .arena = arena, .near = near, .digits = digits, .out = out};
    bool is_certified = certify_state(&p, scratch);
    nh_arena_destroy(scratch);
    return is_certified;
}

bool nh_states_random_certified(nh_states *states, nh_random *random, double t, int tries, int digits, nh_arena *arena,
                                nh_certified *out) {
    NH_ASSERT(tries > 0);
    nh_arena *scratch = nh_arena_create(states->model->context);
    nh_state state = {t, NH_NEW_ARRAY(scratch, double, states->n + 1), NH_NEW_ARRAY(scratch, double, states->n + 1)};
    *out = (nh_certified){.reason = states->model->assumptions.count > 0
                                        ? "no random state was found at which the constraints and the assumptions hold"
                                        : "no random state was found at which the constraints hold"};
    for (int i = 0; i < tries && !out->is_certified; i++)
        if (nh_states_random(states, random, t, 4, &state)) nh_states_certify(states, &state, digits, arena, out);
    nh_arena_destroy(scratch);
    return out->is_certified;
}
