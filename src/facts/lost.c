/* Reasons and hints. A row that is a power, a norm or a sum of squares has other equations with the same real
 * solutions: those of the component on which the state is (algebra/ideal/ideal.h). */
#include "facts/lost.h"

#include <math.h>

#include "algebra/field/normal.h"
#include "algebra/ideal/ideal.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/limits_private.h"
#include "facts/sizes.h"
#include "state/explicit/kind.h"

/* Equations and bytes of a hint; larger systems get none, since their components take long. */
enum { MOST_EQUATIONS = 4, MOST_LENGTH = 200, MOST_COORDINATES = 12 };
/* An equation holds at the state below one of these parts of its terms: a double root is known to half of the digits,
 * one of higher order to less. */
static const double holds[] = {1e-4, 1e-2, 0.1};
/* Smaller velocities are left over from a search: they are 0. */
#define RESTS 1e-9

static const char usual_hint[] = "write it so that its gradient does not vanish where it holds: for a square or a norm "
                                 "that is 0, write what is squared";

static const char touching_hint[] =
    "write equations whose gradients are independent in place of constraints that touch each other";

typedef struct reduction {
    nh_states *states;
    const nh_state *at;
    nh_arena *arena;
    uint32_t row;
    const char *hint;
    bool is_plain; /* it is its own shortest form: there is nothing to write instead */
} reduction;

static nh_expr *list_variables(const nh_model *model, nh_arena *arena) {
    size_t n = model->coordinates.count;
    nh_expr *variables = NH_NEW_ARRAY(arena, nh_expr, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        variables[i] = model->coordinates.items[i].q;
        variables[n + i] = model->coordinates.items[i].v;
    }
    return variables;
}

/* Whether e is what the author wrote, except for a number as a factor, or for brackets. */
static bool is_written(const reduction *r, nh_expr e) {
    const nh_model *model = nh_states_model(r->states);
    nh_rat ignored;
    nh_expr row = nh_expr_normal(model->pool, model->rows.items[r->row].residual);
    e = nh_expr_normal(model->pool, e);
    return nh_expr_split(model->pool, e, &ignored) == nh_expr_split(model->pool, row, &ignored);
}

/* "write x' - y = 0 and z' = 0 instead"; NULL: they are too long, or what the row is already. */
static const char *write_hint(reduction *r, uint32_t count, const nh_expr *zero) {
    nh_pool *pool = nh_states_model(r->states)->pool;
    nh_text text = nh_text_begin(r->arena);
    if (count == 0 || count > MOST_EQUATIONS) return NULL;
    nh_text_add(&text, "write ");
    for (uint32_t i = 0; i < count; i++) {
        r->is_plain = r->is_plain || is_written(r, zero[i]);
        if (r->is_plain || nh_expr_is_pieced(pool, zero[i])) return NULL;
        if (i > 0) nh_text_add(&text, " and ");
        nh_expr_print(pool, &text, nh_expr_readable(pool, r->arena, zero[i]));
        nh_text_add(&text, " = 0");
    }
    nh_text_add(&text, " instead");
    return text.length <= MOST_LENGTH ? nh_text_string(&text) : NULL;
}

/* Of a product the factor that is 0 at the state: of (x' - y)^5 z' it is x' - y. */
static nh_expr factor_of(const nh_admissible *here, nh_expr row, double part) {
    nh_pool *pool = here->model->pool;
    nh_rat coefficient;
    nh_expr whole = nh_expr_split(pool, nh_expr_factored(pool, row), &coefficient);
    if (nh_expr_kind_of(pool, whole) != NH_EXPR_PRODUCT) return row;
    for (uint32_t i = 0; i < nh_expr_arity(pool, whole); i += 2) {
        nh_expr factor = nh_expr_args(pool, whole)[i];
        bool is_above = nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, whole)[i + 1])) > 0;
        if (is_above && nh_sizes_all_small(here, 1, &factor, part)) return factor;
    }
    return row;
}

