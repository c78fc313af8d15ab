/* `steady`: the steady motions that were found, each with its eigenvalues and a verdict. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

/* Columns of a value and of a verdict; digits of numbers; quantities that change along a branch. */
enum { VALUE = 14, VERDICT = 24, DIGITS_SHOWN = 8, CHANGING_MOST = 6 };

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
    if (item->by == NH_EVIDENCE_PROVED && item->exacts == 0) nh_text_add(out, "  proved\n");
    else if (item->by == NH_EVIDENCE_PROVED) add_names(out, "proved, with", item->exacts, item->exact);
    if (item->is_linearized) add_eigenvalues(out, info);
    nh_text_format(out, "  %-24s%s: %s\n", "verdict", info->verdict, info->reason);
}

/* ---- along a branch ---- */

/* What is not the same at all members: at most this many are shown. */
static size_t list_changing(const nh_model *model, const nh_steady_info *info, size_t most, size_t *at) {
    NH_ASSERT(info->along != NULL && at != NULL);
    size_t count = 0;
    for (size_t i = 1; i < 1 + 2 * model->coordinates.count && count < most; i++) {
        const char *name = nh_print_coordinate(model, (i - 1) % model->coordinates.count);
        size_t length = strlen(name);
        if (strncmp(name, info->along, length) == 0 && info->along[length] == (i > model->coordinates.count ? '\'' : 0))
            continue;
        double low = INFINITY, high = -INFINITY;
        for (size_t k = 0; k < info->count; k++) {
            low = fmin(low, info->items[k].linear->state[i]);
            high = fmax(high, info->items[k].linear->state[i]);
        }
        if (high - low > 1e-9 * (1 + fabs(high) + fabs(low))) at[count++] = i;
    }
    return count;
}

/* One line: the value, what is there, and what changes along the branch. */
static void add_line(nh_text *out, const nh_model *model, double value, const char *what, size_t count,
                     const size_t *at, const double *state) {
    size_t n = model->coordinates.count;
    nh_text_format(out, "  %-*s%-*s", VALUE, DIGITS(value, DIGITS_SHOWN), count > 0 ? VERDICT : 0, what);
    for (size_t i = 0; i < count; i++)
        nh_text_format(out, "%s%s%s = %s", i > 0 ? ", " : "", nh_print_coordinate(model, (at[i] - 1) % n),
                       at[i] > n ? "'" : "", DIGITS(state[at[i]], DIGITS_SHOWN));
    nh_text_add(out, "\n");
}

static void add_folds(nh_text *out, const nh_model *model, const nh_steady_info *info, size_t before, size_t count,
                      const size_t *at) {
    for (size_t k = 0; k < info->folds; k++) {
        if (info->fold[k].before != before) continue;
        add_line(out, model, info->fold[k].value, "fold, numerically", count, at, info->fold[k].state);
    }
}

static void add_branch(nh_text *out, const nh_model *model, const nh_steady_info *info) {
    size_t at[CHANGING_MOST], count = list_changing(model, info, CHANGING_MOST, at);
    nh_text_format(out, "%s\n\n  %-*s%s\n", nh_name_text(model->context, model->title), VALUE, info->along, "verdict");
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *linear = info->items[i].linear;
        add_folds(out, model, info, i, count, at);
        add_line(out, model, info->items[i].value, linear->verdict, count, at, linear->state);
    }
    add_folds(out, model, info, info->count, count, at);
    nh_text_format(out, "\nthe branch begins: %s; it ends: %s\n", info->ends[0], info->ends[1]);
    if (info->lost > 0)
        nh_text_format(out, "%zu member%s of it could not be proved, and %s left out\n", info->lost,
                       nh_plural(info->lost), info->lost == 1 ? "is" : "are");
}

static void add_text(nh_text *out, const nh_model *model, const nh_steady_info *info) {
    if (info->along != NULL) {
        add_branch(out, model, info);
        return;
    }
    nh_text_format(out, "%s\n", nh_name_text(model->context, model->title));
    for (size_t i = 0; i < info->count; i++) add_item(out, model, i + 1, &info->items[i]);
    bool is_random = model->random_start || model->initials.count == 0;
    nh_text_format(out, "\n%zu steady motion%s found from %s state", info->count, nh_plural(info->count),
                   is_random ? "a random" : "the initial");
    if (info->grid > 0) nh_text_format(out, ", %zu states of the grid", info->grid);
    nh_text_format(out, " and %zu random state%s; there may be others\n", info->starts, nh_plural(info->starts));
}

static void add_item_json(nh_json *out, const nh_model *model, size_t number, const nh_steady_item *item,
                          bool has_value) {
    const nh_linearize_info *info = item->linear;
    char name[24];
    (void)snprintf(name, sizeof name, "%zu", number);
    nh_json_open(out, NULL, '{');
    nh_json_string(out, "name", name);
    if (has_value) nh_json_number(out, "value", item->value);
    nh_json_string(out, "kind", info->kind);
    nh_json_state(out, "state", model, info->state);
    nh_json_integer(out, "family", info->family);
    nh_json_open_line(out, "family_names", '[');
    for (size_t i = 0; i < info->family; i++) nh_json_string(out, NULL, info->family_name[i]);
    nh_json_close(out);
    nh_json_string(out, "by", nh_evidence_name(item->by));
    nh_json_open_line(out, "exact", '[');
    for (size_t i = 0; i < item->exacts; i++) nh_json_string(out, NULL, item->exact[i]);
    nh_json_close(out);
    nh_json_eigenvalues(out, info->eigenvalues, info->eigenvalue);
    nh_json_string(out, "verdict", info->verdict);
    nh_json_string(out, "reason", info->reason);
    nh_json_close(out);
}

static void add_branch_json(nh_json *out, const nh_model *model, const nh_steady_info *info) {
    nh_json_string(out, "along", info->along);
    nh_json_open(out, "folds", '[');
    for (size_t i = 0; i < info->folds; i++) {
        nh_json_open_line(out, NULL, '{');
        nh_json_number(out, "value", info->fold[i].value);
        nh_json_integer(out, "before", info->fold[i].before);
        nh_json_state(out, "state", model, info->fold[i].state);
        nh_json_string(out, "by", "numerical");
        nh_json_close(out);
    }
    nh_json_close(out);
    nh_json_integer(out, "lost", info->lost);
    nh_json_open_line(out, "ends", '[');
    for (size_t i = 0; i < 2; i++) nh_json_string(out, NULL, info->ends[i]);
    nh_json_close(out);
}

void nh_print_steady(nh_text *text, nh_print_as as, const nh_model *model, const nh_steady_info *info) {
    if (as == NH_PRINT_TEXT) {
        add_text(text, model, info);
        return;
    }
    nh_json out = nh_print_open(text, model);
    nh_json_open(&out, "steady", '[');
    for (size_t i = 0; i < info->count; i++) add_item_json(&out, model, i + 1, &info->items[i], info->along != NULL);
    nh_json_close(&out);
    if (info->along != NULL) add_branch_json(&out, model, info);
    else {
        nh_json_integer(&out, "starts", info->starts);
        nh_json_integer(&out, "grid", info->grid);
    }
    nh_print_close(&out, model);
}
