/* Reading expressions: the machine that read_private.h describes. Above each function stands the rule of
 * read.h that it is about.
 *
 * After an error in the form of the text reading ends; a wrong name, index or number of arguments leaves an undefined
 * value in its place, and reading continues to find what else is wrong. */
#include "expr/read/read.h"

#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "expr/read/read_private.h"

#define QUOTE(r, token) NH_TOKEN_QUOTE((r)->text, token)

const nh_token *nh_reader_token(const nh_reader *r, uint32_t ahead) {
    uint32_t last = r->tokens.count - 1;
    return &r->tokens.items[ahead < last - r->at ? r->at + ahead : last];
}

bool nh_reader_sees(const nh_reader *r, uint32_t ahead, const char *text) {
    return nh_token_is(r->context, nh_reader_token(r, ahead), text);
}

nh_open *nh_reader_top(nh_reader *r) {
    NH_ASSERT(r->open.count > 0);
    return &r->open.items[r->open.count - 1];
}

void nh_reader_open(nh_reader *r, nh_open_kind kind, uint32_t token) {
    nh_open open = {.kind = kind, .token = token, .first = (uint32_t)r->values.count};
    nh_array_push(&r->open, open);
}

void nh_reader_push(nh_reader *r, nh_expr value, uint32_t token) {
    nh_array_push(&r->values, value);
    nh_array_push(&r->starts, token);
    r->operand_due = false;
}

/* Replaces the values from `first` on by one. */
static void fold_values(nh_reader *r, uint32_t first, nh_expr value) {
    NH_ASSERT(first < r->values.count);
    r->values.items[first] = value;
    r->values.count = r->starts.count = first + 1;
}

static nh_expr *last_value(nh_reader *r) {
    NH_ASSERT(r->values.count > 0);
    return &r->values.items[r->values.count - 1];
}

/* ---- closing what is open inside a bracket ---- */

/* The last value becomes a term of the sum that is on top: a sum is made once, of all its terms. */
static void end_term(nh_reader *r) {
    nh_expr *value = last_value(r);
    if (nh_reader_top(r)->inverse) *value = nh_expr_neg(r->pool, *value);
}

static void end_factor(nh_reader *r) {
    nh_expr *value = last_value(r);
    if (nh_reader_top(r)->inverse) *value = nh_expr_pow_int(r->pool, *value, -1);
}

/* Makes one value of what is on top. */
static void close_top(nh_reader *r) {
    nh_open top = *nh_reader_top(r);
    const nh_expr *parts = r->values.items + top.first;
    size_t count = r->values.count - top.first;
    nh_tick(r->context, 1);
    switch (top.kind) {
        case NH_OPEN_SUM:
            end_term(r);
            fold_values(r, top.first, nh_expr_sum(r->pool, count, parts));
            break;
        case NH_OPEN_PRODUCT:
            end_factor(r);
            fold_values(r, top.first, nh_expr_product(r->pool, count, parts));
            break;
        case NH_OPEN_SIGN: *last_value(r) = nh_expr_neg(r->pool, *last_value(r)); break;
        default:
            NH_ASSERT(top.kind == NH_OPEN_POWER && count == 2);
            fold_values(r, top.first, nh_expr_pow(r->pool, parts[0], parts[1]));
    }
    r->open.count--;
}

/* Closes what binds tighter than `kind`, down to the bracket at most. */
static void close_tighter(nh_reader *r, nh_open_kind kind) {
    while (nh_reader_top(r)->kind < NH_OPEN_TEXT && nh_reader_top(r)->kind > kind) close_top(r);
}

/* All of the expression inside the bracket; returns the bracket. */
static nh_open *close_expression(nh_reader *r) {
    while (nh_reader_top(r)->kind < NH_OPEN_TEXT) close_top(r);
    return nh_reader_top(r);
}

/* ---- operands ---- */

