/* Expressions as C statements.
 *
 * One walk, arguments first: what is used several times, has a name in the model, or would make a line long becomes
 * a constant of its own; the rest is where it is used. All operations mean what they mean on a tape
 * (tape/ops.def): roots of odd order are real for negative numbers, mod is a - b floor(a/b), min and max are no
 * number where an argument is none. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/walk.h"
#include "num/number.h"
#include "out/c/code_private.h"

/* Longer texts get a name; where lines end; up to which power factors are written one by one, and up to
 * which a loop multiplies. */
enum { LONG = 80, WIDTH = 110, WRITTEN = 4, MULTIPLIED = 64 };

/* How tightly a text holds together. */
typedef enum level { LEVEL_SUM, LEVEL_PRODUCT, LEVEL_ATOM } level;

typedef struct piece {
    const char *text;
    level level;
} piece;

typedef struct session {
    nh_code_scope *scope;
    nh_pool *pool;
    nh_arena *arena;
    nh_walk *walk;
    bool *needed;   /* by place in the walk, as the others */
    uint32_t *uses; /* how often it occurs in the text */
    bool *is_root;  /* it is assigned to a target */
    nh_map roots;   /* that will be written */
    piece *pieces;
} session;

/* ---- numbers ---- */

const char *nh_code_double(nh_arena *arena, double x) {
    char buffer[NH_NUMBER_SIZE];
    nh_text text = nh_text_begin(arena);
    if (isnan(x)) return "NAN";
    if (isinf(x)) return x > 0 ? "HUGE_VAL" : "-HUGE_VAL";
    nh_number_shortest(buffer, x);
    nh_text_add(&text, buffer);
    if (strpbrk(buffer, ".e") == NULL) nh_text_add(&text, ".0");
    return nh_text_string(&text);
}

/* Whether integers of this size are doubles. */
static bool is_exact(int64_t n) {
    return n < INT64_C(9007199254740992) && n > -INT64_C(9007199254740992);
}

static const char *format_rational(nh_arena *arena, nh_context *context, nh_rat r) {
    const char *decimal = nh_rat_decimal(arena, r);
    nh_text text = nh_text_begin(arena);
    if (decimal != NULL) return decimal;
    if (!nh_rat_is_small(r) || !is_exact(r.num) || !is_exact(r.den))
        return nh_code_double(arena, nh_rat_double(context, r));
    if (r.den == 1) nh_text_format(&text, "%" PRId64 ".0", r.num);
    else nh_text_format(&text, "(%" PRId64 ".0 / %" PRId64 ".0)", r.num, r.den);
    return nh_text_string(&text);
}

static const char *number_text(const session *s, nh_rat r) {
    return format_rational(s->arena, nh_pool_context(s->pool), r);
}

/* ---- statements ---- */

/* The line, broken at blanks where it is long. */
static void add_line(nh_text *text, const char *line) {
    size_t column = 4;
    nh_text_add(text, "    ");
    for (const char *c = line; *c != '\0'; column++, c++) {
        size_t word = *c == ' ' ? strcspn(c + 1, " ") : 0;
        if (*c != ' ' || column + word < WIDTH) {
            nh_text_add_char(text, *c);
            continue;
        }
        nh_text_add(text, "\n        ");
        column = 7;
    }
    nh_text_add_char(text, '\n');
}

static void add_statement(const session *s, const char *target, const char *value) {
    nh_text line = nh_text_begin(s->arena);
    nh_text_format(&line, "%s = %s;", target, value);
    add_line(s->scope->text, nh_text_string(&line));
}

void nh_code_know(nh_code_scope *scope, nh_expr e, const char *name) {
    NH_ASSERT(name != NULL);
    nh_map_put(&scope->known, e, scope->strings.count);
    nh_array_push(&scope->strings, name);
}

static const char *next_name(const session *s) {
    nh_text number = nh_text_begin(s->arena);
    nh_text_format(&number, "%" PRIu32, ++s->scope->count);
    return nh_code_name(&s->scope->locals, "e", nh_text_string(&number));
}

