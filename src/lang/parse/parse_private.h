/* What the parts of the parser share; only src/lang sees it.
 *
 * The text is cut into statements first (split.c); each is then read by recursive descent. A statement gets one
 * error at most: the first one breaks it and moves the parser to its end, so that every rule under way sees the end
 * and returns. What a broken rule returns is node 0. */
#ifndef NH_LANG_PARSE_PARSE_PRIVATE_H
#define NH_LANG_PARSE_PARSE_PRIVATE_H

#include "lang/parse/syntax.h"

/* An operator is determined by its first character, or by one of these. */
enum {
    NH_OP_NONE = 0, /* no operator */
    NH_OP_AT_MOST = 'l',
    NH_OP_AT_LEAST = 'g',
    NH_OP_UNEQUAL = 'n',
    NH_OP_RANGE = 'r',
};

/* The tokens of one statement, from .. behind-1; at behind is a NEWLINE or the END. */
typedef struct nh_span {
    uint32_t from, behind;
    int32_t outermost, innermost; /* the brackets that are still open at its end, or NH_SYNTAX_NONE */
    bool has_bad;                 /* a token in it has got its error */
} nh_span;

typedef NH_ARRAY(nh_span) nh_spans;

typedef struct nh_parser {
    nh_syntax *syntax;
    nh_context *context;
    nh_span span;               /* of the statement being read */
    nh_statement statement;     /* that one */
    nh_clause clause;           /* the clause of it that is being read */
    uint32_t at;                /* the next token; at most span.behind */
    uint32_t level;             /* of recursion */
    uint32_t complete;          /* the token after something that is not an expression: nothing is missing before it */
    bool is_broken;             /* the statement got its error */
    bool blank_ends;            /* a [ after a blank is not an index here: `box B [1,2,3]` */
    bool is_list;               /* the statement has several clauses, separated by commas */
    const char *const *words;   /* those that may follow a complete expression here, for suggestions; ends in NULL */
    NH_ARRAY(uint32_t) pending; /* nodes that will be children of one that is not complete */
} nh_parser;

/* split.c: drops the line ends that mean nothing from the tokens and says where statements are. What is left of line
 * ends is what ends a statement, and inside braces what does for a comma. */
nh_spans nh_split(nh_syntax *syntax, nh_arena *arena);
/* The whole text as one statement, in which line ends mean nothing. */
nh_span nh_split_none(nh_syntax *syntax);

/* ---- looking and moving ---- */

const nh_token *nh_parser_token(const nh_parser *p);
int nh_operator_of(const nh_context *context, const nh_token *token);
/* The operator that comes next, or that many tokens later. */
int nh_parser_operator(const nh_parser *p);
int nh_parser_operator_ahead(const nh_parser *p, uint32_t ahead);
bool nh_parser_sees_word(const nh_parser *p, const char *word);
bool nh_parser_sees_name(const nh_parser *p);
bool nh_parser_at_end(const nh_parser *p);
/* Moves on when this comes next. */
bool nh_parser_accept(nh_parser *p, int operator_);
bool nh_parser_accept_word(nh_parser *p, const char *word);

/* ---- parse_errors.c ---- */

/* Breaks the statement, with an error about a token unless it has one. */
void nh_parser_error(nh_parser *p, uint32_t token, const char *code, const char *hint, const char *format, ...)
    NH_PRINTF(5, 6);
/* "WHAT is expected before ..." what comes next. */
void nh_parser_due(nh_parser *p, const char *what, const char *hint);
/* What comes next cannot continue what was read. */
void nh_parser_leftover(nh_parser *p);
/* The same where it begins the next clause of a list. */
void nh_parser_missing_comma(nh_parser *p);
/* Moves over an operator that must come, or breaks. what: as it is said, "':'". */
bool nh_parser_expect(nh_parser *p, int operator_, const char *what, const char *hint);
/* The same for a closing bracket; opening: the token of its partner. */
bool nh_parser_close(nh_parser *p, int operator_, uint32_t opening);
/* The word in the list, which ends in NULL, that was probably meant by a token; NULL when none is near. */
const char *nh_parser_meant(const nh_parser *p, const nh_token *token, const char *const *words);
/* Says that a word is not known at its place; `noun` as in "unknown statement". */
void nh_parser_unknown(nh_parser *p, uint32_t token, const char *code, const char *noun, const char *const *words,
                       const char *otherwise);

