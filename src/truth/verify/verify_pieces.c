/* The pieces of what is judged (facts/places/pieces.h): |x - 1000| = 1000 - x is true at all states that are drawn
 * around 0. States are drawn on each piece on purpose; where none is found, and it is not proved that there is none,
 * nothing is said about the equation.
 *
 * Pieces on which accelerations or multipliers decide, |x'' - 10|, are not searched for. */
#include <math.h>

#include "algebra/domain/domain.h"
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/implies/implication_exists.h"
#include "facts/places/pieces.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "state/samples.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* Attempts at a state of a piece, times at which a motion is tried, rounds of moving a state onto it, equations that
 * are solved for that; conditions that are named; coordinates of systems in which pieces are searched for. */
enum { TRIES = 12, TIMES = 200, ROUNDS = 3, MOST_SOLVED = 8, MOST_SHOWN = 3, MOST_COORDINATES = 40 };
/* Pieces that are checked for emptiness; operations of a row that is examined for squares, and of a condition with the
 * dependent velocities put in; signs, 2 to that power of which are tried. */
enum { MOST_ASKED = 24, MOST_SQUARED = 60, MOST_RESTRICTED = 120, MOST_SIGNS = 4 };
/* Values that differ by less, relative to what they are, are the same. */
#define SAME 1e-28

/* ---- finding ---- */

typedef struct piece_request {
    nh_verifier *v;
    size_t record;
    nh_pieces found;
} piece_request;

static void list_pieces(void *argument) {
    piece_request *l = argument;
    const nh_record *record = &l->v->model->records.items[l->record];
    l->found = nh_pieces_find(l->v->arena, l->v->model->pool, record->value, record->needs);
}

static bool is_of_motion(nh_pool *pool, nh_expr e) {
    return nh_expr_has(pool, e, (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER));
}

/* "x - 1 > 0 and y < 0" */
static const char *words_of_piece(const nh_verifier *v, const nh_pieces *all, const nh_piece *piece) {
    nh_text text = nh_text_begin(v->arena);
    nh_text_add(&text, "it is piecewise, and no state was found where ");
    for (size_t i = 0; i < piece->count && i <= MOST_SHOWN; i++) {
        if (i > 0) nh_text_add(&text, i + 1 < piece->count && i < MOST_SHOWN ? ", " : " and ");
        if (i < MOST_SHOWN) nh_expr_print(v->model->pool, &text, all->conditions.items[piece->items[i].condition]);
        if (i == MOST_SHOWN) nh_text_add(&text, "more");
        else nh_text_add(&text, piece->items[i].sign > 0 ? " > 0" : " < 0");
    }
    nh_text_add(&text, "; it is not proved that none exists");
    return nh_text_string(&text);
}

void nh_verify_pieces_find(nh_verifier *v) {
    nh_context *context = v->model->context;
    v->pieces.arena = v->arena;
    for (size_t i = 0; i < v->model->records.count && v->def.is_judging; i++) {
        if (v->claim_question[i] == NH_VERIFY_NONE) continue;
        nh_verify_domain *domain = &v->questions.items[v->claim_question[i]].domain;
        piece_request l = {.v = v, .record = i};
        nh_budget budget = {.work = NH_WORK_PIECES};
        if (nh_attempt(context, &budget, list_pieces, &l) != NH_OK) {
            domain->is_cut = true;
            continue;
        }
        size_t count = l.found.items.count, conditions = l.found.conditions.count;
        domain->is_cut = l.found.is_cut;
        if (count == 0) continue;
        nh_verify_pieces own = {.record = i,
                                .all = l.found,
                                .first = NH_NEW_ARRAY(v->arena, double, conditions),
                                .beyond = NH_NEW_ARRAY(v->arena, double, conditions),
                                .sign = NH_NEW_ARRAY(v->arena, int, conditions),
                                .is_known = NH_NEW_ARRAY(v->arena, bool, conditions),
                                .varies = NH_NEW_ARRAY(v->arena, bool, conditions)};
        domain->pieces = (uint32_t)count;
        domain->is_seen = NH_NEW_ARRAY(v->arena, bool, count);
        domain->is_out = NH_NEW_ARRAY(v->arena, bool, count);
        const char **words = NH_NEW_ARRAY(v->arena, const char *, count);
        for (size_t k = 0; k < count; k++) words[k] = words_of_piece(v, &l.found, &l.found.items.items[k]);
        domain->words = words;
        nh_array_push(&v->pieces, own);
    }
}

