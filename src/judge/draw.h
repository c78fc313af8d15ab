/* Other values for the parameters of a model: what is true of an equation with symbols is true for all of them. */
#ifndef NH_JUDGE_DRAW_H
#define NH_JUDGE_DRAW_H

#include "base/random.h"
#include "model/model.h"

/* One set of values. */
typedef struct nh_drawn {
    nh_strings set;     /* "M1=1.25": for reading the model again */
    const char *words;  /* "M1 = 1.25, M2 = 0.5"; "" when nothing can be drawn */
    bool has_functions; /* bodies of functions are among them */
} nh_drawn;

/* Values are short numbers near those of the model and of their signs, or within the ranges that it gives. What has no value is between 0.25 and 2.5, of both signs over the first four sets. A function without a
 * body gets one that is smooth. What stands in an exponent of what is judged is 2, 3 or 4. Kept are values that an option set, those that are made from others, and those in exponents of the model. In the arena. */
nh_drawn nh_draw_values(nh_model *model, nh_arena *arena, nh_random *random, size_t number);

#endif
