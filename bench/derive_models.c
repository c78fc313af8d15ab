/* All formulations of every built-in model with few coordinates: CPU time from the model that is read to the equations,
 * in the order of forms.def.
 *
 * A model has a context of its own, in which nothing was derived before; formulations share what the pool of
 * expressions remembers of those before them, as they do for a user who compares them. Rows and dependent velocities
 * are those of the start (of a random state where there is none), found in another context and not timed; the
 * explicit form that is made from them is, once for each formulation. One that does not apply counts with the time
 * that it takes to say so. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra.h"
#include "bench.h"
#include "derive.h"
#include "form/form.h"
#include "model/values.h"
#include "state/explicit/explicit.h"

enum { MOST_COORDINATES = 12, MOST_FORMS = 32, ROUNDS = 3, SLOWEST = 3, TRIES = 50 };
#define GOAL 1.0 /* seconds */
#define LONG 2.0 /* seconds: longer ones are not repeated */

/* What a formulation did, or is to do, with a model. */
typedef struct work {
    bool is_chosen;                       /* there are dependent velocities for it; else it does not apply */
    uint32_t dependent[MOST_COORDINATES]; /* rank */
    bool applies;
    double seconds;
} work;

typedef struct subject {
    const nh_builtin *builtin;
    bool is_small;
    uint32_t rank;
    uint32_t rows[MOST_COORDINATES]; /* rank */
    work work[MOST_FORMS];           /* of the fastest round */
    double seconds;                  /* of all of them together */
} subject;

/* ---- the choice ---- */

static void find_state(nh_model *model, nh_arena *arena, nh_states *states, nh_state *state) {
    nh_random random = nh_random_make(1, 1);
    size_t n = model->coordinates.count;
    state->t = nh_model_start_time(model, arena, nh_states_parameters(states));
    state->q = NH_NEW_ARRAY(arena, double, n);
    state->v = NH_NEW_ARRAY(arena, double, n);
    if (nh_states_start(states, state->t, state) != NH_START_FOUND &&
        !nh_states_random(states, &random, state->t, TRIES, state))
        nh_fail(model->context, NH_E_INTERNAL, "bench", "no state was found");
}

static void find_rows(subject *s, const nh_model *model, nh_arena *arena, nh_states *states, const nh_state *state) {
    bool *redundant = NH_NEW_ARRAY(arena, bool, model->rows.count + 1);
    uint32_t count = 0;
    s->rank = nh_states_rank(states, state, redundant);
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (!redundant[i]) s->rows[count++] = i;
}

static void choose(nh_context *context, void *argument) {
    subject *s = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, s->builtin->text);
    const nh_form *form;
    nh_state state;
    s->is_small = model->coordinates.count <= MOST_COORDINATES;
    if (!s->is_small) return;
    nh_states *states = nh_states_make(arena, model, nh_model_parameter_values(model, arena));
    find_state(model, arena, states, &state);
    find_rows(s, model, arena, states, &state);
    for (size_t i = 0; i < MOST_FORMS && (form = nh_form_at(i)) != NULL; i++) {
        work *w = &s->work[i];
        const char *why;
        w->is_chosen = true;
        if (form->choose != NULL)
            w->is_chosen = form->choose(arena, states, &state, s->rank, s->rows, w->dependent, &why);
        else nh_explicit_choose(arena, states, &state, s->rank, s->rows, w->dependent, NULL);
    }
}

/* ---- time ---- */

static void derive(nh_model *model, nh_arena *arena, const nh_form *form, const subject *s, work *w) {
    const char *why;
    double began = bench_clock();
    if (form->derive != NULL) w->applies = form->derive(model, arena) != NULL;
    else if (!w->is_chosen) w->applies = false;
    else {
        const nh_explicit *choice = nh_explicit_remembered(model, s->rank, s->rows, w->dependent);
        w->applies = form->derive_with(model, arena, choice, &why) != NULL;
    }
    w->seconds = bench_clock() - began;
}

static void derive_all(nh_context *context, void *argument) {
    subject *s = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, s->builtin->text);
    const nh_form *form;
    work now[MOST_FORMS];
    double sum = 0;
    memcpy(now, s->work, sizeof now);
    for (size_t i = 0; i < MOST_FORMS && (form = nh_form_at(i)) != NULL; i++) {
        derive(model, arena, form, s, &now[i]);
        sum += now[i].seconds;
    }
    if (!(sum < s->seconds)) return;
    s->seconds = sum;
    memcpy(s->work, now, sizeof now);
}

/* Whether it is one of the small models, and has a time. */
static bool measure(subject *s) {
    if (!algebra_alone(choose, s) || !s->is_small) return false;
    s->seconds = INFINITY;
    double began = bench_clock();
    for (int i = 0; i < ROUNDS && (i == 0 || bench_clock() - began < LONG); i++)
        if (!algebra_alone(derive_all, s)) return false;
    return true;
}

/* ---- the result ---- */

static void tell_forms(const subject *s) {
    char text[1000] = "";
    const nh_form *form;
    for (size_t i = 0, length = 0; i < MOST_FORMS && (form = nh_form_at(i)) != NULL && length < sizeof text; i++) {
        int more = snprintf(text + length, sizeof text - length, "%s%s %.3f%s", i == 0 ? "" : ", ", form->name,
                            s->work[i].seconds, s->work[i].applies ? "" : " (does not apply)");
        length += more > 0 ? (size_t)more : 0;
    }
    bench_note("        %s", text);
}

/* Puts s among the slowest, the slowest first. */
static void rank_among(subject slowest[SLOWEST], const subject *s) {
    int place = SLOWEST;
    while (place > 0 && s->seconds > slowest[place - 1].seconds) place--;
    if (place == SLOWEST) return;
    memmove(slowest + place + 1, slowest + place, (size_t)(SLOWEST - 1 - place) * sizeof *slowest);
    slowest[place] = *s;
}

void derive_models(void) {
    subject slowest[SLOWEST] = {0};
    double sum = 0;
    int count = 0, failed = 0;
    for (size_t i = 0; i < nh_builtin_count(); i++) {
        subject s = {.builtin = nh_builtin_at(i)};
        if (!measure(&s)) {
            failed += s.is_small;
            continue;
        }
        count++;
        sum += s.seconds;
        rank_among(slowest, &s);
    }
    if (count == 0) return;
    bench_line("seconds for all formulations of a built-in model, the slowest", slowest[0].seconds, "<=", GOAL);
    bench_note("    %d models with up to %d coordinates, %.3f s together%s", count, (int)MOST_COORDINATES, sum,
               failed > 0 ? "; not all could be derived" : "");
    for (int i = 0; i < SLOWEST && slowest[i].builtin != NULL; i++) {
        bench_note("    %s %.3f s", slowest[i].builtin->name, slowest[i].seconds);
        if (i == 0 || slowest[i].seconds > GOAL) tell_forms(&slowest[i]);
    }
}
