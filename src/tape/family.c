/* Families.
 *
 * Outputs with one shape (expr/inspect.h) form a group; its first member is the model of the body, and each
 * symbol of the model stands, in member k, for the symbol of the same rank. Which external that is gives a series
 * over k: base + stride k for the chains and grids that people write, a table otherwise. Groups with as many
 * members whose models give their common symbols the same series become one loop, so that what they have in
 * common is computed once for each member. */
#include "tape/family_private.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "tape/build_private.h"

/* Outputs larger than this, as trees, are no members: examining each one alone would cost too much when they share. */
enum { LARGEST_MEMBER = 4096 };

typedef struct candidate {
    uint64_t shape;
    uint32_t output;
} candidate;

/* A symbol of the model, and what it stands for in each member. */
typedef struct bound_symbol {
    nh_expr symbol;
    nh_series series; /* over externals */
} bound_symbol;

typedef NH_ARRAY(bound_symbol) bindings;

typedef struct body_output {
    nh_expr model;
    nh_series series; /* over outputs */
} body_output;

typedef NH_ARRAY(body_output) body_outputs;

typedef struct family {
    uint32_t members;
    bindings symbols;
    body_outputs outputs;
} family;

typedef NH_ARRAY(family) families;

typedef struct search {
    nh_arena *arena; /* of the result */
    nh_arena *scratch;
    nh_pool *pool;
    const nh_tape_def *def; /* with abbreviations written out in its outputs */
    const nh_expr *given;   /* the outputs as they came */
    nh_map externals;       /* symbol to number */
    families found;
} search;

/* ---- candidates ---- */

/* The sizes of the outputs as trees, up to a bound that is not passed. */
static uint32_t *tree_sizes(search *s) {
    const nh_tape_def *def = s->def;
    uint32_t *size = NH_NEW_ARRAY(s->scratch, uint32_t, def->output_count);
    nh_walk *walk = nh_walk_begin(s->pool, def->output_count, def->outputs, NH_WALK_PLAIN);
    uint32_t *sizes = NH_NEW_ARRAY(s->scratch, uint32_t, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        const nh_expr *args = nh_expr_args(s->pool, walk->order[i]);
        uint32_t sum = 1, arity = nh_expr_arity(s->pool, walk->order[i]);
        for (uint32_t k = 0; k < arity && sum <= LARGEST_MEMBER; k++) sum += sizes[nh_walk_place(walk, args[k])];
        sizes[i] = sum;
    }
    for (uint32_t i = 0; i < def->output_count; i++) size[i] = sizes[nh_walk_place(walk, def->outputs[i])];
    nh_walk_end(walk);
    return size;
}

static int compare_candidates(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->shape != b->shape) return a->shape < b->shape ? -1 : 1;
    return (a->output > b->output) - (a->output < b->output);
}

/* All outputs that may be members, sorted by shape, then by number. One that has no value once its abbreviations are
 * written out, as 1/(a - x) with a = x, is left to the main code, which computes what was given: not a number. */
static candidate *find_candidates(search *s, uint32_t *count) {
    const nh_tape_def *def = s->def;
    candidate *all = NH_NEW_ARRAY(s->scratch, candidate, def->output_count);
    const uint32_t *size = tree_sizes(s);
    *count = 0;
    for (uint32_t i = 0; i < def->output_count; i++) {
        if (size[i] > LARGEST_MEMBER || def->outputs[i] == NH_EXPR_UNDEFINED) continue;
        all[(*count)++] = (candidate){nh_expr_shape(s->pool, s->scratch, def->outputs[i], NULL, NULL), i};
    }
    qsort(all, *count, sizeof *all, compare_candidates);
    return all;
}

/* ---- series ---- */

/* The shortest form of a table of numbers. */
static nh_series series_of(nh_arena *arena, uint32_t count, const uint32_t *table) {
    int64_t stride = count > 1 ? (int64_t)table[1] - table[0] : 0;
    bool even = stride >= INT32_MIN && stride <= INT32_MAX;
    for (uint32_t i = 1; i < count && even; i++) even = (int64_t)table[i] - table[i - 1] == stride;
    if (even) return (nh_series){.base = table[0], .stride = (int32_t)stride};
    uint32_t *copy = nh_arena_alloc(arena, count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) copy[i] = table[i];
    return (nh_series){.base = table[0], .table = copy};
}

