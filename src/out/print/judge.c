/* `holds`. For people a verdict for each equation, with what shows it. */
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

/* Columns of names: a longer one has a line to itself. */
enum { MOST_INDENT = 24 };

/* Names that are longer than the column get a line of their own. */
static int indent_of(const nh_judge_facts *facts) {
    size_t longest = 0;
    for (size_t i = 0; i < facts->count; i++) {
        size_t length = strlen(facts->items[i].name);
        if (length > longest && length <= MOST_INDENT) longest = length;
    }
    return (int)longest;
}

/* A line after the column of names. */
static void begin_line(nh_text *text, int indent) {
    nh_text_format(text, "\n  %-*s  ", indent, "");
}

/* ---- verdicts ---- */

/* Of many, what proofs rest on is said once, at the end. */
static void add_where(nh_text *text, const nh_judge_facts *facts, const nh_judge_item *item) {
    bool has_set = facts->model->source.def.set.count > 0;
    nh_text_add(text, has_set ? "for all states and all parameter values that are not set"
                              : "for all states and parameter values");
    if (item->where != NULL) nh_text_format(text, " where %s", item->where);
}

static void add_proved(nh_text *text, const nh_judge_facts *facts, const nh_judge_item *item) {
    nh_text_add(text, "proved");
    if (facts->count > 1) return;
    nh_text_add(text, ", ");
    add_where(text, facts, item);
}

static void add_certified(nh_text *text, const nh_judge_facts *facts, const nh_judge_item *item) {
    nh_text_format(text, "certified at %zu state%s with %zu set%s of values, to %d digits", item->states,
                   nh_plural(item->states), item->sets, nh_plural(item->sets), facts->digits);
}

static void add_refuted(nh_text *text, const nh_judge_facts *facts, const nh_judge_item *item, int indent) {
    NH_ASSERT(item->judgement == NH_JUDGED_REFUTED);
    nh_text_format(text, "refuted: left minus right is %s", DIGITS(item->residual, 6));
    begin_line(text, indent);
    nh_text_add(text, "at ");
    nh_print_state_for(text, facts->model, item->state, 6, item->text != NULL ? item->text : item->name);
    if (item->multipliers != NULL) {
        begin_line(text, indent);
        nh_text_format(text, "and %s", item->multipliers);
    }
    if (item->values != NULL) {
        begin_line(text, indent);
        nh_text_format(text, "with %s", item->values);
    }
    if (item->holds_with_own) {
        begin_line(text, indent);
        nh_text_add(text, "it holds with the values of the model; --set fixes a value");
    }
    if (item->is_own_empty) {
        begin_line(text, indent);
        nh_text_add(text, "no state is admissible with the values of the model (proved)");
    }
    for (size_t i = 0; i < item->repairs; i++) {
        begin_line(text, indent);
        nh_text_format(text, "true %s:", item->repair[i].words);
        begin_line(text, indent);
        nh_text_format(text, "    %s", item->repair[i].equation);
    }
}

static void add_undecided(nh_text *text, const nh_judge_item *item) {
    nh_text_add(text, "undecided");
    if (item->why != NULL) nh_text_format(text, ": %s", item->why);
    if (item->states > 0)
        nh_text_format(text, "; it holds at %zu other state%s", item->states, nh_plural(item->states));
}

static void add_no_value(nh_text *text, const nh_judge_item *item) {
    nh_text_format(text, "no value, neither true nor false: %s", item->why);
    if (item->where != NULL) nh_text_format(text, " where %s", item->where);
}

/* ---- text ---- */

/* What belongs to a choice names it. */
static void add_choice(nh_text *text, const nh_judge_item *item, int indent) {
    if (item->choice == NULL) return;
    begin_line(text, indent);
    nh_text_format(text, "with independent velocities %s", item->choice);
}

static void add_item(nh_text *text, const nh_judge_facts *facts, const nh_judge_item *item, int indent) {
    nh_text_format(text, "  %-*s", indent, item->name);
    if ((int)strlen(item->name) > indent) begin_line(text, indent);
    else nh_text_add(text, "  ");
    switch (item->judgement) {
        case NH_JUDGED_PROVED: add_proved(text, facts, item); break;
        case NH_JUDGED_CERTIFIED: add_certified(text, facts, item); break;
        case NH_JUDGED_REFUTED: add_refuted(text, facts, item, indent); break;
        case NH_JUDGED_UNDECIDED: add_undecided(text, item); break;
        case NH_JUDGED_NO_VALUE: add_no_value(text, item); break;
    }
    add_choice(text, item, indent);
    nh_text_add(text, "\n");
}

