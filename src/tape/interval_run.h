/* A tape in intervals of doubles: bounds of its outputs over a box of inputs, without the libraries of balls and
 * without allocation. Made for questions that are asked in every step of a motion; where digits are to be certified,
 * balls are meant (tape/ball_run.h). */
#ifndef NH_TAPE_INTERVAL_RUN_H
#define NH_TAPE_INTERVAL_RUN_H

#include "tape/tape.h"

/* All numbers from low to high. NaN in both: a part of the box may have no value. Bounds may be infinite. */
typedef struct nh_interval {
    double low, high;
} nh_interval;

/* How many intervals of working space a run needs. */
size_t nh_tape_interval_work(const nh_tape *tape);
/* Bounds of the outputs over all parameters and inputs in the given intervals, rounded outwards. A select whose
 * condition is open gives the hull of both branches. */
void nh_tape_run_intervals(const nh_tape *tape, const nh_interval *parameters, const nh_interval *inputs,
                           nh_interval *outputs, nh_interval *work);

#endif
