/* What statements consist of: clauses with their parts, declared names with dimensions, equations, and the last
 * clause `for`. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "lang/parse/parse_private.h"

/* ---- clauses and parts ---- */

void nh_clause_begin(nh_parser *p) {
    p->clause = (nh_clause){.name = NH_SYNTAX_NONE,
                            .component = NH_SYNTAX_NONE,
                            .first_dimension = (uint32_t)p->syntax->dimensions.count,
                            .first_part = (uint32_t)p->syntax->parts.count,
                            .from = p->at};
}

void nh_clause_end(nh_parser *p) {
    p->clause.dimensions = (uint32_t)p->syntax->dimensions.count - p->clause.first_dimension;
    p->clause.parts = (uint32_t)p->syntax->parts.count - p->clause.first_part;
    p->clause.behind = p->at;
    nh_array_push(&p->syntax->clauses, p->clause);
    p->statement.clauses++;
    nh_tick(p->context, 1);
}

void nh_clause_add(nh_parser *p, nh_part_kind kind, uint32_t token, nh_node node) {
    nh_part part = {kind, token, node};
    nh_array_push(&p->syntax->parts, part);
}

void nh_clause_expression(nh_parser *p, nh_part_kind kind) {
    uint32_t token = p->at;
    nh_node node = nh_parse_expression(p);
    nh_clause_add(p, kind, token, node);
}

void nh_clause_token(nh_parser *p, nh_part_kind kind) {
    nh_clause_add(p, kind, p->at++, 0);
    p->complete = p->at;
}

bool nh_clause_has(const nh_parser *p, nh_part_kind kind) {
    for (size_t i = p->clause.first_part; i < p->syntax->parts.count; i++)
        if (p->syntax->parts.items[i].kind == kind) return true;
    return false;
}

bool nh_clause_word(nh_parser *p, const char *word, nh_part_kind kind) {
    if (!nh_parser_sees_word(p, word)) return false;
    if (nh_clause_has(p, kind)) {
        nh_parser_error(p, p->at, "syntax", NULL, "'%s' is given twice", word);
        return false;
    }
    p->at++;
    nh_clause_expression(p, kind);
    return true;
}

void nh_clause_need(nh_parser *p, nh_part_kind kind, const char *word, const char *hint) {
    if (nh_clause_has(p, kind) || p->is_broken) return;
    bool is_misspelt = nh_parser_meant(p, nh_parser_token(p), p->words) != NULL && !nh_parser_sees_word(p, "for");
    if (is_misspelt) nh_parser_leftover(p);
    else nh_parser_due(p, word, hint);
}

/* After an error: to the comma after the clause, if there is one, so that the names of later clauses are known to
 * be declared. */
static void skip_clause(nh_parser *p) {
    uint32_t depth = 0;
    if (!p->is_broken || !nh_parser_at_end(p)) return;
    for (uint32_t i = p->clause.from; i < p->span.behind; i++) {
        const nh_token *token = &p->syntax->tokens.items[i];
        int operator_ = nh_operator_of(p->context, token);
        if (operator_ == '(' || operator_ == '[' || operator_ == '{') depth++;
        else if ((operator_ == ')' || operator_ == ']' || operator_ == '}') && depth > 0) depth--;
        else if (depth == 0 && nh_token_is(p->context, token, "for")) return;
        else if (depth == 0 && operator_ == ',') {
            p->at = i;
            return;
        }
    }
}

void nh_clause_list(nh_parser *p, void (*read)(nh_parser *p)) {
    p->is_list = true;
    do {
        nh_clause_begin(p);
        read(p);
        bool is_complete = nh_parser_at_end(p) || nh_parser_operator(p) == ',' || nh_parser_sees_word(p, "for");
        if (!is_complete) nh_parser_leftover(p);
        nh_clause_end(p);
        skip_clause(p);
    } while (nh_parser_accept(p, ','));
}

/* ---- names ---- */

/* Says why a word cannot be declared; false when it can. */
static bool say_reserved(nh_parser *p) {
    const nh_token *token = nh_parser_token(p);
    const char *text = nh_name_text(p->context, token->name);
    if (strcmp(text, "t") == 0)
        nh_parser_error(p, p->at, "reserved", "choose another name", "'t' is the time and cannot be declared");
    else if (strcmp(text, "pi") == 0)
        nh_parser_error(p, p->at, "reserved", "choose another name", "'pi' is a number and cannot be declared");
    else if (nh_statement_kind_of(p->context, token->name) != NH_STATEMENT_KINDS)
        nh_parser_error(p, p->at, "reserved", "choose another name", "'%s' is a keyword and cannot be declared", text);
    else return false;
    return true;
}

bool nh_parse_new_name(nh_parser *p, const char *what, uint32_t *token) {
    if (!nh_parser_sees_name(p)) {
        nh_parser_due(p, what, NULL);
        return false;
    }
    if (say_reserved(p)) return false;
    *token = p->at++;
    return true;
}

