/* Expressions as text of the language. Reading it (read.c) gives the same expression again: what the printer
 * writes in another form than the canonical one, such as a quotient, sqrt or a turned sign, is what the
 * constructors bring back to that form. */

#include "base/assert.h"
#include "expr/print/print_private.h"

enum {
    EXPRESSION = NH_TASK_TEXT + 1, /* sign * e */
    POSITIVES,                     /* the parts of sign * e, a long sum, that have a plus */
    TERM,                          /* sign * f * e, with its sign in front: f is a number, e no long sum */
    FACTOR,                        /* (sign * e) ^ number */
    BASE,                          /* sign * e, in brackets unless it is tight */
};

enum { FIRST = 1, MAY_FLIP = 2 }; /* flags of a term */

static void push_expression(nh_printer *p, nh_expr e, int sign) {
    nh_printer_push(p, (nh_print_task){.kind = EXPRESSION, .e = e, .sign = sign});
}

static void push_list(nh_printer *p, uint32_t count, const nh_expr *args, const uint32_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) nh_printer_push_text(p, ", ");
        push_expression(p, args[order != NULL ? order[i] : i], 1);
    }
}

/* ---- sums ---- */

static void push_term(nh_printer *p, nh_print_part part, int sign, int flags) {
    nh_printer_push(p,
                    (nh_print_task){.kind = TERM, .e = part.term, .f = part.coefficient, .sign = sign, .flags = flags});
}

/* The terms of sign * e, without a minus in front if that can be; only_positive: those with a plus. */
static void print_sum(nh_printer *p, nh_expr e, int sign, bool only_positive) {
    uint32_t count = nh_print_sum_count(&p->order, e), head = nh_print_sum_head(&p->order, e, sign);
    size_t begin = nh_printer_begin(p);
    push_term(p, nh_print_sum_part(&p->order, e, sign, head), sign, FIRST | MAY_FLIP);
    for (uint32_t i = 0; i < count; i++) {
        nh_print_part part = nh_print_sum_part(&p->order, e, sign, i);
        if (i != head && (part.sign > 0 || !only_positive)) push_term(p, part, sign, 0);
    }
    nh_printer_end(p, begin);
}

static void print_expression(nh_printer *p, const nh_print_task *task) {
    if (nh_print_is_long_sum(&p->order, task->e)) {
        print_sum(p, task->e, task->sign, false);
        return;
    }
    push_term(p, (nh_print_part){.term = task->e, .coefficient = NH_EXPR_ONE}, task->sign, FIRST | MAY_FLIP);
}

/* ---- terms ---- */

static void push_number(nh_printer *p, nh_rat number) {
    nh_printer_push_text(p, nh_rat_text(p->arena, number));
}

static void push_factors(nh_printer *p, uint32_t count, const nh_print_factor *factors, bool go_on) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 || go_on) nh_printer_push_text(p, "*");
        if (factors[i].base == NH_EXPR_ZERO) {
            nh_text root = nh_text_begin(p->arena);
            nh_text_format(&root, "sqrt(%lld)", (long long)factors[i].number);
            nh_printer_push_text(p, nh_text_string(&root));
            continue;
        }
        nh_printer_push(
            p, (nh_print_task){
                   .kind = FACTOR, .e = factors[i].base, .sign = factors[i].sign, .number = factors[i].exponent});
    }
}

/* The coefficient as a decimal number, or NULL where it is better as a fraction: x/2. */
static const char *decimal_of(const nh_printer *p, const nh_print_term *term) {
    nh_rat c = term->coefficient;
    bool is_quotient = c.num == 1 && c.den > 1 && c.den < 10 && term->ups > 0;
    return p->decimals && nh_rat_is_small(c) && !is_quotient ? nh_rat_decimal(p->arena, c) : NULL;
}

/* 3/2*x, x/2, 3*x/(2*y): a denominator that is a number goes with those that are not. */
static void push_fraction(nh_printer *p, const nh_print_term *term) {
    const char *decimal = decimal_of(p, term);
    nh_rat num = nh_rat_num(p->arena, term->coefficient), den = nh_rat_den(p->arena, term->coefficient);
    if (decimal != NULL) den = nh_rat_int(1);
    bool has_den = !nh_rat_is_one(den), has_num = !nh_rat_is_one(num) || term->ups == 0;
    bool in_front = has_den && has_num && term->downs == 0;
    has_num = has_num || decimal != NULL;
    if (decimal != NULL) nh_printer_push_text(p, decimal);
    else if (has_num) push_number(p, in_front ? term->coefficient : num);
    push_factors(p, term->ups, term->up, has_num);
    if (term->downs == 0) {
        if (!has_den || in_front) return;
        nh_printer_push_text(p, "/");
        push_number(p, den);
        return;
    }
    bool bracket = term->downs > 1 || has_den;
    nh_printer_push_text(p, bracket ? "/(" : "/");
    if (has_den) push_number(p, den);
    push_factors(p, term->downs, term->down, has_den);
    if (bracket) nh_printer_push_text(p, ")");
}

