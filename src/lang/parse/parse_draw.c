/* What the picture shows: draw = "draw" shape. SHAPE is the token of the shape's word. */
#include "lang/parse/parse_private.h"

/* trail = sum { "," sum }: a FIRST each */
static void parse_trail(nh_parser *p) {
    do {
        nh_clause_expression(p, NH_PART_FIRST);
    } while (nh_parser_accept(p, ','));
}

/* segment, arrow = sum "," sum: FIRST and SECOND */
static void parse_two(nh_parser *p, const char *hint) {
    nh_clause_expression(p, NH_PART_FIRST);
    if (nh_parser_expect(p, ',', "a comma", hint)) nh_clause_expression(p, NH_PART_SECOND);
}

static void parse_segment(nh_parser *p) {
    parse_two(p, "write draw segment P, Q");
}

static void parse_arrow(nh_parser *p) {
    parse_two(p, "write draw arrow P, v");
}

/* disc = sum { "radius" sum | "axis" sum }: FIRST, RADIUS, AXIS if there is one */
static void parse_disc(nh_parser *p) {
    static const char *const words[] = {"radius", "axis", "for", NULL};
    p->words = words;
    nh_clause_expression(p, NH_PART_FIRST);
    while (nh_clause_word(p, "radius", NH_PART_RADIUS) || nh_clause_word(p, "axis", NH_PART_AXIS)) {}
    nh_clause_need(p, NH_PART_RADIUS, "'radius'", "write draw disc B radius R");
}

/* sphere = sum "radius" sum: FIRST, RADIUS */
static void parse_sphere(nh_parser *p) {
    static const char *const words[] = {"radius", "for", NULL};
    p->words = words;
    nh_clause_expression(p, NH_PART_FIRST);
    while (nh_clause_word(p, "radius", NH_PART_RADIUS)) {}
    nh_clause_need(p, NH_PART_RADIUS, "'radius'", "write draw sphere P radius R");
}

/* ellipsoid, box = sum sum: FIRST, and after a blank the VALUE, a vector */
static void parse_sized(nh_parser *p, const char *hint) {
    p->blank_ends = true;
    nh_clause_expression(p, NH_PART_FIRST);
    p->blank_ends = false;
    if (nh_parser_operator(p) == '[') nh_clause_expression(p, NH_PART_VALUE);
    else nh_parser_due(p, "a vector", hint);
}

static void parse_ellipsoid(nh_parser *p) {
    parse_sized(p, "write draw ellipsoid B [a, b, c], with a blank before the [");
}

static void parse_box(nh_parser *p) {
    parse_sized(p, "write draw box B [a, b, c], with a blank before the [");
}

/* curve = sum "for" name "=" sum ".." sum: VALUE, VARIABLE, LOW, HIGH */
static void parse_curve(nh_parser *p) {
    const char *hint = "write draw curve [...] for s = 0 .. 1";
    uint32_t token;
    nh_node low, high;
    nh_clause_expression(p, NH_PART_VALUE);
    if (!nh_parser_sees_word(p, "for")) nh_parser_due(p, "'for'", hint);
    else p->at++;
    if (!nh_parse_new_name(p, "the name of a variable", &token)) return;
    nh_clause_add(p, NH_PART_VARIABLE, token, 0);
    nh_parser_expect(p, '=', "'='", hint);
    token = p->at;
    nh_parse_range(p, &low, &high, hint);
    nh_clause_add(p, NH_PART_LOW, token, low);
    nh_clause_add(p, NH_PART_HIGH, token, high);
}

/* plane = { "at" sum | "normal" sum }: AT and NORMAL as they are given */
static void parse_plane(nh_parser *p) {
    static const char *const words[] = {"at", "normal", "for", NULL};
    p->words = words;
    while (nh_clause_word(p, "at", NH_PART_AT) || nh_clause_word(p, "normal", NH_PART_NORMAL)) {}
    bool is_complete = nh_parser_at_end(p) || nh_parser_sees_word(p, "for");
    bool is_bare = p->syntax->parts.count - p->clause.first_part == 1;
    if (!is_complete && is_bare && nh_parser_meant(p, nh_parser_token(p), words) == NULL)
        nh_parser_due(p, "'at' or 'normal'", "write draw plane at P normal n");
}

/* Nothing follows. */
static void parse_none(nh_parser *p) {
    (void)p;
}

typedef struct shape {
    const char *word;
    void (*read)(nh_parser *p);
} shape;

static const shape shapes[] = {
    {"trail", parse_trail},   {"segment", parse_segment},     {"arrow", parse_arrow}, {"disc", parse_disc},
    {"sphere", parse_sphere}, {"ellipsoid", parse_ellipsoid}, {"box", parse_box},     {"curve", parse_curve},
    {"plane", parse_plane},   {"none", parse_none},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* draw = "draw" shape: SHAPE and what the shape has */
void nh_parse_draw(nh_parser *p) {
    static const char *const words[] = {"trail", "segment", "arrow", "disc", "sphere", "ellipsoid",
                                        "box",   "curve",   "plane", "none", NULL};
    const char *hint = "write trail, segment, arrow, disc, sphere, ellipsoid, box, curve, plane or none";
    nh_clause_begin(p);
    int i = 0;
    while (i < SHAPES && !nh_parser_sees_word(p, shapes[i].word)) i++;
    if (i < SHAPES) {
        nh_clause_token(p, NH_PART_SHAPE);
        shapes[i].read(p);
    } else if (nh_parser_sees_name(p)) {
        nh_parser_unknown(p, p->at, "syntax", "shape", words, hint);
    } else {
        nh_parser_due(p, "the name of a shape", hint);
    }
    nh_clause_end(p);
}