/* dimension = [ name "=" ] sum [ ".." sum ]; with a name the range must come */
static void parse_dimension(nh_parser *p) {
    nh_dimension dimension = {.index = NH_SYNTAX_NONE};
    uint32_t index;
    if (nh_parser_sees_name(p) && nh_parser_operator_ahead(p, 1) == '=') {
        if (!nh_parse_new_name(p, "an index", &index)) return;
        dimension.index = (int32_t)index;
        p->at++;
        nh_parse_range(p, &dimension.low, &dimension.high, "write i=1..N");
    } else {
        dimension.low = nh_parse_expression(p);
        if (nh_parser_accept(p, NH_OP_RANGE)) dimension.high = nh_parse_expression(p);
    }
    nh_array_push(&p->syntax->dimensions, dimension);
}

/* { "[" dimension { "," dimension } "]" } */
static void parse_dimensions(nh_parser *p) {
    while (nh_parser_operator(p) == '[') {
        uint32_t opening = p->at++;
        do {
            parse_dimension(p);
        } while (nh_parser_accept(p, ','));
        nh_parser_close(p, ']', opening);
    }
    p->complete = p->at;
}

/* declarator = name { "[" dimension { "," dimension } "]" } */
void nh_parse_declarator(nh_parser *p) {
    uint32_t token;
    if (!nh_parse_new_name(p, "a name", &token)) return;
    p->clause.name = (int32_t)token;
    parse_dimensions(p);
}

/* Whether ".x", ".y" or ".z" is at this token, in the label of a constraint or condition. */
static bool is_component(const nh_parser *p, uint32_t at) {
    const nh_token *tokens = p->syntax->tokens.items;
    if (p->statement.kind != NH_STATEMENT_CONSTRAINT && p->statement.kind != NH_STATEMENT_CONDITION) return false;
    if (at + 1 >= p->span.behind || nh_operator_of(p->context, &tokens[at]) != '.') return false;
    return nh_token_is(p->context, &tokens[at + 1], "x") || nh_token_is(p->context, &tokens[at + 1], "y") ||
           nh_token_is(p->context, &tokens[at + 1], "z");
}

/* label = word { "[" dimension { "," dimension } "]" } [ "." ("x" | "y" | "z") ] */
void nh_parse_label(nh_parser *p) {
    NH_ASSERT(nh_parser_sees_name(p));
    p->clause.name = (int32_t)p->at++;
    parse_dimensions(p);
    if (p->is_broken || !is_component(p, p->at)) return;
    p->clause.component = (int32_t)p->at + 1;
    p->complete = p->at += 2;
}

bool nh_parser_sees_label(const nh_parser *p, int operator_, int other) {
    uint32_t depth = 0;
    if (!nh_parser_sees_name(p)) return false;
    for (uint32_t i = p->at + 1; i < p->span.behind; i++) {
        int now = nh_operator_of(p->context, &p->syntax->tokens.items[i]);
        if (depth == 0 && (now == operator_ || now == other)) return true;
        if (depth == 0 && is_component(p, i)) i++;
        else if (now == '[') depth++;
        else if (depth == 0) return false;
        else if (now == ']') depth--;
    }
    return false;
}

/* ---- equations ---- */

void nh_parse_equals(nh_parser *p, nh_part_kind kind, const char *hint) {
    if (nh_parser_expect(p, '=', "'='", hint)) nh_clause_expression(p, kind);
}

void nh_parse_equation(nh_parser *p, const char *hint) {
    nh_clause_expression(p, NH_PART_LEFT);
    bool is_beside = !nh_parser_at_end(p) && nh_parser_token(p)->kind != NH_TOKEN_OPERATOR;
    if (is_beside) nh_parser_leftover(p);
    nh_parse_equals(p, NH_PART_RIGHT, hint);
    if (nh_parser_operator(p) == '=')
        nh_parser_error(p, p->at, "syntax", "write several equations, or a family", "more than one '=' in an equation");
}

/* ---- the last clause ---- */

/* binding = name "=" sum ".." sum */
static void parse_binding(nh_parser *p) {
    nh_binding binding = {.index = p->at};
    if (!nh_parse_new_name(p, "an index", &binding.index)) return;
    if (!nh_parser_expect(p, '=', "'='", "write for i = 1..N")) return;
    nh_parse_range(p, &binding.low, &binding.high, "write for i = 1..N");
    nh_array_push(&p->syntax->bindings, binding);
    p->statement.bindings++;
}

/* [ "for" binding { "," binding } ] */
void nh_parse_bindings(nh_parser *p) {
    if (!nh_parser_accept_word(p, "for")) return;
    p->is_list = true;
    p->words = NULL;
    do {
        parse_binding(p);
        nh_tick(p->context, 1);
    } while (nh_parser_accept(p, ','));
}
