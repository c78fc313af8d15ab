/* Calls of the functions that the language has: one row of a table each. */
#include <string.h>

#include "base/text/closest.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "lang/reading_private.h"
#include "model/inputs.h"

/* Terms from which on a sum is differentiated by all its symbols at once. */
enum { LONG_SUM = 100 };

typedef nh_quantity (*handler)(nh_reading *r, nh_node node);

static nh_node argument_of(const nh_reading *r, nh_node node, uint32_t i) {
    return nh_syntax_child(r->syntax, node, i + 1);
}

static uint32_t argument_count(const nh_reading *r, nh_node node) {
    return nh_syntax_node(r->syntax, node)->count_children - 1;
}

static const char *callee_text(const nh_reading *r, nh_node node) {
    nh_node callee = nh_syntax_child(r->syntax, node, 0);
    return NH_NAME(r, nh_syntax_token(r->syntax, nh_syntax_node(r->syntax, callee)->token)->name);
}

static nh_quantity refuse_call(nh_reading *r, nh_node node, const char *code, const char *sentence, const char *hint) {
    nh_reading_error(r, node, (nh_words){code, hint}, "%s", sentence);
    return nh_quantity_bad();
}

/* ---- numbers ---- */

static nh_quantity call_elementary(nh_reading *r, nh_node node) {
    const char *name = callee_text(r, node);
    nh_expr_kind kind = nh_expr_function_kind(name, strlen(name));
    uint32_t count = argument_count(r, node);
    nh_arena *scratch = nh_scratch(r->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *values = NH_NEW_ARRAY(scratch, nh_expr, count), result = NH_EXPR_ZERO;
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        good &= nh_evaluate_scalar(r, argument_of(r, node, i), "an argument of this function", &values[i]);
    bool is_log = kind == NH_EXPR_LOG && good && values[0] != NH_EXPR_ZERO;
    if (is_log && nh_refuse_zero(r, argument_of(r, node, 0), values[0], "0 has no logarithm")) good = false;
    if (good) nh_needs_of_call(r, kind, values);
    if (good) result = nh_expr_apply(r->pool, kind, count, values);
    nh_arena_release(scratch, mark);
    return good ? nh_quantity_scalar(result) : nh_quantity_bad();
}

static nh_quantity call_sqrt(nh_reading *r, nh_node node) {
    nh_expr u;
    if (!nh_evaluate_scalar(r, argument_of(r, node, 0), "an argument of sqrt", &u)) return nh_quantity_bad();
    nh_needs_add(r, NH_NEED_NONNEGATIVE, u);
    return nh_quantity_scalar(nh_expr_sqrt(r->pool, u));
}

static nh_quantity call_cbrt(nh_reading *r, nh_node node) {
    nh_expr u;
    if (!nh_evaluate_scalar(r, argument_of(r, node, 0), "an argument of cbrt", &u)) return nh_quantity_bad();
    return nh_quantity_scalar(nh_expr_root(r->pool, u, 3));
}

static nh_quantity call_root(nh_reading *r, nh_node node) {
    nh_expr u;
    int64_t order;
    bool good = nh_evaluate_scalar(r, argument_of(r, node, 0), "an argument of root", &u);
    if (!nh_evaluate_int(r, argument_of(r, node, 1), "the order of a root", &order) || !good) return nh_quantity_bad();
    if (order < 1)
        return refuse_call(r, argument_of(r, node, 1), "arguments", "the order of a root must be 1 or more", NULL);
    if (order % 2 == 0) nh_needs_add(r, NH_NEED_NONNEGATIVE, u);
    return nh_quantity_scalar(nh_expr_root(r->pool, u, order));
}

/* if(a < b, u, v): nh_expr_if takes its first branch where a difference is negative. */
static nh_expr make_choice(nh_reading *r, nh_expr left, nh_expr right, const char *relation, nh_expr u, nh_expr v) {
    bool swapped = (relation[0] == '>') != (relation[1] == '='); /* a > b is b < a; a <= b is not b < a */
    nh_expr difference = swapped ? nh_expr_sub(r->pool, right, left) : nh_expr_sub(r->pool, left, right);
    return relation[1] == '=' ? nh_expr_if(r->pool, difference, v, u) : nh_expr_if(r->pool, difference, u, v);
}

/* What a branch needs is needed where it is taken: elsewhere it is 1, which meets every need. */
static void guard_needs(nh_reading *r, size_t first, size_t second, nh_expr left, nh_expr right, const char *relation) {
    for (size_t i = first; i < r->needs.count; i++) {
        nh_expr e = r->needs.items[i].e;
        r->needs.items[i].e = i < second ? make_choice(r, left, right, relation, e, NH_EXPR_ONE)
                                         : make_choice(r, left, right, relation, NH_EXPR_ONE, e);
    }
}

static nh_quantity call_if(nh_reading *r, nh_node node) {
    nh_node test = argument_of(r, node, 0);
    const nh_node_data *data = nh_syntax_node(r->syntax, test);
    const char *relation =
        data->kind == NH_NODE_COMPARE ? NH_NAME(r, nh_syntax_token(r->syntax, data->token)->name) : "=";
    if (relation[0] != '<' && relation[0] != '>')
        return refuse_call(r, test, "arguments", "the first argument of if must be a comparison",
                           "compare with <, >, <= or >=");
    nh_expr left, right;
    bool good = nh_evaluate_scalar(r, nh_syntax_child(r->syntax, test, 0), "a side of a comparison", &left);
    good &= nh_evaluate_scalar(r, nh_syntax_child(r->syntax, test, 1), "a side of a comparison", &right);
    size_t first = r->needs.count;
    nh_quantity u = nh_evaluate(r, argument_of(r, node, 1));
    size_t second = r->needs.count;
    nh_quantity v = nh_evaluate(r, argument_of(r, node, 2));
    nh_vector a, b;
    if (!good || u.kind == NH_QUANTITY_BAD || v.kind == NH_QUANTITY_BAD) return nh_quantity_bad();
    guard_needs(r, first, second, left, right, relation);
    if (u.kind == NH_QUANTITY_SCALAR && v.kind == NH_QUANTITY_SCALAR)
        return nh_quantity_scalar(make_choice(r, left, right, relation, u.scalar, v.scalar));
    if (!nh_quantity_to_vector(r, u, &a) || !nh_quantity_to_vector(r, v, &b))
        return refuse_call(r, node, "type", "the two branches of if are of different types", NULL);
    for (int i = 0; i < 3; i++) a.x[i] = make_choice(r, left, right, relation, a.x[i], b.x[i]);
    return nh_quantity_vector(a);
}

/* ---- vectors ---- */

static nh_quantity call_norm(nh_reading *r, nh_node node) {
    nh_vector v;
    if (!nh_evaluate_vector(r, argument_of(r, node, 0), "the argument of norm", &v)) return nh_quantity_bad();
    return nh_quantity_scalar(nh_vector_norm(r->pool, v));
}

static bool two_vectors(nh_reading *r, nh_node node, nh_vector *a, nh_vector *b) {
    bool good = nh_evaluate_vector(r, argument_of(r, node, 0), "an argument of this function", a);
    return nh_evaluate_vector(r, argument_of(r, node, 1), "an argument of this function", b) && good;
}

static nh_quantity call_dot(nh_reading *r, nh_node node) {
    nh_vector a, b;
    return two_vectors(r, node, &a, &b) ? nh_quantity_scalar(nh_vector_dot(r->pool, a, b)) : nh_quantity_bad();
}

static nh_quantity call_cross(nh_reading *r, nh_node node) {
    nh_vector a, b;
    return two_vectors(r, node, &a, &b) ? nh_quantity_vector(nh_vector_cross(r->pool, a, b)) : nh_quantity_bad();
}

/* ---- rotations ---- */

static nh_quantity call_turn(nh_reading *r, nh_node node) {
    const char *name = callee_text(r, node);
    nh_expr angle;
    if (!nh_evaluate_scalar(r, argument_of(r, node, 0), "the angle of a rotation", &angle)) return nh_quantity_bad();
    const char *text = nh_reading_text(r, "%s(%s)", name, nh_reading_print(r, angle));
    return nh_quantity_rotation(nh_rotation_turn(r->pool, name[1] - 'x', angle), text);
}

static nh_quantity call_rotation(nh_reading *r, nh_node node) {
    nh_vector axis;
    nh_expr angle;
    bool good = nh_evaluate_vector(r, argument_of(r, node, 0), "the axis of a rotation", &axis);
    good &= nh_evaluate_scalar(r, argument_of(r, node, 1), "the angle of a rotation", &angle);
    if (!good) return nh_quantity_bad();
    if (nh_vector_is_zero(axis))
        return refuse_call(r, argument_of(r, node, 0), "arguments", "the axis is the zero vector", NULL);
    nh_needs_add(r, NH_NEED_NONZERO, nh_vector_dot(r->pool, axis, axis));
    const char *text =
        nh_reading_text(r, "rotation([%s, %s, %s], %s)", nh_reading_print(r, axis.x[0]), nh_reading_print(r, axis.x[1]),
                        nh_reading_print(r, axis.x[2]), nh_reading_print(r, angle));
    return nh_quantity_rotation(nh_rotation_about_vector(r->pool, axis, angle), text);
}

/* Quaternions without coordinates are brought to length 1; others get a constraint for it (make_bodies.c). */
static nh_quantity call_quaternion(nh_reading *r, nh_node node) {
    nh_expr q[4], squares[4];
    bool good = true, is_constant = true;
    for (uint32_t i = 0; i < 4; i++)
        good &= nh_evaluate_scalar(r, argument_of(r, node, i), "a component of a quaternion", &q[i]);
    for (int i = 0; good && i < 4; i++) {
        if (nh_expr_has(r->pool, q[i], NH_HAS_VELOCITY))
            return refuse_call(r, node, "velocity", "a quaternion must not contain velocities", NULL);
        is_constant &= !nh_expr_has(r->pool, q[i], NH_HAS_COORDINATE);
        squares[i] = nh_expr_pow_int(r->pool, q[i], 2);
    }
    if (!good) return nh_quantity_bad();
    const char *text = nh_reading_text(r, "quaternion(%s, %s, %s, %s)", nh_reading_print(r, q[0]),
                                       nh_reading_print(r, q[1]), nh_reading_print(r, q[2]), nh_reading_print(r, q[3]));
    if (!is_constant) {
        nh_array_append(&r->quaternions, 4, q);
        return nh_quantity_rotation(nh_rotation_of_quaternion(r->pool, q), text);
    }
    nh_expr norm = nh_expr_sum(r->pool, 4, squares);
    if (norm == NH_EXPR_ZERO)
        return refuse_call(r, node, "arguments", "this quaternion is 0 and describes no rotation", NULL);
    nh_expr length = nh_expr_sqrt(r->pool, norm);
    for (int i = 0; i < 4; i++) q[i] = nh_expr_div(r->pool, q[i], length);
    return nh_quantity_rotation(nh_rotation_of_quaternion(r->pool, q), text);
}

static nh_quantity call_inverse(nh_reading *r, nh_node node) {
    nh_quantity value = nh_evaluate(r, argument_of(r, node, 0));
    if (value.kind == NH_QUANTITY_BAD) return value;
    if (value.kind != NH_QUANTITY_ROTATION || value.is_scaled)
        return refuse_call(r, node, "type", "inverse takes a rotation", "the inverse of a number is written 1/x");
    const char *text = nh_reading_text(r, "inverse(%s)", value.text);
    return nh_quantity_rotation(nh_rotation_inverse(r->pool, value.rotation), text);
}

static nh_quantity call_inertia(nh_reading *r, nh_node node) {
    return refuse_call(r, node, "misplaced", "diag and matrix are allowed only in the inertia of a body", NULL);
}

/* ---- derivatives ---- */

static bool is_variable(const nh_reading *r, nh_expr e) {
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_SYMBOL) return false;
    nh_role role = nh_expr_symbol_of(r->pool, e)->role;
    return role == NH_ROLE_COORDINATE || role == NH_ROLE_PARAMETER || role == NH_ROLE_TIME;
}

