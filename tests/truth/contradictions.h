/* Whether the answers of all commands about one system fit together. Every question that two commands answer is asked of both; numbers
 * are compared with those of differences.h, which shares no derivative and no solver with the library.
 *
 *     audit a = audit_begin(context, arena, "seed 17", text);
 *     audit_all(&a);
 *     if (a.contradictions > 0) fail_msg("%s", nh_text_string(&a.found));
 *
 * Answers of `check` are about the component of the admissible states on which the model starts, those of `holds` about all
 * of them: both are compared where there is one component. A motion stays on its component. */
#ifndef NH_TESTS_TRUTH_CONTRADICTIONS_H
#define NH_TESTS_TRUTH_CONTRADICTIONS_H

#include "differences.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"

typedef struct audit {
    nh_context *context;
    nh_arena *arena;
    const char *name, *text;
    nh_model *model;
    nh_check *check;
    nh_check_info about;
    size_t n;
    double *start; /* t, q, q': the initial state, moved onto the constraints; NULL: there is none */
    bool is_singular; /* check says that it is a singular configuration, or close to one: numbers mean little there */
    size_t contradictions;
    size_t judged, decided; /* equations */
    nh_text found;
} audit;

static inline void audit_contradiction(audit *a, const char *format, ...) NH_PRINTF(2, 3);
static inline void audit_contradiction(audit *a, const char *format, ...) {
    va_list list;
    if (a->contradictions++ == 0) nh_text_format(&a->found, "\n---- %s\n%s", a->name, a->text);
    nh_text_add(&a->found, "    ");
    va_start(list, format);
    nh_text_format_list(&a->found, format, list);
    va_end(list);
    nh_text_add(&a->found, "\n");
}

static inline audit audit_begin(nh_context *context, nh_arena *arena, const char *name, const char *text) {
    return (audit){.context = context, .arena = arena, .name = name, .text = text, .found = nh_text_begin(arena)};
}

static inline const char *audit_copy(audit *a, const char *string) {
    nh_text text = nh_text_begin(a->arena);
    nh_text_add(&text, string);
    return nh_text_string(&text);
}

static inline const char *audit_last_error(const audit *a) {
    for (size_t i = nh_context_diag_count(a->context); i-- > 0;)
        if (nh_context_diag(a->context, i)->severity == NH_SEVERITY_ERROR) return nh_context_diag(a->context, i)->sentence;
    return "no error";
}

static inline bool audit_is_yes(nh_fact fact) {
    return fact.truth == NH_YES && fact.by != NH_EVIDENCE_NONE;
}

/* ---- motions and states ---- */

/* A motion over a short time; NULL where there is none, and *status says why. */
static inline nh_run *audit_run(audit *a, const char *form, double time, nh_status *status) {
    nh_run_def def = nh_default_run();
    nh_run *run = NULL;
    def.form = form;
    def.from = 0;
    def.to = time;
    def.step = time / 4;
    def.native = NH_NATIVE_NEVER;
    *status = nh_run_make(a->model, &def, &run);
    return run;
}

static inline void audit_start(audit *a) {
    nh_status status;
    nh_run *run = audit_run(a, NULL, 1e-3, &status);
    if (run == NULL) return;
    if (nh_run_get_info(run).rows > 0) {
        a->start = NH_NEW_ARRAY(a->arena, double, 2 * a->n + 1);
        for (size_t i = 0; i <= 2 * a->n; i++) a->start[i] = nh_run_value(run, 0, i);
    }
    nh_run_destroy(run);
}

static inline bool audit_is_near(const audit *a) {
    for (size_t i = 0; i < a->about.conditions; i++) {
        nh_check_condition item;
        nh_check_get_condition(a->check, i, &item);
        if (item.is_near && item.kind != NH_CONDITION_CHOICE) return true;
    }
    return false;
}

/* ---- check against differences ---- */

static inline void audit_rank(audit *a) {
    differences d = differences_of(a->arena, a->model);
    long double *q = NH_NEW_ARRAY(a->arena, long double, a->n);
    bool is_solved = differences_solve(&d, a->start, q);
    size_t rank = a->about.k.value + a->about.geometric.value;
    bool is_known = a->about.k.by != NH_EVIDENCE_NONE && a->about.geometric.by != NH_EVIDENCE_NONE;
    if (!d.is_known) return;
    if (is_known && !a->is_singular && d.rank != rank)
        audit_contradiction(a, "check counts %zu independent constraints, differences %u at the initial state", rank, d.rank);
    if (is_solved && !a->is_singular && a->about.regular.truth == NH_NO && audit_is_yes((nh_fact){NH_YES, a->about.regular.by}))
        audit_contradiction(a, "check says that the accelerations are nowhere determined; at the initial state they are");
}

