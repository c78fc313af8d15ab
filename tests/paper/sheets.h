/* Sheets under test: every printed equation holds, in numbers, at states with the accelerations and multipliers of
 * Lagrange's equations, or with those of a formulation that has another motion, at random values of its extras; so do
 * the explicit form, the variables and the differentiated rows. */
#ifndef NH_TESTS_SHEETS_H
#define NH_TESTS_SHEETS_H

#include "../form/forms.h"

#include "expr/inspect.h"
#include "expr/print/print.h"
#include "motion/at/dynamics.h"
#include "paper/sheet.h"

enum { MOST_SIGNS = 4 };

typedef struct sheet_check {
    const subject *s;
    const nh_sheet *sheet;
    nh_expr *from, *to; /* variables and their rates by what they are */
    uint32_t replaced;
    nh_expr *extra; /* signs, then multipliers: parameters of the tapes */
    double *values; /* of these */
    uint32_t extras;
    const nh_state *state;
    const double *accelerations;
} sheet_check;

/* Values of expressions in all that can be on a sheet. */
static inline double *sheet_values(const sheet_check *c, size_t count, const nh_expr *e) {
    const subject *s = c->s;
    nh_expr *list = NH_NEW_ARRAY(s->arena, nh_expr, count + 1);
    if (count > 0) memcpy(list, e, count * sizeof *e);
    nh_expr_substitute_all(s->model->pool, count, list, c->replaced, c->from, c->to, true);
    uint32_t own = (uint32_t)s->model->parameters.count;
    nh_tape_def def = nh_model_tape_def(s->model, s->arena, true, 0, NULL);
    nh_expr *symbols = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)own + c->extras + 1);
    double *numbers = NH_NEW_ARRAY(s->arena, double, (size_t)own + c->extras + 1);
    for (uint32_t i = 0; i < own; i++) symbols[i] = def.parameters[i], numbers[i] = s->parameters[i];
    for (uint32_t i = 0; i < c->extras; i++) symbols[own + i] = c->extra[i], numbers[own + i] = c->values[i];
    def.parameters = symbols;
    def.parameter_count = own + c->extras;
    def.outputs = list;
    def.output_count = (uint32_t)count;
    const nh_tape *tape = nh_tape_make(s->arena, s->model->pool, &def);
    double *work = nh_arena_alloc_aligned(s->arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    double *inputs = NH_NEW_ARRAY(s->arena, double, def.input_count),
           *outputs = NH_NEW_ARRAY(s->arena, double, count + 1);
    inputs[0] = c->state->t;
    for (uint32_t i = 0; i < s->n; i++) {
        inputs[1 + i] = c->state->q[i];
        inputs[1 + s->n + i] = c->state->v[i];
        inputs[1 + 2 * s->n + i] = c->accelerations[i];
    }
    nh_tape_begin(tape, 1, numbers, work);
    nh_tape_run(tape, 1, inputs, outputs, work);
    return outputs;
}

/* |left - right| of a line relative to 1 and the size of its terms. */
static inline double sheet_residual(const sheet_check *c, const nh_sheet_line *line) {
    double sum = 0, size = 1;
    for (int side = 0; side < 2; side++) {
        const nh_sheet_side *x = side == 0 ? &line->left : &line->right;
        nh_expr *sizes = NH_NEW_ARRAY(c->s->arena, nh_expr, (size_t)x->count + 1);
        for (uint32_t i = 0; i < x->count; i++) sizes[i] = nh_expr_terms_size(c->s->model->pool, x->parts[i]);
        const double *values = sheet_values(c, x->count, x->parts), *large = sheet_values(c, x->count, sizes);
        for (uint32_t i = 0; i < x->count; i++) {
            sum += side == 0 ? values[i] : -values[i];
            size += fabs(large[i]);
        }
    }
    return fabs(sum) / size;
}

static inline void check_lines(const sheet_check *c, const char *what, const nh_sheet_lines *lines) {
    for (size_t i = 0; i < lines->count; i++) {
        double found = sheet_residual(c, &lines->items[i]);
        if (!(found < 1e-8))
            fail_msg("%s, %s: the line %s of %s is off by %g", c->s->name, c->sheet->form->name, lines->items[i].of,
                     what, found);
    }
}

/* Variables as they are defined, and their rates. */
static inline void find_variables(sheet_check *c) {
    const nh_sheet_lines *lines = &c->sheet->variables;
    c->from = NH_NEW_ARRAY(c->s->arena, nh_expr, 2 * lines->count + 1);
    c->to = NH_NEW_ARRAY(c->s->arena, nh_expr, 2 * lines->count + 1);
    for (size_t i = 0; i < lines->count; i++) {
        nh_expr symbol = lines->items[i].left.parts[0];
        nh_expr value = nh_expr_sum(c->s->model->pool, lines->items[i].right.count, lines->items[i].right.parts);
        c->from[c->replaced] = symbol;
        c->to[c->replaced++] = value;
        c->from[c->replaced] = nh_expr_dot(c->s->model->pool, symbol);
        c->to[c->replaced++] = nh_expr_total_derivative(c->s->model->pool, value);
    }
}

