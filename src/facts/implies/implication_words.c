/* Sets in words: "P[1]' = P[2]'" rather than two equations in coordinates.
 *
 * What is searched for are conditions c that, with the given rows, describe the set: c vanishes on the set, and at all
 * solutions of the given rows and c everything does that vanishes on the set. Vector equations between points of the
 * model and their velocities are tried first, one alone if one will do, then vectors that the model names, then
 * equations in coordinates. What follows from the others is left out. */
#include <math.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"
#include "tape/program.h"

/* Points and bodies that may describe a set, and where no state of it is known; phrases of a description. */
enum { MOST_POINTS = 40, MOST_POINTS_BLIND = 4, MOST_SHOWN = 12 };
/* At the state of the set: what is not 0 there does not vanish on it. */
#define SMALL 1e-8

/* A condition: up to three expressions that are 0. */
typedef struct phrase {
    const char *text;
    nh_expr zero[3];
    uint32_t count;
    bool may_be_rough; /* it will do where it is true of some more states */
} phrase;

typedef NH_ARRAY(phrase) phrases;

typedef struct word_choice {
    const nh_question *q;
    const nh_sets *sets;
    const nh_set *set;
    phrases all, chosen;
    nh_set_words result;
} word_choice;

static const char *print_expr(const word_choice *w, nh_expr e) {
    nh_text text = nh_text_begin(w->q->arena);
    nh_expr_print(w->q->pool, &text, e);
    return nh_text_string(&text);
}

/* e without a common factor, with the sign that reads better: x - y, neither -x + y nor y - x. */
static nh_expr primitive_of(const word_choice *w, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(w->q->pool, e, &ignored);
    nh_expr minus = nh_expr_neg(w->q->pool, e);
    const char *text = print_expr(w, e), *other = print_expr(w, minus);
    bool is_worse = (text[0] == '-') != (other[0] == '-') ? text[0] == '-' : strcmp(text, other) > 0;
    return is_worse ? minus : e;
}

/* ---- vector equations of the model ---- */

static nh_vector zero_vector(void) {
    return (nh_vector){{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO}};
}

static void add_vector(word_choice *w, const char *text, nh_vector a, nh_vector b) {
    phrase p = {.text = text};
    nh_pool *pool = w->q->pool;
    for (int i = 0; i < 3; i++) {
        nh_expr e = nh_question_expr(w->q, nh_expr_sub(pool, a.x[i], b.x[i]));
        if (e == NH_EXPR_ZERO) continue;
        if (!nh_expr_has(pool, e, NH_HAS_COORDINATE)) return;
        p.zero[p.count++] = primitive_of(w, e);
    }
    p.may_be_rough = p.count > 1;
    if (p.count > 0) nh_array_push(&w->all, p);
}

static nh_vector rate_of(const word_choice *w, nh_vector a) {
    for (int i = 0; i < 3; i++) a.x[i] = nh_expr_total_derivative(w->q->pool, a.x[i]);
    return a;
}

static nh_vector negated_vector(const word_choice *w, nh_vector a) {
    for (int i = 0; i < 3; i++) a.x[i] = nh_expr_neg(w->q->pool, a.x[i]);
    return a;
}

static const char *join_text(const word_choice *w, const char *a, const char *between, const char *b) {
    nh_text text = nh_text_begin(w->q->arena);
    nh_text_format(&text, "%s%s%s", a, between, b);
    return nh_text_string(&text);
}

static const char *name_of(const word_choice *w, nh_name name) {
    return nh_name_text(w->q->context, name);
}

static void add_single(word_choice *w, const char *name, nh_vector at) {
    add_vector(w, join_text(w, name, "' = 0", ""), rate_of(w, at), zero_vector());
}

static void add_pair(word_choice *w, const nh_point *a, const nh_point *b, int kind) {
    const char *one = name_of(w, a->name), *other = name_of(w, b->name);
    nh_vector rate = rate_of(w, a->position), other_rate = rate_of(w, b->position);
    if (kind == 0) add_vector(w, join_text(w, one, " = ", other), a->position, b->position);
    if (kind == 1) add_vector(w, join_text(w, join_text(w, one, "' = ", other), "'", ""), rate, other_rate);
    if (kind == 2)
        add_vector(w, join_text(w, join_text(w, one, "' = -", other), "'", ""), rate, negated_vector(w, other_rate));
}

