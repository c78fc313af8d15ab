/* The growth vector by algebra: for generic parameters, and with the values that they have. */
#include "analysis/integrable_private.h"

static bool same_growth(const nh_growth *a, const nh_growth *b) {
    bool is_same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && is_same; i++) is_same = a->dimension[i] == b->dimension[i];
    return is_same;
}

/* With coordinates that no row has. */
static nh_growth raised(const nh_asking *s, const nh_growth *growth, uint32_t others) {
    uint32_t *dimension = NH_NEW_ARRAY(s->a->arena, uint32_t, growth->count + 1);
    for (uint32_t i = 0; i < growth->count; i++) dimension[i] = growth->dimension[i] + others;
    return (nh_growth){growth->count, dimension};
}

typedef struct growing {
    const nh_asking *s;
    const nh_pfaffian *system;
    nh_growth growth;
    bool is_known;
} growing;

static void grow(nh_context *context, void *user) {
    growing *g = user;
    (void)context;
    g->is_known = nh_pfaffian_growth(g->s->pool, g->s->a->arena, g->system, &g->growth) == NH_LINEAR_DONE;
}

static growing growth_of(const nh_asking *s, const nh_pfaffian *system) {
    growing g = {.s = s, .system = system};
    if (!nh_asking_attempt(s, grow, &g)) g.is_known = false;
    return g;
}

void nh_asking_growth(const nh_asking *s, const nh_answer *x, nh_integrability *result) {
    if (x->d.is_linear.truth != NH_YES || !s->chart.is_complete || !nh_asking_is_small(s, &x->d.system)) return;
    bool is_other;
    nh_pfaffian with_values = nh_asking_valued(s, &x->d.system, &is_other);
    growing generic = growth_of(s, &x->d.system), special = is_other ? growth_of(s, &with_values) : generic;
    if (!special.is_known && !generic.is_known) return;
    bool is_proved = generic.is_known && (!special.is_known || same_growth(&generic.growth, &special.growth));
    result->growth = raised(s, is_proved ? &generic.growth : &special.growth, x->d.others);
    result->growth_has_time = x->d.has_time;
    result->growth_by = nh_asking_weaker(is_proved ? NH_EVIDENCE_PROVED : NH_EVIDENCE_CERTIFIED, x->d.is_linear.by);
}
