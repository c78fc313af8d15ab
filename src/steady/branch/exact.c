/* Changes of stability in closed form: the functions of branch_private.h as formulas, from the matrix A as formulas
 * (symbolic_private.h), solved for what is varied.
 *
 * det(x - A) = x^k (d[0] + d[1] x + ... + x^n), where x^k are the zeros that all values of the parameters have. Its
 * functions are d[0], the last but one Hurwitz determinant, and the discriminant; where d has even powers only they
 * are those of the polynomial in x^2, as for reversible systems. An equation whose factors are of degree 1 or 2 in
 * what is varied has its solutions in the parameters; where it has not, or is too long, the values of the parameters
 * are put in. A solution is the formula of a change if its value lies in the enclosure of that change. */
#include "steady/branch/exact_private.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/linear/characteristic.h"
#include "algebra/linear/solve.h"
#include "algebra/tidy/simplify.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "steady/limits_private.h"
#include "steady/linearize.h"
#include "steady/symbolic_private.h"
#include "tape/ball_run.h"

/* Sizes of matrices, and of determinants. */
enum { SIZE_MOST = 12, DEGREE_MOST = 8 };

typedef struct exact {
    nh_arena *arena;
    const nh_model *model;
    nh_pool *pool;
    const nh_range *range;
    nh_changes *changes;
    nh_expr unknown;
    nh_steady_problem *p;
    nh_steady_motion motion;
    bool with_numbers; /* the values of the parameters are put in */
    uint32_t degree;
    nh_expr c[SIZE_MOST + 1]; /* degree + 1: d, or the same in x^2 */
    bool is_even;
    nh_branches branches;
    int fit; /* of the change that is examined: the number of the branch; -1: none */
    size_t change;
} exact;

/* ---- the polynomial ---- */

static bool depends_on_parameters(const exact *w, nh_expr e) {
    return nh_expr_depends_on(w->pool, e, (uint32_t)w->model->parameters.count,
                              nh_model_parameter_symbols(w->model, w->arena));
}

/* Every parameter that is made from others by these, also where it is made from what is varied; with numbers, all. */
static nh_expr with_definitions(const exact *w, nh_expr e) {
    const nh_model *model = w->model;
    for (size_t i = model->parameters.count; i-- > 0;) {
        const nh_parameter *parameter = &model->parameters.items[i];
        if (parameter->value == NH_EXPR_UNDEFINED || parameter->symbol == w->unknown) continue;
        if (!w->with_numbers && !depends_on_parameters(w, parameter->value)) continue;
        e = nh_expr_substitute(w->pool, e, 1, &parameter->symbol, &parameter->value, true);
    }
    return e;
}

/* Whether nothing but parameters and what is varied occurs. */
static bool is_closed(const exact *w, nh_expr e) {
    const nh_linearizer *l = w->p->l;
    for (size_t i = 0; i < nh_linear_inputs(l); i++)
        if (l->input[i] != w->unknown && nh_expr_depends_on(w->pool, e, 1, &l->input[i])) return false;
    return true;
}

static bool find_polynomial(exact *w, const nh_expr *A) {
    uint32_t size = w->p->size, zeros = 0;
    nh_expr c[SIZE_MOST + 1], *a = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)size * size + 1);
    if (size > SIZE_MOST) return false;
    for (size_t i = 0; i < (size_t)size * size; i++) {
        a[i] = with_definitions(w, A[i]);
        if (!is_closed(w, a[i])) return false;
    }
    if (nh_linear_characteristic(w->pool, size, a, c) != NH_LINEAR_DONE) return false;
    while (zeros < size && nh_expr_is_proved_zero(w->pool, c[zeros])) zeros++;
    w->degree = size - zeros;
    w->is_even = w->degree % 2 == 0;
    for (uint32_t i = 1; i < w->degree && w->is_even; i += 2)
        w->is_even = nh_expr_is_proved_zero(w->pool, c[zeros + i]);
    if (w->is_even) w->degree /= 2;
    for (uint32_t i = 0; i <= w->degree; i++) w->c[i] = c[zeros + (w->is_even ? 2 * i : i)];
    return w->degree > 0 && w->degree <= DEGREE_MOST;
}