static void print_term(nh_printer *p, const nh_print_task *task) {
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_rat coefficient = nh_expr_rational(p->pool, task->f);
    if (task->sign < 0) coefficient = nh_rat_neg(scratch, coefficient);
    nh_print_term term = nh_print_term_of(&p->order, scratch, coefficient, task->e, (task->flags & MAY_FLIP) != 0);
    size_t begin = nh_printer_begin(p);
    if ((task->flags & FIRST) == 0) nh_printer_push_text(p, term.negative ? " - " : " + ");
    else if (term.negative) nh_printer_push_text(p, "-");
    push_fraction(p, &term);
    nh_printer_end(p, begin);
    nh_arena_release(scratch, mark);
}

/* ---- factors ---- */

static void push_base(nh_printer *p, nh_expr e, int sign) {
    nh_printer_push(p, (nh_print_task){.kind = BASE, .e = e, .sign = sign});
}

static void print_factor(nh_printer *p, const nh_print_task *task) {
    nh_rat exponent = task->number;
    size_t begin = nh_printer_begin(p);
    if (nh_rat_is_one(exponent) && nh_expr_kind_of(p->pool, task->e) == NH_EXPR_POWER) {
        const nh_expr *args = nh_expr_args(p->pool, task->e);
        push_base(p, args[0], 1);
        nh_printer_push_text(p, "^");
        push_base(p, args[1], 1);
    } else if (nh_rat_is_one(exponent)) {
        push_base(p, task->e, task->sign);
    } else if (exponent.num == 1 && (exponent.den == 2 || exponent.den == 3)) {
        nh_printer_push_text(p, exponent.den == 2 ? "sqrt(" : "cbrt(");
        push_expression(p, task->e, task->sign);
        nh_printer_push_text(p, ")");
    } else {
        bool is_whole = nh_rat_is_int(exponent);
        push_base(p, task->e, task->sign);
        nh_printer_push_text(p, is_whole ? "^" : "^(");
        push_number(p, exponent);
        if (!is_whole) nh_printer_push_text(p, ")");
    }
    nh_printer_end(p, begin);
}

/* ---- symbols and calls ---- */

static void add_symbol(nh_printer *p, const nh_symbol *symbol) {
    nh_text_add(&p->text, nh_name_text(p->context, symbol->name));
    nh_text_add_repeated(&p->text, '\'', symbol->order);
}

/* x, x', F1, diff(F1, theta, x') */
static void print_symbol(nh_printer *p, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(p->pool, e);
    if (symbol->role != NH_ROLE_ABBREVIATION || symbol->by_count == 0) {
        add_symbol(p, symbol);
        return;
    }
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    const nh_expr *by = nh_print_sorted_symbols(p->pool, scratch, symbol);
    nh_text_format(&p->text, "diff(%s", nh_name_text(p->context, symbol->name));
    for (uint32_t i = 0; i < symbol->by_count; i++) {
        nh_text_add(&p->text, ", ");
        add_symbol(p, nh_expr_symbol_of(p->pool, by[i]));
    }
    nh_text_add_char(&p->text, ')');
    nh_arena_release(scratch, mark);
}

/* ", x, x, y" or ", 1, 1, 2": by what a function is differentiated, each as often as it is. */
static void push_derivatives(nh_printer *p, const nh_symbol *function, const nh_expr *args, bool numbers) {
    nh_text list = nh_text_begin(p->arena);
    for (uint32_t i = 0; i < function->by_count; i++)
        for (uint32_t k = 0; k < function->by[i]; k++) {
            const nh_symbol *by = numbers ? NULL : nh_expr_symbol_of(p->pool, args[i]);
            if (numbers) nh_text_format(&list, ", %u", (unsigned)i + 1);
            else nh_text_format(&list, ", %s", nh_name_text(p->context, by->name));
            if (!numbers) nh_text_add_repeated(&list, '\'', by->order);
        }
    nh_printer_push_text(p, nh_text_string(&list));
}

static void push_primes(nh_printer *p, uint32_t count) {
    nh_text primes = nh_text_begin(p->arena);
    nh_text_add_repeated(&primes, '\'', count);
    nh_printer_push_text(p, nh_text_string(&primes));
}

