/* What is said about characters that are not of the language, and what to write in their place. */
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "expr/read/token_private.h"

typedef struct lookalike {
    uint32_t code;
    const char *write;
} lookalike;

static const lookalike lookalikes[] = {
#define LOOKALIKE(code, write) {code, write},
#include "expr/lookalikes.def"
#undef LOOKALIKE
};

static const char *lookalike_of(uint32_t code) {
    size_t low = 0, high = sizeof lookalikes / sizeof *lookalikes;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lookalikes[middle].code == code) return lookalikes[middle].write;
        if (lookalikes[middle].code < code) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

/* The plain character of a superscript, or 0. */
static char superscript_of(uint32_t code) {
    switch (code) {
        case 0x00B9: return '1';
        case 0x00B2: return '2';
        case 0x00B3: return '3';
        case 0x2071: return 'i';
        case 0x207A: return '+';
        case 0x207B: return '-';
        case 0x207F: return 'n';
        default: break;
    }
    bool is_digit = code == 0x2070 || (code >= 0x2074 && code <= 0x2079);
    return is_digit ? (char)('0' + (code - 0x2070)) : '\0';
}

bool nh_is_lookalike(uint32_t code) {
    return lookalike_of(code) != NULL || superscript_of(code) != '\0';
}

/* ---- characters that begin no token ---- */

static const char *hint_for_ascii(uint32_t code) {
    switch (code) {
        case ';': return "a statement ends at the end of the line";
        case '%': return "write # before a comment, mod(a, b) for a remainder";
        case '?': return "write if(a < b, e1, e2)";
        case '\\': return "names are written without \\";
        default: return NULL;
    }
}

/* A run of superscripts, as one power. */
static size_t wrong_superscript(nh_scanner *s, nh_token *token) {
    nh_arena *scratch = nh_scratch(s->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text power = nh_text_begin(scratch);
    size_t end = token->offset;
    uint32_t code;
    token->length = 0;
    for (size_t used; (used = nh_utf8_decode(s->text + end, s->length - end, &code)) > 0; end += used) {
        char plain = superscript_of(code);
        if (plain == '\0') break;
        nh_text_add_char(&power, plain);
        token->length++;
    }
    nh_text hint = nh_text_begin(scratch);
    const char *digits = nh_text_string(&power);
    bool bare = *digits != '-' && *digits != '+';
    nh_text_format(&hint, bare ? "write ^%s" : "write ^(%s)", digits);
    nh_token_error(s->context, &s->head, token, "character", nh_text_string(&hint),
                   "superscript '%s' is not part of the language", digits);
    nh_arena_release(scratch, mark);
    return end - token->offset;
}

static void wrong_control(nh_scanner *s, const nh_token *token, uint32_t code) {
    nh_token_error(s->context, &s->head, token, "control-character", NULL,
                   "the text contains the invisible character U+%04X", (unsigned)code);
}

/* One character with a picture. */
static void wrong_visible(nh_scanner *s, const nh_token *token, uint32_t code, const char *hint) {
    char bytes[NH_UTF8_MAX];
    int length = (int)nh_utf8_encode(code, bytes);
    if (nh_utf8_is_digit(code))
        nh_token_error(s->context, &s->head, token, "character", "write the digits 0 to 9",
                       "the digit '%.*s' is not part of a number", length, bytes);
    else if (nh_utf8_is_mark(code))
        nh_token_error(s->context, &s->head, token, "character", NULL, "the accent U+%04X is not on a letter",
                       (unsigned)code);
    else
        nh_token_error(s->context, &s->head, token, "character", hint,
                       "the character '%.*s' (U+%04X) is not part of the language", length, bytes, (unsigned)code);
}

size_t nh_scanner_wrong_character(nh_scanner *s, nh_token *token, uint32_t code, size_t bytes) {
    token->length = 1;
    if (superscript_of(code) != '\0') return wrong_superscript(s, token);
    if (nh_utf8_is_control(code)) {
        wrong_control(s, token, code);
        return bytes;
    }
    char hint[64] = "write ";
    const char *write = lookalike_of(code);
    bool is_fullwidth = code >= 0xFF01 && code <= 0xFF5E; /* the ASCII characters once more */
    if (write != NULL) strncat(hint, write, sizeof hint - sizeof "write ");
    else if (is_fullwidth) hint[sizeof "write " - 1] = (char)(code - 0xFEE0);
    wrong_visible(s, token, code, write != NULL || is_fullwidth ? hint : hint_for_ascii(code));
    return bytes;
}

/* ---- names with accents ---- */

/* What follows a name in place of an accent: x' for a dot, x_bar for a bar. NULL for accents
 * that belong to alphabets. */
static const char *suffix_of(uint32_t mark) {
    switch (mark) {
        case 0x0307: return "'";
        case 0x0308: return "''";
        case 0x20DB: return "'''";
        case 0x20DC: return "''''";
        case 0x0302: return "_hat";
        case 0x0303: return "_tilde";
        case 0x0304:
        case 0x0305: return "_bar";
        case 0x20D7: return "_vec";
        default: return NULL;
    }
}

/* Letters of alphabets that are in use, with two dots: a name may be one of them. */
static bool is_umlaut(uint32_t letter) {
    static const char vowels[] = "aouieAOUIE";
    return letter < 0x80 && strchr(vowels, (int)letter) != NULL;
}

/* A dotted letter, when it is all of a name except for its index: `jėga` is a word, `ẋ` and `ẋ1` are velocities. */
static bool is_dotted(const char *name, size_t length, size_t used, uint32_t code, uint32_t *letter, uint32_t *mark) {
    if (!nh_utf8_take_mark(code, letter, mark) || (*mark != 0x0307 && *mark != 0x0308)) return false;
    if (*mark == 0x0308 && is_umlaut(*letter)) return false;
    uint32_t next;
    size_t more = nh_utf8_decode(name + used, length - used, &next);
    return more == 0 || !nh_utf8_is_letter(next);
}

static void say_write(nh_scanner *s, const nh_token *token, nh_text *plain, const char *suffix) {
    nh_text hint = nh_text_begin(plain->arena);
    nh_text_format(&hint, "write %s%s", nh_text_string(plain), suffix);
    const char *what = suffix[0] == '\'' ? "a derivative cannot be written with dots over a letter"
                                         : "a name cannot contain a letter with an accent";
    nh_token_error(s->context, &s->head, token, "accent", nh_text_string(&hint), "'%.*s': %s", (int)token->bytes,
                   s->text + token->offset, what);
}

bool nh_scanner_wrong_name(nh_scanner *s, const nh_token *token, const char *name, size_t length) {
    nh_arena *scratch = nh_scratch(s->context);
    nh_arena_mark mark_here = nh_arena_mark_here(scratch);
    nh_text plain = nh_text_begin(scratch);
    const char *suffix = NULL;
    for (size_t at = 0; at < length;) {
        uint32_t code, letter, mark;
        size_t used = nh_utf8_decode(name + at, length - at, &code);
        NH_ASSERT(used > 0);
        char bytes[NH_UTF8_MAX];
        if (suffix_of(code) != NULL) {
            suffix = suffix_of(code);
        } else if (at == 0 && is_dotted(name, length, used, code, &letter, &mark)) {
            suffix = suffix_of(mark);
            nh_text_add_bytes(&plain, bytes, nh_utf8_encode(letter, bytes));
        } else {
            nh_text_add_bytes(&plain, name + at, used);
        }
        at += used;
    }
    if (suffix != NULL) say_write(s, token, &plain, suffix);
    nh_arena_release(scratch, mark_here);
    return suffix != NULL;
}
