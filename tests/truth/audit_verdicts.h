/* Verdicts on one system from every command: verify, holds, implies, and what derive and check print, judged. */
#ifndef NH_TESTS_TRUTH_AUDIT_VERDICTS_H
#define NH_TESTS_TRUTH_AUDIT_VERDICTS_H

#include "audit.h"

/* ---- verify ---- */

static inline void audit_verify(audit *a) {
    nh_verify_def def = nh_default_verify();
    nh_verify *verify;
    def.samples = 3;
    def.digits = 20;
    nh_status status = nh_verify_make(a->model, &def, &verify);
    audit_status(a, "verify", status);
    if (status != NH_OK) return;
    nh_verify_info info = nh_verify_get_info(verify);
    for (size_t i = 0; i < info.items; i++) {
        nh_verify_item item;
        nh_verify_get_item(verify, i, &item);
        if (item.verdict == NH_VERDICT_FAILS)
            audit_contradiction(a, "verify: %s fails by %g (%s)", item.name, item.residual, item.why ? item.why : "");
        for (size_t j = 0; item.kind == NH_VERIFY_FORM && j < nh_check_formulation_count(a->check); j++) {
            nh_check_formulation form;
            nh_check_get_formulation(a->check, j, &form);
            /* Check speaks about the reference state. */
            bool is_everywhere = item.verdict == NH_VERDICT_HOLDS && item.why == NULL;
            if (strcmp(form.name, item.name) == 0 && form.applies.truth == NH_NO && is_everywhere)
                audit_contradiction(a, "check says that %s does not apply; verify certifies it", form.name);
        }
    }
    nh_verify_destroy(verify);
}

/* ---- what check says, as equations for holds ---- */

typedef struct audit_equation {
    const char *text;
    nh_fact fact;     /* what check says about it */
    const char *what; /* for the report */
} audit_equation;

typedef NH_ARRAY(audit_equation) audit_equations;

static inline void audit_add(audit *a, audit_equations *list, const char *what, nh_fact fact, const char *format, ...)
    NH_PRINTF(5, 6);
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
    static const char *const causes[] = {"forces", "geometry", "potential", "constraints", NULL};
    nh_fact certified_no = {NH_NO, NH_EVIDENCE_CERTIFIED};
    nh_fact true_always = {NH_YES, NH_EVIDENCE_PROVED}, false_always = {NH_NO, NH_EVIDENCE_PROVED};
    audit_add(a, &list, "energy_conserved", a->about.energy_conserved, "(E)' = 0");
    audit_add(a, &list, "nothing", false_always, "1 = 2");
    for (size_t i = 0; i < nh_check_energy_count(a->check); i++) {
        nh_check_energy item;
        nh_check_get_energy(a->check, i, &item);
        audit_add(a, &list, "an energy", item.conserved, "(%s)' = 0", item.name);
        for (const char *const *cause = causes; *cause != NULL; cause++) {
            bool is_there = item.changed_by != NULL && strstr(item.changed_by, *cause) != NULL;
            if (is_there) audit_add(a, &list, "a cause", certified_no, "%s.%s = 0", item.name, *cause);
        }
    }
    for (size_t i = 0; i < a->about.dependent; i++) {
        nh_check_dependent item;
        nh_check_get_dependent(a->check, i, &item);
        if (item.alpha != NULL && strstr(item.alpha, "sign.") == NULL)
            audit_add(a, &list, "explicit form", true_always, "%s = %s", item.name, item.alpha);
    }
    for (size_t i = 0; i < a->about.integrals_found; i++) {
        nh_check_integral item;
        if (nh_check_get_integral(a->check, i, &item) == NH_OK && item.function != NULL && !item.is_local)
            audit_add(a, &list, "constant function", (nh_fact){NH_YES, a->about.integrals.by}, "(%s)' = 0",
                      item.function);
    }
    for (size_t i = 0; i < a->about.homogeneous_rows; i++)
        audit_add(a, &list, "homogeneous row", a->about.alpha_bar_equals_alpha, "%s = 0",
                  nh_check_homogeneous(a->check, i));
    return list;
}

/* Reads the system with more statements or equations, and judges these; NULL: no judgement. */
static inline nh_judge *audit_ask(audit *a, nh_read_def *read, nh_model **model) {
    nh_judge_def def = nh_default_judge();
    nh_judge *judge = NULL;
    if (nh_model_read(a->context, read, a->text, strlen(a->text), model) != NH_OK) {
        audit_contradiction(a, "what the program prints cannot be read: %s", audit_last_error(a));
        return NULL;
    }
    def.samples = 3;
    def.digits = 20;
    def.has_repairs = false;
    audit_status(a, "holds", nh_judge_make(*model, &def, &judge));
    return judge;
}

