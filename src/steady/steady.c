/* Steady motions from many starts. Newton's method goes from each to a steady motion, or nowhere; what the equations
 * leave open is then set to its value in the initial state, so that of a family the same member is found each time. */
#include "steady/steady.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/limits.h"
#include "num/guard.h"
#include "steady/linearize.h"
#include "steady/proof_private.h"

/* Numbers that differ by less, relative to 1 + their size, are the same. */
#define SAME 1e-9
enum { TRIES = 20, CHARTS_MOST = 3, GRID = 5 };
/* Distances of random states from the initial one, in turn: relative to its numbers, or to 1 where that is more. A
 * model whose initial state is next to one equilibrium has others farther away. */
static const struct {
    double size;
    bool unit;
} distances[] = {{0.3, false}, {1, true}, {1, false}, {3, true}};

typedef NH_ARRAY(nh_steady_motion) motions;

/* Coordinates that differ by full turns may be angles, and then the motion is the same: it is not listed twice. */
static bool is_same(const nh_steady_problem *p, const nh_steady_motion *a, const nh_steady_motion *b) {
    size_t n = p->l->n;
    double turn = 2 * acos(-1);
    for (size_t i = 1; i < 1 + 2 * n; i++) {
        double difference = a->values[i] - b->values[i];
        if (i <= n) difference = remainder(difference, turn);
        if (!(fabs(difference) <= SAME * (1 + fabs(a->values[i])))) return false;
    }
    return true;
}

/* What is steady for independent velocities that do not determine the others there need not be steady. */
static bool is_regular(const nh_steady_motion *motion) {
    const nh_steady_problem *p = motion->p;
    int prec = nh_steady_bits(0);
    nh_linear_point point = nh_linear_point_new(p->l);
    nh_ball *parameters = nh_balls_new(p->model->parameters.count + 1);
    for (size_t i = 0; i < nh_linear_inputs(p->l); i++) nh_ball_load(&point.inputs[i], motion->inputs[i]);
    nh_steady_parameters(p, parameters, prec);
    bool is_regular = nh_linear_at(p->l, parameters, &point, prec);
    nh_balls_free(parameters, p->model->parameters.count + 1);
    nh_linear_point_free(p->l, &point);
    return is_regular;
}

/* ---- independent velocities ---- */

/* The problem with independent velocities that suit a state; one more is made where there is none, if that is possible.
 * The first one has those of the initial state: a skate that begins along x has no others that serve along y. */
typedef struct charts {
    nh_arena *arena;
    nh_steady_problem *items[CHARTS_MOST];
    size_t count;
} charts;

static nh_steady_problem *choose_chart(charts *c, const nh_state *state) {
    nh_steady_problem *first = c->items[0];
    for (size_t i = 0; i < c->count; i++)
        if (nh_linearizer_suits(c->items[i]->l, first->states, state)) return c->items[i];
    if (c->count == CHARTS_MOST) return first;
    nh_state at = {.t = first->start.t};
    at.q = memcpy(NH_NEW_ARRAY(c->arena, double, first->l->n), state->q, first->l->n * sizeof *state->q);
    at.v = memcpy(NH_NEW_ARRAY(c->arena, double, first->l->n), state->v, first->l->n * sizeof *state->v);
    nh_steady_problem *made = nh_steady_problem_make(c->arena, first->model, 0, NULL, &at);
    if (made != NULL) {
        made->conserved = first->conserved;
        c->items[c->count++] = made;
    }
    return made != NULL ? made : first;
}

/* ---- one search ---- */

typedef struct hunt {
    nh_arena *arena;
    charts charts;
    motions list;
} hunt;

/* What is found with the problem, and does not depend on a choice of velocities that fails there. */
static nh_steady_motion find_regular(nh_arena *arena, nh_steady_problem *p, const nh_steady_search *search) {
    nh_steady_motion motion = nh_steady_find(p, arena, search);
    motion.is_found = motion.is_found && is_regular(&motion);
    return motion;
}

/* Where the search ends at a state at which its velocities do not determine the others, it continues with others. */
static nh_steady_motion find_with_charts(hunt *f, nh_steady_problem *p, const nh_steady_search *search) {
    nh_steady_motion motion = find_regular(f->arena, p, search);
    if (motion.is_found || !motion.is_reached) return motion;
    size_t n = p->l->n;
    nh_state end = {.t = p->start.t, .q = motion.values + 1, .v = motion.values + 1 + n};
    nh_steady_problem *other = choose_chart(&f->charts, &end);
    if (other == p) return motion;
    nh_steady_search again = *search;
    again.guess = motion.values;
    return find_regular(f->arena, other, &again);
}

/* The same motion with this coordinate within half a turn of its initial value, where it is an angle: then a search
 * that begins there ends there. */
