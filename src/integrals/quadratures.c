/* The theorem of Euler and Jacobi: N equations of first order with an invariant measure and N - 2 independent integrals
 * are solved by quadratures.
 *
 * Positions that no rate depends on are left out first: the others have equations of their own, and integrals and the
 * density count there if they do not depend on what was left out. */
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/integrals_private.h"

/* Whether the equations of motion have the symbol in them. */
static bool is_in_equations(const nh_flow *flow, const nh_exprs *list, nh_expr symbol) {
    for (size_t i = 0; i < list->count; i++)
        if (nh_expr_depends_on(flow->pool, list->items[i], 1, &symbol)) return true;
    return false;
}

static nh_exprs list_ignored(const nh_flow *flow, nh_arena *arena) {
    nh_exprs list = {.arena = arena}, ignored = {.arena = arena};
    nh_flow_list(flow, &list);
    for (uint32_t i = flow->times; i < flow->times + flow->positions; i++)
        if (!is_in_equations(flow, &list, flow->variables[i])) nh_array_push(&ignored, flow->variables[i]);
    return ignored;
}

/* Independent integrals of the equations that are left. */
static uint32_t count_integrals(const nh_flow *flow, nh_arena *arena, const nh_integrals_result *found,
                                const nh_exprs *ignored) {
    nh_integral_search *search = nh_integral_search_make(arena, flow);
    for (size_t i = 0; i < found->items.count; i++) {
        nh_expr e = nh_flow_restrict(flow, found->functions.items[i]);
        if (found->items.items[i].when != NULL) continue;
        if (!nh_expr_depends_on(flow->pool, e, (uint32_t)ignored->count, ignored->items))
            (void)nh_integral_search_takes(search, found->functions.items[i]);
    }
    return nh_integral_search_count(search);
}

void nh_quadratures_count(nh_integrals_measure *measure, nh_arena *arena, const nh_flow *flow,
                          const nh_integrals_result *found, nh_expr density) {
    NH_ASSERT(measure->density != NULL && density != NH_EXPR_UNDEFINED);
    nh_exprs ignored = list_ignored(flow, arena);
    nh_expr inside = nh_flow_restrict(flow, density);
    if (nh_expr_depends_on(flow->pool, inside, (uint32_t)ignored.count, ignored.items)) return;
    uint32_t size = flow->count - (uint32_t)ignored.count, integrals = count_integrals(flow, arena, found, &ignored);
    uint32_t needed = size > 2 ? size - 2 : 0;
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%u equations", (unsigned)size);
    for (size_t i = 0; i < ignored.count; i++) {
        nh_text_add(&text, i == 0 ? " without " : ", ");
        nh_expr_print(flow->pool, &text, ignored.items[i]);
    }
    nh_text_format(&text, ", a measure, %u of %u integrals", (unsigned)integrals, (unsigned)needed);
    measure->is_integrable = integrals >= needed;
    measure->quadratures = nh_text_string(&text);
}
