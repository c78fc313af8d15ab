/* The second half of `check` for people: explicit form, what follows, singular places, components. */
#include <string.h>

#include "check.h"
#include "names.h"
#include "wrap.h"

enum { FORM_MAX = 12, PLACES_MAX = 6, COMPONENTS_MAX = 12, TEXT_MAX = 500, INDENT = 6 };

/* An expression, or where it can be read. */
static void add_text(sink *out, const char *text) {
    if (strlen(text) <= TEXT_MAX) add_wrapped(out, INDENT, text);
    else sink_text(out, "(long, see --json)");
}

static bool has_rows(const nh_check_info *about) {
    return about->m.value < about->n || about->m.by == NH_EVIDENCE_NONE;
}

/* ---- places ---- */

/* "  the constraints lose rank where x' = 0: the state at hand is close", a line each; how many there were. */
static size_t add_places(sink *out, const facts *found, nh_condition_kind kind, const char *sentence) {
    size_t shown = 0;
    for (size_t i = 0; i < found->about.conditions; i++) {
        nh_check_condition c;
        if (nh_check_get_condition(found->check, i, &c) != NH_OK || c.kind != kind) continue;
        if (shown++ >= PLACES_MAX) continue;
        sink_format(out, "  %s%s ", c.by == NH_EVIDENCE_NONE ? "perhaps " : "", sentence);
        add_text(out, c.text);
        sink_text(out, c.is_near ? ": the state at hand is close\n" : "\n");
    }
    if (shown > PLACES_MAX) sink_format(out, "  likewise at %zu more places, see --json\n", shown - PLACES_MAX);
    return shown;
}

/* ---- explicit form ---- */

static const char *independent_at(const void *of, size_t i) {
    return nh_check_independent(of, i);
}

static void add_dependent(sink *out, const nh_check_dependent *d) {
    if (d->alpha == NULL) {
        sink_format(out, "  %s %s\n", d->name,
                    d->form == NH_FORM_IMPLICIT ? "stays implicit" : "by an expression too long to print");
        return;
    }
    sink_format(out, "  %s = ", d->name);
    add_text(out, d->alpha);
    if (d->sign != 0) sink_format(out, ", here sign.%s = %d", d->name, d->sign);
    sink_text(out, "\n");
}

static void add_form(sink *out, const facts *found) {
    const nh_check_info *about = &found->about;
    if (about->dependent == 0) return;
    sink names = {0};
    add_names(&names, independent_at, found->check);
    sink_add(&names, "", 1);
    sink_format(out, "\nexplicit form: %s, ", nh_check_form_name(about->form));
    sink_text(out, about->independent == 0 ? "no velocity is independent" : "independent ");
    add_wrapped(out, INDENT, names.bytes);
    sink_free(&names);
    sink_text(out, "\n");
    for (size_t i = 0; i < about->dependent && i < FORM_MAX; i++) {
        nh_check_dependent d;
        if (nh_check_get_dependent(found->check, i, &d) == NH_OK) add_dependent(out, &d);
    }
    if (about->dependent > FORM_MAX) sink_format(out, "  and %zu more, see --json\n", about->dependent - FORM_MAX);
    if (about->independent_refused)
        sink_text(out, "  what the model calls independent cannot be so at the state at hand: others are chosen\n");
    add_places(out, found, NH_CONDITION_CHOICE, "other velocities must be independent where");
}

/* ---- what follows ---- */

/* "  energy         conserved (proved)" */
static void add_fact(sink *out, const char *label, nh_fact fact, const char *yes, const char *no) {
    begin_line(out, label);
    if (fact.truth == NH_UNKNOWN) sink_text(out, "not known\n");
    else sink_format(out, "%s (%s)\n", fact.truth == NH_YES ? yes : no, nh_evidence_name(fact.by));
}

static const char *chaplygin_at(const void *of, size_t i) {
    return nh_check_chaplygin_independent(of, i);
}

static void add_chaplygin(sink *out, const facts *found) {
    sink yes = {0};
    sink_text(&yes, found->about.chaplygin_independent > 0 ? "yes, with independent " : "yes");
    add_names(&yes, chaplygin_at, found->check);
    sink_add(&yes, "", 1);
    add_fact(out, "Chaplygin", found->about.chaplygin, yes.bytes, "no");
    sink_free(&yes);
}

