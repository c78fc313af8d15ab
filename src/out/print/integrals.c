/* `integrals`. For people each first integral with where it comes from, and what was searched. */
#include "base/assert.h"
#include "out/print/print_private.h"

/* ---- text ---- */

static const char *word_of(nh_evidence by) {
    return by == NH_EVIDENCE_PROVED ? "proved" : "certified";
}

static void add_item(nh_text *text, const nh_integral *item) {
    nh_text_format(text, "\n  %s\n      %s; %s", item->text, word_of(item->by), item->from);
    if (item->degree >= 0) nh_text_format(text, "; degree %d in the velocities", item->degree);
    if (item->when != NULL) nh_text_format(text, "\n      when %s", item->when);
    if (item->where != NULL) nh_text_format(text, "\n      where %s", item->where);
}

static void add_symmetry(nh_text *text, const nh_integrals_symmetry *s, size_t number) {
    NH_ASSERT(number > 0);
    nh_text_format(text, "\n  X%zu: %s\n      J = %s", number, s->text, s->momentum);
    nh_text_format(text, "\n      J' = %s%s", s->rate, s->is_compatible ? "; compatible with the constraints" : "");
    nh_text_format(text, "; %s", s->by != NH_EVIDENCE_NONE ? word_of(s->by) : "undecided");
}

static void add_symmetries(nh_text *text, const nh_integrals_result *found) {
    const nh_integrals_info *info = &found->info;
    if (info->symmetries + info->open_symmetries == 0) return;
    nh_text_add(text, "\n\nsymmetries of the Lagrangian and of the constraints (proved), momenta");
    for (size_t i = 0; i < found->symmetries.count; i++) add_symmetry(text, &found->symmetries.items[i], i + 1);
    for (size_t i = 0; i < info->commutator_count; i++) nh_text_format(text, "\n  %s", info->commutators[i]);
    if (info->symmetries > 1 && info->brackets)
        nh_text_add(text, info->commutator_count > 0 ? "\n  all others commute" : "\n  they commute");
    if (info->open_symmetries > 0)
        nh_text_format(text, "\n  %zu further possible symmetr%s could not be decided", info->open_symmetries,
                       info->open_symmetries == 1 ? "y" : "ies");
}

static void add_linear(nh_text *text, const nh_integrals_linear *l) {
    NH_ASSERT(l->count > 0);
    nh_text_format(text, "\n\nlinear equations in %s (proved): their solutions give %zu first integral%s", l->variable,
                   l->count, nh_plural(l->count));
    for (size_t i = 0; i < l->count; i++) nh_text_format(text, "\n  %s", l->equations[i]);
    if (l->second_order != NULL) nh_text_format(text, "\n  %s", l->second_order);
    if (l->special != NULL) nh_text_format(text, "\n  this is %s", l->special);
}

static void add_search(nh_text *text, const nh_integrals_info *info) {
    if (info->why != NULL)
        nh_text_format(text, "\n\nonly energy, momenta and functions of positions were tried: %s", info->why);
    if (info->searched_count > 0) nh_text_add(text, "\n\nsearched");
    for (size_t i = 0; i < info->searched_count; i++) nh_text_format(text, "\n  %s", info->searched[i]);
    if (info->undecided > 0)
        nh_text_format(text, "\n\n%zu further candidate%s could not be decided", info->undecided,
                       nh_plural(info->undecided));
}

static void add_measure(nh_text *text, const nh_integrals_measure *m) {
    if (m->density != NULL)
        nh_text_format(text, "\n\ninvariant measure\n  (%s) %s\n      %s", m->density, m->volume, word_of(m->by));
    else if (m->obstruction != NULL)
        nh_text_format(text,
                       "\n\ninvariant measure with a smooth density in the coordinates: none (proved, for almost all "
                       "values of the parameters)\n  %s",
                       m->obstruction);
    else nh_text_format(text, "\n\ninvariant measure with a density in the coordinates: unknown\n  %s", m->why);
    if (m->when != NULL) nh_text_format(text, "\n      when %s", m->when);
    if (m->quadratures != NULL)
        nh_text_format(text, "\n  %s (Euler-Jacobi): %s",
                       m->is_integrable ? "integrable by quadratures" : "quadratures are not shown", m->quadratures);
    if (m->special != NULL) nh_text_format(text, "\n  there is one when %s", m->special);
}

