/* Sheets as JSON: every line as text of the language and as LaTeX. */
#include "out/sheet_private.h"

static void add_string(nh_text *text, const char *string) {
    nh_text_add_char(text, '"');
    for (const char *c = string; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') nh_text_format(text, "\\%c", *c);
        else if ((unsigned char)*c < ' ') nh_text_format(text, "\\u%04x", (unsigned)(unsigned char)*c);
        else nh_text_add_char(text, *c);
    }
    nh_text_add_char(text, '"');
}

static void add_key(nh_text *text, const char *key) {
    add_string(text, key);
    nh_text_add(text, ": ");
}

/* What a printer writes, as a string. */
static void add_expr(nh_text *text, nh_arena *arena, nh_pool *pool, nh_expr e, nh_sheet_writer write) {
    nh_text printed = nh_text_begin(arena);
    write(pool, &printed, e);
    add_string(text, nh_text_string(&printed));
}

static void add_list(nh_text *text, nh_arena *arena, const nh_sheet *s, const char *key, uint32_t count,
                     const nh_expr *e) {
    nh_text_add(text, "  ");
    add_key(text, key);
    nh_text_add(text, "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) nh_text_add(text, ", ");
        add_expr(text, arena, s->model->pool, e[i], nh_expr_print);
    }
    nh_text_add(text, "],\n");
}

static void add_text_of(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line) {
    nh_text printed = nh_text_begin(arena);
    if (line->name != NULL) nh_text_add(&printed, line->name);
    else nh_sheet_write_side(&printed, s->model->pool, &line->left, nh_expr_print);
    nh_text_add(&printed, " = ");
    nh_sheet_write_side(&printed, s->model->pool, &line->right, nh_expr_print);
    add_string(text, nh_text_string(&printed));
}

static void add_latex_of(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line) {
    nh_text printed = nh_text_begin(arena);
    nh_sheet_latex_left(&printed, s, line);
    nh_text_add(&printed, " = ");
    nh_sheet_write_side(&printed, s->model->pool, &line->right, nh_expr_print_latex);
    add_string(text, nh_text_string(&printed));
}

static void add_line(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_line *line, bool is_equation) {
    nh_text_add(text, "    {");
    add_key(text, is_equation ? "of" : "name");
    add_string(text, line->of);
    nh_text_add(text, ", \"text\": ");
    add_text_of(text, arena, s, line);
    nh_text_add(text, ", \"latex\": ");
    add_latex_of(text, arena, s, line);
    if (is_equation) {
        nh_text_add(text, ", \"factor\": ");
        add_expr(text, arena, s->model->pool, line->factor, nh_expr_print);
    }
    nh_text_add(text, "}");
}

static void add_section(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_section *section) {
    bool is_equation = section->lines == &s->equations || section->lines == &s->rows;
    nh_text_add(text, "  ");
    add_key(text, section->key);
    nh_text_add(text, "[");
    for (size_t i = 0; i < section->lines->count; i++) {
        nh_text_add(text, i == 0 ? "\n" : ",\n");
        add_line(text, arena, s, &section->lines->items[i], is_equation);
    }
    nh_text_add(text, section->lines->count == 0 ? "],\n" : "\n  ],\n");
}

static void add_condition(nh_text *text, nh_arena *arena, const nh_sheet *s, const nh_sheet_condition *c) {
    nh_text plain = nh_text_begin(arena), latex = nh_text_begin(arena);
    nh_expr_print(s->model->pool, &plain, c->left);
    nh_text_format(&plain, " %s ", nh_sheet_relation(c->relation));
    nh_expr_print(s->model->pool, &plain, c->right);
    nh_sheet_latex_condition(&latex, s, c);
    nh_text_add(text, "    {\"text\": ");
    add_string(text, nh_text_string(&plain));
    nh_text_add(text, ", \"latex\": ");
    add_string(text, nh_text_string(&latex));
    nh_text_add(text, "}");
}

static void add_assumptions(nh_text *text, nh_arena *arena, const nh_sheet *s) {
    nh_text_add(text, "  \"assumptions\": [");
    for (size_t i = 0; i < s->assumptions.count; i++) {
        nh_text_add(text, i == 0 ? "\n" : ",\n");
        add_condition(text, arena, s, &s->assumptions.items[i]);
    }
    nh_text_add(text, s->assumptions.count == 0 ? "],\n" : "\n  ],\n");
}

static void add_notes(nh_text *text, const nh_sheet *s) {
    nh_text_add(text, "  \"notes\": [");
    for (size_t i = 0; i < s->notes.count; i++) {
        if (i > 0) nh_text_add(text, ", ");
        add_string(text, s->notes.items[i]);
    }
    nh_text_add(text, "]\n");
}

static void add_heading(nh_text *text, const nh_sheet *s) {
    nh_text_add(text, "{\n  \"format\": 1,\n  \"system\": ");
    add_string(text, nh_name_text(s->model->context, s->model->title));
    nh_text_add(text, ",\n  \"form\": ");
    add_string(text, s->form->name);
    nh_text_add(text, ",\n  \"title\": ");
    add_string(text, s->form->title);
    nh_text_add(text, ",\n  \"reference\": ");
    if (s->form->reference != NULL) add_string(text, s->form->reference);
    else nh_text_add(text, "null");
    nh_text_add(text, ",\n");
}

void nh_sheet_print_json(nh_text *text, const nh_sheet *sheet) {
    nh_arena *arena = nh_arena_create(sheet->model->context);
    nh_sheet_section sections[NH_SHEET_SECTIONS];
    nh_sheet_sections(sheet, sections);
    add_heading(text, sheet);
    add_list(text, arena, sheet, "unknowns", sheet->unknown_count, sheet->unknowns);
    add_list(text, arena, sheet, "signs", sheet->sign_count, sheet->signs);
    for (int i = 0; i < NH_SHEET_SECTIONS; i++) add_section(text, arena, sheet, &sections[i]);
    add_assumptions(text, arena, sheet);
    add_notes(text, sheet);
    nh_text_add(text, "}");
    nh_arena_destroy(arena);
}
