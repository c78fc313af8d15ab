/* Independent and redundant rows.
 *
 * Doubles at the reference state say which rows seem independent, in the order of the text; of two of which one is a
 * multiple of the other the multiple is left out. That they are is shown by balls at that state, or by the explicit
 * form, which could not be solved otherwise. A row next to them is redundant when it vanishes on the component at
 * hand of the states at which they hold: around a state at which they are independent its gradient is then a
 * combination of theirs. That gradients depend on each other at admissible states is not enough: that of (x' - y)^2
 * vanishes there (state_lost.c). */
#include "facts/rank.h"

#include <string.h>

#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/bound_private.h"
#include "model/values.h"

enum {
    MOST_SEEN = 60,         /* rows that are examined in balls together */
    MOST_ROWS = 16,         /* of a combination; exact elimination takes the third power of that */
    MOST_COMPARED = 32,     /* rows of which each is compared with each */
    MOST_QUOTIENT = 200,    /* operations of two rows whose quotient is examined */
    MOST_COLUMNS = 48,      /* coordinates of such a combination */
    MOST_COMBINATION = 160, /* operations of its coefficients, */
    MOST_LENGTH = 300       /* and bytes of it, that are shown */
};

typedef struct rank_search {
    nh_admissible *a;
    nh_arena *arena;
    nh_map vanishing, sloping; /* answers about expressions, by shape: members of a family are examined once */
    bool is_anywhere;          /* expressions are taken as they are, not at admissible states only */
    bool is_seen;              /* the rows that seem independent are so at a certified state */
    bool is_plain;    /* no relations between coordinates, and alpha for all dependent velocities: shapes tell all */
    uint32_t *solved; /* by row: the number in form->dependent that it gives; NH_MODEL_NONE */
} rank_search;

static bool has_geometric(const nh_admissible *a) {
    for (size_t i = 0; i < a->model->rows.count; i++)
        if (a->model->rows.items[i].is_imposed && a->model->rows.items[i].is_geometric) return true;
    return false;
}

static bool is_used(const nh_admissible *a, uint32_t row) {
    return a->model->rows.items[row].is_imposed && !a->usual[row];
}

/* ---- which of two is left out ---- */

static nh_expr comparable_row(nh_admissible *a, const nh_row *row, bool is_rate) {
    nh_expr e = is_rate ? nh_row_rate(a->model, row) : row->residual;
    return nh_model_with_values(a->model, nh_expr_expand_names(a->model->pool, e));
}

static bool has_value_everywhere(nh_admissible *a, nh_expr e) {
    nh_domain needs = nh_expr_domain(a->model->pool, a->arena, 1, &e, NULL);
    return needs.nonzero_count + needs.nonnegative_count + needs.positive_count == 0;
}

/* Whether a row implies the other one at all states, and not the other way round: x' = 0 and x' y'
 * = 0, y = 0 and y' = 0. */
static bool is_stronger(nh_admissible *a, uint32_t row, uint32_t other) {
    NH_ASSERT(row != other && row < a->model->rows.count && other < a->model->rows.count);
    nh_pool *pool = a->model->pool;
    const nh_row *one = &a->model->rows.items[row], *two = &a->model->rows.items[other];
    if (two->is_geometric && !one->is_geometric) return false;
    bool is_rate = !two->is_geometric;
    nh_expr strong = comparable_row(a, one, is_rate), weak = comparable_row(a, two, is_rate);
    const nh_expr both[] = {strong, weak};
    if (strong == NH_EXPR_ZERO || nh_expr_operations(pool, 2, both) > MOST_QUOTIENT) return false;
    nh_expr quotient = nh_expr_normal(pool, nh_expr_div(pool, weak, strong));
    if (quotient == NH_EXPR_UNDEFINED || quotient == NH_EXPR_ZERO || !has_value_everywhere(a, quotient)) return false;
    return one->is_geometric != two->is_geometric || !has_value_everywhere(a, nh_expr_div(pool, NH_EXPR_ONE, quotient));
}

