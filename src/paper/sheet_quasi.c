/* Quasi-velocities whose velocities are long: q' = Gamma y + (free part) with names for the entries of Gamma.
 *
 * Where quasi-velocities are momenta, Gamma is full of quotients with one long denominator, and everything that is made
 * from it too. With names for its entries the equations are Lagrange's, projected,
 *
 *     Gamma^T M Gamma y' + Gamma^T (M (Gamma' y) + h) = Gamma^T F,     M q'' + h = F,
 *
 * which are those of Boltzmann and Hamel ([Rheonomous] (10), (17)); derivatives of the entries stand as such. Entries
 * that are short multiples of one another share a name, so that what cancels between them still does; a multiple that
 * divides by something of the state is none, since that may vanish where the entry has a value.
 *
 * What geometric rows say, |q| = 1 of a quaternion, is put into the entries: these equations have derivatives of Gamma
 * along motions only, which keep to the rows. Where no entry is long then, none gets a name. */
#include <string.h>

#include "algebra/domain/domain.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "form/sums.h"
#include "paper/sheet_private.h"

/* Entries beyond LONG call for names; an entry up to SHORT, or such a multiple of a named one, needs none. */
enum { LONG = 30, SHORT = 9 };

typedef struct frame_names {
    nh_sheet_job *job;
    nh_expr *entry; /* n x m: of Gamma, polished, then by names */
    nh_expr *free;  /* n: free of y */
    uint32_t m;
    bool is_on_rows; /* what geometric rows say occurs in them */
} frame_names;

static nh_expr *entry_at(const frame_names *g, uint32_t i, uint32_t j) {
    NH_ASSERT(i < g->job->n && j < g->m);
    return &g->entry[(size_t)i * g->m + j];
}

/* Whether the velocities are affine in y; fills the entries. */
static bool split_velocities(frame_names *g) {
    nh_sheet_job *job = g->job;
    const nh_equations *e = job->e;
    for (uint32_t i = 0; i < job->n; i++) {
        nh_collected c;
        if (e->velocities[i] == NH_EXPR_UNDEFINED) return false;
        if (!nh_expr_collect(job->pool, job->arena, nh_sheet_open_names(job, e->velocities[i]), e->count, e->symbols,
                             100, &c))
            return false;
        g->free[i] = NH_EXPR_ZERO;
        for (uint32_t j = 0; j < g->m; j++) *entry_at(g, i, j) = NH_EXPR_ZERO;
        for (uint32_t k = 0; k < c.count; k++) {
            uint32_t factors = c.start[k + 1] - c.start[k];
            nh_expr coefficient = nh_sheet_polish(job, c.coefficient[k]), on_rows = nh_sheet_on_rows(job, coefficient);
            if (on_rows != coefficient) {
                coefficient = nh_sheet_polish(job, on_rows);
                g->is_on_rows = true;
            }
            if (factors > 1 || (factors == 1 && c.power[c.start[k]] != 1)) return false;
            if (factors == 0) g->free[i] = coefficient;
            else *entry_at(g, i, c.symbol[c.start[k]]) = coefficient;
        }
    }
    return true;
}

/* Long when the names of the model in it are written out. */
static bool is_long(const frame_names *g, nh_expr e) {
    return nh_expr_length(g->job->pool, nh_expr_expand_names(g->job->pool, e)) > LONG;
}

static bool has_long_entry(const frame_names *g) {
    for (uint32_t k = 0; k < g->job->n * g->m; k++)
        if (is_long(g, g->entry[k])) return true;
    return false;
}

/* "Gamma_phi_eta1"; by numbers where a name contains brackets. */
static nh_expr name_for(const frame_names *g, uint32_t i, uint32_t j, nh_expr definition) {
    NH_ASSERT(i < g->job->n && j < g->m);
    nh_sheet_job *job = g->job;
    const char *x = nh_name_text(job->context, job->model->coordinates.items[i].name);
    const char *y = nh_name_text(job->context, nh_expr_symbol_of(job->pool, job->e->symbols[j])->name);
    nh_text text = nh_text_begin(job->arena);
    if (strpbrk(x, "[.") == NULL && strpbrk(y, "[.") == NULL) nh_text_format(&text, "Gamma_%s_%s", x, y);
    else nh_text_format(&text, "Gamma_%u_%u", i + 1, j + 1);
    nh_expr name = nh_expr_abbreviation(job->pool, nh_sheet_free_name(job, nh_text_string(&text)), definition);
    nh_array_push(&job->own_names, name);
    return name;
}