/* Keeps those by which one can differentiate. */
static uint32_t keep_variables(const nh_reading *r, uint32_t count, nh_expr *symbols) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        nh_role role = nh_expr_symbol_of(r->pool, symbols[i])->role;
        if (role != NH_ROLE_FUNCTION && role != NH_ROLE_ABBREVIATION) symbols[kept++] = symbols[i];
    }
    return kept;
}

/* Itself, or what it is a name of. */
static bool is_long_sum(const nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role == NH_ROLE_ABBREVIATION)
        e = nh_expr_symbol_of(pool, e)->definition;
    return nh_expr_kind_of(pool, e) == NH_EXPR_SUM && nh_expr_arity(pool, e) > LONG_SUM;
}

/* Of a long sum, as V of many points is, one derivative seldom comes alone: all are found in one pass, which the pool
 * remembers. One by one they would take quadratic time and room. */
static nh_expr slope_of(nh_reading *r, nh_expr e, nh_expr by) {
    if (is_long_sum(r->pool, e) && nh_map_get(&r->has_slopes, e) == NULL) {
        nh_arena *work = nh_arena_create(r->context);
        uint32_t count;
        nh_expr *symbols = nh_expr_symbols(r->pool, work, 1, &e, &count);
        count = keep_variables(r, count, symbols);
        (void)nh_expr_jacobian(r->pool, work, 1, &e, count, symbols);
        nh_map_put(&r->has_slopes, e, 1);
        nh_arena_destroy(work);
    }
    return nh_expr_diff(r->pool, e, by);
}

