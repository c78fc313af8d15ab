/* Rows as choosing sees them: of each velocity in a row, what kind of coefficient it has, which velocities occur in
 * that, and its number at the state. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "state/explicit/explicit_private.h"
#include "state/explicit/kind.h"
#include "state/state_private.h"

/* Terms, and velocities, beyond which a row is not examined more closely. */
enum { TERMS_MOST = 2000, SQUARE_MOST = 100 };

typedef struct outline_maker {
    nh_outline *o;
    nh_shapes shapes;
    nh_map number; /* a velocity to its coordinate */
    NH_ARRAY(nh_outline_entry) entries;
    NH_ARRAY(uint32_t) coupled;
} outline_maker;

static int order_of_entries(const void *a, const void *b) {
    uint32_t x = ((const nh_outline_entry *)a)->velocity, y = ((const nh_outline_entry *)b)->velocity;
    return x < y ? -1 : x > y;
}

static void add_entry(outline_maker *s, nh_expr velocity, nh_expr slope) {
    nh_pool *pool = s->o->pool;
    nh_outline_entry entry = {.velocity = (uint32_t)*nh_map_get(&s->number, velocity)};
    entry.coupled = entry.coupled_end = (uint32_t)s->coupled.count;
    if (slope == NH_EXPR_ZERO) return;
    entry.coefficient = nh_expr_is_number(pool, slope) ? NH_COEFFICIENT_NUMBER : NH_COEFFICIENT_FREE;
    if (nh_expr_has(pool, slope, NH_HAS_VELOCITY)) {
        uint32_t count;
        const nh_expr *list = nh_kind_velocities(pool, s->shapes.work, slope, &count);
        entry.coefficient = NH_COEFFICIENT_VELOCITIES;
        for (uint32_t i = 0; i < count; i++) nh_array_push(&s->coupled, (uint32_t)*nh_map_get(&s->number, list[i]));
        entry.coupled_end = (uint32_t)s->coupled.count;
    }
    nh_array_push(&s->entries, entry);
}

static bool is_square(const nh_outline *o, nh_expr row, uint32_t count, const nh_expr *velocities) {
    nh_expr cleared;
    if (count > SQUARE_MOST || !nh_kind_clear(o->pool, row, count, velocities, &cleared)) return false;
    nh_degree degree = nh_expr_degree(o->pool, cleared, count, velocities);
    return degree.polynomial && nh_rat_cmp(nh_pool_context(o->pool), degree.degree, nh_rat_int(2)) <= 0;
}

static void outline_row(outline_maker *s, uint32_t r) {
    nh_outline *o = s->o;
    nh_arena_mark here = nh_arena_mark_here(s->shapes.work);
    uint32_t count;
    const nh_expr *velocities = nh_kind_velocities(o->pool, s->shapes.work, o->rate[r], &count);
    nh_expr *slopes = NH_NEW_ARRAY(s->shapes.work, nh_expr, (size_t)count + 1);
    nh_expr_gradient(o->pool, o->rate[r], count, velocities, slopes);
    size_t first = s->entries.count;
    for (uint32_t i = 0; i < count; i++) add_entry(s, velocities[i], slopes[i]);
    if (s->entries.count > first)
        qsort(s->entries.items + first, s->entries.count - first, sizeof *s->entries.items, order_of_entries);
    o->start[r + 1] = (uint32_t)s->entries.count;
    o->is_affine[r] = true;
    for (size_t i = first; i < s->entries.count; i++)
        if (s->entries.items[i].coefficient == NH_COEFFICIENT_VELOCITIES) o->is_affine[r] = false;
    o->is_square[r] = !o->is_affine[r] && is_square(o, o->rate[r], count, velocities);
    o->has_roots[r] = !o->is_affine[r] && nh_explicit_has_roots(o->pool, o->rate[r]);
    nh_arena_release(s->shapes.work, here);
}

/* ---- numbers ---- */

static nh_outline_entry *entry_of(const nh_outline *o, uint32_t r, uint32_t velocity) {
    uint32_t low = o->start[r], high = o->start[r + 1];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->entry[middle].velocity < velocity) low = middle + 1;
        else high = middle;
    }
    return low < o->start[r + 1] && o->entry[low].velocity == velocity ? &o->entry[low] : NULL;
}