static bool is_same_series(const nh_series *a, const nh_series *b, uint32_t count) {
    if (a->table == NULL && b->table == NULL) return a->base == b->base && (a->stride == b->stride || count == 1);
    for (uint32_t i = 0; i < count; i++)
        if (nh_series_at(a, i) != nh_series_at(b, i)) return false;
    return true;
}

/* ---- groups ---- */

/* Outputs of one shape, with the externals that their symbols are. */
typedef struct group {
    uint32_t count; /* members */
    uint32_t ranks; /* symbols of each */
    uint32_t *outputs;
    uint32_t *numbers; /* of the external of rank r in member k: [r * count + k] */
} group;

/* Enters member k; false when it is not of the model's shape after all, or a symbol of it is no external (an
 * abbreviation, a function: the main code can look through them, a loop cannot). */
static bool bind_member(search *s, group *g, nh_expr model, nh_expr e, uint32_t k) {
    nh_expr *symbols;
    uint32_t ranks;
    nh_expr_shape(s->pool, s->scratch, e, &symbols, &ranks);
    if (ranks != g->ranks || !nh_expr_same_shape(s->pool, model, e)) return false;
    for (uint32_t r = 0; r < ranks; r++) {
        const uint64_t *number = nh_map_get(&s->externals, symbols[r]);
        if (number == NULL) return false;
        g->numbers[(size_t)r * g->count + k] = (uint32_t)*number;
    }
    return true;
}

static bool bind_group(search *s, const candidate *members, uint32_t count, group *g) {
    nh_expr *symbols, model = s->def->outputs[members[0].output];
    *g = (group){.count = count, .outputs = NH_NEW_ARRAY(s->scratch, uint32_t, count)};
    nh_expr_shape(s->pool, s->scratch, model, &symbols, &g->ranks);
    g->numbers = NH_NEW_ARRAY(s->scratch, uint32_t, (size_t)g->ranks * count);
    bool bound = true;
    for (uint32_t k = 0; k < count && bound; k++) {
        nh_arena_mark mark = nh_arena_mark_here(s->scratch);
        g->outputs[k] = members[k].output;
        bound = bind_member(s, g, model, s->def->outputs[members[k].output], k);
        nh_arena_release(s->scratch, mark);
    }
    return bound;
}

/* Whether both give every common symbol the same series. */
static bool is_consistent(const family *a, const family *b) {
    if (a->members != b->members) return false;
    for (size_t i = 0; i < a->symbols.count; i++)
        for (size_t j = 0; j < b->symbols.count; j++) {
            const bound_symbol *x = &a->symbols.items[i], *y = &b->symbols.items[j];
            if (x->symbol == y->symbol && !is_same_series(&x->series, &y->series, a->members)) return false;
        }
    return true;
}

static bool has_symbol(const family *f, nh_expr symbol) {
    for (size_t i = 0; i < f->symbols.count; i++)
        if (f->symbols.items[i].symbol == symbol) return true;
    return false;
}

/* Most symbols a loop may gather: joining groups is quadratic in it. How many times the nodes that its members have
 * together a loop may compute: neighbours in a chain share half of theirs, in a grid more. */
enum { MOST_SYMBOLS = 64, MOST_WASTE = 8 };

static void join_families(search *s, family f) {
    for (size_t i = 0; i < s->found.count; i++) {
        family *other = &s->found.items[i];
        if (other->symbols.count + f.symbols.count > MOST_SYMBOLS || !is_consistent(other, &f)) continue;
        for (size_t k = 0; k < f.symbols.count; k++)
            if (!has_symbol(other, f.symbols.items[k].symbol)) nh_array_push(&other->symbols, f.symbols.items[k]);
        nh_array_push(&other->outputs, f.outputs.items[0]);
        return;
    }
    nh_array_push(&s->found, f);
}

/* A run of members that one loop can compute with series in short form. */
typedef struct span {
    uint32_t length; /* members */
    uint32_t period; /* each period-th member belongs to one family; 0: no short form, one family with tables */
} span;

enum { LONGEST_PERIOD = 32, MOST_SPANS = 64 };

/* How many members from `first` on keep a number in arithmetic progression at this period. */
static uint32_t progression_length(const uint32_t *numbers, uint32_t first, uint32_t end, uint32_t period) {
    uint32_t k = first;
    while (k + 2 * period < end &&
           (int64_t)numbers[k + 2 * period] - numbers[k + period] == (int64_t)numbers[k + period] - numbers[k])
        k++;
    return k + 2 * period < end ? k + 2 * period - first : end - first;
}

/* The longest run from `first` on that is regular, with its smallest period: outputs of one shape are often
 * interleaved, as the derivatives of a constraint by its six velocities are. */
