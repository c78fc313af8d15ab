/* The functions of the C file that compute coefficients: values of parameters, the matrices of the equations. */
#include <inttypes.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "out/c/code_private.h"

static const char *format_joined(nh_arena *arena, const char *format, ...) NH_PRINTF(2, 3);
static const char *format_joined(nh_arena *arena, const char *format, ...) {
    nh_text text = nh_text_begin(arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    return nh_text_string(&text);
}

/* ---- where symbols are found ---- */

static void bind_state(const nh_code_plan *plan, nh_code_scope *scope) {
    const nh_model *model = plan->model;
    nh_arena *arena = scope->writer->arena;
    nh_code_bind(scope, model->time, "t", NULL);
    for (uint32_t i = 0; i < plan->n; i++) {
        const nh_coordinate *c = &model->coordinates.items[i];
        const char *name = nh_name_text(model->context, c->name), *index = plan->coordinate[i];
        nh_code_bind(scope, c->q, format_joined(arena, "q[%s]", index), nh_code_name(&scope->locals, "q_", name));
        nh_code_bind(scope, c->v, format_joined(arena, "v[%s]", index), nh_code_name(&scope->locals, "v_", name));
    }
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        const char *name = nh_name_text(model->context, p->name);
        nh_code_bind(scope, p->symbol, format_joined(arena, "p[%s]", plan->parameter[i]),
                     nh_code_name(&scope->locals, "p_", name));
    }
    for (uint32_t i = 0; plan->has_mu && i < plan->equations->extras; i++) {
        const char *name = nh_name_text(model->context, model->rows.items[plan->equations->row[i]].name);
        nh_code_bind(scope, plan->equations->extra[i], format_joined(arena, "mu[%s]", plan->row[i]),
                     nh_code_name(&scope->locals, "mu_", name));
    }
}

/* ---- parameters ---- */

/* Each value may contain earlier parameters; one that the model leaves open is not a number until
 * the user says what it is. */
void nh_code_parameters(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text) {
    const nh_model *model = plan->model;
    nh_text body = nh_text_begin(writer->arena);
    nh_code_scope scope = nh_code_begin(writer, &body);
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        const char *target = format_joined(writer->arena, "p[%s]", plan->parameter[i]);
        nh_code_assign(&scope, 1, &p->value, &target);
        nh_code_know(&scope, p->symbol, target);
    }
    nh_text_format(text, "void %s_parameters(double p[]) {\n", plan->prefix);
    nh_text_add(text, model->parameters.count > 0 ? nh_text_string(&body) : "    (void)p;\n");
    nh_text_add(text, "}\n\n");
}

/* ---- signs of roots ---- */

static bool stands_in(const nh_code_plan *plan, nh_expr symbol, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (nh_expr_depends_on(plan->model->pool, e[i], 1, &symbol)) return true;
    return false;
}

/* The sign of the root in a dependent velocity; its measure contains velocities as they are, and no sign. */
static void write_sign(const nh_code_plan *plan, nh_code_scope *scope, uint32_t d) {
    NH_ASSERT(d < plan->equations->choice->k && plan->equations->choice->dependent[d].sign != NH_EXPR_UNDEFINED);
    const nh_model *model = plan->model;
    const nh_dependent *dependent = &plan->equations->choice->dependent[d];
    nh_arena *arena = scope->writer->arena;
    const char *name = nh_name_text(model->context, model->coordinates.items[dependent->coordinate].name);
    const char *side = nh_code_name(&scope->locals, "side_", name);
    const char *sign = nh_code_name(&scope->locals, "sigma_", name),
               *target = format_joined(arena, "const double %s", side);
    nh_expr measure = nh_explicit_measure(plan->equations->choice, d);
    nh_code_assign(scope, 1, &measure, &target);
    nh_text_format(scope->text, "    const double %s = %s < 0.0 ? -1.0 : 1.0;\n", sign, side);
    nh_code_know(scope, dependent->sign, sign);
    nh_map_put(&scope->signs, dependent->sign, false);
}