/* ---- what is seen, inside the guard ---- */

static bool is_on_piece(const nh_verify_pieces *own, const nh_piece *piece) {
    for (size_t i = 0; i < piece->count; i++)
        if (own->sign[piece->items[i].condition] != piece->items[i].sign) return false;
    return true;
}

static void note_sign(nh_verify_pieces *own, size_t i, const nh_ball *value, int prec) {
    NH_ASSERT(nh_guard_inside());
    double low, high;
    own->sign[i] = 0;
    if (!nh_ball_is_finite(value)) return;
    nh_ball_bounds(value, &low, &high);
    own->sign[i] = low > 0 ? 1 : high < 0 ? -1 : 0;
    if (!own->is_known[i]) own->first[i] = nh_ball_double(value);
    nh_ball *rest = nh_balls_new(2);
    nh_ball_set_double(&rest[0], own->first[i]);
    nh_ball_sub(&rest[1], value, &rest[0], prec);
    double beyond = nh_ball_double(&rest[1]); /* a double has too few digits */
    nh_balls_free(rest, 2);
    if (!own->is_known[i]) own->beyond[i] = beyond;
    own->is_known[i] = true;
    if (fabs(beyond - own->beyond[i]) > SAME * fmax(1, fabs(own->first[i]))) own->varies[i] = true;
}

void nh_verify_pieces_note(nh_verifier *v, const nh_ball *outputs, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    const nh_ball *value = &outputs[v->now->first_condition];
    for (size_t k = 0; k < v->pieces.count; k++) {
        nh_verify_pieces *own = &v->pieces.items[k];
        const nh_verify_domain *domain = &v->questions.items[v->claim_question[own->record]].domain;
        for (size_t i = 0; i < own->all.conditions.count; i++) note_sign(own, i, value++, prec);
        for (uint32_t i = 0; i < domain->pieces; i++)
            domain->is_seen[i] = domain->is_seen[i] || is_on_piece(own, &own->all.items.items[i]);
    }
}

/* ---- states on purpose ---- */

/* The search for a state on one piece. */
typedef struct piece_draw {
    nh_verifier *v;
    nh_random *random;
    const nh_piece *piece;
    nh_expr *positive;   /* by condition of the piece: what is greater than 0 on it */
    nh_program *measure; /* of these, by t, q, q' */
    double *inputs;
} piece_draw;

static const double *measures_at(const piece_draw *d, const nh_state *state) {
    const nh_verifier *v = d->v;
    d->inputs[0] = state->t;
    for (uint32_t i = 0; i < v->n; i++) {
        d->inputs[1 + i] = state->q[i];
        d->inputs[1 + v->n + i] = state->v[i];
    }
    return nh_program_at(d->measure, d->inputs);
}

static bool is_on(const piece_draw *d, const nh_state *state) {
    const double *values = measures_at(d, state);
    for (size_t i = 0; i < d->piece->count; i++)
        if (!(values[i] > 0)) return false;
    return true;
}

/* A time at which what depends on the time only has the sign that is requested, from near to far. */
static double draw_time(const piece_draw *d, int try, double begin, nh_state *state) {
    nh_pool *pool = d->v->model->pool;
    double time = nh_verify_time_draw(d->v, d->random, begin);
    for (int k = 0; k < TIMES; k++) {
        bool is_far = try % 3 == 2 || k > 0, is_good = true;
        double size = pow(10, 8 * nh_random_unit(d->random) - 1) * (nh_random_unit(d->random) < 0.5 ? -1 : 1);
        state->t = is_far ? size : time;
        const double *values = measures_at(d, state);
        for (size_t i = 0; i < d->piece->count && is_good; i++)
            is_good = nh_expr_has(pool, d->positive[i], NH_HAS_COORDINATE) || values[i] > 0;
        if (is_good) return state->t;
    }
    return time;
}