static span find_span(const group *g, uint32_t first, uint32_t least) {
    span best = {g->count - first, 0};
    uint32_t longest = 0;
    for (uint32_t period = 1; period <= LONGEST_PERIOD && longest < g->count - first; period++) {
        uint32_t length = progression_length(g->outputs, first, g->count, period);
        for (uint32_t r = 0; r < g->ranks && length > longest; r++) {
            uint32_t own = progression_length(g->numbers + (size_t)r * g->count, first, g->count, period);
            length = own < length ? own : length;
        }
        if (length <= longest || length / period < least) continue;
        longest = length;
        best = (span){length, period};
    }
    return best;
}

/* What the body computes: the output as it was given, whose abbreviations the lowering looks through, unless a
 * symbol is in them that cancels when they are written out. Written out, powers of abbreviations can have
 * coefficients beyond all doubles. */
static nh_expr body_model(search *s, uint32_t output, uint32_t ranks) {
    uint32_t count;
    nh_expr_symbols(s->pool, s->scratch, 1, &s->given[output], &count);
    return count == ranks ? s->given[output] : s->def->outputs[output];
}

/* The members first, first + step, ... below end as a family of their own. */
static void add_family(search *s, const group *g, uint32_t first, uint32_t end, uint32_t step, bool *is_member) {
    uint32_t count = (end - first + step - 1) / step;
    uint32_t *numbers = NH_NEW_ARRAY(s->scratch, uint32_t, count);
    family f = {.members = count, .symbols = {.arena = s->scratch}, .outputs = {.arena = s->scratch}};
    nh_expr *symbols;
    uint32_t ranks;
    nh_expr model = s->def->outputs[g->outputs[first]];
    nh_expr_shape(s->pool, s->scratch, model, &symbols, &ranks);
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t k = 0; k < count; k++) numbers[k] = g->numbers[(size_t)r * g->count + first + k * step];
        bound_symbol b = {symbols[r], series_of(s->arena, count, numbers)};
        nh_array_push(&f.symbols, b);
    }
    for (uint32_t k = 0; k < count; k++) is_member[numbers[k] = g->outputs[first + k * step]] = true;
    body_output out = {body_model(s, g->outputs[first], ranks), series_of(s->arena, count, numbers)};
    nh_array_push(&f.outputs, out);
    join_families(s, f);
}

static uint32_t count_nodes(search *s, uint32_t count, const nh_expr *e) {
    nh_walk *walk = nh_walk_begin(s->pool, count, e, NH_WALK_PLAIN);
    uint32_t nodes = walk->count;
    nh_walk_end(walk);
    return nodes;
}

/* Whether a loop, which computes for each member what all have in common, would cost much more than straight code. */
static bool is_wasteful(search *s, const candidate *members, uint32_t count) {
    nh_expr *e = NH_NEW_ARRAY(s->scratch, nh_expr, count);
    for (uint32_t k = 0; k < count; k++) e[k] = s->def->outputs[members[k].output];
    return (uint64_t)count * count_nodes(s, 1, e) > MOST_WASTE * (uint64_t)count_nodes(s, count, e);
}

static void try_group(search *s, const candidate *members, uint32_t count, bool *is_member) {
    group g;
    uint32_t least = s->def->loop_from;
    if (count < least || is_wasteful(s, members, count) || !bind_group(s, members, count, &g) || g.ranks > MOST_SYMBOLS)
        return;
    uint32_t first = 0;
    for (int spans = 0; count - first >= least && spans < MOST_SPANS; spans++) {
        span found = find_span(&g, first, least);
        if (found.period == 0) break;
        for (uint32_t i = 0; i < found.period; i++)
            add_family(s, &g, first + i, first + found.length, found.period, is_member);
        first += found.length;
    }
    if (count - first >= least) add_family(s, &g, first, count, 1, is_member);
}

/* ---- loops ---- */

static bool is_parameter(const search *s, const nh_series *series, uint32_t members) {
    for (uint32_t i = 0; i < members; i++)
        if (nh_series_at(series, i) >= s->def->parameter_count) return false;
    return true;
}

/* The symbols of the model, those first that are parameters in every member; how many those are. */
static uint32_t place_gathers(search *s, const family *f, nh_expr *symbols, nh_series *from) {
    uint32_t parameters = 0, next = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < f->symbols.count; i++) {
            const bound_symbol *b = &f->symbols.items[i];
            if (is_parameter(s, &b->series, f->members) != (pass == 0)) continue;
            symbols[next] = b->symbol;
            from[next++] = b->series;
        }
        if (pass == 0) parameters = next;
    }
    return parameters;
}

