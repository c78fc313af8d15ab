/* Where velocities have no kinetic energy, for energies that are sums of squares.
 *
 * The part of T of degree 2 in the velocities is a sum of squares of linear forms with positive weights: of the
 * velocities of points and of the centres of bodies, of the angular velocities of bodies, and of what occurs in the
 * statements `kinetic` and `lagrangian`. It vanishes where all of the forms do. So the Hessian of L is positive
 * definite exactly where the coefficients of the forms, row by row, have the rank n, and so is it on the velocities
 * that the rows admit where the coefficients and the gradients of the rows have it together. That needs no determinant
 * of sums: a row with one coefficient that never vanishes says that one velocity is 0, which then goes from the others;
 * where none is alone, a coefficient that never vanishes, or the length of a vector of them, gives one velocity by the
 * others; what is left at the end is most often small. */
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "facts/limits_private.h"
#include "facts/places/conditions_private.h"
#include "model/values.h"

enum {
    MOST_FORMS = 200,      /* squares that T is a sum of */
    MOST_COLUMNS = 40,     /* velocities */
    MOST_LEFT = 6,         /* velocities of what is left when simple rows were used */
    MOST_OPERATIONS = 400, /* of an entry; longer ones are not examined */
    MOST_BLOCK = 3,        /* rows of a block whose minors are expanded */
    MOST_PIVOT = 20        /* operations of what is divided by */
};

typedef struct inertia_forms {
    nh_places *p;
    uint32_t n;
    const nh_expr *v;
    nh_exprs forms;
    bool is_whole; /* the forms are all; no weight is negative */
} inertia_forms;

/* ---- signs ---- */

/* Whether e >= 0 wherever it has a value, by its form. A root that never has a value has a condition on a number. */
static bool is_nonnegative(nh_places *p, nh_expr e) {
    if (nh_expr_is_number(p->pool, e)) return nh_rat_sign(nh_expr_rational(p->pool, e)) >= 0;
    nh_expr root = nh_expr_sqrt(p->pool, nh_expr_factored(p->pool, e));
    if (root == NH_EXPR_UNDEFINED) return false; /* of a negative number */
    const nh_domain_known known = nh_places_known(p, e);
    nh_domain domain = nh_expr_domain(p->pool, p->arena, 1, &root, &known);
    for (size_t i = 0; i < domain.nonzero_count; i++)
        if (nh_expr_is_number(p->pool, domain.nonzero[i])) return false;
    return domain.nonnegative_count + domain.positive_count == 0;
}

static bool is_positive(nh_places *p, nh_expr e) {
    return nh_places_is_positive(p, e) || nh_places_is_positive(p, nh_expr_factored(p->pool, e)) ||
           nh_places_positive_by_values(p, e);
}

/* ---- forms ---- */

static bool has_velocities(const inertia_forms *g, nh_expr e) {
    return nh_expr_has(g->p->pool, e, NH_HAS_VELOCITY);
}

static bool is_linear(const inertia_forms *g, nh_expr e, int64_t most) {
    nh_degree degree = nh_expr_degree(g->p->pool, e, g->n, g->v);
    return degree.kind == NH_DEGREE_ZERO ||
           (degree.polynomial && nh_rat_cmp(nh_pool_context(g->p->pool), degree.degree, nh_rat_int(most)) <= 0);
}

static void add_vector(inertia_forms *g, nh_vector velocity) {
    for (int i = 0; i < 3; i++)
        if (velocity.x[i] != NH_EXPR_ZERO) nh_array_push(&g->forms, velocity.x[i]);
}

static void add_mass(inertia_forms *g, nh_expr mass, nh_vector position) {
    if (mass == NH_EXPR_UNDEFINED || mass == NH_EXPR_ZERO) return;
    g->is_whole = g->is_whole && is_positive(g->p, mass);
    add_vector(g, nh_vector_rate(g->p->pool, position));
}

