/* Velocities that obey linear equations in one position s, as those of a disc that rolls do in its inclination:
 *
 *     u_j' = s' sum_k c_jk(s) u_k:     du/ds = c(s) u
 *
 * Solutions of this system of first-order equations give as many first integrals as it has unknowns, in general through
 * special functions. A system of two is also written as one equation of second order, and compared with Legendre's. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/limits_private.h"
#include "integrals/linear_private.h"

/* Accelerations of more have long formulas. */
enum { MOST_VELOCITIES = 5 };

typedef struct linear_work {
    const nh_flow *flow;
    nh_admissible *a;
    nh_pool *pool;
    nh_arena *arena;
    nh_integrals_result *result;
    uint32_t m, first; /* velocities; the number of the first one among the variables */
    const nh_expr *u;
    nh_expr *rates; /* m: u' */
    uint32_t pivot; /* the velocity of s */
    nh_expr s;
    bool is_in[MOST_VELOCITIES];
    nh_expr *c; /* m x m */
} linear_work;

static const char *text_of(const linear_work *w, nh_expr e) {
    nh_text text = nh_text_begin(w->arena);
    nh_expr_print(w->pool, &text, e);
    return nh_text_string(&text);
}

/* ---- closed systems ---- */

/* Whether it depends on no variable but s. */
static bool is_of_s(const linear_work *w, nh_expr e) {
    for (uint32_t i = 0; i < w->flow->count; i++)
        if (w->flow->variables[i] != w->s && nh_expr_depends_on(w->pool, e, 1, &w->flow->variables[i])) return false;
    return true;
}

/* Whether u_j' is s' times a sum of the velocities in the system, by functions of s; these become c_jk. */
static bool is_linear(linear_work *w, uint32_t j) {
    nh_expr rest = w->rates[j];
    for (uint32_t k = 0; k < w->m; k++) {
        if (!w->is_in[k]) continue;
        nh_expr slope = nh_expr_diff(w->pool, nh_expr_diff(w->pool, w->rates[j], w->u[w->pivot]), w->u[k]);
        w->c[j * w->m + k] = nh_expr_shortest(w->pool, slope);
        if (w->c[j * w->m + k] == NH_EXPR_UNDEFINED || !is_of_s(w, w->c[j * w->m + k])) return false;
        nh_expr factors = nh_expr_mul(w->pool, w->u[w->pivot], w->u[k]);
        rest = nh_expr_sub(w->pool, rest, nh_expr_mul(w->pool, w->c[j * w->m + k], factors));
    }
    return nh_expr_is_proved_zero(w->pool, rest);
}

/* The largest system: velocities that are not linear in the others are left out until none is. */
static uint32_t close_system(linear_work *w) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < w->m; j++) w->is_in[j] = j != w->pivot;
    for (bool is_closed = false; !is_closed;) {
        is_closed = true, count = 0;
        for (uint32_t j = 0; j < w->m && is_closed; j++) {
            if (!w->is_in[j]) continue;
            is_closed = w->is_in[j] = is_linear(w, j);
            count++;
        }
    }
    return count;
}

static bool is_trivial(const linear_work *w) {
    for (uint32_t j = 0; j < w->m; j++)
        for (uint32_t k = 0; k < w->m; k++)
            if (w->is_in[j] && w->is_in[k] && w->c[j * w->m + k] != NH_EXPR_ZERO) return false;
    return true;
}

/* ---- one equation of second order ---- */

/* y = sum of form[i] u_i over the two unknowns; its derivative by s. */
static void derive_form(const linear_work *w, const uint32_t *unknown, const nh_expr *form, nh_expr *slope) {
    for (int i = 0; i < 2; i++) {
        slope[i] = nh_expr_diff(w->pool, form[i], w->s);
        for (int k = 0; k < 2; k++) {
            nh_expr c = w->c[unknown[k] * w->m + unknown[i]];
            slope[i] = nh_expr_add(w->pool, slope[i], nh_expr_mul(w->pool, form[k], c));
        }
        slope[i] = nh_expr_shortest(w->pool, slope[i]);
    }
}

