/* `check` as JSON. What is not decided yet is there, as null and "unknown", so that the fields do
 * not change when it is. */
#include "base/assert.h"
#include "out/check/check_private.h"
#include "out/print/print_private.h"

/* ---- facts ---- */

static const nh_fact unknown = {NH_UNKNOWN, NH_EVIDENCE_NONE};

static void add_count(nh_json *j, const char *key, nh_count count) {
    if (count.by == NH_EVIDENCE_NONE) nh_json_null(j, key);
    else nh_json_integer(j, key, count.value);
    nh_json_evidence(j, key, count.by);
}

static void add_names(nh_json *j, const char *key, const char *const *names, size_t count) {
    nh_json_open_line(j, key, '[');
    for (size_t i = 0; i < count; i++) nh_json_string(j, NULL, names[i]);
    nh_json_close(j);
}

/* ---- what it is ---- */

static void add_freedoms(nh_json *j, const nh_check_facts *facts) {
    const nh_model_info *info = &facts->info;
    add_names(j, "coordinates", facts->coordinates, info->coordinates);
    nh_json_integer(j, "n", info->coordinates);
    add_count(j, "m", facts->about.m);
    add_count(j, "k", facts->about.k);
    add_count(j, "geometric", facts->about.geometric);
    if (info->accelerated > 0) add_count(j, "bound", facts->about.bound);
    nh_json_open_line(j, "rows", '{');
    nh_json_integer(j, "geometric", info->geometric);
    nh_json_integer(j, "kinematic", info->kinematic);
    if (info->accelerated > 0) nh_json_integer(j, "accelerations", info->accelerated);
    nh_json_integer(j, "conditions", info->conditions);
    nh_json_close(j);
}

static void add_kind(nh_json *j, nh_row_kind kind, double degree) {
    bool is_known = kind != NH_ROW_UNKNOWN;
    nh_json_string(j, "kind", is_known ? nh_row_kind_name(kind) : NULL);
    if (is_known) nh_json_number(j, "degree", degree);
    else nh_json_null(j, "degree");
}

static void add_row(nh_json *j, const nh_check_row_facts *known) {
    const nh_row_info *row = &known->info;
    nh_json_open(j, NULL, '{');
    nh_json_string(j, "name", row->name);
    add_kind(j, row->kind, row->degree);
    if (row->curved) nh_json_truth(j, "curved", true);
    nh_json_fact(j, "homogeneous", known->homogeneous);
    nh_json_fact(j, "rheonomic", known->rheonomic);
    nh_json_fact(j, "integrable", known->integrable);
    if (known->check.integral != NULL) nh_json_string(j, "integral", known->check.integral);
    if (known->check.factor != NULL) nh_json_string(j, "factor", known->check.factor);
    if (row->imposed) nh_json_fact(j, "redundant", known->check.redundant);
    if (known->check.combination != NULL) nh_json_string(j, "combination", known->check.combination);
    nh_json_string(j, "residual", row->text);
    nh_json_string(j, "file", row->file);
    nh_json_integer(j, "line", row->line);
    nh_json_close(j);
}

static void add_rows(nh_json *j, const char *key, const nh_check_facts *facts, bool is_imposed) {
    nh_json_open(j, key, '[');
    for (size_t i = 0; i < facts->row_count; i++)
        if (facts->rows[i].info.imposed == is_imposed) add_row(j, &facts->rows[i]);
    nh_json_close(j);
}

/* What all imposed rows are together, and the Lagrangian. */
static void add_kinds(nh_json *j, const nh_check_facts *facts) {
    nh_truth quadratic = facts->info.quadratic;
    add_kind(j, facts->about.kind, facts->about.degree);
    nh_json_fact(j, "homogeneous", facts->about.homogeneous);
    nh_json_fact(j, "rheonomic", facts->rheonomic);
    nh_json_fact(j, "quadratic", (nh_fact){quadratic, NH_EVIDENCE_PROVED});
}

/* ---- answers ---- */

