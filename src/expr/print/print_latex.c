/* Expressions as LaTeX, in the way of papers: fractions, roots, dots for time derivatives, \sin^2 \theta. Needs amsmath
 * (cases, operatorname, dddot), as KaTeX has it. The order of terms and the signs are those of the text; of factors
 * too, but that functions follow all others. */
#include <string.h>

#include "base/assert.h"
#include "expr/print/print_latex_private.h"

static const char *const function_latex[] = {
#define FUNCTION(NAME, name, count, latex) latex,
#include "expr/functions.def"
#undef FUNCTION
};

/* ---- sums ---- */

static void push_term(nh_printer *p, nh_print_part part, int sign, int flags) {
    nh_printer_push(
        p, (nh_print_task){.kind = NH_LATEX_TERM, .e = part.term, .f = part.coefficient, .sign = sign, .flags = flags});
}

static void print_sum(nh_printer *p, nh_expr e, int sign, int flags, bool only_positive) {
    uint32_t count = nh_print_sum_count(&p->order, e), head = nh_print_sum_head(&p->order, e, sign);
    size_t begin = nh_printer_begin(p);
    push_term(p, nh_print_sum_part(&p->order, e, sign, head), sign, NH_LATEX_FIRST | flags);
    for (uint32_t i = 0; i < count; i++) {
        nh_print_part part = nh_print_sum_part(&p->order, e, sign, i);
        if (i != head && (part.sign > 0 || !only_positive)) push_term(p, part, sign, flags);
    }
    nh_printer_end(p, begin);
}

static void push_list(nh_printer *p, uint32_t count, const nh_expr *args, const uint32_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) nh_printer_push_text(p, ", ");
        nh_printer_push(
            p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = args[order != NULL ? order[i] : i], .sign = 1});
    }
}

/* \begin{cases} ... & \text{if } a < b, \\ ... & \text{otherwise} \end{cases} */
static void print_cases(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e);
    nh_print_condition condition = nh_print_condition_of(&p->order, args[0]);
    int sides[] = {condition.left, condition.right};
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, "\\begin{cases} ");
    push_list(p, 1, args + 1, NULL);
    nh_printer_push_text(p, " & \\text{if } ");
    for (int i = 0; i < 2; i++) {
        if (i == 1) nh_printer_push_text(p, *condition.relation == '<' ? " < " : " > ");
        int kind = sides[i] == 2 || sides[i] == -2 ? NH_LATEX_EXPRESSION : NH_LATEX_POSITIVES;
        if (sides[i] == 0) nh_printer_push_text(p, "0");
        else nh_printer_push(p, (nh_print_task){.kind = kind, .e = args[0], .sign = sides[i] > 0 ? 1 : -1});
    }
    nh_printer_push_text(p, ", \\\\ ");
    push_list(p, 1, args + 2, NULL);
    nh_printer_push_text(p, " & \\text{otherwise} \\end{cases}");
    nh_printer_end(p, begin);
}

static void print_expression(nh_printer *p, const nh_print_task *task) {
    bool is_cases = nh_expr_kind_of(p->pool, task->e) == NH_EXPR_IF;
    if (is_cases) print_cases(p, task->e);
    else if (nh_print_is_long_sum(&p->order, task->e)) print_sum(p, task->e, task->sign, task->flags, false);
    else
        push_term(p, (nh_print_part){.term = task->e, .coefficient = NH_EXPR_ONE}, task->sign,
                  NH_LATEX_FIRST | task->flags);
}

/* ---- terms ---- */

static void push_number(nh_printer *p, nh_rat number) {
    nh_printer_push_text(p, nh_rat_text(p->arena, number));
}

/* Those that are written as a name and an argument. */
static bool is_function(nh_expr_kind kind) {
    return kind >= NH_EXPR_SIN && kind != NH_EXPR_ABS && kind != NH_EXPR_EXP;
}

static bool is_root(nh_rat exponent) {
    return exponent.num == 1 && exponent.den > 1;
}

