/* Making the nodes of the trees, children first, and moving over the tokens of a statement. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "lang/parse/parse_private.h"

/* ---- looking and moving ---- */

const nh_token *nh_parser_token(const nh_parser *p) {
    return &p->syntax->tokens.items[p->at];
}

int nh_parser_operator(const nh_parser *p) {
    return nh_operator_of(p->context, nh_parser_token(p));
}

int nh_parser_operator_ahead(const nh_parser *p, uint32_t ahead) {
    if (ahead >= p->span.behind - p->at) return NH_OP_NONE;
    return nh_operator_of(p->context, &p->syntax->tokens.items[p->at + ahead]);
}

bool nh_parser_sees_word(const nh_parser *p, const char *word) {
    const nh_token *token = nh_parser_token(p);
    return token->kind == NH_TOKEN_NAME && strcmp(nh_name_text(p->context, token->name), word) == 0;
}

bool nh_parser_sees_name(const nh_parser *p) {
    return nh_parser_token(p)->kind == NH_TOKEN_NAME;
}

bool nh_parser_at_end(const nh_parser *p) {
    return p->at == p->span.behind;
}

bool nh_parser_accept(nh_parser *p, int operator_) {
    bool good = nh_parser_operator(p) == operator_;
    if (good) p->at++;
    return good;
}

bool nh_parser_accept_word(nh_parser *p, const char *word) {
    bool good = nh_parser_sees_word(p, word);
    if (good) p->at++;
    return good;
}

/* ---- nodes ---- */

nh_node nh_parser_make(nh_parser *p, nh_node_data data, uint32_t count, const nh_node *children) {
    nh_syntax *syntax = p->syntax;
    nh_tick(p->context, 1);
    for (uint32_t i = 0; i < count; i++) {
        if (children[i] == 0) return 0;
        uint32_t depth = nh_syntax_node(syntax, children[i])->depth;
        if (depth > data.depth) data.depth = depth;
    }
    if (++data.depth > NH_SYNTAX_DEPTH_MAX) {
        nh_parser_error(p, data.token, "nesting", NULL, "this is nested too deeply");
        return 0;
    }
    if (syntax->nodes.count >= UINT32_MAX || syntax->children.count >= UINT32_MAX - count)
        nh_raise(p->context, NH_E_LIMIT);
    data.behind = p->at;
    data.first = (uint32_t)syntax->children.count;
    data.count_children = count;
    nh_array_reserve(&syntax->children, count);
    if (count > 0) memcpy(syntax->children.items + data.first, children, count * sizeof *children);
    syntax->children.count += count;
    nh_array_push(&syntax->nodes, data);
    return (nh_node)syntax->nodes.count - 1;
}

nh_node nh_parser_make_leaf(nh_parser *p, nh_node_kind kind, uint32_t token) {
    return nh_parser_make(p, (nh_node_data){.kind = kind, .token = token, .from = token}, 0, NULL);
}

nh_node nh_parser_make1(nh_parser *p, nh_node_kind kind, uint32_t token, uint32_t from, nh_node child) {
    return nh_parser_make(p, (nh_node_data){.kind = kind, .token = token, .from = from}, 1, &child);
}

nh_node nh_parser_make2(nh_parser *p, nh_node_kind kind, uint32_t token, uint32_t from, nh_node a, nh_node b) {
    const nh_node children[] = {a, b};
    return nh_parser_make(p, (nh_node_data){.kind = kind, .token = token, .from = from}, 2, children);
}

nh_node nh_parser_make_pending(nh_parser *p, nh_node_data data, uint32_t first) {
    NH_ASSERT(first <= p->pending.count);
    uint32_t count = (uint32_t)p->pending.count - first;
    nh_node node = nh_parser_make(p, data, count, count > 0 ? p->pending.items + first : NULL);
    p->pending.count = first;
    return node;
}
