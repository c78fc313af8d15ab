/* The head of the C file: what it is, what its arrays hold, where it must not be used; names of indices; prototypes. */
#include <inttypes.h>
#include <string.h>

#include <nonholo/version.h>

#include "algebra/domain/domain.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/print/print.h"
#include "model/values.h"
#include "out/c/code_private.h"
#include "out/limits_private.h"

/* Conditions are listed up to this number and length. */
enum { MOST_LISTED = 24, MOST_LENGTH = 240 };

#define WORDS(x) WORDS_OF(x)
#define WORDS_OF(x) #x
#define VERSION WORDS(NH_VERSION_MAJOR) "." WORDS(NH_VERSION_MINOR) "." WORDS(NH_VERSION_PATCH)

/* ---- lines of the comment ---- */

/* Where it begins, and where it continues. */
static void add_lines(nh_text *text, const char *first, const char *next, const char *format, va_list list) {
    nh_text line = nh_text_begin(text->arena);
    nh_text_format_list(&line, format, list);
    nh_text_add(text, first);
    nh_code_comment(text, nh_text_string(&line), next, strlen(first));
    nh_text_add_char(text, '\n');
}

/* A paragraph. */
static void say_lines(nh_text *text, const char *format, ...) NH_PRINTF(2, 3);
static void say_lines(nh_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_lines(text, " * ", " * ", format, list);
    va_end(list);
}

/* A line of a list, as it is. */
static void say_item(nh_text *text, const char *format, ...) NH_PRINTF(2, 3);
static void say_item(nh_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_lines(text, " *     ", " *         ", format, list);
    va_end(list);
}

static void skip_line(nh_text *text) {
    nh_text_add(text, " *\n");
}

static const char *print_expr(const nh_code_plan *plan, nh_expr e) {
    nh_text text = nh_text_begin(plan->arena);
    nh_expr_print_decimals(plan->model->pool, &text, e);
    return nh_text_string(&text);
}

/* ---- what it is ---- */

static void describe_system(const nh_code_plan *plan, nh_text *text) {
    const nh_form *form = plan->form;
    nh_text_add(text, "/* ");
    nh_code_comment(text, nh_name_text(plan->model->context, plan->model->title), " * ", 3);
    nh_text_add(text, ": the equations of motion.\n");
    skip_line(text);
    say_lines(text, "Formulation '%s': %s%s%s. Written by nonholo " VERSION ".", form->name, form->title,
              form->variables != NULL ? ", in " : "", form->variables != NULL ? form->variables : "");
}

static void describe_use(const nh_code_plan *plan, nh_text *text) {
    const char *p = plan->prefix;
    skip_line(text);
    nh_text_format(text, " *     void %s_parameters(double p[]);\n", p);
    say_lines(text, "fills p with the values that the model gives.");
    skip_line(text);
    nh_text_format(text,
                   " *     int %s_accelerations(double t, const double q[], const double v[],%s\n"
                   " *             const double p[], double a[], double %s[]);\n",
                   p, plan->has_mu ? " const double mu[]," : "", plan->answer);
    say_lines(text,
              "computes the accelerations a and the %s (which may be a null pointer: then none are "
              "computed) at time "
              "t, coordinates q, velocities v%s. "
              "The state must satisfy the constraints: it is not corrected. Returns 0, or 1 if the equations do "
              "not determine the accelerations there or something has no value; a and %s are then meaningless.",
              plan->has_mu ? "rates of the multipliers mu" : "multipliers lambda",
              plan->has_mu ? ", multipliers mu" : "", plan->answer);
    skip_line(text);
    say_lines(text,
              "C99 or C++ without dependencies: cc -std=c99 -O2 -c FILE.c; link with -lm. Nothing is allocated and "
              "nothing is kept between calls. "
              "With -D%s_MAIN the file has a main, an example.",
              p);
}

/* ---- what the arrays hold ---- */

static void describe_coordinates(const nh_code_plan *plan, nh_text *text) {
    const nh_model *model = plan->model;
    skip_line(text);
    say_lines(text, "q, v, a: coordinates, velocities, accelerations, in this order:");
    for (uint32_t i = 0; i < plan->n; i++)
        say_item(text, "[%" PRIu32 "] %s", i, nh_name_text(model->context, model->coordinates.items[i].name));
}

