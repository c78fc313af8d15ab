/* A tape printed as C: one file that needs nothing else, for any gcc or clang (C11).
 *
 * The file has the text of tape/kernels.h in front, so it gives the same bits as the interpreter, as long as it is not
 * compiled with -ffast-math. It allocates nothing and keeps nothing between calls; all state is in the arrays of the
 * caller. With the prefix "pendulum" it has
 *
 *     size_t pendulum_parameters(void), pendulum_inputs(void), pendulum_outputs(void), pendulum_work(void);
 *     void pendulum_begin(const double *parameters, double *work);
 *     void pendulum_run(const double *inputs, double *outputs, double *work);
 *
 * and, with lanes, the same for 8 evaluations side by side, value i of lane l at [i*stride + l], stride >= 8:
 *
 *     size_t pendulum_work_lanes(void);
 *     void pendulum_begin_lanes(const double *parameters, double *work, size_t stride);
 *     void pendulum_run_lanes(const double *inputs, double *outputs, double *work, size_t stride);
 *
 * Outputs must not overlap inputs or work. */
#ifndef NH_TAPE_NATIVE_PRINT_C_H
#define NH_TAPE_NATIVE_PRINT_C_H

#include "base/text/text.h"
#include "tape/tape.h"

typedef struct nh_print_c_def {
    const char *prefix; /* of all names that are not the kernels'; an identifier. Default "tape" */
    bool lanes;         /* the functions for 8 lanes too; they make one evaluation of large families faster as well */
    bool document;      /* comments for a reader: how to call it, what each number is */
    /* Names for the comments, as many as the tape has of each; may be NULL. */
    const char *const *input_names;
    const char *const *parameter_names;
    const char *const *output_names;
} nh_print_c_def;

nh_print_c_def nh_default_print_c(void);

/* Adds the C file to the text. */
void nh_tape_print_c(const nh_tape *tape, nh_text *text, const nh_print_c_def *def);

#endif
