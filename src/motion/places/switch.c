/* Which functions are watched, and switches within a step. */
#include "motion/places/switch.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "motion/at/dynamics.h"
#include "motion/places/enclosure_private.h"
#include "ode/event.h"
#include "tape/program.h"

/* One function. Of mod(a, b) three numbers are computed: a, b and the remainder. */
typedef struct watched_switch {
    nh_expr value;
    uint32_t output; /* where its numbers begin among the outputs of the tape */
    bool is_mod;
} watched_switch;

/* Functions that are evaluated together. */
typedef struct switch_set {
    uint32_t count; /* 0: nothing else is set */
    const watched_switch *items;
    nh_program *program;
    double *inputs;
} switch_set;

/* The switches of time only. */
typedef struct switch_times {
    nh_context *context;
    switch_set set;
    double from, to;
    double spacing; /* with which the next search begins */
    double *base;   /* count each: the sides at the beginning of a search; */
    double *sides;  /* those somewhere else */
    /* At the last three samples; those of the third are kept in the fourth, since it is also used for work. */
    double *values[4];
} switch_times;

struct nh_switches {
    nh_context *context;
    switch_times times;
    switch_set states; /* those of the state */
    double *wholes;    /* of each mod among them: the whole number at the beginning of the piece */
    size_t n;
    nh_events *watch;        /* NULL: no switches of the state */
    nh_enclosure *enclosure; /* bounds of them within a step; of a mod those of the quotient */
    double *y;               /* a state */
    bool has_accelerations;  /* functions depend on them */
    nh_switches_def def;
    double from, to;
    double piece_end; /* the last time before the next switch of time only; `to` when there is none */
    double behind;    /* the first time after it; not a number when there is none */
    /* the switch that is being approached */
    bool is_near;
    double near_end, near; /* where the steps before it are to end; its time, about */
    double tried_from;     /* where the step that was taken back began */
    int tries;             /* from there */
    double since;          /* for chatter: the time from which switches are counted */
    uint32_t recent;
    nh_expr chatter;
    nh_expr place; /* the function of the last switch of the state */
};

#define MARGIN 1e-3 /* a step that is made again ends so far before the switch, as a part of the way to it */
#define SPACINGS 8  /* a switch this near is at the beginning of the step */
#define SPAN_PART 1e-16
/* Parts of the span, at least, where switches of the state are watched: a step is examined at a few points. */
#define STEPS 256

/* ---- which functions ---- */

typedef NH_ARRAY(watched_switch) switch_list;

typedef struct finder {
    nh_pool *pool;
    nh_map known; /* values that are watched already, and remainders */
    switch_list times, states;
    bool has_accelerations;
} finder;

static void add_switch(finder *f, nh_expr value, bool is_mod) {
    bool is_new;
    if (value == NH_EXPR_UNDEFINED || !nh_expr_has(f->pool, value, NH_HAS_ANYTHING)) return;
    if (nh_expr_has(f->pool, value, NH_HAS_MULTIPLIER)) return;
    (void)nh_map_slot(&f->known, value, &is_new);
    if (!is_new) return;
    watched_switch new = {.value = value, .is_mod = is_mod};
    f->has_accelerations |= nh_expr_has(f->pool, value, NH_HAS_ACCELERATION);
    if (nh_expr_has(f->pool, value, NH_HAS_COORDINATE | NH_HAS_ACCELERATION)) nh_array_push(&f->states, new);
    else nh_array_push(&f->times, new);
}

/* 0 is a side of its own. */
static void add_both(finder *f, nh_expr value) {
    add_switch(f, value, false);
    add_switch(f, nh_expr_neg(f->pool, value), false);
}

/* min and max change where an argument meets the least, or largest, of the others. */
static void add_extreme(finder *f, nh_arena *arena, nh_expr e, nh_expr_kind kind) {
    uint32_t count = nh_expr_arity(f->pool, e);
    nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, count), *others = NH_NEW_ARRAY(arena, nh_expr, count);
    memcpy(args, nh_expr_args(f->pool, e), count * sizeof *args);
    for (uint32_t i = count == 2 ? 1 : 0; i < count; i++) {
        memcpy(others, args, i * sizeof *args);
        memcpy(others + i, args + i + 1, (count - i - 1) * sizeof *args);
        nh_expr other = count == 2 ? others[0] : nh_expr_apply(f->pool, kind, count - 1, others);
        add_both(f, nh_expr_sub(f->pool, args[i], other));
    }
}

