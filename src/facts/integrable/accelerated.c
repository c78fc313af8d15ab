/* The forms of rows with accelerations, their integrable part, and its functions. */
#include "facts/integrable/accelerated.h"

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/pfaff/potential.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "facts/limits_private.h"
#include "model/values.h"

/* Longer rows, and more coordinates in them, are not examined. */
enum { MOST_OPERATIONS = 2000, MOST_COORDINATES = 12 };

typedef struct inquiry {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t count;     /* rows */
    nh_expr *residual;  /* count, without names */
    uint32_t used;      /* coordinates that occur in them */
    nh_expr *variables; /* 1 + 2 used: t, q, q' */
    nh_lowered found;
} inquiry;

static void list_variables(inquiry *x) {
    uint32_t n = (uint32_t)x->model->coordinates.count;
    nh_exprs q = {.arena = x->arena}, v = {.arena = x->arena};
    for (uint32_t i = 0; i < n; i++) {
        const nh_coordinate *c = &x->model->coordinates.items[i];
        nh_expr all[] = {c->q, c->v, nh_expr_dot(x->pool, c->v)};
        bool is_used = false;
        for (uint32_t r = 0; r < x->count; r++)
            is_used = is_used || nh_expr_depends_on(x->pool, x->residual[r], 3, all);
        if (!is_used) continue;
        nh_array_push(&q, c->q);
        nh_array_push(&v, c->v);
    }
    x->used = (uint32_t)q.count;
    x->variables = NH_NEW_ARRAY(x->arena, nh_expr, 1 + 2 * q.count);
    x->variables[0] = x->model->time;
    for (uint32_t i = 0; i < x->used; i++) {
        x->variables[1 + i] = q.items[i];
        x->variables[1 + x->used + i] = v.items[i];
    }
}

/* The residual with all accelerations 0. */
static nh_expr rest_of(const inquiry *x, nh_expr residual) {
    nh_expr *from = NH_NEW_ARRAY(x->arena, nh_expr, x->used), *to = NH_NEW_ARRAY(x->arena, nh_expr, x->used);
    for (uint32_t i = 0; i < x->used; i++) {
        from[i] = nh_expr_dot(x->pool, x->variables[1 + x->used + i]);
        to[i] = NH_EXPR_ZERO;
    }
    return nh_expr_substitute(x->pool, residual, x->used, from, to, true);
}

/* Leaves out rows whose gradients depend on others: what they say beyond these is not about accelerations. */
static bool drop_dependent(inquiry *x) {
    uint32_t m = x->used, kept = 0;
    nh_linear_minor minor;
    nh_expr *slopes = NH_NEW_ARRAY(x->arena, nh_expr, (size_t)x->count * m + 1);
    for (uint32_t r = 0; r < x->count; r++)
        for (uint32_t i = 0; i < m; i++) {
            nh_expr acceleration = nh_expr_dot(x->pool, x->variables[1 + m + i]);
            slopes[(size_t)r * m + i] = nh_expr_diff(x->pool, x->residual[r], acceleration);
            if (slopes[(size_t)r * m + i] == NH_EXPR_UNDEFINED) return false;
        }
    if (nh_linear_rank(x->pool, x->arena, x->count, m, slopes, &minor) != NH_LINEAR_DONE) return false;
    for (uint32_t r = 0; r < x->count; r++)
        if (nh_is_among(r, minor.rank, minor.rows)) x->residual[kept++] = x->residual[r];
    x->count = kept;
    return kept > 0;
}

static nh_pfaffian make_forms(const inquiry *x) {
    uint32_t m = x->used, columns = 1 + 2 * m, rank = m + x->count;
    nh_expr *forms = NH_NEW_ARRAY(x->arena, nh_expr, (size_t)rank * columns);
    for (size_t i = 0; i < (size_t)rank * columns; i++) forms[i] = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < m; i++) {
        forms[(size_t)i * columns] = nh_expr_neg(x->pool, x->variables[1 + m + i]);
        forms[(size_t)i * columns + 1 + i] = NH_EXPR_ONE;
    }
    for (uint32_t r = 0; r < x->count; r++) {
        nh_expr *form = forms + (size_t)(m + r) * columns;
        form[0] = rest_of(x, x->residual[r]);
        for (uint32_t i = 0; i < m; i++)
            form[1 + m + i] = nh_expr_diff(x->pool, x->residual[r], nh_expr_dot(x->pool, x->variables[1 + m + i]));
    }
    return (nh_pfaffian){.count = columns, .variables = x->variables, .rank = rank, .forms = forms};
}

static bool has_values(const nh_pfaffian *system) {
    for (size_t i = 0; i < (size_t)system->rank * system->count; i++)
        if (system->forms[i] == NH_EXPR_UNDEFINED) return false;
    return true;
}