static void add_form(nh_json *j, const nh_check_facts *facts) {
    bool is_known = facts->about.form != NH_FORM_UNKNOWN;
    nh_json_string(j, "form", is_known ? nh_check_form_name(facts->about.form) : NULL);
    if (is_known) add_names(j, "independent", facts->independent, facts->about.independent);
    else nh_json_null(j, "independent");
    nh_json_open(j, "dependent", '[');
    for (size_t i = 0; i < facts->about.dependent; i++) {
        const nh_check_dependent *d = &facts->dependent[i];
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "velocity", d->name);
        nh_json_string(j, "row", d->row);
        nh_json_string(j, "form", nh_check_form_name(d->form));
        nh_json_string(j, "alpha", d->alpha);
        if (d->sign != 0) nh_json_number(j, "sign", d->sign);
        nh_json_close(j);
    }
    nh_json_close(j);
}

static void add_consequences(nh_json *j, const nh_check_facts *facts) {
    const nh_check_info *about = &facts->about;
    nh_json_fact(j, "chaplygin", about->chaplygin);
    if (about->chaplygin.truth == NH_YES)
        add_names(j, "chaplygin_independent", facts->chaplygin_independent, about->chaplygin_independent);
    nh_json_fact(j, "alpha_bar_equals_alpha", about->alpha_bar_equals_alpha);
    if (about->homogeneous_rows > 0) add_names(j, "homogeneous_rows", facts->homogeneous, about->homogeneous_rows);
    nh_json_fact(j, "energy_conserved", about->energy_conserved);
    nh_json_fact(j, "regular", about->regular);
    nh_json_fact(j, "regular_free", about->regular_free);
    nh_json_string(j, "gauge", about->gauge);
    nh_json_fact(j, "regular_everywhere", about->regular_everywhere);
    nh_json_fact(j, "regular_free_everywhere", about->regular_free_everywhere);
}

static void add_energies(nh_json *j, const nh_check_facts *facts) {
    nh_json_open(j, "energies", '[');
    for (size_t i = 0; i < facts->energy_count; i++) {
        const nh_check_energy *e = &facts->energies[i];
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "name", e->name);
        if (e->independent != NULL) nh_json_string(j, "independent", e->independent);
        nh_json_fact(j, "equals_E", e->equals_E);
        nh_json_fact(j, "conserved", e->conserved);
        nh_json_string(j, "changed_by", e->changed_by);
        nh_json_string(j, "perhaps_by", e->perhaps_by);
        bool has_others = e->independent != NULL && e->conserved.truth == NH_NO && e->equals_E.truth != NH_YES;
        if (has_others) nh_json_fact(j, "other_conserved", e->other_conserved);
        if (has_others) nh_json_string(j, "other_independent", e->other_independent);
        nh_json_close(j);
    }
    nh_json_close(j);
}

/* The places of one kind, and whether they are all. */
static void add_places(nh_json *j, const char *key, const nh_check_facts *facts, nh_condition_kind kind) {
    nh_json_open(j, key, '[');
    for (size_t i = 0; i < facts->about.conditions; i++) {
        const nh_check_condition *c = &facts->conditions[i];
        if (c->kind != kind) continue;
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "where", c->text);
        nh_json_evidence(j, "where", c->by);
        nh_json_truth(j, "near", c->is_near);
        if (c->other_values) nh_json_truth(j, "other_values", true);
        nh_json_close(j);
    }
    nh_json_close(j);
    nh_json_evidence(j, key, facts->about.conditions_complete[kind]);
}

static void add_components(nh_json *j, const nh_check_facts *facts) {
    if (facts->about.components == 0) {
        nh_json_fact(j, "components", unknown);
        return;
    }
    nh_json_open(j, "components", '[');
    for (size_t i = 0; i < facts->about.components; i++) {
        const nh_check_component *c = &facts->components[i];
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "where", c->text);
        if (c->dimension < 0) nh_json_null(j, "dimension");
        else nh_json_integer(j, "dimension", (uint64_t)c->dimension);
        nh_json_fact(j, "real", c->real);
        add_count(j, "rank", c->rank);
        nh_json_truth(j, "at_hand", c->is_at_hand);
        nh_json_close(j);
    }
    nh_json_close(j);
    nh_json_evidence(j, "components", NH_EVIDENCE_PROVED);
}

