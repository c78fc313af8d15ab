#include "truth/judge/edits.h"

#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "expr/read/token.h"

/* Names that are put in the place of another; brackets within brackets; bytes of a term that is quoted. */
enum { MOST_NAMES = 40, MOST_LEVEL = 64, MOST_SHOWN = 60 };

/* A summand: the tokens first .. behind-1 between signs, = , commas and brackets. */
typedef struct term {
    uint32_t first, behind;
    uint32_t sign;   /* the token of + or - before it; NONE: there is none */
    uint32_t level;  /* of brackets around it */
    uint32_t number; /* on its side of the equation, from 1; of those at level 0 */
    bool is_right;
} term;

enum { NONE = UINT32_MAX };

typedef struct editor {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena;
    const char *text;
    size_t length;
    nh_tokens tokens;
    uint32_t count; /* tokens before the end */
    NH_ARRAY(term) terms;
    NH_ARRAY(const char *) names; /* of scalars that may occur in it */
    nh_edits edits;
    size_t most;
} editor;

/* ---- tokens ---- */

static const nh_token *token_at(const editor *e, uint32_t i) {
    return &e->tokens.items[i];
}

static bool is_token(const editor *e, uint32_t i, const char *text) {
    return i < e->count && nh_token_is(e->context, token_at(e, i), text);
}

static size_t begin_of(const editor *e, uint32_t i) {
    return i < e->count ? token_at(e, i)->offset : e->length;
}

static size_t end_of(const editor *e, uint32_t i) {
    return i < e->count ? (size_t)token_at(e, i)->offset + token_at(e, i)->bytes : e->length;
}

/* The bytes of tokens first .. behind-1. */
static const char *piece_of(const editor *e, uint32_t first, uint32_t behind) {
    NH_ASSERT(first < behind);
    return nh_arena_text(e->arena, e->text + begin_of(e, first), end_of(e, behind - 1) - begin_of(e, first));
}

static const char *name_at(const editor *e, uint32_t i) {
    return nh_name_text(e->context, token_at(e, i)->name);
}

/* ---- making a candidate ---- */

static const char *format_text(const editor *e, const char *pattern, ...) NH_PRINTF(2, 3);
static const char *format_text(const editor *e, const char *pattern, ...) {
    nh_text text = nh_text_begin(e->arena);
    va_list list;
    va_start(list, pattern);
    nh_text_format_list(&text, pattern, list);
    va_end(list);
    return nh_text_string(&text);
}

/* The text with its bytes from .. to-1 replaced. */
static void add_edit(editor *e, nh_edit_kind kind, size_t from, size_t to, const char *by, const char *words) {
    if (e->edits.count >= e->most) return;
    nh_text text = nh_text_begin(e->arena);
    nh_text_add_bytes(&text, e->text, from);
    nh_text_add(&text, by);
    nh_text_add(&text, e->text + to);
    nh_array_push(&e->edits, ((nh_edit){kind, from, nh_text_string(&text), words}));
}

/* ---- terms ---- */

static bool is_opening(const editor *e, uint32_t i) {
    return is_token(e, i, "(") || is_token(e, i, "[");
}

static bool is_closing(const editor *e, uint32_t i) {
    return is_token(e, i, ")") || is_token(e, i, "]");
}

/* Whether a + or - at this token begins a term: not the sign of an exponent. */
static bool is_sign(const editor *e, uint32_t i) {
    if (!is_token(e, i, "+") && !is_token(e, i, "-")) return false;
    return i == 0 || (!is_token(e, i - 1, "^") && !is_token(e, i - 1, "*") && !is_token(e, i - 1, "/"));
}

/* Brackets that hold indices, not sums: x[1], B[speed,x]. */
static bool is_index_bracket(const editor *e, uint32_t i) {
    return is_token(e, i, "[") && i > 0 && (token_at(e, i - 1)->kind == NH_TOKEN_NAME || is_token(e, i - 1, "]"));
}

typedef struct term_splitter {
    term open[MOST_LEVEL]; /* by level: the term that is being read */
    bool is_index[MOST_LEVEL];
    uint32_t level, number;
    bool is_right;
} term_splitter;

