/* A system as a list of expressions that are evaluated together, made from a model or from a case of tests/oracle: two
 * paths to the same numbers. The case is read by expr/read/read.h only, in a pool of its own.
 *
 *     mechanics m = mechanics_of_case(arena, &c);
 *     mechanics_state at = {.t = 0, .q = q, .v = v, .a = a};
 *     mechanics_values x = mechanics_evaluate(arena, &m, &at);        // x.T, x.Q[i], x.residual[r], ... */
#ifndef NH_TESTS_MECHANICS_H
#define NH_TESTS_MECHANICS_H

#include "support.h"

#include "../expr/evaluate.h"
#include "../oracle/oracle.h"

#include "expr/calculus/calculus.h"
#include "expr/read/read.h"
#include "lang/lang.h"
#include "model/model.h"

typedef struct mechanics {
    nh_pool *pool;
    uint32_t n, rows;
    nh_expr *q, *v, *a; /* n */
    nh_expr time;
    uint32_t parameters; /* those with a value */
    nh_expr *parameter;
    long double *value;
    nh_expr T, V, L, E; /* T and V are 0 where L was given directly */
    nh_expr *Q;         /* n */
    const char **row;   /* names */
    nh_expr *residual;
    nh_expr *rate; /* of a geometric row: its derivative by time */
} mechanics;

/* Numbers in the order of the coordinates. */
typedef struct mechanics_state {
    double t;
    const double *q, *v, *a;
} mechanics_state;

typedef struct mechanics_values {
    long double T, V, L, E, dE_dt, dT_dt, dV_dt;
    long double *Q, *lagrange;     /* n: generalised forces; d/dt dL/dq' - dL/dq */
    long double *residual, *drate; /* rows: the residual; the rate differentiated by time */
    long double *mass;             /* n by n: d^2 L/dq' dq' */
    long double *jacobian;         /* rows by n, row by row: d rate/dq' */
} mechanics_values;

/* ---- from a case ---- */

static inline nh_expr mechanics_read(nh_pool *pool, const nh_read_names *names, const char *text) {
    nh_expr e;
    if (!nh_expr_read(pool, text, strlen(text), NULL, names, &e)) fail_msg("cannot read %s", text);
    return e;
}

static inline void mechanics_add_coordinates(mechanics *m, nh_arena *arena, const char *names) {
    nh_exprs q = {.arena = arena};
    while (*names)
        nh_array_push(&q, nh_expr_symbol_text(m->pool, NH_ROLE_COORDINATE, oracle_word(arena, names, &names)));
    m->n = (uint32_t)q.count;
    m->q = q.items;
    m->v = NH_NEW_ARRAY(arena, nh_expr, m->n);
    m->a = NH_NEW_ARRAY(arena, nh_expr, m->n);
    for (uint32_t i = 0; i < m->n; i++) {
        m->v[i] = nh_expr_dot(m->pool, m->q[i]);
        m->a[i] = nh_expr_dot(m->pool, m->v[i]);
    }
}

static inline void mechanics_add_parameters(mechanics *m, nh_arena *arena, const oracle_case *c) {
    const oracle_entry **entries = oracle_all(c, "parameter", &m->parameters);
    m->parameter = NH_NEW_ARRAY(arena, nh_expr, m->parameters);
    m->value = NH_NEW_ARRAY(arena, long double, m->parameters);
    for (uint32_t i = 0; i < m->parameters; i++) {
        m->parameter[i] = nh_expr_symbol_text(m->pool, NH_ROLE_PARAMETER, entries[i]->name);
        m->value[i] = strtold(entries[i]->text, NULL);
    }
}

static inline nh_read_names mechanics_names(mechanics *m, nh_arena *arena) {
    nh_exprs symbols = {.arena = arena};
    nh_array_push(&symbols, m->time);
    for (uint32_t i = 0; i < m->n; i++) nh_array_push(&symbols, m->q[i]);
    for (uint32_t i = 0; i < m->parameters; i++) nh_array_push(&symbols, m->parameter[i]);
    return nh_read_names_of(m->pool, arena, (uint32_t)symbols.count, symbols.items);
}

