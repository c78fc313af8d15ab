/* The rows of an implication: found by their names, with the values of the parameters put in. */
#include <string.h>

#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/closest.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"

/* Rows that a message lists. */
enum { MOST_NAMES = 8 };

/* ---- names ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A row by its name, by its label or family, or by what precedes its component. */
static bool is_meant(const nh_model *model, const nh_row *row, const char *name) {
    const char *own = nh_name_text(model->context, row->name);
    size_t length = strlen(name);
    if (strcmp(own, name) == 0) return true;
    if (strcmp(nh_name_text(model->context, row->label), name) == 0) return true;
    if (strcmp(nh_name_text(model->context, row->family), name) == 0) return true;
    return !row->is_unit && length > 0 && strncmp(own, name, length) == 0 && own[length] == '.';
}

/* How many bytes the next name has: to a comma that is in no bracket. */
static size_t name_length(const char *text) {
    size_t length = 0, depth = 0;
    for (; text[length] != '\0' && (depth > 0 || text[length] != ','); length++) {
        if (text[length] == '[' || text[length] == '(') depth++;
        if ((text[length] == ']' || text[length] == ')') && depth > 0) depth--;
    }
    return length;
}

/* Without blanks, and u[1,2] as u[1][2], which is how members are named. */
static const char *normal_name(nh_arena *arena, const char *begin, size_t length) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < length; i++) {
        if (begin[i] == ',') nh_text_add(&text, "][");
        else if (!is_blank(begin[i])) nh_text_add_char(&text, begin[i]);
    }
    return nh_text_string(&text);
}

static const char *some_names(const nh_model *model, nh_arena *arena) {
    nh_text text = nh_text_begin(arena);
    size_t count = 0;
    nh_text_add(&text, "there are ");
    for (size_t i = 0; i < model->rows.count && count < MOST_NAMES; i++) {
        const nh_row *row = &model->rows.items[i];
        if (i > 0 && row->family == row[-1].family) continue;
        nh_text_format(&text, "%s'%s'", count > 0 ? ", " : "", nh_name_text(model->context, row->family));
        count++;
    }
    return count > 0 ? nh_text_string(&text) : "the model has neither constraints nor conditions";
}

_Noreturn static void refuse(const nh_model *model, nh_arena *arena, const char *name) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < model->rows.count; i++) {
        nh_closest_offer(&search, nh_name_text(model->context, model->rows.items[i].family));
        nh_closest_offer(&search, nh_name_text(model->context, model->rows.items[i].name));
    }
    const char *nearest = nh_closest_found(&search), *hint = some_names(model, arena);
    nh_text text = nh_text_begin(arena);
    if (nearest != NULL) nh_text_format(&text, "did you mean '%s'?", nearest);
    nh_remark remark = {.code = "unknown-label", .severity = NH_SEVERITY_ERROR, .status = NH_E_USAGE};
    remark.hint = nearest != NULL ? nh_text_string(&text) : hint;
    nh_diag_add(model->context, &remark, "the model has no constraint or condition '%s'", name);
    nh_raise(model->context, NH_E_USAGE);
}

/* Premises and conclusions are about states. */
static void refuse_accelerations(const nh_model *model, const nh_row *row) {
    nh_remark remark = {"acceleration", NH_SEVERITY_ERROR, NH_E_HYPOTHESIS, NULL,
                        "`holds` asks whether an equation with accelerations is true along all motions"};
    nh_diag_add(
        model->context, &remark,
        "the constraint '%s' contains accelerations; only constraints on positions and velocities are possible here",
        nh_name_text(model->context, row->name));
    nh_raise(model->context, NH_E_HYPOTHESIS);
}

/* Marks the rows that are meant, also among those that were dropped since they hold identically;
 * whether there are any. */
static bool mark_named(const nh_model *model, const char *name, bool *is_marked) {
    bool is_found = false;
    for (size_t i = 0; i < model->rows.count; i++) {
        if (!is_meant(model, &model->rows.items[i], name)) continue;
        if (model->rows.items[i].has_accelerations) refuse_accelerations(model, &model->rows.items[i]);
        is_marked[i] = is_found = true;
    }
    for (size_t i = 0; i < model->identities.count; i++)
        if (is_meant(model, &model->identities.items[i], name)) is_marked[model->rows.count + i] = is_found = true;
    return is_found;
}

