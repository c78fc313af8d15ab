/* Nodes to values: arithmetic of scalars, vectors and rotations.
 *
 * The trees are at most NH_SYNTAX_DEPTH_MAX deep and functions call only earlier ones, so evaluation
 * recurses, with a limit. */
#include "lang/reading_private.h"

#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/limits.h"
#include "expr/inspect.h"

/* Denominators of this many operations, and this many of them, are asked whether they are 0. */
enum { ZERO_OPERATIONS = 2000, ZEROS_MOST = 400 };

nh_quantity nh_quantity_bad(void) {
    return (nh_quantity){.kind = NH_QUANTITY_BAD};
}

nh_quantity nh_quantity_scalar(nh_expr e) {
    return (nh_quantity){.kind = NH_QUANTITY_SCALAR, .scalar = e};
}

nh_quantity nh_quantity_vector(nh_vector v) {
    return (nh_quantity){.kind = NH_QUANTITY_VECTOR, .vector = v};
}

nh_quantity nh_quantity_rotation(nh_rotation rotation, const char *text) {
    return (nh_quantity){.kind = NH_QUANTITY_ROTATION, .rotation = rotation, .text = text};
}

static nh_quantity scaled_rotation(nh_reading *r, nh_expr factor, nh_quantity value, const char *text) {
    value.rotation.matrix = nh_matrix3_scale(r->pool, factor, value.rotation.matrix);
    value.text = text;
    value.is_scaled = true;
    return value;
}

const char *nh_quantity_describe(nh_quantity value) {
    static const char *const words[] = {"something wrong", "a number", "a vector", "a rotation", "a body"};
    return words[value.kind];
}

bool nh_quantity_to_vector(const nh_reading *r, nh_quantity value, nh_vector *vector) {
    if (value.kind == NH_QUANTITY_VECTOR) *vector = value.vector;
    else if (value.kind == NH_QUANTITY_BODY) *vector = r->model->bodies.items[value.body].center;
    else if (value.kind == NH_QUANTITY_SCALAR && value.scalar == NH_EXPR_ZERO) *vector = nh_vector_zero();
    else return false;
    return true;
}

/* ---- the stack of values ---- */

/* NOLINTBEGIN(misc-no-recursion): the depth is limited, by nh_evaluate */

static nh_quantity *values_from(nh_reading *r, size_t first) {
    return r->values.items + first;
}

/* Evaluates the children on the stack; false when one of them is wrong. They stay there. */
static bool push_children(nh_reading *r, nh_node node) {
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        nh_quantity value = nh_evaluate(r, nh_syntax_child(r->syntax, node, i));
        good = good && value.kind != NH_QUANTITY_BAD;
        nh_array_push(&r->values, value);
    }
    return good;
}

/* ---- sums ---- */

static nh_expr *scalars_of(nh_reading *r, size_t first, size_t count) {
    nh_expr *terms = NH_NEW_ARRAY(nh_scratch(r->context), nh_expr, count);
    for (size_t i = 0; i < count; i++) terms[i] = values_from(r, first)[i].scalar;
    return terms;
}

static nh_quantity sum_of_scalars(nh_reading *r, size_t first, size_t count) {
    nh_arena_mark mark = nh_arena_mark_here(nh_scratch(r->context));
    nh_expr sum = nh_expr_sum(r->pool, count, scalars_of(r, first, count));
    nh_arena_release(nh_scratch(r->context), mark);
    return nh_quantity_scalar(sum);
}

static nh_quantity sum_of_vectors(nh_reading *r, nh_node node, size_t first, size_t count) {
    nh_arena_mark mark = nh_arena_mark_here(nh_scratch(r->context));
    nh_expr *terms = NH_NEW_ARRAY(nh_scratch(r->context), nh_expr, 3 * count);
    for (size_t i = 0; i < count; i++) {
        nh_vector v;
        nh_quantity value = values_from(r, first)[i];
        if (!nh_quantity_to_vector(r, value, &v)) {
            nh_arena_release(nh_scratch(r->context), mark);
            nh_reading_error(r, node, (nh_words){"type", NULL}, "a vector and %s cannot be added",
                             nh_quantity_describe(value));
            return nh_quantity_bad();
        }
        for (size_t c = 0; c < 3; c++) terms[c * count + i] = v.x[c];
    }
    nh_vector sum;
    for (size_t c = 0; c < 3; c++) sum.x[c] = nh_expr_sum(r->pool, count, terms + c * count);
    nh_arena_release(nh_scratch(r->context), mark);
    return nh_quantity_vector(sum);
}

