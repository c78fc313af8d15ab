/* Claims by algebra: what a claim leaves, with the accelerations and multipliers that the equations of motion give,
 * has the normal form 0.
 *
 * A claim is c + g.z, linear in the unknowns z of a system W z = h. Solving for z is long; but c + g.z = c +
 * y.h with W^T y = g, and y is short where the claim is made from few of the equations, as a line of a
 * derivation is. The system is
 *
 *     without multipliers   z: accelerations of the independent velocities,  W = N^T M N,  h = N^T (F - M rest)
 *                           (form/restricted.h)
 *     with multipliers, or  z: all accelerations and multipliers,            W = [M  -A^T; A  0],  h = [F; -drift]
 *
 * The dependent velocities are substituted, and every sign that a root may have. Coordinates that
 * geometric rows bind are not. */
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "form/restricted.h"
#include "truth/limits_private.h"
#include "truth/verify/verify_private.h"

/* Needs that are taken in pairs; operations of what is brought to a normal form; signs, 2 to that power of which are
 * proved one by one; unknowns of the elimination. */
enum { MOST_PAIRED = 12, MOST_OPERATIONS = 4000, MOST_SIGNS = 4, MOST_UNKNOWNS = 24 };

typedef struct proof {
    nh_verifier *v;
    const nh_verify_terms *terms;
    nh_arena *arena;
    nh_pool *pool;
    nh_expr claim;
    /* the claim is rest + slopes.z, and W^T y = slopes */
    uint32_t count;
    nh_expr *W, *h, *slopes; /* W row by row */
    const nh_expr *free;     /* of the multipliers of all rows; NULL: they do not occur in the claim */
    nh_expr rest;
    double signs[MOST_SIGNS];
    uint32_t solved;    /* equations that are assumed, solved for symbols */
    nh_expr *from, *to; /* these, and what they are */
    bool has_made;      /* parameters that are made from others are written out */
    bool is_proved;
    nh_needs needs;    /* to prove that the claim has no value: what its sides need, */
    nh_need never;     /* and what of that is met nowhere, */
    nh_expr beside;    /* or not together with this; undefined: by itself, */
    bool is_identical; /* whatever the constraints are */
} proof;

/* ---- the claim in the unknowns ---- */

/* Accelerations, then multipliers. */
static const nh_expr *unknowns_of(const proof *p) {
    return p->v->inputs + 1 + 2 * (size_t)p->v->n;
}

/* g, n + rows of it, and c; false when the claim is not linear in the unknowns. */
static bool take_apart(proof *p, nh_expr *g) {
    uint32_t count = p->v->n + p->v->rows;
    const nh_expr *unknowns = unknowns_of(p);
    nh_expr *zeros = NH_NEW_ARRAY(p->arena, nh_expr, count + 1);
    if (nh_expr_jumps_with(p->pool, p->claim, count, unknowns)) return false; /* derivatives do not show it */
    nh_expr_gradient(p->pool, p->claim, count, unknowns, g);
    p->rest = nh_expr_substitute(p->pool, p->claim, count, unknowns, zeros, true);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_depends_on(p->pool, g[i], count, unknowns)) return false;
    return p->rest != NH_EXPR_UNDEFINED;
}

static bool has_multipliers(const proof *p, const nh_expr *g) {
    for (uint32_t j = 0; j < p->v->rows; j++)
        if (g[p->v->n + j] != NH_EXPR_ZERO) return true;
    return false;
}

static void reserve_arrays(proof *p, uint32_t count) {
    p->count = count;
    p->W = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)count * count + 1);
    p->h = NH_NEW_ARRAY(p->arena, nh_expr, count + 1);
    p->slopes = NH_NEW_ARRAY(p->arena, nh_expr, count + 1);
}

