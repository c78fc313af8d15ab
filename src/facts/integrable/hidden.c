/* What dependent rows force at the start: by linear algebra, else by the components of polynomial rows. */
#include "facts/integrable/hidden.h"

#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/integrable/differentials.h"
#include "facts/limits_private.h"
#include "facts/places/parts.h"
#include "facts/sizes.h"
#include "model/values.h"

/* Systems that are examined, rounds until nothing new is forced. */
enum { MOST_COORDINATES = 64, MOST_ROWS = NH_DIFFERENTIALS_ROWS, MOST_ROUNDS = 16, MOST_FOUND = 16 };
enum { TRIES = 50 };
/* An equation holds at the start below this part of its terms. */
#define HOLDS 1e-9

typedef struct search {
    nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_model *like; /* not NULL: what joins is what joined there, whatever the state is */
    nh_states *states;
    nh_admissible at; /* the start, for nh_sizes_*: no more of it is used */
    bool *redundant;  /* by number in model->rows */
    uint32_t count;
    nh_expr zero[MOST_FOUND];
    bool is_local[MOST_FOUND];
} search;

/* ---- the start ---- */

/* Where the initial values lead; else some admissible state. */
static bool find_state(search *s) {
    const nh_model *model = s->model;
    nh_random random = nh_random_of(model->context, NH_STREAM_HIDDEN);
    double t = nh_model_start_time(model, s->arena, nh_states_parameters(s->states));
    s->at.at = NH_CHECK_START;
    if (!model->random_start && model->initials.count > 0) return nh_states_given(s->states, t, &s->at.state);
    return nh_states_random(s->states, &random, t, TRIES, &s->at.state);
}

static bool begin_search(search *s) {
    const nh_model *model = s->model;
    size_t n = model->coordinates.count;
    const double *values = nh_model_drawn_values(model, s->arena, 1);
    if (values == NULL) return false;
    s->states = nh_states_make(s->arena, model, values);
    s->at = (nh_admissible){.model = model, .arena = s->arena, .states = s->states};
    s->at.state = (nh_state){.q = NH_NEW_ARRAY(s->arena, double, n), .v = NH_NEW_ARRAY(s->arena, double, n)};
    s->redundant = NH_NEW_ARRAY(s->arena, bool, model->rows.count + 1);
    return find_state(s);
}

static bool has_redundant(search *s) {
    (void)nh_states_rank(s->states, &s->at.state, s->redundant);
    for (size_t i = 0; i < s->model->rows.count; i++)
        if (s->redundant[i] && nh_row_restricts(&s->model->rows.items[i])) return true;
    return false;
}

/* Whether the rows say less at the start than at admissible states around it. */
static bool rank_drops(search *s) {
    static const double sizes[] = {0.03, 0.1, 0.003, 0.01};
    size_t n = s->model->coordinates.count;
    nh_random random = nh_random_of(s->model->context, NH_STREAM_HIDDEN_NEAR);
    nh_state near = {.q = NH_NEW_ARRAY(s->arena, double, n), .v = NH_NEW_ARRAY(s->arena, double, n)};
    bool *work = NH_NEW_ARRAY(s->arena, bool, s->model->rows.count + 1);
    uint32_t here = nh_states_rank(s->states, &s->at.state, work);
    for (int i = 0; i < 4; i++)
        if (nh_samples_draw(s->states, &random, &s->at.state, sizes[i], &near) &&
            nh_states_rank(s->states, &near, work) > here)
            return true;
    return false;
}

/* ---- conditions ---- */

static bool holds_at_start(const search *s, const nh_ideal *part) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(part, &basis);
    return nh_sizes_all_small(&s->at, count, basis, HOLDS);
}

/* Whether f vanishes where an ideal does around the start: x^2 = 1 says x + 1 = 0 there. */
static bool vanishes_at_start(const search *s, nh_ideal *ideal, nh_expr f) {
    if (nh_ideal_vanishes(ideal, f) == NH_YES) return true;
    if (s->at.states == NULL) return false;
    nh_components parts = nh_ideal_components(s->arena, ideal);
    uint32_t here = 0;
    for (uint32_t i = 0; i < parts.count; i++) {
        if (!holds_at_start(s, parts.component[i])) continue;
        here++;
        if (nh_ideal_vanishes(parts.component[i], f) != NH_YES) return false;
    }
    return parts.is_complete && here > 0;
}