static void scale_row(const nh_outline *o, uint32_t r) {
    double length = 0;
    for (uint32_t e = o->start[r]; e < o->start[r + 1]; e++) length = hypot(length, o->entry[e].value);
    for (uint32_t e = o->start[r]; e < o->start[r + 1] && length > 0; e++) o->entry[e].value /= length;
}

static void set_row_numbers(const nh_outline *o, const nh_states *s, uint32_t r, uint32_t equation) {
    for (uint32_t e = s->J.start[equation]; e < s->J.start[equation + 1]; e++) {
        if (s->J.column[e] < s->n) continue;
        nh_outline_entry *entry = entry_of(o, r, s->J.column[e] - s->n);
        if (entry != NULL && isfinite(s->slope[e])) entry->value = s->slope[e];
    }
    scale_row(o, r);
}

/* From the programs of the states: they evaluate the rows as they were written. */
static void set_numbers(const nh_outline *o, nh_states *s, const nh_state *at, const uint32_t *rows) {
    nh_map equation = nh_map_make(o->arena);
    nh_state_load(s, at, s->point);
    nh_state_choose_rows(s, false, true);
    (void)nh_state_evaluate(s, at->t, s->point);
    for (uint32_t e = s->geometric; e < s->rows; e++) nh_map_put(&equation, s->equations[e].number, e);
    for (uint32_t r = 0; r < o->k; r++) {
        const uint64_t *place = nh_map_get(&equation, rows[r]);
        if (place != NULL) set_row_numbers(o, s, r, (uint32_t)*place);
    }
}

/* ---- making ---- */

nh_outline *nh_outline_make(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows) {
    const nh_model *model = states->model;
    NH_ASSERT(k <= model->coordinates.count && nh_are_below(k, rows, model->rows.count));
    nh_outline *o = NH_NEW(arena, nh_outline);
    *o = (nh_outline){.pool = model->pool, .arena = arena, .n = (uint32_t)model->coordinates.count, .k = k};
    outline_maker s = {.o = o, .number = nh_map_make(arena), .entries.arena = arena, .coupled.arena = arena};
    s.shapes = nh_shapes_make(model->pool, arena, nh_arena_create(model->context));
    o->velocity = nh_model_velocities(model, arena);
    for (uint32_t i = 0; i < o->n; i++) nh_map_put(&s.number, o->velocity[i], i);
    o->rate = NH_NEW_ARRAY(arena, nh_expr, (size_t)k + 1);
    o->start = NH_NEW_ARRAY(arena, uint32_t, (size_t)k + 1);
    o->is_affine = NH_NEW_ARRAY(arena, bool, (size_t)k + 1);
    o->has_roots = NH_NEW_ARRAY(arena, bool, (size_t)k + 1);
    o->is_square = NH_NEW_ARRAY(arena, bool, (size_t)k + 1);
    for (uint32_t r = 0; r < k; r++) {
        o->rate[r] = nh_explicit_rate(&s.shapes, model, rows[r]);
        outline_row(&s, r);
    }
    o->entry = s.entries.items;
    o->coupled = s.coupled.items;
    nh_arena_destroy(s.shapes.work);
    set_numbers(o, states, at, rows);
    return o;
}

/* ---- questions ---- */

static bool couples_rows(const nh_outline *outline, const nh_outline_entry *entry, uint32_t velocity) {
    NH_ASSERT(entry->coupled <= entry->coupled_end && velocity < outline->n);
    for (uint32_t i = entry->coupled; i < entry->coupled_end; i++)
        if (outline->coupled[i] == velocity) return true;
    return false;
}

/* Degree 1, or one that nh_solve_polynomial knows, seen by the powers that are there. */
static nh_power power_of(const nh_outline *o, nh_arena *work, nh_expr row, nh_expr velocity) {
    nh_collected terms;
    nh_expr cleared;
    if (!nh_kind_clear(o->pool, row, 1, &velocity, &cleared) ||
        !nh_expr_collect(o->pool, work, cleared, 1, &velocity, TERMS_MOST, &terms))
        return NH_POWER_OTHER;
    uint32_t highest = 0, different = 0;
    for (uint32_t i = 0; i < terms.count; i++) {
        if (terms.start[i] == terms.start[i + 1]) continue;
        highest = terms.power[terms.start[i]];
        different++;
    }
    if (highest == 1) return nh_explicit_has_roots(o->pool, cleared) ? NH_POWER_ROOT : NH_POWER_ONE;
    return highest == 2 || (highest > 2 && different == 1) ? NH_POWER_ROOT : NH_POWER_OTHER;
}

