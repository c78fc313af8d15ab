/* Dependent velocities for large systems: sparse elimination of the rows at the state, one after the other, with a
 * pivot that keeps the form simple.
 *
 * Velocities that do not multiply each other in any row are best: the rows are linear in them together, and no alpha
 * occurs in another. Such a set is found by colouring the graph of couplings, beginning with velocities that are
 * independent: in the chain of [Simple] Ex. 4 it is the velocities of every second point, as in (22). Then those that
 * occur in one row only, then those with a number as coefficient; among equals the largest. */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/random.h"
#include "num/linear/sparse.h"
#include "state/explicit/explicit_private.h"

/* A simpler pivot may be smaller than the largest entry of the row by this. */
#define SMALLER 1e-2
/* The same for velocities of which no alpha occurs in another: without them alphas are nested, in a chain of N rows
 * each in all before it, and equations with N terms become ones with N^2. That is worth some digits: where the
 * neighbours of a point have nearly the same direction, as at the start of the chain, its pivots fall as 1/N^2. */
#define MUCH_SMALLER 1e-7
/* What is left of a row, of length 1, below this is nothing. */
#define NOTHING 1e-10
/* Dependent velocities that change by more than this with others are not determined by them. */
#define TOO_STEEP 1e9

/* ---- velocities that do not multiply each other ---- */

typedef struct colouring {
    uint32_t *start, *other; /* by velocity: those that it multiplies */
    bool *is_seen, *is_free; /* free: of one colour, together linear */
    bool *is_power;          /* it multiplies itself, or is under a function */
    uint32_t *queue, end;
} colouring;

static void list_couplings(const nh_outline *o, nh_arena *arena, colouring *c) {
    uint32_t *fill = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->n + 1);
    c->start = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->n + 2);
    for (uint32_t e = 0; e < o->start[o->k]; e++)
        c->start[o->entry[e].velocity + 1] += o->entry[e].coupled_end - o->entry[e].coupled;
    for (uint32_t i = 0; i < o->n; i++) fill[i] = c->start[i + 1] += c->start[i];
    for (uint32_t i = 0; i < o->n; i++) fill[i] = c->start[i];
    c->other = NH_NEW_ARRAY(arena, uint32_t, (size_t)c->start[o->n] + 1);
    for (uint32_t e = 0; e < o->start[o->k]; e++) {
        const nh_outline_entry *entry = &o->entry[e];
        for (uint32_t i = entry->coupled; i < entry->coupled_end; i++) {
            c->other[fill[entry->velocity]++] = o->coupled[i];
            if (o->coupled[i] == entry->velocity) c->is_power[entry->velocity] = true;
        }
    }
}

static void see_velocity(colouring *c, uint32_t velocity) {
    if (c->is_seen[velocity]) return;
    c->is_seen[velocity] = true;
    c->queue[c->end++] = velocity;
}

/* From what is in the queue on: free is what multiplies nothing that is free. */
static void spread_colour(colouring *c, uint32_t from, const bool *allowed) {
    for (uint32_t i = from; i < c->end; i++) {
        uint32_t u = c->queue[i];
        bool may_be = i > from && allowed[u] && !c->is_power[u];
        for (uint32_t e = c->start[u]; e < c->start[u + 1]; e++) {
            may_be = may_be && !c->is_free[c->other[e]];
            see_velocity(c, c->other[e]);
        }
        c->is_free[u] = may_be || (c->start[u] == c->start[u + 1] && allowed[u]);
    }
}

/* Half of the binary digits of a number of couplings. */
static uint32_t class_of(uint32_t couplings) {
    uint32_t digits = 0;
    for (; couplings > 0; couplings /= 4) digits++;
    return digits;
}

/* The velocities, those with many more couplings than others first: what all rows share had better be independent. */
static const uint32_t *by_couplings(const nh_outline *o, nh_arena *arena, const colouring *c) {
    uint32_t *order = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->n + 1), count = 0;
    for (uint32_t digits = class_of(UINT32_MAX) + 1; digits-- > 0;)
        for (uint32_t i = 0; i < o->n; i++)
            if (class_of(c->start[i + 1] - c->start[i]) == digits) order[count++] = i;
    return order;
}

static const bool *find_free(const nh_outline *o, nh_arena *arena, const bool *allowed) {
    colouring c = {.is_seen = NH_NEW_ARRAY(arena, bool, (size_t)o->n + 1)};
    c.is_free = NH_NEW_ARRAY(arena, bool, (size_t)o->n + 1);
    c.is_power = NH_NEW_ARRAY(arena, bool, (size_t)o->n + 1);
    c.queue = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->n + 1);
    list_couplings(o, arena, &c);
    const uint32_t *order = by_couplings(o, arena, &c);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < o->n; k++) {
            uint32_t i = order[k];
            if (c.is_seen[i] || (pass == 0 && allowed[i])) continue;
            uint32_t from = c.end;
            see_velocity(&c, i);
            spread_colour(&c, from, allowed);
        }
    return c.is_free;
}

