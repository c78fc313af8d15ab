/* Sections of the admissible states: those at which further equations hold. An equation that is assumed is one of
 * all states that are examined. Others are drawn on purpose: sign(x)^2 = 1 is false at x = 0 only, where no state
 * is ever found by chance.
 *
 * What is exactly 0 is not 0 in balls. Where an equation gives one symbol by the others, x = 0 or x = 2 y, it is put
 * into what is examined, and into the balls of the state. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/places/switches.h"
#include "model/holes.h"
#include "model/inputs.h"
#include "model/values.h"
#include "state/samples.h"
#include "truth/verify/verify_private.h"

/* Coordinates of systems in which such states are drawn; attempts and states of a switch; equations of a section;
 * constraints that are searched for in what is judged. */
enum { MOST_COORDINATES = 40, TRIES = 8, STATES = 2, MOST_ZERO = 8, MOST_ROWS = 12 };

/* ---- solved equations ---- */

/* Whether e is a multiple of the symbol by a number, and something without it: the slope, or 0. */
static nh_expr slope_of(nh_pool *pool, nh_expr e, nh_expr symbol) {
    nh_expr slope = nh_expr_diff(pool, e, symbol);
    return nh_expr_is_number(pool, slope) ? slope : NH_EXPR_ZERO;
}

static bool is_of_state(const nh_pool *pool, nh_expr symbol, bool is_timed) {
    const nh_symbol *s = nh_expr_symbol_of(pool, symbol);
    return (s->role == NH_ROLE_COORDINATE && s->order <= 1) || (is_timed && s->role == NH_ROLE_TIME);
}

bool nh_verify_solve_for_symbol(const nh_verifier *v, nh_expr zero, uint32_t *solved, nh_expr *from, nh_expr *to) {
    nh_pool *pool = v->model->pool;
    uint32_t count;
    zero = nh_expr_substitute(pool, nh_expr_expand_names(pool, zero), *solved, from, to, true);
    NH_ASSERT(from != to);
    if (zero == NH_EXPR_UNDEFINED || zero == NH_EXPR_ZERO) return false;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &zero, &count);
    bool is_timed = !nh_expr_has(pool, zero, NH_HAS_COORDINATE); /* it is about the time only */
    for (uint32_t i = 0; i < count; i++) {
        if (!is_of_state(pool, symbols[i], is_timed) || nh_expr_jumps_with(pool, zero, 1, &symbols[i])) continue;
        nh_expr slope = slope_of(pool, zero, symbols[i]);
        if (slope == NH_EXPR_ZERO) continue;
        nh_expr value = nh_expr_sub(pool, symbols[i], nh_expr_div(pool, zero, slope));
        if (nh_expr_depends_on(pool, value, 1, &symbols[i])) continue;
        for (uint32_t k = 0; k < *solved; k++) to[k] = nh_expr_substitute(pool, to[k], 1, &symbols[i], &value, true);
        from[*solved] = symbols[i];
        to[(*solved)++] = value;
        return true;
    }
    return false;
}

static bool is_vanishing(const nh_verify_section *section, nh_expr e) {
    return nh_is_among(e, section->vanishing_count, section->vanishing);
}

/* e with 0 for what vanishes on the section, as a whole: x^2 + y^2 - 1 in sign(x^2 + y^2 - 1). */
static nh_expr without_vanishing(const nh_verifier *v, const nh_verify_section *section, nh_expr e) {
    nh_pool *pool = v->model->pool;
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(v->model->context);
    nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(pool, now);
        nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity + 1);
        bool is_changed = false;
        for (uint32_t k = 0; k < arity; k++) {
            nh_expr before = nh_expr_args(pool, now)[k];
            args[k] = result[nh_walk_place(walk, before)];
            is_changed |= args[k] != before;
        }
        result[i] = is_vanishing(section, now) ? NH_EXPR_ZERO : is_changed ? nh_expr_rebuild(pool, now, args) : now;
    }
    nh_expr found = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return found;
}

