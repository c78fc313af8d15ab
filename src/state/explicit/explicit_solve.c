/* One block: linear in its velocities together, or one row that is a polynomial in one velocity.
 *
 * Two solutions u_1, u_2 are written as u = (u_1 + u_2)/2 + sign (u_1 - u_2)/2: for a quadratic row -b/(2a) + sign
 * sqrt(D)/(2a), for an even power sign times the root. Where clearing has squared the row, one of the two may not
 * satisfy it: the sign of a state that does tells which. */
#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/linear/solve.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "state/explicit/explicit_private.h"
#include "state/explicit/kind.h"
#include "state/limits_private.h"

/* Velocities beyond which a block is left implicit. */
enum { BLOCK_MOST = 40 };
/* Velocities up to which each is tried as the last one of a block. */
enum { TRIED_MOST = 6 };

/* ---- solving ---- */

typedef struct block_solution {
    nh_shapes *shapes;
    uint32_t size;
    const nh_expr *rows, *velocities;
    nh_solved solved;
} block_solution;

/* Room for values, halves, which are 0 so far, and these conditions. */
static void make_room(block_solution *s, size_t count, const nh_expr *pivots) {
    s->solved = (nh_solved){true, s->size, s->size, 2 * s->size + (uint32_t)count, NULL};
    s->solved.e = NH_NEW_ARRAY(s->shapes->arena, nh_expr, (size_t)s->solved.count + 1);
    for (uint32_t i = 0; i < s->size; i++) s->solved.e[s->size + i] = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) s->solved.e[2 * s->size + i] = pivots[i];
}

static bool solve_linear(block_solution *s, const nh_expr *rows) {
    nh_linear_solution solution;
    nh_arena *work = s->shapes->work;
    if (nh_linear_solve_for(s->shapes->pool, work, s->size, rows, s->velocities, &solution) != NH_LINEAR_DONE)
        return false;
    make_room(s, solution.assumptions.count, solution.assumptions.nonzero);
    memcpy(s->solved.e, solution.x, s->size * sizeof *s->solved.e);
    nh_explicit_simplify(s->shapes, s->size, s->solved.e);
    return true;
}

static nh_expr simplified_expr(const block_solution *s, nh_expr e) {
    nh_explicit_simplify(s->shapes, 1, &e);
    return e;
}

/* One velocity from one row: u = value + sign * half. */
typedef struct root {
    nh_expr value, half;
    nh_linear_assumptions assumptions;
} root;

static bool solve_polynomial(const block_solution *s, nh_expr row, nh_expr velocity, root *found) {
    nh_pool *pool = s->shapes->pool;
    nh_branches b;
    nh_expr cleared;
    if (nh_solve_polynomial(pool, s->shapes->work, row, velocity, &b) != NH_LINEAR_DONE) {
        if (!nh_kind_clear(pool, row, 1, &velocity, &cleared) || cleared == row) return false;
        if (nh_solve_polynomial(pool, s->shapes->work, cleared, velocity, &b) != NH_LINEAR_DONE) return false;
    }
    if (b.count != 1 && b.count != 2) return false;
    nh_expr first = b.branches[0].value, second = b.branches[b.count - 1].value;
    nh_rat half = nh_rat_make(1, 2);
    found->value = simplified_expr(s, nh_expr_scale(pool, half, nh_expr_add(pool, first, second)));
    found->half = simplified_expr(s, nh_expr_scale(pool, half, nh_expr_sub(pool, first, second)));
    found->assumptions = b.assumptions;
    nh_rat factor;
    (void)nh_expr_split(pool, found->half, &factor);
    if (nh_rat_sign(factor) < 0)
        found->half = nh_expr_neg(pool, found->half); /* the sign of the root, where that is seen */
    return true;
}

