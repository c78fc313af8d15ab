/* The ansatz F = sum of c_k m_k, and the c_k with X_j F = 0.
 *
 * Every point gives a linear equation for the c_k with each field. Terms are in the order of their weight, so that a
 * vector of the null space that belongs to a column without pivot says how that term is completed by simpler ones.
 * Relations between the atoms, such as sin^2 + cos^2 = 1, give vectors of their own, without a differential. */
#include <stdlib.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/pfaff/potential_private.h"
#include "base/hash.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

enum { IDLE_POINTS = 3, MOST_TRIES = 12 };

/* ---- terms ---- */

nh_ansatz nh_ansatz_make(const nh_solved *system, nh_arena *arena) {
    nh_ansatz a = {.pool = system->pool, .arena = arena, .system = system};
    a.atoms.arena = a.terms.arena = a.factors.arena = a.bases.arena = arena;
    a.atom_of = nh_map_make(arena);
    a.term_of = nh_map_make(arena);
    return a;
}

uint32_t nh_ansatz_atom_number(nh_ansatz *a, nh_expr meaning, bool is_alone) {
    bool is_new;
    uint64_t *number = nh_map_slot(&a->atom_of, meaning, &is_new);
    if (!is_new) return (uint32_t)*number;
    *number = a->atoms.count;
    uint32_t result = (uint32_t)a->atoms.count, weight = (uint32_t)nh_expr_length(a->pool, meaning);
    nh_array_push(&a->atoms, ((nh_ansatz_atom){meaning, is_alone, weight + 2 * is_alone}));
    return result;
}

/* Independent of the order of the factors. */
static uint64_t key_of(uint32_t count, const nh_ansatz_factor *factors) {
    uint64_t key = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t power = (uint32_t)factors[i].power;
        if (power != 0) key += nh_hash_u64(nh_hash_combine(factors[i].atom + 1, power));
    }
    return key;
}

void nh_ansatz_add(nh_ansatz *a, uint32_t count, const nh_ansatz_factor *factors) {
    nh_ansatz_term term = {.start = (uint32_t)a->factors.count};
    bool is_new;
    nh_map_slot(&a->term_of, key_of(count, factors), &is_new);
    if (!is_new || a->terms.count >= NH_ANSATZ_TERMS) return;
    for (uint32_t i = 0; i < count; i++) {
        if (factors[i].power == 0) continue;
        nh_array_push(&a->factors, factors[i]);
        term.weight += (uint64_t)a->atoms.items[factors[i].atom].weight * (uint64_t)abs(factors[i].power) + 1;
    }
    term.count = (uint32_t)a->factors.count - term.start;
    if (term.count > 0) nh_array_push(&a->terms, term);
}

nh_expr nh_ansatz_meaning(const nh_ansatz *a, uint32_t number) {
    const nh_ansatz_term *term = &a->terms.items[number];
    nh_expr result = NH_EXPR_ONE;
    for (uint32_t i = 0; i < term->count; i++) {
        nh_ansatz_factor f = a->factors.items[term->start + i];
        nh_expr power = nh_expr_pow_int(a->pool, a->atoms.items[f.atom].meaning, f.power);
        result = nh_expr_mul(a->pool, result, power);
    }
    return result;
}

/* n + d over d, or more than there may be */
static uint64_t count_products(uint64_t n, uint32_t degree) {
    uint64_t result = 1;
    for (uint32_t i = 1; i <= degree && result <= NH_ANSATZ_TERMS; i++) result = result * (n + i) / i;
    return result;
}

/* Over the powers as an odometer: the next product of at most this degree. */
static bool next_powers(uint32_t count, nh_ansatz_factor *factors, uint32_t degree) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += (uint32_t)factors[i].power;
    for (uint32_t i = 0; i < count; i++) {
        if (total < degree) {
            factors[i].power++;
            return true;
        }
        total -= (uint32_t)factors[i].power;
        factors[i].power = 0;
    }
    return false;
}

