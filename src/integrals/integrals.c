/* The search: structure first, then sums of terms of rising degree; then all that was found is judged. */
#include "integrals/integrals.h"

#include <stdio.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/integrable/integrable.h"
#include "integrals/finder_private.h"
#include "integrals/limits_private.h"
#include "integrals/linear_private.h"
#include "integrals/symmetry_private.h"
#include "model/curved_rows.h"

/* Candidates that are judged. */
enum { MOST_CANDIDATES = 40 };

bool nh_finder_is_complete(const nh_finder *f) {
    if (f->search == NULL) return f->candidates.count >= MOST_CANDIDATES;
    return nh_integral_search_count(f->search) >= f->result->info.most || f->candidates.count >= MOST_CANDIDATES;
}

static const char *text_of(nh_finder *f, nh_expr e) {
    nh_text text = nh_text_begin(f->arena);
    nh_expr_print(f->pool, &text, e);
    return nh_text_string(&text);
}

/* Without a search all that is offered is judged, and what is no integral is refuted there. */
bool nh_finder_offer(nh_finder *f, nh_expr e, const char *text, const char *from) {
    if (e == NH_EXPR_UNDEFINED || nh_finder_is_complete(f)) return false;
    if (f->search != NULL && !nh_integral_search_takes(f->search, e)) return false;
    if (text == NULL) text = text_of(f, e);
    nh_array_push(&f->candidates, ((nh_integral_candidate){e, text, from, f->when, f->values}));
    return true;
}

/* ---- structure ---- */

/* [Homogeneous] (17): the energy that belongs to L in the independent velocities. */
static nh_expr restricted_energy(const nh_finder *f) {
    const nh_flow *flow = f->flow;
    nh_expr L = nh_flow_restrict(flow, f->model->L), E = nh_expr_neg(f->pool, L);
    for (uint32_t i = flow->times + flow->positions; i < flow->count; i++) {
        nh_expr p = nh_expr_diff(f->pool, L, flow->variables[i]);
        E = nh_expr_add(f->pool, E, nh_expr_mul(f->pool, flow->variables[i], p));
    }
    return E;
}

typedef struct kept_functions {
    nh_finder *f;
    nh_admissible *a;
} kept_functions;

static void offer_positions(void *user) {
    kept_functions *k = user;
    nh_position_integrals found = nh_position_integrals_find(k->a);
    for (uint32_t i = 0; i < found.found; i++) nh_finder_offer(k->f, found.function[i], NULL, "constraints");
}

static void search_structure(nh_finder *f, nh_admissible *a) {
    kept_functions kept = {f, a};
    (void)nh_attempt(f->model->context, &(nh_budget){.work = NH_WORK_KEPT_POSITIONS}, offer_positions, &kept);
    if (f->model->L == NH_EXPR_UNDEFINED) return;
    bool is_kept = nh_finder_offer(f, nh_model_energy(f->model), "E", "energy");
    bool has_name = f->model->independents.count > 0;
    if (!is_kept && f->flow != NULL && has_name) nh_finder_offer(f, restricted_energy(f), "E_star", "energy E_star");
}

static const char *name_momentum(const nh_finder *f, const nh_coordinate *x) {
    nh_text from = nh_text_begin(f->arena);
    nh_text_format(&from, "momentum of %s", nh_name_text(f->model->context, x->name));
    return nh_text_string(&from);
}

/* Without `independent` in the model E_star has no name: it is written out, unless the ansatz found it. */
static void offer_unnamed_energy(nh_finder *f) {
    const nh_flow *flow = f->flow;
    if (f->model->L == NH_EXPR_UNDEFINED || f->model->independents.count > 0) return;
    nh_expr E = restricted_energy(f);
    nh_text from = nh_text_begin(f->arena);
    nh_text_add(&from, "energy E_star in");
    for (uint32_t i = flow->times + flow->positions; i < flow->count; i++) {
        nh_text_add(&from, i > flow->times + flow->positions ? ", " : " ");
        nh_expr_print(f->pool, &from, flow->variables[i]);
    }
    nh_finder_offer(f, nh_expr_shortest(f->pool, E), NULL, nh_text_string(&from));
}

/* Those that the ansatz found are called momenta; others that are constant are offered. */
static void search_momenta(nh_finder *f) {
    if (f->model->L == NH_EXPR_UNDEFINED) return;
    for (size_t i = 0; i < f->model->coordinates.count; i++) {
        const nh_coordinate *x = &f->model->coordinates.items[i];
        nh_expr p = nh_expr_diff(f->pool, nh_expr_expand_names(f->pool, f->model->L), x->v);
        bool is_known = nh_expr_is_number(f->pool, p);
        for (size_t k = 0; f->search != NULL && k < f->candidates.count && !is_known; k++) {
            nh_integral_candidate *known = &f->candidates.items[k];
            is_known = nh_integral_search_is_function_of(f->search, p, known->e);
            if (is_known && strcmp(known->from, "ansatz") == 0) known->from = name_momentum(f, x);
        }
        if (is_known) continue;
        nh_finder_offer(f, nh_expr_shortest(f->pool, p), NULL, name_momentum(f, x));
    }
}

/* ---- definitions ---- */