/* Whether a symmetric matrix is positive definite, by its leading minors. */
static bool is_definite(nh_places *p, uint32_t size, const nh_expr *matrix) {
    for (uint32_t k = 1; k <= size; k++) {
        nh_expr part[MOST_BLOCK * MOST_BLOCK], minor = matrix[0];
        for (uint32_t i = 0; i < k * k; i++) part[i] = matrix[i / k * size + i % k];
        if (k > 1 && nh_linear_determinant(p->pool, k, part, &minor) != NH_LINEAR_DONE) return false;
        if (!is_positive(p, minor)) return false;
    }
    return true;
}

static bool is_diagonal(const nh_matrix3 *m) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (i != k && m->r[i][k] != NH_EXPR_ZERO) return false;
    return true;
}

static void add_turning(inertia_forms *g, const nh_rigid_body *body) {
    nh_expr all[9];
    for (int i = 0; i < 9; i++) all[i] = body->inertia.r[i / 3][i % 3];
    if (!is_diagonal(&body->inertia)) {
        g->is_whole = g->is_whole && is_definite(g->p, 3, all);
        add_vector(g, body->rotation.Omega);
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (all[4 * i] == NH_EXPR_ZERO || body->rotation.Omega.x[i] == NH_EXPR_ZERO) continue;
        g->is_whole = g->is_whole && is_positive(g->p, all[4 * i]);
        nh_array_push(&g->forms, body->rotation.Omega.x[i]);
    }
}

/* ---- statements ---- */

static bool add_squares(inertia_forms *g, nh_expr e, nh_expr weight, int depth);

static bool add_sum(inertia_forms *g, nh_expr e, nh_expr weight, int depth) {
    nh_pool *pool = g->p->pool;
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, e); i += 2) {
        nh_expr term = nh_expr_args(pool, e)[i], factor = nh_expr_args(pool, e)[i + 1];
        if (!add_squares(g, term, nh_expr_mul(pool, weight, factor), depth)) return false;
    }
    return true;
}

static bool add_product(inertia_forms *g, nh_expr e, nh_expr weight, int depth) {
    nh_pool *pool = g->p->pool;
    nh_expr moving = NH_EXPR_UNDEFINED, power = NH_EXPR_ZERO;
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr *args = NH_NEW_ARRAY(g->p->arena, nh_expr, arity);
    for (uint32_t i = 0; i < arity; i++) args[i] = nh_expr_args(pool, e)[i];
    for (uint32_t i = 0; i < arity; i += 2) {
        if (!has_velocities(g, args[i])) {
            weight = nh_expr_mul(pool, weight, nh_expr_pow(pool, args[i], args[i + 1]));
        } else if (moving == NH_EXPR_UNDEFINED) {
            moving = args[i];
            power = args[i + 1];
        } else {
            return false;
        }
    }
    if (power == NH_EXPR_ONE) return add_squares(g, moving, weight, depth);
    if (power != nh_expr_int(pool, 2) || !is_linear(g, moving, 1) || !is_nonnegative(g->p, weight)) return false;
    nh_array_push(&g->forms, nh_expr_mul(pool, weight, moving));
    return true;
}

/* The forms of weight * e; what is of degree 1 at most has no part in the Hessian. A form with its weight vanishes
 * where its square with that weight does. */
static bool add_squares(inertia_forms *g, nh_expr e, nh_expr weight, int depth) {
    if (is_linear(g, e, 1)) return true;
    if (depth == 0) return false;
    nh_expr_kind kind = nh_expr_kind_of(g->p->pool, e);
    if (kind == NH_EXPR_SUM) return add_sum(g, e, weight, depth - 1);
    return kind == NH_EXPR_PRODUCT && add_product(g, e, weight, depth - 1);
}

/* By the Hessian: of coordinates that are not coupled an entry is a weight, of two or three that are the
 * block must be definite. */
