/* Invariant measures whose density depends on the coordinates only.
 *
 * In coordinates q and velocities w, the density rho is invariant if (ln rho)' = -div, the divergence of the motion.
 * With constraints affine in the velocities and a quadratic energy both sides are affine in the velocities u,
 *
 *     q' = b + sum_j A_j u_j,     div = D_0 + sum_j D_j u_j,     A_j(ln rho) = -D_j,     (d/dt + b)(ln rho) = -D_0.
 *
 * Found: rho = N^s with s one of a few powers and N a sum of known functions with constant coefficients, for which
 * s N' + N div = 0 is linear. Refuted: the brackets of these fields have the same to satisfy, [X, Y](ln rho) = X(Y ln
 * rho) - Y(X ln rho); where they contradict each other no density exists, not even a local one. A contradiction is a
 * minor that is not 0, and what is 0 has residue 0: so it is exact, for almost all values of the parameters. */
#include <math.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "integrals/integrals_private.h"
#include "integrals/limits_private.h"

enum {
    MOST_VELOCITIES = 5,
    MOST_DEGREE = 2,  /* of the density's base, in its factors */
    MOST_TERMS = 200, /* of it */
    MOST_FIELDS = 40, /* with brackets */
};

typedef struct measure_work {
    nh_admissible *a;
    const nh_flow *flow;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n, m, known; /* coordinates, velocities; time and positions */
    const nh_expr *u;
    const nh_reduced *reduced;
    nh_expr div;     /* for dq du */
    nh_expr growth;  /* for the volume that is told */
    nh_expr inertia; /* the logarithmic rate of the determinant of the kinetic energy in these velocities */
    nh_integrals_measure *result;
    nh_expr density, factor; /* the volume by that of coordinates and velocities */
    nh_expr scale;           /* the determinant of the kinetic energy by that in the velocities of the flow */
} measure_work;

/* ---- the divergence ---- */

static nh_expr sum_products(nh_pool *pool, nh_expr sum, nh_expr x, nh_expr y) {
    return nh_expr_add(pool, sum, nh_expr_mul(pool, x, y));
}

/* f along the motion, for a function of time and positions. */
static nh_expr rate_of_function(const measure_work *w, nh_expr f) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < w->known; i++)
        sum = sum_products(w->pool, sum, nh_expr_diff(w->pool, f, w->flow->variables[i]), w->flow->rates[i]);
    return sum;
}

static nh_expr at_rest(const measure_work *w, nh_expr e) {
    nh_expr *zeros = NH_NEW_ARRAY(w->arena, nh_expr, w->m + 1); /* NH_EXPR_ZERO is 0 */
    return nh_expr_substitute(w->pool, e, w->m, w->u, zeros, true);
}

/* The divergence of the velocities w: that of G^-1 F by these. */
static void find_divergence(measure_work *w) {
    nh_pool *pool = w->pool;
    uint32_t m = w->m;
    const nh_reduced *r = w->reduced;
    w->div = w->inertia = NH_EXPR_ZERO;
    for (uint32_t x = 0; x < m * m; x++)
        w->inertia = sum_products(pool, w->inertia, r->inverse[x], rate_of_function(w, r->G[x]));
    for (uint32_t x = 0; x < m; x++)
        for (uint32_t j = 0; j < m; j++)
            w->div = sum_products(pool, w->div, r->inverse[j * m + x], nh_expr_diff(pool, r->F[x], w->u[j]));
    for (uint32_t i = 0; i < w->known; i++)
        w->div = nh_expr_add(pool, w->div, nh_expr_diff(pool, w->flow->rates[i], w->flow->variables[i]));
}

/* ---- the volume ---- */

