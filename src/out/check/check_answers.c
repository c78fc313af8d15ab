/* The second half of the words: explicit form, what follows, formulations, singular configurations, components. */
#include "out/check/check_private.h"

/* Lines of each list; a last line says how many more there are. */
enum { FORM_MAX = 12, PLACES_MAX = 6, COMPONENTS_MAX = 12 };

static bool has_rows(const nh_check_info *about) {
    return about->m.value < about->n || about->m.by == NH_EVIDENCE_NONE;
}

static void say_more(nh_words_pen *pen, const char *before, size_t count, const char *behind) {
    nh_text_format(nh_pen_line(pen, NULL), "%s %zu more%s%s", before, count, behind, pen->elsewhere);
    nh_pen_end(pen);
}

/* ---- places ---- */

static size_t count_places(const nh_check_facts *facts, nh_condition_kind kind, bool is_elsewhere) {
    size_t count = 0;
    for (size_t i = 0; i < facts->about.conditions; i++)
        count += facts->conditions[i].kind == kind && facts->conditions[i].other_values == is_elsewhere;
    return count;
}

/* "the constraints lose rank where x' = 0; the reference state is close", a line each; those with the values of the
 * parameters, or those with others. */
static void say_some(nh_words_pen *pen, nh_condition_kind kind, const char *sentence, bool is_elsewhere) {
    size_t count = count_places(pen->facts, kind, is_elsewhere), shown = 0;
    for (size_t i = 0; i < pen->facts->about.conditions && shown < PLACES_MAX; i++) {
        const nh_check_condition *c = &pen->facts->conditions[i];
        if (c->kind != kind || c->other_values != is_elsewhere) continue;
        nh_text *text = nh_pen_line(pen, NULL);
        nh_text_add(text, is_elsewhere ? "for other values of the parameters: " : "");
        nh_text_format(text, "%s%s ", c->by == NH_EVIDENCE_NONE ? "perhaps " : "", sentence);
        nh_pen_expression(pen, c->text);
        if (c->is_near) nh_text_add(text, "; the reference state is close");
        nh_pen_end(pen);
        shown++;
    }
    if (count > shown) say_more(pen, "and", count - shown, "");
}

static void say_places(nh_words_pen *pen, nh_condition_kind kind, const char *sentence) {
    say_some(pen, kind, sentence, false);
    say_some(pen, kind, sentence, true);
}

/* ---- explicit form ---- */

static void say_dependent(nh_words_pen *pen, const nh_check_dependent *d) {
    nh_text *text = nh_pen_line(pen, NULL);
    nh_text_add(text, d->name);
    if (d->alpha == NULL) {
        nh_text_add(text,
                    d->form == NH_FORM_IMPLICIT ? " is given implicitly" : ": the expression is too long to print");
    } else {
        nh_text_add(text, " = ");
        nh_pen_expression(pen, d->alpha);
        int coordinate = (int)strlen(d->name) - 1; /* without its prime */
        if (d->sign != 0) nh_text_format(text, ", here sigma.%.*s = %d", coordinate, d->name, d->sign);
    }
    nh_pen_end(pen);
}

static void say_choice(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    nh_text names = nh_text_begin(pen->arena), *text = nh_pen_title_line(pen);
    nh_names_add(&names, pen->facts->independent, about->independent);
    nh_text_format(text, "%s; ", nh_check_form_name(about->form));
    nh_text_add(text, about->independent == 0 ? "no independent velocities" : "independent velocities ");
    nh_pen_wrapped(pen, nh_text_string(&names));
    nh_pen_end(pen);
}

static void say_form(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    if (about->dependent == 0) return;
    nh_pen_section(pen, "explicit form");
    say_choice(pen);
    for (size_t i = 0; i < about->dependent && i < FORM_MAX; i++) say_dependent(pen, &pen->facts->dependent[i]);
    if (about->dependent > FORM_MAX) say_more(pen, "and", about->dependent - FORM_MAX, "");
    if (about->independent_refused)
        nh_pen_say(pen, NULL,
                   "the model's choice of independent velocities is impossible at the reference state; others were "
                   "chosen");
    say_places(pen, NH_CONDITION_CHOICE, "this choice fails where");
    if (about->conditions_complete[NH_CONDITION_CHOICE] != NH_EVIDENCE_NONE) return;
    bool has_places = count_places(pen->facts, NH_CONDITION_CHOICE, false) > 0;
    nh_pen_say(pen, NULL, has_places ? "unknown whether it fails elsewhere too" : "unknown whether it fails anywhere");
}

/* ---- consequences ---- */

/* "energy              conserved (proved)" */
static void say_fact(nh_words_pen *pen, const char *label, nh_fact fact, const char *yes, const char *no) {
    nh_text *text = nh_pen_line(pen, label);
    if (fact.truth == NH_UNKNOWN) nh_text_add(text, "unknown");
    else nh_text_format(text, "%s (%s)", fact.truth == NH_YES ? yes : no, nh_evidence_name(fact.by));
    nh_pen_end(pen);
}

