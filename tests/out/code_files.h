/* What the tests of the C output share: all formulations of a model as C files, compiled together, called at random
 * admissible states, and compared with the library and with the tape of Lagrange's equations. */
#ifndef NH_TESTS_CODE_FILES_H
#define NH_TESTS_CODE_FILES_H

#include "../lang/files.h"

#include <dlfcn.h>
#include <math.h>

#include "base/io/process.h"
#include "base/text/text.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"
#include "out/c/code.h"
#include "state/state.h"
#include "truth/eval/evaluate.h"

enum { CODE_FORMS = 16, CODE_WORDS = 40 };
#define CODE_CLOSE 1e-10
/* Formulations against each other: 1e-9. */
#define CODE_FORMULATION 10

typedef int (*code_accelerations)(double t, const double q[], const double v[], const double p[], double a[],
                                  double lambda[]);
typedef void (*code_parameters)(double p[]);

/* ---- compiling ---- */

/* The compiler's words, as "cc" or what CC says; NULL: there is none. */
static inline const char *code_compiler(nh_arena *arena) {
    const char *name = getenv("CC");
    return nh_process_find(arena, name != NULL && name[0] != '\0' && strchr(name, ' ') == NULL ? name : "cc");
}

/* Runs a program with words separated by blanks; fails the test with what it said unless it ended well. Its output. */
static inline const char *code_run(nh_arena *arena, const char *program, const char *line) {
    const char *words[CODE_WORDS] = {program};
    size_t count = 1;
    char *copy = nh_arena_text(arena, line, strlen(line));
    for (char *word = strtok(copy, " "); word != NULL && count < CODE_WORDS - 1; word = strtok(NULL, " "))
        words[count++] = word;
    nh_process_call call = {.words = words, .input = "", .keeps_output = true, .doing = "testing"};
    nh_process_end end = nh_process_run(arena, &call);
    if (!nh_process_is_good(&end)) fail_msg("%s %s: %s", program, line, end.said);
    return end.output != NULL ? nh_arena_text(arena, end.output, end.output_length) : "";
}

