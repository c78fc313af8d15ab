/* The stability of a steady motion on the page: its linearised equations at the value with which the branch begins, and
 * the eigenvalues over all values. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "out/print/print_private.h"
#include "out/report/report_private.h"
#include "out/stability.h"
#include "steady/branch/stability.h"

static void add_names(nh_json *json, const char *key, size_t count, const char *const *names) {
    nh_json_strings(json, key, count, names);
}

static void add_matrix(nh_json *json, const char *key, size_t size, const double *entries) {
    nh_json_open(json, key, '[');
    for (size_t i = 0; i < size; i++) {
        nh_json_open(json, NULL, '[');
        for (size_t j = 0; j < size; j++) nh_json_number(json, NULL, entries[i * size + j]);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* As `linearize` prints them: a pair of conjugates is one entry. */
static void add_eigenvalues(nh_json *json, nh_arena *arena, const nh_linearize_info *info) {
    nh_json_open(json, "eigenvalues", '[');
    for (size_t i = 0; i < info->eigenvalues; i++) {
        bool is_pair = i + 1 < info->eigenvalues && nh_are_conjugate(&info->eigenvalue[i], &info->eigenvalue[i + 1]);
        nh_text text = nh_text_begin(arena);
        nh_print_eigenvalue(&text, &info->eigenvalue[i], is_pair);
        nh_json_string(json, NULL, nh_text_string(&text));
        i += is_pair;
    }
    nh_json_close(json);
}

/* The steady motion at one value. */
static void add_motion(nh_json *json, nh_arena *arena, const nh_model *model, const nh_stability_row *row) {
    const nh_linearize_info *info = row->linear;
    if (info == NULL) {
        nh_json_null(json, "motion");
        return;
    }
    nh_json_open(json, "motion", '{');
    nh_json_number(json, "value", row->value[0]);
    nh_json_string(json, "kind", info->kind);
    add_names(json, "ignorable", info->ignorables, info->ignorable);
    add_names(json, "family", info->family, info->family_name);
    add_names(json, "coordinates", info->coordinates, info->coordinate);
    add_matrix(json, "M", info->coordinates, info->M);
    add_matrix(json, "C", info->coordinates, info->C);
    add_matrix(json, "K", info->coordinates, info->K);
    add_names(json, "states", info->states, info->state_name);
    add_matrix(json, "A", info->states, info->A);
    add_eigenvalues(json, arena, info);
    nh_json_string(json, "verdict", info->verdict);
    nh_json_string(json, "reason", info->reason);
    nh_report_write_modes(json, arena, model, info);
    nh_json_close(json);
}

static void add_tracks(nh_json *json, nh_arena *arena, const nh_stability_info *info) {
    nh_stability_tracks t = nh_stability_join(arena, info);
    for (int part = 0; part < 2; part++) {
        nh_json_open(json, part == 0 ? "re" : "im", '[');
        for (size_t k = 0; k < t.count; k++) {
            nh_json_open(json, NULL, '[');
            for (size_t i = 0; i < info->rows; i++)
                nh_json_number(json, NULL, (part == 0 ? t.re : t.im)[i * t.count + k]);
            nh_json_close(json);
        }
        nh_json_close(json);
    }
}

void nh_report_write_stability(nh_json *json, nh_arena *arena, const nh_model *model, const nh_stability_info *info) {
    if (info == NULL) {
        nh_json_null(json, "stability");
        return;
    }
    NH_ASSERT(info->varied == 1 && info->begin < info->rows);
    nh_json_open(json, "stability", '{');
    nh_json_string(json, "name", info->name[0]);
    nh_model *begins = nh_stability_model(arena, model, info);
    add_motion(json, arena, begins != NULL ? begins : model, &info->row[info->begin]);
    nh_model_destroy(begins);
    nh_json_open(json, "values", '[');
    for (size_t i = 0; i < info->rows; i++) nh_json_number(json, NULL, info->row[i].value[0]);
    nh_json_close(json);
    add_tracks(json, arena, info);
    nh_json_open(json, "verdicts", '[');
    for (size_t i = 0; i < info->rows; i++)
        nh_json_string(json, NULL, info->row[i].linear != NULL ? info->row[i].linear->verdict : "none");
    nh_json_close(json);
    nh_json_changes(json, info);
    nh_json_close(json);
}