/* atan2(y, x) jumps where y changes its sign and x < 0. (Where x does and y < 0 nothing happens, and the motion is
 * restarted all the same.) */
static void add_cut(finder *f, nh_expr e) {
    nh_expr y = nh_expr_args(f->pool, e)[0], x = nh_expr_args(f->pool, e)[1];
    add_switch(f, nh_expr_if(f->pool, x, y, NH_EXPR_ONE), false);
}

static void look_at(finder *f, nh_arena *arena, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(f->pool, e);
    switch (kind) {
        case NH_EXPR_IF: add_switch(f, nh_expr_args(f->pool, e)[0], false); break;
        case NH_EXPR_SIGN:
        case NH_EXPR_ABS: add_both(f, nh_expr_args(f->pool, e)[0]); break;
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: add_extreme(f, arena, e, kind); break;
        case NH_EXPR_MOD: add_switch(f, e, true); break;
        case NH_EXPR_ATAN2: add_cut(f, e); break;
        default: break;
    }
}

/* All that the motion is computed from. */
static void find_switches(finder *f, nh_arena *arena, const nh_equations *e) {
    const nh_model *model = e->model;
    nh_exprs roots = {.arena = arena};
    nh_array_append(&roots, e->matrix.start[e->count], e->matrix.entry);
    nh_array_append(&roots, e->count, e->force);
    nh_array_append(&roots, e->jacobian.start[e->rows], e->jacobian.entry);
    nh_array_append(&roots, e->rows, e->drift);
    nh_array_append(&roots, e->rows, e->rates);
    if (e->push != NULL) nh_array_append(&roots, model->coordinates.count, e->push);
    nh_array_append(&roots, 1, &model->L);
    nh_array_append(&roots, model->coordinates.count, model->Q);
    for (uint32_t i = 0; i < e->rows; i++) nh_array_append(&roots, 1, &model->rows.items[e->row[i]].residual);
    nh_walk *walk = nh_walk_begin(f->pool, roots.count, roots.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) look_at(f, arena, walk->order[i]);
    nh_walk_end(walk);
}

/* ---- values ---- */

static switch_set make_set(nh_arena *arena, const nh_model *model, const double *parameters, switch_list *list,
                           bool has_accelerations) {
    switch_set set = {.count = (uint32_t)list->count, .items = list->items};
    nh_exprs outputs = {.arena = arena};
    if (set.count == 0) return set;
    for (size_t i = 0; i < list->count; i++) {
        watched_switch *s = &list->items[i];
        s->output = (uint32_t)outputs.count;
        if (s->is_mod) nh_array_append(&outputs, 2, nh_expr_args(model->pool, s->value));
        nh_array_push(&outputs, s->value);
    }
    nh_tape_def def = nh_model_tape_def(model, arena, has_accelerations, outputs.count, outputs.items);
    set.program = nh_program_of(arena, model->pool, &def, parameters);
    set.inputs = NH_NEW_ARRAY(arena, double, def.input_count);
    return set;
}

/* The numbers. y: q and q', 2 n numbers; NULL for functions of time only. Accelerations are set before. */
static const double *run_set(switch_set *set, size_t n, double t, const double *y) {
    NH_ASSERT(set->count > 0);
    set->inputs[0] = t;
    if (y != NULL) memcpy(set->inputs + 1, y, 2 * n * sizeof *y);
    return nh_program_at(set->program, set->inputs);
}

/* How many times b fits into a, as the remainder tells it: an integer. */
static double wholes_of(const double *outputs) {
    return rint((outputs[0] - outputs[2]) / outputs[1]);
}

/* How far the quotient a/b is within the whole number that it had at the beginning of the piece;
 * below 0 outside of it. */
static double margin_of(const double *outputs, double whole) {
    double wholes = wholes_of(outputs), part = outputs[2] / outputs[1];
    if (wholes == whole) return fmax(fmin(part, 1 - part), DBL_MIN);
    return isnan(wholes) ? NAN : fmin(-DBL_MIN, wholes > whole ? whole + 1 - wholes - part : wholes + part - whole);
}

