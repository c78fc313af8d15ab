/* Following what vanishes at singular configurations, from step to step. singular_measure.c has the numbers at one
 * state. */
#include "motion/places/singular.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/places/singular_private.h"

enum {
    COARSE = NH_SINGULAR_PIECES / 4, /* a step is examined in quarters first */
    GOLDEN = 42,                     /* narrowing steps: the place of a least value is found to its root of rounding */
    BISECTIONS = 50,                 /* for the time at which a value is small enough */
    MOST_DEPTH = 20,                 /* a step is halved so often for bounds */
    MOST_LOOKS = 400,                /* at pieces of it */
    MOST_VAIN = 8                    /* steps in a row that took more: bounds are too wide in this system */
};

#define PROMISES 0.3 /* of the least of three values: a parabola through them that goes below makes a search worth it */
#define DIPS 0.01    /* so far below both ends is a least value that is not at an end */
#define CALM 1.5     /* a step in whose middle and at whose end the measures differ less is not examined more closely */
#define NEAR 1.15    /* the ends of two steps differ less: their middles are not examined */
#define FAR 1e-4     /* squares of rows, and pivots, that are larger need no new choice of rows */
#define FAR_TURN 0.5
#define VERY_FAR 2     /* stages of a step could lie on both sides of what happens */
#define RESOLVED 0.1   /* of the largest value */
#define BEGINNING 1e-4 /* of a step: how a measure begins is seen there */
#define SHRUNK 1e-4    /* of the largest step: a step that is so small has met trouble */
#define SAME 1e-4      /* of a step: nearer places are one */
#define NEARLY 1e-5    /* of the largest size: what nh_singular_look takes for singular */
#define NEAR_TO 1e-2   /* the same for nh_singular_near */

/* ---- directions that are there all the same ---- */

/* Whether a row that vanishes has a direction there all the same.
 *
 * Let b(z) be the row, or the combination of rows with fixed factors, that is 0 at the state z. Admissible neighbours
 * are z + eps d, with d = (dq, 0) where the geometric rows allow dq, and d = (0, dv) where all rows allow dv. If the
 * derivatives of b in all these directions are multiples of one vector, then b is, to first order, a number times that
 * vector: only the number vanishes at z. */

#define KERNEL 1e-4 /* rows below this against their size are taken to be 0 */
#define SHARED 1e-2 /* so much of a derivative may point elsewhere: what differences over a finite distance leave */
#define PROBE 1e-3  /* the distance of neighbours, in parts of the way made since the beginning of the step */

typedef struct slope_probe {
    nh_singular *s;
    const nh_singular_place *place;
    double t;
    const double *y;
    double *neighbour; /* q, q', extras */
    double *slopes;    /* n x 2n: derivatives of b */
    uint32_t count;
} slope_probe;

/* b at a neighbour, in the units of the columns, added with a factor. */
static bool add_row(slope_probe *p, const double *direction, size_t offset, double distance, double factor,
                    double *to) {
    nh_singular *s = p->s;
    const nh_expr_matrix *a = &s->equations->jacobian;
    memcpy(p->neighbour, p->y, s->states * sizeof *p->y);
    for (uint32_t i = 0; i < s->n; i++) p->neighbour[offset + i] += distance * s->unit[i] * direction[i];
    if (!nh_singular_evaluate(s, p->t, p->neighbour)) return false;
    for (uint32_t j = 0; j < s->rows; j++) {
        double part = j == p->place->row ? factor : 0;
        for (uint32_t k = 0; k < s->used_count; k++)
            if (s->used[k] == j && j != p->place->row) part -= factor * s->factor[k];
        if (part == 0) continue;
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++)
            to[a->column[k]] += part * s->outputs[k] * s->unit[a->column[k]];
    }
    return true;
}

