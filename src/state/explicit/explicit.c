/* Explicit forms: block after block, in the order of solving.
 *
 * A block is solved for its own velocities, the dependent ones of earlier blocks standing in it as symbols. Then alpha
 * of those is substituted. What is long by then is written as a sum, or is there by a name: as a product it would be
 * taken apart in the products that it is put into, and in a chain of velocities, each given by the one before, these
 * would take quadratic room. */
#include <stdlib.h>
#include <string.h>

#include "algebra/tidy/simplify.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "num/guard.h"
#include "state/explicit/explicit_private.h"
#include "state/explicit/kind.h"
#include "state/limits_private.h"
#include "tape/ball_run.h"
#include "tape/program.h"

/* Operations, about, beyond which alpha is not simplified, and stands by its name in others. */
enum { SHORT_ALPHA = 100 };

typedef struct solution {
    nh_explicit_parts *p;
    nh_pool *pool;
    nh_shapes shapes;
    nh_dependent *dependent; /* k */
    uint64_t *size;          /* k: operations of alpha, no less */
    uint32_t *listed;        /* k: the last block, from 1, that has it as an earlier velocity */
    nh_exprs pivots;
    nh_map pivot_known;
    nh_exprs from, to; /* earlier velocities of a block, and what stands for them */
} solution;

const char *nh_explicit_kind_name(nh_explicit_kind kind) {
    static const char *const names[] = {"linear", "rational", "radical", "piecewise", "transcendental", "implicit"};
    NH_ASSERT((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

/* ---- forms ---- */

/* Forms of expressions: rows as they are solved, kinds, simplification within bounds. */

/* Operations beyond which nothing is simplified. */
enum { SHORT = 600 };

static bool has_root(const nh_pool *pool, nh_expr product) {
    const nh_expr *args = nh_expr_args(pool, product);
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2)
        if (nh_expr_has(pool, args[i], NH_HAS_VELOCITY) && !nh_rat_is_int(nh_expr_rational(pool, args[i + 1])))
            return true;
    return false;
}

/* How difficult e is relative to its parts: RATIONAL, or what is worse. An absolute value is the root of a square. */
static nh_explicit_kind kind_of_step(const nh_pool *pool, nh_expr e) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SYMBOL:
        case NH_EXPR_SUM: return NH_EXPLICIT_RATIONAL;
        case NH_EXPR_PRODUCT: return has_root(pool, e) ? NH_EXPLICIT_RADICAL : NH_EXPLICIT_RATIONAL;
        case NH_EXPR_ABS: return NH_EXPLICIT_RADICAL;
        case NH_EXPR_IF:
        case NH_EXPR_SIGN:
        case NH_EXPR_MOD:
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return NH_EXPLICIT_PIECEWISE;
        default: return NH_EXPLICIT_TRANSCENDENTAL;
    }
}

/* The worst of all steps that contain velocities. */
static nh_explicit_kind kind_of_steps(nh_pool *pool, nh_expr e) {
    nh_explicit_kind worst = NH_EXPLICIT_RATIONAL;
    if (!nh_expr_has(pool, e, NH_HAS_VELOCITY)) return worst;
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (!nh_expr_has(pool, walk->order[i], NH_HAS_VELOCITY)) continue;
        nh_explicit_kind now = kind_of_step(pool, walk->order[i]);
        if (now > worst) worst = now;
    }
    nh_walk_end(walk);
    return worst;
}

bool nh_explicit_has_roots(nh_pool *pool, nh_expr e) {
    return kind_of_steps(pool, e) > NH_EXPLICIT_RATIONAL;
}

