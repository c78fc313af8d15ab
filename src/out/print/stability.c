/* `stability`: where it changes, and the eigenvalues at each value; of two how often each verdict occurs in the map. */
#include <math.h>
#include <string.h>

#include "base/text/name.h"
#include "out/print/print_private.h"

/* Columns of a value and of a verdict; digits of eigenvalues; different verdicts; characters of a formula at most: a
 * longer one is left to JSON. */
enum { VALUE = 14, VERDICT = 24, DIGITS_SHOWN = 6, VERDICTS_MOST = 8, FORMULA = 160 };

/* ---- text ---- */

static void add_change(nh_text *out, const char *name, const nh_stability_change *change) {
    nh_text_format(out, "  %s = %s", name, change->text);
    nh_text_format(out, "  %s", change->name);
    if (change->kind == NH_CHANGE_IMAGINARY_PAIR) nh_text_format(out, ", omega = %s", DIGITS(change->omega, 8));
    if (change->kind == NH_CHANGE_DOUBLE_ROOT) {
        nh_text_format(out, " at %s", DIGITS(change->omega > 1e-9 * fabs(change->re) ? change->omega : change->re, 8));
        if (change->omega > 1e-9 * fabs(change->re)) nh_text_add(out, " i");
    }
    if (strcmp(change->before, change->after) == 0) nh_text_format(out, ": %s on both sides", change->before);
    else nh_text_format(out, ": %s below, %s above", change->before, change->after);
    if (change->formula != NULL && strlen(change->formula) <= FORMULA)
        nh_text_format(out, "; exactly %s", change->formula);
    nh_text_add(out, "\n");
}

static void add_changes(nh_text *out, const nh_stability_info *info) {
    nh_text_add(out, info->changes > 0 ? "\nchanges\n" : "\nno changes are found between the values\n");
    for (size_t i = 0; i < info->changes; i++) add_change(out, info->name[0], &info->change[i]);
}

static void add_values(nh_text *out, const nh_linearize_info *linear) {
    bool is_first = true;
    for (size_t i = 0; i < linear->eigenvalues; i++) {
        const nh_eigenvalue *value = &linear->eigenvalue[i];
        bool is_pair = i + 1 < linear->eigenvalues && nh_are_conjugate(value, value + 1);
        if (value->is_explained) continue;
        nh_text_add(out, is_first ? "" : "; ");
        if (!value->is_on_axis || value->is_real)
            nh_text_add(out, DIGITS(value->is_on_axis ? 0 : value->re, DIGITS_SHOWN));
        if (!value->is_real) {
            if (!value->is_on_axis) nh_text_add(out, " ");
            nh_text_format(out, "%s%s i", is_pair ? "+-" : "+", DIGITS(value->im, DIGITS_SHOWN));
        }
        if (value->multiplicity > 1) nh_text_format(out, " (%zu)", value->multiplicity);
        is_first = false;
        i += is_pair;
    }
    nh_text_add(out, is_first ? "none\n" : "\n");
}

static void add_rows(nh_text *out, const nh_stability_info *info) {
    nh_text_format(out, "\n  %-*s%-*s%s\n", VALUE, info->name[0], VERDICT, "verdict",
                   "eigenvalues, except those that are 0 for a known reason");
    for (size_t i = 0; i < info->rows; i++) {
        const nh_stability_row *row = &info->row[i];
        nh_text_format(out, "  %-*s", VALUE, DIGITS(row->value[0], 8));
        if (row->linear == NULL) nh_text_format(out, "%s\n", row->why);
        else nh_text_format(out, "%-*s", VERDICT, row->linear->verdict);
        if (row->linear != NULL) add_values(out, row->linear);
    }
}

/* How often each verdict occurs in the map. */
static void add_counts(nh_text *out, const nh_stability_info *info) {
    const char *verdicts[VERDICTS_MOST];
    size_t counts[VERDICTS_MOST], different = 0;
    for (size_t i = 0; i < info->rows; i++) {
        const char *verdict = info->row[i].linear != NULL ? info->row[i].linear->verdict : "no steady motion";
        size_t k = 0;
        while (k < different && strcmp(verdicts[k], verdict) != 0) k++;
        if (k == VERDICTS_MOST) continue;
        if (k == different) verdicts[different] = verdict, counts[different++] = 0;
        counts[k]++;
    }
    nh_text_format(out, "\n%zu values of %s, %zu of %s\n", info->count[0], info->name[0], info->count[1],
                   info->name[1]);
    for (size_t k = 0; k < different; k++) nh_text_format(out, "  %-26s%zu\n", verdicts[k], counts[k]);
}

static void add_text(nh_text *out, const nh_model *model, const nh_stability_info *info) {
    nh_text_format(out, "%s\n", nh_name_text(model->context, model->title));
    if (info->varied > 1) {
        add_counts(out, info);
        return;
    }
    add_changes(out, info);
    add_rows(out, info);
}

/* ---- JSON ---- */

static void add_row_json(nh_json *out, const nh_stability_info *info, const nh_stability_row *row) {
    nh_json_open_line(out, NULL, '{');
    if (info->varied == 1) nh_json_number(out, "value", row->value[0]);
    else {
        nh_json_open_line(out, "value", '[');
        for (size_t k = 0; k < 2; k++) nh_json_number(out, NULL, row->value[k]);
        nh_json_close(out);
    }
    if (row->linear != NULL) {
        nh_json_eigenvalues(out, row->linear->eigenvalues, row->linear->eigenvalue);
        nh_json_string(out, "verdict", row->linear->verdict);
    } else {
        nh_json_null(out, "eigenvalues");
        nh_json_null(out, "verdict");
        nh_json_string(out, "why", row->why);
    }
    nh_json_close(out);
}

static void add_change_json(nh_json *out, const nh_stability_change *change) {
    nh_json_open_line(out, NULL, '{');
    nh_json_number(out, "value", change->value);
    nh_json_number(out, "radius", change->radius);
    nh_json_string(out, "digits", change->text);
    nh_json_string(out, "formula", change->formula);
    nh_json_string(out, "latex", change->latex);
    nh_json_string(out, "kind", change->name);
    nh_json_number(out, "re", change->re);
    nh_json_number(out, "omega", change->omega);
    nh_json_string(out, "before", change->before);
    nh_json_string(out, "after", change->after);
    nh_json_close(out);
}

void nh_json_changes(nh_json *out, const nh_stability_info *info) {
    nh_json_open(out, "changes", '[');
    for (size_t i = 0; i < info->changes; i++) add_change_json(out, &info->change[i]);
    nh_json_close(out);
}

static void add_json(nh_text *text, const nh_model *model, const nh_stability_info *info) {
    nh_json out = nh_print_open(text, model);
    nh_json_open_line(&out, "vary", '[');
    for (size_t k = 0; k < info->varied; k++) nh_json_string(&out, NULL, info->name[k]);
    nh_json_close(&out);
    nh_json_open(&out, "rows", '[');
    for (size_t i = 0; i < info->rows; i++) add_row_json(&out, info, &info->row[i]);
    nh_json_close(&out);
    nh_json_changes(&out, info);
    nh_print_close(&out, model);
}

void nh_print_stability(nh_text *text, nh_print_as as, const nh_model *model, const nh_stability_info *info) {
    if (as == NH_PRINT_JSON) add_json(text, model, info);
    else add_text(text, model, info);
}