/* Their gradients are multiples of each other at admissible states: either can be left out there. */
static void exchange_rows(nh_admissible *a, uint32_t row, uint32_t other) {
    NH_ASSERT(row != other && row < a->model->rows.count && other < a->model->rows.count);
    bool *const lists[] = {a->redundant, a->usual};
    for (size_t i = 0; i < 2; i++) {
        if (!lists[i][row] || lists[i][other]) continue;
        lists[i][row] = false;
        lists[i][other] = true;
    }
}

void nh_rank_prefer(nh_admissible *a) {
    uint32_t rows = (uint32_t)a->model->rows.count;
    if (rows > MOST_COMPARED) return;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < i && a->usual[i] && nh_row_restricts(&a->model->rows.items[i]); k++)
            if (is_used(a, k) && is_stronger(a, i, k)) exchange_rows(a, i, k);
}

/* ---- proofs ---- */

/* At admissible states, where they are known; else anywhere. */
static nh_expr restricted_expr(const rank_search *r, nh_expr e) {
    return r->a->form != NULL && !r->is_anywhere ? nh_explicit_restrict(r->a->form, e, r->a->signs) : e;
}

typedef bool (*question)(nh_admissible *a, nh_expr e);

/* Expressions of one shape stand or fall together. */
static bool ask_once(rank_search *r, nh_map *answers, nh_expr e, question ask) {
    nh_pool *pool = r->a->model->pool;
    uint64_t shape = nh_expr_shape(pool, r->arena, e, NULL, NULL);
    uint32_t key = (uint32_t)(shape ^ shape >> 32);
    const uint64_t *known = r->is_plain ? nh_map_get(answers, key) : NULL;
    if (known != NULL && nh_expr_same_shape(pool, (nh_expr)(*known >> 1), e)) return *known & 1;
    bool answer = ask(r->a, e);
    nh_map_put(answers, key, (uint64_t)e << 1 | answer);
    return answer;
}

/* Whether the residual vanishes with the explicit form put in. */
static bool residual_vanishes(rank_search *r, uint32_t row) {
    const nh_row *given = &r->a->model->rows.items[row];
    nh_expr e = restricted_expr(r, nh_row_rate(r->a->model, given));
    return ask_once(r, &r->vanishing, e, nh_admissible_is_proved_zero);
}

static bool is_nonzero(nh_admissible *a, nh_expr e) {
    return nh_expr_is_nonzero_somewhere(a->model->pool, e);
}

static bool is_zero_anywhere(nh_admissible *a, nh_expr e) {
    return nh_expr_is_proved_zero(a->model->pool, e);
}

/* Whether another dependent velocity occurs in the row. */
static bool has_other_dependent(const rank_search *r, uint32_t row, uint32_t d) {
    const nh_admissible *a = r->a;
    uint32_t count;
    nh_expr rate = nh_row_rate(a->model, &a->model->rows.items[row]);
    const nh_expr *symbols = nh_expr_symbols(a->model->pool, r->arena, 1, &rate, &count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = 0; e < a->form->k; e++)
            if (e != d && a->model->coordinates.items[a->form->dependent[e].coordinate].v == symbols[i]) return true;
    return false;
}

/* Whether the explicit form solves the row for a velocity by which it has a derivative: (x' - y')^2 = 0 can be solved,
 * and has none where it holds. */
static bool is_solved(rank_search *r, uint32_t row) {
    NH_ASSERT(row < r->a->model->rows.count);
    const nh_admissible *a = r->a;
    uint32_t d = r->solved[row];
    if (a->form == NULL || d == NH_MODEL_NONE || a->form->dependent[d].kind == NH_EXPLICIT_IMPLICIT) return false;
    nh_expr v = a->model->coordinates.items[a->form->dependent[d].coordinate].v;
    nh_expr slope = nh_expr_diff(a->model->pool, nh_row_rate(a->model, &a->model->rows.items[row]), v);
    if (!nh_expr_depends_on(a->model->pool, slope, 1, &v)) return true; /* linear: solved by pivots that are not zero */
    if (has_other_dependent(r, row, d)) return false;
    return ask_once(r, &r->sloping, restricted_expr(r, slope), is_nonzero);
}

