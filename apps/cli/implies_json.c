/* `implies --json`. */

#include "implies.h"
#include "json.h"
#include "remarks.h"

static void add_state(json *out, const session *s, const implication *i, const double *state) {
    size_t n = i->model.coordinates;
    if (state == NULL) {
        json_null(out, "witness");
        return;
    }
    json_open_line(out, "witness", '{');
    json_number(out, "t", state[0]);
    for (size_t k = 0; k < n; k++) json_number(out, nh_model_coordinate(s->model, k), state[1 + k]);
    for (size_t k = 0; k < n; k++) json_velocity(out, nh_model_coordinate(s->model, k), state[1 + n + k]);
    json_close(out);
}

static void add_residual(json *out, const double *state, double residual) {
    if (state != NULL) json_number(out, "residual", residual);
    else json_null(out, "residual");
}

static void add_names(json *out, const char *key, const texts *names) {
    json_open_line(out, key, '[');
    for (size_t k = 0; k < names->count; k++) json_string(out, NULL, names->items[k]);
    json_close(out);
}

/* The conditions alone, for who compares them, then all that is known of the sets. */
static void add_exceptions(json *out, const session *s, const implication *i) {
    nh_implies_exception item;
    json_open_line(out, "except", '[');
    for (size_t k = 0; k < i->info.exceptions; k++)
        if (nh_implies_get_exception(i->implies, k, &item) == NH_OK) json_string(out, NULL, item.text);
    json_close(out);
    json_open(out, "exceptions", '[');
    for (size_t k = 0; k < i->info.exceptions; k++) {
        if (nh_implies_get_exception(i->implies, k, &item) != NH_OK) continue;
        json_open(out, NULL, '{');
        json_string(out, "condition", item.text);
        json_string(out, "equations", item.equations);
        json_fact(out, "fails", item.fails.truth, nh_evidence_name(item.fails.by));
        add_state(out, s, i, item.witness);
        add_residual(out, item.witness, item.residual);
        json_close(out);
    }
    json_close(out);
}

void implies_json(sink *out, const session *s, const implication *i) {
    json list = json_begin(out);
    json_open(&list, NULL, '{');
    json_integer(&list, "format", 1);
    json_string(&list, "system", i->model.title);
    add_names(&list, "given", &i->given);
    add_names(&list, "then", &i->then);
    json_fact(&list, "implied", i->info.implied.truth, nh_evidence_name(i->info.implied.by));
    json_truth(&list, "complete", i->info.is_complete);
    json_truth(&list, "empty", i->info.is_empty);
    json_truth(&list, "valueless", i->info.is_valueless);
    json_fact(&list, "elsewhere", i->info.elsewhere.truth, nh_evidence_name(i->info.elsewhere.by));
    add_exceptions(&list, s, i);
    add_state(&list, s, i, i->info.witness);
    json_string(&list, "fails", i->info.fails);
    add_residual(&list, i->info.witness, i->info.residual);
    json_string(&list, "but_for", i->info.but_for);
    json_string(&list, "why", i->info.why);
    json_integer(&list, "seed", i->def.seed);
    json_diags(&list, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&list, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&list);
}
