/* Zeros of functions along a step.
 *
 * The step is cut into pieces, halved where bounds leave it open whether a function has a zero there, and more
 * than one. The pieces come in the order of time, so what lies after the first occurrence is not examined
 * before it is requested. A piece in which a function is 0 within rounding is passed without a look at its sign:
 * the next piece tells whether it has changed. Where there are no bounds, the piece (the whole step, if there are
 * none at all) is sampled.
 *
 * Each function has a side: the sign it had last, 0 at a start with the value 0 and after a zero that was met exactly
 * (unless 0 counts as above).
 * A piece is sampled at equal distances. Walking over the samples, a value that is not on the side of its function is
 * an occurrence between it and the sample before; the value then gives the new side. So a zero at the end of a step is
 * found once, also when a projection moves the state there. Where three samples of one sign bend towards zero, the
 * extremum between them is searched for and becomes one more sample: two zeros close together.
 *
 * A bracketed zero is narrowed by the ITP method (I. F. D. Oliveira, R. H. C. Takahashi, ACM Trans. Math. Softw. 47
 * (2021) 5): interpolation, moved towards the middle and kept within the distance from it that bisection would still
 * allow. It needs one evaluation more than bisection at most, and about ten for a smooth function. */
#include "ode/event.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"

enum {
    PIECES = 5,    /* of what is sampled */
    DIP_STEPS = 6, /* evaluations in search of an extremum */
    DEPTH = 48     /* a piece is halved so often at most */
};

#define LEAST_PART 0x1p-42 /* of a step: a shorter piece is not halved */

#define ITP_TRUNCATION 0.2 /* kappa_1 of the paper, for kappa_2 = 2 */
#define ITP_SLACK 1        /* n_0 of the paper: evaluations more than bisection */

typedef struct point {
    double t, g; /* not a number: no value */
} point;

/* A piece of the step, one of the two halves of the one above it. */
typedef struct level {
    double from, to;
    bool is_second;
} level;

struct nh_events {
    size_t size;
    uint32_t count;
    nh_event_function function;
    void *user;
    nh_crossing *crossings; /* count */
    int *sides;             /* count */
    double *values;         /* (PIECES + 1) x count: g at the samples of the step */
    double times[PIECES + 1];
    double *y, *g;                /* size; count: work */
    point *at;                    /* count: the last point of the step at which the side is known */
    nh_event_enclosure enclosure; /* NULL: none */
    void *enclosure_user;
    nh_event_verdict *verdicts; /* (DEPTH + 1) x count: of the pieces on the way to the present one */
    level levels[DEPTH + 1];
    uint32_t depth;       /* of the present piece */
    bool is_searching;    /* there are pieces left */
    double *touch;        /* count: where a function was 0 within rounding first; not a number */
    bool *is_flat;        /* count: and is so since the last time its side was known */
    double *noise;        /* count: values of the present piece up to this size have no sign */
    double *largest;      /* count: the largest value since the side was entered, */
    double *since;        /* count: at this time */
    uint64_t step;        /* the number of the step that `found` is about */
    nh_occurrence *found; /* in order; 2 PIECES count at most */
    uint32_t found_count, found_next;
};

nh_events *nh_events_begin(nh_arena *arena, size_t size, uint32_t count, const nh_crossing *crossings,
                           nh_event_function g, void *user) {
    nh_events *events = NH_NEW(arena, nh_events);
    events->size = size;
    events->count = count;
    events->function = g;
    events->user = user;
    events->crossings = NH_NEW_ARRAY(arena, nh_crossing, count);
    for (uint32_t i = 0; i < count; i++) events->crossings[i] = crossings[i];
    events->sides = NH_NEW_ARRAY(arena, int, count);
    events->values = NH_NEW_ARRAY(arena, double, (size_t)(PIECES + 1) * count);
    events->y = NH_NEW_ARRAY(arena, double, size);
    events->g = NH_NEW_ARRAY(arena, double, count);
    events->at = NH_NEW_ARRAY(arena, point, count);
    events->touch = NH_NEW_ARRAY(arena, double, count);
    events->is_flat = NH_NEW_ARRAY(arena, bool, count);
    events->noise = NH_NEW_ARRAY(arena, double, count);
    events->largest = NH_NEW_ARRAY(arena, double, count);
    events->since = NH_NEW_ARRAY(arena, double, count);
    events->verdicts = NH_NEW_ARRAY(arena, nh_event_verdict, (size_t)(DEPTH + 1) * count);
    for (uint32_t i = 0; i < count; i++) events->touch[i] = NAN;
    events->found = NH_NEW_ARRAY(arena, nh_occurrence, (size_t)(2 * PIECES) * count);
    return events;
}

