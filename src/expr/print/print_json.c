/* Expressions as JSON, for programs: one value, every operation with its arguments.
 *
 *     number        "22/7"                       a string, since it is exact
 *     pi, no value  {"constant": "pi"}           or "undefined"
 *     symbol        {"symbol": "x", "order": 1}  order: time derivatives, left out when there are none
 *     partial derivative of an abbreviation      {"op": "diff", "args": [{"symbol": "F1"}, {"symbol": "theta"}]}
 *     sum           {"op": "+", "args": [...]}   a constant is its last argument
 *     product       {"op": "*", "args": [...]}   a coefficient is its first argument
 *     power         {"op": "^", "args": [base, exponent]}
 *     if            {"op": "if", "args": [d, then, else]}     then where d < 0
 *     call          {"call": "g", "by": [1, 0], "args": [...]}   by: derivatives by each argument, if there are any
 *     function      {"op": "sin", "args": [...]} */

#include "base/assert.h"
#include "expr/print/print_private.h"

enum {
    VALUE = NH_TASK_TEXT + 1, /* e */
    MULTIPLE,                 /* f * e, f a number */
    POWER,                    /* e ^ f, f a number */
};

static void add_string(nh_text *text, const char *string) {
    nh_text_add_char(text, '"');
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\') nh_text_format(text, "\\%c", c);
        else if (c < 0x20 || c == 0x7F) nh_text_format(text, "\\u%04x", c);
        else nh_text_add_char(text, (char)c);
    }
    nh_text_add_char(text, '"');
}

static void push_task(nh_printer *p, int kind, nh_expr e, nh_expr f) {
    nh_printer_push(p, (nh_print_task){.kind = kind, .e = e, .f = f});
}

static void push_list(nh_printer *p, uint32_t count, const nh_expr *args, const uint32_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) nh_printer_push_text(p, ", ");
        push_task(p, VALUE, args[order != NULL ? order[i] : i], 0);
    }
}

/* ---- leaves ---- */

static void add_number(nh_printer *p, nh_rat number) {
    nh_text_format(&p->text, "\"%s\"", nh_rat_text(p->arena, number));
}

static void add_symbol(nh_printer *p, const nh_symbol *symbol) {
    nh_text_add(&p->text, "{\"symbol\": ");
    add_string(&p->text, nh_name_text(p->context, symbol->name));
    if (symbol->order > 0) nh_text_format(&p->text, ", \"order\": %u", (unsigned)symbol->order);
    nh_text_add_char(&p->text, '}');
}

static void print_symbol(nh_printer *p, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(p->pool, e);
    if (symbol->role != NH_ROLE_ABBREVIATION || symbol->by_count == 0) {
        add_symbol(p, symbol);
        return;
    }
    nh_arena *scratch = nh_scratch(p->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    const nh_expr *by = nh_print_sorted_symbols(p->pool, scratch, symbol);
    nh_text_add(&p->text, "{\"op\": \"diff\", \"args\": [");
    add_symbol(p, symbol);
    for (uint32_t i = 0; i < symbol->by_count; i++) {
        nh_text_add(&p->text, ", ");
        add_symbol(p, nh_expr_symbol_of(p->pool, by[i]));
    }
    nh_text_add(&p->text, "]}");
    nh_arena_release(scratch, mark);
}

/* ---- operations ---- */

static void print_sum(nh_printer *p, nh_expr e) {
    uint32_t count = nh_print_sum_count(&p->order, e);
    if (count == 1) {
        nh_print_part part = nh_print_sum_part(&p->order, e, 1, 0);
        push_task(p, MULTIPLE, part.term, part.coefficient);
        return;
    }
    nh_expr constant = nh_expr_args(p->pool, e)[0];
    bool is_first = true;
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, "{\"op\": \"+\", \"args\": [");
    for (uint32_t i = 0; i < count; i++) {
        nh_print_part part = nh_print_sum_part(&p->order, e, 1, i);
        if (part.term == NH_EXPR_ONE) continue;
        if (!is_first) nh_printer_push_text(p, ", ");
        push_task(p, MULTIPLE, part.term, part.coefficient);
        is_first = false;
    }
    if (constant != NH_EXPR_ZERO) {
        nh_printer_push_text(p, ", ");
        push_task(p, VALUE, constant, 0);
    }
    nh_printer_push_text(p, "]}");
    nh_printer_end(p, begin);
}

