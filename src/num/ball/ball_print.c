/* What is asked of balls, and what leaves the guard as plain data. */
#include "num/ball/ball_private.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/rational_private.h"

nh_truth nh_ball_less(const nh_ball *a, const nh_ball *b) {
    NH_ASSERT(nh_guard_inside());
    const arb_struct *x = nh_arb_const(a), *y = nh_arb_const(b);
    return arb_lt(x, y) ? NH_YES : arb_ge(x, y) ? NH_NO : NH_UNKNOWN;
}

nh_truth nh_ball_is_zero(const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    const arb_struct *x = nh_arb_const(a);
    return arb_is_zero(x) ? NH_YES : arb_is_nonzero(x) ? NH_NO : NH_UNKNOWN;
}

int nh_ball_sign_of(const nh_ball *a, bool *certain) {
    NH_ASSERT(nh_guard_inside());
    const arb_struct *x = nh_arb_const(a);
    *certain = arb_is_zero(x) || arb_is_nonzero(x);
    return arf_sgn(arb_midref(x));
}

bool nh_ball_is_finite(const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    return arb_is_finite(nh_arb_const(a)) != 0;
}

bool nh_ball_contains(const nh_ball *a, const nh_ball *b) {
    NH_ASSERT(nh_guard_inside());
    return arb_contains(nh_arb_const(a), nh_arb_const(b)) != 0;
}

bool nh_ball_contains_rational(const nh_ball *a, nh_rat value) {
    NH_ASSERT(nh_guard_inside());
    fmpq_t q;
    fmpq_init(q);
    nh_rat_get_fmpq(q, value);
    bool contains = arb_contains_fmpq(nh_arb_const(a), q) != 0;
    fmpq_clear(q);
    return contains;
}

bool nh_ball_overlaps(const nh_ball *a, const nh_ball *b) {
    NH_ASSERT(nh_guard_inside());
    return arb_overlaps(nh_arb_const(a), nh_arb_const(b)) != 0;
}

int nh_ball_accuracy_bits(const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    const arb_struct *x = nh_arb_const(a);
    if (!arb_is_finite(x)) return -INT_MAX;
    slong bits = arb_rel_accuracy_bits(x);
    return bits > INT_MAX ? INT_MAX : bits < -INT_MAX ? -INT_MAX : (int)bits;
}

double nh_ball_double(const nh_ball *a) {
    return nh_ball_is_finite(a) ? arf_get_d(arb_midref(nh_arb_const(a)), ARF_RND_NEAR) : (double)NAN;
}

double nh_ball_radius(const nh_ball *a) {
    arf_t radius;
    if (!nh_ball_is_finite(a)) return (double)INFINITY;
    arf_init(radius);
    arf_set_mag(radius, arb_radref(nh_arb_const(a)));
    double value = arf_get_d(radius, ARF_RND_CEIL);
    arf_clear(radius);
    return value;
}

void nh_ball_bounds(const nh_ball *a, double *low, double *high) {
    arf_t end;
    *low = -(double)INFINITY;
    *high = (double)INFINITY;
    if (!nh_ball_is_finite(a)) return;
    arf_init(end);
    arb_get_lbound_arf(end, nh_arb_const(a), 2 * MAG_BITS);
    *low = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, nh_arb_const(a), 2 * MAG_BITS);
    *high = arf_get_d(end, ARF_RND_CEIL);
    arf_clear(end);
}

/* "1.234e+3" becomes "1234": an exponent that only moves the point after the last digit is no help to a reader. */
static void drop_exponent(char *text) {
    char *e = strchr(text, 'e'), *to = text;
    if (e == NULL || e[1] != '+' || strlen(e) > 8) return;
    size_t digits = 0;
    for (const char *c = text; c < e; c++) digits += *c >= '0' && *c <= '9';
    if ((size_t)strtol(e + 2, NULL, 10) + 1 != digits) return;
    for (const char *c = text; c < e; c++)
        if (*c != '.') *to++ = *c;
    *to = '\0';
}

const char *nh_ball_digits(nh_arena *arena, const nh_ball *a, int digits) {
    NH_ASSERT(digits >= 1);
    if (!nh_ball_is_finite(a)) return nh_arena_text(arena, "nan", 3);
    char *text = arb_get_str(nh_arb_const(a), digits, ARB_STR_NO_RADIUS);
    /* "0e-20": not one digit is certain */
    if (strncmp(text, "0e", 2) == 0) {
        flint_free(text);
        text = arb_get_str(nh_arb_const(a), digits, 0);
    } else {
        drop_exponent(text);
    }
    const char *copy = nh_arena_string(arena, text);
    flint_free(text);
    return copy;
}

/* Arb's own notation: mantissa and exponent of midpoint and radius, in hexadecimal digits; exact for every ball. */
struct nh_ball_data {
    const char *text;
};

const nh_ball_data *nh_ball_save(nh_arena *arena, const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    char *text = arb_dump_str(nh_arb_const(a));
    nh_ball_data *data = NH_NEW(arena, nh_ball_data);
    data->text = nh_arena_string(arena, text);
    flint_free(text);
    return data;
}

void nh_ball_load(nh_ball *r, const nh_ball_data *data) {
    NH_ASSERT(nh_guard_inside());
    int failed = arb_load_str(nh_arb(r), data->text);
    NH_ASSERT(failed == 0);
    (void)failed;
}