/* By the form of e; never IMPLICIT. */
static nh_explicit_kind kind_of(nh_pool *pool, nh_arena *work, nh_expr e) {
    nh_explicit_kind worst = kind_of_steps(pool, e);
    if (worst > NH_EXPLICIT_RATIONAL) return worst;
    nh_arena_mark here = nh_arena_mark_here(work);
    uint32_t count;
    const nh_expr *velocities = nh_kind_velocities(pool, work, e, &count);
    nh_degree degree = nh_expr_degree(pool, e, count, velocities);
    bool is_affine = degree.kind == NH_DEGREE_ZERO ||
                     (degree.polynomial && nh_rat_cmp(nh_pool_context(pool), degree.degree, nh_rat_int(1)) <= 0);
    nh_arena_release(work, here);
    return is_affine ? NH_EXPLICIT_LINEAR : NH_EXPLICIT_RATIONAL;
}

/* Whether e is by its form a polynomial in all its symbols. */
static bool is_polynomial(const nh_shapes *shapes, nh_expr e) {
    nh_arena_mark here = nh_arena_mark_here(shapes->work);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(shapes->pool, shapes->work, 1, &e, &count);
    bool polynomial = nh_expr_degree(shapes->pool, e, count, symbols).polynomial;
    nh_arena_release(shapes->work, here);
    return polynomial;
}

typedef struct simplification {
    nh_shapes *shapes;
    size_t count;
    nh_expr *e;
} simplification;

static void simplify_inside(void *argument) {
    simplification *s = argument;
    nh_arena *arena = nh_arena_create(nh_pool_context(s->shapes->pool));
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, s->count + 1);
    memcpy(e, s->e, s->count * sizeof *e);
    nh_expr_simplify_all(s->shapes->pool, arena, s->count, e);
    memcpy(s->e, e, s->count * sizeof *e);
    nh_arena_destroy(arena);
}

void nh_explicit_simplify(nh_shapes *shapes, size_t count, nh_expr *e) {
    simplification s = {shapes, count, e};
    nh_budget budget = {.work = NH_WORK_SIMPLIFY};
    if (count > 0 && nh_expr_operations(shapes->pool, count, e) <= SHORT * count)
        (void)nh_attempt(nh_pool_context(shapes->pool), &budget, simplify_inside, &s);
}

/* One, with what is known of others of its shape. */
static nh_expr simplified_form(nh_shapes *shapes, nh_expr e) {
    nh_solved found = {.is_solved = true, .size = 1, .count = 1};
    if (nh_expr_operations(shapes->pool, 1, &e) > SHORT) return e;
    if (nh_shapes_find(shapes, e, 0, NULL, &found)) return found.e[0];
    found.e = NH_NEW(shapes->arena, nh_expr);
    found.e[0] = e;
    nh_explicit_simplify(shapes, 1, found.e);
    nh_shapes_keep(shapes, e, 0, NULL, &found);
    return found.e[0];
}

nh_expr nh_explicit_rate(nh_shapes *shapes, const nh_model *model, uint32_t row) {
    NH_ASSERT(row < model->rows.count);
    nh_expr rate = nh_expr_expand_names(model->pool, nh_row_rate(model, &model->rows.items[row]));
    return is_polynomial(shapes, rate) ? rate : simplified_form(shapes, rate);
}

/* ---- rows ---- */

static void list_velocities(solution *m, const uint32_t *dependent) {
    nh_explicit_parts *p = m->p;
    p->number = nh_map_make(p->arena);
    for (uint32_t d = 0; d < p->form.k; d++) {
        NH_ASSERT(d == 0 || dependent[d - 1] < dependent[d]);
        p->velocity[d] = p->form.model->coordinates.items[dependent[d]].v;
        nh_map_put(&p->number, p->velocity[d], d);
        m->dependent[d] = (nh_dependent){dependent[d], 0, NH_EXPLICIT_IMPLICIT, NH_EXPR_UNDEFINED, NH_EXPR_UNDEFINED};
    }
}

static void list_independent(nh_explicit_parts *p, const uint32_t *dependent) {
    uint32_t n = (uint32_t)p->form.model->coordinates.count, d = 0;
    uint32_t *independent = NH_NEW_ARRAY(p->arena, uint32_t, (size_t)n + 1);
    p->form.m = n - p->form.k;
    for (uint32_t i = 0; i < n; i++) {
        if (d < p->form.k && dependent[d] == i) d++;
        else independent[i - d] = i;
    }
    p->form.independent = independent;
}

