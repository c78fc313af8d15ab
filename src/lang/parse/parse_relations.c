/* Statements that relate or observe quantities: constraints, assumptions, initial values, the run, what is watched. */
#include "base/text/text.h"
#include "lang/parse/parse_private.h"

/* ---- labels ---- */

/* label, then ":" or `other`: the name of the clause */
static bool parse_labelled(nh_parser *p, int other, const char *article, const char *rest) {
    const char *word = nh_statement_word(p->statement.kind);
    if (nh_parser_sees_label(p, ':', other)) {
        nh_parse_label(p);
        return nh_parser_accept(p, ':') || nh_parser_accept(p, other);
    }
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text hint = nh_text_begin(scratch);
    nh_text_format(&hint, "write %s %s", word, rest);
    if (nh_parser_at_end(p)) nh_parser_due(p, "a label", nh_text_string(&hint));
    else nh_parser_error(p, p->at, "syntax", nh_text_string(&hint), "%s %s needs a label", article, word);
    nh_arena_release(scratch, mark);
    return false;
}

/* constraint | condition | claim, then label ":" sum "=" sum: a name, LEFT, RIGHT */
void nh_parse_labelled_equation(nh_parser *p) {
    nh_clause_begin(p);
    if (parse_labelled(p, ':', "a", "name: a = b")) nh_parse_equation(p, "write name: a = b");
    nh_clause_end(p);
}

/* ---- assumptions ---- */

static void parse_one_assumption(nh_parser *p) {
    const char *hint = "write assume e > 0, or < or !=";
    uint32_t token = p->at;
    nh_node value = nh_parse_comparison(p);
    bool is_comparison = value != 0 && nh_syntax_node(p->syntax, value)->kind == NH_NODE_COMPARE;
    if (!is_comparison && nh_parser_operator(p) == '=') {
        nh_clause_add(p, NH_PART_LEFT, token, value);
        nh_parse_equals(p, NH_PART_RIGHT, "write assume a = b");
        return;
    }
    if (!is_comparison && nh_parser_at_end(p)) nh_parser_due(p, "a comparison", hint);
    else if (!is_comparison) nh_parser_leftover(p);
    nh_clause_add(p, NH_PART_VALUE, token, value);
}

/* assume = "assume" comparison { "," comparison }, comparison = sum ("<" | ">" | "<=" | ">=" | "!=" | "=") sum: VALUE,
 * a COMPARE; of an equation LEFT and RIGHT */
void nh_parse_assume(nh_parser *p) {
    nh_clause_list(p, parse_one_assumption);
}

/* ---- velocities ---- */

static void parse_one_independent(nh_parser *p) {
    nh_clause_expression(p, NH_PART_VALUE);
}

/* independent = "independent" sum { "," sum }: VALUE */
void nh_parse_independent(nh_parser *p) {
    nh_clause_list(p, parse_one_independent);
}

/* transposition = "transposition" name "[" sum "," sum "]" "=" sum: LEFT, an INDEX, and RIGHT */
void nh_parse_transposition(nh_parser *p) {
    const char *hint = "write transposition omega[x, y] = e";
    nh_clause_begin(p);
    uint32_t token = p->at;
    nh_node left = nh_parse_expression(p);
    bool is_entry = left != 0 && nh_syntax_node(p->syntax, left)->kind == NH_NODE_INDEX;
    if (!is_entry) nh_parser_error(p, token, "syntax", hint, "expected an entry with two indices here");
    nh_clause_add(p, NH_PART_LEFT, token, left);
    nh_parse_equals(p, NH_PART_RIGHT, hint);
    nh_clause_end(p);
}

/* ---- the start and the run ---- */

static void parse_one_init(nh_parser *p) {
    if (nh_parser_sees_word(p, "random") && p->at + 1 == p->span.behind) {
        nh_clause_token(p, NH_PART_WORDS);
        return;
    }
    nh_clause_expression(p, NH_PART_LEFT);
    if (nh_parser_accept(p, '~')) nh_clause_expression(p, NH_PART_GUESS);
    else if (nh_parser_expect(p, '=', "'=' or '~'", NULL)) nh_clause_expression(p, NH_PART_RIGHT);
}

/* init = "init" ( "random" | sum ("=" | "~") sum ) { "," ... }: WORDS alone, or LEFT, and RIGHT or GUESS */
void nh_parse_init(nh_parser *p) {
    nh_clause_list(p, parse_one_init);
}

