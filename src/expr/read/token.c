/* The tokenizer: one pass over the characters, with line and column. What is wrong with a character is
 * said by token_errors.c.
 *
 * Invariant: s->at is at the first byte of a character, s->line and s->column are its place. */
#include "expr/read/token.h"

#include <stdarg.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "expr/read/token_private.h"

enum {
    MOST_NAME = 1000,      /* characters; normalising costs the square of the accents in a row */
    MOST_EXPONENT = 10000, /* of a number: the digits that 1e10000 stands for are all kept */
    MICRO = 0x00B5,
    MU = 0x03BC,
};

bool nh_token_errors_are_full(const nh_context *context, const nh_tokens *tokens) {
    return nh_diag_errors(context) >= tokens->errors_before + NH_TOKEN_ERRORS_MAX;
}

void nh_token_error(nh_context *context, const nh_tokens *tokens, const nh_token *token, const char *code,
                    const char *hint, const char *format, ...) {
    if (nh_token_errors_are_full(context, tokens)) return;
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text sentence = nh_text_begin(scratch);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&sentence, format, list);
    va_end(list);
    nh_place place = nh_token_place(tokens, token);
    nh_remark remark = {code, NH_SEVERITY_ERROR, tokens->status, &place, hint};
    nh_diag_add(context, &remark, "%s", nh_text_string(&sentence));
    nh_arena_release(scratch, mark);
}

/* ---- moving ---- */

/* The character here, its bytes in *bytes; 0 bytes at the end of the text and before broken ones. */
static uint32_t peek_character(const nh_scanner *s, size_t *bytes) {
    uint32_t code = 0;
    *bytes = nh_utf8_decode(s->text + s->at, s->length - s->at, &code);
    return *bytes > 0 ? code : 0;
}

static char byte_at(const nh_scanner *s, size_t at) {
    return at < s->length ? s->text[at] : '\0';
}

static bool is_plain_digit(char c) {
    return c >= '0' && c <= '9';
}

static void advance_by(nh_scanner *s, size_t bytes, uint32_t characters) {
    s->at += bytes;
    s->column += characters;
}

static nh_token begin_token(const nh_scanner *s, nh_token_kind kind) {
    return (nh_token){.kind = kind,
                      .number = nh_rat_int(0),
                      .offset = (uint32_t)s->at,
                      .line = s->line,
                      .column = s->column,
                      .space_before = s->space};
}

/* Adds the token that ends here. */
static void end_token(nh_scanner *s, nh_token token) {
    token.bytes = (uint32_t)s->at - token.offset;
    if (token.kind != NH_TOKEN_NEWLINE) token.length = s->column - token.column;
    if (s->tokens.count >= UINT32_MAX) nh_raise(s->context, NH_E_LIMIT);
    nh_array_push(&s->tokens, token);
    s->space = false;
    nh_tick(s->context, 1);
}

/* ---- wrong bytes and characters ---- */

/* Bytes that are no UTF-8, up to the next character: one error for all of them. */
static void skip_broken(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_BAD);
    size_t bytes = 0;
    while (s->at < s->length && bytes == 0) {
        advance_by(s, 1, 1);
        peek_character(s, &bytes);
    }
    token.length = s->column - token.column;
    nh_token_error(s->context, &s->head, &token, "encoding", "save the file as UTF-8",
                   "the text is not valid UTF-8 here (byte 0x%02X)", (unsigned)(unsigned char)s->text[token.offset]);
}

static void skip_wrong(nh_scanner *s, uint32_t code, size_t bytes) {
    nh_token token = begin_token(s, NH_TOKEN_BAD);
    bytes = nh_scanner_wrong_character(s, &token, code, bytes);
    advance_by(s, bytes, token.length);
}

static void read_wrong(nh_scanner *s, uint32_t code, size_t bytes) {
    nh_token token = begin_token(s, NH_TOKEN_BAD);
    if (bytes == 0) skip_broken(s);
    else skip_wrong(s, code, bytes);
    end_token(s, token);
}

/* ---- lines, comments, strings ---- */

static bool is_line_end(const nh_scanner *s) {
    return s->at >= s->length || s->text[s->at] == '\n' || s->text[s->at] == '\r';
}

