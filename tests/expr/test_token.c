/* Tokens: a text is written back as words between bars, and its diagnostics as line:column+length code; both are
 * compared. Then every cut, random bytes, and every allocation failing. */
#include "expr/read/token.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

static const char *kind_letters = "$;nv\"o?"; /* in the order of nh_token_kind */

/* "n:x o:' v:1/2": kind and text of each token, a blank before those that have one before them. */
static const char *write_tokens(nh_arena *arena, const nh_tokens *tokens) {
    nh_context *context = nh_arena_context(arena);
    nh_text text = nh_text_begin(arena);
    for (uint32_t i = 0; i + 1 < tokens->count; i++) {
        const nh_token *t = &tokens->items[i];
        nh_text_add_char(&text, t->space_before ? ' ' : '|');
        nh_text_add_char(&text, kind_letters[t->kind]);
        if (t->kind == NH_TOKEN_NUMBER) nh_text_add(&text, nh_rat_text(arena, t->number));
        else if (t->kind != NH_TOKEN_NEWLINE && t->kind != NH_TOKEN_BAD)
            nh_text_add(&text, nh_name_text(context, t->name));
    }
    return nh_text_string(&text);
}

static const char *write_diags(nh_arena *arena) {
    nh_context *context = nh_arena_context(arena);
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *d = nh_context_diag(context, i);
        nh_text_format(&text, "%s%u:%u+%u %s", i > 0 ? ", " : "", d->line, d->column, d->length, d->code);
        if (d->hint != NULL) nh_text_format(&text, " [%s]", d->hint);
    }
    return nh_text_string(&text);
}

typedef struct example {
    const char *text, *tokens, *diags;
} example;

static void run_example(nh_context *context, void *argument) {
    const example *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_tokens tokens = nh_tokens_read(arena, x->text, strlen(x->text), "file.nh");
    assert_string_equal(write_tokens(arena, &tokens), x->tokens);
    assert_string_equal(write_diags(arena), x->diags);
}

static void check_all(size_t count, const example *examples) {
    for (size_t i = 0; i < count; i++) {
        nh_context *context = test_context();
        example x = examples[i];
        test_run(context, run_example, &x);
        nh_context_destroy(context);
    }
}

#define CHECK_ALL(examples) check_all(sizeof(examples) / sizeof *(examples), (examples))

static void words(void **state) {
    (void)state;
    static const example examples[] = {
        {"", "", ""},
        {"x", "|nx", ""},
        {" x1_y ", " nx1_y", ""},
        {"_a __ a_", "|n_a n__ na_", ""},
        {"x'^2+y''", "|nx|o'|o^|v2|o+|ny|o'|o'", ""},
        {"a<=b>=c!=d..e", "|na|o<=|nb|o>=|nc|o!=|nd|o..|ne", ""},
        {"()[]{}+-*/^=<>!'|,:.~", "|o(|o)|o[|o]|o{|o}|o+|o-|o*|o/|o^|o=|o<|o>|o!|o'|o||o,|o:|o.|o~", ""},
        {"P[i]'.x", "|nP|o[|ni|o]|o'|o.|nx", ""},
        {"x # y\nz", "|nx ; nz", ""},
        {"x # \"a\n\"b # c\"", "|nx ; \"b # c", ""},
        {"\"\"", "|\"", ""},
        {"system \"a 'b' \xCE\xB8\"", "|nsystem \"a 'b' \xCE\xB8", ""},
        {"a\tb\r\nc\rd\n", "|na nb|; nc|; nd|;", ""},
        {"\xEF\xBB\xBFx", "|nx", ""},
        {"\xC2\xA0x\xE2\x80\x89y", " nx ny", ""}, /* blanks that do not break, thin ones */
    };
    CHECK_ALL(examples);
}

