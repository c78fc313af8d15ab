/* The algorithm, round by round, on a copy of the model; what was found joins the model when it has ended. */
#include "facts/singular.h"

#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/ideal/ideal.h"
#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/admissible.h"
#include "facts/limits_private.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "tape/program.h"

/* Systems that are examined; rounds; points at which the matrix is tried in doubles. */
enum { MOST_COORDINATES = 16, MOST_ROWS = 12, MOST_ROUNDS = 8, POINTS = 3 };
/* Of the largest singular value: a smaller one is 0. */
#define RANK_PART 1e-10

/* A copy whose rows and parameters can grow apart from those of the model. */
static nh_model *copy_of(const nh_model *model, nh_arena *arena) {
    nh_model *copy = nh_model_copy(model, arena);
    copy->rows.items = NULL;
    copy->parameters.items = NULL;
    copy->items.items = NULL;
    copy->rows.count = copy->parameters.count = copy->items.count = 0;
    copy->rows.capacity = copy->parameters.capacity = copy->items.capacity = 0;
    copy->rows.arena = copy->parameters.arena = copy->items.arena = arena;
    nh_array_append(&copy->rows, model->rows.count, model->rows.items);
    nh_array_append(&copy->parameters, model->parameters.count, model->parameters.items);
    nh_array_append(&copy->items, model->items.count, model->items.items);
    return copy;
}

typedef struct equations {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    nh_lagrange x;
    uint32_t forces;      /* rows with a multiplier of their own */
    uint32_t count, size; /* equations, unknowns: n + forces */
    nh_expr *K, *h;       /* count x size, row by row; count */
} equations;

typedef enum outcome { ENDED, GOES_ON, GIVEN_UP } outcome;

/* ---- the equations ---- */

static bool has_multiplier(const nh_model *model, uint32_t row) {
    return !model->rows.items[row].is_of_motion;
}

/* Row i of the matrix as the first entries of equation k. */
static void put_row(const equations *e, uint32_t k, const nh_expr_matrix *matrix, uint32_t i) {
    NH_ASSERT(i < matrix->rows && k < e->count);
    for (uint32_t at = matrix->start[i]; at < matrix->start[i + 1]; at++)
        e->K[(size_t)k * e->size + matrix->column[at]] = nh_expr_expand_names(e->pool, matrix->entry[at]);
}

/* K z = h for z = q'', lambda. Rows that Lagrange's equations force have no lambda. */
static equations make_equations(const nh_model *model, nh_arena *arena) {
    equations e = {.model = model, .pool = model->pool, .arena = arena};
    e.x = nh_lagrange_derive(model, arena, false);
    uint32_t n = e.x.n, column = n;
    for (uint32_t r = 0; r < e.x.acting; r++) e.forces += has_multiplier(model, e.x.row[r]);
    e.count = n + e.x.acting;
    e.size = n + e.forces;
    e.K = NH_NEW_ARRAY(arena, nh_expr, (size_t)e.count * e.size + 1);
    e.h = NH_NEW_ARRAY(arena, nh_expr, e.count + 1);
    for (size_t i = 0; i < (size_t)e.count * e.size; i++) e.K[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < n; i++) {
        put_row(&e, i, &e.x.matrix, i);
        e.h[i] = nh_expr_expand_names(e.pool, e.x.force[i]);
    }
    for (uint32_t r = 0; r < e.x.acting; r++) {
        bool has_force = has_multiplier(model, e.x.row[r]);
        put_row(&e, n + r, &e.x.jacobian, r);
        for (uint32_t j = 0; j < n && has_force; j++)
            e.K[(size_t)j * e.size + column] = nh_expr_neg(e.pool, e.K[(size_t)(n + r) * e.size + j]);
        column += has_force;
        e.h[n + r] = nh_expr_neg(e.pool, nh_expr_expand_names(e.pool, e.x.drift[r]));
    }
    NH_ASSERT(column == e.size);
    return e;
}

/* How many more rows of the accelerations there are than are independent: their multipliers are not determined, but the
 * accelerations may be. */
static uint32_t rank_of(nh_arena *arena, uint32_t rows, uint32_t columns, const double *by_row) {
    double *a = NH_NEW_ARRAY(arena, double, (size_t)rows *columns + 1);
    uint32_t least = rows < columns ? rows : columns, rank = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) a[i + (size_t)j * rows] = by_row[(size_t)i * columns + j];
    if (least == 0) return 0;
    nh_svd *svd = nh_svd_make(arena, (int)rows, (int)columns);
    if (!nh_svd_factor(svd, a)) return least;
    const double *s = nh_svd_values(svd);
    while (rank < least && s[rank] > RANK_PART * s[0]) rank++;
    return rank;
}