static void read_newline(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_NEWLINE);
    token.length = 1;
    s->at += s->text[s->at] == '\r' && byte_at(s, s->at + 1) == '\n' ? 2 : 1;
    end_token(s, token);
    s->line++;
    s->column = 1;
    s->space = true;
}

/* One character of a comment or a string: anything that can be seen, and tabs. */
static void skip_character(nh_scanner *s) {
    size_t bytes;
    uint32_t code = peek_character(s, &bytes);
    if (bytes == 0) skip_broken(s);
    else if (code != '\t' && nh_utf8_is_control(code)) skip_wrong(s, code, bytes);
    else advance_by(s, bytes, 1);
}

/* "#" to the end of the line */
static void skip_comment(nh_scanner *s) {
    while (!is_line_end(s)) skip_character(s);
    s->space = true;
}

/* "\"" any characters but a quote "\"", on one line */
static void read_string(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_STRING);
    advance_by(s, 1, 1);
    size_t first = s->at;
    while (!is_line_end(s) && s->text[s->at] != '"') skip_character(s);
    size_t length = s->at - first;
    if (!is_line_end(s)) {
        advance_by(s, 1, 1);
    } else {
        token.length = s->column - token.column;
        nh_token_error(s->context, &s->head, &token, "string", "close the quote on the same line",
                       "missing closing quote");
    }
    token.name = nh_name_of(s->context, s->text + first, length);
    end_token(s, token);
}

/* ---- names ---- */

static bool is_name_start(uint32_t code) {
    return code == '_' || (nh_utf8_is_letter(code) && (code < 0x80 || !nh_is_lookalike(code)));
}

static bool is_name_character(uint32_t code) {
    return is_name_start(code) || nh_utf8_is_digit(code) || (code >= 0x80 && nh_utf8_is_mark(code));
}

/* A name beyond ASCII, in the form in which names are compared. 0 when it has got an error. */
static nh_name normal_name(nh_scanner *s, const nh_token *token, const nh_text *raw) {
    nh_arena *scratch = nh_scratch(s->context);
    size_t length;
    const char *name = nh_utf8_nfc(scratch, raw->bytes, raw->length, &length);
    return nh_scanner_wrong_name(s, token, name, length) ? 0 : nh_name_of(s->context, name, length);
}

/* (letter | "_") { letter | digit | "_" }, and the marks that belong to letters */
static void read_name(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_NAME);
    nh_arena *scratch = nh_scratch(s->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text raw = nh_text_begin(scratch);
    bool is_ascii = true;
    size_t bytes;
    for (uint32_t code; code = peek_character(s, &bytes), bytes > 0 && is_name_character(code);
         advance_by(s, bytes, 1)) {
        char letter[NH_UTF8_MAX];
        nh_text_add_bytes(&raw, letter, nh_utf8_encode(code == MICRO ? MU : code, letter));
        is_ascii &= code < 0x80;
    }
    token.length = s->column - token.column;
    token.bytes = (uint32_t)s->at - token.offset;
    if (token.length > MOST_NAME)
        nh_token_error(s->context, &s->head, &token, "name-length", NULL, "names have at most %d characters",
                       MOST_NAME);
    else token.name = is_ascii ? nh_name_of(s->context, raw.bytes, raw.length) : normal_name(s, &token, &raw);
    if (token.name == 0) token.kind = NH_TOKEN_BAD;
    nh_arena_release(scratch, mark);
    end_token(s, token);
}

/* ---- numbers ---- */

/* How many bytes a number has here, and whether its exponent is beyond all use. */
static size_t measure_number(const nh_scanner *s, bool *too_large) {
    size_t at = s->at;
    *too_large = false;
    while (is_plain_digit(byte_at(s, at))) at++;
    if (byte_at(s, at) == '.' && is_plain_digit(byte_at(s, at + 1)))
        for (at++; is_plain_digit(byte_at(s, at));) at++;
    size_t exponent = at;
    if (byte_at(s, exponent) != 'e' && byte_at(s, exponent) != 'E') return at - s->at;
    exponent++;
    if (byte_at(s, exponent) == '-' || byte_at(s, exponent) == '+') exponent++;
    if (!is_plain_digit(byte_at(s, exponent))) return at - s->at;
    int value = 0;
    for (; is_plain_digit(byte_at(s, exponent)); exponent++)
        if (value <= MOST_EXPONENT) value = 10 * value + (s->text[exponent] - '0');
    *too_large = value > MOST_EXPONENT;
    return exponent - s->at;
}