static bool solve_alone(block_solution *s) {
    root r;
    if (!solve_polynomial(s, s->rows[0], s->velocities[0], &r)) return false;
    make_room(s, r.assumptions.count, r.assumptions.nonzero);
    s->solved.e[0] = r.value;
    s->solved.e[1] = r.half;
    if (r.half != NH_EXPR_ZERO) s->solved.chooser = 0;
    return true;
}

/* ---- all rows but one are linear ---- */

static bool is_linear(const block_solution *s, nh_expr row) {
    if (nh_expr_jumps_with(s->shapes->pool, row, s->size, s->velocities)) return false;
    for (uint32_t i = 0; i < s->size; i++)
        if (nh_expr_depends_on(s->shapes->pool, nh_expr_diff(s->shapes->pool, row, s->velocities[i]), s->size,
                               s->velocities))
            return false;
    return true;
}

/* The linear rows for all velocities but `last`, which are then affine in that; these put into the other row. */
static bool solve_with_last(block_solution *s, const nh_expr *linear, nh_expr other, uint32_t last) {
    nh_pool *pool = s->shapes->pool;
    nh_arena *work = s->shapes->work;
    nh_expr *velocities = NH_NEW_ARRAY(work, nh_expr, s->size), u = s->velocities[last];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (i != last) velocities[count++] = s->velocities[i];
    nh_linear_solution l;
    root r;
    if (nh_linear_solve_for(pool, work, count, linear, velocities, &l) != NH_LINEAR_DONE) return false;
    if (!solve_polynomial(s, nh_expr_substitute(pool, other, count, velocities, l.x, false), u, &r)) return false;
    nh_exprs pivots = {.arena = work};
    nh_array_append(&pivots, l.assumptions.count, l.assumptions.nonzero);
    nh_array_append(&pivots, r.assumptions.count, r.assumptions.nonzero);
    make_room(s, pivots.count, pivots.items);
    for (uint32_t i = 0, k = 0; i < s->size; i++) {
        nh_expr value = i == last ? u : l.x[k++];
        s->solved.e[i] = simplified_expr(s, nh_expr_substitute(pool, value, 1, &u, &r.value, false));
        s->solved.e[s->size + i] = simplified_expr(s, nh_expr_mul(pool, nh_expr_diff(pool, value, u), r.half));
    }
    if (r.half != NH_EXPR_ZERO) s->solved.chooser = last;
    return true;
}

/* Each of the velocities can be the last one. What is divided by vanishes somewhere: the fewer operations
 * are in it, the better. */
static bool divides_by_less(const block_solution *s, const nh_solved *a, const nh_solved *b) {
    uint32_t from = 2 * s->size;
    return nh_expr_operations(s->shapes->pool, a->count - from, a->e + from) <
           nh_expr_operations(s->shapes->pool, b->count - from, b->e + from);
}

static bool solve_reduced(block_solution *s) {
    nh_expr *linear = NH_NEW_ARRAY(s->shapes->work, nh_expr, s->size), other = NH_EXPR_ZERO;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        if (is_linear(s, s->rows[i])) linear[count++] = s->rows[i];
        else other = s->rows[i];
    }
    if (count + 1 != s->size) return false;
    nh_solved best = {.is_solved = false};
    for (uint32_t last = s->size; last > 0; last--) {
        if (!solve_with_last(s, linear, other, last - 1)) continue;
        if (!best.is_solved || divides_by_less(s, &s->solved, &best)) best = s->solved;
        if (s->size > TRIED_MOST) break;
    }
    s->solved = best;
    return best.is_solved;
}

/* ---- in one of these ways ---- */

/* Linear with long coefficients. */
static bool solve_long(block_solution *s) {
    nh_arena *work = s->shapes->work;
    nh_exprs pivots = {.arena = work};
    nh_expr *x = NH_NEW_ARRAY(work, nh_expr, s->size);
    for (uint32_t i = 0; i < s->size; i++)
        if (!is_linear(s, s->rows[i])) return false;
    if (!nh_explicit_solve_long(s->shapes->pool, work, s->size, s->rows, s->velocities, x, &pivots)) return false;
    make_room(s, pivots.count, pivots.items);
    memcpy(s->solved.e, x, s->size * sizeof *x);
    return true;
}