static void end_term(editor *e, term_splitter *s, uint32_t behind) {
    term *t = &s->open[s->level];
    if (t->first == NONE || t->first >= behind || s->is_index[s->level]) return;
    t->behind = behind;
    t->level = s->level;
    t->is_right = s->is_right;
    if (s->level == 0) t->number = ++s->number;
    nh_array_push(&e->terms, *t);
    t->first = NONE;
}

static void begin_term(term_splitter *s, uint32_t first, uint32_t sign) {
    s->open[s->level] = (term){.first = first, .sign = sign};
}

static void find_terms(editor *e) {
    term_splitter s = {0};
    begin_term(&s, 0, NONE);
    for (uint32_t i = 0; i < e->count; i++) {
        if (is_opening(e, i) && s.level + 1 < MOST_LEVEL) {
            s.level++;
            s.is_index[s.level] = is_index_bracket(e, i) || s.is_index[s.level - 1];
            begin_term(&s, i + 1, NONE);
        } else if (is_closing(e, i) && s.level > 0) {
            end_term(e, &s, i);
            s.level--;
        } else if (is_token(e, i, "=")) {
            end_term(e, &s, i);
            s.is_right = true;
            s.number = 0;
            begin_term(&s, i + 1, NONE);
        } else if (is_token(e, i, ",")) {
            end_term(e, &s, i);
            begin_term(&s, i + 1, NONE);
        } else if (is_sign(e, i)) {
            end_term(e, &s, i);
            begin_term(&s, i + 1, i);
        }
    }
    end_term(e, &s, e->count);
}

/* "the second term on the left", "'q1*q2'". */
static const char *term_words(const editor *e, const term *t) {
    static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
    const char *side = t->is_right ? "right" : "left";
    if (t->level == 0 && t->number >= 1 && t->number <= sizeof ordinals / sizeof *ordinals)
        return format_text(e, "the %s term on the %s", ordinals[t->number - 1], side);
    const char *text = piece_of(e, t->first, t->behind);
    return strlen(text) <= MOST_SHOWN ? format_text(e, "'%s'", text) : format_text(e, "a term on the %s", side);
}

/* ---- names ---- */

static void add_name(editor *e, nh_name name) {
    if (e->names.count < MOST_NAMES) nh_array_push(&e->names, nh_name_text(e->context, name));
}

static void list_names(editor *e) {
    const nh_model *model = e->model;
    for (size_t i = 0; i < model->parameters.count; i++) add_name(e, model->parameters.items[i].name);
    for (size_t i = 0; i < model->coordinates.count; i++) add_name(e, model->coordinates.items[i].name);
    for (size_t i = 0; i < model->lets.count; i++)
        if (model->lets.items[i].value.kind == NH_QUANTITY_SCALAR) add_name(e, model->lets.items[i].name);
    for (size_t i = 0; i < model->quasis.count; i++) add_name(e, model->quasis.items[i].name);
}

static bool is_coordinate(const editor *e, const char *name) {
    for (size_t i = 0; i < e->model->coordinates.count; i++)
        if (strcmp(nh_name_text(e->context, e->model->coordinates.items[i].name), name) == 0) return true;
    return false;
}

/* A scalar that is named at token i, with its indices: where it ends; i when there is none. */
static uint32_t end_of_name(const editor *e, uint32_t i) {
    NH_ASSERT(i < e->tokens.count);
    if (token_at(e, i)->kind != NH_TOKEN_NAME || is_token(e, i + 1, "(") || is_token(e, i + 1, ".")) return i;
    if (i > 0 && is_token(e, i - 1, ".")) return i;
    uint32_t behind = i + 1;
    while (is_token(e, behind, "[")) {
        while (behind < e->count && !is_token(e, behind, "]")) behind++;
        if (behind < e->count) behind++;
    }
    return behind;
}

/* The primes after a name. */
static uint32_t end_of_primes(const editor *e, uint32_t i) {
    while (is_token(e, i, "'")) i++;
    return i;
}

