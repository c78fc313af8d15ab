/* Fewer variables by a function that was found: on f = C one variable is a function of the others,
 *
 *     v = V(x, C),     dv = - sum of (df/dx_j) dx_j / (df/dv)
 *
 * and the system that is left has one form and one variable less. A function of x and C that is constant there gives one of all variables with f for C. */
#include "algebra/normal.h"
#include "algebra/potential_private.h"
#include "algebra/solve.h"
#include "base/text.h"
#include "expr/calculus.h"
#include "expr/inspect.h"

typedef struct peeling {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    nh_expr f;
    uint32_t column; /* of v */
    nh_expr value;   /* V */
} peeling;

static nh_expr new_constant(nh_pool *pool, nh_arena *arena, uint32_t number) {
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "#level%u", (unsigned)number);
    return nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, nh_text_string(&name));
}

/* The variable with the fewest branches, of two the shorter one. */
static bool choose_variable(peeling *p, nh_expr constant) {
    nh_expr equation = nh_expr_sub(p->pool, p->f, constant);
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < p->system->count; i++) {
        nh_branches b;
        nh_expr v = p->system->variables[i];
        if (!nh_expr_depends_on(p->pool, p->f, 1, &v)) continue;
        if (nh_solve_polynomial(p->pool, p->arena, equation, v, &b) != NH_LINEAR_DONE || b.count == 0) continue;
        uint64_t cost = nh_expr_length(p->pool, b.branches[0].value) + 1000 * b.count;
        if (cost >= least) continue;
        least = cost, p->column = i, p->value = b.branches[0].value;
    }
    return least < UINT64_MAX;
}

/* c_j - c_v (df/dx_j) / (df/dv) at v = V */
static nh_expr entry_of(const peeling *p, const nh_expr *row, uint32_t j) {
    nh_expr v = p->system->variables[p->column];
    nh_expr slope = nh_expr_diff(p->pool, p->f, p->system->variables[j]), steep = nh_expr_diff(p->pool, p->f, v);
    nh_expr turned = nh_expr_mul(p->pool, row[p->column], nh_expr_div(p->pool, slope, steep));
    nh_expr entry = nh_expr_sub(p->pool, row[j], turned);
    return nh_expr_factored(p->pool, nh_expr_substitute(p->pool, entry, 1, &v, &p->value, true));
}

/* All forms on f = C, of which one has become a combination of the others. */
static nh_expr *entries_of(const peeling *p) {
    const nh_pfaffian *s = p->system;
    nh_expr *entries = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)s->rank * s->count + 1);
    size_t n = 0;
    for (uint32_t a = 0; a < s->rank; a++)
        for (uint32_t j = 0; j < s->count; j++)
            if (j != p->column) entries[n++] = entry_of(p, s->forms + (size_t)a * s->count, j);
    return entries;
}

static bool keep_independent(const peeling *p, nh_pfaffian *rest) {
    const nh_pfaffian *s = p->system;
    nh_expr *entries = entries_of(p), *variables = NH_NEW_ARRAY(p->arena, nh_expr, s->count + 1);
    nh_linear_minor minor;
    uint32_t n = 0, columns = s->count - 1;
    if (nh_linear_rank(p->pool, p->arena, s->rank, columns, entries, &minor) != NH_LINEAR_DONE) return false;
    if (minor.rank + 1 != s->rank) return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (i != p->column) variables[n++] = s->variables[i];
    nh_expr *forms = NH_NEW_ARRAY(p->arena, nh_expr, (size_t)minor.rank * columns + 1);
    for (uint32_t a = 0; a < minor.rank; a++)
        for (uint32_t j = 0; j < columns; j++) forms[a * columns + j] = entries[minor.rows[a] * columns + j];
    *rest = (nh_pfaffian){.count = columns, .variables = variables, .rank = minor.rank, .forms = forms};
    return true;
}

bool nh_potential_peel(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_expr f, uint32_t number,
                       nh_peel *result) {
    peeling p = {.pool = pool, .arena = arena, .system = system, .f = f};
    *result = (nh_peel){.constant = new_constant(pool, arena, number), .f = f};
    if (!choose_variable(&p, result->constant)) return false;
    result->variable = system->variables[p.column], result->value = p.value;
    return keep_independent(&p, &result->rest);
}
