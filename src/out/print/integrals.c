/* `integrals`. For people each first integral with where it comes from, and what was searched. */
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
    if (m->special != NULL) nh_text_format(text, "\n  there is one when %s", m->special);
}

static void print_text(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    const nh_integrals_info *info = &found->info;
    nh_text_format(text, "%s\n\nfirst integrals: ", nh_name_text(model->context, model->title));
    nh_text_format(text, "%zu found", info->count);
    if (info->most > 0) nh_text_format(text, "; there are at most %zu independent ones", info->most);
    for (size_t i = 0; i < found->items.count; i++) add_item(text, &found->items.items[i]);
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
    nh_json_close(json);
}

static void print_json(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    const nh_integrals_info *info = &found->info;
    nh_json json = nh_print_open(text, model);
    nh_json_open(&json, "integrals", '[');
    for (size_t i = 0; i < found->items.count; i++) add_item_json(&json, &found->items.items[i]);
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