static bool set_reduced(proof *p, const nh_expr *g) {
    const char *why;
    const nh_equations *e = p->v->law;
    const nh_restricted *r = nh_restricted_make(p->v->model, p->arena, p->terms->choice, &why);
    if (r == NULL) return false;
    reserve_arrays(p, r->m);
    nh_expr_matrix MN = nh_matrix_product(p->pool, p->arena, &e->matrix, &r->N);
    nh_expr_matrix W = nh_matrix_product(p->pool, p->arena, &r->along, &MN);
    nh_expr *M_rest = nh_matrix_times(p->pool, p->arena, &e->matrix, r->rest);
    for (uint32_t i = 0; i < p->v->n; i++) {
        p->rest = nh_expr_add(p->pool, p->rest, nh_expr_mul(p->pool, g[i], r->rest[i]));
        M_rest[i] = nh_expr_sub(p->pool, e->force[i], M_rest[i]);
    }
    for (uint32_t i = 0; i < r->m; i++) {
        for (uint32_t j = 0; j < r->m; j++) p->W[(size_t)i * r->m + j] = nh_matrix_at(&W, i, j);
        p->h[i] = nh_restricted_project(r, M_rest, i);
        p->slopes[i] = nh_restricted_project(r, g, i);
    }
    return true;
}

/* Rows with accelerations are used: where they depend on others the system has no solution, and nothing is proved. */
static bool is_used(const proof *p, uint32_t row) {
    return p->v->model->rows.items[row].has_accelerations || nh_is_among(row, p->terms->rank, p->terms->rows);
}

static uint32_t count_accelerated(const nh_verifier *v) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < v->rows; row++) count += v->model->rows.items[v->chetaev->row[row]].has_accelerations;
    return count;
}

/* Rows that are not used have the multiplier 0; is_determined examines others. */
static void set_full(proof *p, const nh_expr *g) {
    const nh_equations *e = p->v->law;
    uint32_t n = p->v->n, size = n + p->terms->rank + count_accelerated(p->v), at = n;
    reserve_arrays(p, size);
    p->free = g + n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) p->W[(size_t)i * size + j] = nh_matrix_at(&e->matrix, i, j);
        p->h[i] = e->force[i];
        p->slopes[i] = g[i];
    }
    for (uint32_t row = 0; row < e->rows; row++) {
        if (!is_used(p, e->row[row])) continue;
        for (uint32_t j = 0; j < n; j++) {
            nh_expr a = nh_matrix_at(&e->jacobian, row, j);
            p->W[(size_t)at * size + j] = a;
            p->W[(size_t)j * size + at] = nh_expr_neg(p->pool, a);
        }
        p->h[at] = nh_expr_neg(p->pool, e->drift[row]);
        p->slopes[at++] = g[n + row];
    }
}

/* ---- on the constraints ---- */

/* Whether the model makes its value from other parameters. */
static bool is_made(const proof *p, const nh_parameter *parameter) {
    uint32_t count = 0;
    if (parameter->value != NH_EXPR_UNDEFINED) (void)nh_expr_symbols(p->pool, p->arena, 1, &parameter->value, &count);
    return count > 0;
}

/* Values that an option set are substituted: what is judged is judged with them. So are those that are made from
 * others, in a second attempt. */
static nh_expr with_set_values(const proof *p, nh_expr e) {
    const nh_model *model = p->v->model;
    for (size_t i = model->parameters.count; i-- > 0;) {
        const nh_parameter *parameter = &model->parameters.items[i];
        bool is_put_in = parameter->is_set || (p->has_made && is_made(p, parameter));
        if (is_put_in && parameter->value != NH_EXPR_UNDEFINED)
            e = nh_expr_substitute(p->pool, e, 1, &parameter->symbol, &parameter->value, true);
    }
    return e;
}

/* False when it is too long for a normal form. */
static bool restrict_all(const proof *p, size_t count, nh_expr *e) {
    for (size_t i = 0; i < count; i++) {
        nh_tick(p->v->model->context, 1);
        e[i] = nh_expr_expand_names(p->pool, e[i]);
        e[i] = p->v->motion != NULL ? nh_verify_along_motion(p->v, e[i])
                                    : nh_explicit_restrict(p->terms->choice, e[i], p->signs);
        e[i] = with_set_values(p, nh_expr_expand_names(p->pool, e[i]));
        if (p->solved > 0 && e[i] != NH_EXPR_UNDEFINED)
            e[i] = nh_expr_substitute(p->pool, e[i], p->solved, p->from, p->to, true);
        if (e[i] == NH_EXPR_UNDEFINED || nh_expr_operations(p->pool, 1, &e[i]) > MOST_OPERATIONS) return false;
    }
    return true;
}

/* What equations that are assumed say on the constraints, with the current signs. One that gives no symbol is not used:
 * a proof without it is one, too. */