static bool add_blocks(inertia_forms *g, nh_expr e) {
    nh_places *p = g->p;
    nh_expr_matrix h = nh_expr_hessian(p->pool, p->arena, e, g->n, g->v);
    bool *is_seen = NH_NEW_ARRAY(p->arena, bool, (size_t)g->n + 1);
    uint32_t *block = NH_NEW_ARRAY(p->arena, uint32_t, (size_t)g->n + 1);
    for (uint32_t k = 0; k < h.start[g->n]; k++)
        if (has_velocities(g, h.entry[k])) return false;
    for (uint32_t i = 0; i < g->n; i++) {
        if (is_seen[i]) continue;
        uint32_t count = nh_places_block(&h, i, is_seen, block);
        if (h.start[i] == h.start[i + 1]) continue;
        if (count == 1) {
            if (!is_nonnegative(p, h.entry[h.start[i]])) return false;
            nh_array_push(&g->forms, nh_expr_mul(p->pool, h.entry[h.start[i]], g->v[i]));
            continue;
        }
        nh_expr matrix[MOST_BLOCK * MOST_BLOCK];
        if (count > MOST_BLOCK) return false;
        nh_places_fill_block(&h, count, block, matrix);
        if (!is_definite(p, count, matrix)) return false;
        for (uint32_t k = 0; k < count; k++) nh_array_push(&g->forms, g->v[block[k]]);
    }
    return true;
}

static void add_statements(inertia_forms *g) {
    nh_places *p = g->p;
    const nh_model *model = p->a->model;
    nh_exprs terms = {.arena = p->arena};
    for (size_t i = 0; i < model->terms.count; i++) {
        nh_term_kind kind = model->terms.items[i].kind;
        if (kind == NH_TERM_KINETIC || kind == NH_TERM_LAGRANGIAN)
            nh_array_push(&terms, nh_expr_expand_names(p->pool, model->terms.items[i].value));
    }
    if (terms.count == 0) return;
    nh_expr e = nh_expr_sum(p->pool, terms.count, terms.items);
    size_t before = g->forms.count;
    if (nh_expr_operations(p->pool, 1, &e) > MOST_OPERATIONS) g->is_whole = false;
    if (!g->is_whole || add_squares(g, e, NH_EXPR_ONE, 8)) return;
    g->forms.count = before;
    g->is_whole = add_blocks(g, e);
}

/* Where `lagrangian` is written, points and bodies have no part in L. */
static bool has_lagrangian(const nh_model *model) {
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_LAGRANGIAN) return true;
    return false;
}

static void gather_forms(inertia_forms *g) {
    const nh_model *model = g->p->a->model;
    bool is_given = has_lagrangian(model);
    if (!is_given) g->is_whole = is_linear(g, model->V, 1); /* else it has a part in the Hessian */
    for (size_t i = 0; i < model->points.count && !is_given && g->is_whole; i++)
        add_mass(g, model->points.items[i].mass, model->points.items[i].position);
    for (size_t i = 0; i < model->bodies.count && !is_given && g->is_whole; i++) {
        add_mass(g, model->bodies.items[i].mass, model->bodies.items[i].center);
        add_turning(g, &model->bodies.items[i]);
    }
    if (g->is_whole) add_statements(g);
}

/* ---- velocities that must be 0 ---- */

typedef struct stack {
    nh_places *p;
    uint32_t rows, columns;
    nh_expr *entry; /* rows x columns */
    bool *is_gone;  /* columns: the velocity is 0 */
} stack;

static nh_expr *entry_at(const stack *s, uint32_t row, uint32_t column) {
    return &s->entry[(size_t)row * s->columns + column];
}

/* Entries that vanish identically are 0. */
static nh_expr plain_entry(nh_places *p, nh_expr e) {
    e = nh_expr_expand_names(p->pool, e);
    bool is_short = nh_expr_operations(p->pool, 1, &e) <= MOST_OPERATIONS;
    return is_short && !nh_expr_is_number(p->pool, e) && nh_expr_is_proved_zero(p->pool, e) ? NH_EXPR_ZERO : e;
}