bool nh_ansatz_add_products(nh_ansatz *a, uint32_t degree) {
    nh_ansatz_factor *factors = NH_NEW_ARRAY(a->arena, nh_ansatz_factor, a->atoms.count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < a->atoms.count; i++)
        if (!a->atoms.items[i].is_alone) factors[count++].atom = (uint32_t)i;
    if (count_products(count, degree) + a->terms.count > NH_ANSATZ_TERMS) return false;
    while (next_powers(count, factors, degree)) nh_ansatz_add(a, count, factors);
    return true;
}

/* ---- values at points ---- */

typedef struct search {
    nh_ansatz *a;
    const nh_found *found; /* or NULL */
    uint32_t n;            /* variables */
    uint32_t columns;
    nh_modular *modular;
    uint64_t *values; /* what nh_modular_next gives: */
    uint64_t *atoms, *slopes, *gamma, *side, *gradients;
    uint64_t *rates; /* by atom: its derivative over itself */
    nh_echelon echelon;
    NH_ARRAY(const uint64_t *) known; /* the differentials of what was found, at the last point */
} search;

static int compare_terms(const void *x, const void *y) {
    const nh_ansatz_term *a = x, *b = y;
    if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

static void push_gradient(search *s, nh_exprs *e, nh_expr f) {
    nh_array_reserve(e, s->n);
    nh_expr_gradient(s->a->pool, f, s->n, s->a->system->system.variables, e->items + e->count);
    e->count += s->n;
}

/* Atoms, their slopes, gamma, the side, the gradients of what was found. */
static nh_exprs list_expressions(search *s) {
    const nh_ansatz *a = s->a;
    const nh_solved *system = a->system;
    nh_exprs e = {.arena = a->arena};
    for (size_t i = 0; i < a->atoms.count; i++)
        nh_array_push(&e, a->atoms.items[i].is_alone ? NH_EXPR_ONE : a->atoms.items[i].meaning);
    for (size_t i = 0; i < a->atoms.count; i++) push_gradient(s, &e, a->atoms.items[i].meaning);
    nh_array_append(&e, system->system.rank * system->free_count, system->gamma);
    for (uint32_t j = 0; j < system->free_count; j++) nh_array_push(&e, a->side ? a->side[j] : NH_EXPR_ZERO);
    for (size_t i = 0; s->found && i < s->found->items.count; i++) push_gradient(s, &e, s->found->items.items[i]);
    return e;
}

static search begin_search(nh_ansatz *a, const nh_found *found) {
    const nh_solved *system = a->system;
    search s = {.a = a, .found = found, .n = system->system.count};
    s.columns = (uint32_t)a->terms.count + (a->side != NULL);
    if (a->terms.count > 1) qsort(a->terms.items, a->terms.count, sizeof *a->terms.items, compare_terms);
    nh_exprs e = list_expressions(&s);
    s.modular = nh_modular_make(a->pool, a->arena, e.count, e.items, s.n, system->system.variables);
    s.values = NH_NEW_ARRAY(a->arena, uint64_t, e.count + 1);
    s.atoms = s.values;
    s.slopes = s.atoms + a->atoms.count;
    s.gamma = s.slopes + a->atoms.count * s.n;
    s.side = s.gamma + (size_t)system->system.rank * system->free_count;
    s.gradients = s.side + system->free_count;
    s.rates = NH_NEW_ARRAY(a->arena, uint64_t, a->atoms.count + 1);
    s.echelon = nh_echelon_make(a->arena, s.columns);
    s.known.arena = a->arena;
    return s;
}

/* The derivative of a term along what the rates are for: m * sum of power * rate. */
static uint64_t slope_of(const search *s, uint32_t number) {
    const nh_ansatz_term *term = &s->a->terms.items[number];
    uint64_t value = 1, rate = 0;
    for (uint32_t i = 0; i < term->count; i++) {
        nh_ansatz_factor f = s->a->factors.items[term->start + i];
        uint64_t power = nh_modular_pow(s->atoms[f.atom], (uint64_t)abs(f.power));
        uint64_t times = (uint64_t)abs(f.power), more = nh_modular_mul(times, s->rates[f.atom]);
        value = nh_modular_mul(value, f.power < 0 ? nh_modular_inv(power) : power);
        rate = f.power < 0 ? nh_modular_sub(rate, more) : nh_modular_add(rate, more);
    }
    return nh_modular_mul(value, rate);
}

/* Along X_j. */
static void set_rates_along(search *s, uint32_t j) {
    const nh_solved *system = s->a->system;
    for (size_t i = 0; i < s->a->atoms.count; i++) {
        const uint64_t *slopes = s->slopes + i * s->n;
        uint64_t sum = slopes[system->independent[j]];
        for (uint32_t a = 0; a < system->system.rank; a++)
            sum =
                nh_modular_add(sum, nh_modular_mul(s->gamma[a * system->free_count + j], slopes[system->dependent[a]]));
        s->rates[i] = nh_modular_mul(sum, nh_modular_inv(s->atoms[i]));
    }
}

/* The equations of one point; how many were new. */
static uint32_t add_point(search *s) {
    const nh_ansatz *a = s->a;
    uint32_t before = s->echelon.rank;
    uint64_t *row = NH_NEW_ARRAY(a->arena, uint64_t, s->columns + 1);
    for (uint32_t j = 0; j < a->system->free_count; j++) {
        set_rates_along(s, j);
        for (uint32_t k = 0; k < a->terms.count; k++) row[k] = slope_of(s, k);
        if (a->side) row[a->terms.count] = s->side[j];
        nh_tick(nh_pool_context(a->pool), s->columns);
        nh_echelon_add(&s->echelon, row);
    }
    return s->echelon.rank - before;
}

/* Until the rank no longer grows. False: no point has values, or there is no solution. */
static bool find_null_space(search *s) {
    for (int idle = 0; idle < IDLE_POINTS && s->echelon.rank < s->columns;) {
        if (!nh_modular_next(s->modular, s->values)) return false;
        idle = add_point(s) == 0 ? idle + 1 : 0;
    }
    nh_echelon_reduce(&s->echelon);
    return s->echelon.rank < s->columns;
}

/* ---- solutions ---- */

/* The differential at the last point. */
static uint64_t *differential_of(search *s, const uint64_t *vector) {
    uint64_t *row = NH_NEW_ARRAY(s->a->arena, uint64_t, s->n + 1);
    for (uint32_t v = 0; v < s->n; v++) {
        for (size_t i = 0; i < s->a->atoms.count; i++)
            s->rates[i] = nh_modular_mul(s->slopes[i * s->n + v], nh_modular_inv(s->atoms[i]));
        for (uint32_t k = 0; k < s->a->terms.count; k++)
            if (vector[k] != 0) row[v] = nh_modular_add(row[v], nh_modular_mul(vector[k], slope_of(s, k)));
    }
    return row;
}

/* Whether it is independent there of those of what was found. */
static bool looks_new(const search *s, const uint64_t *row) {
    nh_echelon known = nh_echelon_make(s->a->arena, s->n);
    uint64_t *copy = NH_NEW_ARRAY(s->a->arena, uint64_t, s->n + 1);
    for (size_t i = 0; i <= s->known.count; i++) {
        memcpy(copy, i < s->known.count ? s->known.items[i] : row, s->n * sizeof *copy);
        if (!nh_echelon_add(&known, copy) && i == s->known.count) return false;
    }
    return true;
}

static bool solution_of(const search *s, const uint64_t *vector, nh_ansatz_solution *solution) {
    nh_arena *arena = s->a->arena;
    uint64_t *residues = NH_NEW_ARRAY(arena, uint64_t, s->columns + 1);
    *solution = (nh_ansatz_solution){.parts = NH_NEW_ARRAY(arena, nh_ansatz_part, s->columns + 1)};
    for (uint32_t k = 0; k < s->columns; k++) {
        if (vector[k] == 0) continue;
        residues[solution->count] = vector[k];
        solution->parts[solution->count++].term = k < s->a->terms.count ? k : UINT32_MAX;
    }
    return nh_ansatz_coefficients(s->a, solution, residues);
}

void nh_ansatz_search(nh_ansatz *a, nh_found *found) {
    search s = begin_search(a, found);
    if (found->items.count >= found->most || s.columns == 0 || !find_null_space(&s)) return;
    for (size_t i = 0; i < found->items.count; i++) nh_array_push(&s.known, s.gradients + i * s.n);
    uint64_t *vector = NH_NEW_ARRAY(a->arena, uint64_t, s.columns + 1);
    int tries = 0;
    for (uint32_t k = 0; k < s.columns && found->items.count < found->most && tries < MOST_TRIES; k++) {
        nh_ansatz_solution solution;
        if (s.echelon.row_of[k]) continue;
        nh_echelon_null_vector(&s.echelon, k, vector);
        const uint64_t *row = differential_of(&s, vector);
        if (!looks_new(&s, row)) continue;
        tries++;
        if (!solution_of(&s, vector, &solution)) continue;
        nh_expr f = nh_potential_shape(a, &solution);
        if (f != NH_EXPR_UNDEFINED && nh_found_offer(found, f)) nh_array_push(&s.known, row);
    }
}

bool nh_ansatz_with_side(nh_ansatz *a, nh_ansatz_solution *solution) {
    search s = begin_search(a, NULL);
    if (!find_null_space(&s) || s.echelon.row_of[s.columns - 1]) return false;
    uint64_t *vector = NH_NEW_ARRAY(a->arena, uint64_t, s.columns + 1);
    nh_echelon_null_vector(&s.echelon, s.columns - 1, vector);
    return solution_of(&s, vector, solution);
}

/* ---- what was found ---- */

bool nh_found_offer(nh_found *found, nh_expr f) {
    uint32_t n = found->system->count, count = (uint32_t)found->items.count;
    if (count >= found->most) return false;
    nh_arena *arena = found->arena;
    nh_expr *rows = NH_NEW_ARRAY(arena, nh_expr, (size_t)(count + 1) * n + 1);
    for (uint32_t i = 0; i <= count; i++)
        nh_expr_gradient(found->pool, i < count ? found->items.items[i] : f, n, found->system->variables,
                         rows + (size_t)i * n);
    nh_linear_minor minor;
    if (nh_linear_rank(found->pool, arena, count + 1, n, rows, &minor) != NH_LINEAR_DONE) return false;
    if (minor.rank <= count) return false;
    nh_array_push(&found->items, f);
    return true;
}

/* ==== system ==== */

/* Pfaffian systems that are solved for as many differentials as they have forms. */

enum { MOST_LENGTH = 600 }; /* of what is taken into factors */

nh_expr nh_potential_factored(nh_pool *pool, nh_expr e) {
    return nh_expr_length(pool, e) <= MOST_LENGTH ? nh_expr_factored(pool, e) : e;
}

/* ---- solving ---- */

static const uint32_t *other_columns(nh_arena *arena, uint32_t count, uint32_t rank, const uint32_t *dependent) {
    uint32_t *result = NH_NEW_ARRAY(arena, uint32_t, count + 1), n = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_dependent = false;
        for (uint32_t k = 0; k < rank; k++) is_dependent |= dependent[k] == i;
        if (!is_dependent) result[n++] = i;
    }
    return result;
}