static void print_text(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    const nh_integrals_info *info = &found->info;
    nh_text_format(text, "%s\n\nfirst integrals: ", nh_name_text(model->context, model->title));
    nh_text_format(text, "%zu found", info->count);
    if (info->most > 0) nh_text_format(text, "; there are at most %zu independent ones", info->most);
    for (size_t i = 0; i < found->items.count; i++) add_item(text, &found->items.items[i]);
    for (size_t i = 0; i < found->linear.count; i++) add_linear(text, &found->linear.items[i]);
    add_symmetries(text, found);
    if (found->measure != NULL) add_measure(text, found->measure);
    add_search(text, info);
    nh_text_format(text, "\n\nseed %llu\n", nh_whole(seed));
}

/* ---- JSON ---- */

static void add_item_json(nh_json *json, const nh_integral *item) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "text", item->text);
    nh_json_string(json, "latex", item->latex);
    if (item->degree >= 0) nh_json_integer(json, "degree", (uint64_t)item->degree);
    else nh_json_null(json, "degree");
    nh_json_string(json, "by", word_of(item->by));
    nh_json_string(json, "from", item->from);
    nh_json_string(json, "when", item->when);
    nh_json_string(json, "where", item->where);
    nh_json_close(json);
}

static void add_symmetry_json(nh_json *json, const nh_integrals_symmetry *s) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "text", s->text);
    nh_json_string(json, "latex", s->latex);
    nh_json_string(json, "momentum", s->momentum);
    nh_json_string(json, "rate", s->rate);
    nh_json_truth(json, "compatible", s->is_compatible);
    nh_json_string(json, "by", s->by != NH_EVIDENCE_NONE ? word_of(s->by) : NULL);
    nh_json_close(json);
}

static void add_symmetries_json(nh_json *json, const nh_integrals_result *found) {
    nh_json_open(json, "symmetries", '[');
    for (size_t i = 0; i < found->symmetries.count; i++) add_symmetry_json(json, &found->symmetries.items[i]);
    nh_json_close(json);
    nh_json_open(json, "commutators", '[');
    for (size_t i = 0; i < found->info.commutator_count; i++) nh_json_string(json, NULL, found->info.commutators[i]);
    nh_json_close(json);
    nh_json_integer(json, "open_symmetries", found->info.open_symmetries);
}

static void add_linear_json(nh_json *json, const nh_integrals_linear *l) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "variable", l->variable);
    nh_json_open(json, "equations", '[');
    for (size_t i = 0; i < l->count; i++) nh_json_string(json, NULL, l->equations[i]);
    nh_json_close(json);
    nh_json_string(json, "second_order", l->second_order);
    nh_json_string(json, "special", l->special);
    nh_json_close(json);
}

static void add_measure_json(nh_json *json, const nh_integrals_measure *m) {
    nh_json_open(json, "measure", '{');
    nh_json_string(json, "density", m->density);
    nh_json_string(json, "latex", m->latex);
    nh_json_string(json, "volume", m->volume);
    nh_json_string(json, "by", m->by != NH_EVIDENCE_NONE ? word_of(m->by) : NULL);
    nh_json_string(json, "obstruction", m->obstruction);
    nh_json_string(json, "when", m->when);
    nh_json_string(json, "special", m->special);
    nh_json_string(json, "why", m->why);
    if (m->quadratures != NULL) nh_json_truth(json, "integrable", m->is_integrable);
    else nh_json_null(json, "integrable");
    nh_json_string(json, "quadratures", m->quadratures);
    nh_json_close(json);
}

static void print_json(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    const nh_integrals_info *info = &found->info;
    nh_json json = nh_print_open(text, model);
    nh_json_open(&json, "integrals", '[');
    for (size_t i = 0; i < found->items.count; i++) add_item_json(&json, &found->items.items[i]);
    nh_json_close(&json);
    add_symmetries_json(&json, found);
    nh_json_open(&json, "linear", '[');
    for (size_t i = 0; i < found->linear.count; i++) add_linear_json(&json, &found->linear.items[i]);
    nh_json_close(&json);
    if (found->measure != NULL) add_measure_json(&json, found->measure);
    else nh_json_null(&json, "measure");
    nh_json_integer(&json, "most", info->most);
    nh_json_integer(&json, "undecided", info->undecided);
    nh_json_open(&json, "searched", '[');
    for (size_t i = 0; i < info->searched_count; i++) nh_json_string(&json, NULL, info->searched[i]);
    nh_json_close(&json);
    nh_json_string(&json, "why", info->why);
    nh_json_integer(&json, "seed", seed);
    nh_print_close(&json, model);
}

void nh_print_integrals(nh_text *text, nh_print_as as, const nh_model *model, const nh_integrals_result *found,
                        const nh_integrals_def *def) {
    if (as == NH_PRINT_JSON) print_json(text, model, found, def->seed);
    else print_text(text, model, found, def->seed);
}