/* Whether the factor begins with a digit: 2^n, 3^{2/3}. */
static bool begins_with_digit(const nh_printer *p, const nh_print_factor *factor) {
    if (factor->base == NH_EXPR_ZERO || is_root(factor->exponent)) return false;
    nh_expr base = factor->base;
    if (nh_expr_kind_of(p->pool, base) == NH_EXPR_POWER && nh_rat_is_one(factor->exponent))
        base = nh_expr_args(p->pool, base)[0];
    if (!nh_expr_is_number(p->pool, base)) return false;
    nh_rat number = nh_expr_rational(p->pool, base);
    return nh_rat_is_int(number) && nh_rat_sign(number) >= 0;
}

/* The sign with which the argument of a function of one argument is printed. */
static int argument_sign(const nh_printer *p, nh_expr e, int sign) {
    nh_expr_kind kind = nh_expr_kind_of(p->pool, e);
    if (nh_print_is_odd(kind)) return sign;
    return nh_print_is_even(kind) ? nh_print_note_of(&p->order, nh_expr_args(p->pool, e)[0])->sign : 1;
}

/* \theta, 2 \theta, \pi: an argument that needs no brackets. */
static bool is_simple_argument(const nh_printer *p, nh_expr e, int sign) {
    nh_expr argument = nh_expr_args(p->pool, e)[0];
    if (nh_expr_arity(p->pool, e) != 1) return false;
    sign = argument_sign(p, e, sign);
    if (nh_expr_kind_of(p->pool, argument) == NH_EXPR_SUM && !nh_print_is_long_sum(&p->order, argument)) {
        nh_rat coefficient = nh_expr_rational(p->pool, nh_expr_args(p->pool, argument)[2]);
        if (!nh_rat_is_int(coefficient)) return false;
        sign *= nh_rat_sign(coefficient);
        argument = nh_expr_args(p->pool, argument)[1];
    }
    if (sign < 0) return false;
    if (nh_expr_kind_of(p->pool, argument) != NH_EXPR_SYMBOL) return argument == NH_EXPR_PI;
    return nh_latex_is_tight_symbol(nh_expr_symbol_of(p->pool, argument));
}

/* Whether it ends in the argument of a function without brackets, as \sin \theta does. */
static bool ends_open(const nh_printer *p, const nh_print_factor *factor) {
    if (factor->base == NH_EXPR_ZERO || is_root(factor->exponent)) return false;
    nh_expr_kind kind = nh_expr_kind_of(p->pool, factor->base);
    return is_function(kind) && is_simple_argument(p, factor->base, factor->sign);
}

static bool is_operator(const nh_printer *p, const nh_print_factor *factor) {
    return factor->base != NH_EXPR_ZERO && !is_root(factor->exponent) &&
           is_function(nh_expr_kind_of(p->pool, factor->base));
}

/* Whether it is a name of several letters, which would run into its neighbours. */
static bool is_word(const nh_printer *p, const nh_print_factor *factor) {
    if (factor->base == NH_EXPR_ZERO || nh_expr_kind_of(p->pool, factor->base) != NH_EXPR_SYMBOL) return false;
    return nh_latex_is_word(p, nh_expr_symbol_of(p->pool, factor->base));
}

static const char *space_between(const nh_printer *p, const nh_print_factor *before, const nh_print_factor *factor) {
    if (begins_with_digit(p, factor)) return " \\cdot ";
    if (before == NULL) return " ";
    bool is_bracket = factor->base != NH_EXPR_ZERO && nh_expr_kind_of(p->pool, factor->base) == NH_EXPR_SUM;
    bool is_thin = (ends_open(p, before) && !is_operator(p, factor)) || is_word(p, before) || is_word(p, factor);
    is_thin = is_thin && !is_bracket; /* which keeps its distance */
    return is_thin ? " \\, " : " ";
}