static void add_constant(const session *s, const char *name, const char *value) {
    nh_text target = nh_text_begin(s->arena);
    nh_text_format(&target, "const double %s", name);
    add_statement(s, nh_text_string(&target), value);
}

/* A constant of the function, by this name from now on. */
static piece declare_constant(const session *s, nh_expr e, const char *name, const char *value) {
    add_constant(s, name, value);
    nh_code_know(s->scope, e, name);
    return (piece){name, LEVEL_ATOM};
}

/* ---- before the text: what is needed, and how often it will be there ---- */

static bool is_known(const session *s, nh_expr e) {
    return nh_map_get(&s->scope->known, e) != NULL;
}

static const nh_symbol *abbreviation_of(const session *s, nh_expr e) {
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_SYMBOL) return NULL;
    const nh_symbol *symbol = nh_expr_symbol_of(s->pool, e);
    return symbol->role == NH_ROLE_ABBREVIATION && nh_map_get(&s->scope->places, e) == NULL ? symbol : NULL;
}

static void use_expr(session *s, nh_expr e, uint32_t times) {
    uint32_t place = nh_walk_place(s->walk, e);
    uint64_t *sign = nh_map_get(&s->scope->signs, e);
    if (sign != NULL) *sign = true;
    s->needed[place] = true;
    s->uses[place] += times;
}

static uint64_t root_key(nh_expr base, int64_t order) {
    return (uint64_t)base << 32 | (uint32_t)order; /* orders of roots are small */
}

/* A number that is 1 or -1: its square is 1, and its inverse it itself. */
static bool is_sign(const session *s, nh_expr base) {
    return nh_map_get(&s->scope->signs, base) != NULL;
}

/* How often the base of a power occurs in its text; of roots, which have names, once in all. */
static uint32_t times_written(session *s, nh_expr base, nh_rat exponent) {
    bool is_new = true;
    if (!nh_rat_is_small(exponent))
        nh_fail(nh_pool_context(s->pool), NH_E_LIMIT, "exponent", "an exponent has too many digits for a C file");
    int64_t n = exponent.num < 0 ? -exponent.num : exponent.num;
    if (exponent.den == 1 && is_sign(s, base)) return n % 2 == 0 ? 0 : 1;
    if (exponent.den == 1) return n <= WRITTEN ? (uint32_t)n : 1;
    if (nh_map_get(&s->scope->roots, root_key(base, exponent.den)) != NULL) return 0;
    *nh_map_slot(&s->roots, root_key(base, exponent.den), &is_new) = 1;
    return is_new ? 1 : 0;
}

static void use_factors(session *s, uint32_t arity, const nh_expr *args) {
    NH_ASSERT(arity % 2 == 0);
    for (uint32_t i = 0; i < arity; i += 2) {
        uint32_t times = times_written(s, args[i], nh_expr_rational(s->pool, args[i + 1]));
        if (times > 0) use_expr(s, args[i], times);
    }
}

static void use_arguments(session *s, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    uint32_t arity = nh_expr_arity(s->pool, e);
    const nh_expr *args = nh_expr_args(s->pool, e);
    const nh_symbol *name = abbreviation_of(s, e);
    if (name != NULL) use_expr(s, name->definition, 1);
    if (kind == NH_EXPR_SUM)
        for (uint32_t i = 1; i < arity; i += 2) use_expr(s, args[i], 1);
    else if (kind == NH_EXPR_PRODUCT) use_factors(s, arity, args);
    else
        for (uint32_t i = kind == NH_EXPR_CALL ? 1 : 0; i < arity; i++) use_expr(s, args[i], 1);
}

static void survey_walk(session *s, size_t count, const nh_expr *roots) {
    for (size_t i = 0; i < count; i++) use_expr(s, roots[i], 1);
    for (uint32_t i = s->walk->count; i-- > 0;)
        if (s->needed[i] && !is_known(s, s->walk->order[i])) use_arguments(s, s->walk->order[i]);
}

/* ---- powers and products ---- */

static const piece *piece_of(const session *s, nh_expr e) {
    return &s->pieces[nh_walk_place(s->walk, e)];
}

