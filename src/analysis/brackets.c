/* The forms of rows with their first and second derivatives as one program for the balls of brackets_balls.c, and what their ranks say. */
#include "analysis/brackets.h"

#include <string.h>

#include "analysis/brackets_private.h"
#include "analysis/curvature_private.h"
#include "base/protect.h"
#include "expr/inspect.h"

/* More outputs of the program than this are not computed, nor more products in balls at one state. */
enum { MOST_OUTPUTS = 20000, MOST_PRODUCTS = 4000000 };
/* What may be spent on derivatives, and on a run. */
#define MOST_WORK 8000000

typedef struct bracketing {
    nh_admissible *a;
    nh_arena *arena;
    nh_bracket_forms forms;
    bool is_found, has_time;
    uint32_t entries, room; /* outputs: coefficients, and all of them */
    nh_expr *x;             /* variables */
    nh_expr *output;
} bracketing;

/* ---- rows ---- */

/* The independent rows of one kind; *is_sure: what is left out is known to follow from the others, where something is. */
static uint32_t *independent_rows(const bracketing *b, bool is_geometric, uint32_t *count, bool *is_sure) {
    const nh_admissible *a = b->a;
    uint32_t all, used = 0;
    uint32_t *rows = nh_curvature_rows(b->arena, a->model, is_geometric, &all);
    for (uint32_t i = 0; i < all; i++) {
        if (a->usual[rows[i]]) *is_sure = *is_sure && a->is_rank_known;
        else rows[used++] = rows[i];
    }
    *count = used;
    return rows;
}

static bool depends_on_time(const nh_curvature *f) {
    nh_expr time = f->model->time;
    for (uint32_t r = 0; r < f->count; r++) {
        const nh_expr *form = f->entry + (size_t)r * f->n1;
        if (form[0] != NH_EXPR_ZERO) return true;
        for (uint32_t j = 1; j < f->n1; j++)
            if (nh_expr_depends_on(f->model->pool, form[j], 1, &time)) return true;
    }
    return false;
}

/* The coefficients; where no row knows of time, d/dt is one more direction that commutes with all, and is left out. */
static void take_entries(bracketing *b, const nh_curvature *f) {
    uint32_t first = b->has_time ? 0 : 1, n = f->n1 - first;
    b->x = NH_NEW_ARRAY(b->arena, nh_expr, f->n1);
    b->x[0] = f->model->time;
    memcpy(b->x + 1 - first, nh_model_coordinates(f->model, b->arena), (f->n1 - 1) * sizeof *b->x);
    b->entries = b->room = f->count * n;
    b->output = NH_NEW_ARRAY(b->arena, nh_expr, (size_t)b->entries + 1);
    for (uint32_t r = 0; r < f->count; r++)
        memcpy(b->output + (size_t)r * n, f->entry + (size_t)r * f->n1 + first, n * sizeof *b->output);
    b->forms = (nh_bracket_forms){.variables = n, .count = f->count, .kinematic = f->kinematic};
}

/* ---- derivatives ---- */

static void add_outputs(bracketing *b, uint32_t count, const nh_expr *e) {
    nh_expr *output = NH_NEW_ARRAY(b->arena, nh_expr, (size_t)b->room + count + 1);
    memcpy(output, b->output, b->room * sizeof *output);
    if (count > 0) memcpy(output + b->room, e, count * sizeof *output);
    b->output = output;
    b->room += count;
}

static void find_slopes(bracketing *b) {
    nh_bracket_forms *f = &b->forms;
    nh_expr_matrix m = nh_expr_jacobian(b->a->model->pool, b->arena, b->entries, b->output, f->variables, b->x);
    nh_bracket_term *slope = NH_NEW_ARRAY(b->arena, nh_bracket_term, (size_t)m.start[b->entries] + 1);
    for (uint32_t i = 0; i < b->entries; i++)
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++)
            slope[k] = (nh_bracket_term){i / f->variables, i % f->variables, m.column[k], m.column[k]};
    f->slope = slope;
    f->slopes = m.start[b->entries];
    add_outputs(b, f->slopes, m.entry);
}

/* Where there is something to look at: not rows that are not linear, none, not two directions, or rows of which it is not known whether they follow from others. */
static void find_forms(nh_context *context, void *user) {
    bracketing *b = user;
    uint32_t kinematic, geometric;
    bool is_sure = true;
    (void)context;
    const uint32_t *rows = independent_rows(b, false, &kinematic, &is_sure);
    const uint32_t *others = independent_rows(b, true, &geometric, &is_sure);
    if (!is_sure || kinematic == 0) return;
    nh_curvature f = nh_curvature_forms(b->arena, b->a->model, kinematic, rows, geometric, others);
    b->has_time = f.is_linear && depends_on_time(&f);
    if (f.is_linear) take_entries(b, &f);
    if (!f.is_linear || f.count + 2 > b->forms.variables) return;
    find_slopes(b);
    b->is_found = true;
}

