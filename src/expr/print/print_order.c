/* The order in which a person would write terms and factors.
 *
 * In a sum: accelerations, then velocities by falling degree, then what is polynomial in the coordinates by
 * falling degree, then parameters, then numbers, then functions such as cos(theta). In a product: numbers,
 * parameters, then what depends on coordinates, velocities last. What is alike is ordered by the names of the
 * symbols that it begins with, x before y, x2 before x10; what is still alike by its structural hash. So the order
 * depends on names and shape only. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "expr/print/print_private.h"

enum { LEVEL_CONSTANT, LEVEL_PARAMETER, LEVEL_POSITION, LEVEL_VELOCITY, LEVEL_MOST = 200 };

/* ---- names ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Two runs of digits as numbers; moves both pointers after them. */
static int compare_digits(const char **a, const char **b) {
    while (**a == '0' && is_digit((*a)[1])) ++*a;
    while (**b == '0' && is_digit((*b)[1])) ++*b;
    size_t m = strspn(*a, "0123456789"), n = strspn(*b, "0123456789");
    int order = m != n ? (m < n ? -1 : 1) : memcmp(*a, *b, m);
    *a += m;
    *b += n;
    return order;
}

/* The order of two names in print: letters without regard to case, runs of digits as numbers. */
static int compare_names(const char *a, const char *b) {
    const char *p = a, *q = b;
    while (*p != '\0' && *q != '\0') {
        int order;
        if (is_digit(*p) && is_digit(*q)) {
            order = compare_digits(&p, &q);
        } else {
            order = tolower((unsigned char)*p) - tolower((unsigned char)*q);
            p++, q++;
        }
        if (order != 0) return order;
    }
    if (*p != *q) return *p == '\0' ? -1 : 1;
    return strcmp(a, b);
}

typedef struct named_symbol {
    const char *name;
    bool is_greek; /* these come after the others: x and y before phi and theta */
    const nh_symbol *symbol;
    uint64_t hash;
    nh_expr e;
} named_symbol;

static int compare_named(const void *left, const void *right) {
    const named_symbol *a = left, *b = right;
    if (a->is_greek != b->is_greek) return a->is_greek ? 1 : -1;
    int order = compare_names(a->name, b->name);
    if (order != 0) return order;
    if (a->symbol->order != b->symbol->order) return a->symbol->order < b->symbol->order ? -1 : 1;
    if (a->symbol->role != b->symbol->role) return a->symbol->role < b->symbol->role ? -1 : 1;
    if (a->symbol->by_count != b->symbol->by_count) return a->symbol->by_count < b->symbol->by_count ? -1 : 1;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static named_symbol name_of(const nh_pool *pool, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
    const char *name = nh_name_text(pool->context, symbol->name);
    return (named_symbol){name, nh_print_is_greek(name), symbol, nh_expr_hash(pool, e), e};
}

nh_expr *nh_print_sorted_symbols(const nh_pool *pool, nh_arena *arena, const nh_symbol *abbreviation) {
    uint32_t count = abbreviation->by_count;
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, count);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    named_symbol *list = nh_arena_alloc(scratch, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++) list[i] = name_of(pool, abbreviation->by[i]);
    if (count > 1) qsort(list, count, sizeof *list, compare_named);
    for (uint32_t i = 0; i < count; i++) symbols[i] = list[i].e;
    nh_arena_release(scratch, mark);
    return symbols;
}

/* ---- leads ---- */

enum { LEAD_SHIFT = 5 }; /* lower bits of a lead: the function that the symbol is in, 0 for none */

_Static_assert(NH_EXPR_KINDS - NH_EXPR_SIN + 2 < 1 << LEAD_SHIFT, "a lead has room for the kind of a function");

static uint32_t lead_count(const nh_print_note *note) {
    uint32_t count = 0;
    while (count < NH_LEADS && note->leads[count] != 0) count++;
    return count;
}

/* Appends the leads of a part to those of the whole. */
static void append_leads(nh_print_note *whole, const nh_print_note *part) {
    uint32_t at = lead_count(whole), count = lead_count(part);
    for (uint32_t i = 0; i < count && at < NH_LEADS; i++) whole->leads[at++] = part->leads[i];
}

