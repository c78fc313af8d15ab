/* Point symmetries of the Lagrangian and of the constraints: vector fields xi on the coordinates with
 *
 *     xi^C L = 0 wherever the geometric constraints hold,     xi^C f_j = 0 at all admissible states,
 *     xi^C = sum_i xi_i d/dq_i + xi_i' d/dq_i',
 *
 * where xi_i are sums of known functions of the coordinates. Both are linear in the coefficients: every state modulo a
 * prime gives equations for them. What is found is proved by algebra, or left out. Along a motion the momentum J =
 * dL/dq' xi changes by the work of reactions and forces on xi: J' = sum_j lambda_j df_j/dq' xi + Q xi, the momentum
 * equation; it is constant if xi is compatible with the constraints and no force does work on it. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/limits_private.h"
#include "integrals/symmetry_private.h"

/* Unknown coefficients; degree of the functions; states in a row without a new equation; states that tell fields apart;
 * fields that are listed. */
enum { MOST_UNKNOWNS = 700, MOST_DEGREE = 2, IDLE_POINTS = 4, APART = 4, MOST_FIELDS = 12 };

typedef struct symmetry_work {
    const nh_finder *f;
    nh_admissible *a;
    const nh_flow *flow;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_exprs functions; /* of which the components are sums */
    nh_symmetries *result;
} symmetry_work;

/* ---- on the chart ---- */

/* On the geometric constraints, with velocities tangent to them, or at admissible states. */
static nh_expr put_in(const symmetry_work *w, nh_expr e, bool is_admissible) {
    const nh_flow *flow = w->flow;
    e = nh_expr_expand_names(w->pool, e);
    if (is_admissible) return nh_flow_restrict(flow, e);
    for (uint32_t i = 0; i < flow->chart.count; i++) {
        nh_expr value = flow->chart.value[i], rate = nh_expr_total_derivative(w->pool, value);
        nh_expr from[] = {flow->chart.symbol[i], nh_expr_dot(w->pool, flow->chart.symbol[i])}, to[] = {value, rate};
        e = nh_expr_substitute(w->pool, e, 2, from, to, true);
    }
    return e;
}

/* xi^C g */
static nh_expr apply_lift(const symmetry_work *w, const nh_expr *field, nh_expr g) {
    nh_expr sum = NH_EXPR_ZERO;
    g = nh_expr_expand_names(w->pool, g);
    for (uint32_t i = 0; i < w->n; i++) {
        if (field[i] == NH_EXPR_ZERO) continue;
        const nh_coordinate *x = &w->flow->model->coordinates.items[i];
        nh_expr rate = nh_expr_total_derivative(w->pool, field[i]);
        nh_expr parts[] = {sum, nh_expr_mul(w->pool, field[i], nh_expr_diff(w->pool, g, x->q)),
                           nh_expr_mul(w->pool, rate, nh_expr_diff(w->pool, g, x->v))};
        sum = nh_expr_sum(w->pool, 3, parts);
    }
    return sum;
}

/* ---- the functions ---- */

nh_ansatz_space nh_symmetry_space(nh_arena *arena, const nh_flow *flow) {
    nh_ansatz_space own = nh_ansatz_space_make(arena, flow, 0, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < own.factors.count; i++) {
        nh_expr e = own.factors.items[i].meaning;
        bool is_root = nh_expr_kind_of(flow->pool, e) == NH_EXPR_PRODUCT;
        bool has_time = nh_expr_depends_on(flow->pool, e, 1, &flow->model->time);
        if (!is_root && !has_time) own.factors.items[kept++] = own.factors.items[i];
    }
    own.factors.count = kept;
    return own;
}