/* Ends reading: the form of the text is wrong here. */
static void end_wrong(nh_reader *r, const nh_token *token, const char *hint, const char *sentence) {
    nh_reader_error(r, token, "syntax", hint, "%s", sentence);
    r->done = true;
}

static void wrong_operand(nh_reader *r, const nh_token *token) {
    nh_text sentence = nh_text_begin(r->arena);
    if (token->kind == NH_TOKEN_END) nh_text_add(&sentence, "expected a number or a name before the end of the text");
    else if (token->kind == NH_TOKEN_STRING) nh_text_add(&sentence, "unexpected text in quotes");
    else nh_text_format(&sentence, "expected a number or a name before '%.*s'", QUOTE(r, token));
    const char *hint = NULL;
    const nh_token *before = r->at > 0 ? &r->tokens.items[r->at - 1] : NULL;
    if (nh_token_is(r->context, token, "*") && before != NULL && nh_token_is(r->context, before, "*"))
        hint = "write ^ for a power";
    if (nh_token_is(r->context, token, "[")) hint = "a vector is not allowed in a scalar expression";
    end_wrong(r, token, hint, nh_text_string(&sentence));
}

/* A name is complete, r->at is behind it: a call when a bracket follows, also behind primes; else a symbol.
 * function = name { "'" } */
static void end_name(nh_reader *r, nh_name name, uint32_t token) {
    uint32_t primes = 0;
    while (nh_reader_sees(r, primes, "'")) primes++;
    bool is_call = nh_reader_sees(r, primes, "(");
    if (is_call && nh_reader_begin_call(r, name, token)) return;
    nh_reader_push(r, nh_reader_symbol(r, name, &r->tokens.items[token]), token);
}

/* name = word { "." word | "[" sum { "," sum } "]" } (indices are integers, or symbols where a name has these), from
 * after its first word or after an index. */
static void go_on_with_name(nh_reader *r, nh_name name, uint32_t token) {
    while (nh_reader_sees(r, 0, ".") && nh_reader_token(r, 1)->kind == NH_TOKEN_NAME) {
        name = nh_reader_join(r, name, ".", nh_name_text(r->context, nh_reader_token(r, 1)->name), "");
        r->at += 2;
    }
    if (!nh_reader_sees(r, 0, "[")) {
        end_name(r, name, token);
        return;
    }
    nh_reader_open(r, NH_OPEN_INDEX, r->at++);
    nh_reader_top(r)->name = name;
    nh_reader_top(r)->function = token; /* where the name began */
    r->operand_due = true;
}

/* The integer that an index is; text in the reader's arena, or NULL after an error. */
static const char *index_text(nh_reader *r, nh_expr value, const nh_token *token) {
    int64_t index;
    if (nh_expr_get_int(r->pool, value, &index)) {
        nh_text text = nh_text_begin(r->arena);
        nh_text_format(&text, "%lld", (long long)index);
        return nh_text_string(&text);
    }
    if (value != NH_EXPR_UNDEFINED) nh_reader_error(r, token, "index", NULL, "an index must be an integer");
    return NULL;
}

/* The name with symbols for indices, as omega[x,y], if there is such a name; else 0. */
static nh_name indexed_by_names(nh_reader *r, const nh_open *index) {
    nh_name name = index->name;
    nh_expr unused;
    for (size_t i = index->first; i < r->values.count; i++) {
        nh_expr value = r->values.items[i];
        bool is_plain = value != NH_EXPR_UNDEFINED && nh_expr_kind_of(r->pool, value) == NH_EXPR_SYMBOL &&
                        nh_expr_symbol_of(r->pool, value)->order == 0;
        if (!is_plain) return 0;
        const char *text = nh_name_text(r->context, nh_expr_symbol_of(r->pool, value)->name);
        name = nh_reader_join(r, name, i == index->first ? "[" : ",", text, i + 1 == r->values.count ? "]" : "");
    }
    return name != 0 && nh_reader_find(r, name, false, &unused) ? name : 0;
}