/* These bytes as they are, without blanks around them. */
static const char *trimmed_text(nh_arena *arena, const char *begin, size_t length) {
    while (length > 0 && is_blank(*begin)) begin++, length--;
    while (length > 0 && is_blank(begin[length - 1])) length--;
    return nh_arena_text(arena, begin, length);
}

/* A whole text may be the name of an equation; else it is a list, of labels and such names. */
static void mark_list(const nh_model *model, nh_arena *arena, const char *text, bool *is_marked) {
    bool has_name = false;
    if (mark_named(model, text, is_marked)) return;
    while (*text != '\0') {
        size_t length = name_length(text);
        const char *name = normal_name(arena, text, length);
        bool is_known =
            mark_named(model, trimmed_text(arena, text, length), is_marked) || mark_named(model, name, is_marked);
        if (*name != '\0' && !is_known) refuse(model, arena, name);
        has_name = has_name || *name != '\0';
        text += length + (text[length] == ',');
    }
    if (!has_name)
        nh_fail(model->context, NH_E_USAGE, "unknown-label", "the name of a constraint or condition is missing");
}

/* By number in model->rows, and after these in model->identities. */
static const bool *mark_all(const nh_model *model, nh_arena *arena, nh_strings names) {
    bool *is_marked = NH_NEW_ARRAY(arena, bool, model->rows.count + model->identities.count + 1);
    for (size_t i = 0; i < names.count; i++) mark_list(model, arena, names.items[i], is_marked);
    return is_marked;
}

/* ---- values ---- */

static bool has_kind(const nh_question *q, nh_expr e, nh_expr_kind kind) {
    bool has = false;
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count && !has; i++) has = nh_expr_kind_of(q->pool, walk->order[i]) == kind;
    nh_walk_end(walk);
    return has;
}

static bool is_state_function(const nh_question *q, nh_expr e) {
    return nh_expr_depends_on(q->pool, e, q->state_count, q->variables.items);
}

/* f(0), the value of a function without a body at numbers: a symbol with that name. */
static nh_expr replace_call(void *user, nh_expr e, const nh_expr *args, bool is_changed) {
    const nh_question *q = user;
    (void)args;
    (void)is_changed;
    if (nh_expr_kind_of(q->pool, e) != NH_EXPR_CALL || is_state_function(q, e)) return NH_EXPR_UNDEFINED;
    nh_text name = nh_text_begin(q->arena);
    nh_expr_print(q->pool, &name, e);
    return nh_expr_symbol_text(q->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
}

/* With the values of parameters. */
static nh_expr with_values(const nh_question *q, nh_expr e) {
    e = nh_expr_expand_names(q->pool, e);
    return nh_expr_substitute_map(q->pool, e, &q->values, true);
}

nh_expr nh_question_expr(const nh_question *q, nh_expr e) {
    e = with_values(q, e);
    if (has_kind(q, e, NH_EXPR_CALL)) nh_expr_rewrite(q->pool, 1, &e, replace_call, (void *)q);
    return e;
}

nh_expr nh_question_number(const nh_question *q, nh_expr e) {
    NH_ASSERT(q->open.count == q->numbers.count);
    e = nh_question_expr(q, e);
    return nh_expr_substitute(q->pool, e, (uint32_t)q->open.count, q->open.items, q->numbers.items, true);
}

/* Those without a value get 2, 3, 4, ... at states. */
static void list_values(nh_question *q, bool is_generic) {
    for (size_t i = 0; i < q->model->parameters.count; i++) {
        const nh_parameter *item = &q->model->parameters.items[i];
        nh_expr value = item->value;
        if (value != NH_EXPR_UNDEFINED && !is_generic) {
            value = nh_question_expr(q, value);
            nh_map_put(&q->values, item->symbol, value);
        } else {
            nh_array_push(&q->open, item->symbol);
            nh_array_push(&q->numbers, nh_expr_int(q->pool, (int64_t)q->open.count + 1));
        }
    }
}

static void add_calls(nh_question *q, nh_expr e) {
    e = with_values(q, e);
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(q->pool, walk->order[i]) != NH_EXPR_CALL || is_state_function(q, walk->order[i])) continue;
        nh_expr symbol = replace_call(q, walk->order[i], NULL, false);
        bool is_known = false;
        for (size_t k = q->state_count; k < q->variables.count; k++)
            is_known = is_known || q->variables.items[k] == symbol;
        if (!is_known) nh_array_push(&q->variables, symbol);
    }
    nh_walk_end(walk);
}

