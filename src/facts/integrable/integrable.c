/* Every row by itself, then all together: by algebra, by what rows say by themselves, by brackets at states. */
#include "facts/integrable/integrable.h"

#include "algebra/field/normal.h"
#include "algebra/ideal/ideal.h"
#include "algebra/pfaff/potential.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/integrable/accelerated.h"
#include "facts/integrable/brackets.h"
#include "facts/integrable/curvature.h"
#include "facts/integrable/differentials.h"
#include "facts/limits_private.h"
#include "model/values.h"
#include "state/explicit/kind.h"

typedef struct inquiry {
    nh_admissible *a;
    nh_pool *pool;
    nh_chart chart;
    nh_map coordinates; /* symbols of coordinates and velocities to their numbers */
} inquiry;

/* What is known of some rows. */
typedef struct row_answer {
    nh_position_integrals integrals;
    nh_fact is_integrable;
    nh_differentials d;
} row_answer;

static uint32_t *kinematic_rows(const nh_admissible *a, uint32_t *count) {
    uint32_t *rows = NH_NEW_ARRAY(a->arena, uint32_t, a->model->rows.count + 1);
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (nh_row_restricts(&a->model->rows.items[i]) && !a->model->rows.items[i].is_geometric) rows[(*count)++] = i;
    return rows;
}

static inquiry begin_request(nh_admissible *a) {
    inquiry s = {a, a->model->pool, nh_chart_find(a), nh_map_make(a->arena)};
    for (uint32_t i = 0; i < a->model->coordinates.count; i++) {
        nh_map_put(&s.coordinates, a->model->coordinates.items[i].q, i);
        nh_map_put(&s.coordinates, a->model->coordinates.items[i].v, i);
    }
    return s;
}

/* ---- some rows ---- */

/* Some rows: their forms, the largest integrable part of these, its functions and factors. */

/* Runs a body within bounds; false when it takes too long. */
static bool attempt_within(const inquiry *s, nh_body body, void *user) {
    nh_budget budget = {.work = NH_WORK_INTEGRABLE};
    return nh_attempt(s->a->model->context, &budget, body, user) == NH_OK;
}

/* Longer coefficients are not examined; nor factors of more rows. */
enum { MOST_OPERATIONS = 4000, MOST_FACTORS = 8 };

/* Whether the coefficients are not too long. */
static bool is_small(const inquiry *s, const nh_pfaffian *system) {
    size_t size = (size_t)system->rank * system->count;
    return nh_expr_operations(s->pool, size, system->forms) <= MOST_OPERATIONS;
}

/* With the values of the parameters; the same forms where there are none in it. */
static nh_pfaffian put_values(const inquiry *s, const nh_pfaffian *given, bool *is_other) {
    NH_ASSERT(given->forms != NULL || given->rank == 0);
    size_t size = (size_t)given->rank * given->count;
    nh_expr *forms = NH_NEW_ARRAY(s->a->arena, nh_expr, size + 1);
    *is_other = false;
    for (size_t i = 0; i < size; i++) {
        forms[i] = nh_model_with_values(s->a->model, given->forms[i]);
        *is_other = *is_other || forms[i] != given->forms[i];
    }
    return (nh_pfaffian){given->count, given->variables, given->rank, forms};
}

typedef struct part_request {
    const inquiry *s;
    const nh_pfaffian *system;
    nh_pfaffian part;
    bool is_known;
} part_request;

static void find_part(void *user) {
    part_request *p = user;
    p->is_known = nh_pfaffian_integrable_part(p->s->pool, p->s->a->arena, p->system, &p->part) == NH_LINEAR_DONE;
}

static part_request part_of(const inquiry *s, const nh_pfaffian *system) {
    part_request p = {.s = s, .system = system};
    if (!attempt_within(s, find_part, &p)) p.is_known = false;
    return p;
}

/* The largest integrable part, and on what it rests that there is no larger one: with the values that
 * parameters have there may be. */
static nh_evidence integrable_part(const inquiry *s, const nh_pfaffian *system, nh_pfaffian *part) {
    bool is_other;
    nh_pfaffian with_values = put_values(s, system, &is_other);
    part_request generic = part_of(s, system);
    *part = generic.part;
    if (generic.is_known && (!is_other || generic.part.rank == system->rank)) return NH_EVIDENCE_PROVED;
    part_request special = is_other ? part_of(s, &with_values) : generic;
    if (!special.is_known) return generic.is_known ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    if (generic.is_known && special.part.rank == generic.part.rank) return NH_EVIDENCE_PROVED;
    *part = special.part;
    return NH_EVIDENCE_CERTIFIED;
}

