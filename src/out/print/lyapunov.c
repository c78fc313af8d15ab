/* `run --lyapunov`: the exponents, and how they settle. */
#include "base/text/name.h"
#include "out/print/print_private.h"

/* Columns of a time, of an exponent; times that are shown; exponents side by side. */
enum { TIME = 14, COLUMN = 14, SHOWN = 8, ACROSS = 7 };

/* A line of the table. */
static void add_row(nh_text *out, const nh_lyapunov_info *info, size_t row) {
    nh_text_format(out, "    %-*s", TIME, DIGITS(info->time[row], 6));
    for (size_t k = 0; k < info->count && k < ACROSS; k++)
        nh_text_format(out, "%-*s", COLUMN, DIGITS(info->value[row * info->count + k], 5));
    while (out->bytes[out->length - 1] == ' ') out->length--;
    nh_text_add(out, "\n");
}

static void add_table(nh_text *out, const nh_lyapunov_info *info) {
    nh_text_format(out, "  up to the time%s\n", info->count > ACROSS ? ", the largest ones" : "");
    for (size_t i = 1; i <= SHOWN; i++) {
        size_t row = (info->rows * i + SHOWN - 1) / SHOWN, before = (info->rows * (i - 1) + SHOWN - 1) / SHOWN;
        if (row > 0 && row > before) add_row(out, info, row - 1);
    }
}

static double sum_of(const nh_lyapunov_info *info) {
    double sum = 0;
    for (size_t k = 0; k < info->count; k++) sum += info->exponent[k];
    return sum;
}

static void add_text(nh_text *out, const nh_model *model, const nh_lyapunov_info *info, const char *csv) {
    nh_text_format(out, "%s\n\nLyapunov exponents, numerically, from t = %s to %s\n",
                   nh_name_text(model->context, model->title), DIGITS(info->from, 10), DIGITS(info->end, 10));
    if (info->message != NULL)
        nh_text_format(out, "  the motion ends before %s: %s\n", DIGITS(info->to, 10), info->message);
    if (info->rows > 0) {
        add_table(out, info);
        nh_text_add(out, "  exponents\n");
        for (size_t k = 0; k < info->count; k++) {
            nh_text_format(out, "    %-*s", TIME, DIGITS(info->exponent[k], 6));
            nh_text_format(out, "changed by %s over the second half of the time\n", DIGITS(info->change[k], 2));
        }
        nh_text_format(out, "  their sum       %s\n", DIGITS(sum_of(info), 5));
    }
    if (csv != NULL) nh_text_format(out, "written: %s, %zu rows of %zu columns\n", csv, info->rows, info->count + 1);
}

static void add_json(nh_text *text, const nh_model *model, const nh_lyapunov_info *info, const char *csv) {
    nh_json out = nh_print_open(text, model);
    nh_json_number(&out, "from", info->from);
    nh_json_number(&out, "to", info->to);
    nh_json_number(&out, "t_end", info->end);
    nh_json_string(&out, "message", info->message);
    nh_json_open(&out, "exponents", '[');
    for (size_t k = 0; k < info->count && info->rows > 0; k++) {
        nh_json_open_line(&out, NULL, '{');
        nh_json_number(&out, "value", info->exponent[k]);
        nh_json_number(&out, "change", info->change[k]);
        nh_json_close(&out);
    }
    nh_json_close(&out);
    nh_json_open(&out, "rows", '[');
    for (size_t row = 0; row < info->rows; row++) {
        nh_json_open_line(&out, NULL, '[');
        nh_json_number(&out, NULL, info->time[row]);
        for (size_t k = 0; k < info->count; k++) nh_json_number(&out, NULL, info->value[row * info->count + k]);
        nh_json_close(&out);
    }
    nh_json_close(&out);
    nh_json_string(&out, "file", csv);
    nh_json_string(&out, "by", "numerical");
    nh_print_close(&out, model);
}

void nh_print_lyapunov(nh_text *text, nh_print_as as, const nh_model *model, const nh_lyapunov_info *info,
                       const char *csv) {
    if (as == NH_PRINT_JSON) add_json(text, model, info, csv);
    else add_text(text, model, info, csv);
}
