/* One step of Newton's method as equations of motion: for corrections x, lambda of accelerations a and multipliers l,
 * with derivatives at others, b and m,
 *
 *     (M - sum m_j d2g_j(b)) x - sum lambda_j dg_j(b) = F - M a + sum l_j dg_j(a)
 *     dg_j(b) x + g_j(a) = 0
 *
 * By the theorem of the mean value a solution of the equations within a box of b, m is a, l and one of these
 * corrections: motion/at/implicit.c proves with it that there is one. */
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "motion/at/curved_private.h"

typedef struct step {
    nh_equations *e;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n, rows;
    const nh_expr *q2;            /* n: symbols of accelerations */
    const nh_expr *a, *l, *b, *m; /* n, rows, n, rows: among e->computed */
    nh_expr *matrix;              /* n x n */
    nh_expr *slopes, *drift;      /* rows x n; rows */
} step;

static void name_computed(step *s) {
    static const char *const letters[] = {"a", "l", "b", "m"};
    nh_equations *e = s->e;
    const nh_model *model = e->model;
    e->omegas = 2 * (s->n + s->rows);
    nh_expr *next = e->computed = NH_NEW_ARRAY(s->arena, nh_expr, e->omegas);
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < (k % 2 == 0 ? s->n : s->rows); i++) {
            nh_name of = k % 2 == 0 ? model->coordinates.items[i].name : model->rows.items[e->row[i]].name;
            nh_text name = nh_text_begin(s->arena);
            nh_text_format(&name, "tangent.%s[%s]", letters[k], nh_name_text(model->context, of));
            *next++ = nh_expr_symbol_text(s->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        }
    s->a = e->computed;
    s->l = s->a + s->n;
    s->b = s->l + s->rows;
    s->m = s->b + s->n;
}

static nh_expr put_point(const step *s, nh_expr e, const nh_expr *at) {
    return nh_expr_substitute(s->pool, e, s->n, s->q2, at, true);
}

static void add_to(const step *s, nh_expr *sum, nh_expr factor, nh_expr term) {
    *sum = nh_expr_add(s->pool, *sum, nh_expr_mul(s->pool, factor, term));
}

/* The row g, number j. */
static void add_row(step *s, uint32_t j, nh_expr g) {
    nh_expr minus_m = nh_expr_neg(s->pool, s->m[j]);
    s->drift[j] = put_point(s, g, s->a);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_expr slope = nh_expr_diff(s->pool, g, s->q2[i]);
        s->slopes[(size_t)j * s->n + i] = put_point(s, slope, s->b);
        add_to(s, &s->e->force[i], s->l[j], put_point(s, slope, s->a));
        for (uint32_t k = 0; k < s->n; k++) {
            nh_expr second = put_point(s, nh_expr_diff(s->pool, slope, s->q2[k]), s->b);
            add_to(s, &s->matrix[(size_t)i * s->n + k], minus_m, second);
        }
    }
}

/* One that is linear: what is missing at a. */
static void shift_row(step *s, uint32_t j) {
    for (uint32_t i = 0; i < s->n; i++) {
        nh_expr slope = s->slopes[(size_t)j * s->n + i];
        add_to(s, &s->drift[j], slope, s->a[i]);
        add_to(s, &s->e->force[i], s->l[j], slope);
    }
}

static void shift_inertia(step *s) {
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 0; k < s->n; k++)
            add_to(s, &s->e->force[i], nh_expr_neg(s->pool, s->matrix[(size_t)i * s->n + k]), s->a[k]);
}

static void spread_matrix(const nh_expr_matrix *from, nh_expr *dense) {
    for (size_t i = 0; i < (size_t)from->rows * from->columns; i++) dense[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < from->rows; i++)
        for (uint32_t k = from->start[i]; k < from->start[i + 1]; k++)
            dense[(size_t)i * from->columns + from->column[k]] = from->entry[k];
}

nh_equations *nh_curved_derive(const nh_model *model, nh_arena *arena) {
    nh_equations *e = nh_chetaev_derive(model, arena);
    step s = {.e = e, .pool = model->pool, .arena = arena, .n = e->count, .rows = e->rows};
    s.q2 = nh_model_accelerations(model, arena);
    s.matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)s.n * s.n + 1);
    s.slopes = NH_NEW_ARRAY(arena, nh_expr, (size_t)s.rows * s.n + 1);
    s.drift = e->drift;
    spread_matrix(&e->matrix, s.matrix);
    spread_matrix(&e->jacobian, s.slopes);
    name_computed(&s);
    shift_inertia(&s);
    for (uint32_t j = 0; j < e->rows; j++) {
        const nh_row *row = &model->rows.items[e->row[j]];
        if (row->is_curved) add_row(&s, j, row->curved);
        else shift_row(&s, j);
    }
    e->matrix = nh_equations_sparse(arena, s.n, s.n, s.matrix);
    e->jacobian = nh_equations_sparse(arena, s.rows, s.n, s.slopes);
    e->is_symmetric = false; /* nor definite */
    e->is_implicit = e->is_in_multipliers = true;
    return e;
}