/* The rows of A that are listed, restricted to admissible states; columns are all velocities. */
static nh_expr *dense_rows(rank_search *r, uint32_t count, const uint32_t *listed) {
    const nh_lagrange *x = &r->a->lagrange;
    nh_expr *matrix = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)count * x->n);
    for (size_t i = 0; i < (size_t)count * x->n; i++) matrix[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < x->rows; j++)
            for (uint32_t k = x->jacobian.start[j]; x->row[j] == listed[i] && k < x->jacobian.start[j + 1]; k++)
                matrix[(size_t)i * x->n + x->jacobian.column[k]] = restricted_expr(r, x->jacobian.entry[k]);
    return matrix;
}

/* Whether a row may stand for one that was left out: y' = 0 does not stand for y = 0. */
static bool may_stand_for(const nh_admissible *a, uint32_t row, uint32_t left_out) {
    return a->model->rows.items[row].is_geometric || !a->model->rows.items[left_out].is_geometric;
}

/* Geometric rows come first, as among the rows of a state. */
static bool comes_before(const nh_admissible *a, uint32_t row, uint32_t other) {
    bool is_geometric = a->model->rows.items[row].is_geometric;
    return is_geometric != a->model->rows.items[other].is_geometric ? is_geometric : row < other;
}

/* The independent rows before this one, or that stand for it, and the row itself, last. */
static uint32_t rows_beside(rank_search *r, uint32_t row, uint32_t *listed) {
    NH_ASSERT(row < r->a->model->rows.count);
    nh_admissible *a = r->a;
    uint32_t count = 0, rows = (uint32_t)a->model->rows.count;
    bool is_compared = a->usual[row] && rows <= MOST_COMPARED;
    for (uint32_t i = 0; i < rows && count < MOST_ROWS; i++) {
        if (i == row || !is_used(a, i) || (a->usual[row] && !may_stand_for(a, i, row))) continue;
        if (comes_before(a, i, row) || (is_compared && is_stronger(a, i, row))) listed[count++] = i;
    }
    listed[count++] = row;
    return count;
}

/* Whether the rows that are listed depend on each other, whatever the state. */
static nh_truth gradients_depend(rank_search *r, uint32_t count, const uint32_t *listed) {
    nh_linear_minor minor;
    if (count > MOST_ROWS || r->a->lagrange.n > MOST_COLUMNS) return NH_UNKNOWN;
    const nh_expr *matrix = dense_rows(r, count, listed);
    nh_linear_answer answer = nh_linear_rank(r->a->model->pool, r->arena, count, r->a->lagrange.n, matrix, &minor);
    return answer != NH_LINEAR_DONE ? NH_UNKNOWN : minor.rank < count ? NH_YES : NH_NO;
}

/* Balls prove that as many rows are independent at the state as doubles say. */
static bool is_rank_certain(const nh_admissible *a) {
    return a->samples != NULL && nh_samples_count(a->samples) > 0 && nh_samples_rank(a->samples) == a->rank;
}

/* Whether the gradients are functions of free variables: then what they are anywhere they are at almost all admissible
 * states. Otherwise these may be few among the points at which the explicit form has values. */
static bool is_same_everywhere(const nh_admissible *a) {
    const nh_expr *v = nh_model_velocities(a->model, a->arena);
    for (uint32_t i = 0; i < a->lagrange.jacobian.start[a->lagrange.rows]; i++)
        if (nh_expr_depends_on(a->model->pool, a->lagrange.jacobian.entry[i], a->lagrange.n, v)) return false;
    return !has_geometric(a);
}

