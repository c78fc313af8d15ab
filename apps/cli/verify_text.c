/* `verify` for people: a table for each kind of question, states where something fails. */
#include <math.h>
#include <string.h>

#include "verify.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* ---- one question ---- */

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

/* "t = 0.5, x = 1, ..., z' = 1.6" */
static void add_state(sink *out, const session *s, const verification *v, const nh_verify_item *item) {
    const double *state = nh_verify_state(v->verify, item->state);
    size_t n = v->model.coordinates;
    if (state == NULL) return;
    sink_format(out, "    at t = %.17g", state[0]);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < n; i++)
            sink_format(out, ", %s%s = %.17g", nh_model_coordinate(s->model, i), k == 0 ? "" : "'",
                        state[1 + (size_t)k * n + i]);
    sink_text(out, "\n");
}

static void add_parts(sink *out, const nh_verify_item *item) {
    for (size_t i = 0; i < item->parts; i++)
        sink_format(out, "%s%s (to %.2g)", i == 0 ? "  changes by " : ", ", item->part[i].name, item->part[i].largest);
    if (item->kind == NH_VERIFY_BALANCE && item->parts == 0) sink_text(out, "  constant");
}

static void add_item(sink *out, const session *s, const verification *v, const nh_verify_item *item, int width) {
    bool is_open = item->verdict == NH_VERDICT_INAPPLICABLE;
    sink_format(out, "  %-*s  %-9s", width, item->name, verdict_of(item));
    if (!is_open && isfinite(item->bound)) {
        if (item->verdict == NH_VERDICT_FAILS) sink_format(out, "  differs by up to %.2g", item->bound);
        else sink_format(out, "  %3zu state%s  %s%8.1e", item->states, plural(item->states), "<= ", item->bound);
    }
    if (item->is_proved) sink_text(out, "  proved");
    if (item->verdict == NH_VERDICT_HOLDS) add_parts(out, item);
    if (item->why != NULL)
        sink_format(out, "%s%s", item->verdict == NH_VERDICT_HOLDS ? "; not everywhere: " : ": ", item->why);
    sink_text(out, "\n");
    if (item->verdict == NH_VERDICT_FAILS) add_state(out, s, v, item);
}

/* ---- all of one kind ---- */

static int longest_name(const verification *v) {
    size_t longest = 0;
    for (size_t i = 0; i < v->info.items; i++) {
        nh_verify_item item;
        if (nh_verify_get_item(v->verify, i, &item) != NH_OK) continue;
        if (strlen(item.name) > longest) longest = strlen(item.name);
    }
    return (int)longest;
}

static void add_kind(sink *out, const session *s, const verification *v, nh_verify_kind kind, const char *heading) {
    bool is_begun = false;
    for (size_t i = 0; i < v->info.items; i++) {
        nh_verify_item item;
        if (nh_verify_get_item(v->verify, i, &item) != NH_OK || item.kind != kind) continue;
        if (!is_begun) sink_format(out, "\n%s\n", heading);
        is_begun = true;
        add_item(out, s, v, &item, longest_name(v));
    }
}

static const char *conclusion(nh_verdict verdict) {
    switch (verdict) {
        case NH_VERDICT_HOLDS:
        case NH_VERDICT_INAPPLICABLE: return "all that applies agrees and holds";
        case NH_VERDICT_FAILS: return "something fails, certainly";
        case NH_VERDICT_UNDECIDED: break;
    }
    return "something is undecided";
}

void verify_text(sink *out, const session *s, const verification *v) {
    const nh_verify_info *info = &v->info;
    sink_format(out, "%s\n\n", v->model.title);
    sink_format(out, "  states    %zu: ", info->states);
    if (info->has_start) sink_format(out, "the start, %zu around it, ", info->near - 1);
    sink_format(out, "%zu at random; seed %llu\n", info->states - info->near, (unsigned long long)v->def.seed);
    if (info->message != NULL) sink_format(out, "            %s\n", info->message);
    if (info->drawn > 0)
        sink_format(out, "  drawn     values of %zu parameter%s that ha%s none\n", info->drawn, plural(info->drawn),
                    info->drawn == 1 ? "s" : "ve");
    sink_format(out, "  digits    %d: differences are proved to be below 1e-%d\n", info->digits, info->digits);
    add_kind(out, s, v, NH_VERIFY_FORM, "formulations: the accelerations are those of chetaev");
    add_kind(out, s, v, NH_VERIFY_BALANCE, "balances of energy");
    add_kind(out, s, v, NH_VERIFY_REACTIONS, "work of the reactions is 0");
    add_kind(out, s, v, NH_VERIFY_CLAIM, info->has_start ? "claims, at the start and around it" : "claims");
    sink_format(out, "\n%s\n", conclusion(info->verdict));
}