/* Equations that lead onto the piece: what has the wrong sign at the state, or had it before, becomes this number. */
static bool solve_for_signs(const piece_draw *d, bool *is_wrong, double number, nh_state *state) {
    nh_verifier *v = d->v;
    nh_pool *pool = v->model->pool;
    nh_exprs zero = {.arena = v->arena};
    nh_arena *scratch = nh_arena_create(v->model->context);
    const double *values = measures_at(d, state);
    nh_array_append(&zero, v->base->count, v->base->zero);
    for (size_t i = 0; i < d->piece->count; i++) {
        is_wrong[i] = is_wrong[i] || !(values[i] > 0);
        if (!is_wrong[i] || !nh_expr_has(pool, d->positive[i], NH_HAS_COORDINATE)) continue;
        double away = number * (1 + nh_random_unit(d->random));
        nh_expr level = nh_expr_number(pool, nh_rat_from_double(scratch, away));
        nh_array_push(&zero, nh_expr_sub(pool, d->positive[i], level));
    }
    bool is_found = zero.count <= MOST_SOLVED;
    if (is_found) {
        nh_states *states = nh_states_make_on(scratch, v->model, v->parameters, (uint32_t)zero.count, zero.items);
        is_found = nh_states_admit(states, state) && nh_states_are_assumed(v->base->states, state);
    }
    nh_arena_destroy(scratch);
    return is_found;
}

static bool draw_once(const piece_draw *d, const nh_verify_points *points, double begin, int try, nh_state *state) {
    static const double numbers[] = {1, 0.01, 30, 1000};
    nh_verifier *v = d->v;
    bool *is_wrong = NH_NEW_ARRAY(v->arena, bool, d->piece->count + 1);
    size_t from = (size_t)nh_random_below(d->random, points->list.count);
    const nh_state *near = &points->list.items[from].state;
    memcpy(state->q, near->q, v->n * sizeof *near->q);
    memcpy(state->v, near->v, v->n * sizeof *near->v);
    state->t = draw_time(d, try, begin, state);
    for (int round = 0; round < ROUNDS; round++) {
        if (!solve_for_signs(d, is_wrong, numbers[try % 4], state)) return false;
        if (is_on(d, state)) return true;
    }
    return false;
}

static void draw_piece(nh_verifier *v, nh_verify_points *points, nh_random *random, double begin,
                       const nh_verify_pieces *own, const nh_piece *piece) {
    nh_pool *pool = v->model->pool;
    piece_draw d = {.v = v,
                    .random = random,
                    .piece = piece,
                    .positive = NH_NEW_ARRAY(v->arena, nh_expr, piece->count + 1),
                    .inputs = NH_NEW_ARRAY(v->arena, double, 2 * (size_t)v->n + 1)};
    for (size_t i = 0; i < piece->count; i++) {
        nh_expr e = own->all.conditions.items[piece->items[i].condition];
        if (is_of_motion(pool, e)) return;
        d.positive[i] = piece->items[i].sign > 0 ? e : nh_expr_neg(pool, e);
    }
    nh_tape_def def = nh_model_tape_def(v->model, v->arena, false, piece->count, d.positive);
    d.measure = nh_program_begun(v->arena, nh_tape_make(v->arena, pool, &def), v->parameters);
    nh_state state = nh_verify_state_new(v);
    for (size_t i = 0; i < points->list.count; i++)
        if (!points->list.items[i].section->is_special && is_on(&d, &points->list.items[i].state)) return;
    for (int try = 0; try < TRIES; try++) {
        const char *reason = points->reason;
        bool is_kept = draw_once(&d, points, begin, try, &state) &&
                       nh_verify_points_keep(v, points, &state, false) == NH_VERIFY_KEPT;
        points->reason = reason; /* it is not one of those that are wanted for their number */
        if (is_kept) return;
    }
}