/* ---- of formulas of formulations ---- */

static bool is_call_of_momentum(const nh_reading *r, nh_node node) {
    return nh_syntax_node(r->syntax, node)->kind == NH_NODE_CALL && strcmp(callee_text(r, node), "momentum") == 0;
}

/* The coordinate whose momentum is meant; NH_EXPR_UNDEFINED, and an error, when there is none. */
static nh_expr coordinate_of_momentum(nh_reading *r, nh_node node) {
    nh_expr x;
    if (!nh_evaluate_scalar(r, argument_of(r, node, 0), "the argument of momentum", &x)) return NH_EXPR_UNDEFINED;
    bool is_coordinate = is_variable(r, x) && nh_expr_symbol_of(r->pool, x)->role == NH_ROLE_COORDINATE &&
                         nh_expr_symbol_of(r->pool, x)->order == 0;
    if (is_coordinate) return x;
    (void)refuse_call(r, argument_of(r, node, 0), "type", "momentum takes a coordinate", NULL);
    return NH_EXPR_UNDEFINED;
}

static nh_expr momentum_symbol(nh_reading *r, nh_expr x) {
    for (uint32_t i = 0; i < r->model->coordinates.count; i++)
        if (r->model->coordinates.items[i].q == x) return nh_model_momentum_symbol(r->model, r->arena, i);
    return NH_EXPR_UNDEFINED;
}

