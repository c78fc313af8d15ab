/* Calls of functions, and derivatives, while an expression is read. */
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/read/read_private.h"

/* ---- beginning ---- */

static nh_callee_kind callee_of(const char *name) {
    static const struct {
        const char *name;
        nh_callee_kind callee;
    } special[] = {
        {"sqrt", NH_CALLEE_SQRT}, {"cbrt", NH_CALLEE_CBRT}, {"root", NH_CALLEE_ROOT},
        {"if", NH_CALLEE_IF},     {"diff", NH_CALLEE_DIFF},
    };
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(name, special[i].name) == 0) return special[i].callee;
    return nh_expr_function_kind(name, strlen(name)) == NH_EXPR_KINDS ? NH_CALLEE_UNKNOWN : NH_CALLEE_TABLE;
}

/* Opens the bracket of a call; `ahead` tokens up to it and with it. An empty one is closed at once. */
static void open_call(nh_reader *r, nh_callee_kind callee, nh_expr function, uint32_t token, uint32_t ahead) {
    nh_reader_open(r, NH_OPEN_CALL, token);
    nh_reader_top(r)->callee = callee;
    nh_reader_top(r)->function = function;
    r->at += ahead;
    r->operand_due = true;
    if (!nh_reader_sees(r, 0, ")")) return;
    r->at++;
    nh_reader_end_call(r);
}

/* function = name { "'" } : this many times differentiated by its one argument. */
static nh_callee_kind differentiate_function(nh_reader *r, nh_expr *function, uint32_t primes, const nh_token *token) {
    if (primes == 0) return NH_CALLEE_DECLARED;
    nh_symbol symbol = *nh_expr_symbol_of(r->pool, *function);
    if (symbol.by_count == 1) {
        for (uint32_t i = 0; i < primes; i++) *function = nh_expr_function_derivative(r->pool, *function, 0);
        return NH_CALLEE_DECLARED;
    }
    const char *name = nh_name_text(r->context, symbol.name);
    nh_text hint = nh_text_begin(r->arena);
    nh_text_format(&hint, "write diff(%s, 1)(...) for the derivative with respect to its first argument", name);
    nh_reader_error(r, token, "derivative", nh_text_string(&hint),
                    "'%s' has several arguments: %s' does not say with respect to which one", name, name);
    return NH_CALLEE_UNKNOWN;
}

bool nh_reader_begin_call(nh_reader *r, nh_name name, uint32_t token) {
    const nh_token *place = &r->tokens.items[token];
    uint32_t primes = 0;
    while (nh_reader_sees(r, primes, "'")) primes++;
    nh_expr function = NH_EXPR_UNDEFINED, symbol;
    const char *text = nh_name_text(r->context, name);
    nh_callee_kind callee = callee_of(text);
    if (callee == NH_CALLEE_TABLE) function = nh_expr_function_kind(text, strlen(text));
    if (callee != NH_CALLEE_UNKNOWN && primes > 0) {
        nh_reader_error(r, place, "derivative", NULL, "only a declared function can have a ' before its arguments");
        callee = NH_CALLEE_UNKNOWN;
    } else if (callee == NH_CALLEE_UNKNOWN && name != 0 && nh_reader_find(r, name, true, &function)) {
        callee = differentiate_function(r, &function, primes, place);
    } else if (callee == NH_CALLEE_UNKNOWN) {
        if (name != 0 && nh_reader_find(r, name, false, &symbol)) return false; /* a product without its * */
        nh_reader_unknown_function(r, name, place);
    }
    open_call(r, callee, function, token, primes + 1);
    return true;
}

/* The name of a function inside diff(name, 1): a word and plain indices. Returns how many tokens
 * it has, from `ahead` on. */
static uint32_t read_plain_name(nh_reader *r, uint32_t ahead, nh_name *name) {
    uint32_t at = ahead;
    if (nh_reader_token(r, at)->kind != NH_TOKEN_NAME) return 0;
    *name = nh_reader_token(r, at++)->name;
    while (nh_reader_sees(r, at, "[")) {
        do {
            bool negative = nh_reader_sees(r, ++at, "-");
            if (negative) at++;
            const nh_token *index = nh_reader_token(r, at++);
            if (index->kind != NH_TOKEN_NUMBER || !nh_rat_is_int(index->number)) return 0;
            const char *digits = nh_rat_text(r->arena, index->number);
            *name = nh_reader_join(r, *name, negative ? "[-" : "[", digits, "]");
        } while (nh_reader_sees(r, at, ","));
        if (!nh_reader_sees(r, at++, "]")) return 0;
    }
    return at - ahead;
}