/* With these definitions there may be more. */
static void search_defined(nh_finder *f, nh_admissible *a) {
    const char *why;
    nh_flow *flow = nh_flow_make(f->arena, a, (nh_flow_def){true, NULL}, &why);
    if (flow == NULL || flow->definitions == 0 || nh_finder_is_complete(f)) return;
    nh_flow *general = f->flow;
    nh_integral_search *search = f->search;
    f->flow = flow;
    f->search = nh_integral_search_make(f->arena, flow);
    for (size_t i = 0; i < f->candidates.count; i++)
        (void)nh_integral_search_takes(f->search, f->candidates.items[i].e);
    f->when = nh_flow_definitions(flow);
    nh_finder_search_spaces(f);
    f->flow = general, f->search = search, f->when = NULL;
}

/* ---- symmetries ---- */

/* Momenta that are constant are offered. */
static void offer_symmetries(nh_finder *f) {
    const nh_symmetries *found = f->symmetries;
    for (size_t i = 0; i < found->items.count; i++) {
        const nh_symmetry *s = &found->items.items[i];
        nh_text from = nh_text_begin(f->arena);
        nh_text_format(&from, "momentum of the symmetry X%zu", i + 1);
        if (strcmp(s->rate, "0") == 0) nh_finder_offer(f, s->J, s->momentum, nh_text_string(&from));
    }
}

static void take_symmetries(nh_finder *f) {
    nh_symmetries *found = f->symmetries;
    nh_integrals_info *info = &f->result->info;
    nh_symmetries_judge(found, f->model, f->def->seed);
    for (size_t i = 0; i < found->items.count; i++) {
        const nh_symmetry *s = &found->items.items[i];
        const char *rate = s->by != NH_EVIDENCE_NONE ? s->rate : NULL;
        nh_integrals_symmetry item = {s->text, s->latex, s->momentum, rate, s->is_compatible, s->by};
        nh_array_push(&f->result->symmetries, item);
    }
    info->symmetries = found->items.count, info->open_symmetries = found->open;
    info->commutator_count = found->commutators.count, info->commutators = found->commutators.items;
    info->brackets = found->brackets == found->items.count * (found->items.count - 1) / 2;
    if (!found->is_searched) return;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "point symmetries, %s", found->searched);
    nh_array_push(&f->searched, nh_text_string(&text));
}

/* ---- all of it ---- */

/* Whether all rates are 0: then every function is constant. Some residues tell. */
static bool is_at_rest(const nh_flow *flow, nh_arena *arena) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    nh_modular *modular = nh_modular_make(flow->pool, arena, list.count, list.items, flow->count, flow->variables);
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, list.count + 1);
    uint64_t *rates = NH_NEW_ARRAY(arena, uint64_t, flow->count + 1);
    if (!nh_modular_next(modular, values) || !nh_flow_solve(flow, values, rates)) return false;
    for (uint32_t i = 0; i < flow->count; i++)
        if (rates[i] != 0) return false;
    return true;
}

/* Of N equations of first order, that of the time among them where it is one of the variables, N - 1 functions are
 * constant; with the time in an ansatz for equations without it, one more. */
static size_t most_integrals(const nh_finder *f) {
    const nh_flow *flow = f->flow;
    bool has_time = flow->times > 0;
    for (size_t i = 0; i < f->model->factors.count && !has_time; i++)
        if (nh_expr_depends_on(f->pool, f->model->factors.items[i], 1, &f->model->time)) return flow->count;
    return flow->count == 0 ? 0 : flow->count - !is_at_rest(flow, f->arena);
}

static void search_all(nh_finder *f, nh_admissible *a) {
    f->result->info.most = most_integrals(f);
    f->search = nh_integral_search_make(f->arena, f->flow);
    search_structure(f, a);
    nh_finder_search_spaces(f);
    offer_unnamed_energy(f);
    search_momenta(f);
    f->symmetries = nh_symmetries_find(f, a);
    offer_symmetries(f);
    nh_finder_search_exponentials(f);
    search_defined(f, a);
    if (f->def->has_special) nh_finder_search_special(f, a);
    take_symmetries(f);
    nh_linear_find(f->result, f->arena, a, f->flow);
    f->result->info.linear = f->result->linear.count;
}

const nh_integrals_result *nh_integrals_find(nh_arena *arena, const nh_model *model, const nh_integrals_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && def->degree >= 1);
    if (nh_curved_rows_act(model))
        nh_fail(model->context, NH_E_UNSUPPORTED, "acceleration",
                "first integrals are not searched for where a constraint is not linear in the accelerations");
    nh_integrals_result *result = NH_NEW(arena, nh_integrals_result);
    result->items.arena = result->functions.arena = result->symmetries.arena = result->linear.arena = arena;
    nh_finder f = {.model = model, .pool = model->pool, .arena = arena, .def = def, .result = result};
    f.candidates.arena = f.searched.arena = arena;
    nh_admissible *a = nh_admissible_make(arena, model, def->seed);
    f.flow = nh_flow_make(arena, a, (nh_flow_def){false, NULL}, &result->info.why);
    if (f.flow != NULL) search_all(&f, a);
    else if (a->open == NULL) search_structure(&f, a), search_momenta(&f);
    nh_finder_judge(&f);
    if (f.flow != NULL) {
        nh_gauge_momenta_find(result, arena, f.flow, f.symmetries);
        nh_separation_find(result, arena, f.flow, f.symmetries, def->seed);
    }
    if (def->has_measure) {
        nh_measure *measure = nh_measure_find(arena, a);
        if (measure->info.density != NULL) {
            nh_quadratures_count(measure, arena, result);
            nh_hamiltonian_find(measure, arena, def->seed);
        }
        result->measure = &measure->info;
    }
    result->info.count = result->items.count;
    result->info.searched_count = f.searched.count;
    result->info.searched = f.searched.items;
    return result;
}
