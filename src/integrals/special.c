/* Values of parameters with which there are more integrals: two parameters that are equal, such as the moments of
 * inertia of a body of revolution, and parameters that are 0 where 0 is in their range. */
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "integrals/finder_private.h"
#include "integrals/limits_private.h"

/* Sets of values that are tried. */
enum { MOST_CASES = 60 };

typedef struct special_search {
    nh_finder *f;
    nh_admissible *a;
    nh_text tried; /* "I1 = I2; e = 0" */
    uint32_t cases;
} special_search;

static bool is_in_motion(const nh_flow *flow, nh_arena *arena, nh_expr symbol) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (size_t i = 0; i < list.count; i++)
        if (nh_expr_depends_on(flow->pool, list.items[i], 1, &symbol)) return true;
    return false;
}

/* What was found for all values is known: what is counted is more. */
static void search_case(special_search *s, const nh_flow_values *values) {
    nh_finder *f = s->f;
    const char *why;
    nh_flow *flow = nh_flow_make(f->arena, s->a, (nh_flow_def){false, values}, &why);
    if (flow == NULL) return;
    NH_ASSERT(flow->definitions == values->symbol.count);
    f->flow = flow, f->search = nh_integral_search_make(f->arena, flow);
    for (size_t i = 0; i < f->candidates.count; i++)
        if (f->candidates.items[i].when == NULL) (void)nh_integral_search_takes(f->search, f->candidates.items[i].e);
    f->when = nh_flow_definitions(flow), f->values = values;
    nh_text_format(&s->tried, "%s%s", s->cases++ > 0 ? "; " : "", f->when);
    nh_finder_search_quickly(f);
    f->when = NULL, f->values = NULL;
}

/* These parameters are all equal to the value. */
static void try_value(special_search *s, size_t count, const nh_expr *symbol, nh_expr value) {
    nh_arena *arena = s->f->arena;
    if (s->cases >= MOST_CASES) return;
    nh_flow_values *values = NH_NEW(arena, nh_flow_values);
    *values = (nh_flow_values){{.arena = arena}, {.arena = arena}};
    nh_array_append(&values->symbol, count, symbol);
    for (size_t i = 0; i < count; i++) nh_array_push(&values->value, value);
    search_case(s, values);
}

static bool has_zero_in_range(const nh_pool *pool, const nh_parameter *p) {
    if (p->low == NH_EXPR_UNDEFINED || p->high == NH_EXPR_UNDEFINED || p->value == NH_EXPR_ZERO) return false;
    if (!nh_expr_is_number(pool, p->low) || !nh_expr_is_number(pool, p->high)) return false;
    return nh_rat_sign(nh_expr_rational(pool, p->low)) <= 0 && nh_rat_sign(nh_expr_rational(pool, p->high)) >= 0;
}

static void try_all(void *user) {
    special_search *s = user;
    nh_finder *f = s->f;
    const nh_flow *general = f->flow;
    nh_exprs free = {.arena = f->arena}, zero = {.arena = f->arena};
    for (size_t i = 0; i < f->model->parameters.count; i++) {
        const nh_parameter *p = &f->model->parameters.items[i];
        bool is_number = p->value == NH_EXPR_UNDEFINED || nh_expr_is_number(f->pool, p->value);
        if (!is_number || !is_in_motion(general, f->arena, p->symbol)) continue;
        nh_array_push(&free, p->symbol);
        if (has_zero_in_range(f->pool, p)) nh_array_push(&zero, p->symbol);
    }
    for (size_t i = 0; i < zero.count; i++) try_value(s, 1, &zero.items[i], NH_EXPR_ZERO);
    if (zero.count > 1) try_value(s, zero.count, zero.items, NH_EXPR_ZERO);
    for (size_t j = 1; j < free.count; j++)
        for (size_t i = 0; i < j; i++) try_value(s, 1, &free.items[j], free.items[i]);
}

void nh_finder_search_special(nh_finder *f, nh_admissible *a) {
    special_search s = {f, a, nh_text_begin(f->arena), 0};
    nh_flow *flow = f->flow;
    nh_integral_search *search = f->search;
    nh_budget budget = {.work = NH_WORK_SPECIAL};
    bool is_whole = nh_attempt(f->model->context, &budget, try_all, &s) == NH_OK;
    f->flow = flow, f->search = search, f->when = NULL, f->values = NULL;
    if (s.cases == 0) return;
    nh_text text = nh_text_begin(f->arena);
    nh_text_format(&text, "simple terms of degree up to %d when %s%s", f->def->degree, nh_text_string(&s.tried),
                   is_whole ? "" : " (then it took too long)");
    nh_array_push(&f->searched, nh_text_string(&text));
}