static void write_signs(const nh_code_plan *plan, nh_code_scope *scope, const nh_code_list *list) {
    const nh_explicit *choice = plan->equations->choice;
    for (uint32_t d = 0; choice != NULL && d < choice->k; d++) {
        nh_expr sign = choice->dependent[d].sign;
        bool is_open = sign != NH_EXPR_UNDEFINED;
        if (is_open && stands_in(plan, sign, list->exprs.count, list->exprs.items)) write_sign(plan, scope, d);
    }
}

/* ---- coefficients ---- */

/* Arrays of no elements are not C: they have one, which is not used. */
static uint32_t array_size(uint32_t size) {
    return size > 0 ? size : 1;
}

typedef struct array {
    const char *name;
    uint32_t rows, columns; /* columns 0: a vector */
} array;

/* The arrays that are there; returns how many. */
static uint32_t list_arrays(const nh_code_plan *plan, bool is_balance, array *arrays) {
    uint32_t count = is_balance ? plan->n : plan->equations->count, k = 0;
    uint32_t rows = is_balance || !plan->has_own ? plan->given : plan->rows;
    arrays[k++] = (array){"M", array_size(count), array_size(count)};
    arrays[k++] = (array){"f", array_size(count), 0};
    if (rows > 0) arrays[k++] = (array){"A", rows, array_size(count)};
    if (rows > 0 && !is_balance) arrays[k++] = (array){"c", rows, 0};
    if (plan->has_own && !is_balance) arrays[k++] = (array){"lift", plan->n, array_size(count)};
    if (plan->has_own && !is_balance) arrays[k++] = (array){"rest", plan->n, 0};
    return k;
}

/* Arrays of one function, at most. */
enum { ARRAYS = 8 };

const char *nh_code_arrays(const nh_code_plan *plan, bool is_balance, nh_code_arrays_as as) {
    array arrays[ARRAYS];
    nh_text text = nh_text_begin(plan->arena);
    uint32_t count = list_arrays(plan, is_balance, arrays);
    NH_ASSERT(count <= ARRAYS);
    for (uint32_t i = 0; i < count; i++) {
        nh_text_format(&text, "%s%s%s", i > 0 ? ", " : "", as == NH_CODE_PARAMETERS ? "double " : "", arrays[i].name);
        if (as == NH_CODE_ARGUMENTS) continue;
        nh_text_format(&text, "[%" PRIu32 "]", arrays[i].rows);
        if (arrays[i].columns > 0) nh_text_format(&text, "[%" PRIu32 "]", arrays[i].columns);
    }
    return nh_text_string(&text);
}

static void clear_arrays(const nh_code_plan *plan, bool is_balance, nh_text *text) {
    array arrays[ARRAYS];
    uint32_t count = list_arrays(plan, is_balance, arrays);
    for (uint32_t i = 0; i < count; i++) {
        const array *a = &arrays[i];
        nh_text_format(text, "    %s_clear(%s%s, %" PRIu32 ");\n", plan->prefix, a->name, a->columns > 0 ? "[0]" : "",
                       a->rows * array_size(a->columns));
    }
}

/* C compilers remark on arguments that are not used, and on signs of which only squares occur. */
static void excuse_unused(const nh_code_scope *scope, nh_text *text) {
    for (const char *c = "tqvp"; *c != '\0'; c++)
        if (!scope->is_used[(unsigned char)*c]) nh_text_format(text, "    (void)%c;\n", *c);
}

const char *nh_code_state(const nh_code_plan *plan) {
    return plan->has_mu ? "double t, const double q[], const double v[], const double mu[], const double p[]"
                        : "double t, const double q[], const double v[], const double p[]";
}

const char *nh_code_state_arguments(const nh_code_plan *plan) {
    return plan->has_mu ? "t, q, v, mu, p" : "t, q, v, p";
}

static void excuse_signs(const nh_code_plan *plan, const nh_code_scope *scope, nh_text *text) {
    const nh_explicit *choice = plan->equations->choice;
    for (uint32_t i = 0; choice != NULL && i < choice->signs; i++) {
        const uint64_t *is_used = nh_map_get(&scope->signs, choice->sign[i]);
        const uint64_t *name = nh_map_get(&scope->known, choice->sign[i]);
        if (is_used != NULL && !*is_used) nh_text_format(text, "    (void)%s;\n", scope->strings.items[*name]);
    }
}