/* Adds up what is on the stack from `first` on; nothing at all is 0. */
static nh_quantity sum_of_stack(nh_reading *r, nh_node node, size_t first) {
    size_t count = r->values.count - first;
    bool scalar = true;
    for (size_t i = 0; i < count; i++) {
        nh_quantity value = values_from(r, first)[i];
        if (value.kind == NH_QUANTITY_ROTATION) {
            nh_reading_error(r, node, (nh_words){"type", NULL}, "rotations cannot be added");
            return nh_quantity_bad();
        }
        scalar = scalar && value.kind == NH_QUANTITY_SCALAR;
    }
    return scalar ? sum_of_scalars(r, first, count) : sum_of_vectors(r, node, first, count);
}

static nh_quantity evaluate_sum(nh_reading *r, nh_node node) {
    size_t first = r->values.count;
    bool good = push_children(r, node);
    nh_quantity sum = good ? sum_of_stack(r, node, first) : nh_quantity_bad();
    r->values.count = first;
    return sum;
}

/* sum(i = low..high, e) */
static nh_quantity evaluate_sum_over(nh_reading *r, nh_node node) {
    uint32_t token = nh_syntax_node(r->syntax, node)->token;
    nh_name index = nh_syntax_token(r->syntax, token)->name;
    const nh_meaning *meaning = nh_scope_find(r, index);
    if (meaning != NULL || nh_scope_local(r, index) != NULL) {
        nh_words words = {"index", "choose another name for the index"};
        nh_reading_error_at(r, nh_reading_token_place(r, token), words,
                            "'%s' already has a meaning and cannot be an index", NH_NAME(r, index));
        return nh_quantity_bad();
    }
    int64_t low, high;
    if (!nh_evaluate_int(r, nh_syntax_child(r->syntax, node, 0), "a bound of a sum", &low)) return nh_quantity_bad();
    if (!nh_evaluate_int(r, nh_syntax_child(r->syntax, node, 1), "a bound of a sum", &high)) return nh_quantity_bad();
    nh_reading_expect_members(r, high - low + 1);
    size_t first = r->values.count, locals = r->locals.count;
    bool good = true;
    for (int64_t i = low; i <= high && good; i++) {
        nh_local local = {index, nh_quantity_scalar(nh_expr_int(r->pool, i))};
        nh_reading_count_member(r);
        nh_array_push(&r->locals, local);
        nh_quantity term = nh_evaluate(r, nh_syntax_child(r->syntax, node, 2));
        r->locals.count = locals;
        good = term.kind != NH_QUANTITY_BAD;
        nh_array_push(&r->values, term);
    }
    nh_quantity sum = good ? sum_of_stack(r, node, first) : nh_quantity_bad();
    r->values.count = first;
    return sum;
}

static nh_quantity evaluate_negate(nh_reading *r, nh_node node) {
    nh_quantity value = nh_evaluate(r, nh_syntax_child(r->syntax, node, 0));
    nh_vector v;
    if (value.kind == NH_QUANTITY_SCALAR) return nh_quantity_scalar(nh_expr_neg(r->pool, value.scalar));
    if (nh_quantity_to_vector(r, value, &v)) return nh_quantity_vector(nh_vector_scale(r->pool, NH_EXPR_MINUS_ONE, v));
    if (value.kind == NH_QUANTITY_ROTATION)
        return scaled_rotation(r, NH_EXPR_MINUS_ONE, value, nh_reading_text(r, "(-1)*%s", value.text));
    return value;
}

/* ---- products ---- */

/* The part of a product that is not a number, from the left: rotations compose and apply to a vector at the end. */
static nh_quantity multiply_quantities(nh_reading *r, nh_node node, nh_quantity left, nh_quantity right) {
    nh_vector v;
    if (left.kind == NH_QUANTITY_BAD) return right; /* the first one */
    if (left.kind == NH_QUANTITY_ROTATION && right.kind == NH_QUANTITY_ROTATION) {
        const char *text = nh_reading_text(r, "%s*%s", left.text, right.text);
        nh_quantity product = nh_quantity_rotation(nh_rotation_compose(r->pool, left.rotation, right.rotation), text);
        product.is_scaled = left.is_scaled || right.is_scaled;
        return product;
    }
    if (left.kind == NH_QUANTITY_ROTATION && nh_quantity_to_vector(r, right, &v))
        return nh_quantity_vector(nh_matrix3_apply(r->pool, left.rotation.matrix, v));
    const char *hint = "write dot(a, b) or cross(a, b)";
    if (right.kind == NH_QUANTITY_ROTATION) hint = "write the rotation on the left: R*v";
    nh_reading_error(r, node, (nh_words){"type", hint}, "a vector cannot be multiplied by %s from the right",
                     nh_quantity_describe(right));
    return nh_quantity_bad();
}

