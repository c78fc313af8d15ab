/* Functions on the constraints: the chain rule, and equations for the accelerations of independent velocities. */
#include "form/restricted.h"

#include "base/name.h"
#include "expr/inspect.h"

/* ---- making ---- */

static void list_velocities(nh_restricted *r) {
    r->q = nh_model_coordinates(r->model, r->arena);
    r->v = nh_model_velocities(r->model, r->arena);
    r->dependent = NH_NEW_ARRAY(r->arena, uint32_t, r->n);
    r->u = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    r->x = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->n; i++) r->dependent[i] = NH_MODEL_NONE;
    for (uint32_t d = 0; d < r->k; d++) r->dependent[r->choice->dependent[d].coordinate] = d;
    for (uint32_t i = 0; i < r->m; i++) {
        r->u[i] = r->v[r->choice->independent[i]];
        r->x[i] = nh_expr_dot(r->pool, r->u[i]);
    }
}

/* T and V apart, as the papers have them, where forces of V are functions of the place. */
static void find_energies(nh_restricted *r) {
    nh_model *model = r->model;
    bool is_plain = model->T != NH_EXPR_UNDEFINED && model->V != NH_EXPR_UNDEFINED &&
                    !nh_expr_depends_on(r->pool, model->V, r->n, r->v);
    r->T = is_plain ? model->T : model->L;
    r->V = is_plain ? model->V : NH_EXPR_ZERO;
    r->F = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++)
        r->F[i] = nh_expr_sub(r->pool, model->Q[i], nh_expr_diff(r->pool, r->V, r->q[i]));
}

/* dalpha_d/dw of a dependent velocity; 1 or 0 of an independent one. */
static nh_expr slope(const nh_restricted *r, uint32_t i, nh_expr w) {
    if (r->dependent[i] == NH_MODEL_NONE) return r->v[i] == w ? NH_EXPR_ONE : NH_EXPR_ZERO;
    return nh_explicit_first(r->choice, r->dependent[i], w);
}

static bool find_lift(nh_restricted *r) {
    bool is_found = true;
    r->N = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n * r->m);
    r->rest = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        nh_expr rest = slope(r, i, r->model->time);
        for (uint32_t j = 0; j < r->n; j++) {
            nh_expr by = slope(r, i, r->q[j]);
            is_found &= by != NH_EXPR_UNDEFINED;
            if (is_found) rest = nh_expr_add(r->pool, rest, nh_expr_mul(r->pool, by, r->v[j]));
        }
        r->rest[i] = rest;
        is_found &= rest != NH_EXPR_UNDEFINED;
        for (uint32_t k = 0; k < r->m; k++) {
            r->N[(size_t)i * r->m + k] = slope(r, i, r->u[k]);
            is_found &= r->N[(size_t)i * r->m + k] != NH_EXPR_UNDEFINED;
        }
    }
    return is_found;
}

const nh_restricted *nh_restricted_make(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    nh_restricted *r = NH_NEW(arena, nh_restricted);
    *r = (nh_restricted){.model = model, .pool = model->pool, .arena = arena, .choice = choice};
    r->n = (uint32_t)model->coordinates.count;
    r->m = choice->m;
    r->k = choice->k;
    list_velocities(r);
    find_energies(r);
    if (find_lift(r)) return r;
    *why = "the derivatives of the dependent velocities are too long";
    return NULL;
}

/* ---- points ---- */

static bool is_placed(const nh_restricted *r, const nh_point *point) {
    for (int k = 0; k < 3; k++)
        if (nh_expr_depends_on(r->pool, point->position.x[k], r->n, r->v)) return false;
    return true;
}

bool nh_restricted_is_of_points(const nh_restricted *r) {
    const nh_model *model = r->model;
    size_t masses = 0;
    if (r->T != model->T || model->bodies.count > 0) return false;
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_KINETIC) return false;
    for (size_t i = 0; i < model->points.count; i++) {
        if (model->points.items[i].mass == NH_EXPR_UNDEFINED) continue;
        if (!is_placed(r, &model->points.items[i])) return false;
        masses++;
    }
    return masses > 0;
}

/* ---- derivatives ---- */

nh_expr nh_restricted_diff(const nh_restricted *r, nh_expr e, nh_expr w) {
    nh_arena *scratch = nh_scratch(r->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, (size_t)r->k + 1);
    terms[r->k] = nh_expr_diff(r->pool, e, w);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        nh_expr by = nh_expr_diff(r->pool, e, r->v[i]);
        terms[d] = by == NH_EXPR_ZERO ? by : nh_expr_mul(r->pool, by, slope(r, i, w));
    }
    nh_expr sum = nh_expr_sum(r->pool, (size_t)r->k + 1, terms);
    nh_arena_release(scratch, mark);
    return sum;
}

nh_expr nh_restricted_slow_rate(const nh_restricted *r, nh_expr e) {
    nh_expr sum = nh_restricted_diff(r, e, r->model->time);
    for (uint32_t j = 0; j < r->n; j++)
        sum = nh_expr_add(r->pool, sum, nh_expr_mul(r->pool, nh_restricted_diff(r, e, r->q[j]), r->v[j]));
    return sum;
}

nh_expr nh_restricted_project(const nh_restricted *r, const nh_expr *e, uint32_t i) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t j = 0; j < r->n; j++)
        sum = nh_expr_add(r->pool, sum, nh_expr_mul(r->pool, r->N[(size_t)j * r->m + i], e[j]));
    return sum;
}

/* ---- equations ---- */

nh_equations *nh_restricted_equations(const nh_restricted *r, const char *form, const nh_expr *matrix, nh_expr *force,
                                      bool is_symmetric) {
    nh_equations *e = NH_NEW(r->arena, nh_equations);
    *e = (nh_equations){.model = r->model, .form = form, .count = r->m, .is_symmetric = is_symmetric};
    e->unknowns = r->x;
    e->symbols = e->variables = r->u;
    e->velocities = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++)
        e->velocities[i] = r->dependent[i] == NH_MODEL_NONE ? r->v[i] : r->choice->dependent[r->dependent[i]].alpha;
    e->force = force;
    e->matrix = nh_equations_sparse(r->arena, r->m, r->m, matrix);
    e->jacobian = nh_equations_sparse(r->arena, 0, r->m, NULL);
    e->choice = r->choice;
    e->lift = nh_equations_sparse(r->arena, r->n, r->m, r->N);
    e->rest = r->rest;
    e->coefficients.arena = r->arena;
    return e;
}

const char *nh_restricted_coordinate(const nh_restricted *r, uint32_t coordinate) {
    return nh_name_text(r->model->context, r->model->coordinates.items[coordinate].name);
}
