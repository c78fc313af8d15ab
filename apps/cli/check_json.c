/* `check --json`. What is not decided yet is there, as null and "unknown", so that the fields do not change when it
 * is. */
#include <stdio.h>

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

static void add_count(json *j, const char *key, nh_count count) {
    char by[32];
    snprintf(by, sizeof by, "%s_by", key);
    if (count.by == NH_EVIDENCE_NONE) json_null(j, key);
    else json_integer(j, key, count.value);
    json_string(j, by, nh_evidence_name(count.by));
}

static void add_fact(json *j, const char *key, nh_fact fact) {
    json_fact(j, key, fact.truth, nh_evidence_name(fact.by));
}

static void add_freedoms(json *j, const facts *found) {
    const nh_model_info *info = &found->info;
    add_count(j, "m", found->about.m);
    add_count(j, "k", found->about.k);
    add_count(j, "geometric", found->about.geometric);
    json_open_line(j, "rows", '{');
    json_integer(j, "geometric", info->geometric);
    json_integer(j, "kinematic", info->kinematic);
    json_integer(j, "conditions", info->conditions);
    json_close(j);
}

static void add_row(json *j, const row_facts *known) {
    const nh_row_info *row = &known->info;
    bool is_known = row->kind != NH_ROW_UNKNOWN;
    json_open(j, NULL, '{');
    json_string(j, "name", row->name);
    json_string(j, "kind", is_known ? nh_row_kind_name(row->kind) : NULL);
    if (is_known) json_number(j, "degree", row->degree);
    else json_null(j, "degree");
    json_fact(j, "homogeneous", row->homogeneous, proved);
    json_fact(j, "rheonomic", row->rheonomic, row->rheonomic == NH_YES ? "certified" : proved);
    json_unknown(j, "integrable");
    if (row->imposed) add_fact(j, "redundant", known->check.redundant);
    if (known->check.combination != NULL) json_string(j, "combination", known->check.combination);
    json_string(j, "residual", row->text);
    json_string(j, "file", row->file);
    json_integer(j, "line", row->line);
    json_close(j);
}

static void add_rows(json *j, const char *key, const facts *found, bool imposed) {
    json_open(j, key, '[');
    for (size_t i = 0; i < found->row_count; i++)
        if (found->rows[i].info.imposed == imposed) add_row(j, &found->rows[i]);
    json_close(j);
}

/* What all imposed rows are together. */
static void add_kind(json *j, const nh_check_info *about) {
    bool is_known = about->kind != NH_ROW_UNKNOWN;
    json_string(j, "kind", is_known ? nh_row_kind_name(about->kind) : NULL);
    if (is_known) json_number(j, "degree", about->degree);
    else json_null(j, "degree");
    add_fact(j, "homogeneous", about->homogeneous);
}

/* The places of one kind, and whether they are all. */
static void add_places(json *j, const char *key, const facts *found, nh_condition_kind kind) {
    char by[40];
    snprintf(by, sizeof by, "%s_by", key);
    nh_evidence complete = found->about.conditions_complete[kind];
    json_open(j, key, '[');
    for (size_t i = 0; i < found->about.conditions; i++) {
        nh_check_condition c;
        if (nh_check_get_condition(found->check, i, &c) != NH_OK || c.kind != kind) continue;
        json_open(j, NULL, '{');
        json_string(j, "where", c.text);
        json_string(j, "where_by", nh_evidence_name(c.by));
        json_truth(j, "near", c.is_near);
        json_close(j);
    }
    json_close(j);
    json_string(j, by, nh_evidence_name(complete));
}

static void add_components(json *j, const facts *found) {
    if (found->about.components == 0) {
        json_unknown(j, "components");
        return;
    }
    json_open(j, "components", '[');
    for (size_t i = 0; i < found->about.components; i++) {
        nh_check_component c;
        if (nh_check_get_component(found->check, i, &c) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "where", c.text);
        json_integer(j, "dimension", (uint64_t)(c.dimension < 0 ? 0 : c.dimension));
        add_fact(j, "real", c.real);
        add_count(j, "rank", c.rank);
        json_truth(j, "at_hand", c.is_at_hand);
        json_close(j);
    }
    json_close(j);
    json_string(j, "components_by", proved);
}

