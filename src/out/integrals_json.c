/* First integrals as JSON, for `integrals` and for reports. */
#include "out/integrals_private.h"

#include "base/assert.h"

const char *nh_integrals_word(nh_evidence by) {
    return by == NH_EVIDENCE_PROVED ? "proved" : "certified";
}

static void add_item_json(nh_json *json, const nh_integral *item) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "text", item->text);
    nh_json_string(json, "latex", item->latex);
    if (item->degree >= 0) nh_json_integer(json, "degree", (uint64_t)item->degree);
    else nh_json_null(json, "degree");
    nh_json_string(json, "by", nh_integrals_word(item->by));
    nh_json_string(json, "from", item->from);
    nh_json_string(json, "when", item->when);
    nh_json_string(json, "where", item->where);
    nh_json_string(json, "field", item->field);
    nh_json_string(json, "generators", item->generators);
    nh_json_truth(json, "gauge", item->is_gauge);
    nh_json_close(json);
}

static void add_symmetry_json(nh_json *json, const nh_integrals_symmetry *s) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "text", s->text);
    nh_json_string(json, "latex", s->latex);
    nh_json_string(json, "momentum", s->momentum);
    nh_json_string(json, "rate", s->rate);
    nh_json_truth(json, "compatible", s->is_compatible);
    nh_json_string(json, "by", s->by != NH_EVIDENCE_NONE ? nh_integrals_word(s->by) : NULL);
    nh_json_close(json);
}

static void add_symmetries_json(nh_json *json, const nh_integrals_result *found) {
    nh_json_open(json, "symmetries", '[');
    for (size_t i = 0; i < found->symmetries.count; i++) add_symmetry_json(json, &found->symmetries.items[i]);
    nh_json_close(json);
    nh_json_strings(json, "commutators", found->info.commutator_count, found->info.commutators);
    nh_json_integer(json, "open_symmetries", found->info.open_symmetries);
}

static void add_linear_json(nh_json *json, const nh_integrals_linear *l) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "variable", l->variable);
    nh_json_strings(json, "equations", l->count, l->equations);
    nh_json_string(json, "second_order", l->second_order);
    nh_json_string(json, "special", l->special);
    nh_json_close(json);
}

static void add_measure_json(nh_json *json, const nh_integrals_measure *m) {
    nh_json_open(json, "measure", '{');
    nh_json_string(json, "density", m->density);
    nh_json_string(json, "latex", m->latex);
    nh_json_string(json, "volume", m->volume);
    nh_json_string(json, "by", m->by != NH_EVIDENCE_NONE ? nh_integrals_word(m->by) : NULL);
    nh_json_string(json, "obstruction", m->obstruction);
    nh_json_string(json, "when", m->when);
    nh_json_string(json, "special", m->special);
    nh_json_string(json, "why", m->why);
    if (m->quadratures != NULL) nh_json_truth(json, "integrable", m->is_integrable);
    else nh_json_null(json, "integrable");
    nh_json_string(json, "quadratures", m->quadratures);
    nh_json_string(json, "multiplier", m->multiplier);
    nh_json_strings(json, "momenta", m->momentum_count, m->momenta);
    nh_json_string(json, "hamiltonian", m->hamiltonian);
    nh_json_string(json, "hamiltonian_by", m->multiplier != NULL ? nh_integrals_word(m->hamiltonian_by) : NULL);
    nh_json_close(json);
}

static void add_separation_json(nh_json *json, const nh_integrals_separation *s) {
    if (s->count == 0) {
        nh_json_null(json, "separation");
        return;
    }
    nh_json_open(json, "separation", '{');
    nh_json_strings(json, "quasi", s->count, s->definitions);
    nh_json_strings(json, "rates", s->count, s->rates);
    nh_json_string(json, "positions", s->positions);
    nh_json_string(json, "by", nh_integrals_word(s->by));
    nh_json_close(json);
}

void nh_integrals_write_json(nh_json *json, const nh_integrals_result *found) {
    const nh_integrals_info *info = &found->info;
    NH_ASSERT(info->count == found->items.count);
    nh_json_open(json, "integrals", '[');
    for (size_t i = 0; i < found->items.count; i++) add_item_json(json, &found->items.items[i]);
    nh_json_close(json);
    add_symmetries_json(json, found);
    nh_json_open(json, "linear", '[');
    for (size_t i = 0; i < found->linear.count; i++) add_linear_json(json, &found->linear.items[i]);
    nh_json_close(json);
    add_separation_json(json, &found->separation);
    if (found->measure != NULL) add_measure_json(json, found->measure);
    else nh_json_null(json, "measure");
    nh_json_integer(json, "most", info->most);
    nh_json_integer(json, "undecided", info->undecided);
    nh_json_strings(json, "searched", info->searched_count, info->searched);
    nh_json_string(json, "why", info->why);
}
