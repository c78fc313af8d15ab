/* Sums, terms and conditions as they are printed, and the machine that prints. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "expr/print/print_private.h"

bool nh_print_is_odd(nh_expr_kind kind) {
    return kind == NH_EXPR_SIN || kind == NH_EXPR_TAN || kind == NH_EXPR_ASIN || kind == NH_EXPR_ATAN ||
           kind == NH_EXPR_SINH || kind == NH_EXPR_TANH || kind == NH_EXPR_SIGN;
}

bool nh_print_is_even(nh_expr_kind kind) {
    return kind == NH_EXPR_COS || kind == NH_EXPR_COSH || kind == NH_EXPR_ABS;
}

/* ---- sums ---- */

uint32_t nh_print_sum_count(const nh_print_order *order, nh_expr e) {
    bool has_constant = nh_expr_args(order->pool, e)[0] != NH_EXPR_ZERO;
    return (nh_expr_arity(order->pool, e) - 1) / 2 + has_constant;
}

bool nh_print_is_long_sum(const nh_print_order *order, nh_expr e) {
    return nh_expr_kind_of(order->pool, e) == NH_EXPR_SUM && nh_print_sum_count(order, e) > 1;
}

nh_print_part nh_print_sum_part(const nh_print_order *order, nh_expr e, int sign, uint32_t i) {
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t k = order->parts[nh_print_note_of(order, e)->first + i];
    nh_print_part part = {NH_EXPR_ONE, args[0], sign};
    if (k != NH_PART_CONSTANT) {
        part.term = args[1 + 2 * k];
        part.coefficient = args[2 + 2 * k];
        part.sign *= nh_print_note_of(order, part.term)->term_sign;
    }
    if (nh_rat_sign(nh_expr_rational(order->pool, part.coefficient)) < 0) part.sign = -part.sign;
    return part;
}

uint32_t nh_print_sum_head(const nh_print_order *order, nh_expr e, int sign) {
    uint32_t count = nh_print_sum_count(order, e);
    for (uint32_t i = 0; i < count; i++)
        if (nh_print_sum_part(order, e, sign, i).sign > 0) return i;
    return 0;
}

/* ---- conditions ---- */

/* Whether the positive part of d is its constant only. */
static bool is_constant_alone(const nh_print_order *order, nh_expr d, uint32_t positives) {
    const nh_expr *args = nh_expr_args(order->pool, d);
    return positives == 1 && nh_rat_sign(nh_expr_rational(order->pool, args[0])) > 0;
}

nh_print_condition nh_print_condition_of(const nh_print_order *order, nh_expr d) {
    if (!nh_print_is_long_sum(order, d)) {
        bool negative = nh_print_note_of(order, d)->sign < 0;
        return negative ? (nh_print_condition){">", -2, 0} : (nh_print_condition){"<", 2, 0};
    }
    uint32_t count = nh_print_sum_count(order, d), positives = 0;
    for (uint32_t i = 0; i < count; i++) positives += nh_print_sum_part(order, d, 1, i).sign > 0;
    if (positives == 0) return (nh_print_condition){">", -2, 0};
    if (positives == count) return (nh_print_condition){"<", 2, 0};
    if (is_constant_alone(order, d, positives)) return (nh_print_condition){">", -1, 1};
    return (nh_print_condition){"<", 1, -1};
}

/* ---- terms ---- */

/* Square roots of numbers can be written as one, where reading takes it apart again: of the numbers, which have no
 * factors below 1000 but themselves, one at most may be larger than that (see number_power.c). */
static bool can_join(int64_t joined, int64_t number, bool *has_large) {
    int64_t product;
    bool is_large = number >= 1000;
    if ((is_large && *has_large) || __builtin_mul_overflow(joined, number, &product)) return false;
    *has_large |= is_large;
    return true;
}

/* Joins the square roots among the factors above the line into the first of them. */
static void join_roots(const nh_pool *pool, nh_print_term *term) {
    int64_t joined = 1, number;
    bool has_large = false;
    uint32_t kept = 0, place = UINT32_MAX;
    for (uint32_t i = 0; i < term->ups; i++) {
        nh_print_factor *factor = &term->up[i];
        bool is_root = factor->exponent.num == 1 && factor->exponent.den == 2;
        if (is_root && nh_expr_get_int(pool, factor->base, &number) && can_join(joined, number, &has_large)) {
            joined *= number;
            if (place != UINT32_MAX) continue;
            place = kept;
        }
        term->up[kept++] = *factor;
    }
    term->ups = kept;
    if (place != UINT32_MAX) term->up[place] = (nh_print_factor){NH_EXPR_ZERO, joined, nh_rat_make(1, 2), 1};
}

static void enter_factor(const nh_print_order *order, nh_print_term *term, nh_expr base, nh_rat exponent) {
    bool is_fixed = exponent.den % 2 == 0; /* under an even root signs stay as they are */
    nh_print_factor factor = {base, 0, exponent, is_fixed ? 1 : nh_print_note_of(order, base)->sign};
    if (factor.sign < 0 && exponent.num % 2 != 0) term->negative = !term->negative;
    if (exponent.num < 0) {
        factor.exponent.num = -exponent.num;
        term->down[term->downs++] = factor;
    } else {
        term->up[term->ups++] = factor;
    }
}

