#include "out/fields.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/number.h"

void nh_fields_flush(nh_fields *fields) {
    NH_ASSERT(fields->used <= NH_FIELDS_BUFFER);
    nh_writer_write(fields->writer, fields->buffer, fields->used);
    fields->used = 0;
}

static void add_bytes(nh_fields *f, const char *bytes, size_t length) {
    NH_ASSERT(f->used <= NH_FIELDS_BUFFER);
    if (length > NH_FIELDS_BUFFER - f->used) nh_fields_flush(f);
    if (length > NH_FIELDS_BUFFER) {
        nh_writer_write(f->writer, bytes, length);
        return;
    }
    memcpy(f->buffer + f->used, bytes, length);
    f->used += length;
}

static void begin_field(nh_fields *f) {
    if (f->is_begun) add_bytes(f, ",", 1);
    f->is_begun = true;
}

/* A text with a comma, a quote or the end of a line in it is put in quotes, and a quote in it is doubled. */
void nh_fields_text(nh_fields *fields, const char *text) {
    begin_field(fields);
    if (strpbrk(text, ",\"\r\n") == NULL) {
        add_bytes(fields, text, strlen(text));
        return;
    }
    add_bytes(fields, "\"", 1);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"') add_bytes(fields, "\"", 1);
        add_bytes(fields, at, 1);
    }
    add_bytes(fields, "\"", 1);
}

void nh_fields_number(nh_fields *fields, double value) {
    char digits[NH_NUMBER_SIZE];
    begin_field(fields);
    if (!isnan(value)) add_bytes(fields, digits, nh_number_shortest(digits, value));
}

void nh_fields_end_line(nh_fields *fields) {
    NH_ASSERT(fields->is_begun);
    add_bytes(fields, "\n", 1);
    fields->is_begun = false;
}