/* Derivatives in the directions that the rows (geometric ones alone, or all) allow; false when one has no value. */
static bool probe_directions(slope_probe *p, nh_arena *scratch, bool geometric, size_t offset, double distance) {
    nh_singular *s = p->s;
    size_t n = s->n, count = 0;
    double *rows = NH_NEW_ARRAY(scratch, double, n *(s->rows + 1));
    for (uint32_t j = 0; j < s->rows; j++)
        count += !geometric || s->equations->model->rows.items[s->equations->row[j]].is_geometric;
    size_t i = 0;
    for (uint32_t j = 0; j < s->rows; j++) {
        if (geometric && !s->equations->model->rows.items[s->equations->row[j]].is_geometric) continue;
        for (size_t k = 0; k < n; k++) rows[i + k * count] = s->jacobian[j * n + k] / s->size[j];
        i++;
    }
    double *kernel = NH_NEW_ARRAY(scratch, double, n *n);
    nh_qr *qr = nh_qr_make(scratch, (int)count, (int)n);
    if (!nh_qr_factor(qr, rows)) return false;
    int rank = 0;
    while (rank < (int)(count < n ? count : n) && fabs(nh_qr_diagonal(qr, rank)) > KERNEL) rank++;
    nh_qr_kernel(qr, rank, kernel);
    for (size_t k = 0; k < n - (size_t)rank; k++) {
        double *slope = p->slopes + n * p->count++;
        if (!add_row(p, kernel + k * n, offset, distance, 0.5 / distance, slope)) return false;
        if (!add_row(p, kernel + k * n, offset, -distance, -0.5 / distance, slope)) return false;
    }
    return true;
}

/* Whether all slopes are multiples of one. */
static bool share_direction(const slope_probe *p) {
    size_t n = p->s->n, largest = 0;
    double most = 0;
    for (size_t k = 0; k < p->count; k++) {
        double square = 0;
        for (size_t i = 0; i < n; i++) square += p->slopes[k * n + i] * p->slopes[k * n + i];
        if (square > most) most = square, largest = k;
    }
    if (most == 0) return false;
    const double *u = p->slopes + largest * n;
    for (size_t k = 0; k < p->count; k++) {
        double part = 0, rest = 0;
        for (size_t i = 0; i < n; i++) part += u[i] * p->slopes[k * n + i] / most;
        for (size_t i = 0; i < n; i++) {
            double left = p->slopes[k * n + i] - part * u[i];
            rest += left * left;
        }
        if (rest > SHARED * SHARED * most) return false;
    }
    return true;
}

/* Whether the combination of rows that vanishes at a state has a direction there all the same, the same for
 * all admissible neighbours. */
static bool is_place_removable(nh_singular *s, const nh_singular_place *place, double t, const double *y,
                               double length) {
    NH_ASSERT(length > 0 && place->kind != NH_SINGULAR_NOT);
    nh_arena *scratch = nh_arena_create(nh_arena_context(s->arena));
    size_t n = s->n;
    slope_probe p = {.s = s, .place = place, .t = t, .y = y};
    p.neighbour = NH_NEW_ARRAY(scratch, double, s->states);
    p.slopes = NH_NEW_ARRAY(scratch, double, 2 * n * n);
    double speed = 0;
    for (size_t i = 0; i < n; i++) speed = fmax(speed, fabs(y[n + i]) / s->unit[i]);
    speed = speed > 0 ? speed : 1;
    bool is_removable = probe_directions(&p, scratch, true, 0, PROBE * speed * length);
    uint32_t by_positions = p.count;
    is_removable = is_removable && probe_directions(&p, scratch, false, n, PROBE * speed);
    for (size_t i = n * by_positions; i < n * p.count; i++) p.slopes[i] /= length; /* both a change over the step */
    is_removable = is_removable && share_direction(&p);
    nh_arena_destroy(scratch);
    return is_removable;
}

/* ---- one step ---- */

/* The measures at a time within the step, in s->at. False: they have none, or the measures are others by now. */
static bool measure_at(nh_singular *s, nh_ode *ode, double t) {
    nh_ode_dense(ode, t, s->y);
    return nh_singular_measure(s, t, s->y, s->at);
}

/* The least value of the parabola through (0, a), (1/2, b), (1, c) on [0, 1]. */
static double least_of_parabola(double a, double b, double c) {
    double bend = 2 * (a - 2 * b + c), slope = -3 * a + 4 * b - c, least = fmin(a, fmin(b, c));
    if (!(bend > 0)) return least;
    double x = -slope / (2 * bend);
    return x > 0 && x < 1 ? fmin(least, a + x * (slope + x * bend)) : least;
}

static bool promises_zero(double a, double b, double c) {
    return least_of_parabola(a, b, c) < PROMISES * fmin(a, fmin(b, c));
}

/* Whether the measures change so little, at samples that are `stride` apart, that these tell enough. */
static bool is_calm(const nh_singular *s, size_t stride) {
    for (uint32_t i = 0; i < s->count; i++) {
        double least = s->along[0][i], most = least;
        for (size_t k = stride; k <= NH_SINGULAR_PIECES; k += stride) {
            least = fmin(least, s->along[k][i]);
            most = fmax(most, s->along[k][i]);
        }
        if (!(most <= CALM * least)) return false;
    }
    return true;
}

