/* A tape in balls: certified values at any precision. Inside the guard (num/guard.h). */
#ifndef NH_TAPE_BALL_RUN_H
#define NH_TAPE_BALL_RUN_H

#include "num/ball/ball.h"
#include "tape/tape.h"

/* Parameters and inputs as balls, one each; outputs must be there, one ball each. Constants are exact. A select whose
 * condition is not decided gives the hull of both branches. */
void nh_tape_run_balls(const nh_tape *tape, const nh_ball *parameters, const nh_ball *inputs, nh_ball *outputs,
                       int prec);

#endif
