/* `verify --json`. */
#include <math.h>

#include "json.h"
#include "remarks.h"
#include "verify.h"

static void add_state(json *j, const session *s, const verification *v, const nh_verify_item *item) {
    const double *state = nh_verify_state(v->verify, item->state);
    size_t n = v->model.coordinates;
    if (item->verdict != NH_VERDICT_FAILS || state == NULL) {
        json_null(j, "state");
        return;
    }
    json_open_line(j, "state", '{');
    json_number(j, "t", state[0]);
    for (size_t i = 0; i < n; i++) json_number(j, nh_model_coordinate(s->model, i), state[1 + i]);
    for (size_t i = 0; i < n; i++) {
        json_velocity(j, nh_model_coordinate(s->model, i), state[1 + n + i]);
    }
    json_close(j);
}

static void add_parts(json *j, const nh_verify_item *item) {
    json_open_line(j, "parts", '{');
    for (size_t i = 0; i < item->parts; i++) json_number(j, item->part[i].name, item->part[i].largest);
    json_close(j);
}

static void add_item(json *j, const session *s, const verification *v, const nh_verify_item *item) {
    nh_truth truth = item->verdict == NH_VERDICT_HOLDS   ? NH_YES
                     : item->verdict == NH_VERDICT_FAILS ? NH_NO
                                                         : NH_UNKNOWN;
    json_open(j, NULL, '{');
    json_string(j, "name", item->name);
    bool is_seen = item->states > 0 || item->verdict != NH_VERDICT_UNDECIDED;
    if (item->kind == NH_VERIFY_FORM && !is_seen) json_null(j, "applies");
    else if (item->kind == NH_VERIFY_FORM) json_truth(j, "applies", item->verdict != NH_VERDICT_INAPPLICABLE);
    json_fact(j, "holds", truth, item->is_proved ? "proved" : "certified");
    json_integer(j, "states", item->states);
    json_number(j, "bound", item->bound);
    if (item->kind == NH_VERIFY_BALANCE) add_parts(j, item);
    json_string(j, "why", item->why);
    add_state(j, s, v, item);
    json_close(j);
}

static void add_kind(json *j, const session *s, const verification *v, nh_verify_kind kind, const char *key) {
    json_open(j, key, '[');
    for (size_t i = 0; i < v->info.items; i++) {
        nh_verify_item item;
        if (nh_verify_get_item(v->verify, i, &item) == NH_OK && item.kind == kind) add_item(j, s, v, &item);
    }
    json_close(j);
}

void verify_json(sink *out, const session *s, const verification *v) {
    const nh_verify_info *info = &v->info;
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", v->model.title);
    json_string(&j, "verdict", nh_verdict_name(info->verdict));
    json_integer(&j, "states", info->states);
    json_truth(&j, "has_start", info->has_start);
    json_integer(&j, "near_start", info->near);
    json_integer(&j, "drawn", info->drawn);
    json_integer(&j, "digits", (uint64_t)info->digits);
    json_string(&j, "message", info->message);
    add_kind(&j, s, v, NH_VERIFY_FORM, "formulations");
    add_kind(&j, s, v, NH_VERIFY_BALANCE, "balances");
    add_kind(&j, s, v, NH_VERIFY_REACTIONS, "reactions");
    add_kind(&j, s, v, NH_VERIFY_CLAIM, "claims");
    json_integer(&j, "seed", v->def.seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