/* The leads are now inside a function. */
static void mark_leads(nh_print_note *note, uint32_t function) {
    uint32_t count = lead_count(note);
    for (uint32_t i = 0; i < count; i++) note->leads[i] = note->leads[i] >> LEAD_SHIFT << LEAD_SHIFT | function;
}

/* Gives every symbol of the walk its rank by name. */
static void rank_symbols(nh_print_order *order) {
    nh_pool *pool = order->pool;
    nh_walk *walk = order->walk;
    nh_arena *scratch = nh_scratch(pool->context);
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->count; i++) count += nh_expr_kind_of(pool, walk->order[i]) == NH_EXPR_SYMBOL;
    named_symbol *list = nh_arena_alloc(scratch, count * sizeof *list);
    count = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        if (nh_expr_kind_of(pool, walk->order[i]) == NH_EXPR_SYMBOL) list[count++] = name_of(pool, walk->order[i]);
    if (count > 1) qsort(list, count, sizeof *list, compare_named);
    for (uint32_t i = 0; i < count; i++) order->notes[nh_walk_place(walk, list[i].e)].leads[0] = (i + 1) << LEAD_SHIFT;
}

/* ---- sorting parts ---- */

typedef struct entry {
    int group;     /* first by this, rising */
    double degree; /* then by this, falling */
    uint32_t leads[NH_LEADS];
    double constant; /* then by this: (x + 1)*(x + 2) */
    uint64_t hash;
    uint32_t part;
} entry;

