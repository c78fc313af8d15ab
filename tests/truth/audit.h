/* What the parts of an audit share: the system under audit, its answers so far, and the contradictions among them. */
#ifndef NH_TESTS_TRUTH_AUDIT_H
#define NH_TESTS_TRUTH_AUDIT_H

#include "differences.h"

#include <math.h>
#include <stdio.h>

#include "base/text/text.h"

#include <nonholo/nonholo.h>

typedef struct audit {
    nh_context *context;
    nh_arena *arena;
    const char *name, *text;
    uint64_t seed; /* chooses what is done for one of several: a formulation, an equation */
    nh_model *model;
    nh_check *check;
    nh_check_info about;
    size_t n;
    double *start;    /* t, q, q': the initial state, moved onto the constraints; NULL: there is none */
    bool is_singular; /* check says that it is a singular configuration, or close to one: numbers mean little there */
    size_t contradictions;
    size_t judged, decided;     /* equations */
    size_t claims, claims_held; /* of sheets */
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

static inline const char *audit_format(audit *a, const char *format, ...) NH_PRINTF(2, 3);
static inline const char *audit_format(audit *a, const char *format, ...) {
    nh_text text = nh_text_begin(a->arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    return nh_text_string(&text);
}

static inline const char *audit_last_error(const audit *a) {
    for (size_t i = nh_context_diag_count(a->context); i-- > 0;)
        if (nh_context_diag(a->context, i)->severity == NH_SEVERITY_ERROR)
            return nh_context_diag(a->context, i)->sentence;
    return "no error";
}

/* No command ends with a status that is nobody's answer. */
static inline void audit_status(audit *a, const char *command, nh_status status) {
    if (status == NH_E_INTERNAL || status == NH_E_USAGE || status == NH_E_IO || status == NH_E_MEMORY)
        audit_contradiction(a, "%s ends with '%s': %s", command, nh_status_name(status), audit_last_error(a));
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
    audit_status(a, "run", *status);
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

#endif
