/* Small changes to an equation, as a slip of the pen makes them: candidates for its correction.
 *
 * The text is changed, not the expression, so that what comes out is what a person would write. Whether a changed text
 * can be read, and is true, is not asked here. */
#ifndef NH_TRUTH_JUDGE_EDITS_H
#define NH_TRUTH_JUDGE_EDITS_H

#include "base/array.h"
#include "model/model.h"

/* From likely to unlikely. */
typedef enum nh_edit_kind {
    NH_EDIT_SIGN,   /* of a term */
    NH_EDIT_NAME,   /* another name, index, number or function in its place */
    NH_EDIT_PRIME,  /* a dot more or less */
    NH_EDIT_POWER,  /* another exponent, a root */
    NH_EDIT_FACTOR, /* a factor more, or in the denominator */
    NH_EDIT_LESS,   /* a factor or a term less */
    NH_EDIT_TERM,   /* one more term, like one that is there */
} nh_edit_kind;

typedef struct nh_edit {
    nh_edit_kind kind;
    size_t place; /* the byte of the text at which it begins */
    const char *equation; /* the whole text, changed */
    const char *words;    /* "with M2 in front of the second term on the left" */
} nh_edit;

typedef NH_ARRAY(nh_edit) nh_edits;

/* All of them, at most `most`, the likely ones first. In the arena. */
nh_edits nh_edits_of(const nh_model *model, nh_arena *arena, const char *equation, size_t most);

#endif