typedef const char *(*name_at)(const nh_check *check, size_t i);

static void add_names(json *j, const char *key, const facts *found, name_at name) {
    json_open_line(j, key, '[');
    for (size_t i = 0; name(found->check, i) != NULL; i++) json_string(j, NULL, name(found->check, i));
    json_close(j);
}

static void add_form(json *j, const facts *found) {
    bool is_known = found->about.form != NH_FORM_UNKNOWN;
    json_string(j, "form", is_known ? nh_check_form_name(found->about.form) : NULL);
    if (is_known) add_names(j, "independent", found, nh_check_independent);
    else json_null(j, "independent");
    json_open(j, "dependent", '[');
    for (size_t i = 0; i < found->about.dependent; i++) {
        nh_check_dependent d;
        if (nh_check_get_dependent(found->check, i, &d) != NH_OK) continue;
        json_open(j, NULL, '{');
        json_string(j, "velocity", d.name);
        json_string(j, "row", d.row);
        json_string(j, "form", nh_check_form_name(d.form));
        json_string(j, "alpha", d.alpha);
        if (d.sign != 0) json_number(j, "sign", d.sign);
        json_close(j);
    }
    json_close(j);
}

static void add_consequences(json *j, const facts *found) {
    const nh_check_info *about = &found->about;
    add_fact(j, "chaplygin", about->chaplygin);
    if (about->chaplygin.truth == NH_YES) add_names(j, "chaplygin_independent", found, nh_check_chaplygin_independent);
    add_fact(j, "alpha_bar_equals_alpha", about->alpha_bar_equals_alpha);
    if (about->homogeneous_rows > 0) add_names(j, "homogeneous_rows", found, nh_check_homogeneous);
    add_fact(j, "energy_conserved", about->energy_conserved);
    add_fact(j, "regular", about->regular);
    add_fact(j, "regular_free", about->regular_free);
}

static void add_formulations(json *j, const facts *found) {
    json_open(j, "formulations", '[');
    for (size_t i = 0; i < nh_check_formulation_count(found->check); i++) {
        nh_check_formulation f;
        if (nh_check_get_formulation(found->check, i, &f) != NH_OK) continue;
        json_open_line(j, NULL, '{');
        json_string(j, "name", f.name);
        add_fact(j, "applies", f.applies);
        if (f.why != NULL) json_string(j, "why", f.why);
        json_close(j);
    }
    json_close(j);
}

static void add_undecided(json *j) {
    static const char *const names[] = {"integrable_combinations", "hidden", "growth_vector", "commutation_condition"};
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
    add_freedoms(&j, found);
    add_rows(&j, "constraints", found, true);
    add_rows(&j, "conditions", found, false);
    add_kind(&j, &found->about);
    json_fact(&j, "rheonomic", found->info.rheonomic, found->info.rheonomic == NH_YES ? "certified" : proved);
    json_fact(&j, "quadratic", found->info.quadratic, proved);
    add_form(&j, found);
    add_consequences(&j, found);
    add_places(&j, "rank_drops", found, NH_CONDITION_RANK);
    add_places(&j, "choice_fails", found, NH_CONDITION_CHOICE);
    add_places(&j, "not_regular", found, NH_CONDITION_MASS);
    add_places(&j, "not_regular_free", found, NH_CONDITION_HESSIAN);
    add_components(&j, found);
    add_formulations(&j, found);
    add_undecided(&j);
    add_contents(&j, &found->info);
    json_integer(&j, "operations", found->info.operations);
    static const char *const states[] = {"start", "random", "none"};
    json_string(&j, "state", states[found->about.state]);
    json_truth(&j, "rank_drops_at_start", found->about.rank_drops_at_start);
    bool is_given = found->info.initial_values > 0;
    json_string(&j, "start", found->info.random_start ? "random" : is_given ? "given" : "none");
    json_integer(&j, "seed", s->given->seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
}
