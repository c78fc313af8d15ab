/* A copy of the model, part by part: those from which L, the forces and the rows are made, and what is assumed. */
#include "facts/places/valued_private.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "model/values.h"
#include "state/explicit/kind.h"

struct nh_valuation {
    nh_map values;                  /* of symbols */
    bool is_in_rows, is_in_inertia; /* there it changes something */
    bool is_special;                /* it changes what kinds of rows they are, or what occurs in them */
};

typedef struct model_copy {
    nh_model *model; /* the copy */
    nh_arena *arena;
    struct nh_valuation *of;
} model_copy;

static nh_expr put_values(const model_copy *c, nh_expr e) {
    const struct nh_valuation *of = c->of;
    if (e == NH_EXPR_UNDEFINED) return e;
    return nh_expr_substitute_map(c->model->pool, e, &of->values, true);
}

static nh_expr *put_all(const model_copy *c, size_t count, const nh_expr *e) {
    nh_expr *own = NH_NEW_ARRAY(c->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) own[i] = put_values(c, e[i]);
    return own;
}

static nh_vector put_vector(const model_copy *c, nh_vector v) {
    for (int i = 0; i < 3; i++) v.x[i] = put_values(c, v.x[i]);
    return v;
}

static nh_matrix3 put_matrix(const model_copy *c, nh_matrix3 m) {
    for (int i = 0; i < 9; i++) m.r[i / 3][i % 3] = put_values(c, m.r[i / 3][i % 3]);
    return m;
}

/* Gives the copy its own items of an array. */
#define OWN(c, field)                                                                                                  \
    ((c)->model->field.items =                                                                                         \
         memcpy(nh_arena_alloc_zero((c)->arena, (c)->model->field.count + 1, sizeof *(c)->model->field.items),         \
                (c)->model->field.items != NULL ? (void *)(c)->model->field.items : (void *)"",                        \
                (c)->model->field.count * sizeof *(c)->model->field.items))

static void put_energies(const model_copy *c) {
    nh_model *model = c->model;
    OWN(c, terms);
    OWN(c, points);
    OWN(c, bodies);
    for (size_t i = 0; i < model->terms.count; i++)
        model->terms.items[i].value = put_values(c, model->terms.items[i].value);
    for (size_t i = 0; i < model->points.count; i++) {
        nh_point *point = &model->points.items[i];
        point->mass = put_values(c, point->mass);
        point->position = put_vector(c, point->position);
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        nh_rigid_body *body = &model->bodies.items[i];
        body->mass = put_values(c, body->mass);
        body->center = put_vector(c, body->center);
        body->inertia = put_matrix(c, body->inertia);
        body->rotation.matrix = put_matrix(c, body->rotation.matrix);
        body->rotation.omega = put_vector(c, body->rotation.omega);
        body->rotation.Omega = put_vector(c, body->rotation.Omega);
    }
    model->T = put_values(c, model->T);
    model->V = put_values(c, model->V);
    model->L = put_values(c, model->L);
    model->Q = put_all(c, model->coordinates.count, model->Q);
}

static void put_rows(const model_copy *c) {
    nh_model *model = c->model;
    OWN(c, rows);
    OWN(c, assumptions);
    for (size_t i = 0; i < model->rows.count; i++)
        model->rows.items[i].residual = put_values(c, model->rows.items[i].residual);
    for (size_t i = 0; i < model->assumptions.count; i++) {
        nh_assumption *given = &model->assumptions.items[i];
        given->left = put_values(c, given->left);
        given->right = put_values(c, given->right);
    }
}

/* Put into what is derived: to derive it once more takes longer. */
static nh_lagrange put_lagrange(const model_copy *c, nh_lagrange x) {
    x.matrix.entry = put_all(c, x.matrix.start[x.n], x.matrix.entry);
    x.jacobian.entry = put_all(c, x.jacobian.start[x.acting], x.jacobian.entry);
    x.force = put_all(c, x.n, x.force);
    x.rates = put_all(c, x.acting, x.rates);
    x.drift = put_all(c, x.acting, x.drift);
    return x;
}

