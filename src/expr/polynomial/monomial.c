/* The table of monomials: hash-consed like expressions. */
#include "expr/polynomial/monomial_private.h"

#include <string.h>

#include "base/assert.h"
#include "base/hash.h"

typedef struct wanted_monomial {
    const nh_monomials *table;
    uint64_t hash;
    uint32_t count;
    const nh_monomial_factor *factors;
} wanted_monomial;

static bool is_same(const void *user, uint32_t number) {
    const wanted_monomial *w = user;
    const nh_monomial_entry *entry = &w->table->entries.items[number];
    return entry->hash == w->hash && entry->count == w->count &&
           memcmp(w->table->factors.items + entry->first, w->factors, w->count * sizeof *w->factors) == 0;
}

/* The monomial of the factors that lie after those of all others in the table; they stay there if it is new. */
static nh_monomial finish_monomial(nh_monomials *table, size_t first) {
    uint32_t count = (uint32_t)(table->factors.count - first);
    if (count == 0) return 0;
    nh_monomial_entry entry = {.first = first, .count = count};
    for (size_t i = first; i < table->factors.count; i++) {
        nh_monomial_factor f = table->factors.items[i];
        entry.hash = nh_hash_combine(entry.hash, (uint64_t)f.symbol << 32 | f.power);
        entry.degree += f.power;
    }
    wanted_monomial w = {table, entry.hash, count, table->factors.items + first};
    uint32_t found = nh_index_find(&table->index, entry.hash, is_same, &w);
    if (found != NH_INDEX_NONE) {
        table->factors.count = first;
        return found;
    }
    NH_ASSERT(table->entries.count < NH_INDEX_NONE);
    nh_index_add(&table->index, entry.hash, (uint32_t)table->entries.count);
    nh_array_push(&table->entries, entry);
    return (nh_monomial)(table->entries.count - 1);
}

nh_monomials nh_monomials_make(nh_arena *arena) {
    nh_monomials table = {.factors.arena = arena, .entries.arena = arena, .index = nh_index_make(arena)};
    nh_array_push(&table.entries, (nh_monomial_entry){0});
    return table;
}

uint32_t nh_monomial_count(const nh_monomials *table, nh_monomial a) {
    return table->entries.items[a].count;
}

const nh_monomial_factor *nh_monomial_factors(const nh_monomials *table, nh_monomial a) {
    size_t first = table->entries.items[a].first;
    return first > 0 ? table->factors.items + first : table->factors.items; /* there may be none at all */
}

nh_monomial nh_monomial_symbol(nh_monomials *table, uint32_t symbol) {
    size_t first = table->factors.count;
    nh_array_push(&table->factors, ((nh_monomial_factor){symbol, 1}));
    return finish_monomial(table, first);
}

bool nh_monomial_mul(nh_monomials *table, nh_monomial a, nh_monomial b, nh_monomial *result) {
    uint32_t i = 0, j = 0, many = nh_monomial_count(table, a), more = nh_monomial_count(table, b);
    nh_array_reserve(&table->factors, (size_t)many + more); /* so that the factors below do not move */
    const nh_monomial_factor *left = nh_monomial_factors(table, a), *right = nh_monomial_factors(table, b);
    size_t first = table->factors.count;
    while (i < many || j < more) {
        bool has_left = j >= more || (i < many && left[i].symbol <= right[j].symbol);
        bool has_right = i >= many || (j < more && right[j].symbol <= left[i].symbol);
        uint64_t power = (has_left ? (uint64_t)left[i].power : 0) + (has_right ? right[j].power : 0);
        if (power > UINT32_MAX) {
            table->factors.count = first;
            return false;
        }
        uint32_t symbol = has_left ? left[i].symbol : right[j].symbol;
        nh_array_push(&table->factors, ((nh_monomial_factor){symbol, (uint32_t)power}));
        i += has_left;
        j += has_right;
    }
    *result = finish_monomial(table, first);
    return true;
}

bool nh_monomial_pow(nh_monomials *table, nh_monomial a, uint64_t exponent, nh_monomial *result) {
    NH_ASSERT(exponent > 0);
    uint32_t count = nh_monomial_count(table, a);
    nh_array_reserve(&table->factors, count);
    size_t first = table->factors.count;
    for (uint32_t i = 0; i < count; i++) {
        nh_monomial_factor f = nh_monomial_factors(table, a)[i];
        if (exponent > UINT32_MAX / f.power) {
            table->factors.count = first;
            return false;
        }
        nh_array_push(&table->factors, ((nh_monomial_factor){f.symbol, f.power * (uint32_t)exponent}));
    }
    *result = finish_monomial(table, first);
    return true;
}

int nh_monomial_compare(const nh_monomials *table, nh_monomial a, nh_monomial b) {
    const nh_monomial_entry *x = &table->entries.items[a], *y = &table->entries.items[b];
    if (x->degree != y->degree) return x->degree < y->degree ? -1 : 1;
    const nh_monomial_factor *left = nh_monomial_factors(table, a), *right = nh_monomial_factors(table, b);
    uint32_t count = x->count < y->count ? x->count : y->count;
    for (uint32_t i = 0; i < count; i++) {
        if (left[i].symbol != right[i].symbol) return left[i].symbol < right[i].symbol ? -1 : 1;
        if (left[i].power != right[i].power) return left[i].power > right[i].power ? -1 : 1;
    }
    return (x->count > y->count) - (x->count < y->count);
}
