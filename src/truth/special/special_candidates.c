/* What would have to vanish for an answer to be different. Nothing is concluded from it: each set is tried. */
#include "truth/special/special_private.h"

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "facts/energy.h"
#include "facts/homogeneous.h"
#include "facts/motion.h"
#include "state/explicit/kind.h"
#include "truth/limits_private.h"

/* Coordinates of systems that are examined, time included; minors; unknowns of a determinant; expressions that vanish
 * together. */
enum { MOST_VARIABLES = 24, MOST_MINORS = 100, MOST_UNKNOWNS = 9, MOST_TOGETHER = 300 };

typedef struct candidate_search {
    const nh_analysis *x;
    nh_admissible *a;
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_special_freedom *freedom;
    uint32_t n; /* coordinates */
    const nh_expr *q, *v;
    bool has_other_rows; /* geometric ones, or with accelerations */
    nh_exprs now;        /* what would have to vanish together */
    nh_special_candidates *result;
} candidate_search;

/* ---- what vanishes together ---- */

static void want_zero(candidate_search *c, nh_expr e) {
    if (c->now.count < MOST_TOGETHER) nh_array_push(&c->now, e);
}

/* Where the rows hold. */
static void want_zero_there(candidate_search *c, nh_expr e) {
    if (e != NH_EXPR_UNDEFINED && c->a->form != NULL) e = nh_explicit_restrict(c->a->form, e, c->a->signs);
    want_zero(c, e);
}

typedef struct coefficients_of {
    candidate_search *c;
    nh_special_zero zero;
    bool is_done;
} coefficients_of;

static void find_coefficients(void *argument) {
    coefficients_of *x = argument;
    for (size_t i = 0; i < x->c->now.count; i++)
        if (!nh_special_coefficients(x->c->model, x->c->freedom, x->c->now.items[i], &x->zero)) return;
    x->is_done = true;
}

/* Splits what was wanted for an answer, and begins anew. */
static void end_wish_for(candidate_search *c, const char *key, uint32_t row, bool is_exact) {
    coefficients_of x = {.c = c, .zero = {.list = {.arena = c->arena}, .is_exact = true}};
    nh_special_wish wish = {.key = key, .row = row, .is_exact = is_exact};
    nh_budget budget = {.work = NH_WORK_SPECIAL};
    bool is_done = nh_attempt(c->model->context, &budget, find_coefficients, &x) == NH_OK && x.is_done;
    if (is_done && c->now.count < MOST_TOGETHER) {
        nh_special_split(c->arena, c->model, c->freedom, &x.zero, &c->result->sets, &wish);
        nh_array_push(&c->result->wishes, wish);
    }
    c->now = (nh_exprs){.arena = c->arena};
}

/* For no single answer. */
static void end_wish(candidate_search *c) {
    end_wish_for(c, NULL, NH_MODEL_NONE, false);
}

/* Whether all states are admissible except for the velocities that the form gives, for all values of the parameters. */
static bool is_form_exact(const candidate_search *c) {
    const nh_explicit *form = c->a->form;
    if (form == NULL || form->kind != NH_EXPLICIT_LINEAR || c->has_other_rows || form->k != c->a->lagrange.rows)
        return false;
    for (size_t i = 0; i < form->pivots.count; i++) {
        nh_expr e = nh_special_close(c->model, c->freedom, form->pivots.nonzero[i]);
        if (e == NH_EXPR_UNDEFINED || nh_expr_depends_on(c->pool, e, c->freedom->count, c->freedom->symbols))
            return false;
    }
    return true;
}

/* ---- single rows ---- */

static nh_expr rate_of(const candidate_search *c, uint32_t i) {
    return c->a->lagrange.rates[i];
}

/* What is next to second and higher powers of velocities; what is next to none; what depends on time. */
static void ask_kind(candidate_search *c, uint32_t i) {
    nh_expr rate = rate_of(c, i);
    for (uint32_t j = 0; j < c->n; j++)
        for (uint32_t k = j; k < c->n; k++)
            want_zero(c, nh_expr_diff(c->pool, nh_expr_diff(c->pool, rate, c->v[j]), c->v[k]));
    end_wish(c);
    want_zero(c, nh_model_at_rest(c->model, c->arena, rate));
    end_wish(c);
    want_zero(c, nh_expr_diff(c->pool, rate, c->model->time));
    end_wish(c);
    want_zero_there(c, nh_homogeneous_defect(c->a, i));
    end_wish(c);
}

