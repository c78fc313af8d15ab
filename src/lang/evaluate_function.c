/* Calls of the functions that a model declares.
 *
 * A function with a body is substituted: the body is evaluated with the arguments in place of their names, and sees
 * what was declared before the function. Results are remembered, so that functions of functions cost no more than there
 * are different calls. A function without a body stays a call. */
#include "base/assert.h"
#include "base/hash.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "lang/reading_private.h"

/* ---- calls that were made before ---- */

static uint64_t hash_call(uint32_t function, uint32_t count, const nh_expr *key) {
    uint64_t hash = nh_hash_u64(function);
    for (uint32_t i = 0; i < count; i++) hash = nh_hash_combine(hash, key[i]);
    return hash;
}

static uint32_t add_vector(nh_expr *key, uint32_t count, nh_vector v) {
    for (int i = 0; i < 3; i++) key[count++] = v.x[i];
    return count;
}

enum { KEY_PER_ARGUMENT = 17 }; /* a rotation takes the most */

/* The arguments, and what may be spoken of here, as a list of numbers: equal lists give equal results. */
static const nh_expr *key_of(nh_reading *r, uint32_t count, const nh_quantity *arguments, uint32_t *length) {
    nh_expr *key = NH_NEW_ARRAY(r->arena, nh_expr, 1 + KEY_PER_ARGUMENT * (size_t)count);
    uint32_t size = 0;
    key[size++] = (nh_expr)r->is_late | (nh_expr)r->is_motion << 1 | (nh_expr)r->is_start << 2;
    for (uint32_t i = 0; i < count; i++) {
        const nh_quantity *a = &arguments[i];
        key[size++] = (nh_expr)a->kind;
        if (a->kind == NH_QUANTITY_SCALAR) key[size++] = a->scalar;
        if (a->kind == NH_QUANTITY_BODY) key[size++] = a->body;
        if (a->kind == NH_QUANTITY_VECTOR) size = add_vector(key, size, a->vector);
        if (a->kind != NH_QUANTITY_ROTATION) continue;
        key[size++] = a->is_scaled;
        for (int k = 0; k < 9; k++) key[size++] = a->rotation.matrix.r[k / 3][k % 3];
        size = add_vector(key, size, a->rotation.omega);
        size = add_vector(key, size, a->rotation.Omega);
    }
    *length = size;
    return key;
}

typedef struct wanted_call {
    const nh_reading *r;
    uint32_t function, count;
    const nh_expr *key;
} wanted_call;

static bool is_wanted(const void *user, uint32_t number) {
    const wanted_call *wanted = user;
    const nh_call_result *call = &wanted->r->calls.items[number];
    bool same = call->function == wanted->function && call->count == wanted->count;
    for (uint32_t i = 0; same && i < call->count; i++) same = call->key[i] == wanted->key[i];
    return same;
}

/* ---- bodies ---- */

static nh_quantity evaluate_body(nh_reading *r, uint32_t function, uint32_t count, const nh_quantity *arguments) {
    nh_function_body body = r->bodies.items[function];
    if (body.is_closed) {
        NH_ASSERT(count == 1 && arguments[0].kind == NH_QUANTITY_SCALAR);
        nh_expr value = nh_expr_substitute(r->pool, body.closed, 1, &body.formal, &arguments[0].scalar, false);
        nh_needs_of_derivative(r, value);
        for (size_t i = 0; i < body.within.count; i++) {
            nh_expr inside = body.within.items[i];
            nh_needs_add(r, NH_NEED_POSITIVE,
                         nh_expr_substitute(r->pool, inside, 1, &body.formal, &arguments[0].scalar, false));
        }
        return nh_quantity_scalar(value);
    }
    const nh_syntax *syntax = r->syntax;
    uint32_t statement = r->statement, caller = r->function;
    size_t first_local = r->first_local, locals = r->locals.count;
    r->first_local = locals;
    nh_array_append(&r->locals, body.index_count, body.indices);
    for (uint32_t i = 0; i < count; i++) {
        nh_local local = {body.arguments[i], arguments[i]};
        nh_array_push(&r->locals, local);
    }
    r->syntax = body.syntax;
    r->statement = body.statement;
    r->function = function;
    nh_quantity value = nh_evaluate(r, body.node);
    r->function = caller;
    r->syntax = syntax;
    r->statement = statement;
    r->locals.count = locals;
    r->first_local = first_local;
    return value;
}