/* The second derivatives of kinematic rows, each pair of variables once. */
static void find_bends(nh_context *context, void *user) {
    bracketing *b = user;
    nh_bracket_forms *f = &b->forms;
    uint32_t slopes = 0, used = 0;
    (void)context;
    while (slopes < f->slopes && f->slope[slopes].row < f->kinematic) slopes++;
    nh_expr_matrix m =
        nh_expr_jacobian(b->a->model->pool, b->arena, slopes, b->output + b->entries, f->variables, b->x);
    nh_bracket_term *bend = NH_NEW_ARRAY(b->arena, nh_bracket_term, (size_t)m.start[slopes] + 1);
    for (uint32_t i = 0; i < slopes; i++)
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++) {
            if (m.column[k] < f->slope[i].by) continue;
            bend[used] = (nh_bracket_term){f->slope[i].row, f->slope[i].column, f->slope[i].by, m.column[k]};
            m.entry[used++] = m.entry[k];
        }
    add_outputs(b, used, m.entry);
    f->bend = bend;
    f->bends = used;
    f->has_third = true;
}

static bool is_done(const bracketing *b, nh_body body) {
    nh_budget budget = {.work = MOST_WORK};
    return nh_attempt(b->a->model->context, &budget, body, (void *)b) == NH_OK;
}

/* Without second derivatives where these would be too many. */
static void find_third(bracketing *b) {
    nh_bracket_forms *f = &b->forms;
    uint32_t room = b->room;
    uint64_t free = f->variables - f->count, brackets = (free * free * free - free) / 3;
    f->has_third = is_done(b, find_bends) && f->has_third;
    uint64_t products = brackets * (8 * (uint64_t)f->bends + 14 * (uint64_t)f->slopes);
    if (f->has_third && b->room <= MOST_OUTPUTS && products <= MOST_PRODUCTS) return;
    f->has_third = false;
    f->bends = 0;
    b->room = room;
}

/* ---- looking ---- */

static bool is_short(const bracketing *b) {
    const nh_bracket_forms *f = &b->forms;
    uint64_t free = f->variables - f->count;
    return b->room <= MOST_OUTPUTS && 3 * free * free * f->slopes <= MOST_PRODUCTS;
}

static void run(nh_context *context, void *user) {
    bracketing *b = user;
    (void)context;
    (void)nh_samples_run(b->a->samples, b->room, b->output, nh_brackets_see, &b->forms);
}

/* Where the second level is not enough. */
static void look_at_third(bracketing *b) {
    find_third(b);
    if (b->forms.has_third) (void)is_done(b, run);
}

/* What a run that took too long has seen until then stays true. */
static nh_brackets find(bracketing *b, uint32_t kept) {
    const nh_brackets nothing = {.rows = 0};
    nh_bracket_forms *f = &b->forms;
    if (!is_done(b, find_forms) || !b->is_found || kept >= f->kinematic || !is_short(b)) return nothing;
    f->most = f->kinematic - kept;
    if (!is_done(b, run) && f->rank[0] == 0) return nothing;
    if (f->rank[0] < f->most) look_at_third(b);
    uint32_t m = f->variables - f->count;
    return (nh_brackets){.rows = f->kinematic,
                         .all = m + f->kinematic,
                         .has_time = b->has_time,
                         .has_third = f->has_third,
                         .dimension = {m, m + f->rank[0], m + f->rank[1]}};
}

nh_brackets nh_brackets_find(nh_admissible *a, uint32_t kept) {
    bool has_states = a->samples != NULL && nh_samples_count(a->samples) > 0;
    bool is_smooth = !a->has_pieces; /* where pieces meet, derivatives have values that they have on neither side */
    if (!has_states || !is_smooth || a->model->coordinates.count > NH_CURVATURE_COORDINATES)
        return (nh_brackets){.rows = 0};
    bracketing b = {.a = a, .arena = nh_arena_create(a->model->context)};
    nh_brackets result = find(&b, kept);
    nh_arena_destroy(b.arena);
    return result;
}

/* ---- what follows ---- */

uint32_t nh_brackets_leave(const nh_brackets *b) {
    return b->all - b->dimension[NH_BRACKETS_LEVELS - 1];
}

uint32_t nh_brackets_growth(const nh_brackets *b, uint32_t kept, uint32_t dimension[NH_BRACKETS_LEVELS]) {
    const uint32_t *d = b->dimension;
    uint32_t end = b->all - kept, pairs = d[0] + d[0] * (d[0] - 1) / 2;
    if (b->rows == 0 || d[NH_BRACKETS_LEVELS - 1] != end) return 0;
    memcpy(dimension, d, NH_BRACKETS_LEVELS * sizeof *d);
    return d[0] == end ? 1 : d[1] == end ? 2 : d[1] == pairs ? 3 : 0;
}