/* ---- integrals of rows ---- */

/* Whether they are functions at all, and independent, with the values that parameters have: (a -
 * b)*x is none for a = b. */
static bool are_independent(const inquiry *s, const nh_pfaffian *part, const nh_potentials *found) {
    uint32_t n = part->count;
    nh_expr *rows = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)found->count * n + 1);
    nh_linear_minor minor;
    for (uint32_t i = 0; i < found->count; i++)
        nh_expr_gradient(s->pool, nh_model_with_values(s->a->model, found->items[i]), n, part->variables,
                         rows + (size_t)i * n);
    return found->count == 0 ||
           (nh_linear_rank(s->pool, s->a->arena, found->count, n, rows, &minor) == NH_LINEAR_DONE &&
            minor.rank == found->count);
}

/* The functions that are not those of geometric rows. */
static void find_functions(const inquiry *s, const nh_pfaffian *part, uint32_t known,
                           nh_position_integrals *integrals) {
    if (part->rank == known || known > 0) return;
    nh_potentials found = nh_pfaffian_integrate(s->pool, s->a->arena, part);
    if (!are_independent(s, part, &found)) {
        bool is_other;
        nh_pfaffian with_values = put_values(s, part, &is_other);
        found = nh_pfaffian_integrate(s->pool, s->a->arena, &with_values);
    }
    integrals->found = found.count;
    integrals->function = found.items;
}

/* ---- factors ---- */

/* The columns of a minor of the forms that is not 0. */
static const uint32_t *good_columns(const inquiry *s, const nh_pfaffian *system) {
    nh_linear_minor minor;
    nh_linear_answer done = nh_linear_rank(s->pool, s->a->arena, system->rank, system->count, system->forms, &minor);
    return done == NH_LINEAR_DONE && minor.rank == system->rank ? minor.columns : NULL;
}

/* Whether c theta = dF for all variables, with the values of the model, which may be special ones. */
static bool is_factor(const inquiry *s, const nh_pfaffian *system, nh_expr F, const nh_expr *c) {
    const nh_model *model = s->a->model;
    bool is_other, is_one = true;
    nh_pfaffian of = put_values(s, system, &is_other);
    F = nh_model_with_values(model, F);
    for (uint32_t v = 0; v < of.count && is_one; v++) {
        nh_expr rest = nh_expr_neg(s->pool, nh_expr_diff(s->pool, F, of.variables[v]));
        for (uint32_t k = 0; k < of.rank; k++) {
            nh_expr valued = nh_model_with_values(model, c[k]);
            rest = nh_expr_add(s->pool, rest, nh_expr_mul(s->pool, valued, of.forms[(size_t)k * of.count + v]));
        }
        is_one = rest == NH_EXPR_ZERO || (rest != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(s->pool, rest));
    }
    return is_one;
}

/* c with c theta = dF: the integrating factors. */
static bool find_factor(const inquiry *s, const nh_pfaffian *system, nh_expr F, nh_expr *c) {
    uint32_t r = system->rank;
    const uint32_t *columns = good_columns(s, system);
    nh_expr *a = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)r * r), *b = NH_NEW_ARRAY(s->a->arena, nh_expr, r);
    nh_linear_solution solution;
    if (columns == NULL) return false;
    for (uint32_t i = 0; i < r; i++) {
        b[i] = nh_expr_diff(s->pool, F, system->variables[columns[i]]);
        for (uint32_t k = 0; k < r; k++) a[i * r + k] = system->forms[(size_t)k * system->count + columns[i]];
    }
    if (nh_linear_solve(s->pool, s->a->arena, r, a, 1, b, &solution) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < r; k++) c[k] = nh_expr_readable(s->pool, s->a->arena, solution.x[k]);
    return is_factor(s, system, F, c);
}

