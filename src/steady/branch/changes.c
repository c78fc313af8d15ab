/* Changes of stability: zeros of the functions of branch_private.h, enclosed by two values at which a function
 * certainly has different signs. Between them the false position continues (with the halved end of Illinois), and
 * values keep a little distance from the ends, so that both come close to the zero. */
#include "steady/branch/changes_private.h"

#include <math.h>

#include "base/limits.h"
#include "num/guard.h"

/* Steps of one enclosure; values one after the other at which nothing is certain; every this many steps bisect. */
enum { STEPS_MOST = 120, UNCERTAIN_MOST = 4, BISECTS_EVERY = 8 };
/* Ends of a branch that is continuous come together; relative to 1 + the size of a number. */
#define TOGETHER 1e-3
/* How far from a value at which nothing is certain others are examined, of the way to the next value. */
#define BESIDE 0.0078125

typedef struct bracket {
    const nh_steady_branch *branch;
    nh_arena *arena;
    int version, which; /* of the functions */
    int prec;
    nh_looked end[2];
    nh_ball *value, *f; /* 2 each: of the ends; f is halved where the other end moved twice */
    nh_ball *width;     /* that is requested */
    nh_ball *next;      /* 4: the value to examine, and room */
} bracket;

static bool signs_differ(const nh_indicators *a, const nh_indicators *b, int version, int which) {
    return a->is_known && b->is_known && a->reduced == b->reduced &&
           a->sign[version][which] * b->sign[version][which] < 0;
}

/* ---- steps ---- */

static void load_end(bracket *b, int side) {
    nh_ball_load(&b->value[side], b->end[side].value);
    nh_ball_load(&b->f[side], b->end[side].at.value[b->version][b->which]);
}

/* The zero of the line through both ends, into next[0]; kept away from the ends by a part of the width requested, so
 * that the end which is close is not examined again. Where nothing was certain, next to it. */
static void choose_next(bracket *b, bool bisects, int uncertain) {
    nh_ball *c = b->next, *t = b->next + 1;
    if (bisects) {
        nh_ball_add(c, &b->value[0], &b->value[1], b->prec);
        nh_ball_set_double(t, 0.5);
        nh_ball_mul(c, c, t, b->prec);
    } else {
        nh_ball_mul(&t[0], &b->value[0], &b->f[1], b->prec);
        nh_ball_mul(&t[1], &b->value[1], &b->f[0], b->prec);
        nh_ball_sub(&t[0], &t[0], &t[1], b->prec);
        nh_ball_sub(&t[1], &b->f[1], &b->f[0], b->prec);
        nh_ball_div(c, &t[0], &t[1], b->prec);
    }
    nh_ball_set_double(&t[2], 0.375);
    nh_ball_mul(&t[2], &t[2], b->width, b->prec);
    if (uncertain > 0) (uncertain % 2 == 0 ? nh_ball_add : nh_ball_sub)(c, c, &t[2], b->prec);
    nh_ball_middle(c, c);
    nh_ball_add(&t[0], &b->value[0], &t[2], b->prec);
    nh_ball_sub(&t[1], &b->value[1], &t[2], b->prec);
    if (nh_ball_less(c, &t[0]) == NH_YES) nh_ball_middle(c, &t[0]);
    else if (nh_ball_less(&t[1], c) == NH_YES) nh_ball_middle(c, &t[1]);
}

static bool is_narrow(const bracket *b) {
    nh_ball_sub(&b->next[1], &b->value[1], &b->value[0], b->prec);
    return nh_ball_less(b->width, &b->next[1]) == NH_NO;
}

/* Examines next[0], with what is held and used as at the first end. 0, 1: the end that it becomes; -1: not certain. */
static int look_there(bracket *b, nh_looked *there) {
    nh_steady_branch branch = *b->branch;
    branch.last = branch.like = &b->end[0].at.motion;
    branch.pivots = &b->end[0].at.pivots;
    there->value = nh_ball_save(b->arena, b->next);
    there->at = nh_branch_look(&branch, b->arena, b->next, false);
    if (signs_differ(&b->end[1].at, &there->at, b->version, b->which)) return 0;
    return signs_differ(&b->end[0].at, &there->at, b->version, b->which) ? 1 : -1;
}

