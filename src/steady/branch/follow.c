/* Following a branch: steps along the curve, the values of the range and the folds between them; then each member that
 * is listed is proved at its exact value. */
#include "steady/branch/follow.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "num/guard.h"
#include "num/number.h"
#include "steady/branch/branch_private.h"
#include "steady/branch/curve_private.h"
#include "steady/linearize.h"
#include "steady/range_private.h"

enum { VALUES = 11, STEPS_MOST = 4000, PARTS_MOST = 60 };
/* Lengths of steps, relative to the range, which has the length 1. */
#define FIRST_STEP 0.005
#define LONGEST_STEP 0.03
#define SHORTEST_STEP 1e-8
/* A proved member differs by less from that of the curve, relative to 1 + the size. */
#define SAME 1e-6
/* A curve that comes back to where it began by less than a part of a step is closed. */
#define CLOSED 1e-7
/* A fold at which two branches meet is known as well as this length: to its square in the value. */
#define MEETING 1e-4

/* What is listed: a member at a value of the range, or a fold (number: FOLD). */
#define FOLD SIZE_MAX
typedef struct found_point {
    size_t number;
    nh_curve_point at;
} found_point;
typedef NH_ARRAY(found_point) found_points;

typedef struct follower {
    nh_arena *arena, *work;
    const nh_model *model;
    const nh_steady_def *def;
    nh_range range;
    nh_steady_branch branch;
    nh_curve curve;
    found_points found[2]; /* in both directions from the beginning */
    const char *ends[2];   /* why they end */
    nh_curve_point begins;
    bool is_closed;
} follower;

/* ---- places on the curve ---- */

static double value_of(const follower *w, const nh_curve_point *at) {
    return at->y[w->curve.size];
}

/* What is 0 at a place that is searched for: the distance from a value, or how fast the value changes. */
static double miss_of(const follower *w, const nh_curve_point *at, const double *value) {
    return value != NULL ? value_of(w, at) - *value : at->tangent[w->curve.size];
}

/* The place within a step at which the sign of miss_of changes, by false position (Illinois). */
static bool locate_place(follower *w, const nh_curve_point *from, double h, const nh_curve_point *to,
                         const double *value, nh_curve_point *place) {
    double low = 0, high = h, f_low = miss_of(w, from, value), f_high = miss_of(w, to, value);
    for (int i = 0; i < PARTS_MOST; i++) {
        double middle = (low * f_high - high * f_low) / (f_high - f_low);
        if (!(fmin(low, high) < middle && middle < fmax(low, high))) middle = (low + high) / 2;
        if (!nh_curve_step(&w->curve, from, middle, place)) /* two branches meet nearly there */
            return value == NULL && fabs(high - low) < MEETING && nh_curve_step(&w->curve, from, high, place);
        double f = miss_of(w, place, value);
        if (f == 0 || fabs(high - low) < 1e-14) return true;
        if ((f > 0) == (f_high > 0)) {
            high = middle, f_high = f;
            f_low /= 2;
        } else {
            low = middle, f_low = f;
            f_high /= 2;
        }
        if (fabs(f) < 1e-15 * (value != NULL ? 1 + fabs(*value) : w->curve.width)) return true;
    }
    return true;
}

/* The values of the range between two places with no fold between them, the first excluded. */
static bool add_values(follower *w, int side, const nh_curve_point *from, double h, const nh_curve_point *to) {
    const nh_range *r = &w->range;
    double begin = value_of(w, from), end = value_of(w, to);
    bool is_rising = end > begin, is_listed_up = nh_range_double(r, 0) < nh_range_double(r, r->count - 1);
    for (size_t k = 0; k < r->count; k++) {
        size_t i = is_rising == is_listed_up ? k : r->count - 1 - k;
        double value = nh_range_double(r, i);
        bool is_between = is_rising ? begin < value && value <= end : end <= value && value < begin;
        if (!is_between || fabs(value - begin) < CLOSED * w->curve.width * fabs(h)) continue;
        found_point found = {i, nh_curve_point_new(&w->curve)};
        if (!locate_place(w, from, h, to, &value, &found.at)) return false;
        if (!nh_curve_settle(&w->curve, &found.at, value)) return false;
        nh_array_push(&w->found[side], found);
    }
    return true;
}