static bool is_near(const nh_singular *s, const double *a, const double *b) {
    for (uint32_t i = 0; i < s->count; i++)
        if (!(a[i] <= NEAR * b[i] && b[i] <= NEAR * a[i])) return false;
    return true;
}

/* The same from the ends of this step and the last one. Before a value dips within a step, it falls in the step before,
 * even where steps grow by 10. */
static bool is_calm_by_history(const nh_singular *s) {
    return s->was_calm && is_near(s, s->along[0], s->along[NH_SINGULAR_PIECES]);
}

/* Whether the values at the quarters lie on the parabola through the others, roughly: else the step is long,
 * and is sampled closely. */
static bool is_resolved(const nh_singular *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        double a = s->along[0][i], b = s->along[2 * COARSE][i], c = s->along[4 * COARSE][i];
        double left = s->along[COARSE][i] - (3 * a + 6 * b - c) / 8;
        double right = s->along[3 * COARSE][i] - (3 * c + 6 * b - a) / 8, size = fmax(fabs(a), fmax(fabs(b), fabs(c)));
        if (!(fmax(fabs(left), fabs(right)) <= RESOLVED * size)) return false;
    }
    return true;
}

/* Whether a coordinate on which the coefficients depend changes by more than that, as an angle: few samples could then
 * hide what happens between them. */
static bool moves_far(const nh_singular *s, const nh_ode *ode, double far) {
    const double *before = nh_ode_state_before(ode), *after = nh_ode_state(ode);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->is_in[i] && !(fabs(after[i] - before[i]) <= far)) return true;
    return false;
}

bool nh_singular_must_look(const nh_singular *singular, const nh_ode *ode) {
    return moves_far(singular, ode, VERY_FAR);
}

typedef struct search {
    nh_singular *s;
    nh_ode *ode;
    uint32_t measure;
    double from, to;
} search;

static double time_of(const search *look, size_t sample) {
    if (sample == NH_SINGULAR_PIECES) return look->to;
    return look->from + (look->to - look->from) * (double)sample / NH_SINGULAR_PIECES;
}

static double value_at(const search *look, double t) {
    return measure_at(look->s, look->ode, t) ? look->s->at[look->measure] : INFINITY;
}

/* The time of the least value between a and d, by golden sections; the end counts too. */
static double least_time(const search *look, double a, double d, double *least) {
    static const double ratio = 0.61803398874989485;
    double end = d, b = d - ratio * (d - a), c = a + ratio * (d - a), gb = value_at(look, b), gc = value_at(look, c);
    for (int i = 0; i < GOLDEN; i++) {
        if (gb < gc) {
            d = c, c = b, gc = gb;
            b = d - ratio * (d - a);
            gb = value_at(look, b);
        } else {
            a = b, b = c, gb = gc;
            c = a + ratio * (d - a);
            gc = value_at(look, c);
        }
    }
    double best = gb < gc ? b : c, g = end == look->to ? look->s->along[NH_SINGULAR_PIECES][look->measure] : INFINITY;
    *least = fmin(fmin(gb, gc), g);
    return g < fmin(gb, gc) ? end : best;
}

/* The first time found at which the value is not above the limit; it is below at the end. */
static double first_time(const search *look, double from, double to, double limit) {
    for (int i = 0; i < BISECTIONS; i++) {
        double t = from + (to - from) / 2;
        if (t == from || t == to) break;
        if (value_at(look, t) > limit) from = t;
        else to = t;
    }
    return from;
}

/* Branches of velocities cross. */
static bool is_crossing(const nh_singular_place *place) {
    return place->kind == NH_SINGULAR_ROWS && !place->is_affine;
}

/* Whether the motion continues through the place. Multipliers that are integrated go to infinity there, and nothing
 * says where they come back from. */
static bool is_passed(nh_singular *s, const nh_singular_place *place, double t, const double *y, double length) {
    if (s->is_large || place->kind == NH_SINGULAR_MATRIX || place->kind == NH_SINGULAR_WHOLE) return false;
    if (s->equations->extras > 0) return false;
    return is_crossing(place) || is_place_removable(s, place, t, y, length);
}