/* Coordinates that are not in the Lagrangian may be angles, if the others change their momenta. */
static void add_cyclic(const symmetry_work *w, nh_ansatz_space *space) {
    const nh_flow *flow = w->flow;
    nh_expr L = put_in(w, flow->model->L, false);
    for (uint32_t i = flow->times; i < flow->times + flow->positions; i++) {
        if (nh_expr_depends_on(w->pool, L, 1, &flow->variables[i])) continue;
        nh_expr p = nh_expr_diff(w->pool, L, nh_expr_dot(w->pool, flow->variables[i]));
        if (!nh_expr_depends_on(w->pool, p, flow->positions, flow->variables + flow->times)) continue;
        nh_expr sine = nh_expr_apply1(w->pool, NH_EXPR_SIN, flow->variables[i]), cosine;
        cosine = nh_expr_apply1(w->pool, NH_EXPR_COS, flow->variables[i]);
        bool is_there = false;
        for (size_t k = 0; k < space->factors.count; k++) is_there |= space->factors.items[k].meaning == sine;
        if (is_there) continue;
        nh_array_push(&space->factors, ((nh_ansatz_base){sine, 9}));
        nh_array_push(&space->factors, ((nh_ansatz_base){cosine, 1}));
    }
}

/* Rotations of a body in angles have 1/sin and cot. */
static void find_functions(symmetry_work *w) {
    nh_ansatz_space own = nh_symmetry_space(w->arena, w->flow);
    add_cyclic(w, &own);
    nh_exprs quotients = {.arena = w->arena};
    for (size_t i = 0; i < own.factors.count; i++) {
        nh_expr e = own.factors.items[i].meaning;
        if (nh_expr_kind_of(w->pool, e) != NH_EXPR_SIN) continue;
        nh_expr below = nh_expr_pow_int(w->pool, e, -1);
        nh_expr cosine = nh_expr_apply1(w->pool, NH_EXPR_COS, nh_expr_args(w->pool, e)[0]);
        nh_array_push(&quotients, below);
        nh_array_push(&quotients, nh_expr_mul(w->pool, cosine, below));
    }
    for (size_t i = 0; i < quotients.count; i++) nh_array_push(&own.factors, ((nh_ansatz_base){quotients.items[i], 1}));
    for (uint32_t degree = MOST_DEGREE + 1; degree-- > 0;) {
        w->functions = (nh_exprs){.arena = w->arena};
        bool is_whole = nh_ansatz_space_terms(&own, 0, degree, &w->functions);
        if (!is_whole || w->functions.count * w->n > MOST_UNKNOWNS) continue;
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "components of degree %u%s", (unsigned)degree, nh_ansatz_space_words(&own));
        w->result->searched = nh_text_string(&text);
        return;
    }
}

/* ---- equations for the coefficients ---- */

/* One condition at many points: slopes of g, then functions and their rates. */
typedef struct condition {
    nh_modular *modular;
    uint64_t *values;
} condition;

static condition open_condition(const symmetry_work *w, nh_arena *arena, nh_expr g, bool is_admissible) {
    const nh_model *model = w->flow->model;
    nh_exprs list = {.arena = arena}, variables = {.arena = arena};
    g = nh_expr_expand_names(w->pool, g);
    for (uint32_t i = 0; i < w->n; i++) {
        const nh_coordinate *x = &model->coordinates.items[i];
        nh_array_push(&list, put_in(w, nh_expr_diff(w->pool, g, x->q), is_admissible));
        nh_array_push(&list, put_in(w, nh_expr_diff(w->pool, g, x->v), is_admissible));
        nh_array_push(&variables, x->q);
        nh_array_push(&variables, x->v);
    }
    for (size_t k = 0; k < w->functions.count; k++) {
        nh_expr rate = nh_expr_total_derivative(w->pool, w->functions.items[k]);
        nh_array_push(&list, put_in(w, w->functions.items[k], is_admissible));
        nh_array_push(&list, put_in(w, rate, is_admissible));
    }
    nh_array_push(&variables, model->time);
    condition c = {.values = NH_NEW_ARRAY(arena, uint64_t, list.count + 1)};
    c.modular = nh_modular_make(w->pool, arena, list.count, list.items, (uint32_t)variables.count, variables.items);
    return c;
}