/* ---- at states ---- */

/* Whether the rows that are independent as doubles show are so at a certified state: at the reference state
 * other rows may be needed. */
static bool are_seen_independent(rank_search *r) {
    nh_admissible *a = r->a;
    const nh_lagrange *x = &a->lagrange;
    uint32_t rows = 0;
    nh_expr *outputs = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)MOST_SEEN * x->n);
    for (uint32_t i = 0; i < x->rows; i++) {
        if (!is_used(a, x->row[i])) continue;
        if (rows == MOST_SEEN) return false;
        nh_expr *row = outputs + (size_t)rows++ * x->n;
        for (uint32_t k = 0; k < x->n; k++) row[k] = NH_EXPR_ZERO;
        for (uint32_t k = x->jacobian.start[i]; k < x->jacobian.start[i + 1]; k++)
            row[x->jacobian.column[k]] = x->jacobian.entry[k];
    }
    return nh_samples_see_independent(a->samples, rows, x->n, outputs);
}

/* ---- combinations ---- */

/* Whether c . (independent rows) = row in all columns: a minor has some of them. */
static bool is_solution(rank_search *r, uint32_t count, const nh_expr *rows, const nh_expr *c, question is_zero) {
    nh_pool *pool = r->a->model->pool;
    uint32_t n = r->a->lagrange.n, last = count - 1;
    for (uint32_t j = 0; j < n; j++) {
        nh_expr rest = rows[(size_t)last * n + j];
        for (uint32_t i = 0; i < last; i++)
            rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, c[i], rows[(size_t)i * n + j]));
        if (rest != NH_EXPR_ZERO && !is_zero(r->a, rest)) return false;
    }
    return true;
}

/* c with c . (independent rows) = row, from the columns of a minor of these that is not zero; in the other columns too,
 * as far as is_zero tells. */
static const nh_expr *solve_combination(rank_search *r, uint32_t count, const uint32_t *listed, question is_zero) {
    NH_ASSERT(count > 0);
    nh_admissible *a = r->a;
    uint32_t k = count - 1, n = a->lagrange.n;
    const nh_expr *rows = dense_rows(r, count, listed);
    nh_linear_minor minor;
    if (nh_linear_rank(a->model->pool, r->arena, k, n, rows, &minor) != NH_LINEAR_DONE || minor.rank < k) return NULL;
    nh_expr *matrix = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)k * k), *side = NH_NEW_ARRAY(r->arena, nh_expr, k);
    for (uint32_t i = 0; i < k; i++) {
        for (uint32_t j = 0; j < k; j++) matrix[i * k + j] = rows[(size_t)j * n + minor.columns[i]];
        side[i] = rows[(size_t)k * n + minor.columns[i]];
    }
    nh_linear_solution found;
    nh_linear_answer answer = nh_linear_solve(a->model->pool, r->arena, k, matrix, 1, side, &found);
    if (answer != NH_LINEAR_DONE || (is_zero != NULL && !is_solution(r, count, rows, found.x, is_zero))) return NULL;
    nh_expr *x = NH_NEW_ARRAY(r->arena, nh_expr, k);
    memcpy(x, found.x, k * sizeof *x);
    nh_expr_simplify_all(a->model->pool, r->arena, k, x);
    return x;
}

static void add_term(const rank_search *r, nh_text *text, nh_expr c, uint32_t row, bool is_first) {
    const nh_model *model = r->a->model;
    const char *name = nh_name_text(model->context, model->rows.items[row].name);
    nh_rat coefficient;
    (void)nh_expr_split(model->pool, c, &coefficient);
    bool is_minus = nh_rat_sign(coefficient) < 0;
    if (is_minus) c = nh_expr_neg(model->pool, c);
    nh_text_add(text, is_first ? (is_minus ? "-" : "") : is_minus ? " - " : " + ");
    if (c != NH_EXPR_ONE) {
        bool is_sum = nh_expr_kind_of(model->pool, c) == NH_EXPR_SUM;
        nh_text_add(text, is_sum ? "(" : "");
        nh_expr_print(model->pool, text, c);
        nh_text_add(text, is_sum ? ")*" : "*");
    }
    nh_text_add(text, name);
}