/* The symbol of a quasi-velocity by its name; NH_EXPR_UNDEFINED when it is none. */
static nh_expr quasi_symbol(nh_reading *r, nh_expr by) {
    for (size_t i = 0; i < r->model->quasis.count; i++) {
        const nh_quasi *quasi = &r->model->quasis.items[i];
        if (by == nh_expr_abbreviation(r->pool, quasi->name, quasi->definition)) return quasi->symbol;
    }
    return NH_EXPR_UNDEFINED;
}

/* What is differentiated by: a symbol of role QUASI for a momentum and for a quasi-velocity. */
static nh_quantity variable_of(nh_reading *r, nh_node node) {
    if (is_call_of_momentum(r, node)) {
        nh_expr x = coordinate_of_momentum(r, node);
        return x == NH_EXPR_UNDEFINED ? nh_quantity_bad() : nh_quantity_scalar(momentum_symbol(r, x));
    }
    nh_quantity by = nh_evaluate(r, node);
    nh_expr quasi = by.kind == NH_QUANTITY_SCALAR ? quasi_symbol(r, by.scalar) : NH_EXPR_UNDEFINED;
    return quasi != NH_EXPR_UNDEFINED ? nh_quantity_scalar(quasi) : by;
}

static bool has_role(const nh_reading *r, nh_expr symbol, nh_role role) {
    return nh_expr_kind_of(r->pool, symbol) == NH_EXPR_SYMBOL && nh_expr_symbol_of(r->pool, symbol)->role == role;
}

