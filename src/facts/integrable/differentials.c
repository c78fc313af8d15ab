/* Forms of linear rows as they are written; of others by the explicit form. */
#include "facts/integrable/differentials.h"

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "model/values.h"

typedef struct form_list {
    nh_admissible *a;
    const nh_chart *chart;
    uint32_t variables_count;
    const nh_expr *variables; /* time, and the coordinates that the rows have and the chart leaves */
    uint32_t count, known;    /* forms; the first are those of geometric rows */
    uint32_t others;          /* coordinates that the rows do not have */
    nh_expr *forms;           /* count x variables_count */
    uint32_t *source;         /* count */
} form_list;

/* ---- a list of forms ---- */

static bool is_eliminated(const nh_chart *chart, nh_expr q) {
    return nh_is_among(q, chart->count, chart->symbol);
}

static void note_symbols(const nh_admissible *a, size_t count, const nh_expr *e, nh_map *used) {
    uint32_t found;
    const nh_expr *symbols = nh_expr_symbols(a->model->pool, a->arena, count, e, &found);
    for (uint32_t i = 0; i < found; i++) nh_map_put(used, symbols[i], 1);
}

/* What occurs in the rows, and in geometric ones. */
static nh_map used_symbols(const nh_admissible *a, const nh_chart *chart, uint32_t count, const uint32_t *rows) {
    nh_map used = nh_map_make(a->arena);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr rate = nh_row_rate(a->model, &a->model->rows.items[rows[i]]);
        note_symbols(a, 1, &rate, &used);
    }
    note_symbols(a, chart->count, chart->value, &used);
    for (size_t i = 0; i < a->model->rows.count && !chart->is_complete; i++) {
        const nh_row *row = &a->model->rows.items[i];
        if (row->is_imposed && row->is_geometric) note_symbols(a, 1, &row->residual, &used);
    }
    return used;
}

static void find_variables(form_list *l, const nh_map *used) {
    const nh_model *model = l->a->model;
    nh_expr *variables = NH_NEW_ARRAY(l->a->arena, nh_expr, model->coordinates.count + 1);
    variables[l->variables_count++] = model->time;
    for (size_t i = 0; i < model->coordinates.count; i++) {
        const nh_coordinate *c = &model->coordinates.items[i];
        if (is_eliminated(l->chart, c->q)) continue;
        bool is_used = nh_map_get(used, c->q) != NULL || nh_map_get(used, c->v) != NULL;
        if (is_used) variables[l->variables_count++] = c->q;
        else l->others++;
    }
    l->variables = variables;
}

static void make_room(form_list *l, size_t most) {
    l->forms = NH_NEW_ARRAY(l->a->arena, nh_expr, most * l->variables_count + 1);
    l->source = NH_NEW_ARRAY(l->a->arena, uint32_t, most + 1);
}

static nh_expr simple_form(form_list *l, nh_expr e) {
    return nh_expr_simplify(l->a->model->pool, l->a->arena, e);
}

/* The differential dq_j by those of the variables that are left: itself, or that of its value on the chart. */
static nh_expr differential_of(const form_list *l, nh_expr q, nh_expr by) {
    nh_expr value = nh_chart_apply(l->a->model->pool, l->chart, q);
    return value == q ? (q == by ? NH_EXPR_ONE : NH_EXPR_ZERO) : nh_expr_diff(l->a->model->pool, value, by);
}

/* The form sum over j of coefficient_j dq_j + free dt, in all coordinates; source: the row that
 * it is, or NH_MODEL_NONE. */
