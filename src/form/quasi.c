/* Choosing quasi-velocities, and solving (12) for the velocities. */
#include "form/quasi_private.h"

#include <string.h>

#include "algebra/domain/identity.h"
#include "algebra/tidy/tidy.h"
#include "base/assert.h"
#include "base/text/name.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "state/explicit/kind.h"

/* Operations beyond which velocities are not tidied: it would take longer than all the rest. */
enum { MOST_TIDIED = 600 };
/* Coordinates beyond which no angular velocities are offered: the rank of all rows is found for each of them. */
enum { MOST_TURNED = 24 };

/* ---- coefficients of what is affine in the velocities ---- */

static const char *format_reason(nh_arena *arena, const char *format, const char *name) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, format, name);
    return nh_text_string(&text);
}

/* Whether e depends on no velocity, though some occur in it: no derivative by one is other than zero, and it has no
 * pieces, which derivatives would not show. */
static bool is_constant_in_velocities(const nh_quasi_frame *f, nh_expr e) {
    if (nh_expr_is_pieced(f->pool, e)) return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (nh_expr_is_zero(f->pool, nh_expr_diff(f->pool, e, f->v[i])) != NH_YES) return false;
    return true;
}

/* *e as an expression without velocities; false when it depends on them, or may. */
static bool free_of_velocities(const nh_quasi_frame *f, nh_expr *e) {
    if (!nh_expr_has(f->pool, *e, NH_HAS_VELOCITY)) return true;
    *e = nh_expr_tidy(f->pool, f->arena, *e);
    if (!nh_expr_has(f->pool, *e, NH_HAS_VELOCITY)) return true;
    if (!is_constant_in_velocities(f, *e)) return false;
    nh_expr *zeros = NH_NEW_ARRAY(f->arena, nh_expr, f->n);
    for (uint32_t i = 0; i < f->n; i++) zeros[i] = NH_EXPR_ZERO;
    *e = nh_expr_substitute(f->pool, *e, f->n, f->v, zeros, true);
    return *e != NH_EXPR_UNDEFINED;
}

/* e = row q' + *shift; false when it is not so. */
static bool take_apart(const nh_quasi_frame *f, nh_expr e, nh_expr *row, nh_expr *shift) {
    NH_ASSERT(row != NULL && shift != NULL);
    nh_expr_gradient(f->pool, e, f->n, f->v, row);
    *shift = e;
    for (uint32_t j = 0; j < f->n; j++) {
        if (!free_of_velocities(f, &row[j])) return false;
        *shift = nh_expr_sub(f->pool, *shift, nh_expr_mul(f->pool, row[j], f->v[j]));
    }
    return free_of_velocities(f, shift);
}

static const char *refusal_of_row(nh_arena *arena, const nh_model *model, uint32_t row) {
    const char *name = nh_name_text(model->context, model->rows.items[row].name);
    nh_row_kind kind = nh_kind_of(model->pool, nh_row_rate(model, &model->rows.items[row])).kind;
    if (kind == NH_ROW_LINEAR || kind == NH_ROW_AFFINE)
        return format_reason(arena, "the constraint '%s' is not linear in the velocities as it is written", name);
    return format_reason(arena, "the constraint '%s' is not linear in the velocities", name);
}

/* alpha and beta. */
static bool take_constraints(nh_quasi_frame *f, const char **why) {
    for (uint32_t p = 0; p < f->k; p++) {
        nh_expr rate = nh_row_rate(f->model, &f->model->rows.items[f->row[p]]);
        uint32_t at = f->m + p;
        if (take_apart(f, rate, nh_grid_at(f->rows, at, 0), &f->shifts.e[at])) continue;
        *why = refusal_of_row(f->arena, f->model, f->row[p]);
        return false;
    }
    return true;
}

/* ---- which variables ---- */

static void put_velocity(nh_quasi_frame *f, uint32_t i, uint32_t coordinate) {
    NH_ASSERT(i < f->m && f->shifts.e != NULL);
    for (uint32_t j = 0; j < f->n; j++) *nh_grid_at(f->rows, i, j) = j == coordinate ? NH_EXPR_ONE : NH_EXPR_ZERO;
    f->shifts.e[i] = NH_EXPR_ZERO;
    f->symbols[i] = f->variables[i] = f->v[coordinate];
    f->names[i] = nh_quasi_coordinate(f, coordinate);
}

static void put_velocities(nh_quasi_frame *f) {
    f->is_plain = true;
    f->variables = f->symbols;
    for (uint32_t i = 0; i < f->m; i++) put_velocity(f, i, f->choice->independent[i]);
}