static inline const char *code_format(nh_arena *arena, const char *format, ...) NH_PRINTF(2, 3);
static inline const char *code_format(nh_arena *arena, const char *format, ...) {
    nh_text text = nh_text_begin(arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    return nh_text_string(&text);
}

#define CODE_WARNINGS "-Wall -Wextra -Wconversion -pedantic -Werror"

static inline void code_write(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Also as C++, and by clang, where these are installed: names of the paths of the programs. */
static inline void code_compile_otherwise(nh_arena *arena, const char *path) {
    const char *cpp = nh_process_find(arena, "c++"), *clang = nh_process_find(arena, "clang");
    if (cpp != NULL) (void)code_run(arena, cpp, code_format(arena, CODE_WARNINGS " -x c++ -fsyntax-only %s", path));
    if (clang != NULL)
        (void)code_run(arena, clang, code_format(arena, CODE_WARNINGS " -std=c99 -fsyntax-only %s", path));
}

/* ---- one model ---- */

typedef struct code_subject {
    const char *name;
    nh_context *context;
    nh_arena *arena;
    nh_model *model;
    size_t n, rows;
    uint32_t count; /* of files */
    const nh_form *form[CODE_FORMS];
    nh_formula *formula[CODE_FORMS];   /* NULL: equations for all accelerations */
    nh_dynamics *dynamics[CODE_FORMS]; /* the others */
    code_accelerations function[CODE_FORMS];
    void *library;
    const char *prefix;
    const double *parameters;
    nh_states *states;
    double *a, *lambda, *p; /* of the file */
    /* Lagrange's equations by their tape. */
    const nh_equations *lagrange;
    const nh_tape *tape;
    double *inputs, *outputs, *work;
    /* What the program computes otherwise: by the way of a motion, and as `eval` does, in doubles and in balls. */
    nh_dynamics *moving;
    nh_evaluator *doubles, *balls;
    int in_balls;  /* states that are still evaluated so */
    uint32_t rank; /* of the rows where the file was written; other states are on other components */
    bool has_rank;
    int compared, refused; /* so far */
} code_subject;

/* What occurs in front of _accelerations in the prototype. */
static inline const char *code_prefix_of(nh_arena *arena, const char *file) {
    const char *end = strstr(file, "_accelerations("), *begin = end;
    assert_non_null(end);
    while (begin > file && begin[-1] != ' ') begin--;
    return nh_arena_text(arena, begin, (size_t)(end - begin));
}

/* The file with names of its own, so that several can be compiled as one. */
static inline void code_add_renamed(nh_text *text, const char *file, const char *prefix, uint32_t number) {
    for (const char *next; (next = strstr(file, prefix)) != NULL; file = next + strlen(prefix)) {
        nh_text_add_bytes(text, file, (size_t)(next - file));
        nh_text_format(text, "form%u_%s", number, prefix);
    }
    nh_text_add(text, file);
}

/* Writes and compiles all files; `more` is C that goes in front. */
static inline void code_build(code_subject *s, const char *compiler, const char *more, bool with_others) {
    nh_text all = nh_text_begin(s->arena);
    nh_text_add(&all, more);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        if (nh_form_at(i)->is_apart) continue; /* their functions have other arguments */
        const char *why = NULL, *file = nh_code_print(s->arena, s->model, nh_form_at(i), 1, &why);
        assert_true(file != NULL || (why != NULL && why[0] != '\0'));
        if (file == NULL) continue;
        s->prefix = code_prefix_of(s->arena, file);
        s->form[s->count] = nh_form_at(i);
        code_add_renamed(&all, file, s->prefix, s->count++);
    }
    const char *path = nh_arena_text(s->arena, test_path("code.c"), strlen(test_path("code.c")));
    const char *library = code_format(s->arena, "%s-%s.so", path, s->name);
    code_write(path, nh_text_string(&all));
    (void)code_run(s->arena, compiler,
                   code_format(s->arena, CODE_WARNINGS " -std=c99 -O1 -shared -fPIC -o %s %s -lm", library, path));
    if (with_others) code_compile_otherwise(s->arena, path);
    s->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (s->library == NULL) fail_msg("%s", dlerror());
    for (uint32_t i = 0; i < s->count; i++) {
        const char *name = code_format(s->arena, "form%u_%s_accelerations", i, s->prefix);
        *(void **)&s->function[i] = dlsym(s->library, name);
        assert_non_null(s->function[i]);
    }
    assert_int_equal(remove(library), 0);
}

/* What the library computes with: `twin` is the model, or the same one with bodies for its functions. */
static inline void code_prepare(code_subject *s, nh_model *twin) {
    nh_arena *arena = s->arena;
    s->parameters = nh_model_parameter_values(twin, arena);
    s->states = nh_states_make(arena, twin, s->parameters);
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->form[i]->derive == NULL) {
            s->formula[i] = nh_formula_make(arena, twin, s->form[i], s->states, NH_NATIVE_NEVER);
            continue;
        }
        s->dynamics[i] = nh_dynamics_make(arena, s->form[i]->derive(twin, arena), NH_NATIVE_NEVER);
        nh_dynamics_set(s->dynamics[i], s->parameters);
    }
    s->lagrange = nh_chetaev_derive(twin, arena);
    s->n = s->lagrange->count;
    s->rows = s->lagrange->rows;
    s->tape = nh_dynamics_tape(arena, s->lagrange);
    s->work = nh_arena_alloc_aligned(arena, (nh_tape_work_size(s->tape, 1) + 1) * sizeof(double), 64);
    s->inputs = NH_NEW_ARRAY(arena, double, 2 * s->n + 1);
    s->outputs = NH_NEW_ARRAY(arena, double, nh_tape_outputs(s->tape) + 1);
    s->a = NH_NEW_ARRAY(arena, double, s->n + 1);
    s->lambda = NH_NEW_ARRAY(arena, double, s->rows + 1);
    s->p = NH_NEW_ARRAY(arena, double, twin->parameters.count + 1);
    nh_tape_begin(s->tape, 1, s->parameters, s->work);
    s->moving = nh_dynamics_make(arena, nh_chetaev_derive(twin, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(s->moving, s->parameters);
    s->doubles = nh_evaluator_make(arena, twin, &(nh_eval_def){.form = "chetaev"});
    s->balls = nh_evaluator_make(arena, twin, &(nh_eval_def){.form = "chetaev", .digits = 15});
    s->in_balls = 2;
}

static inline void code_check_parameters(code_subject *s) {
    code_parameters function;
    *(void **)&function = dlsym(s->library, code_format(s->arena, "form0_%s_parameters", s->prefix));
    assert_non_null(function);
    function(s->p);
    for (size_t i = 0; i < s->model->parameters.count; i++)
        if (s->model->parameters.items[i].value != NH_EXPR_UNDEFINED &&
            !(fabs(s->p[i] - s->parameters[i]) <= 1e-14 * fabs(s->parameters[i])))
            fail_msg("%s: parameter %zu is %.17g, not %.17g", s->name, i, s->p[i], s->parameters[i]);
}

/* ---- one state ---- */

static inline double code_largest(size_t count, const double *x) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static inline void code_compare(const code_subject *s, uint32_t i, const char *what, size_t count, const double *found,
                                const double *wanted, double scale) {
    double allowed = CODE_CLOSE * (1 + scale + code_largest(count, wanted));
    for (size_t k = 0; k < count; k++)
        if (!(fabs(found[k] - wanted[k]) <= allowed))
            fail_msg("%s, %s: %s %zu is %.17g, not %.17g", s->name, s->form[i]->name, what, k, found[k], wanted[k]);
}

/* M a - f - A^T lambda and A a + drift, by the tape, relative to the sizes of their terms. */
static inline void code_check_tape(code_subject *s, uint32_t form, const nh_state *state) {
    const nh_equations *e = s->lagrange;
    const double *M = s->outputs, *f = M + e->matrix.start[s->n], *A = f + s->n,
                 *drift = A + e->jacobian.start[s->rows];
    double *rest = NH_NEW_ARRAY(s->arena, double, s->n + 1), *size = NH_NEW_ARRAY(s->arena, double, s->n + 1);
    s->inputs[0] = state->t;
    memcpy(s->inputs + 1, state->q, s->n * sizeof *s->inputs);
    memcpy(s->inputs + 1 + s->n, state->v, s->n * sizeof *s->inputs);
    nh_tape_run(s->tape, 1, s->inputs, s->outputs, s->work);
    for (uint32_t i = 0; i < s->n; i++) {
        rest[i] = -f[i];
        size[i] = 1 + fabs(f[i]);
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++) {
            rest[i] += M[k] * s->a[e->matrix.column[k]];
            size[i] += fabs(M[k] * s->a[e->matrix.column[k]]);
        }
    }
    for (uint32_t j = 0; j < s->rows; j++) {
        double row = drift[j], row_size = 1 + fabs(drift[j]);
        for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++) {
            row += A[k] * s->a[e->jacobian.column[k]];
            row_size += fabs(A[k] * s->a[e->jacobian.column[k]]);
            rest[e->jacobian.column[k]] -= A[k] * s->lambda[j];
            size[e->jacobian.column[k]] += fabs(A[k] * s->lambda[j]);
        }
        if (!(fabs(row) <= CODE_CLOSE * row_size))
            fail_msg("%s, %s: row %u of the tape has %g left", s->name, s->form[form]->name, j, row);
    }
    double most = code_largest(s->n, size);
    for (uint32_t i = 0; i < s->n; i++)
        if (!(fabs(rest[i]) <= CODE_CLOSE * most))
            fail_msg("%s, %s: equation %u of the tape has %g left", s->name, s->form[form]->name, i, rest[i]);
}

