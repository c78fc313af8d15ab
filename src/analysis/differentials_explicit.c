/* What rows that are not linear say in a linear way: combinations of dq_d - alpha_d dt in which all but the linear part of alpha cancels. */
#include "algebra/identity.h"
#include "algebra/normal.h"
#include "algebra/simplify.h"
#include "analysis/differentials_private.h"
#include "expr/inspect.h"
#include "model/values.h"

/* More dependent velocities that are not linear, more independent velocities, longer expressions are not looked at. */
enum { MOST_CURVED = 12, MOST_FREE = 28, MOST_OPERATIONS = 3000 };

typedef struct bending {
    nh_form_list *l;
    nh_pool *pool;
    const nh_explicit *form;
    const double *signs;
    uint32_t free_count;
    uint32_t *free;               /* numbers of independent velocities that stand in the rows */
    uint32_t curved[MOST_CURVED]; /* dependent velocities whose alpha is not linear */
    uint32_t count;               /* of these */
    uint32_t pairs;
    nh_expr *second; /* count x pairs: d^2 alpha_d/dq_i'dq_j', i <= j */
    bool is_unknown;
} bending;

/* ---- the explicit form of these rows ---- */

/* Geometric rows, as far as they are independent, and the given ones that are. */
static uint32_t rows_to_solve(const nh_admissible *a, uint32_t count, const uint32_t *rows, uint32_t *list) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (a->model->rows.items[i].is_geometric && !a->redundant[i]) list[used++] = i;
    for (uint32_t i = 0; i < count; i++)
        if (count == 1 || !a->redundant[rows[i]]) list[used++] = rows[i];
    return used;
}

static bool find_form(bending *b, uint32_t count, const uint32_t *rows) {
    nh_admissible *a = b->l->a;
    if (a->form == NULL) return false;
    uint32_t *list = NH_NEW_ARRAY(a->arena, uint32_t, a->model->rows.count + 1);
    uint32_t k = rows_to_solve(a, count, rows, list);
    if (k > a->model->coordinates.count) return false; /* a condition beside rows that fix everything */
    bool are_its_own = k == a->rank; /* a condition, or a redundant row, is none of those of the form */
    for (uint32_t i = 0; i < count; i++) are_its_own = are_its_own && !a->redundant[rows[i]];
    if (are_its_own) {
        b->form = a->form;
        b->signs = a->signs;
        return true;
    }
    uint32_t *dependent = NH_NEW_ARRAY(a->arena, uint32_t, k);
    nh_explicit_choose(a->arena, a->states, &a->state, k, list, dependent, NULL);
    b->form = nh_explicit_make(a->arena, a->model, k, list, dependent);
    double *signs = NH_NEW_ARRAY(a->arena, double, b->form->signs);
    nh_explicit_signs(b->form, nh_states_parameters(a->states), &a->state, signs);
    b->signs = signs;
    return true;
}

/* ---- second derivatives ---- */

static nh_expr velocity(const bending *b, uint32_t i) {
    return b->l->a->model->coordinates.items[b->form->independent[b->free[i]]].v;
}

static void find_free(bending *b, const nh_map *used) {
    b->free = NH_NEW_ARRAY(b->l->a->arena, uint32_t, b->form->m + 1);
    for (uint32_t i = 0; i < b->form->m; i++) {
        nh_expr v = b->l->a->model->coordinates.items[b->form->independent[i]].v;
        bool is_free = nh_map_get(used, v) != NULL || b->l->chart->count > 0 || !b->l->chart->is_complete;
        if (is_free) b->free[b->free_count++] = i;
    }
}

/* With the signs of the state; as the implicit function gives it where alpha is not written down. */
static nh_expr second_of(bending *b, uint32_t d, uint32_t i, uint32_t j) {
    nh_expr e = nh_explicit_second(b->form, d, velocity(b, i), velocity(b, j));
    return e == NH_EXPR_UNDEFINED ? e : nh_explicit_restrict(b->form, e, b->signs);
}

