/* `displacements`: one block of lines, or one object, for each state. */
#include <math.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "base/text/utf8.h"
#include "out/print/print_private.h"

typedef nh_displacements_page page;

/* Vectors side by side; the width of a label. */
enum { COLUMNS_MOST = 6, LABEL = 32 };
/* Of the size of its terms: a smaller number is written as 0. */
#define ROUNDING 1e-14

/* ---- tables ---- */

static void add_cell(nh_text *out, const char *text, int width) {
    int missing = width - nh_utf8_columns(text);
    nh_text_format(out, "%s%*s", text, missing > 0 ? missing : 0, "");
}

/* What is 0 except for roundings of numbers of this size is shown as 0. */
static void add_number(nh_text *out, double value, double size, int width) {
    nh_text_format(out, "%-*s", width, DIGITS(fabs(value) > ROUNDING * size ? value : 0, 8));
}

/* "  label                value": what follows continues in the same line. */
static void add_label(nh_text *out, const char *label) {
    nh_text_format(out, "  %-*s", LABEL, label);
}

/* Lines have no blanks at their ends. */
static void end_line(nh_text *out) {
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') out->length--;
    nh_text_add(out, "\n");
}

static int widest_coordinate(const page *p, size_t n) {
    int widest = 0;
    for (size_t i = 0; i < n; i++) {
        int width = nh_utf8_columns(nh_print_coordinate(p->model, i));
        if (width > widest) widest = width;
    }
    return widest;
}

static int widest_row(const nh_displacements_info *info) {
    int widest = 0;
    for (size_t r = 0; r < info->rows; r++)
        if (nh_utf8_columns(info->row[r].name) > widest) widest = nh_utf8_columns(info->row[r].name);
    return widest;
}

static int widest_component(const nh_displacements_info *info) {
    int widest = 0;
    for (size_t c = 0; c < info->components; c++)
        if (nh_utf8_columns(info->component[c]) > widest) widest = nh_utf8_columns(info->component[c]);
    return widest;
}

/* ---- the state and the basis ---- */

static void add_state(nh_text *out, const page *p, const nh_displacements_info *info) {
    if (p->is_start) nh_text_format(out, "\n%s initial state: ", p->model->random_start ? "a random" : "the");
    else nh_text_format(out, "\nstate %zu: ", p->count);
    nh_print_state(out, p->model, info->state, 8);
    nh_text_add(out, "\n");
    if (info->rows == 0) return;
    add_label(out, "constraints");
    nh_text_format(out, "largest residual %s, relative to their terms\n", DIGITS(info->residual, 2));
}

/* Vectors side by side: a line for each coordinate, a column for each independent one. */
static void add_vectors(nh_text *out, const page *p, const nh_displacements_info *info, size_t first, size_t last) {
    NH_ASSERT(first <= last && last <= info->dimension);
    size_t n = info->coordinates;
    int widest = widest_coordinate(p, n), label = widest + 3, width = widest + 5 > 16 ? widest + 5 : 16;
    nh_text_format(out, "    %*s", label, "");
    for (size_t k = first; k < last; k++) {
        nh_text_add(out, "by ");
        add_cell(out, nh_print_coordinate(p->model, info->independent[k]), width - 3);
    }
    end_line(out);
    for (size_t i = 0; i < n; i++) {
        nh_text_add(out, "    d");
        add_cell(out, nh_print_coordinate(p->model, i), label - 1);
        for (size_t k = first; k < last; k++) add_number(out, info->basis[k * n + i], 1, width);
        end_line(out);
    }
}

static void add_redundant(nh_text *out, const nh_displacements_info *info) {
    size_t shown = 0;
    for (size_t r = 0; r < info->rows; r++)
        if (info->row[r].redundant) {
            if (shown == 0) add_label(out, "redundant here");
            nh_text_format(out, "%s'%s'", shown++ > 0 ? ", " : "", info->row[r].name);
        }
    if (shown > 0) nh_text_add(out, "\n");
}

static void add_basis(nh_text *out, const page *p, const nh_displacements_info *info) {
    add_label(out, "Chetaev displacements");
    nh_text_format(out, "%zu = %zu coordinate%s - %zu independent constraint%s\n", info->dimension, info->coordinates,
                   nh_plural(info->coordinates), info->rank, nh_plural(info->rank));
    add_redundant(out, info);
    if (info->refused) {
        add_label(out, "");
        nh_text_add(out, "the velocities that the model declares independent are not independent at this state\n");
    }
    for (size_t first = 0; first < info->dimension; first += COLUMNS_MOST) {
        size_t last = first + COLUMNS_MOST;
        add_vectors(out, p, info, first, last < info->dimension ? last : info->dimension);
    }
}