/* The text so that it may be next to an operator of the given level. */
static const char *held_text(const session *s, const piece *p, level least) {
    nh_text text = nh_text_begin(s->arena);
    if (p->level >= least) return p->text;
    nh_text_format(&text, "(%s)", p->text);
    return nh_text_string(&text);
}

static piece format_atom(const session *s, const char *format, ...) NH_PRINTF(2, 3);
static piece format_atom(const session *s, const char *format, ...) {
    nh_text text = nh_text_begin(s->arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&text, format, list);
    va_end(list);
    return (piece){nh_text_string(&text), LEVEL_ATOM};
}

static const char *helper_name(const session *s, nh_code_helper which) {
    static const char *const names[] = {"power", "root", "sign", "mod", "min", "max", "select"};
    nh_text text = nh_text_begin(s->arena);
    s->scope->writer->needs[which] = true;
    nh_text_format(&text, "%s_%s", s->scope->writer->prefix, names[which]);
    return nh_text_string(&text);
}

static piece root_text(const session *s, piece x, int64_t order) {
    for (; order % 2 == 0; order /= 2) x = format_atom(s, "sqrt(%s)", x.text);
    if (order == 1) return x;
    if (order == 3) return format_atom(s, "cbrt(%s)", x.text);
    return format_atom(s, "%s(%s, %" PRId64 ".0)", helper_name(s, NH_CODE_ROOT), x.text, order);
}

/* Roots cost most: each has a name. */
static piece root_piece(const session *s, nh_expr base, int64_t order) {
    nh_code_scope *scope = s->scope;
    bool is_new;
    uint64_t *place = nh_map_slot(&scope->roots, root_key(base, order), &is_new);
    if (!is_new) return (piece){scope->strings.items[*place], LEVEL_ATOM};
    *place = scope->strings.count;
    const char *name = next_name(s);
    nh_array_push(&scope->strings, name);
    add_constant(s, name, root_text(s, *piece_of(s, base), order).text);
    return (piece){name, LEVEL_ATOM};
}

/* base to a positive power. */
static piece power_piece(const session *s, nh_expr base, nh_rat exponent) {
    NH_ASSERT(nh_rat_is_small(exponent) && exponent.num > 0);
    nh_text text = nh_text_begin(s->arena);
    int64_t n = exponent.num;
    piece x = exponent.den == 1 ? *piece_of(s, base) : root_piece(s, base, exponent.den);
    if (n == 1) return x;
    if (n > MULTIPLIED) return format_atom(s, "pow(%s, %" PRId64 ".0)", x.text, n);
    if (n > WRITTEN) return format_atom(s, "%s(%s, %" PRId64 ")", helper_name(s, NH_CODE_POWER), x.text, n);
    for (int64_t i = 0; i < n; i++) nh_text_format(&text, "%s%s", i > 0 ? " * " : "", held_text(s, &x, LEVEL_ATOM));
    return (piece){nh_text_string(&text), LEVEL_PRODUCT};
}

/* The factors of a product on one side of the fraction line; whether they are one that holds together. */
static bool add_factors(const session *s, nh_text *text, nh_expr e, bool is_below) {
    const nh_expr *args = nh_expr_args(s->pool, e);
    nh_arena *scratch = nh_scratch(nh_pool_context(s->pool));
    bool is_atom = true;
    for (uint32_t i = 0; i < nh_expr_arity(s->pool, e); i += 2) {
        nh_rat r = nh_expr_rational(s->pool, args[i + 1]);
        bool is_root = r.den != 1;
        if (is_sign(s, args[i]) && !is_root) r = nh_rat_int(r.num % 2 == 0 ? 0 : 1);
        if (nh_rat_is_zero(r) || (nh_rat_sign(r) < 0) != is_below) continue;
        piece p = power_piece(s, args[i], nh_rat_abs(scratch, r));
        is_atom = text->length == 0 && p.level == LEVEL_ATOM;
        nh_text_format(text, "%s%s", text->length > 0 ? " * " : "", held_text(s, &p, LEVEL_PRODUCT));
    }
    return is_atom;
}

