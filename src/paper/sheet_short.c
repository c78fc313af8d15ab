/* Further abbreviations, where lines are long, and the definitions of all that occur.
 *
 * A line is broken between the terms of a sum, so what counts is the width of a term in print. Two reasons for an
 * abbreviation: a part that occurs several times, when writing it once saves a line or more; and a sum within a term
 * that is wider than a line. The largest saving first, each time with all that was found before in place; where there
 * is very much of it, in one pass from the inside instead.
 *
 * While they are searched for they are plain symbols with definitions in a list, since a later one may be a part of an
 * earlier one; at the end they become abbreviations, inner ones first. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "form/momenta.h"
#include "paper/sheet_private.h"

/* In columns of text. */
enum { LINE = 90, WORTH = 120, LEAST = 24, WIDE = 40 };
/* Rounds of searching for the best; beyond this many expressions only one pass is made. */
enum { LONG_LINE = 150, LONG_TERM = 24, SHORT_REST = 8 }; /* in names, numbers and signs */
enum { MOST_ROUNDS = 80, MOST_NODES = 20000, CAP = 1000000 };

typedef struct shortener {
    nh_sheet_job *job;
    nh_exprs parts;                /* all that is printed, in the order of the sheet; then definitions */
    size_t printed;                /* how many of these are not definitions */
    size_t held_from;              /* the first of these that is an equation's */
    nh_exprs symbols, definitions; /* found so far */
    nh_exprs named;                /* at the end, in their order */
    nh_walk *walk;
    uint32_t *width, *uses; /* by place in the walk: columns, and how often it occurs there */
    bool *is_held;          /* likewise: it occurs in an equation, where accelerations must be seen */
} shortener;

/* ---- widths ---- */

static uint32_t width_of_symbol(const shortener *s, nh_expr e) {
    const nh_symbol *symbol = nh_expr_symbol_of(s->job->pool, e);
    if (symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count > 0)
        return (uint32_t)nh_name_length(s->job->context, symbol->name) + 6 + 8 * symbol->by_count;
    return (uint32_t)nh_name_length(s->job->context, symbol->name) + symbol->order;
}

static bool is_unit(nh_expr number) {
    return number == NH_EXPR_ONE || number == NH_EXPR_MINUS_ONE;
}

/* Columns, about; those of the arguments are known. */
static uint32_t width_of(const shortener *s, nh_expr e) {
    nh_pool *pool = s->job->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e), sum = 0;
    if (kind == NH_EXPR_SYMBOL) return width_of_symbol(s, e);
    if (arity == 0) return 2;
    bool is_paired = kind == NH_EXPR_SUM || kind == NH_EXPR_PRODUCT;
    for (uint32_t i = kind == NH_EXPR_SUM; i < arity; i += is_paired ? 2 : 1) {
        bool is_bracketed = kind == NH_EXPR_PRODUCT && nh_expr_kind_of(pool, args[i]) == NH_EXPR_SUM;
        sum += s->width[nh_walk_place(s->walk, args[i])] + (kind == NH_EXPR_SUM ? 3 : 1) + (is_bracketed ? 2 : 0);
        if (is_paired && !is_unit(args[i + 1])) sum += 2;
        if (sum > CAP) return CAP;
    }
    return sum + (is_paired ? 0 : 3);
}

static void measure_parts(shortener *s) {
    nh_pool *pool = s->job->pool;
    nh_arena *scratch = nh_scratch(s->job->context);
    s->walk = nh_walk_begin(pool, s->parts.count, s->parts.items, NH_WALK_PLAIN);
    s->width = NH_NEW_ARRAY(scratch, uint32_t, s->walk->count);
    s->uses = NH_NEW_ARRAY(scratch, uint32_t, s->walk->count);
    for (uint32_t i = 0; i < s->walk->count; i++) s->width[i] = width_of(s, s->walk->order[i]);
    s->is_held = NH_NEW_ARRAY(scratch, bool, s->walk->count);
    for (size_t i = 0; i < s->parts.count; i++) {
        uint32_t place = nh_walk_place(s->walk, s->parts.items[i]);
        s->uses[place]++;
        if (i >= s->held_from && i < s->printed) s->is_held[place] = true;
    }
    for (uint32_t i = s->walk->count; i-- > 0;) {
        nh_expr e = s->walk->order[i];
        for (uint32_t k = 0; k < nh_expr_arity(pool, e); k++) {
            uint32_t place = nh_walk_place(s->walk, nh_expr_args(pool, e)[k]);
            s->uses[place] = s->uses[place] + s->uses[i] < CAP ? s->uses[place] + s->uses[i] : CAP;
            s->is_held[place] = s->is_held[place] || s->is_held[i];
        }
    }
    nh_tick(s->job->context, s->walk->count);
}

