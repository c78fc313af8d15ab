/* `linearize --along`: the monodromy matrix and the multipliers, with the digits that their errors leave. */
#include <math.h>

#include "base/text/name.h"
#include "base/text/utf8.h"
#include "out/print/print_private.h"

/* Columns of an entry, of a line; digits at most; what closes better than this is not worth a word. */
enum { ENTRY = 16, LINE = 120, DIGITS_MOST = 10 };
#define CLOSE 1e-9

/* A value with the digits that are certain next to the error. */
static void add_value(nh_text *out, double value, double error) {
    if (!(fabs(value) > error)) {
        nh_text_add(out, "0");
        return;
    }
    double certain = floor(log10(fabs(value) / error));
    int digits = certain > DIGITS_MOST ? DIGITS_MOST : certain < 1 ? 1 : (int)certain;
    nh_text_add(out, DIGITS(value, digits));
}

static void add_cell(nh_text *out, const char *text, size_t length, int width) {
    int missing = width - (text != NULL ? nh_utf8_columns(text) : (int)length);
    nh_text_format(out, "%s%*s", text != NULL ? text : "", missing > 0 ? missing : 0, "");
}

static void end_line(nh_text *out) {
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') out->length--;
    nh_text_add(out, "\n");
}

static void add_matrix(nh_text *out, const nh_floquet_info *info) {
    int widest = 0;
    for (size_t i = 0; i < info->states; i++) {
        int columns = nh_utf8_columns(info->state_name[i]);
        if (columns > widest) widest = columns;
    }
    nh_text_format(out, "  monodromy matrix, each entry within %s\n", DIGITS(info->matrix_error, 2));
    if (6 + widest + (int)info->states * ENTRY > LINE) {
        nh_text_format(out, "    it is %zu by %zu: --json has it\n", info->states, info->states);
        return;
    }
    nh_text_add(out, "      ");
    add_cell(out, "", 0, widest + 2);
    for (size_t k = 0; k < info->states; k++) add_cell(out, info->state_name[k], 0, ENTRY);
    end_line(out);
    for (size_t i = 0; i < info->states; i++) {
        nh_text_add(out, "      ");
        add_cell(out, info->state_name[i], 0, widest + 2);
        for (size_t k = 0; k < info->states; k++) {
            size_t before = out->length;
            add_value(out, info->matrix[i * info->states + k], info->matrix_error);
            add_cell(out, NULL, out->length - before, ENTRY);
        }
        end_line(out);
    }
}

/* The same where nothing may be certain. */
static void add_number(nh_text *out, double value, double error) {
    if (fabs(value) > error) add_value(out, value, error);
    else nh_text_format(out, "[+/- %s]", DIGITS(error, 2));
}

/* One, or a pair of conjugates: whether the next one was told too. */
static bool add_multiplier(nh_text *out, const nh_floquet_info *info, size_t i) {
    const nh_multiplier *m = &info->multiplier[i], *next = i + 1 < info->states ? m + 1 : NULL;
    bool is_pair = next != NULL && m->im > 0 && next->im == -m->im && next->re == m->re, has_two = m->im > m->error;
    nh_text_add(out, "    ");
    add_number(out, m->re, m->error);
    if (is_pair && has_two) {
        nh_text_add(out, " +- ");
        add_value(out, m->im, m->error);
        nh_text_add(out, " i, of size ");
        add_number(out, hypot(m->re, m->im), m->error);
    }
    if (is_pair && !has_two) nh_text_add(out, ", twice");
    nh_text_format(out, ", within %s\n", DIGITS(m->error, 2));
    return is_pair;
}

void nh_print_periodic_motion(nh_text *out, const nh_model *model, const nh_floquet_info *info) {
    nh_text_format(out, "%s\n\nperiodic motion of period %s, from ", nh_name_text(model->context, model->title),
                   DIGITS(info->period, 12));
    nh_print_state(out, model, info->state, 8);
    nh_text_add(out, "\n");
    if (info->advance != NULL) nh_text_format(out, "  coordinates that move on in a period: %s\n", info->advance);
    if (info->closure > CLOSE)
        nh_text_format(out, "  it closes to %s only, relative to 1 + the size; errors include that\n",
                       DIGITS(info->closure, 2));
    add_matrix(out, info);
    nh_text_add(out, "  multipliers, computed numerically\n");
    for (size_t i = 0; i < info->states; i++) i += add_multiplier(out, info, i);
    nh_text_format(out, "  verdict, not proved      %s: %s\n", info->verdict, info->reason);
}

void nh_json_periodic_motion(nh_json *out, const nh_model *model, const nh_floquet_info *info) {
    nh_json_number(out, "period", info->period);
    nh_json_state(out, "state", model, info->state);
    nh_json_number(out, "closure", info->closure);
    nh_json_string(out, "advance", info->advance);
    nh_json_open_line(out, "states", '[');
    for (size_t i = 0; i < info->states; i++) nh_json_string(out, NULL, info->state_name[i]);
    nh_json_close(out);
    nh_json_open(out, "monodromy", '[');
    for (size_t i = 0; i < info->states; i++) {
        nh_json_open_line(out, NULL, '[');
        for (size_t k = 0; k < info->states; k++) nh_json_number(out, NULL, info->matrix[i * info->states + k]);
        nh_json_close(out);
    }
    nh_json_close(out);
    nh_json_number(out, "monodromy_error", info->matrix_error);
    nh_json_open(out, "multipliers", '[');
    for (size_t i = 0; i < info->states; i++) {
        nh_json_open_line(out, NULL, '{');
        nh_json_number(out, "re", info->multiplier[i].re);
        nh_json_number(out, "im", info->multiplier[i].im);
        nh_json_number(out, "error", info->multiplier[i].error);
        nh_json_close(out);
    }
    nh_json_close(out);
    nh_json_truth(out, "autonomous", info->is_autonomous ? NH_YES : NH_NO);
    nh_json_string(out, "verdict", info->verdict);
    nh_json_string(out, "reason", info->reason);
    nh_json_string(out, "by", "numerical");
}

static void add_json(nh_text *text, const nh_model *model, const nh_floquet_info *info) {
    nh_json out = nh_print_open(text, model);
    nh_json_periodic_motion(&out, model, info);
    nh_print_close(&out, model);
}

void nh_print_floquet(nh_text *text, nh_print_as as, const nh_model *model, const nh_floquet_info *info) {
    if (as == NH_PRINT_JSON) add_json(text, model, info);
    else nh_print_periodic_motion(text, model, info);
}