static nh_quantity scale_quantity(nh_reading *r, nh_expr factor, nh_quantity value) {
    nh_vector v;
    if (value.kind == NH_QUANTITY_ROTATION && factor == NH_EXPR_ONE) return value;
    if (value.kind == NH_QUANTITY_ROTATION)
        return scaled_rotation(r, factor, value,
                               nh_reading_text(r, "(%s)*%s", nh_reading_print(r, factor), value.text));
    bool is_vector = nh_quantity_to_vector(r, value, &v);
    NH_ASSERT(is_vector);
    return is_vector ? nh_quantity_vector(nh_vector_scale(r->pool, factor, v)) : nh_quantity_bad();
}

/* Of the values on the stack from `first` on: numbers together, the others in order. */
static nh_quantity product_of_stack(nh_reading *r, nh_node node, size_t first) {
    nh_arena_mark mark = nh_arena_mark_here(nh_scratch(r->context));
    size_t count = r->values.count - first, numbers = 0;
    nh_expr *factors = NH_NEW_ARRAY(nh_scratch(r->context), nh_expr, count);
    nh_quantity rest = nh_quantity_bad();
    bool has_rest = false, good = true;
    for (size_t i = 0; i < count && good; i++) {
        nh_quantity value = values_from(r, first)[i];
        if (value.kind == NH_QUANTITY_SCALAR) {
            factors[numbers++] = value.scalar;
            continue;
        }
        rest = multiply_quantities(r, node, rest, value);
        has_rest = true;
        good = rest.kind != NH_QUANTITY_BAD;
    }
    nh_expr factor = good ? nh_expr_product(r->pool, numbers, factors) : NH_EXPR_ZERO;
    nh_arena_release(nh_scratch(r->context), mark);
    if (!good) return rest;
    return has_rest ? scale_quantity(r, factor, rest) : nh_quantity_scalar(factor);
}

static nh_quantity evaluate_product(nh_reading *r, nh_node node) {
    size_t first = r->values.count;
    bool good = push_children(r, node);
    nh_quantity product = good ? product_of_stack(r, node, first) : nh_quantity_bad();
    r->values.count = first;
    return product;
}

/* Whether e is 0 wherever it has a value, though it is not written so: sin(y)^2 + cos(y)^2 - 1. Not asked of long
 * expressions, nor very often: models may be large. Of an equation that is judged it is part of the answer. */
static bool is_hidden_zero(nh_reading *r, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(r->pool, e);
    bool is_plain = kind == NH_EXPR_NUMBER || kind == NH_EXPR_CONSTANT_PI || kind == NH_EXPR_SYMBOL;
    if (is_plain || e == NH_EXPR_UNDEFINED || r->zeros_asked >= ZEROS_MOST || r->syntax != r->file) return false;
    if (nh_expr_operations(r->pool, 1, &e) > ZERO_OPERATIONS) return false;
    r->zeros_asked++;
    return nh_expr_is_zero(r->pool, e) == NH_YES;
}

bool nh_refuse_zero(nh_reading *r, nh_node node, nh_expr e, const char *what) {
    if (e != NH_EXPR_ZERO && !is_hidden_zero(r, e)) return false;
    nh_reading_error(r, node, (nh_words){"undefined", NULL}, "this is 0%s, and %s",
                     e != NH_EXPR_ZERO ? " everywhere" : "", what);
    return true;
}

static nh_quantity evaluate_inverse(nh_reading *r, nh_node node) {
    nh_node child = nh_syntax_child(r->syntax, node, 0);
    nh_quantity value = nh_evaluate(r, child);
    if (value.kind == NH_QUANTITY_BAD) return value;
    if (value.kind == NH_QUANTITY_SCALAR && nh_refuse_zero(r, child, value.scalar, "it is a divisor"))
        return nh_quantity_bad();
    if (value.kind == NH_QUANTITY_SCALAR) {
        nh_needs_add(r, NH_NEED_NONZERO, value.scalar);
        return nh_quantity_scalar(nh_expr_pow_int(r->pool, value.scalar, -1));
    }
    const char *hint = value.kind == NH_QUANTITY_ROTATION ? "write inverse(R)*..." : NULL;
    nh_reading_error(r, child, (nh_words){"type", hint}, "cannot divide by %s", nh_quantity_describe(value));
    return nh_quantity_bad();
}

