/* Charts: geometric rows solved for some of the coordinates, so that what is asked of the configurations that satisfy
 * them becomes a question about functions of the others. */
#ifndef NH_FACTS_INTEGRABLE_CHART_H
#define NH_FACTS_INTEGRABLE_CHART_H

#include "facts/admissible.h"

typedef struct nh_chart {
    uint32_t count;        /* coordinates that were eliminated */
    const nh_expr *symbol; /* count: these */
    /* Count: by time and the coordinates that are left; of two roots the one of the reference state. */
    const nh_expr *value;
    /* What is under the square root of a value, and the root by coordinates: sqrt(4 - y^2) is x where that is x;
     * undefined: no root, or several. */
    const nh_expr *under, *root;
    bool is_complete; /* all imposed geometric rows hold then, identically */
} nh_chart;

/* In a->arena. */
nh_chart nh_chart_find(nh_admissible *a);
/* e on the chart, free of the coordinates that were eliminated; abbreviations are opened. */
nh_expr nh_chart_apply(nh_pool *pool, const nh_chart *chart, nh_expr e);
/* A function on the chart by all coordinates: roots that belong to one sheet of the surface become the
 * coordinates that they stand for. */
nh_expr nh_chart_lift(const nh_chart *chart, nh_pool *pool, nh_arena *arena, nh_expr e);

#endif
