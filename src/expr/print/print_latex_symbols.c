/* Symbols, calls of functions and their derivatives as LaTeX. */
#include <string.h>

#include "base/assert.h"
#include "expr/print/print_latex_private.h"

enum { MOST_DOTS = 3 }; /* \dddot is the last one available */

static nh_latex_name name_of(const nh_printer *p, const nh_symbol *symbol) {
    return nh_latex_name_of(p->arena, nh_name_text(p->context, symbol->name), nh_name_length(p->context, symbol->name));
}

/* \dot{x}_1; with more than three dots x_1^{(4)} */
static void add_dotted(nh_text *text, nh_latex_name name, uint32_t dots) {
    static const char *const accents[] = {"%s", "\\dot{%s}", "\\ddot{%s}", "\\dddot{%s}"};
    nh_text_format(text, accents[dots <= MOST_DOTS ? dots : 0], name.base);
    nh_latex_add_index(text, name.index);
    if (dots > MOST_DOTS) nh_text_format(text, "^{(%u)}", (unsigned)dots);
}

bool nh_latex_is_tight_symbol(const nh_symbol *symbol) {
    bool is_derivative = symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count > 0;
    return !is_derivative && symbol->order <= MOST_DOTS;
}

bool nh_latex_is_word(const nh_printer *p, const nh_symbol *symbol) {
    const char *base = name_of(p, symbol).base;
    bool is_derivative = symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count > 0;
    return !is_derivative && (strncmp(base, "\\mathrm{", 8) == 0 || strncmp(base, "\\text{", 6) == 0);
}

/* ---- partial derivatives ---- */

/* \partial^2 with the order, or \partial */
static void add_partial(nh_text *text, uint64_t order) {
    nh_text_add(text, "\\partial");
    if (order > 1) nh_text_format(text, order < 10 ? "^%llu" : "^{%llu}", (unsigned long long)order);
    nh_text_add_char(text, ' ');
}

/* \frac{\partial^3 F}{\partial x^2 \, \partial \theta}: by each symbol this many times. */
static void add_fraction(const nh_printer *p, nh_text *text, nh_latex_name of, uint32_t count, const nh_expr *by,
                         const uint32_t *times) {
    uint64_t order = 0;
    for (uint32_t i = 0; i < count; i++) order += times[i];
    nh_text_add(text, "\\frac{");
    add_partial(text, order);
    add_dotted(text, of, 0);
    nh_text_add(text, "}{");
    bool is_first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (times[i] == 0) continue;
        nh_text_add(text, is_first ? "\\partial " : " \\, \\partial ");
        const nh_symbol *symbol = nh_expr_symbol_of(p->pool, by[i]);
        bool has_exponent = times[i] > 1 && symbol->order > MOST_DOTS; /* x^{(4)} has one already */
        if (has_exponent) nh_text_add(text, "\\left(");
        add_dotted(text, name_of(p, symbol), symbol->order);
        if (has_exponent) nh_text_add(text, "\\right)");
        if (times[i] > 1) nh_text_format(text, times[i] < 10 ? "^%u" : "^{%u}", (unsigned)times[i]);
        is_first = false;
    }
    nh_text_add_char(text, '}');
}

/* A partial derivative of an abbreviation. */
static void add_abbreviation(const nh_printer *p, nh_text *text, const nh_symbol *symbol) {
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *by = nh_print_sorted_symbols(p->pool, scratch, symbol);
    uint32_t *times = NH_NEW_ARRAY(scratch, uint32_t, symbol->by_count), count = 0;
    for (uint32_t i = 0; i < symbol->by_count; i++) {
        if (i == 0 || by[i] != by[count - 1]) by[count++] = by[i];
        times[count - 1]++;
    }
    add_fraction(p, text, name_of(p, symbol), count, by, times);
    nh_arena_release(scratch, mark);
}

void nh_latex_add_symbol(const nh_printer *p, nh_text *text, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(p->pool, e);
    if (symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count > 0) add_abbreviation(p, text, symbol);
    else add_dotted(text, name_of(p, symbol), symbol->order);
}

/* ---- calls ---- */

/* g_1', g_1'', g_1''', then g_1^{(4)} */
static void add_primed(nh_text *text, nh_latex_name name, uint32_t primes) {
    add_dotted(text, name, primes <= MOST_DOTS ? 0 : primes);
    if (primes <= MOST_DOTS) nh_text_add_repeated(text, '\'', primes);
}

/* \partial_1^2 \partial_2 g */
static void add_numbered(nh_text *text, nh_latex_name name, const nh_symbol *function) {
    for (uint32_t i = 0; i < function->by_count; i++) {
        if (function->by[i] == 0) continue;
        nh_text_format(text, i < 9 ? "\\partial_%u" : "\\partial_{%u}", (unsigned)i + 1);
        if (function->by[i] > 1)
            nh_text_format(text, function->by[i] < 10 ? "^%u" : "^{%u}", (unsigned)function->by[i]);
        nh_text_add_char(text, ' ');
    }
    add_dotted(text, name, 0);
}

static const char *function_text(const nh_printer *p, const nh_symbol *function, const nh_expr *args,
                                 nh_print_call form) {
    nh_latex_name name = name_of(p, function);
    nh_text text = nh_text_begin(p->arena);
    switch (form) {
        case NH_CALL_PLAIN: add_dotted(&text, name, 0); break;
        case NH_CALL_TIME: add_dotted(&text, name, function->by[0]); break;
        case NH_CALL_PRIME: add_primed(&text, name, function->by[0]); break;
        case NH_CALL_PARTIAL: add_fraction(p, &text, name, function->by_count, args, function->by); break;
        case NH_CALL_NUMBERS: add_numbered(&text, name, function); break;
    }
    return nh_text_string(&text);
}

/* C(t), \dot{C}(t), g'\left(x + y\right), \frac{\partial g}{\partial x}(x, y) */
void nh_latex_print_call(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e) + 1;
    const nh_symbol *function = nh_expr_symbol_of(p->pool, args[-1]);
    bool are_symbols = true;
    for (uint32_t i = 0; i < function->by_count; i++)
        are_symbols &= nh_expr_kind_of(p->pool, args[i]) == NH_EXPR_SYMBOL &&
                       nh_latex_is_tight_symbol(nh_expr_symbol_of(p->pool, args[i]));
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, function_text(p, function, args, nh_print_call_of(p->pool, e)));
    nh_printer_push_text(p, are_symbols ? "(" : "\\left(");
    for (uint32_t i = 0; i < function->by_count; i++) {
        if (i > 0) nh_printer_push_text(p, ", ");
        nh_printer_push(p, (nh_print_task){.kind = NH_LATEX_EXPRESSION, .e = args[i], .sign = 1});
    }
    nh_printer_push_text(p, are_symbols ? ")" : "\\right)");
    nh_printer_end(p, begin);
}