static nh_expr determinant_of(nh_pool *pool, const nh_expr *x, const nh_expr *y) {
    return nh_expr_sub(pool, nh_expr_mul(pool, x[0], y[1]), nh_expr_mul(pool, x[1], y[0]));
}

/* y'' = p y' + q y */
static bool find_second_order(const linear_work *w, const uint32_t *unknown, const nh_expr *y, nh_expr *p, nh_expr *q) {
    nh_expr first[2], second[2];
    derive_form(w, unknown, y, first);
    derive_form(w, unknown, first, second);
    nh_expr d = nh_expr_shortest(w->pool, determinant_of(w->pool, y, first));
    if (d == NH_EXPR_UNDEFINED || nh_expr_is_proved_zero(w->pool, d)) return false;
    *p = nh_expr_shortest(w->pool, nh_expr_div(w->pool, determinant_of(w->pool, y, second), d));
    *q = nh_expr_shortest(w->pool, nh_expr_div(w->pool, determinant_of(w->pool, second, first), d));
    return *p != NH_EXPR_UNDEFINED && *q != NH_EXPR_UNDEFINED;
}

/* y'' + cot(s) y' - q y = 0 with a constant q is Legendre's equation in cos(s); with -tan(s) in sin(s). */
static const char *name_equation(const linear_work *w, nh_expr p, nh_expr q) {
    nh_expr sine = nh_expr_apply1(w->pool, NH_EXPR_SIN, w->s), cosine = nh_expr_apply1(w->pool, NH_EXPR_COS, w->s);
    nh_expr in_cosine = nh_expr_add(w->pool, nh_expr_mul(w->pool, p, sine), cosine);
    nh_expr in_sine = nh_expr_sub(w->pool, nh_expr_mul(w->pool, p, cosine), sine);
    if (nh_expr_depends_on(w->pool, q, w->flow->count, w->flow->variables)) return NULL;
    bool has_cosine = nh_expr_is_proved_zero(w->pool, in_cosine), has_sine = nh_expr_is_proved_zero(w->pool, in_sine);
    if (!has_cosine && !has_sine) return NULL;
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text, "Legendre's equation in %s, of the degree nu with nu*(nu + 1) = %s",
                   text_of(w, has_cosine ? cosine : sine),
                   text_of(w, nh_expr_shortest(w->pool, nh_expr_neg(w->pool, q))));
    return nh_text_string(&text);
}

/* Angular velocities of bodies, and the unknowns themselves: names with values. */
static void list_unknowns(const linear_work *w, nh_exprs *names) {
    nh_ansatz_space frames = nh_ansatz_space_of_frames(w->arena, w->flow);
    for (size_t i = 0; i < frames.velocities.count; i++) nh_array_push(names, frames.velocities.items[i]);
    for (uint32_t j = 0; j < w->m; j++)
        if (w->is_in[j]) nh_array_push(names, w->u[j]);
}

/* The unknown with the shortest equation; one that is known by name is preferred. */
static void write_second_order(const linear_work *w, nh_integrals_linear *item) {
    uint32_t unknown[2], count = 0;
    size_t best = SIZE_MAX;
    nh_exprs names = {.arena = w->arena};
    for (uint32_t j = 0; j < w->m; j++)
        if (w->is_in[j]) unknown[count++] = j;
    NH_ASSERT(count == 2);
    list_unknowns(w, &names);
    for (size_t i = 0; i < names.count && item->special == NULL; i++) {
        nh_expr value = nh_flow_restrict(w->flow, names.items[i]), y[2], p, q, rest = value;
        for (int k = 0; k < 2; k++) {
            y[k] = nh_expr_shortest(w->pool, nh_expr_diff(w->pool, value, w->u[unknown[k]]));
            rest = nh_expr_sub(w->pool, rest, nh_expr_mul(w->pool, y[k], w->u[unknown[k]]));
        }
        bool is_form = is_of_s(w, y[0]) && is_of_s(w, y[1]) && nh_expr_is_proved_zero(w->pool, rest);
        if (!is_form || !find_second_order(w, unknown, y, &p, &q)) continue;
        item->special = name_equation(w, p, q);
        size_t length = nh_expr_length(w->pool, p) + nh_expr_length(w->pool, q);
        if (length >= best && item->special == NULL) continue;
        best = length;
        nh_text text = nh_text_begin(w->arena);
        const char *s = text_of(w, w->s);
        nh_text_format(&text, "y'' = (%s)*y' + (%s)*y with y = %s, ' = d/d%s", text_of(w, p), text_of(w, q),
                       text_of(w, names.items[i]), s);
        item->second_order = nh_text_string(&text);
    }
}

