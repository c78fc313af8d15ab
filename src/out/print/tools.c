/* What the printers share. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/print/print_private.h"

/* ---- numbers ---- */

nh_digits nh_digits_of(double value, int digits) {
    NH_ASSERT(digits > 0 && digits <= 17);
    nh_digits result;
    nh_number_digits(result.text, value, digits);
    return result;
}

/* printf follows the locale in its decimal mark, which follows the first digit and may have several bytes. */
nh_digits nh_power_of(double value) {
    nh_digits result;
    char raw[64];
    snprintf(raw, sizeof raw, "%.1e", value);
    const char *power = strchr(raw, 'e');
    NH_ASSERT(power != NULL || !isfinite(value));
    if (isfinite(value)) snprintf(result.text, sizeof result.text, "%.*s.%s", value < 0 ? 2 : 1, raw, power - 1);
    else nh_number_digits(result.text, value, 1);
    return result;
}

const char *nh_plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* ---- states ---- */

/* Coordinates and velocities of a state that people read. */
enum { MOST_QUANTITIES = 40 };

const char *nh_print_coordinate(const nh_model *model, size_t i) {
    NH_ASSERT(i < model->coordinates.count);
    return nh_name_text(model->context, model->coordinates.items[i].name);
}

static void add_quantity(nh_text *text, const nh_model *model, const double *state, size_t i, int digits) {
    size_t n = model->coordinates.count;
    nh_text_format(text, ", %s%s = %s", nh_print_coordinate(model, i % n), i < n ? "" : "'",
                   DIGITS(state[1 + i], digits));
}

void nh_print_state(nh_text *text, const nh_model *model, const double *state, int digits) {
    NH_ASSERT(state != NULL);
    nh_text_format(text, "t = %s", DIGITS(state[0], digits));
    for (size_t i = 0; i < 2 * model->coordinates.count; i++) add_quantity(text, model, state, i, digits);
}

/* Whether the name is one of the names in a text, not a part of one. */
static bool has_name(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && strchr("_.", at[-1]) == NULL);
        bool ends = !isalnum((unsigned char)at[length]) && (at[length] == '\0' || strchr("_[.", at[length]) == NULL);
        if (begins && ends) return true;
    }
    return false;
}

void nh_print_state_for(nh_text *text, const nh_model *model, const double *state, int digits, const char *equation) {
    size_t n = model->coordinates.count, shown = 0;
    if (2 * n <= MOST_QUANTITIES) {
        nh_print_state(text, model, state, digits);
        return;
    }
    nh_text_format(text, "t = %s", DIGITS(state[0], digits));
    for (size_t i = 0; i < 2 * n && equation != NULL && shown < MOST_QUANTITIES; i++) {
        if (!has_name(equation, nh_print_coordinate(model, i % n))) continue;
        add_quantity(text, model, state, i, digits);
        shown++;
    }
    nh_text_format(text, ", and %zu more, see --json", 2 * n - shown);
}

static void add_velocity(nh_json *json, const nh_model *model, size_t i, double value) {
    nh_text name = nh_text_begin(json->text->arena);
    nh_text_format(&name, "%s'", nh_print_coordinate(model, i));
    nh_json_number(json, nh_text_string(&name), value);
}

void nh_json_state(nh_json *json, const char *key, const nh_model *model, const double *state) {
    size_t n = model->coordinates.count;
    if (state == NULL) {
        nh_json_null(json, key);
        return;
    }
    nh_json_open_line(json, key, '{');
    nh_json_number(json, "t", state[0]);
    for (size_t i = 0; i < n; i++) nh_json_number(json, nh_print_coordinate(model, i), state[1 + i]);
    for (size_t i = 0; i < n; i++) add_velocity(json, model, i, state[1 + n + i]);
    nh_json_close(json);
}

/* ---- objects ---- */

nh_json nh_print_open(nh_text *text, const nh_model *model) {
    nh_json json = nh_json_begin(text);
    nh_json_open(&json, NULL, '{');
    nh_json_integer(&json, "format", 1);
    nh_json_string(&json, "system", nh_name_text(model->context, model->title));
    return json;
}

void nh_print_close(nh_json *json, const nh_model *model) {
    NH_ASSERT(json->depth == 1);
    nh_json_diags(json, "warnings", model->context, NH_SEVERITY_WARNING);
    nh_json_diags(json, "notes", model->context, NH_SEVERITY_NOTE);
    nh_json_close(json);
    nh_text_add(json->text, "\n");
}