/* ---- the same accelerations from every formulation, in doubles, in balls, by differences ---- */

static inline bool audit_eval(audit *a, const char *form, int digits, double *values, nh_status *status) {
    nh_eval_def def = nh_default_eval();
    nh_eval *eval;
    def.form = form;
    def.digits = digits;
    *status = nh_eval_make(a->model, &def, &eval);
    if (*status != NH_OK) return false;
    bool fits = nh_eval_inputs(eval) == 2 * a->n + 1;
    double *all = NH_NEW_ARRAY(a->arena, double, nh_eval_columns(eval));
    if (fits) *status = nh_eval_at(eval, a->start, all);
    for (size_t i = 0; fits && i < a->n; i++) values[i] = all[1 + i];
    nh_eval_destroy(eval);
    return fits && *status == NH_OK;
}

static inline void audit_compare(audit *a, const char *name, const double *x, const char *other, const double *y, double tolerance) {
    double size = 1;
    for (size_t i = 0; i < a->n; i++) size = fmax(size, fabs(y[i]));
    for (size_t i = 0; i < a->n; i++)
        if (!(fabs(x[i] - y[i]) <= tolerance * size)) {
            audit_contradiction(a, "%s'' is %.12g by %s, %.12g by %s", nh_model_coordinate(a->model, i), x[i], name, y[i], other);
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
    if (has_base && d.is_known && !d.is_regular) audit_contradiction(a, "eval has accelerations where by differences they are not determined");
    if (audit_eval(a, NULL, 20, other, &status) && has_base) audit_compare(a, "eval", base, "eval --digits 20", other, 1e-7);
    for (size_t i = 0; has_base && i < nh_check_formulation_count(a->check); i++) {
        nh_check_formulation form;
        nh_check_get_formulation(a->check, i, &form);
        if (audit_is_vakonomic(form.name)) continue;
        bool has = audit_eval(a, form.name, 0, other, &status);
        if (has) audit_compare(a, form.name, other, "chetaev", base, 1e-7);
        if (has && form.applies.truth == NH_NO) audit_contradiction(a, "check says that %s does not apply (%s); eval evaluates it", form.name, form.why);
        if (!has && status == NH_E_HYPOTHESIS && form.applies.truth == NH_YES && !a->is_singular)
            audit_contradiction(a, "check says that %s applies; eval refuses it", form.name);
    }
}

/* ---- motions ---- */

static inline void audit_motions(audit *a) {
    nh_status status;
    nh_run *run = audit_run(a, NULL, 0.2, &status);
    if (run == NULL) return;
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
        audit_contradiction(a, "check says that the energy is conserved; along a motion it goes from %.10g to %.10g", first, end);
    if (!(info.residual < 1e-8)) audit_contradiction(a, "a motion leaves the constraints by %g", info.residual);
    for (size_t i = 0; i < info.invariants; i++) {
        nh_run_invariant item;
        nh_run_get_invariant(run, i, &item);
        if (fabs(item.drift) > 1e-6 * (1 + fabs(item.start))) audit_contradiction(a, "%s changes by %g", item.name, item.drift);
    }
    for (size_t i = 0; info.outcome == NH_OUTCOME_FINISHED && i < nh_check_formulation_count(a->check); i++) {
        nh_check_formulation form;
        nh_check_get_formulation(a->check, i, &form);
        if (audit_is_vakonomic(form.name) || form.applies.truth != NH_YES) continue;
        nh_run *other = audit_run(a, form.name, 0.2, &status);
        if (other == NULL) continue;
        nh_run_info its = nh_run_get_info(other);
        if (its.outcome == NH_OUTCOME_FINISHED && its.rows == info.rows)
            for (size_t j = 1; j <= 2 * a->n; j++)
                if (!(fabs(nh_run_value(run, last, j) - nh_run_value(other, last, j)) <= 1e-6 * (1 + fabs(nh_run_value(run, last, j)))))
                    audit_contradiction(a, "at t = 0.2 %s is %.10g by chetaev, %.10g by %s", nh_run_column(run, j),
                                        nh_run_value(run, last, j), nh_run_value(other, last, j), form.name);
        nh_run_destroy(other);
    }
    nh_run_destroy(run);
}

/* ---- verify ---- */

static inline void audit_verify(audit *a) {
    nh_verify_def def = nh_default_verify();
    nh_verify *verify;
    def.samples = 3;
    def.digits = 20;
    if (nh_verify_make(a->model, &def, &verify) != NH_OK) return;
    nh_verify_info info = nh_verify_get_info(verify);
    for (size_t i = 0; i < info.items; i++) {
        nh_verify_item item;
        nh_verify_get_item(verify, i, &item);
        if (item.verdict == NH_VERDICT_FAILS) audit_contradiction(a, "verify: %s fails by %g (%s)", item.name, item.residual, item.why ? item.why : "");
        for (size_t j = 0; item.kind == NH_VERIFY_FORM && j < nh_check_formulation_count(a->check); j++) {
            nh_check_formulation form;
            nh_check_get_formulation(a->check, j, &form);
            if (strcmp(form.name, item.name) == 0 && form.applies.truth == NH_NO && item.verdict == NH_VERDICT_HOLDS)
                audit_contradiction(a, "check says that %s does not apply; verify certifies it", form.name);
        }
    }
    nh_verify_destroy(verify);
}

/* ---- what check says, as equations for holds ---- */

typedef struct audit_equation {
    const char *text;
    nh_fact fact;     /* what check says of it */
    const char *what; /* for the report */
} audit_equation;

typedef NH_ARRAY(audit_equation) audit_equations;

static inline void audit_add(audit *a, audit_equations *list, const char *what, nh_fact fact, const char *format, ...) NH_PRINTF(5, 6);
static inline void audit_add(audit *a, audit_equations *list, const char *what, nh_fact fact, const char *format, ...) {
    nh_text text = nh_text_begin(a->arena);
    va_list arguments;
    va_start(arguments, format);
    nh_text_format_list(&text, format, arguments);
    va_end(arguments);
    audit_equation equation = {nh_text_string(&text), fact, what};
    nh_array_push(list, equation);
}

static inline audit_equations audit_list_equations(audit *a) {
    audit_equations list = {.arena = a->arena};
    nh_fact true_always = {NH_YES, NH_EVIDENCE_PROVED}, false_always = {NH_NO, NH_EVIDENCE_PROVED};
    audit_add(a, &list, "energy_conserved", a->about.energy_conserved, "(E)' = 0");
    audit_add(a, &list, "nothing", false_always, "1 = 2");
    for (size_t i = 0; i < a->about.dependent; i++) {
        nh_check_dependent item;
        nh_check_get_dependent(a->check, i, &item);
        if (item.alpha != NULL && strstr(item.alpha, "sign.") == NULL)
            audit_add(a, &list, "explicit form", true_always, "%s = %s", item.name, item.alpha);
    }
    for (size_t i = 0; i < a->about.integrals_found; i++) {
        nh_check_integral item;
        if (nh_check_get_integral(a->check, i, &item) == NH_OK && item.function != NULL && !item.is_local)
            audit_add(a, &list, "constant function", (nh_fact){NH_YES, a->about.integrals.by}, "(%s)' = 0", item.function);
    }
    for (size_t i = 0; i < a->about.homogeneous_rows; i++)
        audit_add(a, &list, "homogeneous row", a->about.alpha_bar_equals_alpha, "%s = 0", nh_check_homogeneous(a->check, i));
    return list;
}

static inline void audit_judge(audit *a, const audit_equations *list) {
    nh_read_def read = nh_default_read();
    nh_judge_def def = nh_default_judge();
    const char **texts = NH_NEW_ARRAY(a->arena, const char *, list->count);
    nh_model *model;
    nh_judge *judge;
    for (size_t i = 0; i < list->count; i++) texts[i] = list->items[i].text;
    read.equations = (nh_strings){texts, list->count};
    if (nh_model_read(a->context, &read, a->text, strlen(a->text), &model) != NH_OK) {
        audit_contradiction(a, "what check prints cannot be read: %s", audit_last_error(a));
        return;
    }
    def.samples = 3;
    def.digits = 20;
    def.has_repairs = false;
    if (nh_judge_make(model, &def, &judge) != NH_OK) {
        nh_model_destroy(model);
        return;
    }
    bool is_whole = a->about.components == 1;
    for (size_t i = 0; i < nh_judge_count(judge); i++) {
        nh_judge_item item;
        nh_judge_get_item(judge, i, &item);
        const audit_equation *e = &list->items[i];
        bool holds = item.judgement == NH_JUDGED_PROVED || item.judgement == NH_JUDGED_CERTIFIED;
        a->judged++;
        a->decided += holds || item.judgement == NH_JUDGED_REFUTED;
        if (item.judgement == NH_JUDGED_REFUTED && is_whole && audit_is_yes(e->fact) && item.holds_with_own == false && item.values == NULL)
            audit_contradiction(a, "check says '%s' by '%s' (%s); holds refutes it", e->text, e->what, nh_evidence_name(e->fact.by));
        if (holds && e->fact.truth == NH_NO && e->fact.by != NH_EVIDENCE_NONE)
            audit_contradiction(a, "check denies '%s' by '%s' (%s); holds: %s", e->text, e->what, nh_evidence_name(e->fact.by),
                                nh_judgement_name(item.judgement));
    }
    nh_judge_destroy(judge);
    nh_model_destroy(model);
}

/* ---- implies ---- */

static inline void audit_witness(audit *a, const nh_implies_info *info, const char *then) {
    differences d = differences_of(a->arena, a->model);
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *row = &a->model->rows.items[i];
        d.is_known = true;
        long double value = differences_at(&d, row->residual, info->witness, 0, NULL, 0, NULL);
        bool is_then = strcmp(nh_name_text(a->context, row->label), then) == 0;
        if (!is_then && row->is_imposed && !(fabsl(value) < 1e-6L))
            audit_contradiction(a, "implies: at its state the given %s is %Lg", nh_name_text(a->context, row->name), value);
    }
}