/* Which dependent velocities occur in which rows. */
static void find_incidence(solution *m) {
    nh_explicit_parts *p = m->p;
    NH_ARRAY(uint32_t) list = {.arena = p->arena};
    nh_array_reserve(&list, 1);
    uint32_t *start = NH_NEW_ARRAY(p->arena, uint32_t, (size_t)p->form.k + 1);
    for (uint32_t r = 0; r < p->form.k; r++) {
        nh_arena_mark here = nh_arena_mark_here(m->shapes.work);
        uint32_t count;
        const nh_expr *velocities = nh_kind_velocities(m->pool, m->shapes.work, p->rate[r], &count);
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t *number = nh_map_get(&p->number, velocities[i]);
            if (number != NULL) nh_array_push(&list, (uint32_t)*number);
        }
        start[r + 1] = (uint32_t)list.count;
        nh_arena_release(m->shapes.work, here);
    }
    p->incidence = (nh_incidence){p->form.k, start, list.items};
}

/* ---- alpha ---- */

/* The earlier velocities in the rows of the block, and what stands for them. False when one of them is not solved. */
static bool list_earlier(solution *m, uint32_t block, nh_explicit_kind *kind, uint64_t *size) {
    const nh_explicit_parts *p = m->p;
    bool all_solved = true;
    m->from.count = m->to.count = 0;
    for (uint32_t i = p->blocks.start[block]; i < p->blocks.start[block + 1]; i++) {
        uint32_t row = p->blocks.row[i];
        for (uint32_t e = p->incidence.start[row]; e < p->incidence.start[row + 1]; e++) {
            uint32_t d = p->incidence.velocity[e];
            if (p->block_of[d] == block) continue;
            if (m->listed[d] == block + 1) continue;
            m->listed[d] = block + 1;
            nh_array_push(&m->from, p->velocity[d]);
            nh_array_push(&m->to, p->stand[d]);
            all_solved = all_solved && m->dependent[d].kind != NH_EXPLICIT_IMPLICIT;
            if (m->dependent[d].kind > *kind) *kind = m->dependent[d].kind;
            *size += m->size[d];
        }
    }
    return all_solved;
}

static nh_expr with_earlier(const solution *m, nh_expr e) {
    if (m->from.count == 0) return e;
    return nh_expr_substitute(m->pool, e, (uint32_t)m->from.count, m->from.items, m->to.items, false);
}

/* sigma.x is a name of the language (lang/unknowns.c); "alpha.x'" is none, so that nothing else is called so. */
static const char *name_of(const solution *m, const char *before, const char *after, uint32_t d) {
    const nh_model *model = m->p->form.model;
    nh_text text = nh_text_begin(m->p->arena);
    nh_name name = model->coordinates.items[m->dependent[d].coordinate].name;
    nh_text_format(&text, "%s.%s%s", before, nh_name_text(model->context, name), after);
    return nh_text_string(&text);
}

static void add_pivot(solution *m, nh_expr pivot) {
    bool is_new;
    if (nh_expr_is_number(m->pool, pivot)) return;
    nh_map_slot(&m->pivot_known, pivot, &is_new);
    if (is_new) nh_array_push(&m->pivots, pivot);
}

