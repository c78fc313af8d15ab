/* Polynomial equations in one unknown: a factor of the numerator at a time.
 *
 *     a u^2 + b u + c = 0     u = (-b + r sqrt(s)) / (2 a), (-b - r sqrt(s)) / (2 a),     b^2 - 4 a c = r^2 s
 *     c u^n = d               u = (d/c)^(1/n), for even n also with the other sign */
#include "algebra/linear/solve.h"

#include "algebra/linear/linear_private.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

typedef struct solver {
    nh_arena *arena;
    nh_expr unknown;
    nh_branches *result;
    nh_field *field;
    uint32_t variable; /* of the unknown */
    nh_mpoly *den;     /* of the equation */
    nh_linear_parts parts;
    NH_ARRAY(nh_branch) branches;
    nh_exprs nonzero; /* further assumptions */
} solver;

/* ---- square roots ---- */

/* outside^2 * inside, where inside has no square factors. */
typedef struct split_square {
    nh_expr outside, inside;
} split_square;

/* num / den = num den / den^2 */
static split_square take_square(nh_field *field, nh_element a) {
    nh_pool *pool = field->pool;
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    split_square s = {NH_EXPR_ONE, nh_field_expr(field, a)};
    nh_mpoly *whole = nh_field_poly(field);
    nh_mpoly_mul(whole, a.num, a.den);
    if (!nh_mpoly_factorise(field->arena, whole, &number, &factors, &count)) return s;
    s.inside = nh_expr_number(pool, number);
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, factors[i].factor);
        nh_expr base = nh_field_expr_of_poly(field, factors[i].factor);
        s.outside = nh_expr_mul(pool, s.outside, nh_expr_pow_int(pool, base, factors[i].times / 2));
        if (factors[i].times % 2 == 1) s.inside = nh_expr_mul(pool, s.inside, base);
    }
    s.outside = nh_expr_div(pool, s.outside, nh_field_expr_of_poly(field, a.den));
    return s;
}

/* ---- branches ---- */

static bool is_surely_negative(const nh_pool *pool, nh_expr e) {
    return nh_expr_is_number(pool, e) && nh_rat_sign(nh_expr_rational(pool, e)) < 0;
}

/* The denominator must not be zero there either. */
static void add_branch(solver *s, nh_expr value, nh_expr nonnegative) {
    nh_pool *pool = s->field->pool;
    if (value == NH_EXPR_UNDEFINED || is_surely_negative(pool, nonnegative)) return;
    if (nh_expr_is_nonnegative(pool, nonnegative)) nonnegative = NH_EXPR_ONE;
    nh_array_push(&s->branches, ((nh_branch){value, nonnegative}));
    nh_expr den = nh_field_expr_of_poly(s->field, s->den);
    if (!nh_expr_depends_on(pool, den, 1, &s->unknown)) return;
    den = nh_expr_substitute(pool, den, 1, &s->unknown, &value, true);
    if (!nh_expr_is_number(pool, den)) nh_array_push(&s->nonzero, den);
}

/* u^n = a */
static void add_roots(solver *s, nh_element a, uint32_t n) {
    nh_field *field = s->field;
    nh_pool *pool = field->pool;
    nh_expr value, nonnegative = NH_EXPR_ONE;
    a = nh_linear_shorter(field, a);
    nh_linear_assume(&s->parts, a.den);
    value = nonnegative = nh_field_expr(field, a);
    if (n == 2) {
        split_square square = take_square(field, a);
        value = nh_expr_mul(pool, square.outside, nh_expr_sqrt(pool, square.inside));
        nonnegative = square.inside;
    } else value = nh_expr_root(pool, value, n);
    if (n % 2 == 1) nonnegative = NH_EXPR_ONE;
    add_branch(s, value, nonnegative);
    if (n % 2 == 0) add_branch(s, nh_expr_neg(pool, value), nonnegative);
}

static void add_quadratic(solver *s, nh_element a, nh_element b, nh_element c) {
    nh_field *field = s->field;
    nh_pool *pool = field->pool;
    nh_element ac = nh_element_mul(field, nh_element_number(field, nh_rat_int(4)), nh_element_mul(field, a, c));
    nh_element disc = nh_linear_shorter(field, nh_element_sub(field, nh_element_mul(field, b, b), ac));
    nh_expr minus_b = nh_field_expr(field, nh_element_neg(field, b));
    nh_expr below = nh_expr_scale(pool, nh_rat_int(2), nh_field_expr(field, a));
    if (nh_element_is_zero(disc)) {
        add_branch(s, nh_expr_div(pool, minus_b, below), NH_EXPR_ONE);
        return;
    }
    nh_linear_assume(&s->parts, disc.den);
    split_square square = take_square(field, disc);
    nh_expr root = nh_expr_mul(pool, square.outside, nh_expr_sqrt(pool, square.inside));
    add_branch(s, nh_expr_div(pool, nh_expr_add(pool, minus_b, root), below), square.inside);
    add_branch(s, nh_expr_div(pool, nh_expr_sub(pool, minus_b, root), below), square.inside);
}