static nh_expr *columns_of(nh_arena *arena, const nh_pfaffian *s, uint32_t count, const uint32_t *columns) {
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, (size_t)s->rank * count + 1);
    for (uint32_t a = 0; a < s->rank; a++)
        for (uint32_t j = 0; j < count; j++) result[a * count + j] = s->forms[a * s->count + columns[j]];
    return result;
}

/* The columns, those with the shortest entries first. */
static uint32_t *order_columns(nh_pool *pool, nh_arena *arena, const nh_pfaffian *s) {
    uint32_t *order = NH_NEW_ARRAY(arena, uint32_t, s->count + 1);
    uint64_t *length = NH_NEW_ARRAY(arena, uint64_t, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t a = 0; a < s->rank; a++) length[i] += nh_expr_length(pool, s->forms[a * s->count + i]);
        uint32_t k = i;
        for (; k > 0 && length[order[k - 1]] > length[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    return order;
}

/* The first columns that are independent at a point modulo p: there is then a minor that is not zero.
 * NULL: fewer than the rank. */
static const uint32_t *choose_dependent(nh_pool *pool, nh_arena *arena, const nh_pfaffian *s) {
    size_t size = (size_t)s->rank * s->count;
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, size + 1), *row = NH_NEW_ARRAY(arena, uint64_t, s->count + 1);
    uint32_t *order = order_columns(pool, arena, s), *result = NH_NEW_ARRAY(arena, uint32_t, s->rank + 1), n = 0;
    nh_modular *m = nh_modular_make(pool, arena, size, s->forms, s->count, s->variables);
    if (!nh_modular_next(m, values)) return NULL;
    nh_echelon echelon = nh_echelon_make(arena, s->count);
    for (uint32_t a = 0; a < s->rank; a++) {
        for (uint32_t i = 0; i < s->count; i++) row[i] = values[a * s->count + order[i]];
        if (!nh_echelon_add(&echelon, row)) return NULL;
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (echelon.row_of[i]) result[n++] = order[i];
    return result;
}

bool nh_solved_make(nh_pool *pool, nh_arena *arena, nh_pfaffian system, nh_solved *result) {
    *result = (nh_solved){.pool = pool, .arena = arena, .system = system, .free_count = system.count - system.rank};
    nh_linear_solution solution;
    result->dependent = choose_dependent(pool, arena, &system);
    if (!result->dependent) return false;
    result->independent = other_columns(arena, system.count, system.rank, result->dependent);
    const nh_expr *a = columns_of(arena, &system, system.rank, result->dependent);
    const nh_expr *b = columns_of(arena, &system, result->free_count, result->independent);
    if (nh_linear_solve(pool, arena, system.rank, a, result->free_count, b, &solution) != NH_LINEAR_DONE) return false;
    nh_expr *gamma = NH_NEW_ARRAY(arena, nh_expr, (size_t)system.rank * result->free_count + 1);
    for (size_t i = 0; i < (size_t)system.rank * result->free_count; i++)
        gamma[i] = nh_expr_neg(pool, nh_potential_factored(pool, solution.x[i]));
    result->gamma = gamma;
    return true;
}

/* ---- powers whose exponents are no numbers ---- */

/* u^v^n, where v has no number as a factor and n is whole */
static nh_expr power_part(nh_pool *pool, nh_expr base, nh_expr term, nh_rat multiple) {
    int64_t whole;
    if (nh_rat_get_int(multiple, &whole)) return nh_expr_pow_int(pool, nh_expr_pow(pool, base, term), whole);
    return nh_expr_pow(pool, base, nh_expr_scale(pool, multiple, term));
}

/* u^(2 k - 1) as (u^k)^2 / u: normal forms take u^k for a free generator. */
static nh_expr split_power(void *user, nh_expr e, const nh_expr *args, __attribute__((unused)) bool changed) {
    nh_pool *pool = user;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_POWER) return NH_EXPR_UNDEFINED;
    nh_expr base = args[0], exponent = args[1];
    if (nh_expr_kind_of(pool, exponent) != NH_EXPR_SUM) return NH_EXPR_UNDEFINED;
    nh_expr result = nh_expr_pow(pool, base, nh_expr_args(pool, exponent)[0]);
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, exponent); i += 2) {
        nh_expr term = nh_expr_args(pool, exponent)[i], coefficient = nh_expr_args(pool, exponent)[i + 1];
        result = nh_expr_mul(pool, result, power_part(pool, base, term, nh_expr_rational(pool, coefficient)));
    }
    return result;
}