nh_expr nh_verify_on_section(const nh_verifier *v, const nh_verify_section *section, nh_expr e) {
    NH_ASSERT(section->count == 0 || section->zero != NULL);
    nh_pool *pool = v->model->pool;
    if ((section->count == 0 && section->vanishing_count == 0) || e == NH_EXPR_UNDEFINED) return e;
    e = nh_expr_expand_names(pool, e);
    if (section->vanishing_count > 0 && e != NH_EXPR_UNDEFINED) e = without_vanishing(v, section, e);
    if (section->solved == 0 || e == NH_EXPR_UNDEFINED) return e;
    return nh_expr_substitute(pool, e, section->solved, section->from, section->to, true);
}

/* ---- making ---- */

static nh_tape *make_tape(const nh_verifier *v, size_t count, const nh_expr *outputs) {
    if (count == 0) return NULL;
    nh_tape_def def = nh_model_tape_def(v->model, v->arena, false, count, outputs);
    return nh_tape_make(v->arena, v->model->pool, &def);
}

/* What the energies, the forces and the imposed rows need, as they were written. */
static void list_written(nh_verifier *v) {
    nh_holes holes = nh_model_holes(v->model, v->arena);
    v->written.arena = v->arena;
    for (size_t i = 0; i < holes.count; i++) nh_array_push(&v->written, holes.items[i].need);
}

/* NULL: one of them has no value anywhere on the section, which has no states then. */
static nh_tape *make_assumptions(const nh_verifier *v, const nh_verify_section *section) {
    const nh_model *model = v->model;
    nh_exprs outputs = {.arena = v->arena};
    for (size_t i = 0; i < model->assumptions.count; i++) {
        const nh_assumption *item = &model->assumptions.items[i];
        nh_array_push(&outputs, nh_expr_sub(model->pool, item->left, item->right));
    }
    nh_array_push(&outputs, model->L); /* which must have a value */
    for (size_t i = 0; i < v->written.count; i++) nh_array_push(&outputs, v->written.items[i].e);
    for (size_t i = 0; i < outputs.count; i++) {
        outputs.items[i] = nh_verify_on_section(v, section, outputs.items[i]);
        if (outputs.items[i] == NH_EXPR_UNDEFINED) return NULL;
    }
    return make_tape(v, outputs.count, outputs.items);
}

static uint32_t input_of(const nh_verifier *v, nh_expr symbol) {
    for (uint32_t i = 0; i < 1 + 2 * v->n; i++)
        if (v->inputs[i] == symbol) return i;
    return 0;
}

static void add_vanishing(const nh_verifier *v, nh_exprs *list, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED || e == NH_EXPR_ZERO) return;
    nh_expr zero = nh_expr_expand_names(v->model->pool, e);
    nh_array_push(list, zero);
    nh_array_push(list, nh_expr_neg(v->model->pool, zero));
}

/* Its equations, and those of the constraints, with their opposites; e, unless it is undefined, vanishes with them. In
 * balls x y is not 0 though a constraint says so, and sign(x y) has no value. */
static void list_vanishing(const nh_verifier *v, nh_verify_section *s, nh_expr e) {
    const nh_model *model = v->model;
    nh_exprs list = {.arena = v->arena};
    for (uint32_t i = 0; i < s->count; i++) add_vanishing(v, &list, s->zero[i]);
    if (s->count > 0) add_vanishing(v, &list, e);
    bool has_rows = v->def.is_judging && v->motion == NULL && model->rows.count <= MOST_ROWS;
    for (size_t i = 0; i < model->rows.count && has_rows; i++) {
        const nh_row *row = &model->rows.items[i];
        if (row->is_imposed && nh_row_restricts(row)) add_vanishing(v, &list, row->residual);
    }
    s->vanishing_count = (uint32_t)list.count;
    s->vanishing = list.items;
}

/* The time that its equations give, if any. */
static void find_time(const nh_verifier *v, nh_verify_section *s) {
    for (uint32_t i = 0; i < s->solved; i++) {
        if (nh_expr_symbol_of(v->model->pool, s->from[i])->role != NH_ROLE_TIME) continue;
        s->time = nh_model_constant(v->model, v->arena, nh_model_with_values(v->model, s->to[i]));
        s->has_time = true;
    }
}

/* Whether all equations about the time only are solved, and states at that time are those at the double next to it: it
 * is that double, or no constraint knows the time. */
