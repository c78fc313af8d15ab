/* The words of `check` laid out for people: labels in a column, long lines broken where an expression or a list can be.
 * Of the places at which a line may be broken, in its second half, the one in the fewest parentheses is taken. */
#include <string.h>

#include "base/assert.h"
#include "out/check/check_words.h"

/* Columns: of a line, of labels, of names in a table, in front of what continues in a further line. */
enum { LINE_WIDTH = 110, LABEL_WIDTH = 19, NAME_WIDTH_MAX = 24, HANGING = 6 };

/* ---- long lines ---- */

static bool begins_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

/* Before a sign + or -, before "and", after a comma. */
static bool may_break(const char *text, size_t i) {
    const char *at = text + i;
    if (i == 0 || *at != ' ') return false;
    return at[-1] == ',' || begins_with(at, " + ") || begins_with(at, " - ") || begins_with(at, " and ");
}

/* Where to break the first `length` bytes of a text, of which `room` fit: how many precede; all
 * when it cannot be broken. */
static size_t find_break(const char *text, size_t length, size_t room) {
    NH_ASSERT(length > room);
    size_t best = 0;
    int depth = 0, best_depth = 0;
    for (size_t i = 0; i < length; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (!may_break(text, i)) continue;
        if (i > room) return best > 0 ? best : i;
        if (best > 0 && best >= room / 2 && depth > best_depth) continue;
        best = i;
        best_depth = depth;
    }
    return best > 0 ? best : length;
}

static size_t column_of(const nh_text *out) {
    size_t column = 0;
    while (column < out->length && out->bytes[out->length - 1 - column] != '\n') column++;
    return column;
}

/* Adds the bytes to the line that was begun; where it would become too wide it continues in the next one. */
static void add_wrapped(nh_text *out, const char *text, size_t length) {
    for (;;) {
        size_t column = column_of(out), room = column < LINE_WIDTH ? LINE_WIDTH - column : 0;
        size_t shown = length <= room ? length : find_break(text, length, room);
        nh_text_add_bytes(out, text, shown);
        if (shown == length) return;
        text += shown + 1; /* the blank */
        length -= shown + 1;
        nh_text_format(out, "\n%*s", HANGING, "");
    }
}

/* ---- lines and sections ---- */

static void add_text(nh_text *out, const nh_words_line *line) {
    nh_text_add_bytes(out, line->text, line->wrap_from);
    add_wrapped(out, line->text + line->wrap_from, line->wrap_end - line->wrap_from);
    nh_text_add(out, line->text + line->wrap_end);
    nh_text_add(out, "\n");
}

/* The width of the column of names: the longest one, but of those that are very long. */
static size_t name_width(const nh_words_section *section) {
    size_t width = 0;
    for (size_t i = 0; i < section->lines.count; i++) {
        const char *label = section->lines.items[i].label;
        size_t length = label != NULL ? strlen(label) : 0;
        if (length > width && length <= NAME_WIDTH_MAX) width = length;
    }
    return width;
}

static void add_line(nh_text *out, const nh_words_line *line, bool is_table, size_t width) {
    NH_ASSERT(width < LINE_WIDTH);
    nh_text_add(out, "  ");
    if (line->label != NULL) nh_text_format(out, is_table ? "%-*s" : "%-*s ", (int)width, line->label);
    add_text(out, line);
}

static void add_section(nh_text *out, const nh_words_section *section) {
    size_t width = section->is_table ? name_width(section) + 2 : LABEL_WIDTH, i = 0;
    bool has_first = section->lines.count > 0 && section->lines.items[0].is_in_title;
    if (section->title[0] != '\0') nh_text_format(out, "\n%s%s", section->title, has_first ? ": " : "\n");
    if (has_first) add_text(out, &section->lines.items[i++]);
    for (; i < section->lines.count; i++) add_line(out, &section->lines.items[i], section->is_table, width);
}

void nh_check_print_text(nh_text *text, const nh_check_facts *facts) {
    nh_arena *arena = nh_arena_create(facts->model->context);
    nh_words words = nh_check_words(arena, facts, NH_WORDS_FOR_TEXT);
    nh_text_format(text, "%s\n\n", facts->info.title);
    for (size_t i = 0; i < words.count; i++) add_section(text, words.items[i]);
    nh_arena_destroy(arena);
}