nh_expr nh_potential_split_powers(nh_pool *pool, nh_expr e) {
    nh_expr_rewrite(pool, 1, &e, split_power, pool);
    return e;
}

/* ---- fields ---- */

nh_expr nh_solved_along(const nh_solved *s, uint32_t j, nh_expr f) {
    nh_expr *terms = NH_NEW_ARRAY(s->arena, nh_expr, s->system.rank + 1);
    for (uint32_t a = 0; a < s->system.rank; a++) {
        nh_expr slope = nh_expr_diff(s->pool, f, s->system.variables[s->dependent[a]]);
        terms[a] = nh_expr_mul(s->pool, s->gamma[a * s->free_count + j], slope);
    }
    terms[s->system.rank] = nh_expr_diff(s->pool, f, s->system.variables[s->independent[j]]);
    return nh_potential_split_powers(s->pool, nh_expr_sum(s->pool, s->system.rank + 1, terms));
}

static bool is_constant(const nh_solved *s, nh_expr e) {
    return !nh_expr_depends_on(s->pool, e, s->system.count, s->system.variables);
}

/* X_j b / b, without powers whose exponents are no numbers: of exp(u) it is X_j u, of u^c, c X_j u / u. */
static nh_expr base_rate(const nh_solved *s, uint32_t j, nh_expr b) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, b);
    if (kind == NH_EXPR_EXP) return nh_solved_along(s, j, nh_expr_args(s->pool, b)[0]);
    nh_expr exponent = kind == NH_EXPR_POWER ? nh_expr_args(s->pool, b)[1] : NH_EXPR_ONE;
    if (kind == NH_EXPR_POWER && is_constant(s, exponent)) b = nh_expr_args(s->pool, b)[0];
    else exponent = NH_EXPR_ONE;
    return nh_expr_mul(s->pool, exponent, nh_expr_div(s->pool, nh_solved_along(s, j, b), b));
}