/* The constraints without the last one, and the last one: a redundant one follows, what follows is not refuted by a state. */
static inline void audit_implications(audit *a) {
    size_t count = nh_check_row_count(a->check), given = 0;
    nh_check_row row;
    const char **names = NH_NEW_ARRAY(a->arena, const char *, count + 1), *last = NULL;
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *item = &a->model->rows.items[i];
        const char *label = nh_name_text(a->context, item->label);
        if (!item->is_imposed || item->is_hidden || item->is_unit) continue;
        if (last != NULL && strcmp(last, label) != 0) names[given++] = last;
        last = label;
    }
    if (given == 0) return;
    nh_implies_def def = nh_default_implies();
    nh_implies *implies;
    def.given = (nh_strings){names, given};
    def.then = (nh_strings){&last, 1};
    if (nh_implies_make(a->model, &def, &implies) != NH_OK) return;
    nh_implies_info info = nh_implies_get_info(implies);
    if (info.implied.truth == NH_NO && info.witness != NULL) audit_witness(a, &info, last);
    if (info.is_empty && a->start != NULL) audit_contradiction(a, "implies says that no state satisfies what is given; the initial state does");
    bool is_kinematic = a->about.k.value > 0;
    nh_check_get_row(a->check, count - 1, &row);
    if (info.implied.truth == NH_YES && info.implied.by == NH_EVIDENCE_PROVED && info.exceptions == 0 && !info.is_empty && is_kinematic &&
        strcmp(row.name, last) == 0 && row.redundant.truth == NH_NO && row.kind != NH_ROW_GEOMETRIC && a->about.components == 1)
        audit_contradiction(a, "implies proves that %s follows from the others; check says that it is independent", last);
    nh_implies_destroy(implies);
}

