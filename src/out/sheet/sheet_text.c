/* Sheets as text: the notation of the language, lines of at most 100 columns, broken before + and -. */
#include <string.h>

#include "base/assert.h"
#include "out/sheet/sheet_private.h"

/* Columns: of a line, in front of it, in front of what continues in a further line. */
enum { WIDTH = 100, INDENT = 2, HANGING = 6 };

/* ---- long lines ---- */

/* Where a line may be broken: before the sign of a term, or the relation, outside all brackets or within this many. */
typedef struct breaks {
    const char *text;
    size_t length;
    unsigned *depth; /* by place: 1 + the number of brackets around it where a break may be, else 0 */
} breaks;

static breaks find_breaks(nh_arena *arena, const char *text) {
    breaks b = {text, strlen(text), NULL};
    unsigned depth = 0;
    b.depth = NH_NEW_ARRAY(arena, unsigned, b.length + 1);
    for (size_t i = 0; i < b.length; i++) {
        char c = text[i];
        if (c == '(' || c == '[') depth++;
        if ((c == ')' || c == ']') && depth > 0) depth--;
        bool is_sign = i > 0 && text[i - 1] == ' ' && text[i + 1] == ' ' && strchr("+-=", c) != NULL;
        if (is_sign) b.depth[i] = 1 + depth;
        if (i > 0 && text[i - 1] == '*' && depth > 0) b.depth[i] = 50 + depth; /* if nothing else helps */
    }
    return b;
}

/* The end of the piece that begins at `from` and has room for this many columns: after the least bracketed place,
 * and of several the last. */
static size_t end_of_piece(const breaks *b, size_t from, size_t room) {
    NH_ASSERT(from <= b->length);
    size_t best = b->length;
    unsigned least = 0;
    if (b->length - from <= room) return b->length;
    for (size_t i = from + 1; i < b->length && i <= from + room; i++) /* a right side that fits stays together */
        if (b->text[i] == '=' && b->depth[i] == 1 && b->length - i <= WIDTH - HANGING) return i;
    for (size_t i = from + room / 4 + 1; i < b->length && i <= from + room; i++) {
        if (b->depth[i] == 0 || (least != 0 && b->depth[i] > least)) continue;
        least = b->depth[i];
        best = i;
    }
    if (least != 0) return best;
    for (size_t i = from + 1; i < b->length; i++) /* a long word: the first place after it */
        if (b->depth[i] != 0) return i;
    return b->length;
}

static void add_wrapped(nh_text *text, nh_arena *arena, const char *line) {
    breaks b = find_breaks(arena, line);
    size_t from = 0, indent = INDENT;
    while (from < b.length) {
        size_t end = end_of_piece(&b, from, WIDTH - indent), shown = end;
        while (shown > from && line[shown - 1] == ' ') shown--;
        nh_text_add_repeated(text, ' ', indent);
        nh_text_add_bytes(text, line + from, shown - from);
        nh_text_add(text, "\n");
        from = end;
        indent = HANGING;
    }
}

/* ---- lines ---- */

static const char *text_of_line(nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line) {
    nh_text text = nh_text_begin(arena);
    if (line->name != NULL) nh_text_add(&text, line->name);
    else nh_sheet_write_side(&text, s->model->pool, &line->left, nh_expr_print);
    nh_text_add(&text, " = ");
    nh_sheet_write_side(&text, s->model->pool, &line->right, nh_expr_print);
    return nh_text_string(&text);
}

static void add_factor(nh_text *text, const nh_sheet *s, const nh_sheet_line *line) {
    if (line->factor == NH_EXPR_ONE) return;
    nh_text_add_repeated(text, ' ', HANGING);
    nh_text_add(text, "# multiplied by ");
    nh_expr_print(s->model->pool, text, line->factor);
    nh_text_add(text, "\n");
}

static void add_section(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    if (nh_sheet_is_hidden(s, section)) return;
    nh_text_format(text, "\n%s\n", section->heading);
    for (size_t i = section->first; i < section->end; i++) {
        if (nh_sheet_hides(s, section, &section->lines->items[i])) continue;
        add_wrapped(text, arena, text_of_line(arena, s, &section->lines->items[i]));
        add_factor(text, s, &section->lines->items[i]);
    }
}

/* ---- the rest ---- */

