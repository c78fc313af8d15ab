/* The coefficients of a relation exactly.
 *
 * Fractions are read off their residues. Coefficients that are functions of the parameters are polynomials in these, if
 * they have a common denominator: so the terms are multiplied with products of parameters, and the parameters are drawn
 * at every point like the state. The relation between these terms has fractions as coefficients. Which powers of a
 * parameter are needed is found first, with the others fixed; of the lowest powers there is just one relation. */
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "integrals/integrals_private.h"

enum {
    /* Numerator and denominator of a coefficient. A residue that is no fraction, but a polynomial in parameters, is
     * rarely read as one with short numbers. Long ones are tried after polynomials: what is read wrongly is refuted. */
    SHORT_SIZE = 1 << 16,
    LONG_SIZE = 1 << 28,
    MOST_DEGREE = 6,    /* in the parameters */
    MOST_COLUMNS = 1000 /* terms times products of parameters */
};

/* ---- numbers ---- */

static bool is_within(nh_rat a, int64_t most) {
    return nh_rat_is_small(a) && a.den <= most && a.num <= most && a.num >= -most;
}

static bool read_fractions(const nh_flow *flow, const nh_relation_terms *r, int64_t most, nh_expr *coefficients) {
    for (uint32_t k = 0; k < r->count; k++) {
        nh_rat value;
        if (!nh_modular_fraction(r->residues[k], &value) || !is_within(value, most)) return false;
        coefficients[k] = nh_expr_number(flow->pool, value);
    }
    return true;
}

/* ---- parameters ---- */

static nh_exprs list_all(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r) {
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (uint32_t k = 0; k < r->count; k++) nh_array_push(&list, nh_flow_restrict(flow, r->term[k]));
    if (r->growth != NH_EXPR_UNDEFINED) nh_array_push(&list, r->growth);
    return list;
}

/* What coefficients may be polynomials in, of one parameter: itself and functions of it. */
typedef struct parameter_atoms {
    nh_exprs atoms;
    NH_ARRAY(uint32_t) most; /* powers */
} parameter_atoms;

static void add_atom(parameter_atoms *p, nh_expr atom, uint32_t most) {
    if (nh_exprs_has(&p->atoms, atom)) return;
    nh_array_push(&p->atoms, atom);
    nh_array_push(&p->most, most);
}

/* Functions of the parameter: sines and cosines, roots, and others as they are. */
static void add_functions(nh_pool *pool, parameter_atoms *p, nh_expr parameter, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER || kind == NH_EXPR_SYMBOL || kind == NH_EXPR_SUM) return;
    if (kind == NH_EXPR_SIN || kind == NH_EXPR_COS || kind == NH_EXPR_TAN) {
        nh_expr angle = nh_expr_args(pool, e)[0];
        add_atom(p, nh_expr_apply1(pool, NH_EXPR_SIN, angle), 9);
        add_atom(p, nh_expr_apply1(pool, NH_EXPR_COS, angle), 1);
    } else if (kind == NH_EXPR_PRODUCT) {
        for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, e); i += 2) {
            const nh_expr *args = nh_expr_args(pool, e);
            nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
            bool is_root = !nh_rat_is_int(exponent) && nh_rat_is_small(exponent);
            if (is_root && nh_expr_depends_on(pool, args[i], 1, &parameter))
                add_atom(p, nh_expr_root(pool, args[i], exponent.den), 9);
        }
    } else add_atom(p, e, 9);
}

static parameter_atoms atoms_of(const nh_flow *flow, nh_arena *arena, const nh_exprs *list, nh_expr parameter) {
    parameter_atoms p = {{.arena = arena}, {.arena = arena}};
    add_atom(&p, parameter, 9);
    nh_walk *walk = nh_walk_begin(flow->pool, list->count, list->items, NH_WALK_PLAIN);
    nh_exprs nodes = {.arena = arena};
    nh_array_append(&nodes, walk->count, walk->order);
    nh_walk_end(walk);
    for (size_t i = 0; i < nodes.count; i++)
        if (nh_expr_depends_on(flow->pool, nodes.items[i], 1, &parameter) &&
            !nh_expr_depends_on(flow->pool, nodes.items[i], flow->count, flow->variables))
            add_functions(flow->pool, &p, parameter, nodes.items[i]);
    return p;
}

/* ---- polynomials in parameters ---- */

/* Every term with every product, term by term. */
static nh_exprs multiply_terms(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *term,
                               const nh_exprs *products) {
    nh_exprs all = {.arena = arena};
    for (uint32_t k = 0; k < count; k++)
        for (size_t i = 0; i < products->count; i++)
            nh_array_push(&all, nh_expr_mul(pool, term[k], products->items[i]));
    return all;
}

