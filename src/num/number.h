/* Printing doubles, in every locale with a point as decimal mark. */
#ifndef NH_NUM_NUMBER_H
#define NH_NUM_NUMBER_H

#include <stddef.h>

#define NH_NUMBER_SIZE 32 /* bytes that hold any result below, with its NUL */

/* The fewest digits that read back to the same double: "0.1", "1e+300", "-0", "nan", "inf". Returns the length. */
size_t nh_number_shortest(char *buffer, double value);
/* digits significant digits, 1 to 17, as printf's %.*g would in the C locale, trailing zeros
 * dropped. 17 always read back. */
size_t nh_number_digits(char *buffer, double value, int digits);
/* Reads a double as the C locale writes it; returns the bytes read, 0 when there is no number.
 * "nan" and "inf" are read. */
size_t nh_number_read(const char *text, size_t length, double *value);

#endif