void nh_events_enclose(nh_events *events, nh_event_enclosure enclosure, void *user) {
    events->enclosure = enclosure;
    events->enclosure_user = user;
}

static int sign_of(double x) {
    return (x > 0) - (x < 0);
}

/* The side of a function that has this value. */
static int side_of(const nh_events *events, uint32_t event, double g) {
    return g == 0 && events->crossings[event] == NH_CROSSING_BELOW ? 1 : sign_of(g);
}

static double *row_at(nh_events *events, size_t sample) {
    return events->values + sample * events->count;
}

static void evaluate_events(nh_events *events, double t, const double *y, double *g) {
    if (events->function(events->user, t, y, g) == 0) return;
    for (uint32_t i = 0; i < events->count; i++) g[i] = NAN;
}

void nh_events_start(nh_events *events, nh_ode *ode) {
    double *values = row_at(events, PIECES);
    evaluate_events(events, nh_ode_time(ode), nh_ode_state(ode), values);
    for (uint32_t i = 0; i < events->count; i++) events->sides[i] = side_of(events, i, values[i]);
    for (uint32_t i = 0; i < events->count; i++) {
        events->is_flat[i] = false;
        events->largest[i] = fabs(values[i]);
        events->since[i] = nh_ode_time(ode);
    }
    events->step = nh_ode_get_statistics(ode).steps;
    events->found_count = events->found_next = 0;
    events->is_searching = false;
}

/* The functions at the samples of a piece, or at its end only; those at the beginning are known
 * from the piece before. */
static void sample_piece(nh_events *events, nh_ode *ode, double from, double to, bool is_sampled) {
    memcpy(row_at(events, 0), row_at(events, PIECES), events->count * sizeof(double));
    for (size_t k = 0; k <= PIECES; k++) {
        events->times[k] = k == PIECES ? to : from + (to - from) * ((double)k / PIECES);
        if (k == 0 || (k < PIECES && !is_sampled)) continue;
        nh_ode_dense(ode, events->times[k], events->y);
        evaluate_events(events, events->times[k], events->y, row_at(events, k));
    }
}

static point sample_of(nh_events *events, uint32_t event, size_t k) {
    return (point){events->times[k], row_at(events, k)[event]};
}

static point point_at(nh_events *events, nh_ode *ode, uint32_t event, double t) {
    nh_ode_dense(ode, t, events->y);
    evaluate_events(events, t, events->y, events->g);
    return (point){t, events->g[event]};
}

static bool is_between(double t, double a, double b) {
    return fmin(a, b) < t && t < fmax(a, b);
}

/* The next place to examine, for a bracket that may be `allowed` wide after it; the middle where the values do not
 * differ in sign (one is not known, or belongs to the state before a projection). */
static double next_guess(point before, point behind, double truncation, double least, double allowed) {
    double middle = before.t + (behind.t - before.t) / 2, width = fabs(behind.t - before.t);
    double guess = before.t + (behind.t - before.t) * (before.g / (before.g - behind.g));
    if (!is_between(guess, before.t, behind.t)) guess = middle;
    double inward = middle < guess ? -1 : 1, delta = fmax(truncation * width * width, least);
    double t = delta <= fabs(middle - guess) ? guess + inward * delta : middle;
    double radius = fmax(allowed - width / 2, 0);
    if (fabs(t - middle) > radius) t = middle - inward * radius;
    return is_between(t, before.t, behind.t) ? t : middle;
}

/* The time at which the function leaves its side: the later end of a bracket as wide as the spacing of doubles in the
 * step. */
static double leaving_time(nh_events *events, nh_ode *ode, uint32_t event, point before, point behind) {
    int side = events->sides[event];
    double largest = fmax(fabs(before.t), fabs(behind.t)), spacing = nextafter(largest, INFINITY) - largest;
    double width = fabs(behind.t - before.t), truncation = ITP_TRUNCATION / width;
    double allowed = ldexp(spacing, (int)ceil(log2(width / spacing)) + ITP_SLACK);
    while (fabs(behind.t - before.t) > spacing) {
        allowed /= 2;
        double t = next_guess(before, behind, truncation, spacing, allowed);
        if (!is_between(t, before.t, behind.t)) break;
        point at = point_at(events, ode, event, t);
        if (isnan(at.g)) at.g = side; /* no value: what comes after it decides */
        if (side_of(events, event, at.g) == side) before = at;
        else behind = at;
    }
    return behind.t;
}