/* coefficient * e; the factors of a product and the coefficient make one list. */
static void print_multiple(nh_printer *p, nh_expr e, nh_expr coefficient) {
    bool is_product = nh_expr_kind_of(p->pool, e) == NH_EXPR_PRODUCT, has_number = coefficient != NH_EXPR_ONE;
    uint32_t count = is_product ? nh_expr_arity(p->pool, e) / 2 : 1;
    const nh_expr *args = is_product ? nh_expr_args(p->pool, e) : NULL;
    const uint32_t *parts = p->order.parts + nh_print_note_of(&p->order, e)->first;
    bool is_list = has_number || count > 1;
    size_t begin = nh_printer_begin(p);
    if (is_list) nh_printer_push_text(p, "{\"op\": \"*\", \"args\": [");
    if (has_number) push_task(p, VALUE, coefficient, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 || has_number) nh_printer_push_text(p, ", ");
        if (is_product) push_task(p, POWER, args[2 * parts[i]], args[2 * parts[i] + 1]);
        else push_task(p, VALUE, e, 0);
    }
    if (is_list) nh_printer_push_text(p, "]}");
    nh_printer_end(p, begin);
}

static void print_power(nh_printer *p, nh_expr base, nh_expr exponent) {
    size_t begin = nh_printer_begin(p);
    if (exponent == NH_EXPR_ONE) {
        push_task(p, VALUE, base, 0);
    } else {
        nh_printer_push_text(p, "{\"op\": \"^\", \"args\": [");
        push_list(p, 2, (const nh_expr[]){base, exponent}, NULL);
        nh_printer_push_text(p, "]}");
    }
    nh_printer_end(p, begin);
}

static void print_call(nh_printer *p, nh_expr e) {
    const nh_expr *args = nh_expr_args(p->pool, e);
    const nh_symbol *function = nh_expr_symbol_of(p->pool, args[0]);
    nh_text_add(&p->text, "{\"call\": ");
    add_string(&p->text, nh_name_text(p->context, function->name));
    if (nh_print_call_of(p->pool, e) != NH_CALL_PLAIN) {
        nh_text_add(&p->text, ", \"by\": [");
        for (uint32_t i = 0; i < function->by_count; i++)
            nh_text_format(&p->text, i > 0 ? ", %u" : "%u", (unsigned)function->by[i]);
        nh_text_add_char(&p->text, ']');
    }
    size_t begin = nh_printer_begin(p);
    nh_printer_push_text(p, ", \"args\": [");
    push_list(p, function->by_count, args + 1, NULL);
    nh_printer_push_text(p, "]}");
    nh_printer_end(p, begin);
}

/* A function of functions.def, a power with an expression as exponent, if. */
static void print_operation(nh_printer *p, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(p->pool, e);
    bool is_extreme = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    const char *name = kind == NH_EXPR_POWER ? "^" : kind == NH_EXPR_IF ? "if" : nh_expr_function_name(kind);
    nh_text_format(&p->text, "{\"op\": \"%s\", \"args\": [", name);
    size_t begin = nh_printer_begin(p);
    push_list(p, nh_expr_arity(p->pool, e), nh_expr_args(p->pool, e),
              is_extreme ? p->order.parts + nh_print_note_of(&p->order, e)->first : NULL);
    nh_printer_push_text(p, "]}");
    nh_printer_end(p, begin);
}

static void print_value(nh_printer *p, nh_expr e) {
    switch (nh_expr_kind_of(p->pool, e)) {
        case NH_EXPR_NUMBER: add_number(p, nh_expr_rational(p->pool, e)); break;
        case NH_EXPR_NO_VALUE: nh_text_add(&p->text, "{\"constant\": \"undefined\"}"); break;
        case NH_EXPR_CONSTANT_PI: nh_text_add(&p->text, "{\"constant\": \"pi\"}"); break;
        case NH_EXPR_SYMBOL: print_symbol(p, e); break;
        case NH_EXPR_SUM: print_sum(p, e); break;
        case NH_EXPR_PRODUCT: print_multiple(p, e, NH_EXPR_ONE); break;
        case NH_EXPR_CALL: print_call(p, e); break;
        default: print_operation(p, e);
    }
}

static void print_task(nh_printer *p, const nh_print_task *task) {
    switch (task->kind) {
        case MULTIPLE: print_multiple(p, task->e, task->f); break;
        case POWER: print_power(p, task->e, task->f); break;
        default: NH_ASSERT(task->kind == VALUE); print_value(p, task->e);
    }
}

void nh_expr_print_json(nh_pool *pool, nh_text *text, nh_expr e) {
    nh_printer_run(pool, text, (nh_print_task){.kind = VALUE, .e = e}, print_task);
}
