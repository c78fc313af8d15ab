/* `implies` for people: the verdict, the sets on which it fails, and a state that shows it. */
#include <string.h>

#include "implies.h"

enum { LONGEST_LINE = 100 };

static void add_names(sink *out, const texts *names) {
    for (size_t k = 0; k < names->count; k++) sink_format(out, "%s%s", k > 0 ? ", " : "", names->items[k]);
}

static void add_question(sink *out, const implication *i) {
    sink_format(out, "%s\n\n  ", i->model.title);
    if (i->given.count > 0) add_names(out, &i->given);
    else sink_text(out, "all constraints");
    sink_text(out, "  =>  ");
    add_names(out, &i->then);
    sink_text(out, "\n  ");
}

/* Numbers that are 0 are many in states that are simple: they are said in one word. */
static void add_state(sink *out, const session *s, const implication *i, const double *state) {
    size_t n = i->model.coordinates, shown = 0;
    for (size_t k = 0; k <= 2 * n; k++) {
        if (state[k] == 0) continue;
        sink_text(out, shown++ > 0 ? ", " : "");
        if (k == 0) sink_text(out, "t");
        else sink_format(out, "%s%s", nh_model_coordinate(s->model, k > n ? k - 1 - n : k - 1), k > n ? "'" : "");
        sink_format(out, " = %.6g", state[k]);
    }
    if (shown == 0) sink_text(out, "all coordinates and velocities 0");
    else if (shown <= 2 * n) sink_text(out, ", the others 0");
}

static void add_witness(sink *out, const session *s, const implication *i, const double *state, double residual) {
    sink_format(out, "left minus right is %.6g\n      at ", residual);
    add_state(out, s, i, state);
}

static void add_exception(sink *out, const session *s, const implication *i, const nh_implies_exception *item) {
    sink_format(out, "\n    %s", item->text);
    if (strcmp(item->text, item->equations) != 0 && strlen(item->equations) <= LONGEST_LINE)
        sink_format(out, ",  that is %s", item->equations);
    sink_text(out, "\n      ");
    if (item->witness == NULL) sink_text(out, "where it may fail");
    else add_witness(out, s, i, item->witness, item->residual);
}

static void add_exceptions(sink *out, const session *s, const implication *i) {
    for (size_t k = 0; k < i->info.exceptions; k++) {
        nh_implies_exception item;
        if (nh_implies_get_exception(i->implies, k, &item) == NH_OK) add_exception(out, s, i, &item);
    }
}

/* The values of parameters that a proof leaves out, and what is said of the answer. */
static void add_remarks(sink *out, const implication *i) {
    if (i->info.but_for != NULL) sink_format(out, "\n  for all values of the parameters but %s", i->info.but_for);
    if (i->info.why != NULL) sink_format(out, "\n  %s", i->info.why);
}

static const char *evidence_of(nh_fact fact) {
    return fact.by == NH_EVIDENCE_PROVED ? "proved" : "certified";
}

static void add_yes(sink *out, const session *s, const implication *i) {
    sink_format(out, "implied, %s", evidence_of(i->info.implied));
    if (i->info.is_empty) sink_text(out, ": no state satisfies what is given");
    if (i->info.exceptions > 0) sink_text(out, ", except where");
    add_exceptions(out, s, i);
    add_remarks(out, i);
}

/* It fails on a set that is as large as those on which it holds. */
static void add_no_on_component(sink *out, const session *s, const implication *i) {
    sink_text(out, "not implied: it fails on a whole component, not only at exceptional states");
    add_exceptions(out, s, i);
    sink_format(out, "\n  elsewhere it holds, %s", evidence_of(i->info.elsewhere));
    add_remarks(out, i);
}

static void add_other(sink *out, const session *s, const implication *i) {
    sink_text(out, i->info.is_valueless ? "no value" : i->info.implied.truth == NH_NO ? "not implied" : "undecided");
    if (i->info.why != NULL) sink_format(out, ": %s", i->info.why);
    if (i->info.witness == NULL) return;
    sink_format(out, "\n    %s fails: ", i->info.fails);
    add_witness(out, s, i, i->info.witness, i->info.residual);
}

void implies_text(sink *out, const session *s, const implication *i) {
    add_question(out, i);
    if (i->info.implied.truth == NH_YES) add_yes(out, s, i);
    else if (i->info.implied.truth == NH_NO && i->info.exceptions > 0) add_no_on_component(out, s, i);
    else add_other(out, s, i);
    sink_format(out, "\n\nseed %llu\n", (unsigned long long)i->def.seed);
}