static void use_equalities(proof *p) {
    const nh_verify_section *base = p->v->base;
    p->solved = 0;
    if (base->count == 0 || p->v->motion != NULL) return;
    nh_expr *from = NH_NEW_ARRAY(p->arena, nh_expr, base->count + 1);
    nh_expr *to = NH_NEW_ARRAY(p->arena, nh_expr, base->count + 1);
    uint32_t solved = 0;
    for (uint32_t i = 0; i < base->count; i++) {
        nh_expr zero = base->zero[i];
        if (restrict_all(p, 1, &zero)) (void)nh_verify_solve_for_symbol(p->v, zero, &solved, from, to);
    }
    p->from = from;
    p->to = to;
    p->solved = solved;
}

static nh_expr *transposed_matrix(const proof *p, const nh_expr *a) {
    nh_expr *result = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)p->count * p->count + 1);
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t j = 0; j < p->count; j++) result[(size_t)j * p->count + i] = a[(size_t)i * p->count + j];
    return result;
}

static nh_expr *copy_of(const proof *p, size_t count, const nh_expr *e) {
    nh_expr *copy = NH_NEW_ARRAY(p->arena, nh_expr, count + 1);
    if (count > 0) memcpy(copy, e, count * sizeof *copy);
    return copy;
}

static bool is_free(const proof *p, const nh_expr *slopes) {
    for (uint32_t i = 0; i < p->count; i++)
        if (slopes[i] != NH_EXPR_ZERO) return false;
    return true;
}

/* Whether it does not matter which multipliers rows have that depend on each other: W^T y = g for those that are not
 * used, too. y is restricted. */
static bool is_determined(const proof *p, const nh_expr *y) {
    const nh_equations *e = p->v->law;
    uint32_t n = p->v->n;
    for (uint32_t row = 0; p->free != NULL && row < e->rows; row++) {
        if (is_used(p, e->row[row])) continue;
        nh_expr sum = p->free[row];
        if (!restrict_all(p, 1, &sum)) return false;
        for (uint32_t j = 0; j < n; j++) {
            nh_expr a = nh_matrix_at(&e->jacobian, row, j);
            if (!restrict_all(p, 1, &a)) return false;
            sum = nh_expr_add(p->pool, sum, nh_expr_mul(p->pool, a, y[j]));
        }
        if (!nh_expr_is_proved_zero(p->pool, sum)) return false;
    }
    return true;
}

/* With these signs of roots. */
static bool is_zero(proof *p) {
    nh_linear_solution y;
    nh_expr rest = p->rest, *slopes = copy_of(p, p->count, p->slopes);
    if (!restrict_all(p, 1, &rest) || !restrict_all(p, p->count, slopes)) return false;
    if (is_free(p, slopes)) return is_determined(p, slopes) && nh_expr_is_proved_zero(p->pool, rest);
    nh_expr *W = transposed_matrix(p, p->W), *h = copy_of(p, p->count, p->h);
    if (!restrict_all(p, (size_t)p->count * p->count, W) || !restrict_all(p, p->count, h)) return false;
    if (nh_linear_solve(p->pool, p->arena, p->count, W, 1, slopes, &y) != NH_LINEAR_DONE) return false;
    for (uint32_t i = 0; i < p->count; i++) rest = nh_expr_add(p->pool, rest, nh_expr_mul(p->pool, y.x[i], h[i]));
    return is_determined(p, y.x) && nh_expr_is_proved_zero(p->pool, rest);
}

/* Whether a row that is not used holds where the others do, whatever the parameters are. */
static bool is_consequence(const proof *p, nh_expr rate) {
    return restrict_all(p, 1, &rate) && nh_expr_is_proved_zero(p->pool, rate);
}

/* All of them, with the current signs. */
static bool do_follow(const proof *p) {
    const nh_equations *e = p->v->law;
    for (uint32_t row = 0; row < e->rows; row++)
        if (!is_used(p, e->row[row]) && !is_consequence(p, e->rates[row])) return false;
    return true;
}

