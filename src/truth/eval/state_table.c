/* Names are compared in the normal form NFC, without blanks around them. */
#include "truth/eval/state_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/io/csv.h"
#include "base/limits.h"
#include "base/text/closest.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "num/number.h"

enum {
    NAME_MAX_BYTES = 1000,     /* of a column: longer ones are none of ours */
    NUMBER_MAX_BYTES = 100000, /* of an exact number */
    EXPONENT_MAX = 10000,      /* of an exact number */
};

static const char names_hint[] =
    "the first line must contain the names: t, coordinates, velocities as x', and mu.NAME for the vakonomic equations";

typedef struct table_reader {
    const nh_state_table_def *def;
    nh_arena *arena;
    nh_csv csv;
    size_t columns;
    const char **names; /* columns: those of the file, "" for what is not a name */
    size_t *column;     /* count: where each number of a state stands; SIZE_MAX: nowhere */
    NH_ARRAY(double) values;
    NH_ARRAY(nh_state_text) texts;
    NH_ARRAY(const char *) times;
    NH_ARRAY(uint32_t) lines;
} table_reader;

/* Without the blanks around it; those within quotes too. */
static nh_csv_field trimmed_field(nh_csv_field field) {
    size_t front = 0, end = field.length;
    while (front < end && (field.text[front] == ' ' || field.text[front] == '\t')) front++;
    while (end > front && (field.text[end - 1] == ' ' || field.text[end - 1] == '\t')) end--;
    field.text += front;
    field.at += front;
    field.length = end - front;
    return field;
}

/* ---- names ---- */

static const char *name_of(table_reader *r, nh_csv_field field) {
    uint32_t code;
    size_t at = 0, size = 1, length;
    field = trimmed_field(field);
    if (field.length > NAME_MAX_BYTES || memchr(field.text, '\0', field.length) != NULL) return "";
    for (; at < field.length && size > 0; at += size) size = nh_utf8_decode(field.text + at, field.length - at, &code);
    return size > 0 ? nh_utf8_nfc(r->arena, field.text, field.length, &length) : "";
}

/* The name without signs that other tools alter: x' as x_d, phi[1,2] as phi_1_2. */
static const char *plain_name(nh_arena *arena, const char *name) {
    nh_text text = nh_text_begin(arena);
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '\'') nh_text_add(&text, "_d");
        else if (*c == '[' || *c == ',' || *c == '.') nh_text_add_char(&text, '_');
        else if (*c != ']' && *c != ' ') nh_text_add_char(&text, *c);
    }
    return nh_text_string(&text);
}

/* The column of that name, SIZE_MAX when there is none; it must not be there twice. */
static size_t find_column(const table_reader *r, const char *name) {
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < r->columns; i++) {
        if (strcmp(r->names[i], name) != 0) continue;
        if (found != SIZE_MAX)
            nh_csv_refuse(&r->csv, &r->csv.fields.items[i], NULL, "there are two columns '%s'", name);
        found = i;
    }
    return found;
}

static bool is_wanted(const table_reader *r, const char *name) {
    for (size_t i = 0; i < r->def->count; i++)
        if (strcmp(r->def->names[i], name) == 0) return true;
    return false;
}

static _Noreturn void refuse_missing(const table_reader *r, const char *name) {
    nh_closest search = nh_closest_begin(name);
    for (size_t i = 0; i < r->columns; i++)
        if (!is_wanted(r, r->names[i])) nh_closest_offer(&search, r->names[i]);
    const char *nearest = nh_closest_found(&search);
    nh_csv_field first = {.at = r->csv.fields.items[0].at, .line = r->csv.fields.items[0].line};
    if (nearest != NULL)
        nh_csv_refuse(&r->csv, &first, NULL, "there is no column '%s', did you mean '%s'?", name, nearest);
    nh_csv_refuse(&r->csv, &first, names_hint, "there is no column '%s'", name);
}

static void find_columns(table_reader *r) {
    r->columns = r->csv.fields.count;
    r->names = NH_NEW_ARRAY(r->arena, const char *, r->columns);
    for (size_t i = 0; i < r->columns; i++) r->names[i] = name_of(r, r->csv.fields.items[i]);
    r->column = NH_NEW_ARRAY(r->arena, size_t, r->def->count);
    for (size_t i = 0; i < r->def->count; i++) {
        const char *name = r->def->names[i], *plain = plain_name(r->arena, name);
        nh_tick(nh_arena_context(r->arena), 1 + r->columns / 8);
        r->column[i] = find_column(r, name);
        if (r->column[i] == SIZE_MAX && !is_wanted(r, plain)) r->column[i] = find_column(r, plain);
        if (r->column[i] != SIZE_MAX) continue;
        if (i > 0 || r->def->needs_time) refuse_missing(r, name);
    }
}

/* ---- numbers ---- */