/* "x'*cross.x + y'*cross.y" */
static const char *combination_text(rank_search *r, uint32_t row) {
    NH_ASSERT(row < r->a->model->rows.count);
    nh_admissible *a = r->a;
    uint32_t listed[MOST_ROWS + 1];
    uint32_t count = rows_beside(r, row, listed);
    if (count > MOST_ROWS || a->lagrange.n > MOST_COLUMNS) return NULL;
    const nh_expr *c = solve_combination(r, count, listed, nh_admissible_is_proved_zero);
    if (c == NULL || nh_expr_operations(a->model->pool, count - 1, c) > MOST_COMBINATION) return NULL;
    nh_text text = nh_text_begin(a->arena);
    bool is_first = true;
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (c[i] == NH_EXPR_ZERO) continue;
        add_term(r, &text, c[i], listed[i], is_first);
        is_first = false;
    }
    const char *result = is_first ? "0" : nh_text_string(&text);
    return strlen(result) <= MOST_LENGTH ? result : NULL;
}

/* ---- rows ---- */

/* The row less the combination of those before it. */
static nh_expr rest_of(nh_admissible *a, uint32_t row, uint32_t count, const uint32_t *listed, const nh_expr *c) {
    nh_pool *pool = a->model->pool;
    nh_expr rest = nh_row_rate(a->model, &a->model->rows.items[row]);
    for (uint32_t i = 0; i + 1 < count; i++)
        rest =
            nh_expr_sub(pool, rest, nh_expr_mul(pool, c[i], nh_row_rate(a->model, &a->model->rows.items[listed[i]])));
    return rest;
}

/* Whether a row is the same combination of those before it as its gradient is: it then says nothing new, whatever the
 * state. Linear rows with dependent gradients may still contradict each other, or force a condition on positions. */
static bool is_combination(rank_search *r, uint32_t row) {
    nh_admissible *a = r->a;
    nh_pool *pool = a->model->pool;
    uint32_t listed[MOST_ROWS + 1];
    uint32_t count = rows_beside(r, row, listed);
    if (count > MOST_ROWS || a->lagrange.n > MOST_COLUMNS) return false;
    r->is_anywhere = !a->redundant[row]; /* the explicit form may rest on the row itself */
    /* the rate of a geometric row also vanishes where kinematic rows fix velocities */
    NH_ASSERT(row < r->a->model->rows.count);
    bool is_rate = a->model->rows.items[row].is_geometric && !r->is_anywhere;
    const nh_expr *c = solve_combination(r, count, listed, is_rate ? is_zero_anywhere : NULL);
    bool is_one = c != NULL && nh_expr_is_proved_zero(pool, restricted_expr(r, rest_of(a, row, count, listed, c)));
    r->is_anywhere = false;
    return is_one;
}

static nh_fact find_independence(rank_search *r, uint32_t row) {
    nh_admissible *a = r->a;
    uint32_t listed[MOST_ROWS + 1];
    if (r->is_seen) return nh_fact_no(NH_EVIDENCE_PROVED);
    nh_truth depend = gradients_depend(r, rows_beside(r, row, listed), listed);
    if (depend == NH_YES) return is_combination(r, row) ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_unknown();
    if (depend == NH_NO && is_same_everywhere(a)) return nh_fact_no(NH_EVIDENCE_PROVED);
    return depend == NH_UNKNOWN && is_solved(r, row) ? nh_fact_no(NH_EVIDENCE_PROVED) : nh_fact_unknown();
}

/* Whether a row that was left out vanishes wherever the others hold. That its gradient depends on theirs at admissible
 * states says it of geometric rows, if it does so wherever the others hold; of others it leaves open whether something
 * remains that depends on positions only. */