/* Adds equations until some states in a row give no new one; false where there are no states. */
static bool add_condition(const symmetry_work *w, nh_arena *arena, nh_echelon *echelon, nh_expr g, bool is_admissible) {
    condition c = open_condition(w, arena, g, is_admissible);
    size_t count = w->functions.count;
    uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, echelon->columns + 1);
    NH_ASSERT(echelon->columns == count * w->n);
    for (int idle = 0; idle < IDLE_POINTS && echelon->rank < echelon->columns;) {
        if (!nh_modular_next(c.modular, c.values)) return false;
        const uint64_t *function = c.values + 2 * (size_t)w->n;
        for (size_t k = 0; k < count; k++)
            for (uint32_t i = 0; i < w->n; i++)
                row[k * w->n + i] = nh_modular_add(nh_modular_mul(c.values[2 * i], function[2 * k]),
                                                   nh_modular_mul(c.values[2 * i + 1], function[2 * k + 1]));
        nh_tick(nh_pool_context(w->pool), echelon->columns);
        idle = nh_echelon_add(echelon, row) ? 0 : idle + 1;
    }
    return true;
}

static bool add_conditions(const symmetry_work *w, nh_arena *arena, nh_echelon *echelon) {
    const nh_model *model = w->flow->model;
    for (size_t j = 0; j < model->rows.count; j++) {
        const nh_row *row = &model->rows.items[j];
        if (nh_row_restricts(row) && !add_condition(w, arena, echelon, row->residual, true)) return false;
    }
    return add_condition(w, arena, echelon, model->L, false);
}

/* ---- fields ---- */

/* The field of a vector of the null space; false when its coefficients are no short fractions. */
static bool read_field(const symmetry_work *w, const uint64_t *vector, nh_expr *field) {
    for (uint32_t i = 0; i < w->n; i++) field[i] = NH_EXPR_ZERO;
    for (size_t k = 0; k < w->functions.count; k++)
        for (uint32_t i = 0; i < w->n; i++) {
            nh_rat value;
            if (vector[k * w->n + i] == 0) continue;
            if (!nh_modular_fraction(vector[k * w->n + i], &value)) return false;
            nh_expr term = nh_expr_scale(w->pool, value, w->functions.items[k]);
            field[i] = nh_expr_add(w->pool, field[i], term);
        }
    return true;
}

static bool is_proved(const symmetry_work *w, const nh_expr *field) {
    const nh_model *model = w->flow->model;
    if (!nh_expr_is_proved_zero(w->pool, put_in(w, apply_lift(w, field, model->L), false))) return false;
    for (size_t j = 0; j < model->rows.count; j++)
        if (nh_row_restricts(&model->rows.items[j]) &&
            !nh_admissible_is_proved_zero(w->a, apply_lift(w, field, model->rows.items[j].residual)))
            return false;
    return true;
}

/* A basis as people write it: fields with one component first. */
static void find_fields(symmetry_work *w) {
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    uint32_t columns = (uint32_t)w->functions.count * w->n;
    nh_echelon echelon = nh_echelon_make(arena, columns), apart = nh_echelon_make(arena, APART * w->n);
    w->result->is_searched = columns > 0 && add_conditions(w, arena, &echelon);
    nh_echelon_reduce(&echelon);
    condition c = open_condition(w, arena, NH_EXPR_ZERO, true);
    uint64_t *points = NH_NEW_ARRAY(arena, uint64_t, APART * w->functions.count + 1);
    for (uint32_t p = 0; p < APART && w->result->is_searched; p++) {
        w->result->is_searched = nh_modular_next(c.modular, c.values);
        for (size_t k = 0; k < w->functions.count; k++)
            points[p * w->functions.count + k] = c.values[2 * (size_t)w->n + 2 * k];
    }
    uint64_t *vector = NH_NEW_ARRAY(arena, uint64_t, columns + 1);
    uint64_t *row = NH_NEW_ARRAY(arena, uint64_t, APART * w->n + 1);
    for (uint32_t k = 0; k < columns && w->result->is_searched; k++) {
        if (echelon.row_of[k] != NULL) continue;
        nh_echelon_null_vector(&echelon, k, vector);
        for (uint32_t p = 0; p < APART * w->n; p++) row[p] = 0;
        for (uint32_t c0 = 0; c0 < columns; c0++)
            for (uint32_t p = 0; p < APART && vector[c0] != 0; p++) {
                uint64_t *at = &row[p * w->n + c0 % w->n];
                *at = nh_modular_add(*at, nh_modular_mul(vector[c0], points[p * w->functions.count + c0 / w->n]));
            }
        if (!nh_echelon_add(&apart, row)) continue;
        nh_symmetry *s = NH_NEW(w->arena, nh_symmetry);
        *s = (nh_symmetry){.field = NH_NEW_ARRAY(w->arena, nh_expr, w->n + 1)};
        bool is_read = w->result->items.count < MOST_FIELDS && read_field(w, vector, s->field);
        if (is_read && is_proved(w, s->field)) nh_array_push(&w->result->items, *s);
        else w->result->open++;
    }
    nh_arena_destroy(arena);
}

