/* Of the places at which a line may be broken, in its second half, the one in the fewest parentheses is taken. */
#include "wrap.h"

#include <stdbool.h>
#include <string.h>

enum { LINE_WIDTH = 110 };

static bool begins_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

static bool may_break(const char *text, size_t i) {
    const char *at = text + i;
    if (i == 0 || *at != ' ') return false;
    return at[-1] == ',' || begins_with(at, " + ") || begins_with(at, " - ") || begins_with(at, " and ");
}

/* Where to break a text of which `room` bytes fit: the length of what stands before; all of it when it cannot be broken. */
static size_t find_break(const char *text, size_t room) {
    size_t best = 0;
    int depth = 0, best_depth = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (!may_break(text, i)) continue;
        if (i > room) return best > 0 ? best : i;
        if (best > 0 && best >= room / 2 && depth > best_depth) continue;
        best = i;
        best_depth = depth;
    }
    return best > 0 ? best : strlen(text);
}

static size_t column_of(const sink *out) {
    size_t column = 0;
    while (column < out->length && out->bytes[out->length - 1 - column] != '\n') column++;
    return column;
}

void add_wrapped(sink *out, int indent, const char *text) {
    for (;;) {
        size_t column = column_of(out), room = column < LINE_WIDTH ? LINE_WIDTH - column : 0;
        if (strlen(text) <= room) break;
        size_t length = find_break(text, room);
        sink_add(out, text, length);
        text += length;
        if (*text == '\0') return;
        text++; /* the blank */
        sink_format(out, "\n%*s", indent, "");
    }
    sink_text(out, text);
}
