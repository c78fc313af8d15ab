/* Numbers of `eval` next to those of files that were made to 50 digits. */
#ifndef NH_TESTS_DECIMALS_H
#define NH_TESTS_DECIMALS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/eval.h>

#include "base/array.h"
#include "base/text/text.h"
#include "num/rational.h"
#include "support.h"

/* Digits that are requested, and those of them that must be right next to numbers that are rounded to 50. */
enum { DIGITS = 45, RIGHT = 42, STATES = 3 };

static inline const char *line_after(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* ---- comparing ---- */

enum { FIELDS = 20, LENGTH = 100 };

/* The rows of a result, kept until the library may be called again. */
typedef struct result {
    size_t rows, fields;
    char field[STATES][FIELDS][LENGTH];
} result;

static inline void keep_row(void *user, size_t count, const char *const *fields) {
    result *r = user;
    assert_true(r->rows < STATES && count <= FIELDS);
    r->fields = count;
    for (size_t i = 0; i < count; i++) {
        assert_true(strlen(fields[i]) < LENGTH);
        strcpy(r->field[r->rows][i], fields[i]);
    }
    r->rows++;
}

static inline nh_rat read_number(nh_arena *arena, const char **text) {
    nh_rat value;
    bool is_negative = **text == '-';
    *text += is_negative;
    size_t length = strcspn(*text, " ");
    assert_int_equal(nh_rat_read(arena, *text, length, &value), length);
    *text += length + strspn(*text + length, " ");
    return is_negative ? nh_rat_neg(arena, value) : value;
}

typedef struct comparison {
    nh_context *context;
    nh_arena *arena;
    const char *name, *form;
    double most; /* relative to the largest number of its kind */
} comparison;

/* Each of this many fields next to the numbers of the text. */
static inline void compare_numbers(const comparison *c, size_t count, char (*fields)[LENGTH], const char *numbers,
                                   const char *what) {
    double size = 0, error = 0;
    for (size_t i = 0; i < count; i++) {
        const char *field = fields[i];
        if (*field == '\0') fail_msg("%s, %s: %s has no value", c->name, c->form, what);
        nh_rat right = read_number(c->arena, &numbers), found = read_number(c->arena, &field);
        size = fmax(size, fabs(nh_rat_double(c->context, right)));
        error = fmax(error, fabs(nh_rat_double(c->context, nh_rat_sub(c->arena, found, right))));
    }
    if (!(error <= c->most * fmax(size, 1))) fail_msg("%s, %s: %s is off by %g", c->name, c->form, what, error);
}

/* The states in a file, numbers with blanks between. */
static inline void write_states(nh_arena *arena, const nh_eval *eval, size_t count, const char *const *states,
                                const char *path) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < nh_eval_inputs(eval); i++)
        nh_text_format(&text, "%s%s", i > 0 ? "," : "", nh_eval_input(eval, i));
    nh_text_add_char(&text, '\n');
    for (size_t i = 0; i < count; i++) {
        for (const char *c = states[i]; *c != '\0'; c++) nh_text_add_char(&text, *c == ' ' ? ',' : *c);
        nh_text_add_char(&text, '\n');
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(nh_text_string(&text), file);
    assert_int_equal(fclose(file), 0);
}

#endif