/* Rows without denominators, roots and absolute values of the velocities; false when there is nothing to
 * clear, or it cannot be. */
static bool clear_rows(const block_solution *s, nh_expr *rows) {
    bool changed = false;
    for (uint32_t i = 0; i < s->size; i++) {
        if (!nh_kind_clear(s->shapes->pool, s->rows[i], s->size, s->velocities, &rows[i])) return false;
        changed = changed || rows[i] != s->rows[i];
    }
    return changed;
}

/* Coupled rows, polynomials in the velocities: u = (u_1 + u_2)/2 + sign (u_2 - u_1)/2 where there are two branches. */
static void solve_coupled(block_solution *s, const nh_expr *rows) {
    nh_pool *pool = s->shapes->pool;
    nh_triangular t;
    if (!nh_explicit_solve_triangular(pool, s->shapes->work, s->size, rows, s->velocities, &t)) return;
    make_room(s, t.pivots.count, t.pivots.items);
    nh_rat half = nh_rat_make(1, 2);
    for (uint32_t i = 0; i < s->size; i++) {
        nh_expr first = t.value[i], last = t.value[(t.count - 1) * s->size + i];
        s->solved.e[i] = simplified_expr(s, nh_expr_scale(pool, half, nh_expr_add(pool, first, last)));
        s->solved.e[s->size + i] = simplified_expr(s, nh_expr_scale(pool, half, nh_expr_sub(pool, last, first)));
        if (s->solved.e[s->size + i] != NH_EXPR_ZERO && s->solved.chooser == s->size) s->solved.chooser = i;
    }
}

static void solve_inside(void *argument) {
    block_solution *s = argument;
    if (solve_linear(s, s->rows)) return;
    if (s->size == 1) {
        (void)solve_alone(s);
        return;
    }
    nh_expr *cleared = NH_NEW_ARRAY(s->shapes->work, nh_expr, s->size);
    if (solve_reduced(s)) return;
    bool is_cleared = clear_rows(s, cleared);
    if (!is_cleared || !solve_linear(s, cleared)) solve_coupled(s, is_cleared ? cleared : s->rows);
}

static void solve_long_inside(void *argument) {
    (void)solve_long(argument);
}

/* ---- what is under a root ---- */

/* Adds what is under a root in e and is not known. */
static void list_radicands(nh_pool *pool, nh_expr e, nh_map *known, nh_exprs *list) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_PRODUCT) continue;
        for (uint32_t k = 0; k < nh_expr_arity(pool, walk->order[i]); k += 2) {
            const nh_expr *args = nh_expr_args(pool, walk->order[i]);
            bool is_new;
            if (nh_rat_is_int(nh_expr_rational(pool, args[k + 1])) || nh_expr_is_number(pool, args[k])) continue;
            *nh_map_slot(known, args[k], &is_new) = 1;
            if (is_new) nh_array_push(list, args[k]);
        }
    }
    nh_walk_end(walk);
}

/* The derivative of a root has no value where the root is zero. Roots that the row has itself are
 * no matter of solving it. */
static void add_radicands(block_solution *s) {
    nh_shapes *shapes = s->shapes;
    nh_map known = nh_map_make(shapes->work);
    nh_exprs list = {.arena = shapes->work};
    for (uint32_t i = 0; i < s->size; i++) list_radicands(shapes->pool, s->rows[i], &known, &list);
    list.count = 0;
    for (uint32_t i = 2 * s->size; i < s->solved.count; i++) nh_map_put(&known, s->solved.e[i], 1);
    for (uint32_t i = 0; i < 2 * s->size; i++) list_radicands(shapes->pool, s->solved.e[i], &known, &list);
    nh_expr *all = NH_NEW_ARRAY(shapes->arena, nh_expr, s->solved.count + list.count);
    memcpy(all, s->solved.e, s->solved.count * sizeof *all);
    for (size_t i = 0; i < list.count; i++) all[s->solved.count + i] = list.items[i];
    s->solved.e = all;
    s->solved.count += (uint32_t)list.count;
}