static nh_quantity evaluate_power(nh_reading *r, nh_node node) {
    nh_quantity base = nh_evaluate(r, nh_syntax_child(r->syntax, node, 0));
    nh_quantity exponent = nh_evaluate(r, nh_syntax_child(r->syntax, node, 1));
    if (base.kind == NH_QUANTITY_BAD || exponent.kind == NH_QUANTITY_BAD) return nh_quantity_bad();
    if (base.kind == NH_QUANTITY_SCALAR && exponent.kind == NH_QUANTITY_SCALAR &&
        nh_expr_kind_of(r->pool, exponent.scalar) == NH_EXPR_NUMBER &&
        nh_rat_sign(nh_expr_rational(r->pool, exponent.scalar)) < 0 && base.scalar != NH_EXPR_ZERO &&
        nh_refuse_zero(r, nh_syntax_child(r->syntax, node, 0), base.scalar, "its exponent is negative"))
        return nh_quantity_bad();
    if (base.kind == NH_QUANTITY_SCALAR && exponent.kind == NH_QUANTITY_SCALAR) {
        nh_needs_of_power(r, base.scalar, exponent.scalar);
        return nh_quantity_scalar(nh_expr_pow(r->pool, base.scalar, exponent.scalar));
    }
    const char *hint = base.kind == NH_QUANTITY_VECTOR ? "write dot(v, v) for the square of a vector" : NULL;
    nh_quantity wrong = base.kind == NH_QUANTITY_SCALAR ? exponent : base;
    nh_reading_error(r, node, (nh_words){"type", hint}, "%s cannot be raised to a power or used as an exponent",
                     nh_quantity_describe(wrong));
    return nh_quantity_bad();
}

/* ---- derivatives, bars, vectors ---- */

static bool is_call_of_at(const nh_reading *r, nh_node node) {
    if (nh_syntax_node(r->syntax, node)->kind != NH_NODE_CALL) return false;
    const nh_node_data *part = nh_syntax_node(r->syntax, nh_syntax_child(r->syntax, node, 0));
    return part->kind == NH_NODE_PART && nh_token_is(r->context, nh_syntax_token(r->syntax, part->token), "at");
}

/* B.at(r)' differentiates r too: a body point that wanders is not a material one. */
static void warn_of_wandering(nh_reading *r, nh_node node) {
    nh_words words = {"wandering-point", "the velocity of the material point is B.velocity(P)"};
    nh_reading_warn(r, nh_reading_place(r, node), NH_SEVERITY_WARNING, words,
                    "this point is not fixed in the body: its derivative is not the velocity of a material point");
}

bool nh_reading_can_differentiate(nh_reading *r, nh_node node, nh_expr e) {
    if (r->formal_count == 0 || !nh_expr_depends_on(r->pool, e, r->formal_count, r->formals)) return true;
    nh_reading_error(r, node, (nh_words){"derivative", "write the derivative out"},
                     "this function differentiates its argument, so it cannot be differentiated with respect to it");
    return false;
}

static nh_quantity evaluate_prime(nh_reading *r, nh_node node) {
    nh_node child = nh_syntax_child(r->syntax, node, 0);
    uint32_t primes = nh_syntax_node(r->syntax, node)->count;
    nh_quantity value = nh_evaluate(r, child);
    nh_vector v;
    if (value.kind == NH_QUANTITY_BAD) return value;
    if (primes > NH_READING_PRIMES_MAX) {
        nh_reading_error(r, node, (nh_words){"derivative", NULL}, "%u primes: at most %d are possible",
                         (unsigned)primes, NH_READING_PRIMES_MAX);
        return nh_quantity_bad();
    }
    if (value.kind == NH_QUANTITY_ROTATION) {
        nh_reading_error(r, node, (nh_words){"type", "use B.omega, the angular velocity of a body"},
                         "a rotation has no derivative here");
        return nh_quantity_bad();
    }
    if (is_call_of_at(r, child) && r->at_wanders) warn_of_wandering(r, child);
    if (value.kind == NH_QUANTITY_SCALAR) {
        if (!nh_reading_can_differentiate(r, node, value.scalar)) return nh_quantity_bad();
        value.scalar = nh_unknowns_as_functions(r, value.scalar);
        for (uint32_t i = 0; i < primes; i++) value.scalar = nh_expr_total_derivative(r->pool, value.scalar);
        nh_needs_of_derivative(r, value.scalar);
        return value;
    }
    if (!nh_quantity_to_vector(r, value, &v)) return nh_quantity_bad();
    for (int i = 0; i < 3; i++)
        if (!nh_reading_can_differentiate(r, node, v.x[i])) return nh_quantity_bad();
    for (uint32_t i = 0; i < primes; i++) v = nh_vector_rate(r->pool, v);
    for (int i = 0; i < 3; i++) nh_needs_of_derivative(r, v.x[i]);
    return nh_quantity_vector(v);
}