/* What differs from the model. */
static void compare_models(const model_copy *c, const nh_admissible *a, const nh_lagrange *put) {
    const nh_lagrange *x = &a->lagrange;
    for (size_t i = 0; i < a->model->rows.count; i++)
        c->of->is_in_rows |= c->model->rows.items[i].residual != a->model->rows.items[i].residual;
    for (uint32_t i = 0; i < x->matrix.start[x->n]; i++)
        c->of->is_in_inertia |= put->matrix.entry[i] != x->matrix.entry[i];
}

/* ---- special values ---- */

static bool is_lost(nh_pool *pool, nh_expr generic, nh_expr valued) {
    return generic != valued && nh_expr_is_proved_zero(pool, valued);
}

/* Whether a gradient, or what depends on positions or time only, vanishes with the values and not in general. */
static bool loses_terms(const nh_admissible *a, const nh_lagrange *put, uint32_t i) {
    NH_ASSERT(i < put->acting);
    nh_pool *pool = a->model->pool;
    const nh_lagrange *x = &a->lagrange;
    uint32_t n;
    for (uint32_t e = x->jacobian.start[i]; e < x->jacobian.start[i + 1]; e++)
        if (is_lost(pool, x->jacobian.entry[e], put->jacobian.entry[e])) return true;
    if (x->rates[i] == put->rates[i]) return false;
    const nh_expr *symbols = nh_expr_symbols(pool, a->arena, 1, &x->rates[i], &n);
    for (uint32_t k = 0; k < n; k++)
        if (nh_expr_symbol_of(pool, symbols[k])->role != NH_ROLE_PARAMETER &&
            is_lost(pool, nh_expr_diff(pool, x->rates[i], symbols[k]), nh_expr_diff(pool, put->rates[i], symbols[k])))
            return true;
    return false;
}

static bool is_special_row(const nh_admissible *a, const nh_lagrange *put, uint32_t i) {
    NH_ASSERT(i < put->acting);
    nh_pool *pool = a->model->pool;
    nh_kind generic = nh_kind_of(pool, a->lagrange.rates[i]), valued = nh_kind_of(pool, put->rates[i]);
    return generic.kind != valued.kind || generic.degree != valued.degree ||
           generic.homogeneous != valued.homogeneous || loses_terms(a, put, i);
}

/* ---- units of time ---- */

static bool has_symbol(const nh_admissible *a, nh_expr e, nh_expr symbol) {
    return nh_expr_depends_on(a->model->pool, nh_expr_expand_names(a->model->pool, e), 1, &symbol);
}

/* The parameters in expressions that are not free of them where the time is counted in units of 1/w. */
static void list_bound(const nh_admissible *a, size_t count, const nh_expr *e, nh_map *bound) {
    nh_pool *pool = a->model->pool;
    for (size_t i = 0; i < count; i++) {
        uint32_t symbols;
        nh_expr whole = nh_expr_expand_names(pool, e[i]);
        const nh_expr *symbol = nh_expr_symbols(pool, a->arena, 1, &whole, &symbols);
        for (uint32_t k = 0; k < symbols; k++) {
            if (nh_expr_symbol_of(pool, symbol[k])->role != NH_ROLE_PARAMETER) continue;
            if (nh_map_get(bound, symbol[k]) != NULL) continue;
            nh_expr time = nh_expr_div(pool, a->model->time, symbol[k]);
            if (!nh_expr_has(pool, whole, NH_HAS_TIME) ||
                has_symbol(a, nh_expr_substitute(pool, e[i], 1, &a->model->time, &time, true), symbol[k]))
                nh_map_put(bound, symbol[k], 1);
        }
    }
}

/* The parameters that get their values. One that is not 0 and next to the time only, as w in cos(w t), gets none: its
 * value is no special one, and 4 t is an angle that takes longer than w t. */
