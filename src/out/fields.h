/* CSV, written field by field: RFC 4180 with lines that end in "\n". Lines are gathered in a buffer, so that the system
 * is called once for many of them. */
#ifndef NH_OUT_FIELDS_H
#define NH_OUT_FIELDS_H

#include <stdbool.h>

#include "base/io/file.h"

/* Bytes: the system is called once for this many. */
enum { NH_FIELDS_BUFFER = 1 << 14 };

/* Begins as {.writer = writer}; the writer is not committed by it. */
typedef struct nh_fields {
    nh_writer *writer;
    bool is_begun; /* the line has a field */
    size_t used;
    char buffer[NH_FIELDS_BUFFER];
} nh_fields;

/* A field that is a text: in quotes where it has to be. */
void nh_fields_text(nh_fields *fields, const char *text);
/* The fewest digits that read back to the same double, 17 at most; nothing for not-a-number. */
void nh_fields_number(nh_fields *fields, double value);
void nh_fields_end_line(nh_fields *fields);
/* Hands to the writer what is in the buffer. */
void nh_fields_flush(nh_fields *fields);

#endif