/* Whether the equations certainly determine the accelerations at some point, on the rows or not: then they do so nearly
 * everywhere. Of most models that is the case, and seen without algebra. */
static bool is_regular_somewhere(const equations *e) {
    const double *parameters = nh_model_drawn_values(e->model, e->arena, 1);
    uint32_t n = e->x.n, entries = e->count * e->size;
    if (parameters == NULL) return true; /* functions without a body: not looked at */
    nh_tape_def def = nh_model_tape_def(e->model, e->arena, false, entries, e->K);
    nh_program *program = nh_program_of(e->arena, e->pool, &def, parameters);
    double *inputs = NH_NEW_ARRAY(e->arena, double, 1 + 2 * (size_t)n);
    nh_random random = nh_random_of(e->model->context, NH_STREAM_SINGULAR);
    bool was_seen = false;
    for (int k = 0; k < POINTS; k++) {
        for (uint32_t i = 0; i < 1 + 2 * n; i++) inputs[i] = nh_random_uniform(&random, 0.2, 1.4);
        const double *K = nh_program_at(program, inputs);
        if (!nh_doubles_are_finite(K, entries)) continue;
        was_seen = true;
        double *forces = NH_NEW_ARRAY(e->arena, double, (size_t)n * e->forces + 1);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t r = 0; r < e->forces; r++) forces[(size_t)i * e->forces + r] = K[(size_t)i * e->size + n + r];
        uint32_t idle = e->forces - rank_of(e->arena, n, e->forces, forces);
        if (rank_of(e->arena, e->count, e->size, K) + idle == e->size) return true;
    }
    return !was_seen;
}

/* ---- what they force ---- */

/* Combinations u with u K = 0. */
static bool find_combinations(const equations *e, nh_null_space *space) {
    nh_expr *transposed = NH_NEW_ARRAY(e->arena, nh_expr, (size_t)e->count * e->size + 1);
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t j = 0; j < e->size; j++) transposed[(size_t)j * e->count + i] = e->K[(size_t)i * e->size + j];
    return nh_linear_null_space(e->pool, e->arena, e->size, e->count, transposed, space) == NH_LINEAR_DONE;
}

/* The only factor of the numerator that speaks of the state. Undefined: there are several, and which of them vanishes
 * is a matter of the motion; or there is none. */
static nh_expr factor_of(nh_pool *pool, nh_expr e) {
    nh_rat ignored;
    nh_contents state = (nh_contents)(NH_HAS_COORDINATE | NH_HAS_VELOCITY);
    nh_expr whole = nh_expr_split(pool, nh_expr_factored(pool, nh_expr_expand_names(pool, e)), &ignored);
    if (nh_expr_kind_of(pool, whole) != NH_EXPR_PRODUCT)
        return nh_expr_has(pool, whole, state) ? whole : NH_EXPR_UNDEFINED;
    nh_expr found = NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < nh_expr_arity(pool, whole); i += 2) {
        const nh_expr *args = nh_expr_args(pool, whole);
        bool is_above = nh_rat_sign(nh_expr_rational(pool, args[i + 1])) > 0;
        if (!is_above || !nh_expr_has(pool, args[i], state)) continue;
        if (found != NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
        found = args[i];
    }
    return found;
}

/* phi on the rows. */
static nh_expr condition_of(const equations *e, const nh_admissible *a, nh_expr phi) {
    if (a->form != NULL) phi = nh_explicit_restrict(a->form, phi, a->signs);
    return phi != NH_EXPR_UNDEFINED ? factor_of(e->pool, phi) : phi;
}

static bool has_forced(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_of_motion) return true;
    return false;
}

static nh_name free_name(const nh_model *model) {
    for (uint32_t number = 1;; number++) {
        nh_text text = nh_text_begin(model->arena);
        nh_text_format(&text, "hidden[%u]", (unsigned)number);
        nh_name name = nh_name_of_text(model->context, nh_text_string(&text));
        bool is_free = true;
        for (size_t i = 0; i < model->rows.count; i++) is_free = is_free && model->rows.items[i].name != name;
        if (is_free) return name;
    }
}

static void add_row(nh_model *model, nh_expr zero) {
    nh_row row = {.residual = zero, .is_imposed = true, .is_hidden = true, .is_of_motion = true};
    row.is_geometric = !nh_expr_has(model->pool, zero, NH_HAS_VELOCITY);
    row.name = row.label = free_name(model);
    row.family = nh_name_of_text(model->context, "hidden");
    row.place = model->coordinates.items[0].place;
    if (model->terms.count > 0) row.place = model->terms.items[0].place;
    nh_model_add(model, rows, NH_ITEM_ROW, row);
    nh_model_forget(model);
}