static void push_factors(nh_printer *p, uint32_t count, const nh_print_factor *factors, bool go_on) {
    for (uint32_t i = 0; i < count; i++) {
        const nh_print_factor *factor = &factors[i];
        if (i > 0 || go_on) nh_printer_push_text(p, space_between(p, i > 0 ? factor - 1 : NULL, factor));
        nh_print_task task = {
            .kind = NH_LATEX_FACTOR, .e = factor->base, .sign = factor->sign, .number = factor->exponent};
        if (factor->base != NH_EXPR_ZERO) {
            nh_printer_push(p, task);
            continue;
        }
        nh_text root = nh_text_begin(p->arena);
        nh_text_format(&root, "\\sqrt{%lld}", (long long)factor->number);
        nh_printer_push_text(p, nh_text_string(&root));
    }
}

/* ---- the order of factors ---- */

static bool is_tall(const nh_printer *p, const nh_print_factor *factor) {
    return factor->base != NH_EXPR_ZERO && nh_print_note_of(&p->order, factor->base)->is_tall;
}

/* After what: functions after the rest, since \cos \phi \dot{x} might be read as the cosine of a product; where the
 * term is a fraction, what contains a fraction after all others. */
static int place_of(const nh_printer *p, const nh_print_factor *factor, bool is_fraction) {
    return (is_fraction && is_tall(p, factor) ? 2 : 0) + is_operator(p, factor);
}

/* Sorts the factors by that, each place in the order of the text; returns how many come before those with fractions. */
static uint32_t arrange_factors(const nh_printer *p, uint32_t count, nh_print_factor *factors, bool is_fraction) {
    enum { PLACES = 4, TALL = 2 };
    nh_print_factor *sorted = NH_NEW_ARRAY(p->arena, nh_print_factor, count);
    uint32_t made = 0, flat = 0;
    for (int place = 0; place < PLACES; place++) {
        if (place == TALL) flat = made;
        for (uint32_t i = 0; i < count; i++)
            if (place_of(p, &factors[i], is_fraction) == place) sorted[made++] = factors[i];
    }
    if (count > 0) memcpy(factors, sorted, count * sizeof *factors);
    return flat;
}

/* One side of a fraction: a number and factors; a sum that stands alone needs no brackets. */
static void push_side(nh_printer *p, nh_rat number, uint32_t count, const nh_print_factor *factors) {
    bool has_number = !nh_rat_is_one(number) || count == 0;
    if (has_number) push_number(p, number);
    if (!has_number && count == 1 && nh_rat_is_one(factors->exponent) && factors->base != NH_EXPR_ZERO)
        nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = factors->base, .sign = factors->sign});
    else push_factors(p, count, factors, has_number);
}

/* How many factors at the beginning are constants, pi and roots of numbers: they go above the line
 * of a number's fraction. */
static uint32_t constant_count(const nh_printer *p, const nh_print_term *term) {
    uint32_t count = 0;
    for (; count < term->ups; count++) {
        nh_expr base = term->up[count].base;
        if (base != NH_EXPR_ZERO && base != NH_EXPR_PI && !nh_expr_is_number(p->pool, base)) break;
    }
    return count;
}

/* \frac{3}{2} x, \frac{\pi}{2} x, \frac{3 x}{2 y}, \frac{3 x}{2 y} \left(1 + \frac{a}{b}\right); inline 3 x / 2 */
static void push_fraction(nh_printer *p, nh_print_term *term, bool is_inline) {
    bool is_flat_below = term->downs > 0; /* else fractions are within fractions anyway */
    for (uint32_t i = 0; i < term->downs; i++) is_flat_below = is_flat_below && !is_tall(p, &term->down[i]);
    uint32_t flat = arrange_factors(p, term->ups, term->up, is_flat_below);
    (void)arrange_factors(p, term->downs, term->down, false);
    nh_rat num = nh_rat_num(p->arena, term->coefficient), den = nh_rat_den(p->arena, term->coefficient);
    bool is_whole = nh_rat_is_one(den);
    if (term->downs == 0 && (is_whole || is_inline)) {
        bool has_number = !nh_rat_is_one(num) || term->ups == 0;
        if (has_number) push_number(p, num);
        push_factors(p, term->ups, term->up, has_number);
        if (is_whole) return;
        nh_printer_push_text(p, " / ");
        push_number(p, den);
        return;
    }
    uint32_t above = term->downs > 0 ? flat : constant_count(p, term);
    nh_printer_push_text(p, "\\frac{");
    push_side(p, num, above, term->up);
    nh_printer_push_text(p, "}{");
    push_side(p, den, term->downs, term->down);
    nh_printer_push_text(p, "}");
    push_factors(p, term->ups - above, term->up + above, true);
}