/* A partial derivative. Coefficients of formulations with variables of their own are functions of these; so must be
 * what is next to them. */
static bool take_slope(nh_reading *r, nh_node node, nh_expr by, nh_expr *e) {
    bool has_variables = nh_unknowns_have_variables(r, *e), is_own = has_role(r, by, NH_ROLE_QUASI);
    bool is_speed = has_role(r, by, NH_ROLE_COORDINATE) && nh_expr_symbol_of(r->pool, by)->order > 0;
    if (nh_unknowns_are_in(r, *e)) {
        (void)refuse_call(r, node, "derivative",
                          "partial derivatives of multipliers and constraint forces are not available",
                          "only explicit forms, energies and coefficients can be differentiated");
        return false;
    }
    if (is_own && !has_variables) {
        (void)refuse_call(r, node, "derivative", "this is not a function of momenta or quasi-velocities",
                          "coefficients of hamilton, routh and hamel are");
        return false;
    }
    if (has_variables) *e = nh_unknowns_in_quasis(r, *e);
    if (has_variables && nh_unknowns_have_velocities(r, *e)) {
        (void)refuse_call(r, node, "derivative",
                          "velocities are mixed with a coefficient that is a function of momenta or quasi-velocities",
                          "differentiate only the coefficient");
        return false;
    }
    nh_expr factor = is_own || is_speed ? nh_unknowns_variable(r, *e, by) : NH_EXPR_ONE;
    *e = nh_expr_mul(r->pool, factor, slope_of(r, nh_unknowns_as_functions(r, *e), by));
    return true;
}

static nh_quantity gradient_of(nh_reading *r, nh_node node, nh_quantity value, nh_vector by) {
    nh_vector result = nh_vector_zero();
    for (int i = 0; i < 3; i++) {
        if (by.x[i] == NH_EXPR_ZERO) continue;
        result.x[i] = value.scalar;
        if (!take_slope(r, node, by.x[i], &result.x[i])) return nh_quantity_bad();
    }
    return nh_quantity_vector(result);
}

static nh_quantity diff_once(nh_reading *r, nh_quantity value, nh_node node, nh_quantity by) {
    const char *sentence =
        "differentiate with respect to a coordinate, a velocity, t, a parameter, or a point of coordinates";
    if (by.kind == NH_QUANTITY_BAD || value.kind == NH_QUANTITY_BAD) return nh_quantity_bad();
    for (int i = 0; i < 3; i++) {
        nh_expr part = value.kind == NH_QUANTITY_VECTOR ? value.vector.x[i] : value.scalar;
        bool is_checked = value.kind == NH_QUANTITY_VECTOR || (value.kind == NH_QUANTITY_SCALAR && i == 0);
        if (is_checked && !nh_reading_can_differentiate(r, node, part)) return nh_quantity_bad();
    }
    if (by.kind == NH_QUANTITY_VECTOR && value.kind == NH_QUANTITY_SCALAR) {
        for (int i = 0; i < 3; i++)
            if (by.vector.x[i] != NH_EXPR_ZERO && !is_variable(r, by.vector.x[i]))
                return refuse_call(r, node, "derivative", sentence, NULL);
        return gradient_of(r, node, value, by.vector);
    }
    bool is_own = by.kind == NH_QUANTITY_SCALAR && has_role(r, by.scalar, NH_ROLE_QUASI);
    if (by.kind != NH_QUANTITY_SCALAR || (!is_own && !is_variable(r, by.scalar)))
        return refuse_call(r, node, "derivative", sentence, NULL);
    if (value.kind == NH_QUANTITY_SCALAR) {
        nh_expr slope = value.scalar;
        return take_slope(r, node, by.scalar, &slope) ? nh_quantity_scalar(slope) : nh_quantity_bad();
    }
    nh_vector v;
    if (!nh_quantity_to_vector(r, value, &v))
        return refuse_call(r, node, "type", "only numbers and vectors can be differentiated", NULL);
    for (int i = 0; i < 3; i++)
        if (!take_slope(r, node, by.scalar, &v.x[i])) return nh_quantity_bad();
    return nh_quantity_vector(v);
}