static void find_factors(const inquiry *s, const nh_differentials *d, nh_position_integrals *x) {
    uint32_t r = d->system.rank;
    bool is_other;
    if (x->found == 0 || r > MOST_FACTORS) return;
    for (uint32_t i = 0; i < r; i++)
        if (d->source[i] == NH_MODEL_NONE) return;
    nh_pfaffian with_values = put_values(s, &d->system, &is_other);
    nh_expr *factor = NH_NEW_ARRAY(s->a->arena, nh_expr, (size_t)x->found * r);
    for (uint32_t i = 0; i < x->found; i++) {
        nh_expr *c = factor + (size_t)i * r;
        nh_expr F = x->function[i];
        bool is_found = find_factor(s, &d->system, F, c) || (is_other && find_factor(s, &with_values, F, c));
        for (uint32_t k = 0; k < r && !is_found; k++) c[k] = NH_EXPR_UNDEFINED;
    }
    x->rows = r;
    x->row = d->source;
    x->factor = factor;
}

static nh_fact integrable_fact(const row_answer *x, const nh_pfaffian *part, nh_evidence by, bool is_on_rows) {
    if (x->d.is_linear.truth == NH_NO) return x->d.is_linear;
    if (x->d.is_linear.truth == NH_UNKNOWN || by == NH_EVIDENCE_NONE) return nh_fact_unknown();
    if (part->rank == x->d.system.rank) return nh_fact_yes(by);
    return is_on_rows ? nh_fact_no(by) : nh_fact_unknown();
}

/* By all coordinates again, also in what the rates are made of. */
static void lift_functions(const inquiry *s, nh_position_integrals *x) {
    nh_arena *arena = s->a->arena;
    if (s->chart.count == 0) return;
    nh_expr *function = NH_NEW_ARRAY(arena, nh_expr, x->found + 1);
    nh_expr *factor = NH_NEW_ARRAY(arena, nh_expr, (size_t)x->found * x->rows + 1);
    for (uint32_t i = 0; i < x->found; i++) function[i] = nh_chart_lift(&s->chart, s->pool, arena, x->function[i]);
    for (size_t i = 0; i < (size_t)x->found * x->rows; i++)
        factor[i] = nh_chart_lift(&s->chart, s->pool, arena, x->factor[i]);
    x->function = function;
    x->factor = factor;
}

/* What is being asked: each stage is left alone where it takes too long. */
typedef struct stage {
    const inquiry *s;
    uint32_t count;
    const uint32_t *rows;
    row_answer x;
    nh_pfaffian part;
    nh_evidence by; /* of the part; NONE: not known */
} stage;

/* Whether one of the rows is made of pieces. */
static bool has_pieces(const stage *g) {
    for (uint32_t i = 0; i < g->count; i++)
        if (nh_expr_is_pieced(g->s->pool, g->s->a->model->rows.items[g->rows[i]].residual)) return true;
    return false;
}

/* That rows of pieces are not linear is seen on one piece; on that of the reference state they may be: x' y' = |t| -
 * t is x' = 0 for t > 0. */
static void find_forms(void *user) {
    stage *g = user;
    g->x.d = nh_differentials_of(g->s->a, &g->s->chart, g->count, g->rows);
    if (g->x.d.is_linear.truth == NH_NO && has_pieces(g)) g->x.d.is_linear = nh_fact_unknown();
}

static void find_integrals(void *user) {
    stage *g = user;
    find_functions(g->s, &g->part, g->x.d.known, &g->x.integrals);
    find_factors(g->s, &g->x.d, &g->x.integrals);
    lift_functions(g->s, &g->x.integrals);
}

/* Whether the reference state satisfies them. */
static bool is_imposed(const inquiry *s, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++)
        if (!s->a->model->rows.items[rows[i]].is_imposed) return false;
    return true;
}

/* Of what is too long for algebra, or on surfaces that are not solved: whether balls show that nothing can
 * be integrated, or all. */
static bool is_seen(const inquiry *s, uint32_t count, const uint32_t *rows, row_answer *x) {
    nh_seen seen = is_imposed(s, count, rows) ? nh_curvature_look(s->a, count, rows, 0, NULL) : NH_SEEN_NOTHING;
    if (seen == NH_SEEN_NOTHING) return false;
    bool is_flat = seen == NH_SEEN_ZERO;
    uint32_t independent = 0;
    for (uint32_t i = 0; i < count; i++) independent += count == 1 || !s->a->redundant[rows[i]];
    x->is_integrable = is_flat ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_no(NH_EVIDENCE_CERTIFIED);
    x->integrals.count = (nh_count){is_flat ? independent : 0, NH_EVIDENCE_CERTIFIED};
    return true;
}