/* The resultant of the polynomial and its derivative, by Sylvester's matrix. */
static bool find_discriminant(const exact *w, nh_expr *discriminant) {
    uint32_t n = w->degree, size = 2 * n - 1;
    nh_expr *a = NH_NEW_ARRAY(w->arena, nh_expr, (size_t)size * size + 1);
    for (size_t i = 0; i < (size_t)size * size; i++) a[i] = NH_EXPR_ZERO;
    for (uint32_t r = 0; r + 1 < n; r++)
        for (uint32_t i = 0; i <= n; i++) a[r * size + r + i] = w->c[n - i];
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t i = 0; i < n; i++)
            a[(n - 1 + r) * size + r + i] = nh_expr_mul(w->pool, nh_expr_int(w->pool, n - i), w->c[n - i]);
    return nh_linear_determinant(w->pool, size, a, discriminant) == NH_LINEAR_DONE;
}

/* False: there is no such function. */
static bool find_function(const exact *w, nh_stability_kind kind, nh_expr *function) {
    nh_expr minors[DEGREE_MOST];
    switch (kind) {
        case NH_CHANGE_ZERO_ROOT: *function = w->c[0]; return true;
        case NH_CHANGE_IMAGINARY_PAIR:
            if (w->is_even || w->degree < 2) return false;
            if (nh_linear_hurwitz(w->pool, w->arena, w->degree, w->c, minors) != NH_LINEAR_DONE) return false;
            *function = minors[w->degree - 2];
            return true;
        case NH_CHANGE_DOUBLE_ROOT: return w->degree > 1 && find_discriminant(w, function);
    }
    return false;
}

/* ---- which solution it is ---- */

static void compare_branches(void *argument) {
    exact *w = argument;
    const nh_stability_change *change = &w->changes->items[w->change];
    size_t count = w->branches.count;
    int prec = nh_steady_bits(0);
    nh_expr *value = NH_NEW_ARRAY(w->arena, nh_expr, count + 1);
    nh_ball *found = nh_balls_new(count + 1), *parameters = nh_balls_new(w->model->parameters.count + 1);
    nh_ball *end = nh_balls_new(2), *hull = nh_balls_new(1);
    for (size_t i = 0; i < count; i++) value[i] = w->branches.branches[i].value;
    nh_steady_parameters(w->p, parameters, prec);
    nh_tape_def def = nh_model_tape_over(w->model, w->arena, 0, NULL, count, value);
    nh_tape_run_balls(nh_tape_make(w->arena, w->pool, &def), parameters, NULL, found, prec);
    nh_ball_set_double(&end[0], change->value - change->radius);
    nh_ball_set_double(&end[1], change->value + change->radius);
    nh_ball_set_interval(hull, &end[0], &end[1], prec);
    w->fit = -1;
    for (size_t i = count; i-- > 0;)
        if (nh_ball_contains(hull, &found[i])) w->fit = (int)i;
    nh_balls_free(hull, 1);
    nh_balls_free(end, 2);
    nh_balls_free(parameters, w->model->parameters.count + 1);
    nh_balls_free(found, count + 1);
}

static const char *print_equation(const exact *w, nh_expr left, nh_expr right, bool as_latex) {
    nh_text text = nh_text_begin(w->changes->arena);
    void (*print)(nh_pool *, nh_text *, nh_expr) = as_latex ? nh_expr_print_latex : nh_expr_print;
    print(w->pool, &text, left);
    nh_text_add(&text, " = ");
    print(w->pool, &text, right);
    return nh_text_string(&text);
}