/* ---- one abbreviation ---- */

/* Accelerations may be behind a name in a coefficient, as dependent ones are in S, but not in an equation. */
static bool can_be_named(const shortener *s, nh_expr e) {
    const nh_pool *pool = s->job->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER || kind == NH_EXPR_SYMBOL) return false;
    if (nh_expr_has(pool, e, NH_HAS_ACCELERATION) && s->is_held[nh_walk_place(s->walk, e)]) return false;
    return nh_expr_arity(pool, e) > 0 && kind != NH_EXPR_CALL && !nh_expr_has(pool, e, NH_HAS_MULTIPLIER);
}

/* What writing it once saves. */
static int64_t saving_of(const shortener *s, uint32_t place) {
    int64_t width = s->width[place], uses = s->uses[place];
    return uses < 2 || width < LEAST ? 0 : (uses - 1) * (width - 4) - 8;
}

/* The part that saves most; undefined when none is worth it. */
static nh_expr find_repeated(const shortener *s) {
    int64_t best = WORTH;
    nh_expr found = NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < s->walk->count; i++) {
        int64_t saving = saving_of(s, i);
        if (saving <= best || !can_be_named(s, s->walk->order[i])) continue;
        best = saving;
        found = s->walk->order[i];
    }
    return found;
}

/* Whether a line can end between any two terms of the sum, none being wider than it. */
static bool can_be_broken(const shortener *s, nh_expr sum) {
    for (uint32_t i = 1; i < nh_expr_arity(s->job->pool, sum); i += 2)
        if (s->width[nh_walk_place(s->walk, nh_expr_args(s->job->pool, sum)[i])] > LINE) return false;
    return true;
}

/* The widest sum strictly inside a term that is wider than a line; rather one whose own terms are not. */
static nh_expr widest_inside(const shortener *s, nh_expr term) {
    nh_pool *pool = s->job->pool;
    nh_walk *inner = nh_walk_begin(pool, 1, &term, NH_WALK_PLAIN);
    nh_expr found = NH_EXPR_UNDEFINED;
    uint32_t widest = LEAST;
    bool is_broken = false;
    for (uint32_t i = 0; i < inner->count; i++) {
        nh_expr e = inner->order[i];
        bool is_sum = nh_expr_kind_of(pool, e) == NH_EXPR_SUM && nh_expr_arity(pool, e) > 3;
        uint32_t width = s->width[nh_walk_place(s->walk, e)];
        if (e == term || !is_sum || width <= LEAST || !can_be_named(s, e)) continue;
        bool breaks = can_be_broken(s, e);
        if (breaks < is_broken || (breaks == is_broken && width <= widest)) continue;
        is_broken = breaks;
        widest = width;
        found = e;
    }
    nh_walk_end(inner);
    return found;
}

static nh_expr find_in_long(const shortener *s) {
    nh_pool *pool = s->job->pool;
    for (size_t i = 0; i < s->parts.count; i++) {
        nh_expr part = s->parts.items[i];
        bool is_sum = nh_expr_kind_of(pool, part) == NH_EXPR_SUM && nh_expr_arity(pool, part) > 3;
        for (uint32_t k = 1; k < (is_sum ? nh_expr_arity(pool, part) : 3); k += 2) {
            nh_expr term = is_sum ? nh_expr_args(pool, part)[k] : part;
            if (s->width[nh_walk_place(s->walk, term)] <= LINE) continue;
            nh_expr found = widest_inside(s, term);
            if (found != NH_EXPR_UNDEFINED) return found;
        }
    }
    return NH_EXPR_UNDEFINED;
}