/* A product with a sum of several terms as a factor, multiplied out by that; else e itself. */
static nh_expr multiplied_out(const solution *m, nh_expr e) {
    nh_pool *pool = m->pool;
    nh_rat coefficient;
    nh_expr rest = nh_expr_split(pool, e, &coefficient);
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) return e;
    nh_expr sum = NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < nh_expr_arity(pool, rest); i += 2) {
        const nh_expr *args = nh_expr_args(pool, rest);
        bool is_sum = nh_expr_kind_of(pool, args[i]) == NH_EXPR_SUM && nh_expr_arity(pool, args[i]) > 3;
        if (is_sum && args[i + 1] == NH_EXPR_ONE) sum = args[i];
    }
    if (sum == NH_EXPR_UNDEFINED) return e;
    nh_arena_mark here = nh_arena_mark_here(m->shapes.work);
    uint32_t arity = nh_expr_arity(pool, sum), count = 0;
    nh_expr *terms = NH_NEW_ARRAY(m->shapes.work, nh_expr, arity), other = nh_expr_div(pool, e, sum);
    for (uint32_t i = 0; i < arity; i += i == 0 ? 1 : 2) {
        const nh_expr *args = nh_expr_args(pool, sum);
        nh_expr term = args[i], factor = i == 0 ? NH_EXPR_ONE : args[i + 1];
        terms[count++] = nh_expr_mul(pool, nh_expr_mul(pool, factor, term), other);
    }
    nh_expr result = nh_expr_sum(pool, count, terms);
    nh_arena_release(m->shapes.work, here);
    return result;
}

/* Of one velocity, from its value in the solved block. */
static void set_alpha(solution *m, uint32_t d, nh_expr own, nh_expr alpha, nh_explicit_kind earlier, uint64_t size) {
    nh_explicit_parts *p = m->p;
    nh_dependent *item = &m->dependent[d];
    m->size[d] = nh_expr_operations(m->pool, 1, &own) + 1;
    if (alpha != own) m->size[d] += size;
    if (m->size[d] <= SHORT_ALPHA) {
        if (alpha != own) alpha = simplified_form(&m->shapes, alpha);
        item->kind = kind_of(m->pool, m->shapes.work, alpha);
    } else {
        item->kind = kind_of(m->pool, m->shapes.work, own);
        if (alpha != own && earlier > item->kind) item->kind = earlier;
    }
    if (m->size[d] > SHORT_ALPHA) alpha = multiplied_out(m, alpha);
    item->alpha = p->stand[d] = alpha;
    if (m->size[d] <= SHORT_ALPHA) return;
    m->size[d] = SHORT_ALPHA; /* so that what contains it counts as long, too */
    if (nh_expr_kind_of(m->pool, alpha) != NH_EXPR_PRODUCT) return;
    nh_name name = nh_name_of_text(p->form.model->context, name_of(m, "alpha", "'", d));
    p->stand[d] = nh_expr_abbreviation(m->pool, name, alpha);
}

/* Whether the solution has values with the earlier velocities in it: a pivot may be 0 on the other rows. */
static bool has_values(const solution *m, const nh_solved *solved) {
    for (uint32_t i = 0; i < solved->count; i++) {
        nh_expr e = with_earlier(m, solved->e[i]);
        if (e == NH_EXPR_UNDEFINED || (i >= 2 * solved->size && e == NH_EXPR_ZERO)) return false;
    }
    return true;
}

/* sum_i (q_i' - middle_i) half_i over the velocities of a block, which is sign * sum half_i^2: one of the halves
 * alone may be 0 at a state. Earlier dependent velocities occur in it as they are, so that the signs of a form do
 * not depend on each other. */
static nh_expr measure_of(const solution *m, const nh_solved *solved, const uint32_t *velocities) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < solved->size; i++) {
        nh_expr difference = nh_expr_sub(m->pool, m->p->velocity[velocities[i]], solved->e[i]);
        sum = nh_expr_add(m->pool, sum, nh_expr_mul(m->pool, difference, solved->e[solved->size + i]));
    }
    return sum;
}