/* ---- elimination ---- */

typedef struct pivot_row {
    uint32_t start, end; /* of its entries */
    double pivot;
} pivot_row;

typedef struct elimination {
    const nh_outline *o;
    const bool *allowed, *is_free;
    bool *is_used;     /* n: a pivot */
    uint32_t *rows_in; /* n: how many rows have it */
    uint32_t *number;  /* n: which pivot it is; NONE */
    double *value;     /* n: the row that is worked on */
    uint32_t *stamp;   /* n: row + 1 that has an entry there */
    uint32_t *list;    /* n: the entries of that row */
    uint32_t count;
    pivot_row *pivots;  /* k */
    uint32_t *pivot_of; /* k: its velocity */
    uint32_t made;
    NH_ARRAY(uint32_t) column; /* of pivot rows */
    NH_ARRAY(double) entry;
    uint32_t *heap, heaped; /* numbers of pivots that occur in the row, the first made on top */
} elimination;

static void heap_push(elimination *s, uint32_t item) {
    uint32_t i = s->heaped++;
    while (i > 0 && s->heap[(i - 1) / 2] > item) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    s->heap[i] = item;
}

static uint32_t heap_pop(elimination *s) {
    uint32_t top = s->heap[0], item = s->heap[--s->heaped], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= s->heaped) break;
        if (child + 1 < s->heaped && s->heap[child + 1] < s->heap[child]) child++;
        if (s->heap[child] >= item) break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = item;
    return top;
}

static void add_to(elimination *s, uint32_t row, uint32_t velocity, double value) {
    if (s->stamp[velocity] != row + 1) {
        s->stamp[velocity] = row + 1;
        s->value[velocity] = 0;
        s->list[s->count++] = velocity;
        if (s->number[velocity] != NH_EXPLICIT_NONE) heap_push(s, s->number[velocity]);
    }
    s->value[velocity] += value;
}

static void reduce_row(elimination *s, uint32_t row) {
    const nh_outline *o = s->o;
    s->count = s->heaped = 0;
    for (uint32_t e = o->start[row]; e < o->start[row + 1]; e++)
        add_to(s, row, o->entry[e].velocity, o->entry[e].value);
    while (s->heaped > 0) {
        const pivot_row *p = &s->pivots[heap_pop(s)];
        uint32_t velocity = s->pivot_of[p - s->pivots];
        double factor = s->value[velocity] / p->pivot;
        for (uint32_t e = p->start; e < p->end && factor != 0; e++)
            add_to(s, row, s->column.items[e], -factor * s->entry.items[e]);
        s->value[velocity] = 0;
        nh_tick(nh_pool_context(o->pool), p->end - p->start + 1);
    }
}

static bool has_number(const nh_outline *o, uint32_t row, uint32_t velocity) {
    for (uint32_t e = o->start[row]; e < o->start[row + 1]; e++)
        if (o->entry[e].velocity == velocity) return o->entry[e].coefficient == NH_COEFFICIENT_NUMBER;
    return false;
}

/* The velocity whose pivot keeps the form simple; NONE when nothing is left of the row. */
static uint32_t best_pivot(const elimination *s, uint32_t row) {
    double largest = NOTHING, best_size = 0;
    uint32_t best = NH_EXPLICIT_NONE;
    int best_score = -1;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->allowed[s->list[i]]) largest = fmax(largest, fabs(s->value[s->list[i]]));
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t u = s->list[i];
        double size = fabs(s->value[u]);
        double least = (s->is_free[u] ? MUCH_SMALLER : SMALLER) * largest;
        if (!s->allowed[u] || s->is_used[u] || !(size > NOTHING && size >= least)) continue;
        int score = 4 * s->is_free[u] + 2 * (s->rows_in[u] == 1) + has_number(s->o, row, u);
        bool is_equal = score == best_score && fabs(size - best_size) <= 1e-9 * best_size;
        bool is_better = is_equal ? u > best : score > best_score || (score == best_score && size > best_size);
        if (!is_better) continue;
        best = u;
        best_score = score;
        best_size = size;
    }
    return best;
}

static void keep_row(elimination *s, uint32_t velocity) {
    pivot_row *p = &s->pivots[s->made];
    p->start = (uint32_t)s->column.count;
    p->pivot = s->value[velocity];
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t u = s->list[i];
        if (s->value[u] == 0 || u == velocity) continue;
        nh_array_push(&s->column, u);
        nh_array_push(&s->entry, s->value[u]);
    }
    p->end = (uint32_t)s->column.count;
    s->pivot_of[s->made] = velocity;
    s->number[velocity] = s->made++;
    s->is_used[velocity] = true;
}

