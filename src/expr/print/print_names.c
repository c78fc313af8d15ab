/* Names as LaTeX: theta1 is \theta_1, x_Q is x_Q, m[3] is m_3, u[2][3] is u_{2,3}, lambda.roll is
 * \lambda_{\mathrm{roll}}.
 *
 * A name is a word and its indices: the digits at its end, and what follows _ . or occurs in brackets. A word is a
 * Greek letter, a single letter, or upright. */
#include <string.h>

#include "base/assert.h"
#include "base/text/utf8.h"
#include "expr/print/print_private.h"

typedef struct greek_letter {
    const char *word;
    uint32_t code;
    const char *latex;
} greek_letter;

static const greek_letter letters[] = {
#define GREEK(word, code, latex) {word, code, latex},
#include "expr/greek.def"
#undef GREEK
};

/* The Greek letter that these bytes spell or are, or NULL. */
static const greek_letter *greek_of(const char *word, size_t length) {
    uint32_t code = 0;
    bool is_character = length > 0 && nh_utf8_decode(word, length, &code) == length;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (is_character ? code == letters[i].code
                         : strlen(letters[i].word) == length && memcmp(letters[i].word, word, length) == 0)
            return &letters[i];
    }
    return NULL;
}

static bool is_one_of(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* How long the word at the start of a name is: up to the first index. */
static size_t word_length(const char *name, size_t length) {
    size_t end = 0;
    while (end < length && !is_one_of(name[end], "_.[")) end++;
    size_t letters_end = end;
    while (letters_end > 0 && name[letters_end - 1] >= '0' && name[letters_end - 1] <= '9') letters_end--;
    return letters_end > 0 ? letters_end : end;
}

bool nh_print_is_greek(const char *name) {
    return greek_of(name, word_length(name, strlen(name))) != NULL;
}

/* ---- pieces ---- */

static void add_escaped(nh_text *text, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (is_one_of((char)c, "#$%&_{}")) nh_text_format(text, "\\%c", c);
        else if (c == '\\') nh_text_add(text, "\\backslash ");
        else if (c == '^' || c == '~') nh_text_format(text, "\\%c{}", c);
        else nh_text_add_char(text, c < 0x20 || c == 0x7F ? ' ' : (char)c);
    }
}

/* A word without digits at its end. Formulas have Latin and Greek letters only, without accents:
 * others are text in them. */
static void add_word(nh_text *text, const char *word, size_t length) {
    const greek_letter *letter = greek_of(word, length);
    bool is_ascii = true;
    for (size_t i = 0; i < length; i++) is_ascii = is_ascii && (unsigned char)word[i] < 0x80;
    if (letter != NULL) {
        nh_text_add(text, letter->latex);
    } else if (length == 1 && nh_utf8_is_letter((unsigned char)*word)) {
        nh_text_add_char(text, *word);
    } else {
        nh_text_add(text, is_ascii ? "\\mathrm{" : "\\text{");
        add_escaped(text, word, length);
        nh_text_add_char(text, '}');
    }
}

static bool is_number(const char *part, size_t length) {
    size_t first = length > 1 && part[0] == '-' ? 1 : 0;
    for (size_t i = first; i < length; i++)
        if (part[i] < '0' || part[i] > '9') return false;
    return length > 0;
}

/* One index: a number, a word, or a word with digits after it. */
static void add_index(nh_text *text, const char *part, size_t length) {
    if (is_number(part, length)) {
        nh_text_add_bytes(text, part, length);
        return;
    }
    size_t word = word_length(part, length);
    bool is_greek = greek_of(part, word) != NULL;
    add_word(text, part, word);
    if (word < length) nh_text_format(text, is_greek ? "_{%.*s}" : "%.*s", (int)(length - word), part + word);
}

/* The indices after the word, with commas between them. */
static void add_indices(nh_text *text, const char *name, size_t length) {
    for (size_t at = 0; at < length;) {
        if (is_one_of(name[at], "_.[,")) at++;
        size_t end = at;
        while (end < length && !is_one_of(name[end], "_.[,]")) end++;
        if (text->length > 0) nh_text_add_char(text, ',');
        if (end > at) add_index(text, name + at, end - at);
        else nh_text_add(text, "\\_");
        at = end < length && name[end] == ']' ? end + 1 : end;
    }
}

/* "(B.R*[0, 1, 0]).z", a component of an axis of a body, is (B_R e_2)_z: how much of the name is what is before the
 * axis, and the number of this; 0: it is no such name. */
static int axis_of(const char *name, size_t length, size_t *before) {
    static const char *const axes[] = {"*[1, 0, 0]).", "*[0, 1, 0]).", "*[0, 0, 1])."};
    const size_t tail = strlen(axes[0]) + 1;
    if (length < tail + 2 || name[0] != '(') return 0;
    *before = length - tail;
    for (int i = 0; i < 3; i++)
        if (memcmp(name + *before, axes[i], tail - 1) == 0) return i + 1;
    return 0;
}

nh_latex_name nh_latex_name_of(nh_arena *arena, const char *name, size_t length) {
    size_t word = word_length(name, length), before;
    nh_text base = nh_text_begin(arena), index = nh_text_begin(arena);
    int axis = axis_of(name, length, &before);
    if (axis > 0) {
        nh_latex_name rotation = nh_latex_name_of(arena, name + 1, before - 1);
        nh_text_format(&base, "\\left(%s", rotation.base);
        nh_latex_add_index(&base, rotation.index);
        nh_text_format(&base, " e_%d\\right)", axis);
        nh_text_add_char(&index, name[length - 1]);
        return (nh_latex_name){nh_text_string(&base), nh_text_string(&index)};
    }
    add_word(&base, name, word);
    add_indices(&index, name + word, length - word);
    return (nh_latex_name){nh_text_string(&base), nh_text_string(&index)};
}

void nh_latex_add_index(nh_text *text, const char *index) {
    bool is_plain = index[0] != '\0' && index[1] == '\0';
    if (*index != '\0') nh_text_format(text, is_plain ? "_%s" : "_{%s}", index);
}

void nh_print_name_latex(nh_text *text, const char *name, size_t length) {
    nh_arena *own = nh_arena_create(nh_arena_context(text->arena));
    nh_latex_name parts = nh_latex_name_of(own, name, length);
    nh_text_add(text, parts.base);
    nh_latex_add_index(text, parts.index);
    nh_arena_destroy(own);
}