/* X_j f / f, factor by factor */
static nh_expr rate_of(const nh_solved *s, uint32_t j, nh_expr f) {
    if (nh_expr_kind_of(s->pool, f) != NH_EXPR_PRODUCT) return base_rate(s, j, f);
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t i = 0; i + 1 < nh_expr_arity(s->pool, f); i += 2) {
        nh_expr base = nh_expr_args(s->pool, f)[i], exponent = nh_expr_args(s->pool, f)[i + 1];
        sum = nh_expr_add(s->pool, sum, nh_expr_mul(s->pool, exponent, base_rate(s, j, base)));
    }
    return sum;
}

/* f is not zero everywhere, and so X_j f = 0 exactly where X_j f / f is. */
bool nh_solved_proves(const nh_solved *s, nh_expr f) {
    nh_rat number;
    nh_expr product = nh_expr_split(s->pool, f, &number);
    for (uint32_t j = 0; j < s->free_count; j++)
        if (!nh_expr_is_proved_zero(s->pool, nh_solved_along(s, j, f)) &&
            !nh_expr_is_proved_zero(s->pool, rate_of(s, j, product)))
            return false;
    return true;
}

nh_pfaffian nh_solved_row(const nh_solved *s, uint32_t a) {
    nh_pfaffian row = {.count = s->system.count, .variables = s->system.variables, .rank = 1};
    nh_expr *form = NH_NEW_ARRAY(s->arena, nh_expr, s->system.count + 1);
    form[s->dependent[a]] = NH_EXPR_ONE;
    for (uint32_t j = 0; j < s->free_count; j++)
        form[s->independent[j]] = nh_expr_neg(s->pool, s->gamma[a * s->free_count + j]);
    row.forms = form;
    return row;
}