/* Whether f, of time and positions, vanishes where the geometric rows hold. */
static nh_truth vanishes_with_positions(const nh_model *model, nh_arena *arena, nh_expr f) {
    uint32_t count = 0, n = (uint32_t)model->coordinates.count;
    nh_expr *rows = NH_NEW_ARRAY(arena, nh_expr, model->rows.count + 1);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric)
            rows[count++] = model->rows.items[i].residual;
    nh_truth is_zero = nh_expr_is_zero(model->pool, f);
    if (is_zero == NH_YES || count == 0) return is_zero;
    nh_ideal *ideal = nh_ideal_make(model->pool, arena, count, rows, n, nh_model_coordinates(model, arena));
    return ideal != NULL ? nh_ideal_vanishes(ideal, f) : NH_UNKNOWN;
}

/* Rows whose velocities cancel in a combination c of their rates say c . rates = 0 of positions: with the first of
 * these that is new the copy goes on. Such rows have states only where it holds. */
static outcome look_at_rates(nh_model *copy, nh_arena *arena) {
    nh_lagrange x = nh_lagrange_derive(copy, arena, false);
    uint32_t n = x.n, count = 0, *linear = NH_NEW_ARRAY(arena, uint32_t, x.rows + 1);
    nh_expr *slopes = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * x.rows + 1);
    const nh_expr *velocities = nh_model_velocities(copy, arena);
    nh_null_space space;
    for (uint32_t r = 0; r < x.rows; r++) {
        bool is_linear = true;
        for (uint32_t k = x.jacobian.start[r]; k < x.jacobian.start[r + 1]; k++)
            is_linear = is_linear && !nh_expr_has(copy->pool, x.jacobian.entry[k], NH_HAS_VELOCITY);
        if (is_linear) linear[count++] = r;
    }
    for (uint32_t k = 0; k < count; k++) {
        nh_expr rate = nh_expr_expand_names(copy->pool, x.rates[linear[k]]);
        for (uint32_t j = 0; j < n; j++) slopes[(size_t)j * count + k] = nh_expr_diff(copy->pool, rate, velocities[j]);
    }
    if (count == 0) return ENDED;
    if (nh_linear_null_space(copy->pool, arena, n, count, slopes, &space) != NH_LINEAR_DONE) return GIVEN_UP;
    for (uint32_t i = 0; i < space.count; i++) {
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t k = 0; k < count; k++)
            sum = nh_expr_add(copy->pool, sum,
                              nh_expr_mul(copy->pool, space.basis[(size_t)i * count + k], x.rates[linear[k]]));
        sum = nh_model_at_rest(copy, arena, nh_expr_expand_names(copy->pool, sum));
        nh_truth is_zero = vanishes_with_positions(copy, arena, sum);
        if (is_zero == NH_YES) continue;
        nh_expr zero = is_zero == NH_NO ? factor_of(copy->pool, sum) : NH_EXPR_UNDEFINED;
        if (zero == NH_EXPR_UNDEFINED) return GIVEN_UP;
        add_row(copy, nh_expr_readable(copy->pool, arena, zero));
        return GOES_ON;
    }
    return ENDED;
}

/* The first new condition joins the copy. */
static outcome look_once(nh_model *copy, nh_arena *arena, nh_expr *never) {
    nh_null_space space;
    outcome of_rates = has_forced(copy) ? look_at_rates(copy, arena) : ENDED;
    if (of_rates != ENDED) return of_rates;
    equations e = make_equations(copy, arena);
    if (!find_combinations(&e, &space)) return GIVEN_UP;
    nh_admissible *a = space.count > 0 ? nh_admissible_make(arena, copy, 1) : NULL;
    for (uint32_t k = 0; k < space.count; k++) {
        nh_expr phi = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < e.count; i++)
            phi = nh_expr_add(e.pool, phi, nh_expr_mul(e.pool, space.basis[(size_t)k * e.count + i], e.h[i]));
        if (phi == NH_EXPR_UNDEFINED) return GIVEN_UP;
        nh_fact is_zero = nh_admissible_is_zero(a, phi);
        if (is_zero.truth == NH_YES && is_zero.by == NH_EVIDENCE_PROVED) continue;
        if (is_zero.truth != NH_NO) return GIVEN_UP;
        if (!nh_expr_has(e.pool, phi, (nh_contents)(NH_HAS_COORDINATE | NH_HAS_VELOCITY))) *never = phi;
        nh_expr zero = condition_of(&e, a, phi);
        if (zero == NH_EXPR_UNDEFINED) return GIVEN_UP;
        add_row(copy, nh_expr_readable(e.pool, arena, zero));
        return GOES_ON;
    }
    return ENDED;
}

