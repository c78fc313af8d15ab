/* What the files of `check` share; only src/out sees it. */
#ifndef NH_OUT_CHECK_CHECK_PRIVATE_H
#define NH_OUT_CHECK_CHECK_PRIVATE_H

#include "out/check/check_words.h"

/* ---- writing words: open a section, then line after line ---- */

typedef struct nh_words_pen {
    nh_arena *arena;
    const nh_check_facts *facts;
    const char *too_long;  /* in place of a long expression */
    const char *elsewhere; /* after "and 3 more" */
    nh_words sections;
    nh_words_line line; /* the one that is being written */
    nh_text text;       /* of it */
} nh_words_pen;

nh_words_section *nh_pen_section(nh_words_pen *pen, const char *title);
/* Begins a line; its text is added to what is returned, until nh_pen_end. */
nh_text *nh_pen_line(nh_words_pen *pen, const char *label);
nh_text *nh_pen_title_line(nh_words_pen *pen); /* one that follows the title */
/* Adds what may be broken; once a line. */
void nh_pen_wrapped(nh_words_pen *pen, const char *text);
/* The same with an expression, or what occurs in its place when it is long. */
void nh_pen_expression(nh_words_pen *pen, const char *text);
void nh_pen_end(nh_words_pen *pen);
/* A whole line. */
void nh_pen_say(nh_words_pen *pen, const char *label, const char *text);

/* check_answers.c: explicit form, what follows, formulations, singular configurations, components. */
void nh_check_write_answers(nh_words_pen *pen);

/* check_integrals.c: what kinematic rows say about positions. */
void nh_check_write_integrals(nh_words_pen *pen);

/* check_special.c: special values of the parameters, where they were searched for. */
void nh_check_write_special(nh_words_pen *pen);

/* ---- check_names.c: names with an index, base[index]rest ---- */

/* Rows whose names differ in the index only and of which the same is known. */
typedef struct nh_row_family {
    const nh_check_row_facts *first, *last; /* in the order of the model */
    size_t count;
    long low, high; /* of a single index that goes up by ones; high < low otherwise */
} nh_row_family;

/* The families of the imposed rows, or of the others, in the order of their first rows; *count of them. */
const nh_row_family *nh_row_families(nh_arena *arena, const nh_check_facts *facts, bool is_imposed, size_t *count);
/* "speed", "perp[1..99]", "u[1][2] ... u[9][9] (12 rows)". */
const char *nh_row_family_name(nh_arena *arena, const nh_row_family *family);
/* "x, phi[0..3], z'": names of which the index goes up by ones are put together, from three on. After a
 * dozen the rest is "...". */
void nh_names_add(nh_text *text, const char *const *names, size_t count);

#endif
