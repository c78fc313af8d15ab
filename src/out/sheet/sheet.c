/* What the printers of sheets share. */
#include "out/sheet/sheet_private.h"

#include "base/assert.h"
#include "expr/inspect.h"

void nh_sheet_write_side(nh_text *text, nh_pool *pool, const nh_sheet_side *side, nh_sheet_writer write) {
    NH_ASSERT(side->count == 0 || side->parts != NULL);
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    for (uint32_t i = 0; i < side->count; i++) {
        nh_text part = nh_text_begin(arena);
        write(pool, &part, side->parts[i]);
        const char *string = nh_text_string(&part);
        bool is_negative = string[0] == '-';
        if (i > 0) nh_text_add(text, is_negative ? " - " : " + ");
        nh_text_add(text, i > 0 && is_negative ? string + 1 : string);
    }
    if (side->count == 0) nh_text_add(text, "0");
    nh_arena_destroy(arena);
}

void nh_sheet_sections(const nh_sheet *s, nh_sheet_section sections[NH_SHEET_SECTIONS]) {
    NH_ASSERT(s->early <= s->abbreviations.count);
    enum { EARLY = 0, LATE = 4 };
    nh_sheet_section all[NH_SHEET_SECTIONS] = {
        {"definitions", "abbreviations", &s->abbreviations, 0, 0},
        {"constraints", "constraints", &s->constraints, 0, 0},
        {"explicit", "explicit form", &s->explicit_form, 0, 0},
        {"variables", "variables", &s->variables, 0, 0},
        {"definitions", s->early > 0 ? "further abbreviations" : "abbreviations", &s->abbreviations, 0, 0},
        {"velocities", "velocities", &s->velocities, 0, 0},
        {"coefficients", "coefficients", &s->coefficients, 0, 0},
        {"equations", "equations of motion", &s->equations, 0, 0},
        {"rows", "constraints, differentiated", &s->rows, 0, 0},
    };
    for (int i = 0; i < NH_SHEET_SECTIONS; i++) {
        sections[i] = all[i];
        sections[i].end = i == EARLY ? s->early : all[i].lines->count;
    }
    sections[LATE].first = s->early;
}

/* Whether a line that is shown has the abbreviation in it. */
static bool is_used(const nh_sheet *s, nh_expr name) {
    for (size_t i = 0; i < s->constraints.count; i++) {
        const nh_sheet_line *line = &s->constraints.items[i];
        for (uint32_t k = 0; k < line->left.count && !line->is_contact; k++)
            if (nh_expr_depends_on(s->model->pool, line->left.parts[k], 1, &name)) return true;
    }
    return false;
}

bool nh_sheet_hides(const nh_sheet *sheet, const nh_sheet_section *section, const nh_sheet_line *line) {
    if (sheet->has_components) return false;
    if (section->lines == &sheet->constraints) return line->is_contact;
    bool is_early = section->lines == &sheet->abbreviations && section->first == 0;
    return !is_early || !is_used(sheet, line->left.parts[0]);
}

bool nh_sheet_is_hidden(const nh_sheet *sheet, const nh_sheet_section *section) {
    for (size_t i = section->first; i < section->end; i++)
        if (!nh_sheet_hides(sheet, section, &section->lines->items[i])) return false;
    return true;
}

size_t nh_sheet_assumption_count(const nh_sheet *sheet) {
    return sheet->has_components ? sheet->assumptions.count : sheet->model->assumptions.count;
}

const char *nh_sheet_relation(nh_relation relation) {
    switch (relation) {
        case NH_LESS: return "<";
        case NH_GREATER: return ">";
        case NH_LESS_EQUAL: return "<=";
        case NH_GREATER_EQUAL: return ">=";
        case NH_NOT_EQUAL: break;
    }
    return "!=";
}