static void halve_ball(nh_ball *f, int prec) {
    nh_ball *half = nh_balls_new(1);
    nh_ball_set_double(half, 0.5);
    nh_ball_mul(f, f, half, prec);
    nh_balls_free(half, 1);
}

/* Until the bracket is as narrow as requested, or nothing more is certain. */
static void narrow_bracket(bracket *b) {
    int before = -1, uncertain = 0;
    for (int i = 0; i < STEPS_MOST && !is_narrow(b) && uncertain < UNCERTAIN_MOST; i++) {
        nh_looked there;
        nh_guard_poll();
        nh_tick_check(b->branch->p->model->context);
        choose_next(b, i % BISECTS_EVERY == BISECTS_EVERY - 1, uncertain);
        int side = look_there(b, &there);
        if (side < 0) {
            uncertain++;
            continue;
        }
        uncertain = 0;
        b->end[side] = there;
        load_end(b, side);
        if (side == before) halve_ball(&b->f[1 - side], b->prec);
        before = side;
    }
}

/* ---- one change ---- */

/* Whether the motions at both ends are close to each other: else the branch went over to another one. */
static bool is_joined(const bracket *b) {
    const nh_steady_motion *low = &b->end[0].at.motion, *high = &b->end[1].at.motion;
    size_t n = b->branch->p->l->n;
    for (size_t i = 1; i < 1 + 2 * n; i++)
        if (!(fabs(low->values[i] - high->values[i]) <= TOGETHER * (1 + fabs(low->values[i])))) return false;
    return true;
}

static const char *name_of(nh_stability_kind kind) {
    static const char *const names[] = {"zero root", "imaginary pair", "double root"};
    return names[kind];
}

static void add_change(const bracket *b, nh_changes *changes, const nh_looked *low, const nh_looked *high) {
    const nh_indicators *at = &b->end[1].at;
    nh_ball *hull = nh_balls_new(1);
    nh_stability_change change = {.kind = (nh_stability_kind)b->which, .name = name_of((nh_stability_kind)b->which)};
    nh_ball_set_interval(hull, &b->value[0], &b->value[1], b->prec);
    double least, most;
    nh_ball_bounds(hull, &least, &most);
    change.value = nh_ball_double(hull);
    change.radius = nextafter(fmax(most - change.value, change.value - least), INFINITY);
    change.text = nh_ball_digits(changes->arena, hull, b->branch->digits);
    change.re = at->re[b->which];
    change.omega = at->omega[b->which];
    change.before = low->at.info != NULL ? low->at.info->verdict : "undecided";
    change.after = high->at.info != NULL ? high->at.info->verdict : "undecided";
    nh_balls_free(hull, 1);
    nh_array_push(changes, change);
}

/* A part of a unit of the last digit that is requested, at the values of the bracket. */
static void set_width(bracket *b) {
    double size = fmax(fabs(nh_ball_double(&b->value[0])), fabs(nh_ball_double(&b->value[1])));
    nh_ball *ten = nh_balls_new(2);
    nh_ball_set_int(&ten[0], 10);
    nh_ball_set_int(&ten[1], -b->branch->digits);
    nh_ball_pow(b->width, &ten[0], &ten[1], b->prec);
    nh_ball_set_double(&ten[0], size > 0 ? size / 512 : 1.0 / 512);
    nh_ball_mul(b->width, b->width, &ten[0], b->prec);
    nh_ball_middle(b->width, b->width);
    nh_balls_free(ten, 2);
}

/* The second one where both are reversible. */
static int version_of(const nh_indicators *a, const nh_indicators *b) {
    return a->is_reversible && b->is_reversible ? 1 : 0;
}