static void add_formulations(nh_json *j, const nh_check_facts *facts) {
    nh_json_open(j, "formulations", '[');
    for (size_t i = 0; i < facts->formulation_count; i++) {
        const nh_check_formulation *f = &facts->formulations[i];
        nh_json_open_line(j, NULL, '{');
        nh_json_string(j, "name", f->name);
        nh_json_fact(j, "applies", f->applies);
        if (f->why != NULL) nh_json_string(j, "why", f->why);
        nh_json_close(j);
    }
    nh_json_close(j);
}

/* As many as there are, those that were written down first. Evidence "unknown": there may be more;
 * null: nothing was found. */
static void add_integrals(nh_json *j, const nh_check_facts *facts) {
    const nh_check_info *about = &facts->about;
    bool is_known = about->integrals.by != NH_EVIDENCE_NONE;
    size_t count = is_known ? about->integrals.value : about->integrals_found;
    if (count == 0 && !is_known) nh_json_null(j, "integrable_combinations");
    else nh_json_open(j, "integrable_combinations", '[');
    for (size_t i = 0; i < count; i++) {
        bool is_found = i < about->integrals_found;
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "function", is_found ? facts->integrals[i].function : NULL);
        if (is_found) nh_json_number(j, "constant", facts->integrals[i].constant);
        if (is_found) nh_json_string(j, "combination", facts->integrals[i].combination);
        if (is_found) nh_json_truth(j, "local", facts->integrals[i].is_local);
        nh_json_close(j);
    }
    if (count > 0 || is_known) nh_json_close(j);
    nh_json_evidence(j, "integrable_combinations", about->integrals.by);
}

/* Independent rows force nothing: whatever the positions are, there are velocities. */
static nh_evidence hidden_evidence(const nh_check_facts *facts) {
    const nh_check_info *about = &facts->about;
    bool are_independent = about->k.value + about->geometric.value == facts->info.geometric + facts->info.kinematic;
    return about->hidden > 0 ? NH_EVIDENCE_PROVED : are_independent ? about->m.by : NH_EVIDENCE_NONE;
}

static void add_hidden(nh_json *j, const nh_check_facts *facts) {
    nh_json_open(j, "hidden", '[');
    for (size_t i = 0; i < facts->about.hidden; i++) {
        const nh_check_hidden *h = &facts->hidden[i];
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "condition", h->text);
        nh_json_truth(j, "at_hand", h->row != NULL);
        nh_json_string(j, "row", h->row);
        if (h->row == NULL) nh_json_integer(j, "component", h->component);
        nh_json_close(j);
    }
    nh_json_close(j);
    nh_json_evidence(j, "hidden", hidden_evidence(facts));
}

static void add_growth(nh_json *j, const nh_check_facts *facts) {
    const nh_check_info *about = &facts->about;
    if (about->growth == 0) nh_json_null(j, "growth_vector");
    else nh_json_open_line(j, "growth_vector", '[');
    for (size_t i = 0; i < about->growth; i++) nh_json_integer(j, NULL, facts->growth[i]);
    if (about->growth > 0) nh_json_close(j);
    nh_json_evidence(j, "growth_vector", about->growth == 0 ? NH_EVIDENCE_NONE : about->growth_by);
    nh_json_truth(j, "growth_with_time", about->growth_has_time);
}

