/* The words of `check` as data: sections with lines, before anything is said about how they are laid out. */
#ifndef NH_OUT_CHECK_CHECK_WORDS_H
#define NH_OUT_CHECK_CHECK_WORDS_H

#include "base/array.h"
#include "out/check/check.h"

typedef struct nh_words_line {
    const char *label; /* "": the text is where it would after a label; NULL: the line is the text only */
    const char *text;
    size_t wrap_from, wrap_end; /* the part of the text, in bytes, that may be broken into several lines */
    bool is_in_title;           /* the first line of a section may follow its title */
} nh_words_line;

typedef struct nh_words_section {
    const char *title; /* "": none */
    bool is_table;     /* the labels are names, and have a column that fits them */
    NH_ARRAY(nh_words_line) lines;
} nh_words_section;

typedef NH_ARRAY(nh_words_section *) nh_words;

/* Whether long expressions and long lists, which are left out, can be read elsewhere: the text refers to the option
 * --json, a page to nothing. */
typedef enum nh_words_for { NH_WORDS_FOR_TEXT = 0, NH_WORDS_FOR_PAGE = 1 } nh_words_for;

/* In the arena; strings of the facts may be among them. */
nh_words nh_check_words(nh_arena *arena, const nh_check_facts *facts, nh_words_for reader);

#endif