/* The signs for which the explicit form gives the velocities. */
static inline void find_sheet_signs(sheet_check *c) {
    uint32_t signs = c->sheet->sign_count, best = 0;
    double least = INFINITY;
    assert_true(signs <= MOST_SIGNS);
    for (uint32_t which = 0; which < 1U << signs; which++) {
        double worst = 0;
        for (uint32_t i = 0; i < signs; i++) c->values[i] = which >> i & 1 ? -1 : 1;
        for (size_t i = 0; i < c->sheet->explicit_form.count; i++)
            worst = fmax(worst, sheet_residual(c, &c->sheet->explicit_form.items[i]));
        if (worst < least) least = worst, best = which;
    }
    for (uint32_t i = 0; i < signs; i++) c->values[i] = best >> i & 1 ? -1 : 1;
}

/* Coefficients have the values that the formulation gives them. */
static inline void check_coefficients(const sheet_check *c, const nh_equations *e) {
    for (size_t i = 0; i < c->sheet->coefficients.count; i++) {
        const nh_sheet_line *line = &c->sheet->coefficients.items[i];
        nh_expr wanted = coefficient(e, line->name);
        nh_expr found = nh_expr_sum(c->s->model->pool, line->right.count, line->right.parts);
        nh_expr both[] = {found, wanted, nh_expr_terms_size(c->s->model->pool, found)};
        const double *values = sheet_values(c, 3, both);
        if (!(fabs(values[0] - values[1]) <= 1e-8 * (1 + fabs(values[2]))))
            fail_msg("%s, %s: %s is %.17g, not %.17g", c->s->name, c->sheet->form->name, line->name, values[0],
                     values[1]);
    }
}

/* A multiplier mu and its rate. */
static inline void add_extra(sheet_check *c, uint32_t row, double value, double rate) {
    nh_expr mu = nh_equations_extra(c->s->model, c->s->arena, row);
    c->values[c->extras] = value;
    c->extra[c->extras++] = mu;
    c->values[c->extras] = rate;
    c->extra[c->extras++] = nh_expr_dot(c->s->model->pool, mu);
}

/* The equations of a formulation as numbers. */
typedef struct sheet_dynamics {
    nh_equations *equations;
    nh_dynamics *dynamics;
} sheet_dynamics;

/* With random mu. */
static inline sheet_dynamics make_dynamics(const subject *s, nh_equations *e, nh_random *random) {
    sheet_dynamics d = {e, nh_dynamics_make(s->arena, e, NH_NATIVE_NEVER)};
    nh_dynamics_set(d.dynamics, s->parameters);
    for (uint32_t i = 0; i < e->extras; i++) nh_dynamics_extras(d.dynamics)[i] = nh_random_uniform(random, -1, 1);
    return d;
}

/* The transposition matrix as symbols, and as the lines say it is. */
static inline void check_omega(sheet_check *c, const sheet_dynamics *d) {
    const nh_equations *e = d->equations;
    for (uint32_t i = 0; i < e->omegas; i++) {
        c->values[c->extras] = nh_dynamics_omega(d->dynamics)[i];
        c->extra[c->extras++] = e->omega[i];
    }
    for (size_t i = 0; i < c->sheet->coefficients.count && e->omegas > 0; i++) {
        const nh_sheet_line *line = &c->sheet->coefficients.items[i];
        nh_expr symbol = nh_expr_symbol_text(c->s->model->pool, NH_ROLE_MULTIPLIER, line->name);
        nh_expr both[] = {nh_expr_sum(c->s->model->pool, line->right.count, line->right.parts), symbol};
        const double *values = sheet_values(c, 2, both);
        if (!(fabs(values[0] - values[1]) <= 1e-7 * (1 + fabs(values[1]))))
            fail_msg("%s: %s is %.17g, not %.17g", c->s->name, line->name, values[0], values[1]);
    }
}

/* What must not be 0 is not 0 at the initial state of the model, at which the sheet was made. */
static inline void check_assumptions(const sheet_check *c) {
    for (size_t i = 0; i < c->sheet->assumptions.count; i++) {
        const nh_sheet_condition *condition = &c->sheet->assumptions.items[i];
        if (condition->relation != NH_NOT_EQUAL) continue;
        nh_expr difference = nh_expr_sub(c->s->model->pool, condition->left, condition->right);
        double value = sheet_values(c, 1, &difference)[0];
        if (fabs(value) < 1e-9) {
            nh_text text = nh_text_begin(c->s->arena);
            nh_expr_print(c->s->model->pool, &text, difference);
            fail_msg("%s, %s: it divides by %s, which is 0 where it begins", c->s->name, c->sheet->form->name,
                     nh_text_string(&text));
        }
    }
}