/* Whether it is 0 at all velocities that the rows admit. */
static nh_truth vanishes(bending *b, uint32_t d, nh_expr second) {
    if (second == NH_EXPR_ZERO) return NH_YES;
    if (second == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    nh_admissible *a = b->l->a;
    if (a->samples != NULL && nh_samples_look(a->samples, second) == NH_SEEN_NONZERO) return NH_NO;
    if (b->form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return NH_UNKNOWN;
    if (nh_expr_operations(b->pool, 1, &second) > MOST_OPERATIONS) return NH_UNKNOWN;
    nh_expr free = nh_chart_apply(b->pool, b->l->chart, second);
    if (nh_expr_is_proved_zero(b->pool, free)) return NH_YES;
    /* on a chart, with velocities that are independent, every point with a value is admissible */
    nh_expr here = nh_model_with_values(a->model, a->arena, free);
    return b->l->chart->is_complete && nh_expr_is_zero(b->pool, here) == NH_NO ? NH_NO : NH_UNKNOWN;
}

/* Whether alpha_d is linear; its second derivatives. */
static nh_truth look_at(bending *b, uint32_t d, nh_expr *second) {
    nh_truth linear = NH_YES;
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->free_count; i++)
        for (uint32_t j = i; j < b->free_count; j++, at++) {
            second[at] = second_of(b, d, i, j);
            if (linear == NH_NO) continue;
            nh_truth here = vanishes(b, d, second[at]);
            linear = here == NH_YES ? linear : here;
        }
    return linear;
}

/* ---- forms ---- */

/* c_1 (dq_d - alpha_d dt) + ...: the coefficient of dq_i is -sum c_d dalpha_d/dq_i', free of velocities when simplified; false when that is not seen. */
static bool add_combination(bending *b, uint32_t count, const uint32_t *d, const nh_expr *c) {
    nh_admissible *a = b->l->a;
    uint32_t n = (uint32_t)a->model->coordinates.count;
    nh_expr *coefficient = NH_NEW_ARRAY(a->arena, nh_expr, n), rest = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < n; i++) coefficient[i] = NH_EXPR_ZERO;
    for (uint32_t k = 0; k < count; k++) {
        const nh_dependent *of = &b->form->dependent[d[k]];
        nh_expr alpha = nh_explicit_restrict(b->form, of->alpha, b->signs);
        coefficient[of->coordinate] = c[k];
        rest = nh_expr_sub(b->pool, rest, nh_expr_mul(b->pool, c[k], nh_expr_expand_names(b->pool, alpha)));
    }
    rest = nh_expr_normal(b->pool, rest);
    for (uint32_t i = 0; i < b->free_count; i++) {
        nh_expr v = velocity(b, i), slope = nh_expr_simplify(b->pool, a->arena, nh_expr_diff(b->pool, rest, v));
        if (nh_expr_has(b->pool, slope, NH_HAS_VELOCITY)) return false;
        coefficient[b->form->independent[b->free[i]]] = slope;
        rest = nh_expr_normal(b->pool, nh_expr_sub(b->pool, rest, nh_expr_mul(b->pool, slope, v)));
    }
    if (nh_expr_has(b->pool, rest, NH_HAS_VELOCITY)) return false;
    nh_form_list_add(b->l, coefficient, rest, NH_MODEL_NONE);
    return true;
}

/* Combinations in which the second derivatives cancel, where they are the same at all velocities. */
static void add_combinations(bending *b, nh_differentials *result) {
    nh_admissible *a = b->l->a;
    if (b->count < 2 || nh_samples_see_independent(a->samples, b->count, b->pairs, b->second)) return;
    nh_expr *columns = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)b->count * b->pairs);
    nh_null_space space;
    for (uint32_t d = 0; d < b->count; d++)
        for (uint32_t p = 0; p < b->pairs; p++) columns[p * b->count + d] = b->second[d * b->pairs + p];
    bool is_short = nh_expr_operations(b->pool, (size_t)b->count * b->pairs, columns) <= MOST_OPERATIONS;
    result->is_all = nh_fact_unknown();
    if (!is_short || b->is_unknown) return;
    if (nh_linear_null_space(b->pool, a->arena, b->pairs, b->count, columns, &space) != NH_LINEAR_DONE) return;
    bool is_all = true;
    for (uint32_t i = 0; i < space.count; i++) {
        const nh_expr *c = space.basis + (size_t)i * b->count;
        bool is_free = true;
        for (uint32_t d = 0; d < b->count; d++) is_free = is_free && !nh_expr_has(b->pool, c[d], NH_HAS_VELOCITY);
        is_all = is_free && add_combination(b, b->count, b->curved, c) && is_all;
    }
    if (is_all) result->is_all = nh_fact_yes(NH_EVIDENCE_PROVED);
}

static void look_at_all(bending *b) {
    static const nh_expr one = NH_EXPR_ONE;
    for (uint32_t d = 0; d < b->form->k && !b->is_unknown; d++) {
        if (b->count == MOST_CURVED) b->is_unknown = true;
        if (b->is_unknown) return;
        nh_truth linear = look_at(b, d, b->second + (size_t)b->count * b->pairs);
        if (linear == NH_YES) b->is_unknown = !add_combination(b, 1, &d, &one);
        else if (linear == NH_NO) b->curved[b->count++] = d;
        else b->is_unknown = true;
    }
}

void nh_form_list_add_explicit(nh_form_list *list, uint32_t count, const uint32_t *rows, const nh_map *used,
                               nh_differentials *result) {
    nh_admissible *a = list->a;
    bending b = {.l = list, .pool = a->model->pool};
    result->is_linear = result->is_all = nh_fact_unknown();
    if (!find_form(&b, count, rows)) return;
    find_free(&b, used);
    if (b.free_count > MOST_FREE) return;
    b.pairs = b.free_count * (b.free_count + 1) / 2;
    b.second = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)(MOST_CURVED + 1) * b.pairs + 1);
    look_at_all(&b);
    if (b.count > 0) result->is_linear = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    else if (!b.is_unknown) result->is_linear = nh_fact_yes(NH_EVIDENCE_PROVED);
    if (b.is_unknown) return;
    result->is_all = b.count > 0 ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_yes(NH_EVIDENCE_PROVED);
    add_combinations(&b, result);
}