/* A derivative by an acceleration counts: where formulas are functions of accelerations too, it is not seen to be 0. */
static void count_idle(nh_reading *r, nh_quantity value, bool is_by_acceleration) {
    bool is_zero = value.kind == NH_QUANTITY_SCALAR && value.scalar == NH_EXPR_ZERO;
    if (value.kind == NH_QUANTITY_VECTOR)
        is_zero =
            value.vector.x[0] == NH_EXPR_ZERO && value.vector.x[1] == NH_EXPR_ZERO && value.vector.x[2] == NH_EXPR_ZERO;
    if (is_zero || is_by_acceleration) r->idle++;
}

static nh_quantity call_diff(nh_reading *r, nh_node node) {
    nh_quantity value = nh_evaluate(r, argument_of(r, node, 0));
    bool is_by_acceleration = false;
    for (uint32_t i = 1; i < argument_count(r, node) && value.kind != NH_QUANTITY_BAD; i++) {
        nh_quantity by = variable_of(r, argument_of(r, node, i));
        if (by.kind == NH_QUANTITY_SCALAR && nh_expr_has(r->pool, by.scalar, NH_HAS_ACCELERATION))
            is_by_acceleration = true;
        value = diff_once(r, value, argument_of(r, node, i), by);
    }
    count_idle(r, value, is_by_acceleration);
    if (value.kind == NH_QUANTITY_SCALAR) nh_needs_of_derivative(r, value.scalar);
    for (int i = 0; value.kind == NH_QUANTITY_VECTOR && i < 3; i++) nh_needs_of_derivative(r, value.vector.x[i]);
    return value;
}

/* momentum(x) = dL/dx' */
static nh_quantity call_momentum(nh_reading *r, nh_node node) {
    nh_expr x = coordinate_of_momentum(r, node);
    if (x == NH_EXPR_UNDEFINED) return nh_quantity_bad();
    nh_quantity L = nh_late_name(r, node, nh_name_of_text(r->context, "L"));
    if (L.kind == NH_QUANTITY_BAD) return L;
    return nh_quantity_scalar(slope_of(r, L.scalar, nh_expr_dot(r->pool, x)));
}

static nh_quantity call_reaction(nh_reading *r, nh_node node) {
    return nh_call_reaction(r, node, callee_text(r, node));
}

static nh_quantity call_sum(nh_reading *r, nh_node node) {
    return refuse_call(r, node, "arguments", "a sum needs an index", "write sum(i=1..N, e)");
}

/* ---- the table ---- */

typedef struct builtin {
    const char *name;
    uint32_t least, most; /* arguments */
    handler call;
} builtin;

static const builtin builtins[] = {
    {"sqrt", 1, 1, call_sqrt},
    {"cbrt", 1, 1, call_cbrt},
    {"root", 2, 2, call_root},
    {"if", 3, 3, call_if},
    {"norm", 1, 1, call_norm},
    {"dot", 2, 2, call_dot},
    {"cross", 2, 2, call_cross},
    {"Rx", 1, 1, call_turn},
    {"Ry", 1, 1, call_turn},
    {"Rz", 1, 1, call_turn},
    {"rotation", 2, 2, call_rotation},
    {"quaternion", 4, 4, call_quaternion},
    {"inverse", 1, 1, call_inverse},
    {"diag", 3, 3, call_inertia},
    {"matrix", 6, 6, call_inertia},
    {"diff", 2, 5, call_diff},
    {"momentum", 1, 1, call_momentum},
    {"reaction", 1, 2, call_reaction},
    {"reactiontorque", 1, 1, call_reaction},
    {"sum", 1, 64, call_sum},
};

enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* Copies the row for a name: of the table, or made from functions.def of expr. */
static bool find_builtin(const char *name, builtin *found) {
    for (int i = 0; i < BUILTINS; i++)
        if (strcmp(builtins[i].name, name) == 0) {
            *found = builtins[i];
            return true;
        }
    nh_expr_kind kind = nh_expr_function_kind(name, strlen(name));
    if (kind == NH_EXPR_KINDS) return false;
    uint32_t least = kind >= NH_EXPR_ATAN2 ? 2 : 1;
    bool is_open = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    *found = (builtin){name, least, is_open ? UINT32_MAX : least, call_elementary};
    return true;
}

bool nh_is_function_name(nh_name name, const nh_context *context) {
    builtin found;
    return find_builtin(nh_name_text(context, name), &found);
}

static nh_quantity call_builtin(nh_reading *r, nh_node node, const builtin *function) {
    uint32_t count = argument_count(r, node), wanted = function->least;
    if (nh_syntax_node(r->syntax, node)->count > 0)
        return refuse_call(r, node, "derivative", "primes before a bracket are not allowed here",
                           "write (sin(u))' for d/dt");
    if (count >= function->least && count <= function->most) return function->call(r, node);
    const char *plural = wanted == 1 ? "" : "s", *amount = function->most > function->least ? "at least " : "";
    if (count > function->most) {
        wanted = function->most;
        amount = function->most > function->least ? "at most " : "";
    }
    nh_reading_error(r, node, (nh_words){"arguments", NULL}, "%s takes %s%u argument%s, not %u", function->name, amount,
                     (unsigned)wanted, plural, (unsigned)count);
    return nh_quantity_bad();
}

/* ---- what is called ---- */

const char *nh_nearest_function(const nh_reading *r, const char *name) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < r->model->functions.count; i++)
        nh_closest_offer(&search, NH_NAME(r, r->model->functions.items[i].name));
    for (int i = 0; i < BUILTINS; i++) nh_closest_offer(&search, builtins[i].name);
    for (nh_expr_kind kind = NH_EXPR_SIN; kind < NH_EXPR_KINDS; kind++)
        nh_closest_offer(&search, nh_expr_function_name(kind));
    return nh_closest_found(&search);
}

static nh_quantity unknown_function(nh_reading *r, nh_node node, nh_name name) {
    const char *text = NH_NAME(r, name);
    const nh_meaning *meaning = nh_scope_find(r, name);
    nh_node callee = nh_syntax_child(r->syntax, node, 0);
    if (meaning != NULL && meaning->kind == NH_MEANS_FAILED) return nh_quantity_bad();
    if (meaning != NULL || nh_scope_local(r, name) != NULL) {
        nh_words words = {"not-a-function", "write * for a product"};
        nh_reading_error(r, callee, words, "'%s' is not a function", text);
        return nh_quantity_bad();
    }
    const uint64_t *line = nh_map_get(&r->line_of, name);
    if (line != NULL) {
        nh_words words = {"declared-later", "move its declaration up"};
        nh_reading_error(r, callee, words, "'%s' is used before its declaration in line %u", text, (unsigned)*line);
        return nh_quantity_bad();
    }
    const char *nearest = nh_reading_is_silent(r) ? NULL : nh_nearest_function(r, text);
    if (nearest == NULL) {
        nh_words words = {"unknown-name", "declare it with function"};
        nh_reading_error(r, callee, words, "unknown function '%s'", text);
    } else {
        nh_words words = {"unknown-name", nh_reading_text(r, "did you mean '%s'?", nearest)};
        nh_reading_error(r, callee, words, "unknown function '%s', did you mean '%s'?", text, nearest);
    }
    return nh_quantity_bad();
}

static nh_quantity call_by_name(nh_reading *r, nh_node node) {
    nh_node callee = nh_syntax_child(r->syntax, node, 0);
    nh_name name = nh_syntax_token(r->syntax, nh_syntax_node(r->syntax, callee)->token)->name;
    builtin function;
    if (find_builtin(NH_NAME(r, name), &function)) return call_builtin(r, node, &function);
    const nh_meaning *meaning = nh_scope_local(r, name) == NULL ? nh_scope_find(r, name) : NULL;
    if (meaning == NULL || meaning->kind != NH_MEANS_FUNCTION) return unknown_function(r, node, name);
    return nh_call_function(r, node, meaning->number, nh_syntax_node(r->syntax, node)->count);
}