static void write_function(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text, bool is_balance) {
    const nh_code_list *list = is_balance ? &plan->balance : &plan->system;
    nh_text body = nh_text_begin(writer->arena);
    nh_code_scope scope = nh_code_begin(writer, &body);
    bind_state(plan, &scope);
    if (!is_balance) write_signs(plan, &scope, list);
    nh_code_assign(&scope, list->exprs.count, list->exprs.items, list->targets.items);
    nh_text_format(text, "static void %s_%s(%s,\n        %s) {\n", plan->prefix, is_balance ? "balance" : "equations",
                   nh_code_state(plan), nh_code_arrays(plan, is_balance, NH_CODE_PARAMETERS));
    excuse_unused(&scope, text);
    if (plan->has_mu && !scope.is_used['m']) nh_text_add(text, "    (void)mu;\n");
    clear_arrays(plan, is_balance, text);
    excuse_signs(plan, &scope, &body);
    nh_text_format(text, "%s}\n\n", nh_text_string(&body));
}

static const char *system_comment(const nh_code_plan *plan) {
    if (plan->has_mu) return "/* The equations M a = f - A^T mu', A a + c = 0 at a state. */\n";
    if (!plan->has_own)
        return plan->rows > 0 ? "/* The equations M a = f + A^T lambda, A a + c = 0 at a state. */\n"
                              : "/* The equations M a = f at a state. */\n";
    return plan->rows > 0 ? "/* The equations M y' = f + A^T mu, A y' + c = 0 for the rates of the variables, and a = "
                            "lift y' + rest. */\n"
                          : "/* The equations M y' = f for the rates of the variables, and a = lift y' + rest. */\n";
}

void nh_code_coefficients(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text) {
    NH_ASSERT(nh_equations_fit(plan->equations));
    nh_text_add(text, system_comment(plan));
    write_function(plan, writer, text, false);
    if (!plan->has_own || plan->rank == 0) return;
    nh_text_add(text, "/* Lagrange's equations M a = f + A^T lambda, from which the multipliers follow. */\n");
    write_function(plan, writer, text, true);
}

/* ---- holes ---- */

void nh_code_holes(const nh_code_plan *plan, nh_code_writer *writer, nh_text *text) {
    NH_ASSERT(writer->pool == plan->model->pool);
    nh_text body = nh_text_begin(writer->arena);
    nh_code_scope scope = nh_code_begin(writer, &body);
    bind_state(plan, &scope);
    nh_code_list list = {.exprs.arena = plan->arena, .targets.arena = plan->arena};
    for (size_t i = 0; i < plan->holes.count; i++) {
        nh_array_push(&list.exprs, plan->holes.items[i].need.e);
        nh_array_push(&list.targets, format_joined(plan->arena, "need[%zu]", i));
    }
    if (list.exprs.count == 0) return;
    nh_code_assign(&scope, list.exprs.count, list.exprs.items, list.targets.items);
    nh_text_format(text,
                   "/* Whether the model, as it is written, has no value at a state, or no derivative. */\n"
                   "static int %s_hole(double t, const double q[], const double v[], const double p[]) {\n"
                   "    double need[%zu];\n",
                   plan->prefix, list.exprs.count);
    excuse_unused(&scope, text);
    nh_text_add(text, nh_text_string(&body));
    for (size_t i = 0; i < list.exprs.count; i++) {
        nh_need_kind kind = plan->holes.items[i].need.kind;
        nh_text_add(text, "    if (");
        switch (kind) {
            case NH_NEED_NONZERO: nh_text_format(text, "need[%zu] == 0.0", i); break;
            case NH_NEED_NONNEGATIVE: nh_text_format(text, "need[%zu] < 0.0", i); break;
            case NH_NEED_POSITIVE: nh_text_format(text, "need[%zu] <= 0.0", i); break;
            case NH_NEED_VALUE: nh_text_format(text, "!(need[%zu] - need[%zu] == 0.0)", i, i); break;
        }
        nh_text_add(text, ") return 1;\n");
    }
    nh_text_add(text, "    return 0;\n}\n\n");
}
