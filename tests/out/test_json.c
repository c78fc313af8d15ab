/* The writer of JSON: its layout, and that whatever is written can be read back, for random trees and random bytes. */
#include "json_reader.h"

#include <math.h>

#include "out/json.h"

/* ---- layout ---- */

static void write_sample(nh_json *json) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", "x");
    nh_json_open(json, "empty", '[');
    nh_json_close(json);
    nh_json_open(json, "list", '[');
    nh_json_open(json, NULL, '{');
    nh_json_integer(json, "a", 1);
    nh_json_open(json, "b", '[');
    nh_json_truth(json, NULL, true);
    nh_json_null(json, NULL);
    nh_json_close(json);
    nh_json_close(json);
    nh_json_integer(json, NULL, UINT64_MAX);
    nh_json_close(json);
    nh_json_open(json, "in", '{');
    nh_json_number(json, "y", 0.5);
    nh_json_close(json);
    nh_json_open_line(json, "line", '{');
    nh_json_truth(json, "p", false);
    nh_json_string(json, "q", NULL);
    nh_json_close(json);
    nh_json_close(json);
}

PROTECTED_TEST(layout) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_json json = nh_json_begin(&text);
    write_sample(&json);
    assert_string_equal(nh_text_string(&text), "{\n"
                                               "  \"name\": \"x\",\n"
                                               "  \"empty\": [],\n"
                                               "  \"list\": [\n"
                                               "    {\"a\": 1, \"b\": [true, null]},\n"
                                               "    18446744073709551615\n"
                                               "  ],\n"
                                               "  \"in\": {\n"
                                               "    \"y\": 0.5\n"
                                               "  },\n"
                                               "  \"line\": {\"p\": false, \"q\": null}\n"
                                               "}");
}

PROTECTED_TEST(compact) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_json json = nh_json_begin(&text);
    json.is_compact = true;
    write_sample(&json);
    assert_string_equal(nh_text_string(&text), "{\"name\":\"x\",\"empty\":[],\"list\":[{\"a\":1,\"b\":[true,null]},"
                                               "18446744073709551615],\"in\":{\"y\":0.5},"
                                               "\"line\":{\"p\":false,\"q\":null}}");
}

/* ---- single values ---- */

static const char *written_string(nh_context *context, const char *bytes, size_t length, bool is_for_html) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_json json = nh_json_begin(&text);
    json.is_for_html = is_for_html;
    nh_json_bytes(&json, NULL, bytes, length);
    return nh_text_string(&text);
}

PROTECTED_TEST(strings) {
    static const char lines[] = "a\xE2\x80\xA8z\xE2\x80\xA9";
    assert_string_equal(written_string(context, "", 0, false), "\"\"");
    assert_string_equal(written_string(context, "a\"\\\n\t\r\x7F/", 8, false), "\"a\\\"\\\\\\n\\t\\u000d\\u007f/\"");
    assert_string_equal(written_string(context, "\0\x1F", 2, false), "\"\\u0000\\u001f\"");
    assert_string_equal(written_string(context, "<!--&</script>", 14, false), "\"<!--&</script>\"");
    assert_string_equal(written_string(context, "<!--&</script>", 14, true),
                        "\"\\u003c!--\\u0026\\u003c/script\\u003e\"");
    assert_string_equal(written_string(context, lines, sizeof lines - 1, false), "\"a\xE2\x80\xA8z\xE2\x80\xA9\"");
    assert_string_equal(written_string(context, lines, sizeof lines - 1, true), "\"a\\u2028z\\u2029\"");
    /* A byte of no character, a cut one, an overlong one, a surrogate; then an accent. */
    assert_string_equal(written_string(context, "\xFFz", 2, false), "\"\xEF\xBF\xBDz\"");
    assert_string_equal(written_string(context, "\xE2\x80", 2, false), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_string_equal(written_string(context, "\xC0\xBC", 2, true), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_string_equal(written_string(context, "\xED\xA0\x80", 3, false), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_string_equal(written_string(context, "\xC3\xA9", 2, true), "\"\xC3\xA9\"");
}

/* Keys are strings too. */
PROTECTED_TEST(keys) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_json json = nh_json_begin(&text);
    json.is_for_html = json.is_compact = true;
    nh_json_open(&json, NULL, '{');
    nh_json_null(&json, "<\"\xFF");
    nh_json_close(&json);
    assert_string_equal(nh_text_string(&text), "{\"\\u003c\\\"\xEF\xBF\xBD\":null}");
}

PROTECTED_TEST(numbers) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_json json = nh_json_begin(&text);
    const double values[] = {0, -0.0, 3, 0.1, 1e300, -2.5e-8, NAN, INFINITY, -INFINITY};
    nh_json_open_line(&json, NULL, '[');
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) nh_json_number(&json, NULL, values[i]);
    nh_json_close(&json);
    assert_string_equal(nh_text_string(&text), "[0, -0, 3, 0.10000000000000001, 1.0000000000000001e+300, "
                                               "-2.4999999999999999e-08, null, null, null]");
}

