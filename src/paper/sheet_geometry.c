/* What [Examples] writes before the reduced equations, sections 2 to 4.
 *
 *     theta_L = L dt + sum dL/dq' omega                                                      (1)
 *     alpha   = sum A omega ^ dt + sum B omega ^ dq' + F                                     (3)
 *     phi^i   = omega^i - sum_l dg^i/dq_l' omega^l                                           (10)
 *     alpha_Q = sum A'_l omega^l ^ dt + sum B'_ls omega^l ^ dq_s' + F + phi_(2)              (12), (13)
 *
 * Q has the coordinates t, q, q_l', less one for each geometric row; C is annihilated by phi of the kinematic rows
 * (that of a geometric row is 0 on Q). The fields
 *
 *     D_t = d/dt + sum q' d/dq,   D_l = d/dq_l + sum_i dg^i/dq_l' d/dq_i,   d/dq_l'
 *
 * span it: 1 + 2 m of them for m independent velocities. Coefficients have the names of formulation `reduced`; a long
 * one is shown by its name. Forces without potential are added to A'. */
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/regular.h"
#include "paper/limits_private.h"
#include "paper/sheet_private.h"

/* Beyond this many coordinates the forms fill pages; longer coefficients are shown by name. */
enum { MOST_COORDINATES = 12, LONG = 60 };

/* ---- coefficients ---- */

static const char *format_name(nh_sheet_job *job, const char *base, const char *x, const char *y) {
    nh_text text = nh_text_begin(job->arena);
    nh_text_format(&text, y != NULL ? "%s[%s,%s]" : "%s[%s]", base, x, y);
    return nh_text_string(&text);
}

static const char *coordinate_name(const nh_sheet_job *job, uint32_t i) {
    return nh_name_text(job->context, job->model->coordinates.items[i].name);
}

static nh_expr coefficient_of(const nh_sheet_job *job, const char *name) {
    for (size_t i = 0; i < job->e->coefficients.count; i++)
        if (strcmp(job->e->coefficients.items[i].name, name) == 0) return job->e->coefficients.items[i].value;
    return NH_EXPR_ZERO;
}

/* In the words of the sheet. */
static nh_expr in_words(nh_sheet_job *job, nh_expr e) {
    return nh_sheet_sorted_by(job, nh_sheet_worded(job, e), job->speed_count, job->speeds);
}

static void add_term(nh_sheet_job *job, nh_sheet_form *form, nh_expr e, const char *name, nh_sheet_term term) {
    NH_ASSERT(term.x < job->n && term.y < job->n && form->terms.arena == job->arena);
    term.coefficient = in_words(job, e);
    if (term.coefficient == NH_EXPR_ZERO) return;
    if (name != NULL && nh_expr_length(job->pool, term.coefficient) > LONG) term.name = name;
    nh_array_push(&form->terms, term);
}

static nh_sheet_form begin_form(const nh_sheet_job *job, const char *name) {
    return (nh_sheet_form){.name = name, .terms = {.arena = job->arena}};
}

/* ---- forms ---- */

/* Written with all velocities: nothing that rows say is substituted. */
static void find_system(nh_sheet_job *job, nh_sheet_geometry *g) {
    job->is_raw = true;
    g->cartan = begin_form(job, "theta_L");
    nh_array_push(&g->cartan.terms, ((nh_sheet_term){.name = "L", .basis = NH_SHEET_DT}));
    for (uint32_t i = 0; i < job->n; i++)
        add_term(job, &g->cartan, nh_expr_diff(job->pool, job->model->L, job->v[i]),
                 format_name(job, "momentum", coordinate_name(job, i), NULL),
                 (nh_sheet_term){.basis = NH_SHEET_OMEGA, .x = i});
    g->system = begin_form(job, "alpha");
    g->system.has_F = true;
    for (uint32_t i = 0; i < job->n; i++) {
        const char *name = format_name(job, "EL_A", coordinate_name(job, i), NULL);
        add_term(job, &g->system, coefficient_of(job, name), name, (nh_sheet_term){.basis = NH_SHEET_OMEGA_DT, .x = i});
    }
    for (uint32_t i = 0; i < job->n; i++)
        for (uint32_t j = 0; j < job->n; j++) {
            const char *name = format_name(job, "EL_B", coordinate_name(job, i), coordinate_name(job, j));
            add_term(job, &g->system, coefficient_of(job, name), name,
                     (nh_sheet_term){.basis = NH_SHEET_OMEGA_DV, .x = i, .y = j});
        }
    job->is_raw = false;
}

