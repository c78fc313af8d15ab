/* Second derivatives: the Jacobian of the gradient, made symmetric to the letter.
 *
 * The two mixed derivatives are equal in value but may be written differently. The one above the
 * diagonal is taken for both. */
#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"

/* The gradient as rows, in the order of the symbols; row[i] is the symbol of gradient[i]. */
typedef struct gradient {
    uint32_t count;
    uint32_t *row;
    nh_expr *entry;
} gradient;

static gradient gradient_of(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_expr_matrix m = nh_expr_jacobian(pool, arena, 1, &e, count, symbols);
    return (gradient){m.start[1], m.column, m.entry};
}

/* How many entries each row of the whole matrix has, as the distances of start. */
static void count_entries(const gradient *g, const nh_expr_matrix *upper, nh_expr_matrix *m) {
    for (uint32_t r = 0; r < g->count; r++) {
        for (uint32_t k = upper->start[r]; k < upper->start[r + 1]; k++) {
            uint32_t i = g->row[r], j = upper->column[k];
            if (j < i) continue;
            m->start[i + 1]++;
            if (j > i) m->start[j + 1]++;
        }
    }
    for (uint32_t i = 0; i < m->rows; i++) m->start[i + 1] += m->start[i];
}

static void put_entry(nh_expr_matrix *m, uint32_t *next, uint32_t i, uint32_t j, nh_expr entry) {
    uint32_t at = next[i]++;
    NH_ASSERT(at < m->start[i + 1] && (at == m->start[i] || m->column[at - 1] < j));
    m->column[at] = j;
    m->entry[at] = entry;
}

/* Rows are entered from the first on. An entry (i, j) above the diagonal is entered into row j when row i is current,
 * before any that row j enters itself: so columns rise in every row. */
static void enter_rows(const gradient *g, const nh_expr_matrix *upper, nh_expr_matrix *m, uint32_t *next) {
    for (uint32_t i = 0; i < m->rows; i++) next[i] = m->start[i];
    for (uint32_t r = 0; r < g->count; r++) {
        for (uint32_t k = upper->start[r]; k < upper->start[r + 1]; k++) {
            uint32_t i = g->row[r], j = upper->column[k];
            if (j < i) continue;
            put_entry(m, next, i, j, upper->entry[k]);
            if (j > i) put_entry(m, next, j, i, upper->entry[k]);
        }
    }
}

nh_expr_matrix nh_expr_hessian(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *symbols) {
    NH_ASSERT(arena != nh_scratch(nh_pool_context(pool)));
    nh_arena *own = nh_arena_create(nh_pool_context(pool));
    gradient g = gradient_of(pool, own, e, count, symbols);
    nh_expr_matrix upper = nh_expr_jacobian(pool, own, g.count, g.entry, count, symbols);
    nh_expr_matrix m = {.rows = count, .columns = count, .start = NH_NEW_ARRAY(arena, uint32_t, (size_t)count + 1)};
    if (upper.start[g.count] > UINT32_MAX / 2) nh_raise(nh_pool_context(pool), NH_E_LIMIT);
    count_entries(&g, &upper, &m);
    m.column = NH_NEW_ARRAY(arena, uint32_t, m.start[count]);
    m.entry = NH_NEW_ARRAY(arena, nh_expr, m.start[count]);
    enter_rows(&g, &upper, &m, NH_NEW_ARRAY(own, uint32_t, count));
    nh_arena_destroy(own);
    return m;
}