/* Values of functions without a body at numbers may be any numbers, 0 too: variables. */
static void list_calls(nh_question *q) {
    for (size_t i = 0; i < q->model->rows.count; i++) add_calls(q, q->model->rows.items[i].residual);
    for (size_t i = 0; i < q->model->assumptions.count; i++) {
        add_calls(q, q->model->assumptions.items[i].left);
        add_calls(q, q->model->assumptions.items[i].right);
    }
}

static void list_variables(nh_question *q, bool is_generic) {
    nh_array_push(&q->variables, q->model->time);
    for (size_t i = 0; i < q->model->coordinates.count; i++)
        nh_array_push(&q->variables, q->model->coordinates.items[i].q);
    q->position_count = (uint32_t)q->variables.count;
    for (size_t i = 0; i < q->model->coordinates.count; i++)
        nh_array_push(&q->variables, q->model->coordinates.items[i].v);
    q->state_count = (uint32_t)q->variables.count;
    list_calls(q);
    q->call_count = (uint32_t)q->variables.count - q->state_count;
    for (size_t i = 0; is_generic && i < q->open.count; i++) nh_array_push(&q->variables, q->open.items[i]);
}

/* ---- rows ---- */

/* What must not be 0 so that it has a value. The base of a power need not be positive where the exponent is a whole
 * number by chance, and so nothing is said about such rows: states decide. */
static void add_nonzero(const nh_question *q, nh_exprs *to, nh_expr e) {
    nh_domain domain = nh_expr_domain(q->pool, q->arena, 1, &e, NULL);
    if (has_kind(q, e, NH_EXPR_POWER)) return;
    nh_array_append(to, domain.nonzero_count, domain.nonzero);
    nh_array_append(to, domain.positive_count, domain.positive);
}

static bool has_parameter(const nh_question *q, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(q->pool, q->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_symbol_of(q->pool, symbols[i])->role == NH_ROLE_PARAMETER) return true;
    return false;
}

/* A row as it is asked about. */
static nh_expr plain_row(nh_question *q, nh_expr e) {
    nh_expr plain = nh_expr_expand_names(q->pool, e);
    q->has_parameters = q->has_parameters || has_parameter(q, plain);
    e = nh_question_expr(q, e);
    q->is_pieced = q->is_pieced || nh_expr_is_pieced(q->pool, e);
    q->has_functions = q->has_functions || has_kind(q, plain, NH_EXPR_CALL);
    return e;
}

bool nh_question_positive_sum(const nh_question *q, nh_expr e, nh_exprs *zero) {
    nh_pool *pool = q->pool;
    if (!nh_expr_is_nonnegative(pool, e)) e = nh_expr_neg(pool, e);
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || !nh_expr_is_nonnegative(pool, e)) return false;
    if (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) return true;
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) nh_array_push(zero, nh_expr_args(pool, e)[i]);
    return false;
}

bool nh_question_is_negative(const nh_question *q, nh_expr u) {
    nh_exprs ignored = {.arena = q->arena};
    if (nh_expr_is_number(q->pool, u)) return nh_rat_sign(nh_expr_rational(q->pool, u)) < 0;
    return !nh_expr_is_nonnegative(q->pool, u) && nh_question_positive_sum(q, u, &ignored);
}

/* With what a sum of squares says: multiplied out, as polynomials are, it is hard to recognise. */
static void add_equation(nh_question *q, nh_expr e, bool is_rate) {
    nh_array_push(&q->given, e);
    if (nh_question_positive_sum(q, e, &q->given)) nh_array_push(&q->given, NH_EXPR_ONE);
    while (q->is_rate.count < q->given.count) nh_array_push(&q->is_rate, is_rate);
}

