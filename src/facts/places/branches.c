/* Branches by components, or else by factors; and the sides of what is made of pieces. */
#include "facts/places/branches.h"

#include <math.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "facts/places/parts.h"
#include "facts/places/switches.h"
#include "model/inputs.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "tape/program.h"

/* Combinations of the factors of all rows; equations that are named. */
enum { MOST_BRANCHES = 64, MOST_SHOWN = 3 };

/* The factors of one imposed row that can be 0. */
typedef struct factors {
    const nh_row *row;
    nh_exprs list;
} factors;

typedef struct search {
    nh_arena *arena;
    const nh_model *model;
    nh_pool *pool;
    NH_ARRAY(factors) rows;
    NH_ARRAY(nh_branch) branches;
    uint32_t components; /* 0: not known */
} search;

/* ---- factors ---- */

/* Whether it is certainly never 0: exp(q), 1 + q^2. */
static bool is_positive(nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind != NH_EXPR_SUM) return kind == NH_EXPR_EXP || kind == NH_EXPR_COSH;
    nh_expr constant = nh_expr_args(pool, e)[0];
    int sign = nh_rat_sign(nh_expr_rational(pool, constant));
    nh_expr rest = nh_expr_sub(pool, e, constant);
    return (sign > 0 && nh_expr_is_nonnegative(pool, rest)) ||
           (sign < 0 && nh_expr_is_nonnegative(pool, nh_expr_neg(pool, rest)));
}

static void add_factor(search *f, factors *to, nh_expr e) {
    if (!nh_expr_has(f->pool, e, NH_HAS_COORDINATE) || is_positive(f->pool, e)) return;
    if (nh_exprs_has(&to->list, e)) return;
    nh_array_push(&to->list, e);
}

static void list_factors(search *f, const nh_row *row) {
    factors own = {.row = row, .list = {.arena = f->arena}};
    nh_rat ignored;
    nh_expr e = nh_expr_split(f->pool, nh_expr_expand_names(f->pool, row->residual), &ignored);
    nh_expr factored = nh_expr_factored(f->pool, e);
    if (factored != NH_EXPR_UNDEFINED && nh_expr_kind_of(f->pool, e) != NH_EXPR_PRODUCT)
        e = nh_expr_split(f->pool, factored, &ignored);
    if (nh_expr_kind_of(f->pool, e) == NH_EXPR_PRODUCT) {
        for (uint32_t k = 0; k < nh_expr_arity(f->pool, e); k += 2) {
            const nh_expr *args = nh_expr_args(f->pool, e);
            if (nh_rat_sign(nh_expr_rational(f->pool, args[k + 1])) > 0) add_factor(f, &own, args[k]);
        }
    }
    if (own.list.count == 0) nh_array_push(&own.list, e);
    nh_array_push(&f->rows, own);
}

/* ---- branches of factors ---- */

/* The factor, and its rate where the row is geometric. */
static void add_equation(search *f, nh_exprs *to, const nh_row *row, nh_expr factor) {
    nh_array_push(to, factor);
    if (row->is_geometric) nh_array_push(to, nh_expr_total_derivative(f->pool, factor));
}

/* Where components are known they are what counts; but sines of time in products hide factors from them. */
static bool is_proper(const search *f, nh_expr factor) {
    return f->components == 0 || (f->components == 1 && nh_expr_has(f->pool, factor, NH_HAS_TIME));
}

/* Whether the equations leave positions as free as the geometric rows do. */
static bool leaves_positions(const search *f, const nh_exprs *zero) {
    size_t of_positions = 0, geometric = 0;
    for (size_t i = 0; i < f->model->rows.count; i++)
        geometric += f->model->rows.items[i].is_imposed && f->model->rows.items[i].is_geometric;
    for (size_t i = 0; i < zero->count; i++) of_positions += !nh_expr_has(f->pool, zero->items[i], NH_HAS_VELOCITY);
    return of_positions <= geometric;
}