static bool is_proved_redundant(rank_search *r, uint32_t row) {
    nh_admissible *a = r->a;
    uint32_t listed[MOST_ROWS + 1];
    if (!a->model->rows.items[row].is_geometric) return a->redundant[row] && residual_vanishes(r, row);
    return gradients_depend(r, rows_beside(r, row, listed), listed) == NH_YES ||
           (a->redundant[row] && nh_admissible_vanishes_with_others(a, row));
}

/* Whether something remains of a row where the others hold: it restricts the states further, and motions leave it. */
static bool is_restricting(rank_search *r, uint32_t row) {
    const nh_row *given = &r->a->model->rows.items[row];
    if (!r->is_plain) return false;
    nh_expr rest = nh_model_with_values(r->a->model, restricted_expr(r, nh_row_rate(r->a->model, given)));
    return rest != NH_EXPR_UNDEFINED && is_nonzero(r->a, rest);
}

/* Whether a row that was left out may depend on rows that cannot stand for it. */
static bool is_of_another_kind(const nh_admissible *a, uint32_t row) {
    for (uint32_t i = 0; i < row; i++)
        if (is_used(a, i) && !may_stand_for(a, i, row)) return true;
    return false;
}

static nh_fact find_redundancy(rank_search *r, uint32_t row) {
    NH_ASSERT(row < r->a->model->rows.count);
    nh_admissible *a = r->a;
    if (a->form == NULL) return is_same_everywhere(a) ? find_independence(r, row) : nh_fact_unknown();
    if (!a->usual[row]) return find_independence(r, row);
    if (is_proved_redundant(r, row) || is_combination(r, row)) return nh_fact_yes(NH_EVIDENCE_PROVED);
    if (is_of_another_kind(a, row)) return nh_fact_unknown();
    bool is_pieced = nh_expr_is_pieced(
        a->model->pool,
        a->model->rows.items[row].residual); /* min(x', 0) = 0 restricts the states beyond those nearby */
    return is_rank_certain(a) && !is_pieced && !is_restricting(r, row) ? nh_fact_yes(NH_EVIDENCE_CERTIFIED)
                                                                       : nh_fact_unknown();
}

/* ---- all rows ---- */

static void count_rows(const nh_admissible *a, nh_rank *rank) {
    nh_count geometric = {0, NH_EVIDENCE_PROVED}, k = geometric;
    for (uint32_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *row = &a->model->rows.items[i];
        if (!nh_row_restricts(row)) continue;
        nh_count *count = row->is_geometric ? &geometric : &k;
        nh_fact fact = rank->redundant[i];
        if (fact.truth == NH_UNKNOWN) count->by = NH_EVIDENCE_NONE;
        if (fact.by == NH_EVIDENCE_CERTIFIED && count->by == NH_EVIDENCE_PROVED) count->by = NH_EVIDENCE_CERTIFIED;
        count->value += fact.truth == NH_NO;
    }
    if (a->open != NULL) geometric.by = k.by = NH_EVIDENCE_NONE;
    nh_evidence weaker = nh_evidence_weaker(geometric.by, k.by);
    rank->geometric = geometric;
    rank->k = k;
    rank->m = (nh_count){a->model->coordinates.count - geometric.value - k.value, weaker};
}

static void find_solved(rank_search *r) {
    const nh_admissible *a = r->a;
    r->solved = NH_NEW_ARRAY(r->arena, uint32_t, a->model->rows.count);
    for (size_t i = 0; i < a->model->rows.count; i++) r->solved[i] = NH_MODEL_NONE;
    for (uint32_t d = 0; a->form != NULL && d < a->form->k; d++) r->solved[a->form->dependent[d].row] = d;
}

/* The one row that restricts the states without a gradient is needed; of several one may follow from another. */
static uint32_t count_lost(const nh_admissible *a) {
    uint32_t count = 0;
    for (size_t i = 0; i < a->model->rows.count; i++) count += a->lost.rows != NULL && a->lost.rows[i];
    return count;
}