/* Accelerations and multipliers under the Chetaev condition; false: none there, or badly conditioned. */
static inline bool code_reference(code_subject *s, const nh_state *state, double *x, double *lambda) {
    nh_solution own = nh_dynamics_solve(s->dynamics[0], state->t, state->q, state->v); /* chetaev comes first */
    if (own.status != NH_SOLVED || own.least_pivot < 1e-3) return false;
    if (!s->has_rank) s->rank = own.rank;
    s->has_rank = true;
    if (own.rank != s->rank) return false;
    memcpy(x, own.x, s->n * sizeof *x);
    memcpy(lambda, own.lambda, s->rows * sizeof *lambda);
    return true;
}

/* The library's in formulation i. */
static inline bool code_by_library(code_subject *s, uint32_t i, const nh_state *state, double *x, double *lambda) {
    if (s->formula[i] != NULL)
        return nh_formula_choose(s->formula[i], state) && nh_formula_solve(s->formula[i], state, NULL, x, lambda);
    nh_solution found = nh_dynamics_solve(s->dynamics[i], state->t, state->q, state->v);
    if (found.status != NH_SOLVED) return false;
    memcpy(x, found.x, s->n * sizeof *x);
    memcpy(lambda, found.lambda, s->rows * sizeof *lambda);
    return true;
}