/* Without a state to examine, only of few points. */
static void add_points(word_choice *w) {
    const nh_model *model = w->q->model;
    size_t most = w->set->at.state != NULL ? MOST_POINTS : MOST_POINTS_BLIND;
    size_t count = model->points.count < most ? model->points.count : most;
    const nh_point *points = model->points.items;
    for (size_t i = 0; i < count; i++) add_single(w, name_of(w, points[i].name), points[i].position);
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < count; i++)
            for (size_t k = i + 1; k < count; k++) add_pair(w, &points[i], &points[k], kind);
    for (size_t i = 0; i < count; i++)
        add_vector(w, join_text(w, name_of(w, points[i].name), " = 0", ""), points[i].position, zero_vector());
}

static void add_named(word_choice *w) {
    const nh_model *model = w->q->model;
    for (size_t i = 0; i < model->bodies.count && i < MOST_POINTS; i++)
        add_single(w, join_text(w, name_of(w, model->bodies.items[i].name), ".c", ""), model->bodies.items[i].center);
    for (size_t i = 0; i < model->lets.count && i < MOST_POINTS; i++) {
        const nh_let *let = &model->lets.items[i];
        if (let->value.kind != NH_QUANTITY_VECTOR) continue;
        add_vector(w, join_text(w, name_of(w, let->name), " = 0", ""), let->value.vector, zero_vector());
        add_single(w, name_of(w, let->name), let->value.vector);
    }
}

/* ---- equations in coordinates ---- */

/* "x = 2" for x - 2. */
static const char *value_text(const word_choice *w, nh_expr e) {
    nh_pool *pool = w->q->pool;
    nh_expr constant = nh_expr_args(pool, e)[0];
    bool is_minus = nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[2])) < 0;
    nh_expr left = nh_expr_sub(pool, e, constant), right = nh_expr_neg(pool, constant);
    if (is_minus) left = nh_expr_neg(pool, left), right = constant;
    return join_text(w, print_expr(w, left), " = ", print_expr(w, right));
}

/* "x = y" for x - y. */
static const char *equation_text(const word_choice *w, nh_expr e) {
    nh_pool *pool = w->q->pool;
    const nh_expr *args = nh_expr_args(pool, e);
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SUM && nh_expr_arity(pool, e) == 3 && args[0] != NH_EXPR_ZERO)
        return value_text(w, e);
    bool is_pair = nh_expr_kind_of(pool, e) == NH_EXPR_SUM && nh_expr_arity(pool, e) == 5 && args[0] == NH_EXPR_ZERO;
    if (!is_pair) return join_text(w, print_expr(w, e), " = 0", "");
    nh_rat first = nh_expr_rational(pool, args[2]), second = nh_expr_rational(pool, args[4]);
    if (nh_rat_sign(first) == nh_rat_sign(second)) return join_text(w, print_expr(w, e), " = 0", "");
    nh_expr a = nh_expr_scale(pool, first, args[1]), b = nh_expr_sub(pool, e, a);
    bool is_first = nh_rat_sign(first) > 0;
    nh_expr left = is_first ? a : b, right = nh_expr_neg(pool, is_first ? b : a);
    return join_text(w, print_expr(w, left), " = ", print_expr(w, right));
}

/* Factors of the given rows that are no polynomials: sin(q) = 0 rather than cos(q) = 1 and cos(q) = -1. */
static void add_factors(word_choice *w) {
    nh_pool *pool = w->q->pool;
    for (size_t i = 0; i < w->q->given.count; i++) {
        nh_rat ignored;
        nh_expr e = nh_expr_split(pool, nh_expr_factored(pool, w->q->given.items[i]), &ignored);
        for (uint32_t k = 0; nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT && k < nh_expr_arity(pool, e); k += 2) {
            nh_expr base = nh_expr_args(pool, e)[k];
            if (nh_expr_degree(pool, base, (uint32_t)w->q->variables.count, w->q->variables.items).polynomial) continue;
            phrase p = {.text = equation_text(w, base), .zero = {base}, .count = 1, .may_be_rough = true};
            nh_array_push(&w->all, p);
        }
    }
}

/* Short ones first. */
static bool is_before(const word_choice *w, nh_expr a, nh_expr b) {
    uint64_t length = nh_expr_operations(w->q->pool, 1, &a), other = nh_expr_operations(w->q->pool, 1, &b);
    return length < other || (length == other && strcmp(print_expr(w, a), print_expr(w, b)) < 0);
}

static nh_expr tidy_expr(const word_choice *w, nh_expr e) {
    return primitive_of(w, nh_expr_readable(w->q->pool, w->q->arena, e));
}

static void add_basis(word_choice *w) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(w->set->ideal, &basis);
    nh_expr *sorted = NH_NEW_ARRAY(w->q->arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;
        nh_expr e = tidy_expr(w, basis[i]);
        for (; k > 0 && is_before(w, e, sorted[k - 1]); k--) sorted[k] = sorted[k - 1];
        sorted[k] = e;
    }
    for (uint32_t i = 0; i < count; i++) {
        phrase p = {.text = equation_text(w, sorted[i]), .zero = {sorted[i]}, .count = 1};
        nh_array_push(&w->all, p);
    }
}