/* Turns a factor (y - x) round, so that the minus goes. */
static bool flip_one(const nh_print_order *order, nh_print_factor *factors, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_odd = factors[i].exponent.den == 1 && factors[i].exponent.num % 2 != 0;
        if (!is_odd || factors[i].base == NH_EXPR_ZERO || !nh_print_note_of(order, factors[i].base)->mixed) continue;
        factors[i].sign = -factors[i].sign;
        return true;
    }
    return false;
}

nh_print_term nh_print_term_of(const nh_print_order *order, nh_arena *arena, nh_rat coefficient, nh_expr e,
                               bool may_flip) {
    const nh_pool *pool = order->pool;
    NH_ASSERT(!nh_print_is_long_sum(order, e));
    nh_print_term term = {.coefficient = nh_rat_int(1)};
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SUM) { /* of one part: a multiple */
        coefficient = nh_rat_mul(arena, coefficient, nh_expr_rational(pool, nh_expr_args(pool, e)[2]));
        e = nh_expr_args(pool, e)[1];
    } else if (nh_expr_is_number(pool, e)) {
        coefficient = nh_rat_mul(arena, coefficient, nh_expr_rational(pool, e));
        e = NH_EXPR_ONE;
    }
    term.negative = nh_rat_sign(coefficient) < 0;
    term.coefficient = nh_rat_abs(arena, coefficient);
    bool is_product = nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT;
    uint32_t count = is_product ? nh_expr_arity(pool, e) / 2 : 1;
    term.up = nh_arena_alloc(arena, count * sizeof *term.up);
    term.down = nh_arena_alloc(arena, count * sizeof *term.down);
    for (uint32_t i = 0; i < count && is_product; i++) {
        uint32_t k = order->parts[nh_print_note_of(order, e)->first + i];
        enter_factor(order, &term, nh_expr_args(pool, e)[2 * k],
                     nh_expr_rational(pool, nh_expr_args(pool, e)[2 * k + 1]));
    }
    if (!is_product && e != NH_EXPR_ONE) enter_factor(order, &term, e, nh_rat_int(1));
    if (term.negative && may_flip && (flip_one(order, term.up, term.ups) || flip_one(order, term.down, term.downs)))
        term.negative = false;
    join_roots(pool, &term);
    return term;
}

/* ---- calls ---- */

static bool is_plain_symbol(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role != NH_ROLE_ABBREVIATION;
}

/* Whether the arguments are symbols, each once, so that a derivative by one of them says by which argument. */
static bool are_different_symbols(const nh_pool *pool, uint32_t count, const nh_expr *args) {
    enum { MANY = 8 };
    if (count > MANY) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_plain_symbol(pool, args[i])) return false;
        for (uint32_t k = 0; k < i; k++)
            if (args[k] == args[i]) return false;
    }
    return true;
}

nh_print_call nh_print_call_of(const nh_pool *pool, nh_expr call) {
    const nh_expr *args = nh_expr_args(pool, call);
    const nh_symbol *function = nh_expr_symbol_of(pool, args[0]);
    uint32_t derivatives = 0;
    for (uint32_t i = 0; i < function->by_count; i++) derivatives += function->by[i] > 0;
    if (derivatives == 0) return NH_CALL_PLAIN;
    if (function->by_count > 1)
        return are_different_symbols(pool, function->by_count, args + 1) ? NH_CALL_PARTIAL : NH_CALL_NUMBERS;
    bool is_time = is_plain_symbol(pool, args[1]) && nh_expr_symbol_of(pool, args[1])->role == NH_ROLE_TIME;
    return is_time ? NH_CALL_TIME : NH_CALL_PRIME;
}

/* ---- the machine ---- */

size_t nh_printer_begin(const nh_printer *p) {
    return p->tasks.count;
}

void nh_printer_push(nh_printer *p, nh_print_task task) {
    nh_array_push(&p->tasks, task);
}

void nh_printer_push_text(nh_printer *p, const char *text) {
    nh_printer_push(p, (nh_print_task){.kind = NH_TASK_TEXT, .text = text});
}

/* The last task is done first: turns what was pushed round. */
void nh_printer_end(nh_printer *p, size_t begin) {
    for (size_t i = begin, k = p->tasks.count; i + 1 < k; i++) {
        k--;
        nh_print_task swapped = p->tasks.items[i];
        p->tasks.items[i] = p->tasks.items[k];
        p->tasks.items[k] = swapped;
    }
}

/* The caller's text may be in the scratch arena, where the walk is: so the result is made apart and copied
 * when the walk is over. */
void nh_printer_run(nh_pool *pool, nh_text *text, nh_print_task first, nh_print_step step) {
    nh_printer p = {.pool = pool, .context = pool->context, .arena = nh_arena_create(pool->context)};
    p.tasks.arena = p.arena;
    p.text = nh_text_begin(p.arena);
    nh_print_order_begin(&p.order, pool, first.e);
    nh_printer_push(&p, first);
    while (p.tasks.count > 0) {
        nh_print_task task = p.tasks.items[--p.tasks.count];
        nh_tick(p.context, 1);
        if (task.kind == NH_TASK_TEXT) nh_text_add(&p.text, task.text);
        else step(&p, &task);
    }
    nh_print_order_end(&p.order);
    nh_text_add_bytes(text, p.text.bytes, p.text.length);
    nh_arena_destroy(p.arena);
}