/* The value of what is varied, or that of its square, which has no root: psi'^2 = g/(3*R). */
static void keep_formula(const exact *w, nh_stability_change *change, nh_expr value) {
    nh_expr left[2] = {w->unknown, nh_expr_pow_int(w->pool, w->unknown, 2)};
    nh_expr right[2] = {nh_expr_readable(w->pool, w->arena, value),
                        nh_expr_factored(w->pool, nh_expr_mul(w->pool, value, value))};
    right[1] = nh_expr_readable(w->pool, w->arena, right[1]);
    const char *formula[2];
    for (int i = 0; i < 2; i++) formula[i] = print_equation(w, left[i], right[i], false);
    int shorter = strlen(formula[1]) < strlen(formula[0]);
    change->formula = formula[shorter];
    change->latex = print_equation(w, left[shorter], right[shorter], true);
}

/* Whether one of the solutions of factor = 0 is the change. */
static bool solve_factor(exact *w, nh_stability_change *change, nh_expr factor) {
    if (!nh_expr_depends_on(w->pool, factor, 1, &w->unknown)) return false;
    if (nh_solve_polynomial(w->pool, w->arena, factor, w->unknown, &w->branches) != NH_LINEAR_DONE) return false;
    nh_guard_call(w->model->context, compare_branches, w);
    if (w->fit >= 0) keep_formula(w, change, w->branches.branches[w->fit].value);
    return w->fit >= 0;
}

/* Factor by factor: those of other changes may be of higher degree. */
static void solve_change(exact *w, size_t i) {
    nh_stability_change *change = &w->changes->items[i];
    nh_expr function;
    nh_rat number;
    if (change->formula != NULL || !find_function(w, change->kind, &function)) return;
    w->change = i;
    function = nh_expr_split(w->pool, nh_expr_factored(w->pool, function), &number);
    if (nh_expr_kind_of(w->pool, function) != NH_EXPR_PRODUCT) {
        (void)solve_factor(w, change, function);
        return;
    }
    for (uint32_t k = 0; k < nh_expr_arity(w->pool, function); k += 2)
        if (solve_factor(w, change, nh_expr_args(w->pool, function)[k])) return;
}

/* ---- all of them ---- */

static void find_motion(void *argument) {
    exact *w = argument;
    nh_steady_search search = {.guess = nh_steady_guess(w->arena, w->p), .holds_initial = true, .with_family = true};
    search.digits = nh_steady_digits(0);
    w->motion = nh_steady_find(w->p, w->arena, &search);
}

static void solve_changes(void *argument) {
    exact *w = argument;
    nh_symbolic_request r = {.p = w->p, .motion = &w->motion, .open = w->unknown};
    const nh_expr *A = nh_symbolic_system(w->arena, &r);
    if (A == NULL || !find_polynomial(w, A)) return;
    for (size_t i = 0; i < w->changes->count; i++) solve_change(w, i);
}

static nh_expr symbol_of(const nh_model *model, const nh_range *range) {
    size_t n = model->coordinates.count;
    if (range->varied == NH_VARIED_PARAMETER) return model->parameters.items[range->which].symbol;
    return range->which < n ? model->coordinates.items[range->which].q : model->coordinates.items[range->which - n].v;
}

void nh_changes_solve(nh_changes *changes, const nh_model *model, const nh_range *range) {
    nh_context *context = model->context;
    if (changes->count == 0) return;
    exact w = {.model = model, .pool = model->pool, .range = range, .changes = changes};
    w.arena = nh_arena_create(context);
    w.unknown = symbol_of(model, range);
    w.p = nh_steady_problem_make(w.arena, model, 0, NULL, NULL);
    nh_guard_call(context, find_motion, &w);
    for (int pass = 0; pass < 2 && w.motion.is_found; pass++) {
        nh_budget budget = {.work = NH_WORK_EXACT};
        w.with_numbers = pass > 0;
        (void)nh_attempt(context, &budget, solve_changes, &w);
    }
    nh_arena_destroy(w.arena);
}