/* How the vectors of the basis move points: likewise, a line for each component. */
static void add_moves(nh_text *out, const page *p, const nh_displacements_info *info, size_t first, size_t last) {
    NH_ASSERT(first <= last && last <= info->dimension);
    int label = widest_component(info) + 3, width = widest_coordinate(p, info->coordinates) + 5;
    if (width < 16) width = 16;
    nh_text_format(out, "    %*s", label, "");
    for (size_t k = first; k < last; k++) {
        nh_text_add(out, "by ");
        add_cell(out, nh_print_coordinate(p->model, info->independent[k]), width - 3);
    }
    end_line(out);
    for (size_t c = 0; c < info->components; c++) {
        nh_text_add(out, "    d");
        add_cell(out, info->component[c], label - 1);
        for (size_t k = first; k < last; k++)
            add_number(out, info->component_basis[k * info->components + c], 1, width);
        end_line(out);
    }
}

static void add_points(nh_text *out, const page *p, const nh_displacements_info *info) {
    if (info->too_many_components)
        nh_text_format(out, "  displacements of points are left out: their positions have more than %d components\n",
                       NH_DISPLACEMENTS_COMPONENTS_MAX);
    if (!info->has_points || info->dimension == 0) return;
    nh_text_add(out, "  displacements of points\n");
    for (size_t first = 0; first < info->dimension; first += COLUMNS_MOST) {
        size_t last = first + COLUMNS_MOST;
        add_moves(out, p, info, first, last < info->dimension ? last : info->dimension);
    }
}

/* ---- work ---- */

static double part_of(double value, double size) {
    return size > 0 ? fabs(value) / size : 0;
}

static void add_work(nh_text *out, const page *p, const nh_displacements_info *info) {
    double most = 0, most_of_motion = 0;
    for (size_t k = 0; k < info->dimension; k++) {
        most = fmax(most, part_of(info->work[k], info->work_size[k]));
        most_of_motion = fmax(most_of_motion, part_of(info->work_of_motion[k], info->work_size[k]));
    }
    bool is_zero = most <= p->tolerance && most_of_motion <= p->tolerance;
    add_label(out, "work of the reactions on them");
    nh_text_format(out, "%s; at most %s of its terms, by the accelerations %s\n", is_zero ? "0" : "not 0",
                   DIGITS(most, 2), DIGITS(most_of_motion, 2));
}

/* Which rows give it, and whether they may. */
static void add_power(nh_text *out, const page *p, const nh_displacements_info *info) {
    bool is_zero = fabs(info->power) <= p->tolerance * info->power_size;
    add_label(out, "power of the reactions, on q'");
    if (is_zero) nh_text_format(out, "0; %s of its terms", DIGITS(part_of(info->power, info->power_size), 2));
    else nh_text_format(out, "%s", DIGITS(info->power, 8));
    if (is_zero)
        nh_text_format(out, ", by the accelerations %s\n", DIGITS(part_of(info->power_of_motion, info->power_size), 2));
    else nh_text_format(out, "; by the accelerations %s\n", DIGITS(info->power_of_motion, 8));
    for (size_t r = 0; r < info->rows; r++) {
        const nh_displacements_row *row = &info->row[r];
        if (fabs(row->power) <= p->tolerance * info->power_size) continue;
        add_label(out, "");
        nh_text_format(out, "%s by '%s'%s\n", DIGITS(row->power, 8), row->name,
                       row->homogeneous == NH_NO ? ", which is not homogeneous in the velocities" : "");
    }
}

/* ---- commutation ---- */

/* "D.a = 1.5 A.b - 2 A.c" */
static void add_combination(nh_text *out, const page *p, const nh_displacements_info *info, size_t r) {
    NH_ASSERT(r < info->rows);
    size_t shown = 0;
    nh_text_format(out, "    D.%s = ", info->row[r].name);
    for (size_t s = 0; s < info->rows; s++) {
        double rho = info->rho[r * info->rows + s];
        if (fabs(rho) * info->row[s].A <= p->tolerance * info->row[r].D_size) continue;
        nh_text_add(out, shown++ > 0 ? (rho < 0 ? " - " : " + ") : (rho < 0 ? "-" : ""));
        nh_text_format(out, "%s A.%s", DIGITS(fabs(rho), 8), info->row[s].name);
    }
    nh_text_add(out, shown > 0 ? "\n" : "0\n");
}

