/* One question after the other. */
#include "facts/analysis.h"

#include "base/assert.h"
#include "facts/energy.h"
#include "facts/homogeneous.h"
#include "facts/places/valued_private.h"
#include "facts/regular.h"
#include "model/values.h"

/* On what such an answer rests: what is not homogeneous, or depends on time, is seen at a point; what is, or does not,
 * is proved by its form. */
static nh_fact homogeneous_by(const nh_kind *kind) {
    return kind->homogeneous == NH_YES  ? nh_fact_yes(NH_EVIDENCE_PROVED)
           : kind->homogeneous == NH_NO ? nh_fact_no(NH_EVIDENCE_CERTIFIED)
                                        : nh_fact_unknown();
}

static nh_fact rheonomic_by(nh_truth truth) {
    return truth == NH_YES  ? nh_fact_yes(NH_EVIDENCE_CERTIFIED)
           : truth == NH_NO ? nh_fact_no(NH_EVIDENCE_PROVED)
                            : nh_fact_unknown();
}

/* With the values of the model: x' = a is homogeneous where a is 0, and z' = a t x' does not depend on time. */
static nh_fact homogeneous_with_values(const nh_model *model, nh_expr residual, const nh_kind *kind) {
    nh_expr valued = nh_model_with_values(model, residual);
    if (kind->homogeneous == NH_YES || valued == residual) return homogeneous_by(kind);
    nh_truth truth = nh_kind_of(model->pool, valued).homogeneous;
    return truth == NH_UNKNOWN ? nh_fact_unknown() : (nh_fact){truth, NH_EVIDENCE_CERTIFIED};
}

static nh_fact rheonomic_with_values(const nh_model *model, nh_expr residual) {
    nh_expr valued = nh_model_with_values(model, residual);
    nh_truth generic = nh_kind_rheonomic(model->pool, residual, model->time);
    if (generic == NH_NO || valued == residual) return rheonomic_by(generic);
    nh_truth truth = nh_kind_rheonomic(model->pool, valued, model->time);
    return truth == NH_UNKNOWN ? nh_fact_unknown() : (nh_fact){truth, NH_EVIDENCE_CERTIFIED};
}

static nh_fact not_so(nh_fact fact) {
    return (nh_fact){fact.truth == NH_YES ? NH_NO : fact.truth == NH_NO ? NH_YES : NH_UNKNOWN, fact.by};
}

/* L, a force or an imposed row depends on time: one "yes" decides. */
static nh_fact look_at_time(const nh_analysis *x, const nh_model *model) {
    nh_fact none = not_so(rheonomic_with_values(model, model->L));
    for (size_t i = 0; i < model->coordinates.count; i++)
        none = nh_fact_and(none, not_so(rheonomic_with_values(model, model->Q[i])));
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) none = nh_fact_and(none, not_so(x->rheonomic[i]));
    return not_so(none);
}

static void look_at_rows(nh_analysis *x, const nh_model *model, nh_arena *arena) {
    size_t rows = model->rows.count;
    x->kind = NH_NEW_ARRAY(arena, nh_kind, rows);
    x->rheonomic = NH_NEW_ARRAY(arena, nh_fact, rows);
    x->is_homogeneous = NH_NEW_ARRAY(arena, nh_fact, rows);
    for (size_t i = 0; i < rows; i++) {
        nh_expr residual = model->rows.items[i].residual;
        x->kind[i] = nh_kind_of(model->pool, residual);
        x->is_homogeneous[i] = homogeneous_with_values(model, residual, &x->kind[i]);
        x->rheonomic[i] = rheonomic_with_values(model, residual);
    }
}

/* The rates of all imposed rows, so that a geometric row counts by what it asks of the velocities; as they are written,
 * or with the values of the model. */
static nh_kind look_together(const nh_admissible *a, nh_arena *arena, bool has_values) {
    const nh_lagrange *x = &a->lagrange;
    nh_kind *kinds = NH_NEW_ARRAY(arena, nh_kind, x->rows);
    bool has_velocities = false;
    for (uint32_t i = 0; i < x->rows; i++) {
        nh_expr rate = has_values ? nh_model_with_values(a->model, x->rates[i]) : x->rates[i];
        kinds[i] = nh_kind_of(a->model->pool, rate);
        has_velocities |= !a->model->rows.items[x->row[i]].is_geometric;
    }
    return has_velocities ? nh_kind_together(x->rows, kinds) : (nh_kind){NH_ROW_GEOMETRIC, 0, NH_YES};
}

/* ---- what follows ---- */

/* What is said about generic parameters, and of their values: these count, and what is proved with them is
 * certified. */
static nh_fact with_values(nh_fact generic, nh_fact valued) {
    if (valued.truth == NH_UNKNOWN || valued.truth == generic.truth) return generic;
    return (nh_fact){valued.truth, NH_EVIDENCE_CERTIFIED};
}

static void weaken_evidence(nh_evidence *by) {
    if (*by == NH_EVIDENCE_PROVED) *by = NH_EVIDENCE_CERTIFIED;
}