static void fill_rows(stack *s, uint32_t first, const nh_expr_matrix *m) {
    for (uint32_t i = 0; i < m->rows; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++)
            *entry_at(s, first + i, m->column[k]) = plain_entry(s->p, m->entry[k]);
}

/* For all values of the parameters but exceptional ones, and not for these where the model has
 * them: a - b for a = b. */
static bool is_never_zero(nh_places *p, nh_expr e) {
    if (e == NH_EXPR_ZERO || e == NH_EXPR_UNDEFINED) return false;
    if (nh_expr_operations(p->pool, 1, &e) > MOST_OPERATIONS) return false;
    if (nh_expr_is_number(p->pool, e)) return true;
    bool is_for_most = nh_places_factors(p, e).count == 0, used_values = p->uses_values[p->kind];
    if (is_for_most && !nh_model_is_closed(p->a->model)) return !nh_places_have_zero(p, 1, &e);
    bool is_for_these = nh_places_never_zero(p, e);
    if (is_for_most && is_for_these) p->uses_values[p->kind] = used_values;
    return is_for_these;
}

/* The one column that is left in the row; s->columns: there are none or several. */
static uint32_t only_column(const stack *s, uint32_t row) {
    NH_ASSERT(row < s->rows);
    uint32_t found = s->columns;
    for (uint32_t j = 0; j < s->columns; j++) {
        if (s->is_gone[j] || *entry_at(s, row, j) == NH_EXPR_ZERO) continue;
        if (found < s->columns) return s->columns;
        found = j;
    }
    return found;
}

/* Whether rows in which this velocity stands alone make it 0: one entry never vanishes, or all
 * of them never together. */
static bool must_be_zero(const stack *s, uint32_t column) {
    nh_pool *pool = s->p->pool;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < s->rows; i++) {
        if (only_column(s, i) != column) continue;
        if (is_never_zero(s->p, *entry_at(s, i, column))) return true;
        sum = nh_expr_add(pool, sum, nh_expr_pow_int(pool, *entry_at(s, i, column), 2));
    }
    if (sum == NH_EXPR_ZERO || nh_expr_operations(pool, 1, &sum) > MOST_OPERATIONS) return false;
    return is_never_zero(s->p, nh_expr_normal(pool, sum));
}

/* Lets velocities go, one after the other; how many are left. */
static uint32_t let_go(stack *s) {
    uint32_t left = 0;
    for (uint32_t j = 0; j < s->columns; j++) left += !s->is_gone[j];
    for (bool is_new = true; is_new && left > 0;) {
        is_new = false;
        for (uint32_t j = 0; j < s->columns; j++) {
            if (s->is_gone[j] || !must_be_zero(s, j)) continue;
            s->is_gone[j] = is_new = true;
            left--;
        }
    }
    return left;
}

/* ---- elimination ---- */

/* A combination of rows in which the entry of a column never vanishes. */
typedef struct pivot {
    uint32_t column;
    nh_expr *row; /* columns */
} pivot;

/* The sum of this many rows from the first on, each times its entry in the column: the entry of the sum is a sum of
 * squares. Of one row, the row itself. */
static bool combine_rows(const stack *s, uint32_t first, uint32_t count, pivot *found) {
    nh_pool *pool = s->p->pool;
    for (uint32_t j = 0; j < s->columns; j++) {
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t i = first; i < first + count; i++) {
            nh_expr weight = count > 1 ? *entry_at(s, i, found->column) : NH_EXPR_ONE;
            sum = nh_expr_add(pool, sum, nh_expr_mul(pool, weight, *entry_at(s, i, j)));
        }
        bool is_short = nh_expr_operations(pool, 1, &sum) <= MOST_OPERATIONS;
        if (!is_short && !s->is_gone[j]) return false;
        found->row[j] = s->is_gone[j] ? NH_EXPR_ZERO : count > 1 ? nh_expr_normal(pool, sum) : sum;
    }
    return true;
}

