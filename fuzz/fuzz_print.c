/* Bytes as a program for a stack of expressions: what it leaves is printed, and read back as the same expression. The
 * other printers run along. */
#include "fuzz.h"

#include <string.h>

#include "expr/calculus/calculus.h"
#include "vocabulary.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    nh_install_hooks();
    return 0;
}

enum { STACK = 64 };

typedef struct machine {
    vocabulary v;
    nh_expr stack[STACK];
    uint32_t count;
} machine;

static void push(machine *m, nh_expr e) {
    if (m->count < STACK) m->stack[m->count++] = e;
}

static nh_expr pop(machine *m) {
    return m->count > 0 ? m->stack[--m->count] : NH_EXPR_ONE;
}

static nh_expr symbol(machine *m, uint8_t which) {
    uint32_t symbols = m->v.count - m->v.functions - 2; /* the last two are abbreviations */
    uint32_t place = which % (symbols + 2);
    return m->v.symbols[place < symbols ? place : place + m->v.functions];
}

static nh_expr number(fuzz_input *input, machine *m) {
    int8_t a = (int8_t)fuzz_byte(input);
    uint8_t b = fuzz_byte(input);
    if (b < 128) return nh_expr_int(m->v.pool, a);
    return nh_expr_fraction(m->v.pool, a, b - 127);
}

static nh_expr power(fuzz_input *input, machine *m) {
    static const int8_t exponents[][2] = {{2, 1},  {3, 1}, {-1, 1}, {-2, 1}, {1, 2},  {-1, 2}, {3, 2}, {1, 3},
                                          {-1, 3}, {2, 3}, {5, 3},  {1, 4},  {-3, 4}, {1, 6},  {5, 6}, {12, 1}};
    const int8_t *exponent = exponents[fuzz_byte(input) % 16];
    return nh_expr_pow_rational(m->v.pool, pop(m), nh_rat_make(exponent[0], exponent[1]));
}

static nh_expr function(fuzz_input *input, machine *m) {
    nh_expr_kind kind = (nh_expr_kind)(NH_EXPR_SIN + fuzz_byte(input) % (NH_EXPR_KINDS - NH_EXPR_SIN));
    nh_expr args[3];
    uint32_t count = kind < NH_EXPR_ATAN2 ? 1 : kind < NH_EXPR_MIN ? 2 : 3;
    for (uint32_t i = 0; i < count; i++) args[i] = pop(m);
    return nh_expr_apply(m->v.pool, kind, count, args);
}

/* A call of a function that may be differentiated by some of its arguments. */
static nh_expr call(fuzz_input *input, machine *m) {
    uint8_t which = fuzz_byte(input), derivatives = fuzz_byte(input);
    nh_expr args[3], f = m->v.symbols[m->v.count - 2 - m->v.functions + which % m->v.functions];
    uint32_t arity = nh_expr_symbol_of(m->v.pool, f)->by_count;
    for (uint32_t i = 0; i < arity; i++) args[i] = pop(m);
    for (uint32_t i = 0; i < arity; i++)
        for (int times = derivatives >> 2 * i & 3; times > 0; times--) f = nh_expr_function_derivative(m->v.pool, f, i);
    return nh_expr_call(m->v.pool, f, arity, args);
}

/* A partial derivative, which of an abbreviation is a symbol. */
static nh_expr derivative(fuzz_input *input, machine *m) {
    nh_expr by = symbol(m, fuzz_byte(input)), e = pop(m);
    if (nh_expr_symbol_of(m->v.pool, by)->role == NH_ROLE_ABBREVIATION) return nh_expr_total_derivative(m->v.pool, e);
    return nh_expr_diff(m->v.pool, e, by);
}

static nh_expr dot(machine *m, nh_expr e) {
    if (nh_expr_kind_of(m->v.pool, e) != NH_EXPR_SYMBOL) return e;
    nh_role role = nh_expr_symbol_of(m->v.pool, e)->role;
    bool has_dot = role == NH_ROLE_COORDINATE || role == NH_ROLE_MULTIPLIER || role == NH_ROLE_QUASI;
    return has_dot ? nh_expr_dot(m->v.pool, e) : e;
}

static void step(fuzz_input *input, machine *m) {
    nh_pool *pool = m->v.pool;
    nh_expr a, b, c;
    switch (fuzz_byte(input) % 16) {
        case 0: push(m, number(input, m)); break;
        case 1: push(m, NH_EXPR_PI); break;
        case 2:
        case 3: push(m, symbol(m, fuzz_byte(input))); break;
        case 4: push(m, nh_expr_add(pool, pop(m), pop(m))); break;
        case 5: a = pop(m), b = pop(m), push(m, nh_expr_sub(pool, a, b)); break;
        case 6: push(m, nh_expr_mul(pool, pop(m), pop(m))); break;
        case 7: a = pop(m), b = pop(m), push(m, nh_expr_div(pool, a, b)); break;
        case 8: push(m, power(input, m)); break;
        case 9: push(m, function(input, m)); break;
        case 10: push(m, call(input, m)); break;
        case 11: a = pop(m), b = pop(m), c = pop(m), push(m, nh_expr_if(pool, a, b, c)); break;
        case 12: push(m, derivative(input, m)); break;
        case 13: a = pop(m), push(m, a), push(m, a); break;
        case 14: push(m, dot(m, pop(m))); break;
        default:
            a = pop(m), b = pop(m);
            push(m, nh_expr_is_number(pool, b) ? nh_expr_add(pool, a, b) : nh_expr_pow(pool, a, b));
    }
}

static void body(nh_context *context, void *argument) {
    fuzz_input *input = argument;
    machine m = {.v = vocabulary_make(context)};
    while (input->at < input->size) step(input, &m);
    nh_expr e = nh_expr_sum(m.v.pool, m.count, m.stack), back;
    const char *printed = vocabulary_print(&m.v, e);
    FUZZ_CHECK(vocabulary_read(&m.v, printed, &back), "%s\n%s", printed, nh_context_diag(context, 0)->sentence);
    FUZZ_CHECK(back == e, "%s\n%s", printed, vocabulary_print(&m.v, back));
    vocabulary_latex(&m.v, e);
    vocabulary_json(&m.v, e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_run(body, data, size);
    return 0;
}