/* A point that has digits on one side only: 2. or .5; the token is the number without it. */
static void wrong_point(nh_scanner *s, const nh_token *token, const char *format) {
    nh_arena *scratch = nh_scratch(s->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text hint = nh_text_begin(scratch);
    size_t bytes = s->at - token->offset;
    bool before = s->text[token->offset] == '.';
    const char *digits = s->text + token->offset + (before ? 1 : 0);
    nh_text_format(&hint, format, (int)(bytes - 1), digits);
    nh_token_error(s->context, &s->head, token, "number", nh_text_string(&hint),
                   "a decimal point needs digits on both sides");
    nh_arena_release(scratch, mark);
}

/* digit {digit} ["." digit {digit}] [("e" | "E") ["+" | "-"] digit {digit}] */
static void read_number(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_NUMBER);
    bool too_large;
    size_t bytes = measure_number(s, &too_large);
    token.length = (uint32_t)bytes;
    if (too_large) {
        nh_token_error(s->context, &s->head, &token, "number", NULL, "the exponent of a number must be at most %d",
                       MOST_EXPONENT);
        token.kind = NH_TOKEN_BAD;
    } else {
        size_t used = nh_rat_read(s->tokens.arena, s->text + s->at, bytes, &token.number);
        NH_ASSERT(used == bytes);
        (void)used;
    }
    advance_by(s, bytes, (uint32_t)bytes);
    bool has_bare_point = byte_at(s, s->at) == '.' && byte_at(s, s->at + 1) != '.';
    if (has_bare_point) {
        advance_by(s, 1, 1);
        token.length++;
        wrong_point(s, &token, "write %.*s");
        token.kind = NH_TOKEN_BAD;
    }
    end_token(s, token);
}

/* ".5" */
static void read_headless_number(nh_scanner *s) {
    nh_token token = begin_token(s, NH_TOKEN_BAD);
    advance_by(s, 1, 1);
    bool too_large;
    size_t bytes = measure_number(s, &too_large);
    advance_by(s, bytes, (uint32_t)bytes);
    token.length = s->column - token.column;
    wrong_point(s, &token, "write 0.%.*s");
    end_token(s, token);
}

/* ---- operators ---- */

/* The operator that a character beyond ASCII is read as, or 0. */
static char alias_of(uint32_t code) {
    if (code == 0x2212) return '-';
    return code == 0x2032 || code == 0x2019 ? '\'' : '\0';
}

static void read_operator(nh_scanner *s, const char *text, size_t bytes, uint32_t characters) {
    nh_token token = begin_token(s, NH_TOKEN_OPERATOR);
    token.name = nh_name_of_text(s->context, text);
    advance_by(s, bytes, characters);
    end_token(s, token);
}

/* Operators of two characters, and the three dots that are none. False when there is none here. */
static bool read_pair(nh_scanner *s) {
    static const char *const pairs[] = {"<=", ">=", "!=", ".."};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (byte_at(s, s->at) != pairs[i][0] || byte_at(s, s->at + 1) != pairs[i][1]) continue;
        if (i < 3 || byte_at(s, s->at + 2) != '.') {
            read_operator(s, pairs[i], 2, 2);
            return true;
        }
        nh_token token = begin_token(s, NH_TOKEN_BAD);
        while (byte_at(s, s->at) == '.') advance_by(s, 1, 1);
        token.length = s->column - token.column;
        nh_token_error(s->context, &s->head, &token, "character", "write ..", "write a range with two dots");
        end_token(s, token);
        return true;
    }
    return false;
}

static bool read_any_operator(nh_scanner *s, uint32_t code, size_t bytes) {
    if (code < 0x80 && read_pair(s)) return true;
    char c = code < 0x80 ? (char)code : alias_of(code);
    if (c == '\0' || strchr("()[]{}+-*/^=<>!'|,:.~", c) == NULL) return false;
    read_operator(s, (const char[]){c, '\0'}, bytes, 1);
    return true;
}

/* ---- all ---- */

