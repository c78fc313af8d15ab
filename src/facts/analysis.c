/* One question after the other. */
#include "facts/analysis.h"

#include "facts/energy_private.h"
#include "facts/homogeneous.h"
#include "facts/regular.h"
#include "model/values.h"

/* On what such an answer rests: what is not homogeneous, or depends on time, is seen at a point; what is, or does not, is proved by its form. */
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
static nh_fact homogeneous_with_values(const nh_model *model, nh_arena *arena, nh_expr residual, const nh_kind *kind) {
    nh_expr valued = nh_model_with_values(model, arena, residual);
    if (kind->homogeneous == NH_YES || valued == residual) return homogeneous_by(kind);
    nh_truth truth = nh_kind_of(model->pool, valued).homogeneous;
    return truth == NH_UNKNOWN ? nh_fact_unknown() : (nh_fact){truth, NH_EVIDENCE_CERTIFIED};
}

static nh_fact rheonomic_with_values(const nh_model *model, nh_arena *arena, nh_expr residual) {
    nh_expr valued = nh_model_with_values(model, arena, residual);
    nh_truth generic = nh_kind_rheonomic(model->pool, residual, model->time);
    if (generic == NH_NO || valued == residual) return rheonomic_by(generic);
    nh_truth truth = nh_kind_rheonomic(model->pool, valued, model->time);
    return truth == NH_UNKNOWN ? nh_fact_unknown() : (nh_fact){truth, NH_EVIDENCE_CERTIFIED};
}

static nh_fact not_so(nh_fact fact) {
    return (nh_fact){fact.truth == NH_YES ? NH_NO : fact.truth == NH_NO ? NH_YES : NH_UNKNOWN, fact.by};
}

/* L, a force or an imposed row depends on time: one "yes" decides. */
static nh_fact look_at_time(const nh_analysis *x, const nh_model *model, nh_arena *arena) {
    nh_fact none = not_so(rheonomic_with_values(model, arena, model->L));
    for (size_t i = 0; i < model->coordinates.count; i++)
        none = nh_fact_and(none, not_so(rheonomic_with_values(model, arena, model->Q[i])));
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
        x->is_homogeneous[i] = homogeneous_with_values(model, arena, residual, &x->kind[i]);
        x->rheonomic[i] = rheonomic_with_values(model, arena, residual);
    }
}

/* The rates of all imposed rows, so that a geometric row counts by what it asks of the velocities. */
static nh_kind look_together(const nh_admissible *a, nh_arena *arena) {
    const nh_lagrange *x = &a->lagrange;
    nh_kind *kinds = NH_NEW_ARRAY(arena, nh_kind, x->rows);
    bool has_velocities = false;
    for (uint32_t i = 0; i < x->rows; i++) {
        kinds[i] = nh_kind_of(a->model->pool, x->rates[i]);
        has_velocities |= !a->model->rows.items[x->row[i]].is_geometric;
    }
    return has_velocities ? nh_kind_together(x->rows, kinds) : (nh_kind){NH_ROW_GEOMETRIC, 0, NH_YES};
}

/* What follows from the rows. Where rows have no states, or have lost their gradients, nothing is known of it: an analysis of the other rows would be one of another system. */
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
    x->regular = nh_regular_reduced(a);
}

nh_analysis *nh_analysis_make(nh_arena *arena, const nh_model *model, uint64_t seed) {
    nh_analysis *x = NH_NEW(arena, nh_analysis);
    nh_admissible *a = nh_admissible_make(arena, model, seed);
    *x = (nh_analysis){.admissible = a};
    if (a->lost.reason != NULL) nh_lost_remark(&a->lost, model, NH_SEVERITY_WARNING, NH_OK);
    look_at_rows(x, model, arena);
    x->is_rheonomic = look_at_time(x, model, arena);
    x->together = look_together(a, arena);
    x->together_is_homogeneous = homogeneous_by(&x->together);
    x->rank = nh_rank_find(a);
    find_consequences(x);
    bool is_about_states = a->open != NULL && a->lost.reason == NULL; /* there is none, or L has no value */
    x->regular_free = is_about_states ? nh_fact_unknown() : nh_regular_free(a);
    return x;
}