static void prove_claim(void *argument) {
    proof *p = argument;
    nh_expr *g = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)p->v->n + p->v->rows + 1);
    if (!take_apart(p, g)) return;
    if (has_multipliers(p, g) || count_accelerated(p->v) > 0) set_full(p, g);
    else if (!set_reduced(p, g)) return;
    if (p->count > MOST_UNKNOWNS) return;
    uint32_t signs = p->terms->choice->signs;
    for (uint32_t which = 0; which < UINT32_C(1) << signs; which++) {
        for (uint32_t i = 0; i < signs; i++) p->signs[i] = which >> i & 1 ? -1 : 1;
        use_equalities(p);
        if (!is_zero(p) || !do_follow(p)) return;
    }
    p->is_proved = true;
}

/* ---- all choices ---- */

static bool attempt_proof(nh_verifier *v, const nh_verify_terms *terms, nh_expr claim, bool has_made) {
    NH_ASSERT(claim != NH_EXPR_UNDEFINED);
    nh_arena *arena = nh_arena_create(v->model->context);
    proof p = {.v = v, .terms = terms, .arena = arena, .pool = v->model->pool, .has_made = has_made};
    p.claim = nh_expr_expand_names(p.pool, claim);
    nh_budget budget = {.work = NH_WORK_PROOF};
    nh_status status = nh_attempt(v->model->context, &budget, prove_claim, &p);
    nh_arena_destroy(arena);
    return status == NH_OK && p.is_proved;
}

static bool has_made_parameters(nh_verifier *v) {
    nh_arena *arena = nh_arena_create(v->model->context);
    proof p = {.v = v, .arena = arena, .pool = v->model->pool};
    bool found = false;
    for (size_t i = 0; i < v->model->parameters.count && !found; i++)
        found = is_made(&p, &v->model->parameters.items[i]);
    nh_arena_destroy(arena);
    return found;
}

static bool is_proved_with(nh_verifier *v, const nh_verify_terms *terms, nh_expr claim) {
    if (terms->choice->signs > MOST_SIGNS || nh_motion_has_pieces(v->model) || nh_motion_is_branched(v->model))
        return false;
    return attempt_proof(v, terms, claim, false) || (has_made_parameters(v) && attempt_proof(v, terms, claim, true));
}

/* For every choice of velocities that was used and with which it means something. */
static bool is_proved(nh_verifier *v, size_t record) {
    NH_ASSERT(record < v->model->records.count && v->claim_question[record] != NH_VERIFY_NONE);
    size_t count = 0;
    for (size_t k = 0; k < v->terms.count; k++) {
        const nh_verify_terms *terms = v->terms.items[k];
        if (terms->claims[record] == NH_EXPR_UNDEFINED || terms->section->is_special) continue;
        if (!is_proved_with(v, terms, terms->claims[record])) return false;
        count++;
    }
    return count > 0;
}

/* ---- claims without a value ---- */

/* Whether e < 0 by its form, wherever it has a value. */
static bool is_negative(nh_pool *pool, nh_expr e) {
    nh_expr opposite = nh_expr_neg(pool, e);
    if (nh_expr_is_number(pool, opposite)) return nh_rat_sign(nh_expr_rational(pool, opposite)) > 0;
    nh_expr_kind kind = nh_expr_kind_of(pool, opposite);
    if (kind != NH_EXPR_SUM) return kind == NH_EXPR_EXP || kind == NH_EXPR_COSH;
    nh_expr constant = nh_expr_args(pool, opposite)[0];
    return nh_rat_sign(nh_expr_rational(pool, constant)) > 0 &&
           nh_expr_is_nonnegative(pool, nh_expr_sub(pool, opposite, constant));
}

/* Whether it is met nowhere on the constraints, with these signs of roots; or nowhere at all. */
static bool is_never_met(const proof *p, nh_need need) {
    nh_expr e = need.e;
    if (p->is_identical) e = with_set_values(p, nh_expr_expand_names(p->pool, e));
    else if (!restrict_all(p, 1, &e)) return false;
    if (e == NH_EXPR_UNDEFINED || nh_expr_operations(p->pool, 1, &e) > MOST_OPERATIONS) return false;
    bool is_zero = nh_expr_is_proved_zero(p->pool, e);
    switch (need.kind) {
        case NH_NEED_NONZERO: return is_zero;
        case NH_NEED_NONNEGATIVE:
            return !is_zero && (is_negative(p->pool, e) || is_negative(p->pool, nh_expr_normal(p->pool, e)));
        case NH_NEED_POSITIVE:
            return is_zero || nh_expr_is_nonnegative(p->pool, nh_expr_neg(p->pool, e)) ||
                   nh_expr_is_nonnegative(p->pool, nh_expr_neg(p->pool, nh_expr_normal(p->pool, e)));
        case NH_NEED_VALUE: break;
    }
    return false;
}