static void numbers(void **state) {
    (void)state;
    static const example examples[] = {
        {"0 007 12", "|v0 v7 v12", ""},
        {"0.1 1e-3 2.5E+10 1e2", "|v1/10 v1/1000 v25000000000 v100", ""},
        {"1..N", "|v1|o..|nN", ""},
        {"1..2.5", "|v1|o..|v5/2", ""},
        {"1e 1e+ 2ex", "|v1|ne v1|ne|o+ v2|nex", ""},
        {"2x", "|v2|nx", ""},
        {"123456789012345678901234567890", "|v123456789012345678901234567890", ""},
        {"1e10000", NULL, ""}, /* filled in below */
        {"1. x", "|? nx", "1:1+2 number [write 1]"},
        {"x*1.5.", "|nx|o*|?", "1:3+4 number [write 1.5]"},
        {".5+x", "|?|o+|nx", "1:1+2 number [write 0.5]"},
        {"1e10001", "|?", "1:1+7 number"},
        {"1e-99999999999999999999", "|?", "1:1+23 number"},
        {"1...3", "|v1|?|v3", "1:2+3 character [write ..]"},
        {"\xD9\xA1", "|?", "1:1+1 character [write the digits 0 to 9]"},
    };
    char large[10010] = "|v1";
    memset(large + 3, '0', 10000);
    example copies[sizeof examples / sizeof *examples];
    memcpy(copies, examples, sizeof copies);
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
        if (copies[i].tokens == NULL) copies[i].tokens = large;
    CHECK_ALL(copies);
}

static void alphabets(void **state) {
    (void)state;
    static const example examples[] = {
        {"\xCE\xB8 \xD0\xB6\xD0\xB7", "|n\xCE\xB8 n\xD0\xB6\xD0\xB7", ""},  /* Greek, Cyrillic */
        {"\xC2\xB5 \xCE\xBC", "|n\xCE\xBC n\xCE\xBC", ""},                  /* micro is mu */
        {"L\xC3\xA4nge La\xCC\x88nge", "|nL\xC3\xA4nge nL\xC3\xA4nge", ""}, /* one word in two spellings */
        {"\xE2\x84\xA6", "|n\xCE\xA9", ""},                                 /* ohm is Omega */
        {"\xC3\xA4 \xC3\xBC", "|n\xC3\xA4 n\xC3\xBC", ""},                  /* umlauts are letters */
        {"j\xC4\x97ga", "|nj\xC4\x97ga", ""},                               /* a word with a dotted e */
        {"\xE0\xA4\x95\xE0\xA4\xBE", "|n\xE0\xA4\x95\xE0\xA4\xBE", ""},     /* a vowel sign of Devanagari */
        {"x\xD9\xA1", "|nx\xD9\xA1", ""},                                   /* digits of other scripts in a name */
        {"\xE2\x88\x92x\xE2\x80\xB2y\xE2\x80\x99", "|o-|nx|o'|ny|o'", ""},  /* minus, prime, apostrophe */
        {"\xE1\xBA\x8B", "|?", "1:1+1 accent [write x']"},
        {"x\xCC\x87+1", "|?|o+|v1", "1:1+2 accent [write x']"},
        {"\xE1\xBA\x8D*\xC3\xBF", "|?|o*|?", "1:1+1 accent [write x''], 1:3+1 accent [write y'']"},
        {"\xCE\xB8\xCC\x87_1", "|?", "1:1+4 accent [write \xCE\xB8_1']"},
        {"\xE1\xBA\x8B[1] \xE1\xBA\x8B"
         "12",
         "|?|o[|v1|o] ?", "1:1+1 accent [write x'], 1:6+3 accent [write x12']"},
        {"x\xCC\x84 q\xCC\x82 v\xE2\x83\x97", "|? ? ?",
         "1:1+2 accent [write x_bar], 1:4+2 accent [write q_hat], 1:7+2 accent [write v_vec]"},
        {"\xCC\x87", "|?", "1:1+1 character"},
    };
    CHECK_ALL(examples);
}

static void wrong_characters(void **state) {
    (void)state;
    static const example examples[] = {
        {"x\xC2\xB2+1", "|nx|?|o+|v1", "1:2+1 character [write ^2]"},
        {"x\xC2\xB9\xE2\x81\xB0", "|nx|?", "1:2+2 character [write ^10]"},
        {"x\xE2\x81\xBB\xC2\xB9y", "|nx|?|ny", "1:2+2 character [write ^(-1)]"},
        {"x\xE2\x81\xBF", "|nx|?", "1:2+1 character [write ^n]"},
        {"a\xC2\xB7"
         "b",
         "|na|?|nb", "1:2+1 character [write *]"},
        {"a \xC3\x97 b", "|na ? nb", "1:3+1 character [write *, or cross(a, b) for vectors]"},
        {"a\xE2\x89\xA4"
         "b\xE2\x89\xA0"
         "c",
         "|na|?|nb|?|nc", "1:2+1 character [write <=], 1:4+1 character [write !=]"},
        {"x\xE2\x82\x81", "|nx|?", "1:2+1 character [write an index as in x1, x_1 or x[1]]"},
        {"\xE2\x80\x93x", "|?|nx", "1:1+1 character [write -]"},
        {"\xE2\x80\x9Cx\xE2\x80\x9D", "|?|nx|?", "1:1+1 character [write \"], 1:3+1 character [write \"]"},
        {"\xE2\x88\x9Ax", "|?|nx", "1:1+1 character [write sqrt(e)]"},
        {"\xEF\xBC\x88x\xEF\xBC\x89", "|?|nx|?", "1:1+1 character [write (], 1:3+1 character [write )]"},
        {"30\xC2\xB0", "|v30|?", "1:3+1 character [write *pi/180]"},
        {"a; b", "|na|? nb", "1:2+1 character [a statement ends at the end of the line]"},
        {"$@&", "|?|?|?", "1:1+1 character, 1:2+1 character, 1:3+1 character"},
        {"\xF0\x9F\x98\x80", "|?", "1:1+1 character"},
        {"\n  \"abc\nx", "|; \"abc|; nx", "2:3+4 string [close the quote on the same line]"},
        {"\"abc", "|\"abc", "1:1+4 string [close the quote on the same line]"},
    };
    CHECK_ALL(examples);
}