static bool is_undefined(const nh_solved *solved) {
    return nh_is_among(NH_EXPR_UNDEFINED, solved->count, solved->e);
}

/* One expression for several, in this order. */
static nh_expr shape_key(nh_pool *pool, uint32_t count, const nh_expr *e) {
    NH_ASSERT(count > 0);
    nh_name name = nh_name_of_text(nh_pool_context(pool), "#block");
    return count == 1 ? e[0] : nh_expr_call(pool, nh_expr_function(pool, name, count), count, e);
}

nh_solved nh_explicit_solve(nh_shapes *shapes, uint32_t size, const nh_expr *rows, const nh_expr *velocities) {
    block_solution s = {.shapes = shapes, .size = size, .rows = rows, .velocities = velocities};
    if (size > BLOCK_MOST) return s.solved;
    NH_ASSERT(size > 0);
    nh_expr key = shape_key(shapes->pool, size, rows);
    if (nh_shapes_find(shapes, key, size, velocities, &s.solved)) return s.solved;
    nh_budget budget = {.work = NH_WORK_SOLVE, .memory = NH_MEMORY_SOLVE};
    nh_context *context = nh_pool_context(shapes->pool);
    if (nh_attempt(context, &budget, solve_inside, &s) != NH_OK) s.solved.is_solved = false;
    if (!s.solved.is_solved && nh_attempt(context, &budget, solve_long_inside, &s) != NH_OK) s.solved.is_solved = false;
    if (!s.solved.is_solved || is_undefined(&s.solved)) s.solved = (nh_solved){.is_solved = false};
    else add_radicands(&s);
    nh_shapes_keep(shapes, key, size, velocities, &s.solved);
    return s.solved;
}

/* ==== blocks ==== */

/* Blocks: each row gets a velocity that it contains (maximum matching, by Hopcroft and Karp), and rows that need each
 * other's velocities form a block (strongly connected components, by Tarjan). Tarjan's method gives a component after
 * all those that it needs, which is the order of solving. */

/* ---- matching ---- */

