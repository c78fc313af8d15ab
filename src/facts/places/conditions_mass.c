/* Where the Hessian of L, or the matrix of the linear system of the accelerations, is singular.
 *
 * Energies that are sums of squares need no determinant (conditions_inertia.c). Else the Hessian is taken apart into
 * blocks. Where no place was found at which it is singular, the states at which it has values are connected, and it is
 * positive definite at one of them, then it is so at all: no eigenvalue can change its sign. Then the reduced mass
 * matrix is definite wherever the rows are independent. */
#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/array.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/motion.h"
#include "facts/places/conditions_private.h"
#include "model/values.h"
#include "num/guard.h"

/* Rows of a block whose determinant is expanded; such blocks; coordinates up to which matrices are examined in balls;
 * terms by velocities. */
enum { MOST_SIZE = 9, MOST_BLOCKS = 24, MOST_DEFINITE = 24, MOST_TERMS = 60 };

/* A determinant whose zeros are requested. */
typedef struct question {
    nh_places *p;
    nh_condition_kind kind;
    uint32_t size;
    const nh_expr *matrix;
    nh_evidence found; /* all places */
    bool is_null;      /* it vanishes identically: there are no places, it is singular everywhere */
} question;

/* ---- zeros of a determinant ---- */

static void find_zeros(void *argument) {
    question *q = argument;
    nh_expr determinant;
    nh_linear_answer answer = nh_linear_determinant(q->p->pool, q->size, q->matrix, &determinant);
    if (answer != NH_LINEAR_DONE) return;
    if (nh_expr_is_proved_zero(q->p->pool, determinant) || nh_places_is_null(q->p, determinant)) {
        q->is_null = true;
        return;
    }
    nh_exprs factors = nh_places_factors(q->p, determinant);
    const nh_premise rows = nh_places_rows(q->p, factors.count, factors.items);
    q->found = NH_EVIDENCE_PROVED;
    for (size_t i = 0; i < factors.count; i++) {
        if (nh_places_never_zero(q->p, factors.items[i])) {
            if (q->found == NH_EVIDENCE_PROVED) q->found = NH_EVIDENCE_CERTIFIED;
            continue;
        }
        q->p->is_regular = q->p->is_regular && q->kind != NH_CONDITION_HESSIAN;
        if (!nh_places_add_factor(q->p, q->kind, rows, factors.items[i], NH_EXPR_ZERO)) q->found = NH_EVIDENCE_NONE;
    }
}

static nh_evidence ask_question(question *q) {
    return nh_places_try(q->p, find_zeros, q) ? q->found : NH_EVIDENCE_NONE;
}

/* ---- the Hessian ---- */

static bool is_of_state(const nh_pool *pool, nh_expr e) {
    return nh_expr_has(pool, e, NH_HAS_COORDINATE | NH_HAS_VELOCITY | NH_HAS_TIME);
}

uint32_t nh_places_block(const nh_expr_matrix *m, uint32_t first, bool *is_seen, uint32_t *block) {
    NH_ASSERT(m->rows == m->columns && first < m->rows && !is_seen[first]);
    uint32_t count = 1;
    block[0] = first;
    is_seen[first] = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = m->start[block[i]]; k < m->start[block[i] + 1]; k++) {
            if (is_seen[m->column[k]]) continue;
            is_seen[m->column[k]] = true;
            block[count++] = m->column[k];
        }
    return count;
}

/* Whether the coordinate has nothing but a mass that does not depend on the state, a parameter or a number, and is not
 * 0 with the values of the parameters. */
static bool is_nonzero_number(const nh_places *p, uint32_t i) {
    NH_ASSERT(i < p->a->lagrange.n);
    const nh_expr_matrix *m = &p->a->lagrange.matrix;
    if (m->start[i + 1] != m->start[i] + 1 || is_of_state(p->pool, m->entry[m->start[i]])) return false;
    nh_expr valued = nh_model_with_values(p->a->model, m->entry[m->start[i]]);
    return nh_expr_is_nonzero_somewhere(p->pool, valued);
}

void nh_places_fill_block(const nh_expr_matrix *m, uint32_t count, const uint32_t *block, nh_expr *matrix) {
    NH_ASSERT(nh_are_below(count, block, m->rows));
    for (uint32_t i = 0; i < count * count; i++) matrix[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = m->start[block[i]]; k < m->start[block[i] + 1]; k++)
            for (uint32_t j = 0; j < count; j++)
                if (block[j] == m->column[k]) matrix[i * count + j] = m->entry[k];
}