/* Functions of functions can make expressions that grow without end; what calls add to the pool is limited, and so
 * is how many there are. */
static void check_limits(nh_reading *r) {
    size_t grown = r->bytes_of_calls;
    if (r->call_level > 0) grown += nh_pool_bytes(r->pool) - r->bytes_before_call;
    if (grown > NH_READING_CALL_BYTES_MAX)
        nh_fail(r->context, NH_E_LIMIT, "calls-limit", "function calls expand to expressions of more than %d megabytes",
                NH_READING_CALL_BYTES_MAX >> 20);
    if (r->calls.count >= NH_READING_CALLS_MAX)
        nh_fail(r->context, NH_E_LIMIT, "calls-limit", "more than %d function calls", NH_READING_CALLS_MAX);
}

static nh_quantity evaluate_counted(nh_reading *r, uint32_t function, uint32_t count, const nh_quantity *arguments) {
    check_limits(r);
    if (r->call_level++ == 0) r->bytes_before_call = nh_pool_bytes(r->pool);
    nh_quantity value = evaluate_body(r, function, count, arguments);
    if (--r->call_level == 0) r->bytes_of_calls += nh_pool_bytes(r->pool) - r->bytes_before_call;
    return value;
}

/* A call that was wrong is remembered too: it has got its error. */
static nh_quantity call_body(nh_reading *r, uint32_t function, uint32_t count, const nh_quantity *arguments) {
    uint32_t size;
    const nh_expr *key = key_of(r, count, arguments, &size);
    wanted_call wanted = {r, function, size, key};
    uint64_t hash = hash_call(function, size, key);
    uint32_t known = nh_index_find(&r->call_of, hash, is_wanted, &wanted);
    if (known != NH_INDEX_NONE) {
        nh_needs_bring(r, r->calls.items[known].needs);
        return r->calls.items[known].value;
    }
    nh_call_result call = {.function = function, .count = size, .key = key};
    size_t first = r->needs.count;
    call.value = evaluate_counted(r, function, count, arguments);
    if (r->needs.count > first) call.needs = nh_needs_since(r, first, r->arena);
    nh_index_add(&r->call_of, hash, (uint32_t)r->calls.count);
    nh_array_push(&r->calls, call);
    return call.value;
}

/* ---- derivatives by arguments ---- */

typedef struct derivation {
    uint32_t count;                     /* of derivatives */
    uint32_t by[NH_READING_PRIMES_MAX]; /* the argument of each, from 0 */
} derivation;

static nh_expr argument_symbol(nh_reading *r, uint32_t i) {
    return nh_expr_symbol_text(r->pool, NH_ROLE_PARAMETER, nh_reading_text(r, "#%u", (unsigned)i));
}

/* The derivative of an expression in the symbols of the arguments, with the arguments put in. */
static nh_expr derive_expr(nh_reading *r, nh_expr e, const derivation *d, uint32_t count, const nh_expr *symbols,
                           const nh_expr *arguments) {
    for (uint32_t i = 0; i < d->count; i++) e = nh_expr_diff(r->pool, e, symbols[d->by[i]]);
    return nh_expr_substitute(r->pool, e, count, symbols, arguments, true);
}

