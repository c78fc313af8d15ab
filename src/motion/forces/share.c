/* Shares: one tape for the entries of M and all Q, one sparse factorisation at each state.
 *
 * M falls into blocks of coordinates that hang together by its entries, such as those of one free point. A force on one
 * block moves nothing in the others: only the u of the blocks that Q acts on are unknowns.
 *
 * Coordinates that no mass moves with (an empty row of M) are left out: J is 0 there. The four numbers of a quaternion
 * move no mass when they grow together, so M is singular along their row unit.B, whose gradient is g. There M + c g g^T
 * is taken in its place: it leaves alone how the masses take up what turns them, and what pulls at the length of the
 * quaternion turns nothing. */
#include "motion/forces/share_private.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "num/linear/doubles.h"
#include "num/linear/sparse.h"
#include "tape/ball_run.h"
#include "tape/program.h"

/* Below this the matrix counts as singular. */
#define SINGULAR 1e-13

/* Entry (i, j) of the matrix that is factored. */
typedef struct entry {
    uint32_t i, j;
    nh_expr value;
} entry;

struct nh_shares {
    const nh_model *model;
    nh_arena *arena;
    uint32_t n, size;        /* coordinates; those that move mass */
    uint32_t *place;         /* by coordinate: its number among those that move mass, or NH_MODEL_NONE */
    NH_ARRAY(entry) entries; /* of M, then of g g^T */
    size_t mass_entries;
    nh_exprs sides;           /* of all Q, those that move mass */
    nh_exprs symbols;         /* of all u */
    NH_ARRAY(uint32_t) where; /* by symbol: its place among the coordinates that move mass */
    NH_ARRAY(size_t) ends;    /* by Q: where its symbols end */
    uint32_t *block;          /* by coordinate that moves mass: the first one of its block; made for the first Q */
    double *side;             /* size */
    nh_pattern pattern;
    int *slot; /* by entry: where it is in the pattern */
    nh_sparse_lu *lu;
    nh_program *program;
    double *outputs; /* of it */
    double *values;
};

/* ---- making ---- */

static void number_coordinates(nh_shares *s, const nh_expr_matrix *mass) {
    s->place = NH_NEW_ARRAY(s->arena, uint32_t, s->n);
    for (uint32_t i = 0; i < s->n; i++) s->place[i] = mass->start[i + 1] > mass->start[i] ? s->size++ : NH_MODEL_NONE;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = mass->start[i]; k < mass->start[i + 1]; k++)
            nh_array_push(&s->entries, ((entry){s->place[i], s->place[mass->column[k]], mass->entry[k]}));
    s->mass_entries = s->entries.count;
}

/* g g^T of the length of a quaternion. */
static void add_unit(nh_shares *s, nh_expr residual) {
    nh_pool *pool = s->model->pool;
    const nh_expr *q = nh_model_coordinates(s->model, s->arena);
    nh_expr_matrix g = nh_expr_jacobian(pool, s->arena, 1, &residual, s->n, q);
    for (uint32_t a = 0; a < g.start[1]; a++)
        for (uint32_t b = 0; b < g.start[1]; b++) {
            uint32_t i = s->place[g.column[a]], j = s->place[g.column[b]];
            if (i == NH_MODEL_NONE || j == NH_MODEL_NONE) continue;
            nh_array_push(&s->entries, ((entry){i, j, nh_expr_mul(pool, g.entry[a], g.entry[b])}));
        }
}

nh_shares *nh_shares_make(nh_arena *arena, const nh_model *model) {
    nh_shares *s = NH_NEW(arena, nh_shares);
    *s = (nh_shares){.model = model, .arena = arena, .n = (uint32_t)model->coordinates.count};
    s->entries.arena = s->sides.arena = s->symbols.arena = s->where.arena = s->ends.arena = arena;
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_expr *v = nh_model_velocities(model, arena);
    nh_expr_matrix mass = nh_expr_hessian(model->pool, arena, model->T, s->n, v);
    number_coordinates(s, &mass);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_unit) add_unit(s, model->rows.items[i].residual);
    return s;
}

