/* The ansatz F = sum of c_k m_k, and the c_k with X_j F = 0.
 *
 * Every point gives a linear equation for the c_k with each field. Terms stand in the order of their weight, so that a vector of the null space that belongs to a column without pivot says how that term is completed by simpler ones. Relations
 * between the atoms, such as sin^2 + cos^2 = 1, give vectors of their own, without a differential. */
#include <stdlib.h>
#include <string.h>

#include "algebra/potential_private.h"
#include "base/hash.h"
#include "base/limits.h"
#include "expr/calculus.h"
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

static void push_gradient(search *s, nh_expr_list *e, nh_expr f) {
    nh_array_reserve(e, s->n);
    nh_expr_gradient(s->a->pool, f, s->n, s->a->system->system.variables, e->items + e->count);
    e->count += s->n;
}

/* Atoms, their slopes, gamma, the side, the gradients of what was found. */
static nh_expr_list list_expressions(search *s) {
    const nh_ansatz *a = s->a;
    const nh_solved *system = a->system;
    nh_expr_list e = {.arena = a->arena};
    for (size_t i = 0; i < a->atoms.count; i++)
        nh_array_push(&e, a->atoms.items[i].is_alone ? NH_EXPR_ONE : a->atoms.items[i].meaning);
    for (size_t i = 0; i < a->atoms.count; i++) push_gradient(s, &e, a->atoms.items[i].meaning);
    for (uint32_t i = 0; i < system->system.rank * system->free_count; i++) nh_array_push(&e, system->gamma[i]);
    for (uint32_t j = 0; j < system->free_count; j++) nh_array_push(&e, a->side ? a->side[j] : NH_EXPR_ZERO);
    for (size_t i = 0; s->found && i < s->found->items.count; i++) push_gradient(s, &e, s->found->items.items[i]);
    return e;
}

static search begin_search(nh_ansatz *a, const nh_found *found) {
    const nh_solved *system = a->system;
    search s = {.a = a, .found = found, .n = system->system.count};
    s.columns = (uint32_t)a->terms.count + (a->side != NULL);
    if (a->terms.count > 1) qsort(a->terms.items, a->terms.count, sizeof *a->terms.items, compare_terms);
    nh_expr_list e = list_expressions(&s);
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