static void take_solution(solution *m, const nh_solved *solved, const uint32_t *velocities, nh_explicit_kind kind,
                          uint64_t size) {
    nh_explicit_parts *p = m->p;
    nh_expr sign = NH_EXPR_UNDEFINED;
    if (solved->chooser < solved->size) {
        uint32_t d = velocities[solved->chooser];
        sign = nh_expr_symbol_text(m->pool, NH_ROLE_PARAMETER, name_of(m, "sigma", "", d));
        m->dependent[d].sign = sign;
        p->measure[d] = measure_of(m, solved, velocities);
    }
    for (uint32_t i = 0; i < solved->size; i++) {
        nh_expr own = solved->e[i], half = solved->e[solved->size + i];
        if (half != NH_EXPR_ZERO) own = nh_expr_add(m->pool, own, nh_expr_mul(m->pool, sign, half));
        set_alpha(m, velocities[i], own, with_earlier(m, own), kind, size);
    }
    for (uint32_t i = 2 * solved->size; i < solved->count; i++) add_pivot(m, with_earlier(m, solved->e[i]));
}

static int order_of_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void solve_block(solution *m, uint32_t block) {
    const nh_explicit_parts *p = m->p;
    nh_arena_mark here = nh_arena_mark_here(m->shapes.work);
    uint32_t first = p->blocks.start[block], size = p->blocks.start[block + 1] - first;
    uint32_t *numbers = NH_NEW_ARRAY(m->shapes.work, uint32_t, size);
    nh_expr *rows = NH_NEW_ARRAY(m->shapes.work, nh_expr, size), *v = NH_NEW_ARRAY(m->shapes.work, nh_expr, size);
    for (uint32_t i = 0; i < size; i++) {
        rows[i] = p->rate[p->blocks.row[first + i]];
        numbers[i] = p->blocks.velocity_of[p->blocks.row[first + i]];
    }
    qsort(numbers, size, sizeof *numbers, order_of_numbers);
    for (uint32_t i = 0; i < size; i++) v[i] = p->velocity[numbers[i]];
    nh_explicit_kind kind = NH_EXPLICIT_LINEAR;
    uint64_t earlier = 0;
    if (list_earlier(m, block, &kind, &earlier)) {
        nh_solved solved = nh_explicit_solve(&m->shapes, size, rows, v);
        if (solved.is_solved && has_values(m, &solved)) take_solution(m, &solved, numbers, kind, earlier);
    }
    nh_arena_release(m->shapes.work, here);
}

/* ---- making ---- */

static void make_arrays(solution *m) {
    nh_explicit_parts *p = m->p;
    size_t room = (size_t)p->form.k + 1;
    nh_expr **arrays[] = {&p->rate, &p->velocity, &p->measure, &p->stand};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = NH_NEW_ARRAY(p->arena, nh_expr, room);
    m->dependent = NH_NEW_ARRAY(p->arena, nh_dependent, room);
    m->size = NH_NEW_ARRAY(m->shapes.work, uint64_t, room);
    m->listed = NH_NEW_ARRAY(m->shapes.work, uint32_t, room);
    p->block_of = NH_NEW_ARRAY(p->arena, uint32_t, room);
    p->first = NH_NEW(p->arena, nh_map);
    *p->first = nh_map_make(p->arena);
    m->pivots.arena = p->arena;
    m->pivot_known = nh_map_make(m->shapes.arena);
    m->from.arena = m->to.arena = m->shapes.arena;
}

static void find_blocks(solution *m, const uint32_t *rows) {
    nh_explicit_parts *p = m->p;
    p->blocks = nh_explicit_blocks(p->arena, &p->incidence);
    p->inverse = (const nh_expr **)nh_arena_alloc_zero(p->arena, (size_t)p->blocks.count + 1, sizeof(const nh_expr *));
    for (uint32_t b = 0; b < p->blocks.count; b++)
        for (uint32_t i = p->blocks.start[b]; i < p->blocks.start[b + 1]; i++) {
            uint32_t d = p->blocks.velocity_of[p->blocks.row[i]];
            p->block_of[d] = b;
            m->dependent[d].row = rows[p->blocks.row[i]];
        }
}