/* which: the factor of each row; those of other rows than `only`, unless it is NH_MODEL_NONE, are whole. */
static void add_branch(search *f, const size_t *which, uint32_t only) {
    nh_exprs zero = {.arena = f->arena};
    for (uint32_t i = 0; i < f->rows.count; i++) {
        const factors *own = &f->rows.items[i];
        bool is_whole = only != NH_MODEL_NONE && only != i;
        add_equation(f, &zero, own->row,
                     is_whole ? nh_expr_expand_names(f->pool, own->row->residual) : own->list.items[which[i]]);
    }
    nh_branch branch = {.count = (uint32_t)zero.count, .zero = zero.items};
    if (only != NH_MODEL_NONE) branch.is_proper = is_proper(f, f->rows.items[only].list.items[which[only]]);
    branch.is_large = branch.is_proper && leaves_positions(f, &zero);
    nh_array_push(&f->branches, branch);
}

/* Each factor of each row, in addition to the other rows as they are. */
static void add_single(search *f, size_t *which) {
    for (uint32_t i = 0; i < f->rows.count; i++) {
        size_t count = f->rows.items[i].list.count;
        for (which[i] = 0; count > 1 && which[i] < count; which[i]++) add_branch(f, which, i);
        which[i] = 0;
    }
}

/* All choices of one factor a row, where these are few; some are contradictions. */
static void add_choices(search *f, size_t *which) {
    size_t all = 1, several = 0;
    for (size_t i = 0; i < f->rows.count; i++) {
        all = all <= MOST_BRANCHES ? all * f->rows.items[i].list.count : all;
        several += f->rows.items[i].list.count > 1;
    }
    for (size_t k = 0; several > 1 && all <= MOST_BRANCHES && k < all; k++) {
        size_t rest = k;
        for (size_t i = 0; i < f->rows.count; i++) {
            which[i] = rest % f->rows.items[i].list.count;
            rest /= f->rows.items[i].list.count;
        }
        add_branch(f, which, NH_MODEL_NONE);
    }
}

static void use_factors(search *f) {
    for (size_t i = 0; i < f->model->rows.count; i++)
        if (nh_row_restricts(&f->model->rows.items[i])) list_factors(f, &f->model->rows.items[i]);
    size_t *which = NH_NEW_ARRAY(f->arena, size_t, f->rows.count + 1);
    add_single(f, which);
    add_choices(f, which);
}

/* ---- pieces ---- */

/* The rows, and these; NH_EXPR_UNDEFINED: one alone. */
static void add_side(search *f, const nh_exprs *rows, nh_expr a, nh_expr b) {
    nh_exprs zero = {.arena = f->arena};
    nh_array_append(&zero, rows->count, rows->items);
    nh_array_push(&zero, a);
    if (b != NH_EXPR_UNDEFINED) nh_array_push(&zero, b);
    nh_branch branch = {.count = (uint32_t)zero.count, .zero = zero.items};
    branch.has_time = !nh_expr_has(f->pool, a, NH_HAS_COORDINATE) ||
                      (b != NH_EXPR_UNDEFINED && !nh_expr_has(f->pool, b, NH_HAS_COORDINATE));
    nh_array_push(&f->branches, branch);
}

/* States on both sides of each switch, at two distances: one may be far from everything else; and on
 * both sides of two of them. */
static void add_sides(search *f, const nh_exprs *rows) {
    nh_switches switches = nh_switches_find(f->arena, f->model);
    const nh_expr distance[] = {NH_EXPR_ONE, NH_EXPR_MINUS_ONE, nh_expr_fraction(f->pool, 1, 100),
                                nh_expr_fraction(f->pool, -1, 100)};
    for (size_t i = 0; i < switches.items.count; i++)
        for (size_t k = 0; k < sizeof distance / sizeof *distance; k++)
            add_side(f, rows, nh_expr_sub(f->pool, switches.items.items[i], distance[k]), NH_EXPR_UNDEFINED);
    for (size_t i = 0; i < switches.pairs.count; i++)
        for (size_t k = 0; k < 4; k++) {
            nh_switch_pair pair = switches.pairs.items[i];
            add_side(f, rows, nh_expr_sub(f->pool, pair.a, distance[k % 2]),
                     nh_expr_sub(f->pool, pair.b, distance[k / 2]));
        }
}

