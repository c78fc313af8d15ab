/* Steps for large systems, in time that is linear in their size where the equations are local.
 *
 *     [ W  J^T ] [ d  ]   [ -g ]
 *     [ J  -D  ] [ mu ] = [ -c ],       lambda = -mu
 *
 * D is small and positive compared with J W^-1 J^T: the matrix is quasidefinite, so that LDL^T exists for every order,
 * and equations that depend on each other do no harm; they share their multiplier. The error that D brings in is taken
 * away by the next step of Newton's method, which reduces it by about D again. Unknowns are eliminated before
 * equations. A frozen unknown has a row of the identity, an equation that is not active one with -1. When the signs
 * of the pivots say that W is not positive definite, the identity takes its place. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "state/state_private.h"

/* D relative to the diagonal of J W^-1 J^T. */
#define SMALL 1e-11

struct nh_state_sparse {
    nh_pattern pattern;
    nh_sparse_ldl *ldl;
    double *values; /* of the pattern */
    double *b;      /* 2n + count */
    int entries;
    int *place; /* of each entry, in the order in which list_entries lists them */
};

/* ---- making ---- */

/* ORDER ENTRIES: diagonal, mass of both blocks, both triangles of J; as in fill. */
static void list_entries(const nh_states *s, nh_entries *l) {
    for (uint32_t i = 0; i < s->size + s->count; i++) nh_entries_add(l, i, i);
    for (uint32_t block = 0; block < 2; block++)
        for (uint32_t i = 0; i < s->n; i++)
            for (uint32_t k = s->M.start[i]; k < s->M.start[i + 1]; k++)
                nh_entries_add(l, block * s->n + i, block * s->n + s->M.column[k]);
    for (uint32_t e = 0; e < s->count; e++)
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) {
            nh_entries_add(l, s->size + e, s->J.column[k]);
            nh_entries_add(l, s->J.column[k], s->size + e);
        }
}

nh_state_sparse *nh_state_sparse_make(nh_states *s) {
    NH_ASSERT(s->sparse == NULL && s->M.rows == s->n);
    nh_state_sparse *p = NH_NEW(s->arena, nh_state_sparse);
    size_t all = (size_t)s->size + s->count;
    p->entries = (int)(all + 2 * (size_t)s->M.start[s->n] + 2 * (size_t)s->J.start[s->count]);
    nh_entries l = nh_entries_make(s->arena, (size_t)p->entries);
    list_entries(s, &l);
    p->place = NH_NEW_ARRAY(s->arena, int, (size_t)p->entries);
    p->pattern = nh_pattern_make(s->arena, (int)all, (int)all, p->entries, l.i, l.j, p->place);
    int *group = NH_NEW_ARRAY(s->arena, int, all), *order = NH_NEW_ARRAY(s->arena, int, all);
    nh_pattern equations = nh_pattern_of_rows(s->arena, s->count, s->size, s->J.start, s->J.column);
    nh_sparse_saddle_groups(s->arena, &equations, group);
    nh_sparse_order(s->arena, &p->pattern, group, order);
    p->ldl = nh_sparse_ldl_make(s->arena, &p->pattern, order);
    p->values = NH_NEW_ARRAY(s->arena, double, (size_t)p->pattern.start[all] + 1);
    p->b = NH_NEW_ARRAY(s->arena, double, all + 1);
    return p;
}

/* ---- factoring ---- */

static double mass_diagonal(const nh_states *s, uint32_t unknown) {
    uint32_t i = unknown % s->n;
    for (uint32_t k = s->M.start[i]; k < s->M.start[i + 1] && s->is_definite; k++)
        if (s->M.column[k] == i && s->mass[k] > 0) return s->mass[k];
    return 1;
}

static double equation_diagonal(const nh_states *s, uint32_t e) {
    double sum = 0;
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1] && s->is_active[e]; k++) {
        uint32_t i = s->J.column[k];
        if (s->is_free[i]) sum += s->slope[k] * s->slope[k] / mass_diagonal(s, i);
    }
    return sum > 0 && isfinite(sum) ? -SMALL * sum : -1;
}

