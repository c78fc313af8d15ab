/* The theorem of Euler and Jacobi: N equations of first order with an invariant measure and N - 2 independent integrals
 * are solved by quadratures.
 *
 * Positions on which no rate of the others depends are left out where that helps: the others have equations of their
 * own, with the same density if this does not depend on what was left out, nor any rate of that on itself. Integrals
 * count there if they do not depend on it either. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/integrals_private.h"

/* Points at which rates are compared, with all variables but one held. */
enum { POINTS = 3 };

/* Marks the variables whose rates change with this one; false where that is not known. */
static bool find_dependent(const nh_flow *flow, nh_arena *arena, nh_expr variable, bool *is_changed) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    nh_modular *modular = nh_modular_make(flow->pool, arena, list.count, list.items, 1, &variable);
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, list.count + 1);
    uint64_t *first = NH_NEW_ARRAY(arena, uint64_t, flow->count), *rates = NH_NEW_ARRAY(arena, uint64_t, flow->count);
    for (int p = 0; p < POINTS; p++) {
        if (!nh_modular_next(modular, values) || !nh_flow_solve(flow, values, p == 0 ? first : rates)) return false;
        for (uint32_t i = 0; p > 0 && i < flow->count; i++) is_changed[i] |= first[i] != rates[i];
    }
    return true;
}

/* The largest set of positions that is found by leaving out one after the other. */
static nh_exprs list_ignored(const nh_flow *flow, nh_arena *arena) {
    nh_exprs ignored = {.arena = arena};
    uint32_t from = flow->times, n = flow->times + flow->positions;
    bool *changes = NH_NEW_ARRAY(arena, bool, (size_t)n * flow->count + 1);
    bool *is_out = NH_NEW_ARRAY(arena, bool, flow->count);
    for (uint32_t i = from; i < n; i++)
        if (!find_dependent(flow, arena, flow->variables[i], changes + (size_t)i * flow->count)) return ignored;
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (uint32_t i = from; i < n; i++) {
            const bool *changed = changes + (size_t)i * flow->count;
            bool is_free = !is_out[i] && !changed[i];
            for (uint32_t k = 0; k < flow->count; k++) is_free = is_free && (is_out[k] || !changed[k]);
            if (!is_free) continue;
            is_out[i] = true, is_done = false;
            nh_array_push(&ignored, flow->variables[i]);
        }
    }
    return ignored;
}

/* Independent integrals of the equations that are left. */
static uint32_t count_integrals(const nh_flow *flow, nh_arena *arena, const nh_integrals_result *found,
                                const nh_exprs *ignored) {
    nh_integral_search *search = nh_integral_search_make(arena, flow);
    for (size_t i = 0; i < found->items.count; i++) {
        if (found->items.items[i].when != NULL) continue;
        nh_expr e = nh_flow_restrict(flow, found->functions.items[i]), normal = nh_expr_normal(flow->pool, e);
        if (normal != NH_EXPR_UNDEFINED) e = normal;
        if (!nh_expr_depends_on(flow->pool, e, (uint32_t)ignored->count, ignored->items))
            (void)nh_integral_search_takes(search, found->functions.items[i]);
    }
    return nh_integral_search_count(search);
}

/* Whether the equations without these are solved by quadratures, in words. */
static bool count_without(nh_integrals_measure *measure, nh_arena *arena, const nh_flow *flow,
                          const nh_integrals_result *found, const nh_exprs *ignored) {
    uint32_t size = flow->count - (uint32_t)ignored->count, integrals = count_integrals(flow, arena, found, ignored);
    uint32_t needed = size > 2 ? size - 2 : 0;
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%u equations", (unsigned)size);
    for (size_t i = 0; i < ignored->count; i++) {
        nh_text_add(&text, i == 0 ? " without " : ", ");
        nh_expr_print(flow->pool, &text, ignored->items[i]);
    }
    nh_text_format(&text, "; integrals: %u, needed: %u", (unsigned)integrals, (unsigned)needed);
    measure->is_integrable = integrals >= needed;
    measure->quadratures = nh_text_string(&text);
    return measure->is_integrable;
}

/* Residues belong to one piece, and what no rate contains there may be in the rates of others. */
static bool has_pieces(const nh_flow *flow, nh_arena *arena) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (size_t i = 0; i < list.count; i++)
        if (nh_expr_is_pieced(flow->pool, list.items[i])) return true;
    return false;
}

void nh_quadratures_count(nh_measure *measure, nh_arena *arena, const nh_integrals_result *found) {
    NH_ASSERT(measure->info.density != NULL && measure->density != NH_EXPR_UNDEFINED);
    const nh_flow *flow = measure->flow;
    if (has_pieces(flow, arena)) return;
    nh_exprs none = {.arena = arena}, ignored = list_ignored(flow, arena);
    nh_expr density = measure->density, normal = nh_expr_normal(flow->pool, density);
    if (normal != NH_EXPR_UNDEFINED) density = normal;
    if (count_without(&measure->info, arena, flow, found, &none) || ignored.count == 0) return;
    if (!nh_expr_depends_on(flow->pool, density, (uint32_t)ignored.count, ignored.items))
        (void)count_without(&measure->info, arena, flow, found, &ignored);
}
