/* Blocks: each row gets a velocity that it contains (maximum matching, by Hopcroft and Karp), and rows that need each other's velocities form a block
 * (strongly connected components, by Tarjan). Tarjan's method gives a component after all those that it needs, which is the order of solving. */
#include "analysis/explicit_private.h"
#include "base/limits.h"

/* ---- matching ---- */

typedef struct matching {
    const nh_incidence *g;
    uint32_t *velocity_of; /* by row */
    uint32_t *row_of;      /* by velocity */
    uint32_t *layer;       /* by row: distance from a free one */
    uint32_t *next;        /* by row: the entry to be looked at */
    uint32_t *queue;       /* rows */
} matching;

/* Rows by layers from those without a velocity; whether a velocity that is free is reached. */
static bool make_layers(matching *m) {
    uint32_t end = 0;
    bool found = false;
    for (uint32_t r = 0; r < m->g->count; r++) {
        m->layer[r] = m->velocity_of[r] == NH_EXPLICIT_NONE ? 0 : NH_EXPLICIT_NONE;
        m->next[r] = m->g->start[r];
        if (m->layer[r] == 0) m->queue[end++] = r;
    }
    for (uint32_t i = 0; i < end; i++) {
        uint32_t r = m->queue[i];
        for (uint32_t e = m->g->start[r]; e < m->g->start[r + 1]; e++) {
            uint32_t other = m->row_of[m->g->velocity[e]];
            if (other == NH_EXPLICIT_NONE) found = true;
            else if (m->layer[other] == NH_EXPLICIT_NONE) {
                m->layer[other] = m->layer[r] + 1;
                m->queue[end++] = other;
            }
        }
    }
    return found;
}

/* A way through the layers from the row to a free velocity, turned round. The queue is the way so far. */
static void augment(matching *m, uint32_t row) {
    uint32_t depth = 1;
    m->queue[0] = row;
    while (depth > 0) {
        uint32_t r = m->queue[depth - 1];
        if (m->next[r] == m->g->start[r + 1]) {
            m->layer[r] = NH_EXPLICIT_NONE;
            depth--;
            if (depth > 0) m->next[m->queue[depth - 1]]++;
            continue;
        }
        uint32_t other = m->row_of[m->g->velocity[m->next[r]]];
        if (other == NH_EXPLICIT_NONE) break;
        if (m->layer[other] == m->layer[r] + 1 && m->layer[other] != NH_EXPLICIT_NONE) m->queue[depth++] = other;
        else m->next[r]++;
    }
    while (depth > 0) {
        uint32_t r = m->queue[--depth];
        m->velocity_of[r] = m->g->velocity[m->next[r]];
        m->row_of[m->velocity_of[r]] = r;
    }
}

/* What is left over is put together in its order. */
static void match_rest(matching *m) {
    uint32_t v = 0;
    for (uint32_t r = 0; r < m->g->count; r++) {
        if (m->velocity_of[r] != NH_EXPLICIT_NONE) continue;
        while (m->row_of[v] != NH_EXPLICIT_NONE) v++;
        m->velocity_of[r] = v;
        m->row_of[v] = r;
    }
}

static matching match(nh_arena *arena, const nh_incidence *g) {
    size_t room = (size_t)g->count + 1;
    matching m = {.g = g, .velocity_of = NH_NEW_ARRAY(arena, uint32_t, room)};
    m.row_of = NH_NEW_ARRAY(arena, uint32_t, room);
    m.layer = NH_NEW_ARRAY(arena, uint32_t, room);
    m.next = NH_NEW_ARRAY(arena, uint32_t, room);
    m.queue = NH_NEW_ARRAY(arena, uint32_t, room);
    for (uint32_t r = 0; r < g->count; r++) m.velocity_of[r] = m.row_of[r] = NH_EXPLICIT_NONE;
    while (make_layers(&m)) {
        for (uint32_t r = 0; r < g->count; r++)
            if (m.velocity_of[r] == NH_EXPLICIT_NONE) augment(&m, r);
        nh_tick(nh_arena_context(arena), g->start[g->count]);
    }
    match_rest(&m);
    return m;
}

/* ---- components ---- */

typedef struct components {
    const matching *m;
    uint32_t *number, *low; /* by row; NONE: not seen */
    bool *is_open;          /* by row: on the stack of Tarjan */
    uint32_t *open, opened; /* that stack */
    uint32_t *way;          /* rows from the root to where the walk is */
    uint32_t seen;
    nh_blocks *blocks;
    uint32_t placed;
} components;

static void enter(components *c, uint32_t r) {
    c->number[r] = c->low[r] = c->seen++;
    c->is_open[r] = true;
    c->open[c->opened++] = r;
    c->m->next[r] = c->m->g->start[r];
}

static void sort(uint32_t *list, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            uint32_t item = list[i], j = i;
            for (; j >= gap && list[j - gap] > item; j -= gap) list[j] = list[j - gap];
            list[j] = item;
        }
}

static void close(components *c, uint32_t root) {
    nh_blocks *b = c->blocks;
    uint32_t first = c->placed, r;
    do {
        r = c->open[--c->opened];
        c->is_open[r] = false;
        b->row[c->placed++] = r;
    } while (r != root);
    sort(b->row + first, c->placed - first);
    b->start[++b->count] = c->placed;
}

static void walk_from(components *c, uint32_t root) {
    const matching *m = c->m;
    uint32_t depth = 1;
    c->way[0] = root;
    enter(c, root);
    while (depth > 0) {
        uint32_t r = c->way[depth - 1];
        if (m->next[r] < m->g->start[r + 1]) {
            uint32_t other = m->row_of[m->g->velocity[m->next[r]++]];
            if (c->number[other] == NH_EXPLICIT_NONE) {
                enter(c, other);
                c->way[depth++] = other;
            } else if (c->is_open[other] && c->number[other] < c->low[r]) c->low[r] = c->number[other];
            continue;
        }
        if (c->low[r] == c->number[r]) close(c, r);
        if (--depth == 0) break;
        uint32_t above = c->way[depth - 1];
        if (c->low[r] < c->low[above]) c->low[above] = c->low[r];
    }
}

nh_blocks nh_explicit_blocks(nh_arena *arena, const nh_incidence *incidence) {
    size_t room = (size_t)incidence->count + 1;
    matching m = match(arena, incidence);
    nh_blocks blocks = {.start = NH_NEW_ARRAY(arena, uint32_t, room), .row = NH_NEW_ARRAY(arena, uint32_t, room)};
    blocks.velocity_of = m.velocity_of;
    components c = {.m = &m, .blocks = &blocks, .low = m.layer, .open = m.queue};
    c.number = NH_NEW_ARRAY(arena, uint32_t, room);
    c.way = NH_NEW_ARRAY(arena, uint32_t, room);
    c.is_open = NH_NEW_ARRAY(arena, bool, room);
    for (uint32_t r = 0; r < incidence->count; r++) c.number[r] = NH_EXPLICIT_NONE;
    for (uint32_t r = 0; r < incidence->count; r++)
        if (c.number[r] == NH_EXPLICIT_NONE) walk_from(&c, r);
    return blocks;
}
