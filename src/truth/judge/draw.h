/* Other values for the parameters of a model: what is true of an equation with symbols is true for all of them. */
#ifndef NH_TRUTH_JUDGE_DRAW_H
#define NH_TRUTH_JUDGE_DRAW_H

#include "base/random.h"
#include "model/model.h"

/* One set of values. */
typedef struct nh_drawn {
    nh_strings set;     /* "M1=1.25": for reading the model again */
    const char *words;  /* "M1 = 1.25, M2 = 0.5"; "" when nothing can be drawn */
    bool has_functions; /* bodies of functions are among them */
} nh_drawn;

/* Values have the sign that they have in the model, and are within the ranges that it gives: in every second set short
 * numbers near those of the model; in the others they are up to 4 times as large or as small, so that their order
 * changes, too. What has no value is between 0.25 and 2.5, of both signs over the first four sets, and what is 0
 * likewise. A function without a body gets one that is smooth. What occurs in an exponent of what is judged is even,
 * odd and a fraction, one after the other: (x^2)^a = x^(2 a) is true for whole numbers, and false for a = 1/2. Kept are
 * values that an option set, those that are made from others, and those in exponents of the model. In the arena. */
nh_drawn nh_draw_values(const nh_model *model, nh_arena *arena, nh_random *random, size_t number);
/* Bodies only, after the values that options gave. */
nh_drawn nh_draw_bodies(const nh_model *model, nh_arena *arena, nh_random *random, size_t number);
/* How many sets have all of that among them. */
size_t nh_draw_sets(const nh_model *model, nh_arena *arena);

/* An expression in parameters of a model. */
typedef struct nh_draw_aim {
    const nh_model *model;
    nh_expr feature;
    int side; /* of 0: 1 or -1 */
} nh_draw_aim;

/* Values as above with which the feature has this sign; false when none were found. `number` as above. */
bool nh_draw_aimed(const nh_model *model, nh_arena *arena, nh_random *random, size_t number, const nh_draw_aim *aim,
                   nh_drawn *drawn);
/* Several of them, and which signs they had together. */
typedef struct nh_draw_signs {
    const nh_model *model;
    size_t count; /* 31 at most */
    const nh_expr *features;
    NH_ARRAY(uint64_t) seen;
} nh_draw_signs;

/* Values as above with which they have signs that were not seen, which then were; false when none were found. is_exact:
 * one of them is exactly 0. */
bool nh_draw_unseen(const nh_model *model, nh_arena *arena, nh_random *random, size_t number, nh_draw_signs *signs,
                    bool is_exact, nh_drawn *drawn);
/* They were seen with the values of another reading of the model. */
void nh_draw_note(nh_draw_signs *signs, nh_arena *arena, const nh_model *values);
/* The sign that the feature has with the values of another reading of the model: 1, 0, -1; 2 when it has no value. */
int nh_draw_side(const nh_model *of, nh_arena *arena, nh_expr feature, const nh_model *values);

#endif