static bool put_quasi(nh_quasi_frame *f, uint32_t i, const nh_quasi *quasi, const char **why) {
    f->symbols[i] = quasi->symbol;
    f->variables[i] = quasi->definition;
    f->names[i] = nh_name_text(f->model->context, quasi->name);
    if (take_apart(f, quasi->definition, nh_grid_at(f->rows, i, 0), &f->shifts.e[i])) return true;
    *why = format_reason(f->arena, "the quasi-velocity '%s' is not linear in the velocities", f->names[i]);
    return false;
}

/* The rank of the first `count` rows of Z together with alpha; 0 when it is not found. */
static uint32_t rank_with(const nh_quasi_frame *f, uint32_t count) {
    nh_linear_minor minor;
    nh_grid some = nh_grid_make(f->pool, f->arena, count + f->k, f->n);
    for (uint32_t i = 0; i < count + f->k; i++)
        memcpy(some.e + (size_t)i * f->n, nh_grid_at(f->rows, i < count ? i : f->m + i - count, 0),
               f->n * sizeof *some.e);
    nh_linear_answer answer = nh_linear_rank(f->pool, f->arena, some.rows, some.columns, some.e, &minor);
    return answer == NH_LINEAR_DONE ? minor.rank : 0;
}

/* Whether the velocities in the angular velocity are those of coordinates of the row, and of these alone. */
static bool is_turned_by(const nh_quasi_frame *f, nh_vector Omega, const nh_row *row) {
    bool is_turned = false;
    for (uint32_t i = 0; i < f->n; i++) {
        bool occurs = false;
        for (int k = 0; k < 3; k++) occurs = occurs || nh_expr_depends_on(f->pool, Omega.x[k], 1, &f->v[i]);
        if (occurs && !nh_expr_depends_on(f->pool, row->residual, 1, &f->q[i])) return false;
        is_turned = is_turned || occurs;
    }
    return is_turned;
}

/* The body that the quaternion of the row turns, and nothing else; NULL: there is none. */
static const nh_rigid_body *turned_body(const nh_quasi_frame *f, const nh_row *row) {
    for (size_t b = 0; b < f->model->bodies.count; b++)
        if (is_turned_by(f, f->model->bodies.items[b].rotation.Omega, row)) return &f->model->bodies.items[b];
    return NULL;
}

/* Angular velocities, in the frame of the body, of bodies that a quaternion turns: those components that are
 * independent of each other and of the rows. How many. */
static uint32_t put_turns(nh_quasi_frame *f, const char **why) {
    uint32_t count = 0;
    for (size_t r = 0; r < f->model->rows.count && f->n <= MOST_TURNED; r++) {
        const nh_row *row = &f->model->rows.items[r];
        const nh_rigid_body *body = row->is_unit ? turned_body(f, row) : NULL;
        for (int k = 0; body != NULL && k < 3 && count < f->m; k++) {
            nh_text text = nh_text_begin(f->arena);
            nh_text_format(&text, "%s.Omega.%c", nh_name_text(f->model->context, body->name), "xyz"[k]);
            nh_name name = nh_name_of_text(f->model->context, nh_text_string(&text));
            nh_expr symbol = nh_expr_symbol(f->pool, NH_ROLE_QUASI, name, 0);
            nh_quasi quasi = {.name = name, .symbol = symbol, .definition = body->rotation.Omega.x[k]};
            if (!put_quasi(f, count, &quasi, why)) return 0;
            if (rank_with(f, count + 1) == count + 1 + f->k) count++;
        }
    }
    return count;
}

/* The quasi-velocities of the model, or angular velocities where it has none, and after them the independent
 * velocities that are independent of these too. *is_enough: there are m in all. */
static bool put_quasis(nh_quasi_frame *f, bool *is_enough, const char **why) {
    uint32_t count = (uint32_t)f->model->quasis.count;
    *is_enough = false;
    if (count > f->m) return true;
    for (uint32_t i = 0; i < count; i++)
        if (!put_quasi(f, i, &f->model->quasis.items[i], why)) return false;
    if (count == 0) count = put_turns(f, why);
    if (count == 0) return true;
    for (uint32_t i = 0; i < f->m && count < f->m; i++) {
        put_velocity(f, count, f->choice->independent[i]);
        if (rank_with(f, count + 1) == count + 1 + f->k) count++;
    }
    *is_enough = count == f->m;
    return true;
}

/* ---- velocities ---- */

/* x with a x = 1. */
static nh_linear_answer invert_grid(nh_grid a, nh_grid *inverse) {
    nh_linear_solution solution;
    nh_grid one = nh_grid_make(a.pool, a.arena, a.rows, a.rows);
    for (uint32_t i = 0; i < a.rows; i++) *nh_grid_at(one, i, i) = NH_EXPR_ONE;
    nh_linear_answer answer = nh_linear_solve(a.pool, a.arena, a.rows, a.e, a.rows, one.e, &solution);
    *inverse = one;
    if (answer == NH_LINEAR_DONE && a.rows > 0) memcpy(one.e, solution.x, (size_t)a.rows * a.rows * sizeof *one.e);
    return answer;
}