static void broken_texts(void **state) {
    (void)state;
    static const example examples[] = {
        {"a\xFF\xFE"
         "b",
         "|na|?|nb", "1:2+2 encoding [save the file as UTF-8]"},
        {"\xCE", "|?", "1:1+1 encoding [save the file as UTF-8]"},
        {"\xC0\x80", "|?", "1:1+2 encoding [save the file as UTF-8]"},
        {"\xED\xA0\x80x", "|?|nx", "1:1+3 encoding [save the file as UTF-8]"},
        {"# caf\xE9\nx", " ; nx", "1:6+1 encoding [save the file as UTF-8]"},
        {"\"caf\xE9\" x", "|\"caf\xE9 nx", "1:5+1 encoding [save the file as UTF-8]"},
        {"a\x01"
         "b",
         "|na|?|nb", "1:2+1 control-character"},
        {"a\x0C"
         "b\x0B",
         "|na|?|nb|?", "1:2+1 control-character, 1:4+1 control-character"},
        {"# \x1B[0m\nx", " ; nx", "1:3+1 control-character"},
        {"x\xE2\x80\x8By", "|nx|?|ny", "1:2+1 control-character"},  /* no width */
        {"x\xE2\x80\xAEy", "|nx|?|ny", "1:2+1 control-character"},  /* right to left */
        {"x \xEF\xBB\xBFy", "|nx ?|ny", "1:3+1 control-character"}, /* a byte order mark in the middle */
    };
    CHECK_ALL(examples);
}

PROTECTED_TEST(nul_and_places) {
    nh_arena *arena = nh_arena_create(context);
    const char text[] = "a\0b\n \xCE\xB8\xCE\xB8 + \"\xCE\xB8\"\n";
    nh_tokens tokens = nh_tokens_read(arena, text, sizeof text - 1, NULL);
    assert_string_equal(write_tokens(arena, &tokens), "|na|?|nb|; n\xCE\xB8\xCE\xB8 o+ \"\xCE\xB8|;");
    assert_string_equal(write_diags(arena), "1:2+1 control-character");
    assert_null(nh_context_diag(context, 0)->file);
    const nh_token *name = &tokens.items[4], *plus = &tokens.items[5], *string = &tokens.items[6],
                   *end = &tokens.items[8];
    assert_true(name->line == 2 && name->column == 2 && name->length == 2 && name->offset == 5 && name->bytes == 4);
    assert_true(plus->line == 2 && plus->column == 5 && plus->length == 1);
    assert_true(string->column == 7 && string->length == 3 && string->bytes == 4);
    assert_true(end->kind == NH_TOKEN_END && end->line == 3 && end->column == 1 && end->offset == sizeof text - 1);
    assert_true(nh_token_is(context, plus, "+") && !nh_token_is(context, plus, "-"));
    assert_false(nh_token_is(context, string, "\xCE\xB8")); /* a text in quotes is not a name */
    nh_place place = nh_token_place(&tokens, plus);
    assert_true(place.line == 2 && place.column == 5 && place.length == 1 && place.file == NULL);
}

/* Twenty errors and no more, also when the context has others already. */
PROTECTED_TEST(twenty_errors) {
    nh_arena *arena = nh_arena_create(context);
    char text[100];
    memset(text, '$', sizeof text);
    for (size_t times = 1; times <= 2; times++) {
        nh_tokens tokens = nh_tokens_read(arena, text, sizeof text, "f");
        assert_int_equal(tokens.count, 101);
        assert_int_equal(nh_context_diag_count(context), times * NH_TOKEN_ERRORS_MAX);
    }
}