static void say_homogeneous(nh_words_pen *pen) {
    for (size_t i = 0; i < pen->facts->about.homogeneous_rows; i++) {
        nh_text *text = nh_pen_line(pen, i == 0 ? "homogeneous" : "");
        nh_pen_expression(pen, pen->facts->homogeneous[i]);
        nh_text_add(text, i == 0 ? " = 0, instead of a constraint that is not" : " = 0");
        nh_pen_end(pen);
    }
}

static void say_chaplygin(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    nh_text yes = nh_text_begin(pen->arena);
    nh_text_add(&yes, about->chaplygin_independent > 0 ? "yes, with independent velocities " : "yes");
    nh_names_add(&yes, pen->facts->chaplygin_independent, about->chaplygin_independent);
    say_fact(pen, "Chaplygin", about->chaplygin, nh_text_string(&yes), "no");
}

/* "yes, everywhere: the state determines the accelerations (proved)": what is so at almost all states, and
 * whether at all of them. */
static void say_regular(nh_words_pen *pen, const char *label, nh_fact almost, nh_fact everywhere, const char *yes,
                        const char *no, const char *meaning) {
    nh_text *text = nh_pen_line(pen, label);
    bool is_all = almost.truth == NH_YES && everywhere.truth == NH_YES;
    if (almost.truth == NH_UNKNOWN) nh_text_add(text, "unknown");
    else if (almost.truth == NH_NO) nh_text_format(text, "%s (%s)", no, nh_evidence_name(almost.by));
    else
        nh_text_format(text, "%s%s%s (%s)", yes,
                       is_all                      ? ", everywhere"
                       : everywhere.truth == NH_NO ? ", except at singular configurations"
                                                   : ", at almost all states",
                       meaning, nh_evidence_name(is_all ? everywhere.by : almost.by));
    if (almost.truth == NH_YES && everywhere.truth == NH_UNKNOWN) nh_text_add(text, "; unknown whether at all");
    nh_pen_end(pen);
}

/* ": forces, constraints change it" */
static void add_causes(nh_text *text, const nh_check_energy *e) {
    if (e->changed_by != NULL) nh_text_format(text, ": changed by %s", e->changed_by);
    if (e->perhaps_by != NULL)
        nh_text_format(text, "%s perhaps by %s", e->changed_by != NULL ? "," : ": changed", e->perhaps_by);
}

/* "not conserved (certified): changed by forces; independent velocities x', y'". What has the value of E is not said
 * again. */
static void say_energy(nh_words_pen *pen, const nh_check_energy *e, bool is_first) {
    if (!is_first && e->equals_E.truth == NH_YES) return;
    nh_text *text = nh_pen_line(pen, is_first ? "energy" : e->name);
    if (e->conserved.truth == NH_UNKNOWN) nh_text_add(text, "unknown");
    else
        nh_text_format(text, "%s (%s)", e->conserved.truth == NH_YES ? "conserved" : "not conserved",
                       nh_evidence_name(e->conserved.by));
    add_causes(text, e);
    if (e->independent != NULL) nh_text_add(text, "; independent velocities ");
    if (e->independent != NULL) nh_pen_wrapped(pen, e->independent);
    nh_pen_end(pen);
    if (e->independent == NULL || e->conserved.truth != NH_NO) return;
    text = nh_pen_line(pen, "");
    if (e->other_independent != NULL)
        nh_text_format(text, "conserved with independent velocities %s (%s)", e->other_independent,
                       nh_evidence_name(e->other_conserved.by));
    else if (e->other_conserved.truth == NH_NO) nh_text_add(text, "nor with other independent velocities (certified)");
    else nh_text_add(text, "unknown whether it is with other independent velocities");
    nh_pen_end(pen);
}

static void say_energies(nh_words_pen *pen) {
    const nh_check_facts *facts = pen->facts;
    if (facts->energy_count == 0) nh_pen_say(pen, "energy", "unknown");
    for (size_t i = 0; i < facts->energy_count; i++) say_energy(pen, &facts->energies[i], i == 0);
}

static void say_consequences(nh_words_pen *pen) {
    const nh_check_info *about = &pen->facts->about;
    nh_pen_section(pen, "consequences");
    say_energies(pen);
    if (has_rows(about))
        say_fact(pen, "reactions", about->alpha_bar_equals_alpha, "do no work: A q' = 0, alpha-bar = alpha",
                 "may do work: A q' is not 0, alpha-bar differs from alpha");
    say_homogeneous(pen);
    if (has_rows(about)) say_chaplygin(pen);
    say_regular(pen, "regular", about->regular, about->regular_everywhere, "yes",
                "no: the state does not determine the accelerations", ": the state determines the accelerations");
    if (about->gauge != NULL) {
        nh_text_format(nh_pen_line(pen, "gauge"), "%s can be any functions of time, and all other accelerations are "
                                                  "determined (proved)", about->gauge);
        nh_pen_end(pen);
    }
    if (has_rows(about))
        say_regular(pen, "without constraints", about->regular_free, about->regular_free_everywhere, "regular",
                    "not regular: the Hessian of L is singular", "");
}

