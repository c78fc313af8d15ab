/* Balls as decimals that are correctly rounded.
 *
 * With k such that |a| 10^k has the wanted number of digits before its point, the digits are those of floor(|a| 10^k +
 * 1/2), when that is one number for the whole ball. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/text.h"
#include "num/ball/ball_private.h"

/* Numbers beyond 2^this, or below its inverse, have no plain use as a decimal. */
enum { EXPONENT_MAX = 4000000 };

void nh_ball_middle(nh_ball *r, const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    arb_get_mid_arb(nh_arb(r), nh_arb_const(a));
}

/* n := floor(|a| 10^k + 1/2); false when the ball leaves it open. */
static bool round_scaled(fmpz_t n, const arb_t a, slong k, slong prec) {
    arb_t y, half;
    fmpz_t power;
    arb_init(y);
    arb_init(half);
    fmpz_init(power);
    fmpz_ui_pow_ui(power, 10, (ulong)(k < 0 ? -k : k));
    arb_abs(y, a);
    if (k < 0) arb_div_fmpz(y, y, power, prec);
    else arb_mul_fmpz(y, y, power, prec);
    arb_set_d(half, 0.5);
    arb_add(y, y, half, prec);
    arb_floor(y, y, prec);
    bool is_one = arb_get_unique_fmpz(n, y) != 0;
    fmpz_clear(power);
    arb_clear(half);
    arb_clear(y);
    return is_one;
}

/* The digits as an integer n, and k; n may be 10^digits. */
static bool find_digits(fmpz_t n, slong *k, const arb_t a, int digits) {
    slong bits = arf_abs_bound_lt_2exp_si(arb_midref(a)); /* 2^(bits-1) <= |middle| < 2^bits */
    if (bits > EXPONENT_MAX || bits < -EXPONENT_MAX) return false;
    slong least =
        (slong)floor((double)(bits - 1) * 0.30102999566398120 - 1e-3); /* of the exponent of the first digit */
    slong prec = arb_bits(a) + 4 * (slong)digits + 64;
    fmpz_t limit;
    fmpz_init(limit);
    fmpz_ui_pow_ui(limit, 10, (ulong)digits);
    *k = digits - 1 - least;
    bool found = round_scaled(n, a, *k, prec);
    while (found && fmpz_cmp(n, limit) > 0) found = round_scaled(n, a, --*k, prec);
    fmpz_clear(limit);
    return found;
}

/* Plain where the point is among the digits or a little before them, else with an exponent. */
static const char *lay_out(nh_arena *arena, bool is_negative, const char *digits, int count, slong exponent) {
    nh_text text = nh_text_begin(arena);
    if (is_negative) nh_text_add_char(&text, '-');
    bool is_plain = exponent >= -4 && exponent < count;
    slong whole = is_plain ? exponent + 1 : 1; /* digits before the point */
    if (whole <= 0) {
        nh_text_add(&text, "0.");
        nh_text_add_repeated(&text, '0', (size_t)-whole);
        nh_text_add_bytes(&text, digits, (size_t)count);
    } else {
        nh_text_add_bytes(&text, digits, (size_t)whole);
        if (whole < count) nh_text_add_char(&text, '.');
        nh_text_add_bytes(&text, digits + whole, (size_t)(count - whole));
    }
    if (!is_plain) nh_text_format(&text, "e%c%02ld", exponent < 0 ? '-' : '+', labs((long)exponent));
    return nh_text_string(&text);
}

const char *nh_ball_rounded(nh_arena *arena, const nh_ball *a, int digits) {
    NH_ASSERT(digits >= 1);
    const arb_struct *x = nh_arb_const(a);
    if (nh_ball_is_zero(a) == NH_YES) return nh_arena_text(arena, "0", 1);
    if (!nh_ball_is_finite(a) || nh_ball_is_zero(a) == NH_UNKNOWN) return NULL;
    fmpz_t n;
    slong k;
    const char *result = NULL;
    fmpz_init(n);
    if (find_digits(n, &k, x, digits)) {
        char *text = fmpz_get_str(NULL, 10, n);
        slong exponent = (slong)strlen(text) - 1 - k;
        result = lay_out(arena, arf_sgn(arb_midref(x)) < 0, text, digits, exponent);
        flint_free(text);
    }
    fmpz_clear(n);
    return result;
}