/* ---- all of them ---- */

/* All rows as they are: from far away its steps lead elsewhere than those of state.h. */
static void add_whole(search *f) {
    nh_exprs zero = {.arena = f->arena};
    for (size_t i = 0; i < f->model->rows.count; i++) {
        const nh_row *row = &f->model->rows.items[i];
        if (nh_row_restricts(row)) add_equation(f, &zero, row, nh_expr_expand_names(f->pool, row->residual));
    }
    nh_branch branch = {.count = (uint32_t)zero.count, .zero = zero.items};
    if (zero.count > 0) nh_array_push(&f->branches, branch);
    add_sides(f, &zero);
}

nh_branch_set nh_branches_find(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    search f = {.arena = arena, .model = model, .pool = model->pool};
    f.rows.arena = f.branches.arena = arena;
    nh_parts parts = nh_parts_split(arena, model);
    for (uint32_t i = 0; parts.count > 1 && i < parts.count; i++) {
        const nh_part *part = &parts.items[i];
        nh_branch branch = {.count = part->count, .zero = part->zero, .is_proper = true};
        nh_exprs zero = {.arena = arena};
        nh_array_append(&zero, part->count, part->zero);
        branch.is_large = part->dimension >= parts.items[0].dimension && leaves_positions(&f, &zero);
        nh_array_push(&f.branches, branch);
    }
    f.components = parts.count;
    use_factors(&f);
    add_whole(&f);
    return (nh_branch_set){(uint32_t)f.branches.count, f.branches.items};
}

const char *nh_branch_words(nh_arena *arena, const nh_model *model, const nh_branch *branch) {
    NH_ASSERT(branch->count > 0);
    nh_text text = nh_text_begin(arena);
    for (uint32_t i = 0; i < branch->count && i < MOST_SHOWN; i++) {
        if (i > 0) nh_text_add(&text, " and ");
        nh_expr_print(model->pool, &text, branch->zero[i]);
        nh_text_add(&text, " = 0");
    }
    if (branch->count > MOST_SHOWN) nh_text_add(&text, " and more");
    return nh_text_string(&text);
}

/* ==== draw ==== */

/* States on a branch: Newton's method by steps of least norm from random points, halved until the residuals,
 * each divided by the length of its gradient, become less. The equations may be more than are independent: a
 * step is one of least squares. Every third search moves positions only where velocities cannot do it: what is
 * linear in x' and oscillates with y is solved for x' in one step, and by y hardly ever. */

/* Steps of a search and halvings of one; unknowns times equations of the least squares. */
enum { STEPS = 80, HALVINGS = 20, MOST_NUMBERS = 10000 };
/* Of gradients of length 1: what is left of one; of the size of a state: how far away the equations may hold, and
 * where it is asked whether a state has them. */
#define DEPENDENT 1e-9
#define HOLDS 1e-12
#define HOLDS_BARELY 1e-7
/* A search that went this many times farther than it began goes to infinity, where residuals are
 * small compared with the state. */
#define FAR 1e9
/* How far positions move where velocities could, in every third search. */
#define RELUCTANT 1e-6

struct nh_branch_way {
    nh_states *states;
    uint32_t n, count;
    uint32_t size;       /* of z: q, q' and, where it is moved, t */
    nh_program *program; /* values, then their derivatives by q and q', one equation after the other; NULL: too many */
    double *inputs, *outputs;
    nh_qr *qr;
    double *matrix, *right, *step, *z, *trial, *weight;
    double ease; /* of moving positions: steps are least where these are divided by it */
};

