/* Numbers of one system from every command: ranks, accelerations, motions, generated C. */
#ifndef NH_TESTS_TRUTH_AUDIT_NUMBERS_H
#define NH_TESTS_TRUTH_AUDIT_NUMBERS_H

#include "audit.h"

#include <dlfcn.h>

#include "base/io/process.h"

/* ---- check against differences ---- */

static inline void audit_rank(audit *a) {
    differences d = differences_of(a->arena, a->model);
    long double *q = NH_NEW_ARRAY(a->arena, long double, a->n);
    bool is_solved = differences_solve(&d, a->start, q);
    size_t rank = a->about.k.value + a->about.geometric.value;
    bool is_known = a->about.k.by != NH_EVIDENCE_NONE && a->about.geometric.by != NH_EVIDENCE_NONE;
    if (!d.is_known) return;
    if (is_known && !a->is_singular && d.rank != rank)
        audit_contradiction(a, "check counts %zu independent constraints, differences %u at the initial state", rank,
                            d.rank);
    if (is_solved && !a->is_singular && a->about.regular.truth == NH_NO &&
        audit_is_yes((nh_fact){NH_YES, a->about.regular.by}))
        audit_contradiction(a,
                            "check says that the accelerations are nowhere determined; at the initial state they are");
}

/* ---- the same accelerations from every formulation, in doubles, in balls, by differences ---- */

static inline bool audit_eval(audit *a, const char *form, int digits, double *values, nh_status *status) {
    nh_eval_def def = nh_default_eval();
    nh_eval *eval;
    def.form = form;
    def.digits = digits;
    *status = nh_eval_make(a->model, &def, &eval);
    audit_status(a, "eval", *status);
    if (*status != NH_OK) return false;
    bool fits = nh_eval_inputs(eval) == 2 * a->n + 1;
    double *all = NH_NEW_ARRAY(a->arena, double, nh_eval_columns(eval));
    if (fits) *status = nh_eval_at(eval, a->start, all);
    for (size_t i = 0; fits && i < a->n; i++) values[i] = all[1 + i];
    nh_eval_destroy(eval);
    return fits && *status == NH_OK;
}

static inline void audit_compare(audit *a, const char *name, const double *x, const char *other, const double *y,
                                 double tolerance) {
    double size = 1;
    for (size_t i = 0; i < a->n; i++) size = fmax(size, fabs(y[i]));
    for (size_t i = 0; i < a->n; i++)
        if (!(fabs(x[i] - y[i]) <= tolerance * size)) {
            audit_contradiction(a, "%s'' is %.12g by %s, %.12g by %s", nh_model_coordinate(a->model, i), x[i], name,
                                y[i], other);
            return;
        }
}

static inline bool audit_is_vakonomic(const char *form) {
    return strncmp(form, "vakonomic", 9) == 0;
}

static inline void audit_accelerations(audit *a) {
    double *base = NH_NEW_ARRAY(a->arena, double, a->n), *other = NH_NEW_ARRAY(a->arena, double, a->n);
    long double *q = NH_NEW_ARRAY(a->arena, long double, a->n);
    nh_status status;
    bool has_base = audit_eval(a, NULL, 0, base, &status);
    differences d = differences_of(a->arena, a->model);
    bool is_solved = differences_solve(&d, a->start, q);
    for (size_t i = 0; i < a->n; i++) other[i] = (double)q[i];
    if (has_base && is_solved) audit_compare(a, "eval", base, "differences", other, 1e-4);
    if (has_base && d.is_known && !d.is_regular)
        audit_contradiction(a, "eval has accelerations where by differences they are not determined");
    if (audit_eval(a, NULL, 20, other, &status) && has_base)
        audit_compare(a, "eval", base, "eval --digits 20", other, 1e-7);
    for (size_t i = 0; has_base && i < nh_check_formulation_count(a->check); i++) {
        nh_check_formulation form;
        nh_check_get_formulation(a->check, i, &form);
        if (audit_is_vakonomic(form.name)) continue;
        bool has = audit_eval(a, form.name, 0, other, &status);
        if (has) audit_compare(a, form.name, other, "chetaev", base, 1e-7);
        if (has && form.applies.truth == NH_NO)
            audit_contradiction(a, "check says that %s does not apply (%s); eval evaluates it", form.name, form.why);
        if (!has && status == NH_E_HYPOTHESIS && form.applies.truth == NH_YES && !a->is_singular)
            audit_contradiction(a, "check says that %s applies; eval refuses it", form.name);
    }
}