/* theta ^ dtheta = 0 of theta = sum A_j dq_j + b dt: the condition of Frobenius for one row. */
static void ask_integrable(candidate_search *c, uint32_t i) {
    nh_expr rate = rate_of(c, i), form[MOST_VARIABLES + 1], by[MOST_VARIABLES + 1];
    nh_pool *pool = c->pool;
    for (uint32_t j = 0; j < c->n; j++) {
        form[j] = nh_expr_diff(pool, rate, c->v[j]);
        by[j] = c->q[j];
        if (nh_expr_has(pool, form[j], NH_HAS_VELOCITY)) return;
    }
    form[c->n] = nh_model_at_rest(c->model, c->arena, rate);
    by[c->n] = c->model->time;
    for (uint32_t j = 0; j <= c->n; j++)
        for (uint32_t k = j + 1; k <= c->n; k++)
            for (uint32_t l = k + 1; l <= c->n; l++) {
                uint32_t at[] = {j, k, l};
                nh_expr sum = NH_EXPR_ZERO;
                for (int s = 0; s < 3; s++) {
                    uint32_t one = at[s], two = at[(s + 1) % 3], three = at[(s + 2) % 3];
                    nh_expr turn = nh_expr_sub(pool, nh_expr_diff(pool, form[three], by[two]),
                                               nh_expr_diff(pool, form[two], by[three]));
                    sum = nh_expr_add(pool, sum, nh_expr_mul(pool, form[one], turn));
                }
                if (sum != NH_EXPR_ZERO) want_zero(c, sum);
            }
    end_wish_for(c, "integrable", c->a->lagrange.row[i], !c->has_other_rows);
}

/* ---- rows together ---- */

/* Whether all rows are linear in the velocities, with nothing else in them, whatever the parameters are. */
static bool is_linear(const candidate_search *c) {
    for (uint32_t i = 0; i < c->a->lagrange.acting; i++)
        if (i >= c->a->lagrange.rows || nh_kind_of(c->pool, rate_of(c, i)).kind != NH_ROW_LINEAR) return false;
    return true;
}

static void ask_together(candidate_search *c) {
    for (uint32_t i = 0; i < c->a->lagrange.rows; i++) want_zero_there(c, nh_homogeneous_defect(c->a, i));
    end_wish_for(c, "alpha_bar_equals_alpha", NH_MODEL_NONE, is_form_exact(c));
    want_zero_there(c, nh_energy_rate(c->a, c->x->alpha_bar_equals_alpha));
    bool is_rest = is_linear(c) && !nh_energy_may_jump(c->a); /* lambda A q' = 0 for all values */
    end_wish_for(c, "energy_conserved", NH_MODEL_NONE, is_rest && is_form_exact(c));
}

/* alpha_dw, w an independent coordinate; for w time beta_d. */
static nh_expr slope_of(const candidate_search *c, const nh_explicit *form, uint32_t d, uint32_t w) {
    nh_expr alpha = form->dependent[d].alpha;
    return w == form->m ? nh_model_at_rest(c->model, c->arena, alpha)
                        : nh_expr_diff(c->pool, alpha, c->v[form->independent[w]]);
}

/* X_w f = df/dw + sum of alpha_dw df/dq_d */
static nh_expr derivative_along(const candidate_search *c, const nh_explicit *form, uint32_t w, nh_expr f) {
    nh_pool *pool = c->pool;
    nh_expr sum = nh_expr_diff(pool, f, w == form->m ? c->model->time : c->q[form->independent[w]]);
    for (uint32_t d = 0; d < form->k; d++) {
        nh_expr of = nh_expr_diff(pool, f, c->q[form->dependent[d].coordinate]);
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, slope_of(c, form, d, w), of));
    }
    return sum;
}

/* B_d,ij = X_j alpha_di - X_i alpha_dj = 0, of all rows together. */
static void ask_frobenius(candidate_search *c, const nh_explicit *form) {
    for (uint32_t d = 0; d < form->k; d++)
        for (uint32_t i = 0; i <= form->m; i++)
            for (uint32_t j = i + 1; j <= form->m; j++)
                want_zero(c, nh_expr_sub(c->pool, derivative_along(c, form, j, slope_of(c, form, d, i)),
                                         derivative_along(c, form, i, slope_of(c, form, d, j))));
    end_wish_for(c, "integrable_together", NH_MODEL_NONE, is_form_exact(c));
}

/* What neither L, nor a force, nor a coefficient may contain for a choice to be one of Chaplygin. */
static void ask_chaplygin(candidate_search *c, const nh_explicit *form) {
    for (uint32_t d = 0; d < form->k; d++) {
        nh_expr q = c->q[form->dependent[d].coordinate];
        want_zero(c, nh_expr_diff(c->pool, c->model->L, q));
        for (uint32_t i = 0; i < c->n; i++) want_zero(c, nh_expr_diff(c->pool, c->model->Q[i], q));
        for (uint32_t e = 0; e < form->k; e++) want_zero(c, nh_expr_diff(c->pool, form->dependent[e].alpha, q));
    }
    for (uint32_t d = 0; d < form->k; d++) {
        nh_expr free = nh_model_at_rest(c->model, c->arena, form->dependent[d].alpha);
        for (uint32_t i = 0; i < c->n; i++) want_zero(c, nh_expr_diff(c->pool, free, c->q[i]));
        want_zero(c, nh_expr_diff(c->pool, form->dependent[d].alpha, c->model->time));
    }
    want_zero(c, nh_expr_diff(c->pool, c->model->L, c->model->time));
    for (uint32_t i = 0; i < c->n; i++) want_zero(c, nh_expr_diff(c->pool, c->model->Q[i], c->model->time));
    end_wish(c);
}