static piece product_piece(const session *s, nh_expr e) {
    nh_text above = nh_text_begin(s->arena), below = nh_text_begin(s->arena), text = nh_text_begin(s->arena);
    (void)add_factors(s, &above, e, false);
    bool is_atom = add_factors(s, &below, e, true);
    nh_text_add(&text, above.length > 0 ? nh_text_string(&above) : "1.0");
    if (below.length > 0) nh_text_format(&text, is_atom ? " / %s" : " / (%s)", nh_text_string(&below));
    return (piece){nh_text_string(&text), LEVEL_PRODUCT};
}

/* ---- sums ---- */

/* A positive multiple of a term. */
static void add_multiple(const session *s, nh_text *text, nh_rat c, const piece *term) {
    const char *t = held_text(s, term, LEVEL_PRODUCT);
    bool is_inverse = strncmp(t, "1.0 / ", 6) == 0;
    bool is_fraction =
        nh_rat_is_small(c) && c.den != 1 && nh_rat_decimal(s->arena, c) == NULL && is_exact(c.num) && is_exact(c.den);
    if (nh_rat_is_one(c)) nh_text_add(text, t);
    else if (is_fraction && c.num == 1) nh_text_format(text, "%s / %" PRId64 ".0", t, c.den);
    else if (is_inverse) nh_text_format(text, "%s%s", number_text(s, c), t + 3);
    else nh_text_format(text, "%s * %s", number_text(s, c), t);
}

/* Terms of one sign. */
static void add_terms(const session *s, nh_text *text, nh_expr e, bool is_negative) {
    const nh_expr *args = nh_expr_args(s->pool, e);
    nh_arena *scratch = nh_scratch(nh_pool_context(s->pool));
    for (uint32_t i = 1; i < nh_expr_arity(s->pool, e); i += 2) {
        nh_rat c = nh_expr_rational(s->pool, args[i + 1]);
        if ((nh_rat_sign(c) < 0) != is_negative) continue;
        if (is_negative) nh_text_add(text, text->length > 0 ? " - " : "-");
        else if (text->length > 0) nh_text_add(text, " + ");
        add_multiple(s, text, nh_rat_abs(scratch, c), piece_of(s, args[i]));
    }
}

static piece sum_piece(const session *s, nh_expr e) {
    nh_text text = nh_text_begin(s->arena);
    nh_arena *scratch = nh_scratch(nh_pool_context(s->pool));
    nh_rat constant = nh_expr_rational(s->pool, nh_expr_args(s->pool, e)[0]);
    int sign = nh_rat_sign(constant);
    add_terms(s, &text, e, false);
    if (sign > 0) nh_text_format(&text, "%s%s", text.length > 0 ? " + " : "", number_text(s, constant));
    add_terms(s, &text, e, true);
    if (sign < 0) nh_text_format(&text, " - %s", number_text(s, nh_rat_abs(scratch, constant)));
    bool is_product = nh_expr_arity(s->pool, e) == 3 && sign == 0 && text.bytes[0] != '-';
    return (piece){nh_text_string(&text), is_product ? LEVEL_PRODUCT : LEVEL_SUM};
}

/* ---- functions ---- */

/* "C" of the model: PREFIX_C; its derivatives PREFIX_C_d1, PREFIX_C_d2 or, by several arguments, PREFIX_g_d1_0. */
static const char *function_name(const session *s, nh_expr function) {
    nh_code_writer *w = s->scope->writer;
    const nh_symbol *symbol = nh_expr_symbol_of(s->pool, function);
    nh_text name = nh_text_begin(s->arena), before = nh_text_begin(s->arena);
    uint32_t orders = 0;
    for (size_t i = 0; i < w->functions.count; i++)
        if (w->functions.items[i] == function) return w->calls.items[i];
    nh_text_add(&name, nh_name_text(nh_pool_context(s->pool), symbol->name));
    for (uint32_t i = 0; i < symbol->by_count; i++) orders += symbol->by[i];
    for (uint32_t i = 0; i < symbol->by_count && orders > 0; i++)
        nh_text_format(&name, "%s%" PRIu32, i == 0 ? "_d" : "_", symbol->by[i]);
    nh_text_format(&before, "%s_", w->prefix);
    nh_array_push(&w->functions, function);
    nh_array_push(&w->calls, nh_code_name(w->globals, nh_text_string(&before), nh_text_string(&name)));
    return w->calls.items[w->calls.count - 1];
}