/* ---- what vanishes on the set ---- */

/* Those that are not 0 at the state go. */
static void drop_by_state(word_choice *w) {
    const nh_question *q = w->q;
    nh_exprs outputs = {.arena = q->arena};
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < w->all.count; i++)
        for (uint32_t k = 0; k < w->all.items[i].count; k++)
            nh_array_push(&outputs, nh_question_number(q, w->all.items[i].zero[k]));
    nh_tape_def def = {.input_count = (uint32_t)q->variables.count, .inputs = q->variables.items};
    def.output_count = (uint32_t)outputs.count;
    def.outputs = outputs.items;
    const double *values = nh_program_at(nh_program_of(q->arena, q->pool, &def, NULL), w->set->at.state);
    for (size_t i = 0; i < w->all.count; i++) {
        bool is_small = true;
        for (uint32_t k = 0; k < w->all.items[i].count; k++) is_small = fabs(values[at++]) < SMALL && is_small;
        if (is_small) w->all.items[kept++] = w->all.items[i];
    }
    w->all.count = kept;
}

static bool vanishes_on(const nh_ideal *ideal, const phrase *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (nh_ideal_vanishes(ideal, p->zero[i]) != NH_YES) return false;
    return true;
}

/* Those that do not vanish on the set, or do so wherever the given rows hold, go. */
static void drop_others(word_choice *w) {
    size_t kept = 0;
    for (size_t i = 0; i < w->all.count; i++) {
        const phrase *p = &w->all.items[i];
        if (vanishes_on(w->set->ideal, p) && !vanishes_on(w->sets->all, p)) w->all.items[kept++] = *p;
    }
    w->all.count = kept;
}

/* ---- choosing ---- */

/* The ideal of the given rows and these conditions. */
static nh_ideal *ideal_of(const word_choice *w, size_t count, const phrase *list, const phrase *but) {
    nh_exprs all = {.arena = w->q->arena};
    nh_array_append(&all, w->q->given.count, w->q->given.items);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; &list[i] != but && k < list[i].count; k++) nh_array_push(&all, list[i].zero[k]);
    return nh_question_ideal(w->q, w->q->arena, &all);
}

/* Whether the real states of the ideal, as far as there are any, are in the set. */
static bool is_described(const word_choice *w, const nh_ideal *ideal) {
    if (ideal == NULL) return false;
    if (nh_question_is_within(ideal, w->set->ideal)) return true;
    nh_components parts = nh_ideal_components(w->q->arena, ideal);
    for (uint32_t i = 0; i < parts.count; i++)
        if (!nh_question_is_within(parts.component[i], w->set->ideal) && !nh_question_is_void(w->q, parts.component[i]))
            return false;
    return parts.is_complete;
}

typedef struct description {
    const word_choice *w;
    const nh_ideal *ideal;
    bool is_so;
} description;

static void try_to_describe(void *argument) {
    description *d = argument;
    d->is_so = is_described(d->w, d->ideal);
}

/* The same within some work. */
static bool describes_soon(const word_choice *w, const nh_ideal *ideal) {
    const nh_budget budget = {.work = NH_WORK_PHRASE};
    description d = {.w = w, .ideal = ideal};
    return nh_attempt(w->q->context, &budget, try_to_describe, &d) == NH_OK && d.is_so;
}

/* A coordinate or a velocity that is 0. */
static bool choose_symbol(word_choice *w) {
    for (size_t i = 0; i < w->all.count; i++) {
        const phrase *p = &w->all.items[i];
        if (p->count > 1 || nh_expr_kind_of(w->q->pool, p->zero[0]) != NH_EXPR_SYMBOL) continue;
        if (!describes_soon(w, ideal_of(w, 1, p, NULL))) continue;
        nh_array_push(&w->chosen, *p);
        return true;
    }
    return false;
}

/* One condition that describes the set; or else a vector equation, or a factor of a row, that describes more, but
 * nothing of higher dimension: P[1] = P[2] where P[1] = P[2] = P[3] is no part of the set. */
static bool choose_one(word_choice *w) {
    const phrase *rough = NULL;
    for (size_t i = 0; i < w->all.count; i++) {
        const phrase *p = &w->all.items[i];
        const nh_ideal *ideal = ideal_of(w, 1, p, NULL);
        if (ideal == NULL || nh_ideal_dimension(ideal) > nh_ideal_dimension(w->set->ideal)) continue;
        bool is_factor = p->may_be_rough && p->count == 1, is_exact = is_factor || describes_soon(w, ideal);
        if (is_exact || (rough == NULL && p->may_be_rough)) rough = p;
        if (is_exact) break;
    }
    if (rough != NULL) nh_array_push(&w->chosen, *rough);
    return rough != NULL;
}

