/* Identifiers of the C file, and text inside its comments. */
#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "out/c/code_private.h"

/* Of the prefix, and the width of comments. */
enum { PREFIX_MOST = 24, WIDTH = 100 };

/* ctype.h depends on the locale. */
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ---- the prefix ---- */

/* How many bytes of the title are its first words that make a name of moderate length: up to punctuation. */
static size_t first_words(const char *title) {
    size_t whole = strcspn(title, ":,;("), end = 0;
    if (whole <= PREFIX_MOST) return whole;
    for (size_t i = 0; i <= PREFIX_MOST; i++)
        if (title[i] == ' ') end = i;
    return end > 0 ? end : PREFIX_MOST;
}

static bool ends_with(const nh_text *text, const char *word) {
    size_t length = strlen(word);
    return text->length > length && memcmp(text->bytes + text->length - length, word, length) == 0;
}

/* "rolling_disc_in_the" becomes "rolling_disc". */
static void drop_loose_words(nh_text *text) {
    static const char *const loose[] = {"_a",    "_an",  "_the", "_of", "_in",    "_on",   "_at",   "_to",
                                        "_with", "_and", "_for", "_by", "_whose", "_that", "_from", "_under"};
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
        if (!ends_with(text, loose[i])) continue;
        text->length -= strlen(loose[i]);
        text->bytes[text->length] = '\0';
        i = (size_t)-1; /* from the first again */
    }
}

const char *nh_code_prefix(nh_arena *arena, const char *title) {
    NH_ASSERT(title != NULL);
    nh_text text = nh_text_begin(arena);
    size_t length = first_words(title);
    bool is_apart = false;
    for (size_t i = 0; i < length; i++) {
        char c = title[i];
        bool is_part = is_letter(c) || is_digit(c);
        if (c == '\'') continue; /* chaplygins_ball */
        if (is_part && text.length == 0 && is_digit(c)) nh_text_add(&text, "system_");
        if (is_part && is_apart && text.length > 0) nh_text_add_char(&text, '_');
        if (is_part) nh_text_add_char(&text, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
        is_apart = !is_part;
    }
    drop_loose_words(&text);
    return text.length > 0 ? nh_text_string(&text) : "system";
}

/* ---- names ---- */

/* Marks of time derivatives are spoken; everything else that no identifier has becomes _, once for several. */
static void add_plain(nh_text *text, const char *name) {
    bool is_apart = false;
    for (const char *c = name; *c != '\0'; c++) {
        bool is_part = is_letter(*c) || is_digit(*c) || *c == '_';
        if (*c == '\'') nh_text_add(text, "_dot");
        is_apart = is_apart || (!is_part && *c != '\'');
        if (!is_part) continue;
        if (is_apart && text->length > 0 && text->bytes[text->length - 1] != '_') nh_text_add_char(text, '_');
        nh_text_add_char(text, *c);
        is_apart = false;
    }
}

const char *nh_code_name(nh_code_names *names, const char *before, const char *name) {
    nh_text text = nh_text_begin(names->arena);
    bool is_new = false;
    nh_text_add(&text, before);
    add_plain(&text, name);
    size_t length = text.length;
    for (unsigned number = 2; !is_new; number++) {
        *nh_map_slot(&names->taken, nh_hash_bytes(text.bytes, text.length), &is_new) = 1;
        if (is_new) break;
        text.length = length;
        nh_text_format(&text, "_%u", number);
    }
    return nh_text_string(&text);
}

/* ---- comments ---- */

static void add_safe(nh_text *text, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char *c = bytes + i;
        bool apart = (c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*') || (c[0] == '?' && c[1] == '?');
        nh_text_add_char(text, (unsigned char)*c < ' ' || *c == '\\' ? ' ' : *c);
        if (apart) nh_text_add_char(text, ' ');
    }
}

void nh_code_comment(nh_text *text, const char *string, const char *margin, size_t column) {
    NH_ASSERT(strchr(margin, '\n') == NULL);
    for (bool is_first = true;; is_first = false) {
        string += strspn(string, " \t\r\n");
        size_t length = strcspn(string, " \t\r\n");
        if (length == 0) return;
        if (!is_first && column + 1 + length > WIDTH) {
            nh_text_format(text, "\n%s", margin);
            column = strlen(margin);
        } else if (!is_first) {
            nh_text_add_char(text, ' ');
            column++;
        }
        add_safe(text, string, length);
        string += length;
        column += length;
    }
}