static nh_expr add_definition(shortener *s, nh_expr definition) {
    nh_text name = nh_text_begin(s->job->arena);
    nh_text_format(&name, "#K%zu", s->symbols.count + 1); /* a name that no text can have */
    nh_expr symbol = nh_expr_symbol_text(s->job->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    nh_array_push(&s->symbols, symbol);
    nh_array_push(&s->definitions, definition);
    return symbol;
}

/* Replaces what is in the map, outermost first, in all parts. */
static nh_expr replace_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)args, (void)changed;
    const uint64_t *other = nh_map_get(user, e);
    return other != NULL ? (nh_expr)*other : NH_EXPR_UNDEFINED;
}

static void replace_all(shortener *s, nh_map *map) {
    nh_expr_rewrite(s->job->pool, s->parts.count, s->parts.items, replace_node, map);
}

/* Whether a sum is better named with the other sign: most of its terms have a minus, and it is under no root. */
static bool is_negative(const shortener *s, nh_expr e) {
    nh_pool *pool = s->job->pool;
    int balance = 0;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) return false;
    for (uint32_t i = 2; i < nh_expr_arity(pool, e); i += 2)
        balance += nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[i]));
    balance += nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[0]));
    for (uint32_t i = 0; i < s->walk->count && balance < 0; i++) {
        if (nh_expr_kind_of(pool, s->walk->order[i]) != NH_EXPR_PRODUCT) continue;
        const nh_expr *args = nh_expr_args(pool, s->walk->order[i]);
        for (uint32_t k = 0; k < nh_expr_arity(pool, s->walk->order[i]); k += 2)
            if (args[k] == e && !nh_rat_is_int(nh_expr_rational(pool, args[k + 1]))) return false;
    }
    return balance < 0;
}

/* One more, if one is worth it. */
static bool shorten_once(shortener *s) {
    measure_parts(s);
    nh_expr found = s->walk->count <= MOST_NODES ? find_repeated(s) : NH_EXPR_UNDEFINED;
    if (found == NH_EXPR_UNDEFINED) found = find_in_long(s);
    bool is_turned = found != NH_EXPR_UNDEFINED && is_negative(s, found);
    nh_walk_end(s->walk);
    if (found == NH_EXPR_UNDEFINED) return false;
    nh_expr definition = is_turned ? nh_expr_neg(s->job->pool, found) : found;
    nh_expr symbol = add_definition(s, definition);
    nh_map map = nh_map_make(s->job->arena);
    nh_map_put(&map, found, is_turned ? nh_expr_neg(s->job->pool, symbol) : symbol);
    replace_all(s, &map);
    nh_array_push(&s->parts, definition);
    return true;
}

/* ---- all at once ---- */

typedef struct one_pass {
    shortener *s;
    nh_map is_part;
    nh_exprs found;
} one_pass;

/* Whatever is wide and repeated, or wider than a line and no term of a part, gets a name. */
static nh_expr name_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    one_pass *pass = user;
    shortener *s = pass->s;
    uint32_t place = nh_walk_place(s->walk, e);
    s->width[place] = width_of(s, e);
    bool is_wide = s->width[place] >= WIDE && s->uses[place] > 1;
    if ((!is_wide && s->width[place] <= LINE) || !can_be_named(s, e)) return NH_EXPR_UNDEFINED;
    if (nh_map_get(&pass->is_part, e) != NULL) return NH_EXPR_UNDEFINED;
    nh_expr definition = changed ? nh_expr_rebuild(s->job->pool, e, args) : e;
    nh_array_push(&pass->found, definition);
    s->width[place] = 4;
    nh_tick(s->job->context, 4);
    return add_definition(s, definition);
}

