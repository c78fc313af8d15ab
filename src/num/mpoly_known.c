/* Factorisations that are remembered, as plain data, since nothing of FLINT outlives a call of the guard.
 *
 * A polynomial is written as words in the variables that it uses, which are numbered anew in their order: neither the
 * order of terms nor that of factors depends on the other variables of the ring. So one that differs only in the
 * numbers of its variables is found. The words of all polynomials are one after the other:
 *
 *     the order of the terms, the number of variables, the polynomial        by which it is found
 *     whether there are factors, the constant, their number, for each its exponent and itself
 *
 * where a polynomial is the number of its terms, and for each of these its coefficient and its exponents; an integer is
 * 0 and its value, or the number of its limbs, negative for a negative one, and these. */
#include "base/array.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/hash.h"
#include "num/guard.h"
#include "num/mpoly_private.h"
#include "num/rational_private.h"

/* When there are more words than this, all are forgotten. */
enum { MOST_WORDS = 1 << 21 };

typedef struct entry {
    size_t first, length; /* the words by which it is found */
    uint64_t work;
} entry;

struct nh_known_factors {
    nh_arena *arena;
    NH_ARRAY(mp_limb_t) words;
    NH_ARRAY(entry) entries;
    nh_index index;
    size_t kept; /* of the words; those after them are of a polynomial that is searched for */
};

/* ---- the table ---- */

static void forget_table(void *object) {
    *(void **)object = NULL;
}

nh_known_factors *nh_known_factors_of(nh_context *context) {
    void **slot = nh_context_factors(context);
    const nh_known_factors *old = *slot;
    if (old != NULL && old->kept > MOST_WORDS) nh_arena_destroy(old->arena);
    if (*slot == NULL) {
        nh_arena *arena = nh_arena_create(context);
        nh_known_factors *known = NH_NEW(arena, nh_known_factors);
        known->arena = known->words.arena = known->entries.arena = arena;
        known->index = nh_index_make(arena);
        nh_arena_on_release(arena, forget_table, slot);
        *slot = known;
    }
    return *slot;
}

size_t nh_known_count(const nh_known_factors *known) {
    return known->entries.count;
}

uint64_t nh_known_work(const nh_known_factors *known, uint32_t number) {
    return known->entries.items[number].work;
}

/* ---- variables ---- */

/* Rings with no more room than this need no memory of the guard. */
enum { SMALL = 64 };

/* Those that p uses, in their order, and room for the exponents of a term. */
typedef struct variables {
    slong few[SMALL], *used;
    slong count;
    ulong few_exponents[SMALL], *exponents;
} variables;

static void begin_variables(variables *v, const nh_mpoly *p) {
    const fmpz_mpoly_ctx_struct *context = nh_ring_context(p->ring);
    size_t all = (size_t)fmpz_mpoly_ctx_nvars(context);
    v->used = all <= SMALL ? v->few : nh_guard_alloc(all, sizeof *v->used);
    v->exponents = all <= SMALL ? v->few_exponents : nh_guard_alloc(all, sizeof *v->exponents);
    v->count = 0;
    fmpz_mpoly_degrees_si(v->used, p->p, context);
    for (size_t i = 0; i < all; i++)
        if (v->used[i] > 0) v->used[v->count++] = (slong)i;
}

static void end_variables(variables *v) {
    if (v->exponents != v->few_exponents) nh_guard_free(v->exponents);
    if (v->used != v->few) nh_guard_free(v->used);
}

/* ---- writing ---- */

static void write_word(nh_known_factors *known, mp_limb_t word) {
    nh_array_push(&known->words, word);
}

static void write_integer(nh_known_factors *known, const fmpz_t value) {
    if (!COEFF_IS_MPZ(*value)) {
        write_word(known, 0);
        write_word(known, (mp_limb_t)*value);
        return;
    }
    const __mpz_struct *big = COEFF_TO_PTR(*value);
    write_word(known, (mp_limb_t)big->_mp_size);
    nh_array_append(&known->words, (size_t)mpz_size(big), big->_mp_d);
}

static void write_poly(nh_known_factors *known, const fmpz_mpoly_t p, const fmpz_mpoly_ctx_struct *context,
                       const variables *v) {
    write_word(known, (mp_limb_t)p->length);
    for (slong i = 0; i < p->length; i++) {
        write_integer(known, p->coeffs + i);
        fmpz_mpoly_get_term_exp_ui(v->exponents, p, i, context);
        for (slong k = 0; k < v->count; k++) write_word(known, v->exponents[v->used[k]]);
    }
}

/* ---- finding ---- */