/* One integer of diff(g, 1, 2): the derivative of the function by that argument. */
static bool differentiate_by(nh_reader *r, nh_expr *function, const nh_token *token) {
    uint32_t arity = nh_expr_symbol_of(r->pool, *function)->by_count;
    int64_t i;
    bool good = token->kind == NH_TOKEN_NUMBER && nh_rat_get_int(token->number, &i) && i >= 1 && i <= arity;
    if (good) *function = nh_expr_function_derivative(r->pool, *function, (uint32_t)i - 1);
    else nh_reader_error(r, token, "derivative", NULL, "expected the number of an argument, 1 to %u", (unsigned)arity);
    return good;
}

/* function = "diff" "(" name "," integer { "," integer } ")", from after the word diff; false when this is not one. */
bool nh_reader_begin_derivative(nh_reader *r, uint32_t token) {
    nh_name name = 0;
    nh_expr function;
    uint32_t at = 1, used = read_plain_name(r, at, &name);
    if (used == 0 || name == 0 || !nh_reader_find(r, name, true, &function)) return false;
    at += used;
    if (!nh_reader_sees(r, at, ",") || nh_reader_token(r, at + 1)->kind != NH_TOKEN_NUMBER) return false;
    nh_callee_kind callee = NH_CALLEE_DECLARED;
    for (; nh_reader_sees(r, at, ","); at += 2)
        if (callee == NH_CALLEE_DECLARED && !differentiate_by(r, &function, nh_reader_token(r, at + 1)))
            callee = NH_CALLEE_UNKNOWN;
    bool is_called = nh_reader_sees(r, at, ")") && nh_reader_sees(r, at + 1, "(");
    if (is_called) {
        open_call(r, callee, function, token, at + 2);
        return true;
    }
    nh_reader_error(r, nh_reader_token(r, at), "syntax", NULL, "expected arguments, as in diff(%s, 1)(...)",
                    nh_name_text(r->context, name));
    r->done = true;
    return true;
}

/* ---- ending ---- */

/* Whether there are as many arguments as there should be; says so if not. */
static bool has_count(nh_reader *r, const nh_open *call, uint32_t count, uint32_t least, uint32_t most) {
    if (count >= least && count <= most) return true;
    const nh_token *token = &r->tokens.items[call->token];
    const char *many = most == UINT32_MAX ? " or more" : "";
    nh_reader_error(r, token, "arguments", NULL, "'%s' takes %u%s argument%s, not %u",
                    nh_name_text(r->context, token->name), (unsigned)least, many,
                    least == 1 && *many == '\0' ? "" : "s", (unsigned)count);
    return false;
}

static nh_expr end_table(nh_reader *r, const nh_open *call, uint32_t count, const nh_expr *args) {
    nh_expr_kind kind = (nh_expr_kind)call->function;
    bool is_open = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    uint32_t arity = is_open || kind == NH_EXPR_ATAN2 || kind == NH_EXPR_MOD ? 2 : 1;
    if (!has_count(r, call, count, is_open ? 1 : arity, is_open ? UINT32_MAX : arity)) return NH_EXPR_UNDEFINED;
    return nh_expr_apply(r->pool, kind, count, args);
}

