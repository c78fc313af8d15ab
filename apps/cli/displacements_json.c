/* `displacements --json`: one object for each state. */
#include <math.h>

#include "displacements.h"

static void add_state(json *out, const session *s, const double *state, size_t n) {
    json_open_line(out, "state", '{');
    json_number(out, "t", state[0]);
    for (size_t i = 0; i < n; i++) json_number(out, nh_model_coordinate(s->model, i), state[1 + i]);
    for (size_t i = 0; i < n; i++) json_velocity(out, nh_model_coordinate(s->model, i), state[1 + n + i]);
    json_close(out);
}

static void add_vector(json *out, const session *s, const char *key, const double *x, size_t n) {
    json_open_line(out, key, '{');
    for (size_t i = 0; i < n; i++) json_number(out, nh_model_coordinate(s->model, i), x[i]);
    json_close(out);
}

static void add_count(json *out, const char *key, bool is_known, size_t count) {
    if (is_known) json_integer(out, key, count);
    else json_null(out, key);
}

static void add_flag(json *out, const char *key, bool is_known, bool value) {
    if (is_known) json_truth(out, key, value);
    else json_null(out, key);
}

/* The transposition matrix, row by row. */
static void add_matrix(json *out, const nh_displacements_info *info) {
    size_t n = info->coordinates;
    bool is_known = info->has_motion && info->has_transposition;
    if (!is_known) json_null(out, "omega");
    if (!is_known) return;
    json_open(out, "omega", '[');
    for (size_t h = 0; h < n; h++) {
        json_open(out, NULL, '[');
        for (size_t j = 0; j < n; j++) json_number(out, NULL, info->omega[h * n + j] + 0.0); /* not -0 */
        json_close(out);
    }
    json_close(out);
}

static void add_basis(json *out, const session *s, const nh_displacements_info *info) {
    size_t n = info->coordinates;
    json_open(out, "basis", '[');
    for (size_t k = 0; info->has_basis && k < info->dimension; k++) {
        json_open(out, NULL, '{');
        json_string(out, "by", nh_model_coordinate(s->model, info->independent[k]));
        add_vector(out, s, "displacement", info->basis + k * n, n);
        json_number(out, "work", info->has_motion ? info->work[k] : NAN);
        json_number(out, "work_of_motion", info->has_motion ? info->work_of_motion[k] : NAN);
        json_number(out, "work_size", info->has_motion ? info->work_size[k] : NAN);
        json_close(out);
    }
    json_close(out);
}

static void add_rho(json *out, const nh_displacements_info *info, size_t r) {
    json_open_line(out, "rho", '{');
    for (size_t s = 0; info->has_motion && s < info->rows; s++)
        json_number(out, info->row[s].name, info->rho[r * info->rows + s]);
    json_close(out);
}

static void add_sides(json *out, const nh_displacements_row *row) {
    json_number(out, "chetaev", row->chetaev);
    json_number(out, "vakonomic", row->vakonomic);
    json_number(out, "left", row->left);
    json_number(out, "right", row->right);
    json_number(out, "difference", row->left - row->right);
    json_number(out, "size", row->size);
}

static void add_row(json *out, const nh_displacements_info *info, size_t r) {
    const nh_displacements_row *row = &info->row[r];
    json_open(out, NULL, '{');
    json_string(out, "name", row->name);
    add_flag(out, "redundant", info->has_basis, row->redundant);
    add_flag(out, "homogeneous", row->homogeneous != NH_UNKNOWN, row->homogeneous == NH_YES);
    json_number(out, "lambda", row->lambda + 0.0); /* not -0 */
    json_number(out, "power", row->power + 0.0);
    json_number(out, "A", row->A);
    json_number(out, "D", row->D);
    json_number(out, "residual", row->residual);
    json_number(out, "D_size", row->D_size);
    add_rho(out, info, r);
    if (info->has_transposition) {
        json_number(out, "D1", row->D1);
        json_number(out, "D1_residual", row->D1_residual);
        json_number(out, "D1_size", row->D1_size);
    }
    if (info->has_field) add_sides(out, row);
    json_close(out);
}

static void add_field(json *out, const session *s, const nh_displacements_info *info) {
    if (!info->has_field || !info->has_motion) {
        json_null(out, "field");
        return;
    }
    json_open(out, "field", '{');
    add_vector(out, s, "displacement", info->field, info->coordinates);
    add_vector(out, s, "rate", info->field_rate, info->coordinates);
    add_vector(out, s, "derivative", info->field_derivative, info->coordinates);
    json_truth(out, "chetaev", info->field_is_chetaev);
    json_truth(out, "vakonomic", info->field_is_vakonomic);
    json_close(out);
}

void displacements_json(json *out, const session *s, const nh_displacements_info *info) {
    json_open(out, NULL, '{');
    add_state(out, s, info->state, info->coordinates);
    json_string(out, "why", info->why);
    json_number(out, "constraint_residual", info->residual);
    add_count(out, "rank", info->has_basis, info->rank);
    add_count(out, "dimension", info->has_basis, info->dimension);
    add_flag(out, "independent_refused", info->has_basis, info->refused);
    add_basis(out, s, info);
    json_number(out, "power", info->power + 0.0);
    json_number(out, "power_of_motion", info->power_of_motion);
    json_number(out, "power_size", info->power_size);
    add_count(out, "commuting", info->has_motion, info->commuting);
    add_flag(out, "commutes", info->has_motion, info->commutes);
    add_matrix(out, info);
    add_count(out, "transposing", info->has_motion && info->has_transposition, info->transposing);
    add_flag(out, "transposes", info->has_motion && info->has_transposition, info->transposes);
    json_open(out, "rows", '[');
    for (size_t r = 0; r < info->rows; r++) add_row(out, info, r);
    json_close(out);
    add_field(out, s, info);
    json_close(out);
}