/* ---- factors ---- */

static nh_element coefficient_of(solver *s, nh_mpoly *p, uint32_t power) {
    nh_mpoly *c = nh_field_poly(s->field);
    nh_mpoly_coefficient(c, p, s->variable, power);
    return nh_element_of_poly(s->field, c);
}

static bool is_pure_power(solver *s, nh_mpoly *p, uint32_t degree) {
    for (uint32_t k = 1; k < degree; k++)
        if (!nh_element_is_zero(coefficient_of(s, p, k))) return false;
    return true;
}

/* False when this kind of equation is not solved here. */
static bool solve_factor(solver *s, nh_mpoly *p) {
    uint32_t degree = nh_mpoly_degree(p, s->variable);
    nh_element last = coefficient_of(s, p, 0), leading = coefficient_of(s, p, degree);
    if (!nh_linear_is_certainly_nonzero(s->field, leading)) return false;
    nh_linear_assume(&s->parts, leading.num);
    if (degree == 0) return true;
    if (nh_element_is_zero(last) && is_pure_power(s, p, degree)) add_branch(s, NH_EXPR_ZERO, NH_EXPR_ONE);
    else if (is_pure_power(s, p, degree))
        add_roots(s, nh_element_neg(s->field, nh_element_div(s->field, last, leading)), degree);
    else if (degree == 2) add_quadratic(s, leading, coefficient_of(s, p, 1), last);
    else return false;
    return true;
}

static bool solve_factors(solver *s, nh_mpoly *p) {
    nh_field *field = s->field;
    nh_rat number;
    nh_mpoly_factor *factors;
    size_t count;
    if (!nh_mpoly_factorise(field->arena, p, &number, &factors, &count)) return solve_factor(s, p);
    bool is_solved = true;
    for (size_t i = 0; i < count; i++) {
        nh_array_push(&field->owned, factors[i].factor);
        is_solved = is_solved && solve_factor(s, factors[i].factor);
    }
    return is_solved;
}

/* Whether p is a polynomial in the unknown: nothing else in it, such as a sine, depends on it. */
static bool is_polynomial(solver *s, nh_mpoly *p) {
    nh_field *field = s->field;
    for (uint32_t v = 0; v < field->generators.count; v++)
        if (v != s->variable && nh_mpoly_uses(p, v) &&
            nh_expr_depends_on(field->pool, field->generators.items[v].meaning, 1, &s->unknown))
            return false;
    return true;
}

static void write_result(solver *s) {
    nh_linear_assumptions parts = nh_linear_assumptions_of(&s->parts, s->arena);
    nh_expr *nonzero = NH_NEW_ARRAY(s->arena, nh_expr, parts.count + s->nonzero.count + 1);
    nh_branch *branches = NH_NEW_ARRAY(s->arena, nh_branch, s->branches.count + 1);
    for (size_t i = 0; i < parts.count; i++) nonzero[i] = parts.nonzero[i];
    for (size_t i = 0; i < s->nonzero.count; i++) nonzero[parts.count + i] = s->nonzero.items[i];
    for (size_t i = 0; i < s->branches.count; i++) branches[i] = s->branches.items[i];
    *s->result = (nh_branches){s->branches.count, branches, {parts.count + s->nonzero.count, nonzero}};
}

static void solve_equation(nh_linear_job *job, nh_field *field, const nh_element *equation, const nh_element *unused) {
    solver *s = job->user;
    (void)unused;
    if (nh_element_is_zero(equation[0])) {
        job->answer = NH_LINEAR_SINGULAR;
        return;
    }
    s->field = field;
    s->variable = nh_field_variable(field, s->unknown);
    s->den = equation[0].den;
    s->parts = nh_linear_parts_make(field);
    s->branches.arena = s->nonzero.arena = field->arena;
    if (!is_polynomial(s, equation[0].num) || !solve_factors(s, equation[0].num)) return;
    write_result(s);
    job->answer = NH_LINEAR_DONE;
}

nh_linear_answer nh_solve_polynomial(nh_pool *pool, nh_arena *arena, nh_expr equation, nh_expr unknown,
                                     nh_branches *result) {
    solver s = {.arena = arena, .unknown = unknown, .result = result};
    *result = (nh_branches){0, NULL, {0, NULL}};
    nh_linear_job job = {pool, {1, 0}, {&equation, NULL}, solve_equation, &s, NH_LINEAR_UNKNOWN};
    return nh_linear_run(&job);
}
