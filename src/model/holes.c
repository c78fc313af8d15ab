/* Kinks are found from the two values of each piece: in the derivatives sign(u) is put to 1 and to -1, if(u, a, b) to a
 * and to b. Where u is 0 and the two results differ there is no derivative. */
#include "model/holes.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "model/lagrange.h"

/* A difference of the two sides is rounding where it is this small a part of its terms. */
static nh_expr rounding_part(nh_pool *pool) {
    return nh_expr_fraction(pool, 1, 1000000000000);
}

typedef NH_ARRAY(nh_hole) hole_list;

/* ---- holes ---- */

static void add_needs(hole_list *list, nh_needs needs, nh_hole_owner owner, uint32_t row) {
    for (size_t i = 0; i < needs.count; i++)
        nh_array_push(list, ((nh_hole){needs.items[i], owner, row, NH_EXPR_UNDEFINED, NH_EXPR_UNDEFINED, false}));
}

nh_holes nh_model_holes(const nh_model *model, nh_arena *arena) {
    hole_list list = {.arena = arena};
    const uint32_t none = NH_MODEL_NONE;
    for (size_t i = 0; i < model->points.count; i++)
        if (model->points.items[i].mass != NH_EXPR_UNDEFINED)
            add_needs(&list, model->points.items[i].needs, NH_HOLE_LAGRANGIAN, none);
    for (size_t i = 0; i < model->bodies.count; i++)
        add_needs(&list, model->bodies.items[i].needs, NH_HOLE_LAGRANGIAN, none);
    for (size_t i = 0; i < model->terms.count; i++)
        add_needs(&list, model->terms.items[i].needs, NH_HOLE_LAGRANGIAN, none);
    for (size_t i = 0; i < model->links.count; i++) {
        const nh_link *link = &model->links.items[i];
        add_needs(&list, link->needs, link->is_damper ? NH_HOLE_FORCE : NH_HOLE_LAGRANGIAN, none);
    }
    for (size_t i = 0; i < model->forces.count; i++)
        add_needs(&list, model->forces.items[i].needs, NH_HOLE_FORCE, none);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) add_needs(&list, model->rows.items[i].needs, NH_HOLE_ROW, (uint32_t)i);
    return (nh_holes){list.count, list.items};
}

/* ---- what the canonical form shows ---- */

typedef struct shown {
    nh_pool *pool;
    nh_expr e;
    bool is_found;
} shown;

/* A power of it with an exponent that is negative or a fraction, or a function that has a value on a part of the
 * numbers only. */
static void look_for(shown *s, nh_expr part) {
    uint32_t count = nh_expr_arity(s->pool, part);
    nh_expr_kind kind = nh_expr_kind_of(s->pool, part);
    const nh_expr *args = nh_expr_args(s->pool, part);
    for (uint32_t i = 0; kind == NH_EXPR_PRODUCT && i + 1 < count; i += 2) {
        nh_rat r = nh_expr_is_number(s->pool, args[i + 1]) ? nh_expr_rational(s->pool, args[i + 1]) : nh_rat_int(-1);
        bool is_whole = nh_rat_is_int(r) && nh_rat_sign(r) > 0;
        s->is_found |= args[i] == s->e && !is_whole;
    }
    bool is_partial = kind == NH_EXPR_LOG || kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS || kind == NH_EXPR_TAN ||
                      kind == NH_EXPR_POWER || kind == NH_EXPR_MOD;
    for (uint32_t i = 0; is_partial && i < count; i++)
        s->is_found |= args[i] == s->e || kind == NH_EXPR_TAN || kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS;
}

static bool is_shown_in(nh_pool *pool, size_t count, const nh_expr *e, nh_expr need) {
    shown s = {pool, need, false};
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count && !s.is_found; i++) look_for(&s, walk->order[i]);
    nh_walk_end(walk);
    return s.is_found;
}

bool nh_hole_is_shown(const nh_model *model, const nh_hole *hole) {
    nh_pool *pool = model->pool;
    nh_expr e = hole->need.e;
    if (hole->owner == NH_HOLE_ROW) return is_shown_in(pool, 1, &model->rows.items[hole->row].residual, e);
    if (hole->owner == NH_HOLE_FORCE) return is_shown_in(pool, model->coordinates.count, model->Q, e);
    return is_shown_in(pool, 1, &model->L, e);
}

/* ---- kinks ---- */

typedef struct piece {
    nh_expr place; /* the two sides meet where this is 0 */
    nh_expr at;    /* the part that has another value on either side; undefined: sign(place) and if(place, ., .) */
} piece;

