/* The open chain of [Simple] (20): N points in space, springs between neighbours, perpendicular velocities of neighbours.
 * Outputs: forces, entries of the constraint Jacobian, right sides; members of the family are kept as loops. */
#include "bench.h"

#include <stdio.h>

#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "tape/tape.h"

typedef struct chain {
    nh_pool *pool;
    nh_arena *arena;
    uint32_t points;
    nh_expr *q[3], *v[3], stiffness;
    nh_expr *outputs, *inputs;
    uint32_t output_count;
} chain;

static nh_expr member(nh_pool *pool, nh_role role, char letter, uint32_t i, uint32_t order) {
    char name[24];
    int length = snprintf(name, sizeof name, "%c[%u]", letter, i + 1);
    return nh_expr_symbol(pool, role, nh_name_of(nh_pool_context(pool), name, (size_t)length), order);
}

static void name_symbols(chain *c) {
    c->inputs = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)6 * c->points);
    for (uint32_t order = 0, k = 0; order < 2; order++)
        for (int axis = 0; axis < 3; axis++) {
            nh_expr **list = order == 0 ? &c->q[axis] : &c->v[axis];
            *list = NH_NEW_ARRAY(c->arena, nh_expr, c->points);
            for (uint32_t i = 0; i < c->points; i++)
                c->inputs[k++] = (*list)[i] = member(c->pool, NH_ROLE_COORDINATE, "xyz"[axis], i, order);
        }
    c->stiffness = nh_expr_symbol_text(c->pool, NH_ROLE_PARAMETER, "k");
}

/* -k (2 q_i - q_{i-1} - q_{i+1}), with one neighbour at the ends. */
static nh_expr force(chain *c, int axis, uint32_t i) {
    nh_pool *pool = c->pool;
    nh_expr sum = NH_EXPR_ZERO;
    if (i > 0) sum = nh_expr_add(pool, sum, nh_expr_sub(pool, c->q[axis][i - 1], c->q[axis][i]));
    if (i + 1 < c->points) sum = nh_expr_add(pool, sum, nh_expr_sub(pool, c->q[axis][i + 1], c->q[axis][i]));
    return nh_expr_mul(pool, c->stiffness, sum);
}

static nh_expr constraint(chain *c, uint32_t i) {
    nh_expr terms[3];
    for (int axis = 0; axis < 3; axis++) terms[axis] = nh_expr_mul(c->pool, c->v[axis][i], c->v[axis][i + 1]);
    return nh_expr_sum(c->pool, 3, terms);
}

/* Forces, then for every constraint its six derivatives and the right side f_i . v_{i+1} + v_i . f_{i+1}. */
static void set_outputs(chain *c) {
    c->outputs = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)10 * c->points);
    uint32_t count = 0;
    for (int axis = 0; axis < 3; axis++)
        for (uint32_t i = 0; i < c->points; i++) c->outputs[count++] = force(c, axis, i);
    for (uint32_t i = 0; i + 1 < c->points; i++) {
        nh_expr g = constraint(c, i), right = NH_EXPR_ZERO;
        for (int axis = 0; axis < 3; axis++) {
            nh_expr by_first = nh_expr_diff(c->pool, g, c->v[axis][i]);
            nh_expr by_second = nh_expr_diff(c->pool, g, c->v[axis][i + 1]);
            right = nh_expr_add(c->pool, right, nh_expr_mul(c->pool, by_first, force(c, axis, i)));
            right = nh_expr_add(c->pool, right, nh_expr_mul(c->pool, by_second, force(c, axis, i + 1)));
            c->outputs[count++] = by_first;
            c->outputs[count++] = by_second;
        }
        c->outputs[count++] = right;
    }
    c->output_count = count;
}

typedef struct sizes {
    uint32_t points;
    size_t bytes;
    uint32_t operations;
    double per_point; /* seconds of one run, for each point */
} sizes;

typedef struct evaluation {
    const nh_tape *tape;
    double *inputs, *outputs, *work;
} evaluation;

static void evaluate(void *user) {
    evaluation *e = user;
    nh_tape_run(e->tape, 1, e->inputs, e->outputs, e->work);
}

static void measure(nh_context *context, void *argument) {
    sizes *result = argument;
    nh_arena *arena = nh_arena_create(context);
    chain c = {.pool = nh_pool_create(context), .arena = arena, .points = result->points};
    name_symbols(&c);
    set_outputs(&c);
    nh_tape_def def = {6 * c.points, c.inputs, 1, &c.stiffness, c.output_count, c.outputs, 16};
    nh_tape *tape = nh_tape_make(arena, c.pool, &def);
    evaluation e = {.tape = tape};
    e.inputs = NH_NEW_ARRAY(arena, double, def.input_count);
    e.outputs = NH_NEW_ARRAY(arena, double, def.output_count);
    e.work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    for (uint32_t i = 0; i < def.input_count; i++) e.inputs[i] = 0.001 * (i % 997);
    nh_tape_begin(tape, 1, (const double[]){2.0}, e.work);
    result->bytes = nh_tape_bytes(tape);
    result->operations = nh_tape_operations(tape);
    result->per_point = bench_seconds(evaluate, &e) / c.points;
    nh_pool_destroy(c.pool);
    nh_arena_destroy(arena);
}

void bench_chain(nh_context *context) {
    sizes sizes_of[] = {{.points = 1000}, {.points = 10000}, {.points = 100000}};
    bench_note("\nchain with perpendicular velocities, members kept as loops");
    for (int i = 0; i < 3; i++) {
        if (test_protect(context, measure, &sizes_of[i]) != NH_OK) {
            bench_note("  failed: %s", nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence);
            return;
        }
        bench_note("  N = %6u: %u operations, %zu bytes of tape, %.1f ns a point", sizes_of[i].points,
                   sizes_of[i].operations, sizes_of[i].bytes, 1e9 * sizes_of[i].per_point);
    }
    bench_line("tape size, N = 10^5 / N = 10^4", (double)sizes_of[2].bytes / (double)sizes_of[1].bytes, "<=", 1.0);
}