static elimination begin_elimination(const nh_outline *o, nh_arena *arena, const bool *allowed) {
    size_t n = (size_t)o->n + 1, k = (size_t)o->k + 1;
    elimination s = {.o = o, .allowed = allowed, .is_free = find_free(o, arena, allowed)};
    s.is_used = NH_NEW_ARRAY(arena, bool, n);
    s.rows_in = NH_NEW_ARRAY(arena, uint32_t, n);
    s.number = NH_NEW_ARRAY(arena, uint32_t, n);
    s.value = NH_NEW_ARRAY(arena, double, n);
    s.stamp = NH_NEW_ARRAY(arena, uint32_t, n);
    s.list = NH_NEW_ARRAY(arena, uint32_t, n);
    s.pivots = NH_NEW_ARRAY(arena, pivot_row, k);
    s.pivot_of = NH_NEW_ARRAY(arena, uint32_t, k);
    s.heap = NH_NEW_ARRAY(arena, uint32_t, k);
    s.column.arena = s.entry.arena = arena;
    nh_array_reserve(&s.column, 1);
    nh_array_reserve(&s.entry, 1);
    for (uint32_t i = 0; i < o->n; i++) s.number[i] = NH_EXPLICIT_NONE;
    for (uint32_t e = 0; e < o->start[o->k]; e++) s.rows_in[o->entry[e].velocity]++;
    return s;
}

bool nh_outline_eliminate(const nh_outline *outline, const bool *allowed, bool anyway, uint32_t *dependent) {
    NH_ASSERT(outline->k <= outline->n);
    nh_arena *arena = nh_arena_create(nh_pool_context(outline->pool));
    elimination s = begin_elimination(outline, arena, allowed);
    for (uint32_t r = 0; r < outline->k; r++) {
        reduce_row(&s, r);
        uint32_t velocity = best_pivot(&s, r);
        if (velocity != NH_EXPLICIT_NONE) keep_row(&s, velocity);
    }
    bool is_enough = s.made == outline->k;
    for (uint32_t i = outline->n, left = outline->k - s.made; i > 0 && left > 0 && anyway; i--)
        if (!s.is_used[i - 1]) {
            s.is_used[i - 1] = true;
            left--;
        }
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->n && (is_enough || anyway); i++)
        if (s.is_used[i]) dependent[count++] = i;
    nh_arena_destroy(arena);
    return is_enough;
}

/* ---- whether a choice is one ---- */

/* Solves the rows for the dependent velocities with random others: where they are not determined by these,
 * some become very large. */
bool nh_outline_is_solvable(const nh_outline *outline, const uint32_t *dependent) {
    NH_ASSERT(nh_are_below(outline->k, dependent, outline->n));
    const nh_outline *o = outline;
    nh_arena *arena = nh_arena_create(nh_pool_context(o->pool));
    nh_random random = nh_random_make(1, NH_STREAM_PIVOTS);
    uint32_t *place = NH_NEW_ARRAY(arena, uint32_t, (size_t)o->n + 1), total = o->start[o->k];
    double *x = NH_NEW_ARRAY(arena, double, (size_t)o->k + 1), *other = NH_NEW_ARRAY(arena, double, (size_t)o->n + 1);
    double *given = NH_NEW_ARRAY(arena, double, (size_t)total + 1), *values;
    int *at = NH_NEW_ARRAY(arena, int, (size_t)total + 1);
    nh_entries entries = nh_entries_make(arena, total);
    for (uint32_t i = 0; i < o->n; i++) {
        place[i] = NH_EXPLICIT_NONE;
        other[i] = nh_random_uniform(&random, 0.5, 1) * (nh_random_below(&random, 2) == 0 ? -1 : 1);
    }
    for (uint32_t d = 0; d < o->k; d++) place[dependent[d]] = d;
    for (uint32_t r = 0; r < o->k; r++) {
        x[r] = nh_random_uniform(&random, -1, 1);
        for (uint32_t e = o->start[r]; e < o->start[r + 1]; e++) {
            uint32_t d = place[o->entry[e].velocity];
            if (d == NH_EXPLICIT_NONE) x[r] -= o->entry[e].value * other[o->entry[e].velocity];
            else {
                given[entries.count] = o->entry[e].value;
                nh_entries_add(&entries, r, d);
            }
        }
    }
    nh_pattern pattern = nh_pattern_make(arena, (int)o->k, (int)o->k, entries.count, entries.i, entries.j, at);
    values = NH_NEW_ARRAY(arena, double, (size_t)entries.count + 1);
    for (int i = 0; i < entries.count; i++) values[at[i]] += given[i];
    nh_sparse_lu *lu = nh_sparse_lu_make(arena, &pattern);
    bool good = nh_sparse_lu_factor(lu, values);
    if (good) nh_sparse_lu_solve(lu, x);
    for (uint32_t d = 0; d < o->k && good; d++) good = fabs(x[d]) <= TOO_STEEP;
    nh_arena_destroy(arena);
    return good;
}