/* ---- making ---- */

static void make_program(nh_branch_way *way, nh_arena *arena, const nh_branch *branch) {
    const nh_model *model = nh_states_model(way->states);
    uint32_t size = way->size, count = branch->count;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, (size_t)count * (size + 1) + 1);
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    nh_expr *unknowns = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)way->n + 1);
    memcpy(unknowns, def.inputs + 1, 2 * way->n * sizeof *unknowns);
    unknowns[2 * way->n] = model->time;
    memcpy(outputs, branch->zero, count * sizeof *outputs);
    for (uint32_t e = 0; e < count; e++) {
        nh_expr *row = outputs + count + (size_t)e * size;
        nh_expr_gradient(model->pool, branch->zero[e], size, unknowns, row);
    }
    def.output_count = count * (size + 1);
    def.outputs = outputs;
    way->program = nh_program_of(arena, model->pool, &def, NULL);
}

nh_branch_way *nh_branch_way_make(nh_arena *arena, nh_states *states, const nh_branch *branch) {
    NH_ASSERT(branch->count == 0 || branch->zero != NULL);
    nh_branch_way *way = NH_NEW(arena, nh_branch_way);
    *way = (nh_branch_way){.states = states, .count = branch->count, .ease = 1};
    way->n = (uint32_t)nh_states_model(states)->coordinates.count;
    way->size = 2 * way->n + branch->has_time;
    size_t size = way->size, count = branch->count;
    if (size * count > MOST_NUMBERS) return way;
    make_program(way, arena, branch);
    way->inputs = NH_NEW_ARRAY(arena, double, 2 * (size_t)way->n + 1);
    way->qr = nh_qr_make(arena, (int)count, (int)size);
    way->matrix = NH_NEW_ARRAY(arena, double, size *count + 1);
    way->right = NH_NEW_ARRAY(arena, double, count + 1);
    way->weight = NH_NEW_ARRAY(arena, double, count + 1);
    way->step = NH_NEW_ARRAY(arena, double, size + 1);
    way->z = NH_NEW_ARRAY(arena, double, size + 2);
    way->trial = NH_NEW_ARRAY(arena, double, size + 1);
    return way;
}

/* ---- steps ---- */

static bool evaluate_way(nh_branch_way *way, double t, const double *z) {
    size_t size = way->size, own = 2 * (size_t)way->n;
    way->inputs[0] = size > own ? z[own] : t;
    memcpy(way->inputs + 1, z, own * sizeof *z);
    nh_program_begin(way->program, nh_states_parameters(way->states));
    way->outputs = nh_program_at(way->program, way->inputs);
    return nh_doubles_are_finite(way->outputs, way->count * (size + 1));
}

/* One over the length of each gradient; 1 where there is none. */
static void weigh_gradients(nh_branch_way *way) {
    size_t size = way->size;
    for (size_t e = 0; e < way->count; e++) {
        double length = nh_doubles_length(way->outputs + way->count + e * size, size);
        way->weight[e] = length > 0 ? 1 / length : 1;
    }
}

/* About how far away the equations hold, relative to 1 and the size of z. */
static double residual_of(const nh_branch_way *way, const double *z) {
    double sum = 0;
    for (size_t e = 0; e < way->count; e++) sum = hypot(sum, way->weight[e] * way->outputs[e]);
    return sum / fmax(1, nh_doubles_largest(z, way->size));
}