static int compare_entries(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    if (a->degree != b->degree) return a->degree > b->degree ? -1 : 1;
    for (int i = 0; i < NH_LEADS; i++)
        if (a->leads[i] != b->leads[i]) return a->leads[i] < b->leads[i] ? -1 : 1;
    if (a->constant != b->constant) return a->constant < b->constant ? -1 : 1;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

static entry make_entry(const nh_print_order *order, nh_expr e, int group, double degree, uint32_t part) {
    entry made = {.group = group, .degree = degree, .hash = nh_expr_hash(order->pool, e), .part = part};
    made.constant = nh_print_note_of(order, e)->constant;
    memcpy(made.leads, nh_print_note_of(order, e)->leads, sizeof made.leads);
    return made;
}

/* The group of a term in a sum. */
static int group_of_term(const nh_print_note *note) {
    enum { ACCELERATIONS = LEVEL_MOST, VELOCITIES, POLYNOMIALS, PARAMETERS, CONSTANT, FUNCTIONS };
    if (note == NULL) return CONSTANT;
    if (note->level > LEVEL_VELOCITY) return ACCELERATIONS - note->level;
    if (note->level == LEVEL_VELOCITY) return VELOCITIES;
    if (note->level < LEVEL_POSITION) return PARAMETERS;
    return note->degree != 0 ? POLYNOMIALS : FUNCTIONS;
}

/* m, M, m1, m_Q, m[3]: in m*g*l they come first. */
static bool is_mass(const nh_pool *pool, const nh_symbol *symbol) {
    const char *name = nh_name_text(pool->context, symbol->name);
    if (symbol->role != NH_ROLE_PARAMETER || (name[0] != 'm' && name[0] != 'M')) return false;
    return name[1] == '\0' || strchr("_[.0123456789", name[1]) != NULL;
}

/* Among factors of one level: multipliers, names and masses, then sums in brackets, time, symbols, functions. */
static int rank_of_factor(const nh_pool *pool, nh_expr base, nh_rat exponent) {
    nh_expr_kind kind = nh_expr_kind_of(pool, base);
    enum { NUMBER, PI, NAME, SUM, TIME, SYMBOL, OTHER };
    if (kind == NH_EXPR_NUMBER) return NUMBER;
    if (kind == NH_EXPR_CONSTANT_PI) return PI;
    if (!nh_rat_is_int(exponent)) return OTHER;
    if (kind == NH_EXPR_SUM) return SUM;
    if (kind != NH_EXPR_SYMBOL) return OTHER;
    const nh_symbol *symbol = nh_expr_symbol_of(pool, base);
    if (symbol->role == NH_ROLE_TIME) return TIME;
    bool is_name = symbol->role == NH_ROLE_ABBREVIATION || symbol->role == NH_ROLE_MULTIPLIER || is_mass(pool, symbol);
    return is_name ? NAME : SYMBOL;
}

static int group_of_factor(const nh_print_order *order, nh_expr base, nh_rat exponent) {
    enum { RANKS = 8, LAST = RANKS - 1, FIRST_SUM = 3 };
    int level = nh_print_note_of(order, base)->level, rank = rank_of_factor(order->pool, base, exponent);
    if (level <= LEVEL_PARAMETER && rank == FIRST_SUM) rank = LAST; /* m*(a + b), but (x - y)*z */
    return level * RANKS + rank;
}

/* ---- notes: sums ---- */

static void sort_parts(nh_print_order *order, const nh_print_note *note, uint32_t count, entry *entries) {
    if (count > 1) qsort(entries, count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < count; i++) order->parts[note->first + i] = entries[i].part;
    nh_tick(order->pool->context, count);
}

static void note_sum(nh_print_order *order, nh_print_note *note, nh_expr e, entry *entries) {
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t terms = (nh_expr_arity(order->pool, e) - 1) / 2, count = 0;
    for (uint32_t k = 0; k < terms; k++) {
        const nh_print_note *term = nh_print_note_of(order, args[1 + 2 * k]);
        double degree = term->level < LEVEL_POSITION ? 0 : term->degree;
        entries[count++] = make_entry(order, args[1 + 2 * k], group_of_term(term), degree, k);
        if (term->level > note->level) note->level = term->level, note->degree = term->degree;
        else if (term->level == note->level && term->degree > note->degree) note->degree = term->degree;
    }
    nh_rat constant = nh_expr_rational(order->pool, args[0]);
    if (nh_rat_is_small(constant)) note->constant = (double)constant.num / (double)constant.den;
    if (args[0] != NH_EXPR_ZERO) entries[count++] = (entry){.group = group_of_term(NULL), .part = NH_PART_CONSTANT};
    sort_parts(order, note, count, entries);
    for (uint32_t i = 0; i < count && note->leads[NH_LEADS - 1] == 0; i++)
        if (entries[i].part != NH_PART_CONSTANT)
            append_leads(note, nh_print_note_of(order, args[1 + 2 * entries[i].part]));
}

static void sign_sum(const nh_print_order *order, nh_print_note *note, nh_expr e) {
    bool has_sign[2] = {false, false};
    uint32_t count = nh_print_sum_count(order, e);
    nh_print_part first = nh_print_sum_part(order, e, 1, 0);
    for (uint32_t i = 0; i < count; i++) has_sign[nh_print_sum_part(order, e, 1, i).sign > 0] = true;
    note->sign = note->term_sign = (int8_t)first.sign;
    note->mixed = has_sign[0] && has_sign[1];
    if (count > 1) return;
    note->flippable = nh_print_note_of(order, first.term)->flippable;
    if (note->flippable) note->sign = 1;
}

/* ---- notes: products ---- */

static void append_factor_leads(nh_print_note *note, const nh_print_note *factor, nh_rat exponent) {
    int64_t times = nh_rat_is_int(exponent) && exponent.num > 1 ? exponent.num : 1;
    for (int64_t i = 0; i < times && note->leads[NH_LEADS - 1] == 0 && factor->leads[0] != 0; i++)
        append_leads(note, factor);
}

/* The leads of the highest level first: they decide where the product occurs in a sum. */
static void lead_product(const nh_print_order *order, nh_print_note *note, nh_expr e) {
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t end = nh_expr_arity(order->pool, e) / 2;
    while (end > 0 && note->leads[NH_LEADS - 1] == 0) {
        uint32_t from = end;
        uint8_t level = nh_print_note_of(order, args[2 * order->parts[note->first + end - 1]])->level;
        while (from > 0 && nh_print_note_of(order, args[2 * order->parts[note->first + from - 1]])->level == level)
            from--;
        for (uint32_t i = from; i < end; i++) {
            uint32_t k = order->parts[note->first + i];
            append_factor_leads(note, nh_print_note_of(order, args[2 * k]),
                                nh_expr_rational(order->pool, args[2 * k + 1]));
        }
        end = from;
    }
}

static void note_product(nh_print_order *order, nh_print_note *note, nh_expr e, entry *entries) {
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t count = nh_expr_arity(order->pool, e) / 2;
    for (uint32_t k = 0; k < count; k++) {
        nh_rat exponent = nh_expr_rational(order->pool, args[2 * k + 1]);
        const nh_print_note *factor = nh_print_note_of(order, args[2 * k]);
        entries[k] = make_entry(order, args[2 * k], group_of_factor(order, args[2 * k], exponent), 0, k);
        double degree = factor->degree * (double)exponent.num / (double)exponent.den;
        if (factor->level > note->level) note->level = factor->level, note->degree = degree;
        else if (factor->level == note->level) note->degree += degree;
    }
    sort_parts(order, note, count, entries);
    lead_product(order, note, e);
}

static void sign_product(const nh_print_order *order, nh_print_note *note, nh_expr e) {
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t count = nh_expr_arity(order->pool, e) / 2;
    note->sign = 1;
    for (uint32_t k = 0; k < count; k++) {
        nh_rat exponent = nh_expr_rational(order->pool, args[2 * k + 1]);
        const nh_print_note *factor = nh_print_note_of(order, args[2 * k]);
        bool is_odd = exponent.num % 2 != 0 && exponent.den % 2 != 0;
        if (is_odd) note->sign = (int8_t)(note->sign * factor->sign);
        note->flippable |= is_odd && exponent.den == 1 && factor->mixed;
    }
    note->term_sign = note->sign;
    if (note->flippable) note->sign = 1;
}

/* ---- notes: the rest ---- */

static uint8_t level_of_symbol(const nh_symbol *symbol) {
    uint32_t order = symbol->order < LEVEL_MOST / 2 ? symbol->order : LEVEL_MOST / 2;
    switch (symbol->role) {
        case NH_ROLE_PARAMETER: return LEVEL_PARAMETER;
        case NH_ROLE_QUASI: return (uint8_t)(LEVEL_VELOCITY + order);
        default: return (uint8_t)(LEVEL_POSITION + order);
    }
}

static void note_symbol(const nh_pool *pool, nh_print_note *note, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
    note->level = level_of_symbol(symbol);
    note->degree = symbol->role == NH_ROLE_COORDINATE || symbol->role == NH_ROLE_QUASI || symbol->role == NH_ROLE_TIME;
    note->sign = note->term_sign = 1;
}

/* exp comes before sin and cos, calls after them. */
static uint32_t lead_of_function(nh_expr_kind kind) {
    if (kind == NH_EXPR_EXP) return 1;
    return kind >= NH_EXPR_SIN ? kind - NH_EXPR_SIN + 2U : NH_EXPR_KINDS - NH_EXPR_SIN + 2U;
}

/* Functions, calls, powers, if: level and leads of the arguments, degree 0. */
static void note_function(nh_print_order *order, nh_print_note *note, nh_expr e, entry *entries) {
    nh_expr_kind kind = nh_expr_kind_of(order->pool, e);
    const nh_expr *args = nh_expr_args(order->pool, e);
    uint32_t arity = nh_expr_arity(order->pool, e);
    bool is_extreme = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    for (uint32_t i = 0; i < arity; i++) {
        const nh_print_note *arg = nh_print_note_of(order, args[i]);
        if (is_extreme) entries[i] = make_entry(order, args[i], group_of_term(arg), arg->degree, i);
        if (arg->level > note->level) note->level = arg->level;
    }
    if (is_extreme) sort_parts(order, note, arity, entries);
    for (uint32_t i = 0; i < arity && note->leads[NH_LEADS - 1] == 0; i++)
        append_leads(note, nh_print_note_of(order, args[is_extreme ? order->parts[note->first + i] : i]));
    if (kind != NH_EXPR_POWER) mark_leads(note, lead_of_function(kind));
    note->sign = nh_print_is_odd(kind) ? nh_print_note_of(order, args[0])->sign : 1;
    note->term_sign = note->sign;
}

static bool is_tall_symbol(const nh_symbol *symbol) {
    return symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count > 0; /* a partial derivative */
}

/* Whether a number among the arguments makes a fraction: a coefficient 1/2, an exponent -1. */
static bool is_tall_number(const nh_pool *pool, nh_expr_kind kind, nh_expr number) {
    nh_rat value = nh_expr_rational(pool, number);
    if (kind == NH_EXPR_PRODUCT) return nh_rat_sign(value) < 0;
    return kind == NH_EXPR_SUM && !nh_rat_is_int(value);
}

static bool is_tall(const nh_print_order *order, nh_expr e) {
    const nh_pool *pool = order->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_SYMBOL) return is_tall_symbol(nh_expr_symbol_of(pool, e));
    if (kind == NH_EXPR_IF || (kind == NH_EXPR_CALL && nh_print_call_of(pool, e) == NH_CALL_PARTIAL)) return true;
    uint32_t looked = kind == NH_EXPR_EXP ? 0 : kind == NH_EXPR_POWER ? 1 : nh_expr_arity(pool, e); /* not exponents */
    for (uint32_t i = 0; i < looked; i++) {
        nh_expr arg = nh_expr_args(pool, e)[i];
        if (nh_expr_is_number(pool, arg) ? is_tall_number(pool, kind, arg) : nh_print_note_of(order, arg)->is_tall)
            return true;
    }
    return false;
}