typedef struct matching {
    const nh_incidence *g;
    uint32_t *velocity_of; /* by row */
    uint32_t *row_of;      /* by velocity */
    uint32_t *layer;       /* by row: distance from a free one */
    uint32_t *next;        /* by row: the entry to be examined */
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
static void augment_path(matching *m, uint32_t row) {
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

static matching match_rows(nh_arena *arena, const nh_incidence *g) {
    size_t room = (size_t)g->count + 1;
    matching m = {.g = g, .velocity_of = NH_NEW_ARRAY(arena, uint32_t, room)};
    m.row_of = NH_NEW_ARRAY(arena, uint32_t, room);
    m.layer = NH_NEW_ARRAY(arena, uint32_t, room);
    m.next = NH_NEW_ARRAY(arena, uint32_t, room);
    m.queue = NH_NEW_ARRAY(arena, uint32_t, room);
    for (uint32_t r = 0; r < g->count; r++) m.velocity_of[r] = m.row_of[r] = NH_EXPLICIT_NONE;
    while (make_layers(&m)) {
        for (uint32_t r = 0; r < g->count; r++)
            if (m.velocity_of[r] == NH_EXPLICIT_NONE) augment_path(&m, r);
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

static void enter_row(components *c, uint32_t r) {
    c->number[r] = c->low[r] = c->seen++;
    c->is_open[r] = true;
    c->open[c->opened++] = r;
    c->m->next[r] = c->m->g->start[r];
}

static void sort_numbers(uint32_t *list, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            uint32_t item = list[i], j = i;
            for (; j >= gap && list[j - gap] > item; j -= gap) list[j] = list[j - gap];
            list[j] = item;
        }
}

static void close_component(components *c, uint32_t first_row) {
    nh_blocks *b = c->blocks;
    uint32_t first = c->placed, r;
    do {
        r = c->open[--c->opened];
        c->is_open[r] = false;
        b->row[c->placed++] = r;
    } while (r != first_row);
    sort_numbers(b->row + first, c->placed - first);
    b->start[++b->count] = c->placed;
}

static void walk_from(components *c, uint32_t from) {
    const matching *m = c->m;
    uint32_t depth = 1;
    c->way[0] = from;
    enter_row(c, from);
    while (depth > 0) {
        uint32_t r = c->way[depth - 1];
        if (m->next[r] < m->g->start[r + 1]) {
            uint32_t other = m->row_of[m->g->velocity[m->next[r]++]];
            if (c->number[other] == NH_EXPLICIT_NONE) {
                enter_row(c, other);
                c->way[depth++] = other;
            } else if (c->is_open[other] && c->number[other] < c->low[r]) c->low[r] = c->number[other];
            continue;
        }
        if (c->low[r] == c->number[r]) close_component(c, r);
        if (--depth == 0) break;
        uint32_t above = c->way[depth - 1];
        if (c->low[r] < c->low[above]) c->low[above] = c->low[r];
    }
}

nh_blocks nh_explicit_blocks(nh_arena *arena, const nh_incidence *incidence) {
    NH_ASSERT(incidence->count == 0 || incidence->start[0] == 0);
    size_t room = (size_t)incidence->count + 1;
    matching m = match_rows(arena, incidence);
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

/* ==== shapes ==== */

/* Members of a family are solved once: what differs from an earlier one in its symbols only has the same solution with
 * these symbols. So systems of many equal parts cost one solution and as many substitutions. */

/* Something that was solved. */
typedef struct shape {
    nh_expr key;
    uint32_t count; /* symbols, rising */
    nh_expr *symbols;
    uint32_t marked;
    uint32_t *mark; /* marked: which of the symbols */
    nh_solved solved;
    struct shape *next;
} shape;

nh_shapes nh_shapes_make(nh_pool *pool, nh_arena *arena, nh_arena *work) {
    NH_ASSERT(arena != work);
    return (nh_shapes){pool, arena, work, nh_map_make(arena)};
}

/* Which of the symbols it is; their number when it is none of them. */
static uint32_t rank_of(uint32_t count, const nh_expr *symbols, nh_expr symbol) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (symbols[middle] < symbol) low = middle + 1;
        else high = middle;
    }
    return low < count && symbols[low] == symbol ? low : count;
}

static bool has_marks(const shape *s, uint32_t symbol_count, const nh_expr *symbols, uint32_t count,
                      const nh_expr *marked) {
    if (s->count != symbol_count || s->marked != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (rank_of(symbol_count, symbols, marked[i]) != s->mark[i]) return false;
    return true;
}

static shape *first_of(const nh_shapes *shapes, uint64_t hash) {
    const uint64_t *place = nh_map_get(&shapes->chains, hash);
    return place != NULL ? (shape *)(uintptr_t)*place : NULL;
}

static void rename_all(nh_shapes *shapes, const shape *s, const nh_expr *symbols, nh_solved *found) {
    *found = s->solved;
    found->e = NH_NEW_ARRAY(shapes->arena, nh_expr, (size_t)found->count + 1);
    if (found->count == 0) return;
    memcpy(found->e, s->solved.e, found->count * sizeof *found->e);
    nh_expr_substitute_all(shapes->pool, found->count, found->e, s->count, s->symbols, symbols, false);
}

bool nh_shapes_find(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, nh_solved *found) {
    nh_arena_mark here = nh_arena_mark_here(shapes->work);
    nh_expr *symbols;
    uint32_t symbol_count;
    uint64_t hash = nh_expr_shape(shapes->pool, shapes->work, key, &symbols, &symbol_count);
    const shape *s = first_of(shapes, hash);
    while (s != NULL && !(has_marks(s, symbol_count, symbols, count, marked) &&
                          (s->key == key || nh_expr_same_shape(shapes->pool, s->key, key))))
        s = s->next;
    if (s != NULL) rename_all(shapes, s, symbols, found);
    nh_arena_release(shapes->work, here);
    return s != NULL;
}

void nh_shapes_keep(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, const nh_solved *solved) {
    shape *s = NH_NEW(shapes->arena, shape);
    *s = (shape){.key = key, .marked = count, .solved = *solved};
    uint64_t hash = nh_expr_shape(shapes->pool, shapes->arena, key, &s->symbols, &s->count);
    s->mark = NH_NEW_ARRAY(shapes->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) s->mark[i] = rank_of(s->count, s->symbols, marked[i]);
    s->next = first_of(shapes, hash);
    nh_map_put(&shapes->chains, hash, (uintptr_t)s);
}

/* ==== long ==== */

/* Linear blocks whose coefficients are too long for a normal form: solved with expressions as they are. The result is a
 * program rather than a formula.
 *
 * Small blocks by Cramer's rule, each minor made once from those of one row less: then only the determinant must not be
 * zero. Larger ones by elimination that divides, whose size grows as the third power of that of the block. A pivot is
 * certainly not zero at some point; numbers are taken first, then what is short. */

/* Velocities up to which minors are used. */
enum { MINORS_MOST = 8 };

typedef struct tableau {
    nh_pool *pool;
    uint32_t n;
    nh_expr *a; /* n x (n + 1), row by row; the last column is the right side */
} tableau;

static nh_expr *entry_at(const tableau *t, uint32_t i, uint32_t j) {
    return &t->a[(size_t)i * (t->n + 1) + j];
}

/* The row from `step` on with the best pivot in that column; n: there is none. */
static uint32_t find_pivot(const tableau *t, uint32_t step) {
    uint32_t best = t->n;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = step; i < t->n; i++) {
        nh_expr e = *entry_at(t, i, step);
        if (e == NH_EXPR_ZERO || e == NH_EXPR_UNDEFINED) continue;
        uint64_t cost = nh_expr_operations(t->pool, 1, &e) + (nh_expr_is_number(t->pool, e) ? 0 : 1);
        if (cost >= least || !(nh_expr_is_number(t->pool, e) || nh_expr_is_nonzero_somewhere(t->pool, e))) continue;
        best = i;
        least = cost;
    }
    return best;
}

static void eliminate_column(const tableau *t, uint32_t step) {
    nh_pool *pool = t->pool;
    for (uint32_t i = step + 1; i < t->n; i++) {
        nh_expr factor = nh_expr_div(pool, *entry_at(t, i, step), *entry_at(t, step, step));
        for (uint32_t j = step; j <= t->n && factor != NH_EXPR_ZERO; j++)
            *entry_at(t, i, j) =
                j == step ? NH_EXPR_ZERO
                          : nh_expr_sub(pool, *entry_at(t, i, j), nh_expr_mul(pool, factor, *entry_at(t, step, j)));
    }
}

static void exchange_rows(const tableau *t, uint32_t a, uint32_t b) {
    for (uint32_t j = 0; j <= t->n; j++) {
        nh_expr e = *entry_at(t, a, j);
        *entry_at(t, a, j) = *entry_at(t, b, j);
        *entry_at(t, b, j) = e;
    }
}

static void solve_backwards(const tableau *t, nh_expr *x) {
    nh_pool *pool = t->pool;
    for (uint32_t i = t->n; i > 0; i--) {
        nh_expr rest = *entry_at(t, i - 1, t->n);
        for (uint32_t j = i; j < t->n; j++)
            rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, *entry_at(t, i - 1, j), x[j]));
        x[i - 1] = nh_expr_div(pool, rest, *entry_at(t, i - 1, i - 1));
    }
}