static nh_quantity evaluate_bars(nh_reading *r, nh_node node) {
    nh_quantity value = nh_evaluate(r, nh_syntax_child(r->syntax, node, 0));
    nh_vector v;
    if (value.kind == NH_QUANTITY_BAD) return value;
    if (value.kind == NH_QUANTITY_SCALAR) return nh_quantity_scalar(nh_expr_apply1(r->pool, NH_EXPR_ABS, value.scalar));
    if (nh_quantity_to_vector(r, value, &v)) return nh_quantity_scalar(nh_vector_norm(r->pool, v));
    nh_reading_error(r, node, (nh_words){"type", NULL}, "%s has no absolute value", nh_quantity_describe(value));
    return nh_quantity_bad();
}

static nh_quantity evaluate_vector(nh_reading *r, nh_node node) {
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children;
    nh_vector v = nh_vector_zero();
    bool good = true;
    if (count != 2 && count != 3) {
        nh_reading_error(r, node, (nh_words){"type", "write [x, y] or [x, y, z]"},
                         "a vector has two or three components, not %u", (unsigned)count);
        return nh_quantity_bad();
    }
    for (uint32_t i = 0; i < count; i++)
        good &= nh_evaluate_scalar(r, nh_syntax_child(r->syntax, node, i), "a component of a vector", &v.x[i]);
    return good ? nh_quantity_vector(v) : nh_quantity_bad();
}

/* ---- all kinds ---- */

static nh_quantity refuse_place(nh_reading *r, nh_node node, const char *sentence, const char *hint) {
    nh_reading_error(r, node, (nh_words){"misplaced", hint}, "%s", sentence);
    return nh_quantity_bad();
}

static nh_quantity evaluate_kind(nh_reading *r, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    switch (data->kind) {
        case NH_NODE_NONE: return nh_quantity_bad();
        case NH_NODE_NUMBER:
            return nh_quantity_scalar(nh_expr_number(r->pool, nh_syntax_token(r->syntax, data->token)->number));
        case NH_NODE_NAME: return nh_evaluate_name(r, node);
        case NH_NODE_SUM: return evaluate_sum(r, node);
        case NH_NODE_PRODUCT: return evaluate_product(r, node);
        case NH_NODE_NEGATE: return evaluate_negate(r, node);
        case NH_NODE_INVERSE: return evaluate_inverse(r, node);
        case NH_NODE_POWER: return evaluate_power(r, node);
        case NH_NODE_PRIME: return evaluate_prime(r, node);
        case NH_NODE_INDEX: return nh_evaluate_index(r, node);
        case NH_NODE_PART: return nh_evaluate_part(r, node);
        case NH_NODE_CALL: return nh_evaluate_call(r, node);
        case NH_NODE_VECTOR: return evaluate_vector(r, node);
        case NH_NODE_BARS: return evaluate_bars(r, node);
        case NH_NODE_SUM_OVER: return evaluate_sum_over(r, node);
        case NH_NODE_LIST:
            return refuse_place(r, node, "a list in brackets is not allowed here", "a vector is written [a, b, c]");
        case NH_NODE_COMPARE:
            return refuse_place(r, node, "a comparison is not allowed here",
                                "comparisons are allowed in if(a < b, u, v), assume, stop and event");
    }
    return nh_quantity_bad();
}

/* An error when something has no value, such as 1/0; else the value. */
static nh_quantity checked_value(nh_reading *r, nh_node node, nh_quantity value) {
    bool undefined = value.kind == NH_QUANTITY_SCALAR && value.scalar == NH_EXPR_UNDEFINED;
    for (int i = 0; value.kind == NH_QUANTITY_VECTOR && i < 3; i++) undefined |= value.vector.x[i] == NH_EXPR_UNDEFINED;
    if (!undefined) return value;
    nh_reading_error(r, node, (nh_words){"undefined", "check for a division by zero or a root of a negative number"},
                     "this has no value");
    return nh_quantity_bad();
}

