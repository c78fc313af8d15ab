/* `check --json`. What is not decided yet is there, as null and "unknown", so that the fields do not change when it
 * is. */
#include "check.h"
#include "json.h"
#include "report.h"

/* Read off the form of the model: no computation that could be in doubt. */
static const char proved[] = "proved";

static void add_coordinates(json *j, const session *s, size_t n) {
    json_open_line(j, "coordinates", '[');
    for (size_t i = 0; i < n; i++) json_string(j, NULL, nh_model_coordinate(s->model, i));
    json_close(j);
    json_integer(j, "n", n);
}

static void add_freedoms(json *j, const nh_model_info *info) {
    json_unknown(j, "m");
    json_unknown(j, "k");
    json_unknown(j, "geometric");
    json_open_line(j, "rows", '{');
    json_integer(j, "geometric", info->geometric);
    json_integer(j, "kinematic", info->kinematic);
    json_integer(j, "conditions", info->conditions);
    json_close(j);
}

static void add_row(json *j, const nh_row_info *row) {
    bool is_known = row->kind != NH_ROW_UNKNOWN;
    json_open(j, NULL, '{');
    json_string(j, "name", row->name);
    json_string(j, "kind", is_known ? nh_row_kind_name(row->kind) : NULL);
    if (is_known) json_number(j, "degree", row->degree);
    else json_null(j, "degree");
    json_fact(j, "homogeneous", row->homogeneous, proved);
    json_fact(j, "rheonomic", row->rheonomic, row->rheonomic == NH_YES ? "certified" : proved);
    json_unknown(j, "integrable");
    json_unknown(j, "redundant");
    json_string(j, "residual", row->text);
    json_string(j, "file", row->file);
    json_integer(j, "line", row->line);
    json_close(j);
}

static void add_rows(json *j, const char *key, const facts *found, bool imposed) {
    json_open(j, key, '[');
    for (size_t i = 0; i < found->row_count; i++)
        if (found->rows[i].imposed == imposed) add_row(j, &found->rows[i]);
    json_close(j);
}

static void add_undecided(json *j) {
    static const char *const names[] = {"integrable_combinations",
                                        "hidden",
                                        "growth_vector",
                                        "rank_drops",
                                        "components",
                                        "independent",
                                        "chaplygin",
                                        "alpha_bar_equals_alpha",
                                        "energy_conserved",
                                        "commutation_condition",
                                        "regular",
                                        "regular_free",
                                        "formulations"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) json_unknown(j, names[i]);
}

static void add_contents(json *j, const nh_model_info *info) {
    const struct {
        const char *key;
        size_t count;
    } list[] = {
        {"parameters", info->parameters},
        {"parameters_open", info->parameters_open},
        {"functions", info->functions},
        {"functions_open", info->functions_open},
        {"points", info->points},
        {"bodies", info->bodies},
        {"links", info->links},
        {"forces", info->forces},
        {"assumptions", info->assumptions},
        {"independents", info->independents},
        {"quasi_velocities", info->quasi_velocities},
        {"transpositions", info->transpositions},
        {"initial_values", info->initial_values},
        {"events", info->events},
        {"watches", info->watches},
        {"invariants", info->invariants},
        {"claims", info->claims},
        {"drawings", info->drawings},
    };
    json_open(j, "contents", '{');
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) json_integer(j, list[i].key, list[i].count);
    json_close(j);
}

void check_json(sink *out, const session *s, const facts *found) {
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", found->info.title);
    add_coordinates(&j, s, found->info.coordinates);
    add_freedoms(&j, &found->info);
    add_rows(&j, "constraints", found, true);
    add_rows(&j, "conditions", found, false);
    json_fact(&j, "rheonomic", found->info.rheonomic, found->info.rheonomic == NH_YES ? "certified" : proved);
    json_fact(&j, "quadratic", found->info.quadratic, proved);
    add_undecided(&j);
    add_contents(&j, &found->info);
    json_integer(&j, "operations", found->info.operations);
    bool is_given = found->info.initial_values > 0;
    json_string(&j, "start", found->is_random ? "random" : is_given ? "given" : "none");
    json_integer(&j, "seed", s->given->seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