static bool solve_by_elimination(const tableau *t, nh_expr *x, nh_exprs *pivots) {
    for (uint32_t step = 0; step < t->n; step++) {
        uint32_t row = find_pivot(t, step);
        if (row == t->n) return false;
        exchange_rows(t, step, row);
        nh_expr pivot = *entry_at(t, step, step);
        if (!nh_expr_is_number(t->pool, pivot)) nh_array_push(pivots, pivot);
        eliminate_column(t, step);
    }
    solve_backwards(t, x);
    return true;
}

/* ---- minors ---- */

/* The minor of the first rows with these columns, a bit each, by its last row: minors of one row less are known. */
static nh_expr expand_minor(const tableau *t, uint32_t columns, uint32_t row, const nh_expr *minor) {
    nh_expr terms[MINORS_MOST + 1];
    uint32_t count = 0;
    for (uint32_t j = 0, place = 0; j <= t->n; j++) {
        if ((columns >> j & 1) == 0) continue;
        nh_expr term = nh_expr_mul(t->pool, *entry_at(t, row, j), minor[columns & ~(UINT32_C(1) << j)]);
        terms[count++] = (row + place++) % 2 == 0 ? term : nh_expr_neg(t->pool, term);
    }
    return nh_expr_sum(t->pool, count, terms);
}