/* phi of kinematic rows, by their dependent velocities. */
static void find_constraint_forms(nh_sheet_job *job, nh_sheet_geometry *g) {
    for (uint32_t d = 0; d < job->choice->k; d++) {
        const nh_row *row = &job->model->rows.items[job->choice->dependent[d].row];
        const char *of = nh_name_text(job->context, row->name);
        nh_sheet_form form = begin_form(job, format_name(job, "phi", of, NULL));
        uint32_t own = job->choice->dependent[d].coordinate;
        if (row->is_geometric) continue;
        add_term(job, &form, NH_EXPR_ONE, NULL, (nh_sheet_term){.basis = NH_SHEET_OMEGA, .x = own});
        for (uint32_t i = 0; i < job->n; i++) {
            const char *name = format_name(job, "form", of, coordinate_name(job, i));
            if (i != own)
                add_term(job, &form, coefficient_of(job, name), name, (nh_sheet_term){.basis = NH_SHEET_OMEGA, .x = i});
        }
        nh_array_push(&g->constraint_forms, form);
    }
}

static void add_field(nh_sheet_job *job, nh_sheet_geometry *g, uint32_t l) {
    nh_sheet_form form = begin_form(job, format_name(job, "D", coordinate_name(job, l), NULL));
    add_term(job, &form, NH_EXPR_ONE, NULL, (nh_sheet_term){.basis = NH_SHEET_BY_PLACE, .x = l});
    for (uint32_t d = 0; d < job->choice->k; d++) {
        const nh_dependent *dependent = &job->choice->dependent[d];
        const char *row = nh_name_text(job->context, job->model->rows.items[dependent->row].name);
        const char *name = format_name(job, "form", row, coordinate_name(job, l));
        nh_expr slope = nh_expr_neg(job->pool, coefficient_of(job, name));
        add_term(job, &form, slope, format_name(job, "-form", row, coordinate_name(job, l)),
                 (nh_sheet_term){.basis = NH_SHEET_BY_PLACE, .x = dependent->coordinate});
    }
    nh_array_push(&g->distribution, form);
}

static void find_distribution(nh_sheet_job *job, nh_sheet_geometry *g) {
    nh_sheet_form along = begin_form(job, "D[t]");
    add_term(job, &along, NH_EXPR_ONE, NULL, (nh_sheet_term){.basis = NH_SHEET_BY_TIME});
    for (uint32_t i = 0; i < job->n; i++) {
        nh_sheet_term term = {.coefficient = job->v[i], .basis = NH_SHEET_BY_PLACE, .x = i};
        nh_array_push(&along.terms, term);
    }
    nh_array_push(&g->distribution, along);
    for (uint32_t l = 0; l < job->choice->m; l++) add_field(job, g, job->choice->independent[l]);
    for (uint32_t l = 0; l < job->choice->m; l++) {
        uint32_t x = job->choice->independent[l];
        nh_text name = nh_text_begin(job->arena);
        nh_text_format(&name, "D[%s']", coordinate_name(job, x));
        nh_sheet_form form = begin_form(job, nh_text_string(&name));
        add_term(job, &form, NH_EXPR_ONE, NULL, (nh_sheet_term){.basis = NH_SHEET_BY_SPEED, .x = x});
        nh_array_push(&g->distribution, form);
    }
}

/* Q_l + sum_i dg_i/dq_l' Q_i */
static nh_expr force_along(nh_sheet_job *job, uint32_t l) {
    nh_expr sum = job->model->Q[l];
    for (uint32_t d = 0; d < job->choice->k; d++) {
        const nh_dependent *dependent = &job->choice->dependent[d];
        const char *row = nh_name_text(job->context, job->model->rows.items[dependent->row].name);
        nh_expr slope = coefficient_of(job, format_name(job, "form", row, coordinate_name(job, l)));
        nh_expr part = nh_expr_mul(job->pool, slope, job->model->Q[dependent->coordinate]);
        sum = nh_expr_sub(job->pool, sum, part);
    }
    return sum;
}