/* The numbers of the functions at a state; NULL: they have no value there. */
static const double *run_states(nh_switches *s, double t, const double *y) {
    double *accelerations = s->states.inputs + 1 + 2 * s->n;
    if (s->has_accelerations && s->def.accelerate(s->def.user, t, y, accelerations) != 0) return NULL;
    return run_set(&s->states, s->n, t, y);
}

/* An nh_event_function: 0 is on the side of what is above it. */
static int state_values(void *user, double t, const double *y, double *g) {
    nh_switches *s = user;
    const double *numbers = run_states(s, t, y);
    if (numbers == NULL) return 1;
    for (uint32_t i = 0; i < s->states.count; i++) {
        const watched_switch *item = &s->states.items[i];
        const double *outputs = numbers + item->output;
        g[i] = item->is_mod ? margin_of(outputs, s->wholes[i]) : outputs[0] == 0 ? DBL_TRUE_MIN : outputs[0];
    }
    return 0;
}

static void make_times(nh_switches *s, nh_arena *arena, const switch_set *set) {
    switch_times *times = &s->times;
    *times = (switch_times){.context = s->context, .set = *set};
    times->base = NH_NEW_ARRAY(arena, double, set->count);
    times->sides = NH_NEW_ARRAY(arena, double, set->count);
    for (size_t i = 0; i < sizeof times->values / sizeof *times->values; i++)
        times->values[i] = NH_NEW_ARRAY(arena, double, set->count);
}

/* An nh_enclosure_sample. */
static int state_inputs(void *user, nh_ode *ode, double t, double *inputs) {
    nh_switches *s = user;
    (void)nh_ode_dense(ode, t, s->y);
    inputs[0] = t;
    memcpy(inputs + 1, s->y, 2 * s->n * sizeof *inputs);
    return s->has_accelerations ? s->def.accelerate(s->def.user, t, s->y, inputs + 1 + 2 * s->n) : 0;
}

/* An nh_event_enclosure. The bounds of a quotient tell whether it stays within its whole number, or outside of it.
 * Signs within rounding count: the equations go by them. */
static void look_at_piece(void *user, nh_ode *ode, double a, double b, uint32_t depth, const nh_event_verdict *before,
                          nh_event_verdict *verdicts, double *noise) {
    nh_switches *s = user;
    nh_enclosure_look(s->enclosure, ode, a, b, depth, before, verdicts, noise);
    for (uint32_t i = 0; i < s->states.count; i++) {
        noise[i] = 0;
        if (verdicts[i] == NH_EVENT_FLAT) verdicts[i] = NH_EVENT_SAMPLE;
        if (!s->states.items[i].is_mod || verdicts[i] == NH_EVENT_SAMPLE) continue;
        nh_interval quotient = nh_enclosure_range(s->enclosure, i);
        double whole = s->wholes[i];
        bool is_within = quotient.low > whole && quotient.high < whole + 1;
        bool is_outside = quotient.high < whole || quotient.low > whole + 1;
        verdicts[i] = is_within || is_outside ? NH_EVENT_NONE : NH_EVENT_OPEN;
    }
}

static void make_enclosure(nh_switches *s, nh_arena *arena, const nh_model *model, const nh_switches_def *def) {
    nh_expr *functions = NH_NEW_ARRAY(arena, nh_expr, s->states.count);
    for (uint32_t i = 0; i < s->states.count; i++) {
        const watched_switch *item = &s->states.items[i];
        const nh_expr *args = item->is_mod ? nh_expr_args(model->pool, item->value) : NULL;
        nh_expr over = item->is_mod ? args[0] : NH_EXPR_ZERO, under = item->is_mod ? args[1] : NH_EXPR_ZERO;
        functions[i] = item->is_mod ? nh_expr_div(model->pool, over, under) : item->value;
    }
    nh_enclosure_def enclosure = {.inputs = nh_model_tape_def(model, arena, s->has_accelerations, 0, NULL),
                                  .parameters = def->parameters,
                                  .count = s->states.count,
                                  .functions = functions,
                                  .sample = state_inputs,
                                  .user = s};
    s->y = NH_NEW_ARRAY(arena, double, def->size);
    s->enclosure = nh_enclosure_make(arena, model, &enclosure);
    nh_events_enclose(s->watch, look_at_piece, s);
}