static void add_consequences(sink *out, const facts *found) {
    const nh_check_info *about = &found->about;
    sink_text(out, "\nwhat follows\n");
    add_fact(out, "energy", about->energy_conserved, "conserved", "not conserved");
    if (has_rows(about))
        add_fact(out, "reactions", about->alpha_bar_equals_alpha, "do no work: A q' = 0, alpha-bar = alpha",
                 "may do work: A q' is not 0, alpha-bar differs from alpha");
    for (size_t i = 0; nh_check_homogeneous(found->check, i) != NULL; i++) {
        begin_line(out, i == 0 ? "homogeneous" : "");
        add_text(out, nh_check_homogeneous(found->check, i));
        sink_text(out, i == 0 ? " = 0, in place of a row that is not\n" : " = 0\n");
    }
    if (has_rows(about)) add_chaplygin(out, found);
    add_fact(out, "regular", about->regular, "yes: the state determines the accelerations",
             "no: the state does not determine the accelerations");
    if (has_rows(about))
        add_fact(out, "unconstrained", about->regular_free, "regular too", "not regular: the Hessian of L is singular");
}

/* ---- formulations ---- */

static void add_formulations(sink *out, const facts *found) {
    sink yes = {0}, others = {0};
    for (size_t i = 0; i < nh_check_formulation_count(found->check); i++) {
        nh_check_formulation f;
        if (nh_check_get_formulation(found->check, i, &f) != NH_OK) continue;
        if (f.applies.truth == NH_YES) {
            sink_format(&yes, "%s%s", yes.length > 0 ? ", " : "", f.name);
            continue;
        }
        begin_line(&others, f.name);
        add_wrapped(&others, INDENT, f.applies.truth == NH_NO ? "no: " : "not known: ");
        add_wrapped(&others, INDENT, f.why);
        sink_text(&others, "\n");
    }
    sink_add(&yes, "", 1);
    sink_add(&others, "", 1);
    sink_text(out, "\nformulations that apply: ");
    add_wrapped(out, INDENT, yes.bytes);
    sink_format(out, "\n%s", others.bytes);
    sink_free(&others);
    sink_free(&yes);
}

/* ---- singular places ---- */

static void add_singular(sink *out, const facts *found) {
    const nh_check_info *about = &found->about;
    sink list = {0};
    size_t count = add_places(&list, found, NH_CONDITION_RANK, "the constraints lose rank where");
    count += add_places(&list, found, NH_CONDITION_MASS, "the accelerations are not determined where");
    count += add_places(&list, found, NH_CONDITION_HESSIAN, "without constraints they are not determined where");
    bool is_complete = (!has_rows(about) || about->conditions_complete[NH_CONDITION_RANK] != NH_EVIDENCE_NONE) &&
                       about->conditions_complete[NH_CONDITION_MASS] != NH_EVIDENCE_NONE;
    sink_text(out, "\nsingular places");
    if (count == 0) sink_text(out, is_complete ? ": none\n" : ": not known\n");
    else {
        sink_text(out, is_complete ? "\n" : ", perhaps not all\n");
        sink_add(out, list.bytes, list.length);
    }
    sink_free(&list);
}

static void add_component(sink *out, const nh_check_component *c) {
    begin_line(out, c->is_at_hand ? "at hand" : "");
    sink_format(out, "dimension %d", c->dimension);
    if (c->rank.by != NH_EVIDENCE_NONE) sink_format(out, ", rank %zu", c->rank.value);
    if (c->real.truth != NH_YES) sink_text(out, ", perhaps without real states");
    sink_text(out, ": ");
    add_text(out, c->text);
    sink_text(out, "\n");
}

static void add_components(sink *out, const facts *found) {
    size_t count = found->about.components;
    if (count < 2) return;
    sink_format(out, "\ncomponents of the admissible states: %zu; the answers are about the one at hand\n", count);
    for (size_t i = 0; i < count && i < COMPONENTS_MAX; i++) {
        nh_check_component c;
        if (nh_check_get_component(found->check, i, &c) == NH_OK) add_component(out, &c);
    }
    if (count > COMPONENTS_MAX) sink_format(out, "  and %zu more, see --json\n", count - COMPONENTS_MAX);
}

void add_answers(sink *out, const facts *found) {
    add_form(out, found);
    add_consequences(out, found);
    add_formulations(out, found);
    add_singular(out, found);
    add_components(out, found);
}
