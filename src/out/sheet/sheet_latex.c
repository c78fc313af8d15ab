/* Sheets as LaTeX: one environment for each section, its heading as the first row, so that a page with amsmath and a
 * page with KaTeX show the same. Equations occur in align*; definitions in alignat*, where their names begin at the
 * left margin as the headings do and the relations are below each other.
 *
 * Long lines are broken before + and - outside of all brackets; what is inside brackets was made short enough
 * (paper/sheet_short.c). */
#include <ctype.h>
#include <string.h>

#include "base/assert.h"
#include "out/sheet/sheet_private.h"

/* In points: of the page of the document, less what nh_latex_width may be wrong by; the gaps before
 * the second row of a line. */
enum { WIDTH = 455, QUAD = 10, QQUAD = 20 };

/* ---- words ---- */

void nh_sheet_latex_escape(nh_text *text, const char *words) {
    static const char special[] = "#$%&_{}";
    for (const char *c = words; *c != '\0'; c++) {
        if (strchr(special, *c) != NULL) nh_text_format(text, "\\%c", *c);
        else if (*c == '\\') nh_text_add(text, "\\textbackslash{}");
        else if (*c == '~') nh_text_add(text, "\\textasciitilde{}");
        else if (*c == '^') nh_text_add(text, "\\textasciicircum{}");
        else nh_text_add_char(text, *c);
    }
}

/* ---- names of coefficients ---- */

static void add_base(nh_text *text, const nh_sheet *s, const char *name, size_t length) {
    static const struct { const char *name, *latex; } own[] = {{"Tstar", "T^*"}, {"Ltilde", "\\tilde{L}"}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i].name) == length && strncmp(own[i].name, name, length) == 0) {
            nh_text_add(text, own[i].latex);
            return;
        }
    nh_print_name_latex(text, name, length);
    if (s->form->has_primes) nh_text_add(text, "'");
}

/* The end of an index: the comma or the bracket after it. */
static const char *end_of_index(const char *at) {
    int depth = 0;
    for (; *at != '\0'; at++) {
        if (*at == '[') depth++;
        if ((*at == ',' || *at == ']') && depth == 0) return at;
        if (*at == ']') depth--;
    }
    return at;
}

/* "B[perp[1],x]" with its indices below. */
void nh_sheet_latex_coefficient(nh_text *text, const nh_sheet *s, const char *name) {
    NH_ASSERT(name != NULL);
    size_t length = strcspn(name, "[");
    add_base(text, s, name, length);
    if (name[length] == '\0') return;
    nh_text_add(text, "_{");
    for (const char *at = name + length + 1; *at != '\0';) {
        const char *end = end_of_index(at);
        if (at != name + length + 1) nh_text_add(text, ", ");
        nh_print_name_latex(text, at, (size_t)(end - at));
        at = *end == ',' ? end + 1 : end + strlen(end);
    }
    nh_text_add(text, "}");
}

/* ---- lines ---- */

void nh_sheet_latex_left(nh_text *text, const nh_sheet *s, const nh_sheet_line *line) {
    if (line->name != NULL) nh_sheet_latex_coefficient(text, s, line->name);
    else nh_sheet_write_side(text, s->model->pool, &line->left, nh_expr_print_latex);
}

/* The next place after `from` where a row may end: before a sign outside of all groups and brackets. */
static const char *next_break(const char *from) {
    int depth = 0;
    for (const char *c = from; *c != '\0'; c++) {
        if (strncmp(c, "\\left", 5) == 0 && !isalpha((unsigned char)c[5])) depth++;
        if (strncmp(c, "\\right", 6) == 0 && !isalpha((unsigned char)c[6])) depth--;
        if (strncmp(c, "\\begin", 6) == 0) depth++;
        if (strncmp(c, "\\end", 4) == 0) depth--;
        if (*c == '{') depth++;
        if (*c == '}') depth--;
        if (*c == '\\' && c[1] != '\0') c += isalpha((unsigned char)c[1]) ? 0 : 1;
        bool is_sign = c > from && depth == 0 && c[-1] == ' ' && (*c == '+' || *c == '-' || *c == '=') && c[1] == ' ';
        if (is_sign) return c;
    }
    return from + strlen(from);
}

/* The text in rows of at most this many points; `between` is between two of them and makes the
 * others shorter by the gap. */