static nh_power outline_power(const nh_outline *outline, uint32_t row, nh_outline_entry *entry) {
    NH_ASSERT(row < outline->k && entry->velocity < outline->n);
    if (entry->power != NH_POWER_NOT_KNOWN) return entry->power;
    nh_arena *work = nh_arena_create(nh_pool_context(outline->pool));
    entry->power = power_of(outline, work, outline->rate[row], outline->velocity[entry->velocity]);
    nh_arena_destroy(work);
    return entry->power;
}

/* ==== class ==== */

/* How difficult a form would be, block by block, without solving anything. */

/* From simple to difficult. Nested: a value with dependent velocities of other blocks in it, next to others. */
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

typedef struct classifier {
    const nh_outline *o;
    uint32_t *place;    /* n: which of the dependent velocities; NONE */
    uint32_t *block_of; /* k: of a dependent velocity */
    class *of;          /* k */
    nh_blocks blocks;
} classifier;

static class worse_class(class a, class b) {
    return a > b ? a : b;
}

static class class_of_row(const nh_outline *o, uint32_t row, const nh_outline_entry *entry) {
    if (o->is_affine[row]) return entry->coefficient == NH_COEFFICIENT_NUMBER ? CLASS_NUMBERS : CLASS_LINEAR;
    if (o->has_roots[row]) return CLASS_RADICAL;
    return entry->coefficient == NH_COEFFICIENT_VELOCITIES ? CLASS_RATIONAL : CLASS_POLYNOMIAL;
}

/* Of one velocity from one row. */
static class class_alone(const nh_outline *o, uint32_t row, nh_outline_entry *entry) {
    if (!couples_rows(o, entry, entry->velocity)) return class_of_row(o, row, entry);
    switch (outline_power(o, row, entry)) {
        case NH_POWER_ONE: return CLASS_RATIONAL;
        case NH_POWER_ROOT: return CLASS_RADICAL;
        default: return CLASS_IMPLICIT;
    }
}

/* Whether the coefficient contains velocities of the block. */
static bool has_own(const classifier *c, uint32_t block, const nh_outline_entry *entry) {
    for (uint32_t i = entry->coupled; i < entry->coupled_end; i++) {
        uint32_t d = c->place[c->o->coupled[i]];
        if (d != NH_EXPLICIT_NONE && c->block_of[d] == block) return true;
    }
    return false;
}

/* Of several velocities together: rows linear in them, or all but one. */
static class class_together(const classifier *c, uint32_t block) {
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
            else worst = worse_class(worst, class_of_row(o, row, &o->entry[e]));
        }
        powers += !is_linear;
        if (!is_linear)
            worst = worse_class(worst, o->is_square[row] && powers == 1 ? CLASS_RADICAL_NESTED : CLASS_IMPLICIT);
    }
    return worst;
}

static class class_of_block(const classifier *c, uint32_t block) {
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
            earlier = worse_class(earlier, c->of[d]);
            is_nested = true;
        }
    }
    if (end - first > 1) worst = class_together(c, block);
    worst = worse_class(worst, earlier);
    return is_nested && (worst == CLASS_RATIONAL || worst == CLASS_RADICAL) ? worst + 1 : worst;
}

static nh_incidence incidence_of(const classifier *c, nh_arena *arena) {
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
    NH_ASSERT(nh_is_rising(outline->k, dependent, outline->n));
    nh_arena *arena = outline->arena;
    nh_arena_mark here = nh_arena_mark_here(arena);
    classifier c = {.o = outline, .place = NH_NEW_ARRAY(arena, uint32_t, (size_t)outline->n + 1)};
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
        worst = worse_class(worst, of);
    }
    nh_arena_release(arena, here);
    return worst + implicit;
}