static void make_watch(nh_switches *s, nh_arena *arena, const nh_model *model, const nh_switches_def *def) {
    nh_crossing *crossings = NH_NEW_ARRAY(arena, nh_crossing, s->states.count);
    for (uint32_t i = 0; i < s->states.count; i++) crossings[i] = NH_CROSSING_ANY;
    s->watch = nh_events_begin(arena, def->size, s->states.count, crossings, state_values, s);
    make_enclosure(s, arena, model, def);
}

nh_switches *nh_switches_make(nh_arena *arena, const nh_equations *equations, const nh_switches_def *def) {
    const nh_model *model = equations->model;
    finder f = {.pool = model->pool, .known = nh_map_make(arena), .times.arena = arena, .states.arena = arena};
    find_switches(&f, arena, equations);
    for (size_t i = 0; i < def->others; i++) add_switch(&f, def->other[i], false);
    if (f.times.count + f.states.count == 0) return NULL;
    nh_switches *s = NH_NEW(arena, nh_switches);
    *s = (nh_switches){.context = model->context, .n = model->coordinates.count, .chatter = NH_EXPR_UNDEFINED};
    s->def = *def;
    s->has_accelerations = f.has_accelerations;
    switch_set times = make_set(arena, model, def->parameters, &f.times, false);
    make_times(s, arena, &times);
    s->states = make_set(arena, model, def->parameters, &f.states, f.has_accelerations);
    s->wholes = NH_NEW_ARRAY(arena, double, s->states.count);
    if (s->states.count > 0) make_watch(s, arena, model, def);
    return s;
}

/* ---- switches of time only ---- */

/* Switches of time only: when is the next one?
 *
 * The span is sampled from the present time on. Samples are at most 1/2000 of the span apart, and closer after a
 * switch that came quickly, since then the next one may too. Where a side differs from what it was at the beginning,
 * bisection gives the first double at which it does; the time before that is sampled again, more closely, for an
 * earlier one. Where the values of a function come near 0 and go away again, the least one is searched for. For mod(a,
 * b) the side is the whole number of b in a: every jump is another side, so none is lost however quickly they come.
 * What is found no earlier than that is a pulse of another kind that is shorter than the samples are apart. */

#define SAMPLES 2000.0  /* of the span, at least */
#define GROWTH 1.5      /* of their distance */
#define LEAST_PART 1e-9 /* the smallest distance, of the span */

/* Parts in which a dip is searched for again; steps of the golden section, each of which shortens by 0.618: to
 * 1e-10. */
enum { CLOSER = 16, GOLDEN_STEPS = 48 };

static double side_of(const watched_switch *s, const double *outputs) {
    if (s->is_mod) return wholes_of(outputs);
    return outputs[0] < 0 ? -1 : outputs[0] >= 0 ? 1 : 0;
}

static void sides_at(switch_times *times, double t, double *sides, double *values) {
    const switch_set *set = &times->set;
    nh_tick(times->context, 1 + set->count);
    const double *numbers = run_set(&times->set, 0, t, NULL);
    for (uint32_t i = 0; i < set->count; i++) {
        const double *outputs = numbers + set->items[i].output;
        sides[i] = side_of(&set->items[i], outputs);
        if (values != NULL) values[i] = set->items[i].is_mod ? NAN : outputs[0];
    }
}

static bool has_changed(const switch_times *times) {
    for (uint32_t i = 0; i < times->set.count; i++)
        if (times->sides[i] != times->base[i] && !(isnan(times->sides[i]) && isnan(times->base[i]))) return true;
    return false;
}

static bool is_changed_at(switch_times *times, double t) {
    sides_at(times, t, times->sides, NULL);
    return has_changed(times);
}

static bool is_between(double t, double a, double b) {
    return fmin(a, b) < t && t < fmax(a, b);
}

/* Nothing is changed at a, something at b: two neighbours with the same property; the later one. */
static double bisect_times(switch_times *times, double a, double b) {
    while (is_between(a + (b - a) / 2, a, b)) {
        double middle = a + (b - a) / 2;
        if (is_changed_at(times, middle)) b = middle;
        else a = middle;
    }
    return b;
}

/* The same, but what comes and goes between a and the time that was found is searched for, too. */
static double first_change(switch_times *times, double a, double b) {
    double found = bisect_times(times, a, b);
    for (int k = 1; k < CLOSER; k++) {
        double t = a + (found - a) * k / CLOSER;
        if (!is_between(t, a, found) || !is_changed_at(times, t)) continue;
        found = bisect_times(times, a, t);
        k = 0;
    }
    return found;
}