/* Whether none of the equations has lost its gradient at the state. */
static bool have_gradients(const nh_admissible *here, uint32_t count, const nh_expr *zero, uint32_t variable_count,
                           const nh_expr *variables) {
    nh_expr *slopes = NH_NEW_ARRAY(here->arena, nh_expr, (size_t)variable_count + 1);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr_gradient(here->model->pool, zero[i], variable_count, variables, slopes);
        if (nh_sizes_all_small(here, variable_count, slopes, holds[0])) return false;
    }
    return true;
}

/* What holds below this part of its terms. */
static void reduce_with(reduction *r, const nh_admissible *here, nh_expr row, double part) {
    const nh_model *model = here->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    const nh_expr *variables = list_variables(model, r->arena);
    nh_expr factor = factor_of(here, row, part);
    nh_ideal *ideal = nh_ideal_make(model->pool, r->arena, 1, &factor, 2 * n, variables);
    if (ideal == NULL) return;
    nh_components parts = nh_ideal_components(r->arena, ideal);
    for (uint32_t i = 0; parts.is_complete && i < parts.count && r->hint == NULL; i++) {
        const nh_expr *zero;
        uint32_t count = nh_ideal_basis(parts.component[i], &zero);
        if (nh_sizes_all_small(here, count, zero, part) && have_gradients(here, count, zero, 2 * n, variables))
            r->hint = write_hint(r, count, zero);
    }
}

static void reduce_row(void *argument) {
    reduction *r = argument;
    const nh_model *model = nh_states_model(r->states);
    size_t n = model->coordinates.count;
    nh_expr row = model->rows.items[r->row].residual, cleared;
    nh_admissible here = {.model = model, .arena = r->arena, .states = r->states, .at = NH_CHECK_START};
    here.state = (nh_state){r->at->t, NH_NEW_ARRAY(r->arena, double, n + 1), NH_NEW_ARRAY(r->arena, double, n + 1)};
    for (size_t i = 0; i < n; i++) {
        here.state.q[i] = fabs(r->at->q[i]) > RESTS ? r->at->q[i] : 0;
        here.state.v[i] = fabs(r->at->v[i]) > RESTS ? r->at->v[i] : 0;
    }
    if (nh_kind_clear(model->pool, row, (uint32_t)(2 * n), list_variables(model, r->arena), &cleared)) row = cleared;
    for (size_t i = 0; i < sizeof holds / sizeof *holds && r->hint == NULL && !r->is_plain; i++)
        reduce_with(r, &here, row, holds[i]);
}

nh_lost nh_lost_find(nh_arena *arena, nh_states *states, const nh_state *at, const char *place) {
    const nh_model *model = nh_states_model(states);
    nh_lost lost = {.rows = NH_NEW_ARRAY(arena, bool, model->rows.count + 1)};
    if (!nh_states_find_lost(states, at, lost.rows)) return (nh_lost){.rows = NULL};
    while (!lost.rows[lost.row]) lost.row++;
    NH_ASSERT(lost.row < model->rows.count);
    lost.reason = nh_states_lost_reason(states, at, lost.rows, place, arena);
    NH_ASSERT(!nh_arena_is_scratch(arena));
    reduction r = {.states = states, .at = at, .arena = arena, .row = lost.row};
    nh_budget budget = {.work = NH_WORK_HINT};
    bool is_small = model->coordinates.count <= MOST_COORDINATES; /* else components take long */
    bool is_done = is_small && nh_attempt(model->context, &budget, reduce_row, &r) == NH_OK;
    bool touches = nh_states_has_gradient(states, at, lost.row);
    lost.hint = touches                     ? touching_hint
                : is_done && r.is_plain     ? NULL
                : is_done && r.hint != NULL ? r.hint
                                            : usual_hint;
    return lost;
}

void nh_lost_remark(const nh_lost *lost, const nh_model *model, nh_severity severity, nh_status status) {
    NH_ASSERT(lost->rows != NULL && lost->row < model->rows.count);
    nh_remark remark = {"rank", severity, status, &model->rows.items[lost->row].place, lost->hint};
    nh_diag_add(model->context, &remark, "%s", lost->reason);
}