static inline bool audit_holds(nh_judgement judgement) {
    return judgement == NH_JUDGED_PROVED || judgement == NH_JUDGED_CERTIFIED;
}

static inline void audit_judge(audit *a, const audit_equations *list) {
    nh_read_def read = nh_default_read();
    const char **texts = NH_NEW_ARRAY(a->arena, const char *, list->count);
    nh_model *model = NULL;
    for (size_t i = 0; i < list->count; i++) texts[i] = list->items[i].text;
    read.equations = (nh_strings){texts, list->count};
    nh_judge *judge = audit_ask(a, &read, &model);
    bool is_whole = a->about.components == 1;
    for (size_t i = 0; judge != NULL && i < nh_judge_count(judge); i++) {
        nh_judge_item item;
        nh_judge_get_item(judge, i, &item);
        const audit_equation *e = &list->items[i];
        a->judged++;
        a->decided += audit_holds(item.judgement) || item.judgement == NH_JUDGED_REFUTED;
        if (item.judgement == NH_JUDGED_REFUTED && is_whole && audit_is_yes(e->fact) && item.holds_with_own == false &&
            item.values == NULL)
            audit_contradiction(a, "check says '%s' by '%s' (%s); holds refutes it", e->text, e->what,
                                nh_evidence_name(e->fact.by));
        if (audit_holds(item.judgement) && e->fact.truth == NH_NO && e->fact.by != NH_EVIDENCE_NONE)
            audit_contradiction(a, "check denies '%s' by '%s' (%s); holds: %s", e->text, e->what,
                                nh_evidence_name(e->fact.by), nh_judgement_name(item.judgement));
    }
    nh_judge_destroy(judge);
    nh_model_destroy(model);
}

/* ---- what derive prints ---- */

/* The sheet of one formulation as claims: holds refutes none of them. */
static inline void audit_claims(audit *a) {
    nh_check_formulation form;
    nh_derive_def def = nh_default_derive();
    nh_derive *derivation;
    nh_read_def read = nh_default_read();
    nh_model *model = NULL;
    nh_check_get_formulation(a->check, a->seed % nh_check_formulation_count(a->check), &form);
    if (form.applies.truth == NH_NO || strncmp(form.name, "vakonomic", 9) == 0) return;
    def.form = form.name;
    nh_status status = nh_derive_make(a->model, &def, &derivation);
    audit_status(a, "derive", status);
    if (status == NH_E_HYPOTHESIS && form.applies.truth == NH_YES)
        audit_contradiction(a, "check says that %s applies; derive refuses it: %s", form.name, audit_last_error(a));
    if (status != NH_OK || nh_derive_print(derivation, NH_DERIVE_CLAIMS, &read.more) != NH_OK) {
        nh_derive_destroy(derivation);
        return;
    }
    read.more_length = strlen(read.more);
    nh_judge *judge = audit_ask(a, &read, &model);
    for (size_t i = 0; judge != NULL && i < nh_judge_count(judge); i++) {
        nh_judge_item item;
        nh_judge_get_item(judge, i, &item);
        a->claims++;
        a->claims_held += audit_holds(item.judgement);
        if (item.judgement == NH_JUDGED_REFUTED)
            audit_contradiction(a, "derive --form %s prints '%s' (%s); holds refutes it by %g%s%s", form.name,
                                item.text, item.name, item.residual, item.values != NULL ? " with " : "",
                                item.values != NULL ? item.values : "");
    }
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_derive_destroy(derivation);
}

/* ---- implies ---- */

static inline void audit_witness(audit *a, const nh_implies_info *info, const char *then) {
    differences d = differences_of(a->arena, a->model);
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *row = &a->model->rows.items[i];
        d.is_known = true;
        long double value = differences_at(&d, row->residual, info->witness, 0, NULL, 0, NULL);
        bool is_then = strcmp(nh_name_text(a->context, row->label), then) == 0;
        if (!is_then && row->is_imposed && !row->is_hidden && d.is_known &&
            !(fabsl(value) < 1e-6L)) /* the root of a sum of squares that is 0 may have no value in rounded numbers */
            audit_contradiction(a, "implies: at its state the given %s is %Lg", nh_name_text(a->context, row->name),
                                value);
    }
}

static inline size_t audit_labels(audit *a, const char **labels) {
    size_t count = 0;
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *item = &a->model->rows.items[i];
        const char *label = nh_name_text(a->context, item->label);
        if (!item->is_imposed || item->is_hidden || item->is_unit) continue;
        if (count == 0 || strcmp(labels[count - 1], label) != 0) labels[count++] = label;
    }
    return count;
}