static void finish_form(solution *m) {
    nh_explicit_parts *p = m->p;
    nh_expr *signs = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)p->form.k + 1);
    p->sign_number = nh_map_make(p->arena);
    for (uint32_t d = 0; d < p->form.k; d++) {
        const nh_dependent *item = &m->dependent[d];
        if (item->kind > p->form.kind) p->form.kind = item->kind;
        if (item->sign == NH_EXPR_UNDEFINED) continue;
        nh_map_put(&p->sign_number, item->sign, p->form.signs);
        signs[p->form.signs++] = item->sign;
    }
    p->form.dependent = m->dependent;
    p->form.sign = signs;
    p->form.pivots = (nh_linear_assumptions){m->pivots.count, m->pivots.items};
}

static nh_explicit *make_form(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *rows,
                              const uint32_t *dependent, bool is_solved) {
    nh_explicit_parts *p = NH_NEW(arena, nh_explicit_parts);
    p->form.model = model;
    p->form.k = k;
    p->arena = arena;
    p->is_unsolved = !is_solved;
    nh_arena *kept = nh_arena_create(model->context), *work = nh_arena_create(model->context);
    solution m = {.p = p, .pool = model->pool, .shapes = nh_shapes_make(model->pool, kept, work)};
    make_arrays(&m);
    list_velocities(&m, dependent);
    list_independent(p, dependent);
    for (uint32_t r = 0; r < k; r++) p->rate[r] = nh_explicit_rate(&m.shapes, model, rows[r]);
    find_incidence(&m);
    find_blocks(&m, rows);
    for (uint32_t b = 0; b < p->blocks.count && is_solved; b++) solve_block(&m, b);
    finish_form(&m);
    nh_arena_destroy(work);
    nh_arena_destroy(kept);
    return &p->form;
}

nh_explicit *nh_explicit_make(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *rows,
                              const uint32_t *dependent) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_are_below(k, rows, model->rows.count));
    NH_ASSERT(nh_is_rising(k, dependent, model->coordinates.count));
    return make_form(arena, model, k, rows, dependent, true);
}

nh_explicit *nh_explicit_unsolved(nh_arena *arena, const nh_model *model, uint32_t k, const uint32_t *rows,
                                  const uint32_t *dependent) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_are_below(k, rows, model->rows.count));
    NH_ASSERT(nh_is_rising(k, dependent, model->coordinates.count));
    return make_form(arena, model, k, rows, dependent, false);
}

/* ---- remembering ---- */

typedef struct remembered_form {
    uint32_t k, *rows, *dependent;
    const nh_explicit *form;
} remembered_form;

struct nh_explicit_list {
    NH_ARRAY(remembered_form) items;
};

static uint32_t *copy_numbers(nh_arena *arena, uint32_t count, const uint32_t *items) {
    uint32_t *copy = NH_NEW_ARRAY(arena, uint32_t, (size_t)count + 1);
    if (count > 0) memcpy(copy, items, count * sizeof *copy);
    return copy;
}

static bool is_same(uint32_t count, const uint32_t *a, const uint32_t *b) {
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

const nh_explicit *nh_explicit_remembered(const nh_model *model, uint32_t k, const uint32_t *rows,
                                          const uint32_t *dependent) {
    NH_ASSERT(nh_are_below(k, rows, model->rows.count));
    NH_ASSERT(nh_is_rising(k, dependent, model->coordinates.count));
    if (model->memo->explicit == NULL) {
        model->memo->explicit = NH_NEW(model->arena, struct nh_explicit_list);
        model->memo->explicit->items.arena = model->arena;
    }
    for (size_t i = 0; i < model->memo->explicit->items.count; i++) {
        const remembered_form *r = &model->memo->explicit->items.items[i];
        if (r->k == k && is_same(k, r->rows, rows) && is_same(k, r->dependent, dependent)) return r->form;
    }
    remembered_form r = {k, copy_numbers(model->arena, k, rows), copy_numbers(model->arena, k, dependent), NULL};
    r.form = nh_explicit_make(model->arena, model, k, rows, dependent);
    nh_array_push(&model->memo->explicit->items, r);
    return r.form;
}

/* ---- at states ---- */

/* Explicit forms at states: which of two solutions a state has, and expressions with alpha in them. */

nh_expr nh_explicit_measure(const nh_explicit *form, uint32_t d) {
    NH_ASSERT(d < form->k && form->dependent[d].sign != NH_EXPR_UNDEFINED);
    return ((const nh_explicit_parts *)form)->measure[d];
}

nh_tape *nh_explicit_measures(const nh_explicit *form, nh_arena *arena) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    if (form->signs == 0) return NULL;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, form->signs);
    uint32_t count = 0;
    for (uint32_t d = 0; d < form->k; d++)
        if (form->dependent[d].sign != NH_EXPR_UNDEFINED) outputs[count++] = p->measure[d];
    NH_ASSERT(count == form->signs);
    nh_tape_def def = nh_model_tape_def(form->model, arena, false, count, outputs);
    return nh_tape_make(arena, form->model->pool, &def);
}

