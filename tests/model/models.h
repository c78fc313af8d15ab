/* Models made by hand, for tests: declarations from words, expressions from texts; and motions to try them on.
 *
 *     nh_model *model = nh_model_begin(context);
 *     declare_parameters(model, "m g");
 *     declare_coordinates(model, "x y");
 *     declare_point(model, "P", vector_of(model, "x", "y", "0"), "m");
 *     moment at;
 *     moment_fill(&at, model, 7, 0.5L);                  // q(t), q'(t) on a curve, the rest from the seed
 *     long double T = value_at(model, model->T, &at);
 */
#ifndef NH_TESTS_MODELS_H
#define NH_TESTS_MODELS_H

#include <string.h>

#include "../expr/evaluate.h"
#include "expr/read/read.h"
#include "model/model.h"
#include "support.h"

/* ---- declarations ---- */

static inline nh_name name_of(nh_model *model, const char *text) {
    return nh_name_of_text(model->context, text);
}

/* The next word of a list that blanks separate; 0 after the last. */
static inline nh_name next_word(nh_model *model, const char **words) {
    size_t length = strcspn(*words, " ");
    nh_name name = nh_name_of(model->context, *words, length);
    *words += length + strspn(*words + length, " ");
    return name;
}

static inline void declare_coordinate(nh_model *model, nh_name name) {
    nh_coordinate c = {.name = name, .q = nh_expr_symbol(model->pool, NH_ROLE_COORDINATE, name, 0)};
    c.v = nh_expr_dot(model->pool, c.q);
    nh_model_add(model, coordinates, NH_ITEM_COORDINATE, c);
}

static inline void declare_coordinates(nh_model *model, const char *words) {
    while (*words != '\0') declare_coordinate(model, next_word(model, &words));
}

static inline void declare_parameters(nh_model *model, const char *words) {
    while (*words != '\0') {
        nh_parameter p = {.name = next_word(model, &words), .value = NH_EXPR_UNDEFINED};
        p.low = p.high = NH_EXPR_UNDEFINED;
        p.symbol = nh_expr_symbol(model->pool, NH_ROLE_PARAMETER, p.name, 0);
        nh_model_add(model, parameters, NH_ITEM_PARAMETER, p);
    }
}

/* An open function of one argument. */
static inline void declare_function(nh_model *model, const char *name, const char *text) {
    nh_function f = {.name = name_of(model, name), .arity = 1, .text = text};
    f.symbol = nh_expr_function(model->pool, f.name, 1);
    nh_model_add(model, functions, NH_ITEM_FUNCTION, f);
}

/* An expression in what is declared, and in t. */
static inline nh_expr expr_of(nh_model *model, const char *text) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_exprs known = {.arena = arena};
    nh_array_push(&known, model->time);
    for (size_t i = 0; i < model->coordinates.count; i++) nh_array_push(&known, model->coordinates.items[i].q);
    for (size_t i = 0; i < model->parameters.count; i++) nh_array_push(&known, model->parameters.items[i].symbol);
    for (size_t i = 0; i < model->functions.count; i++) nh_array_push(&known, model->functions.items[i].symbol);
    for (size_t i = 0; i < model->quasis.count; i++) nh_array_push(&known, model->quasis.items[i].symbol);
    for (size_t i = 0; i < model->lets.count; i++)
        if (model->lets.items[i].value.kind == NH_QUANTITY_SCALAR)
            nh_array_push(&known, model->lets.items[i].value.scalar);
    nh_read_names names = nh_read_names_of(model->pool, arena, (uint32_t)known.count, known.items);
    nh_expr e = NH_EXPR_UNDEFINED;
    if (!nh_expr_read(model->pool, text, strlen(text), "test", &names, &e)) fail_msg("cannot read %s", text);
    nh_arena_destroy(arena);
    return e;
}

static inline nh_vector vector_of(nh_model *model, const char *x, const char *y, const char *z) {
    return (nh_vector){{expr_of(model, x), expr_of(model, y), expr_of(model, z)}};
}

