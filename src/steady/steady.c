/* Steady motions from many starts. Newton's method goes from each to a steady motion, or nowhere; what the equations
 * leave open is then set to its value in the initial state, so that of a family the same member is found each time. */
#include "steady/steady.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/context.h"
#include "base/limits.h"
#include "num/guard.h"
#include "steady/linearize.h"

/* Numbers that differ by less, relative to 1 + their size, are the same. */
#define SAME 1e-9
enum { TRIES = 20 };

typedef NH_ARRAY(nh_steady_motion) motions;

static bool is_same(const nh_steady_problem *p, const nh_steady_motion *a, const nh_steady_motion *b) {
    for (size_t i = 1; i < 1 + 2 * (size_t)p->l->n; i++)
        if (!(fabs(a->values[i] - b->values[i]) <= SAME * (1 + fabs(a->values[i])))) return false;
    return true;
}

/* Looks from a state, and adds what is new. */
static void search_from(nh_arena *arena, nh_steady_problem *p, motions *list, nh_steady_search *search) {
    nh_steady_motion motion = nh_steady_find(p, arena, search);
    if (!motion.is_found) return;
    for (size_t i = 0; i < list->count; i++)
        if (is_same(p, &list->items[i], &motion)) return;
    search->with_family = true; /* which takes some time: only where it is needed */
    motion = nh_steady_find(p, arena, search);
    search->with_family = false;
    if (motion.is_found) nh_array_push(list, motion);
}

nh_steady_list nh_steady_list_find(nh_arena *arena, nh_steady_problem *p, size_t starts, int digits) {
    size_t n = p->l->n;
    motions list = {.arena = arena};
    nh_random random = nh_random_make(nh_context_seed(p->model->context), NH_STREAM_STEADY_STARTS);
    nh_state state = {.q = NH_NEW_ARRAY(arena, double, n), .v = NH_NEW_ARRAY(arena, double, n)};
    double *guess = nh_steady_guess(arena, p);
    nh_steady_search search = {.guess = guess, .holds_initial = true, .digits = digits};
    search_from(arena, p, &list, &search);
    search.is_random = true;
    for (size_t i = 0; i < starts; i++) {
        nh_tick_check(p->model->context);
        if (!nh_states_random(p->states, &random, p->start.t, TRIES, &state)) continue;
        memcpy(guess + 1, state.q, n * sizeof *guess);
        memcpy(guess + 1 + n, state.v, n * sizeof *guess);
        search_from(arena, p, &list, &search);
    }
    return (nh_steady_list){list.count, list.items};
}

/* ---- the question ---- */

typedef struct question {
    nh_arena *arena;
    const nh_model *model;
    const nh_steady_def *def;
    const nh_steady_info *answer;
} question;

static void answer_question(void *argument) {
    question *q = argument;
    nh_steady_problem *p = nh_steady_problem_make(q->arena, q->model, 0, NULL);
    nh_steady_list list = nh_steady_list_find(q->arena, p, q->def->starts, nh_steady_digits(q->def->digits));
    nh_steady_item *items = NH_NEW_ARRAY(q->arena, nh_steady_item, list.count + 1);
    for (size_t i = 0; i < list.count; i++) {
        nh_linearize_info *info = NH_NEW(q->arena, nh_linearize_info);
        const char *why = NULL;
        const nh_linearize_info *found = nh_linearized_at(q->arena, p, &list.items[i], q->def->digits, &why);
        if (found != NULL) *info = *found;
        else nh_linearized_bare(q->arena, p, &list.items[i], info, why);
        items[i] = (nh_steady_item){.linear = info, .is_linearized = found != NULL};
    }
    nh_steady_info *answer = NH_NEW(q->arena, nh_steady_info);
    *answer = (nh_steady_info){.starts = q->def->starts, .count = list.count, .items = items};
    q->answer = answer;
}

const nh_steady_info *nh_steady_answer(nh_arena *arena, const nh_model *model, const nh_steady_def *def) {
    question q = {arena, model, def, NULL};
    nh_guard_call(model->context, answer_question, &q);
    return q.answer;
}