/* a x = b: x_j det(a) is the determinant with b in place of column j, which is the minor of (a, b) without column j, up
 * to the sign that moving b there costs. */
static bool solve_by_minors(const tableau *t, nh_arena *work, nh_expr *x, nh_exprs *pivots) {
    uint32_t all = UINT32_C(1) << (t->n + 1), right = UINT32_C(1) << t->n;
    nh_expr *minor = NH_NEW_ARRAY(work, nh_expr, all);
    minor[0] = NH_EXPR_ONE;
    for (uint32_t columns = 1; columns < all; columns++) {
        uint32_t size = (uint32_t)__builtin_popcount(columns);
        if (size <= t->n) minor[columns] = expand_minor(t, columns, size - 1, minor);
    }
    nh_expr determinant = minor[right - 1];
    if (!nh_expr_is_nonzero_somewhere(t->pool, determinant)) return false;
    if (!nh_expr_is_number(t->pool, determinant)) nh_array_push(pivots, determinant);
    for (uint32_t j = 0; j < t->n; j++) {
        nh_expr other = minor[(all - 1) & ~(UINT32_C(1) << j)];
        if ((t->n - 1 - j) % 2 == 1) other = nh_expr_neg(t->pool, other);
        x[j] = nh_expr_div(t->pool, other, determinant);
    }
    return true;
}

/* ---- both ---- */

bool nh_explicit_solve_long(nh_pool *pool, nh_arena *work, uint32_t size, const nh_expr *rows,
                            const nh_expr *velocities, nh_expr *x, nh_exprs *pivots) {
    tableau t = {pool, size, NH_NEW_ARRAY(work, nh_expr, (size_t)size * (size + 1))};
    nh_expr *zeros = NH_NEW_ARRAY(work, nh_expr, size);
    for (uint32_t j = 0; j < size; j++) zeros[j] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < size; i++) {
        nh_expr_gradient(pool, rows[i], size, velocities, entry_at(&t, i, 0));
        *entry_at(&t, i, size) = nh_expr_neg(pool, nh_expr_substitute(pool, rows[i], size, velocities, zeros, false));
    }
    return size <= MINORS_MOST ? solve_by_minors(&t, work, x, pivots) : solve_by_elimination(&t, x, pivots);
}
