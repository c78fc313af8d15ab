/* Lines are gathered in a buffer, so that the system is called once for many of them. */
#include "out/csv.h"

#include <math.h>
#include <string.h>

#include "num/number.h"

enum { BUFFER_SIZE = 1 << 14 };

typedef struct csv {
    nh_writer *writer;
    size_t used;
    char buffer[BUFFER_SIZE];
} csv;

static void flush(csv *c) {
    nh_writer_write(c->writer, c->buffer, c->used);
    c->used = 0;
}

static void add(csv *c, const char *bytes, size_t length) {
    if (length > BUFFER_SIZE - c->used) flush(c);
    if (length > BUFFER_SIZE) {
        nh_writer_write(c->writer, bytes, length);
        return;
    }
    memcpy(c->buffer + c->used, bytes, length);
    c->used += length;
}

/* A text with a comma, a quote or the end of a line in it stands in quotes, and a quote in it is doubled. */
static void add_text(csv *c, const char *text) {
    if (strpbrk(text, ",\"\r\n") == NULL) {
        add(c, text, strlen(text));
        return;
    }
    add(c, "\"", 1);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"') add(c, "\"", 1);
        add(c, at, 1);
    }
    add(c, "\"", 1);
}

static void add_number(csv *c, double value) {
    char digits[NH_NUMBER_SIZE];
    if (!isnan(value)) add(c, digits, nh_number_shortest(digits, value));
}

static size_t column_of(nh_csv_choice choice, size_t i) {
    return choice.columns != NULL ? choice.columns[i] : i;
}

static void add_names(csv *c, const nh_trajectory *trajectory, nh_csv_choice choice) {
    for (size_t i = 0; i < choice.count; i++) {
        if (i > 0) add(c, ",", 1);
        add_text(c, trajectory->names[column_of(choice, i)]);
    }
    add(c, "\n", 1);
}

static void add_row(csv *c, const double *row, nh_csv_choice choice) {
    for (size_t i = 0; i < choice.count; i++) {
        if (i > 0) add(c, ",", 1);
        add_number(c, row[column_of(choice, i)]);
    }
    add(c, "\n", 1);
}

void nh_csv_write(nh_writer *writer, const nh_trajectory *trajectory, nh_csv_choice choice) {
    csv c = {.writer = writer};
    if (choice.columns == NULL) choice.count = trajectory->columns;
    add_names(&c, trajectory, choice);
    size_t rows = trajectory->values.count / trajectory->columns;
    for (size_t i = 0; i < rows; i++) add_row(&c, trajectory->values.items + i * trajectory->columns, choice);
    flush(&c);
}