static nh_expr determinant_of(nh_pool *pool, nh_arena *arena, uint32_t m, const nh_expr *a) {
    if (m == 1) return a[0];
    nh_expr sum = NH_EXPR_ZERO, *minor = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m);
    for (uint32_t k = 0; k < m; k++) {
        for (uint32_t i = 1; i < m; i++)
            for (uint32_t j = 0; j < m; j++)
                if (j != k) minor[(i - 1) * (m - 1) + (j < k ? j : j - 1)] = a[i * m + j];
        nh_expr term = nh_expr_mul(pool, a[k], determinant_of(pool, arena, m - 1, minor));
        sum = nh_expr_add(pool, sum, k % 2 == 0 ? term : nh_expr_neg(pool, term));
    }
    return sum;
}

/* The volume gets this factor: growth gets its logarithmic rate. */
static bool take_factor(measure_work *w, uint32_t m, const nh_expr *a) {
    nh_expr d = nh_expr_normal(w->pool, determinant_of(w->pool, w->arena, m, a));
    if (d == NH_EXPR_ZERO || d == NH_EXPR_UNDEFINED) return false;
    NH_ASSERT(w->growth != NH_EXPR_UNDEFINED);
    w->growth = nh_expr_add(w->pool, w->growth, nh_expr_div(w->pool, rate_of_function(w, d), d));
    w->factor = nh_expr_mul(w->pool, w->factor, d);
    return true;
}

static void list_differentials(const measure_work *w, nh_text *text, uint32_t from, uint32_t to, uint64_t left_out) {
    for (uint32_t i = from; i < to; i++) {
        if (left_out >> i & 1) continue;
        nh_text_add(text, " d");
        nh_expr_print(w->pool, text, w->flow->variables[i]);
    }
}

/* The free positions on which the rotation of the one body depends, as bits, if there are three; else 0. */
static uint64_t rotation_positions(const measure_work *w) {
    const nh_flow *flow = w->flow;
    if (flow->model->bodies.count != 1 || w->known > 60) return 0;
    uint64_t bits = 0;
    int count = 0;
    for (uint32_t i = flow->times; i < w->known; i++)
        for (int k = 0; k < 9; k++) {
            nh_expr entry = flow->model->bodies.items[0].rotation.matrix.r[k / 3][k % 3];
            if (!nh_expr_depends_on(w->pool, nh_flow_restrict(flow, entry), 1, &flow->variables[i])) continue;
            bits |= UINT64_C(1) << i, count++;
            break;
        }
    return count == 3 ? bits : 0;
}

/* dOmega by the velocities of three positions: the density of the volume of rotations. */
static bool take_rotations(measure_work *w, uint64_t bits) {
    const nh_flow *flow = w->flow;
    const nh_rotation *R = &flow->model->bodies.items[0].rotation;
    nh_expr a[9], v[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->known; i++)
        if (bits >> i & 1) v[count++] = flow->model->coordinates.items[flow->coordinate[i]].v;
    for (int i = 0; i < 3; i++) {
        nh_expr omega = nh_expr_expand_names(w->pool, R->Omega.x[i]);
        for (uint32_t k = 0; k < flow->chart.count; k++) { /* velocities of dependent positions */
            nh_expr q = flow->chart.symbol[k], value = nh_flow_restrict(flow, q);
            for (size_t c = 0; c < flow->model->coordinates.count; c++)
                if (flow->model->coordinates.items[c].q == q) {
                    nh_expr rate = nh_expr_total_derivative(w->pool, value);
                    omega = nh_expr_substitute(w->pool, omega, 1, &flow->model->coordinates.items[c].v, &rate, true);
                }
        }
        for (int j = 0; j < 3; j++) a[i * 3 + j] = nh_flow_restrict(flow, nh_expr_diff(w->pool, omega, v[j]));
    }
    return take_factor(w, 3, a);
}

