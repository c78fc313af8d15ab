/* Switches of time alone: when is the next one?
 *
 * The span is sampled from the present time on. Samples are at most 1/2000 of the span apart, and closer behind a switch that came quickly, since then the next one
 * may too. Where a side differs from what it was at the beginning, bisection gives the first double at which it does; the time before that is
 * sampled again, more closely, for an earlier one. Where the values of a function come near 0 and go away again, the least one is looked for. For mod(a, b)
 * the side is the whole number of b in a: every jump is another side, so none is lost however quickly they come. What is found no earlier than that is a pulse of another
 * kind that is shorter than the samples are apart. */
#include <math.h>

#include "base/limits.h"
#include "sim/switch_private.h"

#define SAMPLES 2000.0  /* of the span, at least */
#define GROWTH 1.5      /* of their distance */
#define LEAST_PART 1e-9 /* the smallest distance, of the span */

enum { CLOSER = 16, GOLDEN_STEPS = 48 };

static double side_of(const nh_switch *s, const double *outputs) {
    if (s->is_mod) return nh_switch_wholes(outputs);
    return outputs[0] < 0 ? -1 : outputs[0] >= 0 ? 1 : 0;
}

static void sides_at(nh_switch_times *times, double t, double *sides, double *values) {
    const nh_switch_set *set = &times->set;
    nh_tick(times->context, 1 + set->count);
    nh_switch_run(&times->set, 0, t, NULL);
    for (uint32_t i = 0; i < set->count; i++) {
        const double *outputs = set->outputs + set->items[i].output;
        sides[i] = side_of(&set->items[i], outputs);
        if (values != NULL) values[i] = set->items[i].is_mod ? NAN : outputs[0];
    }
}

static bool has_changed(const nh_switch_times *times) {
    for (uint32_t i = 0; i < times->set.count; i++)
        if (times->sides[i] != times->base[i] && !(isnan(times->sides[i]) && isnan(times->base[i]))) return true;
    return false;
}

static bool is_changed_at(nh_switch_times *times, double t) {
    sides_at(times, t, times->sides, NULL);
    return has_changed(times);
}

static bool is_between(double t, double a, double b) {
    return fmin(a, b) < t && t < fmax(a, b);
}

/* Nothing is changed at a, something at b: two neighbours with the same property; the later one. */
static double bisect(nh_switch_times *times, double a, double b) {
    while (is_between(a + (b - a) / 2, a, b)) {
        double middle = a + (b - a) / 2;
        if (is_changed_at(times, middle)) b = middle;
        else a = middle;
    }
    return b;
}

/* The same, but what comes and goes between a and the time that was found is looked for, too. */
static double first_change(nh_switch_times *times, double a, double b) {
    double found = bisect(times, a, b);
    for (int k = 1; k < CLOSER; k++) {
        double t = a + (found - a) * k / CLOSER;
        if (!is_between(t, a, found) || !is_changed_at(times, t)) continue;
        found = bisect(times, a, t);
        k = 0;
    }
    return found;
}

/* Looks for the least |value| of function i between a and b, where it is on one side at three points; true when it leaves that side, at *t. */
static bool find_dip(nh_switch_times *times, uint32_t i, double a, double b, double *t) {
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
static bool find_dips(nh_switch_times *times, const double at[3], const double *before, const double *now, double *t) {
    for (uint32_t i = 0; i < times->set.count; i++) {
        double value = fabs(times->values[1][i]);
        if (value < fabs(before[i]) && value < fabs(now[i]) && find_dip(times, i, at[0], at[2], t)) return true;
    }
    return false;
}

/* Remembers how quickly the switch came. */
static double found_at(nh_switch_times *times, double begin, double t) {
    times->spacing = fmax(fabs(t - begin) / 4, LEAST_PART * fabs(times->to - times->from));
    return t;
}

static void copy(uint32_t count, double *to, const double *from) {
    for (uint32_t i = 0; i < count; i++) to[i] = from[i];
}

double nh_switch_times_next(nh_switch_times *times, double t) {
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
        copy(count, times->values[3], now);
        if (!isnan(at[0]) && find_dips(times, at, before, times->values[3], &dip))
            return found_at(times, begin, first_change(times, at[0], dip));
        copy(count, before, middle);
        copy(count, middle, times->values[3]);
        at[0] = at[1];
        at[1] = at[2];
        spacing = fmin(spacing * GROWTH, most);
    }
    return NAN;
}
