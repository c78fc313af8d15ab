/* Corrections of an equation that is refuted: small changes (edits.h) that make it true. */
#ifndef NH_TRUTH_JUDGE_REPAIR_PRIVATE_H
#define NH_TRUTH_JUDGE_REPAIR_PRIVATE_H

#include "truth/judge/judge_private.h"

/* For every item that is refuted and has a text. */
void nh_judge_repair(nh_judge_work *w);

#endif
