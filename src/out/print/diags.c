/* Diagnostics: `file:line:column: error: sentence`, the line with a mark under a piece of it, the hint.
 *
 * Columns of a text are characters; columns of a terminal are not: tabs are written as blanks, wide characters take
 * two, accents none, what has no picture is written as ?. A byte that belongs to no character counts as one. */
#include <string.h>

#include "base/assert.h"
#include "base/text/utf8.h"
#include "out/print/print_private.h"

/* ---- the line with the mark ---- */

/* Columns: of a tab, of a quoted line, of what is shown of it before the place. */
enum { TAB = 4, WIDTH_MAX = 100, AROUND = 40 };

/* The bytes of a line without its end. Ends are \n, \r\n and \r. */
static bool find_line(const char *text, size_t length, uint32_t number, const char **from, size_t *size) {
    NH_ASSERT(number > 0);
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
    *used = nh_utf8_decode(bytes, length, &code);
    if (*used == 0) {
        *used = 1;
        return (cell){"?", 1, 1};
    }
    if (code == '\t') return (cell){blanks, TAB - column % TAB, TAB - column % TAB};
    if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029) return (cell){"?", 1, 1};
    if (code >= 0x202A && code <= 0x202E) return (cell){"?", 1, 1}; /* would turn the line around */
    return (cell){bytes, (int)*used, nh_utf8_width(code)};
}

/* The line in cells, and which columns the mark takes. */
typedef struct layout {
    cell *cells;
    size_t count;
    int *start;   /* by cell: its column; one more after the last */
    int from, to; /* of the mark */
} layout;

static layout lay_out(nh_arena *arena, const char *line, size_t size, const nh_diag *marked) {
    layout l = {.cells = NH_NEW_ARRAY(arena, cell, size + 1), .start = NH_NEW_ARRAY(arena, int, size + 2)};
    int column = 0;
    for (size_t at = 0; at < size;) {
        size_t used;
        l.start[l.count] = column;
        l.cells[l.count] = cell_at(line + at, size - at, &used, column);
        column += l.cells[l.count++].width;
        at += used;
    }
    l.start[l.count] = column;
    size_t first = marked->column > 0 ? marked->column - 1 : 0;
    size_t behind = first + (marked->length > 0 ? marked->length : 1);
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
    NH_ASSERT(*low <= *high);
}

/* Writes the shown cells; returns the column of the first. */
static int add_cells(nh_text *out, const layout *l, int low, int high) {
    NH_ASSERT(low <= high);
    int first = -1;
    for (size_t i = 0; i < l->count; i++) {
        if (l->start[i] < low || l->start[i] + l->cells[i].width > high) continue;
        if (first < 0) first = l->start[i];
        nh_text_add_bytes(out, l->cells[i].bytes, (size_t)l->cells[i].size);
    }
    return first < 0 ? low : first;
}

static void add_repeated(nh_text *out, char c, int times) {
    if (times > 0) nh_text_add_repeated(out, c, (size_t)times);
}

/* Two lines, indented: the line that a diagnostic is about, cut around the mark when it is long, and the mark, ^ and ~.
 * Nothing when the text has no such line. */
static void add_excerpt(nh_text *out, const nh_diag_text *about, const nh_diag *diag, const char *on, const char *off) {
    const char *line;
    size_t size;
    if (diag->line == 0 || !find_line(about->text, about->length, diag->line, &line, &size)) return;
    nh_arena *arena = nh_arena_create(nh_arena_context(out->arena));
    layout l = lay_out(arena, line, size, diag);
    int low, high;
    choose_window(&l, &low, &high);
    int to = l.to < high || l.from >= high ? l.to : high;
    nh_text_add(out, low > 0 ? "  ..." : "  ");
    int first = add_cells(out, &l, low, high);
    nh_text_add(out, high < l.start[l.count] ? "...\n  " : "\n  ");
    add_repeated(out, ' ', l.from - first + (low > 0 ? 3 : 0));
    nh_text_format(out, "%s^", on);
    add_repeated(out, '~', to - l.from - 1);
    nh_text_format(out, "%s\n", off);
    nh_arena_destroy(arena);
}

/* ---- texts ---- */

/* Of an option, whose text is a line of its own: --set m=2. */
static bool is_option(const char *name) {
    return strncmp(name, "--", 2) == 0 || strncmp(name, "condition ", strlen("condition ")) == 0;
}

/* The names of options are cut when they are long. */
static bool is_named(const char *file, const char *name) {
    size_t length = strlen(file);
    bool is_cut = is_option(file) && length > 3 && strcmp(file + length - 3, "...") == 0;
    return strcmp(file, name) == 0 || (is_cut && strncmp(file, name, length - 3) == 0);
}

static const nh_diag_text *text_of(const nh_diag *diag, const nh_diags_def *def) {
    for (size_t i = 0; diag->file != NULL && i < def->text_count; i++)
        if (is_named(diag->file, def->texts[i].name)) return &def->texts[i];
    return NULL;
}

/* ---- text ---- */

static void add_place(nh_text *out, const nh_diag *diag) {
    if (diag->line == 0) nh_text_add(out, "nonholo: ");
    else if (diag->file == NULL) nh_text_format(out, "%u:%u: ", diag->line, diag->column);
    else if (is_option(diag->file)) nh_text_format(out, "%s: ", diag->file);
    else nh_text_format(out, "%s:%u:%u: ", diag->file, diag->line, diag->column);
}

static void add_diag(nh_text *out, const nh_diag *diag, const nh_diags_def *def) {
    static const char *const severities[3] = {"error", "warning", "note"};
    static const char *const colours[3] = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m"};
    const char *on = def->has_colours ? colours[diag->severity] : "", *off = def->has_colours ? "\x1b[0m" : "";
    if (def->has_colours) nh_text_add(out, "\x1b[1m");
    add_place(out, diag);
    nh_text_format(out, "%s%s%s:%s %s\n", off, on, severities[diag->severity], off, diag->sentence);
    const nh_diag_text *about = text_of(diag, def);
    if (about != NULL) add_excerpt(out, about, diag, on, off);
    bool is_said = diag->hint != NULL && strstr(diag->sentence, diag->hint) != NULL;
    if (diag->hint != NULL && !is_said) nh_text_format(out, "  hint: %s\n", diag->hint);
}

static bool is_left_out(const nh_diag *diag, const nh_diags_def *def) {
    if (diag->severity != NH_SEVERITY_ERROR && def->errors_alone) return true;
    for (size_t i = 0; i < def->left_out_count && diag->severity == NH_SEVERITY_NOTE; i++)
        if (strcmp(diag->code, def->left_out[i]) == 0) return true;
    return false;
}

static void print_text(nh_text *text, const nh_context *context, const nh_diags_def *def) {
    for (size_t i = def->first; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (!is_left_out(diag, def)) add_diag(text, diag, def);
    }
}

/* ---- JSON ---- */

static void print_json(nh_text *text, const nh_context *context) {
    nh_json json = nh_json_begin(text);
    nh_json_open(&json, NULL, '{');
    nh_json_integer(&json, "format", 1);
    nh_json_diags(&json, "errors", context, NH_SEVERITY_ERROR);
    nh_json_diags(&json, "warnings", context, NH_SEVERITY_WARNING);
    nh_json_close(&json);
    nh_text_add(text, "\n");
}

void nh_print_diags(nh_text *text, nh_print_as as, const nh_context *context, const nh_diags_def *def) {
    if (as == NH_PRINT_JSON) print_json(text, context);
    else print_text(text, context, def);
}