/* The first of the block, with the path to it made shorter. */
static uint32_t first_of(uint32_t *block, uint32_t i) {
    while (block[i] != i) i = block[i] = block[block[i]];
    return i;
}

static void find_blocks(nh_shares *s) {
    s->block = NH_NEW_ARRAY(s->arena, uint32_t, s->size);
    for (uint32_t i = 0; i < s->size; i++) s->block[i] = i;
    for (size_t k = 0; k < s->entries.count; k++) {
        uint32_t a = first_of(s->block, s->entries.items[k].i), b = first_of(s->block, s->entries.items[k].j);
        s->block[a > b ? a : b] = a > b ? b : a;
    }
}

/* By first coordinate of a block: whether Q acts on the block. */
static bool *blocks_of(nh_shares *s, const nh_expr *Q) {
    bool *acts = NH_NEW_ARRAY(s->arena, bool, s->size);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->place[i] != NH_MODEL_NONE && Q[i] != NH_EXPR_ZERO) acts[first_of(s->block, s->place[i])] = true;
    return acts;
}

const nh_expr *nh_shares_add(nh_shares *shares, const nh_expr *Q) {
    NH_ASSERT(shares->program == NULL);
    nh_shares *s = shares;
    if (s->block == NULL) find_blocks(s);
    const bool *acts = blocks_of(s, Q);
    nh_expr *u = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_tick(s->model->context, 1);
        u[i] = NH_EXPR_ZERO;
        if (s->place[i] == NH_MODEL_NONE || !acts[first_of(s->block, s->place[i])]) continue;
        nh_text name = nh_text_begin(s->arena); /* no name in a model has a blank */
        nh_text_format(&name, "share %zu %u", s->ends.count, (unsigned)i);
        u[i] = nh_expr_symbol_text(s->model->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        nh_array_push(&s->symbols, u[i]);
        nh_array_push(&s->sides, Q[i]);
        nh_array_push(&s->where, s->place[i]);
    }
    nh_array_push(&s->ends, s->symbols.count);
    return u;
}

size_t nh_shares_count(const nh_shares *shares) {
    return shares->symbols.count;
}

const nh_expr *nh_shares_symbols(const nh_shares *shares) {
    return shares->symbols.items;
}

static void make_pattern(nh_shares *s) {
    size_t count = s->entries.count;
    if (count > INT32_MAX) nh_raise(s->model->context, NH_E_LIMIT);
    int *i = NH_NEW_ARRAY(s->arena, int, count), *j = NH_NEW_ARRAY(s->arena, int, count);
    for (size_t k = 0; k < count; k++) {
        i[k] = (int)s->entries.items[k].i;
        j[k] = (int)s->entries.items[k].j;
    }
    s->slot = NH_NEW_ARRAY(s->arena, int, count);
    s->pattern = nh_pattern_make(s->arena, (int)s->size, (int)s->size, (int)count, i, j, s->slot);
    s->values = NH_NEW_ARRAY(s->arena, double, (size_t)s->pattern.start[s->size]);
    s->lu = nh_sparse_lu_make(s->arena, &s->pattern);
}

void nh_shares_begin(nh_shares *shares, size_t count, const nh_expr *inputs) {
    NH_ASSERT(shares->program == NULL);
    nh_shares *s = shares;
    if (s->symbols.count == 0) return;
    make_pattern(s);
    size_t outputs = s->entries.count + s->sides.count;
    nh_expr *values = NH_NEW_ARRAY(s->arena, nh_expr, outputs);
    for (size_t i = 0; i < s->entries.count; i++) values[i] = s->entries.items[i].value;
    for (size_t i = 0; i < s->sides.count; i++) values[s->entries.count + i] = s->sides.items[i];
    nh_tape_def def = nh_model_tape_over(s->model, s->arena, count, inputs, outputs, values);
    s->program = nh_program_of(s->arena, s->model->pool, &def, NULL);
    s->outputs = nh_program_outputs(s->program);
    s->side = NH_NEW_ARRAY(s->arena, double, s->size);
}

void nh_shares_set(nh_shares *shares, const double *parameters) {
    if (shares->symbols.count > 0) nh_program_begin(shares->program, parameters);
}