static nh_quantity call_member(nh_reading *r, nh_node node) {
    nh_node callee = nh_syntax_child(r->syntax, node, 0);
    bool failed;
    const nh_meaning *meaning = nh_reading_named(r, callee, &failed);
    if (failed || (meaning != NULL && meaning->kind == NH_MEANS_FAILED)) return nh_quantity_bad();
    if (meaning == NULL || meaning->kind != NH_MEANS_FUNCTION)
        return refuse_call(r, callee, "not-a-function", "this is not a function", "write * for a product");
    return nh_call_function(r, node, meaning->number, nh_syntax_node(r->syntax, node)->count);
}

static bool is_varying(nh_reading *r, nh_vector v) {
    bool answer = false;
    for (int i = 0; i < 3; i++)
        answer = answer || nh_expr_has(r->pool, v.x[i], NH_HAS_COORDINATE) || nh_expr_has(r->pool, v.x[i], NH_HAS_TIME);
    return answer;
}

/* B.at(r): c + R r. B.velocity(P): c' + omega x (P - c). */
static nh_quantity call_part(nh_reading *r, nh_node node) {
    nh_node part = nh_syntax_child(r->syntax, node, 0);
    const char *word = NH_NAME(r, nh_syntax_token(r->syntax, nh_syntax_node(r->syntax, part)->token)->name);
    nh_quantity owner = nh_evaluate(r, nh_syntax_child(r->syntax, part, 0));
    bool is_at = strcmp(word, "at") == 0, is_velocity = strcmp(word, "velocity") == 0;
    nh_vector v;
    if (owner.kind == NH_QUANTITY_BAD) return owner;
    if (owner.kind != NH_QUANTITY_BODY || (!is_at && !is_velocity))
        return refuse_call(r, part, "part", "this is not a function",
                           "the functions of a body are .at(r) and .velocity(P)");
    if (argument_count(r, node) != 1 || nh_syntax_node(r->syntax, node)->count > 0)
        return refuse_call(r, node, "arguments", "expected one argument, a vector", NULL);
    if (!nh_evaluate_vector(r, argument_of(r, node, 0), "this argument", &v)) return nh_quantity_bad();
    const nh_rigid_body *b = &r->model->bodies.items[owner.body];
    if (is_at) r->at_wanders = is_varying(r, v);
    if (is_at)
        return nh_quantity_vector(nh_vector_add(r->pool, b->center, nh_matrix3_apply(r->pool, b->rotation.matrix, v)));
    nh_vector arm = nh_vector_sub(r->pool, v, b->center);
    nh_vector turning = nh_vector_cross(r->pool, b->rotation.omega, arm);
    return nh_quantity_vector(nh_vector_add(r->pool, nh_vector_rate(r->pool, b->center), turning));
}

static bool is_derivative_of_function(const nh_reading *r, nh_node callee) {
    return nh_syntax_node(r->syntax, callee)->kind == NH_NODE_CALL &&
           nh_syntax_node(r->syntax, nh_syntax_child(r->syntax, callee, 0))->kind == NH_NODE_NAME &&
           strcmp(callee_text(r, callee), "diff") == 0 && argument_count(r, callee) >= 2;
}

nh_quantity nh_evaluate_call(nh_reading *r, nh_node node) {
    nh_node callee = nh_syntax_child(r->syntax, node, 0);
    switch (nh_syntax_node(r->syntax, callee)->kind) {
        case NH_NODE_NAME: return call_by_name(r, node);
        case NH_NODE_INDEX: return call_member(r, node);
        case NH_NODE_PART: return call_part(r, node);
        default: break;
    }
    if (is_derivative_of_function(r, callee)) return nh_call_derivative(r, node);
    return refuse_call(r, callee, "not-a-function", "this is not a function", "write * for a product");
}