/* Both parts of a step in which the curve turns back have values of their own. */
static bool add_step(follower *w, int side, const nh_curve_point *from, double h, const nh_curve_point *to) {
    double before = from->tangent[w->curve.size], after = to->tangent[w->curve.size];
    if (before * after >= 0) return add_values(w, side, from, h, to);
    found_point fold = {FOLD, nh_curve_point_new(&w->curve)};
    if (!locate_place(w, from, h, to, NULL, &fold.at)) return false;
    double part = 0; /* the length from there on, by the plane of the first tangent */
    for (size_t i = 0; i <= w->curve.size; i++)
        part += w->curve.weight[i] * w->curve.weight[i] * from->tangent[i] * (fold.at.y[i] - from->y[i]);
    double rest = 0;
    for (size_t i = 0; i <= w->curve.size; i++)
        rest += w->curve.weight[i] * w->curve.weight[i] * fold.at.tangent[i] * (to->y[i] - fold.at.y[i]);
    if (!add_values(w, side, from, part, &fold.at)) return false;
    nh_array_push(&w->found[side], fold);
    return add_values(w, side, &fold.at, rest, to);
}

static double distance_of(const follower *w, const nh_curve_point *a, const nh_curve_point *b) {
    double sum = 0;
    for (size_t i = 0; i <= w->curve.size; i++) sum = hypot(sum, w->curve.weight[i] * (a->y[i] - b->y[i]));
    return sum;
}

/* Whether the step comes past the beginning: another one of that length from there leads to the same point. */
static bool closes_there(follower *w, int side, const nh_curve_point *from, double h) {
    double along = 0;
    for (size_t i = 0; i <= w->curve.size; i++)
        along += w->curve.weight[i] * w->curve.weight[i] * from->tangent[i] * (w->begins.y[i] - from->y[i]);
    bool is_ahead = side == 0 ? along > 0 && along <= h : along < 0 && along >= h;
    nh_curve_point there = nh_curve_point_new(&w->curve);
    return is_ahead && nh_curve_step(&w->curve, from, along, &there) && distance_of(w, &there, &w->begins) < SAME;
}

/* ---- one direction ---- */

/* Why the branch ends after a point. */
static const char *singular_at(const follower *w, const nh_curve_point *at) {
    char number[NH_NUMBER_SIZE];
    nh_text text = nh_text_begin(w->arena);
    nh_number_digits(number, value_of(w, at), 6);
    nh_text_format(&text, "near %s = %s it is singular, or cannot be followed", w->range.name, number);
    return nh_text_string(&text);
}

static void follow_side(follower *w, int side) {
    nh_curve_point at = w->begins, next = nh_curve_point_new(&w->curve), spare = nh_curve_point_new(&w->curve);
    double low = fmin(nh_range_double(&w->range, 0), nh_range_double(&w->range, w->range.count - 1));
    double high = fmax(nh_range_double(&w->range, 0), nh_range_double(&w->range, w->range.count - 1));
    double h = side == 0 ? FIRST_STEP : -FIRST_STEP, begin = value_of(w, &at);
    bool rises = side == 0;
    w->ends[side] = "the end of the range";
    if (rises ? begin >= high : begin <= low) return;
    for (int i = 0; i < STEPS_MOST; i++) {
        nh_tick_check(w->model->context);
        if (!nh_curve_step(&w->curve, &at, h, &next)) {
            h /= 2;
            if (fabs(h) > SHORTEST_STEP) continue;
            w->ends[side] = singular_at(w, &at);
            return;
        }
        bool is_closing = i > 1 && closes_there(w, side, &at, h);
        if (!add_step(w, side, &at, h, &next)) {
            w->ends[side] = singular_at(w, &at);
            return;
        }
        if (is_closing) {
            w->is_closed = true;
            w->ends[side] = "the branch closes";
            return;
        }
        double value = value_of(w, &next);
        if (value >= high || value <= low) return;
        nh_curve_point swapped = i == 0 ? spare : at;
        at = next;
        next = swapped;
        h = copysign(fmin(1.5 * fabs(h), LONGEST_STEP), h);
    }
    w->ends[side] = "the branch is too long";
}

/* ---- members ---- */

/* The proved motion at a place of the curve; NULL: none that is the same. */
static const nh_linearize_info *prove_member(follower *w, const found_point *found) {
    size_t n = w->branch.p->l->n;
    nh_steady_motion guess = {.values = nh_curve_inputs(&w->curve, &found->at, w->work)};
    nh_ball *value = nh_balls_new(1);
    nh_ball_set_rational(value, nh_range_value(&w->range, found->number), nh_steady_bits(w->def->digits));
    w->branch.last = &guess;
    nh_steady_motion motion = nh_branch_find(&w->branch, w->work, value);
    nh_balls_free(value, 1);
    for (size_t i = 1; i < 1 + 2 * n && motion.is_found; i++)
        motion.is_found = fabs(motion.values[i] - guess.values[i]) <= SAME * (1 + fabs(guess.values[i]));
    if (!motion.is_found) return NULL;
    const char *why = NULL;
    const nh_linearize_info *found_info = nh_linearized_at(w->arena, &motion, w->def->digits, false, &why);
    if (found_info != NULL) return found_info;
    nh_linearize_info *bare = NH_NEW(w->arena, nh_linearize_info);
    nh_linearized_bare(w->arena, &motion, bare, nh_arena_text(w->arena, why, strlen(why)));
    return bare;
}