static nh_quantity derived_body(nh_reading *r, uint32_t function, uint32_t count, const nh_expr *arguments,
                                const derivation *d) {
    nh_expr *symbols = NH_NEW_ARRAY(r->arena, nh_expr, count);
    nh_quantity *values = NH_NEW_ARRAY(r->arena, nh_quantity, count);
    for (uint32_t i = 0; i < count; i++) values[i] = nh_quantity_scalar(symbols[i] = argument_symbol(r, i));
    const nh_expr *outer = r->formals;
    uint32_t outer_count = r->formal_count;
    r->formals = symbols;
    r->formal_count = count;
    size_t first = r->needs.count;
    nh_quantity value = call_body(r, function, count, values);
    r->formals = outer;
    r->formal_count = outer_count;
    for (size_t i = first; i < r->needs.count; i++)
        r->needs.items[i].e = nh_expr_substitute(r->pool, r->needs.items[i].e, count, symbols, arguments, true);
    if (value.kind == NH_QUANTITY_SCALAR) value.scalar = derive_expr(r, value.scalar, d, count, symbols, arguments);
    for (int i = 0; value.kind == NH_QUANTITY_VECTOR && i < 3; i++)
        value.vector.x[i] = derive_expr(r, value.vector.x[i], d, count, symbols, arguments);
    if (value.kind == NH_QUANTITY_SCALAR) nh_needs_of_derivative(r, value.scalar);
    for (int i = 0; value.kind == NH_QUANTITY_VECTOR && i < 3; i++) nh_needs_of_derivative(r, value.vector.x[i]);
    return value;
}

static nh_quantity derived_call(nh_reading *r, nh_node node, uint32_t function, uint32_t count,
                                const nh_quantity *arguments, const derivation *d) {
    nh_expr *scalars = NH_NEW_ARRAY(r->arena, nh_expr, count);
    nh_expr symbol = r->model->functions.items[function].symbol;
    for (uint32_t i = 0; i < count; i++) {
        if (arguments[i].kind != NH_QUANTITY_SCALAR) {
            nh_reading_error(r, node, (nh_words){"type", NULL},
                             "a derivative with respect to an argument needs numbers as arguments");
            return nh_quantity_bad();
        }
        scalars[i] = arguments[i].scalar;
    }
    if (symbol == NH_EXPR_UNDEFINED) return derived_body(r, function, count, scalars, d);
    for (uint32_t i = 0; i < d->count; i++) symbol = nh_expr_function_derivative(r->pool, symbol, d->by[i]);
    return nh_quantity_scalar(nh_expr_call(r->pool, symbol, count, scalars));
}

/* ---- calls ---- */

/* Not on the stack: calls are nested deeply. */
static nh_quantity *room_for_arguments(nh_reading *r, uint32_t function) {
    return NH_NEW_ARRAY(r->arena, nh_quantity, r->model->functions.items[function].arity);
}