/* ---- motions ---- */

/* Whether a redundant row has no gradient where it holds, as |P' - Q'| = 0 next to P' = Q': not every
 * formulation can keep it. */
static inline bool audit_has_bare_row(const audit *a) {
    for (size_t i = 0; i < nh_check_row_count(a->check); i++) {
        nh_check_row row;
        nh_check_get_row(a->check, i, &row);
        if (row.combination != NULL && strcmp(row.combination, "0") == 0) return true;
    }
    return false;
}

/* The motion by another formulation ends where the first one does, which is finished: at the same place, and for no
 * reason of its own but that its independent velocities are none any more. */
static inline void audit_same_motion(audit *a, const nh_run *run, const nh_run *other, const char *form) {
    nh_run_info info = nh_run_get_info(run), its = nh_run_get_info(other);
    if (its.outcome != NH_OUTCOME_FINISHED && audit_has_bare_row(a)) return;
    if (its.outcome != NH_OUTCOME_FINISHED) {
        audit_contradiction(a, "the motion by chetaev is finished, the one by %s ends at t = %g: %s", form, its.end,
                            its.message);
        return;
    }
    for (size_t j = 1; j <= 2 * a->n; j++) {
        double x = nh_run_value(run, info.rows - 1, j), y = nh_run_value(other, its.rows - 1, j);
        if (!(fabs(x - y) <= 1e-6 * (1 + fabs(x))))
            audit_contradiction(a, "at t = %g %s is %.10g by chetaev, %.10g by %s", info.end, nh_run_column(run, j), x,
                                y, form);
    }
}

static inline void audit_motions(audit *a) {
    nh_status status;
    nh_run *run = audit_run(a, NULL, 0.2, &status);
    if (run == NULL) {
        audit_contradiction(a, "a motion of 1e-3 has a start, one of 0.2 has none: %s", audit_last_error(a));
        return;
    }
    nh_run_info info = nh_run_get_info(run);
    size_t last = info.rows - 1, energy = 0;
    for (size_t i = 0; nh_run_column(run, i) != NULL; i++)
        if (strcmp(nh_run_column(run, i), "E") == 0) energy = i;
    if (info.rows == 0) {
        nh_run_destroy(run);
        return;
    }
    double first = nh_run_value(run, 0, energy), end = nh_run_value(run, last, energy);
    if (audit_is_yes(a->about.energy_conserved) && !(fabs(end - first) <= 1e-6 * (1 + fabs(first))))
        audit_contradiction(a, "check says that the energy is conserved; along a motion it goes from %.10g to %.10g",
                            first, end);
    if (!(info.residual < 1e-8)) audit_contradiction(a, "a motion leaves the constraints by %g", info.residual);
    for (size_t i = 0; i < info.invariants; i++) {
        nh_run_invariant item;
        nh_run_get_invariant(run, i, &item);
        if (fabs(item.drift) > 1e-6 * (1 + fabs(item.start)))
            audit_contradiction(a, "%s changes by %g", item.name, item.drift);
    }
    for (size_t i = 0; info.outcome == NH_OUTCOME_FINISHED && i < nh_check_formulation_count(a->check); i++) {
        nh_check_formulation form;
        nh_check_get_formulation(a->check, i, &form);
        if (audit_is_vakonomic(form.name) || form.applies.truth != NH_YES) continue;
        nh_run *other = audit_run(a, form.name, 0.2, &status);
        if (other != NULL) audit_same_motion(a, run, other, form.name);
        else if (!a->is_singular)
            audit_contradiction(a, "check says that %s applies; run refuses it: %s", form.name, audit_last_error(a));
        nh_run_destroy(other);
    }
    nh_run_destroy(run);
}

/* ---- other starts ---- */

/* Accelerations at the start of a model; *is_there: it has a start. */
static inline bool audit_is_solved_at_start(audit *a, nh_model *model, bool *is_there) {
    nh_model *own = a->model;
    double *start = a->start, *values = NH_NEW_ARRAY(a->arena, double, a->n);
    nh_status status;
    a->model = model;
    a->start = NULL;
    audit_start(a);
    *is_there = a->start != NULL;
    bool is_solved = *is_there && audit_eval(a, NULL, 0, values, &status);
    a->model = own;
    a->start = start;
    return is_solved;
}

