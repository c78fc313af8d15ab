/* What is checked of every model file: start, projection, rank, random states. */
#ifndef NH_TESTS_STATE_FILES_H
#define NH_TESTS_STATE_FILES_H

#include "state_support.h"

#include "num/linear/dense.h"

static const char *name_of_case; /* for messages */

/* ---- starts with everything held ---- */

/* Every directly given value is where it was given. */
static inline void check_values(const subject *s, double tolerance) {
    const double *values = nh_state_evaluate_values(s->states, s->state.t);
    for (uint32_t k = 0; k < s->states->value_count; k++) {
        uint32_t i = s->states->value_unknown[k];
        double found = i < s->n ? s->state.q[i] : s->state.v[i - s->n];
        if (s->states->given[i] == NH_GIVEN_HELD && !(fabs(found - values[k]) <= tolerance * fmax(1, fabs(values[k]))))
            fail_msg("%s: unknown %u is %.17g, not %.17g", name_of_case, (unsigned)i, found, values[k]);
    }
}

static inline void check_residual(const subject *s, double most) {
    uint32_t row = 0;
    double residual = nh_states_residual(s->states, &s->state, &row);
    if (!(residual <= most))
        fail_msg("%s: residual %g of row %s", name_of_case, residual,
                 nh_name_text(s->context, s->model->rows.items[row].name));
}

/* ---- starts with half of the values held ---- */

/* Whether the unknowns that are not held can fulfil the rows near the state, stage by stage. */
static inline bool leaves_freedom(subject *s) {
    nh_states *st = s->states;
    double *z = NH_NEW_ARRAY(s->arena, double, 2 * s->n + 1);
    memcpy(z, s->state.q, s->n * sizeof *z);
    memcpy(z + s->n, s->state.v, s->n * sizeof *z);
    for (int stage = 0; stage < 2; stage++) {
        uint32_t ranks[2];
        for (int with_held = 0; with_held < 2; with_held++) {
            for (uint32_t i = 0; i < st->size; i++)
                st->is_free[i] = (i >= s->n) == (stage == 1) && (with_held || st->given[i] != NH_GIVEN_HELD);
            for (uint32_t e = 0; e < st->count; e++)
                st->is_active[e] = stage == 0 ? e < st->geometric : e >= st->geometric && e < st->rows;
            assert_true(nh_state_evaluate(st, s->state.t, z));
            nh_state_set_metric(st, s->state.t, z);
            st->dependent = 1e-6;
            nh_state_linearise(st);
            ranks[with_held] = st->rank;
        }
        if (ranks[0] < ranks[1]) return false;
    }
    return true;
}

/* Guesses all values at a distance of 1/500 or less, then holds as many of them, in random order, as the rows allow,
 * half at most. */
static inline void loosen(subject *s, nh_random *random, bool hold) {
    nh_model *model = s->model;
    for (size_t i = 0; i < model->initials.count; i++) {
        nh_initial *item = &model->initials.items[i];
        nh_expr shift = nh_expr_div(model->pool, nh_expr_int(model->pool, nh_random_between(random, -100, 100)),
                                    nh_expr_int(model->pool, 50000));
        item->is_held = hold && nh_random_below(random, 2) == 0;
        if (!item->is_held) item->value = nh_expr_add(model->pool, item->value, shift);
    }
    subject loose = subject_of_model(s->context, model);
    loose.state = s->state;
    for (uint32_t i = 0; i < loose.states->size && !leaves_freedom(&loose); i++) {
        uint32_t k = (uint32_t)nh_random_below(random, loose.states->size);
        if (loose.states->given[k] == NH_GIVEN_HELD) model->initials.items[loose.states->given_by[k]].is_held = false;
        loose.states->given[k] = NH_GIVEN_GUESSED;
    }
    if (!leaves_freedom(&loose))
        for (size_t i = 0; i < model->initials.count; i++) model->initials.items[i].is_held = false;
    nh_arena_destroy(loose.arena);
}

static inline void check_loose(subject *s, bool hold) {
    nh_random random = nh_random_make(test_seed(), 7);
    double *q = NH_NEW_ARRAY(s->arena, double, s->n + 1), *v = NH_NEW_ARRAY(s->arena, double, s->n + 1);
    memcpy(q, s->state.q, s->n * sizeof *q);
    memcpy(v, s->state.v, s->n * sizeof *v);
    loosen(s, &random, hold);
    subject loose = subject_of_model(s->context, s->model);
    nh_start_status status = nh_states_start(loose.states, s->state.t, &loose.state);
    if (status != NH_START_FOUND || subject_remarks(&loose) > 0) {
        subject_print_diags(&loose);
        fail_msg("%s: status %d from half of its values", name_of_case, (int)status);
    }
    check_residual(&loose, 1e-13);
    check_values(&loose, 0);
    for (uint32_t i = 0; i < s->n && !hold; i++) /* held values may leave one far away alone */
        if (!(fabs(loose.state.q[i] - q[i]) < 0.1 && fabs(loose.state.v[i] - v[i]) < 0.3 * fmax(1, fabs(v[i]))))
            fail_msg("%s: unknown %u went from %g, %g to %g, %g", name_of_case, (unsigned)i, q[i], v[i],
                     loose.state.q[i], loose.state.v[i]);
    nh_arena_destroy(loose.arena);
}