static bool is_same(const void *user, uint32_t number) {
    const nh_known_factors *known = user;
    const entry *e = &known->entries.items[number];
    const mp_limb_t *words = known->words.items;
    return e->length == known->words.count - known->kept &&
           memcmp(words + e->first, words + known->kept, e->length * sizeof *words) == 0;
}

static uint64_t hash_sought(const nh_known_factors *known) {
    return nh_hash_bytes(known->words.items + known->kept,
                         (known->words.count - known->kept) * sizeof *known->words.items);
}

uint32_t nh_known_find(nh_known_factors *known, nh_mpoly *p) {
    variables v;
    begin_variables(&v, p);
    known->words.count = known->kept;
    write_word(known, (mp_limb_t)p->ring->order);
    write_word(known, (mp_limb_t)v.count);
    write_poly(known, p->p, nh_ring_context(p->ring), &v);
    end_variables(&v);
    return nh_index_find(&known->index, hash_sought(known), is_same, known);
}

uint32_t nh_known_add(nh_known_factors *known, nh_mpoly *p, const fmpz_mpoly_factor_struct *all, uint64_t work) {
    const fmpz_mpoly_ctx_struct *context = nh_ring_context(p->ring);
    variables v;
    begin_variables(&v, p);
    entry e = {known->kept, known->words.count - known->kept, work};
    uint64_t hash = hash_sought(known);
    write_word(known, all != NULL);
    if (all != NULL) write_integer(known, all->constant);
    if (all != NULL) write_word(known, (mp_limb_t)all->num);
    for (slong i = 0; all != NULL && i < all->num; i++) {
        write_word(known, (mp_limb_t)fmpz_get_ui(all->exp + i));
        write_poly(known, all->poly + i, context, &v);
    }
    end_variables(&v);
    nh_array_push(&known->entries, e);
    nh_index_add(&known->index, hash, (uint32_t)known->entries.count - 1);
    known->kept = known->words.count;
    return (uint32_t)known->entries.count - 1;
}

/* ---- reading ---- */

static mp_limb_t read_word(const mp_limb_t **word) {
    return *(*word)++;
}

static void read_integer(const mp_limb_t **word, fmpz_t value) {
    mpz_t view;
    mp_size_t size = (mp_size_t)read_word(word);
    if (size == 0) {
        fmpz_set_si(value, (slong)read_word(word));
        return;
    }
    fmpz_set_mpz(value, mpz_roinit_n(view, *word, size));
    *word += size < 0 ? -size : size;
}

static void read_poly(const mp_limb_t **word, nh_mpoly *p, const variables *v) {
    const fmpz_mpoly_ctx_struct *context = nh_ring_context(p->ring);
    fmpz_t coefficient;
    fmpz_init(coefficient);
    memset(v->exponents, 0, (size_t)fmpz_mpoly_ctx_nvars(context) * sizeof *v->exponents);
    for (mp_limb_t terms = read_word(word); terms > 0; terms--) {
        read_integer(word, coefficient);
        for (slong k = 0; k < v->count; k++) v->exponents[v->used[k]] = read_word(word);
        fmpz_mpoly_push_term_fmpz_ui(p->p, coefficient, v->exponents, context);
    }
    fmpz_clear(coefficient);
}

/* The sign of the leading coefficient goes into the number. */
static void make_positive(nh_arena *arena, nh_mpoly_factor *f, nh_rat *number) {
    if (nh_mpoly_sign(f->factor) > 0) return;
    nh_mpoly_neg(f->factor, f->factor);
    if (f->times % 2 == 1) *number = nh_rat_neg(arena, *number);
}

static nh_rat read_number(const mp_limb_t **word, nh_arena *arena) {
    fmpq_t q;
    fmpq_init(q);
    read_integer(word, fmpq_numref(q));
    nh_rat result = nh_rat_from_fmpq(arena, q);
    fmpq_clear(q);
    return result;
}

bool nh_known_take(const nh_known_factors *known, uint32_t number, nh_mpoly *p, nh_arena *arena, nh_rat *constant,
                   nh_mpoly_factor **factors, size_t *count) {
    const entry *e = &known->entries.items[number];
    const mp_limb_t *word = known->words.items + e->first + e->length;
    if (read_word(&word) == 0) return false;
    *constant = read_number(&word, arena);
    mp_limb_t all = read_word(&word);
    variables v;
    begin_variables(&v, p);
    *factors = nh_arena_alloc(arena, (all + 1) * sizeof **factors);
    for (; *count < all; (*count)++) {
        nh_mpoly_factor f = {nh_mpoly_new(p->ring), (uint32_t)read_word(&word)};
        read_poly(&word, f.factor, &v);
        make_positive(arena, &f, constant);
        (*factors)[*count] = f;
    }
    end_variables(&v);
    return true;
}