/* ---- joining ---- */

typedef struct search {
    nh_model *model, *copy;
    nh_arena *arena;
    bool has_ended;
    nh_expr never; /* what they force to be 0, and is 0 nowhere; undefined: nothing */
} search;

static void look_at_all(void *user) {
    search *s = user;
    outcome now = GOES_ON;
    equations e = make_equations(s->model, s->arena);
    if (is_regular_somewhere(&e)) return;
    for (int round = 0; round < MOST_ROUNDS && now == GOES_ON; round++) now = look_once(s->copy, s->arena, &s->never);
    s->has_ended = now == ENDED;
}

static bool is_candidate(const nh_model *model) {
    size_t rows = 0;
    for (size_t i = 0; i < model->rows.count; i++) rows += model->rows.items[i].is_imposed;
    return model->coordinates.count > 0 && model->coordinates.count <= MOST_COORDINATES && rows <= MOST_ROWS &&
           model->L != NH_EXPR_UNDEFINED;
}

static void tell_row(const nh_model *model, const nh_row *row) {
    nh_text text = nh_text_begin(model->arena);
    nh_expr_print(model->pool, &text, row->residual);
    nh_remark remark = {"hidden", NH_SEVERITY_NOTE, NH_OK, &row->place, NULL};
    nh_diag_add(model->context, &remark,
                "Lagrange's equations do not determine all accelerations, and imply %s = 0; added as constraint '%s'",
                nh_text_string(&text), nh_name_text(model->context, row->name));
}

static void tell_contradiction(const nh_model *model, nh_expr never) {
    nh_text text = nh_text_begin(model->arena);
    nh_place place = model->terms.count > 0 ? model->terms.items[0].place : model->coordinates.items[0].place;
    nh_expr_print(model->pool, &text, nh_expr_readable(model->pool, model->arena, never));
    nh_remark remark = {"contradiction", NH_SEVERITY_WARNING, NH_OK, &place, "is a mass missing?"};
    nh_diag_add(model->context, &remark,
                "Lagrange's equations contradict each other, and there are no motions: they imply %s = 0",
                nh_text_string(&text));
}

bool nh_singular_join(nh_model *model) {
    if (!is_candidate(model)) return false;
    nh_budget budget = {.work = NH_WORK_SINGULAR};
    nh_arena *arena = nh_arena_create(model->context);
    search s = {.model = model, .copy = copy_of(model, arena), .arena = arena, .never = NH_EXPR_UNDEFINED};
    size_t before = nh_context_diag_count(model->context), first = model->rows.count;
    bool is_done = nh_attempt(model->context, &budget, look_at_all, &s) == NH_OK && s.has_ended;
    nh_diag_forget(model->context, before);
    if (s.never != NH_EXPR_UNDEFINED) tell_contradiction(model, s.never);
    size_t last = is_done ? s.copy->rows.count : first;
    for (size_t i = first; i < last; i++) {
        nh_row row = s.copy->rows.items[i];
        nh_model_add(model, rows, NH_ITEM_ROW, row);
        tell_row(model, &row);
    }
    if (last > first) nh_model_forget(model);
    nh_arena_destroy(arena);
    return last > first;
}

/* ---- gauge ---- */

typedef struct gauge_search {
    const nh_model *model;
    nh_arena *arena, *work;
    nh_gauge *found; /* NULL: none */
} gauge_search;

/* Of the vectors (w, mu) that the equations leave open those with w = 0 speak of dependent rows, not of the motion. */
static void take_gauge(gauge_search *g, const equations *e, const nh_null_space *space) {
    uint32_t n = e->x.n, column = n;
    nh_linear_minor minor;
    nh_expr *w = NH_NEW_ARRAY(g->work, nh_expr, (size_t)space->count * n + 1);
    bool *is_free = NH_NEW_ARRAY(g->arena, bool, n + 1);
    bool *is_free_row = NH_NEW_ARRAY(g->arena, bool, g->model->rows.count + 1);
    for (uint32_t k = 0; k < space->count; k++)
        for (uint32_t i = 0; i < n; i++) {
            w[(size_t)k * n + i] = space->basis[(size_t)k * e->size + i];
            is_free[i] = is_free[i] || w[(size_t)k * n + i] != NH_EXPR_ZERO;
        }
    for (uint32_t r = 0; r < e->x.acting; r++) {
        if (!has_multiplier(g->model, e->x.row[r])) continue;
        for (uint32_t k = 0; k < space->count; k++)
            is_free_row[e->x.row[r]] |= space->basis[(size_t)k * e->size + column] != NH_EXPR_ZERO;
        column++;
    }
    if (nh_linear_rank(e->pool, g->work, space->count, n, w, &minor) != NH_LINEAR_DONE || minor.rank == 0) return;
    uint32_t *coordinate = NH_NEW_ARRAY(g->arena, uint32_t, minor.rank);
    memcpy(coordinate, minor.columns, minor.rank * sizeof *coordinate);
    g->found = NH_NEW(g->arena, nh_gauge);
    *g->found = (nh_gauge){minor.rank, coordinate, is_free, is_free_row};
}