void nh_verify_pieces_draw(nh_verifier *v, nh_verify_points *points, double t) {
    NH_ASSERT(v->base != NULL);
    nh_random random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_PIECES);
    if (v->n > MOST_COORDINATES || points->list.count == 0) return;
    for (size_t k = 0; k < v->pieces.count; k++)
        for (size_t i = 0; i < v->pieces.items[k].all.items.count; i++)
            draw_piece(v, points, &random, t, &v->pieces.items[k], &v->pieces.items[k].all.items.items[i]);
}

/* ---- what need not be seen ---- */

/* Parameters that keep their signs, where these are drawn. */
static void add_signs_of_parameters(const nh_verifier *v, nh_exprs *positive) {
    const nh_model *model = v->model;
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        if (parameter->value == NH_EXPR_UNDEFINED || parameter->low != NH_EXPR_UNDEFINED) continue;
        nh_expr value = nh_model_with_values(model, parameter->value);
        int sign = nh_expr_is_number(model->pool, value) ? nh_rat_sign(nh_expr_rational(model->pool, value)) : 0;
        if (sign != 0)
            nh_array_push(positive, sign > 0 ? parameter->symbol : nh_expr_neg(model->pool, parameter->symbol));
    }
}

/* Conditions that can be solved for a symbol are put in with a square: x - R > 0 is x = R + s^2 with s not 0. */
typedef struct squares {
    const nh_verifier *v;
    nh_exprs fresh;    /* symbols that are not 0 */
    nh_exprs from, to; /* what is put in */
} squares;

static nh_expr put_in(const squares *s, nh_expr e) {
    nh_pool *pool = s->v->model->pool;
    for (size_t i = 0; i < s->from.count && e != NH_EXPR_UNDEFINED; i++)
        e = nh_expr_substitute(pool, e, 1, &s->from.items[i], &s->to.items[i], true);
    return e;
}

static void use_condition(squares *s, nh_expr positive) {
    nh_pool *pool = s->v->model->pool;
    nh_text name = nh_text_begin(s->v->arena);
    uint32_t count;
    positive = put_in(s, positive);
    if (positive == NH_EXPR_UNDEFINED) return;
    nh_text_format(&name, "square %zu", s->fresh.count);
    nh_expr fresh = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    const nh_expr *symbols = nh_expr_symbols(pool, s->v->arena, 1, &positive, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr slope = nh_expr_diff(pool, positive, symbols[i]);
        if (!nh_expr_is_number(pool, slope) || slope == NH_EXPR_ZERO || nh_exprs_has(&s->fresh, symbols[i])) continue;
        nh_expr rest = nh_expr_sub(pool, nh_expr_mul(pool, fresh, fresh), positive);
        nh_array_push(&s->from, symbols[i]);
        nh_array_push(&s->to, nh_expr_add(pool, symbols[i], nh_expr_div(pool, rest, slope)));
        nh_array_push(&s->fresh, fresh);
        return;
    }
}

/* Whether the term is a product of powers of those symbols. */
static bool is_of_squares(const squares *s, nh_expr term) {
    nh_pool *pool = s->v->model->pool;
    if (nh_expr_kind_of(pool, term) != NH_EXPR_PRODUCT) return nh_exprs_has(&s->fresh, term);
    for (uint32_t i = 0; i < nh_expr_arity(pool, term); i += 2)
        if (!nh_exprs_has(&s->fresh, nh_expr_args(pool, term)[i])) return false;
    return true;
}

