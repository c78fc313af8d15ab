/* Reading CSV: RFC 4180, a record at a time.
 *
 *     nh_csv csv = nh_csv_begin(arena, "states.csv", text, length);
 *     while (nh_csv_next(&csv)) ... csv.fields.items[i].text ...
 *
 * Lines end in "\n", "\r\n" or "\r"; a mark of UTF-8 at the beginning is skipped, and so are empty lines. A field in
 * quotes may contain commas, ends of lines, and quotes, doubled. There are no comments. */
#ifndef NH_BASE_IO_CSV_H
#define NH_BASE_IO_CSV_H

#include <stdbool.h>

#include "base/array.h"

typedef struct nh_csv_field {
    const char *text; /* without its quotes; not NUL-terminated */
    size_t length;
    size_t at;     /* where it begins in the text of the file */
    uint32_t line; /* from 1 */
} nh_csv_field;

typedef struct nh_csv {
    nh_arena *arena;
    const char *name; /* of the file, for diagnostics */
    const char *text; /* must live as long as the fields */
    size_t length, at;
    uint32_t line;
    NH_ARRAY(nh_csv_field) fields; /* of the last record; overwritten by the next */
} nh_csv;

nh_csv nh_csv_begin(nh_arena *arena, const char *name, const char *text, size_t length);
/* The next record; false after the last one. A broken one leaves with NH_E_IO and a diagnostic that says where. */
bool nh_csv_next(nh_csv *csv);

/* Leaves with NH_E_IO and a diagnostic at the field; hint may be NULL. */
_Noreturn void nh_csv_refuse(const nh_csv *csv, const nh_csv_field *field, const char *hint, const char *format, ...)
    NH_PRINTF(4, 5);
/* The text of a field for a message: short, without what has no picture; in the arena. */
const char *nh_csv_shown(nh_arena *arena, const nh_csv_field *field);

#endif