/* Searches for the least |value| of function i between a and b, where it is on one side at three points; true when it
 * leaves that side, at *t. */
static bool find_dip(switch_times *times, uint32_t i, double a, double b, double *t) {
    NH_ASSERT(i < times->set.count);
    const double part = 0.6180339887498949;
    double base = times->base[i], *values = times->values[2];
    double left = b - part * (b - a), right = a + part * (b - a), at_left, at_right;
    for (int k = 0; k < GOLDEN_STEPS; k++) {
        sides_at(times, left, times->sides, values);
        at_left = base * values[i];
        *t = left;
        if (has_changed(times)) return true;
        sides_at(times, right, times->sides, values);
        at_right = base * values[i];
        *t = right;
        if (has_changed(times)) return true;
        if (at_left < at_right) b = right;
        else a = left;
        left = b - part * (b - a);
        right = a + part * (b - a);
    }
    return false;
}

/* The same for all functions whose middle value of three samples is the nearest to 0. */
static bool find_dips(switch_times *times, const double at[3], const double *before, const double *now, double *t) {
    for (uint32_t i = 0; i < times->set.count; i++) {
        double value = fabs(times->values[1][i]);
        if (value < fabs(before[i]) && value < fabs(now[i]) && find_dip(times, i, at[0], at[2], t)) return true;
    }
    return false;
}

/* Remembers how quickly the switch came. */
static double found_at(switch_times *times, double begin, double t) {
    times->spacing = fmax(fabs(t - begin) / 4, LEAST_PART * fabs(times->to - times->from));
    return t;
}

static void copy_numbers(uint32_t count, double *to, const double *from) {
    for (uint32_t i = 0; i < count; i++) to[i] = from[i];
}

/* The first time after t, along the run, at which a switch of time only has left its side; not a number when there
 * is none up to the end. */
static double find_next_time(switch_times *times, double t) {
    uint32_t count = times->set.count;
    double most = fabs(times->to - times->from) / SAMPLES, sign = times->to < times->from ? -1 : 1, begin = t;
    double at[3] = {NAN, t, t}, *before = times->values[0], *middle = times->values[1], *now = times->values[2], dip;
    if (count == 0) return NAN;
    sides_at(times, t, times->base, middle);
    for (double spacing = fmin(times->spacing, most); sign * at[1] < sign * times->to;) {
        at[2] = at[1] + sign * spacing;
        if (!(sign * at[2] < sign * times->to)) at[2] = times->to;
        if (at[2] == at[1]) at[2] = nextafter(at[1], times->to);
        sides_at(times, at[2], times->sides, now);
        if (has_changed(times)) return found_at(times, begin, first_change(times, at[1], at[2]));
        copy_numbers(count, times->values[3], now);
        if (!isnan(at[0]) && find_dips(times, at, before, times->values[3], &dip))
            return found_at(times, begin, first_change(times, at[0], dip));
        copy_numbers(count, before, middle);
        copy_numbers(count, middle, times->values[3]);
        at[0] = at[1];
        at[1] = at[2];
        spacing = fmin(spacing * GROWTH, most);
    }
    return NAN;
}

/* ---- along a run ---- */

/* The piece that begins at the time of the run. */
static void begin_piece(nh_switches *s, nh_ode *ode) {
    s->behind = find_next_time(&s->times, nh_ode_time(ode));
    s->piece_end = isnan(s->behind) ? s->to : nextafter(s->behind, s->from);
}

static void start_watch(nh_switches *s, nh_ode *ode) {
    if (s->watch == NULL) return;
    const double *numbers = run_states(s, nh_ode_time(ode), nh_ode_state(ode));
    for (uint32_t i = 0; i < s->states.count; i++) {
        const watched_switch *item = &s->states.items[i];
        if (item->is_mod && numbers != NULL) s->wholes[i] = wholes_of(numbers + item->output);
    }
    nh_events_start(s->watch, ode);
}

void nh_switches_begin(nh_switches *switches, nh_ode *ode, double to) {
    NH_ASSERT(to != nh_ode_time(ode) || switches->times.set.count == 0);
    nh_switches *s = switches;
    s->from = s->times.from = s->since = nh_ode_time(ode);
    s->to = s->times.to = to;
    s->times.spacing = fabs(to - s->from) / 1e5;
    s->tried_from = NAN;
    begin_piece(s, ode);
    nh_ode_set_end(ode, s->piece_end);
    if (s->watch != NULL && to != s->from) nh_ode_set_most_step(ode, fabs(to - s->from) / STEPS);
    start_watch(s, ode);
}