/* Whether it follows from the geometric rows that there are, and from what was noted before. */
static bool is_imposed(const search *s, nh_expr f) {
    const nh_model *model = s->model;
    uint32_t count = 0, n = (uint32_t)model->coordinates.count;
    nh_expr *rows = NH_NEW_ARRAY(s->arena, nh_expr, model->rows.count + MOST_FOUND + 1);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric)
            rows[count++] = nh_model_with_values(s->model, model->rows.items[i].residual);
    for (uint32_t i = 0; i < s->count; i++) rows[count++] = nh_model_with_values(s->model, s->zero[i]);
    if (count == 0) return false;
    nh_ideal *ideal = nh_ideal_make(s->pool, s->arena, count, rows, n, nh_model_coordinates(model, s->arena));
    return ideal != NULL && vanishes_at_start(s, ideal, nh_model_with_values(s->model, f));
}

/* Of the factors of f the one that vanishes at the start; undefined where there are several. */
static nh_expr factor_at_start(const search *s, nh_expr f) {
    nh_rat coefficient;
    nh_expr whole = nh_expr_split(s->pool, nh_expr_factored(s->pool, f), &coefficient), found = whole;
    bool is_product = nh_expr_kind_of(s->pool, whole) == NH_EXPR_PRODUCT;
    uint32_t arity = is_product ? nh_expr_arity(s->pool, whole) : 0, small = 0;
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr factor = nh_expr_args(s->pool, whole)[i];
        bool is_above = nh_rat_sign(nh_expr_rational(s->pool, nh_expr_args(s->pool, whole)[i + 1])) > 0;
        if (is_above && nh_sizes_all_small(&s->at, 1, &factor, HOLDS)) found = factor, small++;
    }
    return small > 1 ? NH_EXPR_UNDEFINED : found; /* where sets meet the motion may continue in either */
}

/* Whether f with the values of parameters put in is one condition: with these it may say nothing, or be a product or a
 * power of what it says. */
static bool is_plain_with_values(const search *s, nh_expr f) {
    nh_rat ignored;
    nh_expr valued = nh_model_with_values(s->model, f);
    if (nh_expr_is_zero(s->pool, valued) != NH_NO) return false;
    nh_expr whole = nh_expr_split(s->pool, nh_expr_factored(s->pool, valued), &ignored);
    if (nh_expr_kind_of(s->pool, whole) != NH_EXPR_PRODUCT) return true;
    uint32_t factors = 0;
    for (uint32_t i = 0; i < nh_expr_arity(s->pool, whole); i += 2) {
        const nh_expr *args = nh_expr_args(s->pool, whole);
        if (nh_expr_has(s->pool, args[i], NH_HAS_COORDINATE)) factors += args[i + 1] == NH_EXPR_ONE ? 1 : 2;
    }
    return factors == 1;
}

static void note_zero(search *s, nh_expr f) {
    nh_expr zero = factor_at_start(s, f);
    bool is_new = zero != NH_EXPR_UNDEFINED && nh_expr_has(s->pool, zero, NH_HAS_COORDINATE) && !is_imposed(s, zero) &&
                  is_plain_with_values(s, zero);
    if (is_new && s->count < MOST_FOUND) s->zero[s->count++] = zero;
}

/* What zero = 0 says over the reals, which may be more: y^2 + z^2 = 0 that y = 0 and z = 0. How many expressions. */
static uint32_t real_basis(const search *s, nh_expr zero, const nh_expr **basis) {
    uint32_t n = (uint32_t)s->model->coordinates.count;
    nh_ideal *ideal = nh_ideal_make(s->pool, s->arena, 1, &zero, n, nh_model_coordinates(s->model, s->arena));
    nh_components parts = {.count = 0};
    if (ideal != NULL) parts = nh_ideal_components(s->arena, ideal);
    if (parts.is_complete && parts.count == 1) return nh_ideal_basis(parts.component[0], basis);
    nh_expr *alone = NH_NEW_ARRAY(s->arena, nh_expr, 1);
    *alone = zero;
    *basis = alone;
    return 1;
}

/* Notes f = 0. */
static void note_real(search *s, nh_expr f) {
    nh_expr zero = factor_at_start(s, f);
    const nh_expr *basis;
    uint32_t count = zero != NH_EXPR_UNDEFINED ? real_basis(s, zero, &basis) : 0;
    for (uint32_t i = 0; i < count; i++) note_zero(s, basis[i]);
}

/* ---- as in another reading ---- */