static void read_token(nh_scanner *s) {
    size_t bytes;
    uint32_t code = peek_character(s, &bytes);
    if (bytes == 0) {
        read_wrong(s, code, bytes);
    } else if (code == '\n' || code == '\r') {
        read_newline(s);
    } else if (nh_utf8_is_space(code)) {
        advance_by(s, bytes, 1);
        s->space = true;
    } else if (code == '#') {
        skip_comment(s);
    } else if (code == '"') {
        read_string(s);
    } else if (code < 0x80 && is_plain_digit((char)code)) {
        read_number(s);
    } else if (code == '.' && is_plain_digit(byte_at(s, s->at + 1))) {
        read_headless_number(s);
    } else if (is_name_start(code)) {
        read_name(s);
    } else if (!read_any_operator(s, code, bytes)) {
        read_wrong(s, code, bytes);
    }
}

static bool has_mark(const char *text, size_t length) {
    return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* a byte order mark */
}

/* head: file, errors_before and status. */
static nh_tokens read_all(nh_arena *arena, const char *text, size_t length, nh_tokens head) {
    nh_context *context = nh_arena_context(arena);
    if (length > NH_TEXT_MAX)
        nh_fail(context, NH_E_LIMIT, "text-size", "the text is longer than %d megabytes", NH_TEXT_MAX >> 20);
    nh_scanner s = {.context = context, .text = text, .length = length, .line = 1, .column = 1, .head = head};
    s.tokens.arena = arena;
    if (has_mark(text, length)) s.at = 3;
    while (s.at < length) read_token(&s);
    end_token(&s, begin_token(&s, NH_TOKEN_END));
    s.head.items = s.tokens.items;
    s.head.count = (uint32_t)s.tokens.count;
    return s.head;
}

nh_tokens nh_tokens_read(nh_arena *arena, const char *text, size_t length, const char *file) {
    size_t errors = nh_diag_errors(nh_arena_context(arena));
    return read_all(arena, text, length, (nh_tokens){.file = file, .errors_before = errors, .status = NH_E_MODEL});
}

/* Line ends are \n, \r\n and \r. */
static uint32_t count_lines(const char *text, size_t length) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_pair = text[i] == '\r' && i + 1 < length && text[i + 1] == '\n';
        if (!is_pair && (text[i] == '\n' || text[i] == '\r')) count++;
    }
    return count;
}

nh_tokens nh_tokens_read_both(nh_arena *arena, const char **text, size_t length, const char *file,
                              const nh_added_text *more) {
    size_t skipped = has_mark(more->text, more->length) ? 3 : 0;
    nh_text both = nh_text_begin(arena);
    nh_text_add_bytes(&both, *text, length);
    nh_text_add_char(&both, '\n');
    size_t first = both.length;
    nh_text_add_bytes(&both, more->text + skipped, more->length - skipped);
    *text = nh_text_string(&both);
    nh_tokens head = {.file = file, .status = NH_E_MODEL, .more_file = more->file};
    head.errors_before = nh_diag_errors(nh_arena_context(arena));
    head.more_line = count_lines(*text, first) + 1;
    return read_all(arena, *text, both.length, head);
}

bool nh_token_is_added(const nh_tokens *tokens, const nh_token *token) {
    return tokens->more_line > 0 && token->line >= tokens->more_line;
}

nh_tokens nh_tokens_read_with(nh_arena *arena, const char *text, size_t length, const char *file,
                              const nh_tokens *other) {
    nh_tokens head = {.file = file, .errors_before = other->errors_before, .status = NH_E_USAGE};
    return read_all(arena, text, length, head);
}

nh_place nh_token_place(const nh_tokens *tokens, const nh_token *token) {
    bool is_added = nh_token_is_added(tokens, token);
    uint32_t before = is_added ? tokens->more_line - 1 : 0;
    return (nh_place){is_added ? tokens->more_file : tokens->file, token->line - before, token->column, token->length};
}

bool nh_token_is(const nh_context *context, const nh_token *token, const char *text) {
    if (token->kind != NH_TOKEN_NAME && token->kind != NH_TOKEN_OPERATOR) return false;
    return strcmp(nh_name_text(context, token->name), text) == 0;
}

int nh_token_quoted(const char *text, const nh_token *token) {
    uint32_t bytes = token->bytes;
    if (bytes > NH_TOKEN_QUOTE_MAX)
        for (bytes = NH_TOKEN_QUOTE_MAX; bytes > 0 && (text[token->offset + bytes] & 0xC0) == 0x80;) bytes--;
    return (int)bytes;
}