nh_quantity nh_evaluate(nh_reading *r, nh_node node) {
    nh_tick(r->context, 2);
    if (r->depth >= NH_READING_DEPTH_MAX) {
        if (!r->is_too_deep)
            nh_reading_error(r, node, (nh_words){"nesting", NULL}, "functions and brackets are nested too deeply");
        r->is_too_deep = true;
        return nh_quantity_bad();
    }
    r->depth++;
    nh_quantity value = checked_value(r, node, evaluate_kind(r, node));
    r->depth--;
    return value;
}

/* ---- with a type ---- */

static bool wrong_type(nh_reading *r, nh_node node, const char *what, const char *wanted, nh_quantity value) {
    const char *hint = NULL;
    if (value.kind == NH_QUANTITY_VECTOR) hint = "take a component, as in v.x, or a norm, |v|";
    if (value.kind != NH_QUANTITY_BAD)
        nh_reading_error(r, node, (nh_words){"type", wanted[2] == 'n' ? hint : NULL}, "%s must be %s, but is %s", what,
                         wanted, nh_quantity_describe(value));
    return false;
}

bool nh_evaluate_scalar(nh_reading *r, nh_node node, const char *what, nh_expr *result) {
    nh_quantity value = nh_evaluate(r, node);
    if (value.kind != NH_QUANTITY_SCALAR) return wrong_type(r, node, what, "a number", value);
    *result = value.scalar;
    return true;
}

bool nh_evaluate_vector(nh_reading *r, nh_node node, const char *what, nh_vector *result) {
    nh_quantity value = nh_evaluate(r, node);
    return nh_quantity_to_vector(r, value, result) || wrong_type(r, node, what, "a vector", value);
}

bool nh_evaluate_int(nh_reading *r, nh_node node, const char *what, int64_t *result) {
    nh_quantity value = nh_evaluate(r, node);
    enum { LARGEST = 1 << 30 };
    if (value.kind == NH_QUANTITY_BAD) return false;
    if (value.kind != NH_QUANTITY_SCALAR || !nh_expr_get_int(r->pool, value.scalar, result)) {
        nh_reading_error(r, node, (nh_words){"index", "use numbers, constants declared with const, and indices"},
                         "%s must be a constant integer", what);
        return false;
    }
    if (*result <= LARGEST && *result >= -LARGEST) return true;
    nh_reading_error(r, node, (nh_words){"index", NULL}, "this integer is too large for an index");
    return false;
}

/* NOLINTEND(misc-no-recursion) */

bool nh_evaluate_constant(nh_reading *r, nh_node node, const char *what, nh_expr *result) {
    if (!nh_evaluate_scalar(r, node, what, result)) return false;
    if (!nh_expr_has(r->pool, *result, NH_HAS_COORDINATE) && !nh_expr_has(r->pool, *result, NH_HAS_TIME) &&
        !nh_expr_has(r->pool, *result, NH_HAS_MULTIPLIER))
        return true;
    nh_reading_error(r, node, (nh_words){"not-constant", NULL}, "%s must be constant: use only numbers and parameters",
                     what);
    return false;
}

uint32_t nh_evaluate_difference(nh_reading *r, nh_node left, nh_node right, nh_expr result[3]) {
    nh_quantity a = nh_evaluate(r, left), b = nh_evaluate(r, right);
    nh_vector u, v;
    if (a.kind == NH_QUANTITY_BAD || b.kind == NH_QUANTITY_BAD) return 0;
    if (a.kind == NH_QUANTITY_SCALAR && b.kind == NH_QUANTITY_SCALAR) {
        result[0] = nh_expr_sub(r->pool, a.scalar, b.scalar);
        return 1;
    }
    if (!nh_quantity_to_vector(r, a, &u) || !nh_quantity_to_vector(r, b, &v)) {
        nh_reading_error(r, right, (nh_words){"type", NULL},
                         "expected numbers or vectors on both sides, found %s on the left and %s on the right",
                         nh_quantity_describe(a), nh_quantity_describe(b));
        return 0;
    }
    nh_vector difference = nh_vector_sub(r->pool, u, v);
    for (int i = 0; i < 3; i++) result[i] = difference.x[i];
    return 3;
}
