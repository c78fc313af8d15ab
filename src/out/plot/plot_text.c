/* Texts, numbers and colours in the language of gnuplot.
 *
 * A text is between single quotes, where nothing but a quote has a meaning; gnuplot does not read several of them
 * well, so a prime is written instead, which looks the same. The terminals are told not to search for markup in texts.
 * So names are shown as they are, and none can become a command. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/utf8.h"
#include "num/number.h"
#include "out/plot/plot_private.h"

/* The colours of Okabe and Ito, which people with any kind of colour vision can tell apart, without the yellow that
 * is hard to see on white. */
static const char *const colours[NH_PLOT_CURVES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#000000", "#8c8c8c"};

const char *nh_plot_colour(size_t i) {
    return colours[i % NH_PLOT_CURVES];
}

/* The next character as it is shown; what has no picture is a blank. Returns its length in the text. */
static size_t add_plain(nh_text *out, const char *text, size_t length) {
    uint32_t code;
    size_t size = nh_utf8_decode(text, length, &code);
    if (size == 0 || nh_utf8_is_control(code)) nh_text_add_char(out, ' ');
    else if (*text == '\'') nh_text_add(out, "\u2032");
    else nh_text_add_bytes(out, text, size);
    return size == 0 ? 1 : size;
}

void nh_plot_add_label(nh_text *out, const char *text, size_t most, nh_plot_adder add) {
    NH_ASSERT(most > 0);
    size_t length = strlen(text), characters = nh_utf8_count(text, length);
    size_t shown = characters <= most ? characters : most - 1;
    for (size_t at = 0; shown > 0 && at < length; shown--) at += add(out, text + at, length - at);
    if (characters > most) nh_text_add(out, "…");
}

void nh_plot_add_shortened(nh_text *out, const char *text, size_t most) {
    nh_text_add_char(out, '\'');
    nh_plot_add_label(out, text, most, add_plain);
    nh_text_add_char(out, '\'');
}

void nh_plot_add_quoted(nh_text *out, const char *text) {
    nh_plot_add_shortened(out, text, SIZE_MAX);
}

size_t nh_plot_length(const char *text, size_t most) {
    size_t count = nh_utf8_count(text, strlen(text));
    return count < most ? count : most;
}

void nh_plot_add_number(nh_text *out, double value) {
    char digits[NH_NUMBER_SIZE];
    nh_text_add_bytes(out, digits, nh_number_digits(digits, value, 8));
}

void nh_plot_add_margins(const nh_plot *p, nh_text *out, nh_plot_area inner) {
    const struct {
        const char *name;
        double place;
    } margins[] = {
        {"lmargin", inner.left / p->width},
        {"rmargin", (inner.left + inner.width) / p->width},
        {"tmargin", 1 - inner.top / p->height},
        {"bmargin", 1 - (inner.top + inner.height) / p->height},
    };
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        nh_text_format(out, "set %s at screen ", margins[i].name);
        nh_plot_add_number(out, margins[i].place);
        nh_text_add_char(out, '\n');
    }
}

void nh_plot_add_range(nh_text *out, char axis, double low, double high) {
    NH_ASSERT(axis == 'x' || axis == 'y' || axis == 'z');
    nh_text_format(out, "set %crange [", axis);
    nh_plot_add_number(out, low);
    nh_text_add(out, ":");
    nh_plot_add_number(out, high);
    nh_text_add(out, "]\n");
}

double nh_plot_step(double range, double most) {
    double wanted = range / fmax(most, 1), power = pow(10, floor(log10(wanted))), part = wanted / power;
    if (!(wanted > 0) || !isfinite(power) || !(power > 0)) return 1;
    return (part > 5 ? 10 : part > 2 ? 5 : part > 1 ? 2 : 1) * power;
}
