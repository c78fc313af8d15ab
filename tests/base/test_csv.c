/* The splitter of CSV: what it takes apart, what it refuses and where, and that it gives back what was
 * written, for any bytes. */
#include <string.h>

#include "base/io/csv.h"
#include "base/text/text.h"

#include "support.h"

/* The records as one text: fields in angle brackets, records in lines; or the place and sentence of the error. */
static const char *taken_apart(nh_arena *arena, const char *text, size_t length) {
    nh_csv csv = nh_csv_begin(arena, "f.csv", text, length);
    nh_text out = nh_text_begin(arena);
    while (nh_csv_next(&csv)) {
        for (size_t i = 0; i < csv.fields.count; i++) {
            nh_text_add_char(&out, '<');
            nh_text_add_bytes(&out, csv.fields.items[i].text, csv.fields.items[i].length);
            nh_text_add_char(&out, '>');
        }
        nh_text_add_char(&out, '\n');
    }
    return nh_text_string(&out);
}

typedef struct example {
    const char *text, *wanted;
} example;

static const example good[] = {
    {"", ""},
    {"\n\r\n\r", ""},
    {"a", "<a>\n"},
    {"a\n", "<a>\n"},
    {"a,b\r\nc,d\re,f\n", "<a><b>\n<c><d>\n<e><f>\n"},
    {"\xEF\xBB\xBF"
     "a,b",
     "<a><b>\n"},
    {",", "<><>\n"},
    {",\n", "<><>\n"},
    {"a,\n,b\n", "<a><>\n<><b>\n"},
    {"\n\na\n\n\nb\n\n", "<a>\n<b>\n"},
    {"\"\"", "<>\n"},
    {"\"\"\"\"", "<\">\n"},
    {"\"a,b\",c", "<a,b><c>\n"},
    {"\"a\nb\",\"\r\n\"\n", "<a\nb><\r\n>\n"},
    {"\"say \"\"x\"\"\",y", "<say \"x\"><y>\n"},
    {" a , b ", "< a >< b >\n"},
    {"# a,b", "<# a><b>\n"},
};

PROTECTED_TEST(takes_apart) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_string_equal(taken_apart(arena, good[i].text, strlen(good[i].text)), good[i].wanted);
    nh_csv csv = nh_csv_begin(arena, "f.csv", "a\0b,c", 5);
    assert_true(nh_csv_next(&csv));
    assert_int_equal(csv.fields.count, 2);
    assert_int_equal(csv.fields.items[0].length, 3);
    nh_arena_destroy(arena);
}

/* ---- errors ---- */

typedef struct refusal {
    const char *text;
    uint32_t line, column;
    const char *word;
} refusal;

static const refusal bad[] = {
    {"\"a", 1, 1, "closing quote"},
    {"x,y\n1,\"2\n\n", 2, 3, "closing quote"},
    {"\"\"\"", 1, 1, "closing quote"},
    {"a\"b", 1, 2, "inside a field"},
    {"é, \"b\"", 1, 4, "inside a field"},
    {"\xEF\xBB\xBF"
     "a\"b",
     1, 2, "inside a field"},
    {"\"a\"b", 1, 4, "after the closing quote"},
    {"\"a\nb\" ,c", 2, 3, "after the closing quote"},
};

static void split_bad(nh_context *context, void *argument) {
    const refusal *r = argument;
    taken_apart(nh_arena_create(context), r->text, strlen(r->text));
}

static void refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        nh_context *context = test_context();
        assert_int_equal(test_protect(context, split_bad, (void *)&bad[i]), NH_E_IO);
        const nh_diag *diag = nh_context_diag(context, 0);
        if (diag->line != bad[i].line || diag->column != bad[i].column || !strstr(diag->sentence, bad[i].word))
            fail_msg("%s: %u:%u: %s", bad[i].text, diag->line, diag->column, diag->sentence);
        assert_string_equal(diag->file, "f.csv");
        nh_context_destroy(context);
    }
}

PROTECTED_TEST(shown) {
    nh_arena *arena = nh_arena_create(context);
    nh_csv_field field = {.text = "a\nb\x80\xC3\xA9", .length = 6};
    assert_string_equal(nh_csv_shown(arena, &field), "a?b?é");
    field = (nh_csv_field){.text = "0123456789012345678901234567890123456789x", .length = 41};
    assert_string_equal(nh_csv_shown(arena, &field), "0123456789012345678901234567890123456789...");
    nh_arena_destroy(arena);
}

/* ---- there and back ---- */

enum { MOST_FIELDS = 6, MOST_BYTES = 8 };

static size_t random_field(nh_random *random, char *bytes) {
    static const char nasty[] = ",\"\n\r ax\xC3";
    size_t length = nh_random_below(random, MOST_BYTES);
    for (size_t i = 0; i < length; i++) bytes[i] = nasty[nh_random_below(random, sizeof nasty)];
    return length;
}

static void write_field(nh_text *text, const char *bytes, size_t length, bool is_quoted) {
    if (is_quoted) nh_text_add_char(text, '"');
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '"') nh_text_add_char(text, '"');
        nh_text_add_char(text, bytes[i]);
    }
    if (is_quoted) nh_text_add_char(text, '"');
}

static bool needs_quotes(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (strchr(",\"\n\r", bytes[i]) != NULL && bytes[i] != '\0') return true;
    return length == 0;
}

static void check_random(nh_context *context, nh_random *random) {
    static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n"};
    nh_arena *arena = nh_arena_create(context);
    char bytes[20][MOST_FIELDS][MOST_BYTES];
    size_t lengths[20][MOST_FIELDS], counts[20], rows = nh_random_below(random, 20);
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < rows; i++) {
        counts[i] = 1 + nh_random_below(random, MOST_FIELDS);
        for (size_t k = 0; k < counts[i]; k++) {
            size_t length = lengths[i][k] = random_field(random, bytes[i][k]);
            if (k > 0) nh_text_add_char(&text, ',');
            bool is_quoted = needs_quotes(bytes[i][k], length) || nh_random_below(random, 2) == 0;
            write_field(&text, bytes[i][k], length, is_quoted);
        }
        nh_text_add(&text, ends[nh_random_below(random, 4)]);
    }
    nh_text_string(&text);
    nh_csv csv = nh_csv_begin(arena, "f.csv", text.bytes, text.length);
    for (size_t i = 0; i < rows; i++) {
        assert_true(nh_csv_next(&csv));
        assert_int_equal(csv.fields.count, counts[i]);
        for (size_t k = 0; k < counts[i]; k++) {
            assert_int_equal(csv.fields.items[k].length, lengths[i][k]);
            assert_memory_equal(csv.fields.items[k].text, bytes[i][k], lengths[i][k]);
        }
    }
    assert_false(nh_csv_next(&csv));
    nh_arena_destroy(arena);
}

PROTECTED_TEST(there_and_back) {
    nh_random random = nh_random_make(test_seed(), 41);
    for (int i = test_count(2000); i > 0; i--) check_random(context, &random);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_apart), cmocka_unit_test(refuses),
                                       cmocka_unit_test(shown), cmocka_unit_test(there_and_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