static void enclose_change(nh_changes *changes, const nh_steady_branch *branch, const nh_looked *low,
                           const nh_looked *high, int which) {
    bracket b = {.branch = branch,
                 .version = version_of(&low->at, &high->at),
                 .which = which,
                 .prec = 4 * branch->digits + 192,
                 .end = {*low, *high}};
    b.arena = changes->arena;
    b.value = nh_balls_new(2);
    b.f = nh_balls_new(2);
    b.width = nh_balls_new(1);
    b.next = nh_balls_new(4);
    load_end(&b, 0);
    load_end(&b, 1);
    set_width(&b);
    narrow_bracket(&b);
    const nh_indicators *first = &b.end[0].at, *second = &b.end[1].at;
    bool is_crossing = which != NH_CHANGE_IMAGINARY_PAIR || first->positive < 0 || first->positive != second->positive;
    if (is_joined(&b) && is_crossing) add_change(&b, changes, low, high);
    nh_balls_free(b.next, 4);
    nh_balls_free(b.width, 1);
    nh_balls_free(b.f, 2);
    nh_balls_free(b.value, 2);
}

/* ---- all of them ---- */

static bool is_certain(const nh_indicators *at, int which) {
    return at->is_known && (at->sign[0][which] != 0 || at->sign[1][which] != 0);
}

/* Values at which a sign is not certain lie between two at which it is. */
static void find_of(nh_changes *changes, const nh_steady_branch *branch, size_t count, const nh_looked *looked,
                    int which) {
    const nh_looked *low = NULL;
    for (size_t i = 0; i < count; i++) {
        const nh_indicators *at = &looked[i].at;
        if (!is_certain(at, which)) continue;
        if (low != NULL && signs_differ(&low->at, at, version_of(&low->at, at), which))
            enclose_change(changes, branch, low, &looked[i], which);
        low = &looked[i];
    }
}

typedef NH_ARRAY(nh_looked) looked_list;

/* Examines a value next to `at`, a part of the way to its neighbour. */
static void look_beside(looked_list *list, const nh_steady_branch *of, const nh_looked *at,
                        const nh_looked *neighbour) {
    int prec = 4 * of->digits + 192;
    nh_steady_branch branch = *of;
    nh_ball *b = nh_balls_new(3);
    nh_looked beside;
    nh_ball_load(&b[0], at->value);
    nh_ball_load(&b[1], neighbour->value);
    nh_ball_sub(&b[1], &b[1], &b[0], prec);
    nh_ball_set_double(&b[2], BESIDE);
    nh_ball_mul(&b[1], &b[1], &b[2], prec);
    nh_ball_add(&b[0], &b[0], &b[1], prec);
    nh_ball_middle(&b[0], &b[0]);
    branch.last = &at->at.motion;
    beside.value = nh_ball_save(list->arena, &b[0]);
    beside.at = nh_branch_look(&branch, list->arena, &b[0], true);
    nh_array_push(list, beside);
    nh_balls_free(b, 3);
}

/* Whether nothing is certain at the i-th value, and something is at the one before or after it. */
static bool is_between(size_t count, const nh_looked *looked, size_t i) {
    for (int which = 0; which < NH_CHANGES; which++) {
        if (is_certain(&looked[i].at, which)) continue;
        if ((i > 0 && is_certain(&looked[i - 1].at, which)) || (i + 1 < count && is_certain(&looked[i + 1].at, which)))
            return true;
    }
    return false;
}

/* A sign is uncertain where it changes, and where it is 0 on both sides of a value of another kind, as without damping:
 * what it is there is seen on both sides of the value. */
static looked_list list_with_sides(nh_arena *arena, const nh_steady_branch *branch, size_t count,
                                   const nh_looked *looked) {
    looked_list list = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        bool is_alone = looked[i].at.is_known && is_between(count, looked, i);
        if (is_alone && i > 0) look_beside(&list, branch, &looked[i], &looked[i - 1]);
        nh_array_push(&list, looked[i]);
        if (is_alone && i + 1 < count) look_beside(&list, branch, &looked[i], &looked[i + 1]);
    }
    return list;
}

void nh_changes_find(nh_changes *changes, const nh_steady_branch *branch, size_t count, const nh_looked *looked) {
    looked_list all = list_with_sides(changes->arena, branch, count, looked);
    for (int which = 0; which < NH_CHANGES; which++) find_of(changes, branch, all.count, all.items, which);
    for (size_t i = 1; i < changes->count; i++) /* by value */
        for (size_t k = i; k > 0 && changes->items[k].value < changes->items[k - 1].value; k--) {
            nh_stability_change swapped = changes->items[k];
            changes->items[k] = changes->items[k - 1];
            changes->items[k - 1] = swapped;
        }
}