typedef struct answer_lists {
    NH_ARRAY(nh_steady_item) items;
    NH_ARRAY(nh_steady_fold) folds;
    size_t lost;
} answer_lists;

static void add_found(follower *w, answer_lists *lists, const found_point *found) {
    nh_tick_check(w->model->context);
    if (found->number == FOLD) {
        double *inputs = nh_curve_inputs(&w->curve, &found->at, w->arena);
        for (size_t i = 0; i <= 2 * w->model->coordinates.count; i++)
            if (fabs(inputs[i]) < 0.1 * MEETING) inputs[i] = 0; /* not known as well */
        nh_steady_fold fold = {.value = value_of(w, &found->at), .before = lists->items.count, .state = inputs};
        nh_array_push(&lists->folds, fold);
        return;
    }
    const nh_linearize_info *linear = prove_member(w, found);
    if (linear == NULL) {
        lists->lost++;
        return;
    }
    nh_steady_item item = {.linear = linear, .is_linearized = linear->eigenvalue != NULL, .by = NH_EVIDENCE_CERTIFIED};
    item.value = nh_range_double(&w->range, found->number);
    nh_array_push(&lists->items, item);
}

static const nh_steady_info *list_members(follower *w, size_t first) {
    answer_lists lists = {.items = {.arena = w->arena}, .folds = {.arena = w->arena}};
    found_point begins = {first, w->begins};
    for (size_t i = w->found[1].count; i > 0; i--) add_found(w, &lists, &w->found[1].items[i - 1]);
    add_found(w, &lists, &begins);
    for (size_t i = 0; i < w->found[0].count; i++) add_found(w, &lists, &w->found[0].items[i]);
    nh_steady_info *info = NH_NEW(w->arena, nh_steady_info);
    *info = (nh_steady_info){.count = lists.items.count,
                             .items = lists.items.items,
                             .along = nh_arena_text(w->arena, w->range.name, strlen(w->range.name)),
                             .folds = lists.folds.count,
                             .fold = lists.folds.items,
                             .lost = lists.lost,
                             .ends = {w->ends[1], w->ends[0]}};
    return info;
}

/* ---- the question ---- */

typedef struct question {
    follower *w;
    nh_steady_problem *p; /* of the model with a value of the parameter at which nothing is special */
    const nh_steady_info *answer;
} question;

static void answer_question(void *argument) {
    question *q = argument;
    follower *w = q->w;
    nh_steady_problem *p = q->p;
    size_t first = 0;
    w->branch = (nh_steady_branch){.p = p, .digits = w->def->digits};
    p->value = nh_balls_new(1);
    nh_steady_motion begin = nh_branch_begin(&w->branch, w->work, &w->range, w->model, &first);
    double width = fabs(nh_range_double(&w->range, w->range.count - 1) - nh_range_double(&w->range, 0));
    w->branch.like = &begin;
    nh_ball_set_rational(p->value, nh_range_value(&w->range, first), 64);
    w->curve = nh_curve_make(w->work, &begin, width);
    w->begins = nh_curve_point_new(&w->curve);
    if (nh_curve_begin(&w->curve, &w->begins)) {
        follow_side(w, 0);
        if (w->is_closed) w->ends[1] = w->ends[0];
        else follow_side(w, 1);
    } else w->ends[0] = w->ends[1] = singular_at(w, &w->begins);
    q->answer = list_members(w, first);
    nh_balls_free(p->value, 1);
}

const nh_steady_info *nh_steady_followed(nh_arena *arena, const nh_model *model, const nh_steady_def *def) {
    follower w = {.arena = arena, .work = nh_arena_create(model->context), .model = model, .def = def};
    w.range = nh_range_read(w.work, model, def->along, VALUES);
    w.found[0].arena = w.found[1].arena = w.work;
    nh_model *generic = nh_range_generic(&w.range, model);
    question q = {.w = &w};
    q.p = nh_steady_problem_make(w.work, generic != NULL ? generic : model, 0, NULL, NULL);
    nh_guard_call(model->context, answer_question, &q);
    nh_arena_destroy(w.work);
    nh_model_destroy(generic);
    return q.answer;
}