/* The matrix of other velocities by the independent ones. */
static bool take_velocities(measure_work *w, const nh_expr *velocities) {
    nh_expr *a = NH_NEW_ARRAY(w->arena, nh_expr, w->m * w->m + 1);
    for (uint32_t i = 0; i < w->m; i++) {
        nh_expr v = nh_flow_restrict(w->flow, velocities[i]);
        for (uint32_t j = 0; j < w->m; j++) a[i * w->m + j] = nh_expr_diff(w->pool, v, w->u[j]);
    }
    nh_expr before = w->growth, factor = w->factor;
    if (!take_factor(w, w->m, a)) return false;
    nh_expr rate = nh_expr_sub(w->pool, w->growth, before), change = nh_expr_div(w->pool, factor, w->factor);
    w->scale = nh_expr_mul(w->pool, w->scale, nh_expr_mul(w->pool, change, change));
    w->inertia = nh_expr_sub(w->pool, w->inertia, nh_expr_add(w->pool, rate, rate));
    return true;
}

/* Two components of the angular velocity where the third one is 0. */
static bool take_two_components(measure_work *w, nh_text *text, const char *body, const nh_vector *v,
                                const char *name) {
    for (int i = 0; i < 3; i++) {
        int x = i == 0 ? 1 : 0, y = i == 2 ? 1 : 2;
        nh_expr both[] = {v->x[x], v->x[y]};
        if (nh_expr_normal(w->pool, nh_flow_restrict(w->flow, v->x[i])) != NH_EXPR_ZERO) continue;
        if (!take_velocities(w, both)) continue;
        nh_text_format(text, " d%s.%s.%c d%s.%s.%c", body, name, "xyz"[x], body, name, "xyz"[y]);
        return true;
    }
    return false;
}

/* Quasi-velocities where the model has them; components of the angular velocity of one body where these do. */
static void choose_volume(measure_work *w) {
    const nh_model *model = w->flow->model;
    nh_context *context = model->context;
    nh_text text = nh_text_begin(w->arena);
    w->growth = w->div, w->factor = w->scale = NH_EXPR_ONE;
    uint64_t bits = rotation_positions(w);
    if (bits != 0 && !take_rotations(w, bits)) bits = 0;
    list_differentials(w, &text, w->flow->times, w->known, bits);
    const char *body = model->bodies.count == 1 ? nh_name_text(context, model->bodies.items[0].name) : "";
    if (bits != 0) nh_text_format(&text, " d(%s.R)", body);
    nh_expr *quasi = NH_NEW_ARRAY(w->arena, nh_expr, model->quasis.count + 1);
    for (size_t i = 0; i < model->quasis.count; i++) quasi[i] = model->quasis.items[i].definition;
    if (model->quasis.count == w->m && take_velocities(w, quasi)) {
        for (size_t i = 0; i < w->m; i++)
            nh_text_format(&text, " d%s", nh_name_text(context, model->quasis.items[i].name));
    } else if (bits != 0 && w->m == 3 && take_velocities(w, model->bodies.items[0].rotation.Omega.x)) {
        nh_text_format(&text, " d%s.Omega.x d%s.Omega.y d%s.Omega.z", body, body, body);
    } else if (bits != 0 && w->m == 2 &&
               (take_two_components(w, &text, body, &model->bodies.items[0].rotation.Omega, "Omega") ||
                take_two_components(w, &text, body, &model->bodies.items[0].rotation.omega, "omega"))) {
    } else list_differentials(w, &text, w->known, w->flow->count, 0);
    w->result->volume = nh_text_string(&text) + 1;
}

/* ---- a density ---- */

static bool is_true_density(measure_work *w, nh_expr base, nh_rat power) {
    nh_expr N = nh_flow_restrict(w->flow, base);
    nh_expr e = nh_expr_scale(w->pool, power, rate_of_function(w, N));
    nh_fact fact = nh_admissible_is_zero(w->a, sum_products(w->pool, e, N, w->growth));
    w->result->by = fact.by;
    return fact.truth == NH_YES;
}