/* Of kinematic rows. Where geometric rows could not be solved, what is found holds for all their levels, and more
 * may hold on theirs only. */
static row_answer ask_rows(const inquiry *s, uint32_t count, const uint32_t *rows) {
    NH_ASSERT(nh_are_below(count, rows, s->a->model->rows.count));
    stage g = {.s = s, .count = count, .rows = rows, .x = {.is_integrable = nh_fact_unknown()}};
    row_answer *x = &g.x;
    x->d = (nh_differentials){.is_linear = nh_fact_unknown(), .is_all = nh_fact_unknown()};
    bool is_on_rows = s->chart.is_complete;
    if (!is_on_rows && is_seen(s, count, rows, x)) return *x;
    bool has_forms = attempt_within(s, find_forms, &g);
    if (x->d.is_linear.truth == NH_NO) x->is_integrable = x->d.is_linear;
    bool is_open = x->d.is_linear.truth == NH_UNKNOWN && x->d.system.rank == 0;
    if (has_forms && !is_open && is_small(s, &x->d.system)) g.by = integrable_part(s, &x->d.system, &g.part);
    if (g.by == NH_EVIDENCE_NONE) {
        if (is_on_rows) (void)is_seen(s, count, rows, x);
        return *x;
    }
    x->is_integrable = integrable_fact(x, &g.part, g.by, is_on_rows);
    bool is_all = is_on_rows || g.part.rank == x->d.system.rank;
    nh_evidence all_by = x->d.is_all.truth == NH_YES && is_all ? x->d.is_all.by : NH_EVIDENCE_NONE;
    x->integrals.count = (nh_count){g.part.rank - x->d.known, nh_evidence_weaker(g.by, all_by)};
    if (!attempt_within(s, find_integrals, &g)) x->integrals.found = 0;
    return *x;
}

/* ---- rows by themselves ---- */

/* Every row by itself. Members of a family have one answer, with their own names in it. */

/* Not more different rows than this are examined. */
enum { MOST_SHAPES = 100 };

/* A row that differs from one before it by the names of its symbols only has the same answer. */
typedef struct similar_row {
    uint64_t shape;
    uint32_t row;
    bool is_general;
} similar_row;

typedef struct memory {
    uint32_t count;
    similar_row *items;
} memory;

/* The number of the coordinate that the symbol, or its velocity, is; NH_MODEL_NONE for others. */
static uint32_t coordinate_of(const inquiry *s, nh_expr symbol) {
    const uint64_t *found = nh_map_get(&s->coordinates, symbol);
    return found != NULL ? (uint32_t)*found : NH_MODEL_NONE;
}

/* Whether coordinates become coordinates with their velocities, and all else stays: parameters have values. */
static bool is_renaming(const inquiry *s, nh_expr from, nh_expr to) {
    nh_expr *old, *fresh;
    uint32_t count;
    (void)nh_expr_shape(s->pool, s->a->arena, from, &old, &count);
    (void)nh_expr_shape(s->pool, s->a->arena, to, &fresh, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = coordinate_of(s, old[i]), b = coordinate_of(s, fresh[i]);
        bool are_coordinates = a != NH_MODEL_NONE && b != NH_MODEL_NONE;
        if (!are_coordinates && old[i] != fresh[i]) return false;
        for (uint32_t k = 0; k < i && are_coordinates; k++)
            if ((coordinate_of(s, old[k]) == a) != (coordinate_of(s, fresh[k]) == b)) return false;
    }
    return true;
}

/* The function of one row with the coordinates and velocities of the other: where one of the two occurs in the row, the
 * function may have the other, as x in that of x' = 1. */