/* The earlier one along the run. */
static double earlier_of(const nh_switches *s, double a, double b) {
    return s->to < s->from ? fmax(a, b) : fmin(a, b);
}

/* Whether t is reached by the time `now`. */
static bool is_reached(const nh_switches *s, double t, double now) {
    return earlier_of(s, t, now) == t;
}

/* A restart that was made for another reason may have gone over a place where steps were to end. */
bool nh_switches_is_at_break(nh_switches *switches, nh_ode *ode, double *t) {
    nh_switches *s = switches;
    double now = nh_ode_time(ode);
    if (s->is_near && now != s->near_end && is_reached(s, s->near_end, now)) {
        s->is_near = false;
        nh_ode_set_end(ode, s->piece_end);
    }
    *t = isnan(s->behind) ? NAN : is_reached(s, s->behind, now) ? now : s->behind;
    return !isnan(*t) && is_reached(s, s->piece_end, now);
}

void nh_switches_go_on(nh_switches *switches, nh_ode *ode) {
    nh_switches *s = switches;
    if (!isnan(s->behind) && is_reached(s, s->behind, nh_ode_time(ode))) begin_piece(s, ode);
    s->is_near = false;
    nh_ode_set_end(ode, s->piece_end);
    start_watch(s, ode);
}

/* A step without a switch. One that ended where it was told to is followed by a short one over the switch that is
 * expected; if it is not there, by others as usual. */
static void approach_switch(nh_switches *s, nh_ode *ode) {
    double t = nh_ode_time(ode);
    if (!s->is_near || t != s->near_end) return;
    s->is_near = !is_reached(s, s->near, t);
    s->near_end = s->is_near ? earlier_of(s, s->near + (s->near - t), s->piece_end) : s->piece_end;
    if (s->near_end == t) s->near_end = s->piece_end;
    nh_ode_set_end(ode, s->near_end);
}

static double shortest_step(const nh_switches *s, double a, double b) {
    double largest = fmax(fabs(a), fabs(b));
    return fmax(SPACINGS * (nextafter(largest, INFINITY) - largest), SPAN_PART * fabs(s->to - s->from));
}

/* The step from t0 is made again, up to a place before the switch. If it is found again in that step,
 * the place was too near. */
static void retry_step(nh_switches *s, nh_ode *ode, double t0, double t) {
    s->tries = t0 == s->tried_from ? s->tries + 1 : 0;
    s->tried_from = t0;
    double part = fmin(ldexp(MARGIN, 2 * s->tries), 0.5), margin = part * (t - t0);
    s->is_near = true;
    s->near = t;
    s->near_end = t - margin == t ? nextafter(t, t0) : t - margin;
    nh_ode_undo(ode);
    nh_ode_set_end(ode, s->near_end);
    start_watch(s, ode);
}

/* Counts the switches that come one after the other within a small part of the span. */
static void note_switch(nh_switches *s, const nh_occurrence *now) {
    if (fabs(now->t - s->since) > NH_SWITCHES_PART * fabs(s->to - s->from)) {
        s->since = now->t;
        s->recent = 0;
    }
    if (++s->recent > NH_SWITCHES_MOST) s->chatter = s->states.items[now->event].value;
}

nh_switch_verdict nh_switches_in_step(nh_switches *switches, nh_ode *ode, double *t) {
    nh_switches *s = switches;
    nh_occurrence first;
    double t0 = nh_ode_time_before(ode);
    if (s->watch == NULL) return NH_SWITCH_NONE;
    if (nh_events_in_step(s->watch, ode, 1, &first) == 0) {
        approach_switch(s, ode);
        return NH_SWITCH_NONE;
    }
    *t = first.t;
    if (fabs(first.t - t0) > shortest_step(s, t0, first.t)) {
        retry_step(s, ode, t0, first.t);
        return NH_SWITCH_AGAIN;
    }
    note_switch(s, &first);
    s->place = s->states.items[first.event].value;
    return NH_SWITCH_HERE;
}

nh_expr nh_switches_chatter(const nh_switches *switches) {
    return switches->chatter;
}

nh_expr nh_switches_place(const nh_switches *switches) {
    return switches->place;
}