/* ---- common factors ---- */

/* The exponent of the base in a product, or in what is one. */
static nh_rat exponent_of(nh_pool *pool, nh_expr e, nh_expr base) {
    nh_rat number;
    nh_expr rest = nh_expr_split(pool, e, &number);
    if (rest == base) return nh_rat_int(1);
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) return nh_rat_int(0);
    for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, rest); i += 2) {
        const nh_expr *args = nh_expr_args(pool, rest);
        if (args[i] == base) return nh_expr_rational(pool, args[i + 1]);
    }
    return nh_rat_int(0);
}

/* The bases of a product, or e itself. */
static nh_exprs bases_of(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_exprs bases = {.arena = arena};
    nh_rat number;
    nh_expr rest = nh_expr_split(pool, e, &number);
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) nh_array_push(&bases, rest);
    else
        for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, rest); i += 2)
            nh_array_push(&bases, nh_expr_args(pool, rest)[i]);
    return bases;
}

/* Divides a row by the lowest power of the base in it. */
static void divide_by_base(nh_pool *pool, nh_arena *arena, uint32_t count, nh_expr *row, nh_expr base) {
    nh_rat least = nh_rat_int(0);
    bool is_first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (row[i] == NH_EXPR_ZERO) continue;
        nh_rat exponent = exponent_of(pool, row[i], base);
        if (is_first || nh_rat_cmp(nh_pool_context(pool), exponent, least) < 0) least = exponent;
        is_first = false;
    }
    nh_expr factor = nh_expr_pow_rational(pool, base, nh_rat_neg(arena, least));
    for (uint32_t i = 0; i < count; i++) row[i] = nh_expr_mul(pool, factor, row[i]);
}