/* df/dt = factor residual: from a velocity whose acceleration occurs in the row. */
static nh_expr factor_of(const inquiry *x, nh_expr f) {
    for (uint32_t i = 0; i < x->used; i++) {
        nh_expr v = x->variables[1 + x->used + i];
        nh_expr slope = nh_expr_diff(x->pool, x->residual[0], nh_expr_dot(x->pool, v));
        if (slope == NH_EXPR_UNDEFINED || nh_expr_is_zero(x->pool, slope) != NH_NO) continue;
        nh_expr factor = nh_expr_div(x->pool, nh_expr_diff(x->pool, f, v), slope);
        if (factor == NH_EXPR_UNDEFINED) return factor;
        nh_expr rest = nh_expr_mul(x->pool, factor, x->residual[0]);
        rest = nh_expr_sub(x->pool, nh_expr_total_derivative(x->pool, f), rest);
        bool is_one = rest != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(x->pool, rest);
        return is_one ? nh_expr_readable(x->pool, x->arena, factor) : NH_EXPR_UNDEFINED;
    }
    return NH_EXPR_UNDEFINED;
}

/* With values of parameters a function may be none any more: x'/a for a = 0, or constant: a x'. */
static bool stays_function(const inquiry *x, nh_expr f) {
    nh_expr valued = nh_model_with_values(x->model, f);
    if (valued == NH_EXPR_UNDEFINED) return false;
    for (uint32_t i = 0; i < 1 + 2 * x->used; i++) {
        nh_expr slope = nh_expr_diff(x->pool, valued, x->variables[i]);
        if (slope != NH_EXPR_UNDEFINED && nh_expr_is_zero(x->pool, slope) == NH_NO) return true;
    }
    return false;
}

/* Whether the gradients of the functions by the velocities are independent: x - t x' is constant where x' is, and says
 * nothing else of the accelerations. */
static bool has_own_slope(const inquiry *x, uint32_t count, const nh_expr *function) {
    nh_linear_minor minor;
    nh_expr *slopes = NH_NEW_ARRAY(x->arena, nh_expr, (size_t)count * x->used);
    for (uint32_t i = 0; i < count; i++)
        nh_expr_gradient(x->pool, function[i], x->used, x->variables + 1 + x->used, slopes + (size_t)i * x->used);
    return nh_linear_rank(x->pool, x->arena, count, x->used, slopes, &minor) == NH_LINEAR_DONE && minor.rank == count;
}

static void integrate_part(inquiry *x, const nh_pfaffian *part) {
    nh_potentials all = nh_pfaffian_integrate(x->pool, x->arena, part);
    nh_expr *function = NH_NEW_ARRAY(x->arena, nh_expr, all.count + 1);
    for (uint32_t i = 0; i < all.count && x->found.count < x->count; i++) {
        function[x->found.count] = all.items[i];
        x->found.count += stays_function(x, all.items[i]) && has_own_slope(x, x->found.count + 1, function);
    }
    x->found.function = function;
    if (x->found.count > 0 && x->count == 1) x->found.factor = factor_of(x, function[0]);
}

static void ask_forms(void *user) {
    inquiry *x = user;
    list_variables(x);
    if (x->used > MOST_COORDINATES || !drop_dependent(x)) return;
    nh_pfaffian system = make_forms(x), part;
    if (!has_values(&system)) return;
    if (nh_pfaffian_integrable_part(x->pool, x->arena, &system, &part) != NH_LINEAR_DONE) return;
    x->found.is_derivative = part.rank > 0 ? nh_fact_yes(NH_EVIDENCE_PROVED) : nh_fact_no(NH_EVIDENCE_PROVED);
    if (part.rank > 0) integrate_part(x, &part);
}

nh_lowered nh_lowered_find(nh_arena *arena, const nh_model *model, uint32_t count, const uint32_t *rows) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    inquiry x = {.model = model, .pool = model->pool, .arena = arena, .count = count};
    const nh_lowered nothing = {.is_derivative = nh_fact_unknown(), .factor = NH_EXPR_UNDEFINED};
    x.found = nothing;
    x.residual = NH_NEW_ARRAY(arena, nh_expr, (size_t)count + 1);
    nh_lowered curved = nothing; /* the derivative of a function of the velocities is linear in the accelerations */
    curved.is_derivative = nh_fact_no(NH_EVIDENCE_PROVED);
    for (uint32_t i = 0; i < count; i++) {
        NH_ASSERT(model->rows.items[rows[i]].has_accelerations);
        if (model->rows.items[rows[i]].is_curved) return count == 1 ? curved : nothing;
        x.residual[i] = nh_expr_expand_names(model->pool, model->rows.items[rows[i]].residual);
        if (x.residual[i] == NH_EXPR_UNDEFINED || nh_expr_is_pieced(model->pool, x.residual[i])) return nothing;
    }
    if (count == 0 || nh_expr_operations(model->pool, count, x.residual) > MOST_OPERATIONS) return nothing;
    nh_budget budget = {.work = NH_WORK_LOWERED};
    return nh_attempt(model->context, &budget, ask_forms, &x) == NH_OK ? x.found : nothing;
}

nh_lowered nh_lowered_find_all(nh_arena *arena, const nh_model *model) {
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, model->rows.count + 1), count = 0;
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        bool is_asked = row->is_imposed && row->has_accelerations && !row->is_gauge;
        if (is_asked && !row->is_curved) rows[count++] = i; /* curved ones are no derivatives */
    }
    return nh_lowered_find(arena, model, count, rows);
}