static void look_for_gauge(void *user) {
    gauge_search *g = user;
    equations e = make_equations(g->model, g->work);
    nh_null_space space;
    if (is_regular_somewhere(&e)) return;
    if (nh_linear_null_space(e.pool, g->work, e.count, e.size, e.K, &space) != NH_LINEAR_DONE) return;
    nh_expr never;
    if (look_once(copy_of(g->model, g->work), g->work, &never) == ENDED) take_gauge(g, &e, &space);
}

const nh_gauge *nh_gauge_find(const nh_model *model, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    if (!is_candidate(model)) return NULL;
    nh_budget budget = {.work = NH_WORK_SINGULAR};
    gauge_search g = {.model = model, .arena = arena, .work = nh_arena_create(model->context)};
    size_t before = nh_context_diag_count(model->context);
    bool is_done = nh_attempt(model->context, &budget, look_for_gauge, &g) == NH_OK;
    nh_diag_forget(model->context, before);
    nh_arena_destroy(g.work);
    return is_done ? g.found : NULL;
}

/* Values are multiples of 1/DRAWN below 2, and not 0. */
enum { DRAWN = 64 };

nh_model *nh_gauge_fixed(const nh_model *model, nh_arena *arena, const nh_gauge *gauge, const uint64_t *seed) {
    nh_model *fixed = copy_of(model, arena);
    nh_random random = nh_random_make(seed != NULL ? *seed : 0, NH_STREAM_GAUGE);
    for (uint32_t k = 0; k < gauge->count; k++) {
        NH_ASSERT(gauge->coordinate[k] < model->coordinates.count);
        const nh_coordinate *q = &model->coordinates.items[gauge->coordinate[k]];
        nh_text text = nh_text_begin(model->arena);
        nh_text_format(&text, "gauge.%s", nh_name_text(model->context, q->name));
        nh_name name = nh_name_of_text(model->context, nh_text_string(&text));
        nh_parameter free = {.name = name, .low = NH_EXPR_UNDEFINED, .high = NH_EXPR_UNDEFINED};
        int64_t drawn = 1 + (int64_t)nh_random_uniform(&random, 0, 2 * DRAWN - 1);
        free.value = nh_expr_number(model->pool, nh_rat_make(drawn, DRAWN));
        free.symbol = nh_expr_symbol(model->pool, NH_ROLE_PARAMETER, name, 0);
        free.place = q->place;
        nh_row row = {.name = name, .label = name, .family = name, .has_accelerations = true, .is_imposed = true};
        row.residual = nh_expr_dot(model->pool, q->v);
        if (seed != NULL) row.residual = nh_expr_sub(model->pool, row.residual, free.symbol);
        row.is_gauge = row.is_hidden = true;
        row.place = q->place;
        if (seed != NULL) nh_model_add(fixed, parameters, NH_ITEM_PARAMETER, free);
        nh_model_add(fixed, rows, NH_ITEM_ROW, row);
    }
    return fixed;
}

const char *nh_gauge_words(const nh_model *model, nh_arena *arena, const nh_gauge *gauge) {
    nh_text text = nh_text_begin(arena);
    uint32_t shown = 0;
    for (size_t i = 0; i < model->coordinates.count; i++)
        if (gauge->is_free[i])
            nh_text_format(&text, "%s%s''", shown++ > 0 ? ", " : "",
                           nh_name_text(model->context, model->coordinates.items[i].name));
    NH_ASSERT(shown > 0);
    return nh_text_string(&text);
}

void nh_gauge_tell(const nh_model *model, const nh_gauge *gauge, const char *consequence) {
    nh_remark remark = {"gauge", NH_SEVERITY_NOTE, NH_OK, &model->coordinates.items[gauge->coordinate[0]].place, NULL};
    nh_diag_add(model->context, &remark, "the equations of motion do not determine %s: %s",
                nh_gauge_words(model, model->arena, gauge), consequence);
}