static void make_primitive(nh_pool *pool, nh_arena *arena, uint32_t count, nh_expr *row) {
    for (uint32_t i = 0; i < count; i++) {
        nh_exprs bases = bases_of(pool, arena, row[i]);
        for (size_t k = 0; k < bases.count; k++)
            if (!nh_expr_is_number(pool, bases.items[k])) divide_by_base(pool, arena, count, row, bases.items[k]);
    }
}

nh_pfaffian nh_pfaffian_primitive(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system) {
    nh_pfaffian result = *system;
    nh_expr *forms = NH_NEW_ARRAY(arena, nh_expr, (size_t)system->rank * system->count + 1);
    for (size_t i = 0; i < (size_t)system->rank * system->count; i++)
        forms[i] = nh_potential_factored(pool, system->forms[i]);
    for (uint32_t a = 0; a < system->rank; a++)
        make_primitive(pool, arena, system->count, forms + (size_t)a * system->count);
    result.forms = forms;
    return result;
}

/* ---- one form ---- */

/* c_i (d_j c_k - d_k c_j) + c_j (d_k c_i - d_i c_k) + c_k (d_i c_j - d_j c_i), with d_j c_i in slopes[i*n + j] */
static uint64_t wedge_residue(uint32_t n, const uint64_t *c, const uint64_t *slopes, uint32_t i, uint32_t j,
                              uint32_t k) {
    uint64_t jk = nh_modular_sub(slopes[k * n + j], slopes[j * n + k]);
    uint64_t ki = nh_modular_sub(slopes[i * n + k], slopes[k * n + i]);
    uint64_t ij = nh_modular_sub(slopes[j * n + i], slopes[i * n + j]);
    return nh_modular_add(nh_modular_mul(c[i], jk), nh_modular_add(nh_modular_mul(c[j], ki), nh_modular_mul(c[k], ij)));
}

/* With one index kept at a coefficient that is not zero the others follow. */
static bool is_integrable_at(uint32_t n, const uint64_t *c) {
    uint32_t first = 0;
    while (first < n && c[first] == 0) first++;
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t k = 0; k < j; k++)
            if (first < n && wedge_residue(n, c, c + n, first, j, k) != 0) return false;
    return true;
}

bool nh_pfaffian_looks_integrable(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system) {
    uint32_t n = system->count;
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, (size_t)n * (n + 1) + 1);
    for (uint32_t i = 0; i < n; i++) {
        e[i] = system->forms[i];
        nh_expr_gradient(pool, e[i], n, system->variables, e + (size_t)n * (i + 1));
    }
    uint64_t *values = NH_NEW_ARRAY(arena, uint64_t, (size_t)n * (n + 1) + 1);
    nh_modular *m = nh_modular_make(pool, arena, (size_t)n * (n + 1), e, n, system->variables);
    for (int i = 0; i < 3; i++)
        if (!nh_modular_next(m, values) || !is_integrable_at(n, values)) return false;
    return true;
}
