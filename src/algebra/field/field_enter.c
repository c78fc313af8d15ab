/* Expressions as elements. */
#include "algebra/field/field_private.h"
#include "expr/calculus/calculus.h"
#include "expr/walk.h"

typedef struct entry {
    nh_field *field;
    const nh_walk *walk;
    nh_element *elements; /* by place in the walk */
    nh_expr *args;        /* of the current expression */
    uint32_t arity;
} entry;

static nh_element argument_at(const entry *w, uint32_t i) {
    return w->elements[nh_walk_place(w->walk, w->args[i])];
}

/* constant, term, coefficient, term, coefficient, ... */
static nh_element enter_sum(const entry *w) {
    nh_field *f = w->field;
    nh_element sum = argument_at(w, 0);
    for (uint32_t i = 1; i + 1 < w->arity; i += 2)
        sum = nh_element_add(f, sum, nh_element_mul(f, argument_at(w, i), argument_at(w, i + 1)));
    return sum;
}

/* base^exponent for a rational exponent; false for a zero base below. */
static bool enter_power(nh_field *f, nh_element base, nh_rat exponent, nh_element *result) {
    int64_t p, q;
    bool fits =
        nh_rat_get_int(nh_rat_num(f->arena, exponent), &p) && nh_rat_get_int(nh_rat_den(f->arena, exponent), &q);
    if (!fits) return false;
    if (nh_element_is_zero(base)) {
        *result = base;
        return p > 0;
    }
    if (q > 1) base = nh_field_root(f, base, q);
    *result = nh_element_pow(f, base, p);
    return true;
}

static bool enter_product(const entry *w, nh_element *result) {
    nh_field *f = w->field;
    *result = nh_element_number(f, nh_rat_int(1));
    for (uint32_t i = 0; i + 1 < w->arity; i += 2) {
        nh_element power;
        nh_rat exponent = nh_expr_rational(f->pool, w->args[i + 1]);
        if (!enter_power(f, argument_at(w, i), exponent, &power)) return false;
        *result = nh_element_mul(f, *result, power);
    }
    return true;
}

/* (e + 1/e) / 2 and (e - 1/e) / 2 */
static bool enter_hyperbolic(const entry *w, nh_expr_kind kind, nh_element *result) {
    nh_field *f = w->field;
    nh_element e = nh_field_exp(f, argument_at(w, 0)), one = nh_element_number(f, nh_rat_int(1));
    nh_element inverse = nh_element_div(f, one, e), half = nh_element_number(f, nh_rat_make(1, 2));
    nh_element sum = nh_element_mul(f, half, nh_element_add(f, e, inverse));
    nh_element difference = nh_element_mul(f, half, nh_element_sub(f, e, inverse));
    *result = kind == NH_EXPR_COSH ? sum : kind == NH_EXPR_SINH ? difference : nh_element_div(f, difference, sum);
    return true;
}

static bool enter_circular(const entry *w, nh_expr_kind kind, nh_element *result) {
    nh_element sine, cosine;
    nh_field_sincos(w->field, argument_at(w, 0), &sine, &cosine);
    *result = kind == NH_EXPR_COS ? cosine : sine;
    if (kind != NH_EXPR_TAN) return true;
    if (nh_element_is_zero(cosine)) return false;
    *result = nh_element_div(w->field, sine, cosine);
    return true;
}

/* min and max of two: (a + b -+ |a - b|) / 2 */
static nh_element enter_extreme(const entry *w, bool is_max) {
    nh_field *f = w->field;
    nh_element best = argument_at(w, 0), half = nh_element_number(f, nh_rat_make(1, 2));
    for (uint32_t i = 1; i < w->arity; i++) {
        nh_element b = argument_at(w, i), apart = nh_field_abs(f, nh_element_sub(f, best, b));
        nh_element sum = nh_element_add(f, best, b);
        best = nh_element_mul(f, half, is_max ? nh_element_add(f, sum, apart) : nh_element_sub(f, sum, apart));
    }
    return best;
}