/* What is under even roots and in logarithms, as it is written: it is not negative where e has a value. Not in
 * pieces, of which only one needs a value. */
static void add_radicands(const nh_question *q, nh_exprs *to, nh_expr e) {
    if (has_kind(q, e, NH_EXPR_POWER) || has_kind(q, e, NH_EXPR_IF)) return;
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr_kind kind = nh_expr_kind_of(q->pool, walk->order[i]);
        const nh_expr *args = nh_expr_args(q->pool, walk->order[i]);
        if (kind == NH_EXPR_LOG) nh_array_push(to, args[0]);
        for (uint32_t k = 0; kind == NH_EXPR_PRODUCT && k < nh_expr_arity(q->pool, walk->order[i]); k += 2) {
            int64_t root;
            nh_rat below = nh_rat_den(q->arena, nh_expr_rational(q->pool, args[k + 1]));
            if (nh_rat_get_int(below, &root) && root % 2 == 0) nh_array_push(to, args[k]);
        }
    }
    nh_walk_end(walk);
}

/* A row, and something that may be 0 where it holds. */
typedef struct intersection {
    const nh_question *q;
    nh_expr row, e;
    bool is_nowhere;
} intersection;

static void look_at_meeting(void *argument) {
    intersection *m = argument;
    nh_exprs both = {.arena = m->q->arena};
    nh_array_push(&both, m->row);
    nh_array_push(&both, m->e);
    const nh_ideal *ideal = nh_question_ideal(m->q, m->q->arena, &both);
    m->is_nowhere = ideal != NULL && nh_ideal_dimension(ideal) < 0;
}

static bool may_vanish(const nh_question *q, nh_expr row, nh_expr e) {
    const nh_budget budget = {.work = NH_WORK_MEETING};
    intersection m = {.q = q, .row = row, .e = e};
    (void)nh_attempt(q->context, &budget, look_at_meeting, &m);
    return !m.is_nowhere;
}

/* The rate as a condition on velocities: none where it has no value but the row has one, as for sqrt(x) = 0,
 * whose rate is x'/(2 sqrt(x)). A root leaves less than its radicand in a denominator, so that times the
 * radicand the rate is 0 there. */
static nh_expr rate_with_kinks(const nh_question *q, nh_expr row, nh_expr rate) {
    nh_domain own = nh_expr_domain(q->pool, q->arena, 1, &row, NULL);
    const nh_domain_known known = {own.nonzero_count, own.positive_count, own.nonzero, own.positive};
    nh_domain more = nh_expr_domain(q->pool, q->arena, 1, &rate, &known);
    for (size_t i = 0; i < more.nonzero_count; i++)
        if (may_vanish(q, row, more.nonzero[i])) rate = nh_expr_mul(q->pool, rate, more.nonzero[i]);
    for (size_t i = 0; i < more.positive_count; i++)
        if (may_vanish(q, row, more.positive[i])) rate = nh_expr_mul(q->pool, rate, more.positive[i]);
    return rate;
}

static void add_given(nh_question *q, const nh_row *row) {
    nh_expr e = plain_row(q, row->residual);
    q->is_thin = q->is_thin || nh_question_is_thin(q, e);
    add_equation(q, e, false);
    if (row->is_geometric) add_equation(q, rate_with_kinks(q, e, plain_row(q, nh_row_rate(q->model, row))), true);
}

static void add_signs(const nh_question *q, nh_exprs *to, nh_expr e) {
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        bool is_sign = nh_expr_kind_of(q->pool, walk->order[i]) == NH_EXPR_SIGN, is_known = false;
        nh_expr u = is_sign ? nh_expr_args(q->pool, walk->order[i])[0] : NH_EXPR_UNDEFINED;
        for (size_t k = 0; k < to->count; k++) is_known = is_known || to->items[k] == u;
        if (is_sign && !is_known) nh_array_push(to, u);
    }
    nh_walk_end(walk);
}