/* ---- all ---- */

static inline void audit_all(audit *a) {
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    const char *text;
    if (nh_model_read(a->context, &read, a->text, strlen(a->text), &a->model) != NH_OK) {
        if (nh_context_diag_count(a->context) == 0) audit_contradiction(a, "refused without a message");
        return;
    }
    a->n = a->model->coordinates.count;
    nh_status status = nh_check_make(a->model, &def, &a->check);
    if (status != NH_OK) {
        audit_contradiction(a, "check ends with %s", nh_status_name(status));
        nh_model_destroy(a->model);
        return;
    }
    a->about = nh_check_get_info(a->check);
    if (nh_check_print(a->check, NH_CHECK_TEXT, &text) != NH_OK) audit_contradiction(a, "check has no text");
    if (nh_check_print(a->check, NH_CHECK_JSON, &text) != NH_OK) audit_contradiction(a, "check has no JSON");
    audit_start(a);
    a->is_singular = a->about.rank_drops_at_start || audit_is_near(a);
    if (a->start != NULL) {
        audit_rank(a);
        audit_accelerations(a);
        audit_motions(a);
    }
    audit_verify(a);
    audit_equations list = audit_list_equations(a);
    audit_judge(a, &list);
    audit_implications(a);
    nh_check_destroy(a->check);
    nh_model_destroy(a->model);
}

#endif