static void add_form(form_list *l, const nh_expr *coefficient, nh_expr free, uint32_t source) {
    NH_ASSERT(l->forms != NULL && l->source != NULL);
    const nh_model *model = l->a->model;
    NH_ASSERT(source == NH_MODEL_NONE || source < model->rows.count);
    nh_pool *pool = model->pool;
    nh_expr *form = l->forms + (size_t)l->count * l->variables_count;
    l->source[l->count++] = source;
    for (uint32_t v = 0; v < l->variables_count; v++) {
        nh_expr sum = v == 0 ? free : NH_EXPR_ZERO;
        for (size_t j = 0; j < model->coordinates.count; j++) {
            nh_expr part = coefficient[j] == NH_EXPR_ZERO
                               ? NH_EXPR_ZERO
                               : differential_of(l, model->coordinates.items[j].q, l->variables[v]);
            if (part != NH_EXPR_ZERO) sum = nh_expr_add(pool, sum, nh_expr_mul(pool, coefficient[j], part));
        }
        form[v] = simple_form(l, nh_chart_apply(pool, l->chart, sum));
    }
}

/* ---- rows that are linear as they are written ---- */

static bool is_free_of_velocities(const nh_admissible *a, nh_expr e) {
    nh_pool *pool = a->model->pool;
    e = nh_expr_expand_names(pool, e);
    if (!nh_expr_has(pool, e, NH_HAS_VELOCITY)) return true;
    if (nh_expr_is_pieced(pool, e)) return false;
    for (size_t i = 0; i < a->model->coordinates.count; i++) {
        nh_expr by = nh_expr_diff(pool, e, a->model->coordinates.items[i].v);
        if (by != NH_EXPR_ZERO && nh_expr_is_zero(pool, by) != NH_YES) return false;
    }
    return true;
}

/* The rate of a row and its derivatives by the velocities. */
typedef struct rate {
    uint32_t row;
    nh_expr value;
    nh_expr_matrix slopes;
} rate;

static rate rate_of(const nh_admissible *a, uint32_t row) {
    NH_ASSERT(row < a->model->rows.count);
    rate r = {.row = row, .value = nh_row_rate(a->model, &a->model->rows.items[row])};
    uint32_t n = (uint32_t)a->model->coordinates.count;
    r.slopes = nh_expr_jacobian(a->model->pool, a->arena, 1, &r.value, n, nh_model_velocities(a->model, a->arena));
    return r;
}

/* Derivatives do not show jumps: x' = sign(x') seems linear, and sign(x)*y' + z' = 0 keeps sign(x)*y + z on
 * each side of x = 0 only. */
static bool is_linear(const nh_admissible *a, const rate *r) {
    uint32_t n = (uint32_t)a->model->coordinates.count;
    if (nh_expr_jumps_with(a->model->pool, r->value, n, nh_model_velocities(a->model, a->arena))) return false;
    if (nh_expr_jumps_with(a->model->pool, r->value, n, nh_model_coordinates(a->model, a->arena))) return false;
    for (uint32_t k = 0; k < r->slopes.start[1]; k++)
        if (!is_free_of_velocities(a, r->slopes.entry[k])) return false;
    return true;
}

static void add_linear(form_list *l, const rate *r) {
    const nh_admissible *a = l->a;
    nh_expr *coefficient = NH_NEW_ARRAY(a->arena, nh_expr, a->model->coordinates.count);
    for (size_t j = 0; j < a->model->coordinates.count; j++) coefficient[j] = NH_EXPR_ZERO;
    for (uint32_t k = 0; k < r->slopes.start[1]; k++)
        coefficient[r->slopes.column[k]] =
            nh_model_at_rest(a->model, a->arena, nh_expr_expand_names(a->model->pool, r->slopes.entry[k]));
    add_form(l, coefficient, nh_model_at_rest(a->model, a->arena, nh_expr_expand_names(a->model->pool, r->value)),
             r->row);
}

/* False: the row is not linear. */
static bool add_row(form_list *l, uint32_t row) {
    rate r = rate_of(l->a, row);
    bool is_added = is_linear(l->a, &r);
    if (is_added) add_linear(l, &r);
    return is_added;
}

/* ---- independent ones ---- */

