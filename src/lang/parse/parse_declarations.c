/* Statements that declare names: constants, parameters, coordinates, functions, abbreviations, quasi-velocities. */
#include "lang/parse/parse_private.h"

/* system = "system" string: WORDS */
void nh_parse_system(nh_parser *p) {
    nh_clause_begin(p);
    if (nh_parser_token(p)->kind == NH_TOKEN_STRING) nh_clause_token(p, NH_PART_WORDS);
    else nh_parser_due(p, "a title in quotes", "write system \"title\"");
    nh_clause_end(p);
}

/* declarator "=" sum: a name and VALUE */
static void parse_definition(nh_parser *p, const char *hint) {
    nh_parse_declarator(p);
    nh_parse_equals(p, NH_PART_VALUE, hint);
}

static void parse_one_const(nh_parser *p) {
    parse_definition(p, "write const N = 4");
}

/* const = "const" declarator "=" sum { "," ... }: a name and VALUE */
void nh_parse_const(nh_parser *p) {
    nh_clause_list(p, parse_one_const);
}

/* [ string ] and [ "in" sum ".." sum ], in either order: WORDS; LOW and HIGH */
static void parse_remarks(nh_parser *p) {
    for (;;) {
        if (nh_parser_token(p)->kind == NH_TOKEN_STRING && !nh_clause_has(p, NH_PART_WORDS)) {
            nh_clause_token(p, NH_PART_WORDS);
        } else if (nh_parser_sees_word(p, "in") && !nh_clause_has(p, NH_PART_LOW)) {
            uint32_t token = ++p->at;
            nh_node low, high;
            nh_parse_range(p, &low, &high, "write in 0 .. 20");
            nh_clause_add(p, NH_PART_LOW, token, low);
            nh_clause_add(p, NH_PART_HIGH, token, high);
        } else {
            return;
        }
    }
}

static void parse_one_param(nh_parser *p) {
    nh_parse_declarator(p);
    if (nh_parser_accept(p, '=')) nh_clause_expression(p, NH_PART_VALUE);
    parse_remarks(p);
}

/* param = "param" declarator [ "=" sum ] remarks { "," ... }: a name, VALUE if there is one, a LIST for members one
 * by one, and what parse_remarks says */
void nh_parse_param(nh_parser *p) {
    static const char *const words[] = {"in", "for", NULL};
    p->words = words;
    nh_clause_list(p, parse_one_param);
}

static void parse_one_coord(nh_parser *p) {
    nh_parse_declarator(p);
    bool is_beside = nh_parser_sees_name(p) && !nh_parser_sees_word(p, "for");
    if (is_beside) nh_parser_missing_comma(p);
    else if (nh_parser_operator(p) == '=')
        nh_parser_error(p, p->at, "syntax", "write the initial value as init x = 0",
                        "a coordinate has no value of its own");
}

/* coord = "coord" declarator { "," declarator }: a name */
void nh_parse_coord(nh_parser *p) {
    nh_clause_list(p, parse_one_coord);
}

static void parse_one_orientation(nh_parser *p) {
    nh_parse_declarator(p);
    bool is_beside = nh_parser_sees_name(p) && !nh_parser_sees_word(p, "for");
    if (is_beside) nh_parser_missing_comma(p);
    else if (nh_parser_operator(p) == '=')
        nh_parser_error(p, p->at, "syntax", "write the initial value as init B.R = Rz(0.2)*Rx(0.1)",
                        "an orientation has no value of its own");
}

/* orientation = "orientation" declarator { "," declarator }: a name */
void nh_parse_orientation(nh_parser *p) {
    nh_clause_list(p, parse_one_orientation);
}

/* name { "," name }, as ARGUMENTs; the time may be one */
static void parse_arguments(nh_parser *p) {
    uint32_t token;
    do {
        bool is_time = nh_parser_sees_word(p, "t");
        if (is_time) token = p->at++;
        else if (!nh_parse_new_name(p, "the name of an argument", &token)) return;
        nh_clause_add(p, NH_PART_ARGUMENT, token, 0);
    } while (nh_parser_accept(p, ','));
}

/* The name of the function itself. */
static bool accept_own_name(nh_parser *p) {
    const nh_token *own = nh_syntax_token(p->syntax, (uint32_t)p->clause.name);
    bool is_own = nh_parser_sees_name(p) && nh_parser_token(p)->name == own->name;
    if (is_own) p->at++;
    return is_own;
}

/* name "'" "=" sum "," name "(" sum ")" "=" sum: RIGHT, the rate; LOW and HIGH, a place and the value there */
static void parse_quadrature(nh_parser *p) {
    static const char *const hint = "write function B(t): B' = b(t), B(0) = 0";
    if (!accept_own_name(p)) {
        nh_parser_due(p, "the name of the function", hint);
        return;
    }
    if (!nh_parser_expect(p, '\'', "its derivative", hint) || !nh_parser_expect(p, '=', "'='", hint)) return;
    nh_clause_expression(p, NH_PART_RIGHT);
    if (!nh_parser_expect(p, ',', "a value of the function", hint)) return;
    uint32_t opening = p->at + 1;
    if (!accept_own_name(p) || !nh_parser_accept(p, '(')) {
        nh_parser_due(p, "a value of the function", hint);
        return;
    }
    nh_clause_expression(p, NH_PART_LOW);
    if (!nh_parser_close(p, ')', opening)) return;
    if (nh_parser_expect(p, '=', "'='", hint)) nh_clause_expression(p, NH_PART_HIGH);
}

/* function = "function" declarator "(" name { "," name } ")" [ "=" sum | ":" quadrature ]: a name, ARGUMENTs, VALUE if
 * there is one, or what parse_quadrature says */
void nh_parse_function(nh_parser *p) {
    nh_clause_begin(p);
    nh_parse_declarator(p);
    uint32_t opening = p->at;
    if (nh_parser_expect(p, '(', "'('", "write function f(x) = ...")) {
        parse_arguments(p);
        nh_parser_close(p, ')', opening);
        p->complete = p->at;
    }
    if (nh_parser_accept(p, '=')) nh_clause_expression(p, NH_PART_VALUE);
    else if (nh_parser_accept(p, ':')) parse_quadrature(p);
    nh_clause_end(p);
}

static void parse_one_let(nh_parser *p) {
    parse_definition(p, "write let name = ...");
}

/* let = "let" declarator "=" sum { "," ... }: a name and VALUE */
void nh_parse_let(nh_parser *p) {
    nh_clause_list(p, parse_one_let);
}

static void parse_one_quasi(nh_parser *p) {
    parse_definition(p, "write quasi name = ...");
}

/* quasi = "quasi" declarator "=" sum { "," ... }: a name and VALUE */
void nh_parse_quasi(nh_parser *p) {
    nh_clause_list(p, parse_one_quasi);
}
