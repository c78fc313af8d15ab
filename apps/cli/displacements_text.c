/* `displacements` for people: one block of lines for each state. */
#include <math.h>
#include <string.h>

#include "displacements.h"
#include "utf8.h"

enum { COLUMNS_MOST = 6, LABEL = 32 };
#define ROUNDING 1e-14

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* ---- tables ---- */

static int width_of(const char *text) {
    int width = 0;
    for (size_t length = strlen(text), step; length > 0; text += step, length -= step) {
        uint32_t code;
        step = utf8_decode(text, length, &code);
        if (step == 0) return width + (int)length;
        width += utf8_width(code);
    }
    return width;
}

static void add_cell(sink *out, const char *text, int width) {
    int missing = width - width_of(text);
    sink_format(out, "%s%*s", text, missing > 0 ? missing : 0, "");
}

/* What is 0 but for roundings of numbers of this size is shown as 0. */
static void add_number(sink *out, double value, double size, int width) {
    char text[40];
    snprintf(text, sizeof text, "%.8g", fabs(value) > ROUNDING * size ? value : 0);
    sink_format(out, "%-*s", width, text);
}

/* "  label                value": what follows goes on in the same line. */
static void add_label(sink *out, const char *label) {
    sink_format(out, "  %-*s", LABEL, label);
}

/* Lines have no blanks at their ends. */
static void end_line(sink *out) {
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') out->length--;
    sink_text(out, "\n");
}

static int widest_coordinate(const session *s, size_t n) {
    int widest = 0;
    for (size_t i = 0; i < n; i++) {
        int width = width_of(nh_model_coordinate(s->model, i));
        if (width > widest) widest = width;
    }
    return widest;
}

static int widest_row(const nh_displacements_info *info) {
    int widest = 0;
    for (size_t r = 0; r < info->rows; r++)
        if (width_of(info->row[r].name) > widest) widest = width_of(info->row[r].name);
    return widest;
}

/* ---- the state and the basis ---- */

static void add_state(sink *out, const session *s, const displaced *d, size_t number,
                      const nh_displacements_info *info) {
    size_t n = info->coordinates;
    if (d->path == NULL) sink_format(out, "\n%s: ", d->model.random_start ? "a random start" : "start");
    else sink_format(out, "\nstate %zu: ", number);
    sink_format(out, "t = %.8g", info->state[0]);
    for (size_t i = 0; i < n; i++)
        sink_format(out, ", %s = %.8g", nh_model_coordinate(s->model, i), info->state[1 + i]);
    for (size_t i = 0; i < n; i++)
        sink_format(out, ", %s' = %.8g", nh_model_coordinate(s->model, i), info->state[1 + n + i]);
    sink_text(out, "\n");
    if (info->rows == 0) return;
    add_label(out, "constraints");
    sink_format(out, "largest residual %.2g, relative to their terms\n", info->residual);
}

/* Vectors side by side: a line for each coordinate, a column for each independent one. */
static void add_vectors(sink *out, const session *s, const nh_displacements_info *info, size_t first, size_t last) {
    size_t n = info->coordinates;
    int widest = widest_coordinate(s, n), label = widest + 3, width = widest + 5 > 16 ? widest + 5 : 16;
    sink_format(out, "    %*s", label, "");
    for (size_t k = first; k < last; k++) {
        sink_text(out, "by ");
        add_cell(out, nh_model_coordinate(s->model, info->independent[k]), width - 3);
    }
    end_line(out);
    for (size_t i = 0; i < n; i++) {
        sink_text(out, "    d");
        add_cell(out, nh_model_coordinate(s->model, i), label - 1);
        for (size_t k = first; k < last; k++) add_number(out, info->basis[k * n + i], 1, width);
        end_line(out);
    }
}

static void add_redundant(sink *out, const nh_displacements_info *info) {
    size_t shown = 0;
    for (size_t r = 0; r < info->rows; r++)
        if (info->row[r].redundant) {
            if (shown == 0) add_label(out, "redundant here");
            sink_format(out, "%s'%s'", shown++ > 0 ? ", " : "", info->row[r].name);
        }
    if (shown > 0) sink_text(out, "\n");
}

