/* The text of a model in pieces. */
#include "lang/highlight.h"

#include <string.h>

#include "base/text/text.h"
#include "support.h"

/* "keyword:param; number:1" for the pieces that are not plain. */
static const char *marked(nh_arena *arena, const char *text) {
    nh_pieces pieces = nh_highlight(arena, text, strlen(text));
    nh_text found = nh_text_begin(arena), whole = nh_text_begin(arena);
    for (size_t i = 0; i < pieces.count; i++) {
        const nh_piece *piece = &pieces.items[i];
        assert_true(piece->length > 0);
        assert_true(i == 0 || strcmp(piece->kind, pieces.items[i - 1].kind) != 0);
        nh_text_add_bytes(&whole, piece->text, piece->length);
        if (*piece->kind == '\0') continue;
        nh_text_format(&found, "%s%s:%.*s", found.length > 0 ? "; " : "", piece->kind, (int)piece->length, piece->text);
    }
    assert_string_equal(nh_text_string(&whole), text);
    return nh_text_string(&found);
}

PROTECTED_TEST(kinds) {
    nh_arena *arena = nh_arena_create(context);
    const struct {
        const char *text, *pieces;
    } cases[] = {
        {"", ""},
        {"\n\n", ""},
        {"# only a comment", "comment:# only a comment"},
        {"coord x, y\n", "keyword:coord"},
        {"param m = 1.5 \"mass # no comment\" # comment\n",
         "keyword:param; number:1.5; string:\"mass # no comment\"; comment:# comment"},
        {"  constraint a: sin(x) + sinus(y) = sqrt (2)\n", "keyword:constraint; function:sin; function:sqrt; number:2"},
        {"# a\r\n\t# b\nlet param2 = sin\n", "comment:# a\r; comment:# b; keyword:let"},
        {"watch w = x' + coordinate\nstop when x > 3", "keyword:watch; keyword:stop; number:3"},
        {"system \"<script>alert(1)</script>\"", "keyword:system; string:\"<script>alert(1)</script>\""},
        {"param \316\270 = 2 # \316\270", "keyword:param; number:2; comment:# \316\270"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(marked(arena, cases[i].text), cases[i].pieces);
    assert_int_equal(nh_context_diag_count(context), 0);
}

/* Whatever is in a text, all of it comes back. */
PROTECTED_TEST(nothing_is_lost) {
    nh_arena *arena = nh_arena_create(context);
    const char *const texts[] = {"\xEF\xBB\xBF"
                                 "coord x",
                                 "\"open", "\xff\xfe # \xff", "a ? b $ c # ?", "1.5.6..7 e5 1e"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) (void)marked(arena, texts[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
