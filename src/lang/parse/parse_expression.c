/* Reading the form of expressions: recursive descent, with the rule above each function.
 *
 *     comparison = sum [ ("<" | ">" | "<=" | ">=" | "!=") sum ]
 *     sum        = product { ("+" | "-") product }
 *     product    = signed { ("*" | "/") signed }
 *     signed     = { "-" } power
 *     power      = postfix [ "^" [ "+" ] { "-" } power ]
 *     postfix    = primary { "'" | "[" sum { "," sum } "]" | "." word | "(" [ arguments ] ")" }
 *     primary    = number | name | "(" sum { "," sum } ")" | "[" sum { "," sum } "]" | "|" sum "|" | over
 *     over       = "sum" "(" name "=" sum ".." sum { "," name "=" sum ".." sum } "," sum ")"
 *
 * An expression ends before the first token that cannot continue with it; what is wrong with that one is the caller's
 * matter. A bar opens where an operand is due and closes where an operator is due, so bars need no rule of their
 * own.
 *
 * Brackets, exponents and nothing else recurse, and p->level counts both: NH_SYNTAX_DEPTH_MAX levels of some eight
 * frames fit into any stack. */
#include "base/assert.h"
#include "base/text/text.h"
#include "lang/parse/parse_private.h"

/* NOLINTBEGIN(misc-no-recursion): the depth is limited, by enter_level() */

static nh_node parse_sum(nh_parser *p);

/* ---- depth ---- */

/* Goes one level deeper: into a bracket or an exponent. False when it is too deep. */
static bool enter_level(nh_parser *p, uint32_t token) {
    if (++p->level <= NH_SYNTAX_DEPTH_MAX) return true;
    p->level--;
    nh_parser_error(p, token, "nesting", NULL, "this is nested too deeply");
    return false;
}

static void leave_level(nh_parser *p) {
    NH_ASSERT(p->level > 0);
    p->level--;
}

static uint32_t pending_here(const nh_parser *p) {
    return (uint32_t)p->pending.count;
}

static void push_node(nh_parser *p, nh_node node) {
    nh_array_push(&p->pending, node);
}

/* ---- brackets ---- */

/* sum { "," sum } and the closing bracket: the values are pending then. */
static bool parse_items(nh_parser *p, int closing, uint32_t opening, bool is_condition) {
    bool blank_ends = p->blank_ends, good = enter_level(p, opening);
    if (!good) return false;
    p->blank_ends = false;
    push_node(p, is_condition ? nh_parse_comparison(p) : parse_sum(p));
    if (is_condition && nh_parser_operator(p) == '=')
        nh_parser_error(p, p->at, "syntax", "compare with <, >, <= or >=", "'=' is not allowed here");
    while (nh_parser_accept(p, ',')) push_node(p, parse_sum(p));
    good = nh_parser_close(p, closing, opening);
    p->blank_ends = blank_ends;
    leave_level(p);
    return good;
}

/* "(" sum ")" is its sum, "(" sum "," sum ")" a list; at the bracket. */
static nh_node parse_paren(nh_parser *p) {
    uint32_t opening = p->at++, first = pending_here(p);
    parse_items(p, ')', opening, false);
    if (pending_here(p) - first == 1) return p->pending.items[--p->pending.count];
    return nh_parser_make_pending(p, (nh_node_data){.kind = NH_NODE_LIST, .token = opening, .from = opening}, first);
}

/* "[" sum { "," sum } "]" */
static nh_node parse_vector(nh_parser *p) {
    uint32_t opening = p->at++, first = pending_here(p);
    parse_items(p, ']', opening, false);
    return nh_parser_make_pending(p, (nh_node_data){.kind = NH_NODE_VECTOR, .token = opening, .from = opening}, first);
}

/* "|" sum "|" */
static nh_node parse_bars(nh_parser *p) {
    uint32_t opening = p->at++;
    bool blank_ends = p->blank_ends;
    if (!enter_level(p, opening)) return 0;
    p->blank_ends = false;
    nh_node inside = parse_sum(p);
    nh_parser_close(p, '|', opening);
    p->blank_ends = blank_ends;
    leave_level(p);
    return nh_parser_make1(p, NH_NODE_BARS, opening, opening, inside);
}

/* ---- sums over an index ---- */

bool nh_parse_range(nh_parser *p, nh_node *low, nh_node *high, const char *hint) {
    *low = parse_sum(p);
    bool good = nh_parser_expect(p, NH_OP_RANGE, "'..'", hint);
    *high = parse_sum(p);
    return good;
}