/* The next entry of column j that has no name yet, the shortest first. */
static uint32_t next_entry(const frame_names *g, uint32_t j, const bool *is_done) {
    uint32_t found = NH_MODEL_NONE;
    for (uint32_t i = 0; i < g->job->n; i++) {
        if (is_done[i]) continue;
        if (found == NH_MODEL_NONE ||
            nh_expr_length(g->job->pool, *entry_at(g, i, j)) < nh_expr_length(g->job->pool, *entry_at(g, found, j)))
            found = i;
    }
    return found;
}

/* Whether e divides by something that changes with the state. */
static bool has_division(const frame_names *g, nh_expr e) {
    nh_domain domain = nh_expr_domain(g->job->pool, g->job->arena, 1, &e, NULL);
    for (size_t i = 0; i < domain.nonzero_count; i++)
        if (nh_expr_has(g->job->pool, domain.nonzero[i], NH_HAS_COORDINATE | NH_HAS_TIME)) return true;
    return false;
}

static void name_column(frame_names *g, uint32_t j) {
    nh_sheet_job *job = g->job;
    bool *is_done = NH_NEW_ARRAY(job->arena, bool, (size_t)job->n + 1);
    nh_exprs names = {.arena = job->arena}, definitions = {.arena = job->arena};
    for (uint32_t i; (i = next_entry(g, j, is_done)) != NH_MODEL_NONE;) {
        nh_expr entry = *entry_at(g, i, j);
        is_done[i] = true;
        if (!is_long(g, entry) && nh_expr_length(job->pool, entry) <= SHORT) continue;
        nh_expr found = NH_EXPR_UNDEFINED;
        for (size_t k = 0; k < names.count && found == NH_EXPR_UNDEFINED; k++) {
            nh_expr ratio = nh_sheet_polish(job, nh_expr_div(job->pool, entry, definitions.items[k]));
            if (!is_long(g, ratio) && nh_expr_length(job->pool, ratio) <= SHORT && !has_division(g, ratio))
                found = nh_expr_mul(job->pool, ratio, names.items[k]);
        }
        if (found == NH_EXPR_UNDEFINED) {
            found = name_for(g, i, j, entry);
            nh_array_push(&names, found);
            nh_array_push(&definitions, entry);
        }
        *entry_at(g, i, j) = found;
    }
}

/* ---- equations ---- */

/* F - f = h by the velocities: what is left of Lagrange's equations besides accelerations and forces. */
static nh_expr *find_h(nh_sheet_job *job, const nh_lagrange *x, const nh_expr *F) {
    nh_expr *h = NH_NEW_ARRAY(job->arena, nh_expr, job->n);
    for (uint32_t i = 0; i < job->n; i++)
        h[i] = nh_sheet_sorted_by(job, nh_expr_sub(job->pool, F[i], x->force[i]), job->n, job->v);
    return h;
}

/* In the names of the model, which then pass through the products. */
static nh_expr_matrix polished_matrix(nh_sheet_job *job, const nh_expr_matrix *a) {
    nh_expr_matrix result = *a;
    result.entry = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)a->start[a->rows] + 1);
    for (uint32_t k = 0; k < a->start[a->rows]; k++) result.entry[k] = nh_sheet_polish(job, a->entry[k]);
    return result;
}