static piece call_piece(const session *s, const char *name, uint32_t count, const nh_expr *args) {
    nh_text text = nh_text_begin(s->arena);
    nh_text_format(&text, "%s(", name);
    for (uint32_t i = 0; i < count; i++) nh_text_format(&text, "%s%s", i > 0 ? ", " : "", piece_of(s, args[i])->text);
    nh_text_add_char(&text, ')');
    return (piece){nh_text_string(&text), LEVEL_ATOM};
}

/* min and max of more than two, two by two. */
static piece extreme_piece(const session *s, const char *name, uint32_t count, const nh_expr *args) {
    NH_ASSERT(count > 0);
    piece p = *piece_of(s, args[0]);
    for (uint32_t i = 1; i < count; i++) p = format_atom(s, "%s(%s, %s)", name, p.text, piece_of(s, args[i])->text);
    return p;
}

static piece function_piece(const session *s, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    const nh_expr *args = nh_expr_args(s->pool, e);
    uint32_t arity = nh_expr_arity(s->pool, e);
    switch (kind) {
        case NH_EXPR_CALL: return call_piece(s, function_name(s, args[0]), arity - 1, args + 1);
        case NH_EXPR_POWER: return call_piece(s, "pow", arity, args);
        case NH_EXPR_IF: return call_piece(s, helper_name(s, NH_CODE_SELECT), arity, args);
        case NH_EXPR_ABS: return call_piece(s, "fabs", arity, args);
        case NH_EXPR_SIGN: return call_piece(s, helper_name(s, NH_CODE_SIGN), arity, args);
        case NH_EXPR_MOD: return call_piece(s, helper_name(s, NH_CODE_MOD), arity, args);
        case NH_EXPR_MIN: return extreme_piece(s, helper_name(s, NH_CODE_MIN), arity, args);
        case NH_EXPR_MAX: return extreme_piece(s, helper_name(s, NH_CODE_MAX), arity, args);
        case NH_EXPR_ATAN2: /* there is one zero only */
            return format_atom(s, "atan2(%s + 0.0, %s + 0.0)", piece_of(s, args[0])->text, piece_of(s, args[1])->text);
        default: return call_piece(s, nh_expr_function_name(kind), arity, args);
    }
}

/* ---- all of it ---- */

static _Noreturn void refuse_symbol(const session *s, nh_expr symbol) {
    nh_context *context = nh_pool_context(s->pool);
    nh_fail(context, NH_E_INTERNAL, "unbound-symbol", "'%s' has no value in the C file",
            nh_name_text(context, nh_expr_symbol_of(s->pool, symbol)->name));
}

/* A name of the model: with its value in front. */
static piece name_piece(const session *s, nh_expr e) {
    const nh_symbol *symbol = abbreviation_of(s, e);
    nh_context *context = nh_pool_context(s->pool);
    nh_text text = nh_text_begin(s->arena);
    if (symbol == NULL) refuse_symbol(s, e);
    nh_text_add(&text, nh_name_text(context, symbol->name));
    for (uint32_t i = 0; symbol->of != NH_EXPR_ZERO && i < symbol->by_count; i++) {
        const nh_symbol *by = nh_expr_symbol_of(s->pool, symbol->by[i]);
        nh_text_format(&text, "%s%s", i == 0 ? "_by_" : "_", nh_name_text(context, by->name));
        nh_text_add_repeated(&text, '\'', by->role == NH_ROLE_COORDINATE ? by->order : 0);
    }
    const char *local = nh_code_name(&s->scope->locals, "let_", nh_text_string(&text));
    return declare_constant(s, e, local, piece_of(s, symbol->definition)->text);
}