/* Where the parabola through three points has its extremum; not a number when it has none. */
static double vertex_of(point a, point b, point c) {
    double slope_ab = (b.g - a.g) / (b.t - a.t), slope_bc = (c.g - b.g) / (c.t - b.t);
    double bend = (slope_bc - slope_ab) / (c.t - a.t);
    return bend != 0 ? (a.t + b.t) / 2 - slope_ab / (2 * bend) : NAN;
}

static double parabola_at(point a, point b, point c, double t) {
    double slope_ab = (b.g - a.g) / (b.t - a.t), slope_bc = (c.g - b.g) / (c.t - b.t);
    double bend = (slope_bc - slope_ab) / (c.t - a.t);
    return a.g + (t - a.t) * (slope_ab + (t - b.t) * bend);
}

/* Looks between a and c, through b, for a point on the other side. The parabola must promise one, or to come near. */
static bool find_dip(nh_events *events, nh_ode *ode, uint32_t event, point a, point b, point c, point *dip) {
    int side = sign_of(b.g);
    for (int i = 0; i < DIP_STEPS; i++) {
        double t = vertex_of(a, b, c), nearest = fmin(fmin(fabs(a.g), fabs(b.g)), fabs(c.g));
        if (!is_between(t, a.t, c.t) || t == b.t || side * parabola_at(a, b, c, t) > nearest / 2) return false;
        *dip = point_at(events, ode, event, t);
        if (isnan(dip->g)) return false;
        if (sign_of(dip->g) != side) return true;
        if (is_between(dip->t, a.t, b.t)) c = b;
        else a = b;
        b = *dip;
    }
    return false;
}

/* The extra samples of one function: at most one a piece, not a number where there is none. */
static void find_dips(nh_events *events, nh_ode *ode, uint32_t event, point dips[PIECES]) {
    for (size_t k = 0; k < PIECES; k++) dips[k] = (point){NAN, NAN};
    for (size_t k = 1; k < PIECES; k++) {
        point a = sample_of(events, event, k - 1), b = sample_of(events, event, k), c = sample_of(events, event, k + 1),
              dip;
        if (sign_of(a.g) * sign_of(b.g) != 1 || sign_of(b.g) * sign_of(c.g) != 1) continue;
        if (!find_dip(events, ode, event, a, b, c, &dip)) continue;
        dips[is_between(dip.t, a.t, b.t) ? k - 1 : k] = dip;
    }
}

static bool is_wanted(nh_crossing crossing, int side) {
    return crossing == NH_CROSSING_ANY || (crossing == NH_CROSSING_RISING ? side < 0 : side > 0);
}

/* Puts an occurrence after those that come before it along the run. */
static void insert_occurrence(nh_events *events, nh_occurrence new, double direction) {
    uint32_t place = events->found_count++;
    for (; place > 0; place--) {
        const nh_occurrence *other = &events->found[place - 1];
        double distance = direction * (new.t - other->t);
        if (distance > 0 || (distance == 0 && new.event > other->event)) break;
        events->found[place] = *other;
    }
    events->found[place] = new;
}

/* Goes to the next sample, or dip, of a function that has a value. */
static void walk_to(nh_events *events, nh_ode *ode, uint32_t event, point next) {
    if (isnan(next.g)) return;
    int side = events->sides[event];
    int new = side_of(events, event, next.g);
    if (new != side) {
        if (events->is_flat[event]) events->touch[event] = NAN; /* it was on the way through */
        if (side != 0 && is_wanted(events->crossings[event], side)) {
            double t = leaving_time(events, ode, event, events->at[event], next);
            nh_occurrence new_one = {event, t, side < 0, events->largest[event], events->since[event]};
            insert_occurrence(events, new_one, sign_of(nh_ode_time(ode) - nh_ode_time_before(ode)));
        }
        if (side != 0) {
            events->largest[event] = 0;
            events->since[event] = next.t;
        }
    }
    events->largest[event] = fmax(events->largest[event], fabs(next.g));
    events->is_flat[event] = false;
    events->sides[event] = new;
    events->at[event] = next;
}

static void walk_samples(nh_events *events, nh_ode *ode, uint32_t event) {
    point dips[PIECES];
    find_dips(events, ode, event, dips);
    for (size_t k = 0; k < PIECES; k++) {
        walk_to(events, ode, event, dips[k]);
        walk_to(events, ode, event, sample_of(events, event, k + 1));
    }
}

/* Nothing is said about the sign at t, or around it. */
static void pass_flat(nh_events *events, uint32_t event, double t) {
    if (events->sides[event] == 0 || !isnan(events->touch[event])) return;
    events->touch[event] = t;
    events->is_flat[event] = true;
}

/* To the end of a piece in which a function is 0 once at most. Between two pieces a value within rounding
 * is left to the next one. */