static inline uint32_t mechanics_coordinate(const mechanics *m, const char *name) {
    nh_context *context = nh_pool_context(m->pool);
    for (uint32_t i = 0; i < m->n; i++)
        if (nh_expr_symbol_of(m->pool, m->q[i])->name == nh_name_of_text(context, name)) return i;
    fail_msg("there is no coordinate %s", name);
    return 0;
}

static inline void mechanics_add_forces(mechanics *m, nh_arena *arena, const oracle_case *c,
                                        const nh_read_names *names) {
    uint32_t count;
    const oracle_entry **entries = oracle_all(c, "force", &count);
    m->Q = NH_NEW_ARRAY(arena, nh_expr, m->n); /* NH_EXPR_ZERO is 0 */
    for (uint32_t i = 0; i < count; i++)
        m->Q[mechanics_coordinate(m, entries[i]->name)] = mechanics_read(m->pool, names, entries[i]->text);
}

/* The kinematic rows first, then the geometric ones: the order of the multipliers in the samples. */
static inline void mechanics_add_rows(mechanics *m, nh_arena *arena, const oracle_case *c, const nh_read_names *names) {
    uint32_t kinematic, geometric;
    const oracle_entry **first = oracle_all(c, "constraint", &kinematic),
                       **then = oracle_all(c, "holonomic", &geometric);
    m->rows = kinematic + geometric;
    m->row = NH_NEW_ARRAY(arena, const char *, m->rows);
    m->residual = NH_NEW_ARRAY(arena, nh_expr, m->rows);
    m->rate = NH_NEW_ARRAY(arena, nh_expr, m->rows);
    for (uint32_t i = 0; i < m->rows; i++) {
        const oracle_entry *entry = i < kinematic ? first[i] : then[i - kinematic];
        m->row[i] = entry->name;
        m->residual[i] = mechanics_read(m->pool, names, entry->text);
        m->rate[i] = i < kinematic ? m->residual[i] : nh_expr_total_derivative(m->pool, m->residual[i]);
    }
}

static inline mechanics mechanics_of_case(nh_arena *arena, const oracle_case *c) {
    mechanics m = {.pool = nh_pool_create(nh_arena_context(arena))};
    m.time = nh_expr_symbol_text(m.pool, NH_ROLE_TIME, "t");
    mechanics_add_coordinates(&m, arena, oracle_first(c, "coordinates")->rest);
    mechanics_add_parameters(&m, arena, c);
    nh_read_names names = mechanics_names(&m, arena);
    m.T = mechanics_read(m.pool, &names, oracle_first(c, "T")->rest);
    m.V = mechanics_read(m.pool, &names, oracle_first(c, "V")->rest);
    m.L = nh_expr_sub(m.pool, m.T, m.V);
    m.E = nh_expr_neg(m.pool, m.L);
    for (uint32_t i = 0; i < m.n; i++)
        m.E = nh_expr_add(m.pool, m.E, nh_expr_mul(m.pool, m.v[i], nh_expr_diff(m.pool, m.L, m.v[i])));
    mechanics_add_forces(&m, arena, c, &names);
    mechanics_add_rows(&m, arena, c, &names);
    return m;
}

/* ---- from a model ---- */

static inline long double mechanics_known(nh_pool *pool, nh_expr e, const point *at, const char *what) {
    evaluated v = evaluate(pool, e, at);
    if (!is_known(v)) fail_msg("%s has no value", what);
    return v.value;
}

/* Parameters have values in earlier ones. One without a value gets what evaluate.h makes from its name. */
static inline void mechanics_take_parameters(mechanics *m, nh_arena *arena, const nh_model *model) {
    m->parameter = NH_NEW_ARRAY(arena, nh_expr, model->parameters.count);
    m->value = NH_NEW_ARRAY(arena, long double, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        if (p->value == NH_EXPR_UNDEFINED) continue;
        point known = {.count = m->parameters, .symbols = m->parameter, .values = m->value};
        long double value = mechanics_known(m->pool, p->value, &known, nh_name_text(model->context, p->name));
        m->parameter[m->parameters] = p->symbol;
        m->value[m->parameters++] = value;
    }
}