/* "]" : the indices become part of the name. */
static void end_index(nh_reader *r) {
    nh_open index = *nh_reader_top(r);
    nh_name name = index.name, by_names = indexed_by_names(r, &index);
    bool good = true;
    if (by_names != 0) {
        r->values.count = r->starts.count = index.first;
        r->open.count--;
        go_on_with_name(r, by_names, index.function);
        return;
    }
    for (size_t i = index.first; i < r->values.count; i++) {
        const char *text = index_text(r, r->values.items[i], &r->tokens.items[r->starts.items[i]]);
        if (text != NULL) name = nh_reader_join(r, name, "[", text, "]");
        else good = false;
    }
    r->values.count = r->starts.count = index.first;
    r->open.count--;
    if (good) go_on_with_name(r, name, index.function);
    else nh_reader_push(r, NH_EXPR_UNDEFINED, index.function);
}

static void read_word(nh_reader *r, const nh_token *token) {
    uint32_t place = r->at++;
    bool is_diff = nh_token_is(r->context, token, "diff") && nh_reader_sees(r, 0, "(");
    if (is_diff && nh_reader_begin_derivative(r, place)) return;
    go_on_with_name(r, token->name, place);
}

/* signed = { "-" } power; an exponent may also begin with "+" */
static void read_sign(nh_reader *r, const nh_token *token) {
    bool is_plus = nh_token_is(r->context, token, "+");
    if (is_plus && nh_reader_top(r)->kind != NH_OPEN_POWER)
        end_wrong(r, token, NULL, "a binary + needs a left operand");
    if (!is_plus) nh_reader_open(r, NH_OPEN_SIGN, r->at);
    r->at++;
}

/* primary = number | "(" sum ")" | "|" sum "|" | name | call */
static void read_operand(nh_reader *r) {
    const nh_token *token = nh_reader_token(r, 0);
    if (token->kind == NH_TOKEN_NUMBER) {
        nh_reader_push(r, nh_expr_number(r->pool, token->number), r->at++);
    } else if (token->kind == NH_TOKEN_BAD) {
        nh_reader_push(r, NH_EXPR_UNDEFINED, r->at++);
    } else if (token->kind == NH_TOKEN_NAME) {
        read_word(r, token);
    } else if (nh_token_is(r->context, token, "(")) {
        nh_reader_open(r, NH_OPEN_PAREN, r->at++);
    } else if (nh_token_is(r->context, token, "|")) {
        nh_reader_open(r, NH_OPEN_BAR, r->at++);
    } else if (nh_token_is(r->context, token, "-") || nh_token_is(r->context, token, "+")) {
        read_sign(r, token);
    } else {
        wrong_operand(r, token);
    }
}

/* ---- operators ---- */

/* sum = product { ("+" | "-") product }, product = signed { ("*" | "/") signed } */
static void read_list_operator(nh_reader *r, nh_open_kind kind, bool inverse) {
    close_tighter(r, kind);
    if (nh_reader_top(r)->kind != kind) {
        nh_reader_open(r, kind, r->at);
        nh_reader_top(r)->first = (uint32_t)r->values.count - 1;
    } else if (kind == NH_OPEN_SUM) {
        end_term(r);
    } else {
        end_factor(r);
    }
    nh_reader_top(r)->inverse = inverse;
    r->operand_due = true;
}

/* power = postfix [ "^" [ "+" | "-" ] power ] */
static void read_power(nh_reader *r) {
    nh_reader_open(r, NH_OPEN_POWER, r->at);
    nh_reader_top(r)->first = (uint32_t)r->values.count - 1;
    r->operand_due = true;
}

static const char *bracket_of(nh_open_kind kind) {
    return kind == NH_OPEN_BAR ? "|" : kind == NH_OPEN_INDEX ? "[" : "(";
}