static void describe_parameters(const nh_code_plan *plan, nh_text *text) {
    const nh_model *model = plan->model;
    skip_line(text);
    if (model->parameters.count == 0) say_lines(text, "p: there are no parameters; it may be a null pointer.");
    if (model->parameters.count == 0) return;
    say_lines(text, "p: parameters:");
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        const char *name = nh_name_text(model->context, p->name), *words = nh_name_text(model->context, p->words);
        const char *between = words[0] != '\0' ? ": " : "";
        if (p->value != NH_EXPR_UNDEFINED)
            say_item(text, "[%zu] %s = %s%s%s", i, name, print_expr(plan, p->value), between, words);
        else say_item(text, "[%zu] %s, which has no value: NaN until you set it%s%s", i, name, between, words);
    }
}

static void describe_multipliers(const nh_code_plan *plan, nh_text *text) {
    const nh_model *model = plan->model;
    const nh_lagrange *l = &plan->lagrange;
    skip_line(text);
    if (l->rows == 0) say_lines(text, "%s: there are no constraints; it may be a null pointer.", plan->answer);
    if (l->rows == 0) return;
    if (plan->has_mu)
        say_lines(text,
                  "mu, rate: multipliers of the constraints, numbers of the state like q and v with initial values of "
                  "their own, and mu'. They belong to L + sum of mu g, g = 0 being the constraint, or its time "
                  "derivative if it contains no velocities:");
    else
        say_lines(text,
                  "lambda: multipliers of the constraints in d/dt dL/dq' - dL/dq = Q + sum of lambda dg/dq', g = 0 "
                  "being the constraint, or its time derivative if it contains no velocities:");
    for (uint32_t i = 0; i < l->rows; i++) {
        const nh_row *row = &model->rows.items[l->row[i]];
        say_item(text, "[%" PRIu32 "] %s: %s = 0", i, nh_name_text(model->context, row->name),
                 print_expr(plan, row->residual));
    }
}

/* ---- what was chosen ---- */

static const char *chosen_at(const nh_code_plan *plan) {
    if (!plan->has_state) return "for almost all states";
    return plan->is_start ? "at the initial state of the model" : "at a random admissible state";
}

static void describe_rows(const nh_code_plan *plan, nh_text *text) {
    nh_text list = nh_text_begin(plan->arena);
    if (!plan->has_state && plan->around->states != NULL) {
        skip_line(text);
        say_lines(text, "No state was found that satisfies the constraints: they may contradict each other.");
    }
    if (plan->left == 0) return;
    for (uint32_t i = 0; i < plan->left; i++) {
        uint32_t row = plan->lagrange.row[plan->left_out[i]];
        nh_text_format(&list, "%s%s", i > 0 ? ", " : "",
                       nh_name_text(plan->model->context, plan->model->rows.items[row].name));
    }
    skip_line(text);
    if (!plan->is_pivoted) {
        say_lines(text, "Constraints without effect, %s: %s. Their multipliers are 0.", chosen_at(plan),
                  nh_text_string(&list));
        return;
    }
    say_lines(text,
              "Of the %" PRIu32 " rows %" PRIu32
              " are independent, %s: %s %s from the others there. At each call the best conditioned ones are used; the "
              "result is 1 where fewer are independent. The multipliers are the minimum-norm solution.%s",
              plan->given, plan->rank, chosen_at(plan), nh_text_string(&list), plan->left == 1 ? "follows" : "follow",
              plan->has_own
                  ? " The accelerations use the independent velocities below, which were chosen once and for all."
                  : "");
}

static void describe_choice(const nh_code_plan *plan, nh_text *text) {
    const nh_explicit *choice = plan->equations->choice;
    const nh_model *model = plan->model;
    nh_text list = nh_text_begin(plan->arena);
    if (choice == NULL || choice->k == 0) return;
    for (uint32_t i = 0; i < choice->m; i++)
        nh_text_format(&list, "%s%s'", i > 0 ? ", " : "",
                       nh_name_text(model->context, model->coordinates.items[choice->independent[i]].name));
    skip_line(text);
    say_lines(text, "Independent velocities, chosen %s: %s. Multipliers are computed from the accelerations.",
              chosen_at(plan), choice->m > 0 ? nh_text_string(&list) : "none");
    for (uint32_t i = 0; i < choice->k; i++) {
        const nh_dependent *d = &choice->dependent[i];
        const char *name = nh_name_text(model->context, model->coordinates.items[d->coordinate].name);
        const char *alpha = d->alpha != NH_EXPR_UNDEFINED ? print_expr(plan, d->alpha) : "";
        if (d->alpha == NH_EXPR_UNDEFINED) say_item(text, "%s': by the constraints, not solved for it", name);
        else if (strlen(alpha) <= MOST_LENGTH) say_item(text, "%s' = %s", name, alpha);
        else say_item(text, "%s': by the constraints", name);
    }
    if (choice->signs > 0)
        say_lines(text, "Signs of roots are 1 or -1; they are found from the velocities that are given.");
}