static bool has_exact_time(const nh_verifier *v, const nh_verify_section *s) {
    const nh_model *model = v->model;
    uint32_t timed = 0;
    for (uint32_t i = 0; i < s->count; i++) timed += !nh_expr_has(model->pool, s->zero[i], NH_HAS_COORDINATE);
    if (timed == 0) return true;
    if (!s->has_time || timed > 1 || !isfinite(s->time)) return false;
    bool is_timed = false;
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        is_timed |= row->is_imposed && nh_expr_has(model->pool, row->residual, NH_HAS_TIME);
    }
    nh_expr rounded_time = nh_expr_number(model->pool, nh_rat_from_double(v->arena, s->time));
    return !is_timed || nh_is_among(rounded_time, s->solved, s->to);
}

static nh_verify_section *make_section(const nh_verifier *v, const nh_exprs *zero, nh_expr vanishing) {
    nh_verify_section *s = NH_NEW(v->arena, nh_verify_section);
    *s = (nh_verify_section){.count = (uint32_t)zero->count, .zero = zero->items, .states = v->states};
    list_vanishing(v, s, vanishing);
    s->from = NH_NEW_ARRAY(v->arena, nh_expr, zero->count + 1);
    s->to = NH_NEW_ARRAY(v->arena, nh_expr, zero->count + 1);
    s->input = NH_NEW_ARRAY(v->arena, uint32_t, zero->count + 1);
    for (uint32_t i = 0; i < s->count; i++) (void)nh_verify_solve_for_symbol(v, s->zero[i], &s->solved, s->from, s->to);
    for (uint32_t i = 0; i < s->solved; i++) s->input[i] = input_of(v, s->from[i]);
    find_time(v, s);
    s->values = make_tape(v, s->solved, s->to);
    s->assumptions = make_assumptions(v, s);
    nh_exprs rows = {.arena = v->arena};
    for (uint32_t i = 0; i < s->count; i++)
        if (nh_expr_has(v->model->pool, s->zero[i], NH_HAS_COORDINATE)) nh_array_push(&rows, s->zero[i]);
    if (rows.count == 0) return s;
    s->states = nh_states_make_on(v->arena, v->model, v->parameters, (uint32_t)rows.count, rows.items);
    if (v->def.is_judging) nh_states_skew(s->states);
    return s;
}

/* ---- what is assumed ---- */

/* Whether a row says it already. */
static bool is_row(const nh_model *model, nh_expr zero) {
    nh_rat ignored;
    nh_expr own = nh_expr_split(model->pool, nh_expr_expand_names(model->pool, zero), &ignored);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        nh_expr said = nh_expr_expand_names(model->pool, row->residual);
        if (row->is_imposed && nh_expr_split(model->pool, said, &ignored) == own) return true;
    }
    return false;
}

static void add_zero(const nh_verifier *v, nh_exprs *list, nh_expr zero) {
    if (nh_exprs_has(list, zero)) return;
    if (!is_row(v->model, zero)) nh_array_push(list, zero);
}

/* What is at least 0 by the assumption; undefined: nothing. */
static nh_expr at_least_zero(nh_pool *pool, const nh_assumption *item) {
    if (item->relation == NH_GREATER_EQUAL) return nh_expr_sub(pool, item->left, item->right);
    if (item->relation == NH_LESS_EQUAL) return nh_expr_sub(pool, item->right, item->left);
    return NH_EXPR_UNDEFINED;
}

/* x >= 0 and x <= 0 are x = 0. */
static void add_pairs(const nh_verifier *v, nh_exprs *list) {
    const nh_model *model = v->model;
    for (size_t i = 0; i < model->assumptions.count; i++)
        for (size_t k = 0; k < i; k++) {
            nh_expr a = at_least_zero(model->pool, &model->assumptions.items[i]);
            nh_expr b = at_least_zero(model->pool, &model->assumptions.items[k]);
            if (a == NH_EXPR_UNDEFINED || b == NH_EXPR_UNDEFINED) continue;
            if (nh_expr_add(model->pool, a, b) == NH_EXPR_ZERO && nh_expr_has(model->pool, a, NH_HAS_COORDINATE))
                add_zero(v, list, a);
        }
}