/* ---- all of it ---- */

static void take_system(linear_work *w, uint32_t count) {
    nh_integrals_linear item = {.variable = text_of(w, w->s), .count = count};
    const char **equations = NH_NEW_ARRAY(w->arena, const char *, count);
    uint32_t at = 0;
    for (uint32_t j = 0; j < w->m; j++) {
        nh_expr sum = NH_EXPR_ZERO;
        if (!w->is_in[j]) continue;
        for (uint32_t k = 0; k < w->m; k++)
            if (w->is_in[k]) sum = nh_expr_add(w->pool, sum, nh_expr_mul(w->pool, w->c[j * w->m + k], w->u[k]));
        nh_text text = nh_text_begin(w->arena);
        nh_text_format(&text, "%s' = %s", text_of(w, w->u[j]),
                       text_of(w, nh_expr_mul(w->pool, w->u[w->pivot], nh_expr_shortest(w->pool, sum))));
        equations[at++] = nh_text_string(&text);
    }
    item.equations = equations;
    if (count == 2) write_second_order(w, &item);
    nh_array_push(&w->result->linear, item);
}

static void search_systems(void *user) {
    linear_work *w = user;
    const nh_flow *flow = w->flow;
    nh_reduced *r = nh_reduced_make(w->arena, flow);
    if (r == NULL) return;
    for (uint32_t j = 0; j < w->m; j++) {
        w->rates[j] = NH_EXPR_ZERO;
        for (uint32_t x = 0; x < w->m; x++) {
            nh_expr part = nh_expr_mul(w->pool, r->inverse[j * w->m + x], r->F[x]);
            w->rates[j] = nh_expr_add(w->pool, w->rates[j], part);
        }
        w->rates[j] = nh_expr_normal(w->pool, w->rates[j]);
        if (w->rates[j] == NH_EXPR_UNDEFINED) return;
    }
    for (w->pivot = 0; w->pivot < w->m; w->pivot++)
        for (uint32_t i = flow->times; i < flow->times + flow->positions; i++) {
            if (flow->coordinate[i] != flow->coordinate[w->first + w->pivot]) continue;
            w->s = flow->variables[i];
            uint32_t count = close_system(w);
            if (count > 0 && !is_trivial(w)) take_system(w, count);
        }
}

void nh_linear_find(nh_integrals_result *result, nh_arena *arena, nh_admissible *a, const nh_flow *flow) {
    NH_ASSERT(flow != NULL && !nh_arena_is_scratch(arena));
    linear_work w = {.flow = flow, .a = a, .pool = flow->pool, .arena = arena, .result = result, .m = flow->form->m};
    if (w.m < 2 || w.m > MOST_VELOCITIES || flow->rows > flow->form->k) return;
    w.first = flow->times + flow->positions, w.u = flow->variables + w.first;
    w.rates = NH_NEW_ARRAY(arena, nh_expr, w.m), w.c = NH_NEW_ARRAY(arena, nh_expr, (size_t)w.m * w.m);
    nh_budget budget = {.work = NH_WORK_LINEAR};
    if (nh_attempt(flow->model->context, &budget, search_systems, &w) != NH_OK) result->linear.count = 0;
}