static bool find_step(nh_branch_way *way) {
    size_t size = way->size, count = way->count;
    for (size_t e = 0; e < count; e++) {
        double length = 0;
        for (size_t k = 0; k < size; k++) {
            way->matrix[e + k * count] = (k < way->n ? way->ease : 1) * way->outputs[count + e * size + k];
            length = hypot(length, way->matrix[e + k * count]);
        }
        double weight = length > 0 ? 1 / length : 1;
        for (size_t k = 0; k < size; k++) way->matrix[e + k * count] *= weight;
        way->right[e] = -weight * way->outputs[e];
    }
    if (!nh_qr_factor(way->qr, way->matrix)) return false;
    int rank = nh_qr_rank(way->qr, DEPENDENT);
    NH_ASSERT(rank >= 0 && (size_t)rank <= size);
    if (rank > 0) nh_qr_solve(way->qr, rank, way->right, way->step, 1);
    for (size_t k = 0; k < way->n; k++) way->step[k] *= way->ease;
    return rank > 0;
}

static bool advance_way(nh_branch_way *way, double t, double before) {
    size_t size = way->size;
    for (int i = 0; i < HALVINGS; i++) {
        for (size_t k = 0; k < size; k++) way->trial[k] = way->z[k] + ldexp(way->step[k], -i);
        if (!evaluate_way(way, t, way->trial) || !(residual_of(way, way->trial) < before)) continue;
        memcpy(way->z, way->trial, size * sizeof *way->z);
        return true;
    }
    return false;
}

static bool solve_way(nh_branch_way *way, double t) {
    if (!evaluate_way(way, t, way->z)) return false;
    for (int i = 0; i < STEPS; i++) {
        nh_tick(nh_states_model(way->states)->context, 1 + way->n);
        weigh_gradients(way);
        double before = residual_of(way, way->z);
        if (before == 0) return true;
        if (!find_step(way) || !advance_way(way, t, before)) return before <= HOLDS;
    }
    return residual_of(way, way->z) <= HOLDS;
}

/* ---- points ---- */

/* Every second one around a state that small steps lead to, the others on a scale that is drawn, of
 * all together or of each. */
static void scatter_start(nh_branch_way *way, nh_random *random, double t, nh_state *state) {
    double way_of = nh_random_unit(random), scale = pow(10, 4 * nh_random_unit(random) - 1);
    bool is_near = way_of < 0.5 && nh_states_random(way->states, random, t, 2, state);
    for (size_t i = 0; i < 2 * (size_t)way->n; i++) {
        double own = way_of < 0.75 ? scale : pow(10, 4 * nh_random_unit(random) - 1);
        double centre = !is_near ? 0 : i < way->n ? state->q[i] : state->v[i - way->n];
        way->z[i] = centre + (is_near ? fmax(1, fabs(centre)) : own) * nh_random_normal(random);
    }
}

static double size_of(const nh_branch_way *way) {
    double most = 1;
    for (size_t k = 0; k < way->size; k++) most = fmax(most, fabs(way->z[k]));
    return most;
}

bool nh_branch_draw(nh_branch_way *way, nh_random *random, double t, nh_state *state) {
    NH_ASSERT(state->q != NULL || way->n == 0);
    if (way->program == NULL || way->n == 0) return false;
    scatter_start(way, random, t, state);
    way->z[2 * (size_t)way->n] = t;
    way->ease = nh_random_between(random, 0, 2) == 0 ? RELUCTANT : 1;
    double begin = size_of(way);
    if (!solve_way(way, t) || size_of(way) > FAR * begin) return false;
    state->t = way->size > 2 * way->n ? way->z[2 * (size_t)way->n] : t;
    memcpy(state->q, way->z, way->n * sizeof *way->z);
    memcpy(state->v, way->z + way->n, way->n * sizeof *way->z);
    return true;
}

bool nh_branch_has(nh_branch_way *way, const nh_state *state) {
    NH_ASSERT(state->q != NULL || way->n == 0);
    if (way->program == NULL || way->n == 0) return false;
    memcpy(way->z, state->q, way->n * sizeof *way->z);
    memcpy(way->z + way->n, state->v, way->n * sizeof *way->z);
    way->z[2 * (size_t)way->n] = state->t;
    if (!evaluate_way(way, state->t, way->z)) return false;
    weigh_gradients(way);
    return residual_of(way, way->z) <= HOLDS_BARELY;
}