static void walk_to_end(nh_events *events, nh_ode *ode, uint32_t event) {
    point end = sample_of(events, event, PIECES);
    if (fabs(end.g) <= events->noise[event] && end.t != nh_ode_time(ode)) pass_flat(events, event, end.t);
    else walk_to(events, ode, event, end);
}

static void walk_piece(nh_events *events, nh_ode *ode, const level *piece, const nh_event_verdict *verdicts) {
    bool is_sampled = false;
    for (uint32_t i = 0; i < events->count; i++) is_sampled |= verdicts[i] >= NH_EVENT_SAMPLE;
    sample_piece(events, ode, piece->from, piece->to, is_sampled);
    for (uint32_t i = 0; i < events->count; i++) {
        if (verdicts[i] == NH_EVENT_FLAT) pass_flat(events, i, piece->from);
        else if (verdicts[i] >= NH_EVENT_SAMPLE) walk_samples(events, ode, i);
        else walk_to_end(events, ode, i);
    }
}

/* ---- pieces ---- */

static nh_event_verdict *verdicts_at(nh_events *events, uint32_t depth) {
    return events->verdicts + (size_t)depth * events->count;
}

/* Whether the present piece is to be halved; else what is open in it is sampled. */
static bool is_to_be_halved(nh_events *events, nh_ode *ode) {
    const level *piece = &events->levels[events->depth];
    nh_event_verdict *verdicts = verdicts_at(events, events->depth);
    double step = fabs(nh_ode_time(ode) - nh_ode_time_before(ode)), width = fabs(piece->to - piece->from);
    double middle = piece->from + (piece->to - piece->from) / 2;
    bool may = events->depth < DEPTH && width > LEAST_PART * step && is_between(middle, piece->from, piece->to);
    bool is_open = false;
    for (uint32_t i = 0; i < events->count; i++) {
        is_open |= verdicts[i] == NH_EVENT_OPEN;
        if (!may && verdicts[i] == NH_EVENT_OPEN) verdicts[i] = NH_EVENT_SAMPLE;
    }
    return is_open && may;
}

static void look_at_piece(nh_events *events, nh_ode *ode) {
    const level *piece = &events->levels[events->depth];
    nh_event_verdict *verdicts = verdicts_at(events, events->depth);
    const nh_event_verdict *before = events->depth > 0 ? verdicts_at(events, events->depth - 1) : NULL;
    for (uint32_t i = 0; i < events->count; i++) {
        verdicts[i] = NH_EVENT_SAMPLE;
        events->noise[i] = 0;
    }
    if (events->enclosure != NULL)
        events->enclosure(events->enclosure_user, ode, piece->from, piece->to, events->depth, before, verdicts,
                          events->noise);
}

/* To the second half of the last piece that was halved and has it left. */
static void leave_piece(nh_events *events) {
    while (events->depth > 0 && events->levels[events->depth].is_second) events->depth--;
    if (events->depth == 0) {
        events->is_searching = false;
        return;
    }
    double middle = events->levels[events->depth].to;
    events->levels[events->depth] = (level){middle, events->levels[events->depth - 1].to, true};
}

/* One piece: halved, or walked over. */
static void search_on(nh_events *events, nh_ode *ode) {
    level *piece = &events->levels[events->depth];
    look_at_piece(events, ode);
    if (is_to_be_halved(events, ode)) {
        piece[1] = (level){piece->from, piece->from + (piece->to - piece->from) / 2, false};
        events->depth++;
        return;
    }
    walk_piece(events, ode, piece, verdicts_at(events, events->depth));
    leave_piece(events);
}

static void begin_search(nh_events *events, nh_ode *ode) {
    double from = nh_ode_time_before(ode);
    events->found_count = events->found_next = 0;
    events->levels[0] = (level){from, nh_ode_time(ode), true};
    events->depth = 0;
    events->is_searching = true;
    for (uint32_t i = 0; i < events->count; i++) events->at[i] = (point){from, row_at(events, PIECES)[i]};
}

uint32_t nh_events_in_step(nh_events *events, nh_ode *ode, uint32_t most, nh_occurrence *found) {
    uint64_t step = nh_ode_get_statistics(ode).steps;
    uint32_t count = 0;
    NH_ASSERT(step >= events->step);
    if (step != events->step) begin_search(events, ode);
    events->step = step;
    while (count < most && (events->is_searching || events->found_next < events->found_count)) {
        if (events->found_next < events->found_count) found[count++] = events->found[events->found_next++];
        else {
            events->found_count = events->found_next = 0;
            search_on(events, ode);
        }
    }
    return count;
}

double nh_events_touch(const nh_events *events, uint32_t event) {
    return events->touch[event];
}