/* mass may be NULL. */
static inline void declare_point(nh_model *model, const char *name, nh_vector position, const char *mass) {
    nh_point p = {.name = name_of(model, name), .position = position, .mass = NH_EXPR_UNDEFINED};
    if (mass != NULL) p.mass = expr_of(model, mass);
    nh_model_add(model, points, NH_ITEM_POINT, p);
}

/* Without mass and inertia; returns its number. */
static inline uint32_t declare_body(nh_model *model, const char *name, nh_vector center, nh_matrix3 rotation,
                                    const char *rotation_text) {
    nh_rigid_body b = {.name = name_of(model, name), .center = center};
    b.rotation_text = rotation_text;
    b.mass = NH_EXPR_ZERO;
    b.inertia = nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO);
    b.rotation = (nh_rotation){rotation, nh_rotation_omega(model->pool, rotation),
                               nh_rotation_omega_body(model->pool, rotation),
                               {NH_EXPR_ZERO}}; /* no test of these asks for it */
    nh_model_add(model, bodies, NH_ITEM_BODY, b);
    return (uint32_t)model->bodies.count - 1;
}

static inline void declare_term(nh_model *model, nh_term_kind kind, const char *value) {
    nh_term term = {.kind = kind, .value = expr_of(model, value), .field = nh_vector_zero()};
    nh_model_add(model, terms, NH_ITEM_TERM, term);
}

static inline void declare_gravity(nh_model *model, nh_vector field) {
    nh_term term = {.kind = NH_TERM_GRAVITY, .value = NH_EXPR_UNDEFINED, .field = field};
    nh_model_add(model, terms, NH_ITEM_TERM, term);
}

/* length may be NULL. */
static inline void declare_link(nh_model *model, bool is_damper, nh_vector from, nh_vector to, const char *coefficient,
                                const char *length) {
    nh_link link = {.is_damper = is_damper, .from = from, .to = to, .length = NH_EXPR_UNDEFINED};
    link.coefficient = expr_of(model, coefficient);
    if (length != NULL) link.length = expr_of(model, length);
    nh_model_add(model, links, NH_ITEM_LINK, link);
}

static inline nh_force empty_force(nh_force_kind kind) {
    return (nh_force){.kind = kind, .body = NH_MODEL_NONE, .other = NH_MODEL_NONE, .coordinate = NH_MODEL_NONE};
}

/* Rz(a) Rx(b) Rz(c) */
static inline nh_matrix3 euler_rotation(nh_model *model, const char *a, const char *b, const char *c) {
    nh_pool *pool = model->pool;
    nh_matrix3 first = nh_rotation_about(pool, 2, expr_of(model, a)),
               second = nh_rotation_about(pool, 0, expr_of(model, b));
    nh_matrix3 third = nh_rotation_about(pool, 2, expr_of(model, c));
    return nh_matrix3_multiply(pool, nh_matrix3_multiply(pool, first, second), third);
}

/* ---- motions ---- */

enum { COORDINATES_MAX = 16 };

/* Values of t, all coordinates and all velocities. Symbols that are not listed get theirs from the seed. */
typedef struct moment {
    uint32_t n;
    nh_expr symbols[2 * COORDINATES_MAX + 1];
    long double values[2 * COORDINATES_MAX + 1]; /* t, q, q' */
    point at;
} moment;

static inline long double *coordinate_at(moment *m, size_t i) {
    return &m->values[1 + i];
}

static inline long double *velocity_at(moment *m, size_t i) {
    return &m->values[1 + m->n + i];
}

/* Each coordinate goes as a + b sin(c t + d) with numbers from the seed. Moments point into themselves: they are
 * filled in place. */