typedef NH_ARRAY(piece) piece_list;

static void add_piece(piece_list *list, nh_pool *pool, nh_expr place, nh_expr at) {
    nh_expr opposite = nh_expr_neg(pool, place);
    const nh_contents moving = (nh_contents)(NH_HAS_TIME | NH_HAS_COORDINATE);
    if (!nh_expr_has(pool, place, moving)) return;
    for (size_t i = 0; i < list->count; i++) {
        const piece *known = &list->items[i];
        if (known->at == at && (known->place == place || known->place == opposite)) return;
    }
    nh_array_push(list, ((piece){place, at}));
}

static piece_list pieces_of(nh_pool *pool, nh_arena *arena, nh_expr e) {
    piece_list list = {.arena = arena};
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr part = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(pool, part);
        if (kind == NH_EXPR_SIGN || kind == NH_EXPR_IF)
            add_piece(&list, pool, nh_expr_args(pool, part)[0], NH_EXPR_UNDEFINED);
        if (kind == NH_EXPR_MOD) add_piece(&list, pool, part, part);
    }
    nh_walk_end(walk);
    return list;
}

typedef struct side {
    nh_pool *pool;
    piece of;
    bool is_above;
} side;

/* An nh_rewrite_rule: the part on one side of its switch. */
static nh_expr put_side(void *user, nh_expr e, const nh_expr *args, bool changed) {
    const side *s = user;
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    (void)changed;
    if (s->of.at != NH_EXPR_UNDEFINED) { /* mod(a, b) jumps from b to 0 */
        if (e != s->of.at || s->is_above) return NH_EXPR_UNDEFINED;
        return args[1];
    }
    if (kind != NH_EXPR_SIGN && kind != NH_EXPR_IF) return NH_EXPR_UNDEFINED;
    nh_expr place = nh_expr_args(s->pool, e)[0];
    bool is_same = place == s->of.place, is_opposite = place == nh_expr_neg(s->pool, s->of.place);
    if (!is_same && !is_opposite) return NH_EXPR_UNDEFINED;
    bool is_above = is_same == s->is_above;
    if (kind == NH_EXPR_SIGN) return is_above ? NH_EXPR_ONE : NH_EXPR_MINUS_ONE;
    return is_above ? args[2] : args[1];
}

static nh_expr on_side(nh_pool *pool, nh_expr e, const piece *of, bool is_above) {
    side s = {pool, *of, is_above};
    nh_expr_rewrite(pool, 1, &e, put_side, &s);
    return e;
}

/* What is 0 or more where the two sides agree except for rounding. */
static nh_expr agreement_of(nh_pool *pool, nh_expr above, nh_expr below) {
    nh_expr difference = nh_expr_sub(pool, above, below);
    if (difference == NH_EXPR_ZERO || difference == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    nh_expr size = nh_expr_add(pool, nh_expr_terms_size(pool, above), nh_expr_terms_size(pool, below));
    nh_expr allowed = nh_expr_mul(pool, rounding_part(pool), size);
    return nh_expr_sub(pool, allowed, nh_expr_apply1(pool, NH_EXPR_ABS, difference));
}

/* is_jump: e is the function of which there are derivatives in the equations, and not one of them. */
static void add_kinks_of(hole_list *list, const nh_model *model, nh_expr e, nh_hole_owner owner, uint32_t row,
                         bool is_jump) {
    nh_pool *pool = model->pool;
    nh_rat ignored;
    piece_list pieces = pieces_of(pool, list->arena, e);
    if (pieces.count > 0) e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_UNDEFINED) return;
    for (size_t i = 0; i < pieces.count; i++) {
        piece of = {nh_expr_expand_names(pool, pieces.items[i].place), pieces.items[i].at};
        if (of.at != NH_EXPR_UNDEFINED) of.at = of.place;
        nh_tick(model->context, 1);
        nh_expr above = on_side(pool, e, &of, true), below = on_side(pool, e, &of, false);
        nh_expr agrees = agreement_of(pool, above, below), difference = nh_expr_sub(pool, above, below);
        if (agrees == NH_EXPR_UNDEFINED) continue;
        nh_expr distance = nh_expr_neg(pool, nh_expr_apply1(pool, NH_EXPR_ABS, of.place));
        nh_need need = {NH_NEED_NONNEGATIVE, nh_expr_if(pool, distance, NH_EXPR_ONE, agrees)};
        nh_expr place = nh_expr_split(pool, of.place, &ignored);
        nh_array_push(list, ((nh_hole){need, owner, row, place, difference, is_jump}));
    }
}