/* The components of what is printed as vectors; the angular velocity is what its definition says. */
static inline void check_vectors(const sheet_check *given) {
    sheet_check c = *given;
    nh_pool *pool = c.s->model->pool;
    if (c.sheet->vectors.count == 0) return;
    const nh_sheet_vector_line *Omega = &c.sheet->vectors.items[0];
    c.replaced = 6;
    c.from = NH_NEW_ARRAY(c.s->arena, nh_expr, 6);
    c.to = NH_NEW_ARRAY(c.s->arena, nh_expr, 6);
    for (int k = 0; k < 3; k++) {
        c.from[k] = Omega->left->value.x[k];
        c.to[k] = Omega->right->value.x[k];
        c.from[3 + k] = nh_expr_dot(pool, c.from[k]);
        c.to[3 + k] = nh_expr_total_derivative(pool, c.to[k]);
    }
    for (size_t i = 0; i < c.sheet->vectors.count; i++) {
        const nh_sheet_vector_line *line = &c.sheet->vectors.items[i];
        bool is_normal = line->sort == NH_VECTOR_NORMAL, is_zero = line->right == NULL;
        if (!is_normal && line->sort != NH_VECTOR_EQUATION && line->sort != NH_VECTOR_KINEMATICS) continue;
        for (int k = 0; k < (is_normal ? 1 : 3); k++) {
            nh_expr left = line->left->value.x[k], right = is_zero ? NH_EXPR_ZERO : line->right->value.x[k];
            if (is_normal) left = nh_vector_dot(pool, line->left->value, line->right->value), right = NH_EXPR_ZERO;
            nh_sheet_line one = {.left = {1, &left}, .right = {1, &right}};
            double found = sheet_residual(&c, &one);
            if (!(found < 1e-8)) fail_msg("%s: component %d of vector line %zu is off by %g", c.s->name, k, i, found);
        }
    }
}

/* All lines at a state. */
static inline void check_sheet_at(const subject *s, const nh_admissible *a, const nh_sheet *sheet,
                                  const sheet_dynamics *d, const nh_state *state) {
    nh_dynamics *dynamics = d->dynamics;
    nh_solution solution = nh_dynamics_solve(dynamics, state->t, state->q, state->v);
    if (solution.status != NH_SOLVED) return;
    sheet_check c = {.s = s, .sheet = sheet, .state = state, .accelerations = solution.x};
    uint32_t rows = (uint32_t)s->model->rows.count, imposed = 0;
    size_t room = (size_t)sheet->sign_count + 3 * rows + a->form->signs + d->equations->omegas + 1;
    c.extra = NH_NEW_ARRAY(s->arena, nh_expr, room);
    c.values = NH_NEW_ARRAY(s->arena, double, room);
    for (uint32_t i = 0; i < sheet->sign_count; i++) c.extra[c.extras++] = sheet->signs[i];
    for (uint32_t i = 0; i < rows; i++) {
        if (!s->model->rows.items[i].is_imposed) continue;
        c.values[c.extras] = solution.lambda[imposed];
        c.extra[c.extras++] = nh_equations_multiplier(s->model, s->arena, i);
        if (sheet->form->is_apart) add_extra(&c, i, nh_dynamics_extras(dynamics)[imposed], -solution.lambda[imposed]);
        imposed++;
    }
    nh_explicit_signs(a->form, s->parameters, state, c.values + c.extras);
    for (uint32_t i = 0; i < a->form->signs; i++) c.extra[c.extras++] = a->form->sign[i];
    check_omega(&c, d);
    find_variables(&c);
    find_sheet_signs(&c);
    check_lines(&c, "the constraints", &sheet->constraints);
    check_lines(&c, "the explicit form", &sheet->explicit_form);
    check_lines(&c, "the velocities", &sheet->velocities);
    check_lines(&c, "the equations", &sheet->equations);
    check_lines(&c, "the rows", &sheet->rows);
    check_vectors(&c);
    if (state == &a->state) check_assumptions(&c);
    const char *why = NULL;
    if (sheet->form->derive_with == NULL || sheet->form->choose != NULL) return; /* with a choice of its own */
    check_coefficients(&c, sheet->form->derive_with(s->model, s->arena, a->form, &why));
}

/* Every formulation, at the reference state and near it; how many applied. */
static inline uint32_t check_sheets(const subject *s) {
    nh_admissible *a = nh_admissible_make(s->arena, s->model, 1);
    nh_random random = nh_random_make(test_seed(), 7);
    nh_state near = subject_state(s);
    const nh_form *form;
    uint32_t count = 0;
    sheet_dynamics chetaev = make_dynamics(s, nh_chetaev_derive(s->model, s->arena), &random);
    for (size_t i = 0; (form = nh_form_at(i)) != NULL; i++) {
        const char *why = NULL;
        const nh_sheet *sheet = nh_sheet_make(s->arena, a, form, &why);
        assert_true((sheet == NULL) == (why != NULL) || sheet != NULL);
        if (sheet == NULL) continue;
        count++;
        assert_true(sheet->equations.count == sheet->count || sheet->notes.count > 0);
        if (a->at == NH_CHECK_NONE) continue;
        sheet_dynamics d = chetaev;
        if (form->is_apart) d = make_dynamics(s, nh_form_full_equations(form, s->model, s->arena), &random);
        check_sheet_at(s, a, sheet, &d, &a->state);
        if (nh_samples_draw(a->states, &random, &a->state, 0.05, &near)) check_sheet_at(s, a, sheet, &d, &near);
    }
    return count;
}

#endif