static bool try_terms(measure_work *w, const nh_integral_search *search, const nh_exprs *terms, nh_rat power) {
    nh_relation_question q = {terms->count, terms->items, NULL, w->growth, power};
    nh_relation_terms found;
    if (!nh_integral_search_relate(search, &q, &found)) return false;
    nh_expr base = nh_integral_with_coefficients(search, w->arena, &found);
    if (base == NH_EXPR_UNDEFINED || !is_true_density(w, base, power)) return false;
    nh_expr density = nh_expr_pow_rational(w->pool, nh_expr_is_number(w->pool, base) ? NH_EXPR_ONE : base, power);
    NH_ASSERT(w->result->by != NH_EVIDENCE_NONE);
    nh_text text = nh_text_begin(w->arena), latex = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, density);
    nh_expr_print_latex(w->pool, &latex, density);
    w->result->density = nh_text_string(&text), w->result->latex = nh_text_string(&latex);
    w->density = density;
    return true;
}

static bool try_space(measure_work *w, const nh_integral_search *search, const nh_ansatz_space *space,
                      uint32_t degree) {
    static const int8_t powers[][2] = {{1, 1}, {-1, 1}, {1, 2}, {-1, 2}, {3, 2}, {-3, 2}, {2, 1}, {-2, 1}};
    nh_exprs terms = {.arena = w->arena};
    if (!nh_ansatz_space_terms(space, 0, degree, &terms) || terms.count > MOST_TERMS) return false;
    for (size_t i = 0; i < (degree == 0 ? 1 : sizeof powers / sizeof *powers); i++)
        if (try_terms(w, search, &terms, nh_rat_make(powers[i][0], powers[i][1]))) return true;
    return false;
}

static void search_in(measure_work *w, const nh_ansatz_space *own) {
    nh_integral_search *search = nh_integral_search_make(w->arena, w->flow);
    nh_ansatz_space frames = nh_ansatz_space_of_frames(w->arena, w->flow);
    for (uint32_t degree = 0; degree <= MOST_DEGREE && w->result->density == NULL; degree++)
        if (!try_space(w, search, &frames, degree)) (void)try_space(w, search, own, degree);
    if (w->result->density != NULL) return;
    w->growth = nh_expr_add(w->pool, w->growth, w->inertia);
    nh_expr masses = determinant_of(w->pool, w->arena, w->m, w->reduced->G);
    w->factor = nh_expr_mul(w->pool, w->factor, nh_expr_mul(w->pool, masses, w->scale));
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text, "%s, with momenta in place of velocities", w->result->volume);
    w->result->volume = nh_text_string(&text);
    for (uint32_t degree = 0; degree <= MOST_DEGREE && w->result->density == NULL; degree++)
        if (!try_space(w, search, &frames, degree)) (void)try_space(w, search, own, degree);
}

/* A density that has no value at the reference state, sqrt(cos(y)^2 - 2), is one up to a constant that is not real. */
static void search_density(measure_work *w) {
    nh_ansatz_space own = nh_ansatz_space_make(w->arena, w->flow, 0, NULL);
    const measure_work before = *w;
    const nh_integrals_measure result = *w->result;
    search_in(w, &own);
    if (w->result->density == NULL || !isnan(nh_flow_value(w->flow, w->density))) return;
    nh_integrals_measure *kept = w->result;
    *w = before;
    *kept = result;
    nh_ansatz_space_take_real_roots(&own);
    search_in(w, &own);
}

/* ---- an obstruction ---- */

/* Vector fields on time and positions, each with what it must give for ln rho, as the last entry. */
typedef struct fields {
    uint32_t count, width;
    nh_exprs entries;
} fields;

static const nh_expr *field_at(const fields *f, uint32_t i) {
    return f->entries.items + (size_t)i * f->width;
}

static nh_expr apply_field(const measure_work *w, const nh_expr *X, nh_expr e) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < w->known; i++)
        if (X[i] != NH_EXPR_ZERO)
            sum = sum_products(w->pool, sum, X[i], nh_expr_diff(w->pool, e, w->flow->variables[i]));
    return sum;
}