static void wrong_closing(nh_reader *r, const nh_token *token, const nh_open *bracket) {
    nh_text sentence = nh_text_begin(r->arena);
    const char *text = nh_name_text(r->context, token->name);
    const nh_token *opening = &r->tokens.items[bracket->token];
    if (bracket->kind == NH_OPEN_TEXT) nh_text_format(&sentence, "unmatched '%s'", text);
    else
        nh_text_format(&sentence, "'%s' does not match the '%s' in line %u, column %u", text, bracket_of(bracket->kind),
                       (unsigned)opening->line, (unsigned)opening->column);
    end_wrong(r, token, NULL, nh_text_string(&sentence));
}

/* ")" "]" "|" */
static void read_closing(nh_reader *r, const nh_token *token) {
    const nh_open *bracket = close_expression(r);
    char c = nh_name_text(r->context, token->name)[0];
    nh_open_kind kind = bracket->kind;
    uint32_t start = bracket->token;
    bool fits =
        c == ')' ? kind == NH_OPEN_PAREN || kind == NH_OPEN_CALL : kind == (c == ']' ? NH_OPEN_INDEX : NH_OPEN_BAR);
    if (!fits) {
        wrong_closing(r, token, bracket);
        return;
    }
    r->at++;
    if (kind == NH_OPEN_CALL) {
        nh_reader_end_call(r);
    } else if (kind == NH_OPEN_INDEX) {
        end_index(r);
    } else {
        nh_expr value = *last_value(r);
        r->open.count--;
        if (kind == NH_OPEN_BAR) value = nh_expr_apply1(r->pool, NH_EXPR_ABS, value);
        fold_values(r, (uint32_t)r->values.count - 1, value);
        r->starts.items[r->starts.count - 1] = start;
    }
}

static void read_comma(nh_reader *r, const nh_token *token) {
    nh_open_kind kind = close_expression(r)->kind;
    if (kind != NH_OPEN_CALL && kind != NH_OPEN_INDEX) {
        end_wrong(r, token, NULL, "unexpected comma");
        return;
    }
    r->at++;
    r->operand_due = true;
}

static void read_end(nh_reader *r, const nh_token *token) {
    const nh_open *bracket = close_expression(r);
    (void)token;
    r->done = true;
    if (bracket->kind == NH_OPEN_TEXT) return;
    nh_reader_error(r, &r->tokens.items[bracket->token], "syntax", NULL, "this '%s' is never closed",
                    bracket_of(bracket->kind));
}

static bool begins_operand(const nh_reader *r, const nh_token *token) {
    return token->kind == NH_TOKEN_NAME || token->kind == NH_TOKEN_NUMBER || nh_token_is(r->context, token, "(");
}

/* Two operands side by side: reading continues as if there were a * between them. */
static void missing_operator(nh_reader *r, const nh_token *token) {
    const nh_token *before = &r->tokens.items[r->at - 1];
    if (before->kind == NH_TOKEN_BAD) { /* one error is enough */
        read_list_operator(r, NH_OPEN_PRODUCT, false);
        return;
    }
    nh_text hint = nh_text_begin(r->arena);
    bool is_short = token->bytes <= NH_TOKEN_QUOTE_MAX && before->bytes <= NH_TOKEN_QUOTE_MAX;
    bool is_word = before->kind == NH_TOKEN_NAME || before->kind == NH_TOKEN_NUMBER;
    if (token->kind == NH_TOKEN_OPERATOR && before->kind == NH_TOKEN_NAME && is_short)
        nh_text_format(&hint, "'%.*s' is not a function: write * for a product", QUOTE(r, before));
    else if (token->kind != NH_TOKEN_OPERATOR && is_word && is_short)
        nh_text_format(&hint, "write %.*s*%.*s for a product", QUOTE(r, before), QUOTE(r, token));
    else nh_text_add(&hint, "write * for a product");
    nh_reader_error(r, token, "syntax", nh_text_string(&hint), "expected an operator before '%.*s'", QUOTE(r, token));
    read_list_operator(r, NH_OPEN_PRODUCT, false);
}

