/* `linearize`: matrices, eigenvalues, and what they say. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "base/text/utf8.h"
#include "out/print/print_private.h"

/* Columns: of a label, of an entry with this many digits, of a line. */
enum { LABEL = 24, ENTRY_DIGITS = 8, ENTRY = 16, LINE = 120 };

static void add_label(nh_text *out, const char *label) {
    nh_text_format(out, "  %-*s", LABEL, label);
}

static void add_names(nh_text *out, const char *label, size_t count, const char *const *names) {
    if (count == 0) return;
    add_label(out, label);
    for (size_t i = 0; i < count; i++) nh_text_format(out, "%s%s", i > 0 ? ", " : "", names[i]);
    nh_text_add(out, "\n");
}

/* Lines have no blanks at their ends. */
static void end_line(nh_text *out) {
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') out->length--;
    nh_text_add(out, "\n");
}

static int widest_of(size_t count, const char *const *names) {
    int widest = 0;
    for (size_t i = 0; i < count; i++)
        if (nh_utf8_columns(names[i]) > widest) widest = nh_utf8_columns(names[i]);
    return widest;
}

static void add_padded(nh_text *out, const char *text, int width) {
    int missing = width - nh_utf8_columns(text);
    nh_text_format(out, "%s%*s", text, missing > 0 ? missing : 0, "");
}

/* Rows with their names; too wide ones are left to JSON. */
static void add_matrix(nh_text *out, const char *head, size_t count, const char *const *names, const double *a) {
    int widest = widest_of(count, names) + 2;
    if (6 + widest + (int)count * ENTRY > LINE) {
        nh_text_format(out, "    %s is %zu by %zu: --json has it\n", head, count, count);
        return;
    }
    nh_text_format(out, "    %-2s", head);
    add_padded(out, "", widest);
    for (size_t j = 0; j < count; j++) add_padded(out, names[j], ENTRY);
    end_line(out);
    for (size_t i = 0; i < count; i++) {
        nh_text_add(out, "      ");
        add_padded(out, names[i], widest);
        for (size_t j = 0; j < count; j++) nh_text_format(out, "%-*s", ENTRY, DIGITS(a[i * count + j], ENTRY_DIGITS));
        end_line(out);
    }
}

/* ---- eigenvalues ---- */

bool nh_are_conjugate(const nh_eigenvalue *a, const nh_eigenvalue *b) {
    return a->re == b->re && a->im == -b->im && a->im > 0 && a->multiplicity == b->multiplicity;
}

static const char no_digits[] = "[+/- ";

static bool has_digits(const char *text) {
    return strncmp(text, no_digits, sizeof no_digits - 1) != 0;
}

/* Where there are no certified digits the number is 0 as far as is known. */
static void add_part(nh_text *out, const char *text) {
    const char *bound = text + sizeof no_digits - 1;
    if (has_digits(text)) nh_text_add(out, text);
    else nh_text_format(out, "0 (within %.*s)", (int)strcspn(bound, "]"), bound);
}

/* Of a cluster the distance from 0 is that of all of it, which is printed after it. */
void nh_print_eigenvalue(nh_text *out, const nh_eigenvalue *value, bool is_pair) {
    bool is_cluster = value->multiplicity > 1 && value->radius > 0;
    bool has_im = !value->is_real && !(is_cluster && !has_digits(value->im_text));
    bool has_re = !value->is_on_axis && !(is_cluster && !has_digits(value->re_text));
    if (has_re || (value->is_real && value->is_on_axis)) add_part(out, value->re_text);
    else if (!has_im) nh_text_add(out, "0");
    if (has_im) {
        nh_text_add(out, is_pair ? has_re ? " +- " : "+-" : has_re ? " + " : "");
        add_part(out, value->im_text);
        nh_text_add(out, " i");
    }
    if (value->multiplicity > 1 && value->radius == 0) nh_text_format(out, ", %zu times", value->multiplicity);
    else if (value->multiplicity > 1)
        nh_text_format(out, ": a cluster of %zu, not separated, within %s", value->multiplicity,
                       DIGITS(value->radius, 2));
}

static void add_eigenvalues(nh_text *out, const nh_linearize_info *info) {
    nh_text_add(out, "  eigenvalues\n");
    for (size_t i = 0; i < info->eigenvalues; i++) {
        const nh_eigenvalue *value = &info->eigenvalue[i];
        bool is_pair = i + 1 < info->eigenvalues && nh_are_conjugate(value, value + 1);
        nh_text_add(out, "    ");
        nh_print_eigenvalue(out, value, is_pair);
        nh_text_add(out, "\n");
        for (size_t k = 0; k < info->zeros && value->is_explained; k++)
            nh_text_format(out, "      %s\n", info->zero[k]);
        i += is_pair;
    }
}

/* ---- modes ---- */

/* Digits of a part on the page, if they are certain; one below this, next to the largest, which is 1, is shown as 0. */
enum { PART_DIGITS = 8 };
#define NOTHING_OF_IT 1e-20
#define CERTAIN 1e-12