static void unwind_angle(hunt *f, nh_steady_problem *p, const nh_steady_search *search, size_t i,
                         nh_steady_motion *motion) {
    double turn = 2 * acos(-1), turns = ceil((motion->values[1 + i] - p->start.q[i]) / turn - 0.5 - SAME);
    if (turns == 0) return;
    double *guess = NH_NEW_ARRAY(f->arena, double, 1 + 2 * p->l->n);
    memcpy(guess, motion->values, (1 + 2 * p->l->n) * sizeof *guess);
    guess[1 + i] -= turns * turn;
    nh_steady_search again = *search;
    again.guess = guess;
    again.is_random = true; /* velocities of the guess are kept */
    nh_steady_motion other = find_with_charts(f, p, &again);
    if (other.is_found && is_same(p, motion, &other) && fabs(other.values[1 + i] - guess[1 + i]) < 1) *motion = other;
}

/* Looks from a state, and adds what is new. */
static void search_from(hunt *f, nh_steady_problem *p, nh_steady_search *search) {
    nh_tick_check(p->model->context);
    nh_steady_motion motion = find_with_charts(f, p, search);
    if (!motion.is_found) return;
    for (size_t i = 0; i < f->list.count; i++)
        if (is_same(p, &f->list.items[i], &motion)) return;
    nh_steady_search again = *search;
    again.with_family = true; /* which takes some time: only where it is needed */
    motion = find_with_charts(f, p, &again);
    if (!motion.is_found) return;
    for (size_t i = 0; i < p->l->n; i++) unwind_angle(f, p, &again, i, &motion);
    nh_array_push(&f->list, motion);
}

/* ---- members of a family ---- */

/* Families of more velocities have their members with one of them and with none. */
enum { MEMBERS_VELOCITIES = 8 };

typedef struct family {
    const nh_steady_motion *of;
    size_t count;
    size_t at[MEMBERS_VELOCITIES]; /* places in (q, q') */
    double size;                   /* for velocities that are 0 in the initial state */
} family;

static family family_of(const nh_steady_motion *motion) {
    size_t n = motion->p->l->n;
    family f = {.of = motion};
    for (uint32_t k = 0; k < motion->held; k++) {
        if (!motion->is_family[k] || motion->held_at[k] < n || f.count == MEMBERS_VELOCITIES) continue;
        f.at[f.count++] = motion->held_at[k];
        f.size = fmax(f.size, fabs(motion->values[1 + motion->held_at[k]]));
    }
    if (f.size == 0) f.size = 1;
    return f;
}

/* The member with these velocities, one for each place. */
static void search_member(hunt *w, const family *f, int digits, const double *velocities) {
    size_t n = f->of->p->l->n;
    double *guess = NH_NEW_ARRAY(w->arena, double, 1 + 2 * n);
    memcpy(guess, f->of->values, (1 + 2 * n) * sizeof *guess);
    for (size_t i = 0; i < f->count; i++) guess[1 + f->at[i]] = velocities[i];
    nh_steady_search search = {.guess = guess, .wanted = guess + 1, .holds_initial = true, .digits = digits};
    search_from(w, w->charts.items[0], &search);
}

static double velocity_of(const family *f, size_t i) {
    double value = f->of->values[1 + f->at[i]];
    return value != 0 ? value : f->size;
}

/* What a family has to show: with all velocities, with one alone, at rest; of one velocity both directions. A disc
 * rolls along a line, spins on the spot, and rolls on circles. */
static void search_members(hunt *w, int digits) {
    if (w->list.count == 0) return;
    nh_steady_motion first = w->list.items[0]; /* the list grows */
    family f = family_of(&first);
    double velocities[MEMBERS_VELOCITIES];
    for (size_t i = 0; i < f.count; i++) velocities[i] = f.count == 1 ? -velocity_of(&f, i) : velocity_of(&f, i);
    if (f.count > 0) search_member(w, &f, digits, velocities);
    for (size_t i = 0; i < f.count && f.count > 1; i++) {
        for (size_t k = 0; k < f.count; k++) velocities[k] = k == i ? velocity_of(&f, k) : 0;
        search_member(w, &f, digits, velocities);
    }
    for (size_t i = 0; i < f.count; i++) velocities[i] = 0;
    if (f.count > 0) search_member(w, &f, digits, velocities);
}

/* ---- the list ---- */

/* The state of this number: the initial one with other values, all combinations of those of the ranges. */
static bool set_grid_state(const nh_steady_problem *p, size_t count, const nh_range *ranges, size_t number,
                           nh_state *state) {
    size_t n = p->l->n;
    memcpy(state->q, p->start.q, n * sizeof *state->q);
    memcpy(state->v, p->start.v, n * sizeof *state->v);
    for (size_t k = count; k > 0; k--) {
        const nh_range *r = &ranges[k - 1];
        *(r->which < n ? &state->q[r->which] : &state->v[r->which - n]) = nh_range_double(r, number % r->count);
        number /= r->count;
    }
    return nh_states_project(p->states, state);
}

/* The i-th random state. */
static bool draw_state(const nh_steady_problem *p, nh_random *random, size_t i, nh_state *state) {
    size_t count = sizeof distances / sizeof *distances;
    for (size_t k = i; k < i + TRIES; k++) {
        double size = distances[k % count].size;
        if (nh_states_random_around(p->states, random, &p->start, size, distances[k % count].unit, state)) return true;
    }
    return false;
}