/* name "=" sum ".." sum: the token, low and high are pending then. */
static void parse_over_index(nh_parser *p) {
    uint32_t index = p->at;
    nh_node low, high;
    if (!nh_parse_new_name(p, "an index", &index)) return;
    nh_parser_expect(p, '=', "'='", NULL);
    nh_parse_range(p, &low, &high, "write sum(i=1..N, e)");
    push_node(p, index);
    push_node(p, low);
    push_node(p, high);
}

/* What is summed and the indices, three pending entries each, as nested nodes: the first index is the outermost. */
static nh_node nest_over(nh_parser *p, uint32_t from, uint32_t first, nh_node inside) {
    while (pending_here(p) > first) {
        const uint32_t *entry = &p->pending.items[p->pending.count - 3];
        const nh_node children[] = {entry[1], entry[2], inside};
        nh_node_data data = {.kind = NH_NODE_SUM_OVER, .token = entry[0], .from = from};
        inside = nh_parser_make(p, data, 3, children);
        p->pending.count -= 3;
    }
    return inside;
}

/* over = "sum" "(" index { "," index } "," sum ")" ; at the word. */
static nh_node parse_over(nh_parser *p) {
    uint32_t from = p->at, opening = p->at + 1, first = pending_here(p);
    const char *hint = "write sum(i=1..N, e)";
    bool blank_ends = p->blank_ends;
    p->at += 2;
    if (nh_parser_operator_ahead(p, 1) != '=') {
        nh_parser_error(p, from, "syntax", hint, "'sum' needs an index and its range");
        return 0;
    }
    if (!enter_level(p, opening)) return 0;
    p->blank_ends = false;
    do {
        parse_over_index(p);
        nh_parser_expect(p, ',', "a comma", hint);
    } while (nh_parser_sees_name(p) && nh_parser_operator_ahead(p, 1) == '=');
    nh_node inside = parse_sum(p);
    nh_parser_close(p, ')', opening);
    p->blank_ends = blank_ends;
    leave_level(p);
    return nest_over(p, from, first, inside);
}

/* ---- operands ---- */

static void wrong_operand(nh_parser *p) {
    const char *hint = NULL;
    int now = nh_parser_operator(p);
    int before = p->at > p->span.from ? nh_operator_of(p->context, nh_parser_token(p) - 1) : NH_OP_NONE;
    if (nh_parser_token(p)->kind == NH_TOKEN_STRING) {
        nh_parser_error(p, p->at, "syntax", NULL, "unexpected text in quotes");
        return;
    }
    if (now == '+') {
        nh_parser_error(p, p->at, "syntax", NULL, "a binary + needs a left operand");
        return;
    }
    if (now == '*' && before == '*') hint = "write ^ for a power";
    if (now == '=' && before == '=') hint = "write a single =";
    nh_parser_due(p, "a number or a name", hint);
}

static bool sees_over(const nh_parser *p) {
    return nh_parser_sees_word(p, "sum") && nh_parser_operator_ahead(p, 1) == '(';
}

/* primary = number | name | "(" sum { "," sum } ")" | "[" sum { "," sum } "]" | "|" sum "|" | over */
static nh_node parse_primary(nh_parser *p) {
    nh_token_kind kind = nh_parser_token(p)->kind;
    if (kind == NH_TOKEN_NUMBER || (kind == NH_TOKEN_NAME && !sees_over(p))) {
        uint32_t token = p->at++;
        return nh_parser_make_leaf(p, kind == NH_TOKEN_NUMBER ? NH_NODE_NUMBER : NH_NODE_NAME, token);
    }
    if (kind == NH_TOKEN_NAME) return parse_over(p);
    switch (nh_parser_operator(p)) {
        case '(': return parse_paren(p);
        case '[': return parse_vector(p);
        case '|': return parse_bars(p);
        default: wrong_operand(p); return 0;
    }
}

/* ---- what follows an operand ---- */

static nh_node_kind kind_of(const nh_parser *p, nh_node node) {
    return nh_syntax_node(p->syntax, node)->kind;
}

/* { "'" } as one node */
static nh_node parse_primes(nh_parser *p, nh_node node, uint32_t from) {
    uint32_t first = p->at;
    if (kind_of(p, node) == NH_NODE_NUMBER) {
        nh_parser_error(p, p->at, "derivative", NULL, "a number has no time derivative");
        return 0;
    }
    while (nh_parser_accept(p, '\'')) {}
    nh_node_data data = {.kind = NH_NODE_PRIME, .token = first, .from = from, .count = p->at - first};
    return nh_parser_make(p, data, 1, &node);
}