/* A character that has got its error: taken for a * when an operand follows. */
static void read_bad(nh_reader *r) {
    r->at++;
    if (begins_operand(r, nh_reader_token(r, 0))) read_list_operator(r, NH_OPEN_PRODUCT, false);
}

static void wrong_operator(nh_reader *r, const nh_token *token) {
    nh_text sentence = nh_text_begin(r->arena);
    const char *hint = NULL;
    if (token->kind == NH_TOKEN_STRING) nh_text_add(&sentence, "unexpected text in quotes");
    else nh_text_format(&sentence, "unexpected '%s'", nh_name_text(r->context, token->name));
    if (nh_token_is(r->context, token, "[")) hint = "only a name can have an index";
    if (nh_token_is(r->context, token, ".")) hint = "only a name can be followed by '.'";
    if (nh_token_is(r->context, token, "=") && close_expression(r)->callee == NH_CALLEE_IF)
        hint = "compare with <, >, <= or >=";
    end_wrong(r, token, hint, nh_text_string(&sentence));
}

/* What follows a complete operand. postfix = primary { "'" } */
static void read_operator(nh_reader *r) {
    const nh_token *token = nh_reader_token(r, 0);
    if (token->kind == NH_TOKEN_END) {
        read_end(r, token);
    } else if (token->kind == NH_TOKEN_BAD) {
        read_bad(r);
    } else if (begins_operand(r, token)) {
        missing_operator(r, token);
    } else if (token->kind != NH_TOKEN_OPERATOR) {
        wrong_operator(r, token);
    } else {
        switch (nh_name_text(r->context, token->name)[0]) {
            case '\'': nh_reader_prime(r, token); break;
            case '^': read_power(r); break;
            case '+':
            case '-': read_list_operator(r, NH_OPEN_SUM, nh_token_is(r->context, token, "-")); break;
            case '*':
            case '/': read_list_operator(r, NH_OPEN_PRODUCT, nh_token_is(r->context, token, "/")); break;
            case ')':
            case ']':
            case '|': read_closing(r, token); return;
            case ',': read_comma(r, token); return;
            case '<':
            case '>':
                close_expression(r);
                nh_reader_compare(r, token);
                break;
            default: wrong_operator(r, token);
        }
        if (!r->done) r->at++;
    }
}

/* ---- all ---- */

/* Drops the line ends, which mean nothing here. */
static void drop_newlines(nh_tokens *tokens) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tokens->count; i++)
        if (tokens->items[i].kind != NH_TOKEN_NEWLINE) tokens->items[kept++] = tokens->items[i];
    tokens->count = kept;
}

bool nh_expr_read(nh_pool *pool, const char *text, size_t length, const char *file, const nh_read_names *names,
                  nh_expr *result) {
    nh_context *context = nh_pool_context(pool);
    nh_arena *arena = nh_arena_create(context);
    nh_reader r = {.pool = pool, .context = context, .arena = arena, .text = text, .names = names, .operand_due = true};
    r.tokens = nh_tokens_read(arena, text, length, file);
    drop_newlines(&r.tokens);
    r.open.arena = r.values.arena = r.starts.arena = arena;
    r.known[0] = r.known[1] = r.reported = nh_map_make(arena);
    nh_reader_open(&r, NH_OPEN_TEXT, 0);
    while (!r.done) {
        if (r.operand_due) read_operand(&r);
        else read_operator(&r);
    }
    bool good = nh_diag_errors(context) == r.tokens.errors_before;
    NH_ASSERT(!good || r.values.count == 1);
    *result = good ? r.values.items[0] : NH_EXPR_UNDEFINED;
    nh_arena_destroy(arena);
    return good;
}
