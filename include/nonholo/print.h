/* Printing: every object with results has a function nh_X_print, which returns them as the program prints them.
 *
 *     const char *text;
 *     if (nh_run_print(run, NH_PRINT_JSON, &text) == NH_OK) puts(text);
 *
 * The text lives as long as the object. It is NULL when the status is not NH_OK, unless the function says otherwise. */
#ifndef NONHOLO_PRINT_H
#define NONHOLO_PRINT_H

#include <nonholo/linkage.h>

NH_BEGIN

typedef enum nh_print_as {
    NH_PRINT_TEXT = 0, /* for people: lines, as the program prints them */
    NH_PRINT_JSON = 1, /* one object, which includes the current warnings and notes of the context (docs/commands.md) */
} nh_print_as;

NH_END

#endif