static inline void moment_fill(moment *m, const nh_model *model, uint64_t seed, long double t) {
    m->n = (uint32_t)model->coordinates.count;
    assert_true(m->n <= COORDINATES_MAX);
    m->symbols[0] = model->time;
    m->values[0] = t;
    for (uint32_t i = 0; i < m->n; i++) {
        long double a = value_from(seed, 4 * i), b = value_from(seed, 4 * i + 1), c = value_from(seed, 4 * i + 2);
        long double phase = c * t + value_from(seed, 4 * i + 3);
        m->symbols[1 + i] = model->coordinates.items[i].q;
        m->symbols[1 + m->n + i] = model->coordinates.items[i].v;
        *coordinate_at(m, i) = a + b * sinl(phase);
        *velocity_at(m, i) = b * c * cosl(phase);
    }
    m->at = (point){.seed = seed, .count = 2 * m->n + 1, .symbols = m->symbols, .values = m->values};
}

static inline long double value_at(const nh_model *model, nh_expr e, const moment *m) {
    point at = m->at;
    at.symbols = m->symbols;
    at.values = m->values;
    evaluated v = evaluate(model->pool, e, &at);
    if (!is_known(v)) fail_msg("an expression has no value at seed %llu", (unsigned long long)at.seed);
    return v.value;
}

/* ---- vectors of numbers ---- */

typedef struct numbers3 {
    long double x[3];
} numbers3;

typedef struct numbers9 {
    long double r[3][3];
} numbers9;

static inline numbers3 vector_at(const nh_model *model, nh_vector v, const moment *m) {
    numbers3 result;
    for (int i = 0; i < 3; i++) result.x[i] = value_at(model, v.x[i], m);
    return result;
}

static inline numbers9 matrix_at(const nh_model *model, nh_matrix3 a, const moment *m) {
    numbers9 result;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) result.r[i][j] = value_at(model, a.r[i][j], m);
    return result;
}

static inline long double dot_numbers(numbers3 a, numbers3 b) {
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

/* a b, or with the transpose of a. */
static inline numbers3 apply_numbers(numbers9 a, numbers3 b) {
    numbers3 result;
    for (int i = 0; i < 3; i++) result.x[i] = dot_numbers((numbers3){{a.r[i][0], a.r[i][1], a.r[i][2]}}, b);
    return result;
}

static inline numbers9 transpose_numbers(numbers9 a) {
    numbers9 result;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) result.r[i][j] = a.r[j][i];
    return result;
}

static inline numbers3 combine_numbers(long double s, numbers3 a, long double t, numbers3 b) {
    numbers3 result;
    for (int i = 0; i < 3; i++) result.x[i] = s * a.x[i] + t * b.x[i];
    return result;
}

/* ---- checks ---- */

static inline bool is_close(long double a, long double b, long double tolerance) {
    return fabsl(a - b) <= tolerance * (1 + fabsl(a) + fabsl(b));
}

#define assert_close(a, b, tolerance)                                                                                  \
    do {                                                                                                               \
        long double left_ = (a), right_ = (b);                                                                         \
        if (!is_close(left_, right_, (tolerance))) fail_msg("%s: %.15Lg, not %.15Lg", #a, left_, right_);              \
    } while (0)

static inline void check_vectors(const char *what, numbers3 a, numbers3 b, long double tolerance) {
    for (int i = 0; i < 3; i++)
        if (!is_close(a.x[i], b.x[i], tolerance))
            fail_msg("%s, component %d: %.15Lg, not %.15Lg", what, i, a.x[i], b.x[i]);
}

/* Exact except for rounding; derivatives by differences. */
#define ROUNDING_TOLERANCE 1e-13L
#define DIFFERENCE_TOLERANCE 1e-10L

/* The derivative at 0 of a function of one number, by Richardson's extrapolation of three central differences: of sin(w
 * x) it is off by about w (w h)^6 / 320000, so that w may be several hundred. */
static inline long double slope_of(long double (*f)(void *user, long double offset), void *user) {
    long double slopes[3], h = 0x1p-12L;
    for (int i = 0; i < 3; i++, h /= 2) slopes[i] = (f(user, h) - f(user, -h)) / (2 * h);
    long double wide = (4 * slopes[1] - slopes[0]) / 3, close = (4 * slopes[2] - slopes[1]) / 3;
    return (16 * close - wide) / 15;
}

#endif