static void add_broken(nh_text *text, nh_arena *arena, const char *line, double room, double gap, const char *between) {
    const char *from = line;
    double width = 0;
    while (*from != '\0') {
        const char *end = next_break(from);
        double more = nh_latex_width(arena, from, end);
        if (from != line && width + more > room) {
            nh_text_add(text, between);
            width = gap;
        }
        nh_text_add_bytes(text, from, (size_t)(end - from));
        width += more;
        from = end;
    }
}

/* & left = right, from the left margin. */
static void add_equation(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line) {
    nh_text whole = nh_text_begin(arena);
    nh_sheet_latex_left(&whole, s, line);
    nh_text_add(&whole, " = ");
    nh_sheet_write_side(&whole, s->model->pool, &line->right, nh_expr_print_latex);
    const char *string = nh_text_string(&whole);
    bool is_negative = string[0] == '-';
    nh_text_add(text, is_negative ? "&{-}" : "&"); /* a sign, not an operation */
    add_broken(text, arena, string + is_negative, WIDTH, QQUAD, "\\\\\n&\\qquad {} ");
}

/* &name &&= value: names from the left margin, relations below each other. */
static void add_definition(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line, double names) {
    nh_text whole = nh_text_begin(arena);
    nh_text_add(&whole, "= ");
    nh_sheet_write_side(&whole, s->model->pool, &line->right, nh_expr_print_latex);
    nh_text_add(text, "&");
    nh_sheet_latex_left(text, s, line);
    nh_text_add(text, " &&");
    add_broken(text, arena, nh_text_string(&whole), WIDTH - names, QUAD, "\\\\\n&&&\\quad {} ");
}

/* The width of the column of names. */
static double width_of_names(nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    double most = 0;
    for (size_t i = section->first; i < section->end; i++) {
        nh_text name = nh_text_begin(arena);
        nh_sheet_latex_left(&name, s, &section->lines->items[i]);
        const char *string = nh_text_string(&name);
        double width = nh_latex_width(arena, string, string + strlen(string));
        if (width > most) most = width;
    }
    return most;
}

/* On a line of its own: it may be long. */
static void add_factor(nh_text *text, const nh_sheet *s, const nh_sheet_line *line) {
    if (line->factor == NH_EXPR_ONE) return;
    nh_text_add(text, "\\\\\n&\\qquad \\left(\\text{multiplied by } ");
    nh_expr_print_latex(s->model->pool, text, line->factor);
    nh_text_add(text, "\\right)");
}

static void begin_section(nh_text *text, const char *heading) {
    nh_text_add(text, "\\begin{align*}\n&\\textbf{");
    nh_sheet_latex_escape(text, heading);
    nh_text_add(text, "}");
}

static void end_section(nh_text *text) {
    nh_text_add(text, "\n\\end{align*}\n");
}

/* Words in rows; nothing else breaks them within an align*. */
static void add_words(nh_text *text, const char *words) {
    enum { COLUMNS = 90 };
    nh_arena *arena = nh_arena_create(nh_arena_context(text->arena));
    while (*words != '\0') {
        size_t length = strlen(words), end = length;
        if (length > COLUMNS)
            for (end = COLUMNS; end > 0 && words[end] != ' ';) end--;
        if (end == 0) end = length; /* one long word */
        nh_text row = nh_text_begin(arena);
        nh_text_add_bytes(&row, words, end);
        nh_text_add(text, "\\\\\n&\\text{");
        nh_sheet_latex_escape(text, nh_text_string(&row));
        nh_text_add(text, "}");
        words += end + (words[end] == ' ');
    }
    nh_arena_destroy(arena);
}

static void add_signs(nh_text *text, const nh_sheet *s) {
    if (s->sign_count == 0) return;
    nh_text_add(text, "\\\\\n&");
    for (uint32_t i = 0; i < s->sign_count; i++) {
        if (i > 0) nh_text_add(text, ", ");
        nh_expr_print_latex(s->model->pool, text, s->signs[i]);
    }
    nh_text_add(text, s->sign_count == 1 ? " &&= \\pm 1 \\text{, the sign of the root}"
                                         : " &&= \\pm 1 \\text{, the signs of the roots}");
}

static void add_equations(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    begin_section(text, section->heading);
    for (size_t i = section->first; i < section->end; i++) {
        if (nh_sheet_hides(s, section, &section->lines->items[i])) continue;
        nh_text_add(text, "\\\\\n");
        add_equation(text, arena, s, &section->lines->items[i]);
        add_factor(text, s, &section->lines->items[i]);
    }
    end_section(text);
}