static nh_expr end_root(nh_reader *r, const nh_open *call, uint32_t count, const nh_expr *args) {
    int64_t order = call->callee == NH_CALLEE_SQRT ? 2 : 3;
    uint32_t arity = call->callee == NH_CALLEE_ROOT ? 2 : 1;
    if (!has_count(r, call, count, arity, arity)) return NH_EXPR_UNDEFINED;
    if (arity == 2 && args[1] == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    if (arity == 2 && (!nh_expr_get_int(r->pool, args[1], &order) || order < 1)) {
        nh_reader_error(r, &r->tokens.items[r->starts.items[call->first + 1]], "arguments", NULL,
                        "the order of a root must be a positive integer");
        return NH_EXPR_UNDEFINED;
    }
    return nh_expr_root(r->pool, args[0], order);
}

/* "if" "(" sum comparison sum "," sum "," sum ")" */
static nh_expr end_if(nh_reader *r, const nh_open *call, uint32_t count, const nh_expr *args) {
    const nh_token *token = &r->tokens.items[call->token];
    if (call->comparison == '\0' || count != 4) {
        nh_reader_error(r, token, "arguments", "write if(a < b, e1, e2)",
                        "'if' needs a comparison and two expressions");
        return NH_EXPR_UNDEFINED;
    }
    bool is_less = call->comparison == '<' || call->comparison == 'g';   /* a < b decides, else b < a */
    bool is_strict = call->comparison == '<' || call->comparison == '>'; /* else it is the opposite that is decided */
    nh_expr d = is_less ? nh_expr_sub(r->pool, args[0], args[1]) : nh_expr_sub(r->pool, args[1], args[0]);
    return nh_expr_if(r->pool, d, args[is_strict ? 2 : 3], args[is_strict ? 3 : 2]);
}

/* "diff" "(" sum "," symbol { "," symbol } ")" */
static nh_expr end_diff(nh_reader *r, const nh_open *call, uint32_t count, const nh_expr *args) {
    if (!has_count(r, call, count, 2, UINT32_MAX)) return NH_EXPR_UNDEFINED;
    nh_expr e = args[0];
    for (uint32_t i = 1; i < count; i++) {
        nh_expr by = r->values.items[call->first + i];
        bool is_symbol = nh_expr_kind_of(r->pool, by) == NH_EXPR_SYMBOL &&
                         nh_expr_symbol_of(r->pool, by)->role != NH_ROLE_ABBREVIATION;
        if (is_symbol) e = nh_expr_diff(r->pool, e, by);
        else if (by != NH_EXPR_UNDEFINED)
            nh_reader_error(r, &r->tokens.items[r->starts.items[call->first + i]], "derivative", NULL,
                            "differentiate with respect to a coordinate, a velocity, a parameter or the time");
    }
    return e;
}

static nh_expr end_declared(nh_reader *r, const nh_open *call, uint32_t count, const nh_expr *args) {
    uint32_t arity = nh_expr_symbol_of(r->pool, call->function)->by_count;
    if (!has_count(r, call, count, arity, arity)) return NH_EXPR_UNDEFINED;
    return nh_expr_call(r->pool, call->function, count, args);
}

void nh_reader_end_call(nh_reader *r) {
    nh_open call = *nh_reader_top(r);
    uint32_t count = (uint32_t)(r->values.count - call.first);
    const nh_expr *args = count > 0 ? r->values.items + call.first : NULL;
    nh_expr value = NH_EXPR_UNDEFINED;
    switch (call.callee) {
        case NH_CALLEE_UNKNOWN: break;
        case NH_CALLEE_TABLE: value = end_table(r, &call, count, args); break;
        case NH_CALLEE_SQRT:
        case NH_CALLEE_CBRT:
        case NH_CALLEE_ROOT: value = end_root(r, &call, count, args); break;
        case NH_CALLEE_IF: value = end_if(r, &call, count, args); break;
        case NH_CALLEE_DIFF: value = end_diff(r, &call, count, args); break;
        case NH_CALLEE_DECLARED: value = end_declared(r, &call, count, args); break;
    }
    r->open.count--;
    r->values.count = r->starts.count = call.first;
    nh_reader_push(r, value, call.token);
}

/* ---- comparisons and time derivatives ---- */

void nh_reader_compare(nh_reader *r, const nh_token *token) {
    nh_open *call = nh_reader_top(r);
    bool is_first = r->values.count - call->first == 1;
    if (call->kind == NH_OPEN_CALL && call->callee == NH_CALLEE_IF && call->comparison == '\0' && is_first) {
        const char *text = nh_name_text(r->context, token->name);
        call->comparison = text[1] == '\0' ? text[0] : text[0] == '<' ? 'l' : 'g';
        r->operand_due = true;
        return;
    }
    nh_reader_error(r, token, "syntax", NULL,
                    "a comparison is allowed only as the first argument of if(a < b, e1, e2)");
    r->done = true;
}

/* x^2' : said to be an error by the language, since (x^2)' is meant more often than x^(2'). */
static void wrong_prime(nh_reader *r, const nh_token *token) {
    const nh_token *base = &r->tokens.items[r->starts.items[r->starts.count - 2]];
    nh_text hint = nh_text_begin(r->arena);
    uint32_t bytes = token->offset - base->offset;
    if (bytes <= 60) nh_text_format(&hint, "write (%.*s)'", (int)bytes, r->text + base->offset);
    nh_reader_error(r, token, "derivative", bytes <= 60 ? nh_text_string(&hint) : NULL,
                    "this ' applies to the exponent, which is constant");
}

static bool is_constant(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    return kind == NH_EXPR_NUMBER || (kind == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role == NH_ROLE_PARAMETER);
}

static bool has_dot(nh_role role) {
    return role == NH_ROLE_COORDINATE || role == NH_ROLE_MULTIPLIER || role == NH_ROLE_QUASI;
}

void nh_reader_prime(nh_reader *r, const nh_token *token) {
    nh_expr *value = &r->values.items[r->values.count - 1];
    bool is_symbol = nh_expr_kind_of(r->pool, *value) == NH_EXPR_SYMBOL;
    if (nh_reader_top(r)->kind == NH_OPEN_POWER && is_constant(r->pool, *value)) {
        wrong_prime(r, token);
        *value = NH_EXPR_UNDEFINED;
    } else if (nh_expr_is_number(r->pool, *value) && r->tokens.items[r->at - 1].kind == NH_TOKEN_NUMBER) {
        nh_reader_error(r, token, "derivative", NULL, "a number has no time derivative");
        *value = NH_EXPR_UNDEFINED;
    } else if (is_symbol && has_dot(nh_expr_symbol_of(r->pool, *value)->role)) {
        *value = nh_expr_dot(r->pool, *value);
    } else {
        *value = nh_expr_total_derivative(r->pool, *value);
    }
}