static size_t grid_size(size_t count, const nh_range *ranges) {
    size_t size = count > 0;
    for (size_t k = 0; k < count; k++) size *= ranges[k].count;
    return size;
}

nh_steady_list nh_steady_list_find(nh_arena *arena, nh_steady_problem *p, const nh_steady_starts *starts, int digits) {
    size_t n = p->l->n;
    hunt f = {.arena = arena, .charts = {.arena = arena, .items = {p}, .count = 1}, .list = {.arena = arena}};
    nh_random random = nh_random_make(nh_context_seed(p->model->context), NH_STREAM_STEADY_STARTS);
    nh_state state = {.t = p->start.t};
    state.q = NH_NEW_ARRAY(arena, double, n);
    state.v = NH_NEW_ARRAY(arena, double, n);
    double *guess = nh_steady_guess(arena, p);
    nh_steady_search search = {.guess = guess, .holds_initial = true, .digits = digits};
    search_from(&f, p, &search);
    search_members(&f, digits);
    search.is_random = true;
    size_t grid = grid_size(starts->ranges, starts->range);
    for (size_t i = 0; i < grid + starts->random; i++) {
        if (i < grid) {
            if (!set_grid_state(p, starts->ranges, starts->range, i, &state)) continue;
        } else if (!draw_state(p, &random, i - grid, &state)) continue;
        memcpy(guess + 1, state.q, n * sizeof *guess);
        memcpy(guess + 1 + n, state.v, n * sizeof *guess);
        search_from(&f, choose_chart(&f.charts, &state), &search);
    }
    return (nh_steady_list){f.list.count, f.list.items};
}

/* ---- the question ---- */

typedef struct question {
    nh_arena *arena;
    const nh_model *model;
    const nh_steady_def *def;
    nh_steady_starts starts;
    nh_steady_problem *p;
    nh_steady_list list;
    nh_steady_item *items; /* of the list */
    const nh_steady_info *answer;
} question;

static void answer_question(void *argument) {
    question *q = argument;
    nh_steady_list list = q->list = nh_steady_list_find(q->arena, q->p, &q->starts, nh_steady_digits(q->def->digits));
    nh_steady_item *items = q->items = NH_NEW_ARRAY(q->arena, nh_steady_item, list.count + 1);
    for (size_t i = 0; i < list.count; i++) {
        nh_linearize_info *info = NH_NEW(q->arena, nh_linearize_info);
        const char *why = NULL;
        const nh_linearize_info *found = nh_linearized_at(q->arena, &list.items[i], q->def->digits, false, &why);
        if (found != NULL) *info = *found;
        else nh_linearized_bare(q->arena, &list.items[i], info, why);
        items[i] = (nh_steady_item){.linear = info, .is_linearized = found != NULL, .by = NH_EVIDENCE_CERTIFIED};
    }
    nh_steady_info *answer = NH_NEW(q->arena, nh_steady_info);
    *answer = (nh_steady_info){.starts = q->def->starts, .count = list.count, .items = items};
    answer->grid = grid_size(q->starts.ranges, q->starts.range);
    q->answer = answer;
}

/* Those that algebra proves; at a kink, where nothing can be linearised, it proves nothing. */
static void prove_items(const question *q) {
    for (size_t i = 0; i < q->list.count; i++) {
        if (!q->items[i].is_linearized) continue;
        const nh_steady_proof *proof = nh_steady_prove(q->arena, &q->list.items[i]);
        if (proof == NULL) continue;
        q->items[i].by = NH_EVIDENCE_PROVED;
        q->items[i].exacts = proof->count;
        q->items[i].exact = proof->exact;
    }
}

static void read_grid(question *q) {
    const nh_strings *given = &q->def->grid;
    nh_range *ranges = NH_NEW_ARRAY(q->arena, nh_range, given->count + 1);
    size_t all = 1;
    for (size_t i = 0; i < given->count; i++) {
        ranges[i] = nh_range_read(q->arena, q->model, given->items[i], GRID);
        if (ranges[i].varied == NH_VARIED_PARAMETER)
            nh_fail(q->model->context, NH_E_USAGE, "grid",
                    "'%s' is a parameter: a grid is one of coordinates and velocities", ranges[i].name);
        if (all > NH_STEADY_STARTS_MAX / ranges[i].count)
            nh_fail(q->model->context, NH_E_USAGE, "grid", "the grid has more than %d states", NH_STEADY_STARTS_MAX);
        all *= ranges[i].count;
    }
    q->starts = (nh_steady_starts){.random = q->def->starts, .ranges = given->count, .range = ranges};
}

const nh_steady_info *nh_steady_answer(nh_arena *arena, const nh_model *model, const nh_steady_def *def) {
    question q = {.arena = arena, .model = model, .def = def};
    read_grid(&q);
    q.p = nh_steady_problem_make(arena, model, 0, NULL, NULL);
    nh_guard_call(model->context, answer_question, &q);
    prove_items(&q);
    return q.answer;
}