/* A row with accelerations that depends on others and does not agree with them at all states: where it does not, there
 * are no accelerations, and of motions nothing is said. */
static void look_for_conflicts(rank_search *r, const nh_rank *rank) {
    nh_admissible *a = r->a;
    for (uint32_t i = 0; i < a->model->rows.count && a->open == NULL; i++) {
        const nh_row *row = &a->model->rows.items[i];
        if (!row->has_accelerations || !row->is_imposed || rank->redundant[i].truth != NH_YES) continue;
        nh_expr rest = nh_bound_remainder(a, i);
        if (rest != NH_EXPR_UNDEFINED && nh_admissible_is_zero(a, rest).truth == NH_YES) continue;
        nh_text text = nh_text_begin(a->arena);
        const char *name = nh_name_text(a->model->context, row->name);
        bool is_short = rest != NH_EXPR_UNDEFINED && nh_expr_operations(a->model->pool, 1, &rest) <= MOST_COMBINATION;
        if (is_short) rest = nh_expr_readable(a->model->pool, a->arena, rest);
        if (is_short && nh_expr_is_number(a->model->pool, rest))
            nh_text_format(&text, "the constraint '%s' contradicts the others", name);
        else nh_text_format(&text, "the constraint '%s' agrees with the others only ", name);
        if (!is_short) nh_text_add(&text, "at some states, if at any");
        else if (!nh_expr_is_number(a->model->pool, rest)) {
            nh_text_add(&text, "where ");
            nh_expr_print(a->model->pool, &text, rest);
            nh_text_add(&text, " = 0");
        }
        a->open = nh_text_string(&text);
    }
}

nh_rank nh_rank_find(nh_admissible *a) {
    NH_ASSERT(a->rank <= a->lagrange.rows);
    size_t rows = a->model->rows.count;
    nh_arena *arena = nh_arena_create(a->model->context);
    rank_search r = {.a = a, .arena = arena, .vanishing = nh_map_make(arena), .sloping = nh_map_make(arena)};
    find_solved(&r);
    r.is_seen = are_seen_independent(&r);
    r.is_plain = a->form != NULL && a->form->kind != NH_EXPLICIT_IMPLICIT && !has_geometric(a);
    nh_rank rank = {.redundant = NH_NEW_ARRAY(a->arena, nh_fact, rows)};
    rank.combination = NH_NEW_ARRAY(a->arena, const char *, rows);
    bool is_alone = count_lost(a) == 1;
    for (uint32_t i = 0; i < rows; i++) {
        bool is_needed = is_alone && a->lost.rows[i];
        rank.redundant[i] = is_needed ? nh_fact_no(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
        if (a->model->rows.items[i].is_imposed && a->model->rows.items[i].has_accelerations && a->open == NULL)
            rank.redundant[i] = nh_bound_redundant(a, i);
        if (!nh_row_restricts(&a->model->rows.items[i]) || a->open != NULL) continue;
        rank.redundant[i] = find_redundancy(&r, i);
        if (rank.redundant[i].truth != NH_YES) continue;
        a->usual[i] = true;
        if (a->at == NH_CHECK_NONE) a->redundant[i] = true;
        rank.combination[i] = combination_text(&r, i);
    }
    count_rows(a, &rank);
    rank.bound = (nh_count){a->bound, a->open == NULL ? a->bound_by : NH_EVIDENCE_NONE};
    look_for_conflicts(&r, &rank);
    a->is_rank_known = rank.m.by != NH_EVIDENCE_NONE;
    if (!a->is_rank_known && a->open == NULL)
        a->open = a->states != NULL
                      ? "the number of independent constraints at admissible states could not be determined"
                      : "the number of independent constraints is unknown: a function without a body leaves no states "
                        "to test";
    nh_arena_destroy(arena);
    return rank;
}