/* Anything else: a free generator for the same with its arguments in normal form. */
static bool enter_atom(const entry *w, nh_expr e, nh_element *result) {
    nh_field *f = w->field;
    nh_expr *args = NH_NEW_ARRAY(f->arena, nh_expr, w->arity + 1);
    bool is_call = nh_expr_kind_of(f->pool, e) == NH_EXPR_CALL;
    for (uint32_t i = 0; i < w->arity; i++)
        args[i] = is_call && i == 0 ? w->args[0] : nh_field_expr(f, nh_element_rationalise(f, argument_at(w, i)));
    nh_expr atom = w->arity > 0 ? nh_expr_rebuild(f->pool, e, args) : e;
    if (atom == NH_EXPR_UNDEFINED) return false;
    if (nh_expr_is_number(f->pool, atom)) *result = nh_element_number(f, nh_expr_rational(f->pool, atom));
    else *result = nh_element_variable(f, nh_field_variable(f, atom));
    return true;
}

static bool enter_sign(const entry *w, nh_expr e, nh_element *result) {
    nh_element u = argument_at(w, 0);
    if (nh_element_is_zero(u)) return enter_atom(w, e, result);
    *result = nh_element_div(w->field, nh_field_abs(w->field, u), u);
    return true;
}

static bool enter_one(const entry *w, nh_expr e, nh_element *result) {
    nh_field *f = w->field;
    nh_expr_kind kind = nh_expr_kind_of(f->pool, e);
    switch (kind) {
        case NH_EXPR_NO_VALUE: return false;
        case NH_EXPR_NUMBER: *result = nh_element_number(f, nh_expr_rational(f->pool, e)); return true;
        case NH_EXPR_SUM: *result = enter_sum(w); return true;
        case NH_EXPR_PRODUCT: return enter_product(w, result);
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN: return enter_circular(w, kind, result);
        case NH_EXPR_SINH:
        case NH_EXPR_COSH:
        case NH_EXPR_TANH: return enter_hyperbolic(w, kind, result);
        case NH_EXPR_EXP: *result = nh_field_exp(f, argument_at(w, 0)); return true;
        case NH_EXPR_ABS: *result = nh_field_abs(f, argument_at(w, 0)); return true;
        case NH_EXPR_SIGN: return enter_sign(w, e, result);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: *result = enter_extreme(w, kind == NH_EXPR_MAX); return true;
        case NH_EXPR_IF: *result = nh_element_variable(f, nh_field_variable(f, e)); return true;
        default: return enter_atom(w, e, result);
    }
}

/* What the root needs. The parts of an `if` are not looked into: not all of them need have a value where it has one. */
static bool *find_needed(nh_field *field, const nh_walk *walk, nh_expr root) {
    bool *needed = NH_NEW_ARRAY(field->arena, bool, walk->count);
    needed[nh_walk_place(walk, root)] = true;
    for (uint32_t i = walk->count; i-- > 0;) {
        nh_expr now = walk->order[i];
        if (!needed[i] || nh_expr_kind_of(field->pool, now) == NH_EXPR_IF) continue;
        for (uint32_t k = 0; k < nh_expr_arity(field->pool, now); k++)
            needed[nh_walk_place(walk, nh_expr_args(field->pool, now)[k])] = true;
    }
    return needed;
}

bool nh_field_enter(nh_field *field, nh_expr e, nh_element *result) {
    nh_expr root = nh_expr_expand_names(field->pool, e);
    nh_walk *walk = nh_walk_begin(field->pool, 1, &root, NH_WALK_PLAIN);
    entry w = {.field = field, .walk = walk};
    w.elements = NH_NEW_ARRAY(field->arena, nh_element, walk->count);
    const bool *needed = find_needed(field, walk, root);
    bool done = true;
    for (uint32_t i = 0; i < walk->count && done; i++) {
        nh_expr now = walk->order[i];
        if (!needed[i]) continue;
        w.arity = nh_expr_arity(field->pool, now);
        w.args = NH_NEW_ARRAY(field->arena, nh_expr, w.arity + 1);
        for (uint32_t k = 0; k < w.arity; k++) w.args[k] = nh_expr_args(field->pool, now)[k];
        done = enter_one(&w, now, &w.elements[i]);
    }
    if (done) *result = w.elements[nh_walk_place(walk, root)];
    nh_walk_end(walk);
    return done;
}
