/* Components of the admissible states, from the ideal of the rows. */
#include "facts/places/parts.h"

#include <string.h>

#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "facts/constants_private.h"
#include "facts/limits_private.h"
#include "facts/places/valued_private.h"
#include "facts/sizes.h"
#include "model/values.h"
#include "state/exact.h"

/* A basis of the equations of a component, in symbols of coordinates and velocities. */
typedef struct part_equations {
    uint32_t count, variable_count;
    const nh_expr *basis;
    const nh_expr *variables;
} part_equations;

/* Rows and variables of the ideal; equations that are shown; states that are tried for being on a component. */
enum { MOST_ROWS = 8, MOST_VARIABLES = 24, MOST_SHOWN = 12, STATES = 4 };
/* Of the size of its terms: an equation that holds at the reference state. */
#define HOLDS 1e-9

typedef struct search {
    nh_admissible *a; /* NULL: only the equations of the components are wanted */
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena; /* for the work */
    nh_arena *kept;  /* for what is given out */
    nh_exprs equations, variables;
    bool has_angles; /* in the equations */
    nh_components components;
    NH_ARRAY(nh_part) parts; /* in the arena of what is given out */
    const nh_expr *basis;    /* of the one that is examined, short ones first */
    uint32_t basis_count;
    nh_part part;
} search;

/* ---- the ideal ---- */

/* Parameters with rational values have these where only equations are wanted: they may be special ones. */
static nh_expr with_numbers(const search *s, const nh_expr *values, nh_expr e) {
    e = nh_expr_expand_names(s->pool, e);
    for (size_t i = 0; values != NULL && i < s->model->parameters.count; i++)
        if (nh_expr_is_number(s->pool, values[i]))
            e = nh_expr_substitute(s->pool, e, 1, &s->model->parameters.items[i].symbol, &values[i], true);
    return e;
}

static bool collect_rows(search *s) {
    const nh_model *model = s->model;
    bool has_values = s->a == NULL && nh_model_is_closed(model);
    const nh_expr *values = has_values ? nh_model_closed_values(model, s->arena) : NULL;
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!nh_row_restricts(row)) continue;
        nh_array_push(&s->equations, with_numbers(s, values, row->residual));
        if (row->is_geometric) nh_array_push(&s->equations, with_numbers(s, values, nh_row_rate(model, row)));
        if (s->equations.count > MOST_ROWS) return false;
    }
    bool is_claim = s->a != NULL; /* that there are no others */
    return s->equations.count > 0 &&
           (!is_claim || nh_constants_are_independent(s->pool, s->arena, s->equations.count, s->equations.items));
}

/* Whether the symbol occurs in the equations as in a polynomial, or in sines and cosines only: then a solution of the
 * ideal is one of the rows, and dimensions are what they seem. */
static bool is_plain(search *s, nh_expr symbol) {
    bool in_polynomial = true, in_angles = true;
    for (size_t i = 0; i < s->equations.count; i++)
        in_polynomial = in_polynomial && nh_expr_degree(s->pool, s->equations.items[i], 1, &symbol).polynomial;
    if (in_polynomial) return true;
    s->has_angles = true;
    nh_walk *walk = nh_walk_begin(s->pool, s->equations.count, s->equations.items, NH_WALK_PLAIN);
    bool *is_bare = NH_NEW_ARRAY(s->arena, bool, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(s->pool, now);
        is_bare[i] = now == symbol;
        for (uint32_t k = 0; k < nh_expr_arity(s->pool, now) && kind != NH_EXPR_SIN && kind != NH_EXPR_COS; k++)
            is_bare[i] = is_bare[i] || is_bare[nh_walk_place(walk, nh_expr_args(s->pool, now)[k])];
    }
    for (size_t i = 0; i < s->equations.count; i++)
        in_angles = in_angles && !is_bare[nh_walk_place(walk, s->equations.items[i])];
    nh_walk_end(walk);
    return in_angles;
}

