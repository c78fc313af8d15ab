/* Words about special values of the parameters, "a = 1: c is integrable, otherwise not (certified)". */
#include <string.h>

#include "base/assert.h"
#include "out/check/check_private.h"

/* Lines; a last line says that there may be more. Bytes of a condition. */
enum { SPECIAL_MAX = 30, WHERE_MAX = 100 };

/* What is said about an answer that is yes, and of one that is no; and how the other one is named next to it. */
static const struct {
    const char *answer, *yes, *no, *is;
} sentences[] = {
    {"homogeneous", "is homogeneous", "is not homogeneous", "it is"},
    {"rheonomic", "depends on time", "does not depend on time", "it does"},
    {"integrable", "is integrable", "is not integrable", "it is"},
    {"integrable_together", "the constraints are integrable together", "the constraints are not integrable together",
     "they are"},
    {"energy_conserved", "the energy is conserved", "the energy is not conserved", "it is"},
    {"alpha_bar_equals_alpha", "reactions do no work", "reactions may do work", "they do none"},
    {"chaplygin", "a Chaplygin system", "not a Chaplygin system", "it is one"},
    {"regular", "the state determines the accelerations", "the state does not determine the accelerations", "it does"},
    {"regular_free", "regular without constraints", "not regular without constraints", "it is"},
};

/* "c is integrable, otherwise not": of an answer that is so with special values. */
static void add_sentence(nh_text *text, const nh_check_special *s, nh_truth truth, bool has_otherwise) {
    if (s->row != NULL) nh_text_format(text, "%s ", s->row);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (strcmp(sentences[i].answer, s->answer) != 0) continue;
        nh_text_add(text, truth == NH_YES ? sentences[i].yes : sentences[i].no);
        if (has_otherwise) nh_text_format(text, ", otherwise %s", truth == NH_YES ? "not" : sentences[i].is);
    }
}

static void add_count(nh_text *text, const nh_check_special *s) {
    bool is_freedom = strcmp(s->answer, "m") == 0;
    size_t here = s->count_here.value;
    nh_text_format(text, "%zu %s%s, otherwise %zu", here,
                   is_freedom  ? here == 1 ? "degree" : "degrees"
                   : here == 1 ? "function"
                               : "functions",
                   is_freedom ? " of freedom" : " of time and coordinates constant", s->count_generic.value);
}

/* The number of functions next to the answer that they are as many as there are constraints. */
static bool is_said(const nh_check_facts *facts, const nh_check_special *s) {
    bool is_number = strcmp(s->answer, "integrals") == 0, is_all = strcmp(s->answer, "integrable_together") == 0;
    for (size_t i = 0; i < facts->about.special && (is_number || is_all); i++) {
        const nh_check_special *other = &facts->special[i];
        bool is_same = other->where != NULL && s->where != NULL && strcmp(other->where, s->where) == 0;
        if (is_same && is_number && strcmp(other->answer, "integrable_together") == 0) return true;
        if (is_same && is_all && facts->row_count == 1 && strcmp(other->answer, "integrable") == 0) return true;
    }
    return false;
}

static void say_one(nh_words_pen *pen, const nh_check_special *s) {
    NH_ASSERT(s->where != NULL && s->answer != NULL);
    nh_text *text = nh_pen_line(pen, NULL);
    nh_text_format(text, "%s: ", strlen(s->where) <= WHERE_MAX ? s->where : pen->too_long);
    if (s->count_here.by != NH_EVIDENCE_NONE) add_count(text, s);
    else add_sentence(text, s, s->here.truth, true);
    nh_text_format(text, " (%s)", nh_evidence_name(NH_EVIDENCE_CERTIFIED));
    if (s->only == NH_EVIDENCE_PROVED) nh_text_add(text, "; no other values change that (proved)");
    nh_pen_end(pen);
}

static void say_constant(nh_words_pen *pen, const nh_check_special *s) {
    nh_text *text = nh_pen_line(pen, NULL);
    nh_text_add(text, "for all values ");
    add_sentence(text, s, s->generic.truth, false);
    nh_text_add(text, " (proved)");
    nh_pen_end(pen);
}

void nh_check_write_special(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    if (!pen->facts->has_special) return;
    nh_pen_section(pen, "special values of the parameters");
    if (about->special == 0) {
        nh_text_add(nh_pen_title_line(pen), about->is_special_known ? "none found; there may be some" : "unknown");
        nh_pen_end(pen);
    }
    size_t said = 0;
    for (size_t i = 0; i < about->special && said < SPECIAL_MAX; i++) {
        const nh_check_special *s = &pen->facts->special[i];
        if (is_said(pen->facts, s)) continue;
        said++;
        if (s->where != NULL) say_one(pen, s);
        else say_constant(pen, s);
    }
    if (said < SPECIAL_MAX) return;
    nh_text_format(nh_pen_line(pen, NULL), "perhaps more%s", pen->elsewhere);
    nh_pen_end(pen);
}