static void add_failing(nh_text *out, const page *p, const nh_displacements_info *info, size_t r) {
    NH_ASSERT(r < info->rows);
    const nh_displacements_row *row = &info->row[r];
    if (row->residual <= p->tolerance * row->D_size) {
        add_combination(out, p, info, r);
        return;
    }
    nh_text_format(out, "    D.%s, of length %s, has a part of length %s that is not a combination\n", row->name,
                   DIGITS(row->D, 8), DIGITS(row->residual, 8));
}

static void add_agreeing(nh_text *out, const nh_displacements_info *info) {
    size_t with_mu = info->agreeing + info->dimension - info->commuting; /* rows that have one */
    if (with_mu == 0) return;
    add_label(out, "vakonomic accelerations");
    nh_text_add(out, "are Chetaev's for ");
    if (info->agreeing == with_mu) {
        nh_text_add(out, "all mu\n");
        return;
    }
    if (info->agreeing == 0) nh_text_add(out, "mu = 0 only\n");
    else nh_text_format(out, "mu in a space of dimension %zu of %zu\n", info->agreeing, with_mu);
    for (size_t k = 0; k < info->agreeing; k++) {
        nh_text_add(out, "   ");
        for (size_t r = 0; r < info->rows; r++) {
            double mu = info->agreeing_mu[k * info->rows + r];
            if (mu != 0) nh_text_format(out, " mu.%s = %s", info->row[r].name, DIGITS(mu, 8));
        }
        nh_text_add_char(out, '\n');
    }
}

static void add_commutation(nh_text *out, const page *p, const nh_displacements_info *info) {
    add_label(out, "both conditions, dq' = d/dt dq");
    nh_text_format(out, "leave %zu of %zu: the rank of [A; D] is %zu\n", info->commuting, info->dimension,
                   info->coordinates - info->commuting);
    add_label(out, "D is a combination of A");
    nh_text_format(out, "%s\n", info->commutes ? "yes" : "no");
    for (size_t r = 0; r < info->rows; r++) add_failing(out, p, info, r);
    add_agreeing(out, info);
}

/* Omega, where it is small enough to be read. */
static void add_matrix(nh_text *out, const page *p, const nh_displacements_info *info) {
    size_t n = info->coordinates;
    if (n > COLUMNS_MOST) return;
    int widest = widest_coordinate(p, n) + 2;
    nh_text_add(out, "  the transposition matrix omega\n");
    for (size_t h = 0; h < n; h++) {
        nh_text_add(out, "    ");
        add_cell(out, nh_print_coordinate(p->model, h), widest);
        for (size_t j = 0; j < n; j++) add_number(out, info->omega[h * n + j], 1, 16);
        end_line(out);
    }
}

/* Likewise of the points. */
static void add_W(nh_text *out, const nh_displacements_info *info) {
    size_t count = info->components;
    if (info->has_points && info->W == NULL)
        nh_text_add(out, "  no matrix W of the points: omega takes a displacement that moves no point to one that "
                         "moves some\n");
    if (info->W == NULL || count > COLUMNS_MOST) return;
    int widest = widest_component(info) + 2;
    nh_text_add(out, "  W of the points, W dr/dq = dr/dq omega\n");
    for (size_t c = 0; c < count; c++) {
        nh_text_add(out, "    ");
        add_cell(out, info->component[c], widest);
        for (size_t e = 0; e < count; e++) add_number(out, info->W[c * count + e], 1, 16);
        end_line(out);
    }
}

static void add_transposition(nh_text *out, const page *p, const nh_displacements_info *info) {
    int widest = widest_row(info);
    add_matrix(out, p, info);
    add_W(out, info);
    add_label(out, "dq' = d/dt dq + omega dq");
    nh_text_format(out, "leaves %zu of %zu: the rank of [A; D1] is %zu, with D1 = D - A omega\n", info->transposing,
                   info->dimension, info->coordinates - info->transposing);
    for (size_t r = 0; r < info->rows; r++) {
        nh_text_add(out, "    D1.");
        add_cell(out, info->row[r].name, widest + 2);
        nh_text_format(out, "length %s, of which %s is not a combination of A; its terms %s\n",
                       DIGITS(info->row[r].D1, 3), DIGITS(info->row[r].D1_residual, 3),
                       DIGITS(info->row[r].D1_size, 3));
    }
}