/* On states: what is assumed, and what given rows need. */
static void add_premise(nh_question *q, nh_premise premise) {
    bool is_strict = premise.relation != NH_LESS_EQUAL && premise.relation != NH_GREATER_EQUAL;
    nh_array_push(&q->assumed, premise);
    if (is_strict) nh_array_push(&q->nonzero, premise.difference);
    add_nonzero(q, &q->nonzero, premise.difference);
    if (premise.relation == NH_NOT_EQUAL) return;
    bool is_below = premise.relation == NH_LESS || premise.relation == NH_LESS_EQUAL;
    nh_array_push(&q->nonnegative, is_below ? nh_expr_neg(q->pool, premise.difference) : premise.difference);
}

static void add_assumption(nh_question *q, const nh_assumption *item) {
    add_premise(q, (nh_premise){plain_row(q, nh_expr_sub(q->pool, item->left, item->right)), item->relation});
}

/* ---- what was written ---- */

typedef NH_ARRAY(nh_premise) premises;

/* Expressions that have a value where the needs are met. */
static nh_exprs witnesses_of(nh_question *q, nh_needs needs) {
    nh_exprs list = {.arena = q->arena};
    for (size_t i = 0; i < needs.count; i++) {
        nh_expr e = plain_row(q, needs.items[i].e);
        switch (needs.items[i].kind) {
            case NH_NEED_NONZERO: nh_array_push(&list, nh_expr_div(q->pool, NH_EXPR_ONE, e)); break;
            case NH_NEED_NONNEGATIVE: nh_array_push(&list, nh_expr_sqrt(q->pool, e)); break;
            case NH_NEED_POSITIVE: nh_array_push(&list, nh_expr_apply1(q->pool, NH_EXPR_LOG, e)); break;
            case NH_NEED_VALUE: break; /* states show it */
        }
    }
    return list;
}

/* What the row needs, as it was written, beyond what its residual does: y'/y' = 1 has no value where y' = 0. */
static premises forgotten_needs(nh_question *q, nh_needs needs, nh_expr residual) {
    premises found = {.arena = q->arena};
    nh_exprs list = witnesses_of(q, needs);
    nh_domain own = nh_expr_domain(q->pool, q->arena, 1, &residual, NULL);
    nh_domain all = nh_expr_domain(q->pool, q->arena, list.count, list.items, NULL);
    for (size_t i = 0; i < all.nonzero_count; i++)
        if (!nh_is_among(all.nonzero[i], own.nonzero_count, own.nonzero) &&
            !nh_is_among(all.nonzero[i], own.positive_count, own.positive))
            nh_array_push(&found, ((nh_premise){all.nonzero[i], NH_NOT_EQUAL}));
    for (size_t i = 0; i < all.nonnegative_count; i++)
        if (!nh_is_among(all.nonnegative[i], own.nonnegative_count, own.nonnegative) &&
            !nh_is_among(all.nonnegative[i], own.positive_count, own.positive))
            nh_array_push(&found, ((nh_premise){all.nonnegative[i], NH_GREATER_EQUAL}));
    for (size_t i = 0; i < all.positive_count; i++)
        if (!nh_is_among(all.positive[i], own.positive_count, own.positive))
            nh_array_push(&found, ((nh_premise){all.positive[i], NH_GREATER}));
    return found;
}

/* The same of a given row: it holds at no state at which it has no value. */
static void add_given_needs(nh_question *q, const nh_row *row) {
    premises needs = forgotten_needs(q, row->needs, nh_question_expr(q, row->residual));
    for (size_t i = 0; i < needs.count; i++) add_premise(q, needs.items[i]);
}

static void add_conclusion(nh_question *q, const nh_row *row) {
    nh_conclusion item = {.name = nh_name_text(q->context, row->name), .residual = plain_row(q, row->residual)};
    item.nonzero.arena = item.nonnegative.arena = item.needs.arena = q->arena;
    nh_domain domain = nh_expr_domain(q->pool, q->arena, 1, &item.residual, NULL);
    premises needs = forgotten_needs(q, row->needs, item.residual);
    item.is_partial = domain.nonzero_count + domain.positive_count + domain.nonnegative_count + needs.count > 0;
    add_radicands(q, &item.nonnegative, item.residual);
    add_nonzero(q, &item.nonzero, item.residual);
    add_signs(q, &q->signs, item.residual);
    for (size_t i = 0; i < needs.count; i++) {
        nh_array_push(&item.needs, needs.items[i]);
        if (needs.items[i].relation != NH_GREATER_EQUAL) nh_array_push(&item.nonzero, needs.items[i].difference);
        if (needs.items[i].relation != NH_NOT_EQUAL) nh_array_push(&item.nonnegative, needs.items[i].difference);
    }
    nh_array_push(&q->then, item);
}

