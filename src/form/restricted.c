/* Functions on the constraints: the chain rule, and equations for the accelerations of independent velocities. */
#include "form/restricted.h"

#include "base/assert.h"
#include "base/text/name.h"
#include "expr/inspect.h"

/* Coordinates up to which coefficients with two indices get names. */
enum { MOST_NAMED = 100 };

/* ---- making ---- */

static void list_velocities(nh_restricted *r) {
    const nh_explicit *choice = r->choice;
    r->q = nh_model_coordinates(r->model, r->arena);
    r->v = nh_model_velocities(r->model, r->arena);
    r->dependent = NH_NEW_ARRAY(r->arena, uint32_t, r->n);
    r->independent = NH_NEW_ARRAY(r->arena, uint32_t, r->n);
    r->u = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    r->x = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->n; i++) r->dependent[i] = r->independent[i] = NH_MODEL_NONE;
    for (uint32_t d = 0; d < r->k; d++) r->dependent[choice->dependent[d].coordinate] = d;
    for (uint32_t i = 0; i < r->m; i++) {
        r->independent[choice->independent[i]] = i;
        r->u[i] = r->v[choice->independent[i]];
        r->x[i] = nh_expr_dot(r->pool, r->u[i]);
    }
}

static void list_places(nh_restricted *r) {
    r->place = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    r->pace = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    r->place[0] = r->model->time;
    r->pace[0] = NH_EXPR_ONE;
    for (uint32_t i = 0; i < r->n; i++) {
        r->place[1 + i] = r->q[i];
        r->pace[1 + i] = r->v[i];
    }
}

/* T and V apart, as the papers have them, where forces of V are functions of the place. */
static void find_energies(nh_restricted *r) {
    const nh_model *model = r->model;
    bool is_plain = model->T != NH_EXPR_UNDEFINED && model->V != NH_EXPR_UNDEFINED &&
                    !nh_expr_depends_on(r->pool, model->V, r->n, r->v);
    r->T = is_plain ? model->T : model->L;
    r->V = is_plain ? model->V : NH_EXPR_ZERO;
    r->F = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    nh_expr_gradient(r->pool, r->V, r->n, r->q, r->F);
    for (uint32_t i = 0; i < r->n; i++) r->F[i] = nh_expr_sub(r->pool, model->Q[i], r->F[i]);
}

static bool is_defined(const nh_expr_matrix *a) {
    for (uint32_t e = 0; e < a->start[a->rows]; e++)
        if (a->entry[e] == NH_EXPR_UNDEFINED) return false;
    return true;
}

/* Rows of dependent velocities at their coordinates; those of independent ones are 0. */
static void add_dependent(const nh_restricted *r, const nh_expr_matrix *of_alpha, nh_sums *sums) {
    for (uint32_t d = 0; d < r->k; d++)
        for (uint32_t e = of_alpha->start[d]; e < of_alpha->start[d + 1]; e++)
            nh_sums_add(sums, r->choice->dependent[d].coordinate, of_alpha->column[e], of_alpha->entry[e]);
}

static bool find_lift(nh_restricted *r) {
    nh_sums by_place = nh_sums_begin(r->pool, r->arena), by_velocity = by_place;
    nh_expr_matrix alpha_by_place = nh_explicit_jacobian(r->choice, r->arena, 1 + r->n, r->place);
    nh_expr_matrix alpha_by_velocity = nh_explicit_jacobian(r->choice, r->arena, r->m, r->u);
    if (!is_defined(&alpha_by_place) || !is_defined(&alpha_by_velocity)) return false;
    add_dependent(r, &alpha_by_place, &by_place);
    add_dependent(r, &alpha_by_velocity, &by_velocity);
    for (uint32_t i = 0; i < r->m; i++) nh_sums_add(&by_velocity, r->choice->independent[i], i, NH_EXPR_ONE);
    r->by_place = nh_sums_matrix(&by_place, r->n, 1 + r->n);
    r->N = nh_sums_matrix(&by_velocity, r->n, r->m);
    r->along = nh_matrix_transpose(r->pool, r->arena, &r->N);
    r->rest = nh_matrix_times(r->pool, r->arena, &r->by_place, r->pace);
    return true;
}

const nh_restricted *nh_restricted_make(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                        const char **why) {
    NH_ASSERT(choice->model == model && why != NULL && !nh_arena_is_scratch(arena));
    NH_ASSERT(choice->m + choice->k == model->coordinates.count);
    nh_restricted *r = NH_NEW(arena, nh_restricted);
    *r = (nh_restricted){.model = model, .pool = model->pool, .arena = arena, .choice = choice};
    r->n = (uint32_t)model->coordinates.count;
    r->m = choice->m;
    r->k = choice->k;
    list_velocities(r);
    list_places(r);
    find_energies(r);
    if (find_lift(r)) return r;
    *why = "the derivatives of the dependent velocities are too long";
    return NULL;
}