/* ---- what a field says ---- */

static const char *print_expr(const symmetry_work *w, nh_expr e) {
    nh_text text = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, e);
    return nh_text_string(&text);
}

static bool is_single_term(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) != NH_EXPR_SUM ||
           (nh_expr_arity(pool, e) == 3 && nh_expr_args(pool, e)[0] == NH_EXPR_ZERO);
}

/* - y d/dx, with the sign of a person. */
static void add_direction(const nh_flow *flow, nh_text *latex, nh_expr component, nh_expr q) {
    nh_text printed = nh_text_begin(latex->arena);
    nh_expr_print_latex(flow->pool, &printed, component);
    bool is_single = is_single_term(flow->pool, component), is_first = latex->length == 0;
    const char *text = nh_text_string(&printed);
    bool is_negative = is_single && *text == '-';
    nh_text_add(latex, is_negative ? (is_first ? "-" : " - ") : is_first ? "" : " + ");
    if (is_negative) text += 1 + strspn(text + 1, " ");
    if (strcmp(text, "1") != 0) nh_text_format(latex, is_single ? "%s \\, " : "\\left(%s\\right) ", text);
    nh_text_add(latex, "\\partial_{");
    nh_expr_print_latex(flow->pool, latex, q);
    nh_text_add(latex, "}");
}

void nh_symmetry_write_field(const nh_flow *flow, nh_arena *arena, const nh_expr *field, const char **in_words,
                             const char **in_latex) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_text text = nh_text_begin(arena), latex = nh_text_begin(arena);
    for (uint32_t i = 0; i < flow->n; i++) {
        const nh_coordinate *x = &flow->model->coordinates.items[i];
        if (field[i] == NH_EXPR_ZERO) continue;
        nh_text_format(&text, "%s%s = ", text.length == 0 ? "" : ", ", nh_name_text(flow->model->context, x->name));
        nh_expr_print(flow->pool, &text, field[i]);
        add_direction(flow, &latex, field[i], x->q);
    }
    *in_words = nh_text_string(&text), *in_latex = nh_text_string(&latex);
}

/* "diff(L, x')*y - diff(L, y')*x" */
static const char *write_momentum(const symmetry_work *w, const nh_symmetry *s) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < w->n; i++) {
        nh_text name = nh_text_begin(w->arena);
        nh_text_format(&name, "diff(L, %s')",
                       nh_name_text(w->flow->model->context, w->flow->model->coordinates.items[i].name));
        nh_expr p = nh_expr_symbol_text(w->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
        sum = nh_expr_add(w->pool, sum, nh_expr_mul(w->pool, s->field[i], p));
    }
    return print_expr(w, sum);
}

static const char *shorter_text(const char *a, const char *b) {
    return strlen(b) < strlen(a) ? b : a;
}

