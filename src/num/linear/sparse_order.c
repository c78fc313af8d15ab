/* Fill-reducing orderings: approximate minimum degree (AMD), with groups its constrained variant (CAMD). */
#include "num/linear/sparse.h"

#include <amd.h>
#include <camd.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"

void nh_sparse_order(nh_arena *arena, const nh_pattern *pattern, const int *group, int *order) {
    NH_ASSERT(pattern->rows == pattern->columns);
    nh_context *context = nh_arena_context(arena);
    int n = pattern->columns;
    if (n == 0) return;
    nh_tick(context, (uint64_t)n + (uint64_t)pattern->start[n]);
    int status = group == NULL ? amd_order(n, pattern->start, pattern->row, order, NULL, NULL)
                               : camd_order(n, pattern->start, pattern->row, order, NULL, NULL, group);
    /* NOLINTNEXTLINE(misc-redundant-expression): equal is what is to be shown */
    _Static_assert(AMD_OUT_OF_MEMORY == CAMD_OUT_OF_MEMORY && AMD_OK == CAMD_OK, "the two share their statuses");
    if (status == AMD_OUT_OF_MEMORY) nh_raise(context, NH_E_MEMORY);
    NH_ASSERT(status == AMD_OK);
}

enum { SHARED = 24 }; /* an unknown in more equations is one that they share */

enum { PRIVATE_UNKNOWN, EQUATION, SHARED_UNKNOWN, LAST_EQUATION };

void nh_sparse_saddle_groups(nh_arena *arena, const nh_pattern *transposed, int *group) {
    int unknowns = transposed->rows, equations = transposed->columns;
    int *uses = NH_NEW_ARRAY(arena, int, (size_t)unknowns);
    for (int p = 0; p < transposed->start[equations]; p++) uses[transposed->row[p]]++;
    for (int i = 0; i < unknowns; i++) group[i] = uses[i] > SHARED ? SHARED_UNKNOWN : PRIVATE_UNKNOWN;
    for (int e = 0; e < equations; e++) {
        group[unknowns + e] = LAST_EQUATION;
        for (int p = transposed->start[e]; p < transposed->start[e + 1]; p++)
            if (group[transposed->row[p]] == PRIVATE_UNKNOWN) group[unknowns + e] = EQUATION;
    }
}