static void add_rows(nh_question *q, const nh_implies_def *def) {
    const nh_model *model = q->model;
    const bool *given = mark_all(model, q->arena, def->given), *then = mark_all(model, q->arena, def->then);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        bool is_given = def->given.count > 0 ? given[i] : nh_row_restricts(row) && !row->is_hidden;
        if (is_given || row->is_unit) add_given(q, row);
        if (is_given || row->is_unit) add_given_needs(q, row);
        if (then[i]) add_conclusion(q, row);
    }
    for (size_t i = 0; i < model->identities.count; i++) {
        const nh_row *row = &model->identities.items[i];
        if (given[model->rows.count + i]) add_given_needs(q, row);
        if (then[model->rows.count + i] && row->needs.count > 0) add_conclusion(q, row);
    }
    for (size_t i = 0; i < model->assumptions.count; i++) add_assumption(q, &model->assumptions.items[i]);
    q->assumed_signs = (uint32_t)q->nonnegative.count;
    for (size_t i = 0; i < q->given.count; i++) {
        add_signs(q, &q->given_signs, q->given.items[i]);
        if (q->is_rate.items[i]) continue;
        add_nonzero(q, &q->nonzero, q->given.items[i]);
        add_radicands(q, &q->nonnegative, q->given.items[i]);
    }
}

bool nh_relation_fails(nh_relation relation, int sign) {
    switch (relation) {
        case NH_LESS: return sign >= 0;
        case NH_GREATER: return sign <= 0;
        case NH_LESS_EQUAL: return sign > 0;
        case NH_GREATER_EQUAL: return sign < 0;
        case NH_NOT_EQUAL: return sign == 0;
    }
    return false;
}

nh_question *nh_question_make(nh_arena *arena, const nh_model *model, const nh_implies_def *def, bool is_generic) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_question *q = NH_NEW(arena, nh_question);
    *q = (nh_question){.model = model, .pool = model->pool, .context = model->context, .arena = arena};
    q->seed = def->seed;
    q->given.arena = q->nonzero.arena = q->variables.arena = arena;
    q->values = nh_map_make(arena);
    q->open.arena = q->numbers.arena = q->then.arena = q->assumed.arena = arena;
    q->is_rate.arena = q->signs.arena = q->given_signs.arena = q->nonnegative.arena = arena;
    list_values(q, is_generic);
    list_variables(q, is_generic);
    add_rows(q, def);
    nh_question_add_calls(q);
    return q;
}

nh_ideal *nh_question_ideal(const nh_question *q, nh_arena *arena, const nh_exprs *equations) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    return nh_ideal_make(q->pool, arena, (uint32_t)equations->count, equations->items, (uint32_t)q->variables.count,
                         q->variables.items);
}

uint32_t nh_question_equations(const nh_question *q, const nh_ideal *set, const nh_expr **equations) {
    if (set != NULL) return nh_ideal_basis(set, equations);
    *equations = q->given.items;
    return (uint32_t)q->given.count;
}

static bool has_roots(const nh_question *q, nh_expr e) {
    bool has = false;
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count && !has; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(q->pool, now);
        has = kind == NH_EXPR_ABS;
        for (uint32_t k = 1; kind == NH_EXPR_PRODUCT && k < nh_expr_arity(q->pool, now) && !has; k += 2)
            has = !nh_rat_is_int(nh_expr_rational(q->pool, nh_expr_args(q->pool, now)[k]));
    }
    nh_walk_end(walk);
    return has;
}

uint32_t nh_question_plain_equations(const nh_question *q, const nh_ideal *set, const nh_expr **equations) {
    const nh_expr *all;
    uint32_t count = nh_question_equations(q, set, &all), kept = 0;
    nh_expr *plain = NH_NEW_ARRAY(q->arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (!has_roots(q, all[i])) plain[kept++] = all[i];
    *equations = plain;
    return kept;
    NH_ASSERT(kept <= count);
}
