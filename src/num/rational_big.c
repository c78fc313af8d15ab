/* Rationals beyond machine words: FLINT's fmpq inside the guard. Each operation is one call; a computation with many
 * of them runs inside the guard as a whole and then costs no change of thread. */
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "num/guard.h"
#include "num/rational_private.h"

typedef struct job {
    nh_arena *arena;
    nh_big_op op;
    nh_rat a, b;
    int64_t number; /* exponent or order */
    nh_rat result;
    int sign;
    bool exact;
    double value;
    const char *text;
    size_t count;
} job;

static void set_limbs(fmpz_t r, const mp_limb_t *limbs, int size) {
    mpz_t view;
    fmpz_set_mpz(r, mpz_roinit_n(view, limbs, size));
}

void nh_rat_get_fmpq(fmpq_t r, nh_rat a) {
    if (a.den != 0) {
        fmpz_set_si(fmpq_numref(r), a.num);
        fmpz_set_si(fmpq_denref(r), a.den);
        return;
    }
    const struct nh_big *big = a.big;
    int num_limbs = big->num_size < 0 ? -big->num_size : big->num_size;
    set_limbs(fmpq_numref(r), big->limbs, big->num_size);
    set_limbs(fmpq_denref(r), big->limbs + num_limbs, big->den_size);
}

static bool fits_word(const fmpz_t x) {
    return fmpz_bits(x) <= 63;
}

static void copy_limbs(mp_limb_t *to, const fmpz_t from, int size) {
    mpz_t whole;
    mpz_init(whole);
    fmpz_get_mpz(whole, from);
    memcpy(to, mpz_limbs_read(whole), (size_t)size * sizeof *to);
    mpz_clear(whole);
}

nh_rat nh_rat_from_fmpq(nh_arena *arena, const fmpq_t a) {
    const fmpz *num = fmpq_numref(a), *den = fmpq_denref(a);
    if (fits_word(num) && fits_word(den)) return (nh_rat){{.num = fmpz_get_si(num)}, .den = fmpz_get_si(den)};
    int num_limbs = (int)fmpz_size(num), den_limbs = (int)fmpz_size(den);
    struct nh_big *big = nh_arena_alloc(arena, sizeof *big + (size_t)(num_limbs + den_limbs) * sizeof *big->limbs);
    big->num_size = fmpz_sgn(num) < 0 ? -num_limbs : num_limbs;
    big->den_size = den_limbs;
    copy_limbs(big->limbs, num, num_limbs);
    copy_limbs(big->limbs + num_limbs, den, den_limbs);
    return (nh_rat){{.big = big}, .den = 0};
}

static void take_part(fmpq_t r, const fmpz_t part) {
    fmpz_set(fmpq_numref(r), part);
    fmpz_one(fmpq_denref(r));
}

static void compute_result(fmpq_t r, const job *work, const fmpq_t a, const fmpq_t b) {
    switch (work->op) {
        case NH_BIG_ADD: fmpq_add(r, a, b); break;
        case NH_BIG_SUB: fmpq_sub(r, a, b); break;
        case NH_BIG_MUL: fmpq_mul(r, a, b); break;
        case NH_BIG_DIV: fmpq_div(r, a, b); break;
        case NH_BIG_GCD: fmpq_gcd(r, a, b); break;
        case NH_BIG_POW: fmpq_pow_si(r, a, work->number); break;
        case NH_BIG_NUM: take_part(r, fmpq_numref(a)); break;
        case NH_BIG_DEN: take_part(r, fmpq_denref(a)); break;
        case NH_BIG_FLOOR:
            fmpz_fdiv_q(fmpq_numref(r), fmpq_numref(a), fmpq_denref(a));
            fmpz_one(fmpq_denref(r));
            break;
    }
}

static void run_operation(void *argument) {
    job *work = argument;
    fmpq_t a, b, r;
    fmpq_init(a);
    fmpq_init(b);
    fmpq_init(r);
    nh_rat_get_fmpq(a, work->a);
    nh_rat_get_fmpq(b, work->b);
    compute_result(r, work, a, b);
    work->result = nh_rat_from_fmpq(work->arena, r);
    fmpq_clear(r);
    fmpq_clear(b);
    fmpq_clear(a);
}

/* GMP ends the process when a number is too long, so lengths are checked before. */
static void check_size(nh_arena *arena, int64_t bits) {
    if (bits > NH_RAT_BITS_MAX)
        nh_fail(nh_arena_context(arena), NH_E_LIMIT, "number-size", "a number would have more than %d binary digits",
                NH_RAT_BITS_MAX);
}

/* A bound on the length of the result: a sum has the numerator ad + bc over bd. */
static int64_t result_bits(nh_big_op op, nh_rat a, nh_rat b) {
    if (op != NH_BIG_ADD && op != NH_BIG_SUB) return nh_rat_bits(a) + nh_rat_bits(b);
    int64_t left = nh_rat_num_bits(a) + nh_rat_den_bits(b), right = nh_rat_num_bits(b) + nh_rat_den_bits(a);
    return (left > right ? left : right) + 1 + nh_rat_den_bits(a) + nh_rat_den_bits(b);
}

nh_rat nh_big_apply(nh_arena *arena, nh_big_op op, nh_rat a, nh_rat b, int64_t exponent) {
    if (op <= NH_BIG_GCD) check_size(arena, result_bits(op, a, b));
    job work = {.arena = arena, .op = op, .a = a, .b = b, .number = exponent};
    nh_guard_call(nh_arena_context(arena), run_operation, &work);
    return work.result;
}