/* Remembers a place that is passed at t, once. */
static void note_passed(const search *look, const nh_singular_place *place, double t) {
    NH_ASSERT(look->s->passed_count < NH_SINGULAR_PIECES);
    nh_singular *s = look->s;
    double way = fabs(t - look->from);
    for (uint32_t i = 0; i < s->passed_count; i++)
        if (fabs(t - s->passed_at[i]) <= SAME * fabs(look->to - look->from)) return;
    if (s->passed_count == NH_SINGULAR_PIECES) return;
    s->passed_at[s->passed_count++] = t;
    if (s->passed_count > 1 && fabs(s->passed.t - look->from) <= way) return;
    s->passed = *place;
    s->passed.t = t;
    memcpy(s->passed_others, s->others, place->other_count * sizeof *s->others);
    s->passed.others = s->passed_others;
}

/* The largest that the measure has been since the start, as far as it was examined; 0 when that is not known. */
static double largest_of(const nh_singular *s, uint32_t measure) {
    if (measure < s->used_count) return s->largest[s->used[measure]] * s->largest[s->used[measure]];
    return s->is_definite ? s->largest[s->rows + measure - s->used_count] : 0;
}

/* Whether the measure goes to 0 between two times, relative to its values g0 before and g1 after; then the place. */
static bool find_place_between(const search *look, double from, double to, double g0, double g1,
                               nh_singular_place *place) {
    nh_singular *s = look->s;
    double size = fmax(s->along[0][look->measure], fabs(s->along[NH_SINGULAR_PIECES][look->measure])), least;
    double t = least_time(look, from, to, &least);
    size = fmax(fmax(size, largest_of(s, look->measure)), fmax(g0, fabs(g1)));
    double limit = s->eta * s->eta * size;
    bool is_inside = t != look->to;
    if (!(least <= limit) || !(least <= DIPS * g0) || (is_inside && !(least <= DIPS * fabs(g1)))) return false;
    bool is_crossed = least < -limit; /* a pivot: it is 0 before */
    if (is_crossed) t = first_time(look, from, t, 0);
    if (!measure_at(s, look->ode, t)) return false;
    *place = nh_singular_judge(s, look->measure);
    if (place->kind == NH_SINGULAR_NOT) return false;
    if (is_passed(s, place, t, s->y, fabs(t - look->from))) {
        note_passed(look, place, t);
        return false;
    }
    (void)measure_at(s, look->ode, t);
    place->is_at_rest = place->kind == NH_SINGULAR_ROW && nh_singular_is_at_rest(s);
    place->t = is_inside || is_crossed ? t : first_time(look, from, t, limit);
    place->before = first_time(look, look->from, place->t, s->eta * size); /* where multipliers still mean something */
    return true;
}

/* The same between two samples. */
static bool find_place(const search *look, size_t left, size_t right, nh_singular_place *place) {
    double *const *at = look->s->along;
    uint32_t i = look->measure;
    return find_place_between(look, time_of(look, left), time_of(look, right), at[left][i], at[right][i], place);
}

/* Whether the measure falls where the step begins: then it may vanish before the first sample, and rise to it again. */
static bool falls_at_first(const search *look) {
    nh_singular *s = look->s;
    double before = s->along[0][look->measure];
    return value_at(look, look->from + BEGINNING * (look->to - look->from)) < before;
}

/* The first place along the step at which the measure vanishes; the samples are `stride` apart. */
static bool find_first(const search *look, size_t stride, nh_singular_place *place) {
    NH_ASSERT(stride > 0);
    double *const *at = look->s->along;
    uint32_t i = look->measure;
    bool rises = at[stride][i] >= DIPS * at[0][i];
    if (rises && falls_at_first(look) && find_place(look, 0, stride, place)) return true;
    for (size_t k = stride; k <= NH_SINGULAR_PIECES; k += stride) {
        bool is_end = k == NH_SINGULAR_PIECES;
        double a = at[k - stride][i], b = at[k][i], c = is_end ? b : at[k + stride][i];
        bool is_worth = b < DIPS * a || (!is_end && promises_zero(a, b, c));
        if (is_worth && find_place(look, k - stride, is_end ? k : k + stride, place)) return true;
    }
    return false;
}

/* Keeps the earlier one of two places. */
static bool note_place(const search *look, nh_singular_place *place, const nh_singular_place *other, bool is_found) {
    if (!is_found || fabs(other->t - look->from) < fabs(place->t - look->from)) *place = *other;
    return true;
}

/* ---- by bounds ---- */

/* Pieces of a step over which bounds do not tell that it is regular, as far as they lie side by side. */
typedef struct place_search {
    search look;
    double from, to;
    bool is_open, is_found;
    uint32_t looks;
    nh_singular_place *place;
} place_search;