void nh_places_hessian(nh_places *p) {
    const nh_lagrange *x = &p->a->lagrange;
    size_t before = p->list.count;
    p->complete[NH_CONDITION_HESSIAN] = nh_places_inertia(p, NH_CONDITION_HESSIAN, false);
    p->is_regular = p->list.count == before;
    if (p->complete[NH_CONDITION_HESSIAN] != NH_EVIDENCE_NONE) return;
    bool *is_seen = NH_NEW_ARRAY(p->arena, bool, (size_t)x->n + 1);
    nh_evidence all = NH_EVIDENCE_PROVED;
    uint32_t *block = NH_NEW_ARRAY(p->arena, uint32_t, (size_t)x->n + 1), asked = 0;
    nh_expr matrix[MOST_SIZE * MOST_SIZE];
    for (uint32_t i = 0; i < x->n; i++) {
        if (is_seen[i]) continue;
        uint32_t count = nh_places_block(&x->matrix, i, is_seen, block);
        bool is_plain = count == 1 && is_nonzero_number(p, i); /* of a point, say: no question */
        if (is_plain) continue;
        if (count <= MOST_SIZE) nh_places_fill_block(&x->matrix, count, block, matrix);
        question q = {.p = p, .kind = NH_CONDITION_HESSIAN, .size = count, .matrix = matrix};
        bool is_asked = count <= MOST_SIZE && asked++ < MOST_BLOCKS;
        all = nh_evidence_weaker(all, is_asked ? ask_question(&q) : NH_EVIDENCE_NONE);
        if (!q.is_null) continue;
        p->list.count = before;
        p->is_regular = false;
        return; /* no place is apart from others */
    }
    p->complete[NH_CONDITION_HESSIAN] = all;
}

/* ---- definite ---- */

/* Whether the symmetric matrix, n x n, has positive pivots only; it is destroyed. */
static bool has_positive_pivots(nh_ball *m, uint32_t n, int prec) {
    NH_ASSERT(nh_guard_inside());
    nh_ball *factor = nh_balls_new(2);
    bool is_certain = true, is_positive = true;
    for (uint32_t k = 0; k < n && is_positive; k++) {
        is_positive = nh_ball_sign_of(&m[k * n + k], &is_certain) > 0 && is_certain;
        for (uint32_t i = k + 1; i < n && is_positive; i++) {
            nh_ball_div(&factor[0], &m[i * n + k], &m[k * n + k], prec);
            nh_ball_neg(&factor[0], &factor[0]);
            for (uint32_t j = k; j < n; j++) nh_ball_fma(&m[i * n + j], &factor[0], &m[k * n + j], &m[i * n + j], prec);
        }
    }
    nh_balls_free(factor, 2);
    return is_positive;
}

/* NONZERO: the matrix, as the outputs give it, is certainly positive definite. */
static nh_seen see_definite(void *user, const nh_ball *outputs, int prec) {
    uint32_t n = *(const uint32_t *)user;
    nh_ball *matrix = nh_balls_new((size_t)n * n + 1);
    for (uint32_t i = 0; i < n * n; i++) nh_ball_set(&matrix[i], &outputs[i]);
    bool is_definite = has_positive_pivots(matrix, n, prec);
    nh_balls_free(matrix, (size_t)n * n + 1);
    return is_definite ? NH_SEEN_NONZERO : NH_SEEN_NOTHING;
}

/* Whether e > 0 at rest, and where it is positive also with all velocities s times as large, 0 <= s <= 1: a positive
 * number less even powers with positive coefficients, 1 - x'^2 - y'^2. */
static bool is_star_shaped(nh_places *p, nh_expr e) {
    const nh_model *model = p->a->model;
    nh_collected terms;
    const nh_expr *v = nh_model_velocities(model, p->arena);
    if (!nh_expr_collect(p->pool, p->arena, e, (uint32_t)model->coordinates.count, v, MOST_TERMS, &terms)) return false;
    bool has_rest = false;
    for (uint32_t i = 0; i < terms.count; i++) {
        bool is_at_rest = terms.start[i] == terms.start[i + 1];
        nh_expr c = is_at_rest ? terms.coefficient[i] : nh_expr_neg(p->pool, terms.coefficient[i]);
        for (uint32_t k = terms.start[i]; k < terms.start[i + 1]; k++)
            if (terms.power[k] % 2 != 0) return false;
        if (!nh_places_is_positive(p, c)) return false;
        has_rest = has_rest || is_at_rest;
    }
    return has_rest;
}