static nh_expr renamed_function(const inquiry *s, nh_expr function, nh_expr from, nh_expr to) {
    nh_arena *arena = s->a->arena;
    const nh_model *model = s->a->model;
    nh_expr *old, *fresh;
    uint32_t count, pairs = 0;
    if (function == NH_EXPR_UNDEFINED) return function;
    (void)nh_expr_shape(s->pool, arena, from, &old, &count);
    (void)nh_expr_shape(s->pool, arena, to, &fresh, &count);
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)count + 1);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)count + 1);
    nh_map known = nh_map_make(arena);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = coordinate_of(s, old[i]), b = coordinate_of(s, fresh[i]);
        if (a == NH_MODEL_NONE || nh_map_get(&known, a + 1) != NULL) continue;
        nh_map_put(&known, a + 1, 1);
        symbols[pairs] = model->coordinates.items[a].q;
        values[pairs++] = model->coordinates.items[b].q;
        symbols[pairs] = model->coordinates.items[a].v;
        values[pairs++] = model->coordinates.items[b].v;
    }
    return nh_expr_substitute(s->pool, function, pairs, symbols, values, false);
}

typedef struct split_request {
    const inquiry *s;
    nh_expr e;
    bool is_whole;
} split_request;

static void split_factor(void *user) {
    split_request *w = user;
    nh_arena *arena = nh_arena_create(w->s->a->model->context);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(w->s->pool, arena, 1, &w->e, &count);
    nh_ideal *ideal = nh_ideal_make(w->s->pool, arena, 1, &w->e, count, symbols);
    nh_components parts = {.count = 0};
    if (ideal != NULL) parts = nh_ideal_components(arena, ideal);
    w->is_whole = parts.is_complete && parts.count == 1;
    nh_arena_destroy(arena);
}

/* Whether a row that is not linear in the velocities is one set of states, as |P'| = c is: y'*(y' - x'^2) = 0 is two,
 * and keeps a function constant on one of them only. */
static bool is_whole(const inquiry *s, nh_expr rate) {
    split_request w = {.s = s, .e = nh_model_with_values(s->a->model, nh_expr_expand_names(s->pool, rate))};
    if (w.e == NH_EXPR_UNDEFINED || nh_expr_is_pieced(s->pool, w.e)) return false;
    return attempt_within(s, split_factor, &w) && w.is_whole;
}

/* Whether the answer about one row is that about others of its shape, wherever on these the reference state is. A
 * function that is constant may contain the sign of a root. */
static bool is_general(const inquiry *s, nh_expr rate, nh_fact answer) {
    return nh_kind_linear(s->pool, rate) == NH_YES || (answer.truth != NH_YES && is_whole(s, rate));
}

static bool is_remembered(const inquiry *s, const memory *m, uint32_t row, nh_expr rate, uint64_t shape,
                          nh_integrability *x) {
    const nh_model *model = s->a->model;
    for (uint32_t i = 0; i < m->count; i++) {
        nh_expr other = nh_row_rate(model, &model->rows.items[m->items[i].row]);
        if (m->items[i].shape != shape || !nh_expr_same_shape(s->pool, other, rate)) continue;
        if (!m->items[i].is_general || !is_renaming(s, other, rate)) continue;
        x->alone[row] = x->alone[m->items[i].row];
        x->of_row[row] = renamed_function(s, x->of_row[m->items[i].row], other, rate);
        x->factor[row] = renamed_function(s, x->factor[m->items[i].row], other, rate);
        return true;
    }
    return false;
}

/* A row with accelerations is integrable where it is the derivative of a row without. */
static void ask_lowered(nh_admissible *a, uint32_t i, nh_integrability *x) {
    nh_lowered found = nh_lowered_find(a->arena, a->model, 1, &i);
    x->alone[i] = found.is_derivative;
    if (found.count == 0) return;
    x->of_row[i] = found.function[0];
    x->factor[i] = found.factor;
}

static void ask_alone(const inquiry *s, memory *m, uint32_t i, nh_integrability *x) {
    NH_ASSERT(i < s->a->model->rows.count);
    const nh_model *model = s->a->model;
    const nh_row *row = &model->rows.items[i];
    x->of_row[i] = x->factor[i] = NH_EXPR_UNDEFINED;
    x->alone[i] = row->is_geometric ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_unknown();
    if (row->has_accelerations) ask_lowered(s->a, i, x);
    if (row->is_geometric || row->has_accelerations) return;
    nh_expr rate = nh_row_rate(model, row);
    uint64_t shape = nh_expr_shape(s->pool, s->a->arena, rate, NULL, NULL);
    bool has_same_geometry = s->chart.count == 0 && s->chart.is_complete;
    if (has_same_geometry && row->is_imposed && is_remembered(s, m, i, rate, shape, x)) return;
    if (m->count == MOST_SHAPES) return;
    row_answer found = ask_rows(s, 1, &i);
    bool is_known = row->is_imposed || found.d.is_linear.truth == NH_YES; /* the state need not satisfy a condition */
    if (is_known) x->alone[i] = found.is_integrable;
    if (is_known && found.integrals.found == 1) {
        x->of_row[i] = found.integrals.function[0];
        x->factor[i] = found.integrals.rows == 1 ? found.integrals.factor[0] : NH_EXPR_UNDEFINED;
    }
    if (row->is_imposed) m->items[m->count++] = (similar_row){shape, i, is_general(s, rate, x->alone[i])};
}

