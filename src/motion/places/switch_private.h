/* What the parts of the switches share.
 *
 *     switch.c        which functions are watched; switches within a step; switches of time only, ahead */
#ifndef NH_MOTION_PLACES_SWITCH_PRIVATE_H
#define NH_MOTION_PLACES_SWITCH_PRIVATE_H

#include "base/array.h"
#include "motion/places/enclosure_private.h"
#include "motion/places/switch.h"
#include "ode/event.h"
#include "tape/program.h"

/* One function. Of mod(a, b) three numbers are computed: a, b and the remainder. */
typedef struct nh_switch {
    nh_expr value;
    uint32_t output; /* where its numbers begin among the outputs of the tape */
    bool is_mod;
} nh_switch;

/* Functions that are evaluated together. */
typedef struct nh_switch_set {
    uint32_t count; /* 0: nothing else is set */
    const nh_switch *items;
    nh_program *program;
    double *inputs;
} nh_switch_set;

/* The switches of time only. */
typedef struct nh_switch_times {
    nh_context *context;
    nh_switch_set set;
    double from, to;
    double spacing; /* with which the next search begins */
    double *base;   /* count each: the sides at the beginning of a search; */
    double *sides;  /* those somewhere else */
    double *values
        [4]; /* at the last three samples; those of the third are kept in the fourth, since it is also used for work */
} nh_switch_times;

struct nh_switches {
    nh_context *context;
    nh_switch_times times;
    nh_switch_set states; /* those of the state */
    double *wholes;       /* of each mod among them: the whole number at the beginning of the piece */
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

/* The numbers. y: q and q', 2 n numbers; NULL for functions of time only. Accelerations are set before. */
const double *nh_switch_run(nh_switch_set *set, size_t n, double t, const double *y);
/* How many times b fits into a, as the remainder tells it: an integer. */
double nh_switch_wholes(const double *outputs);

/* The first time after t, along the run, at which a switch of time only has left its side; not a number when there
 * is none up to the end. */
double nh_switch_times_next(nh_switch_times *times, double t);

#endif