/* ---- projections ---- */

static inline double distance(const nh_state *a, const nh_state *b, uint32_t n) {
    double most = 0;
    for (uint32_t i = 0; i < n; i++) most = fmax(most, fmax(fabs(a->q[i] - b->q[i]), fabs(a->v[i] - b->v[i])));
    return most;
}

static inline void check_projections(subject *s) {
    nh_random random = nh_random_make(test_seed(), 8);
    nh_state away = {s->state.t, NH_NEW_ARRAY(s->arena, double, s->n), NH_NEW_ARRAY(s->arena, double, s->n)};
    nh_state moved = {s->state.t, NH_NEW_ARRAY(s->arena, double, s->n), NH_NEW_ARRAY(s->arena, double, s->n)};
    for (double size = 1e-12; size < 2e-2; size *= 10) {
        for (uint32_t i = 0; i < s->n; i++) {
            away.q[i] = moved.q[i] = s->state.q[i] + size * nh_random_uniform(&random, -1, 1);
            away.v[i] = moved.v[i] = s->state.v[i] + size * nh_random_uniform(&random, -1, 1);
        }
        if (!nh_states_project(s->states, &moved)) fail_msg("%s: no way back from %g", name_of_case, size);
        double residual = nh_states_residual(s->states, &moved, NULL), way = distance(&moved, &away, s->n);
        /* a component of a vector that is left out adds up the rounding of those that are used */
        if (!(residual <= 5e-14)) fail_msg("%s: residual %g after %g", name_of_case, residual, size);
        /* the metric is that of T: what is light moves more */
        if (!(way <= 1000 * size)) fail_msg("%s: moved %g after %g", name_of_case, way, size);
    }
}

/* ---- ranks ---- */

/* Independent: singular values of the rates by the velocities, each row divided by its length. */
static inline void check_rank(subject *s) {
    nh_states *st = s->states;
    bool *redundant = NH_NEW_ARRAY(s->arena, bool, s->model->rows.count + 1);
    uint32_t rank = nh_states_rank(st, &s->state, redundant), imposed = st->rows - st->geometric, left = 0, wanted = 0;
    for (size_t i = 0; i < s->model->rows.count; i++) {
        left += !redundant[i];
        assert_true(s->model->rows.items[i].is_imposed || redundant[i]);
    }
    assert_int_equal(left, rank);
    double *a = NH_NEW_ARRAY(s->arena, double, imposed * s->n + 1);
    for (uint32_t j = 0; j < imposed; j++) {
        double length = 0;
        for (uint32_t k = st->J.start[st->geometric + j]; k < st->J.start[st->geometric + j + 1]; k++) {
            if (st->J.column[k] < s->n) continue;
            a[j + (st->J.column[k] - s->n) * imposed] = st->slope[k];
            length = hypot(length, st->slope[k]);
        }
        for (uint32_t i = 0; i < s->n && length > 0; i++) a[j + i * imposed] /= length;
    }
    nh_svd *svd = nh_svd_make(s->arena, (int)imposed, (int)s->n);
    assert_true(nh_svd_factor(svd, a));
    for (uint32_t i = 0; i < imposed && i < s->n; i++) wanted += nh_svd_values(svd)[i] > 1e-9;
    if (rank != wanted) fail_msg("%s: rank %u, not %u", name_of_case, (unsigned)rank, (unsigned)wanted);
}

/* ---- random states ---- */

static inline void check_random(subject *s) {
    nh_random random = nh_random_make(test_seed(), 9);
    double first = NAN;
    for (int i = 0; i < 5; i++) {
        if (!nh_states_random(s->states, &random, s->state.t, 100, &s->state))
            fail_msg("%s: no random state", name_of_case);
        check_residual(s, 1e-13);
        assert_true(s->state.q[0] != first);
        first = s->state.q[0];
    }
}

/* ---- all of it ---- */

static inline void check_file(nh_context *context, const char *folder, const char *name, bool is_oracle) {
    name_of_case = name;
    subject s = subject_of_file(context, folder, name);
    s.state.t = subject_time(&s);
    check_random(&s);
    check_rank(&s);
    if (s.model->initials.count > 0) {
        subject_start(&s, s.state.t, NH_START_FOUND);
        if (subject_remarks(&s) > 0) {
            subject_print_diags(&s);
            fail_msg("%s: a remark about the start", name);
        }
        check_values(&s, is_oracle ? 1e-9 : 0);
        check_rank(&s);
        check_projections(&s);
        if (is_oracle) check_loose(&s, true);
        if (is_oracle) check_loose(&s, false);
    }
    subject_end(&s);
}

#endif