/* The body over the symbols of the model. */
static nh_loop make_loop(search *s, const family *f) {
    uint32_t gathers = (uint32_t)f->symbols.count, scatters = (uint32_t)f->outputs.count;
    nh_expr *symbols = NH_NEW_ARRAY(s->scratch, nh_expr, gathers),
            *models = NH_NEW_ARRAY(s->scratch, nh_expr, scatters);
    nh_series *from = NH_NEW_ARRAY(s->arena, nh_series, gathers), *to = NH_NEW_ARRAY(s->arena, nh_series, scatters);
    uint32_t parameters = place_gathers(s, f, symbols, from);
    nh_tape_def inner = {.parameter_count = parameters, .parameters = symbols};
    inner.input_count = gathers - parameters;
    inner.inputs = symbols + parameters;
    nh_builder *builder = nh_builder_create(s->scratch, s->pool, &inner);
    nh_value *values = NH_NEW_ARRAY(s->scratch, nh_value, scatters);
    nh_store *stores = NH_NEW_ARRAY(s->scratch, nh_store, scatters);
    for (uint32_t i = 0; i < scatters; i++) models[i] = f->outputs.items[i].model, to[i] = f->outputs.items[i].series;
    nh_build_exprs(builder, scatters, models, values);
    for (uint32_t i = 0; i < scatters; i++) stores[i] = (nh_store){i, values[i]};
    nh_code body = nh_code_make(s->arena, builder, scatters, stores);
    return (nh_loop){.members = f->members, .parameters = parameters, .body = body, .gathers = from, .scatters = to};
}

/* The outputs with their abbreviations written out, so that those of a family have one shape; as they are when an
 * abbreviation is itself an external. */
static const nh_expr *written_out(search *s) {
    const nh_tape_def *def = s->def;
    size_t position = 0;
    uint64_t symbol, number;
    while (nh_map_next(&s->externals, &position, &symbol, &number))
        if (nh_expr_symbol_of(s->pool, (nh_expr)symbol)->role == NH_ROLE_ABBREVIATION) return def->outputs;
    uint32_t count;
    bool has_names = false;
    const nh_expr *names = nh_expr_names(s->pool, s->scratch, def->output_count, def->outputs, &count);
    for (uint32_t i = 0; i < count; i++)
        has_names |= nh_expr_symbol_of(s->pool, names[i])->role == NH_ROLE_ABBREVIATION;
    if (!has_names) return def->outputs;
    nh_expr *outputs = NH_NEW_ARRAY(s->scratch, nh_expr, def->output_count);
    for (uint32_t i = 0; i < def->output_count; i++) outputs[i] = nh_expr_expand_names(s->pool, def->outputs[i]);
    return outputs;
}

static void index_externals(search *s) {
    const nh_tape_def *def = s->def;
    s->externals = nh_map_make(s->scratch);
    for (uint32_t i = 0; i < def->parameter_count; i++) nh_map_put(&s->externals, def->parameters[i], i);
    for (uint32_t i = 0; i < def->input_count; i++) nh_map_put(&s->externals, def->inputs[i], def->parameter_count + i);
}

nh_loop *nh_family_find(nh_arena *arena, nh_pool *pool, const nh_tape_def *def, bool *is_member, uint32_t *count) {
    /* not the scratch arena: results of walks outlive walks */
    nh_arena *scratch = nh_arena_create(nh_arena_context(arena));
    search s = {.arena = arena,
                .scratch = scratch,
                .pool = pool,
                .def = def,
                .given = def->outputs,
                .found = {.arena = scratch}};
    uint32_t candidates;
    index_externals(&s);
    nh_tape_def plain = *def;
    plain.outputs = written_out(&s);
    s.def = &plain;
    const candidate *all = find_candidates(&s, &candidates);
    for (uint32_t first = 0, end; first < candidates; first = end) {
        for (end = first + 1; end < candidates && all[end].shape == all[first].shape;) end++;
        try_group(&s, all + first, end - first, is_member);
    }
    nh_loop *loops = NH_NEW_ARRAY(arena, nh_loop, s.found.count);
    for (size_t i = 0; i < s.found.count; i++) loops[i] = make_loop(&s, &s.found.items[i]);
    *count = (uint32_t)s.found.count;
    nh_arena_destroy(scratch);
    return loops;
}