static struct nh_valuation *list_values(const nh_admissible *a) {
    const nh_model *model = a->model;
    const nh_lagrange *x = &a->lagrange;
    const nh_expr *all = nh_model_parameter_symbols(model, a->arena), *given = nh_model_closed_values(model, a->arena);
    nh_map bound = nh_map_make(a->arena);
    struct nh_valuation *of = NH_NEW(a->arena, struct nh_valuation);
    of->values = nh_map_make(a->arena);
    list_bound(a, x->acting, x->rates, &bound);
    list_bound(a, x->jacobian.start[x->acting], x->jacobian.entry, &bound);
    list_bound(a, x->matrix.start[x->n], x->matrix.entry, &bound);
    for (size_t i = 0; i < model->parameters.count; i++) {
        bool is_number = nh_expr_is_number(model->pool, given[i]) && given[i] != NH_EXPR_ZERO;
        if (!is_number || nh_map_get(&bound, all[i]) != NULL) nh_map_put(&of->values, all[i], given[i]);
    }
    return of;
}

/* ---- all of it ---- */

/* With the same choice of velocities. */
static void put_form(nh_admissible *valued) {
    const nh_explicit *form = valued->form;
    if (form == NULL) return;
    uint32_t *rows = NH_NEW_ARRAY(valued->arena, uint32_t, (size_t)form->k + 1);
    uint32_t *dependent = NH_NEW_ARRAY(valued->arena, uint32_t, (size_t)form->k + 1);
    nh_explicit_parts_of(form, rows, dependent);
    valued->form = nh_explicit_make(valued->arena, valued->model, form->k, rows, dependent);
    valued->signs = NH_NEW_ARRAY(valued->arena, double, valued->form->signs);
    nh_explicit_signs(valued->form, nh_states_parameters(valued->states), &valued->state, valued->signs);
}

static nh_admissible *make_valued(nh_admissible *a) {
    const nh_model *model = a->model;
    if (model->parameters.count == 0 || !nh_model_is_closed(model)) return NULL;
    nh_admissible *valued = NH_NEW(a->arena, nh_admissible);
    model_copy c = {.model = nh_model_copy(a->model, a->arena), .arena = a->arena, .of = list_values(a)};
    put_energies(&c);
    put_rows(&c);
    *valued = *a;
    valued->model = c.model;
    valued->lagrange = put_lagrange(&c, a->lagrange);
    compare_models(&c, a, &valued->lagrange);
    if (!c.of->is_in_rows && !c.of->is_in_inertia) return NULL;
    valued->ideal = valued->positions = NULL;
    valued->parts = NULL;
    valued->has_ideal = valued->has_positions = false;
    valued->has_valued = true;
    valued->valuation = c.of;
    for (uint32_t i = 0; i < a->lagrange.acting && !c.of->is_special; i++)
        c.of->is_special = c.of->is_in_rows && is_special_row(a, &valued->lagrange, i);
    if (c.of->is_in_rows) put_form(valued);
    return valued;
}

nh_admissible *nh_admissible_valued(nh_admissible *a) {
    if (!a->has_valued) a->valued = make_valued(a);
    a->has_valued = true;
    return a->valued;
}

nh_expr nh_valued_put(const nh_admissible *a, nh_expr e) {
    const struct nh_valuation *of = a->valuation;
    if (of == NULL) return e;
    return nh_expr_substitute_map(a->model->pool, e, &of->values, true);
}

bool nh_valued_is_special(const nh_admissible *a) {
    NH_ASSERT(a->valuation != NULL);
    return a->valuation->is_special;
}

bool nh_valued_is_in_rows(const nh_admissible *a) {
    NH_ASSERT(a->valuation != NULL);
    return a->valuation->is_in_rows;
}

static bool is_same(nh_pool *pool, nh_expr e, nh_expr f) {
    nh_rat ignored;
    e = nh_expr_split(pool, nh_expr_normal(pool, e), &ignored);
    f = nh_expr_split(pool, nh_expr_normal(pool, f), &ignored);
    return e == f || e == nh_expr_split(pool, nh_expr_neg(pool, f), &ignored);
}

bool nh_valued_are_same(const nh_admissible *a, uint32_t count, const nh_expr *e, uint32_t other_count,
                        const nh_expr *other) {
    NH_ASSERT(a->valuation != NULL);
    for (uint32_t i = 0; i < count && count == other_count; i++) {
        bool is_there = false;
        for (uint32_t k = 0; k < count && !is_there; k++) is_there = is_same(a->model->pool, e[i], other[k]);
        if (!is_there) return false;
    }
    return count == other_count;
}