void nh_print_mode_part(nh_text *out, const nh_mode_part *part) {
    if (part->radius > CERTAIN) {
        nh_text_format(out, "%s + %s i", part->re_text, part->im_text);
        return;
    }
    bool has_re = fabs(part->re) > NOTHING_OF_IT, has_im = fabs(part->im) > NOTHING_OF_IT;
    if (has_re || !has_im) nh_text_add(out, DIGITS(has_re ? part->re : 0, PART_DIGITS));
    if (!has_im) return;
    if (has_re) nh_text_format(out, " %c ", part->im < 0 ? '-' : '+');
    nh_text_format(out, "%s i", DIGITS(has_re ? fabs(part->im) : part->im, PART_DIGITS));
}

/* Only what shows the shape of a mode. */
static void add_modes(nh_text *out, const nh_linearize_info *info) {
    int widest = widest_of(info->shape, info->state_name) + 2;
    if (info->modes == 0 || info->shape < 2) return; /* a single part is 1 */
    nh_text_add(out, "  modes, with the largest part 1\n");
    for (size_t k = 0; k < info->modes; k++) {
        const nh_mode *mode = &info->mode[k];
        nh_text_add(out, "    of ");
        nh_print_eigenvalue(out, &info->eigenvalue[mode->eigenvalue], false);
        nh_text_add(out, "\n");
        for (size_t i = 0; i < info->shape; i++) {
            nh_text_add(out, "      ");
            add_padded(out, info->state_name[i], widest);
            nh_print_mode_part(out, &mode->part[i]);
            nh_text_add(out, "\n");
        }
    }
}

/* ---- formulas ---- */

/* One line for each entry that is not 0. */
static void add_entries(nh_text *out, const char *head, size_t size, const char *const *names, const char *const *e) {
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            if (strcmp(e[i * size + j], "0") != 0)
                nh_text_format(out, "    %s[%s, %s] = %s\n", head, names[i], names[j], e[i * size + j]);
}

static void add_formulas(nh_text *out, const nh_linearize_info *info) {
    const nh_linear_formulas *f = info->formulas;
    if (f->why != NULL) {
        add_label(out, "as formulas");
        nh_text_format(out, "%s\n", f->why);
        return;
    }
    nh_text_add(out, "  as formulas, entries other than 0\n");
    if (f->M != NULL) {
        add_entries(out, "M", f->size, info->coordinate, f->M);
        add_entries(out, "C", f->size, info->coordinate, f->C);
        add_entries(out, "K", f->size, info->coordinate, f->K);
    } else add_entries(out, "A", f->size, info->state_name, f->A);
    add_names(out, "evaluated there", f->symbols, f->symbol);
}

static void add_latex_matrix(nh_text *out, const char *head, size_t size, const char *const *e) {
    nh_text_format(out, "\\[\n%s = \\begin{pmatrix}\n", head);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            nh_text_format(out, "  %s%s\n", e[i * size + j], j + 1 < size ? " &" : i + 1 < size ? " \\\\" : "");
    nh_text_add(out, "\\end{pmatrix}\n\\]\n");
}

void nh_print_linearize_latex(nh_text *out, const nh_linearize_info *info) {
    const nh_linear_formulas *f = info->formulas;
    NH_ASSERT(f != NULL && f->why == NULL);
    if (f->M != NULL) {
        add_latex_matrix(out, "M", f->size, f->M_latex);
        add_latex_matrix(out, "C", f->size, f->C_latex);
        add_latex_matrix(out, "K", f->size, f->K_latex);
    } else add_latex_matrix(out, "A", f->size, f->A_latex);
}

static void add_text(nh_text *out, const nh_model *model, const nh_linearize_info *info) {
    nh_text_format(out, "%s\n\n%s: ", nh_name_text(model->context, model->title), info->kind);
    nh_print_state(out, model, info->state, 8);
    nh_text_add(out, "\n");
    add_names(out, "ignorable", info->ignorables, info->ignorable);
    add_names(out, "family, one for each", info->family, info->family_name);
    if (info->coordinates > 0) {
        nh_text_add(out, "  linearised equations    M x'' + C x' + K x = 0\n");
        add_matrix(out, "M", info->coordinates, info->coordinate, info->M);
        add_matrix(out, "C", info->coordinates, info->coordinate, info->C);
        add_matrix(out, "K", info->coordinates, info->coordinate, info->K);
    }
    if (info->coordinates == 0 && info->states > 0) {
        nh_text_add(out, "  linearised equations    z' = A z\n");
        add_matrix(out, "A", info->states, info->state_name, info->A);
    }
    if (info->formulas != NULL) add_formulas(out, info);
    add_eigenvalues(out, info);
    add_modes(out, info);
    add_label(out, "verdict");
    nh_text_format(out, "%s: %s\n", info->verdict, info->reason);
}

/* ---- JSON ---- */