/* Null where they are not known; those that are 0 are left out. */
static void add_coefficients(nh_json *j, const nh_check_facts *facts) {
    const nh_check_info *about = &facts->about;
    bool is_known = about->commutation_coefficients_by != NH_EVIDENCE_NONE;
    if (is_known) nh_json_open(j, "commutation_coefficients", '[');
    else nh_json_null(j, "commutation_coefficients");
    for (size_t i = 0; is_known && i < about->commutation_coefficients; i++) {
        nh_json_open(j, NULL, '{');
        nh_json_string(j, "row", facts->coefficients[i].row);
        nh_json_string(j, "by", facts->coefficients[i].by);
        nh_json_string(j, "expression", facts->coefficients[i].text);
        nh_json_close(j);
    }
    if (is_known) nh_json_close(j);
    nh_json_evidence(j, "commutation_coefficients", about->commutation_coefficients_by);
}

/* Of a number "m" or "integrals" the numbers, of anything else yes or no. */
static void add_special(nh_json *j, const nh_check_facts *facts) {
    if (!facts->about.is_special_known) nh_json_null(j, "special");
    else nh_json_open(j, "special", '[');
    for (size_t i = 0; i < facts->about.special; i++) {
        const nh_check_special *s = &facts->special[i];
        bool is_count = s->count_here.by != NH_EVIDENCE_NONE;
        nh_json_open_line(j, NULL, '{');
        nh_json_string(j, "where", s->where);
        nh_json_string(j, "answer", s->answer);
        if (s->row != NULL) nh_json_string(j, "row", s->row);
        if (is_count) add_count(j, "here", s->count_here);
        else if (s->where != NULL) nh_json_fact(j, "here", s->here);
        if (is_count) add_count(j, "generic", s->count_generic);
        else nh_json_fact(j, "generic", s->generic);
        nh_json_evidence(j, "only", s->only);
        nh_json_close(j);
    }
    if (facts->about.is_special_known) nh_json_close(j);
}

static void add_answers(nh_json *j, const nh_check_facts *facts) {
    add_form(j, facts);
    add_consequences(j, facts);
    add_energies(j, facts);
    add_places(j, "rank_drops", facts, NH_CONDITION_RANK);
    add_places(j, "choice_fails", facts, NH_CONDITION_CHOICE);
    add_places(j, "not_regular", facts, NH_CONDITION_MASS);
    add_places(j, "not_regular_free", facts, NH_CONDITION_HESSIAN);
    add_components(j, facts);
    add_formulations(j, facts);
    add_integrals(j, facts);
    add_hidden(j, facts);
    add_growth(j, facts);
    nh_json_fact(j, "commutation_condition", facts->about.commutation);
    add_coefficients(j, facts);
    if (facts->has_special) add_special(j, facts);
}

/* ---- the rest ---- */

static void add_contents(nh_json *j, const nh_model_info *info) {
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
    nh_json_open(j, "contents", '{');
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) nh_json_integer(j, list[i].key, list[i].count);
    nh_json_close(j);
    nh_json_integer(j, "operations", info->operations);
}

static void add_state(nh_json *j, const nh_check_facts *facts) {
    static const char *const states[] = {
        [NH_CHECK_START] = "start", [NH_CHECK_RANDOM] = "random", [NH_CHECK_NONE] = "none"};
    const nh_model_info *info = &facts->info;
    nh_json_string(j, "state", states[facts->about.state]);
    nh_json_truth(j, "no_states", facts->about.has_no_states);
    nh_json_string(j, "open", facts->about.open);
    nh_json_truth(j, "rank_drops_at_start", facts->about.rank_drops_at_start);
    nh_json_string(j, "start", info->random_start ? "random" : info->initial_values > 0 ? "given" : "none");
    nh_json_integer(j, "seed", facts->seed);
}

void nh_check_print_json(nh_text *text, const nh_check_facts *facts) {
    NH_ASSERT(facts->row_count == 0 || facts->rows != NULL);
    nh_json j = nh_print_open(text, facts->model);
    add_freedoms(&j, facts);
    add_rows(&j, "constraints", facts, true);
    add_rows(&j, "conditions", facts, false);
    add_kinds(&j, facts);
    add_answers(&j, facts);
    add_contents(&j, &facts->info);
    add_state(&j, facts);
    nh_print_close(&j, facts->model);
}