static bool is_related(const nh_integral_search *search, nh_arena *arena, const nh_relation_terms *r,
                       const nh_exprs *products, const nh_exprs *drawn, nh_exprs *terms, nh_relation_terms *found) {
    *terms = multiply_terms(nh_integral_search_flow(search)->pool, arena, r->count, r->term, products);
    nh_relation_question q = {terms->count, terms->items, drawn, r->growth, r->power};
    return terms->count <= MOST_COLUMNS && nh_integral_search_relate(search, &q, found);
}

/* Powers of one parameter in the coefficients, the others having fixed values; false: none were found. */
static bool find_powers(const nh_integral_search *search, nh_arena *arena, const nh_relation_terms *r,
                        const nh_exprs *list, nh_expr parameter, nh_exprs *products) {
    const nh_flow *flow = nh_integral_search_flow(search);
    parameter_atoms p = atoms_of(flow, arena, list, parameter);
    nh_exprs drawn = {.arena = arena}, terms;
    nh_relation_terms found;
    nh_array_push(&drawn, parameter);
    NH_ASSERT(r->count > 0 && list->count > 0);
    *products = (nh_exprs){.arena = arena};
    for (uint32_t degree = 0; degree <= MOST_DEGREE; degree++) {
        nh_exprs more = nh_products_of(flow->pool, arena, p.atoms.count, p.atoms.items, p.most.items, degree);
        nh_array_append(products, more.count, more.items);
        if (!is_related(search, arena, r, products, &drawn, &terms, &found)) continue;
        nh_exprs even = {.arena = arena};
        for (uint32_t i = 0; i <= degree; i += 2) nh_array_push(&even, nh_expr_pow_int(flow->pool, parameter, i));
        if (degree >= 2 && is_related(search, arena, r, &even, &drawn, &terms, &found)) *products = even;
        return true;
    }
    return false;
}

/* The coefficients of the terms, from those of their products, which follow each other term by term. */
static bool collect_polynomials(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r,
                                const nh_exprs *products, const nh_exprs *multiplied, const nh_relation_terms *found,
                                nh_expr *coefficients) {
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, found->count + 1);
    nh_expr *parts = NH_NEW_ARRAY(arena, nh_expr, products->count + 1);
    uint32_t at = 0;
    if (!read_fractions(flow, found, LONG_SIZE, values)) return false;
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t count = 0;
        for (size_t i = 0; i < products->count; i++) {
            bool is_there = at < found->count && found->term[at] == multiplied->items[k * products->count + i];
            if (is_there) parts[count++] = nh_expr_mul(flow->pool, values[at++], products->items[i]);
        }
        coefficients[k] = nh_expr_factored(flow->pool, nh_expr_sum(flow->pool, count, parts));
    }
    return at == found->count;
}

static bool find_polynomials(const nh_integral_search *search, nh_arena *arena, const nh_relation_terms *r,
                             nh_expr *coefficients) {
    const nh_flow *flow = nh_integral_search_flow(search);
    nh_exprs list = list_all(flow, arena, r), drawn = {.arena = arena}, products = {.arena = arena}, powers, terms;
    nh_relation_terms found;
    nh_array_push(&products, NH_EXPR_ONE);
    for (size_t i = 0; i < flow->model->parameters.count; i++) {
        nh_expr symbol = flow->model->parameters.items[i].symbol;
        bool is_there = false;
        for (size_t k = 0; k < list.count && !is_there; k++)
            is_there = nh_expr_depends_on(flow->pool, list.items[k], 1, &symbol);
        if (!is_there) continue;
        if (!find_powers(search, arena, r, &list, symbol, &powers)) return false;
        if (powers.count == 1) continue;
        nh_array_push(&drawn, symbol);
        products = multiply_terms(flow->pool, arena, (uint32_t)products.count, products.items, &powers);
        if (products.count * r->count > MOST_COLUMNS) return false;
    }
    return is_related(search, arena, r, &products, &drawn, &terms, &found) &&
           collect_polynomials(flow, arena, r, &products, &terms, &found, coefficients);
}

static nh_expr combine_terms(const nh_flow *flow, nh_arena *arena, const nh_relation_terms *r,
                             const nh_expr *coefficients) {
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++) terms[k] = nh_expr_mul(flow->pool, coefficients[k], r->term[k]);
    return nh_expr_sum(flow->pool, r->count, terms);
}

nh_expr nh_integral_with_coefficients(const nh_integral_search *search, nh_arena *arena, const nh_relation_terms *r) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && r->count > 0);
    const nh_flow *flow = nh_integral_search_flow(search);
    nh_expr *coefficients = NH_NEW_ARRAY(arena, nh_expr, r->count + 1);
    if (!read_fractions(flow, r, SHORT_SIZE, coefficients) && !find_polynomials(search, arena, r, coefficients) &&
        !read_fractions(flow, r, LONG_SIZE, coefficients))
        return NH_EXPR_UNDEFINED;
    nh_rat content;
    return nh_expr_split(flow->pool, combine_terms(flow, arena, r, coefficients), &content);
}
