/* What the tests of implications share: a model from a text, the question, and checks of what is answered that do not
 * use the code under test. */
#ifndef NH_TESTS_IMPLICATION_SUPPORT_H
#define NH_TESTS_IMPLICATION_SUPPORT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/ideal/ideal.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/read/read.h"
#include "facts/implies/implication.h"
#include "lang/lang.h"
#include "model/inputs.h"
#include "model/values.h"

enum { IMPLICATION_MOST = 16 };

typedef struct asked_rows {
    const char *given, *then; /* names, with commas between; NULL: none are named */
} asked_rows;

static inline nh_model *implication_model(nh_context *context, const char *text, nh_strings set) {
    nh_status status;
    nh_read_def def = nh_default_read();
    def.set = set;
    nh_model *model = nh_lang_read(context, &def, text, strlen(text), &status);
    if (model == NULL) fail_msg("%s: %s", text, nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence);
    return model;
}

static inline const nh_implication *implication_ask(nh_arena *arena, nh_model *model, asked_rows rows) {
    nh_implies_def def = nh_default_implies();
    def.given = (nh_strings){&rows.given, rows.given != NULL};
    def.then = (nh_strings){&rows.then, 1};
    def.seed = test_seed();
    return nh_implication_make(arena, model, &def);
}

/* Of parameters; those without a value have 2, 3, ... at states. */
static inline const double *implication_values(nh_model *model, nh_arena *arena) {
    double *values = NH_NEW_ARRAY(arena, double, model->parameters.count + 1), open = 2;
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *item = &model->parameters.items[i];
        values[i] = item->value == NH_EXPR_UNDEFINED ? open++ : nh_model_constant(model, arena, item->value);
    }
    return values;
}

/* The largest absolute value of the rows whose name begins like this, at a state, in doubles. A
 * rate may have no value. */
static inline double implication_residual(nh_model *model, const char *begins, const double *state) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    nh_exprs outputs = {.arena = arena};
    bool is_rate[64] = {0};
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (strncmp(nh_name_text(model->context, row->name), begins, strlen(begins)) != 0) continue;
        nh_array_push(&outputs, row->residual);
        if (begins[0] != 'g' || !row->is_geometric) continue;
        nh_array_push(&outputs, nh_row_rate(model, row));
        assert_true(outputs.count <= 64);
        is_rate[outputs.count - 1] = true;
    }
    def.output_count = (uint32_t)outputs.count;
    def.outputs = outputs.items;
    nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    double values[64] = {0}, most = 0;
    assert_true(outputs.count <= 64);
    nh_tape_begin(tape, 1, implication_values(model, arena), work);
    nh_tape_run(tape, 1, state, values, work);
    for (size_t i = 0; i < outputs.count; i++)
        if (!is_rate[i] || isfinite(values[i])) most = fmax(most, isnan(values[i]) ? INFINITY : fabs(values[i]));
    nh_arena_destroy(arena);
    return most;
}

/* A state at which the rows g... hold and one of the rows f... does not. */
static inline void implication_check_witness(nh_model *model, const double *witness, double residual,
                                             const char *what) {
    if (witness == NULL) fail_msg("%s: there is no state", what);
    double given = implication_residual(model, "g", witness), then = implication_residual(model, "f", witness);
    if (!(given < 1e-9) || !(then > 1e-9)) fail_msg("%s: rows %g, conclusion %g at the state", what, given, then);
    if (!(fabs(residual) <= then * (1 + 1e-9)) || residual == 0)
        fail_msg("%s: residual %g, not %g", what, residual, then);
}

/* ---- sets ---- */

typedef struct expr_list {
    uint32_t count;
    nh_expr items[64];
} expr_list;

static inline nh_expr implication_read(const nh_model *model, const char *text, size_t length) {
    nh_arena *arena = nh_pool_arena(model->pool);
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, n + 1);
    for (uint32_t i = 0; i < n; i++) symbols[i] = model->coordinates.items[i].q;
    symbols[n] = model->time;
    nh_read_names known = nh_read_names_of(model->pool, arena, n + 1, symbols);
    nh_expr result = NH_EXPR_UNDEFINED;
    if (!nh_expr_read(model->pool, text, length, NULL, &known, &result))
        fail_msg("cannot read %.*s", (int)length, text);
    return result;
}

/* "a = 0 and b = 0" */
static inline void implication_add_equations(const nh_model *model, expr_list *to, const char *text) {
    while (*text != '\0') {
        const char *end = strstr(text, " = 0");
        if (end == NULL) {
            fail_msg("no equation: %s", text);
            return;
        }
        to->items[to->count++] = implication_read(model, text, (size_t)(end - text));
        text = end + 4;
        if (strncmp(text, " and ", 5) == 0) text += 5;
    }
}

/* The rows g..., with their rates. */
static inline expr_list implication_given(nh_model *model) {
    expr_list list = {0};
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (nh_name_text(model->context, row->name)[0] != 'g') continue;
        list.items[list.count++] = nh_expr_expand_names(model->pool, row->residual);
        if (row->is_geometric) list.items[list.count++] = nh_expr_expand_names(model->pool, nh_row_rate(model, row));
    }
    return list;
}

static inline nh_components implication_components(nh_model *model, nh_arena *arena, const expr_list *equations) {
    uint32_t n = (uint32_t)model->coordinates.count;
    nh_expr *variables = NH_NEW_ARRAY(arena, nh_expr, 2 * (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        variables[i] = model->coordinates.items[i].q;
        variables[n + i] = model->coordinates.items[i].v;
    }
    variables[2 * n] = model->time;
    const nh_ideal *ideal = nh_ideal_make(model->pool, arena, equations->count, equations->items, 2 * n + 1, variables);
    assert_non_null(ideal);
    nh_components parts = nh_ideal_components(arena, ideal);
    assert_true(parts.is_complete);
    return parts;
}

static inline bool implication_all_vanish(const nh_ideal *on, const expr_list *list, uint32_t from) {
    for (uint32_t i = from; i < list->count; i++)
        if (nh_ideal_vanishes(on, list->items[i]) != NH_YES) return false;
    return true;
}

/* Whether the exceptions together are the states at which the given rows and `excluded` = 0 hold. */
static inline void implication_check_union(nh_model *model, nh_arena *arena, const nh_implication *found,
                                           nh_expr excluded, const char *what) {
    const expr_list given = implication_given(model);
    expr_list all = given, sets[IMPLICATION_MOST];
    assert_true(found->info.exceptions <= IMPLICATION_MOST);
    all.items[all.count++] = excluded;
    for (size_t i = 0; i < found->info.exceptions; i++) {
        sets[i] = given;
        implication_add_equations(model, &sets[i], found->exceptions[i].equations);
        nh_components parts = implication_components(model, arena, &sets[i]);
        for (uint32_t k = 0; k < parts.count; k++)
            if (nh_ideal_vanishes(parts.component[k], excluded) != NH_YES)
                fail_msg("%s: %s is too large", what, found->exceptions[i].text);
    }
    nh_components parts = implication_components(model, arena, &all);
    for (uint32_t k = 0; k < parts.count; k++) {
        bool is_in_one = false;
        for (size_t i = 0; i < found->info.exceptions; i++)
            is_in_one = is_in_one || implication_all_vanish(parts.component[k], &sets[i], given.count);
        if (!is_in_one) fail_msg("%s: the exceptions are too small", what);
    }
}

#endif
