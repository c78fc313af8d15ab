/* `periodic`: the motion that was found, or one for each value of a parameter. */
#include <math.h>

#include "base/text/name.h"
#include "out/print/print_private.h"

/* Columns of a value, a period and a verdict. */
enum { VALUE = 14, PERIOD = 18, VERDICT = 24 };

static void add_one(nh_text *out, const nh_model *model, const nh_periodic_item *item) {
    nh_print_periodic_motion(out, model, item->floquet);
    nh_text_format(out, "  found in %zu step%s of Newton's method, the last one of %s, all together of %s\n",
                   item->steps, nh_plural(item->steps), DIGITS(item->last_step, 2), DIGITS(item->moved, 3));
    nh_text_format(out, "  it closes to %s, relative to 1 + the size\n", DIGITS(item->floquet->closure, 2));
}

static double size_of(const nh_multiplier *m) {
    return hypot(m->re, m->im);
}

static void add_row(nh_text *out, const nh_periodic_item *item) {
    nh_text_format(out, "  %-*s", VALUE, DIGITS(item->value, 8));
    if (item->floquet == NULL) {
        nh_text_format(out, "none: %s\n", item->why);
        return;
    }
    nh_text_format(out, "%-*s%-*s", PERIOD, DIGITS(item->floquet->period, 12), VERDICT, item->floquet->verdict);
    for (size_t i = 0; i < item->floquet->states; i++)
        nh_text_format(out, "%s%s", i > 0 ? ", " : "", DIGITS(size_of(&item->floquet->multiplier[i]), 6));
    nh_text_add(out, "\n");
}

static void add_rows(nh_text *out, const nh_model *model, const nh_periodic_info *info) {
    nh_text_format(out, "%s\n\nperiodic motions, computed numerically\n  %-*s%-*s%-*s%s\n",
                   nh_name_text(model->context, model->title), VALUE, info->name, PERIOD, "period", VERDICT, "verdict",
                   "sizes of the multipliers");
    for (size_t i = 0; i < info->count; i++) add_row(out, &info->items[i]);
}

static void add_item_json(nh_json *out, const nh_model *model, const nh_periodic_info *info,
                          const nh_periodic_item *item) {
    nh_json_open(out, NULL, '{');
    if (info->name != NULL) nh_json_number(out, "value", item->value);
    nh_json_string(out, "why", item->why);
    nh_json_integer(out, "steps", item->steps);
    nh_json_number(out, "last_step", item->last_step);
    nh_json_number(out, "moved", item->moved);
    if (item->floquet != NULL) nh_json_periodic_motion(out, model, item->floquet);
    nh_json_close(out);
}

void nh_print_periodic(nh_text *text, nh_print_as as, const nh_model *model, const nh_periodic_info *info) {
    if (as == NH_PRINT_TEXT) {
        if (info->name == NULL) add_one(text, model, &info->items[0]);
        else add_rows(text, model, info);
        return;
    }
    nh_json out = nh_print_open(text, model);
    nh_json_string(&out, "vary", info->name);
    nh_json_open(&out, "periodic", '[');
    for (size_t i = 0; i < info->count; i++) add_item_json(&out, model, info, &info->items[i]);
    nh_json_close(&out);
    nh_print_close(&out, model);
}