/* J, and what its rate is. */
static void find_momentum(const symmetry_work *w, nh_symmetry *s) {
    const nh_model *model = w->flow->model;
    nh_expr L = nh_expr_expand_names(w->pool, model->L), J = NH_EXPR_ZERO, rate = NH_EXPR_ZERO;
    for (uint32_t i = 0; i < w->n; i++) {
        nh_expr p = nh_expr_diff(w->pool, L, model->coordinates.items[i].v);
        J = nh_expr_add(w->pool, J, nh_expr_mul(w->pool, s->field[i], p));
        rate = nh_expr_add(w->pool, rate, nh_expr_mul(w->pool, s->field[i], model->Q[i]));
    }
    bool is_without_work = rate == NH_EXPR_ZERO;
    s->is_compatible = true;
    for (size_t j = 0; j < model->rows.count; j++) {
        const nh_row *row = &model->rows.items[j];
        if (!nh_row_restricts(row)) continue;
        nh_expr f = nh_expr_expand_names(w->pool, nh_row_rate(model, row)), work = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < w->n; i++) {
            nh_expr slope = nh_expr_diff(w->pool, f, model->coordinates.items[i].v);
            work = nh_expr_add(w->pool, work, nh_expr_mul(w->pool, s->field[i], slope));
        }
        if (nh_admissible_is_proved_zero(w->a, work)) continue;
        s->is_compatible = false;
        nh_text name = nh_text_begin(w->arena);
        nh_text_format(&name, "lambda.%s", nh_name_text(model->context, row->name));
        nh_expr lambda = nh_expr_symbol_text(w->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
        rate = nh_expr_add(w->pool, rate, nh_expr_mul(w->pool, lambda, nh_expr_shortest(w->pool, work)));
    }
    s->J = nh_expr_shortest(w->pool, J);
    s->momentum = shorter_text(print_expr(w, s->J), write_momentum(w, s));
    s->rate = s->is_compatible && is_without_work ? "0" : print_expr(w, rate);
    nh_integral_search *alone = nh_integral_search_make(w->arena, w->flow);
    if (nh_integral_search_takes(alone, s->J)) s->rate = "0";
}

/* ---- brackets ---- */

/* [X, Y] */
static void make_bracket(const symmetry_work *w, const nh_expr *X, const nh_expr *Y, nh_expr *Z) {
    for (uint32_t i = 0; i < w->n; i++) {
        Z[i] = NH_EXPR_ZERO;
        for (uint32_t k = 0; k < w->n; k++) {
            nh_expr q = w->flow->model->coordinates.items[k].q;
            nh_expr along = nh_expr_mul(w->pool, X[k], nh_expr_diff(w->pool, Y[i], q));
            nh_expr back = nh_expr_mul(w->pool, Y[k], nh_expr_diff(w->pool, X[i], q));
            Z[i] = nh_expr_add(w->pool, Z[i], nh_expr_sub(w->pool, along, back));
        }
    }
}

/* The coefficients of Z in the fields; false when it is no sum of them. */
static bool find_sum(const symmetry_work *w, nh_arena *arena, const nh_expr *Z, uint64_t *c) {
    uint32_t r = (uint32_t)w->result->items.count;
    nh_exprs list = {.arena = arena};
    for (uint32_t i = 0; i < w->n; i++) {
        for (uint32_t k = 0; k < r; k++) nh_array_push(&list, put_in(w, w->result->items.items[k].field[i], true));
        nh_array_push(&list, put_in(w, Z[i], true));
    }
    nh_modular *modular = nh_modular_make(w->pool, arena, list.count, list.items, w->flow->count, w->flow->variables);
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, list.count + 1);
    nh_echelon echelon = nh_echelon_make(arena, r + 1);
    for (int p = 0; p < APART; p++) {
        if (!nh_modular_next(modular, values)) return false;
        for (uint32_t i = 0; i < w->n; i++) nh_echelon_add(&echelon, values + (size_t)i * (r + 1));
    }
    nh_echelon_reduce(&echelon);
    if (echelon.rank != r || echelon.row_of[r] != NULL) return false;
    for (uint32_t k = 0; k < r; k++) c[k] = echelon.row_of[k][r];
    return true;
}