/* Notes zero = 0 where it joined there; hashes are the same in every pool. */
static void note_if_joined(search *s, nh_expr zero) {
    for (size_t i = 0; i < s->like->rows.count; i++) {
        const nh_row *row = &s->like->rows.items[i];
        bool is_same = row->is_hidden && nh_expr_hash(s->like->pool, row->residual) == nh_expr_hash(s->pool, zero);
        if (!is_same || is_imposed(s, zero) || !is_plain_with_values(s, zero)) continue;
        if (s->count < MOST_FOUND) s->zero[s->count++] = zero;
        return;
    }
}

/* Of the factors of f, and of what these say over the reals, those that joined there. */
static void note_as_joined(search *s, nh_expr f) {
    nh_rat coefficient;
    nh_expr whole = nh_expr_split(s->pool, nh_expr_factored(s->pool, f), &coefficient);
    bool is_product = nh_expr_kind_of(s->pool, whole) == NH_EXPR_PRODUCT;
    uint32_t arity = is_product ? nh_expr_arity(s->pool, whole) : 1;
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr factor = is_product ? nh_expr_args(s->pool, whole)[i] : whole;
        const nh_expr *basis;
        uint32_t count = real_basis(s, factor, &basis);
        for (uint32_t k = 0; k < count; k++) note_if_joined(s, basis[k]);
    }
}

/* ---- linear rows ---- */

/* c b = 0 for all c with c A = 0; with the values of parameters put in, since rows may depend on each other with
 * these only, or without. */
static void look_at_linear(search *s, nh_admissible *a, bool has_values) {
    nh_chart chart = nh_chart_find(a);
    nh_pfaffian given = nh_differentials_linear(a, &chart), forms = given;
    nh_expr *valued = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)given.rank * given.count + 1);
    for (size_t i = 0; i < (size_t)given.rank * given.count; i++)
        valued[i] = has_values ? nh_model_with_values(s->model, given.forms[i]) : given.forms[i];
    forms.forms = valued;
    uint32_t columns = forms.count - 1; /* the first is that of dt: b */
    nh_expr *transposed = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)forms.rank * columns + 1);
    for (uint32_t r = 0; r < forms.rank; r++)
        for (uint32_t j = 0; j < columns; j++)
            transposed[j * forms.rank + r] = forms.forms[(size_t)r * forms.count + 1 + j];
    nh_null_space space;
    if (forms.rank == 0 ||
        nh_linear_null_space(s->pool, s->arena, columns, forms.rank, transposed, &space) != NH_LINEAR_DONE)
        return;
    for (uint32_t i = 0; i < space.count; i++) {
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t r = 0; r < forms.rank; r++)
            sum = nh_expr_add(
                s->pool, sum,
                nh_expr_mul(s->pool, space.basis[(size_t)i * forms.rank + r], forms.forms[(size_t)r * forms.count]));
        if (nh_expr_is_zero(s->pool, sum) != NH_NO) continue;
        if (s->like != NULL) note_as_joined(s, sum);
        else if (nh_sizes_all_small(&s->at, 1, &sum, HOLDS)) note_real(s, sum);
    }
}

/* ---- components ---- */

static bool is_part_of_start(const search *s, const nh_part *part) {
    return nh_sizes_all_small(&s->at, part->count, part->zero, HOLDS);
}

/* The conditions of the one component on which the start is. */
static void look_at_components(search *s) {
    nh_parts parts = nh_parts_split(s->arena, s->model);
    const nh_part *at_hand = NULL;
    for (uint32_t i = 0; i < parts.count; i++) {
        if (!is_part_of_start(s, &parts.items[i])) continue;
        if (at_hand != NULL) return; /* where components meet the motion may continue in either */
        at_hand = &parts.items[i];
    }
    for (uint32_t i = 0; at_hand != NULL && i < at_hand->count; i++)
        if (!nh_expr_has(s->pool, at_hand->zero[i], NH_HAS_VELOCITY)) note_zero(s, at_hand->zero[i]);
}

/* ---- joining ---- */

static nh_name free_name(const nh_model *model, uint32_t *number) {
    for (;;) {
        nh_text text = nh_text_begin(model->arena);
        nh_text_format(&text, "hidden[%u]", (unsigned)++*number);
        nh_name name = nh_name_of_text(model->context, nh_text_string(&text));
        bool is_free = true;
        for (size_t i = 0; i < model->rows.count; i++) is_free = is_free && model->rows.items[i].name != name;
        if (is_free) return name;
    }
}