/* The rows as the choice solves them, q_d' - alpha_d(t, q, q_i') = 0: the same constraints. Gives N = dq'/dq_i'. */
static nh_grid take_solved_constraints(nh_quasi_frame *f) {
    nh_grid N = nh_grid_make(f->pool, f->arena, f->n, f->m), zeros = nh_grid_make(f->pool, f->arena, f->n, 1);
    for (uint32_t i = 0; i < f->m; i++) *nh_grid_at(N, f->choice->independent[i], i) = NH_EXPR_ONE;
    for (uint32_t p = 0; p < f->k; p++) {
        const nh_dependent *d = &f->choice->dependent[p];
        nh_expr *row = nh_grid_at(f->rows, f->m + p, 0), at_rest = d->alpha;
        nh_expr_gradient(f->pool, d->alpha, f->n, f->v, row);
        nh_expr_substitute_all(f->pool, f->n, row, f->n, f->v, zeros.e, true); /* alpha is affine in them */
        at_rest = nh_expr_substitute(f->pool, at_rest, f->n, f->v, zeros.e, true);
        for (uint32_t i = 0; i < f->m; i++) *nh_grid_at(N, d->coordinate, i) = row[f->choice->independent[i]];
        for (uint32_t j = 0; j < f->n; j++) row[j] = nh_expr_neg(f->pool, row[j]);
        row[d->coordinate] = NH_EXPR_ONE;
        f->shifts.e[f->m + p] = nh_expr_neg(f->pool, at_rest);
    }
    return N;
}

/* With rows as the choice solves them, of which N is known,
 *
 *     Gamma = N (Z N)^-1,     Theta = E - Gamma Z E,     E = the unit vectors of the dependent velocities,
 *
 * and what is left to be inverted is m x m, and 1 when y are the independent velocities. */
static nh_linear_answer invert_solved(nh_quasi_frame *f) {
    nh_grid N = take_solved_constraints(f), E = nh_grid_make(f->pool, f->arena, f->n, f->k), middle;
    for (uint32_t p = 0; p < f->k; p++) *nh_grid_at(E, f->choice->dependent[p].coordinate, p) = NH_EXPR_ONE;
    nh_linear_answer answer = NH_LINEAR_DONE;
    nh_grid Gamma = N, Theta = E; /* of independent velocities */
    if (!f->is_plain) {
        answer = invert_grid(nh_grid_mul(nh_quasi_Z(f), N), &middle);
        if (answer != NH_LINEAR_DONE) return answer;
        Gamma = nh_grid_mul(N, middle);
        Theta = nh_grid_sub(E, nh_grid_mul(Gamma, nh_grid_mul(nh_quasi_Z(f), E)));
    }
    f->inverse = nh_grid_make(f->pool, f->arena, f->n, f->n);
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t j = 0; j < f->n; j++)
            *nh_grid_at(f->inverse, i, j) = j < f->m ? *nh_grid_at(Gamma, i, j) : *nh_grid_at(Theta, i, j - f->m);
    return answer;
}

static nh_linear_answer find_inverse(nh_quasi_frame *f) {
    bool is_solved = f->choice->kind == NH_EXPLICIT_LINEAR;
    if (is_solved && f->is_plain) return invert_solved(f);
    nh_linear_answer answer = invert_grid(f->rows, &f->inverse);
    return answer == NH_LINEAR_UNKNOWN && is_solved ? invert_solved(f) : answer;
}

/* (13): the inverse applied to (y - psi over -beta). */
static void find_velocities(nh_quasi_frame *f) {
    nh_grid y = nh_grid_make(f->pool, f->arena, f->n, 1);
    if (f->m > 0) memcpy(y.e, f->symbols, f->m * sizeof *y.e);
    f->velocities = nh_grid_mul(f->inverse, nh_grid_sub(y, f->shifts));
    if (nh_expr_operations(f->pool, f->n, f->velocities.e) <= MOST_TIDIED)
        nh_expr_tidy_named(f->pool, f->arena, f->n, f->velocities.e);
}