static bool collect_variables(search *s) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, s->equations.count, s->equations.items, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (nh_expr_symbol_of(s->pool, symbols[i])->role != NH_ROLE_COORDINATE) continue;
        if (s->variables.count == MOST_VARIABLES || !is_plain(s, symbols[i])) return false;
        nh_array_push(&s->variables, symbols[i]);
    }
    return s->variables.count > 0;
}

/* ---- exact real states ---- */

/* Exact real states of a component, and the rank of the rows there. */

/* Attempts at an exact state, each with other random numbers. */
enum { TRIES = 12 };

typedef struct state_search {
    nh_admissible *a;
    nh_pool *pool;
    nh_arena *arena;
    nh_exactly *state;
} state_search;

static bool put_parameters(state_search *s) {
    const nh_model *model = s->a->model;
    if (!nh_model_is_closed(model)) return false;
    const nh_expr *values = nh_model_closed_values(model, s->arena);
    for (size_t i = 0; i < model->parameters.count; i++) {
        if (!nh_expr_is_number(s->pool, values[i])) return false;
        nh_exactly_set(s->state, model->parameters.items[i].symbol, values[i]);
    }
    return true;
}

static bool try_once(state_search *s, const part_equations *of) {
    nh_exactly_begin(s->state, 0);
    return put_parameters(s) && nh_exactly_satisfy(s->state, of->count, of->basis, false);
}

/* ---- the rank there ---- */

/* What has no value yet gets a random one, the time too. */
static uint32_t rank_there(state_search *s) {
    const nh_lagrange *x = &s->a->lagrange;
    nh_expr *matrix = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)x->rows * x->n + 1);
    for (uint32_t i = 0; i < x->rows * x->n; i++) matrix[i] = NH_EXPR_ZERO;
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t k = x->jacobian.start[r]; k < x->jacobian.start[r + 1]; k++) {
            nh_expr e = nh_exactly_value(s->state, nh_expr_expand_names(s->pool, x->jacobian.entry[k]));
            if (!nh_expr_is_number(s->pool, e)) return NH_INDEX_NONE;
            matrix[r * x->n + x->jacobian.column[k]] = e;
        }
    nh_linear_minor minor;
    nh_linear_answer answer = nh_linear_rank(s->pool, s->arena, x->rows, x->n, matrix, &minor);
    NH_ASSERT(answer != NH_LINEAR_DONE || minor.rank <= x->n);
    return answer == NH_LINEAR_DONE ? minor.rank : NH_INDEX_NONE;
}

/* Searches for a state at which all elements of the basis are exactly zero, with rational numbers for the variables
 * (for an angle: for its sine and cosine) and the values of the model for parameters. True: there is one; *rank then is
 * that of the rows there, or NH_INDEX_NONE where it was not found. In the arena, which is not the scratch arena. */
static bool find_exact(nh_admissible *a, nh_arena *arena, const part_equations *of, nh_random *random, uint32_t *rank) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && of->count > 0);
    state_search s = {a, a->model->pool, arena, nh_exactly_make(a->model->pool, arena, random)};
    *rank = NH_INDEX_NONE;
    for (int i = 0; i < TRIES; i++) {
        if (!try_once(&s, of)) continue;
        *rank = rank_there(&s);
        return true;
    }
    return false;
}

/* ---- one component ---- */

static const char *text_of(const search *s, nh_expr e) {
    nh_text text = nh_text_begin(s->arena);
    nh_expr_print(s->pool, &text, e);
    return nh_text_string(&text);
}

/* Shorter, or else first in the alphabet. */
static bool is_before(const search *s, nh_expr a, nh_expr b) {
    uint64_t length = nh_expr_operations(s->pool, 1, &a), other = nh_expr_operations(s->pool, 1, &b);
    return length != other ? length < other : strcmp(text_of(s, a), text_of(s, b)) < 0;
}

static void sort_basis(search *s, const nh_ideal *component) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(component, &basis);
    nh_expr *sorted = NH_NEW_ARRAY(s->kept, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;
        for (; k > 0 && is_before(s, basis[i], sorted[k - 1]); k--) sorted[k] = sorted[k - 1];
        sorted[k] = basis[i];
    }
    s->basis = sorted;
    s->basis_count = count;
}