static nh_expr minor_of(const candidate_search *c, uint32_t k, const uint32_t *row, const uint32_t *column) {
    NH_ASSERT(k > 0 && nh_is_rising(k, column, c->n));
    nh_expr *entry = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)k * k), determinant;
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++) entry[i * k + j] = nh_expr_diff(c->pool, rate_of(c, row[i]), c->v[column[j]]);
    bool is_done = nh_linear_determinant(c->pool, k, entry, &determinant) == NH_LINEAR_DONE;
    return is_done ? determinant : NH_EXPR_UNDEFINED;
}

/* All choices of as many velocities as there are independent rows: the minors of the rows, which vanish together where
 * the rank drops, and whether the choice is one of Chaplygin. */
static void ask_choices(candidate_search *c) {
    const nh_explicit *form = c->a->form;
    uint32_t k = form->k, row[MOST_VARIABLES], column[MOST_VARIABLES], numbers[MOST_VARIABLES], count = 0;
    nh_exprs minors = {.arena = c->arena};
    for (uint32_t i = 0; i < c->a->lagrange.rows && count < k; i++) {
        if (c->a->redundant[c->a->lagrange.row[i]]) continue;
        numbers[count] = c->a->lagrange.row[i];
        row[count++] = i;
    }
    if (count != k || k == 0 || k > MOST_UNKNOWNS) return;
    for (uint32_t i = 0; i < k; i++) column[i] = i;
    uint32_t tried = 0;
    do {
        nh_expr minor = minor_of(c, k, row, column);
        nh_array_push(&minors, minor);
        if (minor == NH_EXPR_ZERO || minor == NH_EXPR_UNDEFINED || form->kind != NH_EXPLICIT_LINEAR) continue;
        ask_chaplygin(c, nh_explicit_make(c->arena, c->model, k, numbers, column));
    } while (++tried < MOST_MINORS && nh_next_choice(k, c->n, column));
    if (tried >= MOST_MINORS) return;
    for (size_t i = 0; i < minors.count; i++) want_zero_there(c, minors.items[i]);
    end_wish(c);
}

/* ---- inertia ---- */

static void ask_determinant(candidate_search *c, bool is_free) {
    const nh_motion *motion = nh_motion_make(c->a);
    if (motion == NULL) return;
    uint32_t n = motion->n, all = n + motion->k, size = is_free ? n : all;
    if (size > MOST_UNKNOWNS || size == 0) return;
    nh_expr *matrix = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)all * all), determinant;
    nh_expr *side = NH_NEW_ARRAY(c->arena, nh_expr, all);
    nh_motion_expressions(motion, c->pool, matrix, side);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j < size; j++) matrix[i * size + j] = matrix[i * all + j];
    if (nh_linear_determinant(c->pool, size, matrix, &determinant) != NH_LINEAR_DONE) return;
    want_zero_there(c, determinant);
    end_wish(c);
}

typedef struct question {
    candidate_search *c;
    void (*ask)(candidate_search *c);
} question;

static void ask_rows(candidate_search *c) {
    for (uint32_t i = 0; i < c->a->lagrange.rows; i++) {
        ask_kind(c, i);
        ask_integrable(c, i);
    }
}

static void ask_of_form(candidate_search *c) {
    if (c->a->form == NULL || c->a->form->k == 0) return;
    if (c->a->form->kind == NH_EXPLICIT_LINEAR) ask_frobenius(c, c->a->form);
    ask_choices(c);
}

static void ask_inertia(candidate_search *c) {
    ask_determinant(c, true);
    ask_determinant(c, false);
}

static void answer_question(void *argument) {
    const question *q = argument;
    q->c->now = (nh_exprs){.arena = q->c->arena};
    q->ask(q->c);
}

static bool has_other_rows(const nh_admissible *a) {
    for (uint32_t i = 0; i < a->lagrange.acting; i++)
        if (i >= a->lagrange.rows || a->model->rows.items[a->lagrange.row[i]].is_geometric) return true;
    return false;
}

nh_special_candidates nh_special_ask(nh_arena *arena, const nh_analysis *x, const nh_special_freedom *freedom) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    static void (*const questions[])(candidate_search * c) = {ask_rows, ask_together, ask_of_form, ask_inertia};
    const nh_model *model = x->admissible->model;
    nh_special_candidates result = {.sets = {.arena = arena}, .wishes = {.arena = arena}};
    candidate_search c = {.x = x, .a = x->admissible, .model = model, .pool = model->pool, .arena = arena};
    c.result = &result;
    c.freedom = freedom;
    c.has_other_rows = has_other_rows(c.a);
    c.n = (uint32_t)model->coordinates.count;
    c.q = nh_model_coordinates(model, arena);
    c.v = nh_model_velocities(model, arena);
    if (c.n >= MOST_VARIABLES || freedom->count == 0) return result;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        question q = {&c, questions[i]};
        nh_budget budget = {.work = NH_WORK_SPECIAL_ASK};
        (void)nh_attempt(model->context, &budget, answer_question, &q);
    }
    return result;
}