void nh_explicit_signs(const nh_explicit *form, const double *parameters, const nh_state *at, double *signs) {
    const nh_model *model = form->model;
    size_t n = model->coordinates.count;
    if (form->signs == 0) return;
    nh_arena *arena = nh_arena_create(model->context);
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    inputs[0] = at->t;
    memcpy(inputs + 1, at->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, at->v, n * sizeof *inputs);
    nh_program_run(nh_program_begun(arena, nh_explicit_measures(form, arena), parameters), inputs, signs);
    for (uint32_t i = 0; i < form->signs; i++) signs[i] = signs[i] < 0 ? -1 : 1;
    nh_arena_destroy(arena);
}

void nh_explicit_sign_balls(const nh_tape *measures, const nh_ball *parameters, const nh_ball *inputs, nh_ball *signs,
                            int prec) {
    NH_ASSERT(nh_guard_inside());
    if (measures == NULL) return;
    nh_tape_run_balls(measures, parameters, inputs, signs, prec);
    for (uint32_t i = 0; i < nh_tape_outputs(measures); i++) nh_ball_sign(&signs[i], &signs[i], prec);
}

/* Of the symbols, those that have something in their place, and what: alpha for velocities, numbers for signs. */
static uint32_t list_replacements(const nh_explicit_parts *p, const double *signs, uint32_t count, nh_expr *from,
                                  nh_expr *to) {
    const nh_explicit *form = &p->form;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *number = nh_map_get(&p->number, from[i]);
        nh_expr value = NH_EXPR_UNDEFINED;
        if (number != NULL && form->dependent[*number].kind != NH_EXPLICIT_IMPLICIT) value = p->stand[*number];
        const uint64_t *sign = signs != NULL ? nh_map_get(&p->sign_number, from[i]) : NULL;
        if (sign != NULL) value = signs[*sign] < 0 ? NH_EXPR_MINUS_ONE : NH_EXPR_ONE;
        if (value == NH_EXPR_UNDEFINED) continue;
        from[kept] = from[i];
        to[kept++] = value;
    }
    return kept;
}

/* Once: only what occurs in e is searched for, since a large form has many velocities and e has few. */
static nh_expr replace_symbols(const nh_explicit_parts *p, nh_arena *arena, nh_expr e, const double *signs) {
    uint32_t count;
    nh_expr *from = nh_expr_symbols(p->form.model->pool, arena, 1, &e, &count);
    nh_expr *to = NH_NEW_ARRAY(arena, nh_expr, count);
    count = list_replacements(p, signs, count, from, to);
    return count > 0 ? nh_expr_substitute(p->form.model->pool, e, count, from, to, true) : e;
}

nh_expr nh_explicit_restrict(const nh_explicit *form, nh_expr e, const double *signs) {
    const nh_explicit_parts *p = (const nh_explicit_parts *)form;
    nh_arena *arena = nh_arena_create(form->model->context);
    e = replace_symbols(p, arena, e, NULL);
    if (signs != NULL && form->signs > 0) e = replace_symbols(p, arena, e, signs);
    nh_arena_destroy(arena);
    return e;
}