/* ---- points ---- */

static bool is_placed(const nh_restricted *r, const nh_point *point) {
    for (int k = 0; k < 3; k++)
        if (nh_expr_has(r->pool, point->position.x[k], NH_HAS_VELOCITY)) return false;
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

nh_mass_list nh_restricted_masses(const nh_restricted *r) {
    const nh_model *model = r->model;
    nh_mass_list c = {.X = NH_NEW_ARRAY(r->arena, nh_expr, 3 * model->points.count + 1)};
    c.mass = NH_NEW_ARRAY(r->arena, nh_expr, 3 * model->points.count + 1);
    for (size_t i = 0; i < model->points.count; i++) {
        const nh_point *point = &model->points.items[i];
        for (int k = 0; k < 3 && point->mass != NH_EXPR_UNDEFINED; k++) {
            c.mass[c.count] = point->mass;
            c.X[c.count++] = point->position.x[k];
        }
    }
    NH_ASSERT(c.count <= 3 * model->points.count);
    return c;
}

/* ---- derivatives ---- */

static void add_all(const nh_expr_matrix *a, nh_sums *sums) {
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t e = a->start[i]; e < a->start[i + 1]; e++) nh_sums_add(sums, i, a->column[e], a->entry[e]);
}

nh_slopes nh_restricted_slopes(const nh_restricted *r, uint32_t count, const nh_expr *e) {
    nh_expr_matrix own = nh_expr_jacobian(r->pool, r->arena, count, e, 1 + r->n, r->place);
    nh_expr_matrix by_v = nh_expr_jacobian(r->pool, r->arena, count, e, r->n, r->v);
    nh_expr_matrix through = nh_matrix_product(r->pool, r->arena, &by_v, &r->by_place);
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    add_all(&own, &sums);
    add_all(&through, &sums);
    return (nh_slopes){.by_place = nh_sums_matrix(&sums, count, 1 + r->n),
                       .by_velocity = nh_matrix_product(r->pool, r->arena, &by_v, &r->N)};
}

nh_expr *nh_restricted_slow_rates(const nh_restricted *r, const nh_slopes *slopes) {
    NH_ASSERT(slopes->by_place.columns == 1 + r->n);
    return nh_matrix_times(r->pool, r->arena, &slopes->by_place, r->pace);
}

nh_expr nh_restricted_project(const nh_restricted *r, const nh_expr *e, uint32_t i) {
    NH_ASSERT(i < r->m);
    return nh_matrix_row_times(r->pool, &r->along, i, e);
}

/* ---- equations ---- */

nh_equations *nh_restricted_equations(const nh_restricted *r, const char *form, const nh_expr_matrix *matrix,
                                      nh_expr *force, bool is_symmetric) {
    nh_equations *e = NH_NEW(r->arena, nh_equations);
    *e = (nh_equations){.model = r->model, .form = form, .count = r->m, .is_symmetric = is_symmetric};
    e->unknowns = r->x;
    e->symbols = e->variables = r->u;
    e->velocities = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++)
        e->velocities[i] = r->dependent[i] == NH_MODEL_NONE ? r->v[i] : r->choice->dependent[r->dependent[i]].alpha;
    e->force = force;
    e->matrix = *matrix;
    e->jacobian = nh_equations_sparse(r->arena, 0, r->m, NULL);
    e->choice = r->choice;
    e->lift = r->N;
    e->rest = r->rest;
    e->coefficients.arena = r->arena;
    nh_equations_add_accelerated(e, r->arena);
    NH_ASSERT(nh_equations_fit(e));
    return e;
}

/* ---- names ---- */

bool nh_restricted_has_names(const nh_restricted *r) {
    return r->n <= MOST_NAMED;
}

const char *nh_restricted_coordinate(const nh_restricted *r, uint32_t coordinate) {
    NH_ASSERT(coordinate < r->n);
    return nh_name_text(r->model->context, r->model->coordinates.items[coordinate].name);
}

const char *nh_restricted_independent(const nh_restricted *r, uint32_t i) {
    NH_ASSERT(i < r->m);
    return nh_restricted_coordinate(r, r->choice->independent[i]);
}

const char *nh_restricted_row(const nh_restricted *r, uint32_t dependent) {
    NH_ASSERT(dependent < r->k);
    return nh_name_text(r->model->context, r->model->rows.items[r->choice->dependent[dependent].row].name);
}