/* ---- where it serves ---- */

typedef struct search {
    const nh_code_plan *plan;
    size_t count;
    nh_expr *e;
    nh_domain_known known;
    nh_domain domain;
} search;

static void search_inside(void *argument) {
    search *s = argument;
    s->domain = nh_expr_domain(s->plan->model->pool, s->plan->arena, s->count, s->e, &s->known);
}

/* Parameters that the model gives positive values. */
static nh_domain_known positive_parameters(const nh_code_plan *plan) {
    const nh_model *model = plan->model;
    const double *values = plan->around->states != NULL ? nh_states_parameters(plan->around->states) : NULL;
    nh_expr *positive = NH_NEW_ARRAY(plan->arena, nh_expr, model->parameters.count + 1);
    nh_domain_known known = {.positive = positive};
    for (size_t i = 0; i < model->parameters.count && values != NULL; i++)
        if (values[i] > 0) positive[known.positive_count++] = model->parameters.items[i].symbol;
    return known;
}

/* Those that are not among the others, which say more. */
static void add_conditions(nh_exprs *list, size_t count, const nh_expr *e, const nh_exprs *others) {
    for (size_t i = 0; i < count; i++)
        if (!nh_exprs_has(list, e[i]) && (others == NULL || !nh_exprs_has(others, e[i]))) nh_array_push(list, e[i]);
}

static void list_conditions(const nh_code_plan *plan, nh_text *text, const nh_exprs *list, const char *relation) {
    size_t listed = 0, left = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *condition = print_expr(plan, list->items[i]);
        bool is_long = listed >= MOST_LISTED || strlen(condition) > MOST_LENGTH;
        if (is_long) left++;
        else say_item(text, "%s %s", condition, relation);
        listed += !is_long;
    }
    if (left > 0) say_item(text, "and %zu more: ... %s", left, relation);
}

/* What nh_expr_domain finds for all coefficients; nothing, and false, when that takes too long. */
static bool find_domain(const nh_code_plan *plan, search *s) {
    const nh_code_list *lists[] = {&plan->system, &plan->balance};
    *s = (search){.plan = plan, .known = positive_parameters(plan)};
    s->e = NH_NEW_ARRAY(plan->arena, nh_expr, plan->system.exprs.count + plan->balance.exprs.count + 1);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->exprs.count; i++) s->e[s->count++] = lists[k]->exprs.items[i];
    const nh_budget budget = {.work = NH_WORK_CONDITIONS};
    bool is_found = nh_attempt(plan->model->context, &budget, search_inside, s) == NH_OK;
    if (!is_found) s->domain = (nh_domain){0};
    return is_found;
}

static void describe_places(const nh_code_plan *plan, nh_text *text) {
    const nh_explicit *choice = plan->equations->choice;
    nh_exprs positive = {.arena = plan->arena}, nonnegative = positive, nonzero = positive;
    search s;
    bool is_found = find_domain(plan, &s);
    add_conditions(&positive, s.domain.positive_count, s.domain.positive, NULL);
    add_conditions(&nonnegative, s.domain.nonnegative_count, s.domain.nonnegative, &positive);
    if (choice != NULL) add_conditions(&nonzero, choice->pivots.count, choice->pivots.nonzero, &positive);
    add_conditions(&nonzero, s.domain.nonzero_count, s.domain.nonzero, &positive);
    bool has_any = positive.count + nonnegative.count + nonzero.count > 0;
    skip_line(text);
    say_lines(text, "It is valid where the matrix of the equations is regular (the result is 1 where it is not)%s",
              !has_any                     ? "."
              : s.known.positive_count > 0 ? " and, for parameters of the signs that they have in the model:"
                                           : " and:");
    list_conditions(plan, text, &nonzero, "is not 0");
    list_conditions(plan, text, &nonnegative, ">= 0");
    list_conditions(plan, text, &positive, "> 0");
    if (!is_found) say_lines(text, "Too many denominators and roots to list.");
}