/* Leaves out the forms that depend on others. False when it is not known which. */
static bool leave_out_dependent(form_list *l) {
    nh_linear_minor minor;
    uint32_t columns = l->variables_count;
    size_t size = (size_t)l->count * columns;
    nh_expr *valued = NH_NEW_ARRAY(l->a->arena, nh_expr, size + 1); /* with special values more may depend */
    for (size_t i = 0; i < size; i++) valued[i] = nh_model_with_values(l->a->model, l->forms[i]);
    if (nh_linear_rank(l->a->model->pool, l->a->arena, l->count, columns, valued, &minor) != NH_LINEAR_DONE)
        return false;
    if (minor.rank == l->count) return true;
    uint32_t known = 0;
    for (uint32_t i = 0, to = 0; i < l->count; i++) {
        bool is_kept = false;
        for (uint32_t k = 0; k < minor.rank; k++) is_kept = is_kept || minor.rows[k] == i;
        if (!is_kept) continue;
        known += i < l->known;
        for (uint32_t v = 0; v < columns; v++) l->forms[to * columns + v] = l->forms[i * columns + v]; /* room stays */
        l->source[to++] = l->source[i];
    }
    l->count = minor.rank;
    l->known = known;
    return true;
}

/* ---- the explicit form of other rows ---- */

/* What rows that are not linear say in a linear way: combinations of dq_d - alpha_d dt in which all but the linear
 * part of alpha cancels. */

/* More dependent velocities that are not linear, more independent velocities, longer expressions are not examined. */
enum { MOST_CURVED = 12, MOST_FREE = 28, MOST_OPERATIONS = 3000 };

typedef struct bend_search {
    form_list *l;
    nh_pool *pool;
    const nh_explicit *form;
    const double *signs;
    uint32_t free_count;
    uint32_t *free;               /* numbers of independent velocities that occur in the rows */
    uint32_t curved[MOST_CURVED]; /* dependent velocities whose alpha is not linear */
    uint32_t count;               /* of these */
    uint32_t pairs;
    nh_expr *second; /* count x pairs: d^2 alpha_d/dq_i'dq_j', i <= j */
    bool is_unknown;
} bend_search;

/* Geometric rows, as far as they are independent, and the given ones that are. */
static uint32_t rows_to_solve(const nh_admissible *a, uint32_t count, const uint32_t *rows, uint32_t *list) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (a->model->rows.items[i].is_geometric && !a->redundant[i]) list[used++] = i;
    for (uint32_t i = 0; i < count; i++)
        if (count == 1 || !a->redundant[rows[i]]) list[used++] = rows[i];
    return used;
}