/* Whether two that must not be negative have a negative sum. */
static bool are_never_met(const proof *p, nh_need a, nh_need b) {
    if (a.kind == NH_NEED_NONZERO || b.kind == NH_NEED_NONZERO) return false;
    if (a.kind == NH_NEED_VALUE || b.kind == NH_NEED_VALUE) return false;
    bool is_positive = a.kind == NH_NEED_POSITIVE || b.kind == NH_NEED_POSITIVE;
    nh_need sum = {is_positive ? NH_NEED_POSITIVE : NH_NEED_NONNEGATIVE, nh_expr_add(p->pool, a.e, b.e)};
    return is_never_met(p, sum);
}

static bool is_one_never_met(proof *p) {
    for (size_t i = 0; i < p->needs.count; i++) {
        p->never = p->needs.items[i];
        p->beside = NH_EXPR_UNDEFINED;
        if (is_never_met(p, p->never)) return true;
    }
    for (size_t i = 1; i < p->needs.count && p->needs.count <= MOST_PAIRED; i++)
        for (size_t k = 0; k < i; k++) {
            p->never = p->needs.items[i];
            p->beside = p->needs.items[k].e;
            if (are_never_met(p, p->never, p->needs.items[k])) return true;
        }
    return false;
}

static void prove_nowhere(void *argument) {
    proof *p = argument;
    uint32_t signs = p->terms->choice->signs;
    p->is_identical = true;
    p->is_proved = is_one_never_met(p);
    if (p->is_proved || p->v->motion != NULL) return;
    p->is_identical = false;
    p->is_proved = true;
    for (uint32_t which = 0; which < UINT32_C(1) << signs && p->is_proved; which++) {
        for (uint32_t i = 0; i < signs; i++) p->signs[i] = which >> i & 1 ? -1 : 1;
        use_equalities(p);
        p->is_proved = is_one_never_met(p);
    }
}

/* "1 - x^2, a denominator, is 0 at all admissible states" */
static const char *words_of_never(const nh_verifier *v, nh_need never, nh_expr beside) {
    nh_text text = nh_text_begin(v->arena);
    if (beside != NH_EXPR_UNDEFINED) {
        nh_text_add(&text, "no state is admissible at which ");
        nh_expr_print(v->model->pool, &text, beside);
        nh_text_add(&text, " and ");
        nh_expr_print(v->model->pool, &text, never.e);
        nh_text_add(&text, " both have the sign that is needed");
        return nh_text_string(&text);
    }
    const char *what = never.kind == NH_NEED_NONZERO ? ", which must not be 0, is 0 at all admissible states"
                       : never.kind == NH_NEED_NONNEGATIVE
                           ? ", which must not be negative, is so at all admissible states"
                           : ", which must be positive, is so at no admissible state";
    nh_expr_print(v->model->pool, &text, never.e);
    nh_text_add(&text, what);
    return nh_text_string(&text);
}

/* For every choice of velocities that was used: in words; NULL: it is not proved. */
static const char *prove_no_value(nh_verifier *v, size_t record, bool *is_identical) {
    NH_ASSERT(record < v->model->records.count);
    const char *words = NULL;
    for (size_t k = 0; k < v->terms.count; k++) {
        const nh_verify_terms *terms = v->terms.items[k];
        if (terms->section->is_special) continue;
        if (terms->claims[record] == NH_EXPR_UNDEFINED || terms->choice->signs > MOST_SIGNS) return NULL;
        nh_arena *arena = nh_arena_create(v->model->context);
        proof p = {.v = v, .terms = terms, .arena = arena, .pool = v->model->pool, .has_made = true};
        p.needs = terms->needs[record];
        nh_budget budget = {.work = NH_WORK_PROOF};
        bool is_tried = nh_attempt(v->model->context, &budget, prove_nowhere, &p) == NH_OK;
        if (is_tried && p.is_proved && words == NULL) words = words_of_never(v, p.never, p.beside);
        nh_arena_destroy(arena);
        if (!is_tried || !p.is_proved) return NULL;
        *is_identical = p.is_identical;
        if (p.is_identical) break;
    }
    return words;
}

