/* Sheets as JSON: every line as text of the language and as LaTeX. */
#include "out/sheet/sheet_private.h"

/* What the functions below share. */
typedef struct sheet_writer {
    nh_json *json;
    nh_arena *arena; /* for what is printed into strings */
    const nh_sheet *sheet;
    bool is_shown; /* to people: vectors in place of what they hide */
} sheet_writer;

/* What a printer writes, as a string. */
static void add_expr(const sheet_writer *w, const char *key, nh_expr e) {
    nh_text printed = nh_text_begin(w->arena);
    nh_expr_print(w->sheet->model->pool, &printed, e);
    nh_json_string(w->json, key, nh_text_string(&printed));
}

static void add_list(const sheet_writer *w, const char *key, uint32_t count, const nh_expr *e) {
    nh_json_open_line(w->json, key, '[');
    for (uint32_t i = 0; i < count; i++) add_expr(w, NULL, e[i]);
    nh_json_close(w->json);
}

static void add_text_of(const sheet_writer *w, const nh_sheet_line *line) {
    nh_pool *pool = w->sheet->model->pool;
    nh_text printed = nh_text_begin(w->arena);
    if (line->name != NULL) nh_text_add(&printed, line->name);
    else nh_sheet_write_side(&printed, pool, &line->left, nh_expr_print);
    nh_text_add(&printed, " = ");
    nh_sheet_write_side(&printed, pool, &line->right, nh_expr_print);
    nh_json_string(w->json, "text", nh_text_string(&printed));
}

static void add_latex_of(const sheet_writer *w, const nh_sheet_line *line) {
    nh_text printed = nh_text_begin(w->arena);
    nh_sheet_latex_left(&printed, w->sheet, line);
    nh_text_add(&printed, " = ");
    nh_sheet_write_side(&printed, w->sheet->model->pool, &line->right, nh_expr_print_latex);
    nh_json_string(w->json, "latex", nh_text_string(&printed));
}

static void add_line(const sheet_writer *w, const nh_sheet_line *line, bool is_equation) {
    nh_json_open(w->json, NULL, '{');
    nh_json_string(w->json, is_equation ? "of" : "name", line->of);
    add_text_of(w, line);
    add_latex_of(w, line);
    if (is_equation) add_expr(w, "factor", line->factor);
    nh_json_close(w->json);
}

static void add_section(const sheet_writer *w, const nh_sheet_section *section) {
    bool is_equation = section->lines == &w->sheet->equations || section->lines == &w->sheet->rows;
    nh_json_open(w->json, section->key, '[');
    for (size_t i = 0; i < section->lines->count; i++) {
        const nh_sheet_line *line = &section->lines->items[i];
        if (!w->is_shown || !nh_sheet_hides(w->sheet, section, line)) add_line(w, line, is_equation);
    }
    if (w->sheet->structure.is_there) nh_sheet_structure_json_lines(w->json, w->arena, w->sheet, section->key);
    if (w->is_shown && !w->sheet->has_components)
        nh_sheet_vectors_json_lines(w->json, w->arena, w->sheet, section->key);
    nh_json_close(w->json);
}

static void add_condition(const sheet_writer *w, const nh_sheet_condition *c) {
    nh_pool *pool = w->sheet->model->pool;
    nh_text plain = nh_text_begin(w->arena), latex = nh_text_begin(w->arena);
    nh_expr_print(pool, &plain, c->left);
    nh_text_format(&plain, " %s ", nh_sheet_relation(c->relation));
    nh_expr_print(pool, &plain, c->right);
    nh_sheet_latex_condition(&latex, w->sheet, c);
    nh_json_open(w->json, NULL, '{');
    nh_json_string(w->json, "text", nh_text_string(&plain));
    nh_json_string(w->json, "latex", nh_text_string(&latex));
    nh_json_close(w->json);
}

static void add_assumptions(const sheet_writer *w) {
    nh_json_open(w->json, "assumptions", '[');
    size_t count = w->is_shown ? nh_sheet_assumption_count(w->sheet) : w->sheet->assumptions.count;
    for (size_t i = 0; i < count; i++) add_condition(w, &w->sheet->assumptions.items[i]);
    nh_json_close(w->json);
}

static void add_notes(const sheet_writer *w) {
    nh_json_open_line(w->json, "notes", '[');
    for (size_t i = 0; i < w->sheet->notes.count; i++) nh_json_string(w->json, NULL, w->sheet->notes.items[i]);
    nh_json_close(w->json);
}

void nh_sheet_write_json(nh_json *json, const char *key, const nh_sheet *sheet, bool is_shown) {
    sheet_writer w = {json, nh_arena_create(sheet->model->context), sheet, is_shown};
    nh_sheet_section sections[NH_SHEET_SECTIONS];
    nh_sheet_sections(sheet, sections);
    nh_json_open(json, key, '{');
    nh_json_integer(json, "format", 1);
    nh_json_string(json, "system", nh_name_text(sheet->model->context, sheet->model->title));
    nh_json_string(json, "form", sheet->form->name);
    nh_json_string(json, "title", sheet->form->title);
    nh_json_string(json, "reference", sheet->form->reference);
    add_list(&w, "unknowns", sheet->unknown_count, sheet->unknowns);
    add_list(&w, "signs", sheet->sign_count, sheet->signs);
    for (int i = 0; i < NH_SHEET_SECTIONS; i++)
        if (i == 0 || sections[i].lines != sections[0].lines) /* all abbreviations are in the first of their two */
            add_section(&w, &sections[i]);
    nh_sheet_geometry_json(json, w.arena, sheet);
    if (!is_shown) nh_sheet_vectors_json(json, w.arena, sheet);
    add_assumptions(&w);
    add_notes(&w);
    nh_json_close(json);
    nh_arena_destroy(w.arena);
}

void nh_sheet_print_json(nh_text *text, const nh_sheet *sheet) {
    nh_json json = nh_json_begin(text);
    nh_sheet_write_json(&json, NULL, sheet, false);
}