static inline void mechanics_take_rows(mechanics *m, nh_arena *arena, nh_model *model) {
    m->row = NH_NEW_ARRAY(arena, const char *, model->rows.count);
    m->residual = NH_NEW_ARRAY(arena, nh_expr, model->rows.count);
    m->rate = NH_NEW_ARRAY(arena, nh_expr, model->rows.count);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed) continue;
        m->row[m->rows] = nh_name_text(model->context, row->name);
        m->residual[m->rows] = row->residual;
        m->rate[m->rows++] = nh_row_rate(model, row);
    }
}

static inline mechanics mechanics_of_model(nh_arena *arena, nh_model *model) {
    mechanics m = {.pool = model->pool, .n = (uint32_t)model->coordinates.count, .time = model->time};
    m.q = nh_model_coordinates(model, arena);
    m.v = nh_model_velocities(model, arena);
    m.a = nh_model_accelerations(model, arena);
    mechanics_take_parameters(&m, arena, model);
    m.T = model->T == NH_EXPR_UNDEFINED ? NH_EXPR_ZERO : model->T;
    m.V = model->V == NH_EXPR_UNDEFINED ? NH_EXPR_ZERO : model->V;
    m.L = model->L;
    m.E = nh_model_energy(model);
    m.Q = model->Q;
    mechanics_take_rows(&m, arena, model);
    return m;
}

/* ---- values ---- */

/* d/dt dL/dq_i' - dL/dq_i */
static inline nh_expr mechanics_operator(const mechanics *m, uint32_t i) {
    nh_expr p = nh_expr_diff(m->pool, m->L, m->v[i]);
    return nh_expr_sub(m->pool, nh_expr_total_derivative(m->pool, p), nh_expr_diff(m->pool, m->L, m->q[i]));
}

/* What mechanics_values has, in its order. */
static inline nh_exprs mechanics_outputs(nh_arena *arena, const mechanics *m) {
    nh_exprs list = {.arena = arena};
    const nh_expr scalars[] = {m->T, m->V, m->L, m->E};
    for (int i = 0; i < 4; i++) nh_array_push(&list, scalars[i]);
    for (int i = 0; i < 3; i++) nh_array_push(&list, nh_expr_total_derivative(m->pool, scalars[i == 0 ? 3 : i - 1]));
    for (uint32_t i = 0; i < m->n; i++) nh_array_push(&list, m->Q[i]);
    for (uint32_t i = 0; i < m->n; i++) nh_array_push(&list, mechanics_operator(m, i));
    for (uint32_t i = 0; i < m->rows; i++) nh_array_push(&list, m->residual[i]);
    for (uint32_t i = 0; i < m->rows; i++) nh_array_push(&list, nh_expr_total_derivative(m->pool, m->rate[i]));
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++)
            nh_array_push(&list, nh_expr_diff(m->pool, nh_expr_diff(m->pool, m->L, m->v[i]), m->v[j]));
    for (uint32_t i = 0; i < m->rows; i++)
        for (uint32_t j = 0; j < m->n; j++) nh_array_push(&list, nh_expr_diff(m->pool, m->rate[i], m->v[j]));
    return list;
}

static inline point mechanics_point(nh_arena *arena, const mechanics *m, const mechanics_state *at) {
    uint32_t count = 1 + 3 * m->n + m->parameters, k = 0;
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, count);
    long double *values = NH_NEW_ARRAY(arena, long double, count);
    symbols[k] = m->time;
    values[k++] = at->t;
    for (uint32_t i = 0; i < m->n; i++) {
        symbols[k] = m->q[i], values[k++] = at->q[i];
        symbols[k] = m->v[i], values[k++] = at->v[i];
        symbols[k] = m->a[i], values[k++] = at->a[i];
    }
    for (uint32_t i = 0; i < m->parameters; i++) symbols[k] = m->parameter[i], values[k++] = m->value[i];
    return (point){.seed = 1, .count = count, .symbols = symbols, .values = values};
}