/* ---- formulations ---- */

static void say_formulations(nh_words_pen *pen) {
    const nh_check_formulation *list = pen->facts->formulations;
    size_t count = pen->facts->formulation_count;
    nh_text yes = nh_text_begin(pen->arena);
    for (size_t i = 0; i < count; i++)
        if (list[i].applies.truth == NH_YES) nh_text_format(&yes, "%s%s", yes.length > 0 ? ", " : "", list[i].name);
    nh_pen_section(pen, "formulations that apply");
    nh_text *title = nh_pen_title_line(pen);
    if (pen->facts->about.open != NULL) { /* the reason of all of them */
        nh_text_add(title, "unknown: ");
        nh_pen_wrapped(pen, pen->facts->about.open);
        nh_pen_end(pen);
        return;
    }
    nh_pen_wrapped(pen, nh_text_string(&yes));
    nh_pen_end(pen);
    for (size_t i = 0; i < count; i++) {
        if (list[i].applies.truth == NH_YES) continue;
        nh_text_add(nh_pen_line(pen, list[i].name), list[i].applies.truth == NH_NO ? "no: " : "unknown: ");
        nh_pen_wrapped(pen, list[i].why);
        nh_pen_end(pen);
    }
}

/* ---- singular configurations ---- */

static bool is_complete(const nh_check_facts *facts) {
    const nh_evidence *complete = facts->about.conditions_complete;
    return (!has_rows(&facts->about) || complete[NH_CONDITION_RANK] != NH_EVIDENCE_NONE) &&
           complete[NH_CONDITION_MASS] != NH_EVIDENCE_NONE;
}

/* Where no place is listed. */
static const char *no_places(const nh_check_facts *facts) {
    if (facts->about.regular.truth == NH_NO) return "every state is singular";
    if (!is_complete(facts)) return "none found; unknown whether there are any";
    return facts->info.assumptions > 0 ? "none under the assumptions of the model" : "none";
}

static void say_singular(nh_words_pen *pen) {
    const nh_check_facts *facts = pen->facts;
    static const struct {
        nh_condition_kind kind;
        const char *sentence;
    } kinds[] = {{NH_CONDITION_RANK, "the constraints lose rank where"},
                 {NH_CONDITION_MASS, "the accelerations are not determined where"},
                 {NH_CONDITION_HESSIAN, "without constraints, they are not determined where"}};
    size_t count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) count += count_places(facts, kinds[i].kind, false);
    nh_pen_section(pen, "singular configurations");
    if (count == 0) {
        nh_text_add(nh_pen_title_line(pen), no_places(facts));
        nh_pen_end(pen);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) say_places(pen, kinds[i].kind, kinds[i].sentence);
    if (count > 0 && !is_complete(facts)) nh_pen_say(pen, NULL, "unknown whether there are others");
}

static void say_component(nh_words_pen *pen, const nh_check_component *c) {
    nh_text *text = nh_pen_line(pen, c->is_at_hand ? "reference" : "");
    if (c->dimension < 0) nh_text_add(text, "dimension unknown");
    else nh_text_format(text, "dimension %d", c->dimension);
    if (c->rank.by != NH_EVIDENCE_NONE) nh_text_format(text, ", rank %zu", c->rank.value);
    if (c->real.truth != NH_YES) nh_text_add(text, ", perhaps without real states");
    nh_text_add(text, ": ");
    nh_pen_expression(pen, c->text);
    nh_pen_end(pen);
}

static void say_components(nh_words_pen *pen) {
    size_t count = pen->facts->about.components;
    if (count < 2) return;
    nh_pen_section(pen, "components of the admissible states");
    nh_text_format(nh_pen_title_line(pen), "%zu; the answers are about the one that contains the reference state",
                   count);
    nh_pen_end(pen);
    for (size_t i = 0; i < count && i < COMPONENTS_MAX; i++) say_component(pen, &pen->facts->components[i]);
    if (count > COMPONENTS_MAX) say_more(pen, "and", count - COMPONENTS_MAX, "");
}

void nh_check_write_answers(nh_words_pen *pen) {
    nh_check_write_integrals(pen);
    say_form(pen);
    say_consequences(pen);
    say_formulations(pen);
    say_singular(pen);
    say_components(pen);
    nh_check_write_special(pen);
}