/* ---- kinds of edits ---- */

/* Whether a sum begins with the sign at this token. */
static bool is_first(const editor *e, uint32_t sign) {
    return sign == 0 || is_token(e, sign - 1, "=") || is_opening(e, sign - 1) || is_token(e, sign - 1, ",");
}

/* A minus at the beginning of a sum is left out, not made a plus. */
static const char *other_sign(const editor *e, uint32_t sign) {
    if (is_token(e, sign, "+")) return "-";
    return is_first(e, sign) ? "" : "+";
}

/* Signs that are written before those that are not, and of those the right side first. */
static void edit_signs(editor *e) {
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < e->terms.count; i++) {
            const term *t = &e->terms.items[i];
            if (round != (t->sign != NONE ? 0 : t->is_right ? 1 : 2)) continue;
            const char *words = format_text(e, "with the sign of %s changed", term_words(e, t));
            size_t at = t->sign != NONE ? begin_of(e, t->sign) : begin_of(e, t->first);
            size_t end = t->sign != NONE ? end_of(e, t->sign) : at;
            add_edit(e, NH_EDIT_SIGN, at, end, t->sign != NONE ? other_sign(e, t->sign) : "-", words);
        }
}

/* Every other name; coordinates for coordinates first, since primes stay after. */
static void edit_name(editor *e, uint32_t i, uint32_t behind) {
    const char *own = piece_of(e, i, behind);
    for (size_t k = 0; k < e->names.count; k++) {
        NH_ASSERT(i < behind);
        const char *other = e->names.items[k];
        bool has_primes = is_token(e, behind, "'");
        if (strcmp(other, own) == 0 || (has_primes && !is_coordinate(e, other))) continue;
        add_edit(e, NH_EDIT_NAME, begin_of(e, i), end_of(e, behind - 1), other,
                 format_text(e, "with %s in place of %s", other, own));
    }
}

static void edit_function(editor *e, uint32_t i) {
    static const char *const pairs[][2] = {{"sin", "cos"}, {"cos", "sin"}, {"sinh", "cosh"}, {"cosh", "sinh"}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if (strcmp(name_at(e, i), pairs[k][0]) == 0)
            add_edit(e, NH_EDIT_NAME, begin_of(e, i), end_of(e, i), pairs[k][1],
                     format_text(e, "with %s in place of %s", pairs[k][1], pairs[k][0]));
}

/* Whether the token is a factor next to others, and 0 in its place would take away a term. */
static bool is_factor(const editor *e, uint32_t i) {
    static const char *const beside[] = {"*", "/", "^"};
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
        if (is_token(e, i + 1, beside[k]) || (i > 0 && is_token(e, i - 1, beside[k]))) return true;
    return false;
}

/* A number that is no exponent: others near it. */
static void edit_number(editor *e, uint32_t i) {
    static const char *const others[] = {"1", "2", "3", "4", "(1/2)", "0"};
    const char *own = piece_of(e, i, i + 1);
    size_t count = sizeof others / sizeof *others - is_factor(e, i);
    for (size_t k = 0; k < count; k++)
        if (strcmp(others[k], own) != 0)
            add_edit(e, NH_EDIT_NAME, begin_of(e, i), end_of(e, i), others[k],
                     format_text(e, "with %s in place of %s", others[k], own));
}

static void edit_names(editor *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        const nh_token *token = token_at(e, i);
        uint32_t behind = end_of_name(e, i);
        if (behind > i) edit_name(e, i, behind);
        else if (token->kind == NH_TOKEN_NAME && is_token(e, i + 1, "(")) edit_function(e, i);
        else if (token->kind == NH_TOKEN_NUMBER && (i == 0 || !is_token(e, i - 1, "^"))) edit_number(e, i);
    }
}