static bool solve_frame(nh_quasi_frame *f, bool is_plain, const char **why) {
    nh_linear_answer answer = NH_LINEAR_SINGULAR;
    if (!is_plain) answer = find_inverse(f);
    if (answer == NH_LINEAR_SINGULAR) { /* what the model has does not serve */
        put_velocities(f);
        answer = find_inverse(f);
    }
    if (answer == NH_LINEAR_DONE) {
        find_velocities(f);
        return true;
    }
    *why = answer == NH_LINEAR_SINGULAR ? "the constraints do not determine the dependent velocities"
                                        : "the velocities could not be expressed in the quasi-velocities: the "
                                          "inverse of Z and alpha is too long";
    return false;
}

static nh_quasi_frame *begin_frame(const nh_model *model, nh_arena *arena, const nh_explicit *choice) {
    nh_quasi_frame *f = NH_NEW(arena, nh_quasi_frame);
    *f = (nh_quasi_frame){.model = model, .pool = model->pool, .arena = arena, .choice = choice};
    f->n = (uint32_t)model->coordinates.count;
    f->m = choice->m;
    f->k = choice->k;
    f->q = nh_model_coordinates(model, arena);
    f->v = nh_model_velocities(model, arena);
    uint32_t *row = NH_NEW_ARRAY(arena, uint32_t, (size_t)f->k + 1);
    for (uint32_t p = 0; p < f->k; p++) row[p] = choice->dependent[p].row;
    f->row = row;
    f->symbols = NH_NEW_ARRAY(arena, nh_expr, (size_t)f->m + 1);
    f->variables = NH_NEW_ARRAY(arena, nh_expr, (size_t)f->m + 1);
    f->names = NH_NEW_ARRAY(arena, const char *, (size_t)f->m + 1);
    f->rows = nh_grid_make(f->pool, arena, f->n, f->n);
    f->shifts = nh_grid_make(f->pool, arena, f->n, 1);
    return f;
}

nh_quasi_frame *nh_quasi_make(const nh_model *model, nh_arena *arena, const nh_explicit *choice, bool is_plain,
                              const char **why) {
    NH_ASSERT(choice->model == model && why != NULL && !nh_arena_is_scratch(arena));
    nh_quasi_frame *f = begin_frame(model, arena, choice);
    bool is_enough = false;
    if (!take_constraints(f, why)) return NULL;
    if (!is_plain && !put_quasis(f, &is_enough, why)) return NULL;
    return solve_frame(f, !is_enough, why) ? f : NULL;
}

nh_truth nh_quasi_is_linear(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(choice->model == model && why != NULL);
    nh_quasi_frame f = {.model = model, .pool = model->pool, .arena = arena, .n = choice->m + choice->k};
    f.v = nh_model_velocities(model, arena);
    nh_expr *row = NH_NEW_ARRAY(arena, nh_expr, (size_t)f.n + 1), shift;
    for (uint32_t p = 0; p < choice->k; p++) {
        uint32_t number = choice->dependent[p].row;
        nh_expr rate = nh_row_rate(model, &model->rows.items[number]);
        if (take_apart(&f, rate, row, &shift)) continue;
        *why = refusal_of_row(arena, model, number);
        if (nh_kind_linear(model->pool, rate) == NH_NO) return NH_NO;
        *why = format_reason(arena, "could not decide whether the constraint '%s' is linear in the velocities",
                             nh_name_text(model->context, model->rows.items[number].name));
        return NH_UNKNOWN;
    }
    return NH_YES;
}

/* ---- parts ---- */

nh_grid nh_quasi_Z(const nh_quasi_frame *f) {
    return nh_grid_part(f->rows, 0, f->m, 0, f->n);
}

nh_grid nh_quasi_psi(const nh_quasi_frame *f) {
    return nh_grid_part(f->shifts, 0, f->m, 0, 1);
}

nh_grid nh_quasi_beta(const nh_quasi_frame *f) {
    return nh_grid_part(f->shifts, f->m, f->k, 0, 1);
}

nh_grid nh_quasi_Gamma(const nh_quasi_frame *f) {
    return nh_grid_part(f->inverse, 0, f->n, 0, f->m);
}

nh_grid nh_quasi_Theta(const nh_quasi_frame *f) {
    return nh_grid_part(f->inverse, 0, f->n, f->m, f->k);
}

void nh_quasi_restrict(const nh_quasi_frame *f, size_t count, nh_expr *e) {
    NH_ASSERT(f->velocities.rows == f->n);
    nh_expr_substitute_all(f->pool, count, e, f->n, f->v, f->velocities.e, true);
}

const char *nh_quasi_coordinate(const nh_quasi_frame *f, uint32_t i) {
    NH_ASSERT(i < f->n);
    return nh_name_text(f->model->context, f->model->coordinates.items[i].name);
}

const char *nh_quasi_row(const nh_quasi_frame *f, uint32_t i) {
    NH_ASSERT(i < f->k);
    return nh_name_text(f->model->context, f->model->rows.items[f->row[i]].name);
}