static inline nh_implies *audit_implies(audit *a, nh_model *model, nh_strings given, const char *then) {
    nh_implies_def def = nh_default_implies();
    nh_implies *implies = NULL;
    def.given = given;
    def.then = (nh_strings){&then, 1};
    audit_status(a, "implies", nh_implies_make(model, &def, &implies));
    return implies;
}

static inline bool audit_is_implied(const nh_implies_info *info) {
    return audit_is_yes(info->implied) && info->exceptions == 0 && !info->is_empty;
}

/* Each constraint and the others: check says about the last row whether it depends on those before it. */
static inline void audit_redundance(audit *a) {
    const char **labels = NH_NEW_ARRAY(a->arena, const char *, a->model->rows.count + 1);
    size_t count = audit_labels(a, labels);
    nh_check_row row;
    if (count < 2 || nh_check_get_row(a->check, nh_check_row_count(a->check) - 1, &row) != NH_OK) return;
    const char *last = labels[count - 1];
    nh_implies *implies = audit_implies(a, a->model, (nh_strings){labels, count - 1}, last);
    if (implies == NULL) return;
    nh_implies_info info = nh_implies_get_info(implies);
    bool is_row = strcmp(row.name, last) == 0 && row.kind != NH_ROW_GEOMETRIC && a->about.components == 1;
    if (info.implied.truth == NH_NO && info.witness != NULL) audit_witness(a, &info, last);
    if (info.is_empty && a->start != NULL)
        audit_contradiction(a, "implies says that no state satisfies what is given; the initial state does");
    if (audit_is_implied(&info) && is_row && row.redundant.truth == NH_NO)
        audit_contradiction(a, "implies proves that %s follows from the others; check says that it is independent",
                            last);
    if (info.implied.truth == NH_NO && info.witness != NULL && is_row && audit_is_yes(row.redundant) &&
        a->about.open == NULL)
        audit_contradiction(
            a, "implies has a state where %s does not follow from the others; check says that it is redundant", last);
    nh_implies_destroy(implies);
}

/* An equation of positions and velocities as a condition that all constraints should imply, and as an equation that
 * should hold: the same question. */
static inline void audit_equation_both_ways(audit *a, const char *equation) {
    const char *condition = audit_format(a, "asked: %s", equation);
    nh_read_def read = nh_default_read();
    nh_model *model = NULL, *other = NULL;
    read.equations = (nh_strings){&equation, 1};
    nh_judge *judge = audit_ask(a, &read, &model);
    read = nh_default_read();
    read.conditions = (nh_strings){&condition, 1};
    nh_implies *implies = NULL;
    if (nh_model_read(a->context, &read, a->text, strlen(a->text), &other) == NH_OK)
        implies = audit_implies(a, other, (nh_strings){NULL, 0}, "asked");
    if (judge != NULL && implies != NULL) {
        nh_judgement judged = nh_judge_verdict(judge);
        nh_judge_item item;
        nh_implies_info info = nh_implies_get_info(implies);
        nh_judge_get_item(judge, 0, &item);
        if (audit_holds(judged) && info.implied.truth == NH_NO && info.witness != NULL)
            audit_contradiction(a, "holds: '%s' is %s; implies has a state where it fails by %g", equation,
                                nh_judgement_name(judged), info.residual);
        if (judged == NH_JUDGED_REFUTED && audit_is_implied(&info) && info.is_complete && item.values == NULL)
            audit_contradiction(a, "holds refutes '%s'; implies: it follows from the constraints (%s)", equation,
                                nh_evidence_name(info.implied.by));
        bool is_empty = info.is_empty || (item.is_own_empty && item.values != NULL);
        if (judged == NH_JUDGED_REFUTED && info.is_empty && item.values == NULL)
            audit_contradiction(a, "holds refutes '%s'; implies: there is no state", equation);
        if (is_empty && a->start != NULL)
            audit_contradiction(a, "no state is admissible with the values of the model, but the initial state is");
    }
    nh_implies_destroy(implies);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    nh_model_destroy(other);
}

static inline void audit_implications(audit *a) {
    static const char *const equations[] = {"x' = y'", "x'^2 = y'^2", "x*x' + y*y' = 0", "x' = 0",
                                            "x = y",   "|x'| = |y'|", "x'*y' = x*y"};
    audit_redundance(a);
    if (a->about.hidden > 0) return; /* which implies does not take for given */
    audit_equation_both_ways(a, equations[a->seed % (sizeof equations / sizeof *equations)]);
    for (size_t i = 0; i < a->about.dependent && i < 1; i++) {
        nh_check_dependent item;
        nh_check_get_dependent(a->check, i, &item);
        if (item.alpha != NULL && strstr(item.alpha, "sign.") == NULL)
            audit_equation_both_ways(a, audit_format(a, "%s = %s", item.name, item.alpha));
    }
}

#endif