/* Of every row by itself; nothing of all together. */
static nh_integrability ask_each_alone(const inquiry *s) {
    nh_arena *arena = s->a->arena;
    size_t all = s->a->model->rows.count;
    nh_integrability x = {.alone = NH_NEW_ARRAY(arena, nh_fact, all), .of_row = NH_NEW_ARRAY(arena, nh_expr, all)};
    x.factor = NH_NEW_ARRAY(arena, nh_expr, all);
    memory m = {.items = NH_NEW_ARRAY(arena, similar_row, MOST_SHAPES)};
    for (uint32_t i = 0; i < all; i++) ask_alone(s, &m, i, &x);
    return x;
}

/* ---- what rows say by themselves, of all together ---- */

static uint32_t independent_of(const inquiry *s, uint32_t count, const uint32_t *rows) {
    uint32_t independent = 0;
    for (uint32_t i = 0; i < count; i++) independent += !s->a->redundant[rows[i]];
    return independent;
}

/* Where all together are too much for algebra: the functions of rows by themselves are constant too, and where every
 * independent row has one, these are all. */
static void take_alone(const inquiry *s, uint32_t count, const uint32_t *rows, nh_integrability *x) {
    NH_ASSERT(nh_are_below(count, rows, s->a->model->rows.count));
    nh_expr *function = NH_NEW_ARRAY(s->a->arena, nh_expr, count + 1);
    uint32_t found = 0, independent = independent_of(s, count, rows);
    nh_fact all = nh_fact_yes(NH_EVIDENCE_PROVED);
    for (uint32_t i = 0; i < count; i++) {
        if (s->a->redundant[rows[i]]) continue;
        all = nh_fact_and(all, x->alone[rows[i]]);
        if (x->of_row[rows[i]] != NH_EXPR_UNDEFINED) function[found++] = x->of_row[rows[i]];
    }
    if (x->together.found == 0)
        x->together = (nh_position_integrals){x->together.count, found, function, 0, NULL, NULL};
    bool is_sure = s->a->is_rank_known && independent > 0; /* that these rows are independent */
    if (all.truth != NH_YES || !is_sure || x->together.count.by != NH_EVIDENCE_NONE) return;
    x->is_integrable = all;
    x->together.count = (nh_count){independent, all.by};
}

nh_position_integrals nh_position_integrals_find(nh_admissible *a) {
    if (a->open != NULL) return (nh_position_integrals){.found = 0};
    inquiry s = begin_request(a);
    uint32_t count = 0;
    const uint32_t *rows = kinematic_rows(a, &count);
    nh_integrability x = ask_each_alone(&s);
    take_alone(&s, count, rows, &x);
    if (x.together.found == independent_of(&s, count, rows))
        return x.together; /* the short way, in large systems the only one */
    row_answer together = ask_rows(&s, count, rows);
    return together.integrals.found > x.together.found ? together.integrals : x.together;
}

/* ---- what brackets show ---- */

/* Growth up to where it must end, if brackets show all of it. */
static void grow_by_brackets(const inquiry *s, const nh_brackets *b, uint32_t kept, nh_integrability *x) {
    uint32_t *dimension = NH_NEW_ARRAY(s->a->arena, uint32_t, NH_BRACKETS_LEVELS);
    uint32_t count = nh_brackets_growth(b, kept, dimension);
    if (count == 0 || x->growth_by != NH_EVIDENCE_NONE) return;
    x->growth = (nh_growth){count, dimension};
    x->growth_has_time = b->has_time;
    x->growth_by = NH_EVIDENCE_CERTIFIED;
}

