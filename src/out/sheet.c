/* What the printers of sheets share. */
#include "out/sheet_private.h"

void nh_sheet_write_side(nh_text *text, nh_pool *pool, const nh_sheet_side *side, nh_sheet_writer write) {
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
    nh_sheet_section all[NH_SHEET_SECTIONS] = {
        {"constraints", "constraints", &s->constraints},     {"explicit", "explicit form", &s->explicit_form},
        {"variables", "variables", &s->variables},           {"velocities", "velocities", &s->velocities},
        {"definitions", "abbreviations", &s->abbreviations}, {"coefficients", "coefficients", &s->coefficients},
        {"equations", "equations of motion", &s->equations}, {"rows", "constraints, differentiated", &s->rows},
    };
    for (int i = 0; i < NH_SHEET_SECTIONS; i++) sections[i] = all[i];
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