/* ---- random ---- */

/* What must come back: characters as they are, U+FFFD for each byte that belongs to none. */
static const char *cleaned(nh_arena *arena, const char *bytes, size_t length, size_t *count) {
    nh_text text = nh_text_begin(arena);
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t used = nh_utf8_decode(bytes + at, length - at, &code);
        if (used == 0) nh_text_add(&text, "\xEF\xBF\xBD");
        else nh_text_add_bytes(&text, bytes + at, used);
        at += used == 0 ? 1 : used;
    }
    *count = text.length;
    return nh_text_string(&text);
}

/* Bytes that have a meaning somewhere, among any others. */
static size_t draw_bytes(nh_random *random, char bytes[40]) {
    static const char often[] = "\"\\<>&\n\t/\xE2\x80\xA8\xA9\xC3\xED\xA0\xF0\x9F\x98\x80 az";
    size_t length = (size_t)nh_random_between(random, 0, 40);
    for (size_t i = 0; i < length; i++)
        bytes[i] = nh_random_between(random, 0, 2) > 0 ? often[nh_random_between(random, 0, sizeof often - 2)]
                                                       : (char)nh_random_between(random, 0, 255);
    return length;
}

PROTECTED_TEST(any_bytes) {
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < test_count(2000); i++) {
        nh_arena *arena = nh_arena_create(context);
        char bytes[40];
        size_t length = draw_bytes(&random, bytes), wanted_length;
        const char *wanted = cleaned(arena, bytes, length, &wanted_length);
        for (int is_for_html = 0; is_for_html < 2; is_for_html++) {
            nh_text text = nh_text_begin(arena);
            nh_json json = nh_json_begin(&text);
            json.is_for_html = is_for_html;
            nh_json_bytes(&json, NULL, bytes, length);
            const char *written = nh_text_string(&text);
            const json_value *value = json_read(arena, written, text.length);
            if (value == NULL) fail_msg("not read: %s", written);
            assert_int_equal(value->length, wanted_length);
            assert_memory_equal(value->bytes, wanted, wanted_length);
            if (!is_for_html) continue;
            assert_null(strpbrk(written, "<>&"));
            assert_null(strstr(written, "\xE2\x80\xA8"));
            assert_null(strstr(written, "\xE2\x80\xA9"));
        }
        nh_arena_destroy(arena);
    }
}

typedef struct growing {
    nh_random random;
    nh_json *json;
    nh_text *plain; /* the same, one sign a value */
    int depth;
    char closing[NH_JSON_DEPTH_MAX];
    int keys;
} growing;

static void grow(growing *g) {
    char key[16];
    bool is_in_object = g->depth > 0 && g->closing[g->depth - 1] == '}';
    snprintf(key, sizeof key, "k%d", g->keys++);
    const char *given = is_in_object ? key : NULL;
    int what = (int)nh_random_between(&g->random, 0, 6);
    if (g->depth > 0 && what == 0) {
        nh_text_add_char(g->plain, g->closing[--g->depth]);
        nh_json_close(g->json);
    } else if (g->depth == 0 || (what < 3 && g->depth < NH_JSON_DEPTH_MAX)) {
        char bracket = nh_random_between(&g->random, 0, 1) > 0 ? '{' : '[';
        nh_text_add_char(g->plain, bracket);
        g->closing[g->depth++] = bracket == '{' ? '}' : ']';
        if (what == 2) nh_json_open_line(g->json, given, bracket);
        else nh_json_open(g->json, given, bracket);
    } else if (what == 3) {
        nh_text_add_char(g->plain, '"');
        nh_json_string(g->json, given, "s, {\n");
    } else if (what == 4) {
        nh_text_add_char(g->plain, '0');
        nh_json_number(g->json, given, -1.5e-9);
    } else if (what == 5) {
        nh_text_add_char(g->plain, 't');
        nh_json_truth(g->json, given, true);
    } else {
        nh_text_add_char(g->plain, 'n');
        nh_json_null(g->json, given);
    }
}