/* The heading takes no room in the column of names. */
static void add_definitions(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    double names = width_of_names(arena, s, section);
    nh_text_add(text, "\\begin{alignat*}{2}\n&\\rlap{\\textbf{");
    nh_sheet_latex_escape(text, section->heading);
    nh_text_add(text, "}}");
    for (size_t i = section->first; i < section->end; i++) {
        if (nh_sheet_hides(s, section, &section->lines->items[i])) continue;
        nh_text_add(text, "\\\\\n");
        add_definition(text, arena, s, &section->lines->items[i], names);
    }
    if (section->lines == &s->explicit_form) add_signs(text, s);
    nh_text_add(text, "\n\\end{alignat*}\n");
}

static void add_section(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    const nh_sheet_lines *lines = section->lines;
    bool is_equation = lines == &s->equations || lines == &s->rows || lines == &s->constraints;
    if (nh_sheet_is_hidden(s, section)) return;
    if (is_equation) add_equations(text, arena, s, section);
    else add_definitions(text, arena, s, section);
}

/* ---- the rest ---- */

static void add_heading(nh_text *text, const nh_sheet *s) {
    begin_section(text, nh_name_text(s->model->context, s->model->title));
    add_words(text, s->form->title);
    if (s->form->reference != NULL) add_words(text, s->form->reference);
    end_section(text);
}

void nh_sheet_latex_condition(nh_text *text, const nh_sheet *s, const nh_sheet_condition *c) {
    NH_ASSERT(c->relation <= NH_NOT_EQUAL);
    static const char *const relations[] = {[NH_LESS] = "<",
                                            [NH_GREATER] = ">",
                                            [NH_LESS_EQUAL] = "\\le",
                                            [NH_GREATER_EQUAL] = "\\ge",
                                            [NH_NOT_EQUAL] = "\\ne"};
    nh_expr_print_latex(s->model->pool, text, c->left);
    nh_text_format(text, " %s ", relations[c->relation]);
    nh_expr_print_latex(s->model->pool, text, c->right);
}

static void add_assumptions(nh_text *text, const nh_sheet *s) {
    size_t count = nh_sheet_assumption_count(s);
    if (count == 0) return;
    begin_section(text, "assumptions");
    for (size_t i = 0; i < count; i++) {
        nh_text_add(text, "\\\\\n&");
        nh_sheet_latex_condition(text, s, &s->assumptions.items[i]);
    }
    end_section(text);
}

static void add_notes(nh_text *text, const nh_sheet *s) {
    if (s->notes.count == 0) return;
    begin_section(text, "notes");
    for (size_t i = 0; i < s->notes.count; i++) add_words(text, s->notes.items[i]);
    end_section(text);
}

/* A row that is a formula of its own. */
static void add_formula(nh_text *text, nh_arena *arena, const char *formula) {
    nh_text_add(text, "\\\\\n&");
    add_broken(text, arena, formula, WIDTH, QQUAD, "\\\\\n&\\qquad {} ");
}

static const nh_sheet_latex_rows plain_rows = {begin_section, add_formula, end_section};

void nh_sheet_print_latex(nh_text *text, const nh_sheet *sheet) {
    nh_arena *arena = nh_arena_create(sheet->model->context);
    nh_sheet_section sections[NH_SHEET_SECTIONS];
    nh_sheet_sections(sheet, sections);
    add_heading(text, sheet);
    for (int i = 0; i < NH_SHEET_SECTIONS; i++) {
        add_section(text, arena, sheet, &sections[i]);
        if (sections[i].lines == &sheet->velocities) nh_sheet_geometry_latex(text, arena, sheet, &plain_rows);
    }
    if (sheet->structure.is_there) nh_sheet_structure_latex(text, arena, sheet, &plain_rows);
    if (!sheet->has_components) nh_sheet_vectors_latex(text, arena, sheet);
    add_assumptions(text, sheet);
    add_notes(text, sheet);
    nh_arena_destroy(arena);
}

void nh_sheet_latex_begin(nh_text *text, const char *body) {
    nh_text_add(text, "\\documentclass[fleqn,a4paper]{article}\n\\usepackage[utf8]{inputenc}\n"
                      "\\usepackage[margin=2cm]{geometry}\n\\usepackage{amsmath}\n");
    nh_latex_add_letters(text, body);
    nh_text_add(text, "\\setlength{\\mathindent}{0pt}\n\\allowdisplaybreaks[1]\n\\begin{document}\n");
}

void nh_sheet_latex_end(nh_text *text) {
    nh_text_add(text, "\\end{document}\n");
}