static void print_term(nh_printer *p, const nh_print_task *task) {
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    bool is_first = (task->flags & NH_LATEX_FIRST) != 0;
    nh_rat coefficient = nh_expr_rational(p->pool, task->f);
    if (task->sign < 0) coefficient = nh_rat_neg(scratch, coefficient);
    nh_print_term term = nh_print_term_of(&p->order, scratch, coefficient, task->e, is_first);
    size_t begin = nh_printer_begin(p);
    if (!is_first) nh_printer_push_text(p, term.negative ? " - " : " + ");
    else if (term.negative) nh_printer_push_text(p, "-");
    push_fraction(p, &term, (task->flags & NH_LATEX_INLINE) != 0);
    nh_printer_end(p, begin);
    nh_arena_release(scratch, mark);
}

/* ---- factors ---- */

/* "^2", "^{12}", "^{3/2}", or nothing for 1; in the printer's arena. */
static const char *exponent_text(nh_printer *p, nh_rat exponent) {
    nh_text text = nh_text_begin(p->arena);
    const char *number = nh_rat_text(p->arena, exponent);
    if (!nh_rat_is_one(exponent)) nh_text_format(&text, number[1] == '\0' ? "^%s" : "^{%s}", number);
    return nh_text_string(&text);
}

static void push_brackets(nh_printer *p, nh_expr e, int sign) {
    nh_printer_push_text(p, "\\left(");
    nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = e, .sign = sign});
    nh_printer_push_text(p, "\\right)");
}

/* Whether an exponent can follow it without brackets; kind NH_LATEX_ATOM prints those. */
static bool is_tight(const nh_printer *p, nh_expr e) {
    switch (nh_expr_kind_of(p->pool, e)) {
        case NH_EXPR_NUMBER: {
            nh_rat number = nh_expr_rational(p->pool, e);
            return nh_rat_is_int(number) && nh_rat_sign(number) >= 0;
        }
        case NH_EXPR_SYMBOL: return nh_latex_is_tight_symbol(nh_expr_symbol_of(p->pool, e));
        case NH_EXPR_CALL: {
            nh_print_call form = nh_print_call_of(p->pool, e);
            return form != NH_CALL_PARTIAL && form != NH_CALL_NUMBERS;
        }
        case NH_EXPR_CONSTANT_PI:
        case NH_EXPR_ABS: return true;
        default: return false;
    }
}

static void push_atom(nh_printer *p, nh_expr e, int sign, bool in_brackets) {
    if (in_brackets) push_brackets(p, e, sign);
    else nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_ATOM, .e = e, .sign = sign, .number = nh_rat_int(1)});
}

/* \sqrt{e}, \sqrt[3]{e} */
static void push_root(nh_printer *p, nh_expr e, int sign, int64_t order) {
    nh_text root = nh_text_begin(p->arena);
    if (order == 2) nh_text_add(&root, "\\sqrt{");
    else nh_text_format(&root, "\\sqrt[%lld]{", (long long)order);
    nh_printer_push_text(p, nh_text_string(&root));
    nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = e, .sign = sign});
    nh_printer_push_text(p, "}");
}

static void push_exponent(nh_printer *p, nh_expr e) {
    nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = e, .sign = 1, .flags = NH_LATEX_INLINE});
}

/* base^{exponent}, for an exponent that is not a number */
static void push_power(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e);
    push_atom(p, args[0], 1, !is_tight(p, args[0]));
    nh_printer_push_text(p, "^{");
    push_exponent(p, args[1]);
    nh_printer_push_text(p, "}");
}