static void make_note(nh_print_order *order, nh_print_note *note, nh_expr e, entry *entries) {
    note->is_tall = is_tall(order, e);
    switch (nh_expr_kind_of(order->pool, e)) {
        case NH_EXPR_NUMBER:
            note->sign = note->term_sign = nh_rat_sign(nh_expr_rational(order->pool, e)) < 0 ? -1 : 1;
            break;
        case NH_EXPR_NO_VALUE:
        case NH_EXPR_CONSTANT_PI: note->sign = note->term_sign = 1; break;
        case NH_EXPR_SYMBOL: note_symbol(order->pool, note, e); break;
        case NH_EXPR_SUM:
            note_sum(order, note, e, entries);
            sign_sum(order, note, e);
            break;
        case NH_EXPR_PRODUCT:
            note_product(order, note, e, entries);
            sign_product(order, note, e);
            break;
        default: note_function(order, note, e, entries);
    }
}

/* How many parts are ordered for e. */
static uint32_t part_count(const nh_pool *pool, nh_expr e) {
    uint32_t arity = nh_expr_arity(pool, e);
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SUM: return (arity - 1) / 2 + (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO);
        case NH_EXPR_PRODUCT: return arity / 2;
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return arity;
        default: return 0;
    }
}

void nh_print_order_begin(nh_print_order *order, nh_pool *pool, nh_expr root) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_walk *walk = nh_walk_begin(pool, 1, &root, NH_WALK_PLAIN);
    *order = (nh_print_order){.pool = pool, .walk = walk, .notes = NH_NEW_ARRAY(scratch, nh_print_note, walk->count)};
    uint32_t total = 0, most = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        uint32_t count = part_count(pool, walk->order[i]);
        order->notes[i].first = total;
        total += count; /* at most the arguments in the pool, which are counted in 32 bits */
        most = count > most ? count : most;
    }
    order->parts = NH_NEW_ARRAY(scratch, uint32_t, total);
    rank_symbols(order);
    entry *entries = NH_NEW_ARRAY(scratch, entry, most);
    for (uint32_t i = 0; i < walk->count; i++) make_note(order, &order->notes[i], walk->order[i], entries);
}

void nh_print_order_end(nh_print_order *order) {
    nh_walk_end(order->walk);
}

const nh_print_note *nh_print_note_of(const nh_print_order *order, nh_expr e) {
    return &order->notes[nh_walk_place(order->walk, e)];
}