/* Pieces of e, or of its derivatives. */
static bool has_pieces_in(nh_pool *pool, nh_arena *arena, nh_expr e) {
    return pieces_of(pool, arena, e).count + pieces_of(pool, arena, nh_expr_total_derivative(pool, e)).count > 0;
}

static bool has_pieces(const nh_model *model, nh_arena *arena) {
    bool found = has_pieces_in(model->pool, arena, model->L);
    for (size_t i = 0; i < model->rows.count && !found; i++) {
        const nh_row *row = &model->rows.items[i];
        found = row->is_imposed && has_pieces_in(model->pool, arena, row->residual);
    }
    return found;
}

/* Where L jumps at a time, momenta and forces stay as they are. */
static void drop_times(hole_list *list, nh_pool *pool) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (nh_expr_has(pool, list->items[i].place, NH_HAS_COORDINATE)) list->items[kept++] = list->items[i];
    list->count = kept;
}

static void add_kinks_of_row(hole_list *list, const nh_model *model, const nh_lagrange *l, uint32_t i) {
    const nh_expr_matrix *a = &l->jacobian;
    add_kinks_of(list, model, l->rates[i], NH_HOLE_ROW, l->row[i], !model->rows.items[l->row[i]].is_geometric);
    add_kinks_of(list, model, l->drift[i], NH_HOLE_ROW, l->row[i], false);
    for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++)
        add_kinks_of(list, model, a->entry[k], NH_HOLE_ROW, l->row[i], false);
}

nh_holes nh_model_kinks(const nh_model *model, nh_arena *arena) {
    hole_list list = {.arena = arena};
    if (!has_pieces(model, arena)) return (nh_holes){0, NULL};
    nh_lagrange l = nh_lagrange_derive(model, arena, false);
    nh_expr *momenta = NH_NEW_ARRAY(arena, nh_expr, (size_t)l.n + 1);
    nh_expr_gradient(model->pool, model->L, l.n, nh_model_velocities(model, arena), momenta);
    add_kinks_of(&list, model, model->L, NH_HOLE_LAGRANGIAN, NH_MODEL_NONE, true);
    drop_times(&list, model->pool);
    for (uint32_t i = 0; i < l.n; i++) add_kinks_of(&list, model, momenta[i], NH_HOLE_LAGRANGIAN, NH_MODEL_NONE, false);
    for (uint32_t k = 0; k < l.matrix.start[l.n]; k++)
        add_kinks_of(&list, model, l.matrix.entry[k], NH_HOLE_LAGRANGIAN, NH_MODEL_NONE, false);
    for (uint32_t i = 0; i < l.n; i++)
        add_kinks_of(&list, model, nh_expr_sub(model->pool, l.force[i], model->Q[i]), NH_HOLE_LAGRANGIAN, NH_MODEL_NONE,
                     false);
    for (uint32_t i = 0; i < l.rows; i++) add_kinks_of_row(&list, model, &l, i);
    return (nh_holes){list.count, list.items};
}

/* ---- words ---- */

bool nh_hole_is_of_energy(const nh_hole *hole) {
    return hole->owner == NH_HOLE_LAGRANGIAN && hole->place == NH_EXPR_UNDEFINED;
}

static void add_place(const nh_model *model, nh_text *text, nh_expr e, const char *relation) {
    nh_text_add(text, " where ");
    nh_expr_print(model->pool, text, e);
    nh_text_add(text, relation);
}

const char *nh_hole_words(const nh_model *model, nh_arena *arena, const nh_hole *hole) {
    nh_text text = nh_text_begin(arena);
    bool is_kink = hole->place != NH_EXPR_UNDEFINED;
    if (hole->owner == NH_HOLE_LAGRANGIAN) nh_text_add(&text, "the Lagrangian");
    else if (hole->owner == NH_HOLE_FORCE) nh_text_add(&text, "a force");
    else nh_text_format(&text, "the constraint '%s'", nh_name_text(model->context, model->rows.items[hole->row].name));
    nh_text_add(&text, hole->is_jump ? " jumps" : is_kink ? " has no derivative" : ", as it is written, has no value");
    if (is_kink) add_place(model, &text, hole->place, " = 0");
    else if (hole->need.kind == NH_NEED_NONZERO) add_place(model, &text, hole->need.e, " = 0");
    else if (hole->need.kind == NH_NEED_NONNEGATIVE) add_place(model, &text, hole->need.e, " < 0");
    else if (hole->need.kind == NH_NEED_POSITIVE) add_place(model, &text, hole->need.e, " <= 0");
    else nh_text_add(&text, " there");
    return nh_text_string(&text);
}