static bool sees_index(const nh_parser *p) {
    return nh_parser_operator(p) == '[' && !(p->blank_ends && nh_parser_token(p)->space_before);
}

/* { "[" sum { "," sum } "]" }: u[2][3] is the same node as u[2,3]. */
static nh_node parse_indices(nh_parser *p, nh_node node, uint32_t from) {
    uint32_t token = p->at, first = pending_here(p);
    push_node(p, node);
    while (sees_index(p)) {
        uint32_t opening = p->at++;
        if (!parse_items(p, ']', opening, false)) break;
    }
    return nh_parser_make_pending(p, (nh_node_data){.kind = NH_NODE_INDEX, .token = token, .from = from}, first);
}

/* "." word */
static nh_node parse_part(nh_parser *p, nh_node node, uint32_t from) {
    p->at++;
    if (!nh_parser_sees_name(p)) {
        nh_parser_due(p, "a word", NULL);
        return 0;
    }
    uint32_t word = p->at++;
    return nh_parser_make1(p, NH_NODE_PART, word, from, node);
}

static bool is_word(const nh_parser *p, nh_node node, const char *word) {
    const nh_node_data *data = nh_syntax_node(p->syntax, node);
    return data->kind == NH_NODE_NAME && nh_token_is(p->context, nh_syntax_token(p->syntax, data->token), word);
}

/* "(" [ arguments ] ")". The primes of g'(s), a node by now, belong to the call. */
static nh_node parse_call(nh_parser *p, nh_node node, uint32_t from) {
    nh_node_data data = {.kind = NH_NODE_CALL, .from = from};
    if (kind_of(p, node) == NH_NODE_PRIME) {
        data.count = nh_syntax_node(p->syntax, node)->count;
        node = nh_syntax_child(p->syntax, node, 0);
    }
    data.token = nh_syntax_node(p->syntax, node)->token;
    uint32_t opening = p->at++, first = pending_here(p);
    push_node(p, node);
    if (!nh_parser_accept(p, ')')) parse_items(p, ')', opening, is_word(p, node, "if"));
    return nh_parser_make_pending(p, data, first);
}

/* Whether a bracket after it makes a call: of a name, a member, a part, of diff(g, 1), and of these with primes.
 * After (a + b) or f(x) an operator is missing. */
static bool is_callee(const nh_parser *p, nh_node node) {
    if (nh_operator_of(p->context, nh_parser_token(p) - 1) == ')')
        return kind_of(p, node) == NH_NODE_CALL && is_word(p, nh_syntax_child(p->syntax, node, 0), "diff");
    switch (kind_of(p, node)) {
        case NH_NODE_NAME:
        case NH_NODE_PART: return true;
        case NH_NODE_INDEX: return kind_of(p, nh_syntax_child(p->syntax, node, 0)) != NH_NODE_VECTOR;
        case NH_NODE_PRIME: {
            nh_node_kind kind = kind_of(p, nh_syntax_child(p->syntax, node, 0));
            return kind == NH_NODE_NAME || kind == NH_NODE_PART || kind == NH_NODE_INDEX;
        }
        default: return false;
    }
}

/* postfix = primary { "'" | "[" sum { "," sum } "]" | "." word | "(" [ arguments ] ")" } */
static nh_node parse_postfix(nh_parser *p) {
    uint32_t from = p->at;
    nh_node node = parse_primary(p);
    while (node != 0) {
        int operator_ = nh_parser_operator(p);
        if (operator_ == '\'') node = parse_primes(p, node, from);
        else if (operator_ == '.') node = parse_part(p, node, from);
        else if (operator_ == '(' && is_callee(p, node)) node = parse_call(p, node, from);
        else if (sees_index(p)) node = parse_indices(p, node, from);
        else break;
    }
    return node;
}

/* ---- operators ---- */

static nh_node negate_node(nh_parser *p, nh_node node, uint32_t from, uint32_t signs) {
    for (uint32_t i = signs; i > 0 && node != 0; i--)
        node = nh_parser_make1(p, NH_NODE_NEGATE, from + i - 1, from + i - 1, node);
    return node;
}

static uint32_t skip_signs(nh_parser *p) {
    uint32_t from = p->at;
    while (nh_parser_accept(p, '-')) {}
    return p->at - from;
}

