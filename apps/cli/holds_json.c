/* `holds --json`. */

#include "holds.h"
#include "json.h"
#include "remarks.h"

static void add_state(json *out, const session *s, const judgement *j, const nh_judge_item *item) {
    size_t n = j->model.coordinates;
    if (item->state == NULL) {
        json_null(out, "state");
        return;
    }
    json_open_line(out, "state", '{');
    json_number(out, "t", item->state[0]);
    for (size_t i = 0; i < n; i++) json_number(out, nh_model_coordinate(s->model, i), item->state[1 + i]);
    for (size_t i = 0; i < n; i++) {
        json_velocity(out, nh_model_coordinate(s->model, i), item->state[1 + n + i]);
    }
    json_close(out);
}

static void add_repairs(json *out, const nh_judge_item *item) {
    json_open(out, "repairs", '[');
    for (size_t i = 0; i < item->repairs; i++) {
        json_open_line(out, NULL, '{');
        json_string(out, "equation", item->repair[i].equation);
        json_string(out, "words", item->repair[i].words);
        json_truth(out, "proved", item->repair[i].is_proved);
        json_close(out);
    }
    json_close(out);
}

static nh_truth truth_of(nh_judgement verdict) {
    switch (verdict) {
        case NH_JUDGED_PROVED:
        case NH_JUDGED_CERTIFIED: return NH_YES;
        case NH_JUDGED_REFUTED: return NH_NO;
        case NH_JUDGED_NO_VALUE:
        case NH_JUDGED_UNDECIDED: break;
    }
    return NH_UNKNOWN;
}

static void add_item(json *out, const session *s, const judgement *j, const nh_judge_item *item) {
    bool is_refuted = item->judgement == NH_JUDGED_REFUTED;
    json_open(out, NULL, '{');
    json_string(out, "name", item->name);
    json_string(out, "equation", item->text);
    json_string(out, "verdict", nh_judgement_name(item->judgement));
    json_fact(out, "holds", truth_of(item->judgement), item->judgement == NH_JUDGED_PROVED ? "proved" : "certified");
    json_string(out, "where", item->where);
    json_string(out, "independent", item->choice);
    json_integer(out, "states", item->states);
    json_integer(out, "sets", item->sets);
    json_number(out, "bound", item->bound);
    json_string(out, "why", item->why);
    add_state(out, s, j, item);
    json_string(out, "values", item->values);
    if (is_refuted) json_number(out, "residual", item->residual);
    else json_null(out, "residual");
    if (is_refuted) json_truth(out, "holds_with_own_values", item->holds_with_own);
    else json_null(out, "holds_with_own_values");
    add_repairs(out, item);
    json_close(out);
}

void holds_json(sink *out, const session *s, const judgement *j) {
    json list = json_begin(out);
    json_open(&list, NULL, '{');
    json_integer(&list, "format", 1);
    json_string(&list, "system", j->model.title);
    json_string(&list, "verdict", nh_judgement_name(nh_judge_verdict(j->judge)));
    json_integer(&list, "digits", (uint64_t)j->def.digits);
    json_open(&list, "equations", '[');
    for (size_t i = 0; i < nh_judge_count(j->judge); i++) {
        nh_judge_item item;
        if (nh_judge_get_item(j->judge, i, &item) == NH_OK) add_item(&list, s, j, &item);
    }
    json_close(&list);
    json_integer(&list, "seed", j->def.seed);
    json_diags(&list, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&list, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&list);
}