static void describe_assumptions(const nh_code_plan *plan, nh_text *text) {
    static const char *const relations[] = {"<", ">", "<=", ">=", "!="};
    const nh_model *model = plan->model;
    if (model->assumptions.count == 0) return;
    skip_line(text);
    say_lines(text, "The model assumes:");
    for (size_t i = 0; i < model->assumptions.count; i++) {
        const nh_assumption *a = &model->assumptions.items[i];
        say_item(text, "%s %s %s", print_expr(plan, a->left), relations[a->relation], print_expr(plan, a->right));
    }
}

/* "C", "C, derivative of order 1", "g, derivative of orders 1, 0 by its arguments". */
static const char *function_words(const nh_code_plan *plan, nh_expr function) {
    const nh_symbol *symbol = nh_expr_symbol_of(plan->model->pool, function);
    nh_text text = nh_text_begin(plan->arena);
    uint32_t orders = 0;
    for (uint32_t i = 0; i < symbol->by_count; i++) orders += symbol->by[i];
    nh_text_add(&text, nh_name_text(plan->model->context, symbol->name));
    if (orders == 0) return nh_text_string(&text);
    nh_text_add(&text, symbol->by_count > 1 ? ", derivative of orders" : ", derivative of order");
    for (uint32_t i = 0; i < symbol->by_count; i++)
        nh_text_format(&text, "%s %" PRIu32, i > 0 ? "," : "", symbol->by[i]);
    if (symbol->by_count > 1) nh_text_add(&text, " by its arguments");
    return nh_text_string(&text);
}

static void describe_functions(const nh_code_plan *plan, const nh_code_writer *writer, nh_text *text) {
    if (writer->functions.count == 0) return;
    skip_line(text);
    say_lines(text, "Functions that the model leaves open, and their derivatives. You supply them:");
    for (size_t i = 0; i < writer->functions.count; i++)
        say_item(text, "%s: %s", writer->calls.items[i], function_words(plan, writer->functions.items[i]));
}

/* ---- names and prototypes ---- */

static void list_indices(nh_text *text, size_t count, const char *const *names) {
    for (size_t i = 0; i < count; i++) nh_text_format(text, "    %s = %zu,\n", names[i], i);
}

static void write_enumeration(const nh_code_plan *plan, nh_text *text) {
    size_t parameters = plan->model->parameters.count, rows = plan->lagrange.rows;
    nh_text_add(text, "/* Numbers of coordinates, parameters and multipliers, and their indices. */\nenum {\n");
    nh_text_format(text, "    %s_size_q = %" PRIu32 ",\n    %s_size_p = %zu,\n    %s_size_%s = %zu,\n", plan->prefix,
                   plan->n, plan->prefix, parameters, plan->prefix, plan->has_mu ? "mu" : "lambda", rows);
    list_indices(text, plan->n, plan->coordinate);
    list_indices(text, parameters, plan->parameter);
    list_indices(text, rows, plan->row);
    text->length -= 2; /* a comma after the last is not C++98 */
    nh_text_add(text, "\n};\n\n");
}

static void write_prototypes(const nh_code_plan *plan, const nh_code_writer *writer, nh_text *text) {
    nh_text_add(text, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    nh_text_format(text,
                   "void %s_parameters(double p[]);\n"
                   "int %s_accelerations(%s, double a[],\n"
                   "        double %s[]);\n",
                   plan->prefix, plan->prefix, nh_code_state(plan), plan->answer);
    for (size_t i = 0; i < writer->functions.count; i++) {
        uint32_t arity = nh_expr_symbol_of(plan->model->pool, writer->functions.items[i])->by_count;
        nh_text_format(text, "double %s(", writer->calls.items[i]);
        for (uint32_t k = 0; k < arity; k++) nh_text_format(text, "%sdouble x%" PRIu32, k > 0 ? ", " : "", k + 1);
        nh_text_add(text, "); /* yours */\n");
    }
    nh_text_add(text, "#ifdef __cplusplus\n}\n#endif\n\n");
}

void nh_code_head(const nh_code_plan *plan, const nh_code_writer *writer, nh_text *text) {
    NH_ASSERT(plan->rank + plan->left == plan->lagrange.rows);
    describe_system(plan, text);
    describe_use(plan, text);
    describe_coordinates(plan, text);
    describe_parameters(plan, text);
    describe_multipliers(plan, text);
    describe_rows(plan, text);
    describe_choice(plan, text);
    describe_assumptions(plan, text);
    describe_places(plan, text);
    describe_functions(plan, writer, text);
    nh_text_add(text, " */\n#include <math.h>\n\n");
    write_enumeration(plan, text);
    write_prototypes(plan, writer, text);
}