/* An entry of one row, or the length of two or three of a vector, that never vanishes, and is short. */
static bool find_pivot(const stack *s, uint32_t count, pivot *found) {
    nh_pool *pool = s->p->pool;
    for (uint32_t first = 0; first + count <= s->rows; first++)
        for (uint32_t j = 0; j < s->columns; j++) {
            nh_expr sum = NH_EXPR_ZERO;
            for (uint32_t i = first; i < first + count; i++)
                sum = nh_expr_add(pool, sum,
                                  count > 1 ? nh_expr_pow_int(pool, *entry_at(s, i, j), 2) : *entry_at(s, i, j));
            if (s->is_gone[j] || sum == NH_EXPR_ZERO || nh_expr_operations(pool, 1, &sum) > MOST_OPERATIONS) continue;
            if (count > 1) sum = nh_expr_normal(pool, sum);
            found->column = j;
            if (nh_expr_operations(pool, 1, &sum) <= MOST_PIVOT && is_never_zero(s->p, sum) &&
                combine_rows(s, first, count, found))
                return true;
        }
    return false;
}

/* The velocity of the column by the others, put into all rows: what is left of these has full rank exactly where all of
 * it had. False, and nothing is changed: they become long. */
static bool eliminate_velocity(stack *s, const pivot *by) {
    nh_pool *pool = s->p->pool;
    size_t size = (size_t)s->rows * s->columns;
    stack next = *s;
    next.entry = NH_NEW_ARRAY(s->p->arena, nh_expr, size + 1);
    for (size_t i = 0; i < size; i++) next.entry[i] = s->entry[i];
    for (uint32_t i = 0; i < s->rows; i++) {
        nh_expr factor = nh_expr_div(pool, *entry_at(s, i, by->column), by->row[by->column]);
        for (uint32_t j = 0; j < s->columns && factor != NH_EXPR_ZERO; j++) {
            if (s->is_gone[j] || j == by->column || by->row[j] == NH_EXPR_ZERO) continue;
            nh_expr e = nh_expr_sub(pool, *entry_at(s, i, j), nh_expr_mul(pool, factor, by->row[j]));
            if (nh_expr_operations(pool, 1, &e) > MOST_OPERATIONS) return false;
            *entry_at(&next, i, j) = nh_expr_normal(pool, e);
        }
    }
    *s = next;
    s->is_gone[by->column] = true;
    return true;
}

/* Velocities that others determine go, too, as long as entries stay short; whether all are gone. */
static bool let_all_go(stack *s) {
    uint32_t left = let_go(s);
    pivot by = {.row = NH_NEW_ARRAY(s->p->arena, nh_expr, (size_t)s->columns + 1)};
    while (left > 0) {
        bool is_found = false;
        for (uint32_t count = 1; count <= 3 && !is_found; count++) is_found = find_pivot(s, count, &by);
        if (!is_found || !eliminate_velocity(s, &by)) return false;
        left = let_go(s);
    }
    return true;
}

/* ---- what is left ---- */

static bool has_column(const stack *s, uint32_t row, const uint32_t *column, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        if (*entry_at(s, row, column[k]) != NH_EXPR_ZERO) return true;
    return false;
}

/* Columns that are left and share rows with the first, directly or through others. */
static uint32_t collect_columns(stack *s, uint32_t first, uint32_t *column) {
    uint32_t count = 0;
    column[count++] = first;
    s->is_gone[first] = true;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t i = 0; i < s->rows; i++) {
            if (!has_column(s, i, column, count)) continue;
            for (uint32_t j = 0; j < s->columns; j++) {
                if (s->is_gone[j] || *entry_at(s, i, j) == NH_EXPR_ZERO) continue;
                column[count++] = j;
                s->is_gone[j] = is_new = true;
            }
        }
    }
    return count;
}

