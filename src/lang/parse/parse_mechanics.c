/* Statements about points, bodies, energies and forces. */
#include "lang/parse/parse_private.h"

/* kinetic | potential | lagrangian | gravity, then sum: VALUE */
void nh_parse_value(nh_parser *p) {
    nh_clause_begin(p);
    nh_clause_expression(p, NH_PART_VALUE);
    nh_clause_end(p);
}

static void parse_one_point(nh_parser *p) {
    static const char *const words[] = {"mass", "for", NULL};
    nh_parse_declarator(p);
    nh_parse_equals(p, NH_PART_VALUE, "write point P = [x, y]");
    p->words = words;
    while (nh_clause_word(p, "mass", NH_PART_MASS)) {}
}

/* point = "point" declarator "=" sum [ "mass" sum ] { "," ... }: a name, VALUE, MASS if there is one */
void nh_parse_point(nh_parser *p) {
    nh_clause_list(p, parse_one_point);
}

/* ---- bodies ---- */

typedef struct item {
    const char *word;
    nh_part_kind kind;
} item;

static const item body_items[] = {
    {"at", NH_PART_AT},
    {"rotation", NH_PART_ROTATION},
    {"mass", NH_PART_MASS},
    {"inertia", NH_PART_INERTIA},
};

enum { BODY_ITEMS = sizeof body_items / sizeof *body_items };

static bool is_separator(const nh_parser *p) {
    bool is_line_end = nh_parser_token(p)->kind == NH_TOKEN_NEWLINE && !nh_parser_at_end(p);
    return is_line_end || nh_parser_operator(p) == ',';
}

/* ("at" | "rotation" | "mass" | "inertia") sum */
static void parse_body_item(nh_parser *p) {
    static const char *const words[] = {"at", "rotation", "mass", "inertia", NULL};
    if (!nh_parser_sees_name(p)) {
        nh_parser_due(p, "at, rotation, mass or inertia", NULL);
        return;
    }
    bool found = false;
    for (int i = 0; i < BODY_ITEMS && !found && !p->is_broken; i++)
        found = nh_clause_word(p, body_items[i].word, body_items[i].kind);
    if (!found)
        nh_parser_unknown(p, p->at, "syntax", "word", words,
                          "the properties of a body are at, rotation, mass and inertia");
    bool is_complete = is_separator(p) || nh_parser_at_end(p) || nh_parser_operator(p) == '}';
    if (is_complete) return;
    const char *meant = nh_parser_meant(p, nh_parser_token(p), words);
    p->words = words;
    if (meant != NULL && nh_parser_sees_word(p, meant)) nh_parser_missing_comma(p);
    else nh_parser_leftover(p);
}

/* body = "body" declarator "{" [ item { ("," | line end) item } ] "}": a name, and AT, ROTATION, MASS, INERTIA as
 * they are given */
void nh_parse_body(nh_parser *p) {
    nh_clause_begin(p);
    nh_parse_declarator(p);
    uint32_t opening = p->at;
    if (nh_parser_expect(p, '{', "'{'", "write body B { at [x, y, z], mass m }")) {
        while (is_separator(p)) p->at++;
        while (!nh_parser_at_end(p) && nh_parser_operator(p) != '}') {
            parse_body_item(p);
            while (is_separator(p)) p->at++;
        }
        nh_parser_close(p, '}', opening);
        p->complete = p->at;
    }
    nh_clause_end(p);
}

/* ---- springs and dampers ---- */

/* sum "," sum: FIRST and SECOND */
static void parse_pair(nh_parser *p, const char *hint) {
    nh_clause_expression(p, NH_PART_FIRST);
    if (nh_parser_expect(p, ',', "a comma", hint)) nh_clause_expression(p, NH_PART_SECOND);
}

/* spring = "spring" sum "," sum { "stiffness" sum | "length" sum }: FIRST, SECOND, COEFFICIENT, LENGTH if there is
 * one */
void nh_parse_spring(nh_parser *p) {
    static const char *const words[] = {"stiffness", "length", "for", NULL};
    const char *hint = "write spring P, Q stiffness k";
    nh_clause_begin(p);
    p->words = words;
    parse_pair(p, hint);
    while (nh_clause_word(p, "stiffness", NH_PART_COEFFICIENT) || nh_clause_word(p, "length", NH_PART_LENGTH)) {}
    nh_clause_need(p, NH_PART_COEFFICIENT, "'stiffness'", hint);
    nh_clause_end(p);
}

/* damper = "damper" sum "," sum "coefficient" sum: FIRST, SECOND, COEFFICIENT */
void nh_parse_damper(nh_parser *p) {
    static const char *const words[] = {"coefficient", "for", NULL};
    const char *hint = "write damper P, Q coefficient c";
    nh_clause_begin(p);
    p->words = words;
    parse_pair(p, hint);
    while (nh_clause_word(p, "coefficient", NH_PART_COEFFICIENT)) {}
    nh_clause_need(p, NH_PART_COEFFICIENT, "'coefficient'", hint);
    nh_clause_end(p);
}

/* ---- forces ---- */

/* force = "force" sum [ "at" sum ] ":" sum: FIRST, AT if there is one, VALUE */
void nh_parse_force(nh_parser *p) {
    static const char *const words[] = {"at", "for", NULL};
    nh_clause_begin(p);
    p->words = words;
    nh_clause_expression(p, NH_PART_FIRST);
    while (nh_clause_word(p, "at", NH_PART_AT)) {}
    if (nh_parser_expect(p, ':', "':'", "write force P: F")) nh_clause_expression(p, NH_PART_VALUE);
    nh_clause_end(p);
}

/* torque = "torque" sum [ "," sum ] ":" sum: FIRST, SECOND if there is one, VALUE */
void nh_parse_torque(nh_parser *p) {
    nh_clause_begin(p);
    nh_clause_expression(p, NH_PART_FIRST);
    if (nh_parser_accept(p, ',')) nh_clause_expression(p, NH_PART_SECOND);
    if (nh_parser_expect(p, ':', "':'", "write torque B: M")) nh_clause_expression(p, NH_PART_VALUE);
    nh_clause_end(p);
}