/* Brackets bound the functions from above, rows that are integrable by themselves from below. False where
 * brackets cannot be examined. */
static bool count_brackets(const inquiry *s, uint32_t flats, nh_integrability *x) {
    nh_brackets b = nh_brackets_find(s->a, flats);
    if (b.rows == 0) return false;
    uint32_t most = nh_brackets_leave(&b);
    if (most < b.rows && x->is_integrable.truth == NH_UNKNOWN) x->is_integrable = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    if (most == flats) x->together.count = (nh_count){flats, NH_EVIDENCE_CERTIFIED};
    grow_by_brackets(s, &b, flats, x);
    return true;
}

/* Where the functions are counted, but algebra was too long for the growth. */
static void find_growth_at_states(const inquiry *s, nh_integrability *x) {
    uint32_t kept = (uint32_t)x->together.count.value;
    nh_brackets b = nh_brackets_find(s->a, kept);
    grow_by_brackets(s, &b, kept, x);
}

/* Where algebra does not tell: rows that are integrable by themselves, while balls show that the others keep
 * nothing constant next to them. */
static void count_alone(const inquiry *s, uint32_t count, const uint32_t *rows, nh_integrability *x) {
    NH_ASSERT(nh_are_below(count, rows, s->a->model->rows.count));
    nh_arena *arena = s->a->arena;
    uint32_t *flat = NH_NEW_ARRAY(arena, uint32_t, count + 1), *bent = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    uint32_t flats = 0, bents = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (s->a->redundant[rows[i]]) continue;
        if (x->alone[rows[i]].truth == NH_YES) flat[flats++] = rows[i];
        else bent[bents++] = rows[i];
    }
    if (bents == 0 || count_brackets(s, flats, x)) return;
    if (nh_curvature_look(s->a, bents, bent, flats, flat) != NH_SEEN_NONZERO) return;
    x->is_integrable = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    x->together.count = (nh_count){flats, NH_EVIDENCE_CERTIFIED};
}

/* Nothing is known, but of geometric rows. */
static nh_integrability unknown_integrability(nh_admissible *a) {
    const nh_model *model = a->model;
    nh_integrability x = {.is_integrable = nh_fact_unknown()};
    x.alone = NH_NEW_ARRAY(a->arena, nh_fact, model->rows.count + 1);
    x.of_row = NH_NEW_ARRAY(a->arena, nh_expr, model->rows.count + 1);
    x.factor = NH_NEW_ARRAY(a->arena, nh_expr, model->rows.count + 1);
    for (size_t i = 0; i < model->rows.count; i++) {
        x.alone[i] = model->rows.items[i].is_geometric ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_unknown();
        x.of_row[i] = x.factor[i] = NH_EXPR_UNDEFINED;
        if (model->rows.items[i].has_accelerations) ask_lowered(a, (uint32_t)i, &x); /* whatever the other rows are */
    }
    return x;
}

/* No more functions are constant besides geometric rows than kinematic rows are independent of these: the others have
 * a value that the geometric rows give. */
static void bound_count(const inquiry *s, uint32_t count, const uint32_t *rows, nh_integrability *x) {
    uint32_t most = independent_of(s, count, rows);
    bool is_counted = x->together.count.by != NH_EVIDENCE_NONE && s->a->is_rank_known;
    if (!is_counted || x->together.count.value <= most) return;
    if (most == 0) x->together = (nh_position_integrals){.count = {0, NH_EVIDENCE_CERTIFIED}};
    else x->together.count.by = NH_EVIDENCE_NONE;
}

/* ---- the growth vector by algebra ---- */

/* The growth vector by algebra: for generic parameters, and with the values that they have. */

static bool same_growth(const nh_growth *a, const nh_growth *b) {
    bool is_same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && is_same; i++) is_same = a->dimension[i] == b->dimension[i];
    return is_same;
}

/* With coordinates that no row has. */
static nh_growth raised_growth(const inquiry *s, const nh_growth *growth, uint32_t others) {
    uint32_t *dimension = NH_NEW_ARRAY(s->a->arena, uint32_t, growth->count + 1);
    for (uint32_t i = 0; i < growth->count; i++) dimension[i] = growth->dimension[i] + others;
    return (nh_growth){growth->count, dimension};
}