/* Those that do not follow from shorter ones. */
static void choose_shown(void *argument) {
    search *s = argument;
    nh_expr *shown = NH_NEW_ARRAY(s->kept, nh_expr, MOST_SHOWN);
    uint32_t count = 0;
    const nh_ideal *so_far = NULL;
    for (uint32_t i = 0; i < s->basis_count && count < MOST_SHOWN; i++) {
        if (so_far != NULL && nh_ideal_vanishes(so_far, s->basis[i]) == NH_YES) continue;
        shown[count++] = s->basis[i];
        so_far = nh_ideal_make(s->pool, s->arena, count, shown, (uint32_t)s->variables.count, s->variables.items);
    }
    for (uint32_t i = 0; i < count; i++) shown[i] = nh_expr_readable(s->pool, s->arena, shown[i]);
    s->part.zero = shown;
    s->part.count = count;
}

/* The largest rank of some states; as a proof of what it is at most there is only the number of rows. */
static void find_real(void *argument) {
    search *s = argument;
    nh_random random = nh_random_make(s->a->seed, NH_STREAM_PARTS);
    const part_equations of = {s->basis_count, (uint32_t)s->variables.count, s->basis, s->variables.items};
    for (int i = 0; i < STATES; i++) {
        uint32_t rank;
        if (!find_exact(s->a, s->arena, &of, &random, &rank)) return;
        s->part.real = nh_fact_yes(NH_EVIDENCE_PROVED);
        if (rank == NH_INDEX_NONE || (s->part.rank.by != NH_EVIDENCE_NONE && s->part.rank.value >= rank)) continue;
        s->part.rank = (nh_count){rank, rank == s->a->lagrange.rows ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED};
    }
}

/* What is made of pieces may be 0 on whole pieces, which the ideal does not count. */
static bool has_pieces(const search *s) {
    for (uint32_t i = 0; i < s->basis_count; i++)
        if (nh_expr_is_pieced(s->pool, s->basis[i])) return true;
    return false;
}

static void look_at(search *s, const nh_ideal *component) {
    const nh_budget for_shown = {.work = NH_WORK_SHOWN}, for_real = {.work = NH_WORK_REAL};
    nh_context *context = s->model->context;
    uint32_t all = 2 * (uint32_t)s->model->coordinates.count;
    sort_basis(s, component);
    s->part = (nh_part){.count = s->basis_count < MOST_SHOWN ? s->basis_count : MOST_SHOWN,
                        .zero = s->basis,
                        .dimension = nh_ideal_dimension(component) + (int)all - (int)s->variables.count,
                        .real = nh_fact_unknown()};
    if (has_pieces(s)) s->part.dimension = -1;
    (void)nh_attempt(context, &for_shown, choose_shown, s);
    s->part.is_at_hand = nh_sizes_all_small(s->a, s->basis_count, s->basis, HOLDS);
    (void)nh_attempt(context, &for_real, find_real, s);
    nh_array_push(&s->parts, s->part);
}

/* The reference state is a real one of its component, where it is in no other one. */
static void use_state(search *s) {
    const nh_admissible *a = s->a;
    nh_part *only = NULL;
    uint32_t count = 0;
    for (size_t i = 0; i < s->parts.count; i++)
        if (s->parts.items[i].is_at_hand) only = &s->parts.items[i], count++;
    if (count != 1 || a->samples == NULL || nh_samples_count(a->samples) == 0) return;
    if (only->real.truth != NH_YES) only->real = nh_fact_yes(NH_EVIDENCE_CERTIFIED);
    size_t rank = nh_samples_rank(a->samples); /* exact states are easily special ones */
    if (only->rank.by == NH_EVIDENCE_NONE || only->rank.value < rank)
        only->rank = (nh_count){rank, NH_EVIDENCE_CERTIFIED};
}

/* ---- all of them ---- */

static void find_ideal_components(void *argument) {
    search *s = argument;
    const nh_ideal *ideal = nh_ideal_make(s->pool, s->arena, (uint32_t)s->equations.count, s->equations.items,
                                          (uint32_t)s->variables.count, s->variables.items);
    if (ideal != NULL) s->components = nh_ideal_components(s->arena, ideal);
}