static void add_bracket(const measure_work *w, fields *f, uint32_t x, uint32_t y) {
    NH_ASSERT(x < f->count && y < f->count);
    nh_expr *entry = NH_NEW_ARRAY(w->arena, nh_expr, f->width);
    for (uint32_t i = 0; i < f->width; i++)
        entry[i] = nh_expr_sub(w->pool, apply_field(w, field_at(f, x), field_at(f, y)[i]),
                               apply_field(w, field_at(f, y), field_at(f, x)[i]));
    nh_array_append(&f->entries, f->width, entry);
    f->count++;
}

static fields first_fields(const measure_work *w) {
    fields f = {0, w->known + 1, {.arena = w->arena}};
    for (uint32_t j = 0; j <= w->m; j++) {
        for (uint32_t i = 0; i < w->known; i++) {
            nh_expr rate = w->flow->rates[i];
            nh_array_push(&f.entries, j < w->m ? nh_expr_diff(w->pool, rate, w->u[j]) : at_rest(w, rate));
        }
        nh_expr part = j < w->m ? at_rest(w, nh_expr_diff(w->pool, w->div, w->u[j])) : at_rest(w, w->div);
        nh_array_push(&f.entries, nh_expr_neg(w->pool, part));
        f.count++;
    }
    return f;
}

/* Whether the conditions contradict each other: the fields span all positions on which any of them acts, and the
 * conditions have a rank above that. */
static bool is_contradiction(const measure_work *w, const fields *f) {
    nh_modular *modular =
        nh_modular_make(w->pool, w->arena, f->entries.count, f->entries.items, w->flow->count, w->flow->variables);
    uint64_t *values = NH_NEW_ARRAY(w->arena, uint64_t, f->entries.count + 1);
    if (!nh_modular_next(modular, values)) return false;
    nh_echelon all = nh_echelon_make(w->arena, f->width);
    for (uint32_t i = 0; i < f->count; i++) nh_echelon_add(&all, values + (size_t)i * f->width);
    uint32_t acted = 0;
    for (uint32_t k = 0; k + 1 < f->width; k++) {
        bool is_acted = false;
        for (uint32_t i = 0; i < f->count; i++) is_acted |= field_at(f, i)[k] != NH_EXPR_ZERO;
        acted += is_acted;
    }
    return all.rank == acted + 1;
}

/* More than the second power of velocities in the divergence, exactly. */
static bool has_higher_terms(const measure_work *w) {
    nh_exprs second = {.arena = w->arena};
    for (uint32_t i = 0; i < w->m; i++)
        for (uint32_t j = 0; j <= i; j++)
            nh_array_push(&second, nh_expr_diff(w->pool, nh_expr_diff(w->pool, w->div, w->u[i]), w->u[j]));
    nh_modular *modular =
        nh_modular_make(w->pool, w->arena, second.count, second.items, w->flow->count, w->flow->variables);
    uint64_t *values = NH_NEW_ARRAY(w->arena, uint64_t, second.count + 1);
    bool is_one = nh_modular_next(modular, values), has_some = false;
    for (size_t i = 0; is_one && i < second.count; i++) has_some |= values[i] != 0;
    return has_some;
}

static void add_root(nh_pool *pool, nh_expr product, nh_exprs *roots) {
    for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, product); i += 2) {
        const nh_expr *args = nh_expr_args(pool, product);
        bool is_root = !nh_rat_is_int(nh_expr_rational(pool, args[i + 1]));
        if (is_root && !nh_exprs_has(roots, args[i])) nh_array_push(roots, args[i]);
    }
}

/* Whether residues keep all relations between the functions in the divergence: not those of logarithms and arcs, of
 * powers with symbols as exponents, and of pieces; and not those of several roots, each of which has a sign of its own
 * there: sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2). */