PROTECTED_TEST(long_names) {
    nh_arena *arena = nh_arena_create(context);
    char text[8010];
    memset(text, 'x', sizeof text);
    nh_tokens tokens = nh_tokens_read(arena, text, 1000, "f");
    assert_int_equal(tokens.items[0].kind, NH_TOKEN_NAME);
    tokens = nh_tokens_read(arena, text, 1001, "f");
    assert_int_equal(tokens.items[0].kind, NH_TOKEN_BAD);
    assert_string_equal(test_last_code(context), "name-length");
    /* thousands of accents in two orders in turn: refused before their order costs a square */
    for (size_t i = 0; i < 4000; i++) memcpy(text + 1 + 2 * i, i % 2 == 0 ? "\xCC\x81" : "\xCC\xA3", 2);
    tokens = nh_tokens_read(arena, text, 8001, "f");
    assert_int_equal(tokens.items[0].kind, NH_TOKEN_BAD);
}

/* ---- random bytes ---- */

static size_t random_text(nh_random *random, char *text, size_t most) {
    static const char *const pieces[] = {"x",
                                         "theta",
                                         "_",
                                         "1",
                                         "0.5",
                                         "1e3",
                                         ".",
                                         "..",
                                         "'",
                                         "\"",
                                         "#",
                                         "\n",
                                         "\r",
                                         " ",
                                         "\t",
                                         "(",
                                         ")",
                                         "<=",
                                         "!",
                                         "\xCE\xB8",
                                         "\xCC\x87",
                                         "\xC2\xB2",
                                         "\xE2\x88\x92",
                                         "\xFF",
                                         "\xE2",
                                         "\x01",
                                         "\xEF\xBB\xBF",
                                         "e",
                                         "+",
                                         "-"};
    size_t length = 0, count = nh_random_below(random, most / 4);
    for (size_t i = 0; i < count; i++) {
        const char *piece = pieces[nh_random_below(random, sizeof pieces / sizeof *pieces)];
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    return length;
}

/* Tokens lie after one another, in lines and columns that a plain count gives too. */
static void check_places(const nh_tokens *tokens, const char *text, size_t length) {
    size_t at = 0;
    for (uint32_t i = 0; i < tokens->count; i++) {
        const nh_token *t = &tokens->items[i];
        assert_true(t->offset >= at && t->offset + t->bytes <= length);
        assert_true(t->kind == NH_TOKEN_END ? i + 1 == tokens->count : t->bytes > 0);
        size_t line = 1, start = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        for (size_t k = start; k < t->offset; k++) {
            bool is_end = text[k] == '\n' || (text[k] == '\r' && (k + 1 >= length || text[k + 1] != '\n'));
            if (is_end) line++, start = k + 1;
        }
        assert_int_equal(t->line, line);
        assert_int_equal(t->column, 1 + nh_utf8_count(text + start, t->offset - start));
        if (t->kind != NH_TOKEN_NEWLINE) assert_int_equal(t->length, nh_utf8_count(text + t->offset, t->bytes));
        at = t->offset + t->bytes;
    }
}

static void random_body(nh_context *context, void *argument) {
    nh_random *random = argument;
    char text[256];
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < 100; i++) {
        size_t length = random_text(random, text, sizeof text - 4);
        nh_tokens tokens = nh_tokens_read(arena, text, length, "f");
        check_places(&tokens, text, length);
    }
}

static void random_texts(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 3);
    for (int i = test_count(100); i > 0; i--) {
        nh_context *context = test_context();
        test_run(context, random_body, &random);
        nh_context_destroy(context);
    }
}

static void failing_body(nh_context *context, void *argument) {
    (void)argument;
    static const char text[] =
        "param m\xC2\xB2 = 1.5, \xCE\xB8\xCC\x87 # \xFF\n\"abc\nlong_name .5 1e99999 123456789012345678901234567890";
    nh_tokens_read(nh_arena_create(context), text, sizeof text - 1, "f");
}

static void every_allocation_fails(void **state) {
    (void)state;
    test_every_failure(failing_body, NULL, (uint64_t)test_count(100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),         cmocka_unit_test(numbers),
        cmocka_unit_test(alphabets),     cmocka_unit_test(wrong_characters),
        cmocka_unit_test(broken_texts),  cmocka_unit_test(nul_and_places),
        cmocka_unit_test(twenty_errors), cmocka_unit_test(long_names),
        cmocka_unit_test(random_texts),  cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