static double read_double(table_reader *r, const nh_csv_field *field) {
    double value = 0;
    if (field->length == 0) nh_csv_refuse(&r->csv, field, NULL, "expected a number, found an empty field");
    char first = field->text[field->text[0] == '-' || field->text[0] == '+' ? 1 % field->length : 0];
    bool is_word = first == 'n' || first == 'i';
    if (is_word || nh_number_read(field->text, field->length, &value) != field->length)
        nh_csv_refuse(&r->csv, field, NULL, "'%s' is not a number", nh_csv_shown(r->arena, field));
    if (!isfinite(value)) nh_csv_refuse(&r->csv, field, NULL, "'%s' is too large", nh_csv_shown(r->arena, field));
    return value;
}

/* The power of ten after the digits is not so far away that writing the number out takes long. */
static bool is_near(const nh_csv_field *field) {
    const char *e = memchr(field->text, 'e', field->length);
    if (e == NULL) e = memchr(field->text, 'E', field->length);
    if (field->length > NUMBER_MAX_BYTES) return false;
    if (e == NULL) return true;
    long exponent = 0;
    for (const char *c = e + 1; c < field->text + field->length; c++)
        if (*c >= '0' && *c <= '9' && exponent <= EXPONENT_MAX) exponent = 10 * exponent + (*c - '0');
    return exponent <= EXPONENT_MAX;
}

/* The number as the rationals read it: with digits on both sides of a point, or without a point. */
static const char *with_digits(nh_arena *arena, const char *from, size_t length) {
    nh_text text = nh_text_begin(arena);
    if (from[0] == '.') nh_text_add_char(&text, '0');
    for (size_t i = 0; i < length; i++) {
        bool is_idle = from[i] == '.' && (i + 1 == length || from[i + 1] < '0' || from[i + 1] > '9');
        if (!is_idle) nh_text_add_char(&text, from[i]);
    }
    return nh_text_string(&text);
}

/* Exactly what the text says; that it is a number, and not too long, is known. */
static nh_rat read_exact(nh_arena *arena, nh_state_text given) {
    nh_arena *scratch = nh_scratch(nh_arena_context(arena));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    size_t sign = given.text[0] == '-' || given.text[0] == '+' ? 1 : 0;
    const char *text = with_digits(scratch, given.text + sign, given.length - sign);
    nh_rat value = nh_rat_int(0);
    nh_rat_read(arena, text, strlen(text), &value);
    nh_arena_release(scratch, mark);
    return given.text[0] == '-' ? nh_rat_neg(arena, value) : value;
}

const nh_rat *nh_state_table_exact(const nh_state_table *table, nh_arena *arena, size_t state) {
    NH_ASSERT(state < table->states && !nh_arena_is_scratch(arena));
    if (table->texts == NULL) return NULL;
    nh_rat *exact = NH_NEW_ARRAY(arena, nh_rat, table->count);
    for (size_t i = 0; i < table->count; i++) exact[i] = read_exact(arena, table->texts[state * table->count + i]);
    return exact;
}

/* ---- rows ---- */

static void add_number(table_reader *r, size_t i) {
    NH_ASSERT(i < r->def->count);
    nh_csv_field field = {.text = "0", .length = 1};
    if (r->column[i] != SIZE_MAX) field = trimmed_field(r->csv.fields.items[r->column[i]]);
    nh_array_push(&r->values, read_double(r, &field));
    if (!r->def->is_exact) return;
    if (!is_near(&field))
        nh_csv_refuse(&r->csv, &field, NULL, "'%s' has too many digits, or an exponent beyond %d",
                      nh_csv_shown(r->arena, &field), (int)EXPONENT_MAX);
    nh_array_push(&r->texts, ((nh_state_text){field.text, field.length}));
    if (i == 0) nh_array_push(&r->times, nh_arena_text(r->arena, field.text, field.length));
}

static void add_row(table_reader *r) {
    const nh_csv_field *first = &r->csv.fields.items[0];
    if (r->csv.fields.count != r->columns)
        nh_csv_refuse(&r->csv, first, NULL, "this row has %zu field%s, not %zu like the first line",
                      r->csv.fields.count, r->csv.fields.count == 1 ? "" : "s", r->columns);
    nh_array_push(&r->lines, first->line);
    for (size_t i = 0; i < r->def->count; i++) add_number(r, i);
}

nh_state_table *nh_state_table_read(nh_arena *arena, const char *name, const char *text, size_t length,
                                    const nh_state_table_def *def) {
    NH_ASSERT(def->count > 0 && def->names != NULL);
    table_reader r = {.def = def, .arena = arena, .csv = nh_csv_begin(arena, name, text, length)};
    r.values.arena = r.texts.arena = r.times.arena = r.lines.arena = arena;
    if (!nh_csv_next(&r.csv)) {
        nh_csv_field nothing = {.at = 0, .line = 1};
        nh_csv_refuse(&r.csv, &nothing, names_hint, "the file is empty");
    }
    find_columns(&r);
    while (nh_csv_next(&r.csv)) add_row(&r);
    nh_state_table *table = NH_NEW(arena, nh_state_table);
    *table = (nh_state_table){.states = r.lines.count,
                              .count = def->count,
                              .values = r.values.items,
                              .texts = def->is_exact ? r.texts.items : NULL,
                              .times = def->is_exact ? r.times.items : NULL,
                              .lines = r.lines.items};
    return table;
}