/* Whether the states at which the expressions have values are connected, by their form: from each of them one can go to
 * rest, and all states at rest are among them. */
static bool is_connected(nh_places *p, size_t count, const nh_expr *e) {
    const nh_domain_known known = nh_places_known(p, nh_expr_sum(p->pool, count, e));
    nh_domain domain = nh_expr_domain(p->pool, p->arena, count, e, &known);
    if (domain.nonzero_count > 0) return false;
    for (size_t i = 0; i < domain.positive_count; i++)
        if (!is_star_shaped(p, domain.positive[i])) return false;
    for (size_t i = 0; i < domain.nonnegative_count; i++)
        if (!is_star_shaped(p, domain.nonnegative[i])) return false;
    return true;
}

static bool is_definite_everywhere(nh_places *p) {
    nh_admissible *a = p->a;
    uint32_t n = a->lagrange.n;
    const nh_expr_matrix *m = &a->lagrange.matrix;
    if (n == 0) return true;
    if (a->samples == NULL || n > MOST_DEFINITE || p->complete[NH_CONDITION_HESSIAN] == NH_EVIDENCE_NONE) return false;
    if (!p->is_regular) return false;
    if (!is_connected(p, m->start[n], m->entry)) return false;
    nh_expr *dense = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)n * n);
    for (uint32_t i = 0; i < n * n; i++) dense[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++) dense[i * n + m->column[k]] = m->entry[k];
    return nh_samples_run(a->samples, n * n, dense, see_definite, &n) == NH_SEEN_NONZERO;
}

/* ---- the linear system ---- */

static nh_evidence search_system(nh_places *p) {
    const nh_motion *motion = nh_motion_make(p->a);
    if (motion == NULL || motion->n + motion->k > MOST_SIZE) return NH_EVIDENCE_NONE;
    nh_expr matrix[MOST_SIZE * MOST_SIZE], side[MOST_SIZE];
    nh_motion_expressions(motion, p->pool, matrix, side);
    question q = {.p = p, .kind = NH_CONDITION_MASS, .size = motion->n + motion->k, .matrix = matrix};
    return ask_question(&q);
}

/* ---- columns ---- */

/* Keeps those of the factors that e has, too. */
static void keep_common(nh_places *p, nh_exprs *factors, nh_expr e) {
    nh_exprs own = nh_places_factors(p, e);
    size_t kept = 0;
    for (size_t i = 0; i < factors->count; i++)
        if (nh_exprs_has(&own, factors->items[i])) factors->items[kept++] = factors->items[i];
    factors->count = kept;
}

/* The entries of a column, of the inertia and of the rows. */
static nh_exprs column_of(nh_places *p, uint32_t column) {
    const nh_lagrange *x = &p->a->lagrange;
    const nh_expr_matrix *parts[] = {&x->matrix, &x->jacobian};
    const uint32_t rows[] = {x->n, x->rows};
    nh_exprs entries = {.arena = p->arena};
    for (size_t part = 0; part < 2; part++)
        for (uint32_t k = 0; k < parts[part]->start[rows[part]]; k++)
            if (parts[part]->column[k] == column) nh_array_push(&entries, parts[part]->entry[k]);
    return entries;
}

/* Where all entries of a column vanish its acceleration is not determined, whatever the others are. */
static void find_columns(void *argument) {
    nh_places *p = argument;
    for (uint32_t i = 0; i < p->a->lagrange.n; i++) {
        nh_exprs entries = column_of(p, i);
        if (entries.count == 0) continue;
        nh_exprs common = nh_places_factors(p, entries.items[0]);
        for (size_t k = 1; k < entries.count && common.count > 0; k++) keep_common(p, &common, entries.items[k]);
        for (size_t k = 0; k < common.count; k++)
            (void)nh_places_add(p, NH_CONDITION_MASS, 1, &common.items[k], NH_EVIDENCE_PROVED);
    }
}

void nh_places_mass(nh_places *p) {
    p->complete[NH_CONDITION_MASS] = nh_places_inertia(p, NH_CONDITION_MASS, true);
    if (p->complete[NH_CONDITION_MASS] != NH_EVIDENCE_NONE) return;
    bool is_definite = is_definite_everywhere(p);
    p->complete[NH_CONDITION_MASS] = is_definite ? p->complete[NH_CONDITION_HESSIAN] : search_system(p);
    if (p->complete[NH_CONDITION_MASS] == NH_EVIDENCE_NONE) (void)nh_places_try(p, find_columns, p);
}