/* ---- signs ---- */

/* sign(u)^2 is 1 in normal forms, which is so where u is not 0: "u is not 0", of all signs in the
 * claim; NULL: there are none. */
static const char *words_of_signs(const nh_verifier *v, size_t record) {
    NH_ASSERT(record < v->model->records.count);
    nh_pool *pool = v->model->pool;
    nh_expr claim = nh_expr_expand_names(pool, v->claims[record]);
    nh_text text = nh_text_begin(v->arena);
    uint32_t count = 0;
    nh_walk *walk = nh_walk_begin(pool, 1, &claim, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_SIGN) continue;
        nh_expr u = nh_expr_args(pool, walk->order[i])[0];
        if (is_negative(pool, u) || is_negative(pool, nh_expr_neg(pool, u))) continue;
        if (nh_verify_on_section(v, v->base, u) == NH_EXPR_ZERO) continue; /* at all states; these were examined */
        if (count++ > 0) nh_text_add(&text, " and ");
        nh_expr_print(pool, &text, u);
    }
    nh_walk_end(walk);
    nh_text_add(&text, count == 1 ? " is not 0" : " are not 0");
    return count > 0 ? nh_text_string(&text) : NULL;
}

/* Whether it holds wherever the rows do, with no velocity solved for: it says nothing, or what one of them says. */
static bool is_said_by_rows(nh_verifier *v, size_t record) {
    NH_ASSERT(record < v->model->records.count);
    const nh_model *model = v->model;
    nh_pool *pool = model->pool;
    nh_rat ignored;
    nh_expr claim = nh_expr_split(pool, nh_expr_expand_names(pool, v->claims[record]), &ignored);
    if (nh_expr_is_proved_zero(pool, claim)) return true;
    for (size_t i = 0; i < model->rows.count; i++) {
        nh_expr row = nh_expr_expand_names(pool, model->rows.items[i].residual);
        if (model->rows.items[i].is_imposed && nh_expr_split(pool, row, &ignored) == claim) return true;
    }
    return false;
}

void nh_verify_claims_prove(nh_verifier *v) {
    for (size_t i = 0; i < v->model->records.count; i++) {
        if (v->claim_question[i] == NH_VERIFY_NONE) continue;
        nh_verify_question *question = &v->questions.items[v->claim_question[i]];
        nh_verify_item *item = &question->item;
        item->is_proved = item->verdict == NH_VERDICT_HOLDS && is_proved(v, i);
        if (v->result->is_much_missed)
            item->is_proved = item->is_proved && is_said_by_rows(v, i); /* it may be false on a whole component */
        if (item->is_proved) question->domain.jumps = words_of_signs(v, i);
        bool has_value = item->verdict != NH_VERDICT_UNDECIDED || item->states > 0;
        if (!has_value && v->needs[i].count > 0)
            question->domain.nowhere = prove_no_value(v, i, &question->domain.is_identical);
    }
}

/* ---- rows ---- */

static void prove_rows(void *argument) {
    proof *p = argument;
    uint32_t signs = p->terms->choice->signs;
    p->is_proved = true;
    for (uint32_t which = 0; which < UINT32_C(1) << signs && p->is_proved; which++) {
        for (uint32_t i = 0; i < signs; i++) p->signs[i] = which >> i & 1 ? -1 : 1;
        use_equalities(p);
        p->is_proved = do_follow(p);
    }
}

bool nh_verify_rows_follow(nh_verifier *v) {
    bool is_proved = true;
    for (size_t k = 0; k < v->terms.count && is_proved; k++) {
        const nh_verify_terms *terms = v->terms.items[k];
        if (terms->rank + count_accelerated(v) == v->rows || terms->section->is_special) continue;
        nh_arena *arena = nh_arena_create(v->model->context);
        proof p = {.v = v, .terms = terms, .arena = arena, .pool = v->model->pool};
        nh_budget budget = {.work = NH_WORK_PROOF};
        bool is_tried = terms->choice->signs <= MOST_SIGNS;
        is_proved = is_tried && nh_attempt(v->model->context, &budget, prove_rows, &p) == NH_OK && p.is_proved;
        nh_arena_destroy(arena);
    }
    return is_proved;
}