/* From the inside. */
static void shorten_in_one_pass(shortener *s) {
    one_pass pass = {.s = s, .is_part = nh_map_make(s->job->arena), .found = {.arena = s->job->arena}};
    measure_parts(s);
    for (size_t i = 0; i < s->parts.count; i++) nh_map_put(&pass.is_part, s->parts.items[i], 1);
    nh_expr_rewrite(s->job->pool, s->parts.count, s->parts.items, name_node, &pass);
    nh_walk_end(s->walk);
    nh_array_append(&s->parts, pass.found.count, pass.found.items);
}

/* ---- to the sheet and back ---- */

typedef void (*use_side)(shortener *s, nh_sheet_side *side);

/* Constraints stay as they were written, unless they are very long, or one term would not fit a line. */
static bool is_long_line(const shortener *s, const nh_sheet_line *line) {
    uint64_t sum = 0, longest = 0;
    for (uint32_t i = 0; i < line->left.count; i++) {
        uint64_t length = nh_expr_length(s->job->pool, line->left.parts[i]);
        sum += length;
        if (length > longest) longest = length;
    }
    return sum > LONG_LINE || longest > LINE;
}

static void for_all_sides(shortener *s, use_side use) {
    enum { SECTIONS = 7 };
    nh_sheet *sheet = s->job->sheet;
    nh_sheet_lines *const all[SECTIONS] = {&sheet->constraints, &sheet->explicit_form, &sheet->variables,
                                           &sheet->velocities,  &sheet->coefficients,  &sheet->equations,
                                           &sheet->rows};
    for (int i = 0; i < SECTIONS; i++)
        for (size_t k = 0; k < all[i]->count; k++) {
            if (all[i] == &sheet->constraints && !is_long_line(s, &all[i]->items[k])) continue;
            use(s, &all[i]->items[k].left);
            use(s, &all[i]->items[k].right);
        }
}

static void take_side(shortener *s, nh_sheet_side *side) {
    nh_array_append(&s->parts, side->count, side->parts);
}

static void give_side(shortener *s, nh_sheet_side *side) {
    nh_expr *parts = NH_NEW_ARRAY(s->job->arena, nh_expr, (size_t)side->count + 1);
    for (uint32_t i = 0; i < side->count; i++) parts[i] = s->parts.items[s->printed++];
    side->parts = parts;
}

/* Names that neither the model nor the formulation has: K1, K2, ...; another letter where the model has one such. */
static const char *free_letter(const nh_sheet_job *job) {
    static const char *const letters[] = {"K", "W", "k", "w", "Kappa", "abbr"};
    nh_map declared = nh_momenta_declared(job->model, job->arena);
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        bool is_free = true;
        size_t position = 0, length = strlen(letters[i]);
        uint64_t name, value;
        while (nh_map_next(&declared, &position, &name, &value)) {
            const char *text = nh_name_text(job->context, (nh_name)name);
            if (strncmp(text, letters[i], length) == 0 && strspn(text + length, "0123456789") == strlen(text + length))
                is_free = false;
        }
        if (is_free) return letters[i];
    }
    return "abbreviation";
}

/* The symbols become abbreviations, in an order in which each is made from earlier ones. */
static void make_names(shortener *s) {
    nh_sheet_job *job = s->job;
    size_t count = s->symbols.count, made = 0;
    nh_expr *final = NH_NEW_ARRAY(job->arena, nh_expr, count + 1), *from = NH_NEW_ARRAY(job->arena, nh_expr, count + 1);
    nh_expr *to = NH_NEW_ARRAY(job->arena, nh_expr, count + 1);
    bool *is_made = NH_NEW_ARRAY(job->arena, bool, count + 1);
    for (size_t i = 0; i < count; i++) final[i] = s->parts.items[s->parts.count - count + i];
    for (size_t before = 1; made < count && before != made;) {
        before = made;
        for (size_t i = 0; i < count; i++) {
            uint32_t used;
            if (is_made[i]) continue;
            nh_expr definition = nh_expr_substitute(job->pool, final[i], (uint32_t)made, from, to, false);
            nh_expr *names = nh_expr_names(job->pool, job->arena, 1, &definition, &used);
            bool is_ready = true;
            for (uint32_t k = 0; k < used && is_ready; k++)
                for (size_t l = 0; l < count && is_ready; l++) is_ready = is_made[l] || names[k] != s->symbols.items[l];
            if (!is_ready) continue;
            nh_text name = nh_text_begin(job->arena);
            nh_text_format(&name, "short %zu", made); /* until their order is known */
            from[made] = s->symbols.items[i];
            to[made++] =
                nh_expr_abbreviation(job->pool, nh_name_of_text(job->context, nh_text_string(&name)), definition);
            is_made[i] = true;
        }
    }
    nh_expr_substitute_all(job->pool, s->parts.count, s->parts.items, (uint32_t)made, from, to, false);
    NH_ASSERT(made <= s->symbols.count);
}