static bool has_exact_residues(const measure_work *w) {
    nh_exprs list = {.arena = w->arena}, roots = {.arena = w->arena};
    nh_flow_list(w->flow, &list);
    nh_array_push(&list, w->div);
    nh_walk *walk = nh_walk_begin(w->pool, list.count, list.items, NH_WALK_PLAIN);
    bool is_exact = true;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr_kind kind = nh_expr_kind_of(w->pool, walk->order[i]);
        is_exact &= kind == NH_EXPR_NUMBER || kind == NH_EXPR_SYMBOL || kind == NH_EXPR_SUM ||
                    kind == NH_EXPR_PRODUCT || kind == NH_EXPR_SIN || kind == NH_EXPR_COS || kind == NH_EXPR_TAN ||
                    kind == NH_EXPR_EXP;
        if (kind == NH_EXPR_PRODUCT) add_root(w->pool, walk->order[i], &roots);
    }
    nh_walk_end(walk);
    return is_exact && roots.count <= 1;
}

static void search_obstruction(measure_work *w) {
    if (!has_exact_residues(w)) return;
    if (has_higher_terms(w)) {
        w->result->obstruction = "the divergence is not affine in the velocities";
        return;
    }
    fields f = first_fields(w);
    for (uint32_t level = f.count, before = 0; f.count < MOST_FIELDS; before = level, level = f.count) {
        if (is_contradiction(w, &f)) {
            nh_text text = nh_text_begin(w->arena);
            nh_text_format(&text, "the conditions on the density contradict each other, with %u brackets of directions",
                           (unsigned)(f.count - w->m - 1));
            w->result->obstruction = nh_text_string(&text);
            return;
        }
        uint32_t end = level;
        for (uint32_t x = 0; x <= w->m; x++)
            for (uint32_t y = before > x + 1 ? before : x + 1; y < end && f.count < MOST_FIELDS; y++)
                add_bracket(w, &f, x, y);
        if (f.count == level) return;
    }
}

/* ---- all of it ---- */

static void search_measure(void *user) {
    measure_work *w = user;
    w->reduced = nh_reduced_make(w->arena, w->flow);
    if (w->reduced == NULL) {
        w->result->why = "the energy is not quadratic in the velocities, or a constraint not affine";
        return;
    }
    find_divergence(w);
    if (w->div == NH_EXPR_UNDEFINED || w->inertia == NH_EXPR_UNDEFINED) {
        w->result->why = "the accelerations are not determined";
        return;
    }
    choose_volume(w);
    search_density(w);
}

static void refute_measure(void *user) {
    search_obstruction(user);
}

static nh_measure measure_of(nh_arena *arena, nh_admissible *a, const nh_flow *flow, bool has_refutation) {
    nh_integrals_measure result = {.by = NH_EVIDENCE_NONE};
    nh_context *context = nh_pool_context(flow->pool);
    measure_work w = {.a = a, .flow = flow, .pool = flow->pool, .arena = arena, .n = flow->n, .m = flow->form->m};
    w.known = flow->times + flow->positions, w.u = flow->variables + w.known, w.result = &result;
    nh_budget budget = {.work = NH_WORK_MEASURE};
    if (w.m == 0 || w.m > MOST_VELOCITIES) result.why = "there are too many velocities";
    else if (flow->rows > flow->form->k) result.why = "there are constraints with accelerations";
    else if (nh_attempt(context, &budget, search_measure, &w) != NH_OK) result.why = "it takes too long";
    if (has_refutation && result.density == NULL && w.div != NH_EXPR_ZERO && result.why == NULL)
        (void)nh_attempt(context, &budget, refute_measure, &w);
    if (result.density == NULL) result.volume = NULL;
    if (result.density == NULL) result.by = result.obstruction != NULL ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    if (result.density == NULL && result.obstruction == NULL && result.why == NULL) result.why = "none was found";
    nh_measure measure = {.info = result, .density = NH_EXPR_UNDEFINED, .flow = flow};
    if (result.density != NULL) measure.density = nh_expr_mul(flow->pool, nh_flow_restrict(flow, w.density), w.factor);
    return measure;
}