/* ---- the field ---- */

static void add_components(nh_text *out, const page *p, const nh_displacements_info *info, const char *label,
                           const double *x, const char *mark) {
    add_label(out, label);
    for (size_t i = 0; i < info->coordinates; i++)
        nh_text_format(out, "%sd%s%s = %s", i > 0 ? ", " : "", nh_print_coordinate(p->model, i), mark,
                       DIGITS(x[i] + 0.0, 8));
    nh_text_add(out, "\n");
}

static void add_sides(nh_text *out, const nh_displacements_info *info) {
    static const char *const heads[] = {"A dq", "G dq + A dq'", "left", "right"};
    int label = widest_row(info) + 2;
    nh_text_format(out, "    %*s", label, "");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) nh_text_format(out, "%-16s", heads[i]);
    nh_text_add(out, "difference of the sides, relative to their terms\n");
    for (size_t r = 0; r < info->rows; r++) {
        const nh_displacements_row *row = &info->row[r];
        nh_text_add(out, "    ");
        add_cell(out, row->name, label);
        add_number(out, row->chetaev, row->chetaev_size, 16);
        add_number(out, row->vakonomic, row->vakonomic_size, 16);
        add_number(out, row->left, row->size, 16);
        add_number(out, row->right, row->size, 16);
        nh_text_format(out, "%s\n", DIGITS(part_of(row->left - row->right, row->size), 2));
    }
}

/* y dq = d/dt sum mu A dq, [Algebraic] (14), (33), as a function of mu and mu'. */
static void add_y(nh_text *out, const page *p, const nh_displacements_info *info) {
    size_t shown = 0;
    add_label(out, "d/dt (sum mu A dq) = y dq");
    for (size_t r = 0; r < info->rows; r++) {
        const nh_displacements_row *row = &info->row[r];
        double of[2] = {row->chetaev, row->chetaev_rate}, size[2] = {row->chetaev_size, row->size};
        for (int i = 0; i < 2; i++) {
            if (fabs(of[i]) <= p->tolerance * size[i]) continue;
            nh_text_add(out, shown++ > 0 ? (of[i] < 0 ? " - " : " + ") : (of[i] < 0 ? "-" : ""));
            nh_text_format(out, "%s mu%s.%s", DIGITS(fabs(of[i]), 8), i == 0 ? "'" : "", row->name);
        }
    }
    nh_text_add(out, shown > 0 ? "\n" : "0\n");
}

static void add_field(nh_text *out, const page *p, const nh_displacements_info *info) {
    add_components(out, p, info, "the field", info->field, "");
    add_components(out, p, info, "  its derivative, d/dt dq", info->field_derivative, "");
    add_components(out, p, info, "  varies the velocities by", info->field_rate, "'");
    if (info->has_points) {
        add_label(out, "  moves points by");
        for (size_t c = 0; c < info->components; c++)
            nh_text_format(out, "%sd%s = %s", c > 0 ? ", " : "", info->component[c],
                           DIGITS(info->component_field[c] + 0.0, 8));
        nh_text_add(out, "\n");
    }
    add_label(out, "  it satisfies");
    nh_text_format(out, "%s\n",
                   info->field_is_chetaev && info->field_is_vakonomic ? "Chetaev's condition and the vakonomic one"
                   : info->field_is_chetaev                           ? "Chetaev's condition, not the vakonomic one"
                   : info->field_is_vakonomic                         ? "the vakonomic condition, not Chetaev's"
                                              : "neither Chetaev's condition nor the vakonomic one");
    if (info->rows == 0) return;
    nh_text_add(out, "  the transpositional relation, (G dq + A dq') - d/dt(A dq) = A (dq' - d/dt dq) - D dq\n");
    add_sides(out, info);
    add_y(out, p, info);
}

static void add_block(nh_text *out, const page *p, const nh_displacements_info *info) {
    add_state(out, p, info);
    if (info->has_basis) add_basis(out, p, info);
    if (info->why != NULL) {
        add_label(out, "the rest is unknown");
        nh_text_format(out, "%s\n", info->why);
    }
    if (!info->has_motion) return;
    add_points(out, p, info);
    if (info->rows > 0) {
        add_work(out, p, info);
        add_power(out, p, info);
        add_commutation(out, p, info);
        if (info->has_transposition) add_transposition(out, p, info);
    }
    if (info->has_field) add_field(out, p, info);
}