/* g(x, y), C(t)', g'(e), diff(g(x, y), x), diff(g, 1)(e, f) */
static void print_call(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e);
    const nh_symbol *function = nh_expr_symbol_of(p->pool, args[0]);
    nh_print_call form = nh_print_call_of(p->pool, e);
    size_t begin = nh_printer_begin(p);
    if (form == NH_CALL_PARTIAL || form == NH_CALL_NUMBERS) nh_printer_push_text(p, "diff(");
    nh_printer_push_text(p, nh_name_text(p->context, function->name));
    if (form == NH_CALL_PRIME) push_primes(p, function->by[0]);
    if (form == NH_CALL_NUMBERS) push_derivatives(p, function, args + 1, true);
    nh_printer_push_text(p, form == NH_CALL_NUMBERS ? ")(" : "(");
    push_list(p, function->by_count, args + 1, NULL);
    nh_printer_push_text(p, ")");
    if (form == NH_CALL_TIME) push_primes(p, function->by[0]);
    if (form == NH_CALL_PARTIAL) {
        push_derivatives(p, function, args + 1, false);
        nh_printer_push_text(p, ")");
    }
    nh_printer_end(p, begin);
}

/* One side of a comparison; see nh_print_condition. */
static void push_side(nh_printer *p, nh_expr d, int side) {
    if (side == 0) nh_printer_push_text(p, "0");
    else
        nh_printer_push(p, (nh_print_task){.kind = side == 2 || side == -2 ? EXPRESSION : POSITIVES,
                                           .e = d,
                                           .sign = side > 0 ? 1 : -1});
}

/* if(a < b, then, else) */
static void print_if(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e);
    nh_print_condition condition = nh_print_condition_of(&p->order, args[0]);
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, "if(");
    push_side(p, args[0], condition.left);
    nh_printer_push_text(p, *condition.relation == '<' ? " < " : " > ");
    push_side(p, args[0], condition.right);
    nh_printer_push_text(p, ", ");
    push_list(p, 2, args + 1, NULL);
    nh_printer_push_text(p, ")");
    nh_printer_end(p, begin);
}

/* sin(e), max(e, f): the sign of an odd function goes to its argument, an even one takes its argument as it likes. */
static void print_function(nh_printer *p, nh_expr e, int sign) {
    nh_expr_kind kind = nh_expr_kind_of(p->pool, e);
    const nh_expr *args = nh_expr_args(p->pool, e);
    bool is_extreme = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, nh_expr_function_name(kind));
    nh_printer_push_text(p, "(");
    if (nh_print_is_odd(kind)) push_expression(p, args[0], sign);
    else if (nh_print_is_even(kind)) push_expression(p, args[0], nh_print_note_of(&p->order, args[0])->sign);
    else
        push_list(p, nh_expr_arity(p->pool, e), args,
                  is_extreme ? p->order.parts + nh_print_note_of(&p->order, e)->first : NULL);
    nh_printer_push_text(p, ")");
    nh_printer_end(p, begin);
}

static void print_in_brackets(nh_printer *p, nh_expr e, int sign) {
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, "(");
    push_expression(p, e, sign);
    nh_printer_push_text(p, ")");
    nh_printer_end(p, begin);
}

static void print_base(nh_printer *p, const nh_print_task *task) {
    switch (nh_expr_kind_of(p->pool, task->e)) {
        case NH_EXPR_NUMBER: {
            nh_rat number = nh_expr_rational(p->pool, task->e);
            if (nh_rat_is_int(number) && nh_rat_sign(number) >= 0) nh_text_add(&p->text, nh_rat_text(p->arena, number));
            else print_in_brackets(p, task->e, task->sign);
            break;
        }
        case NH_EXPR_NO_VALUE: nh_text_add(&p->text, "0/0"); break;
        case NH_EXPR_CONSTANT_PI: nh_text_add(&p->text, "pi"); break;
        case NH_EXPR_SYMBOL: print_symbol(p, task->e); break;
        case NH_EXPR_SUM:
        case NH_EXPR_PRODUCT:
        case NH_EXPR_POWER: print_in_brackets(p, task->e, task->sign); break;
        case NH_EXPR_IF: print_if(p, task->e); break;
        case NH_EXPR_CALL: print_call(p, task->e); break;
        default: print_function(p, task->e, task->sign);
    }
}

/* ---- all ---- */

static void print_task(nh_printer *p, const nh_print_task *task) {
    switch (task->kind) {
        case EXPRESSION: print_expression(p, task); break;
        case POSITIVES: print_sum(p, task->e, task->sign, true); break;
        case TERM: print_term(p, task); break;
        case FACTOR: print_factor(p, task); break;
        default: NH_ASSERT(task->kind == BASE); print_base(p, task);
    }
}

void nh_expr_print(nh_pool *pool, nh_text *text, nh_expr e) {
    nh_printer_run(pool, text, (nh_print_task){.kind = EXPRESSION, .e = e, .sign = 1}, print_task);
}

static void step_decimals(nh_printer *p, const nh_print_task *task) {
    p->decimals = true;
    print_task(p, task);
}

void nh_expr_print_decimals(nh_pool *pool, nh_text *text, nh_expr e) {
    nh_printer_run(pool, text, (nh_print_task){.kind = EXPRESSION, .e = e, .sign = 1}, step_decimals);
}
