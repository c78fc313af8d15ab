/* Holes and kinks of the equations of motion (model/holes.h) at states in doubles.
 *
 *     nh_hole_watch *w = nh_hole_watch_make(arena, model, parameters);
 *     const nh_hole *hole = nh_hole_at(w, t, q, v);   // NULL: the state is in none */
#ifndef NH_MOTION_PLACES_HOLE_H
#define NH_MOTION_PLACES_HOLE_H

#include "model/holes.h"
#include "tape/program.h"

typedef struct nh_hole_watch nh_hole_watch;

/* NULL: there are none anywhere. */
nh_hole_watch *nh_hole_watch_make(nh_arena *arena, const nh_model *model, const double *parameters);
/* The first one that the state is in; NULL: it is in none, or there is no watch. */
const nh_hole *nh_hole_at(nh_hole_watch *watch, double t, const double *q, const double *v);
/* The same for states that a motion leaves at once: kinks at a time do not count, since what follows is determined by
 * the later side. */
const nh_hole *nh_hole_of_motion(nh_hole_watch *watch, double t, const double *q, const double *v);
/* What needs must be watched along a motion: those that the equations do not show (nh_hole_is_shown), and of these not
 * those of kinks, which a motion passes. */
nh_exprs nh_hole_watched(const nh_hole_watch *watch, nh_arena *arena);
/* The one of them that lies between two states that are neighbours except for rounding, or that the second one is
 * in. */
const nh_hole *nh_hole_between(nh_hole_watch *watch, double t0, const double *y0, double t1, const double *y1);
/* All of them, and a program of t, q, q' for their needs and the sizes of the terms of these, alternately. */
nh_holes nh_hole_list(const nh_hole_watch *watch);
const nh_tape *nh_hole_tape(const nh_hole_watch *watch);

#endif