static void edit_primes(editor *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t behind = end_of_name(e, i), end = end_of_primes(e, behind);
        if (behind == i || !is_coordinate(e, piece_of(e, i, behind))) continue;
        static const char *const primes[] = {"", "'", "''"};
        const char *name = piece_of(e, i, behind);
        for (uint32_t k = 0; k < 3; k++)
            if (k != end - behind)
                add_edit(e, NH_EDIT_PRIME, begin_of(e, i), end_of(e, end - 1), format_text(e, "%s%s", name, primes[k]),
                         format_text(e, "with %s%s in place of %s", name, primes[k], piece_of(e, i, end)));
    }
}

static void edit_factor(editor *e, const term *t, const char *factor) {
    const char *which = term_words(e, t);
    add_edit(e, NH_EDIT_FACTOR, begin_of(e, t->first), begin_of(e, t->first), format_text(e, "%s*", factor),
             format_text(e, "with %s in front of %s", factor, which));
    add_edit(e, NH_EDIT_FACTOR, end_of(e, t->behind - 1), end_of(e, t->behind - 1), format_text(e, "/%s", factor),
             format_text(e, "with %s divided by %s", which, factor));
}

static void edit_factors(editor *e) {
    static const char *const numbers[] = {"2", "3", "4"};
    for (size_t i = 0; i < e->terms.count; i++) {
        const term *t = &e->terms.items[i];
        if (t->behind == t->first + 1 && is_token(e, t->first, "0")) continue;
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) edit_factor(e, t, numbers[k]);
        for (size_t k = 0; k < e->names.count; k++) {
            edit_factor(e, t, e->names.items[k]);
            if (is_coordinate(e, e->names.items[k])) edit_factor(e, t, format_text(e, "%s'", e->names.items[k]));
        }
    }
}

/* The factors of a term: runs between * and / at its own level. */
static void edit_less(editor *e, const term *t) {
    uint32_t begin = t->first, level = 0;
    for (uint32_t i = t->first; i <= t->behind; i++) {
        if (i < t->behind && is_opening(e, i)) level++;
        if (i < t->behind && is_closing(e, i)) level--;
        bool is_end = i == t->behind || (level == 0 && (is_token(e, i, "*") || is_token(e, i, "/")));
        if (!is_end) continue;
        if (i == begin) return; /* it cannot be read anyway: no factor before * or / */
        const char *factor = piece_of(e, begin, i), *words = format_text(e, "without the factor %s", factor);
        bool is_leading = begin == t->first;
        if (!is_leading) add_edit(e, NH_EDIT_LESS, begin_of(e, begin - 1), end_of(e, i - 1), "", words);
        else if (i < t->behind && is_token(e, i, "*"))
            add_edit(e, NH_EDIT_LESS, begin_of(e, begin), end_of(e, i), "", words);
        else if (i < t->behind) add_edit(e, NH_EDIT_LESS, begin_of(e, begin), end_of(e, i - 1), "1", words);
        if (i < t->behind)
            add_edit(e, NH_EDIT_FACTOR, begin_of(e, i), end_of(e, i), is_token(e, i, "*") ? "/" : "*",
                     format_text(e, "with '%s' in place of '%s' before %s", is_token(e, i, "*") ? "/" : "*",
                                 is_token(e, i, "*") ? "*" : "/", piece_of(e, i + 1, i + 2)));
        begin = i + 1;
    }
}

static void edit_removals(editor *e) {
    for (size_t i = 0; i < e->terms.count; i++) {
        const term *t = &e->terms.items[i];
        const char *words = format_text(e, "without the term %s", piece_of(e, t->first, t->behind));
        bool is_alone = t->sign == NONE || is_first(e, t->sign);
        size_t from = t->sign == NONE ? begin_of(e, t->first)
                      : is_alone      ? begin_of(e, t->sign)
                                      : end_of(e, t->sign - 1); /* with the blank before it */
        add_edit(e, NH_EDIT_LESS, from, end_of(e, t->behind - 1), is_alone ? "0" : "", words);
        edit_less(e, t);
    }
}

