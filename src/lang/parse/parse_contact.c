/* contact C: wheel of B radius R on plane rolls */
#include "lang/parse/parse_private.h"

typedef struct attribute {
    const char *word;
    nh_part_kind kind;
} attribute;

static const attribute of_shape[] = {
    {"at", NH_PART_AT},     {"radius", NH_PART_RADIUS}, {"axis", NH_PART_AXIS},         {"tube", NH_PART_TUBE},
    {"axes", NH_PART_AXES}, {"along", NH_PART_ALONG},   {"angle", NH_PART_SHAPE_ANGLE},
};
static const attribute of_surface[] = {
    {"of", NH_PART_SECOND},         {"at", NH_PART_SURFACE_AT},         {"normal", NH_PART_SURFACE_AXIS},
    {"axis", NH_PART_SURFACE_AXIS}, {"radius", NH_PART_SURFACE_RADIUS}, {"angle", NH_PART_ANGLE},
    {"tube", NH_PART_SURFACE_TUBE}, {"axes", NH_PART_SURFACE_AXES},
};

enum {
    OF_SHAPE = sizeof of_shape / sizeof *of_shape,
    OF_SURFACE = sizeof of_surface / sizeof *of_surface,
};

static void parse_attributes(nh_parser *p, size_t count, const attribute *list) {
    for (bool found = true; found && !p->is_broken;) {
        found = false;
        for (size_t i = 0; i < count && !found && !p->is_broken; i++)
            found = nh_clause_word(p, list[i].word, list[i].kind);
    }
}

/* A word of the list, as a part that is a token. */
static void parse_word(nh_parser *p, nh_part_kind kind, const char *const *words, const char *noun, const char *hint) {
    for (int i = 0; words[i] != NULL; i++)
        if (nh_parser_sees_word(p, words[i])) {
            nh_clause_token(p, kind);
            return;
        }
    if (nh_parser_sees_name(p)) nh_parser_unknown(p, p->at, "syntax", noun, words, hint);
    else nh_parser_due(p, hint, NULL);
}

/* Whether a function follows this word. */
static bool sees_function(const nh_parser *p) {
    return nh_parser_sees_word(p, "graph") || nh_parser_sees_word(p, "implicit") ||
           nh_parser_sees_word(p, "revolution");
}

/* The name of a function, not one of the words that may follow it. */
static void parse_function(nh_parser *p, nh_part_kind kind, const char *const *following) {
    for (int i = 0; following[i] != NULL && !p->is_broken; i++)
        if (nh_parser_sees_word(p, following[i]))
            nh_parser_due(p, "the name of a function",
                          "write graph h, implicit f or revolution r, with function h(x, y) = ..., f(x, y, z) or r(h)");
    if (!p->is_broken) nh_clause_expression(p, kind);
}

/* ("plane" | "sphere" | ... | "graph" name) attributes */
static void parse_surface(nh_parser *p) {
    static const char *const surfaces[] = {"plane", "sphere",     "cylinder", "cone",     "ellipsoid",
                                           "torus", "revolution", "graph",    "implicit", NULL};
    static const char *const following[] = {"at", "normal", "axis",   "radius", "angle", "tube", "axes",
                                            "of", "rolls",  "slides", "blade",  "for",   NULL};
    bool is_function = sees_function(p);
    parse_word(p, NH_PART_SURFACE, surfaces, "surface",
               "plane, sphere, cylinder, cone, ellipsoid, torus, revolution, graph or implicit");
    p->words = following;
    if (is_function) parse_function(p, NH_PART_FUNCTION, following);
    if (!p->is_broken) parse_attributes(p, OF_SURFACE, of_surface);
}

/* "rolls" [ "without" "spin" ] [ "friction" sum ] | "slides" | "blade" */
static void parse_motion(nh_parser *p) {
    static const char *const motions[] = {"rolls", "slides", "blade", NULL};
    static const char *const following[] = {"without", "friction", NULL};
    bool can_spin = nh_parser_sees_word(p, "rolls");
    parse_word(p, NH_PART_MOTION, motions, "word", "rolls, slides or blade");
    p->words = following;
    if (!can_spin || p->is_broken) return;
    if (nh_parser_accept_word(p, "without")) {
        if (nh_parser_sees_word(p, "spin")) nh_clause_token(p, NH_PART_SPIN);
        else nh_parser_due(p, "'spin'", "write rolls without spin");
    }
    if (!p->is_broken) (void)nh_clause_word(p, "friction", NH_PART_FRICTION);
}

/* contact = "contact" label ":" shape "of" sum attributes ("on" | "in") surface attributes motion: SHAPE,
 * SHAPE_FUNCTION, FIRST, those of of_shape; SIDE, SURFACE, FUNCTION, those of of_surface; MOTION, SPIN, FRICTION */
void nh_parse_contact(nh_parser *p) {
    static const char *const shapes[] = {"point",     "blade",    "sphere", "disc",       "ring",     "wheel", "torus",
                                         "ellipsoid", "cylinder", "cone",   "revolution", "implicit", NULL};
    static const char *const following[] = {"of",    "at",    "radius", "axis", "tube", "axes",
                                            "angle", "along", "on",     "in",   NULL};
    static const char *const sides[] = {"on", "in", NULL};
    const char *hint = "write contact C: sphere of B radius R on plane rolls";
    nh_clause_begin(p);
    nh_parse_declarator(p);
    if (nh_parser_expect(p, ':', "':'", hint)) {
        bool is_function = sees_function(p);
        parse_word(p, NH_PART_SHAPE, shapes, "shape",
                   "point, blade, sphere, disc, ring, wheel, torus, ellipsoid, cylinder, cone, revolution or implicit");
        p->words = following;
        if (is_function) parse_function(p, NH_PART_SHAPE_FUNCTION, following);
    }
    if (!p->is_broken && !nh_parser_accept_word(p, "of")) nh_parser_due(p, "'of'", hint);
    p->words = following;
    if (!p->is_broken) nh_clause_expression(p, NH_PART_FIRST);
    if (!p->is_broken) parse_attributes(p, OF_SHAPE, of_shape);
    if (!p->is_broken) parse_word(p, NH_PART_SIDE, sides, "word", "write on or in before the surface");
    if (!p->is_broken) parse_surface(p);
    if (!p->is_broken) parse_motion(p);
    nh_clause_end(p);
}