/* ---- JSON ---- */

static void add_vector(nh_json *out, const nh_model *model, const char *key, const double *x, size_t n) {
    nh_json_open_line(out, key, '{');
    for (size_t i = 0; i < n; i++) nh_json_number(out, nh_print_coordinate(model, i), x[i]);
    nh_json_close(out);
}

static void add_count(nh_json *out, const char *key, bool is_known, size_t count) {
    if (is_known) nh_json_integer(out, key, count);
    else nh_json_null(out, key);
}

static void add_flag(nh_json *out, const char *key, bool is_known, bool value) {
    if (is_known) nh_json_truth(out, key, value);
    else nh_json_null(out, key);
}

/* mu by name, one object for each vector of a basis. */
static void add_agreeing_json(nh_json *out, const nh_displacements_info *info) {
    if (!info->has_motion) {
        nh_json_null(out, "agreeing_mu");
        return;
    }
    nh_json_open(out, "agreeing_mu", '[');
    for (size_t k = 0; k < info->agreeing; k++) {
        nh_json_open(out, NULL, '{');
        for (size_t r = 0; r < info->rows; r++)
            nh_json_number(out, info->row[r].name, info->agreeing_mu[k * info->rows + r] + 0.0);
        nh_json_close(out);
    }
    nh_json_close(out);
}

/* Row by row; NULL: there is none. */
static void add_matrix_json(nh_json *out, const char *key, const double *matrix, size_t n) {
    if (matrix == NULL) {
        nh_json_null(out, key);
        return;
    }
    nh_json_open(out, key, '[');
    for (size_t h = 0; h < n; h++) {
        nh_json_open(out, NULL, '[');
        for (size_t j = 0; j < n; j++) nh_json_number(out, NULL, matrix[h * n + j] + 0.0); /* not -0 */
        nh_json_close(out);
    }
    nh_json_close(out);
}

/* By names of components. */
static void add_moves_json(nh_json *out, const char *key, const nh_displacements_info *info, const double *moves) {
    if (!info->has_motion || !info->has_points) {
        nh_json_null(out, key);
        return;
    }
    nh_json_open_line(out, key, '{');
    for (size_t c = 0; c < info->components; c++) nh_json_number(out, info->component[c], moves[c] + 0.0);
    nh_json_close(out);
}

static void add_basis_json(nh_json *out, const nh_model *model, const nh_displacements_info *info) {
    size_t n = info->coordinates;
    nh_json_open(out, "basis", '[');
    for (size_t k = 0; info->has_basis && k < info->dimension; k++) {
        nh_json_open(out, NULL, '{');
        nh_json_string(out, "by", nh_print_coordinate(model, info->independent[k]));
        add_vector(out, model, "displacement", info->basis + k * n, n);
        add_moves_json(out, "points", info, info->component_basis + k * info->components);
        nh_json_number(out, "work", info->has_motion ? info->work[k] : NAN);
        nh_json_number(out, "work_of_motion", info->has_motion ? info->work_of_motion[k] : NAN);
        nh_json_number(out, "work_size", info->has_motion ? info->work_size[k] : NAN);
        nh_json_close(out);
    }
    nh_json_close(out);
}

static void add_rho(nh_json *out, const nh_displacements_info *info, size_t r) {
    NH_ASSERT(r < info->rows);
    nh_json_open_line(out, "rho", '{');
    for (size_t s = 0; info->has_motion && s < info->rows; s++)
        nh_json_number(out, info->row[s].name, info->rho[r * info->rows + s]);
    nh_json_close(out);
}

static void add_sides_json(nh_json *out, const nh_displacements_row *row) {
    nh_json_number(out, "chetaev", row->chetaev);
    nh_json_number(out, "chetaev_rate", row->chetaev_rate);
    nh_json_number(out, "vakonomic", row->vakonomic);
    nh_json_number(out, "left", row->left);
    nh_json_number(out, "right", row->right);
    nh_json_number(out, "difference", row->left - row->right);
    nh_json_number(out, "size", row->size);
}