/* A' and B' are below it as coefficients, those that are not 0. */
static void find_constrained_system(nh_sheet_job *job, nh_sheet_geometry *g) {
    g->constrained_system = begin_form(job, "alpha_Q");
    g->constrained_system.has_F = g->constrained_system.has_phi = true;
    for (uint32_t l = 0; l < job->choice->m; l++) {
        uint32_t x = job->choice->independent[l];
        const char *name = format_name(job, "A", coordinate_name(job, x), NULL);
        nh_sheet_term term = {.name = name, .basis = NH_SHEET_OMEGA_DT, .x = x};
        if (in_words(job, coefficient_of(job, name)) != NH_EXPR_ZERO) nh_array_push(&g->constrained_system.terms, term);
        term.name = NULL;
        add_term(job, &g->constrained_system, force_along(job, x), NULL, term);
    }
    for (uint32_t l = 0; l < job->choice->m; l++)
        for (uint32_t s = 0; s < job->choice->m; s++) {
            uint32_t x = job->choice->independent[l], y = job->choice->independent[s];
            const char *name = format_name(job, "B", coordinate_name(job, x), coordinate_name(job, y));
            nh_sheet_term term = {.name = name, .basis = NH_SHEET_OMEGA_DV, .x = x, .y = y};
            if (in_words(job, coefficient_of(job, name)) != NH_EXPR_ZERO)
                nh_array_push(&g->constrained_system.terms, term);
        }
}

/* ---- what holds on all of Q ---- */

static void find_places(void *argument) {
    nh_sheet_job *job = argument;
    nh_sheet_geometry *g = &job->sheet->geometry;
    g->places = nh_conditions_find(job->a);
    g->rank = nh_conditions_have_none(&g->places, NH_CONDITION_RANK);
    nh_fact almost = nh_regular_reduced(job->a), everywhere = nh_conditions_have_none(&g->places, NH_CONDITION_MASS);
    g->regular = almost.truth == NH_YES ? everywhere : almost;
}

static void find_semiholonomic(void *argument) {
    nh_sheet_job *job = argument;
    job->sheet->geometry.semiholonomic = nh_position_integrals_find(job->a);
}

void nh_sheet_add_geometry(nh_sheet_job *job) {
    nh_sheet_geometry *g = &job->sheet->geometry;
    if (!job->form->has_geometry || job->choice == NULL || job->choice->k == 0) return;
    if (job->n > MOST_COORDINATES) return;
    uint32_t geometric = 0;
    for (uint32_t d = 0; d < job->choice->k; d++)
        geometric += job->model->rows.items[job->choice->dependent[d].row].is_geometric;
    NH_ASSERT(job->choice->k + job->choice->m == job->n);
    g->is_there = true;
    g->dimension_J = 2 * job->n + 1;
    g->dimension_Q = g->dimension_J - job->choice->k - geometric;
    g->rank_C = 1 + 2 * job->choice->m;
    g->rank = g->regular = nh_fact_unknown();
    g->constraint_forms.arena = g->distribution.arena = job->arena;
    find_system(job, g);
    find_constraint_forms(job, g);
    find_distribution(job, g);
    find_constrained_system(job, g);
    nh_sheet_note(job, "omega[x] = dx - x'*dt. The fields D span C, which the forms phi annihilate. F is any product "
                       "of contact forms, phi_(2) any constraint 2-form.");
    nh_budget budget = {.work = NH_WORK_GEOMETRY};
    if (job->a->open != NULL) return;
    if (nh_attempt(job->context, &budget, find_places, job) != NH_OK) {
        g->places = (nh_conditions){.count = 0};
        g->rank = g->regular = nh_fact_unknown();
    }
    if (nh_attempt(job->context, &budget, find_semiholonomic, job) != NH_OK)
        g->semiholonomic = (nh_position_integrals){.found = 0};
}
