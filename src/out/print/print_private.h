/* What the printers share: numbers, states, and the frame of a JSON object. */
#ifndef NH_OUT_PRINT_PRINT_PRIVATE_H
#define NH_OUT_PRINT_PRINT_PRIVATE_H

#include "num/number.h"
#include "out/json.h"
#include "out/print/print.h"

/* A number by value, so that it can be among the arguments of nh_text_format: DIGITS(x, 6) is printf's %.6g,
 * POWER(x) its %.1e, in every locale with a point as decimal mark. */
typedef struct nh_digits {
    char text[NH_NUMBER_SIZE];
} nh_digits;

nh_digits nh_digits_of(double value, int digits);
nh_digits nh_power_of(double value);
#define DIGITS(value, digits) (nh_digits_of(value, digits).text)
#define POWER(value) (nh_power_of(value).text)

const char *nh_plural(size_t count); /* "s", or "" of one */
/* For %llu. */
static inline unsigned long long nh_whole(uint64_t count) {
    return (unsigned long long)count;
}
const char *nh_print_coordinate(const nh_model *model, size_t i);

/* "t = 0.5, x = 1, ..., z' = 1.6" */
void nh_print_state(nh_text *text, const nh_model *model, const double *state, int digits);
/* The same for a state at which this equation fails: of a large system only what occurs in it. */
void nh_print_state_for(nh_text *text, const nh_model *model, const double *state, int digits, const char *equation);
/* The same as an object on one line; null when there is no state. */
void nh_json_state(nh_json *json, const char *key, const nh_model *model, const double *state);

/* Opens the object of a result, with its format and the title of the system. */
nh_json nh_print_open(nh_text *text, const nh_model *model);
/* Closes it, with the warnings and notes that the context has now. */
void nh_print_close(nh_json *json, const nh_model *model);

#endif
