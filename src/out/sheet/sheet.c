/* What the printers of sheets share. */
#include "out/sheet/sheet_private.h"

#include "base/assert.h"

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
