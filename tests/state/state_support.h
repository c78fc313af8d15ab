/* What the tests of admissible states share: a model from text with its programs, and questions about points. */
#ifndef NH_TESTS_STATE_SUPPORT_H
#define NH_TESTS_STATE_SUPPORT_H

#include "../lang/files.h"

#include <math.h>

#include "model/values.h"
#include "state/state_private.h"

typedef struct subject {
    nh_context *context;
    nh_arena *arena;
    nh_model *model;
    nh_states *states;
    nh_state state;
    uint32_t n;
    size_t first; /* diagnostics from this number on are about it */
} subject;

static inline subject subject_of_model(nh_context *context, nh_model *model) {
    subject s = {.context = context, .arena = nh_arena_create(context), .model = model};
    s.n = (uint32_t)model->coordinates.count;
    s.states = nh_states_make(s.arena, model, nh_model_parameter_values(model, s.arena));
    s.state = (nh_state){0, NH_NEW_ARRAY(s.arena, double, s.n + 1), NH_NEW_ARRAY(s.arena, double, s.n + 1)};
    s.first = nh_context_diag_count(context);
    return s;
}

static inline subject subject_of_text(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    def.name = "test.nh";
    return subject_of_model(context, files_model(context, &def, text, strlen(text), true));
}

static inline subject subject_of_file(nh_context *context, const char *folder, const char *name) {
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    def.name = files_path(arena, folder, name, ".nh");
    size_t length;
    const char *text = nh_file_read(arena, def.name, &length);
    return subject_of_model(context, files_model(context, &def, text, length, true));
}

static inline void subject_end(subject *s) {
    nh_arena_destroy(s->arena);
    nh_model_destroy(s->model);
}

/* How many remarks were made, and the first of them. */
static inline size_t subject_remarks(const subject *s) {
    return nh_context_diag_count(s->context) - s->first;
}

static inline const nh_diag *subject_remark(const subject *s) {
    return nh_context_diag(s->context, s->first);
}

/* How many diagnostics of that severity there are. */
static inline size_t subject_count(const subject *s, nh_severity severity) {
    size_t count = 0;
    for (size_t i = s->first; i < nh_context_diag_count(s->context); i++)
        count += nh_context_diag(s->context, i)->severity == severity;
    return count;
}

static inline void subject_print_diags(const subject *s) {
    for (size_t i = s->first; i < nh_context_diag_count(s->context); i++) {
        const nh_diag *diag = nh_context_diag(s->context, i);
        print_error("  %s: %s [%s]\n", files_severity(diag->severity), diag->sentence, diag->hint ? diag->hint : "");
    }
}

/* Whether some diagnostic of that severity has the words in its sentence or its hint. */
static inline bool subject_says(const subject *s, nh_severity severity, const char *words) {
    for (size_t i = s->first; i < nh_context_diag_count(s->context); i++) {
        const nh_diag *diag = nh_context_diag(s->context, i);
        if (diag->severity != severity) continue;
        if (strstr(diag->sentence, words) != NULL || (diag->hint != NULL && strstr(diag->hint, words) != NULL))
            return true;
    }
    return false;
}

/* Starts and fails unless that gives the status and rows that hold to rounding. */
static inline void subject_start(subject *s, double t, nh_start_status wanted) {
    nh_start_status status = nh_states_start(s->states, t, &s->state);
    if (status != wanted) {
        subject_print_diags(s);
        fail_msg("status %d, not %d", (int)status, (int)wanted);
    }
    if (wanted != NH_START_FOUND) return;
    double residual = nh_states_residual(s->states, &s->state, NULL);
    if (!(residual <= 1e-13)) fail_msg("residual %g", residual);
}

/* The start time of the model. */
static inline double subject_time(subject *s) {
    return s->model->spans.count > 0 ? nh_model_constant(s->model, s->arena, s->model->spans.items[0].from) : 0;
}

static inline uint32_t subject_unknown(const subject *s, const char *name) {
    for (uint32_t i = 0; i < s->n; i++)
        if (strcmp(nh_name_text(s->context, s->model->coordinates.items[i].name), name) == 0) return i;
    fail_msg("no coordinate %s", name);
    return 0;
}

static inline double subject_q(const subject *s, const char *name) {
    return s->state.q[subject_unknown(s, name)];
}

static inline double subject_v(const subject *s, const char *name) {
    return s->state.v[subject_unknown(s, name)];
}

#endif