static piece make_piece(const session *s, nh_expr e) {
    const uint64_t *known = nh_map_get(&s->scope->known, e);
    if (known != NULL) return (piece){s->scope->strings.items[*known], LEVEL_ATOM};
    switch (nh_expr_kind_of(s->pool, e)) {
        case NH_EXPR_NUMBER: {
            nh_rat r = nh_expr_rational(s->pool, e);
            return (piece){number_text(s, r), nh_rat_sign(r) < 0 ? LEVEL_SUM : LEVEL_ATOM};
        }
        case NH_EXPR_NO_VALUE: return (piece){"NAN", LEVEL_ATOM};
        case NH_EXPR_CONSTANT_PI: return (piece){"3.141592653589793", LEVEL_ATOM};
        case NH_EXPR_SYMBOL: return name_piece(s, e);
        case NH_EXPR_SUM: return sum_piece(s, e);
        case NH_EXPR_PRODUCT: return product_piece(s, e);
        default: return function_piece(s, e);
    }
}

static bool is_leaf(const session *s, nh_expr e) {
    return nh_expr_arity(s->pool, e) == 0 || is_known(s, e);
}

static piece settle_piece(const session *s, uint32_t i) {
    NH_ASSERT(i < s->walk->count);
    nh_expr e = s->walk->order[i];
    piece p = make_piece(s, e);
    bool is_named = !is_leaf(s, e) && (s->uses[i] > 1 || (strlen(p.text) > LONG && !s->is_root[i]));
    return is_named ? declare_constant(s, e, next_name(s), p.text) : p;
}

/* Reads what is needed of t, q, q' and parameters. */
static void read_symbols(const session *s) {
    nh_code_scope *scope = s->scope;
    for (size_t i = 0; i < scope->bound.count; i++) {
        const nh_code_place *place = &scope->bound.items[i];
        if (!nh_walk_has(s->walk, place->symbol) || is_known(s, place->symbol)) continue;
        if (!s->needed[nh_walk_place(s->walk, place->symbol)]) continue;
        scope->is_used[(unsigned char)place->where[0]] = true;
        if (place->local == NULL) nh_code_know(scope, place->symbol, place->where);
        else (void)declare_constant(s, place->symbol, place->local, place->where);
    }
}

void nh_code_assign(nh_code_scope *scope, size_t count, const nh_expr *e, const char *const *targets) {
    NH_ASSERT(count == 0 || targets != NULL);
    session s = {.scope = scope, .pool = scope->writer->pool, .arena = scope->writer->arena};
    nh_context *context = nh_pool_context(s.pool);
    s.walk = nh_walk_begin(s.pool, count, e, NH_WALK_DEFINITIONS);
    s.needed = NH_NEW_ARRAY(s.arena, bool, s.walk->count);
    s.uses = NH_NEW_ARRAY(s.arena, uint32_t, s.walk->count);
    s.pieces = NH_NEW_ARRAY(s.arena, piece, s.walk->count);
    s.roots = nh_map_make(s.arena);
    s.is_root = NH_NEW_ARRAY(s.arena, bool, s.walk->count);
    for (size_t i = 0; i < count; i++) s.is_root[nh_walk_place(s.walk, e[i])] = true;
    survey_walk(&s, count, e);
    read_symbols(&s);
    for (uint32_t i = 0; i < s.walk->count; i++) {
        nh_tick(context, 1);
        if (s.needed[i]) s.pieces[i] = settle_piece(&s, i);
    }
    for (size_t i = 0; i < count; i++) add_statement(&s, targets[i], piece_of(&s, e[i])->text);
    nh_walk_end(s.walk);
}

nh_code_scope nh_code_begin(nh_code_writer *writer, nh_text *text) {
    nh_arena *arena = writer->arena;
    nh_code_scope scope = {.writer = writer, .text = text, .places = nh_map_make(arena), .known = nh_map_make(arena)};
    scope.roots = nh_map_make(arena);
    scope.signs = nh_map_make(arena);
    scope.bound.arena = scope.strings.arena = arena;
    scope.locals = (nh_code_names){.arena = arena, .taken = nh_map_make(arena)};
    return scope;
}

void nh_code_bind(nh_code_scope *scope, nh_expr symbol, const char *where, const char *local) {
    NH_ASSERT(nh_expr_kind_of(scope->writer->pool, symbol) == NH_EXPR_SYMBOL && where != NULL);
    nh_map_put(&scope->places, symbol, scope->bound.count);
    nh_array_push(&scope->bound, ((nh_code_place){symbol, where, local}));
}