/* Searches for the least value of each measure in what is open. */
static void close_opening(place_search *o) {
    double *const *at = o->look.s->along, margin = o->to - o->from;
    bool is_open = o->is_open;
    o->is_open = false;
    if (!is_open) return;
    double from = fabs(o->from - o->look.from) > fabs(margin) ? o->from - margin : o->look.from;
    double to = fabs(o->look.to - o->to) > fabs(margin) ? o->to + margin : o->look.to;
    for (uint32_t i = o->look.measure = 0; i < o->look.s->count; o->look.measure = ++i) {
        nh_singular_place other;
        if (find_place_between(&o->look, from, to, at[0][i], at[NH_SINGULAR_PIECES][i], &other))
            o->is_found = note_place(&o->look, o->place, &other, o->is_found);
    }
}

static void look_between(place_search *o, double from, double to, uint32_t depth) {
    if (o->is_found || o->looks++ >= MOST_LOOKS) return;
    if (nh_singular_is_regular(o->look.s, o->look.ode, from, to, depth)) {
        close_opening(o);
        return;
    }
    if (depth < MOST_DEPTH) {
        double middle = from + (to - from) / 2;
        look_between(o, from, middle, depth + 1);
        look_between(o, middle, to, depth + 1);
        return;
    }
    if (!o->is_open) o->from = from;
    o->is_open = true;
    o->to = to;
}

/* Whether bounds told of the whole step whether there is a place in it, and then that in *is_found. */
static bool is_told_by_bounds(const search *look, nh_singular_place *place, bool *is_found) {
    nh_singular *s = look->s;
    if (s->vain_count >= MOST_VAIN || !nh_singular_has_bounds(s)) return false;
    place_search o = {.look = *look, .place = place};
    look_between(&o, look->from, look->to, 0);
    close_opening(&o);
    *is_found = o.is_found;
    bool is_told = o.is_found || o.looks < MOST_LOOKS;
    s->vain_count = is_told ? 0 : s->vain_count + 1;
    return is_told;
}

/* ---- by samples ---- */

static bool sample_measure(const search *look, size_t k) {
    NH_ASSERT(k <= NH_SINGULAR_PIECES);
    nh_singular *s = look->s;
    if (!measure_at(s, look->ode, time_of(look, k))) return false;
    memcpy(s->along[k], s->at, s->length * sizeof *s->at);
    return true;
}

/* Samples the measures, as closely as needed: returns the distance of samples. 0: they have no value and the
 * equations will say so. */
static size_t follow_measures(const search *look, bool is_far) {
    nh_singular *s = look->s;
    for (size_t k = COARSE; k < NH_SINGULAR_PIECES; k += COARSE)
        if (!sample_measure(look, k)) return 0;
    if (!is_far && is_resolved(s)) return COARSE;
    for (size_t k = 1; k < NH_SINGULAR_PIECES; k++)
        if (!sample_measure(look, k)) return 0;
    return 1;
}

static bool find_by_samples(search *look, bool is_far, nh_singular_place *place) {
    bool is_found = false;
    size_t stride = follow_measures(look, is_far);
    for (look->measure = 0; look->measure < look->s->count && stride > 0; look->measure++) {
        nh_singular_place other;
        if (find_first(look, stride, &other)) is_found = note_place(look, place, &other, is_found);
    }
    return is_found;
}

/* Whether the measures change so little from the beginning of the step to its end, and by its middle, that
 * nothing can happen in it. */
static bool is_quiet(const search *look) {
    nh_singular *s = look->s;
    if (is_calm_by_history(s)) return true;
    nh_ode_middle(look->ode, s->y);
    return !nh_singular_measure(s, time_of(look, 2 * COARSE), s->y, s->along[2 * COARSE]) || is_calm(s, 2 * COARSE);
}

static bool find_in_step(search *look, nh_singular_place *place) {
    bool is_far = moves_far(look->s, look->ode, FAR_TURN), is_found = false;
    if (!is_far && is_quiet(look)) return false;
    return is_told_by_bounds(look, place, &is_found) ? is_found : find_by_samples(look, is_far, place);
}