static bool root_of(fmpz_t r, const fmpz_t a, int64_t order) {
    return fmpz_is_one(a) ? (fmpz_one(r), true) : fmpz_root(r, a, order) != 0;
}

static void find_root(void *argument) {
    job *work = argument;
    fmpq_t a, r;
    fmpq_init(a);
    fmpq_init(r);
    nh_rat_get_fmpq(a, work->a);
    work->exact =
        root_of(fmpq_numref(r), fmpq_numref(a), work->number) && root_of(fmpq_denref(r), fmpq_denref(a), work->number);
    if (work->exact) work->result = nh_rat_from_fmpq(work->arena, r);
    fmpq_clear(r);
    fmpq_clear(a);
}

bool nh_big_root(nh_arena *arena, nh_rat a, int64_t order, nh_rat *root) {
    if (order > nh_rat_bits(a)) return false; /* the root would lie between 1 and 2 */
    job work = {.arena = arena, .a = a, .number = order};
    nh_guard_call(nh_arena_context(arena), find_root, &work);
    if (work.exact) *root = work.result;
    return work.exact;
}

static void run_comparison(void *argument) {
    job *work = argument;
    fmpq_t a, b;
    fmpq_init(a);
    fmpq_init(b);
    nh_rat_get_fmpq(a, work->a);
    nh_rat_get_fmpq(b, work->b);
    int order = fmpq_cmp(a, b);
    work->sign = (order > 0) - (order < 0);
    fmpq_clear(b);
    fmpq_clear(a);
}

int nh_big_cmp(nh_context *context, nh_rat a, nh_rat b) {
    job work = {.a = a, .b = b};
    nh_guard_call(context, run_comparison, &work);
    return work.sign;
}

/* The quotient to 128 bits towards zero, with one bit far below when it is not exact: then rounding to a double once is
 * rounding the exact value, also among the subnormal numbers. */
static void round_to_double(void *argument) {
    job *work = argument;
    fmpq_t a;
    arf_t num, den, quotient, tail;
    fmpq_init(a);
    arf_init(num);
    arf_init(den);
    arf_init(quotient);
    arf_init(tail);
    nh_rat_get_fmpq(a, work->a);
    arf_set_fmpz(num, fmpq_numref(a));
    arf_set_fmpz(den, fmpq_denref(a));
    if (arf_div(quotient, num, den, 128, ARF_RND_DOWN) != 0) {
        arf_mul_2exp_si(tail, quotient, -200);
        arf_add(quotient, quotient, tail, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    work->value = arf_get_d(quotient, ARF_RND_NEAR);
    arf_clear(tail);
    arf_clear(quotient);
    arf_clear(den);
    arf_clear(num);
    fmpq_clear(a);
}

double nh_big_double(nh_context *context, nh_rat a) {
    job work = {.a = a};
    nh_guard_call(context, round_to_double, &work);
    return work.value;
}

static void power_of_ten(fmpz_t r, int64_t exponent) {
    fmpz_set_ui(r, 10);
    fmpz_pow_ui(r, r, (mp_limb_t)exponent);
}

static void copy_digits(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (from[i] != '.') *to++ = from[i];
}

static void read_digits(void *argument) {
    job *work = argument;
    char *digits = nh_guard_alloc(work->count + 1, 1);
    fmpq_t r;
    fmpz_t scale;
    fmpq_init(r);
    fmpz_init(scale);
    copy_digits(digits, work->text, work->count);
    fmpz_set_str(fmpq_numref(r), digits, 10);
    power_of_ten(scale, work->number < 0 ? -work->number : work->number);
    if (work->number < 0) fmpq_div_fmpz(r, r, scale);
    else fmpq_mul_fmpz(r, r, scale);
    work->result = nh_rat_from_fmpq(work->arena, r);
    fmpz_clear(scale);
    fmpq_clear(r);
    nh_guard_free(digits);
}

nh_rat nh_big_read(nh_arena *arena, const char *digits, size_t count, int64_t exponent) {
    int64_t size = exponent < 0 ? -exponent : exponent;
    check_size(arena, size > NH_RAT_BITS_MAX || count > NH_RAT_BITS_MAX ? INT64_MAX : 4 * ((int64_t)count + size));
    job work = {.arena = arena, .text = digits, .count = count, .number = exponent};
    nh_guard_call(nh_arena_context(arena), read_digits, &work);
    return work.result;
}

static void write_text(void *argument) {
    job *work = argument;
    fmpq_t a;
    fmpq_init(a);
    nh_rat_get_fmpq(a, work->a);
    char *text = fmpq_get_str(NULL, 10, a);
    work->text = nh_arena_string(work->arena, text);
    flint_free(text);
    fmpq_clear(a);
}

const char *nh_big_text(nh_arena *arena, nh_rat a) {
    job work = {.arena = arena, .a = a};
    nh_guard_call(nh_arena_context(arena), write_text, &work);
    return work.text;
}

static void scale_by_two(void *argument) {
    job *work = argument;
    fmpq_t r;
    fmpq_init(r);
    nh_rat_get_fmpq(r, work->a);
    if (work->number >= 0) fmpq_mul_2exp(r, r, (flint_bitcnt_t)work->number);
    else fmpq_div_2exp(r, r, (flint_bitcnt_t)-work->number);
    work->result = nh_rat_from_fmpq(work->arena, r);
    fmpq_clear(r);
}

nh_rat nh_big_scale(nh_arena *arena, int64_t mantissa, int exponent) {
    job work = {.arena = arena, .a = nh_rat_int(mantissa), .number = exponent};
    nh_guard_call(nh_arena_context(arena), scale_by_two, &work);
    return work.result;
}
