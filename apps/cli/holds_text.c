/* `holds` for people: a verdict for each equation, with what shows it. */
#include <string.h>

#include "holds.h"

enum { MOST_INDENT = 24 };

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* Names that are longer than the column get a line of their own. */
static int indent_of(const judgement *j) {
    size_t longest = 0;
    for (size_t i = 0; i < nh_judge_count(j->judge); i++) {
        nh_judge_item item;
        if (nh_judge_get_item(j->judge, i, &item) != NH_OK) continue;
        size_t length = strlen(item.name);
        if (length > longest && length <= MOST_INDENT) longest = length;
    }
    return (int)longest;
}

/* A line behind the column of names. */
static void begin_line(sink *out, int indent) {
    sink_format(out, "\n  %-*s  ", indent, "");
}

/* ---- verdicts ---- */

/* Of many, what proofs rest on is said once, at the end. */
static void add_where(sink *out, const session *s, const nh_judge_item *item) {
    bool has_set = has_option(s->given, OPTION_SET);
    sink_text(out, has_set ? "for all states and all parameters that are not set" : "for all states and parameters");
    if (item->where != NULL) sink_format(out, " where %s", item->where);
}

static void add_proved(sink *out, const session *s, const judgement *j, const nh_judge_item *item) {
    sink_text(out, "proved");
    if (nh_judge_count(j->judge) > 1) return;
    sink_text(out, ", ");
    add_where(out, s, item);
}

static void add_certified(sink *out, const judgement *j, const nh_judge_item *item) {
    sink_format(out, "certified at %zu state%s with %zu set%s of values, to %d digits", item->states,
                plural(item->states), item->sets, plural(item->sets), j->def.digits);
}

/* "t = 0.5, x = 1, ..., z' = 1.6" */
static void add_state(sink *out, const session *s, const judgement *j, const nh_judge_item *item) {
    size_t n = j->model.coordinates;
    sink_format(out, "t = %.6g", item->state[0]);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < n; i++)
            sink_format(out, ", %s%s = %.6g", nh_model_coordinate(s->model, i), k == 0 ? "" : "'",
                        item->state[1 + (size_t)k * n + i]);
}

static void add_refuted(sink *out, const session *s, const judgement *j, const nh_judge_item *item, int indent) {
    sink_format(out, "refuted: left minus right is %.6g", item->residual);
    begin_line(out, indent);
    sink_text(out, "at ");
    add_state(out, s, j, item);
    if (item->values != NULL) {
        begin_line(out, indent);
        sink_format(out, "with %s", item->values);
    }
    if (item->holds_with_own) {
        begin_line(out, indent);
        sink_text(out, "with the values of the model it holds; --set fixes a value");
    }
    for (size_t i = 0; i < item->repairs; i++) {
        begin_line(out, indent);
        sink_format(out, "true %s:", item->repair[i].words);
        begin_line(out, indent);
        sink_format(out, "    %s", item->repair[i].equation);
    }
}

static void add_undecided(sink *out, const nh_judge_item *item) {
    sink_text(out, "undecided");
    if (item->why != NULL) sink_format(out, ": %s", item->why);
    if (item->states > 0) sink_format(out, "; it holds at %zu other state%s", item->states, plural(item->states));
}

static void add_no_value(sink *out, const nh_judge_item *item) {
    sink_format(out, "no value, neither true nor false: %s", item->why);
    if (item->where != NULL) sink_format(out, " where %s", item->where);
}

/* What belongs to a choice names it. */
static void add_choice(sink *out, const nh_judge_item *item, int indent) {
    if (item->choice == NULL) return;
    begin_line(out, indent);
    sink_format(out, "with independent %s", item->choice);
}

static void add_item(sink *out, const session *s, const judgement *j, const nh_judge_item *item, int indent) {
    sink_format(out, "  %-*s", indent, item->name);
    if ((int)strlen(item->name) > indent) begin_line(out, indent);
    else sink_text(out, "  ");
    switch (item->judgement) {
        case NH_JUDGED_PROVED: add_proved(out, s, j, item); break;
        case NH_JUDGED_CERTIFIED: add_certified(out, j, item); break;
        case NH_JUDGED_REFUTED: add_refuted(out, s, j, item, indent); break;
        case NH_JUDGED_UNDECIDED: add_undecided(out, item); break;
        case NH_JUDGED_NO_VALUE: add_no_value(out, item); break;
    }
    add_choice(out, item, indent);
    sink_text(out, "\n");
}

/* The narrowest of their grounds is true of all that are proved. */
static void add_grounds(sink *out, const session *s, const judgement *j) {
    nh_judge_item narrowest = {.where = NULL};
    bool is_found = false;
    for (size_t i = 0; i < nh_judge_count(j->judge) && nh_judge_count(j->judge) > 1; i++) {
        nh_judge_item item;
        if (nh_judge_get_item(j->judge, i, &item) != NH_OK || item.judgement != NH_JUDGED_PROVED) continue;
        bool is_narrower = item.where != NULL &&
                           (narrowest.where == NULL || strlen(item.where) > strlen(narrowest.where));
        if (is_narrower || !is_found) narrowest = item;
        is_found = true;
    }
    if (!is_found) return;
    sink_text(out, "\nproved means: ");
    add_where(out, s, &narrowest);
    sink_text(out, "\n");
}

void holds_text(sink *out, const session *s, const judgement *j) {
    int indent = indent_of(j);
    sink_format(out, "%s\n\n", j->model.title);
    for (size_t i = 0; i < nh_judge_count(j->judge); i++) {
        nh_judge_item item;
        if (nh_judge_get_item(j->judge, i, &item) == NH_OK) add_item(out, s, j, &item, indent);
    }
    add_grounds(out, s, j);
    sink_format(out, "\n%s; seed %llu\n", nh_judgement_name(nh_judge_verdict(j->judge)),
                (unsigned long long)j->def.seed);
}