/* Evaluates the arguments of a call; false when one is wrong or they are not as many as the function has. */
static bool evaluate_arguments(nh_reading *r, nh_node node, uint32_t function, nh_quantity *arguments) {
    const nh_function *f = &r->model->functions.items[function];
    uint32_t count = nh_syntax_node(r->syntax, node)->count_children - 1, arity = f->arity;
    bool needs_scalars = f->symbol != NH_EXPR_UNDEFINED || r->bodies.items[function].is_closed, good = true;
    if (function >= r->function) {
        nh_words words = {"declared-later", "a function can call only functions that are declared before it"};
        nh_reading_error(r, node, words, "'%s' cannot be called here", NH_NAME(r, f->name));
        return false;
    }
    if (count != arity) {
        nh_reading_error(r, node, (nh_words){"arguments", NULL}, "'%s' takes %u argument%s, not %u",
                         NH_NAME(r, f->name), (unsigned)arity, arity == 1 ? "" : "s", (unsigned)count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        nh_node child = nh_syntax_child(r->syntax, node, i + 1);
        arguments[i] = nh_evaluate(r, child);
        if (arguments[i].kind == NH_QUANTITY_BAD) good = false;
        else if (needs_scalars && arguments[i].kind != NH_QUANTITY_SCALAR) {
            nh_words words = {"type", "a function of vectors needs a body"};
            nh_reading_error(r, child, words, "an argument of '%s' must be a number, but is %s",
                             NH_NAME(r, r->model->functions.items[function].name), nh_quantity_describe(arguments[i]));
            good = false;
        }
    }
    return good;
}

static nh_quantity plain_call(nh_reading *r, uint32_t function, uint32_t count, const nh_quantity *arguments) {
    nh_expr symbol = r->model->functions.items[function].symbol, scalars[NH_ARGUMENTS_MAX];
    if (symbol == NH_EXPR_UNDEFINED) return call_body(r, function, count, arguments);
    for (uint32_t i = 0; i < count; i++) scalars[i] = arguments[i].scalar;
    return nh_quantity_scalar(nh_expr_call(r->pool, symbol, count, scalars));
}

nh_quantity nh_call_function(nh_reading *r, nh_node node, uint32_t function, uint32_t primes) {
    nh_quantity *arguments = room_for_arguments(r, function);
    derivation d = {.count = primes};
    if (!evaluate_arguments(r, node, function, arguments)) return nh_quantity_bad();
    uint32_t arity = r->model->functions.items[function].arity;
    if (primes == 0) return plain_call(r, function, arity, arguments);
    if (arity != 1 || primes > NH_READING_PRIMES_MAX) {
        nh_words words = {"derivative", "write diff(f(x, y), x) for the derivative with respect to x"};
        nh_reading_error(r, node, words,
                         "primes before a bracket need a function of one argument, and at most %d are possible",
                         NH_READING_PRIMES_MAX);
        return nh_quantity_bad();
    }
    return derived_call(r, node, function, arity, arguments, &d);
}

nh_quantity nh_call_at(nh_reading *r, nh_node node, uint32_t function, const nh_expr *arguments, uint32_t by) {
    uint32_t arity = r->model->functions.items[function].arity;
    nh_quantity *values = room_for_arguments(r, function);
    for (uint32_t i = 0; i < arity; i++) values[i] = nh_quantity_scalar(arguments[i]);
    if (by == 0) return plain_call(r, function, arity, values);
    derivation d = {.count = 1, .by = {by - 1}};
    return derived_call(r, node, function, arity, values, &d);
}

/* diff(g, 1, 2)(x, y): the derivative of a function by the numbers of its arguments, from 1. */
nh_quantity nh_call_derivative(nh_reading *r, nh_node node) {
    nh_node callee = nh_syntax_child(r->syntax, node, 0), name = nh_syntax_child(r->syntax, callee, 1);
    bool failed;
    const nh_meaning *meaning = nh_reading_named(r, name, &failed);
    derivation d = {.count = nh_syntax_node(r->syntax, callee)->count_children - 2};
    if (failed || (meaning != NULL && meaning->kind == NH_MEANS_FAILED)) return nh_quantity_bad();
    if (meaning == NULL || meaning->kind != NH_MEANS_FUNCTION || d.count > NH_READING_PRIMES_MAX || d.count == 0) {
        nh_words words = {
            "derivative",
            "write diff(g, 1)(x, y) for the derivative of a function g with respect to its first argument"};
        nh_reading_error(r, callee, words, "this is not a function");
        return nh_quantity_bad();
    }
    uint32_t function = meaning->number;
    nh_quantity *arguments = room_for_arguments(r, function);
    if (!evaluate_arguments(r, node, function, arguments)) return nh_quantity_bad();
    uint32_t arity = r->model->functions.items[function].arity;
    for (uint32_t i = 0; i < d.count; i++) {
        nh_node place = nh_syntax_child(r->syntax, callee, i + 2);
        int64_t number;
        if (!nh_evaluate_int(r, place, "the number of an argument", &number)) return nh_quantity_bad();
        if (number < 1 || number > arity) {
            nh_reading_error(r, place, (nh_words){"derivative", NULL},
                             "the arguments of the function are numbered 1 to %u", (unsigned)arity);
            return nh_quantity_bad();
        }
        d.by[i] = (uint32_t)number - 1;
    }
    return derived_call(r, node, function, arity, arguments, &d);
}