/* One after the other, those that do not follow from the ones before, until they are enough. */
static bool choose_some(word_choice *w) {
    for (size_t i = 0; i < w->all.count && w->chosen.count < MOST_SHOWN; i++) {
        const nh_ideal *so_far = ideal_of(w, w->chosen.count, w->chosen.items, NULL);
        if (so_far == NULL) return false;
        if (w->chosen.count > 0 && is_described(w, so_far)) return true;
        if (!vanishes_on(so_far, &w->all.items[i])) nh_array_push(&w->chosen, w->all.items[i]);
    }
    return w->chosen.count > 0 && is_described(w, ideal_of(w, w->chosen.count, w->chosen.items, NULL));
}

/* Those that the others make superfluous, later ones first. */
static void drop_superfluous(word_choice *w) {
    for (size_t i = w->chosen.count; i-- > 0 && w->chosen.count > 1;) {
        if (!is_described(w, ideal_of(w, w->chosen.count, w->chosen.items, &w->chosen.items[i]))) continue;
        for (size_t k = i; k + 1 < w->chosen.count; k++) w->chosen.items[k] = w->chosen.items[k + 1];
        w->chosen.count--;
    }
}

static void choose_phrases(void *argument) {
    word_choice *w = argument;
    add_points(w);
    add_named(w);
    add_factors(w);
    if (w->set->at.state != NULL) drop_by_state(w);
    add_basis(w);
    drop_others(w);
    if (choose_symbol(w) || choose_one(w)) return;
    if (choose_some(w)) drop_superfluous(w);
    else w->chosen.count = 0;
}

/* ---- text ---- */

static nh_set_words words_of(const word_choice *w) {
    nh_set_words words = {.zero = {.arena = w->q->arena}};
    nh_text text = nh_text_begin(w->q->arena), equations = nh_text_begin(w->q->arena);
    for (size_t i = 0; i < w->chosen.count; i++) {
        nh_text_format(&text, "%s%s", i > 0 ? " and " : "", w->chosen.items[i].text);
        for (uint32_t k = 0; k < w->chosen.items[i].count; k++) {
            nh_text_format(&equations, "%s%s = 0", i + k > 0 ? " and " : "", print_expr(w, w->chosen.items[i].zero[k]));
            nh_array_push(&words.zero, w->chosen.items[i].zero[k]);
        }
    }
    words.text = nh_text_string(&text);
    words.equations = nh_text_string(&equations);
    return words;
}

bool nh_question_words_fit(const nh_set_words *words, const nh_set *set) {
    NH_ASSERT(set->ideal != NULL);
    for (size_t i = 0; i < words->zero.count; i++)
        if (nh_ideal_vanishes(set->ideal, words->zero.items[i]) != NH_YES) return false;
    return true;
}

static bool is_chosen(const word_choice *w, nh_expr e) {
    for (size_t i = 0; i < w->chosen.count; i++)
        if (w->chosen.items[i].zero[0] == e) return true;
    return false;
}

/* Where choosing took too long: all of its equations that are none of the given rows. */
static void take_basis(word_choice *w) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(w->set->ideal, &basis);
    w->chosen.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        nh_expr e = primitive_of(w, basis[i]);
        phrase p = {.text = equation_text(w, e), .zero = {e}, .count = 1};
        bool is_last = i + 1 == count && w->chosen.count == 0;
        if (is_last || (!is_chosen(w, e) && nh_ideal_contains(w->sets->all, e) != NH_YES)) nh_array_push(&w->chosen, p);
    }
}

nh_set_words nh_question_words(const nh_question *q, const nh_sets *sets, const nh_set *set) {
    NH_ASSERT(set->ideal != NULL && set->kind != NH_SET_VOID);
    const nh_expr *all, *plain;
    bool has_roots = nh_question_plain_equations(q, set->ideal, &plain) < nh_question_equations(q, set->ideal, &all);
    const nh_budget budget = {.work = has_roots ? NH_WORK_WORDS_ROOTS : NH_WORK_WORDS};
    word_choice w = {.q = q, .sets = sets, .set = set, .all = {.arena = q->arena}, .chosen = {.arena = q->arena}};
    if (nh_attempt(q->context, &budget, choose_phrases, &w) != NH_OK || w.chosen.count == 0) take_basis(&w);
    return words_of(&w);
}