static void add_list(nh_text *text, const nh_sheet *s, uint32_t count, const nh_expr *e) {
    enum { MOST = 20 };
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        if (i > 0) nh_text_add(text, ", ");
        nh_expr_print(s->model->pool, text, e[i]);
    }
    if (count > MOST) nh_text_format(text, ", ... (%u)", count);
}

/* In lines of their own when they are many. */
static void add_unknowns(nh_text *text, const nh_sheet *s) {
    enum { MOST = 60, COLUMN = 15 };
    size_t width = COLUMN;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_text_add(text, "  unknowns     ");
    for (uint32_t i = 0; i < s->unknown_count && i < MOST; i++) {
        nh_text name = nh_text_begin(arena);
        nh_expr_print(s->model->pool, &name, s->unknowns[i]);
        bool is_full = width + name.length + 2 > WIDTH;
        if (i > 0) nh_text_add(text, is_full ? "," : ", ");
        if (is_full) {
            nh_text_format(text, "\n%*s", (int)COLUMN, "");
            width = COLUMN;
        }
        nh_text_add(text, nh_text_string(&name));
        width += name.length + 2;
    }
    if (s->unknown_count > MOST) nh_text_format(text, ", ... (%u)", s->unknown_count);
    nh_text_add(text, "\n");
    nh_arena_destroy(arena);
}

static void add_heading(nh_text *text, const nh_sheet *s) {
    nh_text_format(text, "%s\n\n", nh_name_text(s->model->context, s->model->title));
    nh_text_format(text, "  formulation  %s: %s\n", s->form->name, s->form->title);
    if (s->form->reference != NULL) nh_text_format(text, "  reference    %s\n", s->form->reference);
    add_unknowns(text, s);
}

static void add_signs(nh_text *text, const nh_sheet *s) {
    if (s->sign_count == 0) return;
    nh_text_add(text, "  ");
    add_list(text, s, s->sign_count, s->signs);
    nh_text_add(text,
                s->sign_count == 1 ? " is 1 or -1, the sign of the root\n" : " are 1 or -1, the signs of the roots\n");
}

static void add_assumptions(nh_text *text, nh_arena *arena, const nh_sheet *s) {
    nh_pool *pool = s->model->pool;
    size_t count = nh_sheet_assumption_count(s);
    if (count > 0) nh_text_add(text, "\nassumptions\n");
    for (size_t i = 0; i < count; i++) {
        const nh_sheet_condition *c = &s->assumptions.items[i];
        nh_text line = nh_text_begin(arena);
        nh_expr_print(pool, &line, c->left);
        nh_text_format(&line, " %s ", nh_sheet_relation(c->relation));
        nh_expr_print(pool, &line, c->right);
        add_wrapped(text, arena, nh_text_string(&line));
    }
}

/* In lines of whole words. */
static void add_sentence(nh_text *text, const char *sentence) {
    size_t column = 0;
    for (const char *at = sentence; *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool is_full = column > 0 && column + 1 + length > WIDTH;
        if (column > 0) nh_text_add(text, is_full ? "\n" : " ");
        nh_text_add_bytes(text, at, length);
        column = is_full || column == 0 ? length : column + 1 + length;
        at += length + (at[length] == ' ');
    }
    nh_text_add(text, "\n");
}

void nh_sheet_print_text(nh_text *text, const nh_sheet *sheet) {
    nh_arena *arena = nh_arena_create(sheet->model->context);
    nh_sheet_section sections[NH_SHEET_SECTIONS];
    nh_sheet_sections(sheet, sections);
    add_heading(text, sheet);
    for (int i = 0; i < NH_SHEET_SECTIONS; i++) {
        add_section(text, arena, sheet, &sections[i]);
        if (sections[i].lines == &sheet->explicit_form) add_signs(text, sheet);
        if (sections[i].lines == &sheet->velocities) nh_sheet_geometry_text(text, arena, sheet, add_wrapped);
    }
    if (sheet->structure.is_there) nh_sheet_structure_text(text, arena, sheet, add_wrapped);
    if (!sheet->has_components) nh_sheet_vectors_text(text, arena, sheet, add_wrapped);
    add_assumptions(text, arena, sheet);
    if (sheet->notes.count > 0) nh_text_add(text, "\n");
    for (size_t i = 0; i < sheet->notes.count; i++) add_sentence(text, sheet->notes.items[i]);
    nh_arena_destroy(arena);
}