static void rewrite_equations(frame_names *g, bool has_names) {
    nh_sheet_job *job = g->job;
    nh_pool *pool = job->pool;
    nh_lagrange x = nh_lagrange_derive_tidiest(job->model, job->arena);
    x.matrix = polished_matrix(job, &x.matrix);
    nh_equations *e = NH_NEW(job->arena, nh_equations);
    *e = *job->e;
    e->velocities = NH_NEW_ARRAY(job->arena, nh_expr, job->n);
    for (uint32_t i = 0; i < job->n; i++) {
        e->velocities[i] = g->free[i];
        for (uint32_t j = 0; j < g->m; j++)
            e->velocities[i] =
                nh_expr_add(pool, e->velocities[i], nh_expr_mul(pool, *entry_at(g, i, j), e->symbols[j]));
    }
    e->lift = nh_equations_sparse(job->arena, job->n, g->m, g->entry);
    nh_expr *rest = NH_NEW_ARRAY(job->arena, nh_expr, job->n), *F = nh_sheet_forces(job);
    for (uint32_t i = 0; i < job->n; i++) {
        rest[i] = nh_expr_diff(pool, e->velocities[i], job->model->time);
        for (uint32_t k = 0; k < job->n; k++)
            rest[i] = nh_expr_add(pool, rest[i],
                                  nh_expr_mul(pool, nh_expr_diff(pool, e->velocities[i], job->q[k]), job->v[k]));
    }
    nh_expr_matrix along = nh_matrix_transpose(pool, job->arena, &e->lift);
    nh_expr_matrix half = nh_matrix_product(pool, job->arena, &along, &x.matrix);
    e->matrix = nh_matrix_product(pool, job->arena, &half, &e->lift);
    const nh_expr *active = nh_matrix_times(pool, job->arena, &along, F);
    const nh_expr *inertia = nh_matrix_times(pool, job->arena, &along, find_h(job, &x, F));
    const nh_expr *moving = nh_matrix_times(pool, job->arena, &half, rest);
    e->force = NH_NEW_ARRAY(job->arena, nh_expr, g->m);
    for (uint32_t j = 0; j < g->m; j++)
        e->force[j] = nh_expr_sub(pool, active[j], nh_expr_add(pool, inertia[j], moving[j]));
    if (has_names) e->coefficients.count = 0; /* they are as long as what has names now */
    job->e = e;
}

void nh_sheet_name_velocities(nh_sheet_job *job) {
    const nh_equations *e = job->e;
    if (!job->form->has_quasis || e->symbols == e->variables || job->is_large) return;
    frame_names g = {.job = job, .m = e->count};
    g.entry = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->n * g.m + 1);
    g.free = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->n + 1);
    if (!split_velocities(&g)) return;
    bool has_names = has_long_entry(&g);
    for (uint32_t j = 0; j < g.m && has_names; j++) name_column(&g, j);
    if (has_names || g.is_on_rows) rewrite_equations(&g, has_names);
}

/* ---- while an expression is worked on ---- */

/* Whether a symbol is one of these names, or a derivative of one. */
static bool is_own(const nh_sheet_job *job, nh_expr symbol) {
    const nh_symbol *s = nh_expr_symbol_of(job->pool, symbol);
    if (s->role != NH_ROLE_ABBREVIATION) return false;
    nh_expr base = s->by_count > 0 ? s->of : symbol;
    return nh_exprs_has(&job->own_names, base);
}

/* Stand-ins for these names, or for all abbreviations. */
static nh_expr close_names(nh_sheet_job *job, nh_expr e, bool are_all) {
    uint32_t count, kept = 0;
    nh_expr *from = nh_expr_names(job->pool, job->arena, 1, &e, &count);
    nh_expr *to = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        bool is_name = nh_expr_symbol_of(job->pool, from[i])->role == NH_ROLE_ABBREVIATION;
        if (are_all ? !is_name : !is_own(job, from[i])) continue;
        to[kept] = nh_sheet_symbol_for(job, &job->opaque, &job->stand_ins, "own", from[i]);
        from[kept++] = from[i];
    }
    return nh_expr_substitute(job->pool, e, kept, from, to, false);
}

nh_expr nh_sheet_close(nh_sheet_job *job, nh_expr e) {
    return job->own_names.count == 0 ? e : close_names(job, e, false);
}

nh_expr nh_sheet_close_all(nh_sheet_job *job, nh_expr e) {
    return close_names(job, e, true);
}

nh_expr nh_sheet_open(const nh_sheet_job *job, nh_expr e) {
    NH_ASSERT(job->opaque.count == job->stand_ins.count);
    return nh_expr_substitute(job->pool, e, (uint32_t)job->opaque.count, job->stand_ins.items, job->opaque.items,
                              false);
}
