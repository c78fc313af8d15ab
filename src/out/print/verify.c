/* `verify`. For people a table for each kind of question, and states where something fails. */
#include <math.h>
#include <string.h>

#include "base/text/name.h"
#include "out/print/print_private.h"

/* What is printed, and of which model. */
typedef struct page {
    const nh_model *model;
    const nh_verification *v;
    int width;                /* of the longest name */
    const nh_strings *bodies; /* that were drawn */
} page;

static const double *state_of(const page *p, const nh_verify_item *item) {
    bool has_one = item->verdict == NH_VERDICT_FAILS && item->state < p->v->states.count;
    return has_one ? p->v->states.items[item->state] : NULL;
}

/* ---- text: one question ---- */

static const char *verdict_of(const nh_verify_item *item) {
    bool is_form = item->kind == NH_VERIFY_FORM;
    switch (item->verdict) {
        case NH_VERDICT_HOLDS: return is_form ? "agrees" : "holds";
        case NH_VERDICT_FAILS: return is_form ? "disagrees" : "fails";
        case NH_VERDICT_UNDECIDED: return "undecided";
        case NH_VERDICT_INAPPLICABLE: break;
    }
    return "does not apply";
}

static void add_parts(nh_text *text, const nh_verify_item *item) {
    for (size_t i = 0; i < item->parts; i++)
        nh_text_format(text, "%s%s (to %s)", i == 0 ? "  changes by " : ", ", item->part[i].name,
                       DIGITS(item->part[i].largest, 2));
    if (item->kind == NH_VERIFY_BALANCE && item->parts == 0) nh_text_add(text, "  constant");
}

static void add_item(nh_text *text, const page *p, const nh_verify_item *item) {
    bool is_open = item->verdict == NH_VERDICT_INAPPLICABLE;
    nh_text_format(text, "  %-*s  %-9s", p->width, item->name, verdict_of(item));
    if (!is_open && isfinite(item->bound)) {
        if (item->verdict == NH_VERDICT_FAILS) nh_text_format(text, "  differs by up to %s", DIGITS(item->bound, 2));
        else nh_text_format(text, "  %3zu state%s  <= %8s", item->states, nh_plural(item->states), POWER(item->bound));
    }
    if (item->is_proved) nh_text_add(text, "  proved");
    if (item->verdict == NH_VERDICT_HOLDS) add_parts(text, item);
    if (item->why != NULL)
        nh_text_format(text, "%s%s", item->verdict == NH_VERDICT_HOLDS ? "; not everywhere: " : ": ", item->why);
    nh_text_add(text, "\n");
    if (state_of(p, item) == NULL) return;
    nh_text_add(text, "    at ");
    nh_print_state(text, p->model, state_of(p, item), 17);
    nh_text_add(text, "\n");
}

/* ---- text: all of them ---- */

static int longest_name(const nh_verification *v) {
    size_t longest = 0;
    for (size_t i = 0; i < v->items.count; i++)
        if (strlen(v->items.items[i].name) > longest) longest = strlen(v->items.items[i].name);
    return (int)longest;
}

static void add_kind(nh_text *text, const page *p, nh_verify_kind kind, const char *heading) {
    bool is_begun = false;
    for (size_t i = 0; i < p->v->items.count; i++) {
        const nh_verify_item *item = &p->v->items.items[i];
        if (item->kind != kind) continue;
        if (!is_begun) nh_text_format(text, "\n%s\n", heading);
        is_begun = true;
        add_item(text, p, item);
    }
}

static const char *conclusion_of(nh_verdict verdict) {
    switch (verdict) {
        case NH_VERDICT_HOLDS:
        case NH_VERDICT_INAPPLICABLE: return "all that applies agrees and holds";
        case NH_VERDICT_FAILS: return "something certainly fails";
        case NH_VERDICT_UNDECIDED: break;
    }
    return "something is undecided";
}