static bool find_form(bend_search *b, uint32_t count, const uint32_t *rows) {
    nh_admissible *a = b->l->a;
    if (a->form == NULL) return false;
    NH_ASSERT(count == 0 || rows != NULL);
    uint32_t *list = NH_NEW_ARRAY(a->arena, uint32_t, a->model->rows.count + 1);
    uint32_t k = rows_to_solve(a, count, rows, list);
    if (k > a->model->coordinates.count) return false; /* a condition next to rows that fix everything */
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

static nh_expr velocity_of(const bend_search *b, uint32_t i) {
    return b->l->a->model->coordinates.items[b->form->independent[b->free[i]]].v;
}

static void find_free(bend_search *b, const nh_map *used) {
    b->free = NH_NEW_ARRAY(b->l->a->arena, uint32_t, b->form->m + 1);
    for (uint32_t i = 0; i < b->form->m; i++) {
        nh_expr v = b->l->a->model->coordinates.items[b->form->independent[i]].v;
        bool is_free = nh_map_get(used, v) != NULL || b->l->chart->count > 0 || !b->l->chart->is_complete;
        if (is_free) b->free[b->free_count++] = i;
    }
}

/* With the signs of the state; as the implicit function gives it where alpha is not written down. */
static nh_expr second_of(bend_search *b, uint32_t d, uint32_t i, uint32_t j) {
    nh_expr e = nh_explicit_second(b->form, d, velocity_of(b, i), velocity_of(b, j));
    return e == NH_EXPR_UNDEFINED ? e : nh_explicit_restrict(b->form, e, b->signs);
}

/* Whether it is 0 at all velocities that the rows admit. */
static nh_truth is_second_zero(bend_search *b, uint32_t d, nh_expr second) {
    NH_ASSERT(d < b->form->k);
    if (second == NH_EXPR_ZERO) return NH_YES;
    if (second == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    nh_admissible *a = b->l->a;
    if (a->samples != NULL && nh_samples_look(a->samples, second) == NH_SEEN_NONZERO) return NH_NO;
    if (b->form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return NH_UNKNOWN;
    if (nh_expr_operations(b->pool, 1, &second) > MOST_OPERATIONS) return NH_UNKNOWN;
    nh_expr free = nh_chart_apply(b->pool, b->l->chart, second);
    if (nh_expr_is_proved_zero(b->pool, free)) return NH_YES;
    /* on a chart, with velocities that are independent, every point with a value is admissible */
    nh_expr here = nh_model_with_values(a->model, free);
    return b->l->chart->is_complete && nh_expr_is_zero(b->pool, here) == NH_NO ? NH_NO : NH_UNKNOWN;
}

/* Whether alpha_d is linear; its second derivatives. */
static nh_truth look_at(bend_search *b, uint32_t d, nh_expr *second) {
    nh_truth linear = NH_YES;
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->free_count; i++)
        for (uint32_t j = i; j < b->free_count; j++, at++) {
            second[at] = second_of(b, d, i, j);
            if (linear == NH_NO) continue;
            NH_ASSERT(d < b->form->k);
            nh_truth here = is_second_zero(b, d, second[at]);
            linear = here == NH_YES ? linear : here;
        }
    return linear;
}

/* ---- forms ---- */

/* c_1 (dq_d - alpha_d dt) + ...: the coefficient of dq_i is -sum c_d dalpha_d/dq_i', free of velocities when
 * simplified; false when that is not seen. */
static bool add_combination(bend_search *b, uint32_t count, const uint32_t *d, const nh_expr *c) {
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
        nh_expr v = velocity_of(b, i), slope = nh_expr_simplify(b->pool, a->arena, nh_expr_diff(b->pool, rest, v));
        if (nh_expr_has(b->pool, slope, NH_HAS_VELOCITY)) return false;
        coefficient[b->form->independent[b->free[i]]] = slope;
        rest = nh_expr_normal(b->pool, nh_expr_sub(b->pool, rest, nh_expr_mul(b->pool, slope, v)));
    }
    if (nh_expr_has(b->pool, rest, NH_HAS_VELOCITY)) return false;
    add_form(b->l, coefficient, rest, NH_MODEL_NONE);
    return true;
}

/* Combinations in which the second derivatives cancel, where they are the same at all velocities. */
static void add_combinations(bend_search *b, nh_differentials *result) {
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

static void look_at_all(bend_search *b) {
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

/* What rows that are not all linear say: forms, and whether they are all that is said (is_linear, is_all). used:
 * the symbols of the rows. */
static void add_explicit(form_list *list, uint32_t count, const uint32_t *rows, const nh_map *used,
                         nh_differentials *result) {
    NH_ASSERT(nh_are_below(count, rows, list->a->model->rows.count));
    nh_admissible *a = list->a;
    bend_search b = {.l = list, .pool = a->model->pool};
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

/* ---- all of them ---- */

static void add_unsolved(form_list *l) {
    const nh_model *model = l->a->model;
    if (l->chart->is_complete) return;
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric) (void)add_row(l, i);
    (void)leave_out_dependent(l);
    l->known = l->count;
}

/* Whether a form has a coefficient of dt, or t in one. */
static bool depends_on_time(const form_list *l) {
    for (size_t i = 0; i < (size_t)l->count * l->variables_count; i++) {
        bool is_dt = i % l->variables_count == 0;
        if (is_dt ? l->forms[i] != NH_EXPR_ZERO : nh_expr_has(l->a->model->pool, l->forms[i], NH_HAS_TIME)) return true;
    }
    return false;
}

static void leave_out_time(form_list *l) {
    uint32_t columns = l->variables_count;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t v = 1; v < columns; v++)
            l->forms[(size_t)i * (columns - 1) + v - 1] = l->forms[(size_t)i * columns + v];
    l->variables++;
    l->variables_count--;
}

/* Whether dt is a combination of the forms: then the rows hold only on a set of positions that is not among them, and
 * what they say there is another matter. False is also "not known". */
static bool stop_time(const form_list *l) {
    nh_linear_minor minor;
    uint32_t columns = l->variables_count - 1;
    nh_expr *rest = NH_NEW_ARRAY(l->a->arena, nh_expr, (size_t)l->count * columns + 1);
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t v = 0; v < columns; v++)
            rest[(size_t)i * columns + v] =
                nh_model_with_values(l->a->model, l->forms[(size_t)i * (columns + 1) + v + 1]);
    return nh_linear_rank(l->a->model->pool, l->a->arena, l->count, columns, rest, &minor) == NH_LINEAR_DONE &&
           minor.rank < l->count;
}

/* The forms as they are known by now. */
static void finish_forms(form_list *l, nh_differentials *result) {
    result->has_time = depends_on_time(l);
    if (!result->has_time) leave_out_time(l);
    result->system = (nh_pfaffian){l->variables_count, l->variables, l->count, l->forms};
    result->source = l->source;
    result->known = l->known;
    result->others = l->others;
}

nh_differentials nh_differentials_of(nh_admissible *a, const nh_chart *chart, uint32_t count, const uint32_t *rows) {
    NH_ASSERT(nh_are_below(count, rows, a->model->rows.count));
    form_list l = {.a = a, .chart = chart};
    nh_differentials result = {.is_linear = nh_fact_unknown(), .is_all = nh_fact_unknown()};
    nh_map used = used_symbols(a, chart, count, rows);
    find_variables(&l, &used);
    if (l.variables_count > NH_DIFFERENTIALS_VARIABLES || count > NH_DIFFERENTIALS_ROWS) return result;
    result.is_linear = result.is_all = nh_fact_yes(NH_EVIDENCE_PROVED);
    make_room(&l, a->model->rows.count + 2 * a->model->coordinates.count);
    add_unsolved(&l);
    bool all_linear = true;
    for (uint32_t i = 0; i < count; i++) all_linear = add_row(&l, rows[i]) && all_linear;
    if (!all_linear) add_explicit(&l, count, rows, &used, &result);
    if (!leave_out_dependent(&l) || stop_time(&l))
        result.is_linear = result.is_all = nh_fact_unknown(), l.count = l.known = 0;
    finish_forms(&l, &result);
    return result;
}

nh_pfaffian nh_differentials_linear(nh_admissible *a, const nh_chart *chart) {
    form_list l = {.a = a, .chart = chart};
    const nh_model *model = a->model;
    uint32_t *rows = NH_NEW_ARRAY(a->arena, uint32_t, model->rows.count + 1), count = 0;
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (nh_row_restricts(&model->rows.items[i]) && !model->rows.items[i].is_geometric) rows[count++] = i;
    nh_map used = used_symbols(a, chart, count, rows);
    find_variables(&l, &used);
    if (l.variables_count > NH_DIFFERENTIALS_VARIABLES || count > NH_DIFFERENTIALS_ROWS)
        return (nh_pfaffian){l.variables_count, l.variables, 0, NULL};
    make_room(&l, model->rows.count);
    add_unsolved(&l);
    for (uint32_t i = 0; i < count; i++) (void)add_row(&l, rows[i]);
    return (nh_pfaffian){l.variables_count, l.variables, l.count, l.forms};
}