static void put_zero(nh_flow_values *values, nh_expr symbol) {
    nh_array_push(&values->symbol, symbol);
    nh_array_push(&values->value, NH_EXPR_ZERO);
}

static nh_flow_values copy_values(nh_arena *arena, const nh_flow_values *values) {
    nh_flow_values copy = {{.arena = arena}, {.arena = arena}};
    for (size_t i = 0; i < values->symbol.count; i++) put_zero(&copy, values->symbol.items[i]);
    return copy;
}

/* Parameters that are 0 in the model are 0 here: what is said about almost all values says nothing about these. */
static nh_flow_values list_zeros(const nh_model *model, nh_arena *arena) {
    nh_flow_values zero = {{.arena = arena}, {.arena = arena}};
    for (size_t i = 0; i < model->parameters.count; i++)
        if (model->parameters.items[i].value == NH_EXPR_ZERO) put_zero(&zero, model->parameters.items[i].symbol);
    return zero;
}

/* Whether there is a density when these are 0. */
static bool has_density_with(nh_arena *arena, nh_admissible *a, const nh_flow_values *zero, const char **words) {
    const char *why;
    nh_flow *flow = nh_flow_make(arena, a, (nh_flow_def){false, zero}, &why);
    if (flow == NULL || measure_of(arena, a, flow, false).info.density == NULL) return false;
    *words = nh_flow_definitions(flow);
    return true;
}

static bool has_range(const nh_parameter *p) {
    return p->low != NH_EXPR_UNDEFINED && p->high != NH_EXPR_UNDEFINED && p->value != NH_EXPR_ZERO;
}

static bool is_in_motion(const nh_flow *flow, nh_arena *arena, nh_expr symbol) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (size_t i = 0; i < list.count; i++)
        if (nh_expr_depends_on(flow->pool, list.items[i], 1, &symbol)) return true;
    return false;
}

/* Parameters in whose range 0 is: "a = 0", with which there is a density: one of them, or all together. */
static const char *find_special(nh_arena *arena, nh_admissible *a, const nh_flow *flow, const nh_flow_values *zero) {
    nh_pool *pool = a->model->pool;
    nh_flow_values all = copy_values(arena, zero);
    const char *words;
    for (size_t i = 0; i < a->model->parameters.count; i++) {
        const nh_parameter *p = &a->model->parameters.items[i];
        if (!has_range(p) || !nh_expr_is_number(pool, p->low) || !nh_expr_is_number(pool, p->high)) continue;
        bool is_around =
            nh_rat_sign(nh_expr_rational(pool, p->low)) <= 0 && nh_rat_sign(nh_expr_rational(pool, p->high)) >= 0;
        if (!is_around || !is_in_motion(flow, arena, p->symbol)) continue;
        nh_flow_values one = copy_values(arena, zero);
        put_zero(&one, p->symbol);
        put_zero(&all, p->symbol);
        if (has_density_with(arena, a, &one, &words)) return words;
    }
    return all.symbol.count > zero->symbol.count + 1 && has_density_with(arena, a, &all, &words) ? words : NULL;
}

nh_measure *nh_measure_find(nh_arena *arena, nh_admissible *a) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_measure *result = NH_NEW(arena, nh_measure);
    nh_flow_values zero = list_zeros(a->model, arena);
    const char *why;
    nh_flow *flow = nh_flow_make(arena, a, (nh_flow_def){false, &zero}, &why);
    *result = (nh_measure){.info = {.why = why}, .density = NH_EXPR_UNDEFINED};
    if (flow == NULL) return result;
    *result = measure_of(arena, a, flow, true);
    result->values = zero;
    if (zero.symbol.count > 0) result->info.when = nh_flow_definitions(flow);
    if (result->info.obstruction != NULL) result->info.special = find_special(arena, a, flow, &zero);
    return result;
}