/* Whether e, multiplied out, is a sum of terms none of which is negative, and one of them never 0; or its opposite. */
static bool is_never_zero(const squares *s, nh_expr e) {
    nh_pool *pool = s->v->model->pool;
    e = nh_expr_normal(pool, e);
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) return nh_expr_is_number(pool, e) && e != NH_EXPR_ZERO;
    int constant = nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[0]));
    int sign = nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[2]));
    bool is_one = constant == sign;
    if (constant == -sign) return false;
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        nh_expr term = nh_expr_args(pool, e)[i];
        int own = nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]));
        if (own != sign || !nh_expr_is_nonnegative(pool, term)) return false;
        is_one = is_one || is_of_squares(s, term);
    }
    return is_one;
}

/* Whether with one of the first `conditions`, or for NH_VERIFY_NONE with all of them, and what is behind them, some
 * constraint holds nowhere: x^2 + y^2 = R^2 for x = R + s^2 and R = r^2 not 0. */
static bool is_contradiction(const nh_verifier *v, const nh_exprs *positive, size_t conditions, size_t only) {
    NH_ASSERT(conditions <= positive->count);
    const nh_model *model = v->model;
    squares s = {v, {.arena = v->arena}, {.arena = v->arena}, {.arena = v->arena}};
    for (size_t i = positive->count; i-- > 0;) /* parameters first */
        if (i >= conditions || only == NH_VERIFY_NONE || i == only) use_condition(&s, positive->items[i]);
    for (size_t i = 0; i < model->rows.count; i++) {
        nh_expr e = nh_expr_expand_names(model->pool, model->rows.items[i].residual);
        if (!model->rows.items[i].is_imposed || nh_expr_operations(model->pool, 1, &e) > MOST_SQUARED) continue;
        e = put_in(&s, e);
        if (e != NH_EXPR_UNDEFINED && is_never_zero(&s, e)) return true;
    }
    return false;
}

static void add_assumptions(const nh_verifier *v, nh_exprs *positive, nh_exprs *nonnegative) {
    for (size_t i = 0; i < v->model->assumptions.count; i++) {
        const nh_assumption *item = &v->model->assumptions.items[i];
        bool is_less = item->relation == NH_LESS || item->relation == NH_LESS_EQUAL;
        bool is_weak = item->relation == NH_LESS_EQUAL || item->relation == NH_GREATER_EQUAL;
        nh_expr larger = is_less ? item->right : item->left, smaller = is_less ? item->left : item->right;
        nh_expr e = nh_expr_expand_names(v->model->pool, nh_expr_sub(v->model->pool, larger, smaller));
        if (item->relation != NH_NOT_EQUAL && e != NH_EXPR_UNDEFINED)
            nh_array_push(is_weak ? nonnegative : positive, e);
    }
}

/* Whether one of the first `conditions`, with the explicit form of a choice of velocities and these signs of its roots,
 * is positive nowhere, given those after them. */
static bool is_never_met(const nh_verify_terms *terms, const nh_exprs *positive, size_t conditions,
                         const nh_verifier *v, const double *signs) {
    NH_ASSERT(conditions <= positive->count);
    nh_pool *pool = v->model->pool;
    nh_exprs known = {.arena = v->arena};
    for (size_t i = positive->count; i-- > 0;) {
        nh_expr e = nh_explicit_restrict(terms->choice, nh_expr_expand_names(pool, positive->items[i]), signs);
        bool is_short = e != NH_EXPR_UNDEFINED && nh_expr_operations(pool, 1, &e) <= MOST_RESTRICTED;
        if (is_short) e = nh_expr_factored(pool, nh_expr_normal(pool, e));
        if (!is_short || e == NH_EXPR_UNDEFINED) continue;
        nh_expr opposite = nh_expr_neg(pool, e);
        nh_expr logarithm = nh_expr_apply1(pool, NH_EXPR_LOG, opposite);
        nh_domain_known list = {.positive_count = known.count, .positive = known.items};
        if (i >= conditions) nh_array_push(&known, e);
        if (i >= conditions || logarithm == NH_EXPR_UNDEFINED) continue;
        nh_domain domain = nh_expr_domain(pool, v->arena, 1, &logarithm, &list);
        if (domain.nonzero_count + domain.positive_count + domain.nonnegative_count == 0) return true;
    }
    return false;
}