/* Exponents, and roots of brackets. */
static void edit_powers(editor *e) {
    static const char *const exponents[] = {"1", "2", "3", "4", "(1/2)", "-1", "-2"};
    for (uint32_t i = 0; i < e->count; i++) {
        bool is_exponent = token_at(e, i)->kind == NH_TOKEN_NUMBER && i > 0 && is_token(e, i - 1, "^");
        uint32_t behind = end_of_primes(e, end_of_name(e, i));
        bool is_operand = end_of_name(e, i) > i && !is_token(e, behind, "^");
        bool is_bracket = is_token(e, i, ")") && !is_token(e, i + 1, "^") && !is_token(e, i + 1, "'");
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            const char *words = format_text(e, "with the exponent %s", exponents[k]);
            if (is_exponent && strcmp(piece_of(e, i, i + 1), exponents[k]) != 0)
                add_edit(e, NH_EDIT_POWER, begin_of(e, i), end_of(e, i), exponents[k], words);
            if (is_operand && k > 0)
                add_edit(e, NH_EDIT_POWER, end_of(e, behind - 1), end_of(e, behind - 1),
                         format_text(e, "^%s", exponents[k]),
                         format_text(e, "with %s^%s in place of %s", piece_of(e, i, behind), exponents[k],
                                     piece_of(e, i, behind)));
            if (is_bracket && k > 0)
                add_edit(e, NH_EDIT_POWER, end_of(e, i), end_of(e, i), format_text(e, "^%s", exponents[k]),
                         format_text(e, "%s on a bracket", words));
        }
    }
}

/* The text of a term with one of its names replaced. */
static void edit_more(editor *e, const term *like, uint32_t i, uint32_t behind, const char *other) {
    nh_text text = nh_text_begin(e->arena);
    nh_text_add_bytes(&text, e->text + begin_of(e, like->first), begin_of(e, i) - begin_of(e, like->first));
    nh_text_add(&text, other);
    nh_text_add_bytes(&text, e->text + end_of(e, behind - 1), end_of(e, like->behind - 1) - end_of(e, behind - 1));
    const char *more = nh_text_string(&text), *side = like->is_right ? "right" : "left";
    size_t at = end_of(e, like->behind - 1);
    add_edit(e, NH_EDIT_TERM, at, at, format_text(e, " + %s", more), format_text(e, "with + %s on the %s", more, side));
    add_edit(e, NH_EDIT_TERM, at, at, format_text(e, " - %s", more), format_text(e, "with - %s on the %s", more, side));
}

/* One more term, like one that is there: with another name, or a prime more or less. */
static void edit_terms(editor *e) {
    for (size_t k = 0; k < e->terms.count; k++) {
        const term *t = &e->terms.items[k];
        for (uint32_t i = t->first; i < t->behind; i++) {
            uint32_t behind = end_of_name(e, i), end = end_of_primes(e, behind);
            if (behind == i || end > t->behind || t->level > 1) continue;
            const char *own = piece_of(e, i, behind);
            for (size_t n = 0; n < e->names.count; n++)
                if (strcmp(e->names.items[n], own) != 0 && is_coordinate(e, e->names.items[n]) == is_coordinate(e, own))
                    edit_more(e, t, i, behind, e->names.items[n]);
            if (!is_coordinate(e, own)) continue;
            edit_more(e, t, i, end, end == behind ? format_text(e, "%s'", own) : own);
        }
    }
}

nh_edits nh_edits_of(const nh_model *model, nh_arena *arena, const char *equation, size_t most) {
    editor e = {.model = model, .context = model->context, .arena = arena, .text = equation, .most = most};
    e.length = strlen(equation);
    e.terms.arena = e.names.arena = e.edits.arena = arena;
    e.tokens = nh_tokens_read(arena, equation, e.length, NULL);
    for (uint32_t i = 0; i < e.tokens.count; i++)
        if (e.tokens.items[i].kind == NH_TOKEN_NEWLINE) return e.edits; /* over several lines */
    e.count = e.tokens.count - 1;
    list_names(&e);
    find_terms(&e);
    edit_signs(&e);
    edit_names(&e);
    edit_primes(&e);
    edit_powers(&e);
    edit_factors(&e);
    edit_removals(&e);
    edit_terms(&e);
    NH_ASSERT(e.edits.count <= most);
    return e.edits;
}