static nh_expr_matrix matrix_of(const stack *s, const uint32_t *column, uint32_t count) {
    NH_ASSERT(count == 0 || column != NULL);
    nh_arena *arena = s->p->arena;
    size_t most = (size_t)s->rows * count + 1;
    nh_expr_matrix m = {.columns = count, .start = NH_NEW_ARRAY(arena, uint32_t, (size_t)s->rows + 1)};
    m.column = NH_NEW_ARRAY(arena, uint32_t, most);
    m.entry = NH_NEW_ARRAY(arena, nh_expr, most);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < s->rows; i++) {
        if (!has_column(s, i, column, count)) continue;
        for (uint32_t k = 0; k < count; k++) {
            if (*entry_at(s, i, column[k]) == NH_EXPR_ZERO) continue;
            m.column[filled] = k;
            m.entry[filled++] = *entry_at(s, i, column[k]);
        }
        m.start[++m.rows] = filled;
    }
    return m;
}

/* The places where one of the blocks loses rank; false: not determined. */
static bool search_left(stack *s, nh_condition_kind kind) {
    uint32_t *column = NH_NEW_ARRAY(s->p->arena, uint32_t, (size_t)s->columns + 1);
    for (uint32_t j = 0; j < s->columns; j++) {
        if (s->is_gone[j]) continue;
        uint32_t count = collect_columns(s, j, column);
        nh_expr_matrix m = matrix_of(s, column, count);
        if (count > MOST_LEFT || m.rows < count || !nh_places_rank_of(s->p, kind, &m, count)) return false;
    }
    return true;
}

/* ---- all of it ---- */

typedef struct request {
    nh_places *p;
    nh_condition_kind kind;
    bool with_rows, is_found;
} request;

static void run_request(void *argument) {
    request *q = argument;
    nh_places *p = q->p;
    const nh_lagrange *x = &p->a->lagrange;
    inertia_forms g = {.p = p, .n = x->n, .is_whole = true, .forms = {.arena = p->arena}};
    g.v = nh_model_velocities(p->a->model, p->arena);
    gather_forms(&g);
    if (!g.is_whole || g.forms.count > MOST_FORMS) return;
    uint32_t count = (uint32_t)g.forms.count;
    nh_expr_matrix of_forms = nh_expr_jacobian(p->pool, p->arena, count, g.forms.items, x->n, g.v);
    stack s = {.p = p, .rows = count + (q->with_rows ? x->acting : 0), .columns = x->n};
    s.entry = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)s.rows * s.columns + 1);
    for (size_t i = 0; i < (size_t)s.rows * s.columns; i++) s.entry[i] = NH_EXPR_ZERO;
    s.is_gone = NH_NEW_ARRAY(p->arena, bool, (size_t)s.columns + 1);
    fill_rows(&s, 0, &of_forms);
    if (q->with_rows) fill_rows(&s, count, &x->jacobian);
    p->minds_zeros[q->kind] = let_all_go(&s);
    q->is_found = p->minds_zeros[q->kind] || search_left(&s, q->kind);
}

nh_evidence nh_places_inertia(nh_places *p, nh_condition_kind kind, bool with_rows) {
    NH_ASSERT(kind == NH_CONDITION_HESSIAN || kind == NH_CONDITION_MASS);
    request q = {.p = p, .kind = kind, .with_rows = with_rows};
    size_t before = p->list.count;
    if (p->a->lagrange.n > MOST_COLUMNS) return NH_EVIDENCE_NONE;
    uint64_t work = p->work, step = p->step; /* the ways that come after it have theirs */
    p->work = p->step = NH_WORK_INERTIA;
    bool is_found = nh_places_try(p, run_request, &q) && q.is_found;
    p->work = work;
    p->step = step;
    if (!is_found) p->list.count = before;
    return is_found ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
}
