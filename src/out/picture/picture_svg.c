/* Pieces of SVG. Numbers have one decimal; a line goes by differences, which are short, of rounded places,
 * so that nothing drifts. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/utf8.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"

static void add_tenths(nh_text *out, long tenths) {
    long size = tenths < 0 ? -tenths : tenths;
    if (tenths < 0) nh_text_add_char(out, '-');
    if (size % 10 == 0) nh_text_format(out, "%ld", size / 10);
    else if (size < 10) nh_text_format(out, ".%ld", size);
    else nh_text_format(out, "%ld.%ld", size / 10, size % 10);
}

/* Nothing on a page is as far away as 10^6. */
static long tenths_of(double value) {
    return lround(10 * fmin(fmax(value, -1e6), 1e6));
}

void nh_svg_number(nh_text *out, double value) {
    add_tenths(out, tenths_of(value));
}

void nh_svg_attribute(nh_text *out, const char *name, double value) {
    NH_ASSERT(isfinite(value));
    nh_text_format(out, " %s=\"", name);
    nh_svg_number(out, value);
    nh_text_add_char(out, '"');
}

static size_t add_escaped(nh_text *out, const char *text, size_t length) {
    uint32_t code;
    size_t size = nh_utf8_decode(text, length, &code);
    bool is_allowed = size > 0 && !nh_utf8_is_control(code) && code != 0xfffe && code != 0xffff;
    if (!is_allowed) nh_text_add_char(out, ' ');
    else if (*text == '<') nh_text_add(out, "&lt;");
    else if (*text == '>') nh_text_add(out, "&gt;");
    else if (*text == '&') nh_text_add(out, "&amp;");
    else if (*text == '"') nh_text_add(out, "&quot;");
    else nh_text_add_bytes(out, text, size);
    return size == 0 ? 1 : size;
}

void nh_svg_text(nh_text *out, const char *text, size_t most) {
    nh_plot_add_label(out, text, most, add_escaped);
}

static int hex_digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

void nh_svg_colour(nh_text *out, size_t i, double whiteness) {
    NH_ASSERT(whiteness >= 0 && whiteness <= 1);
    const char *colour = nh_plot_colour(i);
    nh_text_add_char(out, '#');
    for (int k = 0; k < 3; k++) {
        int part = 16 * hex_digit(colour[1 + 2 * k]) + hex_digit(colour[2 + 2 * k]);
        nh_text_format(out, "%02lx", lround(part + whiteness * (255 - part)));
    }
}

/* ---- lines ---- */

static void add_pair(nh_text *out, long x, long y) {
    add_tenths(out, x);
    if (y >= 0) nh_text_add_char(out, ' ');
    add_tenths(out, y);
}

void nh_svg_move(nh_svg_pen *pen, const double at[2]) {
    NH_ASSERT(isfinite(at[0]) && isfinite(at[1]));
    pen->x = tenths_of(at[0]);
    pen->y = tenths_of(at[1]);
    nh_text_add_char(pen->out, 'M');
    add_pair(pen->out, pen->x, pen->y);
    pen->is_down = true;
}

void nh_svg_line(nh_svg_pen *pen, const double at[2]) {
    long x = tenths_of(at[0]), y = tenths_of(at[1]);
    if (!pen->is_down) {
        nh_svg_move(pen, at);
        return;
    }
    nh_text_add_char(pen->out, 'l');
    add_pair(pen->out, x - pen->x, y - pen->y);
    pen->x = x;
    pen->y = y;
}

void nh_svg_close(nh_svg_pen *pen) {
    NH_ASSERT(pen->is_down);
    nh_text_add_char(pen->out, 'Z');
    pen->is_down = false;
}

/* ---- the file ---- */

void nh_svg_begin(nh_text *out, const char *title, double height) {
    NH_ASSERT(height > 0);
    nh_text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    nh_svg_attribute(out, "width", NH_PICTURE_WIDTH);
    nh_svg_attribute(out, "height", height);
    nh_text_format(out, " viewBox=\"0 0 %d ", NH_PICTURE_WIDTH);
    nh_svg_number(out, height);
    nh_text_add(out, "\" font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\" font-size=\"11\" "
                     "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>");
    nh_svg_text(out, title, SIZE_MAX);
    nh_text_add(out, "</title>\n<rect x=\".5\" y=\".5\"");
    nh_svg_attribute(out, "width", NH_PICTURE_WIDTH - 1);
    nh_svg_attribute(out, "height", height - 1);
    nh_text_add(out, " rx=\"8\" fill=\"#fff\" stroke=\"#dde2e8\"/>\n");
}

void nh_svg_end(nh_text *out) {
    nh_text_add(out, "</svg>\n");
}