/* What is below `nearly`, against the largest since the start. */
static nh_singular_place look_for(nh_singular *s, double t, const double *y, double nearly) {
    nh_singular_place place = {.t = t, .before = t};
    double eta = s->eta;
    if (!s->is_ready) return place;
    s->eta = nearly;
    if (nh_singular_measure(s, t, y, s->at)) place = nh_singular_judge_all(s);
    s->eta = eta;
    place.t = place.before = t;
    place.is_at_rest = place.kind == NH_SINGULAR_ROW && nh_singular_is_at_rest(s);
    return place;
}

/* Where a row vanishes, its direction has an error of about the rounding by its size. Once that is above the
 * tolerance, steps shrink until nothing but noise moves the state. So the run ends where steps have shrunk
 * and a row is that small. */
static bool is_stuck(nh_singular *s, nh_ode *ode, nh_singular_place *place) {
    double from = nh_ode_time_before(ode), to = nh_ode_time(ode);
    double largest = nh_ode_get_statistics(ode).largest_step;
    if (s->is_large || fabs(to - from) > SHRUNK * largest) return false;
    double nearly = fmin(fmax(s->eta, DBL_EPSILON / fmax(s->rtol, DBL_EPSILON)), 1e-3);
    *place = look_for(s, to, nh_ode_state(ode), nearly);
    if (place->kind != NH_SINGULAR_ROW && place->kind != NH_SINGULAR_ROWS) return false;
    double before = sqrt(s->along[0][place->measure]), now = sqrt(s->at[place->measure]);
    if (!(now < before)) return false; /* it is left behind */
    place->before = from;
    place->beyond = to + 2 * (to - from) * now / (before - now);
    place->is_passable = is_passed(s, place, to, nh_ode_state(ode), largest);
    if (place->is_passable) note_passed(&(search){.s = s, .from = from, .to = to}, place, to);
    return true;
}

/* The end of the step becomes the beginning of the next one. Where all rows are in use and far from depending on each
 * other the choice stays as it is. */
static void go_on(nh_singular *s, const search *look, bool has_end) {
    double *end = s->along[NH_SINGULAR_PIECES];
    s->was_calm = has_end && is_near(s, s->along[0], end);
    bool keeps = has_end && s->is_definite && s->used_count == s->rows;
    for (uint32_t i = 0; i < s->count && keeps; i++) {
        double size = i < s->used_count ? end[s->norms + s->used[i]] : 1;
        keeps = end[i] > FAR * size;
    }
    if (!keeps) {
        s->is_ready = nh_singular_choose(s, look->to, nh_ode_state(look->ode));
        return;
    }
    s->along[NH_SINGULAR_PIECES] = s->along[0];
    s->along[0] = end;
    nh_singular_note(s);
}

void nh_singular_pass_step(nh_singular *singular) {
    singular->is_behind = true;
    singular->passed_count = 0;
}

/* Measures the beginning of the last step. */
static void catch_up(nh_singular *s, const nh_ode *ode) {
    s->is_ready = nh_singular_choose(s, nh_ode_time_before(ode), nh_ode_state_before(ode));
    s->was_calm = s->is_behind = false;
}

uint32_t nh_singular_passed(const nh_singular *singular, const double **times, const nh_singular_place **first) {
    *times = singular->passed_at;
    *first = &singular->passed;
    NH_ASSERT(singular->passed_count <= NH_SINGULAR_PIECES);
    return singular->passed_count;
}

bool nh_singular_in_step(nh_singular *singular, nh_ode *ode, nh_singular_place *place) {
    nh_singular *s = singular;
    s->passed_count = 0;
    if (s->is_behind) catch_up(s, ode);
    NH_ASSERT(place != NULL);
    if (s->is_constant || !s->is_ready) return false;
    search look = {.s = s, .ode = ode, .from = nh_ode_time_before(ode), .to = nh_ode_time(ode)};
    bool has_end = nh_singular_measure(s, look.to, nh_ode_state(ode), s->along[NH_SINGULAR_PIECES]);
    bool is_found = has_end && find_in_step(&look, place);
    if (!is_found) is_found = is_stuck(s, ode, place);
    if (!is_found) go_on(s, &look, has_end);
    return is_found;
}

/* ---- a state ---- */

void nh_singular_begin(nh_singular *singular, double t, const double *y, bool is_full) {
    singular->is_full = is_full;
    singular->is_behind = false;
    singular->is_ready = nh_singular_choose(singular, t, y);
}

nh_singular_place nh_singular_look(nh_singular *singular, double t, const double *y) {
    return look_for(singular, t, y, NEARLY);
}

nh_singular_place nh_singular_near(nh_singular *singular, double t, const double *y) {
    return look_for(singular, t, y, NEAR_TO);
}
