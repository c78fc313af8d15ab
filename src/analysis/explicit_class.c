/* How difficult a form would be, block by block, without solving anything. */
#include "analysis/explicit_private.h"

/* From simple to difficult. Nested: a value with dependent velocities of other blocks in it, beside others. */
typedef enum class {
    CLASS_NUMBERS, /* linear without a denominator */
    CLASS_LINEAR,
    CLASS_POLYNOMIAL, /* no velocity below a fraction line */
    CLASS_RATIONAL,
    CLASS_RATIONAL_NESTED,
    CLASS_RADICAL,
    CLASS_RADICAL_NESTED,
    CLASS_IMPLICIT,
} class;

typedef struct classing {
    const nh_outline *o;
    uint32_t *place;    /* n: which of the dependent velocities; NONE */
    uint32_t *block_of; /* k: of a dependent velocity */
    class *of;          /* k */
    nh_blocks blocks;
} classing;

static class worse(class a, class b) {
    return a > b ? a : b;
}

static class class_of_row(const nh_outline *o, uint32_t row, const nh_outline_entry *entry) {
    if (o->is_affine[row]) return entry->coefficient == NH_COEFFICIENT_NUMBER ? CLASS_NUMBERS : CLASS_LINEAR;
    if (o->has_roots[row]) return CLASS_RADICAL;
    return entry->coefficient == NH_COEFFICIENT_VELOCITIES ? CLASS_RATIONAL : CLASS_POLYNOMIAL;
}

/* Of one velocity from one row. */
static class class_alone(const nh_outline *o, uint32_t row, nh_outline_entry *entry) {
    if (!nh_outline_couples(o, entry, entry->velocity)) return class_of_row(o, row, entry);
    switch (nh_outline_power(o, row, entry)) {
        case NH_POWER_ONE: return CLASS_RATIONAL;
        case NH_POWER_ROOT: return CLASS_RADICAL;
        default: return CLASS_IMPLICIT;
    }
}

/* Whether the coefficient has velocities of the block in it. */
static bool has_own(const classing *c, uint32_t block, const nh_outline_entry *entry) {
    for (uint32_t i = entry->coupled; i < entry->coupled_end; i++) {
        uint32_t d = c->place[c->o->coupled[i]];
        if (d != NH_EXPLICIT_NONE && c->block_of[d] == block) return true;
    }
    return false;
}

/* Of several velocities together: rows linear in them, or all but one. */
static class class_together(const classing *c, uint32_t block) {
    const nh_outline *o = c->o;
    class worst = CLASS_NUMBERS;
    uint32_t powers = 0;
    for (uint32_t i = c->blocks.start[block]; i < c->blocks.start[block + 1]; i++) {
        uint32_t row = c->blocks.row[i];
        bool is_linear = true;
        for (uint32_t e = o->start[row]; e < o->start[row + 1]; e++) {
            uint32_t d = c->place[o->entry[e].velocity];
            if (d == NH_EXPLICIT_NONE || c->block_of[d] != block) continue;
            if (has_own(c, block, &o->entry[e])) is_linear = false;
            else worst = worse(worst, class_of_row(o, row, &o->entry[e]));
        }
        powers += !is_linear;
        if (!is_linear) worst = worse(worst, o->is_square[row] && powers == 1 ? CLASS_RADICAL_NESTED : CLASS_IMPLICIT);
    }
    return worst;
}

static class class_of_block(const classing *c, uint32_t block) {
    const nh_outline *o = c->o;
    uint32_t first = c->blocks.start[block], end = c->blocks.start[block + 1];
    class worst = CLASS_IMPLICIT, earlier = CLASS_NUMBERS;
    bool is_nested = false;
    for (uint32_t i = first; i < end; i++) {
        uint32_t row = c->blocks.row[i];
        for (uint32_t e = o->start[row]; e < o->start[row + 1]; e++) {
            uint32_t d = c->place[o->entry[e].velocity];
            if (d == NH_EXPLICIT_NONE) continue;
            if (c->block_of[d] == block) {
                if (end - first == 1) worst = class_alone(o, row, &o->entry[e]);
                continue;
            }
            earlier = worse(earlier, c->of[d]);
            is_nested = true;
        }
    }
    if (end - first > 1) worst = class_together(c, block);
    worst = worse(worst, earlier);
    return is_nested && (worst == CLASS_RATIONAL || worst == CLASS_RADICAL) ? worst + 1 : worst;
}

static nh_incidence incidence_of(const classing *c, nh_arena *arena) {
    const nh_outline *o = c->o;
    uint32_t *start = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->k + 1), count = 0;
    uint32_t *velocity = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->start[o->k] + 1);
    for (uint32_t r = 0; r < o->k; r++) {
        for (uint32_t e = o->start[r]; e < o->start[r + 1]; e++) {
            uint32_t d = c->place[o->entry[e].velocity];
            if (d != NH_EXPLICIT_NONE) velocity[count++] = d;
        }
        start[r + 1] = count;
    }
    return (nh_incidence){o->k, start, velocity};
}

uint32_t nh_outline_class(const nh_outline *outline, const uint32_t *dependent) {
    nh_arena *arena = outline->arena;
    nh_arena_mark here = nh_arena_mark_here(arena);
    classing c = {.o = outline, .place = NH_NEW_ARRAY(arena, uint32_t, (size_t)outline->n + 1)};
    c.block_of = NH_NEW_ARRAY(arena, uint32_t, (size_t)outline->k + 1);
    c.of = NH_NEW_ARRAY(arena, class, (size_t)outline->k + 1);
    for (uint32_t i = 0; i < outline->n; i++) c.place[i] = NH_EXPLICIT_NONE;
    for (uint32_t d = 0; d < outline->k; d++) c.place[dependent[d]] = d;
    nh_incidence incidence = incidence_of(&c, arena);
    c.blocks = nh_explicit_blocks(arena, &incidence);
    for (uint32_t b = 0; b < c.blocks.count; b++)
        for (uint32_t i = c.blocks.start[b]; i < c.blocks.start[b + 1]; i++)
            c.block_of[c.blocks.velocity_of[c.blocks.row[i]]] = b;
    uint32_t worst = CLASS_NUMBERS, implicit = 0;
    for (uint32_t b = 0; b < c.blocks.count; b++) {
        class of = class_of_block(&c, b);
        for (uint32_t i = c.blocks.start[b]; i < c.blocks.start[b + 1]; i++)
            c.of[c.blocks.velocity_of[c.blocks.row[i]]] = of;
        if (of == CLASS_IMPLICIT) implicit += c.blocks.start[b + 1] - c.blocks.start[b];
        worst = worse(worst, of);
    }
    nh_arena_release(arena, here);
    return worst + implicit;
}
