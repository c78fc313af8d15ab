/* Judging equations that a person wrote, and functions that should be motions. What the questions are and what an
 * answer means is defined in <nonholo/judge.h>. */
#ifndef NH_TRUTH_JUDGE_JUDGE_H
#define NH_TRUTH_JUDGE_JUDGE_H

#include <nonholo/judge.h>

#include "base/array.h"
#include "model/model.h"

typedef struct nh_judge_result {
    nh_judgement judgement;
    NH_ARRAY(nh_judge_item) items;
} nh_judge_result;

/* In the arena, which is not the scratch arena. */
const nh_judge_result *nh_judge_result_make(nh_arena *arena, const nh_model *model, const nh_judge_def *def);

#endif