/* What rows say by themselves that was not found in general, or is something else with the values. */
static void integrate_rows_with_values(nh_integrability *x, const nh_integrability *valued, const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++) {
        if (valued->alone[i].truth == NH_UNKNOWN || valued->alone[i].truth == x->alone[i].truth) continue;
        x->alone[i] = with_values(x->alone[i], valued->alone[i]);
        x->of_row[i] = valued->of_row[i];
        x->factor[i] = valued->factor[i];
    }
}

static void integrate_with_values(nh_analysis *x, nh_admissible *valued) {
    nh_integrability i = nh_integrability_find(valued);
    integrate_rows_with_values(&x->integrability, &i, valued->model);
    if (i.is_integrable.truth == NH_UNKNOWN || i.is_integrable.truth == x->integrability.is_integrable.truth) return;
    x->commutation = nh_commutation_find(valued, i.is_integrable);
    weaken_evidence(&x->commutation.by);
    x->integrability.is_integrable = with_values(x->integrability.is_integrable, i.is_integrable);
    x->integrability.together = i.together;
    x->integrability.growth = i.growth;
    x->integrability.growth_has_time = i.growth_has_time;
    x->integrability.growth_by = i.growth_by;
    weaken_evidence(&x->integrability.together.count.by);
    weaken_evidence(&x->integrability.growth_by);
}

/* Values at which the rows are of other kinds than they are in general. */
static void look_at_values(nh_analysis *x, nh_admissible *valued) {
    nh_chaplygin chaplygin = nh_chaplygin_find(valued);
    x->alpha_bar_equals_alpha = with_values(x->alpha_bar_equals_alpha, nh_homogeneous_fact(valued));
    nh_fact energy = nh_energy_is_conserved(valued, x->alpha_bar_equals_alpha);
    x->energy_conserved = with_values(x->energy_conserved, energy);
    x->homogeneous_count = 0;
    if (x->alpha_bar_equals_alpha.truth == NH_YES) x->homogeneous = nh_homogeneous_rows(valued, &x->homogeneous_count);
    if (chaplygin.fact.truth == NH_YES && x->chaplygin.fact.truth != NH_YES) {
        x->chaplygin.m = chaplygin.m;
        x->chaplygin.independent = chaplygin.independent;
    }
    x->chaplygin.fact = with_values(x->chaplygin.fact, chaplygin.fact);
    integrate_with_values(x, valued);
}

/* What follows from the rows. Where rows have no states, or have lost their gradients, nothing is known of it: an
 * analysis of the other rows would be one of another system. */
static void find_consequences(nh_analysis *x) {
    nh_admissible *a = x->admissible;
    if (a->open != NULL) {
        x->alpha_bar_equals_alpha = x->energy_conserved = x->regular = nh_fact_unknown();
        x->chaplygin = (nh_chaplygin){.fact = nh_fact_unknown(), .at_hand = nh_fact_unknown()};
        x->integrability = nh_integrability_find(a); /* which knows it */
        return;
    }
    x->alpha_bar_equals_alpha = nh_homogeneous_fact(a);
    x->energy_conserved = nh_energy_is_conserved(a, x->alpha_bar_equals_alpha);
    if (x->alpha_bar_equals_alpha.truth == NH_YES) x->homogeneous = nh_homogeneous_rows(a, &x->homogeneous_count);
    x->chaplygin = nh_chaplygin_find(a);
    x->integrability = nh_integrability_find(a);
    x->commutation = nh_commutation_find(a, x->integrability.is_integrable);
    if (x->valued != NULL) look_at_values(x, x->valued);
    x->regular = nh_regular_reduced(a);
}

/* The same states with the values of the model, where these are special; else NULL. */
static nh_admissible *special_values(nh_admissible *a) {
    nh_admissible *valued = a->at != NH_CHECK_NONE && a->open == NULL ? nh_admissible_valued(a) : NULL;
    return valued != NULL && nh_valued_is_special(valued) ? valued : NULL;
}

nh_analysis *nh_analysis_make(nh_arena *arena, const nh_model *model, uint64_t seed) {
    nh_analysis *x = NH_NEW(arena, nh_analysis);
    nh_admissible *a = nh_admissible_make(arena, model, seed);
    *x = (nh_analysis){.admissible = a};
    if (a->lost.reason != NULL) nh_lost_remark(&a->lost, model, NH_SEVERITY_WARNING, NH_OK);
    look_at_rows(x, model, arena);
    x->is_rheonomic = look_at_time(x, model);
    x->rank = nh_rank_find(a);
    x->valued = special_values(a);
    x->together = look_together(a, arena, false);
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_kind with_numbers = look_together(a, arena, true);
    x->together_is_homogeneous = with_values(homogeneous_by(&x->together), homogeneous_by(&with_numbers));
    find_consequences(x);
    bool is_about_states = a->open != NULL && a->lost.reason == NULL; /* there is none, or L has no value */
    x->regular_free = is_about_states ? nh_fact_unknown() : nh_regular_free(a);
    return x;
}