/* The kinds of all values in the order of the text. */
static void list_kinds(nh_text *kinds, const json_value *root) {
    const json_value *parents[JSON_READER_DEPTH], *now = root;
    int depth = 0;
    for (;;) {
        nh_text_add_char(kinds, now->kind);
        bool is_open = now->kind == '{' || now->kind == '[';
        if (is_open && now->first != NULL) {
            parents[depth++] = now;
            now = now->first;
            continue;
        }
        if (is_open) nh_text_add_char(kinds, now->kind == '{' ? '}' : ']');
        while (now != root && now->next == NULL) {
            now = parents[--depth];
            nh_text_add_char(kinds, now->kind == '{' ? '}' : ']');
        }
        if (now == root) return;
        now = now->next;
    }
}

PROTECTED_TEST(random_trees) {
    for (int i = 0; i < test_count(300); i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_text text = nh_text_begin(arena), plain = nh_text_begin(arena), kinds = nh_text_begin(arena);
        nh_json json = nh_json_begin(&text);
        growing g = {.random = nh_random_make(test_seed(), 100 + (uint64_t)i), .json = &json, .plain = &plain};
        json.is_compact = i % 2 == 0;
        grow(&g);
        for (int k = 0; k < 100 && g.depth > 0; k++) grow(&g);
        for (; g.depth > 0; g.depth--) {
            nh_json_close(&json);
            nh_text_add_char(&plain, g.closing[g.depth - 1]);
        }
        const char *written = nh_text_string(&text);
        const json_value *root = json_read(arena, written, text.length);
        if (root == NULL) fail_msg("not read: %s", written);
        list_kinds(&kinds, root);
        assert_string_equal(nh_text_string(&kinds), nh_text_string(&plain));
        if (json.is_compact) assert_null(strchr(written, '\n'));
        nh_arena_destroy(arena);
    }
}

/* Digits stay as they are where JSON can read them; else they are a string. */
PROTECTED_TEST(digits) {
    static const char *const plain[] = {"0", "-0", "12", "-12.50", "1e5", "1.5E-300", "0.10000000000000000000000001"};
    static const char *const strings[] = {"01", "1.", ".5", "+1", "1e", "nan", "0x1", "1 ", "-", "1e+"};
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof plain / sizeof *plain + sizeof strings / sizeof *strings; i++) {
        bool is_plain = i < sizeof plain / sizeof *plain;
        const char *given = is_plain ? plain[i] : strings[i - sizeof plain / sizeof *plain];
        nh_text text = nh_text_begin(arena);
        nh_json json = nh_json_begin(&text);
        nh_json_digits(&json, NULL, given);
        const json_value *root = json_read(arena, nh_text_string(&text), text.length);
        if (root == NULL || root->kind != (is_plain ? '0' : '"')) fail_msg("%s", given);
        assert_string_equal(root->bytes, given);
    }
    nh_text text = nh_text_begin(arena);
    nh_json json = nh_json_begin(&text);
    nh_json_digits(&json, NULL, "");
    assert_string_equal(nh_text_string(&text), "null");
    nh_arena_destroy(arena);
}

PROTECTED_TEST(facts) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_json json = nh_json_begin(&text);
    nh_json_open_line(&json, NULL, '{');
    nh_json_fact(&json, "a", (nh_fact){NH_YES, NH_EVIDENCE_PROVED});
    nh_json_fact(&json, "b", (nh_fact){NH_NO, NH_EVIDENCE_CERTIFIED});
    nh_json_fact(&json, "c", (nh_fact){NH_UNKNOWN, NH_EVIDENCE_PROVED});
    nh_json_close(&json);
    assert_string_equal(nh_text_string(&text), "{\"a\": true, \"a_by\": \"proved\", \"b\": false, \"b_by\": "
                                               "\"certified\", \"c\": null, \"c_by\": \"unknown\"}");
    nh_arena_destroy(arena);
}

/* The reader of the tests finds what is wrong, so that the others mean something. */
PROTECTED_TEST(reader_refuses) {
    static const char *const wrong[] = {
        "",     "{",  "[1,]", "[1 2]", "{\"a\" 1}", "{\"a\":1,}", "[01]",  "\"\x01\"", "\"\\x\"", "\"\\u00g0\"", "nul",
        "[1.]", "1e", "[}",   "[] []", "\"\xFF\"",  "'a'",        "{a:1}", "-",        "+1",      "\"a"};
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (json_read(arena, wrong[i], strlen(wrong[i])) != NULL) fail_msg("read: %s", wrong[i]);
    assert_non_null(json_read(arena, " { \"a\" : [ 1.5e-3 , true , \"\\u00e9\" ] } ", 40));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout),       cmocka_unit_test(compact),        cmocka_unit_test(strings),
        cmocka_unit_test(keys),         cmocka_unit_test(numbers),        cmocka_unit_test(any_bytes),
        cmocka_unit_test(random_trees), cmocka_unit_test(reader_refuses), cmocka_unit_test(digits),
        cmocka_unit_test(facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