/* ---- solving ---- */

/* The first `count` entries: M alone, or with g g^T, made as large as M. */
static bool factor_mass(nh_shares *s, size_t count) {
    double largest = nh_doubles_largest(s->outputs, s->mass_entries);
    memset(s->values, 0, (size_t)s->pattern.start[s->size] * sizeof *s->values);
    for (size_t k = 0; k < count; k++)
        s->values[s->slot[k]] += k < s->mass_entries ? s->outputs[k] : largest * s->outputs[k];
    return nh_sparse_lu_factor(s->lu, s->values) && nh_sparse_lu_rcond(s->lu) > SINGULAR;
}

/* Symbols first .. end - 1 belong to one Q. */
static void solve_one(nh_shares *s, size_t first, size_t end, double *numbers) {
    NH_ASSERT(first <= end);
    const double *given = s->outputs + s->entries.count;
    memset(s->side, 0, s->size * sizeof *s->side);
    for (size_t i = first; i < end; i++) s->side[s->where.items[i]] = given[i];
    nh_sparse_lu_solve(s->lu, s->side);
    for (size_t i = first; i < end; i++) numbers[i] = s->side[s->where.items[i]];
}

bool nh_shares_solve(nh_shares *shares, const double *inputs, double *numbers) {
    NH_ASSERT(shares->symbols.count == 0 || shares->program != NULL);
    nh_shares *s = shares;
    if (s->symbols.count == 0) return true;
    (void)nh_program_at(s->program, inputs);
    bool solved = factor_mass(s, s->mass_entries);
    if (!solved && s->entries.count > s->mass_entries) solved = factor_mass(s, s->entries.count);
    for (size_t i = 0; !solved && i < s->symbols.count; i++) numbers[i] = NAN;
    for (size_t k = 0; solved && k < s->ends.count; k++)
        solve_one(s, k > 0 ? s->ends.items[k - 1] : 0, s->ends.items[k], numbers);
    return solved;
}

/* ---- solving in balls ---- */

/* M u = Q for all Q at once, dense; the first `count` entries: M alone, or with g g^T. */
static bool solve_dense(const nh_shares *s, const nh_ball *outputs, size_t count, nh_ball *u, int prec) {
    size_t size = s->size, columns = s->ends.count;
    nh_ball *matrix = nh_balls_new(size * size), *side = nh_balls_new(size * columns);
    const nh_ball *given = outputs + s->entries.count;
    for (size_t k = 0; k < count; k++) {
        nh_ball *at = &matrix[s->entries.items[k].i + size * s->entries.items[k].j];
        nh_ball_add(at, at, &outputs[k], prec);
    }
    for (size_t k = 0, i = 0; k < columns; k++)
        for (; i < s->ends.items[k]; i++) nh_ball_set(&side[s->where.items[i] + k * size], &given[i]);
    bool is_solved = nh_ball_solve(u, matrix, (int)size, side, (int)columns, prec);
    nh_balls_free(side, size * columns);
    nh_balls_free(matrix, size * size);
    return is_solved;
}

bool nh_shares_solve_balls(const nh_shares *shares, const nh_ball *parameters, const nh_ball *inputs, nh_ball *numbers,
                           int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    const nh_shares *s = shares;
    if (s->symbols.count == 0) return true;
    const nh_tape *tape = nh_program_tape(s->program);
    size_t outputs = nh_tape_outputs(tape), all = (size_t)s->size * s->ends.count;
    nh_ball *values = nh_balls_new(outputs), *u = nh_balls_new(all);
    nh_tape_run_balls(tape, parameters, inputs, values, prec);
    bool is_solved = solve_dense(s, values, s->mass_entries, u, prec);
    if (!is_solved && s->entries.count > s->mass_entries) is_solved = solve_dense(s, values, s->entries.count, u, prec);
    for (size_t k = 0, i = 0; k < s->ends.count && is_solved; k++)
        for (; i < s->ends.items[k]; i++) nh_ball_set(&numbers[i], &u[s->where.items[i] + k * s->size]);
    nh_balls_free(u, all);
    nh_balls_free(values, outputs);
    return is_solved;
}