static void add_row_json(nh_json *out, const nh_displacements_info *info, size_t r) {
    NH_ASSERT(r < info->rows);
    const nh_displacements_row *row = &info->row[r];
    nh_json_open(out, NULL, '{');
    nh_json_string(out, "name", row->name);
    add_flag(out, "redundant", info->has_basis, row->redundant);
    add_flag(out, "homogeneous", row->homogeneous != NH_UNKNOWN, row->homogeneous == NH_YES);
    nh_json_number(out, "lambda", row->lambda + 0.0); /* not -0 */
    nh_json_number(out, "power", row->power + 0.0);
    nh_json_number(out, "A", row->A);
    nh_json_number(out, "D", row->D);
    nh_json_number(out, "residual", row->residual);
    nh_json_number(out, "D_size", row->D_size);
    add_rho(out, info, r);
    if (info->has_transposition) {
        nh_json_number(out, "D1", row->D1);
        nh_json_number(out, "D1_residual", row->D1_residual);
        nh_json_number(out, "D1_size", row->D1_size);
    }
    if (info->has_field) add_sides_json(out, row);
    nh_json_close(out);
}

static void add_field_json(nh_json *out, const nh_model *model, const nh_displacements_info *info) {
    if (!info->has_field || !info->has_motion) {
        nh_json_null(out, "field");
        return;
    }
    nh_json_open(out, "field", '{');
    add_vector(out, model, "displacement", info->field, info->coordinates);
    add_vector(out, model, "rate", info->field_rate, info->coordinates);
    add_vector(out, model, "derivative", info->field_derivative, info->coordinates);
    add_moves_json(out, "points", info, info->component_field);
    nh_json_truth(out, "chetaev", info->field_is_chetaev);
    nh_json_truth(out, "vakonomic", info->field_is_vakonomic);
    nh_json_close(out);
}

static void add_object(nh_json *out, const nh_model *model, const nh_displacements_info *info) {
    nh_json_open(out, NULL, '{');
    nh_json_state(out, "state", model, info->state);
    nh_json_string(out, "why", info->why);
    nh_json_number(out, "constraint_residual", info->residual);
    add_count(out, "rank", info->has_basis, info->rank);
    add_count(out, "dimension", info->has_basis, info->dimension);
    add_flag(out, "independent_refused", info->has_basis, info->refused);
    add_basis_json(out, model, info);
    nh_json_number(out, "power", info->power + 0.0);
    nh_json_number(out, "power_of_motion", info->power_of_motion);
    nh_json_number(out, "power_size", info->power_size);
    add_count(out, "commuting", info->has_motion, info->commuting);
    add_flag(out, "commutes", info->has_motion, info->commutes);
    add_agreeing_json(out, info);
    bool has_omega = info->has_motion && info->has_transposition;
    add_matrix_json(out, "omega", has_omega ? info->omega : NULL, info->coordinates);
    add_matrix_json(out, "W", has_omega ? info->W : NULL, info->components);
    add_count(out, "transposing", info->has_motion && info->has_transposition, info->transposing);
    add_flag(out, "transposes", info->has_motion && info->has_transposition, info->transposes);
    nh_json_open(out, "rows", '[');
    for (size_t r = 0; r < info->rows; r++) add_row_json(out, info, r);
    nh_json_close(out);
    add_field_json(out, model, info);
    nh_json_close(out);
}

/* ---- all states ---- */

void nh_print_displacements_open(nh_displacements_page *p) {
    p->count = p->failed = 0;
    if (p->as == NH_PRINT_TEXT) {
        nh_text_format(p->text, "%s\n", nh_name_text(p->model->context, p->model->title));
        return;
    }
    p->json = nh_print_open(p->text, p->model);
    nh_json_open(&p->json, "states", '[');
}

void nh_print_displacements_at(nh_displacements_page *p, const nh_displacements_info *info) {
    NH_ASSERT(p->failed <= p->count);
    p->count++;
    p->failed += info->why != NULL;
    if (p->as == NH_PRINT_TEXT) add_block(p->text, p, info);
    else add_object(&p->json, p->model, info);
}

void nh_print_displacements_close(nh_displacements_page *p, uint64_t seed) {
    if (p->as == NH_PRINT_TEXT) return;
    nh_json_close(&p->json);
    nh_json_number(&p->json, "tolerance", p->tolerance);
    nh_json_integer(&p->json, "failed", p->failed);
    nh_json_integer(&p->json, "seed", seed);
    nh_print_close(&p->json, p->model);
}

void nh_print_displacements_summary(nh_text *text, const nh_model *model, size_t count, size_t failed,
                                    const char *table) {
    nh_text_format(text, "system: %s\nstates: %zu\n", nh_name_text(model->context, model->title), count);
    if (failed > 0) nh_text_format(text, "without a value: %zu\n", failed);
    nh_text_format(text, "written: %s\n", table);
}