static void add_basis(sink *out, const session *s, const nh_displacements_info *info) {
    add_label(out, "Chetaev displacements");
    sink_format(out, "%zu = %zu coordinate%s - %zu independent constraint%s\n", info->dimension, info->coordinates,
                plural(info->coordinates), info->rank, plural(info->rank));
    add_redundant(out, info);
    if (info->refused) {
        add_label(out, "");
        sink_text(out, "the velocities that the model calls independent cannot be, at this state\n");
    }
    for (size_t first = 0; first < info->dimension; first += COLUMNS_MOST) {
        size_t last = first + COLUMNS_MOST;
        add_vectors(out, s, info, first, last < info->dimension ? last : info->dimension);
    }
}

/* ---- work ---- */

static double part_of(double value, double size) {
    return size > 0 ? fabs(value) / size : 0;
}

static void add_work(sink *out, const displaced *d, const nh_displacements_info *info) {
    double most = 0, most_of_motion = 0;
    for (size_t k = 0; k < info->dimension; k++) {
        most = fmax(most, part_of(info->work[k], info->work_size[k]));
        most_of_motion = fmax(most_of_motion, part_of(info->work_of_motion[k], info->work_size[k]));
    }
    bool is_zero = most <= d->def.tolerance && most_of_motion <= d->def.tolerance;
    add_label(out, "work of the reactions on them");
    sink_format(out, "%s; at most %.2g of its terms, by the accelerations %.2g\n", is_zero ? "0" : "not 0", most,
                most_of_motion);
}

/* Which rows give it, and whether they may. */
static void add_power(sink *out, const displaced *d, const nh_displacements_info *info) {
    bool is_zero = fabs(info->power) <= d->def.tolerance * info->power_size;
    add_label(out, "power of the reactions, on q'");
    if (is_zero) sink_format(out, "0; %.2g of its terms", part_of(info->power, info->power_size));
    else sink_format(out, "%.8g", info->power);
    if (is_zero) sink_format(out, ", by the accelerations %.2g\n", part_of(info->power_of_motion, info->power_size));
    else sink_format(out, "; by the accelerations %.8g\n", info->power_of_motion);
    for (size_t r = 0; r < info->rows; r++) {
        const nh_displacements_row *row = &info->row[r];
        if (fabs(row->power) <= d->def.tolerance * info->power_size) continue;
        add_label(out, "");
        sink_format(out, "%.8g by '%s'%s\n", row->power, row->name,
                    row->homogeneous == NH_NO ? ", which is not homogeneous in the velocities" : "");
    }
}

/* ---- commutation ---- */

/* "D.a = 1.5 A.b - 2 A.c" */
static void add_combination(sink *out, const displaced *d, const nh_displacements_info *info, size_t r) {
    size_t shown = 0;
    sink_format(out, "    D.%s = ", info->row[r].name);
    for (size_t s = 0; s < info->rows; s++) {
        double rho = info->rho[r * info->rows + s];
        if (fabs(rho) * info->row[s].A <= d->def.tolerance * info->row[r].D_size) continue;
        sink_text(out, shown++ > 0 ? (rho < 0 ? " - " : " + ") : (rho < 0 ? "-" : ""));
        sink_format(out, "%.8g A.%s", fabs(rho), info->row[s].name);
    }
    sink_text(out, shown > 0 ? "\n" : "0\n");
}

static void add_failing(sink *out, const displaced *d, const nh_displacements_info *info, size_t r) {
    const nh_displacements_row *row = &info->row[r];
    if (row->residual <= d->def.tolerance * row->D_size) {
        add_combination(out, d, info, r);
        return;
    }
    sink_format(out, "    D.%s, of length %.8g, has a part of length %.8g that is no combination\n", row->name, row->D,
                row->residual);
}

static void add_commutation(sink *out, const displaced *d, const nh_displacements_info *info) {
    add_label(out, "both conditions, dq' = d/dt dq");
    sink_format(out, "leave %zu of %zu: the rank of [A; D] is %zu\n", info->commuting, info->dimension,
                info->coordinates - info->commuting);
    add_label(out, "D is a combination of A");
    sink_format(out, "%s\n", info->commutes ? "yes" : "no");
    for (size_t r = 0; r < info->rows; r++) add_failing(out, d, info, r);
}