static void add_matrix_json(nh_json *out, const char *key, size_t count, const double *a) {
    if (count == 0) {
        nh_json_null(out, key);
        return;
    }
    nh_json_open(out, key, '[');
    for (size_t i = 0; i < count; i++) {
        nh_json_open_line(out, NULL, '[');
        for (size_t j = 0; j < count; j++) nh_json_number(out, NULL, a[i * count + j]);
        nh_json_close(out);
    }
    nh_json_close(out);
}

static void add_names_json(nh_json *out, const char *key, size_t count, const char *const *names) {
    nh_json_open_line(out, key, '[');
    for (size_t i = 0; i < count; i++) nh_json_string(out, NULL, names[i]);
    nh_json_close(out);
}

void nh_json_eigenvalues(nh_json *out, size_t count, const nh_eigenvalue *values) {
    nh_json_open(out, "eigenvalues", '[');
    for (size_t i = 0; i < count; i++) {
        nh_json_open_line(out, NULL, '{');
        nh_json_number(out, "re", values[i].is_on_axis ? 0 : values[i].re);
        nh_json_number(out, "im", values[i].is_real ? 0 : values[i].im);
        nh_json_number(out, "radius", values[i].radius);
        nh_json_integer(out, "multiplicity", values[i].multiplicity);
        nh_json_string(out, "re_digits", values[i].re_text);
        nh_json_string(out, "im_digits", values[i].im_text);
        nh_json_close(out);
    }
    nh_json_close(out);
}

static void add_entries_json(nh_json *out, const char *key, size_t size, const char *const *e) {
    if (e == NULL) {
        nh_json_null(out, key);
        return;
    }
    nh_json_open(out, key, '[');
    for (size_t i = 0; i < size; i++) add_names_json(out, NULL, size, e + i * size);
    nh_json_close(out);
}

static void add_formulas_json(nh_json *out, const nh_linear_formulas *f) {
    nh_json_open(out, "formulas", '{');
    nh_json_string(out, "why", f->why);
    add_names_json(out, "symbols", f->symbols, f->symbol);
    add_entries_json(out, "M", f->size, f->M);
    add_entries_json(out, "C", f->size, f->C);
    add_entries_json(out, "K", f->size, f->K);
    add_entries_json(out, "A", f->size, f->A);
    add_entries_json(out, "M_latex", f->size, f->M_latex);
    add_entries_json(out, "C_latex", f->size, f->C_latex);
    add_entries_json(out, "K_latex", f->size, f->K_latex);
    add_entries_json(out, "A_latex", f->size, f->A_latex);
    nh_json_close(out);
}

/* Each with a list over A_states. */
static void add_modes_json(nh_json *out, const nh_linearize_info *info) {
    nh_json_open(out, "modes", '[');
    for (size_t k = 0; k < info->modes; k++) {
        nh_json_open(out, NULL, '{');
        nh_json_integer(out, "eigenvalue", info->mode[k].eigenvalue);
        nh_json_open(out, "vector", '[');
        for (size_t i = 0; i < info->states; i++) {
            const nh_mode_part *part = &info->mode[k].part[i];
            nh_json_open_line(out, NULL, '{');
            nh_json_number(out, "re", part->re);
            nh_json_number(out, "im", part->is_real ? 0 : part->im);
            nh_json_number(out, "radius", part->radius);
            nh_json_string(out, "re_digits", part->re_text);
            nh_json_string(out, "im_digits", part->im_text);
            nh_json_close(out);
        }
        nh_json_close(out);
        nh_json_close(out);
    }
    nh_json_close(out);
}

static void add_json(nh_text *text, const nh_model *model, const nh_linearize_info *info) {
    nh_json out = nh_print_open(text, model);
    nh_json_string(&out, "kind", info->kind);
    nh_json_state(&out, "state", model, info->state);
    add_names_json(&out, "ignorable", info->ignorables, info->ignorable);
    add_names_json(&out, "family", info->family, info->family_name);
    add_names_json(&out, "coordinates", info->coordinates, info->coordinate);
    add_matrix_json(&out, "M", info->coordinates, info->M);
    add_matrix_json(&out, "C", info->coordinates, info->C);
    add_matrix_json(&out, "K", info->coordinates, info->K);
    add_matrix_json(&out, "A", info->states, info->A);
    add_names_json(&out, "A_states", info->states, info->state_name);
    if (info->formulas != NULL) add_formulas_json(&out, info->formulas);
    nh_json_eigenvalues(&out, info->eigenvalues, info->eigenvalue);
    add_modes_json(&out, info);
    nh_json_open(&out, "zero", '[');
    for (size_t i = 0; i < info->zeros; i++) {
        nh_json_open_line(&out, NULL, '{');
        nh_json_string(&out, "why", info->zero[i]);
        nh_json_close(&out);
    }
    nh_json_close(&out);
    nh_json_string(&out, "verdict", info->verdict);
    nh_json_string(&out, "reason", info->reason);
    nh_print_close(&out, model);
}

void nh_print_linearize(nh_text *text, nh_print_as as, const nh_model *model, const nh_linearize_info *info) {
    if (as == NH_PRINT_JSON) add_json(text, model, info);
    else add_text(text, model, info);
}