/* "[1, 2] = 3", where it is not 0 and proved. */
static void add_bracket(symmetry_work *w, nh_arena *arena, uint32_t a, uint32_t b) {
    uint32_t r = (uint32_t)w->result->items.count;
    nh_expr *Z = NH_NEW_ARRAY(arena, nh_expr, w->n + 1), sum = NH_EXPR_ZERO;
    uint64_t *c = NH_NEW_ARRAY(arena, uint64_t, r + 1);
    make_bracket(w, w->result->items.items[a].field, w->result->items.items[b].field, Z);
    if (!find_sum(w, arena, Z, c)) return;
    for (uint32_t k = 0; k < r; k++) {
        nh_rat value;
        if (c[k] == 0) continue;
        if (!nh_modular_fraction(c[k], &value)) return;
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "X%u", (unsigned)k + 1);
        nh_expr X = nh_expr_symbol_text(w->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
        sum = nh_expr_add(w->pool, sum, nh_expr_scale(w->pool, value, X));
        for (uint32_t i = 0; i < w->n; i++)
            Z[i] = nh_expr_sub(w->pool, Z[i], nh_expr_scale(w->pool, value, w->result->items.items[k].field[i]));
    }
    for (uint32_t i = 0; i < w->n; i++)
        if (!nh_expr_is_proved_zero(w->pool, put_in(w, Z[i], true))) return;
    w->result->brackets++;
    if (sum == NH_EXPR_ZERO) return;
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text, "[X%u, X%u] = %s", (unsigned)a + 1, (unsigned)b + 1, print_expr(w, sum));
    nh_array_push(&w->result->commutators, nh_text_string(&text));
}

static void find_brackets(symmetry_work *w) {
    nh_arena *arena = nh_arena_create(nh_pool_context(w->pool));
    for (uint32_t a = 0; a < w->result->items.count; a++)
        for (uint32_t b = a + 1; b < w->result->items.count; b++) add_bracket(w, arena, a, b);
    nh_arena_destroy(arena);
}

/* ---- all of it ---- */

static void search_symmetries(void *user) {
    symmetry_work *w = user;
    find_functions(w);
    find_fields(w);
    for (size_t i = 0; i < w->result->items.count; i++) {
        nh_symmetry *s = &w->result->items.items[i];
        nh_symmetry_write_field(w->flow, w->arena, s->field, &s->text, &s->latex);
        find_momentum(w, s);
    }
    find_brackets(w);
}

static bool has_accelerated_rows(const nh_model *model) {
    for (size_t j = 0; j < model->rows.count; j++)
        if (model->rows.items[j].is_imposed && model->rows.items[j].has_accelerations) return true;
    return false;
}

nh_symmetries *nh_symmetries_find(const nh_finder *f, nh_admissible *a) {
    NH_ASSERT(f->flow != NULL);
    nh_symmetries *result = NH_NEW(f->arena, nh_symmetries);
    *result = (nh_symmetries){.items = {.arena = f->arena}, .commutators = {.arena = f->arena}};
    symmetry_work w = {.f = f, .a = a, .flow = f->flow, .pool = f->pool, .arena = f->arena, .result = result};
    w.n = (uint32_t)f->model->coordinates.count;
    if (f->model->L == NH_EXPR_UNDEFINED || has_accelerated_rows(f->model)) return result;
    nh_budget budget = {.work = NH_WORK_SYMMETRIES};
    if (nh_attempt(f->model->context, &budget, search_symmetries, &w) != NH_OK)
        *result = (nh_symmetries){.items = {.arena = f->arena}, .commutators = {.arena = f->arena}};
    return result;
}

/* Equations are judged like those that a person wrote: J' = what is said. */
void nh_symmetries_judge(nh_symmetries *found, const nh_model *model, uint64_t seed) {
    if (found->items.count == 0) return;
    nh_arena *arena = nh_arena_create(model->context);
    nh_integrals_question q = {NH_NEW_ARRAY(arena, const char *, found->items.count), found->items.count, NULL, seed};
    for (size_t i = 0; i < q.count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "(%s)' = %s", found->items.items[i].momentum, found->items.items[i].rate);
        q.equations[i] = nh_text_string(&text);
    }
    nh_model *again = NULL;
    const nh_judge_result *judged = nh_integrals_judge(arena, model, &q, &again);
    for (size_t i = 0; i < q.count; i++) {
        bool is_there = judged != NULL && i < judged->items.count;
        nh_judgement judgement = is_there ? judged->items.items[i].judgement : NH_JUDGED_UNDECIDED;
        found->items.items[i].by = judgement == NH_JUDGED_PROVED      ? NH_EVIDENCE_PROVED
                                   : judgement == NH_JUDGED_CERTIFIED ? NH_EVIDENCE_CERTIFIED
                                                                      : NH_EVIDENCE_NONE;
    }
    nh_arena_destroy(arena);
    if (again != NULL) nh_model_destroy(again);
}