void nh_verify_base_make(nh_verifier *v) {
    nh_exprs zero = {.arena = v->arena};
    list_written(v);
    for (size_t i = 0; i < v->model->equalities.count && v->motion == NULL; i++)
        add_zero(v, &zero, v->model->equalities.items[i]);
    if (v->motion == NULL) add_pairs(v, &zero);
    v->section = v->base = make_section(v, &zero, NH_EXPR_UNDEFINED);
}

/* ---- on purpose ---- */

/* At its own time: one that is known, moved onto it, or a random one. */
static bool draw_timed(nh_verifier *v, nh_random *random, const nh_verify_section *section, const nh_state *near,
                       nh_state *state) {
    NH_ASSERT(section->has_time);
    if (near == NULL) return nh_states_random(section->states, random, section->time, 2, state);
    memcpy(state->q, near->q, v->n * sizeof *near->q);
    memcpy(state->v, near->v, v->n * sizeof *near->v);
    state->t = section->time;
    return nh_states_project(section->states, state);
}

static bool draw_untimed(nh_verifier *v, nh_random *random, double t, const nh_verify_section *section,
                         const nh_state *near, nh_state *state) {
    return near != NULL ? nh_samples_draw(section->states, random, near, 0.1, state)
                        : nh_states_random(section->states, random, nh_verify_time_draw(v, random, t), 2, state);
}

static void draw_on(nh_verifier *v, nh_verify_points *points, nh_random *random, double t,
                    const nh_verify_section *section) {
    uint32_t kept = 0;
    size_t known = points->list.count;
    const char *reason = points->reason;
    for (size_t i = 0; i < TRIES && kept < STATES; i++) {
        nh_state state = nh_verify_state_new(v);
        const nh_state *near = known > 0 && i % 2 == 0 ? &points->list.items[i / 2 % known].state : NULL;
        bool is_found = section->has_time ? draw_timed(v, random, section, near, &state)
                                          : draw_untimed(v, random, t, section, near, &state);
        v->section = section;
        if (is_found) kept += nh_verify_points_keep(v, points, &state, false) == NH_VERIFY_KEPT;
        v->section = v->base;
    }
    points->reason = reason; /* they are not wanted for their number */
}

static bool is_kink(const nh_verifier *v, const nh_verify_section *section) {
    nh_switches kinks = nh_kinks_find(v->arena, v->model);
    for (size_t i = 0; i < kinks.items.count; i++)
        if (nh_verify_on_section(v, section, kinks.items.items[i]) == NH_EXPR_ZERO) return true;
    return false;
}

/* States at which these are 0, and so is e. */
static void draw_where_zero(nh_verifier *v, nh_verify_points *points, nh_random *random, double t, const nh_exprs *zero,
                            nh_expr e) {
    nh_exprs all = {.arena = v->arena};
    nh_array_append(&all, v->base->count, v->base->zero);
    for (size_t i = 0; i < zero->count; i++) add_zero(v, &all, zero->items[i]);
    if (all.count == v->base->count || all.count > MOST_ZERO) return;
    nh_verify_section *section = make_section(v, &all, e);
    if (section->assumptions == NULL || !has_exact_time(v, section)) return;
    section->is_special = true;
    section->is_kink = is_kink(v, section);
    draw_on(v, points, random, t, section);
}

void nh_verify_sections_draw(nh_verifier *v, nh_verify_points *points, double t) {
    nh_random random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_SECTIONS);
    nh_switches switches = nh_switches_find(v->arena, v->model);
    for (size_t i = 0; i < v->model->records.count; i++)
        if (v->claim_question[i] != NH_VERIFY_NONE)
            v->questions.items[v->claim_question[i]].domain.is_cut |= switches.is_cut[i];
    if (v->n > MOST_COORDINATES) return;
    for (size_t i = 0; i < switches.items.count; i++) {
        nh_verify_zeros zeros = nh_verify_zeros_find(v, switches.items.items[i]);
        for (size_t k = 0; k < zeros.count; k++)
            draw_where_zero(v, points, &random, t, &zeros.items[k], switches.items.items[i]);
    }
    for (size_t i = 0; i < switches.pairs.count; i++) {
        nh_exprs both = {.arena = v->arena};
        nh_array_push(&both, switches.pairs.items[i].a);
        nh_array_push(&both, switches.pairs.items[i].b);
        draw_where_zero(v, points, &random, t, &both, NH_EXPR_UNDEFINED);
    }
}