/* Omega, where it is small enough to be read. */
static void add_matrix(sink *out, const session *s, const nh_displacements_info *info) {
    size_t n = info->coordinates;
    if (n > COLUMNS_MOST) return;
    int widest = widest_coordinate(s, n) + 2;
    sink_text(out, "  the transposition matrix omega\n");
    for (size_t h = 0; h < n; h++) {
        sink_text(out, "    ");
        add_cell(out, nh_model_coordinate(s->model, h), widest);
        for (size_t j = 0; j < n; j++) add_number(out, info->omega[h * n + j], 1, 16);
        end_line(out);
    }
}

static void add_transposition(sink *out, const session *s, const nh_displacements_info *info) {
    int widest = widest_row(info);
    add_matrix(out, s, info);
    add_label(out, "dq' = d/dt dq + omega dq");
    sink_format(out, "leaves %zu of %zu: the rank of [A; D1] is %zu, with D1 = D - A omega\n", info->transposing,
                info->dimension, info->coordinates - info->transposing);
    for (size_t r = 0; r < info->rows; r++) {
        sink_text(out, "    D1.");
        add_cell(out, info->row[r].name, widest + 2);
        sink_format(out, "length %.3g, of which %.3g is no combination of A; its terms %.3g\n", info->row[r].D1,
                    info->row[r].D1_residual, info->row[r].D1_size);
    }
}

/* ---- the field ---- */

static void add_components(sink *out, const session *s, const nh_displacements_info *info, const char *label,
                           const double *x, const char *mark) {
    add_label(out, label);
    for (size_t i = 0; i < info->coordinates; i++)
        sink_format(out, "%sd%s%s = %.8g", i > 0 ? ", " : "", nh_model_coordinate(s->model, i), mark, x[i] + 0.0);
    sink_text(out, "\n");
}

static void add_sides(sink *out, const nh_displacements_info *info) {
    static const char *const heads[] = {"A dq", "G dq + A dq'", "left", "right"};
    int label = widest_row(info) + 2;
    sink_format(out, "    %*s", label, "");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) sink_format(out, "%-16s", heads[i]);
    sink_text(out, "difference of the sides, relative to their terms\n");
    for (size_t r = 0; r < info->rows; r++) {
        const nh_displacements_row *row = &info->row[r];
        sink_text(out, "    ");
        add_cell(out, row->name, label);
        add_number(out, row->chetaev, row->chetaev_size, 16);
        add_number(out, row->vakonomic, row->vakonomic_size, 16);
        add_number(out, row->left, row->size, 16);
        add_number(out, row->right, row->size, 16);
        sink_format(out, "%.2g\n", part_of(row->left - row->right, row->size));
    }
}

static void add_field(sink *out, const session *s, const nh_displacements_info *info) {
    add_components(out, s, info, "the field", info->field, "");
    add_components(out, s, info, "  its derivative, d/dt dq", info->field_derivative, "");
    add_components(out, s, info, "  varies the velocities by", info->field_rate, "'");
    add_label(out, "  it satisfies");
    sink_format(out, "%s\n",
                info->field_is_chetaev && info->field_is_vakonomic ? "Chetaev's condition and the vakonomic one"
                : info->field_is_chetaev                           ? "Chetaev's condition, not the vakonomic one"
                : info->field_is_vakonomic                         ? "the vakonomic condition, not Chetaev's"
                                           : "neither Chetaev's condition nor the vakonomic one");
    if (info->rows == 0) return;
    sink_text(out, "  the transpositional relation, (G dq + A dq') - d/dt(A dq) = A (dq' - d/dt dq) - D dq\n");
    add_sides(out, info);
}

void displacements_text(sink *out, const session *s, const displaced *d, size_t number,
                        const nh_displacements_info *info) {
    add_state(out, s, d, number, info);
    if (info->has_basis) add_basis(out, s, info);
    if (info->why != NULL) {
        add_label(out, "the rest is not known");
        sink_format(out, "%s\n", info->why);
    }
    if (!info->has_motion) return;
    if (info->rows > 0) {
        add_work(out, d, info);
        add_power(out, d, info);
        add_commutation(out, d, info);
        if (info->has_transposition) add_transposition(out, s, info);
    }
    if (info->has_field) add_field(out, s, info);
}