/* Sets s->is_local[i] where condition i does not hold on some component of the admissible states. */
static void compare_components(void *user) {
    search *s = user;
    const nh_model *model = s->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_parts parts = nh_parts_split(s->arena, model);
    nh_expr *symbols = NH_NEW_ARRAY(s->arena, nh_expr, 2 * (size_t)n + 1);
    memcpy(symbols, nh_model_coordinates(model, s->arena), n * sizeof *symbols);
    memcpy(symbols + n, nh_model_velocities(model, s->arena), n * sizeof *symbols);
    for (uint32_t k = 0; k < parts.count && parts.count > 1; k++) {
        const nh_part *part = &parts.items[k];
        nh_ideal *ideal = nh_ideal_make(s->pool, s->arena, part->count, part->zero, 2 * n, symbols);
        for (uint32_t i = 0; i < s->count; i++) {
            nh_expr zero = nh_model_with_values(s->model, s->zero[i]);
            s->is_local[i] |= ideal != NULL && nh_ideal_vanishes(ideal, zero) != NH_YES;
        }
    }
}

static void tell_hidden(const nh_model *model, const nh_row *row) {
    nh_text text = nh_text_begin(model->arena);
    nh_expr_print(model->pool, &text, nh_expr_readable(model->pool, model->arena, row->residual));
    nh_remark remark = {"hidden", NH_SEVERITY_NOTE, NH_OK, &row->place,
                        "write it as a constraint to name it, or start elsewhere"};
    nh_diag_add(model->context, &remark, "the constraints imply %s = 0%s; added as constraint '%s'",
                nh_text_string(&text), row->is_local ? " on the component of the initial state" : "",
                nh_name_text(model->context, row->name));
}

/* Besides the first row that depends on others. */
static void join_hidden(search *s, uint32_t *number) {
    nh_model *model = s->model;
    size_t beside = 0;
    while (s->redundant != NULL && beside + 1 < model->rows.count &&
           !(s->redundant[beside] && nh_row_restricts(&model->rows.items[beside])))
        beside++;
    nh_place place = model->rows.items[beside].place;
    nh_budget budget = {.work = NH_WORK_HIDDEN};
    (void)nh_attempt(model->context, &budget, compare_components, s);
    for (uint32_t i = 0; i < s->count; i++) {
        nh_row row = {.residual = s->zero[i],
                      .is_geometric = true,
                      .is_imposed = true,
                      .is_hidden = true,
                      .is_local = s->is_local[i],
                      .place = place};
        row.name = row.label = free_name(model, number);
        row.family = nh_name_of_text(model->context, "hidden");
        nh_model_add(model, rows, NH_ITEM_ROW, row);
        tell_hidden(model, &row);
    }
    nh_model_forget(model);
}

/* One round: what the rows force as they are now. */
static void look_for_hidden(void *user) {
    search *s = user;
    if (s->like != NULL) {
        look_at_linear(s, nh_admissible_make(s->arena, s->model, 1), false);
        return;
    }
    if (!begin_search(s) || !has_redundant(s)) return;
    nh_admissible *a = nh_admissible_make(s->arena, s->model, 1);
    look_at_linear(s, a, false);
    if (s->count == 0) look_at_linear(s, a, true);
    if (s->count == 0 && rank_drops(s)) look_at_components(s);
}

static bool is_candidate(const nh_model *model) {
    size_t kinematic = 0, all = 0;
    for (size_t i = 0; i < model->rows.count; i++) {
        all += nh_row_restricts(&model->rows.items[i]);
        kinematic += nh_row_restricts(&model->rows.items[i]) && !model->rows.items[i].is_geometric;
    }
    return kinematic > 0 && all > 1 && all <= MOST_ROWS && model->coordinates.count <= MOST_COORDINATES;
}

static bool has_hidden(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_hidden) return true;
    return false;
}

static void join_all(nh_model *model, const nh_model *like, uint32_t *number) {
    nh_budget budget = {.work = NH_WORK_HIDDEN};
    for (int round = 0; round < MOST_ROUNDS && is_candidate(model); round++) {
        nh_arena *arena = nh_arena_create(model->context);
        search s = {.model = model, .pool = model->pool, .arena = arena, .like = like};
        size_t before = nh_context_diag_count(model->context);
        if (nh_attempt(model->context, &budget, look_for_hidden, &s) != NH_OK) s.count = 0;
        nh_diag_forget(model->context, before);
        if (s.count > 0) join_hidden(&s, number);
        nh_arena_destroy(arena);
        if (s.count == 0) return;
    }
}

void nh_hidden_join(nh_model *model, const nh_model *like) {
    NH_ASSERT(like == NULL || like->coordinates.count == model->coordinates.count);
    uint32_t number = 0;
    if (like != NULL && has_hidden(like)) join_all(model, like, &number);
    join_all(model, NULL, &number);
}