static void print_factor(nh_printer *p, const nh_print_task *task) {
    nh_expr_kind kind = nh_expr_kind_of(p->pool, task->e);
    size_t begin = nh_printer_begin(p);
    if (is_root(task->number)) {
        push_root(p, task->e, task->sign, task->number.den);
    } else if (is_function(kind) && (nh_rat_is_one(task->number) || nh_expr_arity(p->pool, task->e) == 1)) {
        nh_printer_push(/* the exponent goes to the name, unless there are several arguments */
                        p, (nh_print_task){
                               .kind = NH_LATEX_ATOM, .e = task->e, .sign = task->sign, .number = task->number});
    } else if (nh_rat_is_one(task->number)) {
        if (kind == NH_EXPR_POWER) push_power(p, task->e);
        else push_atom(p, task->e, task->sign, kind == NH_EXPR_SUM || kind == NH_EXPR_IF);
    } else {
        push_atom(p, task->e, task->sign, !is_tight(p, task->e));
        nh_printer_push_text(p, exponent_text(p, task->number));
    }
    nh_printer_end(p, begin);
}

/* ---- functions ---- */

/* \mathrm{e}^{x} */
static void print_exponential(nh_printer *p, nh_expr e) {
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, function_latex[NH_EXPR_EXP - NH_EXPR_SIN]);
    nh_printer_push_text(p, "^{");
    push_exponent(p, nh_expr_args(p->pool, e)[0]);
    nh_printer_push_text(p, "}");
    nh_printer_end(p, begin);
}

/* \sin^2 \theta, \min\left(x, y\right), \left|x\right| */
static void print_function(nh_printer *p, const nh_print_task *task) {
    nh_expr_kind kind = nh_expr_kind_of(p->pool, task->e);
    const nh_expr *args = nh_expr_args(p->pool, task->e);
    bool is_simple = is_simple_argument(p, task->e, task->sign), is_absolute = kind == NH_EXPR_ABS;
    bool is_extreme = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, function_latex[kind - NH_EXPR_SIN]);
    nh_printer_push_text(p, exponent_text(p, task->number));
    nh_printer_push_text(p, is_absolute ? "\\left|" : is_simple ? " " : "\\left(");
    if (nh_expr_arity(p->pool, task->e) == 1)
        nh_printer_push(
            p,
            (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = args[0], .sign = argument_sign(p, task->e, task->sign)});
    else
        push_list(p, nh_expr_arity(p->pool, task->e), args,
                  is_extreme ? p->order.parts + nh_print_note_of(&p->order, task->e)->first : NULL);
    nh_printer_push_text(p, is_absolute ? "\\right|" : is_simple ? "" : "\\right)");
    nh_printer_end(p, begin);
}

/* ---- all ---- */

static void print_atom(nh_printer *p, const nh_print_task *task) {
    switch (nh_expr_kind_of(p->pool, task->e)) {
        case NH_EXPR_NUMBER: nh_text_add(&p->text, nh_rat_text(p->arena, nh_expr_rational(p->pool, task->e))); break;
        case NH_EXPR_NO_VALUE: nh_text_add(&p->text, "\\frac{0}{0}"); break;
        case NH_EXPR_CONSTANT_PI: nh_text_add(&p->text, "\\pi"); break;
        case NH_EXPR_SYMBOL: nh_latex_add_symbol(p, &p->text, task->e); break;
        case NH_EXPR_IF: print_cases(p, task->e); break;
        case NH_EXPR_CALL: nh_latex_print_call(p, task->e); break;
        case NH_EXPR_EXP: print_exponential(p, task->e); break;
        default: NH_ASSERT(nh_expr_kind_of(p->pool, task->e) >= NH_EXPR_SIN); print_function(p, task);
    }
}

static void print_task(nh_printer *p, const nh_print_task *task) {
    switch (task->kind) {
        case NH_LATEX_EXPRESSION: print_expression(p, task); break;
        case NH_LATEX_POSITIVES: print_sum(p, task->e, task->sign, 0, true); break;
        case NH_LATEX_TERM: print_term(p, task); break;
        case NH_LATEX_FACTOR: print_factor(p, task); break;
        default: NH_ASSERT(task->kind == NH_LATEX_ATOM); print_atom(p, task);
    }
}

void nh_expr_print_latex(nh_pool *pool, nh_text *text, nh_expr e) {
    nh_printer_run(pool, text, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = e, .sign = 1}, print_task);
}