/* The same with names by the order in which they are defined on the sheet. */
static void number_names(shortener *s) {
    nh_sheet_job *job = s->job;
    const char *letter = free_letter(job);
    uint32_t count, kept = 0;
    nh_expr *names = nh_expr_definitions(job->pool, job->arena, s->printed, s->parts.items, &count);
    nh_expr *from = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)count + 1),
            *to = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(job->pool, names[i]);
        if (strncmp(nh_name_text(job->context, symbol.name), "short ", 6) != 0) continue;
        nh_text name = nh_text_begin(job->arena);
        nh_text_format(&name, "%s%u", letter, kept + 1);
        nh_expr definition = nh_expr_substitute(job->pool, symbol.definition, kept, from, to, false);
        from[kept] = names[i];
        to[kept++] = nh_expr_abbreviation(job->pool, nh_name_of_text(job->context, nh_text_string(&name)), definition);
    }
    nh_expr_substitute_all(job->pool, s->printed, s->parts.items, kept, from, to, false);
    NH_ASSERT(kept <= count);
    nh_array_append(&s->named, kept, to);
}

static void define_once(nh_sheet_job *job, nh_expr name, nh_map *defined) {
    bool is_new;
    nh_map_slot(defined, name, &is_new);
    if (!is_new) return;
    nh_sheet_add(job, &job->sheet->abbreviations, nh_sheet_text_of(job, name), name,
                 nh_expr_symbol_of(job->pool, name)->definition);
}

static void collect_lines(const nh_sheet_lines *lines, nh_exprs *to) {
    for (size_t i = 0; i < lines->count; i++) {
        const nh_sheet_line *line = &lines->items[i];
        nh_array_append(to, line->left.count, line->left.parts);
        nh_array_append(to, line->right.count, line->right.parts);
    }
}

/* "F1 = ..." for every abbreviation that these use and that is not defined by now: those of the model, then the others,
 * which are made from them. */
static void define_used(shortener *s, const nh_exprs *used, nh_map *defined) {
    nh_sheet_job *job = s->job;
    uint32_t count;
    nh_expr *names = nh_expr_definitions(job->pool, job->arena, used->count, used->items, &count);
    nh_map is_used = nh_map_make(job->arena), is_own = nh_map_make(job->arena);
    for (size_t k = 0; k < s->named.count; k++) nh_map_put(&is_own, s->named.items[k], 1);
    for (uint32_t i = 0; i < count; i++) {
        nh_map_put(&is_used, names[i], 1);
        if (nh_map_get(&is_own, names[i]) == NULL) define_once(job, names[i], defined);
    }
    for (size_t k = 0; k < s->named.count; k++)
        if (nh_map_get(&is_used, s->named.items[k]) != NULL) define_once(job, s->named.items[k], defined);
}

static void collect_form(const nh_sheet_form *form, nh_exprs *to) {
    for (size_t i = 0; i < form->terms.count; i++)
        if (form->terms.items[i].name == NULL) nh_array_push(to, form->terms.items[i].coefficient);
}

static void collect_geometry(const nh_sheet_geometry *g, nh_exprs *to) {
    if (!g->is_there) return;
    collect_form(&g->cartan, to);
    collect_form(&g->system, to);
    collect_form(&g->constrained_system, to);
    for (size_t i = 0; i < g->constraint_forms.count; i++) collect_form(&g->constraint_forms.items[i], to);
    for (size_t i = 0; i < g->distribution.count; i++) collect_form(&g->distribution.items[i], to);
}

