/* Words about integrability: conserved functions of the positions, hidden constraints, the growth vector. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/number.h"
#include "out/check/check_private.h"

/* Lines of each list; a last line says how many more there are. */
enum { INTEGRALS_MAX = 12, HIDDEN_MAX = 6, COEFFICIENTS_MAX = 12 };

static bool has_kinematic(const nh_check_facts *facts) {
    for (size_t i = 0; i < facts->row_count; i++)
        if (facts->rows[i].info.imposed && facts->rows[i].info.kind != NH_ROW_GEOMETRIC &&
            facts->rows[i].info.kind != NH_ROW_ACCELERATION)
            return true;
    return false;
}

/* ---- all together ---- */

static void add_evidence(nh_text *text, nh_evidence by) {
    nh_text_format(text, " (%s)", nh_evidence_name(by));
}

/* "together            integrable: the system is holonomic; the commutation condition holds (proved)" */
static void say_together(nh_words_pen *pen) {
    nh_fact fact = pen->facts->about.commutation;
    nh_text *text = nh_pen_line(pen, "together");
    nh_text_add(text, fact.truth == NH_YES  ? "integrable: the system is holonomic; the commutation condition holds"
                      : fact.truth == NH_NO ? "not integrable; the commutation condition fails"
                                            : "unknown whether they are integrable");
    if (fact.truth != NH_UNKNOWN) add_evidence(text, fact.by);
    nh_pen_end(pen);
}

/* "D a = z' A b": what makes it hold. */
static void say_coefficients(nh_words_pen *pen) {
    size_t count = pen->facts->about.commutation_coefficients;
    for (size_t i = 0; i < count && i < COEFFICIENTS_MAX; i++) {
        const nh_check_coefficient *x = &pen->facts->coefficients[i];
        nh_text *text = nh_pen_line(pen, i == 0 ? "coefficients" : "");
        nh_text_format(text, "rho[%s,%s] = ", x->row, x->by);
        nh_pen_expression(pen, x->text);
        if (i == 0) add_evidence(text, pen->facts->about.commutation_coefficients_by);
        nh_pen_end(pen);
    }
    if (count > COEFFICIENTS_MAX) {
        nh_text *text = nh_pen_line(pen, "");
        nh_text_format(text, "and %zu more%s", count - COEFFICIENTS_MAX, pen->elsewhere);
        nh_pen_end(pen);
    }
}

/* ---- conserved quantities ---- */

static void say_integral(nh_words_pen *pen, const nh_check_integral *x, bool is_first) {
    char digits[NH_NUMBER_SIZE];
    nh_text *text = nh_pen_line(pen, is_first ? "conserved" : "");
    nh_pen_expression(pen, x->function);
    if (!isnan(x->constant)) {
        nh_text_add(text, ", here ");
        nh_text_add_bytes(text, digits, nh_number_digits(digits, x->constant, 10));
    }
    if (x->is_local) nh_text_add(text, ", near the reference state");
    if (x->combination != NULL && strlen(x->combination) <= 60)
        nh_text_format(text, "; its time derivative is %s", x->combination);
    nh_pen_end(pen);
}

static void say_integrals(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    size_t found = about->integrals_found, count = about->integrals.value;
    bool is_known = about->integrals.by != NH_EVIDENCE_NONE;
    for (size_t i = 0; i < found && i < INTEGRALS_MAX; i++) say_integral(pen, &pen->facts->integrals[i], i == 0);
    if (is_known && count > found) {
        nh_text *text = nh_pen_line(pen, found == 0 ? "conserved" : "");
        nh_text_format(text, "%zu %sfunction%s of time and coordinates, not found in closed form", count - found,
                       found == 0 ? "" : "more ", count - found == 1 ? "" : "s");
        add_evidence(text, about->integrals.by);
        nh_pen_end(pen);
    }
    if (!is_known && about->commutation.truth != NH_YES)
        nh_pen_say(pen, found == 0 ? "conserved" : "",
                   found == 0 ? "unknown whether there is such a function" : "perhaps more");
}

/* ---- growth ---- */

static void say_growth(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    if (about->growth == 0) return;
    nh_text *text = nh_pen_line(pen, "growth vector");
    for (size_t i = 0; i < about->growth; i++) nh_text_format(text, "%s%zu", i > 0 ? ", " : "", pen->facts->growth[i]);
    nh_text_format(text, "%s: degree of nonholonomy %zu", about->growth_has_time ? " with time" : "", about->growth);
    add_evidence(text, about->growth_by);
    nh_pen_end(pen);
}

/* ---- hidden constraints ---- */

static void say_hidden(nh_words_pen *pen) {
    for (size_t i = 0; i < pen->facts->about.hidden && i < HIDDEN_MAX; i++) {
        const nh_check_hidden *h = &pen->facts->hidden[i];
        nh_text *text = nh_pen_line(pen, i == 0 ? "hidden constraint" : "");
        nh_pen_expression(pen, h->text);
        if (h->row != NULL) nh_text_format(text, "; added as constraint %s", h->row);
        else nh_text_format(text, " on component %zu", h->component + 1);
        nh_pen_end(pen);
    }
}

void nh_check_write_integrals(nh_words_pen *pen) {
    NH_ASSERT(pen->facts->about.components == 0 || pen->facts->components != NULL);
    bool is_kinematic = has_kinematic(pen->facts);
    if (!is_kinematic && pen->facts->about.hidden == 0) return;
    nh_pen_section(pen, "integrability");
    if (is_kinematic) {
        say_together(pen);
        say_coefficients(pen);
        say_integrals(pen);
        say_growth(pen);
    }
    say_hidden(pen);
}