/* ---- parse_tree.c ---- */

/* A node whose tokens are from .. p->at-1. Breaks, and is 0, when it gets too deep or a child of it is 0. */
nh_node nh_parser_make(nh_parser *p, nh_node_data data, uint32_t count, const nh_node *children);
nh_node nh_parser_make_leaf(nh_parser *p, nh_node_kind kind, uint32_t token);
nh_node nh_parser_make1(nh_parser *p, nh_node_kind kind, uint32_t token, uint32_t from, nh_node child);
nh_node nh_parser_make2(nh_parser *p, nh_node_kind kind, uint32_t token, uint32_t from, nh_node a, nh_node b);
/* Of the pending nodes from `first` on, which are then no longer pending. */
nh_node nh_parser_make_pending(nh_parser *p, nh_node_data data, uint32_t first);

/* ---- parse_expression.c ---- */

nh_node nh_parse_expression(nh_parser *p);
/* An expression, or a comparison of two. */
nh_node nh_parse_comparison(nh_parser *p);
/* low .. high */
bool nh_parse_range(nh_parser *p, nh_node *low, nh_node *high, const char *hint);

/* ---- parse_clause.c: what statements consist of ---- */

void nh_clause_begin(nh_parser *p);
void nh_clause_end(nh_parser *p);
void nh_clause_add(nh_parser *p, nh_part_kind kind, uint32_t token, nh_node node);
/* Adds an expression, or what comes next if it is a word, as a part. */
void nh_clause_expression(nh_parser *p, nh_part_kind kind);
void nh_clause_token(nh_parser *p, nh_part_kind kind);
/* Reads a clause by `read`, and as long as commas follow more of them. */
void nh_clause_list(nh_parser *p, void (*read)(nh_parser *p));
/* After a word, such as `mass`: the expression as a part, once. False when the word does not come next. */
bool nh_clause_word(nh_parser *p, const char *word, nh_part_kind kind);
bool nh_clause_has(const nh_parser *p, nh_part_kind kind);
/* The part must have come by now; `word` is the one that it is given by, in quotes. */
void nh_clause_need(nh_parser *p, nh_part_kind kind, const char *word, const char *hint);

/* A name that the clause declares, or a label, with its dimensions. */
void nh_parse_declarator(nh_parser *p);
void nh_parse_label(nh_parser *p);
/* Whether a label or name with dimensions comes next and then one of these operators. */
bool nh_parser_sees_label(const nh_parser *p, int operator_, int other);
/* The token of a name that is not reserved; breaks when there is none. `what`: "an index", ... */
bool nh_parse_new_name(nh_parser *p, const char *what, uint32_t *token);
/* "=" expression, as this part. */
void nh_parse_equals(nh_parser *p, nh_part_kind kind, const char *hint);
/* expression "=" expression: LEFT and RIGHT. */
void nh_parse_equation(nh_parser *p, const char *hint);
/* [ "for" bindings ], the last clause of any statement. */
void nh_parse_bindings(nh_parser *p);

/* ---- one for each kind of statement, or for several of one form ---- */

#define STATEMENT(NAME, word, parser, ...) void nh_parse_##parser(nh_parser *p);
#include "lang/statements.def"
#undef STATEMENT
/* Of options: --set, and equations only. */
void nh_parse_set(nh_parser *p);
void nh_parse_plain_equation(nh_parser *p);
void nh_parse_section(nh_parser *p);

#endif