/* x^2' : said to be an error by the language, since (x^2)' is meant more often than x^(2'). */
static void wrong_prime(nh_parser *p, uint32_t from) {
    const nh_token *base = nh_syntax_token(p->syntax, from), *prime = nh_parser_token(p) + 1;
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text hint = nh_text_begin(scratch);
    uint32_t bytes = prime->offset - base->offset;
    bool is_short = bytes <= 60 && prime->line == base->line;
    if (is_short) nh_text_format(&hint, "write (%.*s)'", (int)bytes, p->syntax->text + base->offset);
    nh_parser_error(p, p->at + 1, "derivative", is_short ? nh_text_string(&hint) : NULL,
                    "this ' applies to the exponent, which is constant");
    nh_arena_release(scratch, mark);
}

/* power = postfix [ "^" [ "+" ] { "-" } power ]; from: where the outermost base of a tower begins. */
static nh_node parse_power(nh_parser *p, uint32_t from) {
    uint32_t base_from = p->at;
    nh_node base = parse_postfix(p);
    if (nh_parser_operator(p) != '^') return base;
    uint32_t token = p->at++;
    if (!enter_level(p, token)) return 0;
    nh_parser_accept(p, '+');
    uint32_t signs_from = p->at, signs = skip_signs(p);
    bool is_number = nh_parser_token(p)->kind == NH_TOKEN_NUMBER;
    if (is_number && nh_parser_operator_ahead(p, 1) == '\'') wrong_prime(p, from);
    nh_node exponent = negate_node(p, parse_power(p, from), signs_from, signs);
    leave_level(p);
    return nh_parser_make2(p, NH_NODE_POWER, token, base_from, base, exponent);
}

/* signed = { "-" } power */
static nh_node parse_signed(nh_parser *p) {
    uint32_t from = p->at, signs = skip_signs(p);
    return negate_node(p, parse_power(p, p->at), from, signs);
}

/* product = signed { ("*" | "/") signed } */
static nh_node parse_product(nh_parser *p) {
    uint32_t from = p->at, first = pending_here(p);
    nh_node factor = parse_signed(p);
    int operator_ = nh_parser_operator(p);
    if (operator_ != '*' && operator_ != '/') return factor;
    uint32_t token = p->at;
    push_node(p, factor);
    for (; operator_ == '*' || operator_ == '/'; operator_ = nh_parser_operator(p)) {
        uint32_t place = p->at++;
        factor = parse_signed(p);
        if (operator_ == '/') factor = nh_parser_make1(p, NH_NODE_INVERSE, place, place, factor);
        push_node(p, factor);
    }
    return nh_parser_make_pending(p, (nh_node_data){.kind = NH_NODE_PRODUCT, .token = token, .from = from}, first);
}

/* sum = product { ("+" | "-") product } */
static nh_node parse_sum(nh_parser *p) {
    uint32_t from = p->at, first = pending_here(p);
    nh_node term = parse_product(p);
    int operator_ = nh_parser_operator(p);
    if (operator_ != '+' && operator_ != '-') return term;
    uint32_t token = p->at;
    push_node(p, term);
    for (; operator_ == '+' || operator_ == '-'; operator_ = nh_parser_operator(p)) {
        uint32_t place = p->at++;
        term = parse_product(p);
        if (operator_ == '-') term = nh_parser_make1(p, NH_NODE_NEGATE, place, place, term);
        push_node(p, term);
    }
    return nh_parser_make_pending(p, (nh_node_data){.kind = NH_NODE_SUM, .token = token, .from = from}, first);
}

static bool is_comparison(int operator_) {
    return operator_ == '<' || operator_ == '>' || operator_ == NH_OP_AT_MOST || operator_ == NH_OP_AT_LEAST ||
           operator_ == NH_OP_UNEQUAL;
}

/* comparison = sum [ ("<" | ">" | "<=" | ">=" | "!=") sum ] */
nh_node nh_parse_comparison(nh_parser *p) {
    uint32_t from = p->at;
    nh_node left = parse_sum(p);
    if (!is_comparison(nh_parser_operator(p))) return left;
    uint32_t token = p->at++;
    nh_node right = parse_sum(p);
    return nh_parser_make2(p, NH_NODE_COMPARE, token, from, left, right);
}

nh_node nh_parse_expression(nh_parser *p) {
    return parse_sum(p);
}

/* NOLINTEND(misc-no-recursion) */
