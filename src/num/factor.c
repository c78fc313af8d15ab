/* Trial division, then roots: in machine words while they fit, else in FLINT inside the guard as one call. */
#include "num/factor.h"

#include "base/array.h"
#include "base/assert.h"
#include "num/guard.h"
#include "num/rational_private.h"

enum {
    LARGEST_TRIAL = 1000,
    LARGEST_ROOT = 6, /* what trial division leaves of 63 bits is at least 1000 and so at most a sixth power */
};

typedef NH_ARRAY(nh_factor) factors;

static void push_factor(factors *list, nh_rat base, int64_t times) {
    nh_factor factor = {base, times};
    nh_array_push(list, factor);
}

/* n = root^order with the largest order. */
static int64_t root_of_word(nh_arena *arena, int64_t n, int64_t *order) {
    *order = 1;
    for (int64_t k = 2; k <= LARGEST_ROOT; k++) {
        nh_rat root;
        while (nh_rat_root(arena, nh_rat_int(n), k, &root)) {
            n = root.num;
            *order *= k;
        }
    }
    return n;
}

static void factor_word(factors *list, int64_t n) {
    for (int64_t p = 2; p < LARGEST_TRIAL && p * p <= n; p += p == 2 ? 1 : 2) {
        int64_t times = 0;
        for (; n % p == 0; n /= p) times++;
        if (times > 0) push_factor(list, nh_rat_int(p), times);
    }
    if (n == 1) return;
    int64_t order = 1;
    if (n > LARGEST_TRIAL) n = root_of_word(list->arena, n, &order);
    push_factor(list, nh_rat_int(n), order);
}

typedef struct job {
    factors *list;
    nh_rat n;
} job;

static nh_rat rational_of(nh_arena *arena, const fmpz_t n) {
    fmpq_t q;
    fmpq_init(q);
    fmpz_set(fmpq_numref(q), n);
    nh_rat result = nh_rat_from_fmpq(arena, q);
    fmpq_clear(q);
    return result;
}

/* Takes the primes out of n one by one; a p that is no prime divides no more. */
static void take_small_primes(factors *list, fmpz_t n) {
    fmpz_t prime;
    fmpz_init(prime);
    for (int p = 2; p < LARGEST_TRIAL; p += p == 2 ? 1 : 2) {
        if (fmpz_fdiv_ui(n, (mp_limb_t)p) != 0) continue;
        fmpz_set_si(prime, p);
        push_factor(list, nh_rat_int(p), fmpz_remove(n, n, prime));
        nh_guard_poll();
    }
    fmpz_clear(prime);
}

static void factor_large(void *argument) {
    job *work = argument;
    fmpz_t n, root;
    fmpq_t q;
    fmpz_init(n);
    fmpz_init(root);
    fmpq_init(q);
    nh_rat_get_fmpq(q, work->n);
    fmpz_set(n, fmpq_numref(q));
    take_small_primes(work->list, n);
    int64_t order = 1;
    for (int k; !fmpz_is_one(n) && (k = fmpz_is_perfect_power(root, n)) > 1; order *= k) fmpz_set(n, root);
    if (!fmpz_is_one(n)) push_factor(work->list, rational_of(work->list->arena, n), order);
    fmpq_clear(q);
    fmpz_clear(root);
    fmpz_clear(n);
}

size_t nh_factor_integer(nh_arena *arena, nh_rat n, nh_factor **result) {
    NH_ASSERT(nh_rat_is_int(n) && nh_rat_sign(n) > 0);
    factors list = {.arena = arena};
    if (nh_rat_is_small(n)) factor_word(&list, n.num);
    else nh_guard_call(nh_arena_context(arena), factor_large, &(job){&list, n});
    *result = list.items;
    return list.count;
}