/* The narrowest of their grounds is true of all that are proved. */
static void add_grounds(nh_text *text, const nh_judge_facts *facts) {
    const nh_judge_item *narrowest = NULL;
    for (size_t i = 0; i < facts->count && facts->count > 1; i++) {
        const nh_judge_item *item = &facts->items[i];
        if (item->judgement != NH_JUDGED_PROVED) continue;
        bool is_narrower = narrowest != NULL && item->where != NULL &&
                           (narrowest->where == NULL || strlen(item->where) > strlen(narrowest->where));
        if (narrowest == NULL || is_narrower) narrowest = item;
    }
    if (narrowest == NULL) return;
    nh_text_add(text, "\nproved = ");
    add_where(text, facts, narrowest);
    nh_text_add(text, "\n");
}

static void print_text(nh_text *text, const nh_judge_facts *facts) {
    nh_text_format(text, "%s\n\n", nh_name_text(facts->model->context, facts->model->title));
    for (size_t i = 0; i < facts->count; i++) add_item(text, facts, &facts->items[i], indent_of(facts));
    add_grounds(text, facts);
    nh_text_format(text, "\n%s; seed %llu\n", nh_judgement_name(facts->judgement), nh_whole(facts->seed));
}

/* ---- JSON ---- */

static void add_repairs(nh_json *json, const nh_judge_item *item) {
    nh_json_open(json, "repairs", '[');
    for (size_t i = 0; i < item->repairs; i++) {
        nh_json_open_line(json, NULL, '{');
        nh_json_string(json, "equation", item->repair[i].equation);
        nh_json_string(json, "words", item->repair[i].words);
        nh_json_truth(json, "proved", item->repair[i].is_proved);
        nh_json_close(json);
    }
    nh_json_close(json);
}

static nh_fact fact_of(nh_judgement judgement) {
    switch (judgement) {
        case NH_JUDGED_PROVED: return (nh_fact){NH_YES, NH_EVIDENCE_PROVED};
        case NH_JUDGED_CERTIFIED: return (nh_fact){NH_YES, NH_EVIDENCE_CERTIFIED};
        case NH_JUDGED_REFUTED: return (nh_fact){NH_NO, NH_EVIDENCE_CERTIFIED};
        case NH_JUDGED_NO_VALUE:
        case NH_JUDGED_UNDECIDED: break;
    }
    return (nh_fact){NH_UNKNOWN, NH_EVIDENCE_NONE};
}

static void add_item_json(nh_json *json, const nh_judge_facts *facts, const nh_judge_item *item) {
    bool is_refuted = item->judgement == NH_JUDGED_REFUTED;
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", item->name);
    nh_json_string(json, "equation", item->text);
    nh_json_string(json, "verdict", nh_judgement_name(item->judgement));
    nh_json_fact(json, "holds", fact_of(item->judgement));
    nh_json_string(json, "where", item->where);
    nh_json_string(json, "independent", item->choice);
    nh_json_integer(json, "states", item->states);
    nh_json_integer(json, "sets", item->sets);
    nh_json_number(json, "bound", item->bound);
    nh_json_string(json, "why", item->why);
    nh_json_state(json, "state", facts->model, item->state);
    nh_json_string(json, "multipliers", item->multipliers);
    nh_json_string(json, "values", item->values);
    if (is_refuted) nh_json_number(json, "residual", item->residual);
    else nh_json_null(json, "residual");
    if (is_refuted) nh_json_truth(json, "holds_with_own_values", item->holds_with_own);
    else nh_json_null(json, "holds_with_own_values");
    if (is_refuted) nh_json_truth(json, "empty_with_own_values", item->is_own_empty);
    else nh_json_null(json, "empty_with_own_values");
    add_repairs(json, item);
    nh_json_close(json);
}

static void print_json(nh_text *text, const nh_judge_facts *facts) {
    nh_json json = nh_print_open(text, facts->model);
    nh_json_string(&json, "verdict", nh_judgement_name(facts->judgement));
    nh_json_integer(&json, "digits", (uint64_t)facts->digits);
    nh_json_open(&json, "equations", '[');
    for (size_t i = 0; i < facts->count; i++) add_item_json(&json, facts, &facts->items[i]);
    nh_json_close(&json);
    nh_json_integer(&json, "seed", facts->seed);
    nh_print_close(&json, facts->model);
}

void nh_print_judge(nh_text *text, nh_print_as as, const nh_judge_facts *facts) {
    NH_ASSERT(facts->count == 0 || facts->items != NULL);
    if (as == NH_PRINT_JSON) print_json(text, facts);
    else print_text(text, facts);
}