/* As evaluate_all, with every number taken for exact: at the states of a motion much cancels, which has no bound. */
static inline void mechanics_run(nh_pool *pool, size_t count, const nh_expr *e, const point *at, long double *result) {
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    evaluated *values = NH_NEW_ARRAY(scratch, evaluated, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr node = walk->order[i];
        nh_arena_mark mark = nh_arena_mark_here(scratch);
        evaluated *a = NH_NEW_ARRAY(scratch, evaluated, nh_expr_arity(pool, node));
        for (uint32_t j = 0; j < nh_expr_arity(pool, node); j++)
            a[j] = values[nh_walk_place(walk, nh_expr_args(pool, node)[j])];
        bool is_name = nh_expr_kind_of(pool, node) == NH_EXPR_SYMBOL &&
                       nh_expr_symbol_of(pool, node)->role == NH_ROLE_ABBREVIATION;
        values[i] = is_name ? values[nh_walk_place(walk, nh_expr_symbol_of(pool, node)->definition)]
                            : value_of_node(pool, node, a, at);
        values[i].error = 0;
        nh_arena_release(scratch, mark);
    }
    for (size_t i = 0; i < count; i++) result[i] = values[nh_walk_place(walk, e[i])].value;
    nh_walk_end(walk);
}

static inline mechanics_values mechanics_evaluate(nh_arena *arena, const mechanics *m, const mechanics_state *at) {
    nh_exprs list = mechanics_outputs(arena, m);
    point where = mechanics_point(arena, m, at);
    long double *x = NH_NEW_ARRAY(arena, long double, list.count);
    mechanics_run(m->pool, list.count, list.items, &where, x);
    for (size_t i = 0; i < list.count; i++)
        if (!isfinite(x[i])) fail_msg("quantity %zu of %zu has no value", i, list.count);
    mechanics_values v = {.T = x[0], .V = x[1], .L = x[2], .E = x[3], .dE_dt = x[4], .dT_dt = x[5], .dV_dt = x[6]};
    v.Q = x + 7;
    v.lagrange = v.Q + m->n;
    v.residual = v.lagrange + m->n;
    v.drate = v.residual + m->rows;
    v.mass = v.drate + m->rows;
    v.jacobian = v.mass + (size_t)m->n * m->n;
    return v;
}

/* ---- comparing ---- */

/* Fails unless the two agree to the tolerance, relative to the larger of them and `scale`. */
static inline void mechanics_compare(const char *file, const char *what, long double found, long double wanted,
                                     long double scale, double tolerance) {
    long double size = fmaxl(scale, fmaxl(fabsl(found), fabsl(wanted)));
    if (!(fabsl(found - wanted) <= tolerance * size))
        fail_msg("%s: %s is %.17Lg, not %.17Lg", file, what, found, wanted);
}

/* The state with everything but time moved a little, so that constraints do not hold there. */
static inline mechanics_state mechanics_moved(nh_arena *arena, uint32_t n, mechanics_state at, uint64_t stream) {
    nh_random random = nh_random_make(test_seed(), stream);
    double *moved[3];
    const double *from[3] = {at.q, at.v, at.a};
    for (int k = 0; k < 3; k++) {
        moved[k] = NH_NEW_ARRAY(arena, double, n);
        for (uint32_t i = 0; i < n; i++) moved[k][i] = from[k][i] + nh_random_uniform(&random, -0.1, 0.1);
    }
    return (mechanics_state){.t = at.t, .q = moved[0], .v = moved[1], .a = moved[2]};
}

/* The state of a sample; one without accelerations has none here. */
static inline mechanics_state mechanics_sample(nh_arena *arena, uint32_t n, const oracle_block *block) {
    const double *a = oracle_get(block, "qdd", n);
    mechanics_state at = {oracle_get(block, "t", 1)[0], oracle_get(block, "q", n), oracle_get(block, "qd", n), a};
    assert_non_null(at.q);
    assert_non_null(at.v);
    if (!a) at.a = NH_NEW_ARRAY(arena, double, n);
    return at;
}

#endif