static void fill_values(nh_states *s) {
    nh_state_sparse *p = s->sparse;
    const int *place = p->place;
    memset(p->values, 0, (size_t)p->pattern.start[p->pattern.columns] * sizeof *p->values);
    for (uint32_t i = 0; i < s->size; i++) p->values[*place++] = s->is_free[i] && s->is_definite ? 0 : 1;
    for (uint32_t e = 0; e < s->count; e++) p->values[*place++] = equation_diagonal(s, e);
    for (uint32_t block = 0; block < 2; block++) {
        const bool *is_free = s->is_free + block * (size_t)s->n;
        for (uint32_t i = 0; i < s->n; i++)
            for (uint32_t k = s->M.start[i]; k < s->M.start[i + 1]; k++, place++)
                if (s->is_definite && is_free[i] && is_free[s->M.column[k]]) p->values[*place] += s->mass[k];
    }
    for (uint32_t e = 0; e < s->count; e++)
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++, place += 2) {
            double slope = s->is_active[e] && s->is_free[s->J.column[k]] ? s->slope[k] : 0;
            p->values[place[0]] = p->values[place[1]] = slope;
        }
}

void nh_state_sparse_factor(nh_states *s) {
    nh_state_sparse *p = s->sparse;
    fill_values(s);
    bool good = nh_sparse_ldl_factor(p->ldl, p->values) && nh_sparse_ldl_negative(p->ldl) == (int)s->count;
    if (good || !s->is_definite) return;
    s->is_definite = false;
    fill_values(s);
    (void)nh_sparse_ldl_factor(p->ldl, p->values);
}

void nh_state_sparse_solve(nh_states *s, const double *g, const double *c, double *d, double *lambda) {
    NH_ASSERT(s->sparse != NULL);
    double *b = s->sparse->b;
    for (uint32_t i = 0; i < s->size; i++) b[i] = g != NULL && s->is_free[i] ? -g[i] : 0;
    for (uint32_t e = 0; e < s->count; e++) b[s->size + e] = c != NULL && s->is_active[e] ? -c[e] : 0;
    nh_sparse_ldl_solve(s->sparse->ldl, b);
    for (uint32_t i = 0; i < s->size; i++) d[i] = s->is_free[i] ? b[i] : 0;
    for (uint32_t e = 0; e < s->count && lambda != NULL; e++) lambda[e] = s->is_active[e] ? -b[s->size + e] : 0;
}

/* ---- rank ---- */

uint32_t nh_state_sparse_rank(nh_states *s, bool *redundant) {
    NH_ASSERT(s->geometric <= s->rates && s->rates <= s->rows);
    nh_arena *arena = nh_arena_create(s->model->context);
    uint32_t first = s->J.start[s->geometric], most = s->J.start[s->rows] - first, rates = s->rows - s->geometric;
    int *start = NH_NEW_ARRAY(arena, int, (size_t)rates + 1), *column = NH_NEW_ARRAY(arena, int, most);
    double *value = NH_NEW_ARRAY(arena, double, most);
    bool *is_dependent = NH_NEW_ARRAY(arena, bool, rates);
    int count = 0;
    for (uint32_t i = 0; i < rates; i++) {
        uint32_t e = s->geometric + i;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) {
            if (s->J.column[k] < s->n) continue;
            column[count] = (int)(s->J.column[k] - s->n);
            value[count++] = s->slope[k];
        }
        start[i + 1] = count;
    }
    nh_pattern rows = {.rows = (int)s->n, .columns = (int)rates, .start = start, .row = column};
    int rank = nh_sparse_rank(arena, &rows, value, NH_STATE_DEPENDENT, NULL, is_dependent);
    for (uint32_t i = 0; i < rates; i++)
        if (!is_dependent[i]) redundant[s->equations[s->geometric + i].number] = false;
    nh_arena_destroy(arena);
    return (uint32_t)rank;
}

int nh_state_sparse_fill(const nh_states *s) {
    NH_ASSERT(s->sparse != NULL);
    return nh_sparse_ldl_fill(s->sparse->ldl);
}
