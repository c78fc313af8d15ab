/* Excerpts. Columns of a text are characters; columns of a terminal are not: tabs are written as blanks, wide
 * characters take two, accents none, what has no picture is written as ?. A byte that belongs to no character counts
 * as one. */
#include "excerpt.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum { TAB = 4, WIDTH_MAX = 100, AROUND = 40 };

/* The bytes of a line without its end. Ends are \n, \r\n and \r. */
static bool find_line(const char *text, size_t length, uint32_t number, const char **from, size_t *size) {
    size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (uint32_t line = 1;; line++) {
        size_t end = at;
        while (end < length && text[end] != '\n' && text[end] != '\r') end++;
        if (line == number) {
            *from = text + at;
            *size = end - at;
            return true;
        }
        if (end == length) return false;
        at = end + (text[end] == '\r' && end + 1 < length && text[end + 1] == '\n' ? 2 : 1);
    }
}

/* One character of the line as it is printed. */
typedef struct cell {
    const char *bytes;
    int size, width;
} cell;

static cell cell_at(const char *bytes, size_t length, size_t *used, int column) {
    static const char blanks[] = "    ";
    uint32_t code;
    *used = utf8_decode(bytes, length, &code);
    if (*used == 0) {
        *used = 1;
        return (cell){"?", 1, 1};
    }
    if (code == '\t') return (cell){blanks, TAB - column % TAB, TAB - column % TAB};
    if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029) return (cell){"?", 1, 1};
    if (code >= 0x202A && code <= 0x202E) return (cell){"?", 1, 1}; /* would turn the line around */
    return (cell){bytes, (int)*used, utf8_width(code)};
}

/* The line in cells, and which columns the mark takes. */
typedef struct layout {
    cell *cells;
    size_t count;
    int *start;   /* by cell: its column; one more behind the last */
    int from, to; /* of the mark */
} layout;

static layout lay_out(const char *line, size_t size, piece marked) {
    layout l = {need(malloc((size + 1) * sizeof(cell))), 0, need(malloc((size + 2) * sizeof(int))), 0, 0};
    int column = 0;
    for (size_t at = 0; at < size;) {
        size_t used;
        l.start[l.count] = column;
        l.cells[l.count] = cell_at(line + at, size - at, &used, column);
        column += l.cells[l.count++].width;
        at += used;
    }
    l.start[l.count] = column;
    size_t first = marked.column > 0 ? marked.column - 1 : 0;
    size_t behind = first + (marked.length > 0 ? marked.length : 1);
    l.from = first <= l.count ? l.start[first] : column;
    l.to = behind <= l.count ? l.start[behind] : column;
    if (l.to <= l.from) l.to = l.from + 1;
    return l;
}

/* The columns that are shown of a long line: some before the mark, as many as fit. */
static void choose_window(const layout *l, int *low, int *high) {
    int width = l->start[l->count];
    *low = 0;
    *high = width;
    if (width <= WIDTH_MAX) return;
    *low = l->from > AROUND ? l->from - AROUND : 0;
    *high = *low + WIDTH_MAX;
    if (*high <= width) return;
    *high = width;
    if (l->from <= width) *low = width - WIDTH_MAX < l->from ? width - WIDTH_MAX : *low;
}

/* Writes the shown cells; returns the column of the first. */
static int add_cells(sink *out, const layout *l, int low, int high) {
    int first = -1;
    for (size_t i = 0; i < l->count; i++) {
        if (l->start[i] < low || l->start[i] + l->cells[i].width > high) continue;
        if (first < 0) first = l->start[i];
        sink_add(out, l->cells[i].bytes, (size_t)l->cells[i].size);
    }
    return first < 0 ? low : first;
}

static void add_repeated(sink *out, const char *text, int times) {
    for (int i = 0; i < times; i++) sink_text(out, text);
}

void add_excerpt(sink *out, const char *text, size_t length, piece marked, const char *on, const char *off) {
    const char *line;
    size_t size;
    if (marked.line == 0 || !find_line(text, length, marked.line, &line, &size)) return;
    layout l = lay_out(line, size, marked);
    int low, high;
    choose_window(&l, &low, &high);
    int to = l.to < high || l.from >= high ? l.to : high;
    sink_text(out, low > 0 ? "  ..." : "  ");
    int first = add_cells(out, &l, low, high);
    sink_text(out, high < l.start[l.count] ? "...\n  " : "\n  ");
    add_repeated(out, " ", l.from - first + (low > 0 ? 3 : 0));
    sink_text(out, on);
    sink_text(out, "^");
    add_repeated(out, "~", to - l.from - 1);
    sink_format(out, "%s\n", off);
    free(l.cells);
    free(l.start);
}