/* First what the constraints, the explicit form and the variables need, which precedes them; then all others. */
static void define_names(shortener *s) {
    nh_sheet *sheet = s->job->sheet;
    nh_map defined = nh_map_make(s->job->arena);
    nh_exprs used = {.arena = s->job->arena};
    collect_lines(&sheet->constraints, &used);
    collect_lines(&sheet->explicit_form, &used);
    collect_lines(&sheet->variables, &used);
    define_used(s, &used, &defined);
    sheet->early = sheet->abbreviations.count;
    collect_geometry(&sheet->geometry, &used);
    collect_lines(&sheet->velocities, &used);
    collect_lines(&sheet->coefficients, &used);
    collect_lines(&sheet->equations, &used);
    collect_lines(&sheet->rows, &used);
    define_used(s, &used, &defined);
}

/* ---- forces ---- */

/* (a + b)*c as a*c + b*c, where a + b is long and c is short: lines are broken between terms. Itself:
 * it is no such product. */
static nh_expr multiplied_out(nh_sheet_job *job, nh_expr e) {
    nh_pool *pool = job->pool;
    nh_rat scale;
    nh_expr product = nh_expr_split(pool, e, &scale), sum = NH_EXPR_UNDEFINED;
    if (nh_expr_kind_of(pool, product) != NH_EXPR_PRODUCT || nh_expr_length(pool, e) < LONG_TERM) return e;
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        nh_expr base = nh_expr_args(pool, product)[i];
        bool is_long = nh_expr_kind_of(pool, base) == NH_EXPR_SUM && nh_expr_length(pool, base) > LONG_TERM / 2;
        if (is_long && (sum != NH_EXPR_UNDEFINED || nh_expr_args(pool, product)[i + 1] != NH_EXPR_ONE)) return e;
        if (is_long) sum = base;
    }
    if (sum == NH_EXPR_UNDEFINED) return e;
    nh_expr rest = nh_expr_div(pool, e, sum);
    if (nh_expr_length(pool, rest) > SHORT_REST) return e;
    nh_exprs terms = {.arena = job->arena};
    nh_array_push(&terms, nh_expr_mul(pool, rest, nh_expr_args(pool, sum)[0]));
    for (uint32_t i = 1; i < nh_expr_arity(pool, sum); i += 2) {
        nh_expr term =
            nh_expr_scale(pool, nh_expr_rational(pool, nh_expr_args(pool, sum)[i + 1]), nh_expr_args(pool, sum)[i]);
        nh_array_push(&terms, nh_expr_mul(pool, rest, term));
    }
    return nh_expr_sum(pool, terms.count, terms.items);
}

static void spread_forces(nh_sheet_job *job) {
    for (size_t i = 0; i < job->sheet->equations.count; i++) {
        nh_sheet_side *right = &job->sheet->equations.items[i].right;
        nh_expr *parts = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)right->count + 1);
        for (uint32_t k = 0; k < right->count; k++) parts[k] = multiplied_out(job, right->parts[k]);
        right->parts = parts;
    }
}

static size_t parts_of(const nh_sheet_lines *lines) {
    size_t sum = 0;
    for (size_t i = 0; i < lines->count; i++) sum += lines->items[i].left.count + lines->items[i].right.count;
    return sum;
}

void nh_sheet_shorten(nh_sheet_job *job) {
    shortener s = {.job = job};
    spread_forces(job);
    s.parts.arena = s.symbols.arena = s.definitions.arena = s.named.arena = job->arena;
    for_all_sides(&s, take_side);
    s.printed = s.parts.count;
    s.held_from = s.printed - parts_of(&job->sheet->equations) - parts_of(&job->sheet->rows);
    NH_ASSERT(s.held_from <= s.printed);
    int rounds = 0;
    while (rounds < MOST_ROUNDS && shorten_once(&s)) rounds++;
    if (rounds == MOST_ROUNDS) shorten_in_one_pass(&s);
    make_names(&s);
    number_names(&s);
    s.printed = 0;
    for_all_sides(&s, give_side);
    define_names(&s);
}