/* What motions, `eval`, and `eval --digits` (as `verify`) compute at the state is the same. */
static inline void code_check_program(code_subject *s, const nh_state *state, const double *x, const double *lambda) {
    double *given = NH_NEW_ARRAY(s->arena, double, 2 * s->n + 1);
    given[0] = state->t;
    memcpy(given + 1, state->q, s->n * sizeof *given);
    memcpy(given + 1 + s->n, state->v, s->n * sizeof *given);
    nh_solution moved = nh_dynamics_choose(s->moving, state->t, state->q, state->v);
    assert_int_equal(moved.status, NH_SOLVED);
    const double *alone = nh_dynamics_accelerate(s->moving, 0, state->t, state->q, state->v);
    if (alone != NULL) code_compare(s, 0, "acceleration of a step", s->n, alone, x, 0);
    moved = nh_dynamics_solve(s->moving, state->t, state->q, state->v);
    assert_int_equal(moved.status, NH_SOLVED);
    code_compare(s, 0, "acceleration of a motion", s->n, moved.x, x, 0);
    code_compare(s, 0, "multiplier of a motion", s->rows, moved.lambda, lambda, 0);
    nh_evaluator *evaluators[] = {s->doubles, s->in_balls-- > 0 ? s->balls : NULL};
    for (int k = 0; k < 2 && evaluators[k] != NULL; k++) {
        nh_evaluation found = nh_evaluator_at(evaluators[k], s->arena, &(nh_given_state){.values = given});
        if (k == 1 && (found.why != NULL || found.left_out != (s->rows - s->rank)))
            break; /* it cannot be proved, or rows seem independent next to the constraints */
        assert_null(found.why);
        code_compare(s, 0, k == 0 ? "acceleration of eval" : "certified acceleration", s->n, found.values + 1, x, 0);
        code_compare(s, 0, k == 0 ? "multiplier of eval" : "certified multiplier", s->rows, found.values + 1 + s->n,
                     lambda, 0);
    }
}

/* All files at one state. */
static inline void code_check_state(code_subject *s, const nh_state *state) {
    double *x = NH_NEW_ARRAY(s->arena, double, s->n + 1), *lambda = NH_NEW_ARRAY(s->arena, double, s->rows + 1);
    double *own = NH_NEW_ARRAY(s->arena, double, s->n + 1), *own_lambda = NH_NEW_ARRAY(s->arena, double, s->rows + 1);
    double *alone = NH_NEW_ARRAY(s->arena, double, s->n + 1);
    if (!code_reference(s, state, x, lambda)) return;
    code_check_program(s, state, x, lambda);
    for (uint32_t i = 0; i < s->count; i++) {
        if (!code_by_library(s, i, state, own, own_lambda)) continue;
        code_compare(s, i, "own acceleration", s->n, own, x, CODE_FORMULATION);
        code_compare(s, i, "own multiplier", s->rows, own_lambda, lambda, CODE_FORMULATION);
        if (s->function[i](state->t, state->q, state->v, s->parameters, s->a, s->lambda) != 0) {
            s->refused++;
            continue;
        }
        s->compared++;
        code_compare(s, i, "acceleration", s->n, s->a, own, 0);
        code_compare(s, i, "multiplier", s->rows, s->lambda, own_lambda, 0);
        code_check_tape(s, i, state);
        assert_int_equal(s->function[i](state->t, state->q, state->v, s->parameters, alone, NULL), 0);
        assert_memory_equal(alone, s->a, s->n * sizeof *alone);
    }
}

/* At the start, where the choices are made, and at random states. */
static inline void code_check_states(code_subject *s, int count) {
    nh_random random = nh_random_make(test_seed(), 7);
    nh_state state = {.q = NH_NEW_ARRAY(s->arena, double, s->n + 1), .v = NH_NEW_ARRAY(s->arena, double, s->n + 1)};
    double t = nh_model_start_time(nh_states_model(s->states), s->arena, s->parameters);
    if (nh_states_start(s->states, t, &state) == NH_START_FOUND) {
        code_check_state(s, &state);
        assert_int_equal(s->refused, 0);
    }
    for (int i = 0; i < count; i++)
        if (nh_states_random(s->states, &random, t + 0.25 * i, 100, &state)) code_check_state(s, &state);
}

static inline void code_end(code_subject *s) {
    assert_int_equal(dlclose(s->library), 0);
    nh_arena_destroy(s->arena);
}

/* All formulations of a model that can move. */
static inline void code_check_model(nh_context *context, nh_model *model, const char *name, int states,
                                    bool with_others) {
    code_subject s = {.name = name, .context = context, .model = model, .arena = nh_arena_create(context)};
    code_build(&s, code_compiler(s.arena), "", with_others);
    code_prepare(&s, model);
    code_check_parameters(&s);
    code_check_states(&s, states);
    if (!(s.compared >= (int)s.count)) fail_msg("%s: %d compared, %d refused", name, s.compared, s.refused);
    if (s.refused > s.compared / 10) fail_msg("%s: %d compared, %d refused", name, s.compared, s.refused);
    code_end(&s);
}

#endif