static bool find_components(search *s, uint64_t work) {
    const nh_budget budget = {.work = work};
    return nh_attempt(s->model->context, &budget, find_ideal_components, s) == NH_OK && s->components.is_complete;
}

static nh_parts search_parts(nh_admissible *a) {
    search s = {.a = a, .model = a->model, .pool = a->model->pool, .arena = nh_arena_create(a->model->context)};
    s.kept = a->arena;
    s.equations.arena = s.variables.arena = s.arena;
    s.parts.arena = a->arena;
    bool is_done = collect_rows(&s) && collect_variables(&s);
    is_done = is_done && find_components(&s, s.has_angles ? NH_WORK_PARTS_ANGLES : NH_WORK_PARTS);
    for (uint32_t i = 0; is_done && i < s.components.count; i++) look_at(&s, s.components.component[i]);
    use_state(&s);
    nh_arena_destroy(s.arena);
    return (nh_parts){(uint32_t)s.parts.count, s.parts.items};
}

/* Looked for once. */
static nh_parts find_parts(nh_admissible *a) {
    if (a->parts == NULL) {
        nh_parts *parts = NH_NEW(a->arena, nh_parts);
        *parts = search_parts(a);
        a->parts = parts;
    }
    return *a->parts;
}

const nh_part *nh_parts_at_hand(nh_admissible *a) {
    const nh_part *only = NULL;
    if (a->at == NH_CHECK_NONE) return NULL;
    nh_parts parts = find_parts(a);
    for (uint32_t i = 0; i < parts.count; i++) {
        if (!parts.items[i].is_at_hand) continue;
        if (only != NULL) return NULL;
        only = &parts.items[i];
    }
    return parts.count > 1 ? only : NULL;
}

/* Whether the components are the same, with the values put in. */
static bool is_same_part(nh_admissible *valued, const nh_part *generic, const nh_part *special) {
    nh_expr *zero = NH_NEW_ARRAY(valued->arena, nh_expr, (size_t)generic->count + 1);
    for (uint32_t i = 0; i < generic->count; i++) zero[i] = nh_valued_put(valued, generic->zero[i]);
    return generic->dimension == special->dimension &&
           nh_valued_are_same(valued, generic->count, zero, special->count, special->zero);
}

static bool are_same(nh_admissible *valued, const nh_parts *generic, const nh_parts *special) {
    if (generic->count != special->count) return false;
    for (uint32_t i = 0; i < generic->count; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < special->count && !is_there; k++)
            is_there = is_same_part(valued, &generic->items[i], &special->items[k]);
        if (!is_there) return false;
    }
    return true;
}

/* With parameters where they are the same with their values; else with these. */
nh_parts nh_parts_find(nh_admissible *a) {
    nh_parts generic = find_parts(a);
    nh_admissible *valued = nh_admissible_valued(a);
    if (valued == NULL || !nh_valued_is_in_rows(valued)) return generic;
    if (generic.count == 0) return nh_valued_is_special(valued) ? find_parts(valued) : generic;
    nh_parts special = find_parts(valued);
    return are_same(valued, &generic, &special) ? generic : special;
}

nh_parts nh_parts_split(nh_arena *arena, const nh_model *model) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    search s = {.model = model, .pool = model->pool, .arena = nh_arena_create(model->context), .kept = arena};
    s.equations.arena = s.variables.arena = s.arena;
    s.parts.arena = arena;
    bool is_done = collect_rows(&s) && collect_variables(&s) && find_components(&s, NH_WORK_SPLIT);
    for (uint32_t i = 0; is_done && i < s.components.count; i++) {
        sort_basis(&s, s.components.component[i]);
        nh_part part = {.count = s.basis_count, .zero = s.basis, .real = nh_fact_unknown()};
        part.dimension =
            nh_ideal_dimension(s.components.component[i]) + 2 * (int)model->coordinates.count - (int)s.variables.count;
        nh_array_push(&s.parts, part);
    }
    nh_arena_destroy(s.arena);
    return (nh_parts){(uint32_t)s.parts.count, s.parts.items};
}