static void print_text(nh_text *text, const page *p, uint64_t seed) {
    const nh_verify_info *info = &p->v->info;
    nh_text_format(text, "%s\n\n", nh_name_text(p->model->context, p->model->title));
    nh_text_format(text, "  states    %zu: ", info->states);
    if (info->has_start) nh_text_format(text, "the initial state, %zu around it, ", info->near - 1);
    else if (info->near > 0) nh_text_format(text, "%zu around the initial state, ", info->near);
    nh_text_format(text, "%zu at random; seed %llu\n", info->states - info->near, nh_whole(seed));
    if (info->message != NULL) nh_text_format(text, "            %s\n", info->message);
    if (info->drawn > 0)
        nh_text_format(text, "  random    values of %zu parameter%s that ha%s none\n", info->drawn,
                       nh_plural(info->drawn), info->drawn == 1 ? "s" : "ve");
    for (size_t i = 0; i < p->bodies->count; i++)
        nh_text_format(text, "  %s%s\n", i == 0 ? "functions " : "          ", p->bodies->items[i]);
    nh_text_format(text, "  digits    %d: differences are proved to be below 1e-%d\n", info->digits, info->digits);
    add_kind(text, p, NH_VERIFY_FORM, "formulations: accelerations compared with those of chetaev");
    add_kind(text, p, NH_VERIFY_BALANCE, "energy balances");
    add_kind(text, p, NH_VERIFY_REACTIONS, "reactions do no work");
    add_kind(text, p, NH_VERIFY_CLAIM, info->has_start ? "claims, at the initial state and around it" : "claims");
    nh_text_format(text, "\n%s\n", conclusion_of(info->verdict));
}

/* ---- JSON ---- */

static void add_parts_json(nh_json *json, const nh_verify_item *item) {
    nh_json_open_line(json, "parts", '{');
    for (size_t i = 0; i < item->parts; i++) nh_json_number(json, item->part[i].name, item->part[i].largest);
    nh_json_close(json);
}

static nh_fact fact_of(const nh_verify_item *item) {
    nh_evidence by = item->is_proved ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED;
    if (item->verdict == NH_VERDICT_HOLDS) return (nh_fact){NH_YES, by};
    if (item->verdict == NH_VERDICT_FAILS) return (nh_fact){NH_NO, by};
    return (nh_fact){NH_UNKNOWN, NH_EVIDENCE_NONE};
}

static void add_item_json(nh_json *json, const page *p, const nh_verify_item *item) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", item->name);
    bool is_seen = item->states > 0 || item->verdict != NH_VERDICT_UNDECIDED;
    if (item->kind == NH_VERIFY_FORM && !is_seen) nh_json_null(json, "applies");
    else if (item->kind == NH_VERIFY_FORM) nh_json_truth(json, "applies", item->verdict != NH_VERDICT_INAPPLICABLE);
    nh_json_fact(json, "holds", fact_of(item));
    nh_json_integer(json, "states", item->states);
    nh_json_number(json, "bound", item->bound);
    if (item->kind == NH_VERIFY_BALANCE) add_parts_json(json, item);
    nh_json_string(json, "why", item->why);
    nh_json_state(json, "state", p->model, state_of(p, item));
    nh_json_close(json);
}

static void add_kind_json(nh_json *json, const page *p, nh_verify_kind kind, const char *key) {
    nh_json_open(json, key, '[');
    for (size_t i = 0; i < p->v->items.count; i++)
        if (p->v->items.items[i].kind == kind) add_item_json(json, p, &p->v->items.items[i]);
    nh_json_close(json);
}

static void print_json(nh_text *text, const page *p, uint64_t seed) {
    const nh_verify_info *info = &p->v->info;
    nh_json json = nh_print_open(text, p->model);
    nh_json_string(&json, "verdict", nh_verdict_name(info->verdict));
    nh_json_integer(&json, "states", info->states);
    nh_json_truth(&json, "has_start", info->has_start);
    nh_json_integer(&json, "near_start", info->near);
    nh_json_integer(&json, "drawn", info->drawn);
    nh_json_strings(&json, "functions", p->bodies->count, p->bodies->items);
    nh_json_integer(&json, "digits", (uint64_t)info->digits);
    nh_json_string(&json, "message", info->message);
    add_kind_json(&json, p, NH_VERIFY_FORM, "formulations");
    add_kind_json(&json, p, NH_VERIFY_BALANCE, "balances");
    add_kind_json(&json, p, NH_VERIFY_REACTIONS, "reactions");
    add_kind_json(&json, p, NH_VERIFY_CLAIM, "claims");
    nh_json_integer(&json, "seed", seed);
    nh_print_close(&json, p->model);
}

void nh_print_verify(nh_text *text, nh_print_as as, const nh_model *model, const nh_verification *v,
                     const nh_strings *bodies, uint64_t seed) {
    page p = {model, v, longest_name(v), bodies};
    if (as == NH_PRINT_JSON) print_json(text, &p, seed);
    else print_text(text, &p, seed);
}