static bool is_empty_when_restricted(const nh_verifier *v, const nh_exprs *positive, size_t conditions) {
    NH_ASSERT(conditions <= positive->count);
    size_t looked = 0;
    for (size_t k = 0; k < v->terms.count; k++) {
        const nh_verify_terms *terms = v->terms.items[k];
        double signs[MOST_SIGNS];
        if (terms->section->is_special) continue;
        if (terms->choice->signs > MOST_SIGNS) return false;
        for (uint32_t which = 0; which < UINT32_C(1) << terms->choice->signs; which++) {
            for (uint32_t i = 0; i < terms->choice->signs; i++) signs[i] = which >> i & 1 ? -1 : 1;
            if (!is_never_met(terms, positive, conditions, v, signs)) return false;
            looked++;
        }
    }
    return looked > 0;
}

/* Whether it is proved that no admissible state is on the piece, whatever the parameters are except for their signs. */
static bool is_empty(const nh_verifier *v, const nh_verify_pieces *own, const nh_piece *piece) {
    nh_pool *pool = v->model->pool;
    nh_exprs positive = {.arena = v->arena}, nonnegative = {.arena = v->arena};
    for (size_t i = 0; i < piece->count; i++) {
        nh_expr e = own->all.conditions.items[piece->items[i].condition];
        if (is_of_motion(pool, e)) continue;
        nh_array_push(&positive, piece->items[i].sign > 0 ? e : nh_expr_neg(pool, e));
    }
    size_t conditions = positive.count;
    add_assumptions(v, &positive, &nonnegative);
    add_signs_of_parameters(v, &positive);
    if (nh_pieces_exclude(v->arena, pool, &positive, &nonnegative)) return true;
    for (size_t i = 0; i <= conditions; i++)
        if (is_contradiction(v, &positive, conditions, i < conditions ? i : NH_VERIFY_NONE)) return true;
    if (is_empty_when_restricted(v, &positive, conditions)) return true;
    nh_states_wanted wanted = {.seed = v->def.seed,
                               .is_generic = v->model->parameters.count > 0,
                               .positive_count = (uint32_t)positive.count,
                               .positive = positive.items};
    return nh_states_exist(v->model, &wanted, NH_WORK_NO_PIECE) == NH_NO;
}

/* What decides on it is an acceleration or multiplier with another sign, and the same at all states. */
static bool is_fixed(const nh_verify_pieces *own, nh_pool *pool, const nh_piece *piece) {
    for (size_t i = 0; i < piece->count; i++) {
        uint32_t k = piece->items[i].condition;
        bool is_other = own->is_known[k] && own->first[k] * piece->items[i].sign <= SAME;
        if (is_other && !own->varies[k] && is_of_motion(pool, own->all.conditions.items[k])) return true;
    }
    return false;
}

static bool has_motion(const nh_verify_pieces *own, nh_pool *pool, const nh_piece *piece) {
    for (size_t i = 0; i < piece->count; i++)
        if (is_of_motion(pool, own->all.conditions.items[piece->items[i].condition])) return true;
    return false;
}

void nh_verify_pieces_conclude(nh_verifier *v) {
    uint32_t asked = 0;
    for (size_t k = 0; k < v->pieces.count; k++) {
        const nh_verify_pieces *own = &v->pieces.items[k];
        const nh_verify_domain *domain = &v->questions.items[v->claim_question[own->record]].domain;
        for (uint32_t i = 0; i < domain->pieces; i++) {
            const nh_piece *piece = &own->all.items.items[i];
            if (domain->is_seen[i]) continue;
            bool is_asked = !v->def.is_numeric && v->motion == NULL && asked < MOST_ASKED;
            asked += is_asked;
            domain->is_out[i] = is_fixed(own, v->model->pool, piece) || (is_asked && is_empty(v, own, piece)) ||
                                (v->motion != NULL && !has_motion(own, v->model->pool, piece));
        }
    }
}
