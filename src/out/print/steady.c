/* `steady`: the steady motions that were found, each with its eigenvalues and a verdict. */
#include <stdio.h>

#include "base/text/name.h"
#include "out/print/print_private.h"

static void add_names(nh_text *out, const char *label, size_t count, const char *const *names) {
    if (count == 0) return;
    nh_text_format(out, "  %-24s", label);
    for (size_t i = 0; i < count; i++) nh_text_format(out, "%s%s", i > 0 ? ", " : "", names[i]);
    nh_text_add(out, "\n");
}

static void add_eigenvalues(nh_text *out, const nh_linearize_info *info) {
    nh_text_format(out, "  %-24s", "eigenvalues");
    for (size_t i = 0; i < info->eigenvalues; i++) {
        const nh_eigenvalue *value = &info->eigenvalue[i];
        bool is_pair = i + 1 < info->eigenvalues && nh_are_conjugate(value, value + 1);
        nh_text_add(out, i > 0 ? "; " : "");
        nh_print_eigenvalue(out, value, is_pair);
        i += is_pair;
    }
    nh_text_add(out, info->eigenvalues > 0 ? "\n" : "none\n");
}

static void add_item(nh_text *out, const nh_model *model, size_t number, const nh_steady_item *item) {
    const nh_linearize_info *info = item->linear;
    nh_text_format(out, "\n%zu  %s: ", number, info->kind);
    nh_print_state(out, model, info->state, 8);
    nh_text_add(out, "\n");
    add_names(out, "ignorable", info->ignorables, info->ignorable);
    add_names(out, "family, one for each", info->family, info->family_name);
    if (item->is_linearized) add_eigenvalues(out, info);
    nh_text_format(out, "  %-24s%s: %s\n", "verdict", info->verdict, info->reason);
}

static void add_text(nh_text *out, const nh_model *model, const nh_steady_info *info) {
    nh_text_format(out, "%s\n", nh_name_text(model->context, model->title));
    for (size_t i = 0; i < info->count; i++) add_item(out, model, i + 1, &info->items[i]);
    nh_text_format(out,
                   "\n%zu steady motion%s found from the initial state and %zu random state%s; there may be others\n",
                   info->count, nh_plural(info->count), info->starts, nh_plural(info->starts));
}

static void add_item_json(nh_json *out, const nh_model *model, size_t number, const nh_steady_item *item) {
    const nh_linearize_info *info = item->linear;
    char name[24];
    (void)snprintf(name, sizeof name, "%zu", number);
    nh_json_open(out, NULL, '{');
    nh_json_string(out, "name", name);
    nh_json_string(out, "kind", info->kind);
    nh_json_state(out, "state", model, info->state);
    nh_json_integer(out, "family", info->family);
    nh_json_open_line(out, "family_names", '[');
    for (size_t i = 0; i < info->family; i++) nh_json_string(out, NULL, info->family_name[i]);
    nh_json_close(out);
    nh_json_string(out, "by", nh_evidence_name(NH_EVIDENCE_CERTIFIED));
    nh_json_eigenvalues(out, info->eigenvalues, info->eigenvalue);
    nh_json_string(out, "verdict", info->verdict);
    nh_json_string(out, "reason", info->reason);
    nh_json_close(out);
}

void nh_print_steady(nh_text *text, nh_print_as as, const nh_model *model, const nh_steady_info *info) {
    if (as == NH_PRINT_TEXT) {
        add_text(text, model, info);
        return;
    }
    nh_json out = nh_print_open(text, model);
    nh_json_open(&out, "steady", '[');
    for (size_t i = 0; i < info->count; i++) add_item_json(&out, model, i + 1, &info->items[i]);
    nh_json_close(&out);
    nh_json_integer(&out, "starts", info->starts);
    nh_print_close(&out, model);
}