typedef struct growth_request {
    const inquiry *s;
    const nh_pfaffian *system;
    nh_growth growth;
    bool is_known;
} growth_request;

static void find_growth(void *user) {
    growth_request *g = user;
    g->is_known = nh_pfaffian_growth(g->s->pool, g->s->a->arena, g->system, &g->growth) == NH_LINEAR_DONE;
}

static growth_request growth_of(const inquiry *s, const nh_pfaffian *system) {
    growth_request g = {.s = s, .system = system};
    if (!attempt_within(s, find_growth, &g)) g.is_known = false;
    return g;
}

/* By algebra, from the forms of all rows together. */
static void follow_growth(const inquiry *s, const row_answer *x, nh_integrability *result) {
    if (x->d.is_linear.truth != NH_YES || !s->chart.is_complete || !is_small(s, &x->d.system)) return;
    bool is_other;
    nh_pfaffian with_values = put_values(s, &x->d.system, &is_other);
    growth_request generic = growth_of(s, &x->d.system), special = is_other ? growth_of(s, &with_values) : generic;
    if (!special.is_known && !generic.is_known) return;
    bool is_proved = generic.is_known && (!special.is_known || same_growth(&generic.growth, &special.growth));
    result->growth = raised_growth(s, is_proved ? &generic.growth : &special.growth, x->d.others);
    result->growth_has_time = x->d.has_time;
    result->growth_by = nh_evidence_weaker(is_proved ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED, x->d.is_linear.by);
}

/* ---- all of it ---- */

nh_integrability nh_integrability_find(nh_admissible *a) {
    if (a->open != NULL) return unknown_integrability(a);
    inquiry s = begin_request(a);
    nh_integrability x = ask_each_alone(&s);
    uint32_t count = 0;
    const uint32_t *rows = kinematic_rows(a, &count);
    row_answer together = ask_rows(&s, count, rows);
    x.together = together.integrals;
    x.is_integrable = count == 0 ? nh_fact_yes(NH_EVIDENCE_PROVED) : together.is_integrable;
    bool is_open = x.together.count.by == NH_EVIDENCE_NONE;
    bool is_fixed = is_open && a->is_rank_known && a->form != NULL && a->form->m == 0;
    /* No velocity is free: what is left is an ordinary differential equation, whose constants are functions. */
    if (is_fixed) {
        x.is_integrable = nh_fact_yes(NH_EVIDENCE_CERTIFIED);
        x.together.count = (nh_count){independent_of(&s, count, rows), NH_EVIDENCE_CERTIFIED};
    }
    follow_growth(&s, &together, &x);
    if (x.together.found == 0 && x.together.count.by != NH_EVIDENCE_PROVED) take_alone(&s, count, rows, &x);
    bool is_counted = x.together.count.by != NH_EVIDENCE_NONE;
    if (!is_counted && x.is_integrable.truth != NH_YES) count_alone(&s, count, rows, &x);
    if (is_counted && x.growth_by == NH_EVIDENCE_NONE) find_growth_at_states(&s, &x);
    bound_count(&s, count, rows, &x);
    return x;
}

/* ---- sheets ---- */

static bool has_odd_roots_only(nh_pool *pool, nh_expr product) {
    for (uint32_t i = 1; i < nh_expr_arity(pool, product); i += 2)
        if (nh_expr_rational(pool, nh_expr_args(pool, product)[i]).den % 2 == 0) return false;
    return true;
}

bool nh_integral_is_of_one_sheet(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    bool is_one = true;
    for (uint32_t i = 0; i < walk->count && is_one; i++) {
        nh_expr now = walk->order[i];
        switch (nh_expr_kind_of(pool, now)) {
            case NH_EXPR_NUMBER:
            case NH_EXPR_CONSTANT_PI:
            case NH_EXPR_SYMBOL:
            case NH_EXPR_SUM:
            case NH_EXPR_SIN:
            case NH_EXPR_COS:
            case NH_EXPR_TAN:
            case NH_EXPR_EXP:
            case NH_EXPR_LOG:
            case NH_EXPR_ABS: break;
            case NH_EXPR_PRODUCT: is_one = has_odd_roots_only(pool, now); break;
            default: is_one = false;
        }
    }
    nh_walk_end(walk);
    return is_one;
}
