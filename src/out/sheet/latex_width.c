/* How wide a formula in LaTeX will be, about, without TeX: the widths of the letters of Computer Modern, rounded, with
 * scripts at their smaller size and fractions as wide as their wider half.
 *
 * For the LaTeX that the printers of expressions write; groups are kept on a stack. Good to some hundredths on what
 * they print, which is enough to choose where a line ends. */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/assert.h"
#include "out/sheet/sheet_private.h"

#define SMALL 0.8 /* scripts, next to letters of the size of the line */

typedef enum group_kind { PLAIN, SCRIPT, NUMERATOR, DENOMINATOR, ROOT } group_kind;

typedef struct group {
    group_kind kind;
    double width, scale;
    double other;  /* of a denominator: the numerator's width */
    double script; /* of the script just closed, which one at the other side is above */
    bool is_tall;  /* a fraction is in it: its brackets are larger */
} group;

typedef struct ruler {
    NH_ARRAY(group) groups;
    const char *at, *end;
    group_kind next; /* what the next group or letter will be */
    double next_other;
} ruler;

static group *top_group(ruler *r) {
    return &r->groups.items[r->groups.count - 1];
}

static void add_width(ruler *r, double width) {
    group *g = top_group(r);
    if (r->next == SCRIPT) {
        double script = SMALL * width, more = script > g->script ? script - g->script : 0;
        g->width += g->scale * more;
        g->script = g->script > 0 ? 0 : script;
    } else {
        g->width += g->scale * width;
        g->script = 0;
    }
    r->next = PLAIN;
}

/* ---- signs ---- */

static double width_of_letter(char c) {
    if (strchr("ijl", c) != NULL) return 3.9;
    if (c == 'm' || c == 'M' || c == 'W') return 9.3;
    if (c == 'w') return 7.2;
    return isupper((unsigned char)c) ? 8.2 : 5.3;
}

static double width_of_sign(char c) {
    if (isalpha((unsigned char)c)) return width_of_letter(c);
    if (isdigit((unsigned char)c)) return 5;
    switch (c) {
        case '+':
        case '-': return 12.2;
        case '=':
        case '<':
        case '>': return 13.4;
        case ',': return 4.5;
        case '(':
        case ')': return 3.9;
        default: return c == ' ' || (c & 0xC0) == 0x80 ? 0 : 4; /* of a character of several bytes the first only */
    }
}

/* ---- commands ---- */

static double width_of_command(const char *word, size_t length) {
    static const struct {
        const char *word;
        double width;
    } known[] = {{"sin", 15.5},   {"cos", 16.6},
                 {"tan", 18},     {"quad", 10},
                 {"qquad", 20},   {"cdot", 7.2},
                 {"pm", 12.2},    {"partial", 6},
                 {"ne", 13.4},    {"le", 13.4},
                 {"ge", 13.4},    {"dot", 0},
                 {"ddot", 0},     {"dddot", 0},
                 {"text", 0},     {"textbf", 0},
                 {"mathrm", 0},   {"tilde", 0},
                 {"left", 2.4},   {"right", 2.4},
                 {"frac", 0},     {"operatorname", 3.4},
                 {"sinh", 20},    {"cosh", 21},
                 {"tanh", 22.5},  {"exp", 18},
                 {"log", 15},     {"arcsin", 29},
                 {"arccos", 29},  {"arctan", 31},
                 {"min", 19},     {"max", 21},
                 {"begin", 0},    {"end", 0},
                 {"mathrlap", 0}, {"rlap", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == length && strncmp(known[i].word, word, length) == 0) return known[i].width;
    return isupper((unsigned char)*word) ? 7.3 : 6; /* a Greek letter */
}

static bool is_word(const char *word, size_t length, const char *other) {
    return strlen(other) == length && strncmp(word, other, length) == 0;
}

/* \sqrt[3]{: the number occurs in the hook of the root. */
static void begin_root(ruler *r) {
    if (r->at < r->end && *r->at == '[')
        while (r->at < r->end && *r->at != ']') r->at++;
    if (r->at < r->end && *r->at == ']') r->at++;
    r->next = ROOT;
}

static void take_command(ruler *r) {
    const char *word = ++r->at;
    while (r->at < r->end && isalpha((unsigned char)*r->at)) r->at++;
    size_t length = (size_t)(r->at - word);
    if (length == 0) {
        if (r->at < r->end) r->at++;
        top_group(r)->width += 1.7; /* \, and the like */
    } else if (is_word(word, length, "frac")) {
        r->next = NUMERATOR;
    } else if (is_word(word, length, "sqrt")) {
        begin_root(r);
    } else {
        bool is_bracket = is_word(word, length, "left") || is_word(word, length, "right");
        double width = width_of_command(word, length);
        if (is_bracket && top_group(r)->is_tall) width += 4;
        if (width > 0) add_width(r, width);
    }
}

/* ---- groups ---- */

static void open_group(ruler *r) {
    group g = {.kind = r->next, .scale = r->next == SCRIPT ? SMALL : 1, .other = r->next_other};
    nh_array_push(&r->groups, g);
    r->next = PLAIN;
    r->next_other = 0;
}

static void close_group(ruler *r) {
    if (r->groups.count < 2) return;
    group g = *top_group(r);
    r->groups.count--;
    r->next = PLAIN;
    switch (g.kind) {
        case NUMERATOR:
            r->next = DENOMINATOR;
            r->next_other = g.width;
            break;
        case DENOMINATOR:
            add_width(r, 2.4 + (g.width > g.other ? g.width : g.other));
            top_group(r)->is_tall = true;
            break;
        case ROOT: add_width(r, 9 + g.width); break;
        case SCRIPT:
            r->next = SCRIPT;
            add_width(r, g.width / g.scale);
            break;
        case PLAIN: add_width(r, g.width); break;
    }
    if (g.is_tall && g.kind != SCRIPT) top_group(r)->is_tall = true;
}

double nh_latex_width(nh_arena *arena, const char *from, const char *end) {
    NH_ASSERT(from <= end);
    ruler r = {.groups = {.arena = arena}, .at = from, .end = end};
    nh_array_push(&r.groups, ((group){.kind = PLAIN, .scale = 1}));
    while (r.at < r.end) {
        char c = *r.at;
        if (c == '\\') {
            take_command(&r);
            continue;
        }
        r.at++;
        if (c == '{') open_group(&r);
        else if (c == '}') close_group(&r);
        else if (c == '_' || c == '^') r.next = SCRIPT;
        else if (width_of_sign(c) > 0) add_width(&r, width_of_sign(c));
    }
    return r.groups.items[0].width;
}