/* Where check knows that the system is regular everywhere, it is so at starts with special values as well. */
static inline void audit_other_starts(audit *a) {
    static const char *const values[] = {"0", "1", "-1"};
    if (!audit_is_yes(a->about.regular_everywhere)) return;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const char **init = NH_NEW_ARRAY(a->arena, const char *, 2 * a->n);
        nh_read_def read = nh_default_read();
        nh_model *model;
        bool is_there;
        for (size_t j = 0; j < a->n; j++) {
            init[2 * j] = audit_format(a, "%s ~ %s", nh_model_coordinate(a->model, j), values[(i + j) % 3]);
            init[2 * j + 1] = audit_format(a, "%s' ~ %s", nh_model_coordinate(a->model, j), values[(i + 2 * j) % 3]);
        }
        read.init = (nh_strings){init, 2 * a->n};
        if (nh_model_read(a->context, &read, a->text, strlen(a->text), &model) != NH_OK) continue;
        if (!audit_is_solved_at_start(a, model, &is_there) && is_there)
            audit_contradiction(a, "check says that the system is regular everywhere; from %s, %s it is not: %s",
                                init[0], init[1], audit_last_error(a));
        nh_model_destroy(model);
    }
}

/* ---- generated C ---- */

typedef int (*audit_function)(double t, const double q[], const double v[], const double p[], double a[],
                              double lambda[]);
typedef void (*audit_parameters)(double p[]);

/* The file, compiled and loaded; NULL: there is no compiler. */
static inline void *audit_compile(audit *a, const char *file) {
    const char *path = audit_format(a, "%s", test_path("audit.c")), *library = audit_format(a, "%s.so", path);
    const char *words[] = {nh_process_find(a->arena, "cc"), "-shared", "-fPIC", "-o", library, path, "-lm", NULL};
    FILE *out = fopen(path, "w");
    if (words[0] == NULL || out == NULL) return NULL;
    fputs(file, out);
    fclose(out);
    nh_process_call call = {.words = words, .input = "", .doing = "testing"};
    nh_process_end end = nh_process_run(a->arena, &call);
    if (!nh_process_is_good(&end)) audit_contradiction(a, "generated C does not compile: %s", end.said);
    void *handle = nh_process_is_good(&end) ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
    remove(library);
    return handle;
}

static inline void audit_call(audit *a, const char *form, const char *file, const double *wanted) {
    void *handle = audit_compile(a, file);
    if (handle == NULL) return;
    const char *end = strstr(file, "_accelerations("), *begin = end;
    while (begin > file && begin[-1] != ' ') begin--;
    audit_function function;
    audit_parameters parameters;
    *(void **)&function = dlsym(handle, audit_format(a, "%.*s_accelerations", (int)(end - begin), begin));
    *(void **)&parameters = dlsym(handle, audit_format(a, "%.*s_parameters", (int)(end - begin), begin));
    double *p = NH_NEW_ARRAY(a->arena, double, a->model->parameters.count + 1),
           *found = NH_NEW_ARRAY(a->arena, double, a->n);
    parameters(p);
    int status = function(a->start[0], a->start + 1, a->start + 1 + a->n, p, found, NULL);
    if (status == 0) audit_compare(a, audit_format(a, "C by %s", form), found, "eval", wanted, 1e-7);
    else if (!a->is_singular)
        audit_contradiction(a, "C by %s gives status %d at the initial state, where eval has accelerations", form,
                            status);
    dlclose(handle);
}

/* In one formulation. */
static inline void audit_code(audit *a) {
    double *wanted = NH_NEW_ARRAY(a->arena, double, a->n);
    nh_check_formulation form;
    nh_status status;
    nh_check_get_formulation(a->check, a->seed % nh_check_formulation_count(a->check), &form);
    if (form.applies.truth != NH_YES || audit_is_vakonomic(form.name) || !audit_eval(a, form.name, 0, wanted, &status))
        return;
    nh_export_def def = nh_default_export();
    nh_export *file;
    def.form = form.name;
    status = nh_export_make(a->model, &def, &file);
    audit_status(a, "derive --as c", status);
    bool has_bodies = strstr(a->text, "function") == NULL; /* else the file needs more C */
    if (status == NH_OK && has_bodies) audit_call(a, form.name, nh_export_text(file), wanted);
    nh_export_destroy(file);
}

#endif