/* simulate = "simulate" "t" "=" sum ".." sum [ "step" sum ]: LOW, HIGH, STEP if there is one */
void nh_parse_simulate(nh_parser *p) {
    static const char *const words[] = {"step", NULL};
    const char *hint = "write simulate t = 0 .. 10";
    nh_clause_begin(p);
    p->words = words;
    if (!nh_parser_accept_word(p, "t")) nh_parser_due(p, "'t'", hint);
    nh_parser_expect(p, '=', "'='", hint);
    uint32_t token = p->at;
    nh_node low, high;
    nh_parse_range(p, &low, &high, hint);
    nh_clause_add(p, NH_PART_LOW, token, low);
    nh_clause_add(p, NH_PART_HIGH, token, high);
    while (nh_clause_word(p, "step", NH_PART_STEP)) {}
    nh_clause_end(p);
}

/* ---- what is observed ---- */

/* A quantity, or a comparison: VALUE. An equation becomes one by taking the difference. */
static void parse_trigger(nh_parser *p) {
    uint32_t token = p->at;
    nh_node value = nh_parse_comparison(p);
    if (nh_parser_operator(p) == '=')
        nh_parser_error(p, p->at, "syntax", "write a - b, which crosses zero, or a < b",
                        "an equation is not allowed here");
    nh_clause_add(p, NH_PART_VALUE, token, value);
}

/* [ "rising" | "falling" ]: DIRECTION if there is one */
static void parse_direction(nh_parser *p) {
    bool is_directed = nh_parser_sees_word(p, "rising") || nh_parser_sees_word(p, "falling");
    if (is_directed) nh_clause_token(p, NH_PART_DIRECTION);
}

static const char *const directions[] = {"rising", "falling", "for", NULL};

/* stop = "stop" "when" comparison [ "rising" | "falling" ]: VALUE, DIRECTION if there is one */
void nh_parse_stop(nh_parser *p) {
    nh_clause_begin(p);
    if (nh_parser_accept_word(p, "when")) parse_trigger(p);
    else nh_parser_due(p, "'when'", "write stop when e");
    p->words = directions;
    parse_direction(p);
    nh_clause_end(p);
}

/* event = "event" label ":" comparison [ "rising" | "falling" ]: a name, VALUE, DIRECTION if there is one */
void nh_parse_event(nh_parser *p) {
    nh_clause_begin(p);
    p->words = directions;
    if (parse_labelled(p, ':', "an", "name: e")) parse_trigger(p);
    parse_direction(p);
    nh_clause_end(p);
}

/* watch = "watch" label ("=" | ":") sum: a name and VALUE */
void nh_parse_watch(nh_parser *p) {
    nh_clause_begin(p);
    if (parse_labelled(p, '=', "a", "name = e")) nh_clause_expression(p, NH_PART_VALUE);
    nh_clause_end(p);
}

/* invariant = "invariant" label ":" sum: a name and VALUE */
void nh_parse_invariant(nh_parser *p) {
    nh_clause_begin(p);
    if (nh_parser_sees_label(p, '=', '=')) {
        nh_parse_label(p);
        nh_parser_due(p, "':'", "write invariant name: e");
        nh_clause_end(p);
        return;
    }
    if (parse_labelled(p, ':', "an", "name: e")) nh_clause_expression(p, NH_PART_VALUE);
    nh_clause_end(p);
}

/* ---- texts that are no statements of a file ---- */

/* sum "=" sum: LEFT, which is a NAME, an INDEX or a CALL, and RIGHT */
void nh_parse_set(nh_parser *p) {
    const char *hint = "write m = 2, m[3] = 2 or C(t) = 2";
    nh_clause_begin(p);
    uint32_t token = p->at;
    nh_node left = nh_parse_expression(p);
    nh_node_kind kind = left != 0 ? nh_syntax_node(p->syntax, left)->kind : NH_NODE_NONE;
    bool good = kind == NH_NODE_NAME || kind == NH_NODE_INDEX || kind == NH_NODE_CALL;
    if (!good) nh_parser_error(p, token, "syntax", hint, "expected the name of a constant, parameter or function here");
    nh_clause_add(p, NH_PART_LEFT, token, left);
    nh_parse_equals(p, NH_PART_RIGHT, hint);
    nh_clause_end(p);
}

/* sum "=" sum: LEFT and RIGHT */
void nh_parse_plain_equation(nh_parser *p) {
    nh_clause_begin(p);
    nh_parse_equation(p, "write a = b");
    nh_clause_end(p);
}

/* sum "=" sum [ "rising" | "falling" ]: VALUE, RIGHT, DIRECTION if there is one; or VALUE only, an event */
void nh_parse_section(nh_parser *p) {
    nh_clause_begin(p);
    p->words = directions;
    nh_clause_expression(p, NH_PART_VALUE);
    if (nh_parser_accept(p, '=')) nh_clause_expression(p, NH_PART_RIGHT);
    parse_direction(p);
    nh_clause_end(p);
}
