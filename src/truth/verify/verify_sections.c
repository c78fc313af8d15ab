/* Sections of the admissible states: those at which further equations hold. An equation that is assumed is one of
 * all states that are looked at. Others are drawn on purpose: sign(x)^2 = 1 is false at x = 0 alone, where no state
 * is ever found by chance.
 *
 * What is exactly 0 is not 0 in balls. Where an equation gives one symbol by the others, x = 0 or x = 2 y, it is put
 * into what is looked at, and into the balls of the state. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/places/switches.h"
#include "model/holes.h"
#include "model/inputs.h"
#include "model/values.h"
#include "state/samples.h"
#include "truth/verify/verify_private.h"

/* Coordinates of systems in which such states are drawn; attempts and states of a switch; equations of a section. */
enum { MOST_COORDINATES = 40, TRIES = 8, STATES = 2, MOST_ZERO = 8 };

/* ---- solved equations ---- */

/* Whether e is a multiple of the symbol by a number, and something without it: the slope, or 0. */
static nh_expr slope_of(nh_pool *pool, nh_expr e, nh_expr symbol) {
    nh_expr slope = nh_expr_diff(pool, e, symbol);
    return nh_expr_is_number(pool, slope) ? slope : NH_EXPR_ZERO;
}

static bool is_of_state(const nh_pool *pool, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(pool, symbol);
    return s->role == NH_ROLE_COORDINATE && s->order <= 1;
}

bool nh_verify_solve_for_symbol(const nh_verifier *v, nh_expr zero, uint32_t *solved, nh_expr *from, nh_expr *to) {
    nh_pool *pool = v->model->pool;
    uint32_t count;
    zero = nh_expr_substitute(pool, nh_expr_expand_names(pool, zero), *solved, from, to, true);
    NH_ASSERT(from != to);
    if (zero == NH_EXPR_UNDEFINED || zero == NH_EXPR_ZERO) return false;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &zero, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_of_state(pool, symbols[i]) || nh_expr_jumps_with(pool, zero, 1, &symbols[i])) continue;
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
    if (section->count == 0 || e == NH_EXPR_UNDEFINED) return e;
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

/* Its equations, and their opposites; e, unless it is undefined, vanishes with them. */
static void list_vanishing(const nh_verifier *v, nh_verify_section *s, nh_expr e) {
    nh_pool *pool = v->model->pool;
    nh_expr *list = NH_NEW_ARRAY(v->arena, nh_expr, 2 * (size_t)s->count + 2);
    for (uint32_t i = 0; i <= s->count; i++) {
        nh_expr zero = i < s->count ? nh_expr_expand_names(pool, s->zero[i]) : e;
        if (zero == NH_EXPR_UNDEFINED) continue;
        list[s->vanishing_count++] = zero;
        list[s->vanishing_count++] = nh_expr_neg(pool, zero);
    }
    s->vanishing = list;
}

static nh_verify_section *make_section(const nh_verifier *v, const nh_exprs *zero, nh_expr vanishing) {
    nh_verify_section *s = NH_NEW(v->arena, nh_verify_section);
    *s = (nh_verify_section){.count = (uint32_t)zero->count, .zero = zero->items, .states = v->states};
    if (s->count > 0) list_vanishing(v, s, vanishing);
    s->from = NH_NEW_ARRAY(v->arena, nh_expr, zero->count + 1);
    s->to = NH_NEW_ARRAY(v->arena, nh_expr, zero->count + 1);
    s->input = NH_NEW_ARRAY(v->arena, uint32_t, zero->count + 1);
    for (uint32_t i = 0; i < s->count; i++) (void)nh_verify_solve_for_symbol(v, s->zero[i], &s->solved, s->from, s->to);
    for (uint32_t i = 0; i < s->solved; i++) s->input[i] = input_of(v, s->from[i]);
    s->values = make_tape(v, s->solved, s->to);
    s->assumptions = make_assumptions(v, s);
    if (s->count == 0) return s;
    s->states = nh_states_make_on(v->arena, v->model, v->parameters, s->count, s->zero);
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

static void add_base(const nh_verifier *v, nh_exprs *list, nh_expr e) {
    if (nh_expr_has(v->model->pool, e, NH_HAS_COORDINATE)) add_zero(v, list, e);
}

/* The factors of e, each of which is a set on which e is 0. */
static nh_exprs factors_of(const nh_verifier *v, nh_expr e) {
    nh_pool *pool = v->model->pool;
    nh_exprs found = {.arena = v->arena};
    nh_rat ignored;
    nh_expr whole = nh_expr_split(pool, e, &ignored), factored = nh_expr_factored(pool, whole);
    if (factored != NH_EXPR_UNDEFINED && nh_expr_kind_of(pool, whole) != NH_EXPR_PRODUCT)
        whole = nh_expr_split(pool, factored, &ignored);
    if (nh_expr_kind_of(pool, whole) != NH_EXPR_PRODUCT) {
        add_base(v, &found, whole);
        return found;
    }
    for (uint32_t i = 0; i < nh_expr_arity(pool, whole); i += 2) {
        const nh_expr *args = nh_expr_args(pool, whole);
        if (nh_rat_sign(nh_expr_rational(pool, args[i + 1])) > 0) add_base(v, &found, args[i]);
    }
    return found;
}

/* The terms of a sum none of which is negative: it is 0 where all of them are. */
static bool list_squares(const nh_verifier *v, nh_expr e, nh_exprs *list) {
    nh_pool *pool = v->model->pool;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) return false;
    if (!nh_expr_is_nonnegative(pool, e) && !nh_expr_is_nonnegative(pool, nh_expr_neg(pool, e))) return false;
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        nh_exprs factors = factors_of(v, nh_expr_args(pool, e)[i]);
        if (factors.count != 1) return false;
        add_zero(v, list, factors.items[0]);
    }
    return true;
}

static void draw_on(nh_verifier *v, nh_verify_points *points, nh_random *random, double t,
                    const nh_verify_section *section) {
    uint32_t kept = 0;
    size_t known = points->list.count;
    const char *reason = points->reason;
    for (size_t i = 0; i < TRIES && kept < STATES; i++) {
        nh_state state = nh_verify_state_new(v);
        const nh_state *near = known > 0 ? &points->list.items[i / 2 % known].state : NULL;
        bool is_found = i % 2 == 0 && near != NULL
                            ? nh_samples_draw(section->states, random, near, 0.1, &state)
                            : nh_states_random(section->states, random, nh_verify_time_draw(v, random, t), 2, &state);
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
    if (section->assumptions == NULL) return;
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
        nh_expr e = switches.items.items[i];
        nh_exprs squares = {.arena = v->arena}, factors = factors_of(v, e);
        for (size_t k = 0; k < factors.count; k++) {
            nh_exprs one = {.arena = v->arena};
            nh_array_push(&one, factors.items[k]);
            squares.count = 0;
            draw_where_zero(v, points, &random, t, list_squares(v, factors.items[k], &squares) ? &squares : &one, e);
        }
    }
    for (size_t i = 0; i < switches.pairs.count; i++) {
        nh_exprs both = {.arena = v->arena};
        nh_array_push(&both, switches.pairs.items[i].a);
        nh_array_push(&both, switches.pairs.items[i].b);
        draw_where_zero(v, points, &random, t, &both, NH_EXPR_UNDEFINED);
    }
}
